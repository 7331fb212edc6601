//! Short commands of a player: `draw` is `w claims draw`, and `resign` is `w resigns`.
//!
//! Input: a game and a command. Output: the text of an action of the player to move, or of the player who must answer.
//! Does not know whether the action is possible.

use super::Game;
use crate::notation::name::seat_letter;
use crate::policy::{ClaimThen, Consent};
use crate::rulebook::Claim;

impl Game {
    /// Returns the action that a short command means: one of `resign`, `resign for X`, `draw`, `claim NAME`,
    /// `claim NAME for X`, `accept`, `decline` and `withdraw`. Returns `None` for moves and other texts.
    ///
    /// The player to move acts. An answer is that of the first player who still has to answer, and a withdrawal that of the
    /// player who made the offer.
    ///
    /// ```
    /// let chess = threefold::load("chess")?.variant;
    /// let mut game = threefold::Game::new(&chess).expect("a starting position");
    /// assert_eq!(game.short_action("resign").as_deref(), Some("w resigns"));
    /// game.perform("w claims draw")?;
    /// assert_eq!(game.short_action("accept").as_deref(), Some("b accepts"));
    /// assert_eq!(game.short_action("e4"), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn short_action(&self, command: &str) -> Option<String> {
        let letter = |seat| seat_letter(self.variant().rulebook(), seat);
        let turn = letter(self.turn());
        let pending = self.pending();
        let mut words = command.split_whitespace();
        let first = words.next()?.to_ascii_lowercase();
        Some(match (first.as_str(), &words.collect::<Vec<_>>()[..]) {
            ("draw", []) | ("offer", ["draw"] | ["a", "draw"]) => {
                format!("{turn} claims {}", self.draw_claim().unwrap_or("draw"))
            }
            ("resign", []) => format!("{turn} resigns"),
            ("resign", ["for", winner]) => format!("{turn} resigns for {winner}"),
            ("claim", [name]) => format!("{turn} claims {name}"),
            ("claim", [name, "for" | "with", other]) => format!("{turn} claims {name} for {other}"),
            ("withdraw", []) => format!("{} withdraws", pending.map_or(turn, |it| letter(it.claimant))),
            (answer @ ("accept" | "refuse" | "decline"), []) => {
                let asked = pending.and_then(|it| it.waiting.first()).map_or(turn, |it| letter(*it));
                format!("{asked} {}", if answer == "accept" { "accepts" } else { "refuses" })
            }
            _ => return None,
        })
    }

    /// Returns the name of the claim that offers a draw to all players.
    pub(crate) fn draw_claim(&self) -> Option<&str> {
        let is_draw = |it: &&Claim| it.consent == Consent::AllOthers && it.then == ClaimThen::End && !it.names_winner();
        self.variant().rulebook().claims.iter().find(is_draw).map(|it| it.name.as_str())
    }
}
