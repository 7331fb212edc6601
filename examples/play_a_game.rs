//! Loads a game, plays a few moves from text, asks why a move is illegal, and lets bots play
//! another game. Run it with `cargo run --release --example play_a_game`.

use threefold::bot::{Bot, Style};
use threefold::game::{Game, record};
use threefold::notation::picture::picture;
use threefold::notation::sentence::{ending_sentence, explain};
use threefold::notation::{parse_move, print_move};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let variant = threefold::load("3-man-chess")?.variant;
    let mut game = Game::new(&variant).ok_or("no starting position")?;

    for text in ["WHe4", "GRe4", "BLe4", "WHNf3"] {
        game.perform(text)?;
    }
    println!("{}", picture(game.position(), game.last_move()));

    // `explain` accepts legal and illegal moves.
    let mv = parse_move(game.position(), "GRa1-WHh1")?;
    println!("GRa1-WHh1: {}\n", explain(game.position(), mv).sentence);

    let moves = game.legal_moves();
    println!("{} legal moves, the first is {}", moves.len(), print_move(game.position(), moves[0]));

    // In this game the first defeat ends the game, so games between bots end, too.
    let variant = threefold::load("three-player-chess")?.variant;
    let mut game = Game::new(&variant).ok_or("no starting position")?;
    let mut bot = Bot::new(Style::Greedy, 7);
    while !game.is_game_over() && game.played().len() < 2000 {
        let mv = bot.choose(game.position())?.ok_or("no legal move")?;
        game.push(mv)?;
    }
    if let Some(ending) = game.outcome() {
        println!("{}", ending_sentence(game.position(), ending));
    }
    println!("the record has {} lines", record(&game).lines().count());
    Ok(())
}
