//! Parses the text form of a bot: a name, a budget after a colon, and options after commas.
//!
//! Contains [`Style::parse`]. To add a bot, extend [`NAMES`] and `named`; to add
//! an option, extend the list of its bots here.
//!
//! Input: a text. Output: a [`Style`], or an error with the wrong part, and with advice. Does not
//! know how bots play.

use std::ops::RangeInclusive;
use std::str::FromStr;

use super::error::{StyleError, StyleErrorKind};
use super::level::Level;
use super::style::{SearchStyle, Style, UciStyle};
use super::weights::WeightChoice;
use crate::diagnostic::nearest;
use crate::search::{Algorithm, Budget, Technique};

/// Maximum length of a text in bytes, to keep messages short.
const MAX_TEXT: usize = 500;
/// Names of bots that take no budget.
const NAMES: [&str; 7] = ["random", "greedy", "beginner", "casual", "club", "expert", "full"];
/// Options of a search.
const SEARCH_OPTIONS: &[&str] = &["lines", "threads", "weights", "without"];
/// Options of a UCI program.
const UCI_OPTIONS: &[&str] = &["elo", "time", "nodes", "threads", "hash", "wait"];

/// A part of the text of a bot.
#[derive(Clone, Copy)]
struct TextPart<'a> {
    whole: &'a str,
    text: &'a str,
}

impl<'a> TextPart<'a> {
    fn new(whole: &'a str, text: &'a str) -> Self {
        Self { whole, text }
    }

    /// Returns an error that quotes this part, and the whole text if it is longer.
    fn error(self, kind: StyleErrorKind, help: impl Into<String>) -> StyleError {
        let place = if self.text == self.whole { String::new() } else { format!(" in `{}`", self.whole) };
        let message = match self.text {
            "" => format!("an empty part{place} {kind}"),
            text => format!("`{text}`{place} {kind}"),
        };
        // Both texts are slices of one buffer.
        let at = (self.text.as_ptr() as usize).saturating_sub(self.whole.as_ptr() as usize).min(self.whole.len());
        StyleError { kind, message, help: help.into(), at }
    }
}

/// Parses a bot, as [`Style::parse`] does.
impl FromStr for Style {
    type Err = StyleError;

    fn from_str(text: &str) -> Result<Self, StyleError> {
        Self::parse(text)
    }
}

/// Parses the word for a level, such as `club`. Words of other bots are errors, too.
///
/// ```
/// use threefold::bot::Level;
///
/// assert_eq!("club".parse(), Ok(Level::Club));
/// let error = "clbu".parse::<Level>().expect_err("a typing error");
/// assert_eq!(error.to_string(), "`clbu` is not a level: did you mean `club`?");
/// ```
impl FromStr for Level {
    type Err = StyleError;

    fn from_str(text: &str) -> Result<Self, StyleError> {
        Level::of(text).ok_or_else(|| {
            let expected = Level::ALL.map(Level::name);
            let help = match nearest(text, expected) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the levels: {}", listed(&expected)),
            };
            let start: String = text.chars().take(MAX_TEXT).collect();
            TextPart::new(&start, &start).error(StyleErrorKind::UnknownLevel { expected: expected.to_vec() }, help)
        })
    }
}

impl Style {
    /// Parses a bot: `random`, `greedy`, a level such as `club`, or a search with its budget for each move, such as
    /// `brs:2000` (nodes) or `mcts:2s` (time). `uci:PROGRAM` is another program.
    ///
    /// # Errors
    /// Returns an error that quotes the wrong part and says what is expected.
    pub fn parse(text: &str) -> Result<Self, StyleError> {
        if text.len() > MAX_TEXT {
            let help = format!("write at most {MAX_TEXT} bytes");
            let kind = StyleErrorKind::TooLong { max: MAX_TEXT };
            return Err(StyleError { message: format!("the text of a bot {kind}"), kind, help, at: MAX_TEXT });
        }
        let (head, options) = match text.split_once(',') {
            Some((head, rest)) => (head, rest.split(',').collect()),
            None => (text, Vec::new()),
        };
        let (name, value) = match head.split_once(':') {
            Some((name, value)) => (name, Some(TextPart::new(text, value))),
            None => (head, None),
        };
        let mut style = named(TextPart::new(text, name), value)?;
        let mut seen: Vec<&str> = Vec::new();
        for option in options {
            let part = TextPart::new(text, option);
            let known = match style {
                Self::Random | Self::Greedy | Self::Level(_) | Self::Own(_) => {
                    return Err(part.error(StyleErrorKind::TooMuch, format!("`{name}` has no options")));
                }
                Self::Search(_) => SEARCH_OPTIONS,
                Self::Uci(_) => UCI_OPTIONS,
            };
            let key = option.split_once('=').map_or(option, |it| it.0);
            if !known.contains(&key) {
                let help = match nearest(key, known.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the options of `{name}`: {}", listed(known)),
                };
                return Err(TextPart::new(text, key).error(StyleErrorKind::UnknownOption { expected: known }, help));
            }
            let Some((_, value)) = option.split_once('=') else {
                return Err(part.error(StyleErrorKind::NoValue, format!("write `{key}=VALUE`")));
            };
            if seen.contains(&key) {
                return Err(part.error(StyleErrorKind::Repeated, format!("write `{key}` once")));
            }
            seen.push(key);
            style.set(key, TextPart::new(text, value))?;
        }
        if let (Self::Uci(_), true) = (&style, seen.contains(&"time") && seen.contains(&"nodes")) {
            return Err(TextPart::new(text, text).error(StyleErrorKind::TwoBudgets, "write either `time` or `nodes`"));
        }
        Ok(style)
    }

    /// Sets an option of this style. The caller has tested that the style has it.
    fn set(&mut self, key: &str, value: TextPart) -> Result<(), StyleError> {
        match (self, key) {
            (Self::Search(style), "weights") => {
                if value.text.is_empty() {
                    return Err(value.error(StyleErrorKind::NoWeights, "write `weights=derived` or `weights=FILE`"));
                }
                let Ok(weights) = value.text.parse::<WeightChoice>();
                style.weights = Some(weights);
            }
            (Self::Search(style), "without") => {
                style.without = value.text.split('+').map(|it| technique(value, it)).collect::<Result<_, _>>()?;
            }
            (Self::Search(style), "threads") => style.threads = number(value, 1..=256)? as usize,
            (Self::Search(style), _) => style.lines = number(value, 1..=256)? as usize,
            (Self::Uci(style), "elo") => style.elo = Some(number(value, 1..=10_000)?),
            (Self::Uci(style), "threads") => style.threads = Some(number(value, 1..=1024)?),
            (Self::Uci(style), "hash") => style.hash = Some(number(value, 1..=1 << 20)?),
            (Self::Uci(style), "wait") => {
                if let Budget::Time(time) = of_kind(value, true)? {
                    style.wait = time;
                }
            }
            (Self::Uci(style), key) => style.budget = of_kind(value, key == "time")?,
            (Self::Random | Self::Greedy | Self::Level(_) | Self::Own(_), _) => {}
        }
        Ok(())
    }
}

/// Returns the bot of a name and of the text after its colon.
fn named(name: TextPart, value: Option<TextPart>) -> Result<Style, StyleError> {
    let algorithm = Algorithm::of(name.text);
    if let (Some(level), None) = (Level::of(name.text), value) {
        return Ok(Style::Level(level));
    }
    match (name.text, algorithm, value) {
        (word, _, Some(value)) if NAMES.contains(&word) => {
            Err(value.error(StyleErrorKind::TooMuch, format!("`{}` takes no budget", name.text)))
        }
        ("random", _, None) => Ok(Style::Random),
        ("greedy", _, None) => Ok(Style::Greedy),
        ("uci", _, Some(value)) if !value.text.is_empty() => Ok(Style::Uci(UciStyle::new(value.text.to_owned()))),
        ("uci", _, _) => Err(name.error(StyleErrorKind::NoProgram, "write `uci:PROGRAM`, for example `uci:stockfish`")),
        (_, Some(algorithm), Some(value)) => Ok(Style::Search(SearchStyle::new(algorithm, budget(value)?))),
        (word, Some(_), None) => Err(name.error(
            StyleErrorKind::NoBudget,
            format!("write a number of nodes or a time for each move: `{word}:2000` or `{word}:2s`"),
        )),
        (word, None, _) => {
            let names = || NAMES.into_iter().chain(Algorithm::ALL.map(Algorithm::name)).chain(["uci"]);
            let help = match nearest(word, names()) {
                Some(near) if NAMES.contains(&near) => format!("did you mean `{near}`?"),
                Some("uci") => "did you mean `uci:PROGRAM`?".to_owned(),
                Some(near) => format!("did you mean `{near}:2000`?"),
                None => format!("the bots: {}", listed(&names().collect::<Vec<_>>())),
            };
            Err(name.error(StyleErrorKind::UnknownBot { expected: names().collect() }, help))
        }
    }
}

fn budget(part: TextPart) -> Result<Budget, StyleError> {
    let help = "write a number of nodes (`2000`, `20k`) or a time (`100ms`, `2s`)";
    Budget::parse(part.text).ok_or_else(|| part.error(StyleErrorKind::BadBudget, help))
}

/// Returns a budget that has to be a time, or else a number of nodes.
fn of_kind(part: TextPart, is_time: bool) -> Result<Budget, StyleError> {
    let found = budget(part)?;
    match (matches!(found, Budget::Time(_)), is_time) {
        (false, true) => Err(part.error(StyleErrorKind::NotATime, "add a unit: `100ms` or `2s`")),
        (true, false) => Err(part.error(StyleErrorKind::NotNodes, "write `2000` or `20k`")),
        _ => Ok(found),
    }
}

/// Returns the technique of a name, which is a part of `value`.
fn technique(value: TextPart, name: &str) -> Result<Technique, StyleError> {
    Technique::of(name).ok_or_else(|| {
        let names = Technique::ALL.map(Technique::name);
        let help = match nearest(name, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the techniques: {}", listed(&names)),
        };
        TextPart::new(value.whole, name).error(StyleErrorKind::UnknownTechnique { expected: names.to_vec() }, help)
    })
}

fn number(part: TextPart, range: RangeInclusive<u32>) -> Result<u32, StyleError> {
    part.text.parse().ok().filter(|it| range.contains(it)).ok_or_else(|| {
        let (min, max) = (*range.start(), *range.end());
        part.error(StyleErrorKind::BadNumber { min, max }, format!("write one from {min} to {max}"))
    })
}

fn listed(words: &[&str]) -> String {
    words.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(", ")
}
