//! Shipped positions: small ones in which the readings of a rule are likely to differ.
//!
//! Input: the texts in `variants/positions/`. Output: one position for each line, in the order of the
//! files; lines that start with `#` are comments. Does not know any board: the caller tests which
//! positions are valid on theirs.

use std::sync::LazyLock;

use super::FILES;

/// The folder that contains the positions.
const POSITIONS: &str = "positions/";

/// Returns the texts of all shipped positions.
pub fn positions() -> &'static [&'static str] {
    static ALL: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let files = FILES.iter().filter(|it| it.0.starts_with(POSITIONS));
        let lines = files.flat_map(|it| it.1.lines()).map(str::trim);
        lines.filter(|it| !it.is_empty() && !it.starts_with('#')).collect()
    });
    &ALL
}
