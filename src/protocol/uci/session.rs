//! A session of the engine protocol: one event after the other.
//!
//! Contains [`UciSession`], which owns the output, and [`Event`]. Commands are answered at once. A
//! search runs in a thread of its own and sends its results as events, so `stop` takes effect within
//! milliseconds.
//!
//! Input: events. Output: lines. Does not know how lines are read.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

use rand_core::SeedableRng;
use rand_pcg::Pcg64;

use super::complaint;
use super::go::Go;
use super::info::{Best, info_lines};
use super::settings::{OptionChange, Settings};
use crate::game::{Game, MAX_ACTS};
use crate::notation::moves::{parse_uci, uci_text};
use crate::notation::name::visible;
use crate::notation::picture::picture;
use crate::notation::position::{parse_position, print_fen, print_list, render};
use crate::notation::sentence::status_sentence;
use crate::protocol::count::divided;
use crate::protocol::lines::LineError;
use crate::rulebook::SeatId;
use crate::rules::{Move, Position, Setup, UnsettledPosition, Variant};
use crate::search::{Evaluator, Limits, SearchMemory, SearchOptions, SearchProgress, SearchResult, search};
use crate::threads::spawn;

/// Something that happens in a session.
#[derive(Debug)]
pub enum Event {
    /// A line of the input.
    Line(Result<String, LineError>),
    /// The input has ended.
    EndOfInput,
    /// The search with this number writes lines.
    Lines(u64, String),
    /// The search with this number has ended. A count of moves has no best move.
    Done(u64, Option<Best>),
}

/// A search that runs, or that waits for `stop`.
#[derive(Debug)]
struct Running {
    id: u64,
    stop: Arc<AtomicBool>,
    /// Whether the answer has to wait for `stop` or `ponderhit`.
    is_endless: bool,
    /// Whether it ends by itself.
    has_limit: bool,
    /// The time that starts at `ponderhit`.
    time_after_ponderhit: Option<Duration>,
    /// When the search has to stop.
    deadline: Option<Instant>,
    /// The answer that waits.
    answer: Option<Best>,
}

/// A session with its settings, its game and its search.
pub struct UciSession<'a> {
    settings: Settings,
    game: Option<Game>,
    evaluator: Option<Arc<Evaluator>>,
    memory: SearchMemory,
    running: Option<Running>,
    searches: u64,
    /// Lines that arrived while a search was ending.
    waiting: VecDeque<Event>,
    sender: SyncSender<Event>,
    events: Receiver<Event>,
    out: &'a mut dyn Write,
}

impl<'a> UciSession<'a> {
    /// Creates a session with the starting position of a variant.
    pub fn new(
        variant: Variant,
        threads: u16,
        sender: SyncSender<Event>,
        events: Receiver<Event>,
        out: &'a mut dyn Write,
    ) -> Self {
        let game = Game::new(&variant);
        Self {
            settings: Settings::new(variant, threads),
            game,
            evaluator: None,
            memory: SearchMemory::default(),
            running: None,
            searches: 0,
            waiting: VecDeque::new(),
            sender,
            events,
            out,
        }
    }

    /// Handles events until `quit` or the end of the input.
    pub fn run(mut self) -> std::io::Result<()> {
        let result = self.handle_events();
        self.stop();
        result
    }

    fn handle_events(&mut self) -> std::io::Result<()> {
        loop {
            let event = match self.waiting.pop_front() {
                Some(event) => event,
                None => self.next_event(),
            };
            match event {
                Event::Line(Ok(line)) if line.split_whitespace().next() == Some("quit") => {
                    self.stop();
                    return self.finish_search();
                }
                Event::Line(Ok(line)) => self.command(&line)?,
                Event::Line(Err(error)) => self.write(&complaint(&error.to_string()))?,
                Event::EndOfInput => {
                    // A search with a limit may end by itself.
                    if self.running.as_ref().is_some_and(|it| it.is_endless || !it.has_limit) {
                        self.stop();
                    }
                    return self.finish_search();
                }
                other => self.search_event(other)?,
            }
        }
    }

    /// Waits for the next event. Stops the search at its deadline.
    fn next_event(&mut self) -> Event {
        loop {
            let deadline = self.running.as_ref().and_then(|it| it.deadline);
            let received = match deadline {
                Some(deadline) => self.events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
                None => self.events.recv().map_err(|_| RecvTimeoutError::Disconnected),
            };
            match received {
                Ok(event) => return event,
                Err(RecvTimeoutError::Timeout) => self.stop(),
                Err(RecvTimeoutError::Disconnected) => return Event::EndOfInput,
            }
        }
    }

    fn write(&mut self, text: &str) -> std::io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    /// Answers one line. Words before the first known command are ignored.
    fn command(&mut self, line: &str) -> std::io::Result<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (at, word) in words.iter().enumerate() {
            let rest = &words[at + 1..];
            let answer = match *word {
                "uci" => Ok(self.identity()),
                "isready" => {
                    self.evaluator();
                    Ok("readyok\n".to_owned())
                }
                "ucinewgame" => {
                    self.memory = SearchMemory::default();
                    Ok(String::new())
                }
                "setoption" => self.set_option(line, rest),
                "position" => self.set_position(rest),
                "go" => {
                    self.stop();
                    self.finish_search()?;
                    self.go(rest)
                }
                "stop" => {
                    self.stop();
                    self.answer_if_ready()?;
                    Ok(String::new())
                }
                "ponderhit" => {
                    self.ponderhit();
                    self.answer_if_ready()?;
                    Ok(String::new())
                }
                "d" => Ok(self.board()),
                "debug" | "register" => Ok(String::new()),
                _ => continue,
            };
            return self.write(&answer.unwrap_or_else(|it| complaint(&it)));
        }
        match words.first() {
            Some(word) => self.write(&complaint(&format!("unknown command `{:.40}`", visible(word)))),
            None => Ok(()),
        }
    }

    fn identity(&self) -> String {
        let version = env!("CARGO_PKG_VERSION");
        format!(
            "id name threefold {version}\nid author the authors of threefold\n{}uciok\n",
            self.settings.declarations()
        )
    }

    /// Sets an option from `name NAME value VALUE`.
    fn set_option(&mut self, line: &str, words: &[&str]) -> Result<String, String> {
        let usage = || "write it as in `setoption name Hash value 64`".to_owned();
        let names = words.split_first().filter(|it| *it.0 == "name").ok_or_else(usage)?.1;
        let end = names.iter().position(|it| *it == "value").unwrap_or(names.len());
        // A path may contain several spaces, so the value is a part of the line.
        let value = line.split_once(" value ").map_or("", |it| it.1.trim());
        match self.settings.set(&names[..end].join(" "), value)? {
            OptionChange::Search => {}
            OptionChange::Memory => self.memory = SearchMemory::default(),
            OptionChange::Rules => {
                self.memory = SearchMemory::default();
                self.evaluator = None;
                self.game = Game::new(&self.settings.variant);
            }
        }
        Ok(String::new())
    }

    /// Sets the position and plays moves. If anything is wrong, there is no position: a move in an old one would be illegal.
    fn set_position(&mut self, words: &[&str]) -> Result<String, String> {
        self.game = None;
        let variant = &self.settings.variant;
        let end = words.iter().position(|it| *it == "moves").unwrap_or(words.len());
        let (first, moves) = (&words[..end], words.get(end + 1..).unwrap_or_default());
        let mut game = match first {
            ["startpos", ..] => {
                Game::new(variant).ok_or_else(|| format!("`{}` has no starting position: send one", variant.slug()))?
            }
            [] | ["fen"] => return Err("write `position startpos`, or a position after it".to_owned()),
            ["fen", text @ ..] | text => {
                let text = text.join(" ");
                Game::from_position(parse_position(variant, &text).map_err(|it| render(&text, &it))?)
            }
        };
        if moves.len() > MAX_ACTS {
            return Err(format!("a game may have at most {MAX_ACTS} moves"));
        }
        for text in moves {
            let refused = |it: String| format!("`{text:.40}`: {it}");
            if let Some(position) = resumed(game.position(), game.position().setup().quiet) {
                let mv = parse_uci(&position, text).map_err(|it| refused(it.to_string()))?;
                game = Game::from_position(position.play(mv).map_err(|it| refused(it.to_string()))?);
                continue;
            }
            let mv = parse_uci(game.position(), text).map_err(|it| refused(it.to_string()))?;
            game.play(mv).map_err(|it| refused(it.to_string()))?;
        }
        self.game = Some(game);
        Ok(String::new())
    }

    fn board(&self) -> String {
        let Some(game) = &self.game else { return complaint("there is no position") };
        let position = game.position();
        let fen = print_fen(position).map_or_else(|_| String::new(), |it| format!("Fen: {it}\n"));
        let state = format!("Position: {}\nStatus: {}\n", print_list(position), status_sentence(position));
        format!("\n{}\nVariant: {}\n{fen}{state}", picture(position, game.last_move()), position.variant().slug())
    }

    /// Returns the evaluator of the variant. Making one takes time.
    fn evaluator(&mut self) -> Arc<Evaluator> {
        let variant = &self.settings.variant;
        self.evaluator.get_or_insert_with(|| Arc::new(Evaluator::new(variant))).clone()
    }

    /// Starts a search or a count in a thread.
    fn go(&mut self, words: &[&str]) -> Result<String, String> {
        let turn = self.game.as_ref().map_or(SeatId(0), |it| it.position().turn());
        let mut go = Go::parse(words, self.settings.variant.rulebook(), turn)?;
        let Some(game) = &self.game else {
            // Programs wait for a move.
            let missing = complaint("there is no position: send one");
            return Ok(if go.perft.is_some() { missing } else { missing + &Best::default().text() });
        };
        let (position, history) = (game.position(), game.earlier_positions());
        // A draw by moves without progress would end the search at once.
        let position = resumed(position, 0).unwrap_or_else(|| position.clone());
        let mut moves: Vec<Move> = Vec::new();
        for text in &go.moves {
            match parse_uci(&position, text).ok().filter(|it| position.is_legal(*it)) {
                Some(mv) => moves.push(mv),
                None => go.complaints.push(format!("`searchmoves`: `{text:.40}` is not a legal move")),
            }
        }
        if !go.complaints.is_empty() {
            go.complete(position.variant().rulebook(), turn);
        }
        let complaints: String = go.complaints.iter().map(|it| complaint(it)).collect();
        self.searches += 1;
        let (id, stop, seat) = (self.searches, Arc::new(AtomicBool::new(false)), position.turn());
        let overhead = self.settings.overhead;
        let limits = go.limits(seat, overhead);
        let sender = self.sender.clone();
        self.running = Some(Running {
            id,
            stop: stop.clone(),
            is_endless: (go.is_infinite || go.is_ponder) && go.perft.is_none(),
            has_limit: go.perft.is_some() || limits != Limits::default(),
            time_after_ponderhit: go.time_after_ponderhit(seat, overhead),
            deadline: None,
            answer: None,
        });
        if let Some(depth) = go.perft {
            spawn(Box::new(move || {
                let report = |line: String| send(&sender, Event::Lines(id, line));
                let may_go_on = |_| !stop.load(Ordering::Relaxed);
                let total = divided(&position, depth, &may_go_on, |root, mv, nodes| {
                    report(format!("{}: {nodes}\n", uci_text(root, mv)));
                });
                report(
                    total.map_or_else(|| complaint("the count was stopped"), |it| format!("\nNodes searched: {it}\n")),
                );
                send(&sender, Event::Done(id, None));
            }));
            return Ok(complaints);
        }
        let evaluator = self.evaluator();
        let lines = self.settings.lines;
        let options = SearchOptions {
            lines,
            threads: self.settings.threads,
            table_bytes: self.settings.table_bytes,
            memory: Some(self.memory.clone()),
            progress: Some(progress(id, (&position, lines), &evaluator, &sender)),
            stop: Some(stop),
            history,
            moves,
            ..SearchOptions::new(self.settings.algorithm, limits)
        };
        let level = self.settings.level;
        spawn(Box::new(move || {
            let players = position.variant().rulebook().seats().len();
            let options = level.map_or(options.clone(), |it| it.weaken(&options, players));
            let found = search(&position, &evaluator, &options);
            let best = level.map_or(found.best(), |it| {
                let living = position.variant().rulebook().seat_ids().filter(|it| position.is_living(*it)).count();
                it.pick(&found, seat.index(), living, &mut Pcg64::seed_from_u64(random_seed()))
            });
            // Nothing is searched in a dead position, but other programs may play on.
            let best = best.or_else(|| position.legal_moves().first().copied());
            send(&sender, Event::Lines(id, info_lines(&position, &evaluator, &found, lines)));
            send(&sender, Event::Done(id, Some(Best::new(&position, &found, best))));
        }));
        Ok(complaints)
    }

    /// Asks the search to end, and lets its answer through.
    fn stop(&mut self) {
        if let Some(running) = &mut self.running {
            running.stop.store(true, Ordering::Relaxed);
            running.is_endless = false;
            running.deadline = None;
        }
    }

    /// Starts the time of a search that pondered.
    fn ponderhit(&mut self) {
        if let Some(running) = &mut self.running {
            running.is_endless = false;
            running.deadline = running.time_after_ponderhit.map(|it| Instant::now() + it);
        }
    }

    /// Handles what a search sends. Events of earlier searches are void.
    fn search_event(&mut self, event: Event) -> std::io::Result<()> {
        let current = self.running.as_ref().map(|it| it.id);
        match event {
            Event::Lines(id, text) if Some(id) == current => self.write(&text),
            Event::Done(id, answer) if Some(id) == current => {
                if let (Some(running), Some(answer)) = (&mut self.running, answer) {
                    running.answer = Some(answer);
                    return self.answer_if_ready();
                }
                self.running = None;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Writes the best move of a search that has ended, unless it has to wait for `stop`.
    fn answer_if_ready(&mut self) -> std::io::Result<()> {
        let Some(running) = self.running.take_if(|it| it.answer.is_some() && !it.is_endless) else { return Ok(()) };
        let text = running.answer.map_or_else(String::new, |it| it.text());
        self.write(&text)
    }

    /// Waits for the end of the search. Other lines wait until then.
    fn finish_search(&mut self) -> std::io::Result<()> {
        self.answer_if_ready()?;
        while self.running.is_some() {
            match self.next_event() {
                event @ Event::Line(_) => self.waiting.push_back(event),
                Event::EndOfInput => self.waiting.push_back(Event::EndOfInput),
                event => self.search_event(event)?,
            }
        }
        Ok(())
    }
}

/// Goes on from a position that is drawn although there are legal moves, with this halfmove clock. Other programs end such
/// a game by their own rules, or only at the request of a player.
fn resumed(position: &Position, quiet: u32) -> Option<Position> {
    let setup = position.setup();
    let is_draw = setup.over.is_some() && setup.scores.windows(2).all(|it| it[0] == it[1]);
    let setup = Setup { over: None, scores: Vec::new(), quiet, ..setup };
    let position = UnsettledPosition::new(position.variant(), &setup).ok().filter(|_| is_draw)?.into_position();
    (!position.legal_moves().is_empty()).then_some(position)
}

/// Sends an event. A session that is over does not need it.
fn send(sender: &SyncSender<Event>, event: Event) {
    let _ = sender.send(event);
}

/// Returns the receiver of the progress of a search: it sends at most `lines` lines of `info` at a time.
fn progress(
    id: u64,
    (position, lines): (&Position, usize),
    evaluator: &Arc<Evaluator>,
    sender: &SyncSender<Event>,
) -> SearchProgress {
    let (position, evaluator, sender) = (position.clone(), evaluator.clone(), sender.clone());
    SearchProgress::new(move |found: &SearchResult| {
        send(&sender, Event::Lines(id, info_lines(&position, &evaluator, found, lines)));
    })
}

/// Returns a seed that differs from search to search.
fn random_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |it| it.as_nanos() as u64)
}
