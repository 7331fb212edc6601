//! Bot moves: a bounded number of workers, which choose them in the background.
//!
//! ```text
//!   schedule ──due──> worker: lock, copy ──> search without the lock ──> lock, play, save
//!   a change, a deletion or the end of the server ──stop flag──^      (only if unchanged)
//! ```
//!
//! Input: games in which a bot is to act. Output: the same games one act later, saved and
//! announced. A game is locked only to copy it and to play the move, so a search delays no
//! request. There is at most one search for each game. A pause before each act lets people follow
//! and keeps games among bots slow. A game that no page requests leaves the memory, and its bots
//! pause until someone opens it again. A bot continues its last search if its memory is among
//! the few that are kept. Does not know how bots choose.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::app::App;
use super::games::OpenGame;
use super::session::{BotTurn, MAX_BOT_TIME};
use crate::search::SearchMemory;

/// Number of workers. Each needs memory for one search.
pub const WORKERS: usize = 2;
/// Maximum number of memories. Each needs as much space as a large search.
const MEMORIES: usize = 4;

/// Games in which a bot is to act, with the time of its next act.
#[derive(Debug)]
pub struct Bots {
    pause: Duration,
    queue: Mutex<BotQueue>,
    changed: Condvar,
    /// The memories of bots: the id of the game, the bot, and its memory. The last one used comes last.
    memories: Mutex<Vec<(String, String, SearchMemory)>>,
}

#[derive(Debug, Default)]
struct BotQueue {
    due: BTreeMap<String, Instant>,
    /// Games for which a worker chooses a move.
    searched: BTreeMap<String, RunningSearch>,
    is_over: bool,
}

/// A search for a move.
#[derive(Debug)]
struct RunningSearch {
    /// Version of the game that is searched; `None` until the worker has copied it.
    version: Option<u64>,
    stop: Arc<AtomicBool>,
}

impl Bots {
    /// Creates an empty queue.
    pub fn new(pause: Duration) -> Self {
        Self { pause, queue: Mutex::default(), changed: Condvar::new(), memories: Mutex::default() }
    }

    /// Schedules a bot act after the pause if one is due in this game. Stops a search for an
    /// earlier version of the game.
    pub fn schedule(&self, game: &OpenGame) {
        let mut queue = self.lock();
        if let Some(running) = queue.searched.get(&game.id) {
            match running.version {
                Some(version) if version != game.session.version => running.stop.store(true, Ordering::Relaxed),
                _ => return,
            }
        }
        if game.session.waits_for_bot() {
            let at = Instant::now() + self.pause;
            queue.due.entry(game.id.clone()).or_insert(at);
            self.changed.notify_all();
        }
    }

    /// Forgets a game, and stops its search.
    pub fn cancel(&self, id: &str) {
        let mut queue = self.lock();
        queue.due.remove(id);
        if let Some(running) = queue.searched.get(id) {
            running.stop.store(true, Ordering::Relaxed);
        }
        self.memories.lock().unwrap_or_else(PoisonError::into_inner).retain(|it| it.0 != id);
    }

    /// Returns the memory of a bot in a game.
    fn memory_of(&self, id: &str, bot: &str) -> SearchMemory {
        let mut memories = self.memories.lock().unwrap_or_else(PoisonError::into_inner);
        let known = memories.iter().position(|it| it.0 == id && it.1 == bot).map(|at| memories.remove(at));
        let found = known.unwrap_or_else(|| (id.to_owned(), bot.to_owned(), SearchMemory::default()));
        if memories.len() >= MEMORIES {
            memories.remove(0);
        }
        let memory = found.2.clone();
        memories.push(found);
        memory
    }

    /// Stops all searches and workers.
    pub fn stop(&self) {
        let mut queue = self.lock();
        queue.is_over = true;
        for running in queue.searched.values() {
            running.stop.store(true, Ordering::Relaxed);
        }
        self.changed.notify_all();
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, BotQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works until the server stops. Each worker calls this once.
    pub fn run(&self, app: &App) {
        while let Some((id, stop)) = self.next() {
            let acted = catch_unwind(AssertUnwindSafe(|| self.act(app, &id, &stop)));
            if acted.is_err() {
                app.service.broken.fetch_add(1, Ordering::Relaxed);
            }
            self.lock().searched.remove(&id);
            self.changed.notify_all();
        }
    }

    /// Waits for the next game whose time has come and that no other worker searches.
    fn next(&self) -> Option<(String, Arc<AtomicBool>)> {
        let mut queue = self.lock();
        loop {
            if queue.is_over {
                return None;
            }
            let now = Instant::now();
            let free = queue.due.iter().filter(|it| !queue.searched.contains_key(it.0));
            let first = free.min_by_key(|it| it.1).map(|(id, at)| (id.clone(), *at));
            queue = match first {
                Some((id, at)) if at <= now => {
                    queue.due.remove(&id);
                    let stop = Arc::<AtomicBool>::default();
                    let running = RunningSearch { version: None, stop: Arc::clone(&stop) };
                    queue.searched.insert(id.clone(), running);
                    return Some((id, stop));
                }
                Some((_, at)) => self.changed.wait_timeout(queue, at - now).unwrap_or_else(PoisonError::into_inner).0,
                None => self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    fn act(&self, app: &App, id: &str, stop: &Arc<AtomicBool>) {
        let Some(shared) = app.games.still_in_memory(id) else { return };
        // The seed depends on the id, so that games with the same bots differ.
        let seed = id
            .bytes()
            .fold(0xCBF2_9CE4_8422_2325, |seed: u64, it| (seed ^ u64::from(it)).wrapping_mul(0x0100_0000_01B3));
        let copied = app.with_game(&shared, |game| {
            let version = game.session.version;
            if let Some(running) = self.lock().searched.get_mut(id) {
                running.version = Some(version);
            }
            Ok(game.session.bot_turn(seed).map(|it| (version, it)))
        });
        let Ok(Some((version, turn))) = copied else { return };
        let mv = match turn {
            BotTurn::Answer => None,
            BotTurn::Move(thought) => {
                let evaluator = app.evaluators.of(thought.position.variant());
                let memory = self.memory_of(id, &thought.name);
                let bot = thought.bot.with_time_limit(MAX_BOT_TIME);
                let mut bot = bot.with_evaluator(Some(evaluator)).with_memory(memory);
                bot.set_stop(Arc::clone(stop));
                let mv = bot.choose_after(thought.earlier, &thought.position).ok().flatten();
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                Some(mv)
            }
        };
        let _ = app.with_game(&shared, |game| {
            let is_unchanged = game.session.version == version;
            let acted = is_unchanged
                && match mv {
                    None => game.session.answer_for_bot(),
                    Some(mv) => game.session.play_for_bot(mv),
                };
            // If the game cannot be saved, it stays as it was, and the next player gets the error.
            if acted {
                app.save_game(game)
            } else {
                app.bots.schedule(game);
                Ok(())
            }
        });
    }
}
