//! Positions in SFEN, the notation of shogi programs: `PLACEMENT SIDE HANDS NUMBER`.
//!
//! Input: the words of a text, or a [`Position`]. Output: the setup with the places of its parts, or one line of text.
//! SFEN fits the rulebooks that X-FEN fits, if pieces are dropped. A promoted piece is a `+` and the letter of the
//! piece that it changes back to when it is captured. `b` and uppercase letters mean the first player in turn order.
//! Does not know files, terminals and rules.

use super::super::PositionErrorKind as Reason;
use super::super::pieces::{layout, marks};
use super::super::read::PositionParser;
use super::super::scan::TextSlice;
use super::{FenObstacle, NoFen, counted, has_unusual_order, obstacle};
use crate::notation::name::kind_letter;
use crate::notation::seat_title;
use crate::rulebook::{KindId, PromotionChoice, Rulebook, SeatId};
use crate::rules::{Position, Setup};
use crate::sorting::CompactSort;

/// Reports whether a text is SFEN: it starts with the word `sfen`, or it has a side, hands and a number.
pub(in crate::notation::position) fn is_sfen(book: &Rulebook, words: &[TextSlice]) -> bool {
    let is_number = |it: &TextSlice| it.text.bytes().all(|it| it.is_ascii_digit());
    let is_side = |it: &TextSlice| matches!(it.text, "b" | "w");
    match words {
        [first, ..] if first.text == "sfen" => true,
        [placement, side, _, number] => {
            let is_placement = placement.text.contains('/') && !placement.text.contains(['[', ':', '=']);
            !book.drops.is_empty() && is_placement && is_side(side) && is_number(number)
        }
        _ => false,
    }
}

/// Returns the reason why positions of a rulebook cannot be written in SFEN; `None` if they can.
fn misfit(book: &Rulebook) -> Option<FenObstacle> {
    let has_rights = !book.castlings.is_empty() || book.en_passant.is_some();
    let no_drops = book.drops.is_empty().then_some(FenObstacle::NoDrops);
    obstacle(book).or(no_drops).or(has_rights.then_some(FenObstacle::Rights))
}

/// Returns the kind that a promoted piece changes back to when it is captured.
fn base(book: &Rulebook, kind: KindId) -> Option<KindId> {
    let base = book.kinds[kind.index()].captured_as;
    (base != kind).then_some(base)
}

/// Returns the kind that is written as `+` and a letter, if there is exactly one.
pub(super) fn promoted(book: &Rulebook, of: KindId) -> Option<KindId> {
    let mut kinds = (0..book.kinds.len()).map(|it| KindId(it as u8)).filter(|it| base(book, *it) == Some(of));
    kinds.next().filter(|_| kinds.next().is_none())
}

/// Reports whether programs know a kind as the promoted form of another one, by a `+`: SFEN fits the rulebook, and no
/// other kind has the same base. Pieces that promote to one of several kinds are known by letters.
pub(crate) fn is_promoted_form(book: &Rulebook, kind: KindId) -> bool {
    misfit(book).is_none() && base(book, kind).is_some_and(|it| promoted(book, it) == Some(kind))
}

/// Returns the letters by which moves and FEN name the kinds; empty if each goes by its own.
///
/// A kind that changes into another one when it is captured, as a promoted queen does into a pawn, goes by the letter of
/// the kind that moves like it. It keeps its own letter if several kinds would share one, if pieces promote to the other
/// kind, too, or where programs write a promoted piece with a `+`.
pub(crate) fn usual_letters(book: &Rulebook) -> Vec<&str> {
    let ids = || (0..book.kinds.len()).map(|it| KindId(it as u8));
    let changes = |it: KindId| book.kinds[it.index()].captured_as != it;
    if !ids().any(changes) {
        return Vec::new();
    }
    let usual = |id: KindId| {
        let kind = &book.kinds[id.index()];
        let is_usual = |it: &KindId| {
            let other = &book.kinds[it.index()];
            !changes(*it) && other.movement == kind.movement && other.role == kind.role
        };
        let goes_by_own = !changes(id) || is_promoted_form(book, id);
        if goes_by_own { None } else { ids().find(is_usual) }
    };
    let usual: Vec<Option<KindId>> = ids().map(usual).collect();
    let promoted = book.promotions.iter().fold(book.named_promotions(), |set, it| match it.choice {
        PromotionChoice::FromPool { pieces, .. } => set | pieces,
        _ => set | it.choice.named(),
    });
    let is_shared =
        |it: KindId| promoted >> it.0 & 1 != 0 || usual.iter().filter(|other| **other == Some(it)).count() > 1;
    let own_or_usual = |(id, it): (KindId, &Option<KindId>)| it.filter(|it| !is_shared(*it)).unwrap_or(id);
    ids().zip(&usual).map(|it| kind_letter(book, own_or_usual(it))).collect()
}

/// Prints the SFEN of a position. It reads back as the same position unless the game is over, but without the halfmove
/// clock, which SFEN does not have.
///
/// ```
/// use threefold::notation::position::print_sfen;
///
/// let shogi = threefold::load("shogi")?.variant;
/// let sfen = "4k4/9/9/9/4+P4/9/9/9/4K4 w R2p 1";
/// assert_eq!(print_sfen(&threefold::parse_position(&shogi, sfen)?)?, sfen);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the rulebook or the position has something that SFEN cannot express.
pub fn print_sfen(position: &Position) -> Result<String, NoFen> {
    let (variant, setup) = (position.variant(), position.setup());
    let book = variant.rulebook();
    if let Some(reason) = misfit(book) {
        return Err(NoFen(reason));
    }
    if let Some(seat) = book.seat_ids().find(|it| setup.out & it.bit() != 0) {
        return Err(FenObstacle::Eliminated { player: seat_title(book, seat) }.into());
    }
    if has_unusual_order(&setup) {
        return Err(FenObstacle::Order.into());
    }
    if let Some(reason) = counted(book, &setup) {
        return Err(reason.into());
    }
    let mut ranks = Vec::new();
    for squares in &layout(book)[0] {
        let mut items = Vec::new();
        for square in squares {
            let Some((_, piece)) = setup.pieces.iter().find(|it| it.0 == *square) else {
                items.push(String::new());
                continue;
            };
            if let Some(mark) = marks(variant, *square, piece).first() {
                let name = book.kinds[piece.kind.index()].label.clone();
                let (square, mark) = (book.board.name(*square).to_owned(), mark.clone());
                return Err(FenObstacle::MarkedPiece { piece: name, square, mark }.into());
            }
            items.push(letter(book, piece.seat, piece.kind));
        }
        ranks.push(joined_rank(&items));
    }
    let side = if setup.turn.0 == 0 { "b" } else { "w" };
    Ok(format!("{} {side} {} 1", ranks.join("/"), hands(book, &setup)))
}

/// Joins the squares of a rank; an empty text is an empty square.
fn joined_rank(items: &[String]) -> String {
    let (mut out, mut run) = (String::new(), 0);
    for item in items {
        if item.is_empty() {
            run += 1;
            continue;
        }
        if run > 0 {
            out.push_str(&run.to_string());
        }
        run = 0;
        out.push_str(item);
    }
    if run > 0 { out + &run.to_string() } else { out }
}

/// Returns the letter of a piece in the case of its player.
pub(super) fn letter(book: &Rulebook, seat: SeatId, kind: KindId) -> String {
    let plain = |it: KindId| {
        let letter = &book.kinds[it.index()].letter;
        if seat.0 == 0 { letter.to_ascii_uppercase() } else { letter.to_ascii_lowercase() }
    };
    let base = base(book, kind).filter(|it| promoted(book, *it) == Some(kind));
    base.map_or_else(|| plain(kind), |it| format!("+{}", plain(it)))
}

/// Prints the hands, `R2p`: pieces of high value first, as is usual; `-` if there are none.
fn hands(book: &Rulebook, setup: &Setup) -> String {
    let mut order: Vec<usize> = (0..book.kinds.len()).collect();
    order.compact_sort_by_key(|it| std::cmp::Reverse(book.kinds[*it].value));
    let mut out = String::new();
    for (seat, pool) in setup.pool.iter().enumerate() {
        for kind in &order {
            let letter = letter(book, SeatId(seat as u8), KindId(*kind as u8));
            match pool.get(*kind).copied().unwrap_or(0) {
                0 => {}
                1 => out.push_str(&letter),
                count => out.push_str(&format!("{count}{letter}")),
            }
        }
    }
    if out.is_empty() { "-".to_owned() } else { out }
}

impl<'a> PositionParser<'a> {
    /// Parses a whole SFEN. Every field after the player to move may be left out.
    pub(in crate::notation::position) fn read_sfen(&mut self, words: &[TextSlice<'a>]) {
        let words = if words[0].text == "sfen" { &words[1..] } else { words };
        self.places.is_fen = true;
        let end = words.last().map_or(4, TextSlice::end);
        if let Some(reason) = misfit(self.book()) {
            self.error(0..end, Reason::NoFen(reason), "write the list form, which names each square");
            return;
        }
        let Some(placement) = words.first() else {
            self.error(end..end, Reason::Empty, "write the placement, the side, the hands and a number after `sfen`");
            return;
        };
        self.read_fen_placement(*placement);
        let [first, second] = [SeatId(0), SeatId(1)].map(|it| seat_title(self.book(), it));
        let help = format!("write `b` ({first}) or `w` ({second}) after the placement");
        match words.get(1) {
            Some(word) if matches!(word.text, "b" | "w") => self.setup.turn = SeatId(u8::from(word.text == "w")),
            Some(word) => self.error(word.range(), Reason::UnknownSide { text: word.quoted() }, help),
            None => self.error(end..end, Reason::NoTurn, help),
        }
        if let Some(word) = words.get(1) {
            self.places.keys.insert("turn".to_owned(), word.range());
        }
        if let Some(word) = words.get(2).filter(|it| it.text != "-") {
            self.read_hands(*word);
        }
        if let Some(word) = words.get(3) {
            self.number(*word);
        }
        if let Some(word) = words.get(4) {
            self.error(word.start..end, Reason::Trailing { last: "the number of the move" }, "leave it out");
        }
    }

    /// Parses the hands: `R2p`.
    fn read_hands(&mut self, word: TextSlice) {
        let mut from = 0;
        while let Some(first) = word.text[from..].chars().next() {
            let rest = &word.text[from..];
            let digits = rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_digit()).len();
            let letter = rest[digits..].chars().next();
            let item = word.slice(from, from + digits + letter.map_or(0, char::len_utf8));
            from += item.text.len().max(first.len_utf8());
            let name = letter.map(|it| it.to_string()).unwrap_or_default();
            let kind = self.kinds().find(|it| it.1.eq_ignore_ascii_case(&name)).map(|it| it.0);
            let count = if digits == 0 { Ok(1) } else { item.text[..digits].parse::<u8>() };
            let (kind, count) = match (kind, count) {
                (Some(kind), Ok(count @ 1..)) => (kind, count),
                (Some(_), _) => {
                    self.error(item.range(), Reason::BadRun { text: item.quoted() }, "write a number from 1 to 255");
                    continue;
                }
                (None, _) => {
                    let expected: Vec<String> = self.kinds().map(|it| it.1.to_ascii_uppercase()).collect();
                    let letter = item.quoted().chars().last().unwrap_or('?');
                    let help = "write a number and a letter for each kind of piece in a hand, or `-`";
                    self.error(item.range(), Reason::UnknownFenLetter { letter, expected }, help);
                    continue;
                }
            };
            let seat = SeatId(u8::from(letter.is_some_and(|it| it.is_ascii_lowercase())));
            self.hold(seat, kind, count, item);
        }
    }
}
