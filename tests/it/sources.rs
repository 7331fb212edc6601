//! Errors and what caused them.
//!
//! Input: an error of each public type. Output: no error repeats the text of its source, and an error of the system is a
//! source.

use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use threefold::arena::{MatchError, play_game};
use threefold::bot::{Bot, BotError, Level, Style, UciProblem};
use threefold::case::CaseCause;
use threefold::compare::CompareError;
use threefold::draw::PngError;
use threefold::game::{ClaimErrorKind, ReplayErrorKind, replay};
use threefold::lab::{LabError, read_shard};
use threefold::notation::position::print_fen;
use threefold::record::{Record, RecordReplayErrorKind, replay_record};
use threefold::rules::VariantError;
use threefold::search::{Algorithm, Budget};
use threefold::serve::BindError;
use threefold::weights::WeightFile;
use threefold::{Game, Move, Points, Position, Setup, Square, parse_move, parse_position};

use super::support::load;

/// Returns an error of each public type, and of each variant that wraps another error.
fn samples() -> Vec<Box<dyn Error>> {
    let chess = load("chess");
    let start = chess.start().expect("a start");
    let mut all: Vec<Box<dyn Error>> = Vec::new();

    all.push(Box::new(threefold::load("chss").expect_err("no game")));
    all.push(Box::new(VariantError::TooManyTypes));
    let setup = Setup { turn: threefold::SeatId(9), ..start.setup() };
    let errors = Position::new(&chess, &setup).expect_err("no such seat");
    all.push(Box::new(errors[0].clone()));
    all.push(Box::new(errors));
    let positions = parse_position(&chess, "w:Ke1 turn=w castling=w:h1").expect_err("no king");
    all.push(Box::new(positions[0].kind.clone()));
    all.push(Box::new(positions[0].clone()));
    all.push(Box::new(positions.clone()));
    let text = parse_move(&start, "Nz9").expect_err("no move");
    all.push(Box::new(text.kind.clone()));
    all.push(Box::new(text));
    all.push(Box::new(start.play(Move::new(Square(0), Square(1))).expect_err("an illegal move")));
    all.push(Box::new(print_fen(&load("3-man-chess").start().expect("a start")).expect_err("three players")));

    let mut game = Game::new(&chess).expect("a start");
    for action in ["Nz9", "e5", "white accepts"] {
        let error = game.perform(action).expect_err("no such action");
        all.push(Box::new(CaseCause::from(error.clone())));
        all.push(Box::new(ReplayErrorKind::from(error.clone())));
        all.push(Box::new(RecordReplayErrorKind::from(ReplayErrorKind::from(error.clone()))));
        all.push(Box::new(error));
    }
    let unknown = chess.rulebook().check_seat(threefold::SeatId(9)).expect_err("no such seat");
    all.push(Box::new(ClaimErrorKind::from(unknown)));
    all.push(Box::new(unknown));
    all.push(Box::new(CaseCause::from(positions.clone())));
    all.push(Box::new(ReplayErrorKind::from(positions.clone())));
    all.push(Box::new(replay(&chess, "e4\ne4\n").expect_err("an illegal move")));
    all.push(Box::new(CompareError::Start { slug: "chess".to_owned(), errors: positions }));
    let case = "about = \"x\"\nvariant = \"chess\"\nplay = [\"e5\"]\n\n[expect]\nmoves = 20\n";
    let case = threefold::case::parse("x.toml", case).expect("a case");
    all.push(Box::new(threefold::case::run_under(&case, "chess", &chess, &case.expect).expect_err("an illegal move")));
    let broken = Record::parse("[White \"Ada\" 1. e4 { *").expect_err("no record");
    all.push(Box::new(broken[0].kind.clone()));
    all.push(Box::new(broken[0].clone()));
    all.push(Box::new(broken));
    let record = Record::parse("1. e5 *").expect("a record");
    all.push(Box::new(replay_record(&chess, &record).expect_err("an illegal move")));

    let style = Style::parse("brs:1,weights=/nothing/here.toml").expect("a bot");
    let failure = style.evaluator(&chess).expect_err("no such file");
    let findings = WeightFile::parse("x.toml", "wrong").expect_err("no weights");
    let weights = BotError::Weights { path: "x.toml".to_owned(), findings: Box::new(findings.clone()) };
    all.push(Box::new(findings));
    all.push(Box::new(BotError::Program { program: "x".to_owned(), problem: UciProblem::NeedsGame }));
    all.push(Box::new(UciProblem::NeedsGame));
    for error in [failure, weights] {
        all.push(Box::new(MatchError::Weights(error.clone())));
        all.push(Box::new(LabError::Bot(error.clone())));
        all.push(Box::new(error));
    }
    let mut bots = [Bot::new(style, 1), Bot::new(Style::Random, 1)];
    let stop = AtomicBool::new(false);
    let failure = play_game(Game::new(&chess).expect("a start"), &mut bots, 5, &stop).expect_err("no weights");
    all.push(Box::new(failure.clone()));
    all.push(Box::new(MatchError::Bot { bot: "brs:1".to_owned(), game: 1, failure }));
    let style = Style::parse("brs:x").expect_err("no bot");
    all.push(Box::new(style.kind.clone()));
    all.push(Box::new(style));
    all.push(Box::new("x".parse::<Level>().expect_err("no level")));
    all.push(Box::new("x".parse::<Algorithm>().expect_err("no algorithm")));
    all.push(Box::new("x".parse::<Budget>().expect_err("no budget")));
    all.push(Box::new("x".parse::<Points>().expect_err("no points")));
    all.push(Box::new(read_shard(&mut &b"x"[..]).expect_err("no shard")));
    all.push(Box::new(threefold::import::fairy("x.ini", "[a]\n", "b").expect_err("no section")));
    all.push(Box::new(PngError::Size(0)));
    all.extend(bind_errors().into_iter().map(|it| Box::new(it) as Box<dyn Error>));
    all
}

/// Returns each reason with an error of the system.
fn bind_errors() -> [BindError; 4] {
    let source = || io::Error::new(io::ErrorKind::PermissionDenied, "the system forbids it");
    let folder = || PathBuf::from("games");
    [
        BindError::Port(source()),
        BindError::Unreadable { name: "x.toml".to_owned(), source: source() },
        BindError::Games { folder: folder(), source: source() },
        BindError::Secret { folder: folder(), source: source() },
    ]
}

#[test]
fn errors_do_not_repeat_their_sources() {
    for error in samples() {
        let mut outer: &dyn Error = &*error;
        assert!(!outer.to_string().is_empty(), "{error:?}");
        while let Some(inner) = outer.source() {
            assert!(!outer.to_string().contains(&inner.to_string()), "{outer} repeats {inner}");
            outer = inner;
        }
    }
}

#[test]
fn errors_of_the_system_are_sources() {
    for error in bind_errors() {
        let source = error.source().expect("the error of the system");
        assert_eq!(source.downcast_ref::<io::Error>().map(io::Error::kind), Some(io::ErrorKind::PermissionDenied));
    }
}
