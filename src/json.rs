//! Parts of answers as JSON, for whoever answers programs: the command and the page.
//!
//! In: a [`Position`], a move, a rulebook. Out: [`Value`]s. Players are their letters,
//! squares and barriers their names. Asks, and decides nothing.

use serde_json::{Value, json};

use crate::board::Square;
use crate::notation::MoveTextError;
use crate::notation::moves::captured;
use crate::notation::position;
use crate::notation::sentence::{Explanation, ending_event, status_sentence};
use crate::rulebook::{Rulebook, SeatId};
use crate::rules::{Move, Position};

/// A square.
pub(crate) fn square(book: &Rulebook, square: Square) -> Value {
    json!(book.board.name(square))
}

/// Squares.
pub(crate) fn squares(book: &Rulebook, squares: &[Square]) -> Value {
    squares.iter().map(|it| square(book, *it)).collect()
}

/// A player.
pub(crate) fn seat(book: &Rulebook, seat: SeatId) -> Value {
    json!(book.seats[seat.index()].letter)
}

/// A move with its text.
pub(crate) fn mv(position: &Position, mv: Move, text: &str) -> Value {
    let book = position.variant().rulebook();
    json!({
        "from": square(book, mv.from),
        "to": square(book, mv.to),
        "promotion": mv.promotion.map(|it| book.kinds[it.index()].letter.as_str()),
        "castling": mv.castling.and_then(|it| book.castlings.get(usize::from(it))).map(|it| it.name.as_str()),
        "captures": captured(position, mv).map(|it| square(book, it)),
        "text": text,
    })
}

/// Whether a move is legal, and if not, why.
pub(crate) fn explanation(book: &Rulebook, mv: Move, told: &Explanation) -> Value {
    json!({
        "legal": told.is_legal,
        "code": if told.is_legal { None } else { Some(&told.code) },
        "sentence": told.sentence,
        "from": square(book, mv.from),
        "to": square(book, mv.to),
        "at": squares(book, &told.at),
        "barrier": told.barrier,
        "by": squares(book, &told.by),
        "source": told.source,
    })
}

/// The same for a text that is no move.
pub(crate) fn no_move(error: &MoveTextError) -> Value {
    json!({
        "legal": false,
        "code": error.code,
        "sentence": error.message,
        "from": null,
        "to": null,
        "at": [],
        "barrier": null,
        "by": [],
        "source": null,
        "column": error.at,
        "help": error.help,
    })
}

/// All pieces.
pub(crate) fn pieces(position: &Position) -> Value {
    let variant = position.variant();
    let book = variant.rulebook();
    let piece = |(at, piece): &(Square, crate::rules::Piece)| {
        let kind = &book.kinds[piece.kind.index()];
        json!({
            "seat": seat(book, piece.seat),
            "kind": kind.name,
            "letter": kind.letter,
            "square": square(book, *at),
            "marks": position::marks(variant, *at, piece),
        })
    };
    position.pieces().iter().map(piece).collect()
}

/// The players.
pub(crate) fn seats(position: &Position) -> Value {
    let book = position.variant().rulebook();
    let seat = |it: SeatId| {
        let seat = &book.seats[it.index()];
        json!({ "name": seat.name, "letter": seat.letter, "living": position.is_living(it) })
    };
    book.seat_ids().map(seat).collect()
}

/// Kings that stand in check.
pub(crate) fn checks(position: &Position) -> Value {
    let book = position.variant().rulebook();
    let living = book.seat_ids().filter(|it| position.is_living(*it));
    let checks = living.filter_map(|it| {
        let by = position.checkers(it);
        let king = position.king(it).filter(|_| !by.is_empty())?;
        Some(json!({ "king": square(book, king), "by": squares(book, &by) }))
    });
    checks.collect()
}

/// Barriers with their state.
pub(crate) fn barriers(position: &Position) -> Value {
    let instances = &position.variant().rulebook().barrier_instances;
    let states = position.barriers();
    let barrier = |(it, open): (&crate::rulebook::BarrierInstance, &bool)| json!({ "name": it.name, "label": it.label, "state": if *open { "open" } else { "closed" } });
    instances.iter().zip(&states).map(barrier).collect()
}

/// Points by player.
pub(crate) fn scores(position: &Position) -> Value {
    let book = position.variant().rulebook();
    let scores = book.seats.iter().zip(position.scores());
    // Whole points are whole numbers.
    let number = |halves: i32| if halves % 2 == 0 { json!(halves / 2) } else { json!(f64::from(halves) / 2.0) };
    Value::Object(scores.map(|(seat, points)| (seat.letter.clone(), number(points.0))).collect())
}

/// How the game stands.
pub(crate) fn status(position: &Position) -> Value {
    let book = position.variant().rulebook();
    let ending = position.ending();
    json!({
        "over": ending.is_some(),
        "event": ending.map(|it| ending_event(book, it)),
        "sentence": status_sentence(position),
    })
}

/// The squares of the board, with where they are drawn.
pub(crate) fn board_squares(book: &Rulebook) -> Value {
    let board = &book.board;
    let place = |it: Square| {
        let info = board.info(it);
        json!({ "name": info.name, "x": round(info.x), "y": round(info.y) })
    };
    board.squares().map(place).collect()
}

/// The links of the board.
pub(crate) fn board_links(book: &Rulebook) -> Value {
    let board = &book.board;
    let mut links = Vec::new();
    for from in board.squares() {
        for (to, link) in board.links(from) {
            let barriers = link.barriers.iter().map(|it| book.barrier_instances[usize::from(*it)].name.as_str());
            links.push(json!({
                "from": square(book, from),
                "heading": board.heading_name(link.heading),
                "to": square(book, *to),
                "onward": board.heading_name(link.onward),
                "barriers": barriers.collect::<Vec<_>>(),
            }));
        }
    }
    Value::Array(links)
}

/// Thousandths are enough for a drawing.
fn round(number: f32) -> f64 {
    (f64::from(number) * 1000.0).round() / 1000.0
}
