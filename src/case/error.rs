//! Faults of form in a case file, worded like the findings of a rulebook.
//!
//! Input: the text and the error of the TOML parser. Output: a sentence with advice, and the source
//! lines with a caret. Knows the keys only as words.

use crate::diagnostic::{Code, Diagnostic, Severity, Sources, Span, nearest, render, toml_error};

/// Turns an error of form into a sentence: what is wrong and, after a colon, how to fix it.
pub fn sentence(text: &str, error: &toml::de::Error) -> String {
    let message = error.message();
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    if let (Some(rest), Some(key)) = (message.strip_prefix("unknown field"), quoted.first()) {
        let known = if rest.contains("expected") { &quoted[1..] } else { &[] };
        return unknown_key(key, known);
    }
    let wrong = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    if let Some((found, expected)) = wrong.and_then(|it| it.rsplit_once(", expected ")) {
        return wrong_type(found, expected);
    }
    // The text is TOML, so the message says what its value should be.
    if toml::from_str::<toml::Table>(text).is_ok() {
        return message.to_owned();
    }
    let (what, help) = toml_error(text, error.span().unwrap_or(0..0), message);
    format!("{what}: {help}")
}

fn unknown_key(key: &str, known: &[&str]) -> String {
    let all = known.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
    match nearest(key, known.iter().copied()) {
        Some(word) => format!("there is no key `{key}` here: did you mean `{word}`? the keys are {all}"),
        None => format!("there is no key `{key}` here: the keys are {all}"),
    }
}

fn wrong_type(found: &str, expected: &str) -> String {
    let text = found.strip_prefix("string ").map(str::to_owned);
    let found = match found.split(' ').next().unwrap_or_default() {
        "string" => "a text",
        "integer" if found.contains("`-") => "a negative number",
        "integer" if expected == "u64" => "a larger one",
        "integer" => "a whole number",
        "floating" => "a number with a fraction",
        "boolean" => "true or false",
        "sequence" => "a list",
        _ => "a table or a date",
    };
    let (expected, help) = match expected {
        "a string" => ("a text", "write it in quotes".to_owned()),
        "a sequence" => match text {
            Some(text) => ("a list", format!("write it in brackets: [{text}]")),
            None => ("a list", "write it in brackets: [\"...\"]".to_owned()),
        },
        "u64" if found == "a larger one" => {
            ("a whole number up to 18446744073709551615", "write fewer digits".to_owned())
        }
        "u64" => ("a whole number from 0", "write digits alone".to_owned()),
        "f64" => ("a number", "write 1, 0.5 or 0".to_owned()),
        _ => ("a table", "write { ... = ... }".to_owned()),
    };
    format!("expected {expected}, found {found}: {help}")
}

/// Returns the source lines of a span with a caret below it.
pub fn excerpt(sources: &Sources, span: Span) -> String {
    let finding = Diagnostic {
        code: Code::BadToml,
        severity: Severity::Error,
        message: String::new(),
        span: Some(span),
        label: String::new(),
        also: Vec::new(),
        help: None,
        replacement: None,
        subject: None,
    };
    // Skip the message and location, which the caller prints.
    render(sources, &finding).lines().skip(2).collect::<Vec<_>>().join("\n")
}
