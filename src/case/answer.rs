//! Answers to the questions of a case.
//!
//! Input: a [`Game`] and a [`Question`]. Output: an [`Answer`]: a value, its reason, and the squares
//! concerned. The rules give every answer. Counts have a limit, so that every case ends.

use super::ask::{Ask, Question, Want};
use super::{Case, CaseError, Obstacle, Text};
use crate::board::Square;
use crate::diagnostic::Span;
use crate::game::{Game, GameError};
use crate::notation::moves::{completed, parse_exact};
use crate::notation::name::{near, seat_letter, square_help};
use crate::notation::position::{canonical_field, canonical_keys, piece_on};
use crate::notation::sentence::{ending_event, explain, status_sentence};
use crate::notation::{joined, seat_title};
use crate::policy::Points;
use crate::rulebook::{Rulebook, Seat, SeatId};
use crate::rules::{Position, Variant};
use crate::sorting::CompactSort;

/// Maximum number of leaves that one perft question counts, over all depths.
const MAX_LEAVES: u64 = 20_000_000;
/// Maximum perft depth of a case.
const MAX_DEPTH: u32 = 64;

/// The value of an answer.
///
/// [`case`](crate::case) has an example.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AnswerValue {
    /// A single word.
    Word(String),
    /// Names in order. One player is a list of one; no player is an empty list.
    List(Vec<String>),
    /// A whole number.
    Number(u64),
    /// A number of points.
    Points(f64),
}

impl AnswerValue {
    /// Returns the value as a report shows it.
    pub fn text(&self) -> String {
        match self {
            AnswerValue::Word(word) => word.clone(),
            AnswerValue::List(words) if words.is_empty() => "none".to_owned(),
            AnswerValue::List(words) => words.join(" "),
            AnswerValue::Number(number) => number.to_string(),
            AnswerValue::Points(points) => {
                Self::thirds(*points).map_or_else(|| points.to_string(), |it| it.to_string())
            }
        }
    }

    /// Returns a number of points if a decimal fraction cannot express it, such as `1/3`.
    pub(crate) fn thirds(points: f64) -> Option<Points> {
        let twelfths = points * f64::from(Points::UNIT);
        let is_exact = (twelfths - twelfths.round()).abs() < 1e-6 && twelfths.abs() < 1e6;
        Some(Points(twelfths.round() as i32)).filter(|it| is_exact && it.0 % 3 != 0)
    }
}

/// An answer with its reason.
///
/// [`case`](crate::case) has an example.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Answer {
    /// The value of the answer.
    pub value: AnswerValue,
    /// The reason as a sentence, if there is one.
    pub sentence: Option<String>,
    /// The source that the rulebook cites for the reason.
    pub source: Option<String>,
    /// The squares concerned.
    pub squares: Vec<Square>,
}

impl Answer {
    fn of(value: AnswerValue) -> Self {
        Self { value, sentence: None, source: None, squares: Vec::new() }
    }
}

/// Answers a question about a game.
///
/// # Errors
/// Returns an error if the question uses an unknown name or exceeds the limit on counts.
pub fn answer(case: &Case, game: &Game, question: &Question) -> Result<Answer, CaseError> {
    let names = NameResolver { case, variant: game.variant() };
    let position = game.position();
    let book = names.variant.rulebook();
    let at = question.at;
    Ok(match &question.ask {
        Ask::Verdict(text) => verdict(&names, game, text, at)?,
        Ask::Targets(from) => {
            let from = names.square(from, at)?;
            let moves = position.legal_moves();
            let found: Vec<Square> = moves.iter().filter(|it| it.origin() == Some(from)).map(|it| it.to).collect();
            Answer { squares: vec![from], sentence: end_sentence(position), ..Answer::of(names.square_names(found)) }
        }
        Ask::Moves => {
            let count = AnswerValue::Number(position.legal_moves().len() as u64);
            Answer { sentence: end_sentence(position), ..Answer::of(count) }
        }
        Ask::Turn => Answer::of(names.letters(vec![position.turn()])),
        Ask::Check(seat) => {
            let seat = names.seat(seat, at)?;
            let mut kings: Vec<Square> = position.kings_in_check(seat).into_iter().map(|it| it.0).collect();
            if kings.is_empty() {
                kings.extend(position.king(seat));
            }
            Answer { squares: kings, ..Answer::of(names.square_names(position.checkers(seat))) }
        }
        Ask::Out => Answer::of(names.letters(book.seat_ids().filter(|it| !position.is_living(*it)).collect())),
        Ask::Open => {
            let instances = book.barrier_instances.iter().zip(position.barriers());
            let mut open: Vec<String> = instances.filter(|it| it.1).map(|it| it.0.name.clone()).collect();
            open.compact_sort_by(Ord::cmp);
            Answer::of(AnswerValue::List(open))
        }
        Ask::Points(seat) => {
            let points = position.scores()[names.seat(seat, at)?.index()];
            Answer::of(AnswerValue::Points(f64::from(points)))
        }
        Ask::Status => {
            let word = position.ending().map_or("goes-on", |it| ending_event(book, it));
            Answer { sentence: Some(status_sentence(position)), ..Answer::of(AnswerValue::Word(word.to_owned())) }
        }
        Ask::Mover => Answer::of(names.letters(position.ending().map(|it| it.mover).into_iter().collect())),
        Ask::Victim => Answer::of(names.letters(position.ending().and_then(|it| it.victim).into_iter().collect())),
        Ask::MatingPlayer => {
            Answer::of(names.letters(position.ending().and_then(|it| it.mating_player).into_iter().collect()))
        }
        Ask::Winners => Answer::of(names.letters(winners(position, book))),
        Ask::Perft(depth) => Answer::of(AnswerValue::Number(names.count(position, depth, at)?)),
        Ask::Piece(square) => {
            let square = names.square(square, at)?;
            Answer { squares: vec![square], ..Answer::of(AnswerValue::Word(piece_on(position, square))) }
        }
        Ask::Field(key) => {
            let known = canonical_keys(book);
            let Some(key) = known.iter().find(|it| *it == key) else {
                let help = match key.as_str() {
                    "out" => "write `out = [...]` under `[expect]` instead".to_owned(),
                    _ => format!("the fields are {}", known.join(", ")),
                };
                let message = format!("a position has no field `{key}`: {help}");
                return Err(names.wrong(at, &message));
            };
            Answer::of(AnswerValue::Word(in_order(&canonical_field(book, &position.setup(), key))))
        }
    })
}

/// Returns the wanted value in the order of an answer, and the squares that it names.
pub(super) fn wanted_value(case: &Case, game: &Game, want: &Want) -> Result<(AnswerValue, Vec<Square>), CaseError> {
    let names = NameResolver { case, variant: game.variant() };
    Ok(match want {
        Want::Word(word) => (AnswerValue::Word(word.clone()), Vec::new()),
        Want::Status(text) => (AnswerValue::Word(names.status(text)?), Vec::new()),
        Want::Field(key, text) => (AnswerValue::Word(names.field(key, text)?), Vec::new()),
        Want::Squares(texts) => {
            let squares = texts.iter().map(|it| names.square(&it.value, it.span)).collect::<Result<Vec<_>, _>>()?;
            (names.square_names(squares.clone()), squares)
        }
        Want::Seats(texts) => {
            let seats = texts.iter().map(|it| names.seat(&it.value, it.span)).collect::<Result<_, _>>()?;
            (names.letters(seats), Vec::new())
        }
        Want::Barriers(texts) => (names.barriers(texts)?, Vec::new()),
        Want::Number(number) => (AnswerValue::Number(*number), Vec::new()),
        Want::Points(points) => (AnswerValue::Points(*points), Vec::new()),
        Want::Piece(text) => (AnswerValue::Word(names.piece(text)?), Vec::new()),
    })
}

/// Returns how the game has ended, if it has. Then no move is legal.
fn end_sentence(position: &Position) -> Option<String> {
    position.ending().map(|_| status_sentence(position))
}

/// Answers `legal`, the code of the refusal, or the code of an invalid text.
fn verdict(names: &NameResolver, game: &Game, text: &str, at: Span) -> Result<Answer, CaseError> {
    if let Ok(mv) = parse_exact(game.position(), text) {
        let explanation = explain(game.position(), mv);
        let word = if explanation.is_legal { "legal".to_owned() } else { explanation.code };
        let ends = if mv.is_pass() { Vec::new() } else { vec![mv.from, mv.to] };
        let squares = ends.into_iter().chain(explanation.at).chain(explanation.by).collect();
        return Ok(Answer {
            value: AnswerValue::Word(word),
            sentence: Some(explanation.sentence),
            source: explanation.source,
            squares,
        });
    }
    if let Some(whole) = completed(game.position(), text) {
        return Err(names.wrong(at, &incomplete_move_message(text, &whole)));
    }
    Ok(match game.clone().perform(text) {
        Ok(_) => Answer::of(AnswerValue::Word("legal".to_owned())),
        Err(error) => {
            Answer { sentence: Some(error.to_string()), ..Answer::of(AnswerValue::Word(code_of(&error).to_owned())) }
        }
    })
}

/// Returns the value of a field with the items of each player in alphabetical order, since their order means nothing.
fn in_order(value: &str) -> String {
    let one = |group: &str| {
        let (seat, items) = group.split_once(':').unwrap_or(("", group));
        let mut items: Vec<&str> = items.split(',').map(str::trim).collect();
        // A second player in the same group has a prefix of their own, which must stay in its place.
        if items.iter().all(|it| !it.contains(':')) {
            items.compact_sort_by(Ord::cmp);
        }
        let items = items.join(",");
        if seat.is_empty() { items } else { format!("{}:{items}", seat.trim()) }
    };
    value.split(';').map(one).collect::<Vec<_>>().join(";")
}

/// Returns the players with the most points; none before the end of the game.
fn winners(position: &Position, book: &Rulebook) -> Vec<SeatId> {
    let scores = position.scores();
    let most = scores.iter().map(|it| it.0).max().filter(|_| position.ending().is_some());
    book.seat_ids().filter(|it| Some(scores[it.index()].0) == most).collect()
}

/// Returns the message about a move that a case abbreviates.
pub(super) fn incomplete_move_message(text: &str, whole: &str) -> String {
    format!("a case writes its moves completely: write `{whole}` in place of `{text}`")
}

/// Returns the stable code of an error.
pub(super) fn code_of(error: &GameError) -> &str {
    match error {
        GameError::Illegal { code, .. } => code,
        GameError::Text(error) => error.code(),
        GameError::Claim { .. } => "bad-claim",
    }
}

/// Resolves the names of a case in a variant.
struct NameResolver<'a> {
    case: &'a Case,
    variant: &'a Variant,
}

impl NameResolver<'_> {
    fn wrong(&self, at: Span, message: &str) -> CaseError {
        CaseError::new(&self.case.sources, Some(at), Obstacle::Name, message)
    }

    fn square(&self, name: &str, at: Span) -> Result<Square, CaseError> {
        let help = || square_help(self.variant.rulebook(), name);
        let found = self.variant.board().square(name);
        found.ok_or_else(|| self.wrong(at, &format!("no square is called `{name}`: {}", help())))
    }

    fn seat(&self, name: &str, at: Span) -> Result<SeatId, CaseError> {
        let book = self.variant.rulebook();
        book.seat(name).ok_or_else(|| {
            let letters: Vec<String> =
                book.seat_ids().map(|it| format!("`{}` ({})", seat_letter(book, it), seat_title(book, it))).collect();
            self.wrong(at, &format!("no player is called `{name}`: the players are {}", joined(&letters, "and")))
        })
    }

    /// Returns a wanted status if it is `goes-on`, or names an outcome or a claim.
    fn status(&self, text: &Text) -> Result<String, CaseError> {
        let book = self.variant.rulebook();
        let outcomes = book.outcomes.iter().map(|it| it.name.as_str());
        let known: Vec<&str> =
            ["goes-on"].into_iter().chain(outcomes).chain(book.claims.iter().map(|it| it.name.as_str())).collect();
        if known.contains(&text.value.as_str()) {
            return Ok(text.value.clone());
        }
        let help = match near(&text.value, known.iter().copied()) {
            Some(word) => format!("did you mean `{word}`?"),
            None => format!("write {}", joined(&known, "or")),
        };
        Err(self.wrong(text.span, &format!("no game of this variant ends by `{}`: {help}", text.value)))
    }

    /// Returns the wanted value of a field in the order of the canonical text. A player may be written by name.
    fn field(&self, key: &str, text: &Text) -> Result<String, CaseError> {
        if key == "turn" {
            let seat = self.seat(&text.value, text.span)?;
            return Ok(seat_letter(self.variant.rulebook(), seat).to_owned());
        }
        if key == "halfmoves" && text.value.parse::<u32>().is_err() {
            return Err(self.wrong(text.span, "`halfmoves` is a whole number in quotes, such as \"0\""));
        }
        Ok(in_order(&text.value))
    }

    /// Returns the text of a wanted piece if it names a player and a kind, or an empty square.
    fn piece(&self, text: &Text) -> Result<String, CaseError> {
        let book = self.variant.rulebook();
        let bare = text.value.split('[').next().unwrap_or_default();
        let is_piece = |seat: &Seat| {
            let kind = bare.strip_prefix(seat.letter.as_str());
            kind.is_some_and(|it| book.kinds.iter().any(|kind| kind.letter == it))
        };
        if text.value == "-" || book.seats.iter().any(is_piece) {
            return Ok(text.value.clone());
        }
        let (seat, kind) = (&book.seats[0].letter, &book.kinds[0].letter);
        let mut help = format!("write the letters of the player and of the piece, such as `{seat}{kind}`, or `-`");
        for (seat, kind) in book.seats.iter().flat_map(|seat| book.kinds.iter().map(move |kind| (seat, kind))) {
            let text = format!("{}{}", seat.letter, kind.letter);
            if text.eq_ignore_ascii_case(bare) {
                help = format!("write `{text}`, since case matters");
            }
        }
        Err(self.wrong(text.span, &format!("`{}` is not a piece: {help}", text.value)))
    }

    fn barriers(&self, texts: &[Text]) -> Result<AnswerValue, CaseError> {
        let instances = &self.variant.rulebook().barrier_instances;
        for text in texts {
            if !instances.iter().any(|it| it.name == text.value) {
                let names: Vec<&str> = instances.iter().map(|it| it.name.as_str()).collect();
                let names = if names.is_empty() { "there is none".to_owned() } else { names.join(", ") };
                return Err(self.wrong(text.span, &format!("no barrier is called `{}`: {names}", text.value)));
            }
        }
        let mut names: Vec<String> = texts.iter().map(|it| it.value.clone()).collect();
        names.compact_sort_by(Ord::cmp);
        Ok(AnswerValue::List(names))
    }

    /// Returns the names of squares in board order.
    fn square_names(&self, mut squares: Vec<Square>) -> AnswerValue {
        squares.compact_sort_by(Ord::cmp);
        squares.dedup();
        AnswerValue::List(squares.into_iter().map(|it| self.variant.board().name(it).to_owned()).collect())
    }

    fn letters(&self, mut seats: Vec<SeatId>) -> AnswerValue {
        seats.compact_sort_by(Ord::cmp);
        seats.dedup();
        AnswerValue::List(
            seats.into_iter().map(|it| self.variant.rulebook().seats[it.index()].letter.clone()).collect(),
        )
    }

    /// Counts with increasing depth, and stops before a count that would exceed the limit.
    fn count(&self, position: &Position, text: &str, at: Span) -> Result<u64, CaseError> {
        let depth: u32 = text.parse().map_err(|_| self.wrong(at, "the depth must be a whole number"))?;
        let too_much = || {
            let message = format!(
                "perft {text} is too large for a case, which counts at most {MAX_LEAVES} leaves: use `threefold perft`"
            );
            CaseError::new(&self.case.sources, Some(at), Obstacle::Count, &message)
        };
        if depth > MAX_DEPTH {
            return Err(too_much());
        }
        let (mut before, mut lines, mut counted) = (1, position.perft(0), 0u64);
        for deeper in 1..=depth {
            // Extrapolates from the growth between the last two depths.
            let next = lines.saturating_mul(lines.div_ceil(before.max(1)));
            if counted.saturating_add(next) > MAX_LEAVES {
                return Err(too_much());
            }
            (before, lines) = (lines, position.perft(deeper));
            counted += lines;
        }
        Ok(lines)
    }
}
