//! Ids of another variant at every public function that takes one. The function returns an
//! error, `None`, false or an empty list. It never panics and changes nothing. Input: each shipped
//! game, with ids just above its own and the largest ids.

use super::shipped;
use crate::support::load;
use threefold::board::{Heading, HeadingSymmetry, Square, leap_paths, ray_paths};
use threefold::notation::position::{marks, print, print_list, print_setup};
use threefold::notation::sentence::{code, ending_event, ending_sentence, explain, piece_text, pieces_text};
use threefold::notation::{NameParts, moves, picture, print_move, seat_title, sentence};
use threefold::rulebook::{ClaimId, IdKind, KindId, OutcomeId, Rulebook, SeatId, UnknownId};
use threefold::rules::{CaptureBan, EnPassantRight, Ending, EndingCause, Move, Permission, Piece, Position, Reach};
use threefold::rules::{Refusal, Setup, SetupError, Stage, Variant};

/// Returns ids that a variant with `count` items does not have.
pub fn beyond(count: usize, largest: usize) -> Vec<usize> {
    let ends = [7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 199, 200, 254, 255, 256, 511, 512, 65_534, 65_535];
    let mut all: Vec<usize> = [count, count + 1].into_iter().chain(ends).collect();
    all.retain(|it| *it >= count && *it <= largest);
    all
}

/// The ids that a variant does not have.
struct Foreign {
    seats: Vec<SeatId>,
    kinds: Vec<KindId>,
    squares: Vec<Square>,
    headings: Vec<Heading>,
    castlings: Vec<u8>,
    causes: Vec<EndingCause>,
}

impl Foreign {
    fn to(book: &Rulebook) -> Self {
        let bytes = |count: usize| beyond(count, 255).into_iter().map(|it| it as u8);
        let outcomes = bytes(book.outcomes().len()).map(|it| EndingCause::Outcome(OutcomeId(it)));
        let claims = bytes(book.claims().len()).map(|it| EndingCause::Claim(ClaimId(it)));
        Self {
            seats: bytes(book.seats().len()).map(SeatId).collect(),
            kinds: bytes(book.kinds().len()).map(KindId).collect(),
            squares: beyond(book.board().len(), 65_535).into_iter().map(|it| Square(it as u16)).collect(),
            headings: bytes(usize::from(book.board().headings())).map(Heading).collect(),
            castlings: bytes(book.castlings().len()).collect(),
            causes: outcomes.chain(claims).collect(),
        }
    }
}

/// Returns every shipped game, and its starting position if it has one.
fn games() -> impl Iterator<Item = (String, Variant, Option<Position>)> {
    shipped().into_iter().map(|slug| {
        let variant = load(&slug);
        let start = variant.start();
        (slug, variant, start)
    })
}

#[test]
fn boards_and_rulebooks_return_none_for_foreign_ids() {
    for (slug, variant, _) in games() {
        let (book, board) = (variant.rulebook(), variant.board());
        let foreign = Foreign::to(book);
        for square in &foreign.squares {
            assert!(board.get(*square).is_none(), "{slug}");
            assert_eq!((board.name(*square), board.links(*square).len()), ("?", 0), "{slug}");
            let part = NameParts::of(book, *square);
            assert_eq!((part.section, part.file, part.rank), ("", "?", ""), "{slug}");
            for heading in foreign.headings.iter().chain(&[Heading(0), Heading(1)]) {
                assert_eq!(board.steps(*square, *heading).count(), 0, "{slug}");
                assert_eq!(ray_paths(board, *square, *heading, 0), [], "{slug}");
                assert_eq!(board.circle(*square, *heading), None, "{slug}");
                assert_eq!(leap_paths(board, *square, *heading, 2, 1, 2, true), [], "{slug}");
            }
            assert_eq!(variant.reach(SeatId(0), KindId(0), *square), Reach::default(), "{slug}");
        }
        for heading in &foreign.headings {
            assert_eq!((board.heading_name(*heading), board.is_straight(*heading)), ("?", false), "{slug}");
            assert_eq!(board.steps(Square(0), *heading).count(), 0, "{slug}");
            assert_eq!(ray_paths(board, Square(0), *heading, 0), [], "{slug}");
            assert_eq!(leap_paths(board, Square(0), *heading, 2, 1, -2, false), [], "{slug}");
            for kind in book.kinds() {
                for atom in kind.movement().atoms() {
                    assert!(atom.directions().is_none() || atom.starts(board, *heading).is_empty(), "{slug}");
                }
            }
            for mirrored in [false, true] {
                let turn = HeadingSymmetry { mirrored, steps: heading.0 };
                let n = board.headings();
                assert!(
                    turn.apply(*heading, n).0 < n && turn.then(turn, n).steps < n && turn.apply(*heading, 0).0 == 0
                );
                assert!(turn.mirrored || turn.inverse(n).steps < n, "{slug}");
            }
        }
        for seat in &foreign.seats {
            assert_eq!(seat_title(book, *seat), "?", "{slug}");
            assert!(seat.0 < 8 || seat.bit() == 0, "{slug}");
            assert_eq!(variant.reach(*seat, KindId(0), Square(0)), Reach::default(), "{slug}");
            assert_eq!(variant.promotes_on(*seat, KindId(0)), [], "{slug}");
        }
        for kind in &foreign.kinds {
            assert_eq!(variant.reach(SeatId(0), *kind, Square(0)), Reach::default(), "{slug}");
            assert_eq!(variant.promotes_on(SeatId(0), *kind), [], "{slug}");
            assert!(!book.has_double_step(*kind), "{slug}");
        }
    }
}

#[test]
fn positions_ignore_foreign_seats_and_causes() {
    for (slug, variant, start) in games() {
        let (Some(start), foreign) = (start, Foreign::to(variant.rulebook())) else { continue };
        let before = print(&start);
        for seat in &foreign.seats {
            assert!(!start.is_living(*seat) && !start.is_check(*seat), "{slug}: {seat:?}");
            assert_eq!((start.king(*seat), start.checkers(*seat)), (None, Vec::new()), "{slug}");
        }
        for square in &foreign.squares {
            assert_eq!(start.piece_at(*square), None, "{slug}");
            assert_eq!(piece_text(&start, *square), "the piece on ?", "{slug}");
            assert_eq!(pieces_text(&start, &[*square]), "the piece on ?", "{slug}");
        }
        for cause in &foreign.causes {
            if let EndingCause::Outcome(id) = cause {
                assert!(!start.is_claimable(*id, u16::MAX), "{slug}");
            }
            assert!(start.conclude(*cause, SeatId(0), None).is_err(), "{slug}: {cause:?}");
        }
        for seat in &foreign.seats {
            let unknown =
                UnknownId { kind: IdKind::Seat, number: seat.index(), count: variant.rulebook().seats().len() };
            for index in 0..variant.rulebook().claims().len() as u8 {
                let claim = EndingCause::Claim(ClaimId(index));
                assert_eq!(start.conclude(claim, *seat, None), Err(unknown), "{slug}");
                assert_eq!(start.conclude(claim, SeatId(0), Some(*seat)), Err(unknown), "{slug}");
            }
        }
        assert_eq!(print(&start), before, "{slug}");
    }
}

/// Returns copies of a legal move with one part replaced by each foreign id.
fn altered(mv: Move, foreign: &Foreign) -> Vec<Move> {
    let ends = |from, to| {
        Move::new(from, to).as_castling(mv.castling()).promoting(mv.promotion()).gating(mv.gate()).placing(mv.placed())
    };
    // A pass with a square is another move.
    let (first, last) = (mv.origin().or(mv.destination()), mv.destination());
    let from = foreign.squares.iter().map(|it| ends(*it, last.unwrap_or(Square(0))));
    let to = foreign.squares.iter().map(|it| ends(first.unwrap_or(Square(0)), *it));
    let castling = foreign.castlings.iter().map(|it| mv.as_castling(*it));
    let promotion = foreign.kinds.iter().map(|it| mv.promoting(*it));
    let placed = foreign.squares.iter().map(|it| mv.placing(*it));
    from.chain(to).chain(castling).chain(promotion).chain(placed).collect()
}

#[test]
fn moves_with_foreign_parts_are_refused() {
    let others: Vec<Move> = ["3-man-chess", "mechanisms/hexagon-of-six", "chess"]
        .iter()
        .flat_map(|it| load(it).start().expect("a start").legal_moves())
        .collect();
    for (slug, variant, start) in games() {
        let (Some(start), book) = (start, variant.rulebook()) else { continue };
        let foreign = Foreign::to(book);
        let legal = start.legal_moves();
        for mv in legal.iter().step_by(legal.len() / 4 + 1).flat_map(|it| altered(*it, &foreign)) {
            let is_unknown = mv.promotion().is_some_and(|it| it.index() >= book.kinds().len());
            // A pass has no other parts.
            let is_promotion = is_unknown && !mv.is_pass();
            let refusal = start.explain(mv).expect_err("a move with a foreign part");
            assert_eq!(matches!(refusal, Refusal::NoSuchPromotion { .. }), is_promotion, "{slug}: {mv:?} {refusal:?}");
            assert_eq!(refusal == Refusal::NoSuchMovement, !is_promotion, "{slug}: {mv:?} {refusal:?}");
            assert_eq!(start.play(mv), Err(refusal.clone()), "{slug}");
            assert_eq!(start.play_unsettled(mv), Err(refusal), "{slug}");
            assert!(!start.is_legal(mv), "{slug}");
        }
        for mv in legal.iter().filter(|it| !it.is_pass()).take(1).flat_map(|it| altered(*it, &foreign)) {
            let explanation = explain(&start, mv);
            assert!(
                !explanation.is_legal && explanation.sentence.ends_with('.') && !explanation.code.is_empty(),
                "{slug}: {explanation:?}"
            );
            let text = print_move(&start, mv);
            assert!(mv.castling().is_some() || mv.dropped().is_some() || text.contains('?'), "{slug}: {text}");
            let on = moves::captured(&start, mv);
            assert!(on.is_none_or(|it| start.piece_at(it).is_some()), "{slug}");
            let mut game = threefold::game::Game::from_position(start.clone());
            assert!(game.play(mv).is_err() && game.push(mv).is_err() && game.played().is_empty(), "{slug}");
            assert!(!picture::picture(&start, Some(mv)).is_empty(), "{slug}");
            assert_eq!(picture::board_text_at(&start, None, &[Square(65_535)]), picture::board_text(&start, None));
        }
        for (index, mv) in others.iter().enumerate() {
            let is_legal = legal.contains(mv);
            assert_eq!((start.is_legal(*mv), start.explain(*mv).is_ok()), (is_legal, is_legal), "{slug}: {mv:?}");
            // A sentence costs much more than its reason.
            if index % 6 == 0 {
                assert_eq!(explain(&start, *mv).is_legal, is_legal, "{slug}: {mv:?}");
            }
        }
    }
}

/// Returns setups with one foreign id each, and a description of the id.
fn spoilt(setup: &Setup, book: &Rulebook, foreign: &Foreign) -> Vec<(IdKind, Setup)> {
    let mut all = Vec::new();
    let mut with = |kind: IdKind, change: &dyn Fn(&mut Setup)| {
        let mut spoilt = setup.clone();
        change(&mut spoilt);
        all.push((kind, spoilt));
    };
    let right = |target, victim, owner| EnPassantRight { target, victim, owner, age: 1 };
    for it in &foreign.squares {
        with(IdKind::Square, &|setup| setup.pieces[0].0 = *it);
        with(IdKind::Square, &|setup| setup.en_passant.push(right(*it, Square(0), SeatId(0))));
        with(IdKind::Square, &|setup| setup.en_passant.push(right(Square(0), *it, SeatId(0))));
    }
    let over = |cause| Ending { cause, mover: SeatId(0), victim: None, mating_player: None };
    let ended = over(EndingCause::Outcome(OutcomeId(0)));
    for it in &foreign.seats {
        with(IdKind::Seat, &|setup| setup.pieces[0].1.seat = *it);
        with(IdKind::Seat, &|setup| setup.turn = *it);
        with(IdKind::Seat, &|setup| setup.en_passant.push(right(Square(0), Square(0), *it)));
        with(IdKind::Seat, &|setup| setup.over = Some(Ending { mover: *it, ..ended }));
        with(IdKind::Seat, &|setup| setup.over = Some(Ending { victim: Some(*it), ..ended }));
        with(IdKind::Seat, &|setup| setup.over = Some(Ending { mating_player: Some(*it), ..ended }));
        if it.0 < 8 {
            with(IdKind::Seat, &|setup| setup.out |= it.bit());
        }
        with(IdKind::Seat, &|setup| setup.scores.resize(it.index() + 1, setup.scores[0]));
        with(IdKind::Seat, &|setup| setup.lost.resize(it.index() + 1, i32::MAX));
        with(IdKind::Seat, &|setup| setup.pool.resize(it.index() + 1, vec![u8::MAX]));
    }
    for it in &foreign.kinds {
        with(IdKind::Kind, &|setup| setup.pieces[0].1.kind = *it);
        with(IdKind::Kind, &|setup| setup.pool = vec![vec![1; it.index() + 1]]);
    }
    for it in &foreign.headings {
        with(IdKind::Heading, &|setup| setup.pieces[0].1.facing = Some(*it));
    }
    for it in &foreign.causes {
        let kind = if matches!(it, EndingCause::Outcome(_)) { IdKind::Outcome } else { IdKind::Claim };
        with(kind, &|setup| setup.over = Some(over(*it)));
    }
    for bit in beyond(book.castlings().len(), 63) {
        with(IdKind::Castling, &|setup| setup.castling |= 1 << bit);
    }
    let states = book.barrier_instances().iter().filter_map(|it| it.state_bit()).max();
    for bit in beyond(states.map_or(0, |it| usize::from(it) + 1), 63) {
        with(IdKind::BarrierState, &|setup| setup.open |= 1 << bit);
    }
    for bit in beyond(book.tags().len(), 31) {
        with(IdKind::Tag, &|setup| setup.pieces[0].1.tags |= 1 << bit);
    }
    all
}

#[test]
fn setups_with_foreign_ids_are_faults_and_have_texts() {
    for (slug, variant, start) in games() {
        let (Some(start), book) = (start, variant.rulebook()) else { continue };
        let whole = start.setup();
        let mut setup = whole.clone();
        // A game can start from an empty board.
        if setup.pieces.is_empty() {
            setup.pieces.push((Square(0), Piece::new(SeatId(0), KindId(0))));
        }
        for (kind, spoilt) in spoilt(&setup, book, &Foreign::to(book)) {
            let errors = Position::new(&variant, &spoilt).expect_err("a setup with a foreign id");
            let is_told =
                |it: &SetupError| matches!(it, SetupError::Unknown(id) if id.kind == kind && id.number >= id.count);
            assert!(errors.iter().any(is_told), "{slug}: {kind:?}: {errors:?}");
            assert!(print_setup(&variant, &spoilt).starts_with("threefold/1 "), "{slug}");
            let (square, piece) = spoilt.pieces[0];
            assert!(marks(&variant, square, &piece).len() <= 34, "{slug}");
            let is_known = matches!(kind, IdKind::Heading | IdKind::Tag) || spoilt.pieces[0] == setup.pieces[0];
            assert!(is_known || Position::default_facing(&variant, square, &piece).is_none(), "{slug}: {kind:?}");
        }
        // Kings may be in a pool from which they are dropped.
        let pool = if book.drops().is_empty() { Vec::new() } else { whole.pool.clone() };
        let bare = Setup { lost: Vec::new(), scores: Vec::new(), pool, ..whole };
        assert!(print_setup(&variant, &bare).starts_with("threefold/1 "), "{slug}");
        assert!(Position::new(&variant, &bare).is_ok_and(|it| !print_list(&it).is_empty()), "{slug}");
    }
}

#[test]
fn an_error_names_what_the_variant_lacks() {
    let chess = load("chess");
    let mut setup = chess.start().expect("a start").setup();
    setup.pieces[0].0 = Square(64);
    setup.turn = SeatId(8);
    let errors = Position::new(&chess, &setup).expect_err("two foreign ids");
    let messages: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(messages[0], "this variant has no square number 64: it has 64, counted from 0");
    assert_eq!(messages[1], "this variant has no player number 8: it has 2, counted from 0");
}

#[test]
fn games_refuse_foreign_players() {
    for (slug, variant, start) in games() {
        let (Some(start), book) = (start, variant.rulebook()) else { continue };
        let mut game = threefold::game::Game::from_position(start);
        let turn = game.turn();
        let names: Vec<&str> = book.claims().iter().map(|it| it.name()).chain(["no-such-claim"]).collect();
        let foreign = Foreign::to(book).seats;
        for seat in foreign.iter().copied() {
            assert_eq!(game.claims(seat), Vec::<&str>::new(), "{slug}");
            assert_eq!(game.offers(seat).len(), 0, "{slug}");
            for name in &names {
                assert!(game.claim(seat, name, None).is_err(), "{slug}: {name}");
                let error = game.claim(turn, name, Some(seat)).expect_err("a foreign winner").to_string();
                assert!(error.contains("has no player number"), "{slug}: {error}");
            }
            assert!(game.resign(seat, None).is_err() && game.resign(turn, Some(seat)).is_err(), "{slug}");
            assert!(game.answer(seat, true).is_err() && game.withdraw(seat).is_err(), "{slug}");
        }
        assert!(game.played().is_empty(), "{slug}");
        // The same checks while a claim waits for an answer.
        if names.iter().any(|it| game.claim(turn, it, None).is_ok()) && game.pending().is_some() {
            for seat in foreign {
                assert!(game.answer(seat, true).is_err() && game.withdraw(seat).is_err(), "{slug}");
            }
            assert_eq!(game.played().len(), 1, "{slug}");
        }
    }
}

#[test]
fn sentences_about_foreign_ids_have_a_question_mark() {
    for (slug, variant, start) in games() {
        let (Some(start), book) = (start, variant.rulebook()) else { continue };
        let foreign = Foreign::to(book);
        for cause in &foreign.causes {
            let ending =
                Ending { cause: *cause, mover: SeatId(255), victim: Some(SeatId(8)), mating_player: Some(SeatId(200)) };
            assert_eq!(ending_event(book, ending), "?", "{slug}");
            assert!(ending_sentence(&start, ending).contains('?'), "{slug}");
        }
        for id in 0..book.outcomes().len() as u8 {
            let cause = EndingCause::Outcome(OutcomeId(id));
            let ending =
                Ending { cause, mover: SeatId(255), victim: Some(SeatId(8)), mating_player: Some(SeatId(200)) };
            assert!(!ending_sentence(&start, ending).is_empty(), "{slug}");
        }
        let claim = ClaimId(u8::MAX);
        for seat in &foreign.seats {
            let named = sentence::claim_sentence(book, *seat, claim, Some(*seat));
            assert_eq!(named, "? claims: ? in ?'s favor.", "{slug}");
            assert_eq!(sentence::answer_sentence(book, *seat, claim, None, true), "? accepts the claim: ?.", "{slug}");
            assert_eq!(sentence::withdraw_sentence(book, *seat), "? withdraws the offer.", "{slug}");
            assert_eq!(sentence::waiting_sentence(book, &[*seat]), "? has not answered yet.", "{slug}");
            let outcome = OutcomeId(u8::MAX);
            assert_eq!(sentence::outcome_claim_sentence(book, *seat, outcome), "? claims ?.", "{slug}");
            assert_eq!(sentence::outcome_action(book, outcome), "Claim ?", "{slug}");
        }
        assert_eq!(sentence::claim_action(book, claim, None), "Claim: ?", "{slug}");
        assert_eq!(sentence::answer_action(book, claim, None, false), "Decline the claim: ?", "{slug}");
        let (barrier, king, by) = (usize::MAX, Square(65_535), Vec::new());
        let ban = Refusal::Ban { ban: usize::MAX, figures: None, attacks: Vec::new(), stage: Stage::OtherKing };
        assert_eq!(code(book, &ban), "ban.?", "{slug}");
        let refusals = [
            ban,
            Refusal::Barrier { barrier, link: (king, king), permission: Permission::Quiet },
            Refusal::CheckAcross { barrier, king, by },
        ];
        for refusal in refusals {
            assert!(variant.without(&refusal).is_none() && !code(book, &refusal).is_empty(), "{slug}");
        }
        let foreign_ban = |ban| CaptureBan { ban, mover: SeatId(255), owner: SeatId(9), at: vec![king], figures: None };
        assert_eq!(sentence::protection_sentence(&start, &foreign_ban(usize::MAX)), "", "{slug}");
        if !book.bans().is_empty() {
            assert!(sentence::protection_sentence(&start, &foreign_ban(0)).contains('?'), "{slug}");
        }
        let piece =
            Piece { seat: SeatId(255), kind: KindId(255), tags: u32::MAX, moved: true, facing: Some(Heading(255)) };
        assert!(marks(&variant, king, &piece).contains(&"?".to_owned()), "{slug}");
    }
}
