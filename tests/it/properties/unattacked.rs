//! A theorem that no file states: in one game, the player to move never attacks a king. Random
//! games check it, for the game with this name.

use crate::support::{Dice, is_slow, load};
use threefold::notation::position::print;
use threefold::rules::Position;

/// Returns the kings that the player to move already attacks.
fn attacked(position: &Position) -> Vec<String> {
    let (book, turn) = (position.variant().rulebook(), position.turn());
    let is_his = |it: &threefold::board::Square| position.piece_at(*it).is_some_and(|piece| piece.seat == turn);
    let others = book.seat_ids().filter(|it| *it != turn && position.is_living(*it));
    let under = others.filter(|it| position.checkers(*it).iter().any(is_his));
    under.map(|it| book.seats()[it.index()].name().to_owned()).collect()
}

/// Plays a random game from the starting position to its end; returns the number of positions
/// tested.
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
    let played = (0..games).map(|_| play(variant.start().expect("a starting position"), &mut dice));
    played.map(|it| it.unwrap_or_else(|error| panic!("{slug}, {error}"))).sum()
}

// The shield forbids exposing a king to the next player, and the next player may not leave the
// other king in check either.
#[test]
fn in_trichess_no_turn_starts_with_an_attack_on_a_king() {
    let games = if is_slow() { 1_000 } else { 60 };
    let seen = held("trichess", games);
    assert!(seen > games * 20, "{seen} plies are too few to say anything");
}

// If kings may be exposed, the theorem is false: this shows that the test can fail.
#[test]
fn under_the_general_rules_kings_are_exposed() {
    let variant = load("three-player-chess");
    let mut dice = Dice(66);
    let opened = |dice: &mut Dice| {
        let mut position = variant.start().expect("a starting position");
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
