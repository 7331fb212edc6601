//! Captures that explode, promotions by capture, and legal moves and points in tests: findings, output and values.
//!
//! Input: rulebooks of a few lines. Output: findings, squares and values worked out by hand. The cases in
//! `tests/scenarios` have the moves.

use super::rulebook_fixtures::{at, child, errors};
use super::support::ask;
use threefold::notation::moves::{all_captured, parse_move};
use threefold::rules::Refusal;
use threefold::{load, load_text};

#[test]
fn a_king_that_explosions_destroy_needs_an_outcome() {
    let found = errors(&child("chess", "[explosion]\n"));
    assert!(found.contains("an explosion can destroy a king, but no outcome says what happens then"), "{found}");
    assert!(found.contains("king-captured = \"opponents\""), "{found}");
    let half = errors(&child("chess", "[explosion]\nimmune = [\"king\"]\n"));
    assert!(half.contains("an explosion can destroy a king"), "a king that captures is destroyed: {half}");
    let safe = errors(&child("chess", "[explosion]\nimmune = [\"king\"]\nunharmed = [\"king\"]\n"));
    assert_eq!(safe, "");
}

#[test]
fn only_explosions_destroy_the_king_of_the_mover() {
    let outcome = "[outcome.own]\nwhen = { king-captured = \"mover\" }\nthen = \"end\"\npoints = { victim = 0 }\n\
                   settled = \"after-move\"\n";
    let found = errors(&child("3-man-chess", outcome));
    assert!(found.contains("players cannot capture their own king"), "{found}");
    assert_eq!(errors(&child("3-man-chess", &format!("[explosion]\n{outcome}"))), "");
}

#[test]
fn a_ban_cannot_depend_on_legal_moves() {
    let ban = "[ban.last]\nbefore = { legal-move = { captures = {} } }\n";
    let found = errors(&child("chess", ban));
    assert!(found.contains("a ban cannot test whether a player can move"), "{found}");
}

#[test]
fn points_are_tested_in_outcomes_and_against_other_players() {
    let ban = "[ban.rich]\nbefore = { points = { of = \"mover\", at-least = 3 } }\n";
    let found = errors(&child("chess", ban));
    assert!(found.contains("points are added after a move is made, so a ban cannot test them"), "{found}");
    let lead = |of: &str| {
        format!(
            "[outcome.lead]\nwhen = {{ points = {{ of = \"mover\", ahead-of = \"{of}\", at-least = 0.5 }} }}\nthen = \"end\"\n\
             points = {{ mover = 1 }}\nsettled = \"turn-start\"\n"
        )
    };
    let found = errors(&child("chess", &lead("mover")));
    assert!(found.contains("a player cannot be ahead of themselves"), "{found}");
    assert_eq!(errors(&child("chess", &lead("others"))), "");
}

#[test]
fn only_listed_promotions_depend_on_the_captured_piece() {
    let from_pool = "[promotion]\nextends = \"promotion\"\ncaptures = {}\n";
    let found = errors(&child("trichess", from_pool));
    assert!(found.contains("only a promotion with `choice = \"listed\"` can have `captures`"), "{found}");
}

/// The bishop is on d4, so c3, d3, e3, c4, e4, c5, d5 and e5 are one step away.
#[test]
fn a_capture_names_all_pieces_that_it_destroys() {
    let atomic = load("gallery/atomic").expect("a rulebook").variant;
    let position = at(&atomic, "w:Ka1,Rd1,Nc3,Pe3 b:Kh8,Bd4,Pd5,Qe5,Nf6 turn=w");
    let names = |text: &str| -> Vec<&str> {
        let mv = parse_move(&position, text).expect("a legal move");
        let all = all_captured(&position, mv).expect("captures explode");
        all.into_iter().map(|it| atomic.board().name(it)).collect()
    };
    let mut destroyed = names("d1-d4");
    destroyed.sort_unstable();
    assert_eq!(destroyed, ["c3", "d4", "e5"], "pawns survive, and so does the knight two steps away");
    assert!(names("d1-d2").is_empty());
    let run = ask(&[
        "moves",
        "gallery/atomic",
        "--position",
        "w:Ka1,Rd1,Nc3 b:Kh8,Bd4 turn=w",
        "--from",
        "d1",
        "--format",
        "json",
    ]);
    assert!(run.out.contains("\"captured\""), "{}", run.out);
    let chess = load("chess").expect("a rulebook").variant;
    let position = chess.start().expect("a starting position");
    let mv = parse_move(&position, "e2-e4").expect("a legal move");
    assert_eq!(all_captured(&position, mv), None, "no capture of chess destroys a second piece");
}

#[test]
fn a_promoted_king_may_not_explode() {
    let more = "[promotion]\nextends = \"promotion\"\ninto = [\"queen\", \"king\"]\n\n[check]\nextends = \"check\"\nroyals = \"any\"\n";
    let variant = load_text("x", &child("gallery/atomic", more)).unwrap_or_else(|it| panic!("{it}")).variant;
    let position = at(&variant, "w:Ka1,Pe7 b:Kh6,Rd8 turn=w");
    let king = variant.square("d8").expect("a square");
    let promote = |to: &str| position.play(parse_move(&position, to).expect("a move"));
    assert_eq!(promote("e7-d8=K").err(), Some(Refusal::OwnKingDestroyed { king }), "the other king stays");
    assert!(promote("e7-d8=Q").is_ok());
}
