//! Words of the board, explained where a reader first meets them.
//!
//! Contains: [`RulesWriter::explain_first_uses`]. Input: the rules as written so far. Output: the same rules, with a few words after
//! the first use of a term. Does not know: what the rules say.

use std::cell::Cell;

use super::super::RulesWriter;

/// Terms of steps, each with the piece whose steps they are.
const STEPS: [(&str, &str); 2] = [("straight step", "rook"), ("diagonal step", "bishop")];

/// What follows a term that a sentence explains itself.
const EXPLAINED: [&str; 4] = [" (like", ", like", " goes", " like"];

impl RulesWriter<'_> {
    /// Explains straight and diagonal steps, the rim of a ring, and zones that are the blocks of the players.
    pub(super) fn explain_first_uses(&mut self) {
        let mut out = std::mem::take(&mut self.out);
        for (term, piece) in STEPS {
            let is_explained = Cell::new(false);
            out.change_texts(&|text| {
                let Some(at) = text.to_lowercase().find(term).filter(|_| !is_explained.get()) else { return };
                if text[..at].ends_with(" or ") {
                    return;
                }
                is_explained.set(true);
                let end = at + term.len();
                let end = if text[end..].starts_with('s') { end + 1 } else { end };
                if EXPLAINED.iter().all(|it| !text[end..].starts_with(it)) {
                    // A term in parentheses gets no second pair.
                    let is_open = text[..at].rfind('(') > text[..at].rfind(')');
                    let gloss = if is_open { format!(", like a {piece}'s") } else { format!(" (like a {piece}'s)") };
                    text.insert_str(end, &gloss);
                }
            });
        }
        // The list of differences names the rim before the chapter on the board.
        let is_met = Cell::new(!self.is_ring());
        out.change_texts(&|text| {
            let Some(at) = text.find("the rim").filter(|_| !is_met.replace(true)) else { return };
            if !text[..at].ends_with("Rank 1 is ") {
                text.insert_str(at + "the rim".len(), " (rank 1)");
            }
        });
        // The list of differences explains a zone, too, but readers look up a rule.
        let zones: Vec<String> = self.block_zones().map(|it| format!("in its owner's {}", it.label)).collect();
        for owned in zones {
            let is_explained = Cell::new(false);
            out.change_texts(&|text| {
                let is_first = !is_explained.get() && text.contains(&owned) && !text.contains("(the owner's block");
                if is_first {
                    is_explained.set(true);
                    *text = text.replacen(&owned, &format!("{owned} (the owner's block)"), 1);
                }
            });
        }
        self.out = out;
    }
}
