//! In which direction pawns step, and their way across joined edges.
//!
//! Contains: [`RulesWriter::way_of_double_step`], [`RulesWriter::forward`], [`RulesWriter::pawn_path`] and [`pawn_walk`]. Input: movements and the
//! starting position. Output: parts of sentences. Does not know: from where a double step starts ([`super::special_moves`]).

use super::super::RulesWriter;
use super::super::crossing::home;
use super::super::phrases::{a, capital};
use super::super::walks::must_promote;
use super::field::TOWARD_THE_RIM;
use crate::board::{Heading, Link, Square};
use crate::definition::value::Name;
use crate::diagnostic::Spanned;
use crate::notation::name::seat_title;
use crate::policy::Role;
use crate::rulebook::{Atom, AtomShape, Direction, Kind, KindId, Promotion, Rulebook, SeatId};
use crate::rules::Variant;

impl RulesWriter<'_> {
    /// The line of a double step: `straight ahead`, or `diagonally forward on one line` for pawns that step so.
    pub(super) fn way_of_double_step(&self, pieces: &[Spanned<Name>]) -> &'static str {
        let kinds = || self.book.kinds.iter().filter(|it| pieces.iter().any(|name| name.value.0 == it.name));
        let is_step = |it: &&Atom| it.quiet && it.range == 1 && !self.forward(it).is_empty();
        let steps: Vec<&Atom> = kinds().flat_map(|it| &it.movement.atoms).filter(is_step).collect();
        let ahead = steps.iter().flat_map(|it| self.forward(it)).filter(|it| *it).count();
        let all = steps.iter().flat_map(|it| self.forward(it)).count();
        let is_diagonal = ahead == 0 && steps.iter().all(|it| it.shape == AtomShape::Diagonal(1));
        match kinds().all(|it| it.is_directed) {
            true if ahead == all => "straight ahead",
            true if is_diagonal => "diagonally forward on one line",
            true => "forward on one line",
            false => "on one line",
        }
    }

    /// Returns whether each forward direction of a single step is straight ahead.
    pub(super) fn forward(&self, atom: &Atom) -> Vec<bool> {
        forward(self.book, atom)
    }

    /// States that all other pawns make single steps, unless their movement has longer ones, after a space.
    pub(super) fn single_steps(&self, pieces: &[Spanned<Name>]) -> &'static str {
        let kinds = self.book.kinds.iter().filter(|it| pieces.iter().any(|name| name.value.0 == it.name));
        let is_single = |it: &Atom| {
            !it.quiet || it.range == 1 && matches!(it.shape, AtomShape::Straight(1) | AtomShape::Diagonal(1))
        };
        match kinds.flat_map(|it| &it.movement.atoms).all(is_single) {
            true => " All other pawns move one square at a time.",
            false => "",
        }
    }

    /// Reports whether a kind is a pawn that moves straight ahead.
    pub(super) fn goes_ahead(&self, kind: &Kind) -> bool {
        goes_ahead(self.book, kind)
    }

    /// The way of a pawn straight ahead, if it crosses a joined edge.
    pub(in super::super) fn pawn_path(&self) -> Option<String> {
        let (book, board) = (self.book, &self.book.board);
        let walk = pawn_walk(self.variant)?;
        let place = walk.crossing.as_ref().map_or_else(String::new, |it| self.crossed_place(it));
        let label = &book.kinds[walk.kind.index()].label;
        let all = |it: &Vec<Square>| it.iter().map(|it| board.name(*it)).collect::<Vec<_>>().join(", ");
        let runs: Vec<String> = walk.runs.iter().map(all).collect();
        let then = if self.is_ring() { format!(", and then {TOWARD_THE_RIM}") } else { String::new() };
        let becomes = match walk.end {
            Some(at) if walk.goes_on => self.becomes_there(walk.kind, at),
            _ => String::new(),
        };
        (runs.len() > 1 && runs.len() < 6).then(|| {
            format!(
                "{} keeps moving straight ahead across {place}{then}. For example, {}'s {label} goes {}{becomes}.",
                capital(&a(label)),
                seat_title(book, SeatId(0)),
                runs.join(", then ")
            )
        })
    }

    /// What a pawn becomes on a square of its way, after a comma: `, where it becomes an arrow pawn`.
    fn becomes_there(&self, kind: KindId, at: Square) -> String {
        let book = self.book;
        let fits = |it: &&Promotion| it.pieces >> kind.0 & 1 != 0 && it.on.may_fit(book, SeatId(0), at);
        let named = book.promotions.iter().find(fits).map_or(0, |it| it.choice.named());
        let into: Vec<String> =
            book.kinds.iter().enumerate().filter(|it| named >> it.0 & 1 != 0).map(|it| a(&it.1.label)).collect();
        match into.as_slice() {
            [only] => format!(", where it becomes {only}"),
            _ => ", where it promotes".to_owned(),
        }
    }
}

/// The way of a pawn straight ahead on an empty board.
pub(in super::super) struct PawnWalk {
    /// The pawn's kind.
    pub kind: KindId,
    /// The squares of the way, from the start. A new part begins where the way crosses a joined edge.
    pub runs: Vec<Vec<Square>>,
    /// The last step over a joined edge.
    pub crossing: Option<(Square, Link)>,
    /// The square on which the pawn must become another piece.
    pub end: Option<Square>,
    /// Whether the board goes on beyond that square.
    pub goes_on: bool,
}

/// Returns the way of the pawn of the first player that starts next to their home. `None` if no pawn moves straight ahead.
pub(in super::super) fn pawn_walk(variant: &Variant) -> Option<PawnWalk> {
    let (book, board) = (variant.rulebook(), variant.board());
    let faces = book.seats.first()?.faces;
    let own = book.setup.iter().flatten().filter(|it| it.0 == SeatId(0));
    let pawns: Vec<_> = own.filter(|it| goes_ahead(book, &book.kinds[it.1.index()])).collect();
    let home = home(book)?;
    let far = |it: &Square| (board.info(*it).file - board.info(home).file).abs();
    let (_, kind, start) = *pawns.into_iter().min_by_key(|it| (far(&it.2), it.2))?;
    let (mut at, mut heading) = (start, faces);
    let mut walk = PawnWalk { kind, runs: vec![vec![start]], crossing: None, end: None, goes_on: false };
    for _ in 0..board.len() {
        let Some((to, link)) = board.steps(at, heading).next() else { break };
        let (here, there) = (board.info(at), board.info(*to));
        let bends = link.onward != heading || here.patch != there.patch;
        if walk.runs.iter().flatten().any(|it| it == to) {
            break;
        }
        if bends {
            walk.crossing = Some((*to, link.clone()));
            walk.runs.push(Vec::new());
        }
        walk.runs.last_mut()?.push(*to);
        (at, heading) = (*to, link.onward);
        // From there on it is another piece.
        if must_promote(variant, SeatId(0), kind, at) {
            walk.end = Some(at);
            break;
        }
    }
    walk.goes_on = board.steps(at, heading).next().is_some();
    Some(walk)
}

/// Reports whether a kind is a pawn that moves straight ahead.
fn goes_ahead(book: &Rulebook, kind: &Kind) -> bool {
    let is_ahead = |it: &Atom| it.quiet && !it.initial && forward(book, it).contains(&true);
    kind.role == Role::Pawn && kind.movement.atoms.iter().any(is_ahead)
}

/// Returns whether each forward direction of a single step is straight ahead.
fn forward(book: &Rulebook, atom: &Atom) -> Vec<bool> {
    let (board, facing) = (&book.board, book.seats.first().map_or(Heading(0), |it| it.faces));
    let is_single = matches!(atom.shape, AtomShape::Straight(1) | AtomShape::Diagonal(1));
    let forward = Atom { directions: Some(vec![Direction::Forward]), ..atom.clone() }.starts(board, facing);
    let starts = atom.starts(board, facing).into_iter().filter(|it| is_single && forward.contains(it));
    starts.map(|it| it.heading == facing).collect()
}
