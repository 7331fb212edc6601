//! JSON bodies of requests, read strictly.
//!
//! Input: a [`Request`] and the type of its body. Output: the value, or an [`HttpError`] that names
//! the key at fault, what it must be and what it is. A key that the type does not have is refused
//! with the most similar key, because a misspelled option that has no effect looks like a wrong
//! result. Does not know what the keys mean.
//!
//! The deserializer reports no key with a wrong value. It reads the keys in their order, so the
//! first key without which the preceding ones are fine is the one at fault.

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::rulebooks::shorten;
use crate::diagnostic::nearest;
use crate::http::{HttpError, Request};

/// Parses the JSON body of a request. Errors show the example of a body.
///
/// # Errors
///
/// Returns an error if the body is not an object that the type accepts.
pub fn body<T: DeserializeOwned>(request: &Request, example: &str) -> Result<T, HttpError> {
    let keys = object(request, example)?;
    // Only these calls depend on the type, so that the rest is compiled once.
    let read = |keys: &Map<String, Value>| serde_json::from_value::<T>(Value::Object(keys.clone()));
    let error = |keys: &Map<String, Value>| read(keys).err().map(|it| it.to_string());
    read(&keys).map_err(|it| wrong_object(keys, &it.to_string(), &error, example))
}

/// Parses the body as an object.
fn object(request: &Request, example: &str) -> Result<Map<String, Value>, HttpError> {
    let help = || format!("send an object, such as `{example}`");
    if request.body.is_empty() {
        return Err(bad("the request has no body").help(help()));
    }
    match serde_json::from_slice(&request.body).map_err(|it| not_json(&it).help(help()))? {
        Value::Object(keys) => Ok(keys),
        _ => Err(bad("the request is not a JSON object").help(help())),
    }
}

/// Reads an object as a value of a type. Returns the message of the error, if there is one.
type ReadError<'f> = &'f dyn Fn(&Map<String, Value>) -> Option<String>;

/// An example of a request with the text of a rulebook.
pub const DRAFT: &str = r#"{"text": "name = 'Mine'\nextends = ['chess']"}"#;

fn bad(message: impl Into<String>) -> HttpError {
    HttpError::new(400, "bad-json", message)
}

/// Returns the error for a text that is not JSON.
fn not_json(error: &serde_json::Error) -> HttpError {
    let (line, column) = (error.line(), error.column());
    let message = match error.is_eof() {
        true => "the JSON text ends too early".to_owned(),
        false if error.to_string().contains("recursion limit") => {
            format!("the JSON text is nested too deeply at line {line}, column {column}")
        }
        false => format!("the request is not JSON: line {line}, column {column} cannot be read"),
    };
    bad(message)
}

/// Returns the error for an object that the type does not accept.
fn wrong_object(keys: Map<String, Value>, message: &str, error: ReadError, example: &str) -> HttpError {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    if let (true, Some(key)) = (message.starts_with("missing field"), quoted.first()) {
        return bad(format!("the request needs `{key}`"))
            .help(format!("add the key `{key}` with its value; an example is `{example}`"));
    }
    let at = key_at_fault(keys, error).unwrap_or_default();
    let within = if at.is_empty() { String::new() } else { format!("`{}`: ", shorten(&at)) };
    if let (true, Some((key, known))) = (message.starts_with("unknown field"), quoted.split_first()) {
        let within = if *key == at { "" } else { &within };
        return bad(format!("{within}there is no key `{}`", shorten(key))).help(did_you_mean(key, known, "keys"));
    }
    if let (true, Some((word, known))) = (message.starts_with("unknown variant"), quoted.split_first()) {
        return bad(format!("{within}there is no choice `{}`", shorten(word)))
            .help(did_you_mean(word, known, "choices"));
    }
    let wrong = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    match wrong.and_then(|it| it.rsplit_once(", expected ")) {
        Some((found, expected)) => {
            bad(format!("{within}expected {}, found {}", plain(expected), shorten(&seen(found))))
        }
        None => bad(format!("{within}this value cannot be read")),
    }
}

/// Returns the first key whose value, or whose name, the type does not accept.
fn key_at_fault(keys: Map<String, Value>, error: ReadError) -> Option<String> {
    let mut preceding = Map::new();
    for (key, value) in keys {
        preceding.insert(key.clone(), value);
        if error(&preceding).is_some_and(|it| !it.starts_with("missing field")) {
            return Some(key);
        }
    }
    None
}

fn did_you_mean(word: &str, known: &[&str], what: &str) -> String {
    let all = known.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ");
    match nearest(word, known.iter().copied()) {
        Some(near) if known.len() > 1 => format!("did you mean `{near}`? the {what} are {all}"),
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "leave it out".to_owned(),
        None => format!("the {what} are {all}"),
    }
}

/// Returns the expected type of a value in plain words.
fn plain(expected: &str) -> &str {
    match expected {
        "a string" => "a text",
        "a boolean" => "`true` or `false`",
        "u64" | "usize" => "a whole number from 0",
        "f64" => "a number",
        "a sequence" => "a list",
        _ => "an object",
    }
}

/// Returns a value in plain words.
fn seen(found: &str) -> String {
    let value = || found.split_once('`').or_else(|| found.split_once('"')).map_or("", |it| it.1);
    let value = || value().trim_end_matches(['`', '"']);
    match found.split(' ').next().unwrap_or_default() {
        "string" => format!("the text `{}`", value()),
        "integer" | "floating" => format!("the number {}", value()),
        "boolean" => format!("`{}`", value()),
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        "null" => "`null`".to_owned(),
        other => other.to_owned(),
    }
}
