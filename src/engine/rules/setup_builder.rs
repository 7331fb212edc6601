//! Builds a [`Setup`] step by step.
//!
//! Contains [`SetupBuilder`]. Parts that are not given have the values of an empty board: no
//! rights, no points, and the barriers as the rulebook starts them.
//!
//! Input: a [`Variant`] and the parts. Output: a [`Setup`], or the position that it describes. Does
//! not know text.

use super::{EnPassantRight, Piece, Position, Setup, SetupErrors, Variant};
use crate::board::Square;
use crate::policy::Points;
use crate::rulebook::{KindId, SeatId};
use crate::sorting::CompactSort;

/// A setup under construction.
///
/// [`rules`](crate::rules) has an example.
#[derive(Clone, Debug)]
pub struct SetupBuilder {
    variant: Variant,
    setup: Setup,
}

impl Setup {
    /// Starts a setup with an empty board, with the first player to move.
    ///
    /// ```
    /// use threefold::Setup;
    ///
    /// let chess = threefold::load("chess")?.variant;
    /// let square = |name: &str| chess.square(name).expect("a square of the board");
    /// let [white, black] = ["white", "black"].map(|it| chess.rulebook().seat(it).expect("a player"));
    /// let [king, rook] = ["king", "rook"].map(|it| chess.rulebook().kind(it).expect("a kind of piece"));
    /// let position = Setup::builder(&chess)
    ///     .piece(square("e1"), white, king)
    ///     .piece(square("a1"), white, rook)
    ///     .piece(square("e8"), black, king)
    ///     .turn(black)
    ///     .build()?;
    /// assert_eq!(position.legal_moves().len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn builder(variant: &Variant) -> SetupBuilder {
        let book = variant.rulebook();
        let seats = book.seats.len();
        let open = book.barrier_instances.iter().filter(|it| book.barriers[it.barrier].starts_open);
        let setup = Setup {
            pieces: Vec::new(),
            blockers: Vec::new(),
            turn: SeatId(0),
            out: 0,
            castling: 0,
            en_passant: Vec::new(),
            open: open.filter_map(|it| it.state_bit).fold(0, |bits, bit| bits | 1 << bit),
            reversed: false,
            extra_turn: None,
            delayed: false,
            frozen: 0,
            allies: if book.alliance.is_some() { vec![0; seats] } else { Vec::new() },
            heirs: if book.inherits_turns() { vec![None; seats] } else { Vec::new() },
            inherited_turn: None,
            pool: if book.has_pool { vec![vec![0; book.kinds.len()]; seats] } else { Vec::new() },
            counters: if book.counters.is_empty() { Vec::new() } else { vec![vec![0; book.counters.len()]; seats] },
            lost: vec![0; seats],
            scores: vec![Points::default(); seats],
            quiet: 0,
            over: None,
        };
        SetupBuilder { variant: variant.clone(), setup }
    }
}

impl SetupBuilder {
    /// Adds a piece that carries no tags and has not moved.
    #[must_use]
    pub fn piece(self, square: Square, seat: SeatId, kind: KindId) -> Self {
        self.exact_piece(square, Piece::new(seat, kind))
    }
    /// Adds a piece with its tags, its facing, and whether it has moved.
    #[must_use]
    pub fn exact_piece(mut self, square: Square, piece: Piece) -> Self {
        self.setup.pieces.push((square, piece));
        self
    }
    /// Adds several pieces.
    #[must_use]
    pub fn pieces(mut self, pieces: impl IntoIterator<Item = (Square, Piece)>) -> Self {
        self.setup.pieces.extend(pieces);
        self
    }
    /// Adds a blocker: a piece without an owner.
    #[must_use]
    pub fn blocker(mut self, square: Square) -> Self {
        self.setup.blockers.push(square);
        self
    }
    /// Sets the player to move.
    #[must_use]
    pub fn turn(mut self, seat: SeatId) -> Self {
        self.setup.turn = seat;
        self
    }
    /// Marks a player as eliminated.
    #[must_use]
    pub fn eliminated(mut self, seat: SeatId) -> Self {
        // A seat that no board has marks all of them, so that the setup is refused.
        self.setup.out |= if seat.bit() == 0 { u8::MAX } else { seat.bit() };
        self
    }
    /// Grants the right to a castling, given as an index into `Rulebook::castlings`.
    #[must_use]
    pub fn castling(mut self, index: u8) -> Self {
        // An index that no rulebook has grants all of them, so that the setup is refused.
        self.setup.castling |= 1u64.checked_shl(index.into()).unwrap_or(u64::MAX);
        self
    }
    /// Adds the right to capture en passant the piece on `victim`, which passed `target`.
    #[must_use]
    pub fn en_passant(mut self, target: Square, victim: Square, owner: SeatId) -> Self {
        self.setup.en_passant.push(EnPassantRight { target, victim, owner, age: 1 });
        self
    }
    /// Adds a right to capture en passant with its age.
    #[must_use]
    pub fn en_passant_rights(mut self, rights: impl IntoIterator<Item = EnPassantRight>) -> Self {
        self.setup.en_passant.extend(rights);
        self
    }
    /// Sets the halfmove clock. It stops at 65,535.
    #[must_use]
    pub fn halfmoves(mut self, plies: u32) -> Self {
        self.setup.quiet = plies;
        self
    }
    /// Sets the points that a player has scored so far, at most 2,500 points above or below zero.
    #[must_use]
    pub fn score(mut self, seat: SeatId, points: Points) -> Self {
        // A seat that the game lacks is refused with the setup.
        if self.setup.scores.len() <= seat.index() {
            self.setup.scores.resize(seat.index() + 1, Points::default());
        }
        self.setup.scores[seat.index()] = points;
        self
    }
    /// Returns the setup, with its pieces in the order of their squares.
    pub fn setup(mut self) -> Setup {
        self.setup.pieces.compact_sort_by(Ord::cmp);
        self.setup.blockers.compact_sort_by(Ord::cmp);
        self.setup
    }
    /// Validates the setup and returns its settled position.
    ///
    /// # Errors
    /// Returns all violations, as [`Position::new`] does.
    pub fn build(self) -> Result<Position, SetupErrors> {
        let variant = self.variant.clone();
        Position::new(&variant, &self.setup())
    }
}
