//! Games over python-chess's engine client, which judges moves, the protocol and clocks.
//!
//! Input: a Python with the packages of `tests/it/protocols/requirements.txt` in `target/protocols` or
//! `THREEFOLD_PROTOCOLS`; `.ci/run` installs both. `THREEFOLD_STOCKFISH_GAMES` is the number of games
//! against Stockfish. Output: an error of the client, or none. A test whose tool is missing says that it
//! was skipped.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::{is_slow, print_to_stderr, root};

/// Where Debian keeps chess programs.
const STOCKFISH: &str = "/usr/games/stockfish";

/// Returns the folder of the programs of the Python packages if one of them is there; otherwise says
/// that a test was skipped.
pub fn programs(name: &str) -> Option<PathBuf> {
    let default = root().join("target/protocols/bin");
    let folder = std::env::var_os("THREEFOLD_PROTOCOLS").map_or(default, PathBuf::from);
    let is_there = folder.join(name).is_file();
    if !is_there {
        print_to_stderr(&format!("SKIPPED: {name} was not tried: {} does not have it", folder.display()));
    }
    is_there.then_some(folder.join(name))
}

/// Returns a Python that has a package.
pub fn python(package: &str) -> Option<PathBuf> {
    let python = programs("python")?;
    let import = Command::new(&python).args(["-c", &format!("import {package}")]).stderr(Stdio::null()).status();
    let is_there = import.is_ok_and(|it| it.success());
    if !is_there {
        print_to_stderr(&format!("SKIPPED: {package} was not tried: {} does not have it", python.display()));
    }
    is_there.then_some(python)
}

#[track_caller]
fn play(python: &Path, args: &[&str]) {
    let mut command = Command::new(python);
    command.arg("tests/it/protocols/play.py").arg(env!("CARGO_BIN_EXE_threefold")).args(args).current_dir(root());
    let run = command.output().expect("Python runs");
    let (out, err) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
    assert!(run.status.success(), "{out}\n{err}");
    print_to_stderr(out.trim());
    assert!(out.starts_with(&format!("{} games against ", args[0])), "{out}\n{err}");
}

#[test]
fn games_against_random_moves_have_no_error() {
    let Some(python) = python("chess") else { return };
    play(&python, &[if is_slow() { "20" } else { "4" }]);
}

#[test]
fn games_against_stockfish_have_no_error() {
    let Some(python) = python("chess") else { return };
    if !Path::new(STOCKFISH).is_file() {
        return print_to_stderr("SKIPPED: Stockfish was not tried: `apt-get install stockfish` installs it");
    }
    let games = std::env::var("THREEFOLD_STOCKFISH_GAMES");
    let games = games.as_deref().unwrap_or("2");
    // The other tests run at the same time, so the clocks have some seconds.
    play(&python, &[games, STOCKFISH, "4"]);
}
