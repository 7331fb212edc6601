//! Leaps: single leaps and repeated ones.
//!
//! Contains the search for leaps. A leap with several paths to one square is one stop; which lines
//! and barriers it crosses depends on all of these paths.
//!
//! Input: a rulebook, an atom, a start and a square. Output: the [`Stop`]s of each route. Does not
//! know rays of single steps.

use std::rc::Rc;

use foldhash::HashMap;

use super::{Crossed, Crossings, Stop, links, merge};
use crate::board::{
    Board, Heading, HeadingSymmetry, MAX_PATHS, Path, Square, lame_legs, leaps_within, legs, only_leap,
};
use crate::policy::Leaps;
use crate::rulebook::{Atom, AtomShape, AtomStart, Rulebook, bent_paths};

/// Counts steps. Returns `false` once the budget is exhausted.
type Spend<'a> = &'a dyn Fn(usize) -> bool;

/// A single leap along one path.
#[derive(Debug)]
struct LeapEnd {
    /// How the leap starts.
    start: AtomStart,
    /// The destination square.
    end: Square,
    /// The change of facing along the path.
    turn: HeadingSymmetry,
    /// Whether the long leg comes first. A lame or bent leap has one order only, which counts as this one.
    long_first: bool,
    /// The path; `None` if it crosses no line or barrier and no square on it must be empty.
    path: Option<Path>,
}

impl LeapEnd {
    /// Returns the squares on the path that must be empty.
    fn through(&self, atom: &Atom) -> &[Square] {
        let path = self.path.as_ref().filter(|_| atom.lame);
        path.map_or(&[], |it| &it.squares[..it.squares.len() - 1])
    }
}

/// A cache of the single leaps of an atom from each square.
#[derive(Debug, Default)]
pub(super) struct LeapCache {
    from: HashMap<Square, Vec<LeapEnd>>,
    /// The stops of a single leap, by start and square.
    stops: HashMap<(AtomStart, Square), Rc<[Stop]>>,
    /// A buffer: the last path walked.
    path: Path,
}

/// Returns the board whose links the leaps of an atom follow.
fn plane<'a>(book: &'a Rulebook, atom: &Atom) -> &'a Board {
    if atom.lame { &book.board } else { book.board.plane() }
}

impl LeapCache {
    fn all(&mut self, book: &Rulebook, atom: &Atom, from: Square) -> &[LeapEnd] {
        let board = plane(book, atom);
        let walk = || {
            let undirected = Atom { directions: None, ..atom.clone() };
            let starts = undirected.starts(board, Heading(0));
            let mut all = Vec::with_capacity(2 * starts.len());
            for start in starts {
                let of = |long: u8, short: u8, long_first| {
                    legs(board, start.heading, long.into(), short.into(), start.aside, long_first)
                };
                let legs = match atom.shape {
                    AtomShape::Straight(n) | AtomShape::Diagonal(n) => vec![(of(n, 0, true), true)],
                    AtomShape::Oblique(long, short) if atom.lame => {
                        vec![(lame_legs(board, start.heading, long.into(), short.into(), start.aside), true)]
                    }
                    AtomShape::Oblique(long, short) => {
                        vec![(of(long, short, true), true), (of(long, short, false), false)]
                    }
                    AtomShape::Zigzag(_) | AtomShape::Bent => {
                        let paths = bent_paths(board, atom, start, from, MAX_PATHS).all;
                        all.extend(paths.iter().map(|it| leap_end(board, atom, (start, true), from, &it.path)));
                        continue;
                    }
                };
                for legs in legs {
                    leaps(board, atom, legs, start, from, &mut self.path, &mut all);
                }
            }
            // Leaps may cross holes of the board but not end there.
            all.retain(|it| it.end.index() < book.board.len());
            all
        };
        self.from.entry(from).or_insert_with(walk)
    }
}

/// Adds the single leaps of an atom for one start and one order of the legs.
fn leaps(
    board: &Board,
    atom: &Atom,
    (legs, long_first): ([(Heading, usize); 2], bool),
    start: AtomStart,
    from: Square,
    path: &mut Path,
    all: &mut Vec<LeapEnd>,
) {
    let leap = |path: &Path| leap_end(board, atom, (start, long_first), from, path);
    if !only_leap(board, from, legs, path) {
        all.extend(leaps_within(board, from, legs, MAX_PATHS).0.iter().map(leap));
    } else if !path.squares.is_empty() {
        all.push(leap(path));
    }
}

/// Returns a leap along a path, given its start and whether it takes its long leg first.
fn leap_end(board: &Board, atom: &Atom, (start, long_first): (AtomStart, bool), from: Square, path: &Path) -> LeapEnd {
    let mut way = links(board, from, path);
    let keep = atom.lame || way.any(|(link, ..)| !link.lines.is_empty() || !link.barriers.is_empty());
    LeapEnd { start, end: path.end(), turn: path.turn, long_first, path: keep.then(|| path.clone()) }
}

/// The leaps of one atom on one board, with the leaps that are already known.
pub(super) struct LeapWalk<'a> {
    pub book: &'a Rulebook,
    pub atom: &'a Atom,
    pub known: &'a mut LeapCache,
    pub spend: Spend<'a>,
}

impl LeapWalk<'_> {
    /// Returns the stops of one leap from a square. Paths to one square share a stop, unless they
    /// change the facing differently or, for lame leaps, require other squares to be empty.
    fn stops(&mut self, start: AtomStart, from: Square) -> Rc<[Stop]> {
        if let Some(stops) = self.known.stops.get(&(start, from)) {
            return Rc::clone(stops);
        }
        let stops: Rc<[Stop]> = self.walk_stops(start, from).into();
        self.known.stops.insert((start, from), Rc::clone(&stops));
        stops
    }

    fn walk_stops(&mut self, start: AtomStart, from: Square) -> Vec<Stop> {
        let (book, atom) = (self.book, self.atom);
        // Barrier policies look at all paths of the atom to the square, whatever their start.
        let all = self.known.all(book, atom, from);
        let passed: usize = all.iter().map(|it| 1 + it.path.as_ref().map_or(0, |it| 4 * it.squares.len())).sum();
        let own = all.iter().filter(|it| it.start == start);
        let board = plane(book, atom);
        let mut stops: Vec<Stop> = Vec::with_capacity(1);
        for leap in own.clone() {
            let through = leap.through(atom);
            let same = |it: &Stop| it.to == leap.end && it.turn == leap.turn && same_squares(it.through(), through);
            if stops.iter().any(same) || !(self.spend)(passed) {
                continue;
            }
            // Lines count only along the paths that share this stop.
            let own_way =
                |it: &&LeapEnd| it.end == leap.end && it.turn == leap.turn && same_squares(it.through(atom), through);
            let lines = crossed_by_all(book, board, from, own.clone().filter(own_way));
            let barriers = barriers_met(book, board, from, all.iter().filter(|it| it.end == leap.end));
            stops.push(Stop::new(leap.end, leap.turn, Crossings { through: through.to_vec(), lines, barriers }));
        }
        stops
    }

    /// Returns the routes of an atom for one start; a repeated leap is as long as its range and the
    /// board allow.
    pub fn routes(&mut self, start: AtomStart, from: Square) -> Vec<Rc<[Stop]>> {
        let (book, atom) = (self.book, self.atom);
        if atom.range == 1 {
            let stops = self.stops(start, from);
            return stops.iter().map(|it| [it.clone()].into()).collect();
        }
        let mut done = Vec::new();
        let mut open: Vec<(Square, Vec<Stop>)> = vec![(from, Vec::new())];
        while let Some((at, mut stops)) = open.pop() {
            if !(self.spend)(1) {
                break;
            }
            let full = atom.range != 0 && stops.len() >= atom.range as usize;
            let last_turn = stops.last().map_or(HeadingSymmetry::default(), |it: &Stop| it.turn);
            let n = book.board.headings;
            let heading = last_turn.apply(start.heading, n);
            let aside = if last_turn.mirrored { -start.aside } else { start.aside };
            // A repeated leap ends when it returns to a square of its own route.
            let came_back = stops
                .split_last()
                .is_some_and(|(last, before)| last.to == from || before.iter().any(|it| it.to == last.to));
            let next = match full || came_back {
                true => Rc::default(),
                false => self.stops(AtomStart { heading, aside }, at),
            };
            if next.is_empty() && !stops.is_empty() {
                done.push(stops.into());
                continue;
            }
            for (index, mut stop) in next.iter().cloned().enumerate().rev() {
                let mut longer = if index == 0 { std::mem::take(&mut stops) } else { stops.clone() };
                stop.turn = last_turn.then(stop.turn, n);
                if let Some(last) = longer.last().filter(|it| !it.lines().is_empty()) {
                    let mut met = stop.met.as_deref().cloned().unwrap_or_default();
                    let mut lines = last.lines().to_vec();
                    merge(&mut lines, &met.lines);
                    met.lines = lines;
                    stop.met = Some(Rc::new(met));
                }
                let to = stop.to;
                longer.push(stop);
                open.push((to, longer));
            }
        }
        done
    }
}

fn same_squares(a: &[Square], b: &[Square]) -> bool {
    a.len() == b.len() && a.iter().all(|it| b.contains(it))
}

/// Returns the lines that every path of a leap to one square crosses.
fn crossed_by_all<'a>(
    book: &Rulebook,
    board: &Board,
    from: Square,
    group: impl Iterator<Item = &'a LeapEnd> + Clone,
) -> Vec<u16> {
    if group.clone().any(|it| it.path.is_none()) {
        return Vec::new();
    }
    let lines = |path: &Path| {
        let mut lines = Vec::new();
        links(board, from, path).for_each(|it| merge(&mut lines, &it.0.lines));
        lines
    };
    let crossed: Vec<Vec<u16>> = group.filter_map(|it| it.path.as_ref()).map(lines).collect();
    let mut all = Vec::new();
    for line in &book.lines {
        let over = |lines: &Vec<u16>| line.instances.iter().any(|it| lines.contains(it));
        if !crossed.is_empty() && crossed.iter().all(over) {
            let own = line.instances.iter().filter(|it| crossed.iter().any(|lines| lines.contains(it)));
            all.extend(own.copied());
        }
    }
    all
}

/// Returns the barriers that a leap crosses, given all its paths to one square.
fn barriers_met<'a>(
    book: &Rulebook,
    board: &Board,
    from: Square,
    group: impl Iterator<Item = &'a LeapEnd> + Clone,
) -> Vec<Crossed> {
    if group.clone().all(|it| it.path.is_none()) {
        return Vec::new();
    }
    let crossed = |leap: &LeapEnd| {
        let links = leap.path.iter().flat_map(|it| links(board, from, it));
        let crossed = links.flat_map(|(link, at, to)| link.barriers.iter().map(move |it| (*it, at, to))).collect();
        (leap.long_first, crossed)
    };
    let crossings: Vec<(bool, Vec<Crossed>)> = group.map(crossed).collect();
    let mut seen: Vec<u16> = crossings.iter().flat_map(|(_, it)| it.iter().map(|it| it.0)).collect();
    seen.sort_unstable();
    seen.dedup();
    let mut out = Vec::new();
    for instance in seen {
        let over = |it: &(bool, Vec<Crossed>)| it.1.iter().any(|it| it.0 == instance);
        let meets = match book.barriers[book.barrier_instances[instance as usize].barrier].leaps {
            Leaps::Exempt => false,
            Leaps::AnyPath => crossings.iter().any(over),
            Leaps::EveryPath => crossings.iter().all(over),
            Leaps::LongLegFirst => {
                let mut first = crossings.iter().filter(|it| it.0).peekable();
                first.peek().is_some() && first.all(over)
            }
        };
        if meets {
            let link = crossings.iter().flat_map(|(_, it)| it).find(|it| it.0 == instance);
            out.extend(link.copied());
        }
    }
    out
}
