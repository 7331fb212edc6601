//! Parses X-FEN, field by field.
//!
//! Input: the words of a text. Output: the setup and the places of its parts in the [`PositionParser`], with all
//! errors. Does not know how a position is printed.

use super::super::PositionErrorKind as Reason;
use super::super::pieces::layout;
use super::super::read::PositionParser;
use super::super::scan::TextSlice;
use super::sfen::{promoted, usual_letters};
use super::{file_letter, is_outermost, is_right, obstacle, outer, rooks, victims};
use crate::board::Square;
use crate::notation::name::NameParts;
use crate::notation::{joined, seat_title};
use crate::rulebook::{KindId, SeatId};
use crate::rules::EnPassantRight;

impl<'a> PositionParser<'a> {
    /// Parses a whole X-FEN. Fields after the player to move may be left out.
    pub(in crate::notation::position) fn read_fen(&mut self, words: &[TextSlice<'a>]) {
        self.places.is_fen = true;
        let end = words.last().map_or(0, TextSlice::end);
        if let Some(reason) = obstacle(self.book()) {
            let book = self.book();
            let (seat, kind) = (&book.seats[0].letter, &book.kinds[0].letter);
            let square = book.board.name(Square(0));
            let help = format!("write the list form, which starts with `turn={seat} {seat}:{kind}{square}`");
            self.error(0..end, Reason::NoFen(reason), help);
            return;
        }
        self.read_fen_placement(words[0]);
        self.read_side(words.get(1).copied(), end);
        let rest = words.get(2..).unwrap_or_default();
        let is_number = |it: &TextSlice| it.text.bytes().all(|it| it.is_ascii_digit());
        // Many programs leave out castling and en passant in games that have neither: `w 0 1`.
        let rights = if rest.len() == 2 && rest.iter().all(is_number) { 0 } else { rest.len().min(2) };
        let (rights, counts) = rest.split_at(rights);
        if let Some(word) = rights.first() {
            self.places.keys.insert("castling".to_owned(), word.range());
            if word.text != "-" {
                self.read_fen_castling(*word);
            }
        }
        self.note_moved_pieces(rights.first().map_or("", |it| it.text));
        if let Some(word) = rights.get(1).filter(|it| it.text != "-") {
            self.read_passed_square(*word);
        }
        if let Some(word) = counts.first() {
            self.read_halfmoves(*word);
        }
        if let Some(word) = counts.get(1) {
            self.number(*word);
        }
        if let Some(word) = counts.get(2) {
            self.error(word.start..end, Reason::Trailing { last: "the number of the move" }, "leave it out");
        }
    }

    fn read_side(&mut self, word: Option<TextSlice>, end: usize) {
        let book = self.book();
        let [white, black] = [SeatId(0), SeatId(1)].map(|it| seat_title(book, it));
        let help = format!("write `w` ({white}) or `b` ({black}) after the placement");
        match word.map(|it| it.text) {
            Some("w") => self.setup.turn = SeatId(0),
            Some("b") => self.setup.turn = SeatId(1),
            Some(_) => {
                let (range, text) = word.map_or((0..0, String::new()), |it| (it.range(), it.quoted()));
                self.error(range, Reason::UnknownSide { text }, help);
            }
            None => self.error(end..end, Reason::NoTurn, help),
        }
        if let Some(word) = word {
            self.places.keys.insert("turn".to_owned(), word.range());
        }
    }

    pub(super) fn read_fen_placement(&mut self, placement: TextSlice) {
        for seat in &self.variant.rulebook().seats {
            self.places.seats.insert(seat.name.clone(), placement.range());
        }
        let ranks = layout(self.book()).swap_remove(0);
        let bracket = placement.text.find('[').filter(|_| self.book().has_hand());
        let (placement, pools) = match bracket {
            Some(at) => (placement.slice(0, at), Some(placement.slice(at, placement.text.len()))),
            None => (placement, None),
        };
        if let Some(pools) = pools {
            self.read_fen_pools(pools);
        }
        let rows = placement.split('/');
        if rows.len() != ranks.len() {
            let kind = Reason::RankCount { within: "the board", expected: ranks.len(), found: rows.len() };
            self.error(placement.range(), kind, "separate the ranks with `/`, the last rank first");
        }
        for (row, squares) in rows.iter().zip(&ranks) {
            self.read_fen_rank(*row, squares);
        }
    }

    /// Parses the pools in brackets: `[Pn]`, `[]` or `[-]`.
    fn read_fen_pools(&mut self, word: TextSlice) {
        let inner = word.text.trim_start_matches('[').trim_end_matches(']');
        if !word.text.ends_with(']') {
            let kind = Reason::OpenPools { text: word.quoted() };
            self.error(word.range(), kind, format!("end the pools with a bracket: `{}]`", word.text));
            return;
        }
        for (at, letter) in inner.char_indices().filter(|_| inner != "-") {
            let item = word.slice(at + 1, at + 1 + letter.len_utf8());
            let kind = self.kinds().find(|it| it.1.eq_ignore_ascii_case(item.text)).map(|it| it.0);
            let Some(kind) = kind else {
                let expected: Vec<String> = self.kinds().map(|it| it.1.to_ascii_uppercase()).collect();
                let kind = Reason::UnknownFenLetter { letter: item.quoted().chars().next().unwrap_or('?'), expected };
                self.error(item.range(), kind, "write only letters of pieces between the brackets");
                continue;
            };
            self.hold(SeatId(u8::from(letter.is_ascii_lowercase())), kind, 1, item);
        }
    }

    fn read_fen_rank(&mut self, row: TextSlice, squares: &[Square]) {
        let (mut at, mut from) = (0usize, 0usize);
        while let Some(letter) = row.text[from..].chars().next() {
            let rest = &row.text[from..];
            let digits = rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_digit()).len();
            // A promoted piece of shogi is a `+` and a letter.
            let after = rest.chars().nth(1).filter(|it| letter == '+' && it.is_ascii_alphabetic());
            let length = letter.len_utf8() + after.map_or(0, char::len_utf8);
            // Elsewhere, it is a letter and a `~`.
            let is_marked = digits == 0 && rest[length..].starts_with('~');
            let item = row.slice(from, from + digits.max(length + usize::from(is_marked)));
            let letter = after.unwrap_or(letter);
            from += item.text.len();
            if digits == 0 {
                self.read_fen_piece(item, letter, squares.get(at).copied());
                at = at.saturating_add(1);
                continue;
            }
            let run = item.text.parse::<usize>().unwrap_or(usize::MAX);
            if item.text.starts_with('0') {
                let help = format!("write a number from 1 to {}", squares.len());
                self.error(item.range(), Reason::BadRun { text: item.quoted() }, help);
            }
            at = at.saturating_add(run);
        }
        if at != squares.len() {
            let rank = squares.first().map_or("", |it| NameParts::of(self.book(), *it).rank);
            let kind = Reason::SquareCount { within: format!("rank {rank}"), expected: squares.len(), found: at };
            let help = "write a letter for each piece and a number for the empty squares between two pieces";
            self.error(row.range(), kind, help);
        }
    }

    fn read_fen_piece(&mut self, item: TextSlice, letter: char, square: Option<Square>) {
        if letter == '*' && self.book().blocker.is_some() {
            self.setup.blockers.extend(square);
            return;
        }
        let marked = item.text.strip_suffix('~');
        let plain = item.text.strip_prefix('+').or(marked).unwrap_or(item.text);
        let kind = self.kinds().find(|it| it.1.eq_ignore_ascii_case(plain)).map(|it| it.0);
        let kind = match (marked, plain.len() < item.text.len()) {
            (Some(letter), _) => self.marked_kind(letter),
            (None, true) => kind.and_then(|it| promoted(self.book(), it)),
            (None, false) => kind,
        };
        let Some(kind) = kind else {
            let usual = usual_letters(self.book());
            let letter_of = |(id, own): (KindId, &str)| match usual.get(id.index()) {
                Some(usual) if *usual != own => format!("{}~", usual.to_ascii_uppercase()),
                _ => own.to_ascii_uppercase(),
            };
            let expected: Vec<String> = self.kinds().map(letter_of).collect();
            let letters: Vec<String> = expected.iter().map(|it| format!("`{it}`")).collect();
            let [white, black] = [SeatId(0), SeatId(1)].map(|it| seat_title(self.book(), it));
            let help =
                format!("the letters are {}: uppercase for {white}, lowercase for {black}", joined(&letters, "and"));
            let kind = match item.quoted().chars().next() {
                Some('*') | None => Reason::Hole,
                Some(letter) => Reason::UnknownFenLetter { letter, expected },
            };
            self.error(item.range(), kind, help);
            return;
        };
        let seat = SeatId(u8::from(letter.is_ascii_lowercase()));
        // A rank that is too long is reported as a whole.
        if let Some(square) = square {
            self.put(seat, kind, square, None, item);
        }
    }

    /// Returns the kind that is written as a letter and `~`: a promoted piece that goes by the letter of another kind.
    fn marked_kind(&self, letter: &str) -> Option<KindId> {
        let usual = usual_letters(self.book());
        let mut kinds = self.kinds().zip(&usual).filter(|it| it.0.1 != *it.1);
        kinds.find(|it| it.1.eq_ignore_ascii_case(letter)).map(|it| it.0.0)
    }

    fn read_fen_castling(&mut self, word: TextSlice) {
        let mut seen = String::new();
        for (at, letter) in word.text.char_indices() {
            let item = word.slice(at, at + letter.len_utf8());
            if seen.contains(letter) {
                self.error(item.range(), Reason::Repeated { text: item.quoted() }, "leave one out");
                continue;
            }
            seen.push(letter);
            let seat = SeatId(u8::from(!letter.is_uppercase()));
            match self.castlings_of(seat, item) {
                Ok(bits) => self.setup.castling |= bits,
                Err((kind, help)) => self.error(item.range(), kind, help),
            }
        }
    }

    /// Returns the castlings that a letter stands for, or the reason why there are none, and advice.
    fn castlings_of(&self, seat: SeatId, item: TextSlice) -> Result<u64, (Reason, String)> {
        let (book, setup) = (self.book(), &self.setup);
        let player = seat_title(book, seat);
        let written = item.quoted().chars().next().unwrap_or_default();
        let letter = written.to_ascii_lowercase();
        let case = |it: char| if seat.0 == 0 { it.to_ascii_uppercase() } else { it };
        if let Some(gate) = self.gate_of(seat, letter) {
            return gate;
        }
        let rooks = rooks(book, seat);
        let by_file =
            |it: &Square| format!("`{}` for the rook on {}", case(file_letter(book, *it)), book.board.name(*it));
        let ways = || match rooks.is_empty() {
            true => "write `-`, or the rights of the other player only".to_owned(),
            false => {
                let ways: Vec<String> = rooks.iter().map(|it| by_file(&it.0)).collect();
                format!("write {}", joined(&ways, "or"))
            }
        };
        if !matches!(letter, 'k' | 'q') {
            let found = rooks.iter().find(|it| file_letter(book, it.0) == letter);
            let kind = || Reason::NoRookOnFile { letter: written, player };
            return found.map(|it| it.1).ok_or_else(|| (kind(), ways()));
        }
        let mut sided = rooks.iter().filter(|it| is_right(book, seat, it.0) == (letter == 'k'));
        let found = sided.clone().find(|it| is_outermost(book, setup, seat, it.0));
        match (found, sided.next()) {
            (Some((_, bits)), _) => Ok(*bits),
            (None, Some((rook, _))) => {
                let square = outer(book, setup, seat, *rook).map_or("", |it| book.board.name(it)).to_owned();
                Err((Reason::OtherRook { letter: written, player, square }, format!("write {}", by_file(rook))))
            }
            (None, None) => Err((Reason::NoCastlingSide { letter: written, player }, ways())),
        }
    }

    fn read_passed_square(&mut self, word: TextSlice) {
        let Some(target) = self.square(word) else { return };
        let owner = SeatId(1 - self.setup.turn.0);
        let name = seat_title(self.book(), owner);
        match victims(&self.variant, &self.setup.pieces, owner, target)[..] {
            [victim] => self.setup.en_passant.push(EnPassantRight { target, victim, owner, age: 0 }),
            [] => {
                let help = "write the square that the piece passed in the last move, or `-`";
                self.error(word.range(), Reason::NoDoubleStep { player: name, square: word.quoted() }, help);
            }
            _ => {
                let kind = Reason::SeveralDoubleSteps { player: name, square: word.quoted() };
                self.error(word.range(), kind, "write the list form, where `ep=` names the piece, too");
            }
        }
    }
}
