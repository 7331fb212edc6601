//! Commands in comments: `[%clk 0:05:00]`.
//!
//! Input: the text of a comment. Output: the names and values of its commands. Does not know what a command means.

/// Returns the commands of a comment, each with its value.
///
/// ```
/// let found: Vec<_> = threefold::record::commands("[%clk 0:05:00] good [%eval 0.3]").collect();
/// assert_eq!(found, [("clk", "0:05:00"), ("eval", "0.3")]);
/// ```
pub fn commands(comment: &str) -> impl Iterator<Item = (&str, &str)> {
    comment.split("[%").skip(1).filter_map(|it| {
        let body = it.split_once(']')?.0.trim();
        let (name, value) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
        Some((name, value.trim()))
    })
}
