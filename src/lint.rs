//! The linter: warns about valid rulebooks that probably do not mean what their author intended.
//!
//! Input: a definition without errors, and the [`Variant`] compiled from it. Output: warnings, for
//! example about armies that never meet, pieces that never move and rules that never apply. All
//! warnings follow from where pieces can go on the graph of the board ([`reach`]), ignoring other
//! pieces. A warning is therefore certain, but its absence promises nothing. The search has a step
//! budget of its own; when it is exhausted, no more warnings are given. Runs when a rulebook is
//! checked, never during play. Does not know files.

mod castlings;
mod contradictions;
mod counters;
mod dead_positions;
mod endings;
mod fire;
mod idle;
mod last_player;
mod opening;
mod promotions;
mod reach;
mod unused;

use crate::definition::Definition;
use crate::diagnostic::{Code, Diagnostics, Span};
use crate::policy::{Seats, Who};
use crate::rulebook::{KindId, Player, Rulebook, SeatId};
use crate::rules::{UnsettledPosition, Variant};
use reach::BoardReach;

/// The rulebook under test, with the spans of its file.
struct Linter<'a> {
    def: &'a Definition,
    book: &'a Rulebook,
    reach: BoardReach,
    sink: &'a mut Diagnostics,
}

/// Reports warnings about a rulebook. Returns the number of steps that the search took.
pub fn lint(definition: &Definition, variant: &Variant, sink: &mut Diagnostics) -> u64 {
    let book = variant.rulebook();
    endings::stuck_without_outcome(definition, book, sink);
    endings::rounds_across_eliminations(definition, book, sink);
    contradictions::safety_from_nobody(definition, book, sink);
    contradictions::kings_captured_by_partners(definition, book, sink);
    contradictions::kings_of_some_players(definition, book, sink);
    contradictions::forced_captures_forbidden(definition, book, sink);
    contradictions::passes_after_stalemate(definition, book, sink);
    contradictions::points_of_one_player_twice(definition, book, sink);
    contradictions::mated_by_themselves(definition, book, sink);
    dead_positions::pieces_that_mate(definition, variant, sink);
    idle::idle(definition, book, sink);
    // Without a starting position, pieces can be anywhere.
    if book.setup.is_none() {
        return 0;
    }
    unused::unused(definition, book, sink);
    unequal_mobility(definition, variant, sink);
    castlings::other_partners(definition, book, sink);
    castlings::twice(definition, book, sink);
    opening::kings_in_check(definition, variant, sink);
    opening::bans_on_every_move(definition, variant, sink);
    opening::over_at_start(definition, variant, sink);
    let mut linter = Linter { def: definition, book, reach: BoardReach::of(book), sink };
    linter.armies_that_never_meet();
    linter.pieces_that_never_move();
    linter.pieces_that_nobody_gets();
    linter.promotions_that_nobody_reaches();
    linter.promotions_after_others();
    linter.promotions_to_the_same_kind();
    linter.promotion_squares_in_vain();
    linter.promotion_squares_without_kind();
    linter.barriers_that_nobody_crosses();
    linter.rules_that_cannot_fire();
    linter.counters_without_effect();
    linter.limits_out_of_reach();
    linter.limits_that_disagree();
    linter.games_that_never_end();
    linter.last_player_eliminated();
    linter.reach.steps()
}

/// Warns if seats that are declared alike have different numbers of first moves.
fn unequal_mobility(definition: &Definition, variant: &Variant, sink: &mut Diagnostics) {
    let book = variant.rulebook();
    let is_alike = definition.board.as_ref().is_some_and(|it| it.value.seats.value == Seats::Alike);
    // A starting position that is written for each seat differs on purpose.
    let is_alike = is_alike && definition.setup_by_seat.is_empty() && definition.setup_fen.is_none();
    let (true, Some(start)) = (is_alike, variant.unsettled_start()) else { return };
    // Whether the blockers at the start count.
    let differing = |blocked: bool| {
        let moves = |seat: SeatId| {
            let mut setup = start.as_position().setup();
            setup.turn = seat;
            if !blocked {
                setup.blockers.clear();
            }
            UnsettledPosition::new(variant, &setup).ok().map(|it| it.as_position().legal_moves().len())
        };
        let counts: Option<Vec<usize>> = book.seat_ids().map(moves).collect();
        counts.filter(|it| it.windows(2).any(|it| it[0] != it[1]))
    };
    let Some(counts) = differing(true) else { return };
    let name = |at: usize| format!("`{}` has {}", book.seats[at].name, counts[at]);
    let counts_by_seat: Vec<String> = (0..counts.len()).map(name).collect();
    let message = format!("the seats are alike, but the number of first moves differs: {}", counts_by_seat.join(", "));
    let blocker = definition.blocker.as_ref().zip(book.blocker.as_ref()).filter(|it| !it.1.start.is_empty());
    if let Some((written, rule)) = blocker.filter(|_| differing(false).is_none()) {
        let square = book.board.name(rule.start[0]);
        let help = format!(
            "the blocker on `{square}` is not equally far from all players: start it elsewhere, or leave `start` out"
        );
        sink.warning(Code::UnequalMobility, written.value.start.span, message).help(help);
        return;
    }
    let span = definition.board.as_ref().map(|it| it.value.seats.span);
    sink.warning(Code::UnequalMobility, span, message).help(
        "look for a rule that applies to some seats only, or for a wrong or missing `faces` of a seat; or write \
         `seats = \"differ\"`",
    );
}

impl Linter<'_> {
    fn armies_that_never_meet(&mut self) {
        let book = self.book;
        // Pieces that are converted need not be captured.
        if book.conversion.as_ref().is_some_and(|it| it.of != Player::Role(Who::Eliminated)) {
            return;
        }
        let name = |it: SeatId| &book.seats[it.index()].name;
        // In a game of blockers, pieces need not capture.
        for one in book.seat_ids().filter(|_| book.blocker.is_none()) {
            for other in book.seat_ids().filter(|it| *it != one) {
                if !self.reach.has_pieces(one) || !self.reach.has_pieces(other) || self.reach.meets(one, other) {
                    continue;
                }
                // If neither can reach the other, report it only once.
                let back = self.reach.meets(other, one);
                let message = match back {
                    true => format!("no piece of `{}` can ever capture a piece of `{}`", name(one), name(other)),
                    false => {
                        format!("the pieces of `{}` and of `{}` can never capture each other", name(one), name(other))
                    }
                };
                let captures = self.captures(one) || !back && self.captures(other);
                let help = match captures {
                    true => {
                        "check the links between them: `[board.seam.*]`, `[board.cut.*]`, and any `[barrier.*]` that \
                         never opens"
                    }
                    false => "none of these pieces has a movement that captures: check `movement` under `[piece.*]`",
                };
                if back || one < other {
                    let movement = if captures { None } else { self.movement_span(one) };
                    let span = movement.or_else(|| self.seat_span(one));
                    self.sink.warning(Code::NeverMeet, span, message).help(help);
                }
            }
        }
    }

    /// Reports whether a player has a piece whose movement captures.
    fn captures(&self, seat: SeatId) -> bool {
        let captures =
            |kind: KindId| self.book.kinds[kind.index()].movement.atoms.iter().any(|it| it.capture || it.en_passant);
        self.book.setup.iter().flatten().any(|(owner, kind, _)| *owner == seat && captures(*kind))
    }

    fn pieces_that_never_move(&mut self) {
        let book = self.book;
        let mut reported: Vec<(SeatId, KindId)> = Vec::new();
        for (seat, kind, square) in book.setup.as_deref().unwrap_or_default() {
            // `movement = "none"` says so.
            let is_immobile = book.kinds[kind.index()].movement.atoms.is_empty();
            if is_immobile || reported.contains(&(*seat, *kind)) || self.reach.moves_from(book, *seat, *kind, *square) {
                continue;
            }
            reported.push((*seat, *kind));
            let span = self.array_span(*seat, *kind);
            let (name, kind) = (book.board.name(*square), &book.kinds[kind.index()]);
            let (piece, header) = (&kind.label, &kind.name);
            let message = format!("the {piece} of `{}` on `{name}` can never move", book.seats[seat.index()].name);
            self.sink
                .warning(Code::NeverMoves, span, message)
                .help(format!("move it, or check `movement` under `[piece.{header}]` and barriers that never open"));
        }
    }

    fn barriers_that_nobody_crosses(&mut self) {
        for (at, barrier) in self.book.barriers.iter().enumerate() {
            if self.reach.crosses_barrier(self.book, at) {
                continue;
            }
            let span = self.def.barriers.iter().find(|it| it.0.value == barrier.name).map(|it| it.0.span);
            self.sink
                .warning(Code::NeverCrossed, span, format!("no move can ever cross the barrier `{}`", barrier.name))
                .help("check the `line` of the barrier, the `pieces` that it applies to, and its `leaps`");
        }
    }

    fn seat_span(&self, seat: SeatId) -> Option<Span> {
        let name = &self.book.seats[seat.index()].name;
        self.def.seats.iter().find(|it| it.0.value == *name).map(|it| it.0.span)
    }

    /// Returns the span of the movement of a piece of a player, of one in the file itself if there is one.
    fn movement_span(&self, seat: SeatId) -> Option<Span> {
        let own = self.book.setup.iter().flatten().filter(|it| it.0 == seat);
        let names = own.map(|it| &self.book.kinds[it.1.index()].name);
        let pieces = names.filter_map(|name| self.def.pieces.iter().find(|it| it.0.value == *name));
        pieces.filter_map(|it| it.1.movement.as_ref()).map(|it| it.span).min_by_key(|it| it.file)
    }

    /// Returns the span of a kind in the starting position.
    fn array_span(&self, seat: SeatId, kind: KindId) -> Option<Span> {
        let (seat, kind) = (&self.book.seats[seat.index()].name, &self.book.kinds[kind.index()].name);
        if let Some(fen) = &self.def.setup_fen {
            return Some(fen.span);
        }
        let own = self.def.setup_by_seat.iter().find(|it| it.0.value == *seat).map(|it| &it.1);
        let common = self.def.setup.as_ref().map(|it| &it.value);
        own.or(common)?.iter().find(|it| it.0.value == *kind).map(|it| it.0.span)
    }
}
