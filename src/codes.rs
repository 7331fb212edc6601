//! Explanations of all codes: the meaning, the reason, the correction, and an example.
//!
//! Input: a code. Output: a [`CodeExplanation`]. `codes/findings.md` explains the codes of findings; their
//! examples are the files in `src/codes/examples` with the output of `check`.
//! `codes/refusals.md` explains why moves, positions and records are refused, each with a command and its output. Tests
//! compare both with what the program prints. Does not know any rules.

use std::sync::LazyLock;

use crate::archive::archive;
use crate::diagnostic::{Code, nearest};
use crate::sorting::CompactSort;

/// The names and texts of the examples and of the output for them. The build script packs them.
static EXAMPLES: LazyLock<Vec<(&str, &str)>> = archive!("examples");

/// The explanations of findings, then those of refusals.
static PAGES: LazyLock<Vec<(&str, &str)>> = archive!("codes");

/// The explanation of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeExplanation {
    /// The code as it is printed.
    pub code: &'static str,
    /// One sentence about the code; empty for refusals.
    pub about: String,
    /// The reason for the code, and how to correct the problem.
    pub text: &'static str,
    /// An example: a rulebook, or a command with its output.
    pub example: Example,
}

/// An example for a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Example {
    /// A rulebook with the error, and the first finding with that code. The text is absent if no text
    /// can show the error: the file is missing, or it is far too large.
    Rulebook {
        /// The text of the file.
        text: Option<&'static str>,
        /// The output of `check`.
        finding: String,
    },
    /// A command after `$`, with its output below.
    Command(&'static str),
}

/// Returns every code that has an explanation: first findings, then refusals.
pub fn all() -> Vec<&'static str> {
    SECTIONS.iter().map(|it| it.0).collect()
}

/// Returns why a text is not the code of a refusal: the most similar one, if any. `None` if it is one.
pub(crate) fn not_a_refusal(code: &str) -> Option<Option<&'static str>> {
    let is_refusal = |it: &&'static str| Code::ALL.iter().all(|code| code.word() != *it);
    let refusals: Vec<&'static str> = all().into_iter().filter(is_refusal).collect();
    let wanted = if code.starts_with("ban.") { "ban" } else { code };
    (!refusals.contains(&wanted)).then(|| if wanted.len() > 40 { None } else { nearest(wanted, refusals) })
}

/// Returns the explanation of a code; `ban.NAME` is explained as `ban`.
///
/// # Errors
/// Returns the most similar code if there is no such code.
pub fn explanation(code: &str) -> Result<CodeExplanation, Option<&'static str>> {
    let wanted = code.trim();
    let wanted = if wanted.starts_with("ban.") { "ban" } else { wanted };
    let Some((name, body)) = SECTIONS.iter().find(|it| it.0.eq_ignore_ascii_case(wanted)) else {
        // Text this long is not a mistyped code.
        return Err(if wanted.len() > 40 { None } else { nearest(wanted, all()) });
    };
    let finding = Code::ALL.iter().find(|it| it.word() == *name);
    let (text, example) = match (finding, body.split_once("```console\n")) {
        (Some(code), _) => (*body, rulebook(*code)),
        (None, Some((text, rest))) => (text, Example::Command(rest.split("```").next().unwrap_or(rest).trim())),
        (None, None) => (*body, Example::Command("")),
    };
    let about = finding.map_or_else(String::new, |it| it.doc().split_whitespace().collect::<Vec<_>>().join(" "));
    Ok(CodeExplanation { code: name, about, text: text.trim(), example })
}

/// The sections of both pages, each as code and text.
static SECTIONS: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    let sections = PAGES.iter().flat_map(|it| it.1.split("## ").skip(1));
    sections.map(|it| it.split_once('\n').unwrap_or((it, ""))).map(|(code, body)| (code.trim(), body.trim())).collect()
});

/// Returns the shortest rulebook that shows a finding.
fn rulebook(code: Code) -> Example {
    let ending = format!("-{code}");
    let snapshots = EXAMPLES.iter().filter_map(|(name, text)| Some((name.strip_suffix(".snap")?, *text)));
    let mut shown: Vec<(&str, &str)> = snapshots.filter(|it| it.0.ends_with(&ending)).collect();
    let text = |stem: &str| {
        let found = EXAMPLES.iter().find(|it| it.0.strip_suffix(".toml") == Some(stem));
        found.map(|it| it.1)
    };
    shown.compact_sort_by_key(|it| (text(it.0).is_none(), text(it.0).map(str::len)));
    let Some((stem, snapshot)) = shown.first() else {
        return Example::Rulebook { text: None, finding: String::new() };
    };
    Example::Rulebook { text: text(stem), finding: finding(snapshot, code) }
}

/// Extracts the first finding with a code from a snapshot, with the folder removed from file names.
fn finding(snapshot: &str, code: Code) -> String {
    let body = snapshot.splitn(3, "---\n").nth(2).unwrap_or(snapshot);
    let sign = format!("[{code}]");
    let mut lines = Vec::new();
    for line in body.lines() {
        let is_head = line.starts_with("error[") || line.starts_with("warning[");
        if is_head && !lines.is_empty() {
            break;
        }
        if !lines.is_empty() || (is_head && line.contains(&sign)) {
            lines.push(line.replace("src/codes/examples/", ""));
        }
    }
    lines.join("\n").trim_end().to_owned()
}
