//! Positions in SFEN and FEN4, and the notation of moves that a rulebook chooses.
//!
//! Input: texts of other programs, and rulebooks of a few lines. Output: positions, texts and errors. The expectations are
//! written by hand.

use threefold::catalog;
use threefold::game::Game;
use threefold::notation::position::{parse_position, print, print_fen, print_fen4, print_sfen, render};
use threefold::notation::{legal_texts, parse_move, print_move};

use super::rulebook_fixtures::{at, findings, game};
use super::support::{Dice, ask, load};

/// Plays random games, and hands each position to a check.
fn walk(slug: &str, mut check: impl FnMut(&threefold::Position)) {
    let variant = load(slug);
    let mut dice = Dice(11);
    for _ in 0..4 {
        let mut game = Game::new(&variant).expect("a starting position");
        for _ in 0..120 {
            if game.is_game_over() {
                break;
            }
            check(game.position());
            let moves = game.legal_moves();
            game.play(moves[dice.below(moves.len())]).expect("a legal move");
        }
    }
}

#[test]
fn sfen_has_hands_and_promoted_pieces() {
    let shogi = load("shogi");
    let start = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    assert_eq!(print(&at(&shogi, start)), print(&shogi.start().expect("a start")));
    assert_eq!(print_sfen(&at(&shogi, &format!("sfen {start}"))).as_deref(), Ok(start));
    let position = at(&shogi, "4k4/9/4+P4/9/9/9/9/9/4K4 w RGs2p 7");
    assert_eq!(print_sfen(&position).as_deref(), Ok("4k4/9/4+P4/9/9/9/9/9/4K4 w RGs2p 1"));
    // The list form of the same: Gote is to move, and the tokin on e7 is Sente's.
    let listed = "s:Ke1,Te7 g:Ke9 turn=g captured=s:R,G;g:S,P,P";
    assert_eq!(print(&position), print(&at(&shogi, listed)));
    walk("shogi", |position| {
        let sfen = print_sfen(position).unwrap_or_else(|it| panic!("{it}"));
        assert_eq!(print(&at(position.variant(), &sfen)), print(position), "{sfen}");
    });
}

/// As pyffish writes them: `[Rp]` for the hands, `+P` for promoted pieces, in FEN, too.
#[test]
fn fen_has_promoted_pieces_of_shogi_as_sfen_has() {
    let shogi = load("shogi");
    let position = at(&shogi, "4k4/9/4+P4/9/9/9/9/9/4K4 w RGs2p 7");
    let fen = print_fen(&position).expect("FEN fits");
    assert!(fen.starts_with("4k4/9/4+P4/9/9/9/9/9/4K4["), "{fen}");
    assert_eq!(print(&at(&shogi, &fen)), print(&position));
    walk("minishogi", |position| {
        let fen = print_fen(position).unwrap_or_else(|it| panic!("{it}"));
        assert_eq!(print(&at(position.variant(), &fen)), print(position), "{fen}");
    });
}

#[test]
fn errors_of_sfen_have_places() {
    let shogi = load("shogi");
    for (text, start, message) in [
        ("4k4/9/9/9/9/9/9/9/4K4 x - 1", 0, ""),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 x - 1", 27, "`x`"),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 b 2x 1", 29, "x"),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 b 0P 1", 29, "`0P`"),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1 2", 33, "follow"),
        ("sfen 4k4/9/9/9/4+K4/9/9/9/4K4 b - 1", 16, ""),
        ("sfen", 4, "empty"),
        // What can never be in a hand, in any form.
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 b K 1", 29, "a pool never contains a king"),
        ("sfen 4k4/9/9/9/9/9/9/9/4K4 b 255P3P 1", 33, "more than 255 pieces of a kind"),
        ("4k4/9/9/9/9/9/9/9/4K4[Gk] w - - 0 1", 23, "a pool never contains a king"),
    ] {
        let errors = parse_position(&shogi, text).expect_err(text);
        assert!(start == 0 || errors[0].start == start, "{text}: {}", render(text, &errors));
        assert!(errors.to_string().contains(message), "{text}: {errors}");
    }
    let error = parse_position(&load("chess"), "sfen 4k3/8/8/8/8/8/8/4K3 b - 1").expect_err("no drops");
    assert!(error.to_string().contains("SFEN has hands, and no piece is dropped by these rules"), "{error}");
}

#[test]
fn fen4_counts_corners_or_names_them() {
    let cross = load("cross-of-four");
    let start = cross.start().expect("a start");
    let fen = print_fen4(&start).expect("FEN4 fits");
    assert!(fen.starts_with("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-x,x,x,yR,yN,yB,"), "{fen}");
    assert_eq!(print(&at(&cross, &fen)), print(&start));
    // Older texts count the corners.
    let older = fen.replace("x,x,x,", "3,").replace(",x,x,x", ",3");
    assert!(older.contains("/3,") && !older.contains('x'), "{older}");
    assert_eq!(print(&at(&cross, &older)), print(&start));
    // Line breaks after ranks, and a player who is eliminated.
    let broken =
        older.replace('/', "/\n").replace("R-0,0,0,0", "B-1,0,0,0").replace("1,1,1,1-1,1,1,1", "0,1,1,1-0,1,1,1");
    let position = at(&cross, &broken.replace("rK", "drK"));
    assert_eq!(position.variant().rulebook().seats()[position.turn().index()].letter(), "b");
    assert!(print_fen4(&position).expect("FEN4 fits").contains("drK"));
    let listed = "r:Kh1,Pd4 b:Ka7 y:Kg14 g:Kn8 turn=b ep=d3:d4:r";
    let passing = at(&cross, listed);
    let fen = print_fen4(&passing).expect("FEN4 fits");
    assert!(fen.contains("-{'enPassant':('d3:d4','','','')}-"), "{fen}");
    assert_eq!(print(&at(&cross, &fen)), print(&passing));
    walk("cross-of-four", |position| {
        let fen = print_fen4(position).unwrap_or_else(|it| panic!("{it}"));
        assert_eq!(print(&at(position.variant(), &fen)), print(position), "{fen}");
    });
}

#[test]
fn errors_of_fen4_have_places() {
    let cross = load("cross-of-four");
    let fen = print_fen4(&cross.start().expect("a start")).expect("FEN4 fits");
    for (text, start, message) in [
        (fen.replacen("R-", "Q-", 1), 0, "there is no player `Q`"),
        (fen.replacen("1,1,1,1", "1,1,1", 1), 10, "this list has 3 items, not 4"),
        (fen.replacen("1,1,1,1", "1,2,1,1", 1), 12, "`2` is not a number from 0 to 1"),
        (fen.replacen("yR", "qR", 1), 42, "`qR`"),
        (fen.replacen("yR", "x", 1), 42, "stands for a hole"),
        (fen.replacen("x,x,x,yR", "yP,x,x,yR", 1), 36, ""),
        (fen.replacen("-x,x,x", "-{'lives':(1,1,1,1)}-x,x,x", 1), 37, "'lives'"),
        ("R-0,0,0,0-1,1,1,1".to_owned(), 17, ""),
    ] {
        let errors = parse_position(&cross, &text).expect_err(&text);
        assert_eq!(errors[0].start, start, "{}", render(&text, &errors));
        assert!(errors.to_string().contains(message), "{errors}");
    }
    let error = parse_position(&load("chess"), "W-0,0-1,1-1,1-0,0-0-8").expect_err("two players");
    assert!(error.to_string().contains("FEN4 is for three or more players"), "{error}");
}

/// Every position format of every shipped game reads back.
#[test]
fn every_shipped_start_that_fits_a_format_reads_back() {
    let (mut sfens, mut fours) = (0, 0);
    for shipped in catalog::games() {
        let variant = load(&shipped.slug);
        let Some(start) = variant.start() else { continue };
        for (count, text) in [(&mut sfens, print_sfen(&start)), (&mut fours, print_fen4(&start))] {
            let Ok(text) = text else { continue };
            *count += 1;
            assert_eq!(print(&at(&variant, &text)), print(&start), "{}: {text}", shipped.slug);
        }
    }
    assert!(sfens >= 3 && fours >= 2, "{sfens} {fours}");
    let run = ask(&["show", "cross-of-four", "--format", "fen"]);
    assert!(run.out.starts_with("R-0,0,0,0-"), "{}{}", run.out, run.err);
}

/// The header that chooses short notation, for a board with these labels.
fn naming(files: &str, ranks: &str, moves: &str) -> String {
    format!("\n[board.names]\nform = \"file-rank\"\nfiles = \"{files}\"\nranks = \"{ranks}\"\nmoves = \"{moves}\"\n")
}

#[test]
fn a_rulebook_chooses_how_moves_are_written() {
    let rules = |parent: &str, naming: String| game(&format!("name = \"N\"\nextends = [\"{parent}\"]\n{naming}"));
    let short = rules("chess", naming("a-h", "1-8", "short"));
    let position = "w:Kg1,Ra1,Rf1,Pe7 b:Kh8,Rd8 turn=w";
    let texts = |variant: &threefold::Variant| -> Vec<String> {
        let at = at(variant, position);
        ["a1-d1", "f1-d1", "e7-d8=Q", "e7-e8=N", "f1-f8"]
            .map(|it| print_move(&at, parse_move(&at, it).expect("a move")))
            .to_vec()
    };
    assert_eq!(texts(&short), ["Rad1", "Rfd1", "exd8=Q+", "e8=N", "Rf8+"]);
    let long = ["Ra1-d1", "Rf1-d1", "e7xd8=Q", "e7-e8=N", "Rf1-f8"];
    assert_eq!(texts(&load("chess")), long);
    assert_eq!(texts(&rules("chess", naming("a-h", "1-8", "long"))), long);
    // The hash covers the notation, and does not change without the key.
    assert_ne!(short.hash(), load("chess").hash());
    let cross = rules("cross-of-four", naming("a-n", "1-14", "short"));
    let at_start = cross.start().expect("a start");
    let mv = parse_move(&at_start, "e1f3").expect("a move");
    assert_eq!(print_move(&at_start, mv), "Nf3");
    // Every text is different and reads back, with two kings in check, too.
    let two = at(&cross, "r:Kh1,Qd4 b:Ka7 y:Kg14 g:Kn8 turn=r");
    let forked = print_move(&two, parse_move(&two, "Qd4-g7").expect("a move"));
    assert_eq!(forked, "Qg7++", "blue's king on a7 and yellow's on g14");
    for position in [at_start, two] {
        for (mv, text) in legal_texts(&position) {
            assert_eq!(parse_move(&position, &text), Ok(mv), "{text}");
        }
    }
    let found = findings(
        "name = \"N\"\nextends = [\"3-man-chess\"]\n[board.names]\nform = \"section-file-rank\"\nfiles = \"h-a\"\n\
                          ranks = \"1-6\"\nsections = [\"WH\", \"GR\", \"BL\"]\nmoves = \"short\"\n",
    );
    assert!(format!("{found:?}").contains("have no short notation"), "{found:?}");
}

#[test]
fn typed_moves_may_have_any_case_and_lack_signs() {
    let chess = load("chess");
    let position = at(&chess, "w:Ke1,Rh1,Ra1,Bb2,Pb5,Nb1 b:Ke8,Pc6,Pd7 castling=w:h1 turn=w");
    for (typed, text) in [
        ("bxc6", "b5xc6"),
        ("bc6", "b5xc6"),
        ("b5c6", "b5xc6"),
        ("B5XC6", ""),
        ("Bc3", "Bb2-c3"),
        ("bc3", ""),
        ("nd2", "Nb1-d2"),
        ("Nbd2!?", "Nb1-d2"),
        ("0-0", "O-O"),
        ("o-o+", "O-O"),
        ("rA3", "Ra1-a3"),
        ("Rh8+", "Rh1-h8"),
        ("R1a2", "Ra1-a2"),
    ] {
        let parsed = parse_move(&position, typed);
        if text.is_empty() {
            continue;
        }
        let mv = parsed.unwrap_or_else(|it| panic!("{typed}: {it}: {}", it.help));
        assert_eq!(print_move(&position, mv), text, "{typed}");
    }
    let error = parse_move(&at(&chess, "w:Ke2,Ra1,Rh1 b:Ke8 turn=w"), "rd1").expect_err("two rooks");
    assert_eq!(
        (error.to_string().as_str(), error.help.as_str()),
        ("`rd1` can mean several moves", "write `a1-d1` or `h1-d1`")
    );
}
