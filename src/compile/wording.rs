//! Labels and sentences: the words that stand for a rule in texts for people.
//!
//! Input: `label` and `sentence` as written, or the name of the header. Output: words for sentences.
//! Does not know rules.

use crate::definition::value::Text;
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::rulebook::{Gap, Template};

/// Maximum length of a label, in characters.
const LABEL: usize = 60;
/// Maximum length of a sentence, in characters.
const SENTENCE: usize = 200;

/// Returns the label without a final period, or the name with spaces for hyphens.
pub(super) fn label(name: &str, written: Option<&Spanned<Text>>, sink: &mut Diagnostics) -> String {
    match written.filter(|it| printable(it, LABEL, sink)) {
        Some(it) => it.0.trim().trim_end_matches('.').to_owned(),
        None => name.replace(['-', '_', '.'], " "),
    }
}

/// Returns the label of something that sentences call "the moat" or "a moat": without a leading "the".
pub(super) fn noun(name: &str, written: Option<&Spanned<Text>>, sink: &mut Diagnostics) -> String {
    let label = label(name, written, sink);
    match label.split_once(' ') {
        Some((article, noun)) if article.eq_ignore_ascii_case("the") && written.is_some() => {
            noun.trim_start().to_owned()
        }
        _ => label,
    }
}

/// Parses a sentence; `known` says which gaps can be filled.
pub(super) fn sentence(
    written: Option<&Spanned<Text>>,
    known: impl Fn(Gap) -> bool,
    sink: &mut Diagnostics,
) -> Option<Template> {
    let written = written.filter(|it| printable(it, SENTENCE, sink))?;
    let gaps: Vec<String> =
        Gap::ALL.into_iter().filter(|it| known(*it)).map(|it| format!("`{{{}}}`", it.word())).collect();
    let help =
        format!("write a sentence like `sentence = \"{{mover}} wins\"`; this outcome can use {}", gaps.join(", "));
    match Template::parse(written.0.trim().trim_end_matches('.')) {
        Err(error) => sink.error(Code::BadLabel, written.span, error).help(help),
        Ok(template) => {
            let Some(gap) = template.gaps().into_iter().find(|it| !known(*it)) else { return Some(template) };
            let error = format!("the tests of this outcome do not determine `{{{}}}`", gap.word());
            sink.error(Code::BadLabel, written.span, error).help(help)
        }
    };
    None
}

fn printable(written: &Spanned<Text>, longest: usize, sink: &mut Diagnostics) -> bool {
    let text = written.0.trim();
    let error = if text.trim_end_matches('.').is_empty() {
        "the text is empty".to_owned()
    } else if text.chars().any(char::is_control) {
        "the text contains a control character".to_owned()
    } else if text.chars().count() > longest {
        format!("the text has {} characters; {longest} are allowed", text.chars().count())
    } else {
        return true;
    };
    sink.error(Code::BadLabel, written.span, error)
        .help("write a few words, for example `label = \"small center\"`, or leave the key out");
    false
}
