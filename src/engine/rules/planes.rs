//! Positions as numbers, for programs that learn to play.
//!
//! Contains [`Planes`]: what a position consists of, as planes of one byte for each square and as
//! single bytes. Players are counted from the player who looks at the position, who is number 0.
//!
//! Input: a [`Position`]. Output: bytes in a buffer of the caller. Does not know moves or history.

use super::any::with_state;
use super::engine::part;
use super::state::State;
use super::types::PieceType;
use super::{Position, Variant};
use crate::rulebook::{Rulebook, SeatId};

/// The layout of a position as numbers, which depends on the variant.
///
/// A plane has one byte for each square, in the order of the board: 1 if the square has the
/// property in the plane's name, otherwise 0. A scalar is one byte: a flag or a number, at most 255.
/// Names such as `player+1 queen` count players in the order of play from the one who looks.
///
/// ```
/// use threefold::Planes;
///
/// let chess = threefold::load("chess")?.variant;
/// let planes = Planes::new(&chess);
/// let start = chess.start().expect("a starting position");
/// let mut squares = vec![0; planes.names().len() * chess.board().len()];
/// let mut scalars = vec![0; planes.scalars().len()];
/// assert!(planes.write(&start, start.turn(), &mut squares, &mut scalars));
/// let pawns = planes.names().iter().position(|it| it == "player+0 pawn").expect("a plane");
/// let (first, length) = (pawns * chess.board().len(), chess.board().len());
/// assert_eq!(squares[first..first + length].iter().filter(|it| **it == 1).count(), 8);
/// # Ok::<(), threefold::LoadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Planes {
    names: Vec<String>,
    scalars: Vec<String>,
    squares: usize,
    counts: Counts,
    types: Vec<TypePlanes>,
    /// The variant for which the layout was made: it need not be checked.
    variant: Variant,
}

impl Planes {
    /// Creates the layout of a variant.
    pub fn new(variant: &Variant) -> Self {
        let book = variant.rulebook();
        let types = &variant.engine().empty_board().types().all;
        let counts = Counts::new(book, types);
        let types = type_planes(types, book, &counts);
        Self {
            names: plane_names(book, &counts),
            scalars: scalar_names(book, &counts),
            squares: book.board.len(),
            counts,
            types,
            variant: variant.clone(),
        }
    }

    /// Returns the names of the planes, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the names of the scalars, in order.
    pub fn scalars(&self) -> &[String] {
        &self.scalars
    }

    /// Overwrites `planes` and `scalars` with a position as a player sees it. Returns `false`, and writes nothing, if a buffer has the
    /// wrong length or the variant of the position has another layout. A position of another rulebook costs more,
    /// because the layouts are compared.
    ///
    /// The first buffer has a byte for each plane and square, the second a byte for each scalar.
    pub fn write(&self, position: &Position, seat: SeatId, planes: &mut [u8], scalars: &mut [u8]) -> bool {
        let fits = planes.len() == self.names.len() * self.squares && scalars.len() == self.scalars.len();
        if !fits || seat.index() >= self.counts.seats || !self.is_layout_of(position.variant()) {
            return false;
        }
        planes.fill(0);
        with_state!(position.variant().engine(), position.state(), |e, s| {
            PlaneWriter::new(e).planes(s, seat, self, planes);
            PlaneWriter::new(e).scalars(s, seat, &self.counts, scalars);
        });
        true
    }

    /// Reports whether a variant has this layout. Only other rulebooks have to be compared.
    fn is_layout_of(&self, variant: &Variant) -> bool {
        if std::ptr::eq(variant.rulebook(), self.variant.rulebook()) || variant.hash() == self.variant.hash() {
            return true;
        }
        let other = Self::new(variant);
        other.squares == self.squares
            && other.names == self.names
            && other.scalars == self.scalars
            && other.types == self.types
    }
}

/// The planes of a piece type.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TypePlanes {
    kind: usize,
    /// Planes for tags, for pieces that have not moved, and for the facing.
    planes: Vec<usize>,
}

fn type_planes(types: &[PieceType], book: &Rulebook, counts: &Counts) -> Vec<TypePlanes> {
    let first_tag = counts.seats * counts.kinds;
    let unmoved = first_tag + counts.tags;
    let first_heading = unmoved + counts.unmoved;
    let planes = |ty: &PieceType| {
        let kind = ty.kind.index();
        let mut planes: Vec<usize> =
            (0..counts.tags).filter(|it| ty.tags >> it & 1 != 0).map(|it| first_tag + it).collect();
        planes.extend((book.kinds[kind].has_initial && !ty.moved).then_some(unmoved));
        planes.extend(ty.facing.map(|it| first_heading + usize::from(it.0)));
        TypePlanes { kind, planes }
    };
    types.iter().map(planes).collect()
}

/// The numbers of planes and scalars of each sort.
#[derive(Clone, Debug)]
struct Counts {
    seats: usize,
    kinds: usize,
    tags: usize,
    unmoved: usize,
    headings: usize,
    en_passant: usize,
    blockers: usize,
    castlings: usize,
    barriers: usize,
    reverses: usize,
    has_extra_turns: bool,
    freezes: bool,
    allies: bool,
    inherits: bool,
    pools: usize,
    counters: usize,
}

impl Counts {
    fn new(book: &Rulebook, types: &[PieceType]) -> Self {
        let states = book.barrier_instances.iter().filter_map(|it| it.state_bit).max();
        // In most variants the facing follows from the player and the square.
        let has_facings = types.iter().any(|it| it.facing.is_some());
        Self {
            seats: book.seats.len(),
            kinds: book.kinds.len(),
            tags: book.tags.len(),
            unmoved: usize::from(book.kinds.iter().any(|it| it.has_initial)),
            headings: if has_facings { usize::from(book.board.headings) } else { 0 },
            en_passant: usize::from(book.en_passant.is_some()),
            blockers: usize::from(book.blocker.is_some()),
            castlings: book.castlings.len(),
            barriers: states.map_or(0, |it| usize::from(it) + 1),
            reverses: usize::from(book.reverses()),
            has_extra_turns: book.has_extra_turns(),
            freezes: book.freezes(),
            allies: book.alliance.is_some(),
            inherits: book.inherits_turns(),
            pools: if book.has_pool { book.kinds.len() } else { 0 },
            counters: book.counters.len(),
        }
    }

    /// Returns the seat that is `place` places after another one. Division would take longer than the rest of a row.
    fn seat_at(&self, first: SeatId, place: usize) -> usize {
        let seat = first.index() + place;
        if seat < self.seats { seat } else { seat - self.seats }
    }
}

fn plane_names(book: &Rulebook, counts: &Counts) -> Vec<String> {
    let pieces =
        (0..counts.seats).flat_map(|seat| book.kinds.iter().map(move |it| format!("player+{seat} {}", it.name)));
    let mut names: Vec<String> = pieces.collect();
    names.extend(book.tags.iter().map(|it| format!("tag {}", it.name)));
    names.extend((0..counts.unmoved).map(|_| "has not moved".to_owned()));
    let headings = crate::board::heading_names(book.board.headings).iter().take(counts.headings);
    names.extend(headings.map(|it| format!("faces {it}")));
    names.extend((0..counts.blockers).map(|_| "blocker".to_owned()));
    names.extend((0..counts.en_passant).map(|_| "en passant target".to_owned()));
    names
}

fn scalar_names(book: &Rulebook, counts: &Counts) -> Vec<String> {
    let mut names: Vec<String> = book.seats.iter().map(|it| format!("is {}", it.name)).collect();
    let seats = || 0..counts.seats;
    names.extend(seats().map(|it| format!("player+{it} is to move")));
    names.extend(seats().map(|it| format!("player+{it} remains")));
    names.extend(seats().map(|it| format!("player+{it} twelfths of a point")));
    let kinds = || book.kinds.iter().take(counts.pools);
    names.extend(seats().flat_map(|seat| kinds().map(move |it| format!("player+{seat} pool {}", it.name))));
    let counters = || book.counters.iter();
    names.extend(seats().flat_map(|seat| counters().map(move |it| format!("player+{seat} counter {}", it.name))));
    names.extend(book.castlings.iter().map(|it| format!("castling {} of {}", it.name, it.seat.name(book))));
    names.extend((0..counts.barriers).map(|bit| {
        let barrier = book.barrier_instances.iter().find(|it| it.state_bit.map(usize::from) == Some(bit));
        format!("open {}", barrier.map_or("?", |it| it.name.as_str()))
    }));
    names.extend((0..counts.reverses).map(|_| "order reversed".to_owned()));
    if counts.has_extra_turns {
        names.push("delayed by an extra turn".to_owned());
        names.extend(seats().map(|it| format!("extra turn before player+{it}")));
    }
    names.extend(seats().filter(|_| counts.freezes).map(|it| format!("player+{it} is frozen")));
    let pairs = || seats().flat_map(|one| seats().map(move |other| (one, other)));
    names.extend(pairs().filter(|_| counts.allies).map(|it| format!("player+{} is an ally of player+{}", it.0, it.1)));
    names.extend(pairs().filter(|_| counts.inherits).map(|it| format!("player+{} plays for player+{}", it.1, it.0)));
    names.extend(seats().filter(|_| counts.inherits).map(|it| format!("turn of player+{it} is inherited")));
    names.push("halfmove clock".to_owned());
    names
}

part! {
    /// The part that writes states of a variant as numbers.
    PlaneWriter
}

impl<const W: usize, const T: usize, const N: usize> PlaneWriter<'_, W, T, N> {
    fn planes(self, st: &State<W, T, N>, first: SeatId, layout: &Planes, out: &mut [u8]) {
        let (counts, squares) = (&layout.counts, layout.squares);
        for place in 0..counts.seats {
            let own = st.seats[counts.seat_at(first, place)];
            for (ty, pieces) in layout.types.iter().zip(&st.types) {
                let pieces = *pieces & own;
                if pieces.is_empty() {
                    continue;
                }
                let mut mark = |plane: usize| {
                    let plane = &mut out[plane * squares..][..squares];
                    pieces.iter().for_each(|it| plane[it] = 1);
                };
                mark(place * counts.kinds + ty.kind);
                ty.planes.iter().for_each(|it| mark(*it));
            }
        }
        if counts.blockers > 0 {
            let plane = &mut out[(layout.names.len() - 1 - counts.en_passant) * squares..];
            self.engine.blockers(st).iter().for_each(|it| plane[it] = 1);
        }
        if counts.en_passant > 0 {
            // It is the last plane.
            let plane = &mut out[(layout.names.len() - 1) * squares..];
            let targets = st.en_passant.iter().map(|it| usize::from(it.target)).filter(|it| *it < squares);
            targets.for_each(|it| plane[it] = 1);
        }
    }

    fn scalars(self, st: &State<W, T, N>, first: SeatId, counts: &Counts, out: &mut [u8]) {
        let mut places = out.iter_mut();
        let mut put = |number: u8| {
            if let Some(place) = places.next() {
                *place = number;
            }
        };
        let seats = || (0..counts.seats).map(|it| counts.seat_at(first, it));
        (0..counts.seats).for_each(|it| put(u8::from(it == first.index())));
        seats().for_each(|it| put(u8::from(it == usize::from(st.turn))));
        seats().for_each(|it| put(u8::from(st.is_living(it as u8))));
        seats().for_each(|it| put(st.scores[it].clamp(0, 255) as u8));
        if counts.pools > 0 {
            seats().for_each(|seat| st.pool[seat][..counts.pools].iter().for_each(|it| put(*it)));
        }
        if counts.counters > 0 {
            seats().for_each(|seat| self.engine.counters(st, seat as u8).iter().for_each(|it| put(*it)));
        }
        (0..counts.castlings).for_each(|it| put((st.rights >> it & 1) as u8));
        (0..counts.barriers).for_each(|it| put((st.flags >> it & 1) as u8));
        (0..counts.reverses).for_each(|_| put(u8::from(st.is_reversed())));
        if counts.has_extra_turns {
            put(u8::from(st.is_delayed()));
            seats().for_each(|it| put(u8::from(st.extra_turn().map(usize::from) == Some(it))));
        }
        seats().filter(|_| counts.freezes).for_each(|it| put(st.frozen() >> it & 1));
        let pairs = || seats().flat_map(|one| seats().map(move |other| (one as u8, other as u8)));
        let allies = pairs().filter(|_| counts.allies);
        allies.for_each(|it| put(self.engine.allies(st, it.0) >> it.1 & 1));
        let heirs = pairs().filter(|_| counts.inherits);
        heirs.for_each(|it| put(u8::from(self.engine.heir(st, it.0) == Some(it.1))));
        let current = seats().filter(|_| counts.inherits);
        current.for_each(|it| put(u8::from(self.engine.inherited_turn(st).map(usize::from) == Some(it))));
        put(st.halfmoves.min(255) as u8);
    }
}
