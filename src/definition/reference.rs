//! The reference page: every header, key, type, word and default of the language.
//!
//! In: the list of headers and what every table and type says about itself. Out:
//! Markdown. What cannot be told from the types, the laws and the texts, stands in
//! `reference/*.md`. The committed copy is `variants/REFERENCE.md`; a test holds it to
//! this. Refuses to know how positions are read: the fields of their text come in.

use std::fmt::Write;

use super::Who;
use super::header::{FreeKeys, HEADERS, HeaderDoc, Holds};
use super::value::{KeyDoc, Read, TableDoc, TypeDoc, WordDoc};
use crate::diagnostic::Code;

/// One field of a position's text: its key, what it means, an example.
pub type Field = (&'static str, &'static str, &'static str);

/// Prints the reference page. `fields` are the fields of a position's text.
pub fn reference(fields: &[Field]) -> String {
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

/// The headings of the page as links; headers of one family on one line.
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

/// The fragment under which a heading is found: lowercase, blanks as hyphens, no signs.
pub fn anchor(title: &str) -> String {
    let letters = title.chars().filter(|it| it.is_alphanumeric() || matches!(it, '-' | '_' | ' '));
    letters.flat_map(char::to_lowercase).map(|it| if it == ' ' { '-' } else { it }).collect()
}

fn headers(body: &mut String) {
    body.push_str(
        "## Headers\n\nIn the order in which a rulebook reads best. A part in capitals is a name that you choose.\n\n",
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
                let _ = writeln!(body, "{}\n", sentence(&doc.doc));
                // `[board.names.PATCH]` has the keys of `[board.names]`: said once.
                let twin = HEADERS.iter().find(|it| it.table().is_some_and(|it| it.name == doc.name));
                match twin.filter(|it| it.pattern != header.pattern) {
                    Some(twin) => {
                        let title = format!("`{}`", twin.title());
                        let _ = writeln!(body, "Its keys are those of {}.\n", link(&title));
                    }
                    None => keys(body, &doc),
                }
            }
            Holds::Free(kind) => {
                let _ = writeln!(body, "{}\n", header.doc);
                let takes = match kind {
                    FreeKeys::Men => "the name of a kind, a list of squares or ranges of squares",
                    FreeKeys::Points => "the name of an outcome or a claim, points by role",
                    FreeKeys::Places => "the name of a square, two numbers",
                };
                let _ = writeln!(body, "Each key and its value: {takes}.\n");
            }
        }
        let _ = writeln!(body, "```toml\n{}```\n", header.example);
    }
}

/// Tables that stand as values: each once, in the order in which they are met.
fn inline_tables(body: &mut String) {
    body.push_str("## Tests and other inline tables\n\nValues in braces.\n\n");
    for doc in inline() {
        let _ = writeln!(body, "### {}\n\n{}\n", doc.name, sentence(&doc.doc));
        keys(body, &doc);
    }
}

/// Every table that stands as a value, those of other inline tables included.
pub fn inline() -> Vec<TableDoc> {
    let mut open: Vec<TypeDoc> =
        HEADERS.iter().filter_map(HeaderDoc::table).flat_map(|it| it.keys).map(|it| it.ty).collect();
    let mut found: Vec<TableDoc> = Vec::new();
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
    body.push_str("| key | takes | if left out | meaning |\n|---|---|---|---|\n");
    for key in &doc.keys {
        let default = match (&key.default, key.required) {
            (_, true) => "an error".to_owned(),
            (Some(default), _) => format!("`{default}`"),
            (None, _) => "nothing".to_owned(),
        };
        let _ = writeln!(body, "| `{}` | {} | {default} | {} |", key.key, takes(&key.ty), cell(&sentence(&key.doc)));
    }
    body.push('\n');
    for key in &doc.keys {
        word_list(body, key);
    }
}

/// The words that a key takes, with their meaning. Players have a section of their own.
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

/// What a person may write, in a few words.
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

/// Several of what one is called: "a square or a range of squares", "squares or ranges of squares".
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

fn fields_table(fields: &[Field]) -> String {
    let mut text = "| field | example | meaning |\n|---|---|---|\n".to_owned();
    for (key, meaning, example) in fields {
        let _ = writeln!(text, "| `{key}` | `{}` | {} |", cell(example), cell(meaning));
    }
    text
}

fn codes(body: &mut String) {
    body.push_str("\n## Findings\n\nWhat `threefold check` finds, by its code.\n\n| code | means |\n|---|---|\n");
    for code in Code::ALL {
        let _ = writeln!(body, "| `{code}` | {} |", cell(&sentence(code.doc())));
    }
}

/// A doc comment as one line.
pub(super) fn sentence(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text inside a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
