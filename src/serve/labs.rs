//! Labs in the background: many games of a draft, and of the rulebook that it is compared with.
//!
//! ```text
//!   start ──> Lab ──> worker: a few games of one side, without the lock ──> its counts
//!   no request for some seconds: pause      stop, server ends: stop flag
//! ```
//!
//! Contains [`Labs`]. One worker takes turns among the labs that pages watch, for a fraction of a
//! second each. So a lab delays no request, and any number of labs uses one core. The sides of a lab
//! have the same number of games, except during a job. A lab plays the same games as the
//! command `threefold lab`: their counts depend only on the plan and the number of games.
//!
//! Input: plans. Output: counts so far. The number of labs and their time are bounded. Does not know
//! requests, texts and formats.

use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use super::app::App;
use crate::http::HttpError;
use crate::lab::{LabError, LabPlan, Tally};

/// Time for which games continue after the last request.
const WATCHED: Duration = Duration::from_secs(10);
/// Maximum number of labs that are watched and not complete.
const MAX_RUNNING: usize = 3;
/// Maximum number of labs, including paused and complete ones.
const MAX_LABS: usize = 12;
/// Time for which the worker stays with one side of a lab.
const TIME_SLICE: Duration = Duration::from_millis(100);
/// Maximum time of the games of one lab. Pauses do not count.
const MAX_TIME: Duration = Duration::from_secs(20 * 60);

/// The state of a lab.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LabState {
    /// Games are being played while a page watches.
    Running,
    /// All games are played.
    Done,
    /// A page stopped it.
    Stopped,
    /// It reached the time limit.
    TimeLimit,
    /// A game failed, for this reason.
    Failed(String),
}

/// The games of one rulebook.
#[derive(Clone, Debug)]
pub struct LabSide {
    /// What the games depend on.
    pub plan: Arc<LabPlan>,
    /// The counts of the games so far, the first one being game 0.
    pub tally: Tally,
}

/// A lab at one moment.
#[derive(Clone, Debug)]
pub struct LabSnapshot {
    /// Whether games are still being played.
    pub state: LabState,
    /// Number of games of each side when it is complete.
    pub games: u64,
    /// The draft, then the rulebook that it is compared with, if any.
    pub sides: Vec<LabSide>,
    /// Time of the games so far, without pauses.
    pub time: Duration,
}

impl LabSnapshot {
    /// Returns the number of games so far, of all sides.
    pub fn done(&self) -> u64 {
        self.sides.iter().map(|it| it.tally.games).sum()
    }

    /// Returns the number of games of all sides when the lab is complete.
    pub fn total(&self) -> u64 {
        self.games * self.sides.len() as u64
    }
}

#[derive(Debug)]
struct Lab {
    id: String,
    now: LabSnapshot,
    /// Time of the last request.
    watched: Instant,
    /// Time of the last job.
    served: Instant,
    /// Ends the running game.
    stop: Arc<AtomicBool>,
    is_playing: bool,
}

impl Lab {
    fn is_active(&self) -> bool {
        self.now.state == LabState::Running && self.watched.elapsed() < WATCHED
    }

    fn end(&mut self, state: LabState) {
        if self.now.state == LabState::Running {
            self.now.state = state;
        }
        self.stop.store(true, Ordering::Relaxed);
    }
}

#[derive(Debug, Default)]
struct LabList {
    all: Vec<Lab>,
    is_over: bool,
}

/// The labs of all pages.
#[derive(Debug, Default)]
pub struct Labs {
    list: Mutex<LabList>,
    changed: Condvar,
}

/// The games that the worker plays next.
struct LabJob {
    id: String,
    side: usize,
    plan: Arc<LabPlan>,
    range: std::ops::Range<u64>,
    stop: Arc<AtomicBool>,
}

impl Labs {
    /// Starts a lab with `games` of each plan, and returns its id.
    ///
    /// # Errors
    ///
    /// Returns an error if too many labs are running.
    pub fn start(&self, plans: Vec<LabPlan>, games: u64) -> Result<String, HttpError> {
        let mut list = self.lock();
        if list.all.iter().filter(|it| it.is_active()).count() >= MAX_RUNNING {
            return Err(HttpError::new(429, "busy", format!("{MAX_RUNNING} labs are already running"))
                .help("stop one of them, or try again later"));
        }
        if list.all.len() >= MAX_LABS
            && let Some(oldest) = (0..list.all.len()).min_by_key(|it| list.all[*it].watched)
        {
            list.all.remove(oldest).end(LabState::Stopped);
        }
        let id = new_id();
        let side = |plan| {
            let tally = Tally::new(&plan);
            LabSide { plan: Arc::new(plan), tally }
        };
        let sides = plans.into_iter().map(side).collect();
        let now = LabSnapshot { state: LabState::Running, games, sides, time: Duration::ZERO };
        let (watched, served) = (Instant::now(), Instant::now());
        list.all.push(Lab { id: id.clone(), now, watched, served, stop: Arc::default(), is_playing: false });
        self.changed.notify_all();
        Ok(id)
    }

    /// Returns a lab as it is now, and lets its games go on.
    pub fn watch(&self, id: &str) -> Option<LabSnapshot> {
        let mut list = self.lock();
        let lab = list.all.iter_mut().find(|it| it.id == id)?;
        lab.watched = Instant::now();
        let now = lab.now.clone();
        self.changed.notify_all();
        Some(now)
    }

    /// Ends a lab. Its figures so far remain.
    pub fn end(&self, id: &str) {
        if let Some(lab) = self.lock().all.iter_mut().find(|it| it.id == id) {
            lab.end(LabState::Stopped);
        }
    }

    /// Ends all labs and the worker.
    pub fn stop(&self) {
        let mut list = self.lock();
        list.is_over = true;
        list.all.drain(..).for_each(|mut it| it.end(LabState::Stopped));
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, LabList> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays games until the server stops.
    pub fn run(&self, app: &App) {
        while let Some(job) = self.next() {
            let begin = Instant::now();
            let played = catch_unwind(AssertUnwindSafe(|| job.plan.run_for(job.range.clone(), TIME_SLICE, &job.stop)));
            let played = played.unwrap_or_else(|_| {
                app.service.broken.fetch_add(1, Ordering::Relaxed);
                Err(LabError::Panicked("a game failed because of a bug".to_owned()))
            });
            self.count(&job, played, begin.elapsed());
        }
    }

    /// Waits for a lab that a page watches. Returns the lab that has waited longest, and its side with the
    /// fewest games.
    fn next(&self) -> Option<LabJob> {
        let mut list = self.lock();
        loop {
            if list.is_over {
                return None;
            }
            let due = list.all.iter_mut().filter(|it| it.is_active() && !it.is_playing).min_by_key(|it| it.served);
            if let Some(lab) = due {
                let games = lab.now.games;
                let fewest = lab.now.sides.iter().enumerate().min_by_key(|it| it.1.tally.games);
                if let Some((side, it)) = fewest.filter(|it| it.1.tally.games < games) {
                    let (plan, range) = (Arc::clone(&it.plan), it.tally.games..games);
                    (lab.is_playing, lab.served) = (true, Instant::now());
                    return Some(LabJob { id: lab.id.clone(), side, plan, range, stop: Arc::clone(&lab.stop) });
                }
                lab.end(LabState::Done);
                continue;
            }
            list = self.changed.wait(list).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Adds the games of a job.
    fn count(&self, job: &LabJob, played: Result<Tally, LabError>, time: Duration) {
        let mut list = self.lock();
        let Some(lab) = list.all.iter_mut().find(|it| it.id == job.id) else { return };
        lab.is_playing = false;
        lab.now.time += time;
        match played {
            Ok(tally) => lab.now.sides[job.side].tally.merge(&tally),
            Err(error) => lab.end(LabState::Failed(error.to_string())),
        }
        if lab.now.sides.iter().all(|it| it.tally.games >= lab.now.games) {
            lab.end(LabState::Done);
        } else if lab.now.time >= MAX_TIME {
            lab.end(LabState::TimeLimit);
        }
    }
}

/// Returns an id that others cannot guess.
fn new_id() -> String {
    let number = |it: u8| RandomState::new().hash_one((it, SystemTime::now()));
    format!("{:016x}{:016x}", number(0), number(1))
}
