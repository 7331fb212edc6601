//! Inlay hints: what a header inherits, and what a key would be without this file.
//!
//! Input: a file with its parents. Output: [`Hint`]s at the ends of lines. Does not know the protocol.

use super::documents::FileView;
use super::hover::inherited;
use crate::definition::load::parse::parse;
use crate::diagnostic::Diagnostics;

/// Maximum number of characters of a hint.
const LONGEST: usize = 80;

/// A text for the end of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hint {
    /// A byte in the line.
    pub byte: usize,
    /// The text of the hint.
    pub text: String,
}

/// Returns the hints of a file.
pub(super) fn hints(view: &FileView) -> Vec<Hint> {
    let Some(file) = view.sources.files.first() else { return Vec::new() };
    let own = parse(&file.text, 0, &mut Diagnostics::default());
    let mut hints = Vec::new();
    for header in &own.headers {
        let name = header.name();
        for (key, value) in &header.entries.entries {
            let byte = value.span.end as usize;
            if key.value == "extends" && header.extends_inherited() {
                let rest =
                    inherited_keys(view, &name, |key| header.entries.entries.iter().any(|it| it.0.value == *key));
                hints.extend(rest.map(|text| Hint { byte, text: shortened(&text) }));
                continue;
            }
            let old = inherited(view, &name, &key.value).filter(|it| it.0 != value.value.to_string());
            hints.extend(old.map(|it| Hint { byte, text: shortened(&format!("inherited: {}", it.0)) }));
        }
    }
    hints
}

/// Lists the inherited keys of a header that the file does not write.
fn inherited_keys(view: &FileView, header: &str, is_own: impl Fn(&String) -> bool) -> Option<String> {
    let mut headers = view.parents().into_iter().flat_map(|it| it.headers.iter()).filter(|it| it.name() == header);
    let all = headers.next()?.entries.entries.iter().filter(|it| !is_own(&it.0.value));
    let keys: Vec<String> = all.map(|(key, value)| format!("{} = {}", key.value, value.value)).collect();
    (!keys.is_empty()).then(|| format!("inherited: {}", keys.join(", ")))
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
