//! `new`: writes a small commented rulebook that extends another one.
//!
//! Input: a name and a parent. Output: a file that is ready to play. Does not know any rules.

use std::path::{Path, PathBuf};

use clap::Args;

use super::{CliError, ExitResult, Io, file, input};
use crate::definition::starter;

/// Write a new rulebook that extends another one and is ready to play
#[derive(Debug, Args)]
#[command(after_help = "Example: threefold new guards --from 3-man-chess")]
pub(super) struct NewArgs {
    /// Name of the new rulebook; the file is NAME.toml
    name: String,
    /// Name or path of the rulebook to extend
    #[arg(long, value_name = "VARIANT")]
    from: String,
    /// Write to this file instead, or to standard output with `-`
    #[arg(short, long, value_name = "FILE")]
    output: Option<String>,
}

pub(super) fn run(args: &NewArgs, io: &mut Io<'_>) -> ExitResult {
    let usage = |message: String| Err(CliError::Usage(message));
    let name = args.name.trim();
    let is_name = !name.is_empty() && name.chars().count() <= 100 && !name.chars().any(char::is_control);
    if !is_name {
        return usage("error: a name needs 1 to 100 characters, without control characters".to_owned());
    }
    if args.output.is_none() && (name.contains(['/', '\\']) || name.starts_with('.')) {
        return usage(format!("error: `{name}` is not a valid file name\n  = help: give a path with --output FILE"));
    }
    if args.from == "-" {
        return usage(
            "error: a file cannot extend standard input\n  = help: save the rulebook, and give its file name"
                .to_owned(),
        );
    }
    // A parent that cannot be played is not a good start.
    let loaded = input::loaded(&args.from, io)?;
    let checked = input::checked(&args.from, io)?;
    let Some(resolved) = &checked.resolved else {
        return usage(format!("error: `{}` cannot be read", args.from));
    };
    let path = match args.output.as_deref() {
        Some("-") => None,
        Some(file) => Some(PathBuf::from(file)),
        None => Some(PathBuf::from(format!("{}.toml", name.strip_suffix(".toml").unwrap_or(name)))),
    };
    let parent = parent_name(&args.from, path.as_deref())?;
    let text = starter(name, &parent, &loaded.variant.rulebook().name, resolved);
    let Some(path) = path else {
        write!(io.out, "{text}")?;
        return Ok(0);
    };
    let shown = path.display();
    file::write(&path, text.as_bytes(), false)
        .map_err(|it| it.error(&shown.to_string(), "choose another name, or --output FILE"))?;
    let word = file::rulebook_word(&shown.to_string());
    writeln!(
        io.err,
        "Wrote `{shown}`, which extends {} without changes. To play it: threefold play {word}",
        args.from
    )?;
    Ok(0)
}

/// Returns the parent's name for the new file: the slug of a shipped game, or a path relative to the folder of the new
/// file.
fn parent_name(from: &str, path: Option<&Path>) -> Result<String, CliError> {
    if crate::catalog::find(from).is_some() {
        return Ok(from.to_owned());
    }
    let folder = path.and_then(Path::parent).unwrap_or(Path::new(""));
    let is_beside = |it: &Path| it.as_os_str().is_empty() || it == Path::new(".");
    if is_beside(folder) && Path::new(from).is_relative() {
        return Ok(if from.contains('/') { from.to_owned() } else { format!("./{from}") });
    }
    if Path::new(from).parent() == Some(folder)
        && let Some(file) = Path::new(from).file_name().and_then(|it| it.to_str())
    {
        return Ok(format!("./{file}"));
    }
    let relative = relative(folder, Path::new(from));
    let whole = relative.or_else(|| std::path::absolute(from).ok()?.to_str().map(str::to_owned));
    whole.ok_or_else(|| CliError::Usage(format!("error: the path of `{from}` cannot be written in a rulebook")))
}

/// Returns the path of a file relative to a folder. `None` if either does not exist, or if they have no folder in common
/// below the root.
fn relative(folder: &Path, file: &Path) -> Option<String> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let (folder, file) = (folder.canonicalize().ok()?, file.canonicalize().ok()?);
    let (mut shared, mut up) = (folder.as_path(), String::new());
    loop {
        let above = shared.parent()?;
        if let Ok(down) = file.strip_prefix(shared) {
            let start = if up.is_empty() { "./" } else { &up };
            return Some(format!("{start}{}", down.to_str()?.replace(std::path::MAIN_SEPARATOR, "/")));
        }
        shared = above;
        up.push_str("../");
    }
}
