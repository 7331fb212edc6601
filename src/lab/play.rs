//! Plays single games of a plan.
//!
//! Contains [`GamePlayer`], which keeps buffers and counts from game to game.
//!
//! Input: a [`LabPlan`] and the index of a game. Output: a [`GameRow`]. Does not know threads.

use std::sync::atomic::{AtomicBool, Ordering};

use super::plan::{LabError, LabPlan};
use super::record::Recorder;
use super::row::GameRow;
use super::tally::Tally;
use crate::arena::{play_game, random_opening};
use crate::bot::bounded;
use crate::game::{Act, Game};
use crate::rules::{Observer, PlayoutScratch, Position};

/// Plays games of one plan, and counts them.
///
/// ```
/// use threefold::bot::Style;
/// use threefold::lab::{GamePlayer, LabOptions, LabPlan};
///
/// let start = threefold::load("chess")?.variant.start().expect("a starting position");
/// let plan = LabPlan::new(start, vec![Style::Random; 2], LabOptions::default())?;
/// let mut player = GamePlayer::new(&plan);
/// // A game depends only on the plan and its index.
/// let first = player.play(7)?;
/// assert_eq!(player.play(7)?, first);
/// // A game that was played elsewhere counts, too.
/// let mut game = threefold::Game::from_position(plan.start().clone());
/// for text in ["f3", "e5", "g4", "Qh4"] {
///     game.perform(text)?;
/// }
/// assert_eq!(player.count(8, &game).plies, 4);
/// assert_eq!(player.into_tally().games, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GamePlayer<'a> {
    plan: &'a LabPlan,
    recorder: Recorder<'a>,
    scratch: PlayoutScratch,
}

impl<'a> GamePlayer<'a> {
    /// Creates a player that has not played any game.
    pub fn new(plan: &'a LabPlan) -> Self {
        Self { plan, recorder: Recorder::new(plan), scratch: PlayoutScratch::default() }
    }

    /// Plays a game, counts it, and returns its result.
    ///
    /// # Errors
    /// Returns an error if a bot fails.
    pub fn play(&mut self, index: u64) -> Result<GameRow, LabError> {
        let never = AtomicBool::new(false);
        self.play_unless(index, &never).map(|it| it.unwrap_or_else(|| GameRow::new(index)))
    }

    /// Plays a game as [`GamePlayer::play`] does, unless `stop` becomes true. A stopped game is not
    /// counted.
    ///
    /// # Errors
    /// Returns an error if a bot fails.
    pub(super) fn play_unless(&mut self, index: u64, stop: &AtomicBool) -> Result<Option<GameRow>, LabError> {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let mut random = self.plan.random(index);
        self.recorder.begin(index, &mut random);
        let at_start = random.clone();
        let game = if self.plan.is_random() {
            let limit = self.plan.options().ply_limit;
            let mut pick = |count| bounded(&mut random, count);
            self.plan.start().clone().play_out_observed(limit, &mut self.scratch, &mut pick, Some(&mut self.recorder));
            None
        } else {
            let opening = random_opening(self.plan.start(), self.plan.options().opening_plies as usize, random);
            let mut bots = self.plan.seated(index);
            let limit = self.plan.options().ply_limit as usize;
            let Some(played) = play_game(opening, &mut bots, limit, stop).map_err(|it| it.error)? else {
                return Ok(None);
            };
            Some(played.game)
        };
        if let Some(game) = &game {
            self.show(game);
        }
        let row = self.recorder.end();
        if let (Some(impact), Some(plies)) = (self.plan.impact(), self.plan.sampled_turn(index, row.plies)) {
            let position = match &game {
                Some(game) => at_turn(game, plies),
                // The length is known only now, so the game is played again up to the sampled turn.
                None => {
                    let (mut position, mut random) = (self.plan.start().clone(), at_start);
                    position.play_out(plies, &mut |count| bounded(&mut random, count));
                    position
                }
            };
            impact.count(&position, &mut self.recorder.tally.impact);
        }
        Ok(Some(row))
    }

    /// Counts a game that was played elsewhere, such as a record, and returns its result. The game
    /// must have started from the start of the plan.
    ///
    /// [`GamePlayer`] has an example.
    pub fn count(&mut self, index: u64, game: &Game) -> GameRow {
        self.recorder.begin(index, &mut self.plan.random(index));
        self.show(game);
        self.recorder.end()
    }

    /// Shows a played game to the recorder.
    fn show(&mut self, game: &Game) {
        let mut before = game.start();
        let living = |it: &Position| {
            let seats = it.variant().rulebook().seat_ids();
            seats.filter(|seat| it.is_living(*seat)).fold(0, |set, seat| set | seat.bit())
        };
        for played in game.played() {
            if let Act::Move(mv) = played.act {
                before.observe_move(mv, before.legal_moves().len(), &mut self.recorder);
            }
            if living(before) != living(&played.after) {
                self.recorder.eliminated(living(&played.after));
            }
            before = &played.after;
        }
        before.observe_end(&mut self.recorder);
    }

    /// Returns the counts of all games played.
    pub fn into_tally(self) -> Tally {
        self.recorder.tally
    }
}

/// Returns the position before the move with this index.
fn at_turn(game: &Game, plies: u32) -> Position {
    let mut before = game.start();
    let mut made = 0;
    for played in game.played() {
        let is_move = matches!(played.act, Act::Move(_));
        if is_move && made == plies {
            break;
        }
        made += u32::from(is_move);
        before = &played.after;
    }
    before.clone()
}
