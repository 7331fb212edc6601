//! A bot of your own: it looks one move ahead and counts pieces and mobility. It plays against the
//! bots of this crate. Run it with `cargo run --release --example your_own_bot`.

use threefold::bot::{Bot, Style};
use threefold::game::Game;
use threefold::{Move, Position, SeatId};

/// Returns what a position is worth to a player: the share of all points once the game has ended,
/// otherwise the share of all material, and a little for each legal move of the next player.
fn worth(position: &Position, player: SeatId) -> f64 {
    if position.ending().is_some() {
        return 1000.0 * f64::from(position.scores()[usize::from(player.0)]);
    }
    let book = position.variant().rulebook();
    let material = position.pieces().into_iter().map(|(_, piece)| {
        let value = f64::from(book.kinds()[usize::from(piece.kind.0)].value());
        if piece.seat == player { 2.0 * value } else { -value }
    });
    material.sum::<f64>() - 0.01 * position.legal_moves().len() as f64
}

/// Returns the move after which the position is worth most to the player who makes it.
fn choose(position: &Position) -> Option<Move> {
    let worth_of = |mv: &Move| worth(&position.play_unchecked(*mv).expect("a legal move"), position.turn());
    position.legal_moves().into_iter().max_by(|a, b| worth_of(a).total_cmp(&worth_of(b)))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for name in ["chess", "three-player-chess", "trichess"] {
        let variant = threefold::load(name)?.variant;
        let mut points = 0.0;
        for seed in 0..10 {
            let mut game = Game::new(&variant).ok_or("no starting position")?;
            let mut others = Bot::new(Style::Random, seed);
            while !game.is_game_over() && game.played().len() < 300 {
                // Seat 0 moves first. The others play random moves.
                let mv = match game.turn() {
                    SeatId(0) => choose(game.position()),
                    _ => others.choose(game.position())?,
                };
                game.push(mv.ok_or("no legal move")?)?;
            }
            points += f64::from(game.position().scores()[0]);
        }
        println!("{name}: {points:.1} points in 10 games");
    }
    Ok(())
}
