//! The rules of a game on one printed sheet, for the table.
//!
//! Contains: [`summary`]. Input: the complete document. Output: a document with what players look up during a game: how to
//! win, whose turn it is, what differs from chess, each numbered rule in short, and the endings with their points. Says
//! nothing twice. Does not know: rules.

use super::learn::{DIFFERENCES, ELIMINATED, LINES, THE_END};
use super::phrases::capital;
use crate::document::{Block, Cell, Document, Inline, NumberedEntry, Span, Table};

/// Maximum number of words of a rule in short, unless its first sentence has more.
const MAX_WORDS: usize = 60;

/// Maximum number of words of a paragraph beside the tables of endings.
const MAX_BESIDE: usize = 24;

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
            Block::Paragraph(text) => Some(without_asides(&text.plain())),
            _ => None,
        })
        // After the description of the game: how one wins, and the order of play.
        .skip(1)
        .take(2)
        .collect();
    short.paragraph(first.join(" "));
    let entries = blocks.iter().filter_map(|it| match it {
        Block::Numbered(entries) => Some(entries),
        _ => None,
    });
    let entries: Vec<&NumberedEntry> = entries.flatten().collect();
    let is_in_table = |line: &Inline| entries.iter().any(|it| it.short.plain().starts_with(&line.plain()));
    short.list(differences.iter().filter(|it| !is_in_table(it)).map(|it| without_asides(&it.plain())).collect());
    let mut rules = Table::new(["Rule", "In short"]);
    if let Some((name, text)) = lines(blocks) {
        rules.row([Cell::from(name), Cell::from(text)]);
    }
    for entry in entries {
        rules.row([Cell::from(entry.name.plain()), Cell::from(in_short(entry))]);
    }
    if let Some((name, text)) = eliminated(blocks) {
        rules.row([Cell::from(name), Cell::from(text)]);
    }
    if !rules.rows.is_empty() {
        short.blocks.push(Block::Table(rules));
    }
    let is_chapter = |it: &&Block| matches!(it, Block::Heading(2, ..));
    let the_end = |it: &&Block| matches!(it, Block::Heading(_, Some(id), _) if id == THE_END);
    let end = blocks.iter().skip_while(|it| !the_end(it)).skip(1).take_while(|it| !is_chapter(it));
    for block in end {
        match block {
            Block::Table(table) => short.table(without_examples(table)),
            // What introduces a table or a list is not needed.
            Block::Paragraph(text) if text.plain().ends_with(':') => {}
            Block::Paragraph(text) if is_short(&text.plain()) => short.paragraph(first_sentences(&text.plain())),
            _ => {}
        }
    }
    Some(short)
}

/// Returns a table whose cells end before their first example.
fn without_examples(table: &Table) -> Table {
    let mut table = table.clone();
    for cell in table.rows.iter_mut().flatten() {
        let first = cell.content.spans.iter().take_while(|it| **it != Span::Break).cloned();
        let text = Inline { spans: first.collect() }.plain();
        cell.content = text.split("For example").next().unwrap_or_default().trim_end().into();
    }
    table
}

/// Returns the name and the first sentences of the part on lines across the center or an edge.
fn lines(blocks: &[Block]) -> Option<(String, String)> {
    let is_title = |it: &&Block| matches!(it, Block::Heading(_, Some(id), _) if id == LINES);
    let mut part = blocks.iter().skip_while(|it| !is_title(it));
    let Block::Heading(_, _, name) = part.next()? else { return None };
    // Pictures stand between the items.
    let lists = part.take_while(|it| matches!(it, Block::List(_) | Block::Diagram(_))).filter_map(|it| match it {
        Block::List(items) => Some(items),
        _ => None,
    });
    let all: Vec<String> = lists.flatten().map(|it| first_sentences(&it.plain())).collect();
    (!all.is_empty()).then(|| (name.plain(), all.join(" ")))
}

/// Returns the name and the first sentences of the chapter on eliminated players.
fn eliminated(blocks: &[Block]) -> Option<(String, String)> {
    let at = blocks.iter().position(|it| matches!(it, Block::Heading(_, Some(id), _) if id == ELIMINATED))?;
    let [Block::Heading(_, _, name), Block::Paragraph(text), ..] = &blocks[at..] else { return None };
    Some((name.plain(), first_sentences(&text.plain())))
}

/// Returns a rule in a few sentences.
fn in_short(entry: &NumberedEntry) -> String {
    let short = without_asides(&entry.short.plain());
    if !short.is_empty() {
        // A line of the list of differences begins with the name of its rule.
        return short.strip_prefix(&format!("{}: ", entry.name.plain())).map_or(short.clone(), capital);
    }
    let text = entry.blocks.iter().find_map(|it| match it {
        Block::Paragraph(text) => Some(text.plain()),
        _ => None,
    });
    first_sentences(&text.unwrap_or_default())
}

/// Reports whether a paragraph beside a table of endings is worth its space.
fn is_short(text: &str) -> bool {
    text.split("For example").next().is_some_and(|it| it.split_whitespace().count() <= MAX_BESIDE)
        && !text.contains(" table ")
}

/// Returns the first sentences of a text, up to its first example.
fn first_sentences(text: &str) -> String {
    let text = without_asides(text.split("For example").next().unwrap_or_default());
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

/// Leaves out sentences that refer to pictures and chapters, which the sheet lacks.
fn without_asides(text: &str) -> String {
    let is_aside = |it: &&str| it.starts_with("The picture ") || it.starts_with("The chapter ");
    text.split_inclusive(". ").filter(|it| !is_aside(it)).collect::<String>().trim_end().to_owned()
}
