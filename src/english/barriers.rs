//! The chapter on barriers: where they are, what they forbid, what opens them.
//!
//! In: the definition for what the author says, the rulebook for the places. Out: blocks of
//! the document. Prohibitions are stated, never left to be inferred.

use super::RulesWriter;
use super::phrases::{a, all_of, capital, cited, count, exceptions, kinds_or};
use super::words::{InWords, fill};
use crate::board::Square;
use crate::definition::BarrierDef;
use crate::definition::value::Either;
use crate::notation::name::joined;
use crate::rulebook::{AtomShape, Barrier, Kind, Permissions};

/// Maximum number of places listed for one barrier or line.
const PLACES: usize = 8;

impl RulesWriter<'_> {
    /// What stops moves.
    pub(super) fn barriers(&mut self) {
        self.out.heading(2, "Barriers");
        if self.def.barriers.is_empty() {
            return;
        }
        if self.book.barriers.len() > 1 {
            self.out.paragraph("A move that crosses several barriers may do only what every one of them allows.");
        }
        for (name, it) in &self.def.barriers {
            let Some(made) = self.book.barriers.iter().find(|it| it.name == name.value) else { continue };
            self.out.heading(3, capital(&made.label));
            let text = self.barrier(made, it);
            self.out.paragraph(text);
        }
    }

    fn barrier(&self, made: &Barrier, it: &BarrierDef) -> String {
        let (book, table) = (self.book, &it.table);
        let mut text = Vec::new();
        let instances: Vec<&str> =
            made.instances.iter().map(|it| book.barrier_instances[usize::from(*it)].label.as_str()).collect();
        let place = |it: &u16| self.places(&|link| link.barriers.contains(it));
        match (&instances[..], &made.instances[..]) {
            ([only], [id]) => text.push(format!("{} runs across these steps: {}.", capital(only), place(id))),
            ([first, ..], [id, ..]) => {
                text.push(format!("There are {}: {}.", count(instances.len() as i64), joined(&instances, "and")));
                text.push(format!("{} runs across these steps: {}.", capital(first), place(id)));
            }
            _ => {}
        }
        let stopped = table.pieces.as_ref().map(|it| all_of(book, it));
        text.push(match (&table.binds.value, &stopped) {
            (Either::Text(_), Some(pieces)) => format!("It stops only {pieces}."),
            (Either::Text(all), None) => all.told().to_owned(),
            (Either::Other(seats), pieces) => {
                let seats: Vec<String> = seats.iter().map(|it| capital(&it.value)).collect();
                let pieces = pieces.as_deref().unwrap_or("pieces");
                format!("It stops only the {pieces} of {}.", joined(&seats, "and"))
            }
        });
        text.extend(exceptions(self.book, &it.unless).map(|it| format!("It does not stop a piece {it}.")));
        let is_stopped = |kind: &Kind| table.pieces.as_ref().is_none_or(|it| it.iter().any(|it| it.0 == kind.name));
        if book.kinds.iter().any(|it| is_stopped(it) && leaps(it)) {
            text.push(table.leaps.told().to_owned());
        }
        let piece = table.pieces.as_ref().map_or_else(|| "piece".to_owned(), |it| kinds_or(book, it));
        let changes = !it.opens.is_empty();
        let starts_open = made.starts_open;
        if changes || !starts_open {
            text.extend(self.permissions(
                made,
                made.closed,
                if changes { "closed " } else { "" },
                table.check_by.told(),
                &piece,
            ));
        }
        if changes || starts_open {
            text.extend(self.permissions(
                made,
                made.open,
                if changes { "open " } else { "" },
                table.check_by.told(),
                &piece,
            ));
        }
        if changes {
            text.push(table.starts.told().to_owned());
            if let [_, ..] = &instances[..]
                && made.instances.iter().any(|it| book.barrier_instances[usize::from(*it)].owners.count_ones() > 1)
            {
                text.push(format!("The owners of a {} are the players whom its name states.", made.label));
            }
            for (_, opens) in &it.opens {
                let of = opens.of.as_ref().map_or("pieces", |it| it.told());
                let zone = opens.zone.as_ref().map_or("", |it| it.value.0.as_str());
                let zone = book.zones.iter().find(|it| it.name == zone).map_or(zone, |it| it.label.as_str());
                text.push(fill(opens.event.told(), &[("zone", zone), ("of", of)]));
            }
            text.push(table.stays_open.told().to_owned());
        }
        format!("{}{}", text.join(" "), cited(&table.source))
    }

    /// What may cross a barrier in one state, and what may not.
    fn permissions(
        &self,
        made: &Barrier,
        allows: Permissions,
        state: &str,
        check_by: &str,
        piece: &str,
    ) -> Vec<String> {
        let the = format!("{} {state}{}", if state == "open " { "an" } else { "a" }, made.label);
        let check = self.possible.check;
        let mut text = Vec::new();
        match (allows.quiet, allows.capture) {
            (false, false) => text.push(format!("No {piece} may cross {the}.")),
            (false, true) => text.push(format!("{} may cross {the} only to capture.", capital(&a(piece)))),
            (true, capture) => {
                text.push(format!("{} may cross {the}.", capital(&a(piece))));
                let gives_check = allows.give_check || !check;
                match (capture, gives_check) {
                    (true, true) => {}
                    (false, true) => text.push(format!("A move across {the} may not capture.")),
                    (true, false) => text.push(format!("A move across {the} may not give check.")),
                    (false, false) => text.push(format!("A move across {the} may neither capture nor give check.")),
                }
            }
        }
        if (allows.quiet || allows.capture) && !allows.give_check && check {
            if !allows.quiet {
                text.push(format!("A capture across {the} may not give check."));
            }
            text.push(check_by.to_owned());
        }
        if check {
            text.push(match allows.attack {
                true => format!("{} attacks a king across {the}.", capital(&a(piece))),
                false => format!("No {piece} attacks a king across {the}."),
            });
        }
        text
    }

    /// Steps of the board as pairs of squares, each once: `WHh1-GRa1`.
    pub(super) fn places(&self, is_there: &dyn Fn(&crate::board::Link) -> bool) -> String {
        let board = &self.book.board;
        let mut pairs: Vec<(Square, Square)> = Vec::new();
        for from in board.squares() {
            for (to, _) in board.links(from).iter().filter(|it| is_there(&it.1)) {
                if !pairs.contains(&(*to, from)) && !pairs.contains(&(from, *to)) {
                    pairs.push((from, *to));
                }
            }
        }
        let names: Vec<String> =
            pairs.iter().take(PLACES).map(|it| format!("{}-{}", board.name(it.0), board.name(it.1))).collect();
        match pairs.len() {
            0 => "none".to_owned(),
            all if all > PLACES => format!("{} and {} more", names.join(", "), all - PLACES),
            _ => joined(&names, "and"),
        }
    }
}

/// Whether some way of a piece passes over squares.
pub(super) fn leaps(kind: &Kind) -> bool {
    kind.movement.atoms.iter().any(|it| match it.shape {
        AtomShape::Straight(length) | AtomShape::Diagonal(length) => length > 1,
        AtomShape::Oblique(..) => true,
    })
}
