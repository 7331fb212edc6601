//! Bots of the caller in games and matches.
//!
//! Input: bots that choose legal and illegal moves. Output: games, or the reason why a bot failed.

use std::sync::atomic::AtomicBool;

use threefold::arena::{MatchOptions, MatchPlan, play_game};
use threefold::bot::{Bot, BotError, ChooseMove, Style};
use threefold::{Game, Move, Square};

use super::support::load;

/// Plays the legal move of this number, or a move that is never legal.
#[derive(Clone, Copy)]
enum Own {
    Nth(usize),
    Illegal,
    Lost,
}

impl ChooseMove for Own {
    fn choose_move(&mut self, game: &Game) -> Result<Option<Move>, BotError> {
        let legal = game.position().legal_moves();
        match self {
            Own::Nth(n) => Ok(legal.get(*n % legal.len().max(1)).copied()),
            Own::Illegal => Ok(Some(Move::new(Square(0), Square(1)))),
            Own::Lost => Err(BotError::own("I am lost")),
        }
    }
}

#[test]
fn own_bots_play_games_beside_those_of_the_crate() {
    for name in ["chess", "trichess", "3-man-chess"] {
        let variant = load(name);
        let game = || Game::new(&variant).expect("a start");
        let seats = variant.rulebook().seats().len();
        let mut mixed: Vec<Box<dyn ChooseMove>> = vec![Box::new(Own::Nth(3)), Box::new(Bot::new(Style::Random, 1))];
        mixed.resize_with(seats, || Box::new(Own::Nth(0)));
        let stop = AtomicBool::new(false);
        let played = play_game(game(), &mut mixed, 30, &stop).expect("legal moves").expect("nobody stops it");
        let (_, first) = played.game.moves().next().expect("a move");
        assert_eq!(first, variant.start().expect("a start").legal_moves()[3]);
        let mut wrong = vec![Own::Nth(0); seats];
        wrong[1] = Own::Illegal;
        let failure = play_game(game(), &mut wrong, 30, &stop).expect_err("an illegal move");
        assert_eq!(failure.seat.index(), 1);
        assert!(failure.to_string().starts_with("the bot chose an illegal move: "), "{failure}");
        wrong[1] = Own::Lost;
        assert_eq!(play_game(game(), &mut wrong, 30, &stop).expect_err("no move").to_string(), "I am lost");
    }
}

#[test]
fn matches_of_own_bots_depend_on_the_seed_only() {
    let start = load("three-player-chess").start().expect("a start");
    let own = Style::own("nth", |seed| Box::new(Own::Nth((seed % 20) as usize)));
    assert_eq!((own.to_string().as_str(), own.is_reproducible()), ("nth", false));
    assert_eq!(own, own.clone());
    assert_ne!(own, Style::own("nth", |_| Box::new(Own::Lost)));
    let options = MatchOptions { ply_limit: 40, ..MatchOptions::default() };
    let plan = MatchPlan::new(start.clone(), vec![own, Style::Random], options).expect("two bots");
    let run = |threads| plan.run(6, threads, Vec::new(), None, &mut |_| true).expect("legal moves");
    assert_eq!(run(1), run(2));
    let lost = Style::own("lost", |_| Box::new(Own::Lost));
    let plan = MatchPlan::new(start, vec![lost, Style::Random], options).expect("two bots");
    let error = plan.run(6, 1, Vec::new(), None, &mut |_| true).expect_err("no move");
    assert!(error.to_string().contains("I am lost"), "{error}");
}
