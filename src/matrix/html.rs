//! A matrix as one page of HTML: nothing is fetched, nothing is run, light or dark as the
//! reader has it.
//!
//! Everything that comes from a file is escaped. A board becomes a part of the page in
//! [`board`] alone.

use super::{Column, GameMatrix, Group, Matrix, MatrixCell, Row, numbers};
use crate::board::Square;
use crate::draw::{Album, View};
use crate::game::Game;
use crate::notation::paragraph::escaped;

const STYLE: &str = "
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fcfcf9; --line: #c9c7bd; --other: #fbe3a6; --faint: #6d6a5f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e4dc; --paper: #191a1c; --line: #45464a; --other: #5a4712; --faint: #9b988c; }
}
body { color: var(--ink); background: var(--paper); font: 16px/1.45 Georgia, serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
code, td.answer { font: 13px/1.35 ui-monospace, Menlo, Consolas, monospace; }
.board svg { width: min(30rem, 100%); }
.board svg .ground { fill: none; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .8rem 0; }
th, td { border: 1px solid var(--line); padding: .2rem .5rem; text-align: left; vertical-align: top; }
td.other { background: var(--other); }
td.same { color: var(--faint); text-align: center; }
h2 { font-size: 1.15rem; margin-top: 2.4rem; }
.faint { color: var(--faint); }
";

/// The whole matrix.
pub fn html(matrix: &Matrix) -> String {
    let mut album = Album::new();
    let tables = matrix.tables.iter().enumerate().map(|(number, it)| table(number, it, &mut album));
    page("Cases by readings", &tables.collect::<String>())
}

/// A whole page: its title stands above what is given.
pub(crate) fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <h1>{0}</h1>\n{body}</body>\n</html>\n",
        escaped(title)
    )
}

/// The one place where a board becomes a part of the page.
pub(crate) fn board(game: &Game, marked: Vec<Square>, album: &mut Album) -> String {
    let view = View { last: game.last_move(), marked, ..View::default() };
    format!("<div class=\"board\">{}</div>\n", album.picture(game.position(), &view))
}

fn table(number: usize, table: &GameMatrix, album: &mut Album) -> String {
    let mut out =
        String::from("<div class=\"wide\"><table>\n<tr><th></th><th>reading</th><th>extends</th><th>title</th></tr>\n");
    for (at, column) in table.columns.iter().enumerate() {
        let parent = column.parent.map_or_else(String::new, |it| (it + 1).to_string());
        out.push_str(&format!(
            "<tr><td>{}</td><td><code>{}</code></td><td>{parent}</td><td>{}</td></tr>\n",
            at + 1,
            escaped(&column.name),
            escaped(&column.variant.rulebook().name)
        ));
    }
    out.push_str(&format!("</table></div>\n<p>{}", escaped(&table.sentence())));
    let id = |at: usize| format!("case-{}-{}", number + 1, at + 1);
    if table.groups.iter().any(Group::differs) {
        out.push_str(" Where they do, · is what 1 says.</p>\n");
        out.push_str(&digest(table, &id));
    } else {
        out.push_str("</p>\n");
    }
    for (at, group) in table.groups.iter().enumerate() {
        out.push_str(&section(at, &id(at), group, &table.columns, album));
    }
    out
}

/// The questions on which the readings part.
fn digest(table: &GameMatrix, id: &dyn Fn(usize) -> String) -> String {
    let heads = table.columns.iter().enumerate();
    let heads = heads.map(|(at, it)| format!("<th title=\"{}\">{}</th>", escaped(&it.name), at + 1));
    let heads: String = heads.collect();
    let mut out = format!("<div class=\"wide\"><table>\n<tr><th>case</th><th>question</th>{heads}</tr>\n");
    for (at, group) in table.groups.iter().enumerate() {
        for row in group.rows.iter().filter(|it| it.differs()) {
            let cells: String = (0..row.cells.len()).map(|it| cell(row, it)).collect();
            out.push_str(&format!(
                "<tr><td><a href=\"#{}\">{}</a></td><td>{}</td>{cells}</tr>\n",
                id(at),
                at + 1,
                escaped(&row.ask.text())
            ));
        }
    }
    out.push_str("</table></div>\n");
    out
}

/// A cell of the large table; the reason shows where one points at it.
fn cell(row: &Row, column: usize) -> String {
    let (cell, first) = (&row.cells[column], &row.cells[0]);
    let reason = cell.reason().map_or_else(String::new, |it| format!(" title=\"{}\"", escaped(it)));
    match cell {
        _ if column > 0 && cell.text() == first.text() => format!("<td class=\"same\"{reason}>·</td>"),
        MatrixCell::NotHere(_) => format!("<td class=\"same\"{reason}>{}</td>", escaped(&cell.text())),
        _ if column == 0 => format!("<td class=\"answer\"{reason}>{}</td>", escaped(&cell.text())),
        _ => format!("<td class=\"answer other\"{reason}>{}</td>", escaped(&cell.text())),
    }
}

/// The squares that the answers speak of, under the reading whose board is shown.
fn at_issue(group: &Group, shown: usize) -> Vec<Square> {
    let cells = group.rows.iter().filter(|it| it.differs()).filter_map(|it| it.cells.get(shown));
    let mut squares: Vec<Square> = cells
        .filter_map(|it| match it {
            MatrixCell::Came(answer) => Some(answer.squares.clone()),
            _ => None,
        })
        .flatten()
        .collect();
    squares.sort();
    squares.dedup();
    squares
}

fn section(at: usize, id: &str, group: &Group, columns: &[Column], album: &mut Album) -> String {
    let case = &group.case;
    let file = case.sources.files.first().map_or("", |it| it.name.as_str());
    let mut out =
        format!("<h2 id=\"{id}\">{}. {}</h2>\n<p><code>{}</code>", at + 1, escaped(&case.about), escaped(file));
    if let Some(source) = &case.source {
        out.push_str(&format!("; rests on: {}", escaped(source)));
    }
    out.push_str("</p>\n");
    if let Some(position) = &case.position {
        out.push_str(&format!("<p>Position: <code>{}</code></p>\n", escaped(&position.value)));
    }
    if !case.play.is_empty() {
        let play: Vec<&str> = case.play.iter().map(|it| it.value.as_str()).collect();
        out.push_str(&format!("<p>Played: <code>{}</code></p>\n", escaped(&play.join(" "))));
    }
    if let Some((shown, game)) = &group.shown {
        out.push_str(&format!("<p class=\"faint\">Under <code>{}</code>:</p>\n", escaped(&columns[*shown].name)));
        out.push_str(&board(game, at_issue(group, *shown), album));
    }
    out.push_str(
        "<div class=\"wide\"><table>\n<tr><th></th><th>question</th><th>answer</th><th>in</th><th>because</th></tr>\n",
    );
    for row in &group.rows {
        for (number, (answer, columns)) in row.answers().into_iter().enumerate() {
            let (mark, question) = match number {
                0 => (if row.differs() { "≠" } else { "" }, escaped(&row.ask.text())),
                _ => ("", String::new()),
            };
            let reasons = row.reasons(&columns);
            let reason = |(reason, own): &(&str, Vec<usize>)| match reasons.len() {
                1 => escaped(reason),
                _ => format!("in {}: {}", numbers(own), escaped(reason)),
            };
            let reasons: Vec<String> = reasons.iter().map(reason).collect();
            out.push_str(&format!(
                "<tr><td>{mark}</td><td>{question}</td><td class=\"answer\">{}</td><td>{}</td><td>{}</td></tr>\n",
                escaped(&answer),
                numbers(&columns),
                reasons.join("<br>")
            ));
        }
    }
    out.push_str("</table></div>\n");
    out
}
