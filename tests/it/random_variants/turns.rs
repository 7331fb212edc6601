//! Extra turns, alliances and frozen players in random rulebooks.

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

/// Adds outcomes that make and end alliances. Returns `[alliance]`, and whether an ally survives the other.
pub fn add_alliances(
    dice: &mut Dice,
    seats: usize,
    has_teams: bool,
    (all, after, _): &mut Outcomes,
) -> Option<(String, bool)> {
    if seats < 3 || !dice.one_in(if has_teams { 8 } else { 3 }) {
        return None;
    }
    let test = |dice: &mut Dice| {
        word(
            dice,
            &[
                "captured = { kind = [\"pawn\", \"guard\"] }",
                "attack = { by = \"mover\", on = \"opponents\" }",
                "moved = { kind = [\"tower\", \"pawn\"] }",
                "moved = { kind = [\"king\", \"horse\"] }",
            ],
        )
    };
    let allies = word(dice, &["\"next\", \"previous\"", "\"mover\", \"next\"", "\"opponents\"", "\"living\""]);
    let when = test(dice);
    all.push(("pact", format!("when = {{ {when} }}\nallies = [{allies}]\nthen = \"ally\"")));
    after.insert(dice.below(after.len() + 1), "pact");
    if dice.one_in(2) {
        let when = test(dice);
        all.push(("split", format!("when = {{ {when} }}\nthen = \"end-alliances\"")));
        after.insert(dice.below(after.len() + 1), "split");
    }
    let loss = word(dice, &["together", "alone"]);
    let table = format!(
        "[alliance]\nallies = \"{}\"\ncaptures = \"{}\"\nchecks = \"{}\"\nloss = \"{loss}\"\n\n",
        word(dice, &["one", "any"]),
        word(dice, &["forbidden", "forbidden", "allowed"]),
        word(dice, &["ignored", "ignored", "counted"])
    );
    Some((table, loss == "alone"))
}

/// Lets outcomes freeze the players whom they would eliminate for having no legal move.
pub fn freeze(dice: &mut Dice, all: &mut [(&str, String)]) {
    for (_, body) in all.iter_mut().filter(|it| it.1.contains("stuck = {")) {
        if dice.one_in(2) {
            *body = body.replace("then = \"eliminate\"", "then = \"freeze\"");
        }
    }
}
