//! `threefold engine`: transcripts, errors, clocks and `stop`.
//!
//! Input: lines of the protocol, to the command itself or through pipes. Output: the answers of the
//! protocol. Searches have a limit of nodes or depth, except those that `stop` ends.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use threefold::{parse_move, parse_position};

use crate::support::{Folder, ask, load, print_to_stderr, with_input};

/// Returns what the engine answers to some lines.
fn answers(variant: &str, lines: &[&str]) -> String {
    let run = with_input(&["engine", variant], lines.join("\n").as_bytes(), false);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    run.out
}

/// Returns the move after `bestmove`.
fn best(answers: &str) -> &str {
    let line = answers.lines().find_map(|it| it.strip_prefix("bestmove ")).expect("a best move");
    line.split(' ').next().unwrap_or_default()
}

#[test]
fn the_engine_introduces_itself() {
    let out = answers("chess", &["uci", "isready", "quit"]);
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("id name threefold ") && lines[1].starts_with("id author "), "{out}");
    for option in [
        "Threads type spin default 1 min 1 max 256",
        "Hash type spin default 16 min 1 max 16384",
        "MultiPV type spin default 1 min 1 max 500",
        "Skill Level type spin default 20 min 0 max 20",
        "VariantPath type string default <empty>",
    ] {
        assert!(lines.contains(&format!("option name {option}").as_str()), "{option}: {out}");
    }
    let variants = lines.iter().find(|it| it.starts_with("option name UCI_Variant type combo default chess "));
    let variants: Vec<&str> = variants.expect("the option").split(" var ").skip(1).collect();
    assert!(variants.contains(&"chess") && variants.contains(&"3-man-chess") && variants.contains(&"crazyhouse"));
    assert_eq!(lines[lines.len() - 2..], ["uciok", "readyok"]);
}

#[test]
fn counts_of_moves_are_divided() {
    let out = answers("chess", &["position startpos moves e2e4", "go perft 2"]);
    // The usual counts: 20 replies to 1. e4, and 600 sequences of two plies.
    assert!(out.contains("\nNodes searched: 600\n"), "{out}");
    assert_eq!(out.lines().filter(|it| it.contains(": ") && !it.starts_with("Nodes")).count(), 20);
    assert!(out.contains("e7e5: 29\n"), "{out}");
    let out = answers("chess", &["position fen 8/P6k/8/8/8/8/8/R3K2R w KQ - 0 1", "go perft 1"]);
    for text in ["e1g1: 1", "e1c1: 1", "a7a8q: 1", "a7a8n: 1"] {
        assert!(out.lines().any(|it| it == text), "{text}: {out}");
    }
    assert!(answers("chess", &["go perft 0"]).contains("Nodes searched: 1"));
}

/// As pyffish writes them: a `+` for the promotion in shogi, and a letter for one of several kinds.
#[test]
fn promotions_of_shogi_are_a_plus() {
    let lines = ["position sfen 4k4/9/9/P8/9/9/9/9/4K4 b - 1", "go perft 1"];
    let out = answers("shogi", &lines);
    assert!(["a6a7: 1", "a6a7+: 1"].iter().all(|it| out.lines().any(|line| line == *it)), "{out}");
    let moved = ["position sfen 4k4/9/9/P8/9/9/9/9/4K4 b - 1 moves a6a7+ e9d9", "d"];
    let out = answers("shogi", &moved);
    assert!(out.contains("Fen: 3k5/9/+P8/"), "{out}");
    let lines = ["position fen 4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "go perft 1"];
    let out = answers("crazyhouse", &lines);
    assert!(out.lines().any(|it| it == "a7a8q: 1") && !out.contains('+'), "{out}");
}

#[test]
fn a_mate_is_found_in_moves() {
    // Rook and king: Ra8 mates at once.
    let out = answers("chess", &["position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "go depth 3"]);
    assert_eq!(best(&out), "a1a8");
    assert!(out.contains(" score mate 1 "), "{out}");
    // The side that is mated in one whatever it plays.
    let out = answers("chess", &["position fen 7k/8/6K1/8/8/8/8/R7 b - - 0 1", "go depth 4"]);
    assert!(out.contains(" score mate -1 ") && best(&out) == "h8g8", "{out}");
    let out = answers("chess", &["position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "go depth 4"]);
    assert_eq!(out, "info depth 0 score mate 0\nbestmove (none)\n");
}

#[test]
fn two_players_have_centipawns() {
    // White is a queen up, so the score is that of several pawns.
    let out = answers("chess", &["position fen 4k3/8/8/8/8/8/PPP5/3QK3 w - - 0 1", "go nodes 500"]);
    let word = out.lines().last().and(out.split(" score cp ").nth(1)).and_then(|it| it.split(' ').next());
    let score: i32 = word.expect("a score").parse().expect("a number");
    assert!((400..20_000).contains(&score), "{out}");
    for part in [" seldepth ", " multipv 1 ", " nodes ", " nps ", " time ", " pv "] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn several_players_have_expected_points() {
    let out = answers("3-man-chess", &["position startpos", "setoption name MultiPV value 2", "go nodes 300"]);
    let mv = parse_move(&load("3-man-chess").start().expect("a start"), best(&out)).expect("a move");
    assert!(load("3-man-chess").start().expect("a start").is_legal(mv));
    let line = out.lines().find(|it| it.contains(" multipv 2 ")).expect("a second line");
    let points = line.split(" score seats ").nth(1).expect("points").split(" nodes ").next().expect("points");
    let points: Vec<f64> = points.split(' ').map(|it| it.parse().expect("a number")).collect();
    assert_eq!(points.len(), 3);
    assert!(points.iter().all(|it| (0.0..=1.0).contains(it)), "{points:?}");
}

#[test]
fn the_list_form_and_later_moves_set_a_position() {
    let position = "w:Ke1,Ra1 b:Ke8 turn=w castling=w:a1";
    let out = answers("chess", &[&format!("position {position} moves e1c1 e8e7"), "d"]);
    let chess = load("chess");
    let mut expected = parse_position(&chess, position).expect("a position");
    for text in ["O-O-O", "Ke8-e7"] {
        expected = expected.play(parse_move(&expected, text).expect("a move")).expect("a legal move");
    }
    let list = threefold::notation::position::print_list(&expected);
    assert!(out.contains(&format!("Position: {list}\n")), "{out}");
    assert!(out.contains("Fen: 8/4k3/8/8/8/8/8/2KR4 w - - 2 1\n"), "{out}");
}

#[test]
fn castling_that_shares_squares_with_a_step_keeps_its_name() {
    let text =
        "name = \"Step\"\nextends = [\"chess\"]\n[piece.king]\nletter = \"K\"\nmovement = \"KAD\"\nrole = \"royal\"\n";
    let folder = Folder::new("engine-step", &[("step.toml", text)]);
    let path = folder.path().join("step.toml");
    let set = format!("setoption name VariantPath value {}", path.display());
    let out = answers("chess", &[&set, "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go perft 1"]);
    assert!(out.contains("\nO-O: 1\n") && out.contains("\ne1g1: 1\n"), "{out}");
}

#[test]
fn options_select_the_rules() {
    let out = answers("chess", &["setoption name UCI_Variant value crazyhouse", "position startpos", "d"]);
    assert!(out.contains("Variant: gallery/crazyhouse\n"), "{out}");
    // Names of other programs.
    for (name, slug) in
        [("3check", "three-check"), ("kingofthehill", "king-of-the-hill"), ("racingkings", "racing-kings")]
    {
        let out = answers("chess", &[&format!("setoption name UCI_Variant value {name}"), "d"]);
        assert!(out.contains(slug), "{out}");
    }
    let drop = "position fen 4k3/8/8/8/8/8/8/4K3[P] w - - 0 1";
    let out = answers("chess", &["setoption name uci_variant value crazyhouse", drop, "go perft 1"]);
    assert!(out.contains("\nP@e4: 1\n"), "{out}");
    let folder = Folder::new("engine-path", &[("my game.toml", "name = \"My game\"\nextends = [\"chess\"]\n")]);
    let set = format!("setoption name VariantPath value {}", folder.path().join("my game.toml").display());
    assert!(answers("chess", &[&set, "d"]).contains("Variant: my game\n"));
}

#[test]
fn unknown_words_are_ignored() {
    let out = answers("chess", &["joho isready", "go depth 1 silly 3", "debug on", "", "quit"]);
    assert!(out.starts_with("readyok\n") && out.contains("\nbestmove "), "{out}");
    // A long line is not echoed in full.
    let long = format!("setoption name {}", "x".repeat(5_000));
    assert!(answers("chess", &[&long[16..], &long, "quit"]).len() < 1_000);
}

/// Bad lines, each with a part of the answer.
const BAD: &[(&str, &str)] = &[
    ("nonsense", "unknown command `nonsense`"),
    ("go perft 65", "`perft` needs a depth from 0 to 64"),
    ("go perft -1", "`perft` needs a depth from 0 to 64"),
    ("go perft", "`perft` needs a depth from 0 to 64"),
    ("setoption name Hash value 0", "`Hash` needs a number from 1 to 16384, not `0`"),
    ("setoption name Skill Level value 21", "`Skill Level` needs a number from 0 to 20"),
    ("setoption name Nonsense value 1", "there is no option `Nonsense`"),
    ("setoption Hash 3", "setoption name Hash value 64"),
    ("setoption name UCI_Variant value ches", "ches"),
    ("setoption name VariantPath value no-such-file.toml", "no-such-file.toml"),
    ("setoption name Algorithm value best", "`Algorithm` needs "),
];

/// Searches with a word that is wrong, each with a part of the answer.
const BAD_SEARCHES: &[(&str, &str)] = &[
    ("go depth many", "`depth` needs a number after it, not `many`"),
    ("go depth", "`depth` needs a number after it"),
    ("go depth -1", "`depth` needs a number from 0 after it, not `-1`"),
    ("go movetime -5", "`movetime` needs a number from 0 after it, not `-5`"),
    ("go nodes -1", "`nodes` needs a number from 0 after it, not `-1`"),
    ("go mate -1", "`mate` needs a number from 0 after it, not `-1`"),
    ("go wtime 9 movestogo -1", "`movestogo` needs a number from 0 after it, not `-1`"),
    ("go dept 5", "`go` has no word `dept`; limit the search as in `go depth 5`"),
    ("go searchmoves", "`searchmoves` needs moves after it"),
    ("go time q 100", "`time` needs a player (w, b) after it, not `q`"),
    ("go searchmoves e2e5", "`e2e5` is not a legal move"),
    ("go depth wtime 9", "`depth` needs a number after it"),
    ("go time purple 500", "`time` needs a player (w, b) after it, not `purple`"),
    ("go winc 100", "nothing limits the search for White; it takes 500 ms"),
    ("go btime 1000", "White is to move and has no clock; the least clock is used: 1000 ms"),
];

/// Refused positions, each with a part of the answer.
const BAD_POSITIONS: &[(&str, &str)] = &[
    ("position", "write `position startpos`"),
    ("position fen 8/8 w - - 0 1", "error"),
    ("position startpos moves e2e5", "`e2e5`: "),
    ("position startpos moves e2e4 xyz", "`xyz`: "),
    // White is mated.
    ("position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3 moves e1f2", "`e1f2`: "),
];

/// A move in an old position would be illegal in the other program.
#[test]
fn after_a_refused_position_there_is_no_move() {
    for (line, part) in BAD_POSITIONS {
        let out = answers("chess", &[line, "go depth 1", "position startpos", "go depth 1"]);
        let (before, after) = out.split_once("bestmove (none)\n").unwrap_or_else(|| panic!("{line}: {out}"));
        assert!(
            before.contains(part) && before.ends_with("info string there is no position: send one\n"),
            "{line}: {out}"
        );
        assert_eq!(best(after).len(), 4, "{line}: {out}");
    }
}

/// Other programs end drawn games by rules of their own.
#[test]
fn the_engine_goes_on_after_a_draw() {
    let back = "g1f3 g8f6 f3g1 f6g8 ".repeat(5);
    for position in [
        "fen 8/8/8/4k3/8/4K3/4B3/8 w - - 0 1 moves e2d3 e5d5",
        "fen 4k3/8/8/8/8/8/R7/4K3 w - - 149 90 moves a2a3 e8e7",
        &format!("startpos moves {back}e2e4 e7e5"),
    ] {
        let out = answers("chess", &[&format!("position {position}"), "go depth 1"]);
        assert!(!out.contains("info string") && best(&out).len() == 4, "{position}: {out}");
    }
    // The rook captures the queen.
    let out = answers("chess", &["position fen 4k3/8/8/8/8/8/q7/R3K3 w - - 150 100", "go depth 3"]);
    assert!(best(&out) == "a1a2" && out.contains("info depth 3 "), "{out}");
    let mated = "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    assert_eq!(answers("chess", &[mated, "go depth 1"]), "info depth 0 score mate 0\nbestmove (none)\n");
}

/// A search that is broken off at once has no line for the moves that it did not reach.
#[test]
fn lines_that_were_not_searched_are_left_out() {
    for algorithm in ["alphabeta", "mcts", "maxn"] {
        let set = format!("setoption name Algorithm value {algorithm}");
        let out = answers("chess", &[&set, "setoption name MultiPV value 5", "go nodes 1"]);
        assert!(!out.contains("mate") && !out.contains("20000") && out.contains("bestmove "), "{algorithm}: {out}");
        let out = answers("3-man-chess", &[&set, "setoption name MultiPV value 5", "go nodes 1"]);
        assert!(!out.contains("-2.00") && out.contains("bestmove "), "{algorithm}: {out}");
    }
}

#[test]
fn bad_input_is_answered_and_changes_nothing() {
    let board = answers("chess", &["d"]);
    for (line, part) in BAD {
        let out = answers("chess", &[line, "d"]);
        let answer = out.strip_suffix(&board).unwrap_or_else(|| panic!("{line}: the position changed\n{out}"));
        assert!(answer.contains(part), "{line}: {answer}");
        assert!(answer.lines().all(|it| it.starts_with("info string ")) && !answer.is_empty(), "{line}: {answer}");
    }
    let run = with_input(&["engine"], b"\xff\xfe\nisready\n", false);
    assert_eq!(run.out, "info string the line is not UTF-8 text\nreadyok\n");
    let long = [&vec![b'x'; 5 << 20][..], b"\nisready\n"].concat();
    let run = with_input(&["engine"], &long, false);
    assert_eq!(run.out, "info string the line is longer than 4194304 bytes\nreadyok\n");
    assert_eq!(ask(&["engine", "no-such-game"]).code, 2);
}

/// The other program waits for a move, so there is always one.
#[test]
fn a_wrong_word_of_a_search_leaves_the_other_ones_valid() {
    for (line, part) in BAD_SEARCHES {
        let mut engine = Engine::start("chess");
        engine.send(line);
        let answer = engine.wait("info string ");
        assert!(answer.contains(part), "{line}: {answer}");
        assert!(engine.wait("bestmove ").split(' ').nth(1).is_some_and(|it| it.len() == 4), "{line}");
        engine.send("isready");
        assert_eq!(engine.wait(""), "readyok", "{line}: one answer");
    }
    // The first two players have clocks, and Black is the third.
    let mut engine = Engine::start("3-man-chess");
    engine.send("position startpos moves WHe2-e4 GRe2-e4");
    engine.send("go wtime 300 btime 200");
    assert!(engine.wait("info string ").contains("Black is to move and has no clock; the least clock is used: 200 ms"));
    engine.wait("bestmove ");
    let out = answers("chess", &["go depth 2 nodes -1"]);
    assert!(out.contains("info depth 2 ") && !out.contains("info depth 3 "), "{out}");
}

/// The moves of `searchmoves` end at the next word of `go`.
#[test]
fn the_moves_of_a_search_end_at_the_next_word() {
    let out = answers("chess", &["go searchmoves a2a3 h2h3 depth 3"]);
    assert!(!out.contains("info string") && out.contains("info depth 3 ") && !out.contains("info depth 4 "), "{out}");
    assert!(["a2a3", "h2h3"].contains(&best(&out)), "{out}");
    assert_eq!(best(&answers("chess", &["go searchmoves a2a3 infinite", "stop"])), "a2a3");
    let out = answers("chess", &["go searchmoves e2e5 a2a3 depth 1"]);
    assert!(out.contains("`e2e5` is not a legal move") && best(&out) == "a2a3", "{out}");
}

/// The last searches have no limit that counts: at the end of the input nobody can stop them.
#[test]
fn the_end_of_the_input_stops_a_search_without_a_limit() {
    for line in ["go", "go infinite", "go ponder movetime 10", "go btime 100", "go searchmoves e2e4 d2d4"] {
        assert!(best(&answers("chess", &[line])).len() == 4, "{line}");
    }
}

/// A running engine.
struct Engine {
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    fn start(variant: &str) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_threefold"));
        let piped = command.args(["engine", variant]).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = piped.spawn().expect("the program starts");
        let input = process.stdin.take().expect("an input");
        let output = BufReader::new(process.stdout.take().expect("an output"));
        let (sender, lines) = channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).all(|it| sender.send(it).is_ok()));
        Self { process, input, lines }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).expect("the engine reads");
    }

    /// Waits for a line that starts with some words.
    #[track_caller]
    fn wait(&self, start: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(Duration::from_secs(60)).expect(start);
            if line.starts_with(start) {
                return line;
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn an_endless_search_stops_at_once() {
    for variant in ["chess", "3-man-chess"] {
        let mut engine = Engine::start(variant);
        engine.send("isready");
        engine.wait("readyok");
        engine.send("go infinite");
        engine.wait("info depth 2 ");
        // The engine listens while it searches.
        engine.send("isready");
        engine.wait("readyok");
        let begin = Instant::now();
        engine.send("stop");
        engine.wait("bestmove ");
        let time = begin.elapsed();
        print_to_stderr(&format!("`stop` took {} microseconds in {variant}", time.as_micros()));
        // 20 ms on a machine without other work; the tests share theirs.
        assert!(time < Duration::from_secs(2), "{time:?}");
        engine.send("quit");
        assert!(engine.process.wait().expect("an end").success());
    }
}

#[test]
fn an_endless_search_answers_only_after_stop() {
    let mut engine = Engine::start("chess");
    // A mate in one is proven at once.
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    engine.send("go infinite");
    engine.wait("info depth 2 ");
    std::thread::sleep(Duration::from_millis(200));
    engine.send("isready");
    let waiting: Vec<String> =
        std::iter::from_fn(|| Some(engine.lines.recv().expect("a line"))).take_while(|it| it != "readyok").collect();
    assert!(waiting.iter().all(|it| it.starts_with("info ")), "{waiting:?}");
    engine.send("stop");
    assert!(engine.wait("bestmove ").starts_with("bestmove a1a8"));
    // A search that ponders starts its clock with `ponderhit`.
    engine.send("position startpos moves e2e4");
    engine.send("go ponder wtime 300 btime 300");
    engine.wait("info depth 2 ");
    engine.send("ponderhit");
    engine.wait("bestmove ");
    // A second `go` ends the first search.
    engine.send("go infinite");
    engine.send("go depth 1");
    engine.wait("bestmove ");
    engine.wait("bestmove ");
    engine.send("go perft 9");
    engine.send("stop");
    engine.wait("info string the count was stopped");
}

#[test]
fn a_level_shows_as_many_lines_as_requested() {
    for (lines, shown) in [(1, 1), (2, 2), (500, 20)] {
        let set = format!("setoption name MultiPV value {lines}");
        let out = answers("chess", &["setoption name Skill Level value 5", &set, "go depth 2"]);
        let numbers = out.split(" multipv ").skip(1).filter_map(|it| it.split(' ').next()?.parse().ok());
        assert_eq!(numbers.max(), Some(shown), "{out}");
        assert!(out.contains("\nbestmove "), "{out}");
    }
}

#[test]
fn a_clock_may_have_run_out() {
    let out = answers("chess", &["go wtime -20 btime 500 winc -1"]);
    assert!(out.contains("\nbestmove "), "{out}");
}

#[test]
fn clocks_of_all_players_limit_a_search() {
    let mut engine = Engine::start("3-man-chess");
    engine.send("isready");
    engine.wait("readyok");
    // Without the clock of the player to move, this search has no end.
    engine.send("go time w 600 inc w 0 time g 1 time b 1");
    engine.wait("bestmove ");
    let mut engine = Engine::start("chess");
    engine.send("position startpos moves e2e4");
    engine.send("go wtime 1 btime 500 movestogo 2");
    engine.wait("bestmove ");
    engine.send("go movetime 50");
    engine.wait("bestmove ");
    engine.send("setoption name Skill Level value 0");
    engine.send("go depth 5");
    let line = engine.wait("info depth ");
    assert!(line.starts_with("info depth 1 "), "{line}");
    engine.wait("bestmove ");
}
