//! Every code at length: what it means, why, how to repair it, and an example.
//!
//! In: a code. Out: an [`Explanation`]. Findings are told in `codes/findings.md`, their
//! examples are the files of `src/codes/examples` with what `check` says of them;
//! why moves are refused is told in `codes/refusals.md` with a command and its answer.
//! Tests hold both to what the program says. Knows no rule.

use std::sync::LazyLock;

use include_dir::{Dir, include_dir};

use crate::diagnostic::{Code, nearest};

static EXAMPLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/codes/examples");

/// A code at length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The code, as it is printed.
    pub code: &'static str,
    /// What it is, in a sentence; empty for refusals.
    pub about: String,
    /// Why, and what to do.
    pub text: &'static str,
    /// What shows it: a rulebook; a command with its answer.
    pub example: Example,
}

/// What shows a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Example {
    /// A rulebook with the error, and the first finding of that code in it. The text is
    /// absent where no text has the error: a file that is not there, or is far too large.
    Rulebook {
        /// The file.
        text: Option<&'static str>,
        /// What `check` says.
        finding: String,
    },
    /// A command behind `$`, with its answer below.
    Command(&'static str),
}

/// Every code that has an explanation: findings first, then refusals.
pub fn all() -> Vec<&'static str> {
    SECTIONS.iter().map(|it| it.0).collect()
}

/// Explains a code; `ban.NAME` is explained as `ban`.
///
/// # Errors
/// The nearest code, where there is none of that name.
pub fn explanation(code: &str) -> Result<Explanation, Option<&'static str>> {
    let wanted = code.trim();
    let wanted = if wanted.starts_with("ban.") { "ban" } else { wanted };
    let Some((name, body)) = SECTIONS.iter().find(|it| it.0.eq_ignore_ascii_case(wanted)) else {
        // Nobody meant a code by a whole page.
        return Err(if wanted.len() > 40 { None } else { nearest(wanted, all()) });
    };
    let finding = Code::ALL.iter().find(|it| it.word() == *name);
    let (text, example) = match (finding, body.split_once("```console\n")) {
        (Some(code), _) => (*body, rulebook(*code)),
        (None, Some((text, rest))) => (text, Example::Command(rest.split("```").next().unwrap_or(rest).trim())),
        (None, None) => (*body, Example::Command("")),
    };
    let about = finding.map_or_else(String::new, |it| it.doc().split_whitespace().collect::<Vec<_>>().join(" "));
    Ok(Explanation { code: name, about, text: text.trim(), example })
}

/// The sections of both pages: code and text.
static SECTIONS: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| {
    let pages = [include_str!("codes/findings.md"), include_str!("codes/refusals.md")];
    let sections = pages.into_iter().flat_map(|it| it.split("## ").skip(1));
    sections.map(|it| it.split_once('\n').unwrap_or((it, ""))).map(|(code, body)| (code.trim(), body.trim())).collect()
});

/// The shortest rulebook that shows a finding.
fn rulebook(code: Code) -> Example {
    let ending = format!("-{code}");
    let mut shown: Vec<(&str, &str)> = EXAMPLES
        .files()
        .filter(|it| it.path().extension().is_some_and(|it| it == "snap"))
        .filter_map(|it| Some((it.path().file_stem()?.to_str()?, it.contents_utf8()?)))
        .filter(|it| it.0.ends_with(&ending))
        .collect();
    let text = |stem: &str| EXAMPLES.get_file(format!("{stem}.toml")).and_then(|it| it.contents_utf8());
    shown.sort_by_key(|it| (text(it.0).is_none(), text(it.0).map(str::len)));
    let Some((stem, snapshot)) = shown.first() else {
        return Example::Rulebook { text: None, finding: String::new() };
    };
    Example::Rulebook { text: text(stem), finding: finding(snapshot, code) }
}

/// The first finding of a code in a snapshot, under the plain name of its file.
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
