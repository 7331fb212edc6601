//! `matrix`: compares the answers of several readings to the questions of cases.
//!
//! Input: cases and readings. Output: a matrix of answers as text, Markdown, JSON or HTML. Does not know how answers
//! are found.

mod json;

use std::collections::BTreeMap;
use std::path::Path;

use clap::{Args, ValueEnum};

use super::number::number;
use super::picture::page;
use super::progress::Progress;
use super::terminal::json_text;
use super::verify::{found, jobs};
use super::{CliError, ExitResult, Io, input};
use crate::case::{Case, Nature, nature, read};
use crate::catalog;
use crate::document::markdown;
use crate::load::read_file;
use crate::matrix::{Column, GameMatrix, Matrix, document, text};
use crate::verify::{FoundFiles, VariantCache};

/// Compare how several readings of a game answer the questions of cases
#[derive(Debug, Args)]
#[command(
    override_usage = "threefold matrix [OPTIONS] <CASES>... [--against <VARIANT>...]",
    after_help = "Every reading answers the questions of each case; the expected answers are ignored. The sign ≠ \
marks a question on which the readings differ.\n\nExample: threefold matrix rulings/ --against chess ./my-chess.toml"
)]
pub(super) struct MatrixArgs {
    /// Case files, folders, or `-` for standard input
    #[arg(required_unless_present = "against", value_name = "CASES")]
    paths: Vec<String>,
    /// The readings, after the cases; by default, the game of each case and all its readings
    #[arg(long, value_name = "VARIANT", num_args = 1..)]
    against: Vec<String>,
    /// Use only cases of this game and its readings
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Show only questions on which the readings differ
    #[arg(long)]
    differing: bool,
    /// Format of the output
    #[arg(long, value_enum, default_value_t)]
    format: MatrixFormat,
    /// Number of cases to run at a time; one for each core by default
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256, 2), allow_negative_numbers = true)]
    jobs: Option<u16>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum MatrixFormat {
    /// Text for people
    #[default]
    Text,
    /// Markdown, with the boards as text
    Markdown,
    /// One JSON object
    Json,
    /// A single HTML file, with the boards as pictures
    Html,
}

pub(super) fn run(args: &MatrixArgs, io: &mut Io<'_>) -> ExitResult {
    if args.against.iter().chain(&args.paths).filter(|it| *it == "-").count() > 1 {
        return Err(CliError::Usage("error: standard input can be read only once: give file names".to_owned()));
    }
    if args.paths.is_empty() {
        let help = "name the cases first: `--against` takes every name after it";
        return Err(CliError::Usage(format!("error: there are no cases before `--against`\n  = help: {help}")));
    }
    let wish = args.game.as_deref().map(shipped_game).transpose()?;
    let mut against = Vec::new();
    for name in &args.against {
        against.push((name.clone(), input::variant(name, io)?));
    }
    let found = found(&args.paths, io)?;
    let shelf = VariantCache::new();
    let (games, is_wrong) = by_game(&found, wish.as_deref(), against.is_empty(), &shelf, io)?;
    let mut matrix = Matrix::default();
    let progress = Progress::new("cases", games.iter().map(|it| it.1.len()).sum());
    for (columns, cases) in games {
        let columns = if against.is_empty() { columns } else { with_parents(against.clone()) };
        let mut table = GameMatrix::new(columns, cases, jobs(args.jobs), &|| progress.step())
            .map_err(|it| CliError::Wrong(format!("error: {it}")))?;
        if args.differing {
            table.keep_differing();
        }
        matrix.tables.push(table);
    }
    drop(progress);
    if matrix.tables.is_empty() && !is_wrong && found.unreadable.is_empty() {
        return Err(CliError::Usage("error: there are no cases to compare".to_owned()));
    }
    match args.format {
        MatrixFormat::Text => write!(io.out, "{}", text(&matrix))?,
        MatrixFormat::Markdown => write!(io.out, "{}", markdown(&document(&matrix)))?,
        MatrixFormat::Html => write!(io.out, "{}", page(&document(&matrix)))?,
        MatrixFormat::Json => writeln!(io.out, "{}", json_text(&json::matrix(&matrix)))?,
    }
    Ok(match () {
        () if !found.unreadable.is_empty() => 2,
        () if is_wrong => 1,
        () => 0,
    })
}

type CasesByGame = Vec<(Vec<Column>, Vec<Case>)>;

/// Groups cases by their games, each with the columns of its readings; also reports whether a case is invalid.
fn by_game(
    found: &FoundFiles,
    wish: Option<&str>,
    is_split: bool,
    shelf: &VariantCache,
    io: &mut Io<'_>,
) -> Result<(CasesByGame, bool), CliError> {
    let mut order: Vec<String> = Vec::new();
    let mut games: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    let mut own: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut is_wrong = false;
    for file in &found.cases {
        let case = match read(&file.name, &file.text) {
            Ok(case) if !case.questions().is_empty() => case,
            Ok(_) => {
                is_wrong = true;
                writeln!(io.err, "error: `{}` contains no questions: `[expect]` is missing or empty", file.name)?;
                continue;
            }
            Err(error) => {
                is_wrong = true;
                writeln!(io.err, "error: {error}")?;
                continue;
            }
        };
        let Some(first) = case.variants.first() else { continue };
        let named = crate::verify::name(&first.value, file.path.as_deref());
        let named = match named {
            Ok(named) => named,
            Err(_) if !is_split => String::new(),
            Err(why) => {
                is_wrong = true;
                let at = case.place(first.span);
                writeln!(io.err, "error: {}:{}:{}: {why}", at.file, at.line, at.column)?;
                continue;
            }
        };
        let game = game_of(&named);
        if wish.is_some_and(|it| it != game) {
            continue;
        }
        let key = if is_split { game } else { String::new() };
        if is_path(&named) && !own.entry(key.clone()).or_default().contains(&named) {
            own.entry(key.clone()).or_default().push(named);
        }
        if !order.contains(&key) {
            order.push(key.clone());
        }
        games.entry(key).or_default().push(case);
    }
    let mut out = Vec::new();
    for game in order {
        let cases = games.remove(&game).unwrap_or_default();
        let mut columns = Vec::new();
        if is_split {
            let shipped = catalog::readings(&game).into_iter().map(|it| it.slug.clone());
            for name in shipped.chain(own.remove(&game).unwrap_or_default()) {
                match shelf.load(&name, None) {
                    Ok(variant) => columns.push((name, variant)),
                    Err(why) => {
                        is_wrong = true;
                        writeln!(io.err, "error: {why}")?;
                    }
                }
            }
        }
        if !is_split || !columns.is_empty() {
            out.push((with_parents(columns), cases));
        }
    }
    Ok((out, is_wrong))
}

/// Creates columns, each with the nearest column before it that it extends.
fn with_parents(variants: Vec<(String, crate::rules::Variant)>) -> Vec<Column> {
    let names: Vec<String> =
        variants.iter().map(|it| crate::verify::name(&it.0, None).unwrap_or_else(|_| it.0.clone())).collect();
    let parent = |name: &str| {
        let parents: Vec<String> = match is_path(name) {
            true => path_parents(name),
            false => catalog::parents(name).iter().map(|it| it.slug.clone()).collect(),
        };
        parents.iter().find_map(|it| names.iter().position(|name| name == it))
    };
    let parents: Vec<Option<usize>> = names.iter().map(|it| parent(it)).collect();
    let columns = variants.into_iter().zip(parents);
    columns.map(|((name, variant), parent)| Column { name, variant, parent }).collect()
}

/// Returns the game of a name: the game itself, or the game of which it is a reading. A file belongs to the first game
/// of the catalog that it extends.
fn game_of(name: &str) -> String {
    if !is_path(name) {
        return catalog::game_of(name);
    }
    let is_game = |it: &&String| catalog::games().any(|game| game.slug == **it);
    path_parents(name).iter().find(is_game).map_or_else(|| name.to_owned(), |it| catalog::game_of(it))
}

fn is_path(name: &str) -> bool {
    catalog::shipped().iter().all(|it| it.slug != name)
}

/// Returns the parents of a rulebook file.
fn path_parents(path: &str) -> Vec<String> {
    let text = read_file(Path::new(path)).ok().and_then(|it| String::from_utf8(it).ok()).unwrap_or_default();
    if nature(&text) != Nature::Rulebook {
        return Vec::new();
    }
    let names = crate::definition::load::top(&text).map_or_else(Vec::new, |it| it.extends.value);
    names.iter().filter_map(|it| crate::verify::name(&it.value.0, Some(Path::new(path))).ok()).collect()
}

/// Finds the game of the catalog that `--game` names.
fn shipped_game(name: &str) -> Result<String, CliError> {
    let found = catalog::find(name).map(|it| catalog::game_of(&it.slug));
    found.ok_or_else(|| {
        let message = format!("error: there is no game `{name}`: `threefold list` shows all games");
        CliError::Usage(message)
    })
}
