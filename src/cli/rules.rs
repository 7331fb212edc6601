//! `rules`: prints the rules of a game in plain English.
//!
//! Input: a variant. Output: the rules as text, Markdown or HTML. Does not know any rules.

use clap::{Args, ValueEnum};

use super::picture::OutputArgs;
use super::{CliError, ExitResult, Io, input};
use crate::document::Diagram;
use crate::draw::{Drawing, View};
use crate::english::{EmptyBoard, html, html_with_board, illustrated};
use crate::notation::joined;

/// Print the rules of a game in plain English, with pictures of the board
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold rules 3-man-chess -o rules.html")]
pub(super) struct RulesArgs {
    /// Name or path of a rulebook, or `-` for standard input
    variant: String,
    /// Print only one chapter or rule, given by the start of its name: `the board`, `moats`, `check`
    #[arg(long, value_name = "NAME")]
    chapter: Option<String>,
    /// Format of the output; by default, it follows from the file name, or is text
    #[arg(long, value_enum)]
    format: Option<RulesFormat>,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum RulesFormat {
    /// Text for a terminal
    #[default]
    Text,
    /// Markdown, with boards as text
    Markdown,
    /// A single HTML file for a browser
    Html,
}

pub(super) fn run(args: &RulesArgs, io: &mut Io<'_>) -> ExitResult {
    let loaded = input::loaded(&args.variant, io)?;
    let mut document = illustrated(&loaded.definition, &loaded.variant);
    if let Some(chapter) = &args.chapter {
        document = document.chapter(chapter).ok_or_else(|| {
            let help = format!("the chapters are {}", joined(&document.chapters(), "and"));
            CliError::Usage(format!("error: the rulebook has no such chapter\n  = help: {help}"))
        })?;
    }
    let extensions = [("html", RulesFormat::Html), ("htm", RulesFormat::Html), ("md", RulesFormat::Markdown)];
    let text = match args.output.format(args.format, &extensions) {
        RulesFormat::Text => document.text_within(args.output.text_width(io)),
        RulesFormat::Markdown => document.markdown(),
        RulesFormat::Html => {
            let drawing = Drawing::new(&loaded.variant, None);
            let draw = |it: &Diagram| drawing.html(&it.position, &it.view());
            match args.chapter {
                // A chapter needs no board to play on.
                Some(_) => html(&document, draw),
                None => {
                    let view = View { square_names: true, ..View::default() };
                    let board = EmptyBoard {
                        svg: drawing.show(&[], &view),
                        squares: loaded.variant.rulebook().board().len(),
                        smallest: drawing.smallest_square(),
                        pieces: drawing.paper_pieces(),
                    };
                    html_with_board(&document, draw, &board)
                }
            }
        }
    };
    args.output.write(text.as_bytes(), io)?;
    Ok(0)
}
