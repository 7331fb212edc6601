//! The lab: reproducible games, exact figures, fairness, comparisons, and what the command refuses.

mod page;
mod reports;
mod shards;
mod statistics;

use threefold::bot::Style;
use threefold::game::Game;
use threefold::lab::{
    Exit, GamePlayer, GameRow, LabOptions, LabPlan, PLY_LIMIT, Report, Tally, compare_reports, csv, json,
};
use threefold::{SeatId, parse_position};

use super::support::{Run, ask, load};

/// Plans random games of a shipped rulebook.
fn plan(name: &str, position: Option<&str>, ply_limit: u32) -> LabPlan {
    let variant = load(name);
    let start = position.map(|it| parse_position(&variant, it).expect(it)).or_else(|| variant.start());
    let start = start.expect("a starting position");
    let bots = vec![Style::Random; variant.rulebook().seats().len()];
    LabPlan::new(start, bots, LabOptions { ply_limit, ..LabOptions::default() }).expect("a plan")
}

fn tally(plan: &LabPlan, games: u64) -> Tally {
    plan.run(0..games, 2, &mut |_| true).expect("no game fails")
}

fn lab(args: &[&str]) -> Run {
    ask(&[&["lab"], args].concat())
}

/// Ctrl-C during the first block loses none of its games.
#[test]
fn a_stopped_block_has_its_complete_games() {
    static STOP: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
    let plan = plan("chess", None, 40).with_stop(&STOP);
    let timer = std::thread::spawn(|| {
        std::thread::sleep(std::time::Duration::from_millis(300));
        STOP.store(true, std::sync::atomic::Ordering::Relaxed);
    });
    let mut found = Vec::new();
    plan.run_blocks(std::slice::from_ref(&(0..1_000_000)), 1, true, &mut |block| {
        found.push(block);
        true
    })
    .expect("no game fails");
    timer.join().expect("a timer");
    let [block] = &found[..] else { panic!("{} blocks", found.len()) };
    assert!(block.tally.games > 0 && block.tally.games == block.range.end && block.range.end < 1_000_000);
    assert_eq!(block.rows.len() as u64, block.tally.games);
}

#[test]
fn threads_do_not_change_the_report() {
    for args in [
        &["three-player-chess", "--games", "40", "--plies", "60"][..],
        &["chess", "--games", "31", "--plies", "40", "--seat", "white=greedy", "--seat", "black=brs:20"],
    ] {
        let with = |threads: &str| lab(&[args, &["--threads", threads, "--format", "json"]].concat());
        let (one, three) = (with("1"), with("3"));
        assert_eq!((one.code, one.err.as_str()), (0, ""), "{}", one.err);
        assert_eq!(one.out, three.out);
        assert!(one.out.contains("\"p_value\""), "{}", one.out);
    }
}

/// The engine's own loop and the games that the library plays are counted by the same recorder.
#[test]
fn a_recorded_game_counts_like_a_game_of_the_engine() {
    let plan = plan("trichess", None, 80);
    let mut player = GamePlayer::new(&plan);
    let row = player.play(3).expect("a game");
    let of_engine = player.into_tally();
    let mut total = Tally::new(&plan);
    total.add(&row);
    assert_eq!((total.plies, total.choices), (of_engine.plies, of_engine.choices));
    assert_eq!(of_engine.arrivals.iter().sum::<u64>(), u64::from(row.plies));
    assert_eq!(of_engine.kind_moves.iter().sum::<u64>(), u64::from(row.plies));
    assert_eq!(of_engine.kind_captures.iter().sum::<u64>(), of_engine.kind_captured.iter().sum::<u64>());
}

#[test]
fn figures_of_four_games_are_those_computed_by_hand() {
    let plan = plan("chess", None, 40);
    assert_eq!(plan.unit(), 4, "points are shared by two or less, in halves");
    let row = |index: u64, plies: u32, points: [i32; 2], winner: Option<u8>, choices: u64| {
        let mut row = GameRow::new(index);
        (row.plies, row.choices, row.winner) = (plies, choices, winner.map(SeatId));
        row.points[..2].copy_from_slice(&points);
        row.ending = u8::from(winner.is_none());
        row
    };
    let mut total = Tally::new(&plan);
    total.add(&GameRow { lead_changes: 1, lead_ply: Some(5), ..row(0, 10, [4, 0], Some(0), 200) });
    total.add(&GameRow { lead_changes: 3, ..row(1, 20, [2, 2], None, 400) });
    total.add(&row(2, 30, [0, 4], Some(1), 300));
    total.add(&GameRow { ending: PLY_LIMIT, ..row(3, 40, [2, 2], None, 500) });
    let report = Report::new(&plan, &total);
    let near = |a: f64, b: f64| assert!((a - b).abs() < 5e-4, "{a} is not {b}");
    // Two points of four for each: 1, 1/2, 0, 1/2, with the standard deviation 0.40825.
    for seat in &report.seats {
        near(seat.points.mean, 0.5);
        near(seat.points.margin.expect("four games"), 3.182 * 0.408_25 / 2.0);
        near(seat.advantage.mean, 0.0);
        // Only finished games count: Wilson's interval of 1 in 3.
        assert_eq!((seat.wins.count, seat.wins.of), (1, 3));
        near(seat.wins.low, 0.0615);
        near(seat.wins.high, 0.7923);
    }
    assert_eq!(report.fairness, None, "four games are too few for a test");
    assert_eq!((report.drawn.count, report.unfinished.count), (1, 1));
    // 10, 20, 30, 40 moves: mean 25, standard deviation 12.90994.
    near(report.length.mean.mean, 25.0);
    near(report.length.mean.margin.expect("four games"), 3.182 * 12.909_94 / 2.0);
    let length = &report.length;
    assert_eq!([length.shortest, length.lower_quartile, length.median, length.upper_quartile], [10, 10, 20, 30]);
    assert_eq!(length.bars.iter().map(|it| it.games).sum::<u64>(), 4);
    near(report.choices.mean, 14.0);
    near(report.lead.changes.mean, 1.0);
    assert_eq!(report.lead.tenths, [0, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
    assert_eq!((report.lead.from_behind.count, report.lead.from_behind.of, report.lead.first_half.count), (1, 2, 0));
    let endings: Vec<(u64, bool)> = report.endings.iter().map(|it| (it.games.count, it.is_finished)).collect();
    assert_eq!(endings.iter().map(|it| it.0).collect::<Vec<_>>(), [2, 1, 1]);
    assert_eq!(endings.iter().filter(|it| !it.1).count(), 1);
}

/// Plays moves from a position. `resign` is a claim of the player to move.
fn played(position: &str, acts: [&str; 5]) -> GameRow {
    let plan = plan("readings/3-man-chess-resignation", Some(position), 100);
    let mut game = Game::from_position(plan.start().clone());
    for act in acts {
        let done = match act {
            "resign" => game.claim(game.turn(), act, None),
            act => game.perform(act).map(|_| ()),
        };
        done.unwrap_or_else(|it| panic!("{act}: {it}"));
    }
    GamePlayer::new(&plan).count(0, &game)
}

/// White, in last place, captures the queen of the leader. Black then leads, and wins.
#[test]
fn the_player_in_last_place_is_the_kingmaker() {
    let position = "w:KWHd1,NWHb1 g:KGRe1,QWHc3 b:KBLe1,RBLa1 turn=w";
    let row = played(position, ["WHb1-WHc3", "GRe1-GRf1", "BLa1-BLa2", "resign", "resign"]);
    assert_eq!((row.plies, row.winner, row.is_finished()), (3, Some(SeatId(2)), true));
    assert_eq!((row.lead_changes, row.lead_ply, row.kingmaker), (1, Some(1), Some(SeatId(0))));
    assert_eq!(row.exits(), [Exit { victim: 0, by: 2 }, Exit { victim: 1, by: 2 }]);
    // The leader who captures is no kingmaker.
    let position = "w:KWHd1,NWHb1,QWHh1 g:KGRe1,QWHc3 b:KBLe1,RBLa1 turn=w";
    let row = played(position, ["WHb1-WHc3", "GRe1-GRf1", "resign", "WHc3-WHb1", "resign"]);
    assert_eq!((row.winner, row.kingmaker, row.lead_ply), (Some(SeatId(0)), None, Some(0)));
}

#[test]
fn an_unfair_seat_is_found_and_equal_seats_are_not() {
    // Black has a king and a pawn only.
    let unfair = plan("chess", Some("w:Ke1,Qd1,Ra1,Rh1,Pa2,Ph2 b:Ke8,Pe7 turn=w"), 300);
    let report = Report::new(&unfair, &tally(&unfair, 400));
    let fairness = report.fairness.expect("enough games");
    assert!(fairness.is_unfair() && fairness.p_value < 1e-6, "p is {}", fairness.p_value);
    assert!(report.seats[0].advantage.mean > 0.02);
    let fair = plan("chess", None, 120);
    let fairness = Report::new(&fair, &tally(&fair, 150)).fairness.expect("enough games");
    assert!(!fairness.is_unfair(), "p is {}", fairness.p_value);
}

/// Games with the same result say nothing about the variance: no interval, and no proof.
#[test]
fn a_few_games_prove_nothing() {
    let run = lab(&["gallery/breakthrough", "--games", "3", "--threads", "1", "--seed", "6"]);
    assert!(
        run.out.contains("These are too few games to test whether the seats are equal: the test needs 30."),
        "{}",
        run.out
    );
    assert!(!run.out.contains("± 0.0000") && !run.out.contains("not equal"), "{}", run.out);
    let json = lab(&["chess", "--games", "29", "--plies", "9", "--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        (&json["fairness"], &json["seats"][0]["points"]["margin"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
    let json = lab(&["chess", "--games", "30", "--plies", "9", "--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["fairness"]["unfair"], false);
}

/// The width of the intervals ended a lab only if games were left out.
#[test]
fn a_lab_that_plays_all_games_was_not_stopped() {
    let run = lab(&["chess", "--games", "40", "--plies", "60", "--stop-at-width", "2"]);
    assert!(run.out.contains("All 40 games were played.") && !run.out.contains("Play stopped"), "{}", run.out);
    let run = lab(&["chess", "--games", "300", "--plies", "9", "--stop-at-width", "2"]);
    assert!(run.out.contains("Play stopped when the intervals"), "{}", run.out);
}

/// A queen is worth more than a pawn, even between players who move at random.
#[test]
fn piece_values_follow_from_results() {
    let plan = plan("chess", None, 400);
    let report = Report::new(&plan, &tally(&plan, 400));
    let points = |name: &str| {
        let kind = report.kinds.iter().find(|it| it.name == name).expect(name);
        kind.estimated.map(|it| it.points)
    };
    assert_eq!(points("king"), None, "both players always have one king");
    assert!(points("queen").expect("queens differ") > 0.0);
    let arrivals: u64 = report.squares.iter().map(|it| it.total()).sum();
    let moves: u64 = report.kinds.iter().map(|it| it.moves).sum();
    assert_eq!(arrivals, moves, "every move ends on a square");
    assert_eq!(report.dead_squares().count(), 0);
}

#[test]
fn every_line_of_csv_has_six_fields() {
    let plan = plan("3-man-chess", None, 60);
    let text = csv(&Report::new(&plan, &tally(&plan, 20)));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "section,item,figure,value,low,high");
    assert!(lines.len() > 400 && lines.iter().all(|it| it.split(',').count() == 6), "{text}");
}

/// The figures depend on the position, so every report names it.
#[test]
fn reports_name_a_start_of_their_own() {
    let start = "w:Ke1,Ra1 b:Ke8 turn=w";
    let of = |more: &[&str]| lab(&[&["chess", "--games", "2", "--plies", "20", "--impact", "0"], more].concat()).out;
    for format in ["text", "html"] {
        let from_here = of(&["--position", start, "--format", format]);
        let from_here = from_here.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(from_here.contains("Each game starts from the position") && from_here.contains(start), "{from_here}");
        assert!(!of(&["--format", format]).contains("starts from the position"));
    }
    let text = of(&["--position", start, "--format", "csv", "--seed", "7"]);
    let rules = format!("lab,chess,rules,{},,", load("chess").hash());
    for line in ["lab,chess,seed,7,,", "lab,chess,ply limit,20,,", "lab,white,bot,random,,", &rules] {
        assert!(text.lines().any(|it| it == line), "{line}\n{text}");
    }
    assert!(text.contains(&format!("\nlab,chess,position,\"{start}")), "{text}");
}

/// In Tri-Chess, two endings give one player the most points: 3 points in all, or 4. Their mean is divided by three.
#[test]
fn unfinished_games_share_the_mean_of_the_best_endings() {
    let run = lab(&["trichess", "--plies", "20", "--games", "5", "--impact", "0"]);
    assert_eq!(run.out.matches(" 1.1667 ").count(), 3, "{}", run.out);
}

#[test]
fn json_names_its_plan_and_no_times() {
    let plan = plan("three-player-chess", None, 40);
    let value = json(&Report::new(&plan, &tally(&plan, 10)));
    assert_eq!(value["plan"]["rules"], plan.start().variant().hash());
    assert_eq!(value["unfinished"]["of"], 10);
    let text = value.to_string();
    assert!(!text.contains("threads") && !text.contains("seconds"), "{text}");
}

#[test]
fn bots_limited_by_time_need_consent_that_the_report_shows() {
    let timed = ["chess", "--games", "1", "--plies", "2", "--openings", "1", "--seat", "white=brs:1ms"];
    let run = lab(&timed);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("`brs:1ms`") && run.err.contains("--not-reproducible"), "{}", run.err);
    let run = lab(&[&timed[..], &["--not-reproducible"]].concat());
    assert!(run.code == 0 && run.out.contains("These games are not reproducible"), "{}{}", run.out, run.err);
}

#[test]
fn what_cannot_be_played_is_refused_with_advice() {
    for (args, code, text) in [
        (&["chess", "--seat", "red=random"][..], 2, "the seats are white, black"),
        (&["chess", "--seat", "white"], 2, "write NAME=BOT"),
        (&["chess", "--seat", "white=random", "--seat", "w=greedy"], 2, "twice"),
        (&["chess", "--seat", "all=random", "--seat", "all=greedy"], 2, "twice"),
        (&["chess", "--openings", "4"], 2, "all moves are random"),
        (
            &["chess", "--seat", "all=greedy", "--plies", "5"],
            2,
            "--plies 5 ends a game before its opening, which has 6",
        ),
        (&["chess", "--seat", "all=brs:10,weights=nofile"], 2, "the weights `nofile` cannot be used"),
        (&["chess", "--stop-at-width", "0"], 2, "above 0"),
        (&["chess", "--stop-at-width", "-0.1"], 2, "above 0"),
        (&["chess", "--stop-at-width", "NaN"], 2, "above 0"),
        (&["chess", "--range", "5..5", "--out", "x"], 2, "the smaller one first"),
        (&["chess", "--range", "0..5"], 2, "--out"),
        (&["chess", "trichess", "--out", "x"], 2, "one rulebook"),
        (&["readings/none-*"], 2, "no rulebook is called"),
        (&["-", "-"], 2, "only once"),
        (&["chess", "--position", "w:Ra8,Kg1 b:Kg8,Pf7,Pg7,Ph7 turn=b"], 1, "the game is over"),
        (&["merge"], 2, "SHARD"),
        (&["merge", "/nowhere.jsonl"], 2, "cannot be read"),
    ] {
        let run = lab(args);
        assert!(run.code == code && run.err.contains(text), "{args:?}: {} {}", run.code, run.err);
    }
}

#[test]
fn rulebooks_are_compared() {
    let options = ["--games", "60", "--plies", "80"];
    let run = lab(&[&["3-man-chess", "three-player-chess"], &options[..]].concat());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for text in ["3-man-chess and three-player-chess", "points of White", "differences are settled"] {
        assert!(run.out.contains(text), "{text}: {}", run.out);
    }
    let run = lab(&[&["trichess", "readings/trichess-center-*"], &options[..]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    for text in ["3 rulebooks", "readings/trichess-center-branch", "Settled differences from trichess"] {
        assert!(run.out.contains(text), "{text}: {}", run.out);
    }
    let run = lab(&[&["chess", "trichess", "--format", "csv"], &options[..]].concat());
    assert!(run.out.starts_with("rulebook,section,") && run.out.contains("\ntrichess,seat,"), "{}", run.out);
}

/// A rulebook does not differ from itself, and the same difference needs fewer games if it is large.
#[test]
fn differences_are_settled_by_their_intervals() {
    let (chess, ring) = (plan("chess", None, 60), plan("3-man-chess", None, 60));
    let report = |plan: &LabPlan| Report::new(plan, &tally(plan, 60));
    let own = compare_reports(&report(&chess), &report(&chess));
    assert!(own.iter().all(|it| !it.is_settled() && it.difference() == 0.0 && it.more_games.is_none()));
    let others = compare_reports(&report(&chess), &report(&ring));
    let moves = others.iter().find(|it| it.figure == "legal moves of a turn").expect("a figure");
    assert!(moves.is_settled(), "{moves:?}");
    let seat = others.iter().find(|it| it.figure == "points of White").expect("a figure");
    assert!(seat.is_settled() && seat.difference() < -0.1, "a half against a third: {seat:?}");
}

#[test]
fn play_stops_at_a_width() {
    let args =
        ["chess", "--plies", "20", "--games", "5000", "--impact", "0", "--stop-at-width", "0.05", "--format", "json"];
    let run = lab(&args);
    assert!(run.code == 0 && run.out.contains("\"games\": 256,"), "{}{}", run.out, run.err);
    assert!(run.out.contains("\"stop_at_width\": 0.05"), "{}", run.out);
}

#[test]
fn play_says_that_a_width_was_not_reached() {
    let run = lab(&["chess", "--games", "20", "--impact", "0", "--stop-at-width", "0.000001"]);
    assert!(run.out.contains("All 20 games were played, because"), "{}{}", run.out, run.err);
    assert!(!run.out.contains("Play stopped"), "{}", run.out);
}

#[test]
fn games_of_equal_length_have_no_range() {
    let run = lab(&["chess", "--games", "4", "--plies", "6", "--impact", "0"]);
    let text = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("At least half of the games have 6 moves; the median is 6"), "{text}");
}

#[test]
fn unfinished_games_of_partners_count_as_draws() {
    let variant = threefold::load("gallery/four-player-teams").expect("a rulebook").variant;
    let start = variant.start().expect("a starting position");
    assert_eq!(threefold::search::shared_points(&start), [0.5; 4]);
}
