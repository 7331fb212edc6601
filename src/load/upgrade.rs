//! Rewriting a rulebook of the previous edition: old names become the current ones.
//!
//! Input: the text of one file. Output: the text with every name replaced that [`check`] reports as
//! renamed; comments and layout stay. A rulebook of the previous edition is loaded from such a text. Does not know
//! which names there are.

use std::path::Path;

use super::{Checked, Input, check, check_for_errors_at};
use crate::definition::load::{Loader, Location};
use crate::diagnostic::{Code, Diagnostic};
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
    upgrade_by(text, &|it| check(Input::Text("-", it.as_bytes())))
}

/// Upgrades a text with the findings of a check.
fn upgrade_by(text: &str, check: &dyn Fn(&str) -> Checked) -> (String, usize) {
    let (mut text, mut replaced) = (text.to_owned(), 0);
    for _ in 0..PASSES {
        let checked = check(&text);
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

/// Reports whether a finding belongs to the previous edition: a name, or the number of the edition.
fn is_old(finding: &Diagnostic) -> bool {
    matches!(finding.code, Code::Renamed | Code::UnknownEdition) && finding.replacement.is_some()
}

/// Loads a rulebook of the previous edition: every name in it and in the files that it extends is replaced in memory.
/// Returns `None` if the errors have another cause, or if errors remain.
pub(super) fn check_upgraded(location: &Location, loader: &dyn Loader, checked: &Checked) -> Option<Checked> {
    if !checked.diagnostics.items.iter().any(is_old) {
        return None;
    }
    let text = upgraded(location, &checked.sources.files.first()?.text, loader);
    let mut again = check_for_errors_at(Ok(location.clone()), Some(text.into_bytes()), &Upgraded(loader), &|| true);
    if again.diagnostics.has_errors() {
        return None;
    }
    let message = "this rulebook is written in the previous edition of the language";
    let help = "`threefold fmt --edition FILE` upgrades it and keeps its comments";
    again.diagnostics.warning(Code::Renamed, again.definition.span, message).help(help);
    again.diagnostics.sort();
    Some(again)
}

fn upgraded(location: &Location, text: &str, loader: &dyn Loader) -> String {
    let check = |it: &str| check_for_errors_at(Ok(location.clone()), Some(it.as_bytes().to_vec()), loader, &|| true);
    upgrade_by(text, &check).0
}

/// A loader that upgrades the files of another one when they are read.
struct Upgraded<'a>(&'a dyn Loader);

impl Loader for Upgraded<'_> {
    fn slugs(&self) -> Vec<&str> {
        self.0.slugs()
    }
    fn shipped(&self, slug: &str) -> Option<&str> {
        self.0.shipped(slug)
    }
    fn read(&self, path: &Path) -> Result<Vec<u8>, String> {
        let bytes = self.0.read(path)?;
        Ok(match std::str::from_utf8(&bytes) {
            Ok(text) => upgraded(&Location::Path(path.to_owned()), text, self.0).into_bytes(),
            Err(_) => bytes,
        })
    }
}
