//! Commands that do alike things do them alike: formats by extension, what is written where, and the words of a game at
//! the table.

use super::support::{Folder, ask, with_input};

fn play(lines: &str) -> String {
    with_input(&["play", "chess", "--quiet"], lines.as_bytes(), true).out
}

/// Asks for a file in the folder, and returns its start.
fn written(folder: &Folder, name: &str, args: &[&str]) -> String {
    let path = folder.path().join(name).display().to_string();
    let run = ask(&[args, &["-o", &path]].concat());
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{args:?}: {}", run.err);
    assert!(run.err.contains(&format!("Wrote `{path}`")), "{args:?}: {}", run.err);
    std::fs::read_to_string(path).expect("a file").chars().take(30).collect()
}

#[test]
fn the_extension_of_a_file_is_its_format() {
    let folder = Folder::new("alike-formats", &[("game.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n")]);
    let game = folder.path().join("game.pgn").display().to_string();
    let rules = ["rules", "chess", "--chapter", "the board"];
    let lab = ["lab", "chess", "--games", "2", "--plies", "9"];
    let analyze = ["analyze", &game, "--budget", "10"];
    let is_page = |text: String| text.to_lowercase().starts_with("<!doctype html>");
    assert!(is_page(written(&folder, "a.html", &rules)));
    assert!(written(&folder, "a.md", &rules).starts_with('#'));
    assert!(!written(&folder, "b.html", &[&rules[..], &["--format", "text"]].concat()).starts_with('<'));
    assert!(!written(&folder, "a.txt", &rules).starts_with('#'));
    assert!(written(&folder, "b.json", &lab).starts_with('{'));
    assert!(is_page(written(&folder, "c.html", &lab)));
    assert!(written(&folder, "a.csv", &lab).contains(','));
    assert!(written(&folder, "a.json", &analyze).starts_with('{'));
}

/// A note about a file is no answer, and `--quiet` leaves it out.
#[test]
fn notes_about_files_are_no_answers() {
    let folder = Folder::new("alike-notes", &[("v.ini", "[hill:chess]\ndoubleStep = false\n")]);
    let ini = folder.path().join("v.ini").display().to_string();
    written(&folder, "new.toml", &["new", "Mine", "--from", "chess"]);
    written(&folder, "hill.toml", &["import", "fairy", &ini]);
    let path = folder.path().join("quiet.toml").display().to_string();
    let quiet = ask(&["new", "Mine", "--from", "chess", "-o", &path, "-q"]);
    assert_eq!((quiet.code, quiet.out.as_str(), quiet.err.as_str()), (0, "", ""));
    let weights = folder.path().join("w.toml").display().to_string();
    let tuned = ask(&["tune", "chess", "--games", "2", "--nodes", "20", "--out", &weights]);
    assert_eq!((tuned.code, tuned.out.as_str()), (0, ""), "{}", tuned.err);
    // White is a person, so the advice is a game that the reader can play.
    assert!(tuned.err.contains("threefold play chess --seat black=brs:20000,weights="), "{}", tuned.err);
}

#[test]
fn options_without_an_effect_are_warnings() {
    let run = ask(&["show", "chess", "--theme", "dark", "--size", "100"]);
    assert!(run.err.contains("warning: --theme and --size have no effect on text"), "{}", run.err);
    let run = ask(&["show", "chess", "--size", "100", "--format", "svg"]);
    assert!(run.err.contains("warning: --size has no effect on an SVG"), "{}", run.err);
}

#[test]
fn cases_come_before_readings() {
    let run = ask(&["matrix", "--against", "chess", "examples/cases"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("name the cases first"), "{}", run.err);
    let help = ask(&["matrix", "--help"]).out;
    assert!(help.contains("Usage: threefold matrix [OPTIONS] <CASES>... [--against <VARIANT>...]"), "{help}");
}

/// With `--differing`, the summary still says how much was compared.
#[test]
fn a_summary_counts_the_questions_that_are_left_out() {
    let case = "about = \"x\"\nvariant = \"chess\"\n[expect]\nlegal = [\"e2-e4\"]\n";
    let against = ["matrix", "-", "--differing", "--against", "chess", "gallery/atomic"];
    let run = with_input(&against, case.as_bytes(), false);
    let sentence = "Compared 2 readings on 1 question in 1 case. They agree on every question.";
    assert!(run.out.contains(sentence), "{}{}", run.out, run.err);
}

#[test]
fn the_sections_of_a_file_are_listed() {
    let ini = b"[hill:chess]\n[race:chess]\n";
    let run = with_input(&["import", "fairy", "-", "nosuch"], ini, false);
    assert!(run.code == 2 && run.err.contains("help: the sections are hill, race"), "{}", run.err);
    // A section that occurs twice is one choice.
    let run = with_input(&["import", "fairy", "-"], b"[x:chess]\n[x:chess]\n", false);
    assert!(run.code == 0 && run.err.contains("the section `x` occurs again"), "{}", run.err);
}

#[test]
fn a_game_is_saved_as_often_as_its_player_wants() {
    let folder = Folder::new("alike-save", &[("old.txt", "kept\n")]);
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (new, old) = (at("new.txt"), at("old.txt"));
    let out = play(&format!("e4\nsave {new}\ne5\nsave {new}\nsave {old}\nsave \"\"\nsave -\nquit\n"));
    assert_eq!(out.matches("Saved to ").count(), 2, "{out}");
    assert!(std::fs::read_to_string(&new).is_ok_and(|it| it.ends_with("w:e2-e4 b:e7-e5\n")));
    assert!(std::fs::read_to_string(&old).is_ok_and(|it| it == "kept\n") && out.contains("already exists"), "{out}");
    assert!(out.contains("write the name of a file after `save`"), "{out}");
    assert!(out.contains("w:e2-e4 b:e7-e5\n"), "`save -` prints the record: {out}");
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn advice_on_a_command_says_what_to_write() {
    let out = play("help me\nundo foo\nhint 5\nload g.txt\n1/2-1/2\nquit\n");
    assert!(out.contains("MOVE             play a move"), "{out}");
    assert!(out.contains("`undo` is written differently:\nundo, redo       take back a move"), "{out}");
    assert!(out.contains("`hint` is written differently:\nhint             suggest a move"), "{out}");
    assert!(out.contains("threefold play VARIANT --moves g.txt"), "{out}");
    assert!(out.contains("`1/2-1/2` is a result, not a move: `resign` and `draw` end a game"), "{out}");
    // After the end, the result is repeated.
    let out = play("f3 e5 g4 Qh4\nd4\nquit\n");
    assert!(out.contains("The game is over. White is checkmated. Black wins."), "{out}");
}

/// A label of a claim is quoted, whatever its first letter is.
#[test]
fn a_claim_is_named_by_its_label() {
    let rulebook = "name = \"Mine\"\nextends = [\"chess\"]\n[claim.tie]\nlabel = \"égalité\"\ntiming = \"own-turn\"\n\
                    consent = \"all-others\"\nif-refused = \"play-on\"\nthen = \"end\"\n[score]\ntie = { all = 0.5 }\n";
    let folder = Folder::new("alike-claims", &[("mine.toml", rulebook)]);
    let run = folder.ask(&["explain", "mine.toml", "b claims tie"]);
    let expected = "Black may make the claim “égalité” only on their own turn; it is White's turn. [bad-claim]\n";
    assert_eq!((run.code, run.out.as_str()), (0, expected), "{}", run.err);
}
