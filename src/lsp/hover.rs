//! Hover: what a header, a key, a word or a name means.
//!
//! Input: a place. Output: Markdown in the words of the reference, with the inherited value of a key,
//! and the squares or moves of a name. Does not know the protocol.

use super::cursor::Spot;
use super::documents::FileView;
use super::language::{CursorPlace, declared};
use crate::definition::query::types_of;
use crate::definition::reference::{header_text, key_text};
use crate::definition::value::TypeDoc;
use crate::diagnostic::{Span, place};
use crate::english::named;
use crate::rules::Variant;

/// Explains what is at a place; `None` if there is nothing to say.
pub(super) fn hover(place: &CursorPlace<'_>, variant: Option<&Variant>) -> Option<String> {
    let mut parts = match place.cursor.spot {
        Spot::Key if place.is_case => {
            let key = place.case_keys().into_iter().find(|it| it.0 == place.word());
            key.map(|(key, about)| format!("`{key}`: {about}")).into_iter().collect()
        }
        Spot::Header => {
            let mut parts = vec![header_text(place.header?)];
            parts.extend(inherited_keys(&place.view, &place.cursor.header.join(".")));
            parts
        }
        Spot::Key => {
            let mut parts: Vec<String> = place.key().map(key_text).into_iter().collect();
            if place.cursor.keys.is_empty() {
                parts.extend(inherited_value(&place.view, &place.cursor.header.join("."), place.word()));
            }
            parts
        }
        Spot::Value => word_text(place).into_iter().collect(),
        Spot::Nothing => Vec::new(),
    };
    parts.extend(name_text(place, variant));
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// Explains a word of a closed list.
fn word_text(place: &CursorPlace<'_>) -> Option<String> {
    let key = place.key()?;
    let types = types_of(&key.ty);
    let mut words = types.iter().filter_map(|it| match it {
        TypeDoc::Words(_, _, words) => words.iter().find(|it| it.word == place.word()),
        _ => None,
    });
    let word = words.next()?;
    Some(format!("`{}` (`{}`): {}", word.word, key.key, word.doc.split_whitespace().collect::<Vec<_>>().join(" ")))
}

/// Explains a name: where it is declared, and its squares or moves.
fn name_text(at: &CursorPlace<'_>, variant: Option<&Variant>) -> Option<String> {
    let (families, name, _) = at.name()?;
    let all = declared(&at.view.resolved, &families);
    let (_, family, file) = all.into_iter().find(|it| it.0 == name)?;
    let mut text = format!("`[{family}.{name}]`");
    if file != 0 {
        let file = at.view.sources.files.get(usize::from(file)).map_or("", |it| it.name.as_str());
        text.push_str(&format!(" is inherited from `{file}`."));
    }
    if let Some(sentence) = variant.and_then(|it| named(it.rulebook(), family, &name)) {
        text.push_str(&format!("\n\n{sentence}"));
    }
    Some(text)
}

/// Returns the value that a key has in the parents, with its origin.
pub(super) fn inherited(view: &FileView, header: &str, key: &str) -> Option<(String, String)> {
    let mut headers = view.parents().into_iter().flat_map(|it| it.headers.iter()).filter(|it| it.name() == header);
    let (key, value) = headers.next()?.entries.entries.iter().find(|it| it.0.value == key)?;
    Some((value.value.to_string(), origin(view, key.span)))
}

fn inherited_value(view: &FileView, header: &str, key: &str) -> Option<String> {
    let (value, origin) = inherited(view, header, key)?;
    Some(format!("Inherited value: `{value}` ({origin})."))
}

/// Lists the keys of the inherited header of a name.
fn inherited_keys(view: &FileView, header: &str) -> Option<String> {
    let mut headers = view.parents().into_iter().flat_map(|it| it.headers.iter()).filter(|it| it.name() == header);
    let header = headers.next()?;
    let lines = header.entries.entries.iter().map(|(key, value)| format!("{} = {}\n", key.value, value.value));
    let origin = origin(view, header.entries.span);
    Some(format!("The inherited header ({origin}):\n\n```toml\n{}```", lines.collect::<String>()))
}

/// Returns the file and the line of a span.
fn origin(view: &FileView, span: Span) -> String {
    let at = place(&view.sources, span);
    format!("{}:{}", at.file, at.line)
}
