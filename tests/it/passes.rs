//! Errors in the words for passing and for lines with gaps.
//!
//! Input: rulebooks that extend chess or janggi. Output: the code of the error, and the word that it underlines.

use super::rulebook_fixtures::{child, errors, fails};

#[test]
fn tests_for_a_pass_need_players_who_may_pass() {
    let ban = "[ban.rest]\nmove = { passes = \"yes\" }\n";
    fails("chess", ban, "needs", "in this rulebook, players may not pass");
    assert_eq!(errors(&child("gallery/janggi", ban)), "");
}

#[test]
fn a_pass_has_no_piece_and_no_square() {
    let piece = "[ban.rest]\nmove = { passes = \"yes\", piece = { kind = [\"king\"] } }\n";
    fails("gallery/janggi", piece, "bad-keys", "so no move fits this test");
    let tag = "[tag.rested]\npieces = [\"king\"]\nset = { passes = \"yes\" }\n";
    fails("gallery/janggi", tag, "bad-keys", "no piece gets the tag");
}

#[test]
fn a_line_leaves_out_a_line_that_is_complete_itself() {
    let line = |name: &str, except: &str| {
        format!("[line.{name}]\nof = \"board\"\nbetween = [\"a4-h4\", \"a5-h5\"]\nexcept = \"{except}\"\n")
    };
    fails("chess", &line("wall", "wall"), "bad-keys", "must be one without `except`");
    let gate = "[line.gate]\nof = \"board\"\nbetween = [\"a4-h4\", \"a5-h5\"]\n";
    fails("chess", &format!("{gate}{}", line("wall", "gate")), "empty-line", "has no link left");
}

#[test]
fn a_pass_can_be_written_with_the_signs_of_a_check() {
    use threefold::notation::parse_move;
    use threefold::rules::Move;
    let janggi = super::support::load("gallery/janggi");
    let start = janggi.start().expect("a starting position");
    for text in ["pass", "--", "0000", "pass+", "--+", "--#", "pass!?", "0000+"] {
        assert_eq!(parse_move(&start, text).ok(), Some(Move::PASS), "{text}");
    }
    let text = "[Variant \"gallery/janggi\"]\n\n1. pass+ --+ *\n";
    let record = threefold::record::Record::parse(text).expect("a record");
    let game = threefold::record::replay_record(&janggi, &record).expect("it replays");
    assert_eq!(game.moves().count(), 2);
}
