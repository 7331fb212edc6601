//! The reference page: every header, key, type, word and default of the language, as Markdown.
//!
//! Input: the list of headers and the descriptions of all tables and types. Output: Markdown. Text that
//! the types cannot supply is in `reference/*.md`. The committed copy is `variants/REFERENCE.md`; a
//! test keeps it current. Does not know how positions are read: their fields are passed in.

use crate::policy::{Who, WordDoc};
use std::fmt::Write;

use super::header::{FreeKeys, HEADERS, HeaderDoc, Holds};
use super::value::{KeyDoc, Read, TableDoc, TypeDoc};
use crate::diagnostic::Code;

/// One field of a position text: its key, its meaning, an example.
pub type FieldDoc = (&'static str, &'static str, &'static str);

/// Returns the reference page. `fields` are the fields of a position text.
pub fn reference(fields: &[FieldDoc]) -> String {
    let mut body = String::new();
    body.push_str(include_str!("reference/laws.md"));
    body.push('\n');
    body.push_str(include_str!("reference/files.md"));
    body.push('\n');
    body.push_str(include_str!("reference/values.md"));
    body.push('\n');
    body.push_str(include_str!("reference/players.md"));
    let _ = writeln!(body, "\n{}", words_table(Who::WORDS));
    headers(&mut body);
    inline_tables(&mut body);
    body.push_str(&include_str!("reference/texts.md").replace("{keys}", fields_table(fields).trim_end()));
    codes(&mut body);
    let opening = include_str!("reference/opening.md");
    format!("# The language of rulebooks\n\n{opening}\n## Contents\n\n{}\n{}\n", contents(&body), body.trim_end())
}

/// Returns the table of contents: a list of links to all headings.
fn contents(body: &str) -> String {
    let mut text = String::new();
    let mut is_fenced = false;
    for line in body.lines() {
        is_fenced ^= line.starts_with("```");
        if is_fenced {
            continue;
        }
        if let Some(title) = line.strip_prefix("## ") {
            let _ = write!(text, "{}- {}", if text.is_empty() { "" } else { "\n" }, link(title));
        } else if let Some(title) = line.strip_prefix("### ") {
            let _ = write!(text, "\n  - {}", link(title));
        }
    }
    text.push('\n');
    text
}

fn link(title: &str) -> String {
    format!("[{title}](#{})", anchor(title))
}

/// Returns the fragment of a heading: lowercase, hyphens for spaces, no punctuation.
pub fn anchor(title: &str) -> String {
    let letters = title.chars().filter(|it| it.is_alphanumeric() || matches!(it, '-' | '_' | ' '));
    letters.flat_map(char::to_lowercase).map(|it| if it == ' ' { '-' } else { it }).collect()
}

fn headers(body: &mut String) {
    body.push_str(
        "## Headers\n\nThe headers are in the order in which a rulebook reads best. A part in capitals is a name that you choose. In the tables, \"required\" marks keys that you must write; other keys have the default shown, or no default.\n\n",
    );
    for header in HEADERS {
        let title = match header.pattern {
            "" => "The top of a file".to_owned(),
            _ => format!("`{}`", header.title()),
        };
        let _ = writeln!(body, "### {title}\n");
        match header.holds {
            Holds::Keys(doc) => {
                let doc = doc();
                let _ = writeln!(body, "{}\n", sentence(doc.doc));
                // Two headers with the same keys, such as `[board.names]` and `[board.names.PATCH]`, list them once.
                let twin = HEADERS.iter().find(|it| it.table().is_some_and(|it| it.name == doc.name));
                match twin.filter(|it| it.pattern != header.pattern) {
                    Some(twin) => {
                        let title = format!("`{}`", twin.title());
                        let _ = writeln!(body, "Its keys are those of {}.\n", link(&title));
                    }
                    None => keys(body, doc),
                }
            }
            Holds::Free(kind) => {
                let _ = writeln!(body, "{}\n", header.doc);
                let takes = match kind {
                    FreeKeys::Pieces => "the name of a kind, and a list of squares or ranges of squares",
                    FreeKeys::Points => "the name of an outcome or a claim, and points by role",
                    FreeKeys::Places => "the name of a square, and two numbers",
                };
                let _ = writeln!(body, "Each key and its value: {takes}.\n");
            }
        }
        let _ = writeln!(body, "```toml\n{}```\n", header.example);
    }
}

/// Appends the tables that are used as values, each once, in the order of first use.
fn inline_tables(body: &mut String) {
    body.push_str("## Tests and other inline tables\n\nThese are values in braces. Every key that you write in a test must hold.\n\n");
    for doc in inline() {
        let _ = writeln!(body, "### {}\n\n{}\n", doc.name, sentence(doc.doc));
        keys(body, doc);
    }
}

/// Returns every table that is used as a value, including nested ones.
pub fn inline() -> Vec<&'static TableDoc> {
    let mut open: Vec<TypeDoc> =
        HEADERS.iter().filter_map(HeaderDoc::table).flat_map(|it| &it.keys).map(|it| it.ty.clone()).collect();
    let mut found: Vec<&TableDoc> = Vec::new();
    let mut at = 0;
    while at < open.len() {
        match open[at].clone() {
            TypeDoc::List(inner) => open.push(*inner),
            TypeDoc::Either(one, other) => open.extend([*one, *other]),
            TypeDoc::Table(name, doc) if found.iter().all(|it| it.name != name) => {
                let doc = doc();
                open.extend(doc.keys.iter().map(|it| it.ty.clone()));
                found.push(doc);
            }
            _ => {}
        }
        at += 1;
    }
    found
}

fn keys(body: &mut String, doc: &TableDoc) {
    body.push_str("| key | value | default | meaning |\n|---|---|---|---|\n");
    for key in &doc.keys {
        let default = match (&key.default, key.required) {
            (_, true) => "required".to_owned(),
            (Some(default), _) => format!("`{default}`"),
            (None, _) => "none".to_owned(),
        };
        let _ = writeln!(body, "| `{}` | {} | {default} | {} |", key.key, takes(&key.ty), cell(&sentence(key.doc)));
    }
    body.push('\n');
    for key in &doc.keys {
        word_list(body, key);
    }
}

/// Appends the words that a key accepts. Players have their own section.
fn word_list(body: &mut String, key: &KeyDoc) {
    let mut open = vec![key.ty.clone()];
    while let Some(ty) = open.pop() {
        match ty {
            TypeDoc::List(inner) => open.push(*inner),
            TypeDoc::Either(one, other) => open.extend([*other, *one]),
            TypeDoc::Words(name, _, words) if name != who() => {
                let _ = writeln!(body, "`{}`:\n", key.key);
                for word in words {
                    let _ = writeln!(body, "- `{}`: {}", word.word, sentence(word.doc));
                }
                body.push('\n');
            }
            _ => {}
        }
    }
}

fn who() -> &'static str {
    match Who::describe() {
        TypeDoc::Words(name, ..) => name,
        _ => "",
    }
}

/// Describes a key as the page does: its values, its default and its meaning, then its words.
#[cfg(feature = "lsp")]
pub(crate) fn key_text(key: &KeyDoc) -> String {
    let default = match (&key.default, key.required) {
        (_, true) => "Required.".to_owned(),
        (Some(default), _) => format!("Default: `{default}`."),
        (None, _) => "No default.".to_owned(),
    };
    let mut text = format!("`{}`: {}. {default}\n\n{}\n\n", key.key, takes(&key.ty), sentence(key.doc));
    let mut words = String::new();
    word_list(&mut words, key);
    text.push_str(words.split_once("\n\n").map_or("", |it| it.1).trim_end());
    without_links(text.trim_end())
}

/// Describes a header in one paragraph, as the page does.
#[cfg(feature = "lsp")]
pub(crate) fn header_text(header: &HeaderDoc) -> String {
    let about = header.table().map_or_else(|| sentence(header.doc), |it| sentence(it.doc));
    format!("`{}`\n\n{about}", header.title())
}

/// Removes links to other parts of the page, but not their texts.
#[cfg(feature = "lsp")]
fn without_links(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("](#") {
        let (start, label) = before.rsplit_once('[').unwrap_or((before, ""));
        out.push_str(start);
        out.push_str(label);
        rest = after.split_once(')').map_or("", |it| it.1);
    }
    out + rest
}

/// Returns a short description of the values that a type accepts.
fn takes(ty: &TypeDoc) -> String {
    match ty {
        TypeDoc::Text(what) => (*what).to_owned(),
        TypeDoc::Int => "a whole number".to_owned(),
        TypeDoc::Points => "points".to_owned(),
        TypeDoc::Words(name, ..) if *name == who() => "[a player](#players-in-tests)".to_owned(),
        TypeDoc::Words(_, _, [only]) => format!("`\"{}\"`", only.word),
        TypeDoc::Words(..) => "a word".to_owned(),
        TypeDoc::List(inner) => format!("a list of {}", plural(&takes(inner))),
        TypeDoc::Either(one, other) => format!("{}, or {}", takes(one), takes(other)),
        TypeDoc::Table(name, _) => format!("[{name}](#{})", anchor(name)),
    }
}

/// Returns the plural of a description: "a square or a range of squares" becomes "squares or ranges of squares".
fn plural(one: &str) -> String {
    let one = one.strip_prefix("a ").unwrap_or(one).replace(" or a ", "s or ");
    match one.split_once(" of ") {
        Some((head, rest)) => format!("{head}s of {rest}"),
        None => format!("{one}s"),
    }
}

fn words_table(words: &[WordDoc]) -> String {
    let mut text = "| word | who |\n|---|---|\n".to_owned();
    for word in words {
        let _ = writeln!(text, "| `{}` | {} |", word.word, cell(&sentence(word.doc)));
    }
    text
}

fn fields_table(fields: &[FieldDoc]) -> String {
    let mut text = "| field | example | meaning |\n|---|---|---|\n".to_owned();
    for (key, meaning, example) in fields {
        let _ = writeln!(text, "| `{key}` | `{}` | {} |", cell(example), cell(meaning));
    }
    text
}

fn codes(body: &mut String) {
    body.push_str("\n## Findings\n\nThe errors and warnings of `threefold check`. `threefold explain-code CODE` explains one with an example.\n\n| code | means |\n|---|---|\n");
    for code in Code::ALL {
        let _ = writeln!(body, "| `{code}` | {} |", cell(&sentence(code.doc())));
    }
}

/// Joins a doc comment into one line.
pub(super) fn sentence(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Escapes a text for a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
