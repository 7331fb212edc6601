//! `threefold completions` and `threefold man`: scripts and pages for other programs.
//!
//! Input: the answers of the commands. Output: what the shells themselves say about the scripts, if they are
//! installed, and the words that the scripts and pages must have.

use std::io::Write;
use std::process::{Command, Stdio};

use threefold::cli::commands;

use crate::support::{Folder, ask, print_to_stderr};

#[test]
fn scripts_complete_commands_options_and_games() {
    for (shell, program) in [("bash", "bash"), ("zsh", "zsh"), ("fish", "fish")] {
        let run = ask(&["completions", shell]);
        assert_eq!((run.code, run.err.as_str()), (0, ""));
        for word in commands().iter().map(String::as_str).chain(["3-man-chess", "gallery/crazyhouse", "play-leaves"]) {
            assert!(run.out.contains(word), "{shell} does not complete {word}");
        }
        // Shells read a script without running it.
        let child = Command::new(program).arg("-n").stdin(Stdio::piped()).spawn();
        let Ok(mut child) = child else {
            print_to_stderr(&format!("SKIPPED: the script of {shell} was not read by it: it is not installed"));
            continue;
        };
        let mut input = child.stdin.take().expect("an input");
        input.write_all(run.out.as_bytes()).expect("the shell reads");
        drop(input);
        assert!(child.wait().expect("an end").success(), "{shell} finds an error in the script");
    }
    assert_eq!(ask(&["completions", "powershell"]).code, 2);
}

/// Bash proposes these words for the end of a line.
fn proposals(line: &[&str]) -> String {
    let script = ask(&["completions", "bash"]).out;
    let words = line.iter().map(|it| format!("'{it}'")).collect::<Vec<_>>().join(" ");
    let last = line.len() - 1;
    let call = format!(
        "COMP_WORDS=({words}); COMP_CWORD={last}; _threefold threefold '{}' '{}'; echo \"${{COMPREPLY[@]}}\"",
        line[last],
        line[last - 1],
    );
    let mut child = Command::new("bash").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("bash runs");
    let mut input = child.stdin.take().expect("an input");
    writeln!(input, "{script}\n{call}").expect("bash reads");
    drop(input);
    String::from_utf8(child.wait_with_output().expect("an end").stdout).expect("UTF-8").trim().to_owned()
}

#[test]
fn bash_proposes_games_where_a_rulebook_is_named() {
    assert_eq!(proposals(&["threefold", "perf"]), "perft");
    assert_eq!(proposals(&["threefold", "moves", "3-man-chess-v"]), "3-man-chess-video");
    assert_eq!(proposals(&["threefold", "perft", "--divid"]), "--divide");
    assert!(proposals(&["threefold", "show", "gallery/c"]).split(' ').any(|it| it == "gallery/crazyhouse"));
}

#[test]
fn every_command_has_a_manual() {
    let main = ask(&["man"]).out;
    for command in commands() {
        assert!(main.contains(&format!("threefold\\-{}", command.replace('-', "\\-"))), "{command}: {main}");
        let page = ask(&["man", &command]);
        assert_eq!((page.code, page.err.as_str()), (0, ""));
        assert!(page.out.contains(".SH NAME") && page.out.contains(".SH SYNOPSIS"), "{command}");
    }
    let folder = Folder::new("manuals", &[]);
    let run = ask(&["man", "--all", &folder.path().display().to_string()]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(folder.path().join("threefold.1").is_file() && folder.path().join("threefold-perft.1").is_file());
    let pages: Vec<String> = std::fs::read_dir(folder.path())
        .expect("the folder")
        .map(|it| it.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    for nested in ["import-fairy", "record-check", "lab-merge"] {
        assert!(pages.contains(&format!("threefold-{nested}.1")), "{pages:?}");
        let (first, second) = nested.split_once('-').expect("two words");
        assert_eq!(ask(&["man", nested]).out, ask(&["man", first, second]).out);
    }
    // Each page that another one names is written.
    for page in &pages {
        let text = std::fs::read_to_string(folder.path().join(page)).expect("a page").replace("\\-", "-");
        let named = text.split_whitespace().filter_map(|it| it.strip_suffix("(1)")?.strip_prefix("threefold-"));
        for name in named {
            assert!(pages.contains(&format!("threefold-{name}.1")), "{page}: {name}");
        }
    }
    assert_eq!(ask(&["man", "nonsense"]).code, 2);
    assert!(ask(&["man", "record", "check"]).out.contains("record check"));
    // The folder is created.
    let new = folder.path().join("new/man1").display().to_string();
    assert_eq!(ask(&["man", "--all", &new]).code, 0);
}
