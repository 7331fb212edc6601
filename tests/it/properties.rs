//! Property tests for every variant: the engine and the slow reference agree after every ply,
//! reasons match moves, texts parse back, and board symmetry commutes with the rules. They use
//! seeded random games and positions, with a budget of plies instead of seconds.

mod agree;
mod foreign;
mod lifted;
mod listing;
mod made_up;
mod stuck;
mod turning;
mod unattacked;

use crate::support::{Dice, is_slow, load};
pub use agree::Pair;
pub use agree::differences;
use agree::{ordered, questions, reason_differs};
use made_up::made_up;
use threefold::notation::position::{parse_position, print, print_list};
use threefold::notation::{moves::legal_texts, parse_move};
use threefold::rules::{Position, UnsettledPosition};
use threefold_oracle::State;
use turning::Turning;

/// Returns the slugs of the shipped games.
fn shipped() -> Vec<String> {
    threefold::catalog::games().map(|it| it.slug.clone()).collect()
}

/// Returns the number of plies for a game: more for main games than for readings.
fn plies(slug: &str) -> usize {
    let (main, reading) = (200, 40);
    // With a blocker, a position has hundreds or thousands of moves.
    let has_many_moves = ["gallery/duck", "gallery/amazons", "mechanisms/duck-on-96-squares"].contains(&slug);
    match slug.contains('/') {
        _ if has_many_moves => reading / 10,
        true => reading,
        false => main,
    }
}

fn fail_on(errors: Vec<String>) {
    let shown: Vec<_> = errors.iter().take(12).cloned().collect();
    assert!(errors.is_empty(), "\n{} errors\n\n{}\n", errors.len(), shown.join("\n\n"));
}

/// Returns a first position: the starting position or a random one.
pub fn beginning(dice: &mut Dice, pair: &Pair) -> Option<UnsettledPosition> {
    if dice.one_in(3)
        && let Some(start) = pair.variant.unsettled_start()
    {
        return Some(start);
    }
    let setup = made_up(dice, pair);
    UnsettledPosition::new(&pair.variant, &setup).ok()
}

/// Plays random games with both, and compares after every ply. Stops at the first difference.
/// Fails if almost no position is valid or almost every game ends at once.
pub fn walk(pair: &Pair, seed: u64, plies: usize) -> Result<Walk, String> {
    let mut dice = Dice(seed);
    let mut done = Walk::default();
    while done.plies < plies {
        done.tries += 1;
        if done.tries > plies + 1000 {
            done.gave_up = true;
            return Ok(done);
        }
        let Some(first) = beginning(&mut dice, pair) else { continue };
        done.games += 1;
        let leave = |dice: &mut Dice, plies: usize| plies == 120 || plies > 61 && dice.one_in(30);
        let position = game(&mut dice, pair, first, leave, &mut done.plies)?;
        done.ended += usize::from(position.ending().is_some());
    }
    Ok(done)
}

/// Plays one random game with both, and compares after every ply, until `leave` says so after a
/// number of plies. Adds its plies to `plies`, and returns the last position or the first
/// difference.
pub fn game(
    dice: &mut Dice,
    pair: &Pair,
    first: UnsettledPosition,
    leave: impl Fn(&mut Dice, usize) -> bool,
    plies: &mut usize,
) -> Result<Position, String> {
    let mut state = pair.state(&first.as_position().setup());
    let mut position = first.settle();
    state.settle(1);
    for ply in 1.. {
        let apart = differences(&position, &state);
        if !apart.is_empty() {
            return Err(apart.join("\n  "));
        }
        for mv in questions(dice, &position, 12) {
            if let Some(apart) = reason_differs(&position, &state, mv) {
                return Err(apart);
            }
        }
        let moves = position.legal_moves();
        let Some(mv) = dice.pick(&moves) else { break };
        let before = print(&position);
        let text = threefold::notation::print_move(&position, mv);
        let piece = mv.origin().or(mv.destination()).and_then(|it| position.piece_at(it));
        position = position.play(mv).map_err(|it| format!("{before}: {text} is refused: {it:?}"))?;
        state = state.play(mv);
        *plies += 1;
        if !differences(&position, &state).is_empty() {
            let apart = differences(&position, &state).join("\n  ");
            return Err(format!("after {text} ({piece:?}) from {before}\n  {apart}"));
        }
        if leave(dice, ply) {
            break;
        }
    }
    Ok(position)
}

/// Statistics of a walk.
#[derive(Debug, Default)]
pub struct Walk {
    pub plies: usize,
    pub games: usize,
    pub ended: usize,
    /// The walk had almost nothing to play.
    pub gave_up: bool,
    tries: usize,
}

fn for_all(faults_of: impl Fn(&str, &Pair) -> Vec<String>) {
    let mut errors = Vec::new();
    for slug in shipped() {
        let variant = load(&slug);
        errors.extend(faults_of(&slug, &Pair::new(&variant)));
    }
    fail_on(errors);
}

#[test]
fn engine_and_reference_agree_after_every_ply() {
    for_all(|slug, pair| match walk(pair, 1, plies(slug)) {
        Ok(walk) if walk.gave_up => vec![format!("{slug}: hardly anything can be played: {walk:?}")],
        Ok(_) => Vec::new(),
        Err(error) => vec![error],
    });
}

/// Whole games at full engine speed with its assertions enabled: no panic, no moves after the
/// end, and no moves out of turn.
#[test]
fn a_million_random_plies() {
    let games = shipped();
    let share = (if is_slow() { 1_000_000 } else { 30_000 }) / games.len() as u32 + 1;
    for (slug, seed) in games.iter().zip(11..) {
        let pair = Pair::new(&load(slug));
        let mut dice = Dice(seed);
        let mut plies = 0;
        while plies < share {
            let Some(mut position) = beginning(&mut dice, &pair).map(UnsettledPosition::into_position) else {
                continue;
            };
            plies += position.play_out(400, &mut |count| dice.below(count as usize) as u64) + 1;
            let at = print(&position);
            assert!(position.ending().is_none() || position.legal_moves().is_empty(), "{slug}: over, yet {at}");
            assert!(position.ending().is_some() || position.is_living(position.turn()), "{slug}: a dead player: {at}");
            let again = UnsettledPosition::new(&pair.variant, &position.setup());
            assert_eq!(again.map(|it| print(it.as_position())), Ok(at), "{slug}");
        }
    }
}

#[test]
fn texts_round_trip() {
    for_all(|slug, pair| {
        let mut dice = Dice(2);
        let mut errors = Vec::new();
        for _ in 0..plies(slug) / 30 {
            let Some(mut position) = beginning(&mut dice, pair).map(UnsettledPosition::settle) else { continue };
            for _ in 0..8 {
                errors.extend(text_faults(&position));
                let Some(mv) = dice.pick(&position.legal_moves()) else { break };
                position = position.play(mv).expect("a legal move");
            }
        }
        errors.truncate(2);
        errors
    });
}

fn text_faults(position: &Position) -> Vec<String> {
    let mut errors = Vec::new();
    for text in [print(position), print_list(position)] {
        match parse_position(position.variant(), &text) {
            Err(error) => errors.push(format!("does not read back: {text}\n{error:?}")),
            Ok(again) if ordered(again.setup()) != ordered(position.setup()) => {
                errors.push(format!("reads back as another position: {text}\n  as {}", print(&again)));
            }
            Ok(_) => {}
        }
    }
    for (mv, text) in legal_texts(position) {
        if parse_move(position, &text) != Ok(mv) {
            errors.push(format!("`{text}` does not read back as {mv:?} at {}", print(position)));
        }
    }
    errors
}

#[test]
fn rules_commute_with_board_symmetry() {
    for_all(|slug, pair| {
        let Some(turning) = Turning::of(&pair.book) else { return Vec::new() };
        let mut dice = Dice(3);
        for _ in 0..plies(slug) / 10 {
            if let Some(error) = beginning(&mut dice, pair).and_then(|it| turn_fault(&mut dice, pair, &turning, it)) {
                return vec![error];
            }
        }
        Vec::new()
    });
}

fn turn_fault(dice: &mut Dice, pair: &Pair, turning: &Turning, position: UnsettledPosition) -> Option<String> {
    let turned = |it: &Position| turning.setup(&pair.book, &it.setup());
    let mut there = match Position::new(&pair.variant, &turned(position.as_position())) {
        Ok(there) => there,
        Err(errors) => return Some(format!("{} cannot be turned: {errors:?}", print(position.as_position()))),
    };
    let mut here = position.settle();
    for _ in 0..6 {
        if ordered(there.setup()) != turned(&here) {
            return Some(format!("{}\n  turned is not\n  {}", print(&here), print(&there)));
        }
        let mut moves: Vec<_> = here.legal_moves().into_iter().map(|it| turning.mv(it)).collect();
        moves.sort();
        if moves != there.legal_moves() {
            return Some(format!("moves do not turn: {}\n  {}", print(&here), print(&there)));
        }
        let mv = dice.pick(&here.legal_moves())?;
        here = here.play(mv).expect("a legal move");
        there = there.play(turning.mv(mv)).expect("a legal move, turned");
    }
    None
}

#[test]
fn the_reference_commutes_with_board_symmetry() {
    for_all(|slug, pair| {
        let Some(turning) = Turning::of(&pair.book) else { return Vec::new() };
        let mut dice = Dice(4);
        for _ in 0..plies(slug) / 60 {
            let Some(position) = beginning(&mut dice, pair) else { continue };
            let setup = position.as_position().setup();
            let mut here = pair.state(&setup);
            let mut there = pair.state(&turning.setup(&pair.book, &setup));
            here.settle(1);
            there.settle(1);
            let turned = |it: &State| turning.setup(&pair.book, &it.setup());
            let Some(mv) = dice.pick(&here.legal_moves()) else { continue };
            if turned(&here) != ordered(there.setup())
                || turned(&here.play(mv)) != ordered(there.play(turning.mv(mv)).setup())
            {
                return vec![format!("{} does not turn", print(position.as_position()))];
            }
        }
        Vec::new()
    });
}

#[test]
fn lifting_a_reason_reveals_a_later_one() {
    for_all(|slug, pair| {
        let mut dice = Dice(5);
        let mut lifted = lifted::Lifted::new(&pair.variant);
        for _ in 0..plies(slug) / 20 {
            let Some(position) = beginning(&mut dice, pair).map(UnsettledPosition::settle) else { continue };
            for mv in questions(&mut dice, &position, 40) {
                if let Some(error) = lifted.error(&position, mv) {
                    return vec![error];
                }
            }
        }
        Vec::new()
    });
}

#[test]
fn a_finished_game_offers_nothing_and_eliminated_players_never_move() {
    for_all(|slug, pair| {
        let mut dice = Dice(6);
        for _ in 0..plies(slug) / 60 {
            let Some(mut position) = beginning(&mut dice, pair).map(UnsettledPosition::settle) else { continue };
            for _ in 0..40 {
                if let Some(error) = end_fault(&mut dice, &position) {
                    return vec![error];
                }
                let Some(mv) = dice.pick(&position.legal_moves()) else { break };
                position = position.play(mv).expect("a legal move");
            }
        }
        Vec::new()
    });
}

fn end_fault(dice: &mut Dice, position: &Position) -> Option<String> {
    let moves = position.legal_moves();
    let at = print(position);
    if position.ending().is_some() {
        let offered = questions(dice, position, 20).into_iter().any(|it| position.explain(it).is_ok());
        return (offered || !moves.is_empty()).then(|| format!("a finished game goes on: {at}"));
    }
    if !position.is_living(position.turn()) {
        return Some(format!("a dead player is to move: {at}"));
    }
    let strange = moves.iter().find(|it| {
        it.dropped().is_none()
            && !it.is_pass()
            && it.origin().and_then(|it| position.piece_at(it)).is_none_or(|piece| piece.seat != position.turn())
    });
    strange.map(|it| format!("{it:?} moves a piece of another: {at}"))
}
