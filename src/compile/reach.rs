//! Reachability from the starting position: pieces that can never move, pawns that can never promote.
//!
//! Input: the board, the kinds and the starting position. Output: diagnostics. Does not know turns, and
//! ignores other pieces.

use foldhash::HashSet;

use super::scope::Scope;
use super::work::{is_plain, single};
use crate::board::{Board, Heading, HeadingSymmetry, MAX_PATHS, Path, Square, rays_within};
use crate::diagnostic::{Code, Diagnostics};
use crate::policy::{PlaceLinks, Role, Who};
use crate::rulebook::{Kind, KindId, PlaceTest, Player, Promotion, Seat, SeatId, Zone};

/// Returns the squares and headings that a piece can reach in one move of any of its atoms.
fn onward(board: &Board, kind: &Kind, at: Square, facing: Heading) -> Vec<(Square, Heading)> {
    let mut found = Vec::new();
    let atoms = &kind.movement.atoms;
    let others = atoms.iter().filter(|it| !it.otherwise);
    let mut goes_on = false;
    for atom in others.chain(atoms.iter().filter(|it| it.otherwise)) {
        if atom.otherwise && goes_on {
            break;
        }
        let before = found.len();
        for start in atom.starts(board, facing) {
            if is_plain(atom) && atom.range == 1 {
                let steps = board.steps(at, start.heading);
                found.extend(steps.map(|(to, link)| (*to, link.turn.apply(facing, board.headings))));
            } else if is_plain(atom) {
                for path in rays_within(board, at, start.heading, atom.range as usize, MAX_PATHS).0 {
                    let mut turn = HeadingSymmetry::default();
                    let mut from = at;
                    for (to, link) in path.squares.iter().zip(&path.links) {
                        turn = turn.then(board.links(from)[*link as usize].1.turn, board.headings);
                        found.push((*to, turn.apply(facing, board.headings)));
                        from = *to;
                    }
                }
            } else {
                let steps = single(board, atom, start, at, &mut Path::default()).0;
                found.extend(steps.into_iter().map(|it| (it.0, it.1.apply(facing, board.headings))));
            }
        }
        goes_on |= atom.is_waited_for() && found[before..].iter().any(|it| it.0 != at);
    }
    found
}

/// Reports kinds that can never move from any square.
pub(super) fn find_idle(scope: &Scope, board: &Board, kinds: &[Kind], seats: &[Seat], sink: &mut Diagnostics) {
    for kind in kinds.iter().filter(|it| !it.movement.atoms.is_empty()) {
        let moves = |seat: &Seat| board.squares().any(|at| !onward(board, kind, at, seat.faces).is_empty());
        // Without directions, all players' pieces move alike.
        let players = if kind.is_directed { seats } else { &seats[..seats.len().min(1)] };
        if !players.iter().any(moves) {
            let span = scope.definition.pieces.iter().find(|it| it.0.value == kind.name).map(|it| it.0.span);
            sink.error(Code::NoMovement, span, format!("`{}` can move from no square of this board", kind.name))
                .help("its steps leave the board: take smaller ones, like `movement = \"W\"`");
        }
    }
}

/// The context in which promotions are checked.
pub(super) struct PromotionReach<'a> {
    /// The graph of the board.
    pub board: &'a Board,
    /// All kinds of pieces.
    pub kinds: &'a [Kind],
    /// Seats in order of play.
    pub seats: &'a [Seat],
    /// Zones in file order.
    pub zones: &'a [Zone],
    /// Promotions in file order.
    pub promotions: &'a [Promotion],
}

impl PromotionReach<'_> {
    /// Warns about pawns of the starting position that can never reach a promotion square.
    pub fn find_stranded(&self, scope: &Scope, setup: &[(SeatId, KindId, Square)], sink: &mut Diagnostics) {
        let mut reported: HashSet<KindId> = HashSet::default();
        for (seat, kind, square) in setup {
            let pawn = &self.kinds[kind.index()];
            let promoted = self.promotions.iter().any(|it| it.pieces >> kind.0 & 1 != 0);
            if pawn.role != Role::Pawn
                || !promoted
                || reported.contains(kind)
                || self.can_promote(*seat, *kind, *square)
            {
                continue;
            }
            reported.insert(*kind);
            let span = scope.definition.pieces.iter().find(|it| it.0.value == pawn.name).map(|it| it.0.span);
            let seat = &self.seats[seat.index()].name;
            let from = self.board.name(*square);
            let message = format!("the {} of `{seat}` from `{from}` can never be promoted", pawn.name);
            let rules = self.promotions.iter().filter(|it| it.pieces >> kind.0 & 1 != 0);
            let title = |it: &Promotion| match it.name.is_empty() {
                true => "`[promotion]`".to_owned(),
                false => format!("`[promotion.{}]`", it.name),
            };
            let titles: Vec<String> = rules.clone().map(title).collect();
            // Without its only piece, a promotion would be empty.
            let other = match rules.clone().all(|it| it.pieces.count_ones() > 1) {
                true => format!("leave `{}` out of `pieces`", pawn.name),
                false => format!("leave {} out", titles.join(" and ")),
            };
            sink.warning(Code::NeverPromotes, span, message).help(format!(
                "look at `on` under {}, and at `faces` under `[seat.{seat}]`; or {other}",
                titles.join(" and ")
            ));
        }
    }

    fn can_promote(&self, seat: SeatId, kind: KindId, from: Square) -> bool {
        let piece = &self.kinds[kind.index()];
        let rules: Vec<&Promotion> = self.promotions.iter().filter(|it| it.pieces >> kind.0 & 1 != 0).collect();
        let mut open = vec![(from, self.seats[seat.index()].faces)];
        let mut seen: HashSet<(Square, Heading)> = open.iter().copied().collect();
        while let Some((at, facing)) = open.pop() {
            for next in onward(self.board, piece, at, facing) {
                if rules.iter().any(|it| it.leaving.is_some() || self.is_end(&it.on, seat, piece, next)) {
                    return true;
                }
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        false
    }

    fn is_end(&self, place: &PlaceTest, seat: SeatId, piece: &Kind, (at, facing): (Square, Heading)) -> bool {
        match place {
            PlaceTest::Zone { zone, of } => {
                let sets = self.zones[*zone].squares.iter().enumerate();
                let fits = |index: usize| match of {
                    Some(Player::Role(Who::Owner)) => index == seat.index(),
                    Some(Player::Role(Who::Others)) => index != seat.index(),
                    Some(Player::Seat(of)) => index == of.index(),
                    _ => true,
                };
                sets.filter(|it| fits(it.0)).any(|it| it.1.contains(&at))
            }
            // A piece of the starting position has the heading of its seat.
            PlaceTest::Facing { zone } => {
                self.zones[*zone].squares.get(seat.index()).is_some_and(|it| it.contains(&at))
            }
            PlaceTest::Links(PlaceLinks::NoMove) => onward(self.board, piece, at, facing).is_empty(),
            PlaceTest::Links(PlaceLinks::NoStepForward) => {
                let mut quiet = piece.clone();
                quiet.movement.atoms.retain(|it| it.quiet);
                onward(self.board, &quiet, at, facing).is_empty()
            }
        }
    }
}
