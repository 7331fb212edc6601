//! `list` and `reference`: the shipped games, and the reference of the language.
//!
//! Input: the catalog and the schema. Output: text or a JSON Schema. Does not know any rules.

use clap::Args;

use super::{ExitResult, Io};
use crate::catalog::games;
use crate::definition::schema;
use crate::reference as page;

/// List the games that come with threefold, one on each line, by folder
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold list")]
pub(super) struct ListArgs {}

pub(super) fn list(_args: &ListArgs, io: &mut Io<'_>) -> ExitResult {
    let width = games().map(|it| it.slug.chars().count()).max().unwrap_or(0);
    let mut section = "";
    for game in games() {
        // The folder is the section. The games of the main folder come first, without a title.
        let folder = game.slug.rsplit_once('/').map_or("", |it| it.0);
        if folder != section {
            section = folder;
            let (first, rest) = folder.split_at(1);
            writeln!(io.out, "\n{}{rest}", first.to_uppercase())?;
        }
        let about = if game.about.is_empty() { String::new() } else { format!(": {}", game.about) };
        writeln!(io.out, "{:<width$}  {}{about}", game.slug, game.name)?;
    }
    Ok(0)
}

/// Print the reference of the rulebook language: all headers, keys, types, words and defaults
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold reference > REFERENCE.md")]
pub(super) struct ReferenceArgs {
    /// Print a JSON Schema for editors instead
    #[arg(long)]
    schema: bool,
}

pub(super) fn reference(args: &ReferenceArgs, io: &mut Io<'_>) -> ExitResult {
    match args.schema {
        true => writeln!(io.out, "{:#}", schema())?,
        false => write!(io.out, "{}", page())?,
    }
    Ok(0)
}
