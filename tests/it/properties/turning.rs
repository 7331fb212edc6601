//! Board symmetry: the rules must commute with it.

use super::agree::ordered;
use threefold::board::{Board, Square};
use threefold::rulebook::{Rulebook, SeatId};
use threefold::rules::{Move, Setup};

/// One application of the symmetry: the images of squares, players, castlings and barriers.
pub struct Turning {
    squares: Vec<Square>,
    seats: Vec<SeatId>,
    castlings: Vec<u8>,
    barriers: Vec<usize>,
}

impl Turning {
    /// Returns the declared symmetry of a rulebook; `None` if there is none, or if it does not
    /// preserve the order of play, or if a rule names a seat.
    pub fn of(book: &Rulebook) -> Option<Turning> {
        let symmetry = book.board().symmetry()?;
        // A rule that names a seat holds for that seat alone.
        if format!("{:?}{:?}{:?}", book.bans(), book.outcomes(), book.claims()).contains("Seat(") {
            return None;
        }
        let n = book.seats().len();
        let after = |it: &threefold::rulebook::Seat| (it.symmetry() as usize + 1) % n;
        let to = |seat: &threefold::rulebook::Seat| {
            book.seats().iter().position(|it| it.symmetry() as usize == after(seat)).map(|it| SeatId(it as u8))
        };
        let seats: Vec<SeatId> = book.seats().iter().map(to).collect::<Option<_>>()?;
        let shift = (seats[0].0 as usize + n) % n;
        if (0..n).any(|it| seats[it].0 as usize != (it + shift) % n) {
            return None;
        }
        let square = |it: Square| symmetry.squares()[it.index()];
        // A rulebook can give one seat other pieces. Its rules need not commute with the symmetry.
        let setup = book.setup().unwrap_or_default();
        if setup.iter().any(|it| !setup.contains(&(seats[it.0.index()], it.1, square(it.2)))) {
            return None;
        }
        let both = |it: (Square, Square)| (square(it.0), square(it.1));
        let mut castlings = Vec::new();
        for one in book.castlings() {
            let image = book.castlings().iter().position(|it| {
                it.seat() == seats[one.seat().index()] && it.king() == both(one.king()) && it.rook() == both(one.rook())
            });
            castlings.push(image? as u8);
        }
        let barriers =
            (0..book.barrier_instances().len()).map(|it| image_of_barrier(book, it)).collect::<Option<_>>()?;
        Some(Turning { squares: symmetry.squares().to_vec(), seats, castlings, barriers })
    }

    pub fn square(&self, square: Square) -> Square {
        self.squares[square.index()]
    }

    pub fn seat(&self, seat: SeatId) -> SeatId {
        self.seats[seat.index()]
    }

    pub fn mv(&self, mv: Move) -> Move {
        let Some(to) = mv.destination() else { return mv };
        if let Some(kind) = mv.dropped() {
            return Move::dropping(kind, self.square(to));
        }
        let castling = mv.castling().map(|it| self.castlings[it as usize]);
        Move::new(self.square(mv.origin().unwrap_or(to)), self.square(to))
            .as_castling(castling)
            .promoting(mv.promotion())
            .gating(mv.gate())
            .placing(mv.placed().map(|it| self.square(it)))
    }

    /// Returns the image of a whole position.
    pub fn setup(&self, book: &Rulebook, setup: &Setup) -> Setup {
        let turn = book.board().symmetry().as_ref().expect("a declared turn").turn();
        let mut next = setup.clone();
        next.blockers = setup.blockers.iter().map(|it| self.square(*it)).collect();
        next.blockers.sort();
        next.pieces = setup
            .pieces
            .iter()
            .map(|(square, piece)| {
                let mut piece = *piece;
                piece.seat = self.seat(piece.seat);
                piece.facing = piece.facing.map(|it| turn.apply(it, book.board().headings()));
                (self.square(*square), piece)
            })
            .collect();
        next.turn = self.seat(setup.turn);
        let bits = |set: u64, to: &dyn Fn(usize) -> usize| {
            (0..64).filter(|it| set >> it & 1 == 1).fold(0u64, |sum, it| sum | 1 << to(it))
        };
        next.out = bits(setup.out as u64, &|it| self.seats[it].index()) as u8;
        next.frozen = bits(setup.frozen as u64, &|it| self.seats[it].index()) as u8;
        next.extra_turn = setup.extra_turn.map(|it| self.seat(it));
        next.inherited_turn = setup.inherited_turn.map(|it| self.seat(it));
        next.castling = bits(setup.castling, &|it| self.castlings[it] as usize);
        let instance = |bit: usize| {
            let here = book.barrier_instances().iter().position(|it| it.state_bit() == Some(bit as u8));
            let there = self.barriers[here.expect("a barrier with that bit")];
            book.barrier_instances()[there].state_bit().expect("a state") as usize
        };
        next.open = bits(setup.open, &instance);
        for right in &mut next.en_passant {
            right.target = self.square(right.target);
            right.victim = self.square(right.victim);
            right.owner = self.seat(right.owner);
        }
        for seat in book.seat_ids() {
            let there = self.seat(seat).index();
            next.lost[there] = setup.lost[seat.index()];
            next.scores[there] = setup.scores[seat.index()];
            if let Some(allies) = setup.allies.get(seat.index()) {
                next.allies[there] = bits(u64::from(*allies), &|it| self.seats[it].index()) as u8;
            }
            if let Some(heir) = setup.heirs.get(seat.index()) {
                next.heirs[there] = heir.map(|it| self.seat(it));
            }
            if !setup.counters.is_empty() {
                next.counters[there] = setup.counters[seat.index()].clone();
            }
            if !setup.pool.is_empty() {
                next.pool[there] = setup.pool[seat.index()].clone();
            }
        }
        if let Some(over) = &mut next.over {
            over.mover = self.seat(over.mover);
            over.victim = over.victim.map(|it| self.seat(it));
            over.mating_player = over.mating_player.map(|it| self.seat(it));
        }
        ordered(next)
    }
}

/// Returns the barrier on the image of these links.
fn image_of_barrier(book: &Rulebook, instance: usize) -> Option<usize> {
    let board: &Board = book.board();
    let symmetry = board.symmetry()?;
    let header = book.barrier_instances()[instance].barrier();
    let mut images: Vec<usize> = book.barriers()[header].instances().iter().map(|it| *it as usize).collect();
    for from in board.squares() {
        for (to, link) in board.links(from).iter().filter(|it| it.1.barriers().contains(&(instance as u16))) {
            let heading = symmetry.turn().apply(link.heading(), board.headings());
            let mut turned = board.steps(symmetry.squares()[from.index()], heading);
            let turned = turned.find(|it| it.0 == symmetry.squares()[to.index()])?;
            images.retain(|it| turned.1.barriers().contains(&(*it as u16)));
        }
    }
    images.first().copied()
}
