//! Names in text: the parts of a square's name, players, points, lists of words.
//!
//! Input: a [`Rulebook`]. Output: words. Does not know positions.

use crate::board::Square;
use crate::diagnostic::is_harmful;
use crate::policy::{NameForm, Points};
use crate::rulebook::{KindId, Rulebook, SeatId};
use crate::sorting::CompactSort;

/// The parts of a square's name: `WHe4` is `WH`, `e`, `4`; `e4` has no section.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameParts<'a> {
    /// The section; empty if names have none.
    pub section: &'a str,
    /// The letters before the number.
    pub file: &'a str,
    /// The number of the rank.
    pub rank: &'a str,
}

impl<'a> NameParts<'a> {
    /// Splits the name of a square. A missing part is empty.
    pub fn of(book: &'a Rulebook, square: Square) -> Self {
        Self::in_name(book, book.board.name(square))
    }

    /// Splits a text that has the form of a name.
    fn in_name(book: &'a Rulebook, name: &'a str) -> Self {
        let sections = book.sections.iter().map(String::as_str);
        let section = sections.filter(|it| name.starts_with(it)).max_by_key(|it| it.len()).unwrap_or("");
        let rest = &name[section.len()..];
        let cut = rest.trim_end_matches(|it: char| it.is_ascii_digit()).len();
        Self { section, file: &rest[..cut], rank: &rest[cut..] }
    }
}

/// A piece with its player and its square, as C. S. Graves writes it: `WHWpe4` is a white pawn on `WHe4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlacedPiece {
    /// The player who owns it.
    pub seat: SeatId,
    /// The kind of piece.
    pub kind: KindId,
    /// The square that it is on.
    pub square: Square,
}

impl PlacedPiece {
    /// Prints the section, the letter of the player, that of the piece, and the square: `WHWpe4`.
    pub fn text(&self, book: &Rulebook) -> String {
        let parts = NameParts::of(book, self.square);
        let seat = seat_letter(book, self.seat).to_uppercase();
        let kind = kind_letter(book, self.kind).to_lowercase();
        format!("{}{seat}{kind}{}{}", parts.section, parts.file, parts.rank)
    }
}

/// Returns what a text means as a [`PlacedPiece`]. The letters of players and pieces may be in any case.
pub(crate) fn placed_pieces(book: &Rulebook, text: &str) -> Vec<PlacedPiece> {
    let mut found = Vec::new();
    for section in &book.sections {
        let Some(rest) = text.strip_prefix(section.as_str()) else { continue };
        for (seat, rest) in after_letter(rest, book.seats.iter().map(|it| it.letter.as_str())) {
            for (kind, square) in after_letter(rest, book.kinds.iter().map(|it| it.letter.as_str())) {
                let name = format!("{section}{square}");
                // The board finds names in any case; a placement must name the square exactly.
                if let Some(square) = book.board.square(&name).filter(|it| book.board.name(*it) == name) {
                    found.push(PlacedPiece { seat: SeatId(seat as u8), kind: KindId(kind as u8), square });
                }
            }
        }
    }
    found
}

/// Returns the letters with which a text starts, in any case, by their index, and the text after each.
fn after_letter(text: &str, letters: impl Iterator<Item: AsRef<str>>) -> Vec<(usize, &str)> {
    let starts = |it: &str| text.get(..it.len()).is_some_and(|head| head.eq_ignore_ascii_case(it));
    let letters = letters.enumerate().filter(|it| starts(it.1.as_ref()));
    letters.map(|it| (it.0, &text[it.1.as_ref().len()..])).collect()
}

/// Returns the sections of names, starting with that of a player; empty if names have none. There is one section for
/// each application of the symmetry, and a player's own section is the one where they sit.
pub fn own_section_first(book: &Rulebook, seat: SeatId) -> Vec<&str> {
    let mut sections: Vec<&str> = book.sections.iter().map(String::as_str).collect();
    let turns = book.seats.get(seat.index()).map_or(0, |it| usize::from(it.symmetry));
    let own = turns % sections.len().max(1);
    sections.rotate_left(own);
    sections
}

/// Returns the name of a player in a sentence: `White`; `?` for a player of another variant.
///
/// [`notation`](crate::notation) has an example.
pub fn seat_title(book: &Rulebook, seat: SeatId) -> String {
    capital(book.seats.get(seat.index()).map_or(UNKNOWN, |it| &it.name))
}

/// Capitalizes the first letter of a text.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |it| it.to_uppercase().chain(letters).collect())
}

/// Writes counts up to twelve as words: `three`, `13`.
pub(crate) fn count_text(count: u64) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    usize::try_from(count).ok().and_then(|it| WORDS.get(it)).map_or_else(|| count.to_string(), |it| (*it).to_owned())
}

/// Text for something that the variant does not have.
pub(crate) const UNKNOWN: &str = "?";

/// Returns the letter of a player.
pub(crate) fn seat_letter(book: &Rulebook, seat: SeatId) -> &str {
    book.seats.get(seat.index()).map_or(UNKNOWN, |it| &it.letter)
}

/// Returns the letter of a kind of piece.
pub(crate) fn kind_letter(book: &Rulebook, kind: KindId) -> &str {
    book.kinds.get(kind.index()).map_or(UNKNOWN, |it| &it.letter)
}

/// Returns the name of a kind of piece in sentences.
pub(crate) fn kind_name(book: &Rulebook, kind: KindId) -> &str {
    book.kinds.get(kind.index()).map_or(UNKNOWN, |it| &it.label)
}

/// Prints points for a sentence: `1`, `1/2`, `2 1/3`.
///
/// [`notation`](crate::notation) has an example.
pub fn points_text(points: Points) -> String {
    let sign = if points.0 < 0 { "-" } else { "" };
    let part = match points.0.unsigned_abs() % 12 {
        0 => "",
        2 => "1/6",
        3 => "1/4",
        4 => "1/3",
        6 => "1/2",
        8 => "2/3",
        9 => "3/4",
        10 => "5/6",
        twelfths => &format!("{twelfths}/12"),
    };
    match (points.0.unsigned_abs() / 12, part) {
        (whole, "") => format!("{sign}{whole}"),
        (0, part) => format!("{sign}{part}"),
        (whole, part) => format!("{sign}{whole} {part}"),
    }
}

/// Joins words to a list: `a`, `a and b`, `a, b and c`.
#[doc(hidden)]
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

/// Returns advice about a text that is not a square.
pub(crate) fn square_help(book: &Rulebook, text: &str) -> String {
    let names = || book.board.squares().map(|it| book.board.name(it));
    if let Some(same) = names().find(|it| it.eq_ignore_ascii_case(text)) {
        return format!("case matters: write `{same}`");
    }
    // `d1` without its section, in `WHd1`, `GRd1` and `BLd1`.
    let is_whole = |it: &&str| it.strip_suffix(text).is_some_and(|it| it.chars().all(|it| it.is_ascii_uppercase()));
    let whole: Vec<String> =
        names().filter(|_| !text.is_empty()).filter(is_whole).map(|it| format!("`{it}`")).collect();
    if (2..=8).contains(&whole.len()) {
        return format!("name the section, too: {}", joined(&whole, "or"));
    }
    if let Some((low, high)) = around_hole(book, text) {
        return format!("the board has a hole there, between `{low}` and `{high}`");
    }
    // Among names with equal distance, prefer the nearest number: `e8` for `e9`.
    let number = |it: &str| it.trim_start_matches(|it: char| !it.is_ascii_digit()).parse::<i64>().unwrap_or(0);
    let wish = number(text);
    let by_number = |it: &str| (number(it).saturating_sub(wish).saturating_abs(), it.to_owned());
    let mut sorted: Vec<&str> = names().collect();
    sorted.compact_sort_by_key(|it| by_number(it));
    match near(text, sorted) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("squares have names such as `{}`", names().next().unwrap_or("a1")),
    }
}

/// Returns the nearest squares with a lower and with a higher number if a text names a hole between them.
fn around_hole<'a>(book: &'a Rulebook, text: &'a str) -> Option<(&'a str, &'a str)> {
    let wish = NameParts::in_name(book, text);
    let number = |it: &NameParts<'_>| it.rank.parse::<i32>().ok();
    let at = number(&wish)?;
    let (mut low, mut high) = (None, None);
    for square in book.board.squares() {
        let parts = NameParts::of(book, square);
        let Some(number) = number(&parts).filter(|_| (parts.section, parts.file) == (wish.section, wish.file)) else {
            continue;
        };
        let (side, is_below) = if number < at { (&mut low, true) } else { (&mut high, false) };
        if side.is_none_or(|it: (i32, Square)| (number > it.0) == is_below) {
            *side = Some((number, square));
        }
    }
    let (low, high) = (low?, high?);
    let (one, other) = (book.board.info(low.1), book.board.info(high.1));
    let apart = (one.file - other.file).abs().max((one.rank - other.rank).abs());
    // Labels can skip a number where the board has no hole.
    let is_hole = one.patch == other.patch && i32::from(apart) == high.0 - low.0;
    is_hole.then(|| (book.board.name(low.1), book.board.name(high.1)))
}

/// Returns the files and ranks of the names of squares, as a further part of advice after an article; `None` if names have other parts.
pub(crate) fn square_range(book: &Rulebook) -> Option<String> {
    let parts: Vec<NameParts<'_>> = book.board.squares().map(|it| NameParts::of(book, it)).collect();
    let ranks: Option<Vec<u32>> = parts.iter().map(|it| it.rank.parse().ok()).collect();
    // Capital letters come after small ones, and `aa` after `z`.
    let order = |it: &&str| (it.len(), it.bytes().map(|it| it ^ 0x20).collect::<Vec<_>>());
    let files = || parts.iter().map(|it| it.file);
    match (files().min_by_key(order), files().max_by_key(order), ranks.as_deref()) {
        (Some(first), Some(last), Some(ranks)) if files().all(|it| !it.is_empty()) => {
            let (low, high) = ranks.iter().fold((u32::MAX, 0), |(low, high), it| (low.min(*it), high.max(*it)));
            Some(match letters_are_rows(book, &parts) {
                None => format!("files are {first} to {last}, and the ranks {low} to {high}"),
                Some(true) => format!("rows are {first} to {last}, and the places in a row {low} to {high}"),
                Some(false) => format!("rows are {low} to {high}, and the places in a row {first} to {last}"),
            })
        }
        _ => None,
    }
}

/// Reports whether the letters of names are those of rows; `None` if names have files and ranks.
fn letters_are_rows(book: &Rulebook, parts: &[NameParts<'_>]) -> Option<bool> {
    let rows: Vec<(&str, i16)> =
        parts.iter().zip(book.board.squares()).map(|(it, square)| (it.file, book.board.info(square).rank)).collect();
    let is_alone = |it: &(&str, i16)| rows.iter().all(|other| other.0 != it.0 || other.1 == it.1);
    (book.name_form == NameForm::RowPlace).then(|| rows.iter().all(is_alone))
}

/// Returns the most similar candidate, if one is similar enough; never for long texts.
pub(crate) fn near<'a>(text: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if text.is_empty() || text.len() > 40 {
        return None;
    }
    crate::diagnostic::nearest(text, candidates)
}

/// A name with its article: `a pawn`, `an archer`.
pub(crate) fn a(name: &str) -> String {
    let starts =
        |all: &[&str]| all.iter().any(|it| name.get(..it.len()).is_some_and(|name| name.eq_ignore_ascii_case(it)));
    // What one hears decides: a one-step king, a unicorn, an heir.
    let vowel = starts(&["a", "e", "i", "o", "u", "heir", "honest", "honor", "hour"])
        && !starts(&["eu", "ewe", "one-", "one ", "uni", "usur"]);
    format!("{} {name}", if vowel { "an" } else { "a" })
}

/// Replaces characters that could control a terminal.
pub(crate) fn visible(text: &str) -> String {
    text.chars().map(|it| if it == '\n' || is_harmful(it) { '\u{fffd}' } else { it }).collect()
}
