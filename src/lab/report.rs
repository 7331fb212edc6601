//! The report of a lab: figures with intervals, computed once from the total.
//!
//! Contains [`Report`] and its parts, as plain data for text, JSON, CSV and pages.
//!
//! Input: nothing. Output: types. [`super::estimate`] fills them. Does not know formats. A report has
//! no times, dates or thread counts, so equal games give equal reports.

use super::impact::ImpactReport;
use super::plan::PlanKey;
use super::statistics::{FEW, wilson};
use crate::arena::Estimate;

/// A share of games with its 95 % Wilson interval.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Number of games that count.
    pub count: u64,
    /// Number of games in all.
    pub of: u64,
    /// Lower bound of the share.
    pub low: f64,
    /// Upper bound of the share.
    pub high: f64,
}

impl Share {
    /// Returns the share of `count` of `of` games with its interval.
    pub fn new(count: u64, of: u64) -> Self {
        let (low, high) = wilson(count, of);
        Self { count, of, low, high }
    }

    /// Returns the share, from 0 to 1; 0 without games.
    pub fn share(&self) -> f64 {
        if self.of == 0 { 0.0 } else { self.count as f64 / self.of as f64 }
    }
}

/// The figures of many games of one rulebook.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Everything that the games depend on.
    pub plan: PlanKey,
    /// Title of the rulebook.
    pub name: String,
    /// The position from which the games start; `None` for the starting position.
    pub position: Option<String>,
    /// Whether the games are the same in every run.
    pub is_reproducible: bool,
    /// The width of intervals at which play was to stop; `None` for a fixed number of games.
    pub stopped_at: Option<f64>,
    /// Whether the width of the intervals ended the lab before all games were played.
    pub is_stopped_early: bool,
    /// Index of the first game.
    pub first: u64,
    /// Number of games.
    pub games: u64,
    /// The seats, in the order of play.
    pub seats: Vec<SeatReport>,
    /// The share of the finished games without a single winner.
    pub drawn: Share,
    /// Games that reached the ply limit, or whose player to move has no move and no outcome covers
    /// this.
    pub unfinished: Share,
    /// The test of equal mean points of all seats; `None` for fewer than two players, or too few
    /// games.
    pub fairness: Option<Fairness>,
    /// Lengths of the games.
    pub length: LengthReport,
    /// Mean number of legal moves of a turn (the branching factor), weighted by turns.
    pub choices: Estimate,
    /// The greatest number of legal moves of a turn.
    pub most_choices: u64,
    /// Endings, the most frequent one first, including the endings of unfinished games.
    pub endings: Vec<EndingReport>,
    /// Eliminations; `None` if no player was ever eliminated.
    pub eliminations: Option<EliminationReport>,
    /// Kingmaking; `None` for fewer than three players.
    pub kingmaking: Option<KingmakingReport>,
    /// The lead in material.
    pub lead: LeadReport,
    /// All squares, in the order of the board.
    pub squares: Vec<SquareReport>,
    /// All kinds of pieces, in the order of the rulebook.
    pub kinds: Vec<KindReport>,
    /// Mean number of castlings in a game.
    pub castlings: f64,
    /// Mean number of captures, in a game, of a piece beside the target square (en passant).
    pub en_passants: f64,
    /// How often each rule mattered; `None` without samples.
    pub impact: Option<ImpactReport>,
}

/// The figures of one seat.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct SeatReport {
    /// Name of the seat in the file.
    pub name: String,
    /// Name of the player in sentences.
    pub title: String,
    /// The bot that plays.
    pub bot: String,
    /// Mean points of a game.
    pub points: Estimate,
    /// Mean points minus the mean of all seats.
    pub advantage: Estimate,
    /// The share of the finished games that the seat won alone.
    pub wins: Share,
}

/// Hotelling's test of the hypothesis that all seats have equal mean points.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fairness {
    /// The statistic T²; infinite if a difference is the same in every game.
    pub statistic: f64,
    /// Number of independent differences between the seats.
    pub differences: usize,
    /// Probability of a statistic at least as large if the seats are equal.
    pub p_value: f64,
}

impl Fairness {
    /// Least number of games for the test. The means of fewer games are not nearly normal, and a few games with the same
    /// result have no variance at all.
    pub const MIN_GAMES: u64 = FEW;
    /// Level below which a p-value counts as evidence.
    pub const LEVEL: f64 = 0.01;

    /// Reports whether the seats differ, at the level of 1 %.
    pub fn is_unfair(&self) -> bool {
        self.p_value < Self::LEVEL
    }
}

/// Lengths of games in moves.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct LengthReport {
    /// Mean length of a game.
    pub mean: Estimate,
    /// The shortest game.
    pub shortest: u32,
    /// A quarter of the games have at most this length.
    pub lower_quartile: u32,
    /// Half of the games have at most this length.
    pub median: u32,
    /// Three quarters of the games have at most this length.
    pub upper_quartile: u32,
    /// The longest game.
    pub longest: u32,
    /// The histogram, without gaps.
    pub bars: Vec<HistogramBin>,
}

/// A bar of a histogram.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HistogramBin {
    /// Minimum length of a game in the bar.
    pub from: u32,
    /// Maximum length of a game in the bar.
    pub to: u32,
    /// Number of games.
    pub games: u64,
}

/// One way in which games end.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct EndingReport {
    /// Name of the outcome or claim in the file; empty for an unfinished game.
    pub name: String,
    /// Name in sentences, without an article.
    pub label: String,
    /// Whether the game was finished.
    pub is_finished: bool,
    /// Number of games with this ending.
    pub games: Share,
    /// By seat: number of these games that it won alone.
    pub wins: Vec<u64>,
    /// Number of these games without a single winner.
    pub drawn: u64,
}

/// The eliminations: by which player, and in which order.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EliminationReport {
    /// By seat of the player who made the last move, then by seat of the victim: number of
    /// eliminations. A player can be eliminated by their own move.
    pub by: Vec<Vec<u64>>,
    /// By place (first, second, ...), then by seat: number of games in which the seat was eliminated
    /// in that place.
    pub order: Vec<Vec<u64>>,
}

/// How often the player in last place decides who wins.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct KingmakingReport {
    /// Won games with a kingmaker, among all won games. The kingmaker is another player who made
    /// the move by which the winner took the lead in material for good. Three or more players
    /// remained, and the kingmaker had the least material.
    pub games: Share,
    /// By seat of the kingmaker, then by seat of the winner: number of games.
    pub by: Vec<Vec<u64>>,
}

/// The lead in material during the games.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct LeadReport {
    /// Mean number of times that another player takes the lead.
    pub changes: Estimate,
    /// By tenth of the game: number of won games in which the winner took the lead for good there.
    pub tenths: Vec<u64>,
    /// Won games whose winner does not lead at the last turn, among all won games.
    pub from_behind: Share,
    /// Won games in which the winner takes the lead for good in the first half, among all won games.
    pub first_half: Share,
}

/// The traffic on a square.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SquareReport {
    /// Name of the square.
    pub name: String,
    /// By seat: number of moves that end on the square.
    pub arrivals: Vec<u64>,
}

impl Report {
    /// Returns the width of the widest interval of the points of a seat; infinite with too few
    /// games.
    pub fn width(&self) -> f64 {
        let width = |it: &SeatReport| it.points.margin.map_or(f64::INFINITY, |margin| 2.0 * margin);
        self.seats.iter().map(width).fold(0.0, f64::max)
    }
}

impl SquareReport {
    /// Returns the number of moves of all seats that end on the square; 0 for a dead square.
    pub fn total(&self) -> u64 {
        self.arrivals.iter().sum()
    }
}

/// The figures of a kind of piece, for all players together.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct KindReport {
    /// Name of the kind in the file.
    pub name: String,
    /// Name in sentences, without an article.
    pub label: String,
    /// Number of moves.
    pub moves: u64,
    /// Number of captures that pieces of this kind made.
    pub captures: u64,
    /// Number of pieces of this kind that were captured.
    pub captured: u64,
    /// Number of promotions to this kind.
    pub promotions: u64,
    /// Value in the rulebook; 0 if it gives none.
    pub value: i32,
    /// Value estimated from the results; `None` without enough differences between the players.
    pub estimated: Option<ValueEstimate>,
}

/// The value of a piece, estimated from results.
///
/// [`lab`](crate::lab) has an example.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueEstimate {
    /// Points that one more piece brings.
    pub points: f64,
    /// Half width of the 95 % interval of the points.
    pub points_margin: f64,
    /// The value on the scale on which the cheapest kind has its value of the rulebook. `None` if
    /// the value of that kind is not clearly positive.
    pub relative: Option<f64>,
    /// Half width of the 95 % interval of the relative value.
    pub relative_margin: Option<f64>,
}
