//! Numbers held to what they can mean.
//!
//! In: a number as written. Out: the same, or a finding.

use crate::diagnostic::{Code, Diagnostics, Spanned};

/// A number from `least` to `most`; `what` says what is counted. The outer `None` is a finding.
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
            format!("{} {what}: the number lies outside {least} to {most}", written.value),
        )
        .help(format!("write a number from {least} to {most}, for example `{}`", written.value.clamp(least, most)));
        return None;
    }
    Some(Some(written.value))
}
