//! Definitions, inherited values and renaming, in one file and across files.

use serde_json::{Value, json};

use super::Editor;
use super::editor::{marked, uri};
use super::words::GAME;
use crate::support::Folder;

const URI: &str = "file:///nowhere/game.toml";

/// Returns the line of a location, and the text from its start to its end.
fn target(answer: &Value, text: &str) -> (u64, String) {
    let at = |it: &Value| (it["line"].as_u64().expect("a line"), it["character"].as_u64().expect("a column") as usize);
    let ((line, start), (_, end)) = (at(&answer["range"]["start"]), at(&answer["range"]["end"]));
    let line_text = text.lines().nth(line as usize).unwrap_or_default();
    (line + 1, line_text[start..end].to_owned())
}

#[test]
fn definitions_are_in_the_file_its_parents_and_the_catalog() {
    let parent = "name = \"Parent\"\npart = \"rules\"\nextends = [\"chess\"]\n[zone.center]\nof = \"board\"\nsquares = [\"d4\"]\n";
    let child = "name = \"Child\"\nextends = [\"./parent.toml\"]\n[outcome.hill]\nwhen = { king-in = { zone = \"center\" } }\n\
                 then = \"end\"\nbefore = \"stalemate\"\n[outcome.late]\nafter = \"hill\"\nwhen = { living = 2 }\nthen = \"end\"\n\
                 [check]\nextends = \"check\"\n[zone.center]\nof = \"board\"\nsquares = [\"e4\"]\n";
    let folder = Folder::new("lsp-definition", &[("parent.toml", parent), ("child.toml", child)]);
    let (parent_uri, child_uri) = (uri(folder.path(), "parent.toml"), uri(folder.path(), "child.toml"));
    let mut editor = Editor::new(&[]);
    editor.open(&child_uri, child);
    let mut ask = |part: &str| editor.ask_at("textDocument/definition", &child_uri, &marked(child, part), json!({}));
    // A name in the file, and the inherited header that a header replaces.
    let own = ask("after = \"hi‸ll\"");
    assert_eq!((own["uri"].as_str(), target(&own, child)), (Some(child_uri.as_str()), (3, "hill".to_owned())));
    let replaced = ask("[zone.‸center]");
    assert_eq!(replaced["uri"], parent_uri);
    assert_eq!(target(&replaced, parent), (4, "center".to_owned()));
    let file = ask("\"./pa‸rent.toml\"");
    assert_eq!(file["uri"], parent_uri);
    // A name in a shipped rulebook: a copy that cannot be changed, until the end of the session.
    let shipped = ask("before = \"‸stalemate\"");
    let path = shipped["uri"].as_str().and_then(|it| it.strip_prefix("file://")).expect("a file").to_owned();
    let copy = std::fs::read_to_string(&path).expect("a copy");
    assert_eq!(copy, std::fs::read_to_string("variants/chess.toml").expect("a file"));
    assert!(std::fs::metadata(&path).expect("a file").permissions().readonly());
    assert_eq!(target(&shipped, &copy).1, "stalemate");
    assert_eq!(ask("name = \"Ch‸ild\""), Value::Null);
    assert_eq!(editor.finish(), 0);
    assert!(!std::path::Path::new(&path).exists());
}

#[test]
fn hints_show_inherited_values() {
    let text = format!("{GAME}[seat.white]\nextends = \"white\"\nletter = \"W\"\n");
    let mut editor = Editor::new(&[]);
    editor.open(URI, &text);
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } });
    let params = json!({ "textDocument": { "uri": URI }, "range": range });
    let answer = editor.ask("textDocument/inlayHint", params);
    let hints: Vec<String> = answer
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| {
            let line = it["position"]["line"].as_u64().expect("a line") as usize;
            format!("{} <- {}", text.lines().nth(line).unwrap_or_default(), it["label"].as_str().unwrap_or_default())
        })
        .collect();
    assert_eq!(
        hints,
        [
            "extends = \"check\" <- inherited: attackers = \"living-opponents\", own-king = \"kept-safe\", kings = \"neve...",
            "extends = \"white\" <- inherited: symmetry = 0, faces = \"north\"",
            "letter = \"W\" <- inherited: \"w\"",
        ]
    );
    assert_eq!(editor.finish(), 0);
}

/// Applies the edits of a document.
fn edited(text: &str, edits: &Value) -> String {
    let mut lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
    let mut all: Vec<&Value> = edits.as_array().expect("a list").iter().collect();
    all.sort_by_key(|it| {
        std::cmp::Reverse((it["range"]["start"]["line"].as_u64(), it["range"]["start"]["character"].as_u64()))
    });
    for edit in all {
        let number = |end: &str, part: &str| edit["range"][end][part].as_u64().expect("a number") as usize;
        // The texts of these tests are ASCII where they are edited.
        let line = &mut lines[number("start", "line")];
        line.replace_range(
            number("start", "character")..number("end", "character"),
            edit["newText"].as_str().expect("a text"),
        );
    }
    lines.join("\n")
}

const PARENT: &str = r#"name = "Parent"
part = "rules"
extends = ["chess"]

[zone.center]
of = "board"
squares = ["d4"]

[piece.guard]
letter = "g"
movement = "F"
role = "piece"

[piece.center]
letter = "c"
movement = "W"
role = "piece"

[setup]
guard = ["a3"]

[promotion]
pieces = ["pawn"]
on = { zone = "center" }
choice = "listed"
into = ["guard", "queen"]
forced = "yes"

[seat.white]
letter = "w"
faces = "north"

[setup.white]
"guard" = ["b3"]

[outcome.white]
when = { count = { of = "white", kind = ["guard"], at = { zone = "center", of = "white" }, at-least = 1 } }
then = "end"
points = { white = 1, victim = 0 }
"#;

const CHILD: &str = "name = \"Child\"\nextends = [\"./parent.toml\"]\nwithout = [\"piece.guard\", \"zone\"]\n[zone.center]\nextends = \"center\"\n[piece.tower]\nextends = \"guard\"\n";

#[test]
fn renaming_changes_every_mention_and_nothing_else() {
    let folder = Folder::new("lsp-rename", &[("parent.toml", "name = \"unsaved\"\n"), ("child.toml", CHILD)]);
    let (parent, child) = (uri(folder.path(), "parent.toml"), uri(folder.path(), "child.toml"));
    let mut editor = Editor::new(&[]);
    editor.open(&parent, PARENT);
    editor.open(&child, CHILD);
    let mut rename = |place: &str, new: &str| {
        editor.ask_at("textDocument/rename", &parent, &marked(PARENT, place), json!({ "newName": new }))
    };
    let answer = rename("on = { zone = \"cen‸ter\" }", "middle");
    let expected = PARENT.replace("[zone.center]", "[zone.middle]").replace("zone = \"center\"", "zone = \"middle\"");
    assert_eq!(edited(PARENT, &answer["changes"][&parent]), expected);
    let expected = CHILD.replace("[zone.center]\nextends = \"center\"", "[zone.middle]\nextends = \"middle\"");
    assert_eq!(edited(CHILD, &answer["changes"][&child]), expected);
    let answer = rename("[piece.gu‸ard]", "ferz");
    assert_eq!(edited(PARENT, &answer["changes"][&parent]), PARENT.replace("guard", "ferz"));
    assert_eq!(edited(CHILD, &answer["changes"][&child]), CHILD.replace("guard", "ferz"));
    // The outcome of the same name stays.
    let answer = rename("[outcome.wh‸ite]", "siege");
    assert_eq!(edited(PARENT, &answer["changes"][&parent]), PARENT.replace("[outcome.white]", "[outcome.siege]"));
    assert!(answer["changes"].get(&child).is_none());
    // Refused, each with its reason.
    for (place, new, reason) in [
        ("[seat.whi‸te]", "x", "`[seat.white]` is inherited from `catalog:chess.toml`: rename it there"),
        ("into = [\"guard\", \"que‸en\"]", "x", "`[piece.queen]` is inherited from"),
        ("[zone.c‸enter]", "last-rank", "`[zone.last-rank]` exists already in"),
        ("[zone.c‸enter]", "a b", "`a b` cannot be a name"),
        ("name = \"Par‸ent\"", "x", "there is no name of this rulebook here"),
    ] {
        let error = rename(place, new);
        assert_eq!(error["code"], -32803, "{place}: {error}");
        assert!(error["message"].as_str().expect("a text").starts_with(reason), "{place}: {error}");
    }
    let place = marked(PARENT, "[zone.c‸enter]");
    let answer = editor.ask_at("textDocument/prepareRename", &parent, &place, json!({}));
    assert_eq!(answer["placeholder"], "center");
    assert_eq!(editor.finish(), 0);
}
