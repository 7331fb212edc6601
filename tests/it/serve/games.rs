//! Games: started, played by people and bots, undone, ended, and restored after a restart.

use serde_json::{Value, json};

use super::{Served, games_of, wait_for};
use crate::support::{Folder, ask};

fn texts(state: &Value) -> Vec<String> {
    let history = state["history"].as_array().expect("a history").iter();
    history.map(|it| format!("{} {}", it["seat"].as_str().unwrap_or(""), it["text"].as_str().unwrap_or(""))).collect()
}

fn id(state: &Value) -> String {
    state["id"].as_str().expect("an id").to_owned()
}

fn act_texts(state: &Value, seat: &str) -> Vec<String> {
    let acts = state["acts"].as_array().expect("acts").iter().filter(|it| it["seat"] == seat);
    acts.map(|it| it["text"].as_str().expect("a text").to_owned()).collect()
}

#[test]
fn a_game_is_started_and_played() {
    let folder = Folder::new("serve-play", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let created = client.post("/api/games", &json!({ "variant": "chess" }));
    assert_eq!(created.status, 201);
    let state = created.json();
    let id = id(&state);
    assert_eq!((&state["version"], &state["turn"], &state["over"]), (&json!(1), &json!("w"), &json!(false)));
    assert_eq!(state["moves"].as_array().map(Vec::len), Some(20));
    assert_eq!(state["pieces"].as_array().map(Vec::len), Some(32));
    let state = client.act(&id, "e2-e4");
    assert_eq!((&state["version"], &state["turn"]), (&json!(2), &json!("b")));
    assert_eq!(state["last"], json!({ "from": "e2", "to": "e4" }));
    assert_eq!(state["announcement"], "White moved the pawn from e2 to e4. Black is to move.");
    client.act(&id, "f7-f5");
    let state = client.act(&id, "Qd1-h5");
    assert_eq!(state["checks"][0]["king"], "e8");
    assert_eq!(state["checks"][0]["sentence"], "Black's king on e8 is in check from White's queen on h5.");
    let history = state["history"].as_array().expect("a history");
    let rounds: Vec<&Value> = history.iter().map(|it| &it["round"]).collect();
    assert_eq!(rounds, [1, 1, 2]);
    assert_eq!((&history[2]["from"], &history[2]["kind"]), (&json!("d1"), &json!("move")));
    assert_eq!(history[2]["position"], state["position"]);
    let signs: Vec<&Value> = history.iter().map(|it| &it["signs"]).collect();
    assert_eq!(signs, ["", "", "+"]);
    // The `play` command can replay the record, too.
    let record = folder.path().join("record.txt");
    std::fs::write(&record, state["record"].as_str().expect("a record")).expect("a file");
    let played = ask(&["play", "chess", "--quiet", "--moves", &record.display().to_string()]);
    assert_eq!((played.code, played.out.trim()), (0, "Black is to move, in check."));
}

#[test]
fn a_stale_move_returns_the_new_board() {
    let folder = Folder::new("serve-stale", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let id = id(&client.create_game(json!({ "variant": "chess" })));
    client.act(&id, "e2-e4");
    let response = client.post(&format!("/api/games/{id}/act?seat=b"), &json!({ "version": 1, "text": "d2-d4" }));
    assert_eq!(response.refusal(), "409 stale");
    assert_eq!(response.json()["state"]["version"], 2);
    assert_eq!(texts(&response.json()["state"]), ["w e2-e4"]);
    for path in ["undo", "redo"] {
        let response = client.post(&format!("/api/games/{id}/{path}"), &json!({ "version": 1 }));
        assert_eq!(response.refusal(), "409 stale", "{path}");
    }
    // A version that does not exist yet is not an old one.
    let response = client.post(&format!("/api/games/{id}/act"), &json!({ "version": 7, "text": "e7-e5" }));
    assert_eq!(response.refusal(), "409 stale");
    assert!(response.body.contains("no version 7 yet: its version is 2"), "{}", response.body);
}

#[test]
fn an_illegal_move_returns_squares_and_barrier() {
    let folder = Folder::new("serve-why", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let ring = "w:KWHd1,RWHa1 g:KGRd1,NGRg1 b:KBLd1,PBLa2 turn=w";
    let id = id(&client.create_game(json!({ "variant": "3-man-chess", "position": ring })));
    let path = format!("/api/games/{id}/act");
    let response = client.post(&path, &json!({ "version": 1, "text": "WHa1-GRh1" }));
    assert_eq!(response.refusal(), "422 barrier-move");
    let why = &response.json()["why"];
    assert_eq!((&why["barrier"], &why["from"], &why["legal"]), (&json!("moat.1"), &json!("WHa1"), &json!(false)));
    assert_eq!(client.state(&id)["version"], 1, "nothing has changed");

    let chess =
        self::id(&client.create_game(json!({ "variant": "chess", "position": "w:Ke1,Nd2 b:Ke8,Rd8,Ba5 turn=w" })));
    let path = format!("/api/games/{chess}/act");
    let response = client.post(&path, &json!({ "version": 1, "text": "d2-f3" }));
    assert_eq!(response.refusal(), "422 own-king");
    let by = &response.json()["why"]["by"];
    assert_eq!(by, &json!([{ "seat": "b", "kind": "bishop", "letter": "B", "square": "a5" }]));
    let response = client.post(&path, &json!({ "version": 1, "text": "zz" }));
    assert_eq!(response.refusal(), "422 bad-move-text");
    assert_eq!(response.json()["why"], Value::Null);
    assert_eq!(client.post(&path, &json!({ "version": 1, "text": "w claims nothing" })).refusal(), "422 claim");
}

#[test]
fn three_tabs_each_play_from_their_seat() {
    let folder = Folder::new("serve-tabs", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let id = id(&client.create_game(json!({ "variant": "3-man-chess" })));
    let path = format!("/api/games/{id}/act");
    let sit = |seat: &str, text: &str, version: u64| {
        client.post(&format!("{path}?seat={seat}"), &json!({ "version": version, "text": text, "as": seat }))
    };
    assert_eq!(sit("g", "WHe2-WHe4", 1).refusal(), "403 not-your-seat");
    assert_eq!(sit("g", "w:WHe2-WHe4", 1).refusal(), "403 not-your-seat");
    assert_eq!(sit("g", "w claims draw", 1).refusal(), "403 not-your-seat");
    assert_eq!(sit("w", "WHe2-WHe4", 1).good()["turn"], "g");
    assert_eq!(sit("w", "GRe2-GRe4", 2).refusal(), "403 not-your-seat");
    assert_eq!(sit("g", "GRe2-GRe4", 2).good()["turn"], "b");
    assert_eq!(sit("b", "BLe2-BLe4", 3).good()["turn"], "w");
    let undo = format!("/api/games/{id}/undo");
    assert_eq!(client.post(&undo, &json!({ "version": 4, "as": "w" })).refusal(), "403 not-your-seat");
    assert_eq!(client.post(&undo, &json!({ "version": 4, "as": "b" })).good()["turn"], "b");
    let redo = format!("/api/games/{id}/redo");
    assert_eq!(client.post(&redo, &json!({ "version": 5, "as": "g" })).refusal(), "403 not-your-seat");
    assert_eq!(client.post(&redo, &json!({ "version": 5, "as": "b" })).good()["turn"], "w");
    // Each player sees the board from their own side.
    let seen = |seat: &str| client.get(&format!("/api/games/{id}?seat={seat}")).good()["svg"].clone();
    assert_ne!(seen("w"), seen("g"));
    assert_ne!(seen("g"), seen("b"));
}

#[test]
fn a_draw_needs_every_required_player() {
    let folder = Folder::new("serve-draw", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let id = id(&client.create_game(json!({ "variant": "3-man-chess" })));
    assert_eq!(act_texts(&client.state(&id), "b"), ["b claims draw"]);
    let state = client.act(&id, "w claims draw");
    assert_eq!(state["pending"]["by"], "w");
    assert_eq!(state["pending"]["asks"], json!(["g", "b"]));
    assert_eq!(act_texts(&state, "g"), ["g accepts", "g refuses"]);
    assert_eq!(act_texts(&state, "w"), ["w withdraws"]);
    let response = client.post(&format!("/api/games/{id}/act"), &json!({ "version": 2, "text": "b claims draw" }));
    assert_eq!(response.refusal(), "422 claim");
    let state = client.act(&id, "g accepts");
    assert_eq!(state["pending"]["asks"], json!(["b"]));
    let state = client.act(&id, "b refuses");
    assert_eq!((&state["pending"], &state["over"]), (&Value::Null, &json!(false)));
    client.act(&id, "b claims draw");
    client.act(&id, "w accepts");
    let state = client.act(&id, "g accepts");
    assert_eq!((&state["over"], &state["status"]["event"]), (&json!(true), &json!("draw")));
    assert!(state["status"]["sentence"].as_str().is_some_and(|it| it.starts_with("The players agree on a draw.")));
    assert_eq!((state["moves"].clone(), state["acts"].clone()), (json!([]), json!([])));
    let response = client.post(&format!("/api/games/{id}/act"), &json!({ "version": 7, "text": "WHe2-WHe4" }));
    assert_eq!(response.refusal(), "422 game-over");
}

#[test]
fn a_resignation_names_a_winner_if_required() {
    let folder = Folder::new("serve-resign", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let state = client.create_game(json!({ "variant": "three-player-chess" }));
    let resigns = act_texts(&state, "w").into_iter().filter(|it| it.contains("resign-for")).collect::<Vec<_>>();
    assert_eq!(resigns, ["w claims resign-for for r", "w claims resign-for for b"]);
    let id = id(&state);
    let state = client.act(&id, &resigns[0]);
    assert_eq!((&state["pending"]["winner"], &state["pending"]["asks"]), (&json!("r"), &json!(["b"])));
    let state = client.act(&id, "b accepts");
    assert_eq!(state["over"], true);
    assert!(state["status"]["sentence"].as_str().is_some_and(|it| it.starts_with("White resigns in Red's favor.")));
}

#[test]
fn promotions_are_listed_and_chosen() {
    let folder = Folder::new("serve-promotion", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let state = client.create_game(json!({ "variant": "chess", "position": "w:Ke1,Pa7 b:Kh1 turn=w" }));
    let from = |it: &&Value| it["from"] == "a7";
    let mut kinds: Vec<&str> = state["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .filter(from)
        .filter_map(|it| it["promotion"].as_str())
        .collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["B", "N", "Q", "R"]);
    let state = client.act(&id(&state), "a7-a8=N");
    let announcement = state["announcement"].as_str().expect("an announcement");
    assert!(announcement.starts_with("White moved the pawn from a7 to a8, promoted to knight. "), "{announcement}");
    assert!(state["pieces"].as_array().expect("pieces").iter().any(|it| it["square"] == "a8" && it["letter"] == "N"));
}

/// Screen readers hear what a move captured, wherever it was.
#[test]
fn captures_are_announced() {
    let folder = Folder::new("serve-captures", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    for (variant, position, moves, expected) in [
        (
            "chess",
            "w:Ke1,Pe5 b:Ke8,Pd7 turn=b",
            &["d7-d5", "e5xd6"][..],
            "White moved the pawn from e5 to d6. Captured: Black's pawn on d5. Black is to move.",
        ),
        (
            "chess",
            "w:Ke1,Ra1,Pe5 b:Ke8,Qa5 turn=w",
            &["Ra1xa5"],
            "White moved the rook from a1 to a5. Captured: Black's queen on a5. Black is to move.",
        ),
        ("chess", "w:Ke1,Rh1 b:Ke8,Pa5 turn=w castling=w:king-side", &["O-O"], "White castled, O-O. Black is to move."),
        (
            "atomic",
            "w:Ke1,Nf3 b:Ke8,Pe5,Bd6,Pa7 turn=w",
            &["Nf3xe5"],
            "White moved the knight from f3 to e5. Captured: White's knight on f3, Black's pawn on e5 and Black's bishop \
             on d6. Black is to move.",
        ),
    ] {
        let state = client.create_game(json!({ "variant": variant, "position": position }));
        let states: Vec<_> = moves.iter().map(|it| client.act(&id(&state), it)).collect();
        assert_eq!(states.last().expect("a move")["announcement"], expected, "{position}");
    }
}

#[test]
fn undo_includes_the_answers_of_bots() {
    let folder = Folder::new("serve-bots", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let state =
        client.create_game(json!({ "variant": "3-man-chess", "players": { "g": "greedy", "black": "random" } }));
    let id = id(&state);
    let players: Vec<&Value> = state["seats"].as_array().expect("seats").iter().map(|it| &it["player"]).collect();
    assert_eq!(players, ["human", "greedy", "random"]);
    client.act(&id, "WHe2-WHe4");
    let answered = || Some(client.state(&id)).filter(|it| it["at"] == 3);
    let state = wait_for("both bots move", answered);
    assert_eq!(state["turn"], "w");
    let undone = client.post(&format!("/api/games/{id}/undo"), &json!({ "version": state["version"] })).good();
    assert_eq!((&undone["at"], &undone["undone"], &undone["turn"]), (&json!(0), &json!(3), &json!("w")));
    let redone = client.post(&format!("/api/games/{id}/redo"), &json!({ "version": undone["version"] })).good();
    assert_eq!(texts(&redone), texts(&state));
    // Nobody else may move for a bot, and a bot never agrees to a draw.
    client.act(&id, "w claims draw");
    let state = wait_for("a bot refuses", || Some(client.state(&id)).filter(|it| it["pending"].is_null()));
    assert_eq!(state["over"], false);
    let people = json!({ "players": { "g": "human", "b": "human" } });
    let state = client.post(&format!("/api/games/{id}/players"), &people).good();
    assert_eq!(state["seats"][1]["player"], "human");
    let bots = json!({ "players": { "w": "random" } });
    let state = client.post(&format!("/api/games/{id}/players"), &bots).good();
    let act = json!({ "version": state["version"], "text": "WHa2-WHa3", "as": "w" });
    let response = client.post(&format!("/api/games/{id}/act"), &act);
    assert!(
        ["403 seat-of-a-bot", "409 stale", "403 not-your-seat"].contains(&response.refusal().as_str()),
        "{}",
        response.body
    );
}

#[test]
fn a_game_between_bots_ends() {
    let folder = Folder::new("serve-all-bots", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let state = client.create_game(json!({ "variant": "chess", "players": { "w": "greedy", "b": "greedy" } }));
    let id = id(&state);
    let ended = || Some(client.state(&id)).filter(|it| it["over"] == true || it["at"] == 2000);
    let state = wait_for("the game ends", ended);
    let text = std::fs::read_to_string(games_of(&folder).join(format!("game-{id}.txt"))).expect("a record");
    assert!(text.contains(&format!("# version {}\n", state["version"])), "{text}");
    // After an undo, the bot waits.
    let undone = client.post(&format!("/api/games/{id}/undo"), &json!({ "version": state["version"] })).good();
    assert_eq!((undone["undone"].clone(), undone["paused"].clone()), (json!(1), json!(true)));
    assert_eq!(client.state(&id)["version"], undone["version"]);
}

#[test]
fn games_survive_a_restart() {
    let folder = Folder::new("serve-restart", &[("mine.toml", "name = \"Mine\"\nextends = [\"chess\"]\n")]);
    let mine = folder.path().join("mine.toml").display().to_string();
    let (id, own, state, response);
    {
        let served = Served::with_variant(&folder, "mine.toml");
        let client = served.client();
        let ring = json!({ "variant": "3-man-chess", "players": { "b": "random" } });
        id = self::id(&client.create_game(ring));
        client.act(&id, "WHe2-WHe4");
        client.act(&id, "GRe2-GRe4");
        let answered = wait_for("the bot moves", || Some(client.state(&id)).filter(|it| it["at"] == 3));
        client.post(&format!("/api/games/{id}/undo"), &json!({ "version": answered["version"] })).good();
        client.post(&format!("/api/games/{id}/undo"), &json!({ "version": 5 })).good();
        client.post(&format!("/api/games/{id}/redo"), &json!({ "version": 6 })).good();
        state = client.state(&id);
        assert_eq!((&state["at"], &state["undone"]), (&json!(1), &json!(2)));
        let created = client.create_game(json!({ "variant": mine }));
        own = self::id(&created);
        response = client.act(&own, "e2-e4");
    }
    // The file is replaced meanwhile, and the page never learns its path.
    std::fs::write(&mine, "name = \"Mine\"\nextends = [\"chess\"]\nwithout = [\"castling.king-side\"]\n")
        .expect("a file");
    let served = Served::new(&folder);
    let client = served.client();
    assert_eq!(client.state(&id), state);
    assert_eq!(client.state(&own), response);
    client.act(&own, "e7-e5");
    let redone = client.post(&format!("/api/games/{id}/redo"), &json!({ "version": state["version"] })).good();
    assert_eq!((&redone["at"], &redone["undone"]), (&json!(3), &json!(0)));
    let list = client.get("/api/games").good();
    let listed: Vec<&Value> = list["games"].as_array().expect("games").iter().map(|it| &it["id"]).collect();
    assert_eq!(listed.len(), 2);
    let game = list["games"].as_array().expect("games").iter().find(|it| it["id"] == json!(own)).expect("listed");
    assert_eq!((&game["moves"], &game["title"], &game["variant"]), (&json!(2), &json!("Mine"), &json!(mine)));
    assert_eq!(game["sentence"], "White is to move.");
}

#[test]
fn an_unplayable_record_is_reported_and_left_unchanged() {
    let folder = Folder::new("serve-unplayable", &[]);
    let games = games_of(&folder);
    std::fs::create_dir_all(&games).expect("a folder");
    let broken = [
        ("other", "# variant chess\n# hash 00\nw:e2-e4\n"),
        ("gone", "# variant nosuch\n# hash 00\n"),
        ("bare", "w:e2-e4\n"),
        ("wild", "\u{1}\u{2} # # #\n\n\n# players =\n# version x\n"),
    ];
    for (id, text) in broken {
        std::fs::write(games.join(format!("game-{id}.txt")), text).expect("a file");
    }
    std::fs::write(games.join("game-raw.txt"), b"\xff\xfe").expect("a file");
    std::fs::write(games.join("other-file.txt"), "secret").expect("a file");
    // A partial file after a crash is not read as a record.
    std::fs::write(games.join(".game-half.txt.part"), "# variant chess\n# ha").expect("a file");
    let served = Served::new(&folder);
    let client = served.client();
    for (id, text) in broken {
        let response = client.get(&format!("/api/games/{id}"));
        assert_eq!(response.refusal(), "422 unplayable-record", "{id}");
        assert_eq!(response.json()["record"], text, "{id}");
        let act = client.post(&format!("/api/games/{id}/act"), &json!({ "version": 1, "text": "e2-e4" }));
        assert_eq!(act.refusal(), "422 unplayable-record", "{id}");
        assert_eq!(std::fs::read_to_string(games.join(format!("game-{id}.txt"))).expect("a file"), text, "{id}");
    }
    assert_eq!(client.get("/api/games/raw").refusal(), "422 unplayable-record");
    let list = client.get("/api/games").good();
    assert_eq!(list["games"].as_array().map(Vec::len), Some(5));
}

#[test]
fn saved_games_of_earlier_versions_are_listed_with_their_status() {
    let folder = Folder::new("serve-status", &[]);
    let games = games_of(&folder);
    let served = Served::new(&folder);
    let client = served.client();
    let hash = client.get("/api/variant?name=chess").good()["hash"].as_str().expect("a hash").to_owned();
    for word in ["stands", "status"] {
        let head = format!("# variant chess\n# hash {hash}\n# title Chess\n# players w=human b=human\n# version 2\n");
        let text = format!("{head}# moves 1\n# {word} on Listed as written.\nw:e2-e4\n");
        std::fs::write(games.join(format!("game-{word}.txt")), text).expect("a file");
    }
    let list = client.get("/api/games").good();
    let sentences: Vec<_> = list["games"].as_array().expect("a list").iter().map(|it| &it["sentence"]).collect();
    assert!(sentences.len() == 2 && sentences.iter().all(|it| it.as_str() == Some("Listed as written.")), "{list}");
}

#[test]
fn unknown_record_headers_are_ignored() {
    let folder = Folder::new("serve-headings", &[]);
    let games = games_of(&folder);
    let served = Served::new(&folder);
    let client = served.client();
    let hash = client.get("/api/variant?name=chess").good()["hash"].as_str().expect("a hash").to_owned();
    let text = format!(
        "# variant chess\n# hash {hash}\n# players w=human b=nobody x=random\n# version {}\n# moves many\n# stands\n\
         # undone e7-e5\n# undone a1-a8\n# undone g1-f3\nw:e2-e4\n",
        u64::MAX
    );
    std::fs::write(games.join("game-odd.txt"), text).expect("a file");
    let state = client.state("odd");
    assert_eq!((&state["at"], &state["undone"]), (&json!(1), &json!(1)));
    let redo = json!({ "version": state["version"] });
    let state = client.post("/api/games/odd/redo", &redo).good();
    assert_eq!(texts(&state), ["w e2-e4", "b e7-e5"]);
    assert_eq!(texts(&client.act("odd", "Ng1-f3")).len(), 3);
}

#[test]
fn a_game_starts_from_a_position_or_a_record() {
    let folder = Folder::new("serve-begin", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let record = "# variant chess\n# position w:Ke1,Pe2 b:Ke8 turn=w\nw:e2-e4 b:Ke8-e7\nw claims draw\nb refuses\n";
    let state = client.create_game(json!({ "record": record }));
    assert_eq!(texts(&state), ["w e2-e4", "b Ke8-e7", "w w claims draw", "b b refuses"]);
    let again = client.create_game(json!({ "variant": "chess", "record": state["record"] }));
    assert_eq!(texts(&again), texts(&state));
    let position = client.create_game(json!({ "variant": "chess", "position": state["position"] }));
    assert_eq!(position["position"], state["position"]);
    let wrong = client.post("/api/games", &json!({ "variant": "chess", "position": "w:Ke1 b:Kx9 turn=q" }));
    assert_eq!(wrong.refusal(), "422 position");
    let wrong = client.post("/api/games", &json!({ "variant": "chess", "record": "w:e2-e4 b:e2-e4\n" }));
    assert_eq!(wrong.refusal(), "422 unplayable-record");
    assert!(wrong.json()["error"]["message"].as_str().is_some_and(|it| it.to_lowercase().contains("line 1")));
    let long = "w:e2-e4 ".repeat(40_000);
    let wrong = client.post("/api/games", &json!({ "variant": "chess", "record": long }));
    assert_eq!(wrong.refusal(), "422 unplayable-record");
}

#[test]
fn a_move_that_cannot_be_saved_is_not_played() {
    let folder = Folder::new("serve-kept", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let id = id(&client.create_game(json!({ "variant": "chess" })));
    client.act(&id, "d2-d4");
    let file = games_of(&folder).join(format!("game-{id}.txt"));
    let text = std::fs::read_to_string(&file).expect("a record");
    // Another server continues the game.
    let gone_on = text.replace("# version 2\n", "# version 7\n").replace("d2-d4", "c2-c4");
    std::fs::write(&file, gone_on).expect("a file");
    let response = client.post(&format!("/api/games/{id}/act"), &json!({ "version": 2, "text": "e7-e5" }));
    assert_eq!(response.refusal(), "409 stale");
    let state = client.state(&id);
    assert_eq!((&state["version"], texts(&state)), (&json!(7), vec!["w c2-c4".to_owned()]));
    // The folder is deleted.
    let aside = folder.path().join("aside");
    std::fs::rename(games_of(&folder), &aside).expect("a folder");
    let response = client.post(&format!("/api/games/{id}/act"), &json!({ "version": 7, "text": "d7-d5" }));
    assert!(["409 changed-elsewhere", "507 cannot-keep"].contains(&response.refusal().as_str()), "{}", response.body);
    assert_eq!(client.post("/api/games", &json!({ "variant": "chess" })).refusal(), "507 cannot-keep");
    std::fs::rename(&aside, games_of(&folder)).expect("a folder");
    assert_eq!(client.state(&id), state, "the game is in its last saved state");
    assert_eq!(texts(&client.act(&id, "d7-d5")), ["w c2-c4", "b d7-d5"]);
}
