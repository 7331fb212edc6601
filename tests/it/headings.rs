//! Pieces that keep the direction in which they started: zones chosen by it, and steps that wait for a square ahead.
//!
//! Input: rulebooks that extend shipped games. Output: the code of the error, and the words that it contains.

use super::rulebook_fixtures::{child, errors, fails};

/// Returns a promotion of pawns on some squares.
fn promotion(on: &str) -> String {
    format!("[promotion]\nextends = \"promotion\"\non = {on}\n")
}

#[test]
fn a_heading_names_a_zone_of_the_seats() {
    let by_facing = "{ zone = \"last-rank\", by = \"facing\" }";
    assert_eq!(errors(&child("chess", &promotion(by_facing))), "");
    let both = promotion("{ zone = \"last-rank\", of = \"owner\", by = \"facing\" }");
    fails("chess", &both, "bad-keys", "both choose the seat");
    fails("chess", &promotion("{ links = \"no-move\", by = \"facing\" }"), "bad-keys", "so it needs `zone`");
    let common = format!(
        "[zone.hill]\nof = \"board\"\nsquares = [\"d4\"]\n{}",
        promotion("{ zone = \"hill\", by = \"facing\" }")
    );
    fails("chess", &common, "bad-keys", "so no seat has one");
}

#[test]
fn a_heading_must_tell_the_seats_apart() {
    let by_facing = promotion("{ zone = \"first-rank\", by = \"facing\" }");
    // On three half boards every player faces north, and the borders turn the pieces.
    fails("three-player-chess", &by_facing, "bad-keys", "face the same way");
    // On a Möbius strip, the seam mirrors the pieces.
    let strip = format!("setup = \"none\"\n{}", promotion("{ zone = \"last-rank\", by = \"facing\" }"));
    fails("mechanisms/moebius", &strip, "bad-keys", "turns the pieces that cross it");
}

#[test]
fn steps_that_wait_need_others() {
    let pawn = |movement: &str| format!("[piece.pawn]\nextends = \"pawn\"\nmovement = \"{movement}\"\n");
    assert_eq!(errors(&child("chess", &pawn("fmWfcFosW"))), "");
    // A hopper goes nowhere on an empty board.
    for alone in ["ofWfcF", "fcFoK", "ifmWofW", "pRomW", "gQomW"] {
        fails("chess", &pawn(alone), "bad-betza", "leave `o` out");
    }
    assert_eq!(errors(&child("chess", &pawn("fmWfcFpRosW"))), "");
    fails("chess", &pawn("fmWfcFoosW"), "bad-betza", "`o` occurs twice");
}
