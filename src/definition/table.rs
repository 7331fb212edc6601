//! The `tables!` macro: declares a table of the language with its struct, reader and reference entry.
//!
//! Input: a declaration. `req KEY: TYPE` is required, `opt KEY: TYPE` is optional, and `def KEY: TYPE =
//! VALUE` has a default. The Rust name `after_move` stands for the key `after-move`. Output: a struct
//! that implements [`HeaderTable`]. Does not know any table of the language.

use super::header::HEADERS;
use super::synonyms;
use super::unknown::{advice, instead_of_list, is_place, zone_for};
use super::value::{Read, TableDoc, TypeDoc, Value};
use super::written::{are_squares, in_braces, is_squares};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Span, Spanned, Subject, nearest};
use crate::policy::renamed;

/// The keys under one header or in one inline table, before typing.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    /// The span of the header or of the inline table.
    pub span: Span,
    /// The name for messages: `[barrier.moat]`, or the type of an inline table.
    pub title: String,
    /// Keys and values in file order.
    pub entries: Vec<(Spanned<String>, Spanned<Value>)>,
}

/// A table of the language.
pub trait HeaderTable: Sized {
    /// Reads the keys. Reports each key that is unknown, missing or wrong.
    fn read_table(entries: &Entries, sink: &mut Diagnostics) -> Option<Self>;
    /// Returns the description of the table and its keys.
    fn table_doc() -> &'static TableDoc;
}

/// Returns the name of a Rust field without the mark of a raw identifier.
fn bare(field: &str) -> &str {
    field.strip_prefix("r#").unwrap_or(field)
}

/// Returns the key for the name of a Rust field.
pub fn key_of(field: &str) -> String {
    bare(field).replace('_', "-")
}

/// Reports whether `field` is the Rust name of `key`.
fn is_key_of(key: &str, field: &str) -> bool {
    let field = bare(field).bytes().map(|it| if it == b'_' { b'-' } else { it });
    field.eq(key.bytes())
}

/// Reads one key if it is present.
pub fn take<T: Read>(entries: &Entries, field: &str, sink: &mut Diagnostics) -> Option<Option<Spanned<T>>> {
    match entries.entries.iter().find(|(it, _)| is_key_of(&it.value, field)) {
        None => Some(None),
        Some((_, value)) => T::read(value, sink).map(|it| Some(Spanned::new(it, value.span))),
    }
}

/// Reports a missing required key, and says what it is for. A misspelled key is not missing: [`unknown`] reports it.
pub fn missing(entries: &Entries, field: &str, doc: fn() -> &'static TableDoc, sink: &mut Diagnostics) {
    let key = key_of(field);
    let table = doc();
    let keys = &table.keys;
    let known = || keys.iter().map(|it| it.key.as_str());
    let is_meant = |it: &str| !known().any(|other| other == it) && meant(it, known()) == Some(key.as_str());
    if entries.entries.iter().any(|it| is_meant(&it.0.value)) {
        return;
    }
    let doc = keys.iter().find(|it| it.key == key);
    let example = example(entries, table, &key).or_else(|| doc.map(|it| it.ty.example(0)));
    let example = example.unwrap_or_else(|| "...".to_owned());
    let words = doc.and_then(|it| it.ty.word_list()).map_or_else(String::new, |it| format!(": {it}"));
    let about = doc.map_or_else(String::new, |it| it.doc.split_whitespace().collect::<Vec<_>>().join(" "));
    // The first sentence says what the key is for; the others go into detail.
    let first = about.split_once(". ").map_or(about.as_str(), |it| it.0);
    let about = uncapitalized(first.trim_end_matches('.'));
    let example = format!("{key} = {example}");
    missing_key(entries.span, &entries.title, &key, Some(&example), sink)
        .help(format!("add `{example}` ({about}{words})"));
}

/// Reports a missing key. `title` is the header or the table that lacks it. `example` is the key with a value; the help of
/// the finding has to start with it.
pub(crate) fn missing_key<'a>(
    span: Span,
    title: &str,
    key: &str,
    example: Option<&str>,
    sink: &'a mut Diagnostics,
) -> &'a mut Diagnostic {
    let subject =
        Subject::MissingKey { title: title.to_owned(), key: key.to_owned(), example: example.map(str::to_owned) };
    sink.error(Code::MissingKey, span, format!("{title} needs the key `{key}`")).about(subject)
}

/// Returns an example of a value: a letter of the header's own name, or the value in the example of its header.
fn example(entries: &Entries, doc: &TableDoc, key: &str) -> Option<String> {
    let name = entries.title.trim_end_matches(']').rsplit_once('.').map(|it| it.1);
    if let (Some(letter), "letter") = (name.and_then(|it| it.chars().find(char::is_ascii_alphabetic)), key) {
        let is_piece = entries.title.starts_with("[piece.");
        return Some(format!("\"{}\"", if is_piece { letter.to_ascii_uppercase() } else { letter }));
    }
    let ty = &doc.keys.iter().find(|it| it.key == key)?.ty;
    if let TypeDoc::Table(..) = ty {
        // The description of the key may have an example of its own.
        let mut parts = doc.keys.iter().find(|it| it.key == key)?.doc.split('`').skip(1).step_by(2);
        return parts.find(|it| it.starts_with('{')).map(str::to_owned);
    }
    let TypeDoc::List(inner) = ty else { return None };
    // One square or one player is rarely enough, and the names of other things come from the file.
    if !matches!(**inner, TypeDoc::Text("a square or a range of squares" | "the name of a seat")) {
        return None;
    }
    let header = HEADERS.iter().find(|it| it.table().is_some_and(|it| it.name == doc.name))?;
    let lines = header.example.lines().filter_map(|it| it.split_once('='));
    let value = lines.into_iter().find(|it| it.0.trim() == key)?.1.trim();
    let is_whole = value.matches(['[', '{']).count() == value.matches([']', '}']).count() && !value.contains('#');
    is_whole.then(|| value.to_owned())
}

/// Returns the known key that an unknown one probably means: a synonym, or the key with the most similar spelling.
pub fn meant<'a>(key: &str, known: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    synonyms::key_for(key, known.clone()).or_else(|| nearest(key, known))
}

/// Lowercases the first letter, to continue another sentence.
fn uncapitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Reports keys that the table does not have.
pub fn unknown(entries: &Entries, known: &[&str], doc: fn() -> &'static TableDoc, sink: &mut Diagnostics) {
    for (key, value) in &entries.entries {
        if !known.iter().any(|it| is_key_of(&key.value, it)) {
            let known: Vec<String> = known.iter().map(|it| key_of(it)).collect();
            if let Some(new) = renamed::current(&key.value, known.iter().map(String::as_str)) {
                sink.error(Code::Renamed, key.span, format!("the key `{}` is now `{new}`", key.value))
                    .help(format!("write `{new} = {}`", value.value))
                    .replacement(new);
                continue;
            }
            let help = advice(entries, (&key.value, value), &known, doc());
            sink.error(Code::UnknownKey, key.span, format!("{} has no key `{}`", entries.title, key.value)).help(help);
        }
    }
}

/// Reports a value that is not an inline table, and shows how one begins.
pub fn no_table(value: &Spanned<Value>, doc: fn() -> &'static TableDoc, sink: &mut Diagnostics) {
    let doc = doc();
    let keys: Vec<_> = doc.keys.iter().map(|it| format!("`{}`", it.key)).collect();
    let keys = format!("its keys are {} (see {} in the reference)", keys.join(", "), doc.name);
    let help = match &value.value {
        list @ Value::List(items) if is_place(doc) && are_squares(items) => zone_for("squares", list),
        text @ Value::Text(range) if is_place(doc) && range.contains('-') && is_squares(range) => {
            zone_for("squares", &Value::List(vec![Spanned::new(text.clone(), value.span)]))
        }
        Value::List(items) if items.len() > 1 && items.iter().all(|it| matches!(it.value, Value::Table(_))) => {
            format!("{}; {keys}", instead_of_list())
        }
        Value::List(items) if let [Spanned { value: one @ Value::Table(_), .. }] = &items[..] => {
            format!("write it without brackets: `{one}`")
        }
        other => format!("write it in braces: `{}`; {keys}", in_braces(other, doc)),
    };
    sink.error(Code::WrongType, value.span, format!("expected a table in braces, found {}", value.value.kind()))
        .help(help);
}

/// Expands to the type of a field, depending on its mode.
macro_rules! field_type {
    (req, $ty:ty) => { $crate::diagnostic::Spanned<$ty> };
    (def, $ty:ty) => { $crate::diagnostic::Spanned<$ty> };
    (opt, $ty:ty) => { Option<$crate::diagnostic::Spanned<$ty>> };
}

/// Reads a field of a table, depending on its mode. `None` if it contains errors.
macro_rules! field_read {
    (req, $entries:ident, $sink:ident, $field:ident, $ty:ty) => {
        match $crate::definition::table::take::<$ty>($entries, stringify!($field), $sink) {
            Some(None) => {
                $crate::definition::table::missing($entries, stringify!($field), Self::table_doc, $sink);
                None
            }
            Some(found) => found,
            None => None,
        }
    };
    (opt, $entries:ident, $sink:ident, $field:ident, $ty:ty) => {
        $crate::definition::table::take::<$ty>($entries, stringify!($field), $sink)
    };
    (def, $entries:ident, $sink:ident, $field:ident, $ty:ty, $default:expr) => {
        match $crate::definition::table::take::<$ty>($entries, stringify!($field), $sink) {
            Some(None) => {
                let value =
                    $crate::diagnostic::Spanned::new($crate::definition::value::Value::from($default), $entries.span);
                <$ty as $crate::definition::value::Read>::read(&value, $sink)
                    .map(|it| $crate::diagnostic::Spanned::new(it, $entries.span))
            }
            Some(found) => found,
            None => None,
        }
    };
}

macro_rules! field_default {
    () => {
        None
    };
    ($default:expr) => {
        Some($crate::definition::value::Value::from($default).to_string())
    };
}

/// Declares tables of the language. See the module documentation.
macro_rules! tables {
    ($($(#[doc = $doc:literal])* pub struct $name:ident {
        $($(#[doc = $fdoc:literal])* $mode:ident $field:ident : $ty:ty $(= $default:expr)?,)*
    })*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Debug, PartialEq)]
        pub struct $name {
            $($(#[doc = $fdoc])* pub $field: $crate::definition::table::field_type!($mode, $ty),)*
        }

        impl $crate::definition::table::HeaderTable for $name {
            fn read_table(
                entries: &$crate::definition::table::Entries,
                sink: &mut $crate::diagnostic::Diagnostics,
            ) -> Option<Self> {
                $crate::definition::table::unknown(entries, &[$(stringify!($field),)*], Self::table_doc, sink);
                $(let $field = $crate::definition::table::field_read!($mode, entries, sink, $field, $ty $(, $default)?);)*
                Some(Self { $($field: $field?,)* })
            }
            fn table_doc() -> &'static $crate::definition::value::TableDoc {
                type Doc = $crate::definition::value::TableDoc;
                static DOC: std::sync::LazyLock<Doc> = std::sync::LazyLock::new(|| Doc {
                    name: stringify!($name),
                    doc: concat!($($doc, "\n",)* ""),
                    keys: vec![$($crate::definition::value::KeyDoc {
                        key: $crate::definition::table::key_of(stringify!($field)),
                        doc: concat!($($fdoc, "\n",)* ""),
                        ty: <$ty as $crate::definition::value::Read>::describe(),
                        required: stringify!($mode) == "req",
                        default: $crate::definition::table::field_default!($($default)?),
                    },)*],
                });
                &DOC
            }
        }

        impl $crate::definition::value::Read for $name {
            fn read(
                value: &$crate::diagnostic::Spanned<$crate::definition::value::Value>,
                sink: &mut $crate::diagnostic::Diagnostics,
            ) -> Option<Self> {
                let $crate::definition::value::Value::Table(entries) = &value.value else {
                    $crate::definition::table::no_table(value, <Self as $crate::definition::table::HeaderTable>::table_doc, sink);
                    return None;
                };
                let entries = $crate::definition::table::Entries {
                    span: value.span,
                    title: "this table".to_owned(),
                    entries: entries.clone(),
                };
                // Without its misspelled key, a test would have a different meaning.
                let before = sink.items.len();
                <Self as $crate::definition::table::HeaderTable>::read_table(&entries, sink)
                    .filter(|_| sink.items.len() == before)
            }
            fn describe() -> $crate::definition::value::TypeDoc {
                $crate::definition::value::TypeDoc::Table(
                    stringify!($name),
                    <Self as $crate::definition::table::HeaderTable>::table_doc,
                )
            }
        }
    )*};
}
pub(crate) use {field_default, field_read, field_type, tables};
