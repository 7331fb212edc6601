//! Builds a [`Setup`] step by step.
//!
//! Contains [`SetupBuilder`]. Parts that are not given have the values of an empty board: no
//! rights, no points, and the barriers as the rulebook starts them.
//!
//! Input: a [`Variant`] and the parts. Output: a [`Setup`], or the position that it describes. Does
//! not know text.

use super::{EnPassantRight, Ending, Piece, Position, Setup, SetupError, SetupErrors, Variant};
use crate::board::Square;
use crate::policy::Points;
use crate::rulebook::{IdKind, KindId, SeatId, UnknownId};
use crate::sorting::CompactSort;

/// A setup under construction.
///
/// Each field of [`Setup`] has a method. A method that receives a player, a kind or an index of another variant leads to
/// an error of [`build`](Self::build).
///
/// | fields | methods |
/// |---|---|
/// | `pieces`, `blockers` | [`piece`](Self::piece), [`exact_piece`](Self::exact_piece), [`pieces`](Self::pieces), [`blocker`](Self::blocker) |
/// | `turn`, `reversed`, `extra_turn`, `delayed` | [`turn`](Self::turn), [`reversed`](Self::reversed), [`extra_turn`](Self::extra_turn), [`delayed`](Self::delayed) |
/// | `out`, `frozen` | [`eliminated`](Self::eliminated), [`frozen`](Self::frozen) |
/// | `allies`, `heirs`, `inherited_turn` | [`allies`](Self::allies), [`heir`](Self::heir), [`inherited_turn`](Self::inherited_turn) |
/// | `castling`, `en_passant`, `open` | [`castling`](Self::castling), [`en_passant`](Self::en_passant), [`en_passant_rights`](Self::en_passant_rights), [`open`](Self::open) |
/// | `pool`, `counters`, `lost`, `scores`, `quiet` | [`pool`](Self::pool), [`counter`](Self::counter), [`lost`](Self::lost), [`score`](Self::score), [`halfmoves`](Self::halfmoves) |
/// | `over` | [`over`](Self::over) |
///
/// ```
/// use threefold::Setup;
///
/// let ring = threefold::load("3-man-chess")?.variant;
/// let book = ring.rulebook();
/// let square = |name: &str| ring.square(name).expect("a square of the board");
/// let [white, gray, black] = ["white", "gray", "black"].map(|it| book.seat(it).expect("a player"));
/// let king = book.kind("king").expect("a kind of piece");
/// let position = Setup::builder(&ring)
///     .piece(square("WHe1"), white, king)
///     .piece(square("BLe1"), black, king)
///     .eliminated(gray)
///     .open(0, true)
///     .halfmoves(7)
///     .build()?;
/// assert!(position.barriers()[0] && !position.is_living(gray));
/// assert_eq!(position.setup().quiet, 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SetupBuilder {
    variant: Variant,
    setup: Setup,
    /// What the fields of a setup cannot express.
    wrong: Vec<SetupError>,
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
        SetupBuilder { variant: variant.clone(), setup, wrong: Vec::new() }
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
        self.refuse_unless_known(seat);
        self.setup.out |= seat.bit();
        self
    }
    /// Marks a player as frozen: eliminated until they are no longer stuck. Ignored if no outcome freezes a player.
    #[must_use]
    pub fn frozen(mut self, seat: SeatId) -> Self {
        self.setup.frozen |= seat.bit();
        self.eliminated(seat)
    }
    /// Sets whether the order of play is reversed. Ignored if no outcome reverses it.
    #[must_use]
    pub fn reversed(mut self, is_reversed: bool) -> Self {
        self.setup.reversed = is_reversed;
        self
    }
    /// Makes this turn an extra turn, after which a player plays; `None` for a usual turn. Ignored if no outcome gives
    /// extra turns.
    #[must_use]
    pub fn extra_turn(mut self, then: impl Into<Option<SeatId>>) -> Self {
        self.setup.extra_turn = then.into();
        self
    }
    /// Sets whether an extra turn has delayed this turn. Ignored in an extra turn, and if no outcome gives extra turns.
    #[must_use]
    pub fn delayed(mut self, is_delayed: bool) -> Self {
        self.setup.delayed = is_delayed;
        self
    }
    /// Makes two players allies. Ignored if the rulebook has no alliances, and for an eliminated player.
    ///
    /// ```
    /// use threefold::{Setup, parse_position};
    ///
    /// let ring = threefold::load("mechanisms/alliances-on-the-ring")?.variant;
    /// let alone = parse_position(&ring, "w:KWHd1 g:KGRd1 b:KBLd1 turn=w")?;
    /// let [white, gray] = ["white", "gray"].map(|it| ring.rulebook().seat(it).expect("a player"));
    /// let allied = Setup::builder(&ring).pieces(alone.pieces()).allies(white, gray).build()?;
    /// assert_eq!(allied.allies(gray), white.bit());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn allies(mut self, one: SeatId, other: SeatId) -> Self {
        *entry(&mut self.setup.allies, one.index(), 0) |= other.bit();
        *entry(&mut self.setup.allies, other.index(), 0) |= one.bit();
        self
    }
    /// Sets the player who plays the turns of an eliminated player; `None` for nobody. Ignored if no turns are
    /// inherited, and unless one of them is eliminated and the other is not.
    #[must_use]
    pub fn heir(mut self, seat: SeatId, heir: impl Into<Option<SeatId>>) -> Self {
        *entry(&mut self.setup.heirs, seat.index(), None) = heir.into();
        self
    }
    /// Sets the eliminated player whose turn the player to move plays as their heir; `None` for a turn of their own.
    /// Ignored like [`heir`](Self::heir).
    #[must_use]
    pub fn inherited_turn(mut self, of: impl Into<Option<SeatId>>) -> Self {
        self.setup.inherited_turn = of.into();
        self
    }
    /// Grants the right to a castling, given as an index into `Rulebook::castlings`.
    #[must_use]
    pub fn castling(mut self, index: u8) -> Self {
        let check = UnknownId::check(IdKind::Castling, index.into(), self.variant.rulebook().castlings.len());
        self.wrong.extend(check.err().map(SetupError::from));
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
    /// Sets whether a barrier on the board is open, given as an index into `Rulebook::barrier_instances`. The state of
    /// a barrier that nothing opens cannot be set: another state than its own is an error.
    #[must_use]
    pub fn open(mut self, barrier: usize, is_open: bool) -> Self {
        let book = self.variant.rulebook();
        let instance = book.barrier_instances.get(barrier);
        match instance.map(|it| (it.state_bit, book.barriers[it.barrier].starts_open)) {
            Some((Some(bit), _)) if is_open => self.setup.open |= 1 << bit,
            Some((Some(bit), _)) => self.setup.open &= !(1 << bit),
            Some((None, always)) if always == is_open => {}
            fixed => {
                self.wrong.push(match (instance, fixed) {
                    (Some(it), Some((_, is_open))) => SetupError::FixedBarrier { barrier: it.label.clone(), is_open },
                    _ => {
                        UnknownId { kind: IdKind::Barrier, number: barrier, count: book.barrier_instances.len() }.into()
                    }
                });
                // All of them, so that the setup is refused.
                self.setup.open = u64::MAX;
            }
        }
        self
    }
    /// Sets the number of pieces of a kind in the pool of a player: 0 if the game has no pool.
    ///
    /// ```
    /// use threefold::{Move, Setup};
    ///
    /// let crazyhouse = threefold::load("gallery/crazyhouse")?.variant;
    /// let start = crazyhouse.start().expect("a starting position");
    /// let knight = crazyhouse.rulebook().kind("knight").expect("a kind of piece");
    /// let builder = Setup::builder(&crazyhouse).pieces(start.pieces()).pool(start.turn(), knight, 1);
    /// let drop = Move::dropping(knight, crazyhouse.square("e4").expect("a square"));
    /// assert!(builder.build()?.is_legal(drop));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pool(mut self, seat: SeatId, kind: KindId, count: u8) -> Self {
        let kinds = self.variant.rulebook().kinds.len();
        let pool = entry(&mut self.setup.pool, seat.index(), vec![0; kinds]);
        *entry(pool, kind.index(), 0) = count;
        self
    }
    /// Sets a counter of a player, given as an index into `Rulebook::counters`.
    #[must_use]
    pub fn counter(mut self, seat: SeatId, index: u8, value: u8) -> Self {
        let counters = self.variant.rulebook().counters.len();
        let of_seat = entry(&mut self.setup.counters, seat.index(), vec![0; counters]);
        *entry(of_seat, index.into(), 0) = value;
        self
    }
    /// Sets the total value of the pieces that a player has lost to captures: from 0 to 65,535.
    #[must_use]
    pub fn lost(mut self, seat: SeatId, value: i32) -> Self {
        *entry(&mut self.setup.lost, seat.index(), 0) = value;
        self
    }
    /// Sets the points that a player has scored so far, at most 2,500 points above or below zero.
    #[must_use]
    pub fn score(mut self, seat: SeatId, points: Points) -> Self {
        *entry(&mut self.setup.scores, seat.index(), Points::default()) = points;
        self
    }
    /// Sets the halfmove clock: from 0 to 65,535 plies.
    #[must_use]
    pub fn halfmoves(mut self, plies: u32) -> Self {
        self.setup.quiet = plies;
        self
    }
    /// Sets how the game ended; `None` if it is still going on.
    #[must_use]
    pub fn over(mut self, ending: impl Into<Option<Ending>>) -> Self {
        self.setup.over = ending.into();
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
    /// Returns all violations, as [`Position::new`] does, but only the unknown castlings and barriers if there are any.
    pub fn build(self) -> Result<Position, SetupErrors> {
        if !self.wrong.is_empty() {
            return Err(SetupErrors::new(self.wrong));
        }
        let variant = self.variant.clone();
        Position::new(&variant, &self.setup())
    }
    /// Makes a list longer than the game has seats if it lacks this one, so that the setup is refused.
    fn refuse_unless_known(&mut self, seat: SeatId) {
        entry(&mut self.setup.lost, seat.index(), 0);
    }
}

/// Returns an entry of a list, which is extended if it is too short. A list that is too long is refused with the setup.
fn entry<T: Clone>(list: &mut Vec<T>, index: usize, empty: T) -> &mut T {
    if list.len() <= index {
        list.resize(index + 1, empty);
    }
    &mut list[index]
}
