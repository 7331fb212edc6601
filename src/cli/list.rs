//! `list` and `reference`: the shipped games, and the reference of the language.
//!
//! Input: the catalog and the schema. Output: text, JSON or a JSON Schema. Does not know any rules.

use clap::Args;

use serde_json::json;

use super::terminal::json_text;
use super::{ExitResult, Format, Io};
use crate::catalog::{Shipped, games};
use crate::definition::schema;
use crate::notation::name::{capital, visible};
use crate::reference as page;

/// List the games that come with threefold, one on each line, by folder
#[derive(Debug, Args)]
#[command(
    after_help = "The exit code is 1 if no game contains the text.\n\nExamples: threefold list\n          threefold list shogi"
)]
pub(super) struct ListArgs {
    /// List only the games whose name, title or description contains this text, in any case
    filter: Option<String>,
    /// Output format: text, or a JSON array of games
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn list(args: &ListArgs, io: &mut Io<'_>) -> ExitResult {
    let wanted = args.filter.as_deref().unwrap_or_default().to_lowercase();
    let fits = |it: &&Shipped| [&it.slug, &it.name, &it.about].iter().any(|it| it.to_lowercase().contains(&wanted));
    let found: Vec<&Shipped> = games().filter(fits).collect();
    let code = u8::from(found.is_empty());
    if args.format == Format::Json {
        let game = |it: &&Shipped| json!({ "variant": it.slug, "name": it.name, "about": it.about });
        writeln!(io.out, "{}", json_text(&found.iter().map(game).collect()))?;
        return Ok(code);
    }
    if found.is_empty() {
        writeln!(io.err, "No game contains `{}`: `threefold list` lists all games.", visible(&wanted))?;
    }
    let width = found.iter().map(|it| it.slug.chars().count()).max().unwrap_or(0);
    let mut section = "";
    for (at, game) in found.into_iter().enumerate() {
        // The folder is the section. The games of the main folder come first, without a title.
        let folder = game.slug.rsplit_once('/').map_or("", |it| it.0);
        if folder != section {
            section = folder;
            writeln!(io.out, "{}{}", if at > 0 { "\n" } else { "" }, capital(folder))?;
        }
        let about = if game.about.is_empty() { String::new() } else { format!(": {}", game.about) };
        writeln!(io.out, "{:<width$}  {}{about}", game.slug, game.name)?;
    }
    Ok(code)
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
