//! Illustration of a checkmate by several opponents together, because one of them pins a piece that could help.
//!
//! Input: a variant. Output: a position in which the test of a checkmate by one opponent frees a pinned piece. The search
//! pins a piece of the victim, adds pieces that attack squares around the king, and lets the engine decide. It is bounded
//! and deterministic. Does not know any game by name.

use super::super::learn::KINDS_OF_MATE;
use super::Illustration;
use super::mates::{
    VICTIM, attackers, caption, counting_mates, guarded, guards, has_another, in_lines, is_ending, mate, pinning_piece,
};
use super::moves::{kings, piece};
use super::refused::{Dice, reduced, unsettled};
use crate::board::{Heading, Square, ray_paths};
use crate::document::Diagram;
use crate::notation::seat_title;
use crate::policy::{Alone, Role};
use crate::rulebook::{KindId, SeatId};
use crate::rules::{Piece, Position, Setup, Variant};

/// Maximum number of positions tried.
const TRIED: usize = 40_000;
/// Number of further pieces of each opponent in the search.
const FURTHER: usize = 2;

/// Shows a checkmate in which a pinned piece is a way out in the test of one opponent.
pub(super) fn illustration(variant: &Variant) -> Option<Illustration> {
    let book = variant.rulebook();
    let wanted = counting_mates(variant);
    if wanted.is_empty() || book.alone != Alone::PiecesRemain {
        return None;
    }
    let home = kings(variant).into_iter().find(|it| it.1.seat == VICTIM)?.0;
    let all = attackers(variant);
    let is_officer = |it: &KindId| book.kinds[it.index()].role == Role::Piece;
    let officers: Vec<KindId> = (0..book.kinds.len() as u8).map(KindId).filter(is_officer).collect();
    let pins: Vec<(Square, Piece, Vec<Square>)> = all
        .iter()
        .flatten()
        .filter(|it| variant.reach(it.1.seat, it.1.kind, it.0).captures.contains(&home))
        .map(|(at, piece)| (*at, *piece, between(variant, *at, home)))
        .filter(|it| !it.2.is_empty())
        .collect();
    let mut dice = Dice(4);
    for _ in 0..TRIED {
        if pins.is_empty() || officers.is_empty() {
            break;
        }
        let (pinner, pinning, line) = &pins[dice.below(pins.len())];
        let pinned = line[dice.below(line.len())];
        let mut pieces = kings(variant);
        pieces.push((*pinner, *pinning));
        let further = all.iter().flat_map(|it| [it; FURTHER]).map(|it| it[dice.below(it.len())]).collect::<Vec<_>>();
        let own = (pinned, piece(VICTIM, officers[dice.below(officers.len())]));
        for (at, it) in [own].into_iter().chain(further) {
            if pieces.iter().all(|it| it.0 != at) && has_another(variant, &pieces, it) {
                pieces.push((at, it));
            }
        }
        let setup = Setup::builder(variant).turn(VICTIM).pieces(pieces).setup();
        let Some((position, outcome)) = mate(variant, &setup).filter(|it| wanted.contains(&it.1)) else { continue };
        if freed(variant, &position) != Some(pinned) {
            continue;
        }
        let position = reduced(variant, position, &|it| is_ending(it, outcome) && freed(variant, it) == Some(pinned));
        let (pinner, (caption, lines)) = (pinning_piece(&position, pinned)?, caption(variant, &position, outcome)?);
        let label = |at: Square| position.piece_at(at).map(|it| book.kinds[it.kind.index()].label.as_str());
        let owner = position.piece_at(pinner)?.seat;
        let (first, rest) = caption.split_once(": ")?;
        let (enough, rest) = rest.split_once(". ")?;
        let caption = format!(
            "{first} with a pinned piece: {enough}. {}'s {} on {} pins {}'s {} on {}. {rest}",
            seat_title(book, owner),
            label(pinner)?,
            book.board.name(pinner),
            seat_title(book, VICTIM),
            label(pinned)?,
            book.board.name(pinned)
        );
        let diagram = Diagram {
            marked: guarded(&position),
            attacked: guards(&position),
            pins: vec![(pinner, home)],
            is_small: true,
            seat: Some(VICTIM),
            caption: in_lines(caption, lines),
            ..Diagram::new(position)
        };
        return Some(Illustration { rule: KINDS_OF_MATE.to_owned(), diagram });
    }
    None
}

/// Returns the squares between two squares on their shortest line.
fn between(variant: &Variant, from: Square, to: Square) -> Vec<Square> {
    let board = variant.board();
    let rays = (0..board.headings).flat_map(|it| ray_paths(board, from, Heading(it), 0));
    let lines = rays.filter_map(|it| {
        let end = it.squares.iter().position(|at| *at == to)?;
        Some(it.squares[..end].to_vec())
    });
    lines.min_by_key(Vec::len).unwrap_or_default()
}

/// Returns the pinned piece that is the only way out if the attacks of the opponent who pins it do not count.
fn freed(variant: &Variant, position: &Position) -> Option<Square> {
    let others = variant.rulebook().seat_ids().filter(|it| *it != VICTIM);
    others.into_iter().find_map(|other: SeatId| {
        let mut setup = position.setup();
        setup.out |= other.bit();
        let test = unsettled(variant, &setup).filter(|it| it.is_check(VICTIM))?;
        let moves = test.legal_moves();
        let from = moves.first()?.from;
        let pinner = pinning_piece(position, from)?;
        let is_theirs = position.piece_at(pinner).is_some_and(|it| it.seat == other);
        (is_theirs && position.king(VICTIM) != Some(from) && moves.iter().all(|it| it.from == from)).then_some(from)
    })
}
