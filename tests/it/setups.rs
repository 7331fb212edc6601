//! Setups that programs build.
//!
//! Input: positions of random games of every shipped game, and positions with relations between players. Output: the builder
//! makes an equal setup of the parts of each one, and refuses numbers that no position has.

use threefold::policy::Then;
use threefold::rulebook::{IdKind, UnknownId};
use threefold::rules::Rollout;
use threefold::{
    KindId, Points, Position, SeatId, Setup, SetupBuilder, SetupError, UnsettledPosition, Variant, parse_unsettled,
};

use super::support::{Dice, load};

/// Builds a setup again, part by part. Each field is named, so that a new one is a compiler error here.
fn rebuilt(variant: &Variant, setup: &Setup) -> Setup {
    let Setup { pieces, blockers, turn, out, castling, en_passant, open, .. } = setup.clone();
    let Setup { reversed, extra_turn, delayed, frozen, allies, heirs, inherited_turn, .. } = setup.clone();
    let book = variant.rulebook();
    let seats = || (0..book.seats().len() as u8).map(SeatId);
    let mut builder = Setup::builder(variant).pieces(pieces).turn(turn).en_passant_rights(en_passant);
    builder = builder.reversed(reversed).extra_turn(extra_turn).delayed(delayed).inherited_turn(inherited_turn);
    builder = blockers.into_iter().fold(builder, |it, square| it.blocker(square));
    builder = (0..64).filter(|it| castling >> it & 1 != 0).fold(builder, |it, index| it.castling(index));
    for (index, instance) in book.barrier_instances().iter().enumerate() {
        builder = match instance.state_bit() {
            Some(bit) => builder.open(index, open >> bit & 1 != 0),
            None => builder.open(index, book.barriers()[instance.barrier()].starts_open()),
        };
    }
    for (one, seat) in seats().enumerate() {
        builder = if out & seat.bit() != 0 { builder.eliminated(seat) } else { builder };
        builder = if frozen & seat.bit() != 0 { builder.frozen(seat) } else { builder };
        for other in seats().filter(|it| allies.get(one).is_some_and(|all| all & it.bit() != 0)) {
            builder = builder.allies(seat, other);
        }
        builder = heirs.get(one).into_iter().fold(builder, |it, heir| it.heir(seat, *heir));
    }
    // Without `..`: the other fields are those above.
    let Setup {
        pool,
        counters,
        lost,
        scores,
        quiet,
        over,
        pieces: _,
        blockers: _,
        turn: _,
        out: _,
        castling: _,
        en_passant: _,
        open: _,
        reversed: _,
        extra_turn: _,
        delayed: _,
        frozen: _,
        allies: _,
        heirs: _,
        inherited_turn: _,
    } = setup;
    for (seat, pool) in seats().zip(pool) {
        builder = (0..).map(KindId).zip(pool).fold(builder, |it, (kind, count)| it.pool(seat, kind, *count));
    }
    for (seat, counters) in seats().zip(counters) {
        builder = (0..).zip(counters).fold(builder, |it, (index, value)| it.counter(seat, index, *value));
    }
    builder = seats().zip(lost).fold(builder, |it, (seat, lost)| it.lost(seat, *lost));
    builder = seats().zip(scores).fold(builder, |it, (seat, score)| it.score(seat, *score));
    builder.halfmoves(*quiet).over(*over).setup()
}

#[track_caller]
fn check(position: &Position) -> Setup {
    let setup = position.setup();
    assert_eq!(rebuilt(position.variant(), &setup), setup, "{}", position.variant().slug());
    let again = UnsettledPosition::new(position.variant(), &setup).expect("a valid setup");
    assert_eq!(again.as_position(), position);
    setup
}

#[test]
fn positions_of_games_are_rebuilt_from_their_parts() {
    let (mut pools, mut counters, mut blockers, mut open, mut over, mut scores) = (0, 0, 0, 0, 0, 0);
    for shipped in threefold::catalog::games() {
        let variant = load(&shipped.slug);
        let Some(start) = variant.start() else { continue };
        let (mut rollout, mut dice) = (Rollout::new(&start), Dice(5));
        for _ in 0..60 {
            let setup = check(rollout.position());
            pools += usize::from(setup.pool.iter().flatten().any(|it| *it > 0));
            counters += usize::from(setup.counters.iter().flatten().any(|it| *it > 0));
            blockers += usize::from(!setup.blockers.is_empty());
            open += usize::from(setup.open != 0);
            over += usize::from(setup.over.is_some());
            scores += usize::from(setup.scores.iter().any(|it| *it != Points::default()));
            let count = rollout.moves().len();
            if count == 0 || !rollout.play(dice.below(count)) {
                break;
            }
        }
    }
    for (what, count) in [
        ("pools", pools),
        ("counters", counters),
        ("blockers", blockers),
        ("open barriers", open),
        ("endings", over),
        ("points", scores),
    ] {
        assert!(count > 0, "no position with {what}");
    }
}

#[test]
fn relations_and_the_order_of_play_are_rebuilt() {
    let at = |name: &str, text: &str| {
        let position = parse_unsettled(&load(name), text).unwrap_or_else(|it| panic!("{name}: {it}"));
        check(position.as_position())
    };
    let allies = at("mechanisms/alliances-on-the-ring", "w:KWHd1 g:KGRd1 b:KBLd1 turn=w allies=w+g");
    assert_eq!(allies.allies, [2, 1, 0]);
    let heirs = at("mechanisms/heirs-move-twice", "w:Ke1,Rk12 r:Kh12 b:Ka8 turn=w out=r heirs=r:w order=for-r");
    assert_eq!((heirs.heirs, heirs.inherited_turn), (vec![None, Some(SeatId(0)), None], Some(SeatId(1))));
    let extra = at("mechanisms/hard-pressed", "w:Ke1,Ri9 r:Ki12,Pl11 b:Kd8,Rl12 turn=b order=extra-before-r");
    assert_eq!(extra.extra_turn, Some(SeatId(1)));
    assert!(at("mechanisms/hard-pressed", "w:Ke1,Ri9 r:Ki12,Pl11 b:Kd8,Rl12 turn=r order=delayed").delayed);
    assert_eq!(at("mechanisms/frozen-army", "w:Ke1,Rk12 r:Kh12 b:Ka8 turn=b out=r frozen=r").frozen, 2);
    let cross = load("mechanisms/turns-reverse-on-the-cross").start().expect("a start");
    let setup = Setup { reversed: true, ..cross.setup() };
    assert!(check(UnsettledPosition::new(cross.variant(), &setup).expect("a setup").as_position()).reversed);
}

#[test]
fn numbers_outside_their_ranges_are_errors() {
    let chess = load("chess");
    let start = chess.start().expect("a start");
    let white = start.turn();
    let builder = || Setup::builder(&chess).pieces(start.pieces());
    let fails = |setup: Setup, text: &str| {
        let errors = Position::new(&chess, &setup).expect_err(text);
        assert!(matches!(errors[0], SetupError::OutOfRange { .. }), "{errors:?}");
        assert_eq!(errors.to_string(), text);
    };
    let points = |twelfths| builder().score(white, Points(twelfths));
    assert!(points(30_000).build().is_ok() && points(-30_000).build().is_ok());
    fails(points(30_001).setup(), "the score in twelfths of white is 30001, but it must be from -30000 to 30000");
    fails(
        points(i32::MIN).setup(),
        "the score in twelfths of white is -2147483648, but it must be from -30000 to 30000",
    );
    let clock = |plies| builder().halfmoves(plies);
    assert_eq!(clock(65_535).build().expect("a position").setup().quiet, 65_535);
    fails(clock(65_536).setup(), "the halfmove clock is 65536, but it must be from 0 to 65535");
    let lost = |value| builder().lost(white, value);
    assert_eq!(lost(65_535).build().expect("a position").setup().lost, [65_535, 0]);
    fails(lost(65_536).setup(), "the lost value of white is 65536, but it must be from 0 to 65535");
    fails(lost(-1).setup(), "the lost value of white is -1, but it must be from 0 to 65535");
    let queen = chess.rulebook().kind("queen").expect("a kind");
    let pool = |count| builder().pool(white, queen, count);
    assert_eq!(pool(0).build().as_ref(), Ok(&builder().build().expect("a position")));
    fails(pool(2).setup(), "the pool of white is 2, but it must be from 0 to 0");

    let error = threefold::parse_position(&chess, "w:Ke1 b:Ke8 turn=w lost=w:65536").expect_err("too many");
    assert_eq!(error.to_string().lines().next(), Some("error[position]: `65536` is not a number from 0 to 65535"));
}

#[test]
fn parts_of_another_variant_are_errors() {
    let cross = load("mechanisms/cross-of-four");
    let start = cross.start().expect("a start");
    let builder = || Setup::builder(&cross).pieces(start.pieces());
    assert!(builder().build().is_ok());
    let king = cross.rulebook().kind("king").expect("a kind");
    for (what, wrong) in [
        ("eliminated", builder().eliminated(SeatId(4))),
        ("eliminated, above every board", builder().eliminated(SeatId(8))),
        ("frozen", builder().frozen(SeatId(200))),
        ("extra turn", builder().extra_turn(SeatId(4))),
        ("ally", builder().allies(SeatId(0), SeatId(9))),
        ("heir", builder().heir(SeatId(0), SeatId(4))),
        ("inherited turn", builder().inherited_turn(SeatId(4))),
        ("pool", builder().pool(SeatId(4), king, 0)),
        ("counter of a player", builder().counter(SeatId(4), 0, 0)),
        ("lost", builder().lost(SeatId(4), 0)),
        ("score", builder().score(SeatId(4), Points(0))),
    ] {
        let errors = wrong.build().expect_err(what);
        let is_seat = |it: &SetupError| matches!(it, SetupError::Unknown(UnknownId { kind: IdKind::Seat, .. }));
        assert!(is_seat(&errors[0]), "{what}: {errors}");
    }
    let fails = |setup: Setup, kind: IdKind| match &Position::new(&cross, &setup).expect_err("an error")[0] {
        SetupError::Unknown(it) => assert_eq!(it.kind, kind),
        other => panic!("{other}"),
    };
    fails(builder().pool(SeatId(0), KindId(40), 0).setup(), IdKind::Kind);
    fails(builder().counter(SeatId(0), 9, 0).setup(), IdKind::Counter);
    fails(builder().open(1_000, true).setup(), IdKind::BarrierState);
    fails(builder().castling(70).setup(), IdKind::Castling);
    let says = |wrong: SetupBuilder, text: &str| assert_eq!(wrong.build().expect_err(text).to_string(), text);
    says(builder().castling(77), "this variant has no castling number 77: it has 8, counted from 0");
    says(
        builder().open(99, true).castling(70),
        "this variant has no barrier number 99: it has 0, counted from 0\n\
         this variant has no castling number 70: it has 8, counted from 0",
    );
    let fixed = threefold::load("osullivan").expect("a game").variant;
    says(Setup::builder(&fixed).open(0, true), "the wall is always closed");
}

/// A game ends by an outcome that ends it. One that only eliminates a player is none.
#[test]
fn a_game_is_over_by_what_ends_it() {
    let variant = load("3-man-chess");
    let text = "w:KWHd1 g:KGRd1 b:KBLd1 turn=w over=checkmate:w:w";
    let error = threefold::parse_position(&variant, text).expect_err("an elimination");
    assert!(error.to_string().contains("no outcome or claim `checkmate` ends the game"), "{error}");
    for outcome in variant.rulebook().outcomes() {
        let text = text.replace("checkmate:w:w", &format!("{}:w", outcome.name()));
        let ends = matches!(outcome.then(), Then::End | Then::Pass);
        assert_eq!(threefold::parse_position(&variant, &text).is_ok(), ends, "{text}");
    }
}
