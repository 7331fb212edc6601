//! The plain-text writer.
//!
//! Input: a [`Document`] and a width. Output: text for a terminal, wrapped, with the title. Characters that a terminal would act
//! on are replaced. Does not know Markdown or HTML.

use std::fmt::Write;

use super::{Block, Diagram, Document, Inline, Table};
use crate::notation::name::visible;
use crate::notation::paragraph::wrapped;

/// Usual width of a line, in characters.
pub(crate) const WIDTH: usize = 88;
/// Maximum width of a table cell, in characters.
const CELL: usize = 42;
/// Width below which no column shrinks, in characters.
const NARROW: usize = 12;

/// Returns the document as plain text with lines of at most `width` characters, as far as its boards and words allow.
pub(super) fn text(document: &Document, width: usize) -> String {
    let title = visible(&document.title);
    let mut parts = vec![underlined(&title, '=')];
    let is_shown = |it: &&Block| !matches!(it, Block::Diagram(it) if it.is_drawn_only());
    parts.extend(document.blocks.iter().filter(is_shown).map(|it| block(it, "", width)));
    parts.join("\n")
}

fn underlined(text: &str, with: char) -> String {
    format!("{text}\n{}\n", String::from(with).repeat(text.chars().count()))
}

/// Writes a block. `indent` is put before every line.
fn block(block: &Block, indent: &str, width: usize) -> String {
    match block {
        Block::Heading(2, _, text) => underlined(&plain(text), '-'),
        Block::Heading(_, _, text) if indent.is_empty() => format!("{}\n", plain(text)),
        Block::Heading(_, _, text) => format!("\n{indent}{}\n", plain(text)),
        Block::Paragraph(text) => wrapped(&plain(text), indent, indent, width),
        Block::List(items) => {
            let (first, rest) = (format!("{indent}- "), format!("{indent}  "));
            items.iter().map(|it| wrapped(&plain(it), &first, &rest, width)).collect()
        }
        Block::Numbered(entries) => {
            let mut out = String::new();
            for (number, entry) in entries.iter().enumerate() {
                let number = format!("{indent}{}. ", number + 1);
                let rest = " ".repeat(number.len());
                let (lead, blocks) = entry.lead();
                out.push_str(&wrapped(&format!("{}. {}", plain(&entry.name), plain(&lead)), &number, &rest, width));
                for it in blocks {
                    out.push_str(&self::block(it, &rest, width));
                }
                let has_board = blocks.iter().any(|it| matches!(it, Block::Diagram(it) if !it.is_drawn_only()));
                if has_board && !std::ptr::eq(entry, &entries[entries.len() - 1]) {
                    out.push('\n');
                }
            }
            out
        }
        Block::Table(it) => columns(it, width),
        Block::Diagram(it) => diagram(it, indent, width),
    }
}

/// A board with its caption and its notes.
fn diagram(it: &Diagram, indent: &str, width: usize) -> String {
    let mut out = String::new();
    if it.is_drawn_only() {
        return out;
    }
    if !indent.is_empty() {
        out.push('\n');
    }
    if !it.caption.spans.is_empty() {
        out.push_str(&wrapped(&format!("{}{}", plain(&it.caption), visible(&it.aside)), indent, indent, width));
    }
    for line in it.text().lines() {
        let _ = writeln!(out, "{}", format!("{indent}{line}").trim_end());
    }
    if !it.notes.is_empty() {
        out.push('\n');
        out.push_str(&wrapped(&visible(&it.notes), indent, indent, width));
    }
    out
}

/// Lays out a table. A cell of more than [`CELL`] characters is wrapped, and the widest columns shrink until the table
/// fits. A blank line separates rows if some row has more than two lines.
fn columns(table: &Table, width: usize) -> String {
    let rows: Vec<Vec<String>> = [&table.head]
        .into_iter()
        .chain(&table.rows)
        .map(|row| row.iter().map(|it| plain(&it.content)).collect())
        .collect();
    let length = |column: usize| rows.iter().filter_map(|it| it.get(column)).map(|it| it.chars().count()).max();
    let mut widths: Vec<usize> = (0..table.head.len()).map(|it| length(it).unwrap_or(0).min(CELL)).collect();
    while widths.iter().map(|it| it + 2).sum::<usize>() > width {
        let Some(widest) = widths.iter_mut().max().filter(|it| **it > NARROW) else { break };
        *widest -= 1;
    }
    let wrap = |row: &Vec<String>| -> Vec<Vec<String>> {
        let cells = row.iter().zip(&widths);
        cells.map(|(text, wide)| wrapped(text, "", "", *wide).lines().map(str::to_owned).collect()).collect()
    };
    let cells: Vec<Vec<Vec<String>>> = rows.iter().map(wrap).collect();
    let used = |column: usize| cells.iter().filter_map(move |it| it.get(column)).flatten().map(|it| it.chars().count());
    let widths: Vec<usize> = (0..widths.len()).map(|it| used(it).max().unwrap_or(0)).collect();
    let height = |row: &Vec<Vec<String>>| row.iter().map(Vec::len).max().unwrap_or(0);
    let is_tall = cells.iter().any(|it| height(it) > 2);
    let mut out = String::new();
    for (number, row) in cells.iter().enumerate() {
        if is_tall && number > 0 {
            out.push('\n');
        }
        for line in 0..height(row) {
            let cell = |(cell, wide): (&Vec<String>, &usize)| {
                let text = cell.get(line).map_or("", String::as_str);
                format!("  {text:wide$}")
            };
            let text: String = row.iter().zip(&widths).map(cell).collect();
            let _ = writeln!(out, "{}", text.trim_end());
        }
    }
    out
}

fn plain(line: &Inline) -> String {
    visible(&line.plain())
}
