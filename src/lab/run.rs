//! Plays ranges of games on several threads.
//!
//! Contains [`LabPlan::run`], [`LabPlan::run_blocks`] and [`LabPlan::run_for`]. A block is a short range of games, and the
//! unit of work. Blocks affect only the progress, never the figures.
//!
//! Input: a plan and a range. Output: a [`Tally`], or [`Block`]s in order. Does not know files.

use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use foldhash::HashMap;

use super::plan::{LabError, LabPlan};
use super::play::GamePlayer;
use super::report::Report;
use super::row::GameRow;
use super::tally::Tally;
use crate::parallel::parallel_stream;

/// Maximum number of games of a block of random games.
const RANDOM_GAMES: u64 = 4_096;
/// Maximum number of games of a block of other games, which take longer.
const SLOW_GAMES: u64 = 16;
/// Minimum number of blocks of a range, so that all threads have work.
const BLOCKS: u64 = 64;

/// Number of games after which the widths of intervals are looked at first.
const FIRST_LOOK: u64 = 256;

/// The games of a short range.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The indices of the games.
    pub range: Range<u64>,
    /// The counts of the games.
    pub tally: Tally,
    /// The games in order; empty if they were not requested.
    pub rows: Vec<GameRow>,
}

/// Returns the blocks of a range. They depend on nothing but the range and the sort of bots.
///
/// [`lab`](crate::lab) has an example.
pub fn blocks(plan: &LabPlan, range: Range<u64>) -> Vec<Range<u64>> {
    let most = if plan.is_random() { RANDOM_GAMES } else { SLOW_GAMES };
    let size = (range.end.saturating_sub(range.start) / BLOCKS).clamp(1, most);
    let starts = range.clone().step_by(size as usize);
    starts.map(|it| it..it.saturating_add(size).min(range.end)).collect()
}

impl LabPlan {
    /// Plays a range of games and returns their counts. `on_games` receives the number of games of
    /// each block that is done, and returns `false` to stop early.
    ///
    /// # Errors
    /// Returns an error if a bot fails or a game panics.
    pub fn run(
        &self,
        range: Range<u64>,
        threads: usize,
        on_games: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Tally, LabError> {
        let mut total = Tally::new(self);
        self.run_blocks(&blocks(self, range), threads, false, &mut |block| {
            total.merge(&block.tally);
            on_games(block.tally.games)
        })?;
        Ok(total)
    }

    /// Plays games from the first one until every interval of the points of a seat is at most
    /// `width` wide, or until `most` games are played. The intervals are looked at after 256, 512,
    /// 1024, ... games, so the number of games does not depend on threads.
    ///
    /// # Errors
    /// Returns an error if a bot fails or a game panics.
    pub fn run_until(
        &self,
        width: f64,
        most: u64,
        threads: usize,
        on_games: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Tally, LabError> {
        let (mut total, mut next) = (Tally::new(self), FIRST_LOOK.min(most));
        loop {
            total.merge(&self.run(total.games..next, threads, on_games)?);
            if total.games >= most || self.is_stopped() || Report::new(self, &total).width() <= width {
                return Ok(total);
            }
            next = next.saturating_mul(2).min(most);
        }
    }

    /// Plays games in order on this thread, until `time` has passed or `stop` becomes true. Returns the
    /// counts of the games that are complete. Unless it is stopped, at least one is.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use std::time::Duration;
    /// use threefold::bot::Style;
    /// use threefold::lab::{LabOptions, LabPlan};
    ///
    /// let start = threefold::load("chess")?.variant.start().expect("a starting position");
    /// let plan = LabPlan::new(start, vec![Style::Random; 2], LabOptions::default())?;
    /// let (never, mut total) = (AtomicBool::new(false), plan.run(0..0, 1, &mut |_games| true)?);
    /// while total.games < 5 {
    ///     total.merge(&plan.run_for(total.games..5, Duration::ZERO, &never)?);
    /// }
    /// assert_eq!(total, plan.run(0..5, 2, &mut |_games| true)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if a bot fails.
    pub fn run_for(&self, range: Range<u64>, time: Duration, stop: &AtomicBool) -> Result<Tally, LabError> {
        let begin = Instant::now();
        let mut player = GamePlayer::new(self);
        for index in range {
            if player.play_unless(index, stop)?.is_none() || begin.elapsed() >= time {
                break;
            }
        }
        Ok(player.into_tally())
    }

    /// Plays blocks of games and passes them on in order. `on_block` returns `false` to stop early. If the plan is stopped,
    /// the last block has only the games that are complete.
    ///
    /// # Errors
    /// Returns an error if a bot fails or a game panics. The blocks before it were passed on.
    pub fn run_blocks(
        &self,
        blocks: &[Range<u64>],
        threads: usize,
        with_rows: bool,
        on_block: &mut dyn FnMut(Block) -> bool,
    ) -> Result<(), LabError> {
        let numbered: Vec<(usize, Range<u64>)> = blocks.iter().cloned().enumerate().collect();
        let mut waiting: HashMap<usize, Block> = HashMap::default();
        let (mut next, mut failed) = (0, None);
        let stop = AtomicBool::new(false);
        let work =
            |(number, range): &(usize, Range<u64>)| self.block(range.clone(), with_rows).map(|block| (*number, block));
        parallel_stream(&numbered, threads, &stop, work, &mut |result| {
            match result {
                Ok(Ok((number, block))) => drop(waiting.insert(number, block)),
                Ok(Err(error)) => failed = Some(error),
                Err(panic) => failed = Some(LabError::Panicked(panic)),
            }
            while let Some(block) = waiting.remove(&next) {
                let is_whole = block.range == blocks[next];
                next += 1;
                if block.range.is_empty() || !on_block(block) || !is_whole {
                    return false;
                }
            }
            failed.is_none()
        });
        // Ctrl-C also ends other programs that play.
        failed.filter(|_| !self.is_stopped()).map_or(Ok(()), Err)
    }

    /// Plays the games of a block, or fewer if the plan is stopped.
    fn block(&self, range: Range<u64>, with_rows: bool) -> Result<Block, LabError> {
        let mut player = GamePlayer::new(self);
        let mut rows = Vec::new();
        let mut end = range.start;
        for index in range.clone() {
            let Some(row) = player.play_unless(index, self.stop_flag())? else { break };
            end = index + 1;
            if with_rows {
                rows.push(row);
            }
        }
        Ok(Block { range: range.start..end, tally: player.into_tally(), rows })
    }
}
