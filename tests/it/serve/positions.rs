//! Earlier positions of a game, and what the state says about undo, offers and the end.

use serde_json::{Value, json};

use super::Served;
use crate::support::Folder;

fn captured(state: &Value) -> Vec<usize> {
    let seats = state["seats"].as_array().expect("seats").iter();
    seats.map(|it| it["captured"].as_array().map_or(0, Vec::len)).collect()
}

#[test]
fn an_earlier_position_has_its_own_players_and_checks() {
    let folder = Folder::new("serve-earlier", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let id = client.create_game(json!({ "variant": "gallery/crazyhouse" }))["id"].as_str().expect("an id").to_owned();
    for text in ["e2-e4", "d7-d5", "e4xd5", "Qd8xd5", "Ke1-e2", "Qd5-e4"] {
        client.act(&id, text);
    }
    let now = client.state(&id);
    assert_eq!((captured(&now), now["checks"][0]["king"].as_str()), (vec![1, 1], Some("e2")));
    let at = |count: usize| client.get(&format!("/api/games/{id}/positions/{count}?seat=b")).good();
    assert_eq!((captured(&at(0)), &at(0)["turn"], &at(0)["last"]), (vec![0, 0], &json!("w"), &Value::Null));
    assert_eq!((captured(&at(3)), &at(3)["last"]["to"]), (vec![1, 0], &json!("d5")));
    assert_eq!((at(5)["checks"].as_array().map(Vec::len), &at(5)["turn"]), (Some(0), &json!("b")));
    // The last one is the state.
    for key in ["seats", "pieces", "checks", "turn", "last", "status"] {
        assert_eq!(at(6)[key], now[key], "{key}");
    }
    for count in ["7", "-1", "one", "99999999999999999999"] {
        let refused = client.get(&format!("/api/games/{id}/positions/{count}"));
        assert_eq!(refused.refusal(), "404 no-such-position", "{count}");
    }
}

#[test]
fn the_state_names_who_may_undo_and_redo() {
    let folder = Folder::new("serve-steps", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let state = client.create_game(json!({ "variant": "chess" }));
    let id = state["id"].as_str().expect("an id");
    assert_eq!((&state["undo"], &state["redo"]), (&Value::Null, &Value::Null));
    client.act(id, "e2-e4");
    let state = client.act(id, "e7-e5");
    assert_eq!((&state["undo"], &state["redo"]), (&json!("b"), &Value::Null));
    let state = client.post(&format!("/api/games/{id}/undo"), &json!({ "version": state["version"] })).good();
    assert_eq!((&state["undo"], &state["redo"]), (&json!("w"), &json!("b")));
}

#[test]
fn a_declined_offer_is_reported_until_the_next_action() {
    let folder = Folder::new("serve-declined", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let id = client.create_game(json!({ "variant": "chess" }))["id"].as_str().expect("an id").to_owned();
    assert_eq!(client.act(&id, "w claims draw")["declined"], Value::Null);
    assert_eq!(client.act(&id, "b refuses")["declined"], "Black declines the draw.");
    assert_eq!(client.act(&id, "e2-e4")["declined"], Value::Null);
}

#[test]
fn a_resignation_is_announced_once() {
    let folder = Folder::new("serve-once", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let id = client.create_game(json!({ "variant": "chess" }))["id"].as_str().expect("an id").to_owned();
    let said = client.act(&id, "w claims resign")["announcement"].as_str().expect("a text").to_owned();
    assert_eq!(said.matches("White resigns.").count(), 1, "{said}");
    assert!(said.contains("Black wins."), "{said}");
}

#[test]
fn the_reference_of_the_language_is_served() {
    let folder = Folder::new("serve-reference", &[]);
    let served = Served::new(&folder);
    let response = served.client().get("/api/reference");
    assert_eq!(response.status, 200);
    assert_eq!(response.header("content-type"), Some("text/plain; charset=utf-8"));
    assert_eq!(response.body, threefold::reference());
}

#[test]
fn an_occupied_square_is_named_as_such_in_a_refused_drop() {
    let folder = Folder::new("serve-drop", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let id = client.create_game(json!({ "variant": "gallery/crazyhouse" }))["id"].as_str().expect("an id").to_owned();
    for text in ["e2-e4", "d7-d5", "e4xd5", "Qd8xd5"] {
        client.act(&id, text);
    }
    let version = client.state(&id)["version"].clone();
    let refused = client.post(&format!("/api/games/{id}/act"), &json!({ "version": version, "text": "P@e1" }));
    let sentence = refused.json()["error"]["message"].as_str().expect("a message").to_owned();
    assert_eq!(sentence, "The pawn may not be dropped on e1, which is occupied.");
}

/// Screen readers hear the names that others see, with the properties of a piece.
#[test]
fn pieces_are_named_by_their_labels() {
    let folder = Folder::new("serve-labels", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let id = |state: &Value| state["id"].as_str().expect("an id").to_owned();
    let state = client.create_game(json!({ "variant": "shogi", "position": "s:Ke1,Ne5 g:Ke9 turn=s" }));
    let moves = state["moves"].as_array().expect("moves");
    let promotes = moves.iter().find(|it| it["from"] == "e5" && it["promotion"].is_string()).expect("a promotion");
    let to = promotes["to"].as_str().expect("a square");
    let state = client.act(&id(&state), promotes["text"].as_str().expect("a text"));
    let piece = state["pieces"].as_array().expect("pieces").iter().find(|it| it["square"] == to).expect("a piece");
    assert_eq!((&piece["kind"], &piece["label"]), (&json!("promoted-knight"), &json!("promoted knight")));
    let announcement = state["announcement"].as_str().expect("an announcement");
    let expected = format!("Sente moved the knight from e5 to {to}, where it became a promoted knight. ");
    assert!(announcement.starts_with(&expected), "{announcement}");
    let text = "name = \"Mine\"\nextends = [\"chess\"]\n\n[tag.brave]\nlabel = \"brave and bold\"\npieces = [\"knight\"]\n\
                set = { captures = {} }\non = \"self\"\n\n[ban.brave]\nmove = { piece = { tag = \"brave\" }, captures = {} }\n";
    let state = client.create_game(json!({ "text": text, "position": null }));
    let act = |text: &str| client.act(&id(&state), text);
    for text in ["b1-c3", "d7-d5"] {
        act(text);
    }
    let state = act("c3-d5");
    let piece = state["pieces"].as_array().expect("pieces").iter().find(|it| it["square"] == "d5").expect("a piece");
    assert_eq!((&piece["label"], &piece["marks"]), (&json!("knight"), &json!(["brave and bold"])));
}

/// The page marks each error in the field, so it needs the places in characters.
#[test]
fn errors_of_a_position_have_places() {
    let folder = Folder::new("serve-position-errors", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    for path in ["/api/games", "/api/explain"] {
        let mut request = json!({ "variant": "chess", "position": "w:Ké9,Pe2 b:Ke8 turn=w" });
        if path == "/api/explain" {
            (request["from"], request["to"]) = (json!("e2"), json!("e4"));
        }
        let response = client.post(path, &request);
        assert_eq!(response.refusal(), "422 position", "{path}: {}", response.body);
        let error = &response.json()["errors"][0];
        assert_eq!((&error["start"], &error["end"]), (&json!(3), &json!(5)), "{error}");
        assert!(error["message"].as_str().is_some_and(|it| it.contains("é9")), "{error}");
        assert!(error["help"].is_string(), "{error}");
    }
}

/// A player may pick the rook instead of the king's destination.
#[test]
fn castling_names_the_square_of_the_rook() {
    let folder = Folder::new("serve-castling", &[]);
    let served = Served::new(&folder);
    let state =
        served.client().create_game(json!({ "variant": "chess", "position": "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1" }));
    let moves = state["moves"].as_array().expect("moves");
    let rooks: Vec<(&str, &str)> =
        moves.iter().filter_map(|it| Some((it["castling"].as_str()?, it["rook"].as_str()?))).collect();
    assert_eq!(rooks.len(), 2, "{rooks:?}");
    assert!(rooks.iter().any(|it| it.1 == "a1") && rooks.iter().any(|it| it.1 == "h1"), "{rooks:?}");
}
