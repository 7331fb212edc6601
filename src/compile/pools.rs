//! Pools and drops: resolves `[pool]` and `[drop]`.
//!
//! Input: the tables as written. Output: the kinds that each pool holds, its contents at the start, and the
//! rules for drops. Does not know how a piece is dropped.

use super::conditions::{Conditions, Seen};
use super::scope::{Scope, keys};
use crate::board::Board;
use crate::definition as def;
use crate::definition::value::Name;
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy::{DropConversion, DropMate, ForcedDrop, PoolHolds, Role};
use crate::rulebook::{Drop, Kind, KindId};

/// The kinds in pools, one bit each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PoolKinds {
    /// Kinds that at least one pool can hold.
    pub held: u32,
    /// Kinds that join the pool of their owner when they are captured.
    pub owner: u32,
    /// Kinds that join the pool of the capturing player.
    pub capturer: u32,
}

/// Returns the kinds that the pools can hold, and which captured pieces join them.
pub(super) fn pool_kinds(conditions: &Conditions, kinds: &[Kind], sink: &mut Diagnostics) -> PoolKinds {
    let pools = &conditions.scope.definition.pools;
    let royals = kinds.iter().zip(0..).filter(|it| it.0.role == Role::Royal).fold(0u32, |all, it| all | 1 << it.1);
    let mut found = PoolKinds::default();
    let mut held: Vec<u32> = Vec::new();
    for (name, table) in pools {
        let pieces = held_by(conditions.scope, table, sink);
        if let Some(first) = held.iter().position(|it| it & pieces != 0) {
            let message = "another pool holds the same pieces, and each player has only one stock of a kind of piece";
            sink.warning(Code::NoEffect, name.span, message)
                .also(pools[first].0.span, "the first one")
                .help(format!("leave out `[pool.{}]`, or write other `pieces` in it", name.value));
        }
        held.push(pieces);
        found.held |= pieces;
        match table.holds.value {
            PoolHolds::OwnPiecesCaptured => found.owner |= pieces,
            // A captured king never changes sides.
            PoolHolds::OthersPiecesCaptured => found.capturer |= pieces & !royals,
            PoolHolds::NothingCaptured => {}
        }
    }
    let several = conditions.scope.has_several_royals();
    let becomes_royal = |it: &&Kind| it.role != Role::Royal && (royals & found.owner) >> it.captured_as.0 & 1 != 0;
    if let Some(kind) = kinds.iter().find(becomes_royal).filter(|_| !several) {
        let written = conditions.scope.definition.pieces.iter().find(|it| it.0.value == kind.name);
        let span = written.map(|it| it.1.captured_as.as_ref().map_or(it.0.span, |it| it.span));
        let royal = &kinds[kind.captured_as.index()].name;
        sink.error(Code::BadKings, span, format!("a captured {} would join a pool as a royal `{royal}`", kind.label))
            .help("write another kind for `captured-as`, or say with `royals` in `[check]` what several royal pieces mean");
    }
    if let Some((_, table)) = pools.iter().find(|_| found.owner & found.capturer != 0) {
        sink.error(Code::BadKeys, table.holds.span, "a captured piece would join two pools")
            .help("list different `pieces` in each pool");
    }
    found
}

/// Returns the kinds that a pool can hold, one bit each. Without a list, these are all kinds with owners.
pub(super) fn held_by(scope: &Scope, table: &def::Pool, sink: &mut Diagnostics) -> u32 {
    let blocker = scope.definition.blocker.as_ref();
    let blocker = blocker.and_then(|it| scope.kind(&it.value.piece, &mut Diagnostics::default()));
    let owned = blocker.map_or(u32::MAX, |it| !(1 << it.0));
    table.pieces.as_ref().map_or(owned, |it| scope.kind_set(it, sink))
}

/// Returns the contents of the pools at the start, by seat, then kind; empty if all are empty.
pub(super) fn start_pools(scope: &Scope, kinds: &[Kind], sink: &mut Diagnostics) -> Vec<Vec<u8>> {
    let by_fen = super::fen::pools(scope, kinds, sink);
    let mut each = vec![0u8; kinds.len()];
    for (name, table) in &scope.definition.pools {
        let Some(start) = &table.start else { continue };
        let held = held_by(scope, table, &mut Diagnostics::default());
        if !by_fen.is_empty() {
            let fen = scope.definition.setup_fen.as_ref();
            sink.error(Code::BadKeys, start.span, "the pools at the start are given twice: by `start` and by `fen`")
                .also(fen.map_or(start.span, |it| it.span), "the FEN")
                .help("remove `start`, or the brackets in the FEN");
        }
        for piece in start.iter() {
            let Some(kind) = scope.kind(piece, sink) else { continue };
            if held >> kind.0 & 1 == 0 {
                sink.error(
                    Code::BadKeys,
                    piece.span,
                    format!("the pool cannot hold the {}", kinds[kind.index()].label),
                )
                .help(format!("leave it out, or add it to `pieces` in `[pool.{}]`", name.value));
            }
            let count = &mut each[kind.index()];
            if *count == u8::MAX {
                sink.error(Code::BadKeys, piece.span, "a pool has at most 255 pieces of a kind at the start")
                    .help("list fewer pieces");
                break;
            }
            *count += 1;
        }
    }
    if each.iter().any(|it| *it > 0) { vec![each; scope.seats.len()] } else { by_fen }
}

/// Resolves the rules for drops.
pub(super) fn drops(conditions: &Conditions, kinds: &[Kind], sink: &mut Diagnostics) -> Vec<Drop> {
    let (scope, all_kinds) = (conditions.scope, kinds);
    let several = scope.has_several_royals();
    let kinds = (0..kinds.len()).map(|it| KindId(it as u8));
    let mut all: Vec<Drop> = Vec::new();
    for (name, table) in &scope.definition.drops {
        let pieces = scope.kind_set(&table.pieces, sink);
        if let Some(pool) = scope.find("pool", keys(&scope.definition.pools), &table.pool, sink) {
            let held = held_by(scope, &scope.definition.pools[pool].1, &mut Diagnostics::default());
            if pieces & !held != 0 {
                sink.error(Code::BadKeys, table.pieces.span, "the pool cannot hold some of these pieces").help(
                    format!(
                        "leave them out, or add them to `pieces` in `[pool.{}]`",
                        scope.definition.pools[pool].0.value
                    ),
                );
            }
        }
        let into: Vec<KindId> =
            table.into.iter().flat_map(|it| it.iter()).filter_map(|it| scope.kind(it, sink)).collect();
        if let Some(into) = table.into.as_ref().filter(|_| table.pieces.len() > 1) {
            sink.error(Code::BadKeys, into.span, "`into` needs a single kind in `pieces`")
                .help("write one header for each kind, like `[drop.pawn]`");
        }
        let becomes_royal = |it: &&Spanned<Name>| {
            let of = |it: &Spanned<Name>| scope.kind(it, &mut Diagnostics::default());
            let is_royal = |it: KindId| all_kinds[it.index()].role == Role::Royal;
            of(it).is_some_and(is_royal) && !table.pieces.iter().all(|it| of(it).is_none_or(is_royal))
        };
        let royal = table.into.as_ref().filter(|_| !several).and_then(|it| it.iter().find(becomes_royal));
        if let Some(royal) = royal {
            let message = format!("a drop cannot turn another piece into a royal piece such as `{}`", royal.value);
            sink.error(Code::BadKings, royal.span, message).help(format!(
                "leave `{}` out, or say with `royals` in `[check]` what several royal pieces mean",
                royal.value
            ));
        }
        let gives = into.iter().fold(if into.is_empty() { pieces } else { 0 }, |all, it| all | 1 << it.0);
        let given_twice = kinds.clone().find(|kind| gives >> kind.0 & 1 != 0 && all.iter().any(|it| it.gives(*kind)));
        let is_listed = |it: &&Spanned<Name>| {
            let kind = scope.kind(it, &mut Diagnostics::default());
            kind.is_some_and(|kind| all.iter().any(|it| it.pieces >> kind.0 & 1 != 0))
        };
        if let Some(twice) = table.pieces.iter().find(is_listed) {
            let text = format!("another `[drop]` header lists `{}`, too", twice.value);
            sink.error(Code::BadKeys, twice.span, text).help(format!(
                "remove `\"{}\"` from one of the two lists: one header says where a kind is dropped",
                twice.value
            ));
        } else if let Some(kind) = given_twice {
            let label = &scope.definition.pieces[kind.index()].0.value;
            let span = table.into.as_ref().map_or(table.pieces.span, |it| it.span);
            sink.error(Code::BadKeys, span, format!("another `[drop]` header puts a `{label}` on the board, too"))
                .help(
                    "the text of a drop names only the new piece: give each kind one header, in `pieces` or in `into`",
                );
        }
        let mut place = |it: &Option<_>| it.as_ref().and_then(|it| conditions.place(it, Seen::Owner, sink));
        let (on, not_on) = (place(&table.on), place(&table.not_on));
        let beside = table.beside.as_ref().and_then(|it| conditions.neighbor(it, sink));
        let must_convert = table.conversion.value == DropConversion::Required;
        if scope.strict && must_convert && scope.definition.conversion.is_none() {
            sink.error(Code::Needs, table.conversion.span, "the rulebook has no conversions")
                .help("add a header `[conversion]`");
        }
        let by = scope.definition.conversion.as_ref().and_then(|it| it.value.by.as_ref());
        let converts = by.map_or(!0, |it| scope.kind_set(it, &mut Diagnostics::default()));
        if must_convert && gives & !converts != 0 {
            let others = scope.definition.pieces.iter().zip(0..).filter(|it| (gives & !converts) >> it.1 & 1 != 0);
            let names: Vec<String> = others.map(|it| format!("`{}`", it.0.0.value)).collect();
            let names = names.join(", ");
            sink.error(Code::NoEffect, table.conversion.span, format!("these pieces convert no others: {names}"))
                .help(format!("add {names} to `by` in `[conversion]`, or leave them out of `pieces` here"));
        }
        let most = table.most_on_file.as_ref();
        let most_on_file = super::numbers::number(most, 1, 250, "most-on-file", sink).flatten().map(|it| it as u8);
        let most = table.most_on_color.as_ref();
        let most_on_color = super::numbers::number(most, 1, 250, "most-on-color", sink).flatten().map(|it| it as u8);
        if let Some(most) = most.filter(|_| table.into.is_some()) {
            sink.error(Code::BadKeys, most.span, "`most-on-color` does not go together with `into`")
                .help("leave one of them out");
        }
        let source = scope.source(table.source.as_ref(), sink);
        let mate: DropMate = table.mate.value;
        let forced = table.forced.value == ForcedDrop::Yes;
        all.push(Drop {
            name: name.value.clone(),
            pieces,
            becomes: into,
            forced,
            on,
            not_on,
            most_on_file,
            most_on_color,
            beside,
            must_convert,
            mate,
            source,
        });
    }
    all
}

/// Reports limits for each color on a board whose squares all have one color.
pub(super) fn one_color(scope: &Scope, board: &Board, sink: &mut Diagnostics) {
    let mut limits = scope.definition.drops.iter().filter_map(|it| it.1.most_on_color.as_ref());
    let Some(first) = limits.next().filter(|_| scope.strict && board.colors().len() < 2) else { return };
    sink.warning(Code::NoEffect, first.span, "diagonal steps connect all squares of this board: they have one color")
        .help("leave `most-on-color` out");
}
