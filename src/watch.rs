//! Watching a rulebook: check it, run its cases and draw its board whenever it is saved.
//!
//! Input: the path of a rulebook. Output: a [`WatchReport`] each time the rulebook, a file that it extends or
//! one of its cases has changed and is no longer being written. Its cases are the files
//! `*.case.toml` in its folder and all files in a folder `cases` beside it. Paths in a case are
//! relative to the case. Polls the disk without a timer: the caller decides how often. A missing
//! parent is not awaited.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::case::{Case, parse, run};
use crate::definition::load::MAX_BYTES;
use crate::diagnostic::{render, tally};
use crate::load::{Input, check_with_variant, count, load};
use crate::notation::picture::picture;
use crate::rules::Variant;
use crate::sorting::CompactSort;

/// Modification time and hash of a file; `None` if the file cannot be read.
type Stamp = Option<(Option<SystemTime>, u64)>;

/// The report of one check of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchReport {
    /// The report as text.
    pub text: String,
    /// Exit code: 0 for no errors, 1 for errors in the rulebook or a case, 2 if it cannot be
    /// read.
    pub code: u8,
}

/// The watch on one rulebook.
#[derive(Clone, Debug)]
pub struct Watch {
    file: String,
    /// The files that made up the rulebook at the last check.
    parts: Vec<PathBuf>,
    seen: Option<Vec<(PathBuf, Stamp)>>,
    /// Changed files that may still be in the process of being written.
    unsettled: Option<Vec<(PathBuf, Stamp)>>,
}

impl Watch {
    /// Watches the rulebook at a path.
    pub fn new(file: &str) -> Self {
        Self { file: file.to_owned(), parts: vec![PathBuf::from(file)], seen: None, unsettled: None }
    }

    /// Reports on the rulebook if a file has changed since the last report.
    ///
    /// A change counts only after two calls see the same state, so that no half-written file is
    /// read.
    pub fn poll(&mut self) -> Option<WatchReport> {
        let now = self.stamps();
        if self.seen.as_ref() == Some(&now) {
            self.unsettled = None;
            return None;
        }
        if self.seen.is_some() && self.unsettled.as_ref() != Some(&now) {
            self.unsettled = Some(now);
            return None;
        }
        let report = self.check();
        self.unsettled = None;
        // The rulebook may have new parents. A file saved during the check is noticed by the next
        // call.
        self.seen =
            Some(if self.parts.iter().all(|it| now.iter().any(|seen| seen.0 == *it)) { now } else { self.stamps() });
        Some(report)
    }

    fn stamps(&self) -> Vec<(PathBuf, Stamp)> {
        let cases = cases_beside(Path::new(&self.file));
        self.parts.iter().cloned().chain(cases).map(|it| (it.clone(), stamp(&it))).collect()
    }

    /// Checks the rulebook, runs its cases and draws its board.
    fn check(&mut self) -> WatchReport {
        let (checked, variant) = check_with_variant(Input::Name(&self.file));
        let files = checked.sources.files.iter().map(|it| it.name.as_str());
        self.parts = files.filter(|it| !it.starts_with("catalog:")).map(PathBuf::from).collect();
        if !self.parts.iter().any(|it| it == Path::new(&self.file)) {
            self.parts.insert(0, PathBuf::from(&self.file));
        }
        let mut text = String::new();
        for finding in &checked.diagnostics.items {
            let _ = writeln!(text, "{}\n", render(&checked.sources, finding));
        }
        let (errors, warnings) = count(&checked.diagnostics.items);
        let mut code = match () {
            () if checked.is_unreadable() => 2,
            () => u8::from(errors > 0),
        };
        let mut summary = vec![tally(errors, warnings)];
        if let Some(variant) = variant {
            if let Some(start) = variant.start() {
                let _ = writeln!(text, "{}", picture(&start, None));
            }
            let (passed, errors) = self.cases(&variant);
            if passed + errors.len() > 0 {
                summary.push(format!("{passed} of {} cases passed", passed + errors.len()));
            }
            if !errors.is_empty() {
                code = 1;
                let _ = writeln!(text, "{}\n", errors.join("\n\n"));
            }
        }
        let _ = writeln!(text, "{}: {}", self.file, summary.join("; "));
        WatchReport { text, code }
    }

    /// Returns the number of cases that hold, and the errors of the others.
    fn cases(&self, own: &Variant) -> (usize, Vec<String>) {
        let mut passed = 0;
        let mut errors = Vec::new();
        let mut loaded: foldhash::HashMap<String, Result<Variant, String>> = foldhash::HashMap::default();
        for path in cases_beside(Path::new(&self.file)) {
            let mut find = |name: &str| {
                let is_path = name.contains('/') || name.ends_with(".toml");
                let folder = path.parent().unwrap_or(Path::new(""));
                let place = if is_path { folder.join(name).display().to_string() } else { name.to_owned() };
                if is_path && is_same_file(Path::new(&place), Path::new(&self.file)) {
                    return Ok(own.clone());
                }
                let load = |it: &String| load(it).map(|it| it.variant).map_err(|it| it.to_string());
                loaded.entry(place).or_insert_with_key(load).clone()
            };
            match error(&path, &mut find) {
                None => passed += 1,
                Some(error) => errors.push(error),
            }
        }
        (passed, errors)
    }
}

/// Returns the error of a case; `None` if it holds.
fn error(path: &Path, find: &mut dyn FnMut(&str) -> Result<Variant, String>) -> Option<String> {
    let name = path.display().to_string();
    let bytes = match read(path) {
        Ok(bytes) => bytes,
        Err(error) => return Some(format!("{name}: {error}")),
    };
    let Ok(text) = String::from_utf8(bytes) else { return Some(format!("{name}: this is not UTF-8")) };
    let case: Case = match parse(&name, &text) {
        Ok(case) => case,
        Err(error) => return Some(error.in_lines()),
    };
    let mut lines = Vec::new();
    for (_, report) in run(&case, find) {
        let report = match report {
            Ok(report) => report,
            Err(error) => return Some(error.in_lines()),
        };
        for it in report.checks.iter().filter(|it| !it.holds()) {
            let (expected, actual) = (it.expected.text(), it.observed.value.text());
            let label = it.ask.label(report.game.variant().rulebook());
            lines.push(format!("  {}: {label}: expected {expected}, got {actual}", report.variant));
        }
    }
    (!lines.is_empty()).then(|| format!("{name}: {}\n{}", case.about, lines.join("\n")))
}

/// Returns the cases of a rulebook, sorted by path.
pub(crate) fn cases_beside(file: &Path) -> Vec<PathBuf> {
    let folder = match file.parent() {
        Some(it) if !it.as_os_str().is_empty() => it,
        _ => Path::new("."),
    };
    let files = |folder: &Path, ending: &str| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let paths = entries.map(|it| it.path()).filter(|it| it.to_string_lossy().ends_with(ending));
        paths.filter(|it| it.is_file()).collect()
    };
    let mut all = files(folder, ".case.toml");
    all.extend(files(&folder.join("cases"), ".toml"));
    all.compact_sort_by(Ord::cmp);
    all
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Reads at most one byte more than the size limit of a file.
pub(crate) fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns the modification time and a hash of the contents of a file.
///
/// Modification times can be coarse; and a file saved unchanged was saved, too.
fn stamp(path: &Path) -> Stamp {
    let written = std::fs::metadata(path).ok()?;
    if !written.is_file() {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    read(path).ok()?.hash(&mut hasher);
    Some((written.modified().ok(), hasher.finish()))
}
