//! A matrix as one JSON object.
//!
//! Input: a matrix. Output: JSON; readings are numbers, counted from 1. Does not know how answers are found.

use serde_json::{Value, json};

use crate::cli::verify::answer_value;
use crate::matrix::{Column, GameMatrix, Group, Matrix, MatrixCell, Row};

/// Returns all tables as JSON.
pub(super) fn matrix(matrix: &Matrix) -> Value {
    json!({ "tables": matrix.tables.iter().map(table).collect::<Value>() })
}

fn table(table: &GameMatrix) -> Value {
    let (questions, differ) = table.count();
    let columns = table.columns.iter().enumerate();
    json!({
        "readings": columns.map(|(at, it)| column(at, it)).collect::<Value>(),
        "summary": { "cases": table.asked.0, "questions": questions, "differ": differ },
        "cases": table.groups.iter().map(group).collect::<Value>(),
    })
}

fn column(at: usize, column: &Column) -> Value {
    json!({
        "number": at + 1,
        "variant": column.name,
        "name": column.variant.rulebook().name,
        "hash": column.variant.hash(),
        "parent": column.parent.map(|it| it + 1),
    })
}

fn group(group: &Group) -> Value {
    let case = &group.case;
    json!({
        "file": case.sources.files.first().map(|it| &it.name),
        "about": case.about,
        "source": case.source,
        "position": case.position.as_ref().map(|it| &it.value),
        "play": case.play.iter().map(|it| &it.value).collect::<Vec<_>>(),
        "differs": group.differs(),
        "questions": group.rows.iter().map(|it| row(group, it)).collect::<Value>(),
    })
}

fn row(group: &Group, row: &Row) -> Value {
    let at = group.case.place(row.at);
    json!({
        "question": row.label,
        "kind": row.ask.kind(),
        "of": row.ask.of(),
        "line": at.line,
        "column": at.column,
        "differs": row.differs(),
        "answers": row.cells.iter().enumerate().map(|(at, it)| cell(at, it)).collect::<Value>(),
    })
}

fn cell(at: usize, cell: &MatrixCell) -> Value {
    let obstacle = match cell {
        MatrixCell::Came(_) => None,
        MatrixCell::NotHere(_) => Some("not-here"),
        MatrixCell::NotReached(_) => Some("not-reached"),
    };
    let answer = match cell {
        MatrixCell::Came(answer) => Some(answer),
        _ => None,
    };
    json!({
        "reading": at + 1,
        "observed": answer.map(|it| answer_value(&it.value)),
        "sentence": cell.reason(),
        "source": answer.and_then(|it| it.source.as_ref()),
        "obstacle": obstacle,
    })
}
