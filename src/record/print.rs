//! Prints a record in the export format of PGN, with lines of at most 79 characters where possible.
//!
//! Input: a [`Record`]. Output: its text, by `Display`. A printed record parses back as the same record. Does not know
//! rules.

use std::fmt::{Display, Formatter, Result};

use super::{Annotation, Movetext, Record};

/// Maximum length of a line in characters. A longer word has a line of its own.
const WIDTH: usize = 79;

impl Display for Record {
    fn fmt(&self, out: &mut Formatter<'_>) -> Result {
        for tag in &self.tags {
            let value = tag.value.replace(['\n', '\r'], " ").replace('\\', "\\\\").replace('"', "\\\"");
            // A name that PGN cannot have would make the rest of the record unreadable.
            let name = tag.name.replace(|it: char| !it.is_ascii_alphanumeric() && it != '_', "_");
            writeln!(out, "[{} \"{value}\"]", if name.is_empty() { "_" } else { &name })?;
        }
        if !self.tags.is_empty() {
            writeln!(out)?;
        }
        let mut words = Words::default();
        words.movetext(&self.movetext);
        words.word(if self.result.is_empty() { "*" } else { &self.result });
        writeln!(out, "{}", words.text.trim_end())
    }
}

/// Words of movetext, filled into lines.
#[derive(Debug, Default)]
struct Words {
    text: String,
    /// Length of the last line in characters.
    width: usize,
    /// Whether the next word follows without a blank.
    is_glued: bool,
}

impl Words {
    /// Adds a word.
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        let is_glued = std::mem::take(&mut self.is_glued);
        if self.width > 0 && !is_glued {
            // A line that starts with one of these would not be movetext.
            let must_stay = word.starts_with(['%', '[']);
            let ends_line = self.width + 1 + length > WIDTH && !must_stay;
            self.text.push(if ends_line { '\n' } else { ' ' });
            self.width = if ends_line { 0 } else { self.width + 1 };
        }
        self.text.push_str(word);
        self.width += length;
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.width = 0;
        self.is_glued = false;
    }

    fn movetext(&mut self, movetext: &Movetext) {
        for comment in &movetext.comments {
            self.comment(comment);
        }
        for ply in &movetext.plies {
            if let Some(number) = ply.number {
                self.word(&format!("{}{}", number.value, if number.continues { "..." } else { "." }));
            }
            self.word(&ply.text);
            for annotation in &ply.annotations {
                match annotation {
                    Annotation::Nag(number) => self.word(&format!("${number}")),
                    Annotation::Comment(text) => self.comment(text),
                    Annotation::Variation(movetext) => self.variation(movetext),
                }
            }
        }
    }

    fn variation(&mut self, movetext: &Movetext) {
        self.word("(");
        self.is_glued = true;
        self.movetext(movetext);
        self.is_glued = true;
        self.word(")");
    }

    fn comment(&mut self, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        // A comment up to the end of the line may contain a brace.
        if text.contains('}') {
            self.word(";");
            self.text.push_str(&format!(" {}", words.join(" ")));
            self.end_line();
            return;
        }
        let [first, rest @ ..] = &words[..] else {
            self.word("{}");
            return;
        };
        // A short comment stays in one piece, and so do its commands.
        let whole = words.join(" ");
        if whole.chars().count() < WIDTH - 2 {
            self.word(&format!("{{{whole}}}"));
            return;
        }
        self.word(&format!("{{{first}"));
        for word in rest {
            self.word(word);
        }
        self.is_glued = true;
        self.word("}");
    }
}
