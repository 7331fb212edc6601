//! Regression tests: random rulebooks on which the engine and the slow reference once disagreed.
//!
//! Input: `tests/definitions/agreement/`, and mixtures of two mechanisms that few games combine. Each rulebook is stored, because a later generator makes
//! another one from the same seed. The file name ends in the seed of the games that showed the
//! difference. Output: both agree after every ply, and on counts.

use crate::properties::Pair;
use crate::random_variants::play;
use crate::support::{files_under, is_slow, root};

#[test]
fn engine_and_reference_agree_on_every_saved_rulebook() {
    let files = files_under(&root().join("tests/definitions/agreement"), "toml");
    assert!(!files.is_empty(), "no rulebooks");
    let mut errors = Vec::new();
    for path in &files {
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let seed = stem.rsplit('-').next().and_then(|it| it.parse::<u64>().ok()).expect("a name that ends in a seed");
        let text = std::fs::read_to_string(path).expect("a readable file");
        // The slug is the one of the original random rulebook.
        let loaded = threefold::load_text(&stem, &text).unwrap_or_else(|it| panic!("{stem}\n{it}"));
        let pair = Pair::new(&loaded.variant);
        for more in 0..if is_slow() { 4 } else { 3 } {
            if let Err(error) = play(&pair, seed + more * 1_000_000, 40) {
                errors.push(format!("{stem}, games of seed {}: {error}", seed + more * 1_000_000));
                break;
            }
        }
    }
    assert!(errors.is_empty(), "\n{} rulebooks\n\n{}\n", errors.len(), errors.join("\n\n"));
}

/// Rulebooks in which a piece enters with a move that ends with a placement. They have thousands of moves in a position,
/// so that few plies must do.
#[test]
fn engine_and_reference_agree_on_pieces_that_enter_with_placements() {
    let all = [
        "\"gallery/amazons\", \"gallery/seirawan\", \"mechanisms/bent-lines\"",
        "\"gallery/seirawan\", \"gallery/duck\"",
        "\"mechanisms/walls-on-the-ring\", \"mechanisms/gating-on-the-ring\"",
    ];
    for (seed, parents) in (1..).zip(all) {
        let text = format!("name = \"Both\"\npart = \"game\"\nextends = [{parents}]\n");
        let loaded = threefold::load_text("both", &text).unwrap_or_else(|it| panic!("{parents}\n{it}"));
        let played = play(&Pair::new(&loaded.variant), seed, if is_slow() { 40 } else { 4 });
        assert!(played.is_ok(), "{parents}: {played:?}");
    }
}
