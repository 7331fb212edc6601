//! The matrix of cases and readings: the answer of each reading to each question of a case.
//!
//! Input: cases, and the variants that answer them. Output: a [`Matrix`]. It has a table for each game, with a
//! column for each reading and a row for each question: the answers, their reasons, and whether the readings
//! differ. The expected answers of a case are ignored; only its questions count. Printed as text, Markdown or
//! HTML. Makes no decisions.

mod document;
mod text;

pub use document::document;
pub use text::text;

use crate::case::{Answer, Ask, Case, CaseError, Obstacle, Question, answer, set_up};
use crate::diagnostic::{Span, counted};
use crate::game::Game;
use crate::notation::joined;
use crate::parallel::parallel_map;
use crate::rules::Variant;

/// One table of answers for each game.
#[derive(Debug, Default)]
pub struct Matrix {
    /// The tables in the order in which the cases name the games.
    pub tables: Vec<GameMatrix>,
}

/// The answers of all readings of one game.
#[derive(Debug)]
pub struct GameMatrix {
    /// The readings in order.
    pub columns: Vec<Column>,
    /// The cases with their answers.
    pub groups: Vec<Group>,
    /// Number of cases, and of their questions, before any were removed.
    pub asked: (usize, usize),
}

/// One reading of a game.
#[derive(Clone, Debug)]
pub struct Column {
    /// The requested name: a slug or a path.
    pub name: String,
    /// The variant that answers.
    pub variant: Variant,
    /// Column of the reading that this one extends, if any.
    pub parent: Option<usize>,
}

/// A case with its answers.
#[derive(Debug)]
pub struct Group {
    /// The case with its questions.
    pub case: Case,
    /// One row for each question.
    pub rows: Vec<Row>,
    /// The first column in which the position is valid, with the game in that reading.
    pub shown: Option<(usize, Game)>,
}

/// One question with the answers of all readings.
#[derive(Debug)]
pub struct Row {
    /// The question of the case.
    pub ask: Ask,
    /// The question in words, with the names of the first reading.
    pub label: String,
    /// Place of the question in the case.
    pub at: Span,
    /// One cell for each column.
    pub cells: Vec<MatrixCell>,
}

/// The answer of one reading to one question.
#[derive(Clone, Debug)]
pub enum MatrixCell {
    /// The reading answers the question.
    Came(Answer),
    /// The position, or a name in the question, does not exist in the reading.
    NotHere(String),
    /// The reading refuses a move that leads to the question.
    NotReached(String),
}

impl MatrixCell {
    /// Returns the text of the cell.
    pub fn text(&self) -> String {
        match self {
            MatrixCell::Came(answer) => answer.value.text(),
            MatrixCell::NotHere(_) => "not applicable".to_owned(),
            MatrixCell::NotReached(_) => "not reached".to_owned(),
        }
    }

    /// Returns the reason for the answer, if there is one.
    pub fn reason(&self) -> Option<&str> {
        match self {
            MatrixCell::Came(answer) => answer.sentence.as_deref(),
            MatrixCell::NotHere(why) | MatrixCell::NotReached(why) => Some(why),
        }
    }

    /// Reports whether two readings give different answers. A question that does not apply makes no difference.
    pub fn differs_from(&self, other: &MatrixCell) -> bool {
        match (self, other) {
            (MatrixCell::NotHere(_), _) | (_, MatrixCell::NotHere(_)) => false,
            _ => self.text() != other.text(),
        }
    }
}

impl Row {
    /// Reports whether any two readings differ.
    pub fn differs(&self) -> bool {
        let first = self.cells.iter().find(|it| !matches!(it, MatrixCell::NotHere(_)));
        first.is_some_and(|first| self.cells.iter().any(|it| it.differs_from(first)))
    }

    /// Reports whether the question applies to some readings only.
    fn applies_to_some(&self) -> bool {
        let is_unasked = |it: &MatrixCell| matches!(it, MatrixCell::NotHere(_));
        self.cells.iter().any(is_unasked) && !self.cells.iter().all(is_unasked)
    }

    /// Returns the distinct answers in the order of the columns, each with its columns.
    pub fn answers(&self) -> Vec<(String, Vec<usize>)> {
        let mut answers: Vec<(String, Vec<usize>)> = Vec::new();
        for (column, cell) in self.cells.iter().enumerate() {
            let text = cell.text();
            match answers.iter_mut().find(|it| it.0 == text) {
                Some((_, columns)) => columns.push(column),
                None => answers.push((text, vec![column])),
            }
        }
        answers
    }

    /// Returns the distinct reasons of some columns, each with its columns.
    pub fn reasons(&self, columns: &[usize]) -> Vec<(&str, Vec<usize>)> {
        let mut reasons: Vec<(&str, Vec<usize>)> = Vec::new();
        for column in columns {
            let Some(reason) = self.cells[*column].reason() else { continue };
            match reasons.iter_mut().find(|it| it.0 == reason) {
                Some((_, columns)) => columns.push(*column),
                None => reasons.push((reason, vec![*column])),
            }
        }
        reasons
    }
}

impl Group {
    /// Reports whether the readings differ on any question.
    pub fn differs(&self) -> bool {
        self.rows.iter().any(Row::differs)
    }
}

/// Why a matrix cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatrixError {
    /// The interpreter panicked, which is a bug in this crate and not in the case.
    #[error("`{file}` failed because of a bug in threefold: {message}")]
    Bug {
        /// Name of the file of the case.
        file: String,
        /// Message of the panic.
        message: String,
    },
}

impl GameMatrix {
    /// Asks all readings the questions of all cases, `jobs` cases at a time. Calls `done` after each case.
    ///
    /// # Errors
    /// Fails with the name of a case that panics, which is a bug in the interpreter.
    pub fn new(
        columns: Vec<Column>,
        cases: Vec<Case>,
        jobs: usize,
        done: &(dyn Fn() + Sync),
    ) -> Result<Self, MatrixError> {
        let rows = parallel_map(&cases, jobs, |case| {
            let rows = put(case, &columns);
            done();
            rows
        });
        let mut groups = Vec::new();
        for (case, rows) in cases.into_iter().zip(rows) {
            let file = case.sources.files.first().map_or("", |it| it.name.as_str());
            let (rows, shown) = rows.map_err(|message| MatrixError::Bug { file: file.to_owned(), message })?;
            groups.push(Group { case, rows, shown });
        }
        let asked = (groups.len(), groups.iter().map(|it| it.rows.len()).sum());
        Ok(Self { columns, groups, asked })
    }

    /// Removes every question on which the readings agree, and all cases without another question.
    pub fn keep_differing(&mut self) {
        // A question that applies to some readings only may be the very one on which they differ.
        self.groups.iter_mut().for_each(|it| it.rows.retain(|row| row.differs() || row.applies_to_some()));
        self.groups.retain(|it| !it.rows.is_empty());
    }

    /// Returns the number of all questions, removed ones included, and the number on which the readings differ.
    pub fn count(&self) -> (usize, usize) {
        let rows = self.groups.iter().flat_map(|it| &it.rows);
        (self.asked.1, rows.filter(|it| it.differs()).count())
    }

    /// Summarizes the table in a few sentences.
    pub fn sentence(&self) -> String {
        let (rows, differ) = self.count();
        let (readings, cases) = (self.columns.len(), self.asked.0);
        let difference = match (differ, rows) {
            _ if readings == 1 => String::new(),
            (0, _) if self.unanswered().is_empty() => " They agree on every question.".to_owned(),
            (0, _) => " Those that answer agree on every question.".to_owned(),
            _ if differ == rows => " They differ on every question.".to_owned(),
            _ => format!(" They differ on {}.", counted(differ, "question")),
        };
        // Readings with the same number of questions and the same reason share a sentence.
        let mut groups: Vec<(Vec<&str>, usize, &str)> = Vec::new();
        for (column, count, why) in self.unanswered() {
            let name = self.columns[column].name.as_str();
            match groups.iter_mut().find(|it| (it.1, it.2) == (count, why)) {
                Some((names, ..)) => names.push(name),
                None => groups.push((vec![name], count, why)),
            }
        }
        let unanswered = groups.into_iter().map(|(names, count, why)| {
            let (names, questions) = (joined(&names, "and"), counted(count, "question"));
            let end = if why.ends_with(['.', '?']) { "" } else { "." };
            format!(" {names} cannot answer {questions}: {why}{end}")
        });
        let extent = format!(
            "Compared {} on {} in {}.",
            counted(readings, "reading"),
            counted(rows, "question"),
            counted(cases, "case")
        );
        extent + &difference + &unanswered.collect::<String>()
    }

    /// Returns the columns that cannot answer some questions: how many, and the reason for the first one.
    pub fn unanswered(&self) -> Vec<(usize, usize, &str)> {
        let obstacle = |row: &'_ Row, column: usize| matches!(row.cells[column], MatrixCell::NotHere(_));
        let rows = || self.groups.iter().flat_map(|it| &it.rows);
        let of = |column: usize| {
            let first = rows().find(|it| obstacle(it, column))?;
            let count = rows().filter(|it| obstacle(it, column)).count();
            Some((column, count, first.cells[column].reason().unwrap_or_default()))
        };
        (0..self.columns.len()).filter_map(of).collect()
    }
}

/// Prints column numbers, counted from one, with ranges: `1-4 6 7`.
pub(crate) fn numbers(columns: &[usize]) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for it in columns {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *it => *last = *it,
            _ => runs.push((*it, *it)),
        }
    }
    let run = |(first, last): &(usize, usize)| match last - first {
        0 => format!("{}", first + 1),
        1 => format!("{} {}", first + 1, last + 1),
        _ => format!("{}-{}", first + 1, last + 1),
    };
    runs.iter().map(run).collect::<Vec<_>>().join(" ")
}

/// Asks every reading all questions of a case.
fn put(case: &Case, columns: &[Column]) -> (Vec<Row>, Option<(usize, Game)>) {
    let games: Vec<Result<Game, CaseError>> = columns.iter().map(|it| set_up(case, &it.variant)).collect();
    let cell = |question: &Question, game: &Result<Game, CaseError>, too_much: &mut Option<(Ask, CaseError)>| {
        let answered = match game {
            Ok(game) => answer(case, game, question),
            Err(error) => Err(error.clone()),
        };
        match answered {
            Ok(answer) => MatrixCell::Came(answer),
            Err(error) if error.obstacle == Obstacle::Play => MatrixCell::NotReached(in_a_line(&error.message)),
            Err(error) if error.obstacle == Obstacle::Count => {
                *too_much = Some((question.ask.clone(), error.clone()));
                MatrixCell::NotHere(in_a_line(&error.message))
            }
            Err(error) => MatrixCell::NotHere(in_a_line(&error.message)),
        }
    };
    // A count that is too large for one reading is skipped for the others.
    let mut too_much: Option<(Ask, CaseError)> = None;
    let mut cell = |question: &Question, game: &Result<Game, CaseError>| match (&too_much, game) {
        (Some((ask, error)), Ok(_)) if *ask == question.ask => MatrixCell::NotHere(in_a_line(&error.message)),
        _ => cell(question, game, &mut too_much),
    };
    let rows = case.questions().into_iter().map(|question| {
        let cells = games.iter().map(|it| cell(&question, it)).collect();
        let label = columns.first().map_or_else(String::new, |it| question.ask.label(it.variant.rulebook()));
        Row { ask: question.ask, label, at: question.at, cells }
    });
    let rows = rows.collect();
    let shown = games.into_iter().enumerate().find_map(|(at, game)| Some((at, game.ok()?)));
    (rows, shown)
}

/// Shortens a message to one line: for an invalid position, with the first reason.
fn in_a_line(message: &str) -> String {
    let mut lines = message.lines();
    let first = lines.next().unwrap_or_default();
    match lines.find_map(|it| it.strip_prefix("error[position]: ")) {
        Some(why) => format!("{first}: {why}"),
        None => first.to_owned(),
    }
}
