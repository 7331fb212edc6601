//! Cases: which documents are meant as cases, and the keys of cases.
//!
//! Contains [`is_case`] and [`case_keys`]. Input: a document, or the path to a table of a case. Output: whether it is a
//! case, or its keys with their meanings from the schema of cases. Does not know the place of the cursor.

use std::sync::LazyLock;

use serde_json::Value;

use crate::case::{Nature, nature};
use crate::definition::load::Location;

/// The schema of cases.
static SCHEMA: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../case/case.schema.json")).unwrap_or_default());

/// Keys and headers that only cases have.
const CASE_WORDS: [&str; 4] = ["variant", "variants", "expect", "differs"];

/// Reports whether a document is a case. A text that is not TOML yet is one if its name or one of its lines says so.
pub(super) fn is_case(text: &str, location: &Location) -> bool {
    let of_lines = || {
        let mut is_top = true;
        text.lines().map(str::trim_start).any(|line| {
            let is_header = line.starts_with('[');
            is_top &= !is_header;
            let word = line.trim_start_matches(['[', ' ']).split(['=', '.', ']', ' ']).next().unwrap_or_default();
            (is_header || is_top) && CASE_WORDS.contains(&word)
        })
    };
    match nature(text) {
        Nature::Case => true,
        Nature::Broken => location.to_string().ends_with(".case.toml") || of_lines(),
        Nature::Rulebook => false,
        Nature::Neither => location.to_string().ends_with(".case.toml"),
    }
}

/// Returns the keys of the table at a path, with their meanings. Empty if the keys of the table are free, or if a case has
/// no such table.
pub(super) fn case_keys(path: &[&str]) -> Vec<(String, String)> {
    let table = match path {
        [] => &SCHEMA["properties"],
        ["expect"] | ["differs", _] => &SCHEMA["definitions"]["expect"]["properties"],
        _ => return Vec::new(),
    };
    let keys = table.as_object().into_iter().flatten();
    keys.map(|(key, about)| (key.clone(), about["description"].as_str().unwrap_or_default().to_owned())).collect()
}
