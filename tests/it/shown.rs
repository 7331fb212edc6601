//! The options of `show` that change the board as text: marks, and the side from which the board is shown. And what
//! `play` says while it waits.
//!
//! Input: shipped games. Output: the printed boards of the command.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use super::support::{Folder, Run, ask, load, with_input};

#[track_caller]
fn shown(args: &[&str]) -> Run {
    let run = ask(&[&["show"], args].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    run
}

/// Returns the lines of the board.
fn board(run: &Run) -> Vec<String> {
    run.out.lines().skip(2).take_while(|it| !it.is_empty()).map(|it| it.trim_end().to_owned()).collect()
}

#[test]
fn a_selected_piece_and_its_moves_are_marked() {
    let run = shown(&["chess", "--select", "g1"]);
    assert!(run.out.contains(" bR bN bB bQ bK bB bN bR"), "{}", run.out);
    assert!(run.out.contains("@wN wR") && run.out.contains("@ selected   ~ it can move here"), "{}", run.out);
    assert_eq!(board(&run).iter().filter(|it| it.contains('~')).count(), 2, "the line of f3 and h3, and the legend");
    assert!(run.out.contains("3  .  .  .  .  . ~.  . ~."), "{}", run.out);
    let last = shown(&["chess", "--last", "e2-e4"]);
    assert!(last.out.contains('>') && last.out.contains('<'), "{}", last.out);
    let wrong = ask(&["show", "chess", "--select", "e9"]);
    assert!(wrong.code != 0 && wrong.err.contains("no square `e9`"), "{}", wrong.err);
}

#[test]
fn the_board_is_shown_from_the_side_of_a_player() {
    let (white, black) = (board(&shown(&["chess", "--seat", "white"])), board(&shown(&["chess", "--seat", "black"])));
    assert_eq!(white, board(&shown(&["chess"])));
    assert!(black[0].starts_with("1  wR wN wB wK wQ wB wN wR"), "{black:?}");
    assert_eq!(black[8].split_whitespace().collect::<String>(), "hgfedcba");
    let turned: Vec<String> = black[..8].iter().rev().map(|it| it.split_whitespace().rev().collect()).collect();
    let plain: Vec<String> = white[..8].iter().map(|it| it.split_whitespace().collect()).collect();
    for (one, other) in turned.iter().zip(&plain) {
        assert_eq!(one[..one.len() - 1], other[1..], "{black:?}");
    }
    // The section of the player comes first on a ring, their part of the board lies below on three arms.
    let ring = shown(&["3-man-chess", "--seat", "gray"]).out;
    let heads = ring.lines().find(|it| it.trim_start().starts_with("GR ")).expect("sections");
    assert!(heads.find("GR") < heads.find("WH") && heads.find("WH") < heads.find("BL"), "{heads}");
    let arms = board(&shown(&["trichess", "--seat", "red"]));
    assert_ne!(arms, board(&shown(&["trichess"])));
    let wrong = ask(&["show", "chess", "--seat", "red"]);
    assert!(wrong.code != 0 && wrong.err.contains("the players are white and black"), "{}", wrong.err);
}

/// Games on a rectangle, a cross, a ring, three arms, hexes and triangles.
const GAMES: [&str; 7] = [
    "gallery/shogi",
    "gallery/four-player-teams",
    "3-man-chess",
    "trichess",
    "three-player-chess",
    "gallery/glinski",
    "gallery/tri-chess",
];

/// Every player sees every piece of the starting position once.
#[test]
fn each_side_shows_all_pieces() {
    for slug in GAMES {
        let variant = load(slug);
        let words = |run: &Run| {
            let mut all: Vec<String> = run.out.split_whitespace().map(str::to_owned).collect();
            all.sort_unstable();
            all
        };
        let plain = shown(&[slug]);
        for seat in variant.rulebook().seats() {
            let run = shown(&[slug, "--seat", seat.name()]);
            // The lists of joined squares and the labels of rows can differ.
            let pieces = |run: &Run| {
                let mut all = words(run);
                all.retain(|it| it.len() > 1 && it.starts_with(|it: char| it.is_ascii_lowercase()) && it.len() < 4);
                all.retain(|it| it.chars().nth(1).is_some_and(|it| it.is_ascii_uppercase()));
                all
            };
            assert_eq!(pieces(&run), pieces(&plain), "{slug}\n{}\n{}", run.out, plain.out);
        }
    }
}

#[test]
fn options_of_pictures_alone_are_reported() {
    let run = shown(&["chess", "--arrow", "e2-e4", "--bare"]);
    assert!(run.err.contains("warning: --arrow and --bare have no effect on text"), "{}", run.err);
    assert_eq!(shown(&["chess", "--seat", "black", "--select", "e2"]).err, "");
}

#[test]
fn play_says_that_it_waits_for_an_open_input() {
    let folder = Folder::new("waits", &[("game.txt", "w:e2-e4\n")]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_threefold"));
    command.args(["play", "chess", "--moves"]).arg(folder.path().join("game.txt"));
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program");
    let mut note = String::new();
    // The program writes more than this line.
    let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
    errors.read_line(&mut note).expect("a line");
    assert_eq!(note, "note: `play` waits for more moves on standard input\n");
    drop(child.stdin.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && String::from_utf8_lossy(&output.stdout).contains("Black is to move"));
}

#[test]
fn an_extension_of_no_format_is_an_error() {
    let folder = Folder::new("extensions", &[]);
    let place = |name: &str| folder.path().join(name).display().to_string();
    let run = ask(&["show", "chess", "-o", &place("x.foo")]);
    assert_eq!((run.code, folder.path().join("x.foo").exists()), (2, false));
    let message = "error: no format has the extension `.foo`\n  = help: the extensions are `.svg`, `.png`";
    assert!(run.err.starts_with(message), "{}", run.err);
    for (name, format) in [("board.txt", &[][..]), ("board", &[]), ("x.foo", &["--format", "text"])] {
        assert_eq!(ask(&[&["show", "chess", "-o", &place(name)], format].concat()).code, 0, "{name}");
    }
}

#[test]
fn counters_that_have_counted_are_shown() {
    let start = shown(&["gallery/three-check"]);
    assert!(!start.out.contains("Checks given"), "{}", start.out);
    let position = shown(&["gallery/three-check", "--position", "w:Ke1,Qa1 b:Ke8 turn=b counters=w:checks:1"]);
    assert!(position.out.contains("\nChecks given: White 1, Black 0.\n"), "{}{}", position.out, position.err);
}

#[test]
fn play_explains_claims_as_they_are_typed_and_lists_moves_of_short_squares() {
    let run = with_input(&["play", "-q", "chess"], b"why draw\nwhy resign\nwhy claim threefold\nquit\n", true);
    assert!(run.out.contains("`w claims draw` is legal.") && run.out.contains("`w resigns` is legal."), "{}", run.out);
    let run = with_input(&["play", "-q", "3-man-chess"], b"moves e2\nmoves z9\nquit\n", true);
    assert!(run.out.contains("WHe3") && run.out.contains("WHe4"), "{}{}", run.out, run.err);
    assert!(run.out.contains("there is no square `z9`") || run.err.contains("there is no square `z9`"), "{}", run.out);
}

#[test]
fn redo_plays_the_move_of_the_bot_again() {
    let lines = b"e4\nposition\nundo\nredo\nposition\nquit\n";
    let run = with_input(&["play", "-q", "chess", "--seat", "black=greedy"], lines, true);
    let positions: Vec<&str> = run.out.lines().filter(|it| it.contains("turn=w") && it.contains("Pe4")).collect();
    assert_eq!(positions.len(), 2, "{}", run.out);
    assert_eq!(positions[0], positions[1], "{}", run.out);
}

#[test]
fn a_hint_after_an_evaluation_is_its_best_line() {
    let run = with_input(&["play", "-q", "chess"], b"eval 3\nhint\nquit\n", true);
    let best =
        run.out.lines().find_map(|it| it.strip_prefix("1. ")).expect("a line").split(' ').next().expect("a move");
    assert!(run.out.contains(&format!("{best}: It ")), "{}", run.out);
    // The lines come in the order of White's points.
    let points =
        run.out.lines().filter_map(|it| it.split_once("White ")?.1.split([',', ')']).next()?.parse::<f64>().ok());
    let points: Vec<f64> = points.collect();
    assert!(points.len() == 3 && points.windows(2).all(|it| it[0] >= it[1]), "{points:?}\n{}", run.out);
}
