//! Bots as text, and the levels.

use std::time::Duration;

use threefold::bot::{Bot, Level, Style};
use threefold::rules::Position;
use threefold::search::{Algorithm, Budget, Clock};

use super::support::{loaded, show};

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
        "mcts:2000,without=solver+progressive",
    ];
    let programs =
        ["uci:/usr/games/stockfish,elo=1700,threads=2,hash=16,time=100ms", "uci:C:\\x.exe,nodes=2000,wait=20ms"];
    for text in texts.into_iter().chain(programs) {
        assert_eq!(Style::parse(text).expect(text).to_string(), text);
    }
    assert_eq!(Style::parse("uci:stockfish").expect("a program").to_string(), "uci:stockfish,time=100ms");
}

/// On a large board, the nodes of a level take minutes.
#[test]
fn a_time_limit_ends_the_search_of_a_level() {
    let start = super::support::load("gallery/sannin").start().expect("a starting position");
    for level in Level::ALL {
        let mut bot = Bot::new(Style::Level(level), 1).with_time_limit(std::time::Duration::from_millis(50));
        let mv = bot.choose(&start).expect("no error").expect("a move");
        assert!(start.is_legal(mv), "{}", level.name());
    }
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
        "brs:2000,without=kilers",
        "brs:2000,without=killers+x",
        "random:3",
        "random,lines=2",
        "uci",
        "uci:",
        "uci:x,time=100",
        "uci:x,nodes=1s",
        "uci:x,time=1s,nodes=5",
        "uci:x,wait=5",
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
    let choose = |seed| Bot::new(Style::Level(level), seed).choose(position).expect("no error").expect("a legal move");
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

/// Positions in which the player to move can capture an unprotected queen, with its square.
const FREE_QUEENS: [(&str, &str, &str); 5] = [
    ("chess", "w:Kg1,Rd1,Pf2,Pg2,Ph2 b:Kg8,Qd8,Pf7,Pg7,Ph7 turn=w", "d8"),
    ("chess", "w:Kg1,Na4,Pf2,Pg2,Ph2,Rf1 b:Kg8,Qb6,Pf7,Pg7,Ph7,Rf8 turn=w", "b6"),
    ("three-player-chess", FREE_QUEEN_OF_RED, "d3"),
    ("trichess", FREE_QUEEN_OF_RED, "d3"),
    (
        "3-man-chess",
        "w:KWHd1,RWHa1,PWHd2,PWHc2,PWHe2 g:QWHa4,KGRd1,PGRd2,PGRe2,PGRc2,RGRa1 \
         b:KBLd1,RBLa1,PBLd2,PBLc2,PBLe2 turn=w",
        "WHa4",
    ),
];
const FREE_QUEEN_OF_RED: &str = "w:Kg1,Rd1,Pf2,Pg2,Ph2 r:Qd3,Ki12,Rh12,Rl12,Pi11,Ph11 b:Kd8,Rl8,Ra8,Pd7,Pc7 turn=w";

#[test]
fn weak_levels_capture_an_unprotected_queen() {
    for (name, text, square) in FREE_QUEENS {
        let position = position(name, text);
        for level in [Level::Beginner, Level::Casual, Level::Club] {
            let found = choices(level, &position);
            assert!(found.iter().all(|it| it.ends_with(square)), "{name}, {}: {found:?}", level.name());
        }
    }
}

/// Positions in which a player would lose their king, or be mated, after a careless move.
const DANGERS: [(&str, &str); 3] = [
    // A rook mates on the first rank if the white one leaves it without a capture.
    ("chess", "w:Kg1,Pa2,Pb2,Pc3,Pf2,Pg2,Ph2,Rd1 b:Kg8,Rd8,Re8,Pf7,Pg7,Ph7 turn=w"),
    ("three-player-chess", "w:Kg1,Ra1,Pb2,Pf2,Pg2,Ph2 r:Ki12,Re12,Pi11,Ph11 b:Kd8,Pd7,Pc7,Qi8 turn=w"),
    ("3-man-chess", "w:KWHd1,RWHh1,PWHd2,PWHc2,PWHe2 g:QGRe1,KGRd1,PGRd2,RGRa1 b:KBLd1,RBLa1,PBLd2 turn=w"),
];

#[test]
fn weak_levels_keep_their_king_for_a_round() {
    for (name, text) in DANGERS {
        let position = position(name, text);
        for level in [Level::Beginner, Level::Casual, Level::Club] {
            for seed in 1..=4 {
                let mv =
                    Bot::new(Style::Level(level), seed).choose(&position).expect("no error").expect("a legal move");
                let next = position.play(mv).expect("a legal move");
                let text = threefold::print_move(&position, mv);
                assert!(!can_end(&next, position.turn()), "{name}, {}: {text}", level.name());
            }
        }
    }
}

/// Reports whether the next player can mate a player, or capture their king.
fn can_end(position: &Position, seat: threefold::rulebook::SeatId) -> bool {
    let is_over = |next: &Position| next.ending().is_some() || !next.is_living(seat);
    position.legal_moves().iter().any(|mv| is_over(&position.play(*mv).expect("a legal move")))
}

#[test]
fn a_bot_remembers_its_last_search() {
    let game = |text: &str| {
        let style = Style::parse(text).expect(text);
        let mut bots = [1, 2].map(|seed| Bot::new(style.clone(), seed));
        // Fine's position, in which the same squares matter for many moves.
        let start = position("chess", "w:Ka1,Pa4,Pd4,Pd5,Pf4 b:Ka7,Pa5,Pd6,Pf5 turn=w");
        let mut game = threefold::Game::from_position(start);
        for ply in 0..16 {
            let mv = bots[ply % 2].choose_in(&game).expect("no error").expect("a legal move");
            game.play(mv).expect("a legal move");
        }
        game.moves().collect::<Vec<_>>()
    };
    let played = game("brs:500");
    assert_eq!(played, game("brs:500"));
    assert_ne!(played, game("brs:500,without=memory"));
}

#[test]
fn a_bot_that_cannot_choose_says_why() {
    let start = loaded("chess").variant.start().expect("a start");
    let program = Bot::new("uci:nothing-here".parse().expect("a style"), 1).choose(&start);
    let needs = "the program `nothing-here` needs the whole game: use `Bot::choose_in`";
    assert_eq!(program.expect_err("no game").to_string(), needs);
    let weights = Bot::new("brs:200,weights=/nothing/here.toml".parse().expect("a style"), 1).choose(&start);
    let error = weights.expect_err("no weights").to_string();
    assert!(error.starts_with("the weights `/nothing/here.toml` cannot be used"), "{error}");
}

#[test]
fn long_clocks_and_short_budgets_are_valid() {
    let clock = |left, increment| Clock { left, increment, moves: None };
    for clock in [clock(Duration::MAX, Duration::MAX), clock(Duration::MAX, Duration::ZERO)] {
        let (soft, hard) = clock.times();
        assert!(soft <= hard && hard < Duration::MAX, "{soft:?} {hard:?}");
    }
    for micros in [1, 10, 1_500, 1_000, 2_000_000, 2_500_000] {
        let budget = Budget::Time(Duration::from_micros(micros));
        assert_eq!(Budget::parse(&budget.to_string()), Some(budget), "{budget}");
    }
}
