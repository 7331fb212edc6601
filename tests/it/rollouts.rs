//! Games that are played in place, numbers of moves, and positions as bytes.
//!
//! Input: random games of every shipped rulebook. Output: each legal move has a number that leads back to
//! it; a rollout reaches the same positions as [`Game`]; planes show the pieces of the position.

use threefold::catalog::games;
use threefold::{ActionSpace, Game, Planes, Position, Rollout};

use super::support::{Dice, is_slow, load};

/// Games with drops, hands and promotions of other kinds, for the fast run.
const SPECIAL: &[&str] = &["gallery/crazyhouse", "gallery/shogi", "gallery/grand", "gallery/kyoto-shogi"];

/// Fails if a legal move has no number, or one that belongs to another move.
fn check_numbers(game: &Rollout, space: &ActionSpace) {
    let mut numbers = Vec::new();
    game.actions_into(space, &mut numbers);
    for (mv, number) in game.moves().zip(&numbers) {
        assert_eq!(space.number(mv), Some(*number as usize), "{mv:?}");
        assert_eq!(space.get(*number as usize), Some(mv));
    }
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), game.moves().len(), "two moves share a number");
}

/// Fails if the planes of pieces differ from the pieces of a position.
fn check_planes(position: &Position, planes: &Planes) {
    let book = position.variant().rulebook();
    let squares = book.board().len();
    let mut bytes = vec![7; planes.names().len() * squares];
    let mut scalars = vec![7; planes.scalars().len()];
    let turn = position.turn();
    assert!(planes.write(position, turn, &mut bytes, &mut scalars));
    assert!(!planes.write(position, turn, &mut bytes[1..], &mut scalars), "a buffer is too short");
    let (seats, kinds) = (book.seats().len(), book.kinds().len());
    let mut expected = vec![0; seats * kinds * squares];
    for (square, piece) in position.pieces() {
        let place = (piece.seat.index() + seats - turn.index()) % seats;
        expected[(place * kinds + piece.kind.index()) * squares + square.index()] = 1;
    }
    assert_eq!(bytes[..expected.len()], expected);
    assert!(bytes.iter().all(|it| *it <= 1) && scalars[seats] == 1, "the first player is to move");
}

fn check_game(name: &str, seed: u64) {
    let variant = load(name);
    let Some(mut game) = Game::new(&variant) else { return };
    let (space, planes) = (ActionSpace::new(&variant), Planes::new(&variant));
    let mut rollout = Rollout::new(game.start());
    let mut dice = Dice(seed);
    for _ in 0..80 {
        assert_eq!(rollout.position(), game.position(), "{name}");
        check_numbers(&rollout, &space);
        check_planes(rollout.position(), &planes);
        let count = rollout.moves().len();
        assert_eq!(count, game.legal_moves().len(), "{name}");
        if count == 0 {
            break;
        }
        let index = dice.below(count);
        let mv = rollout.moves().nth(index).expect("a move");
        assert!(rollout.play(index) && !rollout.play(usize::MAX));
        game.play(mv).expect("a legal move");
    }
    rollout.restart(game.start());
    assert_eq!(rollout.position(), game.start());
}

#[test]
fn rollouts_are_games() {
    let shipped = games().map(|it| it.slug.as_str());
    // The slow run plays every shipped game.
    let played = shipped.filter(|it| is_slow() || !it.contains('/') || SPECIAL.contains(it));
    played.enumerate().for_each(|(seed, name)| check_game(name, seed as u64));
}

#[test]
fn numbers_of_chess_are_complete() {
    let space = ActionSpace::new(&load("chess"));
    assert_eq!((space.len(), space.is_empty()), (1_972, false));
    for number in 0..space.len() {
        let mv = space.get(number).expect("each number is a move");
        assert_eq!(space.number(mv), Some(number));
    }
    assert_eq!(space.get(space.len()), None);
}
