//! Castling: which pieces move where, when a player may castle, and what chess players expect.
//!
//! Contains: [`RulesWriter::castling_rule`]. Input: `[castling]` and `[castling-rules]` with the compiled rules. Output: a
//! numbered item. Does not know: where pieces enter with castling ([`super::gating`]).

use super::super::RulesWriter;
use super::super::phrases::{a, capital, count, one_of};
use super::super::words::InWords;
use super::barriers::plural_of;
use super::special::SpecialRule;
use crate::board::{Square, SquareInfo};
use crate::notation::NameParts;
use crate::notation::name::{joined, seat_title};
use crate::policy::{Attackers, Royals, Safe};
use crate::rulebook::{Barrier, Castling, KindId, SeatId};

impl RulesWriter<'_> {
    /// Returns the rule of castling. `true` marks one that is as in chess.
    pub(super) fn castling_rule(&self) -> Option<(bool, SpecialRule)> {
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
        let partner = match self.castling_partner() {
            "piece" => "another piece".to_owned(),
            label => a(label),
        };
        let mut text = match as_in_chess {
            true if self.king_goes_two_squares() => {
                format!("Castling works as in chess: the king and {partner} move together.")
            }
            true if self.book.seats.len() == 2 => {
                format!("The king and {partner} move together, under the same conditions as in chess.")
            }
            _ => format!("The king and {partner} move together."),
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
        let ignored = self.book.barriers.iter().filter(|it| all.iter().any(|castling| self.ignores(castling, it)));
        let label = |it: &Barrier| if it.instances.len() == 1 { format!("the {}", it.label) } else { plural_of(it) };
        let ignored: Vec<String> = ignored.map(label).collect();
        match ignored.is_empty() {
            true => sides + &crosses,
            false => format!("{sides} Castling may cross {}.", joined(&ignored, "and")),
        }
    }

    /// Reports whether the king or the rook of a castling crosses a barrier that stops its other moves.
    fn ignores(&self, it: &Castling, barrier: &Barrier) -> bool {
        let board = &self.book.board;
        let ends = [it.king.0, it.king.1, it.rook.0, it.rook.1];
        let passed = |at: Square| it.clear.contains(&at) || ends.contains(&at);
        let stops = !(barrier.closed.quiet && (barrier.opens.is_empty() || barrier.open.quiet));
        let crosses = |at: Square| {
            let straight = board.links(at).iter().filter(|it| board.is_straight(it.1.heading) && passed(it.0));
            straight.flat_map(|it| &it.1.barriers).any(|it| barrier.instances.contains(it))
        };
        stops && board.squares().filter(|at| passed(*at)).any(crosses)
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
        Some(format!("{owner} may castle only with the {} on {rook}{moves}.", self.castling_pieces(only).1))
    }

    /// Each castling of a player: `king e1 to g1 with rook h1 to f1 (O-O)`.
    fn castlings_of(&self, seat: SeatId, name: &dyn Fn(Square) -> String) -> Vec<String> {
        let own = self.book.castlings.iter().filter(|it| it.seat == seat);
        let one = |it: &Castling| {
            let ((king, to), (rook, beside)) = (it.king, it.rook);
            let (king, to, rook, beside) = (name(king), name(to), name(rook), name(beside));
            let (one, other) = self.castling_pieces(it);
            // Otherwise a reader cannot know which way the pieces go.
            let passed: Vec<String> =
                it.clear.iter().filter(|at| ![it.king.0, it.rook.0].contains(at)).map(|at| name(*at)).collect();
            let empty = match self.stays_between(it) || passed.is_empty() {
                true => String::new(),
                false => {
                    format!(" if {} {} empty", joined(&passed, "and"), if passed.len() == 1 { "is" } else { "are" })
                }
            };
            format!("{one} {king} to {to} with {other} {rook} to {beside} ({}){empty}", it.text)
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
        let partner = match self.castling_partner() {
            "piece" => "other piece",
            label => label,
        };
        let text = text.replace("the rook", &format!("the {partner}")).replace("The rook", &format!("The {partner}"));
        let attacked = match self.book.check.attackers {
            Attackers::NextOnly if self.book.seats.len() > 2 => "that the next player attacks",
            _ => "that any opponent attacks",
        };
        Some(match self.book.seats.len() {
            2 => text,
            _ => text.replace("end on an attacked square", &format!("end on a square {attacked}")),
        })
    }

    /// Reports whether the king and the rook pass and enter only squares between them.
    fn stays_between(&self, it: &Castling) -> bool {
        let (starts, info) = ([it.king.0, it.rook.0], |it: Square| self.book.board.info(it));
        let [king, rook] = starts.map(info);
        let within = |one: i16, at: i16, other: i16| one.min(other) < at && at < one.max(other);
        let on_rank = |at: &SquareInfo| at.rank == king.rank && within(king.file, at.file, rook.file);
        let on_file = |at: &SquareInfo| at.file == king.file && within(king.rank, at.rank, rook.rank);
        let mut passed = it.clear.iter().filter(|at| !starts.contains(at)).map(|at| info(*at));
        passed.all(|at| at.patch == king.patch && (on_rank(at) || on_file(at)))
    }

    /// Reports whether king and rook must be unmoved, and the king's whole path safe.
    pub(in super::super) fn castling_as_in_chess(&self) -> bool {
        let rules = self.def.castling_rules.as_ref().map(|it| &it.value);
        rules.is_some_and(|it| it.unmoved.len() == 2 && it.safe.len() == 3 && it.dropped.is_none())
            && self.book.castlings.iter().all(|it| self.stays_between(it))
    }

    /// Reports whether every castling moves the king by two files on its rank.
    fn king_goes_two_squares(&self) -> bool {
        let at = |it: Square| self.book.board.info(it);
        let mut kings = self.book.castlings.iter().map(|it| (at(it.king.0), at(it.king.1)));
        kings.all(|(from, to)| (from.patch, from.rank) == (to.patch, to.rank) && (from.file - to.file).abs() == 2)
    }

    /// Returns the labels of the two pieces that move in a castling: the piece that moves as the king, then the piece that
    /// moves as the rook.
    fn castling_pieces(&self, it: &Castling) -> (&str, &str) {
        let label = |it: KindId| self.book.kinds[it.index()].label.as_str();
        (self.book.castling_commoner(it).map_or("king", label), self.book.castling_partner(it).map_or("rook", label))
    }

    /// Names the piece that castles with the king: the only kind that does, or `piece` if there are several.
    fn castling_partner(&self) -> &str {
        let mut all = self.book.castlings.iter().map(|it| self.castling_pieces(it).1);
        let first = all.next().unwrap_or("rook");
        if all.all(|it| it == first) { first } else { "piece" }
    }
}
