//! Keys of seats: a link that contains a seat's key lets another machine play that seat.
//!
//! In: the folder of games, which holds one secret. Out: the key of each seat of each game,
//! derived from the secret, so that records contain no keys and links stay good after a
//! restart; and whether a request may act for a seat. Does not know positions or moves.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::Read;
use std::time::SystemTime;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::store::Store;
use crate::http::{Caller, HttpError};
use crate::notation::seat_title;
use crate::rulebook::{Rulebook, SeatId};

/// Maximum number of keys that one request may hold.
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
    /// Reads the folder's secret, or makes one.
    ///
    /// # Errors
    /// A sentence, if the secret can be neither read nor written.
    pub fn open(store: &Store) -> Result<Self, String> {
        let secret = store.secret(&random).map_err(|it| {
            format!("the folder of games `{}` cannot keep the secret of its links: {it}", store.folder().display())
        })?;
        Ok(Self { secret })
    }

    /// The key of a seat of a game.
    fn of(&self, id: &str, letter: &str) -> String {
        let text = format!("{}\nseat\n{id}\n{letter}", self.secret);
        hex(&Sha256::digest(text.as_bytes())[..12])
    }

    /// The keys of all seats, by their letters.
    pub fn all(&self, id: &str, book: &Rulebook) -> Value {
        let entry = |seat: &crate::rulebook::Seat| (seat.letter.clone(), json!(self.of(id, &seat.letter)));
        Value::Object(book.seats.iter().map(entry).collect::<Map<String, Value>>())
    }

    /// The seats that a request may act for.
    pub fn seats(&self, caller: Caller, id: &str, book: &Rulebook, keys: &[String]) -> Vec<SeatId> {
        let holds = |it: &SeatId| {
            let key = self.of(id, &book.seats[it.index()].letter);
            caller == Caller::Owner || keys.iter().take(MAX_KEYS).any(|it| is_same(it, &key))
        };
        book.seat_ids().filter(holds).collect()
    }

    /// Whether a request may act for all of these seats.
    ///
    /// # Errors
    /// A error that names the first seat whose key is missing.
    pub fn may(
        &self,
        caller: Caller,
        (id, book): (&str, &Rulebook),
        keys: &[String],
        mut seats: impl Iterator<Item = SeatId>,
    ) -> Result<(), HttpError> {
        let held = self.seats(caller, id, book, keys);
        let Some(missing) = seats.find(|it| !held.contains(it)) else { return Ok(()) };
        let message = format!("This link does not let you play {}.", seat_title(book, missing));
        let help = "Ask the player who began the game for the link of your seat.";
        Err(HttpError::new(403, "no-key", message).help(help))
    }
}

/// Compares without telling by its time how much is the same.
fn is_same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|it| format!("{it:02x}")).collect()
}

/// A new secret, as 64 digits. The standard library seeds its hash maps from the operating
/// system; where the system has a file of random bytes, these are mixed in.
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
