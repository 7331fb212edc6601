//! The command `go`: its words, and the limits of a search.
//!
//! Contains [`Go`]. Input: the words after `go`, and the players of the game. Output: limits, and
//! messages about what is wrong. A wrong word leaves the other ones valid, because the other program
//! waits for a move. Unknown words are ignored beside a limit. Does not know searches.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::notation::name::visible;
use crate::notation::seat_title;
use crate::rulebook::{Rulebook, SeatId};
use crate::search::{Clock, Limits};

/// The greatest depth of a count of moves.
const MAX_COUNT: u32 = 64;
/// The shortest time that a clock is taken to have.
const LEAST: Duration = Duration::from_millis(1);
/// The time of a search whose limits are all unusable.
const DEFAULT_TIME: Duration = Duration::from_millis(500);
/// The words of `go`, each of which ends the moves of `searchmoves`.
const KEYWORDS: [&str; 14] = [
    "depth",
    "nodes",
    "movetime",
    "mate",
    "movestogo",
    "wtime",
    "btime",
    "winc",
    "binc",
    "time",
    "inc",
    "infinite",
    "ponder",
    "perft",
];

/// A parsed `go`.
#[derive(Clone, Debug, Default)]
pub struct Go {
    /// Maximum depth in plies.
    depth: Option<u32>,
    /// Maximum number of nodes.
    nodes: Option<u64>,
    /// Duration of the search.
    time: Option<Duration>,
    /// Time on the clock of each player.
    left: Vec<Option<Duration>>,
    /// Time that each player gets after a move.
    increments: Vec<Duration>,
    /// Number of moves to the next time control.
    moves_to_go: Option<NonZeroU32>,
    /// The only moves to search.
    pub moves: Vec<String>,
    /// Whether the search goes on until `stop`.
    pub is_infinite: bool,
    /// Whether the search goes on until `ponderhit` or `stop`.
    pub is_ponder: bool,
    /// The depth of a count of moves.
    pub perft: Option<u32>,
    /// What is wrong with the words, and what is done about it.
    pub complaints: Vec<String>,
}

/// Returns a duration of at most some years.
fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number.min(1 << 40))
}

/// The words after `go`.
struct Words<'a> {
    all: &'a [&'a str],
    at: usize,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        let word = self.all.get(self.at).copied();
        self.at += 1;
        word
    }

    /// Returns the next word, unless the word after `name` is missing and another limit follows.
    fn argument(&mut self) -> &'a str {
        match self.all.get(self.at) {
            Some(word) if !KEYWORDS.contains(word) && *word != "searchmoves" => self.next().unwrap_or_default(),
            _ => "",
        }
    }

    /// Returns the words up to the next one that limits a search.
    fn moves(&mut self) -> Vec<String> {
        let words = std::iter::from_fn(|| Some(self.argument()).filter(|it| !it.is_empty()));
        words.map(str::to_owned).collect()
    }

    /// Returns the number after a word, which may be negative.
    fn signed(&mut self, name: &str) -> Result<i128, String> {
        let word = self.argument();
        word.parse().map_err(|_| format!("`{name}` needs a number after it, not `{word:.40}`"))
    }

    /// Returns the number after a word that limits a search.
    fn number(&mut self, name: &str) -> Result<u64, String> {
        match self.signed(name)? {
            negative if negative < 0 => Err(format!("`{name}` needs a number from 0 after it, not `{negative}`")),
            number => Ok(number.try_into().unwrap_or(u64::MAX)),
        }
    }

    /// Returns the number after a word as the time of a clock. A negative one counts as 0: the clock may
    /// have run out.
    fn clock(&mut self, name: &str) -> Result<Duration, String> {
        Ok(milliseconds(self.signed(name)?.max(0).try_into().unwrap_or(u64::MAX)))
    }

    /// Returns the player after a word.
    fn seat(&mut self, name: &str, book: &Rulebook) -> Result<SeatId, String> {
        let word = self.argument();
        let letters: Vec<&str> = book.seats().iter().map(|it| it.letter()).collect();
        let expected = format!("`{name}` needs a player ({}) after it, not `{word}`", letters.join(", "));
        book.seat(word).ok_or(expected)
    }
}

impl Go {
    /// Parses the words after `go`. `seat` is the player to move.
    ///
    /// # Errors
    /// Returns a message about a count of moves without a depth: nobody waits for a move then.
    pub fn parse(words: &[&str], book: &Rulebook, seat: SeatId) -> Result<Self, String> {
        let seats = book.seats().len();
        let mut go = Self { left: vec![None; seats], increments: vec![Duration::ZERO; seats], ..Self::default() };
        let mut words = Words { all: words, at: 0 };
        let (mut unknown, mut has_increment) = (None, false);
        while let Some(word) = words.next() {
            has_increment |= matches!(word, "winc" | "binc" | "inc");
            match word {
                "infinite" => go.is_infinite = true,
                "ponder" => go.is_ponder = true,
                "perft" => {
                    let depth = words.next().and_then(|it| it.parse().ok()).filter(|it| *it <= MAX_COUNT);
                    go.perft = Some(depth.ok_or_else(|| format!("`perft` needs a depth from 0 to {MAX_COUNT}"))?);
                }
                "searchmoves" => {
                    go.moves = words.moves();
                    if go.moves.is_empty() {
                        go.complaints.push("`searchmoves` needs moves after it".to_owned());
                    }
                }
                "btime" | "binc" if seats == 1 => unknown = unknown.or(Some(word)),
                word if KEYWORDS.contains(&word) => {
                    let limit = go.read_limit(word, &mut words, book);
                    go.complaints.extend(limit.err());
                }
                _ => unknown = unknown.or(Some(word)),
            }
        }
        let waits = go.is_infinite || go.is_ponder;
        // With a limit, unknown words are ignored, as UCI asks. Without one, the word was meant to be the limit.
        if let Some(word) = unknown.filter(|_| go.complaints.is_empty() && !go.has_limit() && !waits) {
            go.complaints.push(format!(
                "`go` has no word `{:.40}`; limit the search as in `go depth 5` or `go movetime 1000`",
                visible(word)
            ));
        }
        if !go.complaints.is_empty() || has_increment || go.left.iter().any(Option::is_some) {
            go.complete(book, seat);
        }
        Ok(go)
    }

    /// Reads the value of a word that limits the search.
    fn read_limit(&mut self, word: &str, words: &mut Words<'_>, book: &Rulebook) -> Result<(), String> {
        let short = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        match word {
            "depth" => self.depth = Some(short(words.number(word)?).max(1)),
            "nodes" => self.nodes = Some(words.number(word)?.max(1)),
            "movetime" => self.time = Some(milliseconds(words.number(word)?).max(LEAST)),
            "mate" => {
                let plies = words.number(word)?.saturating_mul(book.seats().len() as u64);
                self.depth = Some(short(plies).max(1));
            }
            "movestogo" => self.moves_to_go = NonZeroU32::new(short(words.number(word)?)),
            "wtime" => self.left[0] = Some(words.clock(word)?),
            "btime" => self.left[1] = Some(words.clock(word)?),
            "winc" => self.increments[0] = words.clock(word)?,
            "binc" => self.increments[1] = words.clock(word)?,
            "time" => {
                let seat = words.seat(word, book)?;
                self.left[seat.index()] = Some(words.clock(word)?);
            }
            _ => {
                let seat = words.seat(word, book)?;
                self.increments[seat.index()] = words.clock(word)?;
            }
        }
        Ok(())
    }

    /// Completes limits with which the search would not end: those of other players, or none that can be used.
    pub fn complete(&mut self, book: &Rulebook, seat: SeatId) {
        let is_limited = self.depth.is_some() || self.nodes.is_some() || self.time.is_some() || self.perft.is_some();
        if is_limited || self.left[seat.index()].is_some() {
            return;
        }
        let player = seat_title(book, seat);
        if let Some(least) = self.left.iter().flatten().min().copied() {
            self.left[seat.index()] = Some(least);
            let least = least.as_millis();
            self.complaints.push(format!("{player} is to move and has no clock; the least clock is used: {least} ms"));
        } else if !self.is_infinite && !self.is_ponder {
            self.time = Some(DEFAULT_TIME);
            let time = DEFAULT_TIME.as_millis();
            self.complaints.push(format!("nothing limits the search for {player}; it takes {time} ms"));
        }
    }

    /// Whether there is any word that limits a search or a count.
    fn has_limit(&self) -> bool {
        let has_clock = self.left.iter().any(Option::is_some);
        has_clock || self.depth.is_some() || self.nodes.is_some() || self.time.is_some() || self.perft.is_some()
    }

    /// Returns the clock of a player, less the time for sending a move.
    fn clock(&self, seat: SeatId, overhead: Duration) -> Option<Clock> {
        let left = self.left[seat.index()]?.saturating_sub(overhead).max(LEAST);
        Some(Clock { left, increment: self.increments[seat.index()], moves: self.moves_to_go })
    }

    /// Returns the limits of the search. One that waits for `stop` or `ponderhit` has no time limit.
    pub fn limits(&self, seat: SeatId, overhead: Duration) -> Limits {
        let is_timed = !self.is_infinite && !self.is_ponder;
        let clock = self.clock(seat, overhead).filter(|_| is_timed);
        Limits { nodes: self.nodes, depth: self.depth, time: self.time.filter(|_| is_timed), clock }
    }

    /// Returns the time of a search that begins to count at `ponderhit`.
    pub fn time_after_ponderhit(&self, seat: SeatId, overhead: Duration) -> Option<Duration> {
        let by_clock = self.clock(seat, overhead).map(|it| it.times().0);
        [self.time, by_clock].into_iter().flatten().min()
    }
}
