//! Features that a movement and a header both define: double steps, promotions, castlings.
//!
//! Input: rulebooks of a few lines on the chess board and on the board of 96 squares. Output: the
//! result of each overlap, worked out by hand from the reference, and equal counts from the slow
//! reference.

use super::rulebook_fixtures::{at, child, game};
use std::rc::Rc;
use threefold::game::Game;
use threefold::notation::moves::legal_texts;
use threefold::notation::position::{parse_setup, print};
use threefold::rules::Variant;
use threefold_oracle::{Geometry, State};

/// The games, one for each board, with a position in which en passant is possible.
const BOARDS: [(&str, &str); 2] = [
    ("chess", "w:Ke1,Pf2,Pc2 b:Ke8,Pg4,Pb4,Pd7 turn=w"),
    ("three-player-chess", "w:Ke1,Pf2,Pc2 r:Kh12,Pg4,Pi11 b:Ka8,Pe4,Pb4,Pd7 turn=w"),
];

/// Returns a game with other pawns and other headers.
#[track_caller]
fn game_with(parent: &str, without: &str, pawn: &str, more: &str) -> Variant {
    let pawn = format!("[piece.pawn]\nletter = \"P\"\nmovement = \"{pawn}\"\nrole = \"pawn\"\nvalue = 1\n");
    game(&child(parent, &format!("without = [{without}]\n{pawn}{more}")))
}

/// Returns the perft count, after asserting that engine and slow reference agree.
#[track_caller]
fn count(variant: &Variant, text: &str, depth: u32) -> u64 {
    let engine = at(variant, text).perft(depth);
    let book = Rc::new(variant.rulebook().clone());
    let ways = Rc::new(Geometry::new(&book));
    let mut state = State::new(&book, &ways, &parse_setup(variant, text).expect("a position"));
    state.settle(1);
    assert_eq!(state.perft(depth), engine, "the reference counts as the engine does: {text}");
    engine
}

/// Returns the en passant rights after some moves.
#[track_caller]
fn passing(variant: &Variant, position: &str, moves: &[&str]) -> String {
    let mut game = Game::from_position(at(variant, position));
    for text in moves {
        game.perform(text).unwrap_or_else(|it| panic!("{text}: {it}"));
    }
    let text = print(game.position());
    // The printed position must parse.
    at(variant, &text);
    text.split(' ').find_map(|it| it.strip_prefix("ep=")).expect("the field").to_owned()
}

#[test]
fn chess_pawn_notations_have_equal_counts() {
    let plain = threefold::load("chess").expect("it is shipped").variant.start().expect("a start");
    let published = 4_865_609;
    assert_eq!(plain.perft(5), published);
    for pawn in ["fmWfceFifmnD", "fmWfcFifmnD", "mfWcfFimfnD", "fmWfceFifmW2"] {
        for without in ["", "\"double-step\""] {
            let variant = game_with("chess", without, pawn, "");
            let found = variant.start().expect("a start").perft(5);
            assert_eq!(found, published, "{pawn} without {without}");
        }
    }
}

#[test]
fn a_double_step_in_a_movement_works_on_both_boards() {
    for (parent, position) in BOARDS {
        let depth = if parent == "chess" { 3 } else { 2 };
        let expected = count(&threefold::load(parent).expect("it is shipped").variant, position, depth);
        for pawn in ["fmWfceFifmnD", "mfWcfFimfnD", "fmWfceFifmW2"] {
            for without in ["", "\"double-step\""] {
                let variant = game_with(parent, without, pawn, "");
                assert_eq!(count(&variant, position, depth), expected, "{parent}: {pawn} without {without}");
                assert_eq!(passing(&variant, position, &["f2-f4"]), "f3:f4:w:1", "{parent}: {pawn}");
            }
        }
    }
}

#[test]
fn two_steps_of_a_longer_first_move_are_a_double_step() {
    for (parent, position) in BOARDS {
        for pawn in ["fmWfceFifmW3", "fmWfceFifmR"] {
            let variant = game_with(parent, "\"double-step\"", pawn, "");
            assert_eq!(passing(&variant, position, &["f2-f4"]), "f3:f4:w:1", "{parent}: {pawn}");
            count(&variant, position, 2);
        }
    }
    let variant = game_with("chess", "\"double-step\"", "fmWfceFifmW3", "");
    for (mv, right) in [("f2-f3", "-"), ("f2-f4", "f3:f4:w:1"), ("f2-f5", "-")] {
        assert_eq!(passing(&variant, BOARDS[0].1, &[mv]), right, "{mv}");
    }
}

#[test]
fn a_leap_over_a_piece_is_not_a_double_step() {
    for (parent, _) in BOARDS {
        let variant = game_with(parent, "", "fmWfceFfmD", "");
        let rest = if parent == "chess" { "b:Ke8,Pg4" } else { "r:Kh12 b:Ka8,Pe4" };
        let free = format!("w:Ke1,Pf2 {rest} turn=w");
        let over = format!("w:Ke1,Pf2,Nf3 {rest} turn=w");
        assert_eq!(passing(&variant, &free, &["f2-f4"]), "f3:f4:w:1", "{parent}: f3 is empty");
        assert_eq!(passing(&variant, &over, &["f2-f4"]), "-", "{parent}: a leap passes no square");
        count(&variant, &free, 2);
        count(&variant, &over, 2);
        // Without the header, a leap alone is no double step, and nothing else is.
        let text = format!(
            "name = \"Leap\"\nextends = [\"{parent}\"]\nwithout = [\"double-step\"]\n[piece.pawn]\nletter = \"P\"\n\
             movement = \"fmWfceFifmD\"\nrole = \"pawn\"\n"
        );
        let error = threefold::load_text("leap", &text).expect_err("it is refused").to_string();
        assert!(error.contains("no piece can make a double step"), "{error}");
        assert!(error.contains("like `fmWfceFifmnD`"), "{error}");
    }
}

#[test]
fn the_header_doubles_every_forward_step() {
    for (parent, _) in BOARDS {
        // The sergeant of Wolf Chess: up to three steps forward.
        let rest = if parent == "chess" { "b:Kh8" } else { "r:Kh12 b:Ka8" };
        let position = format!("w:Ka1,Pd2 {rest} turn=w");
        let by_header = game_with(parent, "", "fK", "");
        let by_movement = game_with(parent, "\"double-step\"", "fKifmnD", "");
        let ends = |variant: &Variant| {
            let position = at(variant, &position);
            let board = position.variant().board();
            let from = board.square("d2").expect("a square");
            let moves = position.legal_moves();
            let mut ends: Vec<_> = moves
                .iter()
                .filter(|it| it.origin() == Some(from))
                .map(|it| board.name(it.destination().expect("a destination")))
                .collect();
            ends.sort_unstable();
            ends.join(" ")
        };
        assert_eq!(ends(&by_header), "b4 c3 d3 d4 e3 f4", "{parent}");
        assert_eq!(ends(&by_movement), "c3 d3 d4 e3", "{parent}");
        assert_eq!(passing(&by_header, &position, &["d2-b4"]), "c3:b4:w:1", "{parent}");
        assert_eq!(passing(&by_movement, &position, &["d2-d4"]), "d3:d4:w:1", "{parent}");
        count(&by_header, &position, 2);
        count(&by_movement, &position, 2);
    }
}

#[test]
fn two_steps_of_an_unlisted_kind_are_a_plain_move() {
    for (parent, _) in BOARDS {
        let squire = "[piece.squire]\nletter = \"S\"\nmovement = \"fmWfcFifmnD\"\nrole = \"piece\"\n";
        let rest = if parent == "chess" { "b:Ke8,Pg4" } else { "r:Kh12,Pg4 b:Ka8" };
        let squire = &format!("{squire}[setup]\nking = [\"e1\"]\nsquire = [\"f2\"]\n");
        let castling = "\"castling\", \"castling-rules\"";
        let position = format!("w:Ke1,Sf2 {rest} turn=w");
        let listed = game_with(parent, castling, "fmWfcF", squire);
        assert_eq!(passing(&listed, &position, &["f2-f4"]), "-", "{parent}: the header lists pawns only");
        count(&listed, &position, 2);
        let open = game_with(parent, &format!("\"double-step\", {castling}"), "fmWfcFifmnD", squire);
        assert_eq!(passing(&open, &position, &["f2-f4"]), "f3:f4:w:1", "{parent}: no header leaves it out");
        count(&open, &position, 2);
    }
}

#[test]
fn a_two_step_capture_is_not_a_double_step() {
    for (parent, _) in BOARDS {
        let variant = game_with(parent, "\"double-step\"", "fmWfcFifnD", "");
        let rest = if parent == "chess" { "b:Ke8,Nf4,Pg4" } else { "r:Kh12,Nf4,Pg4 b:Ka8" };
        let position = format!("w:Ke1,Pf2 {rest} turn=w");
        assert_eq!(passing(&variant, &position, &["f2xf4"]), "-", "{parent}");
        count(&variant, &position, 2);
    }
}

#[test]
fn a_promoting_double_step_grants_no_en_passant() {
    for (parent, _) in BOARDS {
        let zones = "[zone.sixth]\nof = \"seat\"\nranks = \"2\"\n[zone.eighth]\nof = \"seat\"\nranks = \"4\"\n";
        let more = format!(
            "{zones}[promotion]\npieces = [\"pawn\"]\non = {{ zone = \"eighth\", of = \"owner\" }}\nchoice = \"listed\"\n\
             into = [\"queen\", \"knight\"]\nforced = \"no\"\n"
        );
        let variant = game_with(parent, "", "fmWfcFifmnD", &more);
        let rest = if parent == "chess" { "b:Kh8,Pg4" } else { "r:Kh12,Pg4 b:Ka8" };
        let position = format!("w:Ke1,Pf2 {rest} turn=w");
        assert_eq!(passing(&variant, &position, &["f2-f4=N"]), "-", "{parent}: a knight stands on f4");
        assert_eq!(passing(&variant, &position, &["f2-f4"]), "f3:f4:w:1", "{parent}: a pawn stands on f4");
        count(&variant, &position, 2);
    }
}

#[test]
fn en_passant_takes_precedence_over_a_quiet_move() {
    for (parent, position) in BOARDS {
        let variant = game_with(parent, "", "fmWfceFfmF", "");
        let mut game = Game::from_position(at(&variant, position));
        game.perform("f2-f4").expect("a double step");
        game.perform("g4-f3").expect("a capture en passant");
        let f4 = variant.board().square("f4").expect("a square");
        assert!(game.position().piece_at(f4).is_none(), "{parent}: the pawn on f4 is captured");
        count(&variant, position, 2);
    }
}

#[test]
fn a_castling_and_a_king_leap_to_the_same_square_are_two_moves() {
    let king = "[piece.king]\nletter = \"K\"\nmovement = \"KisnD\"\nrole = \"royal\"\n";
    for (parent, position) in [
        ("chess", "w:Ke1,Rh1 b:Kd8 turn=w castling=w:h1"),
        ("three-player-chess", "w:Ke1,Rh1 r:Kl12 b:Kd8 turn=w castling=w:h1"),
    ] {
        let variant = game_with(parent, "", "fmWfcF", king);
        let after = |text: &str| {
            let mut game = Game::from_position(at(&variant, position));
            game.perform(text).unwrap_or_else(|it| panic!("{text}: {it}"));
            let rook = |at: &str| {
                let square = variant.board().square(at).expect("a square");
                game.position()
                    .piece_at(square)
                    .is_some_and(|it| variant.rulebook().kinds()[it.kind.index()].letter() == "R")
            };
            (rook("h1"), rook("f1"))
        };
        assert_eq!(after("O-O"), (false, true), "{parent}: the rook goes along");
        assert_eq!(after("e1-g1"), (true, false), "{parent}: the king goes alone");
        count(&variant, position, 2);
    }
}

#[test]
fn a_king_without_a_royal_role_castles_onto_an_attacked_square() {
    let check = "[check]\nattackers = \"living-opponents\"\nown-king = \"kept-safe\"\nkings = \"never-captured\"\n";
    let variant = game(&child("gallery/extinction", check));
    let position = at(&variant, "w:Ke1,Rh1,Pa2 b:Ke8,Qg8,Pa7 turn=w castling=w:h1");
    let texts: Vec<String> = legal_texts(&position).into_iter().map(|it| it.1).collect();
    assert!(texts.contains(&"O-O".to_owned()), "{texts:?}");
}

#[test]
fn short_castling_moves_need_their_castling_text() {
    for (parent, position) in [
        ("chess", "w:Ke1,Ra1,Rh1 b:Kd8 turn=w castling=w:h1,a1"),
        ("three-player-chess", "w:Ke1,Ra1,Rh1 r:Kl12 b:Kd8 turn=w castling=w:h1,a1"),
    ] {
        let castlings = "[castling.hop]\nking = [\"e1\", \"f1\"]\nrook = [\"h1\", \"e1\"]\n\
                         [castling.stay]\nking = [\"e1\", \"e1\"]\nrook = [\"a1\", \"d1\"]\n";
        let variant = game_with(parent, "\"castling\"", "fmWfcF", castlings);
        let on = |text: &str, at_square: &str| {
            let mut game = Game::from_position(at(&variant, position));
            game.perform(text).unwrap_or_else(|it| panic!("{text}: {it}"));
            let piece = game.position().piece_at(variant.board().square(at_square).expect("a square"));
            piece.map(|it| variant.rulebook().kinds()[it.kind.index()].letter().to_owned())
        };
        assert_eq!(on("O-O", "e1").as_deref(), Some("R"), "{parent}: king and rook change over");
        assert_eq!(on("e1-f1", "h1").as_deref(), Some("R"), "{parent}: a plain step of the king");
        assert_eq!(on("O-O-O", "d1").as_deref(), Some("R"), "{parent}: the rook comes, the king stays");
        count(&variant, position, 2);
    }
}

#[test]
fn a_full_circle_and_an_exchange_in_place_are_one_move() {
    let text = "name = \"Round\"\nextends = [\"mechanisms/cylinder-full-circle\"]\nwithout = [\"promotion\"]\n\
                [pool.lost]\nholds = \"own-pieces-captured\"\n[piece.squire]\nletter = \"S\"\nmovement = \"R\"\nrole = \"piece\"\n\
                [promotion]\npieces = [\"squire\"]\non = { zone = \"last-rank\", of = \"owner\" }\nchoice = \"from-pool\"\n\
                pool = \"lost\"\nif-none = \"stays-and-waits\"\nforced = \"yes\"\n";
    let variant = threefold::load_text("round", text).unwrap_or_else(|it| panic!("{it}")).variant;
    for (others, is_open) in [("", true), (",Nd8", false)] {
        let list = format!("w:Ke1,Sa8{others} b:Ke6 turn=w captured=w:Q");
        let position = at(&variant, &list);
        let texts: Vec<String> = legal_texts(&position).into_iter().map(|it| it.1).collect();
        let here = texts.iter().filter(|it| it.ends_with("a8-a8=Q")).count();
        assert_eq!(here, 1, "the way round is open: {is_open}: {texts:?}");
        assert_eq!(count(&variant, &list, 1), texts.len() as u64, "{texts:?}");
        count(&variant, &list, 2);
    }
}
