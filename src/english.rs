//! The rulebook in plain English, for players who want to learn the game and for authors who
//! want to check their file.
//!
//! Contains: [`rulebook`], which writes the rules of a game, and [`sentences`], the sentence of
//! each word of the language. Input: the [`Definition`] as written and the [`Variant`] compiled
//! from it. Output: a [`Document`]: first what a player must learn, then every setting, then
//! the terms. Does not know: files, and how rules are carried out.

mod barriers;
mod document;
mod ending;
mod ground;
mod learn;
mod lines;
mod movement;
mod page;
mod phrases;
mod pieces;
mod possible;
mod seams;
mod squares;
mod terms;
mod words;

pub use document::{Block, Document, Item};
pub use page::{block_html, html, numbered_html};
pub use words::{Sentence, sentences};

use crate::definition::Definition;
use crate::policy::Part;
use crate::rulebook::Rulebook;
use crate::rules::Variant;
use possible::Possible;
use words::InWords;

/// Writes the chapters of the rules, one after the other.
struct RulesWriter<'a> {
    def: &'a Definition,
    book: &'a Rulebook,
    possible: Possible,
    out: Document,
}

/// Returns the whole rulebook in English. `definition` is the source of `variant`.
pub fn rulebook(definition: &Definition, variant: &Variant) -> Document {
    let book = variant.rulebook();
    let mut writer = RulesWriter { def: definition, book, possible: Possible::new(book), out: Document::default() };
    let complete = writer.complete();
    let terms = writer.terms(&complete);
    writer.out.heading(1, book.name.clone());
    writer.out.paragraph(book.about.clone());
    writer.learn(variant.start());
    writer.only_what_can_happen();
    writer.out.heading(2, "Complete rules");
    writer.out.append_below(complete);
    writer.out.heading(2, "Terms");
    writer.out.list(terms);
    writer.sources();
    writer.out.prune();
    writer.out
}

impl RulesWriter<'_> {
    /// Returns the chapters that contain every setting of the file.
    fn complete(&mut self) -> Document {
        self.players();
        self.board();
        let places = self.out.blocks.len();
        self.barriers();
        self.pieces();
        self.special_moves();
        self.bans();
        self.check();
        self.elimination();
        self.outcomes();
        self.claims();
        self.titles();
        self.places_named(places);
        self.only_what_can_happen();
        std::mem::take(&mut self.out)
    }

    /// Replaces the remaining players by all players if nobody is ever eliminated.
    fn only_what_can_happen(&mut self) {
        let two = self.book.seats.len() == 2;
        if self.possible.elimination {
            return;
        }
        self.out.change_texts(|text| {
            for (remaining, all) in REMAINING {
                *text = text.replace(remaining, all);
            }
            if two {
                *text = text.replace("any opponent", "the opponent").replace("Every other player", "The other player");
                *text = text.replace("every other player", "the other player");
            }
        });
    }

    fn sources(&mut self) {
        self.out.heading(2, "Sources");
        let def = self.def;
        let items = def.sources.iter().map(|it| {
            let at = it.at.as_ref().map_or_else(String::new, |it| format!(", {}", it.value));
            format!("[{}] {}{at}", it.id.value, it.title.value)
        });
        self.out.list(items.collect());
        if let Some(top) = def.top.as_ref().filter(|it| it.part.value != Part::Game) {
            self.out.paragraph(top.part.told());
        }
    }
}

/// Phrases about remaining players, each with its replacement for a game without elimination.
const REMAINING: [(&str, &str); 6] = [
    ("any remaining opponent", "any opponent"),
    ("very other remaining player", "very other player"),
    ("very remaining player", "very player"),
    ("ach remaining player", "ach player"),
    ("the remaining players", "all players"),
    (" while its owner is in play", ""),
];
