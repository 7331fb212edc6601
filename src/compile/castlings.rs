//! Castling moves: resolves `[castling]` and `[castling-rules]`, mapped to each seat.
//!
//! Input: the squares of king and rook. Output: castling moves with the squares that must be empty and
//! safe. These lie on the shortest ray from each piece's square to its destination, found by
//! breadth-first search. Does not know positions.

mod start;

use super::board::Ground;
use super::scope::Scope;
use crate::board::{Board, Heading, Square};
use crate::definition as def;
use crate::definition::value::Squares;
use crate::diagnostic::{Code, Diagnostics, Span, Spanned};
use crate::policy::{Safe, Seats, Unmoved};
use crate::rulebook::{Castling, Kind, KindId, SeatId};
use crate::sorting::CompactSort;
use start::Start;

/// Maximum number of castling moves of all seats together: a position stores one bit for each.
const MAX_CASTLINGS: usize = 64;

/// Advice on squares if there is no starting position that could show better ones.
const EXAMPLE: &str = "write squares from and to, like `king = [\"e1\", \"g1\"]` and `rook = [\"h1\", \"f1\"]`";

/// Resolves every castling move, seat by seat in order of play.
pub(super) fn castlings(
    scope: &Scope,
    ground: &Ground,
    board: &Board,
    kinds: &[Kind],
    setup: Option<&[(SeatId, KindId, Square)]>,
    sink: &mut Diagnostics,
) -> Vec<Castling> {
    let definition = scope.definition;
    let Some(rules) = &definition.castling_rules else {
        if let Some((name, _)) = definition.castlings.first().filter(|_| scope.strict) {
            sink.error(Code::Needs, name.span, "the rulebook does not say which squares must be safe for castling")
                .help("add a header `[castling-rules]` with `safe = [\"start\", \"path\", \"end\"]`");
        }
        squares(scope, ground, sink);
        return Vec::new();
    };
    scope.source(rules.value.source.as_ref(), sink);
    let dropped = dropped(scope, &rules.value, sink);
    let mut all: Vec<(Castling, usize, Option<Span>)> = Vec::new();
    for (name, table) in &definition.castlings {
        let start = setup.map(|setup| Start { scope, ground, board, kinds, setup, dropped });
        let seats = match &table.seats {
            Some(list) => scope.seat_set(list, sink),
            None if ground.seats == Seats::Differ => {
                sink.error(Code::Needs, name.span, format!("the castling `{}` does not name its player", name.value))
                    .help(format!(
                        "the seats differ: name the player, for example `seats = [\"{}\"]`",
                        scope.seats.first().map_or("white", String::as_str)
                    ));
                0
            }
            None => u8::MAX,
        };
        let advice = || start.map_or_else(|| EXAMPLE.to_owned(), |it| it.advice(&name.value, seats, table));
        let king = pair(ground, &table.king, "king", &advice, sink);
        let rook = pair(ground, &table.rook, "rook", &advice, sink);
        check_text(table, sink);
        check_text_of_move(ground, table, sink);
        let (Some(king), Some(rook)) = (king, rook) else { continue };
        let first = all.len();
        let Some(paths) = CastlingPaths::new(ground, board, table, (king, rook), &advice, sink) else { continue };
        for seat in 0..scope.seats.len() {
            if seats & (1 << seat) == 0 {
                continue;
            }
            let at = |it: Square| ground.for_seat(it, seat).unwrap_or(it);
            let mut castling = Castling {
                name: name.value.clone(),
                text: table.text.as_ref().map_or(String::new(), |it| it.0.clone()),
                seat: SeatId(seat as u8),
                king: (at(king.0), at(king.1)),
                rook: (at(rook.0), at(rook.1)),
                clear: paths.clear.iter().map(|it| at(*it)).collect(),
                safe: paths.safe(&rules.value).into_iter().map(at).collect(),
                safe_start: king.0 == king.1 && rules.value.safe.iter().any(|it| it.value == Safe::Start),
                king_unmoved: rules.value.unmoved.iter().any(|it| it.value == Unmoved::King),
                rook_unmoved: rules.value.unmoved.iter().any(|it| it.value == Unmoved::Rook),
            };
            castling.clear.sort_unstable();
            // A king in check is the first reason.
            castling.safe.compact_sort_by_key(|it| (*it != castling.king.0, *it));
            all.push((castling, paths.apart, Some(name.span)));
        }
        if let Some(start) = start.filter(|_| scope.strict) {
            let own: Vec<Castling> = all[first..].iter().map(|it| it.0.clone()).collect();
            start.check(name, &own, sink);
        }
    }
    all.compact_sort_by_key(|it| it.0.seat);
    texts(scope, &mut all, sink);
    if all.len() > MAX_CASTLINGS {
        super::scope::too_many(
            definition.castlings[0].0.span,
            all.len(),
            MAX_CASTLINGS,
            "castlings of all seats",
            sink,
        );
        all.truncate(MAX_CASTLINGS);
    }
    all.into_iter().map(|it| it.0).collect()
}

/// Checks the names and texts of castling moves, without their squares.
pub(super) fn names(scope: &Scope, sink: &mut Diagnostics) {
    if let Some(rules) = &scope.definition.castling_rules {
        scope.source(rules.value.source.as_ref(), sink);
        dropped(scope, &rules.value, sink);
    }
    for (_, table) in &scope.definition.castlings {
        table.seats.iter().for_each(|it| _ = scope.seat_set(it, sink));
        check_text(table, sink);
    }
}

/// Checks the names, texts and squares of castling moves, without the lines between the squares.
pub(super) fn squares(scope: &Scope, ground: &Ground, sink: &mut Diagnostics) {
    names(scope, sink);
    for (_, table) in &scope.definition.castlings {
        let advice = || EXAMPLE.to_owned();
        pair(ground, &table.king, "king", &advice, sink);
        pair(ground, &table.rook, "rook", &advice, sink);
    }
}

fn check_text(table: &def::Castling, sink: &mut Diagnostics) {
    let fits = |it: &str| (1..=8).contains(&it.len()) && it.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-');
    if let Some(text) = table.text.as_ref().filter(|it| !fits(it)) {
        sink.error(Code::BadCastling, text.span, format!("`{}` cannot be the text of a move", text.value))
            .help("use one to eight letters, digits and hyphens, like `O-O`");
    }
}

/// Reports a text that could be that of another move: one with a square in it, or `pass`.
fn check_text_of_move(ground: &Ground, table: &def::Castling, sink: &mut Diagnostics) {
    let Some(text) = &table.text else { return };
    let lower = text.value.0.to_lowercase();
    let names = ground.atlas.cells.iter().map(|it| ground.atlas.name(*it).to_lowercase());
    let square = names.filter(|it| lower.contains(it.as_str())).max_by_key(String::len);
    if square.is_some() || lower == "pass" {
        let why = square.map_or_else(|| "a pass".to_owned(), |it| format!("a move to `{it}`"));
        sink.error(Code::BadCastling, text.span, format!("`{}` could be the text of {why}", text.value))
            .help("write a text without squares, like `O-O`");
    }
}

/// Reads the two squares of a piece: from and to.
fn pair(
    ground: &Ground,
    list: &Spanned<Vec<Spanned<Squares>>>,
    who: &str,
    advice: &dyn Fn() -> String,
    sink: &mut Diagnostics,
) -> Option<(Square, Square)> {
    let [from, to] = &list.value[..] else {
        sink.error(Code::BadCastling, list.span, format!("a castling has two squares of its {who}, from and to"))
            .help(advice());
        return None;
    };
    ground.atlas.one(from, sink).zip(ground.atlas.one(to, sink))
}

/// The paths of king and rook, on the squares of the first seat.
struct CastlingPaths {
    king: (Square, Square),
    between: Vec<Square>,
    clear: Vec<Square>,
    /// Number of steps from the king to the rook.
    apart: usize,
}

impl CastlingPaths {
    fn new(
        ground: &Ground,
        board: &Board,
        table: &def::Castling,
        (king, rook): ((Square, Square), (Square, Square)),
        advice: &dyn Fn() -> String,
        sink: &mut Diagnostics,
    ) -> Option<Self> {
        let mut path = |from: Square, to: Square, span: Span| {
            let found = shortest(board, from, to);
            if found.is_none() {
                let name = |it| ground.atlas.name(ground.atlas.cell(it));
                sink.error(Code::BadCastling, span, format!("no line leads from `{}` to `{}`", name(from), name(to)))
                    .help(format!("king and rook move along a straight line: {}", advice()));
            }
            found
        };
        let kings = path(king.0, king.1, table.king.span);
        let rooks = path(rook.0, rook.1, table.rook.span);
        let apart = path(king.0, rook.0, table.rook.span);
        let (kings, rooks, apart) = (kings?, rooks?, apart?.len());
        if king.0 == rook.0 || king.1 == rook.1 {
            sink.error(Code::BadCastling, table.rook.span, "king and rook share a square").help(advice());
            return None;
        }
        if king.0 == king.1 && rook.0 == rook.1 {
            sink.error(Code::BadCastling, table.king.span, "neither king nor rook moves in this castling")
                .help(advice());
            return None;
        }
        let mut clear: Vec<Square> = kings.iter().chain(&rooks).copied().collect();
        clear.retain(|it| *it != king.0 && *it != rook.0);
        clear.sort_unstable();
        clear.dedup();
        let between = kings.iter().copied().filter(|it| *it != king.1).collect();
        Some(Self { king, between, clear, apart })
    }

    fn safe(&self, rules: &def::CastlingRules) -> Vec<Square> {
        let mut safe = Vec::new();
        for it in rules.safe.iter() {
            match it.value {
                // The end of a king that stays on its square is tested with the rook beside it.
                Safe::Start => safe.extend((self.king.0 != self.king.1).then_some(self.king.0)),
                Safe::Path => safe.extend(&self.between),
                Safe::End => safe.push(self.king.1),
            }
        }
        safe.sort_unstable();
        safe.dedup();
        safe
    }
}

/// Returns the squares on the shortest ray from one square to another, without the start and with the destination.
/// Breadth-first search, because rays can fork. Returns an empty list if both are the same.
fn shortest(board: &Board, from: Square, to: Square) -> Option<Vec<Square>> {
    if from == to {
        return Some(Vec::new());
    }
    // The square and heading of each ray, and the index of its predecessor.
    let mut open: Vec<(Square, Heading, Option<usize>)> =
        (0..board.headings).map(|it| (from, Heading(it), None)).collect();
    let mut at = 0;
    while at < open.len() {
        let (square, heading, _) = open[at];
        for (next, link) in board.steps(square, heading) {
            if open.iter().any(|it| (it.0, it.1) == (*next, link.onward)) {
                continue;
            }
            open.push((*next, link.onward, Some(at)));
            if *next == to {
                return Some(traced(&open));
            }
        }
        at += 1;
    }
    None
}

/// Traces the path back from the last entry of the search. The start is not included.
fn traced(open: &[(Square, Heading, Option<usize>)]) -> Vec<Square> {
    let mut squares = Vec::new();
    let mut at = open.len() - 1;
    while let Some(before) = open[at].2 {
        squares.push(open[at].0);
        at = before;
    }
    squares.reverse();
    squares
}

/// Returns the kinds that can castle after a drop, one bit each.
pub(super) fn dropped(scope: &Scope, rules: &def::CastlingRules, sink: &mut Diagnostics) -> u32 {
    let Some(list) = &rules.dropped else { return 0 };
    let drops = scope.definition.drops.iter().flat_map(|it| [Some(&it.1.pieces), it.1.into.as_ref()]).flatten();
    let enter = drops.fold(0, |all, it| all | scope.kind_set(it, &mut Diagnostics::default()));
    let kinds = scope.kind_set(list, sink);
    if scope.strict && kinds & !enter != 0 {
        sink.error(Code::NoEffect, list.span, "not all of these pieces can be dropped")
            .help("leave them out, or add them to `pieces` in `[drop]`");
    }
    kinds
}

/// Sets the texts of castling moves. If a seat has several, the one whose rook starts nearest to the king is `O-O`
/// (the first in the file if two are equally near). Others, and a single one, are `O-O-O`.
fn texts(scope: &Scope, all: &mut [(Castling, usize, Option<Span>)], sink: &mut Diagnostics) {
    for seat in 0..scope.seats.len() as u8 {
        let mut own: Vec<usize> = (0..all.len()).filter(|it| all[*it].0.seat == SeatId(seat)).collect();
        own.compact_sort_by_key(|it| all[*it].1);
        for (rank, index) in own.iter().enumerate() {
            if all[*index].0.text.is_empty() {
                all[*index].0.text = if rank == 0 && own.len() > 1 { "O-O" } else { "O-O-O" }.to_owned();
            }
        }
        for (rank, index) in own.iter().enumerate() {
            let twin = own[..rank].iter().find(|it| all[**it].0.text == all[*index].0.text);
            if let Some(twin) = twin {
                sink.error(
                    Code::BadCastling,
                    all[*index].2,
                    format!(
                        "the castlings `{}` and `{}` are both written `{}`",
                        all[*twin].0.name, all[*index].0.name, all[*index].0.text
                    ),
                )
                .help(format!("write another text in one of them, for example `text = \"{}\"`", free_text(&own, all)));
            }
        }
    }
}

/// Returns the shortest text of the usual form that none of some castlings has.
fn free_text(own: &[usize], all: &[(Castling, usize, Option<Span>)]) -> String {
    let mut text = "O-O".to_owned();
    while own.iter().any(|it| all[*it].0.text == text) {
        text.push_str("-O");
    }
    text
}
