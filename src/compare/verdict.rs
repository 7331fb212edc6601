//! The answers of both rulebooks where they differ, as questions with two answers.
//!
//! Input: a line that shows an aspect. Output: a [`Finding`] with the position, the moves, the questions with
//! different answers, and the game under each rulebook. A case can ask the same questions, so a finding can be saved
//! as a case. Does not know how lines are found.

use super::Compared;
use super::look::{
    Aspect, differing_checks, differing_claims, differing_pieces, differing_reasons, differing_scores, moves,
};
use super::pair::{NameMatch, Pair, move_text};
use super::search::{FoundDifference, Proof};
use super::start::{Origin, SearchStart};
use crate::board::Square;
use crate::case::{Answer, Ask, Case, Question, answer, set_up};
use crate::diagnostic::{Span, Spanned};
use crate::game::Game;
use crate::notation::picture::board_text_at;
use crate::rules::Move;
use crate::sorting::CompactSort;

/// Maximum number of moves that are listed for a position.
const MOVES: usize = 3;

/// A difference in play.
///
/// [`compare`](crate::compare) has an example.
#[derive(Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The aspect in which the rulebooks differ.
    pub aspect: Aspect,
    /// Origin of the position.
    pub origin: Origin,
    /// Text of the position; `None` for the starting position.
    pub position: Option<String>,
    /// The moves, in the form that cases use.
    pub line: Vec<String>,
    /// Knowledge about the length of the line.
    pub proof: Proof,
    /// The shortest line from the starting position, if it differs from `line`.
    pub from_setup: Option<PlayLine>,
    /// The questions with different answers.
    pub answers: Vec<AnswerPair>,
    /// The game under rulebook A.
    pub a: Game,
    /// The game under rulebook B.
    pub b: Game,
    /// The squares that the answers mention, on the board of A.
    pub squares: Vec<Square>,
    /// Whether a case can express the difference.
    pub is_case: bool,
}

/// A line from the starting position.
///
/// [`compare`](crate::compare) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PlayLine {
    /// The moves as texts.
    pub line: Vec<String>,
    /// Knowledge about the length of the line.
    pub proof: Proof,
}

/// A question with the answers of both rulebooks.
///
/// [`compare`](crate::compare) has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AnswerPair {
    /// The question, as in a case.
    pub ask: Ask,
    /// The answer of rulebook A.
    pub a: Answer,
    /// The answer of rulebook B.
    pub b: Answer,
}

/// Draws the board after a line, with marks on the squares that the answers mention. Adds the board under B if it looks different.
pub(super) fn boards(group: &[&Finding]) -> Vec<String> {
    let Some(first) = group.first() else { return Vec::new() };
    let squares = at_issue(group);
    let one = board_text_at(first.a.position(), first.a.last_move(), &squares);
    let is_other = group.iter().any(|it| it.aspect == Aspect::Pieces);
    let other = || format!("The board under B:\n{}", board_text_at(first.b.position(), first.b.last_move(), &[]));
    let other = is_other.then(other);
    std::iter::once(one).chain(other).collect()
}

/// Returns the squares that the answers of some findings mention.
pub(super) fn at_issue(group: &[&Finding]) -> Vec<Square> {
    let mut squares: Vec<Square> = group.iter().flat_map(|it| it.squares.iter().copied()).collect();
    squares.compact_sort_by(Ord::cmp);
    squares.dedup();
    squares
}

impl FoundDifference {
    /// Returns the moves as texts.
    pub(super) fn texts(&self, starts: &[SearchStart]) -> Vec<String> {
        let book = self.start(starts).pair.a.variant().rulebook();
        self.candidate.line.iter().map(|it| move_text(book, *it)).collect()
    }
}

/// Asks both rulebooks about the end of a line; `None` if the line cannot be replayed.
pub(super) fn finding(
    found: &FoundDifference,
    starts: &[SearchStart],
    sides: (&Compared, &Compared),
    names: &NameMatch,
    from_setup: Option<PlayLine>,
) -> Option<Finding> {
    let start = found.start(starts);
    let aspect = found.candidate.aspect;
    let mut a = Game::from_position(start.pair.a.clone());
    let mut b = Game::from_position(start.pair.b.clone());
    let mut pair = start.pair.clone();
    for mv in &found.candidate.line {
        pair = pair.play(names, *mv)?;
        a.play(*mv).ok()?;
        b.play(names.there(*mv)?).ok()?;
    }
    let line = found.texts(starts);
    let case = case(sides.0, start.text.clone(), line.clone());
    let mut answers = Vec::new();
    for ask in asks(aspect, &pair, names) {
        let question = Question { ask: ask.clone(), at: Span::default() };
        if let (Ok(one), Ok(other)) = (answer(&case, &a, &question), answer(&case, &b, &question))
            && one.value != other.value
        {
            answers.push(AnswerPair { ask, a: one, b: other });
        }
    }
    let is_played =
        |variant, game: &Game| set_up(&case, variant).is_ok_and(|it| it.position().setup() == game.position().setup());
    let is_case = !answers.is_empty() && is_played(&sides.0.variant, &a) && is_played(&sides.1.variant, &b);
    let mut squares = if aspect == Aspect::Pieces { differing_pieces(&pair, names) } else { Vec::new() };
    for it in &answers {
        squares.extend(it.a.squares.iter().copied().chain(names.squares_back(&it.b.squares)));
    }
    squares.compact_sort_by(Ord::cmp);
    squares.dedup();
    Some(Finding {
        aspect,
        origin: start.origin,
        position: start.text.clone(),
        line,
        proof: found.candidate.proof,
        from_setup,
        answers,
        a,
        b,
        squares,
        is_case,
    })
}

fn case(side: &Compared, position: Option<String>, line: Vec<String>) -> Case {
    let text = |it: String| Spanned::new(it, Span::default());
    Case {
        variants: vec![text(side.name.clone())],
        position: position.map(text),
        play: line.into_iter().map(text).collect(),
        ..Case::default()
    }
}

/// Returns the questions for an aspect.
fn asks(aspect: Aspect, pair: &Pair, names: &NameMatch) -> Vec<Ask> {
    let book = pair.a.variant().rulebook();
    let letter = |it: &crate::rulebook::SeatId| book.seats[it.index()].letter.clone();
    match aspect {
        Aspect::Legal => differing_moves(pair, names).into_iter().map(Ask::Verdict).collect(),
        Aspect::Reason => {
            let moves = differing_reasons(pair, names, MOVES);
            moves.iter().map(|it| Ask::Verdict(move_text(book, *it))).collect()
        }
        Aspect::Check => differing_checks(pair, names).iter().map(|it| Ask::Check(letter(it))).collect(),
        Aspect::Out => vec![Ask::Out],
        Aspect::Turn => vec![Ask::Turn],
        Aspect::Barriers => vec![Ask::Open],
        Aspect::Pieces => {
            // A move from a square shows whether a piece is there.
            let squares = differing_pieces(pair, names);
            let other = |at: Square| pair.a.variant().board().squares().find(|it| *it != at);
            let text = |at: &Square| Some(format!("{}-{}", book.board.name(*at), book.board.name(other(*at)?)));
            let verdicts = squares.iter().filter_map(text).take(MOVES).map(Ask::Verdict);
            verdicts.chain([Ask::Moves]).collect()
        }
        Aspect::End => vec![Ask::Status, Ask::Mover, Ask::Victim, Ask::MatingPlayer],
        Aspect::Claims => {
            let text = |(seat, name): (crate::rulebook::SeatId, String)| {
                let other = book.seat_ids().find(|it| *it != seat && pair.a.is_living(*it));
                let books = [book, pair.b.variant().rulebook()];
                let is_named = books.iter().any(|it| it.claims.iter().any(|it| it.name == name && it.names_winner()));
                let winner = other.filter(|_| is_named).map_or_else(String::new, |it| format!(" for {}", letter(&it)));
                Ask::Verdict(format!("{} claims {name}{winner}", letter(&seat)))
            };
            differing_claims(pair, names).into_iter().take(MOVES).map(text).collect()
        }
        Aspect::Score => differing_scores(pair, names).iter().map(|it| Ask::Points(letter(it))).collect(),
    }
}

/// Returns the first moves that are legal under one rulebook only, as texts.
fn differing_moves(pair: &Pair, names: &NameMatch) -> Vec<String> {
    let (one, other) = moves(pair, names);
    let (book, book_there) = (pair.a.variant().rulebook(), pair.b.variant().rulebook());
    let only_a = one.iter().filter(|it| other.binary_search(it).is_err()).map(|it| move_text(book, *it));
    let is_alone = |it: &Move| names.back(*it).is_none_or(|back| one.binary_search(&back).is_err());
    let there = pair.b.legal_moves();
    let only_b = there.iter().filter(|it| is_alone(it)).map(|it| move_text(book_there, *it));
    let mut texts: Vec<String> = only_a.take(MOVES).chain(only_b.take(MOVES)).collect();
    texts.dedup();
    texts
}
