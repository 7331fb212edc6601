//! Replays a record through the rules.
//!
//! Input: a variant and a [`Record`]. Output: the game, or the first move that cannot be played, with its place and the
//! reason. Variations are played, too, each from the position before the move that it replaces. If the record names the
//! hash of other rules, the error mentions it. Does not know how a text is parsed.

use super::error::excerpt;
use super::export::move_text;
use super::numbering::Numbering;
use super::parse::actions;
use super::result::points_list;
use super::{Annotation, Movetext, Record, RecordEntry, RecordStyle, RecordedPly, commands, result_text};
use crate::game::{Game, GameError, MAX_ACTS, ReplayErrorKind};
use crate::notation::position::parse_position;
use crate::notation::seat_title;
use crate::notation::sentence::ending_event;
use crate::rules::Variant;

/// Values of the tag `Termination` for games that the rules do not end.
const OUTSIDE: &[&str] = &["time forfeit", "adjudication", "abandoned", "rules infraction", "emergency", "death"];

/// Replays the main line and the variations of a record by the rules of a variant. They need not be those of the game:
/// [`Record::has_rules_of`] compares them.
///
/// [`record`](crate::record) has an example.
///
/// # Errors
/// Returns the first move, action or statement of the record that the rules contradict.
pub fn replay_record(variant: &Variant, record: &Record) -> Result<Game, RecordReplayError> {
    Replayer::new(variant, record, None).run(record).map(|it| it.0)
}

/// Replays a record, and returns it with its moves, numbers and tags as `style` writes them. Annotations are kept.
///
/// ```
/// use threefold::record::{Record, RecordStyle, convert_record};
///
/// let chess = threefold::load("chess")?.variant;
/// let record = Record::parse("1. e2-e4 {hello} e7e5 *")?;
/// let (_, record) = convert_record(&chess, &record, RecordStyle::Short)?;
/// assert!(record.to_string().ends_with("1. e4 {hello} 1... e5 *\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns the first move, action or statement of the record that the rules contradict.
pub fn convert_record(
    variant: &Variant,
    record: &Record,
    style: RecordStyle,
) -> Result<(Game, Record), RecordReplayError> {
    Replayer::new(variant, record, Some(style)).run(record)
}

/// The part of a record that the rules contradict.
///
/// ```
/// use threefold::record::{Record, RecordReplayErrorKind, replay_record};
///
/// let chess = threefold::load("chess")?.variant;
/// let record = Record::parse("1. e4 e5 2. Ke3 *")?;
/// let error = replay_record(&chess, &record).expect_err("the king cannot reach e3");
/// assert_eq!((error.ply, error.column, error.code()), (2, 13, "no-such-movement"));
/// assert!(matches!(*error.kind, RecordReplayErrorKind::Replay(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{kind}", .text.as_ref().map_or_else(String::new, |it| format!("`{it}` cannot be played: ")))]
#[non_exhaustive]
pub struct RecordReplayError {
    /// Number of plies of the main line that could be played.
    pub ply: usize,
    /// The move or action as written; `None` if the error is elsewhere.
    pub text: Option<String>,
    /// Line of the move, from 1; 0 if unknown.
    pub line: usize,
    /// Column of the move, from 1; 0 if unknown.
    pub column: usize,
    /// Whether the error is in a variation, so that the main line may be playable.
    pub is_in_variation: bool,
    /// The reason, with the names that belong to it.
    pub kind: Box<RecordReplayErrorKind>,
    /// The hash in the record, if it differs from the variant's hash.
    pub other_rules: Option<String>,
    /// The marked text: its first occurrence after the place.
    mark: String,
}

impl RecordReplayError {
    /// Returns the stable code of the reason: the code of a refusal, `no-such-square`, `bad-move-text`, `claim`,
    /// `position`, `too-long`, `bad-value` or `contradiction`.
    pub fn code(&self) -> &str {
        match &*self.kind {
            RecordReplayErrorKind::Contradiction { .. } | RecordReplayErrorKind::StillLiving { .. } => "contradiction",
            RecordReplayErrorKind::BadValue { .. } => "bad-value",
            RecordReplayErrorKind::Replay(ReplayErrorKind::Act(refused)) => match &**refused {
                GameError::Illegal { code, .. } => code,
                GameError::Text(error) => error.code(),
                GameError::Claim { .. } => "claim",
            },
            RecordReplayErrorKind::Replay(ReplayErrorKind::TooLong) => "too-long",
            RecordReplayErrorKind::Replay(_) => "position",
        }
    }

    /// Prints the error for people: the place, the line with a caret, and whether the rules changed.
    pub fn render(&self, file: &str, entry: &RecordEntry) -> String {
        let found = self.found(entry);
        let mut out = String::new();
        let mut add = |message: &str, at: usize, help: &str| {
            let (line, column) = entry.place(at);
            out.push_str(&format!("error[{}]: {message}\n --> {file}:{line}", self.code()));
            if found.is_some() {
                let (line, caret) = excerpt(&entry.text, at);
                out.push_str(&format!(":{column}\n  | {line}\n  | {}^", " ".repeat(caret)));
            }
            out.push('\n');
            if !help.is_empty() {
                out.push_str(&format!("  = help: {help}\n"));
            }
        };
        let at = found.unwrap_or(0);
        match &*self.kind {
            // Each reason is marked in the value of the tag.
            RecordReplayErrorKind::Replay(ReplayErrorKind::Position(errors)) => {
                errors.iter().for_each(|it| add(&it.to_string(), at + self.mark.len() + it.start, &it.help))
            }
            _ => add(&self.to_string(), at, self.help().unwrap_or_default()),
        }
        if let Some(hash) = &self.other_rules {
            out.push_str(&format!("  = note: the game was played by other rules, with the hash {hash:.12}\n"));
        }
        out
    }

    /// Returns the byte offset of the marked text, or of the ply.
    fn found(&self, entry: &RecordEntry) -> Option<usize> {
        let place = (self.line, self.column);
        entry.find(place, &self.mark).or_else(|| entry.find(place, "").filter(|_| self.line > 0))
    }

    /// Returns the line and the column that [`RecordReplayError::render`] names first. Without a column, it is 0.
    #[cfg(feature = "cli")]
    pub(crate) fn place(&self, entry: &RecordEntry) -> (usize, usize) {
        let Some(at) = self.found(entry) else { return (entry.place(0).0, 0) };
        entry.place(match &*self.kind {
            RecordReplayErrorKind::Replay(ReplayErrorKind::Position(errors)) => {
                at + self.mark.len() + errors.first().map_or(0, |it| it.start)
            }
            _ => at,
        })
    }

    /// Returns the advice, if there is one.
    pub(crate) fn help(&self) -> Option<&str> {
        match &*self.kind {
            RecordReplayErrorKind::Replay(ReplayErrorKind::Act(refused)) => match &**refused {
                GameError::Text(error) => Some(&error.help),
                GameError::Claim { help, .. } => Some(help),
                GameError::Illegal { .. } => None,
            },
            RecordReplayErrorKind::Replay(ReplayErrorKind::NoStart) => Some("add the tag `FEN` with a position"),
            RecordReplayErrorKind::BadValue { help, .. } => Some(help),
            RecordReplayErrorKind::Contradiction { what: "the points are", .. } => {
                Some("correct the points, or remove them")
            }
            RecordReplayErrorKind::Contradiction { .. } => {
                Some("correct it; if the game ended in another way, add a tag such as `[Termination \"time forfeit\"]`")
            }
            _ => None,
        }
    }
}

/// Why a record contradicts the rules.
///
/// [`RecordReplayError`] has an example.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordReplayErrorKind {
    /// The position, a move or an action is refused.
    #[error(transparent)]
    Replay(#[from] ReplayErrorKind),
    /// The record contains a false statement.
    #[error(
        "the record says {what} `{written}`, but by the rules {} `{actual}`",
        if what.ends_with("are") { "they are" } else { "it is" }
    )]
    Contradiction {
        /// What it states: "the result".
        what: &'static str,
        /// The value in the record.
        written: String,
        /// The value by the rules.
        actual: String,
    },
    /// The record says that a player is eliminated, and the player is not.
    #[error("the record says that {player} is eliminated, but by the rules they are still in the game")]
    StillLiving {
        /// Name of the player.
        player: String,
    },
    /// The record has a value that no game of this variant has.
    #[error("`{written}` is not {what}")]
    BadValue {
        /// What it should be: "a player of this game".
        what: &'static str,
        /// The value in the record.
        written: String,
        /// Advice on what to write.
        help: &'static str,
    },
}

/// A replay in progress.
pub(super) struct Replayer<'v> {
    variant: &'v Variant,
    style: Option<RecordStyle>,
    other_rules: Option<String>,
    /// Plies of the main line, and of everything, that were played.
    main: usize,
    all: usize,
    /// The number of variations that the current move is inside.
    pub depth: usize,
}

impl<'v> Replayer<'v> {
    pub fn new(variant: &'v Variant, record: &Record, style: Option<RecordStyle>) -> Self {
        let hash = record.tag("Rules").filter(|it| *it != variant.hash()).map(str::to_owned);
        Self { variant, style, other_rules: hash, main: 0, all: 0, depth: 0 }
    }

    /// Returns the game before the first move of a record.
    pub fn start(&self, record: &Record) -> Result<Game, RecordReplayError> {
        let tag = if record.tag("FEN").is_some() { "FEN" } else { "Position" };
        let at_start = |kind: ReplayErrorKind| self.error(None, None, kind.into(), format!("[{tag} \""));
        match record.tag(tag) {
            Some(text) => {
                let parsed = parse_position(self.variant, text);
                Ok(Game::from_position(parsed.map_err(|error| at_start(error.into()))?))
            }
            None => Game::new(self.variant).ok_or_else(|| at_start(ReplayErrorKind::NoStart)),
        }
    }

    fn run(mut self, record: &Record) -> Result<(Game, Record), RecordReplayError> {
        let mut game = self.start(record)?;
        let mut numbering = Numbering::new(self.style.unwrap_or(RecordStyle::Short), record.first_number());
        let movetext = self.line(&mut game, &record.movetext, &mut numbering)?;
        let result = self.check_result(&game, record)?;
        self.check_ending(&game, record)?;
        let mut converted = Record { tags: record.tags.clone(), movetext, result };
        if self.style.is_some() {
            converted.complete(&game);
        }
        Ok((game, converted))
    }

    /// Compares the result of the record with that of the game, and returns it.
    fn check_result(&self, game: &Game, record: &Record) -> Result<String, RecordReplayError> {
        let actual = result_text(game.position());
        let is_open = |it: &str| it == "*" || it.is_empty();
        let error = |kind| {
            let last = record.movetext.plies.last();
            Err(self.error(None, last, kind, record.result.clone()))
        };
        // Two players have one result for both, and more have the points of each.
        let seats = self.variant.rulebook().seats.len();
        let points = record.result.split(',').count();
        if !is_open(&record.result) && points != if seats == 2 { 1 } else { seats } {
            let help = match seats {
                2 => "write `1-0`, `0-1`, `1/2-1/2` or `*`",
                _ => "write the points of each player, as in `1,0,1/2`, or `*`",
            };
            let written = record.result.clone();
            return error(RecordReplayErrorKind::BadValue { what: "a result of this game", written, help });
        }
        // Without an ending by the rules, players have agreed, resigned or run out of time.
        if is_open(&actual) || record.tag("Termination").is_some_and(is_outside) {
            return Ok(if record.result.is_empty() { actual } else { record.result.clone() });
        }
        if is_open(&record.result) || actual == record.result {
            return Ok(actual);
        }
        error(contradiction("the result is", &record.result, &actual))
    }

    /// Compares the tag `Ending` with the ending of the game.
    fn check_ending(&self, game: &Game, record: &Record) -> Result<(), RecordReplayError> {
        let Some(written) = record.tag("Ending").filter(|_| !record.tag("Termination").is_some_and(is_outside)) else {
            return Ok(());
        };
        let book = self.variant.rulebook();
        let actual = game.outcome().map_or("none", |it| ending_event(book, it));
        let is_claim = book.claims.iter().any(|it| it.name == written);
        let kind = match book.outcomes.iter().any(|it| it.name == written) {
            // Players may have agreed or resigned, which a record need not say.
            _ if written == actual || is_claim && game.outcome().is_none() => return Ok(()),
            is_outcome if is_outcome || is_claim => contradiction("the ending is", written, actual),
            _ => {
                let help = "write the name of an outcome or a claim of the rulebook";
                RecordReplayErrorKind::BadValue { what: "an ending of this game", written: written.to_owned(), help }
            }
        };
        Err(self.error(None, None, kind, "[Ending \"".to_owned()))
    }

    /// Plays a line. Returns it in the style of the output; empty if there is none.
    fn line(
        &mut self,
        game: &mut Game,
        line: &Movetext,
        numbering: &mut Numbering,
    ) -> Result<Movetext, RecordReplayError> {
        let mut out = Movetext::default();
        for comment in &line.comments {
            self.comment(game, comment, None)?;
            out.comments.push(comment.clone());
        }
        for ply in &line.plies {
            let before = game.position().clone();
            self.play(game, ply)?;
            let (seat, text) = game.played().last().map_or_else(
                || (before.turn(), String::new()),
                |it| (it.seat, self.style.map_or_else(String::new, |style| move_text(style, &before, it))),
            );
            let inside = numbering.variation();
            let number = numbering.next(seat);
            let mut annotations = Vec::new();
            for annotation in &ply.annotations {
                annotations.push(match annotation {
                    Annotation::Comment(comment) => {
                        self.comment(game, comment, Some(ply))?;
                        numbering.interrupt();
                        annotation.clone()
                    }
                    Annotation::Variation(variation) => {
                        numbering.interrupt();
                        let mut side = Game::from_position(before.clone());
                        self.depth += 1;
                        let line = self.line(&mut side, variation, &mut inside.clone())?;
                        self.depth -= 1;
                        Annotation::Variation(line)
                    }
                    Annotation::Nag(_) => annotation.clone(),
                });
            }
            if self.style.is_some() {
                out.plies.push(RecordedPly { number, text, annotations, ..RecordedPly::default() });
            }
        }
        Ok(out)
    }

    /// Plays a move.
    pub fn play(&mut self, game: &mut Game, ply: &RecordedPly) -> Result<(), RecordReplayError> {
        self.perform(game, &ply.text, ply)?;
        self.main += usize::from(self.depth == 0);
        Ok(())
    }

    /// Plays a move or an action.
    fn perform(&mut self, game: &mut Game, text: &str, ply: &RecordedPly) -> Result<(), RecordReplayError> {
        self.all += 1;
        let played = match self.all > MAX_ACTS {
            true => Err(ReplayErrorKind::TooLong),
            false => game.perform(text).map(|_| ()).map_err(ReplayErrorKind::from),
        };
        played.map_err(|it| self.error(Some(text), Some(ply), it.into(), text.to_owned()))
    }

    /// Carries out the actions of a comment, and checks what it says about eliminations and points.
    pub fn comment(
        &mut self,
        game: &mut Game,
        comment: &str,
        ply: Option<&RecordedPly>,
    ) -> Result<(), RecordReplayError> {
        let nowhere = RecordedPly::default();
        for action in actions(comment) {
            self.perform(game, action, ply.unwrap_or(&nowhere))?;
        }
        let position = game.position();
        let book = self.variant.rulebook();
        for (name, value) in commands(comment) {
            let found = match (name, book.seat(value)) {
                ("out", None) => {
                    let help = "write the letter or the name of a player";
                    RecordReplayErrorKind::BadValue { what: "a player of this game", written: value.to_owned(), help }
                }
                ("out", Some(seat)) if position.is_living(seat) => {
                    RecordReplayErrorKind::StillLiving { player: seat_title(book, seat) }
                }
                ("points", _) if position.ending().is_none() && value != points_list(&position.scores()) => {
                    contradiction("the points are", value, &points_list(&position.scores()))
                }
                _ => continue,
            };
            return Err(self.error(None, ply, found, format!("[%{name}")));
        }
        Ok(())
    }

    /// Creates an error at a ply. `mark` is the text in question, which may stand after the ply.
    fn error(
        &self,
        text: Option<&str>,
        ply: Option<&RecordedPly>,
        kind: RecordReplayErrorKind,
        mark: String,
    ) -> RecordReplayError {
        let (line, column) = ply.map_or((0, 0), |it| (it.line, it.column));
        let (text, other_rules) = (text.map(str::to_owned), self.other_rules.clone());
        let (is_in_variation, kind) = (self.depth > 0, Box::new(kind));
        RecordReplayError { ply: self.main, text, line, column, is_in_variation, kind, other_rules, mark }
    }
}

/// Reports whether the rules do not decide how a game with this value of `Termination` ended.
pub(super) fn is_outside(termination: &str) -> bool {
    OUTSIDE.iter().any(|it| termination.eq_ignore_ascii_case(it))
}

fn contradiction(what: &'static str, written: &str, actual: &str) -> RecordReplayErrorKind {
    RecordReplayErrorKind::Contradiction { what, written: written.to_owned(), actual: actual.to_owned() }
}
