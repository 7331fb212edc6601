//! The types of men that a position tells apart: a kind with what it carries.
//!
//! In: a rulebook. Out: [`Types`]: every combination of kind, tags, "has moved" and
//! facing that can come up. Only what some rule asks for is part of a type: a facing is
//! left out where it follows from the seat and the square (a pawn of chess; a pawn on
//! three half boards, whose facing is turned where it crosses a border).
//!
//! How a facing is worked out for a man that is only written down: by following the
//! men of the array along their moves; where none of them can come, along straight
//! links, nearest first.

use std::collections::{BTreeMap, VecDeque};

use foldhash::{HashMap, HashSet};

use super::routes::{KnownRoutes, Route, Stop};
use crate::board::{FrameTurn, Heading, Square};
use crate::definition::TagOn;
use crate::variant::{KindId, LetsSet, Rulebook, SeatId};

/// One type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ManType {
    /// The kind.
    pub kind: KindId,
    /// Its tags, one bit each.
    pub tags: u32,
    /// Whether it has moved; false where no rule asks.
    pub moved: bool,
    /// Its facing where that is part of the type.
    pub facing: Option<Heading>,
}

/// All types of a rulebook.
#[derive(Clone, Debug)]
pub struct Types {
    /// In order of kind.
    pub all: Vec<ManType>,
    /// For each kind that is directed: the facing by seat, then square, that a man has
    /// (where it is not part of the type) or most likely has (where it is).
    facings: Vec<Option<Vec<Vec<Heading>>>>,
    /// Whether a kind's facing is part of its type.
    explicit: Vec<bool>,
    /// (seat, kind, tags, moved) with the one facing that men of it have, where there is one.
    by_tags: HashMap<(SeatId, KindId, u32, bool), Option<Heading>>,
    /// Facings that a man can have come to: (seat, kind, square, tags, moved).
    reached: HashMap<(SeatId, KindId, Square, u32, bool), Headings>,
    /// The same with those that are only written down and go on from there: nobody ever
    /// stands otherwise.
    stands: HashSet<(SeatId, KindId, Square, u32, bool, Heading)>,
}

type Stand = (Square, Heading, u32, bool);

/// More tags than these of one man are not told apart by all their sets.
const MOST_TAGS: usize = 7;

/// A set of headings, one bit each: there are at most twelve.
#[derive(Clone, Copy, Debug, Default)]
struct Headings(u16);

impl Headings {
    fn insert(&mut self, heading: Heading) {
        self.0 |= 1 << heading.0;
    }
    fn has(self, heading: Heading) -> bool {
        self.0 >> heading.0 & 1 != 0
    }
    fn iter(self) -> impl Iterator<Item = Heading> {
        (0..16).map(Heading).filter(move |it| self.has(*it))
    }
    /// The one that is in it, if it is one.
    fn only(self) -> Option<Heading> {
        (self.0.count_ones() == 1).then(|| Heading(self.0.trailing_zeros() as u8))
    }
}

impl Types {
    /// Works out the types.
    pub fn new(book: &Rulebook, known: &KnownRoutes<'_>) -> Self {
        let mut types = Types {
            all: Vec::new(),
            facings: Vec::new(),
            explicit: Vec::new(),
            by_tags: HashMap::default(),
            reached: HashMap::default(),
            stands: HashSet::default(),
        };
        for index in 0..book.kinds.len() {
            types.add_kind(book, known, KindId(index as u8));
        }
        types.all.sort();
        types
    }

    fn add_kind(&mut self, book: &Rulebook, known: &KnownRoutes<'_>, id: KindId) {
        let kind = &book.kinds[id.index()];
        let carried: u32 = book
            .tags
            .iter()
            .enumerate()
            .filter(|(_, tag)| tag.on != TagOn::Nobody && tag.men >> id.0 & 1 != 0)
            .map(|(index, _)| 1 << index)
            .sum();
        if !kind.is_directed {
            for (tags, moved) in marks(book, id, carried) {
                self.all.push(ManType { kind: id, tags, moved, facing: None });
            }
            self.facings.push(None);
            self.explicit.push(false);
            return;
        }
        let mut combos: BTreeMap<(u32, bool), Headings> = BTreeMap::new();
        let mut by_square = true;
        let mut facings = Vec::new();
        for seat in book.seat_ids() {
            let mut stands = HashSet::default();
            reach(book, known, (id, seat), carried, &mut stands, array_stands(book, id, seat));
            for (square, facing, tags, moved) in &stands {
                self.reached.entry((seat, id, *square, *tags, *moved)).or_default().insert(*facing);
                let one = self.by_tags.entry((seat, id, *tags, *moved)).or_insert(Some(*facing));
                if *one != Some(*facing) {
                    *one = None;
                }
            }
            // Where no man of the array comes, one may be written down all the same: as it
            // most likely faces, and on from there.
            let here = facings_by_square(book, &stands);
            let guess = likely(book, id, seat, &here);
            let mut others = Vec::new();
            let marks = marks(book, id, carried);
            for square in book.board.squares() {
                for (tags, moved) in marks.iter().copied() {
                    if self.reached.contains_key(&(seat, id, square, tags, moved)) {
                        continue;
                    }
                    let one = self.by_tags.get(&(seat, id, tags, moved)).copied().flatten();
                    others.push((square, one.unwrap_or(guess[square.index()]), tags, moved));
                }
            }
            reach(book, known, (id, seat), carried, &mut stands, others);
            for (square, facing, tags, moved) in &stands {
                combos.entry((*tags, *moved)).or_default().insert(*facing);
                self.stands.insert((seat, id, *square, *tags, *moved, *facing));
            }
            // What was reached stands above what is likely: a man that comes there faces so.
            let all = facings_by_square(book, &stands);
            by_square &= all.iter().all(|it| it.0.count_ones() <= 1);
            facings.push(all.iter().zip(guess).map(|(all, guess)| all.only().unwrap_or(guess)).collect());
        }
        for (tags, moved) in marks(book, id, carried) {
            if by_square {
                self.all.push(ManType { kind: id, tags, moved, facing: None });
                continue;
            }
            for facing in combos.remove(&(tags, moved)).unwrap_or_default().iter() {
                self.all.push(ManType { kind: id, tags, moved, facing: Some(facing) });
            }
        }
        self.facings.push(Some(facings));
        self.explicit.push(!by_square);
    }

    /// The index of a type.
    pub fn find(&self, ty: ManType) -> Option<usize> {
        self.all.binary_search(&ty).ok()
    }

    /// The heading that a man of this type faces on a square; north for undirected kinds.
    pub fn facing(&self, ty: usize, seat: SeatId, square: Square) -> Heading {
        let ty = &self.all[ty];
        ty.facing.unwrap_or_else(|| match &self.facings[ty.kind.index()] {
            Some(table) => table[seat.index()][square.index()],
            None => Heading(0),
        })
    }

    /// Whether a kind's facing is part of its types.
    pub fn is_explicit(&self, kind: KindId) -> bool {
        self.explicit[kind.index()]
    }

    /// Whether a man that carries its facing can ever stand so.
    pub fn stands(&self, man: &ManType, seat: SeatId, square: Square) -> bool {
        let stands = |facing| self.stands.contains(&(seat, man.kind, square, man.tags, man.moved, facing));
        man.facing.is_none_or(stands)
    }

    /// Whether men of the kind have a facing at all.
    pub fn is_directed(&self, kind: KindId) -> bool {
        self.facings[kind.index()].is_some()
    }

    /// The facing that a man written down without one has.
    pub fn default_facing(
        &self,
        kind: KindId,
        seat: SeatId,
        square: Square,
        tags: u32,
        moved: bool,
    ) -> Option<Heading> {
        let table = self.facings[kind.index()].as_ref()?;
        let likely = table[seat.index()][square.index()];
        if !self.explicit[kind.index()] {
            return Some(likely);
        }
        if let Some(Some(one)) = self.by_tags.get(&(seat, kind, tags, moved)) {
            return Some(*one);
        }
        match self.reached.get(&(seat, kind, square, tags, moved)) {
            Some(several) if !several.has(likely) => several.iter().next(),
            _ => Some(likely),
        }
    }
}

/// Every set of some tags, ascending. Of more than seven tags the lowest seven are looked at.
fn subsets(of: u32) -> impl Iterator<Item = u32> {
    let above = (0..MOST_TAGS).fold(of, |rest, _| rest & rest.wrapping_sub(1));
    let of = of & !above;
    std::iter::successors(Some(0), move |it: &u32| Some(it.wrapping_sub(of) & of).filter(|it| *it != 0))
}

fn facings_by_square(book: &Rulebook, stands: &HashSet<Stand>) -> Vec<Headings> {
    let mut here = vec![Headings::default(); book.board.len()];
    for (square, facing, _, _) in stands {
        here[square.index()].insert(*facing);
    }
    here
}

/// The men of a kind in the array, as their seat faces; on every square where there are none.
fn array_stands(book: &Rulebook, kind: KindId, seat: SeatId) -> Vec<Stand> {
    let faces = book.seats[seat.index()].faces;
    let own = book.array.iter().flatten().filter(|(owner, what, _)| *owner == seat && *what == kind);
    let own: Vec<Stand> = own.map(|(_, _, square)| (*square, faces, 0, false)).collect();
    if own.is_empty() { book.board.squares().map(|it| (it, faces, 0, false)).collect() } else { own }
}

/// Every set of tags that a kind may carry, moved or not.
fn marks(book: &Rulebook, kind: KindId, carried: u32) -> Vec<(u32, bool)> {
    let moves: &[bool] = if book.kinds[kind.index()].has_initial { &[false, true] } else { &[false] };
    subsets(carried).flat_map(|tags| moves.iter().map(move |moved| (tags, *moved))).collect()
}

/// The stops of a route before a barrier that never lets the man through.
fn passable<'a>(book: &Rulebook, (kind, seat): (KindId, SeatId), route: &'a Route) -> &'a [Stop] {
    let bars = |instance: u16| {
        let barrier = &book.barriers[book.barrier_instances[usize::from(instance)].barrier];
        let binds = barrier.binds & seat.bit() != 0 && barrier.men >> kind.0 & 1 != 0 && barrier.unless.is_empty();
        binds && barrier.lets_always() == Some(LetsSet::default())
    };
    let barred = route.stops.iter().position(|stop| stop.barriers().iter().any(|it| bars(it.0)));
    &route.stops[..barred.unwrap_or(route.stops.len())]
}

/// Where men can come from some squares, with what facing and tags. Blockers are thought
/// away and every test of a tag but the line is taken as passed and as failed: a man is
/// never in a state that is not in here.
fn reach(
    book: &Rulebook,
    known: &KnownRoutes<'_>,
    (kind, seat): (KindId, SeatId),
    carried: u32,
    seen: &mut HashSet<Stand>,
    from: Vec<Stand>,
) {
    let own: Vec<_> = (0..book.tags.len()).filter(|it| carried >> it & 1 != 0).collect();
    let any_tag: u32 = book
        .tags
        .iter()
        .enumerate()
        .filter(|(index, tag)| carried >> index & 1 != 0 && tag.on == TagOn::SameKind)
        .map(|(index, _)| 1 << index)
        .sum();
    let mut open: VecDeque<Stand> = from.into();
    let has_initial = book.kinds[kind.index()].has_initial;
    let steps = book.double_step.as_ref().is_some_and(|it| it.men >> kind.0 & 1 != 0);
    while let Some(stand) = open.pop_front() {
        if !seen.insert(stand) || seen.len() > 200_000 {
            continue;
        }
        let (square, facing, tags, moved) = stand;
        for more in subsets(any_tag & !tags) {
            if more != 0 {
                open.push_back((square, facing, tags | more, moved));
            }
        }
        let ways = known.routes(kind, moved, facing, square);
        let doubles = steps.then(|| known.doubles(kind, facing, square));
        let routes = || ways.iter().chain(doubles.iter().flat_map(|it| it.iter()));
        let stops = || routes().flat_map(|it| it.stops.iter());
        for stop in routes().flat_map(|it| passable(book, (kind, seat), it)) {
            let next = stop.turn.apply(facing, book.board.headings);
            let mut sure = 0;
            let mut maybe = 0;
            for index in own.iter().copied() {
                let tag = &book.tags[index];
                let asks_no_more = tag.set.man.is_none() && tag.set.captures.is_none() && tag.set.to.is_none();
                // Who could come there without crossing has not crossed, by whatever way he goes.
                let crosses =
                    |it: &Stop, line: usize| book.lines[line].instances.iter().any(|one| it.lines().contains(one));
                let always = |line: usize| stops().all(|it| it.to != stop.to || crosses(it, line));
                match tag.set.crosses {
                    Some(line) if !crosses(stop, line) => {}
                    Some(line) if asks_no_more && always(line) => sure |= 1 << index,
                    _ => maybe |= 1 << index,
                }
            }
            for more in subsets(maybe & !tags) {
                open.push_back((stop.to, next, tags | sure | more, has_initial));
            }
        }
    }
}

/// The facing by square: what was reached where that is one, else carried along straight
/// links from the nearest square of the array.
fn likely(book: &Rulebook, kind: KindId, seat: SeatId, here: &[Headings]) -> Vec<Heading> {
    let board = &book.board;
    let faces = book.seats[seat.index()].faces;
    let mut carried: Vec<Option<Heading>> = vec![None; board.len()];
    let mut open: VecDeque<Square> = VecDeque::new();
    let own: Vec<Square> = book
        .array
        .iter()
        .flatten()
        .filter(|(owner, what, _)| *owner == seat && *what == kind)
        .map(|(_, _, square)| *square)
        .collect();
    let all_own: Vec<Square> =
        book.array.iter().flatten().filter(|(owner, _, _)| *owner == seat).map(|(_, _, square)| *square).collect();
    for square in if own.is_empty() { all_own } else { own } {
        carried[square.index()] = Some(faces);
        open.push_back(square);
    }
    while let Some(square) = open.pop_front() {
        let facing = carried[square.index()].unwrap_or(faces);
        for (to, link) in board.links(square).iter().filter(|(_, link)| board.is_straight(link.heading)) {
            if carried[to.index()].is_none() {
                let turn: FrameTurn = link.turn;
                carried[to.index()] = Some(turn.apply(facing, board.headings));
                open.push_back(*to);
            }
        }
    }
    board.squares().map(|it| here[it.index()].only().or(carried[it.index()]).unwrap_or(faces)).collect()
}
