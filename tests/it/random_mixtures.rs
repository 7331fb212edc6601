//! Random mixtures: a game that extends several shipped rulebooks, in any order.
//!
//! Input: the catalog. Output: on every mixture that compiles, engine and reference agree after every
//! ply. `THREEFOLD_SEED` chooses mixtures as in `random_variants`.

use crate::properties::{Pair, walk};
use crate::support::{Dice, is_slow, seeds};
use threefold::catalog;

/// Returns the text of a mixture of two to four files; the last one takes precedence.
fn text(seed: u64) -> String {
    let mut dice = Dice(seed ^ 0x6d69_7874);
    let mut slugs: Vec<&str> = catalog::shipped().iter().map(|it| it.slug.as_str()).collect();
    dice.shuffle(&mut slugs);
    let parents: Vec<String> = slugs[..2 + dice.below(3)].iter().map(|it| format!("\"{it}\"")).collect();
    let parents = parents.join(", ");
    format!("name = \"Mixture {seed}\"\nabout = \"Mixed at random.\"\npart = \"game\"\nextends = [{parents}]\n")
}

#[test]
fn engine_and_reference_agree_on_random_mixtures() {
    let (plies, most) = if is_slow() { (40, usize::MAX) } else { (12, 8) };
    let (mut played, mut errors) = (0, Vec::new());
    for seed in seeds(200, 240) {
        let text = text(seed);
        let Ok(loaded) = threefold::load_text(&format!("mixture-{seed}"), &text) else { continue };
        // A panic must name its seed, too.
        eprintln!("seed {seed}:\n{text}");
        if let Err(error) = walk(&Pair::new(&loaded.variant), seed, plies) {
            errors.push(format!("seed {seed}: {error}\n\n{text}"));
        }
        played += 1;
        if played == most {
            break;
        }
    }
    eprintln!("{played} mixtures played");
    assert!(errors.is_empty(), "\n{} errors\n\n{}\n", errors.len(), errors.join("\n\n"));
    assert!(played > 0 || std::env::var("THREEFOLD_SEED").is_ok(), "no mixture compiles");
}
