//! Files that are given to a command for another sort of file: cases, records and JSON.
//!
//! Input: the texts of such files. Output: one error that says what the file is, and what reads it.

use super::support::{root, with_input};
use threefold::diagnostic::render;
use threefold::{Input, check};

const CASE: &str = "about = \"An example\"\nvariant = \"chess\"\nplay = [\"e4\"]\n\n[expect]\nlegal = [\"e5\"]\n";
const RECORD: &str = "[Event \"Friday\"]\n[White \"Ada\"]\n\n1. e4 e5 *\n";
const JSON: &str = "{\"name\": \"My chess\", \"extends\": [\"chess\"]}\n";

fn findings(text: &str) -> String {
    let checked = check(Input::Text("mine", text.as_bytes()));
    checked.diagnostics.items.iter().map(|it| render(&checked.sources, it) + "\n").collect()
}

#[test]
fn check_names_files_that_are_no_rulebooks() {
    for (text, expected) in [
        (
            CASE,
            "error[unknown-header]: this is a case, not a rulebook\n --> mine:5:2\n  |\n5 | [expect]\n  |  ^^^^^^\n  |\n  \
             = help: `threefold verify` runs cases; the key `variant` of a case names its rulebook\n",
        ),
        (
            RECORD,
            "error[bad-toml]: this is a record of games, not a rulebook\n --> mine:1:1\n  |\n1 | [Event \"Friday\"]\n  \
             | ^\n  |\n  = help: `threefold record check` checks records\n",
        ),
        (
            JSON,
            "error[bad-toml]: this is JSON, and a rulebook is TOML\n --> mine:1:1\n  |\n1 | {\"name\": \"My chess\", \
             \"extends\": [\"chess\"]}\n  | ^\n  |\n  = help: `threefold new` writes a first rulebook; \
             `threefold reference` shows every header\n",
        ),
    ] {
        assert_eq!(findings(text), expected);
    }
    // A rulebook with a mistake is one.
    let rulebook =
        format!("name = \"Mine\"\nextends = [\"chess\"]\n{}", &CASE[CASE.find("[expect]").expect("a header")..]);
    assert!(findings(&rulebook).contains("[expect] is not a header of the language"), "{}", findings(&rulebook));
}

#[test]
fn record_check_names_files_that_are_no_records() {
    let chess = std::fs::read_to_string(root().join("variants/chess.toml")).expect("a rulebook");
    for (text, expected) in [
        (
            CASE,
            "error: `-` is a TOML file, not a record\n  = help: `threefold check` checks rulebooks, and `threefold verify` runs cases\n",
        ),
        (
            &chess,
            "error: `-` is a TOML file, not a record\n  = help: `threefold check` checks rulebooks, and `threefold verify` runs cases\n",
        ),
        (
            JSON,
            "error: `-` is a JSON file, not a record\n  = help: records are PGN files, or games that `threefold play` saved\n",
        ),
    ] {
        let run = with_input(&["record", "check", "-"], text.as_bytes(), false);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (1, "", expected));
    }
    // Comments and results at the start belong to records.
    for text in ["{\"Friday\"} 1. e4 e5 *\n", "% a line\n1. e4 *\n", "# 3 Man Chess\n", "*\n"] {
        let run = with_input(&["record", "check", "-"], text.as_bytes(), false);
        assert!(!run.err.contains("not a record"), "{text}: {}", run.err);
    }
}
