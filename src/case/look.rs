//! The text that a case shows to people: the requested boards, legal moves and explanations.
//!
//! Input: a [`Case`] and its [`Game`]. Output: text. Decides nothing: the rules and `notation` supply
//! every line.

use super::{Case, CaseError, Obstacle};
use crate::game::Game;
use crate::notation::moves::legal_texts;
use crate::notation::moves::parse_exact;
use crate::notation::picture::{facts, picture};
use crate::notation::sentence::explain;

/// Returns the items in the `show` list of a case, in its order; by default, the facts of the position. Adds the errors of
/// other items to `errors`.
pub(super) fn shown(case: &Case, game: &Game, errors: &mut Vec<CaseError>) -> String {
    let position = game.position();
    let mut out = String::new();
    if case.show.is_empty() {
        for line in facts(position) {
            out.push_str(&line);
            out.push('\n');
        }
    }
    for wish in &case.show {
        let mut wrong =
            |message: String| errors.push(CaseError::new(&case.sources, Some(wish.span), Obstacle::Text, &message));
        let mut words = wish.value.splitn(2, ' ');
        let (what, rest) = (words.next().unwrap_or(""), words.next().unwrap_or("").trim());
        match what {
            "board" => out.push_str(&picture(position, game.last_move())),
            "moves" => {
                let Some(from) = position.variant().board().square(rest) else {
                    wrong(format!("no square is called `{rest}`"));
                    continue;
                };
                let texts = legal_texts(position).into_iter().filter(|it| it.0.from == from);
                let texts: Vec<String> = texts.map(|it| it.1).collect();
                let texts = if texts.is_empty() { "none".to_owned() } else { texts.join(" ") };
                out.push_str(&format!("moves of {rest}: {texts}\n"));
            }
            "explain" => {
                let text = match parse_exact(position, rest) {
                    Err(error) => error.render(rest),
                    Ok(mv) => explain(position, mv).sentence,
                };
                out.push_str(&format!("{rest}: {}\n", text.trim_end()));
            }
            _ => wrong(format!("`show` has no `{what}`: write board, moves SQUARE or explain MOVE")),
        }
    }
    out
}
