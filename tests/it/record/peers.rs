//! Agreement with python-chess, which writes and reads thousands of games.
//!
//! The Python of the tests is `target/python/bin/python` or `THREEFOLD_PYTHON`. Without it, or without its package
//! `chess`, the test is skipped and says so.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use threefold::notation::position::print_fen;
use threefold::record::{Record, RecordReader, RecordStyle, convert_record};

use crate::support::{is_slow, load, print_to_stderr, root};

/// Runs the script with python-chess; `None` if there is none.
fn script(args: &[&str], input: &str) -> Option<String> {
    let default = root().join("target/python/bin/python");
    let python = std::env::var_os("THREEFOLD_PYTHON").map_or(default, PathBuf::from);
    let has_package = Command::new(&python).args(["-c", "import chess.pgn"]).stderr(Stdio::null()).status();
    if !has_package.is_ok_and(|it| it.success()) {
        print_to_stderr(&format!("SKIPPED: python-chess was not tried: {} does not have it", python.display()));
        return None;
    }
    let mut command = Command::new(&python);
    command.arg(root().join("tests/records/games.py")).args(args).env("PYTHONUTF8", "1");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("Python starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // The script answers while it reads.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("Python ends");
    writer.join().expect("the writer ends").expect("Python reads everything");
    assert!(output.status.success(), "python-chess reports an error: {:?}", output.status);
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

/// Games of python-chess parse and replay here. Written by us, python-chess reads them with the same positions.
#[test]
fn python_chess_and_we_read_each_others_games() {
    let count = if is_slow() { "1000" } else { "300" };
    let Some(theirs) = script(&["write", count, "16"], "") else { return };
    let chess = load("chess");
    let (mut ours, mut ends) = (String::new(), Vec::new());
    for entry in RecordReader::new(theirs.as_bytes()) {
        let entry = entry.expect("a text in memory");
        let (number, text) = (entry.number, entry.text.clone());
        let record = entry.strict().unwrap_or_else(|it| panic!("game {number}: {it}"));
        let (game, converted) = convert_record(&chess, &record, RecordStyle::Short)
            .unwrap_or_else(|it| panic!("game {number}: {it}\n{text}"));
        let printed = converted.to_string();
        assert_eq!(Record::parse(&printed).map(|it| it.to_string()).as_ref(), Ok(&printed), "game {number}");
        // The move numbers of python-chess are those of the standard, which is what ours must be.
        let numbers = |it: &Record| it.movetext.plies.iter().filter_map(|it| it.number).map(|it| it.value).max();
        assert_eq!(numbers(&converted), numbers(&record), "game {number}");
        let moves = |it: &Record| it.movetext.plies.iter().map(|it| it.text.clone()).collect::<Vec<_>>();
        assert_eq!(moves(&converted), moves(&record), "game {number}: the notation is the same");
        let fen = print_fen(game.position()).ok().and_then(|it| it.split(' ').next().map(str::to_owned));
        ends.push((game.moves().count(), fen.unwrap_or_default(), converted.result.clone()));
        ours.push_str(&printed);
        ours.push('\n');
    }
    assert_eq!(ends.len().to_string(), count);
    let lines = script(&["read"], &ours).expect("python-chess was there");
    assert_eq!(lines.lines().count(), ends.len());
    for (line, (plies, placement, result)) in lines.lines().zip(&ends) {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!(words[..2], [plies.to_string().as_str(), placement.as_str()]);
        assert_eq!(words.last(), Some(&result.as_str()));
    }
}
