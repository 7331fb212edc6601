//! The state beside the board: captured pieces, material, protection and the next player.
//!
//! Input: a position. Output: JSON for the page. Contains only state that the rulebook uses: no
//! captured pieces without a pool, and no material without a test of material. Does not know
//! sessions.

use serde_json::{Value, json};

use crate::board::Square;
use crate::diagnostic::counted;
use crate::json as parts;
use crate::notation::sentence::{check_ban_sentence, protection_sentence};
use crate::policy::MaterialCount;
use crate::rulebook::{PositionTest, Rulebook, SeatId};
use crate::rules::Position;

/// Returns the captured pieces of each player, if the rulebook keeps them: kind, letter and count.
pub fn captured(position: &Position) -> Vec<Value> {
    let book = position.variant().rulebook();
    let pools = position.setup().pool;
    let of = |seat: SeatId| {
        let pool = pools.get(seat.index()).into_iter().flatten().zip(&book.kinds).filter(|(count, _)| **count > 0);
        pool.map(|(count, it)| json!({ "kind": it.name, "label": it.label, "letter": it.letter, "count": count }))
            .collect()
    };
    book.seat_ids().map(of).collect()
}

/// Describes the material of each player as the rulebook counts it. `None` if the rulebook never
/// compares material.
pub fn material(position: &Position) -> Vec<Option<String>> {
    let book = position.variant().rulebook();
    let setup = position.setup();
    let Some(count) = compared(book) else { return vec![None; book.seats.len()] };
    let of = |seat: SeatId| match count {
        MaterialCount::Pool => {
            let pool = setup.pool.get(seat.index()).into_iter().flatten().zip(&book.kinds);
            let lost: i32 = pool.map(|(count, kind)| i32::from(*count) * kind.value).sum();
            format!("{} lost", counted(lost, "point"))
        }
        MaterialCount::GrossLosses => format!("{} lost", counted(*setup.lost.get(seat.index()).unwrap_or(&0), "point")),
        MaterialCount::OnBoard => {
            let own = setup.pieces.iter().filter(|(_, piece)| piece.seat == seat);
            let material: i32 = own.map(|(_, piece)| book.kinds[piece.kind.index()].value).sum();
            format!("{} on the board", counted(material, "point"))
        }
    };
    book.seat_ids().map(|it| Some(of(it))).collect()
}

/// Returns the count used by the first test of material in the rulebook.
fn compared(book: &Rulebook) -> Option<MaterialCount> {
    let bans = book.bans.iter().flat_map(|it| std::iter::once(&it.forbids).chain(it.unless.iter().map(|it| &it.1)));
    let of_bans = bans.flat_map(|it| it.before.iter().chain(&it.after));
    let count = |test: &PositionTest| test.material.map(|it| it.count);
    of_bans.chain(book.outcomes.iter().map(|it| &it.when)).find_map(count)
}

/// Returns the pieces and kings that a ban protects from a player now, each with a sentence.
pub fn protection(position: &Position) -> Value {
    let book = position.variant().rulebook();
    let entry = |ban: usize, (mover, owner): (SeatId, SeatId), at: &[Square], sentence: String| {
        json!({
            "code": format!("ban.{}", book.bans[ban].name),
            "mover": parts::seat(book, mover),
            "owner": parts::seat(book, owner),
            "at": parts::squares(book, at),
            "sentence": sentence,
        })
    };
    let (captures, checks) = (position.capture_bans(), position.check_bans());
    let captures =
        captures.iter().map(|it| entry(it.ban, (it.mover, it.owner), &it.at, protection_sentence(position, it)));
    let checks = checks.iter().map(|it| entry(it.ban, (it.mover, it.on), &[it.king], check_ban_sentence(position, it)));
    captures.chain(checks).collect()
}
