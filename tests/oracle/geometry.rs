//! Routes over links: for a kind, a square and a facing, every route of its movement on an empty
//! board. They are computed once from the graph and stored in a list.

use super::aims::{Aim, aims, apart, chosen, is_triangular};
use super::bends::{Landing, bent_leaps, landings};
use foldhash::fast::FixedState;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::ops::Deref;
use std::rc::Rc;
use threefold_engine::board::{Board, Heading, HeadingSymmetry, Link, Square};
use threefold_engine::rulebook::{Atom, AtomShape, Hop, KindId, Promotion, PromotionChoice, Rulebook, SeatId};
use threefold_engine::rules::Piece;

/// One step over one link.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    pub from: Square,
    pub to: Square,
    pub link: Rc<Link>,
}

/// A route of a piece to a square.
#[derive(Clone, Debug)]
pub struct Way {
    /// Index into the movement's atoms.
    pub atom: usize,
    pub to: Square,
    /// Every link, in order.
    pub steps: Vec<Step>,
    /// Squares that must be empty, in order.
    pub passes: Vec<Square>,
    /// For a hopper: how it jumps, and the squares of which exactly one must be occupied.
    pub hop: Option<(Hop, Vec<Square>)>,
    /// How the route transforms headings from its start to its end.
    pub turn: HeadingSymmetry,
    /// For a leap or a chain of leaps, every path of links for each leap, and whether that path
    /// starts with the long leg. Empty for steps and slides.
    pub leaps: Vec<Vec<(bool, Vec<Step>)>>,
}

/// A point of travel: a square, the heading to continue in, and the heading transformation.
#[derive(Clone, Debug)]
pub struct Travel {
    pub at: Square,
    pub onward: Heading,
    pub turn: HeadingSymmetry,
    pub steps: Vec<Step>,
}

/// A kind on a square, with its facing.
type Standing = (KindId, Square, Option<Heading>);

/// All routes of all kinds.
pub struct Geometry {
    ways: Routes,
    doubles: Routes,
    usual: BTreeMap<(SeatId, Square, BTreeSet<usize>), Heading>,
    /// Kinds that have a facing, one bit each.
    pub facing: u32,
}

/// Kinds with a forward direction, and kinds that may promote to a kind with a facing.
fn facing_kinds(book: &Rulebook) -> u32 {
    let mut all: BTreeSet<KindId> =
        (0..book.kinds().len() as u8).map(KindId).filter(|it| book.kinds()[it.index()].is_directed()).collect();
    // A chain of promotions is no longer than the number of kinds.
    for _ in 0..book.kinds().len() {
        let known = all.clone();
        let leads = |it: &Promotion| match it.choice() {
            PromotionChoice::Listed(into) => into.iter().any(|it| known.contains(it)),
            PromotionChoice::BySquare(seats) => seats.iter().flatten().any(|it| known.contains(&it.0)),
            PromotionChoice::FromPool { .. } => !known.is_empty(),
        };
        for rule in book.promotions().iter().filter(|it| leads(it)) {
            all.extend((0..book.kinds().len() as u8).map(KindId).filter(|it| rule.pieces() >> it.0 & 1 == 1));
        }
        for rule in book.promotion_moves().iter().filter(|it| it.becomes().iter().any(|it| known.contains(it))) {
            all.extend((0..book.kinds().len() as u8).map(KindId).filter(|it| rule.pieces() >> it.0 & 1 == 1));
        }
    }
    all.into_iter().fold(0, |sum, it| sum | 1 << it.0)
}

/// Returns the links of a square, by heading, target and onward heading.
pub fn links(board: &Board, from: Square) -> Vec<Step> {
    let edges = board.graph().edges(NodeIndex::new(from.index()));
    let mut steps: Vec<Step> = edges
        .map(|it| Step { from, to: Square(it.target().index() as u16), link: Rc::new(it.weight().clone()) })
        .collect();
    steps.sort_by_key(|it| (it.link.heading(), it.to, it.link.onward()));
    steps
}

/// A board with the links of each square, listed once.
pub struct Field<'a> {
    board: &'a Board,
    links: Vec<Vec<Step>>,
}

impl<'a> Field<'a> {
    fn new(board: &'a Board) -> Self {
        Self { board, links: board.squares().map(|it| links(board, it)).collect() }
    }
}

impl Deref for Field<'_> {
    type Target = Board;

    fn deref(&self) -> &Board {
        self.board
    }
}

/// A board for steps, and the same board with its holes for leaps.
struct Fields<'a> {
    squares: Field<'a>,
    plane: Field<'a>,
}

impl Travel {
    pub fn start(at: Square, onward: Heading) -> Travel {
        Travel { at, onward, turn: HeadingSymmetry::default(), steps: Vec::new() }
    }
    /// Follows one link; returns several points if the heading forks.
    pub fn on(&self, board: &Field<'_>, heading: Heading) -> Vec<Travel> {
        let mut found = Vec::new();
        for step in board.links[self.at.index()].iter().filter(|it| it.link.heading() == heading) {
            let mut next = self.clone();
            next.at = step.to;
            next.onward = step.link.onward();
            next.turn = carry(next.turn, step.link.turn(), board.headings());
            next.steps.push(step.clone());
            found.push(next);
        }
        found
    }
    /// Follows a leg of several links in one direction, given in the headings of the start.
    pub fn leg(&self, board: &Field<'_>, heading: Heading, count: u8) -> Vec<Travel> {
        let mut all = self.on(board, turned(self.turn, heading, board.headings()));
        for _ in 1..count {
            all = all.iter().flat_map(|it| it.on(board, it.onward)).collect();
        }
        all
    }
}

/// Returns a heading after the transformation of the route.
fn turned(turn: HeadingSymmetry, heading: Heading, n: u8) -> Heading {
    let h = if turn.mirrored { n as i16 - heading.0 as i16 } else { heading.0 as i16 };
    Heading((h + turn.steps as i16).rem_euclid(n as i16) as u8)
}

/// Composes two heading transformations, by following two headings.
fn carry(first: HeadingSymmetry, then: HeadingSymmetry, n: u8) -> HeadingSymmetry {
    let north = turned(then, turned(first, Heading(0), n), n);
    let one = turned(then, turned(first, Heading(1), n), n);
    HeadingSymmetry { mirrored: (north.0 + 1) % n != one.0, steps: north.0 }
}

/// Returns the facing of a piece at the end of a route.
pub fn facing_after(way: &Way, piece: &Piece, board: &Board) -> Option<Heading> {
    piece.facing.map(|it| turned(way.turn, it, board.headings()))
}

/// Returns every path that makes one leap or single step in this direction from a point.
fn once(fields: &Fields<'_>, atom: &Atom, from: &Travel, aim: &Aim) -> Vec<(bool, Travel)> {
    // A leap passes over holes that allow it, and lands only on squares.
    let squares = fields.squares.len();
    let board = if atom.lame() || is_single_step(atom) { &fields.squares } else { &fields.plane };
    let mut all: Vec<(bool, Travel)> = match atom.shape() {
        AtomShape::Straight(count) | AtomShape::Diagonal(count) => {
            from.leg(board, aim.heading, count).into_iter().map(|it| (true, it)).collect()
        }
        AtomShape::Oblique(long, short) => {
            let n = board.headings() as i16;
            let side = Heading((aim.heading.0 as i16 + aim.aside as i16).rem_euclid(n) as u8);
            let way = |first: (Heading, u8), then: (Heading, u8)| {
                let one = from.leg(board, first.0, first.1);
                one.iter().flat_map(|it| it.leg(board, then.0, then.1)).collect::<Vec<_>>()
            };
            if atom.lame() && is_triangular(board) {
                let all = way((aim.heading, long), (side, short));
                return all.into_iter().map(|it| (true, it)).filter(|it| it.1.at.index() < squares).collect();
            }
            // A lame leap goes straight first, then diagonally.
            if atom.lame() {
                let diagonal = Heading((aim.heading.0 as i16 + aim.aside as i16 / 2).rem_euclid(n) as u8);
                let all = way((aim.heading, long - short), (diagonal, short));
                return all.into_iter().map(|it| (true, it)).filter(|it| it.1.at.index() < squares).collect();
            }
            let mut all: Vec<(bool, Travel)> = Vec::new();
            all.extend(way((aim.heading, long), (side, short)).into_iter().map(|it| (true, it)));
            all.extend(way((side, short), (aim.heading, long)).into_iter().map(|it| (false, it)));
            all
        }
        // These are in `bends`.
        AtomShape::Zigzag(_) | AtomShape::Bent => Vec::new(),
    };
    all.retain(|it| it.1.at.index() < squares);
    all
}

fn is_single_step(atom: &Atom) -> bool {
    matches!(atom.shape(), AtomShape::Straight(1) | AtomShape::Diagonal(1))
}

/// Returns every path of a leap from a square to each target square, in any direction.
fn all_leaps(fields: &Fields<'_>, atom: &Atom, from: Square) -> BTreeMap<Square, Vec<(bool, Vec<Step>)>> {
    let mut paths: BTreeMap<Square, Vec<(bool, Vec<Step>)>> = BTreeMap::new();
    for aim in aims(&fields.squares, atom, Heading(0)) {
        for (long, travel) in once(fields, atom, &Travel::start(from, aim.heading), &aim) {
            paths.entry(travel.at).or_default().push((long, travel.steps));
        }
    }
    paths
}

/// Returns the routes of one atom that bends. A leap passes over holes, and lands only on squares.
fn bent_ways(fields: &Fields<'_>, number: usize, atom: &Atom, from: Square, facing: Heading) -> Vec<Way> {
    let plane = if atom.is_bent_leap() { &fields.plane } else { &fields.squares };
    let way = |it: Landing| {
        let to = it.travel.at;
        let leaps = match atom.is_bent_leap() {
            true => vec![bent_leaps(plane, atom, from)[&to].clone()],
            false => Vec::new(),
        };
        Way { atom: number, to, steps: it.travel.steps, passes: it.empty, hop: None, turn: it.travel.turn, leaps }
    };
    let all = landings(plane, atom, from, facing).into_iter();
    all.filter(|it| it.travel.at.index() < fields.squares.len()).map(way).collect()
}

/// Returns the routes of one atom with one facing.
fn ways_of(fields: &Fields<'_>, number: usize, atom: &Atom, from: Square, facing: Heading) -> Vec<Way> {
    if atom.bends() {
        return bent_ways(fields, number, atom, from, facing);
    }
    let board = &fields.squares;
    // Every path of each leap, by the square where it begins.
    let mut leaps_from = BTreeMap::new();
    let is_step = is_single_step(atom);
    let limit = if atom.range() == 0 { usize::MAX } else { atom.range() as usize };
    let mut ways = Vec::new();
    for aim in chosen(board, atom, facing) {
        // Depth-first search: one branch ends before the next starts, so of several routes the
        // first found is used. `landings` are squares where the piece stopped; `passes` also
        // contains squares inside lame leaps.
        let mut open = vec![(Travel::start(from, aim.heading), Vec::new(), Vec::new(), Vec::new())];
        let mut seen = BTreeSet::new();
        while let Some((travel, landings, passes, leaps)) = open.pop() {
            let (to, turn) = (travel.at, travel.turn);
            let mut passes: Vec<Square> = passes;
            if let Some((last, before)) = landings.split_last() {
                let steps = travel.steps.clone();
                // A hopper does not come back to its own square.
                if atom.hop().is_some() && to == from {
                    continue;
                }
                // A single leap has its hurdle on the squares passed; they need not be empty.
                let leaps_over = atom.hop().is_some() && atom.range() == 1;
                if leaps_over && passes.contains(&from) {
                    continue;
                }
                let before = if leaps_over { std::mem::take(&mut passes) } else { before.to_vec() };
                let hop = atom.hop().map(|it| (it, before.clone()));
                let (empty, leaps) = (passes.clone(), Vec::clone(&leaps));
                ways.push(Way { atom: number, to, steps, passes: empty, hop, turn, leaps });
                let has_come_round = to == from || !is_step && before.contains(last);
                if has_come_round || landings.len() >= limit {
                    continue;
                }
                if atom.hop().is_none() {
                    passes.push(to);
                }
            }
            let next: Vec<Travel> = if is_step && !travel.steps.is_empty() {
                // A slide follows its links.
                travel.on(board, travel.onward)
            } else {
                once(fields, atom, &travel, &aim).into_iter().map(|it| it.1).filter(|it| it.at != travel.at).collect()
            };
            let mut branches = Vec::new();
            for arrived in next {
                let fresh = &arrived.steps[travel.steps.len()..];
                // A slide uses each link once; a chain of leaps lands on each square once.
                if is_step && travel.steps.contains(&fresh[0]) {
                    continue;
                }
                let mut passes: Vec<Square> = passes.clone();
                if atom.lame() {
                    passes.extend(fresh[..fresh.len() - 1].iter().map(|it| it.to));
                }
                // Leaps over the same squares with the same empty squares are equal, whatever
                // path they follow.
                let lines: BTreeSet<u16> = arrived.steps.iter().flat_map(|it| it.link.lines().to_vec()).collect();
                let asks: BTreeSet<Square> = passes.iter().copied().collect();
                let turn = (arrived.turn.mirrored, arrived.turn.steps);
                if !is_step && !seen.insert((landings.clone(), arrived.at, asks, turn, lines)) {
                    continue;
                }
                let mut leaps: Vec<Vec<(bool, Vec<Step>)>> = leaps.clone();
                if !is_step {
                    let all = leaps_from.entry(travel.at).or_insert_with(|| all_leaps(fields, atom, travel.at));
                    leaps.push(all[&arrived.at].clone());
                }
                let mut landings = landings.clone();
                landings.push(arrived.at);
                branches.push((arrived, landings, passes, leaps));
            }
            open.extend(branches.into_iter().rev());
        }
    }
    ways
}

/// Returns double steps forward from an atom that can make one quiet step forward.
fn doubles_of(board: &Field<'_>, number: usize, atom: &Atom, from: Square, facing: Heading) -> Vec<Way> {
    if !is_single_step(atom) || !atom.quiet() || atom.range() != 1 || atom.otherwise() {
        return Vec::new();
    }
    let all = aims(board, atom, facing);
    let ahead = all.iter().map(|it| apart(it.degrees, 0.0)).fold(f64::MAX, f64::min);
    let mut ways = Vec::new();
    for aim in chosen(board, atom, facing).into_iter().filter(|it| apart(it.degrees, 0.0) < ahead + 1e-6) {
        for travel in Travel::start(from, aim.heading).leg(board, aim.heading, 2) {
            let (to, steps, turn) = (travel.at, travel.steps, travel.turn);
            if to != from && steps[0].to != from {
                ways.push(Way {
                    atom: number,
                    to,
                    passes: vec![steps[0].to],
                    hop: None,
                    steps,
                    turn,
                    leaps: Vec::new(),
                });
            }
        }
    }
    ways
}

type Routes = HashMap<Standing, Vec<Rc<Way>>, FixedState>;

/// Returns the routes of a piece on a square. Kinds without a forward direction have one entry for all facings.
fn routes<'a>(all: &'a Routes, piece: &Piece, square: Square) -> &'a [Rc<Way>] {
    let exact = all.get(&(piece.kind, square, piece.facing));
    exact.unwrap_or_else(|| &all[&(piece.kind, square, None)])
}

impl Geometry {
    /// Computes the routes for the whole board.
    pub fn new(book: &Rulebook) -> Geometry {
        let board = book.board();
        let fields = Fields { squares: Field::new(board), plane: Field::new(board.plane()) };
        let mut geometry = Geometry {
            ways: HashMap::default(),
            doubles: HashMap::default(),
            usual: BTreeMap::new(),
            facing: facing_kinds(book),
        };
        for (index, kind) in book.kinds().iter().enumerate() {
            let facings: Vec<Option<Heading>> = match kind.is_directed() {
                true => (0..board.headings()).map(|it| Some(Heading(it))).collect(),
                false => vec![None],
            };
            for (facing, square) in facings.into_iter().flat_map(|it| board.squares().map(move |square| (it, square))) {
                let looks = facing.unwrap_or(Heading(0));
                let standing = (KindId(index as u8), square, facing);
                let atoms = kind.movement().atoms().iter().enumerate();
                let all = atoms.clone().flat_map(|(number, atom)| ways_of(&fields, number, atom, square, looks));
                let mut all: Vec<Rc<Way>> = all.map(Rc::new).collect();
                // Some atoms wait until the others give no move without capture.
                let atom_of = |it: &Rc<Way>| &kind.movement().atoms()[it.atom];
                let goes_on = |it: &Rc<Way>| {
                    let atom = atom_of(it);
                    atom.quiet() && !atom.initial() && !atom.otherwise() && it.hop.is_none() && it.to != square
                };
                if all.iter().any(goes_on) {
                    all.retain(|it| !atom_of(it).otherwise());
                }
                geometry.ways.insert(standing, all);
                let twice = atoms.flat_map(|(number, atom)| doubles_of(&fields.squares, number, atom, square, looks));
                geometry.doubles.insert(standing, twice.map(Rc::new).collect());
            }
        }
        geometry.walk_home(book);
        geometry
    }

    /// Returns the double-step routes of a piece.
    pub fn doubles(&self, piece: &Piece, square: Square) -> &[Rc<Way>] {
        routes(&self.doubles, piece, square)
    }

    /// Returns the routes of a piece on its square.
    pub fn of(&self, piece: &Piece, square: Square) -> &[Rc<Way>] {
        routes(&self.ways, piece, square)
    }

    /// Propagates each seat's facing over all links, breadth first, and records which crossing
    /// tags were earned on the path.
    fn walk_home(&mut self, book: &Rulebook) {
        for seat in book.seat_ids() {
            let array = book.setup().into_iter().flatten().filter(|it| it.0 == seat).map(|it| it.2);
            let mut homes: Vec<Square> = array.collect();
            if homes.is_empty() {
                homes = book.board().squares().collect();
            }
            homes.sort();
            let faces = book.seats()[seat.index()].faces();
            let mut open: VecDeque<_> = homes.into_iter().map(|it| (it, faces, BTreeSet::new())).collect();
            while let Some((at, facing, tags)) = open.pop_front() {
                if self.usual.contains_key(&(seat, at, tags.clone())) {
                    continue;
                }
                self.usual.insert((seat, at, tags.clone()), facing);
                for step in links(book.board(), at) {
                    let mut tags = tags.clone();
                    for (index, tag) in book.tags().iter().enumerate() {
                        if let Some(line) = tag.set().crosses()
                            && book.lines()[line].instances().iter().any(|it| step.link.lines().contains(it))
                        {
                            tags.insert(index);
                        }
                    }
                    open.push_back((step.to, turned(step.link.turn(), facing, book.board().headings()), tags));
                }
            }
        }
    }

    /// Returns the facing of a piece about which nothing else is known.
    pub fn usual_facing(&self, book: &Rulebook, square: Square, piece: &Piece) -> Heading {
        let crossing = |it: &usize| book.tags()[*it].set().crosses().is_some() && piece.tags >> it & 1 == 1;
        let tags: BTreeSet<usize> = (0..book.tags().len()).filter(crossing).collect();
        let known = |tags: BTreeSet<usize>| self.usual.get(&(piece.seat, square, tags)).copied();
        known(tags).or_else(|| known(BTreeSet::new())).unwrap_or(book.seats()[piece.seat.index()].faces())
    }
}
