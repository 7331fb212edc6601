//! Advice that leads to the rule that its author means, and not only to a file without findings.
//!
//! Input: small rulebooks with the mistakes of designers. Output: their findings, and the rulebook after the advice is
//! followed.

use super::rulebook_fixtures::{child, errors, findings};

/// Asserts that chess with these headers has one finding, and that it contains these words.
#[track_caller]
fn advises(body: &str, words: &[&str]) -> String {
    let found = findings(&child("chess", body));
    assert_eq!(found.matches("x.toml:").count(), 1, "{found}");
    for words in words {
        assert!(found.contains(words), "{words}\n{found}");
    }
    found
}

#[track_caller]
fn is_clean(body: &str) {
    assert_eq!(findings(&child("chess", body)), "", "{body}");
}

const PAWNS: &str = "[ban.a]\nmove = { piece = { kind = [\"pawn\"] } }\n";
const HILL: &str = "[zone.hill]\nof = \"board\"\nsquares = [\"d4\", \"e4\", \"d5\", \"e5\"]\n";

#[test]
fn a_test_in_place_of_an_exception_gets_a_name() {
    let line = "write `[ban.a.unless.exception]`, and below it the line `move = { captures = {} }`";
    for unless in [
        "unless = { captures = {} }\n",
        "unless = { move = { captures = {} } }\n",
        "[ban.a.unless]\nmove = { captures = {} }\n",
        "[ban.a.unless]\ncaptures = {}\n",
        "[ban.a.unless.captures]\n",
    ] {
        let found = advises(&format!("{PAWNS}{unless}"), &[line]);
        assert!(!found.contains("living"), "{found}");
    }
    is_clean(&format!("{PAWNS}[ban.a.unless.exception]\nmove = {{ captures = {{}} }}\n"));
    advises(
        &format!("{PAWNS}unless = {{ captures = {{ kind = [\"queen\"] }} }}\n"),
        &["the line `move = { captures = { kind = [\"queen\"] } }`"],
    );
    advises(
        &format!("{PAWNS}unless = {{ attack = {{ by = \"opponents\", on = \"mover\" }} }}\n"),
        &["the line `before = { attack = { by = \"opponents\", on = \"mover\" } }`"],
    );
    // A test can be the name of an exception.
    is_clean(&format!("{PAWNS}[ban.a.unless.captures]\nmove = {{ captures = {{}} }}\n"));
    // The example is no test that always holds.
    advises(&format!("{PAWNS}[ban.a.unless.x]\n"), &["for example `move = { captures = {} }`"]);
}

#[test]
fn a_ban_on_checks_tests_for_attacks() {
    let attack = "attack = { by = \"mover\", on = \"opponents\" }";
    let line = format!("did you mean `{attack}`?");
    for test in ["check = true", "gives-check = \"yes\"", "in-check = {}"] {
        let found = errors(&child("chess", &format!("[ban.check]\nafter = {{ {test} }}\n")));
        assert!(test.contains('"') || found.contains(&line) && !found.contains("stuck = {"), "{found}");
    }
    let stuck = "[ban.check]\nafter = { stuck = { who = \"opponents\", check = \"in\" } }\n";
    advises(stuck, &["error[circular]", &format!("write `{attack}` in place of `stuck`")]);
    let stuck = "[ban.check]\nafter = { stuck = { who = \"opponents\", check = \"out\" } }\n";
    let found = advises(stuck, &["an outcome forbids no move"]);
    assert!(!found.contains("use an outcome"), "{found}");
    is_clean(&format!("[ban.check]\nafter = {{ {attack} }}\n"));
}

#[test]
fn a_header_without_its_extends_gets_no_other_keys() {
    for (body, own) in [
        ("[piece.queen]\nmovement = \"QN\"\n", "queen"),
        ("[outcome.stalemate]\npoints = { victim = 1 }\n", "stalemate"),
    ] {
        let found = advises(body, &[&format!("add `extends = \"{own}\"`")]);
        assert!(!found.contains("royal") && !found.contains("check = \"in\""), "{found}");
    }
    // A new piece is rarely a king.
    let found = errors(&child("chess", "[piece.amazon]\nletter = \"A\"\nmovement = \"QN\"\n"));
    assert!(found.contains("add `role = \"piece\"`, or"), "{found}");
    // The other keys have the inherited values.
    let found = errors(&child("chess", "[outcome.stalemate]\nthen = \"end\"\n"));
    assert!(found.contains("or add `when = { stuck = { who = \"mover\", check = \"out\" } }`"), "{found}");
}

#[test]
fn examples_of_points_fit_the_test() {
    let found = findings(&child("chess", "[score]\nstalemate = { victim = 0, others = 1 }\n"));
    let lines = "for example `checkmate = { victim = 0, others = 1 }` and `threefold = { all = 0.5 }`";
    assert!(found.contains(lines), "{found}");
    let draw = "for example `points = { all = 0.5 }` for a draw";
    for (when, points) in [
        ("king-in = { zone = \"hill\" }", "{ mover = 1, others = 0 }"),
        ("captured = { kind = [\"queen\"] }", "{ victim = 0, others = 1 }"),
        ("count = { of = \"mover\", at = { zone = \"hill\" }, at-least = 2 }", "{ mover = 1, others = 0 }"),
        ("count = { of = \"opponents\", kind = [\"pawn\"], at-most = 0 }", "{ victim = 0, others = 1 }"),
        ("attack = { by = \"mover\", on = \"opponents\" }", "{ victim = 0, others = 1 }"),
    ] {
        let outcome = format!("{HILL}[outcome.x]\nwhen = {{ {when} }}\nthen = \"end\"\nsettled = \"after-move\"\n");
        let found = findings(&child("chess", &outcome));
        let line = format!("for example `points = {points}`, or `points = {{ all = 0.5 }}` for a draw");
        assert!(found.contains(&line), "{found}");
        let followed = findings(&child("chess", &format!("{outcome}points = {points}\n")));
        assert!(!followed.contains("no-points") && !followed.contains("error["), "{followed}");
    }
    for when in ["halfmove-rounds = 30", "repeated = 4", "stuck = { who = \"mover\", check = \"out\" }"] {
        let outcome = format!("[outcome.x]\nwhen = {{ {when} }}\nthen = \"end\"\nsettled = \"turn-start\"\n");
        let found = findings(&child("chess", &outcome));
        assert!(found.contains(draw), "{found}");
    }
    let resign = "[claim.give-up]\nconsent = \"nobody\"\nthen = \"end\"\n";
    advises(resign, &["for example `points = { victim = 0, others = 1 }`"]);
}

#[test]
fn an_outcome_is_tested_when_its_test_can_become_true() {
    let piece = "kind = [\"pawn\"]";
    for (when, moment) in [
        // What the mover achieves by the move.
        ("count = { of = \"mover\", at = { zone = \"hill\" }, at-least = 1 }", "\"after-move\""),
        ("count = { of = \"opponents\", KIND, at-most = 0 }", "\"after-move\""),
        ("king-in = { zone = \"hill\" }", "\"after-move\""),
        ("captured = { KIND }", "\"after-move\""),
        ("moved = { KIND }", "\"after-move\""),
        ("attack = { by = \"mover\", on = \"opponents\" }", "\"after-move\""),
        ("stuck = { who = \"next\", check = \"in\" }", "\"after-move\""),
        ("material = { of = \"next\", than = \"mover\", count = \"on-board\", behind-by = 9 }", "\"after-move\""),
        // What the opponent's move has brought to the player whose turn it is.
        ("count = { of = \"mover\", KIND, at-most = 0 }", "\"turn-start\""),
        ("attack = { by = \"opponents\", on = \"mover\" }", "\"turn-start\""),
        ("stuck = { who = \"mover\", check = \"in\" }", "\"turn-start\""),
        ("repeated = 4", "\"turn-start\""),
        ("halfmove-rounds = 30", "\"turn-start\""),
        ("living = 1", "[\"after-move\", \"turn-start\"]"),
    ] {
        let when = when.replace("KIND", piece);
        let outcome = format!("{HILL}[outcome.x]\nwhen = {{ {when} }}\nthen = \"end\"\npoints = {{ all = 0 }}\n");
        let found = findings(&child("chess", &outcome));
        assert!(found.contains(&format!("add `settled = {moment}` to `[outcome.x]`")), "{when}\n{found}");
        let followed = errors(&child("chess", &format!("{outcome}settled = {moment}\n")));
        assert_eq!(followed, "", "{when}");
    }
}

#[test]
fn squares_in_place_of_a_zone_become_one() {
    let zone = |line: &str| format!("add `[zone.target]` with the lines `of = \"seat\"` and `{line}`");
    for (key, on, line) in [
        ("on", "{ ranks = \"6\" }", "ranks = \"6\""),
        ("on", "[\"a6-h6\"]", "squares = [\"a6-h6\"]"),
        ("on", "\"a6-h6\"", "squares = [\"a6-h6\"]"),
        ("on", "[\"a6\", \"h6\"]", "squares = [\"a6\", \"h6\"]"),
    ] {
        let promotion = |on: &str| format!("[promotion]\nextends = \"promotion\"\n{key} = {on}\n");
        let found = advises(&promotion(on), &[&zone(line)]);
        assert!(!found.contains("second-rank") && !found.contains("`links`?"), "{found}");
        let target = format!("[zone.target]\nof = \"seat\"\n{line}\n");
        is_clean(&format!("{target}{}", promotion("{ zone = \"target\", of = \"owner\" }")));
    }
    let count = "[outcome.c]\nwhen = { count = { of = \"mover\", at = { ranks = \"6\" }, at-least = 1 } }\n\
        then = \"end\"\nsettled = \"after-move\"\npoints = { mover = 1, others = 0 }\n";
    advises(count, &[&zone("ranks = \"6\"")]);
}

/// A game of two players without royal pieces, in which everything but these headers is written.
fn without_kings(headers: &str) -> String {
    let seat = |name: &str, faces: &str| format!("[seat.{name}]\nletter = \"{}\"\nfaces = \"{faces}\"\n", &name[..1]);
    format!(
        "name = \"Stones\"\n[turns]\norder = [\"white\", \"black\"]\n{}{}[board]\nseats = \"differ\"\n\
         [board.patch.board]\nfiles = 3\nranks = 3\n[board.names]\nform = \"file-rank\"\nfiles = \"a-c\"\nranks = \"1-3\"\n\
         [piece.stone]\nletter = \"S\"\nmovement = \"W\"\nrole = \"piece\"\n\
         [pool.hand]\nholds = \"nothing-captured\"\nstart = [{stones}]\n[drop]\npieces = [\"stone\"]\npool = \"hand\"\n\
         [outcome.full]\nwhen = {{ stuck = {{ who = \"mover\", check = \"either\" }} }}\nthen = \"end\"\n\
         settled = \"turn-start\"\npoints = {{ victim = 0, others = 1 }}\n{headers}",
        seat("white", "north"),
        seat("black", "south"),
        stones = ["\"stone\""; 3].join(", "),
    )
}

#[test]
fn an_empty_board_has_an_empty_setup() {
    let check = "[check]\nattackers = \"nobody\"\nown-king = \"may-be-left\"\nkings = \"never-captured\"\n";
    let found = errors(&without_kings(check));
    assert!(found.contains("or without any line if the board is empty at first"), "{found}");
    assert_eq!(errors(&without_kings(&format!("{check}[setup]\n"))), "");
}

#[test]
fn a_game_without_royal_pieces_has_no_attackers() {
    let found = errors(&without_kings("[setup]\nstone = [\"a1\"]\n"));
    assert!(found.contains("with the lines `attackers = \"nobody\"`, `own-king = \"may-be-left\"`"), "{found}");
    let found = errors(&child("chess", "").replace("extends", "without = [\"check\"]\nextends"));
    assert!(!found.contains("nobody"), "{found}");
}

#[test]
fn headers_are_named_as_they_are_written() {
    let body = "without = [\"castling\", \"castling-rules\"]\n[piece.stone-man]\nletter = \"S\"\nmovement = \"mbW\"\n\
        role = \"piece\"\n[setup]\nextends = \"setup\"\nrook = [\"h1\"]\nstone-man = [\"a1\"]\n";
    let found = findings(&child("chess", body));
    assert!(found.contains("under `[piece.stone-man]`") && !found.contains("[piece.stone man]"), "{found}");
}

#[test]
fn smaller_mistakes_lead_to_what_is_meant() {
    let nine = "[board.patch.board]\nfiles = 9\nranks = 8\n[board.names]\nextends = \"names\"\nfiles = \"s-A\"\n";
    advises(nine, &["`[\"s-z\", \"A\"]`"]);
    let found = errors(&child("chess", "[drop]\n"));
    assert!(found.contains("`pieces = [") && !found.contains("`pieces = [\"king\"]`"), "{found}");
    let found = errors(&child("chess", "[ban.noq]\npiece = [\"knight\"]\ncaptures = [\"queen\"]\n"));
    let line = "move = { piece = { kind = [\"knight\"] }, captures = { kind = [\"queen\"] } }";
    assert!(found.contains(&format!("did you mean `{line}`?")), "{found}");
    is_clean(&format!("[ban.noq]\n{line}\n"));
    advises("[ban.x]\nnot = { captures = {} }\n", &["under `[ban.x.unless.exception]`"]);
    let list = "[ban.x]\nmove = [{ captures = {} }, { piece = { kind = [\"pawn\"] } }]\n";
    let found = advises(list, &["write a second header"]);
    assert!(!found.contains("rim"), "{found}");
    advises("[ban.x]\nmove = [{ captures = {} }]\n", &["without brackets: `{ captures = {} }`"]);
    advises("[seat.white]\nextends = \"white\"\npieces = [\"king\"]\n", &["`[setup.white]`"]);
}

#[test]
fn an_outcome_keeps_its_place_in_one_header() {
    let last = "[outcome.last-king]\nextends = \"last-king\"\n";
    let found = findings(&child("gallery/sannin", &format!("{last}settled = \"after-move\"\n")));
    let advice = "settled = [\"after-move\", \"turn-start\"]";
    assert!(found.contains(&format!("write `{advice}` in `[outcome.last-king]`")), "{found}");
    assert_eq!(findings(&child("gallery/sannin", &format!("{last}{advice}\n"))), "");
    let found = errors("name = \"X\"\n");
    assert!(found.contains("[outcome.NAME]") && !found.contains("[settle]"), "{found}");
}

#[test]
fn seats_with_unequal_moves_may_face_a_wrong_way() {
    let body = "[seat.black]\nletter = \"b\"\nsymmetry = 1\nfaces = \"south\"\n";
    let found = findings(&child("chess", body));
    assert!(!found.contains("unequal-mobility") || found.contains("`faces`"), "{found}");
}

#[test]
fn rules_without_any_effect_are_found() {
    let all = "[ban.all]\nmove = { captures = {} }\n";
    let forced = format!("[capture]\nforced = \"yes\"\n{all}");
    let found = findings(&child("chess", &forced));
    assert!(found.contains("no capture is ever forced: the ban `all` forbids every capture"), "{found}");
    let some = "[ban.all.unless.queens]\nmove = { captures = { kind = [\"queen\"] } }\n";
    let found = findings(&child("chess", &format!("{forced}{some}")));
    assert!(!found.contains("no capture is ever forced"), "{found}");
    // An exception that always holds.
    let always = format!("{PAWNS}[ban.a.unless.always]\nbefore = {{ living = 2 }}\n");
    advises(&always, &["the exception `always` of the ban `a` always holds, so the ban `a` forbids no move"]);
    let three = always.replace("living = 2", "living = 3");
    assert!(!findings(&child("3-man-chess", &three)).contains("always holds"));
    // Kings that join no pool.
    let pool = "[pool.hand]\nholds = \"others-pieces-captured\"\n[drop]\npool = \"hand\"\n";
    advises(
        &format!("{pool}pieces = [\"king\"]\n"),
        &["no piece of `[drop]` ever joins the pool `hand`: kings are never captured", "`pieces = [\"queen\"]`"],
    );
    is_clean(&format!("{pool}pieces = [\"king\", \"queen\"]\n"));
}
