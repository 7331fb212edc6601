//! What the terminal says: the list of games, squares that do not exist, hands and drops, and Ctrl-C.
//!
//! Input: arguments, moves and signals. Output: the answers, written by hand.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use threefold::notation::parse_move;

use super::support::{Folder, ask, load, print_to_stderr, with_input};

#[test]
fn the_list_can_be_filtered() {
    let whole = ask(&["list"]);
    assert!(whole.out.starts_with("3-man-chess "), "{}", whole.out);
    // A name, a title in another case, and a word of a description.
    for (filter, slug) in
        [("crazyhouse", "gallery/crazyhouse"), ("SHOGI", "gallery/shogi"), ("open center", "3-man-chess")]
    {
        let run = ask(&["list", filter]);
        let listed = run.out.lines().filter(|it| it.contains("  "));
        assert!(run.code == 0 && run.out.lines().any(|it| it.starts_with(&format!("{slug} "))), "{}", run.out);
        for line in listed {
            assert!(line.to_lowercase().contains(&filter.to_lowercase()), "{line}");
        }
        assert!(!run.out.starts_with('\n'), "{}", run.out);
    }
    let json = |args: &[&str]| -> Vec<serde_json::Value> { serde_json::from_str(&ask(args).out).expect("an array") };
    let all = json(&["list", "--format", "json"]);
    let slugs: Vec<&str> = all.iter().filter_map(|it| it["variant"].as_str()).collect();
    let games: Vec<&str> = threefold::catalog::games().map(|it| it.slug.as_str()).collect();
    assert_eq!(slugs, games);
    assert!(all.iter().all(|it| it["name"].is_string() && it["about"].is_string()));
    assert_eq!(json(&["list", "gallery/crazyhouse", "--format", "json"])[0]["name"], "Crazyhouse");
    let none = ask(&["list", "no such game"]);
    assert_eq!((none.code, none.out.as_str()), (1, ""));
    assert_eq!(none.err, "No game contains `no such game`: `threefold list` lists all games.\n");
    assert_eq!(
        (
            json(&["list", "no such game", "--format", "json"]).len(),
            ask(&["list", "no such game", "--format", "json"]).code
        ),
        (0, 1)
    );
}

/// A square that the board does not have is named with the files and ranks of the board.
#[test]
fn an_unknown_square_has_the_range_of_the_board() {
    for (variant, text, name, range) in [
        ("chess", "Qd9", "d9", "files are a to h, and the ranks 1 to 8"),
        ("chess", "qd9+", "d9", "files are a to h, and the ranks 1 to 8"),
        ("chess", "Nbd9", "d9", "files are a to h, and the ranks 1 to 8"),
        ("chess", "Qxd9", "d9", "files are a to h, and the ranks 1 to 8"),
        ("chess", "d2-d9", "d9", "files are a to h, and the ranks 1 to 8"),
        ("chess", "d9", "d9", "files are a to h, and the ranks 1 to 8"),
        ("trichess", "Qd9", "d9", "files are a to l, and the ranks 1 to 12"),
        ("3-man-chess", "WHQe9", "e9", "files are a to h, and the ranks 1 to 6"),
        ("gallery/capablanca", "Qk4", "k4", "files are a to j, and the ranks 1 to 8"),
    ] {
        let error = parse_move(&load(variant).start().expect("a start"), text).expect_err(text);
        assert_eq!(
            (error.code(), error.to_string()),
            ("no-such-square", format!("there is no square `{name}`")),
            "{text}"
        );
        assert_eq!(error.at, text.find(name).expect("the square"), "{text}");
        assert!(error.help.ends_with(range), "{text}: {}", error.help);
    }
    let run = with_input(&["play", "chess"], b"Qd9\n", false);
    assert!(run.code == 1 && run.err.contains("there is no square `d9`\n  | Qd9\n  |  ^\n"), "{}", run.err);
    for text in ["Knight9", "hello9", "Qd", "9"] {
        let error = parse_move(&load("chess").start().expect("a start"), text).expect_err(text);
        assert_ne!(error.code(), "no-such-square", "{text}: {error}");
    }
}

/// `play` says how to write a drop, but only in games with drops. Many pieces in a hand are a number.
#[test]
fn hands_are_short_and_drops_are_explained() {
    let say = |variant: &str, more: &[&str]| {
        let args = [&["play", variant], more].concat();
        with_input(&args, b"help\nquit\n", true).out
    };
    let stones = say("gallery/ataxx", &[]);
    assert!(stones.contains("\nWhite can drop: P (49).\nBlack can drop: P (49).\n"), "{stones}");
    assert!(stones.starts_with("Type a move, a drop such as `P@"), "{stones}");
    let hand = say("gallery/crazyhouse", &["--position", "w:Ke1 b:Ke8 turn=w captured=w:P,P,N;b:P,P,P,P"]);
    assert!(hand.contains("\nWhite can drop: N P P.\nBlack can drop: P (4).\n"), "{hand}");
    assert!(hand.lines().any(|it| it.contains("@") && it.contains("drop a piece from the hand")), "{hand}");
    let empty = say("gallery/crazyhouse", &[]);
    assert!(empty.contains("Type a move, a drop such as `") && empty.contains("drop a piece"), "{empty}");
    let chess = say("chess", &[]);
    assert!(chess.starts_with("Type a move, or `help`.") && !chess.contains("drop"), "{chess}");
}

/// Starts a lab that would not end, presses Ctrl-C once `has_begun`, and returns the exit code, the output and the errors.
/// Returns `None` where `env` cannot give the signal its usual effect: it may be ignored in a shell's background.
#[cfg(target_os = "linux")]
fn interrupted(folder: &Folder, args: &[&str], has_begun: &dyn Fn() -> bool) -> Option<(Option<i32>, String, String)> {
    let usual = ["--default-signal=INT"];
    if !Command::new("env").args(usual).arg("true").stderr(Stdio::null()).status().is_ok_and(|it| it.success()) {
        print_to_stderr("SKIPPED: Ctrl-C was not tried, because `env` has no `--default-signal`");
        return None;
    }
    let mut command = Command::new("env");
    command.args(usual).arg(env!("CARGO_BIN_EXE_threefold")).args(["lab", "chess", "--games", "1000000000"]).args(args);
    command.current_dir(folder.path()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().expect("a process");
    let begin = Instant::now();
    while !has_begun() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(50));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.is_ok_and(|it| it.success()));
    let output = child.wait_with_output().expect("an output");
    let text = |it: Vec<u8>| String::from_utf8(it).expect("text");
    Some((output.status.code(), text(output.stdout), text(output.stderr)))
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_the_report_of_the_games_so_far() {
    let folder = Folder::new("lab-ctrl-c", &[]);
    let begin = Instant::now();
    let some_time = || begin.elapsed() > Duration::from_secs(3);
    let Some((code, out, err)) =
        interrupted(&folder, &["--plies", "20", "--seed", "2", "--format", "json"], &some_time)
    else {
        return;
    };
    assert_eq!(code, Some(130), "{err}");
    let report: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    let games = report["games"].as_u64().expect("a number");
    assert_eq!(err, format!("Interrupted after {games} of 1000000000 games of `chess`.\n"));
    // The games are the first ones: a lab of as many games has the same report.
    let count = games.to_string();
    let same = ask(&["lab", "chess", "--games", &count, "--plies", "20", "--seed", "2", "--format", "json"]);
    assert_eq!(out, same.out);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_keeps_the_games_in_a_file() {
    let folder = Folder::new("lab-ctrl-c-file", &[]);
    let part = folder.path().join("games.jsonl.part");
    let has_games = || std::fs::read_to_string(&part).is_ok_and(|it| it.lines().count() > 100);
    let args = ["--plies", "20", "--out", "games.jsonl"];
    let Some((code, out, err)) = interrupted(&folder, &args, &has_games) else { return };
    assert_eq!(code, Some(130), "{err}");
    let games = err
        .strip_prefix("Interrupted: ")
        .and_then(|it| it.split_once(" of 1000000000 games are in `games.jsonl.part`"));
    let (games, help) = games.unwrap_or_else(|| panic!("{err}"));
    assert_eq!(help, ". The same command plays the others.\n");
    assert!(out.starts_with(&format!("Chess: {games} games\n")), "{out}");
}

/// A command that takes back one move at a time says so.
#[test]
fn undo_takes_no_number() {
    for line in ["undo 3", "redo 2", "u 1"] {
        let run = with_input(&["play", "chess"], format!("e4\n{line}\nquit\n").as_bytes(), true);
        let word = line.split(' ').next().unwrap_or_default();
        assert!(run.out.contains(&format!("`{word}` takes no number: repeat it to go further")), "{line}: {}", run.out);
        assert!(!run.out.contains("is written differently"), "{line}");
    }
}

/// An answer that cannot be written is no fault of the line.
#[test]
fn a_full_disk_is_no_fault_of_a_move() {
    for text in ["e4\n", "moves e2\n", "draw\n"] {
        let (mut out, mut err) = (Full, Vec::new());
        let mut io =
            threefold::cli::Io { input: &mut text.as_bytes(), out: &mut out, err: &mut err, is_terminal: false };
        let code = threefold::cli::run(["threefold", "play", "chess"], &mut io);
        let err = String::from_utf8(err).expect("a text");
        assert!(code == 2 && err.starts_with("error: the answer cannot be written: "), "{text}: {code} {err}");
    }
}

/// A stream that accepts nothing.
struct Full;

impl std::io::Write for Full {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::StorageFull.into())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A name that is part of a name, or a title, is better advice than one with similar letters.
#[test]
fn a_part_of_a_name_finds_the_game() {
    for (name, slug) in [
        ("gallery/duck-chess", "gallery/duck"),
        ("gallery/crazy", "gallery/crazyhouse"),
        ("3man", "3-man-chess"),
        ("duckchess", "gallery/duck"),
        ("moat-d", "readings/3-man-chess-moat-d"),
        ("3 Man Chess: In the Round", "3-man-chess"),
        ("ches", "chess"),
        ("crayzhouse", "crazyhouse"),
    ] {
        let run = ask(&["show", name]);
        assert!(run.code == 2 && run.err.contains(&format!("`{slug}`")), "{name}: {}", run.err);
    }
    // The package has a folder `src`.
    let run = ask(&["show", "src"]);
    assert!(run.err.contains("by its path: `./src`"), "{}", run.err);
}

/// A key that is no text must not cost the game. In a file, it ends the run.
#[test]
fn a_line_that_is_no_text_can_be_typed_again() {
    let input = b"e4\n\xff\ne5\nposition\nquit\n";
    let run = with_input(&["play", "chess"], input, true);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("error: line 2 is not UTF-8\n") && run.out.contains("Pe5"), "{}", run.out);
    let run = with_input(&["play", "chess"], input, false);
    assert!(run.code == 1 && run.err.contains("line 2 is not UTF-8"), "{}", run.err);
}

/// A file that another program has changed meanwhile is not replaced.
#[test]
fn a_saved_game_replaces_only_its_own_file() {
    let folder = Folder::new("save-again", &[]);
    let path = folder.path().join("game.txt").display().to_string();
    let run = with_input(&["play", "chess"], format!("e4\nsave {path}\ne5\nsave {path}\n").as_bytes(), false);
    let text = std::fs::read_to_string(&path).expect("a file");
    assert!(run.code == 0 && text.ends_with("w:e2-e4 b:e7-e5\n"), "{}{text}", run.err);
    let mut input = Changing { path: path.clone(), lines: vec!["save FILE", "CHANGE", "save FILE", "e4", "quit"] };
    std::fs::remove_file(&path).expect("the file");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut reader = std::io::BufReader::with_capacity(512, &mut input);
    let mut io = threefold::cli::Io { input: &mut reader, out: &mut out, err: &mut err, is_terminal: true };
    assert_eq!(threefold::cli::run(["threefold", "play", "chess"], &mut io), 0);
    let out = String::from_utf8(out).expect("text");
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "mine");
    assert!(out.contains("already exists\n  = help: another program has changed it"), "{out}");
}

/// An input of lines; `CHANGE` writes to the file in between.
struct Changing {
    path: String,
    lines: Vec<&'static str>,
}

impl std::io::Read for Changing {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.lines.first() == Some(&"CHANGE") {
            std::fs::write(&self.path, "mine")?;
            self.lines.remove(0);
        }
        let Some(line) = (!self.lines.is_empty()).then(|| self.lines.remove(0)) else { return Ok(0) };
        let line = line.replace("FILE", &self.path) + "\n";
        buffer[..line.len()].copy_from_slice(line.as_bytes());
        Ok(line.len())
    }
}
