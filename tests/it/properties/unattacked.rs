//! What follows from the rules of one game and is said nowhere in its file: whoever comes
//! to move attacks nobody's king. Held along random games, by the name of the game.

use crate::support::{Dice, is_slow, load};
use threefold::notation::position::print;
use threefold::rules::Position;

/// The kings that the player to move attacks already.
fn attacked(position: &Position) -> Vec<String> {
    let (book, turn) = (position.variant().rulebook(), position.turn());
    let is_his = |it: &threefold::board::Square| position.man_at(*it).is_some_and(|man| man.seat == turn);
    let others = book.seat_ids().filter(|it| *it != turn && position.is_living(*it));
    let under = others.filter(|it| position.checkers(*it).iter().any(is_his));
    under.map(|it| book.seats()[it.index()].name().to_owned()).collect()
}

/// A random game from the array, up to its end; how many positions were looked at.
fn play(position: Position, dice: &mut Dice) -> Result<usize, String> {
    let mut position = position;
    for ply in 0..400 {
        let kings = attacked(&position);
        if !kings.is_empty() && position.ending().is_none() {
            return Err(format!("ply {ply}: the player to move attacks the king of {kings:?} at {}", print(&position)));
        }
        let Some(mv) = dice.pick(&position.legal_moves()) else { return Ok(ply) };
        position = position.play(mv).map_err(|it| format!("{it:?}"))?;
    }
    Ok(400)
}

fn held(slug: &str, games: usize) -> usize {
    let variant = load(slug);
    let mut dice = Dice(66);
    let played = (0..games).map(|_| play(variant.start().expect("an array"), &mut dice));
    played.map(|it| it.unwrap_or_else(|fault| panic!("{slug}, {fault}"))).sum()
}

// The shield forbids to lay a king open to
// the next player, who may not leave the other in check either.
#[test]
fn in_trichess_nobody_begins_his_turn_attacking_a_king() {
    let games = if is_slow() { 3_000 } else { 60 };
    let seen = held("trichess", games);
    assert!(seen > games * 20, "{seen} plies are too few to say anything");
}

// Where kings may be laid open the same does not hold: the test can fail.
#[test]
fn under_the_general_rules_kings_are_laid_open() {
    let variant = load("three-player-chess");
    let mut dice = Dice(66);
    let opened = |dice: &mut Dice| {
        let mut position = variant.start().expect("an array");
        for _ in 0..400 {
            let Some(mv) = dice.pick(&position.legal_moves()) else { break };
            position = position.play(mv).expect("a legal move");
            if !attacked(&position).is_empty() {
                return true;
            }
        }
        false
    };
    assert!((0..20).any(|_| opened(&mut dice)));
}
