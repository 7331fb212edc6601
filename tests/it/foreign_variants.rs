//! Calls with a position of another variant, after the end of a game, or with texts of any length.
//!
//! Input: pairs of shipped variants, and odd arguments. Output: refusals and neutral values, never a panic.

use threefold::notation::position::{parse_position, print};
use threefold::rulebook::{ClaimId, SeatId};
use threefold::rules::EndingCause;
use threefold::search::Evaluator;
use threefold::{Game, Planes};

use super::rulebook_fixtures::errors;
use super::support::load;

#[test]
fn a_finished_game_is_not_concluded_again() {
    let chess = load("chess");
    let mated = parse_position(&chess, "w:Ra8,Kg1 b:Kg8,Pf7,Pg7,Ph7 turn=b").expect("a position");
    let agreed = mated.conclude(EndingCause::Claim(ClaimId(0)), SeatId(0), None).expect("known ids").settle();
    assert_eq!(print(&agreed), print(&mated));
    assert_eq!(agreed.scores(), mated.scores());
}

#[test]
fn planes_are_written_only_for_their_layout() {
    let ring = load("3-man-chess");
    let planes = Planes::new(&ring);
    let mut squares = vec![0; planes.names().len() * ring.board().len()];
    let mut scalars = vec![0; planes.scalars().len()];
    let mut writes = |slug: &str| {
        let start = load(slug).start().expect("a start");
        planes.write(&start, start.turn(), &mut squares, &mut scalars)
    };
    assert!(writes("3-man-chess"), "loaded once more");
    assert!(writes("3-man-chess-video"), "other rules, but the same pieces");
    // As many kinds, with other names.
    assert!(!writes("mechanisms/hoppers-on-the-ring"));
    assert!(!writes("chess"));
}

#[test]
fn an_evaluator_knows_no_other_variant() {
    let (chess, ring) = (load("chess"), load("3-man-chess"));
    let (evaluator, start) = (Evaluator::new(&chess), ring.start().expect("a start"));
    assert_eq!(evaluator.values(&start, &start, 0), [0, 0, 0]);
    let own = chess.start().expect("a start");
    assert_eq!(evaluator.values(&own, &start, 0), [0, 0]);
}

/// An unknown name is compared with all names of the catalog. A comparison of texts takes time in proportion to both
/// lengths, so this would not end.
#[test]
fn names_of_any_length_are_refused_at_once() {
    let text = format!("name = \"x\"\nextends = [\"{}\"]\n", "a".repeat(300_000));
    assert!(errors(&text).contains("error["));
}

#[test]
fn debugging_prints_no_tables() {
    let chess = load("chess");
    let mut game = Game::new(&chess).expect("a start");
    game.perform("e2-e4").expect("a move");
    let length = format!("{:?}", game.position()).len();
    assert!(length < 20_000, "{length} bytes");
    assert!(format!("{chess:?}").starts_with("Variant { name: \"Chess\""), "{chess:?}");
    let error = threefold::load_text("x.toml", "nam = 1\n").expect_err("it is wrong");
    assert_eq!(format!("{error:?}"), error.to_string());
}
