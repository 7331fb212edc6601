//! Pieces for random rulebooks: their movements, roles and hurdles.

use super::boards::RandomBoard;
use super::policies::word;
use crate::support::Dice;

/// Movements to choose from: with and without a forward direction, leaping, forking, waiting.
const MOVEMENTS: &[&str] = &[
    "R",
    "B",
    "Q",
    "N",
    "W",
    "F",
    "D",
    "A",
    "C",
    "Z",
    "K",
    "NN",
    "DD",
    "AA",
    "WW",
    "W2",
    "R3",
    "F2",
    "nN",
    "nD",
    "nA",
    "nZ",
    "mRcB",
    "mWcF",
    "mNcK",
    "fmWfcF",
    "fsW",
    "ffN",
    "fsN",
    "fbN",
    "frN",
    "vR",
    "sR",
    "fB",
    "bFfR",
    "WimD",
    "imN",
    "cWmF",
    "lFrW",
    "(3,0)",
    "(2,2)",
    "nDcF",
    "fRbW",
    "N2",
    "mQcN",
    "blN",
    "brF",
    "flF",
    "fNoW",
    "fmWfcFosW",
    "obQfR",
    "nNN",
    "pR",
    "gQ",
    "mRcpR",
    "zB",
    "zR",
    "fzR3",
    "mzF4",
    "[F?fR]",
    "[W-fF]",
    "[D+sW]",
    "[R?sR2]",
    "m[W?fB]c[fF+fF]",
    "[W2-sF?fW]",
    "[fW+K-bW]",
    "[A?lrD]",
    "gB",
    "pNN",
    "mBcgB",
    "fpR3",
    "npDD",
    "pD",
    "gA",
    "fgmD",
    "cpN",
    "pZ",
    "gG",
    "mpH",
    "gC",
];

/// Movements without a forward direction: such pieces need no facing.
const PLAIN: &[&str] = &[
    "R", "B", "Q", "N", "W", "F", "D", "K", "NN", "W2", "mRcB", "nN", "mQcN", "WimD", "mRcpR", "gQ", "pB", "gD", "WpH",
    "pN", "zB", "[F?fR]", "[D+sW]", "NoK", "oRA",
];

/// Movements of pawns that contain a double step, or a first leap of two steps, which is none.
pub(super) const DOUBLES: &[&str] = &[
    "fmWfceFifmnD",
    "fmWfcFifmnD",
    "fmWfcFifmW2",
    "mfWcfFimfnD",
    "fmFfcWifmnA",
    "fmWfcFimnD",
    "fmWfcFifmDimW2",
    "fmWfcFifmW3",
];

/// Pieces over which a piece may jump.
const HURDLES: &[&str] = &[
    "{ owner = \"mover\" }",
    "{ kind = [\"pawn\", \"tower\"] }",
    "{ owner = \"opponents\" }",
    "{ owner = \"next\", kind = [\"horse\", \"king\"] }",
    "{ owner = \"others\" }",
];

/// Returns one movement, or two in a row that parse as two.
fn movement(dice: &mut Dice, all: &[&'static str]) -> String {
    let first = word(dice, all);
    let second = if dice.one_in(3) { word(dice, all) } else { "" };
    let clash = first.chars().last() == second.chars().next() || first.ends_with(|it: char| it.is_ascii_digit());
    if clash { first.to_owned() } else { format!("{first}{second}") }
}

pub fn pieces(dice: &mut Dice) -> String {
    let king = if dice.one_in(4) { word(dice, &["W", "KN", "F", "KD", "KimN", "KimN"]) } else { "K" };
    let mut out = format!("[piece.king]\nletter = \"K\"\nmovement = \"{king}\"\nrole = \"royal\"\n");
    out.push_str(if king == "KimN" { "disturbed-by = [\"tower\", \"guard\"]\n\n" } else { "\n" });
    for (name, letter) in [("guard", "G"), ("horse", "H"), ("tower", "T")] {
        // Each of them can be promoted into, and so keeps a facing if it has a forward.
        let has_forward = if name == "horse" { !dice.one_in(3) } else { dice.one_in(4) };
        let movement = movement(dice, if has_forward { MOVEMENTS } else { PLAIN });
        let value = dice.below(6);
        out.push_str(&format!(
            "[piece.{name}]\nletter = \"{letter}\"\nmovement = \"{movement}\"\nrole = \"piece\"\nvalue = {value}\n"
        ));
        if movement.contains(['p', 'g']) && !dice.one_in(3) {
            out.push_str(&format!("hurdle = {}\n", word(dice, HURDLES)));
        }
        if movement.contains('i') && dice.one_in(2) {
            out.push_str(&format!(
                "disturbed-by = {}\n",
                word(dice, &["[\"tower\"]", "[\"horse\", \"pawn\", \"king\"]"])
            ));
        }
        out.push_str(if dice.one_in(6) { "captured-as = \"pawn\"\n\n" } else { "\n" });
    }
    let plain = ["fmWfcF", "fmWfcF", "mfWcfFsW", "fmFfcW", "fmWfceF", "fmWfcFosW", "fmWfcFofF"];
    let pawn = if dice.one_in(4) { word(dice, DOUBLES) } else { word(dice, &plain) };
    out.push_str(&format!("[piece.pawn]\nletter = \"P\"\nmovement = \"{pawn}\"\nrole = \"pawn\"\nvalue = 1\n"));
    let is_disturbed = pawn.contains('i') && dice.one_in(3);
    out.push_str(if is_disturbed { "disturbed-by = [\"horse\"]\n\n" } else { "\n" });
    out
}

/// Returns another promotion beside the first one: the first one that fits a piece and its square applies.
pub(super) fn second_promotion(dice: &mut Dice, board: &RandomBoard) -> String {
    let pieces = word(dice, &["[\"guard\"]", "[\"pawn\", \"guard\"]", "[\"horse\"]"]);
    let on = word(dice, &["{ zone = \"middle\" }", "{ zone = \"home\", of = \"owner\" }", "{ links = \"no-move\" }"]);
    // On a board without seams, the heading of a piece can say with whom it started.
    let by_facing = board.seam.is_none() && on.contains("owner") && dice.one_in(2);
    let on = if by_facing { "{ zone = \"home\", by = \"facing\" }" } else { on };
    let forced = word(dice, &["yes", "no"]);
    let leaving = match dice.one_in(3) {
        true => {
            format!("leaving = {}\n", word(dice, &["{ zone = \"middle\" }", "{ zone = \"home\", of = \"owner\" }"]))
        }
        false => String::new(),
    };
    format!(
        "[promotion.second]\npieces = {pieces}\non = {on}\nforced = \"{forced}\"\n{leaving}choice = \"listed\"\ninto = [\"tower\"]\n\n"
    )
}
