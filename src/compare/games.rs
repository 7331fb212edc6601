//! Random games, guided to where the two rulebooks are likely to differ.
//!
//! Input: starting points, a seed, a budget. Output: for each aspect that a game shows, the shortest line to it.
//! Each numbered game has its own random stream, so the number of threads does not change the result. The guide
//! weights moves by the differences between the rulebooks; it can pick every move that both allow. Does not know
//! whether a line is shortest.

use std::collections::BTreeMap;

use rand_core::SeedableRng;
use rand_pcg::Pcg64;

use super::exhaust::broken;
use super::look::{Aspect, look};
use super::pair::NameMatch;
use super::rules::Change;
use super::search::{Candidate, Deadline, Effort, FoundDifference, Proof};
use super::start::SearchStart;
use super::{CompareError, Options, pair::Pair};
use crate::bot::bounded;
use crate::parallel::parallel_map;
use crate::policy::Role;
use crate::rulebook::SeatId;
use crate::rules::{Move, Variant};
use crate::sorting::CompactSort;

/// Number of games between two checks of the budgets.
const BATCH: usize = 16;
/// Maximum number of lines that are minimized for each aspect.
const KEPT: usize = 2;

/// The weights of moves.
#[derive(Clone, Debug)]
struct Guide {
    /// The weight of each square as an end of a move.
    squares: Vec<u64>,
    pawn: u64,
    promotion: u64,
    capture: u64,
    castling: u64,
    /// Whether players sometimes move back and forth, so that positions repeat.
    is_to_and_fro: bool,
}

/// The result of one game: the number of positions, and the first line for each aspect.
type Played = (u64, Vec<(Aspect, Vec<Move>)>);

/// Plays games, and looks for aspects that are still unknown.
pub(super) fn games(
    starts: &[SearchStart],
    names: &NameMatch,
    changes: &[Change],
    options: &Options,
    clock: Deadline,
    known: &BTreeMap<Aspect, FoundDifference>,
    effort: &mut Effort,
) -> Result<Vec<Candidate>, CompareError> {
    let mut lines: BTreeMap<Aspect, Vec<Candidate>> = BTreeMap::new();
    let Some(first) = starts.first() else { return Ok(Vec::new()) };
    let guide = Guide::new(first.pair.a.variant(), changes, names);
    for first in (0..options.games).step_by(BATCH) {
        if effort.positions >= options.positions || clock.is_up() {
            break;
        }
        let batch: Vec<u32> = (first..options.games).take(BATCH).collect();
        let played = parallel_map(&batch, options.jobs, |number| {
            let start = &starts[start_of(*number, starts.len())];
            game(&start.pair, names, &guide, seed(options.seed, *number), options.plies, clock)
        });
        for (number, played) in batch.iter().zip(played) {
            let (positions, found) = played.map_err(broken)?;
            effort.positions += positions;
            effort.games += 1;
            for (aspect, line) in found.into_iter().filter(|it| !known.contains_key(&it.0)) {
                let start = start_of(*number, starts.len());
                let own = lines.entry(aspect).or_default();
                own.push(Candidate { aspect, start, line, proof: Proof::MadeMinimal });
                own.compact_sort_by_key(|it| it.line.len());
                own.truncate(KEPT);
            }
        }
    }
    Ok(lines.into_values().flatten().collect())
}

/// Returns the start of a game: every other game uses the starting position, the rest take turns.
fn start_of(number: u32, starts: usize) -> usize {
    let number = number as usize;
    if number.is_multiple_of(2) || starts < 2 { 0 } else { 1 + number / 2 % (starts - 1) }
}

/// Derives the seed of a game from its number.
fn seed(seed: u64, number: u32) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(number)).rotate_left(17)
}

fn game(start: &Pair, names: &NameMatch, guide: &Guide, seed: u64, plies: u32, clock: Deadline) -> Played {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut pair = start.clone();
    let (mut line, mut found, mut positions) = (Vec::new(), Vec::new(), 0);
    let mut movers: Vec<SeatId> = Vec::new();
    loop {
        positions += 1;
        let look = look(&pair, names);
        for aspect in look.differing {
            if !found.iter().any(|it: &(Aspect, _)| it.0 == aspect) {
                found.push((aspect, line.clone()));
            }
        }
        if line.len() >= plies as usize || look.common.is_empty() || clock.is_up() {
            return (positions, found);
        }
        let turn = pair.a.turn();
        let mut mv = guide.pick(&pair, &look.common, &mut random);
        if guide.is_to_and_fro && bounded(&mut random, 2) == 0 {
            mv = return_of(turn, &movers, &line).filter(|it| look.common.contains(it)).unwrap_or(mv);
        }
        let mut next = pair.play(names, mv);
        // Sometimes prefer another pick if it gives check.
        if bounded(&mut random, 3) == 0 {
            let other = guide.pick(&pair, &look.common, &mut random);
            let after = pair.play(names, other).filter(gives_check);
            if after.is_some() {
                (mv, next) = (other, after);
            }
        }
        let Some(next) = next else { return (positions, found) };
        pair = next;
        line.push(mv);
        movers.push(turn);
    }
}

/// Returns the move that reverses a player's last move.
fn return_of(turn: SeatId, movers: &[SeatId], line: &[Move]) -> Option<Move> {
    let last = movers.iter().rposition(|it| *it == turn)?;
    let mv = line.get(last).filter(|it| it.castling.is_none())?;
    Some(Move::new(mv.to, mv.from))
}

fn gives_check(pair: &Pair) -> bool {
    let mut seats = pair.a.variant().rulebook().seat_ids();
    seats.any(|it| pair.a.is_living(it) && pair.a.is_check(it))
}

impl Guide {
    fn new(variant: &Variant, changes: &[Change], names: &NameMatch) -> Self {
        let touches = |names: &[&str]| {
            let fits = |it: &&Change| !it.is_prose && names.iter().any(|name| it.header.starts_with(name));
            changes.iter().any(|it| fits(&it))
        };
        let (board, book) = (variant.board(), variant.rulebook());
        let mut squares = vec![0; board.len()];
        let barrier = if touches(&["barrier", "line", "zone"]) { 4 } else { 1 };
        for from in board.squares() {
            for (to, link) in board.links(from) {
                if !link.barriers.is_empty() {
                    squares[from.index()] = barrier;
                    squares[to.index()] = barrier;
                }
            }
        }
        if touches(&["zone", "barrier"]) {
            // A piece that leaves a zone may open a barrier.
            let zones = book.zones.iter().flat_map(|it| &it.squares).flat_map(|it| it.iter());
            zones.for_each(|it| squares[it.index()] += 1);
        }
        Self {
            squares,
            pawn: if touches(&["double-step", "en-passant", "promotion", "piece"]) { 6 } else { 2 },
            promotion: 8,
            capture: if touches(&["ban", "pool", "outcome", "elimination", "score", "check"]) { 8 } else { 4 },
            castling: if touches(&["castling"]) { 12 } else { 4 },
            is_to_and_fro: names.repeats.is_some() && touches(&["outcome", "settle", "counter"]),
        }
    }

    fn weight(&self, pair: &Pair, mv: Move) -> u64 {
        let book = pair.a.variant().rulebook();
        let piece = pair.a.piece_at(mv.from);
        let mut weight = 1 + self.squares[mv.from.index()] + self.squares[mv.to.index()];
        if piece.is_some_and(|it| book.kinds[it.kind.index()].role == Role::Pawn) {
            weight += self.pawn;
        }
        if mv.promotion.is_some() {
            weight += self.promotion;
        }
        if mv.castling.is_some() {
            weight += self.castling;
        } else if pair.a.piece_at(mv.to).is_some() {
            weight += self.capture;
        }
        weight
    }

    /// Picks one of the moves by weight; `moves` must not be empty.
    fn pick(&self, pair: &Pair, moves: &[Move], random: &mut Pcg64) -> Move {
        let weights: Vec<u64> = moves.iter().map(|it| self.weight(pair, *it)).collect();
        let mut drawn = bounded(random, weights.iter().sum());
        for (mv, weight) in moves.iter().zip(&weights) {
            if drawn < *weight {
                return *mv;
            }
            drawn -= weight;
        }
        moves[0]
    }
}
