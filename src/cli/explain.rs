//! `explain`: says whether a move is legal and, if not, why.
//!
//! Input: a variant, a position and a move or a claim. Output: a sentence with its code and source, or JSON. Makes no
//! decisions.

use clap::Args;

use super::terminal::json_text;
use super::{CliError, ExitResult, Format, Io, input, json as parts, recorded};
use crate::notation::moves::{MoveTextErrorKind, parse_exact, parse_move};
use crate::notation::name::capital;
use crate::notation::sentence::explain;
use crate::rules::{Move, Position, Refusal};

/// Say whether a move or a claim is legal and, if not, why
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold explain chess e2-e5")]
pub(super) struct ExplainArgs {
    /// Name or path of a rulebook, or `-` for standard input
    variant: String,
    /// Origin and destination (`e2-e4`), or the notation of the game; without a section, a square is in that of the player to move; or a claim (`resign`, `w claims draw`)
    #[arg(value_name = "MOVE")]
    mv: String,
    /// Use this position instead of the starting position
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Play the moves of this file first: PGN, or what `play` saves (`-` for standard input)
    #[arg(long, value_name = "FILE")]
    moves: Option<String>,
    /// Format of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(args: &ExplainArgs, io: &mut Io<'_>) -> ExitResult {
    let variant = input::variant(&args.variant, io)?;
    let game = recorded::game_after(&variant, args.position.as_deref(), args.moves.as_deref(), io)?;
    let (position, book) = (game.position(), variant.rulebook());
    let text = game.short_action(&args.mv).unwrap_or_else(|| args.mv.clone());
    if let Some(answer) = game.explain_act(&text) {
        let refusal = answer.err().map(|it| it.with_help());
        match (args.format, &refusal) {
            (Format::Json, _) => writeln!(io.out, "{}", json_text(&parts::act(&text, refusal.as_deref())))?,
            (Format::Text, None) => writeln!(io.out, "`{text}` is legal.")?,
            (Format::Text, Some(sentence)) => writeln!(io.out, "{sentence} [bad-claim]")?,
        }
        return Ok(0);
    }
    let mv = match parse_move(position, &args.mv) {
        Ok(mv) => mv,
        Err(error) => {
            if args.format == Format::Json {
                writeln!(io.out, "{}", json_text(&parts::no_move(&error)))?;
            }
            if let MoveTextErrorKind::NoneCanMove { code: Some(code), .. } = &error.kind {
                if args.format == Format::Text {
                    let sentence = capital(&error.to_string());
                    writeln!(io.out, "{sentence}. [{code}]\n  note: {}", error.help)?;
                }
                return Ok(0);
            }
            return Err(CliError::Wrong(error.render(&args.mv)));
        }
    };
    let explanation = explain(position, mv);
    if args.format == Format::Text {
        let code = if explanation.is_legal { String::new() } else { format!(" [{}]", explanation.code) };
        writeln!(io.out, "{}{code}", explanation.sentence)?;
        if parse_exact(position, &args.mv).is_ok_and(|it| it != mv && is_only_promotion(position, it, mv)) {
            writeln!(io.out, "  note: `{}` is short for this move, because it has only one promotion", args.mv)?;
        }
        if let Some(source) = &explanation.source {
            writeln!(io.out, "  source: {source}")?;
        }
        return Ok(0);
    }
    writeln!(io.out, "{}", json_text(&parts::explanation(book, mv, &explanation)))?;
    Ok(0)
}

/// Reports whether the text of a move needs no promotion, because it has one. A legal move is the only legal promotion.
fn is_only_promotion(position: &Position, written: Move, meant: Move) -> bool {
    match position.explain(written) {
        Err(Refusal::MustPromote { into }) if !position.is_legal(meant) => into.len() == 1,
        _ => true,
    }
}
