//! `check`: everything that is wrong with rulebooks, all at once.

use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use super::file::write;
use super::input::{checked, findings};
use super::terminal::json_text;
use super::{CliError, ExitResult, Format, Io};
use crate::diagnostic::{JsonDiagnostic, counted};
use crate::load::{count, read_file, upgrade};

/// Check rulebooks, in form and in meaning, and show every finding
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold check my-variant.toml")]
pub(super) struct CheckArgs {
    /// Paths, names of shipped variants, or `-`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Replace the names of the previous edition in the files, then check them
    #[arg(long)]
    fix: bool,
    /// Let warnings fail, too
    #[arg(long)]
    deny_warnings: bool,
    /// How to write the findings
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

/// Brings one file up to date. Says how many names it replaced.
fn fix(file: &str, io: &mut Io<'_>) -> Result<(), CliError> {
    let path = Path::new(file);
    if !path.is_file() {
        let message = format!("error: `--fix` rewrites files, and `{file}` is not a file\n  = help: name a path");
        return Err(CliError::Usage(message));
    }
    let cannot = |it: String| CliError::Usage(format!("error: `{file}` cannot be read: {it}"));
    // What is not text is left as it is: the check says what is wrong with it.
    let Ok(text) = String::from_utf8(read_file(path).map_err(cannot)?) else { return Ok(()) };
    let (new, replaced) = upgrade(&text);
    if replaced > 0 {
        write(path, new.as_bytes(), true).map_err(|it| it.error(file, ""))?;
        writeln!(io.err, "{file}: {} replaced", counted(replaced, "name"))?;
    }
    Ok(())
}

fn tally(errors: usize, warnings: usize) -> String {
    match (errors, warnings) {
        (0, 0) => "nothing is wrong".to_owned(),
        (_, 0) => counted(errors, "error"),
        (0, _) => counted(warnings, "warning"),
        _ => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
    }
}
