//! Rewriting a rulebook of the previous edition: old names become the current ones.
//!
//! Input: the text of one file. Output: the text with every name replaced that [`check`] reports as
//! renamed; comments and layout stay. Does not know the disk, nor which names there are.

use super::{Input, check};
use crate::sorting::CompactSort;

/// Maximum number of passes: keys below a renamed header show up in the next pass.
const PASSES: usize = 8;

/// Returns the text with current names, and the number of names that were replaced.
///
/// Names are replaced only in this text, not in its parents.
///
/// ```
/// let (text, replaced) = threefold::upgrade("name = \"x\"\npart = \"rules\"\n[bar.quiet]\nforbids = {}\n");
/// assert!(text.contains("[ban.quiet]"));
/// assert_eq!(replaced, 1);
/// ```
pub fn upgrade(text: &str) -> (String, usize) {
    let (mut text, mut replaced) = (text.to_owned(), 0);
    for _ in 0..PASSES {
        let checked = check(Input::Text("-", text.as_bytes()));
        let own = checked.diagnostics.items.iter().filter(|it| it.span.is_some_and(|span| span.file == 0));
        let mut edits: Vec<(usize, usize, &str)> = own
            .filter_map(|it| Some((it.span?.start as usize, it.span?.end as usize, it.replacement.as_deref()?)))
            .collect();
        // From the end, so that the places before stay valid.
        edits.compact_sort_by(|a, b| b.cmp(a));
        edits.dedup();
        if edits.is_empty() {
            break;
        }
        for (start, end, new) in edits {
            if text.get(start..end).is_some() {
                text.replace_range(start..end, new);
                replaced += 1;
            }
        }
    }
    (text, replaced)
}
