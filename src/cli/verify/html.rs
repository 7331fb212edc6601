//! What came of cases, as one page of HTML: every case with its board drawn, and what was
//! expected beside what came. Nothing is fetched; what does not hold stands first.

use super::{Ran, Tally};
use crate::case::{Case, CaseReport};
use crate::draw::Album;
use crate::matrix;
use crate::notation::paragraph::escaped;
use crate::verify::{CaseResult, FoundFiles};

/// The whole page.
pub(super) fn page(ran: &[Ran<'_>], found: &FoundFiles) -> String {
    let mut album = Album::new();
    let mut out = format!("<p>{}</p>\n", escaped(&Tally::of(ran).sentence()));
    for (name, why) in &found.unreadable {
        out.push_str(&format!("<p><code>{}</code> cannot be read: {}</p>\n", escaped(name), escaped(why)));
    }
    let (hold, part): (Vec<&Ran<'_>>, Vec<&Ran<'_>>) = ran.iter().partition(|it| it.verified.holds());
    for it in part.into_iter().chain(hold) {
        out.push_str(&section(it, &mut album));
    }
    matrix::page("What came of the cases", &out)
}

fn section(ran: &Ran<'_>, album: &mut Album) -> String {
    let name = escaped(&ran.file.name);
    let case = ran.verified.case.as_ref();
    let about = case.map_or("This is no case", |it| it.about.as_str());
    let mut out = format!("<h2>{}</h2>\n<p><code>{name}</code>", escaped(about));
    if let Some(source) = case.and_then(|it| it.source.as_ref()) {
        out.push_str(&format!("; rests on: {}", escaped(source)));
    }
    out.push_str("</p>\n");
    if let Some(error) = &ran.verified.error {
        out.push_str(&format!("<p>It cannot be run: <code>{}</code></p>\n", escaped(&error.to_string())));
        return out;
    }
    let Some(case) = case else { return out };
    if !case.play.is_empty() {
        let play: Vec<&str> = case.play.iter().map(|it| it.value.as_str()).collect();
        out.push_str(&format!("<p>Played: <code>{}</code></p>\n", escaped(&play.join(" "))));
    }
    for hearing in &ran.verified.hearings {
        out.push_str(&told(hearing, case, album));
    }
    out
}

fn told(hearing: &CaseResult, case: &Case, album: &mut Album) -> String {
    let variant = escaped(&hearing.variant.value);
    match &hearing.result {
        Err(error) => {
            format!("<p>Under <code>{variant}</code> it cannot be run: {}</p>\n", escaped(&error.to_string()))
        }
        Ok(report) => {
            let word = if report.holds() { "holds" } else { "fails" };
            let mut out = format!("<p>Under <code>{variant}</code> it {word}.</p>\n");
            let squares =
                report.checks.iter().filter(|it| report.holds() || !it.holds()).flat_map(|it| it.squares.clone());
            out.push_str(&matrix::board(&report.game, squares.collect(), album));
            out.push_str(&checks(report, case));
            out
        }
    }
}

fn checks(report: &CaseReport, case: &Case) -> String {
    let mut out = String::from(
        "<div class=\"wide\"><table>\n<tr><th>question</th><th>expected</th><th>came</th><th>because</th><th>line</th></tr>\n",
    );
    for it in &report.checks {
        let class = if it.holds() { "answer" } else { "answer other" };
        let because = escaped(it.observed.sentence.as_deref().unwrap_or_default());
        out.push_str(&format!(
            "<tr><td>{}</td><td class=\"answer\">{}</td><td class=\"{class}\">{}</td><td>{because}</td><td>{}</td></tr>\n",
            escaped(&it.ask.text()),
            escaped(&it.expected.text()),
            escaped(&it.observed.said.text()),
            case.place(it.at).line
        ));
    }
    out.push_str("</table></div>\n");
    out
}
