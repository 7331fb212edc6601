//! `moves`: lists the legal moves of a position.
//!
//! Input: a variant and a position. Output: moves as text or JSON. Makes no decisions.

use clap::Args;

use super::terminal::json_text;
use super::{CliError, ExitResult, Format, Io, input, json as parts, recorded};
use crate::notation::moves::legal_texts;
use crate::notation::seat_title;
use crate::notation::sentence::status_sentence;

/// List the legal moves of a position, one on each line
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold moves chess --from g1")]
pub(super) struct MovesArgs {
    /// Name or path of a rulebook, or `-` for standard input
    variant: String,
    /// Use this position instead of the starting position
    #[arg(long, value_name = "P")]
    position: Option<String>,
    /// Play the moves of this file first: PGN, or what `play` saves (`-` for standard input)
    #[arg(long, value_name = "FILE")]
    moves: Option<String>,
    /// List only the moves of the piece on this square
    #[arg(long, value_name = "SQ")]
    from: Option<String>,
    /// Format of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(args: &MovesArgs, io: &mut Io<'_>) -> ExitResult {
    let variant = input::variant(&args.variant, io)?;
    let (position, _) = recorded::after_moves(&variant, args.position.as_deref(), args.moves.as_deref(), io)?;
    let from = args.from.as_deref().map(|it| input::origin(&position, it)).transpose()?;
    let mut moves = legal_texts(&position);
    moves.retain(|(mv, _)| from.is_none_or(|it| Some(it) == mv.origin()));
    if let Some(from) = from.filter(|_| moves.is_empty() && position.ending().is_none()) {
        let (book, name) = (variant.rulebook(), variant.board().name(from));
        let turn = seat_title(book, position.turn());
        match position.piece_at(from) {
            None => {
                let help = "`threefold show` prints the board with the names of the squares";
                return Err(CliError::Wrong(format!("error: there is no piece on {name}\n  = help: {help}")));
            }
            Some(piece) if piece.seat != position.turn() => {
                let (owner, kind) = (seat_title(book, piece.seat), book.kinds[piece.kind.index()].label.as_str());
                return Err(CliError::Wrong(format!(
                    "error: the {kind} on {name} belongs to {owner}, and {turn} is to move\n  = help: name a square with a \
                     piece of {turn}, or leave out --from"
                )));
            }
            Some(piece) => {
                let kind = book.kinds[piece.kind.index()].label.as_str();
                writeln!(io.err, "note: the {kind} on {name} has no legal move")?;
            }
        }
    }
    if args.format == Format::Text {
        for (_, text) in &moves {
            writeln!(io.out, "{text}")?;
        }
        if position.ending().is_some() {
            writeln!(io.err, "{}", status_sentence(&position))?;
        }
        return Ok(0);
    }
    let list = moves.iter().map(|(mv, text)| parts::mv(&position, *mv, text)).collect();
    let answer = parts::move_list(&position, list);
    writeln!(io.out, "{}", json_text(&answer))?;
    Ok(0)
}
