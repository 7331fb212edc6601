//! Extra turns and frozen players in random rulebooks.

use super::ends::Outcomes;
use super::policies::word;
use crate::support::Dice;

/// Adds outcomes that give extra turns, to be tested after a move or at the start of a turn.
pub fn add_extra_turns(dice: &mut Dice, (all, after, start): &mut Outcomes) {
    let who = |dice: &mut Dice| {
        word(dice, &["", "for = \"next\"\n", "for = \"previous\"\n", "for = \"opponents\"\n", "for = \"mover\"\n"])
    };
    if dice.one_in(5) {
        let test = word(
            dice,
            &[
                "captured = { kind = [\"pawn\", \"guard\"] }",
                "attack = { by = \"mover\", on = \"opponents\" }",
                "moved = { kind = [\"tower\", \"pawn\"] }",
            ],
        );
        all.push(("encore", format!("when = {{ {test} }}\n{}then = \"extra-turn\"", who(dice))));
        after.insert(dice.below(after.len() + 1), "encore");
    }
    if dice.one_in(5) {
        let test = word(
            dice,
            &[
                "stuck = { who = \"mover\", check = \"in\" }",
                "attack = { by = \"opponents\", on = \"mover\" }",
                "attack = { by = \"previous\", on = \"mover\" }",
                "living = 2",
            ],
        );
        all.push(("grace", format!("when = {{ {test} }}\n{}then = \"extra-turn\"", who(dice))));
        start.insert(dice.below(start.len() + 1), "grace");
    }
}

/// Lets outcomes freeze the players whom they would eliminate for having no legal move.
pub fn freeze(dice: &mut Dice, all: &mut [(&str, String)]) {
    for (_, body) in all.iter_mut().filter(|it| it.1.contains("stuck = {")) {
        if dice.one_in(2) {
            *body = body.replace("then = \"eliminate\"", "then = \"freeze\"");
        }
    }
}
