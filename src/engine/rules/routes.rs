//! Routes: all ways in which a piece can travel from a square, step by step.
//!
//! Contains the complete but slow account of movement. The tables are built from it when a variant
//! is loaded, and a refusal is explained by walking the routes again. Move generation never uses
//! it.
//!
//! Input: a rulebook, a kind, a facing and a square. Output: [`Route`]s in a fixed order. Does not
//! know positions.
//!
//! A route is a list of [`Stop`]s: the squares where the piece may end its move. Each stop has the
//! squares that must be empty, the lines and barriers crossed on the way, and the change of facing.
//! A leap with several paths to one square is one stop. The `leaps` policy of a barrier says which
//! of its paths count.

mod bent;
mod leaps;

use std::cell::RefCell;
use std::rc::Rc;

use foldhash::HashMap;

use crate::board::{Board, Heading, HeadingSymmetry, Link, Path, Square, only_ray, ray_paths};
use crate::rulebook::{Atom, AtomShape, AtomStart, Budget, Direction, Hop, KindId, Leg, Rulebook};
use bent::bent_stops;
use leaps::{LeapCache, LeapWalk};

/// Typical maximum number of routes of a piece, used to reserve memory.
const TYPICAL_ROUTES: usize = 8;

/// A square where a piece may end its move.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// The square of the stop.
    pub to: Square,
    /// How the facing changes from the start of the route to this stop.
    pub turn: HeadingSymmetry,
    /// Everything that the route crosses; `None` for most stops.
    met: Option<Rc<Crossings>>,
}

/// The squares, lines and barriers that a route passes before a stop.
#[derive(Clone, Debug, Default, PartialEq)]
struct Crossings {
    through: Vec<Square>,
    lines: Vec<u16>,
    barriers: Vec<Crossed>,
}

/// A barrier instance, with the start and the end of the link that crosses it.
type Crossed = (u16, Square, Square);

impl Stop {
    fn new(to: Square, turn: HeadingSymmetry, met: Crossings) -> Self {
        let is_free = met.through.is_empty() && met.lines.is_empty() && met.barriers.is_empty();
        Self { to, turn, met: (!is_free).then(|| Rc::new(met)) }
    }
    /// Returns the squares passed since the last stop that must be empty (lame leaps).
    pub fn through(&self) -> &[Square] {
        self.met.as_ref().map_or(&[], |it| &it.through)
    }
    /// Returns the lines crossed since the start of the route.
    pub fn lines(&self) -> &[u16] {
        self.met.as_ref().map_or(&[], |it| &it.lines)
    }
    /// Returns the barriers crossed since the last stop, as (instance, link from, link to).
    pub fn barriers(&self) -> &[Crossed] {
        self.met.as_ref().map_or(&[], |it| &it.barriers)
    }
}

/// Why a piece cannot reach a stop of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouteObstacle {
    /// The piece on this square is in the way.
    Piece(Square),
    /// The route needs exactly one hurdle, and there is none in the right place, or a second one.
    NoHurdle,
    /// The route needs a hurdle, and the piece may not jump over the one on this square.
    WrongHurdle(Square),
}

/// One route of a piece from a square.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Index of the atom in the movement; the number of atoms for the double step.
    pub atom: usize,
    /// Moves without a capture are allowed.
    pub quiet: bool,
    /// Captures are allowed.
    pub capture: bool,
    /// En passant captures are allowed.
    pub en_passant: bool,
    /// It is the double step: only its last stop counts, and the first must be empty.
    pub double: bool,
    /// It must jump over a hurdle: exactly one of the stops before the last one is occupied.
    pub hop: Option<Hop>,
    /// It is a single leap: its hurdle is on one of the squares passed, not on a stop.
    pub leaps: bool,
    /// It crosses nothing, jumps over nothing and does not return to its origin.
    pub is_free: bool,
    /// The stops in order of travel.
    pub stops: Rc<[Stop]>,
}

impl Route {
    /// Returns the index of the stop on a square where the route may end.
    pub fn stop_at(&self, to: u16) -> Option<usize> {
        let index = self.stops.iter().position(|it| it.to.0 == to)?;
        (!self.double || index + 1 == self.stops.len()).then_some(index)
    }

    /// Reports whether a square must be empty for the piece to reach a stop.
    pub fn needs_empty(&self, square: Square, stop: usize) -> bool {
        self.hop.is_none() && self.stops[..stop].iter().any(|it| it.to == square)
            || !self.leaps && self.stops[..=stop].iter().any(|it| it.through().contains(&square))
    }

    /// Returns the stops on a square where the route may end. A line that crosses itself can meet a
    /// square twice. The first visit then decides, except for a hopper, which may have its hurdle only
    /// before the second.
    pub fn stops_at(&self, to: u16) -> impl Iterator<Item = usize> + '_ {
        let most = if self.hop.is_some() { self.stops.len() } else { 1 };
        let all = self.stops.iter().enumerate().filter(move |it| it.1.to.0 == to).map(|it| it.0).take(most);
        all.filter(|it| !self.double || it + 1 == self.stops.len())
    }

    /// Returns why a piece cannot reach a stop, given the occupied squares and the pieces over which it
    /// may jump. Ignores what is on the stop itself.
    pub fn obstacle(
        &self,
        stop: usize,
        is_occupied: impl Fn(Square) -> bool,
        is_hurdle: impl Fn(Square) -> bool,
    ) -> Option<RouteObstacle> {
        if self.leaps {
            return self.obstacle_of_leap(is_occupied, is_hurdle);
        }
        let (mut hurdle, mut second) = (None, false);
        for (number, it) in self.stops[..=stop].iter().enumerate() {
            if let Some(at) = it.through().iter().find(|it| is_occupied(**it)) {
                return Some(RouteObstacle::Piece(*at));
            }
            if number == stop || !is_occupied(it.to) {
                continue;
            }
            if self.hop.is_none() {
                return Some(RouteObstacle::Piece(it.to));
            }
            // A second piece on the line is no fault of that piece: it could be the hurdle, too.
            second |= hurdle.is_some();
            hurdle = hurdle.or(Some(number));
        }
        match (self.hop, hurdle) {
            _ if second => Some(RouteObstacle::NoHurdle),
            (Some(Hop::Beyond), None) => Some(RouteObstacle::NoHurdle),
            (Some(Hop::Behind), hurdle) if hurdle.map(|it| it + 1) != Some(stop) => Some(RouteObstacle::NoHurdle),
            (_, hurdle) => {
                hurdle.map(|it| self.stops[it].to).filter(|it| !is_hurdle(*it)).map(RouteObstacle::WrongHurdle)
            }
        }
    }

    /// Returns the same for a single leap over a hurdle.
    fn obstacle_of_leap(
        &self,
        is_occupied: impl Fn(Square) -> bool,
        is_hurdle: impl Fn(Square) -> bool,
    ) -> Option<RouteObstacle> {
        let passed = self.stops.first().map_or(&[][..], Stop::through);
        let mut pieces = passed.iter().copied().filter(|it| is_occupied(*it));
        match (pieces.next(), pieces.next()) {
            (None, _) | (Some(_), Some(_)) => Some(RouteObstacle::NoHurdle),
            (Some(only), None) if self.hop == Some(Hop::Behind) && passed.last() != Some(&only) => {
                Some(RouteObstacle::NoHurdle)
            }
            (Some(only), None) => (!is_hurdle(only)).then_some(RouteObstacle::WrongHurdle(only)),
        }
    }

    /// Returns the square passed and the destination, if the route is a double step of the movement
    /// itself.
    pub fn own_double_step(&self, atoms: &[Atom]) -> Option<(Square, Square)> {
        atoms.get(self.atom).filter(|it| it.is_double_step())?;
        match &*self.stops {
            [only] => only.through().first().map(|it| (*it, only.to)),
            [first, second, ..] => Some((first.to, second.to)),
            _ => None,
        }
    }
}

/// Stops from a square, and whether the route is free; see [`Route::is_free`].
type StopList = (Rc<[Stop]>, bool);

fn mark_free(from: Square, stops: Rc<[Stop]>) -> StopList {
    let is_free = stops.iter().all(|it| it.met.is_none() && it.to != from);
    (stops, is_free)
}

/// Returns all routes of a kind from `from`. If `moved` is set, initial atoms are left out. Double
/// steps are separate; see [`double_routes`].
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
    let mut all = Vec::with_capacity(TYPICAL_ROUTES);
    let has_en_passant_atoms = book.kinds[kind.index()].movement.atoms.iter().any(|it| it.en_passant);
    let captures_en_passant = book.en_passant.as_ref().is_some_and(|it| it.pieces >> kind.0 & 1 != 0);
    let atoms = &book.kinds[kind.index()].movement.atoms;
    // The atoms that wait for the others come last.
    let by_order = |waits: bool| atoms.iter().enumerate().filter(move |it| it.1.otherwise == waits);
    let leads_on = |it: &Route| atoms[it.atom].is_waited_for() && it.stops.iter().any(|it| it.to != from);
    let mut goes_on = None;
    for (index, atom) in by_order(false).chain(by_order(true)) {
        if atom.initial && moved {
            continue;
        }
        if atom.otherwise && *goes_on.get_or_insert_with(|| all.iter().any(leads_on)) {
            break;
        }
        let en_passant = captures_en_passant && if has_en_passant_atoms { atom.en_passant } else { atom.capture };
        let (quiet, capture, hop, leaps) = (atom.quiet, atom.capture, atom.hop, atom.leaps_over_hurdle());
        let route = |(stops, is_free): StopList| {
            // A piece cannot jump over itself, so a hopper does not come back to its square.
            let back = stops.iter().position(|it| it.to == from).filter(|_| hop.is_some());
            let stops = back.map_or_else(|| Rc::clone(&stops), |it| stops[..it].into());
            let is_free = is_free && hop.is_none();
            Route { atom: index, quiet, capture, en_passant, double: false, hop, leaps, is_free, stops }
        };
        let starts = walked.starts.entry((kind, index, facing));
        let starts = Rc::clone(starts.or_insert_with(|| atom.starts(&book.board, facing).into()));
        let budget = Rc::clone(&walked.budget);
        let spend = |steps| budget.spend(kind, steps);
        for start in starts.iter() {
            match atom.shape {
                AtomShape::Straight(1) | AtomShape::Diagonal(1) => {
                    all.extend(walked.rays(book, from, start.heading, atom.range).iter().cloned().map(route));
                }
                _ if atom.bends() && !atom.is_bent_leap() => {
                    let found = bent_stops(book, atom, *start, from, &spend);
                    all.extend(found.into_iter().map(|it| route(mark_free(from, it))));
                }
                _ => {
                    let known = walked.leaps.entry((atom.shape, atom.lame, atom.legs.clone())).or_default();
                    let mut walk = LeapWalk { book, atom, known, spend: &spend };
                    let mut found: Vec<Route> =
                        walk.routes(*start, from).into_iter().map(|it| route(mark_free(from, it))).collect();
                    found.retain(|it| !leaps || !it.stops.is_empty() && !it.stops[0].through().contains(&from));
                    all.append(&mut found);
                }
            }
        }
    }
    all
}

/// Returns the double steps of a kind from a square: two quiet single steps forward, straight or
/// diagonal. The caller decides whether the piece may take one there.
pub fn double_routes(book: &Rulebook, kind: KindId, facing: Heading, from: Square) -> Vec<Route> {
    double_routes_by(book, kind, facing, from, &mut Walked::default())
}

fn double_routes_by(book: &Rulebook, kind: KindId, facing: Heading, from: Square, walked: &mut Walked) -> Vec<Route> {
    let atom = book.kinds[kind.index()].movement.atoms.len();
    let (quiet, capture, en_passant, double, hop, leaps) = (true, false, false, true, None, false);
    let route = |(stops, is_free)| Route { atom, quiet, capture, en_passant, double, hop, leaps, is_free, stops };
    let starts = walked.double_starts.entry((kind, facing));
    let starts = Rc::clone(starts.or_insert_with(|| double_starts(book, kind, facing).into()));
    let mut all = Vec::new();
    for start in starts.iter() {
        let rays = walked.rays(book, from, start.heading, 2).iter();
        all.extend(rays.filter(|(it, _)| it.len() == 2 && it[1].to != from).cloned().map(route));
    }
    all
}

/// Returns the starts of the double steps of a kind with a given facing.
fn double_starts(book: &Rulebook, kind: KindId, facing: Heading) -> Vec<AtomStart> {
    let own = &book.kinds[kind.index()];
    let single = |it: &&Atom| matches!(it.shape, AtomShape::Straight(1) | AtomShape::Diagonal(1));
    let mut all = Vec::new();
    for atom in own.movement.atoms.iter().filter(|it| it.quiet && it.range == 1 && !it.otherwise).filter(single) {
        let forward = Atom { directions: Some(vec![Direction::Forward]), ..atom.clone() }.starts(&book.board, facing);
        let mut starts = atom.starts(&book.board, facing);
        starts.retain(|it| !own.is_directed || forward.contains(it));
        all.append(&mut starts);
    }
    all
}

/// A cache of routes. While a variant is loaded, every seat and type of a kind needs the same
/// routes.
///
/// All work on routes counts against one budget. Once it is exhausted, there are no more routes.
/// The passes then end soon, and their result is discarded.
#[derive(Debug)]
pub struct RouteCache<'a> {
    book: &'a Rulebook,
    budget: Rc<Budget>,
    none: Rc<Vec<Route>>,
    walked: RefCell<Walked>,
    known: RefCell<HashMap<(KindId, bool, Heading, Square), Rc<Vec<Route>>>>,
    doubles: RefCell<HashMap<(KindId, Heading, Square), Rc<Vec<Route>>>>,
}

impl<'a> RouteCache<'a> {
    /// Creates an empty cache.
    pub fn new(book: &'a Rulebook) -> Self {
        let mut walked = Walked::default();
        walked.rays.reserve(2 * book.board.len() * usize::from(book.board.headings));
        let mut known = HashMap::default();
        known.reserve(book.board.len() * book.kinds.len());
        Self {
            book,
            budget: Rc::clone(&walked.budget),
            none: Rc::default(),
            walked: RefCell::new(walked),
            known: RefCell::new(known),
            doubles: RefCell::default(),
        }
    }

    /// Returns the budget with the steps spent so far.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Returns the result of [`routes`] from the cache.
    pub fn routes(&self, kind: KindId, moved: bool, facing: Heading, from: Square) -> Rc<Vec<Route>> {
        if !self.budget.spend(kind, 1) {
            return Rc::clone(&self.none);
        }
        let own = &self.book.kinds[kind.index()];
        let key = (kind, moved && own.has_initial, if own.is_directed { facing } else { Heading(0) }, from);
        let walk = || Rc::new(routes_by(self.book, key.0, key.1, key.2, key.3, &mut self.walked.borrow_mut()));
        Rc::clone(self.known.borrow_mut().entry(key).or_insert_with(walk))
    }

    /// Returns the result of [`double_routes`] from the cache.
    pub fn doubles(&self, kind: KindId, facing: Heading, from: Square) -> Rc<Vec<Route>> {
        if !self.budget.spend(kind, 1) {
            return Rc::clone(&self.none);
        }
        let walk = || Rc::new(double_routes_by(self.book, kind, facing, from, &mut self.walked.borrow_mut()));
        Rc::clone(self.doubles.borrow_mut().entry((kind, facing, from)).or_insert_with(walk))
    }
}

/// Parts of routes that pieces share.
#[derive(Debug, Default)]
struct Walked {
    /// The budget with the steps spent so far.
    budget: Rc<Budget>,
    /// Leaps, by shape, whether they are lame, and legs.
    leaps: HashMap<(AtomShape, bool, Vec<Leg>), LeapCache>,
    /// Rays of single steps, by square, heading and length.
    rays: HashMap<(Square, Heading, u8), Vec<StopList>>,
    /// The starts of the atoms of a kind, by its facing.
    starts: HashMap<(KindId, usize, Heading), Rc<[AtomStart]>>,
    /// The starts of the double steps of a kind, by its facing.
    double_starts: HashMap<(KindId, Heading), Rc<[AtomStart]>>,
    /// A buffer: the last ray, if it did not fork.
    path: Path,
}

impl Walked {
    /// Returns the rays from a square along a heading. `range` is their maximum length, or 0 for
    /// any length.
    fn rays(&mut self, book: &Rulebook, from: Square, heading: Heading, range: u8) -> &[StopList] {
        let walk = || match range {
            1 => {
                let steps = book.board.steps(from, heading);
                steps.map(|(to, link)| mark_free(from, stops_along(book, [(link, from, *to)]))).collect()
            }
            _ if only_ray(&book.board, from, heading, range as usize, &mut self.path) => {
                let path = Some(&self.path).filter(|it| !it.squares.is_empty());
                path.iter().map(|it| mark_free(from, stops_along(book, links(&book.board, from, it)))).collect()
            }
            _ => {
                let paths = ray_paths(&book.board, from, heading, range as usize);
                paths.iter().map(|path| mark_free(from, stops_along(book, links(&book.board, from, path)))).collect()
            }
        };
        self.rays.entry((from, heading, range)).or_insert_with(walk)
    }
}

/// Returns the stops of a ray along a sequence of links.
fn stops_along<'a>(book: &Rulebook, way: impl IntoIterator<Item = (&'a Link, Square, Square)>) -> Rc<[Stop]> {
    let mut turn = HeadingSymmetry::default();
    let mut lines: Vec<u16> = Vec::new();
    // The lines crossed so far, for all stops after the last of them.
    let mut since: Option<Rc<Crossings>> = None;
    let stop = |(link, at, to): (&Link, Square, Square)| {
        turn = turn.then(link.turn, book.board.headings);
        if link.lines.is_empty() && link.barriers.is_empty() {
            return Stop { to, turn, met: since.clone() };
        }
        merge(&mut lines, &link.lines);
        let met = |barriers| Crossings { through: Vec::new(), lines: lines.clone(), barriers };
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

/// Returns the links of a path, each with the two squares that it joins.
fn links<'a>(board: &'a Board, from: Square, path: &'a Path) -> impl Iterator<Item = (&'a Link, Square, Square)> {
    let starts = std::iter::once(from).chain(path.squares.iter().copied());
    starts.zip(&path.squares).zip(&path.links).map(|((at, to), index)| (&board.links(at)[*index as usize].1, at, *to))
}
