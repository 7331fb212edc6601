//! `import`: converts the rules of other programs into a rulebook.
//!
//! Input: a file in a format of another program. Output: a rulebook, with findings about what it lacks. Does not know
//! the formats.

use std::collections::BTreeSet;

use clap::{Args, Subcommand};

use super::{CliError, ExitResult, Io, file, input};
use crate::diagnostic::counted;
use crate::import::{ImportError, fairy, sections};
use crate::load::{Input, check};

/// Convert the rules of another program into a rulebook
#[derive(Debug, Args)]
pub(super) struct ImportArgs {
    #[command(subcommand)]
    source: Source,
}

#[derive(Debug, Subcommand)]
enum Source {
    Fairy(FairyArgs),
}

/// Convert a section of a `variants.ini` of Fairy-Stockfish
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold import fairy variants.ini shogun -o shogun.toml

A key without a counterpart is a warning, and the rulebook lacks that rule. The rulebook is \
checked afterwards. Without a name of a section, the sections are listed.")]
struct FairyArgs {
    /// The file, or `-` for standard input
    file: String,
    /// Name of the section; may be left out if there is only one
    section: Option<String>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
    /// Replace an existing file
    #[arg(long)]
    force: bool,
}

pub(super) fn run(args: &ImportArgs, io: &mut Io<'_>) -> ExitResult {
    match &args.source {
        Source::Fairy(args) => run_fairy(args, io),
    }
}

fn run_fairy(args: &FairyArgs, io: &mut Io<'_>) -> ExitResult {
    let text = input::text(&args.file, input::source(&mut input::open(&args.file)?, io.input))?;
    let mut names = sections(&text);
    // The last one of several counts, with a warning about the others.
    let mut known = BTreeSet::new();
    names.retain(|it| known.insert(it.clone()));
    let section = match (&args.section, names.as_slice()) {
        (Some(name), _) => name,
        (None, [name]) => name,
        (None, []) => {
            let message = format!("error: `{}` has no section\n  = help: a section starts with `[name]`", args.file);
            return Err(CliError::Wrong(message));
        }
        (None, names) => {
            let message = format!("error: which section?\n  = help: choose one of {}", names.join(", "));
            return Err(CliError::Usage(message));
        }
    };
    let imported = match fairy(&args.file, &text, section) {
        Ok(imported) => imported,
        Err(ImportError::Findings { diagnostics, sources }) => {
            return Err(CliError::Wrong(input::findings(&sources, &diagnostics)));
        }
        Err(error) => {
            let mut message = format!("error: `{section}` cannot be imported: {error}");
            if let ImportError::NoSection { .. } = error {
                message.push_str(&format!("\n  = help: the sections are {}", names.join(", ")));
            }
            return Err(CliError::Usage(message));
        }
    };
    write!(io.err, "{}", input::findings(&imported.sources, &imported.diagnostics))?;
    let name = args.output.as_deref().filter(|it| *it != "-");
    let checked = check(Input::Text(name.unwrap_or("rulebook.toml"), imported.rulebook.as_bytes()));
    write!(io.err, "{}", input::findings(&checked.sources, &checked.diagnostics))?;
    match name {
        None => write!(io.out, "{}", imported.rulebook)?,
        Some(path) => {
            file::write(path.as_ref(), imported.rulebook.as_bytes(), args.force)
                .map_err(|it| it.error(path, "choose another name, or --force to replace it"))?;
            let lacks = counted(imported.diagnostics.items.len(), "rule");
            let note = if imported.diagnostics.items.is_empty() { String::new() } else { format!(", without {lacks}") };
            let word = file::rulebook_word(path);
            let next = match checked.diagnostics.has_errors() {
                true => format!("It has errors. To see them again: threefold check {word}"),
                false => format!("To play it: threefold play {word}"),
            };
            writeln!(io.err, "Wrote `{path}`{note}. {next}")?;
        }
    }
    Ok(u8::from(checked.diagnostics.has_errors()))
}
