//! The special moves: castling, double step, en passant, promotion, drops, gating and blockers.
//!
//! Contains: [`RulesWriter::special_moves`]. Input: their tables and the compiled rules. Output: numbered items, each
//! with a mark if it is as in chess. Does not know: promotions ([`super::promotions`]), and the order of the special
//! rules ([`super::special`]).

use super::super::RulesWriter;
use super::super::phrases::{a, capital, count, exceptions, kinds_or, one_of, place};
use super::super::words::{InWords, fill};
use super::barriers::plural_of;
use super::special::SpecialRule;
use crate::board::{Link, Square};
use crate::definition::PlaceTest;
use crate::definition::value::Name;
use crate::diagnostic::Spanned;
use crate::notation::NameParts;
use crate::notation::name::{joined, seat_title};
use crate::policy::{Army, Attackers, ClaimThen, Role, Royals, Safe, Window};
use crate::rulebook::{Atom, Barrier, Castling, Kind, KindId, SeatId};

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

    fn castling_rule(&self) -> Option<(bool, SpecialRule)> {
        let book = self.book;
        let (mut points, never) = (Vec::new(), self.never_castle());
        for seat in book.seat_ids() {
            let ways = self.castlings_of(seat, &|it| book.board.name(it).to_owned());
            if !ways.is_empty() {
                points.push(format!("{}: {}.", seat_title(book, seat), ways.join("; or ")));
            }
        }
        if points.is_empty() {
            return None;
        }
        // Sections name alike squares alike, so that one player's squares stand for all.
        let in_section =
            |it: Square| book.board.name(it).trim_start_matches(NameParts::of(book, it).section).to_owned();
        let alike = |seat: SeatId| self.castlings_of(seat, &in_section);
        if !book.sections.is_empty() && points.len() > 1 && book.seat_ids().all(|it| alike(it) == alike(SeatId(0))) {
            points = vec![format!("In each player's section: {}.", alike(SeatId(0)).join("; or "))];
        }
        let as_in_chess = self.castling_as_in_chess();
        let mut text = match as_in_chess {
            true if self.king_goes_two_squares() => {
                "Castling works as in chess: the king and a rook move together.".to_owned()
            }
            true if self.book.seats.len() == 2 => {
                "The king and a rook move together, under the same conditions as in chess.".to_owned()
            }
            _ => "The king and a rook move together.".to_owned(),
        };
        text.push_str(&self.short_castling());
        if !never.is_empty() {
            text.push_str(&format!(" {} may not castle.", joined(&never, "and")));
        }
        text.extend(self.only_castling().map(|it| format!(" {it}")));
        let is_known = as_in_chess && never.is_empty();
        let mut short = points.join(" ");
        short.extend(self.castling_conditions().map(|it| format!(" {it}")));
        // Between several players, a reader wonders whether the conditions are the same.
        points.extend(self.castling_conditions().filter(|_| !as_in_chess || self.book.seats.len() > 2));
        let item = SpecialRule {
            id: "rule-castling".to_owned(),
            name: "Castling".to_owned(),
            text,
            points,
            short,
            ..SpecialRule::default()
        };
        Some((is_known, item))
    }

    /// Where the short side is if the king castles with the rook of the first file on it, and that barriers do not matter, after
    /// a space.
    fn short_castling(&self) -> String {
        let (board, all) = (&self.book.board, &self.book.castlings);
        let file = |it: Square| board.info(it).file;
        let (short, long): (Vec<&Castling>, Vec<&Castling>) = all.iter().partition(|it| it.text == "O-O");
        let name = |it: Square| NameParts::of(self.book, it).file;
        let is_left = |it: &&Castling| name(it.rook.0) < name(it.king.0);
        let sides = match short.first() {
            Some(first) if !self.book.sections.is_empty() && !long.is_empty() && short.iter().all(is_left) => {
                format!(" The king starts closer to file {}, so O-O is on that side.", name(first.rook.0))
            }
            _ => String::new(),
        };
        let within = |it: &Castling| {
            let files = [it.king.0, it.rook.0].map(file);
            let between = files[0].min(files[1])..=files[0].max(files[1]);
            let passed = |at: Square| board.info(at).rank == board.info(it.king.0).rank && between.contains(&file(at));
            board
                .squares()
                .filter(|at| passed(*at))
                .all(|at| board.links(at).iter().filter(|it| passed(it.0)).all(|it| it.1.barriers.is_empty()))
        };
        let beside = self.book.barriers.iter().find(|it| it.instances.len() > 1);
        let crosses = beside.filter(|_| !self.book.sections.is_empty() && all.iter().all(within));
        let crosses = crosses.map_or_else(String::new, |it| format!(" Castling never crosses {}.", a(&it.label)));
        sides + &crosses
    }

    /// The players who may not castle although others may.
    pub(super) fn never_castle(&self) -> Vec<String> {
        let all = &self.book.castlings;
        let never = self.book.seat_ids().filter(|seat| !all.is_empty() && all.iter().all(|it| it.seat != *seat));
        let never = never.filter(|seat| !self.is_kingless(*seat));
        never.map(|it| seat_title(self.book, it)).collect()
    }

    /// Describes the only castling of a game: `White may castle only with the rook on b8; the king moves one square.`
    pub(super) fn only_castling(&self) -> Option<String> {
        let [only] = self.book.castlings.as_slice() else { return None };
        let board = &self.book.board;
        let [from, to] = [only.king.0, only.king.1].map(|it| board.info(it));
        let is_level = (from.patch, from.rank) == (to.patch, to.rank);
        let moves = match (from.file - to.file).abs() {
            _ if !is_level => String::new(),
            1 => "; the king moves one square".to_owned(),
            far => format!("; the king moves {} squares", count(far.into())),
        };
        let (owner, rook) = (seat_title(self.book, only.seat), board.name(only.rook.0));
        Some(format!("{owner} may castle only with the rook on {rook}{moves}."))
    }

    /// Each castling of a player: `king e1 to g1 with rook h1 to f1 (O-O)`.
    fn castlings_of(&self, seat: SeatId, name: &dyn Fn(Square) -> String) -> Vec<String> {
        let own = self.book.castlings.iter().filter(|it| it.seat == seat);
        let one = |it: &Castling| {
            let ((king, to), (rook, beside)) = (it.king, it.rook);
            let (king, to, rook, beside) = (name(king), name(to), name(rook), name(beside));
            let (one, other) = self.castling_pieces(it);
            format!("{one} {king} to {to} with {other} {rook} to {beside} ({})", it.text)
        };
        own.map(one).collect()
    }

    /// When a player may castle.
    pub(in super::super) fn castling_conditions(&self) -> Option<String> {
        let rules = self.def.castling_rules.as_ref().map(|it| &it.value)?;
        let unmoved = rules.unmoved.iter().map(|it| it.sentence());
        // A single castling has few squares.
        let only = self.book.castlings.first().filter(|_| self.book.castlings.len() == 1);
        let clear = only.map(|it| {
            let between = it.clear.iter().filter(|at| ![it.king.0, it.rook.0].contains(at));
            let between: Vec<&str> = between.map(|at| self.book.board.name(*at)).collect();
            let squares = if between.len() == 1 { "square" } else { "squares" };
            format!("The {squares} {} must be empty.", joined(&between, "and"))
        });
        let is_short = only.is_some_and(|it| it.safe.iter().all(|at| [it.king.0, it.king.1].contains(at)));
        let general = match self.book.castlings.iter().all(|it| self.stays_between(it)) {
            true => "All squares between the king and the rook must be empty.",
            false => rules.clear.sentence(),
        };
        let clear = clear.as_deref().unwrap_or(general);
        let checks = self.book.check.attackers != Attackers::Nobody;
        let safe = rules.safe.iter().filter(|it| checks && (it.value != Safe::Path || !is_short));
        let all = unmoved.chain([clear]).chain(safe.map(|it| it.sentence()));
        let dropped = rules.dropped.as_ref().map(|it| {
            let what = capital(&one_of(self.book, it));
            let mut text = format!("{what} that was dropped on its square can castle as if it had not moved.");
            // Rights of castling come back with the dropped piece, whatever the other one has done before.
            let listed = |at: Square| {
                let of = |it: &&(SeatId, KindId, Square)| it.2 == at;
                let kind = self.book.setup.iter().flatten().find(of).map(|it| &self.book.kinds[it.1.index()].name);
                kind.is_none_or(|kind| it.iter().any(|it| *it.value == **kind))
            };
            if self.book.castlings.iter().any(|it| !listed(it.king.0) || !listed(it.rook.0)) {
                text.push_str(
                    " So can the other piece, if it is on its square at that time, even if it has moved before.",
                );
            }
            text
        });
        let text = all.map(str::to_owned).chain(dropped).collect::<Vec<_>>().join(" ");
        // One sentence says more at once than several.
        let text = text.replace(
            "The king must not have moved. The rook must not have moved.",
            "Neither the king nor the rook may have moved.",
        );
        let text = text.replace(
            " an attacked square. The king may not end on an attacked square.",
            " or end on an attacked square.",
        );
        let mut text =
            text.replace("castle out of check. The king may not pass", "castle out of check. It may not pass");
        text.push_str(match self.book.check.royals.filter(|_| checks && !rules.safe.is_empty()) {
            Some(Royals::Every) => " Attacks do not matter while another king of that player is safe.",
            Some(Royals::Last) => " Attacks matter only if it is that player's last king.",
            _ => "",
        });
        Some(match self.book.seats.len() {
            2 => text,
            _ => text.replace("end on an attacked square", "end on a square that any opponent attacks"),
        })
    }

    /// Reports whether the king and the rook pass and enter only squares between them.
    fn stays_between(&self, it: &Castling) -> bool {
        let (starts, info) = ([it.king.0, it.rook.0], |it: Square| self.book.board.info(it));
        let [king, rook] = starts.map(info);
        let (low, high) = (king.file.min(rook.file), king.file.max(rook.file));
        let mut passed = it.clear.iter().filter(|at| !starts.contains(at)).map(|at| info(*at));
        passed.all(|at| (at.patch, at.rank) == (king.patch, king.rank) && low < at.file && at.file < high)
    }

    /// Reports whether king and rook must be unmoved, and the king's whole path safe.
    pub(in super::super) fn castling_as_in_chess(&self) -> bool {
        let rules = self.def.castling_rules.as_ref().map(|it| &it.value);
        rules.is_some_and(|it| it.unmoved.len() == 2 && it.safe.len() == 3 && it.dropped.is_none())
    }

    /// Reports whether every castling moves the king by two files on its rank.
    fn king_goes_two_squares(&self) -> bool {
        let at = |it: Square| self.book.board.info(it);
        let mut kings = self.book.castlings.iter().map(|it| (at(it.king.0), at(it.king.1)));
        kings.all(|(from, to)| (from.patch, from.rank) == (to.patch, to.rank) && (from.file - to.file).abs() == 2)
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
        let by_all = several && it.window.value == Window::UntilOwnTurn;
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
        // Chess has one turn of the opponent in between, unless a player may move twice.
        let moves_again = self.book.has_extra_turns() || self.book.inherits_turns();
        if several || it.window.value != Window::UntilOwnTurn || moves_again {
            text.push_str(&format!(" {}", it.window.sentence()));
        }
        if by_all {
            let piece = if is_pawn { "pawn" } else { "piece" };
            text += &format!(" The {piece} must still be in place, and the square that it passed must be empty.");
            if moves_again {
                text += &format!(" If the {piece}'s owner moves again before that, nobody may do this any more.");
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
            let example = step.map_or_else(String::new, |it| format!(", such as {} to {}", it.0, it.1));
            return format!(
                " Only {who} can do this. Other pawns would have to capture across a {label}{example}, which they may not."
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
