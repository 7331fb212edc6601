//! The rulebook in plain sentences, so that an author sees whether his file says what he
//! meant.
//!
//! In: the [`Definition`] for what was written, the [`Variant`] for what came of it. Out:
//! a [`Document`], mechanic by mechanic in the order in which rules are learnt, to be
//! shown as text, Markdown or a page. Each word of a closed list has one sentence
//! ([`sentences`]). Refuses to know files and how a rule is carried out.

mod barriers;
mod document;
mod ending;
mod ground;
mod lines;
mod movement;
mod page;
mod phrases;
mod pieces;
mod possible;
mod seams;
mod squares;
mod words;

pub use document::{Block, Document};
pub use page::{block_html, html};
pub use words::{Sentence, sentences};

use crate::definition::Definition;
use crate::policy::{Part, Who};
use crate::rulebook::Rulebook;
use crate::rules::Variant;
use phrases::capital;
use possible::Possible;
use words::InWords;

/// Writes chapters, one after the other.
struct RulesWriter<'a> {
    def: &'a Definition,
    book: &'a Rulebook,
    possible: Possible,
    out: Document,
}

/// The whole rulebook in English. `definition` is what `variant` was compiled from.
pub fn rulebook(definition: &Definition, variant: &Variant) -> Document {
    let book = variant.rulebook();
    let mut teller = RulesWriter { def: definition, book, possible: Possible::new(book), out: Document::default() };
    teller.out.heading(1, book.name.clone());
    teller.out.paragraph(book.about.clone());
    if let Some(start) = variant.start() {
        teller.out.blocks.push(Block::Board(Box::new(start)));
    }
    teller.players();
    teller.board();
    let places = teller.out.blocks.len();
    teller.barriers();
    teller.pieces();
    teller.special_moves();
    teller.bans();
    teller.check();
    teller.elimination();
    teller.outcomes();
    teller.claims();
    teller.titles();
    teller.places_named(places);
    teller.only_what_can_happen();
    teller.who_is_who();
    teller.sources();
    teller.out.prune();
    teller.out
}

impl RulesWriter<'_> {
    /// The players that the rules speak of by their part in them.
    fn who_is_who(&mut self) {
        let whole = self.out.text().split_whitespace().collect::<Vec<_>>().join(" ");
        self.out.heading(2, "Who is who");
        let (whole, eliminates) = (whole.to_lowercase(), self.possible.elimination);
        let used = Who::ALL.iter().filter(|it| whole.contains(it.told()));
        let items = used.filter_map(|it| Some(format!("{}: {}", capital(it.told()), who_is(*it, eliminates)?)));
        let items = items.collect();
        self.out.list(items);
    }

    /// Speaks of all players, rather than of those who remain, where nobody is eliminated.
    fn only_what_can_happen(&mut self) {
        let two = self.book.seats.len() == 2;
        if self.possible.elimination {
            return;
        }
        let plain = |text: &mut String| {
            for (remaining, all) in REMAINING {
                *text = text.replace(remaining, all);
            }
            if two {
                *text = text.replace("any opponent", "the opponent").replace("Every other player", "The other player");
            }
        };
        for block in &mut self.out.blocks {
            match block {
                Block::Paragraph(text) => plain(text),
                Block::List(items) => items.iter_mut().for_each(plain),
                Block::Heading(..) | Block::Board(_) => {}
            }
        }
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

/// What a word for players means; `None` where the word says it.
fn who_is(who: Who, eliminates: bool) -> Option<&'static str> {
    Some(match who {
        Who::Next if eliminates => "the remaining player whose turn comes after that of the player who moves.",
        Who::Next => "the player whose turn comes after that of the player who moves.",
        Who::Previous if eliminates => "the remaining player whose turn comes before that of the player who moves.",
        Who::Previous => "the player whose turn comes before that of the player who moves.",
        Who::Third => "the player whom the rule does not name otherwise.",
        Who::MatingPlayer => "the player who gives checkmate.",
        Who::Winner => "the player whom a resigning player names.",
        Who::Opponents if eliminates => "every other player who is still in play.",
        Who::Living if eliminates => "the players who are not eliminated.",
        _ => return None,
    })
}

/// Words about players who remain, and what they are where nobody is ever eliminated.
const REMAINING: [(&str, &str); 6] = [
    ("any remaining opponent", "any opponent"),
    ("very other remaining player", "very other player"),
    ("very remaining player", "very player"),
    ("ach remaining player", "ach player"),
    ("the remaining players", "all players"),
    (" while its owner is in play", ""),
];
