//! Rulebooks out of nowhere: small boards of every shape, men of every movement, policies
//! thrown like dice; engine and reference have to agree on all of them. What a file may
//! say that no shipped game says is met here.
//!
//! What is never thrown: claims and repetition, added and cut links, promotion by square,
//! several promotions, promotion into men with a forward, castling where seats differ,
//! more than four seats. `THREEFOLD_SEED=7` plays and prints one alone.

mod boards;
mod policies;

use crate::properties::{Pair, walk};
use crate::support::{Dice, is_slow};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The text of a rulebook.
pub fn text(seed: u64) -> String {
    let mut dice = Dice(seed);
    let board = boards::board(&mut dice);
    let mut out = format!("name = \"Random {seed}\"\nabout = \"Thrown.\"\npart = \"game\"\n\n{}", board.text);
    out.push_str(&policies::policies(&mut dice, &board));
    out
}

/// A rulebook that compiles, or what is wrong with it.
fn pair(seed: u64) -> Result<Pair, String> {
    match threefold::load_text(&format!("random-{seed}"), &text(seed)) {
        Ok(loaded) => Ok(Pair::new(&loaded.variant)),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn random_rulebooks_are_played_alike() {
    let (count, plies) = if is_slow() { (3_000, 40) } else { (160, 25) };
    let only: Option<u64> = std::env::var("THREEFOLD_SEED").ok().and_then(|it| it.parse().ok());
    let seeds: Vec<u64> = only.map_or((0..count).collect(), |it| vec![it]);
    let (mut faults, mut refused, mut played, mut ended) = (Vec::new(), Vec::new(), 0, 0);
    for seed in &seeds {
        let pair = match pair(*seed) {
            Ok(pair) => pair,
            Err(error) => {
                refused.push(format!("{seed}: {error}"));
                continue;
            }
        };
        let found = catch_unwind(AssertUnwindSafe(|| walk(&pair, *seed, plies)));
        match found {
            Ok(Ok(walk)) => {
                played += walk.plies;
                ended += walk.ended;
            }
            Ok(Err(fault)) => faults.push(format!("seed {seed}: {fault}")),
            Err(_) => faults.push(format!("seed {seed} panicked: see above")),
        }
    }
    eprintln!(
        "{} rulebooks, {} refused, {played} plies, {ended} games ended, {} faults",
        seeds.len(),
        refused.len(),
        faults.len()
    );
    let shown = faults.iter().take(8).cloned().collect::<Vec<_>>().join("\n\n");
    assert!(faults.is_empty(), "\n{} faults\n\n{shown}\n", faults.len());
    let sample = refused.iter().take(5).cloned().collect::<Vec<_>>().join("\n");
    assert!(refused.len() * 4 < seeds.len().max(4), "too many rulebooks are refused\n{sample}");
}

#[test]
fn a_random_rulebook_can_be_printed() {
    let seed = std::env::var("THREEFOLD_SEED").ok().and_then(|it| it.parse().ok()).unwrap_or(0);
    let text = text(seed);
    if std::env::var("THREEFOLD_SEED").is_ok() {
        println!("{text}");
    }
    assert!(text.contains("[check]"));
}
