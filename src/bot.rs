//! Players that need no person: one picks any legal move, one takes what it can.
//!
//! In: a [`Position`]. Out: a [`Move`], the same for the same seed on every machine: the
//! generator is PCG64 (`Lcg128Xsl64`), and [`bounded`] is our own. Refuses to look ahead.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::rules::{Move, Position};

/// How a bot plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Any legal move, each as likely.
    Random,
    /// The capture of the man worth most; else a move that gives check; else any.
    Greedy,
}

/// A bot with its own stream of random numbers.
#[derive(Clone, Debug)]
pub struct Bot {
    style: Style,
    random: Pcg64,
}

impl Bot {
    /// A bot; the same seed plays the same game.
    pub fn new(style: Style, seed: u64) -> Self {
        Self { style, random: Pcg64::seed_from_u64(seed) }
    }

    /// Picks a move; `None` where there is no legal one.
    pub fn choose(&mut self, position: &Position) -> Option<Move> {
        let legal = position.legal_moves();
        let picked = match self.style {
            Style::Random => Vec::new(),
            Style::Greedy => greedy(position, &legal),
        };
        let among = if picked.is_empty() { legal } else { picked };
        let count = u64::try_from(among.len()).ok().filter(|it| *it > 0)?;
        among.get(bounded(&mut self.random, count) as usize).copied()
    }
}

/// The captures of most worth; where there is none, the moves that give check.
fn greedy(position: &Position, legal: &[Move]) -> Vec<Move> {
    let book = position.variant().rulebook();
    let worth = |mv: &Move| {
        let man = position.man_at(mv.to).filter(|_| mv.castling.is_none() && mv.from != mv.to)?;
        Some(book.kinds[man.kind.index()].value)
    };
    if let Some(best) = legal.iter().filter_map(worth).max() {
        return legal.iter().filter(|it| worth(it) == Some(best)).copied().collect();
    }
    let turn = position.turn();
    let gives_check = |mv: &&Move| {
        position.play_unsettled(**mv).is_ok_and(|next| {
            book.seat_ids().any(|it| it != turn && next.is_living(it) && next.is_check(it) && !position.is_check(it))
        })
    };
    legal.iter().filter(gives_check).copied().collect()
}

/// A number from 0 to `count - 1`, each as likely; 0 where `count` is 0.
///
/// Draws 64 bits, and draws again those above the largest multiple of `count`, so that no number
/// is favored. Recorded games rest on this: it does not change.
pub fn bounded(random: &mut impl Rng, count: u64) -> u64 {
    if count == 0 {
        return 0;
    }
    let surplus = (u64::MAX % count + 1) % count;
    loop {
        let drawn = random.next_u64();
        if drawn <= u64::MAX - surplus {
            return drawn % count;
        }
    }
}
