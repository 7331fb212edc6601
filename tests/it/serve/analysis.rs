//! Analysis and bots in the background: best lines, costly moves, and requests while a bot thinks.

use serde_json::{Value, json};

use super::{Served, games_of, wait_for};
use crate::support::Folder;

#[test]
fn the_best_lines_of_a_position_arrive_in_the_background() {
    let folder = Folder::new("serve-lines", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let game = client.create_game(json!({ "variant": "3-man-chess" }));
    let path = format!("/api/games/{}/lines?lines=2", game["id"].as_str().expect("an id"));
    let found = wait_for("lines", || Some(client.get(&path).good()).filter(|it| it["nodes"] != 0));
    let lines = found["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 2);
    for line in lines {
        assert!(line["arrow"].as_str().is_some_and(|it| it.starts_with("<path")), "{line}");
        assert!(line["reason"].as_str().is_some_and(|it| it.starts_with("It ")), "{line}");
        assert_eq!(line["points"].as_object().map(|it| it.len()), Some(3));
    }
    assert_eq!(client.get(&format!("{path}&at=x")).refusal(), "400 bad-number");
    assert_eq!(client.get("/api/games/nothere/lines").refusal(), "404 no-such-game");
}

#[test]
fn a_thinking_bot_delays_no_request() {
    let folder = Folder::new("serve-thinking", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let game = client.create_game(json!({ "variant": "chess", "players": { "black": "full" } }));
    let id = game["id"].as_str().expect("an id");
    assert_eq!(game["thinking"], Value::Null);
    let state = client.act(id, "e2-e4");
    assert_eq!(state["thinking"], "b");
    // The search is stopped, and its move is not played.
    let undone = client.post(&format!("/api/games/{id}/undo"), &json!({ "version": state["version"] })).good();
    assert_eq!((&undone["turn"], &undone["thinking"]), (&json!("w"), &Value::Null));
    let state = client.act(id, "d2-d4");
    let taken = client.post(&format!("/api/games/{id}/players"), &json!({ "players": { "black": "human" } })).good();
    assert_eq!((&taken["thinking"], &taken["at"]), (&Value::Null, &state["at"]));
    let again = client.post(&format!("/api/games/{id}/players"), &json!({ "players": { "black": "beginner" } })).good();
    assert_eq!(again["thinking"], "b");
    wait_for("the move of the bot", || (client.state(id)["at"] == 2).then_some(()));
}

#[test]
fn the_analysis_of_a_game_is_kept_with_it() {
    let folder = Folder::new("serve-analysis", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let game = client.create_game(json!({ "variant": "chess" }));
    let id = game["id"].as_str().expect("an id");
    let path = format!("/api/games/{id}/analysis");
    assert_eq!(client.post(&path, &json!({})).good()["state"], "none", "there is nothing to analyze");
    for mv in ["f3", "e5", "g4", "Qh4"] {
        client.act(id, mv);
    }
    assert_eq!(client.get(&path).good()["state"], "none");
    assert_eq!(client.post(&path, &json!({})).good()["total"], 4);
    let done = wait_for("the analysis", || Some(client.get(&path).good()).filter(|it| it["state"] == "done"));
    let white = &done["players"][0];
    assert_eq!((&white["seat"], &white["costliest"][0]), (&json!("w"), &json!(3)), "{done}");
    let file = games_of(&folder).join(format!("analysis-{id}.json"));
    wait_for("the file", || file.exists().then_some(()));
    drop(served);
    let served = Served::new(&folder);
    let client = served.client();
    assert_eq!(client.get(&path).good()["state"], "done", "another server reads the file");
    let version = client.state(id)["version"].clone();
    client.post(&format!("/api/games/{id}/undo"), &json!({ "version": version })).good();
    assert_eq!(client.get(&path).good()["state"], "none", "it is one of another game");
    client.post(&format!("/api/games/{id}/delete"), &json!({})).good();
    assert!(!file.exists());
}
