//! Reads game records, replays them through the rules, and repairs what is wrong with them. Run it
//! with `cargo run --release --example read_records`, or with a file of records as argument.

use std::io::{BufRead, BufReader};

use threefold::notation::sentence::ending_sentence;
use threefold::record::{Record, RecordReader, replay_record};
use threefold::{Input, load_input};

/// Three games: the second one has a move that the rules refuse, the third one lacks an end.
const RECORDS: &str = "[White \"Ada\"]\n[Black \"Bo\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
    [White \"Bo\"]\n[Black \"Cy\"]\n\n1. e4 e5 2. Ke3 *\n\n\
    [Variant \"3-man-chess\"]\n\n1. w:WHe4 g:GRe4 {quick} b:BLe4";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let input: Box<dyn BufRead> = match std::env::args().nth(1) {
        Some(path) => Box::new(BufReader::new(std::fs::File::open(path)?)),
        None => Box::new(RECORDS.as_bytes()),
    };
    // The reader keeps one game in memory, so a file can have any number of games.
    for entry in RecordReader::new(input) {
        let entry = entry?;
        for error in &entry.errors {
            println!("line {}: {}", error.line, error.repair());
        }
        let record: &Record = &entry.record;
        // The record names its variant, and a record can come from anyone: no file is opened.
        let variant = load_input(Input::Slug(record.tag("Variant").unwrap_or("chess")))?.variant;
        match replay_record(&variant, record) {
            Ok(game) => match game.outcome() {
                Some(ending) => println!("{}", ending_sentence(game.position(), ending)),
                None => println!("{} moves, and the game goes on", game.moves().count()),
            },
            Err(error) => println!("{error} [{}]", error.code()),
        }
    }
    Ok(())
}
