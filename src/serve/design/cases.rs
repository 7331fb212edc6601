//! The cases of the edited rulebook.
//!
//! Input: the compiled rulebook, and the cases in its folder or in the request. Output: the result
//! of each case, with the reason if it fails. All cases share one time limit; the result of a
//! case reports if it could not run. Does not know the rules.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use super::file::EditedFile;
use crate::case::{Case, parse, run};
use crate::catalog;
use crate::load::load;
use crate::rules::Variant;
use crate::serve::games::lock;
use crate::watch::{cases_beside, read};

/// Time limit for all cases together.
const TIME_LIMIT: Duration = Duration::from_secs(4);
/// Maximum number of cases to run.
const MAX_CASES: usize = 2000;
/// Maximum number of other rulebooks in the cache.
const MAX_OTHERS: usize = 32;

/// A case that the request contains.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentCase {
    file: String,
    text: String,
}

/// Runs cases, and caches the other rulebooks that they refer to.
#[derive(Debug, Default)]
pub struct CaseRunner {
    others: Mutex<BTreeMap<String, Result<Variant, String>>>,
}

/// The rulebooks that a case may refer to.
struct CaseContext<'a> {
    runner: &'a CaseRunner,
    own: &'a Variant,
    desk: Option<&'a EditedFile>,
    /// The catalog slug of the text being edited.
    shipped: Option<&'a str>,
}

impl CaseRunner {
    /// Runs all cases and returns their results.
    pub fn run_all(&self, own: &Variant, desk: Option<&EditedFile>, shipped: Option<&str>, sent: &[SentCase]) -> Value {
        let context = CaseContext { runner: self, own, desk, shipped };
        let until = Instant::now() + TIME_LIMIT;
        let beside = desk.map_or_else(Vec::new, |it| cases_beside(it.path()));
        let beside = beside.iter().map(|path| {
            let name = path.file_name().map_or_else(String::new, |it| it.to_string_lossy().into_owned());
            (name, Some(path), String::new())
        });
        let sent = sent.iter().map(|it| (it.file.clone(), None, it.text.clone()));
        let verdict = |(name, path, text): (String, Option<&PathBuf>, String)| {
            if Instant::now() >= until {
                return case_json(&name, "", None, "not run: the cases before it took too long");
            }
            let text = match path {
                None => Ok(text),
                Some(path) => text_of(path),
            };
            match text {
                Ok(text) => context.verdict(&name, path.map(PathBuf::as_path), &text),
                Err(why) => case_json(&name, "", Some(false), &why),
            }
        };
        beside.chain(sent).take(MAX_CASES).map(verdict).collect()
    }
}

impl CaseContext<'_> {
    fn verdict(&self, name: &str, path: Option<&Path>, text: &str) -> Value {
        let case: Case = match parse(name, text) {
            Ok(case) => case,
            Err(error) => return case_json(name, "", Some(false), &error.to_string()),
        };
        let mut lines = Vec::new();
        for (_, report) in run(&case, &mut |it| self.find(it, path)) {
            match report {
                Err(error) => lines.push(error.to_string()),
                Ok(report) => {
                    for it in report.checks.iter().filter(|it| !it.holds()) {
                        let (expected, actual) = (it.expected.text(), it.observed.value.text());
                        let why = it.observed.sentence.as_ref().map_or_else(String::new, |it| format!(" ({it})"));
                        let question = it.ask.label(report.game.variant().rulebook());
                        let variant = &report.variant;
                        lines.push(format!("{variant}: {question}: expected {expected}, got {actual}{why}"));
                    }
                }
            }
        }
        case_json(name, &case.about, Some(lines.is_empty()), &lines.join("\n"))
    }

    /// Finds the variant that a case refers to: the edited one, or one from the catalog.
    fn find(&self, name: &str, path: Option<&Path>) -> Result<Variant, String> {
        let is_path = name.contains('/') || name.ends_with(".toml");
        let shipped = catalog::find(name);
        if shipped.is_some_and(|it| self.desk.is_none() && Some(it.slug.as_str()) == self.shipped) {
            return Ok(self.own.clone());
        }
        match (shipped, self.desk, path) {
            (Some(shipped), ..) if !name.ends_with(".toml") => self.other(&shipped.slug),
            (_, Some(desk), Some(case)) if is_path => {
                let named = case.parent().unwrap_or(Path::new("")).join(name);
                match fs::canonicalize(&named) {
                    Ok(real) if real == desk.path() => Ok(self.own.clone()),
                    // A rulebook in the same folder that the case itself names.
                    Ok(_) => load(&named.display().to_string()).map(|it| it.variant).map_err(|it| it.to_string()),
                    Err(error) => Err(format!("`{name}` cannot be read: {error}")),
                }
            }
            // A case from the request cannot name files of this machine: its paths mean the edited
            // text.
            _ if is_path => Ok(self.own.clone()),
            _ => Err(format!("the catalog has no `{name}`")),
        }
    }

    fn other(&self, slug: &str) -> Result<Variant, String> {
        let mut others = lock(&self.runner.others);
        if !others.contains_key(slug) {
            if others.len() >= MAX_OTHERS {
                others.clear();
            }
            let loaded = load(slug).map(|it| it.variant).map_err(|it| it.to_string());
            others.insert(slug.to_owned(), loaded);
        }
        others.get(slug).cloned().unwrap_or_else(|| Err(format!("the catalog has no `{slug}`")))
    }
}

fn case_json(file: &str, about: &str, holds: Option<bool>, message: &str) -> Value {
    json!({ "file": file, "about": about, "holds": holds, "message": message })
}

fn text_of(path: &Path) -> Result<String, String> {
    let bytes = read(path).map_err(|it| it.to_string())?;
    String::from_utf8(bytes).map_err(|_| "this is not UTF-8".to_owned())
}
