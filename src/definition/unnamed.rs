//! Exceptions without a name: tests where the name of an exception belongs.
//!
//! Input: a header `[….unless.WHY]`. Output: the line that the exception needs, if `WHY` and the keys below it are a
//! test. Does not know what an exception belongs to, apart from the first part of its header.

use super::Unless;
use super::load::Header;
use super::table::HeaderTable;
use super::value::{KeyDoc, TableDoc, TypeDoc, Value};

/// Tests of positions about what a move did, so a ban can test them only after it.
pub(super) const OF_THE_MOVE: [&str; 4] = ["captured", "king-captured", "moved", "passed"];

/// Returns the key with its value that an exception needs: `move = { captures = {} }` for `unless = { captures = {} }`.
pub(super) fn test(header: &Header) -> Option<String> {
    let name = header.path.last()?.value.as_str();
    let (own, entries) = (Unless::table_doc(), &header.entries.entries);
    if entries.iter().any(|it| has_key(own, &it.0.value)) {
        return None;
    }
    let fits = |table: &TableDoc| entries.iter().all(|it| has_key(table, &it.0.value));
    let is_test = |it: &&KeyDoc| it.key == name && table(it).is_some_and(fits);
    let value = Value::Table(entries.clone());
    if own.keys.iter().any(|it| is_test(&it)) {
        return Some(format!("{name} = {value}"));
    }
    // An outcome is tested after the move.
    let is_late = header.path.first().is_some_and(|it| it.value == "outcome") || OF_THE_MOVE.contains(&name);
    let holds = |it: &&KeyDoc| {
        let is_other_moment = it.key == if is_late { "before" } else { "after" };
        !is_other_moment && table(it).is_some_and(|it| it.keys.iter().any(|it| is_test(&it)))
    };
    let outer = own.keys.iter().find(holds)?;
    Some(format!("{} = {{ {name} = {value} }}", outer.key))
}

fn has_key(table: &TableDoc, key: &str) -> bool {
    table.keys.iter().any(|it| it.key == key)
}

/// Returns the inline table that a key takes.
fn table(key: &KeyDoc) -> Option<&'static TableDoc> {
    match key.ty {
        TypeDoc::Table(_, table) => Some(table()),
        _ => None,
    }
}
