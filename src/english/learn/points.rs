//! Points as sentences.
//!
//! Contains: [`sentence`], [`grouped`] and [`points_of_draws`]. Input: the points of an outcome, and a name for each player. Output: one
//! sentence after a space. Does not know: outcomes.

use super::super::phrases::unit_of;
use crate::notation::name::{joined, points_text};
use crate::policy::Points;
use crate::rulebook::Player;
use crate::sorting::CompactSort;

/// The points as a sentence after a space: ` 3 points for the player who gives checkmate, 0 for every other player.`
pub(super) fn sentence(score: &[(Player, Points)], name: &dyn Fn(Player) -> String) -> String {
    let mut score = score.to_vec();
    score.compact_sort_by_key(|it| std::cmp::Reverse(it.1));
    let mut parts: Vec<String> = score.iter().map(|it| format!("{} for {}", points_text(it.1), name(it.0))).collect();
    let Some(first) = parts.first_mut() else { return String::new() };
    let points = points_text(score[0].1);
    let unit = unit_of(&points);
    *first = first.replacen(" for ", &format!(" {unit} for "), 1);
    format!(" {}.", parts.join(", "))
}

/// The points as a sentence after a space, with the players of equal points together. The player to move comes first.
pub(super) fn grouped(score: &[(Player, Points)], first: &str, name: &dyn Fn(Player) -> String) -> String {
    let mut groups: Vec<(Points, Vec<String>)> = Vec::new();
    let mut score = score.to_vec();
    score.compact_sort_by_key(|it| (std::cmp::Reverse(it.1), name(it.0) != first));
    for (player, points) in score {
        match groups.iter_mut().find(|it| it.0 == points) {
            Some(it) => it.1.push(name(player)),
            None => groups.push((points, vec![name(player)])),
        }
    }
    let one = |(at, (points, players)): (usize, &(Points, Vec<String>))| {
        let points = points_text(*points);
        let unit = unit_of(&points);
        let unit = if at == 0 { format!(" {unit}") } else { String::new() };
        let each = if players.len() > 1 { " each" } else { "" };
        format!("{points}{unit}{each} for {}", joined(players, "and"))
    };
    let parts: Vec<String> = groups.iter().enumerate().map(one).collect();
    if parts.is_empty() { String::new() } else { format!(" {}.", parts.join(", ")) }
}

/// Maximum number of words for the points of a draw in each row.
const LONGEST: usize = 6;

/// Takes the points out of the rows of draws, if all draws give the same points and these need many words. Returns the sentence that has them instead.
pub(super) fn points_of_draws(rows: &mut [[String; 3]]) -> Option<String> {
    let draws: Vec<usize> = (0..rows.len()).filter(|it| rows[*it][2].starts_with("The game ends in a draw")).collect();
    let (mut points, mut examples): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for row in &draws {
        let (_, all) = rows[*row][2].split_once(". ")?;
        let (rule, example) = all.split_once(" For example, ").unwrap_or((all, ""));
        // The table says how many players are still in play.
        let rule = match rule.split_once("each of the ").and_then(|it| Some((it.0, it.1.split_once(" players ")?.1))) {
            Some((before, after)) => format!("{before}each player {after}"),
            None => rule.to_owned(),
        };
        points.push(rule);
        let result = example.rsplit(": ").next().unwrap_or_default();
        if !example.is_empty() && examples.iter().all(|it| !it.ends_with(result.trim_end_matches('.'))) {
            examples.push(example.trim_end_matches('.').to_owned());
        }
    }
    if draws.len() < 2 || points.iter().any(|it| *it != points[0]) {
        return None;
    }
    // Readers look for the points in the rows.
    if examples.is_empty() && points[0].split(' ').count() <= LONGEST {
        return None;
    }
    for row in draws {
        let text = &mut rows[row][2];
        text.truncate(text.find(". ").map_or(text.len(), |it| it + 1));
    }
    let examples = if examples.is_empty() { String::new() } else { format!(" For example, {}.", examples.join("; ")) };
    Some(format!("Points of every draw: {}{examples}", points.swap_remove(0)))
}
