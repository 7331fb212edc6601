//! Readable messages for errors of the TOML parser.
//!
//! Contains [`toml_error`], which rulebooks and case files share. Input: the text, the byte range
//! and the message of the parser. Output: a message and a suggested fix. Does not know any key.

/// Quotation marks that word processors write in place of straight ones.
const TYPOGRAPHIC_QUOTES: [char; 7] = ['“', '”', '„', '‘', '’', '«', '»'];

/// Message for a header without its last bracket.
const BROKEN_HEADER: &str = "a header is not closed";

/// Message for a header whose name has spaces.
const SPACED_HEADER: &str = "a name in a header has no spaces";

/// Message for a list without its last bracket, in a text that is not repaired before.
const OPEN_LIST: &str = "a list is not closed before this line";

/// Message for values that are nested too deep to be read.
pub const TOO_DEEP: &str = "lists or tables are nested too deep";

/// Reports whether a message says that a header cannot be read, so that the keys below it belong to no other header.
pub fn is_broken_header(message: &str) -> bool {
    [BROKEN_HEADER, SPACED_HEADER].contains(&message)
}

/// Returns a readable message and a suggested fix for an error of the TOML parser.
pub fn toml_error(text: &str, range: std::ops::Range<usize>, message: &str) -> (String, String) {
    let word = text.get(range.clone()).unwrap_or("").to_owned();
    let rest_of_line = text.get(range.start..).and_then(|it| it.lines().next()).unwrap_or("");
    let is_key = text.get(range.end..).is_some_and(|it| it.trim_start().starts_with('='));
    match message {
        "duplicate key" => (
            format!("`{word}` occurs twice"),
            format!("a file contains each header and key once: combine both under one `{word}`"),
        ),
        _ if has_colon(line_at(text, range.start)) => {
            ("a key and its value are joined by a colon".to_owned(), "write a `=`, like `files = 8`".to_owned())
        }
        it if it.starts_with("extra comma") => {
            ("there is no value before this comma".to_owned(), "remove one comma".to_owned())
        }
        it if it.starts_with("string values must be quoted") && word.is_empty() => (
            "a value is missing".to_owned(),
            "write a value after the `=`, like `8`, `\"text\"` or `[\"a\", \"b\"]`".to_owned(),
        ),
        it if it.starts_with("string values must be quoted") && is_key && !starts_a_line(text, range.start) => (
            "a value cannot be a key with another value".to_owned(),
            format!("write a table in braces: `{{ {} }}`", rest_of_line.split(" #").next().unwrap_or("").trim()),
        ),
        it if it.starts_with("string values must be quoted") && is_key => {
            (OPEN_LIST.to_owned(), "a list ends with a `]`, like `[\"a\", \"b\"]`".to_owned())
        }
        it if it.starts_with("missing comma") && starts_a_line(text, range.start) && is_header_or_key(rest_of_line) => {
            (OPEN_LIST.to_owned(), "a list ends with a `]`, like `[\"a\", \"b\"]`".to_owned())
        }
        it if it.starts_with("unclosed array") => {
            ("a list is not closed".to_owned(), "a list ends with a `]`, like `[\"a\", \"b\"]`".to_owned())
        }
        it if it.starts_with("missing key for inline table") && rest_of_line.starts_with('[') => (
            "a table in braces is not closed before this line".to_owned(),
            "end it with a `}`, like `{ kind = [\"pawn\"] }`".to_owned(),
        ),
        it if it.starts_with("missing comma") => (
            "a comma is missing".to_owned(),
            "write commas between the items of a list, like `[\"a\", \"b\"]`".to_owned(),
        ),
        it if it.starts_with("string values must be quoted") => (
            "a word needs quotes to be a value".to_owned(),
            format!("write `\"{}\"`", word.trim_matches(TYPOGRAPHIC_QUOTES)),
        ),
        it if opening_quote(text, range.start).is_some() && !it.starts_with("unclosed") => (
            "a text has no opening quote".to_owned(),
            format!("write `{}`", opening_quote(text, range.start).unwrap_or_default()),
        ),
        it if it.starts_with("cannot recurse") || it.starts_with("recursion") => (
            TOO_DEEP.to_owned(),
            "write one value in place of the nested ones, like `\"a\"` or `[\"a\", \"b\"]`".to_owned(),
        ),
        it if it.starts_with("invalid basic string") && it.contains("visible") => (
            "this character cannot be part of a text".to_owned(),
            "remove it, or write it as `\\u` and four digits".to_owned(),
        ),
        it if it.starts_with("invalid basic string") || it.starts_with("invalid literal string") => (
            "a string is not closed".to_owned(),
            "end the string on its line with the quote that starts it, as in `\"text\"`".to_owned(),
        ),
        it if it.starts_with("missing escaped value") => (
            "a backslash has a special meaning in a text with double quotes".to_owned(),
            "write `\\\\` for one backslash, or write the text in single quotes, like `'C:\\chess'`".to_owned(),
        ),
        it if it.starts_with("key with no value") && spaced_key(line_at(text, range.start)).is_some() => (
            "a key has a space".to_owned(),
            format!("write one word: `{}`", spaced_key(line_at(text, range.start)).unwrap_or_default()),
        ),
        it if it.starts_with("key with no value") => {
            ("a key has no value".to_owned(), "write a key, a `=` and a value on one line, like `files = 8`".to_owned())
        }
        it if it.starts_with("unclosed table") && spaced_header(line_at(text, range.start)).is_some() => (
            SPACED_HEADER.to_owned(),
            format!("write `{}`", spaced_header(line_at(text, range.start)).unwrap_or_default()),
        ),
        it if it.starts_with("unclosed table") => {
            (BROKEN_HEADER.to_owned(), "end the header on its line with a `]`, like `[board]`".to_owned())
        }
        // The parser takes a word that starts with `n` or `i` for the numbers `nan` and `inf`.
        it if it.starts_with("invalid boolean") || it.starts_with("invalid float") && is_word(&word) => (
            "a word needs quotes to be a value".to_owned(),
            format!("write `\"{}\"`", word.trim_matches(TYPOGRAPHIC_QUOTES)),
        ),
        it if it.starts_with("extra `=`") => ("a second `=`".to_owned(), "write one `=`, like `files = 8`".to_owned()),
        it if it.starts_with("unexpected key or value") && matches!(bare(rest_of_line), "," | ";") => (
            format!("a line does not end with `{}`", bare(rest_of_line)),
            "remove the sign: a new line begins a new key".to_owned(),
        ),
        it if it.starts_with("unexpected key or value") && has_inner_quotes(text, range.start) => (
            "a quote ends the text here".to_owned(),
            "write `\\\"` for each quote inside the text, or write the text in single quotes".to_owned(),
        ),
        it if it.starts_with("unexpected key or value") => (
            "a line holds one key and its value".to_owned(),
            "start a new line here, with one key like `files = 8`".to_owned(),
        ),
        it if it.starts_with("carriage return") => (
            "a line ends with a carriage return alone".to_owned(),
            "save the file with the line ends of Unix or Windows; the next line is then one like `files = 8`"
                .to_owned(),
        ),
        _ if rest_of_line.starts_with("//") => {
            ("this is not a comment".to_owned(), "a comment starts with `#`, like `# the board`".to_owned())
        }
        _ if is_header(line_at(text, range.start)) => (
            "this sign cannot be part of a header".to_owned(),
            "write words of letters, digits and `-`, with dots between them, like `[piece.knight]`".to_owned(),
        ),
        _ if rest_of_line.starts_with(is_unusual_space) => (
            "this is a space of a special kind, which TOML does not accept".to_owned(),
            "write a usual space in its place, or no space, like `files = 8`".to_owned(),
        ),
        it => (
            it.to_owned(),
            "this line is not TOML: write a header like `[board]` or a key like `files = 8`; see https://toml.io"
                .to_owned(),
        ),
    }
}

/// Returns a key with spaces as one word with its value, if the line has such a key: `own-king = "x"`.
fn spaced_key(line: &str) -> Option<String> {
    let (key, value) = line.split_once('=')?;
    let words: Vec<&str> = key.split_whitespace().collect();
    let are_words = words.iter().all(|it| it.chars().all(is_of_name));
    (words.len() > 1 && are_words).then(|| format!("{} ={value}", words.join("-")))
}

/// Returns a header with spaces in a name as one without, if the line is such a header: `[outcome.king-hill]`.
fn spaced_header(line: &str) -> Option<String> {
    let inside = line.trim().split(" #").next()?.trim().strip_prefix('[')?.strip_suffix(']')?;
    let fits = inside.chars().all(|it| is_of_name(it) || matches!(it, '.' | ' '));
    let parts = inside.split('.').map(|it| it.split_whitespace().collect::<Vec<_>>().join("-"));
    (fits && inside.trim().contains(' ')).then(|| format!("[{}]", parts.collect::<Vec<_>>().join(".")))
}

/// Reports whether a character can be part of a name.
fn is_of_name(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_')
}

/// Reports whether a text ends before a place on its line, and another quote follows.
fn has_inner_quotes(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|it| it.lines().last()).unwrap_or("");
    let after = text.get(at..).and_then(|it| it.lines().next()).unwrap_or("");
    before.trim_end().ends_with('"') && before.matches('"').count() >= 2 && after.trim_end().ends_with('"')
}

/// Returns a part of a line without a comment and spaces.
fn bare(part: &str) -> &str {
    part.split('#').next().unwrap_or("").trim()
}

/// Returns the line that contains a place.
fn line_at(text: &str, at: usize) -> &str {
    let start = text.get(..at).and_then(|it| it.rfind('\n')).map_or(0, |it| it + 1);
    text.get(start..).and_then(|it| it.lines().next()).unwrap_or("")
}

/// Reports whether a line begins with a key and a colon.
fn has_colon(line: &str) -> bool {
    let is_key = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.');
    line.trim_start().trim_start_matches(is_key).trim_start().starts_with(':')
}

/// Reports whether a character is a space that TOML does not accept, like one that does not break, or has no width.
fn is_unusual_space(sign: char) -> bool {
    sign.is_whitespace() && !sign.is_ascii() || matches!(sign, '\u{200b}' | '\u{2060}' | '\u{feff}')
}

/// Returns the value of the line at a place with an opening quote, if it has only a closing one.
fn opening_quote(text: &str, at: usize) -> Option<String> {
    let line = line_at(text, at);
    let value = line.split_once('=')?.1.split(" #").next()?.trim();
    let is_open = value.ends_with('"') && value.matches('"').count() == 1 && value.len() > 1;
    // The opening quote may be another sign.
    is_open.then(|| format!("\"{}", value.trim_start_matches(['\'', '`']).trim_start_matches(TYPOGRAPHIC_QUOTES)))
}

/// Reports whether a value is a word, not a number.
fn is_word(value: &str) -> bool {
    value.trim_start_matches(TYPOGRAPHIC_QUOTES).starts_with(|it: char| it.is_alphabetic())
}

/// Reports whether only spaces are before a place on its line.
fn starts_a_line(text: &str, at: usize) -> bool {
    text.get(..at).is_some_and(|it| it.rsplit('\n').next().unwrap_or("").trim().is_empty())
}

/// Reports whether a line begins like a header or like a key with its value. An item of a list has quotes.
fn is_header_or_key(line: &str) -> bool {
    let word = line.trim_start_matches(|it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.'));
    is_header(line) || word.len() < line.len() && word.trim_start().starts_with('=')
}

/// Reports whether a line begins like a header.
fn is_header(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('[') && !line.starts_with("[\"")
}
