//! `check`: reports everything that is wrong with rulebooks.
//!
//! Input: rulebooks. Output: all findings, as text or JSON. Does not know what is checked.

use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use super::file::write;
use super::input::{checked, findings};
use super::terminal::json_text;
use super::{CliError, ExitResult, Format, Io};
use crate::diagnostic::{JsonDiagnostic, counted, tally};
use crate::load::{count, read_file, upgrade};

/// Check rulebooks and print all errors and warnings
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold check my-variant.toml")]
pub(super) struct CheckArgs {
    /// Paths of rulebooks, names of games, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Replace names of the previous edition in the files before checking them
    #[arg(long)]
    fix: bool,
    /// Treat warnings as errors
    #[arg(long)]
    deny_warnings: bool,
    /// Format of the output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(args: &CheckArgs, io: &mut Io<'_>) -> ExitResult {
    let mut code = 0;
    let mut reports: Vec<Value> = Vec::new();
    for file in &args.files {
        if args.fix {
            fix(file, io)?;
        }
        let checked = checked(file, io)?;
        let (errors, warnings) = count(&checked.diagnostics.items);
        let own = match () {
            () if checked.is_unreadable() => 2,
            () if errors > 0 || (args.deny_warnings && warnings > 0) => 1,
            () => 0,
        };
        code = code.max(own);
        if args.format == Format::Json {
            for finding in &checked.diagnostics.items {
                let mut report = json!(JsonDiagnostic::new(&checked.sources, finding));
                if report["file"].is_null() {
                    report["file"] = json!(file);
                }
                reports.push(report);
            }
        } else {
            write!(io.out, "{}", findings(&checked.sources, &checked.diagnostics))?;
            writeln!(io.out, "{file}: {}", tally(errors, warnings))?;
        }
    }
    if args.format == Format::Json {
        writeln!(io.out, "{}", json_text(&Value::Array(reports)))?;
    }
    Ok(code)
}

/// Replaces old names in a file, and prints how many there were.
fn fix(file: &str, io: &mut Io<'_>) -> Result<(), CliError> {
    let path = Path::new(file);
    if !path.is_file() {
        let message = format!("error: `--fix` rewrites files, and `{file}` is not a file\n  = help: give a path");
        return Err(CliError::Usage(message));
    }
    let cannot = |it: String| CliError::Usage(format!("error: `{file}` cannot be read: {it}"));
    // A file that is not text stays as it is; the check reports it.
    let Ok(text) = String::from_utf8(read_file(path).map_err(cannot)?) else { return Ok(()) };
    let (new, replaced) = upgrade(&text);
    if replaced > 0 {
        write(path, new.as_bytes(), true).map_err(|it| it.error(file, ""))?;
        writeln!(io.err, "{file}: {} replaced", counted(replaced, "name"))?;
    }
    Ok(())
}
