//! Values that programs compare, add, share between threads, or use as keys of maps.
//!
//! Input: random games of every shipped game. Output: equality of positions means equality of their contents, `Hash` agrees
//! with it, and the types that programs share are `Send` and `Sync`.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};
use std::time::Duration;

use threefold::bot::{Bot, Level, Style, WeightChoice};
use threefold::notation::position::print;
use threefold::record::Record;
use threefold::rules::Rollout;
use threefold::search::{Algorithm, Budget, Technique};
use threefold::{Game, Points, Position, Setup, UnsettledPosition, Variant, parse_move, parse_position};

use super::support::{Dice, is_slow, load};

fn hash(value: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

#[track_caller]
fn check_equal(one: &Position, other: &Position) {
    assert_eq!(one, other);
    assert_eq!(one.setup(), other.setup());
    assert_eq!((hash(one), hash(&one.setup())), (hash(other), hash(&other.setup())));
}

/// Every position of a random game equals the one that its setup and its text make, and no other one of the game.
fn check_game(name: &str, seed: u64) {
    let variant = load(name);
    let Some(start) = variant.start() else { return };
    let mut rollout = Rollout::new(&start);
    let (mut dice, mut seen) = (Dice(seed), HashMap::<Position, Setup>::new());
    for _ in 0..if is_slow() { 80 } else { 50 } {
        let position = rollout.position();
        let again = UnsettledPosition::new(&variant, &position.setup()).expect("a valid setup");
        check_equal(again.as_position(), position);
        check_equal(threefold::parse_unsettled(&variant, &print(position)).expect("a text").as_position(), position);
        if let Some(known) = seen.insert(position.clone(), position.setup()) {
            assert_eq!(known, position.setup(), "{name}");
        }
        let count = rollout.moves().len();
        if count == 0 || !rollout.play(dice.below(count)) {
            break;
        }
    }
    let setups: std::collections::HashSet<_> = seen.values().collect();
    assert_eq!(setups.len(), seen.len(), "{name}: unequal positions with one setup");
}

#[test]
fn equal_positions_have_equal_contents_and_hashes() {
    for shipped in threefold::catalog::games() {
        check_game(&shipped.slug, 11);
    }
}

#[test]
fn the_halfmove_clock_counts_and_the_history_does_not() {
    let chess = load("chess");
    let play = |texts: &[&str]| {
        texts.iter().fold(chess.start().expect("a start"), |position, text| {
            position.play(parse_move(&position, text).expect("a move")).expect("a legal move")
        })
    };
    let one = play(&["Nf3", "Nf6", "Nc3"]);
    let other = play(&["Nc3", "Nf6", "Nf3"]);
    check_equal(&one, &other);
    let back = play(&["Nf3", "Nf6", "Ng1", "Ng8"]);
    assert_ne!(back, play(&[]));
    assert_eq!(back.repetition_key(), play(&[]).repetition_key());
    // No black pawn can capture on e3: the right counts for equality, and not for repetition.
    let at = |text: &str| parse_position(&chess, text).expect("a position");
    let kings = "w:Ke1,Pe4 b:Ke8,Pa7 turn=b";
    let with = at(&format!("{kings} ep=e3:e4:w"));
    assert_ne!(with, at(kings));
    assert_eq!(with.repetition_key(), at(kings).repetition_key());
}

#[test]
fn positions_of_other_rules_are_unequal() {
    let text = include_str!("../../variants/chess.toml");
    let input = |text: &str| threefold::load_text("chess", text).expect("a rulebook").variant;
    let (one, renamed) = (input(text), input(&format!("# A comment changes nothing.\n{text}")));
    check_equal(&one.start().expect("a start"), &renamed.start().expect("a start"));
    let other = load("gallery/atomic").start().expect("a start");
    assert_ne!(load("chess").start().expect("a start").variant().hash(), other.variant().hash());
    assert_ne!(load("chess").start().expect("a start"), other);
}

#[test]
fn variants_are_equal_if_their_rules_are() {
    let chess = load("chess");
    let input = |text: &str| threefold::load_text("my-chess", text).expect("a rulebook").variant;
    let renamed = input("name = \"My chess\"\nextends = [\"chess\"]\n");
    assert_eq!((&chess, hash(&chess)), (&renamed, hash(&renamed)));
    assert_ne!(chess.slug(), renamed.slug());
    let changed = input(
        "name = \"My chess\"\nextends = [\"chess\"]\n\n[setup.black]\nking = [\"e8\"]\nrook = [\"a8\", \"h8\"]\n",
    );
    for other in [changed, load("gallery/atomic"), load("3-man-chess")] {
        assert_ne!(chess, other);
    }
}

#[test]
fn games_are_equal_if_their_starts_and_actions_are() {
    let chess = load("chess");
    let play = |texts: &[&str]| {
        let mut game = Game::new(&chess).expect("a start");
        for text in texts {
            game.perform(text).expect("an action");
        }
        game
    };
    let game = play(&["e4", "e5"]);
    assert_eq!(game, threefold::game::replay(&chess, &threefold::game::record(&game)).expect("a record"));
    let mut longer = play(&["e4", "e5", "Nf3"]);
    assert_ne!(game, longer);
    longer.undo();
    assert_eq!(game, longer);
    // The same position by other moves, and offers that change no position.
    assert_ne!(play(&["e4", "e5", "Nf3"]), play(&["Nf3", "e5", "e4"]));
    assert_ne!(game, play(&["e4", "e5", "white claims draw"]));
    let other = parse_position(&chess, "w:Ke1 b:Ke8 turn=w").expect("a position");
    assert_ne!(Game::from_position(other), play(&[]));
    assert_ne!(Game::new(&load("gallery/atomic")), Some(play(&[])));
}

#[test]
fn values_are_parsed_from_the_text_that_they_print() {
    #[track_caller]
    fn check<T: std::str::FromStr<Err: std::fmt::Debug> + std::fmt::Display + PartialEq + std::fmt::Debug>(value: T) {
        assert_eq!(value.to_string().parse::<T>().expect("its own text"), value);
    }
    Algorithm::ALL.into_iter().for_each(check);
    Technique::ALL.into_iter().for_each(check);
    Level::ALL.into_iter().for_each(check);
    [Points(18), Points(-4), Points(7)].into_iter().for_each(check);
    let times = [1, 1_000, 1_500, 2_000_000].map(|it| Budget::Time(Duration::from_micros(it)));
    times.into_iter().chain([Budget::Nodes(1), Budget::Nodes(20_000)]).for_each(check);
    [WeightChoice::Derived, WeightChoice::File("own.toml".to_owned())].into_iter().for_each(check);
    for text in ["random", "club", "brs:2s,lines=3,weights=derived,without=killers+memory", "uci:stockfish,elo=1700"] {
        check(text.parse::<Style>().expect("a bot"));
    }
    check(Record::parse("[White \"Ada\"] 1. e4 {good} $1 (1. d4 d5) e5 1/2-1/2").expect("a record"));

    // The error names every algorithm.
    let error = "x".parse::<Algorithm>().expect_err("no algorithm");
    assert!(Algorithm::ALL.iter().all(|it| error.expected.contains(it.name())), "{error}");
    assert_eq!("x".repeat(100).parse::<Technique>().expect_err("no technique").text.len(), 40);
    for text in ["", "0", "2h", "-1", "2 s"] {
        assert_eq!(text.parse::<Budget>().expect_err("no budget").text, text);
    }
}

#[test]
fn points_add_up() {
    let all = [Points(12), Points(6), Points(4)];
    assert_eq!(all.iter().sum::<Points>(), Points(22));
    assert_eq!(all.into_iter().sum::<Points>(), Points(12) + Points(6) + Points(4));
    let mut points = Points(4);
    points += Points(8);
    points -= Points(18);
    assert_eq!((points, Points(0) - Points(6)), (Points(-6), Points(-6)));
    assert_eq!(hash(&points), hash(&Points(-6)));
}

#[test]
fn threads_can_share_what_programs_keep() {
    const fn is_shared<T: Send + Sync>() {}
    const {
        is_shared::<Bot>();
        is_shared::<Game>();
        is_shared::<Position>();
        is_shared::<Variant>();
    }
    let bots = [7, 8].map(|seed| std::sync::RwLock::new(Bot::new(Style::Random, seed)));
    let start = load("chess").start().expect("a start");
    std::thread::scope(|scope| {
        for bot in &bots {
            scope.spawn(|| bot.write().expect("no panic").choose(&start).expect("no error").expect("a move"));
        }
    });
}
