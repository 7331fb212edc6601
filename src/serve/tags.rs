//! Tags of a record that a page opens: who plays, where and when.
//!
//! Input: the tags of a record. Output: lines of a saved game, and the same tags in a record that is
//! downloaded. A tag is left out as soon as it no longer holds: the result after any change of the
//! game, and the name of a player whose seat a bot takes. Does not know the page.
//!
//! ```text
//!   Record ──> KeptTags ──> lines `# tag NAME VALUE` of the saved game ──> KeptTags ──> Record
//! ```

use super::session::PlayerKind;
use crate::notation::name::visible;
use crate::record::{Record, player_tag};
use crate::rulebook::{Rulebook, SeatId};

/// The tags that do not depend on the moves.
const OF_EVENT: [&str; 4] = ["Event", "Site", "Date", "Round"];
/// The tags that hold only for the last position of the record.
const OF_END: [&str; 2] = ["Result", "Termination"];
/// Maximum length of a value in characters.
const MAX_VALUE: usize = 200;

/// Tags with their values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptTags(Vec<(String, String)>);

impl KeptTags {
    /// Takes the known values of a record. Its result is part of it only if the moves do not end the
    /// game, as after a resignation.
    pub fn of_record(record: &Record, book: &Rulebook) -> Self {
        let players = book.seat_ids().map(|it| player_tag(book, it));
        let names = OF_EVENT.iter().chain(&OF_END).map(|it| (*it).to_owned()).chain(players);
        let mut kept = Self::default();
        for name in names {
            let value = if name == "Result" { Some(record.result.as_str()) } else { record.tag(&name) };
            kept.put(&name, value.unwrap_or_default());
        }
        kept
    }

    /// Reads the lines of a saved game.
    pub fn read(text: &str) -> Self {
        let mut kept = Self::default();
        for (name, value) in text.lines().filter_map(|it| it.strip_prefix("# tag ")?.split_once(' ')) {
            kept.put(name, value);
        }
        kept
    }

    fn put(&mut self, name: &str, value: &str) {
        let value: String = visible(value).trim().chars().take(MAX_VALUE).collect();
        let is_known = !value.chars().all(|it| "?.*".contains(it));
        if is_known && self.0.iter().all(|it| it.0 != name) {
            self.0.push((name.to_owned(), value));
        }
    }

    /// Returns the name of the player of a seat.
    pub fn player(&self, book: &Rulebook, seat: SeatId) -> Option<&str> {
        let name = player_tag(book, seat);
        self.0.iter().find(|it| it.0 == name).map(|it| it.1.as_str())
    }

    /// Returns the lines of a saved game.
    pub fn lines(&self) -> String {
        self.0.iter().map(|(name, value)| format!("# tag {name} {value}\n")).collect()
    }

    /// Drops the result: the game is no longer that of the record.
    pub fn game_changed(&mut self) {
        self.0.retain(|it| !OF_END.contains(&it.0.as_str()));
    }

    /// Adds the tags to the record of the game.
    pub fn add_to(&self, record: &mut Record, book: &Rulebook, players: &[PlayerKind]) {
        let is_over = record.result != "*";
        let bots: Vec<String> = book
            .seat_ids()
            .zip(players)
            .filter(|it| *it.1 != PlayerKind::Human)
            .map(|it| player_tag(book, it.0))
            .collect();
        for (name, value) in self.0.iter().filter(|it| !bots.contains(&it.0)) {
            match name.as_str() {
                "Result" | "Termination" if is_over => continue,
                "Result" => record.result.clone_from(value),
                _ => {}
            }
            record.set_tag(name, value.clone());
        }
    }
}
