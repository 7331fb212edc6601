//! Points in thirds and quarters: what the program prints reads back as the same points.
//!
//! Input: rulebooks whose endings give thirds. Output: positions, records, JSON and points of the lab, all exact.

use crate::support::{ask, load};
use threefold::bot::Style;
use threefold::lab::{GamePlayer, LabOptions, LabPlan};
use threefold::notation::position::{parse_position, print};
use threefold::record::{Record, RecordStyle, replay_record};
use threefold::{Game, Points};

const BEFORE: &str = "w:Ka1 r:Kj12 b:Kd8,Qb5 turn=b";

#[test]
fn texts_of_points_are_exact() {
    for (text, twelfths) in [
        ("0", 0),
        ("1", 12),
        ("0.5", 6),
        ("-1.5", -18),
        ("1/3", 4),
        ("-2/3", -8),
        ("4/3", 16),
        ("5/6", 10),
        ("0.25", 3),
        ("-2.75", -33),
        ("7/12", 7),
    ] {
        assert_eq!(text.parse(), Ok(Points(twelfths)), "{text}");
        assert_eq!(Points(twelfths).to_string(), text);
    }
    for (text, twelfths) in
        [("1 1/3", 16), ("-1 2/3", -20), ("2/2", 12), ("1.0", 12), ("2500", 30_000), ("3/4", 9), ("1 1/4", 15)]
    {
        assert_eq!(text.parse(), Ok(Points(twelfths)), "{text}");
    }
    for text in ["", "-", "1/5", "1/", "/3", "0.3", "1.5/3", "1 1 1/3", "2501", "1/3/3", "+1", "--1"] {
        assert!(text.parse::<Points>().is_err(), "{text}");
    }
}

#[test]
fn a_rulebook_can_give_thirds() {
    let load = |points: &str| {
        let text = format!(
            "name = \"x\"\nextends = [\"chess\"]\n[outcome.stalemate]\nextends = \"stalemate\"\npoints = {points}\n"
        );
        threefold::load_text("x", &text).map_err(|it| it.to_string())
    };
    let scores = |points: &str| {
        let book = load(points).expect("a rulebook").variant.rulebook().clone();
        let outcome = book.outcomes().iter().find(|it| it.name() == "stalemate").expect("the outcome");
        outcome.score().iter().map(|it| it.1.0).collect::<Vec<_>>()
    };
    assert_eq!(scores("{ victim = \"1/3\", others = \"1 1/3\" }"), [4, 16]);
    assert_eq!(scores("{ victim = \"2/3\", others = \"0.5\" }"), [8, 6]);
    assert_eq!(scores("{ victim = 0.25, others = \"3/4\" }"), [3, 9]);
    for points in ["{ all = \"1/5\" }", "{ all = \"third\" }", "{ all = 0.3333 }"] {
        assert!(load(points).is_err_and(|it| it.contains("bad-points")), "{points}");
    }
}

#[test]
fn a_game_with_thirds_reads_back() {
    let variant = load("mechanisms/stalemate-shared");
    let mut game = Game::from_position(parse_position(&variant, BEFORE).expect("a position"));
    let mv = threefold::parse_move(game.position(), "b5-b3").expect("a move");
    game.play(mv).expect("a legal move");
    assert_eq!(game.position().scores(), [Points(4); 3]);
    let text = print(game.position());
    assert!(text.contains("score=w:1/3,r:1/3,b:1/3"), "{text}");
    assert_eq!(&parse_position(&variant, &text).expect("a position"), game.position());
    for style in [RecordStyle::usual(variant.rulebook()), RecordStyle::Players] {
        let text = Record::from_game_in(&game, style).to_string();
        assert!(text.trim_end().ends_with("1/3,1/3,1/3"), "{text}");
        let record = Record::parse(&text).expect("a record");
        assert_eq!(record.to_string(), text);
        assert_eq!(replay_record(&variant, &record).expect("it replays").position(), game.position());
    }
    let show = ask(&["show", "mechanisms/stalemate-shared", "--position", &text, "--format", "json"]);
    let show: serde_json::Value = serde_json::from_str(&show.out).expect("JSON");
    assert_eq!(show["scores"], serde_json::json!({ "w": "1/3", "r": "1/3", "b": "1/3" }));
}

#[test]
fn the_lab_counts_thirds_exactly() {
    let text = "name = \"x\"\nextends = [\"chess\"]\n[outcome.stalemate]\nextends = \"stalemate\"\n\
                points = { victim = \"1/3\", others = \"2/3\" }\n";
    let variant = threefold::load_text("x", text).expect("a rulebook").variant;
    let start = parse_position(&variant, "w:Kb6,Qc7 b:Ka8 turn=w").expect("a position");
    let plan = LabPlan::new(start, vec![Style::Random; 2], LabOptions::default()).expect("a plan");
    assert_eq!(plan.unit(), 12, "quarters and thirds are whole numbers of units");
    let mut player = GamePlayer::new(&plan);
    let rows: Vec<[i32; 2]> =
        (0..200).map(|it| player.play(it).expect("a game").points).map(|it| [it[0], it[1]]).collect();
    assert!(rows.iter().all(|it| it[0] + it[1] == 12), "one point a game");
    assert!(rows.contains(&[8, 4]) && rows.contains(&[6, 6]), "stalemates and draws");
}
