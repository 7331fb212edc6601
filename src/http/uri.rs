//! The address behind a request: a path in parts, and the words behind `?`.
//!
//! In: the second word of a request. Out: a [`Target`], every part decoded, or what is
//! wrong with it. A part is never `.` or `..`, is never empty and has no slash in it, so
//! that no path leads elsewhere. Refuses to know what lies under a path.

use super::answer::HttpError;

/// A path and a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// Its parts, decoded.
    pub path: Vec<String>,
    /// Names and values, decoded; the first of a name counts.
    query: Vec<(String, String)>,
}

impl Target {
    /// What the query says; `None` where it does not, or says nothing.
    pub fn asked(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|it| it.0 == name).map(|it| it.1.as_str()).filter(|it| !it.is_empty())
    }

    /// The same, where it must be said.
    pub fn needed(&self, name: &str) -> Result<&str, HttpError> {
        self.asked(name).ok_or_else(|| HttpError::new(400, "missing", format!("the query must say `{name}`")))
    }
}

/// Reads an address.
pub fn target(uri: &str) -> Result<Target, HttpError> {
    let bad = || HttpError::new(400, "bad-path", "this is no path").help("a path begins with `/`");
    let (path, query) = uri.split_once('?').unwrap_or((uri, ""));
    let path = path.strip_prefix('/').ok_or_else(bad)?;
    let mut parts = Vec::new();
    for part in path.split('/').filter(|_| !path.is_empty()) {
        let part = decoded(part, false).ok_or_else(bad)?;
        if matches!(part.as_str(), "" | "." | "..") || part.contains(|it: char| it.is_control() || "/\\".contains(it)) {
            return Err(bad().help("a part of a path is a plain word"));
        }
        parts.push(part);
    }
    let mut words = Vec::new();
    for word in query.split('&').filter(|it| !it.is_empty()) {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let both = decoded(name, true).zip(decoded(value, true));
        words.push(
            both.ok_or_else(|| HttpError::new(400, "bad-query", "the query is not UTF-8 in `%` and two digits"))?,
        );
    }
    Ok(Target { path: parts, query: words })
}

/// A text with its `%` and two digits decoded; `None` where they are none, or no UTF-8.
fn decoded(text: &str, is_query: bool) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || (rest.next()? as char).to_digit(16);
                let (high, low) = (digit()?, digit()?);
                u8::try_from(high * 16 + low).ok()?
            }
            b'+' if is_query => b' ',
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}
