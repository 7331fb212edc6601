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

mod stands;

use std::collections::{BTreeMap, VecDeque};

use foldhash::{HashMap, HashSet};

use super::routes::KnownRoutes;
use crate::board::{FrameTurn, Heading, Square};
use crate::variant::{KindId, Rulebook, SeatId};
pub use stands::keeps_facing;
use stands::{Stand, Stands, carried, marks};

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
        let keeps = keeps_facing(book);
        let mut reached = stands::from_array(book, known, keeps);
        types.note_reached(&reached);
        let guesses = types.add_guesses(book, known, keeps, &mut reached);
        for index in 0..book.kinds.len() {
            types.add_kind(book, KindId(index as u8), &reached, &guesses);
        }
        types.all.sort();
        types
    }

    /// Remembers how men of the array can come to face.
    fn note_reached(&mut self, reached: &Stands) {
        for ((kind, seat), stands) in reached {
            for (square, facing, tags, moved) in stands {
                self.reached.entry((*seat, *kind, *square, *tags, *moved)).or_default().insert(*facing);
                let one = self.by_tags.entry((*seat, *kind, *tags, *moved)).or_insert(Some(*facing));
                if *one != Some(*facing) {
                    *one = None;
                }
            }
        }
    }

    /// Adds the men that can only be written down: each faces as it most likely does, and
    /// goes on from there. Returns that guess by kind and seat, then square.
    fn add_guesses(
        &self,
        book: &Rulebook,
        known: &KnownRoutes<'_>,
        keeps: u32,
        reached: &mut Stands,
    ) -> BTreeMap<(KindId, SeatId), Vec<Heading>> {
        let mut guesses = BTreeMap::new();
        let mut starts = Vec::new();
        for ((kind, seat), stands) in reached.iter() {
            let (kind, seat) = (*kind, *seat);
            let guess = likely(book, kind, seat, &facings_by_square(book, stands));
            let marks = marks(book, kind, carried(book, kind));
            for square in book.board.squares() {
                for (tags, moved) in marks.iter().copied() {
                    if !self.reached.contains_key(&(seat, kind, square, tags, moved)) {
                        let one = self.by_tags.get(&(seat, kind, tags, moved)).copied().flatten();
                        let facing = one.unwrap_or(guess[square.index()]);
                        starts.push((kind, seat, (square, facing, tags, moved)));
                    }
                }
            }
            guesses.insert((kind, seat), guess);
        }
        stands::extend(book, known, keeps, reached, starts);
        guesses
    }

    fn add_kind(
        &mut self,
        book: &Rulebook,
        id: KindId,
        all_stands: &Stands,
        guesses: &BTreeMap<(KindId, SeatId), Vec<Heading>>,
    ) {
        let marks = marks(book, id, carried(book, id));
        if !all_stands.contains_key(&(id, SeatId(0))) {
            for (tags, moved) in marks {
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
            let (stands, guess) = (&all_stands[&(id, seat)], &guesses[&(id, seat)]);
            for (square, facing, tags, moved) in stands {
                combos.entry((*tags, *moved)).or_default().insert(*facing);
                self.stands.insert((seat, id, *square, *tags, *moved, *facing));
            }
            // What was reached stands above what is likely: a man that comes there faces so.
            let all = facings_by_square(book, stands);
            by_square &= all.iter().all(|it| it.0.count_ones() <= 1);
            facings.push(all.iter().zip(guess).map(|(all, guess)| all.only().unwrap_or(*guess)).collect());
        }
        for (tags, moved) in marks {
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

    /// Whether pieces of the kind face somewhere: they have a forward, or may become pieces that have one.
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

fn facings_by_square(book: &Rulebook, stands: &HashSet<Stand>) -> Vec<Headings> {
    let mut here = vec![Headings::default(); book.board.len()];
    for (square, facing, _, _) in stands {
        here[square.index()].insert(*facing);
    }
    here
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
