//! Saves differences as case files, without replacing existing files.
//!
//! Input: a report and a folder. Output: one file for each difference. Does not know what a case says.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use crate::catalog;
use crate::cli::file::{self, Refused};
use crate::cli::{CliError, Io};
use crate::compare::{Report, case_text, file_name};

/// Maximum number of files with the same stem.
const MAX_FILES: u32 = 1000;

/// Creates the folder, if need be, and tests that a file can be written there. A comparison takes long, so it calls this
/// first.
pub(super) fn prepare(folder: &str) -> Result<(), CliError> {
    let path = Path::new(folder);
    let help = "give the name of a folder in which you may write, or of a new one";
    let wrong =
        |why: &str| CliError::Usage(format!("error: no case can be written to `{folder}`: {why}\n  = help: {help}"));
    if path.exists() && !path.is_dir() {
        return Err(wrong("it is not a folder"));
    }
    let test = path.join(format!(".threefold-{}", std::process::id()));
    let tested =
        std::fs::create_dir_all(path).and_then(|()| std::fs::write(&test, "")).map_err(|it| wrong(&file::reason(&it)));
    // The file may not exist.
    let _ = std::fs::remove_file(test);
    tested
}

/// Saves differences as cases in a folder. Prints the names of the files on the error stream.
pub(super) fn write(report: &Report, folder: &str, io: &mut Io<'_>) -> Result<(), CliError> {
    let Ok(play) = &report.play else { return Ok(()) };
    let folder = Path::new(folder);
    let wrong = |path: &Path, error: &std::io::Error| {
        CliError::Usage(format!("error: `{}` cannot be written: {}", path.display(), file::reason(error)))
    };
    let names = (name_from(&report.a.name, folder), name_from(&report.b.name, folder));
    for finding in &play.findings {
        let Some(text) = case_text(report, finding, (&names.0, &names.1)) else {
            writeln!(io.err, "note: a case cannot express this difference: {}", finding.aspect.title())?;
            continue;
        };
        let stem = file_name(report, finding);
        let message = keep(folder, &stem, &text).map_err(|(path, error)| wrong(&path, &error))?;
        writeln!(io.err, "{message}")?;
    }
    Ok(())
}

/// Writes a file with this name, or with a number added if the name is in use.
fn keep(folder: &Path, stem: &str, text: &str) -> Result<String, (PathBuf, std::io::Error)> {
    for number in 1..=MAX_FILES {
        let name = if number == 1 { format!("{stem}.toml") } else { format!("{stem}-{number}.toml") };
        let path = folder.join(name);
        match file::write(&path, text.as_bytes(), false) {
            Ok(()) => return Ok(format!("Wrote `{}`.", path.display())),
            Err(Refused::Exists) if std::fs::read(&path).is_ok_and(|it| it == text.as_bytes()) => {
                return Ok(format!("note: `{}` already exists, with the same case", path.display()));
            }
            // Skip names in use, whatever they belong to.
            Err(Refused::Exists | Refused::Kind(_)) => {}
            Err(Refused::System(error)) => return Err((path, error)),
        }
    }
    Err((folder.join(stem), ErrorKind::AlreadyExists.into()))
}

/// Returns the name of a rulebook as seen from a folder: a slug unchanged, a path relative to the folder.
fn name_from(name: &str, folder: &Path) -> String {
    if !name.ends_with(".toml") && catalog::find(name).is_some() {
        return name.to_owned();
    }
    let (Ok(file), Ok(folder)) = (std::fs::canonicalize(name), std::fs::canonicalize(folder)) else {
        return name.to_owned();
    };
    let (to, from): (Vec<Component<'_>>, Vec<Component<'_>>) =
        (file.components().collect(), folder.components().collect());
    let shared = to.iter().zip(&from).take_while(|(a, b)| a == b).count();
    if shared == 0 {
        return file.display().to_string();
    }
    let up = from[shared..].iter().map(|_| "..".to_owned());
    let down = to[shared..].iter().map(|it| it.as_os_str().to_string_lossy().into_owned());
    let path = up.chain(down).collect::<Vec<_>>().join("/");
    if path.starts_with("..") { path } else { format!("./{path}") }
}
