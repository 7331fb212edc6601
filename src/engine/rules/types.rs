//! Piece types: a kind together with everything a position distinguishes about a piece.
//!
//! Contains [`Types`]: every combination of kind, tags, "has moved" and facing that can occur. A
//! property is part of a type only if some rule depends on it. A facing is left out if it follows
//! from the seat and the square. That holds for pawns of chess, and for pawns on three half boards,
//! whose facing changes at a border.
//!
//! Input: a [`Rulebook`] and its routes. Output: [`Types`]. Does not know positions.
//!
//! A piece may be placed without a facing. It then gets the facing that the moves of the pieces in the
//! starting position lead to. If none of them can reach the square, the facing is carried
//! along straight links from the nearest of their squares.

mod placements;

use std::collections::VecDeque;

use foldhash::{HashMap, HashSet};

use super::routes::RouteCache;
use crate::board::{Heading, HeadingSymmetry, Square};
use crate::rulebook::{KindId, Rulebook, SeatId};
use crate::sorting::{CompactSort, SortedMap};
pub use placements::keeps_facing;
use placements::{Placement, Placements, carried, tags_and_moved};

/// One type of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PieceType {
    /// The kind of the piece.
    pub kind: KindId,
    /// Tags of the piece, one bit each.
    pub tags: u32,
    /// Whether the piece has moved; `false` if no rule depends on it.
    pub moved: bool,
    /// The facing, if it is part of the type.
    pub facing: Option<Heading>,
}

/// All piece types of a rulebook.
#[derive(Clone, Debug)]
pub struct Types {
    /// The types in ascending order, so by kind first.
    pub all: Vec<PieceType>,
    /// For each directed kind: the facing by seat, then square. It is exact if the facing is not
    /// part of the type, and the most likely one otherwise.
    facings: Vec<Option<Vec<Vec<Heading>>>>,
    /// By kind: whether the facing is part of its types.
    explicit: Vec<bool>,
    /// By seat, kind, tags and "has moved": the facing, if all pieces like this share one.
    by_tags: HashMap<(SeatId, KindId, u32, bool), Option<Heading>>,
    /// By seat, kind, square, tags and "has moved": the facings that a piece can have in a game.
    reached: HashMap<(SeatId, KindId, Square, u32, bool), HeadingSet>,
    /// The pieces in `reached`, plus placed pieces and whatever follows from them. No other
    /// combination of square, facing and marks can occur.
    placements: HashSet<(SeatId, KindId, Square, u32, bool, Heading)>,
}

/// A set of headings, one bit each. There are at most twelve.
#[derive(Clone, Copy, Debug, Default)]
struct HeadingSet(u16);

impl HeadingSet {
    fn insert(&mut self, heading: Heading) {
        self.0 |= 1 << heading.0;
    }
    fn has(self, heading: Heading) -> bool {
        self.0 >> heading.0 & 1 != 0
    }
    fn iter(self) -> impl Iterator<Item = Heading> {
        (0..16).map(Heading).filter(move |it| self.has(*it))
    }
    /// Returns the heading if the set contains exactly one.
    fn only(self) -> Option<Heading> {
        (self.0.count_ones() == 1).then(|| Heading(self.0.trailing_zeros() as u8))
    }
}

impl Types {
    /// Determines the piece types of a rulebook.
    pub fn new(book: &Rulebook, known: &RouteCache<'_>) -> Self {
        let mut types = Types {
            all: Vec::new(),
            facings: Vec::new(),
            explicit: Vec::new(),
            by_tags: HashMap::default(),
            reached: HashMap::default(),
            placements: HashSet::default(),
        };
        let keeps = keeps_facing(book);
        let mut reached = placements::from_setup(book, known, keeps);
        types.note_reached(&reached);
        let guesses = types.add_guesses(book, known, keeps, &mut reached);
        for index in 0..book.kinds.len() {
            types.add_kind(book, KindId(index as u8), &reached, &guesses);
        }
        types.all.compact_sort_by(Ord::cmp);
        types
    }

    /// Stores how pieces of the starting position can come to face.
    fn note_reached(&mut self, reached: &Placements) {
        for ((kind, seat), placements) in reached.iter() {
            for (square, facing, tags, moved) in placements {
                self.reached.entry((seat, kind, *square, *tags, *moved)).or_default().insert(*facing);
                let one = self.by_tags.entry((seat, kind, *tags, *moved)).or_insert(Some(*facing));
                if *one != Some(*facing) {
                    *one = None;
                }
            }
        }
    }

    /// Adds pieces that exist only in written positions, with their likely facing, and whatever
    /// follows from them. Returns the likely facings by kind and seat, then square.
    fn add_guesses(
        &self,
        book: &Rulebook,
        known: &RouteCache<'_>,
        keeps: u32,
        reached: &mut Placements,
    ) -> SortedMap<(KindId, SeatId), Vec<Heading>> {
        let mut guesses = SortedMap::default();
        let mut starts = Vec::new();
        for ((kind, seat), placements) in reached.iter() {
            let guess = likely(book, kind, seat, &facings_by_square(book, placements));
            let marks = tags_and_moved(book, kind, carried(book, kind));
            for square in book.board.squares() {
                for (tags, moved) in marks.iter().copied() {
                    if !self.reached.contains_key(&(seat, kind, square, tags, moved)) {
                        let one = self.by_tags.get(&(seat, kind, tags, moved)).copied().flatten();
                        let facing = one.unwrap_or(guess[square.index()]);
                        starts.push((kind, seat, (square, facing, tags, moved)));
                    }
                }
            }
            guesses.get_or_insert_with((kind, seat), || guess);
        }
        placements::extend(book, known, keeps, reached, starts);
        guesses
    }

    fn add_kind(
        &mut self,
        book: &Rulebook,
        id: KindId,
        all_placements: &Placements,
        guesses: &SortedMap<(KindId, SeatId), Vec<Heading>>,
    ) {
        let marks = tags_and_moved(book, id, carried(book, id));
        if all_placements.get((id, SeatId(0))).is_none() {
            for (tags, moved) in marks {
                self.all.push(PieceType { kind: id, tags, moved, facing: None });
            }
            self.facings.push(None);
            self.explicit.push(false);
            return;
        }
        let mut combos: SortedMap<(u32, bool), HeadingSet> = SortedMap::default();
        let mut by_square = true;
        let mut facings = Vec::new();
        for seat in book.seat_ids() {
            let Some((placements, guess)) = all_placements.get((id, seat)).zip(guesses.get((id, seat))) else {
                continue;
            };
            for (square, facing, tags, moved) in placements {
                combos.get_or_insert_with((*tags, *moved), HeadingSet::default).insert(*facing);
                self.placements.insert((seat, id, *square, *tags, *moved, *facing));
            }
            // A facing that can be reached has precedence over the likely one.
            let all = facings_by_square(book, placements);
            by_square &= all.iter().all(|it| it.0.count_ones() <= 1);
            facings.push(all.iter().zip(guess).map(|(all, guess)| all.only().unwrap_or(*guess)).collect());
        }
        for (tags, moved) in marks {
            if by_square {
                self.all.push(PieceType { kind: id, tags, moved, facing: None });
                continue;
            }
            for facing in combos.get((tags, moved)).copied().unwrap_or_default().iter() {
                self.all.push(PieceType { kind: id, tags, moved, facing: Some(facing) });
            }
        }
        self.facings.push(Some(facings));
        self.explicit.push(!by_square);
    }

    /// Returns the index of a type.
    pub fn find(&self, ty: PieceType) -> Option<usize> {
        self.all.binary_search(&ty).ok()
    }

    /// Returns the heading that a piece of a type faces on a square; heading 0 for undirected
    /// kinds.
    pub fn facing(&self, ty: usize, seat: SeatId, square: Square) -> Heading {
        let ty = &self.all[ty];
        ty.facing.unwrap_or_else(|| match &self.facings[ty.kind.index()] {
            Some(table) => table[seat.index()][square.index()],
            None => Heading(0),
        })
    }

    /// Reports whether the facing is part of the types of a kind.
    pub fn is_explicit(&self, kind: KindId) -> bool {
        self.explicit[kind.index()]
    }

    /// Reports whether a piece with this facing can ever be on the square.
    pub fn can_be_at(&self, piece: &PieceType, seat: SeatId, square: Square) -> bool {
        let has = |facing| self.placements.contains(&(seat, piece.kind, square, piece.tags, piece.moved, facing));
        piece.facing.is_none_or(has)
    }

    /// Reports whether pieces of a kind have a facing: they are directed, or can become pieces that
    /// are.
    pub fn is_directed(&self, kind: KindId) -> bool {
        self.facings[kind.index()].is_some()
    }

    /// Returns the facing of a piece that is written without one.
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

fn facings_by_square(book: &Rulebook, placements: &HashSet<Placement>) -> Vec<HeadingSet> {
    let mut here = vec![HeadingSet::default(); book.board.len()];
    for (square, facing, _, _) in placements {
        here[square.index()].insert(*facing);
    }
    here
}

/// Returns the facing by square. It is the reachable one, if there is exactly one. Otherwise it is
/// carried along straight links from the nearest piece of the starting position (breadth-first
/// search).
fn likely(book: &Rulebook, kind: KindId, seat: SeatId, here: &[HeadingSet]) -> Vec<Heading> {
    let board = &book.board;
    let faces = book.seats[seat.index()].faces;
    let mut carried: Vec<Option<Heading>> = vec![None; board.len()];
    let mut open: VecDeque<Square> = VecDeque::new();
    let own: Vec<Square> = book
        .setup
        .iter()
        .flatten()
        .filter(|(owner, what, _)| *owner == seat && *what == kind)
        .map(|(_, _, square)| *square)
        .collect();
    let all_own: Vec<Square> =
        book.setup.iter().flatten().filter(|(owner, _, _)| *owner == seat).map(|(_, _, square)| *square).collect();
    for square in if own.is_empty() { all_own } else { own } {
        carried[square.index()] = Some(faces);
        open.push_back(square);
    }
    while let Some(square) = open.pop_front() {
        let facing = carried[square.index()].unwrap_or(faces);
        for (to, link) in board.links(square).iter().filter(|(_, link)| board.is_straight(link.heading)) {
            if carried[to.index()].is_none() {
                let turn: HeadingSymmetry = link.turn;
                carried[to.index()] = Some(turn.apply(facing, board.headings));
                open.push_back(*to);
            }
        }
    }
    board.squares().map(|it| here[it.index()].only().or(carried[it.index()]).unwrap_or(faces)).collect()
}
