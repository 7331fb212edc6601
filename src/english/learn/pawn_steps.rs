//! In which direction pawns step, and which pieces castle.
//!
//! Contains: [`RulesWriter::way_of_double_step`], [`RulesWriter::forward`] and the pieces of a castling. Input: movements and the
//! starting position. Output: parts of sentences. Does not know: from where a double step starts ([`super::special_moves`]).

use super::super::RulesWriter;
use crate::board::Heading;
use crate::definition::value::Name;
use crate::diagnostic::Spanned;
use crate::rulebook::{Atom, AtomShape, Castling, Direction, KindId};

impl RulesWriter<'_> {
    /// Returns the labels of the two pieces that move in a castling: the piece that moves as the king, then the piece that
    /// moves as the rook.
    pub(super) fn castling_pieces(&self, it: &Castling) -> (&str, &str) {
        let label = |it: KindId| self.book.kinds[it.index()].label.as_str();
        let mut setup = self.book.setup.iter().flatten();
        let rook = setup.find(|piece| (piece.0, piece.2) == (it.seat, it.rook.0));
        (self.book.castling_commoner(it).map_or("king", label), rook.map_or("rook", |it| label(it.1)))
    }

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
        let (board, facing) = (&self.book.board, self.book.seats.first().map_or(Heading(0), |it| it.faces));
        let is_single = matches!(atom.shape, AtomShape::Straight(1) | AtomShape::Diagonal(1));
        let forward = Atom { directions: Some(vec![Direction::Forward]), ..atom.clone() }.starts(board, facing);
        let starts = atom.starts(board, facing).into_iter().filter(|it| is_single && forward.contains(it));
        starts.map(|it| it.heading == facing).collect()
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
}
