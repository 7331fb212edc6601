//! Successive calls reuse lists of moves; each list must belong to its own position.

use crate::support::{Dice, load};
use threefold::rules::{Move, Position};

/// Returns an equal position that shares nothing with the original.
fn copy_of(position: &Position) -> Position {
    Position::new(position.variant(), &position.setup()).expect("the setup of a position")
}

#[test]
fn lists_belong_to_their_positions() {
    let mut dice = Dice(11);
    for slug in ["chess", "3-man-chess", "trichess"] {
        let start = load(slug).start().expect("a starting position");
        let mut known = vec![start];
        for _ in 0..80 {
            // Jumps between positions, so that the list of another one is the latest.
            let at = known[dice.below(known.len())].clone();
            let moves = at.legal_moves();
            let other = known[dice.below(known.len())].clone();
            assert_eq!(copy_of(&at).legal_moves(), moves);
            let Some(mv) = dice.pick(&moves) else { continue };
            let next =
                if dice.one_in(2) { at.play(mv) } else { other.play(mv).and_then(|_| at.play(mv)).or(at.play(mv)) };
            let next = next.expect("a legal move");
            assert_eq!(next.legal_moves(), copy_of(&next).legal_moves());
            let back = mv.destination().map_or(mv, |to| Move::new(to, mv.origin().unwrap_or(to)));
            assert_eq!(at.legal_moves(), moves);
            assert_eq!(at.play(back).is_ok(), moves.contains(&back));
            // Changing a copy leaves the lists of the original alone.
            let mut played = next.clone();
            played.play_out(2, &mut |count| count - 1);
            assert_eq!(played.legal_moves(), copy_of(&played).legal_moves());
            assert_eq!(next.legal_moves(), copy_of(&next).legal_moves());
            known.push(next);
        }
    }
}
