//! Mistakes that designers made in their first rulebooks, and the advice that repairs them.
//!
//! Input: rulebooks that extend chess, and moves as players of other games write them. Output: findings, and those after the
//! advice is followed.

use threefold::diagnostic::render;
use threefold::{Input, Position, parse_move};

use super::support::load;

/// Returns the findings about a rulebook, each as it is shown.
fn findings(text: &str) -> String {
    let checked = threefold::check(Input::Text("own.toml", text.as_bytes()));
    let shown: Vec<String> = checked.diagnostics.items.iter().map(|it| render(&checked.sources, it)).collect();
    shown.join("\n\n")
}

fn chess(rest: &str) -> String {
    findings(&format!("name = \"x\"\nextends = [\"chess\"]\n{rest}"))
}

/// Asserts that the findings about a rulebook contain each text.
#[track_caller]
fn says(rest: &str, texts: &[&str]) {
    let found = chess(rest);
    for text in texts {
        assert!(found.contains(text), "no `{text}` about:\n{rest}\n{found}");
    }
}

#[test]
fn a_header_written_as_a_key_at_the_top_leads_to_the_header() {
    says("check = \"none\"\n", &["own.toml:3:1", "the headers are `[check]`"]);
    says("promotion = \"none\"\n", &["the headers are `[promotion]`, `[promotion.NAME]`"]);
    says("piece = \"none\"\n", &["`[piece.KIND]`"]);
    assert!(!chess("turns = \"none\"\n").contains("[the top of the file"));
}

#[test]
fn names_and_keys_with_spaces_are_joined() {
    says("[outcome.king hill]\nthen = \"end\"\n", &["a name in a header has no spaces", "write `[outcome.king-hill]`"]);
    says(
        "[check]\nextends = \"check\"\nown king = \"kept-safe\"\n",
        &["a key has a space", "write one word: `own-king = \"kept-safe\"`"],
    );
    says("[outcome.x\nthen = \"end\"\n", &["a header is not closed"]);
}

#[test]
fn parents_below_a_header_belong_to_the_top() {
    let text = "name = \"x\"\n[outcome.stalemate]\nextends = \"stalemate\"\npoints = { all = 0.5 }\n[check]\nextends = [\"chess\"]\n";
    let found = findings(text);
    assert!(found.contains("`extends` is a key of the top of the file") && found.contains("own.toml:6:1"), "{found}");
    assert!(found.contains("move this line above the first header"), "{found}");
    assert!(!found.contains("missing-header"), "{found}");
}

#[test]
fn advice_keeps_the_values_of_the_author() {
    says(
        "[outcome.stalemate]\nextends = \"stalemate\"\npoints = { victim = 0 }\n",
        &["for example `points = { victim = 0, others = 1 }`"],
    );
    says(
        "[score]\nextends = \"score\"\nstalemate = { victim = 0 }\n",
        &["for example `stalemate = { victim = 0, others = 1 }`"],
    );
    says(
        "[outcome.stalemate]\nextends = \"stalemate\"\nmover = 0\nothers = 1\n",
        &["did you mean `points = { mover = 0, others = 1 }`?"],
    );
    says(
        "[outcome.stalemate]\nextends = \"stalemate\"\nvictim = 0.25\n",
        &["did you mean `points = { victim = 0.25 }`?"],
    );
    let found =
        chess("[outcome.few]\nwhen = { kind = [\"queen\"], at-most = 0 }\nthen = \"end\"\npoints = { all = 0.5 }\n");
    assert!(found.contains("did you mean `count = {") && !found.contains("`attack = {"), "{found}");
    assert!(found.contains("kind = [\"queen\"]") && found.contains("at-most = 0"), "{found}");
}

#[test]
fn stray_signs_are_named() {
    let found = findings("name = \"x\"\nextends = [\"chess\"],\n");
    assert!(found.contains("a line does not end with `,`") && found.contains("own.toml:2:20"), "{found}");
    let found = findings("name = \"x\";\nextends = [\"chess\"]\n");
    assert!(found.contains("a line does not end with `;`"), "{found}");
    let found = findings("name = \"The \"best\" game\"\nextends = [\"chess\"]\n");
    assert!(found.contains("a quote ends the text here"), "{found}");
    assert_eq!(findings("name = \"The \\\"best\\\" game\"\nextends = [\"chess\"]\n"), "");
}

#[test]
fn pieces_can_be_added_to_an_inherited_setup() {
    let piece = "[piece.camel]\nletter = \"C\"\nmovement = \"(1,3)\"\nrole = \"piece\"\nvalue = 3\n";
    says(piece, &["add `camel = [\"a3\"]` under `[setup]` with the line `extends = \"setup\"`"]);
    assert_eq!(chess(&format!("{piece}[setup]\nextends = \"setup\"\ncamel = [\"a3\"]\n")), "");
    let fen = "fen = \"4k3/8/8/8/8/8/8/4K2R\"\n";
    says(&format!("[setup]\nextends = \"setup\"\n{fen}"), &["remove `extends` from `[setup]`"]);
}

#[test]
fn rules_without_effect_are_found() {
    let hand = "[pool.hand]\nholds = \"others-pieces-captured\"\n[drop]\npieces = [\"knight\"]\npool = \"hand\"\n";
    let place = "{ zone = \"last-rank\", of = \"owner\" }";
    says(
        &format!("{hand}on = {place}\nnot-on = {place}\n"),
        &["warning[cannot-fire]: no square is left for the drops of `[drop]`"],
    );
    assert_eq!(chess(&format!("{hand}on = {place}\n")), "");
    says(
        "[check]\nextends = \"check\"\nbanned = \"do-not-attack\"\n",
        &["warning[no-effect]: no ban says which captures it forbids"],
    );
    let ban = "[ban.x]\nmove = { captures = { kind = [\"king\"] }, piece = { kind = [\"knight\"] } }\n";
    assert!(
        !chess(&format!("[check]\nextends = \"check\"\nbanned = \"do-not-attack\"\n{ban}")).contains("no ban says")
    );
    says("[dead-position]\nminor = [\"pawn\"]\n", &["warning[minor-gives-mate]: a pawn can promote"]);
    says(
        "[outcome.o]\nwhen = { count = { of = \"mover\", kind = [\"queen\"], at-most = 1 } }\nthen = \"end\"\n\
         points = { mover = 1, others = 0 }\nsettled = \"turn-start\"\n",
        &["warning[over-at-start]: `o` ends the game before the first move", "own.toml:4:8"],
    );
}

/// Returns the message and the help for a text that is no move.
fn refused(position: &Position, text: &str) -> (String, String) {
    let error = parse_move(position, text).expect_err(text);
    (error.to_string(), error.help)
}

#[test]
fn a_letter_that_no_piece_has_is_named() {
    for (game, text, wanted) in [
        ("gallery/xiangqi", "Hh1-g3", "the horse on h1 is `N`"),
        ("chess", "Xe2-e4", "the pawn on e2 is `P`"),
        ("chess", "Xe4-e5", "the letters of the pieces are K, Q, R, B, N, P"),
    ] {
        let at = load(game).start().expect("a start");
        let (message, help) = refused(&at, text);
        assert_eq!((message.as_str(), help.as_str()), (&*format!("no piece has the letter `{}`", &text[..1]), wanted));
    }
    // What is not a move has no part that could be left out.
    let chess = load("chess").start().expect("a start");
    assert!(refused(&chess, "<script>alert(1)</script>").0.ends_with("is not a move"));
    assert!(refused(&chess, "Nf3/H").0.starts_with("in this game, no piece enters"));
}

/// An outcome for the capture of one king leaves the other one without consequences.
#[test]
fn a_king_that_can_be_captured_needs_an_outcome() {
    let captured = |whose: &str| {
        format!(
            "without = [\"dead-position\", \"outcome.dead-position\"]\n[check]\nattackers = \"living-opponents\"\n\
             own-king = \"may-be-left\"\nkings = \"may-be-captured\"\n[outcome.king-captured]\nwhen = {{ king-captured = \"{whose}\" }}\n\
             then = \"end\"\npoints = {{ mover = 1, others = 0 }}\nsettled = \"after-move\"\n"
        )
    };
    let said = "the king of white can be captured, but no outcome says what happens then";
    says(&captured("black"), &[said, "`king-captured = \"opponents\"`"]);
    assert!(!chess(&captured("opponents")).contains("can be captured, but"));
}

/// A board is advised a symmetry that it can have.
#[test]
fn advice_on_symmetries_fits_the_board() {
    let found =
        findings("name = \"x\"\nextends = [\"mechanisms/hexagon\"]\n[board.symmetry]\nrotate = \"clockwise-90\"\n");
    assert!(found.contains("for example `rotate = \"clockwise-120\"`"), "{found}");
}

/// Pieces that promote by a move of their own, and bans on kings, make a mate possible.
#[test]
fn minor_pieces_count_all_rules() {
    says(
        "[promotion-move]\npieces = [\"knight\"]\ninto = [\"queen\"]\n",
        &["warning[minor-gives-mate]: a knight can promote"],
    );
    says(
        "[zone.second]\nof = \"board\"\nranks = \"2\"\n\
         [ban.second]\nmove = { piece = { kind = [\"king\"] }, to = { zone = \"second\" } }\n",
        &["a king and one knight can give checkmate", "a king and one bishop can give checkmate"],
    );
}

/// The name of a square may not also mean a piece on another square.
#[test]
fn names_of_squares_are_clear() {
    let names = "[board.names]\nform = \"file-rank\"\nranks = \"1-8\"\n\
                 files = [\"a\", \"b\", \"c\", \"d\", \"e\", \"f\", \"g\", \"LAST\"]\n\
                 [setup]\nking = [\"e1\"]\nknight = [\"b1\", \"g1\"]\n\
                 [castling.king-side]\nking = [\"e1\", \"g1\"]\nrook = [\"LAST1\", \"f1\"]\n";
    says(
        &names.replace("LAST", "Nb"),
        &["error[bad-labels]: `Nb1` is the name of a square, and also means the knight on `b1`"],
    );
    says(&names.replace("LAST", "xc"), &["`xc1` is the name of a square, and also means a capture on `c1`"]);
    assert!(!chess(&names.replace("LAST", "Zb")).contains("also means"));
}

/// The player who is mated is not the one who mates.
#[test]
fn nobody_mates_themselves() {
    let mate = "[outcome.checkmate]\nextends = \"checkmate\"\nmating-player = ";
    let found =
        |who: &str| findings(&format!("name = \"x\"\nextends = [\"mechanisms/cross-of-four\"]\n{mate}\"{who}\"\n"));
    let said = found("mover");
    assert!(
        said.contains("the mating player of `checkmate` is its victim") && said.contains("own.toml:5:17"),
        "{said}"
    );
    assert!(!found("last-mover").contains("is its victim"));
}

/// What positions write after a piece is no name for a tag.
#[test]
fn tags_leave_the_words_of_positions_alone() {
    let tag = |name: &str| format!("[tag.{name}]\npieces = [\"pawn\"]\nset = {{ captures = {{}} }}\n");
    for word in ["moved", "unmoved", "north-east"] {
        says(&tag(word), &[&format!("error[bad-name]: positions write `{word}` after a piece"), "own.toml:3:6"]);
    }
    assert!(!chess(&tag("has-moved")).contains("bad-name"));
}

/// Advice about an inherited line names the header that has the line.
#[test]
fn inherited_lines_belong_to_their_headers() {
    let found =
        findings("name = \"x\"\nextends = [\"gallery/crazyhouse\"]\n[drop]\npieces = [\"pawn\"]\npool = \"hand\"\n");
    assert!(found.contains("another `[drop]` header lists `pawn`") && !found.contains("[promotion]"), "{found}");
    assert!(found.contains("to change the inherited `[drop.pawn]`"), "{found}");
}

/// Teams that lose together never leave one player.
#[test]
fn the_last_team_ends_the_game() {
    let teams = |size: u8| {
        findings(&format!(
            "name = \"x\"\nextends = [\"mechanisms/cross-of-four\"]\nwithout = [\"outcome.two-kings\", \"outcome.last-king\"]\n\
             [team.a]\nseats = [\"red\", \"yellow\"]\n[team.b]\nseats = [\"blue\", \"green\"]\n[outcome.last-team]\n\
             when = {{ living = {size} }}\nthen = \"end\"\npoints = {{ living = 1 }}\nsettled = [\"after-move\", \"turn-start\"]\n\
             before = \"checkmate\"\n"
        ))
    };
    assert!(!teams(2).contains("no-end"), "{}", teams(2));
    assert!(teams(3).contains("no outcome ends the game when 2 players are left"), "{}", teams(3));
}

/// Advice on the place of an outcome does not lead to another error.
#[test]
fn advice_on_places_knows_the_moment() {
    let placed = |when: &str| {
        format!(
            "[outcome.a]\nwhen = {when}\nthen = \"end\"\npoints = {{ mover = 1 }}\nsettled = \"after-move\"\nafter = \"checkmate\"\n"
        )
    };
    let found = chess(&placed("{ captured = {} }"));
    assert!(
        found.contains("remove this key: what a move does") && !found.contains("settled = \"turn-start\""),
        "{found}"
    );
    says(&placed("{ halfmove-rounds = 9 }"), &["write `settled = \"turn-start\"`, or remove this key"]);
}

/// Armies are taken over only if somebody is eliminated.
#[test]
fn heirs_need_an_elimination() {
    let found = findings(
        "name = \"x\"\nextends = [\"three-player-chess\"]\n[elimination]\narmy = \"taken-over\"\nking = \"removed\"\n\
         turn = \"new-owner\"\n",
    );
    assert!(found.contains("no outcome eliminates a player: write `then = \"eliminate\"`"), "{found}");
}

/// A blocker nearer to one player is named as the cause of different first moves.
#[test]
fn a_blocker_can_make_first_moves_differ() {
    says(
        "[piece.duck]\nletter = \"D\"\nmovement = \"none\"\nrole = \"piece\"\n\
         [blocker]\npiece = \"duck\"\nplacing = \"same-one\"\nstart = [\"d3\"]\n",
        &["warning[unequal-mobility]", "the blocker on `d3` is not equally far", "own.toml:10:9"],
    );
}

#[test]
fn the_player_of_a_piece_is_its_owner() {
    let outcome = |key: &str| {
        format!("[outcome.second]\nwhen = {{ moved = {{ {key} }} }}\nthen = \"extra-turn\"\nsettled = \"after-move\"\n")
    };
    for key in ["by = \"white\"", "player = \"white\"", "seat = \"white\"", "who = \"mover\""] {
        says(&outcome(key), &["did you mean `owner`?"]);
    }
    // This word fits a condition on the square of the piece.
    says(&outcome("by = \"facing\""), &["did you mean `at = { by = \"facing\" }`?"]);
}

#[test]
fn a_board_of_two_parents_names_the_patch_that_is_left_over() {
    let found = findings("name = \"x\"\nextends = [\"chess\", \"3-man-chess\"]\n");
    assert!(found.contains("sections need a board of one patch, and this one has `board` and `ring`"), "{found}");
    assert!(found.contains("leave one out, for example `without = [\"board.patch.board\"]`"), "{found}");
}

#[test]
fn a_misspelled_piece_is_recognized_by_its_inherited_letter() {
    says(
        "[piece.quen]\nextends = \"queen\"\n",
        &["did you mean `[piece.queen]`? To add another piece, give `[piece.quen]` a letter"],
    );
}

#[test]
fn a_game_of_two_has_no_third_player() {
    let stalemate = "[outcome.stalemate]\nextends = \"stalemate\"\npoints = { third = 1 }\n";
    says(
        stalemate,
        &["own.toml:5:12", "a game of two players has no third player", "the players available here are `mover`"],
    );
    assert!(!chess(stalemate).contains("`third`"), "{}", chess(stalemate));
}

/// The counters of opponents never eliminate the player who has just moved.
#[test]
fn a_counter_of_opponents_does_not_eliminate_the_last_player() {
    let checks = "[counter.checks]\nwhen = { attack = { by = \"mover\", on = \"opponents\" } }\n[outcome.three-checks]\nwhen = { counter = { name = \"checks\", of = \"WHO\", at-least = 3 } }\nthen = \"eliminate\"\nsettled = \"after-move\"\nbefore = \"last-king\"\n";
    let found = |who: &str| {
        findings(&format!(
            "name = \"x\"\nextends = [\"mechanisms/cross-of-four\"]\nwithout = [\"outcome.two-kings\"]\n{}",
            checks.replace("WHO", who)
        ))
    };
    assert_eq!(found("opponents"), "");
    assert!(found("living").contains("one move can eliminate all players"), "{}", found("living"));
}
