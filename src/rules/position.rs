//! The doors of the rules: [`Variant`] and [`Position`], without const generics.

use std::sync::Arc;

use super::any::{AnyEngine, AnyState, make_state, with_engine, with_state};
use super::engine::{Engine, Mv};
use super::perft::PerftOptions;
use super::playout::Hand;
use super::sink::List;
use super::state::{NOBODY, NOWHERE, State};
use super::{CaptureBan, Ending, EndingCause, Man, Move, Refusal, Setup, SetupFault};
use crate::board::{Board, Heading, Square};
use crate::definition::value::Points;
use crate::variant::{KindId, OutcomeId, Rulebook, SeatId, UnknownId};

/// A rulebook made ready to play. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Variant {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    rulebook: Arc<Rulebook>,
    slug: String,
    hash: String,
    engine: AnyEngine,
    steps: u64,
}

/// Why a rulebook cannot be made ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VariantError {
    /// Its men carry more marks than any engine tells apart.
    #[error(
        "the men of this variant come in more than 64 types: kinds, each with every set of tags, moved or not, by facing"
    )]
    TooManyTypes,
    /// Its tables take more steps than [`MAX_STEPS`](crate::variant::MAX_STEPS), most of them for this kind of piece.
    #[error("the movements of this variant take too many steps to work out")]
    TooManySteps(KindId),
}

impl Variant {
    /// Makes a rulebook ready: walks the graph once and bakes the tables.
    ///
    /// # Errors
    /// When kinds, the tags that they carry and their facings make more than
    /// [`MOST_TYPES`](super::MOST_TYPES) types of men; when the tables take more steps than a
    /// [`Budget`](crate::variant::Budget) allows.
    pub(crate) fn new(rulebook: Rulebook, slug: String, hash: String) -> Result<Self, VariantError> {
        let rulebook = Arc::new(rulebook);
        let (engine, steps) = AnyEngine::new(rulebook.clone())?;
        Ok(Self { inner: Arc::new(Inner { rulebook, slug, hash, engine, steps }) })
    }
    /// What the file says, resolved.
    pub fn rulebook(&self) -> &Rulebook {
        &self.inner.rulebook
    }
    /// The board, with its petgraph graph.
    pub fn board(&self) -> &Board {
        &self.inner.rulebook.board
    }
    /// The name in the catalogue, or the stem of the file.
    pub fn slug(&self) -> &str {
        &self.inner.slug
    }
    /// SHA-256, in hexadecimal, of what affects play or notation.
    pub fn hash(&self) -> &str {
        &self.inner.hash
    }
    /// Returns the number of steps that it took to make the variant ready: at most
    /// [`MAX_STEPS`](crate::variant::MAX_STEPS).
    pub fn steps(&self) -> u64 {
        self.inner.steps
    }
    pub(super) fn engine(&self) -> &AnyEngine {
        &self.inner.engine
    }
    /// The array with the first player to move; `None` where the variant has none on
    /// purpose, or where [`Position::new`] would not take its array.
    pub fn start(&self) -> Option<Position> {
        let state = make_state!(&self.inner.engine, |e| e.start())?;
        Some(Position { variant: self.clone(), state })
    }
    /// The size of the tables in bytes, roughly.
    pub fn table_bytes(&self) -> usize {
        with_engine!(&self.inner.engine, |e| e.tables.bytes())
    }
}

/// A position that the rules may trust. A small value, not larger than its variant needs.
#[derive(Clone, Debug)]
pub struct Position {
    variant: Variant,
    state: AnyState,
}

impl From<Move> for Mv {
    fn from(mv: Move) -> Self {
        Mv {
            from: mv.from.0,
            to: mv.to.0,
            // No variant has a castling or a kind with the number below `NOBODY`: one that
            // is not there stays one that is not there.
            castling: mv.castling.map_or(NOBODY, |it| it.min(NOBODY - 1)),
            promotion: mv.promotion.map_or(NOBODY, |it| it.0.min(NOBODY - 1)),
        }
    }
}

impl From<Mv> for Move {
    fn from(mv: Mv) -> Self {
        Move {
            from: Square(mv.from),
            to: Square(mv.to),
            castling: (mv.castling != NOBODY).then_some(mv.castling),
            promotion: (mv.promotion != NOBODY).then_some(KindId(mv.promotion)),
        }
    }
}

fn list_moves<const W: usize, const T: usize, const N: usize>(
    engine: &Engine<W, T, N>,
    state: &State<W, T, N>,
) -> Vec<Move> {
    let mut list = Vec::new();
    engine.generate(state, &mut List::new(&mut list));
    let mut moves: Vec<Move> = list.into_iter().map(|it| it.mv.into()).collect();
    moves.sort_unstable();
    moves
}

impl Position {
    /// Validates a setup: every id in it is one of this variant, and what it says can stand so. A `facing` that is `None` for a directed kind is worked out;
    /// the position is not settled yet ([`Position::settle`]).
    ///
    /// # Errors
    /// Every fault at once.
    pub fn new(variant: &Variant, setup: &Setup) -> Result<Self, Vec<SetupFault>> {
        let state = make_state!(&variant.inner.engine, |e| e.from_setup(setup))?;
        Ok(Position { variant: variant.clone(), state })
    }
    /// The setup that would give this position; [`Position::new`] of it is the identity.
    pub fn setup(&self) -> Setup {
        with_state!(&self.variant.inner.engine, &self.state, |e, s| e.to_setup(s))
    }
    /// The facing that `new` would work out for a man there; notation leaves it out then. `None`
    /// for a kind without a forward, and where the variant does not have the square, the kind or the seat.
    pub fn default_facing(variant: &Variant, square: Square, man: &Man) -> Option<Heading> {
        let book = variant.rulebook();
        book.check_square(square).and(book.check_kind(man.kind)).and(book.check_seat(man.seat)).ok()?;
        with_engine!(&variant.inner.engine, |e| {
            let moved = man.moved && variant.rulebook().kinds[man.kind.index()].has_initial;
            e.tables.types.default_facing(man.kind, man.seat, square, man.tags, moved)
        })
    }
    /// The variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }
    /// Whose turn it is.
    pub fn turn(&self) -> SeatId {
        with_state!(&self.variant.inner.engine, &self.state, |_e, s| SeatId(s.turn))
    }
    /// Whether a player is still in; false for a player of another variant.
    pub fn is_living(&self, seat: SeatId) -> bool {
        with_state!(&self.variant.inner.engine, &self.state, |_e, s| s.living & seat.bit() != 0)
    }
    /// The man on a square; `None` for an empty square, and for a square of another board.
    pub fn man_at(&self, square: Square) -> Option<Man> {
        with_state!(&self.variant.inner.engine, &self.state, |e, s| e.man_at(s, square.index()))
    }
    /// Where a seat's king stands; `None` where it has none, and for a seat of another variant.
    pub fn king(&self, seat: SeatId) -> Option<Square> {
        self.variant.rulebook().check_seat(seat).ok()?;
        let king = with_state!(&self.variant.inner.engine, &self.state, |e, s| e.king(s, seat.0));
        (king != NOWHERE).then_some(Square(king))
    }
    /// All men, by square.
    pub fn men(&self) -> Vec<(Square, Man)> {
        self.setup().men
    }
    /// The legal moves, in order of (from, to, castling, promotion). Empty when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        with_state!(&self.variant.inner.engine, &self.state, |e, s| list_moves(e, s))
    }
    /// Whether a move is legal; false for a move with an id that the variant does not have.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().binary_search(&mv).is_ok()
    }
    /// Why a move is not legal: of several paths to one square, the reason of the path
    /// that comes nearest to being legal.
    ///
    /// # Errors
    /// The reason. Every square, castling and kind is looked at: one that the variant does not
    /// have is refused like one that does not fit the piece.
    pub fn explain(&self, mv: Move) -> Result<(), Refusal> {
        let book = self.variant.rulebook();
        if book.check_square(mv.from).and(book.check_square(mv.to)).is_err() {
            return Err(Refusal::NoSuchMovement);
        }
        with_state!(&self.variant.inner.engine, &self.state, |e, s| e.explain(s, mv.into()))
    }
    /// Plays a move: applies it, settles what follows, and passes the turn.
    ///
    /// # Errors
    /// The reason why it is not legal; the position is unchanged.
    pub fn play(&self, mv: Move) -> Result<Position, Refusal> {
        let mut next = self.play_unsettled(mv)?;
        next.settle(1);
        Ok(next)
    }
    /// Plays a move up to the beginning of the next turn, whose outcomes [`Position::settle`] looks at.
    ///
    /// # Errors
    /// The reason why it is not legal; the position is unchanged.
    pub fn play_unsettled(&self, mv: Move) -> Result<Position, Refusal> {
        self.explain(mv)?;
        let mut next = self.clone();
        with_state!(&self.variant.inner.engine, &mut next.state, |e, s| {
            **s = e.play(s, mv.into());
        });
        Ok(next)
    }
    /// Settles the outcomes of a turn's beginning; `repeated` is how often this position has stood.
    pub fn settle(&mut self, repeated: u16) {
        with_state!(&self.variant.inner.engine, &mut self.state, |e, s| e.settle_turn(s, repeated, None));
    }
    /// Two positions repeat when these are equal: men, mover, living players, rights.
    pub fn repetition_key(&self) -> u64 {
        with_state!(&self.variant.inner.engine, &self.state, |e, s| e.repetition_key(s))
    }
    /// Whether the mover may claim this outcome now; false for an outcome of another variant.
    pub fn is_claimable(&self, outcome: OutcomeId, repeated: u16) -> bool {
        with_state!(&self.variant.inner.engine, &self.state, |e, s| e.is_claimable(s, outcome, repeated))
    }
    /// Carries out a claimed outcome, or a claim that was granted. The caller has seen to
    /// the consents.
    ///
    /// # Errors
    /// The outcome, claim or player that the variant does not have; the position is unchanged.
    pub fn conclude(&mut self, cause: EndingCause, claimant: SeatId, winner: Option<SeatId>) -> Result<(), UnknownId> {
        let book = self.variant.rulebook();
        match cause {
            EndingCause::Outcome(id) => book.check_outcome(id)?,
            EndingCause::Claim(id) => book.check_claim(id)?,
        }
        book.check_seat(claimant)?;
        winner.map_or(Ok(()), |it| book.check_seat(it))?;
        let winner = winner.map_or(NOBODY, |it| it.0);
        with_state!(&self.variant.inner.engine, &mut self.state, |e, s| match cause {
            EndingCause::Outcome(id) => e.conclude_outcome(s, id),
            EndingCause::Claim(id) => e.conclude_claim(s, id, claimant.0, winner),
        });
        Ok(())
    }
    /// The men that attack a seat's king, by whom check is meant; empty where it is safe, and
    /// for a seat that is out or of another variant.
    pub fn checkers(&self, seat: SeatId) -> Vec<Square> {
        if !self.is_living(seat) {
            return Vec::new();
        }
        with_state!(&self.variant.inner.engine, &self.state, |e, s| {
            e.checkers(s, seat.0).iter().map(|it| Square(it as u16)).collect()
        })
    }
    /// Whether a seat's king is attacked; false for a seat of another variant.
    pub fn is_check(&self, seat: SeatId) -> bool {
        !self.checkers(seat).is_empty()
    }
    /// The state of each barrier on the board, by index into `Rulebook::barrier_instances`: open or not.
    pub fn barriers(&self) -> Vec<bool> {
        with_state!(&self.variant.inner.engine, &self.state, |e, s| {
            (0..e.book.barrier_instances.len()).map(|it| e.is_open(s, it)).collect()
        })
    }
    /// Returns which pieces a ban protects from which player now. Bans that depend on the
    /// move alone, and exceptions to bans, are not looked at. Empty after the end of the game.
    pub fn capture_bans(&self) -> Vec<CaptureBan> {
        with_state!(&self.variant.inner.engine, &self.state, |e, s| match s.over.ending() {
            None => e.capture_bans(s),
            Some(_) => Vec::new(),
        })
    }
    /// How the game ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        with_state!(&self.variant.inner.engine, &self.state, |_e, s| s.over.ending())
    }
    /// Points so far, by seat.
    pub fn scores(&self) -> Vec<Points> {
        self.setup().scores
    }
    /// Bytes that a copy of this takes, what it points to included, the variant aside.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + with_state!(&self.variant.inner.engine, &self.state, |_e, s| size_of_val(&**s))
    }
    /// How many lines of `depth` moves there are. A finished game has no further nodes; eliminations cost no ply.
    pub fn perft(&self, depth: u32) -> u64 {
        self.perft_by(depth, &PerftOptions::default())
    }
    /// Returns the position whose moves [`perft`](Self::perft) counts first: outcomes that are
    /// due at the start of the turn have happened, repetition and dead positions left aside.
    #[must_use]
    pub fn perft_root(&self) -> Position {
        let mut root = self.clone();
        with_state!(&self.variant.inner.engine, &mut root.state, |e, s| {
            **s = e.perft_root(s);
        });
        root
    }
    /// The same, counted in another way.
    pub fn perft_by(&self, depth: u32, options: &PerftOptions) -> u64 {
        with_state!(&self.variant.inner.engine, &self.state, |e, s| e.perft(s, depth, options))
    }
    /// Plays on until the game ends or `limit` moves are made, all rules kept; how many
    /// there were is returned. `pick` is given how many moves there are, in an order of
    /// the engine's own, and gives the number of one, from 0. A game so played starts
    /// afresh: what stood before is not counted as repeated.
    pub fn play_out(&mut self, limit: u32, pick: &mut dyn FnMut(u64) -> u64) -> u32 {
        let mut hand = Hand::default();
        with_state!(&self.variant.inner.engine, &mut self.state, |e, s| e.play_out(s, limit, &mut hand, pick))
    }
}

/// Two positions are equal when their variants' hashes and everything that they know are.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.variant.hash() == other.variant.hash() && self.setup() == other.setup()
    }
}
