//! `rules`: the rulebook in plain sentences.

use clap::{Args, ValueEnum};

use super::{Answer, Io, input};
use crate::english::{board_as_text, html, rulebook};

/// Write the rulebook out in plain sentences, with the board drawn
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold rules 3-man-chess --format html > rules.html")]
pub(super) struct RulesArgs {
    /// Name, path, or `-`
    variant: String,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: RulesFormat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum RulesFormat {
    /// For a terminal
    #[default]
    Text,
    /// Markdown
    Markdown,
    /// A page for a browser, whole in one file
    Html,
}

pub(super) fn run(args: &RulesArgs, io: &mut Io<'_>) -> Answer {
    let loaded = input::loaded(&args.variant, io)?;
    let document = rulebook(&loaded.definition, &loaded.variant);
    let text = match args.format {
        RulesFormat::Text => document.text(),
        RulesFormat::Markdown => document.markdown(),
        RulesFormat::Html => html(&document, board_as_text),
    };
    write!(io.out, "{text}")?;
    Ok(0)
}
