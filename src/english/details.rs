//! The details: what the learning part leaves out.
//!
//! Contains: [`RulesWriter::details`]. Input: the definition for what the author says, the rulebook for what came of
//! it. Output: short entries, each with the name of its rule. Does not know: what a player must learn first
//! ([`super::learn`]).

use super::RulesWriter;
use super::learn::{DETAILS, leaps, plural_of};
use super::lines::{circles, forks, turns};
use super::location::Steps;
use super::phrases::{a, capital, kinds_or, plural};
use super::squares::squares_text;
use super::words::InWords;
use crate::board::{Link, Square};
use crate::definition::SymmetryTable;
use crate::notation::name::{joined, seat_title};
use crate::policy::{Cells, CheckBy, Choice, CountsAs, Forks, Leaps, PartnerCaptures, Seats, SetupWord};
use crate::rulebook::{Kind, SeatId};
use crate::sorting::CompactSort;

impl RulesWriter<'_> {
    /// Writes exact squares, exact tests and the order of the endings.
    pub(super) fn details(&mut self) {
        self.out.heading(3, "Squares and steps");
        let squares = self.squares_and_steps();
        self.out.list(squares);
        self.out.heading(3, "Starting position");
        let start = self.starting_position();
        self.out.list(start);
        self.out.heading(3, "Moves");
        let moves = self.moves();
        self.out.list(moves);
        self.out.anchored_heading(3, DETAILS, "Rules in detail");
        let rules = self.rules_in_detail();
        self.out.list(rules);
        // With more players, it is part of what they learn.
        if self.book.seats.len() == 2 {
            self.order_of_the_endings();
        }
    }

    fn squares_and_steps(&self) -> Vec<String> {
        let (def, book) = (self.def, self.book);
        let mut items = Vec::new();
        if let Some(it) = &def.board {
            let turned = def.turn.as_ref().map(|it| turn(&it.value)).filter(|it| !it.is_empty());
            let turned = turned.map_or_else(String::new, |it| format!(" {it}"));
            // Between triangles, the chapter on the board describes the steps.
            items.extend((it.cells.value == Cells::Hex).then(|| it.cells.sentence().to_owned()));
            let is_shown = self.learned.contains(" corresponds to ");
            let alike = self.squares_alike().filter(|_| !is_shown).map_or_else(String::new, |it| format!(" {it}"));
            // Between several players, the chapter on the board starts with it.
            let seats = self.seats_in_words(it.seats.value);
            let is_said = self.learned.contains(seats);
            let described = match (is_said, alike.is_empty() || !turned.is_empty()) {
                // The squares of each player speak for themselves.
                (false, _) if it.seats.value == Seats::Differ => "",
                (false, _) => seats,
                (true, false) => "Each square corresponds to one square of every other player.",
                (true, true) => "",
            };
            let described = format!("{described}{turned}{alike}").trim_start().to_owned();
            items.extend((!described.is_empty()).then_some(described));
        }
        // The learning part lists the squares that touch.
        let seams_fork = def.seams.iter().any(|it| it.1.forks.value == Forks::Yes);
        let is_said = !seams_fork && self.learned.contains("The blocks join along their edges");
        if def.patches.len() > 1 && !is_said {
            items.extend(self.joined_edges());
        }
        if !is_said
            && def.turn.as_ref().is_some_and(|it| it.value.patches.is_some())
            && def.seams.iter().any(|(_, it)| super::seams::seam(book, def, it).is_some())
        {
            items.push("The same joins are repeated, turned, for the other players.".to_owned());
        }
        if !self.is_ring() {
            items.extend(circles(&book.board));
        }
        if self.points_fork() {
            items.extend(forks(&book.board, &|it| self.is_open_to_lines(it)));
        }
        if self.pawn_path().is_none() {
            items.extend(turns(&book.board));
        }
        for (line, (_, written)) in book.lines.iter().zip(&def.lines) {
            let text = &self.learned;
            let steps = |it: &u16| Steps::of(book, |link| link.lines.contains(it));
            let Some(first) = line.instances.first().map(steps) else { continue };
            let is_named = text.contains(&format!("the {}", line.label));
            let says_where = first.location().is_some_and(|it| line.label.contains(&it.between));
            if !is_named || says_where || text.contains(&format!("The {} lies between", line.label)) {
                continue;
            }
            // A barrier along the line lists the same steps.
            if book.barriers.iter().any(|it| it.label == line.label) {
                continue;
            }
            let whose = if line.instances.len() > 1 { format!(" ({})", written.of.sentence()) } else { String::new() };
            if !first.are_many() {
                items.push(format!("{}{whose}: crossed by {}.", capital(&line.label), first.listed()));
            }
        }
        for zone in book.zones.iter().filter(|it| self.is_known_rank(it)) {
            if self.learned.contains(&zone.label) {
                let own = |(squares, seat): (&Vec<Square>, SeatId)| {
                    format!("{} {}", seat_title(book, seat), squares_text(&book.board, squares))
                };
                let all: Vec<String> = zone.squares.iter().zip(book.seat_ids()).map(own).collect();
                items.push(format!("{}: {}.", capital(&zone.label), all.join("; ")));
            }
        }
        items
    }

    /// Whether the sides of the players are alike. Armies of different pieces make examples for one player useless to another.
    pub(super) fn seats_in_words(&self, seats: Seats) -> &'static str {
        let army = |seat: SeatId| {
            let own = self.book.setup.iter().flatten().filter(|it| it.0 == seat);
            let mut kinds: Vec<u8> = own.map(|it| it.1.0).collect();
            kinds.compact_sort_by(Ord::cmp);
            kinds
        };
        match self.book.seat_ids().all(|it| army(it) == army(SeatId(0))) {
            false if seats == Seats::Alike => "The board looks the same from every seat, but the armies differ.",
            _ => seats.sentence(),
        }
    }

    /// A square that corresponds to a square of each other player: their first rook, or any other piece.
    fn squares_alike(&self) -> Option<String> {
        let book = self.book;
        let (_, kind, from) = *book.setup.iter().flatten().find(|it| it.0 == SeatId(0))?;
        let (first, others) = (seat_title(book, SeatId(0)), self.corresponding(&[from])?);
        let (label, from) = (&book.kinds[kind.index()].label, book.board.name(from));
        Some(format!("For example, {from}, where {first}'s {label} starts, corresponds to {others}."))
    }

    /// The squares that correspond to a square of the first player: `i9 for Red and d5 for Black`. Several are a move.
    pub(super) fn corresponding(&self, squares: &[Square]) -> Option<String> {
        let book = self.book;
        let symmetry = book.board.symmetry.as_ref()?;
        let for_seat = |of: Square, seat: SeatId| {
            // The first player in the order of play need not be the one to whom the symmetry is not applied.
            let mut at = of;
            for _ in 0..book.seats.first()?.symmetry {
                at = book.board.squares().find(|it| symmetry.squares.get(it.index()) == Some(&at))?;
            }
            for _ in 0..book.seats[seat.index()].symmetry {
                at = *symmetry.squares.get(at.index())?;
            }
            Some(book.board.name(at))
        };
        let alike = |seat: SeatId| {
            let names = squares.iter().map(|it| for_seat(*it, seat)).collect::<Option<Vec<&str>>>()?;
            Some(format!("{} for {}", names.join(" to "), seat_title(book, seat)))
        };
        Some(joined(&book.seat_ids().skip(1).map(alike).collect::<Option<Vec<String>>>()?, "and"))
    }

    /// The pairs of edges that are joined.
    pub(super) fn joined_edges(&self) -> Vec<String> {
        self.def.seams.iter().filter_map(|(_, it)| super::seams::seam(self.book, self.def, it)).collect()
    }

    /// Each player's pieces and the direction of their pawns.
    fn starting_position(&self) -> Vec<String> {
        let book = self.book;
        let mut items = Vec::new();
        if let Some(top) = self.def.top.as_ref().filter(|it| it.setup.value == SetupWord::None) {
            items.push(top.setup.sentence().to_owned());
        }
        for seat in book.seat_ids() {
            let pieces = self.army(seat);
            let is_directed = book.kinds.iter().any(|it| it.is_directed);
            let forward = super::lines::forward_example(book, seat).filter(|_| is_directed);
            let forward = forward.map_or_else(String::new, |(from, to)| format!(" Forward is from {from} to {to}."));
            if !pieces.is_empty() || !forward.is_empty() {
                items.push(format!("{}: {pieces}.{forward}", seat_title(book, seat)).replace(": .", ":"));
            }
        }
        items
    }

    /// A player's starting position: `king d1; pawns a2-h2`.
    fn army(&self, seat: SeatId) -> String {
        let book = self.book;
        let all = book.setup.as_deref().unwrap_or_default();
        let mut parts = Vec::new();
        for (at, kind) in book.kinds.iter().enumerate() {
            let squares: Vec<_> = all.iter().filter(|it| it.0 == seat && it.1.index() == at).map(|it| it.2).collect();
            if !squares.is_empty() {
                let pieces = if squares.len() == 1 { kind.label.clone() } else { plural(&kind.label) };
                parts.push(format!("{pieces} {}", squares_text(&book.board, &squares)));
            }
        }
        parts.join("; ")
    }

    /// The moves of the pieces that move as in chess; the learning part describes the others.
    fn moves(&self) -> Vec<String> {
        let mut items: Vec<String> = Vec::new();
        // Games for several players are for players of chess, who do not know these moves on hexagons.
        let is_said = self.book.seats.len() == 2 || self.book.board.cells() == Cells::Hex;
        let kinds = self.book.kinds.iter().filter(|it| is_said && self.is_as_in_chess(it));
        items.extend(kinds.map(|it| self.movement(it)));
        let jumps = |it: &&Kind| {
            let atoms = &it.movement.atoms;
            atoms.iter().any(|it| it.hop.is_some()) || leaps(it) && !atoms.iter().any(|it| it.lame)
        };
        let leapers = self.book.player_kinds().map(|it| it.1).filter(jumps);
        let leapers: Vec<String> = leapers.map(|it| plural(&it.label)).collect();
        let jump = match leapers.is_empty() {
            true => "No piece may jump over another piece.".to_owned(),
            false => {
                format!("Only {} may jump over other pieces{}.", joined(&leapers, "and"), self.but_not_over_barriers())
            }
        };
        let stays = match self.book.capture_without_moving {
            0 => "",
            _ => " If the piece captures without moving, it stays on its own square.",
        };
        let captures = |it: &Kind| it.movement.atoms.iter().any(|it| it.capture || it.en_passant);
        items.push(match self.book.player_kinds().any(|it| captures(it.1)) {
            true => {
                let partner = self.book.seat_ids().any(|it| self.book.spared_partners(it) != 0);
                let ally = self.book.alliance.as_ref().is_some_and(|it| it.captures == PartnerCaptures::Forbidden);
                // Each team has a rule of its own.
                let some = self.book.seat_ids().any(|it| {
                    let partners = self.book.teams.iter().any(|team| team.seats & it.bit() != 0);
                    partners && self.book.spared_partners(it) == 0
                });
                let (spared, another) = match (partner, ally) {
                    (true, _) if some => (" or of a partner that it may not capture", "any other"),
                    (true, _) => (" or of a partner", "any other"),
                    (_, true) => (" or of an ally", "any other"),
                    _ => ("", "another"),
                };
                format!(
                    "A piece may not move onto a square with a piece of the same player{spared}. A move onto a square with \
                     {another} player's piece captures that piece.{stays} {jump}"
                )
            }
            false => format!("Nothing is captured. A piece may move only onto an empty square. {jump}"),
        });
        items
    }

    /// Names the barriers over which no path of a leap may go: `, but not over a closed moat`.
    fn but_not_over_barriers(&self) -> String {
        let one = |made: &crate::rulebook::Barrier| {
            let written = &self.def.barriers.iter().find(|it| it.0.value == made.name)?.1.table;
            let first = if made.opens.is_empty() && made.starts_open { made.open } else { made.closed };
            let mut leapers = self.book.player_kinds().filter(|it| leaps(it.1));
            let stops = leapers.all(|it| self.is_stopped(it.1, made));
            let is_strict = stops && written.leaps.value == Leaps::AnyPath && !first.quiet && !first.capture;
            let closed = if made.opens.is_empty() { "" } else { "closed " };
            let article = if made.instances.len() == 1 { "the" } else { "a" };
            is_strict.then(|| format!("over {article} {closed}{}", made.label))
        };
        let all: Vec<String> = self.book.barriers.iter().filter_map(one).collect();
        if all.is_empty() { String::new() } else { format!(", but not {}", joined(&all, "or")) }
    }

    /// One entry for each rule that has details.
    fn rules_in_detail(&self) -> Vec<String> {
        let mut items = Vec::new();
        for made in &self.book.barriers {
            items.extend(self.barrier_steps(made).map(|it| format!("{}: {it}", capital(&plural_of(made)))));
            let checks = self.checks_after_crossing(made);
            items.extend(checks.map(|it| format!("{}: {it}", capital(&plural_of(made)))));
            let written = self.def.barriers.iter().find(|it| it.0.value == made.name).map(|it| &it.1.table);
            items.extend(written.into_iter().flat_map(|it| self.leaps_in_detail(made, it)));
        }
        items.extend(self.several_barriers());
        if self.castling_as_in_chess() && !self.book.castlings.is_empty() && self.book.seats.len() == 2 {
            items.extend(
                self.castling_conditions().map(|it| format!("Castling: {}{}", it[..1].to_lowercase(), &it[1..])),
            );
        }
        for ((_, it), made) in self.def.bans.iter().zip(&self.book.bans) {
            let details = self.ban_in_detail(it).into_iter();
            items.extend(details.map(|it| format!("{}: {it}", capital(&made.label))));
        }
        items.extend(self.closed_loop());
        let no_move = self.def.full_circle.as_ref().filter(|it| it.value.counts_as.value == CountsAs::NoMove);
        items.extend(no_move.map(|it| it.value.counts_as.value.sentence().to_owned()));
        if !self.def.promotions.iter().any(|it| it.1.choice.value == Choice::FromPool) {
            let pools = self.pools();
            items.extend((!pools.is_empty()).then(|| format!("Captured pieces: {pools}")));
        }
        items.extend(self.promotion_squares());
        if let Some(it) = self.def.check.as_ref().filter(|_| self.possible.check) {
            let mut text = Vec::new();
            if self.book.seats.len() == 2 && !self.possible.king_capture {
                text.push(self.spare_kings().unwrap_or_else(|| it.kings.sentence().to_owned()));
            }
            if self.book.seats.len() == 2 {
                text.push(it.pinned.sentence().to_owned());
            }
            items.extend((!text.is_empty()).then(|| format!("Check: {}", text.join(" "))));
        }
        // The table of endings has no room for it.
        if self.book.seats.len() > 2 {
            items.extend(self.answers_to_offers());
        }
        // The table of endings has room for one sentence.
        items.extend(self.dead_positions().filter(|it| it.contains(". ")).map(|it| format!("Dead position: {it}")));
        items
    }

    /// Which checks count after a move across a barrier, if no piece may be giving check then.
    fn checks_after_crossing(&self, made: &crate::rulebook::Barrier) -> Option<String> {
        // The rule of a barrier that opens gives another example.
        let only = made.closed;
        let limits = made.opens.is_empty() && (only.quiet || only.capture) && !only.give_check && self.possible.check;
        (limits && made.check_by == CheckBy::AnyPiece).then(|| {
            format!(
                "a move across {} is also illegal if the check is a discovered one, or if it was there before the move.",
                if made.instances.len() == 1 { format!("the {}", made.label) } else { a(&made.label) }
            )
        })
    }

    /// The names of the bans: `“Shield” or “Non-aggression”`.
    pub(super) fn bans_named(&self) -> String {
        named(self.book.bans.iter())
    }

    /// The exact steps of a barrier, unless the learning part gave them.
    fn barrier_steps(&self, made: &crate::rulebook::Barrier) -> Option<String> {
        let instance = |it: &u16| &self.book.barrier_instances[usize::from(*it)];
        let all = |it: &u16| Steps::of(self.book, |link| link.barriers.contains(it));
        // Only a forward step of a pawn that still has its first direction can meet such a barrier.
        let is_forward = |link: &Link| {
            let turns = self.book.board.headings;
            let ahead = |faces: u8| [faces + 1, faces + turns - 1].map(|it| it % turns).contains(&link.heading.0);
            self.book.seats.iter().any(|it| ahead(it.faces.0))
        };
        let only_captures = !made.unless.is_empty() && self.stops_only_captures(made);
        let steps = |it: &u16| match only_captures {
            true => Steps::of(self.book, |link| link.barriers.contains(it) && is_forward(link)),
            false => all(it),
        };
        let what = if only_captures { "captures" } else { "steps" };
        let closed = if made.opens.is_empty() { "" } else { "closed " };
        let place = made.instances.first().map(all)?.location();
        match made.instances.as_slice() {
            [only] => {
                place.filter(|it| !it.between.starts_with(char::is_lowercase) || it.on.is_some())?;
                Some(format!("the exact steps are {}.", steps(only).listed()))
            }
            all => {
                let each: Vec<String> =
                    all.iter().map(|it| format!("{}: {}", capital(&instance(it).label), steps(it).listed())).collect();
                let nothing_else = match only_captures {
                    true => format!(" {} affect no other moves.", capital(&plural(&made.label))),
                    false => String::new(),
                };
                let blocks = a(&format!("{closed}{}", made.label));
                let freed = self.freed_by(made).filter(|_| only_captures);
                let by = freed.as_deref().and_then(|it| it.strip_prefix(" until it has "));
                let written = self.def.barriers.iter().find(|it| it.0.value == made.name);
                let piece = written.and_then(|it| it.1.table.pieces.as_ref());
                let piece = piece.map_or_else(|| "piece".to_owned(), |it| kinds_or(self.book, it));
                let by = by.map_or_else(String::new, |it| format!(" by {} that has not {it}", a(&piece)));
                Some(format!("{blocks} blocks these {what}{by}. {}.{nothing_else}", each.join(". ")))
            }
        }
    }

    /// What a piece becomes on each square, if the square decides.
    fn promotion_squares(&self) -> Vec<String> {
        let mut items = Vec::new();
        for made in &self.book.promotions {
            let crate::rulebook::PromotionChoice::BySquare(by_seat) = &made.choice else { continue };
            for (seat, kinds) in self.book.seat_ids().zip(by_seat) {
                let one = |(kind, squares): &(crate::rulebook::KindId, Vec<Square>)| {
                    format!("{} on {}", self.book.kinds[kind.index()].label, squares_text(&self.book.board, squares))
                };
                let kinds: Vec<String> = kinds.iter().map(one).collect();
                items.push(format!("Promotion of {}: {}.", seat_title(self.book, seat), kinds.join("; ")));
            }
        }
        items
    }
}

/// How the symmetry maps each player's side to the next.
fn turn(it: &SymmetryTable) -> String {
    let described =
        [it.mirror.as_ref().map_or("", |it| it.sentence()), it.rotate.as_ref().map_or("", |it| it.sentence())];
    described.concat()
}

/// Names bans: `“Shield” or “Non-aggression”`. Bans with the same label are one.
pub(super) fn named<'a>(bans: impl Iterator<Item = &'a crate::rulebook::Ban>) -> String {
    let mut labels: Vec<String> = Vec::new();
    for it in bans {
        let label = format!("“{}”", capital(&it.label));
        if !labels.contains(&label) {
            labels.push(label);
        }
    }
    joined(&labels, "or")
}
