//! Hover and completion: the words of the reference, and the names of the rulebook.

use serde_json::json;
use threefold::definition::header::HEADERS;
use threefold::definition::query::{families_of, keys_inside, types_of};
use threefold::definition::reference::inline;
use threefold::definition::value::TypeDoc;

use super::Editor;
use super::editor::marked;

const URI: &str = "file:///nowhere/game.toml";

/// A rulebook that changes its parent.
pub const GAME: &str = r#"name = "Mine 𝄞"
extends = ["chess"]

[zone.center]
of = "board"
squares = ["d4", "e5"]

[line.middle]
of = "board"
between = ["d4", "e5"]

[piece.guard]
letter = "g"
movement = "F"
role = "piece"

[outcome.hill]
when = { king-in = { zone = "center" } }
then = "end"
settled = "after-move"

[check]
extends = "check"
pinned = "attack"
"#;

/// Places of the rulebook, each with parts of the text that explains it.
const MEANINGS: &[(&str, &[&str])] = &[
    ("[zo‸ne.center]", &["`[zone.NAME]`", "A named set of squares"]),
    ("[zone.cen‸ter]", &["A named set of squares", "`[zone.center]`", "d4 and e5."]),
    ("zone = \"cen‸ter\"", &["`[zone.center]`", "d4 and e5."]),
    ("[line.mid‸dle]", &["Its steps: d4-e5."]),
    ("[piece.gu‸ard]", &["It moves one diagonal step"]),
    ("‸movement = ", &["`movement`: a movement in Betza notation. No default.", "How the piece moves"]),
    ("the‸n = \"end\"", &["`then`: a word. Required.", "- `eliminate`: "]),
    ("then = \"e‸nd\"", &["`end` (`then`): "]),
    ("king‸-in", &["The mover's king is here."]),
    ("pinned‸ = ", &["Default: `\"attack\"`.", "Inherited value: `\"attack\"` (catalog:chess.toml:85)."]),
    ("[ch‸eck]", &["Rules about check", "The inherited header (catalog:chess.toml:81)", "own-king = \"kept-safe\""]),
    ("exte‸nds = [", &["The parent files"]),
    // Nothing to say.
    ("[\"d‸4\", \"e5\"]\n\n[line", &[]),
];

#[test]
fn hover_explains_headers_keys_words_and_names() {
    for encoding in ["utf-16", "utf-8"] {
        let mut editor = Editor::new(&[encoding]);
        editor.open(URI, GAME);
        // The meanings of names need a rulebook without errors; this one has warnings.
        assert!(editor.findings(URI, 1).iter().all(|it| it["severity"] == 2));
        let mut wrong = Vec::new();
        for (place, parts) in MEANINGS {
            let answer = editor.ask_at("textDocument/hover", URI, &marked(GAME, place), json!({}));
            let text = answer["contents"]["value"].as_str().unwrap_or_default();
            if parts.is_empty() != text.is_empty() || parts.iter().any(|it| !text.contains(it)) {
                wrong.push(format!("{place}: expected {parts:?}, found {text:?}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert_eq!(editor.finish(), 0);
    }
}

/// A case.
const CASE: &str = "about = \"x\"\nvariant = \"chess\"\n[expect]\nlegal = [\"e4\"]\n";

#[test]
fn hover_explains_the_keys_of_cases() {
    let mut editor = Editor::new(&[]);
    editor.open(URI, CASE);
    let mut meaning = |place: &str| {
        let answer = editor.ask_at("textDocument/hover", URI, &marked(CASE, place), json!({}));
        answer["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(meaning("ab‸out"), "`about`: What the case shows, as a sentence.");
    assert_eq!(meaning("le‸gal"), "`legal`: Moves that are legal.");
    assert_eq!(meaning("vari‸ant"), "`variant`: The name or path of a rulebook.");
}

/// Lines at the end of the rulebook: what they offer, and what not.
const OFFERS: &[(&str, &[&str], &[&str])] = &[
    ("[‸", &["zone.NAME", "piece.KIND", "outcome.checkmate"], &[""]),
    ("[zone.‸]", &["zone.NAME", "zone.last-rank"], &[]),
    ("[zone.other]\nof = \"seat\"\n‸\nranks = \"1\"\n", &["label", "files"], &["of", "ranks", "then"]),
    ("[zone.other]\n‸", &["of", "label"], &["then"]),
    ("[outcome.x]\nthen = ‸\n", &["end", "eliminate", "pass"], &["after-move"]),
    ("[outcome.x]\nthen = \"‸\"\n", &["end"], &[]),
    ("[outcome.x]\nwhen = { king-in = { zone = \"‸", &["center", "second-rank", "last-rank"], &["guard", "middle"]),
    ("[outcome.x]\nwhen = { king-in = { ‸ } }\n", &["zone", "of", "links"], &["king-in", "then"]),
    ("[outcome.x]\nwhen = { living = 2, ‸ }\nthen = \"end\"\n", &["king-in", "stuck"], &["living", "then"]),
    ("[outcome.x]\nbefore = ‸", &["checkmate", "hill", "x"], &["draw"]),
    ("[outcome.x]\npoints = { ‸ }", &["victim", "others"], &["white"]),
    ("[tag.x]\npieces = [\"pawn\", ‸]\n", &["guard", "queen"], &["center"]),
    ("[barrier.x]\nline = ‸\n", &["middle"], &["center", "guard"]),
    ("[barrier.x]\nbinds = [‸", &["white", "black"], &["middle"]),
    ("[drop]\npool = \"‸\"\n[pool.hand]\nholds = \"captured\"", &["hand"], &["center"]),
    ("[setup]\n‸", &["guard", "king"], &["center"]),
    ("[score]\n‸", &["hill", "checkmate", "draw"], &["guard"]),
    ("[seat.white]\nroyal = \"‸\" # comment", &["required", "none"], &[]),
    ("[seat.white]\nroyal = \"none\" # com‸ment", &[], &["required"]),
    ("[seat.white]\nroyal = \"none\" ‸", &[], &["required"]),
    ("[no-such-header]\n‸", &[], &["of"]),
];

#[test]
fn completion_offers_what_fits() {
    let mut editor = Editor::new(&[]);
    editor.open(URI, "");
    let mut wrong = Vec::new();
    let mut texts: Vec<(String, &[&str], &[&str])> =
        OFFERS.iter().map(|it| (format!("{GAME}{}", it.0), it.1, it.2)).collect();
    texts.push((marked(GAME, "[\"che‸ss\"]"), &["chess", "3-man-chess", "parts/chess-pieces"], &["center"]));
    texts.push((format!("wi‸\n{GAME}"), &["without", "about"], &["name", "extends"]));
    texts.push((format!("without = [\"‸\"]\n{GAME}"), &["castling.king-side", "piece.queen"], &["chess"]));
    texts.push(("about = \"x\"\nvariant = ‸".to_owned(), &["chess"], &[]));
    texts.push((format!("{CASE}‸"), &["illegal", "turn"], &["legal", "variant", "then", "of"]));
    texts.push((format!("pl‸\n{CASE}"), &["play", "differs"], &["about", "variant", "extends", "without"]));
    texts.push((format!("{CASE}check = {{ ‸ }}\n"), &[], &["illegal"]));
    texts.push((format!("{CASE}[‸]\n"), &[], &["zone.NAME"]));
    for (at, (text, offered, others)) in texts.iter().enumerate() {
        editor.change(URI, at as i64 + 2, json!([{ "text": text.replace('‸', "") }]));
        let answer = editor.ask_at("textDocument/completion", URI, text, json!({}));
        let labels: Vec<&str> =
            answer["items"].as_array().expect("a list").iter().filter_map(|it| it["label"].as_str()).collect();
        let is_wrong = offered.iter().any(|it| !labels.contains(it)) || others.iter().any(|it| labels.contains(it));
        if is_wrong || (offered.is_empty() && !labels.is_empty()) {
            let end = text.rsplit("\n\n").next().unwrap_or_default();
            wrong.push(format!("{end}: expected {offered:?} without {others:?}, found {labels:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert_eq!(editor.finish(), 0);
}

/// A value replaces the whole word with its quotes, so that nothing is quoted twice.
#[test]
fn a_completed_value_replaces_the_word_and_its_quotes() {
    let mut editor = Editor::new(&[]);
    let text = format!("{GAME}[outcome.x]\nthen = \"e‸\" # 𝄞\n");
    editor.open(URI, &text.replace('‸', ""));
    let answer = editor.ask_at("textDocument/completion", URI, &text, json!({}));
    let edit = &answer["items"][0]["textEdit"];
    let line = GAME.matches('\n').count() + 1;
    let at = |character: usize| json!({ "line": line, "character": character });
    assert_eq!(edit["range"], json!({ "start": at(7), "end": at(10) }));
    assert!(edit["newText"].as_str().expect("a text").starts_with('"'), "{edit}");
    assert_eq!(editor.finish(), 0);
}

/// Names of headings belong to no header.
const HEADINGS: &[&str] = &["faces", "heading", "onward"];

#[test]
fn every_key_that_takes_names_knows_their_headers() {
    let tables = HEADERS.iter().filter_map(|it| it.table()).chain(inline());
    let mut wrong = Vec::new();
    for key in tables.flat_map(|it| &it.keys) {
        let takes_name =
            types_of(&key.ty).iter().any(|it| matches!(it, TypeDoc::Text("a name" | "the name of a seat")));
        let knows = !families_of(&key.key, &key.ty).is_empty();
        if takes_name != (knows || HEADINGS.contains(&key.key.as_str())) {
            wrong.push(key.key.clone());
        }
        assert_eq!(
            keys_inside(&key.ty).is_empty(),
            !types_of(&key.ty).iter().any(|it| matches!(it, TypeDoc::Table(..)))
        );
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
