//! Request targets: percent-decoded path segments and query parameters.
//!
//! Input: the target of a request line. Output: a [`Target`], or an error. A path segment is never
//! empty, `.` or `..`, and contains no slash, so that no path leaves its folder. Does not know
//! which paths exist.

use super::answer::HttpError;

/// A decoded path and query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Target {
    /// The decoded path segments.
    pub path: Vec<String>,
    /// Decoded names and values. The first value of a name counts.
    query: Vec<(String, String)>,
}

impl Target {
    /// Returns a query parameter. `None` if it is missing or empty.
    pub fn parameter(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|it| it.0 == name).map(|it| it.1.as_str()).filter(|it| !it.is_empty())
    }

    /// Returns a query parameter that must be present.
    pub fn required(&self, name: &str) -> Result<&str, HttpError> {
        self.parameter(name).ok_or_else(|| {
            HttpError::new(400, "missing", format!("the query needs `{name}`"))
                .help(format!("add `{name}=` and its value to the address, after `?` or `&`"))
        })
    }
}

/// Parses a request target.
pub fn target(uri: &str) -> Result<Target, HttpError> {
    let bad = || HttpError::new(400, "bad-path", "this is not a valid path").help("a path starts with `/`");
    let (path, query) = uri.split_once('?').unwrap_or((uri, ""));
    let path = path.strip_prefix('/').ok_or_else(bad)?;
    let mut parts = Vec::new();
    for part in path.split('/').filter(|_| !path.is_empty()) {
        let part = percent_decode(part, false).ok_or_else(bad)?;
        if matches!(part.as_str(), "" | "." | "..") || part.contains(|it: char| it.is_control() || "/\\".contains(it)) {
            return Err(bad().help("the parts of a path must not be empty, `.` or `..`"));
        }
        parts.push(part);
    }
    let mut words = Vec::new();
    for word in query.split('&').filter(|it| !it.is_empty()) {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let both = percent_decode(name, true).zip(percent_decode(value, true));
        words.push(
            both.ok_or_else(|| HttpError::new(400, "bad-query", "the query is not valid percent-encoded UTF-8"))?,
        );
    }
    Ok(Target { path: parts, query: words })
}

/// Percent-decodes a text. `None` if it contains an invalid escape or is not UTF-8.
fn percent_decode(text: &str, is_query: bool) -> Option<String> {
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
