//! A text for people, independent of its format: headings, paragraphs, lists, tables, boards.
//!
//! Contains: [`Document`], its [`Block`]s and [`Item`]s. Input: plain text. Output: plain text
//! and Markdown ([`super::page`] makes HTML). Does not know: any rule. Every character with a
//! meaning in Markdown or HTML is escaped, so that a name from a file stays a name.

use std::fmt::Write;

use crate::notation::name::visible;
use crate::notation::paragraph::wrapped;
use crate::notation::picture::board_text;
use crate::rules::Position;

/// Line width of plain text, in characters.
const WIDTH: usize = 88;
/// Maximum width of a table cell, in characters.
const CELL: usize = 42;

/// A part of a document.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading with its level: 1 for the title, 2 for a chapter, 3 and 4 for its parts.
    Heading(u8, String),
    /// A paragraph of sentences.
    Paragraph(String),
    /// A list of points, each of one or more sentences.
    List(Vec<String>),
    /// A numbered list.
    Numbered(Vec<Item>),
    /// A table: the first row contains the column titles.
    Table(Vec<Vec<String>>),
    /// A position on its board, with notes on how to read the board as text.
    Board(Box<Position>, String),
}

/// An entry of a numbered list.
#[derive(Clone, Debug, Default)]
pub struct Item {
    /// Anchor of the entry on a page: `rule-barrier-moat`.
    pub id: String,
    /// Name of the entry, without punctuation.
    pub name: String,
    /// The first sentences of the entry.
    pub text: String,
    /// Further points, each of one or more sentences.
    pub points: Vec<String>,
}

/// A text for people, as a list of blocks.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The blocks, in reading order.
    pub blocks: Vec<Block>,
}

impl Document {
    /// Adds a heading.
    pub fn heading(&mut self, level: u8, text: impl AsRef<str>) {
        self.blocks.push(Block::Heading(level, visible(text.as_ref())));
    }

    /// Adds a paragraph, unless it is empty.
    pub fn paragraph(&mut self, text: impl AsRef<str>) {
        let text = visible(text.as_ref());
        if !text.is_empty() {
            self.blocks.push(Block::Paragraph(text));
        }
    }

    /// Adds a list, unless it is empty.
    pub fn list(&mut self, items: Vec<String>) {
        if !items.is_empty() {
            self.blocks.push(Block::List(items.iter().map(|it| visible(it)).collect()));
        }
    }

    /// Adds a numbered list, unless it is empty.
    pub fn numbered(&mut self, items: Vec<Item>) {
        if !items.is_empty() {
            let plain = |it: &Item| Item {
                id: it.id.clone(),
                name: visible(&it.name),
                text: visible(&it.text),
                points: it.points.iter().map(|it| visible(it)).collect(),
            };
            self.blocks.push(Block::Numbered(items.iter().map(plain).collect()));
        }
    }

    /// Adds a table with its column titles, unless it has no rows.
    pub fn table(&mut self, titles: &[&str], rows: Vec<Vec<String>>) {
        if !rows.is_empty() {
            let titles = titles.iter().map(|it| (*it).to_owned()).collect();
            let rows = [titles].into_iter().chain(rows);
            self.blocks.push(Block::Table(rows.map(|row| row.iter().map(|it| visible(it)).collect()).collect()));
        }
    }

    /// Applies a change to every text except headings and boards.
    pub fn change_texts(&mut self, change: impl Fn(&mut String)) {
        for block in &mut self.blocks {
            match block {
                Block::Paragraph(text) => change(text),
                Block::List(items) => items.iter_mut().for_each(&change),
                Block::Numbered(items) => {
                    let texts = items.iter_mut().flat_map(|it| [&mut it.text].into_iter().chain(&mut it.points));
                    texts.for_each(&change);
                }
                Block::Table(rows) => rows.iter_mut().flatten().for_each(&change),
                Block::Heading(..) | Block::Board(..) => {}
            }
        }
    }

    /// Returns the headings of chapters, of their parts and of numbered entries, in lowercase.
    pub fn chapters(&self) -> Vec<String> {
        let quoted = |it: &str| format!("`{}`", it.to_lowercase());
        let names = self.blocks.iter().flat_map(|it| match it {
            Block::Heading(2 | 3, text) => vec![quoted(text)],
            Block::Numbered(items) => items.iter().map(|it| quoted(&it.name)).collect(),
            _ => Vec::new(),
        });
        names.collect()
    }

    /// Returns one chapter, part of a chapter or entry of a numbered list, by the start of its name; `the` may be left
    /// out. Its name becomes the heading of a chapter.
    pub fn chapter(&self, name: &str) -> Option<Document> {
        self.headed(name).or_else(|| self.entry(name))
    }

    /// Returns an entry of a numbered list as a chapter, by the start of its name.
    fn entry(&self, name: &str) -> Option<Document> {
        let name = name.trim().to_lowercase();
        let items =
            self.blocks.iter().filter_map(|it| if let Block::Numbered(items) = it { Some(items) } else { None });
        let found = items.flatten().find(|it| !name.is_empty() && it.name.to_lowercase().starts_with(&name))?;
        let mut chapter = Document::default();
        chapter.heading(2, &found.name);
        chapter.paragraph(&found.text);
        chapter.list(found.points.clone());
        Some(chapter)
    }

    fn headed(&self, name: &str) -> Option<Document> {
        let name = name.trim().to_lowercase();
        let fits = |text: &str| {
            let text = text.to_lowercase();
            text.starts_with(&name) || text.trim_start_matches("the ").starts_with(&name)
        };
        let level = |it: &Block| match it {
            Block::Heading(level, _) => Some(*level),
            _ => None,
        };
        let found = |it: &Block| matches!(it, Block::Heading(2.., text) if fits(text));
        let first = self.blocks.iter().position(found)?;
        let own = level(&self.blocks[first])?;
        let rest = &self.blocks[first + 1..];
        let last = rest.iter().position(|it| level(it).is_some_and(|it| it <= own));
        let last = last.map_or(self.blocks.len(), |it| first + 1 + it);
        let mut blocks = self.blocks[first..last].to_vec();
        for block in &mut blocks {
            if let Block::Heading(level, _) = block {
                *level = *level + 2 - own;
            }
        }
        (!name.is_empty()).then_some(Document { blocks })
    }

    /// Removes headings with nothing under them.
    pub fn prune(&mut self) {
        let mut kept: Vec<Block> = Vec::new();
        for block in self.blocks.drain(..).rev() {
            let is_bare = match (&block, kept.last()) {
                (Block::Heading(1, _), _) => false,
                (Block::Heading(..), None) => true,
                (Block::Heading(level, _), Some(Block::Heading(next, _))) => next <= level,
                _ => false,
            };
            if !is_bare {
                kept.push(block);
            }
        }
        kept.reverse();
        self.blocks = kept;
    }

    /// Returns the document as plain text, wrapped.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for (at, block) in self.blocks.iter().enumerate() {
            if at > 0 {
                out.push('\n');
            }
            match block {
                Block::Heading(level, text) => {
                    let line = if *level == 1 { '=' } else { '-' };
                    let _ = writeln!(out, "{text}");
                    if *level < 3 {
                        let _ = writeln!(out, "{}", String::from(line).repeat(text.chars().count()));
                    }
                }
                Block::Paragraph(text) => out.push_str(&wrapped(text, "", "", WIDTH)),
                Block::List(items) => items.iter().for_each(|it| out.push_str(&wrapped(it, "- ", "  ", WIDTH))),
                Block::Numbered(items) => {
                    for (number, it) in items.iter().enumerate() {
                        let number = format!("{}. ", number + 1);
                        let rest = " ".repeat(number.len());
                        out.push_str(&wrapped(&format!("{}. {}", it.name, it.text), &number, &rest, WIDTH));
                        for point in &it.points {
                            out.push_str(&wrapped(point, &format!("{rest}- "), &format!("{rest}  "), WIDTH));
                        }
                    }
                }
                Block::Table(rows) => out.push_str(&columns(rows)),
                Block::Board(position, notes) => {
                    out.push_str(&board_text(position, None));
                    if !notes.is_empty() {
                        out.push('\n');
                        out.push_str(&wrapped(notes, "", "", WIDTH));
                    }
                }
            }
        }
        out
    }

    /// Returns the document as Markdown.
    pub fn markdown(&self) -> String {
        let mut out = String::new();
        for (at, block) in self.blocks.iter().enumerate() {
            if at > 0 {
                out.push('\n');
            }
            match block {
                Block::Heading(level, text) => {
                    let _ = writeln!(out, "{} {}", "#".repeat(usize::from(*level)), escaped(text));
                }
                Block::Paragraph(text) => {
                    let _ = writeln!(out, "{}", escaped(text));
                }
                Block::List(items) => items.iter().for_each(|it| {
                    let _ = writeln!(out, "- {}", escaped(it));
                }),
                Block::Numbered(items) => {
                    for (number, it) in items.iter().enumerate() {
                        let _ = writeln!(out, "{}. **{}.** {}", number + 1, escaped(&it.name), escaped(&it.text));
                        for point in &it.points {
                            let _ = writeln!(out, "   - {}", escaped(point));
                        }
                    }
                }
                Block::Table(rows) => {
                    for (at, row) in rows.iter().enumerate() {
                        let cells: Vec<String> = row.iter().map(|it| escaped(it)).collect();
                        let _ = writeln!(out, "| {} |", cells.join(" | "));
                        if at == 0 {
                            let _ = writeln!(out, "|{}", "---|".repeat(row.len()));
                        }
                    }
                }
                Block::Board(position, notes) => {
                    let _ = writeln!(out, "```text\n{}```", board_text(position, None));
                    if !notes.is_empty() {
                        let _ = writeln!(out, "\n{}", escaped(notes));
                    }
                }
            }
        }
        out
    }
}

/// Lays out a table in plain text. A cell of more than [`CELL`] characters is wrapped.
fn columns(rows: &[Vec<String>]) -> String {
    let lines = |it: &String| -> Vec<String> { wrapped(it, "", "", CELL).lines().map(str::to_owned).collect() };
    let cells: Vec<Vec<Vec<String>>> = rows.iter().map(|row| row.iter().map(lines).collect()).collect();
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let lengths =
        |column: usize| cells.iter().filter_map(move |it| it.get(column)).flatten().map(|it| it.chars().count());
    let widths: Vec<usize> = (0..count).map(|it| lengths(it).max().unwrap_or(0)).collect();
    let mut out = String::new();
    for row in &cells {
        for line in 0..row.iter().map(Vec::len).max().unwrap_or(0) {
            let cell = |(cell, width): (&Vec<String>, &usize)| {
                let text = cell.get(line).map_or("", String::as_str);
                format!("  {text:width$}")
            };
            let text: String = row.iter().zip(&widths).map(cell).collect();
            let _ = writeln!(out, "{}", text.trim_end());
        }
    }
    out
}

/// Escapes every character with a meaning in Markdown.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '&') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
