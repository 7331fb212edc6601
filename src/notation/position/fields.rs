//! Parses the values of fields: rights, barriers, pools, points, clocks.
//!
//! Input: the text after `KEY=`. Output: the values in the setup, or errors. Does not know the order of fields.

use super::PositionErrorKind as Reason;
use super::read::PositionParser;
use super::scan::TextSlice;
use crate::notation::joined;
use crate::notation::name::near;
use crate::rulebook::{KindId, SeatId, SeatSet};
use crate::rules::{EnPassantRight, SetupError};
use crate::sorting::CompactSort;

/// The order of play after an odd number of reversals.
pub(super) const REVERSED: &str = "reversed";
/// An extra turn; the player who plays after it follows.
pub(super) const EXTRA_TURN: &str = "extra-before-";
/// A turn of an eliminated player, which an heir plays; the eliminated player follows.
pub(super) const INHERITED_TURN: &str = "for-";
/// A turn that an extra turn has delayed.
pub(super) const DELAYED: &str = "delayed";

const LARGEST: u32 = 1_000_000;

impl PositionParser<'_> {
    /// Parses a value; `-` means empty.
    pub(super) fn read_value(&mut self, key: &str, value: TextSlice) {
        if value.text.is_empty() {
            self.error(
                value.start - 1..value.end(),
                Reason::NoValue { key: key.to_owned() },
                "write `-` for an empty field, or leave it out",
            );
            return;
        }
        let is_none = value.text == "-";
        match key {
            "turn" => {
                if let Some(seat) = self.seat(value) {
                    self.setup.turn = seat;
                }
            }
            "out" => self.setup.out = if is_none { 0 } else { self.seat_set(value) },
            "living" => {
                let all = self.book().seat_ids().fold(0, |set, seat| set | seat.bit());
                self.setup.out = all & !if is_none { 0 } else { self.seat_set(value) };
            }
            "halfmoves" if is_none => {}
            "halfmoves" => self.read_halfmoves(value),
            "open" => self.read_open(value, is_none),
            _ if is_none => {}
            "castling" => self.read_castling(value),
            "ep" => self.read_en_passant(value),
            "captured" => self.read_captured(value),
            "lost" => {
                for (seat, item) in self.groups(value) {
                    if let Some(number) = self.number_up_to(item, u16::MAX.into()) {
                        self.setup.lost[seat.index()] = number as i32;
                    }
                }
            }
            "score" => {
                for (seat, item) in self.groups(value) {
                    match item.text.parse().ok() {
                        Some(points) => self.setup.scores[seat.index()] = points,
                        None => {
                            let kind = Reason::BadPoints { text: item.quoted() };
                            self.error(item.range(), kind, "write 1, 0.5, 1/3 or 0");
                        }
                    }
                }
            }
            "counters" => self.read_counters(value),
            "order" => value.split(',').into_iter().for_each(|it| self.read_order(it)),
            "frozen" => {
                self.setup.frozen = self.seat_set(value);
                if !self.book().freezes() {
                    let help = "no outcome of this rulebook freezes a player; write `out` for eliminated players";
                    self.error(value.range(), Reason::BadFrozen { text: value.quoted() }, help);
                }
            }
            "allies" => self.read_allies(value),
            "heirs" => self.read_heirs(value),
            "blockers" => {
                for item in value.split(',') {
                    let square = self.square(item);
                    self.setup.blockers.extend(square);
                }
            }
            "over" => self.read_over(value),
            _ => unreachable!("the keys are a closed list"),
        }
    }

    /// Parses what is unusual about the order of play.
    fn read_order(&mut self, item: TextSlice) {
        let (reverses, has_extra_turns) = (self.book().reverses(), self.book().has_extra_turns());
        let inherited = item.text.strip_prefix(INHERITED_TURN).filter(|_| self.book().inherits_turns());
        if let Some(seat) = inherited {
            self.setup.inherited_turn = self.seat(TextSlice { text: seat, start: item.start + INHERITED_TURN.len() });
            return;
        }
        match item.text.strip_prefix(EXTRA_TURN) {
            _ if item.text == REVERSED && reverses => self.setup.reversed = true,
            _ if item.text == DELAYED && has_extra_turns => self.setup.delayed = true,
            Some(seat) if has_extra_turns => {
                self.setup.extra_turn = self.seat(TextSlice { text: seat, start: item.start + EXTRA_TURN.len() });
            }
            _ => {
                let help = match (reverses, has_extra_turns) {
                    (false, false) if self.book().inherits_turns() => {
                        "write `for-` with the letter of the eliminated player whose turn it is, or leave it out"
                    }
                    (true, false) => "write `order=reversed`, or leave it out",
                    (false, false) => "this rulebook never changes the order of play; leave it out",
                    (false, true) => "write `extra-before-` with the letter of a player, or `delayed`, or leave it out",
                    (true, true) => "write `reversed`, `extra-before-` with the letter of a player, or `delayed`",
                };
                self.error(item.range(), Reason::BadOrder { text: item.quoted() }, help);
            }
        }
    }

    /// Parses alliances such as `w+r`.
    fn read_allies(&mut self, value: TextSlice) {
        if self.book().alliance.is_none() {
            self.error(
                value.range(),
                Reason::BadAllies { text: value.quoted() },
                "this rulebook has no alliances; leave it out",
            );
            return;
        }
        for item in value.split(',') {
            let Some((one, other)) = item.cut('+') else {
                self.error(item.range(), Reason::BadAllies { text: item.quoted() }, "write two players, as in `w+r`");
                continue;
            };
            if let (Some(one), Some(other)) = (self.seat(one), self.seat(other)) {
                if one == other || self.setup.out & (one.bit() | other.bit()) != 0 {
                    let help = "allies are two different players who are still in the game";
                    self.error(item.range(), Reason::BadAllies { text: item.quoted() }, help);
                    continue;
                }
                self.setup.allies[one.index()] |= other.bit();
                self.setup.allies[other.index()] |= one.bit();
            }
        }
    }

    /// Parses the players who inherit turns, such as `b:w`: White plays Black's turns.
    fn read_heirs(&mut self, value: TextSlice) {
        if !self.book().inherits_turns() {
            let help = "no turns are inherited in this rulebook; leave it out";
            self.error(value.range(), Reason::BadHeir { text: value.quoted() }, help);
            return;
        }
        for (seat, item) in self.groups(value) {
            if let Some(heir) = self.seat(item) {
                self.setup.heirs[seat.index()] = Some(heir);
            }
        }
    }

    /// Parses groups such as `w:a,b;r:c` or `w:a,r:b`: items, each with its seat.
    fn groups<'t>(&mut self, value: TextSlice<'t>) -> Vec<(SeatId, TextSlice<'t>)> {
        let mut items = Vec::new();
        for group in value.split(';') {
            let mut seat: Option<Option<SeatId>> = None;
            for item in group.split(',') {
                let item = match item.cut(':') {
                    Some((letter, rest)) => {
                        seat = Some(self.seat(letter));
                        rest
                    }
                    None => item,
                };
                match seat {
                    Some(Some(id)) => items.push((id, item)),
                    // The seat is invalid, which was already reported.
                    Some(None) => {}
                    None => self.error(
                        item.range(),
                        Reason::NoPlayer { text: item.quoted() },
                        "write the seat first, as `w:...`",
                    ),
                }
            }
        }
        items
    }

    fn seat_set(&mut self, value: TextSlice) -> SeatSet {
        let seats: Vec<Option<SeatId>> = value.split(',').into_iter().map(|it| self.seat(it)).collect();
        seats.into_iter().flatten().fold(0, |set, seat| set | seat.bit())
    }

    pub(super) fn number(&mut self, item: TextSlice) -> Option<u32> {
        self.number_up_to(item, LARGEST)
    }

    /// Reads a number. The halfmove clock and the lost values have 16 bits in a state.
    pub(super) fn number_up_to(&mut self, item: TextSlice, max: u32) -> Option<u32> {
        let digits = !item.text.is_empty() && item.text.bytes().all(|it| it.is_ascii_digit());
        let number = item.text.parse::<u32>().ok().filter(|it| digits && *it <= max);
        if number.is_none() {
            self.error(item.range(), Reason::BadNumber { text: item.quoted(), max }, "");
        }
        number
    }

    /// Reads the halfmove clock.
    pub(super) fn read_halfmoves(&mut self, value: TextSlice) {
        self.setup.quiet = self.number_up_to(value, u16::MAX.into()).unwrap_or_default();
    }

    fn read_open(&mut self, value: TextSlice, is_none: bool) {
        self.setup.open = 0;
        if is_none {
            return;
        }
        for item in value.split(',') {
            let variant = self.variant.clone();
            let instances = &variant.rulebook().barrier_instances;
            match instances.iter().find(|it| it.name == item.text) {
                Some(instance) => match instance.state_bit {
                    Some(bit) => self.setup.open |= 1 << bit,
                    None => {
                        self.error(item.range(), Reason::ClosedBarrier { name: item.quoted() }, "leave it out");
                    }
                },
                None => {
                    let names = instances.iter().filter(|it| it.state_bit.is_some()).map(|it| it.name.as_str());
                    let help = match (near(item.text, names.clone()), names.clone().next()) {
                        (Some(word), _) => format!("did you mean `{word}`?"),
                        (None, Some(_)) => {
                            format!("the barriers are {}", joined(&names.clone().collect::<Vec<_>>(), "and"))
                        }
                        (None, None) => "this variant has no barrier that opens".to_owned(),
                    };
                    let expected = names.map(str::to_owned).collect();
                    self.error(item.range(), Reason::UnknownBarrier { name: item.quoted(), expected }, help);
                }
            }
        }
    }

    fn read_castling(&mut self, value: TextSlice) {
        for (seat, item) in self.groups(value) {
            let mut bits = 0u64;
            let square = self.exact_square(item.text);
            for (index, castling) in self.book().castlings.iter().enumerate().filter(|(_, it)| it.seat == seat) {
                if castling.name == item.text || square == Some(castling.rook.0) {
                    bits |= 1 << index;
                }
            }
            if bits == 0 {
                let book = self.book();
                let own = book.castlings.iter().filter(|it| it.seat == seat);
                let expected = own.clone().map(|it| book.board.name(it.rook.0).to_owned()).collect();
                let ways: Vec<String> =
                    own.map(|it| format!("`{}` ({})", book.board.name(it.rook.0), it.name)).collect();
                let who = crate::notation::seat_title(book, seat);
                let help = match ways.is_empty() {
                    true => format!("{who} cannot castle in this game"),
                    false => format!("{who} castles with the rook on {}", joined(&ways, "or")),
                };
                self.error(item.range(), Reason::UnknownCastling { text: item.quoted(), expected }, help);
            }
            self.setup.castling |= bits;
        }
    }

    fn read_en_passant(&mut self, value: TextSlice) {
        // Groups may be separated by `;`, as in `castling=` and `captured=`.
        let items = value.split(';').into_iter().flat_map(|it| it.split(','));
        for item in items {
            let parts = item.split(':');
            if parts.len() != 3 && parts.len() != 4 {
                let example = self.passing_example(&parts);
                let help =
                    format!("write SQUARE PASSED:PIECE'S SQUARE:OWNER, as in `{example}`; you can add :PLIES SINCE");
                self.error(item.range(), Reason::BadEnPassant { text: item.quoted() }, help);
                continue;
            }
            let (target, victim, owner) = (self.square(parts[0]), self.square(parts[1]), self.seat(parts[2]));
            let age = match parts.get(3) {
                None => Some(None),
                Some(age) => match age.text.parse::<u8>() {
                    Ok(number) if number > 0 && !age.text.starts_with('+') => Some(Some(number)),
                    _ => {
                        self.error(
                            age.range(),
                            Reason::BadAge { text: age.quoted() },
                            "write 1 if the next player has the right",
                        );
                        None
                    }
                },
            };
            if let (Some(target), Some(victim), Some(owner), Some(age)) = (target, victim, owner, age) {
                if self.setup.en_passant.iter().any(|it| it.owner == owner) {
                    let error = SetupError::ManyPassingPieces { seat: self.book().seats[owner.index()].name.clone() };
                    let help = "keep the right of the player's last double step";
                    self.error(item.range(), error.into(), help);
                    continue;
                }
                // A missing age depends on the player to move, so it is 0 until everything is parsed.
                self.setup.en_passant.push(EnPassantRight { target, victim, owner, age: age.unwrap_or(0) });
            }
        }
    }

    /// Returns the right that an incomplete one probably means: that of the only piece that can have passed its square.
    fn passing_example(&self, parts: &[TextSlice]) -> String {
        let book = self.book();
        let target = self.exact_square(parts[0].text);
        let may_pass = |it: &&(crate::board::Square, crate::rules::Piece)| {
            let passes = book.double_step.as_ref().is_some_and(|rule| rule.pieces >> it.1.kind.0 & 1 != 0);
            let ahead = book.seats.get(it.1.seat.index()).map(|it| it.faces);
            let mut steps = target.into_iter().zip(ahead).flat_map(|(from, ahead)| book.board.steps(from, ahead));
            passes && steps.any(|step| step.0 == it.0)
        };
        let mut found = self.setup.pieces.iter().filter(may_pass);
        match (found.next(), found.next()) {
            (Some((at, piece)), None) => {
                format!("{}:{}:{}", parts[0].text, book.board.name(*at), book.seats[piece.seat.index()].letter)
            }
            _ => "e3:e4:w".to_owned(),
        }
    }

    /// Fills in the ages that were left out.
    pub(super) fn complete_en_passant(&mut self) {
        let seats = self.book().seats.len() as u8;
        let (turn, out) = (self.setup.turn, self.setup.out);
        for right in self.setup.en_passant.iter_mut().filter(|it| it.age == 0) {
            right.age = usual_age(seats, right.owner, turn, out);
        }
        self.setup.en_passant.compact_sort_by_key(|it| (it.owner, it.target, it.victim));
    }

    fn read_captured(&mut self, value: TextSlice) {
        if !self.book().has_pool {
            self.error(value.range(), Reason::NoPool, "leave `captured=` out");
            return;
        }
        for (seat, item) in self.groups(value) {
            let found = self.kinds().find(|(_, letter)| *letter == item.text).map(|it| it.0);
            match found {
                Some(kind) => self.hold(seat, kind, 1, item),
                None => {
                    let expected = self.letters();
                    let help = format!("the letters of the pieces are {}", expected.join(", "));
                    self.error(item.range(), Reason::UnknownLetter { letter: item.quoted(), expected }, help);
                }
            }
        }
    }

    /// Adds pieces to the pool of a player, or explains why it cannot have them.
    pub(super) fn hold(&mut self, seat: SeatId, kind: KindId, count: u8, item: TextSlice) {
        if self.book().pool_pieces >> kind.0 & 1 == 0 {
            let piece = self.book().kinds[kind.index()].label.clone();
            self.error(item.range(), Reason::NotInPool { piece }, "leave it out");
            return;
        }
        let held = self.setup.pool.get_mut(seat.index()).and_then(|it| it.get_mut(kind.index()));
        let Some(held) = held else { return };
        match held.checked_add(count) {
            Some(more) => *held = more,
            None => self.error(item.range(), Reason::FullPool, ""),
        }
    }

    /// Parses counters such as `w:checks:2`.
    fn read_counters(&mut self, value: TextSlice) {
        for (seat, item) in self.groups(value) {
            let (name, number) = item.cut(':').unwrap_or((item, item));
            let expected: Vec<String> = self.book().counters.iter().map(|it| it.name.clone()).collect();
            let Some(index) = expected.iter().position(|it| it == name.text) else {
                let help = match expected.is_empty() {
                    true => "this rulebook has no counters".to_owned(),
                    false => format!("write SEAT:COUNTER:VALUE; the counters are {}", expected.join(", ")),
                };
                self.error(name.range(), Reason::UnknownCounter { name: name.quoted(), expected }, help);
                continue;
            };
            if let Some(number) = self.number_up_to(number, u8::MAX.into()) {
                self.setup.counters[seat.index()][index] = number as u8;
            }
        }
    }
}

/// Returns the default age of an en passant right: turns of remaining players since then, including the next one.
pub(super) fn usual_age(seats: u8, owner: SeatId, turn: SeatId, out: SeatSet) -> u8 {
    let mut age = 0;
    for step in 1..=seats {
        let seat = SeatId(((u16::from(owner.0) + u16::from(step)) % u16::from(seats)) as u8);
        age += u8::from(out & seat.bit() == 0 || seat == turn);
        if seat == turn {
            break;
        }
    }
    age
}
