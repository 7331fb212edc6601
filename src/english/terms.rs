//! The terms of the rules, each with its meaning.
//!
//! Contains: [`RulesWriter::terms`]. Input: the rules as text. Output: a list of the
//! terms that occur in it. Does not know: the rules themselves.

use super::RulesWriter;
use super::phrases::capital;
use super::words::InWords;
use crate::definition::PointDef;
use crate::notation::name::joined;
use crate::policy::{Cells, Travel, Who};
use crate::rulebook::Zone;

impl RulesWriter<'_> {
    /// Returns the terms that a text uses, each with its meaning.
    pub(super) fn terms(&self) -> Vec<String> {
        let text = self.out.text().split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let players = Who::ALL.iter().filter(|it| text.contains(it.sentence()));
        let players = players.filter_map(|it| Some((it.sentence(), meaning(*it, self.possible.elimination)?)));
        // Steps of both kinds are named together.
        let both = text.contains("straight or diagonal step");
        let is_used = |it: &&Term| text.contains(it.1) || both && it.0 == "straight step";
        let others = self.step_terms().iter().chain(&TERMS).filter(is_used).map(|it| (it.0, it.2));
        let all = players.chain(others).map(|(term, meaning)| format!("{}: {meaning}", capital(term)));
        let all = all.chain(self.colors_in(&text)).chain(self.titles());
        all.map(|it| it.replace("like a bishop's step.", &format!("like a bishop's step{}.", self.closed_points())))
            .collect()
    }

    /// Zones that are all squares of one color, if the rules name them.
    fn colors_in(&self, text: &str) -> Vec<String> {
        let (book, colors) = (self.book, self.book.board.colors());
        let zones = book.zones.iter().filter(|it| !it.by_seat && text.contains(&it.label.to_lowercase()));
        let one = |it: &Zone| {
            let squares = it.squares.first().filter(|it| colors.len() == 2 && colors.contains(it))?;
            let example = book.board.name(*squares.first()?);
            Some(format!("{}: {example} and all squares to which diagonal steps lead from it.", capital(&it.label)))
        };
        zones.filter_map(one).collect()
    }

    /// What a player is called after a game, by their points.
    fn titles(&self) -> Option<String> {
        let titles = self.book.score_titles.iter().enumerate();
        let titles: Vec<String> = titles.map(|(points, title)| format!("{points} {title}")).collect();
        (!titles.is_empty()).then(|| {
            format!(
                "Titles: after a game, each player has a title for their points: {}. Titles have no effect on play.",
                joined(&titles, "or")
            )
        })
    }

    /// Returns the terms of single steps, which depend on the shape of the cells.
    fn step_terms(&self) -> &'static [Term; 2] {
        if self.book.board.cells() == Cells::Triangle { &STEPS_OF_TRIANGLES } else { &STEPS }
    }

    /// Names the points that no diagonal step passes in a single way: `, except at the center`.
    fn closed_points(&self) -> String {
        let is_special = |it: &PointDef| it.travel.as_ref().is_none_or(|it| it.diagonal.value != Travel::Opposite);
        let points = self.def.points.iter().filter(|it| is_special(&it.1));
        let names: Vec<String> = points.map(|it| format!("the {}", it.0.value.replace('-', " "))).collect();
        if names.is_empty() { String::new() } else { format!(", except at {}", joined(&names, "and")) }
    }
}

/// Returns the meaning of a word for players, unless the word explains itself.
fn meaning(who: Who, eliminates: bool) -> Option<&'static str> {
    Some(match who {
        Who::Next if eliminates => "the remaining player after you in the order of play.",
        Who::Next => "the player after you in the order of play.",
        Who::Previous if eliminates => "the remaining player before you in the order of play.",
        Who::Previous => "the player before you in the order of play.",
        Who::MatingPlayer => "the player who gives checkmate.",
        Who::Winner => "the player whom a resigning player names.",
        Who::Partners => "the other players of the same team.",
        Who::Opponents if eliminates => "every other player who is still in play.",
        Who::Living if eliminates => "the players who are not eliminated.",
        _ => return None,
    })
}

/// The term, the text that shows its use, and its meaning.
type Term = (&'static str, &'static str, &'static str);

/// Terms of single steps.
const STEPS: [Term; 2] = [
    ("straight step", "straight step", "a step across an edge of a square, like a rook's step."),
    ("diagonal step", "diagonal step", "a step across a corner of a square, like a bishop's step."),
];

/// Terms of single steps on triangles.
const STEPS_OF_TRIANGLES: [Term; 2] = [
    ("straight step", "straight step", "a step over an edge to the next triangle of a row, as a rook makes it."),
    (
        "diagonal step",
        "diagonal step",
        "a step at a right angle to a row, over an edge or the corner opposite to it, as a bishop makes it.",
    ),
];

/// Other terms of moves.
const TERMS: [Term; 1] =
    [("leap", "leap", "a move that does not need empty squares on its way, such as a knight's move.")];
