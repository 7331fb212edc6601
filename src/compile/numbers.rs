//! Range checks for numbers.
//!
//! Input: a number as written. Output: the same number, or a diagnostic. Does not know what is counted.

use crate::diagnostic::{Code, Diagnostics, Spanned};

/// Checks that a number is between `least` and `most`. `what` names what is counted. The outer `None` means an
/// error, the inner one that the key is absent.
pub(super) fn number(
    written: Option<&Spanned<i64>>,
    least: i64,
    most: i64,
    what: &str,
    sink: &mut Diagnostics,
) -> Option<Option<i64>> {
    let Some(written) = written else {
        return Some(None);
    };
    if !(least..=most).contains(&written.value) {
        sink.error(
            Code::BadNumber,
            written.span,
            format!("{} {what}: the number is not between {least} and {most}", written.value),
        )
        .help(format!("write a number from {least} to {most}, for example `{}`", written.value.clamp(least, most)));
        return None;
    }
    Some(Some(written.value))
}
