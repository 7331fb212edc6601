//! Findings about rulebooks that contradict themselves or contain rules without effect.
//!
//! In: small rulebooks with one contradiction, and relatives of them that mean something. Out: their findings.

use super::books::{child, findings};

/// Asserts that a rulebook has one finding, with this code and these words.
#[track_caller]
fn warns(parent: &str, body: &str, code: &str, words: &str) -> String {
    let text = findings(&child(parent, body));
    assert_eq!(text.matches("warning[").count(), 1, "{text}");
    assert!(text.contains(&format!("warning[{code}]")) && text.contains(words) && !text.contains("error["), "{text}");
    text
}

/// Asserts that a rulebook has no findings.
#[track_caller]
fn silent(parent: &str, body: &str) {
    assert_eq!(findings(&child(parent, body)), "", "{body}");
}

#[test]
fn checkmate_needs_a_king_and_attackers() {
    let king = "[piece.king]\nextends = \"king\"\nrole = \"piece\"\n";
    let text =
        warns("chess", king, "cannot-fire", "the outcome `checkmate` can never occur: no piece has `role = \"royal\"`");
    assert!(text.contains("without = [\"outcome.checkmate\"]"), "{text}");
    silent("chess", &format!("without = [\"outcome.checkmate\"]\n{king}"));
    let ban = "[ban.check]\nafter = { attack = { by = \"mover\", on = \"opponents\" } }\n";
    silent("chess", ban);
    let text = findings(&child("chess", &format!("without = [\"outcome.checkmate\"]\n{king}{ban}")));
    assert!(text.contains("the ban `check` can never forbid a move"), "{text}");
    let hill = "[zone.hill]\nof = \"board\"\nsquares = [\"d4\"]\n[outcome.hill]\nwhen = { king-in = { zone = \"hill\" } }\n\
        then = \"end\"\npoints = { mover = 1, others = 0 }\nsettled = \"after-move\"\n";
    silent("chess", hill);
    let text = findings(&child("chess", &format!("without = [\"outcome.checkmate\"]\n{king}{hill}")));
    assert!(text.contains("the outcome `hill` can never occur: no piece has"), "{text}");
    // Nobody gives check, but the test of checkmate is inherited.
    let nobody = "[check]\nattackers = \"nobody\"\nown-king = \"may-be-left\"\nkings = \"never-captured\"\n\
        [castling-rules]\nsafe = []\n";
    warns("chess", nobody, "cannot-fire", "no player is ever in check");
}
