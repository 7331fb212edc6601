//! Range checks for numbers.
//!
//! Input: a number as written. Output: the same number, or a diagnostic. Does not know what is counted.

use crate::diagnostic::{Code, Diagnostics, Spanned};

/// Checks that the number of `key` is between `least` and `most`. The outer `None` means an error, the
/// inner one that the key is absent.
pub(super) fn number(
    written: Option<&Spanned<i64>>,
    least: i64,
    most: i64,
    key: &str,
    sink: &mut Diagnostics,
) -> Option<Option<i64>> {
    let Some(written) = written else {
        return Some(None);
    };
    if !(least..=most).contains(&written.value) {
        sink.error(
            Code::BadNumber,
            written.span,
            format!("`{key}` must be from {least} to {most}, but is {}", written.value),
        )
        .help(format!("write a number from {least} to {most}, for example `{}`", written.value.clamp(least, most)));
        return None;
    }
    Some(Some(written.value))
}
