//! The board as text, for any board, with facts about the position.
//!
//! Input: a [`Position`], and the last move if there is one. Output: plain lines. The layout depends on the patches
//! and the coordinates of squares, never on names. One patch is a diagram with blank holes. A ring is unrolled and cut
//! where its sections meet. Three equal patches are three arms; hexes are shifted rows. A piece is shown as the
//! letters of its player and its kind: `wK`. Does not know files and terminals.

mod board;
mod hexes;
mod marks;
mod rows;

use crate::notation::paragraph::wrapped;
use crate::notation::sentence::{
    ban_sentences, barrier_sentence, check_sentences, counter_sentences, relation_sentences, scores_text,
    status_sentence,
};
use crate::notation::{joined, seat_title};
use crate::policy::PatchShape;
use crate::rulebook::SeatId;
use crate::rules::{Move, Position};

pub use board::{board_text, board_text_at};
pub(crate) use marks::BoardMarks;
use marks::Marks;

/// Maximum width of a line of words below a board.
const WIDTH: usize = 80;
/// Maximum number of pieces of a kind in a pool that are shown one by one.
const MAX_REPEATED: u8 = 3;

/// Draws the board, and lists the facts of the position: barriers, pools, eliminated players, counters, points, checks, bans
/// that apply to the player to move, and whose turn it is.
///
/// [`notation`](crate::notation) has an example.
pub fn picture(position: &Position, last: Option<Move>) -> String {
    picture_with(position, &BoardMarks { last, ..BoardMarks::default() })
}

/// Draws the board with these marks, and lists the facts of the position.
pub(crate) fn picture_with(position: &Position, marks: &BoardMarks) -> String {
    let mut out = board::board_text_with(position, marks);
    out.push('\n');
    let mut lines = facts(position);
    // The line about the turn stays last.
    let at = lines.len().saturating_sub(1);
    lines.splice(at..at, ban_sentences(position, position.turn()));
    for line in lines {
        out.push_str(&wrapped(&line, "", "  ", WIDTH));
    }
    out
}

/// Returns the facts of a position, one on each line.
///
/// [`notation`](crate::notation) has an example.
pub fn facts(position: &Position) -> Vec<String> {
    let book = position.variant().rulebook();
    let mut lines = Vec::new();
    let open = position.barriers();
    let states: Vec<String> = book
        .barrier_instances
        .iter()
        .zip(&open)
        .filter(|(it, _)| it.state_bit.is_some())
        .map(|(it, open)| barrier_sentence(it, *open))
        .collect();
    if !states.is_empty() {
        lines.push(states.join(" "));
    }
    let setup = position.setup();
    for (seat, pool) in book.seat_ids().zip(&setup.pool) {
        let letters = pool.iter().zip(&book.kinds);
        // Many pieces of a kind are a number: `P (47)`.
        let letters: Vec<String> = letters
            .filter(|it| *it.0 > 0)
            .map(|(count, kind)| match *count {
                1..=MAX_REPEATED => vec![kind.letter.as_str(); usize::from(*count)].join(" "),
                count => format!("{} ({count})", kind.letter),
            })
            .collect();
        if !letters.is_empty() {
            let player = seat_title(book, seat);
            let says = match (book.drops().is_empty(), book.has_hand()) {
                // An eliminated player drops nothing.
                (false, _) if position.is_living(seat) => format!("{player} can drop"),
                (false, _) => format!("{player} has in hand"),
                (true, true) => format!("{player} has in hand"),
                (true, false) if book.capturer_keeps != 0 => format!("{player} has captured"),
                (true, false) => format!("Captured from {player}"),
            };
            lines.push(format!("{says}: {}.", letters.join(" ")));
        }
    }
    let titles = |of: &dyn Fn(SeatId) -> bool| -> Vec<String> {
        book.seat_ids().filter(|it| of(*it)).map(|it| seat_title(book, it)).collect()
    };
    let is_frozen = |it: SeatId| setup.frozen & it.bit() != 0;
    let out = titles(&|it| !position.is_living(it) && !is_frozen(it));
    if !out.is_empty() {
        lines.push(format!("Eliminated: {}.", joined(&out, "and")));
    }
    let frozen = titles(&is_frozen);
    if !frozen.is_empty() {
        lines.push(format!("Frozen: {}.", joined(&frozen, "and")));
    }
    for (at, tag) in book.tags.iter().enumerate() {
        let tagged = setup.pieces.iter().filter(|it| it.1.tags >> at & 1 != 0 && position.is_living(it.1.seat));
        let squares: Vec<&str> = tagged.map(|it| book.board.name(it.0)).collect();
        if !squares.is_empty() {
            lines.push(format!("Marked “{}”: {}.", tag.label, squares.join(", ")));
        }
    }
    lines.extend(relation_sentences(position));
    lines.extend(counter_sentences(position));
    if position.ending().is_none() {
        if position.scores().iter().any(|it| it.0 != 0) {
            lines.push(format!("Points: {}.", scores_text(position)));
        }
        lines.extend(check_sentences(position));
    }
    lines.push(status_sentence(position));
    lines
}

/// The layout of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextLayout {
    /// Blocks one below the other.
    Blocks,
    /// Three equal blocks around a center: the first below, the others above and upside down.
    Arms,
    /// A ring that is unrolled.
    Ring,
    /// Shifted rows of hexes or triangles.
    Hexes,
}

fn layout(position: &Position) -> TextLayout {
    let board = position.variant().board();
    let patches = &board.patches;
    let same = patches.windows(2).all(|it| it[0].files == it[1].files && it[0].ranks == it[1].ranks);
    match patches.as_slice() {
        _ if board.headings != 8 => TextLayout::Hexes,
        [only] if only.shape == PatchShape::Annulus => TextLayout::Ring,
        [_, _, _] if same && patches.iter().all(|it| it.shape == PatchShape::Rectangle) => TextLayout::Arms,
        _ => TextLayout::Blocks,
    }
}
