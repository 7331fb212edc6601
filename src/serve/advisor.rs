//! Analysis in the background, for pages that watch it.
//!
//! ```text
//!   request ──finds or adds──> Job  ──> worker: one search, or a few moves of a game ──> result
//!   no request for some seconds: paused      changed, deleted, server ends: stop flag
//! ```
//!
//! Contains [`Advisor`]. The lines of a position are searched again and again with more nodes, so
//! that a page gets a first answer at once. Each search continues the one before. A game is analyzed move by move. One worker takes turns
//! among the jobs that pages watch. A job that no page has requested for some seconds pauses, and is
//! forgotten later.
//!
//! Input: positions and games. Output: the results so far, as JSON. The number of jobs is bounded.
//! Does not know requests and folders.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::app::App;
use super::evaluators::Evaluators;
use crate::analysis::{GameAnalyzer, best_lines};
use crate::game::Game;
use crate::rules::Position;
use crate::search::{Algorithm, Limits, SearchMemory, SearchOptions};

/// Time for which a job continues after the last request for it.
const WATCHED: Duration = Duration::from_secs(4);
/// Maximum number of jobs, including paused and finished ones.
const MAX_JOBS: usize = 24;
/// Nodes of the searches of a position, one after the other.
const STEPS: [u64; 6] = [3_000, 12_000, 50_000, 200_000, 800_000, 3_000_000];
/// Maximum time of one search of a position.
const STEP_TIME: Duration = Duration::from_secs(3);
/// Nodes of each search in the analysis of a game.
const GAME_NODES: u64 = 20_000;
/// Time for which the worker stays with a game.
const GAME_TIME: Duration = Duration::from_millis(300);
/// Maximum size of the transposition table, in bytes.
const TABLE_BYTES: usize = 32 << 20;
/// Maximum number of positions whose table is kept.
const MEMORIES: usize = 2;

/// A position to analyze, after a number of actions of a game.
#[derive(Debug)]
pub struct Question {
    /// The id of the analyzed game.
    pub id: String,
    /// Number of actions before the position.
    pub at: usize,
    /// Number of lines to find.
    pub lines: usize,
    /// Earlier positions, oldest first.
    pub earlier: Vec<Position>,
    /// The position to search.
    pub position: Position,
}

/// The kind of a job.
#[derive(Debug)]
enum Task {
    /// Searches a position.
    Lines { question: Arc<Question>, step: usize },
    /// Analyzes a game. The worker takes the analyzer while it runs.
    Game { acts: Vec<String>, analyzer: Option<Box<GameAnalyzer>> },
}

/// A job with its result so far.
#[derive(Debug)]
struct AnalysisJob {
    number: u64,
    id: String,
    task: Task,
    result: Value,
    is_done: bool,
    /// Time of the last request.
    watched: Instant,
    /// Ends the running search.
    stop: Arc<AtomicBool>,
    is_running: bool,
}

#[derive(Debug, Default)]
struct AnalysisJobs {
    all: Vec<AnalysisJob>,
    /// The memories of the last positions. The last one used comes last.
    memories: Vec<(String, Position, SearchMemory)>,
    count: u64,
    is_over: bool,
}

/// The jobs of all games.
#[derive(Debug, Default)]
pub struct Advisor {
    jobs: Mutex<AnalysisJobs>,
    changed: Condvar,
}

/// A job that the worker has started.
enum StartedJob {
    Lines(Arc<Question>, usize),
    Game(Box<GameAnalyzer>),
}

impl AnalysisJobs {
    fn add(&mut self, id: &str, task: Task, result: Value) -> &mut AnalysisJob {
        if self.all.len() >= MAX_JOBS
            && let Some(oldest) = (0..self.all.len()).min_by_key(|it| self.all[*it].watched)
        {
            self.all.remove(oldest).stop.store(true, Ordering::Relaxed);
        }
        self.count += 1;
        self.all.push(AnalysisJob {
            number: self.count,
            id: id.to_owned(),
            task,
            result,
            is_done: false,
            watched: Instant::now(),
            stop: Arc::default(),
            is_running: false,
        });
        let last = self.all.len() - 1;
        &mut self.all[last]
    }

    /// Returns the memory of a position. Any number of lines of it shares the memory.
    fn memory_of(&mut self, question: &Question) -> SearchMemory {
        let is_same = |it: &(String, Position, SearchMemory)| it.0 == question.id && it.1 == question.position;
        let known = self.memories.iter().position(is_same).map(|at| self.memories.remove(at));
        let new = || (question.id.clone(), question.position.clone(), SearchMemory::for_nodes(STEPS.iter().sum()));
        let found = known.unwrap_or_else(new);
        if self.memories.len() >= MEMORIES {
            self.memories.remove(0);
        }
        let memory = found.2.clone();
        self.memories.push(found);
        memory
    }

    /// Removes jobs and stops their searches.
    fn remove(&mut self, is_meant: impl Fn(&AnalysisJob) -> bool) {
        self.all.retain(|it| {
            let is_removed = is_meant(it);
            it.stop.fetch_or(is_removed, Ordering::Relaxed);
            !is_removed
        });
    }
}

impl Advisor {
    /// Returns the best lines of a position so far, and lets the worker look for better ones.
    pub fn lines(&self, question: Question) -> Value {
        let mut jobs = self.lock();
        let is_same = |it: &AnalysisJob| match &it.task {
            Task::Lines { question: old, .. } => {
                it.id == question.id
                    && (old.at, old.lines) == (question.at, question.lines)
                    && old.position == question.position
            }
            Task::Game { .. } => false,
        };
        let found = jobs.all.iter().position(is_same);
        let job = match found {
            Some(at) => &mut jobs.all[at],
            None => {
                let waiting = json!({ "at": question.at, "done": false, "nodes": 0, "points": null, "lines": [] });
                let id = question.id.clone();
                jobs.add(&id, Task::Lines { question: Arc::new(question), step: 0 }, waiting)
            }
        };
        job.watched = Instant::now();
        let result = job.result.clone();
        self.changed.notify_all();
        result
    }

    /// Returns the analysis of a game so far. `start` is called if there is none, and decides
    /// whether to begin one.
    pub fn game(&self, id: &str, game: &Game, start: impl FnOnce() -> Option<Box<GameAnalyzer>>) -> Option<Value> {
        let acts: Vec<String> = game.played().iter().map(|it| it.text().to_owned()).collect();
        let mut jobs = self.lock();
        // An analysis of other moves is void.
        jobs.remove(|it| matches!(&it.task, Task::Game { acts: old, .. } if it.id == id && *old != acts));
        let found = jobs.all.iter().position(|it| it.id == id && matches!(it.task, Task::Game { .. }));
        let job = match found {
            Some(at) => &mut jobs.all[at],
            None => {
                let analyzer = start()?;
                let waiting = json!({ "state": "running", "done": 0, "total": acts.len() });
                jobs.add(id, Task::Game { acts, analyzer: Some(analyzer) }, waiting)
            }
        };
        job.watched = Instant::now();
        let result = job.result.clone();
        self.changed.notify_all();
        Some(result)
    }

    /// Forgets all jobs of a game.
    pub fn cancel(&self, id: &str) {
        let mut jobs = self.lock();
        jobs.remove(|it| it.id == id);
        jobs.memories.retain(|it| it.0 != id);
    }

    /// Stops all searches and the worker.
    pub fn stop(&self) {
        let mut jobs = self.lock();
        jobs.is_over = true;
        jobs.remove(|_| true);
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, AnalysisJobs> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs until the server stops.
    pub fn run(&self, app: &App) {
        while let Some((number, stop, started)) = self.next() {
            let worked = catch_unwind(AssertUnwindSafe(|| self.run_job(app, number, &stop, started)));
            if worked.is_err() {
                app.service.broken.fetch_add(1, Ordering::Relaxed);
                self.lock().remove(|it| it.number == number);
            }
        }
    }

    /// Waits for a job that a page watches. The position with the fewest searches comes first.
    fn next(&self) -> Option<(u64, Arc<AtomicBool>, StartedJob)> {
        let mut jobs = self.lock();
        loop {
            if jobs.is_over {
                return None;
            }
            let is_due = |it: &&mut AnalysisJob| !it.is_done && !it.is_running && it.watched.elapsed() < WATCHED;
            let rank = |it: &&mut AnalysisJob| match &it.task {
                Task::Lines { step, .. } => *step,
                Task::Game { .. } => STEPS.len() / 2,
            };
            if let Some(job) = jobs.all.iter_mut().filter(is_due).min_by_key(rank) {
                let started = match &mut job.task {
                    Task::Lines { question, step } => Some(StartedJob::Lines(Arc::clone(question), *step)),
                    Task::Game { analyzer, .. } => analyzer.take().map(StartedJob::Game),
                };
                job.is_running = true;
                if let Some(started) = started {
                    return Some((job.number, Arc::clone(&job.stop), started));
                }
                continue;
            }
            jobs = self.changed.wait(jobs).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn run_job(&self, app: &App, number: u64, stop: &Arc<AtomicBool>, started: StartedJob) {
        match started {
            StartedJob::Lines(question, step) => {
                let memory = self.lock().memory_of(&question);
                let result = searched(&app.evaluators, &question, memory, STEPS[step], stop);
                self.put(number, |job| {
                    job.is_done = step + 1 == STEPS.len() || question.position.ending().is_some();
                    job.result = result;
                    job.result["done"] = json!(job.is_done);
                    job.task = Task::Lines { question, step: step + 1 };
                });
            }
            StartedJob::Game(mut analyzer) => {
                analyzer.set_stop(Arc::clone(stop));
                let begin = Instant::now();
                let mut goes_on = true;
                while goes_on && begin.elapsed() < GAME_TIME {
                    goes_on = analyzer.step();
                }
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let (done, total) = analyzer.progress();
                let result = match goes_on {
                    true => json!({ "state": "running", "done": done, "total": total }),
                    false => finished(analyzer.analysis().json()),
                };
                let mut id = None;
                self.put(number, |job| {
                    job.is_done = !goes_on;
                    job.result = result.clone();
                    id = Some(job.id.clone());
                    if let Task::Game { analyzer: place, .. } = &mut job.task {
                        *place = Some(analyzer);
                    }
                });
                if let (Some(id), false) = (id, goes_on) {
                    // The analysis stays in memory if it cannot be saved.
                    let _ = app.games.keep_analysis(&id, &result.to_string());
                }
            }
        }
    }

    /// Stores a result, unless the job was removed.
    fn put(&self, number: u64, change: impl FnOnce(&mut AnalysisJob)) {
        let mut jobs = self.lock();
        if let Some(job) = jobs.all.iter_mut().find(|it| it.number == number) {
            job.is_running = false;
            change(job);
        }
    }
}

/// Adds the state of a finished analysis.
fn finished(mut analysis: Value) -> Value {
    analysis["state"] = json!("done");
    analysis
}

/// Creates an analyzer for a game.
pub fn analyzer(evaluators: &Evaluators, game: &Game) -> Box<GameAnalyzer> {
    let options = SearchOptions {
        table_bytes: TABLE_BYTES / 4,
        ..SearchOptions::new(Algorithm::default(), Limits::nodes(GAME_NODES))
    };
    Box::new(GameAnalyzer::new(game.clone(), evaluators.of(game.variant()), options))
}

/// Searches a position with a number of nodes, and continues earlier searches of it.
fn searched(
    evaluators: &Evaluators,
    question: &Question,
    memory: SearchMemory,
    nodes: u64,
    stop: &Arc<AtomicBool>,
) -> Value {
    let position = &question.position;
    let book = position.variant().rulebook();
    let options = SearchOptions {
        lines: question.lines,
        table_bytes: TABLE_BYTES,
        stop: Some(Arc::clone(stop)),
        history: question.earlier.clone(),
        memory: Some(memory),
        ..SearchOptions::new(Algorithm::default(), Limits { time: Some(STEP_TIME), ..Limits::nodes(nodes) })
    };
    let lines = best_lines(position, &evaluators.of(position.variant()), &options);
    // A finished game has the points that it has.
    let scores = || position.scores().into_iter().map(f64::from).collect::<Vec<f64>>();
    let points = lines.first().map_or_else(scores, |it| it.points.clone());
    json!({
        "at": question.at,
        "nodes": nodes,
        "points": crate::analysis::points_json(book, &points),
        "sentence": crate::analysis::points_sentence(book, &points),
        "lines": lines.iter().map(|it| it.json(book)).collect::<Value>(),
    })
}
