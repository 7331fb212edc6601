//! The bot thread, which makes one bot move at a time.
//!
//! Input: games in which a bot is to act. Output: the same games one act later, saved and
//! announced. A pause before each act lets people follow and keeps games among bots slow. A game
//! that no page requests leaves the memory, and its bots pause until someone opens it again. Does
//! not know how bots choose.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::app::App;
use super::games::OpenGame;

/// Games in which a bot is to act, with the time of its next act.
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
    /// Creates an empty queue.
    pub fn new(pause: Duration) -> Self {
        Self { pause, due: Mutex::default(), changed: Condvar::new() }
    }

    /// Schedules a bot act after the pause if one is due in this game.
    pub fn schedule(&self, game: &OpenGame) {
        if game.table.waits_for_bot() {
            let mut due = self.lock();
            let at = Instant::now() + self.pause;
            due.tables.entry(game.id.clone()).or_insert(at);
            self.changed.notify_all();
        }
    }

    /// Stops the bot thread.
    pub fn stop(&self) {
        self.lock().is_over = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, PendingBots> {
        self.due.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes bots act until the thread is stopped.
    pub fn run(&self, app: &App) {
        while let Some(id) = self.next() {
            let acted = catch_unwind(AssertUnwindSafe(|| self.act(app, &id)));
            if acted.is_err() {
                app.service.broken.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// Waits for the next game whose time has come.
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

    fn act(&self, app: &App, id: &str) {
        let Some(shared) = app.games.still_in_memory(id) else { return };
        // The seed depends on the id, so that games with the same bots differ.
        let seed = id
            .bytes()
            .fold(0xCBF2_9CE4_8422_2325, |seed: u64, it| (seed ^ u64::from(it)).wrapping_mul(0x0100_0000_01B3));
        let _ = app.with_game(&shared, |game| {
            if game.table.act_for_bot(seed) {
                // If the game cannot be saved, it stays as it was, and the next player gets the
                // error.
                app.save_game(game)?;
            }
            Ok(())
        });
    }
}
