//! Reads the text of a case.
//!
//! In: a text and the name of its file. Out: a [`Case`], or the first thing that is
//! wrong with it, with its place. Names of squares, moves and seats are only texts here.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Case, CaseError, Expect, Text};
use crate::diagnostic::{SourceFile, Sources, Span, Spanned};

type Raw = toml::Spanned<String>;

/// The keys at the top of a case.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawCase {
    about: String,
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
    differs: BTreeMap<Raw, RawExpect>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawExpect {
    legal: Option<Vec<Raw>>,
    illegal: Option<BTreeMap<Raw, Raw>>,
    targets: Option<BTreeMap<Raw, Vec<Raw>>>,
    moves: Option<u64>,
    turn: Option<Raw>,
    check: Option<BTreeMap<Raw, Vec<Raw>>>,
    out: Option<Vec<Raw>>,
    open: Option<Vec<Raw>>,
    scores: Option<BTreeMap<Raw, f64>>,
    status: Option<Raw>,
    perft: Option<BTreeMap<Raw, u64>>,
}

/// Reads a case.
///
/// # Errors
/// The first thing that is wrong: the text is no TOML, has a key that cases do not have,
/// names no variant, or expects nothing.
pub fn parse(file: &str, text: &str) -> Result<Case, CaseError> {
    let sources = Sources { files: vec![SourceFile { name: file.to_owned(), text: text.to_owned() }] };
    let raw: RawCase = toml::from_str(text).map_err(|it| {
        let span = it.span().map(|it| Span { file: 0, start: it.start as u32, end: it.end as u32 });
        CaseError::new(&sources, span, it.message())
    })?;
    let mut case = Case {
        sources,
        about: raw.about,
        source: raw.source,
        variants: raw.variant.into_iter().chain(raw.variants).map(text_of).collect(),
        position: raw.position.map(text_of),
        play: texts(raw.play),
        show: texts(raw.show),
        expect: expect(raw.expect),
        differs: raw.differs.into_iter().map(|(variant, it)| (text_of(variant), expect(it))).collect(),
    };
    // Readings are told in the order in which they are written.
    case.differs.sort_by_key(|it| it.0.span);
    let wrong = if case.about.trim().is_empty() {
        Some("`about` says nothing: one sentence that the case holds true")
    } else if case.variants.is_empty() {
        Some("the case names no `variant`")
    } else if case.expect.is_empty() {
        Some("the case expects nothing: `[expect]` is missing or empty")
    } else {
        None
    };
    match wrong {
        Some(message) => Err(CaseError::new(&case.sources, None, message)),
        None => Ok(case),
    }
}

fn text_of(raw: Raw) -> Text {
    let span = raw.span();
    Spanned::new(raw.into_inner(), Span { file: 0, start: span.start as u32, end: span.end as u32 })
}

fn texts(raw: Vec<Raw>) -> Vec<Text> {
    raw.into_iter().map(text_of).collect()
}

fn rows<V, W>(raw: BTreeMap<Raw, V>, value: impl Fn(V) -> W) -> Vec<(Text, W)> {
    let mut rows: Vec<(Text, W)> = raw.into_iter().map(|(key, it)| (text_of(key), value(it))).collect();
    rows.sort_by_key(|it| it.0.span);
    rows
}

fn expect(raw: RawExpect) -> Expect {
    Expect {
        legal: raw.legal.map(texts),
        illegal: raw.illegal.map(|it| rows(it, text_of)),
        targets: raw.targets.map(|it| rows(it, texts)),
        moves: raw.moves,
        turn: raw.turn.map(text_of),
        check: raw.check.map(|it| rows(it, texts)),
        out: raw.out.map(texts),
        open: raw.open.map(texts),
        scores: raw.scores.map(|it| rows(it, |points| points)),
        status: raw.status.map(text_of),
        perft: raw.perft.map(|it| rows(it, |count| count)),
    }
}
