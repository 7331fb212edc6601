//! Signs of check and capture in records, and results that the rules do not give.
//!
//! Input: records. Output: warnings with their places, and the recorded result.

use crate::support::{Folder, Run};

fn checked(text: &str) -> Run {
    Folder::new("signs", &[("a.pgn", text)]).ask(&["record", "check", "a.pgn"])
}

#[test]
fn signs_that_a_move_contradicts_are_warnings() {
    for (moves, warning, place) in [
        ("1. e4+ e5 *", "the move `e4+` gives no check", "a.pgn:1:4"),
        ("1. e4 e5 2. Qh5# *", "the move `Qh5#` gives no check", "a.pgn:1:13"),
        ("1. e4 f6 2. Qh5#! g6 *", "the move `Qh5#` gives check, but no checkmate", "a.pgn:1:13"),
        ("1. f3 e5 2. g4 Qh4+ 0-1", "the move `Qh4+` gives checkmate: `#`", "a.pgn:1:16"),
        ("1. e4 d5 2. Bxb5 *", "the move `Bxb5` captures nothing", "a.pgn:1:13"),
        ("1. e4 e5 2. Nxf3 *", "the move `Nxf3` captures nothing", "a.pgn:1:13"),
    ] {
        let run = checked(moves);
        assert_eq!(run.code, 0, "{}", run.transcript());
        assert!(run.out.contains(warning) && run.out.contains(place), "{moves}\n{}", run.transcript());
        assert!(run.out.contains("help: correct the sign"), "{}", run.transcript());
    }
    for right in [
        "1. e4 f6 2. Qh5+ g6 3. Qxg6+! hxg6 *",
        "1. f3 e5 2. g4 Qh4# 0-1",
        "1. e4 d5 2. e5 f5 3. exf6 *",
        "1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nc6 5. bxa8=Q *",
        "[Variant \"3-man-chess\"]\n\n1. w:WHe4 g:GRe4 b:BLe4 *",
        "[Variant \"gallery/rifle\"]\n\n1. e4 d5 2. exd5 *",
        "[Variant \"gallery/crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e6 *",
    ] {
        let run = checked(right);
        assert!(run.code == 0 && !run.out.contains("warning"), "{right}\n{}", run.transcript());
    }
}

#[test]
fn a_result_beyond_the_rules_is_shown() {
    let text = "[Result \"1-0\"]\n[Termination \"time forfeit\"]\n\n1. e4 e5 1-0\n";
    let folder = Folder::new("results", &[("a.pgn", text)]);
    for command in ["replay", "show"] {
        let run = folder.ask(&["record", command, "a.pgn"]);
        assert!(run.out.contains("The recorded result is 1-0 (time forfeit)."), "{}", run.transcript());
    }
    for without in ["1. e4 e5 *\n", "1. f3 e5 2. g4 Qh4# 0-1\n"] {
        let folder = Folder::new("results", &[("a.pgn", without)]);
        assert!(!folder.ask(&["record", "replay", "a.pgn"]).out.contains("recorded"), "{without}");
    }
}

/// Red moves while Black is in check from White: the check is not Red's, so the move has no sign.
#[test]
fn a_check_that_was_there_before_has_no_sign() {
    let moves = "1. w:Rc3-c1+ r:h3-h4 b:Kb1-a2 2. w:Kd8-d7 *\n";
    let tags = "[Variant \"osullivan\"]\n[SetUp \"1\"]\n[FEN \"w:Kd8,Rc3 r:Kh1,Ph3 b:Kb1,Pb3 turn=w\"]\n\n";
    let folder = Folder::new("signs", &[("a.pgn", &format!("{tags}{moves}"))]);
    let run = folder.ask(&["record", "convert", "a.pgn"]);
    assert!(run.code == 0 && run.out.contains(moves), "{}", run.transcript());
    let run = checked(&format!("{tags}{}", moves.replace("h3-h4", "h3-h4+")));
    assert!(run.out.contains("warning[record]: the move `r:h3-h4+` gives no check"), "{}", run.transcript());
    // A player who has no way out of such a check when their turn comes is checkmated.
    let mate =
        "[Variant \"osullivan\"]\n[SetUp \"1\"]\n[FEN \"w:Kb8 r:Kh1,Rg7,Re8 b:Ka1 turn=b\"]\n\n1... b:Ka1-a2 *\n";
    let folder = Folder::new("signs", &[("a.pgn", mate)]);
    let run = folder.ask(&["record", "convert", "a.pgn"]);
    assert!(run.out.contains("1... b:Ka1-a2# *"), "{}", run.transcript());
}
