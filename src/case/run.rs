//! Runs a case: sets it up, plays it, and puts what is observed beside what is expected.
//!
//! In: a [`Case`] and the variants that it names. Out: a [`CaseReport`] for each, or what stood
//! in the way there; under the other variants the case is run all the same.

use super::answer::{Answer, Said, answer, code_of, incomplete, wanted};
use super::ask::{Ask, Question, Want};
use super::look;
use super::{Case, CaseError, Expect, Obstacle, Text};
use crate::board::Square;
use crate::codes;
use crate::diagnostic::Span;
use crate::game::Game;
use crate::notation::moves::completed;
use crate::notation::picture::board_text_at;
use crate::notation::position as texts;
use crate::rules::Variant;

/// One expectation and what was observed.
#[derive(Clone, Debug)]
pub struct Check {
    /// What was asked.
    pub ask: Ask,
    /// Where the case expects it.
    pub at: Span,
    /// As the case says it.
    pub expected: Said,
    /// As it is.
    pub observed: Answer,
    /// The squares at issue.
    pub squares: Vec<Square>,
}

impl Check {
    /// Whether the expectation is met.
    pub fn holds(&self) -> bool {
        self.expected == self.observed.said
    }
}

/// What came of a case under one variant.
#[derive(Clone, Debug)]
pub struct CaseReport {
    /// The variant, as the case names it.
    pub variant: String,
    /// The game that was asked.
    pub game: Game,
    /// Every expectation.
    pub checks: Vec<Check>,
    /// What a person would see.
    pub shown: String,
}

impl CaseReport {
    /// Whether something is expected, and every expectation is met.
    pub fn holds(&self) -> bool {
        !self.checks.is_empty() && self.checks.iter().all(Check::holds)
    }

    /// The board as text, with a sign at the squares where expectation and observation part.
    pub fn board(&self) -> String {
        let parting = self.checks.iter().filter(|it| !it.holds());
        let at: Vec<Square> = parting.flat_map(|it| it.squares.iter().copied()).collect();
        board_text_at(self.game.position(), self.game.last_move(), &at)
    }
}

/// Runs a case under every variant that it names; `load` finds a variant by its name. What cannot
/// be loaded, read or played is told with its place. An expectation that is not met is no error:
/// the report says so.
pub fn run(
    case: &Case,
    load: &mut dyn FnMut(&str) -> Result<Variant, String>,
) -> Vec<(Text, Result<CaseReport, CaseError>)> {
    let run = |(name, expect): (&Text, Expect)| {
        let wrong = |it: String| CaseError::new(&case.sources, Some(name.span), Obstacle::Variant, &it);
        let report = load(&name.value).map_err(wrong).and_then(|it| run_under(case, &name.value, &it, &expect));
        (name.clone(), report)
    };
    case.hearings().into_iter().map(run).collect()
}

/// Runs a case under one variant.
///
/// # Errors
/// What cannot be read or played, with its place.
pub fn run_under(case: &Case, name: &str, variant: &Variant, expect: &Expect) -> Result<CaseReport, CaseError> {
    let game = set_up(case, variant)?;
    let mut checks = Vec::new();
    for (question, want) in expect.questions() {
        let Question { ask, at } = &question;
        let observed = answer(case, &game, &question)?;
        if let (Ask::Verdict(_), Want::Word(code)) = (ask, &want)
            && let Some(help) = no_such_code(code)
        {
            let message = format!("no move is refused by the code `{code}`: {help}");
            return Err(CaseError::new(&case.sources, Some(*at), Obstacle::Name, &message));
        }
        let (expected, named) = wanted(case, &game, &want)?;
        let mut squares = observed.squares.clone();
        if let (Said::List(meant), Said::List(found)) = (&expected, &observed.said) {
            // What only one of the two lists is at issue.
            let board = variant.board();
            squares.extend(named.into_iter().filter(|it| !found.iter().any(|name| name == board.name(*it))));
            squares.extend(found.iter().filter(|it| !meant.contains(it)).filter_map(|it| board.square(it)));
        }
        let mut once = Vec::new();
        for it in squares {
            if !once.contains(&it) {
                once.push(it);
            }
        }
        checks.push(Check { ask: ask.clone(), at: *at, expected, observed, squares: once });
    }
    let shown = look::shown(case, &game)?;
    Ok(CaseReport { variant: name.to_owned(), game, checks, shown })
}

/// The game that a case speaks of: set up, settled, its moves played.
///
/// # Errors
/// Where the position cannot be set up under this variant, or a move cannot be played.
pub fn set_up(case: &Case, variant: &Variant) -> Result<Game, CaseError> {
    let wrong = |span, obstacle, message: &str| CaseError::new(&case.sources, span, obstacle, message);
    let position = match &case.position {
        None => variant.start().ok_or_else(|| {
            let message = "the variant has no array: the case must give a `position`";
            wrong(None, Obstacle::Position, message)
        })?,
        Some(text) => texts::parse_position(variant, &text.value).map_err(|errors| {
            let told = texts::render(&text.value, &errors);
            wrong(Some(text.span), Obstacle::Position, &format!("the position cannot be set up\n{}", told.trim_end()))
        })?,
    };
    let mut game = Game::from_position(position);
    for text in &case.play {
        if let Some(whole) = completed(game.position(), &text.value) {
            return Err(wrong(Some(text.span), Obstacle::Play, &incomplete(&text.value, &whole)));
        }
        if let Err(error) = game.perform(&text.value) {
            let message = format!("`{}` cannot be played ({}): {error}", text.value, code_of(&error));
            return Err(wrong(Some(text.span), Obstacle::Play, &message));
        }
    }
    Ok(game)
}

/// What to do where a code is none that a move can be refused by; bars give codes of their own.
fn no_such_code(code: &str) -> Option<String> {
    if code == "legal" || code.starts_with("bar.") {
        return None;
    }
    let list = "`threefold explain-code` lists all";
    match codes::explanation(code) {
        Ok(_) => None,
        Err(Some(near)) => Some(format!("did you mean `{near}`? {list}")),
        Err(None) => Some(list.to_owned()),
    }
}
