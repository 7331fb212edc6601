//! What terminals show: colors, and quiet output.
//!
//! Input: a rulebook that tries to control the terminal, and one with a warning. Output: colors, only if they
//! are wanted; no other escape sequence; notes, unless they are not wanted.

use crate::support::{Folder, ask};

#[test]
fn findings_have_colors_only_if_wanted() {
    // The name of the game conceals text, and the label moves the cursor.
    let text = "name = \"\\u001b[8mMine\\u001b[31m\"\nextends = [\"chess\"]\n[bord]\nx = \"\\u001b[2J\"\n";
    let folder = Folder::new("colors", &[("bad.toml", text)]);
    let run = folder.ask(&["check", "bad.toml", "--color", "always"]);
    assert!(run.code == 1 && run.out.contains("\u{1b}[1m"), "{:?}", run.out);
    for harmful in ["\u{1b}[8m", "\u{1b}[2J"] {
        assert!(!run.out.contains(harmful), "{:?}", run.out);
    }
    for plain in [&["check", "bad.toml"][..], &["--color", "never", "check", "bad.toml"]] {
        let run = folder.ask(plain);
        assert!(run.code == 1 && !run.out.contains('\u{1b}'), "{:?}", run.out);
    }
    let run = folder.ask(&["show", "bad.toml", "--color", "always"]);
    assert!(run.err.contains("\u{1b}[1m") && !run.err.contains("\u{1b}[8m"), "{:?}", run.err);
    assert_eq!(ask(&["list", "--color", "sometimes"]).code, 2);
}

#[test]
fn quiet_leaves_out_notes_but_not_errors() {
    let text = std::fs::read_to_string("src/codes/examples/outcomes-never-settled.toml").expect("a file");
    let folder = Folder::new("quiet", &[("game.toml", &text)]);
    let note = folder.ask(&["moves", "game.toml"]);
    let quiet = folder.ask(&["moves", "game.toml", "--quiet"]);
    assert_eq!((note.code, note.err.as_str()), (0, "warnings: see `threefold check game.toml`\n"));
    assert_eq!((quiet.code, quiet.err.as_str(), &quiet.out), (0, "", &note.out));
    let error = ask(&["-q", "moves", "no-such-game"]);
    assert!(error.code == 2 && error.err.contains("no-such-game"), "{}", error.err);
}
