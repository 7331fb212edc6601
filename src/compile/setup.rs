//! The starting position: resolves `[setup]`.
//!
//! Input: kinds and squares, for the first seat or for each seat. Output: the pieces of the starting
//! position. Checks that a square has at most one piece, and that each seat has one king. Does not know
//! whether a king is in check.

use foldhash::{HashMap, HashSet};

use super::board::Ground;
use super::scope::Scope;
use crate::board::Square;
use crate::definition::SetupTable;
use crate::definition::value::Name;
use crate::diagnostic::{Code, Diagnostics, Span, Spanned};
use crate::policy::{Role, RoyalPiece, Seats, SetupWord};
use crate::rulebook::{Kind, KindId, SeatId};
use crate::sorting::CompactSort;

/// A piece of the starting position, and where it is written.
pub(super) type Placed = (SeatId, KindId, Square, Span);

/// Returns the starting position, or `None` if the game has none on purpose.
pub(super) fn setup(
    scope: &Scope,
    ground: &Ground,
    kinds: &[Kind],
    sink: &mut Diagnostics,
) -> Option<Vec<(SeatId, KindId, Square)>> {
    let definition = scope.definition;
    if definition.top.as_ref().is_some_and(|it| it.setup.value == SetupWord::None) {
        return None;
    }
    let before = sink.items.len();
    let mut pieces: Vec<Placed> = Vec::new();
    if let Some(common) = &definition.setup {
        if ground.seats == Seats::Differ {
            if !common.value.is_empty() && definition.setup_fen.is_none() {
                sink.error(
                    Code::BadKeys,
                    common.span,
                    "the starting position cannot be copied to the other seats, because they differ",
                )
                .help(format!("write it for each player: {}", by_seat("setup", scope)));
            }
        } else {
            turned(scope, ground, &common.value, &mut pieces, sink);
        }
    }
    if let Some(text) = &definition.setup_fen {
        if let Some((name, _)) = definition.setup.as_ref().and_then(|it| it.value.first()) {
            sink.error(
                Code::BadKeys,
                name.span,
                "the starting position is given twice: by `fen` and by lists of squares",
            )
            .also(text.span, "the FEN")
            .help(match name.span.file == text.span.file {
                true => format!("remove `fen`, or remove `{}` and the other lists", name.value),
                false => "remove `extends` from `[setup]`: it keeps the lists of the parent".to_owned(),
            });
        } else {
            pieces = super::fen::placement(scope, ground, kinds, text, sink);
        }
    }
    for (seat, setup) in &definition.setup_by_seat {
        let Some(id) = scope.seat(&Spanned::new(Name(seat.value.clone()), seat.span), sink) else { continue };
        pieces.retain(|it| it.0 != id);
        for (kind, square, span) in placed(scope, ground, setup, sink) {
            pieces.push((id, kind, square, span));
        }
    }
    pieces.compact_sort_by_key(|it| it.0);
    find_shared_squares(scope, ground, &pieces, sink);
    // After an unknown square or piece, or with a wrong symmetry, a missing king would only be a follow-up error.
    let has_pieces = !pieces.is_empty() || definition.setup.is_some() && !sink.has_errors();
    let is_misplaced = ground.seats == Seats::Alike && sink.items.iter().any(|it| it.code == Code::NotASymmetry);
    if scope.strict && has_pieces && !is_misplaced && sink.items.len() == before {
        kings(scope, ground, kinds, &pieces, sink);
    }
    Some(pieces.into_iter().map(|(seat, kind, square, _)| (seat, kind, square)).collect())
}

/// Returns the headers of the players under another one: `[setup.white]`, `[setup.black]`.
pub(super) fn by_seat(header: &str, scope: &Scope) -> String {
    let all: Vec<String> = scope.seats.iter().map(|it| format!("`[{header}.{it}]`")).collect();
    all.join(", ")
}

fn placed(scope: &Scope, ground: &Ground, setup: &SetupTable, sink: &mut Diagnostics) -> Vec<(KindId, Square, Span)> {
    let mut found = Vec::new();
    for (name, list) in setup {
        let kind = scope.kind(&Spanned::new(Name(name.value.clone()), name.span), sink);
        let squares = ground.atlas.squares(&list.value, sink);
        // A part of a rulebook may place pieces that another file defines.
        let kind = kind.or((!scope.strict).then_some(KindId(0)));
        found.extend(squares.into_iter().filter_map(|(square, span)| Some((kind?, square, span))));
    }
    found
}

fn turned(scope: &Scope, ground: &Ground, setup: &SetupTable, pieces: &mut Vec<Placed>, sink: &mut Diagnostics) {
    for (kind, square, span) in placed(scope, ground, setup, sink) {
        for (seat, turned) in ground.turned_for_seats(&[square]).into_iter().enumerate().take(scope.seats.len()) {
            pieces.extend(turned.into_iter().map(|it| (SeatId(seat as u8), kind, it, span)));
        }
    }
}

/// Reports squares with more than one piece.
fn find_shared_squares(scope: &Scope, ground: &Ground, pieces: &[Placed], sink: &mut Diagnostics) {
    let mut first: HashMap<Square, &Placed> = HashMap::default();
    let mut all: Vec<(&Placed, &Placed)> = Vec::new();
    for piece in pieces {
        match first.get(&piece.2) {
            Some(other) => all.push((other, piece)),
            None => _ = first.insert(piece.2, piece),
        }
    }
    // The squares of a player with a header of their own are not moved by the symmetry.
    let has_own = |it: &Placed| {
        let seat = scope.seats.get(it.0.index());
        scope.definition.setup_by_seat.iter().any(|own| Some(&own.0.value) == seat)
    };
    let is_moved =
        |it: &(&Placed, &Placed)| ground.seats == Seats::Alike && it.0.0 != it.1.0 && !(has_own(it.0) && has_own(it.1));
    // The symmetry is one mistake, and so is a list with squares of several others.
    let mut reported: HashSet<Span> = HashSet::default();
    let mut has_moved = false;
    for pair in &all {
        let (other, piece) = *pair;
        let is_moved = is_moved(pair);
        let is_known = match is_moved {
            true => std::mem::replace(&mut has_moved, true),
            false => reported.contains(&other.3) || reported.contains(&piece.3),
        };
        reported.extend([other.3, piece.3].into_iter().filter(|_| !is_moved));
        if !is_known {
            let square = ground.atlas.name(ground.atlas.cell(piece.2));
            let same = |it: &&(&Placed, &Placed)| match is_moved {
                true => it.0.0 != it.1.0,
                // The lists of a player have images for the others.
                false => {
                    (it.0.0, it.1.0) == (other.0, piece.0)
                        && [other.3, piece.3].iter().any(|span| *span == it.0.3 || *span == it.1.3)
                }
            };
            let squares: HashSet<Square> = all.iter().filter(same).map(|it| it.1.2).collect();
            let others = match squares.len() {
                0 | 1 => String::new(),
                2 => ", and on another square".to_owned(),
                more => format!(", and on {} other squares", more - 1),
            };
            let owner = |it: &Placed| scope.seats.get(it.0.index()).map_or("", String::as_str);
            let message = match other.0 == piece.0 {
                true => format!("two pieces start on `{square}`{others}"),
                false => format!(
                    "a piece of `{}` and a piece of `{}` start on `{square}`{others}",
                    owner(other),
                    owner(piece)
                ),
            };
            let finding = sink.error(Code::SquareOccupied, piece.3, message);
            if other.3 != piece.3 {
                finding.also(other.3, "the other one");
            } else {
                finding.label("for two seats");
            }
            finding.help(match is_moved {
                true => "each player has the first player's squares, moved by the symmetry of the board: check \
                     `[board.symmetry]`, or write other squares"
                    .to_owned(),
                false if squares.len() > 1 => {
                    format!("write other squares in one of the lists: each square, such as `{square}`, has one piece")
                }
                false => format!("remove `{square}` from one of the two lists"),
            });
        }
    }
}

/// Reports a king in a pool at the start, in addition to another one there or on the board.
fn kings_in_pool(scope: &Scope, kinds: &[Kind], seat: &str, count: usize, sink: &mut Diagnostics) {
    let definition = scope.definition;
    let royal = |it: &&Spanned<Name>| {
        scope.kind(it, &mut Diagnostics::default()).is_some_and(|it| kinds[it.index()].role == Role::Royal)
    };
    let starts = definition.pools.iter().filter_map(|it| it.1.start.as_ref());
    let entry = starts.flat_map(|it| it.iter()).filter(royal).last();
    let span = entry.map(|it| it.span).or(definition.setup_fen.as_ref().map(|it| it.span));
    let message = format!("`{seat}` has {count} royal pieces at the start, counting pools; one is allowed");
    let name = entry.map_or("the king".to_owned(), |it| format!("`{}`", it.value));
    sink.error(Code::BadKings, span, message).help(format!(
        "leave {name} out of the pool, or out of the starting position; several royal pieces need `royals` in `[check]`"
    ));
}

/// Reports seats without exactly one king, if any kind is royal.
fn kings(scope: &Scope, ground: &Ground, kinds: &[Kind], pieces: &[Placed], sink: &mut Diagnostics) {
    let royal: Vec<&Kind> = kinds.iter().filter(|it| it.role == Role::Royal).collect();
    let Some(first) = royal.first() else { return };
    let definition = scope.definition;
    let pools = super::pools::start_pools(scope, kinds, &mut Diagnostics::default());
    let (mut kingless, mut doubled) = (None, HashSet::default());
    for (index, seat) in scope.seats.iter().enumerate() {
        let id = SeatId(index as u8);
        let found: Vec<&Placed> = pieces
            .iter()
            .filter(|it| it.0 == id && kinds.get(it.1.index()).is_some_and(|it| it.role == Role::Royal))
            .collect();
        let none = definition.seats.iter().any(|it| it.0.value == *seat && it.1.royal.value == RoyalPiece::None);
        let several = scope.has_several_royals();
        // A king in the pool is still to be dropped.
        let royals =
            |it: &Vec<u8>| kinds.iter().zip(it).filter(|it| it.0.role == Role::Royal).map(|it| u32::from(*it.1)).sum();
        let pooled: u32 = pools.get(index).map_or(0, royals);
        if pooled > 0 && (several || none || found.len() + pooled as usize == 1) {
            continue;
        }
        if pooled > 0 {
            let count = found.len() + pooled as usize;
            kings_in_pool(scope, kinds, seat, count, sink);
            // The pools of all players start alike.
            return;
        }
        if (found.len() == 1 || several && !found.is_empty()) && !none || found.is_empty() && none {
            continue;
        }
        let by_seat = definition.setup_by_seat.iter().find(|it| it.0.value == *seat).map(|it| it.0.span);
        let span = found.get(1).map(|it| it.3).or(by_seat).or(definition.setup.as_ref().map(|it| it.span));
        // One header sets up several players: it is reported once.
        if found.is_empty() && !none && span.is_some() && span == kingless {
            continue;
        }
        let span = if none { span.or(found.first().map(|it| it.3)) } else { span };
        if (found.len() > 1 || none && span.is_some()) && !doubled.insert(span) {
            continue;
        }
        kingless = if found.is_empty() && !none { span } else { kingless };
        let message = match found.len() {
            0 => format!("`{seat}` has no {} in the starting position", first.name),
            _ if none => format!("`{seat}` has a royal piece in the starting position, but `royal = \"none\"`"),
            count => format!("`{seat}` has {count} royal pieces in the starting position; one is allowed"),
        };
        sink.error(Code::BadKings, span, message).help(if none {
            format!("remove `{}` from the starting position, or leave `royal` out of `[seat.{seat}]`", first.name)
        } else if !found.is_empty() {
            "leave one royal piece for each player; several need a line in `[check]`, such as `royals = \"any\"`"
                .to_owned()
        } else {
            let free = free_square(ground, pieces, by_seat.is_none());
            let add = match (&definition.setup_fen, free) {
                (Some(_), _) => format!("write `{}` in `fen`", first.letter),
                (None, Some(square)) => format!("for example `{} = [\"{square}\"]`", first.name),
                (None, None) => "in place of another piece: every square has one".to_owned(),
            };
            format!(
                "give each player exactly one royal piece, {add}; a player without one needs `royal = \"none\"` under \
                 `[seat.{seat}]`"
            )
        });
    }
}

/// Returns the name of a square that is free, and, if it `is_mapped`, whose images for the other players are free, too.
fn free_square<'a>(ground: &'a Ground, pieces: &[Placed], is_mapped: bool) -> Option<&'a str> {
    let is_free = |it: &Square| !pieces.iter().any(|piece| piece.2 == *it);
    let fits = |it: &Square| {
        let mut images: Vec<Square> = match is_mapped {
            true => ground.turned_for_seats(&[*it]).into_iter().flatten().collect(),
            false => vec![*it],
        };
        let count = images.len();
        images.sort_unstable();
        images.dedup();
        count == images.len() && images.iter().all(is_free)
    };
    let square = (0..ground.atlas.cells.len() as u16).map(Square).find(fits)?;
    Some(ground.atlas.name(ground.atlas.cell(square)))
}
