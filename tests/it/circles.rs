//! Advice that is followed: each help leads to a rulebook without its finding, and never back to an earlier one.
//!
//! Input: mistakes of designers in small rulebooks and in positions. Output: findings before and after the advice.

use super::books::{child, errors, findings};
use super::support::load;
use threefold::notation::position::{parse_position, render};

/// Returns the parts of a text in backquotes that start in one way.
fn quoted<'a>(text: &'a str, start: &str) -> Vec<&'a str> {
    text.split('`').skip(1).step_by(2).filter(|it| it.starts_with(start)).collect()
}

/// Returns the errors in the text of a position.
#[track_caller]
fn refused(slug: &str, text: &str) -> String {
    let found = parse_position(&load(slug), text);
    found.map_or_else(|errors| render(text, &errors), |_| String::new())
}

#[test]
fn only_rulebooks_that_eliminate_have_eliminated_players() {
    let text = refused("chess", "w:Ke1 b:Ke8 turn=w out=b");
    assert!(text.contains("black cannot be eliminated") && text.contains("leave `out=` out"), "{text}");
    assert_eq!(refused("chess", "w:Ke1 b:Ke8 turn=w"), "");
    assert_eq!(refused("chess", "w:Ke1 b:Ke8 turn=w out=-"), "");
    assert_eq!(refused("mechanisms/heirs-move-twice", "w:Ke1 r:Ki12 turn=w out=b"), "");
    // The advice for a missing king does not lead to the error above.
    let text = refused("chess", "w:Ke1 turn=w");
    assert!(text.contains("black is still in the game but has no king") && !text.contains("`out=`"), "{text}");
    assert!(
        refused("mechanisms/heirs-move-twice", "w:Ke1 r:Ki12 turn=w").contains("list black as eliminated with `out=`")
    );
}

#[test]
fn a_piece_that_must_have_promoted_is_refused() {
    let text = refused("chess", "w:Ke1,Pe8 b:Kh7 turn=w");
    assert!(text.contains("a pawn of white cannot be on e8, because it must promote there"), "{text}");
    assert!(text.contains("for example `Qe8`"), "{text}");
    assert_eq!(refused("chess", "w:Ke1,Qe8 b:Kh7 turn=b"), "");
    assert!(refused("chess", "4P3/7k/8/8/8/8/8/4K3 w - - 0 1").contains("for example a queen"));
    // Black's pawns promote at the other end.
    assert_eq!(refused("chess", "w:Ke1 b:Kh7,Pe8 turn=w"), "");
    assert!(refused("chess", "w:Ke3 b:Kh7,Pe1 turn=w").contains("a pawn of black cannot be on e1"));
    // A choice, a pool that can be empty, or a start on such a square keeps the pawn there.
    assert_eq!(refused("mechanisms/optional-promotion", "w:Ke1,Pe8 b:Kh7 turn=w"), "");
    assert_eq!(refused("trichess", "w:Ke1,Pe12 r:Ki12 b:Kd8 turn=w"), "");
}
