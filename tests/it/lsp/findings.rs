//! Findings: those of `check` for rulebooks, and those of `verify` for cases.

use serde_json::json;

use super::Editor;
use super::editor::{line_of, uri};
use crate::support::{Folder, ask, files_under, root};

/// A parent with a mistake in line 4.
const PARENT: &str = "name = \"Parent\"\npart = \"rules\"\n[check]\nattackers = \"everybody\"\nown-king = \"kept-safe\"\nkings = \"never-captured\"\n";

/// Texts, each with all of its findings.
const TEXTS: &[(&str, &[&str])] = &[
    ("name = \"Mine\"\nextends = [\"chess\"]\n", &[]),
    ("name = 3\nextends = [\"chess\"]\n", &["0:7-0:8 wrong-type: expected a text, in quotes, found a whole number"]),
    ("name = \"x\"\nextends = [\"ches\"]\n", &["1:11-1:17 unknown-parent: the catalog has no `ches`"]),
    // The second entry is behind a character of two UTF-16 code units, and one of two bytes.
    (
        "name = \"x\"\nextends = [\"𝄞é\", \"ches\"]\n",
        &["1:11-1:16 unknown-parent: the catalog has no `𝄞é`", "1:18-1:24 unknown-parent: the catalog has no `ches`"],
    ),
    // Not TOML: one finding, whatever else is wrong.
    ("name = \"x\"\nabout = \n[seat.white]\nletter = 3\n[oops\n", &["1:8-1:8 bad-toml: a value is missing"]),
    // A part of a rulebook, unfinished, and a file of another program.
    ("part = \"rules\"\n", &["0:0-0:0 missing-key: the top of the file needs the key `name`"]),
    ("[package]\nedition2 = 3\n", &[]),
    ("", &[]),
    // A mistake that a word causes in an inherited line is at the word that causes it.
    (
        "name = \"x\"\nextends = [\"chess\"]\nwithout = [\"piece.queen\"]\n",
        &[
            // Two inherited lines need the queen: the starting position, and the promotion.
            "2:11-2:24 unknown-name: no piece is called `queen`",
            "2:11-2:24 unknown-name: no piece is called `queen`",
        ],
    ),
    // Cases.
    ("about = \"Twenty.\"\nvariant = \"chess\"\nexpect.moves = 20\n", &[]),
    (
        "about = \"Wrong.\"\nvariant = \"chess\"\n[expect]\nmoves = 21\nturn = \"white\"\n",
        &["3:8-3:10 expectation: number of legal moves under `chess`"],
    ),
    (
        "about=\"x\"\nvariant=\"chess\"\n[expect]\nille\n",
        &["3:4-3:4 case: a key has no value: write a key, a `=` and a value on one line, like `files = 8`"],
    ),
    ("about = \"Wrong.\"\nvariant = \"ches\"\nexpect.moves = 20\n", &["1:10-1:16 case: the catalog has no `ches`"]),
    (
        "about = \"Wrong.\"\nvariant = \"chess\"\nplay = [\"e2-e5\"]\nexpect.moves = 20\n",
        &["2:8-2:15 case: `e2-e5` cannot be played (no-such-movement): No pawn moves from e2 to e5."],
    ),
];

#[test]
fn findings_are_those_of_the_commands() {
    let mut editor = Editor::new(&["utf-16"]);
    let mut wrong = Vec::new();
    for (at, (text, expected)) in TEXTS.iter().enumerate() {
        let uri = format!("file:///nowhere/{at}.toml");
        editor.open(&uri, text);
        let found: Vec<String> = editor.findings(&uri, 1).iter().map(line_of).collect();
        if found != *expected {
            wrong.push(format!("{text}\nexpected: {expected:#?}\nfound: {found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert_eq!(editor.finish(), 0);
}

/// Every example of a code: the same codes in the same lines as those of the command.
#[test]
fn examples_have_the_findings_of_check() {
    let mut editor = Editor::new(&[]);
    let mut wrong = Vec::new();
    for path in files_under(&root().join("src/codes/examples"), "toml") {
        // A file that is no text cannot be a document.
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let uri = format!("file://{}", path.display());
        let run = ask(&["check", &path.display().to_string(), "--format", "json"]);
        let found: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
        let found = found.as_array().expect("a list").iter();
        // A finding in a parent is at the entry of `extends`: its line is not compared.
        let line = |it: &serde_json::Value| match it["file"] == path.display().to_string() {
            true => format!("{}:{}", it["line"].as_u64().map_or(0, |it| it - 1), it["code"].as_str().unwrap_or("-")),
            false => it["code"].as_str().unwrap_or("-").to_owned(),
        };
        let mut expected: Vec<String> = found.map(line).collect();
        // In an editor, a file without a text is new and not wrong.
        expected.retain(|it| it != "0:empty-file");
        // Only the first finding counts while the text is not TOML.
        if toml::from_str::<toml::Table>(&text).is_err() {
            expected.retain(|it| it.ends_with(":bad-toml"));
            expected.truncate(1);
        }
        editor.open(&uri, &text);
        let own: Vec<String> = editor
            .findings(&uri, 1)
            .iter()
            .map(|it| format!("{}:{}", it["range"]["start"]["line"], it["code"].as_str().unwrap_or("-")))
            .collect();
        let is_same = |(own, expected): (&String, &String)| {
            own == expected || own.split_once(':').is_some_and(|it| it.1 == expected)
        };
        if own.len() != expected.len() || !own.iter().zip(&expected).all(is_same) {
            wrong.push(format!("{}: expected {expected:?}, found {own:?}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn columns_can_be_bytes() {
    let mut editor = Editor::new(&["utf-8", "utf-16"]);
    let (text, _) = TEXTS[3];
    editor.open("file:///nowhere/x.toml", text);
    let found: Vec<String> = editor.findings("file:///nowhere/x.toml", 1).iter().map(line_of).collect();
    let expected =
        ["1:11-1:19 unknown-parent: the catalog has no `𝄞é`", "1:21-1:27 unknown-parent: the catalog has no `ches`"];
    assert_eq!(found, expected);
    // Changes count in the same unit: this one replaces `ches`, without its quotes.
    let range = json!({ "start": { "line": 1, "character": 22 }, "end": { "line": 1, "character": 26 } });
    editor.change("file:///nowhere/x.toml", 2, json!([{ "range": range, "text": "chess" }]));
    let found: Vec<String> = editor.findings("file:///nowhere/x.toml", 2).iter().map(line_of).collect();
    assert_eq!(found, expected[..1]);
}

#[test]
fn parents_are_read_from_open_documents_first() {
    let folder = Folder::new("lsp-parents", &[("parent.toml", PARENT)]);
    let (parent, child) = (uri(folder.path(), "parent.toml"), uri(folder.path(), "child.toml"));
    let mut editor = Editor::new(&[]);
    let text = "name = \"Child\"\npart = \"rules\"\nextends = [\"./parent.toml\"]\n";
    editor.open(&child, text);
    let found = editor.findings(&child, 1);
    // The finding is at the entry of `extends`, and links to its place.
    assert_eq!(
        found.iter().map(line_of).collect::<Vec<_>>(),
        ["2:11-2:26 unknown-word: `everybody` is not a word that this key takes"]
    );
    assert!(found[0]["message"].as_str().expect("a text").contains("help: the words are"), "{}", found[0]);
    let link = &found[0]["relatedInformation"][0]["location"];
    assert_eq!(link["uri"], parent);
    assert_eq!(link["range"]["start"], json!({ "line": 3, "character": 12 }));
    // The corrected parent is not saved.
    let corrected = PARENT.replace("everybody", "living-opponents");
    editor.open(&parent, &corrected);
    assert_eq!(editor.findings(&parent, 1), [] as [serde_json::Value; 0]);
    assert_eq!(editor.findings(&child, 1), [] as [serde_json::Value; 0]);
    let saved = std::fs::read_to_string(folder.path().join("parent.toml")).expect("a file");
    assert_eq!(saved, PARENT);
    // Without the document, the file counts again.
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": parent } }));
    assert_eq!(editor.findings(&child, 1).len(), 1);
    assert_eq!(editor.finish(), 0);
    assert!(ask(&["check", &folder.path().join("parent.toml").display().to_string()]).code == 1);
}
