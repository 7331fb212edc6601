//! Moves that change the owner of other pieces: findings, rights and values.
//!
//! Input: rulebooks of a few lines. Output: findings, and positions worked out by hand. The cases in
//! `tests/scenarios` have the moves.

use super::rulebook_fixtures::{at, child, errors, game};
use threefold::notation::parse_move;
use threefold::notation::position::print;
use threefold::{load, load_text};

#[test]
fn royal_pieces_never_change_their_owner() {
    let found = errors(&child("chess", "[conversion]\nimmune = [\"pawn\"]\n"));
    assert!(found.contains("a royal piece never changes its owner, but `king` could"), "{found}");
    assert!(found.contains("add `immune = [\"king\"]`"), "{found}");
    assert_eq!(errors(&child("chess", "[conversion]\nimmune = [\"king\"]\n")), "");
}

#[test]
fn only_pieces_that_stay_can_be_converted() {
    let of = |owner: &str| format!("[conversion]\nof = \"{owner}\"\nimmune = [\"king\"]\n");
    let found = errors(&child("chess", &of("eliminated")));
    assert!(found.contains("no player is eliminated"), "{found}");
    let found = errors(&child("mechanisms/removed-army", &of("eliminated")));
    assert!(found.contains("the pieces of an eliminated player leave the board"), "{found}");
    assert_eq!(errors(&child("osullivan", &of("eliminated"))), "");
    let found = errors(&child("chess", &of("mover")));
    assert!(found.contains("the piece belongs to another player than the mover"), "{found}");
}

#[test]
fn a_converted_piece_takes_its_rights_along() {
    let book = child("chess", "[conversion]\nimmune = [\"king\"]\n");
    let variant = load_text("converted.toml", &book).expect("the rulebook compiles").variant;
    let rook = at(&variant, "w:Ke1,Nc6 b:Ke8,Ra8,Rh8 turn=w castling=b:a8,b:h8");
    let played = rook.play(parse_move(&rook, "c6-b8").expect("a move")).expect("a legal move");
    let text = print(&played);
    assert!(text.contains("castling=b:h8"), "the rook on a8 is White's now: {text}");
    let pawn = at(&variant, "w:Ke1,Nc3 b:Ke8,Pd4,Pa7 turn=b");
    let played = pawn.play(parse_move(&pawn, "a7-a5").expect("a move")).expect("a legal move");
    assert!(!print(&played).contains("ep=-"), "a double step gives a right: {}", print(&played));
    let played = played.play(parse_move(&played, "c3-b5").expect("a move")).expect("a legal move");
    assert!(print(&played).contains("ep=-"), "the pawn on a5 is White's now: {}", print(&played));
}

/// Fairy-Stockfish publishes the count.
#[test]
fn othello_on_ten_ranks() {
    let headers = "board.patch.board = { files = 10, ranks = 10 }\n\
                   board.names = { extends = \"names\", files = \"a-j\", ranks = \"1-10\" }\n\
                   [setup]\nfen = \"10/10/10/10/4pP4/4Pp4/10/10/10/10[PPPPPPPPpppppppp]\"\n";
    assert_eq!(game(&child("gallery/flipello", headers)).start().expect("a start").perft(7), 55_180);
}

#[test]
fn a_drop_can_only_convert_if_the_rulebook_says_how() {
    let drop = "[pool.hand]\nholds = \"others-pieces-captured\"\npieces = [\"pawn\"]\n[drop]\npieces = [\"pawn\"]\n\
                pool = \"hand\"\nconversion = \"required\"\n";
    let found = errors(&child("chess", drop));
    assert!(found.contains("the rulebook has no conversions"), "{found}");
    let conversion = "[conversion]\nimmune = [\"king\"]\n";
    assert_eq!(errors(&child("chess", &format!("{drop}{conversion}"))), "");
    let found = errors(&child("chess", &format!("{drop}{conversion}by = [\"queen\"]\n")));
    assert!(found.contains("these pieces convert no others: `pawn`"), "{found}");
}

/// A piece that cannot move is still worth something: the player with more of them wins.
#[test]
fn a_piece_that_never_moves_has_a_value() {
    let flipello = load("gallery/flipello").expect("it compiles").variant;
    let start = flipello.start().expect("a start");
    let next = start.play(parse_move(&start, "P@e3").expect("a move")).expect("a legal move");
    let values = threefold::search::Evaluator::new(&flipello).values(&next, &start, 1);
    assert!(values[0] > values[1], "White has four discs, Black one: {values:?}");
}
