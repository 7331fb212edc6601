//! Chapters of a document: finding, pruning and changing them.
//!
//! Input: a [`Document`]. Output: its chapters by name, or the changed document. Does not know the formats.

use super::{Block, Document, Inline, NumberedEntry, Span};

impl Document {
    /// Applies a change to every text except the title, headings and boards.
    pub fn change_texts(&mut self, change: &dyn Fn(&mut String)) {
        self.blocks.iter_mut().for_each(|it| change_block(it, change));
    }

    /// Returns the names of chapters, of their parts and of numbered entries, in lowercase.
    pub fn chapters(&self) -> Vec<String> {
        let quoted = |it: String| format!("`{}`", it.to_lowercase());
        let names = self.blocks.iter().flat_map(|it| match it {
            Block::Heading(2 | 3, _, text) => vec![quoted(text.plain())],
            Block::Numbered(entries) => entries.iter().map(|it| quoted(it.name.plain())).collect(),
            _ => Vec::new(),
        });
        names.collect()
    }

    /// Returns one chapter, part of a chapter or entry of a numbered list, by the start of its name; `the` may be left
    /// out. Its name becomes the title.
    pub fn chapter(&self, name: &str) -> Option<Document> {
        let name = name.trim().to_lowercase();
        if name.is_empty() {
            return None;
        }
        let fits = |text: &Inline| {
            let text = text.plain().to_lowercase();
            text.starts_with(&name) || text.trim_start_matches("the ").starts_with(&name)
        };
        let level = |it: &Block| if let Block::Heading(level, ..) = it { Some(*level) } else { None };
        let found = |it: &Block| matches!(it, Block::Heading(2.., _, text) if fits(text));
        let Some(first) = self.blocks.iter().position(found) else {
            let lists = self.blocks.iter().filter_map(|it| if let Block::Numbered(it) = it { Some(it) } else { None });
            let all: Vec<&NumberedEntry> = lists.flatten().collect();
            let title = all.iter().find(|it| fits(&it.name))?.name.plain();
            // Several rules can have the same name.
            let same: Vec<NumberedEntry> = all.into_iter().filter(|it| it.name.plain() == title).cloned().collect();
            let blocks = match &same[..] {
                [only] => only.blocks.clone(),
                _ => vec![Block::Numbered(same)],
            };
            return Some(Document { title, blocks });
        };
        let own = level(&self.blocks[first])?;
        let rest = &self.blocks[first + 1..];
        let last = rest.iter().position(|it| level(it).is_some_and(|it| it <= own)).unwrap_or(rest.len());
        let mut blocks = rest[..last].to_vec();
        for block in &mut blocks {
            if let Block::Heading(level, ..) = block {
                *level = *level + 1 - own;
            }
        }
        let title = if let Block::Heading(_, _, text) = &self.blocks[first] { text.plain() } else { String::new() };
        Some(Document { title, blocks })
    }

    /// Removes headings with nothing under them.
    pub fn prune(&mut self) {
        let mut kept: Vec<Block> = Vec::new();
        for block in self.blocks.drain(..).rev() {
            let is_bare = match (&block, kept.last()) {
                (Block::Heading(..), None) => true,
                (Block::Heading(level, ..), Some(Block::Heading(next, ..))) => next <= level,
                _ => false,
            };
            if !is_bare {
                kept.push(block);
            }
        }
        kept.reverse();
        self.blocks = kept;
    }
}

fn change_block(block: &mut Block, change: &dyn Fn(&mut String)) {
    match block {
        Block::Paragraph(text) => change_line(text, change),
        Block::List(items) => items.iter_mut().for_each(|it| change_line(it, change)),
        Block::Numbered(entries) => {
            entries.iter_mut().for_each(|it| change_line(&mut it.short, change));
            entries.iter_mut().flat_map(|it| &mut it.blocks).for_each(|it| change_block(it, change));
        }
        Block::Table(table) => {
            table.rows.iter_mut().flatten().for_each(|it| change_line(&mut it.content, change));
        }
        Block::Heading(..) | Block::Diagram(_) => {}
    }
}

fn change_line(line: &mut Inline, change: &dyn Fn(&mut String)) {
    for span in &mut line.spans {
        if let Span::Text(text) = span {
            change(text);
        }
    }
}
