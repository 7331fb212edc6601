//! Terminal safety: whatever a rulebook, a case, a record or an argument contains, no command
//! prints control characters or characters that change the text direction.
//!
//! Input: files in which every free text contains such characters. The test covers all commands.

use super::support::{Folder, with_input};

/// An escape sequence, a bell, a C1 control character, and two bidirectional controls.
const RAW: &str = "\u{1b}[31m\u{7}\u{9b}\u{202e}\u{2066}";
/// The same characters as TOML escapes.
const ESCAPED: &str = "\\u001b[31m\\u0007\\u009b\\u202e\\u2066";

/// A name has one line, so it may contain only the bidirectional controls.
fn rulebook() -> String {
    format!(
        "name = \"Name \\u202e\\u2066\"\nabout = \"About {ESCAPED}\"\nextends = [\"chess\"]\n\n[[source]]\nid = \"it\"\n\
         title = \"Title {ESCAPED}\"\nat = \"https://x.org/{ESCAPED}\"\n"
    )
}

fn case() -> String {
    format!(
        "about = \"About {ESCAPED}\"\nsource = \"Source {ESCAPED}\"\nvariant = \"rules.toml\"\nplay = [\"e2-e4\"]\n\
         [expect]\nlegal = [\"e7-{ESCAPED}\"]\nturn = \"b\"\n"
    )
}

fn is_safe(text: &str) -> bool {
    text.chars().all(|it| it == '\n' || it == '\t' || !it.is_control() && !"\u{202e}\u{2066}".contains(it))
}

#[test]
fn no_control_characters_are_printed() {
    let record = format!("# variant {RAW}\n# hash {RAW}\ne2-e4 e7-{RAW}\n");
    let (rules, case) = (rulebook(), case());
    let other = rules.replace("[31m", "[32m");
    let files = [("rules.toml", rules.as_str()), ("other.toml", &other), ("case.toml", &case), ("game.txt", &record)];
    let folder = Folder::new("terminal", &files);
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (book, other, case, record) = (at("rules.toml"), at("other.toml"), at("case.toml"), at("game.txt"));
    let raw = format!("x{RAW}");
    let mut seen = 0;
    for args in [
        &["check", &book][..],
        &["check", &raw],
        &["check", &book, "--format", "json"],
        &["show", &book],
        &["show", &book, "--effective"],
        &["show", &book, "--format", "json"],
        &["show", &book, "--format", "svg", "--legend"],
        &["show", &book, "--format", "dot"],
        &["show", &book, "--position", &raw],
        &["show", &book, "--seat", &raw],
        &["show", &book, "--moves", &record],
        &["moves", &book, "--from", &raw],
        &["explain", &book, &raw],
        &["explain", &book, &raw, "--format", "json"],
        &["explain-code", &raw],
        &["perft", &book, "--depth", "1", "--format", "json"],
        &["perft", &raw, "--depth", "1"],
        &["play", &book, "--moves", &record],
        &["play", &book, "--seat", &raw],
        &["rules", &book],
        &["rules", &book, "--format", "markdown"],
        &["rules", &book, "--format", "html"],
        &["rules", &book, "--chapter", &raw],
        &["compare", &book, &other, "--rules-only"],
        &["compare", &book, &other, "--depth", "1", "--games", "0", "--format", "json"],
        &["compare", &book, &other, "--rules-only", "--format", "markdown"],
        &["verify", &case],
        &["verify", &case, "--verbose"],
        &["verify", &case, "--format", "json"],
        &["verify", &case, "--format", "junit"],
        &["verify", &case, "--format", "github"],
        &["matrix", &case],
        &["matrix", &case, "--format", "markdown"],
        &["draw", &case],
        &["new", &raw],
        &["bench", &raw],
        &["list", &raw],
        &[&raw],
    ] {
        let run = with_input(args, record.as_bytes(), false);
        assert!(is_safe(&run.out), "{args:?} writes {:?}", run.out);
        assert!(is_safe(&run.err), "{args:?} complains {:?}", run.err);
        seen += usize::from((run.out + &run.err).contains('\u{fffd}'));
    }
    // The characters were in the text: the output shows their replacements.
    assert!(seen > 10, "{seen}");
}

#[test]
fn json_output_keeps_its_content() {
    let run = with_input(&["show", "-", "--effective"], rulebook().as_bytes(), false);
    assert_eq!(run.code, 0, "{}", run.err);
    let again = with_input(&["show", "-", "--effective"], run.out.as_bytes(), false);
    let hash = |text: &str| text.lines().find(|it| it.starts_with("# hash")).map(str::to_owned);
    assert_eq!(hash(&run.out), hash(&again.out), "{}", again.err);
    let folder = Folder::new("terminal-json", &[("rules.toml", &rulebook()), ("case.toml", &case())]);
    let run = folder.ask(&["verify", "case.toml", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&run.out).unwrap_or_else(|it| panic!("{it}: {}", run.out));
    let about = value["cases"][0]["about"].as_str().unwrap_or_default().to_owned();
    assert_eq!(about, format!("About {RAW}"));
}

/// A reader such as `head` that has seen enough.
struct ClosedPipe;

impl std::io::Write for ClosedPipe {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }
}

#[test]
fn a_verdict_does_not_depend_on_the_reader() {
    let case = "about = \"x\"\nvariant = \"chess\"\n[expect]\nlegal = [\"e2-e5\"]\n";
    let folder = Folder::new("closed", &[("case.toml", case), ("wrong.toml", "nam = 1\n"), ("game.txt", "e2-e5\n")]);
    for args in [&["verify", "case.toml"][..], &["check", "wrong.toml"], &["record", "check", "game.txt"]] {
        let at = folder.path().join(args[args.len() - 1]).display().to_string();
        let mut args: Vec<&str> = ["threefold"].iter().chain(args).copied().collect();
        *args.last_mut().expect("a file") = &at;
        let (mut err, mut input) = (Vec::new(), std::io::Cursor::new(b""));
        let mut io = threefold::cli::Io { input: &mut input, out: &mut ClosedPipe, err: &mut err, is_terminal: false };
        assert_eq!(threefold::cli::run(&args, &mut io), 1, "{args:?}");
    }
}

#[test]
fn a_misspelled_command_is_no_move() {
    let run = with_input(&["play", "chess"], b"udno\n", false);
    assert!(run.err.contains("did you mean `undo`? `help` lists the commands"), "{}{}", run.out, run.err);
    let run = with_input(&["play", "chess"], b"w claims draw\nb accepts\nmoves\nhint\n", false);
    assert!(run.out.contains("The game is over.") && !run.out.contains("No legal move"), "{}", run.out);
}

#[test]
fn the_command_for_a_new_file_finds_it() {
    // A name without a folder is relative to the folder of the process.
    let folder = Folder::new("new-word", &[]);
    let ask = |args: &[&str]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_threefold"));
        command.args(args).current_dir(folder.path()).output().expect("it runs")
    };
    let made = ask(&["new", "Mine", "--from", "chess", "--output", "mine"]);
    let text = String::from_utf8_lossy(&made.stderr);
    assert!(text.contains("To play it: threefold play ./mine"), "{text}");
    assert!(ask(&["check", "./mine"]).status.success());
    for (name, word) in [("x\"y", "'x\"y.toml'"), ("x y", "\"x y.toml\""), ("it's $5", "'it'\\''s $5.toml'")] {
        let text = ask(&["new", name, "--from", "chess"]).stderr;
        let text = String::from_utf8_lossy(&text);
        assert!(text.contains(&format!("To play it: threefold play {word}\n")), "{text}");
    }
}
