//! Server-sent events: in order, to all subscribers, and not to closed connections.

use serde_json::json;

use super::{Served, alone, options_with, wait_for};
use crate::support::Folder;
use threefold::serve::Limits;

#[test]
fn all_subscribers_receive_each_change_in_order() {
    let folder = Folder::new("serve-events", &[]);
    let served = Served::new(&folder);
    let client = served.client();
    let id = client.create_game(json!({ "variant": "3-man-chess" }))["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/games/{id}/events");
    let mut tabs: Vec<_> = (0..3).map(|_| client.listen(&path)).collect();
    assert!(tabs[0].head.contains("200 OK") && tabs[0].head.contains("text/event-stream"), "{}", tabs[0].head);
    tabs.iter_mut().for_each(|it| assert_eq!(it.version(), 1));
    for (version, text) in [(2, "WHe2-WHe4"), (3, "GRe2-GRe4"), (4, "BLe2-BLe4")] {
        client.act(&id, text);
        // After an event, the change is visible.
        for tab in &mut tabs {
            assert_eq!(tab.version(), version);
            assert_eq!(client.state(&id)["version"], version);
        }
    }
    // A tab that connects later gets the current state.
    assert_eq!(client.listen(&path).version(), 4);
    // A subscriber gets no events of other games.
    client.create_game(json!({ "variant": "chess" }));
    client.post(&format!("/api/games/{id}/undo"), &json!({ "version": 4 })).good();
    tabs.iter_mut().for_each(|it| assert_eq!(it.version(), 5));
    drop(tabs);
    wait_for("those who have gone are forgotten", || (served.handle.listening() == 0).then_some(()));
}

#[test]
fn the_number_of_subscribers_is_limited() {
    let _alone = alone();
    let folder = Folder::new("serve-streams", &[]);
    let mut limits = Limits::default();
    limits.streams = 20;
    let served = Served::with(&options_with(&folder, |it| it.limits = limits));
    let client = served.client();
    let id = client.create_game(json!({ "variant": "chess" }))["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/games/{id}/events");
    let mut tabs: Vec<_> = (0..20).map(|_| client.listen(&path)).collect();
    tabs.iter_mut().for_each(|it| assert_eq!(it.version(), 1));
    assert_eq!(client.get(&path).refusal(), "503 too-many-streams");
    client.act(&id, "e2-e4");
    tabs.iter_mut().for_each(|it| assert_eq!(it.version(), 2));
    drop(tabs);
    wait_for("there is room again", || (served.handle.listening() == 0).then_some(()));
    assert_eq!(client.listen(&path).version(), 2);
    assert_eq!(client.get("/api/games/nosuch/events").refusal(), "404 no-such-game");
}
