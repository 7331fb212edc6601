//! Refusals by barriers: what the barrier forbids, and what would free the piece from it.
//!
//! Contains [`barrier_refusal`] and [`missing_mark`]. Input: a position, or a piece, and a barrier. Output: a sentence, or
//! the line that the piece must cross first. Does not decide whether a move is legal.

use super::refusal::kind;
use crate::board::Square;
use crate::notation::name::{a, capital};
use crate::policy::{Leaps, TagOn};
use crate::rulebook::{Permissions, PieceTest, Rulebook};
use crate::rules::{Permission, Piece, Position};

/// Says which barrier stops a step, which moves may not cross it, and what would free the piece from it.
pub(super) fn barrier_refusal(
    position: &Position,
    piece: Option<Piece>,
    barrier: usize,
    link: (Square, Square),
    permission: Permission,
) -> String {
    let book = position.variant().rulebook();
    let instance = &book.barrier_instances[barrier];
    let rule = &book.barriers[instance.barrier];
    let is_open = position.barriers().get(barrier).copied().unwrap_or(false);
    let allows = if is_open { rule.open } else { rule.closed };
    let state = match (instance.state_bit, is_open) {
        (None, _) => "",
        (Some(_), true) => "it is open, but ",
        (Some(_), false) => "it is closed, and ",
    };
    // A barrier that binds only some kinds, or that others may leap over, names the kind of the piece.
    let binds_all = rule.leaps != Leaps::Exempt && (0..book.kinds.len()).all(|it| rule.pieces & (1 << it) != 0);
    let bound = piece.filter(|_| !binds_all).map(|it| kind(book, it.kind));
    let stops_everything = allows == Permissions::default();
    let crossing = match (permission, bound) {
        (_, None) if stops_everything => "nothing may cross it".to_owned(),
        (Permission::Quiet, Some(bound)) if stops_everything => format!("no {bound} may cross it"),
        (Permission::Quiet, _) if allows.capture => {
            format!("{} may cross it only to capture", a(bound.unwrap_or("piece")))
        }
        (Permission::Quiet, _) => format!("no {} may move across it", bound.unwrap_or("piece")),
        (Permission::CaptureKing, _) if allows.capture => {
            format!("no {} may capture a king across it", bound.unwrap_or("piece"))
        }
        _ => format!("no {} may capture across it", bound.unwrap_or("piece")),
    };
    let ends = (book.board.name(link.0), book.board.name(link.1));
    let (until, unless) = match piece.and_then(|it| Some((it, missing_mark(book, it, &rule.unless)?))) {
        // The sentence names the kind, so `it` is the piece.
        Some((_, it)) if it.by_itself && bound.is_some() && stops_everything => {
            (format!(" until it has crossed the {}", it.line), String::new())
        }
        Some((piece, it)) => {
            let what = kind(book, piece.kind);
            let freed = match it.by_itself {
                true => format!("to {} that has crossed the {}", a(what), it.line),
                false => format!("once any {what} has crossed the {}", it.line),
            };
            (String::new(), format!(" This does not apply {freed}."))
        }
        None => Default::default(),
    };
    let label = &instance.label;
    format!("{} blocks the step from {} to {}: {state}{crossing}{until}.{unless}", capital(label), ends.0, ends.1)
}

/// What would free a piece from a barrier: a line that it, or any piece of its kind, must cross first.
pub(crate) struct MissingMark<'b> {
    /// Whether the piece itself must cross the line.
    pub by_itself: bool,
    /// The label of the line.
    pub line: &'b str,
}

/// Returns what a piece lacks to pass the first of several tests that it can pass by crossing a line. `None` if there is
/// no such test, or if crossing is not all that it takes.
pub(crate) fn missing_mark<'b>(book: &'b Rulebook, piece: Piece, unless: &[PieceTest]) -> Option<MissingMark<'b>> {
    let fits = |kinds: Option<u32>| kinds.is_none_or(|it| it >> piece.kind.0 & 1 != 0);
    let one = |it: &PieceTest| {
        let id = it.tag.as_ref().filter(|id| piece.tags >> id.0 & 1 == 0)?;
        let tag = &book.tags[id.index()];
        let line = &book.lines.get(tag.set.crosses?)?.label;
        let by = tag.set.piece.as_ref();
        let is_plain = tag.set.captures.is_none() && tag.set.to.is_none();
        let is_plain = is_plain && by.is_none_or(|by| PieceTest { kind: by.kind, ..PieceTest::default() } == *by);
        let can_lift = fits(it.kind) && fits(Some(tag.pieces)) && it.at.is_none();
        let is_set = tag.on != TagOn::Nobody && fits(by.and_then(|it| it.kind));
        (is_plain && can_lift && is_set).then_some(MissingMark { by_itself: tag.on == TagOn::Itself, line })
    };
    unless.iter().find_map(one)
}
