//! The special moves: castling, double step, en passant, promotion, drops, gating and blockers.
//!
//! Contains: [`RulesWriter::special_moves`]. Input: their tables and the compiled rules. Output: numbered items, each
//! with a mark if it is as in chess. Does not know: promotions ([`super::promotions`]), and the order of the special
//! rules ([`super::special`]).

use super::super::RulesWriter;
use super::super::crossing::is_ring;
use super::super::phrases::{a, capital, exceptions, kinds_or, one_of, place};
use super::super::words::{InWords, fill};
use super::barriers::plural_of;
use super::special::SpecialRule;
use crate::board::{Link, Square};
use crate::definition::PlaceTest;
use crate::definition::value::Name;
use crate::diagnostic::Spanned;
use crate::notation::name::{joined, seat_title};
use crate::policy::{Army, ClaimThen, Role, Window};
use crate::rulebook::{Atom, Barrier, Kind, KindId, SeatId};

impl RulesWriter<'_> {
    /// Returns the special moves in the order in which one learns chess. `true` marks those that are as in chess.
    pub(super) fn special_moves(&self) -> Vec<(bool, SpecialRule)> {
        let mut items = Vec::new();
        items.extend(self.castling_rule());
        items.extend(self.double_step_rule());
        items.extend(self.en_passant_rule());
        items.extend(self.promotion_rules());
        items.extend(self.promotion_move_rules());
        items.extend(self.drop_rules());
        items.extend(self.gating_rule());
        items.extend(self.blocker_rule());
        items
    }

    fn double_step_rule(&self) -> Option<(bool, SpecialRule)> {
        let id = "rule-double-step".to_owned();
        let name = "Double step".to_owned();
        if let Some(it) = &self.def.double_step {
            let (table, unless) = (&it.value.table, &it.value.unless);
            let piece = kinds_or(self.book, &table.pieces);
            let except = exceptions(self.book, unless);
            let except = except.map(|it| {
                format!(
                    " It may not do so {}.",
                    it.replace("the piece", if piece == "pawn" { "it" } else { "the piece" })
                )
            });
            let except = except.as_deref().unwrap_or_default();
            let who = one_of(self.book, &table.pieces);
            let way = self.way_of_double_step(&table.pieces);
            let text = match self.single_squares(&table.from) {
                Some(squares) => format!(
                    "From these squares, {who} may move two squares {way} if both are empty: {squares}.{}{except}",
                    self.single_steps(&table.pieces)
                ),
                None => format!(
                    "{} {} may move two squares {way} if both are empty.{except}",
                    capital(&who),
                    place(self.book, &table.from),
                ),
            };
            return Some((true, SpecialRule { id, name, text, ..SpecialRule::default() }));
        }
        let own = |it: &&Kind| it.movement.atoms.iter().any(Atom::is_double_step);
        let own: Vec<&str> = self.book.kinds.iter().filter(own).map(|it| it.label.as_str()).collect();
        if self.def.en_passant.is_none() || own.is_empty() {
            return None;
        }
        let who = joined(&own, "and the");
        let text = format!(
            "A first move of two steps over an empty square, without capturing, is a double step: the {who} can make one."
        );
        Some((true, SpecialRule { id, name, text, ..SpecialRule::default() }))
    }

    /// The squares of a zone for each player, if it has only one square for some of them: `rank 7 for White, e2 for Red`.
    fn single_squares(&self, from: &PlaceTest) -> Option<String> {
        let name = from.zone.as_ref().filter(|_| from.links.is_none())?;
        let zone = self.book.zones.iter().find(|it| it.name == name.value.0 && it.by_seat)?;
        zone.squares.iter().any(|it| it.len() == 1).then_some(())?;
        let all = zone.squares.iter().zip(self.book.seat_ids());
        let all: Vec<String> =
            all.map(|(it, seat)| format!("{} for {}", self.place_text(it), seat_title(self.book, seat))).collect();
        Some(joined(&all, "and"))
    }

    /// The players who have several pawns, but only one on a square from which it may make a double step.
    pub(super) fn few_double_steps(&self) -> Option<String> {
        let book = self.book;
        let from = &self.def.double_step.as_ref()?.value.table.from;
        let name = from.zone.as_ref().filter(|_| from.links.is_none())?;
        let zone = book.zones.iter().find(|it| it.name == name.value.0 && it.by_seat)?;
        let is_pawn = |it: &&(SeatId, KindId, Square)| book.kinds[it.1.index()].role == Role::Pawn;
        let pawns = |seat: SeatId| book.setup.iter().flatten().filter(is_pawn).filter(|it| it.0 == seat).count();
        let few = zone.squares.iter().zip(book.seat_ids()).filter(|it| it.0.len() == 1 && pawns(it.1) > 1);
        let one = |(at, (squares, seat)): (usize, (&Vec<Square>, SeatId))| {
            let verb = if at == 0 { " can make a double step" } else { "" };
            format!("{}{verb} only from {}", seat_title(book, seat), book.board.name(squares[0]))
        };
        let all: Vec<String> = few.enumerate().map(one).collect();
        (!all.is_empty()).then(|| format!("{}.", joined(&all, "and")))
    }

    fn en_passant_rule(&self) -> Option<(bool, SpecialRule)> {
        let it = &self.def.en_passant.as_ref()?.value;
        let only_pawns = kinds_or(self.book, &it.pieces) == "pawn";
        let steps = self.def.double_step.as_ref().map(|it| it.value.table.pieces.as_slice());
        let has_pawn_role =
            |it: &Spanned<Name>| self.book.kinds.iter().any(|kind| kind.name == it.value.0 && kind.role == Role::Pawn);
        let is_pawn = only_pawns || steps.is_some_and(|it| it.iter().all(has_pawn_role));
        let step = self.def.double_step.as_ref().map(|it| one_of(self.book, &it.value.table.pieces));
        let captured = if only_pawns { "a pawn".to_owned() } else { step.unwrap_or_else(|| "a piece".to_owned()) };
        let several = self.book.seats.len() > 2;
        // Chess has one turn of the opponent in between, unless a player may move twice.
        let moves_again = self.book.has_extra_turns() || self.book.inherits_turns();
        let by_all = it.window.value == Window::UntilOwnTurn && (several || moves_again);
        let mut text = format!(
            "{} may capture {captured} that has {}made a double step, as in chess.",
            capital(&one_of(self.book, &it.pieces)),
            if by_all { "" } else { "just " }
        );
        if let Some(from) = &it.from {
            text.push_str(&format!(" The double step must have started {}.", place(self.book, from)));
        }
        let barriers = self.barriers_to_capture(&it.pieces);
        // A rule on who can capture comes before the rule on when.
        let is_on_who = barriers.starts_with(" Only ");
        text.push_str(if is_on_who { &barriers } else { "" });
        if several || it.window.value != Window::UntilOwnTurn {
            text.push_str(&format!(" {}", it.window.sentence()));
        } else if by_all {
            let piece = if is_pawn { "pawn" } else { "piece" };
            text += &format!(" The opponent may do this until the {piece}'s owner moves again.");
        }
        if by_all {
            let piece = if is_pawn { "pawn" } else { "piece" };
            text += &format!(" The {piece} must still be in place, and the square that it passed must be empty.");
            if self.book.has_extra_turns() {
                text.push_str(" An extra turn right after the double step does not end this.");
            }
            if several && moves_again {
                let again = if self.book.has_extra_turns() { "moves at any other time" } else { "moves again" };
                text += &format!(" If the {piece}'s owner {again} before that, nobody may do this any more.");
            }
        }
        if several && it.window.value == Window::NextPly && !self.book.reverses() {
            let seat = |at| seat_title(self.book, SeatId(at));
            text.push_str(&format!(" For example, after a double step by {} only {} may do so", seat(0), seat(1)));
            text.push_str(&match self.possible.elimination && !self.book.inherits_turns() {
                true => format!(
                    ". If {0} is already eliminated, or is eliminated when {0}'s turn begins, {1} may capture instead.",
                    seat(1),
                    seat(2)
                ),
                false => ".".to_owned(),
            });
        }
        // On the very next move the owner is still in play, unless that player resigns first.
        let resigns = self.book.claims.iter().any(|it| it.then == ClaimThen::Eliminate);
        if self.possible.elimination && (resigns || it.window.value == Window::UntilOwnTurn) {
            let piece = if is_pawn { "pawn" } else { "piece" };
            text.push_str(&format!(" {}", fill(it.against_eliminated.sentence(), &[("piece", piece)])));
        }
        text.push_str(if is_on_who { "" } else { &barriers });
        text.extend(self.rivals_en_passant().filter(|_| several).map(|it| format!(" {it}")));
        let item = SpecialRule {
            id: "rule-en-passant".to_owned(),
            name: "En passant".to_owned(),
            text,
            ..SpecialRule::default()
        };
        Some((true, item))
    }

    /// Reports whether a barrier can stop a capture en passant by such pieces.
    fn stops_en_passant(&self, barrier: &Barrier, pieces: &[Spanned<Name>]) -> bool {
        let is_one = |it: &Kind| pieces.iter().any(|name| name.value.0 == it.name);
        let kinds = self.book.kinds.iter().enumerate().filter(|it| is_one(it.1));
        let set = kinds.fold(0, |set, it| set | 1u32 << it.0);
        barrier.pieces & set != 0
            && !(barrier.closed.capture && barrier.open.capture)
            && (self.passed_squares().is_empty() || self.step_to_passed_square(barrier).is_some())
    }

    /// Reminds of the barriers that stop a capture by such pieces.
    fn barriers_to_capture(&self, pieces: &[Spanned<Name>]) -> String {
        let (book, stops) = (self.book, |it: &&Barrier| self.stops_en_passant(it, pieces));
        if let Some(barrier) = book.barriers.iter().find(stops)
            && let Some(who) = self.only_freed_pawns(barrier)
        {
            let label = &barrier.label;
            let step = self.step_to_passed_square(barrier).map(|it| (book.board.name(it.0), book.board.name(it.1)));
            let example = step.map_or_else(String::new, |it| format!(", as from {} to {}", it.0, it.1));
            if !is_ring(&book.board) {
                return format!(
                    " Only {who} can do this. {} stops the captures of all other pawns{example}.",
                    capital(&a(label))
                );
            }
            return format!(
                " Only {who} can do this: any other pawn would have to cross a {label} to capture en passant{example}."
            );
        }
        let labels: Vec<String> = book.barriers.iter().filter(stops).map(plural_of).collect();
        let alone = book.barriers.iter().filter(stops).all(|it| it.instances.len() == 1);
        match labels.as_slice() {
            [] => String::new(),
            [only] if alone => format!(" The rule of the {only} also applies to a capture en passant."),
            labels => format!(" The rule of {} also applies to a capture en passant.", joined(labels, "and")),
        }
    }

    /// Names the pawns that alone can capture en passant, because a barrier that never opens stops all others: `a pawn that has
    /// crossed the center`.
    fn only_freed_pawns(&self, barrier: &Barrier) -> Option<String> {
        let book = self.book;
        let tag = barrier.unless.iter().find_map(|it| it.tag).filter(|_| barrier.opens.is_empty())?;
        let tag_of = &book.tags[usize::from(tag.0)];
        let line = &book.lines[tag_of.set.crosses?];
        // Pawns that are dropped, taken over or converted come from elsewhere.
        if book.has_hand() || book.army == Army::TakenOver || book.conversion.is_some() {
            return None;
        }
        let frees = |from: Square, to: Square| {
            let mut links = book.board.links(from).iter().filter(|it| it.0 == to);
            links.any(|it| it.1.lines.iter().any(|it| line.instances.contains(it)))
        };
        let steps: Vec<(SeatId, Square, Square)> = self.double_steps().collect();
        let pawns = book.setup.iter().flatten().filter(|it| book.kinds[it.1.index()].role == Role::Pawn);
        // The squares that each pawn can reach before it crosses the line.
        for (seat, kind, start) in pawns {
            let mut all = vec![*start];
            let mut at = 0;
            while let Some(from) = all.get(at).copied() {
                let reach = self.variant.reach(*seat, *kind, from);
                if steps.iter().any(|it| it.0 != *seat && reach.captures.contains(&it.1)) {
                    return None;
                }
                for to in reach.quiet.into_iter().chain(reach.captures).filter(|to| !frees(from, *to)) {
                    if !all.contains(&to) {
                        all.push(to);
                    }
                }
                at += 1;
            }
        }
        let (_, written) = self.def.tags.iter().find(|it| tag_of.name == it.0.value)?;
        let done = self.has_done(written, &tag_of.label);
        done.starts_with("has ").then(|| format!("a pawn that {done}"))
    }

    /// Squares that double steps pass.
    fn passed_squares(&self) -> Vec<Square> {
        let pawns = self.book.setup.iter().flatten().filter(|it| self.book.kinds[it.1.index()].role == Role::Pawn);
        pawns.flat_map(|it| self.variant.reach(it.0, it.1, it.2).quiet).collect()
    }

    /// Returns a step to a square that a double step passes, if it crosses a barrier.
    fn step_to_passed_square(&self, barrier: &Barrier) -> Option<(Square, Square)> {
        let (board, passed) = (&self.book.board, self.passed_squares());
        let crosses = |it: &Link| it.barriers.iter().any(|it| barrier.instances.contains(it));
        let mut steps = board.squares().flat_map(|from| board.links(from).iter().map(move |it| (from, it)));
        steps.find(|(_, it)| passed.contains(&it.0) && crosses(&it.1)).map(|it| (it.0, it.1.0))
    }
}
