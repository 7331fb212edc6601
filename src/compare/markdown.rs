//! A comparison as Markdown: a table of the keys that differ, and a section for each
//! difference in play with its board and both verdicts.

use super::text::{end, length, routes, rules_sentence, value};
use super::verdict::boards;
use super::{Compared, Finding, Report};
use crate::case::Answer;
use crate::matrix::{code, plain};

/// The whole report.
pub fn markdown(report: &Report) -> String {
    let head = |letter: char, it: &Compared| {
        format!("| {letter} | {} | {} |\n", code(&it.name), plain(&it.variant.rulebook().name))
    };
    let mut out = format!("| | rulebook | title |\n|---|---|---|\n{}{}", head('A', &report.a), head('B', &report.b));
    out.push_str("\n## In the rulebooks\n\n");
    let changes: Vec<_> = report.changes.iter().filter(|it| !it.is_prose).collect();
    if !changes.is_empty() {
        out.push_str("| header | A | where | B | where |\n|---|---|---|---|---|\n");
        for change in changes {
            let (a, b) = (value(change, change.a.as_ref()), value(change, change.b.as_ref()));
            let header = if change.header.is_empty() { "the top".to_owned() } else { format!("[{}]", change.header) };
            let row = [code(&header), code(&a.0), plain(&a.1), code(&b.0), plain(&b.1)];
            out.push_str(&format!("| {} |\n", row.join(" | ")));
        }
        out.push('\n');
    }
    if let Some(sentence) = rules_sentence(report) {
        out.push_str(&format!("{sentence}\n\n"));
    }
    out.push_str("## In play\n\n");
    match &report.play {
        Err(why) => out.push_str(&format!("In play they are not compared: {}.\n", plain(why))),
        Ok(play) => {
            play.groups().iter().for_each(|it| out.push_str(&section(it)));
            out.push_str(&format!("{}\n", end(play)));
        }
    }
    out
}

fn section(group: &[&Finding]) -> String {
    let Some(first) = group.first() else { return String::new() };
    let titles: Vec<String> = group.iter().map(|it| format!("{}: {}", it.aspect.word(), it.aspect.title())).collect();
    let mut out = format!("### {}\n\n", titles.join("; "));
    let from = first.position.as_ref().map_or_else(|| "the starting position".to_owned(), |it| code(it));
    out.push_str(&format!("From {from}"));
    if !first.line.is_empty() {
        out.push_str(&format!(", played {}", code(&first.line.join(" "))));
    }
    out.push_str(&format!(". {}\n\n", length(first)));
    routes(group).iter().for_each(|it| out.push_str(&format!("- {it}\n\n")));
    for board in boards(group) {
        out.push_str(&format!("```text\n{}\n```\n\n", board.trim_end().replace("```", "'''")));
    }
    out.push_str("| question | | answer | because |\n|---|---|---|---|\n");
    for asked in group.iter().flat_map(|it| &it.asked) {
        let row = |question: String, letter: char, answer: &Answer| {
            let because = plain(answer.sentence.as_deref().unwrap_or_default());
            format!("| {question} | {letter} | {} | {because} |\n", code(&answer.said.text()))
        };
        out.push_str(&row(plain(&asked.ask.text()), 'A', &asked.a));
        out.push_str(&row(String::new(), 'B', &asked.b));
    }
    out.push('\n');
    out
}
