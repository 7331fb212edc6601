//! Files of weights: a small TOML file with the numbers of the evaluation, by name.
//!
//! Contains [`WeightFile`], and the weights that are shipped.
//!
//! ```toml
//! rules = "3f0c..."        # hash of the rules
//! tempo = 12
//! [piece.knight]
//! value = 310
//! ```
//!
//! Input: the text of a file, and a rulebook. Output: [`Weights`], or findings with their places. A
//! weight that the file leaves out has its derived value. Does not know where files are.

mod shipped;

pub(crate) use shipped::shipped_weights;
use threefold_engine::search::Weight;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::{Code, Diagnostics, SourceFile, Sources, Span, nearest, render, toml_error};
use crate::rulebook::NamedWeights;
use crate::rules::Variant;
use crate::search::{Evaluator, Weights};

/// The findings that make a file of weights unusable.
///
/// [`WeightFile`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WeightError {
    /// The file itself.
    pub sources: Sources,
    /// Findings in order of place; at least one.
    pub diagnostics: Diagnostics,
}

impl std::fmt::Display for WeightError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let all: Vec<String> = self.diagnostics.items.iter().map(|it| render(&self.sources, it)).collect();
        f.write_str(&all.join("\n\n"))
    }
}

impl std::error::Error for WeightError {}

/// A parsed file of weights.
///
/// ```
/// use threefold::search::Evaluator;
/// use threefold::weights::{WeightError, WeightFile};
///
/// let chess = threefold::load("chess")?.variant;
/// let file = WeightFile::parse("own.toml", "tempo = 20\n[piece.queen]\nvalue = 1000\n")?;
/// let evaluator = Evaluator::with_weights(&chess, file.weights(&chess)?);
/// assert_eq!(evaluator.weights().tempo, 20.0);
/// let error: WeightError = WeightFile::parse("own.toml", "tempos = 20\n").expect_err("there is no such weight");
/// assert!(error.to_string().contains("did you mean `tempo`?"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WeightFile {
    sources: Sources,
    numbers: NamedWeights,
    /// The headers of pieces: the name with its place.
    pieces: Vec<(String, Span)>,
}

impl WeightFile {
    /// Parses a file, which findings call `name`.
    ///
    /// # Errors
    /// Returns a finding for each syntax error, each unknown key and each value that is not a number in
    /// its range.
    pub fn parse(name: &str, text: &str) -> Result<Self, WeightError> {
        let sources = Sources { files: vec![SourceFile { name: name.to_owned(), text: text.to_owned() }] };
        let file = Self { sources, numbers: NamedWeights::default(), pieces: Vec::new() };
        let mut reader = Reader { file, found: Diagnostics::default() };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in &errors {
            let range = error.span().unwrap_or(0..0);
            let (message, help) = toml_error(text, range.clone(), error.message());
            reader.found.error(Code::BadToml, span_of(range), message).help(help);
        }
        if errors.is_empty() {
            reader.top(table.get_ref());
        }
        reader.found.sort();
        match reader.found.items.is_empty() {
            true => Ok(reader.file),
            false => Err(WeightError { sources: reader.file.sources, diagnostics: reader.found }),
        }
    }

    /// Returns the hash of the rules for which the weights were made; empty if the file has none.
    pub fn rules(&self) -> &str {
        &self.numbers.rules
    }

    /// Returns the weights for a variant. Weights made for other rules are accepted, and
    /// [`Weights::note`] says so.
    ///
    /// # Errors
    /// Returns a finding for each piece that the rulebook does not have.
    pub fn weights(&self, variant: &Variant) -> Result<Weights, WeightError> {
        let book = variant.rulebook();
        let mut found = Diagnostics::default();
        for (name, span) in &self.pieces {
            if !book.kinds().iter().any(|it| it.name() == name) {
                let message = format!("the rulebook has no piece `{name}`");
                let names: Vec<&str> = book.kinds().iter().map(|it| it.name()).collect();
                let help = nearest(name, names.iter().copied()).map(|it| format!("did you mean `{it}`?"));
                let all = || format!("the pieces are {}", listed(&names));
                found.error(Code::UnknownName, *span, message).help(help.unwrap_or_else(all));
            }
        }
        found.sort();
        if !found.items.is_empty() {
            return Err(WeightError { sources: self.sources.clone(), diagnostics: found });
        }
        Ok(Evaluator::derived(variant).weights().with_numbers(&self.numbers, book))
    }
}

/// Returns a list of words in backticks.
fn listed(words: &[&str]) -> String {
    words.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")
}

fn span_of(range: std::ops::Range<usize>) -> Span {
    Span { file: 0, start: range.start as u32, end: range.end as u32 }
}

struct Reader {
    file: WeightFile,
    found: Diagnostics,
}

impl Reader {
    fn top(&mut self, table: &DeTable<'_>) {
        for (key, item) in table {
            let (name, span) = (key.get_ref().as_ref(), span_of(key.span()));
            match (name, item.get_ref()) {
                ("rules", DeValue::String(text)) => self.file.numbers.rules = text.as_ref().to_owned(),
                ("rules", _) => {
                    let message = "expected the hash of the rules, a text";
                    let help = "`threefold show VARIANT --format json` prints it as `hash`";
                    self.found.error(Code::WrongType, span_of(item.span()), message).help(help);
                }
                ("piece", DeValue::Table(pieces)) => {
                    for (kind, item) in pieces {
                        self.piece(kind.get_ref().as_ref(), span_of(kind.span()), item.get_ref());
                    }
                }
                _ => {
                    let known = Weight::all().filter(|it| !it.is_by_kind());
                    if let Some((weight, value)) = self.weight(name, span, known, item) {
                        self.file.numbers.general.push((weight.name().to_owned(), value));
                    }
                }
            }
        }
    }

    fn piece(&mut self, kind: &str, span: Span, item: &DeValue<'_>) {
        let DeValue::Table(table) = item else {
            let help = format!("write a header `[piece.{kind}]` and `value = ...` below it");
            self.found.error(Code::WrongType, span, "expected the weights of a piece").help(help);
            return;
        };
        self.file.pieces.push((kind.to_owned(), span));
        for (key, item) in table {
            let known = Weight::all().filter(|it| it.is_by_kind());
            if let Some((weight, value)) = self.weight(key.get_ref().as_ref(), span_of(key.span()), known, item) {
                self.file.numbers.by_kind.push((kind.to_owned(), weight.name().to_owned(), value));
            }
        }
    }

    /// Reads one weight. Reports an unknown key, and a value out of range.
    fn weight(
        &mut self,
        name: &str,
        span: Span,
        known: impl Iterator<Item = Weight> + Clone,
        item: &toml::Spanned<DeValue<'_>>,
    ) -> Option<(Weight, f64)> {
        let Some(weight) = known.clone().find(|it| it.name() == name) else {
            let names: Vec<&str> = known.map(|it| it.name()).collect();
            let help = match nearest(name, names.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the weights here are {}", listed(&names)),
            };
            self.found.error(Code::UnknownKey, span, format!("there is no weight `{name}` here")).help(help);
            return None;
        };
        let number = match item.get_ref() {
            DeValue::Integer(it) => i64::from_str_radix(it.as_str(), it.radix()).ok().map(|it| it as f64),
            DeValue::Float(it) => it.as_str().parse::<f64>().ok(),
            _ => {
                let help = format!("write a number without quotes, like `{name} = 10`");
                self.found.error(Code::WrongType, span_of(item.span()), "expected a number").help(help);
                return None;
            }
        };
        let (least, most) = weight.range();
        match number.filter(|it| (least..=most).contains(it)) {
            Some(value) => Some((weight, value)),
            None => {
                let message = format!("`{name}` is from {least} to {most}");
                self.found.error(Code::BadNumber, span_of(item.span()), message).help(weight.about());
                None
            }
        }
    }
}
