//! A comparison as one page of HTML: the keys that differ, and for each difference in play
//! its line, its board as a picture, and both verdicts. Nothing is fetched.

use super::text::{end, length, routes, rules_sentence, value};
use super::verdict::at_issue;
use super::{Aspect, Compared, Finding, Report};
use crate::case::Answer;
use crate::draw::Album;
use crate::matrix::{board, page};
use crate::notation::paragraph::escaped;

/// The whole report.
pub fn html(report: &Report) -> String {
    let head = |letter: char, it: &Compared| {
        let title = escaped(&it.variant.rulebook().name);
        format!("<tr><th>{letter}</th><td><code>{}</code></td><td>{title}</td></tr>\n", escaped(&it.name))
    };
    let mut out = format!("<table>\n{}{}</table>\n", head('A', &report.a), head('B', &report.b));
    out.push_str("<h2>In the rulebooks</h2>\n");
    let changes: Vec<_> = report.changes.iter().filter(|it| !it.is_prose).collect();
    if !changes.is_empty() {
        out.push_str(
            "<div class=\"wide\"><table>\n<tr><th>header</th><th>A</th><th>where</th><th>B</th><th>where</th></tr>\n",
        );
        for change in changes {
            let (a, b) = (value(change, change.a.as_ref()), value(change, change.b.as_ref()));
            let header = if change.header.is_empty() { "the top".to_owned() } else { format!("[{}]", change.header) };
            let cells = [code(&header), code(&a.0), escaped(&a.1), code(&b.0), escaped(&b.1)];
            out.push_str(&format!("<tr><td>{}</td></tr>\n", cells.join("</td><td>")));
        }
        out.push_str("</table></div>\n");
    }
    if let Some(sentence) = rules_sentence(report) {
        out.push_str(&format!("<p>{}</p>\n", escaped(&sentence)));
    }
    out.push_str("<h2>In play</h2>\n");
    match &report.play {
        Err(why) => out.push_str(&format!("<p>In play they are not compared: {}.</p>\n", escaped(why))),
        Ok(play) => {
            let mut album = Album::new();
            play.groups().iter().for_each(|it| out.push_str(&section(it, &mut album)));
            out.push_str(&format!("<p>{}</p>\n", escaped(&end(play))));
        }
    }
    page(&format!("{} and {}", report.a.name, report.b.name), &out)
}

fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

fn section(group: &[&Finding], album: &mut Album) -> String {
    let Some(first) = group.first() else { return String::new() };
    let titles: Vec<String> = group.iter().map(|it| format!("{}: {}", it.aspect.word(), it.aspect.title())).collect();
    let from = first.position.as_ref().map_or_else(|| "the starting position".to_owned(), |it| code(it));
    let played = match first.line.is_empty() {
        true => String::new(),
        false => format!(", played {}", code(&first.line.join(" "))),
    };
    let mut out = format!("<h2>{}</h2>\n<p>From {from}{played}. ", escaped(&titles.join("; ")));
    out.push_str(&format!("{}</p>\n", escaped(&length(first))));
    routes(group).iter().for_each(|it| out.push_str(&format!("<p>{}</p>\n", escaped(it))));
    out.push_str(&board(&first.a, at_issue(group), album));
    if group.iter().any(|it| it.aspect == Aspect::Pieces) {
        out.push_str("<p>Under B:</p>\n");
        out.push_str(&board(&first.b, Vec::new(), album));
    }
    out.push_str("<div class=\"wide\"><table>\n<tr><th>question</th><th></th><th>answer</th><th>because</th></tr>\n");
    for asked in group.iter().flat_map(|it| &it.asked) {
        let row = |question: &str, letter: char, answer: &Answer| {
            let because = escaped(answer.sentence.as_deref().unwrap_or_default());
            let said = escaped(&answer.said.text());
            format!(
                "<tr><td>{}</td><td>{letter}</td><td class=\"answer\">{said}</td><td>{because}</td></tr>\n",
                escaped(question)
            )
        };
        out.push_str(&row(&asked.ask.text(), 'A', &asked.a));
        out.push_str(&row("", 'B', &asked.b));
    }
    out.push_str("</table></div>\n");
    out
}
