//! Signs of moves in a record that do not fit the move: `+`, `#` and `x`.
//!
//! Input: a [`RecordEntry`] and its game. Output: warnings with their places. Moves of variations are not looked at. Does not
//! know how a text is parsed.

use super::{RecordEntry, RecordError, RecordErrorKind};
use crate::game::{Act, Game};
use crate::notation::moves::{captured, check_signs};
use crate::rules::{Move, Position};

/// Maximum number of warnings about one game.
const MAX_WARNINGS: usize = 20;

/// Returns a warning for each move of the main line with a sign that the move contradicts.
pub(crate) fn odd_signs(entry: &RecordEntry, game: &Game) -> Vec<RecordError> {
    let plies = &entry.record.movetext.plies;
    let positions = std::iter::once(game.start()).chain(game.played().iter().map(|it| &it.after));
    let moves = game.played().iter().zip(positions).filter_map(|(played, before)| match played.act {
        Act::Move(mv) => Some((before, mv)),
        _ => None,
    });
    let moves: Vec<(&Position, Move)> = moves.collect();
    if moves.len() != plies.len() {
        return Vec::new();
    }
    // On a board with a square `x1`, an `x` need not be a sign.
    let board = game.variant().rulebook().board();
    let is_sign = !board.squares().any(|it| board.name(it).contains('x'));
    let odd = plies.iter().zip(moves).filter_map(|(ply, (before, mv))| {
        let what = wrong_check(&ply.text, before, mv).or_else(|| {
            let takes = is_sign && ply.text.contains('x') && captured(before, mv).is_none();
            (takes && mv.gate().is_none() && !mv.is_pass()).then_some("captures nothing")
        })?;
        let at = entry.find((ply.line, ply.column), "").unwrap_or(0);
        Some(entry.error_at(at, RecordErrorKind::WrongSign { text: ply.text.clone(), what }))
    });
    odd.take(MAX_WARNINGS).collect()
}

/// Returns what a move does, if the signs of check after it say something else.
fn wrong_check(text: &str, before: &Position, mv: Move) -> Option<&'static str> {
    let bare = text.trim_end_matches(['!', '?']);
    let signs = &bare[bare.trim_end_matches(['+', '#']).len()..];
    // After a promotion, `+` can be the sign of the new piece.
    if signs.is_empty() || mv.promotion.is_some() && !signs.contains('#') {
        return None;
    }
    let actual = check_signs(before, mv);
    match (signs.contains('#'), actual.contains('#')) {
        _ if actual.is_empty() => Some("gives no check"),
        (true, false) => Some("gives check, but no checkmate"),
        (false, true) => Some("gives checkmate: `#`"),
        _ => None,
    }
}
