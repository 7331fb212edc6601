//! Words that people write for keys and headers of the language, with those that they mean.
//!
//! Input: an unknown key with the keys that fit in its place, or an unknown header. Output: the key or the
//! header with the same meaning, if there is one. Spelling mistakes are found elsewhere: these words look like
//! none of the language. Does not know where a word was written.

/// Words and the keys that they may mean. The place where a word was written decides.
const SYNONYMS: &[(&str, &[&str])] = &[
    ("action", &["then"]),
    ("allowed", &["allows"]),
    ("author", &["about"]),
    ("base", &["extends"]),
    ("because", &["source"]),
    ("betza", &["movement"]),
    ("by", &["owner"]),
    ("cells", &["squares"]),
    ("checkmate", &["stuck"]),
    ("cite", &["source"]),
    ("columns", &["files"]),
    ("cols", &["files"]),
    ("condition", &["when"]),
    ("description", &["about", "label"]),
    ("effect", &["then"]),
    ("facing", &["faces"]),
    ("from", &["pool"]),
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
    ("pin", &["pinned"]),
    ("pins", &["pinned"]),
    ("player", &["owner"]),
    ("players", &["binds", "order"]),
    ("points", &["value"]),
    ("promotes-to", &["into"]),
    ("reason", &["source"]),
    ("reference", &["source"]),
    ("removes", &["without"]),
    ("rifle", &["without-moving"]),
    ("rotation", &["symmetry", "rotate"]),
    ("rows", &["ranks"]),
    ("seat", &["owner"]),
    ("seats", &["order", "binds"]),
    ("size", &["side", "files"]),
    ("sides", &["binds", "order"]),
    ("stalemate", &["stuck"]),
    ("state", &["starts"]),
    ("stays", &["without-moving"]),
    ("symbol", &["letter"]),
    ("test", &["when"]),
    ("title", &["name", "label"]),
    ("to", &["into"]),
    ("type", &["role", "form", "shape"]),
    ("uses", &["extends"]),
    ("version", &["edition"]),
    ("who", &["owner"]),
    ("width", &["files"]),
    ("worth", &["value"]),
];

/// Returns the key among `fitting` that `word` probably means.
pub fn key_for<'a>(word: &str, fitting: impl Iterator<Item = &'a str> + Clone) -> Option<&'static str> {
    first_fitting(SYNONYMS, word, fitting)
}

/// Keys that people write for whole tests: the table, the keys, and the test that says the same.
const TESTS: &[(&str, &[&str], &str)] = &[(
    "PositionTest",
    &["check", "checks", "in-check", "give-check", "gives-check"],
    "attack = { by = \"mover\", on = \"opponents\" }",
)];

/// Returns the test that `word` means as a key of a table.
pub fn test_for(table: &str, word: &str) -> Option<&'static str> {
    TESTS.iter().find(|it| it.0 == table && it.1.contains(&word)).map(|it| it.2)
}

/// Keys that belong to another header of the same name: the first part of the header, the keys, the first part of the other
/// header, and a line of it.
const OTHERS: &[(&str, &[&str], &str, &str)] =
    &[("[seat.", &["army", "pieces", "setup", "start"], "[setup.", "pawn = [\"a2-h2\"]")];

/// Returns the header to which a key of another header belongs, with a line of it: `[setup.white]` for `pieces` under
/// `[seat.white]`.
pub fn other_header(title: &str, word: &str) -> Option<(String, &'static str)> {
    let found = OTHERS.iter().find(|it| title.starts_with(it.0) && it.1.contains(&word))?;
    Some((title.replacen(found.0, found.2, 1), found.3))
}

/// Words that people write for words of closed lists, with those that they may mean.
const WORDS: &[(&str, &[&str])] = &[
    ("draw", &["end"]),
    ("false", &["no"]),
    ("forbidden", &["never", "no", "nobody"]),
    ("game-over", &["end"]),
    ("king", &["royal"]),
    ("lose", &["end"]),
    ("loser", &["victim"]),
    ("losers", &["victim"]),
    ("loss", &["end"]),
    ("no", &["forbidden", "never", "never-captured", "nobody", "none", "may-be-left"]),
    ("none", &["nobody", "never", "no"]),
    ("out", &["eliminate"]),
    ("player", &["mover", "seat"]),
    ("remove", &["eliminate"]),
    ("skip", &["pass"]),
    ("true", &["yes"]),
    ("victory", &["end"]),
    ("win", &["end"]),
    ("winner", &["mating-player", "mover"]),
    ("yes", &["allowed", "kept-safe"]),
];

/// Returns the word among `fitting` that `word` probably means.
pub fn word_for<'a>(word: &str, fitting: impl Iterator<Item = &'a str> + Clone) -> Option<&'static str> {
    first_fitting(WORDS, word, fitting)
}

/// Returns the first meaning of a word that is among `fitting`.
fn first_fitting<'a>(
    all: &[(&str, &[&'static str])],
    word: &str,
    fitting: impl Iterator<Item = &'a str> + Clone,
) -> Option<&'static str> {
    let (_, meanings) = all.iter().find(|(it, _)| it.eq_ignore_ascii_case(word))?;
    meanings.iter().copied().find(|meaning| fitting.clone().any(|it| it == *meaning))
}

/// Headers, and the words that people write in their place: a header on each line. In place of `*`
/// stands the word itself, as the name that the author chooses. These are words of the games, so they
/// are data, not code.
const HEADERS: &str = include_str!("header_synonyms.txt");

/// Returns each header with its words.
pub fn headers() -> impl Iterator<Item = (&'static str, std::str::SplitWhitespace<'static>)> {
    HEADERS.lines().filter_map(|line| line.split_once(" = ")).map(|(header, words)| (header, words.split_whitespace()))
}

/// Returns the header that `word` means as a header, as it is written in a file.
///
/// `moat` means `[barrier.moat]`, and `players` means `[seat.NAME]`.
pub fn header_for(word: &str) -> Option<String> {
    let (header, _) = headers().find(|(_, words)| words.clone().any(|it| it.eq_ignore_ascii_case(word)))?;
    let header = header.replace('*', &word.to_ascii_lowercase());
    Some(if header == "source" { "[[source]]".to_owned() } else { format!("[{header}]") })
}
