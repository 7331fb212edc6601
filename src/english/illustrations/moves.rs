//! Illustrations of the special moves of chess: castling, en passant, promotion.
//!
//! Input: a variant. Output: positions with an arrow for the move, found by the engine with the kings at home. Does
//! not know any game by name.

use super::Illustration;
use super::refused::{is_calm, losses, unsettled};
use crate::board::Square;
use crate::document::Diagram;
use crate::english::double_steps::double_steps;
use crate::english::phrases::a;
use crate::english::walks::{must_promote, walked};
use crate::notation::moves::captured;
use crate::notation::{NameParts, seat_title};
use crate::policy::{IfNone, Role, Window};
use crate::rulebook::{Castling, KindId, PlaceTest, Promotion, PromotionChoice, Rulebook, SeatId, Tag};
use crate::rules::{EnPassantRight, Move, Piece, Position, Setup, Variant};
use crate::sorting::CompactSort;

/// The seat whose moves are shown.
const FIRST: SeatId = SeatId(0);

/// Maximum number of positions tried to find an example of a move.
const MAX_TRIED: usize = 500;

/// Returns the illustrations of all special moves.
pub(super) fn illustrations(variant: &Variant) -> Vec<Illustration> {
    let mut all = castling(variant);
    let last = SeatId(variant.rulebook().seats.len() as u8 - 1);
    // The player who moves just before the first one, then a player before that.
    all.extend(en_passant(variant, (last, 1)));
    let stays = variant.rulebook().en_passant.as_ref().is_some_and(|it| it.window == Window::UntilOwnTurn);
    all.extend((last.0 == 2 && stays).then(|| en_passant(variant, (SeatId(1), 2))).flatten());
    all.extend(promotions(variant));
    all
}

/// A piece as it starts.
pub(super) fn piece(seat: SeatId, kind: KindId) -> Piece {
    Piece::new(seat, kind)
}

/// The kings on their starting squares.
pub(super) fn kings(variant: &Variant) -> Vec<(Square, Piece)> {
    let book = variant.rulebook();
    let royal = |it: &&(SeatId, KindId, Square)| book.kinds[it.1.index()].role == Role::Royal;
    book.setup.iter().flatten().filter(royal).map(|it| (it.2, piece(it.0, it.1))).collect()
}

/// The pieces around a castling in an illustration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Around {
    /// Only the kings.
    Nothing,
    /// The player's own pawns.
    OwnPawns,
    /// All pieces but the player's officers.
    AllButOfficers,
}

/// Shows each castling of the first player or, with three or more players, of the first player whose squares differ from
/// White's in chess. Each picture shows king and rook before the castling, and pale pieces where they go. All pictures have the
/// same pieces around, if possible.
fn castling(variant: &Variant) -> Vec<Illustration> {
    let book = variant.rulebook();
    let of = |seat: SeatId| -> Vec<&Castling> { book.castlings.iter().filter(|it| it.seat == seat).collect() };
    // Players of chess see these squares without a picture. A game for two may be read by someone who learns chess.
    let is_new = |seat: &SeatId| of(*seat).iter().any(|it| !is_on_chess_squares(variant, it));
    let shown = if book.seats.len() > 2 { book.seat_ids().find(is_new) } else { Some(FIRST) };
    let own = shown.map_or_else(Vec::new, of);
    let ways = [Around::Nothing, Around::OwnPawns, Around::AllButOfficers];
    let all = |around: Around| -> Vec<Vec<Illustration>> {
        own.iter().filter_map(|it| one_castling(variant, it, around)).collect()
    };
    let alike = ways.iter().map(|it| all(*it)).find(|it| it.len() == own.len());
    let all = alike.unwrap_or_else(|| {
        own.iter().filter_map(|castling| ways.iter().find_map(|it| one_castling(variant, castling, *it))).collect()
    });
    all.into_iter().flatten().collect()
}

/// Reports whether king and rook go where White's go in chess.
fn is_on_chess_squares(variant: &Variant, it: &Castling) -> bool {
    let squares = [it.king.0, it.king.1, it.rook.0, it.rook.1].map(|it| variant.board().name(it));
    squares == ["e1", "g1", "h1", "f1"] || squares == ["e1", "c1", "a1", "d1"]
}

/// Returns the picture of a castling, or two of them: before and after it.
fn one_castling(variant: &Variant, castling: &Castling, around: Around) -> Option<Vec<Illustration>> {
    let (book, seat) = (variant.rulebook(), castling.seat);
    let starts = [castling.king.0, castling.rook.0];
    let at_home = book.setup.iter().flatten().filter(|it| starts.contains(&it.2)).map(|it| (it.2, piece(it.0, it.1)));
    let mut pieces: Vec<(Square, Piece)> = kings(variant);
    pieces.retain(|it| !starts.contains(&it.0));
    pieces.extend(at_home);
    // The player's own pawns, or all pieces but their officers, close the lines on which a rook would give check.
    let is_pawn = |it: KindId| book.kinds[it.index()].role == Role::Pawn;
    let with = |is_one: &dyn Fn(SeatId, KindId) -> bool| {
        let mut all = pieces.clone();
        for (seat, kind, at) in book.setup.iter().flatten().filter(|it| is_one(it.0, it.1)) {
            if all.iter().all(|it| it.0 != *at) {
                all.push((*at, piece(*seat, *kind)));
            }
        }
        few_pieces(variant, seat, all).filter(is_calm)
    };
    let position = with(&|owner, kind| match around {
        Around::Nothing => false,
        Around::OwnPawns => owner == seat && is_pawn(kind),
        Around::AllButOfficers => owner != seat || is_pawn(kind),
    })?;
    let name = |it: Square| variant.board().name(it);
    let (king, rook) = (castling.king, castling.rook);
    let moves = [king, rook].into_iter().filter(|it| it.0 != it.1);
    // A piece that goes to the start of the other one would be drawn over it, so the picture shows the position after the move.
    let is_taken = moves.clone().any(|it| starts.contains(&it.1));
    let ends = moves.filter_map(|it| Some((it.1, position.piece_at(it.0)?)));
    let ends: Vec<(Square, Piece)> = ends.collect();
    let partner = book.castling_partner(castling).map_or("rook", |it| &book.kinds[it.index()].label);
    let goes = if is_taken { ["has castled", "has gone"] } else { ["castles", "goes"] };
    let caption = format!(
        "{} {} ({}): the king {} from {} to {}, and the {partner} from {} to {}.",
        seat_title(book, seat),
        goes[0],
        castling.text,
        goes[1],
        name(king.0),
        name(king.1),
        name(rook.0),
        name(rook.1)
    );
    let illustration = |diagram| Illustration { rule: "rule-castling".to_owned(), diagram };
    let mut all = Vec::new();
    if is_taken {
        let caption = format!(
            "Before castling: {}'s king is on {} and the {partner} on {}.",
            seat_title(book, seat),
            name(king.0),
            name(rook.0)
        );
        let before = Diagram::new(position.clone());
        all.push(illustration(Diagram { is_small: true, seat: Some(seat), caption: caption.into(), ..before }));
    }
    let (position, ghosts, last) = match is_taken {
        true => {
            let mut pieces = position.pieces();
            pieces.retain(|it| !ends.iter().any(|end| starts.contains(&it.0) && end.1 == it.1));
            pieces.extend(ends);
            (few_pieces(variant, seat, pieces)?, Vec::new(), Some(Move::new(king.0, king.1)))
        }
        false => (position, ends, None),
    };
    let diagram =
        Diagram { ghosts, last, is_small: true, seat: Some(seat), caption: caption.into(), ..Diagram::new(position) };
    all.push(illustration(diagram));
    Some(all)
}

fn few_pieces(variant: &Variant, turn: SeatId, pieces: Vec<(Square, Piece)>) -> Option<Position> {
    unsettled(variant, &Setup::builder(variant).turn(turn).pieces(pieces).setup())
}

/// Shows for each kind of promotion a piece and a square where it promotes.
fn promotions(variant: &Variant) -> Vec<Illustration> {
    let book = variant.rulebook();
    let one = |it: &Promotion| {
        let kind = (0..book.kinds.len() as u8).map(KindId).find(|kind| it.pieces >> kind.0 & 1 != 0)?;
        let (position, mv) = promoting_move(variant, kind, it)?;
        let is_exchange = matches!(it.choice, PromotionChoice::FromPool { .. });
        let label = &book.kinds[kind.index()].label;
        let (from, name) = (variant.board().name(mv.from), variant.board().name(mv.to));
        let becomes = mv.promotion;
        let as_kind = becomes.map_or_else(String::new, |it| match it {
            it if it == kind => format!(" and stays {}", a(label)),
            it => format!(" and becomes {}", a(&book.kinds[it.index()].label)),
        });
        let lost = if is_exchange { losses(&position) } else { String::new() };
        let as_kind = match becomes.filter(|it| is_exchange && *it != kind) {
            Some(it) => format!(" and is exchanged for the {}", book.kinds[it.index()].label),
            None => as_kind,
        };
        let caption = format!("{lost} {}'s {label} moves from {from} to {name}{as_kind}.", seat_title(book, FIRST));
        let caption = caption.trim().to_owned();
        let allowed = vec![(mv.from, mv.to)];
        let ghosts = becomes.map(|it| (mv.to, piece(FIRST, it))).into_iter().collect();
        let seat = Some(FIRST);
        let diagram = Diagram {
            allowed,
            ghosts,
            stock: is_exchange,
            is_small: true,
            seat,
            caption: caption.into(),
            ..Diagram::new(position)
        };
        Some(Illustration { rule: format!("rule-promotion-{}", it.name), diagram })
    };
    // A piece without an opponent's piece to capture would not promote.
    let rules = book.promotions.iter().filter(|it| it.captures.is_none());
    rules.flat_map(|it| one(it).into_iter().chain(unpromoted(variant, it))).collect()
}

/// Shows a piece that could not be exchanged because no captured piece was available, and that cannot move from the square
/// where it promotes.
fn unpromoted(variant: &Variant, rule: &Promotion) -> Option<Illustration> {
    let book = variant.rulebook();
    let PromotionChoice::FromPool { if_none: IfNone::Stays, .. } = rule.choice else { return None };
    let kind = (0..book.kinds.len() as u8).map(KindId).find(|kind| rule.pieces >> kind.0 & 1 != 0)?;
    let (position, mv) = promoting_move(variant, kind, rule)?;
    let mut setup = position.setup();
    setup.pool.iter_mut().flatten().for_each(|it| *it = 0);
    // A lost piece of the same kind does not help, and shows that one of another kind is needed.
    *setup.pool.first_mut()?.get_mut(kind.index())? = 1;
    let before = unsettled(variant, &setup)?;
    let to = |it: &Move| it.to == mv.to;
    let stays =
        before.legal_moves_from(mv.from).into_iter().find(to).filter(|it| it.promotion.is_none_or(|it| it == kind))?;
    let after = before.play_unsettled(stays).ok()?.as_position().clone();
    let reach = variant.reach(FIRST, kind, mv.to);
    let position = Some(after).filter(|it| is_calm(it) && reach.quiet.is_empty() && reach.captures.is_empty())?;
    let (owner, label, name) = (seat_title(book, FIRST), &book.kinds[kind.index()].label, variant.board().name(mv.to));
    let caption = format!(
        "{owner} had lost only {0}. So the {label} on {name} is not exchanged: it stays {0} and cannot move.",
        a(label)
    );
    let (last, seat) = (Some(stays), Some(FIRST));
    let diagram =
        Diagram { last, stock: true, is_small: true, seat, caption: caption.into(), ..Diagram::new(position) };
    Some(Illustration { rule: format!("rule-promotion-{}", rule.name), diagram })
}

/// Finds a legal step by which a kind promotes under a rule: first as it starts, then with each tag, which may turn it.
fn promoting_move(variant: &Variant, kind: KindId, rule: &Promotion) -> Option<(Position, Move)> {
    let (board, on) = (variant.board(), variant.promotes_on(FIRST, kind));
    let forward = board.squares().flat_map(|from| {
        let reach = variant.reach(FIRST, kind, from).quiet;
        reach.into_iter().map(move |to| (from, to, 0))
    });
    let turned = board.squares().flat_map(|from| {
        let straight = board.links(from).iter().filter(|it| board.is_straight(it.1.heading));
        let tags = 0..variant.rulebook().tags.len();
        straight.flat_map(move |(to, _)| tags.clone().map(move |tag| (from, *to, 1 << tag)))
    });
    // Another rule of promotion may be the reason elsewhere.
    let is_here = |place: &PlaceTest, at: Square| place.may_fit(variant.rulebook(), FIRST, at);
    let applies =
        |from: Square, to: Square| is_here(&rule.on, to) || rule.leaving.as_ref().is_some_and(|it| is_here(it, from));
    let steps = forward.chain(turned).filter(|it| on.contains(&it.1) && applies(it.0, it.1)).take(MAX_TRIED);
    let mut steps: Vec<(Square, Square, u32)> = steps.collect();
    // A piece promotes far from where it started.
    let starts = |at: Square| variant.rulebook().setup.iter().flatten().any(|it| it.0 == FIRST && it.2 == at);
    let must = |at: Square| must_promote(variant, FIRST, kind, at);
    // If several rules fit a move, only the first of them applies.
    let earlier = |at: Square| {
        let before = variant.rulebook().promotions.iter().take_while(|it| it.name != rule.name);
        before
            .into_iter()
            .filter(|it| it.captures.is_none() && it.pieces >> kind.0 & 1 != 0)
            .any(|it| matches!(it.on, PlaceTest::Zone { .. }) && is_here(&it.on, at))
    };
    steps.retain(|it| !earlier(it.1));
    steps.compact_sort_by_key(|it| (must(it.0), starts(it.0)));
    steps.into_iter().find_map(|(from, to, tags)| {
        let mut pieces = kings(variant);
        pieces.retain(|it| it.0 != from && it.0 != to);
        pieces.push((from, Piece { tags, ..piece(FIRST, kind) }));
        let is_exchange = matches!(rule.choice, PromotionChoice::FromPool { .. });
        let setup = Setup::builder(variant).turn(FIRST).pieces(pieces).setup();
        let setup = if is_exchange { with_lost_pieces(variant, setup) } else { setup };
        let position = unsettled(variant, &setup).filter(is_calm)?;
        let mut moves = position.legal_moves_from(from);
        moves.retain(|it| it.to == to);
        // A rule that leaves a choice shows a step that could also be made without a promotion.
        let is_forced = moves.iter().all(|it| it.promotion.is_some());
        let listed = rule.choice.named();
        let fits = |it: KindId| listed == 0 || listed >> it.0 & 1 != 0;
        let mv = moves.into_iter().find(|it| it.promotion.is_some_and(fits)).filter(|_| is_forced == rule.forced)?;
        Some((position, mv))
    })
}

/// Returns a setup in which the first player has lost one piece of two kinds, if captured pieces are kept.
fn with_lost_pieces(variant: &Variant, mut setup: Setup) -> Setup {
    let kinds = variant.rulebook().kinds.iter().zip(setup.pool.iter_mut().take(1).flatten());
    for (_, count) in kinds.filter(|it| it.0.role == Role::Piece).skip(1).step_by(2).take(2) {
        *count = 1;
    }
    setup
}

/// Says that the files of two squares are neighbors, after a space, if the squares touch and the letters are not neighbors.
fn neighboring_files(book: &Rulebook, one: Square, other: Square) -> String {
    let touch = book.board.links(one).iter().any(|it| it.0 == other);
    let parts = [one, other].map(|it| NameParts::of(book, it));
    let letters = parts.each_ref().map(|it| it.file.as_bytes());
    match letters {
        [[a], [b]] if touch && a.abs_diff(*b) > 1 && parts.iter().all(|it| it.section.is_empty()) => {
            format!(" Files {} and {} are next to each other here.", parts[0].file, parts[1].file)
        }
        _ => String::new(),
    }
}

/// Shows a double step and the en passant capture that answers it, found by the engine with the
/// kings at home. `double_step` is its player, and how many plies ago it was.
fn en_passant(variant: &Variant, double_step: (SeatId, u8)) -> Option<Illustration> {
    let book = variant.rulebook();
    let kinds_set = book.en_passant.as_ref()?.pieces;
    let kings = kings(variant);
    let walked: Vec<Vec<Square>> = (0..book.kinds.len() as u8).map(|it| walked(variant, FIRST, KindId(it))).collect();
    // Pieces that the player has or can get. A player without any needs no example.
    let kinds = (0..book.kinds.len() as u8).map(KindId);
    let kinds = kinds.filter(|it| kinds_set >> it.0 & 1 != 0 && !walked[it.index()].is_empty());
    let untagged: Vec<Taker> = kinds
        .flat_map(|kind| variant.board().squares().map(move |at| (kind, at)))
        .map(|(kind, at)| (piece(FIRST, kind), at, variant.reach(FIRST, kind, at).captures))
        .collect();
    let tagged: Vec<Taker> = (0..book.tags.len())
        .flat_map(|tag| {
            untagged.iter().filter(move |it| book.tags[tag].pieces >> it.0.kind.0 & 1 != 0).map(move |it| (tag, it))
        })
        .map(|(tag, it)| {
            let near = variant.board().links(it.1).iter().map(|it| it.0).collect();
            (Piece { tags: 1 << tag, ..it.0 }, it.1, near)
        })
        .collect();
    // A piece with a tag has come a long way, so it is where an opponent's piece passes it.
    let takers: Vec<Taker> = tagged.into_iter().chain(untagged).collect();
    // The best example is a piece that can get there, and a capture that crosses no barrier.
    let can_be_there = |(taker, at, _): &Taker| taker.tags != 0 || walked[taker.kind.index()].contains(at);
    let is_free = |(_, at, _): &Taker, target: Square| {
        let mut links = variant.board().links(*at).iter();
        !links.any(|it| it.0 == target && !it.1.barriers().is_empty())
    };
    let shown = |it: &Taker, target: Square, (free, there): (bool, bool)| {
        it.2.contains(&target) && (!free || is_free(it, target)) && (!there || can_be_there(it))
    };
    [(true, true), (false, true), (false, false)].into_iter().find_map(|wanted| {
        first_capture(variant, double_step, (&kings, &takers), &|it, target| shown(it, target, wanted))
    })
}

/// States what a piece has done to get its tags, or else names them: ` White's pawn on GRa4 has crossed the center.`
pub(super) fn tags_in_words(variant: &Variant, piece: Piece, at: Square) -> String {
    let book = variant.rulebook();
    let (owner, kind) = (seat_title(book, piece.seat), &book.kinds[piece.kind.index()].label);
    let one = |tag: &Tag| {
        let crosses = if tag.set.captures.is_some() { "captured across" } else { "crossed" };
        let has = match tag.set.crosses.and_then(|it| book.lines.get(it)) {
            Some(line) => format!("{crosses} the {}", line.label),
            None => format!("the tag “{}”", tag.label),
        };
        format!(" {owner}'s {kind} on {} has {has}.", variant.board().name(at))
    };
    book.tags.iter().enumerate().filter(|it| piece.tags >> it.0 & 1 != 0).map(|it| one(it.1)).collect()
}

/// A piece, its square, and the squares that it may capture on.
type Taker = (Piece, Square, Vec<Square>);

/// Tries double steps of a player, and captures of the first player by pieces that `is_shown` accepts.
fn first_capture(
    variant: &Variant,
    (owner, age): (SeatId, u8),
    (kings, takers): (&[(Square, Piece)], &[Taker]),
    is_shown: &dyn Fn(&Taker, Square) -> bool,
) -> Option<Illustration> {
    let book = variant.rulebook();
    let setup = book.setup.as_ref()?;
    let mut tried = 0;
    for (_, kind, from) in setup.iter().filter(|it| it.0 == owner && book.kinds[it.1.index()].is_directed) {
        for (target, victim) in &double_steps(variant, owner, *kind, *from) {
            for (taker, at, _) in takers.iter().filter(|it| is_shown(it, *target)) {
                tried += 1;
                if tried > MAX_TRIED {
                    return None;
                }
                let (taker, at) = (*taker, *at);
                let mut pieces = kings.to_vec();
                pieces.extend([(*victim, piece(owner, *kind)), (at, taker)]);
                let right = EnPassantRight { target: *target, victim: *victim, owner, age };
                let setup = Setup::builder(variant).turn(FIRST).pieces(pieces).en_passant_rights(vec![right]).setup();
                let Some(position) = unsettled(variant, &setup) else { continue };
                let is_it = |it: &Move| (it.from, it.to) == (at, *target);
                let taken = position.legal_moves().into_iter().find(is_it);
                if taken.and_then(|it| captured(&position, it)) != Some(*victim) {
                    continue;
                }
                let name = |it: Square| variant.board().name(it);
                let crossed = tags_in_words(variant, taker, at);
                let who = match crossed.is_empty() {
                    true => {
                        let label = &book.kinds[taker.kind.index()].label;
                        format!(" {}'s {label} on {}", seat_title(book, FIRST), name(at))
                    }
                    false => format!("{crossed} It"),
                };
                let prey = match crossed.is_empty() {
                    true => "it".to_owned(),
                    false => format!("{}'s {}", seat_title(book, owner), book.kinds[kind.index()].label),
                };
                let (moved, then) = match age {
                    1 => ("has just moved", String::new()),
                    _ => ("moved", format!(", and then {} moved", seat_title(book, SeatId(owner.0 + 1)))),
                };
                let stays = book.captures_without_moving(taker.kind);
                let goes = match stays {
                    true => format!("as if it moved to {}, and stays on {}", name(*target), name(at)),
                    false => format!("by moving to {}", name(*target)),
                };
                let near = neighboring_files(book, at, *victim);
                let caption = format!(
                    "{}'s {} {moved} from {} to {}{then}.{who} {} {prey} en passant {goes}.{near}",
                    seat_title(book, owner),
                    book.kinds[kind.index()].label,
                    name(*from),
                    name(*victim),
                    if age == 1 { "captures" } else { "can still capture" },
                );
                let ghosts = if stays { Vec::new() } else { vec![(*target, taker)] };
                let diagram = Diagram {
                    ghosts,
                    last: Some(Move::new(*from, *victim)),
                    is_earlier: age > 1,
                    captures: vec![*victim],
                    allowed: vec![(at, *target)],
                    is_small: true,
                    seat: Some(FIRST),
                    caption: caption.into(),
                    ..Diagram::new(position)
                };
                return Some(Illustration { rule: "rule-en-passant".to_owned(), diagram });
            }
        }
    }
    None
}
