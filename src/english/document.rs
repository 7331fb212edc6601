//! A text for people, before it is known how it will be shown: headings, paragraphs,
//! lists, boards.
//!
//! In: what [`super`] says. Out: plain text and Markdown ([`super::page`] makes HTML).
//! Knows no rule. Texts are plain: whatever has a meaning in Markdown or HTML is escaped
//! here and there, so that a name out of a file is never anything but a name.

use std::fmt::Write;

use crate::notation::name::visible;
use crate::notation::paragraph::wrapped;
use crate::notation::picture::board_text;
use crate::rules::Position;

/// So wide is a plain text.
const WIDTH: usize = 88;

/// A part of a document.
#[derive(Clone, Debug)]
pub enum Block {
    /// A heading: 1 the title, 2 a chapter, 3 a part of one.
    Heading(u8, String),
    /// Sentences.
    Paragraph(String),
    /// Points, each of some sentences.
    List(Vec<String>),
    /// A position on its board.
    Board(Box<Position>),
}

/// A text for people.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// In order of reading.
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

    /// The headings of the chapters, in lowercase.
    pub fn chapters(&self) -> Vec<String> {
        let headings = self.blocks.iter().filter_map(|it| match it {
            Block::Heading(2, text) => Some(format!("`{}`", text.to_lowercase())),
            _ => None,
        });
        headings.collect()
    }

    /// One chapter, by the beginning of its heading; `the` may be left out.
    pub fn chapter(&self, asked: &str) -> Option<Document> {
        let asked = asked.trim().to_lowercase();
        let is_asked = |text: &str| {
            let text = text.to_lowercase();
            text.starts_with(&asked) || text.trim_start_matches("the ").starts_with(&asked)
        };
        let is_chapter = |it: &Block| matches!(it, Block::Heading(1 | 2, _));
        let first = self.blocks.iter().position(|it| matches!(it, Block::Heading(2, text) if is_asked(text)))?;
        let rest = &self.blocks[first + 1..];
        let last = rest.iter().position(is_chapter).map_or(self.blocks.len(), |it| first + 1 + it);
        (!asked.is_empty()).then(|| Document { blocks: self.blocks[first..last].to_vec() })
    }

    /// Takes away headings with nothing under them.
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

    /// As plain text, wrapped.
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
                Block::Board(position) => out.push_str(&board_text(position, None)),
            }
        }
        out
    }

    /// As Markdown.
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
                Block::Board(position) => {
                    let _ = writeln!(out, "```text\n{}```", board_text(position, None));
                }
            }
        }
        out
    }
}

/// A text in which nothing is Markdown: letters of its own grammar are escaped.
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
