//! Writes records: tags from a game, moves in the notation of a style.
//!
//! Input: a [`Game`], or its plies. Output: a [`Record`]. The elimination of a player, points during the game, and
//! actions other than moves become commands in comments, which every PGN program can read over. Does not know files.

use foldhash::HashSet;

use super::numbering::Numbering;
use super::result::points_list;
use super::{Annotation, Movetext, Record, RecordStyle, RecordedPly, result_text};
use crate::game::{Act, Game, Played};
use crate::notation::moves::check_signs;
use crate::notation::position::{print_fen, print_list};
use crate::notation::sentence::ending_event;
use crate::notation::{print_san, seat_title};
use crate::rulebook::Rulebook;
use crate::rules::{Position, Variant};

/// The tags of a record that have a meaning here, besides those of the players. Each has an example.
///
/// ```
/// use threefold::record::RECORD_TAGS;
///
/// assert!(RECORD_TAGS.iter().any(|(name, ..)| *name == "Variant"));
/// ```
pub const RECORD_TAGS: &[(&str, &str, &str)] = &[
    ("Event", "the tournament or match", "Club evening"),
    ("Site", "the place", "Berlin"),
    ("Date", "the day, with `?` for unknown digits", "2026.11.??"),
    ("Round", "the round of the tournament", "3"),
    (
        "Result",
        "the result: `1-0`, `0-1` or `1/2-1/2` for two players, the points of each player for more, `*` if unknown",
        "1,0,1/2",
    ),
    ("Variant", "name or path of the rulebook; without it, the game is chess", "3-man-chess"),
    ("Rules", "hash of the rules by which the game was played", "4f1c"),
    (
        "Rulebook",
        "the rulebook itself, with `\\n` for the end of a line and `\\\\` for a backslash",
        "name = \"Mine\"\\n",
    ),
    ("SetUp", "`1` if the game does not begin in the starting position", "1"),
    ("FEN", "the position at the start, in any form that positions have", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
    ("TimeControl", "the time control", "300+5"),
    (
        "Termination",
        "`normal`, `unterminated`, `time forfeit`, `adjudication`, `abandoned` or `rules infraction`",
        "normal",
    ),
    ("Ending", "the outcome or claim that ended the game", "checkmate"),
];

/// The tags that every record has, with their unknown values, before those of the players.
const ROSTER: &[(&str, &str)] = &[("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];

/// Returns the text of a rulebook as the value of the tag `Rulebook`.
///
/// ```
/// use threefold::record::{rulebook_tag, rulebook_text};
///
/// let text = "name = \"Mine\"\n# a \\ b\n";
/// assert_eq!(rulebook_text(&rulebook_tag(text)), text);
/// ```
pub fn rulebook_tag(text: &str) -> String {
    text.replace('\r', "").replace('\\', "\\\\").replace('\n', "\\n")
}

/// Returns the text of a rulebook from the value of the tag `Rulebook`.
///
/// [`rulebook_tag`] has an example.
pub fn rulebook_text(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        match (letter, letter == '\\') {
            (_, true) => match letters.next() {
                Some('n') => text.push('\n'),
                Some(other) => text.push(other),
                None => text.push('\\'),
            },
            (other, _) => text.push(other),
        }
    }
    text
}

/// Returns the text of a rulebook without comments and empty lines. Comments may name files of this computer.
#[cfg(any(feature = "cli", feature = "serve"))]
pub(crate) fn without_comments(text: &str) -> String {
    let lines = text.lines().filter(|it| !it.trim_start().starts_with('#') && !it.trim().is_empty());
    lines.map(|it| without_comment(it).to_owned() + "\n").collect()
}

/// Returns a line of TOML without the comment at its end.
#[cfg(any(feature = "cli", feature = "serve"))]
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut is_escaped = false;
    for (at, letter) in line.char_indices() {
        match (quote, letter) {
            _ if is_escaped => is_escaped = false,
            (Some('"'), '\\') => is_escaped = true,
            (Some(open), _) if letter == open => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(letter),
            (None, '#') => return line[..at].trim_end(),
            (None, _) => {}
        }
    }
    line
}

impl Record {
    /// Creates the record of a game, in the style that fits its rulebook.
    ///
    /// [`record`](crate::record) has an example.
    pub fn from_game(game: &Game) -> Self {
        Self::from_game_in(game, RecordStyle::usual(game.variant().rulebook()))
    }

    /// Creates the record of a game in a style.
    ///
    /// [`record`](crate::record) has an example.
    pub fn from_game_in(game: &Game, style: RecordStyle) -> Self {
        let mut record = Self::written(game, style, 1, &Movetext::default());
        record.complete(game);
        record
    }

    /// Creates the record of a game that continues the game of another record. Its tags and its first move number stay, and so
    /// do the comments, NAGs and variations of the moves that are still the same. The result stays if nothing has changed.
    #[cfg(feature = "cli")]
    pub(crate) fn continuing(game: &Game, earlier: &Record) -> Self {
        let acts = |game: &Game| -> Vec<Act> { game.played().iter().map(|it| it.act.clone()).collect() };
        let moves = |acts: &[Act]| acts.iter().filter(|it| matches!(it, Act::Move(_))).cloned().collect::<Vec<_>>();
        let before = super::replay_record(game.variant(), &earlier.main_line()).ok();
        let (own, old) = (acts(game), before.as_ref().map(acts).unwrap_or_default());
        let same = moves(&own).iter().zip(&moves(&old)).take_while(|it| it.0 == it.1).count();
        let mut kept = earlier.movetext.clone();
        let first = earlier.first_number();
        kept.plies.truncate(same);
        let mut record = Self::written(game, RecordStyle::usual(game.variant().rulebook()), first, &kept);
        record.tags = earlier.tags.clone();
        match own == old {
            true if !game.is_game_over() => record.result = earlier.result.clone(),
            true => {}
            false => record.remove_tag("Termination"),
        }
        record.complete(game);
        record
    }

    /// Writes the moves of a game with the annotations of a movetext, whose plies are the first ones of the game.
    fn written(game: &Game, style: RecordStyle, first: u32, kept: &Movetext) -> Self {
        let mut record = Record { result: result_text(game.position()), ..Record::default() };
        let mut numbering = Numbering::new(style, first);
        let line = &mut record.movetext;
        line.comments.extend(kept.comments.iter().filter_map(|it| without_acts(it)));
        let mut before = game.start();
        for played in game.played() {
            match played.act {
                Act::Move(_) => {
                    let mut ply = ply(style, before, played, &mut numbering);
                    let old = kept.plies.get(line.plies.len()).map_or(&[][..], |it| &it.annotations);
                    for it in old {
                        match it {
                            Annotation::Comment(text) => {
                                ply.annotations.extend(without_acts(text).map(Annotation::Comment))
                            }
                            other => ply.annotations.push(other.clone()),
                        }
                    }
                    if ply.annotations.iter().any(|it| !matches!(it, Annotation::Nag(_))) {
                        numbering.interrupt();
                    }
                    line.plies.push(ply);
                }
                _ => note(line, &mut numbering, format!("[%act {}]", played.text())),
            }
            if let Some(news) = news(before, &played.after) {
                note(line, &mut numbering, news);
            }
            before = &played.after;
        }
        record
    }

    /// Adds the tags that a game determines, and those that every record has.
    pub(super) fn complete(&mut self, game: &Game) {
        let variant = game.variant();
        let book = variant.rulebook();
        let mut tags = Record::default();
        for (name, unknown) in ROSTER {
            tags.set_tag(name, self.tag(name).unwrap_or(unknown));
        }
        for seat in book.seat_ids() {
            let name = player_tag(book, seat);
            let player = self.tag(&name).unwrap_or("?").to_owned();
            tags.set_tag(&name, player);
        }
        tags.set_tag("Result", self.result.clone());
        tags.set_tag("Variant", self.variant_name(variant.slug()));
        tags.set_tag("Rules", variant.hash());
        let start = game.start();
        if variant.start().as_ref() != Some(start) {
            tags.set_tag("SetUp", "1");
            let fen = print_fen(start).map(|it| with_number(&it, self.first_number()));
            tags.set_tag("FEN", fen.unwrap_or_else(|_| print_list(start)));
        }
        if let Some(ending) = game.outcome() {
            tags.set_tag("Termination", self.tag("Termination").unwrap_or("normal"));
            tags.set_tag("Ending", ending_event(book, ending));
        }
        let named: HashSet<String> = tags.tags.iter().map(|it| it.name.clone()).collect();
        let has_other_rules = self.has_rules_of(variant) == Some(false);
        for tag in &self.tags {
            let is_new = !named.contains(&tag.name);
            let is_stale = has_other_rules && tag.name == "Rulebook";
            // These say what the game above determines.
            if is_new && !is_stale && !["SetUp", "FEN", "Position", "Ending"].contains(&tag.name.as_str()) {
                tags.tags.push(tag.clone());
            }
        }
        self.tags = tags.tags;
    }
}

impl Record {
    /// Reports whether a game was played by exactly these rules: whether the tag `Rules` is the hash of the variant.
    /// `None` without that tag.
    ///
    /// ```
    /// use threefold::record::Record;
    ///
    /// let [chess, atomic] = ["chess", "gallery/atomic"].map(|it| threefold::load(it).expect("a game").variant);
    /// let game = threefold::Game::new(&chess).expect("a starting position");
    /// let record = Record::from_game(&game);
    /// assert_eq!((record.has_rules_of(&chess), record.has_rules_of(&atomic)), (Some(true), Some(false)));
    /// assert_eq!(Record::parse("1. e4 *")?.has_rules_of(&chess), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_rules_of(&self, variant: &Variant) -> Option<bool> {
        self.tag("Rules").map(|it| it == variant.hash())
    }

    /// Returns the number of the first move: that of the position at the start, or else the one before the move.
    pub(super) fn first_number(&self) -> u32 {
        let written = || self.movetext.plies.first().and_then(|it| it.number).map(|it| it.value);
        self.tag("FEN").and_then(number_of_fen).or_else(written).unwrap_or(1)
    }

    /// Returns the value of the tag `Variant`: the name in the record if it is that of the variant, else its file name.
    fn variant_name(&self, slug: &str) -> String {
        let file = |it: &str| it.rsplit('/').next().unwrap_or(it).trim_end_matches(".toml").to_owned();
        let own = self.tag("Variant").filter(|it| file(it) == file(slug));
        own.map_or_else(|| file(slug), str::to_owned)
    }
}

/// Returns the move number at the end of a FEN; `None` for a position in another form.
pub(super) fn number_of_fen(text: &str) -> Option<u32> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [placement, _, .., halfmoves, number] = words[..] else { return None };
    let is_fen = words.len() > 4 && placement.contains('/');
    halfmoves.parse::<u32>().ok().filter(|_| is_fen)?;
    number.parse().ok().filter(|it| *it > 0)
}

/// Returns a FEN with another move number.
fn with_number(fen: &str, number: u32) -> String {
    fen.rsplit_once(' ').map_or_else(|| fen.to_owned(), |(rest, _)| format!("{rest} {number}"))
}

/// Returns the name of the tag of a player: `White`.
pub(crate) fn player_tag(book: &Rulebook, seat: crate::rulebook::SeatId) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric();
    seat_title(book, seat).chars().map(|it| if is_plain(it) { it } else { '_' }).collect()
}

/// Returns the text of a move in a style.
pub(super) fn move_text(style: RecordStyle, before: &Position, played: &Played) -> String {
    let Act::Move(mv) = played.act else { return played.text().to_owned() };
    match style {
        RecordStyle::Short => print_san(before, mv),
        RecordStyle::Players => {
            let letter = &before.variant().rulebook().seats[played.seat.index()].letter;
            // A notation of the variant may have these signs already.
            let signs = check_signs(before, mv);
            let text = played.text().trim_end_matches(['+', '#']);
            format!("{letter}:{text}{signs}")
        }
    }
}

fn ply(style: RecordStyle, before: &Position, played: &Played, numbering: &mut Numbering) -> RecordedPly {
    let number = numbering.next(played.seat);
    RecordedPly { number, text: move_text(style, before, played), ..RecordedPly::default() }
}

/// Adds a comment after the last move, or before the first one.
fn note(line: &mut Movetext, numbering: &mut Numbering, text: String) {
    numbering.interrupt();
    match line.plies.last_mut() {
        Some(ply) => ply.annotations.push(Annotation::Comment(text)),
        None => line.comments.push(text),
    }
}

/// Returns a comment without the commands that a game determines; `None` if nothing is left.
fn without_acts(comment: &str) -> Option<String> {
    let mut text = comment.to_owned();
    for command in ["[%act ", "[%out ", "[%points "] {
        while let Some((before, rest)) = text.split_once(command) {
            let after = rest.split_once(']').map_or("", |it| it.1);
            text = format!("{} {}", before.trim_end(), after.trim_start()).trim().to_owned();
        }
    }
    (!text.is_empty()).then_some(text)
}

/// Returns the players who were eliminated between two positions and the points that changed, unless the game ended.
fn news(before: &Position, after: &Position) -> Option<String> {
    if after.ending().is_some() {
        return None;
    }
    let book = after.variant().rulebook();
    let out = book.seat_ids().filter(|it| before.is_living(*it) && !after.is_living(*it));
    let mut commands: Vec<String> = out.map(|it| format!("[%out {}]", book.seats[it.index()].letter)).collect();
    if before.scores() != after.scores() {
        commands.push(format!("[%points {}]", points_list(&after.scores())));
    }
    (!commands.is_empty()).then(|| commands.join(" "))
}
