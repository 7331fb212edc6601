//! The work budget: rejects lines that fork too often and movements with too many paths.
//!
//! Input: the board, the kinds, the seats. Output: diagnostics. All paths of every kind are counted
//! once, from every square and for every player, before any table is built from them. A board that
//! passes can be processed by later passes within their own budgets ([`Budget`]). On a board without
//! forks, a bound that needs no paths usually shows that there are few enough (`bound`). Does not know
//! turns, and ignores other pieces.

mod bound;

use std::collections::BTreeSet;
use std::rc::Rc;

use foldhash::{HashMap, HashSet};

use super::scope::Scope;
use crate::board::{
    Board, Heading, HeadingSymmetry, MAX_PATHS, Path, Square, lame_legs, leaps_within, only_leap, only_ray, rays_within,
};
use crate::definition::Definition;
use crate::diagnostic::{Code, Diagnostics, Span};
use crate::rulebook::{Atom, AtomShape, AtomStart, Budget, Joint, Kind, KindId, Leg, MAX_STEPS, Seat, bent_paths};
use crate::sorting::CompactSort;

/// Maximum number of paths of a lame rider in one direction. They double at each leap, and each needs its own set
/// of empty squares.
const MAX_LAME_PATHS: usize = 64;

/// Suggested fix for too many forks.
const FORKS: &str = "remove forks: links that are added twice (`[board.link.*]`) and edges that are joined more than once (`[board.seam.*]`)";

/// Suggested fix for too many paths with bends.
const BENDS: &str = "have fewer legs, or limit their steps, as in `[R3?sR3]`";

/// Suggested fix for too many paths of a lame rider.
const LAME_LEAPS: &str = "its paths double at each leap: limit the number of leaps, as in `nN3`";

/// The result of one step or leap: the square, the transformation of headings, and the squares that must be empty
/// if it is lame.
type Step = (Square, HeadingSymmetry, BTreeSet<Square>);

/// The properties of an atom that determine its paths: shape, range, whether it is lame, and its legs.
type Stride = (AtomShape, u8, bool, Vec<Leg>);

/// The index of a stride in [`PathCounter::strides`]; a key of caches.
type StrideId = usize;

/// Reports whether an atom is a step to an adjacent square, repeated or not: its paths are rays.
pub(super) fn is_plain(atom: &Atom) -> bool {
    matches!(atom.shape, AtomShape::Straight(1) | AtomShape::Diagonal(1))
}

/// Returns the stops of one start of an atom that bends, each once.
fn bent_stops(board: &Board, atom: &Atom, start: AtomStart, from: Square) -> Vec<Step> {
    let plane = if atom.is_bent_leap() { board.plane() } else { board };
    let mut found: Vec<Step> = Vec::new();
    for bent in bent_paths(plane, atom, start, from, MAX_PATHS).all {
        let stops = bent.path.squares.iter().zip(bent.turns(plane, from)).zip(&bent.joints);
        for ((to, turn), _) in stops.filter(|it| *it.1 == Joint::Stop) {
            let step = (*to, turn, BTreeSet::new());
            if to.index() < board.len() && !found.contains(&step) {
                found.push(step);
            }
        }
    }
    found
}

/// Returns the single steps of one start of an atom, each once, and whether the list is complete. For an atom that bends,
/// these are its stops.
/// `path` is memory to reuse.
pub(super) fn single(board: &Board, atom: &Atom, start: AtomStart, from: Square, path: &mut Path) -> (Vec<Step>, bool) {
    if atom.bends() {
        return (bent_stops(board, atom, start, from), true);
    }
    let n = board.headings;
    let side = Heading((start.heading.0 as i16 + n as i16 + start.aside as i16).rem_euclid(n as i16) as u8);
    let orders = match atom.shape {
        AtomShape::Straight(long) | AtomShape::Diagonal(long) => {
            [Some([(start.heading, long as usize), (side, 0)]), None]
        }
        AtomShape::Oblique(long, short) if atom.lame => {
            [Some(lame_legs(board, start.heading, long.into(), short.into(), start.aside)), None]
        }
        AtomShape::Oblique(long, short) => {
            let (long, short) = ((start.heading, long as usize), (side, short as usize));
            [Some([long, short]), Some([short, long])]
        }
        AtomShape::Zigzag(_) | AtomShape::Bent => [None, None],
    };
    let plane = if atom.lame { board } else { board.plane() };
    let mut found: Vec<Step> = Vec::new();
    let mut add = |path: &Path| {
        if path.end().index() < board.len() {
            let passed = &path.squares[..path.squares.len() - 1];
            let step = (path.end(), path.turn, passed.iter().copied().filter(|_| atom.lame).collect());
            if !found.contains(&step) {
                found.push(step);
            }
        }
    };
    let mut whole = true;
    for legs in orders.into_iter().flatten() {
        if only_leap(plane, from, legs, path) {
            if !path.squares.is_empty() {
                add(path);
            }
            continue;
        }
        let (paths, all) = leaps_within(plane, from, legs, MAX_PATHS);
        whole &= all;
        paths.iter().for_each(&mut add);
    }
    (found, whole)
}

/// The reason why counting stopped.
enum Stop {
    /// A repeated leap has too many paths.
    Forks,
    /// The budget is exhausted.
    Budget,
}

/// Details about why counting stopped.
struct CountingStopped {
    stop: Stop,
    /// The square where the paths begin.
    from: Square,
    /// Maximum number of branches.
    most: usize,
    /// Whether the atom bends.
    bends: bool,
    /// The suggested fix of the error.
    help: &'static str,
}

/// An atom that leaps, with the keys of its caches.
#[derive(Clone, Copy)]
struct Leap<'a> {
    kind: KindId,
    atom: &'a Atom,
    stride: StrideId,
    /// The stride of a single leap.
    once: StrideId,
    /// Maximum number of branches.
    most: usize,
}

/// Counts the squares on all paths, each path once.
struct PathCounter<'a> {
    board: &'a Board,
    budget: Budget,
    rays: HashMap<(Square, Heading, u8), usize>,
    strides: Vec<Stride>,
    singles: HashMap<(StrideId, AtomStart, Square), Rc<(Vec<Step>, bool)>>,
    leaps: HashMap<(StrideId, AtomStart, Square), usize>,
    /// The last ray or leap, if it did not fork.
    path: Path,
}

impl<'a> PathCounter<'a> {
    fn new(board: &'a Board) -> Self {
        let (mut rays, singles, leaps) = (HashMap::default(), HashMap::default(), HashMap::default());
        // A king and a queen need a ray of one step and a whole one from each square with each heading.
        rays.reserve(2 * board.len() * usize::from(board.headings));
        Self { board, budget: Budget::default(), rays, strides: Vec::new(), singles, leaps, path: Path::default() }
    }

    /// Returns the index of a stride.
    fn stride(&mut self, stride: Stride) -> StrideId {
        self.strides.iter().position(|it| *it == stride).unwrap_or_else(|| {
            self.strides.push(stride);
            self.strides.len() - 1
        })
    }

    fn spend(&self, kind: KindId, steps: usize) -> Result<(), Stop> {
        if self.budget.spend(kind, steps) { Ok(()) } else { Err(Stop::Budget) }
    }

    /// Counts the squares on all rays from a square with a heading.
    fn ray(&mut self, kind: KindId, from: Square, heading: Heading, range: u8) -> Result<usize, Stop> {
        if let Some(known) = self.rays.get(&(from, heading, range)) {
            return Ok(*known);
        }
        let squares = if only_ray(self.board, from, heading, usize::from(range), &mut self.path) {
            self.path.squares.len()
        } else {
            let (paths, whole) = rays_within(self.board, from, heading, usize::from(range), MAX_PATHS);
            if !whole {
                return Err(Stop::Forks);
            }
            paths.iter().map(|it| it.squares.len()).sum()
        };
        self.spend(kind, squares)?;
        self.rays.insert((from, heading, range), squares);
        Ok(squares)
    }

    /// Returns the single steps of one start of an atom, each once, and whether the list is complete.
    fn single(&mut self, leap: Leap<'_>, start: AtomStart, at: Square) -> Result<Rc<(Vec<Step>, bool)>, Stop> {
        let Leap { kind, atom, once, .. } = leap;
        let key = (once, start, at);
        if let Some(known) = self.singles.get(&key) {
            return Ok(Rc::clone(known));
        }
        let found = Rc::new(single(self.board, atom, start, at, &mut self.path));
        let legs = match atom.shape {
            AtomShape::Straight(long) | AtomShape::Diagonal(long) => usize::from(long),
            AtomShape::Oblique(long, short) => usize::from(long + short) * 2,
            AtomShape::Zigzag(_) | AtomShape::Bent => 0,
        };
        self.spend(kind, legs + found.0.len())?;
        self.singles.insert(key, Rc::clone(&found));
        Ok(found)
    }

    /// Counts the squares on all paths of a leap, repeated or not.
    fn leap(&mut self, leap: Leap<'_>, start: AtomStart, from: Square) -> Result<usize, Stop> {
        let Leap { kind, atom, stride, most, .. } = leap;
        let key = (stride, start, from);
        if let Some(known) = self.leaps.get(&key) {
            return Ok(*known);
        }
        if atom.bends() {
            let paths = bent_paths(self.board.plane(), atom, start, from, most);
            let squares = paths.all.iter().map(|it| it.joints.len()).sum();
            self.spend(kind, paths.steps.max(squares))?;
            self.leaps.insert(key, squares);
            return if paths.is_whole { Ok(squares) } else { Err(Stop::Forks) };
        }
        if atom.range == 1 {
            self.spend(kind, 1)?;
            let next = self.single(leap, start, from)?;
            let squares = next.0.len();
            if squares > most || !next.1 && squares > 0 {
                return Err(Stop::Forks);
            }
            self.spend(kind, squares)?;
            self.leaps.insert(key, squares);
            return Ok(squares);
        }
        let mut open = vec![(vec![from], start)];
        let (mut ways, mut squares) = (0, 0);
        while let Some((way, start)) = open.pop() {
            let at = way[way.len() - 1];
            let came_back = way[..way.len() - 1].contains(&at);
            let is_full = atom.range != 0 && way.len() > usize::from(atom.range);
            self.spend(kind, 1)?;
            let next = if came_back || is_full { Rc::default() } else { self.single(leap, start, at)? };
            let (next, whole) = (&next.0, next.1 || next.0.is_empty());
            if next.is_empty() {
                ways += 1;
                squares += way.len() - 1;
            }
            if !whole || ways + open.len() + next.len() > most {
                return Err(Stop::Forks);
            }
            for (to, turn, _) in next.iter().skip(1) {
                open.push(onward(self.board, way.clone(), start, *to, *turn));
            }
            if let Some((to, turn, _)) = next.first() {
                open.push(onward(self.board, way, start, *to, *turn));
            }
        }
        self.leaps.insert(key, squares);
        Ok(squares)
    }

    /// Counts all paths of a kind, from every square and for every player.
    fn count(&mut self, id: KindId, kind: &Kind, seats: &[Seat], is_turned: bool) -> Result<(), CountingStopped> {
        let board = self.board;
        let facings = facings(board, kind, seats, is_turned);
        for atom in &kind.movement.atoms {
            let most = if atom.lame { MAX_LAME_PATHS } else { MAX_PATHS };
            let is_plain = is_plain(atom);
            let help = match atom.lame && atom.range == 0 {
                _ if atom.bends() => BENDS,
                true => LAME_LEAPS,
                false => FORKS,
            };
            let stride = self.stride((atom.shape, atom.range, atom.lame, atom.legs.clone()));
            let once = self.stride((atom.shape, 1, atom.lame, Vec::new()));
            let leap = Leap { kind: id, atom, stride, once, most };
            // Whether a leap forks does not depend on the heading of the piece.
            let undirected = Atom { directions: None, ..atom.clone() };
            let all_starts = if is_plain { Vec::new() } else { undirected.starts(board, Heading(0)) };
            let starts: Vec<(Vec<AtomStart>, usize)> =
                facings.iter().map(|(facing, players)| (atom.starts(board, *facing), *players)).collect();
            for from in board.squares() {
                let error = |stop| CountingStopped { stop, from, most, bends: atom.bends(), help };
                for start in &all_starts {
                    self.leap(leap, *start, from).map_err(error)?;
                }
                for (starts, players) in &starts {
                    for start in starts {
                        let squares = match is_plain {
                            true => self.ray(id, from, start.heading, atom.range),
                            false => self.leap(leap, *start, from),
                        };
                        // Following a path again for another player costs a quarter of the steps.
                        let again = squares.map_err(error)? * players;
                        self.spend(id, again.div_ceil(4)).map_err(error)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Returns the headings in which pieces of a kind can face, and the number of players whose pieces have each.
fn facings(board: &Board, kind: &Kind, seats: &[Seat], is_turned: bool) -> Vec<(Heading, usize)> {
    match (kind.is_directed, is_turned) {
        (false, _) => vec![(Heading(0), seats.len())],
        (true, false) => seats.iter().map(|it| (it.faces, 1)).collect(),
        (true, true) => (0..board.headings).map(|it| (Heading(it), seats.len())).collect(),
    }
}

/// Extends a path by one step.
fn onward(
    board: &Board,
    mut way: Vec<Square>,
    start: AtomStart,
    to: Square,
    turn: HeadingSymmetry,
) -> (Vec<Square>, AtomStart) {
    let aside = if turn.mirrored { -start.aside } else { start.aside };
    way.push(to);
    (way, AtomStart { heading: turn.apply(start.heading, board.headings), aside })
}

/// Reports boards on which a line, a leap or a rider has too many branches, and movements with too many paths.
/// Returns the number of steps, or an upper bound of it, if there is no error.
pub(super) fn measure_work(
    scope: &Scope,
    board: &Board,
    kinds: &[Kind],
    seats: &[Seat],
    sink: &mut Diagnostics,
) -> Option<u64> {
    let whole = scope.definition.board.as_ref().map_or(scope.definition.span, |it| it.span);
    let too_many = |span: Span, what: String, from: Square, most: usize, help: &str, sink: &mut Diagnostics| {
        let message = format!("{what} from `{}` has more than {most} branches", board.name(from));
        sink.error(Code::TooMany, span, message).help(help);
        None
    };
    // Without forks, every line has one branch.
    let plane = board.plane();
    let is_forked = plane.squares().any(|it| plane.links(it).windows(2).any(|it| it[0].1.heading == it[1].1.heading));
    let is_turned = board.squares().any(|it| board.links(it).iter().any(|it| it.1.turn != HeadingSymmetry::default()));
    let bound = if is_forked { None } else { bound::most_steps(board, kinds, seats, is_turned) };
    // The tests count the paths, too, and compare.
    if bound.is_some() && !cfg!(debug_assertions) {
        return bound;
    }
    let mut lines = PathCounter::new(board);
    for from in board.squares().filter(|_| is_forked) {
        for heading in (0..board.headings).map(Heading) {
            match lines.ray(KindId(0), from, heading, 0) {
                Ok(_) => {}
                Err(Stop::Forks) => {
                    let what = format!("the line {}", board.heading_name(heading));
                    return too_many(whole, what, from, MAX_PATHS, FORKS, sink);
                }
                Err(Stop::Budget) => {
                    let message = format!("the lines of this board pass more than {MAX_STEPS} squares");
                    sink.error(Code::TooMany, whole, message).help(FORKS);
                    return None;
                }
            }
        }
    }
    let mut counter = PathCounter { budget: Budget::default(), ..lines };
    // The author's own kinds come first, so that messages name one of them.
    let is_own = |kind: &Kind| scope.definition.pieces.iter().any(|it| it.0.value == kind.name && it.0.span.file == 0);
    let mut all: Vec<(&Kind, KindId)> = kinds.iter().zip((0..).map(KindId)).collect();
    all.compact_sort_by_key(|it| !is_own(it.0));
    for (kind, id) in all {
        match counter.count(id, kind, seats, is_turned) {
            Ok(()) => {}
            Err(CountingStopped { stop: Stop::Budget, .. }) => {
                refuse(scope.definition, &kinds[counter.budget.costliest().index()].name, sink);
                return None;
            }
            Err(CountingStopped { from, most, bends, help, .. }) => {
                let piece = scope.definition.pieces.iter().find(|it| it.0.value == kind.name);
                let what = format!("the {} of `{}`", if bends { "path" } else { "leap" }, kind.name);
                return too_many(piece.map_or(whole, |it| it.0.span), what, from, most, help, sink);
            }
        }
    }
    let steps = counter.budget.steps();
    debug_assert!(bound.is_none_or(|it| it >= steps), "the paths take {steps} steps, more than the bound {bound:?}");
    Some(bound.unwrap_or(steps))
}

/// Reports movements that exceed the budget. `kind` is the kind with the most paths.
pub(crate) fn refuse(definition: &Definition, kind: &str, sink: &mut Diagnostics) {
    // Find the kind that contains the movement: this one, or the closest one that it extends.
    let mut at = definition.pieces.iter().find(|it| it.0.value == kind);
    let name = at.map(|it| it.0.span);
    let mut seen = HashSet::default();
    let movement = loop {
        let Some((name, piece)) = at.filter(|it| seen.insert(&it.0.value)) else { break None };
        if let Some(movement) = &piece.movement {
            break Some((name, movement));
        }
        at = piece.extends.as_ref().and_then(|parent| definition.pieces.iter().find(|it| it.0.value == parent.value.0));
    };
    let message = format!("the movements take more than {MAX_STEPS} steps to compute, most of them for `{kind}`");
    let span = movement.map(|it| it.1.span).or(name).filter(|it| it.file == 0);
    // If the kind is inherited, the author's own choice is the board.
    let patch = || definition.patches.iter().map(|it| it.0.span).find(|it| it.file == 0);
    let span = span.or_else(patch).unwrap_or(definition.span);
    sink.error(Code::TooMany, span, message).help(
        "limit how often a step repeats, for example `movement = \"NN3\"`, or have fewer riders or fewer squares; \
         each square of each way counts, from every square of the board and for every player",
    );
}
