//! Sentences that refuse a move, and the sources under them.
//!
//! Input: `variants/`, positions and moves. Output: a verdict. The expected sentences are written by hand.

use super::support::{load, loaded};
use threefold::notation::moves::parse_move;
use threefold::notation::sentence::explain;
use threefold::parse_position;
use threefold::rules::Position;

/// Plays moves from a position of a shipped game.
fn after(slug: &str, position: &str, moves: &[&str]) -> Position {
    let mut position = parse_position(&loaded(slug).variant, position).unwrap_or_else(|it| panic!("{slug}: {it}"));
    for text in moves {
        let mv = parse_move(&position, text).unwrap_or_else(|it| panic!("{slug}: {text}: {it:?}"));
        position = position.play(mv).unwrap_or_else(|it| panic!("{slug}: {text}: {it}"));
    }
    position
}

#[track_caller]
fn says(slug: &str, position: &str, moves: &[&str], refused: &str, sentence: &str) {
    let position = after(slug, position, moves);
    let mv = parse_move(&position, refused).unwrap_or_else(|it| panic!("{slug}: {refused}: {it:?}"));
    assert_eq!(explain(&position, mv).sentence, sentence, "{slug}: {refused}");
}

const TEAMS: &str = "gallery/four-player-teams";

#[test]
fn partners_are_the_reason_and_not_a_lapsed_right() {
    let text = "r:Kh1,Pe2 b:Ka7 y:Kg14,Pd4 g:Kn8,Pf4 turn=r";
    says(
        TEAMS,
        text,
        &["e2-e4", "a7-a8"],
        "d4-e3",
        "The pawn can move from d4 to e3 only by capturing, and Red's pawn on e4 cannot be captured en passant: Yellow and \
         Red are partners.",
    );
    // One ply later, an opponent makes the same capture.
    let later = after(TEAMS, text, &["e2-e4", "a7-a8", "g14-g13"]);
    assert!(later.is_legal(parse_move(&later, "f4-e3").expect("a move")));
    let on_partner = "r:Kh1,Ph2 b:Ka7 y:Kg14,Rh5 g:Kn8 turn=y";
    says(TEAMS, on_partner, &[], "h5-h2", "Red's pawn on h2 cannot be captured: Yellow and Red are partners.");
    says(TEAMS, on_partner, &[], "h5-h1", "Blocked by Red's pawn on h2.");
    says(TEAMS, "r:Kh1 b:Ka7 y:Kg14,Rh5,Ph4 g:Kn8 turn=y", &[], "h5-h4", "Blocked by Yellow's pawn on h4.");
}

#[test]
fn a_right_that_is_over_has_lapsed() {
    says(
        "3-man-chess",
        "w:KWHd1,PWHb4[crossed] g:KGRd1,PWHc3 b:KBLd1,PBLh2 turn=w",
        &[],
        "WHb4-WHa3",
        "The pawn can move from WHb4 to WHa3 only by capturing, and there is nothing to capture on WHa3.",
    );
}

/// With two screens, neither of them is the fault.
#[test]
fn a_hopper_needs_exactly_one_hurdle() {
    let two = "w:Kd1,Ce3,Pe5,Pe6 b:Kf10,Re8 turn=w";
    let rule = "To reach e8, the cannon must jump over exactly one piece, which must be in the right place.";
    says("gallery/xiangqi", two, &[], "e3-e8", rule);
    says("gallery/xiangqi", two, &[], "e3-e7", "Blocked by White's soldier on e5.");
    says("gallery/xiangqi", "w:Kd1,Ce3 b:Kf10,Re8 turn=w", &[], "e3-e8", rule);
}

#[test]
fn a_creek_says_what_frees_a_pawn() {
    let text = "w:KWHd1,PWHa2 g:KGRd1,PGRh3 b:KBLd1 turn=w";
    let start = "The creek between White and Gray blocks the step from WHa2 to GRh3: no pawn may capture across it";
    says("3-man-chess", text, &[], "WHa2-GRh3", &format!("{start} until it has crossed the center."));
    says("mechanisms/creeks-for-good", text, &[], "WHa2-GRh3", &format!("{start}."));
    says(
        "mechanisms/creeks-dry-up",
        text,
        &[],
        "WHa2-GRh3",
        &format!("{start}. This does not apply once any pawn has crossed the center."),
    );
}

#[test]
fn a_refusal_lists_only_exceptions_that_can_apply() {
    let start = "The rule “center pawns” forbids this move. It would be allowed only in one of these cases: the capturing \
                 pawn is beyond rank 4; the captured pawn is beyond rank 4";
    // The pawn has just captured across the middle, which frees nobody here.
    let moves = ["d2xe3", "d8-d7", "h1-h2"];
    let text = "w:Kd8,Ne3 r:Kh1,Cf4 b:Ka1,Cd2 turn=b";
    says("readings/osullivan-freed-nobody", text, &moves, "e3-f4", &format!("{start}."));
    let text = "w:Kd8 r:Kh1,Cf4 b:Ka1,Ce3 turn=b";
    let freed = "the capturing pawn has captured across files d and e";
    says("osullivan", text, &[], "e3-f4", &format!("{start}; {freed}."));
    let dead = "the owner of the captured pawn has been eliminated";
    says("readings/osullivan-pair-lapses", text, &[], "e3-f4", &format!("{start}; {freed}; {dead}."));
}

#[test]
fn an_exception_without_a_label_keeps_its_name_in_quotes() {
    let book = "name = \"Child\"\npart = \"game\"\nextends = [\"osullivan\"]\n\n[ban.center-pawns.unless.dead]\n\
                move = { captures = { state = \"inert\" } }\n";
    let child = threefold::load_text("child.toml", book).unwrap_or_else(|it| panic!("{it}"));
    let position = parse_position(&child.variant, "w:Kd8 r:Kh1,Cf4 b:Ka1,Ce3 turn=b").expect("a position");
    let sentence = explain(&position, parse_move(&position, "e3-f4").expect("a move")).sentence;
    assert!(sentence.ends_with("across files d and e; the exception “dead” applies."), "{sentence}");
}

/// Each source contains the rule: the moves of a king into check, and generals that face each other.
#[test]
fn the_source_contains_the_rule() {
    let source = |slug: &str, text: &str, mv: &str| {
        let position = after(slug, text, &[]);
        explain(&position, parse_move(&position, mv).expect("a move")).source.unwrap_or_default()
    };
    let ring = source("3-man-chess", "w:KWHd1 g:KGRd1,RGRd2 b:KBLd1,RWHe6 turn=w", "WHd1-WHe1");
    assert_eq!(ring, "rulebook: 3 Man Chess Rulebook");
    let generals = source("gallery/xiangqi", "w:Ke1,Re5 b:Ke10,Ra10 turn=w", "e5-d5");
    assert_eq!(generals, "wxf: World Xiangqi Rules, World Xiangqi Federation, 2018");
}

#[test]
fn the_king_in_check_is_named_by_its_kind() {
    let sentence = "White's queen on d5 would be in check from Black's rook on d8.";
    says("gallery/coregal", "w:Ke1,Qe4 b:Kh8,Rd8,Pd5 turn=w", &[], "Qe4xd5", sentence);
    let sentence = "Black's king on d7 would be in check from White's rook on h7.";
    says("gallery/spartan", "w:Ke1,Rh7,Re5 b:Kd8,Ke8 turn=b", &[], "Kd8-d7", sentence);
}

/// A king in check may castle to neither side, so the check is the first reason.
#[test]
fn castling_out_of_check_names_the_check() {
    let variant = load("three-player-chess");
    let text = "w:Ke1,Rh1,Ra1 r:Ki12,Re9 b:Kd8,Rd5 turn=w castling=w:h1,a1";
    let position = threefold::parse_position(&variant, text).expect(text);
    for castling in ["O-O", "O-O-O"] {
        let mv = threefold::parse_move(&position, castling).expect(castling);
        let sentence = threefold::notation::sentence::explain(&position, mv).sentence;
        assert_eq!(sentence, "The king may not castle while e1 is attacked by Red's rook on e9.", "{castling}");
    }
}
