//! Text alternatives of a picture, for screen readers.
//!
//! Input: a scene and a view. Output: a title, and a description with the pieces of each player,
//! the last move and the remaining state. Does not know SVG.

use super::{Scene, View};
use crate::notation::seat_title;
use crate::rulebook::{KindId, Rulebook};

/// Returns the title: the variant, and the seat from which the board is seen.
pub(super) fn title(book: &Rulebook, view: &View) -> String {
    match view.seat {
        Some(seat) => format!("{}, seen from {}'s seat", book.name, seat_title(book, seat)),
        None => book.name.clone(),
    }
}

/// Describes the position in sentences.
pub(super) fn description(scene: &Scene, view: &View) -> String {
    let book = scene.variant.rulebook();
    let mut sentences = Vec::new();
    for seat in book.seat_ids() {
        let of = |kind: usize| -> Vec<&str> {
            let own = scene.pieces.iter().filter(|(_, piece)| piece.seat == seat && piece.kind == KindId(kind as u8));
            own.map(|(square, _)| book.board.name(*square)).collect()
        };
        let kinds = book.kinds.iter().enumerate().map(|(index, kind)| (kind, of(index)));
        let groups = kinds.filter(|it| !it.1.is_empty());
        let groups: Vec<String> = groups.map(|(kind, at)| format!("{} {}", kind.label, at.join(" "))).collect();
        let state = if scene.is_living(seat) { "" } else { " (eliminated)" };
        let player = format!("{}{state}", seat_title(book, seat));
        sentences.push(match groups.is_empty() {
            true => format!("{player}: no pieces."),
            false => format!("{player}: {}.", groups.join(", ")),
        });
    }
    if let Some(rule) = book.blocker.as_ref().filter(|_| !scene.blockers.is_empty()) {
        let at: Vec<&str> = scene.blockers.iter().map(|it| book.board.name(*it)).collect();
        sentences.push(format!("No player: {} {}.", book.kinds[rule.kind.index()].label, at.join(" ")));
    }
    if let Some(last) = view.last {
        sentences.push(format!("Last move: {} to {}.", book.board.name(last.from), book.board.name(last.to)));
    }
    let name = |it| book.board.name(it);
    for (what, arrows) in [("Legal", &view.allowed), ("Forbidden", &view.forbidden)] {
        sentences.extend(arrows.iter().map(|it| format!("{what} move: {} to {}.", name(it.0), name(it.1))));
    }
    for (at, piece) in &view.ghosts {
        let label = &book.kinds[piece.kind.index()].label;
        sentences.push(format!("After the move: {label} on {}.", name(*at)));
    }
    for seat in view.attackers() {
        let at: Vec<&str> = view.attacked.iter().filter(|it| it.1 == seat).map(|it| name(it.0)).collect();
        sentences.push(format!("Attacked by {}: {}.", seat_title(book, seat), at.join(" ")));
    }
    sentences.extend(scene.facts());
    sentences.join("\n")
}
