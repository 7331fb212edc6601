//! The goal of a game follows from its points, and the points from the roles of a line.
//!
//! Input: chess with other points. Output: goals that the points contradict, or wrong final points. The sentences and
//! points are written by hand.

use threefold::english::rulebook;
use threefold::{Game, load, load_text};

use super::rulebook_fixtures::child;

/// Returns the rules as one line.
fn rules(text: &str) -> String {
    let loaded = load_text("x.toml", text).unwrap_or_else(|it| panic!("{it}"));
    rulebook(&loaded.definition, &loaded.variant).text().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Chess with other points for checkmate.
fn mate_with(points: &str) -> String {
    child("chess", &format!("[outcome.checkmate]\nextends = \"checkmate\"\npoints = {{ {points} }}\n"))
}

/// Chess that ends when one player is left, with points for this ending.
fn last_with(points: &str) -> String {
    let elimination = "[elimination]\narmy = \"inert\"\nking = \"stays\"\n[outcome.checkmate]\nextends = \"checkmate\"\n\
        then = \"eliminate\"\npoints = {}\n[outcome.last]\nwhen = { living = 1 }\nthen = \"end\"\n\
        settled = [\"after-move\", \"turn-start\"]\n";
    child("chess", &format!("{elimination}points = {{ {points} }}\n"))
}

#[test]
fn the_goal_of_two_players_follows_from_the_points() {
    for (points, goal) in [
        ("victim = 0, others = 1", "Checkmate the opposing king to win."),
        ("victim = 1, others = 0", "A player who is checkmated wins."),
        ("all = 0.5", "The game ends in a draw when a player is checkmated."),
        ("white = 1, black = 0", "The game ends when a player is checkmated: White scores 1 point and Black 0."),
        ("white = 0.5, black = 0, others = 0", "The game ends when a player is checkmated: "),
    ] {
        let text = rules(&mate_with(points));
        assert!(text.contains(goal), "{points}: {text}");
    }
    let losers = load("gallery/losers").expect("a shipped game");
    let text = rulebook(&losers.definition, &losers.variant).text();
    assert!(!text.contains("Checkmate the opposing king"), "{text}");
}

#[test]
fn a_captured_king_can_win() {
    let captured = "without = [\"outcome.checkmate\", \"castling-rules\", \"castling\"]\n[check]\nattackers = \"nobody\"\n\
        own-king = \"may-be-left\"\nkings = \"may-be-captured\"\n[outcome.king-captured]\n\
        when = { king-captured = \"opponents\" }\nthen = \"end\"\nsettled = \"after-move\"\n";
    let rules_with = |points: &str| rules(&child("chess", &format!("{captured}points = {{ {points} }}\n")));
    let text = rules_with("victim = 1, others = 0");
    assert!(text.contains("A player whose king is captured wins."), "{text}");
}

#[test]
fn the_last_player_wins_only_with_the_most_points() {
    let text = rules(&last_with("living = 1, others = 0"));
    assert!(text.contains("the last player in play wins"), "{text}");
    for points in ["living = 0, others = 1", "all = 0.5", "living = 0, eliminated = 1"] {
        let text = rules(&last_with(points));
        assert!(!text.contains("the last player in play wins"), "{points}: {text}");
        assert!(text.contains("the game ends when only one player is still in play: "), "{points}: {text}");
    }
}

#[test]
fn others_are_the_players_whom_no_other_role_names() {
    for (points, white, black) in [
        ("living = 1, others = 0", "0", "1"),
        ("others = 0, living = 1", "0", "1"),
        ("living = 0, others = 1", "1", "0"),
        ("eliminated = 0, others = 1", "0", "1"),
        ("living = 1, others = 0.5", "0.5", "1"),
        ("all = 0.5, others = 1", "0.5", "0.5"),
    ] {
        let loaded = load_text("x.toml", &last_with(points)).unwrap_or_else(|it| panic!("{it}"));
        let mut game = Game::new(&loaded.variant).expect("a starting position");
        for it in ["f2-f3", "e7-e5", "g2-g4", "d8-h4"] {
            game.perform(it).unwrap_or_else(|it| panic!("{it}"));
        }
        let scores: Vec<String> = game.position().scores().iter().map(ToString::to_string).collect();
        assert_eq!(scores, [white, black], "{points}");
    }
}
