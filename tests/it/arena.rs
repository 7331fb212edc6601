//! Matches between bots: seatings, reproducible figures, resuming, the sequential test, and other
//! programs as bots.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use threefold::arena::{MatchOptions, MatchPlan, Sprt, SprtState, Verdict};
use threefold::bot::Style;

use super::support::{Folder, Run, ask, load, show, with_input};

/// Plans a match of a shipped game.
fn plan(name: &str, bots: &[&str]) -> MatchPlan {
    let bots = bots.iter().map(|it| Style::parse(it).expect(it)).collect();
    let start = load(name).start().expect("a starting position");
    MatchPlan::new(start, bots, MatchOptions::default()).expect("a match")
}

#[test]
fn every_bot_has_every_seat_equally_often() {
    let all = ["random", "greedy", "brs:5", "maxn:5"];
    for (name, bots, seatings) in [
        ("chess", 2, 2),
        ("chess", 3, 6),
        ("three-player-chess", 2, 6),
        ("three-player-chess", 3, 6),
        ("three-player-chess", 4, 24),
    ] {
        let plan = plan(name, &all[..bots]);
        let found = plan.seatings();
        assert_eq!(found.len(), seatings, "{name} with {bots} bots");
        for seat in 0..found[0].len() {
            let games = |bot: usize| found.iter().filter(|it| it[seat] == bot).count();
            assert!((0..bots).all(|it| games(it) * bots == seatings), "{name} with {bots} bots, seat {seat}");
        }
    }
}

#[test]
fn a_round_has_one_opening() {
    let plan = plan("three-player-chess", &["random", "greedy"]);
    let opening = |round: u32| plan.opening(round).moves().collect::<Vec<_>>();
    assert_eq!(opening(3), opening(3));
    assert_ne!(opening(3), opening(4));
    assert_eq!(opening(3).len(), 4);
}

fn run_match(args: &[&str]) -> Run {
    ask(&[&["match"], args].concat())
}

#[test]
fn threads_do_not_change_the_figures() {
    for args in [
        &["chess", "brs:40", "greedy", "random", "--games", "6", "--plies", "30"][..],
        &["three-player-chess", "mcts:20", "random", "--games", "40", "--plies", "24", "--sprt", "0,300"],
    ] {
        let with = |threads: &str| run_match(&[args, &["--threads", threads, "--format", "json"]].concat());
        let (one, three) = (with("1"), with("3"));
        assert_eq!((one.code, three.code), (0, 0), "{} {}", one.err, three.err);
        assert_eq!(one.out, three.out);
    }
}

#[test]
fn a_match_goes_on_where_its_file_ends() {
    let folder = Folder::new("match", &[]);
    let path = folder.path().join("games.jsonl");
    let file = path.display().to_string();
    let with = |games: &str, seed: &str| {
        run_match(&["chess", "greedy", "random", "--plies", "40", "--out", &file, "--games", games, "--seed", seed])
    };
    assert_eq!(with("3", "5").code, 0);
    let text = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(text.lines().count(), 5, "three games are rounded up to two rounds");
    // A killed run leaves at most one line without its end.
    std::fs::write(&path, &text[..text.len() - 9]).expect("a shorter file");
    let resumed = with("8", "5");
    assert_eq!(resumed.code, 0, "{}", resumed.err);
    assert!(resumed.err.contains("3 of 8 games are already played."), "{}", resumed.err);
    let fresh = run_match(&["chess", "greedy", "random", "--plies", "40", "--games", "8", "--seed", "5"]);
    assert_eq!(resumed.out, fresh.out);
    let again = with("8", "5");
    assert!(again.out == fresh.out && again.err.contains("8 of 8"), "{}", again.err);
    let other = with("8", "6");
    assert!(other.code == 1 && other.err.contains("`seed` is 5, not 6"), "{}", other.err);
    std::fs::write(&path, "something else\n").expect("another file");
    let other = with("8", "5");
    assert!(other.code == 1 && other.err.contains("is not a file of a match"), "{}", other.err);
}

#[test]
fn a_game_of_a_match_does_not_depend_on_the_games_before() {
    let plan = plan("chess", &["brs:200", "brs:100"]);
    let stop = std::sync::atomic::AtomicBool::new(false);
    let moves = |index| plan.play(index, &stop).expect("no error").expect("a game").moves;
    let second = moves(1);
    assert_ne!(moves(0), second);
    assert_eq!(moves(1), second);
}

#[test]
fn the_report_is_readable() {
    let two = run_match(&["chess", "brs:60", "random", "--games", "6", "--plies", "80", "--sprt", "0,200"]);
    let three = run_match(&["3-man-chess", "greedy", "random", "--games", "6", "--plies", "30", "--openings", "0"]);
    show("match-report", &format!("{}\n{}", two.transcript(), three.transcript()));
}

/// A few rounds with equal points say nothing about the variance, and a difference of zero has no sign.
#[test]
fn equal_rounds_and_equal_bots_have_readable_figures() {
    let few = run_match(&["chess", "brs:60", "random", "--games", "6", "--plies", "80"]).out;
    assert!(few.contains("Difference of brs:60 and random: 1.000 points per game.") && !few.contains('±'), "{few}");
    let equal = run_match(&["gallery/breakthrough", "random", "random", "--games", "40", "--plies", "60"]).out;
    assert!(equal.contains(" random: 0.000 ± 0.186 points per game, 0 Elo (-65 to +65)."), "{equal}");
}

#[test]
fn wrong_matches_are_explained() {
    let mated = "w:Kf6,Qg7 b:Kg8 turn=b";
    for (args, code, message) in [
        (&["chess", "random"][..], 2, "2 values required"),
        (&["chess", "random", "gready"], 2, "did you mean `greedy`?"),
        (&["chess", "random", "greedy", "--sprt", "5"], 2, "write two numbers"),
        (&["chess", "random", "greedy", "--sprt", "5,0"], 2, "write two numbers"),
        (
            &["chess", "random", "greedy", "--plies", "3"],
            2,
            "--plies 3 ends a game before its opening, which has 4 random",
        ),
        (&["chess", "brs:10,weights=nofile", "greedy"], 2, "the weights `nofile` cannot be used"),
        (&["chess", "random", "greedy", "--position", mated], 1, "the game is over"),
        (&["chess", "random", "uci:no-such-program", "--games", "2"], 1, "`no-such-program` cannot be started"),
        (&["chess", "random", "greedy", "--out", "/no/such/folder/x"], 2, "there is no folder `/no/such/folder`"),
        (&["chess", "random", "greedy", "--out", "src"], 2, "`src` is a directory, not a regular file"),
    ] {
        let run = run_match(args);
        assert!(run.code == code && run.err.contains(message), "{args:?}: {} {}", run.code, run.err);
    }
}

/// Runs a test on rounds that are drawn from a distribution.
fn tested(seed: u64, chances: [u64; 5]) -> SprtState {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut state = Sprt::new(0.0, 60.0).expect("a test").start();
    while state.verdict == Verdict::Undecided && state.rounds < 2_000 {
        let mut drawn = random.next_u64() % chances.iter().sum::<u64>();
        let score = chances.iter().position(|it| {
            let is_here = drawn < *it;
            drawn = drawn.saturating_sub(*it);
            is_here
        });
        state.add(score.expect("a score") as f64 / 4.0);
    }
    state
}

#[test]
fn the_sequential_test_keeps_its_error_rates() {
    // Expected scores of 0.5 and 0.5855, which are 0 and 60 Elo.
    for (chances, wrong) in [([100, 200, 400, 200, 100], Verdict::Higher), ([58, 142, 400, 200, 200], Verdict::Lower)] {
        let runs: Vec<SprtState> = (0..120).map(|it| tested(it, chances)).collect();
        let errors = runs.iter().filter(|it| it.verdict == wrong).count();
        let open = runs.iter().filter(|it| it.verdict == Verdict::Undecided).count();
        assert!(errors <= 12 && open == 0, "{errors} errors, {open} open");
    }
    // Close to the normal approximation, if the scores are close to the hypotheses.
    let mut state = Sprt::new(0.0, 20.0).expect("a test").start();
    for _ in 0..40 {
        [0.0, 0.5, 0.5, 0.75, 1.0].into_iter().for_each(|it| state.add(it));
    }
    let (mean, variance, s1) = (0.55, 0.11, 1.0 / (1.0 + 10.0_f64.powf(-0.05)));
    let normal = 200.0 * (s1 - 0.5) * (2.0 * mean - 0.5 - s1) / (2.0 * variance);
    assert!((state.llr - normal).abs() < 0.1 * normal, "{} and {normal}", state.llr);
}

#[cfg(unix)]
mod uci {
    use super::{Folder, ask, run_match, show, with_input};
    use std::os::unix::fs::symlink;

    /// Returns the path of a fake engine that plays these moves.
    fn fake(folder: &Folder, moves: &str) -> String {
        let name = format!("fake-{}", moves.replace(' ', "-"));
        let path = folder.path().join(name);
        let script = super::super::support::root().join("tests/it/fake-engine.sh");
        symlink(script, &path).expect("a link");
        path.display().to_string()
    }

    #[test]
    fn programs_play_chess() {
        let folder = Folder::new("uci", &[]);
        let fools = fake(&folder, "f2f3 e7e5 g2g4 d8h4");
        let run = ask(&["play", "chess", "--seat", &format!("all=uci:{fools},elo=1400")]);
        assert!(run.code == 0 && run.out.contains("checkmate"), "{} {}", run.out, run.err);
        // Castling and a promotion, from a position.
        let seat = format!("white=uci:{},nodes=5", fake(&folder, "e1g1 h8h7 a7a8n"));
        let start = "w:Ke1,Rh1,Pa7 b:Kh8 turn=w castling=w:h1";
        let run = ask(&["play", "chess", "--position", start, "--seat", &seat, "--seat", "black=random"]);
        assert!(run.out.contains("O-O") && run.out.contains("a7-a8=N"), "{} {}", run.out, run.err);
        assert!(run.code == 1 && run.err.contains("answers `bestmove 0000`, which is not a legal move"), "{}", run.err);
    }

    /// A missing program is found before the first move, and a game survives a program that dies.
    #[test]
    fn a_game_is_not_lost_with_a_program() {
        let missing = ["play", "chess", "--seat", "black=uci:no-such-program"];
        let run = with_input(&missing, b"e4\nquit\n", true);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{}", run.err);
        assert!(run.err.contains("the program `no-such-program` cannot be started"), "{}", run.err);
        let folder = Folder::new("uci-dies", &[]);
        let seat = format!("black=uci:{}", fake(&folder, "e2e4 e7e5 g1f3 die"));
        let lines = b"e4\nNf3\nmoves a7\nNc6\nBb5\nsave\nquit\n";
        let run = with_input(&["play", "chess", "--seat", &seat], lines, true);
        assert_eq!(run.code, 0, "{}", run.err);
        let help = "help: type a move for Black, or `undo`, `save FILE` or `quit`";
        assert!(run.out.contains("has ended (exit status: 3)") && run.out.contains(help), "{}", run.out);
        assert!(run.out.contains("a7-a6"), "a question does not start the program again: {}", run.out);
        assert!(run.out.contains("w:e2-e4 b:e7-e5 w:Ng1-f3 b:Nb8-c6 w:Bf1-b5\n"), "{}", run.out);
        // Without a person at the terminal, the run ends.
        assert_eq!(with_input(&["play", "chess", "--seat", &seat], lines, false).code, 1);
    }

    #[test]
    fn a_silent_program_is_stopped() {
        let folder = Folder::new("uci-silent", &[]);
        let bot = format!("uci:{},time=1ms,wait=100ms", fake(&folder, "silent"));
        let run = ask(&["play", "chess", "--seat", &format!("all={bot}")]);
        let message = "has not answered `bestmove` within 0.101 seconds";
        assert!(run.code == 1 && run.err.contains(message), "{}", run.err);
        // The program has written the number of its process.
        let number = std::fs::read_to_string(folder.path().join("fake-silent.pid")).expect("the program ran");
        let alive = std::process::Command::new("sh").args(["-c", &format!("kill -0 {}", number.trim())]).output();
        assert!(!alive.expect("a shell").status.success(), "the process {number} goes on");
    }

    #[test]
    fn programs_that_fail_are_explained() {
        let folder = Folder::new("uci-fails", &[]);
        let mut text = String::new();
        for (moves, options, variant) in [
            ("e2e5", "", "chess"),
            ("die", "", "chess"),
            ("e2e4", ",elo=9000", "chess"),
            ("e2e4", ",threads=2", "chess"),
            ("e2e4", "", "three-player-chess"),
        ] {
            let bot = format!("uci:{}{options}", fake(&folder, &format!("{moves} {}", text.len())));
            let run = run_match(&[variant, &bot, "random", "--games", "2", "--openings", "0", "--threads", "1"]);
            assert_eq!(run.code, 1, "{}", run.err);
            text.push_str(&run.err.replace(&folder.path().display().to_string(), "FOLDER"));
        }
        show("uci-errors", &text);
    }
}

/// An interval with all possible scores says nothing.
#[test]
fn too_few_games_have_no_interval() {
    let run = |games| run_match(&["chess", "random", "greedy", "--plies", "60", "--seed", "1", "--games", games]).out;
    let (few, many) = (run("4"), run("60"));
    assert!(few.contains(" points per game (too few games for an interval).") && !few.contains('\u{221e}'), "{few}");
    assert!(many.contains(" \u{b1} ") && !many.contains("too few"), "{many}");
}
