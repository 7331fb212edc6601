//! Rules that never apply, or that say the same twice: outcomes, promotions, castlings, counters.
//!
//! Input: rulebooks that extend chess. Output: their warnings, and none about rules that can apply.

use super::rulebook_fixtures::{child, findings};

/// Asserts that a rulebook that extends chess has a warning with this text, or has none with it.
#[track_caller]
fn warns(rest: &str, text: &str, expected: bool) {
    let found = findings(&child("chess", rest));
    assert!(!found.contains("error["), "{found}");
    assert_eq!(found.contains(text), expected, "`{text}` about:\n{rest}\n{found}");
}

fn outcome(when: &str, settled: &str) -> String {
    format!("[outcome.x]\nwhen = {when}\nthen = \"end\"\npoints = {{ all = 0.5 }}\nsettled = {settled}\n")
}

#[test]
fn outcomes_that_never_occur_are_found() {
    let never = "the outcome `x` can never occur";
    for (when, expected) in [
        ("{ captured = { kind = [\"king\"] } }", true),
        ("{ captured = { kind = [\"king\", \"queen\"] } }", false),
        ("{ count = { of = \"mover\", kind = [\"pawn\"], at-least = 9 } }", true),
        ("{ count = { of = \"mover\", kind = [\"queen\"], at-least = 9 } }", false),
        ("{ count = { of = \"mover\", kind = [\"king\"], at-most = 0 } }", true),
        ("{ count = { of = \"mover\", kind = [\"pawn\"], at-most = 0 } }", false),
    ] {
        warns(&outcome(when, "\"after-move\""), never, expected);
    }
    let stuck = outcome("{ stuck = { who = \"mover\", check = \"out\" } }", "\"turn-start\"");
    warns(&format!("{stuck}after = \"stalemate\"\n"), "`stalemate` is tested first", true);
    warns(&format!("{stuck}before = \"stalemate\"\n"), "the outcome `stalemate` can never occur", true);
    let same = outcome("{ captured = { kind = [\"queen\"] } }", "\"after-move\"");
    let unless =
        |kind: &str| format!("{same}[outcome.x.unless.y]\nafter = {{ captured = {{ kind = [\"{kind}\"] }} }}\n");
    warns(&unless("queen"), "so the outcome `x` never occurs", true);
    warns(&unless("rook"), "never occurs", false);
}

#[test]
fn counters_that_never_count_are_found() {
    let counter = |running: &str| {
        format!(
            "[counter.x]\nwhen = {{ moved = {{ kind = [\"bishop\"] }} }}\nwhile = {{ moved = {{ kind = [{running}] }} }}\n{}",
            outcome("{ counter = { name = \"x\", of = \"mover\", at-least = 2 } }", "\"turn-start\"")
        )
    };
    warns(&counter("\"rook\""), "`when` and `while` never hold for the same move", true);
    warns(&counter("\"rook\", \"bishop\""), "never hold", false);
}

#[test]
fn promotions_and_double_steps_that_never_apply_are_found() {
    let promotion = |captured: &str, pieces: &str, into: &str, forced: &str| {
        format!(
            "[promotion]\npieces = [{pieces}]\non = {{ zone = \"last-rank\", of = \"owner\" }}\n{captured}\
             choice = \"listed\"\ninto = [{into}]\nforced = \"{forced}\"\n"
        )
    };
    let by = |kind: &str| promotion(&format!("captures = {{ kind = [\"{kind}\"] }}\n"), "\"pawn\"", "\"queen\"", "yes");
    warns(&by("king"), "no piece ever promotes by this capture", true);
    warns(&by("rook"), "no piece ever promotes", false);
    let both = |forced| promotion("", "\"pawn\", \"rook\"", "\"queen\", \"rook\"", forced);
    warns(&both("no"), "a rook that promotes to a rook makes the same move", true);
    warns(&both("yes"), "makes the same move", false);
    let from = |ranks: &str| {
        format!(
            "[zone.start]\nof = \"seat\"\nranks = \"{ranks}\"\n[en-passant]\nextends = \"en-passant\"\n\
             from = {{ zone = \"start\", of = \"owner\" }}\n"
        )
    };
    warns(&from("3"), "nothing is ever captured en passant", true);
    warns(&from("2"), "captured en passant", false);
}

#[test]
fn gates_that_no_first_move_opens_are_found() {
    let gate = |zone: &str, opens: &str| {
        format!(
            "[piece.hawk]\nletter = \"H\"\nmovement = \"BN\"\nrole = \"piece\"\n[pool.hand]\nholds = \"nothing-captured\"\n\
             start = [\"hawk\"]\n[gating]\npieces = [\"hawk\"]\npool = \"hand\"\n{opens}\
             by = {{ kind = [\"pawn\"], at = {{ zone = \"{zone}\", of = \"owner\" }} }}\n[zone.second]\nof = \"seat\"\nranks = \"2\"\n"
        )
    };
    let never = "no piece ever enters by `[gating]`";
    warns(&gate("last-rank", ""), never, true);
    warns(&gate("last-rank", "opens = \"every-move\"\n"), never, false);
    warns(&gate("second", ""), never, false);
}

#[test]
fn castlings_that_are_written_twice_are_found() {
    let castling =
        |to: &str| format!("[castling.again]\nking = [\"e1\", \"{to}\"]\nrook = [\"h1\", \"f1\"]\ntext = \"again\"\n");
    warns(&castling("g1"), "the castling `again` is the same move as `king-side`", true);
    warns(&castling("h1"), "is the same move", false);
}

/// A ring of one file would join each square to itself.
#[test]
fn a_ring_needs_two_files() {
    let found = findings(
        "name = \"x\"\n[board]\ncells = \"square\"\nseats = \"differ\"\n[board.patch.b]\nfiles = 1\nranks = 6\n\
         [board.names]\nform = \"file-rank\"\nfiles = \"a\"\nranks = \"1-6\"\n\
         [board.seam.x]\nside = { patch = \"b\", edge = \"east\" }\nonto = { patch = \"b\", edge = \"west\" }\n",
    );
    assert!(found.contains("a ring needs two files or ranks") && !found.contains("8-1"), "{found}");
}
