//! Where the zones are that only the endings name.
//!
//! Contains: [`RulesWriter::places_since`]. Input: the rules as written so far. Output: a sentence for each zone. Does not know: zones
//! that a special rule names ([`super::special`] says where they are).

use std::cell::RefCell;

use super::super::RulesWriter;
use crate::document::Document;

impl RulesWriter<'_> {
    /// Returns where the zones are that the blocks from a certain one on name, if no rule has said it.
    pub(super) fn places_since(&self, first: usize) -> String {
        let mut recent = self.out.clone();
        let mut earlier = Document { blocks: recent.blocks.drain(..first).collect(), ..recent.clone() };
        let (recent, earlier) = (texts(&mut recent), texts(&mut earlier));
        let plain = self.plain(&recent);
        let is_named = |label: &str| {
            let said =
                [format!(" the {label}"), format!(" their {label}"), format!("'s {label}"), format!(" your {label}")];
            recent.contains(&format!("zone “{label}”")) || said.iter().any(|it| plain.contains(it))
        };
        let zones = self.book.zones.iter().filter(|it| !self.is_named_by_squares(it) && is_named(&it.label));
        let places =
            zones.filter_map(|it| self.zone_place(it)).filter(|it| !recent.contains(it) && !earlier.contains(it));
        places.collect::<Vec<_>>().join(" ")
    }
}

/// All texts of a document, in reading order.
fn texts(document: &mut Document) -> String {
    let all = RefCell::new(String::new());
    document.change_texts(&|text| {
        all.borrow_mut().push_str(text);
        all.borrow_mut().push(' ');
    });
    all.into_inner()
}
