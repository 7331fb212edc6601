//! The rules of a game on one printed sheet, for the table.
//!
//! Contains: [`summary`]. Input: the complete document. Output: a document with its first sentences: how to win, whose
//! turn it is, what differs from chess, each numbered rule in short, and the tables of endings. Does not know: rules.

use super::learn::{DIFFERENCES, THE_END};
use crate::document::{Block, Cell, Document, NumberedEntry, Table};

/// Maximum number of words of a rule in short, unless its first sentence has more.
const MAX_WORDS: usize = 45;

/// Returns the summary; `None` for a document without a list of differences, like that of chess.
pub(super) fn summary(document: &Document) -> Option<Document> {
    let blocks = &document.blocks;
    let is_title = |it: &Block| matches!(it, Block::Heading(_, _, text) if text.plain() == DIFFERENCES);
    let at = blocks.iter().position(is_title)?;
    let Some(Block::List(differences)) = blocks.get(at + 1) else { return None };
    let mut short = Document::new(format!("{}: summary", document.title));
    let before = blocks.iter().take_while(|it| !matches!(it, Block::Heading(..)));
    let first: Vec<String> = before
        .filter_map(|it| match it {
            Block::Paragraph(text) => Some(text.plain()),
            _ => None,
        })
        // After the description of the game: how one wins, and the order of play.
        .skip(1)
        .take(2)
        .collect();
    short.paragraph(first.join(" "));
    short.list(differences.clone());
    let mut rules = Table::new(["Rule", "In short"]);
    let entries = blocks.iter().filter_map(|it| match it {
        Block::Numbered(entries) => Some(entries),
        _ => None,
    });
    for entry in entries.flatten() {
        rules.row([Cell::from(entry.name.plain()), Cell::from(in_short(entry))]);
    }
    if !rules.rows.is_empty() {
        short.blocks.push(Block::Table(rules));
    }
    let is_chapter = |it: &&Block| matches!(it, Block::Heading(2, ..));
    let the_end = |it: &&Block| matches!(it, Block::Heading(_, Some(id), _) if id == THE_END);
    let end = blocks.iter().skip_while(|it| !the_end(it)).skip(1).take_while(|it| !is_chapter(it));
    short.blocks.extend(end.filter(|it| matches!(it, Block::Table(_))).cloned());
    Some(short)
}

/// Returns the first sentences of a rule.
fn in_short(entry: &NumberedEntry) -> String {
    let text = entry.blocks.iter().find_map(|it| match it {
        Block::Paragraph(text) => Some(text.plain()),
        _ => None,
    });
    let text = text.unwrap_or_default();
    let mut length = 0;
    for sentence in text.split_inclusive(". ") {
        let words = text[..length + sentence.len()].split_whitespace().count();
        if length > 0 && words > MAX_WORDS {
            break;
        }
        length += sentence.len();
    }
    text[..length].trim_end().to_owned()
}
