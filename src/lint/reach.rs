//! Reachability: where each seat's pieces can ever be, what they can capture, and which links they
//! cross.
//!
//! Input: a rulebook with a starting position. Output: [`BoardReach`]. Other pieces never block, and every
//! barrier that could ever allow anything counts as open. The result therefore includes everything that
//! can happen in a game, and more. All searching is counted in a step budget; once it is exhausted,
//! everything counts as possible. Does not know turns.

mod places;

use crate::board::{Board, Heading, HeadingSymmetry, MAX_PATHS, Path, Square, lame_legs, leaps_within, rays_within};
use crate::policy::{Army, Leaps, Role};
use crate::rulebook::{
    Atom, AtomShape, AtomStart, Budget, Joint, KindId, PlaceTest, PromotionChoice, Rulebook, SeatId, bent_paths,
};

/// Squares and links that the pieces of one seat and one kind can reach.
#[derive(Clone, Debug, Default)]
struct PieceReach {
    /// Squares on which they can be.
    squares: Vec<bool>,
    /// Squares on which they can capture.
    captures: Vec<bool>,
    /// Links that they can cross step by step.
    steps: Vec<bool>,
    /// Links on the path of a leap.
    leaps: Vec<bool>,
    /// Visited states (square and heading).
    visited: Vec<bool>,
    /// Visited states from which at least one move exists.
    moves: Vec<bool>,
}

/// Everything that pieces can reach from the starting position.
#[derive(Debug)]
pub(super) struct BoardReach {
    kinds: usize,
    headings: u8,
    /// Number of the first link of each square.
    first_link: Vec<usize>,
    /// By seat, then kind.
    pieces: Vec<PieceReach>,
    /// Promotions that some piece can reach.
    promotes: Vec<bool>,
    /// Kinds that some player has or can get, one bit each: the possible contents of a pool.
    had: u32,
    /// Step budget of this search.
    budget: Budget,
}

/// A piece on a square, with its forward direction.
#[derive(Clone, Copy, Debug)]
struct PieceVisit {
    seat: SeatId,
    kind: KindId,
    square: Square,
    facing: Heading,
}

/// Pieces whose moves are still to be followed.
type Open = Vec<PieceVisit>;

impl BoardReach {
    /// Follows every piece of the starting position to all squares that it can reach.
    pub(super) fn of(book: &Rulebook) -> Self {
        let board = &book.board;
        let mut links = 0;
        let first_link = board.squares().map(|it| (links, links += board.links(it).len()).0).collect();
        let nothing = PieceReach {
            squares: vec![false; board.len()],
            captures: vec![false; board.len()],
            steps: vec![false; links],
            leaps: vec![false; links],
            visited: vec![false; board.len() * usize::from(board.headings)],
            moves: vec![false; board.len() * usize::from(board.headings)],
        };
        let mut reach = BoardReach {
            kinds: book.kinds.len(),
            headings: board.headings,
            first_link,
            pieces: vec![nothing; book.kinds.len() * book.seats.len()],
            promotes: vec![false; book.promotions.len()],
            had: super::opening::obtainable(book),
            budget: Budget::default(),
        };
        let mut open = Open::new();
        for (seat, kind, square) in book.setup.as_deref().unwrap_or_default() {
            let facing = book.seats[seat.index()].faces;
            reach.arrive(book, PieceVisit { seat: *seat, kind: *kind, square: *square, facing }, &mut open);
        }
        for castling in &book.castlings {
            for (from, to) in [castling.king, castling.rook] {
                let piece = book.setup.as_deref().unwrap_or_default().iter().find(|it| it.2 == from);
                if let Some((seat, kind, _)) = piece {
                    let facing = book.seats[seat.index()].faces;
                    reach.arrive(book, PieceVisit { seat: *seat, kind: *kind, square: to, facing }, &mut open);
                }
            }
        }
        reach.drop_everywhere(book, &mut open);
        while let Some(visit) = open.pop().filter(|_| !reach.budget.is_exhausted()) {
            reach.promote_in_place(book, visit, &mut open);
            let onward = reach.onward(book, visit);
            let (at, state) = (reach.at(visit.seat, visit.kind), reach.state(visit.square, visit.facing));
            // A capture without moving is a move, too.
            let stays = book.captures_without_moving(visit.kind);
            let captures = stays && reach.pieces[at].captures.contains(&true);
            reach.pieces[at].moves[state] = captures || !onward.is_empty();
            for (square, facing) in onward {
                reach.arrive(book, PieceVisit { square, facing, ..visit }, &mut open);
                reach.promote(book, PieceVisit { square, ..visit }, &mut open);
            }
        }
        reach
    }

    fn at(&self, seat: SeatId, kind: KindId) -> usize {
        seat.index() * self.kinds + kind.index()
    }

    fn state(&self, square: Square, facing: Heading) -> usize {
        square.index() * usize::from(self.headings) + usize::from(facing.0)
    }

    /// Lets a piece reach a square. If pieces can change sides, it does so for every player, with either heading.
    fn arrive(&mut self, book: &Rulebook, visit: PieceVisit, open: &mut Open) {
        self.arrive_as(book, visit, open);
        let change = book.conversion.is_some() || book.army == Army::TakenOver;
        for seat in book.seat_ids().filter(|it| change && *it != visit.seat) {
            self.arrive_as(book, PieceVisit { seat, ..visit }, open);
            self.arrive_as(book, PieceVisit { seat, facing: book.seats[seat.index()].faces, ..visit }, open);
        }
    }

    fn arrive_as(&mut self, book: &Rulebook, visit: PieceVisit, open: &mut Open) {
        // The heading of a piece without directed moves does not matter.
        let facing = if book.kinds[visit.kind.index()].is_directed { visit.facing } else { Heading(0) };
        let state = self.state(visit.square, facing);
        let at = self.at(visit.seat, visit.kind);
        let piece = &mut self.pieces[at];
        piece.squares[visit.square.index()] = true;
        if !std::mem::replace(&mut piece.visited[state], true) {
            open.push(PieceVisit { facing, ..visit });
        }
    }

    /// Adds the kinds to which a piece can promote on a square, with every possible heading.
    fn promote(&mut self, book: &Rulebook, visit: PieceVisit, open: &mut Open) {
        let PieceVisit { seat, kind, square: to, .. } = visit;
        self.budget.spend(kind, book.promotions.len());
        for (at, promotion) in book.promotions.iter().enumerate() {
            let fits = promotion.leaving.is_some() || promotion.on.may_fit(book, seat, to);
            if promotion.pieces >> kind.0 & 1 == 0 || !fits {
                continue;
            }
            self.promotes[at] = true;
            let all = (0..book.kinds.len() as u8).map(KindId);
            let into: Vec<KindId> = match &promotion.choice {
                PromotionChoice::Listed(kinds) => kinds.clone(),
                PromotionChoice::FromPool { pieces, .. } => {
                    let is_had = |it: &KindId| self.had & pieces & (1 << it.0) != 0;
                    all.filter(|it| is_had(it) && book.kinds[it.index()].role != Role::Royal).collect()
                }
                PromotionChoice::BySquare(by_seat) => {
                    let kinds = by_seat.get(seat.index()).into_iter().flatten();
                    kinds.filter(|it| it.1.contains(&to)).map(|it| it.0).collect()
                }
            };
            for kind in into {
                self.budget.spend(kind, usize::from(self.headings));
                for facing in (0..self.headings).map(Heading) {
                    self.arrive(book, PieceVisit { seat, kind, square: to, facing }, open);
                }
            }
        }
    }

    /// Follows one move of each atom, and records the links crossed and the squares of captures.
    fn onward(&mut self, book: &Rulebook, visit: PieceVisit) -> Vec<(Square, Heading)> {
        let PieceVisit { seat, kind, square: from, facing } = visit;
        let board = &book.board;
        let mut found = Vec::new();
        let stays = book.captures_without_moving(kind);
        for atom in &book.kinds[kind.index()].movement.atoms {
            let before = found.len();
            for start in atom.starts(board, facing) {
                let is_ride = is_ride(atom);
                if atom.bends() {
                    self.follow_bent(book, visit, atom, start, &mut found);
                    continue;
                }
                if !self.budget.spend(kind, if is_ride { 1 } else { leap_steps(atom) }) {
                    return found;
                }
                let paths = if is_ride {
                    rays_within(board, from, start.heading, usize::from(atom.range), MAX_PATHS).0
                } else {
                    leap(board, atom, start, from)
                };
                if !is_ride && !atom.lame {
                    // Over a hole no link is crossed.
                    let over = leap(board.plane(), atom, start, from).into_iter();
                    let over = over.filter(|it| it.squares.iter().any(|it| it.index() >= board.len()));
                    for path in over.filter(|it| it.end().index() < board.len()) {
                        let at = self.at(seat, kind);
                        self.pieces[at].captures[path.end().index()] |= atom.capture || atom.en_passant;
                        found.push((path.end(), path.turn.apply(facing, board.headings)));
                    }
                }
                for path in paths {
                    self.follow(book, visit, atom, &path, &mut found);
                }
            }
            if stays && !atom.quiet {
                found.truncate(before);
            }
        }
        found
    }

    /// Follows the paths of an atom that bends.
    fn follow_bent(
        &mut self,
        book: &Rulebook,
        visit: PieceVisit,
        atom: &Atom,
        start: AtomStart,
        found: &mut Vec<(Square, Heading)>,
    ) {
        let PieceVisit { seat, kind, square: from, facing } = visit;
        let (board, is_leap, piece) = (&book.board, atom.is_bent_leap(), self.at(seat, kind));
        let captures = atom.capture || atom.en_passant;
        if is_leap && board.plane().len() > board.len() {
            // Over a hole no link is crossed.
            for bent in bent_paths(board.plane(), atom, start, from, MAX_PATHS).all {
                let is_over_hole = bent.path.squares.iter().any(|it| it.index() >= board.len());
                if is_over_hole && bent.path.end().index() < board.len() {
                    self.pieces[piece].captures[bent.path.end().index()] |= captures;
                    found.push((bent.path.end(), bent.path.turn.apply(facing, board.headings)));
                }
            }
        }
        for bent in bent_paths(board, atom, start, from, MAX_PATHS).all {
            if !self.budget.spend(kind, bent.joints.len()) {
                return;
            }
            let turns = bent.turns(board, from);
            let mut at = from;
            for (step, (to, index)) in bent.path.squares.iter().zip(&bent.path.links).enumerate() {
                let link = &board.links(at)[usize::from(*index)].1;
                let number = self.first_link[at.index()] + usize::from(*index);
                let piece = &mut self.pieces[piece];
                let crossed = if is_leap { &mut piece.leaps } else { &mut piece.steps };
                crossed[number] = true;
                if link.barriers.iter().any(|it| is_wall(book, usize::from(*it), seat, kind, !is_leap)) {
                    break;
                }
                at = *to;
                if bent.joints[step] == Joint::Stop {
                    piece.captures[to.index()] |= captures;
                    found.push((*to, turns[step].apply(facing, board.headings)));
                }
            }
        }
    }

    /// Records the links of one path, and adds the squares on which the piece can end.
    fn follow(
        &mut self,
        book: &Rulebook,
        visit: PieceVisit,
        atom: &Atom,
        path: &Path,
        found: &mut Vec<(Square, Heading)>,
    ) {
        let PieceVisit { seat, kind, square: from, facing } = visit;
        let (board, is_ride) = (&book.board, is_ride(atom));
        let piece = self.at(seat, kind);
        self.budget.spend(kind, path.squares.len());
        let mut turn = HeadingSymmetry::default();
        let mut at = from;
        for (step, (to, index)) in path.squares.iter().zip(&path.links).enumerate() {
            let link = &board.links(at)[usize::from(*index)].1;
            let number = self.first_link[at.index()] + usize::from(*index);
            let piece = &mut self.pieces[piece];
            let crossed = if is_ride { &mut piece.steps } else { &mut piece.leaps };
            crossed[number] = true;
            if link.barriers.iter().any(|it| is_wall(book, usize::from(*it), seat, kind, is_ride)) {
                return;
            }
            turn = turn.then(link.turn, board.headings);
            at = *to;
            if is_ride || step + 1 == path.squares.len() {
                piece.captures[to.index()] |= atom.capture || atom.en_passant;
                found.push((*to, turn.apply(facing, board.headings)));
            }
        }
    }

    /// Returns the number of steps of this search, which exceeds the budget by at most one path.
    pub(super) fn steps(&self) -> u64 {
        self.budget.steps()
    }

    /// Counts the steps of a query, and reports whether everything that it needs was searched completely.
    fn is_known(&self, kind: KindId, steps: usize) -> bool {
        !self.budget.is_exhausted() && self.budget.spend(kind, steps)
    }

    /// Reports whether a seat ever has pieces.
    pub(super) fn has_pieces(&self, seat: SeatId) -> bool {
        self.of_seat(seat).any(|it| it.squares.contains(&true))
    }

    /// Reports whether a piece of `one` can capture on a square where a piece of `other` can be.
    pub(super) fn meets(&self, one: SeatId, other: SeatId) -> bool {
        let can_be_on = |square: usize| self.of_seat(other).any(|it| it.squares[square]);
        let squares = self.pieces.first().map_or(0, |it| it.squares.len());
        if !self.is_known(KindId(0), squares * self.kinds * self.kinds) {
            return true;
        }
        self.of_seat(one).any(|it| it.captures.iter().enumerate().any(|(at, captures)| *captures && can_be_on(at)))
    }

    /// Reports whether a piece of the starting position can ever leave its square.
    pub(super) fn moves_from(&self, book: &Rulebook, seat: SeatId, kind: KindId, from: Square) -> bool {
        let castles = book.castlings.iter().any(|it| it.king.0 == from || it.rook.0 == from);
        let is_directed = book.kinds[kind.index()].is_directed;
        let facing = if is_directed { book.seats[seat.index()].faces } else { Heading(0) };
        castles || self.budget.is_exhausted() || self.pieces[self.at(seat, kind)].moves[self.state(from, facing)]
    }

    /// Reports whether some piece reaches a promotion.
    pub(super) fn promotes(&self, promotion: usize) -> bool {
        self.promotes[promotion] || self.budget.is_exhausted()
    }

    /// Reports whether a piece that a barrier affects ever meets it.
    pub(super) fn crosses_barrier(&self, book: &Rulebook, barrier: usize) -> bool {
        let it = &book.barriers[barrier];
        let is_on = |instances: &[u16]| it.instances.iter().any(|it| instances.contains(it));
        book.seat_ids().filter(|seat| it.binds & seat.bit() != 0).any(|seat| {
            let kinds = (0..self.kinds as u8).map(KindId).filter(|kind| it.pieces >> kind.0 & 1 != 0);
            kinds
                .into_iter()
                .any(|kind| self.crosses(book, seat, kind, it.leaps != Leaps::Exempt, |link| is_on(&link.barriers)))
        })
    }

    /// Reports whether a piece of one of these kinds ever crosses a line.
    pub(super) fn crosses_line(&self, book: &Rulebook, line: usize, kinds: u32) -> bool {
        let instances = &book.lines[line].instances;
        let is_on = |link: &crate::board::Link| instances.iter().any(|it| link.lines.contains(it));
        let kinds: Vec<KindId> = (0..self.kinds as u8).map(KindId).filter(|it| kinds >> it.0 & 1 != 0).collect();
        book.seat_ids().any(|seat| kinds.iter().any(|kind| self.crosses(book, seat, *kind, true, is_on)))
    }

    fn crosses(
        &self,
        book: &Rulebook,
        seat: SeatId,
        kind: KindId,
        leaps: bool,
        is_on: impl Fn(&crate::board::Link) -> bool,
    ) -> bool {
        let piece = &self.pieces[self.at(seat, kind)];
        if !self.is_known(kind, piece.steps.len()) {
            return true;
        }
        book.board.squares().any(|from| {
            let first = self.first_link[from.index()];
            let links = book.board.links(from).iter().enumerate();
            links
                .into_iter()
                .any(|(at, (_, link))| (piece.steps[first + at] || (leaps && piece.leaps[first + at])) && is_on(link))
        })
    }

    /// Reports whether a piece of one of these kinds can ever be in a place.
    pub(super) fn stands(&self, book: &Rulebook, kinds: u32, place: Option<&PlaceTest>) -> bool {
        let of_kinds = |kind: &KindId| kinds >> kind.0 & 1 != 0;
        book.seat_ids().any(|seat| {
            (0..self.kinds as u8).map(KindId).filter(of_kinds).any(|kind| {
                let squares = &self.pieces[self.at(seat, kind)].squares;
                if !self.is_known(kind, squares.len()) {
                    return true;
                }
                book.board
                    .squares()
                    .any(|it| squares[it.index()] && place.is_none_or(|place| place.may_fit(book, seat, it)))
            })
        })
    }

    fn of_seat(&self, seat: SeatId) -> impl Iterator<Item = &PieceReach> {
        self.pieces[seat.index() * self.kinds..][..self.kinds].iter()
    }
}

fn is_ride(atom: &Atom) -> bool {
    matches!(atom.shape, AtomShape::Straight(1) | AtomShape::Diagonal(1))
}

/// Returns the number of steps that it takes to find the paths of a leap.
fn leap_steps(atom: &Atom) -> usize {
    match atom.shape {
        AtomShape::Straight(long) | AtomShape::Diagonal(long) => usize::from(long),
        AtomShape::Oblique(long, short) => usize::from(long + short) * 2,
        AtomShape::Zigzag(_) | AtomShape::Bent => 0,
    }
}

/// Returns the paths of one leap.
fn leap(board: &Board, atom: &Atom, start: AtomStart, from: Square) -> Vec<Path> {
    let n = i16::from(board.headings);
    let side = Heading((i16::from(start.heading.0) + n + i16::from(start.aside)).rem_euclid(n) as u8);
    let routes = match atom.shape {
        AtomShape::Straight(long) | AtomShape::Diagonal(long) => vec![[(start.heading, usize::from(long)), (side, 0)]],
        AtomShape::Oblique(long, short) if atom.lame => {
            vec![lame_legs(board, start.heading, long.into(), short.into(), start.aside)]
        }
        AtomShape::Oblique(long, short) => {
            let (long, short) = ((start.heading, usize::from(long)), (side, usize::from(short)));
            vec![[long, short], [short, long]]
        }
        // `follow_bent` follows them.
        AtomShape::Zigzag(_) | AtomShape::Bent => Vec::new(),
    };
    routes.into_iter().flat_map(|it| leaps_within(board, from, it, MAX_PATHS).0).collect()
}

/// Reports whether a barrier blocks such pieces for the whole game. A leap meets the barrier on each path if
/// `any-path` or `every-path` is set.
fn is_wall(book: &Rulebook, instance: usize, seat: SeatId, kind: KindId, is_ride: bool) -> bool {
    let barrier = &book.barriers[book.barrier_instances[instance].barrier];
    let binds = barrier.binds & seat.bit() != 0 && barrier.pieces >> kind.0 & 1 != 0 && barrier.unless.is_empty();
    let meets = is_ride || matches!(barrier.leaps, Leaps::AnyPath | Leaps::EveryPath);
    let allows = if barrier.starts_open { barrier.open } else { barrier.closed };
    binds && meets && barrier.opens.is_empty() && !allows.quiet && !allows.capture
}
