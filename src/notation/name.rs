//! How things are called: the parts of a square's name, players, points, lists of words.
//!
//! In: a [`Rulebook`]. Out: words. Knows nothing of positions.

use crate::board::Square;
use crate::diagnostic::is_harmful;
use crate::policy::Points;
use crate::rulebook::{KindId, Rulebook, SeatId};

/// The name of a square, taken apart: `WHe4` is `WH`, `e`, `4`; `e4` has no section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameParts<'a> {
    /// The section; empty where names have none.
    pub section: &'a str,
    /// What stands before the number.
    pub file: &'a str,
    /// The number.
    pub rank: &'a str,
}

impl<'a> NameParts<'a> {
    /// Takes the name of a square apart. A part that is not there is empty.
    pub fn of(book: &'a Rulebook, square: Square) -> Self {
        let name = book.board.name(square);
        let sections = book.sections.iter().map(String::as_str);
        let section = sections.filter(|it| name.starts_with(it)).max_by_key(|it| it.len()).unwrap_or("");
        let rest = &name[section.len()..];
        let cut = rest.trim_end_matches(|it: char| it.is_ascii_digit()).len();
        Self { section, file: &rest[..cut], rank: &rest[cut..] }
    }
}

/// Returns the sections of names, first that of a player, then the others in their order; empty where names have
/// none. There is one section for each turn of the board, and a player's own is the one at which they sit.
pub fn own_section_first(book: &Rulebook, seat: SeatId) -> Vec<&str> {
    let mut sections: Vec<&str> = book.sections.iter().map(String::as_str).collect();
    let turns = book.seats.get(seat.index()).map_or(0, |it| usize::from(it.symmetry));
    let own = turns % sections.len().max(1);
    sections.rotate_left(own);
    sections
}

/// A player as a sentence calls them: `White`; `?` for a player of another variant.
pub fn seat_title(book: &Rulebook, seat: SeatId) -> String {
    capital(book.seats.get(seat.index()).map_or(UNKNOWN, |it| &it.name))
}

/// A text with a capital first letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |it| it.to_uppercase().chain(letters).collect())
}

/// A count in words up to twelve: `three`, `13`.
pub(crate) fn count_text(count: u64) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    usize::try_from(count).ok().and_then(|it| WORDS.get(it)).map_or_else(|| count.to_string(), |it| (*it).to_owned())
}

/// What a text has in place of something that the variant does not have.
pub(crate) const UNKNOWN: &str = "?";

/// The letter of a player.
pub(crate) fn seat_letter(book: &Rulebook, seat: SeatId) -> &str {
    book.seats.get(seat.index()).map_or(UNKNOWN, |it| &it.letter)
}

/// The letter of a kind of piece.
pub(crate) fn kind_letter(book: &Rulebook, kind: KindId) -> &str {
    book.kinds.get(kind.index()).map_or(UNKNOWN, |it| &it.letter)
}

/// What sentences call a kind of piece.
pub(crate) fn kind_name(book: &Rulebook, kind: KindId) -> &str {
    book.kinds.get(kind.index()).map_or(UNKNOWN, |it| &it.label)
}

/// Points as a sentence has them: `1`, `1/2`, `2 1/2`.
pub fn points_text(points: Points) -> String {
    let sign = if points.0 < 0 { "-" } else { "" };
    match (points.0.unsigned_abs() / 2, points.0.unsigned_abs() % 2) {
        (whole, 0) => format!("{sign}{whole}"),
        (0, _) => format!("{sign}1/2"),
        (whole, _) => format!("{sign}{whole} 1/2"),
    }
}

/// A list in a sentence: `a`, `a and b`, `a, b and c`.
pub fn joined<T: AsRef<str>>(words: &[T], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [first @ .., end] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", first.join(", "), end.as_ref())
        }
    }
}

/// What to do about a text that is no square.
pub(crate) fn square_help(book: &Rulebook, text: &str) -> String {
    let names = || book.board.squares().map(|it| book.board.name(it));
    if let Some(same) = names().find(|it| it.eq_ignore_ascii_case(text)) {
        return format!("case matters: write `{same}`");
    }
    // Of names that are as near, the one whose number is nearest: `e8` for `e9`.
    let number = |it: &str| it.trim_start_matches(|it: char| !it.is_ascii_digit()).parse::<i64>().unwrap_or(0);
    let wish = number(text);
    let by_number = |it: &str| (number(it).saturating_sub(wish).saturating_abs(), it.to_owned());
    let mut sorted: Vec<&str> = names().collect();
    sorted.sort_by_key(|it| by_number(it));
    match near(text, sorted) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("squares are called as `{}` is", names().next().unwrap_or("a1")),
    }
}

/// The nearest of the candidates, where it is near enough to be meant; long texts are near to nothing.
pub(crate) fn near<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if text.is_empty() || text.len() > 40 {
        return None;
    }
    crate::diagnostic::nearest(text, candidates)
}

/// A text without signs that would disturb a terminal.
pub(crate) fn visible(text: &str) -> String {
    text.chars().map(|it| if it == '\n' || is_harmful(it) { '\u{fffd}' } else { it }).collect()
}
