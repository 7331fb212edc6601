//! What `moves --from` and `explain` say about squares and positions without a move.
//!
//! Input: command lines. Output: sentences on the error stream.

use super::support::ask;

#[test]
fn a_square_without_a_move_is_explained() {
    for (square, code, message) in [
        ("e4", 1, "error: there is no piece on e4\n"),
        ("e7", 1, "error: the pawn on e7 belongs to Black, and White is to move\n"),
        ("a1", 0, "note: the rook on a1 has no legal move\n"),
    ] {
        let run = ask(&["moves", "chess", "--from", square]);
        assert_eq!(run.code, code, "{square}");
        assert!(run.out.is_empty() && run.err.starts_with(message), "{square}: {}", run.err);
    }
}

/// The player to move of a written position can be eliminated before they move.
#[test]
fn a_position_that_eliminates_the_player_to_move_has_a_note() {
    let mated = ["explain", "osullivan", "b8-b7", "--position", "w:Kb8 r:Kh1,Rg7,Re8 b:Ka1 turn=w"];
    let run = ask(&mated);
    assert_eq!(run.err, "note: White is eliminated in this position (checkmate), so Red is to move\n");
    let run = ask(&["explain", "osullivan", "b8-b7", "--position", "w:Kb8 r:Kh1,Rg7 b:Ka1 turn=w"]);
    assert_eq!(run.err, "");
}

/// No game reaches a closed moat beside an eliminated player, or beside an empty first rank.
#[test]
fn a_barrier_that_should_be_open_has_a_note() {
    let shown = |position: &str| ask(&["show", "3-man-chess", "--position", position]);
    let note = "note: the moat between White and Gray and the moat between Gray and Black are closed in this position, which no \
                game reaches: add `open=moat.1,moat.2` to open them\n";
    let eliminated = "w:KWHd1,RWHa1 g:KGRd1 b:KBLd1 turn=w out=g";
    assert_eq!(shown(eliminated).err, note);
    assert_eq!(shown("w:KWHd1,RWHa1 g:KGRd2 b:KBLd1 turn=w").err, note);
    assert_eq!(shown(&format!("{eliminated} open=moat.1,moat.2")).err, "");
    assert_eq!(shown("w:KWHd1,RWHa1 g:KGRd1 b:KBLd1 turn=w").err, "");
}
