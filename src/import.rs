//! Rulebooks from the formats of other programs.
//!
//! Contains [`fairy`], which converts a section of the `variants.ini` that Fairy-Stockfish and other programs read.
//! Input: the text of the file, and the name of a section. Output: the rulebook as TOML, and findings about keys that
//! have no counterpart. Does not know files, and does not compile the rulebook.
//!
//! ```
//! use threefold::import::{Imported, fairy};
//!
//! let file = "[hill:chess]\nflagPiece = k\nflagRegion = d4 e4 d5 e5\n";
//! let imported: Imported = fairy("variants.ini", file, "hill").expect("a section");
//! assert!(imported.diagnostics.items.is_empty());
//! let hill = threefold::load_text("hill.toml", &imported.rulebook)?.variant;
//! assert_eq!(hill.start().expect("a starting position").perft(3), 8_902);
//! # Ok::<(), threefold::LoadError>(())
//! ```
//!
//! `ini` finds sections and keys. `keys` merges a section with its parents, some of which the program knows
//! (`builtin.ini`). `pieces`, `squares` and `fen` read values, and `write` writes the rulebook, which extends `chess`.

mod fen;
mod ini;
mod keys;
mod pieces;
mod squares;
mod write;

use std::ops::Range;

use crate::diagnostic::{Code, Diagnostics, SourceFile, Sources, Span, nearest};
use keys::{ParentError, SectionKeys, builtin_names};
use write::{Note, Writer};

/// Maximum size of a file in bytes.
const MAX_BYTES: usize = 1 << 20;

/// An imported rulebook.
///
/// [`import`](crate::import) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Imported {
    /// The rulebook as TOML.
    pub rulebook: String,
    /// What the rulebook lacks, sorted by place.
    pub diagnostics: Diagnostics,
    /// The file that the findings refer to.
    pub sources: Sources,
}

/// The reason why a section cannot be imported.
///
/// ```
/// let error = threefold::import::fairy("variants.ini", "[hill:chess]\n", "hil").expect_err("no such section");
/// assert_eq!(error.to_string(), "there is no such section; did you mean `hill`?");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImportError {
    /// The file has no such section.
    NoSection {
        /// The most similar name, if one is similar.
        nearest: Option<String>,
    },
    /// The file is larger than 1 MiB.
    TooLarge,
    /// Errors in the section.
    Findings {
        /// The errors, sorted by place.
        diagnostics: Diagnostics,
        /// The file that they refer to.
        sources: Sources,
    },
}

impl std::fmt::Display for ImportError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoSection { nearest: Some(name) } => write!(f, "there is no such section; did you mean `{name}`?"),
            Self::NoSection { nearest: None } => f.write_str("there is no such section"),
            Self::TooLarge => f.write_str("the file is larger than 1 MiB"),
            Self::Findings { diagnostics, .. } => {
                let messages = diagnostics.items.iter().map(|it| it.message.as_str());
                f.write_str(&messages.collect::<Vec<_>>().join("; "))
            }
        }
    }
}

impl std::error::Error for ImportError {}

/// Returns the names of the sections of a `variants.ini`, in order.
///
/// ```
/// assert_eq!(threefold::import::sections("[a:chess]\n[b:a]\nmaxRank = 9\n"), ["a", "b"]);
/// ```
pub fn sections(text: &str) -> Vec<String> {
    ini::parse(text).0.into_iter().map(|it| it.name).collect()
}

/// Converts a section of a `variants.ini` to a rulebook. Findings call the file `name`.
///
/// [`import`](crate::import) has an example. The rulebook can have errors of its own, for example if the file
/// describes a piece in a notation that rulebooks do not know; loading it reports them.
///
/// # Errors
/// Returns an error if there is no such section, if its parent is unknown, or if its board, its pieces or its
/// starting position cannot be read.
pub fn fairy(name: &str, text: &str, section: &str) -> Result<Imported, ImportError> {
    if text.len() > MAX_BYTES {
        return Err(ImportError::TooLarge);
    }
    let (sections, strays) = ini::parse(text);
    let Some(index) = sections.iter().rposition(|it| it.name == section) else {
        let names: Vec<&str> = sections.iter().map(|it| it.name.as_str()).collect();
        return Err(ImportError::NoSection { nearest: nearest(section, names).map(str::to_owned) });
    };
    let sources = Sources { files: vec![SourceFile { name: name.to_owned(), text: text.to_owned() }] };
    let mut diagnostics = Diagnostics::default();
    let header = &sections[index];
    let failed = |mut diagnostics: Diagnostics| {
        diagnostics.sort();
        Err(ImportError::Findings { diagnostics, sources: sources.clone() })
    };
    let config = match SectionKeys::new(&sections, index) {
        Ok(config) => config,
        Err(error) => {
            parent_finding(&mut diagnostics, &error, header.span.clone());
            return failed(diagnostics);
        }
    };
    for (key, value) in &config.bad_pieces {
        let message = format!("`{key}` is `{}`, not one letter", value.text);
        let finding = diagnostics.error(Code::BadLetter, place(value.span.as_ref(), &header.span), message);
        finding.help = Some(format!("write one letter, such as `{key} = a`, or `{key} = -` for no such piece"));
    }
    let writer = match Writer::new(&config) {
        Ok(writer) if !diagnostics.has_errors() => writer,
        Ok(_) => return failed(diagnostics),
        Err((code, note)) => {
            let finding = diagnostics.error(code, place(note.span.as_ref(), &header.span), note.message);
            finding.help = Some(note.help);
            return failed(diagnostics);
        }
    };
    let (rulebook, notes) = writer.write(section);
    for Note { span, message, help } in notes {
        diagnostics.warning(Code::UnknownKey, place(span.as_ref(), &header.span), message).help = Some(help);
    }
    for (key, span) in &config.repeated {
        let message = format!("the key `{key}` occurs again in this section, so this line does not count");
        let finding = diagnostics.warning(Code::UnknownKey, place(Some(span), &header.span), message);
        finding.help = Some("remove one of the two lines".to_owned());
    }
    for earlier in sections[..index].iter().filter(|it| it.name == section) {
        let message = format!("the section `{section}` occurs again, so this one does not count");
        let finding = diagnostics.warning(Code::UnknownKey, place(Some(&earlier.span), &header.span), message);
        finding.help = Some("remove one of the two sections, or rename it".to_owned());
    }
    let end = sections.get(index + 1).map_or(text.len(), |it| it.span.start);
    for stray in strays.into_iter().filter(|it| header.span.end <= it.start && it.end <= end) {
        let message = "this line has neither a section nor a key";
        let finding = diagnostics.warning(Code::UnknownKey, place(Some(&stray), &header.span), message);
        finding.help = Some("write `key = value`, or `#` at the start of a comment".to_owned());
    }
    diagnostics.sort();
    Ok(Imported { rulebook, diagnostics, sources })
}

/// Adds the finding about a parent that cannot be merged in.
fn parent_finding(diagnostics: &mut Diagnostics, error: &ParentError, header: Range<usize>) {
    let (code, message, help) = match error {
        ParentError::Unknown(parent) => {
            let known = builtin_names();
            let near = nearest(parent, known.iter().map(String::as_str).collect::<Vec<_>>());
            let near = near.map_or_else(String::new, |it| format!("did you mean `{it}`? "));
            (
                Code::UnknownParent,
                format!("the parent `{parent}` is not known"),
                format!("{near}it must be an earlier section of this file, or one of {}", known.join(", ")),
            )
        }
        ParentError::Circle(parent) => (
            Code::ExtendsCycle,
            format!("the parent `{parent}` does not come before its child, or has too many parents"),
            "a section can only extend an earlier one".to_owned(),
        ),
    };
    diagnostics.error(code, place(None, &header), message).help = Some(help);
}

/// Returns the place of a value; that of the section if the value comes from a known parent.
fn place(span: Option<&Range<usize>>, header: &Range<usize>) -> Span {
    let range = span.unwrap_or(header);
    Span { file: 0, start: range.start as u32, end: range.end as u32 }
}
