//! X-FEN in both directions: well-known positions, a wide board, castling with inner rooks,
//! rulebooks that FEN does not fit, and errors with their columns.

use threefold::bot::{Bot, Style};
use threefold::catalog;
use threefold::game::Game;
use threefold::notation::position::{parse_position, print, print_fen, render};
use threefold::rules::Variant;

use super::rulebook_fixtures::{at, board, chess_but};
use super::support::{Folder, ask, fen, load, root};

/// Returns all fields except the last: a position does not store the move number.
fn without_number(text: &str) -> String {
    text.split(' ').take(5).collect::<Vec<_>>().join(" ")
}

/// Returns the FEN positions of the perft file.
fn known() -> Vec<String> {
    let own = std::fs::read_to_string(root().join("tests/perft/chess.perft")).expect("a readable file");
    let column = |it: &str| it.split('|').nth(2).map(|it| it.trim().to_owned());
    let mut all: Vec<String> = own.lines().filter(|it| !it.starts_with('#')).filter_map(column).collect();
    all.retain(|it| it.contains('/'));
    assert!(all.len() >= 6, "{all:?}");
    all
}

#[test]
fn known_positions_round_trip() {
    let chess = load("chess");
    let en_passant = [
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "4k3/8/8/2pP4/8/8/8/4K3 w - c6 7 40",
        "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 99 80",
    ];
    for text in known().iter().map(String::as_str).chain(en_passant) {
        let position = at(&chess, text);
        assert_eq!(print(&position), print(&at(&chess, &fen(text))), "{text}");
        assert_eq!(print_fen(&position).map(|it| without_number(&it)), Ok(without_number(text)));
    }
    // Only the piece placement and the player to move are required.
    let short = print(&at(&chess, "4k3/8/8/8/8/8/8/R3K2R b"));
    assert_eq!(short, print(&at(&chess, "w:Ke1,Ra1,Rh1 b:Ke8 turn=b")));
    // Programs leave out castling and en passant in games that have neither.
    let shogi = load("gallery/minishogi");
    let start = "rbsgk/4p/5/P4/KGSBR[-] w";
    assert_eq!(print(&at(&shogi, &format!("{start} 3 9"))), print(&at(&shogi, &format!("{start} - - 3 9"))));
}

#[test]
fn positions_of_games_print_and_read_back() {
    let mut printed = 0;
    for shipped in catalog::games() {
        let variant = load(&shipped.slug);
        let Some(mut game) = Game::new(&variant) else { continue };
        let mut bot = Bot::new(Style::Random, 7);
        for _ in 0..80 {
            let position = game.position();
            if let (Ok(text), None) = (print_fen(position), position.ending()) {
                printed += 1;
                assert_eq!(print(&at(&variant, &text)), print(position), "{}: {text}", shipped.slug);
            }
            let Ok(Some(mv)) = bot.choose(position) else { break };
            game.play(mv).unwrap_or_else(|it| panic!("{}: {it}", shipped.slug));
        }
    }
    assert!(printed >= 80, "{printed} positions have a FEN");
}

/// Chess on ten files, with a piece that moves as bishop and knight, and one that moves as rook and knight.
const TEN_FILES: &str = r#"
[piece.archbishop]
letter = "A"
movement = "BN"
role = "piece"
value = 8

[piece.chancellor]
letter = "C"
movement = "RN"
role = "piece"
value = 9

[setup]
king = ["f1"]
queen = ["e1"]
rook = ["a1", "j1"]
knight = ["b1", "i1"]
archbishop = ["c1"]
bishop = ["d1", "g1"]
chancellor = ["h1"]
pawn = ["a2-j2"]

[castling.king-side]
king = ["f1", "i1"]
rook = ["j1", "h1"]

[castling.queen-side]
king = ["f1", "c1"]
rook = ["a1", "d1"]
"#;

#[test]
fn a_board_of_ten_files_has_runs_of_two_digits() {
    let variant = chess_but(&(board(10, 8, "") + TEN_FILES));
    let start = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1";
    let position = variant.start().expect("a starting position");
    assert_eq!(print_fen(&position).as_deref(), Ok(start));
    assert_eq!(print(&at(&variant, start)), print(&position));
    let next = at(&variant, "rnabqkbcnr/pppppppppp/10/10/9P/10/PPPPPPPPP1/RNABQKBCNR b KQkq j3");
    assert!(print(&next).contains(" ep=j3:j4:w:1 "), "{}", print(&next));
}

#[test]
fn file_letters_denote_inner_rooks() {
    let text = "[setup]\nking = [\"e1\"]\nrook = [\"a1\", \"g1\", \"h1\"]\npawn = [\"a2-h2\"]\n\
        [castling.king-side]\nking = [\"e1\", \"g1\"]\nrook = [\"g1\", \"f1\"]\n";
    let variant = chess_but(text);
    let start = "r3k1rr/pppppppp/8/8/8/8/PPPPPPPP/R3K1RR w GQgq - 0 1";
    let position = variant.start().expect("a starting position");
    assert_eq!(print_fen(&position).as_deref(), Ok(start));
    assert_eq!(print(&at(&variant, start)), print(&position));
    // Without the rook on h1, the inner rook is the outermost. Its file may still be given.
    for rights in ["K", "G"] {
        let position = at(&variant, &format!("4k3/8/8/8/8/8/8/4K1R1 w {rights} -"));
        assert_eq!(print_fen(&position).as_deref(), Ok("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1"));
    }
    let wrong = "4k3/8/8/8/8/8/8/4K1RR w K -";
    let shown = render(wrong, &parse_position(&variant, wrong).expect_err("no castling with the rook on h1"));
    assert_eq!(
        shown,
        "error[position]: `K`: it means the outermost rook, on h1, with which White does not castle\n  \
         | 4k3/8/8/8/8/8/8/4K1RR w K -\n  |                         ^\n  = help: write `G` for the rook on g1\n"
    );
}

/// Returns the errors of a text: the message and the marked part of each.
fn errors(variant: &Variant, text: &str) -> Vec<(String, String)> {
    let errors = parse_position(variant, text).map(|it| print(&it)).expect_err(text);
    errors.into_iter().map(|it| (it.to_string(), text[it.start..it.end].to_owned())).collect()
}

#[test]
fn errors_of_fen_point_at_their_columns() {
    let clock = errors(&load("chess"), "4k3/8/8/8/8/8/8/4K3 w - - 70000 1");
    let large = "`70000` is not a number from 0 to 65535";
    assert_eq!(clock, [(large.to_owned(), "70000".to_owned())]);
    let chess = load("chess");
    for (text, expected) in [
        ("4k3/8/8/8/8/8/8/4K3", &[("the player to move is missing", "")][..]),
        ("4k3/8/8/8/8/8/8/4K3 x", &[("`x` is not a player to move", "x")]),
        ("4k3/8/8/8/8/8/4K3 w", &[("the board has 8 ranks, but the text has 7", "4k3/8/8/8/8/8/4K3")]),
        (
            "4k2/8/8/8/9/8/2x5/4K3 w",
            &[
                ("rank 8 has 8 squares, but the text fills 7", "4k2"),
                ("rank 4 has 8 squares, but the text fills 9", "9"),
                ("`x` is not the letter of a piece", "x"),
            ],
        ),
        ("4k3/8/8/8/8/8/3*4/4K3 w", &[("`*` marks a hole, but this board has none", "*")]),
        ("4k3/08/8/8/8/8/8/4K3 w", &[("`08` is not a number of empty squares", "08")]),
        ("8/8/8/8/8/8/8/4K3 w", &[("black is still in the game but has no king", "8/8/8/8/8/8/8/4K3")]),
        ("4k3/8/8/8/8/8/8/4K3 w K", &[("the right to castle `king-side` needs the rook of white on h1", "K")]),
        (
            "r3k3/8/8/8/8/8/8/4K2R w KqqB z9 x -1 2",
            &[
                ("`q` is given twice", "q"),
                ("`B`: White does not castle with a rook on such a file", "B"),
                ("there is no square `z9`", "z9"),
                ("`x` is not a number from 0 to 65535", "x"),
                ("`-1` is not a number from 0 to 1000000", "-1"),
                ("nothing may follow the number of the move", "2"),
            ],
        ),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3", &[("no double step of Black can have passed e3", "e3")]),
        ("4k3/8/8/8/8/4P3/8/4K3 b - e2", &[("no double step of White can have passed e2", "e2")]),
        ("4k3/8/8/8/4P3/8/4P3/4K3 b - e3", &[("no double step of White can have passed e3", "e3")]),
    ] {
        let expected: Vec<(String, String)> = expected.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect();
        assert_eq!(errors(&chess, text), expected, "{text}");
    }
    let text = "4k3/8/8/8/8/8/2x5/4K3 w";
    let shown = render(text, &parse_position(&chess, text).expect_err("an unknown letter"));
    assert!(shown.contains("\n  | 4k3/8/8/8/8/8/2x5/4K3 w\n  |                ^\n"), "{shown}");
    assert!(shown.contains("uppercase for White, lowercase for Black"), "{shown}");
}

#[test]
fn rulebooks_without_fen_report_the_reason() {
    let ring = load("3-man-chess");
    let [(message, _)] = &errors(&ring, "4k3/8/8/8/8/8/8/4K3 w")[..] else { panic!("one error") };
    assert_eq!(
        message,
        "this text is FEN, which cannot express positions of this rulebook: FEN is for two players, and this rulebook has 3"
    );
    let run = ask(&["show", "3-man-chess", "--format", "fen"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(
        run.err.starts_with("error: this position cannot be written in FEN: the board is not one rectangle"),
        "{}",
        run.err
    );
    assert!(run.err.contains("= help: the last line of `--format text`"), "{}", run.err);
    // FEN4 has positions of three players, but not their marks.
    let marked = ["show", "osullivan", "--format", "fen", "--position"];
    let shown = |position: &str| ask(&[&marked[..], &[position]].concat());
    assert_eq!(shown("w:Kd8 r:Kh1 b:Ka1,Ce4 turn=r").code, 0);
    let run = shown("w:Kd8 r:Kh1 b:Ka1,Ce4[freed] turn=r");
    assert!(run.err.contains("in FEN: the center pawn on e4 has the mark `freed`\n"), "{}", run.err);
}

#[test]
fn the_command_reads_and_prints_fen() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(ask(&["show", "chess", "--format", "fen"]).out, format!("{start}\n"));
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let shown = ask(&["show", "chess", "--position", mate, "--format", "fen"]).out;
    assert_eq!(shown, format!("{} 1\n", without_number(mate)));
    let field = |args: &[&str]| {
        let run = ask(&[&["show"], args, &["--format", "json"]].concat());
        let value: serde_json::Value = serde_json::from_str(&run.out).unwrap_or_else(|it| panic!("{it}: {}", run.err));
        value["fen"].as_str().map(str::to_owned)
    };
    assert_eq!(field(&["chess"]).as_deref(), Some(start));
    assert_eq!(field(&["3-man-chess"]), None);
    // Records and cases accept FEN, too.
    let case = "about = \"The king is mated.\"\nvariant = \"chess\"\nposition = \"7k/6Q1/6K1/8/8/8/8/8 b\"\n\n\
        [expect]\nstatus = \"checkmate\"\nmoves = 0\n";
    let record = format!("# position {start}\ne2-e4 e7-e5\n");
    let folder = Folder::new("fen-files", &[("mate.toml", case), ("game.txt", &record)]);
    let moves = folder.path().join("game.txt").display().to_string();
    let shown = ask(&["show", "chess", "--moves", &moves, "--format", "fen"]);
    assert_eq!(shown.out, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 1\n", "{}", shown.err);
    let verified = ask(&["verify", &folder.path().display().to_string()]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
}

#[test]
fn a_huge_run_of_empty_squares_is_an_error() {
    let chess = load("chess");
    for rank in ["18446744073709551615n8", "n18446744073709551615", "99999999999999999999999n"] {
        let text = format!("4k3/{rank}/8/8/8/8/8/4K3 w - - 0 1");
        let found = errors(&chess, &text);
        assert!(found.iter().any(|it| it.1.contains("8 squares") || it.0.contains("8 squares")), "{rank}: {found:?}");
    }
}

#[test]
fn a_setup_with_ids_of_another_game_is_refused() {
    use threefold::policy::Points;
    use threefold::rulebook::SeatId;
    use threefold::rules::Setup;
    let chess = load("chess");
    let setup = || {
        let start = chess.start().expect("a starting position");
        Setup::builder(&chess).pieces(start.pieces())
    };
    assert!(setup().build().is_ok());
    assert!(setup().castling(99).build().is_err());
    assert!(setup().eliminated(SeatId(12)).build().is_err());
    assert!(setup().score(SeatId(9), Points(6)).build().is_err());
}

/// The right to capture en passant would need a further ply.
#[test]
fn a_double_step_that_ends_the_game_leaves_no_right() {
    let visits = load("mechanisms/three-visits-on-96-squares");
    let text = "w:Ke1,Pd2 r:Kg12 b:Kd8,Pc4 turn=w counters=w:visits:2";
    let start = parse_position(&visits, text).expect("a position");
    let end = start.play(threefold::parse_move(&start, "d2-d4").expect("a move")).expect("it is legal");
    assert!(end.ending().is_some() && end.setup().en_passant.is_empty());
    let again = parse_position(&visits, &print(&end)).expect("a position");
    assert_eq!(again, end);
}

/// A line that is no position is not written. FEN says nothing of the history, or of an end that the pieces do not show.
#[test]
fn the_end_of_a_game_is_written_only_if_it_can_be_read() {
    let files = [
        ("atomic.txt", "Nf3 a6 Ng5 a5 Nxf7\n"),
        ("hill.txt", "e4 a6 Ke2 b6 Ke3 c6 Kd4\n"),
        ("mate.txt", "f3 e5 g4 Qh4\n"),
        ("repeated.txt", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8\n"),
    ];
    let folder = Folder::new("fen-ends", &files);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let run = ask(&["show", "gallery/atomic", "--moves", &path("atomic.txt"), "--format", "fen"]);
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("in FEN: the game is over, and FEN cannot say how it ended\n"), "{}", run.err);
    for (game, moves, pieces) in [
        ("mechanisms/king-of-the-hill", "hill.txt", "rnbqkbnr/3ppppp/ppp5/8/3KP3/8/PPPP1PPP/RNBQ1BNR w kq - 1 1\n"),
        ("chess", "repeated.txt", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 16 1\n"),
    ] {
        assert_eq!(ask(&["show", game, "--moves", &path(moves), "--format", "fen"]).out, pieces);
    }
    let mate = ask(&["show", "chess", "--moves", &path("mate.txt"), "--format", "fen"]);
    assert_eq!(mate.out, "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 1\n", "{}", mate.err);
    let stalemate = "7k/5K2/6Q1/8/8/8/8/8 b - - 0 1";
    assert_eq!(ask(&["show", "chess", "--position", stalemate, "--format", "fen"]).out, format!("{stalemate}\n"));
}
