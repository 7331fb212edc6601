//! Short forms: rulebooks that state little and mean as much as a longer one.
//!
//! Input: pairs of texts, from `variants/` and from this file. Output: equal hashes, or the findings for short forms that
//! are wrong.

use threefold::notation::position::print_fen;
use threefold::{Input, catalog, check};

/// Returns the hash of a rulebook without findings.
#[track_caller]
fn hash(text: &str) -> String {
    let text = format!("name = \"x\"\n{text}");
    let checked = check(Input::Text("x", text.as_bytes()));
    let findings: Vec<_> = checked.diagnostics.items.iter().map(|it| format!("{}: {}", it.code, it.message)).collect();
    assert!(findings.is_empty(), "{findings:?}\n{text}");
    checked.hash()
}

/// Returns the findings of a rulebook: code, message and help.
fn findings(text: &str) -> String {
    let text = format!("name = \"x\"\n{text}");
    let found = check(Input::Text("x", text.as_bytes())).diagnostics.items;
    let lines = found.iter().map(|it| format!("{}: {} ({})", it.code, it.message, it.help.as_deref().unwrap_or("-")));
    lines.collect::<Vec<_>>().join("\n")
}

/// The part of king of the hill that both forms share.
const HILL: &str = "extends = [\"chess\"]\n[zone.hill]\nof = \"board\"\nsquares = [\"d4-e5\"]\n[outcome.hill]\n\
                    when = { king-in = { zone = \"hill\" } }\nthen = \"end\"\n";
/// The endings of chess in `[score]`.
const SCORE: &str = "[score]\ncheckmate = { victim = 0, others = 1 }\nstalemate = { all = 0.5 }\n\
                     threefold = { all = 0.5 }\nfivefold = { all = 0.5 }\nfifty-moves = { all = 0.5 }\n\
                     seventy-five-moves = { all = 0.5 }\ndead-position = { all = 0.5 }\ndraw = { all = 0.5 }\n\
                     resign = { victim = 0, others = 1 }\n";

#[test]
fn an_outcome_with_its_own_points_and_place_means_the_same_as_the_long_form() {
    let long = |list: &str, hill: &str| {
        hash(&format!("{HILL}[settle]\n{list}\non-claim = [\"threefold\", \"fifty-moves\"]\n{SCORE}hill = {hill}\n"))
    };
    let rest = "\"fivefold\", \"seventy-five-moves\", \"dead-position\"]";
    let points = "{ mover = 1, others = 0 }";
    let after_move = format!("after-move = [\"hill\"]\nturn-start = [\"checkmate\", \"stalemate\", {rest}");
    let short = |keys: &str| hash(&format!("{HILL}points = {points}\n{keys}\n"));
    assert_eq!(short("settled = \"after-move\""), long(&after_move, points));
    let first = format!("turn-start = [\"hill\", \"checkmate\", \"stalemate\", {rest}");
    assert_eq!(short("before = \"checkmate\""), long(&first, points));
    let second = format!("turn-start = [\"checkmate\", \"hill\", \"stalemate\", {rest}");
    assert_eq!(short("after = \"checkmate\""), long(&second, points));
    let both = format!("after-move = [\"hill\"]\n{first}");
    assert_eq!(short("settled = [\"after-move\", \"turn-start\"]\nbefore = \"checkmate\""), long(&both, points));
    // An inherited outcome keeps its place.
    let stalemate = "[outcome.stalemate]\nwhen = { stuck = { who = \"mover\", check = \"out\" } }\nthen = \"end\"\n";
    let chess = hash("extends = [\"chess\"]");
    assert_eq!(hash(&format!("extends = [\"chess\"]\n{stalemate}settled = \"turn-start\"\n")), chess);
    assert_ne!(hash(&format!("extends = [\"chess\"]\n{stalemate}before = \"checkmate\"\n")), chess);
    assert_ne!(hash(&format!("extends = [\"chess\"]\n{stalemate}points = {{ mover = 0, others = 1 }}\n")), chess);
}

#[test]
fn outcomes_of_two_parents_add_up() {
    let text = "extends = [\"mechanisms/king-of-the-hill\", \"mechanisms/pawn-race\"]\n";
    let effective = check(Input::Text("x", format!("name = \"x\"\n{text}").as_bytes())).effective();
    let line = |start: &str| effective.lines().find(|it| it.starts_with(start)).unwrap_or_default();
    assert!(line("after-move").contains("[\"hill\", \"arrival\"]"), "{effective}");
    assert!(!line("hill").is_empty() && !line("arrival").is_empty(), "{effective}");
}

#[test]
fn misplaced_outcomes_are_reported() {
    let found = |keys: &str| findings(&format!("{HILL}points = {{ mover = 1 }}\n{keys}\n"));
    let expect = |keys: &str, part: &str| assert!(found(keys).contains(part), "{part}\n{}", found(keys));
    expect("before = \"checkmait\"", "unknown-name: no other outcome is called `checkmait` (did you mean `checkmate`?");
    expect("settled = \"after-move\"\nbefore = \"checkmate\"", "bad-keys: `hill` is tested at `after-move`");
    expect("before = \"checkmate\"\nafter = \"stalemate\"", "bad-keys: `before` and `after` cannot be combined");
    expect("settled = \"sometimes\"", "unknown-word: `sometimes`");
    expect(
        "settled = \"after-move\"\n[settle]\nafter-move = [\"hill\"]",
        "named-twice: `hill` has a place here and in",
    );
    expect("settled = \"after-move\"\n[score]\nhill = { mover = 1 }", "named-twice: `hill` has points here and in");
    let circle = "before = \"moon\"\n[outcome.moon]\nwhen = { living = 1 }\nthen = \"end\"\nbefore = \"hill\"";
    expect(circle, "circular: the place of `hill` depends on itself");
    expect("", "never-settled: the outcome `hill` is never tested (add `settled = \"after-move\"` to `[outcome.hill]`");
    let unpaid = findings(&format!("{HILL}settled = \"after-move\"\n"));
    assert!(unpaid.contains("points = { all = 0.5 }` ") || unpaid.contains("points = { all = 0.5 }`)"), "{unpaid}");
}

#[test]
fn a_header_can_change_single_keys_of_the_inherited_one() {
    let short = "extends = [\"chess\"]\n[piece.pawn]\nextends = \"pawn\"\nmovement = \"fmFfcW\"\n\
                 [promotion]\nextends = \"promotion\"\ninto = [\"queen\"]\n\
                 [score]\nextends = \"score\"\ndraw = { all = 0 }\n\
                 [setup]\nextends = \"setup\"\nqueen = [\"d1\", \"d2\"]\npawn = [\"a2-c2\", \"e2-h2\"]\n";
    let setup = "[setup]\nking = [\"e1\"]\nqueen = [\"d1\", \"d2\"]\nrook = [\"a1\", \"h1\"]\nbishop = [\"c1\", \"f1\"]\n\
                 knight = [\"b1\", \"g1\"]\npawn = [\"a2-c2\", \"e2-h2\"]\n";
    let long = format!(
        "extends = [\"chess\"]\n[piece.pawn]\nletter = \"P\"\nmovement = \"fmFfcW\"\nrole = \"pawn\"\nvalue = 1\n\
         [promotion]\npieces = [\"pawn\"]\non = {{ zone = \"last-rank\", of = \"owner\" }}\nchoice = \"listed\"\n\
         into = [\"queen\"]\nforced = \"yes\"\n{}{setup}",
        SCORE.replace("draw = { all = 0.5 }", "draw = { all = 0 }")
    );
    assert_eq!(hash(short), hash(&long));
    let found = findings("extends = [\"chess\"]\n[promotion.again]\nextends = \"again\"\ninto = [\"queen\"]\n");
    assert!(
        found.contains("orphan-header: [promotion.again] extends itself, but no parent has such a header"),
        "{found}"
    );
}

#[test]
fn a_fen_gives_the_starting_position_of_both_players() {
    let start = |text: &str| {
        let text = format!("name = \"x\"\n{text}");
        let game = threefold::load_text("x", &text).unwrap_or_else(|it| panic!("{it}"));
        print_fen(&game.variant.start().expect("a starting position")).expect("a FEN")
    };
    let chess = start("extends = [\"chess\"]\n");
    let fen = |text: &str| format!("extends = [\"chess\"]\n[setup]\nfen = \"{text}\"\n");
    assert_eq!(start(&fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")), chess);
    let wrong = |text: &str, part: &str| {
        let found = findings(&fen(text));
        assert!(found.contains(part), "{part}\n{found}");
    };
    wrong("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "only the first field");
    wrong("rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR", "the FEN has 7 ranks, and the board has 8");
    wrong("rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "`ppppppp` gives 7 squares, but this rank has 8");
    wrong("rnbqkbnx/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "no piece has the letter `x`");
    let twice = findings(&format!("{}king = [\"e1\"]\n", fen("8/8/8/8/8/8/8/8")));
    assert!(twice.contains("given twice"), "{twice}");
    let three = findings("extends = [\"3-man-chess\"]\n[setup]\nfen = \"8/8\"\n");
    assert!(three.contains("bad-fen: a FEN fits only two players"), "{three}");
}

#[test]
fn one_seat_can_have_other_pieces_on_a_symmetric_board() {
    let text = "extends = [\"chess\"]\n[setup.black]\nking = [\"e8\"]\nrook = [\"a8\", \"h8\"]\nqueen = [\"d8\", \"c8\"]\n\
                pawn = [\"a7-h7\"]\n";
    let game = threefold::load_text("x", &format!("name = \"x\"\n{text}")).unwrap_or_else(|it| panic!("{it}"));
    let fen = print_fen(&game.variant.start().expect("a starting position")).expect("a FEN");
    assert!(fen.starts_with("r1qqk2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"), "{fen}");
    hash(text);
}

#[test]
fn a_line_can_be_between_squares() {
    let river = |between: &str| {
        format!(
            "extends = [\"chess\"]\n[zone.south]\nof = \"board\"\nranks = \"4\"\n[zone.north]\nof = \"board\"\n\
             ranks = \"5\"\n[line.river]\nof = \"board\"\nbetween = {between}\n[barrier.river]\nline = \"river\"\n\
             [barrier.river.closed]\nallows = [\"move\"]\n"
        )
    };
    let moves = |between: &str| {
        let text = format!("name = \"x\"\n{}", river(between));
        let game = threefold::load_text("x", &text).unwrap_or_else(|it| panic!("{it}"));
        threefold::parse_position(&game.variant, "w:Ke1,Ra4,Rd4 b:Ke8,Pa5,Pd5 turn=w").expect("a position").perft(1)
    };
    assert_eq!(moves("[\"south\", \"north\"]"), moves("[\"a4-h4\", \"a5-h5\"]"));
    assert_eq!(moves("[\"d4\", \"d5\"]"), moves("[\"south\", \"north\"]") + 1);
}

#[test]
fn a_library_of_pieces_costs_nothing() {
    let lone = hash("extends = [\"chess\"]");
    assert_eq!(hash("extends = [\"chess\", \"parts/fairy-pieces\"]"), lone);
    let own = "[piece.archbishop]\nletter = \"A\"\nmovement = \"BN\"\nrole = \"piece\"\nvalue = 8\n";
    let setup = "[setup]\nextends = \"setup\"\nqueen = []\narchbishop = [\"d1\"]\n";
    let plain = hash(&format!("extends = [\"chess\"]\n{own}{setup}"));
    assert_eq!(hash(&format!("extends = [\"chess\", \"parts/fairy-pieces\"]\n{setup}")), plain);
    // A piece in the file of the game itself should be used.
    assert!(findings(&format!("extends = [\"chess\"]\n{own}")).contains("unused-piece"));
}

#[test]
fn every_game_of_the_gallery_has_a_source() {
    for game in catalog::games().filter(|it| it.slug.starts_with("gallery/")) {
        assert!(game.text.contains("[[source]]"), "{} has no source", game.slug);
        assert!(!game.about.is_empty(), "{} has no description", game.slug);
        let checked = check(Input::Name(&game.slug));
        assert!(checked.diagnostics.items.is_empty(), "{}: {:?}", game.slug, checked.diagnostics.items[0].message);
    }
}
