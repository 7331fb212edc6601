//! Corner cases of the language that no shipped game covers: several routes to one square,
//! pieces that pass their own starting square, several promotions. Input: rulebooks of a few lines.
//! Output: results worked out by hand from the reference.

use super::rulebook_fixtures::{at, board, chess_but};
use threefold::game::Game;
use threefold::notation::moves::parse_move;
use threefold::notation::position::print;
use threefold::rules::Position;

/// Reports whether a move is in the list, and asserts that the explanation agrees.
#[track_caller]
fn is_legal(position: &Position, text: &str) -> bool {
    let mv = parse_move(position, text).unwrap_or_else(|it| panic!("{text}: {it:?}"));
    let listed = position.legal_moves().contains(&mv);
    assert_eq!(position.explain(mv).is_ok(), listed, "{text} is explained as it is listed");
    listed
}

/// Returns a field of the position after some moves.
#[track_caller]
fn field(position: Position, moves: &[&str], key: &str) -> String {
    let mut game = Game::from_position(position);
    for text in moves {
        game.perform(text).unwrap_or_else(|it| panic!("{text}: {it}"));
    }
    let text = print(game.position());
    text.split(' ').find_map(|it| it.strip_prefix(key)?.strip_prefix('=')).expect("the field").to_owned()
}

/// A cylinder of four files: from a2, two diagonal steps lead to c4, through b3 or through d3.
const NARROW: &str = r#"
without = ["castling", "castling-rules"]
[board.seam.round]
side = { patch = "board", edge = "east" }
onto = { patch = "board", edge = "west" }
[piece.pawn]
letter   = "P"
movement = "fmFfcW"
role     = "pawn"
[setup]
king = ["a1"]
pawn = ["a2-d2"]
"#;

#[test]
fn a_double_step_uses_the_free_one_of_two_routes() {
    let variant = chess_but(&(NARROW.to_owned() + &board(4, 8, "")));
    let passed = |pieces: &str| field(at(&variant, &format!("{pieces} b:Kc8 turn=w")), &["a2-c4"], "ep");
    assert_eq!(passed("w:Kb3,Pa2"), "d3:c4:w:1", "b3 is not free");
    assert_eq!(passed("w:Kd3,Pa2"), "b3:c4:w:1", "d3 is not free");
    let both = at(&variant, "w:Kb3,Pa2,Pd3 b:Kc8 turn=w");
    assert!(!is_legal(&both, "a2-c4"));
}

#[test]
fn a_double_step_with_alternative_routes_stays_a_double_step() {
    for movement in ["fmWfcF", "fmWfmDfcF", "fmWfmR2fcF"] {
        let passed = "e3:e4:w:1";
        let variant = chess_but(&format!(
            "[piece.pawn]\nletter = \"P\"\nmovement = \"{movement}\"\nrole = \"pawn\"\nvalue = 1\n"
        ));
        assert_eq!(field(variant.start().expect("a starting position"), &["e2-e4"], "ep"), passed, "{movement}");
    }
}

#[test]
fn only_a_waiting_pawn_is_exchanged_on_its_square() {
    let variant = chess_but(
        r#"
[pool.lost]
holds = "own-pieces-captured"
[piece.squire]
letter   = "S"
movement = "fmWfcF"
role     = "pawn"
[promotion]
pieces = ["pawn"]
on     = { zone = "last-rank", of = "owner" }
choice = "listed"
into   = ["queen"]
forced = "no"
[promotion.squire]
pieces  = ["squire"]
on      = { zone = "last-rank", of = "owner" }
choice  = "from-pool"
pool    = "lost"
if-none = "stays-and-waits"
forced  = "yes"
"#,
    );
    let position = at(&variant, "w:Ke1,Pa8,Sh8 b:Ke7 turn=w captured=w:Q");
    assert!(is_legal(&position, "h8-h8=Q"), "the squire waits for the captured queen");
    assert!(!is_legal(&position, "a8-a8=Q"), "the pawn chose to stay a pawn as it came");
    assert_eq!(position.legal_moves().len(), 5 + 1, "five of the king, one of the squire");
}

/// Two ranks joined, so that rank 1 lies north of rank 2.
const WHEEL: &str = r#"
without = ["castling", "castling-rules", "double-step", "en-passant", "promotion"]
[board.patch.board]
files = 5
ranks = 2
[board.seam.over]
side = { patch = "board", edge = "north" }
onto = { patch = "board", edge = "south" }
[board.names]
form  = "file-rank"
files = "a-e"
ranks = "1-2"
[board.symmetry]
rotate = "half"
[zone.last-rank]
of    = "seat"
ranks = "2"
[piece.knight]
letter   = "N"
movement = "n(3,1)"
role     = "piece"
[setup]
king   = ["a1"]
knight = ["c1"]
"#;

#[test]
fn a_lame_leap_is_stopped_where_it_began_too() {
    let variant = chess_but(WHEEL);
    // Two steps north lead from c1 to c2 and back to c1 itself, so its own square is in the way.
    let position = at(&variant, "w:Ka1,Nc1 b:Ke2 turn=w");
    assert!(!is_legal(&position, "c1-b2") && !is_legal(&position, "c1-d2"));
    // From e1, two steps to the west lead to c1, and the diagonal step to b2.
    let position = at(&variant, "w:Ka1,Ne1 b:Kd2 turn=w");
    assert!(is_legal(&position, "e1-b2"));
    let blocked = at(&variant, "w:Ka1,Ne1 b:Kd2,Nc1 turn=w");
    assert!(!is_legal(&blocked, "e1-b2"));
}

/// A ring of eight files whose inner edge is joined to itself: g4 lies north-east of a4, and
/// travel continues from there to the south-east.
const RING: &str = r#"
without = ["castling", "castling-rules", "double-step", "en-passant", "promotion"]
[board.symmetry]
files = 4
[board.patch.board]
files = 8
ranks = 4
shape = "annulus"
[board.seam.round]
side = { patch = "board", edge = "east" }
onto = { patch = "board", edge = "west" }
[board.seam.center]
side     = { patch = "board", edge = "north" }
onto     = { patch = "board", edge = "north" }
straight = 4
diagonal = 6
[board.names]
form  = "file-rank"
files = "a-h"
ranks = "1-4"
[zone.last-rank]
of    = "board"
ranks = "4"
[line.center]
of   = "board"
seam = "center"
[tag.crossed]
pieces = ["knight"]
set    = { crosses = "center" }
[piece.knight]
letter   = "N"
movement = "nAlFrW"
role     = "piece"
[setup]
king   = ["a1"]
knight = ["c1"]
"#;

#[test]
fn an_avoidable_line_is_not_crossed() {
    let variant = chess_but(RING);
    // To reach g4, it leaps over a4 and the center, or steps once to the left.
    let after = |pieces: &str| {
        let mut game = Game::from_position(at(&variant, pieces));
        game.perform("h3-g4").expect("a legal move");
        let piece = game.piece_at(variant.board().square("g4").expect("a square")).expect("the knight");
        (piece.tags, piece.facing.map(|it| it.0))
    };
    let ahead = variant.rulebook().seats()[0].faces().0;
    assert_eq!(
        after("w:Ka1,Ba2,Nh3[north] b:Ke1 turn=w"),
        (0, Some((ahead + 4) % 8)),
        "the first way carries its heading"
    );
    assert_eq!(after("w:Ka1,Ba2,Nh3[north],Ba4 b:Ke1 turn=w"), (0, Some(ahead)), "a4 is not free: a step to the left");
}

#[test]
fn gross_losses_limit_piece_values() {
    let text = |value: i32, count: &str| {
        format!(
            "name = \"Worth\"\nextends = [\"chess\"]\n[piece.queen]\nletter = \"Q\"\nmovement = \"Q\"\nrole = \"piece\"\n\
             value = {value}\n[ban.weak]\nmove = {{ captures = {{}} }}\nbefore = {{ material = {{ of = \"victim\", than = \
             \"mover\", count = \"{count}\", behind-by = 2 }} }}\n"
        )
    };
    for (value, count, sound) in [
        (1000, "gross-losses", true),
        (1001, "gross-losses", false),
        (-1, "gross-losses", false),
        (1001, "on-board", true),
        (-1, "on-board", true),
    ] {
        let loaded = threefold::load_text("worth", &text(value, count));
        let message = loaded.as_ref().err().map(ToString::to_string).unwrap_or_default();
        assert_eq!(loaded.is_ok(), sound, "{value} {count}: {message}");
        assert!(sound || message.contains("bad-number") && message.contains("from 0 to 1000"), "{message}");
    }
}

#[test]
fn an_endless_movement_is_refused_at_once() {
    let text = format!(
        "name = \"Long\"\nextends = [\"chess\"]\n[piece.knight]\nletter = \"N\"\nrole = \"piece\"\nmovement = \"{}\"\n",
        "N".repeat(5000)
    );
    let message = threefold::load_text("long", &text).expect_err("it is too long").to_string();
    assert!(message.contains("a movement has at most 32 atoms"), "{message}");
}

#[test]
fn a_label_ends_without_a_period() {
    let variant = chess_but("[ban.queens]\nmove = { piece = { kind = [\"queen\"] } }\nlabel = \"no queens.\"");
    let position = at(&variant, "w:Ka1,Qd1 b:Ka8 turn=w");
    let mv = parse_move(&position, "Qd1-d2").expect("a move");
    let text = threefold::notation::sentence::explain(&position, mv).sentence;
    assert!(text.contains("o queens”"), "{text}");
}
