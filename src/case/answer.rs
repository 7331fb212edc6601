//! What a game answers to the question of a case.
//!
//! In: a [`Game`] and a [`Question`]. Out: an [`Answer`]: what was said, why, and the squares
//! that it is about. Whatever is answered was asked of the rules; counts have a budget, so that
//! no case takes for ever.

use super::ask::{Ask, Question, Want};
use super::{Case, CaseError, Obstacle, Text};
use crate::board::Square;
use crate::diagnostic::Span;
use crate::game::{Game, GameError};
use crate::notation::moves::{completed, parse_exact};
use crate::notation::name::square_help;
use crate::notation::sentence::{ending_event, explain, status_sentence};
use crate::rules::{Position, Variant};
use crate::variant::{Rulebook, SeatId};

/// Maximum number of lines of moves that one question counts, all depths together.
const MOST_LINES: u64 = 20_000_000;
/// No case counts deeper.
const DEEPEST: u32 = 64;

/// What was said.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// A word.
    Word(String),
    /// Names in order; a player or nobody is a list, too.
    List(Vec<String>),
    /// A count.
    Number(u64),
    /// Points.
    Points(f64),
}

impl Said {
    /// As a report has it.
    pub fn text(&self) -> String {
        match self {
            Said::Word(word) => word.clone(),
            Said::List(words) if words.is_empty() => "none".to_owned(),
            Said::List(words) => words.join(" "),
            Said::Number(number) => number.to_string(),
            Said::Points(points) => points.to_string(),
        }
    }
}

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What was said.
    pub said: Said,
    /// Why, in a sentence, where there is one.
    pub sentence: Option<String>,
    /// What the rulebook cites for it.
    pub source: Option<String>,
    /// The squares that it is about.
    pub squares: Vec<Square>,
}

impl Answer {
    fn of(said: Said) -> Self {
        Self { said, sentence: None, source: None, squares: Vec::new() }
    }
}

/// Asks a game.
///
/// # Errors
/// Where the question names what the variant does not have, or counts too much.
pub fn answer(case: &Case, game: &Game, question: &Question) -> Result<Answer, CaseError> {
    let names = Names { case, variant: game.variant() };
    let position = game.position();
    let book = names.variant.rulebook();
    let at = question.at;
    Ok(match &question.ask {
        Ask::Verdict(text) => verdict(&names, game, text, at)?,
        Ask::Targets(from) => {
            let from = names.square(from, at)?;
            let moves = position.legal_moves();
            let found: Vec<Square> = moves.iter().filter(|it| it.from == from).map(|it| it.to).collect();
            Answer { squares: vec![from], ..Answer::of(names.listed(found)) }
        }
        Ask::Moves => Answer::of(Said::Number(position.legal_moves().len() as u64)),
        Ask::Turn => Answer::of(names.letters(vec![position.turn()])),
        Ask::Check(seat) => {
            let seat = names.seat(seat, at)?;
            let by = position.checkers(seat);
            Answer { squares: position.king(seat).into_iter().collect(), ..Answer::of(names.listed(by)) }
        }
        Ask::Out => Answer::of(names.letters(book.seat_ids().filter(|it| !position.is_living(*it)).collect())),
        Ask::Open => {
            let instances = book.barrier_instances.iter().zip(position.barriers());
            let mut open: Vec<String> = instances.filter(|it| it.1).map(|it| it.0.name.clone()).collect();
            open.sort();
            Answer::of(Said::List(open))
        }
        Ask::Points(seat) => {
            let halves = position.scores()[names.seat(seat, at)?.index()].0;
            Answer::of(Said::Points(f64::from(halves) / 2.0))
        }
        Ask::Status => {
            let word = position.ending().map_or("goes-on", |it| ending_event(book, it));
            Answer { sentence: Some(status_sentence(position)), ..Answer::of(Said::Word(word.to_owned())) }
        }
        Ask::Mover => Answer::of(names.letters(position.ending().map(|it| it.mover).into_iter().collect())),
        Ask::Victim => Answer::of(names.letters(position.ending().and_then(|it| it.victim).into_iter().collect())),
        Ask::Mater => Answer::of(names.letters(position.ending().and_then(|it| it.mater).into_iter().collect())),
        Ask::Winners => Answer::of(names.letters(winners(position, book))),
        Ask::Perft(depth) => Answer::of(Said::Number(names.count(position, depth, at)?)),
    })
}

/// What is wanted, in the order in which an answer has it, with the squares that it names.
pub(super) fn wanted(case: &Case, game: &Game, want: &Want) -> Result<(Said, Vec<Square>), CaseError> {
    let names = Names { case, variant: game.variant() };
    Ok(match want {
        Want::Word(word) => (Said::Word(word.clone()), Vec::new()),
        Want::Squares(texts) => {
            let squares = texts.iter().map(|it| names.square(&it.value, it.span)).collect::<Result<Vec<_>, _>>()?;
            (names.listed(squares.clone()), squares)
        }
        Want::Seats(texts) => {
            let seats = texts.iter().map(|it| names.seat(&it.value, it.span)).collect::<Result<_, _>>()?;
            (names.letters(seats), Vec::new())
        }
        Want::Barriers(texts) => (names.barriers(texts)?, Vec::new()),
        Want::Number(number) => (Said::Number(*number), Vec::new()),
        Want::Points(points) => (Said::Points(*points), Vec::new()),
    })
}

/// `legal`, the code of the reason, or that of a text that is no move.
fn verdict(names: &Names, game: &Game, text: &str, at: Span) -> Result<Answer, CaseError> {
    if let Ok(mv) = parse_exact(game.position(), text) {
        let told = explain(game.position(), mv);
        let word = if told.is_legal { "legal".to_owned() } else { told.code };
        let squares = [mv.from, mv.to].into_iter().chain(told.at).chain(told.by).collect();
        return Ok(Answer { said: Said::Word(word), sentence: Some(told.sentence), source: told.source, squares });
    }
    if let Some(whole) = completed(game.position(), text) {
        return Err(names.wrong(at, &incomplete(text, &whole)));
    }
    Ok(match game.clone().perform(text) {
        Ok(_) => Answer::of(Said::Word("legal".to_owned())),
        Err(error) => {
            Answer { sentence: Some(error.to_string()), ..Answer::of(Said::Word(code_of(&error).to_owned())) }
        }
    })
}

/// The players with the most points when the game is over.
fn winners(position: &Position, book: &Rulebook) -> Vec<SeatId> {
    let scores = position.scores();
    let most = scores.iter().map(|it| it.0).max().filter(|_| position.ending().is_some());
    book.seat_ids().filter(|it| Some(scores[it.index()].0) == most).collect()
}

/// What is wrong with a move of a case that leaves something out.
pub(super) fn incomplete(text: &str, whole: &str) -> String {
    format!("a case writes its moves in full: write `{whole}` for `{text}`")
}

/// The code of what could not be done.
pub(super) fn code_of(error: &GameError) -> &str {
    match error {
        GameError::Illegal { code, .. } => code,
        GameError::Text(error) => error.code,
        GameError::Claim { .. } => "bad-claim",
    }
}

/// Looks up the names of a case in a variant.
struct Names<'a> {
    case: &'a Case,
    variant: &'a Variant,
}

impl Names<'_> {
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
            let letters: Vec<&str> = book.seats.iter().map(|it| it.letter.as_str()).collect();
            self.wrong(at, &format!("no player is called `{name}`: there are {}", letters.join(", ")))
        })
    }

    fn barriers(&self, texts: &[Text]) -> Result<Said, CaseError> {
        let instances = &self.variant.rulebook().barrier_instances;
        for text in texts {
            if !instances.iter().any(|it| it.name == text.value) {
                let names: Vec<&str> = instances.iter().map(|it| it.name.as_str()).collect();
                let names = if names.is_empty() { "there is none".to_owned() } else { names.join(", ") };
                return Err(self.wrong(text.span, &format!("no barrier is called `{}`: {names}", text.value)));
            }
        }
        let mut names: Vec<String> = texts.iter().map(|it| it.value.clone()).collect();
        names.sort();
        Ok(Said::List(names))
    }

    /// Names of squares in the order of the board.
    fn listed(&self, mut squares: Vec<Square>) -> Said {
        squares.sort();
        squares.dedup();
        Said::List(squares.into_iter().map(|it| self.variant.board().name(it).to_owned()).collect())
    }

    fn letters(&self, mut seats: Vec<SeatId>) -> Said {
        seats.sort();
        seats.dedup();
        Said::List(seats.into_iter().map(|it| self.variant.rulebook().seats[it.index()].letter.clone()).collect())
    }

    /// Counts deeper and deeper, and goes on only while the next count will be affordable.
    fn count(&self, position: &Position, text: &str, at: Span) -> Result<u64, CaseError> {
        let depth: u32 = text.parse().map_err(|_| self.wrong(at, "a depth is a whole number"))?;
        let too_much = || {
            let message = format!(
                "perft {text} is too much for a case, which counts {MOST_LINES} lines at most: `threefold perft` counts it"
            );
            CaseError::new(&self.case.sources, Some(at), Obstacle::Count, &message)
        };
        if depth > DEEPEST {
            return Err(too_much());
        }
        let (mut before, mut lines, mut counted) = (1, position.perft(0), 0u64);
        for deeper in 1..=depth {
            // The next count is about as many times this one as this one is the last.
            let next = lines.saturating_mul(lines.div_ceil(before.max(1)));
            if counted.saturating_add(next) > MOST_LINES {
                return Err(too_much());
            }
            (before, lines) = (lines, position.perft(deeper));
            counted += lines;
        }
        Ok(lines)
    }
}
