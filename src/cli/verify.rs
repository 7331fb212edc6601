//! `verify`: runs cases, and says of each what was expected and what came.

mod document;
mod github;
mod human;
mod json;
mod junit;

pub(super) use json::said;

use clap::{Args, ValueEnum};

use super::number::number;
use super::picture::page;
use super::progress::Progress;
use super::{CliError, ExitResult, Io, input};
use crate::diagnostic::counted;
use crate::verify::observed::{self, BlockState};
use crate::verify::{CaseFile, FoundFiles, VariantCache, Verified, find, verify_each};

/// Run cases: positions with what must come of them, written down in files
#[derive(Debug, Args)]
#[command(
    after_help = "A case is a TOML file with `about`, a `variant` and `[expect]`; the variant is a name or a path \
relative to the case. In a folder every case is run; rulebooks beside them are passed over.\n\n\
Example: threefold verify rulings/ --format junit"
)]
pub(super) struct VerifyArgs {
    /// Files, folders, or `-`
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<String>,
    /// How to write what came
    #[arg(long, value_enum, default_value_t)]
    format: VerifyFormat,
    /// Write what came into each file, as `[observed]`; what is expected is never touched
    #[arg(long)]
    update: bool,
    /// Show cases that hold, too
    #[arg(long, short)]
    verbose: bool,
    /// Run so many cases at a time; as many as the machine can, where it is not said
    #[arg(long, value_name = "N", value_parser = number::<u16>(1..=256, 2), allow_negative_numbers = true)]
    jobs: Option<u16>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum VerifyFormat {
    /// For people
    #[default]
    Human,
    /// One JSON object
    Json,
    /// XML that test servers read
    Junit,
    /// Annotations for a workflow on GitHub
    Github,
    /// A page for a browser, whole in one file, with the boards drawn
    Html,
}

/// A case with what came of it.
struct Ran<'a> {
    file: &'a CaseFile,
    verified: &'a Verified,
    /// Its `[observed]`, after this run.
    observed: BlockState,
}

/// How many cases there are of each kind.
struct Tally {
    cases: usize,
    hold: usize,
    fail: usize,
    broken: usize,
}

impl Tally {
    fn of(ran: &[Ran<'_>]) -> Self {
        let count = |is: fn(&Verified) -> bool| ran.iter().filter(|it| is(it.verified)).count();
        Self {
            cases: ran.len(),
            hold: count(Verified::holds),
            fail: count(|it| !it.holds() && !it.is_broken()),
            broken: count(Verified::is_broken),
        }
    }

    /// One sentence.
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
        let parts = if parts.is_empty() { "none could be read".to_owned() } else { parts.join(", ") };
        format!("{}: {parts}.", counted(self.cases, "case"))
    }
}

pub(super) fn run(args: &VerifyArgs, io: &mut Io<'_>) -> ExitResult {
    if args.update && args.paths.iter().any(|it| it == "-") {
        return Err(CliError::Usage("error: what came cannot be written into standard input: name files".to_owned()));
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
                    writeln!(io.err, "error: `{}` is left as it was: {why}", file.name)?;
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

/// Finds cases; what was left out, and what cannot be read, goes to the error stream.
pub(super) fn found(paths: &[String], io: &mut Io<'_>) -> Result<FoundFiles, CliError> {
    let found = find(paths, &mut || {
        input::standard_input(io).map_err(|it| match it {
            CliError::Usage(text) | CliError::Wrong(text) => text,
            CliError::Output(error) => error.to_string(),
        })
    });
    for name in &found.skipped {
        writeln!(io.err, "note: `{name}` is left out: it is neither a case (`variant`, `[expect]`) nor a rulebook")?;
    }
    for (name, why) in &found.unreadable {
        writeln!(io.err, "error: `{name}` cannot be read: {why}")?;
    }
    Ok(found)
}

/// How many threads there are to be.
pub(super) fn jobs(asked: Option<u16>) -> usize {
    let machine = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(machine, usize::from)
}

/// Writes what came into the file, unless it says so already.
fn update(file: &CaseFile, verified: &Verified) -> Result<(), String> {
    let text = observed::renewed(file, verified)?;
    match &file.path {
        Some(path) if text != file.text => observed::write(path, &file.text, &text).map_err(|it| it.to_string()),
        _ => Ok(()),
    }
}
