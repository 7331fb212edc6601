//! Sentences about the second part of a move: a piece that enters, or a blocker that is placed.
//!
//! Input: a refusal of that part. Output: its sentence, or its code. Does not know how the move itself is judged.

use crate::notation::moves::print_move;
use crate::notation::name::{a, kind_name};
use crate::policy::GateOpens;
use crate::rulebook::{KindId, Rulebook};
use crate::rules::{Move, PlacementObstacle, Position, Refusal};

/// Returns the code of a placement on the wrong square.
pub(super) fn obstacle_code(obstacle: PlacementObstacle) -> &'static str {
    match obstacle {
        PlacementObstacle::Stays => "blocker-stays",
        PlacementObstacle::NotThere => "no-blocker-there",
        PlacementObstacle::NotReached => "blocker-not-reached",
        _ => "blocker-on-piece",
    }
}

/// Explains why a move cannot end with its placement.
pub(super) fn placement(position: &Position, mv: Move, refusal: &Refusal) -> String {
    let book = position.variant().rulebook();
    let name = |at: crate::board::Square| book.board.name(at);
    match refusal {
        Refusal::NotPlaced { kind } => {
            let mut legal = position.legal_moves_from(mv.from).into_iter();
            let example = legal.find(|it| it.placing(None) == mv);
            let example = example.map_or_else(String::new, |it| format!(", as in `{}`", print_move(position, it)));
            format!("The move must end with {}: name its square{example}.", a(kind_name(book, *kind)))
        }
        Refusal::NowhereToPlace { kind } => {
            format!("After this move there is no square for the {}, so the move is illegal.", kind_name(book, *kind))
        }
        Refusal::Placement { kind, square, obstacle } => {
            let (what, at) = (kind_name(book, *kind), name(*square));
            match obstacle {
                PlacementObstacle::Stays => format!("The {what} must move to another square: it is already on {at}."),
                PlacementObstacle::NotThere => format!("The {what} may not be placed on {at}."),
                PlacementObstacle::NotReached => format!("The {what} does not reach {at} from {}.", name(mv.to)),
                _ => format!("The {what} needs an empty square, and {at} is occupied after the move."),
            }
        }
        other => other.to_string(),
    }
}

/// Explains why a piece cannot enter on the square that a move leaves.
pub(super) fn gate_closed(book: &Rulebook, id: KindId, square: &str, mover: &str) -> String {
    let (what, rule) = (kind_name(book, id), book.gating.as_ref());
    let mut movers = book.kinds.iter().zip(0..).filter(|it| it.0.label == mover).map(|it| KindId(it.1));
    let opens = rule.is_some_and(|rule| movers.any(|it| rule.opens_for(it)));
    let why = match rule.filter(|it| it.pieces >> id.0 & 1 != 0).map(|it| it.opens) {
        None => return format!("A {what} cannot enter the board with the move of another piece."),
        _ if !opens => format!("the move of a {mover} lets no piece enter"),
        Some(GateOpens::FirstMove) => format!("this is not the first move of a {mover} from its starting square"),
        Some(GateOpens::EveryMove) => format!("this move of the {mover} lets no piece enter"),
    };
    format!("The {what} cannot enter on {square}: {why}.")
}
