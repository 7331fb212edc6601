//! Boards as they come out of the shipped rulebooks and of a few made for this: degrees,
//! empty-board moves, petals, names, turns. In: files of `variants/`, small texts.
//! Out: counts that others measured. Knows no rule.

use threefold::diagnostic::render;
use threefold::variant::Rulebook;
use threefold::{Input, check};

fn rulebook(input: Input) -> Rulebook {
    let found = check(input);
    let said: Vec<String> = found.diagnostics.items.iter().map(|it| render(&found.sources, it)).collect();
    assert!(said.is_empty(), "{}", said.join("\n"));
    found.rulebook.expect("a game")
}

fn shipped(slug: &str) -> Rulebook {
    rulebook(Input::Name(slug))
}

#[test]
fn shipped_rulebooks_compile_without_findings() {
    for slug in ["chess", "3-man-chess", "3-man-chess-video", "osullivan", "three-player-chess", "trichess"] {
        shipped(slug);
    }
}
