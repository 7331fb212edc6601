//! A comparison as a document: the keys that differ, and a section for each difference in play
//! with its line, its board and both verdicts.
//!
//! Input: a [`Report`]. Output: a [`Document`], which is printed as Markdown or HTML.

use super::text::{end, length, routes, rules_sentence, value};
use super::verdict::at_issue;
use super::{Aspect, Compared, Finding, Report};
use crate::case::Answer;
use crate::document::{Diagram, Document, Inline, Table};

/// Returns the whole report as a document.
pub fn document(report: &Report) -> Document {
    let mut out = Document::new(format!("{} and {}", report.a.name, report.b.name));
    let mut heads = Table::new(["", "rulebook", "title"]);
    let mut head = |letter: &str, it: &Compared| {
        let title = it.variant.rulebook().name.clone();
        heads.row([letter.into(), Inline::new().code(&it.name).into(), title.into()]);
    };
    head("A", &report.a);
    head("B", &report.b);
    out.table(heads);
    rules(report, &mut out);
    out.heading(2, "In play");
    match &report.play {
        Err(why) => out.paragraph(format!("In play they are not compared: {why}.")),
        Ok(play) => {
            play.groups().iter().for_each(|it| section(it, &mut out));
            out.paragraph(end(play));
        }
    }
    out
}

fn rules(report: &Report, out: &mut Document) {
    out.heading(2, "In the rulebooks");
    let mut table = Table::new(["header", "A", "where", "B", "where"]);
    for change in report.changes.iter().filter(|it| !it.is_prose) {
        let (a, b) = (value(change, change.a.as_ref()), value(change, change.b.as_ref()));
        let header = if change.header.is_empty() { "the top".to_owned() } else { format!("[{}]", change.header) };
        let code = |text: String| Inline::new().code(text).into();
        table.row([code(header), code(a.0), a.1.into(), code(b.0), b.1.into()]);
    }
    if !table.rows.is_empty() {
        out.table(table);
    }
    if let Some(sentence) = rules_sentence(report) {
        out.paragraph(Inline::quoted(&sentence));
    }
}

fn section(group: &[&Finding], out: &mut Document) {
    let Some(first) = group.first() else { return };
    let titles: Vec<String> = group.iter().map(|it| format!("{}: {}", it.aspect.word(), it.aspect.title())).collect();
    out.heading(3, titles.join("; "));
    let mut line = Inline::from("From ");
    line = match &first.position {
        None => line.text("the starting position"),
        Some(it) => line.code(it),
    };
    if !first.line.is_empty() {
        line = line.text(", played ").code(first.line.join(" "));
    }
    out.paragraph(line.text(format!(". {}", length(first))));
    out.list(routes(group).into_iter().map(Inline::from).collect());
    out.diagram(Diagram::of(&first.a, at_issue(group), Inline::new()));
    if group.iter().any(|it| it.aspect == Aspect::Pieces) {
        out.diagram(Diagram::of(&first.b, Vec::new(), Inline::from("Under B:")));
    }
    let mut table = Table::new(["question", "", "answer", "reason"]);
    for pair in group.iter().flat_map(|it| &it.answers) {
        let mut row = |question: String, letter: &str, answer: &Answer| {
            let because = answer.sentence.clone().unwrap_or_default();
            table.row([question.into(), letter.into(), Inline::new().code(answer.value.text()).into(), because.into()]);
        };
        row(pair.ask.label(first.a.variant().rulebook()), "A", &pair.a);
        row(String::new(), "B", &pair.b);
    }
    out.table(table);
}
