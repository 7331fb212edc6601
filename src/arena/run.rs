//! Runs a match on several threads, and stops it early if a test decides.
//!
//! Contains [`MatchPlan::run`]. Rounds are judged in order, so the report does not depend on which
//! game ends first. Games of later rounds that were played by then are not part of the report.
//!
//! Input: a plan and the games that are already known. Output: a [`FoundMatch`]. Does not know
//! files: a callback gets each new game.

use std::sync::atomic::AtomicBool;

use foldhash::HashMap;

use super::plan::{MatchError, MatchPlan};
use super::sprt::{Sprt, SprtState, Verdict};
use super::tally::{MatchReport, MatchTally};
use crate::parallel::parallel_stream;

/// A game of a match.
///
/// [`arena`](crate::arena) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchGame {
    /// Number of the game in the match, from 0.
    pub index: u32,
    /// Points of each seat.
    pub points: Vec<f64>,
    /// Label of the outcome that ended the game.
    pub ending: String,
    /// Whether the ply limit ended the game.
    pub is_cut: bool,
    /// Number of moves.
    pub plies: usize,
    /// All moves and claims as text.
    pub moves: Vec<String>,
}

/// The result of a match.
///
/// [`arena`](crate::arena) has an example.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FoundMatch {
    /// The figures of all rounds up to the round in which the test decided.
    pub report: MatchReport,
    /// The sequential test of the first two bots, if there is one.
    pub sprt: Option<SprtState>,
}

impl MatchPlan {
    /// Plays a match of whole rounds with at least `games` games. Games in `known` are not played
    /// again. `on_game` gets each new game as soon as it ends, and returns `false` to stop the match.
    ///
    /// # Errors
    /// Returns an error if a bot fails or a game panics. The games before it were passed on.
    pub fn run(
        &self,
        games: u32,
        threads: usize,
        known: Vec<MatchGame>,
        test: Option<Sprt>,
        on_game: &mut dyn FnMut(&MatchGame) -> bool,
    ) -> Result<FoundMatch, MatchError> {
        let games = self.whole_rounds(games);
        let mut tally = MatchTally::new(self);
        let mut state = test.map(Sprt::start);
        let mut waiting: HashMap<u32, MatchGame> = HashMap::default();
        // Games are counted in order, and a test that has decided ends the count.
        let mut count = |waiting: &mut HashMap<u32, MatchGame>| {
            loop {
                let is_decided = state.as_ref().is_some_and(|it| it.verdict != Verdict::Undecided);
                let next = tally.games();
                if is_decided || next >= games {
                    return false;
                }
                let Some(game) = waiting.remove(&next) else { return true };
                if let (Some(score), Some(state)) = (tally.add(&game), &mut state) {
                    state.add(score);
                }
            }
        };
        waiting.extend(known.into_iter().map(|it| (it.index, it)));
        let unplayed: Vec<u32> = (0..games).filter(|it| !waiting.contains_key(it)).collect();
        let mut failed = None;
        let mut goes_on = true;
        if count(&mut waiting) {
            let stop = AtomicBool::new(false);
            parallel_stream(&unplayed, threads, &stop, |index| self.play(*index, &stop), &mut |played| {
                match played {
                    Ok(Ok(Some(game))) => {
                        goes_on = on_game(&game);
                        waiting.insert(game.index, game);
                    }
                    Ok(Ok(None)) => {}
                    Ok(Err(error)) => failed = Some(error),
                    Err(panic) => failed = Some(MatchError::Panicked(panic)),
                }
                failed.is_none() && goes_on && count(&mut waiting)
            });
        }
        match failed {
            Some(error) => Err(error),
            None => Ok(FoundMatch { report: tally.report(), sprt: state }),
        }
    }
}
