//! The folder of games: two servers share it, its list has pages, and games can be deleted.

use serde_json::{Value, json};

use super::{Served, games_of};
use crate::support::Folder;

fn id(state: &Value) -> String {
    state["id"].as_str().expect("an id").to_owned()
}

fn listed(list: &Value) -> Vec<String> {
    list["games"].as_array().expect("games").iter().map(id).collect()
}

#[test]
fn two_servers_on_one_folder_take_turns() {
    let folder = Folder::new("serve-two", &[]);
    let (first, second) = (Served::new(&folder), Served::new(&folder));
    let (one, other) = (first.client(), second.client());
    let game = id(&one.create_game(json!({ "variant": "chess" })));
    one.act(&game, "e2-e4");
    assert_eq!(other.state(&game)["turn"], "b");
    // Each server sees the other's move and continues from there.
    for (number, (client, text)) in [(&other, "e7-e5"), (&other, "g1-f3"), (&one, "b8-c6")].iter().enumerate() {
        let state = client.act(&game, text);
        assert_eq!(state["at"], number + 2, "{text}");
    }
    assert_eq!(one.state(&game)["position"], other.state(&game)["position"]);
    // A request for the board before the other server's move is stale and changes nothing.
    let version = one.state(&game)["version"].as_u64().expect("a version");
    other.act(&game, "d2-d4");
    let late = one.post(&format!("/api/games/{game}/act"), &json!({ "version": version, "text": "a2-a3" }));
    assert_eq!(late.refusal(), "409 stale");
    assert_eq!(late.json()["state"]["at"], 5);
}

#[test]
fn concurrent_writes_of_two_servers_lose_nothing() {
    let folder = Folder::new("serve-two-at-once", &[]);
    let (first, second) = (Served::new(&folder), Served::new(&folder));
    let clients = [first.client(), second.client()];
    let game = id(&clients[0].create_game(json!({ "variant": "chess" })));
    const MOVES: [&str; 4] = ["Ng1-f3", "Ng8-f6", "Nf3-g1", "Nf6-g8"];
    clients[0].act(&game, MOVES[0]);
    let done: Vec<usize> = std::thread::scope(|scope| {
        let threads: Vec<_> = clients
            .iter()
            .map(|client| {
                let game = &game;
                scope.spawn(move || {
                    let mut done = 0;
                    for _ in 0..40 {
                        let state = client.state(game);
                        let at = state["at"].as_u64().expect("a number") as usize;
                        let act = json!({ "version": state["version"], "text": MOVES[at % 4] });
                        let response = client.post(&format!("/api/games/{game}/act"), &act);
                        let refused = ["409 stale", "409 changed-elsewhere", "422 game-over"];
                        match response.status {
                            200 => done += 1,
                            _ => assert!(refused.contains(&response.refusal().as_str()), "{}", response.body),
                        }
                    }
                    done
                })
            })
            .collect();
        threads.into_iter().map(|it| it.join().expect("a page")).collect()
    });
    let states = clients.map(|it| it.state(&game));
    assert_eq!(states[0]["record"], states[1]["record"]);
    assert_eq!(states[0]["at"], 1 + done.iter().sum::<usize>(), "every confirmed act is in the record");
    let left: Vec<String> = std::fs::read_dir(games_of(&folder))
        .expect("a folder")
        .filter_map(|it| it.ok()?.file_name().into_string().ok())
        .filter(|it| it.ends_with(".part"))
        .collect();
    assert!(left.is_empty(), "temporary files are left: {left:?}");
}

#[test]
fn the_game_list_has_pages_and_omits_games_without_moves() {
    let folder = Folder::new("serve-list", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let games: Vec<String> = (0..5).map(|_| id(&client.create_game(json!({ "variant": "chess" })))).collect();
    assert_eq!(client.get("/api/games").good(), json!({ "games": [], "total": 0, "from": 0 }));
    for it in &games[1..] {
        client.act(it, "e2-e4");
    }
    let pages: Vec<Value> =
        [0, 2, 4].iter().map(|from| client.get(&format!("/api/games?from={from}&count=2")).good()).collect();
    assert_eq!(pages.iter().map(|it| listed(it).len()).collect::<Vec<_>>(), [2, 2, 0]);
    assert!(pages.iter().all(|it| it["total"] == 4));
    let mut all: Vec<String> = pages.iter().flat_map(listed).collect();
    all.sort_unstable();
    let mut wanted = games[1..].to_vec();
    wanted.sort_unstable();
    assert_eq!(all, wanted);
    assert!(pages[0]["games"][0]["changed"].as_u64().is_some_and(|it| it > 1_600_000_000), "a date in seconds");
    // A game without moves is still a game, even if it ended or all moves were undone.
    client.act(&games[0], "w claims resign");
    let undo = json!({ "version": client.state(&games[1])["version"] });
    client.post(&format!("/api/games/{}/undo", games[1]), &undo).good();
    assert_eq!(client.get("/api/games").good()["total"], 5);
    assert_eq!(client.get("/api/games?from=x").refusal(), "400 bad-number");
    assert_eq!(client.get("/api/games?count=-1").refusal(), "400 bad-number");
}

/// The files of games in the folder.
fn kept(folder: &Folder) -> usize {
    let entries = std::fs::read_dir(games_of(folder)).expect("a folder").filter_map(Result::ok);
    entries.filter(|it| it.file_name().to_string_lossy().starts_with("game-")).count()
}

#[test]
fn a_game_is_saved_after_its_first_move() {
    let folder = Folder::new("serve-first-move", &[("mine.toml", "name = \"Mine\"\nextends = [\"chess\"]\n")]);
    let mine = folder.path().join("mine.toml").display().to_string();
    let (game, own);
    {
        let served = Served::with_variant(&folder, "mine.toml");
        let client = served.client();
        let games: Vec<String> = (0..60).map(|_| id(&client.create_game(json!({ "variant": "chess" })))).collect();
        own = id(&client.create_game(json!({ "variant": mine })));
        assert_eq!(kept(&folder), 0, "no game has a move");
        // Games in memory outnumber the saved ones, and each can be played.
        assert_eq!(client.state(&games[0])["version"], 1);
        let bot = json!({ "players": { "b": "greedy" } });
        assert_eq!(
            client.post(&format!("/api/games/{}/players", games[1]), &bot).good()["seats"][1]["player"],
            "greedy"
        );
        assert_eq!(kept(&folder), 0);
        client.act(&games[2], "w claims draw");
        assert_eq!(kept(&folder), 1, "an offer is kept");
        game = games[0].clone();
        client.act(&game, "e2-e4");
        assert_eq!(kept(&folder), 2);
        let path = format!("/api/games/{}/delete", games[3]);
        assert_eq!(client.post(&path, &json!({})).good(), json!({ "deleted": games[3] }));
        assert_eq!(client.get(&format!("/api/games/{}", games[3])).refusal(), "404 no-such-game");
        // The rulebook of a file is the one with which the game began.
        std::fs::write(&mine, "name = \"Mine\"\nextends = [\"chess\"]\nwithout = [\"en-passant\"]\n").expect("a file");
        client.act(&own, "e2-e4");
        assert_eq!(kept(&folder), 3);
    }
    let served = Served::new(&folder);
    assert_eq!(served.client().state(&game)["at"], 1);
    assert_eq!(served.client().state(&own)["at"], 1);
}

#[test]
fn a_game_is_deleted_permanently() {
    let folder = Folder::new("serve-delete", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let games: Vec<String> = (0..2).map(|_| id(&client.create_game(json!({ "variant": "chess" })))).collect();
    games.iter().for_each(|it| drop(client.act(it, "e2-e4")));
    let mut events = client.listen(&format!("/api/games/{}/events", games[0]));
    events.version();
    let path = format!("/api/games/{}/delete", games[0]);
    assert_eq!(client.post(&path, &json!({})).good(), json!({ "deleted": games[0] }));
    // Pages that follow the game are notified, and nothing restores it.
    events.version();
    assert_eq!(client.get(&format!("/api/games/{}", games[0])).refusal(), "404 no-such-game");
    assert_eq!(client.post(&path, &json!({})).refusal(), "404 no-such-game");
    let act = json!({ "version": 2, "text": "e7-e5" });
    assert_eq!(client.post(&format!("/api/games/{}/act", games[0]), &act).refusal(), "404 no-such-game");
    assert_eq!(listed(&client.get("/api/games").good()), games[1..]);
    assert_eq!(client.post("/api/games/..%2fx/delete", &json!({})).refusal(), "400 bad-path");
}

#[test]
fn records_that_cannot_be_read_are_listed_with_their_reason() {
    let folder = Folder::new("serve-unreadable", &[]);
    let games = games_of(&folder);
    std::fs::create_dir_all(&games).expect("a folder");
    std::fs::write(games.join("game-raw.txt"), b"\xff\xfe").expect("a file");
    std::fs::write(games.join("game-long.txt"), vec![b'#'; (2 << 20) + 1]).expect("a file");
    let served = Served::new(&folder);
    let client = served.client();
    let list = client.get("/api/games").good();
    let mut response: Vec<&str> =
        list["games"].as_array().expect("games").iter().filter_map(|it| it["sentence"].as_str()).collect();
    response.sort_unstable();
    assert_eq!(response, ["The record is longer than 2 MB.", "The record is not UTF-8 text."]);
    assert_eq!(client.get("/api/games/raw").refusal(), "422 unplayable-record");
    client.post("/api/games/raw/delete", &json!({})).good();
    assert_eq!(client.get("/api/games").good()["total"], 1);
}

/// A folder that is gone, and a line that is damaged, are named as what they are.
#[test]
fn a_missing_folder_is_no_other_server() {
    let folder = Folder::new("serve-gone", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let game = id(&client.create_game(json!({ "variant": "chess" })));
    client.act(&game, "e2-e4");
    let path = games_of(&folder).join(format!("game-{game}.txt"));
    let text = std::fs::read_to_string(&path).expect("a record");
    let hash = text.find("# hash ").expect("a hash") + 20;
    let rest = &text[hash..];
    let cut = format!("{}{}", &text[..hash], &rest[rest.find('\n').expect("an end")..]);
    std::fs::write(games_of(&folder).join("game-cut.txt"), cut).expect("a file");
    let damaged = client.get("/api/games/cut");
    assert!(damaged.body.contains("`# hash` is missing or damaged"), "{}", damaged.body);
    std::fs::remove_dir_all(games_of(&folder)).expect("the folder");
    let act = json!({ "version": 2, "text": "e7-e5" });
    let response = client.post(&format!("/api/games/{game}/act"), &act);
    assert_eq!(response.refusal(), "507 cannot-keep");
    assert!(response.body.contains("is missing"), "{}", response.body);
}

#[test]
fn the_page_receives_the_state_beside_the_board() {
    let folder = Folder::new("serve-standing", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    // Red has lost a queen and a pawn, White nothing: Red's pieces at home are safe from White.
    let position = "w:Kd1,Qd2 r:Ki12,Rl12,Pi11 b:Kd8 turn=w captured=r:Q,P";
    let state = client.create_game(json!({ "variant": "trichess", "position": position }));
    assert_eq!(state["next"], "r");
    let seats = state["seats"].as_array().expect("seats");
    assert_eq!((&seats[0]["captured"], &seats[0]["material"]), (&json!([]), &json!("0 points lost")));
    let queen_and_pawn = [
        json!({ "kind": "queen", "label": "queen", "letter": "Q", "count": 1 }),
        json!({ "kind": "pawn", "label": "pawn", "letter": "P", "count": 1 }),
    ];
    for it in &queen_and_pawn {
        assert!(seats[1]["captured"].as_array().expect("pieces").contains(it), "{}", seats[1]["captured"]);
    }
    assert_eq!(seats[1]["material"], "10 points lost");
    assert!(seats.iter().all(|it| it["score_text"].is_null()), "no points before there are any");
    let protection = state["protection"].as_array().expect("protection");
    let pairs: Vec<(&str, &str)> =
        protection.iter().map(|it| (it["mover"].as_str().unwrap_or(""), it["owner"].as_str().unwrap_or(""))).collect();
    // Two pieces that may not be captured, and three kings that the shield protects.
    assert_eq!(pairs, [("w", "r"), ("b", "r"), ("w", "b"), ("r", "w"), ("b", "r")]);
    assert_eq!(protection[0]["at"], json!(["i12", "l12", "i11"]));
    let sentence = protection[0]["sentence"].as_str().expect("a sentence");
    assert!(sentence.starts_with("White may not capture any of Red's pieces: Red has lost 10, White 0"), "{sentence}");
    // Chess has no such state.
    let chess = client.create_game(json!({ "variant": "chess" }));
    assert_eq!((&chess["protection"], &chess["seats"][0]["captured"]), (&json!([]), &json!([])));
    assert_eq!((&chess["seats"][0]["material"], &chess["next"]), (&Value::Null, &json!("b")));
}
