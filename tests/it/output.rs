//! Files that commands write: complete or not at all, through links, and regular files only.
//!
//! Input: a folder with a file, links, a pipe and a device. Output: the result of each command that
//! writes.
#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use super::support::{Folder, Run, ask, root, with_input};

/// Returns a folder with every kind of file that a name can denote.
fn made(name: &str) -> Folder {
    let folder = Folder::new(name, &[("mine.svg", "mine")]);
    let at = |it: &str| folder.path().join(it);
    fs::create_dir(at("games")).expect("a folder");
    symlink("mine.svg", at("link.svg")).expect("a link");
    symlink("games/new.svg", at("dangling.svg")).expect("a link");
    symlink("circle.svg", at("circle.svg")).expect("a link");
    symlink("/dev/full", at("device.svg")).expect("a link");
    fs::create_dir(at("folder.svg")).expect("a folder");
    let made = Command::new("mkfifo").arg(at("pipe.svg")).status();
    assert!(made.is_ok_and(|it| it.success()), "mkfifo");
    folder
}

fn path(folder: &Folder, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// Draws into a file of the folder.
fn drawn(folder: &Folder, name: &str, force: bool) -> Run {
    let path = path(folder, name);
    let mut args = vec!["show", "chess", "--format", "svg", "-o", path.as_str()];
    args.extend(force.then_some("--force"));
    ask(&args)
}

fn is_picture(path: &Path) -> bool {
    fs::read_to_string(path).is_ok_and(|it| it.starts_with("<svg"))
}

/// Returns everything that a writer left in a folder.
fn parts(folder: &Path) -> Vec<String> {
    let all = fs::read_dir(folder).expect("a folder").flatten();
    all.map(|it| it.file_name().to_string_lossy().into_owned()).filter(|it| it.ends_with(".part")).collect()
}

#[test]
fn links_stay_links_and_lead_to_the_file() {
    let folder = made("output-links");
    let at = |it: &str| folder.path().join(it);
    let run = drawn(&folder, "link.svg", false);
    assert!(run.code == 2 && run.err.contains("already exists"), "{}", run.err);
    assert_eq!(fs::read_to_string(at("mine.svg")).expect("the file"), "mine");
    fs::set_permissions(at("mine.svg"), fs::Permissions::from_mode(0o640)).expect("permissions");
    assert_eq!(drawn(&folder, "link.svg", true).code, 0);
    assert!(at("link.svg").is_symlink() && !at("mine.svg").is_symlink() && is_picture(&at("mine.svg")));
    assert_eq!(fs::metadata(at("mine.svg")).expect("the file").permissions().mode() & 0o777, 0o640);
    let run = drawn(&folder, "dangling.svg", false);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(at("dangling.svg").is_symlink() && is_picture(&at("games/new.svg")));
    for force in [false, true] {
        let run = drawn(&folder, "circle.svg", force);
        assert!(run.code == 2 && run.err.contains("form a cycle"), "{}", run.err);
    }
    assert!(parts(folder.path()).is_empty() && parts(&at("games")).is_empty());
}

#[test]
fn only_regular_files_are_replaced() {
    let folder = made("output-kinds");
    let at = |it: &str| folder.path().join(it);
    for force in [false, true] {
        for (name, kind) in [("folder.svg", "a directory"), ("pipe.svg", "a named pipe"), ("device.svg", "a device")] {
            let run = drawn(&folder, name, force);
            assert!(run.code == 2 && run.err.contains(kind) && run.err.contains("help"), "{name}: {}", run.err);
        }
    }
    assert!(at("folder.svg").is_dir() && at("device.svg").is_symlink());
    assert!(fs::symlink_metadata(at("pipe.svg")).expect("the pipe").file_type().is_fifo());
    fs::set_permissions(at("mine.svg"), fs::Permissions::from_mode(0o444)).expect("permissions");
    let run = drawn(&folder, "mine.svg", true);
    assert!(run.code == 2 && run.err.contains("read-only"), "{}", run.err);
    assert_eq!(fs::read_to_string(at("mine.svg")).expect("the file"), "mine");
    // A folder in which no user can create a file, not even the superuser.
    let run = ask(&["show", "chess", "-o", "/proc/self/board.svg", "--force"]);
    assert!(run.code == 2 && run.err.contains("cannot be written"), "{}", run.err);
    assert!(parts(folder.path()).is_empty());
}

/// No command works for long before it finds out that it cannot write.
#[test]
fn a_missing_folder_is_named_with_advice() {
    let folder = made("output-folder");
    let case = root().join("examples/cases/stalemate-of-two-players.toml").display().to_string();
    let path = path(&folder, "new/board.svg");
    let expected = format!("`{path}` cannot be written: there is no folder `{}`", folder.path().join("new").display());
    for run in [
        ask(&["draw", &case, "-o", &path]),
        ask(&["show", "chess", "-o", &path, "--force"]),
        ask(&["new", "mine", "--from", "chess", "--output", &path]),
        ask(&["tune", "chess", "--games", "1000000", "--nodes", "5", "--out", &path]),
        ask(&["match", "chess", "random", "greedy", "--games", "2", "--out", &path]),
        ask(&["lab", "chess", "--range", "0..2", "--impact", "0", "--out", &path]),
        with_input(&["play", "chess"], format!("save {path}\nquit\n").as_bytes(), false),
    ] {
        let text = run.transcript();
        assert!(text.contains(&expected) && text.contains("= help: create it with `mkdir "), "{text}");
        assert!(!text.contains("os error"), "{text}");
    }
}

#[test]
fn every_writing_command_refuses_special_files() {
    let folder = made("output-commands");
    let case = root().join("examples/cases/stalemate-of-two-players.toml").display().to_string();
    for (name, kind) in [("folder.svg", "a directory"), ("pipe.svg", "a named pipe"), ("device.svg", "a device")] {
        let path = path(&folder, name);
        for run in [
            ask(&["draw", &case, "-o", &path, "--force"]),
            ask(&["new", "mine", "--from", "chess", "--output", &path]),
            ask(&["tune", "chess", "--games", "1", "--nodes", "5", "--force", "--out", &path]),
            ask(&["match", "chess", "random", "greedy", "--games", "2", "--out", &path]),
            ask(&["lab", "chess", "--range", "0..2", "--impact", "0", "--out", &path]),
            with_input(&["play", "chess"], format!("save {path}\nquit\n").as_bytes(), false),
        ] {
            assert!(run.transcript().contains(kind), "{}", run.transcript());
        }
    }
    let link = path(&folder, "link.svg");
    let run = ask(&["new", "mine", "--from", "chess", "--output", &link]);
    assert!(run.code == 2 && run.err.contains("already exists"), "{}", run.err);
}

/// Weights take long to find, and a rulebook longer to write.
#[test]
fn weights_replace_no_file_and_never_the_rulebook() {
    let parent = "name = \"Mine\"\nextends = [\"chess\"]\n";
    let child = "name = \"Ours\"\nextends = [\"./mine.toml\"]\n";
    let folder = Folder::new("output-weights", &[("mine.toml", parent), ("ours.toml", child), ("old.toml", "old")]);
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).expect("the file");
    let tune = |more: &[&str]| folder.ask(&[&["tune", "ours.toml", "--games", "1", "--nodes", "5"], more].concat());
    for name in ["mine.toml", "ours.toml", "./ours.toml"] {
        for force in [&[][..], &["--force"]] {
            let run = tune(&[&["--out", name], force].concat());
            assert!(run.code == 2 && run.err.contains("is the rulebook, or one that it extends"), "{}", run.err);
        }
    }
    assert_eq!((text("mine.toml").as_str(), text("ours.toml").as_str()), (parent, child));
    let run = tune(&["--out", "old.toml"]);
    assert!(run.code == 2 && run.err.contains("already exists") && run.err.contains("--force"), "{}", run.err);
    assert_eq!(text("old.toml"), "old");
    let run = tune(&["--out", "old.toml", "--force"]);
    assert!(run.code == 0 && text("old.toml").contains("[piece.queen]"), "{}", run.err);
}

#[test]
fn the_list_of_moves_fits_the_terminal() {
    let widths = |columns: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_threefold"));
        command.args(["play", "chess", "--quiet"]).env("COLUMNS", columns);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a process");
        child.stdin.take().expect("an input").write_all(b"moves\n").expect("a line");
        let out = String::from_utf8(child.wait_with_output().expect("an output").stdout).expect("text");
        out.lines().filter(|it| it.contains("e2-e4") || it.contains("Nb1")).map(str::len).max().unwrap_or(0)
    };
    assert!((30..=40).contains(&widths("40")), "{}", widths("40"));
    assert!((140..=160).contains(&widths("160")), "{}", widths("160"));
    assert!((65..=80).contains(&widths("none")), "{}", widths("none"));
    assert!(widths("1") < 10);
}

#[test]
fn explanations_and_comparisons_fit_the_terminal() {
    for args in [&["explain-code", "own-king"][..], &["compare", "chess", "gallery/atomic", "--rules-only"]] {
        let text = |columns: &str| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_threefold"));
            let out = command.args(args).env("COLUMNS", columns).output().expect("an output").stdout;
            String::from_utf8(out).expect("text")
        };
        let lines = |columns: &str| text(columns).lines().count();
        assert!(lines("45") > lines("none"), "{}", text("45"));
        assert_eq!(text("200"), text("none"));
    }
}

/// Only boards, with their lists of joined squares, and tables may be wider.
#[test]
fn rules_fit_the_terminal() {
    let text = |columns: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_threefold"));
        let out = command.args(["rules", "trichess"]).env("COLUMNS", columns).output().expect("an output").stdout;
        String::from_utf8(out).expect("text")
    };
    let widest = |text: &str| {
        let is_text = |it: &&str| !it.trim().contains("  ") && !it.starts_with("Joined: ");
        let lines = text.lines().filter(is_text).map(|it| it.chars().count());
        lines.max().unwrap_or(0)
    };
    assert!((45..=50).contains(&widest(&text("50"))), "{}", text("50"));
    // A wide terminal does not make lines too long to read.
    assert_eq!(text("200"), text("none"));
    assert!((80..=88).contains(&widest(&text("none"))), "{}", text("none"));
}

#[test]
fn a_missing_file_has_one_wording() {
    for args in [
        &["record", "check", "gone.pgn"][..],
        &["analyze", "gone.pgn"],
        &["show", "chess", "--moves", "gone.txt"],
        &["lab", "merge", "gone.jsonl"],
        &["verify", "gone.toml"],
        &["play", "chess", "--seat", "white=brs:10,weights=gone.toml"],
        &["import", "fairy", "gone.ini"],
    ] {
        let run = ask(args);
        assert!(run.code > 0 && run.err.contains("there is no such file"), "{args:?}: {}", run.err);
    }
}

#[test]
fn an_empty_record_is_called_empty() {
    let folder = Folder::new("output-empty", &[("empty.pgn", ""), ("blank.pgn", "\n \n")]);
    for name in ["empty.pgn", "blank.pgn"] {
        let run = folder.ask(&["analyze", name]);
        assert!(
            run.code == 2 && run.err.contains(&format!("{name}` is empty\n  = help: a record is PGN")),
            "{}",
            run.err
        );
    }
}

#[test]
fn inputs_without_an_end_are_not_read_to_their_end() {
    for args in [
        &["play", "chess", "--seat", "white=brs:10,weights=/dev/zero"][..],
        &["verify", "/dev/zero"],
        &["matrix", "examples/cases", "--against", "/dev/zero"],
    ] {
        let run = ask(args);
        assert!(run.code > 0 && !run.err.is_empty(), "{args:?}: {}", run.transcript());
    }
    let run = ask(&["play", "chess", "--seat", "white=brs:10,weights=/dev/zero"]);
    assert!(run.err.contains("it has more than 1048576 bytes"), "{}", run.err);
}

#[test]
fn a_file_of_other_bytes_is_no_file_of_a_match() {
    let folder = Folder::new("output-bytes", &[]);
    let path = path(&folder, "games");
    for bytes in [&b"\x89PNG\n"[..], b"\xff\xff", b"notes", b"notes\nmore"] {
        fs::write(&path, bytes).expect("a file");
        let run = ask(&["match", "chess", "random", "greedy", "--games", "2", "--out", &path]);
        assert!(run.code == 1 && run.err.contains("is not a file of a match"), "{}", run.transcript());
        assert_eq!(fs::read(&path).expect("the file"), bytes);
    }
}

/// The name of a picture says its format, and no other.
#[test]
fn a_picture_with_another_ending_is_not_written() {
    let folder = made("output-endings");
    let draw = |name: &str, more: &[&str]| {
        let path = path(&folder, name);
        ask(&[&["draw", "examples/cases/stalemate-of-two-players.toml", "-o", &path], more].concat())
    };
    let run = draw("x.gif", &[]);
    assert!(run.code == 2 && run.err.contains("end the name in `.svg` or `.png`"), "{}", run.err);
    assert!(!folder.path().join("x.gif").exists());
    for (name, more) in [("x.gif", &["--format", "svg"][..]), ("x.SVG", &[]), ("x", &[])] {
        assert_eq!(draw(name, more).code, 0, "{name}");
    }
}

/// The name of a case may denote a pipe. The command neither replaces it nor reads it, which
/// would block.
#[test]
fn cases_are_written_beside_special_files() {
    let folder = Folder::new("output-cases", &[]);
    let cases = path(&folder, "cases");
    let compare = |folder: &str| {
        let run = ask(&[
            "compare",
            "chess",
            "mechanisms/hedge",
            "--depth",
            "2",
            "--games",
            "4",
            "--no-shipped",
            "--write-cases",
            folder,
        ]);
        run.err
            .lines()
            .filter_map(|it| it.strip_prefix("Wrote `")?.strip_suffix("`.").map(str::to_owned))
            .collect::<Vec<_>>()
    };
    let first = compare(&cases);
    let name = Path::new(first.first().expect("a case")).file_name().expect("a name").to_owned();
    let other = folder.path().join("other");
    fs::create_dir(&other).expect("a folder");
    let made = Command::new("mkfifo").arg(other.join(&name)).status();
    assert!(made.is_ok_and(|it| it.success()), "mkfifo");
    let second = compare(&other.display().to_string());
    assert!(second.first().is_some_and(|it| it.ends_with("-2.toml")), "{second:?}");
    assert!(fs::symlink_metadata(other.join(&name)).expect("the pipe").file_type().is_fifo());
}
