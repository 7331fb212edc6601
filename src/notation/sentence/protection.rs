//! Which pieces a ban protects now, in a sentence.
//!
//! In: a [`Position`] and a [`CaptureBan`]. Out: the player who may not capture, whose
//! pieces, and why: the figures, the name of the ban and its exceptions. Decides nothing.

use crate::definition::MaterialCount;
use crate::notation::{joined, seat_title};
use crate::rules::{CaptureBan, Position};
use crate::variant::Bar;

/// Returns a sentence (empty for a ban of another variant) such as `White may not capture 9 of Red's pieces: Red has lost 8, White 0 (non-aggression; exception: check).`
pub fn protection_sentence(position: &Position, found: &CaptureBan) -> String {
    let book = position.variant().rulebook();
    let Some(ban) = book.bars.get(found.ban) else { return String::new() };
    let title = |it| seat_title(book, it);
    let own = position.men().iter().filter(|(_, man)| man.seat == found.owner).count();
    let which = match found.at.len() {
        count if count == own => "any".to_owned(),
        count => count.to_string(),
    };
    let pieces = if found.at.len() == own || found.at.len() > 1 { "pieces" } else { "piece" };
    let of = match which.as_str() {
        "1" => format!("one {pieces} of {}", title(found.owner)),
        _ => format!("{which} of {}'s {pieces}", title(found.owner)),
    };
    let with = if is_of_some_pieces(ban) { " with some of their pieces" } else { "" };
    let why = found.figures.map_or_else(String::new, |(behind, low, ahead, high)| {
        let count = ban.forbids.before.as_ref().and_then(|it| it.material).map(|it| it.count);
        let verb = if count == Some(MaterialCount::OnBoard) { "has on the board" } else { "has lost" };
        format!(": {} {verb} {low}, {} {high}", title(behind), title(ahead))
    });
    let exceptions = &ban.exception_labels;
    let exceptions = match exceptions.len() {
        0 => String::new(),
        1 => format!("; exception: {}", exceptions[0]),
        _ => format!("; exceptions: {}", joined(exceptions, "and")),
    };
    format!("{} may not capture {of}{with}{why} ({}{exceptions}).", title(found.mover), ban.label)
}

/// Whether the ban binds only some of the mover's pieces, or only some of their moves.
fn is_of_some_pieces(ban: &Bar) -> bool {
    ban.forbids.man.is_some()
        || ban.forbids.mv.as_ref().is_some_and(|it| it.man.is_some() || it.crosses.is_some() || it.to.is_some())
}
