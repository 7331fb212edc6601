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
mod men;
mod movement;
mod page;
mod phrases;
mod possible;
mod squares;
mod words;

pub use document::{Block, Document};
pub use page::{block_html, html};
pub use words::{Sentence, sentences};

use crate::definition::{Definition, Who};
use crate::rules::Variant;
use crate::variant::Rulebook;
use phrases::capital;
use possible::Possible;
use words::Told;

/// Writes chapters, one after the other.
struct Teller<'a> {
    def: &'a Definition,
    book: &'a Rulebook,
    possible: Possible,
    out: Document,
}

/// The whole rulebook in English. `definition` is what `variant` was compiled from.
pub fn rulebook(definition: &Definition, variant: &Variant) -> Document {
    let book = variant.rulebook();
    let mut teller = Teller { def: definition, book, possible: Possible::new(book), out: Document::default() };
    teller.out.heading(1, book.name.clone());
    teller.out.paragraph(book.about.clone());
    if let Some(start) = variant.start() {
        teller.out.blocks.push(Block::Board(Box::new(start)));
    }
    teller.players();
    teller.board();
    teller.barriers();
    teller.men();
    teller.special_moves();
    teller.bars();
    teller.check();
    teller.elimination();
    teller.outcomes();
    teller.claims();
    teller.titles();
    teller.who_is_who();
    teller.sources();
    teller.out.prune();
    teller.out
}

impl Teller<'_> {
    /// The players that the rules speak of by their part in them.
    fn who_is_who(&mut self) {
        let whole = self.out.text().split_whitespace().collect::<Vec<_>>().join(" ");
        self.out.heading(2, "Who is who");
        let used = Who::ALL.iter().filter(|it| whole.to_lowercase().contains(it.told()));
        let items =
            used.map(|it| format!("{}: {}", capital(it.told()), who_is(*it, self.possible.elimination))).collect();
        self.out.list(items);
    }

    fn sources(&mut self) {
        self.out.heading(2, "Sources");
        let def = self.def;
        let items = def.sources.iter().map(|it| {
            let at = it.at.as_ref().map_or_else(String::new, |it| format!(", {}", it.value));
            format!("[{}] {}{at}", it.id.value, it.title.value)
        });
        self.out.list(items.collect());
        if let Some(top) = &def.top {
            self.out.paragraph(top.part.told());
        }
    }
}

/// What a word for players means.
fn who_is(who: Who, eliminates: bool) -> &'static str {
    match who {
        Who::Mover => "the player who makes the move in question.",
        Who::Next => "the remaining player whose turn comes after the mover's.",
        Who::Previous => "the remaining player whose turn comes before the mover's.",
        Who::Victim => "the player against whom the rule decides.",
        Who::Third => "the player who is neither the winning or mating player (or else the mover) nor the victim.",
        Who::Mater => "the player who gives checkmate.",
        Who::Owner => "the player who owns the piece in question.",
        Who::Winner => "the player whom a resigning player names.",
        Who::Others if eliminates => "every other player, including eliminated ones.",
        Who::Others => "every other player.",
        Who::Opponents if eliminates => "every other player who is still in play.",
        Who::Opponents => "every other player.",
        Who::Living if eliminates => "the players who are not eliminated.",
        Who::Living => "all players, as long as they play.",
        Who::Dead => "the players who are eliminated.",
        Who::All => "every player.",
    }
}
