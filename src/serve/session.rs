//! A game with its players, version number and undone acts.
//!
//! Input: acts of people and bots. Output: the game after them, or the reason why not; and a text
//! from which the same session can be restored. Does not know folders and sockets.

use std::time::Duration;

use super::tags::KeptTags;
use crate::bot::{Bot, Style, StyleError, StyleErrorKind, WeightChoice};
use crate::game::{Act, Game, GameError, heading, record, replay};
use crate::notation::moves::check_signs;
use crate::notation::name::visible;
use crate::notation::position::print;
use crate::notation::sentence::status_sentence;
use crate::rulebook::SeatId;
use crate::rules::{Move, Position, Variant};
use crate::search::Budget;

/// Maximum number of acts in a game, including undone ones.
pub const MAX_ACTS: usize = 3000;
/// Maximum number of consecutive bot acts before a person must act.
const BOT_ACTS: usize = 2000;

/// Maximum number of nodes of a searching bot for one move.
const MAX_BOT_NODES: u64 = 1_000_000;
/// Maximum time of a searching bot for one move. On large boards, the nodes of a level take longer.
pub const MAX_BOT_TIME: Duration = Duration::from_secs(5);

/// Maximum length of a position text, in bytes.
pub const MAX_POSITION: usize = 16 << 10;

/// The kind of player at a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// A person at the seat.
    Human,
    /// A bot with a playing style.
    Bot(Style),
}

impl PlayerKind {
    /// Returns the word for the player in requests and records.
    pub fn word(&self) -> String {
        match self {
            PlayerKind::Human => "human".to_owned(),
            PlayerKind::Bot(style) => style.to_string(),
        }
    }

    /// Parses the word for a player. The error says what is wrong with it, and how to correct it.
    pub fn of(word: &str) -> Result<Self, (String, String)> {
        if word == "human" {
            return Ok(PlayerKind::Human);
        }
        let style = parsed(word).map_err(|it| match it.kind {
            StyleErrorKind::UnknownBot { .. } => (it.message, format!("{}; or write `human`", it.help)),
            _ => (it.message, it.help),
        })?;
        match why_not(&style) {
            Some((why, help)) => Err((format!("`{word}` cannot play here: {why}"), help)),
            None => Ok(PlayerKind::Bot(style)),
        }
    }
}

/// Parses a bot. The advice leaves out other programs, because the server starts none.
pub(super) fn parsed(word: &str) -> Result<Style, StyleError> {
    Style::parse(word).map_err(|it| StyleError { help: it.help.replace(", `uci`", ""), ..it })
}

/// Returns why a page may not choose this bot, and what to write instead. A bot of the page moves within a few seconds
/// on any board, starts no other program, and reads no file.
fn why_not(style: &Style) -> Option<(&'static str, String)> {
    let is_short = style.budget().is_none_or(|it| match it {
        Budget::Nodes(nodes) => nodes <= MAX_BOT_NODES,
        Budget::Time(time) => time <= MAX_BOT_TIME,
    });
    match style {
        Style::Uci(_) => Some(("the server starts no other program", "name a bot of this program".to_owned())),
        Style::Search(search) if matches!(search.weights, Some(WeightChoice::File(_))) => {
            Some(("the server reads no file of weights", "leave `weights` out, or write `weights=derived`".to_owned()))
        }
        _ if !is_short => Some((
            "its budget is too large",
            format!("write at most {MAX_BOT_NODES} nodes or {} seconds", MAX_BOT_TIME.as_secs()),
        )),
        _ => None,
    }
}

/// What a bot has to do next.
#[derive(Debug)]
pub enum BotTurn {
    /// Answer an offer or a claim.
    Answer,
    /// Choose a move.
    Move(Box<Thought>),
}

/// A bot with a copy of the game that it needs to choose a move.
#[derive(Debug)]
pub struct Thought {
    /// The bot, with the random numbers for this move.
    pub bot: Bot,
    /// The seat and the style of the bot.
    pub name: String,
    /// Earlier positions of the game, oldest first.
    pub earlier: Vec<Position>,
    /// The position to move in.
    pub position: Position,
}

/// A game with its players.
#[derive(Debug)]
pub struct Session {
    /// The name of the variant in requests.
    pub name: String,
    /// The game with its history.
    pub game: Game,
    /// The player of each seat, in order of play.
    pub players: Vec<PlayerKind>,
    /// Version number, incremented at every change.
    pub version: u64,
    /// Whether bots pause because a person has undone something.
    pub is_paused: bool,
    /// Tags of the record that the game continues.
    pub tags: KeptTags,
    /// The players who want to undo the end of the game. A restart forgets them.
    pub undo_wanted_by: Vec<SeatId>,
    /// What the move list says about each act.
    noted: Vec<Noted>,
}

/// What the move list says about an act, computed once.
#[derive(Debug)]
pub struct Noted {
    /// The position text after it.
    pub position: String,
    /// A `+` for each opponent in check after a move, and a `#` for each one it checkmates.
    pub signs: String,
}

impl Session {
    /// Creates a session for a new or resumed game.
    pub fn new(name: String, game: Game, players: Vec<PlayerKind>) -> Self {
        let mut session = Self {
            name,
            game,
            players,
            version: 1,
            is_paused: false,
            tags: KeptTags::default(),
            undo_wanted_by: Vec::new(),
            noted: Vec::new(),
        };
        session.note();
        session
    }

    /// Returns what the move list says about each act.
    pub fn noted(&self) -> &[Noted] {
        &self.noted
    }

    /// Appends the notes of new acts.
    fn note(&mut self) {
        let played = self.game.played();
        self.noted.truncate(played.len());
        for at in self.noted.len()..played.len() {
            let before = if at == 0 { self.game.start() } else { &played[at - 1].after };
            let signs = match played[at].act {
                Act::Move(mv) => check_signs(before, mv),
                _ => String::new(),
            };
            self.noted.push(Noted { position: print(&played[at].after), signs });
        }
    }

    /// Counts a change of the game.
    pub(super) fn changed(&mut self) {
        self.version += 1;
        self.tags.game_changed();
        self.undo_wanted_by.clear();
        self.note();
    }

    /// Returns the seat that would perform an act: the seat that the text names, or the player to
    /// move.
    pub fn actor(&self, text: &str) -> SeatId {
        let first = text.split([' ', ':']).find(|it| !it.is_empty()).unwrap_or("");
        let is_named = text.contains([' ', ':']);
        self.game.variant().rulebook().seat(first).filter(|_| is_named).unwrap_or_else(|| self.game.turn())
    }

    /// Performs the act of a person.
    ///
    /// # Errors
    ///
    /// Returns an error if the game refuses the act.
    pub fn act(&mut self, text: &str) -> Result<(), GameError> {
        self.game.perform(text)?;
        self.is_paused = false;
        self.changed();
        Ok(())
    }

    /// Changes the players.
    pub fn seat(&mut self, players: Vec<PlayerKind>) {
        self.players = players;
        self.is_paused = false;
        self.version += 1;
    }

    /// Reports whether a bot is to act.
    pub fn waits_for_bot(&self) -> bool {
        if self.is_paused || self.game.is_game_over() || self.game.played().len() >= self.bot_limit() {
            return false;
        }
        let is_bot = |seat: SeatId| self.players[seat.index()] != PlayerKind::Human;
        match self.game.pending() {
            Some(pending) => pending.waiting.iter().any(|it| is_bot(*it)),
            None => is_bot(self.game.turn()),
        }
    }

    fn bot_limit(&self) -> usize {
        if self.players.contains(&PlayerKind::Human) { MAX_ACTS } else { BOT_ACTS }
    }

    /// Returns the seat of the bot that is choosing a move.
    pub fn thinking(&self) -> Option<SeatId> {
        (self.waits_for_bot() && self.game.pending().is_none()).then(|| self.game.turn())
    }

    /// Returns what a bot has to do next. `seed` makes games differ.
    pub fn bot_turn(&self, seed: u64) -> Option<BotTurn> {
        if !self.waits_for_bot() {
            return None;
        }
        if self.game.pending().is_some() {
            return Some(BotTurn::Answer);
        }
        let PlayerKind::Bot(style) = &self.players[self.game.turn().index()] else { return None };
        // The random numbers do not depend on earlier moves, so that a restart does not change them.
        let count = self.game.played().len() as u64;
        let bot = Bot::new(style.clone(), seed ^ count.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let (earlier, position) = (self.game.earlier_positions(), self.game.position().clone());
        let name = format!("{} {style}", self.game.turn().index());
        Some(BotTurn::Move(Box::new(Thought { bot, name, earlier, position })))
    }

    /// Answers an offer or a claim for a bot, and reports whether it did. Bots accept resignations
    /// and nothing else.
    pub fn answer_for_bot(&mut self) -> bool {
        let Some(pending) = self.game.pending().filter(|_| self.waits_for_bot()) else { return false };
        let agrees = self.game.variant().rulebook().claims[pending.claim.0 as usize].names_winner();
        let bot = pending.waiting.iter().copied().find(|it| self.players[it.index()] != PlayerKind::Human);
        let done = bot.is_some_and(|it| self.game.answer(it, agrees).is_ok());
        self.finish_bot_act(done)
    }

    /// Plays the move that a bot has chosen, and reports whether it did. Without a move, the bots
    /// pause.
    pub fn play_for_bot(&mut self, mv: Option<Move>) -> bool {
        let done = self.waits_for_bot() && mv.is_some_and(|it| self.game.play(it).is_ok());
        self.finish_bot_act(done)
    }

    fn finish_bot_act(&mut self, done: bool) -> bool {
        if done {
            self.changed();
        } else {
            self.is_paused = true;
        }
        done
    }

    /// Reports whether nothing has happened in the game yet.
    pub fn is_untouched(&self) -> bool {
        self.game.played().is_empty() && self.game.undone().is_empty()
    }

    /// Returns the session as text: a record with additional headings.
    pub fn text(&self) -> String {
        let record = record(&self.game);
        let body = record.split_once('\n').map_or("", |it| it.1);
        let position = self.game.position();
        let book = self.game.variant().rulebook();
        let players = book.seats.iter().zip(&self.players);
        let players: Vec<String> = players.map(|(seat, who)| format!("{}={}", seat.letter, who.word())).collect();
        let mut out = format!("# variant {}\n", visible(&self.name));
        out.push_str(&format!("# title {}\n# players {}\n", visible(&book.name), players.join(" ")));
        out.push_str(&format!("# version {}\n", self.version));
        if self.is_paused {
            out.push_str("# paused yes\n");
        }
        let over = if position.ending().is_some() { "over" } else { "on" };
        out.push_str(&format!(
            "# moves {}\n# status {over} {}\n",
            self.game.moves().count(),
            status_sentence(position)
        ));
        for it in self.game.undone().iter().rev() {
            out.push_str(&format!("# undone {}\n", it.text()));
        }
        let people: Vec<&str> = book
            .seat_ids()
            .zip(&self.players)
            .filter(|it| *it.1 == PlayerKind::Human)
            .filter_map(|it| self.tags.player(book, it.0))
            .collect();
        if !people.is_empty() {
            out.push_str(&format!("# people {}\n", people.join(" – ")));
        }
        out.push_str(&self.tags.lines());
        out + body
    }

    /// Restores a session from its text.
    ///
    /// # Errors
    ///
    /// Returns a sentence if the text cannot be replayed.
    pub fn read(variant: &Variant, text: &str) -> Result<Self, String> {
        let game = replay_record(variant, text)?;
        let view = SessionView::read(text);
        let book = variant.rulebook();
        let mut players = vec![PlayerKind::Human; book.seats.len()];
        for (seat, who) in &view.players {
            if let (Some(seat), Ok(who)) = (book.seat(seat), PlayerKind::of(who)) {
                players[seat.index()] = who;
            }
        }
        let name = heading(text).variant.unwrap_or_else(|| variant.slug().to_owned());
        let mut session = Self::new(name, game, players);
        // The version must stay exact as a JavaScript number.
        session.version = view.version.clamp(1, 1 << 50);
        session.is_paused = view.is_paused;
        session.tags = KeptTags::read(text);
        let done = session.game.played().len();
        for act in &view.undone {
            if session.game.played().len() >= MAX_ACTS || session.game.perform(act).is_err() {
                break;
            }
        }
        for _ in done..session.game.played().len() {
            session.game.undo();
        }
        Ok(session)
    }
}

/// Replays a record.
///
/// # Errors
///
/// Returns a sentence with the line of the problem.
pub fn replay_record(variant: &Variant, text: &str) -> Result<Game, String> {
    let words = text.lines().map(|it| it.split('#').next().unwrap_or("").split_whitespace().count());
    if words.sum::<usize>() > 3 * MAX_ACTS {
        return Err(format!("the record has more than {MAX_ACTS} actions"));
    }
    let game = replay(variant, text).map_err(|it| it.to_string())?;
    if game.played().len() > MAX_ACTS {
        return Err(format!("the record has more than {MAX_ACTS} actions"));
    }
    Ok(game)
}

/// The headings of a session besides those of a record.
#[derive(Debug, Default)]
pub struct SessionView {
    /// The title of the variant.
    pub title: String,
    /// Letters of the seats with the words for their players.
    pub players: Vec<(String, String)>,
    /// The version number.
    pub version: u64,
    /// Whether bots pause.
    pub is_paused: bool,
    /// The number of moves, if the record states it.
    pub moves: Option<u64>,
    /// Whether the game is over.
    pub is_over: bool,
    /// The status of the game as a sentence.
    pub sentence: String,
    /// The names of the people, for a list of games.
    pub people: Option<String>,
    /// The undone acts, in the order in which they would be redone.
    pub undone: Vec<String>,
}

impl SessionView {
    /// Parses the headings. Ignores those that cannot be parsed.
    pub fn read(text: &str) -> Self {
        let mut view = SessionView::default();
        for line in text.lines() {
            let Some((word, rest)) = line.strip_prefix("# ").and_then(|it| it.split_once(' ')) else { continue };
            match word {
                "people" => view.people = Some(rest.to_owned()),
                "title" => view.title = rest.to_owned(),
                "players" => {
                    let pairs = rest.split_whitespace().filter_map(|it| it.split_once('='));
                    view.players = pairs.map(|(seat, who)| (seat.to_owned(), who.to_owned())).collect();
                }
                "version" => view.version = rest.parse().unwrap_or(0),
                "paused" => view.is_paused = rest == "yes",
                "moves" => view.moves = rest.parse().ok(),
                // Games of earlier versions write `stands`.
                "status" | "stands" => {
                    let (over, sentence) = rest.split_once(' ').unwrap_or((rest, ""));
                    (view.is_over, view.sentence) = (over == "over", sentence.to_owned());
                }
                "undone" if view.undone.len() < MAX_ACTS => view.undone.push(rest.to_owned()),
                _ => {}
            }
        }
        view
    }

    /// Reports whether nothing has happened in the game yet.
    pub fn is_untouched(&self) -> bool {
        self.moves == Some(0) && !self.is_over && self.undone.is_empty()
    }
}
