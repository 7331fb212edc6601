//! Illustrations of barriers: moves that each kind stops, and moves that it allows once it is open or to some pieces.
//!
//! Input: a variant. Output: for each kind of barrier positions with one more piece than the kings, found by a search
//! over the steps that cross it. The engine decides which moves are legal. Does not know any game by name.

use super::moves::{kings, tags_in_words};
use super::openings::opening;
use super::plain_lines::is_plain_line;
use super::reaches::place_across;
use super::refused::{diagram, is_calm, unsettled};
use super::{Illustration, checks_before, no_checks};
use crate::board::{Heading, Square, ray_paths};
use crate::english::crossing::{is_across, is_ring};
use crate::english::learn::{OPEN, OPENS};
use crate::english::phrases::plural;
use crate::english::walks::{may_enter, walked};
use crate::notation::seat_title;
use crate::policy::{Role, StaysOpen, Vacated};
use crate::rulebook::{BarrierInstance, BarrierOpening, KindId, PieceTest, SeatId};
use crate::rules::{Move, Piece, Position, Refusal, Setup, Variant};
use crate::sorting::CompactSort;

/// The player who moves.
const FIRST: SeatId = SeatId(0);

/// A move across a barrier that an illustration needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// Index of the kind of barrier.
    pub header: usize,
    pub open: bool,
    pub legal: bool,
    /// Tags of the moving piece, as a bit set.
    pub tags: u32,
}

/// A move across a barrier.
pub(super) struct FoundMove {
    pub position: Position,
    pub mv: Move,
    /// The player beside whom the barriers are open.
    pub beside: Option<SeatId>,
}

/// Returns illustrations of a move that each kind of barrier stops, and of one that it allows once it is open.
pub(super) fn barriers(variant: &Variant) -> Vec<Illustration> {
    let book = variant.rulebook();
    let mut all = Vec::new();
    for (header, barrier) in book.barriers.iter().enumerate() {
        let changes = barrier.instances.iter().any(|it| book.barrier_instances[usize::from(*it)].state_bit.is_some());
        let rule = format!("rule-barrier-{}", barrier.name);
        let pair = opening(variant, header).filter(|_| changes && !barrier.starts_open);
        let has_pair = pair.is_some();
        if let Some([closed, open]) = pair {
            all.push(Illustration { rule: rule.clone(), diagram: closed });
            all.push(Illustration { rule: format!("{rule}-{OPENS}"), diagram: open });
        }
        for open in [false, true] {
            if !changes && open != barrier.starts_open || has_pair && !open {
                continue;
            }
            let allows = if open { barrier.open } else { barrier.closed };
            // An open barrier shows what it allows, any other what it stops.
            let legal = (changes && open || allows.capture) && allows.quiet;
            // An open barrier that still stops captures shows both.
            let stops_captures = legal && changes && open && !allows.capture;
            let legals = [legal, false].into_iter().take(if stops_captures { 2 } else { 1 });
            for legal in legals.filter(|it| !(has_pair && open && *it)) {
                let found = crossing(variant, Wanted { header, open, legal, tags: 0 });
                all.extend(found.map(|it| shown(variant, header, it)));
            }
            if changes && open && allows.quiet && !allows.give_check {
                all.extend(check_across(variant, header).map(|it| shown(variant, header, it)));
                all.extend(checks_before::illustration(variant, header));
            }
            if changes && open && allows.quiet && !allows.attack {
                all.extend(no_checks::illustration(variant, header));
            }
        }
        // A piece that an exception frees, such as a pawn that has crossed a line.
        let tagged = |it: &PieceTest| {
            let tags = 1 << it.tag?.0;
            let found = crossing(variant, Wanted { header, open: barrier.starts_open, legal: true, tags })?;
            let piece = found.position.piece_at(found.mv.from)?;
            let crossed = tags_in_words(variant, piece, found.mv.from).trim().trim_end_matches('.').to_owned();
            let turned =
                if moves_outward(variant, piece, found.mv.from) { " and now moves toward the rim" } else { "" };
            let before = if crossed.is_empty() { String::new() } else { format!("{crossed}{turned}. ") };
            let mut diagram = diagram(found.position, found.mv, &before);
            let again = format!(". {}'s {} may ", seat_title(book, piece.seat), book.kinds[piece.kind.index()].label);
            diagram.caption = diagram.caption.plain().replacen(&again, ". It may ", 1).into();
            Some(Illustration { rule: rule.clone(), diagram })
        };
        all.extend(barrier.unless.iter().filter_map(tagged));
    }
    all
}

/// Reports whether a pawn on a ring moves to a lower rank.
fn moves_outward(variant: &Variant, piece: Piece, at: Square) -> bool {
    let (book, board) = (variant.rulebook(), variant.board());
    let rank = |it: Square| board.info(it).rank;
    let mut pieces = kings(variant);
    pieces.retain(|it| it.0 != at);
    pieces.push((at, piece));
    let setup = Setup::builder(variant).turn(piece.seat).pieces(pieces).setup();
    let moves = unsettled(variant, &setup).map(|it| it.legal_moves_from(at)).unwrap_or_default();
    let is_pawn = book.kinds[piece.kind.index()].role == Role::Pawn;
    is_ring(board) && is_pawn && !moves.is_empty() && moves.iter().all(|it| rank(it.to) < rank(at))
}

/// Says which barriers are open, before a space. Empty if none is.
pub(super) fn state(variant: &Variant, header: usize, it: &FoundMove) -> String {
    let book = variant.rulebook();
    let barrier = &book.barriers[header];
    let beside = |seat: SeatId| owned(variant, header, seat).count();
    let opened = it.position.barriers();
    let is_open = barrier.instances.iter().any(|it| opened.get(usize::from(*it)).copied().unwrap_or(false));
    match it.beside {
        _ if !is_open => String::new(),
        Some(seat) if beside(seat) > 1 && !barrier.starts_open => {
            format!("The {} beside {} opened earlier in the game. ", plural(&barrier.label), seat_title(book, seat))
        }
        _ if barrier.instances.iter().all(|it| book.barrier_instances[usize::from(*it)].state_bit.is_none()) => {
            String::new()
        }
        _ if barrier.starts_open => format!("This {} is open. ", barrier.label),
        _ => format!("This {} opened earlier in the game. ", barrier.label),
    }
}

/// Draws a move across a barrier, with a sentence on its state.
pub(super) fn shown(variant: &Variant, header: usize, it: FoundMove) -> Illustration {
    let barrier = &variant.rulebook().barriers[header];
    let state = state(variant, header, &it);
    let opened = it.position.barriers();
    let is_open = barrier.instances.iter().any(|it| opened.get(usize::from(*it)).copied().unwrap_or(false));
    // The cross is on the barrier.
    let path = line(&it.position, it.mv);
    let step = path.windows(2).position(|it| crosses(variant, header, it[0], it[1]));
    let shields = shields(&it.position, it.mv);
    let mut diagram = diagram(it.position, it.mv, &state);
    diagram.aside = shields;
    diagram.stopped = step.filter(|_| !diagram.forbidden.is_empty()).map(|it| (path, it)).into_iter().collect();
    let part = if is_open && !barrier.opens.is_empty() { format!("-{OPEN}") } else { String::new() };
    Illustration { rule: format!("rule-barrier-{}{part}", barrier.name), diagram }
}

/// Returns the squares of the shortest clear line of a move, with its ends. Empty if there is none.
pub(super) fn line(position: &Position, mv: Move) -> Vec<Square> {
    let board = position.variant().board();
    let rays = (0..board.headings).flat_map(|it| ray_paths(board, mv.from, Heading(it), 0));
    let clear = rays.filter_map(|it| {
        let end = it.squares.iter().position(|at| *at == mv.to)?;
        let is_clear = it.squares[..end].iter().all(|at| position.piece_at(*at).is_none());
        is_clear.then(|| [&[mv.from], &it.squares[..=end]].concat())
    });
    clear.min_by_key(Vec::len).unwrap_or_default()
}

/// Returns the barriers of a kind beside a player.
fn owned(variant: &Variant, header: usize, seat: SeatId) -> impl Iterator<Item = &BarrierInstance> {
    let all = variant.rulebook().barrier_instances.iter();
    all.filter(move |it| it.barrier == header && it.owners & seat.bit() != 0)
}

/// Reports whether a step crosses a barrier of a kind.
pub(super) fn crosses(variant: &Variant, header: usize, from: Square, to: Square) -> bool {
    let mut links = variant.board().links(from).iter().filter(|it| it.0 == to).flat_map(|it| &it.1.barriers);
    links.any(|it| variant.rulebook().barrier_instances[usize::from(*it)].barrier == header)
}

/// Returns the kings at home. The king of the player beside whom barriers are open has left the zone that must be empty for
/// this, and is on no square beside such a barrier.
pub(super) fn kings_beside(variant: &Variant, header: usize, beside: Option<SeatId>) -> Vec<(Square, Piece)> {
    let (book, board) = (variant.rulebook(), variant.board());
    let mut kings = kings(variant);
    let taken: Vec<Square> = kings.iter().map(|it| it.0).collect();
    for (at, piece) in kings.iter_mut().filter(|it| Some(it.1.seat) == beside) {
        let is_emptied =
            |it: Square| book.barriers[header].opens.iter().any(|why| is_in_zone(variant, why, piece.seat, it));
        let touches = |it: Square| board.links(it).iter().any(|to| crosses(variant, header, it, to.0));
        let is_free = |it: &Square| !is_emptied(*it) && !taken.contains(it) && !touches(*it);
        let ahead = board.steps(*at, book.seats[piece.seat.index()].faces).next().map(|it| it.0);
        let near = ahead.into_iter().chain(board.links(*at).iter().map(|it| it.0));
        if is_emptied(*at) {
            *at = near.chain(board.squares()).find(is_free).unwrap_or(*at);
        }
    }
    kings
}

/// Reports whether a square belongs to the zone of a player that must be empty for a barrier to open.
fn is_in_zone(variant: &Variant, why: &BarrierOpening, seat: SeatId, at: Square) -> bool {
    let BarrierOpening::ZoneVacated { zone, .. } = why else { return false };
    variant.rulebook().zones[*zone].squares.get(seat.index()).is_some_and(|it| it.contains(&at))
}

/// Reports whether every open barrier of a kind can be open in a position in which all players are in play. One that closes
/// again is open only while a zone is empty.
pub(super) fn can_be_open(position: &Position, header: usize) -> bool {
    let (variant, pieces, open) = (position.variant(), position.pieces(), position.barriers());
    let book = variant.rulebook();
    let barrier = &book.barriers[header];
    let is_empty = |why: &BarrierOpening, seat: SeatId| match why {
        BarrierOpening::OwnerEliminated => false,
        BarrierOpening::ZoneVacated { of, .. } => pieces
            .iter()
            .all(|(at, piece)| *of == Vacated::OwnPieces && piece.seat != seat || !is_in_zone(variant, why, seat, *at)),
    };
    let vacates = barrier.opens.iter().any(|it| matches!(it, BarrierOpening::ZoneVacated { .. }));
    barrier.opens.is_empty()
        || barrier.stays_open == StaysOpen::ForGood && (barrier.starts_open || vacates)
        || barrier.instances.iter().filter(|it| open.get(usize::from(**it)).copied().unwrap_or(false)).all(|it| {
            let owners = book.barrier_instances[usize::from(*it)].owners;
            let mut seats = book.seat_ids().filter(|it| owners & it.bit() != 0);
            seats.any(|seat| barrier.opens.iter().any(|why| is_empty(why, seat)))
        })
}

/// Returns the kind of barrier that refuses a move.
pub(super) fn refusing(position: &Position, mv: Move) -> Option<usize> {
    match position.explain(mv) {
        Err(Refusal::Barrier { barrier, .. }) => Some(position.variant().rulebook().barrier_instances[barrier].barrier),
        _ => None,
    }
}

/// Returns the bits of the barriers of a kind. With a player, the open barriers are those beside that player.
pub(super) fn open_bits(variant: &Variant, header: usize, beside: Option<SeatId>, crossed: &[u16]) -> (u64, u64) {
    let book = variant.rulebook();
    let bits = |all: &mut dyn Iterator<Item = &BarrierInstance>| {
        all.filter_map(|it| it.state_bit).fold(0, |set, it| set | 1 << it)
    };
    let all = bits(&mut book.barrier_instances.iter().filter(|it| it.barrier == header));
    let open = match beside {
        Some(seat) => bits(&mut owned(variant, header, seat)),
        None => bits(
            &mut crossed.iter().map(|it| &book.barrier_instances[usize::from(*it)]).filter(|it| it.barrier == header),
        ),
    };
    (all, open)
}

/// Returns the player beside whom a barrier opens: preferably not the player who moves.
pub(super) fn opener(variant: &Variant, instance: u16) -> Option<SeatId> {
    let book = variant.rulebook();
    let owners = book.barrier_instances[usize::from(instance)].owners;
    let own = || book.seat_ids().filter(|it| owners & it.bit() != 0);
    own().find(|it| *it != FIRST).or_else(|| own().next())
}

/// Finds a position in which a move crosses the barrier and is legal or refused. The position has
/// the kings at home, one more piece of the first player, and a piece to capture if needed.
pub(super) fn crossing(variant: &Variant, wanted: Wanted) -> Option<FoundMove> {
    let Wanted { header, open, legal, tags } = wanted;
    let (book, board) = (variant.rulebook(), variant.board());
    let is_it = |it: &u16| book.barrier_instances.get(usize::from(*it)).is_some_and(|it| it.barrier == header);
    let allows = if open { book.barriers[header].open } else { book.barriers[header].closed };
    let royal = |it: KindId| book.kinds[it.index()].role == Role::Royal;
    let home: Vec<(SeatId, KindId, Square)> = book.setup.iter().flatten().copied().collect();
    // Pawns come last: they are rarely on the squares beside a barrier.
    let is_pawn = |it: KindId| book.kinds[it.index()].role == Role::Pawn;
    let mut kinds: Vec<KindId> = book.player_kinds().map(|it| it.0).filter(|it| !royal(*it)).collect();
    kinds.reverse();
    kinds.retain(|kind| (0..32).all(|tag| tags >> tag & 1 == 0 || book.tags[tag].pieces >> kind.0 & 1 != 0));
    kinds.compact_sort_by_key(|it| is_pawn(*it));
    let walked: Vec<Vec<Square>> = (0..book.kinds.len() as u8).map(|it| walked(variant, FIRST, KindId(it))).collect();
    let mut second: Option<(u8, FoundMove)> = None;
    let mut preys: Vec<(SeatId, KindId)> = Vec::new();
    for it in home.iter().filter(|it| it.0 != FIRST && !royal(it.1) && !is_pawn(it.1)) {
        if !preys.contains(&(it.0, it.1)) {
            preys.push((it.0, it.1));
        }
    }
    // A quiet move comes first. If quiet moves may cross, or only captures, the move is a capture.
    let is_capture = allows.quiet && !legal || tags != 0;
    let preys: Vec<Option<(SeatId, KindId)>> = match is_capture {
        true => preys.into_iter().map(Some).collect(),
        false => [None].into_iter().chain(preys.into_iter().map(Some)).collect(),
    };
    for from in board.squares() {
        for (to, link) in board.links(from).iter().filter(|it| it.1.barriers.iter().any(is_it)) {
            let Some(crossed) = link.barriers.iter().find(|it| is_it(it)) else { continue };
            let beside = opener(variant, *crossed).filter(|_| open);
            let kings = kings_beside(variant, header, beside);
            if kings.iter().any(|it| it.0 == from) {
                continue;
            }
            for (kind, prey) in kinds.iter().flat_map(|kind| preys.iter().map(move |prey| (kind, prey))) {
                let mut pieces = kings.clone();
                pieces.retain(|it| it.0 != *to);
                pieces.push((from, Piece { tags, ..Piece::new(FIRST, *kind) }));
                pieces.extend(prey.map(|it| (*to, Piece::new(it.0, it.1))));
                let mut setup = Setup::builder(variant).turn(FIRST).pieces(pieces).setup();
                let (all, opened) = open_bits(variant, header, beside, &link.barriers);
                setup.open = setup.open & !all | if open { opened } else { 0 };
                let mv = Move::new(from, *to);
                // A move that an open barrier allows must need it: a closed one would stop the move.
                let needs_it = |position: &Position| {
                    let closed = Setup { open: position.setup().open & !all, ..position.setup() };
                    let closed = unsettled(variant, &closed).and_then(|it| refusing(&it, mv));
                    book.barriers[header].closed.quiet || closed == Some(header)
                };
                let fits = |position: &Position| match legal {
                    _ if !can_be_open(position, header) => false,
                    true => {
                        position.explain(mv).is_ok()
                            && (!open || book.barriers[header].opens.is_empty() || needs_it(position))
                    }
                    false => refusing(position, mv) == Some(header),
                };
                let Some(position) = unsettled(variant, &setup).filter(|it| fits(it)) else { continue };
                let position = shielded(&position, mv, beside).filter(|it| fits(it)).unwrap_or(position);
                // The best example has no check, and no pawn. A pawn is at least where it can get. A piece with a tag
                // has come a long way.
                let is_far = book.barrier_instances[usize::from(*crossed)].owners & FIRST.bit() == 0;
                let found = FoundMove { mv, beside, position };
                let may_be_there = may_enter(variant, FIRST, *kind, from);
                if is_calm(&found.position) && may_be_there && if tags == 0 { !is_pawn(*kind) } else { is_far } {
                    return Some(found);
                }
                let is_there = tags == 0 && walked[kind.index()].contains(&from);
                let quality = u8::from(is_calm(&found.position)) + 2 * u8::from(is_there);
                if second.as_ref().is_none_or(|it| it.0 < quality) {
                    second = Some((quality, found));
                }
            }
        }
    }
    second.map(|it| it.1)
}

/// Moves each checked king one step out of check, so that no king is in check. If no step helps, or if its move opens the
/// barrier, puts a piece that starts next to it back there, preferably the one ahead of it. `None` if this is not needed or does
/// not help.
fn shielded(position: &Position, mv: Move, opener: Option<SeatId>) -> Option<Position> {
    let (variant, mut setup) = (position.variant(), position.setup());
    let book = variant.rulebook();
    for seat in book.seat_ids().filter(|it| position.is_check(*it)) {
        let king = position.king(seat)?;
        let ahead = book.board.steps(king, book.seats[seat.index()].faces).next().map(|it| it.0);
        let beside = book.board.links(king).iter().map(|it| it.0);
        // A step out of a zone that must be empty would open barriers.
        let opens = || book.barriers.iter().flat_map(|it| &it.opens);
        let stays =
            |at: Square| opens().all(|it| is_in_zone(variant, it, seat, king) == is_in_zone(variant, it, seat, at));
        let free = |at: &Square| position.piece_at(*at).is_none() && ![mv.from, mv.to].contains(at) && stays(*at);
        let aside = ahead.into_iter().chain(beside.clone()).filter(free).find_map(|at| {
            let mut moved = setup.clone();
            moved.pieces.iter_mut().filter(|it| it.0 == king).for_each(|it| it.0 = at);
            unsettled(variant, &moved).filter(|it| !it.is_check(seat)).map(|_| moved)
        });
        if let Some(moved) = aside.filter(|_| opener != Some(seat)) {
            setup = moved;
            continue;
        }
        let shield = ahead.into_iter().chain(beside).find_map(|at| {
            let (_, kind, _) = book.setup.iter().flatten().find(|it| it.0 == seat && it.2 == at)?;
            let mut shielded = setup.clone();
            shielded.pieces.push((at, Piece::new(seat, *kind)));
            unsettled(variant, &shielded).filter(|it| !it.is_check(seat)).map(|_| shielded)
        });
        setup = shield?;
    }
    unsettled(variant, &setup).filter(|it| !is_calm(position) && is_calm(it))
}

/// Explains the pieces that [`shielded`] has added, each in a sentence after a space.
pub(super) fn shields(position: &Position, mv: Move) -> String {
    let (board, book) = (position.variant().board(), position.variant().rulebook());
    let mut pieces = position.pieces();
    pieces.retain(|it| ![mv.from, mv.to].contains(&it.0) && book.kinds[it.1.kind.index()].role != Role::Royal);
    let one = |(at, it): &(Square, Piece)| {
        let (owner, kind) = (seat_title(book, it.seat), &book.kinds[it.kind.index()].label);
        let from = shielded_from(position, *at, it.seat).unwrap_or_default();
        format!(" {owner}'s {kind} on {} is there only to shield its king from check{from}.", board.name(*at))
    };
    pieces.iter().map(one).collect()
}

/// Names the piece that would give check without a shield: ` by White's rook across the center`.
fn shielded_from(position: &Position, shield: Square, seat: SeatId) -> Option<String> {
    let (variant, mut setup) = (position.variant(), position.setup());
    let book = variant.rulebook();
    setup.pieces.retain(|it| it.0 != shield);
    let open = unsettled(variant, &setup)?;
    let from = *open.checkers(seat).first()?;
    let piece = open.piece_at(from)?;
    let path = line(&open, Move::new(from, open.king(seat)?));
    let step = path.windows(2).find(|it| is_across(book, it[0], it[1]));
    let across = step.map(|it| format!(" across {}", place_across(variant, it[0], Some(&it[1]))));
    let (owner, kind) = (seat_title(book, piece.seat), &book.kinds[piece.kind.index()].label);
    Some(format!(" by {owner}'s {kind}{}", across.unwrap_or_default()))
}

/// Finds a move across an open barrier that is refused because it would give check, preferably one that a player sees at once.
fn check_across(variant: &Variant, header: usize) -> Option<FoundMove> {
    let mut second = None;
    let (book, board) = (variant.rulebook(), variant.board());
    let officers = (0..book.kinds.len() as u8).map(KindId).filter(|it| book.kinds[it.index()].role == Role::Piece);
    let officers: Vec<KindId> = officers.collect();
    let crosses = |it: &u16| book.barrier_instances[usize::from(*it)].barrier == header;
    for from in board.squares() {
        let links = board.links(from).iter().flat_map(|it| it.1.barriers.iter());
        let Some(crossed) = links.copied().find(crosses) else { continue };
        let beside = opener(variant, crossed);
        let kings = kings_beside(variant, header, beside);
        if kings.iter().any(|it| it.0 == from) {
            continue;
        }
        for kind in &officers {
            let mut pieces = kings.clone();
            pieces.push((from, Piece::new(FIRST, *kind)));
            let mut setup = Setup::builder(variant).turn(FIRST).pieces(pieces).setup();
            let (all, opened) = open_bits(variant, header, beside, &[crossed]);
            setup.open = setup.open & !all | opened;
            let possible = |it: &Position| is_calm(it) && can_be_open(it, header);
            let Some(position) = unsettled(variant, &setup).filter(possible) else { continue };
            for mv in board.squares().map(|to| Move::new(from, to)) {
                let Err(Refusal::CheckAcross { barrier, king, .. }) = position.explain(mv) else { continue };
                if book.barrier_instances[barrier].barrier != header {
                    continue;
                }
                let is_empty = |it: Square| it == from || position.piece_at(it).is_none();
                let is_plain = is_plain_line(variant, (mv.to, *kind), king, &is_empty);
                let found = FoundMove { position: position.clone(), mv, beside };
                if is_plain {
                    return Some(found);
                }
                second.get_or_insert(found);
            }
        }
    }
    second
}
