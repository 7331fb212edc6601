//! Extra turns and frozen players: the text of positions, and findings.

use super::rulebook_fixtures::{at, findings, game};
use threefold::game::Game;
use threefold::notation::position::{parse_position, print};
use threefold::parse_move;

/// A position says whose turn follows an extra turn, and that a turn was delayed by one.
#[test]
fn an_extra_turn_belongs_to_the_position() {
    let variant = threefold::load("mechanisms/hard-pressed").expect("a game").variant;
    let mut game = Game::from_position(at(&variant, "w:Ke1,Rh9 r:Ki12,Pl11 b:Kd8,Rl12 turn=w"));
    assert!(print(game.position()).ends_with(" order=-"), "{}", print(game.position()));
    game.perform("h9-i9").expect("a check");
    assert!(print(game.position()).ends_with(" order=extra-before-r"), "{}", print(game.position()));
    let other = at(&variant, "w:Ke1,Ri9 r:Ki12,Pl11 b:Kd8,Rl12 turn=r order=delayed");
    assert_ne!(*game.position(), other, "the order of play is part of the position");
    game.perform("i12-e11").expect("an extra move");
    assert!(print(game.position()).ends_with(" order=delayed"), "{}", print(game.position()));
    assert_eq!(at(&variant, &print(game.position())), *game.position());

    let chess = threefold::load("chess").expect("a game").variant;
    let error = parse_position(&chess, "w:Ke1 b:Ke8 turn=w order=delayed").expect_err("no such order");
    assert!(error.to_string().contains("never changes the order of play"), "{error}");
}

/// A position says which eliminated players are frozen. One who is not stuck returns after the next move, as in a game: who was
/// frozen at the start of this turn has to wait for it.
#[test]
fn a_frozen_player_belongs_to_the_position() {
    let variant = threefold::load("mechanisms/frozen-army").expect("a game").variant;
    let mut game = Game::from_position(at(&variant, "w:Ke1,Rl11,Rk10 r:Kh12,Ni9 b:Ka8,Ri7 turn=w"));
    game.perform("k10-k12").expect("a mate");
    assert!(print(game.position()).ends_with(" frozen=r"), "{}", print(game.position()));
    assert_eq!(at(&variant, &print(game.position())), *game.position());
    let settled = |text: &str| parse_position(&variant, text).expect("a position");
    let red = threefold::rulebook::SeatId(1);
    let free = settled("w:Ke1,Rk12 r:Kh12 b:Ka8 turn=b out=r frozen=r");
    assert!(!free.is_living(red), "no move has been made");
    let mut game = Game::from_position(free);
    game.perform("a8-a7").expect("a move");
    assert!(game.position().is_living(red), "Red can go to the eleventh rank");
    let out = settled("w:Ke1,Rk12 r:Kh12 b:Ka8 turn=b out=r");
    assert!(!out.is_living(red), "Red has resigned and is not frozen");

    let chess = threefold::load("chess").expect("a game").variant;
    let error = parse_position(&chess, "w:Ke1 b:Ke8 turn=w frozen=b").expect_err("nobody is frozen");
    assert!(error.to_string().contains("no outcome of this rulebook freezes a player"), "{error}");
}

#[test]
fn findings_name_what_a_frozen_player_needs() {
    let child = |rest: &str| findings(&format!("name = \"F\"\nextends = [\"mechanisms/frozen-army\"]\n{rest}"));
    let gone = child("[elimination]\narmy = \"removed\"\nking = \"removed\"\n");
    assert!(gone.contains("leaves a frozen player no pieces to return to"), "{gone}");
    assert!(gone.contains("a frozen player cannot return without a king"), "{gone}");
    let when = child("[outcome.checkmate]\nwhen = { living = 2 }\nthen = \"freeze\"\n");
    assert!(when.contains("does not say when a frozen player returns"), "{when}");
}

#[test]
fn findings_name_what_an_extra_turn_needs() {
    let child = |rest: &str| findings(&format!("name = \"F\"\nextends = [\"chess\"]\n{rest}"));
    let outcome = "[outcome.again]\nwhen = { captured = {} }\nsettled = \"after-move\"\n";
    let pointless = child(&format!("{outcome}then = \"end\"\nfor = \"mover\"\npoints = {{ all = 0.5 }}\n"));
    assert!(pointless.contains("`for` names the player who gets an extra turn, but there is none"), "{pointless}");
    let nobody = child(&format!("{outcome}then = \"extra-turn\"\nfor = \"mating-player\"\n"));
    assert!(nobody.contains("`mating-player` names no player here"), "{nobody}");
    let claimed = child(&outcome.replace("after-move", "on-claim").replace("captured = {}", "living = 2"));
    assert!(claimed.contains("then"), "{claimed}");
    // After a capture, the same player moves again, but not a third time.
    let again = game(&format!("name = \"A\"\nextends = [\"chess\"]\n{outcome}then = \"extra-turn\"\n"));
    let mut game = Game::from_position(at(&again, "w:Ke1,Ra1 b:Ke8,Pa7,Pb7,Ph7 turn=w"));
    let turns: Vec<u8> = ["a1xa7", "a7xb7", "h7-h6"]
        .map(|it| {
            game.perform(it).expect("a legal move");
            game.position().turn().0
        })
        .to_vec();
    assert_eq!(turns, [0, 1, 0]);
}

#[test]
fn a_second_move_in_a_row_leaves_the_right_to_capture_en_passant() {
    let twice = "[outcome.again]\nwhen = { moved = {} }\nthen = \"extra-turn\"\nsettled = \"after-move\"\n";
    let double_steps = |window: &str| {
        let en_passant = format!("[en-passant]\nextends = \"en-passant\"\nwindow = \"{window}\"\n");
        let again = game(&format!("name = \"A\"\nextends = [\"chess\"]\n{en_passant}{twice}"));
        Game::from_position(at(&again, "w:Ke1,Ra1,Pe2 b:Ke8,Pd4,Ph7 turn=w"))
    };
    let can_capture =
        |game: &Game| parse_move(game.position(), "d4-e3").is_ok_and(|it| game.position().explain(it).is_ok());
    // Both moves of Black's turn may capture, and none after White's next turn.
    let mut game = double_steps("until-own-turn");
    let mut found = Vec::new();
    for it in ["e2-e4", "a1-a2", "h7-h6", "h6-h5", "a2-a3", "a3-a2"] {
        game.perform(it).expect("a legal move");
        found.push(can_capture(&game));
    }
    assert_eq!(found, [false, true, true, false, false, false]);
    // The very next move belongs to White.
    let mut game = double_steps("next-ply");
    game.perform("e2-e4").expect("a legal move");
    game.perform("a1-a2").expect("a legal move");
    assert!(!can_capture(&game));
}

#[test]
fn a_counter_stops_at_its_highest_limit_so_that_positions_repeat() {
    let counted = "[counter.moves]\nwhen = { moved = {} }\n[outcome.long]\n\
        when = { counter = { name = \"moves\", of = \"mover\", at-least = 5 } }\nthen = \"score\"\n\
        points = { mover = 0.5 }\nsettled = \"after-move\"\n";
    let mut game = Game::new(&game(&format!("name = \"C\"\nextends = [\"chess\"]\n{counted}"))).expect("a start");
    let mut claimable = Vec::new();
    for ply in 0..20 {
        game.perform(["g1-f3", "g8-f6", "f3-g1", "f6-g8"][ply % 4]).expect("a legal move");
        claimable.push(game.claims(game.turn()).contains(&"threefold"));
    }
    // Both counters are at five from the tenth ply on, and the position of that ply is there again after 14 and 18.
    assert_eq!(claimable.iter().position(|it| *it), Some(17), "{claimable:?}");
    assert!(print(game.position()).contains("counters=w:moves:5,b:moves:5"), "{}", print(game.position()));
}
