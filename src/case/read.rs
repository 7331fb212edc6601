//! The parser of case files.
//!
//! Input: a text and the name of its file. Output: a [`Case`], or the first error with its location.
//! Names of squares, moves and seats stay plain text: the parser knows no variant.

use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::de::{DeTable, DeValue};

use super::error::sentence;
use super::{Case, CaseError, End, Expect, Obstacle, Text};
use crate::diagnostic::{SourceFile, Sources, Span, Spanned, nearest};
use crate::policy::{Points, PointsError};
use crate::sorting::CompactSort;

type Raw = toml::Spanned<String>;
type List = toml::Spanned<Vec<Raw>>;

/// Maximum number of moves and claims played before the test.
const MAX_MOVES: usize = 10_000;
/// Maximum number of errors after the first one.
const MAX_ERRORS: usize = 20;

/// A table with keys of any name. A list needs less code than a map, and every table becomes a list in the end.
struct Rows<V>(Vec<(Raw, V)>);

impl<V> Default for Rows<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Rows<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(RowsVisitor(PhantomData))
    }
}

struct RowsVisitor<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for RowsVisitor<V> {
    type Value = Rows<V>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a map")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut rows = Vec::new();
        while let Some(row) = map.next_entry()? {
            rows.push(row);
        }
        Ok(Rows(rows))
    }
}

/// The top-level keys of a case.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawCase {
    about: Option<Raw>,
    source: Option<String>,
    variant: Option<Raw>,
    #[serde(default)]
    variants: Vec<Raw>,
    position: Option<Raw>,
    #[serde(default)]
    play: Vec<Raw>,
    #[serde(default)]
    show: Vec<Raw>,
    #[serde(default)]
    expect: RawExpect,
    #[serde(default)]
    differs: Rows<RawExpect>,
    /// Ignored: `verify --update` writes it for people to read.
    observed: Option<toml::Value>,
}

/// A number of points, or thirds as text.
#[derive(Deserialize)]
#[serde(try_from = "NumberOrText")]
struct RawPoints(f64);

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a number of points, such as 1, 0.5 or \"1/3\"")]
enum NumberOrText {
    Number(f64),
    Text(String),
}

impl TryFrom<NumberOrText> for RawPoints {
    type Error = PointsError;

    fn try_from(value: NumberOrText) -> Result<Self, PointsError> {
        match value {
            NumberOrText::Number(number) => {
                let units = number * f64::from(Points::UNIT);
                let is_exact = (units - units.round()).abs() < 1e-6;
                if is_exact { Ok(Self(number)) } else { Err(PointsError) }
            }
            NumberOrText::Text(text) => text.parse::<Points>().map(|it| Self(f64::from(it))),
        }
    }
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawExpect {
    legal: Option<Vec<Raw>>,
    illegal: Option<Rows<Raw>>,
    targets: Option<Rows<Vec<Raw>>>,
    moves: Option<toml::Spanned<u64>>,
    turn: Option<Raw>,
    check: Option<Rows<Vec<Raw>>>,
    out: Option<List>,
    open: Option<List>,
    scores: Option<Rows<RawPoints>>,
    status: Option<Raw>,
    end: Option<RawEnd>,
    perft: Option<Rows<u64>>,
    pieces: Option<Rows<Raw>>,
    fields: Option<Rows<Raw>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawEnd {
    mover: Option<Raw>,
    victim: Option<Raw>,
    mating_player: Option<Raw>,
    winners: Option<List>,
}

/// The apparent purpose of a TOML file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// A case: it has a key that only cases have.
    Case,
    /// A rulebook, or part of one: it has a `name`.
    Rulebook,
    /// Neither a case nor a rulebook.
    Neither,
    /// The text is not valid TOML.
    Broken,
}

/// Tells a case from a rulebook by the top-level keys.
pub fn nature(text: &str) -> Nature {
    match toml::from_str::<toml::Table>(text) {
        Err(_) => Nature::Broken,
        Ok(keys) if ["variant", "variants", "expect", "differs"].iter().any(|it| keys.contains_key(*it)) => {
            Nature::Case
        }
        Ok(keys) if keys.contains_key("name") => Nature::Rulebook,
        Ok(_) => Nature::Neither,
    }
}

/// Parses a case.
///
/// [`case`](crate::case) has an example.
///
/// # Errors
/// Returns the first error: the text is not TOML, has an unknown key or a wrong value, names no variant, or
/// expects nothing. [`CaseError::each`] has all unknown keys and wrong values.
pub fn parse(file: &str, text: &str) -> Result<Case, CaseError> {
    let case = read(file, text)?;
    let wrong = |span, message: &str| Err(CaseError::new(&case.sources, span, Obstacle::Text, message));
    if case.expect.questions().is_empty() {
        return wrong(None, "the case expects nothing: `[expect]` is missing or empty");
    }
    match case.expectations_by_variant().into_iter().find(|it| it.1.questions().is_empty()) {
        Some((name, _)) => wrong(Some(name.span), &format!("the case expects nothing under `{}`", name.value)),
        None => Ok(case),
    }
}

/// Parses a case that may have no expectations yet.
///
/// # Errors
/// Returns the errors of form, the first one with the others behind it.
pub fn read(file: &str, text: &str) -> Result<Case, CaseError> {
    read_rest(file, text).map_err(|it| it.0)
}

/// Parses a case like [`read`], and keeps what is right.
///
/// # Errors
/// Returns the errors of form, and the rest of the case, if it can be read. If the position or the moves are wrong, the
/// rest has no questions.
pub fn read_rest(file: &str, text: &str) -> Result<Case, Box<(CaseError, Option<Case>)>> {
    let sources = Sources { files: vec![SourceFile { name: file.to_owned(), text: text.to_owned() }] };
    let error = |span, message: &str| CaseError::new(&sources, span, Obstacle::Text, message);
    let (raw, errors, left_out) = raw_case(text);
    if !errors.is_empty() && nature(text) == Nature::Rulebook {
        let message = "this is a rulebook, not a case: `threefold check` checks rulebooks";
        return Err(Box::new((error(None, message), None)));
    }
    let mut errors: Vec<CaseError> =
        errors.iter().map(|it| error(toml::de::Error::span(it).map(span_of), &sentence(text, it))).collect();
    let mut rest = None;
    if let Some(raw) = raw {
        let has_about = raw.about.is_some();
        let start = Some(raw.about.as_ref().map_or(span_of(0..text.len().min(1)), |it| span_of(it.span())));
        let mut case = Case {
            sources: sources.clone(),
            about: raw.about.map(toml::Spanned::into_inner).unwrap_or_default(),
            source: raw.source,
            variants: raw.variant.into_iter().chain(raw.variants).map(text_of).collect(),
            position: raw.position.map(text_of),
            play: texts(raw.play),
            show: texts(raw.show),
            expect: expect(raw.expect),
            differs: raw.differs.0.into_iter().map(|(variant, it)| (text_of(variant), expect(it))).collect(),
            has_observed: raw.observed.is_some(),
        };
        // Keep the order of the file.
        case.differs.compact_sort_by_key(|it| it.0.span);
        // A wrong or misspelled key is not missing.
        let is_read = |key: &str| !left_out.iter().any(|it| it == key || nearest(it, [key]).is_some());
        if case.about.trim().is_empty() && is_read("about") {
            let what = if has_about { "`about` is empty" } else { "the case has no `about`" };
            let message = format!("{what}: write `about = \"...\"`, one sentence that states the claim of the case");
            errors.push(error(start, &message));
        }
        if case.variants.is_empty() && is_read("variant") && is_read("variants") {
            errors.push(error(start, "the case names no `variant`: add a line such as `variant = \"chess\"`"));
        }
        if let Some(first) = case.play.get(MAX_MOVES) {
            let count = case.play.len();
            let message = format!("`play` has {count} moves, and a case may have at most {MAX_MOVES}");
            errors.push(error(Some(first.span), &message));
        }
        for (at, name) in case.variants.iter().enumerate() {
            if case.variants[..at].iter().any(|it| it.value == name.value) {
                let message = format!("`{}` is named twice: a case is run once for each variant", name.value);
                errors.push(error(Some(name.span), &message));
            }
        }
        for (name, _) in case.differs.iter().filter(|it| case.variants.iter().any(|own| own.value == it.0.value)) {
            let help = "write what it expects under `[expect]`, and other variants under `differs`";
            let message = format!("`{}` is the variant of the case itself: {help}", name.value);
            errors.push(error(Some(name.span), &message));
        }
        if !is_read("play") || !is_read("position") {
            let differs = case.differs.into_iter().map(|it| (it.0, Expect::default())).collect();
            case =
                Case { position: None, play: Vec::new(), show: Vec::new(), expect: Expect::default(), differs, ..case };
        }
        rest = Some(case);
    }
    match (CaseError::joined(errors), rest) {
        (None, Some(case)) => Ok(case),
        (Some(error), rest) => Err(Box::new((error, rest))),
        (None, None) => unreachable!("a case that cannot be read has an error"),
    }
}

/// Parses the keys and values. Returns what is left without the keys that are wrong, the errors, and these keys.
fn raw_case(text: &str) -> (Option<RawCase>, Vec<toml::de::Error>, Vec<String>) {
    let (mut errors, mut left_out): (Vec<toml::de::Error>, Vec<String>) = (Vec::new(), Vec::new());
    match toml::from_str(text) {
        Ok(raw) => return (Some(raw), errors, left_out),
        Err(first) => errors.push(first),
    }
    let Ok(mut table) = DeTable::parse(text) else { return (None, errors, left_out) };
    while errors.len() <= MAX_ERRORS
        && let Some(key) = errors.last().and_then(toml::de::Error::span).and_then(|it| leave_out(table.get_mut(), &it))
    {
        left_out.push(key);
        match RawCase::deserialize(toml::Deserializer::from(table.clone())) {
            Err(error) => errors.push(error),
            Ok(raw) => return (Some(raw), errors, left_out),
        }
    }
    (None, errors, left_out)
}

/// Removes the innermost key with a wrong place in it or in its value. Returns its name.
fn leave_out(table: &mut DeTable<'_>, wrong: &Range<usize>) -> Option<String> {
    let contains = |it: Range<usize>| it.start <= wrong.start && wrong.end <= it.end;
    let mut found = None;
    for (key, value) in table.iter_mut() {
        if let DeValue::Table(inner) = value.get_mut()
            && let Some(key) = leave_out(inner, wrong)
        {
            return Some(key);
        }
        if contains(key.span()) || contains(value.span()) {
            found = Some(key.clone());
        }
    }
    let key = found?;
    table.remove(&key);
    Some(key.into_inner().into_owned())
}

fn span_of(range: Range<usize>) -> Span {
    Span { file: 0, start: range.start as u32, end: range.end as u32 }
}

fn text_of(raw: Raw) -> Text {
    let span = span_of(raw.span());
    Spanned::new(raw.into_inner(), span)
}

fn texts(raw: Vec<Raw>) -> Vec<Text> {
    raw.into_iter().map(text_of).collect()
}

fn rows<V, W>(raw: Rows<V>, value: impl Fn(V) -> W) -> Vec<(Text, W)> {
    let mut rows: Vec<(Text, W)> = raw.0.into_iter().map(|(key, it)| (text_of(key), value(it))).collect();
    rows.compact_sort_by_key(|it| it.0.span);
    rows
}

fn expect(raw: RawExpect) -> Expect {
    let mut empty = Vec::new();
    let mut list = |key: &'static str, list: List| {
        if list.get_ref().is_empty() {
            empty.push((key, span_of(list.span())));
        }
        texts(list.into_inner())
    };
    Expect {
        legal: raw.legal.map(texts),
        illegal: raw.illegal.map(|it| rows(it, text_of)),
        targets: raw.targets.map(|it| rows(it, texts)),
        moves: raw.moves.map(|it| Spanned::new(*it.get_ref(), span_of(it.span()))),
        turn: raw.turn.map(text_of),
        check: raw.check.map(|it| rows(it, texts)),
        out: raw.out.map(|it| list("out", it)),
        open: raw.open.map(|it| list("open", it)),
        scores: raw.scores.map(|it| rows(it, |points| points.0)),
        status: raw.status.map(text_of),
        end: raw.end.map(|it| End {
            mover: it.mover.map(text_of),
            victim: it.victim.map(text_of),
            mating_player: it.mating_player.map(text_of),
            winners: it.winners.map(|it| list("winners", it)),
        }),
        perft: raw.perft.map(|it| rows(it, |count| count)),
        pieces: raw.pieces.map(|it| rows(it, text_of)),
        fields: raw.fields.map(|it| rows(it, text_of)),
        empty,
    }
}
