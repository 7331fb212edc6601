//! A bot of your own: it looks one move ahead and counts pieces and mobility. It plays against the
//! bots of this crate. Run it with `cargo run --release --example your_own_bot`.

use threefold::arena::{MatchOptions, MatchPlan};
use threefold::bot::{BotError, ChooseMove, Style};
use threefold::{Game, Move, Position, SeatId};

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

/// The bot, which needs neither a seed nor a memory.
struct OneMoveAhead;

impl ChooseMove for OneMoveAhead {
    fn choose_move(&mut self, game: &Game) -> Result<Option<Move>, BotError> {
        Ok(choose(game.position()))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for name in ["chess", "three-player-chess", "trichess"] {
        let start = threefold::load(name)?.variant.start().ok_or("no starting position")?;
        let bots = vec![Style::own("one move ahead", |_seed| Box::new(OneMoveAhead)), Style::Random];
        // Each bot plays for each seat.
        let plan = MatchPlan::new(start, bots, MatchOptions { ply_limit: 300, ..MatchOptions::default() })?;
        let found = plan.run(10, 1, Vec::new(), None, &mut |_game| true)?;
        let [own, random] = [0, 1].map(|it: usize| found.report.bots[it].points);
        println!("{name}: {own:.2} points a game for one move ahead, {random:.2} for random moves");
    }
    Ok(())
}
