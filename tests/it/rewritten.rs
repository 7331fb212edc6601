//! Advice that keeps what the author wrote, and that leads to no other finding.
//!
//! Input: mistakes of designers in small rulebooks. Output: the advice, and the findings after it is followed.

use super::rulebook_fixtures::{board, child, errors, findings};
use threefold::notation::position;

/// A parent, headers with a mistake, and a part of the finding.
const ADVICE: &[(&str, &str, &str)] = &[
    // The clock has a test of its own.
    (
        "chess",
        "[outcome.x]\nwhen = { counter = { name = \"halfmoves\", of = \"mover\", at-least = 3 } }\nthen = \"end\"\n",
        "write `halfmove-rounds = 3` in place of this test",
    ),
    // Words in braces and in brackets.
    (
        "chess",
        "[promotion]\nextends = \"promotion\"\non = \"last-rank\"\n",
        "write it in braces: `{ zone = \"last-rank\", of = \"owner\" }`",
    ),
    (
        "chess",
        "[promotion]\nextends = \"promotion\"\non = \"no-move\"\n",
        "write it in braces: `{ links = \"no-move\" }`",
    ),
    ("chess", "[ban.x]\nmove = { to = \"e4\" }\n", "add `[zone.e4]` with the lines `of = \"board\"` and"),
    ("chess", "[promotion]\nextends = \"promotion\"\non = {}\n", "a place needs `zone` or `links`"),
    (
        "chess",
        "[promotion]\nextends = \"promotion\"\non = { zone = \"last-rank\", of = \"owner\", links = \"no-move\" }\n",
        "leave `links` out, or leave `zone` out",
    ),
    ("chess", "[turns]\norder = \"white, black\"\n", "write it in brackets: `[\"white\", \"black\"]`"),
    ("chess", "[line.x]\nof = \"board\"\nfiles = \"2-1\"\n", "write it in brackets: `[2, 1]`"),
    ("3-man-chess", "[barrier.moat]\nextends = \"moat\"\nbinds = \"white\"\n", "write it in brackets: `[\"white\"]`"),
    // Names of squares.
    (
        "chess",
        "[board.names]\nform = \"file-rank\"\nfiles = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"g\"]\nranks = \"1-8\"\n",
        "give each its own label: `files = \"a-h\"`",
    ),
    (
        "3-man-chess",
        "[board.names]\nform = \"section-file-rank\"\nsections = [\"WH\", \"GR\", \"WH\"]\nfiles = \"a-h\"\nranks = \"1-6\"\n",
        "two sections are called `WH`",
    ),
    (
        "chess",
        "[board.patch.second]\nfiles = 4\nranks = 4\n",
        "`[board.names.second]` with `files = \"i-l\"` and `ranks = \"1-4\"`",
    ),
    // The header in the author's own file is the one to change.
    (
        "chess",
        "[outcome.draw]\nwhen = { living = 1 }\nthen = \"end\"\n",
        "rename this one, for example to `[outcome.draw-outcome]`",
    ),
    ("chess", "[ban.camp]\nmove = { captures = { kind = [\"king\"] } }\n", "or delete `[ban.camp]` with its lines"),
    ("chess", "[seat.white]\nextends = \"white\"\nletter = \"B\"\n", "--> x.toml:7:10"),
    // Names of zones that the rulebook has.
    (
        "chess",
        "[pool.hand]\nholds = \"nothing-captured\"\nstart = [\"queen\"]\n[gating]\npieces = [\"queen\"]\npool = \"hand\"\n",
        "add `by = { kind = [\"knight\"] }`",
    ),
    // Lines.
    (
        "3-man-chess",
        "[line.moat]\nextends = \"moat\"\nfiles = [24, 2]\nranks = \"1\"\n",
        "name two files next to each other, like `files = [24, 1]`",
    ),
    ("chess", "[line.x]\nof = \"board\"\nbetween = [\"rank-4\", \"rank-5\"]\n", "no zone is called `rank-4`"),
    // Promotions.
    ("chess", "[promotion]\nextends = \"promotion\"\ninto = []\n", "--> x.toml:7:8"),
    (
        "chess",
        "[promotion]\nextends = \"promotion\"\nchoice = \"from-pool\"\n",
        "remove the line with `extends` from this header",
    ),
    // Headers and keys of other places.
    ("chess", "[pool.hand.white]\nholds = \"nothing-captured\"\n", "write the keys under `[pool.hand]`"),
    ("chess", "[castling.king-side.white]\nking = [\"e1\", \"g1\"]\n", "write the keys under `[castling.king-side]`"),
    ("chess", "[setup.black.king]\nx = [\"e8\"]\n", "write the keys under `[setup.black]`"),
    ("chess", "[board.zone.center]\nsquares = [\"d4\"]\n", "did you mean `[zone.center]`?"),
    ("3-man-chess", "[barrier.mote.open]\nallows = []\n", "did you mean `[barrier.moat]`?"),
    (
        "chess",
        "[outcome.x]\nwhen = { count = { of = \"mover\", zone = \"last-rank\", at-least = 1 } }\nthen = \"end\"\n",
        "did you mean `at = { zone = \"last-rank\" }`?",
    ),
    ("chess", "[score]\nextends = \"score\"\ncheckmate = { others = 1, loser = 0 }\n", "did you mean `victim`?"),
    // Kings.
    (
        "chess",
        "[pool.hand]\nholds = \"nothing-captured\"\nstart = [\"king\"]\n[drop]\npieces = [\"king\"]\npool = \"hand\"\n",
        "`white` has 2 royal pieces at the start, counting pools",
    ),
    (
        "chess",
        "[pool.hand]\nholds = \"others-pieces-captured\"\n[drop]\npieces = [\"pawn\"]\npool = \"hand\"\ninto = [\"king\"]\n",
        "a drop cannot turn another piece into a royal piece such as `king`",
    ),
    (
        "chess",
        "[piece.pawn]\nextends = \"pawn\"\ncaptured-as = \"king\"\n[pool.lost]\nholds = \"own-pieces-captured\"\n",
        "a captured pawn would join a pool as a royal `king`",
    ),
    // Items of lists.
    ("gallery/crazyhouse", "[drop.x]\npieces = [\"king\", \"queen\"]\npool = \"hand\"\n", "header lists `queen`, too"),
];

#[test]
fn advice_keeps_what_the_author_wrote() {
    let mut faults = Vec::new();
    for (parent, body, part) in ADVICE {
        let text = findings(&child(parent, body)).replace("\n           ", " ");
        if !text.contains(part) {
            faults.push(format!("{body}expected: {part}\n{text}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Mistakes that had several findings, each with the code of the only one.
const SINGLE: &[(&str, &str)] = &[
    ("[setup]\nking = [\"e1\"]\nrook = [\"a1\", \"h1\"]\npawn = [\"a1-h2\"]\n", "square-occupied"),
    ("[board.symmetry]\nmirror = \"files\"\n", "square-occupied"),
    ("[turns]\norder = [\"white\", \"white\"]\n", "named-twice"),
    ("[setup]\nking = [\"e1\", \"d1\"]\nrook = [\"a1\", \"h1\"]\n", "bad-kings"),
    ("[score]\ncheckmat = { mover = 1 }\n", "unknown-name"),
    ("[score]\ncheckmate = { victim = 0, others = 1 }\n", "no-points"),
    ("[setup.white]\nking = [\"a1\"]\n[setup.black]\nking = [\"a1\"]\n", "square-occupied"),
];

#[test]
fn one_cause_is_one_finding() {
    let mut faults = Vec::new();
    for (body, code) in SINGLE {
        let text = findings(&child("chess", body));
        if text.matches("error[").count() + text.matches("warning[").count() != 1 || !text.contains(code) {
            faults.push(format!("{body}expected: {code}\n{text}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    let score = findings(&child("chess", SINGLE[5].0));
    assert!(score.contains("inherited [score], add `extends = \"score\"`"), "{score}");
    // New names make all inherited squares unknown.
    let names = findings(&child("chess", "[board.names]\nform = \"file-rank\"\nfiles = \"1-8\"\nranks = \"1-8\"\n"));
    assert_eq!(names.matches("error[unknown-square]").count(), 2, "{names}");
    assert!(names.contains("more inherited lines do not fit this line"), "{names}");
    // Three squares of the first player are named twice; those of the other player are images.
    let pawns = errors(&child("chess", SINGLE[0].0));
    assert!(pawns.contains("and on 2 other squares"), "{pawns}");
    // A barrier that consists of several headers is the cause of what it prevents.
    let wall = "[line.mid]\nof = \"board\"\nbetween = [\"a4-h4\", \"a5-h5\"]\n\
        [barrier.wall]\nline = \"mid\"\nbinds = \"all\"\n[barrier.wall.closed]\nallows = []\n";
    let wall = findings(&child("chess", wall));
    assert!(wall.contains("--> x.toml:8:"), "{wall}");
    // Players with squares of their own are not moved by the symmetry.
    let own = errors(&child("chess", SINGLE[6].0));
    assert!(own.contains("remove `a1` from one of the two lists") && !own.contains("symmetry"), "{own}");
}

#[test]
fn advice_on_a_second_patch_a_point_and_a_blocker_can_be_followed() {
    let two = "[board.patch.second]\nfiles = 4\nranks = 4\n[board.names.second]\nfiles = \"i-l\"\nranks = \"1-4\"\n";
    assert!(!findings(&child("chess", two)).contains("bad-labels"), "{}", findings(&child("chess", two)));
    let point = |squares: &str| errors(&child("chess", &format!("[board.point.c]\nsquares = {squares}\n")));
    let text = point("[\"d4\", \"e5\"]");
    let line = text.split('`').find_map(|it| it.strip_prefix("squares = ")).expect("a line to paste");
    assert!(!point(line).contains("bad-point"), "{line}: {}", point(line));
    let text = errors(&child("chess", "[line.x]\nof = \"board\"\nbetween = [\"a4-h4\"]\n"));
    let line = text.split('`').find_map(|it| it.strip_prefix("between = ")).expect("a line to paste");
    assert_eq!(line, "[\"a4-h4\", \"a5-h5\"]");
    assert_eq!(errors(&child("chess", &format!("[line.x]\nof = \"board\"\nbetween = {line}\n"))), "");
    let blocker =
        |piece: &str| errors(&child("chess", &format!("[blocker]\npiece = \"{piece}\"\nplacing = \"one-more\"\n")));
    let text = blocker("knight").replace("\n           ", " ");
    assert!(text.contains("`piece = \"blocker\"`") && text.contains("`[piece.blocker]`"), "{text}");
    let lines = ["letter = ", "movement = ", "role = "].map(|start| {
        let line = text.split('`').find(|it| it.starts_with(start));
        line.expect("a line to paste").to_owned()
    });
    let body =
        format!("[piece.blocker]\n{}\n[blocker]\npiece = \"blocker\"\nplacing = \"one-more\"\n", lines.join("\n"));
    assert_eq!(errors(&child("chess", &body)), "");
}

/// Headers that change nothing or contradict others, each with a part of the warning.
const IDLE: &[(&str, &str)] = &[
    ("[score]\nextends = \"score\"\ncheckmate = { victim = 0 }\n", "the line says only what `victim` gets"),
    ("[check]\nextends = \"check\"\nown-king = \"may-be-left\"\n", "a king that is left in check is never captured"),
    ("[elimination]\narmy = \"inert\"\nking = \"stays\"\n", "no outcome and no claim eliminates a player"),
    ("[mate]\nalone = \"pieces-remain\"\nescapes = \"bans-hold\"\n", "no test has `mates-alone`"),
    ("[score-titles]\ntitles = []\n", "the list names no title"),
    (
        "[turns]\norder = [\"white\", \"black\"]\npassing = \"allowed\"\n[ban.x]\nmove = { passes = \"yes\" }\n",
        "the ban `x` forbids every pass",
    ),
    (
        "[promotion]\nextends = \"promotion\"\npieces = [\"pawn\", \"knight\"]\ninto = [\"knight\"]\n",
        "leave `\"knight\"` out of `pieces`",
    ),
    (
        "[ban.x]\nbefore = { material = { of = \"mover\", than = \"mover\", count = \"on-board\", behind-by = 1 } }\n",
        "a player is never behind themselves",
    ),
    ("[ban.x]\nafter = { attack = { by = \"mover\", on = \"mover\" } }\n", "a player never attacks their own king"),
    (
        "[pool.hand]\nholds = \"others-pieces-captured\"\n[drop]\npieces = []\npool = \"hand\"\n",
        "the list names no piece, so `[drop]` has no effect",
    ),
];

#[test]
fn headers_that_change_nothing_are_reported() {
    let mut faults = Vec::new();
    for (body, part) in IDLE {
        let text = findings(&child("chess", body));
        if !text.contains(part) {
            faults.push(format!("{body}expected: {part}\n{text}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    for name in ["", "A\\nB"] {
        let text = errors(&format!("name = \"{name}\"\nextends = [\"chess\"]\n"));
        assert!(text.contains("error[bad-label]"), "{name}: {text}");
    }
    assert_eq!(errors(&format!("name = \"A\"\nextends = [\"chess\"]\n{}", board(8, 8, ""))), "");
}

#[test]
fn positions_with_small_mistakes_get_advice_that_helps() {
    let advice = |slug: &str, text: &str| {
        let variant = threefold::load(slug).expect("a shipped rulebook").variant;
        let errors = position::parse_unsettled(&variant, text).expect_err("a mistake");
        position::render(text, &errors)
    };
    let passing = advice("chess", "w:Ke1 b:Ke8 turn=w ep=e3:e4:w");
    assert!(passing.contains("put a piece of white that makes double steps on e4, or leave `ep` out"), "{passing}");
    let space = advice("chess", "w: Ke1 b: Ke8 turn=w");
    assert!(space.contains("write the pieces after the colon, without a space"), "{space}");
    let section = advice("3-man-chess", "w:Kd1 g:Kd1 b:Kd1 turn=w");
    assert!(section.contains("name the section, too: `WHd1`, `GRd1` or `BLd1`"), "{section}");
    let open = advice("gallery/crazyhouse", "4k3/8/8/8/8/8/8/4K3[QQ w - - 0 1");
    assert!(open.contains("have no closing bracket") && open.contains("`[QQ]`"), "{open}");
}
