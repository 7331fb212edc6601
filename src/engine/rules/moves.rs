//! Moves as users of the library see them.
//!
//! Contains [`Move`] and its conversion to and from the form of the engine.
//!
//! Input: squares and ids. Output: moves, in a fixed order. Does not know whether a move is legal.

use super::engine_move::{EngineMove, FIRST_DROP, FIRST_GATE, FIRST_ROOK_GATE, PASS};
use super::state::{NOBODY, NOWHERE};
use crate::board::Square;
use crate::rulebook::{KindId, Rulebook};

/// A piece that enters the board, as part of a move, on a square that the move leaves.
///
/// [`Move::gating`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Gate {
    /// Whether the square is that of a castling rook, and not that of the piece that moves.
    pub on_rook_square: bool,
    /// The kind of the piece that enters.
    pub kind: KindId,
}

/// A move. Two moves are equal if all of their parts are.
///
/// A move of a later version can have more parts: a drop has no origin, and one turn can make
/// several captures. The fields are therefore hidden. Make a move with [`Move::new`] and the
/// methods that add parts, or take one from
/// [`Position::legal_moves`](super::Position::legal_moves).
///
/// ```
/// use threefold::{Move, Position};
///
/// let chess = threefold::load("chess")?.variant;
/// let start = chess.start().expect("chess has a starting position");
/// let square = |name: &str| chess.square(name).expect("a square of the board");
/// let advance = Move::new(square("e2"), square("e4"));
/// assert!(start.is_legal(advance));
/// assert_eq!((advance.origin(), advance.destination()), (Some(square("e2")), Some(square("e4"))));
/// assert!(!start.is_legal(Move::new(square("e2"), square("e5"))));
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Move {
    /// Square of the piece; in castling, of the king; in a drop, the target square.
    #[doc(hidden)]
    pub from: Square,
    /// Target square; in castling, of the king.
    #[doc(hidden)]
    pub to: Square,
    /// The castling, as an index into `Rulebook::castlings`.
    #[doc(hidden)]
    pub castling: Option<u8>,
    /// Whether the player passes. The squares are then the first of the board.
    #[doc(hidden)]
    #[cfg_attr(feature = "serde", serde(default))]
    pub pass: bool,
    /// The piece that enters on a square that the move leaves.
    #[doc(hidden)]
    #[cfg_attr(feature = "serde", serde(default))]
    pub gate: Option<Gate>,
    /// The kind to promote to.
    #[doc(hidden)]
    pub promotion: Option<KindId>,
    /// The kind of the piece that a drop puts on the board.
    #[doc(hidden)]
    pub drop: Option<KindId>,
    /// The square on which the move places a blocker.
    #[doc(hidden)]
    #[cfg_attr(feature = "serde", serde(default))]
    pub placed: Option<Square>,
}

impl Move {
    /// A pass: the player makes no move on the board.
    ///
    /// ```
    /// use threefold::Move;
    ///
    /// let janggi = threefold::load("gallery/janggi")?.variant;
    /// let start = janggi.start().expect("a starting position");
    /// assert!(start.is_legal(Move::PASS));
    /// assert!(Move::PASS.is_pass());
    /// assert_eq!((Move::PASS.origin(), Move::PASS.destination()), (None, None));
    /// let chess = threefold::load("chess")?.variant;
    /// assert!(!chess.start().expect("a starting position").is_legal(Move::PASS));
    /// # Ok::<(), threefold::LoadError>(())
    /// ```
    pub const PASS: Move = Move { pass: true, ..Move::new(Square(0), Square(0)) };

    /// Creates a move from one square to another, without castling or promotion.
    pub const fn new(from: Square, to: Square) -> Self {
        Move { from, to, castling: None, pass: false, gate: None, promotion: None, drop: None, placed: None }
    }
    /// Creates the drop of a piece of a kind from the player's pool.
    ///
    /// ```
    /// use threefold::Move;
    ///
    /// let chess = threefold::load("gallery/crazyhouse")?.variant;
    /// let start = chess.start().expect("a starting position");
    /// let pawn = chess.rulebook().kind("pawn").expect("a kind of piece");
    /// let drop = Move::dropping(pawn, chess.square("e4").expect("a square"));
    /// assert_eq!((drop.origin(), drop.dropped()), (None, Some(pawn)));
    /// assert!(!start.is_legal(drop), "the pool is empty");
    /// # Ok::<(), threefold::LoadError>(())
    /// ```
    pub fn dropping(kind: KindId, to: Square) -> Self {
        Move { drop: Some(kind), ..Move::new(to, to) }
    }
    /// Returns the same move with a promotion to `kind`; `None` for no promotion.
    #[must_use]
    pub fn promoting(self, kind: impl Into<Option<KindId>>) -> Self {
        Move { promotion: kind.into(), ..self }
    }
    /// Returns the same move with a piece that enters on a square that the move leaves; `None` for none.
    ///
    /// ```
    /// use threefold::{Gate, Move};
    ///
    /// let seirawan = threefold::load("gallery/seirawan")?.variant;
    /// let start = seirawan.start().expect("a starting position");
    /// let square = |name: &str| seirawan.square(name).expect("a square of the board");
    /// let hawk = seirawan.rulebook().kind("hawk").expect("a kind of piece");
    /// let alone = Move::new(square("b1"), square("c3"));
    /// let mv = alone.gating(Gate { on_rook_square: false, kind: hawk });
    /// assert!(start.is_legal(alone) && start.is_legal(mv));
    /// assert_eq!((mv.gate().map(|it| it.kind), mv.gate_square(seirawan.rulebook())), (Some(hawk), Some(square("b1"))));
    /// # Ok::<(), threefold::LoadError>(())
    /// ```
    #[must_use]
    pub fn gating(self, gate: impl Into<Option<Gate>>) -> Self {
        Move { gate: gate.into(), ..self }
    }
    /// Returns the same move with a blocker placed on a square; `None` for no placement.
    ///
    /// ```
    /// use threefold::Move;
    ///
    /// let duck = threefold::load("gallery/duck")?.variant;
    /// let start = duck.start().expect("a starting position");
    /// let square = |name: &str| duck.square(name).expect("a square of the board");
    /// let alone = Move::new(square("b1"), square("c3"));
    /// let mv = alone.placing(square("e5"));
    /// assert!(!start.is_legal(alone) && start.is_legal(mv));
    /// assert_eq!(mv.placed(), Some(square("e5")));
    /// assert_eq!(start.play(mv)?.blockers(), [square("e5")]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn placing(self, square: impl Into<Option<Square>>) -> Self {
        Move { placed: square.into(), ..self }
    }
    /// Returns the same move as a castling, given as an index into `Rulebook::castlings`.
    #[must_use]
    pub fn as_castling(self, index: impl Into<Option<u8>>) -> Self {
        Move { castling: index.into(), ..self }
    }
    /// Returns the square of the piece; in castling, of the king. `None` for a drop or a pass.
    pub fn origin(self) -> Option<Square> {
        (self.drop.is_none() && !self.pass).then_some(self.from)
    }
    /// Reports whether the player makes no move on the board.
    ///
    /// [`Move::PASS`] has an example.
    pub fn is_pass(self) -> bool {
        self.pass
    }
    /// Returns the kind of the piece that a drop puts on the board; `None` for other moves.
    ///
    /// [`Move::dropping`] has an example.
    pub fn dropped(self) -> Option<KindId> {
        self.drop
    }
    /// Returns the target square of the piece; in castling, of the king. If a piece captures without moving, it is the
    /// square of the captured piece. `None` for a pass.
    pub fn destination(self) -> Option<Square> {
        (!self.pass).then_some(self.to)
    }
    /// Returns the castling, as an index into `Rulebook::castlings`; `None` for other moves.
    pub fn castling(self) -> Option<u8> {
        self.castling
    }
    /// Returns the kind that the piece promotes to; `None` if it does not.
    pub fn promotion(self) -> Option<KindId> {
        self.promotion
    }
    /// Returns the piece that enters on a square that the move leaves; `None` if no piece does.
    ///
    /// [`Move::gating`] has an example.
    pub fn gate(self) -> Option<Gate> {
        self.gate
    }
    /// Returns the square on which a piece enters: the origin, or the square of the castling rook. `None` for a move
    /// without such a piece, and for a castling of another rulebook.
    ///
    /// [`Move::gating`] has an example.
    pub fn gate_square(self, book: &Rulebook) -> Option<Square> {
        match self.gate?.on_rook_square {
            true => self.castling.and_then(|it| book.castlings.get(usize::from(it))).map(|it| it.rook.0),
            false => self.origin(),
        }
    }
    /// Returns the square on which the move places a blocker; `None` if it places none.
    ///
    /// [`Move::placing`] has an example.
    pub fn placed(self) -> Option<Square> {
        self.placed
    }
    /// Reports whether the move is a castling.
    pub fn is_castling(self) -> bool {
        self.castling.is_some()
    }
}

impl From<Move> for EngineMove {
    fn from(mv: Move) -> Self {
        if mv.pass {
            // A pass with other parts is no move: it gets a castling that no rulebook has.
            let unknown = EngineMove { castling: NOBODY - 1, ..EngineMove::PASS };
            return if mv == Move::PASS { EngineMove::PASS } else { unknown };
        }
        // No variant has a castling or kind numbered `NOBODY - 1`, so an unknown id stays unknown.
        let castling = mv.castling.map_or(NOBODY, |it| if it < FIRST_DROP { it } else { NOBODY - 1 });
        let is_drop = mv.castling.is_none();
        let dropped = mv.drop.map(|it| if is_drop && it.0 < 32 { FIRST_DROP + it.0 } else { NOBODY - 1 });
        // A promotion and a gate exclude each other. So does a drop and a gate.
        let promotion = mv.promotion.map(|it| if it.0 < FIRST_GATE { it.0 } else { NOBODY - 1 });
        let gate =
            mv.gate.map(|it| match (it.on_rook_square, it.kind.0 < 32, mv.promotion.is_none() && mv.drop.is_none()) {
                (false, true, true) => FIRST_GATE + it.kind.0,
                (true, true, true) => FIRST_ROOK_GATE + it.kind.0,
                _ => NOBODY - 1,
            });
        EngineMove {
            from: mv.from.0,
            to: mv.to.0,
            castling: dropped.unwrap_or(castling),
            promotion: gate.or(promotion).unwrap_or(NOBODY),
            placed: mv.placed.map_or(NOWHERE, |it| it.0.min(NOWHERE - 1)),
        }
    }
}

impl From<EngineMove> for Move {
    fn from(mv: EngineMove) -> Self {
        Move {
            from: Square(mv.from),
            to: Square(mv.to),
            castling: (mv.castling != NOBODY && mv.dropped().is_none() && mv.castling != PASS).then_some(mv.castling),
            pass: mv.is_pass(),
            gate: mv.gate().map(|(kind, on_rook_square)| Gate { on_rook_square, kind: KindId(kind) }),
            promotion: mv.is_promotion().then_some(KindId(mv.promotion)),
            drop: mv.dropped().map(KindId),
            placed: (mv.placed != NOWHERE).then_some(Square(mv.placed)),
        }
    }
}

/// Packs a move into a number. Numbers have the order of [`Move`]: an absent part comes first.
pub fn pack(mv: EngineMove) -> u64 {
    let [castling, promotion] = [mv.castling, mv.promotion].map(|it| u64::from(it.wrapping_add(1)));
    let placed = u64::from(mv.placed.wrapping_add(1));
    u64::from(mv.from) << 48 | u64::from(mv.to) << 32 | castling << 24 | promotion << 16 | placed
}

/// Returns the move of a number that [`pack`] made.
pub fn unpack(number: u64) -> EngineMove {
    EngineMove {
        from: (number >> 48) as u16,
        to: (number >> 32) as u16,
        castling: ((number >> 24) as u8).wrapping_sub(1),
        promotion: ((number >> 16) as u8).wrapping_sub(1),
        placed: (number as u16).wrapping_sub(1),
    }
}
