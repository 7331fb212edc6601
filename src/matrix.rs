//! Cases by readings: what each reading of a game answers to each question of a case.
//!
//! In: cases, and the variants that they are put to. Out: a [`Matrix`]: for each game a
//! table with a column for each reading and a row for each question, with the verdicts,
//! their reasons, and whether the readings part. What a case expects is left out: only
//! its questions count. Printed as text, Markdown, and one page of HTML. Decides nothing.

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

/// Tables, one for each game.
#[derive(Debug, Default)]
pub struct Matrix {
    /// In the order in which the cases name the games.
    pub tables: Vec<GameMatrix>,
}

/// The cases of one game by its readings.
#[derive(Debug)]
pub struct GameMatrix {
    /// The readings.
    pub columns: Vec<Column>,
    /// The cases with their answers.
    pub groups: Vec<Group>,
}

/// A reading.
#[derive(Clone, Debug)]
pub struct Column {
    /// As it was asked for: a slug or a path.
    pub name: String,
    /// The variant.
    pub variant: Variant,
    /// The column of what it extends, where there is one.
    pub parent: Option<usize>,
}

/// A case with what came of it.
#[derive(Debug)]
pub struct Group {
    /// The case.
    pub case: Case,
    /// Its questions.
    pub rows: Vec<Row>,
    /// The first column in which the position stands, with the game there.
    pub shown: Option<(usize, Game)>,
}

/// A question with its answers.
#[derive(Debug)]
pub struct Row {
    /// What is asked.
    pub ask: Ask,
    /// Where the case asks it.
    pub at: Span,
    /// By column.
    pub cells: Vec<MatrixCell>,
}

/// What a reading answers.
#[derive(Clone, Debug)]
pub enum MatrixCell {
    /// An answer.
    Came(Answer),
    /// The position, or a name in the question, does not exist there.
    NotHere(String),
    /// A move before the question is refused there.
    NotReached(String),
}

impl MatrixCell {
    /// As a table has it.
    pub fn text(&self) -> String {
        match self {
            MatrixCell::Came(answer) => answer.said.text(),
            MatrixCell::NotHere(_) => "not here".to_owned(),
            MatrixCell::NotReached(_) => "not reached".to_owned(),
        }
    }

    /// Why, in words, where there are any.
    pub fn reason(&self) -> Option<&str> {
        match self {
            MatrixCell::Came(answer) => answer.sentence.as_deref(),
            MatrixCell::NotHere(why) | MatrixCell::NotReached(why) => Some(why),
        }
    }

    /// Whether two readings part here. Where a question cannot even be put, nobody answers otherwise.
    pub fn parts_from(&self, other: &MatrixCell) -> bool {
        match (self, other) {
            (MatrixCell::NotHere(_), _) | (_, MatrixCell::NotHere(_)) => false,
            _ => self.text() != other.text(),
        }
    }
}

impl Row {
    /// Whether any two readings part.
    pub fn differs(&self) -> bool {
        let first = self.cells.iter().find(|it| !matches!(it, MatrixCell::NotHere(_)));
        first.is_some_and(|first| self.cells.iter().any(|it| it.parts_from(first)))
    }

    /// Whether some readings answer and others cannot even be asked.
    fn is_asked_of_some(&self) -> bool {
        let is_unasked = |it: &MatrixCell| matches!(it, MatrixCell::NotHere(_));
        self.cells.iter().any(is_unasked) && !self.cells.iter().all(is_unasked)
    }

    /// The different answers in the order of the columns, each with its columns.
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

    /// The different reasons of some columns, each with its columns.
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
    /// Whether the readings part on any question.
    pub fn differs(&self) -> bool {
        self.rows.iter().any(Row::differs)
    }
}

/// A case that the engine failed on. This is a defect of the engine, not of the case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{file}` broke the interpreter: {message}")]
#[non_exhaustive]
pub struct MatrixError {
    /// Name of the file of the case.
    pub file: String,
    /// The message of the failure.
    pub message: String,
}

impl GameMatrix {
    /// Puts cases to readings, so many at a time; `done` is called after each case.
    ///
    /// # Errors
    /// The cases that broke the interpreter, which is a error of the interpreter.
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
            let (rows, shown) = rows.map_err(|message| MatrixError { file: file.to_owned(), message })?;
            groups.push(Group { case, rows, shown });
        }
        Ok(Self { columns, groups })
    }

    /// Leaves out every question on which the readings agree, and cases without any other.
    pub fn keep_differing(&mut self) {
        // A question that only some readings can be asked may be the very one that parts them.
        self.groups.iter_mut().for_each(|it| it.rows.retain(|row| row.differs() || row.is_asked_of_some()));
        self.groups.retain(|it| !it.rows.is_empty());
    }

    /// How many questions there are, and on how many of them the readings part.
    pub fn count(&self) -> (usize, usize) {
        let rows = || self.groups.iter().flat_map(|it| &it.rows);
        (rows().count(), rows().filter(|it| it.differs()).count())
    }

    /// One sentence about that.
    pub fn sentence(&self) -> String {
        let (rows, differ) = self.count();
        let (readings, cases) = (self.columns.len(), self.groups.len());
        let part = match (differ, rows) {
            (0, _) if self.unasked().is_empty() => "they part on none".to_owned(),
            (0, _) => "those that answer part on none".to_owned(),
            _ if differ == rows => "they part on each".to_owned(),
            _ => format!("they part on {differ}"),
        };
        // Readings with the same number of questions and the same reason share a sentence.
        let mut groups: Vec<(Vec<&str>, usize, &str)> = Vec::new();
        for (column, count, why) in self.unasked() {
            let name = self.columns[column].name.as_str();
            match groups.iter_mut().find(|it| (it.1, it.2) == (count, why)) {
                Some((names, ..)) => names.push(name),
                None => groups.push((vec![name], count, why)),
            }
        }
        let unasked = groups.into_iter().map(|(names, count, why)| {
            let (names, questions) = (joined(&names, "and"), counted(count, "question"));
            format!(" {names} could not be asked {questions}: {}.", why.trim_end_matches('.'))
        });
        let asked = format!(
            "{} asked {} in {}: {part}.",
            counted(readings, "reading"),
            counted(rows, "question"),
            counted(cases, "case")
        );
        asked + &unasked.collect::<String>()
    }

    /// The columns that could not be asked some questions: how many, and why the first of them.
    pub fn unasked(&self) -> Vec<(usize, usize, &str)> {
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

/// Columns as a list has them, counted from one: `1-4 6 7`.
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

/// Everything that a case asks, put to every reading.
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
    // A count that is too much for one reading is not begun for the others.
    let mut too_much: Option<(Ask, CaseError)> = None;
    let mut cell = |question: &Question, game: &Result<Game, CaseError>| match (&too_much, game) {
        (Some((ask, error)), Ok(_)) if *ask == question.ask => MatrixCell::NotHere(in_a_line(&error.message)),
        _ => cell(question, game, &mut too_much),
    };
    let rows = case.questions().into_iter().map(|question| {
        let cells = games.iter().map(|it| cell(&question, it)).collect();
        Row { ask: question.ask, at: question.at, cells }
    });
    let rows = rows.collect();
    let shown = games.into_iter().enumerate().find_map(|(at, game)| Some((at, game.ok()?)));
    (rows, shown)
}

/// What a table can hold of a message: of a position that cannot be set up, the first reason.
fn in_a_line(message: &str) -> String {
    let mut lines = message.lines();
    let first = lines.next().unwrap_or_default();
    match lines.find_map(|it| it.strip_prefix("error[position]: ")) {
        Some(why) => format!("{first}: {why}"),
        None => first.to_owned(),
    }
}
