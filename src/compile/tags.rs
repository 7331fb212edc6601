//! Tags: resolves `[tag]`, marks that pieces receive and keep.
//!
//! Input: tags as written. Output: tags with ids. Limits the number of piece types, because the engine
//! distinguishes a piece with a tag from one without. Does not know when a tag is set.

use super::conditions::{Conditions, Seen};
use crate::board::heading_names;
use crate::diagnostic::{Code, Diagnostics};
use crate::policy::TagOn;
use crate::rulebook::{Kind, Tag};

/// Maximum number of piece types: kinds, distinguished by their tags and by whether they have moved.
const TYPES: usize = 64;

/// Resolves every tag.
pub(super) fn tags(conditions: &Conditions, kinds: &[Kind], sink: &mut Diagnostics) -> Vec<Tag> {
    let scope = conditions.scope;
    let mut all = Vec::new();
    for (name, table) in &scope.definition.tags {
        // The headings of squares and of hexagons: positions write the one that a piece faces.
        let headings = [8, 12].into_iter().flat_map(heading_names).copied();
        if ["moved", "unmoved"].into_iter().chain(headings).any(|it| it == name.value) {
            let message = format!("positions write `{}` after a piece for something else than a tag", name.value);
            sink.error(Code::BadName, name.span, message)
                .help(format!("give the tag another name, for example `[tag.has-{}]`", name.value));
        }
        let pieces = scope.kind_set(&table.pieces, sink);
        if table.set.value.is_pass() {
            sink.error(Code::BadKeys, table.set.span, "a pass moves no piece, so no piece gets the tag")
                .help("remove `passes`, and describe a move of a piece");
        }
        if let Some(set) = conditions.mv(&table.set, Seen::Move, sink) {
            let label = super::wording::label(&name.value, table.label.as_ref(), sink);
            all.push(Tag { name: name.value.clone(), label, pieces, set, on: table.on.value });
        }
    }
    let marks = |id: usize| all.iter().filter(|it| it.on != TagOn::Nobody && it.pieces >> id & 1 != 0).count() as u32;
    let types =
        |(id, kind): (usize, &Kind)| 2usize.saturating_pow(marks(id)).saturating_mul(1 + usize::from(kind.has_initial));
    let found = kinds.iter().enumerate().map(types).fold(0, usize::saturating_add);
    if let Some((name, _)) = scope.definition.tags.last().filter(|_| found > TYPES) {
        sink.error(
            Code::TooManyTypes,
            name.span,
            format!("the tags that pieces can have make {found} types of pieces"),
        )
        .help(format!("the maximum is {TYPES}: give tags to fewer pieces, or remove `[tag.{}]`", name.value));
    }
    all
}
