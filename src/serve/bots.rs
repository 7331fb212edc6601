//! Bots at their tables: one thread that lets each do one thing at a time.
//!
//! In: tables at which a bot has something to do. Out: the same, a move on, kept and told
//! of. Between two things that a bot does a pause is made, so that people can follow, and
//! a game among bots does not run away; a table that nobody asks for leaves the memory,
//! and its bots with it, until somebody comes back.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::app::App;
use super::games::OpenGame;

/// Tables at which a bot has something to do, and when.
#[derive(Debug)]
pub struct Bots {
    pause: Duration,
    due: Mutex<PendingBots>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct PendingBots {
    tables: BTreeMap<String, Instant>,
    is_over: bool,
}

impl Bots {
    /// None at work.
    pub fn new(pause: Duration) -> Self {
        Self { pause, due: Mutex::default(), changed: Condvar::new() }
    }

    /// Looks whether a bot has something to do at a table, and lets it, after a pause.
    pub fn look_at(&self, held: &OpenGame) {
        if held.table.waits_for_bot() {
            let mut due = self.lock();
            let at = Instant::now() + self.pause;
            due.tables.entry(held.id.clone()).or_insert(at);
            self.changed.notify_all();
        }
    }

    /// Ends the thread that runs.
    pub fn stop(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, PendingBots> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Permission bots act, until it is stopped.
    pub fn run(&self, house: &App) {
        while let Some(id) = self.next() {
            let acted = catch_unwind(AssertUnwindSafe(|| self.act(house, &id)));
            if acted.is_err() {
                house.service.broken.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// The next table whose time has come.
    fn next(&self) -> Option<String> {
        let mut due = self.lock();
        loop {
            if due.is_over {
                return None;
            }
            let now = Instant::now();
            let first = due.tables.iter().min_by_key(|it| it.1).map(|(id, at)| (id.clone(), *at));
            due = match first {
                Some((id, at)) if at <= now => {
                    due.tables.remove(&id);
                    return Some(id);
                }
                Some((_, at)) => self.changed.wait_timeout(due, at - now).unwrap_or_else(PoisonError::into_inner).0,
                None => self.changed.wait(due).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn act(&self, house: &App, id: &str) {
        let Some(shared) = house.games.still_in_memory(id) else { return };
        // Games with the same bots differ by their ids.
        let seed = id
            .bytes()
            .fold(0xCBF2_9CE4_8422_2325, |seed: u64, it| (seed ^ u64::from(it)).wrapping_mul(0x0100_0000_01B3));
        let _ = house.at(&shared, |held| {
            if held.table.let_bot_act(seed) {
                // A game that cannot be kept stands as it was; whoever plays next is told.
                house.keep(held)?;
            }
            Ok(())
        });
    }
}
