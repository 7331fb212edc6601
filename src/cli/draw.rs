//! `draw`: draws the position of a case, before and after its moves.
//!
//! Input: a case. Output: an SVG or PNG picture. Does not know how a board is drawn.

use clap::{Args, ValueEnum};

use super::picture::{OutputArgs, PictureArgs};
use super::show::drawn;
use super::{CliError, ExitResult, Io, verify};
use crate::case::Case;
use crate::draw::{RowPicture, View, row};
use crate::game::Game;
use crate::verify::{VariantCache, Verified, verify_all};

/// Draw the position of a case before and after its moves, and mark the squares concerned
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold draw examples/cases/stalemate-of-two-players.toml -o ruling.svg")]
pub(super) struct DrawArgs {
    /// Path of a case, or `-` for standard input
    case: String,
    /// Use this variant of the case instead of the first one
    #[arg(long, value_name = "VARIANT")]
    under: Option<String>,
    /// Picture format; by default, it follows from the file name, or is SVG
    #[arg(long, value_enum)]
    format: Option<DrawFormat>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    picture: PictureArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DrawFormat {
    /// Vector graphics (SVG)
    Svg,
    /// Pixel graphics (PNG)
    Png,
}

pub(super) fn run(args: &DrawArgs, io: &mut Io<'_>) -> ExitResult {
    let is_known = args.output.ends_with("png") || args.output.ends_with("svg");
    if args.format.is_none() && args.output.extension().is_some() && !is_known {
        let help = "end the name in `.svg` or `.png`, or choose one with --format";
        return Err(CliError::Usage(format!(
            "error: the file name has the ending of no picture format\n  = help: {help}"
        )));
    }
    let found = verify::found(std::slice::from_ref(&args.case), io)?;
    if !found.unreadable.is_empty() {
        // The error has been printed.
        return Ok(2);
    }
    let verified = verify_all(&found.cases, &VariantCache::new(), 1);
    let [Verified { case: Some(case), error: None, results }] = verified.as_slice() else {
        return Err(match verified.iter().find_map(|it| it.error.as_ref()) {
            Some(error) => CliError::Wrong(format!("error: {}", error.in_lines())),
            None => CliError::Usage(format!("error: `{}` is not a single case", args.case)),
        });
    };
    let named = |it: &&crate::verify::CaseResult| args.under.as_ref().is_none_or(|under| *under == it.variant.value);
    let result = results.iter().find(named).ok_or_else(|| {
        let names: Vec<&str> = results.iter().map(|it| it.variant.value.as_str()).collect();
        CliError::Usage(format!(
            "error: the case does not contain this variant\n  = help: it contains {}",
            names.join(", ")
        ))
    })?;
    let report = result.result.as_ref().map_err(|it| CliError::Wrong(format!("error: {it}")))?;
    let in_pixels = args.format == Some(DrawFormat::Png) || args.format.is_none() && args.output.ends_with("png");
    let view = args.picture.view(report.game.variant(), Some(report.game.position()), in_pixels)?;
    let marked = report.checks.iter().flat_map(|it| it.squares.iter().copied()).collect();
    let svg = row(&cells(case, &report.game, View { marked, ..view })).unwrap_or_default();
    let bytes = drawn(&svg, in_pixels, &args.picture)?;
    args.output.write(&bytes, io)?;
    Ok(0)
}

/// Returns the position before the moves, if there are any, and the position in question.
fn cells(case: &Case, game: &Game, view: View) -> Vec<RowPicture> {
    let mut cells = Vec::new();
    if !case.play.is_empty() {
        let plain = View { marked: Vec::new(), last: None, targets: Vec::new(), selected: None, ..view.clone() };
        cells.push(RowPicture { position: game.start().clone(), view: plain, caption: "before".to_owned() });
    }
    let play: Vec<&str> = case.play.iter().map(|it| it.value.as_str()).collect();
    let caption = if play.is_empty() { String::new() } else { format!("after {}", play.join(" ")) };
    let last = view.last.or(game.last_move());
    cells.push(RowPicture { position: game.position().clone(), view: View { last, ..view }, caption });
    cells
}
