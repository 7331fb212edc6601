//! Bots as text, and the levels.

use threefold::bot::{Bot, Level, Style};
use threefold::rules::Position;
use threefold::search::{Algorithm, Budget};

use super::support::show;

#[test]
fn bots_are_read_from_text_and_written_back() {
    assert_eq!(Style::parse("brs:20k"), Ok(Style::search(Algorithm::BestReply, Budget::Nodes(20_000))));
    let texts = [
        "random",
        "greedy",
        "beginner",
        "full",
        "paranoid:1",
        "alphabeta:1500ms",
        "maxn:2s",
        "mcts:2000,lines=3,threads=2,weights=derived",
        "brs:5,weights=a.toml",
    ];
    let programs = ["uci:/usr/games/stockfish,elo=1700,threads=2,hash=16,time=100ms", "uci:C:\\x.exe,nodes=2000"];
    for text in texts.into_iter().chain(programs) {
        assert_eq!(Style::parse(text).expect(text).to_string(), text);
    }
    assert_eq!(Style::parse("uci:stockfish").expect("a program").to_string(), "uci:stockfish,time=100ms");
}

#[test]
fn texts_that_are_not_bots_are_explained() {
    let texts = [
        "",
        "gready",
        "bsr:2000",
        "brs",
        "brs:",
        "brs:0",
        "brs:2m",
        "brs:2000,",
        "brs:2000,lines",
        "brs:2000,line=2",
        "brs:2000,lines=0",
        "brs:2000,lines=2,lines=2",
        "brs:2000,sky=1",
        "random:3",
        "random,lines=2",
        "uci",
        "uci:",
        "uci:x,time=100",
        "uci:x,nodes=1s",
        "uci:x,time=1s,nodes=5",
        "uci:x,elo=high",
        "human",
    ];
    let explain = |text: &str| {
        let error = Style::parse(text).expect_err(text);
        format!("{text}\n{}^ {error}\n", " ".repeat(error.at))
    };
    show("bot-text-errors", &texts.map(explain).concat());
}

fn position(variant: &str, text: &str) -> Position {
    let variant = threefold::load(variant).expect(variant).variant;
    threefold::parse_position(&variant, text).expect(text)
}

/// Returns the texts of the moves that a level chooses with a few seeds.
fn choices(level: Level, position: &Position) -> Vec<String> {
    let choose = |seed| Bot::new(Style::Level(level), seed).choose(position).expect("a legal move");
    (1..=4).map(|seed| threefold::print_move(position, choose(seed))).collect()
}

#[test]
fn no_level_from_casual_on_overlooks_a_mate_in_one() {
    let chess = position("chess", "w:Kg6,Rb1,Ra1 b:Kh8,Pa7 turn=w");
    for level in &Level::ALL[1..] {
        let found = choices(*level, &chess);
        assert!(found.iter().all(|it| it == "Rb1-b8" || it == "Ra1-a8"), "{}: {found:?}", level.name());
    }
}

#[test]
fn levels_differ_in_how_often_they_take_a_free_piece() {
    let chess = position("chess", "w:Kg1,Rd1,Pf2,Pg2,Ph2 b:Kg8,Qd8,Pf7,Pg7,Ph7 turn=w");
    for level in [Level::Casual, Level::Club] {
        let found = choices(level, &chess);
        assert!(found.iter().all(|it| it == "Rd1xd8"), "{}: {found:?}", level.name());
    }
    // In the starting position, errors make the weaker levels play different moves.
    let start = threefold::load("chess").expect("chess").variant.start().expect("a start");
    let mut found = choices(Level::Beginner, &start);
    assert_eq!(found, choices(Level::Beginner, &start), "the seed decides");
    found.dedup();
    assert!(found.len() > 1, "{found:?}");
}
