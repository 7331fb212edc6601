//! The ways of one man from one square, step by step: the slow and complete account.
//!
//! In: a rulebook, a kind, a facing, a square. Out: [`Route`]s in a fixed order. The
//! tables are baked from them when a variant is loaded; a refusal is explained by
//! walking them again. Never used while moves are generated.
//!
//! A route is a list of squares where the man may stop, each with what has to be empty
//! on the way to it, the lines and barriers crossed since the last stop, and how a
//! facing is carried. A leap over several paths of links to one square is one stop: a
//! barrier's `leaps` policy says which barriers it meets.

use std::cell::RefCell;
use std::rc::Rc;

use foldhash::HashMap;

use crate::board::{Board, FrameTurn, Heading, Link, Path, Square, leap_paths, ray_paths};
use crate::definition::Leaps;
use crate::variant::{Atom, AtomShape, Direction, KindId, Rulebook, Start};

/// Where a man may stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// The square.
    pub to: Square,
    /// How a facing is carried from the start of the route to here.
    pub turn: FrameTurn,
    /// Nothing, for most.
    met: Option<Rc<Met>>,
}

/// What is met on the way to a stop.
#[derive(Clone, Debug, Default, PartialEq)]
struct Met {
    through: Vec<Square>,
    lines: Vec<u16>,
    barriers: Vec<Crossed>,
}

/// A barrier instance with the link on which it is crossed.
type Crossed = (u16, Square, Square);

impl Stop {
    fn new(to: Square, turn: FrameTurn, met: Met) -> Self {
        let is_free = met.through.is_empty() && met.lines.is_empty() && met.barriers.is_empty();
        Self { to, turn, met: (!is_free).then(|| Rc::new(met)) }
    }
    /// Whether nothing is met on the way to it.
    pub fn is_free(&self) -> bool {
        self.met.is_none()
    }
    /// Squares passed since the last stop that must be empty (lame leaps).
    pub fn through(&self) -> &[Square] {
        self.met.as_ref().map_or(&[], |it| &it.through)
    }
    /// Lines crossed since the start of the route.
    pub fn lines(&self) -> &[u16] {
        self.met.as_ref().map_or(&[], |it| &it.lines)
    }
    /// Barriers crossed since the last stop: (instance, link from, link to).
    pub fn barriers(&self) -> &[Crossed] {
        self.met.as_ref().map_or(&[], |it| &it.barriers)
    }
}

/// One way.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Index of the atom in the movement; the double step has the length of the list.
    pub atom: usize,
    /// It may move without taking.
    pub quiet: bool,
    /// It may take.
    pub capture: bool,
    /// It may take in passing.
    pub passing: bool,
    /// It is the double step: only its last stop counts, and the first must be empty.
    pub double: bool,
    /// Where it may stop, in order.
    pub stops: Rc<[Stop]>,
}

/// All routes of a kind that faces `facing` from `from`; `moved` switches initial atoms off.
/// The double step is not among them: see [`double_routes`].
pub fn routes(book: &Rulebook, kind: KindId, moved: bool, facing: Heading, from: Square) -> Vec<Route> {
    routes_by(book, kind, moved, facing, from, &mut Walked::default())
}

fn routes_by(
    book: &Rulebook,
    kind: KindId,
    moved: bool,
    facing: Heading,
    from: Square,
    walked: &mut Walked,
) -> Vec<Route> {
    let mut all = Vec::new();
    let has_passing_atoms = book.kinds[kind.index()].movement.atoms.iter().any(|it| it.en_passant);
    let takes_passing = book.en_passant.as_ref().is_some_and(|it| it.men >> kind.0 & 1 != 0);
    for (index, atom) in book.kinds[kind.index()].movement.atoms.iter().enumerate() {
        if atom.initial && moved {
            continue;
        }
        let passing = takes_passing && if has_passing_atoms { atom.en_passant } else { atom.capture };
        let (quiet, capture) = (atom.quiet, atom.capture);
        let route = |stops| Route { atom: index, quiet, capture, passing, double: false, stops };
        let starts = walked.starts.entry((kind, index, facing));
        let starts = Rc::clone(starts.or_insert_with(|| atom.starts(&book.board, facing).into()));
        let mut all_ways = AllWays::default();
        for start in starts.iter() {
            match atom.shape {
                AtomShape::Straight(1) | AtomShape::Diagonal(1) => {
                    all.extend(walked.rays(book, from, start.heading, atom.range).iter().cloned().map(route));
                }
                _ => all.extend(leap_ways(book, atom, *start, from, &mut all_ways).into_iter().map(route)),
            }
        }
    }
    all
}

/// The double steps of a kind from a square: its quiet single steps forward, straight or
/// diagonal, taken twice. Whether the man may take one there is the caller's question.
pub fn double_routes(book: &Rulebook, kind: KindId, facing: Heading, from: Square) -> Vec<Route> {
    double_routes_by(book, kind, facing, from, &mut Walked::default())
}

fn double_routes_by(book: &Rulebook, kind: KindId, facing: Heading, from: Square, walked: &mut Walked) -> Vec<Route> {
    let atom = book.kinds[kind.index()].movement.atoms.len();
    let route = |stops| Route { atom, quiet: true, capture: false, passing: false, double: true, stops };
    let starts = walked.double_starts.entry((kind, facing));
    let starts = Rc::clone(starts.or_insert_with(|| double_starts(book, kind, facing).into()));
    let mut all = Vec::new();
    for start in starts.iter() {
        let rays = walked.rays(book, from, start.heading, 2).iter();
        all.extend(rays.filter(|it| it.len() == 2 && it[1].to != from).cloned().map(route));
    }
    all
}

/// How a kind that faces so may begin a double step.
fn double_starts(book: &Rulebook, kind: KindId, facing: Heading) -> Vec<Start> {
    let own = &book.kinds[kind.index()];
    let single = |it: &&Atom| matches!(it.shape, AtomShape::Straight(1) | AtomShape::Diagonal(1));
    let mut all = Vec::new();
    for atom in own.movement.atoms.iter().filter(|it| it.quiet && it.range == 1).filter(single) {
        let forward = Atom { directions: Some(vec![Direction::Forward]), ..atom.clone() }.starts(&book.board, facing);
        let mut starts = atom.starts(&book.board, facing);
        starts.retain(|it| !own.is_directed || forward.contains(it));
        all.append(&mut starts);
    }
    all
}

/// Routes that have been walked before: they are asked for again and again while a
/// variant is loaded, by every seat and for every type of a kind.
#[derive(Debug)]
pub struct KnownRoutes<'a> {
    book: &'a Rulebook,
    walked: RefCell<Walked>,
    known: RefCell<HashMap<(KindId, bool, Heading, Square), Rc<Vec<Route>>>>,
    doubles: RefCell<HashMap<(KindId, Heading, Square), Rc<Vec<Route>>>>,
}

impl<'a> KnownRoutes<'a> {
    /// None yet.
    pub fn new(book: &'a Rulebook) -> Self {
        Self { book, walked: RefCell::default(), known: RefCell::default(), doubles: RefCell::default() }
    }

    /// [`routes`], walked once.
    pub fn routes(&self, kind: KindId, moved: bool, facing: Heading, from: Square) -> Rc<Vec<Route>> {
        let own = &self.book.kinds[kind.index()];
        let key = (kind, moved && own.has_initial, if own.is_directed { facing } else { Heading(0) }, from);
        let walk = || Rc::new(routes_by(self.book, key.0, key.1, key.2, key.3, &mut self.walked.borrow_mut()));
        Rc::clone(self.known.borrow_mut().entry(key).or_insert_with(walk))
    }

    /// [`double_routes`], walked once.
    pub fn doubles(&self, kind: KindId, facing: Heading, from: Square) -> Rc<Vec<Route>> {
        let walk = || Rc::new(double_routes_by(self.book, kind, facing, from, &mut self.walked.borrow_mut()));
        Rc::clone(self.doubles.borrow_mut().entry((kind, facing, from)).or_insert_with(walk))
    }
}

/// What men share in their routes.
#[derive(Debug, Default)]
struct Walked {
    /// Rays of single steps, by square, heading and length.
    rays: HashMap<(Square, Heading, u8), Vec<Rc<[Stop]>>>,
    /// How the atoms of a kind start, by its facing.
    starts: HashMap<(KindId, usize, Heading), Rc<[Start]>>,
    /// The same of its double steps.
    double_starts: HashMap<(KindId, Heading), Rc<[Start]>>,
}

impl Walked {
    /// The rays from a square by a heading, no longer than `range` (0: of any length).
    fn rays(&mut self, book: &Rulebook, from: Square, heading: Heading, range: u8) -> &[Rc<[Stop]>] {
        let walk = || match range {
            1 => book.board.steps(from, heading).map(|(to, link)| stops_over(book, [(link, from, *to)])).collect(),
            _ => {
                let paths = ray_paths(&book.board, from, heading, range as usize);
                paths.iter().map(|path| stops_over(book, links(&book.board, from, path))).collect()
            }
        };
        self.rays.entry((from, heading, range)).or_insert_with(walk)
    }
}

/// A single leap: how it starts, its path, whether the long leg goes first.
struct Leap {
    start: Start,
    path: Path,
    long_first: bool,
    /// There is no line and no barrier on its way.
    is_bare: bool,
}

/// The single leaps of an atom from squares, by whatever start.
type AllWays = HashMap<Square, Vec<Leap>>;

/// The stops of a ray over these links.
fn stops_over<'a>(book: &Rulebook, way: impl IntoIterator<Item = (&'a Link, Square, Square)>) -> Rc<[Stop]> {
    let mut turn = FrameTurn::default();
    let mut lines: Vec<u16> = Vec::new();
    // What stops behind the last line have met.
    let mut since: Option<Rc<Met>> = None;
    let stop = |(link, at, to): (&Link, Square, Square)| {
        turn = turn.then(link.turn, book.board.headings);
        if link.lines.is_empty() && link.barriers.is_empty() {
            return Stop { to, turn, met: since.clone() };
        }
        merge(&mut lines, &link.lines);
        let met = |barriers| Met { through: Vec::new(), lines: lines.clone(), barriers };
        since = Stop::new(to, turn, met(Vec::new())).met;
        Stop::new(to, turn, met(link.barriers.iter().map(|it| (*it, at, to)).collect()))
    };
    way.into_iter().map(stop).collect()
}

fn merge(into: &mut Vec<u16>, more: &[u16]) {
    for line in more {
        if !into.contains(line) {
            into.push(*line);
        }
    }
}

/// The single leaps of an atom by one start.
fn leaps(board: &Board, atom: &Atom, start: Start, from: Square) -> Vec<Leap> {
    let paths = |long: u8, short: u8, long_first: bool| {
        leap_paths(board, from, start.heading, long as usize, short as usize, start.aside, long_first)
            .into_iter()
            .map(move |path| Leap { start, is_bare: is_bare(board, from, &path), path, long_first })
    };
    match atom.shape {
        AtomShape::Straight(n) | AtomShape::Diagonal(n) => paths(n, 0, true).collect(),
        AtomShape::Oblique(long, short) => paths(long, short, true).chain(paths(long, short, false)).collect(),
    }
}

/// Whether no line and no barrier is on a path.
fn is_bare(board: &Board, from: Square, path: &Path) -> bool {
    links(board, from, path).all(|(link, ..)| link.lines.is_empty() && link.barriers.is_empty())
}

/// The stops that one leap can reach from a square. Paths to one square are one stop,
/// unless headings are carried otherwise along them, or, for lame leaps, other squares
/// must be empty on them.
fn leap_stops(book: &Rulebook, atom: &Atom, start: Start, from: Square, all_ways: &mut AllWays) -> Vec<Stop> {
    // Barriers and lines ask all paths of the atom to the square, whichever way they start.
    let all_ways = all_ways.entry(from).or_insert_with(|| {
        let undirected = Atom { directions: None, ..atom.clone() };
        let starts = undirected.starts(&book.board, Heading(0));
        starts.into_iter().flat_map(|it| leaps(&book.board, atom, it, from)).collect()
    });
    let own: Vec<&Leap> = all_ways.iter().filter(|it| it.start == start).collect();
    let mut stops: Vec<Stop> = Vec::with_capacity(1);
    for Leap { path, .. } in &own {
        let through = if atom.lame { passed(path).to_vec() } else { Vec::new() };
        if stops.iter().any(|it| it.to == path.end() && it.turn == path.turn && same_squares(it.through(), &through)) {
            continue;
        }
        // The lines are those of its own paths; a lame leap goes over what it needs empty, and nothing else.
        let own_way = |it: &&Leap| {
            let it = &it.path;
            it.end() == path.end() && it.turn == path.turn && (!atom.lame || same_squares(passed(it), &through))
        };
        let lines = crossed_by_all(book, from, own.iter().copied().filter(own_way));
        let group = all_ways.iter().filter(|it| it.path.end() == path.end());
        let met = Met { through, lines, barriers: barriers_met(book, from, group) };
        stops.push(Stop::new(path.end(), path.turn, met));
    }
    stops
}

/// The squares of a path between its ends.
fn passed(path: &Path) -> &[Square] {
    &path.squares[..path.squares.len() - 1]
}

fn same_squares(a: &[Square], b: &[Square]) -> bool {
    a.len() == b.len() && a.iter().all(|it| b.contains(it))
}

/// The links of a path, each with the squares that it joins.
fn links<'a>(board: &'a Board, from: Square, path: &'a Path) -> impl Iterator<Item = (&'a Link, Square, Square)> {
    let starts = std::iter::once(from).chain(path.squares.iter().copied());
    starts.zip(&path.squares).zip(&path.links).map(|((at, to), index)| (&board.links(at)[*index as usize].1, at, *to))
}

/// The lines that every path of a leap to one square crosses.
fn crossed_by_all<'a>(book: &Rulebook, from: Square, group: impl Iterator<Item = &'a Leap> + Clone) -> Vec<u16> {
    if group.clone().any(|it| it.is_bare) {
        return Vec::new();
    }
    let lines = |leap: &Leap| {
        let mut lines = Vec::new();
        links(&book.board, from, &leap.path).for_each(|it| merge(&mut lines, &it.0.lines));
        lines
    };
    let crossed: Vec<Vec<u16>> = group.map(lines).collect();
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

/// The barriers that a leap meets, given all its paths to one square.
fn barriers_met<'a>(book: &Rulebook, from: Square, group: impl Iterator<Item = &'a Leap> + Clone) -> Vec<Crossed> {
    if group.clone().all(|it| it.is_bare) {
        return Vec::new();
    }
    let crossed = |leap: &Leap| {
        let links = links(&book.board, from, &leap.path);
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

fn leap_ways(book: &Rulebook, atom: &Atom, start: Start, from: Square, all_ways: &mut AllWays) -> Vec<Rc<[Stop]>> {
    if atom.range == 1 {
        return leap_stops(book, atom, start, from, all_ways).into_iter().map(|it| [it].into()).collect();
    }
    let mut done = Vec::new();
    let mut open: Vec<(Square, Vec<Stop>)> = vec![(from, Vec::new())];
    while let Some((at, stops)) = open.pop() {
        let full = atom.range != 0 && stops.len() >= atom.range as usize;
        let last_turn = stops.last().map_or(FrameTurn::default(), |it: &Stop| it.turn);
        let n = book.board.headings;
        let heading = last_turn.apply(start.heading, n);
        let aside = if last_turn.mirrored { -start.aside } else { start.aside };
        // A rider that comes back to a square of its way has come round.
        let came_back = stops
            .split_last()
            .is_some_and(|(last, before)| last.to == from || before.iter().any(|it| it.to == last.to));
        let next =
            if full || came_back { Vec::new() } else { leap_stops(book, atom, Start { heading, aside }, at, all_ways) };
        if next.is_empty() && !stops.is_empty() {
            done.push(stops.into());
            continue;
        }
        for mut stop in next.into_iter().rev() {
            let mut longer = stops.clone();
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
