//! The edited file: checks, reach, saving, and changes by another program.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{Served, wait_for};
use crate::support::Folder;

const MINE: &str = "name = \"Mine\"\nextends = [\"3-man-chess\"]\n";
const CASE: &str = "about = \"A rook does not cross a moat.\"\nvariant = \"mine.toml\"\n\
position = \"w:KWHd1,RWHa1 g:KGRd1 b:KBLd1 turn=w\"\n[expect]\nillegal = { \"WHa1-GRh1\" = \"barrier-move\" }\n";

fn with_file(name: &str) -> (Folder, Served) {
    let folder = Folder::new(name, &[("mine.toml", MINE), ("moat.case.toml", CASE), ("parent.toml", MINE)]);
    let served = Served::with_variant(&folder, "mine.toml");
    (folder, served)
}

fn check(served: &Served, text: &str) -> Value {
    served.client().post("/api/design/check", &json!({ "text": text })).good()
}

#[test]
fn the_file_is_checked_during_editing() {
    let (_folder, served) = with_file("serve-design");
    let file = served.client().get("/api/design").good();
    assert_eq!((&file["text"], &file["writable"], &file["cases"]), (&json!(MINE), &json!(true), &json!(1)));
    let response = check(&served, MINE);
    assert_eq!(
        (&response["ok"], &response["title"], &response["findings"]),
        (&json!(true), &json!("Mine"), &json!([]))
    );
    assert!(response["svg"].as_str().is_some_and(|it| it.starts_with("<svg")));
    assert_eq!(response["squares"].as_array().map(Vec::len), Some(144));
    assert_eq!(
        response["cases"],
        json!([{ "file": "moat.case.toml", "about": "A rook does not cross a moat.", "holds": true, "message": "" }])
    );
    // An unfinished edit.
    let response = check(&served, &format!("{MINE}[piece.rook\nletter = "));
    assert_eq!((&response["ok"], &response["svg"]), (&json!(false), &Value::Null));
    let finding = &response["findings"][0];
    assert_eq!((&finding["severity"], &finding["line"]), (&json!("error"), &json!(3)));
    assert!(finding["end_line"].as_u64() >= finding["line"].as_u64(), "{finding}");
    assert!(finding["column"].is_u64() && finding["end_column"].is_u64(), "{finding}");
    // A change that breaks a case.
    let open = format!("{MINE}[barrier.moat.closed]\nallows = [\"move\"]\n");
    let response = check(&served, &open);
    assert_eq!(response["ok"], true, "{}", response["findings"]);
    assert_eq!(response["cases"][0]["holds"], false);
    assert!(
        response["cases"][0]["message"].as_str().is_some_and(|it| it.contains("expected barrier-move")),
        "{}",
        response["cases"]
    );
    // The request may contain cases, too.
    let sent =
        json!({ "text": MINE, "cases": [{ "file": "sent.toml", "text": CASE }, { "file": "bad.toml", "text": "x" }] });
    let response = served.client().post("/api/design/check", &sent).good();
    let holds: Vec<&Value> = response["cases"].as_array().expect("cases").iter().map(|it| &it["holds"]).collect();
    assert_eq!(holds, [&json!(true), &json!(true), &json!(false)]);
}

#[test]
fn the_reach_follows_the_text() {
    let (_folder, served) = with_file("serve-design-reach");
    let client = served.client();
    let reach = |text: &str| {
        let body = json!({ "text": text, "seat": "w", "kind": "B", "square": "WHc3" });
        client.post("/api/design/reach", &body).good()["squares"].as_array().expect("squares").len()
    };
    let longer = format!("{MINE}[piece.bishop]\nletter = \"B\"\nmovement = \"BD\"\nvalue = 4\nrole = \"piece\"\n");
    let (plain, leaps) = (reach(MINE), reach(&longer));
    assert!(leaps > plain, "{leaps} {plain}");
    assert_eq!(reach(MINE), plain);
    let broken = json!({ "text": "x", "seat": "w", "kind": "B", "square": "WHc3" });
    assert_eq!(client.post("/api/design/reach", &broken).refusal(), "422 rulebook");
}

#[test]
fn only_the_given_file_is_saved() {
    let (folder, served) = with_file("serve-save");
    let client = served.client();
    let stamp = client.get("/api/design").good()["stamp"].clone();
    let text = format!("{MINE}about = \"changed\"\n");
    let response = client.post("/api/design/save", &json!({ "text": text, "stamp": stamp })).good();
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(read("mine.toml"), text);
    // A page with an old text gets the new one, and nothing is lost.
    let late = client.post("/api/design/save", &json!({ "text": "mine", "stamp": stamp }));
    assert_eq!(late.refusal(), "409 changed-elsewhere");
    assert_eq!((&late.json()["text"], &late.json()["stamp"]), (&json!(text), &response["stamp"]));
    assert_eq!(read("mine.toml"), text);
    // No name beside the text chooses another file.
    for name in ["path", "name", "file"] {
        let other = json!({ "text": "y", "stamp": response["stamp"], name: "parent.toml" });
        assert_eq!(client.post("/api/design/save", &other).refusal(), "400 bad-json", "{name}");
    }
    client.post("/api/design/save", &json!({ "text": "x", "stamp": response["stamp"] })).good();
    assert_eq!((read("mine.toml"), read("parent.toml")), ("x".to_owned(), MINE.to_owned()));
    let names = |it: std::fs::DirEntry| it.file_name().into_string().expect("a name");
    let mut files: Vec<String> = std::fs::read_dir(folder.path()).expect("a folder").flatten().map(names).collect();
    files.sort();
    assert_eq!(files, ["games", "mine.toml", "moat.case.toml", "parent.toml"]);
    // A text that is not a valid rulebook is saved, too: it belongs to the author.
    let games = Served::with_variant(&folder, "mine.toml");
    assert_eq!(games.client().get("/api/design").good()["text"], "x");
    assert_eq!(games.client().get("/api/variants").good()["variants"][0]["sort"], "file");
}

#[cfg(unix)]
#[test]
fn a_symlink_is_written_through() {
    let folder = Folder::new("serve-link", &[("real.toml", MINE)]);
    std::os::unix::fs::symlink(folder.path().join("real.toml"), folder.path().join("link.toml")).expect("a link");
    let served = Served::with_variant(&folder, "link.toml");
    let stamp = served.client().get("/api/design").good()["stamp"].clone();
    served.client().post("/api/design/save", &json!({ "text": "new", "stamp": stamp })).good();
    assert_eq!(std::fs::read_to_string(folder.path().join("real.toml")).expect("a file"), "new");
    assert!(folder.path().join("link.toml").is_symlink());
}

#[test]
fn a_change_by_another_program_is_loaded() {
    let (folder, served) = with_file("serve-elsewhere");
    let client = served.client();
    let mut events = client.listen("/api/design/events");
    let first = events.version();
    let text = MINE.replace("Mine", "Theirs");
    std::fs::write(folder.path().join("mine.toml"), &text).expect("a file");
    assert!(events.version() > first);
    let response =
        wait_for("the text is there", || Some(client.get("/api/design").good()).filter(|it| it["text"] == text));
    assert_eq!(response["writable"], true);
    // Games that start now use the new text.
    let path = folder.path().join("mine.toml").display().to_string();
    assert_eq!(client.create_game(json!({ "variant": path }))["title"], "Theirs");
    std::fs::remove_file(folder.path().join("mine.toml")).expect("a file");
    let gone = wait_for("it has gone", || Some(client.get("/api/design").good()).filter(|it| it["text"] == ""));
    let again = json!({ "text": MINE, "stamp": gone["stamp"] });
    client.post("/api/design/save", &again).good();
    assert_eq!(std::fs::read_to_string(folder.path().join("mine.toml")).expect("a file"), MINE);
}

#[test]
fn parents_are_read_from_the_folder_of_the_file() {
    let outside = Folder::new("serve-outside", &[("outside.toml", MINE), ("secret.txt", "secret")]);
    let (folder, served) = with_file("serve-parents");
    let check = |parent: &str| check(&served, &format!("name = \"x\"\nextends = [\"{parent}\"]\n"));
    assert_eq!(check("parent.toml")["ok"], true);
    assert_eq!(check("./parent.toml")["ok"], true);
    assert_eq!(check("readings/3-man-chess-moat-b")["ok"], true);
    let elsewhere = |name: &str| outside.path().join(name).display().to_string();
    let up = format!("../{}/outside.toml", outside.path().file_name().expect("a name").to_string_lossy());
    for parent in
        [elsewhere("outside.toml"), elsewhere("secret.txt"), up, "./secret.txt".to_owned(), "/etc/passwd".to_owned()]
    {
        let response = check(&parent.replace('\\', "/"));
        assert_eq!(
            (&response["ok"], &response["findings"][0]["code"]),
            (&json!(false), &json!("unknown-parent")),
            "{parent}"
        );
        assert!(!response.to_string().contains("root:"), "{parent}");
    }
    drop(folder);
}

#[test]
fn a_catalog_entry_can_be_edited_but_not_saved() {
    let folder = Folder::new("serve-name", &[]);
    let served = Served::with_variant(&folder, "3-man-chess");
    let client = served.client();
    let response = client.get("/api/design").good();
    assert_eq!((&response["path"], &response["writable"]), (&Value::Null, &json!(false)));
    let text = response["text"].as_str().expect("a text");
    assert_eq!(check(&served, text)["ok"], true);
    for name in ["readings/3-man-chess-moat-b", "mechanisms/torus", "3-man-chess-moat-b"] {
        let its = client.get(&format!("/api/design?name={name}")).good();
        let body = json!({ "text": its["text"], "name": name });
        let response = client.post("/api/design/check", &body).good();
        assert_eq!(response["ok"], true, "{name}: {}", response["findings"]);
    }
    let save = client.post("/api/design/save", &json!({ "text": "x", "stamp": response["stamp"] }));
    assert_eq!(save.refusal(), "403 no-file");
}

#[test]
fn text_size_is_limited() {
    let (_folder, served) = with_file("serve-large");
    let mut text = MINE.to_owned();
    for number in 0..20_000 {
        let _ = writeln!(text, "key-{number} = {number}");
    }
    let response = check(&served, &text);
    assert_eq!(response["ok"], false);
    assert!(response["findings"].as_array().is_some_and(|it| it.len() <= 101));
}

#[test]
fn a_hundred_cases_run_after_each_edit() {
    let (folder, served) = with_file("serve-hundred");
    std::fs::create_dir(folder.path().join("cases")).expect("a folder");
    for number in 0..100 {
        let case = CASE.replace("mine.toml", "../mine.toml");
        let case = if number == 42 { case.replace("barrier-move", "blocked") } else { case };
        std::fs::write(folder.path().join("cases").join(format!("{number:03}.toml")), case).expect("a file");
    }
    let response = check(&served, MINE);
    let cases = response["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), 101);
    let failing: Vec<&Value> = cases.iter().filter(|it| it["holds"] != true).map(|it| &it["file"]).collect();
    assert_eq!(failing, ["042.toml"]);
}
