//! The command line: its help, one run of each command, exit codes and invalid input. The tests
//! pass streams and start no process.

use std::io::{Cursor, Write};

use threefold::cli::{Io, commands, run};

use super::support::{Folder, ask, show, with_input};

#[test]
fn every_help() {
    let mut text = ask(&["--help"]).out;
    // The program lists its own commands, so the test covers each one.
    for command in &commands() {
        let help = ask(&[command, "--help"]);
        assert_eq!(help.code, 0);
        text.push_str(&format!("\n--- {command} ---\n{}", help.out));
    }
    show("cli-help", &text);
}

#[test]
fn one_run_of_each() {
    let ring = "w:KWHd1,RWHa1 g:KGRd1,NGRg1 b:KBLd1,PBLa2 turn=w";
    let short = "w:Ke1,Pe7 b:Ka8 turn=w";
    let mut text = String::new();
    for args in [
        &["check", "chess", "trichess"][..],
        &["check", "chess", "--format", "json"],
        &["show", "3-man-chess", "--position", ring],
        &["moves", "3-man-chess", "--position", ring, "--from", "WHa1"],
        &["moves", "chess", "--position", short, "--format", "json", "--from", "e7"],
        &["explain", "3-man-chess", "WHa1-GRh1", "--position", ring],
        &["explain", "3-man-chess", "WHa1-GRh1", "--position", ring, "--format", "json"],
        &["explain", "chess", "e2-e4"],
        &["explain", "chess", "e2-e9"],
        &["explain", "chess", "e2-e9", "--format", "json"],
        &["perft", "chess", "--depth", "3"],
        &["perft", "chess", "--depth", "2", "--divide", "--position", short],
        &["perft", "chess", "--depth", "2", "--format", "json"],
        &["play", "chess", "--seat", "all=random", "--seed", "3", "--quiet"],
    ] {
        text.push_str(&format!("$ threefold {}\n{}\n", args.join(" "), ask(args).transcript()));
    }
    show("cli-runs", &text);
}

/// The exit code of a command that needs the feature `tools`.
const NO_TOOLS: u8 = if cfg!(feature = "tools") { 0 } else { 2 };
/// The exit code of commands that need the feature `lsp`.
const NO_LSP: u8 = if cfg!(feature = "lsp") { 0 } else { 2 };
/// A session with the language server that ends at once.
const SHUT_DOWN: &str = concat!(
    "Content-Length: 58\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}",
    "Content-Length: 44\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"shutdown\"}",
    "Content-Length: 33\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"exit\"}",
);

/// For each command: its arguments, the input, the exit code, and a line of the output.
const RUNS: &[(&str, &[&str], &str, u8, &str)] = &[
    ("list", &[], "", 0, "Chess: "),
    ("check", &["chess"], "", 0, "no errors or warnings"),
    ("reference", &[], "", 0, "# The language of rulebooks"),
    ("show", &["chess"], "", 0, "Chess (chess)"),
    ("draw", &["tests/scenarios/general/a-bishop-exposes-a-king.toml"], "", 0, "<svg"),
    ("moves", &["chess", "--from", "e2"], "", 0, "e2-e4"),
    ("explain", &["chess", "e2-e4"], "", 0, "e2-e4 is legal."),
    ("explain-code", &["own-king"], "", 0, "own-king"),
    ("new", &["my-game", "--from", "chess", "-o", "-"], "", 0, "extends = [\"chess\"]"),
    ("import", &["fairy", "-"], "[hill:chess]\nflagPiece = k\nflagRegion = d4 e4 d5 e5\n", 0, "[outcome.flag]"),
    ("perft", &["chess", "2"], "", 0, "400"),
    ("bench", &["chess", "--each", "1"], "", 0, "leaves/s"),
    ("match", &["chess", "greedy", "random", "--games", "2", "--plies", "30"], "", 0, "points per game"),
    ("lab", &["chess", "--games", "2", "--plies", "30"], "", 0, "points per game"),
    ("tune", &["chess", "--games", "2", "--nodes", "20"], "", 0, "[piece.queen]"),
    ("play", &["chess", "--quiet"], "e2-e4\n", 0, "Black is to move."),
    ("analyze", &["-"], "# variant chess\nf3\n", 0, "Black: 0.00 expected points lost in 0 moves"),
    ("record", &["replay", "-"], "1. f3 e5 2. g4 Qh4# 0-1\n", 0, "White is checkmated. Black wins."),
    ("verify", &["examples/cases"], "", 0, "6 cases: 6 hold."),
    ("matrix", &["examples/cases"], "", 0, "3-man-chess (3 Man Chess: In the Round)"),
    ("rules", &["chess"], "", 0, "1  wR wN wB wQ wK wB wN wR"),
    ("watch", &["variants/chess.toml", "--once"], "", 0, "1  wR wN wB wQ wK wB wN wR"),
    ("serve", &["nowhere"], "", 2, "`nowhere`"),
    ("compare", &["chess", "chess", "--positions", "20"], "", 0, "Nothing that affects play or notation differs."),
    ("engine", &["chess"], "go depth 1\nquit\n", 0, "bestmove "),
    ("rpc", &["--schema"], "", 0, "\"openrpc\": \"1.3.2\""),
    ("lsp", &["--stdio"], SHUT_DOWN, NO_LSP, if NO_LSP == 0 { "positionEncoding" } else { "--features lsp" }),
    ("fmt", &["-"], "name=\"x\"", NO_TOOLS, if NO_TOOLS == 0 { "name = \"x\"" } else { "--features tools" }),
    ("schema", &[], "", 0, "A rulebook of threefold"),
    ("completions", &["bash"], "", NO_TOOLS, if NO_TOOLS == 0 { "_threefold() {" } else { "--features tools" }),
    ("man", &["moves"], "", NO_TOOLS, if NO_TOOLS == 0 { ".SH NAME" } else { "--features tools" }),
];

/// Fails if a new command has no run here.
#[test]
fn every_command_has_a_run_with_an_expected_line() {
    for command in &commands() {
        let Some((name, args, input, code, line)) = RUNS.iter().find(|it| it.0 == command) else {
            panic!("add a run of `{command}` to RUNS");
        };
        let run = with_input(&[&[*name][..], args].concat(), input.as_bytes(), false);
        assert_eq!(run.code, *code, "{command}: {}{}", run.out, run.err);
        let stream = if *code == 0 { &run.out } else { &run.err };
        assert!(stream.lines().any(|it| it.contains(line)), "{command}: {stream}");
    }
    assert_eq!(RUNS.len(), commands().len(), "RUNS has a command that is gone");
}

#[test]
fn rules_never_overwrite_a_file() {
    let folder = Folder::new("cli-rules", &[]);
    let path = folder.path().join("rules.txt").display().to_string();
    let run = ask(&["rules", "chess", "-o", &path]);
    assert_eq!((run.code, run.out.as_str(), run.err), (0, "", format!("Wrote `{path}`.\n")));
    let text = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(text, ask(&["rules", "chess"]).out);
    assert_eq!(ask(&["rules", "chess", "-o", &path]).code, 2);
}

/// Only `check` prints warnings; other commands print their number in one line.
#[test]
fn warnings_of_a_rulebook_are_one_line() {
    let text = std::fs::read_to_string("src/codes/examples/outcomes-never-settled.toml").expect("a file");
    let folder = Folder::new("cli-warnings", &[("game.toml", &text)]);
    for args in [&["show", "game.toml"][..], &["moves", "game.toml"], &["perft", "game.toml", "--depth", "1"]] {
        let run = folder.ask(args);
        assert_eq!((run.code, run.err.as_str()), (0, "warnings: see `threefold check game.toml`\n"), "{args:?}");
    }
    assert!(folder.ask(&["check", "game.toml"]).out.contains("warning["));
}

/// The section may be left out, as in a typed move.
#[test]
fn squares_to_select_need_no_section() {
    let whole = ask(&["moves", "3-man-chess", "--from", "WHe2"]);
    let short = ask(&["moves", "3-man-chess", "--from", "e2"]);
    assert_eq!((short.code, &short.out), (0, &whole.out), "{}", short.err);
    assert!(short.out.contains("WHe4"), "{}", short.out);
    let drawn = |name: &str| ask(&["show", "3-man-chess", "--format", "svg", "--select", name]);
    assert_eq!(drawn("e2").out, drawn("WHe2").out);
    // Only one rook may move from this square: White's rook in Gray's section.
    let position = "w:KWHd1,RGRe4 g:KGRa1 b:KBLd1 turn=w";
    let from = |name: &str| ask(&["moves", "3-man-chess", "--position", position, "--from", name]).out;
    assert_eq!(from("e4"), from("GRe4"));
    assert!(from("e4").lines().any(|it| it == "GRRe1"), "{}", from("e4"));
    let several = "w:KWHd1,RGRe4,RBLe4 g:KGRa1 b:KBLd1 turn=w";
    let run = ask(&["moves", "3-man-chess", "--position", several, "--from", "e4"]);
    assert_eq!(
        (run.code, run.err.as_str()),
        (1, "error: `e4` can mean several squares\n  = help: write `GRe4` or `BLe4`\n")
    );
    assert!(ask(&["moves", "3-man-chess", "--from", "z9"]).err.contains("there is no square `z9`"));
}

/// A player has at most one piece that can be captured en passant.
#[test]
fn several_rights_against_one_player_are_an_error() {
    let position = "w:Ke1,Pa4,Pe4 b:Ke8 turn=b ep=a3:a4:w;e3:e4:w";
    let run = ask(&["show", "chess", "--position", position]);
    assert_eq!(run.code, 1);
    let message = "error[position]: white has several pieces that can be captured en passant; only one is allowed\n";
    assert!(run.err.starts_with(message), "{}", run.err);
    assert!(run.err.contains("^^^^^^^") && run.err.contains("the player's last double step"), "{}", run.err);
}

#[test]
fn the_list_has_a_line_for_each_game() {
    let list = ask(&["list"]);
    assert_eq!(list.code, 0);
    let is_game = |it: &&str| it.contains("  ");
    assert_eq!(list.out.lines().filter(is_game).count(), threefold::catalog::games().count());
    assert!(list.out.contains("\nGallery\ngallery/"), "{}", list.out);
    assert!(list.out.contains("chess"));
}

#[test]
fn the_reference_and_the_graph_are_printed_whole() {
    assert_eq!(ask(&["reference"]).out, threefold::reference());
    let schema: serde_json::Value = serde_json::from_str(&ask(&["reference", "--schema"]).out).expect("JSON");
    assert_eq!(schema, threefold::definition::schema());
    let dot = ask(&["show", "chess", "--format", "dot"]).out;
    assert_eq!(dot.matches(" -> ").count(), 420);
    let effective = ask(&["show", "3-man-chess", "--effective"]);
    assert!(effective.out.contains("\n[en-passant]"), "{}", effective.out);
    let again = with_input(&["show", "-", "--effective"], effective.out.as_bytes(), false);
    assert_eq!(again.code, 0, "{}", again.err);
}

/// Moves start from a position, and the output describes the final position.
#[test]
fn a_position_and_moves_go_together() {
    let folder = Folder::new("cli-moves", &[("game.txt", "a2-a4 h7-h5\n"), ("own.txt", "# position x\na2-a4\n")]);
    let file = folder.path().join("game.txt").display().to_string();
    let start = ["--position", "w:Ke1,Pa2 b:Ke8,Ph7 turn=w", "--moves", &file];
    let after = "w:Ke1,Pa4 b:Ke8,Ph5 turn=w";
    for command in [&["show", "chess", "--format", "json"][..], &["moves", "chess", "--format", "json"]] {
        let run = ask(&[command, &start].concat());
        let value: serde_json::Value = serde_json::from_str(&run.out).unwrap_or_else(|it| panic!("{it}: {}", run.err));
        assert!(value["position"].as_str().is_some_and(|it| it.contains("8/8/7,bP/wP,7/8/8/4,wK,3")), "{value}");
    }
    let run = ask(&[&["explain", "chess", "a4-a5"][..], &start].concat());
    assert_eq!(run.out, "a4-a5 is legal.\n", "{}", run.err);
    let count = ask(&[&["perft", "chess", "--depth", "2"][..], &start].concat());
    assert_eq!(count.out, ask(&["perft", "chess", "--depth", "2", "--position", after]).out, "{}", count.err);
    let own = folder.path().join("own.txt").display().to_string();
    let both = ask(&["show", "chess", "--position", after, "--moves", &own]);
    assert_eq!(both.code, 2);
    assert!(both.err.contains("remove `--position`"), "{}", both.err);
}

/// `;` or `,` separates several rights, as in the other keys.
#[test]
fn both_separators_of_en_passant_rights_work() {
    let pieces = "w:KWHd1,PWHe4 g:KGRd1,PGRe4 b:KBLd1 turn=b";
    let shown = |rights: &str| ask(&["show", "3-man-chess", "--position", &format!("{pieces} ep={rights}")]);
    let (one, other) = (shown("WHe3:WHe4:w;GRe3:GRe4:g"), shown("WHe3:WHe4:w,GRe3:GRe4:g"));
    assert_eq!((one.code, &one.out), (0, &other.out), "{}", one.err);
    assert!(one.out.contains("ep=WHe3:WHe4:w") && one.out.contains("GRe3:GRe4:g"), "{}", one.out);
}

#[test]
fn json_has_the_documented_fields() {
    let ring = "w:KWHd1,RWHa1 g:KGRd1,NGRg1 b:KBLd1 turn=w out=b score=w:0.5";
    let fields = |args: &[&str]| -> Vec<String> {
        let run = ask(args);
        let value: serde_json::Value = serde_json::from_str(&run.out).unwrap_or_else(|it| panic!("{it}: {}", run.err));
        value.as_object().expect("an object").keys().cloned().collect()
    };
    let show = ask(&["show", "3-man-chess", "--position", ring, "--format", "json"]);
    let show: serde_json::Value = serde_json::from_str(&show.out).expect("JSON");
    let names = ["variant", "hash", "position", "seats", "turn", "pieces", "checks", "barriers", "scores", "status"];
    for name in names.iter().chain(&["squares", "links"]) {
        assert!(show.get(name).is_some(), "{name}");
    }
    assert_eq!(show["pieces"].as_array().map(Vec::len), Some(5));
    assert_eq!(show["squares"].as_array().map(Vec::len), Some(144));
    assert_eq!(show["barriers"][0]["name"], "moat.0");
    assert_eq!(show["scores"]["w"], 0.5);
    assert_eq!(show["seats"][2]["living"], false);
    // The command accepts the position that it printed.
    let position = show["position"].as_str().expect("a text");
    let moves = fields(&["moves", "3-man-chess", "--position", position, "--format", "json"]);
    assert_eq!(moves, ["variant", "hash", "position", "turn", "moves"]);
    let perft = fields(&["perft", "3-man-chess", "--depth", "1", "--format", "json"]);
    assert_eq!(perft, ["variant", "hash", "depth", "nodes", "seconds"]);
    let explain = fields(&["explain", "3-man-chess", "WHa1-GRh1", "--format", "json"]);
    assert_eq!(explain, ["legal", "code", "sentence", "from", "to", "at", "barrier", "by", "source"]);
}

/// The figures depend on the machine; the test checks their names and that they exist.
#[test]
fn benchmark_figures_have_names() {
    let run = ask(&["bench", "osullivan", "--each", "1", "--format", "json"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let rows: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let row = rows.get(0).expect("a row for the variant");
    assert_eq!(row["variant"], "osullivan");
    for name in ["nodes", "leaves_per_second", "played_leaves_per_second", "random_plies_per_second", "two_threads"] {
        assert!(row[name].as_f64().is_some_and(|it| it > 0.0), "{name}: {row}");
    }
    assert!(row["position_bytes"].as_u64().is_some_and(|it| it <= 512), "{row}");
    assert!(row["table_bytes"].as_u64().is_some_and(|it| it <= 8_000_000), "{row}");
    let run = ask(&["bench", "nowhere"]);
    assert!(run.code == 2 && run.out.is_empty(), "{}", run.out);
}

#[test]
fn exit_codes() {
    let broken: &[u8] = b"name = \"x\"\n[board]\ncells = \"triangle\"\n";
    for (args, input, code) in [
        (&["explain", "chess", "e2-e5"][..], &b""[..], 0),
        (&["explain", "chess", "e2-e9"], b"", 1),
        (&["explain", "chess", "hello"], b"", 1),
        (&["check", "-"], broken, 1),
        (&["check", "-"], b"", 1),
        (&["check", "-"], b"\xff\xfe", 2),
        (&["show", "-"], b"\xff\xfe", 2),
        (&["show", "-", "--effective"], b"\xff\xfe", 2),
        (&["perft", "-", "--depth", "1"], b"\xff\xfe", 2),
        (&["rules", "-"], b"\xff\xfe", 2),
        (&["verify", "no-such-file.toml"], b"", 2),
        (&["check", "no-such-file.toml"], b"", 2),
        (&["check", "./src"], b"", 2),
        (&["check"], b"", 2),
        (&["show", "no-such-variant"], b"", 2),
        (&["show", "-"], broken, 1),
        (&["show", "chess", "--position", "w:Ke1,Ka1 b:Ke8"], b"", 1),
        (&["show", "3-man-chess", "--format", "fen"], b"", 1),
        (&["show", "parts/fairy-pieces"], b"", 1),
        (&["show", "chess", "--select", "z9"], b"", 1),
        (&["show", "chess", "--seat", "green"], b"", 2),
        (&["show", "chess", "--moves", "no-such-file"], b"", 2),
        (&["show", "chess", "-o", "no-such-folder/board.svg"], b"", 2),
        (&["show", "chess", "-o", "board.gif"], b"", 2),
        (&["draw", "no-such-file.toml"], b"", 2),
        (&["draw", "-"], b"about = \"x\"\nvariant = \"chess\"\npositon = \"x\"\n", 1),
        (&["verify", "-"], b"about = \"x\"\nvariant = \"chess\"\npositon = \"x\"\n", 1),
        (&["record", "check", "-"], b"1. e9 *\n", 1),
        (&["list", "no-such-game"], b"", 1),
        (&["show", "chess", "--position", "w:Ke1 turn=w"], b"", 1),
        (&["show", "chess", "--position", "-"], b"w:Ke1 b:Ke8 turn=w", 0),
        (&["show", "chess", "--position", "-"], b"\xff", 2),
        (&["moves", "chess", "--from", "z9"], b"", 1),
        (&["play", "chess", "--seat", "white=brs:10,weights=nofile"], b"", 2),
        (&["perft", "chess", "--depth", "99999999999999999999"], b"", 2),
        (&["perft", "chess", "--depth", "-1"], b"", 2),
        (&["perft", "chess"], b"", 2),
        (&["perft", "chess", "2", "--depth", "2"], b"", 2),
        (&["play", "chess"], b"e2-e4 e7-e5\n", 0),
        (&["play", "chess"], b"e2-e4 e7-e4\n", 1),
        (&["play", "chess"], b"\xff\n", 1),
        (&["play", "chess", "--moves", "-"], b"\xff\n", 2),
        (&["play", "chess", "--seat", "green=random"], b"", 2),
        (&["play", "chess", "--seat", "white=clever"], b"", 2),
        (&["play", "chess", "--seat", "white=random", "--seat", "w=greedy", "--quiet"], b"", 2),
        (&["play", "chess", "--moves", "no-such-file"], b"", 2),
        (&["play", "-", "--moves", "-"], b"", 2),
        (&["nonsense"], b"", 2),
        (&[], b"", 2),
        (&["--version"], b"", 0),
    ] {
        let run = with_input(args, input, false);
        assert_eq!(run.code, code, "{args:?}\n{}{}", run.out, run.err);
        assert!(code == 0 || !(run.err.is_empty() && run.out.is_empty()), "{args:?} says nothing");
    }
}

/// A stream whose reader has closed it.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    for args in [
        &["list"][..],
        &["show", "chess", "--format", "dot"],
        &["--help"],
        &["reference"],
        &["play", "chess", "--seat", "all=random"],
        &["verify", "examples/cases", "--verbose"],
        &["matrix", "examples/cases"],
    ] {
        let mut err = Vec::new();
        let mut io = Io { input: &mut Cursor::new(b""), out: &mut Closed, err: &mut err, is_terminal: false };
        assert_eq!(run(["threefold"].iter().chain(args), &mut io), 0, "{args:?}");
        assert!(err.is_empty(), "{}", String::from_utf8_lossy(&err));
    }
}

#[test]
fn piped_moves() {
    let mut text = String::new();
    for (args, input) in [
        (&["play", "chess"][..], "e4 e5 # the king's pawns\n1. Ng1-f3 Nc6\n"),
        (&["play", "chess", "--quiet"], "e4 e5\n\nQh5 Ke7\nQxe5\n"),
        (&["play", "chess", "--quiet"], "e4 e5\nQh5 Ke7\nQxe5 Ke6\n"),
        (&["play", "chess"], "e4 e5\ne4-e5\n"),
        (&["play", "chess", "--quiet"], "e4\nundo\nd4 moves\n"),
        (&["play", "chess", "--quiet"], "f3 e5 g4 Qh4\nb claims draw\n"),
        (&["play", "chess", "--quiet"], "f3 e5 g4\nhint\neval\nQh4\nhint\n"),
        (&["play", "chess", "--quiet"], "eval 10\n"),
        (&["play", "three-player-chess", "--quiet"], "w resigns for w\n"),
        (&["play", "three-player-chess", "--quiet"], "resign for w\n"),
        (&["play", "three-player-chess", "--quiet"], "e4\nresign for b\nb accepts\n"),
        (&["play", "three-player-chess", "--quiet"], "resign\n"),
        (&["play", "chess", "--quiet"], "moves e7\nmoves e1\n"),
        (&["play", "three-player-chess"], "e4\nresign for b\nrefuse\nw resigns for b\naccept\nsave\n"),
        (&["play", "osullivan", "--quiet"], "w resigns\nsave\nposition\n"),
        (&["play", "chess", "--quiet", "--seat", "black=random"], "e4\nd4\ndraw\nsave\n"),
    ] {
        let run = with_input(args, input.as_bytes(), false);
        text.push_str(&format!("$ threefold {} <<< {input:?}\n{}\n", args.join(" "), run.transcript()));
    }
    show("cli-piped", &text);
}

#[test]
fn an_interactive_game_in_the_terminal() {
    let input = "e2-e5\nmoves g1\nwhy e2-e5\nNf3\nnonsense words\nundo\nredo\ndraw\nrefuse\nhelp\nresign\nquit\n";
    let run = with_input(&["play", "chess"], input.as_bytes(), true);
    show("cli-terminal", &run.transcript());
}

#[test]
fn a_claim_without_a_name_lists_the_claims() {
    let claims = |variant: &str, input: &str| {
        let run = with_input(&["play", variant, "--quiet"], input.as_bytes(), false);
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let out = claims("chess", "claim\n");
    let expected = "claim draw    Offer a draw\nclaim resign  Resign\nNot possible now: threefold, fifty-moves.\n";
    assert!(out.starts_with(expected), "{out}");
    let out = claims("three-player-chess", "claim\n");
    assert!(out.contains("claim resign-for for r  Offer to resign in Red's favor\n"), "{out}");
    let out = claims("chess", "e2-e4\ne7-e5\nw claims draw\nb accepts\nclaim\n");
    assert!(out.starts_with("White can claim nothing now.\nNot possible now: draw, resign"), "{out}");
}

#[test]
fn bots_play_the_same_game_again() {
    for (game, who) in [("chess", "all=random"), ("trichess", "all=greedy"), ("osullivan", "red=greedy")] {
        let args = ["play", game, "--seat", who, "--seat", "white=random", "--seat", "black=random", "--seed", "5"];
        let (one, two) = (ask(&args), ask(&args));
        assert_eq!(one.code, 0, "{game}: {}", one.err);
        assert_eq!(one.out, two.out);
    }
}

#[test]
fn records_never_overwrite_a_file() {
    let folder = std::env::temp_dir().join(format!("threefold-record-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("game.txt");
    let path = path.to_str().expect("a plain path");
    let save = format!("e4 e5\nsave {path}\n");
    assert_eq!(with_input(&["play", "chess"], save.as_bytes(), false).code, 0);
    assert_eq!(with_input(&["play", "chess"], save.as_bytes(), false).code, 1);
    let again = ask(&["play", "chess", "--moves", path, "--quiet"]);
    assert_eq!((again.code, again.out.as_str()), (0, "White is to move.\n"));
    assert_eq!(std::fs::read_dir(&folder).map(Iterator::count).ok(), Some(1));
    std::fs::remove_dir_all(&folder).expect("an end");
}

/// The squares of `--last` and `--arrow` need no section where one pair is meant, as typed moves do not.
#[test]
fn last_moves_and_arrows_need_no_section() {
    let drawn = |args: &[&str]| ask(&[&["show", "3-man-chess", "--format", "svg"], args].concat());
    let arrow = |text: &str| drawn(&["--arrow", text]);
    assert_eq!(arrow("e2-e4").out, arrow("WHe2-WHe4").out);
    assert_ne!(arrow("e2-e4").out, arrow("GRe2-GRe4").out);
    // White has just moved: their pawn is on one of the two squares only.
    let position = "w:KWHd1,PWHe4 g:KGRd1,PGRe2 b:KBLd1,PBLe2 turn=g";
    let last = |text: &str| drawn(&["--position", position, "--last", text]);
    assert_eq!(last("e2-e4").out, last("WHe2-WHe4").out);
    assert_eq!(last("e2-e4").code, 0, "{}", last("e2-e4").err);
    let open = drawn(&["--last", "e2-e4"]);
    assert_eq!(open.code, 1);
    assert!(open.err.contains("`e2-e4` can mean several pairs of squares"), "{}", open.err);
    assert!(open.err.contains("write `WHe2-WHe4`, `GRe2-GRe4` or `BLe2-BLe4`"), "{}", open.err);
    assert!(arrow("e2-z9").err.contains("there is no square `z9`"), "{}", arrow("e2-z9").err);
}
