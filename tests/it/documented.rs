//! Statements of the language reference about holes, pools, hexagons, names and kings, each with
//! a test. Input: rulebooks of a few lines. Output: results worked out by hand from the reference, and
//! equal counts from the slow reference.

use super::rulebook_fixtures::{at, board, findings, game};
use std::rc::Rc;
use threefold::board::{Heading, Square, heading_names};
use threefold::definition::reference;
use threefold::game::Game;
use threefold::notation::position::{parse_position, print, render};
use threefold::rules::Variant;
use threefold_oracle::{Geometry, State};

/// Returns the targets of a piece, by name.
#[track_caller]
fn ends(variant: &Variant, position: &str, from: &str) -> String {
    let position = at(variant, position);
    let from = variant.board().square(from).expect("a square");
    let moves = position.legal_moves();
    let mut ends: Vec<_> = moves
        .iter()
        .filter(|it| it.origin() == Some(from))
        .map(|it| variant.board().name(it.destination().expect("a destination")))
        .collect();
    ends.sort_unstable();
    ends.dedup();
    ends.join(" ")
}

/// Returns the perft count, after asserting that engine and slow reference agree.
#[track_caller]
fn count(variant: &Variant, depth: u32) -> u64 {
    let engine = variant.start().expect("a start").perft(depth);
    let book = Rc::new(variant.rulebook().clone());
    let ways = Rc::new(Geometry::new(&book));
    let mut state = State::start(&book, &ways).expect("a start");
    state.settle(1);
    assert_eq!(state.perft(depth), engine, "the reference counts as the engine does");
    engine
}

/// Returns Omicron Chess: 12 by 10 squares whose edge consists of holes, except for the corners.
fn omicron(key: &str) -> String {
    format!(
        r#"
name = "Omicron"
extends = ["chess"]
{}
[zone.second-rank]
of = "seat"
ranks = "3"
[zone.last-rank]
of = "seat"
ranks = "9"
[piece.champion]
letter = "C"
movement = "DAW"
role = "piece"
[piece.wizard]
letter = "W"
movement = "CF"
role = "piece"
[promotion]
pieces = ["pawn"]
on = {{ zone = "last-rank", of = "owner" }}
choice = "listed"
into = ["queen", "rook", "bishop", "knight", "champion", "wizard"]
forced = "yes"
[setup]
king = ["g2"]
queen = ["f2"]
rook = ["c2", "j2"]
bishop = ["e2", "h2"]
knight = ["d2", "i2"]
champion = ["b2", "k2"]
wizard = ["a1", "l1"]
pawn = ["b3-k3"]
[castling.king-side]
king = ["g2", "i2"]
rook = ["j2", "h2"]
[castling.queen-side]
king = ["g2", "e2"]
rook = ["c2", "f2"]
"#,
        board(12, 10, &format!("holes = [\"a2-a9\", \"l2-l9\", \"b1-k1\", \"b10-k10\"]\n{key}"))
    )
}

#[test]
fn a_leap_passes_over_a_hole_unless_the_board_says_otherwise() {
    // Fairy-Stockfish counts 30 and 967,381.
    let open = game(&omicron(""));
    assert_eq!(count(&open, 2), 900);
    assert_eq!(open.start().expect("a start").perft(1), 30);
    assert_eq!(open.start().expect("a start").perft(4), 967_381);
    let allowed = game(&omicron("leap-over-holes = \"yes\""));
    assert_eq!(allowed.start().expect("a start").perft(3), open.start().expect("a start").perft(3));
    let absent = game(&omicron("leap-over-holes = \"no\""));
    assert_eq!(count(&absent, 2), 28 * 28);
    assert_eq!(absent.start().expect("a start").perft(4), 752_517);
}

#[test]
fn straight_leaps_and_riders_pass_over_holes_and_slides_and_lame_leaps_do_not() {
    let with = |movement: &str, parent: &str, patch: &str, key: &str| {
        game(&format!(
            "name = \"Holes\"\nextends = [\"{parent}\"]\nwithout = [\"castling\", \"castling-rules\"]\n{patch}{key}\n\
             [piece.knight]\nletter = \"N\"\nmovement = \"{movement}\"\nrole = \"piece\"\n"
        ))
    };
    let eight = "[board.patch.board]\nfiles = 8\nranks = 8\nholes = [\"d4\", \"d5\"]\n";
    let position = "w:Ke1,Nd3 b:Ke8 turn=w";
    let by = |movement: &str, key: &str| ends(&with(movement, "chess", eight, key), position, "d3");
    assert_eq!(by("H", ""), "a3 d6 g3");
    assert_eq!(by("H", "leap-over-holes = \"no\""), "a3 g3");
    assert_eq!(by("D", ""), "b3 d1 f3", "nothing lands in a hole");
    assert_eq!(by("nH", ""), "a3 g3", "a lame leap needs squares");
    assert_eq!(by("fR", ""), "", "a slide goes over squares");
    assert_eq!(by("HH", ""), "a3 d6 g3", "a rider lands on squares");
    // On three half boards with the same holes, a seam leads to another board.
    let half = |key: &str| {
        let patch =
            |name: &str, holes: &str| format!("[board.patch.{name}]\nfiles = 8\nranks = 4\nholes = [{holes}]\n{key}\n");
        let holes = [("white", "\"g2-g3\""), ("red", "\"k11-k10\""), ("black", "\"b7-b6\"")];
        let patches: String = holes.iter().map(|it| patch(it.0, it.1)).collect();
        format!("{patches}[setup]\nking = [\"e1\"]\nknight = [\"g1\"]\n")
    };
    let by = |key: &str| {
        let variant = with("H", "three-player-chess", &half(key), "");
        count(&variant, 2);
        ends(&variant, &print(&variant.start().expect("a start")), "g1")
    };
    assert_eq!(by(""), "d1 g4", "over g2 and g3, and along the rank");
    assert_eq!(by("leap-over-holes = \"no\""), "d1");
}

/// A pool of queens and knights only, for pawns that reach the last rank.
const POOL: &str = r#"
[pool.lost]
holds = "own-pieces-captured"
pieces = ["queen", "knight"]
"#;

/// A leap over a hurdle: `p` on any square passed, `g` on the last, both with the other squares empty.
#[test]
fn a_single_leap_has_its_hurdle_on_a_square_that_it_passes() {
    let ends_of = |movement: &str, hurdle: &str, pieces: &str| {
        let text = format!(
            "name = \"Hurdles\"\nextends = [\"chess\"]\n[piece.knight]\nextends = \"knight\"\nmovement = \"{movement}\"\n{hurdle}"
        );
        ends(&game(&text), &format!("w:Ke1,Nd4{pieces} b:Kh8,Pd5,Pc4 turn=w"), "d4")
    };
    assert_eq!(ends_of("fgD", "", ""), "d6");
    assert_eq!(ends_of("fpH", "", ""), "d7");
    assert_eq!(ends_of("fgH", "", ""), "", "the hurdle is not right before d7");
    assert_eq!(ends_of("fpH", "", ",Pd6"), "", "two pieces");
    assert_eq!(ends_of("ffpN", "", ""), "c6 e6", "straight over d5, then diagonally");
    assert_eq!(ends_of("gD", "hurdle = { owner = \"mover\" }\n", ",Pe4"), "f4");
    assert_eq!(ends_of("pQ", "hurdle = { owner = \"opponents\" }\n", ",Pe4"), "a4 b4 d6 d7 d8");
    let refused = |movement: &str, hurdle: &str| {
        let text = format!(
            "name = \"Hurdles\"\nextends = [\"chess\"]\n[piece.knight]\nextends = \"knight\"\nmovement = \"{movement}\"\n{hurdle}"
        );
        threefold::load_text("hurdles.toml", &text).expect_err("a contradiction").to_string()
    };
    assert!(refused("gnD", "").contains("leave one of the two out"));
    assert!(refused("gW", "").contains("a single step cannot have them"));
    assert!(refused("N", "hurdle = {}\n").contains("`knight` does not jump over pieces"));
    // After this castling, the piece on e1 is a rook, and the knight does not jump over it.
    let castles = |hurdle: &str| {
        let text = format!(
            "name = \"Hurdles\"\nextends = [\"chess\"]\n[piece.knight]\nextends = \"knight\"\nmovement = \"pR\"\n\
             hurdle = {{ kind = [\"{hurdle}\"] }}\n[castling.king-side]\nking = [\"e1\", \"f1\"]\nrook = [\"h1\", \"e1\"]\n"
        );
        let position = at(&game(&text), "w:Ke1,Rh1,Pd2,Pe2,Pf2 b:Ke8,Na1 turn=w castling=w:h1");
        position.legal_moves().iter().any(|it| it.castling().is_some())
    };
    assert!(castles("king") && !castles("rook"));
    assert!(refused("gD", "hurdle = { owner = \"victim\" }\n").contains("the mover is the player whose piece jumps"));
}

#[test]
fn a_pool_holds_and_offers_only_the_kinds_that_it_lists() {
    for (parent, place, rest) in [
        ("chess", "{ zone = \"last-rank\", of = \"owner\" }", "b:Kh8,Pc5,Pg6"),
        ("three-player-chess", "{ zone = \"first-rank\", of = \"others\" }", "r:Kh12 b:Kl8"),
    ] {
        let promotion = format!(
            "[promotion]\npieces = [\"pawn\"]\non = {place}\nchoice = \"from-pool\"\npool = \"lost\"\n\
             if-none = \"stays-and-waits\"\nforced = \"yes\"\n"
        );
        let text = |pool: &str| format!("name = \"Pool\"\nextends = [\"{parent}\"]\n{pool}{promotion}");
        let variant = game(&text(POOL));
        let all = game(&text("[pool.lost]\nholds = \"own-pieces-captured\"\n"));
        let offers = |variant: &Variant, captured: &str| {
            let position = at(variant, &format!("w:Kd1,Pb8 {rest} turn=w captured=w:{captured}"));
            let moves = position.legal_moves().into_iter().filter_map(|it| it.promotion());
            let mut letters: Vec<_> =
                moves.map(|it| variant.rulebook().kinds()[it.index()].letter().to_owned()).collect();
            letters.sort_unstable();
            letters.join(" ")
        };
        // The captured pawn changes nothing, so it is not offered.
        assert_eq!(offers(&all, "P,R,Q"), "Q R", "{parent}: without the key a pool holds all kinds");
        assert_eq!(offers(&variant, "Q,Q,N"), "N Q", "{parent}");
        let refused = format!("w:Kd1,Pb8 {rest} turn=w captured=w:P");
        let error = parse_position(&variant, &refused).expect_err("a pool never contains a pawn");
        assert!(render(&refused, &error).contains("a pool never contains a pawn"), "{}", render(&refused, &error));
        // A captured piece of another kind does not join the pool, and neither does the
        // exchanged pawn.
        let mut game = Game::from_position(at(&variant, &format!("w:Kd1,Pb8 {rest} turn=w captured=w:Q")));
        game.perform("b8-b8=Q").expect("an exchange");
        assert!(print(game.position()).contains(" captured=- "), "{parent}: {}", print(game.position()));
    }
}

#[test]
fn captured_pieces_of_other_kinds_do_not_join_a_pool() {
    let variant = game(&format!("name = \"Pool\"\nextends = [\"chess\"]\n{POOL}"));
    let mut game = Game::from_position(at(&variant, "w:Ke1,Rd4,Qd5 b:Ke8,Rd8 turn=b"));
    game.perform("d8xd5").expect("a capture");
    game.perform("d4xd5").expect("a capture");
    let text = print(game.position());
    assert!(text.contains("captured=w:Q"), "{text}");
    assert!(!text.contains("b:R"), "{text}");
    let sentences = threefold::load_text("pool", &format!("name = \"Pool\"\nextends = [\"chess\"]\n{POOL}"));
    let loaded = sentences.expect("it loads");
    let page = threefold::english::rulebook(&loaded.definition, &loaded.variant).markdown();
    assert!(page.contains("Only queens and knights are kept."), "{page}");
}

#[test]
fn each_player_starts_with_the_pieces_of_start() {
    let book = |start: &str, rest: &str| {
        let pool = "[pool.hand]\nholds = \"nothing-captured\"\npieces = [\"knight\", \"rook\"]\nstart = ";
        format!(
            "name = \"Hands\"\nextends = [\"three-player-chess\"]\nwithout = [\"outcome.dead-position\"]\n{pool}{start}\n{rest}"
        )
    };
    let drop = "[drop]\npieces = [\"knight\"]\npool = \"hand\"\n";
    let variant = game(&book("[\"knight\", \"knight\", \"rook\"]", drop));
    let start = variant.start().expect("a start");
    assert!(print(&start).contains("captured=w:R,N,N;r:R,N,N;b:R,N,N"), "{}", print(&start));
    // Twenty moves of pieces, and a knight on each of 48 empty squares.
    assert_eq!(count(&variant, 1), 68);
    let found = findings(&book("[\"queen\"]", drop));
    assert!(found.contains("the pool cannot hold the queen") && found.contains("add it to `pieces`"), "{found}");
    let twice = findings(
        "name = \"Twice\"\nextends = [\"gallery/pocket-knight\"]\n[pool.pocket]\nholds = \"nothing-captured\"\nstart = [\"knight\"]\n",
    );
    assert!(twice.contains("given twice: by `start` and by `fen`"), "{twice}");
}

#[test]
fn six_headings_of_hexes_are_straight_and_six_diagonal() {
    let variant = threefold::load("mechanisms/hexagon").expect("it is shipped").variant;
    let board = variant.board();
    let names = |straight: bool| {
        let own = (0..12).map(Heading).filter(|it| board.is_straight(*it) == straight);
        own.map(|it| heading_names(12)[it.0 as usize]).collect::<Vec<_>>()
    };
    let straight = ["north-north-east", "east", "south-south-east", "south-south-west", "west", "north-north-west"];
    let diagonal = ["north", "east-north-east", "east-south-east", "south", "west-south-west", "west-north-west"];
    assert_eq!(names(true), straight);
    assert_eq!(names(false), diagonal);
    // A straight step crosses an edge: the two hexagons have two common neighbors by straight
    // steps.
    let middle = board.squares().find(|it| (0..12).all(|h| board.steps(*it, Heading(h)).count() == 1)).expect("one");
    let next = |from, by: &str| {
        let heading = Heading(heading_names(12).iter().position(|it| *it == by).expect("a heading") as u8);
        board.steps(from, heading).next().expect("a link").0
    };
    let around: Vec<_> = straight.iter().map(|it| next(middle, it)).collect();
    for by in straight {
        let to = next(middle, by);
        assert_eq!(straight.iter().filter(|it| around.contains(&next(to, it))).count(), 2, "{by}");
    }
}

#[test]
fn forward_and_sideways_on_hexes_are_what_the_reference_says() {
    let page = reference::reference(&[]);
    assert!(page.contains("`fW` is one square and `fF` two, `sW` four squares and `sF` two"), "the page");
    let count = |movement: &str, faces: &str| {
        let text = format!(
            "name = \"Hexes\"\n[turns]\norder = [\"white\", \"black\"]\n[seat.white]\nletter = \"w\"\nfaces = \"{faces}\"\n\
             [seat.black]\nletter = \"b\"\nfaces = \"south\"\n[board]\ncells = \"hex\"\nseats = \"differ\"\n\
             [board.patch.board]\nshape = \"hexagon\"\nside = 5\n[board.names]\nform = \"row-place\"\nfiles = \"1-9\"\n\
             ranks = \"a-i\"\n[piece.king]\nletter = \"K\"\nmovement = \"K\"\nrole = \"royal\"\n[piece.scout]\nletter = \"S\"\n\
             movement = \"{movement}\"\nrole = \"piece\"\n[setup.white]\nking = [\"a1\"]\nscout = [\"e5\"]\n\
             [setup.black]\nking = [\"i1\"]\n[check]\nattackers = \"living-opponents\"\nown-king = \"kept-safe\"\n\
             kings = \"never-captured\"\n[settle]\nturn-start = [\"stuck\"]\n[outcome.stuck]\nwhen = {{ stuck = {{ who = \"mover\", check = \"out\" }} }}\n\
             then = \"end\"\n[score]\nstuck = {{ all = 0.5 }}\n"
        );
        let variant = game(&text);
        let ends = ends(&variant, "w:Ka1,Se5 b:Ki1 turn=w", "e5");
        ends.split_whitespace().count()
    };
    for (faces, expected) in [("east", [1, 2, 4, 2, 1, 1]), ("north", [2, 1, 2, 4, 1, 1])] {
        let found = ["fW", "fF", "sW", "sF", "flW", "frW"].map(|it| count(it, faces));
        assert_eq!(found, expected, "facing {faces}");
    }
}

#[test]
fn names_by_row_and_place_begin_with_the_letter() {
    let chess = |files: &str, ranks: &str| {
        let text = format!(
            "name = \"Rows\"\nextends = [\"chess\"]\nwithout = [\"castling\"]\n[board.names]\nform = \"row-place\"\n\
             files = \"{files}\"\nranks = \"{ranks}\"\n[setup]\nking = [\"{}\"]\n",
            if files == "a-h" { "e1" } else { "a5" }
        );
        let loaded = threefold::load_text("rows", &text).unwrap_or_else(|it| panic!("{it}"));
        let board = loaded.variant.board();
        let is_second = |it: &Square| board.get(*it).is_some_and(|it| (it.file(), it.rank()) == (1, 0));
        let second = board.squares().find(is_second).expect("one");
        let page = threefold::english::rulebook(&loaded.definition, &loaded.variant).markdown();
        (board.name(second).to_owned(), page)
    };
    let (name, page) = chess("a-h", "1-8");
    assert_eq!(name, "b1");
    assert!(page.contains("The number names the row, and the letter the place in it."), "{page}");
    let (name, page) = chess("1-8", "a-h");
    assert_eq!(name, "a2");
    assert!(page.contains("The letter names the row, and the number the place in it."), "{page}");
}

#[test]
fn no_king_is_needed_where_nothing_attacks_kings() {
    let text = "name = \"No kings\"\nextends = [\"chess\"]\nwithout = [\"castling\", \"castling-rules\", \"outcome\", \"claim\", \
         \"dead-position\"]\n[setup]\nrook = [\"a1\"]\npawn = [\"b2\"]\n[check]\nattackers = \"nobody\"\n\
         own-king = \"may-be-left\"\nkings = \"never-captured\"\n[settle]\nturn-start = [\"stuck\"]\n[outcome.stuck]\n\
         when = { stuck = { who = \"mover\", check = \"out\" } }\nthen = \"end\"\n[score]\nstuck = { all = 0.5 }\n[piece.king]\nletter = \"K\"\n\
         movement = \"K\"\nrole = \"piece\"\n";
    let variant = game(text);
    assert!(count(&variant, 2) > 0);
}

#[test]
fn a_widened_board_is_reported_at_its_own_line() {
    let wider = findings("name = \"Wider\"\nextends = [\"chess\"]\n[board.patch.board]\nfiles = 10\nranks = 8\n");
    assert!(wider.contains("8 names for 10 files"), "{wider}");
    assert!(wider.contains("x.toml:4:9"), "{wider}");
    assert!(wider.contains("`files = \"a-j\"`, `ranks = \"1-8\"`"), "{wider}");
    let ring = findings(
        "name = \"Wider\"\nextends = [\"3-man-chess\"]\n[board.patch.ring]\nfiles = 18\nranks = 6\nshape = \"annulus\"\n",
    );
    assert!(ring.contains("18 files cannot be divided into sections of 8"), "{ring}");
    assert!(ring.contains("x.toml:4:9"), "{ring}");
    assert!(ring.contains("repeat `[board.symmetry]` in this file"), "{ring}");
}

#[test]
fn a_movement_that_captures_en_passant_and_is_not_listed_is_a_finding() {
    let text = "name = \"E\"\nextends = [\"chess\"]\n[piece.squire]\nletter = \"S\"\nmovement = \"fmWfceF\"\nrole = \"piece\"\n\
                [en-passant]\npieces = [\"pawn\"]\nwindow = \"next-ply\"\nagainst-eliminated = \"lapses\"\n";
    let found = findings(text);
    assert!(
        found.contains("`squire` captures en passant by its movement (`e`), but this list leaves it out"),
        "{found}"
    );
    assert!(found.contains("add \"squire\" to `pieces`"), "{found}");
}

/// The order of play can be reversed with three or more players, after a move, and a position says so.
#[test]
fn a_reversed_order_of_play_belongs_to_the_position() {
    let parent = |name: &str, list: &str| {
        format!(
            "name = \"R\"\nextends = [\"{name}\"]\n[settle]\nextends = \"settle\"\n{list}\n\
             [outcome.turnabout]\nwhen = {{ captured = {{}} }}\nthen = \"reverse\"\n"
        )
    };
    let after = "after-move = [\"turnabout\"]";
    let variant = game(&parent("three-player-chess", after));
    let start = at(&variant, "w:Ke1,Ra2 r:Ki12 b:Kd8,Pa7 turn=w");
    assert!(print(&start).ends_with(" order=-"), "{}", print(&start));
    let mut game = Game::from_position(start);
    game.perform("a2xa7").expect("a capture");
    assert!(print(game.position()).ends_with(" order=reversed"), "{}", print(game.position()));
    assert_eq!(game.position().turn().name(variant.rulebook()), "black");
    let read = at(&variant, &print(game.position()));
    assert_eq!(read, *game.position());
    let other = at(&variant, "w:Ke1,Ra7 r:Ki12 b:Kd8 turn=b");
    assert_ne!(other, read, "the order of play is part of the position");

    let two = findings(&parent("chess", after));
    assert!(two.contains("with two players, the order of play is the same in both directions"), "{two}");
    let early = findings(&parent("three-player-chess", "turn-start = [\"turnabout\", \"checkmate\"]"));
    assert!(early.contains("the order of play is reversed only after a move"), "{early}");
    let chess = threefold::load("chess").expect("a game").variant;
    let error = parse_position(&chess, "w:Ke1 b:Ke8 turn=w order=reversed").expect_err("no such order");
    assert!(error.to_string().contains("never changes the order of play"), "{error}");
}
