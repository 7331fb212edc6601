//! A real editor: Neovim without a screen starts the server, and asks it.

use std::process::Command;

use crate::support::{Folder, print_to_stderr, root};

const GAME: &str = "name = \"Mine 𝄞\"\nextends = [\"./parent.toml\"]\n[outcome.hill]\nwhen = { king-in = { zone = \"center\" } }\nthen = \"ende\"\nsettled = \"after-move\"\n";
const PARENT: &str =
    "name = \"Parent\"\npart = \"rules\"\nextends = [\"chess\"]\n[zone.center]\nof = \"board\"\nsquares = [\"d4\"]\n";

/// What the script prints: finding, meaning, completion, definition, and the end of the session.
const EXPECTED: &[&str] =
    &["finding 5:8 unknown-word", "hover true", "completion true", "definition parent.toml:4", "corrected 0"];

#[test]
fn neovim_shows_findings_meanings_and_definitions() {
    if Command::new("nvim").arg("--version").output().is_err() {
        return print_to_stderr("SKIPPED: Neovim was not tried: `apt-get install neovim` installs it");
    }
    let folder = Folder::new("lsp-neovim", &[("game.toml", GAME), ("parent.toml", PARENT)]);
    let run = Command::new("nvim")
        .args(["--headless", "--clean", "-n", "-c"])
        .arg(format!("luafile {}", root().join("tests/it/lsp/neovim.lua").display()))
        .arg(folder.path().join("game.toml"))
        .env("THREEFOLD", env!("CARGO_BIN_EXE_threefold"))
        .env("XDG_STATE_HOME", folder.path())
        .output()
        .expect("Neovim runs");
    let text = String::from_utf8_lossy(&run.stderr).into_owned() + &String::from_utf8_lossy(&run.stdout);
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|it| !it.is_empty()).collect();
    assert_eq!(lines, EXPECTED, "{text}");
}
