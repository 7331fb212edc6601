//! Everything except the board and the pieces for random rulebooks: starting position, lines, barriers,
//! tags, special moves and bans. [`super::ends`] adds the end of the game.

use super::boards::RandomBoard;
use super::ends::ends;
use super::pieces::{DOUBLES, pieces, second_promotion};
use crate::support::Dice;

pub(super) fn list(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|it| format!("\"{it}\"")).collect();
    format!("[{}]", words.join(", "))
}

pub(super) fn some<'a>(dice: &mut Dice, all: &[&'a str]) -> Vec<&'a str> {
    all.iter().copied().filter(|_| dice.one_in(2)).collect()
}

pub(super) fn word<'a>(dice: &mut Dice, all: &[&'a str]) -> &'a str {
    dice.pick(all).expect("a word")
}

/// Returns the remaining headers of a rulebook for this board.
pub fn policies(dice: &mut Dice, board: &RandomBoard) -> String {
    let mut out = zones(board);
    let pool = dice.one_in(2);
    let from_pool = pool && dice.one_in(2);
    let drops = pool && dice.one_in(2);
    let mut dropped = vec!["pawn", "tower", "horse", "guard"];
    let pieces = pieces(dice);
    out.push_str(&pieces);
    out.push_str(&array(dice, board));
    if pool {
        // Pieces that are dropped usually come from the opponents.
        let holds = match drops {
            true => word(dice, &["others-pieces-captured", "others-pieces-captured", "own-pieces-captured"]),
            false => word(dice, &["own-pieces-captured", "own-pieces-captured", "nothing-captured"]),
        };
        out.push_str(&format!("[pool.taken]\nholds = \"{holds}\"\n"));
        let kinds = some(dice, &["pawn", "tower", "horse", "guard"]);
        if !kinds.is_empty() && dice.one_in(3) {
            out.push_str(&format!("pieces = {}\n", list(&kinds)));
            dropped.retain(|it| kinds.contains(it));
        }
        if dice.one_in(4) {
            let start: Vec<&str> = dropped.iter().flat_map(|it| vec![*it; dice.below(3)]).collect();
            out.push_str(&format!("start = {}\n", list(&start)));
        }
        out.push('\n');
        if drops && !dropped.is_empty() {
            out.push_str(&drop_rules(dice, &dropped));
        }
        if !dropped.is_empty() && dice.one_in(3) {
            out.push_str(&gating(dice, &dropped));
        }
    }
    let lines = lines(dice, board);
    out.push_str(&lines.0);
    out.push_str(&marks(dice, lines.1));
    let steps_twice = DOUBLES.iter().any(|it| pieces.contains(&format!("\"{it}\"")));
    out.push_str(&specials(dice, board, from_pool, steps_twice));
    let castlings = castlings(dice, board);
    out.push_str(&castlings);
    if !castlings.is_empty() && drops && dropped.contains(&"tower") && dice.one_in(2) {
        out.push_str("dropped = [\"tower\"]\n\n");
    }
    out.push_str(&bans(dice, board, lines.1, pool));
    if out.len().is_multiple_of(6) && !out.contains("[gating]") {
        let mut own = Dice(out.len() as u64);
        out.push_str(&blockers(&mut own));
    }
    out.push_str(&ends(dice, board));
    out
}

/// Returns a rule by which moves end with the placement of a blocker. It has few squares to choose from, because each
/// of them makes another move.
fn blockers(dice: &mut Dice) -> String {
    let movement = word(dice, &["N", "W", "F", "mW", "WcF"]);
    let placing = word(dice, &["same-one", "one-more"]);
    let on = word(dice, &["", "", "on = { zone = \"middle\" }\n", "on = { zone = \"home\", of = \"others\" }\n"]);
    format!(
        "[piece.rock]\nletter = \"X\"\nmovement = \"{movement}\"\nrole = \"piece\"\n\n\
         [blocker]\npiece = \"rock\"\nplacing = \"{placing}\"\nreach = \"by-movement\"\n{on}\n"
    )
}

/// Returns a rule for pieces that enter with the moves of others.
fn gating(dice: &mut Dice, kinds: &[&str]) -> String {
    let enter = kinds.iter().copied().take(1 + dice.below(kinds.len())).collect::<Vec<_>>();
    let by = word(
        dice,
        &[
            "{}",
            "{ kind = [\"king\", \"tower\"] }",
            "{ kind = [\"horse\", \"guard\", \"pawn\"] }",
            "{ at = { zone = \"home\", of = \"owner\" } }",
        ],
    );
    let opens = word(dice, &["first-move", "first-move", "every-move"]);
    format!("[gating]\npieces = {}\npool = \"taken\"\nby = {by}\nopens = \"{opens}\"\n\n", list(&enter))
}

/// Returns one or two rules for drops, with random limits.
fn drop_rules(dice: &mut Dice, kinds: &[&str]) -> String {
    let mut out = String::new();
    let kinds_listed = kinds;
    let split = 1 + dice.below(kinds.len());
    for (name, kinds) in [("drop", &kinds[..split]), ("drop.more", &kinds[split..])] {
        if kinds.is_empty() {
            continue;
        }
        out.push_str(&format!("[{name}]\npieces = {}\npool = \"taken\"\n", list(kinds)));
        let places = [
            "{ links = \"no-move\" }",
            "{ links = \"no-step-forward\" }",
            "{ zone = \"home\", of = \"owner\" }",
            "{ zone = \"middle\" }",
        ];
        if dice.one_in(3) {
            out.push_str(&format!("not-on = {}\n", word(dice, &places)));
        } else if dice.one_in(4) {
            out.push_str(&format!("on = {}\n", word(dice, &places[2..])));
        }
        if dice.one_in(3) {
            out.push_str(&format!("most-on-file = {}\n", 1 + dice.below(2)));
        }
        let limits_color = dice.one_in(4);
        if limits_color {
            out.push_str(&format!("most-on-color = {}\n", 1 + dice.below(2)));
        }
        if !limits_color && kinds.len() == 1 && kinds[0] != "tower" && !out.contains("into") && dice.one_in(2) {
            let others = list(&[kinds[0], "tower"]);
            let taken = kinds_listed.contains(&"tower");
            out.push_str(&if taken { String::new() } else { format!("into = {others}\n") });
        }
        if dice.one_in(6) {
            out.push_str("forced = \"yes\"\n");
        }
        if dice.one_in(3) {
            out.push_str("mate = \"forbidden\"\n");
        }
        out.push('\n');
    }
    out
}

fn zones(board: &RandomBoard) -> String {
    let mut out = String::new();
    if board.alike {
        out.push_str(&format!("[zone.home]\nof = \"seat\"\nsquares = {}\n\n", squares(&board.rows[0])));
        let second = board.rows.get(1).unwrap_or(&board.rows[0]);
        out.push_str(&format!("[zone.second]\nof = \"seat\"\nsquares = {}\n\n", squares(second)));
    } else {
        for (seat, home) in board.seats.iter().zip(&board.homes) {
            out.push_str(&format!("[zone.home.{seat}]\nsquares = [\"{home}\"]\n\n"));
            out.push_str(&format!("[zone.second.{seat}]\nsquares = {}\n\n", squares(&board.rows[1])));
        }
    }
    let middle = &board.rows[board.rows.len() / 2];
    out.push_str(&format!(
        "[zone.middle]\nof = \"board\"\nsquares = [\"{}\", \"{}\"]\n\n",
        middle[0],
        middle[middle.len() - 1]
    ));
    out
}

fn squares(names: &[String]) -> String {
    list(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Returns pieces for the first seat, or for each seat.
fn array(dice: &mut Dice, board: &RandomBoard) -> String {
    let kinds = ["king", "tower", "horse", "guard"];
    if board.alike {
        let mut out = "[setup]\n".to_owned();
        let row = &board.rows[0];
        for (kind, square) in kinds.iter().zip(row) {
            out.push_str(&format!("{kind} = [\"{square}\"]\n"));
        }
        let inner = &board.rows[1][1..board.rows[1].len() - 1];
        let pawns: Vec<&str> = inner.iter().map(String::as_str).filter(|_| dice.one_in(2)).take(2).collect();
        if !pawns.is_empty() && board.seats.len() < 4 {
            out.push_str(&format!("pawn = {}\n", list(&pawns)));
        }
        return out + "\n";
    }
    let rows = [&board.rows[0], &board.rows[board.rows.len() - 1]];
    let mut out = String::new();
    for (index, seat) in board.seats.iter().enumerate() {
        let home: Vec<String> = match index {
            2 => board.rows[1..board.rows.len() - 1].iter().map(|it| it[0].clone()).collect(),
            _ => rows[index][1..].to_vec(),
        };
        out.push_str(&format!("[setup.{seat}]\n"));
        for (kind, square) in kinds.iter().zip(&home) {
            out.push_str(&format!("{kind} = [\"{square}\"]\n"));
        }
        out.push('\n');
    }
    out
}

/// Returns a line with a barrier on it, sometimes two.
fn lines(dice: &mut Dice, board: &RandomBoard) -> (String, bool) {
    if dice.one_in(4) {
        return (String::new(), false);
    }
    let file = 1 + dice.below(board.files.min(board.rows[0].len()).max(2) - 1);
    let of = if board.alike && !dice.one_in(3) { "seat" } else { "board" };
    let place = match board.seam {
        Some(seam) if dice.one_in(2) => format!("seam = \"{seam}\""),
        _ => format!("patch = \"{}\"\nfiles = [{file}, {}]", board.first_patch, file + 1),
    };
    let ranks =
        if dice.one_in(2) { format!("\nranks = \"1-{}\"", 1 + dice.below(board.rows.len())) } else { String::new() };
    let ends = word(dice, if ranks.is_empty() { &["either"] } else { &["start", "either", "both"] });
    let steps = word(dice, &["[\"straight\"]", "[\"straight\", \"diagonal\"]", "[\"straight\", \"diagonal\"]"]);
    let mut out = format!("[line.wall]\nof = \"{of}\"\n{place}{ranks}\nends = \"{ends}\"\nsteps = {steps}\n\n");
    let all = ["move", "capture", "give-check", "attack"];
    let count = 1 + usize::from(dice.one_in(3));
    for number in 0..count {
        let name = ["wall", "ditch"][number];
        let mut closed = some(dice, &all);
        if closed.len() == 4 {
            closed.pop();
        }
        // A line on the first ranks of the board touches the starting squares.
        let opens = dice.one_in(2) && (of == "seat" || ranks.is_empty() && place.starts_with("patch"));
        out.push_str(&format!("[barrier.{name}]\nline = \"wall\"\n"));
        out.push_str(&format!("leaps = \"{}\"\n", word(dice, &["exempt", "any-path", "every-path", "long-leg-first"])));
        out.push_str(&format!("check-by = \"{}\"\n", word(dice, &["any-piece", "moved-piece"])));
        if dice.one_in(3) {
            out.push_str(&format!("pieces = {}\n", list(&["pawn", "tower", "horse"])));
        }
        if dice.one_in(4) {
            out.push_str(&format!("binds = {}\n", list(&board.seats[..1])));
        }
        if opens {
            out.push_str(&format!("stays-open = \"{}\"\n", word(dice, &["for-good", "while-true"])));
            if of == "board" {
                out.push_str("owners = \"home\"\n");
            }
        }
        out.push_str(&format!("\n[barrier.{name}.closed]\nallows = {}\n\n", list(&closed)));
        if opens {
            let allows = some(dice, &all);
            out.push_str(&format!("[barrier.{name}.open]\nallows = {}\n\n", list(&allows)));
            out.push_str(&format!("[barrier.{name}.opens.gone]\nevent = \"owner-eliminated\"\n\n"));
            if dice.one_in(2) {
                let of = word(dice, &["own-pieces", "all-pieces"]);
                out.push_str(&format!(
                    "[barrier.{name}.opens.left]\nevent = \"zone-vacated\"\nzone = \"home\"\nof = \"{of}\"\n\n"
                ));
            }
        }
        if dice.one_in(3) {
            let piece = word(
                dice,
                &[
                    "kind = [\"guard\"]",
                    "at = { zone = \"middle\" }",
                    "kind = [\"horse\"], at = { zone = \"home\", of = \"others\" }",
                ],
            );
            out.push_str(&format!("[barrier.{name}.unless.some]\npiece = {{ {piece} }}\n\n"));
        }
    }
    (out, true)
}

fn marks(dice: &mut Dice, has_line: bool) -> String {
    if dice.one_in(2) {
        return String::new();
    }
    let mut set = vec![
        "captures = {}",
        "to = { zone = \"middle\" }",
        "to = { links = \"no-step-forward\" }",
        "to = { links = \"no-move\" }",
    ];
    if has_line {
        set.push("crosses = \"wall\"");
    }
    let set = word(dice, &set);
    let on = word(dice, &["self", "same-kind", "nobody"]);
    let pieces = list(&["pawn", "horse"]);
    let mut out = format!("[tag.marked]\npieces = {pieces}\nset = {{ {set} }}\non = \"{on}\"\n\n");
    if dice.one_in(2) {
        out.push_str("[ban.marked]\nmove = { piece = { tag = \"marked\" }, captures = { kind = [\"tower\"] } }\n\n");
    }
    out
}

fn specials(dice: &mut Dice, board: &RandomBoard, from_pool: bool, steps_twice: bool) -> String {
    let mut out = String::new();
    // En passant needs a double step: of the movement, or of the header.
    if !steps_twice || dice.one_in(2) {
        let from = word(
            dice,
            &[
                "{ zone = \"second\", of = \"owner\" }",
                "{ zone = \"second\", of = \"owner\" }",
                "{ zone = \"second\", of = \"owner\" }",
                "{ zone = \"middle\" }",
            ],
        );
        out.push_str(&format!("[double-step]\npieces = [\"pawn\"]\nfrom = {from}\n\n"));
    }
    let takers = word(dice, &["[\"pawn\"]", "[\"pawn\", \"guard\"]", "[\"pawn\", \"tower\"]"]);
    let window = word(dice, &["next-ply", "until-own-turn"]);
    let dead = word(dice, &["lapses", "stays"]);
    out.push_str(&format!("[en-passant]\npieces = {takers}\nwindow = \"{window}\"\nagainst-eliminated = \"{dead}\"\n"));
    if dice.one_in(4) {
        out.push_str("from = { zone = \"middle\" }\n");
    }
    out.push('\n');
    let on = word(
        dice,
        &[
            "{ zone = \"home\", of = \"others\" }",
            "{ links = \"no-step-forward\" }",
            "{ links = \"no-move\" }",
            "{ zone = \"middle\" }",
        ],
    );
    let forced = word(dice, &["yes", "no"]);
    out.push_str(&format!("[promotion]\npieces = [\"pawn\"]\non = {on}\nforced = \"{forced}\"\n"));
    if from_pool {
        let if_none = match forced {
            "yes" => word(dice, &["stays", "stays-and-waits", "forbidden"]),
            _ => word(dice, &["stays", "stays-and-waits"]),
        };
        let appears = word(dice, &["arrival", "home", "own-kind-home"]);
        let pays = word(dice, &["joins-pool", "leaves-game"]);
        out.push_str(&format!(
            "choice = \"from-pool\"\npool = \"taken\"\nif-none = \"{if_none}\"\nappears = \"{appears}\"\npays = \"{pays}\"\n\n"
        ));
    } else {
        match dice.below(4) {
            0 => out.push_str(&by_square(board)),
            1 => out.push_str("choice = \"listed\"\ninto = [\"horse\", \"guard\"]\n\n"),
            _ => out.push_str("choice = \"listed\"\ninto = [\"tower\", \"guard\"]\n\n"),
        }
    }
    if dice.one_in(5) {
        out.push_str(&second_promotion(dice, board));
    }
    if dice.one_in(3) {
        out.push_str(&format!("[full-circle]\ncounts-as = \"{}\"\n\n", word(dice, &["no-move", "a-move"])));
    }
    out
}

/// Returns the promotions of the squares of the first and last rows; other squares have none.
fn by_square(board: &RandomBoard) -> String {
    let (first, last) = (&board.rows[0], &board.rows[board.rows.len() - 1]);
    format!(
        "choice = \"by-square\"\n\n[promotion-squares]\ntower = [\"{}\", \"{}\"]\nguard = [\"{}\"]\nhorse = [\"{}\"]\n\n",
        first[0], last[1], first[1], last[0]
    )
}

fn castlings(dice: &mut Dice, board: &RandomBoard) -> String {
    if board.rows[0].len() < 4 || dice.one_in(2) {
        return String::new();
    }
    // King, tower, horse and guard start on the first squares, in varying order.
    let row = &board.rows[0];
    let (king, rook) = if board.alike { (&row[0], &row[1]) } else { (&row[1], &row[2]) };
    let seats = if board.alike { String::new() } else { format!("seats = {}\n", list(&board.seats[..1])) };
    let mut safe = some(dice, &["start", "path", "end"]);
    if safe.is_empty() {
        safe.push("end");
    }
    format!(
        "[castling.swap]\n{seats}king = [\"{king}\", \"{rook}\"]\nrook = [\"{rook}\", \"{king}\"]\n\n[castling-rules]\nsafe = {}\nunmoved = {}\n",
        list(&safe),
        list(&some(dice, &["king", "rook"]))
    )
}

fn bans(dice: &mut Dice, board: &RandomBoard, has_line: bool, pool: bool) -> String {
    let mut out = String::new();
    if dice.one_in(3) {
        out.push_str("[ban.shield]\nafter = { attack = { by = \"next\", on = \"previous\" } }\n\n");
        if dice.one_in(2) {
            out.push_str("[ban.shield.unless.check]\nafter = { attack = { by = \"mover\", on = \"opponents\" } }\n\n");
        }
    }
    if dice.one_in(3) {
        let count = if pool {
            word(dice, &["pool", "gross-losses", "on-board"])
        } else {
            word(dice, &["gross-losses", "on-board"])
        };
        let at = word(
            dice,
            &["{ zone = \"home\", of = \"victim\" }", "{ zone = \"home\", of = \"owner\" }", "{ zone = \"middle\" }"],
        );
        out.push_str(&format!(
            "[ban.weak]\nmove = {{ captures = {{ at = {at} }} }}\nbefore = {{ material = {{ of = \"victim\", than = \"mover\", \
             count = \"{count}\", behind-by = 2 }} }}\n\n"
        ));
        if dice.one_in(2) {
            let with = word(dice, &["any-piece", "moved-piece"]);
            out.push_str(&format!(
                "[ban.weak.unless.check]\nafter = {{ attack = {{ by = \"mover\", on = \"victim\", with = \"{with}\" }} }}\n\n"
            ));
        }
    }
    if has_line && dice.one_in(4) {
        out.push_str("[ban.crossing]\nmove = { crosses = \"wall\", piece = { kind = [\"horse\"] } }\n\n");
    }
    if dice.one_in(6) {
        let to = word(dice, &["no-step-forward", "no-move"]);
        let kinds = word(dice, &["[\"pawn\"]", "[\"horse\", \"tower\"]"]);
        out.push_str(&format!(
            "[ban.edge]\nmove = {{ piece = {{ kind = {kinds} }}, to = {{ links = \"{to}\" }} }}\n\n"
        ));
    }
    if dice.one_in(5) {
        out.push_str("[ban.inert]\nmove = { captures = { state = \"inert\" } }\n\n");
    }
    if dice.one_in(5) {
        let seat = dice.pick(&board.seats).expect("a seat");
        let owner = word(dice, &["next", "previous", "opponents", "eliminated", seat]);
        let kind = word(dice, &["", ", kind = [\"tower\", \"king\"]"]);
        out.push_str(&format!("[ban.truce]\nmove = {{ captures = {{ owner = \"{owner}\"{kind} }} }}\n\n"));
        if dice.one_in(2) {
            let seat = dice.pick(&board.seats).expect("a seat");
            let lifted = word(
                dice,
                &["before = { attack = { by = \"opponents\", on = \"SEAT\" } }", "piece = { owner = \"SEAT\" }"],
            );
            out.push_str(&format!("[ban.truce.unless.so]\n{}\n\n", lifted.replace("SEAT", seat)));
        }
    }
    out
}
