//! Captures with effects for random rulebooks: captures without moving, explosions, promotions that need a capture, and
//! outcomes that depend on a legal move. They change a finished rulebook, so they come last.

use super::policies::{list, some, word};
use crate::support::Dice;

/// Tests of a captured piece.
const CAPTURED: &[&str] = &["{}", "{ kind = [\"pawn\", \"horse\"] }", "{ at = { zone = \"middle\" } }"];

/// Returns a header for captures that explode. Kings survive if no outcome follows their capture.
pub fn explosion(dice: &mut Dice, text: &str) -> String {
    let mut immune = some(dice, &["pawn", "tower", "horse"]);
    let mut unharmed = some(dice, &["pawn", "tower", "horse"]);
    let loses_king = text.contains("king-captured");
    let guard_is_royal = text.contains("\nroyals = ");
    for (kind, is_royal) in [("king", true), ("guard", guard_is_royal)] {
        for kinds in [&mut immune, &mut unharmed] {
            if is_royal && !loses_king || dice.one_in(4) {
                kinds.push(kind);
            }
        }
    }
    let steps = word(dice, &["", "", "steps = [\"straight\"]\n", "steps = [\"diagonal\"]\n"]);
    let mut out = format!("\n[explosion]\n{steps}");
    for (key, kinds) in [("immune", immune), ("unharmed", unharmed)] {
        if !kinds.is_empty() {
            out.push_str(&format!("{key} = {}\n", list(&kinds)));
        }
    }
    out
}

/// Returns a header for moves that change the owner of other pieces.
pub fn conversion(dice: &mut Dice, text: &str) -> String {
    let inert = text.contains("[elimination]") && !text.contains("army = \"removed\"");
    let of = word(dice, &["opponents", "opponents", "next", "previous", "others", "eliminated"]);
    let of = if of == "eliminated" && !inert { "opponents" } else { of };
    let steps = word(dice, &["", "", "steps = [\"straight\"]\n", "steps = [\"diagonal\"]\n"]);
    let reach = word(dice, &["next-to", "enclosed"]);
    let mut immune = some(dice, &["pawn", "tower", "horse"]);
    immune.push("king");
    if text.contains("\nroyals = ") || dice.one_in(4) {
        immune.push("guard");
    }
    let mut out = format!("\n[conversion]\nof = \"{of}\"\nreach = \"{reach}\"\n{steps}immune = {}\n", list(&immune));
    let by = some(dice, &["king", "pawn", "tower", "horse", "guard"]);
    if !by.is_empty() {
        out.push_str(&format!("by = {}\n", list(&by)));
    }
    out
}

/// Returns the rulebook with kinds that capture without moving.
pub fn without_moving(dice: &mut Dice, text: &str) -> String {
    let mut kinds = some(dice, &["king", "pawn", "tower", "horse", "guard"]);
    if kinds.is_empty() {
        kinds.push("tower");
    }
    let key = format!("without-moving = {}\n", list(&kinds));
    match text.split_once("[capture]\n") {
        Some((before, rest)) => format!("{before}[capture]\n{key}{rest}"),
        None => format!("{text}\n[capture]\n{key}"),
    }
}

/// Returns the rulebook with a drop that needs a piece next to its square, if it has drops.
pub fn beside(dice: &mut Dice, text: &str) -> String {
    let tests = ["{ owner = \"mover\" }", "{ owner = \"opponents\" }", "{ kind = [\"pawn\", \"king\"] }", "{}"];
    let pool = "\npool = \"taken\"\n";
    let with = format!("{pool}beside = {}\n", word(dice, &tests));
    // Promotions and gating have a pool, too.
    match text.find("[drop").map(|it| text.split_at(it)) {
        Some((before, drops)) => format!("{before}{}", drops.replacen(pool, &with, 1)),
        None => text.to_owned(),
    }
}

/// Returns the rulebook with promotions that need a capture.
pub fn promotions(dice: &mut Dice, text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        out.push_str(line);
        out.push('\n');
        if line == "choice = \"listed\"" && dice.one_in(2) {
            out.push_str(&format!("captures = {}\n", word(dice, CAPTURED)));
        }
    }
    out
}

/// Returns headers for promotions that are moves of their own, for kinds that do not promote on arrival.
pub fn promotion_moves(dice: &mut Dice, text: &str) -> String {
    let promotes =
        |it: &str| text.contains(&format!("pieces = [\"{it}\"]\non = ")) || text.contains("\", \"guard\"]\non = ");
    let kinds: Vec<&str> = ["pawn", "horse", "guard"].into_iter().filter(|it| !promotes(it)).collect();
    let is_royal = text.contains("\nroyals = ");
    let mut out = String::new();
    for (number, kind) in kinds.into_iter().filter(|it| !is_royal || *it != "guard").enumerate() {
        if dice.one_in(3) {
            continue;
        }
        let into = word(dice, &["[\"tower\"]", "[\"tower\"]", "[\"tower\", \"SECOND\"]"]);
        let into = into.replace("SECOND", if kind == "horse" { "pawn" } else { "horse" });
        out.push_str(&format!("\n[promotion-move.{number}]\npieces = [\"{kind}\"]\ninto = {into}\n"));
        let places = [
            "",
            "",
            "on = { zone = \"middle\" }\n",
            "on = { zone = \"home\", of = \"others\" }\n",
            "on = { links = \"no-move\" }\n",
        ];
        out.push_str(word(dice, &places));
        let counts = [
            "",
            "",
            "count = { of = \"mover\", kind = [\"pawn\"], at-most = 2 }\n",
            "count = { of = \"opponents\", at-least = 3 }\n",
        ];
        out.push_str(word(dice, &counts));
        out.push_str(word(dice, &["", "step = \"as-new-piece\"\n", "step = \"as-new-piece\"\n"]));
        out.push_str(word(dice, &["", "attack = \"forbidden\"\n"]));
        out.push_str(word(dice, &["", "most = 1\n", "most = 2\n"]));
    }
    out
}

/// Returns a ban on moves out of check, except captures of a piece that gives it.
pub fn standing(dice: &mut Dice) -> String {
    let attack = |with: &str| format!("before = {{ attack = {{ by = \"opponents\", on = \"mover\"{with} }} }}\n");
    let kinds = word(dice, &["[\"king\"]", "[\"king\", \"pawn\"]"]);
    let ban = format!("\n[ban.stands]\nmove = {{ piece = {{ kind = {kinds} }} }}\n{}", attack(""));
    format!("{ban}\n[ban.stands.unless.captures]\n{}", attack(", with = \"captured-piece\""))
}

/// Returns an outcome for a player who has, or lacks, a legal move of some sort.
pub fn last_chance(dice: &mut Dice, text: &str) -> String {
    let moves = [
        "{ captures = {} }",
        "{ piece = { kind = [\"king\"] } }",
        "{ to = { zone = \"middle\" } }",
        "{ piece = { kind = [\"pawn\", \"horse\"] }, to = { zone = \"middle\" } }",
    ];
    let test = word(dice, &moves);
    let moment = word(dice, &["turn-start", "after-move"]);
    let limit = 2 + dice.below(3);
    if !text.contains("[settle]") {
        return String::new();
    }
    let count = format!("count = {{ of = \"mover\", at-most = {limit} }}");
    let outcome = |when: &str| {
        format!(
            "\n[outcome.chance]\nwhen = {{ {when} }}\nthen = \"end\"\npoints = {{ mover = 1, others = 0 }}\n\
             settled = \"{moment}\"\n"
        )
    };
    match dice.one_in(2) {
        true => outcome(&format!("{count}, legal-move = {test}")),
        false => outcome(&count) + &format!("\n[outcome.chance.unless.chance]\nafter = {{ legal-move = {test} }}\n"),
    }
}
