//! A comparison as plain text: the keys that differ, the differences in play, and the extent of the search.
//!
//! Input: a [`Report`]. Output: text. Each difference in play has its line, its board and both answers. Does not
//! know how differences are found.

use super::rules::{Change, KeyValue};
use super::search::{Effort, Proof};
use super::start::Origin;
use super::verdict::{Finding, boards};
use super::{Aspect, Compared, Play, Report};
use crate::diagnostic::counted;
use crate::notation::joined;
use crate::notation::name::{capital, visible};
use crate::notation::paragraph::{hung, wrapped};

/// Maximum line width in characters.
const WIDTH: usize = 100;
/// Maximum number of plies of a line that is printed in full.
const LONG: usize = 24;

/// Returns the whole report as text.
///
/// [`compare`](crate::compare) has an example.
pub fn text(report: &Report) -> String {
    text_within(report, WIDTH)
}

/// Returns the whole report as text for a terminal of this width in columns.
pub(crate) fn text_within(report: &Report, width: usize) -> String {
    let width = width.min(WIDTH);
    let head =
        |letter: char, it: &Compared| format!("{letter}  {} ({})\n", it.name, visible(&it.variant.rulebook().name));
    let mut out = format!("{}{}", head('A', &report.a), head('B', &report.b));
    out.push_str("\nIn the rulebooks:\n");
    out.push_str(&rules(report, width));
    match &report.play {
        Err(why) => out.push_str(&format!("\nPlay was not compared: {}.\n", visible(&why.to_string()))),
        Ok(play) => {
            play.groups().iter().for_each(|it| out.push_str(&difference(it, width)));
            out.push_str(&format!("\n{}", wrapped(&end(play), "", "  ", width)));
        }
    }
    out
}

/// Lists the keys that differ.
fn rules(report: &Report, width: usize) -> String {
    let mut out = String::new();
    let mut header = None;
    for change in report.changes.iter().filter(|it| !it.is_prose) {
        if header != Some(&change.header) {
            let title =
                if change.header.is_empty() { "top of the file".to_owned() } else { format!("[{}]", change.header) };
            out.push_str(&format!("  {}\n", visible(&title)));
            header = Some(&change.header);
        }
        out.push_str(&value_line('A', change, change.a.as_ref()));
        out.push_str(&value_line('B', change, change.b.as_ref()));
    }
    if let Some(sentence) = rules_sentence(report) {
        out.push_str(&hung("  ", &visible(&sentence), width));
    }
    out
}

/// Returns the sentence about the rules as a whole.
pub(crate) fn rules_sentence(report: &Report) -> Option<String> {
    let prose: Vec<String> = report.changes.iter().filter(|it| it.is_prose).map(prose_name).collect();
    let prose = match prose.as_slice() {
        [] => String::new(),
        _ => format!("Not shown, because it affects neither play nor notation: {}.", joined(&once(prose), "and")),
    };
    let rules = report.changes.iter().filter(|it| !it.is_prose).count();
    let same = match (report.is_same_text(), rules) {
        (true, _) => "Nothing that affects play or notation differs. ",
        (false, 0) => "No key differs, but the rulebooks are not identical. ",
        _ => "",
    };
    let sentence = format!("{same}{prose}");
    Some(sentence.trim().to_owned()).filter(|it| !it.is_empty())
}

fn prose_name(change: &Change) -> String {
    match (change.header.as_str(), change.key.as_str()) {
        ("", key) => format!("`{key}`"),
        ("[source]", _) => "sources".to_owned(),
        (_, "source") => "the sources of rules".to_owned(),
        (_, "label") => "labels".to_owned(),
        (_, "sentence") => "sentences about endings".to_owned(),
        (_, "color") => "colors of players".to_owned(),
        (header, _) => format!("[{header}]"),
    }
}

fn once(mut names: Vec<String>) -> Vec<String> {
    let mut listed = Vec::new();
    names.retain(|it| {
        !listed.contains(it) && {
            listed.push(it.clone());
            true
        }
    });
    names
}

fn value_line(letter: char, change: &Change, written: Option<&KeyValue>) -> String {
    let (value, place) = value(change, written);
    let line = format!("    {letter}  {}", visible(&value));
    format!("{line:<56}  {place}").trim_end().to_owned() + "\n"
}

/// Returns a key with its value, and the place of the value.
pub(crate) fn value(change: &Change, written: Option<&KeyValue>) -> (String, String) {
    let Some(written) = written else { return ("-".to_owned(), String::new()) };
    let value = match change.key.as_str() {
        "" => "(no keys)".to_owned(),
        key => format!("{key} = {}", written.value),
    };
    let place = match &written.at {
        Some(at) => format!("{}:{}", visible(&at.file), at.line),
        None => "(left out)".to_owned(),
    };
    (value, place)
}

fn difference(group: &[&Finding], width: usize) -> String {
    let Some(first) = group.first() else { return String::new() };
    let mut out = String::from("\n");
    group.iter().for_each(|it| out.push_str(&format!("{}\n", capital(it.aspect.title()))));
    let from = first.position.as_ref().map_or_else(|| "the starting position".to_owned(), |it| visible(it));
    out.push_str(&hung("  From: ", &visible(&from), width));
    if !first.line.is_empty() {
        out.push_str(&hung("  Moves: ", &visible(&first.line.join(" ")), width));
    }
    out.push_str(&hung("  ", &visible(&length(first)), width));
    routes(group).iter().for_each(|it| out.push_str(&hung("  ", &visible(it), width)));
    for board in boards(group) {
        out.push('\n');
        board.lines().for_each(|it| out.push_str(&format!("{}\n", format!("  {it}").trim_end())));
    }
    out.push('\n');
    for pair in group.iter().flat_map(|it| &it.answers) {
        out.push_str(&format!("  {}\n", visible(&pair.ask.label(first.a.variant().rulebook()))));
        for (letter, answer) in [('A', &pair.a), ('B', &pair.b)] {
            let sentence = answer.sentence.as_ref().map_or_else(String::new, |it| format!(": {it}"));
            let text = format!("{}{sentence}", answer.value.text());
            out.push_str(&hung(&format!("    {letter}  "), &visible(&text), width));
        }
    }
    out
}

/// Describes the lines from the starting position, if they differ from the main line.
pub(super) fn routes(group: &[&Finding]) -> Vec<String> {
    let listed = group.iter().filter_map(|it| {
        let route = it.from_setup.as_ref()?;
        let proof = match route.proof {
            Proof::Shortest => "proven shortest",
            Proof::ShortestSeen => "the shortest one searched",
            Proof::MadeMinimal => "minimized",
        };
        let line = match route.line.len() {
            0 => "no move is needed".to_owned(),
            many if many > LONG => format!("{}, {proof}", counted(many, "ply")),
            _ => format!("{} ({proof})", route.line.join(" ")),
        };
        Some(format!("From the starting position, {} differ: {line}.", it.aspect.label()))
    });
    listed.collect()
}

/// Describes what is known about the length of a line.
pub(crate) fn length(finding: &Finding) -> String {
    let plies = match finding.line.len() {
        0 => "No move is needed".to_owned(),
        1 => "One ply".to_owned(),
        more => format!("{more} plies"),
    };
    let proof = match (finding.proof, finding.line.len()) {
        (_, 0) => String::new(),
        (Proof::Shortest, _) => "; proven shortest: all shorter lines from this position were searched".to_owned(),
        (Proof::ShortestSeen, _) => "; the shortest of the lines that were searched".to_owned(),
        (Proof::MadeMinimal, _) => "; minimized, but not proven shortest".to_owned(),
    };
    let origin = match finding.origin {
        Origin::Setup => "",
        Origin::Given => " You gave this position.",
        Origin::Shipped => " This position comes with threefold.",
        Origin::Made => " This position comes from a random game, without the pieces that do not matter.",
    };
    format!("{plies}{proof}.{origin}")
}

/// Returns the closing sentence, which says how much was searched.
pub(crate) fn end(play: &Play) -> String {
    let found: Vec<Aspect> = play.findings.iter().map(|it| it.aspect).collect();
    let none: Vec<&str> = Aspect::ALL.iter().filter(|it| !found.contains(it)).map(|it| it.label()).collect();
    let what = match (found.is_empty(), none.is_empty()) {
        (true, _) => "No difference in play was found".to_owned(),
        (false, true) => "The two rulebooks differ in every aspect".to_owned(),
        (false, false) => format!("No difference was found in {}", joined(&none, "and")),
    };
    format!("{what}. Searched {}.{}", spent(&play.effort), limits(&play.effort))
}

/// Lists what was searched.
fn spent(effort: &Effort) -> String {
    let mut lines = Vec::new();
    if let Some(depth) = effort.depth {
        lines.push(format!("all lines to depth {depth} from the starting position"));
    }
    for depth in &effort.given {
        lines.push(format!("to depth {depth} from a given position"));
    }
    for (depth, count) in effort.shipped.iter().rev() {
        lines.push(format!("to depth {depth} from {}", counted(*count, "shipped position")));
    }
    let lines = if lines.is_empty() { String::new() } else { format!("{}, ", lines.join(", ")) };
    let games = counted(effort.games, "random game");
    format!("{}: {lines}and {games} (seed {})", counted(effort.positions, "position"), effort.seed)
}

fn limits(effort: &Effort) -> String {
    let reasons = format!(" Refusal reasons were compared in {} of them.", effort.reasons);
    let timed = if effort.is_timed {
        " The time limit ended the search, so another machine may find more or less."
    } else {
        ""
    };
    format!("{reasons}{timed}")
}
