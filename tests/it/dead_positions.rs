//! Dead positions: which pieces can give checkmate after all, and the warnings about them.
//!
//! Input: small rulebooks with other kings or pieces than chess. Output: how their games end, and findings.

use threefold::Game;

use super::rulebook_fixtures::{child, findings, game};
use super::support::load;

/// Plays a move, and returns the sentence about the end of the game; empty if it goes on.
#[track_caller]
fn ends(variant: &threefold::Variant, position: &str, text: &str) -> String {
    let start = threefold::parse_position(variant, position).unwrap_or_else(|it| panic!("{position}: {it}"));
    let mut game = Game::from_position(start);
    game.perform(text).unwrap_or_else(|it| panic!("{text}: {it}"));
    game.outcome().map_or_else(String::new, |it| threefold::notation::sentence::ending_sentence(game.position(), it))
}

#[test]
fn kings_that_can_give_checkmate_are_no_dead_position() {
    // White's only piece is royal, and moves as a queen or a knight.
    let amazons = game(&child(
        "chess",
        "without = [\"setup\", \"castling\", \"castling-rules\"]\nsetup = \"none\"\n[piece.amazon]\nletter = \"Z\"\n\
         movement = \"QN\"\nrole = \"royal\"\n",
    ));
    assert!(ends(&amazons, "w:Zh3 b:Ka1 turn=w", "Zh3-c3").starts_with("Black is checkmated."));

    // The last of several royal pieces must be safe, and a prince can guard the king's attack.
    let royals = game(&child(
        "chess",
        "without = [\"castling\", \"castling-rules\"]\n[piece.prince]\nletter = \"O\"\nmovement = \"KA\"\n\
         role = \"royal\"\n[check]\nextends = \"check\"\nroyals = \"last\"\n",
    ));
    assert!(ends(&royals, "w:Kg6,Of6 b:Kh8 turn=w", "Of6-g7").starts_with("Black is checkmated."));

    let bare = threefold::parse_position(&load("chess"), "w:Kc3 b:Ka3,Nb5 turn=w").expect("a position");
    assert!(bare.ending().is_some(), "in chess, neither kings nor a knight give checkmate");
}

#[test]
fn pieces_that_give_checkmate_are_not_minor() {
    let queens = "[piece.knight]\nextends = \"knight\"\nmovement = \"QN\"\n";
    let text = findings(&child("chess", queens));
    assert!(text.contains("warning[minor-gives-mate]: a king and one knight can give checkmate"), "{text}");
    assert!(text.contains("turn=b` is checkmate"), "the help shows it: {text}");
    let rooks = "[piece.bishop]\nextends = \"bishop\"\nmovement = \"R\"\n";
    assert!(findings(&child("chess", rooks)).contains("a king and one bishop"), "{}", findings(&child("chess", rooks)));
    let none = "[dead-position]\nminor = []\n";
    assert!(!findings(&child("chess", &format!("{queens}{none}"))).contains("minor-gives-mate"));
    // A corner with one neighbor, as in Omicron chess.
    let corner = child("gallery/omicron", "[dead-position]\nminor = [\"knight\"]\n");
    assert!(findings(&corner).contains("minor-gives-mate"), "{}", findings(&corner));
}
