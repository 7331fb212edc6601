//! Barriers that open: when they do, and what may cross them then.
//!
//! Contains: [`RulesWriter::opening`]. Input: a barrier as written and as compiled. Output: the parts of its rule. Does not know: where a
//! barrier lies, and what it forbids while it is closed ([`super::barriers`]).

use super::super::RulesWriter;
use super::super::phrases::{a, capital, kinds_or, plural};
use super::super::words::{InWords, fill};
use super::barrier_parts::emptied_place;
use super::barriers::{first_permissions, plural_of};
use super::special::{RulePart, rank_of_section, rule_of_barrier};
use crate::board::Square;
use crate::definition::value::Either;
use crate::definition::{BarrierDef, BarrierOpens};
use crate::notation::seat_title;
use crate::policy::{CheckBy, Kings, OpenEvent, Vacated};
use crate::rulebook::{Barrier, Permissions, SeatId};

/// End of the id of the part on how a barrier opens.
pub(in super::super) const OPENS: &str = "opens";

/// End of the id of the part on moves across an open barrier.
pub(in super::super) const OPEN: &str = "open";

impl RulesWriter<'_> {
    /// States that a barrier never opens, if another kind of barrier does.
    pub(super) fn never_opens(&self, made: &Barrier) -> Vec<String> {
        let another_opens = self.book.barriers.iter().any(|it| !it.opens.is_empty());
        match (another_opens && !made.starts_open, made.instances.len()) {
            (false, _) => Vec::new(),
            (true, 1) => vec![format!("The {} never opens.", made.label)],
            (true, _) => vec![format!("{} never open.", capital(&plural_of(made)))],
        }
    }

    /// Whether a barrier that changes is closed or open at the start of the game.
    pub(super) fn first_state(made: &Barrier, it: &BarrierDef) -> Option<String> {
        let they_are = match made.instances.len() {
            1 => format!("the {} is", made.label),
            _ => format!("all {} are", plural(&made.label)),
        };
        (!it.opens.is_empty()).then(|| it.table.starts.sentence().replacen("it is", &they_are, 1))
    }

    /// When a barrier opens, and what may then cross it: a part of the rule for each. No parts if it never opens.
    pub(super) fn opening(&self, made: &Barrier, it: &BarrierDef) -> Vec<RulePart> {
        if it.opens.is_empty() {
            return Vec::new();
        }
        let rule = rule_of_barrier(made);
        let part = |id: &str, name: String, points: Vec<String>| RulePart { id: format!("{rule}-{id}"), name, points };
        let across = capital(&format!("across {}", open_name(made)));
        vec![
            part(OPENS, format!("When {} opens", one_of(made)), self.openings(made, it)),
            part(OPEN, across, [self.open_state(made, it), self.checks_across(made, it)].concat()),
        ]
    }

    /// When a barrier opens, and how long it stays open.
    fn openings(&self, made: &Barrier, it: &BarrierDef) -> Vec<String> {
        let (book, table, label, open) = (self.book, &it.table, &made.label, made.open);
        let shared = made.instances.iter().any(|it| book.barrier_instances[usize::from(*it)].owners.count_ones() > 1);
        let most = made.instances.iter().map(|it| book.barrier_instances[usize::from(*it)].owners.count_ones()).max();
        let most = most.unwrap_or_default();
        let in_pairs = self.open_in_pairs(made);
        let mut when = Vec::new();
        let mut events = Vec::new();
        for (at, (_, opens)) in it.opens.iter().enumerate() {
            let owner = match (shared, at) {
                (false, _) => "its owner",
                (true, 0) if most > 2 => "one of the players beside it",
                (true, 0) => "one of the two players beside it",
                (true, _) => "one of these players",
            };
            let of = opens.of.as_ref().map_or("pieces", |it| it.sentence());
            let zone = opens.zone.as_ref().map_or("", |it| it.value.0.as_str());
            let zone_of = book.zones.iter().find(|it| it.name == zone);
            let zone = zone_of.map_or(zone, |it| it.label.as_str());
            let own = opens.of.as_ref().is_some_and(|it| it.value == Vacated::OwnPieces);
            let place = zone_of.and_then(|it| rank_of_section(book, it));
            let zone = match place.filter(|_| in_pairs) {
                Some(rank) => format!("on rank {rank} of {} section", if own { "their" } else { "that player's" }),
                None => emptied_place(zone, zone_of.is_some_and(|it| it.by_seat), own, owner, in_pairs),
            };
            let both = match at {
                0 => format!("Both {} beside a player open when", plural_of(made)),
                _ => "They also open as soon as".to_owned(),
            };
            let of = fill(of, &[("owner", if in_pairs { "that player" } else { owner })]);
            let sentence = fill(opens.event.sentence(), &[("zone", &zone), ("of", &of), ("owner", owner)]);
            events.push(match (in_pairs, at, opens.event.value) {
                (true, _, OpenEvent::OwnerEliminated) => format!("{both} that player is eliminated."),
                (true, _, OpenEvent::ZoneVacated) => {
                    let caused = if own {
                        " The king counts as a piece here. An opponent can cause this by capturing the last piece there."
                    } else {
                        ""
                    };
                    format!("{both} {of} {zone}.{caused}")
                }
                (false, 0, _) => {
                    sentence.replacen("It opens", &format!("{} opens", capital(&one_of(made))), 1)
                }
                (false, ..) => sentence.replacen("It opens", "It also opens", 1),
            });
        }
        if !in_pairs {
            when.append(&mut events);
        }
        if in_pairs {
            when.append(&mut events);
        } else {
            when.push(table.stays_open.sentence().to_owned());
        }
        let stays = table.stays_open.sentence().replacen("it stays", &format!("{} stays", a(label)), 1);
        // Nothing on the board shows it later.
        let stays = stays.replacen("permanently.", "permanently, so mark it on the board.", 1);
        let stays = stays.replacen("It closes", &format!("{} closes", capital(&a(label))), 1);
        let mut change = if in_pairs { vec![stays] } else { Vec::new() };
        change.push(match first_permissions(made) {
            it if it.quiet || it.capture => "The change counts from the next move on.".to_owned(),
            _ => {
                let who = match (open.quiet || open.capture, table.binds.value.clone()) {
                    (false, _) => "",
                    (true, Either::Other(_)) => " From the next move on, it may be crossed.",
                    (true, _) => " From the next move on, every player may cross it.",
                };
                let example = self.opened_by_itself(made, it).filter(|_| in_pairs).unwrap_or_default();
                format!("The move that opens {} may not also cross it.{example}{who}", a(label))
            }
        });
        let by_all = |it: &BarrierOpens| it.of.as_ref().is_some_and(|it| it.value == Vacated::AllPieces);
        if in_pairs && it.opens.iter().any(|it| it.1.event.value == OpenEvent::ZoneVacated && by_all(&it.1)) {
            change.push("It does not matter which player moved.".to_owned());
        }
        let mut points = vec![when.join(" ")];
        if in_pairs && most == 2 {
            points.push(format!(
                "Each {label} lies between two players. It opens as soon as this happens to one of them."
            ));
        }
        points.push(change.join(" "));
        points
    }

    /// Which moves may cross a barrier while it is open, and which checks they may not leave behind.
    fn open_state(&self, made: &Barrier, it: &BarrierDef) -> Vec<String> {
        let (table, open) = (&it.table, made.open);
        let piece = table.pieces.as_ref().map_or_else(|| "piece".to_owned(), |it| kinds_or(self.book, it));
        let rule = open_rule(&capital(&a(&piece)), &open_name(made), open);
        let free =
            self.free_leapers(made).map_or_else(String::new, |it| format!(" {} may: they jump over it.", capital(&it)));
        if !open.quiet && !open.capture || open.give_check || !self.possible.check {
            return vec![rule + &free];
        }
        let free = free.replace(" may: they jump over it.", " are free: they jump over it.");
        match table.check_by.value {
            CheckBy::AnyPiece => {
                let mut points = self.check_before_crossing(made);
                points[0].push_str(&free);
                [vec![rule], points].concat()
            }
            CheckBy::MovedPiece => vec![format!("{rule} {}{free}", table.check_by.sentence())],
        }
    }

    /// Whether pieces give check across a barrier that opens, if the rule on moves does not say so.
    fn checks_across(&self, made: &Barrier, it: &BarrierDef) -> Vec<String> {
        let (table, label) = (&it.table, &made.label);
        let either = one_of(made);
        let open = open_name(made);
        // Other pieces may do so.
        let some = table.pieces.is_some() || matches!(table.binds.value, Either::Other(_));
        let leapers = self.free_leapers(made).filter(|_| !some);
        let stops_all = !some && leapers.is_none();
        let (none, all) = match some {
            true => (
                format!("The pieces that the {label} concerns do not attack a king"),
                format!("The pieces that the {label} concerns attack kings"),
            ),
            false => {
                let none =
                    leapers.map_or("No piece attacks a king".to_owned(), |it| format!("Only {it} attack a king"));
                (none, "Pieces attack kings".to_owned())
            }
        };
        let text = match (made.closed.attack, made.open.attack) {
            _ if !self.possible.check => None,
            (false, false) if stops_all => Some(format!(
                "{none} across {either}, whether it is open or closed. A piece that could reach a king only across {either} gives no check. \
                 So a king may step onto a square that an opponent reaches only across {either}."
            )),
            (false, false) => Some(format!("{none} across {either}, whether it is open or closed.")),
            (true, false) => Some(format!("{none} across {open}.")),
            (false, true) => Some(format!("{all} across {open}.")),
            (true, true) => (!made.open.capture).then(|| format!("{all} across {open}, too.")),
        };
        text.into_iter().collect()
    }

    /// What an open barrier allows, after a space: ` You may cross an open moat, but not to capture.` Empty if it allows no
    /// moves without a capture.
    /// If `is_said`, another sentence says that nothing captures across it.
    pub(super) fn while_open(&self, made: &Barrier, it: &BarrierDef, is_said: bool) -> String {
        if it.opens.is_empty() || !made.open.quiet {
            return String::new();
        }
        let open = a(&format!("open {}", made.label));
        let checks = match it.table.check_by.value {
            CheckBy::AnyPiece => "leave an opponent in check from any of your pieces",
            CheckBy::MovedPiece => "give check with the moved piece",
        };
        match (made.open.capture || is_said, made.open.give_check || !self.possible.check) {
            (true, true) => format!(" You may cross {open}."),
            (false, true) => format!(" You may cross {open}, but not to capture."),
            (true, false) => format!(" A move across {open} may not {checks}."),
            (false, false) => format!(" A move across {open} may not capture, and may not {checks}."),
        }
    }

    /// Which checks a move across an open barrier must not leave behind, if the checks of all pieces count.
    fn check_before_crossing(&self, made: &Barrier) -> Vec<String> {
        // Between two players, no king is in check at the start of the other player's turn.
        if made.check_by != CheckBy::AnyPiece || self.book.seats.len() < 3 {
            let rule = "After the move, none of your pieces may check an opponent's king: neither the piece that crossed nor any other.";
            return vec![rule.to_owned()];
        }
        let opponent = if self.possible.elimination { "a remaining opponent" } else { "an opponent" };
        let title = |it: usize| seat_title(self.book, SeatId(it as u8));
        let (own, next, last) = (title(0), title(1), title(self.book.seats.len() - 1));
        let capture = match self.book.check.kings {
            Kings::NeverCaptured => String::new(),
            _ => format!(" Or {own} may capture the king instead: see “Capturing a king”."),
        };
        let rule = format!("After such a move, none of your pieces may check the king of {opponent}.");
        let before = format!(
            "One of your pieces may give check even before your move, because another player moved. For example, {last} has just moved a \
             piece away, and now a piece of {own} attacks {next}'s king. Then {own} may cross {} only with a move that ends this check.{capture}",
            a(&made.label)
        );
        vec![rule, before]
    }

    /// An example of a move that opens a barrier and therefore cannot cross it, after a space.
    fn opened_by_itself(&self, made: &Barrier, it: &BarrierDef) -> Option<String> {
        let book = self.book;
        let own = |it: &BarrierOpens| it.of.as_ref().is_some_and(|it| it.value == Vacated::OwnPieces);
        let opens = it.opens.iter().find(|it| it.1.event.value == OpenEvent::ZoneVacated && own(&it.1))?;
        let name = opens.1.zone.as_ref()?.value.0.as_str();
        let zone = book.zones.iter().find(|it| it.name == name && it.by_seat)?;
        let own = zone.squares.first()?;
        let leads_out = |from: &Square| {
            let straight = book.board.links(*from).iter().filter(|it| book.board.is_straight(it.1.heading));
            let mut out = straight.filter(|it| it.1.barriers.iter().any(|it| made.instances.contains(it)));
            out.find(|it| !own.contains(&it.0)).map(|it| (*from, it.0))
        };
        let (from, to) = own.iter().find_map(leads_out)?;
        let (owner, name) = (seat_title(book, SeatId(0)), |it: Square| book.board.name(it));
        let place = rank_of_section(book, zone).map_or_else(|| "there".to_owned(), |it| format!("on rank {it}"));
        let (label, from, to) = (&made.label, name(from), name(to));
        Some(format!(
            " For example, while the {label} is closed, {owner}'s last piece {place} may not move from {from} to {to}."
        ))
    }

    /// Reports whether the two barriers beside a player open together.
    pub(super) fn open_in_pairs(&self, made: &Barrier) -> bool {
        let owners = |it: &u16| self.book.barrier_instances[usize::from(*it)].owners;
        let beside = |seat: SeatId| made.instances.iter().filter(|it| owners(it) & seat.bit() != 0).count();
        made.instances.len() > 2 && self.book.seat_ids().all(|it| beside(it) == 2)
    }
}

/// The name of one barrier of a kind: `a moat`, or `the gate` if there is only one.
pub(super) fn one_of(made: &Barrier) -> String {
    if made.instances.len() == 1 { format!("the {}", made.label) } else { a(&made.label) }
}

/// The name of a barrier while it is open: `an open moat`.
fn open_name(made: &Barrier) -> String {
    let article = if made.instances.len() == 1 { "the" } else { "an" };
    format!("{article} open {}", made.label)
}

/// Which moves may cross an open barrier, in one sentence.
fn open_rule(piece: &str, barrier: &str, open: Permissions) -> String {
    match (open.quiet, open.capture) {
        (false, false) => format!("{piece} may not cross {barrier}, either."),
        (false, true) => format!("{piece} may cross {barrier} only to capture."),
        (true, true) => format!("{piece} may cross {barrier} and capture across it."),
        (true, false) => format!("{piece} may cross {barrier}, but not to capture."),
    }
}
