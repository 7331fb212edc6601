//! Inheritance: the result of `extends` and `without` across several files.
//!
//! Input: files in memory, from a [`Loader`] of the tests. Output: the headers in order, each with its
//! file of origin, or the findings.

use std::collections::BTreeMap;
use std::path::Path;

use threefold::definition::load::{Loader, Location, load, locate};
use threefold::definition::read;
use threefold::diagnostic::{Diagnostics, Sources, render};

use super::rulebook_fixtures::{child, errors, findings};

/// Files by path; those under `shipped/` are the catalog.
struct Files(BTreeMap<&'static str, String>);

impl Loader for Files {
    fn slugs(&self) -> Vec<&str> {
        self.0.keys().filter_map(|it| it.strip_prefix("shipped/")?.strip_suffix(".toml")).collect()
    }
    fn shipped(&self, slug: &str) -> Option<&str> {
        self.0.get(format!("shipped/{slug}.toml").as_str()).map(String::as_str)
    }
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let text = self.0.get(path.to_str().expect("a path of these tests"));
        text.map(|it| it.clone().into_bytes()).ok_or_else(|| "there is no such file".to_owned())
    }
}

/// Loads a file and its parents: the headers as `name@file`, then the findings.
fn merged(files: &[(&'static str, &str)], start: &str) -> (Vec<String>, String) {
    let files = files.iter().map(|(name, text)| (*name, format!("name = \"x\"\npart = \"rules\"\n{text}"))).collect();
    let files = Files(files);
    let (mut sources, mut sink) = (Sources::default(), Diagnostics::default());
    let start = locate(start, &Location::Text(String::new()), &files).expect("a name");
    let resolved = load(start, None, &files, &mut sources, &mut sink);
    let mut headers = Vec::new();
    if let Some(resolved) = resolved {
        read(&resolved, &mut sink);
        let file = |span: threefold::diagnostic::Span| &sources.files[span.file as usize].name;
        headers.extend(resolved.headers.iter().map(|it| format!("{}@{}", it.name(), file(it.entries.span))));
    }
    sink.sort();
    let findings: Vec<_> = sink.items.iter().map(|it| render(&sources, it)).collect();
    (headers, findings.join("\n\n"))
}

#[track_caller]
fn expect(files: &[(&'static str, &str)], start: &str, headers: &[&str]) {
    let (found, findings) = merged(files, start);
    assert_eq!(findings, "");
    assert_eq!(found, headers);
}

const RIVER: &str = "[barrier.river]\nline = \"l\"\n[barrier.river.closed]\nallows = []\n";
const POOL: &str = "[pool.losses]\nholds = \"own-pieces-captured\"\n";

#[test]
fn a_header_replaces_its_parents_header() {
    let child = "extends = [\"a.toml\"]\n[full-circle]\ncounts-as = \"a-move\"\n[barrier.river]\nline = \"m\"\n";
    let files = [("a.toml", &*format!("{RIVER}{POOL}")), ("b.toml", child)];
    let headers = ["barrier.river@b.toml", "barrier.river.closed@a.toml", "pool.losses@a.toml", "full-circle@b.toml"];
    expect(&files, "b.toml", &headers);
}

#[test]
fn keys_of_a_header_are_never_merged() {
    let parent = "[barrier.river]\nline = \"l\"\nleaps = \"any-path\"\n";
    let files = [("a.toml", parent), ("b.toml", "extends = [\"a.toml\"]\n[barrier.river]\nleaps = \"exempt\"\n")];
    let (_, findings) = merged(&files, "b.toml");
    assert!(findings.contains("[barrier.river] needs the key `line`"), "{findings}");
}

#[test]
fn an_empty_header_replaces_and_a_longer_one_does_not() {
    let settle = "[settle]\nturn-start = [\"a\"]\n";
    expect(&[("a.toml", settle), ("b.toml", "extends = [\"a.toml\"]\n[settle]\n")], "b.toml", &["settle@b.toml"]);
    let longer = "extends = [\"a.toml\"]\n[barrier.river.open]\nallows = []\n";
    let headers = ["barrier.river@a.toml", "barrier.river.closed@a.toml", "barrier.river.open@b.toml"];
    expect(&[("a.toml", RIVER), ("b.toml", longer)], "b.toml", &headers);
}

#[test]
fn later_parents_win() {
    let files = [
        ("left.toml", &*format!("[settle]\nturn-start = [\"a\"]\n{POOL}")),
        ("right.toml", "[full-circle]\ncounts-as = \"a-move\"\n[settle]\n"),
        ("both.toml", "extends = [\"left.toml\", \"right.toml\"]\n"),
    ];
    expect(&files, "both.toml", &["settle@right.toml", "pool.losses@left.toml", "full-circle@right.toml"]);
}

#[test]
fn readings_of_one_parent_add_up() {
    let files = [
        ("top.toml", &*format!("{RIVER}{POOL}[settle]\n")),
        ("left.toml", "extends = [\"top.toml\"]\nwithout = [\"pool\"]\n[settle]\nturn-start = [\"a\"]\n"),
        ("right.toml", "extends = [\"top.toml\"]\n[barrier.river.closed]\nallows = [\"move\"]\n"),
        ("both.toml", "extends = [\"left.toml\", \"right.toml\"]\n"),
        ("turned.toml", "extends = [\"right.toml\", \"left.toml\"]\n"),
        ("again.toml", "extends = [\"left.toml\", \"top.toml\"]\n"),
    ];
    let headers = ["barrier.river@top.toml", "barrier.river.closed@right.toml", "settle@left.toml"];
    expect(&files, "both.toml", &headers);
    expect(&files, "turned.toml", &headers);
    let headers = ["barrier.river@top.toml", "barrier.river.closed@top.toml", "settle@left.toml"];
    expect(&files, "again.toml", &headers);
}

#[test]
fn without_drops_a_header_and_all_below_it() {
    let parent = format!("{RIVER}{POOL}[ban.a]\nbefore = {{ living = 2 }}\n[ban.b]\nbefore = {{ living = 3 }}\n");
    let child = "extends = [\"a.toml\"]\nwithout = [\"barrier.river\", \"ban\"]\n[ban.b]\nbefore = { living = 2 }\n";
    expect(&[("a.toml", &parent), ("b.toml", child)], "b.toml", &["pool.losses@a.toml", "ban.b@b.toml"]);
}

#[test]
fn header_syntax_does_not_matter() {
    let inline = "barrier = { river = { line = \"l\", closed = { allows = [] } } }\n";
    expect(&[("a.toml", inline)], "a.toml", &["barrier.river@a.toml", "barrier.river.closed@a.toml"]);
    let dotted = "barrier.river.line = \"l\"\nbarrier.river.closed.allows = []\n";
    expect(&[("a.toml", dotted)], "a.toml", &["barrier.river@a.toml", "barrier.river.closed@a.toml"]);
    let key = "[outcome.a]\nthen = \"end\"\n[outcome.a.when.stuck]\nwho = \"mover\"\ncheck = \"in\"\n";
    expect(&[("a.toml", key)], "a.toml", &["outcome.a@a.toml"]);
}

#[test]
fn names_are_paths_or_catalog_entries() {
    let files = [
        ("shipped/pieces.toml", "extends = [\"parts/pools\"]\n"),
        ("shipped/parts/pools.toml", POOL),
        ("rules/a.toml", "extends = [\"pieces\", \"./pieces.toml\", \"../pieces.toml\"]\n"),
        ("rules/pieces.toml", "[settle]\n"),
        ("pieces.toml", "[full-circle]\ncounts-as = \"a-move\"\n"),
    ];
    let headers = ["pool.losses@catalog:parts/pools.toml", "settle@rules/pieces.toml", "full-circle@pieces.toml"];
    expect(&files, "rules/a.toml", &headers);
    expect(&files, "pools", &["pool.losses@catalog:parts/pools.toml"]);
    expect(&files, "pieces.toml", &["full-circle@pieces.toml"]);
}

#[test]
fn an_ambiguous_stem_needs_its_full_path() {
    let files =
        [("shipped/x/pieces.toml", POOL), ("shipped/y/pieces.toml", POOL), ("a.toml", "extends = [\"pieces\"]\n")];
    let (_, findings) = merged(&files, "a.toml");
    assert!(findings.contains("write one of `x/pieces`, `y/pieces`"), "{findings}");
}

#[test]
fn sources_are_collected_once() {
    let source = |title: &str| format!("[[source]]\nid = \"page\"\ntitle = \"{title}\"\n");
    let files = Files(BTreeMap::from([
        ("a.toml", format!("name = \"a\"\n{}", source("first"))),
        ("b.toml", format!("name = \"b\"\nextends = [\"a.toml\", \"./a.toml\"]\n{}", source("second"))),
    ]));
    let (mut sources, mut sink) = (Sources::default(), Diagnostics::default());
    let resolved = load(Location::Path("b.toml".into()), None, &files, &mut sources, &mut sink).expect("it reads");
    assert!(sink.items.is_empty());
    let definition = read(&resolved, &mut sink);
    let titles: Vec<_> = definition.sources.iter().map(|it| it.title.0.as_str()).collect();
    assert_eq!(titles, ["second"]);
}

#[test]
fn sixteen_levels_are_read_and_seventeen_are_not() {
    const NAMES: [&str; 17] = [
        "0.toml", "1.toml", "2.toml", "3.toml", "4.toml", "5.toml", "6.toml", "7.toml", "8.toml", "9.toml", "10.toml",
        "11.toml", "12.toml", "13.toml", "14.toml", "15.toml", "16.toml",
    ];
    let parent = |at: usize| NAMES.get(at + 1).map_or(POOL.to_owned(), |it| format!("extends = [\"{it}\"]\n"));
    let texts: Vec<_> = (0..NAMES.len()).map(parent).collect();
    let files: Vec<_> = NAMES.iter().zip(&texts).map(|(name, text)| (*name, text.as_str())).collect();
    expect(&files, "1.toml", &["pool.losses@16.toml"]);
    let (_, findings) = merged(&files, "0.toml");
    assert!(findings.contains("[extends-too-deep]") && findings.contains("0.toml -> 1.toml"), "{findings}");
}

#[test]
fn the_order_of_without_does_not_matter() {
    for without in ["\"barrier.river\", \"barrier.river.closed\"", "\"barrier.river.closed\", \"barrier.river\""] {
        let child = format!("extends = [\"a.toml\"]\nwithout = [{without}]\n");
        expect(&[("a.toml", &format!("{RIVER}{POOL}")), ("b.toml", &child)], "b.toml", &["pool.losses@a.toml"]);
    }
}

#[test]
fn the_end_of_a_name_suggests_the_whole_header() {
    let outcome = "[outcome.bare-kings]\nwhen = { mate = \"impossible\" }\nthen = \"end\"\n";
    let child = "extends = [\"a.toml\"]\nwithout = [\"bare-kings\"]\n";
    let (_, findings) = merged(&[("a.toml", outcome), ("b.toml", child)], "b.toml");
    assert!(findings.contains("did you mean `\"outcome.bare-kings\"`?"), "{findings}");
}

/// A header that lacks keys of the one that it replaces says once how to keep them.
#[test]
fn a_replaced_header_can_keep_its_other_keys() {
    for (body, title, own) in [
        ("[piece.knight]\nmovement = \"NW\"\n", "[piece.knight]", "knight"),
        ("[check]\nattackers = \"next-only\"\n", "[check]", "check"),
    ] {
        let advice = format!("to keep the other keys of the inherited {title}, add `extends = \"{own}\"`; or add");
        let text = errors(&child("3-man-chess", body));
        assert_eq!(text.matches(&advice).count(), 1, "{text}");
        let (header, keys) = body.split_once('\n').expect("a header");
        let kept = child("3-man-chess", &format!("{header}\nextends = \"{own}\"\n{keys}"));
        assert_eq!(errors(&kept), "", "{kept}");
    }
    // Several missing keys are one mistake, next to the misspelled key.
    let text = errors(&child("chess", "[check]\npins = \"attack\"\n"));
    let keys = "[check] needs the keys `attackers`, `own-king` and `kings`";
    let examples =
        "or add `attackers = \"living-opponents\"`, `own-king = \"kept-safe\"` and `kings = \"never-captured\"`";
    assert!(text.contains(keys) && text.contains(examples) && text.contains("did you mean `pinned`?"), "{text}");
    assert_eq!(text.matches("error[").count(), 2, "{text}");
    // The inherited header has no name of its own.
    let text = errors(&child("three-player-chess", "[promotion.pawn]\ninto = [\"queen\"]\n"));
    let advice =
        "to change the inherited [promotion], write `[promotion]` with `extends = \"promotion\"`; or add `pieces";
    assert!(text.contains(advice) && text.matches("error[").count() == 1, "{text}");
    // What the file leaves out cannot be kept.
    for (left_out, header) in [
        ("promotion", "[promotion.pawn]\ninto = [\"queen\"]\n"),
        ("piece.knight", "[piece.knight]\nmovement = \"NW\"\n"),
    ] {
        let text = errors(&child("three-player-chess", &format!("without = [\"{left_out}\"]\n{header}")));
        assert!(text.contains("missing-key") && !text.contains("inherited"), "{text}");
    }
    // A new starting position without kings.
    let text = errors(&child("3-man-chess", "[setup]\nqueen = [\"WHe1\"]\n"));
    let advice = "to keep the other keys of the inherited [setup], add `extends = \"setup\"`; or give each player";
    assert_eq!(text.matches(advice).count(), 1, "{text}");
    let text = errors(&child("3-man-chess", "[piece.camel]\nmovement = \"C\"\n"));
    assert!(text.contains("needs the key `letter`") && !text.contains("inherited"), "{text}");
}

/// A finding marks the entry of `without` that causes its words, not one that would cause others.
#[test]
fn a_finding_marks_the_entry_that_causes_it() {
    let mate = "[outcome.mate]\nwhen = { stuck = { who = \"mover\", check = \"in\" } }\nthen = \"end\"\n\
                points = { mover = 0, others = 1 }\nsettled = \"turn-start\"\n";
    for (without, column) in [
        ("\"outcome.checkmate\", \"outcome.stalemate\"", 33),
        ("\"outcome.stalemate\", \"outcome.checkmate\"", 12),
        ("\"castling\", \"castling-rules\", \"outcome.checkmate\", \"outcome.stalemate\"", 63),
    ] {
        let text = format!("name = \"X\"\nextends = [\"chess\"]\nwithout = [{without}]\n{mate}");
        let found = findings(&text);
        assert!(found.contains("can be without a legal move while not in check"), "{found}");
        assert!(found.contains(&format!("--> x.toml:3:{column}\n")), "{found}");
    }
}

#[test]
fn what_a_parent_leaves_out_stays_out_in_any_order() {
    for parents in ["\"gallery/atomic\", \"mechanisms/berolina\"", "\"mechanisms/berolina\", \"gallery/atomic\""] {
        let text = format!("name = \"X\"\nextends = [{parents}]\n");
        assert_eq!(errors(&text), "", "{parents}");
    }
}

#[test]
fn a_counter_may_have_the_name_of_an_old_header() {
    let counter = "[counter.quiet]\nwhen = { piece = { kind = [\"king\"] } }\n";
    let used =
        "[outcome.walks]\nwhen = { counter = { name = \"quiet\", of = \"mover\", at-least = 9 } }\nthen = \"end\"\n";
    assert_eq!(errors(&child("chess", &format!("{counter}{used}"))).matches("renamed").count(), 0);
    let old = errors(&child("chess", "[counter.quiet]\nresets = [\"capture\"]\n"));
    assert!(old.contains("`[counter.quiet]` is now `[counter.halfmoves]`"), "{old}");
}
