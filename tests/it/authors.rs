//! The commands for those who write rulebooks: `rules`.
//!
//! In: arguments and files in a folder of their own. What the answers say is held in
//! `english.rs`; here is how they are asked for, and what is said to a bad question.

use std::io::Cursor;

use threefold::cli::{Io, run};

/// Exit code, answer, complaints.
fn ask(args: &[&str], input: &str) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut input = Cursor::new(input.to_owned());
    let mut io = Io { input: &mut input, out: &mut out, err: &mut err, is_terminal: false };
    let code = run(["threefold"].iter().chain(args), &mut io);
    let text = |it: Vec<u8>| String::from_utf8(it).expect("answers are UTF-8");
    (code, text(out), text(err))
}

#[test]
fn rules_are_written_in_three_ways() {
    let (code, text, err) = ask(&["rules", "chess"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(text.starts_with("Chess\n=====\n"), "{text}");
    assert!(text.lines().all(|it| it.chars().count() <= 90), "{text}");
    let (code, markdown, _) = ask(&["rules", "chess", "--format", "markdown"], "");
    assert!(code == 0 && markdown.starts_with("# Chess\n") && markdown.contains("```text\n8  bR bN"), "{markdown}");
    let (code, page, _) = ask(&["rules", "chess", "--format", "html"], "");
    assert!(code == 0 && page.starts_with("<!doctype html>") && page.contains("<pre>8  bR bN"), "{page}");
    let (code, input, _) = ask(&["rules", "-"], "name = \"Other\"\nextends = [\"chess\"]\n");
    assert!(code == 0 && input.starts_with("Other\n=====\n"), "{input}");
}

#[test]
fn rules_of_what_is_no_rulebook() {
    let (code, out, err) = ask(&["rules", "ches"], "");
    assert!(code == 2 && out.is_empty() && err.contains("did you mean `chess`"), "{err}");
    let (code, out, err) = ask(&["rules", "-"], "name = \"x\"\n");
    assert!(code == 1 && out.is_empty() && err.contains("missing-header"), "{err}");
    let (code, _, err) = ask(&["rules", "parts/general"], "");
    assert!(code == 1 && err.contains("not-a-game"), "{err}");
    let (code, _, err) = ask(&["rules", "chess", "--format", "pdf"], "");
    assert!(code == 2 && err.contains("possible values"), "{err}");
}
