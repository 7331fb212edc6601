//! Rulebooks as files: what is shipped reads without a finding, and each way of being
//! wrong is shown as a person sees it.
//!
//! In: `variants/` and `tests/definitions/`. Every `invalid/TOPIC-CODE.toml` has a
//! snapshot of its findings beside it; the file's name ends in the code that it shows.

use super::support::{files_under, root};
use threefold::diagnostic::render;
use threefold::{Input, catalog, check};

#[test]
fn what_is_shipped_has_no_findings() {
    for it in catalog::shipped() {
        let checked = check(Input::Name(&it.slug));
        let text: Vec<_> = checked.diagnostics.items.iter().map(|it| render(&checked.sources, it)).collect();
        assert!(text.is_empty(), "{}:\n{}", it.slug, text.join("\n"));
    }
}

#[test]
fn everything_in_the_folder_is_shipped() {
    let folder = root().join("variants");
    let mut files: Vec<_> = files_under(&folder, "toml")
        .iter()
        .map(|it| it.strip_prefix(&folder).expect("in the folder").with_extension("").to_string_lossy().into_owned())
        .collect();
    let mut shipped: Vec<_> = catalog::shipped().iter().map(|it| it.slug.clone()).collect();
    files.sort();
    shipped.sort();
    assert_eq!(files, shipped);
}

/// Findings as one text.
fn findings(checked: &threefold::Checked) -> String {
    checked.diagnostics.items.iter().map(|it| render(&checked.sources, it)).collect::<Vec<_>>().join("\n\n")
}

#[test]
fn the_effective_rulebook_is_the_same_rulebook() {
    for it in catalog::shipped() {
        let whole = check(Input::Name(&it.slug));
        let text = whole.effective();
        let again = check(Input::Text("again.toml", text.as_bytes()));
        assert_eq!(findings(&again), "", "{}:\n{text}", it.slug);
        assert_eq!(whole.hash(), again.hash(), "{}", it.slug);
        let top = text.lines().take_while(|it| !it.starts_with('['));
        assert!(top.clone().any(|it| it.starts_with("name")) && !top.clone().any(|it| it.starts_with("extends")));
    }
}

/// The hash of a text; it must have no findings.
#[track_caller]
fn hash(text: &str) -> String {
    let checked = check(Input::Text("x.toml", text.as_bytes()));
    assert_eq!(findings(&checked), "", "{text}");
    checked.hash()
}

const SHORT: &str = r#"name = "x"
part = "rules"
[settle]
turn-start = ["a", "b"]
[outcome.a]
when = { attack = { by = "mover", on = "opponents" } }
then = "end"
[score]
a = { mover = 1, victim = 0 }
[bar.first]
before = { living = 2 }
[bar.second]
before = { living = 3 }
[board.patch.p]
files = 8
ranks = 8
"#;

#[test]
fn the_hash_sees_rules_and_nothing_else() {
    let same = [
        ("name = \"x\"", "name = \"y\"\nabout = \"z\" # why"),
        ("[settle]", "[[source]]\nid = \"s\"\ntitle = \"t\"\n[settle]"),
        ("then = \"end\"", "then = \"end\"\nsource = \"s\""),
        ("turn-start = [\"a\", \"b\"]", "on-claim = []\nturn-start = [\n'a',\n'b'] # c"),
        ("on = \"opponents\" }", "how-many = \"some\", by-at-least = 1, on = \"opponents\" }"),
        (
            "when = { attack = { by = \"mover\", on = \"opponents\" } }\nthen = \"end\"",
            "then = \"end\"\n[outcome.a.when.attack]\nby = \"mover\"\non = \"opponents\"",
        ),
        ("mover = 1,", "mover = 1.0,"),
        ("ranks = 8", "shape = \"annulus\"\nranks = 8"),
        ("ranks = 8", "ranks = 8\n[board.places]\na1 = [0, 0.5]\n[score-titles]\ntitles = [\"lord\"]"),
    ];
    for (from, to) in same {
        let text = SHORT.replace(from, to);
        assert_ne!(text, SHORT, "{from}");
        assert_eq!(hash(&text), hash(SHORT), "{text}");
    }
    let other = [
        ("[\"a\", \"b\"]", "[\"b\", \"a\"]"),
        ("mover = 1,", "mover = 0.5,"),
        ("by = \"mover\"", "by = \"next\""),
        ("files = 8", "files = 9"),
        ("name = \"x\"", "name = \"x\"\narray = \"none\""),
        ("living = 2", "living = 4"),
    ];
    for (from, to) in other {
        let text = SHORT.replace(from, to);
        assert_ne!(text, SHORT, "{from}");
        assert_ne!(hash(&text), hash(SHORT), "{text}");
    }
}

#[test]
fn headers_may_stand_in_any_order_but_for_those_that_hold_in_turn() {
    let (top, rest) = SHORT.split_at(SHORT.find("[settle]").expect("a header"));
    let mut blocks: Vec<_> = rest.split("\n[").map(|it| it.trim_start_matches('[').trim_end()).collect();
    let text = |blocks: &[&str]| format!("{top}[{}\n", blocks.join("\n["));
    assert_eq!(hash(&text(&blocks)), hash(SHORT));
    blocks.swap(0, 1);
    blocks.swap(2, 5);
    assert_eq!(hash(&text(&blocks)), hash(SHORT));
    let (first, second) = (3, 4);
    assert!(blocks[first].starts_with("bar.first") && blocks[second].starts_with("bar.second"));
    blocks.swap(first, second);
    assert_ne!(hash(&text(&blocks)), hash(SHORT));
}
