//! `verify`: runs cases, and compares the expected answers with the actual ones.
//!
//! Input: case files. Output: a report as text, JSON, JUnit XML, GitHub annotations or HTML. Does not know how
//! answers are found.

mod document;
mod github;
mod human;
mod json;
mod junit;

pub(super) use json::answer_value;

use clap::{Args, ValueEnum};

use super::number::number;
use super::picture::page;
use super::progress::Progress;
use super::{CliError, ExitResult, Io, input};
use crate::diagnostic::counted;
use crate::verify::observed::{self, BlockState};
use crate::verify::{CaseFile, FoundFiles, VariantCache, Verified, find, verify_each};

/// Run cases: files with positions and the expected answers
#[derive(Debug, Args)]
#[command(
    after_help = "A case is a TOML file with `about`, a `variant` and `[expect]`. The variant is a name, or a path \
relative to the case. In a folder, every case is run, and rulebooks are skipped.\n\n\
Example: threefold verify rulings/ --format junit"
)]
pub(super) struct VerifyArgs {
    /// Case files, folders, or `-` for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// Format of the output
    #[arg(long, value_enum, default_value_t)]
    format: VerifyFormat,
    /// Write the actual answers into each file as `[observed]`; the expected answers are never changed
    #[arg(long)]
    update: bool,
    /// Also show cases that hold
    #[arg(long, short)]
    verbose: bool,
    /// Number of cases to run at a time; one for each core by default
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256, 2), allow_negative_numbers = true)]
    jobs: Option<u16>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum VerifyFormat {
    /// Text for people
    #[default]
    Human,
    /// One JSON object
    Json,
    /// JUnit XML for continuous integration servers
    Junit,
    /// Annotations for GitHub workflows
    Github,
    /// A single HTML file, with the boards as pictures
    Html,
}

/// A case file with its result.
struct Ran<'a> {
    file: &'a CaseFile,
    verified: &'a Verified,
    /// State of its `[observed]` block after this run.
    observed: BlockState,
}

/// The number of cases with each result.
struct ResultCounts {
    cases: usize,
    hold: usize,
    fail: usize,
    broken: usize,
}

impl ResultCounts {
    fn of(ran: &[Ran<'_>]) -> Self {
        let count = |is: fn(&Verified) -> bool| ran.iter().filter(|it| is(it.verified)).count();
        Self {
            cases: ran.len(),
            hold: count(Verified::holds),
            fail: count(|it| !it.holds() && !it.is_broken()),
            broken: count(Verified::is_broken),
        }
    }

    /// Returns the summary in one sentence.
    fn sentence(&self) -> String {
        let mut parts = Vec::new();
        for (count, one, many) in [
            (self.hold, "holds", "hold"),
            (self.fail, "fails", "fail"),
            (self.broken, "cannot be run", "cannot be run"),
        ] {
            if count > 0 {
                parts.push(format!("{count} {}", if count == 1 { one } else { many }));
            }
        }
        match parts.is_empty() {
            true => "No case was run.".to_owned(),
            false => format!("{}: {}.", counted(self.cases, "case"), parts.join(", ")),
        }
    }
}

pub(super) fn run(args: &VerifyArgs, io: &mut Io<'_>) -> ExitResult {
    if args.update && args.paths.iter().any(|it| it == "-") {
        return Err(CliError::Usage("error: --update cannot write to standard input: give file names".to_owned()));
    }
    let found = found(&args.paths, io)?;
    let progress = Progress::new("cases", found.cases.len());
    let verified = verify_each(&found.cases, &VariantCache::new(), jobs(args.jobs), &|| progress.step());
    drop(progress);
    let mut unwritten = false;
    let mut ran = Vec::new();
    for (file, verified) in found.cases.iter().zip(&verified) {
        let mut observed = observed::state(file, verified);
        if args.update && verified.case.is_some() {
            match update(file, verified) {
                Ok(()) => observed = BlockState::Current,
                Err(why) => {
                    unwritten = true;
                    writeln!(io.err, "error: `{}` was not changed: {why}", file.name)?;
                }
            }
        }
        ran.push(Ran { file, verified, observed });
    }
    match args.format {
        VerifyFormat::Human => human::write(&ran, args.verbose, io)?,
        VerifyFormat::Json => json::write(&ran, &found, io)?,
        VerifyFormat::Junit => junit::write(&ran, &found, io)?,
        VerifyFormat::Html => write!(io.out, "{}", page(&document::document(&ran, &found)))?,
        VerifyFormat::Github => github::write(&ran, &found, io)?,
    }
    Ok(match () {
        () if unwritten || !found.unreadable.is_empty() => 2,
        () if ran.iter().any(|it| !it.verified.holds()) => 1,
        () => 0,
    })
}

/// Finds cases. Names of skipped and unreadable files go to the error stream.
pub(super) fn found(paths: &[String], io: &mut Io<'_>) -> Result<FoundFiles, CliError> {
    let found = find(paths, &mut || {
        input::standard_input(io).map_err(|it| match it {
            CliError::Usage(text) | CliError::Wrong(text) => text,
            CliError::Output(error) => error.to_string(),
        })
    });
    for name in &found.skipped {
        writeln!(io.err, "note: `{name}` was skipped: it is neither a case (`variant`, `[expect]`) nor a rulebook")?;
    }
    for (name, why) in &found.unreadable {
        writeln!(io.err, "error: `{name}` cannot be read: {why}")?;
    }
    Ok(found)
}

/// Returns the number of threads to use.
pub(super) fn jobs(requested: Option<u16>) -> usize {
    let machine = || std::thread::available_parallelism().map_or(1, usize::from);
    requested.map_or_else(machine, usize::from)
}

/// Writes the actual answers into the file, unless they are already there.
fn update(file: &CaseFile, verified: &Verified) -> Result<(), String> {
    let text = observed::renewed(file, verified)?;
    match &file.path {
        Some(path) if text != file.text => observed::write(path, &file.text, &text).map_err(|it| it.to_string()),
        _ => Ok(()),
    }
}
