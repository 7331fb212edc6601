//! What `moves --from` says about squares without a move.
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
