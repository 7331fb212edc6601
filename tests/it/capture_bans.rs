//! [`Position::capture_bans`] against the reasons of refused captures: two independent answers
//! to the same question.

use threefold::rules::{Move, Position, Refusal};

use super::support::{Dice, load};

/// Asserts that the list contains every capture that a ban refuses, and no legal capture unless
/// the ban has exceptions.
fn agrees(position: &Position) -> (usize, usize) {
    let book = position.variant().rulebook();
    let (turn, bans) = (position.turn(), position.capture_bans());
    let of_turn = |ban: usize, at| bans.iter().any(|it| it.mover == turn && it.ban == ban && it.at.contains(&at));
    let pieces = position.pieces();
    let mut refused = 0;
    for (from, _) in pieces.iter().filter(|it| it.1.seat == turn) {
        for (to, _) in pieces.iter().filter(|it| it.1.seat != turn) {
            let mv = Move::new(*from, *to);
            if let Err(Refusal::Ban { ban, .. }) = position.explain(mv)
                && book.bans()[ban].forbids().after().is_none()
            {
                assert!(of_turn(ban, *to), "{} on {}", book.bans()[ban].name(), book.board().name(*to));
                refused += 1;
            }
        }
    }
    for mv in position
        .legal_moves()
        .iter()
        .filter(|it| it.destination().and_then(|it| position.piece_at(it)).is_some_and(|it| it.seat != turn))
    {
        let strict = |ban: usize| book.bans()[ban].unless().is_empty() && book.bans()[ban].forbids().piece().is_none();
        let listed = bans
            .iter()
            .find(|it| it.mover == turn && strict(it.ban) && mv.destination().is_some_and(|to| it.at.contains(&to)));
        assert!(listed.is_none(), "a listed capture is legal");
    }
    (refused, bans.len())
}

#[test]
fn listed_captures_are_those_that_are_refused() {
    let mut dice = Dice(7);
    let (mut refused, mut listed) = (0, 0);
    for name in ["trichess", "readings/trichess-land-protected", "readings/trichess-self-defense"] {
        let variant = load(name);
        for _ in 0..6 {
            let mut position = variant.start().expect("a starting position");
            for _ in 0..120 {
                let Some(mv) = dice.pick(&position.legal_moves()) else { break };
                position = position.play(mv).expect("a legal move");
                let (more, bans) = agrees(&position);
                (refused, listed) = (refused + more, listed + bans);
            }
        }
    }
    assert!(refused > 20 && listed > 200, "{refused} refused, {listed} listed");
}

#[test]
fn nothing_is_listed_without_a_ban_or_after_the_end() {
    let chess = load("chess").start().expect("a starting position");
    assert_eq!(chess.capture_bans(), []);
    let start = load("trichess").start().expect("a starting position");
    assert_eq!(start.capture_bans(), [], "no player has lost a piece yet");
}

/// A ban on what the next player attacks is listed for every player, with the king that it
/// protects, and a move is refused exactly where the sentence says so.
#[test]
fn bans_on_checks_are_listed_with_their_king() {
    let variant = load("trichess");
    let start = variant.start().expect("a starting position");
    let found = start.check_bans();
    assert_eq!(found.len(), 3, "one for each player: {found:?}");
    for it in &found {
        assert_eq!(start.king(it.on), Some(it.king));
        assert!(it.mover != it.by && it.by != it.on && it.on != it.mover, "{it:?}");
    }
    let sentences = threefold::notation::sentence::ban_sentences(&start, start.turn());
    assert_eq!(sentences, ["White may not make a move after which Red attacks Black's king (shield)."]);
    let chess = load("chess").start().expect("a starting position");
    assert_eq!(chess.check_bans(), []);
}

/// A ban that tests no position is listed as well, with the kinds that it binds.
#[test]
fn bans_on_kinds_are_listed_with_their_exceptions() {
    let start = load("osullivan").start().expect("a starting position");
    let sentences = threefold::notation::sentence::ban_sentences(&start, threefold::rulebook::SeatId(1));
    assert_eq!(sentences.len(), 1, "{sentences:?}");
    assert!(
        sentences[0].starts_with("Red may not capture Black's center pawn on d2 with a center pawn (center pawns;"),
        "{sentences:?}"
    );
}

/// A ban binds nobody without a piece of the kinds that it names, nor where its exception always holds.
#[test]
fn bans_that_cannot_forbid_anything_are_not_listed() {
    let text = "name = \"Draft\"\nextends = [\"chess\"]\n[zone.far-half]\nof = \"seat\"\nranks = \"5-8\"\n\
                [ban.pawns]\nmove = { piece = { kind = [\"pawn\"] }, captures = { kind = [\"pawn\"] } }\n\
                [ban.pawns.unless.far]\nmove = { to = { zone = \"far-half\", of = \"mover\" } }\n";
    let variant = threefold::load_text("draft.toml", text).expect("a rulebook").variant;
    let sentences = |text: &str| {
        let position = threefold::notation::parse_position(&variant, text).expect("a position");
        threefold::notation::sentence::ban_sentences(&position, position.turn())
    };
    let far = sentences("w:Ke1,Pb6 b:Ke8,Pa7 turn=w");
    assert!(far.is_empty(), "the exception holds on a7: {far:?}");
    let rook = sentences("w:Ke1,Ra1 b:Ke8,Pa4 turn=w");
    assert!(rook.is_empty(), "the ban is about pawns: {rook:?}");
    let near = sentences("w:Ke1,Pb3 b:Ke8,Pa4,Pa7 turn=w");
    assert_eq!(near.len(), 1, "{near:?}");
    assert!(near[0].starts_with("White may not capture Black's pawn on a4 with a pawn (pawns;"), "{near:?}");
}
