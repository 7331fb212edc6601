//! Players on other machines: names of the server, keys of seats, links, and drafts.

use std::net::{IpAddr, Ipv4Addr};

use serde_json::{Value, json};

use super::client::{Client, Response};
use super::{Served, games_of, options_with};
use crate::support::Folder;

const NAME: &str = "play.example.org";

/// Sends as a page behind the proxy of that name does.
fn post(client: &Client, path: &str, body: &Value) -> Response {
    let origin = format!("https://{NAME}");
    let headers = [("Host", NAME), ("Origin", origin.as_str()), ("Content-Type", "application/json")];
    client.request(&format!("POST {path}"), &headers, &body.to_string())
}

fn get(client: &Client, path: &str) -> Value {
    client.request(&format!("GET {path}"), &[("Host", NAME)], "").good()
}

fn behind_a_proxy(folder: &Folder) -> Served {
    Served::with(&options_with(folder, |it| it.allow_hosts = vec![NAME.to_owned()]))
}

#[test]
fn only_allowed_hosts_are_answered() {
    let folder = Folder::new("serve-hosts", &[]);
    let served = behind_a_proxy(&folder);
    let client = served.client();
    let port = served.port;
    let ask = |host: &str| client.request("GET /api/games", &[("Host", host)], "");
    for host in [NAME, "PLAY.example.org", &format!("{NAME}:{port}"), &format!("127.0.0.1:{port}")] {
        assert_eq!(ask(host).status, 200, "{host}");
    }
    let other = format!("{NAME}:{}", port ^ 1);
    for host in ["example.org", "xplay.example.org", "play.example.org.evil.example", &other, "192.168.0.7", ""] {
        assert_eq!(ask(host).refusal(), "403 wrong-host", "{host}");
    }
    let begin = |origin: &str| {
        let headers = [("Host", NAME), ("Origin", origin), ("Content-Type", "application/json")];
        client.request("POST /api/games", &headers, "{\"variant\":\"chess\"}")
    };
    for origin in [format!("https://{NAME}"), format!("http://{NAME}"), format!("http://127.0.0.1:{port}")] {
        assert_eq!(begin(&origin).status, 201, "{origin}");
    }
    for origin in ["https://evil.example", NAME, "null", &format!("https://127.0.0.1:{port}"), "https://example.org"] {
        assert_eq!(begin(origin).refusal(), "403 wrong-origin", "{origin}");
    }
    // A name with a port allows only that port.
    let named = vec![format!("{NAME}:8443")];
    let served = Served::with(&options_with(&folder, |it| it.allow_hosts = named));
    let ask = |host: &str| served.client().request("GET /api/games", &[("Host", host)], "");
    assert_eq!(ask(&format!("{NAME}:8443")).status, 200);
    assert_eq!(ask(NAME).refusal(), "403 wrong-host");
    assert_eq!(ask(&format!("{NAME}:{}", served.port)).refusal(), "403 wrong-host");
}

#[test]
fn a_server_on_every_address_answers_by_the_address_that_was_called() {
    let folder = Folder::new("serve-every-address", &[]);
    let served = Served::with(&options_with(&folder, |it| it.host = IpAddr::V4(Ipv4Addr::UNSPECIFIED)));
    let client = served.client();
    let port = served.port;
    assert_eq!(client.get("/api/games").status, 200);
    for host in [format!("0.0.0.0:{port}"), format!("192.0.2.7:{port}"), "evil.example".to_owned()] {
        assert_eq!(client.request("GET /api/games", &[("Host", &host)], "").refusal(), "403 wrong-host", "{host}");
    }
    // The links of its games lead to this machine from elsewhere, or the machine has no network.
    let address = client.create_game(json!({ "variant": "chess" }))["address"].clone();
    let leads = |it: &str| it.starts_with("http://") && it.ends_with(&format!(":{port}")) && !it.contains("127.0.0.1");
    assert!(address.as_str().is_none_or(leads), "{address}");
    let alone = Served::new(&folder);
    assert_eq!(alone.client().create_game(json!({ "variant": "chess" }))["address"], Value::Null);
}

#[test]
fn the_id_of_a_game_gives_no_seat() {
    let folder = Folder::new("serve-keys", &[]);
    let served = behind_a_proxy(&folder);
    let client = served.client();
    let created = post(&client, "/api/games", &json!({ "variant": "3-man-chess" })).good();
    let id = created["id"].as_str().expect("an id").to_owned();
    let key = |seat: &str| created["keys"][seat].as_str().expect("a key").to_owned();
    let keys = [key("w"), key("g"), key("b")];
    assert!(keys.iter().all(|it| it.len() == 24 && it.bytes().all(|it| it.is_ascii_hexdigit())), "{keys:?}");
    assert!(keys[0] != keys[1] && keys[1] != keys[2] && keys[0] != keys[2]);
    // Everybody may watch, and a state contains no keys.
    let state = get(&client, &format!("/api/games/{id}"));
    assert_eq!((&state["keys"], &state["turn"]), (&Value::Null, &json!("w")));
    assert!(!state.to_string().contains(&keys[0]));
    let act = |text: &str, version: u64, keys: &[&str]| {
        let body = json!({ "version": version, "text": text, "keys": keys });
        post(&client, &format!("/api/games/{id}/act"), &body)
    };
    let own: Vec<&str> = keys.iter().map(String::as_str).collect();
    let half = &keys[0][..12];
    for held in [&[][..], &[own[1]], &[own[1], own[2]], &[""], &[half], &["w"]] {
        assert_eq!(act("WHe2-WHe4", 1, held).refusal(), "403 no-key", "{held:?}");
        assert_eq!(act("w claims draw", 1, held).refusal(), "403 no-key", "{held:?}");
    }
    // The key of another game is none of this one.
    let other = post(&client, "/api/games", &json!({ "variant": "3-man-chess" })).good()["keys"]["w"].clone();
    assert_eq!(act("WHe2-WHe4", 1, &[other.as_str().expect("a key")]).refusal(), "403 no-key");
    assert_eq!(act("WHe2-WHe4", 1, &own[..1]).good()["turn"], "g");
    assert_eq!(act("GRe2-GRe4", 2, &own[1..2]).good()["turn"], "b");
    // Only the player who moved takes the move back, and does it again.
    let go = |way: &str, version: u64, keys: &[&str]| {
        post(&client, &format!("/api/games/{id}/{way}"), &json!({ "version": version, "keys": keys }))
    };
    assert_eq!(go("undo", 3, &own[..1]).refusal(), "403 no-key");
    assert_eq!(go("undo", 3, &own[1..2]).good()["turn"], "g");
    assert_eq!(go("redo", 4, &own[2..]).refusal(), "403 no-key");
    assert_eq!(go("redo", 4, &own[1..2]).good()["turn"], "b");
    // A seat is handed to a bot by its player, or by the player who began the game.
    let seat = |keys: &[&str]| {
        let body = json!({ "players": { "b": "greedy", "w": "human" }, "keys": keys });
        post(&client, &format!("/api/games/{id}/players"), &body)
    };
    assert_eq!(seat(&own[..2]).refusal(), "403 no-key");
    assert_eq!(seat(&own[2..]).good()["seats"][2]["player"], "greedy");
    // A game is deleted by the player who has all of its keys.
    let path = format!("/api/games/{id}/delete");
    assert_eq!(post(&client, &path, &json!({})).refusal(), "403 no-key");
    assert_eq!(post(&client, &path, &json!({ "keys": own[..2] })).refusal(), "403 no-key");
    assert_eq!(post(&client, &path, &json!({ "keys": 7 })).refusal(), "400 bad-json");
    post(&client, &path, &json!({ "keys": own })).good();
}

#[test]
fn the_end_of_a_game_is_undone_by_all_its_players() {
    let folder = Folder::new("serve-undo-end", &[]);
    let served = behind_a_proxy(&folder);
    let client = served.client();
    let created = post(&client, "/api/games", &json!({ "variant": "chess" })).good();
    let id = created["id"].as_str().expect("an id").to_owned();
    let key = |seat: &str| created["keys"][seat].clone();
    let act = |text: &str, seat: &str| {
        let version = get(&client, &format!("/api/games/{id}"))["version"].clone();
        let body = json!({ "version": version, "text": text, "keys": [key(seat)] });
        post(&client, &format!("/api/games/{id}/act"), &body).good()
    };
    let undo = |keys: &[Value], seat: Option<&str>| {
        let version = get(&client, &format!("/api/games/{id}"))["version"].clone();
        let body = json!({ "version": version, "as": seat, "keys": keys });
        post(&client, &format!("/api/games/{id}/undo"), &body)
    };
    act("e2-e4", "w");
    let state = act("b claims resign", "b");
    assert_eq!((&state["over"], &state["undo_needs"]), (&json!(true), &json!(["w", "b"])));
    // A visitor has no say. One player is not enough, even the one who ended the game.
    assert_eq!(undo(&[], None).refusal(), "403 no-key");
    for (first, second, needs) in [("b", "w", "White"), ("w", "b", "Black")] {
        let state = undo(&[key(first)], Some(first)).good();
        assert_eq!((&state["over"], &state["undo_needs"]), (&json!(true), &json!([second])));
        let sentence = state["undo_sentence"].as_str().expect("a sentence");
        assert!(
            sentence.ends_with(&format!("wants to undo the end of the game. {needs} has not agreed yet.")),
            "{sentence}"
        );
        assert_eq!(state["announcement"], sentence);
        let again = undo(&[key(first)], Some(first));
        assert_eq!(again.refusal(), "422 undo-waits");
        let state = undo(&[key(second)], None).good();
        assert_eq!((&state["over"], &state["at"], &state["undo_sentence"]), (&json!(false), &json!(1), &Value::Null));
        act("b claims resign", "b");
    }
    // A page with all seats decides alone, unless it plays one of them.
    let both = [key("w"), key("b")];
    assert_eq!(undo(&both, Some("w")).good()["undo_needs"], json!(["b"]));
    assert_eq!(undo(&both, None).good()["over"], false);
    // While the game goes on, a player takes their own move back alone.
    assert_eq!(undo(&[key("b")], None).refusal(), "403 no-key");
    assert_eq!(undo(&[key("w")], None).good()["at"], 0);
}

#[test]
fn the_end_of_a_game_against_bots_is_undone_at_once() {
    let folder = Folder::new("serve-undo-bots", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let state = client.create_game(json!({ "variant": "chess", "players": { "b": "random" } }));
    let id = state["id"].as_str().expect("an id");
    let state = client.act(id, "w claims resign");
    assert_eq!(state["undo_needs"], json!(["w"]));
    let undo = json!({ "version": state["version"], "as": "w" });
    assert_eq!(client.post(&format!("/api/games/{id}/undo"), &undo).good()["over"], false);
}

#[test]
fn other_machines_list_only_games_that_they_know() {
    let folder = Folder::new("serve-known-games", &[]);
    let served = behind_a_proxy(&folder);
    let client = served.client();
    let begin = || {
        let created = post(&client, "/api/games", &json!({ "variant": "chess" })).good();
        let id = created["id"].as_str().expect("an id").to_owned();
        let act = json!({ "version": 1, "text": "e2-e4", "keys": [created["keys"]["w"]] });
        post(&client, &format!("/api/games/{id}/act"), &act).good();
        id
    };
    let ids = [begin(), begin(), begin()];
    let list = |query: &str| {
        let list = get(&client, &format!("/api/games{query}"));
        let games = list["games"].as_array().expect("games").iter().map(|it| it["id"].clone()).collect::<Vec<_>>();
        (games, list["total"].clone())
    };
    assert_eq!(list(""), (vec![], json!(0)));
    assert_eq!(list("?ids="), (vec![], json!(0)));
    assert_eq!(list("?ids=zzz,,*"), (vec![], json!(0)));
    assert_eq!(list(&format!("?ids={}", ids[1])), (vec![json!(ids[1])], json!(1)));
    let (games, total) = list(&format!("?ids={},zzz,{}&count=1", ids[0], ids[2]));
    assert_eq!((games.len(), total), (1, json!(2)));
    // This machine sees all of them, whatever it names.
    let alone = Served::new(&folder);
    for query in ["", "?ids=zzz"] {
        assert_eq!(alone.client().get(&format!("/api/games{query}")).good()["total"], 3);
    }
}

#[test]
fn a_player_who_left_is_replaced_by_a_bot_and_may_return() {
    let folder = Folder::new("serve-left", &[]);
    let served = Served::with(&options_with(&folder, |it| {
        it.allow_hosts = vec![NAME.to_owned()];
        it.patience = std::time::Duration::ZERO;
    }));
    let client = served.client();
    let created = post(&client, "/api/games", &json!({ "variant": "chess" })).good();
    assert_eq!(created["replaceable_in"], 0.0);
    let path = format!("/api/games/{}/players", created["id"].as_str().expect("an id"));
    let seat = |players: Value, key: &Value| post(&client, &path, &json!({ "players": players, "keys": [key] }));
    let (white, black) = (&created["keys"]["w"], &created["keys"]["b"]);
    // White is to move, so White is missed. A visitor without a key replaces no player.
    assert_eq!(seat(json!({ "w": "random" }), &json!("x")).refusal(), "403 no-key");
    assert_eq!(seat(json!({ "b": "random" }), white).refusal(), "403 no-key");
    assert_eq!(seat(json!({ "w": "random" }), black).good()["seats"][0]["player"], "random");
    assert_eq!(seat(json!({ "w": "human" }), black).refusal(), "403 no-key");
    assert_eq!(seat(json!({ "w": "human" }), white).good()["seats"][0]["player"], "human");
}

#[test]
fn a_page_learns_which_seats_its_keys_allow() {
    let folder = Folder::new("serve-own-seats", &[]);
    let served = behind_a_proxy(&folder);
    let client = served.client();
    let created = post(&client, "/api/games", &json!({ "variant": "chess" })).good();
    let path = format!("/api/games/{}/seats", created["id"].as_str().expect("an id"));
    let seats = |keys: Value| post(&client, &path, &json!({ "keys": keys })).good()["seats"].clone();
    assert_eq!(seats(json!([created["keys"]["b"]])), json!(["b"]));
    assert_eq!(seats(json!(["000000000000000000000000"])), json!([]));
    assert_eq!(seats(json!([])), json!([]));
}

#[test]
fn seat_links_survive_a_restart_and_records_contain_no_keys() {
    let folder = Folder::new("serve-keys-restart", &[]);
    let (id, key);
    {
        let served = behind_a_proxy(&folder);
        let created = post(&served.client(), "/api/games", &json!({ "variant": "chess" })).good();
        id = created["id"].as_str().expect("an id").to_owned();
        key = created["keys"]["w"].as_str().expect("a key").to_owned();
        let act = json!({ "version": 1, "text": "e2-e4", "keys": [key] });
        post(&served.client(), &format!("/api/games/{id}/act"), &act).good();
    }
    let text = std::fs::read_to_string(games_of(&folder).join(format!("game-{id}.txt"))).expect("a record");
    assert!(!text.contains(&key), "{text}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let about = std::fs::metadata(games_of(&folder).join(".secret")).expect("a secret");
        assert_eq!(about.permissions().mode() & 0o077, 0, "nobody else may read it");
    }
    let served = behind_a_proxy(&folder);
    let undo = json!({ "version": 2, "keys": [key] });
    assert_eq!(post(&served.client(), &format!("/api/games/{id}/undo"), &undo).good()["turn"], "w");
    // This machine needs no key without a proxy, and receives all of them for its links.
    let alone = Served::new(&folder);
    assert_eq!(alone.client().state(&id)["keys"]["w"], json!(key));
    assert_eq!(alone.client().act(&id, "d2-d4")["turn"], "b");
    // A request that a proxy has passed on is not of this machine.
    let headers = [("Host", alone.client().host()), ("X-Forwarded-For", "203.0.113.5".to_owned())];
    let headers: Vec<(&str, &str)> = headers.iter().map(|it| (it.0, it.1.as_str())).collect();
    let state = alone.client().request(&format!("GET /api/games/{id}"), &headers, "").good();
    assert_eq!(state["keys"], Value::Null);
}

#[test]
fn only_this_machine_saves_the_file() {
    let folder = Folder::new("serve-guest-saves", &[("mine.toml", "name = \"Mine\"\nextends = [\"chess\"]\n")]);
    let mine = folder.path().join("mine.toml");
    let variant = Some(mine.display().to_string());
    let allow_hosts = vec![NAME.to_owned()];
    let served = Served::with(&options_with(&folder, |it| {
        it.variant = variant;
        it.allow_hosts = allow_hosts;
    }));
    let client = served.client();
    let desk = get(&client, "/api/design");
    assert_eq!(desk["writable"], false);
    let save = json!({ "text": "changed", "stamp": desk["stamp"] });
    assert_eq!(post(&client, "/api/design/save", &save).refusal(), "403 only-here");
    assert!(std::fs::read_to_string(mine).expect("a file").starts_with("name = \"Mine\""));
}

#[test]
fn a_draft_is_played_without_being_saved() {
    let folder = Folder::new("serve-draft", &[]);
    let text =
        "name = \"A draft\"\npart = \"game\"\nextends = [\"chess\"]\nwithout = [\"double-step\", \"en-passant\"]\n";
    let (id, variant);
    {
        let served = Served::new(&folder);
        let client = served.client();
        let created = client.create_game(json!({ "text": text }));
        id = created["id"].as_str().expect("an id").to_owned();
        variant = created["variant"].as_str().expect("a name").to_owned();
        assert_eq!((&created["title"], variant.starts_with("draft:")), (&json!("A draft"), true));
        assert_eq!(created["moves"].as_array().map(Vec::len), Some(12), "no double steps");
        // Its board, its rules and its reach are there under its name.
        let name = variant.replace(':', "%3A");
        assert_eq!(client.get(&format!("/api/variant?name={name}")).good()["title"], "A draft");
        assert!(client.get(&format!("/api/rules?name={name}")).good()["html"].is_string());
        client.act(&id, "e2-e3");
        // Another text changes nothing in the game.
        let other = client.create_game(json!({ "text": text.replace("A draft", "Another") }));
        assert_eq!(other["title"], "Another");
        // Both have the same rules. Each keeps its own name and description.
        let title = |name: &Value| {
            let name = name.as_str().expect("a name").replace(':', "%3A");
            client.get(&format!("/api/variant?name={name}")).good()["title"].clone()
        };
        assert_eq!((title(&created["variant"]), title(&other["variant"])), (json!("A draft"), json!("Another")));
        client.act(other["id"].as_str().expect("an id"), "e2-e3");
        for wrong in ["nonsense", "", "name = \"x\"\nextends = [\"nosuch\"]\n"] {
            assert_eq!(client.post("/api/games", &json!({ "text": wrong })).refusal(), "422 rulebook", "{wrong}");
        }
    }
    let served = Served::new(&folder);
    let client = served.client();
    assert_eq!(client.state(&id)["at"], 1);
    let name = variant.replace(':', "%3A");
    assert_eq!(client.get(&format!("/api/variant?name={name}")).good()["title"], "A draft");
    assert_eq!(client.act(&id, "e7-e6")["turn"], "w");
    // A draft whose game had no move is deleted, and the response says so.
    let gone = format!("/api/variant?name=draft%3A{}", "0".repeat(64));
    assert_eq!(client.get(&gone).refusal(), "404 no-such-variant");
    assert_eq!(client.get("/api/variant?name=draft%3A..%2Fx").refusal(), "404 no-such-variant");
}
