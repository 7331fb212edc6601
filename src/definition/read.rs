//! The reader: turns headers with untyped keys into a typed [`Definition`].
//!
//! Input: a [`Resolved`] rulebook. Output: one struct per header, or diagnostics: unknown or missing
//! keys, values of the wrong type, and headers that belong to a missing header. Does not know whether a
//! name resolves.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use foldhash::HashMap;

use super::examples;
use super::fold::fold;
use super::header::Holds;
use super::load::{Header, Layer, Resolved};
use super::table::{Entries, HeaderTable};
use super::value::{Read, Value};
use super::{BarrierDef, Definition, Named, PointDef, PointsByRole, SetupTable, Top, WithUnless, ZoneDef};
use crate::diagnostic::{Code, Diagnostics, Spanned, nearest};
use crate::policy::Part;

/// Maximum number of headers among which a missing one is searched.
const MAX_OTHERS: usize = 512;

/// Reads the typed tables of a resolved rulebook. The result may be incomplete if there are errors.
pub fn read(resolved: &Resolved, sink: &mut Diagnostics) -> Definition {
    let mut found = Diagnostics::default();
    // The loader has already checked the keys at the top.
    let top = Top::read_table(&resolved.top, &mut Diagnostics::default());
    let is_game = top.as_ref().is_none_or(|it| it.part.value == Part::Game);
    let definition = Definition { span: resolved.top.span, top, ..Definition::default() };
    let headers = resolved.headers.iter().map(Header::name).collect();
    let zones = HashMap::default();
    let mut reader = HeaderReader { definition, headers, zones, inherited: OnceCell::new(), is_game, sink: &mut found };
    for source in &resolved.sources {
        let source = HeaderTable::read_table(source, reader.sink);
        if source.is_none() {
            reader.definition.unread.insert("[source]".to_owned());
        }
        reader.definition.sources.extend(source);
    }
    // The keys of outcomes and claims are read as they are written; `[settle]` and `[score]` include them.
    let long = fold(resolved, reader.sink);
    let is_shared = |it: &&Header| matches!(it.doc.pattern, "settle" | "score");
    let kept: BTreeSet<String> = long.headers.iter().map(Header::name).collect();
    let is_kept = |it: &&Header| it.doc.pattern != "piece.KIND" || kept.contains(&it.name());
    let own = resolved.headers.iter().filter(|it| !is_shared(it) && is_kept(it));
    let mut whole: Vec<&Header> = own.chain(long.headers.iter().filter(is_shared)).collect();
    whole.retain(|it| !reader.is_incomplete(it) && !reader.extends_another(it, resolved));
    for header in &whole {
        reader.noting_errors(header, HeaderReader::whole);
    }
    for header in whole {
        reader.noting_errors(header, HeaderReader::part);
    }
    let definition = reader.definition;
    if resolved.is_broken {
        found.items.retain(|it| !matches!(it.code, Code::MissingKey | Code::OrphanHeader));
    }
    sink.items.append(&mut found.items);
    examples::fill(resolved, sink);
    definition
}

struct HeaderReader<'a> {
    definition: Definition,
    /// The names of all headers, including those with errors.
    headers: BTreeSet<String>,
    /// The zones read so far: the place of each name.
    zones: HashMap<String, usize>,
    /// The merged parents.
    inherited: OnceCell<Layer>,
    is_game: bool,
    sink: &'a mut Diagnostics,
}

impl HeaderReader<'_> {
    /// Reports whether a header extends an inherited one that does not exist. A part of a rulebook may leave it to
    /// other files.
    fn is_incomplete(&mut self, header: &Header) -> bool {
        if !header.extends_inherited() {
            return false;
        }
        self.definition.unread.insert(header.name());
        if self.is_game {
            let title = &header.entries.title;
            let span = header.entries.entries.iter().find(|it| it.0.value == "extends").map(|it| it.1.span);
            self.sink
                .error(Code::OrphanHeader, span, format!("{title} extends itself, but no parent has such a header"))
                .help(format!(
                    "remove `extends = \"{}\"` and write all keys, or extend a file that has {title}",
                    header.path.last().map_or("", |it| it.value.as_str())
                ));
        }
        true
    }

    /// Reports a header that extends another one, which only pieces can do.
    fn extends_another(&mut self, header: &Header, resolved: &Resolved) -> bool {
        let written = header.entries.entries.iter().find(|it| it.0.value == "extends").map(|it| &it.1);
        let is_name = |it: &&Spanned<Value>| match (&it.value, header.doc.holds) {
            (Value::Text(_), _) => true,
            // In a header whose keys are names, a list or a table can belong to something called `extends`.
            (_, Holds::Free(_)) => false,
            (_, Holds::Keys(_)) => true,
        };
        let Some(written) = written.filter(is_name).filter(|_| header.doc.pattern != "piece.KIND") else {
            return false;
        };
        let title = &header.entries.title;
        let own = header.path.last().map_or("", |it| it.value.as_str());
        let lineage = resolved.lineage.as_deref().filter(|_| written.span.file == 0);
        let inherited = lineage.map(|it| self.inherited.get_or_init(|| it.inherited()));
        let is_inherited = written.span.file != 0
            || inherited.as_ref().is_some_and(|it| it.headers.iter().any(|it| it.name() == header.name()));
        // The name after `extends` may be the one that the header should have.
        let sibling = header.path.split_last().map(|(_, path)| {
            let path = path.iter().map(|it| it.value.as_str());
            let name = if let Value::Text(it) = &written.value { it.as_str() } else { "" };
            path.chain([name]).collect::<Vec<_>>().join(".")
        });
        let all = inherited.as_ref().map_or(&[][..], |it| &it.headers);
        let meant = all.iter().find(|it| Some(it.name()) == sibling);
        let is_near = |it: &&Header| nearest(own, it.path.last().map(|it| it.value.as_str())).is_some();
        let meant = meant.filter(is_near);
        self.definition.unread.insert(header.name());
        self.sink.error(Code::BadKeys, written.span, format!("{title} cannot extend {}", written.value)).help(
            match (is_inherited, meant) {
                (false, Some(meant)) => format!(
                    "did you mean `{}`? To add {title}, leave `extends` out and write all keys",
                    meant.entries.title
                ),
                (true, _) => format!(
                    "`extends` in a header keeps the keys of the inherited header of the same name: write \
                     `extends = \"{own}\"`, or leave it out and write all keys"
                ),
                (false, None) => format!(
                    "`extends` in a header keeps the keys of the inherited header of the same name, but no parent has \
                     {title}: leave `extends` out and write all keys"
                ),
            },
        );
        true
    }

    /// Reads a header, and notes its name if it contains errors.
    fn noting_errors(&mut self, header: &Header, read: fn(&mut Self, &Header)) {
        let before = self.sink.items.len();
        read(self, header);
        if self.sink.items.len() > before {
            self.definition.unread.insert(header.name());
        }
    }

    /// Reads a header that does not belong to another one.
    fn whole(&mut self, header: &Header) {
        let (def, sink, entries) = (&mut self.definition, &mut *self.sink, &header.entries);
        // The last part is the name, if the pattern ends in a placeholder.
        let name = header.path.last().cloned().unwrap_or_default();
        match header.doc.pattern {
            "turns" => def.turns = spanned(entries, sink),
            "seat.NAME" => named(&mut def.seats, name, entries, sink),
            "board" => def.board = spanned(entries, sink),
            "board.patch.NAME" => named(&mut def.patches, name, entries, sink),
            "board.symmetry" => def.turn = spanned(entries, sink),
            "board.seam.NAME" => named(&mut def.seams, name, entries, sink),
            "board.point.NAME" => {
                def.points.extend(
                    HeaderTable::read_table(entries, sink).map(|it| (name, PointDef { table: it, travel: None })),
                );
            }
            "board.link.NAME" => named(&mut def.links, name, entries, sink),
            "board.cut.NAME" => named(&mut def.cuts, name, entries, sink),
            "board.names" => def.names = spanned(entries, sink),
            "board.names.PATCH" => named(&mut def.names_by_patch, name, entries, sink),
            "board.places" => def.places = entries.entries.iter().filter_map(|it| place(it, sink)).collect(),
            "zone.NAME" => {
                if let Some(table) = HeaderTable::read_table(entries, sink) {
                    zone(&mut def.zones, &mut self.zones, &name).common = Some(table);
                }
            }
            "zone.NAME.SEAT" => {
                if let Some(table) = HeaderTable::read_table(entries, sink) {
                    zone(&mut def.zones, &mut self.zones, &header.path[1]).by_seat.push((name, table));
                }
            }
            "line.NAME" => named(&mut def.lines, name, entries, sink),
            "barrier.NAME" => {
                if let Some(table) = HeaderTable::read_table(entries, sink) {
                    let whole = BarrierDef { table, closed: None, open: None, opens: Vec::new(), unless: Vec::new() };
                    def.barriers.push((name, whole));
                }
            }
            "tag.NAME" => named(&mut def.tags, name, entries, sink),
            "piece.KIND" => named(&mut def.pieces, name, entries, sink),
            "double-step" => {
                let table = HeaderTable::read_table(entries, sink);
                def.double_step =
                    table.map(|it| Spanned::new(WithUnless { table: it, unless: Vec::new() }, entries.span));
            }
            "en-passant" => def.en_passant = spanned(entries, sink),
            "promotion" => named(&mut def.promotions, Spanned::new(String::new(), entries.span), entries, sink),
            "promotion.NAME" => named(&mut def.promotions, name, entries, sink),
            "promotion-move" => {
                named(&mut def.promotion_moves, Spanned::new(String::new(), entries.span), entries, sink);
            }
            "promotion-move.NAME" => named(&mut def.promotion_moves, name, entries, sink),
            "promotion-squares" => def.promotion_squares = Some(Spanned::new(setup(entries, sink), entries.span)),
            "pool.NAME" => named(&mut def.pools, name, entries, sink),
            "drop" => named(&mut def.drops, Spanned::new(String::new(), entries.span), entries, sink),
            "drop.NAME" => named(&mut def.drops, name, entries, sink),
            "gating" => def.gating = spanned(entries, sink),
            "blocker" => def.blocker = spanned(entries, sink),
            "full-circle" => def.full_circle = spanned(entries, sink),
            "setup" => {
                let (fen, lists): (Vec<Entry>, _) =
                    entries.entries.iter().cloned().partition(|it| it.0.value == "fen" && is_text(&it.1));
                def.setup_fen = fen.into_iter().next().and_then(|it| read_spanned(&it.1, sink));
                let lists = Entries { entries: lists, ..entries.clone() };
                def.setup = Some(Spanned::new(setup(&lists, sink), entries.span));
            }
            "setup.SEAT" => {
                let mut lists = entries.clone();
                if let Some(at) = lists.entries.iter().position(|it| it.0.value == "fen") {
                    let (key, _) = lists.entries.remove(at);
                    sink.error(Code::UnknownKey, key.span, "a header for one player has no `fen`")
                        .help("write `fen` under `[setup]`, with the pieces of all players");
                }
                def.setup_by_seat.push((name, setup(&lists, sink)));
            }
            "castling.NAME" => named(&mut def.castlings, name, entries, sink),
            "castling-rules" => def.castling_rules = spanned(entries, sink),
            "ban.NAME" => with_unless(&mut def.bans, name, entries, sink),
            "capture" => def.capture = spanned(entries, sink),
            "explosion" => def.explosion = spanned(entries, sink),
            "conversion" => def.conversion = spanned(entries, sink),
            "check" => def.check = spanned(entries, sink),
            "mate" => def.mate = spanned(entries, sink),
            "team.NAME" => named(&mut def.teams, name, entries, sink),
            "alliance" => def.alliance = spanned(entries, sink),
            "elimination" => def.elimination = spanned(entries, sink),
            "settle" => def.settle = spanned(entries, sink),
            "outcome.NAME" => with_unless(&mut def.outcomes, name, entries, sink),
            "counter.halfmoves" => def.counter = spanned(entries, sink),
            "counter.NAME" => named(&mut def.counters, name, entries, sink),
            "claim.NAME" => named(&mut def.claims, name, entries, sink),
            "score" => {
                let points = entries.entries.iter().filter_map(|it| points(it, sink)).collect();
                def.score = Some(Spanned::new(points, entries.span));
            }
            "score-titles" => def.score_titles = spanned(entries, sink),
            "dead-position" => def.dead_position = spanned(entries, sink),
            _ => {}
        }
    }

    /// Reads a header that belongs to another one.
    fn part(&mut self, header: &Header) {
        // Number of leading parts that name the owner.
        let depth = match header.doc.pattern {
            "board.point.NAME.travel" => 3,
            "barrier.NAME.closed" | "barrier.NAME.open" | "barrier.NAME.opens.WHY" | "barrier.NAME.unless.WHY" => 2,
            "ban.NAME.unless.WHY" | "outcome.NAME.unless.WHY" => 2,
            "double-step.unless.WHY" => 1,
            _ => return,
        };
        self.orphan(header, depth);
        let (def, sink, entries) = (&mut self.definition, &mut *self.sink, &header.entries);
        let owner = &header.path[depth - 1].value;
        let name = header.path.last().cloned().unwrap_or_default();
        match header.doc.pattern {
            "board.point.NAME.travel" => {
                let travel = HeaderTable::read_table(entries, sink);
                own(&mut def.points, owner, |it| it.travel = travel);
            }
            "barrier.NAME.closed" => {
                let state = HeaderTable::read_table(entries, sink);
                own(&mut def.barriers, owner, |it| it.closed = state);
            }
            "barrier.NAME.open" => {
                let state = HeaderTable::read_table(entries, sink);
                own(&mut def.barriers, owner, |it| it.open = state);
            }
            "barrier.NAME.opens.WHY" => {
                let opens = HeaderTable::read_table(entries, sink);
                own(&mut def.barriers, owner, |it| it.opens.extend(opens.map(|opens| (name, opens))));
            }
            _ => {
                if let Some(test) = super::unnamed::test(header) {
                    let title = entries.title.trim_end_matches(']').trim_end_matches(&name.value);
                    sink.error(Code::ForbidsNothing, name.span, format!("{} has no test", entries.title)).help(format!(
                        "`{}` is a test, and an exception has a name: write `{title}exception]`, and below it the line \
                         `{test}`",
                        name.value
                    ));
                    return;
                }
                let Some(unless) = HeaderTable::read_table(entries, sink) else { return };
                let unless = (name, unless);
                match header.doc.pattern {
                    "barrier.NAME.unless.WHY" => own(&mut def.barriers, owner, |it| it.unless.push(unless)),
                    "ban.NAME.unless.WHY" => own(&mut def.bans, owner, |it| it.unless.push(unless)),
                    "outcome.NAME.unless.WHY" => own(&mut def.outcomes, owner, |it| it.unless.push(unless)),
                    _ => def.double_step.iter_mut().for_each(|it| it.value.unless.push(unless.clone())),
                }
            }
        }
    }

    /// Reports a missing owner. A part of a rulebook may leave its owner to other files.
    fn orphan(&mut self, header: &Header, depth: usize) {
        let owner = header.path[..depth].iter().map(|it| it.value.as_str()).collect::<Vec<_>>().join(".");
        if self.is_game && !self.headers.contains(&owner) {
            // Another header of this kind, such as `moat` for `mote`.
            let (kind, name) = owner.rsplit_once('.').unwrap_or(("", &owner));
            let prefix = if kind.is_empty() { String::new() } else { format!("{kind}.") };
            let others = self.headers.range(prefix.clone()..).take_while(|it| it.starts_with(&prefix));
            let others = others.take(MAX_OTHERS).filter_map(|it| it.rsplit_once('.')).filter(|it| it.0 == kind);
            let names: Vec<&str> = others.map(|it| it.1).collect();
            let starts = |it: &&&str| it.chars().count() > 2 && it.chars().take(2).eq(name.chars().take(2));
            let near = nearest(name, names.iter().copied()).or_else(|| names.iter().find(starts).copied());
            let near = near.map(|it| format!("{kind}.{it}"));
            self.sink
                .error(
                    Code::OrphanHeader,
                    header.entries.span,
                    format!("{} belongs to a header `[{owner}]` that does not exist", header.entries.title),
                )
                .help(match near {
                    Some(near) => format!("did you mean `[{near}]`?"),
                    None => format!("add `[{owner}]`, or extend a file that has it"),
                });
        }
    }
}

fn spanned<T: HeaderTable>(entries: &Entries, sink: &mut Diagnostics) -> Option<Spanned<T>> {
    T::read_table(entries, sink).map(|it| Spanned::new(it, entries.span))
}

fn named<T: HeaderTable>(all: &mut Named<T>, name: Spanned<String>, entries: &Entries, sink: &mut Diagnostics) {
    all.extend(T::read_table(entries, sink).map(|it| (name, it)));
}

fn with_unless<T: HeaderTable>(
    all: &mut Named<WithUnless<T>>,
    name: Spanned<String>,
    entries: &Entries,
    sink: &mut Diagnostics,
) {
    all.extend(T::read_table(entries, sink).map(|table| (name, WithUnless { table, unless: Vec::new() })));
}

/// Changes the item of that name, if it was read.
fn own<T>(all: &mut Named<T>, name: &str, change: impl FnOnce(&mut T)) {
    if let Some((_, it)) = all.iter_mut().find(|it| it.0.value == name) {
        change(it);
    }
}

fn zone<'a>(
    zones: &'a mut Named<ZoneDef>,
    places: &mut HashMap<String, usize>,
    name: &Spanned<String>,
) -> &'a mut ZoneDef {
    let at = *places.entry(name.value.clone()).or_insert_with(|| {
        zones.push((name.clone(), ZoneDef::default()));
        zones.len() - 1
    });
    &mut zones[at].1
}

type Entry = (Spanned<String>, Spanned<Value>);
type PlacedSquare = (Spanned<String>, Spanned<(f64, f64)>);

fn is_text(value: &Spanned<Value>) -> bool {
    matches!(value.value, Value::Text(_))
}

fn read_spanned<T: Read>(value: &Spanned<Value>, sink: &mut Diagnostics) -> Option<Spanned<T>> {
    T::read(value, sink).map(|it| Spanned::new(it, value.span))
}

fn setup(entries: &Entries, sink: &mut Diagnostics) -> SetupTable {
    let read = |(key, value): &Entry| Some((key.clone(), Spanned::new(Read::read(value, sink)?, value.span)));
    entries.entries.iter().filter_map(read).collect()
}

fn points((key, value): &Entry, sink: &mut Diagnostics) -> Option<(Spanned<String>, Spanned<PointsByRole>)> {
    if !matches!(value.value, Value::Table(_)) {
        sink.error(Code::WrongType, value.span, format!("expected points by role, found {}", value.value.kind()))
            .help(format!("write `{} = {{ {}`", key.value, points_in_braces(&value.value)));
        return None;
    }
    Some((key.clone(), Spanned::new(Read::read(value, sink)?, value.span)))
}

/// Returns how points by role go on after the brace. The same points for every player are a draw.
fn points_in_braces(value: &Value) -> String {
    match value {
        Value::Int(_) | Value::Float(_) => {
            format!("all = {value} }}` for every player, or `{{ victim = 0, others = 1 }}")
        }
        _ => "victim = 0, others = 1 }".to_owned(),
    }
}

fn place((key, value): &Entry, sink: &mut Diagnostics) -> Option<PlacedSquare> {
    let number = |it: &Spanned<Value>| match it.value {
        Value::Int(number) => Some(number as f64),
        Value::Float(number) => Some(number),
        _ => None,
    };
    let pair = match &value.value {
        Value::List(items) if items.len() == 2 => number(&items[0]).zip(number(&items[1])),
        _ => None,
    };
    // Larger coordinates cannot be drawn.
    let pair = pair.filter(|(x, y)| x.abs() <= 1e6 && y.abs() <= 1e6);
    if pair.is_none() {
        sink.error(Code::WrongType, value.span, "expected a position in the drawing")
            .help(format!("write two numbers: `{} = [0, 1.5]`", key.value));
    }
    pair.map(|it| (key.clone(), Spanned::new(it, value.span)))
}
