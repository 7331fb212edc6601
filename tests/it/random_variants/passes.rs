//! Passing in random rulebooks, and lines without the links of another line.

use super::policies::word;
use crate::support::Dice;

/// Lets players pass. Some tests ask whether they did.
pub fn allow(dice: &mut Dice, text: &str) -> String {
    let passing = word(dice, &["allowed", "when-stuck"]);
    let mut out = text.replacen("[turns]\n", &format!("[turns]\npassing = \"{passing}\"\n"), 1);
    let moved = "moved = { kind = [\"tower\", \"pawn\"] }";
    if dice.one_in(2) {
        out = out.replacen(moved, &format!("passed = \"{}\"", word(dice, &["yes", "yes", "no"])), 1);
    }
    if dice.one_in(3) {
        // A player who may only pass is stuck, so this is left to some positions.
        let attack = "attack = { by = \"mover\", on = \"next\" }";
        let bans = [("yes", "living = 2"), ("yes", attack), ("no", attack)];
        // Attacks that depend on bans cannot decide about bans.
        let possible = if text.contains("banned = \"do-not-attack\"") { &bans[..1] } else { &bans[..] };
        let (passes, before) = dice.pick(possible).expect("a ban");
        out.push_str(&format!("\n[ban.pass]\nmove = {{ passes = \"{passes}\" }}\nbefore = {{ {before} }}\n"));
    }
    out
}

/// Takes some links out of a line.
pub fn thin_line(dice: &mut Dice, text: &str) -> Option<String> {
    let (before, rest) = text.split_once("[line.wall]\n")?;
    let (line, after) = rest.split_once("\n\n")?;
    let place = line.lines().find(|it| it.starts_with("patch") || it.starts_with("seam"))?;
    let of = word(dice, &["board", "board", "seat"]);
    let of = if line.contains("of = \"seat\"") { of } else { "board" };
    let files = line.lines().find(|it| it.starts_with("files")).unwrap_or("");
    let gap = format!("[line.gap]\nof = \"{of}\"\n{place}\n{files}\nranks = \"{}\"", word(dice, &["1", "2", "1-2"]));
    Some(format!("{before}[line.wall]\n{line}\nexcept = \"gap\"\n\n{gap}\n\n{after}"))
}
