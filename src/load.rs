//! Loads and checks rulebooks.
//!
//! Input: a slug, a path, or a text with a name. Output: a [`Loaded`] variant with its warnings, or a
//! [`LoadError`] with all findings and the files that they refer to. No other module of the library reads
//! rulebooks from disk. Does not know any rules.

mod blame;
mod completed;
mod disk;
mod follow_ups;
mod input;
mod named;
mod replaced;
mod upgrade;

#[cfg(any(feature = "lab", feature = "serve"))]
pub(crate) use disk::in_words;
pub(crate) use disk::read_file;
pub use input::Input;
#[doc(hidden)]
pub use named::name_of_tag;
pub use upgrade::upgrade;

pub(crate) use crate::definition::load::MAX_BYTES;

use std::cell::Cell;

use crate::compile::{check_part, check_rest, compile, refuse_work};
use crate::definition::load::{self as files, Loader, Location, Resolved};
use crate::definition::{Definition, effective, hash, read};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, SourceFile, Sources, render};
use crate::lint::lint;
use crate::policy::Part;
use crate::rulebook::{Kind, MAX_STEPS, Rulebook};
use crate::rules::{MAX_TYPES, Variant, VariantError, too_many_types};
use crate::weights::shipped_weights;
use blame::Blame;

/// Maximum number of checks that look for the line that causes an error in an inherited header.
const CHECKS_FOR_ERRORS: usize = 64;
/// Number of bytes up to which a rulebook with its parents gets that many checks. Larger ones get fewer, so that all
/// checks together read at most this number of bytes times the maximum.
const BYTES_FOR_ALL_CHECKS: usize = 64 << 10;
/// Maximum number of such checks for warnings, each of which needs the tables of a variant.
const CHECKS_FOR_WARNINGS: usize = 24;

/// Returns the number of checks that look for the line that causes an error.
fn checks_for_errors(sources: &Sources) -> usize {
    let bytes: usize = sources.files.iter().map(|it| it.text.len()).sum();
    (CHECKS_FOR_ERRORS * BYTES_FOR_ALL_CHECKS / bytes.max(1)).clamp(2, CHECKS_FOR_ERRORS)
}

/// Returns the number of checks that look for the line that causes a warning, if one check takes `steps`. All checks
/// together take at most a few times the steps of the largest rulebook.
fn checks_for_warnings(steps: u64) -> usize {
    usize::try_from(2 * MAX_STEPS / steps.max(1)).unwrap_or(CHECKS_FOR_WARNINGS).clamp(2, CHECKS_FOR_WARNINGS)
}

/// A checked rulebook, with or without errors.
///
/// [`diagnostic`](crate::diagnostic) has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Checked {
    /// All files that were read.
    pub sources: Sources,
    /// Findings in order of place.
    pub diagnostics: Diagnostics,
    /// The slug, or the file name without its extension.
    pub slug: String,
    /// All headers with their origins; `None` if the file is unreadable.
    pub resolved: Option<Resolved>,
    /// The definition, with types.
    pub definition: Definition,
    /// The compiled rulebook; only for a game without errors.
    pub rulebook: Option<Rulebook>,
    /// Number of steps of the search for warnings: at most one path more than
    /// [`MAX_STEPS`](crate::rulebook::MAX_STEPS).
    pub lint_steps: u64,
}

impl Checked {
    /// Reports whether the requested file itself is unreadable.
    pub fn is_unreadable(&self) -> bool {
        is_unreadable(&self.diagnostics)
    }

    /// Returns the SHA-256 hash of everything that affects play or notation; empty if the file is unreadable.
    pub fn hash(&self) -> String {
        self.resolved.as_ref().map_or_else(String::new, hash)
    }

    /// Returns the rulebook with its parents merged in, as TOML with the origin of each value.
    pub fn effective(&self) -> String {
        self.resolved.as_ref().map_or_else(String::new, |it| effective(it, &self.sources))
    }
}

/// A variant and the warnings about its rulebook.
///
/// [`Input`] has an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// The variant, ready to play.
    pub variant: Variant,
    /// The definition, with types and with parents merged in.
    pub definition: Definition,
    /// All files that were read.
    pub sources: Sources,
    /// Warnings in order of place, without those of the search for probable mistakes: [`check`] finds them, too.
    pub warnings: Diagnostics,
}

/// The findings that prevent a rulebook from being played, and the files that they refer to.
///
/// [`Input`] has an example.
#[derive(Clone)]
#[non_exhaustive]
pub struct LoadError {
    /// All files that were read.
    pub sources: Sources,
    /// Findings in order of place; at least one is an error.
    pub diagnostics: Diagnostics,
}

impl LoadError {
    /// Reports whether the requested file itself is unreadable.
    pub fn is_unreadable(&self) -> bool {
        is_unreadable(&self.diagnostics)
    }
}

/// Shows the findings as [`Display`](std::fmt::Display) does, so that `unwrap` and `main` print them for people.
impl std::fmt::Debug for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

impl std::fmt::Display for LoadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (at, finding) in self.diagnostics.items.iter().enumerate() {
            if at > 0 {
                f.write_str("\n\n")?;
            }
            f.write_str(&render(&self.sources, finding))?;
        }
        Ok(())
    }
}

impl std::error::Error for LoadError {}

/// Reports whether the file is missing, forbidden, too large or not UTF-8 text. An unreadable parent does not count,
/// because it is a mistake in the file.
fn is_unreadable(diagnostics: &Diagnostics) -> bool {
    let is_first = |it: &Diagnostic| it.span.is_none_or(|span| span.file == 0);
    let is_closed = |it: &Diagnostic| matches!(it.code, Code::TooLarge | Code::NotUtf8) && is_first(it);
    diagnostics.items.iter().any(|it| it.code == Code::Unreadable || is_closed(it))
}

/// Loads a game from its slug or path. If the name comes from someone else, use [`Input::Slug`], which opens no file.
///
/// ```
/// let chess = threefold::load("chess")?.variant;
/// assert_eq!(chess.slug(), "chess");
/// let error = threefold::load("ches").expect_err("the catalog has no such game");
/// assert!(error.to_string().contains("`chess`"));
/// # Ok::<(), threefold::LoadError>(())
/// ```
///
/// # Errors
/// Returns all findings with their places if the rulebook has an error.
pub fn load(name: &str) -> Result<Loaded, LoadError> {
    load_input(Input::Name(name))
}

/// Loads a game from a text, which findings call `name`. It can extend files on disk; a text that comes from someone else
/// cannot if it is an [`Input::Isolated`].
///
/// ```
/// let text = "name = \"No castling\"\nextends = [\"chess\"]\nwithout = [\"castling\", \"castling-rules\"]\n";
/// let game = threefold::load_text("no-castling.toml", text)?.variant;
/// assert!(game.rulebook().castlings().is_empty());
/// # Ok::<(), threefold::LoadError>(())
/// ```
///
/// # Errors
/// Returns all findings with their places if the rulebook has an error.
pub fn load_text(name: &str, text: &str) -> Result<Loaded, LoadError> {
    load_input(Input::Text(name, text.as_bytes()))
}

/// Loads a game from a slug, a path or a text. A rulebook of the previous edition is upgraded in memory, with a warning.
///
/// [`Input`] has an example.
///
/// # Errors
/// Returns all findings with their places if the rulebook has an error.
pub fn load_input(input: Input<'_>) -> Result<Loaded, LoadError> {
    let (location, text, loader) = input.located();
    let mut checked = check_for_errors_at(location.clone(), text, loader, &|| true);
    if checked.diagnostics.has_errors()
        && let Ok(location) = &location
        && let Some(upgraded) = upgrade::check_upgraded(location, loader, &checked)
    {
        checked = upgraded;
    }
    if checked.rulebook.is_none() && !checked.diagnostics.has_errors() {
        checked
            .diagnostics
            .error(
                Code::NotAGame,
                checked.definition.span,
                "this file is only a part of a rulebook, so it cannot be played",
            )
            .help("write a file with `part = \"game\"` that extends it");
    }
    let hash = checked.hash();
    if let (Some(rulebook), false) = (checked.rulebook, checked.diagnostics.has_errors()) {
        let kinds = rulebook.kinds.clone();
        match variant_of(rulebook, checked.slug, hash) {
            Ok(variant) => {
                let (definition, sources) = (checked.definition, checked.sources);
                return Ok(Loaded { variant, definition, sources, warnings: checked.diagnostics });
            }
            Err(error) => refuse(error, &kinds, &checked.definition, &mut checked.diagnostics),
        }
    }
    Err(LoadError { sources: checked.sources, diagnostics: checked.diagnostics })
}

/// Checks a rulebook. A game is compiled and searched for probable mistakes. For a part of a rulebook, only the form
/// and the types are checked.
///
/// [`diagnostic`](crate::diagnostic) has an example.
pub fn check(input: Input<'_>) -> Checked {
    check_with_variant(input).0
}

/// Checks a rulebook in the same way, and also returns the variant if there are no errors.
pub(crate) fn check_with_variant(input: Input<'_>) -> (Checked, Option<Variant>) {
    check_for_warnings(check_for_errors(input), &|| true)
}

/// Checks a file, or a text in place of it. Stops early once `is_wanted` returns `false`; the findings may then be incomplete.
/// Only `loader` fetches the file and those that it extends.
#[cfg(any(feature = "lsp", feature = "serve"))]
pub(crate) fn check_while(
    location: Location,
    text: Option<Vec<u8>>,
    loader: &dyn Loader,
    is_wanted: &dyn Fn() -> bool,
) -> (Checked, Option<Variant>) {
    check_for_warnings(check_for_errors_at(Ok(location), text, loader, is_wanted), is_wanted)
}

/// Searches a rulebook without errors for probable mistakes, and builds its variant.
fn check_for_warnings(mut checked: Checked, is_wanted: &dyn Fn() -> bool) -> (Checked, Option<Variant>) {
    let Some(rulebook) = checked.rulebook.clone().filter(|_| is_wanted()) else { return (checked, None) };
    match variant_of(rulebook, checked.slug.clone(), checked.hash()) {
        Ok(variant) => {
            let mut odd = Diagnostics::default();
            checked.lint_steps = lint(&checked.definition, &variant, &mut odd);
            if let Some(lineage) = checked.resolved.as_ref().and_then(|it| it.lineage.as_deref()) {
                let steps = variant.rulebook().steps() + variant.steps() + checked.lint_steps;
                let budget = Cell::new(checks_for_warnings(steps));
                Blame { lineage, check: &lints, budget, is_wanted }.relocate(&mut odd.items);
            }
            follow_ups::with_one_cause(&mut odd);
            checked.diagnostics.items.append(&mut odd.items);
            checked.diagnostics.sort();
            (checked, Some(variant))
        }
        Err(error) => {
            let kinds = checked.rulebook.take().map_or(Vec::new(), |it| it.kinds);
            refuse(error, &kinds, &checked.definition, &mut checked.diagnostics);
            checked.diagnostics.sort();
            (checked, None)
        }
    }
}

/// Reports a rulebook that compiles, but whose tables cannot be built.
fn refuse(error: VariantError, kinds: &[Kind], definition: &Definition, sink: &mut Diagnostics) {
    match error {
        VariantError::TooManyTypes => {
            sink.error(Code::TooManyTypes, definition.span, error.to_string())
                .help("give tags to fewer pieces (`pieces` under `[tag.*]`), or remove tags");
        }
        VariantError::TooManySteps(kind) => refuse_work(definition, &kinds[kind.index()].name, sink),
        _ => {
            sink.error(Code::TooManyTypes, definition.span, error.to_string());
        }
    }
}

/// Checks a rulebook for errors, but not for probable mistakes.
fn check_for_errors(input: Input<'_>) -> Checked {
    let (location, text, loader) = input.located();
    check_for_errors_at(location, text, loader, &|| true)
}

fn check_for_errors_at(
    location: Result<Location, files::LocateError>,
    text: Option<Vec<u8>>,
    loader: &dyn Loader,
    is_wanted: &dyn Fn() -> bool,
) -> Checked {
    let mut sources = Sources::default();
    let mut sink = Diagnostics::default();
    let mut definition = Definition::default();
    let mut rulebook = None;
    let mut slug = String::new();
    let resolved = match location {
        Ok(location) => {
            slug = location.slug();
            files::load(location, text, loader, &mut sources, &mut sink)
        }
        Err(error) => {
            sink.error(Code::Unreadable, None, error.message).help = error.help;
            None
        }
    };
    if let Some(resolved) = &resolved {
        let before = sink.items.len();
        (definition, rulebook) = compiled(resolved, &mut sink);
        completed::add_hidden_errors(resolved, is_wanted, &mut sink);
        if let Some(lineage) = resolved.lineage.as_deref().filter(|_| !resolved.is_broken) {
            let budget = Cell::new(checks_for_errors(&sources));
            Blame { lineage, check: &errors, budget, is_wanted }.relocate(&mut sink.items[before..]);
        }
    }
    follow_ups::with_one_cause(&mut sink);
    if let Some(lineage) = resolved.as_ref().and_then(|it| it.lineage.as_deref()) {
        replaced::advise(lineage, &mut sink.items);
    }
    follow_ups::after_syntax_errors(resolved.as_ref(), &sources, &mut sink);
    follow_ups::after_misspelled_headers(&mut sink);
    if resolved.is_some() {
        // A finding about the whole file is placed at its start, so that every finding has a file.
        sink.items.iter_mut().for_each(|it| it.span = it.span.or(Some(definition.span)));
    }
    sink.sort();
    follow_ups::with_one_name(&mut sink);
    if sink.has_errors() {
        rulebook = None;
    }
    if let Some(rulebook) = &mut rulebook {
        let slug = |it: &SourceFile| it.name.strip_prefix("catalog:")?.strip_suffix(".toml").map(str::to_owned);
        rulebook.family = sources.files.iter().filter_map(slug).collect();
    }
    Checked { sources, diagnostics: sink, slug, resolved, definition, rulebook, lint_steps: 0 }
}

/// Types a resolved rulebook, and compiles it if it is a game.
fn compiled(resolved: &Resolved, sink: &mut Diagnostics) -> (Definition, Option<Rulebook>) {
    let definition = read(resolved, sink);
    let known = sink.items.len();
    let is_game = definition.top.as_ref().is_some_and(|it| it.part.value == Part::Game);
    let mut rulebook = None;
    if is_game && !resolved.is_broken {
        rulebook = compile(&definition, sink);
        if let Some(rulebook) = &rulebook {
            bound_types(rulebook, &definition, sink);
        }
    } else if !resolved.is_broken {
        check_part(&definition, sink);
    } else {
        check_rest(&definition, sink);
    }
    follow_ups::after_misspelled_keys(resolved, known, sink);
    (definition, rulebook)
}

/// Returns the errors of a layer.
fn errors(layer: &Resolved) -> Vec<Diagnostic> {
    let mut sink = Diagnostics::default();
    compiled(layer, &mut sink);
    sink.items
}

/// Returns the errors of a layer or, without errors, its warnings.
fn lints(layer: &Resolved) -> Vec<Diagnostic> {
    let mut sink = Diagnostics::default();
    let (definition, rulebook) = compiled(layer, &mut sink);
    let rulebook = rulebook.filter(|_| !sink.has_errors());
    if let Some(variant) = rulebook.and_then(|it| variant_of(it, String::new(), String::new()).ok()) {
        lint(&definition, &variant, &mut sink);
    }
    sink.items
}

/// Reports a rulebook with too many types of pieces. The compiler limits the combinations of tags, but the number of
/// facings depends on the board and the moves.
fn bound_types(rulebook: &Rulebook, definition: &Definition, sink: &mut Diagnostics) {
    if let Some(found) = too_many_types(rulebook) {
        let piece = definition.pieces.last().map(|it| it.0.span);
        sink.error(Code::TooManyTypes, piece, format!("tags and facings make {found} types of pieces")).help(format!(
            "the maximum is {MAX_TYPES}: use fewer directed pieces (`f` or `b` in `movement`), or fewer tags"
        ));
    }
}

/// Returns the number of errors and the number of warnings.
#[doc(hidden)]
pub fn count(diagnostics: &[Diagnostic]) -> (usize, usize) {
    let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error).count();
    (errors, diagnostics.len() - errors)
}

/// Compiles a rulebook for play.
///
/// # Errors
/// Returns the errors of [`Variant::new`].
fn variant_of(rulebook: Rulebook, slug: String, hash: String) -> Result<Variant, VariantError> {
    // SAFETY: `compile` made the rulebook, and nothing has changed it.
    unsafe { Variant::new(rulebook, slug, hash, shipped_weights) }
}
