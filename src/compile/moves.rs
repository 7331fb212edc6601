//! Special moves: resolves `[double-step]`, `[en-passant]`, `[promotion]` and `[promotion-move]`.
//!
//! Input: the tables as written. Output: the same with ids. Does not know how the moves are played.

use super::barriers::piece_exception;
use super::board::Ground;
use super::conditions::{Conditions, Seen};
use super::numbers::number;
use super::pools::held_by;
use super::scope::keys;
use crate::definition as def;
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy;
use crate::policy::{Appears, Choice, Forced, IfNone, Role, SetupWord};
use crate::rulebook::{
    Atom, AtomShape, DoubleStep, EnPassant, Kind, KindId, Promotion, PromotionChoice, PromotionMove, SquareList,
};

/// Resolves the double step.
pub(super) fn double_step(conditions: &Conditions, kinds: &[Kind], sink: &mut Diagnostics) -> Option<DoubleStep> {
    let table = conditions.scope.definition.double_step.as_ref()?;
    let written = &table.value.table;
    conditions.scope.source(written.source.as_ref(), sink);
    let pieces = conditions.scope.kind_set(&written.pieces, sink);
    for name in &written.pieces.value {
        let Some(kind) = kinds.iter().find(|it| it.name == name.0) else { continue };
        let steps = kind.movement.atoms.iter().any(is_forward_step);
        if !steps && !kind.movement.atoms.is_empty() {
            sink.error(
                Code::Needs,
                name.span,
                format!("`{}` has no quiet step forward that it could make twice", name.value),
            )
            .help("give it one, like `fmW`, or leave it out");
        }
    }
    let from = conditions.place(&written.from, Seen::Owner, sink);
    let mut unless = Vec::new();
    for (why, it) in &table.value.unless {
        unless.extend(piece_exception(conditions, "double-step", why, it, Seen::Owner, sink));
    }
    Some(DoubleStep { pieces, from: from?, unless })
}

/// Reports whether an atom is a single step without capture in some directions only.
fn is_forward_step(atom: &Atom) -> bool {
    let single = matches!(atom.shape, AtomShape::Straight(1) | AtomShape::Diagonal(1));
    atom.quiet && atom.range == 1 && single && atom.directions.is_some()
}

/// Resolves en passant captures.
pub(super) fn en_passant(conditions: &Conditions, kinds: &[Kind], sink: &mut Diagnostics) -> Option<EnPassant> {
    let scope = conditions.scope;
    let table = scope.definition.en_passant.as_ref()?;
    let by_movement = || kinds.iter().any(|it| it.movement.atoms.iter().any(Atom::is_double_step));
    if scope.definition.double_step.is_none() && scope.strict && !by_movement() {
        sink.error(Code::Needs, table.span, "no piece can make a double step, so nothing can be captured en passant")
            .help(
                "add a header `[double-step]`, or write the double step into a movement as a first move over an \
                 empty square, like `fmWfceFifmnD`; or leave `[en-passant]` out",
            );
    }
    let pieces = scope.kind_set(&table.value.pieces, sink);
    for (index, kind) in kinds.iter().enumerate().filter(|(index, _)| pieces >> index & 1 == 0) {
        if kind.movement.atoms.iter().any(|it| it.en_passant) {
            let name = &kind.name;
            let message = format!("`{name}` captures en passant by its movement (`e`), but this list leaves it out");
            sink.warning(Code::NoEffect, table.value.pieces.span, message)
                .also(scope.definition.pieces[index].0.span, "its movement")
                .help(format!("add \"{name}\" to `pieces`, or take the `e` out of its movement"));
        }
    }
    let from = table.value.from.as_ref().and_then(|it| conditions.place(it, super::conditions::Seen::Owner, sink));
    Some(EnPassant {
        pieces,
        from,
        window: table.value.window.value,
        dead: table.value.against_eliminated.value,
        source: scope.source(table.value.source.as_ref(), sink),
    })
}

/// Resolves promotions in file order.
pub(super) fn promotions(
    conditions: &Conditions,
    ground: Option<&Ground>,
    kinds: &[Kind],
    sink: &mut Diagnostics,
) -> Vec<Promotion> {
    let scope = conditions.scope;
    let mut all = Vec::new();
    for (name, table) in &scope.definition.promotions {
        let pieces = scope.kind_set(&table.pieces, sink);
        let on = conditions.place(&table.on, Seen::Owner, sink);
        let choice = match table.choice.value {
            Choice::Listed => listed(conditions, table, kinds, sink),
            Choice::FromPool => from_pool(conditions, table, sink),
            Choice::BySquare => by_square(conditions, ground, kinds, table, sink),
        };
        let unused = [
            table.into.as_ref().filter(|_| table.choice.value != Choice::Listed).map(|it| (it.span, "into")),
            table.pool.as_ref().filter(|_| table.choice.value != Choice::FromPool).map(|it| (it.span, "pool")),
        ];
        for (span, key) in unused.into_iter().flatten() {
            let choice = table.choice.span;
            if choice.file == 0 && span.file != 0 {
                // A header that extends the inherited one cannot leave a key out.
                let text =
                    format!("with `choice = \"{}\"` there is no `{key}`, but it is inherited", table.choice.value);
                let others = [(table.pieces.span, "pieces"), (table.on.span, "on"), (table.forced.span, "forced")];
                let others = others.iter().filter(|it| it.0.file != 0).map(|it| format!("`{}`", it.1));
                sink.error(Code::BadKeys, choice, text).also(span, "inherited from here").help(format!(
                    "remove the line with `extends` from this header, and write all other keys in it: {}",
                    others.collect::<Vec<_>>().join(", ")
                ));
                continue;
            }
            sink.error(Code::BadKeys, span, format!("with `choice = \"{}\"` there is no `{key}`", table.choice.value))
                .help(format!("leave `{key}` out"));
        }
        let leaving = table.leaving.as_ref().and_then(|it| conditions.place(it, Seen::Owner, sink));
        let captures = match table.captures.as_ref().map(|it| conditions.captured(it, Seen::Capture, sink)) {
            Some(None) => continue,
            captures => captures.flatten(),
        };
        let of_listed = [
            (table.leaving.as_ref().map(|it| it.span), "leaving"),
            (table.captures.as_ref().map(|it| it.span), "captures"),
        ];
        for (span, key) in of_listed {
            if let Some(span) = span.filter(|_| table.choice.value != Choice::Listed) {
                let text = format!("only a promotion with `choice = \"listed\"` can have `{key}`");
                sink.error(Code::BadKeys, span, text)
                    .help(format!("write `choice = \"listed\"` with `into`, or leave `{key}` out"));
            }
        }
        let source = scope.source(table.source.as_ref(), sink);
        if let (Some(on), Some(choice)) = (on, choice) {
            let forced = table.forced.value == policy::Forced::Yes;
            all.push(Promotion { name: name.value.clone(), pieces, on, leaving, captures, choice, forced, source });
        }
    }
    let by_square = scope.definition.promotions.iter().any(|it| it.1.choice.value == Choice::BySquare);
    if let Some(table) = scope.definition.promotion_squares.as_ref().filter(|_| !by_square && scope.strict) {
        sink.warning(Code::NoEffect, table.span, "no promotion uses these squares")
            .help("say `choice = \"by-square\"` in a promotion, or leave the header out");
    }
    all
}

/// Resolves promotions that are moves of their own, in file order.
pub(super) fn promotion_moves(conditions: &Conditions, kinds: &[Kind], sink: &mut Diagnostics) -> Vec<PromotionMove> {
    let scope = conditions.scope;
    let mut all = Vec::new();
    for (name, table) in &scope.definition.promotion_moves {
        let pieces = scope.kind_set(&table.pieces, sink);
        super::scope::once(&table.into, sink);
        for kind in &table.pieces.value {
            let on_arrival = scope.definition.promotions.iter().find(|it| it.1.pieces.value.contains(kind));
            if let Some((header, other)) = on_arrival {
                let text = format!("`{}` already promotes on arrival", kind.value);
                sink.error(Code::BadKeys, kind.span, text).also(other.pieces.span, "in this list").help(format!(
                    "a move must say one thing: leave it out of one of the two lists, or leave the other promotion \
                         out with `without = [\"{}\"]` at the top of the file",
                    format!("promotion.{}", header.value).trim_end_matches('.')
                ));
            }
            if kinds.iter().any(|it| it.name == kind.value.0 && it.role == Role::Royal) {
                let text = format!("`{}` is royal, and a royal piece cannot promote as a move of its own", kind.value);
                sink.error(Code::BadKings, kind.span, text)
                    .help("leave it out of `pieces`, or leave `[promotion-move]` out");
            }
        }
        let mut into = Vec::new();
        for kind in &table.into.value {
            let Some(id) = scope.kind(kind, sink) else { continue };
            not_royal(scope, kinds.get(id.index()), &kind.value.0, kind.span, sink);
            if pieces >> id.0 & 1 != 0 {
                sink.error(Code::BadKeys, kind.span, format!("`{}` would become what it is", kind.value))
                    .help("leave it out of `pieces` or of `into`");
            }
            into.push(id);
        }
        if table.into.value.is_empty() {
            sink.error(Code::Needs, table.into.span, "the promotion names no piece that a piece can become")
                .help("write a kind, for example `into = [\"queen\"]`");
        }
        let on = table.on.as_ref().map(|it| conditions.place(it, Seen::Owner, sink));
        let count = table.count.as_ref().map(|it| conditions.count(it, Seen::Move, sink));
        let most = number(table.most.as_ref(), 1, 512, "most", sink);
        let source = scope.source(table.source.as_ref(), sink);
        if let (Some(most), None | Some(Some(_)), None | Some(Some(_))) = (most, &on, &count) {
            all.push(PromotionMove {
                name: name.value.clone(),
                pieces,
                on: on.flatten(),
                count: count.flatten(),
                becomes: into,
                step: table.step.value,
                attack: table.attack.value,
                most: most.map(|it| it as u16),
                source,
            });
        }
    }
    all
}

fn not_royal(
    scope: &super::scope::Scope,
    kind: Option<&Kind>,
    name: &str,
    span: crate::diagnostic::Span,
    sink: &mut Diagnostics,
) {
    let several = scope.has_several_royals();
    if !several && kind.is_some_and(|it| it.role == Role::Royal) {
        sink.error(Code::BadKings, span, format!("a piece cannot promote to a royal piece such as `{name}`"))
            .help(format!("leave `{name}` out, or say with `royals` in `[check]` what several royal pieces mean"));
    }
}

fn listed(
    conditions: &Conditions,
    table: &def::Promotion,
    kinds: &[Kind],
    sink: &mut Diagnostics,
) -> Option<PromotionChoice> {
    let Some(into) = table.into.as_ref().filter(|it| !it.is_empty()) else {
        let (span, verb) =
            table.into.as_ref().map_or((table.choice.span, "add"), |it| (it.span, "name a kind, for example"));
        sink.error(Code::Needs, span, "the promotion does not name the pieces that a pawn can become").help(format!(
            "{verb} `into = [\"{}\"]`",
            kinds.iter().find(|it| it.role == Role::Piece).map_or("queen", |it| it.name.as_str())
        ));
        return None;
    };
    super::scope::once(into, sink);
    let found: Vec<KindId> = into.iter().filter_map(|it| conditions.scope.kind(it, sink)).collect();
    for (id, name) in
        into.iter().filter_map(|it| conditions.scope.kind(it, &mut Diagnostics::default()).map(|id| (id, it)))
    {
        not_royal(conditions.scope, kinds.get(id.index()), name, name.span, sink);
    }
    Some(PromotionChoice::Listed(found))
}

fn from_pool(conditions: &Conditions, table: &def::Promotion, sink: &mut Diagnostics) -> Option<PromotionChoice> {
    let scope = conditions.scope;
    let Some(pool) = &table.pool else {
        sink.error(Code::Needs, table.choice.span, "the promotion does not name its pool").help(
            match scope.definition.pools.first() {
                Some((name, _)) => format!("add `pool = \"{}\"`", name.value),
                None => {
                    "add `pool = \"captured\"`, and a header `[pool.captured]` with `holds = \"own-pieces-captured\"`"
                        .to_owned()
                }
            },
        );
        return None;
    };
    let found = scope.find("pool", keys(&scope.definition.pools), pool, sink);
    let pieces =
        found.map_or(u32::MAX, |it| held_by(scope, &scope.definition.pools[it].1, &mut Diagnostics::default()));
    if table.if_none.value == IfNone::Forbidden && table.forced.value == Forced::No {
        sink.error(
            Code::Needs,
            table.if_none.span,
            "the piece may always stay as it is, so no empty pool can forbid a move",
        )
        .help("write `forced = \"yes\"`, or leave `if-none` out");
    }
    let no_array = scope.definition.top.as_ref().is_some_and(|it| it.setup.value == SetupWord::None);
    if table.appears.value != Appears::Arrival && no_array {
        sink.error(Code::Needs, table.appears.span, "there is no starting position, so no piece has a home")
            .help("write `appears = \"arrival\"`, or add `[setup]`");
    }
    Some(PromotionChoice::FromPool {
        pieces,
        if_none: table.if_none.value,
        appears: table.appears.value,
        pays: table.pays.value,
    })
}

fn by_square(
    conditions: &Conditions,
    ground: Option<&Ground>,
    kinds: &[Kind],
    table: &def::Promotion,
    sink: &mut Diagnostics,
) -> Option<PromotionChoice> {
    let scope = conditions.scope;
    let Some(squares) = &scope.definition.promotion_squares else {
        if scope.strict {
            sink.error(Code::Needs, table.choice.span, "the rulebook does not say what a pawn becomes on each square")
                .help("add a header `[promotion-squares]` with `queen = [\"d8\"]` and the like");
        }
        return None;
    };
    let ground = ground?;
    let mut by_seat: Vec<Vec<(KindId, SquareList)>> = vec![Vec::new(); scope.seats.len()];
    for (name, list) in &squares.value {
        let kind = scope.kind(&Spanned::new(def::value::Name(name.value.clone()), name.span), sink);
        let mut set: SquareList = ground.atlas.squares(&list.value, sink).into_iter().map(|it| it.0).collect();
        set.sort_unstable();
        set.dedup();
        let Some(kind) = kind else { continue };
        not_royal(scope, kinds.get(kind.index()), name, name.span, sink);
        for (seat, turned) in ground.turned_for_seats(&set).into_iter().enumerate() {
            by_seat[seat].push((kind, turned));
        }
    }
    Some(PromotionChoice::BySquare(by_seat))
}
