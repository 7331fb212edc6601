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

mod leaps;

use std::cell::RefCell;
use std::rc::Rc;

use foldhash::HashMap;

use crate::board::{Board, FrameTurn, Heading, Link, Path, Square, only_ray, ray_paths};
use crate::variant::{Atom, AtomShape, Budget, Direction, KindId, Rulebook, Start};
use leaps::{Known, leap_ways};

/// So many ways, or fewer, most men have.
const MOST_WAYS: usize = 8;

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
    /// Nothing is met on it, and it does not come back to where it began.
    pub is_free: bool,
    /// Where it may stop, in order.
    pub stops: Rc<[Stop]>,
}

impl Route {
    /// Which stop a square is, if the route leads there.
    pub fn stop_at(&self, to: u16) -> Option<usize> {
        let index = self.stops.iter().position(|it| it.to.0 == to)?;
        (!self.double || index + 1 == self.stops.len()).then_some(index)
    }

    /// Whether a square has to be empty on the way to a stop.
    pub fn needs_empty(&self, square: Square, stop: usize) -> bool {
        self.stops[..stop].iter().any(|it| it.to == square)
            || self.stops[..=stop].iter().any(|it| it.through().contains(&square))
    }

    /// The square that it passes as a double step of its own, with the square where that ends.
    pub fn own_double_step(&self, atoms: &[Atom]) -> Option<(Square, Square)> {
        atoms.get(self.atom).filter(|it| it.is_double_step())?;
        match &*self.stops {
            [only] => only.through().first().map(|it| (*it, only.to)),
            [first, second] => Some((first.to, second.to)),
            _ => None,
        }
    }
}

/// Stops from a square, and whether they are free: see [`Route::is_free`].
type Way = (Rc<[Stop]>, bool);

fn way(from: Square, stops: Rc<[Stop]>) -> Way {
    let is_free = stops.iter().all(|it| it.met.is_none() && it.to != from);
    (stops, is_free)
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
    let mut all = Vec::with_capacity(MOST_WAYS);
    let has_passing_atoms = book.kinds[kind.index()].movement.atoms.iter().any(|it| it.en_passant);
    let takes_passing = book.en_passant.as_ref().is_some_and(|it| it.men >> kind.0 & 1 != 0);
    for (index, atom) in book.kinds[kind.index()].movement.atoms.iter().enumerate() {
        if atom.initial && moved {
            continue;
        }
        let passing = takes_passing && if has_passing_atoms { atom.en_passant } else { atom.capture };
        let (quiet, capture) = (atom.quiet, atom.capture);
        let route = |(stops, is_free)| Route { atom: index, quiet, capture, passing, double: false, is_free, stops };
        let starts = walked.starts.entry((kind, index, facing));
        let starts = Rc::clone(starts.or_insert_with(|| atom.starts(&book.board, facing).into()));
        let budget = Rc::clone(&walked.budget);
        let spend = |steps| budget.spend(kind, steps);
        for start in starts.iter() {
            match atom.shape {
                AtomShape::Straight(1) | AtomShape::Diagonal(1) => {
                    all.extend(walked.rays(book, from, start.heading, atom.range).iter().cloned().map(route));
                }
                _ => {
                    let leaps = walked.leaps.entry((atom.shape, atom.lame)).or_default();
                    let ways = leap_ways(book, atom, *start, from, leaps, &spend);
                    all.extend(ways.into_iter().map(|it| route(way(from, it))));
                }
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
    let (quiet, capture, passing, double) = (true, false, false, true);
    let route = |(stops, is_free)| Route { atom, quiet, capture, passing, double, is_free, stops };
    let starts = walked.double_starts.entry((kind, facing));
    let starts = Rc::clone(starts.or_insert_with(|| double_starts(book, kind, facing).into()));
    let mut all = Vec::new();
    for start in starts.iter() {
        let rays = walked.rays(book, from, start.heading, 2).iter();
        all.extend(rays.filter(|(it, _)| it.len() == 2 && it[1].to != from).cloned().map(route));
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
///
/// Whatever is made of routes is counted in one budget. Once that is exhausted there are no
/// more routes: the passes end soon, and what they made is thrown away.
#[derive(Debug)]
pub struct KnownRoutes<'a> {
    book: &'a Rulebook,
    budget: Rc<Budget>,
    none: Rc<Vec<Route>>,
    walked: RefCell<Walked>,
    known: RefCell<HashMap<(KindId, bool, Heading, Square), Rc<Vec<Route>>>>,
    doubles: RefCell<HashMap<(KindId, Heading, Square), Rc<Vec<Route>>>>,
}

impl<'a> KnownRoutes<'a> {
    /// None yet.
    pub fn new(book: &'a Rulebook) -> Self {
        let walked = Walked::default();
        Self {
            book,
            budget: Rc::clone(&walked.budget),
            none: Rc::default(),
            walked: RefCell::new(walked),
            known: RefCell::default(),
            doubles: RefCell::default(),
        }
    }

    /// The steps that were done for a variant so far.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// [`routes`], walked once.
    pub fn routes(&self, kind: KindId, moved: bool, facing: Heading, from: Square) -> Rc<Vec<Route>> {
        if !self.budget.spend(kind, 1) {
            return Rc::clone(&self.none);
        }
        let own = &self.book.kinds[kind.index()];
        let key = (kind, moved && own.has_initial, if own.is_directed { facing } else { Heading(0) }, from);
        let walk = || Rc::new(routes_by(self.book, key.0, key.1, key.2, key.3, &mut self.walked.borrow_mut()));
        Rc::clone(self.known.borrow_mut().entry(key).or_insert_with(walk))
    }

    /// [`double_routes`], walked once.
    pub fn doubles(&self, kind: KindId, facing: Heading, from: Square) -> Rc<Vec<Route>> {
        if !self.budget.spend(kind, 1) {
            return Rc::clone(&self.none);
        }
        let walk = || Rc::new(double_routes_by(self.book, kind, facing, from, &mut self.walked.borrow_mut()));
        Rc::clone(self.doubles.borrow_mut().entry((kind, facing, from)).or_insert_with(walk))
    }
}

/// What men share in their routes.
#[derive(Debug, Default)]
struct Walked {
    /// The steps that were done.
    budget: Rc<Budget>,
    /// Leaps, by shape, lame or not.
    leaps: HashMap<(AtomShape, bool), Known>,
    /// Rays of single steps, by square, heading and length.
    rays: HashMap<(Square, Heading, u8), Vec<Way>>,
    /// How the atoms of a kind start, by its facing.
    starts: HashMap<(KindId, usize, Heading), Rc<[Start]>>,
    /// The same of its double steps.
    double_starts: HashMap<(KindId, Heading), Rc<[Start]>>,
    /// The last ray, if it did not fork.
    path: Path,
}

impl Walked {
    /// The rays from a square by a heading, no longer than `range` (0: of any length).
    fn rays(&mut self, book: &Rulebook, from: Square, heading: Heading, range: u8) -> &[Way] {
        let walk = || match range {
            1 => {
                let steps = book.board.steps(from, heading);
                steps.map(|(to, link)| way(from, stops_over(book, [(link, from, *to)]))).collect()
            }
            _ if only_ray(&book.board, from, heading, range as usize, &mut self.path) => {
                let path = Some(&self.path).filter(|it| !it.squares.is_empty());
                path.iter().map(|it| way(from, stops_over(book, links(&book.board, from, it)))).collect()
            }
            _ => {
                let paths = ray_paths(&book.board, from, heading, range as usize);
                paths.iter().map(|path| way(from, stops_over(book, links(&book.board, from, path)))).collect()
            }
        };
        self.rays.entry((from, heading, range)).or_insert_with(walk)
    }
}

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

/// The links of a path, each with the squares that it joins.
fn links<'a>(board: &'a Board, from: Square, path: &'a Path) -> impl Iterator<Item = (&'a Link, Square, Square)> {
    let starts = std::iter::once(from).chain(path.squares.iter().copied());
    starts.zip(&path.squares).zip(&path.links).map(|((at, to), index)| (&board.links(at)[*index as usize].1, at, *to))
}
