//! A player to move without a legal move: in every shipped game, an outcome then applies.
//!
//! Input: random games from the starting position and from random positions, with random
//! resignations. Output: the positions without a legal move in which the game continues.

use super::{Pair, beginning, for_all};
use crate::support::{Dice, is_slow};
use threefold::notation::position::print;
use threefold::policy::ClaimThen;
use threefold::rulebook::ClaimId;
use threefold::rules::{EndingCause, Position, UnsettledPosition};

/// Plays random games and returns the first position without a legal move and without an end.
fn stuck(pair: &Pair, seed: u64, positions: usize) -> Option<String> {
    let mut dice = Dice(seed);
    let book = pair.variant.rulebook();
    let resign = book.claims().iter().position(|it| it.then() == ClaimThen::Eliminate).map(|it| ClaimId(it as u8));
    let mut seen = 0;
    for _ in 0..positions {
        let Some(mut position) = beginning(&mut dice, pair).map(UnsettledPosition::settle) else { continue };
        for _ in 0..80 {
            seen += 1;
            let moves = position.legal_moves();
            if moves.is_empty() && position.ending().is_none() {
                return Some(print(&position));
            }
            position = next(&mut dice, &position, resign)?;
            if position.ending().is_some() || seen >= positions {
                break;
            }
        }
        if seen >= positions {
            break;
        }
    }
    None
}

/// Plays a random move or, sometimes, a random resignation.
fn next(dice: &mut Dice, position: &Position, resign: Option<ClaimId>) -> Option<Position> {
    let living: Vec<_> = position.variant().rulebook().seat_ids().filter(|it| position.is_living(*it)).collect();
    match resign.filter(|_| living.len() > 2 && dice.one_in(12)) {
        Some(claim) => {
            let next = position.conclude(EndingCause::Claim(claim), dice.pick(&living)?, None);
            Some(next.expect("a claim of the variant").settle())
        }
        None => match dice.pick(&position.legal_moves()) {
            Some(mv) => position.play(mv).ok(),
            None => Some(position.clone()),
        },
    }
}

#[test]
fn a_player_without_a_move_is_always_judged() {
    let positions = if is_slow() { 2_000 } else { 800 };
    for_all(|slug, pair| stuck(pair, 6, positions).map(|it| format!("{slug}: {it}")).into_iter().collect());
}
