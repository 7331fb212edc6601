//! A document as a web page: one file, no scripts, no requests, light or dark as the system.
//!
//! Contains: [`html`] and [`block_html`]. Input: a [`Document`] and a function that draws a
//! board. Output: HTML, a whole page or one block. Does not know: how a board is drawn.

use std::fmt::Write;

use super::document::{Block, Document, Item};
use crate::document::page;
use crate::notation::paragraph::escaped;
use crate::rules::Position;

const STYLE: &str = "
:root { color-scheme: light dark; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font: 1.05rem/1.55 Georgia, serif;
  color: light-dark(#1c1b19, #e6e2da); background: light-dark(#fdfcf9, #1a1917); }
h1, h2, h3 { line-height: 1.2; margin: 2rem 0 .6rem; }
h2 { border-bottom: 1px solid light-dark(#d8d2c4, #45413a); padding-bottom: .2rem; }
li { margin: .3rem 0; }
li h3 { margin: 1rem 0 .3rem; font-size: 1.05rem; }
li p { margin: .3rem 0; }
table { border-collapse: collapse; }
th, td { padding: .2rem 1rem .2rem 0; text-align: left; vertical-align: top;
  border-bottom: 1px solid light-dark(#d8d2c4, #45413a); }
pre { overflow-x: auto; padding: 1rem; font: .85rem/1.3 ui-monospace, monospace;
  background: light-dark(#f3efe5, #24221f); }
svg { width: min(32rem, 100%); display: block; margin: 1rem auto; }
body svg.tf .ground { fill: none; }
@media print { body { max-width: none; } }
";

/// Returns the document as a page. `draw` returns the HTML of a board.
pub fn html(document: &Document, draw: impl Fn(&Position) -> String) -> String {
    let title = document.blocks.iter().find_map(|it| match it {
        Block::Heading(1, text) => Some(text.as_str()),
        _ => None,
    });
    let mut out = String::new();
    for block in &document.blocks {
        let _ = writeln!(out, "{}", block_html(block, &draw));
    }
    page(title.unwrap_or("Rules"), STYLE, &out)
}

/// Returns one block of a document as a part of any page.
pub fn block_html(block: &Block, draw: impl Fn(&Position) -> String) -> String {
    match block {
        Block::Heading(level, text) => format!("<h{level}>{}</h{level}>", escaped(text)),
        Block::Paragraph(text) => format!("<p>{}</p>", escaped(text)),
        Block::List(items) => {
            let items: String = items.iter().map(|it| format!("<li>{}</li>\n", escaped(it))).collect();
            format!("<ul>\n{items}</ul>")
        }
        Block::Numbered(items) => numbered_html(items, |_| String::new()),
        Block::Table(rows) => {
            let row = |(at, row): (usize, &Vec<String>)| {
                let tag = if at == 0 { "th" } else { "td" };
                let cells = row.iter().map(|it| format!("<{tag}>{}</{tag}>", escaped(it)));
                format!("<tr>{}</tr>\n", cells.collect::<String>())
            };
            format!("<table>\n{}</table>", rows.iter().enumerate().map(row).collect::<String>())
        }
        Block::Board(position, _) => draw(position),
    }
}

/// Returns a numbered list. `more` returns HTML to put below an entry, such as its pictures.
pub fn numbered_html(items: &[Item], mut more: impl FnMut(&Item) -> String) -> String {
    let entries = items.iter().map(|it| {
        let (id, name, text) = (escaped(&it.id), escaped(&it.name), escaped(&it.text));
        let points: String = it.points.iter().map(|it| format!("<li>{}</li>\n", escaped(it))).collect();
        let points = if points.is_empty() { points } else { format!("<ul>\n{points}</ul>\n") };
        format!("<li id=\"{id}\"><h3>{name}</h3>\n<p>{text}</p>\n{points}{}</li>\n", more(it))
    });
    format!("<ol>\n{}</ol>", entries.collect::<String>())
}
