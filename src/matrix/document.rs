//! A matrix as a document: the readings, a table of the questions on which they differ, and
//! each case with its board and its reasons.
//!
//! Input: a [`Matrix`]. Output: a [`Document`], which is printed as Markdown or HTML. In the large
//! table, `·` stands for the answer of the first reading, so that differences stand out.

use super::{Column, GameMatrix, Group, Matrix, MatrixCell, Row, numbers};
use crate::board::Square;
use crate::case::AnswerValue;
use crate::document::{Cell, Diagram, Document, Emphasis, Inline, Table};
use crate::sorting::CompactSort;

/// Maximum number of items of a list in the large table. Longer lists are counted.
const SHORT: usize = 3;

/// Returns the whole matrix as a document.
pub fn document(matrix: &Matrix) -> Document {
    let mut out = Document::new("Cases by readings");
    for (number, table) in matrix.tables.iter().enumerate() {
        game(number, table, &mut out);
    }
    out
}

fn game(number: usize, matrix: &GameMatrix, out: &mut Document) {
    let mut readings = Table::new(["", "reading", "extends", "title"]);
    for (at, column) in matrix.columns.iter().enumerate() {
        let parent = column.parent.map_or_else(String::new, |it| (it + 1).to_string());
        let title = column.variant.rulebook().name.clone();
        readings.row([
            (at + 1).to_string().into(),
            Inline::new().code(&column.name).into(),
            parent.into(),
            title.into(),
        ]);
    }
    out.table(readings);
    let id = |at: usize| format!("case-{}-{}", number + 1, at + 1);
    let sentence = Inline::from(matrix.sentence());
    if matrix.groups.iter().any(Group::differs) {
        out.paragraph(sentence.text(" Where they do, ").code("·").text(" is what 1 says."));
        out.table(digest(matrix, &id));
    } else {
        out.paragraph(sentence);
    }
    for (at, group) in matrix.groups.iter().enumerate() {
        section(at, id(at), group, &matrix.columns, out);
    }
}

/// Returns the table of the questions on which the readings differ.
fn digest(matrix: &GameMatrix, id: &dyn Fn(usize) -> String) -> Table {
    let heads = matrix.columns.iter().enumerate();
    let heads = heads.map(|(at, it)| Cell { hint: Some(it.name.clone()), ..Cell::from((at + 1).to_string()) });
    let mut table = Table::new(["case", "question"]);
    table.head.extend(heads);
    for (at, group) in matrix.groups.iter().enumerate() {
        for row in group.rows.iter().filter(|it| it.differs()) {
            let first = [Inline::new().link((at + 1).to_string(), id(at)).into(), row.label.as_str().into()];
            table.rows.push(first.into_iter().chain((0..row.cells.len()).map(|it| cell(row, it))).collect());
        }
    }
    table
}

/// Returns a cell of the large table. The hint shows the reason.
fn cell(row: &Row, column: usize) -> Cell {
    let (cell, first) = (&row.cells[column], &row.cells[0]);
    let (content, emphasis) = match cell {
        _ if column > 0 && cell.text() == first.text() => (Inline::from("·"), Emphasis::Same),
        MatrixCell::NotHere(_) => (cell.text().into(), Emphasis::Same),
        _ if column == 0 => (short(cell), Emphasis::None),
        _ => (short(cell), Emphasis::Different),
    };
    Cell { content, emphasis, hint: cell.reason().map(str::to_owned) }
}

fn short(cell: &MatrixCell) -> Inline {
    match cell {
        MatrixCell::Came(answer) => match &answer.value {
            AnswerValue::List(words) if words.len() > SHORT => format!("{} of them", words.len()).into(),
            value => Inline::new().code(value.text()),
        },
        _ => cell.text().into(),
    }
}

/// Returns the squares that differing answers mention, under the reading whose board is shown.
fn at_issue(group: &Group, shown: usize) -> Vec<Square> {
    let cells = group.rows.iter().filter(|it| it.differs()).filter_map(|it| it.cells.get(shown));
    let mut squares: Vec<Square> = cells
        .filter_map(|it| match it {
            MatrixCell::Came(answer) => Some(answer.squares.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    squares.compact_sort_by(Ord::cmp);
    squares.dedup();
    squares
}

fn section(at: usize, id: String, group: &Group, columns: &[Column], out: &mut Document) {
    let case = &group.case;
    let file = case.sources.files.first().map_or("", |it| it.name.as_str());
    out.anchored_heading(2, id, format!("{}. {}", at + 1, case.about));
    let source = case.source.as_ref().map_or_else(String::new, |it| format!("; source: {it}"));
    out.paragraph(Inline::new().code(file).text(format!("{source}.")));
    if let Some(position) = &case.position {
        out.paragraph(Inline::from("Position: ").code(&position.value));
    }
    if !case.play.is_empty() {
        let play: Vec<&str> = case.play.iter().map(|it| it.value.as_str()).collect();
        out.paragraph(Inline::from("Played: ").code(play.join(" ")));
    }
    if let Some((shown, game)) = &group.shown {
        let caption = Inline::from("Under ").code(&columns[*shown].name).text(":");
        out.diagram(Diagram::of(game, at_issue(group, *shown), caption));
    }
    let mut table = Table::new(["", "question", "answer", "in", "reason"]);
    for row in &group.rows {
        for (number, (answer, columns)) in row.answers().into_iter().enumerate() {
            let (mark, question) = match number {
                0 => (if row.differs() { "≠" } else { "" }, row.label.clone()),
                _ => ("", String::new()),
            };
            let reasons = row.reasons(&columns);
            let is_single = reasons.len() == 1;
            let because = reasons.iter().fold(Inline::new(), |line, (reason, own)| match is_single {
                true => line.text(*reason),
                false => line.broken().text(format!("in {}: {reason}", numbers(own))),
            });
            let answer = Inline::new().code(answer);
            table.row([mark.into(), question.into(), answer.into(), numbers(&columns).into(), because.into()]);
        }
    }
    out.table(table);
}
