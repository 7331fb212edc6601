//! The parser: turns the text of one file into headers with their own keys.
//!
//! Input: the text of one file. Output: its keys at the top, its `[[source]]` tables and its headers in
//! file order, as [`Value`]s with spans, and a diagnostic for every syntax error. The list of headers
//! decides which dotted names are headers and which are values, however they are written:
//! `[outcome.x.when]` is the key `when` of `[outcome.x]`. Does not know parents.

use toml::de::{DeTable, DeValue};

use super::nature::stranger;
use super::repair::{OpenValue, open_values, without};
use super::syntax::{DUPLICATE, are_apart, broken_lines, named, syntax_errors};
use super::{Header, Layer};
use crate::definition::header::{FreeKeys, HeaderDoc, HeaderNode, Holds, named_well, owners_of};
use crate::definition::synonyms;
use crate::definition::table::Entries;
use crate::definition::value::Value;
use crate::diagnostic::{Code, Diagnostics, Span, Spanned, TOO_DEEP, nearest};
use crate::policy::renamed;
use crate::sorting::CompactSort;

/// Maximum nesting depth of values. No key of the language comes close to it.
const DEPTH: usize = 12;

/// Maximum number of other headers with the same misspelled word that an error shows.
const MAX_OTHERS: usize = 8;

type TomlKey<'a> = toml::Spanned<toml::de::DeString<'a>>;
type Item<'a> = toml::Spanned<DeValue<'a>>;

/// Parses one file. Errors go to `sink`; everything that could be read is returned.
pub fn parse(text: &str, file: u16, sink: &mut Diagnostics) -> Layer {
    let mut own = Diagnostics::default();
    let open = open_values(text);
    let closed = without(text, open.iter().map(|it| &it.entry));
    let (mut table, errors) = DeTable::parse_recoverable(&closed);
    if let Some(it) = stranger(text, table.get_ref()) {
        let span = Span { file, start: it.place.start as u32, end: it.place.end as u32 };
        sink.error(it.code, span, it.message).help(it.help);
        return Layer { is_broken: true, ..Layer::default() };
    }
    let mut reader =
        ValueReader { text, file, sink: &mut own, layer: Layer::default(), top: Vec::new(), has_parents: false };
    open.iter().for_each(|it| reader.open_value(it));
    // A duplicate leaves out nothing: the first key or header of that name counts.
    reader.layer.is_broken = !open.is_empty() || errors.iter().any(|it| it.message() != DUPLICATE);
    reader.syntax(&errors);
    // Without the broken lines, the parser finds the headers after them.
    let rest = without(&closed, &broken_lines(&closed, &errors));
    if rest != closed {
        let (whole, further) = DeTable::parse_recoverable(&rest);
        if further.iter().all(|it| it.message() == DUPLICATE) {
            table = whole;
        }
    }
    let top = Entries { span: reader.span(0..0), title: "the top of the file".to_owned(), entries: Vec::new() };
    reader.has_parents = table.get_ref().contains_key("extends");
    reader.table(HeaderNode::root(), &mut Vec::new(), table.get_ref(), top, true);
    let mut layer = reader.layer;
    layer.headers.compact_sort_by_key(|it| it.entries.span.start);
    sink.items.append(&mut own.items);
    layer
}

/// Reports whether a key of the top of the file is below a header: the list of parents, or a text among keys that are free.
fn is_lost(header: &HeaderDoc, word: &str, value: &Value) -> bool {
    let is_free = matches!(header.holds, Holds::Free(_)) && word != "extends";
    match value {
        Value::List(_) => word == "extends" && !header.pattern.is_empty(),
        Value::Text(_) => is_free && owners_of(word).iter().any(|it| it.pattern.is_empty()),
        _ => false,
    }
}

/// Reports whether a value means "without it": `false`, `"none"` or `"no"`.
fn is_no(value: &DeValue<'_>) -> bool {
    match value {
        DeValue::Boolean(truth) => !truth,
        DeValue::String(text) => ["none", "no"].contains(&text.as_ref()),
        _ => false,
    }
}

/// Reports whether a table has a key that only the first of two headers knows.
fn has_own_key(table: &DeTable<'_>, first: &HeaderNode, second: Option<&HeaderNode>) -> bool {
    let knows = |node: Option<&HeaderNode>, key: &str| {
        node.and_then(HeaderNode::header).is_some_and(|it| it.keys().iter().any(|it| it == key))
    };
    table.keys().any(|it| knows(Some(first), it.get_ref()) && !knows(second, it.get_ref()))
}

/// Asks whether the author meant a word.
fn did_you_mean(word: &str) -> String {
    format!("did you mean `{word}`?")
}

struct ValueReader<'a> {
    text: &'a str,
    file: u16,
    sink: &'a mut Diagnostics,
    layer: Layer,
    /// Keys of the top of the file that are below a header.
    top: Vec<(Spanned<String>, Spanned<Value>)>,
    /// Whether the top of the file names parents.
    has_parents: bool,
}

impl ValueReader<'_> {
    fn span(&self, range: std::ops::Range<usize>) -> Span {
        Span { file: self.file, start: range.start as u32, end: range.end as u32 }
    }

    fn at(&self, item: &Item<'_>) -> &str {
        self.text.get(item.span()).unwrap_or("")
    }

    /// Reports a list or a table in braces that is not closed.
    fn open_value(&mut self, it: &OpenValue) {
        let (message, help) = it.words();
        self.sink.error(Code::BadToml, self.span(it.at..it.at + 1), message).help(help);
    }

    /// Reports TOML syntax errors, at most one per line.
    fn syntax(&mut self, errors: &[toml::de::Error]) {
        for it in syntax_errors(self.text, errors) {
            let span = self.span(it.place);
            let code = if it.message == TOO_DEEP { Code::TooDeep } else { Code::BadToml };
            self.sink.error(code, span, it.message).help(it.help);
        }
    }

    /// Separates the entries of one TOML table into its own keys and longer headers.
    fn table(
        &mut self,
        node: &HeaderNode,
        names: &mut Vec<Spanned<String>>,
        table: &DeTable<'_>,
        mut own: Entries,
        is_explicit: bool,
    ) {
        let header = node.header();
        let known = header.map(HeaderDoc::keys).unwrap_or_default();
        for (key, item) in table {
            let (word, key_span) = (key.get_ref().as_ref(), self.span(key.span()));
            let is_table = matches!(item.get_ref(), DeValue::Table(_));
            // `setup` is a key at the top when it has a word, and a header when it has squares.
            let is_header = is_table && !node.names_child(word) && node.child(word).is_some();
            let is_own = known.iter().any(|it| it == word && !is_header)
                || word == "extends" && header.is_some() && !is_table && !self.has_parents
                || match header.map(|it| it.holds) {
                    Some(Holds::Free(FreeKeys::Points)) => true,
                    Some(Holds::Free(_)) => !is_table,
                    _ => false,
                };
            if is_own {
                match self.value(item, 0) {
                    Some(value) if header.is_some_and(|it| is_lost(it, word, &value.value)) => {
                        self.sink
                            .error(Code::MisplacedKey, key_span, format!("`{word}` is a key of the top of the file"))
                            .help("move this line above the first header");
                        self.top.push((Spanned::new(word.to_owned(), key_span), value));
                    }
                    Some(value) => own.entries.push((Spanned::new(word.to_owned(), key_span), value)),
                    None => self.layer.is_broken = true,
                }
            } else if word == "source" && names.is_empty() && own.title.starts_with("the top") {
                self.sources(item);
            } else if self.at(item).starts_with('{')
                && node.names_child(word)
                && node.child(word).is_some()
                && let Some(value) = nearest(word, known.iter().map(String::as_str)).and_then(|_| self.value(item, 0))
            {
                // A misspelled key with a table in braces is not a header of that name.
                own.entries.push((Spanned::new(word.to_owned(), key_span), value));
            } else if let (Some(next), DeValue::Table(inner)) = (node.child(word), item.get_ref())
                // A name that used to be the name of a fixed header still means that header.
                && !(node.names_child(word)
                    && renamed::current(word, node.parts()).is_some_and(|new| !has_own_key(inner, next, node.child(new))))
            {
                self.header(node, next, names, (word, key_span), inner, item);
            } else {
                // A misspelled header is read as the one that it resembles, so that it hides no other error.
                let meant = self.stray(node, header, key, item, &mut own);
                if let (Some(meant), DeValue::Table(inner)) = (meant, item.get_ref())
                    && let Some(next) = node.child(meant)
                    && table.get(meant).is_none_or(|it| are_apart(next, it.get_ref(), inner))
                {
                    self.header(node, next, names, (meant, key_span), inner, item);
                }
            }
        }
        let is_top = header.is_some_and(|it| it.pattern.is_empty());
        if is_top {
            let is_new = |it: &(Spanned<String>, _)| own.entries.iter().all(|known| known.0.value != it.0.value);
            let lost: Vec<_> = std::mem::take(&mut self.top).into_iter().filter(is_new).collect();
            own.entries.extend(lost);
            self.layer.top = own;
        } else if let Some(doc) = header
            && (is_explicit || !own.entries.is_empty())
        {
            self.layer.headers.push(Header { doc, path: names.clone(), entries: own });
        }
    }

    /// Descends into a longer header.
    fn header(
        &mut self,
        node: &HeaderNode,
        next: &HeaderNode,
        names: &mut Vec<Spanned<String>>,
        (word, key_span): (&str, Span),
        inner: &DeTable<'_>,
        item: &Item<'_>,
    ) {
        if node.names_child(word) {
            self.name(word, key_span);
        }
        names.push(Spanned::new(word.to_owned(), key_span));
        let title = format!("[{}]", names.iter().map(|it| it.value.as_str()).collect::<Vec<_>>().join("."));
        // An implicit table, which only leads to a longer header, has the span of its key.
        let is_explicit = self.at(item).starts_with(['[', '{']);
        let span = self.span(item.span());
        self.table(next, names, inner, Entries { span, title, entries: Vec::new() }, is_explicit);
        names.pop();
    }

    /// Reports names that cannot be used in move and position texts.
    fn name(&mut self, word: &str, span: Span) {
        let fits = !word.is_empty() && word.chars().all(|it| it.is_alphanumeric() || it == '-' || it == '_');
        if !fits {
            self.sink
                .error(Code::BadName, span, format!("`{word}` cannot be a name"))
                .help(format!("write it with letters, digits and hyphens, like `{}`", named_well(word)));
        }
    }

    fn sources(&mut self, item: &Item<'_>) {
        let tables: Vec<_> = match item.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            _ => vec![item],
        };
        for item in tables {
            let span = self.span(item.span());
            let is_listed = self.at(item).starts_with("[[");
            match self.value(item, 0) {
                Some(Spanned { value: Value::Table(entries), .. }) if is_listed => {
                    self.layer.sources.push(Entries { span, title: "[[source]]".to_owned(), entries });
                }
                Some(_) => {
                    self.sink
                        .error(Code::UnknownHeader, span, "a source is written with two brackets")
                        .help("write `[[source]]`, once for each document");
                }
                None => {}
            }
        }
    }

    /// Reports a key that is neither a key of this header nor the start of a longer header. Returns the word that a
    /// misspelled header probably means.
    fn stray(
        &mut self,
        node: &HeaderNode,
        header: Option<&'static HeaderDoc>,
        key: &TomlKey<'_>,
        item: &Item<'_>,
        own: &mut Entries,
    ) -> Option<&'static str> {
        let (word, key_span) = (key.get_ref().as_ref().to_owned(), self.span(key.span()));
        // The span of a header contains its name; the span of a value follows its key.
        let is_header = item.span().start < key.span().start;
        let is_listed = is_header && matches!(item.get_ref(), DeValue::Array(_));
        let is_table = matches!(item.get_ref(), DeValue::Table(_));
        let mut written = Vec::new();
        self.written_headers(item, &mut written);
        // `[barrier.moat.opnes.capture]`, where `[barrier.moat]` has keys of its own.
        let is_root = HeaderNode::root().parts().any(|it| it == word);
        let is_new = !is_root && node.child(&word).is_none();
        let is_misspelled = !written.is_empty() && is_new && node.nearest(&word).is_some();
        if is_listed {
            let before = own.title.strip_prefix('[').map(|it| format!("{}.", it.trim_end_matches(']')));
            let full = format!("{}{word}", before.unwrap_or_default());
            let help = match node.child(&word) {
                Some(child) if child.header().is_some() => format!("write one pair of brackets: `[{full}]`"),
                Some(_) => format!("write one pair of brackets, with a name of its own for each: `[{full}.first]`"),
                None => self.suggestion(node, &own.title, &word),
            };
            self.sink
                .error(Code::UnknownHeader, self.span(item.span()), format!("the language has no header `[[{full}]]`"))
                .help(help);
        } else if is_table && (is_header || is_misspelled || header.is_none_or(|it| it.pattern.is_empty())) {
            if let Some(new) = renamed::current(&word, node.parts()) {
                let path =
                    own.title.strip_prefix('[').map_or_else(String::new, |it| format!("{}.", it.trim_end_matches(']')));
                self.sink
                    .error(Code::Renamed, key_span, format!("`[{path}{word}]` is now `[{path}{new}]`"))
                    .help(format!("write `{new}` in place of `{word}` in every such header"))
                    .replacement(new);
                // Its keys are read, so that their old names are reported, too.
                return node.parts().find(|it| *it == new);
            }
            let help = self.suggestion(node, &own.title, &word);
            // The name that follows the word belongs to the header that is meant.
            let below = match item.get_ref() {
                DeValue::Table(inner) => inner.iter().find(|it| matches!(it.1.get_ref(), DeValue::Table(_))),
                _ => None,
            };
            let help = match below.map(|it| it.0.get_ref()) {
                Some(name) if help.starts_with("did you mean `[") => {
                    ["KIND]", "NAME]"].iter().fold(help, |help, it| help.replace(it, &format!("{name}]")))
                }
                _ => help,
            };
            let title = match (own.title.strip_prefix('['), word.as_str()) {
                (Some(title), _) => format!("[{}.{word}]", title.trim_end_matches(']')),
                (None, _) => format!("[{word}]"),
            };
            let meant = node.nearest(&word).filter(|it| help == did_you_mean(it));
            let mut others = written;
            others.retain(|it| key_span.start < it.start || it.end <= key_span.start);
            let finding =
                self.sink.error(Code::UnknownHeader, key_span, format!("{title} is not a header of the language"));
            finding.help(help);
            others.iter().take(MAX_OTHERS).for_each(|it| _ = finding.also(*it, "the same word"));
            return meant;
        } else if is_table && !self.at(item).starts_with('{') && is_root {
            // `[board.zone.x]` for `[zone.x]`: the first part is too much.
            let path = own.title.trim_matches(['[', ']']);
            let name = match item.get_ref() {
                DeValue::Table(inner) => inner.iter().find(|it| matches!(it.1.get_ref(), DeValue::Table(_))),
                _ => None,
            };
            let rest = name.map_or_else(|| word.clone(), |it| format!("{word}.{}", it.0.get_ref()));
            let span = written.first().copied().unwrap_or(key_span);
            self.sink
                .error(Code::UnknownHeader, span, format!("[{path}.{rest}] is not a header of the language"))
                .help(format!("did you mean `[{rest}]`?"));
        } else if let Some(next) = node.child(&word).filter(|_| !node.names_child(&word)) {
            let is_top = own.title.starts_with("the top");
            let title = |it: &&HeaderDoc| if is_top { it.title() } else { named(it, &own.title) };
            let inside: Vec<_> = next.headers().iter().map(|it| format!("`{}`", title(it))).collect();
            self.sink
                .error(Code::MisplacedKey, key_span, format!("`{word}` is not a key but the first part of a header"))
                .help(format!("the headers are {}", inside.join(", ")));
        } else if header.is_none() {
            let inside: Vec<_> = node.headers().iter().map(|it| format!("`{}`", it.title())).collect();
            let help = match is_no(item.get_ref()) {
                // `[castling]` with `kingside = false` is meant to omit a header of a parent.
                true => {
                    let path = own.title.trim_matches(['[', ']']);
                    format!(
                        "to leave out `[{path}.{word}]` of a parent, write `without = [\"{path}.{word}\"]` at the top"
                    )
                }
                false => format!("write it under a longer header: {}", inside.join(", ")),
            };
            self.sink.error(Code::MisplacedKey, key_span, format!("{} has no keys of its own", own.title)).help(help);
        } else if let Some(value) = self.value(item, 0) {
            // The reader of the table reports unknown keys.
            own.entries.push((Spanned::new(word, key_span), value));
        } else {
            self.layer.is_broken = true;
        }
        None
    }

    /// Collects the spans of the headers that a file writes for a table and the tables in it.
    fn written_headers(&self, item: &Item<'_>, all: &mut Vec<Span>) {
        let DeValue::Table(inner) = item.get_ref() else { return };
        if self.at(item).starts_with('[') {
            all.push(self.span(item.span()));
        }
        inner.values().for_each(|it| self.written_headers(it, all));
    }

    /// Suggests the header that the author probably meant.
    fn suggestion(&self, node: &HeaderNode, title: &str, word: &str) -> String {
        if let Some(new) = renamed::current(word, node.parts()) {
            return format!("`{word}` is now `{new}`");
        }
        if node.header().is_some() && node.parts().next().is_none() {
            return format!("write the keys under `{title}`: no longer header starts with it");
        }
        if let Some(header) = synonyms::header_for(word) {
            return format!("did you mean `{header}`?");
        }
        // A header without its first part: `[patch.x]` for `[board.patch.x]`.
        let all = HeaderNode::root().headers();
        if let Some(inner) = all.iter().find(|it| it.parts().skip(1).any(|it| it == word)) {
            return format!("did you mean `{}`?", inner.title());
        }
        if let Some(near) = node.nearest(word) {
            return did_you_mean(near);
        }
        if let Some(holder) = owners_of(word).into_iter().find(|it| !it.pattern.is_empty()) {
            return format!("`{word}` is a key: write it below `{}`", holder.title());
        }
        let parts: Vec<_> = node.parts().map(|it| format!("`{it}`")).collect();
        format!("the possible names here are {}", parts.join(", "))
    }

    /// Converts a TOML value to a [`Value`].
    fn value(&mut self, item: &Item<'_>, depth: usize) -> Option<Spanned<Value>> {
        let span = self.span(item.span());
        if depth > DEPTH {
            self.sink
                .error(Code::TooDeep, span, TOO_DEEP)
                .help("write one value in place of the nested ones, like `\"a\"` or `[\"a\", \"b\"]`");
            return None;
        }
        let value = match item.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Value::Int(number),
                Err(_) => {
                    self.sink
                        .error(Code::BadNumber, span, "the number is too large")
                        .help("no key accepts such a large number: write a smaller one, like `8`");
                    return None;
                }
            },
            DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(truth) => Value::Bool(*truth),
            DeValue::Datetime(date) => Value::Date(date.to_string()),
            DeValue::Array(items) => {
                let read: Vec<_> = items.iter().map(|it| self.value(it, depth + 1)).collect();
                Value::List(read.into_iter().collect::<Option<_>>()?)
            }
            DeValue::Table(entries) => {
                let mut read = Vec::with_capacity(entries.len());
                let mut is_whole = true;
                for (key, item) in entries {
                    let key = Spanned::new(key.get_ref().to_string(), self.span(key.span()));
                    match self.value(item, depth + 1) {
                        Some(value) => read.push((key, value)),
                        None => is_whole = false,
                    }
                }
                if !is_whole {
                    return None;
                }
                Value::Table(read)
            }
        };
        Some(Spanned::new(value, span))
    }
}
