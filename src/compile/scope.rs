//! Names: all names of a rulebook, and how they are looked up.
//!
//! Input: a [`Definition`]. Output: [`Scope`], which turns names into indices or suggests the name that
//! was probably meant. Does not know what the named things are.
//!
//! A part of a rulebook may use names that only the complete game defines. In a part, an unknown name
//! is therefore an error only if it looks like a misspelling of a known one.

use std::cell::RefCell;

use foldhash::{HashMap, HashSet};

use crate::definition::value::Name;
use crate::definition::{Definition, Named};
use crate::diagnostic::{Code, Diagnostics, Span, Spanned, Subject, choice, nearest};
use crate::policy::Who;
use crate::rulebook::{KindId, OutcomeId, SeatId, SeatSet, TagId};

/// Maximum number of seats.
pub(super) const SEATS: usize = 8;
/// Maximum number of kinds of pieces.
pub(super) const KINDS: usize = 32;
/// Maximum number of barriers.
pub(super) const BARRIERS: usize = 32;
/// Maximum number of zones.
pub(super) const ZONES: usize = 64;
/// Maximum number of claims. Together with 200 outcomes, causes of an ending fit into a byte.
pub(super) const CLAIMS: usize = 50;
/// Maximum number of counters.
pub(super) const COUNTERS: usize = 8;
/// Maximum number of lines, of outcomes and of bans.
pub(super) const OTHERS: usize = 200;

/// Maximum length of names that are not treated as misspellings: they are close to too many others.
const SHORT: usize = 3;

/// All names of a rulebook.
pub(super) struct Scope<'a> {
    /// The definition that contains the names.
    pub definition: &'a Definition,
    /// Whether every name must resolve and every header be there, because the file is a complete game without errors.
    pub strict: bool,
    /// Whether all names are known: those of the definition, and those of headers that could not be read.
    pub is_closed: bool,
    /// Names of seats in order of play.
    pub seats: Vec<String>,
    /// Names of zones, and whether each seat has its own.
    pub zones: Vec<(String, bool)>,
    /// The first test that chooses a zone by the heading of the piece.
    pub by_facing: RefCell<Option<Span>>,
    kinds: Vec<String>,
}

impl<'a> Scope<'a> {
    /// Collects the names, and checks the order of play and the limits.
    pub fn new(definition: &'a Definition, strict: bool, is_closed: bool, sink: &mut Diagnostics) -> Self {
        let zones = definition
            .zones
            .iter()
            .map(|(name, zone)| {
                // A zone without `of` has an error of its own; most are zones of the seats.
                let of = zone.common.as_ref().map(|it| it.of.as_ref().map_or(crate::policy::Of::Seat, |it| it.value));
                (name.value.clone(), !zone.by_seat.is_empty() || of == Some(crate::policy::Of::Seat))
            })
            .collect();
        let scope = Self {
            definition,
            strict,
            is_closed,
            seats: order_of_play(definition, strict, is_closed, sink),
            zones,
            by_facing: RefCell::default(),
            kinds: definition.pieces.iter().map(|(name, _)| name.value.clone()).collect(),
        };
        for (name, _) in &definition.seats {
            if Who::ALL.iter().any(|it| it.word() == name.value) {
                sink.error(Code::NamedTwice, name.span, format!("`{}` is a word for players in tests", name.value))
                    .help("choose another name for the seat");
            }
        }
        limit(&definition.seats, SEATS, "seats", sink);
        limit(&definition.pieces, KINDS, "kinds of pieces", sink);
        limit(&definition.zones, ZONES, "zones", sink);
        limit(&definition.barriers, BARRIERS, "barriers", sink);
        limit(&definition.lines, OTHERS, "lines", sink);
        limit(&definition.tags, KINDS, "tags", sink);
        limit(&definition.outcomes, OTHERS, "outcomes", sink);
        limit(&definition.counters, COUNTERS, "counters", sink);
        limit(&definition.claims, CLAIMS, "claims", sink);
        limit(&definition.bans, OTHERS, "bans", sink);
        scope
    }

    /// Reports whether a player can have several royal pieces: `royals` says what they mean.
    pub fn has_several_royals(&self) -> bool {
        self.definition.check.as_ref().is_some_and(|it| it.value.royals.is_some())
    }

    /// Returns the maximum number of players: the number of seats, or any number if seats are unknown.
    pub fn players(&self) -> i64 {
        let unread = self.definition.unread.iter().filter(|it| it.starts_with("seat.")).count();
        let seats = self.seats.len().max(self.definition.seats.len() + unread);
        if seats == 0 { SEATS as i64 } else { seats.max(2) as i64 }
    }

    /// Looks up a name in `known`. `what` names the kind of thing for messages.
    pub fn find<'n>(
        &self,
        what: &str,
        known: impl IntoIterator<Item = &'n str>,
        name: &Spanned<Name>,
        sink: &mut Diagnostics,
    ) -> Option<usize> {
        let known: Vec<&str> = known.into_iter().collect();
        let found = known.iter().position(|it| *it == name.0.as_str());
        let mut kinds = what.split(" or ");
        // A seat that is missing from the order of play is reported there.
        let is_seat = what == "seat" && keys(&self.definition.seats).any(|it| it == name.0.as_str());
        if found.is_none() && !is_seat && !kinds.any(|it| is_unread(self.definition, &header_of(it, &name.value))) {
            let near = nearest(name, known.iter().copied());
            if self.is_closed || (near.is_some() && name.len() > SHORT) {
                let finding = sink.error(
                    Code::UnknownName,
                    name.span,
                    format!("no {what} is called `{name}`", name = name.value),
                );
                finding.about(Subject::Name(name.value.0.clone()));
                finding.help(match (near, known.is_empty()) {
                    (Some(near), _) => format!("did you mean `{near}`?"),
                    (None, true) => {
                        format!("the rulebook has no {what}: add one, for example `[{}]`", header_of(what, &name.value))
                    }
                    (None, false) => {
                        format!("choose from {}, or add `[{}]`", choice(&known), header_of(what, &name.value))
                    }
                });
            }
        }
        found
    }

    /// Looks up a seat.
    pub fn seat(&self, name: &Spanned<Name>, sink: &mut Diagnostics) -> Option<SeatId> {
        self.find("seat", self.seats.iter().map(String::as_str), name, sink).map(|it| SeatId(it as u8))
    }

    /// Looks up several seats. Each may occur once.
    pub fn seat_set(&self, names: &[Spanned<Name>], sink: &mut Diagnostics) -> SeatSet {
        once(names, sink);
        names.iter().filter_map(|it| self.seat(it, sink)).fold(0, |set, it| set | it.bit())
    }

    /// Looks up a kind of piece.
    pub fn kind(&self, name: &Spanned<Name>, sink: &mut Diagnostics) -> Option<KindId> {
        let found = self.find("piece", self.kinds.iter().map(String::as_str), name, sink)?;
        (found < KINDS).then_some(KindId(found as u8))
    }

    /// Looks up several kinds of pieces, one bit each. Each may occur once.
    pub fn kind_set(&self, names: &[Spanned<Name>], sink: &mut Diagnostics) -> u32 {
        once(names, sink);
        names.iter().filter_map(|it| self.kind(it, sink)).fold(0, |set, it| set | 1 << it.0)
    }

    /// Returns the kinds of pieces that a test names: at least one.
    pub fn some_kinds(&self, names: &Spanned<Vec<Spanned<Name>>>, sink: &mut Diagnostics) -> u32 {
        if names.value.is_empty() && self.strict {
            sink.error(Code::BadKeys, names.span, "an empty list fits no piece")
                .help("name at least one kind, like `[\"pawn\"]`, or leave the key out for pieces of all kinds");
        }
        self.kind_set(names, sink)
    }

    /// Looks up a zone.
    pub fn zone(&self, name: &Spanned<Name>, sink: &mut Diagnostics) -> Option<usize> {
        self.find("zone", self.zones.iter().map(|it| it.0.as_str()), name, sink)
    }

    /// Looks up a line.
    pub fn line(&self, name: &Spanned<Name>, sink: &mut Diagnostics) -> Option<usize> {
        self.find("line", keys(&self.definition.lines), name, sink)
    }

    /// Looks up a tag.
    pub fn tag(&self, name: &Spanned<Name>, sink: &mut Diagnostics) -> Option<TagId> {
        self.find("tag", keys(&self.definition.tags), name, sink).map(|it| TagId(it.min(255) as u8))
    }

    /// Looks up an outcome.
    pub fn outcome(&self, name: &Spanned<Name>, sink: &mut Diagnostics) -> Option<OutcomeId> {
        self.find("outcome", keys(&self.definition.outcomes), name, sink).map(|it| OutcomeId(it.min(255) as u8))
    }

    /// Returns the id of a cited source, if it exists.
    pub fn source(&self, name: Option<&Spanned<Name>>, sink: &mut Diagnostics) -> Option<String> {
        let name = name?;
        self.find("source", self.definition.sources.iter().map(|it| it.id.0.as_str()), name, sink)?;
        Some(name.0.clone())
    }
}

/// Returns the header that declares something of that name: `zone.camp`.
fn header_of(what: &str, name: &str) -> String {
    match what {
        "patch" | "seam" => format!("board.{what}.{name}"),
        "added link" => format!("board.link.{name}"),
        "source" => "[source]".to_owned(),
        "outcome or claim" => format!("outcome.{name}"),
        _ => format!("{what}.{name}"),
    }
}

/// Reports whether a header, or a longer one that starts with it, could not be read.
pub(super) fn is_unread(definition: &Definition, header: &str) -> bool {
    let is_under = |it: &String| it.strip_prefix(header).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    definition.unread.iter().any(is_under)
}

/// Returns the names in a list of named items.
pub(super) fn keys<T>(named: &Named<T>) -> impl Iterator<Item = &str> {
    named.iter().map(|(name, _)| name.value.as_str())
}

/// Reports names that occur twice in a list.
pub(super) fn once(names: &[Spanned<Name>], sink: &mut Diagnostics) {
    let mut all: HashMap<&str, Span> = HashMap::default();
    for name in names {
        let first = *all.entry(name.0.as_str()).or_insert(name.span);
        if first != name.span {
            sink.error(Code::NamedTwice, name.span, format!("`{}` is named twice", name.value))
                .also(first, "first here")
                .help(format!("remove one `\"{}\"`", name.value));
        }
    }
}

fn limit<T>(named: &Named<T>, most: usize, what: &str, sink: &mut Diagnostics) {
    if let Some((name, _)) = named.get(most) {
        too_many(name.span, named.len(), most, what, sink);
    }
}

/// Reports that a limit is exceeded.
pub(super) fn too_many(span: Span, found: usize, most: usize, what: &str, sink: &mut Diagnostics) {
    sink.error(Code::TooMany, span, format!("{found} {what}; a rulebook may have at most {most}")).help(format!(
        "leave {} of them out; inherited ones go with a line like `without = [\"piece.queen\"]`",
        found.saturating_sub(most)
    ));
}

/// Returns the seats as a list, starting with the seats in the order of play.
fn every_seat(definition: &Definition, order: &[Spanned<Name>]) -> String {
    let others = keys(&definition.seats).filter(|it| !order.iter().any(|own| own.value.0 == **it));
    let all = order.iter().map(|it| it.value.0.as_str()).chain(others);
    all.map(|it| format!("\"{it}\"")).collect::<Vec<_>>().join(", ")
}

/// Returns the seats in order of play. Each is named once, and all seats of the file are included.
fn order_of_play(definition: &Definition, strict: bool, is_closed: bool, sink: &mut Diagnostics) -> Vec<String> {
    let Some(turns) = &definition.turns else {
        return keys(&definition.seats).map(str::to_owned).collect();
    };
    let order = &turns.value.order;
    let before = sink.items.len();
    once(order, sink);
    if let (Some(finding), Some(other)) =
        (sink.items.get_mut(before), keys(&definition.seats).find(|it| !order.iter().any(|own| own.value.0 == **it)))
    {
        finding.help = Some(format!("write `\"{other}\"` in its place, or remove it"));
    }
    let mut seats: Vec<String> = Vec::new();
    for name in &order.value {
        let known = keys(&definition.seats).any(|it| it == name.0.as_str());
        if known && !seats.contains(&name.0) {
            seats.push(name.0.clone());
        } else if is_unread(definition, &header_of("seat", &name.value)) {
        } else if !known && (is_closed || (name.len() > SHORT && nearest(name, keys(&definition.seats)).is_some())) {
            let finding = sink.error(Code::UnknownName, name.span, format!("no seat is called `{}`", name.value));
            finding.about(Subject::Name(name.value.0.clone()));
            match nearest(name, keys(&definition.seats)) {
                Some(near) => finding.help(format!("did you mean `{near}`?")),
                None => finding.help(format!("add a header `[seat.{}]`", name.value)),
            };
        }
    }
    // A seat whose name is misspelled in the order is not reported as missing.
    let suggested: Vec<&str> = order.iter().filter_map(|it| nearest(it, keys(&definition.seats))).collect();
    // Without a repetition, another seat would take its place.
    let mut before = HashSet::default();
    let is_repeated = !order.iter().all(|it| before.insert(it.0.as_str()));
    for (name, _) in definition.seats.iter().filter(|_| !is_repeated) {
        if !seats.contains(&name.value) && !suggested.contains(&name.value.as_str()) {
            sink.error(Code::SeatWithoutTurn, name.span, format!("the seat `{}` never has a turn", name.value))
                .also(order.span, "the order of play")
                .help(format!("write `order = [{}]`, or remove the seat", every_seat(definition, order)));
        }
    }
    let is_known = |it: &Spanned<Name>| keys(&definition.seats).any(|seat| seat == it.0.as_str());
    if strict && !is_repeated && !definition.seats.is_empty() && seats.len() < 2 && order.iter().all(is_known) {
        sink.error(
            Code::BadNumber,
            order.span,
            format!(
                "{} in the order of play",
                match seats.len() {
                    0 => "nobody is",
                    _ => "only one player is",
                }
            ),
        )
        .help(format!(
            "a game has 2 to 8 players: write `order = [\"{}\", \"{}\"]`",
            definition.seats.first().map_or("white", |it| it.0.value.as_str()),
            definition.seats.get(1).map_or("black", |it| it.0.value.as_str())
        ));
    }
    seats
}
