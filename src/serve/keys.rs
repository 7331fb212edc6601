//! Keys of seats: a link that contains the key of a seat lets another machine play it.
//!
//! Input: the folder of games, which contains one secret. Output: the key of each seat of each
//! game, and whether a request may act for a seat. A key is a keyed hash: SHA-256 of the secret,
//! the game and the seat, truncated to 96 bits. Records therefore contain no keys, and links stay
//! valid after a restart. Does not know positions and moves.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::Read;
use std::time::SystemTime;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::BindError;
use super::store::Store;
use crate::http::{Caller, HttpError};
use crate::notation::seat_title;
use crate::rulebook::{Rulebook, SeatId};

/// Maximum number of keys in one request.
const MAX_KEYS: usize = 16;

/// The secret from which keys are derived.
pub struct Keys {
    secret: String,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

impl Keys {
    /// Reads the secret of the folder, or creates one.
    ///
    /// # Errors
    ///
    /// Returns the reason if the secret can be neither read nor written.
    pub fn open(store: &Store) -> Result<Self, BindError> {
        let unusable = |source| BindError::Secret { folder: store.folder().to_owned(), source };
        Ok(Self { secret: store.secret(&random).map_err(unusable)? })
    }

    /// Returns the key of a seat in a game.
    fn of(&self, id: &str, letter: &str) -> String {
        let text = format!("{}\nseat\n{id}\n{letter}", self.secret);
        hex(&Sha256::digest(text.as_bytes())[..12])
    }

    /// Returns the keys of all seats, by letter.
    pub fn all(&self, id: &str, book: &Rulebook) -> Value {
        let entry = |seat: &crate::rulebook::Seat| (seat.letter.clone(), json!(self.of(id, &seat.letter)));
        Value::Object(book.seats.iter().map(entry).collect::<Map<String, Value>>())
    }

    /// Returns the seats that a request may act for.
    pub fn seats(&self, caller: Caller, id: &str, book: &Rulebook, keys: &[String]) -> Vec<SeatId> {
        let holds = |it: &SeatId| {
            let key = self.of(id, &book.seats[it.index()].letter);
            caller == Caller::Owner || keys.iter().take(MAX_KEYS).any(|it| is_same(it, &key))
        };
        book.seat_ids().filter(holds).collect()
    }

    /// Checks that a request may act for all of these seats.
    ///
    /// # Errors
    ///
    /// Returns an error that names the first seat whose key is missing.
    pub fn may(
        &self,
        caller: Caller,
        (id, book): (&str, &Rulebook),
        keys: &[String],
        mut seats: impl Iterator<Item = SeatId>,
    ) -> Result<(), HttpError> {
        let own_seats = self.seats(caller, id, book, keys);
        let Some(missing) = seats.find(|it| !own_seats.contains(it)) else { return Ok(()) };
        let message = format!("This link does not allow you to play {}.", seat_title(book, missing));
        let help = "Ask the player who created the game for the link to your seat.";
        Err(HttpError::new(403, "no-key", message).help(help))
    }
}

/// Compares two texts in constant time.
fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}

/// Returns a new secret of 64 hexadecimal digits. The seeds of the standard library's hash maps
/// come from the operating system. Bytes from `/dev/urandom` are mixed in if it exists.
fn random() -> String {
    let mut digest = Sha256::new();
    for number in 0..8_u64 {
        digest.update(RandomState::new().hash_one((number, SystemTime::now())).to_le_bytes());
    }
    let mut bytes = [0; 32];
    if File::open("/dev/urandom").and_then(|mut it| it.read_exact(&mut bytes)).is_ok() {
        digest.update(bytes);
    }
    hex(&digest.finalize())
}
