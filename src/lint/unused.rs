//! Warnings about parts of a rulebook that change nothing: pools that are never filled or used, drops of pieces that no
//! pool holds, `captured-as` without a pool, captures without moving by pieces that never capture, tags that no rule tests, and zones of all squares.
//!
//! Input: the tables as written, with the compiled rulebook. Output: warnings that name the missing rule. Does not know
//! where pieces can go.

use super::fire::{can_leave, royals};
use super::opening::obtainable;
use crate::definition::value::Name;
use crate::definition::{Definition, Pool, Zone};
use crate::diagnostic::{Code, Diagnostics, Span, Spanned};
use crate::policy::{Kings, MaterialCount, PoolHolds, Role, TagOn};
use crate::rulebook::{BanTests, MoveTest, PieceTest, PositionTest, Rulebook, Tag};

/// Warns about every part that changes nothing.
pub(super) fn unused(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    pools(def, book, sink);
    drops_of_nothing(def, book, sink);
    drops_nowhere(def, book, sink);
    captured_as(def, book, sink);
    captures_without_moving(def, book, sink);
    tags(def, book, sink);
    zones(def, sink);
}

/// Warns about zones without any key that chooses squares.
fn zones(def: &Definition, sink: &mut Diagnostics) {
    for (name, zone) in &def.zones {
        let all = zone.common.iter().chain(zone.by_seat.iter().map(|it| &it.1));
        let is_whole =
            |it: &Zone| it.patch.is_none() && it.files.is_none() && it.ranks.is_none() && it.squares.is_none();
        if all.clone().count() > 0 && all.clone().all(is_whole) {
            let message = format!("the zone `{}` contains every square of the board", name.value);
            sink.warning(Code::NoEffect, name.span, message)
                .help("choose squares with `ranks`, `files`, `squares` or `patch`, for example `ranks = \"8\"`");
        }
    }
}

/// Returns the tests of positions in bans, outcomes and counters, exceptions included.
pub(super) fn positions(book: &Rulebook) -> Vec<&PositionTest> {
    fn of(it: &BanTests) -> impl Iterator<Item = &PositionTest> {
        it.before.iter().chain(&it.after)
    }
    let bans = book.bans.iter().flat_map(|it| of(&it.forbids).chain(it.unless.iter().flat_map(|it| of(&it.1))));
    let unless = book.outcomes.iter().flat_map(|it| it.unless.iter().flat_map(|it| of(&it.1)));
    let outcomes = book.outcomes.iter().map(|it| &it.when).chain(unless);
    let limits = book.counters.iter().flat_map(|it| it.ahead.iter().filter_map(|it| it.0.as_ref()));
    let counters = book.counters.iter().flat_map(|it| std::iter::once(&it.when).chain(&it.running)).chain(limits);
    bans.chain(outcomes).chain(counters).collect()
}

/// Returns the tests of pieces in all rules, except those of the move that sets a tag.
fn pieces<'a>(book: &'a Rulebook, without: &Tag) -> Vec<&'a PieceTest> {
    fn of_move(it: &MoveTest) -> impl Iterator<Item = &PieceTest> {
        it.piece.iter().chain(&it.captures)
    }
    let bans = book.bans.iter().flat_map(|it| std::iter::once(&it.forbids).chain(it.unless.iter().map(|it| &it.1)));
    let all: Vec<&BanTests> =
        bans.chain(book.outcomes.iter().flat_map(|it| it.unless.iter().map(|it| &it.1))).collect();
    let mut found: Vec<&PieceTest> =
        all.iter().flat_map(|it| it.piece.iter().chain(it.mv.iter().flat_map(of_move))).collect();
    for it in positions(book) {
        found.extend(it.captured.iter().chain(&it.moved).chain(it.legal_move.iter().flat_map(of_move)));
    }
    found.extend(book.tags.iter().filter(|it| it.name != without.name).flat_map(|it| of_move(&it.set)));
    found.extend(book.barriers.iter().flat_map(|it| &it.unless));
    found.extend(book.double_step.iter().flat_map(|it| &it.unless));
    found.extend(book.promotions.iter().filter_map(|it| it.captures.as_ref()));
    found.extend(book.drops.iter().filter_map(|it| it.beside.as_ref()));
    found.extend(book.gating.iter().map(|it| &it.by));
    found.extend(book.kinds.iter().filter_map(|it| it.hurdle.as_ref()));
    found
}

/// Returns the name of the most valuable ordinary kind, as an example.
pub(super) fn strongest(book: &Rulebook) -> &str {
    let pieces = book.kinds.iter().rev().filter(|it| it.role == Role::Piece);
    pieces.max_by_key(|it| it.value).map_or("queen", |it| it.name.as_str())
}

/// Returns the kinds that can ever be in a pool, one bit each.
fn pooled(book: &Rulebook) -> u32 {
    let start = book.start_pools.iter().flat_map(|it| it.iter().enumerate()).filter(|it| *it.1 > 0);
    let start = start.fold(0, |set, it| set | 1 << it.0);
    let had = obtainable(book) & !spared(book);
    let joins = book.kinds.iter().enumerate().filter(|it| had >> it.0 & 1 != 0);
    let joins = joins.fold(0, |set, it| set | 1 << it.1.captured_as.0);
    start | joins & (book.owner_keeps | book.capturer_keeps)
}

/// Returns the kinds that are never captured, one bit each. The king of an eliminated player may be.
fn spared(book: &Rulebook) -> u32 {
    let never = book.check.kings == Kings::NeverCaptured && book.check.royals.is_none() && book.explosion.is_none();
    if never && !can_leave(book) { royals(book) } else { 0 }
}

/// Returns the kinds of these names, one bit each.
fn named(book: &Rulebook, names: &[Spanned<Name>]) -> u32 {
    let kinds = book.kinds.iter().enumerate();
    kinds.filter(|it| names.iter().any(|name| *name.value == *it.1.name)).fold(0, |set, it| set | 1 << it.0)
}

/// Warns about drops of pieces that never join their pool.
fn drops_of_nothing(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let pooled = pooled(book);
    for (name, drop) in &def.drops {
        let pool = def.pools.iter().find(|it| it.0.value == *drop.pool.value.0).map(|it| &it.1);
        // An empty pool has a warning of its own.
        let Some(held) = pool.map(|it| held_by(book, it) & pooled).filter(|it| *it != 0) else { continue };
        let pieces = named(book, &drop.pieces.value);
        if pieces == 0 || pieces & held != 0 {
            continue;
        }
        let title = if name.value.is_empty() { "[drop]".to_owned() } else { format!("[drop.{}]", name.value) };
        let why = match pieces & !spared(book) {
            0 => ": kings are never captured",
            _ => "",
        };
        let message = format!("no piece of `{title}` ever joins the pool `{}`{why}", drop.pool.value);
        let kind = book.kinds.iter().enumerate().filter(|it| held >> it.0 & 1 != 0).max_by_key(|it| it.1.value);
        sink.warning(Code::NoEffect, drop.pieces.span, message).help(match kind {
            Some((_, kind)) => format!("name other pieces, for example `pieces = [\"{}\"]`", kind.name),
            None => format!("leave `{title}` out"),
        });
    }
}

/// Warns about drops that are allowed on no square.
fn drops_nowhere(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    for (name, drop) in &def.drops {
        let Some(on) = drop.on.as_ref() else { continue };
        let Some(kind) = drop.pieces.value.first().and_then(|it| book.kind(&it.value.0)) else { continue };
        let Some(rule) = book.drop_of(kind) else { continue };
        let fits = |seat| book.board.squares().any(|it| rule.on.as_ref().is_none_or(|on| on.may_fit(book, seat, it)));
        if (rule.on.is_none() || rule.on != rule.not_on) && book.seat_ids().any(fits) {
            continue;
        }
        let title = if name.value.is_empty() { "[drop]".to_owned() } else { format!("[drop.{}]", name.value) };
        let finding = sink.warning(Code::CannotFire, on.span, format!("no square is left for the drops of `{title}`"));
        match drop.not_on.as_ref().filter(|_| rule.on == rule.not_on) {
            Some(not_on) => {
                finding.also(not_on.span, "the same squares are left out here").help("remove `on` or `not-on`")
            }
            None => finding.help(format!("name other squares in `on`, or leave `{title}` out")),
        };
    }
}

/// Returns the kinds that a pool can hold, one bit each.
fn held_by(book: &Rulebook, pool: &Pool) -> u32 {
    pool.pieces.as_ref().map_or(u32::MAX, |it| named(book, &it.value))
}

/// Warns about pools from which nothing is taken, and about those that are always empty.
fn pools(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let is_compared = positions(book).iter().any(|it| it.material.is_some_and(|it| it.count == MaterialCount::Pool));
    let pooled = pooled(book);
    for (name, pool) in &def.pools {
        let name_of = name.value.as_str();
        let drop = def.drops.iter().find(|it| *it.1.pool.value == *name_of).map(|it| &it.1.pieces);
        let gating = def.gating.as_ref().map(|it| &it.value).filter(|it| *it.pool.value == *name_of);
        let entering = drop.or(gating.map(|it| &it.pieces));
        let is_promoted = def.promotions.iter().any(|it| it.1.pool.as_ref().is_some_and(|it| *it.value == *name_of));
        let of_pool = entering.or(pool.pieces.as_ref()).and_then(|it| it.first()).map(|it| it.value.as_ref());
        let kind = of_pool.unwrap_or_else(|| strongest(book));
        if entering.is_none() && !is_promoted && !is_compared {
            let message = format!("nothing takes a piece from the pool `{name_of}`, and no test compares pools");
            sink.warning(Code::NoEffect, name.span, message).help(format!(
                "add a header `[drop]` with the lines `pieces = [\"{kind}\"]` and `pool = \"{name_of}\"`, or leave \
                 `[pool.{name_of}]` out"
            ));
        } else if held_by(book, pool) & pooled == 0 {
            let help = match pool.holds.value {
                PoolHolds::NothingCaptured => {
                    format!("add `start = [\"{kind}\"]`, or write `holds = \"others-pieces-captured\"`")
                }
                _ => format!("add other kinds to `pieces`, for example `\"{}\"`", strongest(book)),
            };
            sink.warning(Code::NoEffect, name.span, format!("no piece ever joins the pool `{name_of}`"))
                .help(format!("{help}, in `[pool.{name_of}]`"));
        }
    }
}

/// Warns about the file's own `captured-as` if a captured piece joins no pool.
fn captured_as(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let is_alone = def.top.as_ref().is_none_or(|it| it.extends.is_empty());
    let is_spared = book.check.kings == Kings::NeverCaptured && book.check.royals.is_none() && book.explosion.is_none();
    for (at, kind) in book.kinds.iter().enumerate() {
        let written = def.pieces.iter().find(|it| it.0.value == kind.name).and_then(|it| it.1.captured_as.as_ref());
        // A library of pieces serves games without pools, too, and a file without parents may be printed from one.
        let Some(written) = written.filter(|it| it.span.file == 0 && !is_alone) else { continue };
        let becomes = &book.kinds[kind.captured_as.index()];
        let joins = (book.owner_keeps | book.capturer_keeps) >> kind.captured_as.0 & 1 != 0;
        let (label, name) = (&kind.label, &becomes.name);
        if !joins {
            let message = format!("a captured {label} joins no pool, so `captured-as` has no effect");
            let help = "leave `captured-as` out, or add a header `[pool.captured]` with the line \
                        `holds = \"others-pieces-captured\"` and a `[drop]` for it";
            let other = format!("leave `captured-as` out, or add \"{name}\" to `pieces` of a `[pool]`");
            sink.warning(Code::NoEffect, written.span, message).help(if def.pools.is_empty() {
                help.to_owned()
            } else {
                other
            });
        } else if is_spared && royals(book) >> at & 1 != 0 {
            let message = format!("a {label} is never captured, so `captured-as` has no effect");
            sink.warning(Code::NoEffect, written.span, message)
                .help("leave `captured-as` out, or write `kings = \"may-be-captured\"` in `[check]`");
        }
    }
}

/// Warns about kinds that capture without moving but never capture, and about rules that need them to move. Only what
/// the file itself says is reported.
fn captures_without_moving(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    let Some(table) = &def.capture else { return };
    let Some(written) = &table.value.without_moving else {
        // A default has the place of its header.
        if table.span.file == 0 && table.value.forced.span == table.span {
            sink.warning(
                Code::NoEffect,
                table.span,
                "`[capture]` changes nothing: it says neither what is forced nor what stays",
            )
            .help("add `forced = \"yes\"`, or the kinds that capture without moving: `without-moving = [\"rook\"]`");
        }
        return;
    };
    let stays = book.capture_without_moving;
    let kind = |name: &str| book.kinds.iter().position(|it| it.name == name).unwrap_or(0);
    let own = |span: Span| [span, written.span].into_iter().find(|it| it.file == 0);
    for name in written.value.iter().filter(|it| it.span.file == 0) {
        let kind = &book.kinds[kind(&name.value)];
        if !kind.movement.atoms.iter().any(|it| it.capture || it.en_passant) {
            let message = format!("a {} never captures, so it cannot capture without moving", kind.label);
            sink.warning(Code::NoEffect, name.span, message)
                .help(format!("leave `\"{}\"` out, or let its `movement` capture", kind.name));
        }
    }
    let unharmed = def.explosion.iter().filter_map(|it| it.value.unharmed.as_ref()).flat_map(|it| &it.value);
    for name in unharmed.filter(|it| stays >> kind(&it.value) & 1 != 0) {
        let Some(span) = own(name.span) else { continue };
        let message = format!("a {} captures without moving, so `unharmed` has no effect on it", name.value);
        sink.warning(Code::NoEffect, span, message).help(format!(
            "leave `\"{0}\"` out of `unharmed`, or name it under `immune`: it then survives next to an explosion",
            name.value
        ));
    }
    for promotion in book.promotions.iter().filter(|it| it.captures.is_some() && it.pieces & !stays == 0) {
        let written = def.promotions.iter().find(|it| it.0.value == promotion.name);
        let Some(span) = written.and_then(|it| it.1.captures.as_ref()).and_then(|it| own(it.span)) else { continue };
        let message = "the pieces of a promotion with `captures` capture without moving, so no capture promotes them";
        sink.warning(Code::UnreachedPromotion, span, message)
            .help("leave `captures` out of the promotion, or leave the pieces out of `without-moving` in `[capture]`");
    }
}

/// Warns about the file's own tags that no rule tests.
fn tags(def: &Definition, book: &Rulebook, sink: &mut Diagnostics) {
    for (at, tag) in book.tags.iter().enumerate().filter(|it| it.1.on != TagOn::Nobody) {
        let is_tested = pieces(book, tag).iter().any(|it| it.tag.is_some_and(|it| usize::from(it.0) == at));
        let written = def.tags.iter().find(|it| it.0.value == tag.name).map(|it| it.0.span);
        let Some(span) = written.filter(|it| !is_tested && it.file == 0) else { continue };
        let name = &tag.name;
        sink.warning(Code::NoEffect, span, format!("no rule tests the tag `{name}`")).help(format!(
            "add a rule with the test `{{ tag = \"{name}\" }}`, for example `[ban.{name}]` with the line \
             `move = {{ piece = {{ tag = \"{name}\" }}, captures = {{}} }}`, or leave the tag out"
        ));
    }
}
