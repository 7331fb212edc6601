//! Bots as text.

use threefold::bot::Style;
use threefold::search::{Algorithm, Budget};

use super::support::show;

#[test]
fn bots_are_read_from_text_and_written_back() {
    assert_eq!(Style::parse("brs:20k"), Ok(Style::search(Algorithm::BestReply, Budget::Nodes(20_000))));
    let texts = ["random", "greedy", "paranoid:1", "alphabeta:1500ms", "maxn:2s", "mcts:2000,lines=3"];
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
