//! `analyze`: finds the moves of a saved game that cost their players most.
//!
//! Input: a game record. Output: for each player, the costliest moves and what they could have played, as text or
//! JSON. Does not know how a search works.

use clap::Args;

use super::number::number;
use super::picture::OutputArgs;
use super::progress::Progress;
use super::terminal::json_text;
use super::{CliError, ExitResult, Format, Io, input, recorded};
use crate::analysis::{AnalyzedMove, GameAnalysis, GameAnalyzer};
use crate::bot::WeightChoice;
use crate::diagnostic::counted;
use crate::game::Game;
use crate::notation::seat_title;
use crate::record::{Record, RecordStyle};
use crate::search::{Algorithm, Budget, Evaluator, SearchOptions};

/// Find the moves of a saved game that cost each player most
#[derive(Debug, Args)]
#[command(after_help = "The loss of a move is the expected points of the best move minus those of the move played. \
A record is PGN, or the text that `save FILE` in `threefold play` writes; the page keeps its games in a folder.\n\n\
Example: threefold analyze game.pgn --budget 100k")]
pub(super) struct AnalyzeArgs {
    /// Record of a game: PGN, or what `play` saves; `-` for standard input
    record: String,
    /// Name or path of a rulebook, instead of the one that the record names
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,
    /// Analyze this game of a PGN file, counted from 1
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=u64::MAX, 1), allow_negative_numbers = true)]
    game: Option<u64>,
    /// Limit of each search: nodes (20k) or time (500ms); each move needs up to two
    #[arg(long, value_name = "LIMIT", default_value = "20k", value_parser = budget)]
    budget: Budget,
    /// Weights of the evaluation: a file of `threefold tune`, or `derived`; by default, those that ship with the
    /// rulebook
    #[arg(long, value_name = "FILE", value_parser = weights)]
    weights: Option<WeightChoice>,
    /// Maximum number of moves to list for each player
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u16>(1..=1000, 3), allow_negative_numbers = true)]
    worst: u16,
    /// Format of the output; by default, it follows from the file name, or is text
    #[arg(long, value_enum)]
    format: Option<Format>,
    #[command(flatten)]
    output: OutputArgs,
}

fn budget(text: &str) -> Result<Budget, String> {
    Budget::parse(text).ok_or_else(|| "write a number of nodes (20k) or a time (500ms)".to_owned())
}

fn weights(text: &str) -> Result<WeightChoice, String> {
    Ok(if text == "derived" { WeightChoice::Derived } else { WeightChoice::File(text.to_owned()) })
}

pub(super) fn run(args: &AnalyzeArgs, io: &mut Io<'_>) -> ExitResult {
    args.output.check()?;
    let game = recorded::whole_game(&args.record, args.variant.as_deref(), args.game, io)?;
    if game.moves().next().is_none() {
        return Err(CliError::Wrong(format!("error: `{}` has no moves to analyze", args.record)));
    }
    let evaluator = match &args.weights {
        None => Evaluator::new(game.variant()),
        Some(weights) => {
            let evaluator = weights.evaluator(game.variant()).map_err(|it| input::bot_error(&it))?;
            if let Some(note) = weights.note(&evaluator, game.variant()) {
                writeln!(io.err, "{note}")?;
            }
            evaluator
        }
    };
    let progress = Progress::new("moves", game.moves().count());
    let options = SearchOptions::new(Algorithm::default(), args.budget.into());
    let mut analyzer = GameAnalyzer::new(game, evaluator, options);
    while analyzer.step() {
        progress.step();
    }
    drop(progress);
    let analysis = analyzer.finish();
    let text = match args.output.format(args.format, &[("json", Format::Json)]) {
        Format::Json => json_text(&analysis.json()) + "\n",
        Format::Text => text(&analysis, usize::from(args.worst)),
    };
    args.output.write(text.as_bytes(), io)?;
    Ok(0)
}

/// Lists the costliest moves of each player.
fn text(analysis: &GameAnalysis, count: usize) -> String {
    let book = analysis.game.variant().rulebook();
    let numbers = numbers(&analysis.game);
    let mut out = String::new();
    for seat in book.seat_ids() {
        let moves = analysis.moves.iter().filter(|it| it.seat == seat).count();
        out.push_str(&format!(
            "{}: {:.2} expected points lost in {}\n",
            seat_title(book, seat),
            analysis.lost(seat),
            counted(moves, "move")
        ));
        for it in analysis.costliest(seat, count) {
            let number = analysis.moves.iter().position(|other| other.at == it.at).and_then(|at| numbers.get(at));
            out.push_str(&line(it, number.map_or("", |it| it)));
        }
    }
    out
}

/// Returns the number of each move as PGN has it: `2.`, or `2...` if another player moved first.
fn numbers(game: &Game) -> Vec<String> {
    let (mut value, mut numbers) = (0, Vec::new());
    for ply in &Record::from_game_in(game, RecordStyle::Players).movetext.plies {
        value = ply.number.map_or(value, |it| it.value);
        let dots = if ply.number.is_some_and(|it| !it.continues) { "." } else { "..." };
        numbers.push(format!("{value}{dots}"));
    }
    numbers
}

fn line(it: &AnalyzedMove, number: &str) -> String {
    let best = it.best.texts.first().map_or("", |it| it);
    format!("  {number:>7} {:<10} lost {:.2}; better: {best}. {}\n", it.text, it.lost, it.best.reason)
}
