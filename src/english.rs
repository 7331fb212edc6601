//! The rulebook in plain English, for players who want to learn the game and for authors who
//! want to check their file.
//!
//! Contains: [`rulebook`], which writes the rules of a game, and [`sentences`], the sentence of
//! each word of the language. Input: the [`Definition`] as written and the [`Variant`] compiled
//! from it. Output: a [`Document`]: first what a player must learn, then the details that this
//! part leaves out, then terms and sources. Does not know: files, and how rules are carried out.
//!
//! ```
//! use threefold::document::Document;
//! use threefold::{draw, english};
//!
//! let loaded = threefold::load("chess")?;
//! let document: Document = english::rulebook(&loaded.definition, &loaded.variant);
//! let page = english::html(&document, |it| draw::svg(&it.position, &draw::View::default()));
//! assert!(page.contains("castling"));
//! // With pictures of moves between the sentences.
//! assert!(english::illustrated(&loaded.definition, &loaded.variant).blocks.len() >= document.blocks.len());
//! # Ok::<(), threefold::LoadError>(())
//! ```

mod crossed;
mod crossing;
mod details;
mod double_steps;
mod ending;
mod illustrations;
mod learn;
mod lines;
mod location;
mod movement;
#[cfg(feature = "lsp")]
mod named;
mod page;
mod phrases;
mod possible;
mod seams;
#[cfg(feature = "cli")]
mod sheets;
mod squares;
#[cfg(feature = "cli")]
mod summary;
mod switched_off;
mod tagged;
mod terms;
mod walks;
mod words;

pub use crate::document::Document;
pub use illustrations::illustrated;
#[cfg(feature = "lsp")]
pub(crate) use named::named;
#[cfg(feature = "serve")]
pub(crate) use page::PRINT;
pub use page::html;
#[cfg(feature = "cli")]
pub(crate) use page::html_with_board;
#[cfg(feature = "cli")]
pub(crate) use sheets::EmptyBoard;
#[doc(hidden)]
pub use words::{Sentence, sentences};

use crate::definition::value::Name;
use crate::definition::{Definition, Source};
use crate::diagnostic::Spanned;
use crate::policy::Part;
use crate::rulebook::Rulebook;
use crate::rules::Variant;
use learn::plural_of;
use possible::Possible;
use switched_off::without_dead_exceptions;
use words::InWords;

/// Writes the chapters of the rules, one after the other.
struct RulesWriter<'a> {
    def: &'a Definition,
    book: &'a Rulebook,
    /// The compiled rules, for the moves of pieces.
    variant: &'a Variant,
    possible: Possible,
    /// The learning part as text on one line, once it is written.
    learned: String,
    out: Document,
}

/// Returns the whole rulebook in English. `definition` is the source of `variant`.
///
/// [`english`](crate::english) has an example.
pub fn rulebook(definition: &Definition, variant: &Variant) -> Document {
    let (cleaned, book) = (without_dead_exceptions(definition, variant.rulebook()), variant.rulebook());
    let (definition, book) = cleaned.as_ref().map_or((definition, book), |it| (&it.0, &it.1));
    let (possible, learned, out) = (Possible::new(book), String::new(), Document::new(book.name.clone()));
    let mut writer = RulesWriter { def: definition, book, variant, possible, learned, out };
    writer.out.paragraph(book.about.clone());
    writer.learn(variant.start());
    writer.learned = writer.out.text().split_whitespace().collect::<Vec<_>>().join(" ");
    writer.out.heading(2, "Details");
    writer.out.paragraph("Exact squares, conditions and special cases, for questions during a game.");
    writer.details();
    writer.in_plain_words();
    writer.only_what_can_happen();
    let terms = writer.terms();
    writer.out.heading(3, "Terms");
    writer.out.list(terms);
    writer.sources();
    writer.out.prune();
    writer.out
}

impl RulesWriter<'_> {
    /// Replaces the terms of the language by words of players.
    fn in_plain_words(&mut self) {
        let mut out = std::mem::take(&mut self.out);
        out.change_texts(&|text| *text = self.plain(text));
        self.out = out;
    }

    /// Replaces the remaining players by all players if nobody is ever eliminated.
    fn only_what_can_happen(&mut self) {
        let (two, three) = (self.book.seats.len() == 2, self.book.seats.len() == 3);
        if self.possible.elimination {
            return;
        }
        self.out.change_texts(&|text| {
            for (remaining, all) in REMAINING {
                *text = text.replace(remaining, all);
            }
            if two {
                *text = text.replace("All players agree", "The players agree");
                *text = text.replace("any opponent", "the opponent").replace("Every other player", "The other player");
                *text = text.replace("every other player", "the other player");
            }
            if three {
                *text = text.replace("the king of every opponent", "the kings of both opponents");
                *text = text.replace("every other player", "both other players");
                *text = text.replace("Every other player", "Both other players");
            }
        });
    }

    /// Writes the sources, each with the rules that it is cited for.
    fn sources(&mut self) {
        self.out.heading(3, "Sources");
        let def = self.def;
        let cited = self.cited_rules();
        // A parent's source may be for rules that the game no longer has.
        let is_used =
            |it: &&Source| it.id.span.file == def.span.file || cited.iter().any(|rule| rule.1 == it.id.value.0);
        let items = def.sources.iter().filter(is_used).map(|it| {
            let at = it.at.as_ref().map_or_else(String::new, |it| format!(", {}", it.value));
            let id = &it.id.value.0;
            let rules: Vec<&str> = cited.iter().filter(|it| it.1 == *id).map(|it| it.0.as_str()).collect();
            // A single source is the source of everything.
            let rules = match rules.is_empty() || rules.len() == cited.len() {
                true => String::new(),
                false => format!(" ({})", rules.join(", ")),
            };
            format!("{}{at}{rules}", it.title.value)
        });
        self.out.list(items.collect());
        if let Some(top) = def.top.as_ref().filter(|it| it.part.value != Part::Game) {
            self.out.paragraph(top.part.sentence());
        }
    }

    /// Returns the rules that cite a source, by their names on the page, with the id of the source.
    fn cited_rules(&self) -> Vec<(String, String)> {
        let (def, book) = (self.def, self.book);
        let mut all: Vec<(String, &Option<Spanned<Name>>)> = Vec::new();
        for (name, it) in &def.barriers {
            let made = book.barriers.iter().find(|it| it.name == name.value);
            all.extend(made.map(|made| (plural_of(made), &it.table.source)));
        }
        for ((_, it), made) in def.bans.iter().zip(&book.bans) {
            all.push((made.label.clone(), &it.table.source));
        }
        all.extend(def.castling_rules.iter().map(|it| ("castling".to_owned(), &it.value.source)));
        all.extend(def.double_step.iter().map(|it| ("double step".to_owned(), &it.value.table.source)));
        all.extend(def.en_passant.iter().map(|it| ("en passant".to_owned(), &it.value.source)));
        all.extend(def.promotions.iter().map(|it| ("promotion".to_owned(), &it.1.source)));
        all.extend(def.promotion_moves.iter().map(|it| ("promotion as a move".to_owned(), &it.1.source)));
        all.extend(def.check.iter().map(|it| ("check".to_owned(), &it.source)));
        all.extend(def.elimination.iter().map(|it| ("eliminated players".to_owned(), &it.source)));
        for (name, it) in &def.outcomes {
            let made = book.outcomes.iter().find(|it| it.name == name.value);
            all.extend(made.map(|made| (made.label.clone(), &it.table.source)));
        }
        for (name, it) in &def.claims {
            let made = book.claims.iter().find(|it| it.name == name.value);
            all.extend(made.map(|made| (made.label.clone(), &it.source)));
        }
        let mut cited: Vec<(String, String)> = Vec::new();
        for (rule, source) in all {
            let Some(source) = source else { continue };
            let one = (rule, source.value.0.clone());
            if !cited.contains(&one) {
                cited.push(one);
            }
        }
        cited
    }
}

/// Phrases about remaining players, each with its replacement for a game without elimination.
const REMAINING: [(&str, &str); 8] = [
    ("All remaining players", "All players"),
    ("any remaining opponent", "any opponent"),
    ("very other remaining player", "very other player"),
    ("very remaining player", "very player"),
    ("ny remaining player", "ny player"),
    ("ach remaining player", "ach player"),
    ("the remaining players", "all players"),
    (" while its owner is in play", ""),
];
