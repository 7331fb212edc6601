//! Prints positions: the canonical line, the short list form, and any setup.
//!
//! Input: a [`Position`] or a [`Setup`]. Output: one line that reads back as the same. Does not validate anything.

use super::fields::{DELAYED, EXTRA_TURN, INHERITED_TURN, REVERSED, usual_age};
use super::pieces::{layout, marks};
use super::read::{canonical, opened_from_the_start};
use crate::board::Square;
use crate::notation::name::{kind_letter, seat_letter};
use crate::notation::sentence::ending_event;
use crate::policy::MaterialCount;
use crate::rulebook::{PositionTest, Rulebook, SeatId};
use crate::rules::{Ending, EndingCause, Piece, Position, Setup, Variant};
use crate::sorting::CompactSort;

/// Prints the canonical text of a position.
///
/// [`notation`](crate::notation) has an example.
pub fn print(position: &Position) -> String {
    print_setup(position.variant(), &position.setup())
}

/// Returns the name of a variant as a single word.
pub(super) fn slug(variant: &Variant) -> String {
    let slug: String = variant.slug().chars().map(|it| if it.is_whitespace() { '-' } else { it }).collect();
    if slug.is_empty() { "-".to_owned() } else { slug }
}

/// Prints the canonical text of a setup, even of one that [`Position::new`] would refuse. In that case, `?` stands for
/// what the variant does not have, and pieces outside the board are left out.
pub fn print_setup(variant: &Variant, setup: &Setup) -> String {
    let book = variant.rulebook();
    let mut out = format!("threefold/1 {} ", slug(variant));
    let patches: Vec<String> = layout(book).iter().map(|ranks| patch(variant, setup, ranks)).collect();
    out.push_str(&patches.join("|"));
    for key in canonical(book) {
        out.push_str(&format!(" {key}={}", canonical_field(book, setup, key)));
    }
    out
}

/// Returns the names of the fields of the canonical text, in order.
pub(crate) fn canonical_keys(book: &Rulebook) -> Vec<&'static str> {
    canonical(book)
}

/// Prints one field of the canonical text; `-` if it is empty.
pub(crate) fn canonical_field(book: &Rulebook, setup: &Setup, key: &str) -> String {
    let value = match key {
        "turn" => seat_letter(book, setup.turn).to_owned(),
        "living" => seats(book, |seat| setup.out & seat.bit() == 0),
        "castling" => castling(book, setup),
        "ep" => en_passant(book, setup, true),
        "open" => open(book, setup.open),
        "captured" => captured(book, setup),
        "lost" => by_seat(book, |seat| setup.lost.get(seat.index()).filter(|it| **it != 0).map(|it| it.to_string())),
        "score" => score(book, setup),
        "halfmoves" => setup.quiet.to_string(),
        "counters" => counters(book, setup),
        "order" => order(book, setup),
        "frozen" => frozen(book, setup),
        "allies" => allies(book, setup),
        "heirs" => heirs(book, setup),
        "blockers" => blockers(book, setup),
        _ => setup.over.map(|it| over(book, it)).unwrap_or_default(),
    };
    if value.is_empty() { "-".to_owned() } else { value }
}

/// Prints the piece on a square as in the placement of the canonical text, `wP[crossed]`; `-` if the square is empty.
pub(crate) fn piece_on(position: &Position, square: Square) -> String {
    let piece = position.piece_at(square);
    piece.map_or_else(|| "-".to_owned(), |it| placed(position.variant(), square, &it))
}

/// Prints the short list form of a position, without fields that have their usual values.
///
/// [`notation`](crate::notation) has an example.
pub fn print_list(position: &Position) -> String {
    let (variant, setup) = (position.variant(), position.setup());
    let book = variant.rulebook();
    let mut words = Vec::new();
    for seat in book.seat_ids() {
        let mut pieces: Vec<&(Square, Piece)> = setup.pieces.iter().filter(|(_, piece)| piece.seat == seat).collect();
        pieces.compact_sort_by_key(|(square, piece)| (piece.kind, *square));
        let pieces: Vec<String> = pieces
            .iter()
            .map(|(square, piece)| {
                let letter = kind_letter(book, piece.kind);
                format!("{letter}{}{}", book.board.name(*square), marked(variant, *square, piece))
            })
            .collect();
        if !pieces.is_empty() {
            words.push(format!("{}:{}", book.seats[seat.index()].letter, pieces.join(",")));
        }
    }
    words.extend(fields(variant, &setup));
    words.join(" ")
}

/// Prints the fields of the list form, without those that have their usual values.
pub(super) fn fields(variant: &Variant, setup: &Setup) -> Vec<String> {
    let book = variant.rulebook();
    let mut words = vec![format!("turn={}", seat_letter(book, setup.turn))];
    let mut field = |key: &str, value: String| {
        if !value.is_empty() {
            words.push(format!("{key}={value}"));
        }
    };
    field("castling", castling(book, setup));
    field("ep", en_passant(book, setup, false));
    field("out", seats(book, |seat| setup.out & seat.bit() != 0));
    if setup.open != opened_from_the_start(book) {
        let names = open(book, setup.open);
        field("open", if names.is_empty() { "-".to_owned() } else { names });
    }
    field("captured", captured(book, setup));
    field("score", score(book, setup));
    field("counters", counters(book, setup));
    field("order", order(book, setup));
    field("frozen", frozen(book, setup));
    field("allies", allies(book, setup));
    field("heirs", heirs(book, setup));
    field("blockers", blockers(book, setup));
    if setup.quiet != 0 {
        field("halfmoves", setup.quiet.to_string());
    }
    if counts_gross_losses(book) && setup.lost != worth_of_pools(book, setup) {
        let all = by_seat(book, |seat| setup.lost.get(seat.index()).map(|it| it.to_string()));
        field("lost", all);
    }
    field("over", setup.over.map(|it| over(book, it)).unwrap_or_default());
    words
}

fn patch(variant: &Variant, setup: &Setup, ranks: &[Vec<Square>]) -> String {
    let ranks: Vec<String> = ranks.iter().map(|squares| rank(variant, setup, squares)).collect();
    ranks.join("/")
}

fn rank(variant: &Variant, setup: &Setup, squares: &[Square]) -> String {
    let mut items = Vec::new();
    let mut run = 0;
    for square in squares {
        match setup.pieces.iter().find(|(at, _)| at == square) {
            None => run += 1,
            Some((_, piece)) => {
                if run > 0 {
                    items.push(run.to_string());
                    run = 0;
                }
                items.push(placed(variant, *square, piece));
            }
        }
    }
    if run > 0 {
        items.push(run.to_string());
    }
    items.join(",")
}

/// Prints a piece with its player and its properties: `wP[crossed]`.
fn placed(variant: &Variant, square: Square, piece: &Piece) -> String {
    let book = variant.rulebook();
    let (seat, kind) = (seat_letter(book, piece.seat), kind_letter(book, piece.kind));
    format!("{seat}{kind}{}", marked(variant, square, piece))
}

pub(super) fn marked(variant: &Variant, square: Square, piece: &Piece) -> String {
    let marks = marks(variant, square, piece);
    if marks.is_empty() { String::new() } else { format!("[{}]", marks.join(",")) }
}

fn seats(book: &Rulebook, of: impl Fn(SeatId) -> bool) -> String {
    let letters: Vec<&str> =
        book.seat_ids().filter(|it| of(*it)).map(|it| book.seats[it.index()].letter.as_str()).collect();
    letters.join(",")
}

/// Joins groups such as `w:..,r:..`, without empty ones.
fn by_seat(book: &Rulebook, of: impl Fn(SeatId) -> Option<String>) -> String {
    let items: Vec<String> =
        book.seat_ids().filter_map(|seat| Some(format!("{}:{}", book.seats[seat.index()].letter, of(seat)?))).collect();
    items.join(",")
}

fn score(book: &Rulebook, setup: &Setup) -> String {
    by_seat(book, |seat| setup.scores.get(seat.index()).filter(|it| it.0 != 0).map(|it| it.to_string()))
}

fn order(book: &Rulebook, setup: &Setup) -> String {
    let reversed = setup.reversed.then(|| REVERSED.to_owned());
    let extra_turn = setup.extra_turn.map(|it| format!("{EXTRA_TURN}{}", seat_letter(book, it)));
    let delayed = setup.delayed.then(|| DELAYED.to_owned());
    let inherited = setup.inherited_turn.map(|it| format!("{INHERITED_TURN}{}", seat_letter(book, it)));
    [reversed, extra_turn, delayed, inherited].into_iter().flatten().collect::<Vec<_>>().join(",")
}

fn frozen(book: &Rulebook, setup: &Setup) -> String {
    seats(book, |seat| setup.frozen & seat.bit() != 0)
}

fn allies(book: &Rulebook, setup: &Setup) -> String {
    let allied = |one: SeatId, other: &SeatId| {
        one < *other && setup.allies.get(one.index()).is_some_and(|it| it & other.bit() != 0)
    };
    let pairs = book.seat_ids().flat_map(|one| {
        let others = book.seat_ids().filter(move |it| allied(one, it));
        others.map(move |other| format!("{}+{}", seat_letter(book, one), seat_letter(book, other)))
    });
    pairs.collect::<Vec<_>>().join(",")
}

fn heirs(book: &Rulebook, setup: &Setup) -> String {
    by_seat(book, |seat| setup.heirs.get(seat.index()).copied().flatten().map(|it| seat_letter(book, it).to_owned()))
}

fn blockers(book: &Rulebook, setup: &Setup) -> String {
    let known = setup.blockers.iter().filter(|it| it.index() < book.board.len());
    known.map(|it| book.board.name(*it)).collect::<Vec<_>>().join(",")
}

fn counters(book: &Rulebook, setup: &Setup) -> String {
    let mut all = Vec::new();
    for (seat, values) in book.seats.iter().zip(&setup.counters) {
        let values = book.counters.iter().zip(values).filter(|it| *it.1 != 0);
        all.extend(values.map(|(counter, value)| format!("{}:{}:{value}", seat.letter, counter.name)));
    }
    all.join(",")
}

fn castling(book: &Rulebook, setup: &Setup) -> String {
    let has = |index: usize| setup.castling & (1 << index) != 0;
    let mut groups = Vec::new();
    for seat in book.seat_ids() {
        let own: Vec<usize> = (0..book.castlings.len()).filter(|it| book.castlings[*it].seat == seat).collect();
        let mut items: Vec<&str> = Vec::new();
        for index in own.iter().copied().filter(|it| has(*it)) {
            let rook = book.castlings[index].rook.0;
            // The rook's square stands for all castlings with that rook.
            let whole = own.iter().filter(|it| book.castlings[**it].rook.0 == rook).all(|it| has(*it));
            let item = if whole { book.board.name(rook) } else { book.castlings[index].name.as_str() };
            if !items.contains(&item) {
                items.push(item);
            }
        }
        if !items.is_empty() {
            groups.push(format!("{}:{}", book.seats[seat.index()].letter, items.join(",")));
        }
    }
    groups.join(";")
}

fn en_passant(book: &Rulebook, setup: &Setup, always_age: bool) -> String {
    let name = |square| book.board.name(square);
    let mut rights = setup.en_passant.clone();
    // A double step that ends the game leaves a right that nobody can use: no ply follows it.
    rights.retain(|it| it.age > 0);
    rights.compact_sort_by_key(|it| (it.owner, it.target, it.victim));
    let rights: Vec<String> = rights
        .iter()
        .map(|it| {
            let owner = seat_letter(book, it.owner);
            let usual = usual_age(book.seats.len() as u8, it.owner, setup.turn, setup.out) == it.age;
            let age = if usual && !always_age { String::new() } else { format!(":{}", it.age) };
            format!("{}:{}:{owner}{age}", name(it.target), name(it.victim))
        })
        .collect();
    rights.join(",")
}

fn open(book: &Rulebook, bits: u64) -> String {
    let is_open = |bit: Option<u8>| bit.is_some_and(|it| bits & (1 << it) != 0);
    let names = book.barrier_instances.iter().filter(|it| is_open(it.state_bit)).map(|it| it.name.as_str());
    names.collect::<Vec<_>>().join(",")
}

fn captured(book: &Rulebook, setup: &Setup) -> String {
    let mut groups = Vec::new();
    for (seat, pool) in book.seats.iter().zip(&setup.pool) {
        let letters = pool.iter().zip(&book.kinds);
        let letters: Vec<&str> =
            letters.flat_map(|(count, kind)| std::iter::repeat_n(kind.letter.as_str(), usize::from(*count))).collect();
        if !letters.is_empty() {
            groups.push(format!("{}:{}", seat.letter, letters.join(",")));
        }
    }
    groups.join(";")
}

fn over(book: &Rulebook, ending: Ending) -> String {
    let letter = |seat: Option<SeatId>| seat.map_or("-", |it| seat_letter(book, it));
    let name = ending_event(book, ending);
    let is_claim = matches!(ending.cause, EndingCause::Claim(_));
    let is_shared = is_claim && book.outcomes.iter().any(|it| it.name == name);
    let name = if is_shared { format!("claim.{name}") } else { name.to_owned() };
    let mut parts = vec![name, letter(Some(ending.mover)).to_owned()];
    if ending.victim.is_some() || ending.mating_player.is_some() {
        parts.push(letter(ending.victim).to_owned());
    }
    if ending.mating_player.is_some() {
        parts.push(letter(ending.mating_player).to_owned());
    }
    parts.join(":")
}

fn worth_of_pools(book: &Rulebook, setup: &Setup) -> Vec<i32> {
    let points =
        |pool: &Vec<u8>| pool.iter().zip(&book.kinds).map(|(count, kind)| i32::from(*count) * kind.value).sum();
    setup.pool.iter().map(points).chain(std::iter::repeat(0)).take(book.seats.len()).collect()
}

/// Reports whether a rule uses the total of captured pieces.
pub(super) fn counts_gross_losses(book: &Rulebook) -> bool {
    let asks = |test: &PositionTest| test.material.is_some_and(|it| it.count == MaterialCount::GrossLosses);
    let bans = book.bans.iter().flat_map(|it| std::iter::once(&it.forbids).chain(it.unless.iter().map(|it| &it.1)));
    let outcomes = book.outcomes.iter().flat_map(|it| it.unless.iter().map(|it| &it.1));
    bans.chain(outcomes).flat_map(|it| it.before.iter().chain(&it.after)).any(asks)
        || book.outcomes.iter().any(|it| asks(&it.when))
}
