//! Illustrations of moves that a ban forbids, with the refusal as the caption.
//!
//! Input: a variant. Output: for each ban one refused move, and the picture of any move with the reason of a refusal. A
//! search through random games finds positions with a ban. Delta debugging (ddmin with single pieces) then removes every piece that the refusal does not need.
//! The search is bounded and deterministic. Does not know any game by name.

use super::Illustration;
use crate::board::Square;
use crate::document::Diagram;
use crate::english::phrases::{a, capital, plural};
use crate::notation::sentence::{explain, missing_mark};
use crate::notation::{joined, seat_title};
use crate::policy::{Placing, Role};
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Move, Piece, Position, Refusal, Setup, UnsettledPosition, Variant};

/// Maximum number of random games in the search.
const GAMES: u64 = 12;
/// Maximum number of plies in each random game.
const PLIES: usize = 60;
/// Maximum number of moves tried for all bans of a rulebook.
const TRIED: usize = 60_000;
/// Maximum number of random positions with few pieces.
const SCATTERED: usize = 4000;

/// A linear congruential generator with Knuth's constants.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    /// Returns a number below `count`.
    pub(super) fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }
}

/// Returns an illustration of a refused move for each ban.
pub(super) fn bans(variant: &Variant) -> Vec<Illustration> {
    let count = variant.rulebook().bans.len();
    let mut found: Vec<Option<(Position, Move)>> = vec![None; count];
    let mut tried = 0;
    for game in 0..GAMES {
        let Some(mut position) = variant.start().filter(|_| count > 0) else { break };
        let mut dice = Dice(game);
        for _ in 0..PLIES {
            if found.iter().all(Option::is_some) || tried > TRIED {
                break;
            }
            for mv in candidates(variant, &position) {
                tried += 1;
                if let Some(ban) = banned(&position, mv).filter(|it| found[*it].is_none()) {
                    found[ban] = Some((position.clone(), mv));
                }
            }
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Every second game prefers captures, because many bans concern captures.
            let captures: Vec<Move> = moves.iter().filter(|it| position.piece_at(it.to).is_some()).copied().collect();
            let moves = if captures.is_empty() || game % 2 == 1 { moves } else { captures };
            let Ok(next) = position.play(moves[dice.below(moves.len())]) else { break };
            position = next;
        }
    }
    scattered(variant, &mut found);
    found
        .into_iter()
        .enumerate()
        .filter_map(|(ban, it)| Some((ban, it?)))
        .flat_map(|(ban, (position, mv))| {
            // No king is in check, unless the ban needs it.
            let was_calm = is_calm(&position);
            let position = reduced(variant, position, &|it| banned(it, mv) == Some(ban) && (!was_calm || is_calm(it)));
            let mv = shortest(variant, &position, mv, ban);
            let name = &variant.rulebook().bans[ban].name;
            let losses = losses(&position);
            let rule = format!("rule-ban-{name}");
            let excepted = excepted(variant, &position, mv, ban)
                .and_then(|it| Some(Illustration { rule: rule.clone(), diagram: with_exception(it, mv)? }));
            let ahead = one_step_ahead(variant, &position, mv);
            let freed = super::tagged::freed(variant, &position, mv, ban);
            let ahead: Vec<Illustration> =
                ahead.into_iter().chain(freed).map(|it| Illustration { rule: rule.clone(), diagram: it }).collect();
            let mut diagram = diagram(position, mv, "");
            diagram.stock = true;
            diagram.caption = format!("{losses} {}", diagram.caption.plain()).trim_start().into();
            [Illustration { rule, diagram }].into_iter().chain(excepted).chain(ahead)
        })
        .collect()
}

/// Shows a capture between two pieces of one kind that is allowed, although it is forbidden one step before.
fn one_step_ahead(variant: &Variant, position: &Position, mv: Move) -> Option<Diagram> {
    let board = variant.board();
    let (piece, prey) = (position.piece_at(mv.from)?, position.piece_at(mv.to)?);
    let faces = variant.rulebook().seats[piece.seat.index()].faces;
    let next = |it: Square| board.steps(it, faces).next().map(|it| it.0);
    let (from, to) = (next(mv.from)?, next(mv.to).filter(|_| piece.kind == prey.kind)?);
    let mut setup = position.setup();
    setup.pieces.retain(|it| ![mv.from, mv.to, from, to].contains(&it.0));
    setup.pieces.extend([(from, piece), (to, prey)]);
    let ahead = unsettled(variant, &setup).filter(|it| is_calm(it) && it.pieces().len() == position.pieces().len())?;
    let mv = Move::new(from, to);
    ahead
        .explain(mv)
        .is_ok()
        .then(|| diagram(ahead, mv, "When both pieces are one step further, the capture is allowed. "))
}

/// Returns the shortest move of the same piece that the same ban forbids, and that captures if the given move does.
fn shortest(variant: &Variant, position: &Position, mv: Move, ban: usize) -> Move {
    let board = variant.board();
    let captures = |it: &Move| position.piece_at(it.to).is_some();
    let is_step = |it: &Move| board.links(it.from).iter().any(|link| link.0 == it.to);
    let fits = |it: &Move| it.from == mv.from && captures(it) == captures(&mv) && banned(position, *it) == Some(ban);
    let found = candidates(variant, position).into_iter().find(|it| is_step(it) && fits(it));
    found.filter(|_| !is_step(&mv)).unwrap_or(mv)
}

/// Shows a capture that an exception allows: the capturing piece then attacks the king of the captured piece's owner.
fn with_exception((position, king): (Position, Square), mv: Move) -> Option<Diagram> {
    let book = position.variant().rulebook();
    let (piece, prey) = (position.piece_at(mv.from)?, position.piece_at(mv.to)?);
    let label = &book.kinds[piece.kind.index()].label;
    let (one, other) = (seat_title(book, piece.seat), seat_title(book, prey.seat));
    let name = |it: Square| book.board.name(it);
    let caption = format!(
        "The same capture is allowed if {one} attacks {other}'s king after it. Here {one}'s {label} has moved from {} to {} and captured {} \
         there. Now it attacks {other}'s king on {}.",
        name(mv.from),
        name(mv.to),
        a(&book.kinds[prey.kind.index()].label),
        name(king)
    );
    // Before the capture, the attack would start from the captured piece.
    let (last, after) = (Some(mv), position.play(mv).ok()?);
    let (seat, caption) = (Some(piece.seat), caption.into());
    Some(Diagram { last, seat, stock: true, is_small: true, caption, ..Diagram::new(after) })
}

/// Moves the king of a captured piece's owner to where the same capture attacks it, if an exception then allows it.
fn excepted(variant: &Variant, position: &Position, mv: Move, ban: usize) -> Option<(Position, Square)> {
    let prey = position.piece_at(mv.to)?.seat;
    let old = position.king(prey).filter(|_| !variant.rulebook().bans[ban].unless.is_empty())?;
    let free = variant.board().squares().filter(|it| position.piece_at(*it).is_none());
    let moved = |to: Square| -> Option<(Position, Square)> {
        let mut setup = position.setup();
        setup.pieces.iter_mut().find(|it| it.0 == old)?.0 = to;
        let position = unsettled(variant, &setup).filter(is_calm)?;
        let after = position.play(mv).ok()?;
        let attacks = after.checkers(prey).contains(&mv.to);
        (attacks && position.explain(mv).is_ok()).then_some((position, to))
    };
    let all: Vec<(Position, Square)> = free.filter_map(moved).collect();
    // The king stays close to where it was.
    let board = variant.board();
    let (home, far) = (board.info(old), |it: Square| board.info(it));
    let distance = |it: &(Position, Square)| {
        let at = far(it.1);
        (at.patch != home.patch, (at.rank - home.rank).abs() + (at.file - home.file).abs())
    };
    all.into_iter().min_by_key(distance)
}

/// Looks for the remaining bans in random positions: the kings at home and one more piece for each player.
fn scattered(variant: &Variant, found: &mut [Option<(Position, Move)>]) {
    let book = variant.rulebook();
    let is_royal = |it: KindId| book.kinds[it.index()].role == Role::Royal;
    let piece = |seat, kind| Piece { seat, kind, tags: 0, moved: false, facing: None };
    let home = book.setup.iter().flatten().filter(|it| is_royal(it.1));
    let kings: Vec<(Square, Piece)> = home.map(|it| (it.2, piece(it.0, it.1))).collect();
    let kinds: Vec<KindId> = (0..book.kinds.len() as u8).map(KindId).filter(|it| !is_royal(*it)).collect();
    let squares: Vec<Square> = variant.board().squares().collect();
    let mut dice = Dice(GAMES);
    for _ in 0..SCATTERED {
        if kinds.is_empty() || found.iter().all(Option::is_some) {
            break;
        }
        let mut pieces = kings.clone();
        for seat in book.seat_ids() {
            let at = squares[dice.below(squares.len())];
            if pieces.iter().all(|it| it.0 != at) {
                pieces.push((at, piece(seat, kinds[dice.below(kinds.len())])));
            }
        }
        let setup = Setup::builder(variant).turn(SeatId(0)).pieces(pieces).setup();
        let Some(position) = unsettled(variant, &setup).filter(is_calm) else { continue };
        for mv in candidates(variant, &position) {
            if let Some(ban) = banned(&position, mv).filter(|it| found[*it].is_none()) {
                found[ban] = Some((position.clone(), mv));
            }
        }
    }
}

/// Returns the pseudo-legal moves of the player to move, along the movement patterns of the pieces.
fn candidates(variant: &Variant, position: &Position) -> Vec<Move> {
    let turn = position.turn();
    let own = position.pieces().into_iter().filter(|it| it.1.seat == turn);
    let moves = own.flat_map(|(from, piece)| {
        let reach = variant.reach(turn, piece.kind, from);
        let to = reach.quiet.into_iter().filter(|it| position.piece_at(*it).is_none());
        let captures = reach.captures.into_iter().filter(|it| position.piece_at(*it).is_some_and(|it| it.seat != turn));
        let to: Vec<Square> = to.chain(captures).collect();
        to.into_iter().map(move |to| Move::new(from, to))
    });
    moves.collect()
}

/// Returns a position in which no outcome is due. Few pieces are left, so the game would be over.
/// A blocker that always is on the board after the first move is on a square far from the pieces.
pub(super) fn unsettled(variant: &Variant, setup: &Setup) -> Option<Position> {
    let new = |it: &Setup| UnsettledPosition::new(variant, it).ok().map(UnsettledPosition::into_position);
    let book = variant.rulebook();
    let is_missing =
        setup.blockers.is_empty() && book.blocker.as_ref().is_some_and(|it| it.placing == Placing::SameOne);
    // Most games have no such blocker, and the search for its square takes longer than the position.
    let Some(at) = is_missing.then(|| aside(variant, setup)).flatten() else { return new(setup) };
    new(&Setup { blockers: vec![at], ..setup.clone() }).or_else(|| new(setup))
}

/// Returns the empty square that is farthest from all pieces, among those that no piece reaches.
fn aside(variant: &Variant, setup: &Setup) -> Option<Square> {
    let board = variant.board();
    let place = |it: Square| (board.info(it).x, board.info(it).y);
    let distance = |one: Square, other: Square| {
        let ((ax, ay), (bx, by)) = (place(one), place(other));
        // In hundredths, to compare them.
        ((ax - bx).hypot(ay - by) * 100.0) as u32
    };
    let reached: Vec<Square> = setup
        .pieces
        .iter()
        .flat_map(|(at, piece)| {
            let reach = variant.reach(piece.seat, piece.kind, *at);
            reach.quiet.into_iter().chain(reach.captures).chain([*at])
        })
        .collect();
    let free = board.squares().filter(|it| !reached.contains(it));
    free.max_by_key(|it| setup.pieces.iter().map(|piece| distance(piece.0, *it)).min().unwrap_or(0))
}

/// Reports whether no king is in check.
pub(super) fn is_calm(position: &Position) -> bool {
    position.variant().rulebook().seat_ids().all(|it| position.checkers(it).is_empty())
}

/// Returns the ban that refuses a move.
pub(super) fn banned(position: &Position, mv: Move) -> Option<usize> {
    match position.explain(mv) {
        Err(Refusal::Ban { ban, .. }) => Some(ban),
        _ => None,
    }
}

/// Removes every piece, right and captured piece that a test does not need.
pub(super) fn reduced(variant: &Variant, position: Position, holds: &dyn Fn(&Position) -> bool) -> Position {
    let smaller = |least: &Position, change: &dyn Fn(&mut Setup)| -> Option<Position> {
        let mut setup = least.setup();
        change(&mut setup);
        unsettled(variant, &setup).filter(holds)
    };
    let mut least = position;
    let no_rights = |it: &mut Setup| (it.castling, it.en_passant) = (0, Vec::new());
    least = smaller(&least, &no_rights).unwrap_or(least);
    let mut at = 0;
    while at < least.pieces().len() {
        let without = |it: &mut Setup| {
            it.pieces.remove(at);
        };
        match smaller(&least, &without) {
            Some(it) => least = it,
            None => at += 1,
        }
    }
    for (seat, pool) in least.setup().pool.iter().enumerate() {
        for (kind, count) in pool.iter().enumerate() {
            for _ in 0..*count {
                let Some(it) = smaller(&least, &|it| it.pool[seat][kind] -= 1) else { break };
                least = it;
            }
        }
    }
    least
}

/// States which pieces the players have lost: `Black has lost a queen and two pawns.`
pub(super) fn losses(position: &Position) -> String {
    let book = position.variant().rulebook();
    let setup = position.setup();
    let one = |(seat, pool): (SeatId, &Vec<u8>)| {
        let kinds = pool.iter().zip(&book.kinds).filter(|it| *it.0 > 0);
        let taken = pool.iter().enumerate().any(|it| *it.1 > 0 && book.capturer_keeps() >> it.0 & 1 != 0);
        let has = if taken { "has captured" } else { "has lost" };
        let lost: Vec<String> = kinds
            .map(|(count, kind)| match count {
                1 => a(&kind.label),
                _ => format!("{} {}", super::super::phrases::count(i64::from(*count)), plural(&kind.label)),
            })
            .collect();
        (!lost.is_empty()).then(|| format!(" {} {has} {}.", seat_title(book, seat), joined(&lost, "and")))
    };
    book.seat_ids().zip(&setup.pool).filter_map(one).collect()
}

/// Shows a move as an arrow, with the squares that the refusal concerns and the reason of the refusal.
pub(super) fn diagram(position: Position, mv: Move, before: &str) -> Diagram {
    let why = explain(&position, mv);
    let board = position.variant().board();
    let turn = position.turn();
    let kind = |it: Piece| position.variant().rulebook().kinds[it.kind.index()].label.clone();
    let moving = position.piece_at(mv.from);
    let piece = moving.map_or_else(|| "piece".to_owned(), kind);
    let whose = seat_title(position.variant().rulebook(), turn);
    let ends = format!("{} to {}", board.name(mv.from), board.name(mv.to));
    let caption = match why.is_legal {
        true => match position.piece_at(mv.to) {
            Some(_) => format!("{before}{whose}'s {piece} may capture from {ends}."),
            None => format!("{before}{whose}'s {piece} may move from {ends}."),
        },
        false => {
            // The exceptions are in the rule itself.
            let reason = why.sentence.split(" The exception ").next().unwrap_or_default();
            let reason = reason.split(" None of the exceptions ").next().unwrap_or_default();
            let reason = reason.split(" Its exception ").next().unwrap_or_default();
            let mut reason = reason.split(" It would be allowed only in ").next().unwrap_or_default().to_owned();
            // The rule on the page has a capital letter.
            for it in &position.variant().rulebook().bans {
                reason = reason.replace(&format!("“{}”", it.label), &format!("“{}”", capital(&it.label)));
            }
            let reason = reason
                .replace(&format!("from {whose}'s {piece} on {}", board.name(mv.from)), &format!("from this {piece}"));
            let reason = reason.replace(": nothing may cross it", "");
            let step = format!(" blocks the step from {ends}: it is ");
            let reason = reason.replacen(&step, " is ", 1);
            let lacks = moving.and_then(|it| lacks_marks(&position, it, mv));
            let reason = lacks.unwrap_or(reason);
            match position.piece_at(mv.to) {
                Some(prey) => {
                    let prey = format!("{}'s {}", seat_title(position.variant().rulebook(), prey.seat), kind(prey));
                    format!(
                        "{before}{whose}'s {piece} on {} may not capture {prey} on {}. {reason}",
                        board.name(mv.from),
                        board.name(mv.to)
                    )
                }
                None => format!("{before}{whose}'s {piece} may not move from {ends}. {reason}"),
            }
        }
    };
    let royal = |at: &&Square| {
        let kind = position.piece_at(**at).map(|it| it.kind);
        kind.is_some_and(|it| position.variant().rulebook().kinds[it.index()].role == Role::Royal)
    };
    let kings = why.at.iter().chain(&why.by).filter(royal);
    let threats = kings
        .flat_map(|king| why.by.iter().filter(move |it| *it != king).map(move |it| (*it, *king)))
        .collect::<Vec<_>>();
    // Arrows show the ends of the move and the checks.
    let is_shown = |at: &Square| *at == mv.from || *at == mv.to || threats.iter().any(|it| it.0 == *at || it.1 == *at);
    let mut marked: Vec<Square> = why.at.iter().chain(&why.by).copied().filter(|it| !is_shown(it)).collect();
    if why.is_legal {
        marked.clear();
    }
    let arrow = vec![(mv.from, mv.to)];
    let (allowed, forbidden) = if why.is_legal { (arrow, Vec::new()) } else { (Vec::new(), arrow) };
    Diagram {
        marked,
        allowed,
        forbidden,
        threats,
        is_small: true,
        seat: Some(turn),
        caption: caption.into(),
        ..Diagram::new(position)
    }
}

/// Names the barrier that stops a capture and the exception that the piece lacks: `The creek stops this capture, because
/// the pawn has not crossed the center.`
fn lacks_marks(position: &Position, piece: Piece, mv: Move) -> Option<String> {
    let book = position.variant().rulebook();
    let Err(Refusal::Barrier { barrier: at, .. }) = position.explain(mv) else { return None };
    let barrier = &book.barriers[book.barrier_instances[at].barrier];
    let label = &book.kinds[piece.kind.index()].label;
    let missing = missing_mark(book, piece, &barrier.unless)?;
    let why = match missing.by_itself {
        true => format!("the {label} has not crossed the {}", missing.line),
        false => format!("no {label} has crossed the {}", missing.line),
    };
    let name = capital(&book.barrier_instances[at].label);
    let what = if position.piece_at(mv.to).is_some() { "capture" } else { "move" };
    Some(format!("{name} stops this {what}, because {why}."))
}
