//! How the pieces move, compared with chess.
//!
//! Contains: [`RulesWriter::how_pieces_move`]. Input: the kinds of pieces and the starting
//! position. Output: a paragraph and a list of the kinds that differ from chess. Does not know:
//! special moves ([`super::special`]).

use super::super::RulesWriter;
use super::super::lines::forward_example;
use super::super::movement::ways;
use super::super::phrases::{a, capital, piece, plural};
use super::super::walks::{must_promote, stuck_squares};
use super::super::words::InWords;
use crate::board::{Heading, Square};
use crate::notation::NameParts;
use crate::notation::name::{joined, seat_title};
use crate::policy::{Army, Cells, NameForm, Role, Who};
use crate::rulebook::{Atom, AtomShape, Direction, Kind, KindId, SeatId};
use crate::sorting::CompactSort;

/// The pieces of chess: name, movement in Betza notation, number of pieces for each player.
pub(super) const CHESS: [(&str, &str, usize); 6] = [
    ("king", "K", 1),
    ("queen", "Q", 1),
    ("rook", "R", 2),
    ("bishop", "B", 2),
    ("knight", "N", 2),
    ("pawn", "fmWfcF", 8),
];

/// Reports whether a kind moves like the piece of chess with its name.
fn is_of_chess(kind: &Kind) -> bool {
    CHESS.iter().any(|it| it.0 == kind.label && it.1 == kind.movement.text)
}

impl RulesWriter<'_> {
    /// Returns what the pieces have in common with chess, and the kinds that differ.
    pub(super) fn how_pieces_move(&self) -> (String, Vec<String>) {
        let kinds = &self.book.kinds;
        let (same, other): (Vec<&Kind>, Vec<&Kind>) = kinds.iter().partition(|it| self.is_as_in_chess(it));
        let mut text = Vec::new();
        let seats: Vec<SeatId> = self.book.seat_ids().collect();
        let has_army = self.book.setup.is_some() && seats.iter().all(|it| self.has_army_of_chess(*it));
        text.push(match (other.is_empty(), same.len()) {
            (true, 6) if has_army => {
                "Each player has the sixteen pieces of chess. They move as in chess and start as the picture shows."
                    .to_owned()
            }
            (true, _) => "The pieces move as in chess.".to_owned(),
            (false, 0) if self.book.board.cells() == Cells::Triangle => {
                "On triangles the pieces move as follows.".to_owned()
            }
            (false, 0) => "The pieces of this game are not those of chess.".to_owned(),
            (false, _) => {
                let names: Vec<String> = same.iter().map(|it| plural(&it.label)).collect();
                format!("{} move as in chess.", capital(&joined(&names, "and")))
            }
        });
        let is_ordinary = |it: &&Kind| it.label == "king" && it.role == Role::Piece && is_of_chess(it);
        if kinds.iter().any(|it| is_ordinary(&it)) {
            text.push(
                "The king is an ordinary piece: it can be captured like any other, and it is never in check."
                    .to_owned(),
            );
        }
        text.extend(self.lines_of_hexes(&same));
        if self.book.kinds.iter().any(|it| it.role == Role::Pawn) {
            text.extend(self.pawn_path().or_else(|| self.ways_of_pawns()));
            text.extend(self.pawns_by_block());
            text.extend(self.stuck_pawns());
        }
        text.extend(self.left_out(&same));
        if self.place_across().is_some() && self.possible.check {
            text.push("In pictures of moves, kings are there only because every player has one.".to_owned());
        }
        let items = other.iter().map(|it| self.one_kind(it, &same));
        (text.join(" "), items.collect())
    }

    /// The directions of the pieces of chess on a board of hexagons.
    fn lines_of_hexes(&self, of_chess: &[&Kind]) -> Option<String> {
        let has = |label: &&&str| of_chess.iter().any(|it| it.label == **label);
        let named = |all: &[&str]| all.iter().filter(has).map(|it| plural(it)).collect::<Vec<_>>();
        let (straight, diagonal) = (named(&["rook", "queen", "king"]), named(&["bishop", "queen", "king"]));
        let is_meant = self.book.board.cells() == Cells::Hex && !straight.is_empty() && !diagonal.is_empty();
        is_meant.then(|| {
            format!(
                "But there are six straight directions, across the edges of a cell, for {}; and six diagonal ones, across its \
                 corners, for {}.",
                joined(&straight, "and"),
                joined(&diagonal, "and")
            )
        })
    }

    /// The special moves of chess that a game with the king and the pawns of chess does not have.
    fn left_out(&self, of_chess: &[&Kind]) -> Option<String> {
        let book = self.book;
        let has = |label: &str| of_chess.iter().any(|it| it.label == label);
        let castling = has("king") && has("rook") && book.castlings.is_empty();
        let double_step = book.kinds.iter().enumerate().any(|it| book.has_double_step(KindId(it.0 as u8)));
        let promotion = !book.promotions.is_empty() || !book.promotion_moves.is_empty();
        let absent = [
            (castling, "castling"),
            (has("pawn") && !double_step, "double step"),
            (has("pawn") && book.en_passant.is_none(), "en passant capture"),
            (has("pawn") && !promotion, "promotion"),
        ];
        let absent: Vec<String> = absent.iter().filter(|it| it.0).map(|it| format!("no {}", it.1)).collect();
        (has("king") && !absent.is_empty()).then(|| format!("There is {}.", joined(&absent, "and")))
    }

    /// The direction of each player's pawns, where more than two players face each other on one board.
    fn ways_of_pawns(&self) -> Option<String> {
        let book = self.book;
        let one = |seat: SeatId| {
            let (from, to) = forward_example(book, seat)?;
            Some(format!("from {from} to {to} for {}", seat_title(book, seat)))
        };
        let all: Vec<String> = book.seat_ids().filter_map(one).collect();
        // The details have the directions of more players.
        if book.seats.len() != 3 || all.is_empty() {
            return None;
        }
        Some(match book.kinds.iter().any(|it| self.goes_ahead(it)) {
            true => format!("Pawns move forward: {}.", joined(&all, "and")),
            // A pawn does not make this step itself.
            false => format!("Forward is the direction {}.{}", joined(&all, "and"), self.steps_past_corners()),
        })
    }

    /// How many steps lead forward and aside if forward runs through the corners of cells, after a space.
    fn steps_past_corners(&self) -> String {
        let (book, board) = (self.book, &self.book.board);
        let (Some(first), Some((from, _))) = (book.seats.first(), forward_example(book, SeatId(0))) else {
            return String::new();
        };
        if board.cells() != Cells::Hex || board.is_straight(first.faces) {
            return String::new();
        }
        let at = board.squares().find(|it| board.name(*it) == from);
        let beside = [board.headings - 1, 1].map(|it| Heading((first.faces.0 + it) % board.headings));
        let ends = at.into_iter().flat_map(|at| beside.into_iter().flat_map(move |it| board.steps(at, it)));
        let ends: Vec<&str> = ends.map(|it| board.name(it.0)).collect();
        let aside = |it: &Atom| {
            let sides = [Direction::Left, Direction::Right];
            let directions = it.directions.iter().flatten();
            matches!(it.shape, AtomShape::Diagonal(_)) && directions.into_iter().any(|it| sides.contains(it))
        };
        let aside = match book.kinds.iter().any(|it| it.movement.atoms.iter().any(aside)) {
            true => " Two diagonal steps lead to the left, and two to the right.",
            false => "",
        };
        format!(
            " It runs through a corner of each cell, so two straight steps lead forward: from {from} to {}. Likewise, two straight \
             steps lead backward.{aside}",
            joined(&ends, "or")
        )
    }

    /// The direction of pawns in every block, if it depends only on the block: also after captures.
    fn pawns_by_block(&self) -> Option<String> {
        let (book, board) = (self.book, &self.book.board);
        let form = self.def.names.as_ref().and_then(|it| it.form.as_ref()).map(|it| it.value);
        // Pawns that are dropped, taken over or converted come from elsewhere.
        let stays =
            !book.has_hand() && book.army != Army::TakenOver && book.conversion.is_none() && book.tags.is_empty();
        if form != Some(NameForm::FileRank) || self.def.patches.len() != book.seats.len() || !stays {
            return None;
        }
        let pawn = KindId(book.kinds.iter().position(|it| it.role == Role::Pawn)? as u8);
        let is_king = |it: &&(SeatId, KindId, Square)| book.kinds[it.1.index()].role == Role::Royal;
        // The first rank of each block, with its owner.
        let kings: Vec<(u16, SeatId, Square)> =
            book.setup.iter().flatten().filter(is_king).map(|it| (board.info(it.2).patch, it.0, it.2)).collect();
        let rank = |it: Square| NameParts::of(book, it).rank.parse::<i64>().ok();
        let goes_as_described = |seat: SeatId, from: Square| -> Option<bool> {
            let patch = board.info(from).patch;
            let (_, owner, king) = kings.iter().find(|it| it.0 == patch)?;
            let first = rank(*king)?;
            let away = |it: Square| Some((rank(it)? - first).abs());
            let follows = |to: &Square| -> Option<bool> {
                let inside = board.info(*to).patch == patch;
                let file = NameParts::of(book, *to).file == NameParts::of(book, from).file;
                Some(
                    file && match (*owner == seat, inside) {
                        (true, true) => away(*to)? > away(from)?,
                        (true, false) => true,
                        (false, true) => away(*to)? < away(from)?,
                        (false, false) => false,
                    },
                )
            };
            self.variant
                .reach(seat, pawn, from)
                .quiet
                .iter()
                .map(follows)
                .collect::<Option<Vec<bool>>>()
                .map(|it| !it.contains(&false))
        };
        // A pawn that promotes as soon as it leaves its block moves in no other one.
        let leaves = |seat: SeatId| {
            let own = kings.iter().find(|it| it.1 == seat).map(|it| it.0);
            let mut others = board.squares().filter(|it| Some(board.info(*it).patch) != own);
            others.any(|it| !must_promote(self.variant, seat, pawn, it))
        };
        if !book.seat_ids().any(leaves) {
            return None;
        }
        let holds = |seat: SeatId| board.squares().all(|from| goes_as_described(seat, from) == Some(true));
        book.seat_ids().all(holds).then(|| {
            "In its owner's block, a pawn moves away from its owner's first rank. In any other block, it moves toward the first rank \
             of that block."
                .to_owned()
        })
    }

    /// The squares beside missing squares where a pawn has nothing ahead and does not promote, so that it can only capture.
    fn stuck_pawns(&self) -> Option<String> {
        let (book, board) = (self.book, &self.book.board);
        let (at, pawn) = book.kinds.iter().enumerate().find(|it| it.1.role == Role::Pawn)?;
        let mut parts: Vec<(Vec<Square>, Vec<SeatId>)> = Vec::new();
        let kind = KindId(at as u8);
        let promote = book.seat_ids().any(|it| !self.variant.promotes_on(it, kind).is_empty());
        for seat in book.seat_ids() {
            let stuck = stuck_squares(self.def, self.variant, seat, kind);
            match parts.iter_mut().find(|it| it.0 == stuck) {
                Some(it) => it.1.push(seat),
                None if !stuck.is_empty() => parts.push((stuck, vec![seat])),
                None => {}
            }
        }
        let one = |(squares, owners): &(Vec<Square>, Vec<SeatId>)| {
            let names = |all: &[Square]| joined(&all.iter().map(|it| board.name(*it)).collect::<Vec<_>>(), "and");
            let titles: Vec<String> = owners.iter().map(|it| format!("{}'s", seat_title(book, *it))).collect();
            let pawns = format!("{} {}", joined(&titles, "and"), plural(&pawn.label));
            let onto = |from: &Square| {
                let mut all: Vec<Square> =
                    owners.iter().flat_map(|it| self.variant.reach(*it, kind, *from).captures).collect();
                all.compact_sort_by(Ord::cmp);
                all.dedup();
                all
            };
            let each = squares.iter().map(|from| format!("from {} on {}", board.name(*from), names(&onto(from))));
            let captures = each.collect::<Vec<_>>().join(", ");
            let stays = if promote { " They do not promote there." } else { "" };
            format!("On {}, no square is ahead of {pawns}.{stays} They can only capture: {captures}.", names(squares))
        };
        (!parts.is_empty()).then(|| parts.iter().map(one).collect::<Vec<_>>().join(" "))
    }

    fn one_kind(&self, kind: &Kind, same: &[&Kind]) -> String {
        let mut text = match same.iter().find(|it| it.movement.text == kind.movement.text) {
            Some(it) => format!("{} ({}): it moves like {}.", capital(&kind.label), kind.letter, a(&it.label)),
            None => self.movement(kind),
        };
        text.extend(self.facing_kings(kind).map(|it| format!(" {it}")));
        match kind.role {
            Role::Royal if self.possible.check && kind.label != "king" => {
                text.push_str(&format!(" {}", kind.role.sentence()))
            }
            _ => {}
        }
        text
    }

    /// What follows if kings attack each other along a file: they may not face each other.
    fn facing_kings(&self, kind: &Kind) -> Option<String> {
        let far =
            |it: &Atom| matches!(it.shape, AtomShape::Straight(length) if length > 2) && it.lame && it.hop.is_none();
        let ahead = |it: &Atom| it.directions.as_deref() == Some(&[Direction::Forward]);
        let aims = |it: &Atom| far(it) && ahead(it) && it.capture && !it.quiet;
        let is_king = kind.role == Role::Royal && self.possible.check && !self.possible.king_capture;
        (is_king && self.book.seats.len() == 2 && kind.movement.atoms.iter().any(aims)).then(|| {
            format!(
                "So the two {} may not face each other on a file with only empty squares between them.",
                plural(&kind.label)
            )
        })
    }

    /// Describes how a kind of piece moves, step by step.
    pub(in super::super) fn movement(&self, kind: &Kind) -> String {
        let name = capital(&kind.label);
        let blocker = self.book.blocker.as_ref().map(|it| &self.book.kinds[it.kind.index()]);
        // A blocker does not move, but its movement can say where it may be placed.
        let is_blocker = blocker.is_some_and(|it| it.name == kind.name);
        if is_blocker && kind.movement.atoms.is_empty() {
            let rule = capital(&plural(&kind.label));
            return format!("{name} ({}): it belongs to no player. See the special rule “{rule}”.", kind.letter);
        }
        let moves = match is_blocker {
            true => "is placed on a square that it reaches",
            false => "moves",
        };
        let ways = match ways(kind, self.book.board.cells()).as_slice() {
            [] => "does not move".to_owned(),
            [only] => format!("{moves} by {only}"),
            several => format!("{moves} by {}", several.join("; or by ")),
        };
        let hurdle = self.hurdle_of(kind).map_or_else(String::new, |it| match it.starts_with("any piece") {
            true => format!(" It may jump over {it}."),
            false => format!(" It may jump only over {it}."),
        });
        format!("{name} ({}): it {ways}.{hurdle}{}", kind.letter, self.disturbance_of(kind))
    }

    /// Describes the pieces that end the right to first moves of a kind: a sentence, or nothing.
    fn disturbance_of(&self, kind: &Kind) -> String {
        let by = self.book.kinds.iter().enumerate().filter(|it| kind.disturbed_by >> it.0 & 1 != 0);
        let by: Vec<String> = by.map(|it| a(&it.1.label)).collect();
        if by.is_empty() {
            return String::new();
        }
        format!(
            " It counts as moved as soon as {} of another player moves to a square from which it would attack this piece on an \
             otherwise empty board.",
            joined(&by, "or")
        )
    }

    /// Describes the pieces over which a kind may jump, if not over all: `a pawn of the same player`.
    fn hurdle_of(&self, kind: &Kind) -> Option<String> {
        kind.hurdle.as_ref()?;
        let written = |name: &str| self.def.pieces.iter().find(|it| it.0.value == name).map(|it| &it.1);
        // A kind that extends another one may have its test from there.
        let mut at = written(&kind.name);
        for _ in 0..self.book.kinds.len() {
            let Some(it) = at.filter(|it| it.hurdle.is_none()) else { break };
            at = it.extends.as_ref().and_then(|it| written(&it.value.0));
        }
        let mut test = at?.hurdle.as_ref()?.value.clone();
        let own = test.owner.take_if(|it| it.value == Who::Mover);
        // The few kinds that do not count are easier to remember.
        if let Some(kinds) = test.kind.as_ref().filter(|it| it.len() > 2) {
            let others =
                self.book.player_kinds().map(|it| it.1).filter(|it| !kinds.iter().any(|kind| kind.value.0 == it.name));
            let others: Vec<String> = others.map(|it| a(&it.label)).collect();
            if (1..=2).contains(&others.len()) {
                test.kind = None;
                let whose = if own.is_some() { " of the same player" } else { "" };
                let any = piece(self.book, &test).replacen("a piece", "any piece", 1);
                return Some(format!("{any}{whose} but {}", joined(&others, "or")));
            }
        }
        Some(format!("{}{}", piece(self.book, &test), if own.is_some() { " of the same player" } else { "" }))
    }

    /// Reports whether the learning part says of a kind only that it moves as in chess.
    pub(in super::super) fn is_as_in_chess(&self, kind: &Kind) -> bool {
        match self.book.board.cells() {
            Cells::Square => is_of_chess(kind),
            // Which way is straight ahead for a pawn, nobody knows from chess.
            Cells::Hex => is_of_chess(kind) && !kind.is_directed,
            // On triangles, a reader cannot know what straight and diagonal are.
            Cells::Triangle => false,
        }
    }

    /// Reports whether a player starts with the sixteen pieces of chess.
    pub(super) fn has_army_of_chess(&self, seat: SeatId) -> bool {
        let all = self.book.setup.iter().flatten().filter(|it| it.0 == seat);
        let labels: Vec<&str> = all.map(|it| self.book.kinds[it.1.index()].label.as_str()).collect();
        labels.len() == 16 && CHESS.iter().all(|it| labels.iter().filter(|label| **label == it.0).count() == it.2)
    }
}
