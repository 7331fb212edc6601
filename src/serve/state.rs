//! A table as the page is told of it: one value with all that is to be shown.
//!
//! In: a [`Table`] and the seat from which the board is seen. Out: JSON. Asks the game
//! and decides nothing: what may be claimed, offered or answered is listed as texts that
//! can be sent back.

use serde_json::{Value, json};

use super::drawings::Drawings;
use super::standing::{captured, material, next, protection};
use super::table::{Table, needs_consent};
use crate::board::Square;
use crate::draw::View;
use crate::game::{Act, Game, Played, record};
use crate::json as parts;
use crate::notation::moves::legal_texts;
use crate::notation::position::print;
use crate::notation::sentence::{check_sentences, status_sentence};
use crate::notation::{joined, points_text, seat_title};
use crate::variant::{Rulebook, SeatId};

/// The whole state.
pub fn state(id: &str, table: &Table, seen_from: SeatId, drawings: &Drawings) -> Value {
    let game = &table.game;
    let position = game.position();
    let variant = game.variant();
    let book = variant.rulebook();
    let last = game.last_move();
    let moves = legal_texts(position);
    json!({
        "id": id,
        "version": table.version,
        "variant": table.name,
        "title": book.name,
        "hash": variant.hash(),
        "position": print(position),
        "record": record(game),
        "start": print(game.start()),
        "turn": parts::seat(book, position.turn()),
        "next": next(position).map(|it| parts::seat(book, it)),
        "protection": protection(position),
        "over": position.ending().is_some(),
        "status": parts::status(position),
        "paused": table.is_paused,
        "seats": seats(table),
        "men": parts::men(position),
        "moves": moves.iter().map(|(mv, text)| parts::mv(position, *mv, text)).collect::<Value>(),
        "checks": checks(game),
        "barriers": barriers(game),
        "acts": acts(game),
        "pending": pending(game),
        "history": history(table),
        "at": game.played().len(),
        "undone": game.undone().len(),
        "last": last.map(|it| json!({ "from": parts::square(book, it.from), "to": parts::square(book, it.to) })),
        "said": said(game),
        "svg": picture(game, seen_from, None, drawings),
    })
}

/// The board of a game from a seat.
pub fn picture(game: &Game, seen_from: SeatId, selected: Option<Square>, drawings: &Drawings) -> String {
    let position = game.position();
    let targets = game.legal_moves().into_iter().filter(|it| selected == Some(it.from)).collect();
    let view =
        View { seat: Some(seen_from), last: game.last_move(), selected, targets, named: true, ..View::default() };
    drawings.of(game.variant(), Some(seen_from)).svg(position, &view)
}

fn seats(table: &Table) -> Value {
    let position = table.game.position();
    let book = position.variant().rulebook();
    let points = position.scores();
    let scores = parts::scores(position);
    // Points are shown once there are any.
    let has_points = position.ending().is_some() || points.iter().any(|it| it.0 != 0);
    let (captured, material) = (captured(position), material(position));
    let seat = |(it, who): (SeatId, &super::table::Who)| {
        let seat = &book.seats[it.index()];
        json!({
            "letter": seat.letter,
            "name": seat.name,
            "title": seat_title(book, it),
            "living": position.is_living(it),
            "score": scores[&seat.letter],
            "score_text": points.get(it.index()).filter(|_| has_points).map(|it| points_text(*it)),
            "captured": captured[it.index()],
            "material": material[it.index()],
            "player": who.word(),
        })
    };
    book.seat_ids().zip(&table.players).map(seat).collect()
}

/// Kings in check, each with its sentence.
fn checks(game: &Game) -> Value {
    let position = game.position();
    let Value::Array(mut checks) = parts::checks(position) else { return json!([]) };
    for (check, sentence) in checks.iter_mut().zip(check_sentences(position)) {
        check["sentence"] = json!(sentence);
    }
    Value::Array(checks)
}

fn barriers(game: &Game) -> Value {
    let Value::Array(mut barriers) = parts::barriers(game.position()) else { return json!([]) };
    for it in &mut barriers {
        it["text"] = json!(format!("{} is {}", it["name"].as_str().unwrap_or(""), it["state"].as_str().unwrap_or("")));
    }
    Value::Array(barriers)
}

/// What each player can do now besides moving: texts that the game understands.
pub fn acts(game: &Game) -> Value {
    let book = game.variant().rulebook();
    let mut acts = Vec::new();
    let mut put = |seat: SeatId, kind: &str, rest: String, label: String| {
        let letter = &book.seats[seat.index()].letter;
        let irreversible = is_irreversible(book, &rest);
        acts.push(json!({
            "seat": letter,
            "kind": kind,
            "text": format!("{letter} {rest}"),
            "label": label,
            "irreversible": irreversible,
        }));
    };
    if let Some(pending) = game.pending() {
        let name = named(&book.claims[pending.claim.0 as usize].name);
        for seat in &pending.waiting {
            put(*seat, "answer", "accepts".to_owned(), format!("Accept: {name}"));
            put(*seat, "answer", "refuses".to_owned(), format!("Refuse: {name}"));
        }
        put(pending.claimant, "withdraw", "withdraws".to_owned(), format!("Take back: {name}"));
    }
    for seat in book.seat_ids() {
        for name in game.claims(seat) {
            let claim = book.claims.iter().find(|it| it.name == name);
            let asks = claim.is_some_and(|it| needs_consent(it.consent));
            let label = match (asks, claim.is_some()) {
                (true, _) => format!("Offer: {}", named(name)),
                (false, true) => capital(&named(name)),
                // An outcome of the rules that holds and is looked at when claimed.
                (false, false) => format!("Claim: {}", named(name)),
            };
            if !claim.is_some_and(|it| it.names_winner) {
                put(seat, "claim", format!("claims {name}"), label);
                continue;
            }
            for other in book.seat_ids().filter(|it| *it != seat && game.position().is_living(*it)) {
                let letter = &book.seats[other.index()].letter;
                let label = format!("{} {}", capital(&named(name)), seat_title(book, other));
                put(seat, "claim", format!("claims {name} for {letter}"), label);
            }
        }
    }
    Value::Array(acts)
}

/// Whether an act counts at once: accepting an offer, and a claim that needs no consent.
fn is_irreversible(book: &Rulebook, act: &str) -> bool {
    let mut words = act.split(' ');
    match (words.next(), words.next()) {
        (Some("accepts"), _) => true,
        (Some("claims"), Some(name)) => {
            book.claims.iter().find(|it| it.name == name).is_none_or(|it| !needs_consent(it.consent))
        }
        _ => false,
    }
}

/// The name of a claim in a sentence: `resign-for` is `resign for`.
fn named(name: &str) -> String {
    name.replace('-', " ")
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn pending(game: &Game) -> Value {
    let Some(pending) = game.pending() else { return Value::Null };
    let book = game.variant().rulebook();
    let claim = &book.claims[pending.claim.0 as usize];
    let asked: Vec<String> = pending.waiting.iter().map(|it| seat_title(book, *it)).collect();
    let winner = pending.winner.map_or_else(String::new, |it| format!(" for {}", seat_title(book, it)));
    let who = seat_title(book, pending.claimant);
    json!({
        "by": parts::seat(book, pending.claimant),
        "name": claim.name,
        "winner": pending.winner.map(|it| parts::seat(book, it)),
        "asks": pending.waiting.iter().map(|it| parts::seat(book, *it)).collect::<Value>(),
        "sentence": format!("{who} offers: {}{winner}. It waits for {}.", named(&claim.name), joined(&asked, "and")),
    })
}

fn history(table: &Table) -> Value {
    let book = table.game.variant().rulebook();
    let (mut round, mut before) = (0, None);
    let entry = |(it, position): (&Played, &String)| {
        // A round begins where a seat plays that stands no later in the order than the one before.
        if matches!(it.act, Act::Move(_)) {
            round += u32::from(before.is_none_or(|before| it.seat <= before));
            before = Some(it.seat);
        }
        let kind = match it.act {
            Act::Move(_) => "move",
            Act::Claim { .. } | Act::Outcome(_) => "claim",
            Act::Answer(_) | Act::Withdraw => "answer",
        };
        let (from, to) = match it.act {
            Act::Move(mv) => (parts::square(book, mv.from), parts::square(book, mv.to)),
            _ => (Value::Null, Value::Null),
        };
        json!({
            "seat": parts::seat(book, it.seat),
            "text": it.text,
            "kind": kind,
            "position": position,
            "from": from,
            "to": to,
            "round": round.max(1),
        })
    };
    table.game.played().iter().zip(table.positions()).map(entry).collect()
}

/// What has just happened and how things stand, to be read aloud.
fn said(game: &Game) -> String {
    let position = game.position();
    let book = position.variant().rulebook();
    let mut said: Vec<String> = Vec::new();
    if let Some(last) = game.played().last() {
        let who = seat_title(book, last.seat);
        said.push(match last.act {
            Act::Move(mv) => moved(book, &who, mv, &last.text),
            Act::Claim { claim, winner } => {
                let winner = winner.map_or_else(String::new, |it| format!(" for {}", seat_title(book, it)));
                format!("{who} claims {}{winner}.", named(&book.claims[claim.0 as usize].name))
            }
            Act::Outcome(outcome) => format!("{who} claims {}.", named(&book.outcomes[outcome.0 as usize].name)),
            Act::Answer(true) => format!("{who} agrees."),
            Act::Answer(false) => format!("{who} does not agree."),
            Act::Withdraw => format!("{who} takes the offer back."),
        });
    }
    if position.ending().is_none() {
        said.extend(check_sentences(position));
    }
    said.push(status_sentence(position));
    said.join(" ")
}

fn moved(book: &Rulebook, who: &str, mv: crate::rules::Move, text: &str) -> String {
    let (from, to) = (book.board.name(mv.from), book.board.name(mv.to));
    if mv.castling.is_some() { format!("{who} castled, {text}.") } else { format!("{who} moved {from} to {to}.") }
}
