//! The lab of the page: the figures of the command, the comparison with the parent, and limits.

use serde_json::{Value, json};

use super::{Served, wait_for};
use crate::serve::client::Client;
use crate::support::{Folder, ask};

const MINE: &str =
    "name = \"Mine\"\npart = \"game\"\nextends = [\"chess\"]\nwithout = [\"castling\", \"castling-rules\"]\n";

fn with_file(name: &str, text: &str) -> (Folder, Served) {
    let folder = Folder::new(name, &[("mine.toml", text)]);
    let served = Served::with_variant(&folder, "mine.toml");
    (folder, served)
}

fn start(client: &Client, more: &Value) -> Value {
    let mut body = json!({ "text": MINE });
    if let (Value::Object(all), Value::Object(more)) = (&mut body, more) {
        all.extend(more.clone());
    }
    client.post("/api/design/lab", &body).good()
}

/// Waits for the end of a lab.
fn ended(client: &Client, lab: &Value) -> Value {
    let path = path(lab);
    wait_for("the lab ends", || Some(client.get(&path).good()).filter(|it| it["state"] != "running"))
}

fn path(lab: &Value) -> String {
    format!("/api/design/lab/{}", lab["id"].as_str().expect("an id"))
}

#[test]
fn figures_are_those_of_the_command() {
    let (folder, served) = with_file("serve-lab", MINE);
    let client = served.client();
    let file = folder.path().join("mine.toml").display().to_string();
    for (more, args) in [
        (json!({ "games": 12, "seed": 7, "impact": true }), &["--games", "12", "--seed", "7"][..]),
        (json!({ "games": 2, "bot": "brs:20" }), &["--games", "2", "--seat", "all=brs:20", "--impact", "0"]),
    ] {
        let lab = ended(&client, &start(&client, &more));
        let (games, message) = (&more["games"], &lab["message"]);
        assert_eq!((&lab["state"], &lab["done"], &lab["total"], message), (&json!("done"), games, games, &Value::Null));
        assert!(lab["rate"].as_f64().is_some_and(|it| it > 0.0) && lab["seconds_left"] == 0.0, "{lab}");
        let run = ask(&[&["lab", &file, "--format", "json"], args].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let expected: Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!(lab["labs"], json!([lab["labs"][0]]));
        assert_eq!(lab["labs"][0]["report"], expected);
        assert_eq!(client.get(&format!("{}/draft.json", path(&lab))).good(), expected);
        assert_eq!((&lab["labs"][0]["title"], &lab["differences"]), (&json!("Mine"), &Value::Null));
        for text in [&lab["labs"][0]["sentences"]["fairness"], &lab["labs"][0]["sentences"]["length"]] {
            assert!(text.as_str().is_some_and(|it| it.ends_with('.')), "{text}");
        }
        // Without a difference, the level is stated.
        let fairness = lab["labs"][0]["sentences"]["fairness"].as_str().unwrap_or_default();
        assert!(!fairness.contains("No difference") || fairness.contains("p below 0.01"), "{fairness}");
        for chart in ["points", "length", "heat"] {
            let svg = &lab["labs"][0]["charts"][chart];
            assert!(svg.as_str().is_some_and(|it| it.starts_with("<svg")), "{chart}: {svg}");
        }
        let page = client.get(&format!("{}/draft.html", path(&lab)));
        let run = ask(&[&["lab", &file, "--format", "html"], args].concat());
        assert_eq!((page.status, page.body), (200, run.out));
    }
}

#[test]
fn a_draft_is_compared_with_its_parent() {
    let (folder, served) = with_file("serve-lab-parent", MINE);
    let client = served.client();
    let lab = ended(&client, &start(&client, &json!({ "games": 10, "compare": "parent" })));
    assert_eq!((&lab["done"], &lab["total"]), (&json!(20), &json!(20)));
    let file = folder.path().join("mine.toml").display().to_string();
    let run = ask(&["lab", "chess", &file, "--games", "10", "--format", "json"]);
    let expected: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(lab["differences"], expected["differences"][0]);
    let reports = [&lab["labs"][1]["report"], &lab["labs"][0]["report"]];
    assert_eq!(reports, [&expected["labs"][0], &expected["labs"][1]]);
    assert_eq!(client.get(&format!("{}/comparison.json", path(&lab))).good(), expected);
    let page = client.get(&format!("{}/comparison.html", path(&lab)));
    assert!(page.status == 200 && page.body.contains("<td>points of White</td>"), "{}", page.body);
    assert!(client.get(&format!("{}/parent.html", path(&lab))).body.contains("<title>Chess: 10 games</title>"));
}

/// A rulebook of its own is compared with its saved version, and one that extends a game can be.
#[test]
fn a_draft_is_compared_with_its_saved_version() {
    let chess = threefold::catalog::find("chess").expect("chess").text;
    let (_folder, served) = with_file("serve-lab-saved", chess);
    let client = served.client();
    let edited =
        format!("{}\nwithout = [\"promotion\"]\n", "name = \"Edited\"\npart = \"game\"\nextends = [\"chess\"]");
    for (text, compare) in [(chess.replace("\"Chess\"", "\"Mine\""), "parent"), (edited.clone(), "saved")] {
        let body = json!({ "text": text, "games": 1, "compare": compare });
        let response = client.post("/api/design/lab", &body);
        // Another title makes no other rules.
        match compare {
            "parent" => assert_eq!(response.refusal(), "422 same-rules"),
            _ => assert_eq!(response.good()["labs"][1]["title"], "Chess"),
        }
    }
    let text = "name = \"Alone\"\n";
    let unsaved = Served::new(&Folder::new("serve-lab-unsaved", &[]));
    let body = json!({ "text": edited, "compare": "saved" });
    assert_eq!(unsaved.client().post("/api/design/lab", &body).refusal(), "422 no-parent");
    let body = json!({ "text": text, "compare": "parent" });
    assert_eq!(unsaved.client().post("/api/design/lab", &body).refusal(), "422 rulebook");
}

#[test]
fn a_lab_stops_and_keeps_its_figures() {
    let (_folder, served) = with_file("serve-lab-stop", MINE);
    let client = served.client();
    let lab = start(&client, &json!({ "games": 100_000 }));
    assert_eq!((&lab["state"], &lab["rate"]), (&json!("running"), &Value::Null));
    let some = wait_for("games", || Some(client.get(&path(&lab)).good()).filter(|it| it["done"] != 0));
    assert_eq!(some["labs"][0]["report"]["games"], some["done"]);
    let stopped = client.post(&format!("{}/stop", path(&lab)), &json!({})).good();
    assert_eq!(stopped["state"], "stopped");
    assert!(stopped["message"].as_str().is_some_and(|it| it.starts_with("Stopped after ")), "{}", stopped["message"]);
    // Other requests were answered meanwhile, and the next lab starts at once.
    let next = start(&client, &json!({ "games": 1 }));
    assert_eq!(ended(&client, &next)["state"], "done");
    assert!(client.get(&path(&lab)).good()["labs"][0]["report"]["games"].as_u64() >= some["done"].as_u64());
    // The server ends while a lab is running.
    start(&client, &json!({ "games": 100_000, "bot": "brs:5000" }));
}

#[test]
fn the_number_of_labs_is_bounded() {
    let (_folder, served) = with_file("serve-lab-many", MINE);
    let client = served.client();
    let body = json!({ "text": MINE, "games": 100_000 });
    let labs: Vec<Value> = (0..3).map(|_| client.post("/api/design/lab", &body).good()).collect();
    assert_eq!(client.post("/api/design/lab", &body).refusal(), "429 busy");
    client.post(&format!("{}/stop", path(&labs[0])), &json!({})).good();
    client.post("/api/design/lab", &body).good();
    // The oldest labs are forgotten.
    for lab in &labs {
        client.post(&format!("{}/stop", path(lab)), &json!({})).good();
    }
    for _ in 0..12 {
        let lab = start(&client, &json!({ "games": 1 }));
        client.post(&format!("{}/stop", path(&lab)), &json!({})).good();
    }
    assert_eq!(client.get(&path(&labs[0])).refusal(), "404 no-such-lab");
}

#[test]
fn what_a_lab_cannot_play_is_refused() {
    let (_folder, served) = with_file("serve-lab-refused", MINE);
    let client = served.client();
    let board = "name = \"Board\"\npart = \"game\"\nextends = [\"chess\"]\nsetup = \"none\"\nwithout = [\"setup\"]\n";
    for (body, refusal) in [
        (json!({ "text": format!("{MINE}[piece.rook\n") }), "422 rulebook"),
        (json!({ "text": board }), "422 position"),
        (json!({ "text": MINE, "games": 0 }), "422 games"),
        (json!({ "text": MINE, "games": 1_000_001 }), "422 games"),
        (json!({ "text": MINE, "games": 100_001, "bot": "greedy" }), "422 games"),
        (json!({ "text": MINE, "bot": "deep" }), "422 bot"),
        (json!({ "text": MINE, "bot": "brs:5001" }), "422 bot"),
        (json!({ "text": MINE, "bot": "brs:1s" }), "422 bot"),
        (json!({ "text": MINE, "bot": "brs:20,threads=2" }), "422 bot"),
        (json!({ "text": MINE, "bot": "brs:20,weights=/etc/passwd" }), "422 bot"),
        (json!({ "text": MINE, "bot": "uci:ls" }), "422 bot"),
        (json!({ "text": MINE, "bot": "club" }), "422 bot"),
        (json!({ "text": MINE, "compare": "sister" }), "400 bad-json"),
        (json!({ "games": 3 }), "400 bad-json"),
    ] {
        assert_eq!(client.post("/api/design/lab", &body).refusal(), refusal, "{body}");
    }
    let lab = start(&client, &json!({ "games": 1 }));
    for file in ["parent.html", "comparison.json", "draft.txt", "draft", "x.html"] {
        assert_eq!(client.get(&format!("{}/{file}", path(&lab))).refusal(), "404 no-such-report", "{file}");
    }
    for path in ["/api/design/lab/0123", "/api/design/lab/0123/draft.html"] {
        assert_eq!(client.get(path).refusal(), "404 no-such-lab", "{path}");
    }
    assert_eq!(client.post("/api/design/lab/0123/stop", &json!({})).refusal(), "404 no-such-lab");
}

/// No page starts another program, so no advice names one.
#[test]
fn the_bots_of_a_lab_are_those_of_the_page() {
    let (_folder, served) = with_file("serve-lab-bots", MINE);
    let response = served.client().post("/api/design/lab", &json!({ "text": MINE, "bot": "foo" }));
    assert!(response.refusal() == "422 bot" && !response.body.contains("uci"), "{}", response.body);
}
