//! Rule impact in the lab: which rules are found, and in which positions they matter.
//!
//! Input: games of one move, whose only turn is sampled, and short games of the shipped rulebooks. Output: the
//! counts of each rule.

use threefold::bot::Style;
use threefold::lab::{ImpactReport, LabOptions, LabPlan, Report, RuleImpact};
use threefold::parse_position;

use super::support::load;

/// Samples a position: a game of one move has only one turn.
#[track_caller]
fn sampled(variant: &str, position: &str) -> ImpactReport {
    let variant = load(variant);
    let start = parse_position(&variant, position).expect("a position");
    let options = LabOptions { ply_limit: 1, ..LabOptions::default() };
    let bots = vec![Style::Random; variant.rulebook().seats().len()];
    let plan = LabPlan::new(start, bots, options).expect("a plan").with_impact(1);
    let tally = plan.run(0..1, 1, &mut |_| true).expect("a game");
    let impact = Report::new(&plan, &tally).impact.expect("samples");
    assert_eq!(impact.samples, 1);
    impact
}

#[track_caller]
fn rule<'a>(impact: &'a ImpactReport, name: &str) -> &'a RuleImpact {
    let names: Vec<&str> = impact.rules.iter().map(|it| it.name.as_str()).collect();
    impact.rules.iter().find(|it| it.name == name).unwrap_or_else(|| panic!("no rule {name} in {names:?}"))
}

/// Returns whether the rule forbade a move, added one, forbade the best one, and added it.
#[track_caller]
fn counts(impact: &ImpactReport, name: &str) -> [u64; 4] {
    let it = rule(impact, name);
    assert_eq!(it.changed.of, 1);
    assert_eq!(it.changed.count, u64::from(it.forbade.count + it.added.count > 0));
    [it.forbade, it.added, it.forbade_best, it.added_best].map(|it| it.count)
}

#[test]
fn en_passant_and_the_double_step_add_moves() {
    // The pawn can capture only en passant, which wins.
    let impact = sampled("chess", "w:Ka1,Pe5 b:Kh8,Pd5,Pe6 turn=w ep=d6:d5:b");
    assert_eq!(counts(&impact, "en-passant"), [0, 1, 0, 1]);
    assert_eq!(counts(&impact, "double-step"), [0; 4]);
    let impact = sampled("chess", "w:Ka1,Pe2 b:Kh8 turn=w");
    assert_eq!(counts(&impact, "double-step")[..2], [0, 1]);
    assert_eq!(counts(&impact, "en-passant"), [0; 4]);
}

#[test]
fn castling_needs_the_rule_and_its_safety_forbids_it() {
    let impact = sampled("chess", "w:Ke1,Rh1 b:Kh8 turn=w castling=w:h1");
    assert_eq!(counts(&impact, "castling.king-side")[..2], [0, 1]);
    assert_eq!(counts(&impact, "castling.queen-side"), [0; 4]);
    assert_eq!(counts(&impact, "castling-rules.safe"), [0; 4]);
    let impact = sampled("chess", "w:Ke1,Rh1 b:Kh8,Rf8 turn=w castling=w:h1");
    assert_eq!(counts(&impact, "castling.king-side"), [0; 4]);
    assert_eq!(counts(&impact, "castling-rules.safe")[..2], [1, 0]);
}

#[test]
fn a_promotion_adds_the_best_move() {
    let impact = sampled("chess", "w:Ka1,Pe7 b:Kh2 turn=w");
    // Without the rule, the pawn moves and stays a pawn.
    assert_eq!(counts(&impact, "promotion"), [1, 1, 0, 1]);
}

#[test]
fn rules_about_kings_that_nothing_replaces_are_listed_with_the_reason() {
    let impact = sampled("chess", "w:Ka1 b:Kh8,Rb8 turn=w");
    let fixed: Vec<(&str, &str)> = impact.fixed.iter().map(|it| (it.name.as_str(), it.reason.as_str())).collect();
    assert_eq!(
        fixed,
        [
            ("check.kings", "no outcome says what happens when a king is captured"),
            ("check.own-king", "kings cannot be captured, so a check would be no danger"),
        ]
    );
}

#[test]
fn attacks_that_give_check_and_forced_captures_are_rules() {
    for (variant, position, name, expected) in [
        // The player after next attacks d1, which gives no check.
        ("mechanisms/next-players-check", "w:Ke1 r:Kj12 b:Kk8,Rd8 turn=w", "check.attackers", [0, 1]),
        // The protected king may step into an attack.
        ("readings/trichess-bans-stop-check", "w:Kh1,Rc1 r:Kj12 b:Kd8 turn=b captured=b:Q", "check.banned", [0, 1]),
        // The rook that attacks d2 is pinned to Gray's king.
        ("mechanisms/pinned-on-the-ring", "w:KWHd1,RBLa5,PWHh5 g:KGRd5,RBLd5 b:KBLe2 turn=b", "check.pinned", [0, 1]),
        // The pinned bishop can capture the knight, because it stays on its square.
        ("gallery/rifle", "w:Ke1,Be2 b:Kh8,Re8,Nc4 turn=w", "capture.without-moving", [0, 1]),
        // Red could capture Black's king, but Black's rook would then attack Red's.
        ("mechanisms/captured-army-attacks", "w:Kd8 r:Kh2,Rh4 b:Ka4,Rb2 turn=r", "check.judged", [1, 0]),
    ] {
        let impact = sampled(variant, position);
        assert_eq!(counts(&impact, name)[..2], expected, "{variant}: {name}");
    }
    // The pawn must capture.
    let impact = sampled("gallery/antichess", "w:Ke1,Pe4 b:Kh8,Pd5 turn=w");
    assert_eq!(counts(&impact, "capture.forced")[..2], [1, 0]);
    let impact = sampled("three-player-chess", "w:Ke1 r:Kj12 b:Kk8,Rd8 turn=w");
    assert!(impact.rules.iter().all(|it| !it.name.starts_with("check.attackers")), "the usual attacks are no rule");
}

#[test]
fn drops_and_their_limits_are_rules() {
    // The only moves with the rook are drops, which give mate.
    let impact = sampled("gallery/crazyhouse", "w:Ka1 b:Kh8,Pg7,Ph7 turn=w captured=w:R");
    assert_eq!(counts(&impact, "drop")[..], [0, 1, 0, 1]);
    // There is a pawn on the a-file already.
    let impact = sampled("gallery/shogi", "s:Ke1,Pa3 g:Ke9 turn=s captured=s:P");
    assert_eq!(counts(&impact, "drop.pawn.most-on-file")[..2], [1, 0]);
    let impact = sampled("gallery/crazyhouse", "w:Ka1,Pe2 b:Kh8 turn=w");
    assert_eq!(counts(&impact, "drop"), [0; 4]);
}

#[test]
fn every_rule_of_the_games_is_lifted_in_every_sampled_position() {
    for name in ["3-man-chess", "osullivan", "three-player-chess", "trichess"] {
        let variant = load(name);
        let start = variant.start().expect("a starting position");
        let options = LabOptions { ply_limit: 120, ..LabOptions::default() };
        let bots = vec![Style::Random; variant.rulebook().seats().len()];
        let plan = LabPlan::new(start, bots, options).expect("a plan").with_impact(1);
        let tally = plan.run(0..12, 1, &mut |_| true).expect("games");
        let impact = Report::new(&plan, &tally).impact.expect("samples");
        assert_eq!(impact.samples, 12);
        for it in &impact.rules {
            assert_eq!(it.changed.of, 12, "{name}: positions without {} are not valid", it.name);
            assert!(it.forbade_best.count <= it.forbade.count && it.added_best.count <= it.added.count);
        }
        // Sampling leaves the games as they are, and the order of the games does not matter.
        let mut parts = plan.run(5..12, 1, &mut |_| true).expect("games");
        parts.merge(&plan.run(0..5, 1, &mut |_| true).expect("games"));
        assert_eq!(parts, tally);
    }
}
