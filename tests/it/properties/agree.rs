//! Compares the engine and the slow reference on one position.

use crate::support::Dice;
use std::ops::ControlFlow;
use std::rc::Rc;
use threefold::board::Square;
use threefold::notation::position::print;
use threefold::notation::sentence::code;
use threefold::rulebook::{KindId, Rulebook, SeatId};
use threefold::rules::{Gate, Move, Position, Setup, Stage, Variant};
use threefold_oracle::{Geometry, State};

/// A variant, prepared for both.
pub struct Pair {
    pub variant: Variant,
    pub book: Rc<Rulebook>,
    pub ways: Rc<Geometry>,
}

impl Pair {
    pub fn new(variant: &Variant) -> Pair {
        let book = Rc::new(variant.rulebook().clone());
        let ways = Rc::new(Geometry::new(&book));
        Pair { variant: variant.clone(), book, ways }
    }
    /// Returns the reference's position from the engine's position.
    pub fn state(&self, setup: &Setup) -> State {
        State::new(&self.book, &self.ways, setup)
    }
}

/// Returns a setup with all lists sorted.
pub fn ordered(mut setup: Setup) -> Setup {
    setup.pieces.sort();
    setup.en_passant.sort();
    // The next player does not matter after the end of the game.
    if setup.over.is_some() {
        setup.en_passant.clear();
    }
    // Nor does it if nobody remains, which a rulebook without a fitting outcome allows.
    if setup.out.count_ones() as usize == setup.scores.len() {
        setup.turn = SeatId(0);
        (setup.extra_turn, setup.delayed, setup.inherited_turn) = (None, false, None);
        setup.en_passant.clear();
    }
    if setup.pool.iter().flatten().all(|it| *it == 0) {
        setup.pool.clear();
    }
    setup
}

/// Returns the parts in which two setups differ.
pub fn parts_apart(a: &Setup, b: &Setup) -> Vec<String> {
    let mut apart = Vec::new();
    let mut part = |name: &str, a: String, b: String| {
        if a != b {
            apart.push(format!("{name}: engine {a}, reference {b}"));
        }
    };
    let pieces = |it: &Setup, other: &Setup| {
        let only: Vec<_> = it.pieces.iter().filter(|piece| !other.pieces.contains(piece)).collect();
        format!("{only:?}")
    };
    part("pieces", pieces(a, b), pieces(b, a));
    part("blockers", format!("{:?}", a.blockers), format!("{:?}", b.blockers));
    part("counters", format!("{:?}", a.counters), format!("{:?}", b.counters));
    part("turn", format!("{:?}", a.turn), format!("{:?}", b.turn));
    part("out", format!("{:b}", a.out), format!("{:b}", b.out));
    part("castling", format!("{:b}", a.castling), format!("{:b}", b.castling));
    part("en passant", format!("{:?}", a.en_passant), format!("{:?}", b.en_passant));
    part("open", format!("{:b}", a.open), format!("{:b}", b.open));
    let order = |it: &Setup| {
        format!("{:?}", (it.reversed, it.extra_turn, it.delayed, &it.heirs, it.inherited_turn, &it.allies))
    };
    part("order", order(a), order(b));
    part("frozen", format!("{:b}", a.frozen), format!("{:b}", b.frozen));
    part("pool", format!("{:?}", a.pool), format!("{:?}", b.pool));
    part("lost", format!("{:?}", a.lost), format!("{:?}", b.lost));
    part("scores", format!("{:?}", a.scores), format!("{:?}", b.scores));
    part("quiet", format!("{}", a.quiet), format!("{}", b.quiet));
    part("over", format!("{:?}", a.over), format!("{:?}", b.over));
    apart
}

fn listed(book: &Rulebook, moves: &[Move]) -> String {
    let name = |it: Square| book.board().name(it);
    let text = |it: &Move| {
        let castling = it.castling().map_or(String::new(), |it| format!(" ({})", book.castlings()[it as usize].name()));
        if let Some(kind) = it.dropped() {
            return format!("{}@{}", book.kinds()[kind.index()].letter(), it.destination().map_or("pass", name));
        }
        let placed = it.placed().map_or(String::new(), |it| format!("/{}", name(it)));
        let promotion = it.promotion().map_or(String::new(), |it| format!("={}", book.kinds()[it.index()].letter()));
        format!(
            "{}-{}{promotion}{castling}{placed}",
            it.origin().or(it.destination()).map_or("pass", name),
            it.destination().map_or("pass", name)
        )
    };
    moves.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// Returns all differences about a position; empty if both agree.
pub fn differences(position: &Position, state: &State) -> Vec<String> {
    let book = &state.book;
    let mut apart = parts_apart(&ordered(position.setup()), &ordered(state.setup()));
    let (fast, slow) = (position.legal_moves(), state.legal_moves());
    let mut once = fast.clone();
    once.sort();
    let repeated: Vec<Move> = once.windows(2).filter(|it| it[0] == it[1]).map(|it| it[0]).collect();
    if !repeated.is_empty() {
        apart.push(format!("engine lists twice: {}", listed(book, &repeated)));
    }
    let only = |a: &[Move], b: &[Move]| a.iter().filter(|it| !b.contains(it)).copied().collect::<Vec<_>>();
    for (who, moves) in [("engine", only(&fast, &slow)), ("reference", only(&slow, &fast))] {
        if !moves.is_empty() {
            let why = moves.iter().take(3).map(|it| format!("{:?}/{:?}", position.explain(*it), state.explain(*it)));
            let why = why.collect::<Vec<_>>().join(", ");
            apart.push(format!("legal for the {who} alone: {} ({why})", listed(book, &moves)));
        }
    }
    if !fast.is_sorted() {
        apart.push("the engine's moves are out of order".to_owned());
    }
    let by_square: Vec<Move> = book.board().squares().flat_map(|it| position.legal_moves_from(it)).collect();
    let of_pieces: Vec<Move> = fast.iter().copied().filter(|it| it.origin().is_some()).collect();
    let mut visited = Vec::new();
    let end = position.for_each_legal_move(|it| {
        visited.push(it);
        ControlFlow::Continue(())
    });
    visited.sort();
    if by_square != of_pieces || visited != fast || end.is_break() {
        apart.push("the lists of legal moves differ".to_owned());
    }
    for seat in state.living() {
        let (fast, slow) = (position.checkers(seat), state.checkers(seat));
        if fast != slow {
            let names = |all: &[Square]| all.iter().map(|it| book.board().name(*it).to_owned()).collect::<Vec<_>>();
            let who = book.seats()[seat.index()].name();
            apart.push(format!("check to {who}: engine {:?}, reference {:?}", names(&fast), names(&slow)));
        }
        if position.king(seat) != state.king(seat) {
            apart.push(format!("king of {}", book.seats()[seat.index()].name()));
        }
    }
    if position.barriers() != state.barriers() {
        apart.push(format!("barriers: engine {:?}, reference {:?}", position.barriers(), state.barriers()));
    }
    if !apart.is_empty() {
        apart.insert(0, format!("{} at {}", position.variant().slug(), print(position)));
    }
    apart
}

fn number(stage: Stage) -> u8 {
    match stage {
        Stage::Turn => 0,
        Stage::Movement => 1,
        Stage::Blocked => 2,
        Stage::Barrier => 3,
        Stage::CaptureRule => 4,
        Stage::OwnKing => 5,
        Stage::OtherKing => 6,
        Stage::Placement | Stage::OtherMove => 7,
    }
}

/// Reports whether both give the same verdict and the same reason for a move.
pub fn reason_differs(position: &Position, state: &State, mv: Move) -> Option<String> {
    let fast = position.explain(mv).map_err(|it| (number(it.stage()), code(&state.book, &it)));
    let slow = state.explain(mv).map_err(|it| (it.stage, it.code));
    // Making an illegal move is safe, but the result is unspecified.
    let made = position.play_unchecked(mv).map(|it| (it.legal_moves().len(), it));
    let is_made = fast.is_err() || made.is_ok_and(|it| Ok(it.1) == position.play(mv));
    let differs = fast != slow || fast.is_ok() != position.is_legal(mv) || !is_made;
    differs.then(|| {
        let text = listed(&state.book, &[mv]);
        let at = print(position);
        format!("{} {text}: engine {fast:?}, reference {slow:?}, at {at}", position.variant().slug())
    })
}

/// Returns moves to explain: samples of every kind of move text.
pub fn questions(dice: &mut Dice, position: &Position, count: usize) -> Vec<Move> {
    let book = position.variant().rulebook();
    let squares = book.board().len();
    let pieces = position.pieces();
    let mut candidates = Vec::new();
    for _ in 0..count {
        let from = match dice.pick(&pieces) {
            Some((square, _)) if !dice.one_in(12) => square,
            _ => Square(dice.below(squares) as u16),
        };
        let to = Square(dice.below(squares) as u16);
        let promotion = dice.one_in(6).then(|| KindId(dice.below(book.kinds().len()) as u8));
        candidates.push(Move::new(from, to).promoting(promotion));
    }
    for _ in 0..if book.drops().is_empty() { 0 } else { count } {
        let kind = KindId(dice.below(book.kinds().len()) as u8);
        candidates.push(Move::dropping(kind, Square(dice.below(squares) as u16)));
    }
    for _ in 0..if book.gating().is_none() { 0 } else { count } {
        let kind = KindId(dice.below(book.kinds().len()) as u8);
        let gate = Gate { on_rook_square: dice.one_in(4), kind };
        if let Some(mv) = dice.pick(&position.legal_moves()).filter(|it| it.dropped().is_none()) {
            candidates.push(mv.gating(gate));
        }
    }
    for _ in 0..if book.blocker().is_none() { 0 } else { 2 * count } {
        let legal = dice.pick(&position.legal_moves());
        let mv = legal.into_iter().chain(dice.pick(&candidates)).next();
        candidates.extend(mv.map(|it| it.placing(Square(dice.below(squares) as u16))));
        candidates.extend(mv.filter(|_| dice.one_in(4)).map(|it| it.placing(None)));
    }
    for (index, castling) in book.castlings().iter().enumerate() {
        let (from, to) = castling.king();
        candidates.push(Move::new(from, to).as_castling(index as u8));
    }
    candidates
}
