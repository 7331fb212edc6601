//! `check`: everything that is wrong with rulebooks, all at once.

use clap::Args;
use serde_json::{Value, json};

use super::input::{checked, findings};
use super::terminal::json_text;
use super::{ExitResult, Format, Io};
use crate::diagnostic::{JsonDiagnostic, counted};
use crate::load::count;

/// Check rulebooks, in form and in meaning, and show every finding
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold check my-variant.toml")]
pub(super) struct CheckArgs {
    /// Paths, names of shipped variants, or `-`
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
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

fn tally(errors: usize, warnings: usize) -> String {
    match (errors, warnings) {
        (0, 0) => "nothing is wrong".to_owned(),
        (_, 0) => counted(errors, "error"),
        (0, _) => counted(warnings, "warning"),
        _ => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
    }
}
