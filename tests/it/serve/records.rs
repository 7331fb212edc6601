//! Records that a page opens, and PGN that it downloads.

use serde_json::{Value, json};

use super::Served;
use super::client::Client;
use crate::support::Folder;

const RING: &str = "[Event \"Club\"]\n[Variant \"3-man-chess\"]\n\n1. w:WHe4 g:GRe4 b:BLe4 2. w:WHNf3 *\n";
const MATE: &str = "[White \"Ada\"]\n[Black \"Bo\"]\n\n1. f3 {weak} e5 (1... d5) 2. g4?? Qh4# 0-1\n";

fn pgn(client: &Client, id: &str) -> String {
    let response = client.get(&format!("/api/games/{id}/pgn"));
    assert_eq!(
        (response.status, response.header("content-type")),
        (200, Some("application/vnd.chess-pgn; charset=utf-8"))
    );
    response.body
}

fn id(state: &Value) -> String {
    state["id"].as_str().expect("an id").to_owned()
}

#[test]
fn a_downloaded_record_opens_as_the_same_game() {
    let folder = Folder::new("serve-pgn", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    for record in [RING, MATE] {
        let created = client.post("/api/games", &json!({ "record": record, "players": { "b": "random" } }));
        assert_eq!(created.status, 201, "{}", created.body);
        let state = created.json();
        let text = pgn(&client, &id(&state));
        assert!(text.contains("[Black \"random\"]"), "{text}");
        assert!(text.contains("[Date \"????.??.??\"]"), "the record states no day: {text}");
        let again = client.post("/api/games", &json!({ "record": text })).good();
        for key in ["variant", "position", "record"] {
            assert_eq!(again[key], state[key], "{key}");
        }
    }
    assert_eq!(client.get("/api/games/zzzzzzzz/pgn").refusal(), "404 no-such-game");
    let own = client.post("/api/games", &json!({ "variant": "chess" })).good();
    client.act(&id(&own), "e2-e4");
    let text = pgn(&client, &id(&own));
    assert!(text.contains("[Date \"20"), "the day of the last change: {text}");
}

#[test]
fn a_recorded_result_is_shown_until_a_move() {
    let folder = Folder::new("serve-recorded-end", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let record =
        "[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"0-1\"]\n[Termination \"time forfeit\"]\n\n1. e4 e5 0-1\n";
    let sentence = "The recorded result is 0-1 (time forfeit).";
    let look = client.post("/api/records", &json!({ "record": record })).good();
    assert_eq!(look["recordedEnd"], sentence);
    let state = client.post("/api/games", &json!({ "record": record })).good();
    assert_eq!(state["recorded_end"], sentence);
    client.act(&id(&state), "g1-f3");
    assert_eq!(client.state(&id(&state))["recorded_end"], Value::Null);
    // The rules end this game.
    let mate = client.post("/api/games", &json!({ "record": MATE })).good();
    assert_eq!(mate["recorded_end"], Value::Null);
    // The list has the names of the people.
    let listed = client.get("/api/games").good();
    let of = |id: &str| {
        let games = listed["games"].as_array().into_iter().flatten();
        games.filter(|it| it["id"] == id).map(|it| it["people"].clone()).next()
    };
    assert_eq!(of(&self::id(&state)), Some(json!("Anna – Bert")));
}

#[test]
fn tags_of_other_programs_are_kept() {
    let folder = Folder::new("serve-other-tags", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let record = "[White \"Anna\"]\n[Black \"Bert\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2400\"]\n[ECO \"C20\"]\n[PlyCount \"2\"]\n\
                  [Result \"1/2-1/2\"]\n\n1. e4 e5 1/2-1/2\n";
    let state = client.post("/api/games", &json!({ "record": record })).good();
    let text = pgn(&client, &id(&state));
    for tag in ["WhiteElo \"2500\"", "BlackElo \"2400\"", "ECO \"C20\"", "Date \"????.??.??\"", "Result \"1/2-1/2\""] {
        assert!(text.contains(&format!("[{tag}]\n")), "{tag}: {text}");
    }
    assert!(!text.contains("PlyCount"), "{text}");
    let again = client.post("/api/games", &json!({ "record": text })).good();
    assert_eq!(pgn(&client, &id(&again)), text);
    // A bot has no rating.
    client.post(&format!("/api/games/{}/players", id(&state)), &json!({ "players": { "b": "random" } })).good();
    let text = pgn(&client, &id(&state));
    assert!(text.contains("WhiteElo") && !text.contains("BlackElo"), "{text}");
}

#[test]
fn a_game_keeps_the_tags_of_its_record_while_they_hold() {
    let folder = Folder::new("serve-tags", &[]);
    let record = "[Event \"Club\"]\n[Site \"Ulm\"]\n[Date \"1999.01.02\"]\n[Round \"3\"]\n[White \"Ada \\\"A\\\" L\"]\n[Black \"Bo\"]\n\
                  [Result \"1-0\"]\n[Termination \"time forfeit\"]\n[Annotator \"Cy\"]\n\n1. e4 e5 1-0\n";
    let has = |text: &str, tags: &[&str]| tags.iter().all(|it| text.contains(&format!("[{it}]\n")));
    let event = ["Event \"Club\"", "Site \"Ulm\"", "Date \"1999.01.02\"", "Round \"3\"", "White \"Ada \\\"A\\\" L\""];
    let (id, text);
    {
        let served = Served::new(&folder);
        let client = served.client();
        let state = client.post("/api/games", &json!({ "record": record })).good();
        id = self::id(&state);
        assert_eq!((&state["seats"][0]["person"], &state["seats"][1]["person"]), (&json!("Ada \"A\" L"), &json!("Bo")));
        text = pgn(&client, &id);
        assert!(
            has(&text, &event) && has(&text, &["Black \"Bo\"", "Result \"1-0\"", "Termination \"time forfeit\""]),
            "{text}"
        );
        assert!(text.ends_with("e5 1-0\n") && !text.contains("Annotator"), "{text}");
        let again = client.post("/api/games", &json!({ "record": text })).good();
        assert_eq!(pgn(&client, &self::id(&again)), text);
    }
    // A restart loses nothing. A move ends the result, and a bot is another player.
    let served = Served::new(&folder);
    let client = served.client();
    assert_eq!(pgn(&client, &id), text);
    client.act(&id, "g1-f3");
    let players = json!({ "players": { "b": "random" } });
    client.post(&format!("/api/games/{id}/players"), &players).good();
    assert_eq!(client.state(&id)["seats"][1]["person"], Value::Null);
    let text = pgn(&client, &id);
    assert!(has(&text, &event) && has(&text, &["Black \"random\"", "Result \"*\""]), "{text}");
    assert!(!text.contains("Termination") && !text.contains("1-0"), "{text}");
    // The end of the game on the page is its own.
    let mate = client.post("/api/games", &json!({ "record": MATE })).good();
    let text = pgn(&client, &self::id(&mate));
    assert!(has(&text, &["White \"Ada\"", "Result \"0-1\"", "Ending \"checkmate\""]), "{text}");
}

#[test]
fn a_draft_is_inside_its_record() {
    let folder = Folder::new("serve-pgn-draft", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let text = "name = \"Mine\"\nabout = \"x\"\npart = \"game\"\nextends = [\"chess\"] # here\nwithout = [\"castling\", \"castling-rules\"]\n";
    let state = client.post("/api/games", &json!({ "text": text })).good();
    client.act(&id(&state), "e2-e4");
    let record = pgn(&client, &id(&state));
    assert!(
        record.contains("[Variant \"Mine\"]") && record.contains("[Rulebook \"name ") && !record.contains("# here"),
        "{record}"
    );
    let other = Folder::new("serve-pgn-draft-2", &[]);
    let other = Served::new(&other);
    let found = other.client().post("/api/records", &json!({ "record": record })).good();
    assert_eq!((&found["title"], &found["moves"], &found["sameRules"]), (&json!("Mine"), &json!(1), &json!(true)));
    let again = other.client().post("/api/games", &json!({ "record": record })).good();
    // The name of the draft is part of the position.
    let pieces = |it: &Value| it["position"].as_str().and_then(|it| it.splitn(3, ' ').nth(2)).map(str::to_owned);
    assert_eq!(pieces(&again), pieces(&client.get(&format!("/api/games/{}", id(&state))).good()));
}

#[test]
fn a_record_says_what_it_contains() {
    let folder = Folder::new("serve-records", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let look = |body: Value| client.post("/api/records", &body);
    let both = format!("{MATE}\n{RING}");
    let found = look(json!({ "record": both })).good();
    assert_eq!((&found["variant"], &found["moves"]), (&json!("chess"), &json!(4)));
    assert_eq!(found["status"], "White is checkmated. Black wins. Points: Black 1, White 0.");
    assert_eq!(found["games"][0]["label"], "Ada – Bo, 0-1, 4 moves");
    assert_eq!(found["games"][1]["label"], "Club, *, 4 moves");
    let second = look(json!({ "record": both, "game": 2 })).good();
    assert_eq!((&second["variant"], &second["title"]), (&json!("3-man-chess"), &json!("3 Man Chess: In the Round")));
    assert_eq!(client.post("/api/games", &json!({ "record": both, "game": 2 })).good()["turn"], "g");
    // Without a variant in the record, the page proposes one; a request can also insist on one.
    let bare = RING.replace("[Variant \"3-man-chess\"]\n", "");
    assert_eq!(look(json!({ "record": bare, "fallback": "3-man-chess" })).good()["moves"], 4);
    let insisted = look(json!({ "record": RING, "variant": "3-man-chess-video" })).good();
    assert_eq!((&insisted["variant"], &insisted["moves"]), (&json!("3-man-chess-video"), &json!(4)));
    // The form that `play` saves.
    let saved = client.post("/api/games", &json!({ "record": MATE })).good()["record"].clone();
    assert_eq!(look(json!({ "record": saved })).good()["moves"], 4);
}

#[test]
fn errors_of_records_have_places() {
    let folder = Folder::new("serve-record-errors", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    for (record, code, line, column) in [
        ("1. e4 e5\n2. Ke3 *", "no-such-movement", 2, 4),
        ("1. e4 {open\n", "record", 1, 7),
        ("1. e4 e9 *", "no-such-square", 1, 7),
    ] {
        for (path, key) in [("/api/records", "fallback"), ("/api/games", "variant")] {
            let response = client.post(path, &json!({ "record": record, key: "chess" }));
            assert_eq!(response.refusal(), format!("422 {code}"), "{record}: {}", response.body);
            if code == "no-such-movement" {
                assert_eq!(response.json()["title"], "Chess");
            }
            let error = &response.json()["errors"][0];
            assert_eq!((&error["line"], &error["column"]), (&json!(line), &json!(column)), "{record}");
            assert!(error["help"].is_string(), "{error}");
            let message = response.json()["error"]["message"].as_str().unwrap_or("").to_owned();
            assert!(message.contains(&format!("record:{line}:{column}")), "{message}");
        }
    }
    for (record, variant, refusal) in [
        ("[Variant \"nothing\"]\n\n1. e4 *", None, "404 no-such-variant"),
        ("1. e4 *", Some("nothing"), "404 no-such-variant"),
        ("e2-e4", None, "400 missing"),
        ("# variant chess\ne2-e5\n", None, "422 unplayable-record"),
        ("[Variant \"nothing\"]\n[Rulebook \"name = 3\"]\n\n1. e4 *", None, "422 rulebook"),
    ] {
        let response = client.post("/api/records", &json!({ "record": record, "variant": variant }));
        assert_eq!(response.refusal(), refusal, "{record}: {}", response.body);
    }
    let none = client.post("/api/records", &json!({ "record": MATE, "game": 3 }));
    assert_eq!(none.refusal(), "422 no-such-game");
}

#[test]
fn a_record_without_a_result_is_continued() {
    let folder = Folder::new("serve-unfinished", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let found = client.post("/api/records", &json!({ "record": "1. e4 e5 2. Nf3", "variant": "chess" })).good();
    assert_eq!((&found["moves"], &found["status"]), (&json!(3), &json!("Black is to move.")));
    let started = client.post("/api/games", &json!({ "record": "1. WHe4 GRNc3", "variant": "3-man-chess" }));
    assert_eq!(started.status, 201);
    assert_eq!(started.json()["turn"], "b");
}
