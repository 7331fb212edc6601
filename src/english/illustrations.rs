//! Illustrations of the special rules: a position, a move as an arrow, and a caption.
//!
//! Contains: [`illustrated`]. Input: the rules and the variant. Output: the rules with illustrations below the board, each special
//! rule and the test of a mate. The engine answers which moves are legal. All searches are bounded and deterministic. Does not know
//! any game by name.

mod all_names;
mod both_ways;
mod captures;
mod checks;
mod checks_before;
mod conversions;
mod crossings;
mod diagonals;
mod endings;
mod explosions;
mod exposures;
mod joint_mates;
mod leaps;
mod loops;
mod mates;
mod moves;
mod no_checks;
mod obstacles;
mod opened_checks;
mod openings;
mod pawn_ways;
mod pin_exceptions;
mod pinned_mates;
mod plain_lines;
mod pools;
mod reaches;
mod refused;
mod rescues;
mod runs;
mod tagged;
mod unhindered;

use super::learn::{KINDS_OF_MATE, LINES, STEPS};
use super::rulebook;
use crate::definition::Definition;
use crate::document::{Block, CloseUps, Diagram, Document, Inline, Mark, NumberedEntry, align};
use crate::rules::Variant;
use crate::sorting::CompactSort;

/// An illustration and the rule that it shows.
struct Illustration {
    /// Anchor of the rule, of its part or of the heading: `rule-barrier-moat`.
    rule: String,
    diagram: Diagram,
}

/// Returns the whole rulebook in English with illustrations. `definition` is the source of `variant`.
///
/// [`english`](crate::english) has an example.
pub fn illustrated(definition: &Definition, variant: &Variant) -> Document {
    let mut document = rulebook(definition, variant);
    let (lines, shown) = runs::illustrations(definition, variant);
    // A rook's line is easier than a bishop's.
    let mut all = reaches::illustrations(definition, variant, shown);
    all.extend(lines);
    all.extend(all_names::illustration(variant));
    all.splice(0..0, diagonals::illustrations(definition, variant));
    all.extend(crossings::barriers(variant));
    all.extend(refused::bans(variant));
    all.extend(opened_checks::illustration(variant));
    all.extend(captures::without_moving(variant));
    all.extend(explosions::explosion(variant));
    all.extend(conversions::conversion(variant));
    all.extend(pools::illustrations(variant));
    all.extend(moves::illustrations(variant));
    all.extend(pawn_ways::whole_way(variant));
    all.extend(pawn_ways::stuck(definition, variant));
    all.extend(both_ways::illustration(variant));
    all.extend(checks::pinned(variant));
    all.extend(pin_exceptions::illustration(variant));
    all.extend(exposures::illustration(variant));
    all.extend(obstacles::illustrations(variant));
    all.extend(joint_mates::illustration(variant));
    all.extend(rescues::illustration(variant));
    all.extend(endings::illustrations(variant));
    all.extend(mates::illustrations(variant));
    all.extend(pinned_mates::illustration(variant));
    all.extend(loops::illustration(variant));
    for illustration in all {
        put(&mut document, illustration);
    }
    // The last one of a rule comes first.
    for illustration in unhindered::illustrations(variant).into_iter().chain(leaps::stopped(variant)) {
        put_second(&mut document, illustration);
    }
    for part in [LINES, STEPS] {
        interleave(&mut document, part, variant);
    }
    explain_marks(&mut document);
    let close_ups = CloseUps::new(variant);
    each_diagram(&mut document.blocks, &mut |it| close_ups.choose(it));
    align(&mut document.blocks);
    omit_known_signs(&mut document.blocks, &close_ups);
    document
}

/// Puts an illustration after the first one of its rule.
fn put_second(document: &mut Document, illustration: Illustration) {
    let lists = document.blocks.iter_mut().filter_map(|it| if let Block::Numbered(it) = it { Some(it) } else { None });
    let entry = lists.flatten().find(|it| it.id == illustration.rule);
    let first = entry.and_then(|it| Some((it.blocks.iter().position(|it| matches!(it, Block::Diagram(_)))?, it)));
    match first {
        Some((at, entry)) => entry.blocks.insert(at + 1, Block::Diagram(Box::new(illustration.diagram))),
        None => put(document, illustration),
    }
}

/// Puts the pictures of each kind of piece after the sentences about it.
fn interleave(document: &mut Document, part: &str, variant: &Variant) {
    let blocks = &mut document.blocks;
    let is_part = |it: &Block| matches!(it, Block::Heading(_, Some(id), _) if id == part);
    let Some(start) = blocks.iter().position(is_part).map(|it| it + 1) else { return };
    let Some(Block::List(items)) = blocks.get(start) else { return };
    let items = items.clone();
    let mention = |text: &Inline, label: &str| format!(" {}", text.plain().to_lowercase()).find(&format!(" {label}"));
    let mut at = start + 1;
    let mut texts: Vec<Inline> = Vec::new();
    for (number, item) in items.iter().enumerate() {
        texts.push(item.clone());
        let before = at;
        // The pictures wait behind the list. Those of this item are next to each other.
        while let Some(Block::Diagram(diagram)) = blocks.get(at) {
            let kinds = variant.rulebook().kinds.iter();
            let named = kinds.filter_map(|it| Some((mention(&diagram.caption, &it.label)?, it.label.as_str())));
            let label = named.min().map_or("", |it| it.1);
            let is_about = |it: &Inline| mention(it, label).is_some();
            let is_next = items.get(number + 1).is_some_and(is_about);
            if number + 1 < items.len() && (!is_about(item) || is_next) {
                break;
            }
            at += 1;
        }
        if at > before {
            blocks.insert(before, Block::List(std::mem::take(&mut texts)));
            at += 1;
        }
    }
    if !texts.is_empty() {
        blocks.insert(at, Block::List(texts));
    }
    blocks.remove(start);
}

/// Lets the first board explain players and barriers, and each later board all of its marks: readers skip pictures.
fn explain_marks(document: &mut Document) {
    let mut is_first = true;
    each_diagram(&mut document.blocks, &mut |it| {
        it.legend = std::mem::take(&mut is_first);
        let mut marks = marks_of(it);
        marks.compact_sort_by(Ord::cmp);
        marks.dedup();
        it.explained = marks;
    });
}

/// Lets only the first board of a chapter explain each sign of the board, such as a barrier.
fn omit_known_signs(blocks: &mut [Block], close_ups: &CloseUps) {
    for chapter in blocks.chunk_by_mut(|_, next| !matches!(next, Block::Heading(2, ..))) {
        let mut known: Vec<String> = Vec::new();
        each_diagram(chapter, &mut |it| {
            let signs = close_ups.signs(it);
            it.known.clone_from(&known);
            known.extend(signs);
        });
    }
}

/// The marks that a drawing of a diagram shows.
fn marks_of(it: &Diagram) -> Vec<Mark> {
    let position = &it.position;
    let mut marks = it.view().marks();
    let captures = |to: &crate::rules::Move| position.piece_at(to.to).is_some();
    marks.extend(it.targets.iter().any(captures).then_some(Mark::Capture));
    let mut seats = position.variant().rulebook().seat_ids();
    marks.extend(seats.any(|it| position.is_check(it)).then_some(Mark::Check));
    marks
}

/// Visits every diagram of a document, in reading order.
fn each_diagram(blocks: &mut [Block], visit: &mut dyn FnMut(&mut Diagram)) {
    for block in blocks {
        match block {
            Block::Diagram(it) => visit(it),
            Block::Numbered(entries) => entries.iter_mut().for_each(|it| each_diagram(&mut it.blocks, visit)),
            _ => {}
        }
    }
}

/// Returns where a rule ends in an entry of a list: the entry before its parts, or one of these parts.
fn end_of(entry: &NumberedEntry, rule: &str) -> Option<usize> {
    let is_heading = |it: &Block| matches!(it, Block::Heading(..));
    let start = match entry.id == rule {
        true => 0,
        false => 1 + entry.blocks.iter().position(|it| matches!(it, Block::Heading(_, Some(id), _) if id == rule))?,
    };
    let next = entry.blocks[start..].iter().position(is_heading);
    Some(next.map_or(entry.blocks.len(), |it| start + it))
}

/// Puts an illustration at the end of its rule or part of a rule. Below a heading, it goes after the table, or to the end of the part. Lines have
/// their pictures before their table.
fn put(document: &mut Document, illustration: Illustration) {
    let diagram = Block::Diagram(Box::new(illustration.diagram));
    let lists = document.blocks.iter_mut().filter_map(|it| if let Block::Numbered(it) = it { Some(it) } else { None });
    for entry in lists.flatten() {
        if let Some(end) = end_of(entry, &illustration.rule) {
            entry.blocks.insert(end, diagram);
            return;
        }
    }
    // Between two players the chapter on check has no entries, and most games have one table of endings.
    let has = |id: &str| document.blocks.iter().any(|it| matches!(it, Block::Heading(_, Some(it), _) if it == id));
    let rule = match illustration.rule.as_str() {
        it if it.starts_with("rule-check-") => "rule-check",
        "rule-endings" if !has("rule-endings") => "rule-end",
        // Boards whose lines meet at a point may have no joined edge.
        it if [LINES, STEPS].iter().any(|part| it.starts_with(part)) && !has(LINES) => "rule-board",
        // The only piece with such sentences has no heading of its own.
        it if it.starts_with(STEPS) && !has(it) => {
            if has(STEPS) {
                STEPS
            } else {
                LINES
            }
        }
        it => it,
    };
    let level = |it: &Block| match it {
        Block::Heading(level, Some(id), _) if *id == rule => Some(*level),
        _ => None,
    };
    let found = document.blocks.iter().enumerate().find_map(|(at, it)| Some((at, level(it)?)));
    if let Some((at, level)) = found {
        let rest = document.blocks.iter().skip(at + 1);
        let part: Vec<&Block> =
            rest.take_while(|it| !matches!(it, Block::Heading(other, ..) if *other <= level)).collect();
        // A list after a table explains it.
        let belongs = |it: &&&Block| matches!(it, Block::Diagram(_) | Block::List(_));
        let after = |at: usize| at + 1 + part[at + 1..].iter().take_while(|it| matches!(it, Block::Diagram(_))).count();
        let end = match part.iter().position(|it| matches!(it, Block::Table(_))) {
            // The table of lines looks up what their pictures show.
            Some(_) if rule == LINES => part.iter().position(|it| matches!(it, Block::List(_))).map_or(0, after),
            // What explains the table comes before the pictures.
            Some(_) if [KINDS_OF_MATE, "rule-endings"].contains(&rule) => part.len(),
            Some(table) => table + 1 + part[table + 1..].iter().take_while(belongs).count(),
            None => part.len(),
        };
        document.blocks.insert(at + 1 + end, diagram);
    }
}
