//! The Markdown writer.
//!
//! Input: a [`Document`]. Output: Markdown with tables, without the title. Text that would be
//! markup is escaped. Does not know HTML.

use super::{Block, Cell, Document, Inline, NumberedEntry, Span, Table};

/// Returns the document as Markdown.
pub fn markdown(document: &Document) -> String {
    document.blocks.iter().filter(is_shown).map(block).collect::<Vec<_>>().join("\n")
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(level, _, text) => format!("{} {}\n", "#".repeat(usize::from(*level)), inline(text, "  \n")),
        Block::Paragraph(text) => format!("{}\n", inline(text, "  \n")),
        Block::List(items) => items.iter().map(|it| format!("- {}\n", inline(it, "  \n"))).collect(),
        Block::Numbered(entries) => {
            let numbered = entries.iter().enumerate();
            numbered.map(|(at, it)| entry(at + 1, it)).collect()
        }
        Block::Table(it) => table(it),
        Block::Diagram(it) => {
            let caption = match it.caption.spans.is_empty() {
                true => String::new(),
                false => format!("{}{}\n\n", inline(&it.caption, " "), plain(&it.aside)),
            };
            let notes = if it.notes.is_empty() { String::new() } else { format!("\n{}\n", plain(&it.notes)) };
            format!("{caption}{}{notes}", fenced(&it.text()))
        }
    }
}

/// Reports whether Markdown can show a block.
fn is_shown(block: &&Block) -> bool {
    !matches!(block, Block::Diagram(it) if it.is_drawn_only())
}

/// An entry of a numbered list. Its blocks are indented, so that they belong to it.
fn entry(number: usize, entry: &NumberedEntry) -> String {
    let indented = |text: String| -> String {
        text.lines().map(|it| if it.is_empty() { "\n".to_owned() } else { format!("   {it}\n") }).collect()
    };
    let (lead, blocks) = entry.lead();
    let mut out = format!("{number}. **{}.** {}\n", inline(&entry.name, " "), inline(&lead, " "));
    for it in blocks.iter().filter(is_shown) {
        // A board needs a blank line before it and after it.
        let gap = if matches!(it, Block::List(_)) { "" } else { "\n" };
        out.push_str(&format!("{gap}{}{gap}", indented(block(it))));
    }
    out
}

fn table(table: &Table) -> String {
    let rows: String = table.rows.iter().map(|it| row(it)).collect();
    format!("{}|{}\n{rows}", row(&table.head), "---|".repeat(table.head.len()))
}

fn row(cells: &[Cell]) -> String {
    let cell = |it: &Cell| match it.content.spans.iter().all(|it| *it == Span::Text(String::new())) {
        true => " |".to_owned(),
        false => format!(" {} |", inline(&it.content, " ")),
    };
    format!("|{}\n", cells.iter().map(cell).collect::<String>())
}

fn inline(line: &Inline, line_break: &str) -> String {
    let span = |it: &Span| match it {
        Span::Text(text) | Span::Link { text, .. } => plain(text),
        Span::Code(text) => code(text),
        Span::Break => line_break.to_owned(),
    };
    line.spans.iter().map(span).collect()
}

/// Escapes the characters of Markdown, and puts the text on one line.
fn plain(text: &str) -> String {
    let mut out = String::new();
    for it in text.chars() {
        match it {
            '\\' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '`' => out.extend(['\\', it]),
            '<' => out.push_str("&lt;"),
            '&' => out.push_str("&amp;"),
            it if it.is_control() => out.push(' '),
            it => out.push(it),
        }
    }
    out
}

/// Returns text as code that is valid in a table, too.
fn code(text: &str) -> String {
    let clean: String = text.chars().map(|it| if it.is_control() { ' ' } else { it }).collect();
    format!("`{}`", clean.replace('`', "'").replace('|', "\\|"))
}

/// Returns a block of code. A fence within the text is replaced.
fn fenced(text: &str) -> String {
    format!("```text\n{}\n```\n", text.trim_end().replace("```", "'''"))
}
