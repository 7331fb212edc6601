//! Pieces in C. S. Graves' notation for boards with sections: `WHWpe4` is a white pawn on `WHe4`.
//!
//! Input: a word of a text, or a [`Position`]. Output: a piece, or one line of text. A piece is the section, the letter
//! of its player in upper case, its own letter in lower case, and the file and rank. Marks follow as in the list form,
//! and so do the fields, which Graves leaves open. Does not know moves.

use super::PositionErrorKind as Reason;
use super::fen::{FenObstacle, NoFen};
use super::print::{fields, marked};
use super::read::PositionParser;
use super::scan::TextSlice;
use crate::notation::joined;
use crate::notation::name::{PlacedPiece, placed_pieces};
use crate::rules::Position;
use crate::sorting::CompactSort;

/// Prints a position in C. S. Graves' notation, with the fields of the list form. It reads back as the same position.
///
/// ```
/// use threefold::notation::position::print_by_section;
///
/// let ring = threefold::load("3-man-chess")?.variant;
/// let position = threefold::parse_position(&ring, "w:KWHd1,PWHe4 g:KGRd1 b:KBLd1,PWHd5[crossed] turn=w")?;
/// let line = "WHWkd1 WHWpe4 GRGkd1 BLBkd1 WHBpd5[crossed] turn=w";
/// assert_eq!(print_by_section(&position)?, line);
/// assert_eq!(threefold::parse_position(&ring, line)?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the names of the squares have no sections, or if two pieces would have the same text.
pub fn print_by_section(position: &Position) -> Result<String, NoFen> {
    let (variant, mut setup) = (position.variant(), position.setup());
    let book = variant.rulebook();
    if book.sections.is_empty() {
        return Err(FenObstacle::NoSections.into());
    }
    setup.pieces.compact_sort_by_key(|(square, piece)| (piece.seat, piece.kind, *square));
    let mut words = Vec::new();
    for (square, piece) in &setup.pieces {
        let placed = PlacedPiece { seat: piece.seat, kind: piece.kind, square: *square };
        let text = placed.text(book);
        if placed_pieces(book, &text)[..] != [placed] {
            let kind = &book.kinds[piece.kind.index()];
            return Err(FenObstacle::Letter { piece: kind.label.clone(), letter: kind.letter.clone() }.into());
        }
        words.push(text + &marked(variant, *square, piece));
    }
    words.extend(fields(variant, &setup));
    Ok(words.join(" "))
}

impl PositionParser<'_> {
    /// Reports whether a word can be a piece with its section.
    pub(super) fn is_placed_piece(&self, word: TextSlice) -> bool {
        self.book()
            .sections
            .iter()
            .any(|it| word.text.get(..it.len()).is_some_and(|head| head.eq_ignore_ascii_case(it)))
    }

    /// Parses pieces such as `WHWpe4`, which may be separated by commas.
    pub(super) fn read_placed_pieces(&mut self, word: TextSlice) {
        for item in word.split(',') {
            // A comma may end a word, before the blank that separates it from the next one.
            if item.text.is_empty() && item.start == word.end() {
                continue;
            }
            let Some((body, marks)) = self.body_and_marks(item) else { continue };
            match placed_pieces(self.book(), body.text)[..] {
                [PlacedPiece { seat, kind, square }] => {
                    let name = self.book().seats[seat.index()].name.clone();
                    self.places.seats.entry(name).or_insert_with(|| item.range());
                    self.put(seat, kind, square, marks, item);
                }
                _ => self.explain_placed_piece(body),
            }
        }
    }

    /// Explains the first part that is wrong: the section, the player, the piece, or the square.
    fn explain_placed_piece(&mut self, body: TextSlice) {
        let book = self.variant.rulebook();
        let parts = "write section, player, piece and square, as in `WHWpe4`";
        let Some(section) = book.sections.iter().find(|it| body.text.starts_with(it.as_str())) else {
            let sections = joined(&book.sections, "and");
            let help = format!("{parts}; the sections are {sections}, and case matters");
            return self.error(body.range(), Reason::UnknownSquare { name: body.quoted() }, help);
        };
        let rest = body.slice(section.len(), body.text.len());
        let starts = |part: TextSlice, it: &str| {
            part.text.get(..it.len()).is_some_and(|head| !head.is_empty() && head.eq_ignore_ascii_case(it))
        };
        let Some(seat) = book.seats.iter().find(|it| starts(rest, &it.letter)) else {
            let expected: Vec<String> = book.seats.iter().map(|it| it.letter.to_uppercase()).collect();
            let help = format!("{parts}; the players are {}", joined(&expected, "and"));
            let name = first_letter(rest);
            return self.error(name.range(), Reason::UnknownPlayer { name: name.quoted(), expected }, help);
        };
        let rest = rest.slice(seat.letter.len(), rest.text.len());
        let Some(kind) = book.kinds.iter().find(|it| starts(rest, &it.letter)) else {
            let expected: Vec<String> = book.kinds.iter().map(|it| it.letter.to_lowercase()).collect();
            let help = format!("{parts}; the pieces are {}", joined(&expected, "and"));
            let name = first_letter(rest);
            return self.error(name.range(), Reason::UnknownPiece { text: name.quoted(), expected }, help);
        };
        let square = rest.slice(kind.letter.len(), rest.text.len());
        let help = format!("{parts}; files and ranks are those of `{}`", book.board.name(crate::board::Square(0)));
        let kind = match square.text.is_empty() {
            true => Reason::NoSquare,
            false => Reason::UnknownSquare { name: format!("{section}{}", square.quoted()) },
        };
        self.error(square.range(), kind, help);
    }
}

/// Returns the first letter of a part, or its empty place.
fn first_letter<'a>(part: TextSlice<'a>) -> TextSlice<'a> {
    part.slice(0, part.text.chars().next().map_or(0, char::len_utf8))
}
