//! Parses pieces: `Pe4[crossed]` in a list, `wP[crossed]` in a placement.
//!
//! Input: parts of a text. Output: pieces, or errors. The marks of a piece are its unusual properties: tags, `moved`
//! and `unmoved`, and the heading that it faces. Does not know other fields.

use super::PositionErrorKind as Reason;
use super::read::PositionParser;
use super::scan::TextSlice;
use crate::board::Square;
use crate::notation::name::near;
use crate::rulebook::{KindId, Rulebook, SeatId};
use crate::rules::{Piece, Position, SetupError, Variant};
use crate::sorting::CompactSort;

/// Returns the marks that the text of a piece must show: everything unusual. A tag that the variant does not have is
/// left out; a heading that it does not have is `?`.
///
/// [`notation`](crate::notation) has an example.
pub fn marks(variant: &Variant, square: Square, piece: &Piece) -> Vec<String> {
    let book = variant.rulebook();
    let tags = book.tags.iter().enumerate().filter(|(index, _)| piece.tags & (1 << index) != 0);
    let mut marks: Vec<String> = tags.map(|(_, it)| it.name.clone()).collect();
    if piece.moved != usually_moved(book, square, piece.seat, piece.kind) {
        marks.push(if piece.moved { "moved" } else { "unmoved" }.to_owned());
    }
    if let Some(facing) = piece.facing
        && Position::default_facing(variant, square, piece) != Some(facing)
    {
        marks.push(book.board.heading_name(facing).to_owned());
    }
    marks
}

/// Reports whether a piece counts as moved by default: unless it is on a starting square of its kind and player.
fn usually_moved(book: &Rulebook, square: Square, seat: SeatId, kind: KindId) -> bool {
    let in_setup = book.setup.as_ref().is_some_and(|it| it.contains(&(seat, kind, square)));
    book.kinds.get(kind.index()).is_some_and(|it| it.has_initial) && !in_setup
}

impl PositionParser<'_> {
    /// Parses the pieces of a seat: `w:Kd8,Pe7`.
    pub(super) fn read_seat_pieces(&mut self, seat: TextSlice, pieces: TextSlice) {
        let Some(id) = self.seat(seat) else { return };
        let name = self.book().seats[id.index()].name.clone();
        let place = seat.start..pieces.end();
        if self.places.seats.insert(name, place.clone()).is_some() {
            self.error(place, Reason::RepeatedPieces { player: seat.quoted() }, "put them into one list");
        }
        if pieces.text.is_empty() {
            let help = format!(
                "write the pieces after the colon, without a space; leave out `{}:` if there are none",
                seat.text
            );
            self.error(seat.start..pieces.end(), Reason::NoPieces, &help);
            return;
        }
        for item in pieces.split(',') {
            if item.text.is_empty() {
                self.error(item.range(), Reason::NoPiece, "write one comma between two pieces, and none at the end");
            } else {
                self.read_listed_piece(id, item);
            }
        }
    }

    fn read_listed_piece(&mut self, seat: SeatId, item: TextSlice) {
        let Some((body, marks)) = self.body_and_marks(item) else { return };
        let book = self.variant.rulebook();
        let found: Vec<(KindId, Square)> = self
            .kinds()
            .filter_map(|(kind, letter)| Some((kind, self.exact_square(body.after(letter)?.text)?)))
            .collect();
        match found[..] {
            [(kind, square)] => self.put(seat, kind, square, marks, item),
            [] => self.explain_piece(body),
            _ => {
                let kinds = found.iter().map(|(kind, _)| book.kinds[kind.index()].label.clone()).collect();
                self.error(body.range(), Reason::AmbiguousPiece { text: body.quoted(), kinds }, "");
            }
        }
    }

    /// Explains what is wrong with a piece that cannot be parsed.
    fn explain_piece(&mut self, body: TextSlice) {
        let letters: Vec<String> = self.kinds().map(|(_, letter)| format!("`{letter}`")).collect();
        let letters = format!("the letters of the pieces are {}", letters.join(", "));
        if self.exact_square(body.text).is_some() {
            let example = self.kinds().last().map_or("P", |(_, letter)| letter);
            self.error(
                body.range(),
                Reason::NoLetter { text: body.quoted(), expected: self.letters() },
                format!("write the piece's letter first, as in `{example}{}`; {letters}", body.text),
            );
            return;
        }
        let start =
            self.kinds().filter_map(|(_, letter)| Some((letter, body.after(letter)?))).max_by_key(|it| it.0.len());
        if let Some((_, square)) = start {
            self.no_square(square);
            return;
        }
        // A valid square after a letter that no piece has.
        let folded = self
            .kinds()
            .find(|(_, letter)| body.text.get(..letter.len()).is_some_and(|it| it.eq_ignore_ascii_case(letter)));
        let help = match folded {
            Some((_, letter)) => format!("case matters: write `{letter}{}`", &body.text[letter.len()..]),
            None => letters,
        };
        let kind = Reason::UnknownPiece { text: body.quoted(), expected: self.letters() };
        self.error(body.range(), kind, help);
    }

    /// Parses the placement of the canonical text.
    pub(super) fn read_placement(&mut self, placement: TextSlice) {
        let layout = layout(self.book());
        let patches = placement.split('|');
        if patches.len() != layout.len() {
            let kind = Reason::PatchCount { expected: layout.len(), found: patches.len() };
            self.error(placement.range(), kind, "separate the patches with `|`");
            return;
        }
        for (patch, ranks) in patches.iter().zip(&layout) {
            let rows = patch.split('/');
            if rows.len() != ranks.len() {
                let kind = Reason::RankCount { within: "this patch", expected: ranks.len(), found: rows.len() };
                self.error(patch.range(), kind, "separate the ranks with `/`, the last rank first");
                continue;
            }
            for (row, squares) in rows.iter().zip(ranks) {
                self.read_rank(*row, squares);
            }
        }
    }

    fn read_rank(&mut self, row: TextSlice, squares: &[Square]) {
        let mut at = 0usize;
        let mut was_run = false;
        for item in row.split(',') {
            let is_run = !item.text.is_empty() && item.text.bytes().all(|it| it.is_ascii_digit());
            if is_run {
                let run: usize = item.text.parse().unwrap_or(usize::MAX);
                if run == 0 || was_run || item.text.starts_with('0') {
                    self.error(
                        item.range(),
                        Reason::BadRun { text: item.quoted() },
                        "write adjacent empty squares as one number, and leave 0 out",
                    );
                }
                at = at.saturating_add(run);
            } else {
                if let Some(square) = squares.get(at) {
                    self.read_placed_piece(item, *square);
                }
                at = at.saturating_add(1);
            }
            was_run = is_run;
        }
        if at != squares.len() {
            let within = "this rank".to_owned();
            self.error(row.range(), Reason::SquareCount { within, expected: squares.len(), found: at }, "");
        }
    }

    fn read_placed_piece(&mut self, item: TextSlice, square: Square) {
        let Some((body, marks)) = self.body_and_marks(item) else { return };
        let book = self.variant.rulebook();
        let found: Vec<(SeatId, KindId)> = book
            .seat_ids()
            .filter_map(|seat| Some((seat, body.after(&book.seats[seat.index()].letter)?)))
            .flat_map(|(seat, rest)| {
                self.kinds().filter(move |(_, letter)| rest.text == *letter).map(move |(kind, _)| (seat, kind))
            })
            .collect();
        match found[..] {
            [(seat, kind)] => self.put(seat, kind, square, marks, item),
            _ => {
                let seats: Vec<&str> = book.seats.iter().map(|it| it.letter.as_str()).collect();
                let kinds: Vec<&str> = self.kinds().map(|it| it.1).collect();
                let help = format!(
                    "write a seat ({}) and a piece ({}), as in `{}{}`",
                    seats.join(", "),
                    kinds.join(", "),
                    seats[0],
                    kinds[0]
                );
                self.error(body.range(), Reason::NotPlaced { text: body.quoted() }, help);
            }
        }
    }

    pub(super) fn body_and_marks<'t>(&mut self, item: TextSlice<'t>) -> Option<(TextSlice<'t>, Option<TextSlice<'t>>)> {
        if !item.text.contains(['[', ']']) {
            return Some((item, None));
        }
        match item.brackets() {
            Some((body, marks)) if !marks.text.contains(['[', ']']) => Some((body, Some(marks))),
            _ => {
                self.error(
                    item.range(),
                    Reason::OpenBrackets,
                    "write a piece's marks after its square, as in `Pe4[mark,mark]`",
                );
                None
            }
        }
    }

    pub(super) fn put(
        &mut self,
        seat: SeatId,
        kind: KindId,
        square: Square,
        marks: Option<TextSlice>,
        item: TextSlice,
    ) {
        let variant = self.variant.clone();
        let book = variant.rulebook();
        let mut piece = Piece { seat, kind, tags: 0, moved: usually_moved(book, square, seat, kind), facing: None };
        for mark in marks.map(|it| it.split(',')).unwrap_or_default() {
            if let Some(tag) = book.tags.iter().position(|it| it.name == mark.text) {
                piece.tags |= 1 << tag;
            } else if mark.text == "moved" || mark.text == "unmoved" {
                if book.kinds[kind.index()].has_initial {
                    piece.moved = mark.text == "moved";
                } else {
                    let piece = book.kinds[kind.index()].label.clone();
                    self.error(mark.range(), Reason::UselessMark { piece }, "leave the mark out");
                }
            } else if let Some(heading) = book.board.heading(mark.text) {
                piece.facing = Some(heading);
            } else {
                let known = book.tags.iter().map(|it| it.name.as_str()).chain(["moved", "unmoved"]);
                let names = crate::board::heading_names(book.board.headings);
                let help = match near(mark.text, known.clone().chain(names.iter().copied())) {
                    Some(word) => format!("did you mean `{word}`?"),
                    None => format!("the marks are {}, and headings", known.clone().collect::<Vec<_>>().join(", ")),
                };
                let expected = known.map(str::to_owned).collect();
                self.error(mark.range(), Reason::UnknownMark { mark: mark.quoted(), expected }, help);
            }
        }
        let name = book.board.name(square).to_owned();
        if self.places.squares.insert(name.clone(), item.range()).is_some() {
            self.error(item.range(), SetupError::SquareOccupied { square: name }.into(), "");
            return;
        }
        self.setup.pieces.push((square, piece));
    }

    /// Returns the letters of all kinds.
    pub(super) fn letters(&self) -> Vec<String> {
        self.kinds().map(|it| it.1.to_owned()).collect()
    }

    /// Returns the kinds with their letters.
    pub(super) fn kinds(&self) -> impl Iterator<Item = (KindId, &str)> + Clone {
        self.variant.rulebook().kinds.iter().enumerate().map(|(index, it)| (KindId(index as u8), it.letter.as_str()))
    }
}

/// Returns the squares in the order of the canonical text: patch, rank from the last one down, rising file.
pub(super) fn layout(book: &Rulebook) -> Vec<Vec<Vec<Square>>> {
    let board = &book.board;
    let patches = 0..board.patches.len().max(1) as u16;
    patches
        .map(|patch| {
            let mut squares: Vec<Square> = board.squares().filter(|it| board.info(*it).patch == patch).collect();
            squares.compact_sort_by_key(|it| (-board.info(*it).rank, board.info(*it).file));
            squares.chunk_by(|a, b| board.info(*a).rank == board.info(*b).rank).map(<[Square]>::to_vec).collect()
        })
        .collect()
}
