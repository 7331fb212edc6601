//! Runs a case: sets it up, plays it, and puts what is observed beside what is expected.

use super::look;
use super::{Case, CaseError, CaseReport, Check, Expect, Text};
use crate::board::Square;
use crate::game::{Game, GameError};
use crate::notation::sentence::code;
use crate::notation::{parse_move, position as texts};
use crate::rules::{EndingCause, Position, Variant};
use crate::variant::SeatId;

/// Runs a case under every variant that it names; `load` finds a variant by its name.
///
/// # Errors
/// What cannot be loaded, read or played, with its place. An expectation that is not met
/// is no error: the report says so.
pub fn run(case: &Case, load: &mut dyn FnMut(&str) -> Result<Variant, String>) -> Result<Vec<CaseReport>, CaseError> {
    let mut reports = Vec::new();
    let plain = case.variants.iter().map(|it| (it, case.expect.clone()));
    let others = case.differs.iter().map(|(name, differs)| (name, case.expect.replaced_by(differs)));
    for (name, expect) in plain.chain(others) {
        let variant = load(&name.value).map_err(|it| CaseError::new(&case.sources, Some(name.span), &it))?;
        let run = Run { case, variant };
        let game = run.play()?;
        let checks = run.checks(&game, &expect)?;
        let shown = look::shown(case, &game)?;
        reports.push(CaseReport { variant: name.value.clone(), checks, shown });
    }
    Ok(reports)
}

struct Run<'a> {
    case: &'a Case,
    variant: Variant,
}

impl Run<'_> {
    fn wrong(&self, at: &Text, message: &str) -> CaseError {
        CaseError::new(&self.case.sources, Some(at.span), message)
    }

    /// The game that the case speaks of: set up, settled, its moves played.
    fn play(&self) -> Result<Game, CaseError> {
        let position = match &self.case.position {
            None => self.variant.start().ok_or_else(|| {
                CaseError::new(&self.case.sources, None, "the variant has no array: the case must give a `position`")
            })?,
            Some(text) => texts::parse_position(&self.variant, &text.value)
                .map_err(|errors| self.wrong(text, &format!("\n{}", texts::render(&text.value, &errors))))?,
        };
        let mut game = Game::from_position(position);
        for text in &self.case.play {
            if let Err(error) = game.perform(&text.value) {
                let code = code_of(&error);
                return Err(self.wrong(text, &format!("`{}` cannot be played ({code}): {error}", text.value)));
            }
        }
        Ok(game)
    }

    fn seat(&self, text: &Text) -> Result<SeatId, CaseError> {
        let found = self.variant.rulebook().seat(&text.value);
        found.ok_or_else(|| self.wrong(text, &format!("no player is called `{}`", text.value)))
    }

    fn square(&self, text: &Text) -> Result<Square, CaseError> {
        let found = self.variant.board().square(&text.value);
        found.ok_or_else(|| self.wrong(text, &format!("no square is called `{}`", text.value)))
    }

    fn squares(&self, names: &[Text]) -> Result<Vec<Square>, CaseError> {
        names.iter().map(|it| self.square(it)).collect()
    }

    /// Names of squares in the order of the board.
    fn listed(&self, mut squares: Vec<Square>) -> String {
        squares.sort();
        squares.dedup();
        words(squares.into_iter().map(|it| self.variant.board().name(it).to_owned()).collect())
    }

    fn letters(&self, mut seats: Vec<SeatId>) -> String {
        seats.sort();
        words(seats.into_iter().map(|it| self.variant.rulebook().seats[it.index()].letter.clone()).collect())
    }

    fn checks(&self, game: &Game, expect: &Expect) -> Result<Vec<Check>, CaseError> {
        let position = game.position();
        let mut checks = Vec::new();
        let mut push = |what: String, expected: String, observed: String| {
            checks.push(Check { what, expected, observed });
        };
        for text in expect.legal.iter().flatten() {
            push(format!("{} is", text.value), "legal".to_owned(), self.verdict(game, text));
        }
        for (text, reason) in expect.illegal.iter().flatten() {
            push(format!("{} is", text.value), reason.value.clone(), self.verdict(game, text));
        }
        for (from, to) in expect.targets.iter().flatten() {
            let square = self.square(from)?;
            let moves = position.legal_moves();
            let found = moves.iter().filter(|it| it.from == square).map(|it| it.to).collect();
            let meant = self.squares(to)?;
            push(format!("targets of {}", from.value), self.listed(meant), self.listed(found));
        }
        if let Some(number) = expect.moves {
            push("legal moves".to_owned(), number.to_string(), position.legal_moves().len().to_string());
        }
        if let Some(text) = &expect.turn {
            let meant = self.seat(text)?;
            push("turn".to_owned(), self.letters(vec![meant]), self.letters(vec![position.turn()]));
        }
        for (seat, by) in expect.check.iter().flatten() {
            let meant = self.squares(by)?;
            let found = position.checkers(self.seat(seat)?);
            push(format!("check to {}", seat.value), self.listed(meant), self.listed(found));
        }
        if let Some(seats) = &expect.out {
            let meant = seats.iter().map(|it| self.seat(it)).collect::<Result<_, _>>()?;
            let book = self.variant.rulebook();
            let found = book.seat_ids().filter(|it| !position.is_living(*it)).collect();
            push("out".to_owned(), self.letters(meant), self.letters(found));
        }
        if let Some(names) = &expect.open {
            let (meant, found) = self.open(position, names)?;
            push("open".to_owned(), meant, found);
        }
        for (seat, points) in expect.scores.iter().flatten() {
            let found = position.scores()[self.seat(seat)?.index()];
            push(format!("points of {}", seat.value), points.to_string(), (f64::from(found.0) / 2.0).to_string());
        }
        if let Some(status) = &expect.status {
            push("status".to_owned(), status.value.clone(), self.status(position));
        }
        for (depth, count) in expect.perft.iter().flatten() {
            let number = depth.value.parse().map_err(|_| self.wrong(depth, "a depth is a whole number"))?;
            push(format!("perft {number}"), count.to_string(), position.perft(number).to_string());
        }
        Ok(checks)
    }

    /// `legal`, the code of the reason, or that of a text that is no move.
    fn verdict(&self, game: &Game, text: &Text) -> String {
        if let Ok(mv) = parse_move(game.position(), &text.value) {
            return match game.position().explain(mv) {
                Ok(()) => "legal".to_owned(),
                Err(refusal) => code(self.variant.rulebook(), &refusal),
            };
        }
        match game.clone().perform(&text.value) {
            Ok(_) => "legal".to_owned(),
            Err(error) => code_of(&error).to_owned(),
        }
    }

    fn open(&self, position: &Position, names: &[Text]) -> Result<(String, String), CaseError> {
        let instances = &self.variant.rulebook().barrier_instances;
        if let Some(text) = names.iter().find(|text| !instances.iter().any(|it| it.name == text.value)) {
            return Err(self.wrong(text, &format!("no barrier is called `{}`", text.value)));
        }
        let open = instances.iter().zip(position.barriers()).filter(|it| it.1).map(|it| it.0.name.clone());
        let mut meant: Vec<String> = names.iter().map(|it| it.value.clone()).collect();
        let mut found: Vec<String> = open.collect();
        meant.sort();
        found.sort();
        Ok((words(meant), words(found)))
    }

    fn status(&self, position: &Position) -> String {
        let book = self.variant.rulebook();
        match position.ending().map(|it| it.cause) {
            None => "goes-on".to_owned(),
            Some(EndingCause::Outcome(id)) => book.outcomes[usize::from(id.0)].name.clone(),
            Some(EndingCause::Claim(id)) => book.claims[usize::from(id.0)].name.clone(),
        }
    }
}

/// The code of what could not be done.
fn code_of(error: &GameError) -> &str {
    match error {
        GameError::Illegal { code, .. } => code,
        GameError::Text(error) => error.code,
        GameError::Claim { .. } => "bad-claim",
    }
}

/// A list in a report.
fn words(words: Vec<String>) -> String {
    if words.is_empty() { "none".to_owned() } else { words.join(" ") }
}
