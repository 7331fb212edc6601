//! Rulebooks and names that come from other people.
//!
//! Input: a text or a name that refers to a file on disk. Output: a refusal that does not quote the file.

use threefold::diagnostic::{Diagnostic, Severity, Sources, Span, place, render};
use threefold::{Input, LoadError, load_input};

use super::support::Folder;

const SECRET: &str = "password = \"swordfish\"\n";

fn refused(input: Input<'_>) -> String {
    let error: LoadError = load_input(input).expect_err("a file on disk");
    assert!(!error.to_string().contains("swordfish"), "{error}");
    error.to_string()
}

#[test]
fn isolated_texts_and_slugs_read_no_file() {
    let folder = Folder::new("isolated", &[("secret.toml", SECRET), ("secret", SECRET)]);
    let path = folder.path().join("secret.toml").to_string_lossy().into_owned();
    let text = format!("name = \"x\"\nextends = [\"chess\", \"{path}\"]\n");
    let error = load_input(Input::Text("own.toml", text.as_bytes())).expect_err("no rulebook").to_string();
    assert!(error.contains("swordfish"), "a text of one's own reads the file: {error}");
    let error = refused(Input::Isolated("own.toml", text.as_bytes()));
    assert!(error.contains("error[unknown-parent]") && error.contains("--> own.toml:2:21"), "{error}");
    assert!(error.contains("cannot be read: only"), "{error}");
    for name in [&*path, "./secret", "/dev/stdin", "secret.toml", ""] {
        refused(Input::Slug(name));
    }
    assert_eq!(load_input(Input::Slug("chess")).expect("a game").variant.slug(), "chess");
    let own = b"name = \"x\"\nextends = [\"chess\"]\n";
    assert_eq!(load_input(Input::Isolated("own.toml", own)).expect("a game").variant.slug(), "own");
    // The names of the previous edition are replaced without reading a file, too.
    let old = format!("name = \"x\"\nextends = [\"chess\", \"{path}\"]\n[bar.quiet]\nforbids = {{}}\n");
    refused(Input::Isolated("own.toml", old.as_bytes()));
}

#[test]
fn a_record_opens_no_file_but_rulebooks() {
    let secret = "[Event \"?\"]\nswordfish\n";
    let folder = Folder::new("records-of-others", &[("secret", secret), ("part.toml", SECRET)]);
    let path = folder.path().join("secret").to_string_lossy().into_owned();
    let part = folder.path().join("part.toml").to_string_lossy().into_owned();
    // A tag has its line breaks as `\n`, and doubles each backslash.
    let rulebook = format!("name = 'x'\\\\nextends = ['chess', '{part}']");
    for (name, tags) in [
        ("variant", format!("[Variant \"{path}\"]\n")),
        ("rulebook", format!("[Variant \"x\"]\n[Rulebook \"{rulebook}\"]\n")),
    ] {
        let record = folder.path().join(format!("{name}.pgn"));
        std::fs::write(&record, format!("{tags}\n1. e4 *\n")).expect("a file");
        let run = folder.ask(&["record", "check", &format!("{name}.pgn")]);
        assert_ne!(run.code, 0, "{}", run.transcript());
        assert!(!run.transcript().contains("swordfish"), "{}", run.transcript());
    }
}

#[test]
fn a_finding_with_other_sources_is_shown_without_an_excerpt() {
    let error = load_input(Input::Isolated("own.toml", b"name = 1\n")).expect_err("a number");
    let finding: &Diagnostic = &error.diagnostics.items[0];
    assert_eq!(finding.severity, Severity::Error);
    let shown = render(&Sources::default(), finding);
    assert!(shown.starts_with("error[wrong-type]: "), "{shown}");
    let span: Span = finding.span.expect("a place");
    let place = place(&Sources::default(), span);
    assert_eq!((place.file.as_str(), place.line, place.column), ("", 1, 1));
}
