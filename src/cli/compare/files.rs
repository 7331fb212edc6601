//! Writes differences as cases: a file for each, never over another.

use std::io::ErrorKind;
use std::path::{Component, Path, PathBuf};

use crate::catalog;
use crate::cli::file::{self, Refused};
use crate::cli::{CliError, Io};
use crate::compare::{Report, case_text, file_name};

/// So many files of one name are looked at before it is given up.
const MOST: u32 = 1000;

/// Writes what can be said as cases into a folder; what was written is told on the error stream.
pub(super) fn write(report: &Report, folder: &str, io: &mut Io<'_>) -> Result<(), CliError> {
    let Ok(play) = &report.play else { return Ok(()) };
    let folder = Path::new(folder);
    let wrong = |path: &Path, error: &std::io::Error| {
        CliError::Usage(format!("error: `{}` cannot be written: {error}", path.display()))
    };
    std::fs::create_dir_all(folder).map_err(|it| wrong(folder, &it))?;
    let names = (name_from(&report.a.name, folder), name_from(&report.b.name, folder));
    for finding in &play.findings {
        let Some(text) = case_text(report, finding, (&names.0, &names.1)) else {
            writeln!(io.err, "note: no case can say the difference `{}`", finding.aspect.word())?;
            continue;
        };
        let stem = file_name(report, finding);
        let told = keep(folder, &stem, &text).map_err(|(path, error)| wrong(&path, &error))?;
        writeln!(io.err, "{told}")?;
    }
    Ok(())
}

/// Writes a file of that name; where another has it, of that name with a number.
fn keep(folder: &Path, stem: &str, text: &str) -> Result<String, (PathBuf, std::io::Error)> {
    for number in 1..=MOST {
        let name = if number == 1 { format!("{stem}.toml") } else { format!("{stem}-{number}.toml") };
        let path = folder.join(name);
        match file::write(&path, text.as_bytes(), false) {
            Ok(()) => return Ok(format!("wrote `{}`", path.display())),
            Err(Refused::Exists) if std::fs::read(&path).is_ok_and(|it| it == text.as_bytes()) => {
                return Ok(format!("`{}` is there already", path.display()));
            }
            // What else has the name is left alone, as another case is.
            Err(Refused::Exists | Refused::Kind(_)) => {}
            Err(Refused::System(error)) => return Err((path, error)),
        }
    }
    Err((folder.join(stem), ErrorKind::AlreadyExists.into()))
}

/// What a rulebook is called from a folder: a slug as it is, a path from there.
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
