//! Compares two positions once, and reports the aspects in which they differ.
//!
//! Input: a [`Pair`]. Output: the [`Aspect`]s that differ, and the moves that are legal under both. Refusal
//! reasons are compared separately, because that tests every square. Does not know how lines are searched.

use super::pair::{NameMatch, Pair, on_one_side};
use crate::board::Square;
use crate::notation::sentence::{code, ending_event};
use crate::policy::ClaimTiming;
use crate::policy::Points;
use crate::rulebook::SeatId;
use crate::rules::{Ending, Move, Position, Repetition};
use crate::sorting::CompactSort;

/// A kind of answer in which two rulebooks can differ.
///
/// [`compare`](crate::compare) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Aspect {
    /// A move is legal under one rulebook only.
    Legal,
    /// Both rulebooks refuse a move, but for different reasons.
    Reason,
    /// Different pieces give check, or only under one rulebook.
    Check,
    /// Different players are eliminated.
    Out,
    /// Different players are to move.
    Turn,
    /// Different barriers are open.
    Barriers,
    /// Different pieces are on the board or in a pool.
    Pieces,
    /// The game is over under one rulebook only, or ends differently.
    End,
    /// The players have different points.
    Score,
    /// A claim is available under one rulebook only.
    Claims,
}

impl Aspect {
    /// All aspects in the order of a report.
    pub const ALL: [Aspect; 10] = [
        Aspect::Legal,
        Aspect::Reason,
        Aspect::Check,
        Aspect::Out,
        Aspect::Turn,
        Aspect::Barriers,
        Aspect::Pieces,
        Aspect::End,
        Aspect::Score,
        Aspect::Claims,
    ];

    /// Returns the word for the aspect in reports.
    pub fn word(self) -> &'static str {
        match self {
            Aspect::Legal => "legal",
            Aspect::Reason => "reason",
            Aspect::Check => "check",
            Aspect::Out => "out",
            Aspect::Turn => "turn",
            Aspect::Barriers => "barriers",
            Aspect::Pieces => "pieces",
            Aspect::End => "end",
            Aspect::Score => "score",
            Aspect::Claims => "claims",
        }
    }

    /// Returns the plural noun for the aspect in sentences.
    pub fn label(self) -> &'static str {
        match self {
            Aspect::Legal => "legal moves",
            Aspect::Reason => "refusal reasons",
            Aspect::Check => "checks",
            Aspect::Out => "eliminations",
            Aspect::Turn => "turns",
            Aspect::Barriers => "barriers",
            Aspect::Pieces => "pieces",
            Aspect::End => "endings",
            Aspect::Score => "points",
            Aspect::Claims => "claims",
        }
    }

    /// Returns what differs, as a clause without a capital letter or a period.
    pub fn title(self) -> &'static str {
        match self {
            Aspect::Legal => "a move is legal under one rulebook only",
            Aspect::Reason => "both rulebooks refuse a move, but for different reasons",
            Aspect::Check => "different pieces give check",
            Aspect::Out => "different players are eliminated",
            Aspect::Turn => "different players are to move",
            Aspect::Barriers => "different barriers are open",
            Aspect::Pieces => "different pieces are on the board",
            Aspect::End => "the game ends differently",
            Aspect::Score => "the points differ",
            Aspect::Claims => "a claim is available under one rulebook only",
        }
    }
}

/// The result of comparing a pair of positions.
#[derive(Clone, Debug, Default)]
pub(super) struct PairView {
    /// The aspects in which the positions differ.
    pub differing: Vec<Aspect>,
    /// The moves that are legal under both, in terms of A.
    pub common: Vec<Move>,
}

/// Compares a pair of positions. If pieces, players or endings differ, no line continues from it.
pub(super) fn look(pair: &Pair, names: &NameMatch) -> PairView {
    let mut differing = Vec::new();
    let (one, other) = moves(pair, names);
    let common: Vec<Move> = one.iter().filter(|it| other.binary_search(it).is_ok()).copied().collect();
    let (ended, ended_there) = (end(&pair.a, None), end(&pair.b, Some(names)));
    let (turn, out) = (turns(pair, names), outs(pair, names));
    let same_turn = turn.0 == turn.1;
    if ended != ended_there {
        differing.push(Aspect::End);
    }
    if out.0 != out.1 {
        differing.push(Aspect::Out);
    }
    // The turn and the legal moves are compared only while the game continues under both.
    let goes_on = ended.is_none() && ended_there.is_none();
    if goes_on && !same_turn {
        differing.push(Aspect::Turn);
    }
    let pieces = !differing_pieces(pair, names).is_empty();
    if pieces {
        differing.push(Aspect::Pieces);
    }
    if goes_on && same_turn && (common.len() != one.len() || common.len() != other.len()) {
        differing.push(Aspect::Legal);
    }
    if !differing_checks(pair, names).is_empty() {
        differing.push(Aspect::Check);
    }
    if barriers_apart(pair, names) {
        differing.push(Aspect::Barriers);
    }
    if !differing_scores(pair, names).is_empty() {
        differing.push(Aspect::Score);
    }
    if goes_on && !differing_claims(pair, names).is_empty() {
        differing.push(Aspect::Claims);
    }
    differing.compact_sort_by(Ord::cmp);
    let is_over = !goes_on || !same_turn || pieces || out.0 != out.1;
    PairView { differing, common: if is_over { Vec::new() } else { common } }
}

/// Returns the legal moves under each rulebook, sorted and in terms of A. A move of B that A cannot express becomes
/// a move that no piece can make, so that it counts as a difference.
pub(super) fn moves(pair: &Pair, names: &NameMatch) -> (Vec<Move>, Vec<Move>) {
    let other = pair.b.legal_moves();
    let mut back: Vec<Move> =
        other.iter().map(|it| names.back(*it).unwrap_or(Move::new(it.to, it.to).as_castling(u8::MAX))).collect();
    back.compact_sort_by(Ord::cmp);
    (pair.a.legal_moves(), back)
}

type End = Option<(String, SeatId, Option<SeatId>, Option<SeatId>)>;

fn end(position: &Position, names: Option<&NameMatch>) -> End {
    let book = position.variant().rulebook();
    let seat = |it: SeatId| names.map_or(it, |names| names.seat_back(it));
    let known = |it: Ending| {
        (ending_event(book, it).to_owned(), seat(it.mover), it.victim.map(seat), it.mating_player.map(seat))
    };
    position.ending().map(known)
}

fn turns(pair: &Pair, names: &NameMatch) -> (SeatId, SeatId) {
    (pair.a.turn(), names.seat_back(pair.b.turn()))
}

fn outs(pair: &Pair, names: &NameMatch) -> (Vec<SeatId>, Vec<SeatId>) {
    let seats = || pair.a.variant().rulebook().seat_ids();
    let one = seats().filter(|it| !pair.a.is_living(*it)).collect();
    (one, seats().filter(|it| !pair.b.is_living(names.seat_there(*it))).collect())
}

/// Returns the players whose kings are in check from different pieces. Skips players eliminated under one rulebook.
pub(super) fn differing_checks(pair: &Pair, names: &NameMatch) -> Vec<SeatId> {
    let differs = |seat: &SeatId| {
        let there = names.seat_there(*seat);
        if !pair.a.is_living(*seat) || !pair.b.is_living(there) {
            return false;
        }
        let mut by = pair.a.checkers(*seat);
        by.compact_sort_by(Ord::cmp);
        by != names.squares_back(&pair.b.checkers(there))
    };
    pair.a.variant().rulebook().seat_ids().filter(differs).collect()
}

fn barriers_apart(pair: &Pair, names: &NameMatch) -> bool {
    if names.barriers.is_empty() {
        return false;
    }
    let (one, other) = (pair.a.barriers(), pair.b.barriers());
    names.barriers.iter().any(|(a, b)| one.get(*a) != other.get(*b))
}

/// Returns the players with different points.
pub(super) fn differing_scores(pair: &Pair, names: &NameMatch) -> Vec<SeatId> {
    let (one, other): (Vec<Points>, Vec<Points>) = (pair.a.scores(), pair.b.scores());
    let differs = |it: &SeatId| one[it.index()].0 != other[names.seat_there(*it).index()].0;
    pair.a.variant().rulebook().seat_ids().filter(differs).collect()
}

/// Returns the claims that are available under one rulebook only, each with its player.
pub(super) fn differing_claims(pair: &Pair, names: &NameMatch) -> Vec<(SeatId, String)> {
    let repeated = pair.repeated();
    let there = claims(&pair.b, repeated[1]).into_iter().map(|(seat, name)| (names.seat_back(seat), name));
    on_one_side(&claims(&pair.a, repeated[0]), &there.collect::<Vec<_>>())
}

/// Returns the claims that each player can make.
fn claims(position: &Position, repeated: Repetition) -> Vec<(SeatId, String)> {
    let book = position.variant().rulebook();
    let turn = position.turn();
    let mut claims = Vec::new();
    for seat in book.seat_ids().filter(|it| position.is_living(*it)) {
        let own = book.claims.iter().filter(|it| seat == turn || it.timing == ClaimTiming::AnyTime);
        claims.extend(own.map(|it| (seat, it.name.clone())));
    }
    let outcomes = book.settle.on_claim.iter().filter(|it| position.is_claimable(**it, repeated));
    claims.extend(outcomes.map(|it| (turn, book.outcomes[it.0 as usize].name.clone())));
    claims
}

/// Returns the squares with different contents.
pub(super) fn differing_pieces(pair: &Pair, names: &NameMatch) -> Vec<Square> {
    let mut there: Vec<_> = pair.b.pieces().iter().map(|(at, piece)| names.piece_back(*at, piece)).collect();
    there.compact_sort_by(Ord::cmp);
    let here: Vec<_> = pair.a.pieces().iter().map(|(at, piece)| (*at, piece.seat, Some(piece.kind))).collect();
    if here == there {
        return Vec::new();
    }
    let mut apart: Vec<Square> = on_one_side(&here, &there).into_iter().map(|it| it.0).collect();
    apart.dedup();
    apart
}

/// Returns moves that both rulebooks refuse for different reasons, up to a maximum number.
pub(super) fn differing_reasons(pair: &Pair, names: &NameMatch, most: usize) -> Vec<Move> {
    let mut found = Vec::new();
    let (one, other) = moves(pair, names);
    let turn = turns(pair, names);
    if turn.0 != turn.1 || pair.a.ending().is_some() || pair.b.ending().is_some() {
        return found;
    }
    let mut legal: Vec<(Square, Square)> = one.iter().chain(&other).map(|it| (it.from, it.to)).collect();
    legal.compact_sort_by(Ord::cmp);
    let (book, book_there) = (pair.a.variant().rulebook(), pair.b.variant().rulebook());
    for (from, _) in pair.a.pieces().iter().filter(|it| it.1.seat == turn.0) {
        let squares = pair.a.variant().board().squares();
        for to in squares.filter(|it| it != from && legal.binary_search(&(*from, *it)).is_err()) {
            let mv = Move::new(*from, to);
            let Some(there) = names.there(mv) else { continue };
            if let (Err(a), Err(b)) = (pair.a.explain(mv), pair.b.explain(there))
                && code(book, &a) != code(book_there, &b)
            {
                found.push(mv);
                if found.len() == most {
                    return found;
                }
            }
        }
    }
    found
}
