//! Words that people write for keys of the language, with the keys that they mean.
//!
//! Input: an unknown key and the keys that fit in its place. Output: the key with the same
//! meaning, if there is one. Spelling mistakes are found elsewhere: these words look like no key.
//! Does not know headers, or where the key was written.

/// Words and the keys that they may mean. The place where a word was written decides.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("action", &["then"]),
    ("allowed", &["allows"]),
    ("author", &["about"]),
    ("base", &["extends"]),
    ("because", &["source"]),
    ("betza", &["movement"]),
    ("cells", &["squares"]),
    ("cite", &["source"]),
    ("columns", &["files"]),
    ("cols", &["files"]),
    ("condition", &["when"]),
    ("description", &["about", "label"]),
    ("effect", &["then"]),
    ("facing", &["faces"]),
    ("direction", &["heading", "faces"]),
    ("gates", &["line"]),
    ("height", &["ranks"]),
    ("if", &["when"]),
    ("include", &["extends"]),
    ("inherits", &["extends"]),
    ("kind", &["role", "form", "shape", "pieces"]),
    ("kinds", &["pieces"]),
    ("mandatory", &["forced"]),
    ("move", &["movement"]),
    ("moves", &["movement"]),
    ("name", &["label"]),
    ("options", &["into"]),
    ("parent", &["extends"]),
    ("parents", &["extends"]),
    ("permits", &["allows"]),
    ("piece", &["pieces"]),
    ("players", &["binds", "order"]),
    ("points", &["value"]),
    ("promotes-to", &["into"]),
    ("reason", &["source"]),
    ("reference", &["source"]),
    ("removes", &["without"]),
    ("rotation", &["symmetry", "rotate"]),
    ("rows", &["ranks"]),
    ("seats", &["order", "binds"]),
    ("size", &["side", "files"]),
    ("sides", &["binds", "order"]),
    ("state", &["starts"]),
    ("symbol", &["letter"]),
    ("test", &["when"]),
    ("title", &["name", "label"]),
    ("to", &["into"]),
    ("type", &["role", "form", "shape"]),
    ("uses", &["extends"]),
    ("version", &["edition"]),
    ("width", &["files"]),
    ("worth", &["value"]),
];

/// Returns the key among `fitting` that means the same as `word`.
pub fn key_for<'a>(word: &str, fitting: impl Iterator<Item = &'a str> + Clone) -> Option<&'static str> {
    let (_, keys) = SYNONYMS.iter().find(|(it, _)| it.eq_ignore_ascii_case(word))?;
    keys.iter().copied().find(|key| fitting.clone().any(|it| it == *key))
}
