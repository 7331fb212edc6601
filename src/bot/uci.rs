//! UCI: another chess program as a bot, over the Universal Chess Interface (Kahlen and
//! Meyer-Kahlen, 2000).
//!
//! Contains [`UciProgram`], a process. The program gets the start of the game as
//! FEN and all moves since, so that it knows repetitions. Every answer has a time limit, so a dead or silent
//! program ends in an error. The process ends with this value.
//!
//! Input: a [`UciStyle`] and a [`Game`]. Output: a legal [`Move`]. Does not know other bots.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::{BotError, UciProblem, UciStyle};
use crate::game::Game;
use crate::notation::moves::coordinates;
use crate::notation::position::print_fen;
use crate::rules::Move;
use crate::search::Budget;
use crate::threads::spawn;

/// Maximum time for an answer other than a move.
const ANSWER: Duration = Duration::from_secs(10);
/// Lowest speed that is expected of a program, in nodes per second.
const SLOWEST: u64 = 2_000;
/// Maximum time for a move, whatever its budget.
const LONGEST: Duration = Duration::from_secs(86_400);
/// Maximum length of a line of a program in bytes. The rest of a longer line is read as another line.
const MAX_LINE: u64 = 16 << 10;
/// Number of lines that wait to be read. A program that writes more has to wait.
const MAX_LINES: usize = 256;
/// Folders that are searched after those of `PATH`: Debian keeps chess programs there.
const FOLDERS: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// A running program.
#[derive(Debug)]
pub(super) struct UciProgram {
    style: UciStyle,
    process: Child,
    input: ChildStdin,
    /// The lines that the program writes. A thread reads them. The mutex is never locked: it lets threads share a bot.
    lines: Mutex<Receiver<String>>,
    /// The lines that start with `option name`.
    options: Vec<String>,
}

impl Drop for UciProgram {
    fn drop(&mut self) {
        // A program that is stuck does not read `quit`.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl UciProgram {
    /// Starts the program and sets its options.
    pub fn start(style: &UciStyle) -> Result<Self, BotError> {
        let error = |kind, reason| BotError::Start { program: style.program.clone(), kind, reason };
        let mut command = Command::new(path_of(&style.program));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().map_err(|it| error(it.kind(), it.to_string()))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(error(std::io::ErrorKind::BrokenPipe, "it has no input or output".to_owned()));
        };
        let (sender, lines) = sync_channel(MAX_LINES);
        spawn(Box::new(move || forward(output, &sender)));
        let mut program = Self { style: style.clone(), process, input, lines: Mutex::new(lines), options: Vec::new() };
        program.prepare()?;
        Ok(program)
    }

    fn prepare(&mut self) -> Result<(), BotError> {
        self.send("uci")?;
        let mut options = Vec::new();
        self.read_until(ANSWER, "uciok", |line| {
            if line.starts_with("option name ") {
                options.push(line.to_owned());
            }
            (line.trim() == "uciok").then_some(())
        })?;
        self.options = options;
        if let Some(elo) = self.style.elo {
            self.set("UCI_LimitStrength", "true")?;
            self.set_number("UCI_Elo", elo)?;
        }
        if let Some(threads) = self.style.threads {
            self.set_number("Threads", threads)?;
        }
        if let Some(hash) = self.style.hash {
            self.set_number("Hash", hash)?;
        }
        self.send("ucinewgame")?;
        self.send("isready")?;
        self.read_until(ANSWER, "readyok", |line| (line.trim() == "readyok").then_some(()))
    }

    /// Checks that UCI can express the start of a game.
    pub fn check_start(&self, game: &Game) -> Result<(), BotError> {
        self.start_fen(game).map(|_| ())
    }

    fn start_fen(&self, game: &Game) -> Result<String, BotError> {
        print_fen(game.start()).map_err(|it| self.problem(UciProblem::ChessOnly(Box::new(it))))
    }

    /// Returns the program's move in a game that is not over.
    pub fn choose(&mut self, game: &Game) -> Result<Move, BotError> {
        let book = game.variant().rulebook();
        let fen = self.start_fen(game)?;
        let moves: String = game.moves().map(|(_, mv)| format!(" {}", coordinates(book, mv))).collect();
        let list = if moves.is_empty() { String::new() } else { format!(" moves{moves}") };
        self.send(&format!("position fen {fen}{list}"))?;
        let time = match self.style.budget {
            Budget::Nodes(nodes) => {
                self.send(&format!("go nodes {nodes}"))?;
                self.style.wait.saturating_add(Duration::from_secs(nodes / SLOWEST))
            }
            Budget::Time(time) => {
                self.send(&format!("go movetime {}", time.as_millis()))?;
                self.style.wait.saturating_add(time)
            }
        };
        let text = self.read_until(time.min(LONGEST), "bestmove", |line| {
            let mut words = line.split_whitespace();
            (words.next() == Some("bestmove")).then(|| words.next().unwrap_or_default().to_owned())
        })?;
        let position = game.position();
        let legal = position.legal_moves();
        legal
            .into_iter()
            .find(|it| coordinates(book, *it) == text)
            .ok_or_else(|| self.problem(UciProblem::IllegalMove { text: shortened(&text) }))
    }

    fn send(&mut self, line: &str) -> Result<(), BotError> {
        let sent = self.input.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.input.flush());
        sent.map_err(|_| self.ended())
    }

    /// Reads lines until `found` returns a value.
    fn read_until<T>(
        &mut self,
        time: Duration,
        expected: &'static str,
        mut found: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, BotError> {
        let end = Instant::now() + time;
        loop {
            let lines = self.lines.get_mut().unwrap_or_else(PoisonError::into_inner);
            match lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    if let Some(value) = found(&line) {
                        return Ok(value);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    return Err(self.problem(UciProblem::Silent { expected, time }));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), BotError> {
        self.option(name)?;
        self.send(&format!("setoption name {name} value {value}"))
    }

    /// Sets an option that the program limits to a range.
    fn set_number(&mut self, name: &str, value: u32) -> Result<(), BotError> {
        let option = self.option(name)?.to_owned();
        let limit = |word: &str| -> Option<u32> {
            let mut words = option.split_whitespace().skip_while(|it| *it != word);
            words.nth(1).and_then(|it| it.parse().ok())
        };
        let (min, max) = (limit("min").unwrap_or(0), limit("max").unwrap_or(u32::MAX));
        if !(min..=max).contains(&value) {
            return Err(self.problem(UciProblem::BadValue { name: name.to_owned(), min, max, value }));
        }
        self.set(name, &value.to_string())
    }

    fn option(&self, name: &str) -> Result<&str, BotError> {
        let is_named = |line: &&String| {
            line.strip_prefix("option name ")
                .and_then(|it| it.split(" type ").next())
                .is_some_and(|it| it.trim() == name)
        };
        match self.options.iter().find(is_named) {
            Some(line) => Ok(line),
            None => Err(self.problem(UciProblem::NoOption { name: name.to_owned() })),
        }
    }

    fn problem(&self, problem: UciProblem) -> BotError {
        BotError::Program { program: self.style.program.clone(), problem }
    }

    fn ended(&mut self) -> BotError {
        // A program that has closed its input or output ends soon, or is stopped.
        for _ in 0..50 {
            if !matches!(self.process.try_wait(), Ok(None)) {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let status = self.process.wait().map_or_else(|it| it.to_string(), |it| it.to_string());
        self.problem(UciProblem::Ended { status })
    }
}

/// Sends the lines of a program until it ends, or until the receiver is gone.
fn forward(output: impl Read, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                if sender.send(String::from_utf8_lossy(&line).trim_end().to_owned()).is_err() {
                    return;
                }
            }
        }
    }
}

/// Returns the path of a program: its name if `PATH` has it, or else a path in one of [`FOLDERS`].
fn path_of(program: &str) -> PathBuf {
    let is_name = !program.contains(['/', '\\']);
    let in_path =
        std::env::var_os("PATH").is_some_and(|it| std::env::split_paths(&it).any(|it| it.join(program).is_file()));
    let found = FOLDERS.iter().map(|it| Path::new(it).join(program)).find(|it| it.is_file());
    found.filter(|_| is_name && !in_path).unwrap_or_else(|| PathBuf::from(program))
}

fn shortened(text: &str) -> String {
    text.chars().filter(|it| !it.is_control()).take(20).collect()
}
