//! Values of a wrong type, written again as a type that fits.
//!
//! Input: a value as its author wrote it, and the description of the type that a key takes. Output: TOML that keeps the
//! parts of the author's value that fit: a list for a text with commas, a table for a word. Does not know which names a
//! rulebook declares: a name that may be one of them is marked, and [`examples`](super::examples) decides.

use super::value::{KeyDoc, TableDoc, TypeDoc, Value};
use crate::diagnostic::Spanned;

/// The start of a text in a help that is a name if the rulebook declares it. The text and a quote follow.
pub(super) const MAYBE_NAME: &str = "\"NAME:";

/// Returns a value in quotes where a text is expected.
pub(super) fn in_quotes(value: &Value, example: &str) -> String {
    match value {
        Value::List(items) if matches!(items.first().map(|it| &it.value), Some(Value::Text(_))) => {
            format!("write one text: `{}`", items[0].value)
        }
        other if matches!(other, Value::List(_) | Value::Table(_)) || matches!(example, "\"a1\"" | "\"R\"") => {
            format!("write one text in quotes, like `{example}`")
        }
        other => format!("write it in quotes: `\"{other}\"`"),
    }
}

/// Returns a value as a list of values of the type `inner`: `"white, black"` becomes `["white", "black"]`.
pub(super) fn in_brackets(value: &Value, inner: &TypeDoc) -> String {
    let Value::Text(text) = value else { return format!("[{value}]") };
    let bare = text.trim().trim_start_matches(['[', '(']).trim_end_matches([']', ')']);
    if let TypeDoc::Int | TypeDoc::Points = inner {
        let is_digit = |it: char| it.is_ascii_digit();
        let numbers: Vec<&str> = bare.split(|it: char| !is_digit(it)).filter(|it| !it.is_empty()).collect();
        let numbers = if numbers.is_empty() { vec!["1"] } else { numbers };
        return format!("[{}]", numbers.join(", "));
    }
    // Names, words and squares have no spaces; a text for people may have some.
    let is_sentence = matches!(inner, TypeDoc::Text("a text"));
    let is_gap = |it: char| it == ',' || it == ';' || it.is_whitespace() && !is_sentence;
    let parts = bare.split(is_gap).map(|it| it.trim().trim_matches(['"', '\''])).filter(|it| !it.is_empty());
    let parts: Vec<String> = parts.map(|it| Value::from(it).to_string()).collect();
    if parts.is_empty() { format!("[{}]", inner.example(0)) } else { format!("[{}]", parts.join(", ")) }
}

/// Returns a value as a table: what fits one of its keys stays, and the other required keys have examples.
pub(super) fn in_braces(value: &Value, table: &TableDoc) -> String {
    let only = match value {
        Value::List(items) if items.len() == 1 => &items[0].value,
        other => other,
    };
    let fits = |it: &&KeyDoc| fitting(value, &it.ty).or_else(|| fitting(only, &it.ty)).is_some();
    // A word of a closed list belongs to its key; a name could refer to many things.
    let is_exact = |it: &&KeyDoc| !matches!(it.ty, TypeDoc::Text(_)) && fits(it);
    let kept = table.keys.iter().find(is_exact).or_else(|| table.keys.first().filter(fits));
    let is_kept = |it: &&KeyDoc| kept.is_some_and(|kept| kept.key == it.key);
    let mut shown: Vec<&KeyDoc> = table.keys.iter().filter(|it| it.required || is_kept(it)).collect();
    if shown.is_empty() {
        shown.extend(table.keys.first());
    }
    let written = |it: &KeyDoc| fitting(value, &it.ty).or_else(|| fitting(only, &it.ty));
    let line = |(at, it): (usize, &&KeyDoc)| {
        let own = written(it).filter(|_| is_kept(it));
        format!("{} = {}", it.key, own.unwrap_or_else(|| it.ty.example(at)))
    };
    format!("{{ {} }}", shown.iter().enumerate().map(line).collect::<Vec<_>>().join(", "))
}

/// Returns a value as TOML for a key, in braces or in brackets if its type needs them. `None` if nothing of it fits.
pub(super) fn fitted(value: &Value, ty: &TypeDoc) -> Option<String> {
    match (value, ty) {
        (Value::Table(_), TypeDoc::Table(..)) => Some(value.to_string()),
        // A test without keys accepts everything.
        (Value::Bool(true), TypeDoc::Table(_, doc)) if doc().keys.iter().all(|it| !it.required) => {
            Some("{}".to_owned())
        }
        (_, TypeDoc::Table(_, doc)) => Some(in_braces(value, doc())),
        (Value::Text(_), TypeDoc::Text(what)) if *what != "a name" => Some(value.to_string()),
        (Value::Text(_), TypeDoc::List(inner)) if !matches!(**inner, TypeDoc::Text("a name")) => {
            Some(in_brackets(value, inner))
        }
        (Value::Text(text), _) if names_seat(ty) && !text.contains('"') => Some(value.to_string()),
        _ => fitting(value, ty),
    }
}

/// Reports whether a type accepts the name of a seat, besides other words.
fn names_seat(ty: &TypeDoc) -> bool {
    match ty {
        TypeDoc::Text(what) => *what == "the name of a seat",
        TypeDoc::Either(one, other) => names_seat(one) || names_seat(other),
        _ => false,
    }
}

/// Reports whether a text looks like squares: `d4`, or the block `a2-h2`.
pub(super) fn is_squares(text: &str) -> bool {
    let is_square = |it: &str| {
        let digits = it.trim_start_matches(|it: char| it.is_ascii_alphabetic());
        !digits.is_empty() && digits.len() < it.len() && digits.bytes().all(|it| it.is_ascii_digit())
    };
    text.split('-').count() <= 2 && text.split('-').all(is_square)
}

/// Reports whether a list has several squares, or a block of them.
pub(super) fn are_squares(items: &[Spanned<Value>]) -> bool {
    let is_one = |it: &Spanned<Value>| matches!(&it.value, Value::Text(it) if is_squares(it));
    let is_block = |it: &Spanned<Value>| matches!(&it.value, Value::Text(it) if it.contains('-'));
    items.iter().all(is_one) && (items.len() > 1 || items.iter().any(is_block))
}

/// Returns a value as TOML if a type accepts it.
fn fitting(value: &Value, ty: &TypeDoc) -> Option<String> {
    match (value, ty) {
        (Value::Text(text), TypeDoc::Text("a name")) if !text.contains('"') => Some(format!("{MAYBE_NAME}{text}\"")),
        (Value::Text(text), TypeDoc::Words(_, _, words)) => {
            words.iter().any(|it| it.word == text).then(|| value.to_string())
        }
        (Value::Int(_), TypeDoc::Int) | (Value::Int(_) | Value::Float(_), TypeDoc::Points) => Some(value.to_string()),
        (Value::Text(text), TypeDoc::Points) => text.contains('/').then(|| value.to_string()),
        (Value::List(items), TypeDoc::List(inner)) if !items.is_empty() => {
            let all: Option<Vec<String>> = items.iter().map(|it| fitting(&it.value, inner)).collect();
            all.map(|it| format!("[{}]", it.join(", ")))
        }
        (Value::Text(_), TypeDoc::List(inner)) => match **inner {
            TypeDoc::Text("a name") => fitting(value, inner).map(|it| format!("[{it}]")),
            _ => None,
        },
        (_, TypeDoc::Either(one, other)) => fitting(value, one).or_else(|| fitting(value, other)),
        _ => None,
    }
}
