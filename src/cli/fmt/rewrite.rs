//! Rewriting files in their usual form.
//!
//! Input: the arguments of `fmt`. Output: the files, or what would change. Does not know the form.

use std::path::Path;

use similar::TextDiff;

use super::FmtArgs;
use crate::cli::{CliError, ExitResult, Io, file, input};
use crate::definition::load::MAX_BYTES;
use crate::diagnostic::counted;
use crate::format::formatted;
use crate::load::{Input, check, read_file, upgrade};
use crate::policy::renamed::{EDITION, EDITIONS};

/// What happened to a file.
enum FileChange {
    /// It had the usual form.
    None,
    /// It was, or would be, rewritten.
    Changed,
    /// It cannot be formatted.
    Failed(u8),
}

/// Formats all files.
pub fn run(args: &FmtArgs, io: &mut Io<'_>) -> ExitResult {
    // A number after `--edition` is read as a file. Nothing is rewritten then.
    let is_number = |it: &&String| it.parse::<i64>().is_ok() && !Path::new(it).exists();
    if let Some(number) = args.files.iter().find(is_number).filter(|_| args.edition.is_some()) {
        return Err(CliError::Usage(format!(
            "`{number}` is not a file: {EDITIONS}, and `--edition` without a number upgrades files to {EDITION}"
        )));
    }
    let (mut changed, mut code) = (0_usize, 0);
    for name in &args.files {
        match one(args, name, io)? {
            FileChange::None => {}
            FileChange::Changed => changed += 1,
            FileChange::Failed(own) => code = code.max(own),
        }
    }
    let is_dry = args.check || args.diff;
    if changed > 0 {
        let verb = if is_dry { "would be formatted" } else { "formatted" };
        writeln!(io.err, "{} {verb}", counted(changed, "file"))?;
    }
    Ok(if is_dry && changed > 0 { code.max(1) } else { code })
}

/// Formats one file.
fn one(args: &FmtArgs, name: &str, io: &mut Io<'_>) -> Result<FileChange, CliError> {
    let is_input = name == "-";
    let old = match read(name, io) {
        Ok(text) => text,
        Err(message) => {
            writeln!(io.err, "error: {message}")?;
            return Ok(FileChange::Failed(2));
        }
    };
    let current = if args.edition.is_some() { upgrade(&old).0 } else { old.clone() };
    let new = match formatted(&current) {
        Ok(text) => text,
        Err(error) => {
            // The checker draws a syntax error with its place and advice.
            let checked = check(Input::Text(name, old.as_bytes()));
            let text = input::findings(&checked.sources, &checked.diagnostics);
            write!(io.err, "{}", if text.is_empty() { format!("error: {name}: {error}\n") } else { text })?;
            return Ok(FileChange::Failed(1));
        }
    };
    let is_dry = args.check || args.diff;
    if args.diff && old != new {
        let diff = TextDiff::from_lines(&old, &new);
        write!(io.out, "{}", diff.unified_diff().header(name, &format!("{name} (formatted)")))?;
    }
    if args.check && old != new {
        writeln!(io.out, "{name}")?;
    }
    if is_input && !is_dry {
        write!(io.out, "{new}")?;
        return Ok(FileChange::None);
    }
    if old == new {
        return Ok(FileChange::None);
    }
    if !is_dry {
        file::write(Path::new(name), new.as_bytes(), true).map_err(|it| it.error(name, ""))?;
    }
    Ok(FileChange::Changed)
}

/// Returns the text of a file or of standard input.
fn read(name: &str, io: &mut Io<'_>) -> Result<String, String> {
    let bytes = match name {
        "-" => match input::standard_input(io) {
            Ok(bytes) => bytes,
            Err(_) => return Err("standard input cannot be read".to_owned()),
        },
        path => read_file(Path::new(path)).map_err(|it| format!("`{name}` cannot be read: {it}"))?,
    };
    if bytes.len() > MAX_BYTES {
        return Err(format!("`{name}` is too large: the maximum is {MAX_BYTES} bytes"));
    }
    String::from_utf8(bytes).map_err(|_| format!("`{name}` is not UTF-8 text"))
}
