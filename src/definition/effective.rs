//! The effective rulebook: a file with its parents merged in, printed as self-contained TOML.
//!
//! Input: a [`Resolved`] rulebook and the files it came from. Output: TOML in which a comment after
//! each header and each value gives its file and line. The text has no parents; reading it again gives
//! the same rulebook with the same hash. Does not know what any key means.

use super::fold::fold;
use super::hash::hash;
use super::load::Resolved;
use super::table::Entries;
use super::value::key_text;
use crate::diagnostic::{Diagnostics, Sources, Span, is_harmful, place};

/// Maximum column of the comments. Longer lines push their own comment to the right.
const COLUMN: usize = 60;

/// Prints a resolved rulebook with the file and line of every value.
pub fn effective(resolved: &Resolved, sources: &Sources) -> String {
    let resolved = &fold(resolved, &mut Diagnostics::default());
    let origin = |span: Span| {
        let place = place(sources, span);
        // A line break in a file's name must not end the comment.
        let file: String = place.file.chars().map(|it| if it == '\n' || is_harmful(it) { '?' } else { it }).collect();
        format!("# {file}:{}", place.line)
    };
    let main_file = sources.files.first().map_or("", |it| it.name.as_str());
    let main_file: String = main_file.chars().map(|it| if it == '\n' || is_harmful(it) { '?' } else { it }).collect();
    let mut text = format!("# {main_file} with its parents merged in\n# hash {}\n\n", hash(resolved));
    let mut top = resolved.top.clone();
    top.entries.retain(|(key, _)| !matches!(key.value.as_str(), "extends" | "without"));
    let mut blocks = vec![(None, top)];
    blocks.extend(resolved.sources.iter().map(|it| (Some("[[source]]".to_owned()), it.clone())));
    for header in &resolved.headers {
        let path = header.path.iter().map(|it| key_text(&it.value)).collect::<Vec<_>>().join(".");
        blocks.push((Some(format!("[{path}]")), header.entries.clone()));
    }
    for (header, entries) in blocks {
        let lines = lines(header.as_deref(), &entries);
        let width = lines.iter().map(|it| it.0.chars().count()).filter(|it| *it <= COLUMN).max().unwrap_or(0);
        for (line, span) in lines {
            text.push_str(&format!("{line:width$}  {}\n", origin(span)));
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Formats the lines of one header, with keys padded to the same width.
fn lines(header: Option<&str>, entries: &Entries) -> Vec<(String, Span)> {
    let mut lines: Vec<_> = header.iter().map(|it| ((*it).to_owned(), entries.span)).collect();
    let keys: Vec<_> = entries.entries.iter().map(|(key, _)| key_text(&key.value)).collect();
    let width = keys.iter().map(|it| it.chars().count()).max().unwrap_or(0);
    for (key, (name, value)) in keys.iter().zip(&entries.entries) {
        lines.push((format!("{key:width$} = {}", value.value), name.span));
    }
    lines
}
