//! The state of a game as JSON for the page.
//!
//! Input: a [`Session`] and the seat from which the board is seen. Output: one JSON value. Possible
//! claims, offers and answers are listed as texts that the page can send back. Does not know rules:
//! everything comes from the game.

use serde_json::{Value, json};

use super::announcement::announcement;
use super::drawings::Drawings;
use super::session::{Noted, PlayerKind, Session};
use super::standing::{captured, material, protection};
use crate::board::Square;
use crate::draw::View;
use crate::draw::palette::{LIGHT, class, seat_colors};
use crate::game::{Act, Game, Offer, Played, record};
use crate::json as parts;
use crate::notation::moves::{legal_texts, print_move};
use crate::notation::position::print;
use crate::notation::sentence::{
    answer_action, answer_sentence, barrier_sentence, check_sentences, counts_of, withdraw_action, withdraw_sentence,
};
use crate::notation::{joined, points_text, seat_title};
use crate::policy::Consent;
use crate::rulebook::{Rulebook, SeatId, SeatSet};
use crate::rules::{Move, Position};

/// Returns the complete state.
pub fn state(id: &str, session: &Session, seen_from: SeatId, drawings: &Drawings) -> Value {
    let game = &session.game;
    let position = game.position();
    let variant = game.variant();
    let book = variant.rulebook();
    let moves = legal_texts(position);
    let all = json!({
        "id": id,
        "version": session.version,
        "variant": session.name,
        "title": book.name,
        "hash": variant.hash(),
        "position": print(position),
        "record": record(game),
        "recorded_end": session.tags.recorded_end(game),
        "start": print(game.start()),
        "paused": session.is_paused,
        "thinking": session.thinking().map(|it| parts::seat(book, it)),
        "moves": moves.iter().map(|(mv, text)| move_value(position, *mv, text)).collect::<Value>(),
        "acts": acts(game),
        "pending": pending(game),
        "declined": declined(game),
        "history": history(session),
        "at": game.played().len(),
        "undone": game.undone().len(),
        "undo": session.last_person().map(|it| parts::seat(book, it)),
        "undo_needs": session.undo_needs().iter().map(|it| parts::seat(book, *it)).collect::<Value>(),
        "undo_sentence": session.undo_sentence(),
        "redo": game.undone().last().map(|it| parts::seat(book, it.seat)),
        "announcement": session.undo_sentence().unwrap_or_else(|| announcement(game)),
        "svg": picture(game, seen_from, None, drawings),
    });
    merged(all, standing(session, position, game.last_move()))
}

/// Returns a move with its text. A castling move also has the square of its rook, which a player may pick instead of the
/// square of the king.
fn move_value(position: &Position, mv: Move, text: &str) -> Value {
    let book = position.variant().rulebook();
    let mut value = parts::mv(position, mv, text);
    if let Some(castling) = mv.castling.and_then(|it| book.castlings.get(usize::from(it))) {
        value["rook"] = json!(parts::square(book, castling.rook.0));
    }
    value
}

/// Returns what a position says about the players and the board.
fn standing(session: &Session, position: &Position, last: Option<Move>) -> Value {
    let book = position.variant().rulebook();
    json!({
        "turn": parts::seat(book, position.turn()),
        "next": position.next_player().map(|it| parts::seat(book, it)),
        "protection": protection(position),
        "over": position.ending().is_some(),
        "status": parts::status(position),
        "seats": seats(session, position),
        "pieces": pieces(position),
        "blockers": parts::blockers(position),
        "checks": checks(position),
        "barriers": barriers(position),
        "last": last.filter(|it| !it.is_pass()).map(|it| json!({
            "from": parts::square(book, it.from),
            "to": parts::square(book, it.to),
        })),
    })
}

/// Returns the position after the first `count` actions: what it says, its text, its picture, and the number of legal
/// moves. `None` if there are fewer actions.
pub fn earlier(session: &Session, count: usize, seen_from: SeatId, drawings: &Drawings) -> Option<Value> {
    let game = &session.game;
    let played = game.played().get(..count)?;
    let position = played.last().map_or(game.start(), |it| &it.after);
    let last = played.iter().rev().find_map(|it| match it.act {
        Act::Move(mv) => Some(mv),
        _ => None,
    });
    let view = View { seat: Some(seen_from), last, named: true, ..View::default() };
    let svg = drawings.of(game.variant(), Some(seen_from)).svg(position, &view);
    let more = json!({ "svg": svg, "position": print(position), "move_count": legal_texts(position).len() });
    Some(merged(standing(session, position, last), more))
}

/// Adds the fields of an object to another one.
fn merged(mut all: Value, more: Value) -> Value {
    if let (Value::Object(all), Value::Object(more)) = (&mut all, more) {
        all.extend(more);
    }
    all
}

/// Draws the board of a game as seen from a seat.
pub fn picture(game: &Game, seen_from: SeatId, selected: Option<Square>, drawings: &Drawings) -> String {
    let position = game.position();
    let targets = game.legal_moves().iter().copied().filter(|it| selected.is_some() && selected == it.origin());
    let view = View {
        seat: Some(seen_from),
        last: game.last_move(),
        selected,
        targets: targets.collect(),
        named: true,
        ..View::default()
    };
    drawings.of(game.variant(), Some(seen_from)).svg(position, &view)
}

fn seats(session: &Session, position: &Position) -> Value {
    let book = position.variant().rulebook();
    let points = position.scores();
    let scores = parts::scores(position);
    // Points are omitted until a player has some.
    let has_points = position.ending().is_some() || points.iter().any(|it| it.0 != 0);
    let (captured, material) = (captured(position), material(position));
    let colors = seat_colors(book);
    let setup = position.setup();
    let (frozen, heirs) = (setup.frozen, setup.heirs);
    let names = |set: SeatSet| {
        let all: Vec<String> =
            book.seat_ids().filter(|it| set & it.bit() != 0).map(|it| seat_title(book, it)).collect();
        (!all.is_empty()).then(|| joined(&all, "and"))
    };
    let seat = |(it, who): (SeatId, &PlayerKind)| {
        let seat = &book.seats[it.index()];
        json!({
            "letter": seat.letter,
            "name": seat.name,
            "title": seat_title(book, it),
            "color": LIGHT.pieces[colors[it.index()]].0,
            "ink": class(&colors, it),
            "living": position.is_living(it),
            "frozen": frozen & it.bit() != 0,
            "allies": names(position.allies(it)),
            "heir": heirs.get(it.index()).copied().flatten().map(|it| seat_title(book, it)),
            "score": scores[&seat.letter],
            "score_text": points.get(it.index()).filter(|_| has_points).map(|it| points_text(*it)),
            "captured": captured[it.index()],
            "hand": book.has_hand(),
            "drops": !book.drops().is_empty(),
            "material": material[it.index()],
            "counts": counts_of(position, it),
            "player": who.word(),
            "person": session.tags.player(book, it).filter(|_| *who == PlayerKind::Human),
        })
    };
    book.seat_ids().zip(&session.players).map(seat).collect()
}

/// Returns the kings in check, each with a sentence.
fn checks(position: &Position) -> Value {
    let Value::Array(mut checks) = parts::checks(position) else { return json!([]) };
    for (check, sentence) in checks.iter_mut().zip(check_sentences(position)) {
        check["sentence"] = json!(sentence);
    }
    Value::Array(checks)
}

/// Returns the pieces, each with its label and the labels of its properties, for screen readers.
fn pieces(position: &Position) -> Value {
    let book = position.variant().rulebook();
    let mut pieces = parts::pieces(position);
    for (value, (_, piece)) in pieces.as_array_mut().into_iter().flatten().zip(position.pieces()) {
        let name_of = |mark: &Value| {
            let tag = book.tags.iter().find(|it| mark.as_str() == Some(&it.name));
            tag.map_or_else(|| mark.clone(), |it| json!(it.label))
        };
        let marks: Value = value["marks"].as_array().into_iter().flatten().map(name_of).collect();
        value["label"] = json!(book.kinds[piece.kind.index()].label);
        value["marks"] = marks;
    }
    pieces
}

fn barriers(position: &Position) -> Value {
    let Value::Array(mut barriers) = parts::barriers(position) else { return json!([]) };
    let book = position.variant().rulebook();
    let states = position.barriers();
    for (it, (instance, open)) in barriers.iter_mut().zip(book.barrier_instances.iter().zip(states)) {
        it["text"] = json!(barrier_sentence(instance, open));
    }
    Value::Array(barriers)
}

/// Returns the acts besides moves of pieces that each player can perform, as texts that the game accepts.
pub fn acts(game: &Game) -> Value {
    let book = game.variant().rulebook();
    let mut acts = Vec::new();
    let mut put = |seat: SeatId, kind: &str, text: String, label: String, sentence: String| {
        let letter = &book.seats[seat.index()].letter;
        let irreversible = match kind {
            "pass" => game.position().play(Move::PASS).is_ok_and(|it| it.ending().is_some()),
            _ => is_irreversible(book, text.split_once(' ').map_or("", |it| it.1)),
        };
        acts.push(json!({
            "seat": letter,
            "kind": kind,
            "text": text,
            "label": label,
            "sentence": sentence,
            "irreversible": irreversible,
        }));
    };
    if let Some(pending) = game.pending() {
        let letter = |it: SeatId| &book.seats[it.index()].letter;
        let (claim, winner) = (pending.claim, pending.winner);
        for seat in pending.waiting.iter().copied() {
            for (accepts, verb) in [(true, "accepts"), (false, "refuses")] {
                let text = format!("{} {verb}", letter(seat));
                let sentence = answer_sentence(book, seat, claim, winner, accepts);
                put(seat, "answer", text, answer_action(book, claim, winner, accepts), sentence);
            }
        }
        let by = pending.claimant;
        put(by, "withdraw", format!("{} withdraws", letter(by)), withdraw_action(), withdraw_sentence(book, by));
    }
    if game.position().is_legal(Move::PASS) {
        let turn = game.position().turn();
        let sentence = format!("{} passes.", seat_title(book, turn));
        put(turn, "pass", print_move(game.position(), Move::PASS), "Pass".to_owned(), sentence);
    }
    for seat in book.seat_ids() {
        for Offer { text, label, sentence } in game.offers(seat) {
            put(seat, "claim", text, label, sentence);
        }
    }
    Value::Array(acts)
}

/// Reports whether an act takes effect at once: an accepted offer, or a claim that needs no
/// consent.
fn is_irreversible(book: &Rulebook, act: &str) -> bool {
    let mut words = act.split(' ');
    match (words.next(), words.next()) {
        (Some("accepts"), _) => true,
        (Some("claims"), Some(name)) => {
            book.claims.iter().find(|it| it.name == name).is_none_or(|it| it.consent == Consent::Nobody)
        }
        _ => false,
    }
}

fn pending(game: &Game) -> Value {
    let Some(pending) = game.pending() else { return Value::Null };
    let book = game.variant().rulebook();
    let claim = &book.claims[usize::from(pending.claim.0)];
    json!({
        "by": parts::seat(book, pending.claimant),
        "name": claim.name,
        "label": claim.label,
        "winner": pending.winner.map(|it| parts::seat(book, it)),
        "asks": pending.waiting.iter().map(|it| parts::seat(book, *it)).collect::<Value>(),
        "sentence": game.pending_sentence(),
    })
}

/// Returns the sentence for an offer that the last action declined.
fn declined(game: &Game) -> Option<String> {
    match game.played().last()?.act {
        Act::Answer(false) if game.pending().is_none() => Some(game.act_sentence(game.played().len() - 1)),
        _ => game.declined_by_move(),
    }
}

fn history(session: &Session) -> Value {
    let book = session.game.variant().rulebook();
    let (mut round, mut before) = (0, None);
    let entry = |(at, (it, noted)): (usize, (&Played, &Noted))| {
        // A round starts when a seat moves that is not later in the order of play than the previous
        // one.
        if matches!(it.act, Act::Move(_)) {
            round += u32::from(before.is_none_or(|before| it.seat <= before));
            before = Some(it.seat);
        }
        let kind = match it.act {
            Act::Move(_) => "move",
            Act::Claim { .. } | Act::Outcome(_) => "claim",
            Act::Answer(_) | Act::Withdraw => "answer",
        };
        let mv = match it.act {
            Act::Move(mv) if !mv.is_pass() => Some(mv),
            _ => None,
        };
        let square = |of: &dyn Fn(Move) -> Option<Square>| mv.and_then(of).map(|it| parts::square(book, it));
        json!({
            "seat": parts::seat(book, it.seat),
            "text": it.text(),
            "signs": noted.signs,
            "sentence": session.game.act_sentence(at),
            "kind": kind,
            "position": noted.position,
            "from": square(&|it| Some(it.from)),
            "to": square(&|it| Some(it.to)),
            "placed": square(&|it| it.placed),
            "round": round.max(1),
        })
    };
    session.game.played().iter().zip(session.noted()).enumerate().map(entry).collect()
}
