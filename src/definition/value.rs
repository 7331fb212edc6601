//! Values of a file, and the types of the language that are read from them.
//!
//! Input: [`Value`]s with spans. Output: typed values, or diagnostics. Every type describes what it accepts
//! ([`TypeDoc`]); the reference and the schema are generated from that. The words of
//! closed lists come from [`policy`](crate::policy). Does not know chess.

use super::synonyms::word_for;
use super::written::{in_brackets, in_quotes};
use crate::diagnostic::{Code, Diagnostics, Span, Spanned, is_harmful, nearest};
use crate::policy::renamed::current;
use crate::policy::{Points, WordDoc};

/// An owned TOML value with spans inside.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A TOML string.
    Text(String),
    /// A TOML integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// A boolean. No key of the language accepts one.
    Bool(bool),
    /// A date or time. No key of the language accepts one.
    Date(String),
    /// A list (TOML array).
    List(Vec<Spanned<Value>>),
    /// An inline table, or a table in place of one.
    Table(Vec<(Spanned<String>, Spanned<Value>)>),
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Value::Int(number)
    }
}

impl<const N: usize> From<[&str; N]> for Value {
    fn from(list: [&str; N]) -> Self {
        Value::List(list.iter().map(|it| Spanned::new(Value::from(*it), Span::default())).collect())
    }
}

impl Value {
    /// Returns the type of the value in words.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Text(_) => "a string",
            Value::Int(_) => "a whole number",
            Value::Float(_) => "a number with a fraction",
            Value::Bool(_) => "a boolean",
            Value::Date(_) => "a date",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Text(text) => write!(f, "{}", toml_string(text)),
            Value::Int(number) => write!(f, "{number}"),
            Value::Float(number) if number.is_nan() => write!(f, "nan"),
            Value::Float(number) => write!(f, "{number}"),
            Value::Bool(truth) => write!(f, "{truth}"),
            Value::Date(date) => write!(f, "{date}"),
            Value::List(items) => {
                write!(f, "[")?;
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        write!(f, ", ")?;
                    }
                    write!(f, "{}", item.value)?;
                }
                write!(f, "]")
            }
            Value::Table(entries) if entries.is_empty() => write!(f, "{{}}"),
            Value::Table(entries) => {
                write!(f, "{{ ")?;
                for (index, (key, value)) in entries.iter().enumerate() {
                    if index > 0 {
                        write!(f, ", ")?;
                    }
                    write!(f, "{} = {}", key_text(&key.value), value.value)?;
                }
                write!(f, " }}")
            }
        }
    }
}

/// Returns a key as it is written in TOML: bare, or quoted if necessary.
pub fn key_text(key: &str) -> String {
    let is_bare = !key.is_empty() && key.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-' || it == b'_');
    if is_bare { key.to_owned() } else { toml_string(key) }
}

fn toml_string(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            control if is_harmful(control) => out.push_str(&format!("\\u{:04x}", control as u32)),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// One key of a table.
#[derive(Clone, Debug)]
pub struct KeyDoc {
    /// The key as it is written.
    pub key: String,
    /// The meaning of the key.
    pub doc: &'static str,
    /// The values that it accepts.
    pub ty: TypeDoc,
    /// Whether the key is required.
    pub required: bool,
    /// The default as it would be written.
    pub default: Option<String>,
}

/// The description of a table.
#[derive(Clone, Debug)]
pub struct TableDoc {
    /// The name of the Rust type.
    pub name: &'static str,
    /// The purpose of the table.
    pub doc: &'static str,
    /// Its keys, in the order in which a rulebook reads best.
    pub keys: Vec<KeyDoc>,
}

/// The values that a type accepts.
#[derive(Clone, Debug)]
pub enum TypeDoc {
    /// Free or restricted text, with a short description.
    Text(&'static str),
    /// Any whole number.
    Int,
    /// A number of quarters of a point, or a fraction as text.
    Points,
    /// A word of a closed list: its name, its purpose, its words.
    Words(&'static str, &'static str, &'static [WordDoc]),
    /// A list of values.
    List(Box<TypeDoc>),
    /// A value of one type or the other.
    Either(Box<TypeDoc>, Box<TypeDoc>),
    /// An inline table, given by the function that describes it (tables may nest).
    Table(&'static str, fn() -> &'static TableDoc),
}

impl TypeDoc {
    /// Returns an example value as TOML. `nth` selects a word of a closed list.
    pub fn example(&self, nth: usize) -> String {
        match self {
            TypeDoc::Text(what) => match *what {
                "a square or a range of squares" => "\"a1\"",
                "a number or a range" => "\"1\"",
                "a movement in Betza notation" => "\"R\"",
                "a text" => "\"TEXT\"",
                "the name of a seat" => "\"white\"",
                _ => "\"NAME\"",
            }
            .to_owned(),
            TypeDoc::Int | TypeDoc::Points => "1".to_owned(),
            TypeDoc::Words(_, _, words) => format!("\"{}\"", words[nth % words.len()].word),
            TypeDoc::List(inner) => format!("[{}]", inner.example(nth)),
            TypeDoc::Either(first, _) => first.example(nth),
            TypeDoc::Table(_, doc) => {
                let doc = doc();
                // The text about a table may have a better example.
                let written = doc.doc.split_once("Example").and_then(|it| it.1.split('`').nth(1));
                if let Some(example) = written.filter(|it| it.starts_with('{')) {
                    return example.to_owned();
                }
                let keys = &doc.keys;
                let required: Vec<&KeyDoc> = keys.iter().filter(|it| it.required).collect();
                let shown = if required.is_empty() { keys.iter().take(1).collect() } else { required };
                let keys = shown.iter().enumerate().map(|(at, it)| format!("{} = {}", it.key, it.ty.example(at)));
                format!("{{ {} }}", keys.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// Returns the words of a closed list as part of a sentence: `end`, `eliminate` or `pass`.
    pub fn word_list(&self) -> Option<String> {
        let words = match self {
            TypeDoc::Words(_, _, words) => words,
            TypeDoc::List(inner) => return inner.word_list(),
            TypeDoc::Either(first, _) => return first.word_list(),
            _ => return None,
        };
        let mut words: Vec<String> = words.iter().map(|it| format!("`{}`", it.word)).collect();
        let last = words.pop()?;
        Some(if words.is_empty() { last } else { format!("{} or {last}", words.join(", ")) })
    }
}

/// A type of the language.
pub trait Read: Sized {
    /// Reads one value. Reports a diagnostic and returns `None` if it is wrong.
    fn read(value: &Spanned<Value>, sink: &mut Diagnostics) -> Option<Self>;
    /// Returns a description of the values that the type accepts.
    fn describe() -> TypeDoc;
}

fn mismatch(expected: &str, value: &Spanned<Value>, help: impl Into<String>, sink: &mut Diagnostics) {
    sink.error(Code::WrongType, value.span, format!("expected {expected}, found {}", value.value.kind())).help(help);
}

macro_rules! text_types {
    ($($(#[doc = $doc:literal])* $name:ident = $what:literal;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub String);

        impl std::ops::Deref for $name {
            type Target = str;
            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl Read for $name {
            /// Reads one value. Reports a diagnostic and returns `None` if it is wrong.
            fn read(value: &Spanned<Value>, sink: &mut Diagnostics) -> Option<Self> {
                match &value.value {
                    Value::Text(text) if text.is_empty() && $what == "a name" => {
                        sink.error(Code::BadName, value.span, "a name is missing")
                            .help("write it between the quotes, like `\"first\"`");
                        None
                    }
                    Value::Text(text) => Some(Self(text.clone())),
                    Value::List(_) | Value::Table(_) => {
                        mismatch($what, value, in_quotes(&value.value, &Self::describe().example(0)), sink);
                        None
                    }
                    _ => {
                        mismatch(concat!($what, ", in quotes"), value, in_quotes(&value.value, &Self::describe().example(0)), sink);
                        None
                    }
                }
            }
            /// Returns a description of the values that the type accepts.
            fn describe() -> TypeDoc {
                TypeDoc::Text($what)
            }
        }
    )*};
}

text_types! {
    /// Text for people.
    Text = "a text";
    /// The name of a header or of a catalog entry.
    Name = "a name";
    /// A header without its brackets.
    Header = "a header";
    /// A square (`d4`), or the block between two corners (`a2-h2`).
    Squares = "a square or a range of squares";
    /// A number, or a range of numbers (`1-4`; `4-1` runs down).
    Range = "a number or a range";
    /// A movement in Betza notation.
    Betza = "a movement in Betza notation";
}

impl Read for i64 {
    fn read(value: &Spanned<Value>, sink: &mut Diagnostics) -> Option<Self> {
        match &value.value {
            Value::Int(number) => Some(*number),
            _ => {
                mismatch("a whole number", value, "write digits alone, without quotes, like `3`", sink);
                None
            }
        }
    }
    fn describe() -> TypeDoc {
        TypeDoc::Int
    }
}

impl Read for Points {
    fn read(value: &Spanned<Value>, sink: &mut Diagnostics) -> Option<Self> {
        let unit = f64::from(Points::UNIT);
        let units = match &value.value {
            Value::Int(number) => *number as f64 * unit,
            Value::Float(number) => number * unit,
            Value::Text(text) => text.parse().map_or(f64::NAN, |it: Points| f64::from(it.0)),
            _ => {
                mismatch("points", value, "write `1`, `0.5` or `0`", sink);
                return None;
            }
        };
        // A third has no exact decimal form.
        let is_exact = !matches!(value.value, Value::Float(_)) || units % 3.0 == 0.0;
        if units.fract() != 0.0 || !is_exact || units.abs() > f64::from(Points::MAX) * unit {
            let thirds = (units / 4.0).round();
            let is_near = units.abs() < f64::from(Points::MAX) * unit && (units / 4.0 - thirds).abs() < 0.1;
            sink.error(
                Code::BadPoints,
                value.span,
                format!(
                    "`{}` is not a number of points: use whole numbers, halves, thirds or quarters between -{max} and \
                     {max}",
                    value.value,
                    max = Points::MAX
                ),
            )
            .help(match is_near && thirds % 3.0 != 0.0 {
                true => format!("write `\"{}\"`", Points(thirds as i32 * 4)),
                false => "write `1`, `0.5`, `0.25`, `\"1/3\"` or `0`".to_owned(),
            });
            return None;
        }
        Some(Points(units as i32))
    }
    fn describe() -> TypeDoc {
        TypeDoc::Points
    }
}

impl<T: Read> Read for Vec<Spanned<T>> {
    fn read(value: &Spanned<Value>, sink: &mut Diagnostics) -> Option<Self> {
        match &value.value {
            Value::List(items) => {
                let read: Vec<_> = items.iter().map(|it| T::read(it, sink).map(|v| Spanned::new(v, it.span))).collect();
                read.into_iter().collect()
            }
            other => {
                let list = in_brackets(other, &T::describe());
                mismatch("a list", value, format!("write it in brackets: `{list}`"), sink);
                None
            }
        }
    }
    fn describe() -> TypeDoc {
        TypeDoc::List(Box::new(T::describe()))
    }
}

/// A value of one of two types: `A` if it is written as a string, else `B`.
#[derive(Clone, Debug, PartialEq)]
pub enum Either<A, B> {
    /// Written as a string.
    Text(A),
    /// Written as anything else.
    Other(B),
}

impl<A: Read, B: Read> Read for Either<A, B> {
    fn read(value: &Spanned<Value>, sink: &mut Diagnostics) -> Option<Self> {
        match &value.value {
            // A name in place of the only word is that of an item of the list.
            Value::Text(text) if is_item(text, &A::describe(), &B::describe()) => {
                let list = in_brackets(&value.value, &B::describe());
                mismatch("a list", value, format!("write it in brackets: `{list}`"), sink);
                None
            }
            Value::Text(_) => A::read(value, sink).map(Either::Text),
            _ => B::read(value, sink).map(Either::Other),
        }
    }
    fn describe() -> TypeDoc {
        TypeDoc::Either(Box::new(A::describe()), Box::new(B::describe()))
    }
}

/// Reports whether a text is neither a word of `words` nor similar to one, and can be an item of the list `list`.
fn is_item(text: &str, words: &TypeDoc, list: &TypeDoc) -> bool {
    let (TypeDoc::Words(_, _, words), TypeDoc::List(inner)) = (words, list) else { return false };
    let is_word = words.iter().any(|it| it.word == text) || nearest(text, words.iter().map(|it| it.word)).is_some();
    matches!(**inner, TypeDoc::Text("a name")) && !text.is_empty() && !is_word
}

/// Reads a word of a closed list. An unknown word is reported with the closest spelling.
pub fn read_word(words: &'static [WordDoc], value: &Spanned<Value>, sink: &mut Diagnostics) -> Option<usize> {
    let all = || match words {
        [only] => format!("the only word is `{}`", only.word),
        several => {
            let words: Vec<String> = several.iter().map(|it| format!("`{}`", it.word)).collect();
            format!("the words are {}", words.join(", "))
        }
    };
    let Value::Text(text) = &value.value else {
        let is_header = |it: &Spanned<Value>| matches!(it.value, Value::Table(_));
        let help = match &value.value {
            Value::List(all) if all.iter().any(is_header) => "write this header in single brackets, like `[board]`",
            _ => &*all(),
        };
        mismatch("a word from a fixed list", value, help, sink);
        return None;
    };
    let found = words.iter().position(|it| it.word == text);
    if found.is_none() && !is_old_word(text, words.iter().map(|it| it.word), value.span, sink) {
        let all = all();
        let fitting = || words.iter().map(|it| it.word);
        let help = match word_for(text, fitting()).or_else(|| nearest(text, fitting())) {
            Some(word) if words.len() > 1 => format!("did you mean `{word}`? {all}"),
            _ => all,
        };
        sink.error(Code::UnknownWord, value.span, format!("`{text}` is not a word that this key takes")).help(help);
    }
    found
}

/// Reports a word of the previous edition with its successor. Returns false if `old` is not one.
fn is_old_word<'a>(old: &str, fitting: impl IntoIterator<Item = &'a str>, span: Span, sink: &mut Diagnostics) -> bool {
    let Some(new) = current(old, fitting) else { return false };
    sink.error(Code::Renamed, span, format!("the word `{old}` is now `{new}`"))
        .help(format!("write `\"{new}\"`"))
        .replacement(format!("\"{new}\""));
    true
}
