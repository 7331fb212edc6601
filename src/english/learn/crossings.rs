//! All barriers in one table: which pieces may cross them, capture across them and attack a king across them.
//!
//! Contains: [`RulesWriter::crossings`]. Input: the barriers as written and as compiled. Output: a table. Does not know: where a
//! barrier lies and when it opens ([`super::barriers`], [`super::openings`]).

use super::super::RulesWriter;
use super::super::phrases::{capital, exceptions, kinds_or};
use super::barriers::{first_permissions, plural_of};
use crate::definition::BarrierDef;
use crate::definition::value::Either;
use crate::document::{Cell, Table};
use crate::notation::name::joined;
use crate::policy::CheckBy;
use crate::rulebook::{Barrier, Permissions};

/// The fewest rows that are worth a table. Fewer are as easy to see in the rules themselves.
const FEWEST_ROWS: usize = 3;

impl RulesWriter<'_> {
    /// Returns the title and the table of all barriers. `None` if the table would be short, or if a barrier concerns only some
    /// of the players.
    pub(super) fn crossings(&self) -> Option<(String, Table)> {
        let written: Vec<(&Barrier, &BarrierDef)> =
            self.book.barriers.iter().filter_map(|made| Some((made, self.written_barrier(made)?))).collect();
        if written.iter().any(|it| matches!(it.1.table.binds.value, Either::Other(_))) {
            return None;
        }
        let mut head = vec!["Border", "Piece", "Cross without a capture", "Capture across it"];
        head.extend(self.possible.check.then_some("Give check across it"));
        let mut table = Table { head: head.into_iter().map(Cell::from).collect(), rows: Vec::new() };
        for (made, it) in written {
            self.add_crossings(&mut table, made, it);
        }
        let names: Vec<String> = self.book.barriers.iter().map(plural_of).collect();
        let title = format!("Summary of {}", joined(&names, "and"));
        (table.rows.len() >= FEWEST_ROWS).then_some((title, table))
    }

    fn written_barrier(&self, made: &Barrier) -> Option<&BarrierDef> {
        self.def.barriers.iter().find(|it| it.0.value == made.name).map(|it| &it.1)
    }

    /// Adds a row for each state of a barrier and each group of pieces that it treats alike.
    fn add_crossings(&self, table: &mut Table, made: &Barrier, it: &BarrierDef) {
        let named = it.table.pieces.as_ref().map(|it| kinds_or(self.book, it));
        let leapers = self.free_leapers(made);
        let freed =
            self.freed_by(made).and_then(|it| Some(format!("that has not {}", it.strip_prefix(" until it has ")?)));
        let exception = exceptions(self.book, &it.unless).map(|it| format!("except {it}"));
        let limit = freed.or(exception).map_or_else(String::new, |it| format!(" {it}"));
        let has_others = named.is_some() || leapers.is_some() || !limit.is_empty();
        let piece = match (&named, &leapers) {
            (Some(kinds), _) => format!("{kinds}{limit}"),
            (None, Some(leapers)) => format!("any piece except {leapers}{limit}"),
            (None, None) => format!("any piece{limit}"),
        };
        let mut states = vec![(made.label.clone(), first_permissions(made))];
        if !it.opens.is_empty() {
            states = vec![(format!("closed {}", made.label), made.closed), (format!("open {}", made.label), made.open)];
        }
        let only_captures = self.stops_only_captures(made);
        for (state, allows) in states {
            self.add_crossing(table, (&state, &piece), allows, (only_captures, it.table.check_by.value));
        }
        if has_others {
            let free = Permissions { quiet: true, capture: true, give_check: true, attack: true };
            let border = if it.opens.is_empty() { made.label.clone() } else { format!("any {}", made.label) };
            self.add_crossing(table, (&border, "any other piece"), free, (false, it.table.check_by.value));
        }
    }

    /// Adds a row. `only_captures` says that the pieces cross only by capturing.
    fn add_crossing(
        &self,
        table: &mut Table,
        (border, piece): (&str, &str),
        allows: Permissions,
        (only_captures, check_by): (bool, CheckBy),
    ) {
        let crossing = |allowed: bool| match (allowed, check_by) {
            (false, _) => "no",
            (true, _) if allows.give_check || !self.possible.check => "yes",
            (true, CheckBy::AnyPiece) => "yes, unless one of your pieces then checks an opponent's king",
            (true, CheckBy::MovedPiece) => "yes, unless the piece then checks an opponent's king",
        };
        let quiet = if only_captures { "never happens (it moves straight ahead)" } else { crossing(allows.quiet) };
        let mut row = vec![capital(border), piece.to_owned(), quiet.to_owned(), crossing(allows.capture).to_owned()];
        let attack = if allows.attack { "yes" } else { "no" };
        row.extend(self.possible.check.then(|| attack.to_owned()));
        table.rows.push(row.into_iter().map(Cell::from).collect());
    }
}
