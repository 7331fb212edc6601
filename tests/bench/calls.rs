//! Public calls against playouts inside the engine.
//!
//! Input: a starting position. Output: plies and the CPU time they took, for [`Position::legal_moves`]
//! with [`Position::play`], for [`Game::push`] with its history, and for [`Position::play_out`] as
//! the yardstick. All three play random games from the same seed.

use std::ops::ControlFlow;
use std::time::Duration;

use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use threefold::bot::bounded;
use threefold::{Game, Position};

/// Number of random games in a sample.
const GAMES: u32 = 100;
/// Maximum length of a game in plies. Short games end before positions recur often enough.
const LONGEST: u32 = 100;

/// Plays inside the engine.
pub fn inside(start: &Position) -> (u64, Duration) {
    let mut random = Pcg64::seed_from_u64(1);
    super::timed(|| {
        let mut plies = 0;
        for _ in 0..GAMES {
            plies += u64::from(start.clone().play_out(LONGEST, &mut |count| bounded(&mut random, count)));
        }
        plies
    })
}

/// Plays with `legal_moves` and `play`.
pub fn positions(start: &Position) -> (u64, Duration) {
    let mut random = Pcg64::seed_from_u64(1);
    super::timed(|| {
        let mut plies = 0;
        for _ in 0..GAMES {
            let mut position = start.clone();
            for _ in 0..LONGEST {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[bounded(&mut random, moves.len() as u64) as usize];
                position = position.play(mv).expect("a legal move");
                plies += 1;
            }
        }
        plies
    })
}

/// Plays with `legal_moves` and `push`, with the history of each game.
pub fn games(start: &Position) -> (u64, Duration) {
    let mut random = Pcg64::seed_from_u64(1);
    super::timed(|| {
        let mut plies = 0;
        for _ in 0..GAMES {
            let mut game = Game::from_position(start.clone());
            for _ in 0..LONGEST {
                let moves = game.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let mv = moves[bounded(&mut random, moves.len() as u64) as usize];
                game.push(mv).expect("a legal move");
                plies += 1;
            }
        }
        plies
    })
}

/// Asserts the number of plies inside the engine and through public calls, and that all public calls
/// find the same moves.
pub fn check(start: &Position, plies_inside: u64, plies: u64) {
    let slug = start.variant().slug();
    assert_eq!(inside(start).0, plies_inside, "plies inside the engine in {slug}");
    assert_eq!((positions(start).0, games(start).0), (plies, plies), "plies in {slug}");
    let mut visited = 0;
    let end = start.for_each_legal_move(|mv| {
        visited += 1;
        assert_eq!(start.play_unchecked(mv), start.play(mv));
        ControlFlow::Continue(())
    });
    assert!(end.is_continue());
    assert_eq!((visited, start.legal_moves().len() as u64), (start.perft(1), start.perft(1)));
}
