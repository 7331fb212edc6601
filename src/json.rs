//! JSON parts that several commands and the page share.
//!
//! Input: a [`Position`], a move, a rulebook. Output: [`Value`]s. Players are given by their letters,
//! squares and barriers by their names. Makes no decisions.

use serde_json::{Value, json};

use crate::board::Square;
use crate::diagnostic::is_harmful;
use crate::notation::MoveTextError;
use crate::notation::moves::{all_captured, captured, stays};
use crate::notation::position;
use crate::notation::sentence::{Explanation, ending_event, status_sentence};
use crate::rulebook::{Rulebook, SeatId};
use crate::rules::{Move, Position};

/// Returns the name of a square.
pub(crate) fn square(book: &Rulebook, square: Square) -> Value {
    json!(book.board.name(square))
}

/// Returns the names of squares.
pub(crate) fn squares(book: &Rulebook, squares: &[Square]) -> Value {
    squares.iter().map(|it| square(book, *it)).collect()
}

/// Returns the letter of a player.
pub(crate) fn seat(book: &Rulebook, seat: SeatId) -> Value {
    json!(book.seats[seat.index()].letter)
}

/// Returns a position with everything on the board and all that a reader may want to know.
pub(crate) fn position(position: &Position) -> Value {
    let variant = position.variant();
    let mut answer = json!({
        "variant": variant.slug(),
        "hash": variant.hash(),
        "position": position::print(position),
        "seats": seats(position),
        "turn": seat(variant.rulebook(), position.turn()),
        "pieces": pieces(position),
        "checks": checks(position),
        "barriers": barriers(position),
        "scores": scores(position),
        "status": status(position),
    });
    if variant.rulebook().blocker.is_some() {
        answer["blockers"] = blockers(position);
    }
    let forms = [
        ("fen", position::print_fen(position)),
        ("sfen", position::print_sfen(position)),
        ("fen4", position::print_fen4(position)),
        ("sections", position::print_by_section(position)),
    ];
    for (key, line) in forms {
        if let Ok(line) = line {
            answer[key] = line.into();
        }
    }
    answer
}

/// Returns a position with a list of its moves.
pub(crate) fn move_list(position: &Position, moves: Value) -> Value {
    let variant = position.variant();
    json!({
        "variant": variant.slug(),
        "hash": variant.hash(),
        "position": position::print(position),
        "turn": seat(variant.rulebook(), position.turn()),
        "moves": moves,
    })
}

/// Returns a JSON value on one line, with harmful characters escaped as `\u...`. It reads back as the same value.
pub(crate) fn one_line(value: &Value) -> String {
    escaped(&value.to_string())
}

/// Escapes the harmful characters of a JSON text.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        // Harmful characters occur only in strings, where JSON already escapes those below U+0020.
        match is_harmful(letter) {
            true => out.push_str(&format!("\\u{:04x}", letter as u32)),
            false => out.push(letter),
        }
    }
    out
}

/// Returns the square where a move ends; `null` for a pass.
fn target(book: &Rulebook, mv: Move) -> Value {
    if mv.is_pass() { Value::Null } else { square(book, mv.to) }
}

/// Returns a move with its text.
pub(crate) fn mv(position: &Position, mv: Move, text: &str) -> Value {
    let book = position.variant().rulebook();
    let mut fields = json!({
        "from": mv.origin().map(|it| square(book, it)),
        "to": target(book, mv),
        "pass": mv.is_pass(),
        "drop": mv.drop.map(|it| book.kinds[it.index()].letter.as_str()),
        "promotion": mv.promotion.map(|it| book.kinds[it.index()].letter.as_str()),
        "castling": mv.castling.and_then(|it| book.castlings.get(usize::from(it))).map(|it| it.name.as_str()),
        "gate": mv.gate.map(|it| book.kinds[it.kind.index()].letter.as_str()),
        "gateSquare": mv.gate_square(book).map(|it| square(book, it)),
        "placed": mv.placed.map(|it| square(book, it)),
        "captures": captured(position, mv).map(|it| square(book, it)),
        "stays": stays(position, mv),
        "text": text,
    });
    if let Some(all) = all_captured(position, mv) {
        fields["captured"] = squares(book, &all);
    }
    fields
}

/// Returns whether a move is legal and, if not, the reason.
pub(crate) fn explanation(book: &Rulebook, mv: Move, explanation: &Explanation) -> Value {
    json!({
        "legal": explanation.is_legal,
        "code": if explanation.is_legal { None } else { Some(&explanation.code) },
        "sentence": explanation.sentence,
        "from": mv.origin().map(|it| square(book, it)),
        "to": target(book, mv),
        "at": squares(book, &explanation.at),
        "barrier": explanation.barrier,
        "by": squares(book, &explanation.by),
        "source": explanation.source,
    })
}

/// Returns the same fields as [`explanation`] for a text that is not a move.
pub(crate) fn no_move(error: &MoveTextError) -> Value {
    let mut value = unplaced(Some(error.code()), &error.to_string());
    value["column"] = json!(error.at);
    value["help"] = json!(error.help);
    value
}

/// Returns the same fields for a claim or an answer, with the reason why it is not possible.
pub(crate) fn act(text: &str, refusal: Option<&str>) -> Value {
    match refusal {
        None => unplaced(None, &format!("`{text}` is legal.")),
        Some(sentence) => unplaced(Some("bad-claim"), sentence),
    }
}

/// Returns the same fields for an action without squares, such as a claim. It is legal if it has no code.
pub(crate) fn unplaced(code: Option<&str>, sentence: &str) -> Value {
    json!({
        "legal": code.is_none(),
        "code": code,
        "sentence": sentence,
        "from": null,
        "to": null,
        "at": [],
        "barrier": null,
        "by": [],
        "source": null,
    })
}

/// Returns all pieces on the board.
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

/// Returns the squares of blockers.
pub(crate) fn blockers(position: &Position) -> Value {
    squares(position.variant().rulebook(), &position.blockers())
}

/// Returns the players, with their letters and whether they are still in play. Where the rules have them: their allies,
/// and the player who inherits their turns.
pub(crate) fn seats(position: &Position) -> Value {
    let book = position.variant().rulebook();
    let heirs = position.setup().heirs;
    let seat = |it: SeatId| {
        let seat = &book.seats[it.index()];
        let mut answer = json!({ "name": seat.name, "letter": seat.letter, "living": position.is_living(it) });
        let letter = |it: SeatId| &book.seats[it.index()].letter;
        if book.alliance.is_some() {
            let allies = position.allies(it);
            answer["allies"] =
                book.seat_ids().filter(|it| allies & it.bit() != 0).map(|it| json!(letter(it))).collect();
        }
        if let Some(heir) = heirs.get(it.index()) {
            answer["heir"] = json!(heir.map(letter));
        }
        answer
    };
    book.seat_ids().map(seat).collect()
}

/// Returns the kings in check and the pieces that attack them.
pub(crate) fn checks(position: &Position) -> Value {
    let book = position.variant().rulebook();
    let checks = book.seat_ids().flat_map(|it| position.kings_in_check(it));
    checks.map(|(king, by)| json!({ "king": square(book, king), "by": squares(book, &by) })).collect()
}

/// Returns the barriers with their states.
pub(crate) fn barriers(position: &Position) -> Value {
    let instances = &position.variant().rulebook().barrier_instances;
    let states = position.barriers();
    let barrier = |(it, open): (&crate::rulebook::BarrierInstance, &bool)| json!({ "name": it.name, "label": it.label, "state": if *open { "open" } else { "closed" } });
    instances.iter().zip(&states).map(barrier).collect()
}

/// Returns the points of each player.
pub(crate) fn scores(position: &Position) -> Value {
    let book = position.variant().rulebook();
    let scores = book.seats.iter().zip(position.scores());
    // Whole points are integers, halves and quarters decimals; thirds are exact text, such as `"1/3"`.
    let points = scores.map(|(seat, points)| match f64::from(points) {
        whole if whole.fract() == 0.0 => (seat.letter.clone(), json!(whole as i64)),
        part if (4.0 * part).fract() == 0.0 => (seat.letter.clone(), json!(part)),
        _ => (seat.letter.clone(), json!(points.to_string())),
    });
    Value::Object(points.collect())
}

/// Returns the state of the game: the player to move, or how the game ended.
pub(crate) fn status(position: &Position) -> Value {
    let book = position.variant().rulebook();
    let ending = position.ending();
    json!({
        "over": ending.is_some(),
        "event": ending.map(|it| ending_event(book, it)),
        "sentence": status_sentence(position),
    })
}

/// Returns the squares of the board with their coordinates.
pub(crate) fn board_squares(book: &Rulebook) -> Value {
    let board = &book.board;
    let place = |it: Square| {
        let info = board.info(it);
        json!({ "name": info.name, "x": round(info.x), "y": round(info.y) })
    };
    board.squares().map(place).collect()
}

/// Returns the links of the board.
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

/// Rounds to thousandths, which is precise enough for a drawing.
fn round(number: f32) -> f64 {
    (f64::from(number) * 1000.0).round() / 1000.0
}
