//! `matrix`: puts cases to several readings, and shows where they part.

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
use crate::matrix::{Column, GameMatrix, Matrix, document, text};
use crate::verify::{FoundFiles, VariantCache};

/// Put cases to several readings of a game, and show where they part
#[derive(Debug, Args)]
#[command(
    after_help = "What a case expects is left out: what it asks is put to each reading. A row on which readings \
part is marked by ≠.\n\nExample: threefold matrix rulings/ --against chess ./my-chess.toml"
)]
pub(super) struct MatrixArgs {
    /// Files of cases, folders, or `-`
    #[arg(required = true, value_name = "CASES")]
    paths: Vec<String>,
    /// The readings; the game of each case and all shipped readings of it, where it is not said
    #[arg(long, value_name = "VARIANT", num_args = 1..)]
    against: Vec<String>,
    /// Only cases of this game and of readings of it
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Only questions on which the readings part
    #[arg(long)]
    differing: bool,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: MatrixFormat,
    /// Put so many cases at a time; as many as the machine can, where it is not said
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256, 2), allow_negative_numbers = true)]
    jobs: Option<u16>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum MatrixFormat {
    /// For people
    #[default]
    Text,
    /// A page with the boards, for people
    Markdown,
    /// One JSON object
    Json,
    /// One page that fetches nothing
    Html,
}

pub(super) fn run(args: &MatrixArgs, io: &mut Io<'_>) -> ExitResult {
    if args.against.iter().chain(&args.paths).filter(|it| *it == "-").count() > 1 {
        return Err(CliError::Usage("error: standard input can be read only once: name files".to_owned()));
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
        return Err(CliError::Usage("error: no case is left to put to a reading".to_owned()));
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

type Games = Vec<(Vec<Column>, Vec<Case>)>;

/// The cases by their games, each with the columns of its readings; whether a case is wrong.
fn by_game(
    found: &FoundFiles,
    wish: Option<&str>,
    is_split: bool,
    shelf: &VariantCache,
    io: &mut Io<'_>,
) -> Result<(Games, bool), CliError> {
    let mut order: Vec<String> = Vec::new();
    let mut games: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    let mut own: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut is_wrong = false;
    for file in &found.cases {
        let case = match read(&file.name, &file.text) {
            Ok(case) if !case.questions().is_empty() => case,
            Ok(_) => {
                is_wrong = true;
                writeln!(io.err, "error: `{}` asks nothing: `[expect]` is missing or empty", file.name)?;
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

/// Columns, each with the nearest before it that it extends.
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

/// The game that a name stands for or is a reading of; a file of one's own is a reading of
/// the first game of the catalog that it extends.
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

/// What a file of one's own extends.
fn path_parents(path: &str) -> Vec<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    if nature(&text) != Nature::Rulebook {
        return Vec::new();
    }
    let names = crate::definition::load::top(&text).map_or_else(Vec::new, |it| it.extends.value);
    names.iter().filter_map(|it| crate::verify::name(&it.value.0, Some(Path::new(path))).ok()).collect()
}

/// A game of the catalog, as `--game` names it.
fn shipped_game(name: &str) -> Result<String, CliError> {
    let found = catalog::find(name).map(|it| catalog::game_of(&it.slug));
    found.ok_or_else(|| {
        let message = format!("error: the catalog has no `{name}`: `threefold list` shows what is shipped");
        CliError::Usage(message)
    })
}
