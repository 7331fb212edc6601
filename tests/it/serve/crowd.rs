//! Load: two hundred pages, and more connections than the server accepts.

use std::io::Read;

use serde_json::{Value, json};

use super::{Served, alone, options_with, wait_for};
use crate::support::Folder;
use threefold::serve::Limits;

const PAGES: usize = 200;

#[test]
fn two_hundred_clients_play_at_once() {
    let _alone = alone();
    let folder = Folder::new("serve-crowd", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    // All pages follow one game, and each plays its own.
    let shared = client.create_game(json!({ "variant": "3-man-chess" }))["id"].as_str().expect("an id").to_owned();
    let tabs: Vec<_> = (0..PAGES).map(|_| client.listen(&format!("/api/games/{shared}/events"))).collect();
    let ended: Vec<(u64, Value)> = std::thread::scope(|scope| {
        let threads: Vec<_> = tabs
            .into_iter()
            .map(|mut tab| {
                let (client, shared) = (client.clone(), shared.clone());
                scope.spawn(move || {
                    let id =
                        client.create_game(json!({ "variant": "chess" }))["id"].as_str().expect("an id").to_owned();
                    ["e2-e4", "e7-e5"].iter().for_each(|it| drop(client.act(&id, it)));
                    // One page is first; the others get a conflict.
                    let act = json!({ "version": 1, "text": "WHe2-WHe4" });
                    let response = client.post(&format!("/api/games/{shared}/act"), &act);
                    assert!(response.status == 200 || response.refusal() == "409 stale", "{}", response.body);
                    let mut seen = 0;
                    while seen < 2 {
                        let version = tab.version();
                        assert!(version > seen, "versions rise");
                        seen = version;
                    }
                    (u64::from(response.status == 200), client.state(&id)["at"].clone())
                })
            })
            .collect();
        threads.into_iter().map(|it| it.join().expect("a page")).collect()
    });
    assert_eq!(ended.iter().map(|it| it.0).sum::<u64>(), 1, "one was first");
    assert!(ended.iter().all(|it| it.1 == 2));
    let state = client.state(&shared);
    assert_eq!((&state["version"], &state["at"]), (&json!(2), &json!(1)));
    assert_eq!(client.get("/api/games").good()["total"], PAGES + 1);
}

#[test]
fn closed_connections_free_their_slots() {
    let _alone = alone();
    let folder = Folder::new("serve-room", &[]);
    let mut limits = Limits::default();
    limits.connections = 8;
    let served = Served::with(&options_with(&folder, |it| it.limits = limits));
    let client = served.client();
    let held: Vec<_> = (0..8).map(|_| client.open()).collect();
    let mut answer = String::new();
    let _ = client.open().read_to_string(&mut answer);
    assert!(answer.starts_with("HTTP/1.1 503") && answer.contains("busy"), "{answer}");
    drop(held);
    wait_for("there is room again", || {
        let answer = client.send(
            format!("GET /api/games HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", client.host()).as_bytes(),
        );
        answer.starts_with(b"HTTP/1.1 200").then_some(())
    });
}
