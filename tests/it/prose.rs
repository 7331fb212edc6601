//! Spelling, names and sentences, held to the rules of the glossary.
//!
//! Input: the sources as text, and what the program prints for people. Output: a verdict
//! with a file and line for each violation. Knows nothing about chess.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::support::{files_under, loaded, root};

/// British spellings, each with the American one. Split so that this file passes its own test.
const SPELLING: &[(&str, &str)] = &[
    (concat!("col", "our"), "color"),
    (concat!("cen", "tre"), "center"),
    (concat!("neigh", "bour"), "neighbor"),
    (concat!("cata", "logue"), "catalog"),
    (concat!("gr", "ey"), "gray"),
    (concat!("behavi", "our"), "behavior"),
    (concat!("fav", "our"), "favor"),
    (concat!("hon", "our"), "honor"),
    (concat!("label", "led"), "labeled"),
    (concat!("travel", "led"), "traveled"),
    (concat!("travel", "ling"), "traveling"),
    (concat!("cancel", "led"), "canceled"),
    (concat!("model", "led"), "modeled"),
    (concat!("recogn", "ise"), "recognize"),
    (concat!("minim", "ise"), "minimize"),
    (concat!("maxim", "ise"), "maximize"),
    (concat!("optim", "ise"), "optimize"),
    (concat!("normal", "ise"), "normalize"),
    (concat!("organ", "ise"), "organize"),
    (concat!("initial", "ise"), "initialize"),
    (concat!("serial", "ise"), "serialize"),
    (concat!("summar", "ise"), "summarize"),
    (concat!("general", "ise"), "generalize"),
    (concat!("special", "ise"), "specialize"),
    (concat!("analy", "se"), "analyze"),
    (concat!("arte", "fact"), "artifact"),
    (concat!("judge", "ment"), "judgment"),
    (concat!("defen", "ce"), "defense"),
    (concat!("licen", "ce"), "license"),
];

/// Files of the project that people read: sources, tests, variants, examples, README.
fn texts() -> Vec<(String, String)> {
    let mut paths = Vec::new();
    for folder in ["src", "tests", "variants", "examples"] {
        for extension in ["rs", "md", "toml", "js", "mjs", "css", "html", "json", "snap", "txt"] {
            paths.extend(files_under(&root().join(folder), extension));
        }
    }
    paths.push(root().join("README.md"));
    let name =
        |path: &Path| path.strip_prefix(root()).expect("inside the project").to_string_lossy().replace('\\', "/");
    let read = |path: &Path| String::from_utf8(std::fs::read(path).expect("a readable file")).ok();
    paths.iter().filter_map(|it| Some((name(it), read(it)?))).collect()
}

fn rust_sources() -> Vec<(String, String)> {
    texts().into_iter().filter(|(name, _)| name.starts_with("src/") && name.ends_with(".rs")).collect()
}

fn fail_on(violations: Vec<String>) {
    assert!(violations.is_empty(), "\n{}\n{} in all\n", violations.join("\n"), violations.len());
}

#[test]
fn spelling_is_american() {
    let mut violations = Vec::new();
    for (name, text) in texts() {
        // A line with both spellings says that both are accepted.
        for (number, line) in
            text.lines().enumerate().filter(|_| !name.contains("package-lock") && name != "src/docs/changelog.md")
        {
            // The name of the ARIA attribute is British.
            let lower = line.to_lowercase().replace(concat!("aria-label", "ledby"), "");
            for (british, american) in
                SPELLING.iter().filter(|(british, american)| lower.contains(british) && !lower.contains(american))
            {
                violations.push(format!("{name}:{}: write `{american}`, not `{british}`", number + 1));
            }
        }
    }
    fail_on(violations);
}

/// Declarations of a source file: what is declared (`struct`, `mod`, `field`), its name and line.
fn declarations(text: &str) -> Vec<(&'static str, String, usize)> {
    let mut found = Vec::new();
    let mut in_struct = false;
    for (number, line) in text.lines().enumerate() {
        let code = line.trim_start();
        let bare = code.strip_prefix("pub").map_or(code, |it| {
            it.strip_prefix('(').and_then(|it| it.split_once(')')).map_or(it, |(_, rest)| rest).trim_start()
        });
        let name = |rest: &str| rest.chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect::<String>();
        for keyword in ["struct", "enum", "trait", "type", "mod", "union"] {
            if let Some(rest) = bare.strip_prefix(keyword).and_then(|it| it.strip_prefix(' ')) {
                // A type inside a trait or an implementation belongs to that trait.
                if !(keyword == "type" && line.starts_with(' ')) {
                    found.push((keyword, name(rest), number + 1));
                }
                in_struct = keyword == "struct" && line.ends_with('{');
            }
        }
        if in_struct && line.starts_with("    ") && !line.starts_with("     ") {
            let field = name(bare);
            if !field.is_empty() && bare[field.len()..].starts_with(": ") {
                found.push(("field", field, number + 1));
            }
        }
        in_struct &= line != "}";
    }
    found
}

/// The rejected words of the glossary.
fn rejected() -> BTreeSet<String> {
    let glossary = std::fs::read_to_string(root().join("src/glossary.md")).expect("the glossary");
    let rows = glossary.lines().filter(|it| it.starts_with("| ") && !it.starts_with("| word"));
    let last = rows.filter_map(|it| it.trim_end_matches('|').rsplit('|').next());
    last.flat_map(|it| it.split(',')).map(|it| it.trim().to_owned()).filter(|it| !it.is_empty()).collect()
}

/// Rejected words that may not be any part of a name.
const NEVER_A_PART: &[&str] = &["man", "men", "bar", "mater", "fault", "guard"];

#[test]
fn rejected_words_name_nothing() {
    let rejected = rejected();
    assert!(rejected.len() > 20, "the glossary lists rejected words");
    let mut violations = Vec::new();
    for (file, text) in rust_sources() {
        for (what, name, line) in declarations(&text) {
            let parts = parts_of(&name);
            let whole = parts.join("_");
            let singular = whole.strip_suffix('s').unwrap_or(&whole);
            let is_whole = rejected.contains(&whole) || rejected.contains(singular);
            let is_part = parts.iter().any(|it| NEVER_A_PART.contains(&it.as_str()));
            // A field named after a type of chess or of the standard library is judged by its type.
            if is_whole && what != "field" || is_part {
                violations.push(format!("src/{file}:{line}: {what} `{name}` is a rejected word of src/glossary.md"));
            }
        }
    }
    fail_on(violations);
}

/// `HeaderTable` and `header_table` as `["header", "table"]`.
fn parts_of(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut is_new = true;
    for letter in name.chars() {
        if letter == '_' {
            is_new = true;
            continue;
        }
        if is_new || letter.is_uppercase() {
            parts.push(String::new());
        }
        is_new = false;
        parts.last_mut().expect("one was pushed").extend(letter.to_lowercase());
    }
    parts
}

#[test]
fn a_type_name_is_used_at_most_twice() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (file, text) in rust_sources() {
        for (what, name, line) in declarations(&text) {
            if !matches!(what, "mod" | "field") && !name.is_empty() {
                places.entry(name).or_default().push(format!("{file}:{line}"));
            }
        }
    }
    let many = places.into_iter().filter(|(_, places)| places.len() > 2);
    fail_on(many.map(|(name, places)| format!("`{name}` is declared in {}", places.join(", "))).collect());
}

#[test]
fn doc_comments_say_something() {
    let mut violations = Vec::new();
    for (file, text) in rust_sources() {
        let mut doc: Vec<&str> = Vec::new();
        let mut inside = false;
        for (number, line) in text.lines().enumerate() {
            let code = line.trim_start();
            if let Some(text) = code.strip_prefix("///") {
                doc.push(text.trim());
                inside = true;
                continue;
            }
            if !inside || code.starts_with("#[") {
                continue;
            }
            let whole = doc.join(" ");
            let words: Vec<String> = whole
                .split(|it: char| !it.is_alphanumeric() && it != '\'')
                .filter(|it| !it.is_empty())
                .map(str::to_lowercase)
                .collect();
            let name: String = code
                .split_whitespace()
                .find(|it| {
                    !matches!(
                        *it,
                        "pub" | "fn" | "const" | "static" | "struct" | "enum" | "mod" | "type" | "opt" | "req" | "def"
                    )
                })
                .unwrap_or_default()
                .chars()
                .take_while(|it| it.is_alphanumeric() || *it == '_')
                .collect();
            if words.len() < 3 {
                violations.push(format!("{file}:{number}: `{whole}` is under three words"));
            } else if words == parts_of(&name) {
                violations.push(format!("{file}:{number}: `{whole}` repeats the name"));
            }
            doc.clear();
            inside = false;
        }
    }
    fail_on(violations);
}

/// Maximum average and maximum length of sentences for people, in words.
const AVERAGE: f64 = 14.0;
const LONGEST: usize = 32;

/// Sentences of a text: code spans count as one word, tables and code blocks do not count.
fn sentences(text: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut paragraph = String::new();
    let mut is_code = false;
    for line in text.lines().chain([""]) {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            is_code = !is_code;
        }
        let is_item = trimmed.starts_with("- ")
            || trimmed.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok());
        let is_prose = !is_code
            && !trimmed.is_empty()
            && !trimmed.starts_with(['|', '#', '`', '=', '!', '<'])
            && !line.starts_with("    ");
        if !is_prose || is_item {
            split(&std::mem::take(&mut paragraph), &mut sentences);
        }
        if is_prose {
            paragraph.push_str(trimmed.trim_start_matches("- "));
            paragraph.push(' ');
        }
    }
    sentences
}

fn split(paragraph: &str, sentences: &mut Vec<String>) {
    let mut text = String::new();
    for (at, part) in paragraph.split('`').enumerate() {
        text.push_str(if at % 2 == 1 { "X" } else { part });
    }
    let mut from = 0;
    for (at, _) in text.match_indices(['.', '?', '!', ':', ';']) {
        if text[at + 1..].starts_with(' ') {
            sentences.push(text[from..=at].trim().to_owned());
            from = at + 1;
        }
    }
    sentences.push(text[from..].trim().to_owned());
    sentences.retain(|it| it.chars().any(char::is_alphabetic));
}

/// What people read: name and text.
fn pages() -> Vec<(String, String)> {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).expect("a readable file");
    let mut pages =
        vec![("README.md".to_owned(), read("README.md")), ("REFERENCE.md".to_owned(), threefold::reference())];
    for shipped in threefold::catalog::games() {
        let loaded = loaded(&shipped.slug);
        let rules = threefold::english::rulebook(&loaded.definition, &loaded.variant).markdown();
        pages.push((format!("rules {}", shipped.slug), rules));
    }
    pages
}

#[test]
fn sentences_for_people_are_short() {
    let mut violations = Vec::new();
    for (name, text) in pages() {
        let sentences = sentences(&text);
        let lengths: Vec<usize> = sentences.iter().map(|it| it.split_whitespace().count()).collect();
        let average = lengths.iter().sum::<usize>() as f64 / lengths.len().max(1) as f64;
        if average > AVERAGE {
            violations.push(format!("{name}: {average:.1} words a sentence on average, {AVERAGE} are allowed"));
        }
        for (sentence, length) in sentences.iter().zip(&lengths).filter(|it| *it.1 > LONGEST) {
            violations.push(format!("{name}: {length} words: {sentence}"));
        }
    }
    violations.sort();
    violations.dedup_by(|a, b| a.split_once(": ").map(|it| it.1) == b.split_once(": ").map(|it| it.1));
    fail_on(violations);
}

#[test]
fn no_sentence_has_who_as_its_subject() {
    let mut violations = BTreeSet::new();
    for (name, text) in pages() {
        for sentence in sentences(&text).into_iter().filter(|it| !it.ends_with('?')) {
            let first = sentence.split_whitespace().next().unwrap_or_default().to_lowercase();
            if ["who", "whoever", "whose", "whom"].contains(&first.as_str())
                || sentence.to_lowercase().contains("whoever")
            {
                violations.insert(format!("{name}: {sentence}"));
            }
        }
    }
    fail_on(violations.into_iter().collect());
}
