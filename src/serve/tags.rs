//! Tags of a record that a page opens: who plays, where and when, and tags of other programs.
//!
//! Input: the tags of a record. Output: lines of a saved game, and the same tags in a record that is
//! downloaded. A tag is left out as soon as it no longer holds: the result after any change of the
//! game, and the name and rating of a player whose seat a bot takes. Does not know the page.
//!
//! ```text
//!   Record ──> KeptTags ──> lines `# tag NAME VALUE` of the saved game ──> KeptTags ──> Record
//! ```

use super::session::PlayerKind;
use crate::game::Game;
use crate::notation::name::visible;
use crate::record::{Record, player_tag, recorded_end};
use crate::rulebook::{Rulebook, SeatId};

/// The tags that do not depend on the moves.
const OF_EVENT: [&str; 4] = ["Event", "Site", "Date", "Round"];
/// The tags that hold only for the last position of the record.
const OF_END: [&str; 2] = ["Result", "Termination"];
/// The tags that the record of the game states itself, or that do not hold without comments and with further moves.
const OF_GAME: [&str; 8] = ["Variant", "Rules", "Rulebook", "SetUp", "FEN", "Ending", "PlyCount", "Annotator"];
/// The day of a game whose record states none.
const NO_DATE: &str = "????.??.??";
/// Maximum length of a value in characters.
const MAX_VALUE: usize = 200;
/// Maximum number of tags.
const MAX_TAGS: usize = 64;

/// Tags with their values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptTags(Vec<(String, String)>);

impl KeptTags {
    /// Takes the known values of a record. Its result is part of it only if the moves do not end the
    /// game, as after a resignation. The day stays unknown if the record does not state it.
    pub fn of_record(record: &Record, book: &Rulebook) -> Self {
        let players = book.seat_ids().map(|it| player_tag(book, it));
        let names = OF_EVENT.iter().chain(&OF_END).map(|it| (*it).to_owned()).chain(players);
        let mut kept = Self::default();
        for name in names {
            let value = if name == "Result" { Some(record.result.as_str()) } else { record.tag(&name) };
            kept.put(&name, value.unwrap_or_default());
        }
        kept.put("Date", NO_DATE);
        for tag in record.tags.iter().filter(|it| !OF_GAME.contains(&it.name.as_str())) {
            kept.put(&tag.name, &tag.value);
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
        let is_known = value == NO_DATE || !value.chars().all(|it| "?.*".contains(it));
        let is_name = !name.is_empty() && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
        if is_known && is_name && self.0.len() < MAX_TAGS && self.value(name).is_none() {
            self.0.push((name.to_owned(), value));
        }
    }

    /// Returns the name of the player of a seat.
    pub fn player(&self, book: &Rulebook, seat: SeatId) -> Option<&str> {
        self.value(&player_tag(book, seat))
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|it| it.0 == name).map(|it| it.1.as_str())
    }

    /// Returns the sentence about the result of the record, while it holds and the game is not over by the rules.
    pub fn recorded_end(&self, game: &Game) -> Option<String> {
        recorded_end(game, self.value("Result")?, self.value("Termination"))
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
        for (name, value) in self.0.iter().filter(|it| !bots.iter().any(|bot| it.0.starts_with(bot))) {
            match name.as_str() {
                "Result" | "Termination" if is_over => continue,
                "Result" => record.result.clone_from(value),
                _ => {}
            }
            record.set_tag(name, value.clone());
        }
    }
}
