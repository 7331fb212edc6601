//! `explain-code`: explains the code of a finding or a refusal.
//!
//! Input: a code, or none for the list of all codes. Output: the explanation with an example. Does not know any
//! rules.

use std::fmt::Write;

use clap::Args;

use super::terminal::text_width;
use super::{CliError, ExitResult, Io};
use crate::codes::{Example, all, explanation};
use crate::notation::paragraph::wrapped;

const WIDTH: usize = 88;

/// Explain a code, with an example; without a code, list all codes
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold explain-code never-promotes")]
pub(super) struct ExplainCodeArgs {
    /// The code of a finding or a refused move, without the brackets
    code: Option<String>,
}

pub(super) fn run(args: &ExplainCodeArgs, io: &mut Io<'_>) -> ExitResult {
    let Some(code) = &args.code else {
        for code in all() {
            writeln!(io.out, "{code}")?;
        }
        return Ok(0);
    };
    // Accept a code that was copied with its brackets.
    let code = code.trim_matches(|it| matches!(it, '[' | ']'));
    let found = explanation(code).map_err(|near| {
        let code: String = code.chars().take(60).map(|it| if it.is_control() { '\u{fffd}' } else { it }).collect();
        let help = match near {
            Some(near) => format!("did you mean `{near}`? `threefold explain-code` lists all codes"),
            None => "`threefold explain-code` lists all codes".to_owned(),
        };
        CliError::Usage(format!("error: there is no code `{code}`\n  = help: {help}"))
    })?;
    let mut text = format!("{}\n\n", found.code);
    for paragraph in [found.about.as_str(), found.text].iter().filter(|it| !it.is_empty()) {
        for part in paragraph.split("\n\n") {
            text.push_str(&wrapped(part, "", "", text_width(io).min(WIDTH)));
        }
        text.push('\n');
    }
    match found.example {
        Example::Rulebook { text: example, finding } => {
            if let Some(example) = example {
                let _ = writeln!(text, "Example:\n\n{}\n", indented(example));
            }
            let _ = writeln!(text, "Output of `threefold check`:\n\n{}", indented(&finding));
        }
        Example::Command(command) => {
            let _ = writeln!(text, "Example:\n\n{}", indented(command));
        }
    }
    write!(io.out, "{text}")?;
    Ok(0)
}

fn indented(text: &str) -> String {
    let lines = text.trim_end().lines();
    lines.map(|it| if it.is_empty() { String::new() } else { format!("    {it}") }).collect::<Vec<_>>().join("\n")
}
