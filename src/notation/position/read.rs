//! Parses the text of a position, field by field.
//!
//! Input: a text. Output: a [`Setup`], the places of its parts, and all errors. Parsing continues after an error. Does
//! not validate positions.

use std::collections::HashMap;
use std::ops::Range;

use super::scan::TextSlice;
use super::{PositionError, PositionErrorKind as Reason};
use crate::board::Square;
use crate::notation::name::{near, visible};
use crate::policy::renamed::current;
use crate::rulebook::{Rulebook, SeatId};
use crate::rules::{Setup, Variant};
use crate::sorting::CompactSort;

/// The places of the parts of a position, for errors that are found later.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// Place of the pieces of each seat, by its name.
    pub seats: HashMap<String, Range<usize>>,
    /// Place of the piece on each square, by its name.
    pub squares: HashMap<String, Range<usize>>,
    /// Place of each field, by its key.
    pub keys: HashMap<String, Range<usize>>,
    /// Whether the text is X-FEN, which does not have the keys of the list form.
    pub is_fen: bool,
}

/// The parser of one text.
#[derive(Debug)]
pub(super) struct PositionParser<'a> {
    pub variant: Variant,
    text: &'a str,
    pub errors: Vec<PositionError>,
    pub places: Places,
    pub setup: Setup,
}

/// The keys of the canonical text, in their order.
pub(super) const CANONICAL: [&str; 10] =
    ["turn", "living", "castling", "ep", "open", "captured", "lost", "score", "halfmoves", "over"];

/// Maximum length of a text in bytes.
const LONGEST: usize = 64 * 1024;

impl<'a> PositionParser<'a> {
    /// Creates the parser of a text.
    pub fn new(variant: &Variant, text: &'a str) -> Self {
        let setup = Setup::builder(variant).setup();
        Self { variant: variant.clone(), text, errors: Vec::new(), places: Places::default(), setup }
    }

    /// Parses the whole text.
    pub fn read(&mut self) -> Setup {
        let words = if self.text.len() > LONGEST { Vec::new() } else { TextSlice::whole(self.text).words() };
        match words.first() {
            None if self.text.len() > LONGEST => {
                self.error(0..0, Reason::TooLong { bytes: self.text.len(), max: LONGEST }, "");
            }
            None => self.error(0..self.text.len(), Reason::Empty, "write the pieces of each seat, and `turn=`"),
            Some(first) if first.text.starts_with("threefold/") => self.read_canonical(&words),
            Some(_) if super::fen4::is_fen4(self.text) => {
                let from = words[0].start;
                self.read_fen4(TextSlice::whole(self.text).slice(from, self.text.trim_end().len()));
            }
            Some(_) if super::fen::is_sfen(self.book(), &words) => self.read_sfen(&words),
            Some(_) if super::fen::is_fen(self.book(), &words) => self.read_fen(&words),
            Some(_) => self.read_list(&words),
        }
        self.complete_en_passant();
        self.setup.pieces.compact_sort_by(Ord::cmp);
        self.setup.blockers.compact_sort_by(Ord::cmp);
        self.setup.clone()
    }

    fn read_list(&mut self, words: &[TextSlice<'a>]) {
        let words: Vec<TextSlice<'a>> = words.iter().flat_map(|it| self.fields_in(*it)).collect();
        for word in words {
            // A seat precedes a colon, a key precedes `=`; marks in brackets contain neither.
            let colon = word.text.find(':').unwrap_or(usize::MAX);
            let equals = word.text.find('=').unwrap_or(usize::MAX);
            if equals < colon {
                let (key, value) = word.cut('=').expect("it has one");
                self.read_field(key, value, word);
            } else if let Some((seat, pieces)) = word.cut(':') {
                self.read_seat_pieces(seat, pieces);
            } else if self.is_placed_piece(word) {
                self.read_placed_pieces(word);
            } else {
                let help = match word.text.eq_ignore_ascii_case("startpos") {
                    true => "leave the position out for the starting position",
                    false => "write SEAT:PIECES, as in `w:Kd8,Pe7`, or KEY=VALUE, as in `turn=w`",
                };
                self.error(word.range(), Reason::UnknownPart { text: word.quoted() }, help);
            }
        }
        if !self.places.keys.contains_key("turn") {
            let seats: Vec<String> = self.book().seats.iter().map(|it| format!("`turn={}`", it.letter)).collect();
            let help = format!("add {}", crate::notation::joined(&seats, "or"));
            self.error(self.text.len()..self.text.len(), Reason::NoTurn, help);
        }
        if !self.places.keys.contains_key("lost") && super::print::counts_gross_losses(self.book()) {
            self.setup.lost = self.worth_of_pools();
        }
    }

    /// Splits the pieces of a seat from other fields after a `;`, which is an error.
    fn fields_in(&mut self, word: TextSlice<'a>) -> Vec<TextSlice<'a>> {
        let parts = word.split(';');
        let equals = word.text.find('=').unwrap_or(usize::MAX);
        if parts.len() == 1 || word.text.find(':').is_none_or(|it| equals < it) {
            return vec![word];
        }
        let kind = Reason::UnknownPart { text: word.quoted() };
        self.error(word.range(), kind, "separate the fields with spaces, not with `;`");
        parts.into_iter().filter(|it| !it.text.is_empty()).collect()
    }

    fn read_field(&mut self, key: TextSlice<'a>, value: TextSlice<'a>, word: TextSlice<'a>) {
        let mut name = current_key(key.text);
        let same = super::KEYS.iter().map(|it| it.0).find(|it| *it != name && it.eq_ignore_ascii_case(name));
        if let Some(same) = same {
            let expected = vec![same.to_owned()];
            let help = format!("case matters: write `{same}`");
            self.error(key.range(), Reason::UnknownKey { key: key.quoted(), expected }, help);
            name = same;
        }
        if !super::KEYS.iter().any(|(known, ..)| *known == name) {
            let known = super::KEYS.iter().map(|it| it.0);
            let help = match near(key.text, known.clone()) {
                _ if key.text == "living" => "the list form names the eliminated players, as in `out=b`".to_owned(),
                Some(word) => format!("did you mean `{word}`?"),
                None => format!("the keys are {}", known.clone().collect::<Vec<_>>().join(", ")),
            };
            let expected = known.map(str::to_owned).collect();
            self.error(key.range(), Reason::UnknownKey { key: key.quoted(), expected }, help);
            return;
        }
        let again = self.places.keys.insert(name.to_owned(), word.range()).is_some();
        if again && name != "captured" {
            self.error(word.range(), Reason::Repeated { text: key.quoted() }, "leave one out");
            return;
        }
        self.read_value(name, value);
    }

    fn read_canonical(&mut self, words: &[TextSlice<'a>]) {
        if words[0].text != "threefold/1" {
            let kind = Reason::UnknownVersion { version: words[0].quoted() };
            self.error(words[0].range(), kind, "the version is `threefold/1`");
            return;
        }
        let slug = super::print::slug(&self.variant);
        match words.get(1) {
            Some(name) if name.text == slug => {}
            Some(name) => {
                let kind = Reason::OtherVariant { found: name.quoted(), expected: slug.to_owned() };
                self.error(
                    name.range(),
                    kind,
                    "use the variant for which it was written, or write it in the list form",
                );
            }
            None => self.missing("the variant".to_owned()),
        }
        match words.get(2) {
            Some(placement) => self.read_placement(*placement),
            None => self.missing("the placement".to_owned()),
        }
        self.setup.open = 0;
        let fields = canonical(self.book());
        for (index, key) in fields.iter().enumerate() {
            match words.get(3 + index) {
                Some(word) if word.text.split_once('=').is_some_and(|(name, _)| current_key(name) == *key) => {
                    let Some((_, value)) = word.cut('=') else { continue };
                    self.places.keys.insert((*key).to_owned(), word.range());
                    self.read_value(key, value);
                }
                Some(word) => {
                    let help = format!("the order of the fields is {}", fields.join(", "));
                    let kind = Reason::WrongOrder { expected: (*key).to_owned(), found: word.quoted() };
                    self.error(word.range(), kind, help);
                    return;
                }
                None => {
                    self.missing(format!("`{key}=`"));
                    return;
                }
            }
        }
        if let Some(word) = words.get(3 + fields.len()) {
            self.error(word.start..self.text.trim_end().len(), Reason::Trailing { last: "the last field" }, "");
        }
    }

    fn missing(&mut self, expected: String) {
        let end = self.text.trim_end().len();
        let help = "a canonical text has every field; `-` means empty";
        self.error(end..end, Reason::Incomplete { expected }, help);
    }

    /// Returns the rulebook of the variant.
    pub fn book(&self) -> &Rulebook {
        self.variant.rulebook()
    }

    /// Records an error at a place.
    pub fn error(&mut self, range: Range<usize>, kind: Reason, help: impl Into<String>) {
        let help = visible(&help.into());
        self.errors.push(PositionError { kind, start: range.start, end: range.end, help });
    }

    /// Parses a seat, given by its letter or name.
    pub fn seat(&mut self, part: TextSlice) -> Option<SeatId> {
        let found = self.book().seat(part.text);
        if found.is_none() {
            let seats: Vec<String> =
                self.book().seats.iter().map(|it| format!("`{}` ({})", it.letter, it.name)).collect();
            let help = format!("the players are {}", crate::notation::joined(&seats, "and"));
            let expected = self.book().seats.iter().map(|it| it.letter.clone()).collect();
            self.error(part.range(), Reason::UnknownPlayer { name: part.quoted(), expected }, help);
        }
        found
    }

    /// Returns the square with exactly this name.
    pub fn exact_square(&self, name: &str) -> Option<Square> {
        let board = &self.book().board;
        board.squares().find(|it| board.name(*it) == name)
    }

    /// Returns the square with exactly this name, or records an error.
    pub fn square(&mut self, part: TextSlice) -> Option<Square> {
        let found = self.exact_square(part.text);
        if found.is_none() {
            self.no_square(part);
        }
        found
    }

    /// Records that a square does not exist.
    pub fn no_square(&mut self, part: TextSlice) {
        let kind = if part.text.is_empty() { Reason::NoSquare } else { Reason::UnknownSquare { name: part.quoted() } };
        let help = super::super::name::square_help(self.book(), part.text);
        self.error(part.range(), kind, help);
    }

    fn worth_of_pools(&self) -> Vec<i32> {
        let kinds = &self.book().kinds;
        let points = |pool: &Vec<u8>| pool.iter().zip(kinds).map(|(count, kind)| i32::from(*count) * kind.value).sum();
        let pools = self.setup.pool.iter().map(points);
        pools.chain(std::iter::repeat(0)).take(self.book().seats.len()).collect()
    }
}

/// Returns the fields of the canonical text in their order. Only a rulebook with counters has `counters`, only one
/// that changes the order of play has `order`, and only one that freezes players has `frozen`. In the same way, alliances
/// have `allies`, inherited turns have `heirs`, and blockers have `blockers`.
pub(super) fn canonical(book: &Rulebook) -> Vec<&'static str> {
    let counters = book.counters.first().map(|_| "counters");
    let order = (book.reverses() || book.has_extra_turns() || book.inherits_turns()).then_some("order");
    let frozen = book.freezes().then_some("frozen");
    let allies = book.alliance.as_ref().map(|_| "allies");
    let heirs = book.inherits_turns().then_some("heirs");
    let blockers = book.blocker.as_ref().map(|_| "blockers");
    CANONICAL
        .iter()
        .copied()
        .chain(counters)
        .chain(order)
        .chain(frozen)
        .chain(allies)
        .chain(heirs)
        .chain(blockers)
        .collect()
}

/// Returns the barriers that are open by default.
pub(super) fn opened_from_the_start(book: &Rulebook) -> u64 {
    let open = book.barrier_instances.iter().filter(|it| book.barriers[it.barrier].starts_open);
    open.filter_map(|it| it.state_bit).fold(0, |bits, bit| bits | 1 << bit)
}

/// Returns the current name of a key, since positions of the previous edition are still accepted.
fn current_key(key: &str) -> &str {
    current(key, super::KEYS.iter().map(|(known, ..)| *known)).unwrap_or(key)
}
