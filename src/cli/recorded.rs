//! Games from files: PGN, and the form that `play` saves.
//!
//! Input: a path or standard input. Output: the [`Game`], played by the rulebook that the command or the record names.
//! If the rules of the named rulebook differ, the rulebook inside the record is used. Does not know what is done with a game.

use super::{CliError, Io, input};
use crate::catalog;
use crate::game::{Game, ReplayError, continued, heading, record, replay};
use crate::load::{Input, Loaded, in_words, load_input, name_of_tag};
use crate::notation::position::print;
use crate::record::{Record, RecordEntry, RecordReader, is_pgn, replay_record, rulebook_text};
use crate::rules::{Move, Position, Variant};

/// Advice on another game of a file than the first one, for commands without `--game`.
const OTHER_GAME: &str = "write another one to a file with `threefold record convert FILE --game N -o OTHER`";

/// Maximum number of variants that are kept for the next games.
const KEPT: usize = 16;

/// Maximum number of games that are counted for a warning. A stream can be endless.
const MAX_COUNTED: u64 = 10_000;

/// Returns the position and the last move after the moves of `--moves`. The game starts from `--position`, or from the
/// position of the record.
pub(super) fn after_moves(
    variant: &Variant,
    start: Option<&str>,
    moves: Option<&str>,
    io: &mut Io<'_>,
) -> Result<(Position, Option<Move>), CliError> {
    let game = game_after(variant, start, moves, io)?;
    Ok((game.position().clone(), game.last_move()))
}

/// Returns the game after the moves of `--moves`, from the same start.
pub(super) fn game_after(
    variant: &Variant,
    start: Option<&str>,
    moves: Option<&str>,
    io: &mut Io<'_>,
) -> Result<Game, CliError> {
    let Some(path) = moves else { return Ok(Game::from_position(input::position(variant, start, io)?)) };
    if path == "-" && start == Some("-") {
        return Err(CliError::Usage("error: standard input can be read only once".to_owned()));
    }
    let start = start.map(|it| input::position(variant, Some(it), io)).transpose()?;
    game(variant, path, start, io)
}

/// The game of a file, in one of two forms.
enum RecordSource {
    /// The text that `play` saves.
    Saved(String),
    /// A game in PGN.
    Pgn(RecordEntry),
}

/// Plays the game of a file, or of standard input for `-`. It starts from a position, from that of the record, or from
/// the starting position.
pub(super) fn game(variant: &Variant, path: &str, start: Option<Position>, io: &mut Io<'_>) -> Result<Game, CliError> {
    let source = source(path, None, OTHER_GAME, io)?;
    game_of(variant, path, source, start, io)
}

fn game_of(
    variant: &Variant,
    path: &str,
    source: RecordSource,
    start: Option<Position>,
    io: &mut Io<'_>,
) -> Result<Game, CliError> {
    let text = match source {
        RecordSource::Saved(text) if text.trim().is_empty() => return Err(empty(path, WITHOUT_MOVES)),
        RecordSource::Saved(text) => text,
        RecordSource::Pgn(mut entry) => {
            if let Some(warning) = other_rules(variant, &entry.record) {
                writeln!(io.err, "warning: {path}: {warning}")?;
            }
            if let Some(start) = start {
                if entry.record.tag("FEN").or(entry.record.tag("Position")).is_some() {
                    return Err(two_positions(path, "the tag `FEN`"));
                }
                entry.record.set_tag("FEN", print(&start));
            }
            return played(variant, path, &entry);
        }
    };
    warn_of_other_rules(variant, path, &text, io)?;
    match start {
        Some(_) if heading(&text).position.is_some() => Err(two_positions(path, "the line `# position`")),
        Some(start) => continued(Game::from_position(start), &text).map_err(|it| unplayable(path, &it)),
        None => replay(variant, &text).map_err(|it| unplayable(path, &it)),
    }
}

/// Plays the game of a file with the rulebook that it names, or with another one. `number` counts the games of the file
/// from 1.
pub(super) fn whole_game(
    path: &str,
    variant_name: Option<&str>,
    number: Option<u64>,
    io: &mut Io<'_>,
) -> Result<Game, CliError> {
    let source = source(path, number, "choose another one with --game N", io)?;
    let variant = match &source {
        RecordSource::Pgn(entry) => {
            let given = variant_name.map(|it| input::variant(it, io)).transpose()?;
            let mut variants = VariantsByName::new(given);
            let variant = variants.of(&entry.record).map_err(CliError::Wrong)?;
            if let Some(error) = variants.refusal(&variant, &entry.record) {
                return Err(CliError::Wrong(error.text(path, entry.line)));
            }
            variant
        }
        RecordSource::Saved(text) if text.trim().is_empty() => return Err(empty(path, "")),
        RecordSource::Saved(text) => {
            let named = heading(text).variant;
            let name = variant_name.or(named.as_deref()).ok_or_else(|| {
                CliError::Usage(format!(
                    "error: `{path}` does not name its rulebook\n  = help: give one with --variant"
                ))
            })?;
            let variant = input::variant(name, io).map_err(|error| match error {
                CliError::Usage(text) if variant_name.is_none() => CliError::Usage(format!(
                    "{}\n\n{path} names this rulebook. If it is a file of your own, give its path with --variant.\n",
                    text.trim_end()
                )),
                other => other,
            })?;
            let error = VariantsByName::new(None).refusal(&variant, &named_record(text));
            match error.filter(|_| variant_name.is_none()) {
                Some(error) => return Err(CliError::Wrong(error.text(path, 1))),
                None => variant,
            }
        }
    };
    game_of(&variant, path, source, None, io)
}

/// The form of a game in files. A rulebook that is not shipped is named by its path, so that no shipped one is meant.
#[derive(Debug, Default)]
pub(super) struct RecordWriter {
    /// The path of the rulebook; `None` for a shipped one.
    path: Option<String>,
    /// The record that the game continues.
    earlier: Option<Record>,
}

impl RecordWriter {
    /// Creates the writer for the rulebook that a command or a record names.
    pub fn new(rulebook: Option<&str>, earlier: Option<Record>) -> Self {
        let is_own = |it: &&str| *it != "-" && catalog::find(&name_of_tag(it)).is_none();
        Self { path: rulebook.filter(is_own).map(str::to_owned), earlier }
    }

    /// Returns a game in the form that `play` saves.
    pub fn saved(&self, game: &Game) -> String {
        let (text, slug) = (record(game), game.variant().slug());
        match &self.path {
            Some(path) => text.replacen(&format!("# variant {slug}\n"), &format!("# variant {path}\n"), 1),
            None => text,
        }
    }

    /// Returns a game in PGN.
    pub fn pgn(&self, game: &Game) -> String {
        let record = self.earlier.as_ref().map(|it| Record::continuing(game, it));
        self.named(record.unwrap_or_else(|| Record::from_game(game))).to_string()
    }

    /// Returns a record with the path of its rulebook.
    pub fn named(&self, mut record: Record) -> Record {
        if let Some(path) = &self.path {
            record.set_tag("Variant", path.clone());
        }
        record
    }
}

/// The game of a file that `play` continues.
pub(super) struct ContinuedGame {
    /// The position from which it starts, if the file names one.
    pub start: Option<Position>,
    /// The moves in the form that `play` saves. They may be illegal.
    pub moves: String,
    /// The record, if the file is PGN.
    pub record: Option<Record>,
}

/// Reads the moves of a file. They start from a position, or from that of the file.
pub(super) fn moves_to_play(
    variant: &Variant,
    path: &str,
    start: Option<Position>,
    io: &mut Io<'_>,
) -> Result<ContinuedGame, CliError> {
    match source(path, None, OTHER_GAME, io)? {
        RecordSource::Saved(text) if text.trim().is_empty() => Err(empty(path, WITHOUT_MOVES)),
        RecordSource::Saved(moves) => {
            let named = heading(&moves).position;
            let named = named.map(|it| input::position(variant, Some(&it), io)).transpose();
            warn_of_other_rules(variant, path, &moves, io)?;
            Ok(ContinuedGame { start: start.map_or(named, |it| Ok(Some(it)))?, moves, record: None })
        }
        RecordSource::Pgn(entry) => {
            let mut kept = entry.record.clone();
            if let Some(start) = &start {
                kept.set_tag("FEN", print(start));
            }
            let game = game_of(variant, path, RecordSource::Pgn(entry), start, io)?;
            Ok(ContinuedGame { start: Some(game.start().clone()), moves: record(&game), record: Some(kept) })
        }
    }
}

/// Advice for `--moves` with a file that contains no game.
const WITHOUT_MOVES: &str = "; for a game without moves, leave `--moves` out";

/// The error for a file without a game, with further advice at the end.
fn empty(path: &str, further: &str) -> CliError {
    let help = "a record is PGN, or the text that `save FILE` writes in `threefold play`";
    CliError::Usage(format!("error: `{path}` is empty\n  = help: {help}{further}"))
}

/// Reads a game of a file: the requested one, or the first one. Only this game is kept, so a file of PGN may be long.
/// Warns if there are other games, with this advice.
fn source(path: &str, number: Option<u64>, advice: &str, io: &mut Io<'_>) -> Result<RecordSource, CliError> {
    let mut file = input::open(path)?;
    let file = input::source(&mut file, io.input);
    let cannot = |it: std::io::Error| input::unreadable(path, &in_words(&it));
    if !is_pgn(&String::from_utf8_lossy(file.fill_buf().map_err(cannot)?)) {
        return match number.filter(|it| *it > 1) {
            Some(wanted) => Err(no_game(path, wanted, 1)),
            None => input::text(path, file).map(RecordSource::Saved),
        };
    }
    let wanted = number.unwrap_or(1);
    let (mut found, mut count) = (None, 0);
    for entry in RecordReader::new(file) {
        let entry = entry.map_err(cannot)?;
        count += 1;
        if count == wanted {
            found = Some(entry);
        }
        if found.is_some() && (number.is_some() || count == MAX_COUNTED) {
            break;
        }
    }
    let Some(entry) = found else { return Err(no_game(path, wanted, count)) };
    if count > 1 && number.is_none() {
        let least = if count == MAX_COUNTED { "at least " } else { "" };
        writeln!(io.err, "warning: `{path}` has {least}{count} games; this is the first one\n  = help: {advice}")?;
    }
    match entry.errors.is_empty() {
        true => Ok(RecordSource::Pgn(entry)),
        false => {
            let errors: Vec<String> = entry.errors.iter().map(|it| it.render(path)).collect();
            let help = "`threefold record convert FILE --lenient` repairs the text";
            Err(CliError::Wrong(format!("{}\n  = help: {help}", errors.join("\n"))))
        }
    }
}

fn played(variant: &Variant, path: &str, entry: &RecordEntry) -> Result<Game, CliError> {
    // Only the game is used, so an annotator's variations need not be legal.
    replay_record(variant, &entry.record.main_line()).map_err(|it| CliError::Wrong(it.render(path, entry)))
}

fn no_game(path: &str, wanted: u64, count: u64) -> CliError {
    CliError::Usage(format!("error: there is no game {wanted} in `{path}`, which has {count}"))
}

fn two_positions(path: &str, place: &str) -> CliError {
    let help = format!("remove `--position`, or {place} of the record");
    CliError::Usage(format!("error: `{path}` contains a position, too\n  = help: {help}"))
}

fn unplayable(path: &str, error: &ReplayError) -> CliError {
    CliError::Wrong(format!("error: {path}:{}: {}", error.line, error.kind))
}

fn warn_of_other_rules(variant: &Variant, path: &str, text: &str, io: &mut Io<'_>) -> Result<(), CliError> {
    let heading = heading(text);
    if let Some(warning) = rules_warning(variant, heading.variant.as_deref(), heading.hash.as_deref()) {
        writeln!(io.err, "warning: {path}: {warning}")?;
    }
    Ok(())
}

/// Returns a warning if a record names another shipped variant. An unknown name may be a title.
fn other_name(variant: &Variant, named: &str) -> Option<String> {
    let last = |it: &str| it.rsplit('/').next().unwrap_or_default().to_owned();
    let (named, own) = (last(&catalog::find(&name_of_tag(named))?.slug), last(variant.slug()));
    (named != own).then(|| format!("the record names the variant `{named}`, and `{own}` decides which moves are legal"))
}

/// Returns a warning if the record was written with other rules.
pub(super) fn other_rules(variant: &Variant, record: &Record) -> Option<String> {
    rules_warning(variant, record.tag("Variant"), record.tag("Rules"))
}

/// Returns a warning if the name or the hash in a record is not that of the variant.
fn rules_warning(variant: &Variant, named: Option<&str>, hash: Option<&str>) -> Option<String> {
    let (slug, own) = (variant.slug(), variant.hash());
    if hash == Some(own) {
        return None;
    }
    named.and_then(|it| other_name(variant, it)).or_else(|| {
        let hash = hash?;
        Some(format!("the game was played by other rules: the record has the hash {hash:.12}, `{slug}` has {own:.12}"))
    })
}

/// Returns a record with the headings of a game in the form that `play` saves: its rulebook and the hash of its rules.
pub(super) fn named_record(text: &str) -> Record {
    let (heading, mut named) = (heading(text), Record::default());
    for (tag, value) in [("Variant", heading.variant), ("Rules", heading.hash)] {
        value.into_iter().for_each(|it| named.set_tag(tag, it));
    }
    named
}

/// Why a record is not read by the rules of the rulebook that it names.
pub(super) struct OtherRules {
    pub message: String,
    pub help: String,
}

impl OtherRules {
    /// Returns the error for people, with the place of the record.
    pub fn text(&self, file: &str, line: usize) -> String {
        format!("error[other-rules]: {}\n --> {file}:{line}\n  = help: {}\n", self.message, self.help)
    }
}

/// The variants of the last games.
pub(super) struct VariantsByName {
    given: Option<Variant>,
    kept: Vec<(String, Result<Variant, String>)>,
}

impl VariantsByName {
    /// Creates an empty collection. If a variant is given, all records have it.
    pub fn new(given: Option<Variant>) -> Self {
        Self { given, kept: Vec::new() }
    }

    /// Returns the variant of a record, or a message that says why it cannot be loaded.
    pub fn of(&mut self, record: &Record) -> Result<Variant, String> {
        if let Some(given) = &self.given {
            return Ok(given.clone());
        }
        let name = name_of_tag(record.tag("Variant").unwrap_or_default());
        // A record comes from someone else: its tag must not open a file that is no rulebook.
        let named =
            self.kept(&name, |it| loaded(if it.ends_with(".toml") { Input::Name(it) } else { Input::Slug(it) }));
        let hash = record.tag("Rules");
        let is_same = named.as_ref().is_ok_and(|it| hash.is_none_or(|hash| hash == it.hash()));
        match record.tag("Rulebook") {
            Some(text) if !is_same => {
                let text = rulebook_text(text);
                self.kept(&format!("{name}\n{text}"), |_| loaded(Input::Isolated(&name, text.as_bytes())))
            }
            _ => named,
        }
    }

    /// Returns why a record cannot be read by the rules of its variant: they are not those of the game. A given variant is
    /// the choice of the user, and a rulebook in the record is that of the game.
    pub fn refusal(&self, variant: &Variant, record: &Record) -> Option<OtherRules> {
        if self.given.is_some() || record.tag("Rulebook").is_some() {
            return None;
        }
        let message = other_rules(variant, record)?;
        let name = name_of_tag(record.tag("Variant").unwrap_or_default());
        let help = format!(
            "if the game was played by a rulebook of your own, add `--variant` with its path; if the rules of `{name}` \
             have changed since, add `--variant {name}` to replay the game by the current ones"
        );
        Some(OtherRules { message, help })
    }

    fn kept(&mut self, key: &str, load: impl FnOnce(&str) -> Result<Variant, String>) -> Result<Variant, String> {
        if let Some((_, found)) = self.kept.iter().find(|it| it.0 == key) {
            return found.clone();
        }
        let found = load(key);
        if self.kept.len() == KEPT {
            self.kept.clear();
        }
        self.kept.push((key.to_owned(), found.clone()));
        found
    }
}

fn loaded(source: Input<'_>) -> Result<Variant, String> {
    let found = load_input(source).map(|it: Loaded| it.variant);
    found.map_err(|it| input::findings(&it.sources, &it.diagnostics))
}
