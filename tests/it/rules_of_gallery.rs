//! Printed rules of games in the gallery: what they must say, and what is false there.
//!
//! Input: shipped rulebooks. Output: sentences of their rules. Hand-written: each entry was wrong before.

use super::support::loaded;
use threefold::english::rulebook;

/// A game, sentences of its rules, and sentences that would be false.
const SENTENCES: &[(&str, &[&str], &[&str])] = &[
    (
        "gallery/four-player-teams",
        &[
            "A piece may not move onto a square with a piece of the same player or of a partner. A move onto a square with any other player's piece captures that piece.",
        ],
        // Partners do not expose each other's kings.
        &["Green exposes Blue's king", "Green's last move has exposed"],
    ),
    (
        "gallery/makpong",
        &[
            "A king may not move if its owner is in check. - The ban does not apply if the move captures a piece that gives check.",
        ],
        &[],
    ),
    // Nothing is captured, and the parent's source is for other rules.
    ("gallery/ataxx", &["Nothing is captured."], &["Captured pieces leave the game.", "Breakthrough, Dan Troyka"]),
    ("mechanisms/alliances-on-the-ring", &["a piece of the same player or of an ally."], &[]),
];

#[test]
fn the_rules_of_the_gallery_are_true() {
    for (slug, wanted, unwanted) in SENTENCES {
        let loaded = loaded(slug);
        let text = rulebook(&loaded.definition, &loaded.variant).text();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for it in *wanted {
            assert!(text.contains(it), "{slug} lacks: {it}\n{text}");
        }
        for it in *unwanted {
            assert!(!text.contains(it), "{slug} has: {it}\n{text}");
        }
    }
}
