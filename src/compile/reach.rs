//! Where men can go from the array: lines that fork too often, men that can never move,
//! pawns that can never be promoted.
//!
//! In: the board, the kinds, the array. Out: findings. Refuses to know whose turn it is
//! and what stands in the way.

use std::collections::BTreeSet;

use super::scope::Scope;
use crate::board::{Board, FrameTurn, Heading, MOST_PATHS, Square, leaps_within, rays_within};
use crate::definition::{PlaceLinks, Role, Who};
use crate::diagnostic::{Code, Diagnostics, Span};
use crate::variant::{Atom, AtomShape, Kind, KindId, Place, Promotion, Seat, SeatId, Start, Zone};

/// The most ways of a lame rider in one direction: they double at each leap, and each
/// asks for squares of its own.
const MOST_LAME: usize = 64;

/// Where one step or leap leads: the square, how a facing is carried there, and the
/// squares that a lame leap needs empty.
type Step = (Square, FrameTurn, BTreeSet<Square>);

/// Single steps of one start of an atom, each once, and whether these are all.
fn single(board: &Board, atom: &Atom, start: Start, from: Square) -> (Vec<Step>, bool) {
    let n = board.headings;
    let side = Heading((start.heading.0 as i16 + n as i16 + start.aside as i16).rem_euclid(n as i16) as u8);
    let legs = match atom.shape {
        AtomShape::Straight(long) | AtomShape::Diagonal(long) => vec![[(start.heading, long as usize), (side, 0)]],
        AtomShape::Oblique(long, short) => {
            let (long, short) = ((start.heading, long as usize), (side, short as usize));
            vec![[long, short], [short, long]]
        }
    };
    let mut found: Vec<Step> = Vec::new();
    let mut whole = true;
    for legs in legs {
        let plane = if atom.lame { board } else { board.plane() };
        let (paths, all) = leaps_within(plane, from, legs, MOST_PATHS);
        whole &= all;
        for path in paths.into_iter().filter(|it| it.end().index() < board.len()) {
            let passed = &path.squares[..path.squares.len() - 1];
            let step = (path.end(), path.turn, passed.iter().copied().filter(|_| atom.lame).collect());
            if !found.contains(&step) {
                found.push(step);
            }
        }
    }
    (found, whole)
}

/// Finds fault with a board on which a line, a leap or a rider has more branches than can be followed.
pub(super) fn find_thickets(scope: &Scope, board: &Board, kinds: &[Kind], sink: &mut Diagnostics) -> bool {
    let whole = scope.definition.board.as_ref().map_or(scope.definition.span, |it| it.span);
    let too_many = |span: Span, what: String, from: Square, most: usize, help: &str, sink: &mut Diagnostics| {
        let message = format!("{what} from `{}` has more than {most} branches", board.name(from));
        sink.error(Code::TooMany, span, message).help(help);
        false
    };
    let forks = "take forks away: links added twice, edges glued more than once";
    // Where nothing forks, a line has one branch and a single leap two.
    let plane = board.plane();
    let forked = plane.squares().any(|it| plane.links(it).windows(2).any(|it| it[0].1.heading == it[1].1.heading));
    for from in board.squares().filter(|_| forked) {
        for heading in (0..board.headings).map(Heading) {
            if !rays_within(board, from, heading, 0, MOST_PATHS).1 {
                let what = format!("the line {}", board.heading_name(heading));
                return too_many(whole, what, from, MOST_PATHS, forks, sink);
            }
        }
    }
    for kind in kinds {
        for atom in kind.movement.atoms.iter().filter(|it| !is_plain(it) && (forked || it.range != 1)) {
            let atom = Atom { directions: None, ..atom.clone() };
            for from in board.squares() {
                for start in atom.starts(board, Heading(0)) {
                    let most = if atom.lame { MOST_LAME } else { MOST_PATHS };
                    if !rider_fits(board, &atom, start, from, most) {
                        let man = scope.definition.men.iter().find(|it| it.0.value == kind.name);
                        let help = match (atom.lame, atom.range) {
                            (true, 0) => "its ways double at each leap: say how many it makes at most, like `nN3`",
                            _ => forks,
                        };
                        let what = format!("the leap of `{}`", kind.name);
                        return too_many(man.map_or(whole, |it| it.0.span), what, from, most, help, sink);
                    }
                }
            }
        }
    }
    true
}

/// A step to a neighbour, repeated or not: a ray.
fn is_plain(atom: &Atom) -> bool {
    matches!(atom.shape, AtomShape::Straight(1) | AtomShape::Diagonal(1))
}

/// Whether the ways of a leap that repeats are few enough.
fn rider_fits(board: &Board, atom: &Atom, start: Start, from: Square, most: usize) -> bool {
    let mut open = vec![(vec![from], start)];
    let mut ways = 0;
    while let Some((squares, start)) = open.pop() {
        let at = squares[squares.len() - 1];
        let came_back = squares[..squares.len() - 1].contains(&at);
        if came_back || (atom.range != 0 && squares.len() > atom.range as usize) {
            ways += 1;
            continue;
        }
        let (next, whole) = single(board, atom, start, at);
        ways += usize::from(next.is_empty());
        if !whole || ways + open.len() > most {
            return false;
        }
        for (to, turn, _) in next {
            let aside = if turn.mirrored { -start.aside } else { start.aside };
            let start = Start { heading: turn.apply(start.heading, board.headings), aside };
            let mut longer = squares.clone();
            longer.push(to);
            open.push((longer, start));
        }
    }
    ways <= most
}

/// A man and its facing, one step on by any of its atoms.
fn onward(board: &Board, kind: &Kind, at: Square, facing: Heading) -> Vec<(Square, Heading)> {
    let mut found = Vec::new();
    for atom in &kind.movement.atoms {
        for start in atom.starts(board, facing) {
            if is_plain(atom) && atom.range == 1 {
                let steps = board.steps(at, start.heading);
                found.extend(steps.map(|(to, link)| (*to, link.turn.apply(facing, board.headings))));
            } else if is_plain(atom) {
                for path in rays_within(board, at, start.heading, atom.range as usize, MOST_PATHS).0 {
                    let mut turn = FrameTurn::default();
                    let mut from = at;
                    for (to, link) in path.squares.iter().zip(&path.links) {
                        turn = turn.then(board.links(from)[*link as usize].1.turn, board.headings);
                        found.push((*to, turn.apply(facing, board.headings)));
                        from = *to;
                    }
                }
            } else {
                let steps = single(board, atom, start, at).0;
                found.extend(steps.into_iter().map(|it| (it.0, it.1.apply(facing, board.headings))));
            }
        }
    }
    found
}

/// Finds men that can never move from anywhere.
pub(super) fn find_idle(scope: &Scope, board: &Board, kinds: &[Kind], seats: &[Seat], sink: &mut Diagnostics) {
    for kind in kinds.iter().filter(|it| !it.movement.atoms.is_empty()) {
        let moves = |seat: &Seat| board.squares().any(|at| !onward(board, kind, at, seat.faces).is_empty());
        if !seats.iter().any(moves) {
            let span = scope.definition.men.iter().find(|it| it.0.value == kind.name).map(|it| it.0.span);
            sink.error(Code::NoMovement, span, format!("`{}` can move from no square of this board", kind.name))
                .help("its steps leave the board: take smaller ones");
        }
    }
}

/// What promotions are held to.
pub(super) struct Ways<'a> {
    /// The board.
    pub board: &'a Board,
    /// The kinds.
    pub kinds: &'a [Kind],
    /// The seats.
    pub seats: &'a [Seat],
    /// The zones.
    pub zones: &'a [Zone],
    /// The promotions.
    pub promotions: &'a [Promotion],
}

impl Ways<'_> {
    /// Finds pawns of the array that no way leads to a square of promotion.
    pub fn find_stranded(&self, scope: &Scope, array: &[(SeatId, KindId, Square)], sink: &mut Diagnostics) {
        let mut said: BTreeSet<KindId> = BTreeSet::new();
        for (seat, kind, square) in array {
            let pawn = &self.kinds[kind.index()];
            let promoted = self.promotions.iter().any(|it| it.men >> kind.0 & 1 != 0);
            if pawn.role != Role::Pawn || !promoted || said.contains(kind) || self.gets_there(*seat, *kind, *square) {
                continue;
            }
            said.insert(*kind);
            let span = scope.definition.men.iter().find(|it| it.0.value == pawn.name).map(|it| it.0.span);
            let seat = &self.seats[seat.index()].name;
            let from = self.board.name(*square);
            let message = format!("the {} of `{seat}` from `{from}` can never be promoted", pawn.name);
            sink.warning(Code::NeverPromotes, span, message)
                .help("look at where it is promoted, and which way it faces");
        }
    }

    fn gets_there(&self, seat: SeatId, kind: KindId, from: Square) -> bool {
        let man = &self.kinds[kind.index()];
        let rules: Vec<&Promotion> = self.promotions.iter().filter(|it| it.men >> kind.0 & 1 != 0).collect();
        let mut open = vec![(from, self.seats[seat.index()].faces)];
        let mut seen: BTreeSet<(Square, Heading)> = open.iter().copied().collect();
        while let Some((at, facing)) = open.pop() {
            for next in onward(self.board, man, at, facing) {
                if rules.iter().any(|it| self.is_end(&it.on, seat, man, next)) {
                    return true;
                }
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }

    fn is_end(&self, place: &Place, seat: SeatId, man: &Kind, (at, facing): (Square, Heading)) -> bool {
        match place {
            Place::Zone { zone, of } => {
                let sets = self.zones[*zone].squares.iter().enumerate();
                let fits = |index: usize| match of {
                    Some(Who::Owner) => index == seat.index(),
                    Some(Who::Others) => index != seat.index(),
                    _ => true,
                };
                sets.filter(|it| fits(it.0)).any(|it| it.1.contains(&at))
            }
            Place::Links(PlaceLinks::NoMove) => onward(self.board, man, at, facing).is_empty(),
            Place::Links(PlaceLinks::NoStepForward) => {
                let mut quiet = man.clone();
                quiet.movement.atoms.retain(|it| it.quiet);
                onward(self.board, &quiet, at, facing).is_empty()
            }
        }
    }
}
