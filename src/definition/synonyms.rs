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
    ("players", &["binds", "order"]),
    ("points", &["value"]),
    ("promotes-to", &["into"]),
    ("reason", &["source"]),
    ("reference", &["source"]),
    ("removes", &["without"]),
    ("rifle", &["without-moving"]),
    ("rotation", &["symmetry", "rotate"]),
    ("rows", &["ranks"]),
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
    ("width", &["files"]),
    ("worth", &["value"]),
];

/// Returns the key among `fitting` that `word` probably means.
pub fn key_for<'a>(word: &str, fitting: impl Iterator<Item = &'a str> + Clone) -> Option<&'static str> {
    first_fitting(SYNONYMS, word, fitting)
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
