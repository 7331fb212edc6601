//! A game at its table: who plays for each seat, how often it has changed, what of it was
//! taken back.
//!
//! In: acts of people and of bots. Out: the game after them, or why not; and the whole as
//! a text that is read back as the same table. Refuses to know folders and sockets.

use crate::bot::{Bot, Style};
use crate::game::{Game, GameError, Played, heading, record, replay};
use crate::notation::name::visible;
use crate::notation::position::{parse_position, print, render};
use crate::notation::sentence::status_sentence;
use crate::rulebook::SeatId;
use crate::rules::Variant;

/// So many acts may a game have, those taken back among them.
pub const MAX_ACTS: usize = 3000;
/// So many moves may bots make: then they wait for a person.
const BOT_ACTS: usize = 2000;

/// So long may the text of a position be.
pub const MAX_POSITION: usize = 16 << 10;

/// Who plays for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// Whoever sits there.
    Human,
    /// A bot.
    Bot(Style),
}

impl PlayerKind {
    /// As the page and the record call it.
    pub fn word(self) -> &'static str {
        match self {
            PlayerKind::Human => "human",
            PlayerKind::Bot(Style::Random) => "random",
            PlayerKind::Bot(Style::Greedy) => "greedy",
        }
    }

    /// The player of that word.
    pub fn of(word: &str) -> Option<Self> {
        [PlayerKind::Human, PlayerKind::Bot(Style::Random), PlayerKind::Bot(Style::Greedy)]
            .into_iter()
            .find(|it| it.word() == word)
    }
}

/// A game with its players.
#[derive(Debug)]
pub struct Session {
    /// The variant, as the page calls it.
    pub name: String,
    /// The game.
    pub game: Game,
    /// By seat.
    pub players: Vec<PlayerKind>,
    /// Rises by one with every change.
    pub version: u64,
    /// Whether bots wait, because somebody took something back.
    pub is_paused: bool,
    /// The text of each position that was played to.
    positions: Vec<String>,
}

impl Session {
    /// A table for a game that begins, or goes on.
    pub fn new(name: String, game: Game, players: Vec<PlayerKind>) -> Self {
        let mut table = Self { name, game, players, version: 1, is_paused: false, positions: Vec::new() };
        table.note();
        table
    }

    /// The text of each position, by what was played.
    pub fn positions(&self) -> &[String] {
        &self.positions
    }

    /// Writes down the positions that are new.
    fn note(&mut self) {
        let played = self.game.played();
        self.positions.truncate(played.len());
        for it in &played[self.positions.len()..] {
            self.positions.push(print(&it.after));
        }
    }

    fn changed(&mut self) {
        self.version += 1;
        self.note();
    }

    /// Who would do what a text says: the player that it names, or else whose turn it is.
    pub fn actor(&self, text: &str) -> SeatId {
        let first = text.split([' ', ':']).find(|it| !it.is_empty()).unwrap_or("");
        let is_named = text.contains([' ', ':']);
        self.game.variant().rulebook().seat(first).filter(|_| is_named).unwrap_or_else(|| self.game.turn())
    }

    /// Carries out what a person says.
    pub fn act(&mut self, text: &str) -> Result<(), GameError> {
        self.game.perform(text)?;
        self.is_paused = false;
        self.changed();
        Ok(())
    }

    /// Takes back to the last choice of a person; whether there was anything.
    pub fn undo(&mut self) -> bool {
        let mut undone = 0;
        while let Some(it) = self.game.undo() {
            undone += 1;
            if self.players[it.seat.index()] == PlayerKind::Human {
                break;
            }
        }
        // Among bots alone there is no choice of a person: one act is taken back.
        if undone > 1 && self.players.iter().all(|it| *it != PlayerKind::Human) {
            for _ in 1..undone {
                self.game.redo();
            }
        }
        if undone > 0 {
            self.is_paused = true;
            self.changed();
        }
        undone > 0
    }

    /// Does again what was taken back together; whether there was anything.
    pub fn redo(&mut self) -> bool {
        if self.game.redo().is_none() {
            return false;
        }
        while self.game.undone().last().is_some_and(|it| self.players[it.seat.index()] != PlayerKind::Human)
            && self.players.contains(&PlayerKind::Human)
        {
            self.game.redo();
        }
        self.is_paused = !self.game.undone().is_empty();
        self.changed();
        true
    }

    /// Who takes back or does again: the one whose act it is.
    pub fn last_person(&self) -> Option<SeatId> {
        let is_person = |it: &&Played| self.players[it.seat.index()] == PlayerKind::Human;
        self.game.played().iter().rev().find(is_person).map(|it| it.seat)
    }

    /// Permission others play.
    pub fn seat(&mut self, players: Vec<PlayerKind>) {
        self.players = players;
        self.is_paused = false;
        self.version += 1;
    }

    /// Whether a bot has something to do.
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

    /// Permission a bot do one thing; whether it did. `seed` makes games differ.
    pub fn let_bot_act(&mut self, seed: u64) -> bool {
        if !self.waits_for_bot() {
            return false;
        }
        let done = match self.game.pending() {
            // Bots agree to being resigned to or for, and to nothing else.
            Some(pending) => {
                let agrees = self.game.variant().rulebook().claims[pending.claim.0 as usize].names_winner;
                let asked = pending.waiting.iter().copied().find(|it| self.players[it.index()] != PlayerKind::Human);
                asked.is_some_and(|it| self.game.answer(it, agrees).is_ok())
            }
            None => match self.players[self.game.turn().index()] {
                PlayerKind::Human => false,
                PlayerKind::Bot(style) => {
                    // A bot remembers nothing, so that a restart does not change what it plays.
                    let count = self.game.played().len() as u64;
                    let mut bot = Bot::new(style, seed ^ count.wrapping_mul(0x9E37_79B9_7F4A_7C15));
                    let mv = bot.choose(self.game.position());
                    mv.is_some_and(|it| self.game.play(it).is_ok())
                }
            },
        };
        if done {
            self.changed();
        } else {
            self.is_paused = true;
        }
        done
    }

    /// Whether nothing has happened in the game yet.
    pub fn is_untouched(&self) -> bool {
        self.game.played().is_empty() && self.game.undone().is_empty()
    }

    /// The whole as a text: a record, with what a record does not say as headings.
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
            "# moves {}\n# stands {over} {}\n",
            self.game.moves().count(),
            status_sentence(position)
        ));
        for it in self.game.undone().iter().rev() {
            out.push_str(&format!("# undone {}\n", it.text()));
        }
        out + body
    }

    /// The table that such a text tells of.
    pub fn read(variant: &Variant, text: &str) -> Result<Self, String> {
        let game = replayed(variant, text)?;
        let told = SessionView::read(text);
        let book = variant.rulebook();
        let mut players = vec![PlayerKind::Human; book.seats.len()];
        for (seat, who) in &told.players {
            if let (Some(seat), Some(who)) = (book.seat(seat), PlayerKind::of(who)) {
                players[seat.index()] = who;
            }
        }
        let name = heading(text).variant.unwrap_or_else(|| variant.slug().to_owned());
        let mut table = Self::new(name, game, players);
        // A page counts no further than its numbers are exact.
        table.version = told.version.clamp(1, 1 << 50);
        table.is_paused = told.is_paused;
        let done = table.game.played().len();
        for act in &told.undone {
            if table.game.played().len() >= MAX_ACTS || table.game.perform(act).is_err() {
                break;
            }
        }
        for _ in done..table.game.played().len() {
            table.game.undo();
        }
        Ok(table)
    }
}

/// Plays a record again; what is wrong with it is told with its line.
pub fn replayed(variant: &Variant, text: &str) -> Result<Game, String> {
    let words = text.lines().map(|it| it.split('#').next().unwrap_or("").split_whitespace().count());
    if words.sum::<usize>() > 3 * MAX_ACTS {
        return Err(format!("the record is longer than {MAX_ACTS} acts"));
    }
    let game = replay(variant, text).map_err(|it| it.to_string())?;
    if game.played().len() > MAX_ACTS {
        return Err(format!("the record is longer than {MAX_ACTS} acts"));
    }
    Ok(game)
}

/// A game that begins with a position, or with the starting position.
pub fn begun(variant: &Variant, position: Option<&str>) -> Result<Game, String> {
    match position {
        Some(text) if text.len() > MAX_POSITION => Err(format!("a position has no more than {MAX_POSITION} letters")),
        Some(text) => parse_position(variant, text).map(Game::from_position).map_err(|it| render(text, &it)),
        None => Game::new(variant)
            .ok_or_else(|| format!("`{}` has no starting position: give the position to begin from", variant.slug())),
    }
}

/// What the headings of a table say besides those of a record.
#[derive(Debug, Default)]
pub struct SessionView {
    /// The title of the variant.
    pub title: String,
    /// Seats and players, as words.
    pub players: Vec<(String, String)>,
    /// The version.
    pub version: u64,
    /// Whether bots wait.
    pub is_paused: bool,
    /// The number of moves, where the record says it.
    pub moves: Option<u64>,
    /// Whether the game is over.
    pub is_over: bool,
    /// How it stands.
    pub sentence: String,
    /// What was taken back, in the order in which it would be done again.
    pub undone: Vec<String>,
}

impl SessionView {
    /// Reads the headings; what cannot be understood is as if it were not there.
    pub fn read(text: &str) -> Self {
        let mut told = SessionView::default();
        for line in text.lines() {
            let Some((word, rest)) = line.strip_prefix("# ").and_then(|it| it.split_once(' ')) else { continue };
            match word {
                "title" => told.title = rest.to_owned(),
                "players" => {
                    let pairs = rest.split_whitespace().filter_map(|it| it.split_once('='));
                    told.players = pairs.map(|(seat, who)| (seat.to_owned(), who.to_owned())).collect();
                }
                "version" => told.version = rest.parse().unwrap_or(0),
                "paused" => told.is_paused = rest == "yes",
                "moves" => told.moves = rest.parse().ok(),
                "stands" => {
                    let (over, sentence) = rest.split_once(' ').unwrap_or((rest, ""));
                    (told.is_over, told.sentence) = (over == "over", sentence.to_owned());
                }
                "undone" if told.undone.len() < MAX_ACTS => told.undone.push(rest.to_owned()),
                _ => {}
            }
        }
        told
    }

    /// Whether nothing has happened in the game yet.
    pub fn is_untouched(&self) -> bool {
        self.moves == Some(0) && !self.is_over && self.undone.is_empty()
    }
}
