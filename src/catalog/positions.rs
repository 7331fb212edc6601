//! The positions that are shipped: small ones, on which readings of a rule are likely to part.
//!
//! In: the texts in `variants/positions/`. Out: one position a line, in the order of the
//! files; what follows a `#` at the beginning of a line is for people. Knows no board:
//! whoever asks tries which of them stand on his.

use std::sync::LazyLock;

use super::FOLDER;

/// The folder in which they lie.
const POSITIONS: &str = "positions";

/// All positions that are shipped, as texts.
pub fn positions() -> &'static [&'static str] {
    static ALL: LazyLock<Vec<&str>> = LazyLock::new(|| {
        let mut files: Vec<_> = FOLDER.get_dir(POSITIONS).map_or_else(Vec::new, |it| it.files().collect());
        files.sort_by_key(|it| it.path());
        let lines = files.into_iter().filter_map(|it| it.contents_utf8()).flat_map(str::lines).map(str::trim);
        lines.filter(|it| !it.is_empty() && !it.starts_with('#')).collect()
    });
    &ALL
}
