//! Spaces, blank lines, and the columns of `=`.
//!
//! Contains [`space`]. Keys without a comment or blank line between them have their `=` in one column.
//! A comment after a value keeps its column if it can.
//!
//! Input: a document. Output: the same document with other spaces. Does not know values.

use toml_edit::{Decor, DocumentMut, Item, Table, Value};

use super::visit;

/// Sets the spaces of a document.
pub fn space(document: &mut DocumentMut) {
    space_keys(document.as_table_mut());
    visit(document.as_table_mut(), &mut Vec::new(), &mut |table, _| {
        let decor = table.decor_mut();
        let prefix = lines(decor.prefix().and_then(|it| it.as_str()).unwrap_or_default(), true);
        let suffix = decor.suffix().and_then(|it| it.as_str()).unwrap_or_default().trim_end().to_owned();
        decor.set_prefix(format!("\n{prefix}"));
        decor.set_suffix(suffix);
        space_keys(table);
    });
    let end = lines(&format!("{}\n", document.trailing().as_str().unwrap_or_default()), true);
    let end = end.trim_end().to_owned();
    document.set_trailing(if end.is_empty() { end } else { format!("\n{end}\n") });
}

/// Returns the comments above a key or header: without indentation, with at most one blank line in a row. The text
/// after the last line break is the indentation of what follows.
fn lines(text: &str, is_first: bool) -> String {
    let Some((above, _)) = text.rsplit_once('\n') else { return String::new() };
    let mut out = String::new();
    let mut was_blank = is_first;
    for line in above.split('\n').map(str::trim) {
        if !(line.is_empty() && was_blank) {
            out.push_str(line);
            out.push('\n');
        }
        was_blank = line.is_empty();
    }
    out
}

/// The parts of a line with a key, before they change.
struct KeyLine {
    name: String,
    /// Length of the line without its comment.
    length: usize,
    /// Whether a comment or a blank line is above it.
    starts_run: bool,
}

/// Sets the spaces of the keys of one table.
fn space_keys(table: &mut Table) {
    let names: Vec<String> = table.iter().map(|it| it.0.to_owned()).collect();
    let mut run: Vec<KeyLine> = Vec::new();
    let mut is_first = true;
    for name in names {
        match table.get(&name) {
            Some(Item::Value(_)) => {}
            Some(Item::Table(inner)) if inner.is_dotted() => {
                if let Some(Item::Table(inner)) = table.get_mut(&name) {
                    space_dotted(inner);
                }
                continue;
            }
            _ => {
                if let Some(mut key) = table.key_mut(&name) {
                    key.leaf_decor_mut().clear();
                    key.dotted_decor_mut().clear();
                }
                continue;
            }
        }
        let Some(line) = prepared(table, name, is_first) else { continue };
        is_first = false;
        if line.starts_run {
            align(table, &run);
            run.clear();
        }
        run.push(line);
    }
    align(table, &run);
}

/// Adds the spaces that are missing around the `=` of keys with dots. Their column is the author's.
fn space_dotted(table: &mut Table) {
    let names: Vec<String> = table.iter().map(|it| it.0.to_owned()).collect();
    for name in names {
        match table.get_mut(&name) {
            Some(Item::Table(inner)) => space_dotted(inner),
            Some(Item::Value(value)) => {
                space_missing(value.decor_mut(), true);
                if let Some(mut key) = table.key_mut(&name) {
                    space_missing(key.leaf_decor_mut(), false);
                }
            }
            _ => {}
        }
    }
}

/// Adds a space before or after a key or value, unless there is one.
fn space_missing(decor: &mut Decor, is_before: bool) {
    let found = if is_before { decor.prefix() } else { decor.suffix() };
    if found.and_then(|it| it.as_str()).is_none_or(str::is_empty) {
        if is_before { decor.set_prefix(" ") } else { decor.set_suffix(" ") }
    }
}

/// Measures a line, and sets the comments above it.
fn prepared(table: &mut Table, name: String, is_first: bool) -> Option<KeyLine> {
    let value = table.get(&name)?.as_value()?;
    let length = width(&bare(value)) + value.decor().prefix().and_then(|it| it.as_str()).map_or(1, str::len);
    let mut key = table.key_mut(&name)?;
    let shown = width(&key.display_repr());
    let decor = key.leaf_decor_mut();
    let above = decor.prefix().and_then(|it| it.as_str()).unwrap_or_default().to_owned();
    let indentation = above.rsplit('\n').next().map_or(0, str::len);
    let after = decor.suffix().and_then(|it| it.as_str()).map_or(1, str::len);
    let above = lines(&above, is_first);
    decor.set_prefix(above.clone());
    Some(KeyLine { name, length: indentation + shown + after + 1 + length, starts_run: !above.is_empty() })
}

/// Puts the `=` of some keys into one column.
fn align(table: &mut Table, run: &[KeyLine]) {
    let widths: Vec<usize> =
        run.iter().map(|it| table.key(&it.name).map_or(0, |key| width(&key.display_repr()))).collect();
    let column = widths.iter().copied().max().unwrap_or(0);
    for (line, own) in run.iter().zip(widths) {
        if let Some(mut key) = table.key_mut(&line.name) {
            key.leaf_decor_mut().set_suffix(" ".repeat(column - own + 1));
        }
        let Some(value) = table.get_mut(&line.name).and_then(Item::as_value_mut) else { continue };
        let comment = value.decor().suffix().and_then(|it| it.as_str()).unwrap_or_default().to_owned();
        space_value(value);
        let length = column + 3 + width(&bare(value));
        let text = comment.trim();
        let gap = comment.len() - comment.trim_start().len();
        let gap = (gap + line.length).saturating_sub(length).max(1);
        let comment = if text.is_empty() { String::new() } else { format!("{}{text}", " ".repeat(gap)) };
        *value.decor_mut() = Decor::new(" ", comment);
    }
}

/// Returns a value as text, without the spaces and comments around it.
fn bare(value: &Value) -> String {
    let mut value = value.clone();
    value.decor_mut().clear();
    value.to_string().trim().to_owned()
}

/// Returns the width of the last line of a text.
fn width(text: &str) -> usize {
    text.rsplit('\n').next().map_or(0, |it| it.chars().count())
}

/// Sets the spaces inside a value on one line. A value on several lines keeps the form that the author gave it.
fn space_value(value: &mut Value) {
    if bare(value).contains('\n') {
        return;
    }
    match value {
        Value::Array(list) => {
            list.iter_mut().for_each(space_value);
            list.fmt();
        }
        Value::InlineTable(table) => {
            table.iter_mut().for_each(|it| space_value(it.1));
            table.fmt();
        }
        _ => {}
    }
}
