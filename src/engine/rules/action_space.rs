//! Stable numbers for the moves of a variant, for programs that learn to play.
//!
//! Contains [`ActionSpace`]. Every move that a piece could ever make has a number, in this order:
//!
//! 1. moves without promotion, by origin, then destination;
//! 2. promotions, by origin, destination, then kind of piece;
//! 3. castlings, in the order of [`Rulebook::castlings`](crate::rulebook::Rulebook::castlings);
//! 4. drops, by kind of piece, then square;
//! 5. moves with which a piece enters, by origin, destination, then kind of piece;
//! 6. castlings with which a piece enters, by castling, square (the king's, then the rook's), then kind of piece;
//! 7. the pass, if players may pass.
//!
//! If moves end with the placement of a blocker, each of these numbers except the last stands for as many as the board
//! has squares: one for each square of the blocker, in order.
//!
//! Squares and kinds have the order of the rulebook. Numbers thus depend only on what the hash of a
//! variant covers: two programs that agree on the hash agree on the numbers.
//!
//! Input: a [`Variant`]. Output: numbers for moves, and moves for numbers. Does not know positions,
//! so a number says nothing about whether the move is legal.

use super::engine_move::EngineMove;
use super::reach::EmptyBoard;
use super::state::NOBODY;
use super::{Gate, Move, Variant};
use crate::board::Square;
use crate::policy::{IfNone, PromotionStep, Role, TurnPassing};
use crate::rulebook::{KindId, Promotion, PromotionChoice, Rulebook};

/// The absence of a number in the table of moves without promotion.
const NO_NUMBER: u32 = u32::MAX;

/// The numbered moves of a variant.
///
/// Moves without promotion come first, by origin and destination. Promotions, castlings, drops and moves
/// with which a piece enters follow. The numbers of variants with the same [hash](Variant::hash) are equal.
///
/// ```
/// use threefold::ActionSpace;
///
/// let chess = threefold::load("chess")?.variant;
/// let space = ActionSpace::new(&chess);
/// let start = chess.start().expect("a starting position");
/// for mv in start.legal_moves() {
///     let number = space.number(mv).expect("every legal move has a number");
///     assert_eq!(space.get(number), Some(mv));
/// }
/// // 1,792 moves of queens and knights, 176 promotions and four castlings.
/// assert_eq!(space.len(), 1_972);
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ActionSpace {
    squares: usize,
    /// Whether moves end with the placement of a blocker.
    places: bool,
    /// Whether players may pass.
    passes: bool,
    /// By origin, then destination: the number of the move without promotion.
    plain: Vec<u32>,
    /// All moves without promotion, in order.
    plain_moves: Vec<(u16, u16)>,
    /// All promotions, in order.
    promotions: Vec<(u16, u16, u8)>,
    /// The king's squares of each castling.
    castlings: Vec<(Square, Square)>,
    /// The kinds that can be dropped, in order.
    drops: Vec<KindId>,
    /// All moves that let a piece enter, in order.
    gates: Vec<(u16, u16)>,
    /// The castlings that let a piece enter on the king's square, or on the rook's, in order.
    castling_gates: Vec<(u8, bool)>,
    /// The kinds that can enter, in order.
    enters: Vec<KindId>,
}

impl ActionSpace {
    /// Numbers the moves of a variant. This follows each path of each piece once.
    pub fn new(variant: &Variant) -> Self {
        let book = variant.rulebook();
        let squares = book.board.len();
        let mut found = Collected::new(squares);
        found.collect(variant.engine().empty_board());
        let plain_moves = found.moves(&found.plain);
        let mut plain = vec![NO_NUMBER; squares * squares];
        for (number, (from, to)) in plain_moves.iter().enumerate() {
            plain[usize::from(*from) * squares + usize::from(*to)] = number as u32;
        }
        let kinds = || (0..book.kinds.len()).map(|it| KindId(it as u8));
        let gating = book.gating.as_ref().map_or(0, |it| it.pieces);
        Self {
            squares,
            places: book.blocker.is_some(),
            passes: book.passing != TurnPassing::Never,
            plain,
            plain_moves,
            promotions: found.promotions(),
            castlings: book.castlings.iter().map(|it| it.king).collect(),
            drops: kinds().filter(|it| book.drop_of(*it).is_some()).collect(),
            gates: found.moves(&found.gates),
            castling_gates: if gating == 0 { Vec::new() } else { castling_gates(variant.engine().empty_board()) },
            enters: kinds().filter(|it| gating >> it.0 & 1 != 0).collect(),
        }
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.first_pass() + usize::from(self.passes)
    }

    /// Returns the number of moves without placements.
    fn len_alone(&self) -> usize {
        self.first_castling_gate() + self.castling_gates.len() * self.enters.len()
    }

    /// Reports whether there is no move at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn first_pass(&self) -> usize {
        if self.places { self.len_alone() * self.squares } else { self.len_alone() }
    }

    fn first_castling(&self) -> usize {
        self.plain_moves.len() + self.promotions.len()
    }

    fn first_drop(&self) -> usize {
        self.first_castling() + self.castlings.len()
    }

    fn first_gate(&self) -> usize {
        self.first_drop() + self.drops.len() * self.squares
    }

    fn first_castling_gate(&self) -> usize {
        self.first_gate() + self.gates.len() * self.enters.len()
    }

    /// Returns the number of a move; `None` if no piece of the variant can ever make it.
    #[inline]
    pub fn number(&self, mv: Move) -> Option<usize> {
        if mv.pass {
            return (self.passes && mv == Move::PASS).then(|| self.first_pass());
        }
        if self.places != mv.placed.is_some() {
            return None;
        }
        if let Some(square) = mv.placed {
            let alone = self.number_alone(mv.placing(None))?;
            return (square.index() < self.squares).then(|| alone * self.squares + square.index());
        }
        self.number_alone(mv)
    }

    #[inline(always)]
    fn number_alone(&self, mv: Move) -> Option<usize> {
        if mv.promotion.is_none() && mv.castling.is_none() && mv.drop.is_none() && mv.gate.is_none() {
            let (from, to) = (mv.from.index(), mv.to.index());
            let number = if to < self.squares { self.plain.get(from * self.squares + to) } else { None };
            return number.filter(|it| **it != NO_NUMBER).map(|it| *it as usize);
        }
        self.special_number(mv)
    }

    /// Returns the number of a move of the engine, or `u32::MAX`.
    #[inline(always)]
    pub(in crate::rules) fn engine_number(&self, mv: EngineMove) -> u32 {
        if mv.castling == NOBODY && mv.promotion == NOBODY && !self.places {
            let index = usize::from(mv.from) * self.squares + usize::from(mv.to);
            return self.plain.get(index).copied().unwrap_or(NO_NUMBER);
        }
        self.number(mv.into()).map_or(NO_NUMBER, |it| it as u32)
    }

    fn special_number(&self, mv: Move) -> Option<usize> {
        if let Some(gate) = mv.gate {
            return self.gate_number(mv, gate);
        }
        match (mv.castling, mv.promotion, mv.drop) {
            (Some(it), None, None) => {
                let index = usize::from(it);
                let is_it = self.castlings.get(index) == Some(&(mv.from, mv.to));
                is_it.then(|| self.first_castling() + index)
            }
            (None, Some(kind), None) => {
                let found = self.promotions.binary_search(&(mv.from.0, mv.to.0, kind.0)).ok();
                found.map(|it| self.plain_moves.len() + it)
            }
            (None, None, Some(kind)) if mv.to.index() < self.squares => {
                let index = self.drops.binary_search(&kind).ok()?;
                Some(self.first_drop() + index * self.squares + mv.to.index())
            }
            _ => None,
        }
    }

    fn gate_number(&self, mv: Move, gate: Gate) -> Option<usize> {
        let kind = self.enters.binary_search(&gate.kind).ok()?;
        let index = match (mv.castling, mv.promotion, mv.drop) {
            (None, None, None) if !gate.on_rook_square => self.gates.binary_search(&(mv.from.0, mv.to.0)).ok()?,
            (Some(castling), None, None) if self.castlings.get(usize::from(castling)) == Some(&(mv.from, mv.to)) => {
                let index = self.castling_gates.binary_search(&(castling, gate.on_rook_square)).ok()?;
                return Some(self.first_castling_gate() + index * self.enters.len() + kind);
            }
            _ => return None,
        };
        Some(self.first_gate() + index * self.enters.len() + kind)
    }

    fn get_gate(&self, index: usize) -> Option<Move> {
        let gate = |index: usize, on_rook_square| Gate { on_rook_square, kind: self.enters[index % self.enters.len()] };
        if index < self.gates.len() * self.enters.len() {
            let (from, to) = self.gates[index / self.enters.len()];
            return Some(Move::new(Square(from), Square(to)).gating(gate(index, false)));
        }
        let index = index - self.gates.len() * self.enters.len();
        let (castling, on_rook_square) = *self.castling_gates.get(index.checked_div(self.enters.len())?)?;
        let (from, to) = self.castlings[usize::from(castling)];
        Some(Move::new(from, to).as_castling(castling).gating(gate(index, on_rook_square)))
    }

    /// Returns the move of a number; `None` for a number that is not below [`len`](Self::len).
    pub fn get(&self, number: usize) -> Option<Move> {
        if number == self.first_pass() {
            return self.passes.then_some(Move::PASS);
        }
        if self.places && number < self.len() {
            let alone = self.get_alone(number / self.squares)?;
            return Some(alone.placing(Square((number % self.squares) as u16)));
        }
        if number < self.len() { self.get_alone(number) } else { None }
    }

    fn get_alone(&self, number: usize) -> Option<Move> {
        if let Some((from, to)) = self.plain_moves.get(number) {
            return Some(Move::new(Square(*from), Square(*to)));
        }
        if let Some((from, to, kind)) = self.promotions.get(number - self.plain_moves.len()) {
            return Some(Move::new(Square(*from), Square(*to)).promoting(KindId(*kind)));
        }
        let index = number - self.first_castling();
        if let Some((from, to)) = self.castlings.get(index) {
            return Some(Move::new(*from, *to).as_castling(index as u8));
        }
        let index = number - self.first_drop();
        let Some(kind) = self.drops.get(index / self.squares) else {
            return self.get_gate(number - self.first_gate());
        };
        Some(Move::dropping(*kind, Square((index % self.squares) as u16)))
    }
}

/// What pieces can do, by origin, then destination.
struct Collected {
    /// The number of squares.
    squares: usize,
    /// Whether some piece makes the move.
    plain: Vec<bool>,
    /// The kinds to which a piece can promote by the move, one bit each.
    promotions: Vec<u32>,
    /// Whether a piece can enter by the move.
    gates: Vec<bool>,
}

impl Collected {
    fn new(squares: usize) -> Self {
        let size = squares * squares;
        Self { squares, plain: vec![false; size], promotions: vec![0; size], gates: vec![false; size] }
    }

    fn at(&self, from: Square, to: Square) -> usize {
        from.index() * self.squares + to.index()
    }

    /// Returns the moves of one of the tables, in order.
    fn moves(&self, table: &[bool]) -> Vec<(u16, u16)> {
        let all = (0..table.len()).filter(|it| table[*it]);
        all.map(|it| ((it / self.squares) as u16, (it % self.squares) as u16)).collect()
    }

    /// Returns the promotions, in order.
    fn promotions(&self) -> Vec<(u16, u16, u8)> {
        let mut all = Vec::new();
        for (index, kinds) in self.promotions.iter().enumerate().filter(|it| *it.1 != 0) {
            let (from, to) = ((index / self.squares) as u16, (index % self.squares) as u16);
            all.extend((0..32).filter(|it| kinds >> it & 1 != 0).map(|kind| (from, to, kind)));
        }
        all
    }

    fn add_promotion(&mut self, from: Square, to: Square, kind: KindId) {
        let at = self.at(from, to);
        self.promotions[at] |= 1 << kind.0;
    }

    /// Collects the moves of all pieces, as if every barrier was open.
    fn collect(&mut self, engine: &dyn EmptyBoard) {
        let book = engine.book();
        let blocker = book.blocker.as_ref().map(|it| it.kind);
        let is_owned = |ty: &usize| Some(engine.types().all[*ty].kind) != blocker;
        for ty in (0..engine.types().all.len()).filter(is_owned) {
            for seat in 0..book.seats.len() as u8 {
                for from in book.board.squares() {
                    self.collect_from(engine, ty, seat, from);
                }
            }
        }
    }

    fn collect_from(&mut self, engine: &dyn EmptyBoard, ty: usize, seat: u8, from: Square) {
        let book = engine.book();
        let kind = engine.types().all[ty].kind;
        let promotes = book.promotions.iter().any(|it| it.pieces >> kind.0 & 1 != 0);
        let opens_gate = engine.opens_gate(ty, seat, from.index());
        let mut add = |to: Square| {
            let at = self.at(from, to);
            self.plain[at] = true;
            self.gates[at] |= opens_gate && from != to;
            if promotes {
                for it in promotion_kinds(engine, ty, seat, from, to) {
                    self.add_promotion(from, to, it);
                }
            }
        };
        for route in engine.routes_of(ty, seat, from.index()) {
            route.stops.iter().for_each(|it| add(it.to));
        }
        for rule in book.promotion_moves.iter().filter(|it| it.pieces >> kind.0 & 1 != 0) {
            for new in &rule.becomes {
                self.add_promotion(from, from, *new);
                let moves_on = rule.step == PromotionStep::AsNewPiece;
                for it in (0..engine.types().all.len()).filter(|it| moves_on && engine.types().all[*it].kind == *new) {
                    for route in engine.routes_of(it, seat, from.index()).iter().filter(|it| it.quiet) {
                        route.stops.iter().for_each(|it| self.add_promotion(from, it.to, *new));
                    }
                }
            }
        }
        for it in waiting_kinds(engine, ty, seat, from) {
            self.add_promotion(from, from, it);
        }
    }
}

/// Returns the castlings that let a piece enter, each with whether it enters on the rook's square.
fn castling_gates(engine: &dyn EmptyBoard) -> Vec<(u8, bool)> {
    let types = 0..engine.types().all.len();
    let opens = |seat: u8, square: Square| types.clone().any(|ty| engine.opens_gate(ty, seat, square.index()));
    let mut all = Vec::new();
    for (index, it) in engine.book().castlings.iter().enumerate() {
        for (left, is_rook) in [(it.king.0, false), (it.rook.0, true)] {
            if left != it.king.1 && left != it.rook.1 && opens(it.seat.0, left) {
                all.push((index as u8, is_rook));
            }
        }
    }
    all
}

/// Returns the kinds to which a piece might promote by a move.
fn promotion_kinds(engine: &dyn EmptyBoard, ty: usize, seat: u8, from: Square, to: Square) -> Vec<KindId> {
    let (book, types) = (engine.book(), &engine.types().all);
    // The facing and the tags can change on the way.
    let same_kind = (0..types.len()).filter(|it| types[*it].kind == types[ty].kind);
    let arriving = same_kind.map(|it| engine.promotion_rule(it, seat, to.index()));
    let mut rules: Vec<usize> = arriving
        .chain([engine.leaving_rule(ty, seat, from.index())])
        .filter(|it| *it != NOBODY)
        .map(usize::from)
        .collect();
    // A rule that depends on the captured piece can leave the choice to any later rule.
    if book.promotions.iter().any(|it| it.captures.is_some()) {
        rules = rules.iter().min().map_or_else(Vec::new, |first| (*first..book.promotions.len()).collect());
    }
    rules.sort_unstable();
    rules.dedup();
    let kind = types[ty].kind.0;
    let rules = rules.into_iter().map(|it| &book.promotions[it]).filter(|it| it.pieces >> kind & 1 != 0);
    rules.flat_map(|it| kinds_of(book, it, seat, to)).collect()
}

/// Returns the kinds for which a piece that waits on a square might be exchanged.
fn waiting_kinds(engine: &dyn EmptyBoard, ty: usize, seat: u8, square: Square) -> Vec<KindId> {
    let book = engine.book();
    let rule = engine.promotion_rule(ty, seat, square.index());
    let rule = book.promotions.get(usize::from(rule)).filter(|_| rule != NOBODY);
    let waits = |it: &&Promotion| matches!(it.choice, PromotionChoice::FromPool { if_none: IfNone::StaysAndWaits, .. });
    rule.filter(waits).map_or_else(Vec::new, |it| kinds_of(book, it, seat, square))
}

/// Returns the kinds that a rule might give on a square.
fn kinds_of(book: &Rulebook, rule: &Promotion, seat: u8, to: Square) -> Vec<KindId> {
    match &rule.choice {
        PromotionChoice::Listed(kinds) => kinds.clone(),
        PromotionChoice::BySquare(by_seat) => {
            let here = by_seat[usize::from(seat)].iter().filter(|it| it.1.binary_search(&to).is_ok());
            here.map(|it| it.0).collect()
        }
        PromotionChoice::FromPool { pieces, .. } => {
            let kinds = (0..book.kinds.len()).filter(|it| pieces >> it & 1 != 0);
            kinds.filter(|it| book.kinds[*it].role != Role::Royal).map(|it| KindId(it as u8)).collect()
        }
    }
}
