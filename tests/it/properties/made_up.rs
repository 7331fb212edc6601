//! Random positions: a few pieces on any squares, with any tags, rights and states that the
//! rules can reach.

use super::agree::Pair;
use crate::support::Dice;
use threefold::board::Square;
use threefold::policy;
use threefold::policy::Points;
use threefold::rulebook::{KindId, SeatId};
use threefold::rules::{EnPassantRight, Piece, Setup};

/// Returns a setup that may be valid.
pub fn made_up(dice: &mut Dice, pair: &Pair) -> Setup {
    let book = &pair.book;
    let seats = book.seats().len();
    let mut out = 0u8;
    for seat in book.seat_ids() {
        if seats > 2 && dice.one_in(6) && (out | seat.bit()).count_ones() as usize <= seats - 2 {
            out |= seat.bit();
        }
    }
    let living: Vec<SeatId> = book.seat_ids().filter(|it| out & it.bit() == 0).collect();
    let turn = dice.pick(&living).expect("somebody lives");
    let mut free: Vec<Square> = book.board().squares().collect();
    dice.shuffle(&mut free);
    let mut setup = Setup {
        pieces: Vec::new(),
        blockers: Vec::new(),
        turn,
        out,
        castling: 0,
        en_passant: Vec::new(),
        open: 0,
        reversed: book.reverses() && dice.one_in(2),
        extra_turn: None,
        delayed: book.has_extra_turns() && dice.one_in(2),
        frozen: 0,
        allies: Vec::new(),
        heirs: Vec::new(),
        inherited_turn: None,
        pool: Vec::new(),
        counters: match book.counters().len() {
            0 => Vec::new(),
            number => (0..seats).map(|_| (0..number).map(|_| dice.below(3) as u8).collect()).collect(),
        },
        lost: vec![0; seats],
        scores: (0..seats).map(|_| Points(dice.below(3) as i32)).collect(),
        quiet: 0,
        over: None,
    };
    relations(dice, pair, &living, &mut setup);
    castlings(dice, pair, &mut setup, &mut free);
    passing(dice, pair, &mut setup, &mut free);
    let is_king = |kind: KindId| book.kinds()[kind.index()].role() == policy::Role::Royal;
    let kings: Vec<KindId> = (0..book.kinds().len()).map(|it| KindId(it as u8)).filter(|it| is_king(*it)).collect();
    let others: Vec<KindId> = (0..book.kinds().len()).map(|it| KindId(it as u8)).filter(|it| !is_king(*it)).collect();
    for seat in book.seat_ids() {
        let has_king = setup.pieces.iter().any(|it| it.1.seat == seat && is_king(it.1.kind));
        let wants_king = living.contains(&seat) || dice.one_in(2);
        if let (false, true, Some(kind), true) = (has_king, wants_king, dice.pick(&kings), free.len() > 1) {
            put(dice, pair, &mut setup, &mut free, seat, kind);
        }
        for _ in 0..dice.below(8) {
            if let (Some(kind), true) = (dice.pick(&others), free.len() > 1) {
                put(dice, pair, &mut setup, &mut free, seat, kind);
            }
        }
    }
    if let Some(rule) = book.blocker() {
        let most = if rule.placing() == policy::Placing::SameOne { 2 } else { 5 };
        let count = dice.below(most).min(free.len().saturating_sub(1));
        setup.blockers = free.split_off(free.len() - count);
        setup.blockers.sort();
    }
    for instance in book.barrier_instances() {
        if let (Some(bit), true) = (instance.state_bit(), dice.one_in(2)) {
            setup.open |= 1 << bit;
        }
    }
    if book.has_pool() {
        let is_held = |kind: &KindId| book.pool_pieces() >> kind.0 & 1 == 1;
        let mut hold =
            |kind: &KindId| if is_king(*kind) || !is_held(kind) { 0 } else { dice.below(6).saturating_sub(3) as u8 };
        let kinds: Vec<KindId> = (0..book.kinds().len()).map(|it| KindId(it as u8)).collect();
        setup.pool = (0..seats).map(|_| kinds.iter().map(&mut hold).collect()).collect();
    }
    let counts = pair.state(&setup).counts_losses();
    for seat in 0..seats {
        let held = setup.pool.get(seat).map_or(0, |pool| {
            pool.iter().zip(book.kinds()).map(|(count, kind)| *count as i32 * kind.value()).sum::<i32>()
        });
        setup.lost[seat] = if counts { held + dice.below(4) as i32 } else { 0 };
    }
    // Sometimes close to the limit of a counter.
    let limits = book.outcomes().iter().filter_map(|it| it.when().halfmove_rounds());
    let limits: Vec<u32> = limits.map(|it| it as u32 * living.len() as u32).collect();
    if let (Some(limit), true) = (dice.pick(&limits), dice.one_in(4)) {
        setup.quiet = limit.saturating_sub(dice.below(4) as u32);
    }
    setup
}

fn piece(dice: &mut Dice, pair: &Pair, seat: SeatId, kind: KindId) -> Piece {
    let mut tags = 0;
    for (index, tag) in pair.book.tags().iter().enumerate() {
        if tag.pieces() >> kind.0 & 1 == 1 && dice.one_in(3) {
            tags |= 1 << index;
        }
    }
    let moved = pair.book.kinds()[kind.index()].has_initial() && dice.one_in(2);
    Piece { seat, kind, tags, moved, facing: None }
}

fn put(dice: &mut Dice, pair: &Pair, setup: &mut Setup, free: &mut Vec<Square>, seat: SeatId, kind: KindId) {
    let piece = piece(dice, pair, seat, kind);
    let square = free.pop().expect("a free square");
    setup.pieces.push((square, piece));
}

/// Adds alliances, and heirs of eliminated players. Sometimes an heir plays an inherited turn.
fn relations(dice: &mut Dice, pair: &Pair, living: &[SeatId], setup: &mut Setup) {
    let book = &pair.book;
    if book.alliance().is_some() {
        setup.allies = vec![0; book.seats().len()];
        if let (Some(one), Some(other), true) = (dice.pick(living), dice.pick(living), dice.one_in(2))
            && one != other
        {
            setup.allies[one.index()] = other.bit();
            setup.allies[other.index()] = one.bit();
        }
    }
    if book.inherits_turns() {
        let heir =
            |dice: &mut Dice, it: SeatId| dice.pick(living).filter(|_| setup.out & it.bit() != 0 && !dice.one_in(3));
        setup.heirs = book.seat_ids().map(|it| heir(dice, it)).collect();
        let own = book.seat_ids().find(|it| setup.heirs[it.index()] == Some(setup.turn));
        setup.inherited_turn = own.filter(|_| dice.one_in(2));
    }
}

/// Adds kings and rooks on their starting squares, with castling rights.
fn castlings(dice: &mut Dice, pair: &Pair, setup: &mut Setup, free: &mut Vec<Square>) {
    let book = &pair.book;
    let Some(array) = book.setup() else { return };
    for (index, castling) in book.castlings().iter().enumerate() {
        let seat = castling.seat();
        let at = |square: Square| array.iter().find(|it| it.2 == square && it.0 == seat).map(|it| it.1);
        let (Some(king), Some(rook)) = (at(castling.king().0), at(castling.rook().0)) else { continue };
        if setup.out & seat.bit() != 0 || !dice.one_in(3) {
            continue;
        }
        for (square, kind) in [(castling.king().0, king), (castling.rook().0, rook)] {
            if free.contains(&square) {
                free.retain(|it| *it != square);
                setup.pieces.push((square, Piece { seat, kind, tags: 0, moved: false, facing: None }));
            }
        }
        setup.castling |= 1 << index;
    }
}

/// Adds a pawn directly after its double step, with the en passant right.
fn passing(dice: &mut Dice, pair: &Pair, setup: &mut Setup, free: &mut Vec<Square>) {
    let book = &pair.book;
    let Some(rule) = book.en_passant() else { return };
    let n = book.seats().len() as u8;
    for owner in book.seat_ids().filter(|it| *it != setup.turn) {
        let is_dead = setup.out & owner.bit() != 0;
        if dice.one_in(2)
            || is_dead && (rule.dead() == policy::AgainstEliminated::Lapses || book.army() == policy::Army::Removed)
        {
            continue;
        }
        let between = (1..n).map(|it| SeatId((owner.0 + it) % n)).take_while(|it| *it != setup.turn);
        let age = 1 + between.filter(|it| setup.out & it.bit() == 0).count() as u8;
        let kinds: Vec<KindId> =
            (0..book.kinds().len()).map(|it| KindId(it as u8)).filter(|it| book.has_double_step(*it)).collect();
        let Some(kind) = dice.pick(&kinds).filter(|_| rule.window() == policy::Window::UntilOwnTurn || age == 1) else {
            continue;
        };
        let mut shots = Vec::new();
        for from in book.board().squares() {
            let mut alone = setup.clone();
            alone.pieces = vec![(from, Piece { seat: owner, kind, tags: 0, moved: false, facing: None })];
            let state = pair.state(&alone);
            let tries = state.tries(from).into_iter().filter_map(|it| it.result.ok());
            shots
                .extend(tries.filter_map(|it| it.passed.map(|passed| (state.apply_pieces(&it, None).1.after, passed))));
        }
        let Some(((victim, piece), target)) = dice.pick(&shots) else { continue };
        if free.contains(&victim) && free.contains(&target) {
            free.retain(|it| *it != victim && (*it != target || dice.one_in(8)));
            setup.pieces.push((victim, piece));
            setup.en_passant.push(EnPassantRight { target, victim, owner, age });
        }
    }
}
