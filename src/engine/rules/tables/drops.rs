//! Tables of drops, and of promotions on leaving a square.
//!
//! Contains [`DropTable`] and further methods of the [`Builder`]. Input: a rulebook and its piece types. Output: the
//! entries of [`Tables`](super::Tables) for drops. Does not know positions or pools.

use super::super::square_set::SquareSet;
use super::super::state::NOBODY;
use super::super::types::PieceType;
use super::build::Builder;
use super::place::{owner_roles, place_holds, placement_holds};
use super::special::around;
use super::{PieceTable, WIDE};
use crate::board::{Heading, Square};
use crate::policy::{DropMate, Role};
use crate::rulebook::{Drop, KindId, SeatId};

/// The drops of one kind for one seat.
#[derive(Clone, Debug)]
pub struct DropTable<const W: usize> {
    /// The kind that appears on the board.
    pub kind: u8,
    /// The kind that leaves the pool.
    pub held: u8,
    /// A player who can make such a drop must make one.
    pub forced: bool,
    /// Index into `Rulebook::drops`.
    pub rule: u8,
    /// The squares where the piece may be dropped.
    pub squares: SquareSet<W>,
    /// The type of the dropped piece, by square.
    pub types: Vec<u8>,
    /// All types of the kind, one bit each.
    pub same_kind: u64,
    /// Squares that share a file. Empty if their number of pieces does not matter.
    pub files: Vec<SquareSet<W>>,
    /// Maximum number of pieces of the kind on a file.
    pub most_on_file: u32,
    /// Squares of the same color. Empty if their number of pieces does not matter.
    pub colors: Vec<SquareSet<W>>,
    /// Maximum number of pieces of the kind on squares of one color.
    pub most_on_color: u32,
    /// The squares next to each square; empty if it does not matter what is there.
    pub beside: Vec<SquareSet<W>>,
    /// The drop must convert a piece.
    pub must_convert: bool,
    /// Each drop must be tried: the piece is royal, or a drop may not give checkmate.
    pub is_tried: bool,
}

impl Builder<'_> {
    /// Returns the rules by which pieces promote when they leave a square, by piece table, then
    /// square. Empty if there is none. Such pieces may promote on every square.
    pub fn leaving(&self, pieces: &mut [PieceTable<WIDE>]) -> Vec<Vec<u8>> {
        let book = self.book;
        if book.promotions.iter().all(|it| it.leaving.is_none()) {
            return Vec::new();
        }
        let n_seats = book.seats.len();
        let mut all = Vec::new();
        for (index, piece) in pieces.iter_mut().enumerate() {
            let (ty, seat) = (index / n_seats, SeatId((index % n_seats) as u8));
            let kind = self.types.all[ty].kind;
            let roles = owner_roles(book, seat);
            let mut by_square = vec![NOBODY; book.board.len()];
            let rules = book.promotions.iter().enumerate().filter(|(_, it)| it.pieces >> kind.0 & 1 != 0);
            for (number, place) in rules.filter_map(|it| Some((it.0, it.1.leaving.as_ref()?))) {
                piece.promotes = (0..book.board.len()).collect();
                for square in book.board.squares().filter(|_| self.spend(ty, 1)) {
                    let rule = &mut by_square[square.index()];
                    if *rule == NOBODY && place_holds(book, &self.types, place, ty, seat, square, &roles) {
                        *rule = number as u8;
                    }
                }
            }
            all.push(by_square);
        }
        all
    }

    /// Returns the drops of each seat.
    pub fn drops(&self) -> Vec<Vec<DropTable<WIDE>>> {
        let book = self.book;
        let rules = || book.drops.iter().enumerate();
        let of_seat = |seat: SeatId| {
            let kinds = (0..book.kinds.len()).map(|it| KindId(it as u8));
            let rule = |kind: KindId| rules().find(|it| it.1.gives(kind));
            let one = |kind: KindId| rule(kind).map(|(index, rule)| self.drops_of(seat, kind, index as u8, rule));
            kinds.filter_map(one).collect()
        };
        book.seat_ids().map(of_seat).collect()
    }

    fn drops_of(&self, seat: SeatId, kind: KindId, index: u8, rule: &Drop) -> DropTable<WIDE> {
        let book = self.book;
        let of_kind = |it: &usize| self.types.all[*it].kind == kind;
        let same_kind = (0..self.types.all.len()).filter(of_kind).fold(0u64, |all, it| all | 1 << it);
        let mut table = DropTable {
            kind: kind.0,
            held: rule.held(kind).0,
            forced: rule.forced,
            rule: index,
            squares: SquareSet::EMPTY,
            types: vec![NOBODY; book.board.len()],
            same_kind,
            files: Vec::new(),
            most_on_file: rule.most_on_file.map_or(u32::MAX, u32::from),
            colors: Vec::new(),
            most_on_color: rule.most_on_color.map_or(u32::MAX, u32::from),
            beside: if rule.beside.is_some() { around(&book.board, true, true) } else { Vec::new() },
            must_convert: rule.must_convert,
            is_tried: rule.mate == DropMate::Forbidden || book.kinds[kind.index()].role == Role::Royal,
        };
        for square in book.board.squares() {
            let facing = self.types.is_directed(kind).then_some(book.seats[seat.index()].faces);
            let carried = facing.filter(|_| self.types.is_explicit(kind));
            let Some(ty) =
                self.types.find(PieceType { kind, tags: 0, moved: book.enters_moved(kind), facing: carried })
            else {
                continue;
            };
            table.types[square.index()] = ty as u8;
            let standing = (kind, book.enters_moved(kind), facing.unwrap_or(Heading(0)));
            if !self.spend(ty, 16) {
                break;
            }
            if rule.on.as_ref().is_none_or(|it| placement_holds(book, it, standing, seat, square))
                && !rule.not_on.as_ref().is_some_and(|it| placement_holds(book, it, standing, seat, square))
            {
                table.squares.insert(square.index());
            }
        }
        if rule.most_on_file.is_some() {
            let seen = self.files_of(seat);
            let mut files = seen.clone();
            files.sort_unstable();
            files.dedup();
            let squares = |of: &_| (0..seen.len()).filter(|it| seen[*it] == *of).collect();
            table.files = files.iter().map(squares).collect();
        }
        if rule.most_on_color.is_some() && self.spend(0, book.board.len()) {
            let colors = book.board.colors();
            table.colors = colors.iter().map(|it| it.iter().map(|it| it.index()).collect()).collect();
        }
        table
    }

    /// Returns the patch and the file of each square as a player sees them: the symmetry of the board maps the files of
    /// the first player to those of the others. On a board turned by 90 degrees, they are ranks.
    fn files_of(&self, seat: SeatId) -> Vec<(u16, i16)> {
        let board = &self.book.board;
        let turns = self.book.seats[seat.index()].symmetry;
        let next = |it: Square| board.symmetry().map_or(it, |by| by.squares()[it.index()]);
        let mut files = vec![(0, 0); board.len()];
        for square in board.squares() {
            let image = (0..turns).fold(square, |it, _| next(it));
            files[image.index()] = (board.info(square).patch, board.info(square).file);
        }
        files
    }
}
