//! The end of random rulebooks: check, elimination, ordered outcomes and points.

use super::boards::RandomBoard;
use super::policies::{list, some, word};
use super::turns;
use crate::support::Dice;

/// Returns the headers for check and everything that depends on it.
pub fn ends(dice: &mut Dice, board: &RandomBoard) -> String {
    let attackers = word(dice, &["living-opponents", "living-opponents", "next-only", "nobody"]);
    let own = word(dice, &["kept-safe", "kept-safe", "may-be-left"]);
    let kings = word(dice, &["never-captured", "may-be-captured"]);
    let pinned = word(dice, &["attack", "attack", "do-not-attack"]);
    let barred = word(dice, &["attack", "attack", "do-not-attack"]);
    let judged = word(dice, &["after-eliminations", "before-eliminations"]);
    let mut out = format!(
        "[check]\nattackers = \"{attackers}\"\nown-king = \"{own}\"\nkings = \"{kings}\"\npinned = \"{pinned}\"\n\
         banned = \"{barred}\"\njudged = \"{judged}\"\n"
    );
    if dice.one_in(5) {
        out.push_str(&format!("royals = \"{}\"\n", word(dice, &["any", "every", "last"])));
    }
    out.push('\n');
    if dice.one_in(5) {
        out.push_str("[capture]\nforced = \"yes\"\n\n");
    }
    let army = word(dice, &["inert", "immune", "removed", "taken-over"]);
    let king = word(dice, &["stays", "removed"]);
    let turn = if army == "taken-over" { word(dice, &["", "turn = \"new-owner\"\n"]) } else { "" };
    let mut can_return = king == "stays" && (army == "inert" || army == "immune");
    out.push_str(&format!(
        "[elimination]\narmy = \"{army}\"\nking = \"{king}\"\n{turn}\n[mate]\nalone = \"{}\"\nescapes = \"{}\"\n\n",
        word(dice, &["pieces-remain", "pieces-removed"]),
        word(dice, &["bans-hold", "bans-lifted"])
    ));
    if board.seats.len() > 2 && dice.one_in(4) {
        let first = dice.below(2);
        let loss = word(dice, &["together", "alone"]);
        can_return &= loss == "alone";
        out.push_str(&format!(
            "[team.allies]\nseats = {}\ncaptures = \"{}\"\nchecks = \"{}\"\nloss = \"{loss}\"\n\n",
            list(&[board.seats[first], board.seats[2]]),
            word(dice, &["forbidden", "forbidden", "allowed"]),
            word(dice, &["ignored", "ignored", "counted"])
        ));
        if dice.one_in(2) {
            out.push_str("[ban.allies]\nafter = { attack = { by = \"opponents\", on = \"partners\" } }\n\n");
        }
    }
    let resets = some(dice, &["capture", "pawn-move", "elimination"]);
    out.push_str(&format!(
        "[counter.halfmoves]\nresets = {}\n\n",
        list(if resets.is_empty() { &["capture"] } else { &resets })
    ));
    let counts = dice.one_in(4);
    if counts {
        let test = word(
            dice,
            &[
                "attack = { by = \"mover\", on = \"opponents\" }",
                "moved = { at = { zone = \"home\", of = \"others\" } }",
                "captured = {}",
                "moved = { kind = [\"pawn\", \"king\"] }",
            ],
        );
        out.push_str(&format!("[counter.visits]\nwhen = {{ {test} }}\n"));
        if dice.one_in(2) {
            let running = word(
                dice,
                &[
                    "attack = { by = \"mover\", on = \"opponents\" }",
                    "count = { of = \"living\", kind = [\"pawn\"], at-most = 1 }",
                    "living = 2",
                ],
            );
            out.push_str(&format!("while = {{ {running} }}\n"));
        }
        if dice.one_in(3) {
            out.push_str("starts = \"pieces-on-board\"\n");
        }
        if dice.one_in(2) {
            let test = word(
                dice,
                &[
                    "living = 2",
                    "count = { of = \"opponents\", kind = [\"tower\"], at-least = 1 }",
                    "king-in = { zone = \"middle\" }",
                ],
            );
            let last = word(dice, &["", ", { moves = 4 }", ", { moves = 12 }"]);
            out.push_str(&format!("limits = [{{ moves = {}, if = {{ {test} }} }}{last}]\n", 6 + dice.below(4)));
        }
        out.push('\n');
    }
    let mut settled = outcomes(dice, kings == "may-be-captured", board.seats.len());
    turns::add_extra_turns(dice, &mut settled);
    let seats = board.seats.len();
    if let Some((alliance, is_lasting)) = turns::add_alliances(dice, seats, out.contains("[team."), &mut settled) {
        can_return &= is_lasting;
        out.push_str(&alliance);
    }
    let (mut outcomes, mut after, start) = settled;
    if can_return && dice.one_in(2) {
        turns::freeze(dice, &mut outcomes);
    }
    if counts {
        let of = word(dice, &["mover", "next", "opponents", "living"]);
        let limit =
            1 + dice.below(if out.contains("\nlimits = ") || out.contains("\nstarts = \"pieces") { 16 } else { 3 });
        let when = format!("counter = {{ name = \"visits\", of = \"{of}\", at-least = {limit} }}");
        let then = word(dice, &["then = \"end\"", "then = \"eliminate\"", "then = \"score\""]);
        outcomes.push(("visited", format!("when = {{ {when} }}\n{then}")));
        after.push("visited");
    }
    let names = |all: &[(&str, String)]| list(&all.iter().map(|it| it.0).collect::<Vec<_>>());
    out.push_str(&format!("[settle]\nafter-move = {}\nturn-start = {}\n\n", list(&after), list(&start)));
    for (name, body) in &outcomes {
        out.push_str(&format!("[outcome.{name}]\n{body}\n\n"));
    }
    if dice.one_in(4) {
        let lifted = word(dice, &["after = { living = 2 }", "after = { attack = { by = \"next\", on = \"mover\" } }"]);
        out.push_str(&format!("[outcome.stale.unless.so]\n{lifted}\n\n"));
    }
    debug_assert!(!names(&outcomes).is_empty());
    out.push_str("[score]\n");
    for (name, body) in &outcomes {
        let mut rows = vec![
            "{ mover = 1, others = 0.5 }",
            "{ living = 1, eliminated = 0.5 }",
            "{ all = 0.5 }",
            "{ next = 2, previous = 1 }",
        ];
        if body.contains("stuck") || body.contains("how-many = \"some\"") || body.contains("king-captured") {
            rows.extend(["{ victim = 1, others = 2 }", "{ mover = 1, victim = 0, third = 0.5 }"]);
        }
        if body.contains("mating-player = ") {
            rows = vec!["{ mating-player = 3, victim = 1, third = 0.5 }", "{ mating-player = 1, others = 0.5 }"];
        }
        out.push_str(&format!("{name} = {}\n", word(dice, &rows)));
    }
    out
}

pub type Outcomes<'a> = (Vec<(&'a str, String)>, Vec<&'a str>, Vec<&'a str>);

fn outcomes<'a>(dice: &mut Dice, kings_fall: bool, seats: usize) -> Outcomes<'a> {
    let mut all: Vec<(&str, String)> = Vec::new();
    let (mut after, mut start) = (Vec::new(), Vec::new());
    let fate = |dice: &mut Dice| word(dice, &["then = \"end\"", "then = \"eliminate\""]).to_owned();
    if kings_fall {
        let then = fate(dice);
        all.push(("king-captured", format!("when = {{ king-captured = \"opponents\" }}\n{then}")));
        after.push("king-captured");
    }
    if dice.one_in(4) {
        let how = word(dice, &["\"every\"", "\"some\"", "2"]);
        let with = word(dice, &["any-piece", "moved-piece"]);
        let kind = word(dice, &["", "", ", kind = [\"horse\", \"tower\"]"]);
        let when =
            format!("attack = {{ by = \"mover\", on = \"opponents\", how-many = {how}, with = \"{with}\"{kind} }}");
        all.push(("fork", format!("when = {{ {when}, living = {seats} }}\nthen = \"end\"")));
        after.push("fork");
    }
    if dice.one_in(5) {
        let then = fate(dice);
        all.push((
            "at-once",
            format!("when = {{ stuck = {{ who = \"opponents\", check = \"in\", how-many = \"some\" }} }}\n{then}"),
        ));
        after.push("at-once");
    }
    if dice.one_in(6) {
        let test = word(
            dice,
            &[
                "captured = { kind = [\"tower\"] }",
                "moved = { kind = [\"horse\"], at = { zone = \"home\", of = \"others\" } }",
            ],
        );
        let who = if test.starts_with("captured") { fate(dice) } else { "then = \"end\"".to_owned() };
        all.push(("trophy", format!("when = {{ {test} }}\n{who}")));
        after.push("trophy");
    }
    if dice.one_in(4) {
        let test = word(
            dice,
            &[
                "captured = { kind = [\"tower\", \"pawn\"] }",
                "attack = { by = \"mover\", on = \"opponents\" }",
                "moved = { at = { zone = \"home\", of = \"others\" } }",
            ],
        );
        all.push(("prize", format!("when = {{ {test} }}\nthen = \"score\"")));
        after.insert(dice.below(after.len() + 1), "prize");
    }
    if seats > 2 && dice.one_in(4) {
        let test = word(
            dice,
            &[
                "captured = { kind = [\"pawn\", \"guard\"] }",
                "attack = { by = \"mover\", on = \"next\" }",
                "moved = { kind = [\"tower\", \"pawn\"] }",
            ],
        );
        all.push(("turnabout", format!("when = {{ {test} }}\nthen = \"reverse\"")));
        after.insert(dice.below(after.len() + 1), "turnabout");
    }
    if dice.one_in(5) {
        let of = word(dice, &["mover", "next", "opponents", "living"]);
        let lead =
            word(dice, &["", "ahead-of = \"others\", ", "ahead-of = \"previous\", ", "ahead-of = \"opponents\", "]);
        let when = format!("points = {{ of = \"{of}\", {lead}at-least = {} }}", (1 + dice.below(4)) as f64 / 2.0);
        all.push(("rich", format!("when = {{ {when} }}\n{}", fate(dice))));
        if dice.one_in(2) { &mut after } else { &mut start }.push("rich");
    }
    if dice.one_in(6) {
        let count = word(dice, &["gross-losses", "on-board"]);
        let when = format!("material = {{ of = \"mover\", than = \"next\", count = \"{count}\", behind-by = 3 }}");
        all.push(("ruined", format!("when = {{ {when} }}\nthen = \"end\"")));
        start.push("ruined");
    }
    if dice.one_in(4) {
        let (many, then) = match dice.below(3) {
            0 => (", how-many = \"some\"", fate(dice)),
            1 => (", how-many = \"every\"", "then = \"end\"".to_owned()),
            _ => (", how-many = 2", "then = \"end\"".to_owned()),
        };
        let of = word(dice, &["living", "opponents"]);
        let what = word(
            dice,
            &[
                "at-most = 2",
                "kind = [\"tower\", \"horse\"], at-most = 1",
                "kind = [\"tower\", \"horse\"], counted = \"separately\", at-most = 0",
                "at = { zone = \"home\", of = \"others\" }, at-least = 2",
                "kind = [\"pawn\", \"guard\"], counted = \"separately\", at = { zone = \"middle\" }, at-least = 1",
            ],
        );
        all.push(("count", format!("when = {{ count = {{ of = \"{of}\", {what}{many} }} }}\n{then}")));
        if dice.one_in(2) {
            after.push("count");
        } else {
            start.push("count");
        }
    }
    if dice.one_in(6) {
        all.push(("arrived", "when = { king-in = { zone = \"middle\" } }\nthen = \"end\"".to_owned()));
        after.push("arrived");
    }
    if dice.one_in(4) {
        let takes = word(dice, &["along-lines", "by-legal-move"]);
        let then = fate(dice);
        let mut by = vec!["by = \"mover\", on = \"opponents\"", "by = \"previous\", on = \"next\""];
        if seats > 2 {
            by.push("by = \"opponents\", on = \"mover\", by-at-least = 2");
        }
        let by = word(dice, &by);
        let when = format!("attack = {{ {by}, captures = \"{takes}\" }}");
        all.push(("exposed", format!("when = {{ {when} }}\n{then}")));
        start.push("exposed");
    }
    if dice.one_in(4) {
        let when = "stuck = { who = \"mover\", check = \"in\" }, mates-alone";
        all.push(("by-one", format!("when = {{ {when} = 1 }}\nmating-player = \"sole-sufficient\"\n{}", fate(dice))));
        all.push(("by-none", format!("when = {{ {when} = 0 }}\nthen = \"end\"")));
        start.extend(["by-one", "by-none"]);
    }
    let mating_player = word(
        dice,
        &[
            "",
            "mating-player = \"first-to-capture\"\n",
            "mating-player = \"last-mover\"\n",
            "mating-player = \"mover\"\n",
        ],
    );
    all.push((
        "mate",
        format!("when = {{ stuck = {{ who = \"mover\", check = \"in\" }} }}\n{mating_player}{}", fate(dice)),
    ));
    let stale = word(dice, &["then = \"end\"", "then = \"eliminate\"", "then = \"pass\""]);
    all.push(("stale", format!("when = {{ stuck = {{ who = \"mover\", check = \"out\" }} }}\n{stale}")));
    all.push(("last", "when = { living = 1 }\nthen = \"end\"".to_owned()));
    if dice.one_in(3) {
        all.push(("no-player-left", "when = { living = 0 }\nthen = \"end\"".to_owned()));
        start.push("no-player-left");
        after.push("no-player-left");
    }
    start.extend(["mate", "stale", "last"]);
    after.push("last");
    if dice.one_in(2) {
        let rounds = 2 + dice.below(20);
        all.push(("quiet", format!("when = {{ halfmove-rounds = {rounds} }}\nthen = \"end\"")));
        start.push("quiet");
    }
    if dice.one_in(4) {
        let by = word(dice, &["mover", "opponents", "living"]);
        let many = if by == "mover" { "" } else { word(dice, &["", "", ", how-many = \"every\"", ", how-many = 2"]) };
        let when = format!("repeated = {}, perpetual-check = {{ by = \"{by}\"{many} }}", 2 + dice.below(2));
        let then = if many.is_empty() { fate(dice) } else { "then = \"end\"".to_owned() };
        all.push(("checks-again", format!("when = {{ {when} }}\n{then}")));
        start.push("checks-again");
    }
    if dice.one_in(4) {
        let by = word(dice, &["mover", "opponents", "living"]);
        let many = if by == "mover" { "" } else { word(dice, &["", "", ", how-many = \"every\"", ", how-many = 2"]) };
        let kind = word(dice, &["", ", kind = [\"tower\", \"horse\"]", ", kind = [\"guard\", \"tower\"]"]);
        let chased = word(
            dice,
            &[
                "",
                ", chased = { kind = [\"tower\", \"horse\"] }",
                ", chased = { owner = \"next\" }",
                ", chased = { at = { zone = \"home\", of = \"owner\" } }",
            ],
        );
        let protected = word(dice, &["", ", protected = \"chased\""]);
        let captures = word(dice, &["", ", captures = \"by-legal-move\""]);
        let attack = word(dice, &["", ", attack = \"new\""]);
        let chase = format!("by = \"{by}\"{many}{kind}{chased}{protected}{attack}{captures}");
        let when = format!("repeated = {}, perpetual-chase = {{ {chase} }}", 2 + dice.below(2));
        let then = if many.is_empty() { fate(dice) } else { "then = \"end\"".to_owned() };
        all.push(("chases-again", format!("when = {{ {when} }}\n{then}")));
        start.push("chases-again");
    }
    if dice.one_in(3) {
        all.push(("eliminated", "when = { mate = \"impossible\" }\nthen = \"end\"".to_owned()));
        start.push("eliminated");
    }
    (all, after, start)
}
