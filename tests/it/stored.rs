//! Values that programs store, with the feature `serde`.
//!
//! Input: values of each type with a lossless form. Output: JSON that reads back as an equal value.

use std::fmt::Debug;
use std::time::Duration;

use serde_json::{from_str, json, to_string, to_value};
use threefold::bot::{Level, Style, WeightChoice};
use threefold::game::Act;
use threefold::record::{Record, RecordStyle};
use threefold::rules::Repetition;
use threefold::search::{Algorithm, Budget, Evaluator, Limits, SearchOptions, SearchResult, Technique, search};
use threefold::{Game, Move, Refusal, Setup, SetupError};

use super::support::{Dice, load};

#[track_caller]
fn check<T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = to_string(value).expect("JSON");
    assert_eq!(&from_str::<T>(&text).unwrap_or_else(|it| panic!("{text}: {it}")), value, "{text}");
}

#[test]
fn actions_setups_and_refusals_are_stored() {
    let mut refusals = 0;
    for name in ["chess", "3-man-chess", "gallery/crazyhouse", "gallery/duck", "gallery/janggi", "gallery/seirawan"] {
        let variant = load(name);
        let (mut game, mut dice) = (Game::new(&variant).expect("a start"), Dice(9));
        for _ in 0..20 {
            let position = game.position().clone();
            check::<Setup>(&position.setup());
            let moves = game.legal_moves().to_vec();
            moves.iter().for_each(check::<Move>);
            for (from, _) in position.pieces() {
                let mv = Move::new(from, dice.pick(&position.pieces()).expect("a piece").0);
                if let Err(refusal) = position.explain(mv) {
                    check::<Refusal>(&refusal);
                    refusals += 1;
                }
            }
            let Some(mv) = dice.pick(&moves) else { break };
            game.play(mv).expect("a legal move");
        }
        game.played().iter().for_each(|it| check::<Act>(&it.act));
        check(&game.offers(game.turn()));
        check::<Repetition>(&game.repetition());
    }
    assert!(refusals > 0);
    let errors = Setup::builder(&load("chess")).halfmoves(70_000).build().expect_err("several violations");
    errors.iter().for_each(check::<SetupError>);
    [Act::Answer(true), Act::Withdraw].iter().for_each(check);
}

#[test]
fn records_are_stored_with_all_of_their_parts() {
    let text = "[White \"Ada\"] {first} 1. e4 $1 {good} (1. d4 d5) e5 2. Nf3?! {[%clk 1:00:00]} 1/2-1/2";
    let record = Record::parse(text).expect("a record");
    check(&record);
    // A name that PGN cannot express stays as it is.
    let mut odd = record.clone();
    odd.set_tag("Time control", "40");
    check(&odd);
    // A record that an earlier version stored can lack parts.
    assert_eq!(from_str::<Record>("{}").expect("a record"), Record::default());
    [RecordStyle::Short, RecordStyle::Players].iter().for_each(check);
}

#[test]
fn options_are_stored_as_their_texts() {
    assert_eq!(to_value(Algorithm::MonteCarlo).expect("JSON"), json!("mcts"));
    assert_eq!(to_value(Budget::Time(Duration::from_secs(2))).expect("JSON"), json!("2s"));
    assert_eq!(to_value(Level::Club).expect("JSON"), json!("club"));
    Algorithm::ALL.iter().for_each(check);
    Technique::ALL.iter().for_each(check);
    Level::ALL.iter().for_each(check);
    check(&WeightChoice::File("own.toml".to_owned()));
    for text in ["random", "expert", "maxn:20k,lines=2", "uci:stockfish,nodes=500"] {
        let style = Style::parse(text).expect("a bot");
        check(&style);
        assert_eq!(to_value(&style).expect("JSON"), json!(style.to_string()));
    }
    let error = from_str::<Algorithm>("\"brz\"").expect_err("no algorithm");
    assert!(error.to_string().starts_with("`brz` is not an algorithm"), "{error}");
    // Readers and values that own their text.
    assert_eq!(serde_json::from_value::<Level>(json!("full")).expect("a level"), Level::Full);
    assert_eq!(serde_json::from_reader::<_, Level>(&b"\"full\""[..]).expect("a level"), Level::Full);
}

#[test]
fn limits_and_results_of_a_search_are_stored() {
    check(&Limits::depth(3));
    check(&Limits::time(Duration::from_millis(1_500)));
    let start = load("chess").start().expect("a start");
    let options = SearchOptions::new(Algorithm::BestReply, Limits::depth(2));
    let found: SearchResult = search(&start, &Evaluator::new(start.variant()), &options);
    check(&found);
}
