//! The special rules, numbered: barriers, bans, then the special moves of chess.
//!
//! Contains: [`RulesWriter::special_rules`]. Input: the tables of the definition and the compiled
//! rules. Output: numbered items: the prohibition or permission first, then conditions, then
//! exceptions. Does not know: check and the end of the game ([`super::ends`]).

use super::super::barriers::leaps;
use super::super::phrases::{a, all_of, capital, count, exceptions, kinds_or, one_of, place, plural};
use super::super::squares::squares_text;
use super::super::words::{InWords, fill};
use super::super::{Item, RulesWriter};
use crate::board::Square;
use crate::definition::{BarrierDef, Promotion};
use crate::notation::name::{NameParts, joined, seat_title};
use crate::policy::{Choice, Leaps, Window};
use crate::rulebook::{AtomShape, Barrier, Kind};

impl RulesWriter<'_> {
    /// Returns the rules that a player of chess does not know, then those of chess.
    pub(super) fn special_rules(&self) -> Vec<Item> {
        let mut items = Vec::new();
        for (name, it) in &self.def.barriers {
            if let Some(made) = self.book.barriers.iter().find(|it| it.name == name.value) {
                let id = format!("rule-barrier-{}", made.name);
                items.push(Item { id, name: capital(&plural_of(made)), text: self.barrier_for_players(made, it) });
            }
        }
        for ((_, it), made) in self.def.bans.iter().zip(&self.book.bans) {
            let id = format!("rule-ban-{}", made.name);
            items.push(Item { id, name: capital(&made.label), text: self.ban_for_players(made, it) });
        }
        if !self.book.full_circle && self.def.full_circle.is_some() {
            let text = "A piece may not move all the way around the board back to its own square.".to_owned();
            items.push(Item { id: "rule-full-circle".to_owned(), name: "Full circle".to_owned(), text });
        }
        items.extend(self.promotions_for_players());
        items.extend(self.first_steps());
        items.extend(self.castling_for_players());
        let mut seen: Vec<usize> = Vec::new();
        for item in &mut items {
            item.text = self.with_zones(&item.text, &mut seen);
        }
        items
    }

    /// Adds the squares of each zone where a text names it for the first time.
    fn with_zones(&self, text: &str, seen: &mut Vec<usize>) -> String {
        let (book, mut text) = (self.book, text.to_owned());
        for (index, zone) in book.zones.iter().enumerate() {
            if seen.contains(&index) || !text.contains(&format!("zone “{}”", zone.label)) {
                continue;
            }
            seen.push(index);
            let squares = |at: usize| zone.squares.get(at).map(|it| self.place_text(it)).unwrap_or_default();
            let alike = book.board.symmetry.is_some();
            let verb = if zone.label.ends_with('s') { "are" } else { "is" };
            text.push_str(&match zone.by_seat {
                // Players of chess know the ranks of a board for two.
                true if alike && book.seats.len() == 2 => String::new(),
                false => match zone.label.strip_prefix("beyond ") {
                    Some(border) => format!(" Beyond the {border} are {}.", squares(0)),
                    None => format!(" The {} {verb} {}.", zone.label, squares(0)),
                },
                true => {
                    let shown = if alike { 1 } else { book.seats.len() };
                    let own = |(at, seat)| match at {
                        0 => format!("{}'s {} {verb} {}", seat_title(book, seat), zone.label, squares(at)),
                        _ => format!("{}'s {}", seat_title(book, seat), squares(at)),
                    };
                    let all: Vec<String> = book.seat_ids().take(shown).enumerate().map(own).collect();
                    format!(" {}.", joined(&all, "and"))
                }
            });
        }
        text
    }

    /// Squares in words: a whole rank by its name, others by their corners.
    fn place_text(&self, squares: &[Square]) -> String {
        let book = self.book;
        let rank = |it: &Square| NameParts::of(book, *it).rank;
        if let Some(first) = squares.first().map(rank).filter(|it| !it.is_empty()) {
            let whole = book.board.squares().filter(|it| rank(it) == first).count();
            if whole == squares.len() && squares.iter().all(|it| rank(it) == first) {
                return format!("rank {first}");
            }
        }
        squares_text(&book.board, squares)
    }

    /// Reports whether only captures can cross a barrier, as a pawn's diagonal steps do.
    fn stops_only_captures(&self, made: &Barrier) -> bool {
        let board = &self.book.board;
        let crosses = |link: &crate::board::Link| link.barriers.iter().any(|it| made.instances.contains(it));
        let mut links = board.squares().flat_map(|it| board.links(it)).filter(|it| crosses(&it.1));
        let mut atoms =
            self.book.kinds.iter().filter(|it| self.is_stopped(it, made)).flat_map(|it| it.movement.atoms.iter());
        links.all(|it| !board.is_straight(it.1.heading))
            && atoms.all(|it| match it.shape {
                AtomShape::Straight(_) => true,
                AtomShape::Diagonal(_) => it.capture && !it.quiet,
                AtomShape::Oblique(..) => false,
            })
    }

    fn barrier_for_players(&self, made: &Barrier, it: &BarrierDef) -> String {
        let (book, table) = (self.book, &it.table);
        let label = &made.label;
        let piece = table.pieces.as_ref().map_or_else(|| "piece".to_owned(), |it| kinds_or(book, it));
        let many = table.pieces.as_ref().map_or_else(|| "Pieces".to_owned(), |it| capital(&all_of(book, it)));
        let changes = !it.opens.is_empty();
        let check = self.possible.check;
        let mut text = Vec::new();
        let first = if changes || !made.starts_open { made.closed } else { made.open };
        let closed = if changes { format!("a closed {label}") } else { a(label) };
        let closed = if made.instances.len() == 1 { closed.replacen("a ", "the ", 1) } else { closed };
        let gives = if first.attack || !check { "" } else { ", and does not give check across it" };
        text.push(match (first.quiet, first.capture) {
            (false, false) => {
                let cross = if self.stops_only_captures(made) { "capture across" } else { "cross" };
                format!("{} may not {cross} {closed}{gives}.", capital(&a(&piece)))
            }
            (false, true) => format!("{many} may cross {closed} only to capture."),
            (true, false) => format!("{many} may cross {closed}, but not to capture."),
            (true, true) => format!("{many} may cross {closed}."),
        });
        if first.quiet && !first.give_check && check {
            text.push(table.check_by.told().to_owned());
        }
        text.extend(
            exceptions(book, &it.unless)
                .map(|it| format!("This does not apply {}.", it.replace("the piece", &format!("the {piece}")))),
        );
        let leapers: Vec<String> =
            book.kinds.iter().filter(|it| self.is_stopped(it, made) && leaps(it)).map(|it| plural(&it.label)).collect();
        if !leapers.is_empty() {
            text.push(leap_sentence(table.leaps.value, &capital(&joined(&leapers, "and"))));
        }
        if changes {
            text.extend(self.opening(made, it));
        }
        let labels: Vec<&str> =
            made.instances.iter().map(|it| book.barrier_instances[usize::from(*it)].label.as_str()).collect();
        if let (Some(id), Some(one)) = (made.instances.first(), labels.first()) {
            if labels.len() > 1 {
                text.push(format!("There are {}: {}.", count(labels.len() as i64), joined(&labels, "and")));
            }
            let steps = self.places(&|link| link.barriers.contains(id));
            text.push(format!("{} lies across these steps: {steps}.", capital(one)));
        }
        text.join(" ")
    }

    /// When a barrier opens, and what may then cross it.
    fn opening(&self, made: &Barrier, it: &BarrierDef) -> Vec<String> {
        let (book, table, label, open) = (self.book, &it.table, &made.label, made.open);
        let shared = made.instances.iter().any(|it| book.barrier_instances[usize::from(*it)].owners.count_ones() > 1);
        let owner = if shared { "one of the two players beside it" } else { "its owner" };
        let mut text = Vec::new();
        let mut events = Vec::new();
        for (_, opens) in &it.opens {
            let of = opens.of.as_ref().map_or("pieces", |it| it.told());
            let zone = opens.zone.as_ref().map_or("", |it| it.value.0.as_str());
            let zone = book.zones.iter().find(|it| it.name == zone).map_or(zone, |it| it.label.as_str());
            let sentence = fill(opens.event.told(), &[("zone", zone), ("of", of)]);
            let sentence = sentence.replace("one of its owners", owner).replace("one of its remaining owners", owner);
            events.push(sentence.trim_start_matches("It opens ").trim_end_matches('.').to_owned());
        }
        text.push(format!("A {label} opens {}.", events.join("; or ")));
        text.push(table.stays_open.told().to_owned());
        let check = self.possible.check;
        text.push(match (open.quiet, open.capture, open.give_check || !check) {
            (false, false, _) => format!("Even an open {label} may not be crossed."),
            (false, true, _) => format!("An open {label} may be crossed only to capture."),
            (true, true, true) => format!("An open {label} may be crossed freely."),
            (true, false, true) => format!("An open {label} may be crossed, but not to capture."),
            (true, true, false) => format!("An open {label} may be crossed, but not to give check."),
            (true, false, false) => format!("An open {label} may be crossed, but not to capture or to give check."),
        });
        if open.quiet && !open.give_check && check {
            text.push(table.check_by.told().to_owned());
        }
        if check && !open.attack {
            text.push(format!("No piece gives check across an open {label}."));
        }
        text
    }

    fn is_stopped(&self, kind: &Kind, made: &Barrier) -> bool {
        let index = self.book.kinds.iter().position(|it| it.name == kind.name);
        index.is_some_and(|it| made.pieces >> it & 1 != 0)
    }

    /// Promotion: where, and to what.
    fn promotions_for_players(&self) -> Vec<Item> {
        let one = |(name, it): &(&str, Promotion)| {
            let pieces = capital(&one_of(self.book, &it.pieces));
            let into = it.into.as_ref().map_or_else(String::new, |it| one_of(self.book, it));
            let mut text = vec![match it.choice.value {
                Choice::Listed => format!("{pieces} {} becomes {into}.", arrives(&place(self.book, &it.on))),
                Choice::FromPool => format!(
                    "{pieces} {} is exchanged for one of its owner's captured pieces.",
                    arrives(&place(self.book, &it.on))
                ),
                Choice::BySquare => {
                    format!("{pieces} {} becomes the piece that the square gives.", arrives(&place(self.book, &it.on)))
                }
            }];
            text.push(it.forced.told().to_owned());
            if it.choice.value == Choice::FromPool {
                text.extend([it.if_none.told(), it.appears.told()].map(str::to_owned));
                text.push(it.pays.told().replace("the pool", "its owner's captured pieces"));
            }
            Item { id: format!("rule-promotion-{name}"), name: "Promotion".to_owned(), text: text.join(" ") }
        };
        self.def.promotions.iter().map(|(name, it)| one(&(&name.value, it.clone()))).collect()
    }

    /// The double step and the capture en passant.
    fn first_steps(&self) -> Vec<Item> {
        let mut items = Vec::new();
        if let Some(it) = &self.def.double_step {
            let (table, unless) = (&it.value.table, &it.value.unless);
            let except =
                exceptions(self.book, unless).map_or_else(String::new, |it| format!(" It may not do so {it}."));
            let text = format!(
                "{} {} may move two squares straight ahead if both are empty.{}",
                capital(&one_of(self.book, &table.pieces)),
                place(self.book, &table.from),
                except.replace("the piece", &format!("the {}", kinds_or(self.book, &table.pieces)))
            );
            items.push(Item { id: "rule-double-step".to_owned(), name: "Double step".to_owned(), text });
        }
        if let Some(it) = &self.def.en_passant {
            let several = self.book.seats.len() > 2;
            let window = match it.value.window.value {
                Window::UntilOwnTurn if !several => "",
                Window::NextPly if several => " Only the player who moves next may do so.",
                Window::NextPly => " This is possible only on the very next move.",
                Window::UntilOwnTurn => " Each opponent may do so, on their next turn.",
            };
            let dead = if self.possible.elimination {
                format!(" {}", it.value.against_eliminated.told())
            } else {
                String::new()
            };
            let text = format!(
                "{} may capture a pawn that has just made a double step, as in chess.{window}{dead}",
                capital(&one_of(self.book, &it.value.pieces))
            );
            items.push(Item { id: "rule-en-passant".to_owned(), name: "En passant".to_owned(), text });
        }
        items
    }

    fn castling_for_players(&self) -> Option<Item> {
        let book = self.book;
        let name = |it| book.board.name(it);
        let (mut all, mut never) = (Vec::new(), Vec::new());
        for seat in book.seat_ids() {
            let own = book.castlings.iter().filter(|it| it.seat == seat);
            let to: Vec<&str> = own.clone().map(|it| name(it.king.1)).collect();
            match own.clone().next() {
                Some(it) => all.push(format!(
                    "{}'s king goes from {} to {}",
                    seat_title(book, seat),
                    name(it.king.0),
                    joined(&to, "or")
                )),
                None => never.push(seat_title(book, seat)),
            }
        }
        if all.is_empty() {
            return None;
        }
        let rules = self.def.castling_rules.as_ref().map(|it| &it.value);
        let as_in_chess = rules.is_some_and(|it| it.unmoved.len() == 2 && it.safe.len() == 3);
        let mut text = match (as_in_chess, rules) {
            (true, _) => "Castling works as in chess: ".to_owned(),
            (false, Some(it)) => {
                let safe: Vec<&str> =
                    it.unmoved.iter().map(|it| it.told()).chain(it.safe.iter().map(|it| it.told())).collect();
                format!("{} The squares between king and rook must be empty. The moves: ", safe.join(" "))
            }
            (false, None) => String::new(),
        };
        text.push_str(&format!("{}.", all.join("; ")));
        if !never.is_empty() {
            text.push_str(&format!(" {} may not castle.", joined(&never, "and")));
        }
        Some(Item { id: "rule-castling".to_owned(), name: "Castling".to_owned(), text })
    }
}

/// The name of a barrier as the title of a rule: in the plural if there are several.
fn plural_of(made: &Barrier) -> String {
    if made.instances.len() > 1 { plural(&made.label) } else { made.label.clone() }
}

/// A piece that reaches a place: `that reaches the rim`.
fn arrives(place: &str) -> String {
    let bare = place.strip_prefix("in ").unwrap_or(place);
    if bare == place { place.to_owned() } else { format!("that reaches {bare}") }
}

/// How a barrier treats leaps, for the pieces that leap.
fn leap_sentence(leaps: Leaps, who: &str) -> String {
    match leaps {
        Leaps::Exempt => format!("{who} may jump over it."),
        Leaps::AnyPath => format!("{who} may not jump over it: both of their paths must avoid it."),
        Leaps::EveryPath => format!("{who} may jump over it if one of their two paths avoids it."),
        Leaps::LongLegFirst => {
            format!("{who} may not jump over it if it is crossed by the path with the long leg first.")
        }
    }
}
