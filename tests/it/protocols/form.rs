//! `threefold fmt`: the form of files.
//!
//! Input: texts with comments and odd spaces, and all shipped rulebooks. Output: the form worked out by hand;
//! for the shipped rulebooks, the same hash, the same comments, and no change the second time.

use threefold::{Input, catalog, check};

use crate::support::{Folder, ask, root, with_input};

/// Returns the formatted text.
#[track_caller]
fn formatted(text: &str) -> String {
    let run = with_input(&["fmt", "-"], text.as_bytes(), false);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{text}");
    run.out
}

const UNTIDY: &str = r##"#:schema threefold.schema.json
extends=[ "chess",]   # the pieces
name   =   "Mine"
  # about the game
about = "A game"


[setup]  # free keys keep their order
queen=['d1']
king   = ["e1"]
# The board

[zone.home]
ranks="1"
of =   "seat"



[ board ]
# how squares look
seats="alike"   # as in chess
cells = "square"

[zone.away]
ranks = "8"
side = {a=1,b = [1,2]}
# the end


"##;

const TIDY: &str = r##"#:schema threefold.schema.json
name = "Mine"
# about the game
about   = "A game"
extends = ["chess"]   # the pieces

[setup]  # free keys keep their order
queen = ['d1']
king  = ["e1"]

# The board

[board]
cells = "square"
# how squares look
seats = "alike" # as in chess

[zone.home]
of    = "seat"
ranks = "1"

[zone.away]
ranks = "8"
side  = { a = 1, b = [1, 2] }

# the end
"##;

#[test]
fn an_untidy_file_gets_the_usual_form() {
    assert_eq!(formatted(UNTIDY), TIDY);
    assert_eq!(formatted(TIDY), TIDY);
}

/// The form has spaces around each `=`, and the line ends of the author's system.
#[test]
fn keys_with_dots_and_line_ends_have_a_usual_form() {
    let dotted = "name=\"x\"\npiece.knight.letter=\"N\"   # here\npiece.knight.value   =3\n";
    let tidy = "name = \"x\"\npiece.knight.letter = \"N\"   # here\npiece.knight.value   = 3\n";
    assert_eq!(formatted(dotted), tidy);
    assert_eq!(formatted(tidy), tidy);
    let windows = |text: &str| text.replace('\n', "\r\n");
    assert_eq!(formatted(&windows(UNTIDY)), windows(TIDY));
    let lines = "about = \"\"\"one\r\ntwo\"\"\"\r\nname = \"x\"\r\n";
    assert!(formatted(lines).contains("one\r\ntwo"), "{}", formatted(lines));
}

#[test]
fn headers_move_within_their_section_and_keep_the_order_of_names() {
    let old =
        "name = \"x\"\n\n[outcome.b]\n\n[setup]\n\n[outcome.a]\n\n[barrier.y.open]\n\n[barrier.x]\n\n[barrier.y]\n";
    let new =
        "name = \"x\"\n\n[barrier.y]\n\n[barrier.y.open]\n\n[barrier.x]\n\n[setup]\n\n[outcome.b]\n\n[outcome.a]\n";
    assert_eq!(formatted(old), new);
    let sections = "name = \"x\"\n\n# Setup\n\n[setup]\n\n# Board\n\n[board]\n\n[turns]\n";
    let sorted = sections.replace("[board]\n\n[turns]", "[turns]\n\n[board]");
    assert_eq!(formatted(sections), sorted);
}

#[test]
fn shipped_rulebooks_keep_their_meaning_and_comments() {
    for shipped in catalog::shipped() {
        let new = formatted(shipped.text);
        assert_eq!(formatted(&new), new, "{}: formatting twice changes something", shipped.slug);
        let hash = |text: &str| check(Input::Text(&shipped.slug, text.as_bytes())).hash();
        assert_eq!(hash(&new), hash(shipped.text), "{}", shipped.slug);
        let words = |text: &str| {
            let comments = text.lines().filter_map(|it| it.split_once("# ")).map(|it| it.1.trim().to_owned());
            let mut comments: Vec<String> = comments.collect();
            comments.sort();
            comments
        };
        assert_eq!(words(&new), words(shipped.text), "{}", shipped.slug);
    }
}

#[test]
fn cases_keep_the_order_of_their_headers() {
    for path in crate::support::files_under(&root().join("tests/scenarios/general"), "toml") {
        let text = std::fs::read_to_string(&path).expect("a file");
        let headers = |text: &str| text.lines().filter(|it| it.starts_with('[')).map(str::to_owned).collect::<Vec<_>>();
        let new = formatted(&text);
        let name = path.display();
        assert_eq!(new.parse::<toml::Table>().expect("TOML"), text.parse().expect("TOML"), "{name}");
        assert_eq!(headers(&new).len(), headers(&text).len(), "{name}");
    }
}

#[test]
fn files_are_rewritten_only_if_asked() {
    let untidy = "name=\"Mine\"\nextends=[\"chess\"]\n";
    let tidy = "name    = \"Mine\"\nextends = [\"chess\"]\n";
    let folder = Folder::new("fmt", &[("a.toml", untidy), ("b.toml", tidy), ("bad.toml", "name = \n")]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    let run = folder.ask(&["fmt", "--check", "a.toml", "b.toml"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (1, "a.toml\n", "1 file would be formatted\n"));
    let run = folder.ask(&["fmt", "--diff", "a.toml"]);
    assert_eq!(run.code, 1);
    for line in ["-name=\"Mine\"", "+name    = \"Mine\"", "+extends = [\"chess\"]"] {
        assert!(run.out.lines().any(|it| it == line), "{line}: {}", run.out);
    }
    assert_eq!(read("a.toml"), untidy);
    let run = folder.ask(&["fmt", "a.toml", "b.toml"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", "1 file formatted\n"));
    assert_eq!(read("a.toml"), tidy);
    let run = folder.ask(&["fmt", "--check", "a.toml", "b.toml"]);
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
    let run = folder.ask(&["fmt", "bad.toml"]);
    assert!(run.code == 1 && run.err.contains("bad.toml:1:") && read("bad.toml") == "name = \n", "{}", run.err);
    let run = folder.ask(&["fmt", "none.toml"]);
    assert!(run.code == 2 && run.err.contains("none.toml"), "{}", run.err);
    assert_eq!(ask(&["fmt"]).code, 2);
}

#[test]
fn names_of_earlier_editions_are_replaced_if_asked() {
    let old = "name = \"x\"\npart = \"rules\"\n\n[bar.quiet]\nforbids = {}\n";
    assert!(formatted(old).contains("[bar.quiet]"));
    let run = with_input(&["fmt", "--edition", "-"], old.as_bytes(), false);
    assert!(run.out.contains("[ban.quiet]"), "{}", run.out);
}
