//! Saves a difference as a case.
//!
//! Input: a [`Finding`] and the names of both rulebooks, relative to the folder of the case. Output: the text
//! of a case that holds under both rulebooks as they are now. The text says that a person must confirm it: an
//! observed answer is not a ruling. Does not know files.

use super::verdict::{AnswerPair, Finding};
use super::{Compared, Report};
use crate::case::{Answer, Ask};
use crate::verify::observed;

/// Returns the text of a case; `None` if no case can express the difference.
///
/// [`compare`](crate::compare) has an example.
pub fn case_text(report: &Report, finding: &Finding, names: (&str, &str)) -> Option<String> {
    if !finding.is_case || names.0 == names.1 {
        return None;
    }
    let mut out = format!(
        "# Found by `threefold compare`. The expected answers are those that each rulebook gives now.\n\
         # A person must confirm them: check the written rules, correct the answers, name the source,\n\
         # and delete these lines.\n\
         about    = {}\n",
        text(&format!(
            "To be confirmed for {} and {}: {}.",
            title(&report.a),
            title(&report.b),
            finding.aspect.title()
        ))
    );
    out.push_str(&format!("variant  = {}\n", text(names.0)));
    if let Some(position) = &finding.position {
        out.push_str(&format!("position = {}\n", text(position)));
    }
    if !finding.line.is_empty() {
        let line: Vec<String> = finding.line.iter().map(|it| text(it)).collect();
        out.push_str(&format!("play     = [{}]\n", line.join(", ")));
    }
    let (one, other) = (answers(&finding.answers, |it| &it.a), answers(&finding.answers, |it| &it.b));
    out.push_str("\n[expect]\n");
    one.iter().for_each(|(key, value)| out.push_str(&format!("{key} = {value}\n")));
    out.push_str(&format!("\n[differs.{}]\n", text(names.1)));
    other.iter().for_each(|(key, value)| out.push_str(&format!("{key} = {value}\n")));
    // A key that is missing here would be inherited from the section above.
    for (key, _) in one.iter().filter(|it| other.iter().all(|other| other.0 != it.0)) {
        out.push_str(&format!("{key} = {}\n", if *key == "legal" { "[]" } else { "{}" }));
    }
    Some(out)
}

/// Returns the file name of a case without its extension: the aspect and the two rulebooks.
pub fn file_name(report: &Report, finding: &Finding) -> String {
    let stem = |side: &Compared| {
        let last = side.name.rsplit(['/', '\\']).next().unwrap_or_default();
        let stem = last.strip_suffix(".toml").unwrap_or(last);
        let clean = |it: char| if it.is_ascii_alphanumeric() || it == '-' || it == '_' { it } else { '-' };
        stem.chars().map(clean).collect::<String>()
    };
    format!("{}-{}-{}", finding.aspect.word(), stem(&report.a), stem(&report.b))
}

fn title(side: &Compared) -> &str {
    &side.variant.rulebook().name
}

fn answers(pairs: &[AnswerPair], of: impl Fn(&AnswerPair) -> &Answer) -> Vec<(&'static str, String)> {
    let answers: Vec<(Ask, Answer)> = pairs.iter().map(|it| (it.ask.clone(), of(it).clone())).collect();
    observed::keys(answers)
}

fn text(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
