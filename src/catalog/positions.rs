//! Shipped positions: small ones in which the readings of a rule are likely to differ.
//!
//! Input: the texts in `variants/positions/`. Output: one position for each line, in the order of the
//! files; lines that start with `#` are comments. Does not know any board: the caller tests which
//! positions are valid on theirs.

use std::sync::LazyLock;

use super::FOLDER;
use crate::sorting::CompactSort;

/// The folder that contains the positions.
const POSITIONS: &str = "positions";

/// Returns the texts of all shipped positions.
pub fn positions() -> &'static [&'static str] {
    static ALL: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let mut files: Vec<_> = FOLDER.get_dir(POSITIONS).map_or_else(Vec::new, |it| it.files().collect());
        files.compact_sort_by_key(|it| it.path());
        let lines = files.into_iter().filter_map(|it| it.contents_utf8()).flat_map(str::lines).map(str::trim);
        lines.filter(|it| !it.is_empty() && !it.starts_with('#')).collect()
    });
    &ALL
}
