//! The options of an engine: their declarations and their values.
//!
//! Contains [`Settings`]. Input: the words of `setoption`. Output: values, or a message about what
//! is wrong. Does not know searches.

use std::time::Duration;

use crate::bot::Level;
use crate::catalog::games;
use crate::load::{Input, load_input, name_of_tag};
use crate::notation::joined;
use crate::rules::Variant;
use crate::search::Algorithm;

/// The options with a number: name, default, minimum and maximum.
const NUMBERS: [(&str, u32, u32, u32); 5] = [
    ("Threads", 1, 1, 256),
    ("Hash", 16, 1, 16_384),
    ("MultiPV", 1, 1, 500),
    ("Skill Level", 20, 0, 20),
    ("Move Overhead", 30, 0, 5_000),
];

/// The values of all options.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The rulebook to play.
    pub variant: Variant,
    /// Number of threads of a search.
    pub threads: usize,
    /// Size of the transposition table in bytes.
    pub table_bytes: usize,
    /// Number of lines to show.
    pub lines: usize,
    /// The level to play at; `None` for full strength.
    pub level: Option<Level>,
    /// Time that is kept for sending a move.
    pub overhead: Duration,
    /// The algorithm of a search.
    pub algorithm: Algorithm,
}

/// What a changed option affects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionChange {
    /// The next search only.
    Search,
    /// The memory of searches, which no longer fits.
    Memory,
    /// The rules, and with them the position.
    Rules,
}

impl Settings {
    /// Creates the default values.
    pub fn new(variant: Variant, threads: u16) -> Self {
        Self {
            variant,
            threads: usize::from(threads),
            table_bytes: 16 << 20,
            lines: 1,
            level: None,
            overhead: Duration::from_millis(30),
            algorithm: Algorithm::default(),
        }
    }

    /// Returns the declarations of all options, one on each line.
    pub fn declarations(&self) -> String {
        let mut out = String::new();
        for (name, default, min, max) in NUMBERS {
            let default = if name == "Threads" { self.threads as u32 } else { default };
            out.push_str(&format!("option name {name} type spin default {default} min {min} max {max}\n"));
        }
        out.push_str("option name Clear Hash type button\noption name Ponder type check default false\n");
        let algorithms: String = Algorithm::ALL.iter().map(|it| format!(" var {}", it.name())).collect();
        out.push_str(&format!("option name Algorithm type combo default {}{algorithms}\n", self.algorithm.name()));
        let own = self.variant.slug();
        let mut names: Vec<&str> = games().map(|it| it.slug.as_str()).collect();
        // The name of a file may be missing in the catalog.
        if !names.contains(&own) {
            names.insert(0, own);
        }
        let variants: String = names.iter().map(|it| format!(" var {}", short(it, &names))).collect();
        out.push_str(&format!("option name UCI_Variant type combo default {}{variants}\n", short(own, &names)));
        out.push_str("option name VariantPath type string default <empty>\n");
        out
    }

    /// Sets an option. Names are compared without regard to case.
    pub fn set(&mut self, name: &str, value: &str) -> Result<OptionChange, String> {
        if let Some((name, _, min, max)) = NUMBERS.iter().find(|it| it.0.eq_ignore_ascii_case(name)) {
            let number = value.parse().ok().filter(|it| (*min..=*max).contains(it));
            let number: u32 =
                number.ok_or_else(|| format!("`{name}` needs a number from {min} to {max}, not `{value}`"))?;
            return self.set_number(name, number);
        }
        match name.to_ascii_lowercase().as_str() {
            "clear hash" => Ok(OptionChange::Memory),
            "ponder" => Ok(OptionChange::Search),
            "algorithm" => {
                let names: Vec<&str> = Algorithm::ALL.iter().map(|it| it.name()).collect();
                self.algorithm = Algorithm::of(value)
                    .ok_or_else(|| format!("`Algorithm` needs {}, not `{value}`", joined(&names, "or")))?;
                Ok(OptionChange::Memory)
            }
            "uci_variant" if self.is_current(value) => Ok(OptionChange::Search),
            "uci_variant" | "variantpath" if value.is_empty() || value == "<empty>" => Ok(OptionChange::Search),
            which @ ("uci_variant" | "variantpath") => {
                // Other programs have names of their own, such as `3check`.
                let other = name_of_tag(value);
                let name = if which == "uci_variant" { other.as_str() } else { value };
                self.variant = load_input(Input::Name(name)).map_err(|it| it.to_string())?.variant;
                Ok(OptionChange::Rules)
            }
            _ => Err(format!("there is no option `{name}`; `uci` lists all options")),
        }
    }

    /// Reports whether a name means the variant that is loaded, which may be a file.
    fn is_current(&self, name: &str) -> bool {
        let slug = self.variant.slug();
        slug == name || slug.rsplit('/').next() == Some(name)
    }

    fn set_number(&mut self, name: &str, number: u32) -> Result<OptionChange, String> {
        match name {
            "Threads" => self.threads = number as usize,
            "MultiPV" => self.lines = number as usize,
            "Move Overhead" => self.overhead = Duration::from_millis(u64::from(number)),
            "Skill Level" => self.level = Level::ALL.get(number as usize / 5).copied().filter(|_| number < 20),
            _ => {
                let bytes = (number as usize) << 20;
                // A search cannot report that it lacks memory, so this is the place to test it.
                if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
                    return Err(format!("{number} MB of memory are not available; `Hash` is unchanged"));
                }
                self.table_bytes = bytes;
                return Ok(OptionChange::Memory);
            }
        }
        Ok(OptionChange::Search)
    }
}

/// Returns the last part of a slug if no other slug ends with it.
fn short<'a>(slug: &'a str, all: &[&str]) -> &'a str {
    let last = slug.rsplit('/').next().unwrap_or(slug);
    let is_unique = all.iter().filter(|it| it.rsplit('/').next() == Some(last)).count() == 1;
    if is_unique { last } else { slug }
}
