//! Barriers: resolves `[barrier]` and places its instances on links.
//!
//! Input: barriers with their states, openings and exceptions, and the instances of their lines.
//! Output: barriers, and one [`BarrierInstance`] per instance of the line, marked on its links. Does
//! not know how a path is judged.

use super::conditions::{Conditions, Seen};
use super::lines::Instance;
use super::links::Links;
use super::scope::{Scope, too_many};
use super::wording;
use crate::definition::value::Either;
use crate::definition::{self as def, BarrierDef};
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy::{BarrierStart, OpenEvent, Permission};
use crate::rulebook::{Barrier, BarrierInstance, BarrierOpening, Permissions, PieceTest, SeatSet, Zone};

/// Maximum number of barrier instances whose state can change: one bit each.
const STATES: usize = crate::rulebook::MAX_BARRIER_STATES;

/// Resolves every barrier and marks its instances on the links.
pub(super) fn barriers(
    scope: &Scope,
    tests: &Conditions,
    lines: &[Vec<Instance>],
    links: &mut Links,
    zones: &[Zone],
    sink: &mut Diagnostics,
) -> (Vec<Barrier>, Vec<BarrierInstance>) {
    let (mut all, mut instances) = (Vec::new(), Vec::new());
    let mut states = 0;
    for (name, table) in &scope.definition.barriers {
        let mut barrier = barrier(scope, tests, name, table, zones, sink);
        let line = scope.line(&table.table.line, sink);
        let places = line.map_or(&[][..], |it| &lines[it]);
        let cuts = &scope.definition.cuts;
        let cut = cuts.iter().find(|it| it.1.line.value == table.table.line.value).or(cuts.first());
        if line.is_some()
            && places.is_empty()
            && let Some((cut, _)) = cut
        {
            sink.error(
                Code::ForbidsNothing,
                table.table.line.span,
                format!("the barrier `{}` is on links that are cut", name.value),
            )
            .help(format!(
                "keep one of the two: remove `[barrier.{}]`, or remove `[board.cut.{}]`",
                name.value, cut.value
            ));
        }
        let owners = table.table.owners.as_ref().and_then(|it| {
            let zone = scope.zone(it, sink)?;
            if !zones[zone].by_seat {
                sink.error(Code::BadKeys, it.span, format!("`{}` is a zone of the board; it has no owners", it.value))
                    .help(zone_of_seats(zones, it));
            }
            Some(zone)
        });
        for (index, place) in places.iter().enumerate() {
            let id = instances.len() as u16;
            let seats = match owners {
                None => place.seats,
                Some(zone) => touching(&zones[zone], place, links),
            };
            if seats == 0 && !barrier.opens.is_empty() {
                sink.error(
                    Code::Needs,
                    table.table.owners.as_ref().map_or(name.span, |it| it.span),
                    format!("the barrier `{}` has an instance without owners", name.value),
                )
                .help(format!(
                    "write `owners` with a zone of the players in which links of `[line.{}]` end",
                    table.table.line.value
                ));
            }
            let has_state = !barrier.opens.is_empty();
            instances.push(BarrierInstance {
                name: if places.len() == 1 { name.value.clone() } else { format!("{}.{index}", name.value) },
                label: instance_label(scope, &barrier.label, seats, places.len()),
                barrier: all.len(),
                owners: seats,
                state_bit: has_state.then_some(states.min(STATES - 1) as u8),
            });
            states += usize::from(has_state);
            for link in &place.links {
                links.all[*link].barriers.push(id);
            }
            barrier.instances.push(id);
        }
        number_alike(&mut instances[usize::from(barrier.instances.first().copied().unwrap_or(0))..]);
        if states > STATES {
            too_many(name.span, states, STATES, "barriers on the board that open", sink);
            states = STATES;
        }
        all.push(barrier);
    }
    (all, instances)
}

/// Returns the label of an instance: `the moat between White and Black`, `White's gate`, `the river`.
fn instance_label(scope: &Scope, label: &str, owners: SeatSet, count: usize) -> String {
    let titles: Vec<String> = (0..scope.seats.len())
        .filter(|it| *it < 8 && owners & (1 << it) != 0)
        .map(|it| capital(&scope.seats[it]))
        .collect();
    match &titles[..] {
        _ if count == 1 => format!("the {label}"),
        [] => format!("the {label}"),
        [only] => format!("{only}'s {label}"),
        [first @ .., last] => format!("the {label} between {} and {last}", first.join(", ")),
    }
}

/// Numbers the instances of one barrier that would share a label.
fn number_alike(instances: &mut [BarrierInstance]) {
    let labels: Vec<String> = instances.iter().map(|it| it.label.clone()).collect();
    for (at, it) in instances.iter_mut().enumerate() {
        let alike = |other: &&String| **other == labels[at];
        if labels.iter().filter(alike).count() > 1 {
            it.label = format!("{} ({})", it.label, labels[..=at].iter().filter(alike).count());
        }
    }
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |it| it.to_uppercase().chain(letters).collect())
}

/// Returns the seats whose zone contains an end of one of the links.
fn touching(zone: &Zone, place: &Instance, links: &Links) -> SeatSet {
    let touches = |squares: &[crate::board::Square]| {
        let ends = place.links.iter().flat_map(|it| [links.all[*it].from, links.all[*it].to]);
        ends.into_iter().any(|it| squares.contains(&it))
    };
    zone.squares.iter().enumerate().filter(|(_, it)| touches(it)).fold(0, |set, it| set | 1 << it.0)
}

/// Resolves a barrier without its place on the board.
pub(super) fn barrier(
    scope: &Scope,
    tests: &Conditions,
    name: &Spanned<String>,
    written: &BarrierDef,
    zones: &[Zone],
    sink: &mut Diagnostics,
) -> Barrier {
    let table = &written.table;
    let everybody = ((1u16 << scope.seats.len().min(8)) - 1) as SeatSet;
    let binds = match &table.binds.value {
        Either::Text(_) => everybody,
        Either::Other(list) => scope.seat_set(list, sink),
    };
    let pieces = table.pieces.as_ref().map_or(u32::MAX, |list| scope.some_kinds(list, sink));
    let opens: Vec<BarrierOpening> =
        written.opens.iter().filter_map(|(why, it)| opening(scope, name, why, it, zones, sink)).collect();
    let starts_open = table.starts.value == BarrierStart::Open;
    let closed = allows(written.closed.as_ref());
    let open = allows(written.open.as_ref());
    if written.closed.is_none() && scope.strict && !(starts_open && written.open.is_some()) {
        sink.error(Code::MissingHeader, name.span, format!("the barrier `{}` does not say what it allows", name.value))
            .help(format!("add a header `[barrier.{}.closed]` with `allows = []`", name.value));
    }
    if written.open.is_none() && scope.strict && (starts_open || !written.opens.is_empty()) {
        sink.error(Code::Needs, name.span, format!("the barrier `{}` can open but has no open state", name.value))
            .help(format!(
                "add a header `[barrier.{}.open]` that says what it allows then, for example `allows = [\"move\"]`",
                name.value
            ));
    }
    for (why, _) in written.opens.iter().filter(|_| starts_open) {
        sink.error(
            Code::NoEffect,
            why.span,
            format!("the barrier `{}` starts open, so no event can open it", name.value),
        )
        .help(format!("leave `[barrier.{}.opens.{}]` out, or write `starts = \"closed\"`", name.value, why.value));
    }
    if let Some(state) = written.open.as_ref().filter(|_| scope.strict && !starts_open && written.opens.is_empty()) {
        sink.warning(Code::NoEffect, state.allows.span, format!("the barrier `{}` never opens", name.value)).help(
            // Between two players, nothing opens after an elimination.
            match scope.definition.seats.len() > 2 {
                true => format!(
                    "add a header `[barrier.{0}.opens.eliminated]` with `event = \"owner-eliminated\"`, or leave \
                     `[barrier.{0}.open]` out",
                    name.value
                ),
                false => format!(
                    "add a header `[barrier.{0}.opens.vacated]` with `event = \"zone-vacated\"` and a `zone`, or leave \
                     `[barrier.{0}.open]` out",
                    name.value
                ),
            },
        );
    }
    let all = Permissions { quiet: true, capture: true, give_check: true, attack: true };
    let state = if starts_open { (open, written.open.as_ref()) } else { (closed, written.closed.as_ref()) };
    if let (true, Some(written)) = (state.0 == all && opens.is_empty(), state.1) {
        sink.error(
            Code::ForbidsNothing,
            written.allows.span,
            format!("the barrier `{}` allows everything", name.value),
        )
        .help(format!("allow less, for example `allows = [\"move\"]`, or leave `[barrier.{}]` out", name.value));
    }
    // Names that do not exist have their own finding.
    let lists_nothing = |list: &[Spanned<def::value::Name>]| list.is_empty();
    let binds_nobody = matches!(&table.binds.value, Either::Other(list) if lists_nothing(list));
    if binds_nobody || table.pieces.as_ref().is_some_and(|it| lists_nothing(it)) {
        sink.error(Code::ForbidsNothing, name.span, format!("the barrier `{}` applies to no piece", name.value)).help(format!(
            "name a player and a piece, for example `binds = [\"{}\"]` and `pieces = [\"{}\"]`; without the keys the \
                 barrier applies to all",
            scope.seats.first().map_or("white", String::as_str),
            super::scope::keys(&scope.definition.pieces).next().unwrap_or("pawn")
        ));
    }
    let mut unless = Vec::new();
    for (why, it) in &written.unless {
        unless.extend(piece_exception(tests, &format!("barrier.{}", name.value), why, it, Seen::Owner, sink));
    }
    Barrier {
        name: name.value.clone(),
        label: wording::noun(&name.value, table.label.as_ref(), sink),
        binds,
        pieces,
        leaps: table.leaps.value,
        check_by: table.check_by.value,
        starts_open,
        stays_open: table.stays_open.value,
        closed,
        open,
        opens,
        unless,
        source: scope.source(table.source.as_ref(), sink),
        instances: Vec::new(),
    }
}

fn allows(state: Option<&def::BarrierState>) -> Permissions {
    let has = |wanted| state.is_some_and(|it| it.allows.iter().any(|it| it.value == wanted));
    Permissions {
        quiet: has(Permission::Move),
        capture: has(Permission::Capture),
        give_check: has(Permission::GiveCheck),
        attack: has(Permission::Attack),
    }
}

fn opening(
    scope: &Scope,
    name: &Spanned<String>,
    why: &Spanned<String>,
    table: &def::BarrierOpens,
    zones: &[Zone],
    sink: &mut Diagnostics,
) -> Option<BarrierOpening> {
    let title = format!("[barrier.{}.opens.{}]", name.value, why.value);
    if table.event.value == OpenEvent::OwnerEliminated {
        let keys = [(table.zone.as_ref().map(|it| it.span), "zone"), (table.of.as_ref().map(|it| it.span), "of")];
        for (span, key) in keys.into_iter().filter_map(|it| Some((it.0?, it.1))) {
            sink.error(Code::BadKeys, span, format!("`{}` has no zone", table.event.value))
                .help(format!("leave `{key}` out"));
        }
        return Some(BarrierOpening::OwnerEliminated);
    }
    let (Some(zone), Some(of)) = (&table.zone, &table.of) else {
        sink.error(
            Code::Needs,
            table.event.span,
            format!("{title} does not say which zone must be vacated, and by whose pieces"),
        )
        .help(format!(
            "add `zone = \"{}\"` and `of = \"own-pieces\"` (or `of = \"all-pieces\"`)",
            scope.zones.iter().zip(zones).find(|it| it.1.by_seat).map_or("first-rank", |it| it.0.0.as_str())
        ));
        return None;
    };
    let found = scope.zone(zone, sink)?;
    if !zones[found].by_seat {
        sink.error(
            Code::BadKeys,
            zone.span,
            format!("`{}` is a zone of the board, so it belongs to no player", zone.value),
        )
        .help(zone_of_seats(zones, zone));
        return None;
    }
    Some(BarrierOpening::ZoneVacated { zone: found, of: of.value })
}

/// Says how a barrier gets owners: a zone of the players.
fn zone_of_seats(zones: &[Zone], written: &Spanned<def::value::Name>) -> String {
    let others: Vec<String> = zones.iter().filter(|it| it.by_seat).map(|it| format!("`{}`", it.name)).collect();
    match others.is_empty() {
        true => format!("write `of = \"seat\"` under `[zone.{}]`", written.value),
        false => format!("name a zone that each player has: {}", others.join(", ")),
    }
}

/// Resolves an exception that can only test the piece.
pub(super) fn piece_exception(
    tests: &Conditions,
    title: &str,
    why: &Spanned<String>,
    table: &def::Unless,
    seen: Seen,
    sink: &mut Diagnostics,
) -> Option<PieceTest> {
    let others = [
        table.r#move.as_ref().map(|it| it.span),
        table.before.as_ref().map(|it| it.span),
        table.after.as_ref().map(|it| it.span),
    ];
    for span in others.into_iter().flatten() {
        sink.error(Code::BadKeys, span, format!("[{title}.unless.{}] can only test the piece", why.value))
            .help("test the piece instead, for example `piece = { kind = [\"pawn\"] }`");
    }
    let Some(piece) = &table.piece else {
        if others.iter().all(Option::is_none) {
            sink.error(Code::ForbidsNothing, why.span, format!("[{title}.unless.{}] has no test", why.value))
                .help("name the pieces, for example `piece = { kind = [\"pawn\"] }`");
        }
        return None;
    };
    tests.piece(piece, seen, sink)
}
