//! Running a case: setting it up, playing its moves, and comparing answers with expectations.
//!
//! Input: a [`Case`] and the variants that it names. Output: a [`CaseReport`] or a [`CaseError`] for
//! each variant. An error under one variant does not stop the others.

use std::path::Path;

use super::answer::{Answer, AnswerValue, answer, code_of, incomplete_move_message, wanted_value};
use super::ask::{Ask, Question, Want};
use super::look;
use super::{Case, CaseError, Expect, Obstacle, Text};
use crate::board::Square;
use crate::codes;
use crate::diagnostic::{Span, nearest};
use crate::game::Game;
use crate::notation::moves::completed;
use crate::notation::picture::board_text_at;
use crate::notation::position as texts;
use crate::rulebook::Rulebook;
use crate::rules::Variant;

/// An expectation with the observed answer.
///
/// [`case`](crate::case) has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CheckedExpectation {
    /// The question asked.
    pub ask: Ask,
    /// Span of the expectation in the case file.
    pub at: Span,
    /// The expected value.
    pub expected: AnswerValue,
    /// The observed answer.
    pub observed: Answer,
    /// Squares to mark on the board.
    pub squares: Vec<Square>,
}

impl CheckedExpectation {
    /// Reports whether the expectation is met.
    pub fn holds(&self) -> bool {
        self.expected == self.observed.value
    }
}

/// The results of a case under one variant.
///
/// [`case`](crate::case) has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CaseReport {
    /// Name of the variant in the case.
    pub variant: String,
    /// The game after the moves of the case.
    pub game: Game,
    /// All expectations, in the order of the questions.
    pub checks: Vec<CheckedExpectation>,
    /// The requested output as text.
    pub shown: String,
}

impl CaseReport {
    /// Reports whether there is at least one expectation and all of them are met.
    pub fn holds(&self) -> bool {
        !self.checks.is_empty() && self.checks.iter().all(CheckedExpectation::holds)
    }

    /// Returns the board as text, with the squares of failed expectations marked.
    pub fn board(&self) -> String {
        let parting = self.checks.iter().filter(|it| !it.holds());
        let at: Vec<Square> = parting.flat_map(|it| it.squares.iter().copied()).collect();
        board_text_at(self.game.position(), self.game.last_move(), &at)
    }
}

/// Runs a case under every variant that it names. `load` loads a variant by name.
///
/// An error in loading, reading or playing is an error with its location. A failed expectation is
/// not an error: the report contains it.
///
/// ```
/// use threefold::case::{parse, run};
///
/// let text = r#"
/// about = "White has twenty first moves."
/// variants = ["chess"]
/// expect.moves = 20
/// "#;
/// let case = parse("moves.toml", text)?;
/// let reports = run(&case, &mut |name| threefold::load(name).map(|it| it.variant));
/// assert!(reports.iter().all(|(_, report)| report.as_ref().is_ok_and(|it| it.holds())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run<E: std::fmt::Display>(
    case: &Case,
    load: &mut dyn FnMut(&str) -> Result<Variant, E>,
) -> Vec<(Text, Result<CaseReport, CaseError>)> {
    let run = |(name, expect): (&Text, Expect)| {
        let wrong = |it: E| CaseError::new(&case.sources, Some(name.span), Obstacle::Variant, &it.to_string());
        let report = load(&name.value).map_err(wrong).and_then(|it| run_under(case, &name.value, &it, &expect));
        (name.clone(), report)
    };
    case.expectations_by_variant().into_iter().map(run).collect()
}

/// The verdict on a legal move, in place of the code of a refusal.
const LEGAL: &str = "legal";

/// Runs a case under one variant.
///
/// [`case`](crate::case) has an example.
///
/// # Errors
/// Returns the first error in reading or playing, with its location. [`CaseError::each`] has the errors of all
/// expectations.
pub fn run_under(case: &Case, name: &str, variant: &Variant, expect: &Expect) -> Result<CaseReport, CaseError> {
    let game = set_up(case, variant)?;
    let (mut checks, mut errors) = (Vec::new(), Vec::new());
    for (text, reason) in expect.illegal.iter().flatten().filter(|it| it.1.value == LEGAL) {
        let message =
            format!("`legal` is no reason why `{}` is illegal: name the move under `legal` instead", text.value);
        errors.push(CaseError::new(&case.sources, Some(reason.span), Obstacle::Name, &message));
    }
    for (question, want) in expect.questions() {
        match checked(case, &game, expect, &question, &want) {
            Ok(check) => checks.push(check),
            Err(error) => errors.push(error),
        }
    }
    let shown = look::shown(case, &game, &mut errors);
    if let Some(error) = CaseError::joined(errors) {
        return Err(error);
    }
    Ok(CaseReport { variant: name.to_owned(), game, checks, shown })
}

/// Compares the answer to a question with the expectation.
fn checked(
    case: &Case,
    game: &Game,
    expect: &Expect,
    question: &Question,
    want: &Want,
) -> Result<CheckedExpectation, CaseError> {
    let Question { ask, at } = question;
    let observed = answer(case, game, question)?;
    if let (Ask::Verdict(_), Want::Word(code)) = (ask, want)
        && let Some(help) = no_such_code(game.variant().rulebook(), code)
    {
        let message = format!("no refusal has the code `{code}`: {help}");
        let reason = expect.illegal.iter().flatten().find(|it| it.1.value == *code).map_or(*at, |it| it.1.span);
        return Err(CaseError::new(&case.sources, Some(reason), Obstacle::Name, &message));
    }
    if let (Ask::Verdict(text), Want::Word(code), AnswerValue::Word(found)) = (ask, want, &observed.value)
        && code == LEGAL
        && ["no-such-square", "bad-move-text"].contains(&found.as_str())
    {
        let why = observed.sentence.as_deref().unwrap_or(found);
        let message = format!("`{text}` is neither a move nor a claim: {why}");
        return Err(CaseError::new(&case.sources, Some(*at), Obstacle::Name, &message));
    }
    if let (Ask::Targets(square), Want::Squares(wanted)) = (ask, want)
        && wanted.is_empty()
        && observed.squares.iter().all(|it| game.position().piece_at(*it).is_none())
    {
        // A mistyped square would hold, too.
        let message =
            format!("there is no piece on `{square}`: to expect that, write `pieces = {{ {square} = \"-\" }}`");
        return Err(CaseError::new(&case.sources, Some(*at), Obstacle::Name, &message));
    }
    let (expected, named) = wanted_value(case, game, want)?;
    let mut squares = observed.squares.clone();
    if let (AnswerValue::List(wanted), AnswerValue::List(found)) = (&expected, &observed.value) {
        // Mark the squares that are in only one of the lists.
        let board = game.variant().board();
        squares.extend(named.into_iter().filter(|it| !found.iter().any(|name| name == board.name(*it))));
        squares.extend(found.iter().filter(|it| !wanted.contains(it)).filter_map(|it| board.square(it)));
    }
    let mut once = Vec::new();
    for it in squares {
        if !once.contains(&it) {
            once.push(it);
        }
    }
    Ok(CheckedExpectation { ask: ask.clone(), at: *at, expected, observed, squares: once })
}

/// Returns the game of a case: position settled and moves played.
///
/// # Errors
/// Returns an error if the position is invalid under this variant, or a move cannot be played.
pub fn set_up(case: &Case, variant: &Variant) -> Result<Game, CaseError> {
    let wrong = |span, obstacle, message: &str| CaseError::new(&case.sources, span, obstacle, message);
    let position = match &case.position {
        None => variant.start().ok_or_else(|| {
            let message = "the variant has no starting position: the case must give a `position`";
            let named = case.variants.iter().chain(case.differs.iter().map(|it| &it.0));
            let is_named = |it: &&Text| Path::new(it.value.trim_end_matches(".toml")).ends_with(variant.slug());
            let at = named.clone().find(is_named).or_else(|| named.clone().next());
            wrong(at.map(|it| it.span), Obstacle::Position, message)
        })?,
        Some(text) => texts::parse_position(variant, &text.value).map_err(|errors| {
            let rendered = texts::render(&text.value, &errors);
            let message = format!("the position cannot be set up\n{}", rendered.trim_end());
            wrong(Some(text.span), Obstacle::Position, &message).caused_by(errors.into())
        })?,
    };
    let mut game = Game::from_position(position);
    for text in &case.play {
        if let Some(whole) = completed(game.position(), &text.value) {
            return Err(wrong(Some(text.span), Obstacle::Play, &incomplete_move_message(&text.value, &whole)));
        }
        if let Err(error) = game.perform(&text.value) {
            let message = format!("`{}` cannot be played ({}): {error}", text.value, code_of(&error));
            return Err(wrong(Some(text.span), Obstacle::Play, &message).caused_by(error.into()));
        }
    }
    Ok(game)
}

/// Returns advice if no refusal has this code. The codes of bans depend on the rulebook.
fn no_such_code(book: &Rulebook, code: &str) -> Option<String> {
    if code == LEGAL {
        return None;
    }
    if let Some(ban) = code.strip_prefix("ban.") {
        let names: Vec<&str> = book.bans.iter().map(|it| it.name.as_str()).collect();
        return match nearest(ban, names.iter().copied()) {
            _ if names.contains(&ban) => None,
            Some(near) => Some(format!("did you mean `ban.{near}`?")),
            None if names.is_empty() => Some("this rulebook has no bans".to_owned()),
            None => Some(format!("the bans of this rulebook are `ban.{}`", names.join("`, `ban."))),
        };
    }
    let list = "`threefold explain-code` lists all";
    match codes::not_a_refusal(code)? {
        Some(near) => Some(format!("did you mean `{near}`? {list}")),
        None => Some(list.to_owned()),
    }
}
