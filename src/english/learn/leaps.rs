//! How barriers treat pieces that jump: the paths of a leap, and the leaps that a barrier stops.
//!
//! Contains: [`RulesWriter::leaps_over`], [`leaps_between_sections`] and [`leaps`]. Input: a barrier as written and as compiled, and the links of
//! the board. Output: sentences, with every stopped leap at one barrier. Does not know: where the barriers lie
//! ([`super::barriers`]).

use super::super::RulesWriter;
use super::super::movement::steps;
use super::super::phrases::{a, capital, count, plural};
use super::super::words::{InWords, fill};
use super::barriers::first_permissions;
use crate::board::{Heading, Path, Square, leap_paths};
use crate::definition::Barrier as WrittenBarrier;
use crate::definition::value::Either;
use crate::notation::NameParts;
use crate::notation::name::joined;
use crate::policy::{Cells, CheckBy, Leaps};
use crate::rulebook::{Atom, AtomShape, Barrier, Joint, Kind, KindId, Leg, Rulebook};

/// Maximum number of stopped leaps that are listed.
const MAX_LISTED: usize = 8;

impl RulesWriter<'_> {
    /// How the barrier treats the leaping pieces that it stops. Explains the two paths of an oblique leap.
    pub(in super::super) fn leaps_over(&self, made: &Barrier, table: &WrittenBarrier) -> Vec<String> {
        let rule = table.leaps.value;
        let leapers = self.book.player_kinds().map(|it| it.1);
        let leapers: Vec<&Kind> = leapers.filter(|it| self.is_stopped(it, made) && leaps_across(it)).collect();
        if leapers.is_empty() {
            return Vec::new();
        }
        let names: Vec<String> = leapers.iter().map(|it| plural(&it.label)).collect();
        let first = if made.opens.is_empty() && made.starts_open { made.open } else { made.closed };
        // Some leaps are allowed, so the sentence says which of them cross the barrier.
        let described = match rule {
            _ if !first.quiet && !first.capture => rule.sentence(),
            Leaps::AnyPath => "{leapers} count as crossing it even if only one of their paths does so.",
            Leaps::EveryPath => "{leapers} count as crossing it only if all of their paths do so.",
            Leaps::LongLegFirst => "{leapers} count as crossing it if the path that takes the long leg first does so.",
            Leaps::Exempt => rule.sentence(),
        };
        let mut text = vec![fill(described, &[("leapers", &capital(&joined(&names, "and")))])];
        let barrier = match (made.instances.len(), !made.opens.is_empty() && rule != Leaps::Exempt) {
            (1, true) => format!("the closed {}", made.label),
            (1, false) => format!("the {}", made.label),
            (_, true) => format!("a closed {}", made.label),
            (_, false) => a(&made.label),
        };
        // The rule stands alone, so it names the barrier.
        text[0] = text[0].replacen("over it", &format!("over {barrier}"), 1);
        if described != rule.sentence() {
            text[0] = text[0].replacen("crossing it", &format!("crossing {barrier}"), 1);
        }
        let mut points = Vec::new();
        let oblique = |it: &&Kind| Some((it.label.clone(), legs(it)?));
        if let Some((label, (long, short))) = leapers.iter().find_map(oblique).filter(|_| rule != Leaps::Exempt) {
            // Names the paths before the rule on them.
            let at = if rule == Leaps::LongLegFirst { text.len() } else { 0 };
            text.insert(at, paths_in_words(&label, (long, short), rule, self.book.board.cells()));
            let listed = match table.binds.value {
                Either::Other(_) => None,
                _ => leapers.iter().find(|it| it.label == label).and_then(|it| self.stopped_leaps(it, made, rule)),
            };
            let is_listed = listed.is_some();
            points.extend(listed);
            points.extend(self.leaps_over_open(made, &label, is_listed));
        }
        points.insert(0, text.join(" "));
        points
    }

    /// Names the pieces that a barrier never stops, because they only leap: `knights`. `None` if it concerns only some kinds of
    /// pieces, or if other pieces also have leaps.
    pub(super) fn free_leapers(&self, made: &Barrier) -> Option<String> {
        let mut kinds = self.book.player_kinds().map(|it| it.1);
        if made.leaps != Leaps::Exempt || !kinds.all(|it| self.is_stopped(it, made)) {
            return None;
        }
        let (free, mixed): (Vec<&Kind>, Vec<&Kind>) = self
            .book
            .player_kinds()
            .map(|it| it.1)
            .filter(|it| leaps_across(it))
            .partition(|it| it.movement.atoms.iter().all(passes_over));
        let names: Vec<String> = free.iter().map(|it| plural(&it.label)).collect();
        (!free.is_empty() && mixed.is_empty()).then(|| joined(&names, "and"))
    }

    /// Which leaps cross the barriers of a kind, if these are the leaps between two sections with an end on one rank.
    pub(in super::super) fn leaps_by_section(&self, made: &Barrier) -> Option<String> {
        let (book, board) = (self.book, &self.book.board);
        let found = leaps_between_sections(book, made)?;
        let label = &made.label;
        let first = first_permissions(made);
        let stops = match (first.quiet || first.capture, made.opens.is_empty()) {
            (true, _) => String::new(),
            (false, true) => ", so it is forbidden".to_owned(),
            (false, false) => format!(", so a closed {label} stops it"),
        };
        let names = |it: (Square, Square)| format!("{} to {}", board.name(it.0), board.name(it.1));
        let free = found.free.map_or_else(String::new, |it| format!(" {} crosses none, so it is allowed.", names(it)));
        let whatever = if made.leaps == Leaps::AnyPath { ", whatever path it takes" } else { "" };
        Some(format!(
            "{} move from one section to another crosses {} if it starts or ends on rank {}{whatever}. For example, {} \
             crosses {}{stops}.{free}",
            capital(&a(&book.kinds[found.kind.index()].label)),
            a(label),
            found.rank,
            names(found.example),
            a(label)
        ))
    }

    /// Lists the leaps that a barrier stops, if the rule on it names sections instead of paths.
    pub(in super::super) fn leaps_in_detail(&self, made: &Barrier, table: &WrittenBarrier) -> Vec<String> {
        let found = leaps_between_sections(self.book, made).filter(|_| !matches!(table.binds.value, Either::Other(_)));
        let kind = found.map(|it| &self.book.kinds[it.kind.index()]);
        let listed = kind.and_then(|it| Some((it, self.stopped_leaps(it, made, table.leaps.value)?)));
        let Some((kind, listed)) = listed else { return Vec::new() };
        [listed].into_iter().chain(self.leaps_over_open(made, &kind.label, true)).collect()
    }

    /// What a leap over an open barrier may not do. The paths that a barrier concerns do not depend on its state.
    fn leaps_over_open(&self, made: &Barrier, label: &str, is_listed: bool) -> Option<String> {
        if made.opens.is_empty() || !made.open.quiet || made.open.capture {
            return None;
        }
        let is_free = made.open.give_check || !self.possible.check;
        let not = match is_free {
            true => "may not capture",
            false => "may neither capture nor give check",
        };
        Some(match is_listed {
            true if !is_free && made.check_by == CheckBy::AnyPiece => format!(
                "Once the {0} is open, {1} may make the moves listed above, but may not capture with them, and none of its owner's \
                 pieces may then check an opponent.",
                made.label,
                a(label)
            ),
            true => {
                format!(
                    "Once the {0} is open, {1} may make the moves listed above, but {not} with them.",
                    made.label,
                    a(label)
                )
            }
            false => {
                format!("The same paths count for an open {0}: {1} that jumps over it {not}.", made.label, a(label))
            }
        })
    }

    /// Lists the leaps that the first barrier of a kind stops, if all of them are stopped in both directions.
    fn stopped_leaps(&self, kind: &Kind, made: &Barrier, rule: Leaps) -> Option<String> {
        let (book, board) = (self.book, &self.book.board);
        let instance = *made.instances.first()?;
        let first = if made.opens.is_empty() && made.starts_open { made.open } else { made.closed };
        if first.quiet || first.capture {
            return None;
        }
        let mut all: Vec<(Square, Square)> = Vec::new();
        for from in board.squares() {
            let paths = leap_paths_of(board, kind, from);
            for (_, path) in &paths {
                let Some(to) = path.squares.last().copied().filter(|it| !all.contains(&(from, *it))) else { continue };
                let own: Vec<(bool, bool)> = paths
                    .iter()
                    .filter(|it| it.1.squares.last() == Some(&to))
                    .map(|(long_first, it)| (*long_first, crosses(board, from, it, instance)))
                    .collect();
                if is_stopped_by(&own, rule) {
                    all.push((from, to));
                }
            }
        }
        let are_mutual = all.iter().all(|it| all.contains(&(it.1, it.0)));
        let pairs: Vec<String> = all
            .iter()
            .filter(|it| it.0 < it.1)
            .map(|it| format!("{}-{}", board.name(it.0), board.name(it.1)))
            .collect();
        (are_mutual && !pairs.is_empty() && pairs.len() <= MAX_LISTED).then(|| {
            let barrier = &book.barrier_instances[usize::from(instance)].label;
            let label = &kind.label;
            let closed = if made.opens.is_empty() { "" } else { "While it is closed, " };
            capital(&format!(
                "{closed}{barrier} stops these {label} moves, in both directions: {}.",
                joined(&pairs, "and")
            ))
        })
    }
}

/// The leaps that cross the barriers of a kind, if the sections and one rank decide.
pub(in super::super) struct SectionLeaps<'a> {
    /// The only kind of piece that leaps.
    pub kind: KindId,
    /// The label of the rank on which such a leap starts or ends.
    pub rank: &'a str,
    /// Such a leap.
    pub example: (Square, Square),
    /// A leap between the same files that crosses no barrier.
    pub free: Option<(Square, Square)>,
}

/// Returns which leaps cross the barriers of a kind, if these are the leaps between two sections with an end on one rank.
pub(in super::super) fn leaps_between_sections<'a>(book: &'a Rulebook, made: &Barrier) -> Option<SectionLeaps<'a>> {
    let board = &book.board;
    let by_all = book.seat_ids().all(|it| made.binds & it.bit() != 0);
    let all_kinds = (0..book.kinds.len() as u8).map(KindId);
    let mut leapers = all_kinds.filter(|it| made.pieces >> it.0 & 1 != 0 && leaps(&book.kinds[it.index()]));
    // The sentence names one kind of piece.
    let id =
        leapers.next().filter(|it| by_all && legs(&book.kinds[it.index()]).is_some() && leapers.next().is_none())?;
    let kind = &book.kinds[id.index()];
    let mut all: Vec<(Square, Square, bool)> = Vec::new();
    for from in board.squares() {
        let paths = leap_paths_of(board, kind, from);
        for to in board.squares() {
            let own = || paths.iter().filter(|it| it.1.squares.last() == Some(&to));
            let stops = |instance: &u16| {
                let own: Vec<(bool, bool)> =
                    own().map(|(long_first, it)| (*long_first, crosses(board, from, it, *instance))).collect();
                is_stopped_by(&own, made.leaps)
            };
            if own().next().is_some() {
                all.push((from, to, made.instances.iter().any(stops)));
            }
        }
    }
    let part = |it: Square| NameParts::of(book, it);
    let parts = |it: &(Square, Square, bool)| part(it.0).section != part(it.1).section;
    let rank = all.iter().filter(|it| it.2).map(|it| board.info(it.0).rank.min(board.info(it.1).rank)).min()?;
    let is_at_end = |it: Square| board.info(it).rank == rank;
    let fits = all.iter().all(|it| it.2 == (parts(it) && (is_at_end(it.0) || is_at_end(it.1))));
    let first = all.iter().find(|it| it.2 && is_at_end(it.0)).filter(|_| fits && !book.sections.is_empty())?;
    let is_alone = book.barriers.iter().all(|it| it.name == made.name || it.pieces >> id.0 & 1 == 0);
    let files = |it: &(Square, Square, bool)| [board.info(it.0).file, board.info(it.1).file];
    let free = all.iter().find(|it| is_alone && !it.2 && files(it) == files(first) && parts(it));
    let free = free.map(|it| (it.0, it.1));
    Some(SectionLeaps { kind: id, rank: part(first.0).rank, example: (first.0, first.1), free })
}

/// Returns the legs of the first oblique leap of a piece that jumps over pieces.
fn legs(kind: &Kind) -> Option<(u8, u8)> {
    kind.movement.atoms.iter().find_map(|atom| match atom.shape {
        AtomShape::Oblique(long, short) if !atom.lame => Some((long, short)),
        _ => None,
    })
}

/// The two paths of an oblique leap.
fn paths_in_words(label: &str, (long, short): (u8, u8), rule: Leaps, cells: Cells) -> String {
    let (long_first, short_first) = match cells {
        Cells::Triangle => {
            let (long, short) = (steps(long, "diagonal"), steps(short, "straight"));
            (format!("{long} and then {short} to the side"), format!("{short} and then {long} to the side"))
        }
        Cells::Square | Cells::Hex => (
            format!("{} and then {} to the side", steps(long, "straight"), count(short.into())),
            format!("{} and then {} to the side", steps(short, "straight"), count(long.into())),
        ),
    };
    match rule {
        Leaps::LongLegFirst => format!("For {} this path is {long_first}.", a(label)),
        _ => format!("Each move of {} has two paths: {long_first}; or {short_first}.", a(label)),
    }
}

/// Returns every path of the oblique leaps of a piece, and whether it takes its long leg first. Several paths can lead to one
/// square.
pub(in super::super) fn leap_paths_of(board: &crate::board::Board, kind: &Kind, from: Square) -> Vec<(bool, Path)> {
    let mut all = Vec::new();
    for atom in &kind.movement.atoms {
        let AtomShape::Oblique(long, short) = atom.shape else { continue };
        for start in atom.starts(board, Heading(0)) {
            for long_first in [true, false] {
                let (long, short) = (usize::from(long), usize::from(short));
                let paths = leap_paths(board, from, start.heading, long, short, start.aside, long_first);
                all.extend(paths.into_iter().map(|it| (long_first, it)));
            }
        }
    }
    all
}

/// Reports whether a path crosses a barrier.
fn crosses(board: &crate::board::Board, from: Square, path: &Path, instance: u16) -> bool {
    let starts = [from].into_iter().chain(path.squares.iter().copied());
    let mut links = starts.zip(&path.links).map(|(at, link)| &board.links(at)[usize::from(*link)].1);
    links.any(|it| it.barriers.contains(&instance))
}

/// Reports whether a barrier stops a leap, by its paths: whether each takes its long leg first, and whether it crosses.
fn is_stopped_by(paths: &[(bool, bool)], rule: Leaps) -> bool {
    match rule {
        Leaps::Exempt => false,
        Leaps::AnyPath => paths.iter().any(|it| it.1),
        Leaps::EveryPath => paths.iter().all(|it| it.1),
        Leaps::LongLegFirst => paths.iter().any(|it| it.0) && paths.iter().filter(|it| it.0).all(|it| it.1),
    }
}

/// Reports whether some move of a piece passes over squares.
pub(in super::super) fn leaps(kind: &Kind) -> bool {
    kind.movement.atoms.iter().any(passes_over)
}

/// Reports whether some move of a piece is a leap to a barrier. With bends, a leap stops only at its end.
fn leaps_across(kind: &Kind) -> bool {
    kind.movement.atoms.iter().any(|it| passes_over(it) && (it.shape != AtomShape::Bent || it.is_bent_leap()))
}

fn passes_over(atom: &Atom) -> bool {
    match atom.shape {
        AtomShape::Straight(length) | AtomShape::Diagonal(length) => length > 1,
        AtomShape::Oblique(..) => true,
        AtomShape::Zigzag(_) => false,
        AtomShape::Bent => {
            let is_long = |it: &Leg| !matches!(it.shape, AtomShape::Straight(1) | AtomShape::Diagonal(1));
            let before = atom.legs.split_last().map_or(&[][..], |it| it.1);
            before.iter().any(|it| it.joint == Joint::Over) || atom.legs.iter().any(is_long)
        }
    }
}
