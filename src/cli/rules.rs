//! `rules`: the rulebook in plain sentences.

use clap::{Args, ValueEnum};

use super::picture::OutputArgs;
use super::{CliError, ExitResult, Io, input};
use crate::draw::{View, svg};
use crate::english::{html, rulebook};
use crate::notation::joined;

/// Write the rulebook out in plain sentences, with the board drawn
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold rules 3-man-chess --format html -o rules.html")]
pub(super) struct RulesArgs {
    /// Name, path, or `-`
    variant: String,
    /// Only this chapter, by the beginning of its heading: `the board`, `barriers`, `check`
    #[arg(long, value_name = "HEADING")]
    chapter: Option<String>,
    /// How to write it
    #[arg(long, value_enum, default_value_t)]
    format: RulesFormat,
    #[command(flatten)]
    output: OutputArgs,
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

pub(super) fn run(args: &RulesArgs, io: &mut Io<'_>) -> ExitResult {
    let loaded = input::loaded(&args.variant, io)?;
    let mut document = rulebook(&loaded.definition, &loaded.variant);
    if let Some(asked) = &args.chapter {
        document = document.chapter(asked).ok_or_else(|| {
            let help = format!("its chapters are {}", joined(&document.chapters(), "and"));
            CliError::Usage(format!("error: the rulebook has no such chapter\n  = help: {help}"))
        })?;
    }
    let text = match args.format {
        RulesFormat::Text => document.text(),
        RulesFormat::Markdown => document.markdown(),
        RulesFormat::Html => html(&document, |it| svg(it, &View { legend: true, ..View::default() })),
    };
    args.output.write(text.as_bytes(), io)?;
    Ok(0)
}
