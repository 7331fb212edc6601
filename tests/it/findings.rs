//! What every finding owes its reader: a place, and a help that says how to fix it.
//!
//! In: every invalid rulebook, and files that differ from a shipped one in one header.
//! Out: findings without help, or with a place in a file that the author did not write.

use super::support::root;
use threefold::diagnostic::{Diagnostics, Sources, render};
use threefold::{Input, check, load_input};

/// The findings of a text, as a person sees them.
fn told(text: &str) -> String {
    let checked = check(Input::Text("x.toml", text.as_bytes()));
    let all: Vec<_> = checked.diagnostics.items.iter().map(|it| render(&checked.sources, it)).collect();
    all.join("\n\n")
}

/// A file that extends another.
fn child(parent: &str, text: &str) -> String {
    format!("name = \"X\"\nabout = \"x\"\npart = \"game\"\nextends = [\"{parent}\"]\n{text}")
}

#[test]
fn every_finding_has_help_and_a_place() {
    let mut paths: Vec<_> =
        std::fs::read_dir(root().join("tests/definitions/invalid")).expect("a folder").flatten().collect();
    paths.sort_by_key(std::fs::DirEntry::file_name);
    let mut faults = Vec::new();
    for path in paths.iter().map(|it| it.path()).filter(|it| it.extension().is_some_and(|it| it == "toml")) {
        let name = path.to_string_lossy().into_owned();
        let (sources, found): (Sources, Diagnostics) = match load_input(Input::Name(&name)) {
            Ok(_) => {
                let checked = check(Input::Name(&name));
                (checked.sources, checked.diagnostics)
            }
            Err(error) => (error.sources, error.diagnostics),
        };
        for it in &found.items {
            if it.help.as_ref().is_none_or(String::is_empty) || (it.span.is_none() && !sources.files.is_empty()) {
                faults.push(render(&sources, it));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

#[test]
fn a_replaced_settle_is_one_finding_whose_line_can_be_pasted() {
    let settle = "[settle]\nturn-start = [\"checkmate\", \"stalemate\"]\n";
    let found = told(&child("chess", settle));
    assert_eq!(found.matches("warning[").count(), 1, "{found}");
    assert!(found.contains("--> x.toml:5:1"), "{found}");
    let at = found.find("without = [").expect("a line to paste");
    let line = &found[at..at + found[at..].find(']').expect("its end") + 1];
    let pasted = told(&child("chess", &format!("{line}\n{settle}")));
    assert_eq!(pasted, "", "{line}");
}

#[test]
fn an_outcome_that_is_left_out_leaves_the_inherited_lists() {
    let found = told(&child("chess", "without = [\"outcome.fivefold\", \"claim.draw\"]\n"));
    assert_eq!(found, "");
    // In the file's own lists the name is a mistake.
    let own = "without = [\"outcome.fivefold\"]\n[settle]\nturn-start = [\"fivefold\", \"checkmate\", \"stalemate\"]\n";
    assert!(told(&child("chess", own)).contains("no outcome is called `fivefold`"));
}

#[test]
fn a_missing_key_shows_a_line_and_its_words() {
    let found = told(&child("chess", "[outcome.hill]\nwhen = { living = 2 }\n"));
    let line = "add `then = \"end\"` (what happens when the outcome occurs: `end`, `eliminate` or `pass`)";
    assert!(found.contains(line), "{found}");
    let found = told(&child("chess", "[outcome.hill]\nthen = \"end\"\n"));
    assert!(found.contains("add `when = { "), "{found}");
}

#[test]
fn thirds_and_bare_numbers_are_explained() {
    let thirds = "[score]\ncheckmate = { victim = 0, others = 0.3333 }\n";
    assert!(told(&child("chess", thirds)).contains("multiply all points of the rulebook by three"));
    let range = "[board.seam.x]\nedge = \"north\"\nfiles = 3\n";
    let found = told(&child("chess", range));
    assert!(!found.contains("expected a number or a range, found a whole number"), "{found}");
}

#[test]
fn a_file_that_is_too_large_cannot_be_read() {
    let large = "#".repeat((1 << 20) + 1);
    assert!(check(Input::Text("large.toml", large.as_bytes())).is_unreadable());
    let many: String = (0..500).map(|it| format!("k{it} = 1\n")).collect();
    let found = check(Input::Text("many.toml", many.as_bytes()));
    assert!(found.diagnostics.items.iter().all(|it| it.span.is_some()));
}
