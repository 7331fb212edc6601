//! Advice that works: findings that were false or whose advice led to the same finding again.
//!
//! Input: small rulebooks as designers write them. Output: their findings, before and after the advice is followed.

use super::rulebook_fixtures::{child, errors, findings};

/// Pieces that change sides reach squares that their own army never reaches.
#[test]
fn pieces_that_change_sides_count_as_reaching_squares() {
    let rest = "[zone.first-rank]\nof = \"seat\"\nranks = \"1\"\n\
        [ban.retreat]\nmove = { piece = { kind = [\"pawn\"] }, to = { zone = \"first-rank\", of = \"owner\" } }\n";
    let conversion = "[conversion]\nby = [\"bishop\"]\nimmune = [\"king\"]\n";
    let without = findings(&child("chess", rest));
    assert!(without.contains("cannot-fire"), "{without}");
    let with = findings(&child("chess", &format!("{conversion}{rest}")));
    assert!(!with.contains("cannot-fire"), "{with}");
}

#[test]
fn a_pool_of_captured_pieces_holds_no_blockers() {
    let text = child(
        "chess",
        "[piece.duck]\nletter = \"D\"\nmovement = \"W\"\nrole = \"piece\"\n[blocker]\npiece = \"duck\"\nplacing = \"one-more\"\n\
         [pool.hand]\nholds = \"others-pieces-captured\"\n[drop]\npieces = [\"knight\"]\npool = \"hand\"\n",
    );
    assert_eq!(errors(&text), "");
}

#[test]
fn the_text_that_is_advised_for_a_castling_is_free() {
    let body = "[castling.far]\nking = [\"e1\", \"g1\"]\nrook = [\"a1\", \"f1\"]\n";
    let text = errors(&child("chess", body));
    let (_, after) = text.split_once("are both written").expect("two castlings with one text");
    let line = after.split('`').find(|it| it.starts_with("text = ")).expect("advice");
    let followed = errors(&child("chess", &format!("{body}{line}\n")));
    assert!(!followed.contains("both written"), "{line}: {followed}");
}

/// Following the advice changes the inherited header, and nothing is missing any more.
#[test]
fn a_header_with_a_misspelled_name_suggests_the_inherited_one() {
    let header = |name: &str, more: &str| child("chess", &format!("[piece.{name}]\n{more}movement = \"NN\"\n"));
    let text = errors(&header("knigt", ""));
    let advice = "did you mean `[piece.knight]`? To change the inherited one, write `[piece.knight]` with `extends = \"knight\"`; \
                  or add `letter = \"i\"` and `role = \"piece\"`";
    assert!(text.contains(advice) && text.matches("error[").count() == 1, "{text}");
    assert_eq!(errors(&header("knight", "extends = \"knight\"\n")), "");
    // Names that are not alike are new.
    let text = errors(&header("camel", ""));
    assert!(!text.contains("did you mean"), "{text}");
}

#[test]
fn advice_does_not_lead_in_a_circle() {
    let reverse = errors(&child(
        "chess",
        "[outcome.turn]\nwhen = { captured = {} }\nthen = \"reverse\"\nsettled = \"after-move\"\n",
    ));
    assert!(reverse.contains("leave `[outcome.turn]` out") && !reverse.contains("then = \"pass\""), "{reverse}");
    let unnamed = errors(&child(
        "chess",
        "[outcome.bare]\nwhen = { captured = {} }\nthen = \"end\"\nsettled = \"after-move\"\n\
         [outcome.bare.unless]\nafter = { living = 2 }\n",
    ));
    assert!(unnamed.contains("write `[outcome.bare.unless.exception]`"), "{unnamed}");
}

/// Nobody is eliminated between two players, so no barrier opens then.
#[test]
fn a_barrier_between_two_players_opens_with_its_zone() {
    let body = "[line.mid]\nof = \"board\"\nbetween = [\"a4-h4\", \"a5-h5\"]\n[barrier.mid]\nline = \"mid\"\n\
        [barrier.mid.closed]\nallows = []\n[barrier.mid.open]\nallows = [\"move\"]\n";
    let text = findings(&child("chess", body));
    assert!(text.contains("zone-vacated") && !text.contains("owner-eliminated"), "{text}");
}

#[test]
fn names_for_many_files_differ_from_those_of_ranks() {
    let board = |names: &str| {
        format!(
            "name = \"Wide\"\nextends = [\"chess\"]\n[board.patch.board]\nfiles = 30\nranks = 16\n[board.names]\nform = \"file-rank\"\n{names}"
        )
    };
    let text = errors(&board(""));
    let line = text.split('`').find(|it| it.starts_with("files = ")).expect("advice");
    let followed = errors(&board(&format!("{line}\nranks = \"1-16\"\n")));
    assert!(!followed.contains("two squares") && !followed.contains("names for"), "{line}: {followed}");
}

/// A player can leave at any time, and no repetition or checkmate follows when all have left.
#[test]
fn claims_that_eliminate_need_an_end_for_the_last_player() {
    let body = "[claim.quit]\nconsent = \"nobody\"\nthen = \"eliminate\"\n\
        [elimination]\narmy = \"inert\"\nking = \"stays\"\n\
        [counter.halfmoves]\nresets = [\"capture\", \"pawn-move\", \"elimination\"]\n";
    let text = findings(&child("three-player-chess", body));
    assert!(text.contains("`quit` eliminates a player, but no outcome ends the game"), "{text}");
    let last = "[outcome.last-player]\nwhen = { living = 1 }\nthen = \"end\"\nsettled = [\"after-move\", \"turn-start\"]\n\
        [score]\nlast-player = { living = 1, eliminated = 0 }\n";
    let text = findings(&child("three-player-chess", &format!("{body}{last}")));
    assert!(!text.contains("no outcome ends the game"), "{text}");
}

/// The first promotion that fits decides, so a second one for the same pieces and squares never applies.
#[test]
fn promotions_that_come_too_late_are_found() {
    let again = "[promotion.again]\npieces = [\"pawn\"]\non = { zone = \"last-rank\", of = \"owner\" }\nchoice = \"listed\"\n\
        into = [\"rook\"]\nforced = \"yes\"\n";
    let text = findings(&child("chess", again));
    assert!(text.contains("`[promotion.again]` never applies"), "{text}");
    let moves = "[promotion-move.a]\npieces = [\"rook\"]\ninto = [\"queen\"]\n";
    assert_eq!(findings(&child("chess", moves)), "");
    let text = findings(&child("chess", &format!("{moves}{}", moves.replace(".a]", ".b]").replace("queen", "bishop"))));
    assert!(text.contains("`[promotion-move.b]` never applies: `[promotion-move.a]`"), "{text}");
}

/// A misspelled key is one mistake, so it is one finding.
#[test]
fn a_misspelled_key_is_not_missing_as_well() {
    let promotion = |key: &str| {
        format!(
            "[promotion.second]\npieces = [\"rook\"]\non = {{ zone = \"last-rank\", of = \"owner\" }}\n{key} = \"listed\"\n\
             into = [\"queen\"]\nforced = \"yes\"\n"
        )
    };
    assert_eq!(errors(&child("chess", &promotion("choice"))), "");
    let text = errors(&child("chess", &promotion("choise")));
    assert!(text.contains("did you mean `choice`?") && !text.contains("missing-key"), "{text}");
    // A key that means nothing leaves the other one missing.
    let text = errors(&child("chess", &promotion("xyzzy")));
    assert!(text.contains("has no key `xyzzy`") && text.contains("needs the key `choice`"), "{text}");
}

/// A key that belongs to an inline table, or to the zone that a place names.
#[test]
fn a_key_of_an_inner_table_shows_where_it_belongs() {
    let text = errors(&child(
        "chess",
        "[ban.slow]\npieces = [\"queen\"]\nto = { zone = \"last-rank\" }\nlabel = \"slow queens\"\n",
    ));
    // Both keys belong to the same inline table.
    let line = "did you mean `move = { piece = { kind = [\"queen\"] }, to = { zone = \"last-rank\" } }`?";
    assert_eq!(text.matches(line).count(), 2, "{text}");
    let hill = "[outcome.hill]\nwhen = { king-in = { squares = [\"d4\"] } }\nthen = \"end\"\n";
    let text = errors(&child("chess", hill));
    let advice = "add `[zone.target]` with the lines `of = \"seat\"` and `squares = [\"d4\"]`";
    assert!(text.contains(advice), "{text}");
}

/// Without a player, no outcome about the player to move can end the game.
#[test]
fn the_last_player_must_not_be_eliminated() {
    let rules = |after_move: &str, turn_start: &str| {
        child(
            "osullivan",
            &format!(
                "without = [\"outcome.fifty-rounds\", \"outcome.threefold\"]\n\
                 [settle]\nafter-move = [{after_move}]\nturn-start = [{turn_start}]\n\
                 [outcome.queens-lost]\nwhen = {{ count = {{ of = \"living\", kind = [\"queen\"], at-most = 0 }} }}\n\
                 then = \"eliminate\"\n\
                 [outcome.stalemate]\nwhen = {{ stuck = {{ who = \"mover\", check = \"out\" }} }}\nthen = \"eliminate\"\n"
            ),
        )
    };
    let warns = |after_move: &str, turn_start: &str| {
        let text = findings(&rules(after_move, turn_start));
        assert!(!text.contains("error"), "{text}");
        text.contains("goes on without players").then_some(text)
    };
    let text =
        warns("\"queens-lost\", \"last-king\"", "\"checkmate\", \"last-king\", \"stalemate\"").expect("a warning");
    assert!(text.contains("one move can eliminate all players, because `queens-lost`"), "{text}");
    let text =
        warns("\"last-king\", \"queens-lost\"", "\"checkmate\", \"stalemate\", \"last-king\"").expect("a warning");
    assert!(text.contains("`stalemate` is tested before `last-king`"), "{text}");
    // A checkmate needs an opponent, so it cannot meet the last player.
    let first = warns("\"last-king\", \"queens-lost\"", "\"checkmate\", \"last-king\", \"stalemate\"");
    assert_eq!(first, None);
}

#[test]
fn perpetual_chases_that_never_hold_are_found() {
    let chase = |name: &str, test: &str| {
        format!(
            "[outcome.{name}]\nwhen = {{ {test} }}\nthen = \"end\"\nsettled = \"turn-start\"\npoints = {{ all = 0.5 }}\n"
        )
    };
    let one = |what: &str| chase("x", &format!("repeated = 3, perpetual-chase = {{ by = \"living\"{what} }}"));
    for (text, message) in [
        (
            one(", chased = { kind = [\"king\"] }"),
            "the outcome `x` can never occur: royal pieces are not chased: an attack on them is check",
        ),
        (
            one(", chased = { kind = [\"rook\"], state = \"living\" }"),
            "only pieces of players who are still in the game are chased",
        ),
        (one(", chased = { owner = \"mover\" }"), "the chased piece belongs to an opponent of the player who chases"),
        (
            chase("x", "perpetual-chase = { by = \"living\" }"),
            "perpetual chase is judged only when a position is repeated",
        ),
        (one("").replace("turn-start", "on-claim"), "perpetual chase is judged without a claim"),
        (
            one("") + &chase("y", "repeated = 3, perpetual-chase = { by = \"living\", how-many = \"every\" }"),
            "the outcome `y` can never occur: `x` is tested first, and ends the game at that point",
        ),
        (
            ["pawn", "rook", "knight", "bishop", "queen"]
                .map(|it| {
                    chase(it, &format!("repeated = 3, perpetual-chase = {{ by = \"mover\", kind = [\"{it}\"] }}"))
                })
                .concat(),
            "a rulebook describes at most 4 different kinds of chase",
        ),
    ] {
        let found = findings(&child("chess", &text));
        assert!(found.contains(message), "{text}\n{found}");
    }
    assert_eq!(findings(&child("chess", &one(", kind = [\"rook\"], chased = { kind = [\"knight\"] }"))), "");
}

/// What never happens is a finding, at the place of the test.
#[test]
fn tests_that_never_hold_are_found() {
    let outcome = |when: &str| {
        format!("[outcome.x]\nwhen = {when}\nthen = \"end\"\nsettled = \"after-move\"\npoints = {{ all = 0.5 }}\n")
    };
    let found = findings(&child("three-player-chess", &outcome("{ living = 2 }")));
    assert!(found.contains("nobody is ever eliminated, so all 3 players stay in the game"), "{found}");
    let four = "{ attack = { by = \"mover\", on = \"opponents\", how-many = 3 } }";
    let found = findings(&child("three-player-chess", &outcome(four)));
    assert!(found.contains("`how-many` must be from 1 to 2, but is 3"), "{found}");
    let ally = "[outcome.x]\nwhen = { living = 3 }\nthen = \"ally\"\nallies = [\"mover\"]\nsettled = \"after-move\"\n";
    let found = findings(&child("mechanisms/alliances-on-96-squares", ally));
    assert!(found.contains("an alliance has two players or more"), "{found}");
    let settle = "[settle]\nextends = \"settle\"\nturn-start = [\"checkmate\", \"stalemate\", \"fourfold\", \"perpetual-check\"]\n";
    let found = findings(&child("gallery/shogi", settle));
    let message =
        "the outcome `perpetual-check` can never occur: `fourfold` is tested first, and ends the game at that point";
    assert!(found.contains(message), "{found}");
    assert_eq!(
        findings(&child(
            "gallery/shogi",
            &settle.replace("\"fourfold\", \"perpetual-check\"", "\"perpetual-check\", \"fourfold\"")
        )),
        ""
    );
}

#[test]
fn a_team_that_remains_needs_an_end() {
    let found = findings(&child("3-man-chess", "[team.hunters]\nseats = [\"gray\", \"black\"]\n"));
    assert!(found.contains("the team `hunters` can be the last one"), "{found}");
    let alone = "[team.hunters]\nseats = [\"gray\", \"black\"]\nloss = \"alone\"\n";
    let found = findings(&child("3-man-chess", alone));
    assert!(found.contains("partners in the team `hunters` can be the last players"), "{found}");
}

/// A player can resign between two moves, so nobody should have to move alone.
#[test]
fn an_end_that_waits_for_a_move_is_found() {
    let settle = "[settle]\nextends = \"settle\"\nturn-start = [\"no-move\", \"threefold\", \"no-king\"]\n";
    let found = findings(&child("gallery/sannin", settle));
    assert!(
        found.contains("eliminates a player between two moves, but `last-king` is tested only after a move"),
        "{found}"
    );
}

#[test]
fn a_misspelled_header_lacks_no_keys() {
    let found = errors(&child("chess", "[chek]\nown-king = \"may-be-left\"\n"));
    assert_eq!(found.matches("error[").count(), 1, "{found}");
    assert!(found.contains("did you mean `check`?"), "{found}");
}

/// The advice for two castlings can be followed for both.
#[test]
fn the_squares_that_are_advised_for_two_castlings_differ() {
    let body = "[board.patch.board]\nfiles = 10\nranks = 8\n[board.names]\nextends = \"names\"\nfiles = \"a-j\"\n\
        [setup]\nking = [\"f1\"]\nqueen = [\"e1\"]\nrook = [\"a1\", \"j1\"]\npawn = [\"a2-j2\"]\n";
    let found = errors(&child("chess", body));
    let lines = |key: &str| found.split('`').filter(|it| it.starts_with(key)).map(str::to_owned).collect::<Vec<_>>();
    let castlings = lines("king = ").into_iter().zip(lines("rook = ")).zip(["queen-side", "king-side"]);
    let own: String = castlings.map(|((king, rook), name)| format!("[castling.{name}]\n{king}\n{rook}\n")).collect();
    assert!(own.contains("[castling.queen-side]\nking = [\"f1\", \"d1\"]\nrook = [\"a1\", \"e1\"]"), "{own}{found}");
    assert_eq!(errors(&child("chess", &format!("{body}{own}"))), "");
}

/// A board for two players has no place for a third one.
#[test]
fn a_player_without_a_place_gets_no_number() {
    let order = "[turns]\norder = [\"white\", \"black\", \"gray\"]\n";
    let gray = "[seat.gray]\nletter = \"g\"\nsymmetry = 2\nfaces = \"east\"\n";
    let found = errors(&child("chess", &format!("{order}{gray}")));
    assert_eq!(found.matches("error[").count(), 1, "{found}");
    assert!(found.contains("`[board.symmetry]` has 2 places for 3 players: leave `[seat.gray]` out"), "{found}");
}

/// Advice on games for two players fits two players.
#[test]
fn two_players_are_no_team_and_no_allies() {
    for seats in ["\"white\", \"black\"", "\"white\""] {
        let found = errors(&child("chess", &format!("[team.all]\nseats = [{seats}]\n")));
        assert!(found.contains("a game for two has no teams: leave `[team.all]` out"), "{found}");
    }
    let found = findings(&child("chess", "[alliance]\nallies = \"one\"\n"));
    assert!(found.contains("two players cannot ally") && !found.contains("add a claim"), "{found}");
}

#[test]
fn a_board_that_is_too_large_shrinks_in_both_directions() {
    let found = errors(&child("chess", "[board.patch.board]\nfiles = 100\nranks = 100\n"));
    let is_size = |it: &&str| it.starts_with("files = ") || it.starts_with("ranks = ");
    let lines: Vec<&str> = found.split('`').filter(is_size).collect();
    assert_eq!(lines, ["files = 8", "ranks = 8"], "{found}");
    assert_eq!(errors(&child("chess", &format!("[board.patch.board]\n{}\n", lines.join("\n")))), "");
}

/// Errors that follow from another one wait until it is corrected.
#[test]
fn the_cause_comes_first() {
    let found = errors(&child("chess", "[board]\ncells = \"hex\"\nseats = \"alike\"\n"));
    assert!(found.contains("not-a-symmetry") && !found.contains("bad-kings"), "{found}");
    let found = errors(&child("chess", "[setup]\n"));
    assert!(found.contains("`white` has no king") && !found.contains("bad-castling"), "{found}");
    let opens = "[barrier.moat]\nextends = \"moat\"\nstarts = \"open\"\n";
    let found = errors(&child("3-man-chess", opens));
    assert_eq!(found.matches("starts open, so no event can open it").count(), 2, "{found}");
}

#[test]
fn pieces_that_capture_nothing_are_shown_at_their_movement() {
    let pawn = "without = [\"outcome.breakthrough\", \"outcome.no-pawns\", \"outcome.blocked\"]\n[piece.pawn]\n\
                extends = \"pawn\"\nmovement = \"fmW\"\n[setup]\npawn = [\"a4\"]\n[outcome.nothing]\n\
                when = { stuck = { who = \"mover\", check = \"either\" } }\nthen = \"pass\"\nsettled = \"turn-start\"\n";
    let found = findings(&child("gallery/breakthrough", pawn));
    let (_, meet) = found.split_once("[never-meet]").expect("a warning");
    assert!(meet.contains("movement = \"fmW\"") && !meet.contains("[seat.white]"), "{found}");
}

#[test]
fn a_header_is_left_out_once() {
    let found = errors(&child("chess", "without = [\"castling\", \"castling-rules\", \"castling\"]\n"));
    assert!(found.contains("[named-twice]: `without` lists `castling` twice"), "{found}");
    let folder = super::support::Folder::new(
        "left-out",
        &[
            ("a.toml", "name = \"A\"\nextends = [\"chess\"]\nwithout = [\"castling\", \"castling-rules\"]\n"),
            ("b.toml", "name = \"B\"\nextends = [\"a.toml\"]\nwithout = [\"castling\"]\n"),
        ],
    );
    let run = folder.ask(&["check", "b.toml"]);
    assert!(run.out.contains("help: remove it: a parent has already left this header out"), "{}", run.transcript());
}

#[test]
fn the_image_of_a_seam_is_named_as_the_cause_of_a_fork() {
    let seam = "[board.seam.ns]\nside = { patch = \"board\", edge = \"north\" }\n\
                onto = { patch = \"board\", edge = \"south\" }\nstraight = 2\n\
                [board.seam.ew]\nside = { patch = \"board\", edge = \"east\" }\nonto = { patch = \"board\", edge = \"west\" }\n";
    let found = errors(&child("chess", seam));
    assert!(found.contains("the symmetry of the board adds images of this seam"), "{found}");
    let rotated = format!("[board.symmetry]\nrotate = \"half\"\n{seam}");
    assert!(!errors(&child("chess", &rotated)).contains("forked-edge"), "{rotated}");
}

#[test]
fn words_that_do_not_fit_are_explained() {
    let royal = "[piece.pawn]\nextends = \"pawn\"\nrole = \"royal\"\n[promotion-move]\npieces = [\"pawn\"]\n\
                 into = [\"knight\"]\nattack = \"forbidden\"\n";
    let found = errors(&child("chess", &format!("without = [\"promotion\"]\n{royal}")));
    assert!(found.contains("`pawn` is royal, and a royal piece cannot promote as a move of its own"), "{found}");
    let count = "[outcome.few]\nwhen = { count = { of = \"all\", at-most = 3 } }\nthen = \"end\"\n\
                 settled = \"after-move\"\npoints = { all = 0.5 }\n";
    let found = errors(&child("chess", count));
    assert!(found.contains("help: write `living`; the players available here are"), "{found}");
}
