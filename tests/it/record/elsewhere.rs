//! Records in PGN where the form that `play` saves is accepted, too: `analyze`, `--moves` and `--animate`.

use crate::support::{Folder, Run, ask, with_input};

const MATE: &str = "[White \"Ada\"]\n\n1. f3 {weak} e5 (1... d5) 2. g4?? Qh4# 0-1\n";
const RING: &str = "[Variant \"3-man-chess\"]\n\n1. w:WHe4 g:GRe4 b:BLe4 2. w:WHNf3 *\n";
const MIDDLE: &str = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/P7/4K3 w - - 0 1\"]\n\n1. a4 Kd7 *\n";

fn piped(args: &[&str], input: &str) -> Run {
    with_input(args, input.as_bytes(), false)
}

/// Returns the answer of a command for a record and for the same game as `play` saves it.
#[track_caller]
fn both(args: &[&str], pgn: &str) -> String {
    let saved = piped(&["record", "convert", "-", "--to", "play"], pgn).out;
    let [pgn, saved] = [pgn, &saved].map(|it| piped(args, it));
    assert_eq!((pgn.code, saved.code), (0, 0), "{args:?}: {}{}", pgn.err, saved.err);
    assert_eq!(pgn.out, saved.out, "{args:?}");
    pgn.out
}

#[test]
fn every_command_that_reads_a_saved_game_reads_pgn() {
    let out = both(&["analyze", "-", "--budget", "100"], MATE);
    assert!(out.contains("White: ") && out.contains("Black: "), "{out}");
    both(&["analyze", "-", "--budget", "10", "--format", "json"], RING);
    for pgn in [MATE, MIDDLE] {
        for args in [&["show", "chess"][..], &["play", "chess", "--quiet"]] {
            both(&[args, &["--moves", "-"]].concat(), pgn);
        }
    }
    assert!(both(&["show", "3-man-chess", "--moves", "-"], RING).contains("turn=g"));
    for args in [&["moves", "chess"][..], &["perft", "chess", "2"], &["explain", "chess", "Ke5"]] {
        let run = |text: &str| piped(&[args, &["--moves", "-"]].concat(), text);
        let saved = piped(&["record", "convert", "-", "--to", "play"], MIDDLE).out;
        let (pgn, saved) = (run(MIDDLE), run(&saved));
        assert_eq!((pgn.code, pgn.out), (saved.code, saved.out), "{args:?}");
    }
    assert!(both(&["show", "chess", "--animate", "-", "--format", "svg"], MATE).starts_with("<svg"));
    // A position of the command takes the place of the starting position.
    let start = "w:Ke1,Pa2 b:Ke8 turn=w";
    let run = piped(&["show", "chess", "--position", start, "--moves", "-", "--format", "fen"], "1. a4 Kd7 *");
    assert_eq!(run.out, "8/3k4/8/8/P7/8/8/4K3 w - - 1 1\n", "{}", run.err);
    let run = piped(&["show", "chess", "--position", start, "--moves", "-"], MIDDLE);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("contains a position, too") && run.err.contains("the tag `FEN`"), "{}", run.err);
}

#[test]
fn several_games_are_counted() {
    let folder = Folder::new("record-elsewhere", &[("games.pgn", &format!("{MATE}\n{RING}"))]);
    let first = folder.ask(&["analyze", "games.pgn", "--budget", "10"]);
    assert_eq!(first.code, 0, "{}", first.err);
    assert!(first.err.contains("choose another one with --game N"), "{}", first.err);
    // The costliest move has its number in PGN.
    assert!(first.out.contains("\n       2. g2-g4 "), "{}", first.out);
    assert!(first.err.contains("warning: `games.pgn` has 2 games; this is the first one"), "{}", first.err);
    let second = folder.ask(&["analyze", "games.pgn", "--budget", "10", "--game", "2"]);
    assert_eq!((second.code, second.err.as_str()), (0, ""));
    assert!(second.out.contains("Gray: "), "{}", second.out);
    let third = folder.ask(&["analyze", "games.pgn", "--game", "3"]);
    assert_eq!(third.code, 2);
    assert!(third.err.contains("there is no game 3 in `games.pgn`, which has 2"), "{}", third.err);
    assert_eq!(ask(&["analyze", "examples/ring.txt", "--game", "2"]).code, 2);
}

#[test]
fn a_file_of_moves_comes_before_standard_input() {
    let folder = Folder::new("record-first", &[("game.txt", "e4 e5\n")]);
    let path = folder.path().join("game.txt").display().to_string();
    let play = |input: &str| piped(&["play", "chess", "--moves", &path, "--quiet"], input);
    assert_eq!(play("").out, "White is to move.\n");
    assert_eq!(play("Nf3\nposition\n").out.lines().last(), Some("Black is to move."));
    let wrong = play("hello\n");
    assert!(wrong.code == 1 && wrong.err.starts_with("line 1: "), "{}", wrong.err);
}

/// Some editors write a byte order mark at the start of a file.
#[test]
fn a_byte_order_mark_is_no_part_of_a_text() {
    let folder = Folder::new("record-mark", &[("game.txt", "\u{feff}# variant chess\nf3 e5 g4 Qh4\n")]);
    let path = folder.path().join("game.txt").display().to_string();
    for (args, input) in [
        (&["play", "chess"][..], "\u{feff}e4 e5\n"),
        (&["play", "chess", "--moves", &path], ""),
        (&["show", "chess", "--moves", &path], ""),
        (&["show", "chess", "--position", "-"], "\u{feff}w:Ke1 b:Ke8 turn=w"),
        (&["analyze", &path, "--budget", "10"], ""),
        (&["record", "check", &path], ""),
        (&["rpc"], "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"rpc.discover\"}\n"),
    ] {
        let run = piped(args, input);
        assert!(run.code == 0 && !run.out.contains("\"error\":{"), "{args:?}: {}", run.err);
    }
}

/// A game has at most 4 MiB, but a file can have any number of games.
#[test]
fn a_long_file_of_games_is_read() {
    let note = "x".repeat(3 << 20);
    let folder = Folder::new("record-long", &[("long.pgn", &format!("1. e4 {{{note}}} *\n\n1. d4 {{{note}}} *\n"))]);
    for args in
        [&["analyze", "long.pgn", "--game", "2", "--budget", "10"][..], &["moves", "chess", "--moves", "long.pgn"]]
    {
        let run = folder.ask(args);
        assert_eq!(run.code, 0, "{args:?}: {}", run.err);
    }
    let saved = format!("e4\n# {note}\n");
    let run = piped(&["moves", "chess", "--moves", "-"], &saved);
    assert!(run.code == 2 && run.err.contains("`-` is too large: the maximum is 1048576 bytes"), "{}", run.err);
}

#[test]
fn errors_have_places() {
    for args in [&["analyze", "-"][..], &["show", "chess", "--moves", "-"], &["play", "chess", "--moves", "-"]] {
        let run = piped(args, "1. e4 e5 2. Ke3 *\n");
        assert_eq!(run.code, 1, "{args:?}");
        let place = " --> -:1:13\n  | 1. e4 e5 2. Ke3 *\n  |             ^\n";
        assert!(run.err.contains("error[no-such-movement]") && run.err.contains(place), "{args:?}: {}", run.err);
        let run = piped(args, "1. e4 {open\n");
        assert_eq!(run.code, 1, "{args:?}");
        assert!(run.err.contains("error[record]") && run.err.contains("-:1:7"), "{args:?}: {}", run.err);
        assert!(run.err.contains("--lenient"), "{args:?}: {}", run.err);
    }
    let run = piped(&["show", "chess", "--moves", "-"], "[Rules \"0123\"]\n\n1. e4 *\n");
    assert!(run.err.contains("warning: -: the game was played by other rules"), "{}", run.err);
}

#[test]
fn a_round_goes_on_when_the_order_of_play_reverses() {
    // White captures Black's queen, so Black moves before Red from now on.
    let tags = "[Variant \"mechanisms/turns-reverse\"]\n[SetUp \"1\"]\n[FEN \"w:Ke1,Ra2 r:Ki12 b:Kd8,Qa7 turn=w\"]\n\n";
    let moves = "1. w:Ra2xa7 b:Kd8-c8 r:Ki12-j12 2. w:Ra7-a1 b:Kc8-d8 r:Kj12-i12 3. w:Ra1-a2 *";
    let run = piped(&["record", "convert", "-", "--to", "pgn"], &format!("{tags}{moves}\n"));
    let line = run.out.lines().find(|it| it.starts_with("1.")).unwrap_or_default();
    assert_eq!(line, moves, "{}", run.err);
}

/// Without a hash, the name is all that a record says of its rules. A title says nothing.
#[test]
fn a_record_of_another_variant_is_noticed() {
    let folder = Folder::new("record-other", &[("own.txt", "# variant my-own-game\ne4\n")]);
    for (pgn, is_noticed) in [
        ("[Variant \"Atomic\"]\n\n1. e4 *\n", true),
        ("[Variant \"Standard\"]\n\n1. e4 *\n", false),
        ("[Variant \"My club's game\"]\n\n1. e4 *\n", false),
        ("# variant gallery/atomic\ne4\n", true),
        ("# variant chess\ne4\n", false),
    ] {
        let run = piped(&["show", "chess", "--moves", "-"], pgn);
        assert_eq!(
            (run.code, run.err.contains("the record names the variant `atomic`")),
            (0, is_noticed),
            "{pgn}{}",
            run.err
        );
    }
    let own = folder.path().join("own.txt");
    let run = ask(&["analyze", &own.to_string_lossy()]);
    assert!(run.code == 2 && run.err.contains("give its path with --variant"), "{}", run.err);
}

/// Other programs write the names of the same games with other spaces, hyphens and numbers.
#[test]
fn names_of_other_programs_find_the_game() {
    let hash = |name: &str| threefold::load(name).unwrap_or_else(|it| panic!("{it}")).variant.hash().to_owned();
    for (tag, name) in [
        ("3-check", "gallery/three-check"),
        ("Three-check", "gallery/three-check"),
        ("Three check chess", "gallery/three-check"),
        ("King of the Hill", "mechanisms/king-of-the-hill"),
        ("kingOfTheHill", "mechanisms/king-of-the-hill"),
        ("Racing Kings", "gallery/racing-kings"),
        ("racingKings", "gallery/racing-kings"),
        ("Crazyhouse", "gallery/crazyhouse"),
        ("Crazy House", "gallery/crazyhouse"),
        ("Atomic", "gallery/atomic"),
        ("Horde chess", "gallery/horde"),
        ("Antichess", "gallery/antichess"),
        ("Giveaway", "gallery/giveaway"),
        ("Anti chess", "gallery/antichess"),
        ("Three-man chess", "gallery/three-man"),
        ("3 Man Chess", "3-man-chess"),
        ("Standard", "chess"),
        ("From Position", "chess"),
    ] {
        let run = piped(&["record", "check", "-", "--format", "json"], &format!("[Variant \"{tag}\"]\n\n*\n"));
        assert!(run.out.contains(&hash(name)), "{tag}: {}{}", run.out, run.err);
    }
    assert_eq!(piped(&["record", "check", "-"], "[Variant \"Three games\"]\n\n*\n").code, 1);
}

/// The last line of a saved game states the points. Other comments are free.
#[test]
fn a_saved_game_may_not_state_other_points() {
    let game = "# variant chess\ne4 e5\nb resigns\n";
    for (last, message) in [
        ("# Black resigns. White wins. Points: White 1, Black 0.", None),
        ("# A good game, 3 Points for Ada.", None),
        ("", None),
        ("# White resigns. Points: White 0, Black 1.\n", Some("line 4: the moves end in another way: Black resigns. ")),
    ] {
        let run = piped(&["record", "check", "-"], &format!("{game}{last}"));
        assert_eq!(run.code, u8::from(message.is_some()), "{last}: {}{}", run.out, run.err);
        assert!(run.out.contains(message.unwrap_or("1 is right")), "{last}: {}{}", run.out, run.err);
    }
    let run = piped(&["record", "check", "-"], "# variant chess\ne4\n# Draw. Points: White 1/2, Black 1/2.\n");
    assert!(run.code == 1 && run.out.contains("Black is to move."), "{}", run.out);
}

#[test]
fn a_record_that_is_no_text_is_named_with_the_line() {
    let folder = Folder::new("record-not-utf8", &[]);
    std::fs::write(folder.path().join("a.pgn"), b"# variant chess\ne4 e5\n# caf\xe9\n").expect("a file");
    let run = folder.ask(&["record", "check", "a.pgn"]);
    assert!(run.code == 2 && run.err.contains("`a.pgn` is not UTF-8 text: byte 27, on line 3, is"), "{}", run.err);
}

#[test]
fn the_form_of_play_has_no_rulebook() {
    let run = piped(&["record", "convert", "-", "--to", "play", "--rulebook"], "1. e4 *\n");
    assert_eq!(
        (run.code, run.err.as_str()),
        (0, "warning: this form has no rulebooks inside the record: they are left out\n")
    );
}
