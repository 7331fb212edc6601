//! The command `go`: its words, and the limits of a search.
//!
//! Contains [`Go`]. Input: the words after `go`, and the players of the game. Output: limits, or a
//! message about what is wrong. Unknown words are ignored beside a limit. Does not know searches.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::rulebook::{Rulebook, SeatId};
use crate::search::{Clock, Limits};

/// The greatest depth of a count of moves.
const MAX_COUNT: u32 = 64;
/// The shortest time that a clock is taken to have.
const LEAST: Duration = Duration::from_millis(1);

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

    /// Returns the number after a word, which may be negative.
    fn signed(&mut self, name: &str) -> Result<i128, String> {
        let word = self.next().unwrap_or_default();
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
        let word = self.next().unwrap_or_default();
        let letters: Vec<&str> = book.seats().iter().map(|it| it.letter()).collect();
        let expected = format!("`{name}` needs a player ({}) after it, not `{word}`", letters.join(", "));
        book.seat(word).ok_or(expected)
    }
}

impl Go {
    /// Parses the words after `go`.
    pub fn parse(words: &[&str], book: &Rulebook) -> Result<Self, String> {
        let seats = book.seats().len();
        let mut go = Self { left: vec![None; seats], increments: vec![Duration::ZERO; seats], ..Self::default() };
        let mut words = Words { all: words, at: 0 };
        let short = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let mut unknown = None;
        while let Some(word) = words.next() {
            match word {
                "depth" => go.depth = Some(short(words.number(word)?).max(1)),
                "nodes" => go.nodes = Some(words.number(word)?.max(1)),
                "movetime" => go.time = Some(milliseconds(words.number(word)?).max(LEAST)),
                "mate" => go.depth = Some(short(words.number(word)?.saturating_mul(seats as u64)).max(1)),
                "movestogo" => go.moves_to_go = NonZeroU32::new(short(words.number(word)?)),
                "wtime" => go.left[0] = Some(words.clock(word)?),
                "btime" if seats > 1 => go.left[1] = Some(words.clock(word)?),
                "winc" => go.increments[0] = words.clock(word)?,
                "binc" if seats > 1 => go.increments[1] = words.clock(word)?,
                "time" => {
                    let seat = words.seat(word, book)?;
                    go.left[seat.index()] = Some(words.clock(word)?);
                }
                "inc" => {
                    let seat = words.seat(word, book)?;
                    go.increments[seat.index()] = words.clock(word)?;
                }
                "infinite" => go.is_infinite = true,
                "ponder" => go.is_ponder = true,
                "perft" => {
                    let depth = words.next().and_then(|it| it.parse().ok()).filter(|it| *it <= MAX_COUNT);
                    go.perft = Some(depth.ok_or_else(|| format!("`perft` needs a depth from 0 to {MAX_COUNT}"))?);
                }
                "searchmoves" => {
                    go.moves = words.all[words.at..].iter().map(|it| (*it).to_owned()).collect();
                    words.at = words.all.len();
                    if go.moves.is_empty() {
                        return Err("`searchmoves` needs moves after it".to_owned());
                    }
                }
                _ => unknown = unknown.or(Some(word)),
            }
        }
        // With a limit, unknown words are ignored, as UCI asks. Without one, the word was meant to be the limit.
        match unknown {
            Some(word) if !go.has_limit() && !go.is_infinite && !go.is_ponder => Err(format!(
                "`go` has no word `{:.40}`; limit the search as in `go depth 5` or `go movetime 1000`",
                word.escape_debug()
            )),
            _ => Ok(go),
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
