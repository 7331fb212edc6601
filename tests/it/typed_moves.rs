//! Moves as players type them: names without a section, omitted promotions, and the messages for
//! texts that fit no legal move or several.
//!
//! Input: positions and texts. The meaning of each text is written by hand.

use threefold::notation::moves::completed;
use threefold::notation::position::{parse_position, print, print_fen};
use threefold::notation::sentence::explain;
use threefold::notation::{parse_move, print_move, print_san};
use threefold::rules::{Position, Variant};

use super::support::{ask, load, with_input};

/// Returns the position of a text, or the starting position for an empty one.
fn position(variant: &Variant, text: &str) -> Position {
    match text {
        "" => variant.start().expect("a starting position"),
        text => parse_position(variant, text).unwrap_or_else(|it| panic!("{text}: {it:?}")),
    }
}

/// Returns from, to and promotion of a text.
fn meant(position: &Position, text: &str) -> String {
    let mv = parse_move(position, text).unwrap_or_else(|it| panic!("{text}: {it}: {}", it.help));
    let (board, to) = (position.variant().board(), mv.destination().expect("a destination"));
    if let Some(kind) = mv.dropped() {
        return format!("{}@{}", position.variant().rulebook().kinds()[kind.index()].letter(), board.name(to));
    }
    let promotion = mv.promotion().map_or("", |it| position.variant().rulebook().kinds()[it.index()].letter());
    format!("{}-{}{promotion}", board.name(mv.origin().unwrap_or(to)), board.name(to))
}

/// `explain` accepts what a player may type, and names the move that they mean. It judges claims as a case does.
#[test]
fn the_command_explains_short_moves_and_claims() {
    let pool = "w:Kh1,Pa7 r:Kj12 b:Kd6 turn=w captured=w:R";
    for (args, code, out) in [
        (
            &["trichess", "a7-a8", "--position", pool][..],
            0,
            "a7-a8=R is legal.\n  note: `a7-a8` is short for this move",
        ),
        (&["trichess", "a7-a8=R", "--position", pool], 0, "a7-a8=R is legal.\n"),
        (&["chess", "w resigns"], 0, "`w resigns` is legal.\n"),
        (&["three-player-chess", "w resigns for w"], 0, "not in their own favor"),
        (&["three-player-chess", "w resigns for w"], 0, " [bad-claim]\n"),
        (&["chess", "w accepts"], 0, "No offer waits for an answer. [bad-claim]\n"),
        (&["chess", "w dances"], 1, ""),
    ] {
        let run = ask(&[&["explain"], args].concat());
        assert!(run.code == code && run.out.contains(out), "{args:?}: {}", run.transcript());
        assert_eq!(run.out.contains("note"), out.contains("note"), "{args:?}: {}", run.out);
    }
    let json = ask(&["explain", "chess", "w accepts", "--format", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&json["legal"], &json["code"]), (&false.into(), &"bad-claim".into()));
    let why =
        with_input(&["play", "three-player-chess", "--quiet"], b"why w resigns for w\nwhy w resigns for b\n", false);
    assert!(
        why.out.contains("not in their own favor") && why.out.contains("`w resigns for b` is legal."),
        "{}",
        why.out
    );
}

/// Returns the move of a text, legal or not.
fn parse(position: &Position, text: &str) -> threefold::Move {
    parse_move(position, text).unwrap_or_else(|it| panic!("{text}: {it}: {}", it.help))
}

/// Returns the message and the help for a wrong text.
fn refused(position: &Position, text: &str) -> (String, String) {
    let error = parse_move(position, text).expect_err(text);
    (error.to_string(), error.help)
}

#[test]
fn a_missing_section_defaults_to_the_player_to_move() {
    let ring = load("3-man-chess");
    let mut at = position(&ring, "");
    for (section, next) in [("WH", "GR"), ("GR", "BL"), ("BL", "WH")] {
        for (typed, from, to) in [
            ("e4", "e2", "e4"),
            ("e2-e4", "e2", "e4"),
            ("e2e4", "e2", "e4"),
            ("E2-e4", "e2", "e4"),
            ("Nf3", "g1", "f3"),
            ("Ng1-f3", "g1", "f3"),
            ("Ng-f3", "g1", "f3"),
            ("N-f3", "g1", "f3"),
        ] {
            assert_eq!(meant(&at, typed), format!("{section}{from}-{section}{to}"), "{typed}");
        }
        // With the section of one end, the other end is in the player's own section.
        assert_eq!(meant(&at, &format!("{section}e2-e3")), format!("{section}e2-{section}e3"));
        // Misspelled names are compared with those of the player's own section.
        let (message, help) = refused(&at, "e2-e9");
        let near = format!("did you mean `{section}e6`? The files are a to h, and the ranks 1 to 6");
        assert_eq!((message, help), ("there is no square `e9`".to_owned(), near));
        assert!(refused(&at, &format!("{next}e2-{next}e9")).1.contains(next));
        let mv = parse_move(&at, "e4").expect("a move");
        assert_eq!(print_move(&at, mv), format!("{section}e4"));
        at = at.play(mv).expect("legal");
    }
}

#[test]
fn an_ambiguous_section_is_not_assumed() {
    let ring = load("3-man-chess");
    // The queen reaches e5 in two sections, and d4 in one that is not White's.
    let at = position(&ring, "w:KWHd1,QWHe4 g:KGRd1 b:KBLd1 turn=w");
    let both: Vec<String> = at.legal_moves().iter().map(|it| print_move(&at, *it)).collect();
    let reaches = |square: &str| both.iter().any(|it| it.contains(&format!("Q{square}")) || it.contains(square));
    assert!(reaches("WHQe5"), "{both:?}");
    for (typed, mv) in [("Qe5", "WHe4-WHe5"), ("e4-e5", "WHe4-WHe5")] {
        assert_eq!(meant(&at, typed), mv);
    }
    let rook = position(&ring, "w:KWHd1,RGRe3,RWHe3 g:KGRd1 b:KBLd1 turn=w");
    let (message, help) = refused(&rook, "e3-e4");
    assert_eq!(message, "`e3-e4` can mean several moves");
    assert_eq!(help, "write `WHe3-WHe4` or `GRe3-GRe4`");
    // Legal only in another section: the message suggests it, but does not play it.
    let rook = position(&ring, "w:KWHd1,RGRe3 g:KGRd1 b:KBLd1 turn=w");
    let (message, help) = refused(&rook, "Re2");
    assert_eq!(message, "no white rook can move to WHe2");
    assert_eq!(help, "write `GRe3-GRe2`");
    let (message, help) = refused(&rook, "e3-e2");
    assert_eq!(message, "no legal move goes from WHe3 to WHe2");
    assert_eq!(help, "write `GRe3-GRe2`");
    assert_eq!(meant(&rook, "GRe3-e2"), "GRe3-GRe2");
}

#[test]
fn candidates_are_legal_moves() {
    let chess = load("chess");
    let at = position(&chess, "");
    let (message, help) = refused(&at, "Nd5");
    assert_eq!(
        (message.as_str(), help.as_str()),
        ("no white knight can move to d5", "they can move to a3, c3, f3 and h3")
    );
    let at = position(&chess, "w:Ke1,Nb1,Nf3,Nb3 b:Ke8,Bb4 turn=w");
    // The bishop on b4 gives check, and each of the three knights can block it on d2.
    // d2.
    let (message, help) = refused(&at, "Nd2");
    assert_eq!(message, "`Nd2` can mean several moves");
    assert_eq!(help, "write `b1-d2`, `b3-d2` or `f3-d2`");
    // A pinned piece is no candidate.
    let at = position(&chess, "w:Ke1,Nd2,Nf2,Pa2 b:Ke8,Bb4,Ba1 turn=w");
    assert_eq!(meant(&at, "Ne4"), "f2-e4");
    // If all candidates are pinned, the message gives the reason.
    let at = position(&chess, "w:Ke1,Nd2,Nf2 b:Ke8,Bb4,Bh4 turn=w");
    let (message, help) = refused(&at, "Ne4");
    assert_eq!(message, "no white knight can move to e4");
    assert!(help.contains("White's king on e1 would be in check"), "{help}");
    let ring = load("3-man-chess");
    let black = position(&ring, "").play(parse_move(&position(&ring, ""), "e4").expect("a move")).expect("legal");
    let (message, _) = refused(&black, "BLNf3");
    assert_eq!(message, "no gray knight can move to BLf3");
}

/// If several pieces fit a text and the same reason forbids all of them, that is the reason.
#[test]
fn a_reason_that_all_pieces_share_is_the_reason() {
    for (args, expected) in [
        (
            &["chess", "Nd2"][..],
            "No white knight can move to d2. [blocked]\n  note: `Nb1-d2`: Blocked by White's pawn on d2.\n",
        ),
        // The rook on h1 does not move like that, but the rook on a1 comes closer.
        (
            &["chess", "Ra3"],
            "No white rook can move to a3. [blocked]\n  note: `Ra1-a3`: Blocked by White's pawn on a2.\n",
        ),
        (&["chess", "Nd5"], "No white knight can move to d5. [no-such-movement]\n"),
        (&["chess", "e5"], "No white pawn can move to e5. [no-such-movement]\n  note: `e2-e5`: "),
        (&["3-man-chess", "WHNd2"], "No white knight can move to WHd2. [blocked]\n  note: `WHb1-WHd2`: Blocked by"),
    ] {
        let run = ask(&[&["explain"], args].concat());
        assert!(run.code == 0 && run.out.starts_with(expected), "{args:?}: {}", run.transcript());
    }
    let json = ask(&["explain", "chess", "Nd2", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!((&json["legal"], &json["code"]), (&false.into(), &"blocked".into()));
    // What a move that is not possible would capture is not known, so it has no sign of a capture.
    let chess = load("chess");
    let at = position(&chess, "w:Ke1,Pe4 b:Ke8,Pd7,Pe7,Pf7 turn=b");
    let (_, help) = refused(&at, "e4");
    assert!(help.starts_with("`e7-e4`: "), "{help}");
    // The reason of the piece that comes closest counts.
    let pinned = ask(&["explain", "chess", "Ra3", "--position", "w:Ke1,Rd2,Ra1,Pa2 b:Ke8,Bb4 turn=w"]);
    assert!(pinned.out.contains("[blocked]"), "{}", pinned.transcript());
}

#[test]
fn a_promotion_is_typed_only_if_several_are_possible() {
    let chess = load("chess");
    let at = position(&chess, "w:Ke1,Pe7 b:Ka8 turn=w");
    assert_eq!(meant(&at, "e7-e8"), "e7-e8");
    let run = ask(&["explain", "chess", "e7-e8", "--position", "w:Ke1,Pe7 b:Ka8 turn=w"]);
    assert!(run.out.contains("write `e7-e8=Q` (queen), `e7-e8=R` (rook)"), "{}", run.out);
    assert!(run.out.contains("[must-promote]"), "{}", run.out);
    // The ban forbids every promotion, so the message names the ban.
    let barred = "w:KWHd1,RWHh1 g:KGRd2 b:KBLd2,PBLa2[crossed],RBLc1 turn=b";
    for typed in ["BLa2-WHh1", "BLa2-WHh1=Q", "BLa2xWHh1"] {
        let run = ask(&["explain", "3-man-chess", typed, "--position", barred]);
        assert!(run.out.contains("[barrier-capture]"), "{typed}: {}", run.out);
    }
    // Only one promotion is possible.
    let one = one_promotion();
    let variant = threefold::load_text("one.toml", &one).unwrap_or_else(|it| panic!("{it}")).variant;
    let at = position(&variant, "w:Ke1,Pe7 b:Ka8 turn=w");
    for typed in ["e7-e8", "e7e8", "e8", "e7-e8=Q"] {
        assert_eq!(meant(&at, typed), "e7-e8Q", "{typed}");
    }
}

/// As in records of shogi: `+` promotes, `=` declines, and nothing declines, too, if it may.
#[test]
fn a_sign_promotes_to_the_only_kind() {
    let shogi = load("gallery/shogi");
    let at = position(&shogi, "s:Ki1,Pc6,Rb2 g:Ka9 turn=s");
    for (typed, meaning) in [
        ("c7+", "c6-c7T"),
        ("c6c7+", "c6-c7T"),
        ("c7", "c6-c7"),
        ("c7=", "c6-c7"),
        ("Rb9+", "b2-b9D"),
        ("Rb9=", "b2-b9"),
        ("Rb3", "b2-b3"),
        ("Ra2+", "b2-a2"),
    ] {
        assert_eq!(meant(&at, typed), meaning, "{typed}");
    }
    // Neither a check nor a promotion: the rook promotes only in the last three ranks.
    assert_eq!(meant(&at, "Rb3+"), "b2-b3D");
    let refused = explain(&at, parse_move(&at, "Rb3+").expect("a move"));
    assert_eq!((refused.code.as_str(), refused.is_legal), ("no-such-promotion", false), "{}", refused.sentence);
    // A check has no sign if the sign would promote.
    let check = parse_move(&at, "Rb2-b9").expect("a move");
    assert_eq!(print_san(&at, check), "Rb9");
    let check = parse_move(&at, "Rb2-a2").expect("a move");
    assert_eq!(print_san(&at, check), "Ra2+");
    let forced = position(&shogi, "s:Ki1,Pc8 g:Ka9 turn=s");
    assert_eq!(meant(&forced, "c9"), "c8-c9T");
    let mv = parse_move(&forced, "c9=").expect("a move");
    assert_eq!(explain(&forced, mv).code, "must-promote");
    // Several kinds: a plus is the sign of a check.
    let chess = load("chess");
    let at = position(&chess, "w:Ke1,Pe7 b:Ka8 turn=w");
    assert_eq!(meant(&at, "e8+"), "e7-e8");
}

/// Other programs write a promoted queen of crazyhouse as `Q`, and as `Q~` in FEN.
#[test]
fn a_promoted_piece_goes_by_the_letter_of_the_piece_it_moves_like() {
    let crazyhouse = load("gallery/crazyhouse");
    let fen = "r1bqkbnr/pPpppppp/8/8/8/8/PPPPPPP1/RNBQKBNR[] w KQkq - 0 1";
    let at = position(&crazyhouse, fen);
    for typed in ["bxa8=Q", "bxa8=D", "b7a8q", "b7-a8=Q"] {
        let mv = parse_move(&at, typed).expect("a move");
        assert_eq!((print_move(&at, mv).as_str(), print_san(&at, mv).as_str()), ("b7xa8=Q", "bxa8=Q"), "{typed}");
        let next = at.play(mv).expect("legal");
        let fen = print_fen(&next).expect("FEN fits");
        assert!(fen.starts_with("Q~1bqkbnr/p1pppppp/"), "{fen}");
        let again = position(&crazyhouse, &fen);
        assert_eq!(print(&again), print(&next));
    }
    // A queen and a promoted queen have the same letter, so both need their files.
    let two = position(&crazyhouse, "w:Ke1,Da4,Qe4 b:Kh8 turn=w");
    let texts: Vec<String> = ["a4-c4", "e4-c4"].map(|it| print_san(&two, parse_move(&two, it).expect("a move"))).into();
    assert_eq!(texts, ["Qac4", "Qec4"]);
    let promoted = position(&crazyhouse, "4k3/8/8/8/8/8/8/4K2n~ w - - 0 1");
    assert_eq!(print_fen(&promoted).expect("FEN fits"), "4k3/8/8/8/8/8/8/4K2n~[] w - - 0 1");
    let errors = threefold::parse_position(&crazyhouse, "4k3/8/8/8/8/8/8/4K2p~ w - - 0 1").expect_err("no such piece");
    assert!(errors[0].help.contains("`Q~`"), "{}", errors[0].help);
}

/// Texts as people type or paste them, and texts that once asked for the same advice without an end.
#[test]
fn usual_slips_are_understood_or_named() {
    let chess = load("chess");
    let start = position(&chess, "");
    for typed in ["e2–e4", "e2—e4", "e4,", "e2-e4."] {
        assert_eq!(meant(&start, typed), "e2-e4", "{typed}");
    }
    let (message, help) = refused(&start, "e2 e4");
    assert_eq!((message.as_str(), help.as_str()), ("`e2 e4` is not a move", "write one move without spaces: `e2-e4`"));
    let owner = refused(&start, "w:e4");
    assert_eq!(owner, ("`w:e4` is not a move".into(), "leave out `w:`: the player to move makes the move".into()));
    // A rank that the board does not have belongs to the name of the square.
    let (message, help) = refused(&start, "a11");
    assert_eq!(message, "there is no square `a11`");
    assert_eq!(help, "did you mean `a1`? The files are a to h, and the ranks 1 to 8");
    let errors = threefold::parse_position(&chess, "startpos").expect_err("no position");
    assert_eq!(errors[0].help, "leave the position out for the starting position");
    let seirawan = load("gallery/seirawan");
    let start = position(&seirawan, "");
    for (typed, piece) in [("e5/E", "pawn"), ("d5/E", "pawn"), ("Na5/H", "knight"), ("Nd5/E", "knight")] {
        assert_eq!(
            refused(&start, typed).0,
            format!("no white {piece} can move to {}", &typed[typed.len() - 4..typed.len() - 2])
        );
    }
    for typed in ["Nf3H", "Nf3=H"] {
        assert_eq!(refused(&start, typed).1, "a piece enters with a slash: write `Ng1-f3/H`", "{typed}");
    }
    let crazyhouse = load("gallery/crazyhouse");
    let hand = position(&crazyhouse, "w:Ke1 b:Ke8 turn=w captured=w:P");
    assert_eq!(refused(&hand, "P*e4").1, "a drop has an `@`: write `P@e4`");
}

/// As in PGN readers, signs say something about a move, but do not select one; letters, origins and promotions do.
#[test]
fn signs_are_comments_and_other_parts_are_not() {
    let chess = load("chess");
    let start = position(&chess, "");
    for typed in ["Nf3", "Nxf3", "N:f3", "Nf3+", "Nf3#", "Nf3!?", "Nxf3 e.p.", "Ngxf3", "N1f3"] {
        assert_eq!(meant(&start, typed), "g1-f3", "{typed}");
    }
    let capture = position(&chess, "w:Ke1,Pe4 b:Ke8,Pd5 turn=w");
    for typed in ["exd5", "e4d5", "e4-d5", "exd5 e.p.", "exd5#"] {
        assert_eq!(meant(&capture, typed), "e4-d5", "{typed}");
    }
    assert!(!start.is_legal(parse(&start, "Nbf3")));
    assert!(!start.is_legal(parse(&start, "e2-e4=Q")));
    assert_eq!(refused(&start, "Bg1-f3").0, "the piece on g1 is a knight");
}

#[test]
fn the_only_piece_that_can_be_meant_is_explained() {
    let chess = load("chess");
    let start = position(&chess, "");
    let (message, help) = refused(&start, "e5");
    assert_eq!(message, "no white pawn can move to e5");
    assert!(help.starts_with("`e2-e5`: "), "{help}");
    // Without such a pawn, the help shows what to write.
    let (_, help) = refused(&position(&chess, "w:Ke1,Pa2,Pb2 b:Ke8 turn=w"), "h5");
    assert_eq!(help, "write the origin and the destination to see the reason, like `a2-h5`");
    let (message, help) = refused(&position(&chess, "w:Ke1,Pa2,Pb2 b:Ke8 turn=w"), "Nc3");
    assert_eq!(message, "White has no piece that fits `Nc3`");
    assert_eq!(help, "White has pieces with the letters K, P");
    let (_, help) = refused(&start, "Nhf3");
    assert!(help.contains("as in `Nb1-f3`"), "{help}");
}

/// Chess whose pawns promote to queens only.
fn one_promotion() -> String {
    [
        "name = \"Queens only\"\nextends = [\"chess\"]\n\n[promotion]\npieces = [\"pawn\"]",
        "on = { zone = \"last-rank\", of = \"owner\" }\nchoice = \"listed\"\ninto = [\"queen\"]\nforced = \"yes\"\n",
    ]
    .join("\n")
}

#[test]
fn a_case_names_its_squares_in_full() {
    let ring = load("3-man-chess");
    let at = position(&ring, "");
    assert_eq!(completed(&at, "e4").as_deref(), Some("WHe4"));
    assert_eq!(completed(&at, "WHe4"), None);
    assert_eq!(completed(&at, "nonsense"), None);
    let one = threefold::load_text("one.toml", &one_promotion()).unwrap_or_else(|it| panic!("{it}")).variant;
    let pawn = position(&one, "w:Ke1,Pe7 b:Ka8 turn=w");
    assert_eq!(completed(&pawn, "e7-e8").as_deref(), Some("e7-e8=Q"));
    assert_eq!(completed(&pawn, "e7-e8=Q"), None);
    assert_eq!(completed(&at, "w:e4").as_deref(), Some("WHe4"));
    assert_eq!(completed(&position(&load("chess"), ""), "e4"), None);
    for (key, line) in [("play", "play = [\"e4\"]\n[expect]\nturn = \"g\""), ("legal", "[expect]\nlegal = [\"e4\"]")] {
        let case = format!("about = \"It counts on the turn.\"\nvariant = \"3-man-chess\"\n{line}\n");
        let run = with_input(&["verify", "-"], case.as_bytes(), false);
        assert_eq!(run.code, 1, "{key}: {}{}", run.out, run.err);
        assert!(
            (run.out + &run.err).contains("a case writes its moves completely: write `WHe4` in place of `e4`"),
            "{key}"
        );
    }
}

#[test]
fn a_drop_needs_a_game_with_drops() {
    let drop = "P@e4";
    for game in ["chess", "3-man-chess", "trichess"] {
        let (message, help) = refused(&position(&load(game), ""), drop);
        assert_eq!(message, "this game has no drops, so `P@e4` is not a move", "{game}");
        assert_eq!(help, "write the origin and the destination of a move", "{game}");
    }
    let crazyhouse = load("gallery/crazyhouse");
    let at = position(&crazyhouse, "w:Ke1 b:Ke8 turn=w captured=w:P");
    assert_eq!(meant(&at, drop), drop);
}

#[test]
fn a_piece_that_enters_needs_a_game_with_gating() {
    for (game, text) in [("chess", "Nb1-c3/Q"), ("3-man-chess", "WHNb1-WHc3/Q"), ("trichess", "e2-e4/N")] {
        let (message, help) = refused(&position(&load(game), ""), text);
        let gate = &text[text.len() - 2..];
        assert_eq!(
            message,
            format!("in this game, no piece enters with the move of another, so `{gate}` is not part of a move"),
            "{game}"
        );
        assert_eq!(help, format!("leave out `{gate}`"), "{game}");
    }
    let at = position(&load("gallery/seirawan"), "");
    for (text, wanted) in [
        ("Nb1-c3/", "write the letter of the piece that enters after the slash: H or E"),
        ("Nb1-c3/X", "these pieces can enter: H and E"),
        ("H@b1", "a piece enters with a move: write a slash and its letter after the move"),
    ] {
        assert_eq!(refused(&at, text).1, wanted, "{text}");
    }
}

#[test]
fn a_promotion_of_a_piece_that_can_move_there_is_no_promotion() {
    for (game, text, says) in [
        ("chess", "Nc3=Q", "The knight does not promote on c3. [no-such-promotion]"),
        ("chess", "Nc3Q", "The knight does not promote on c3. [no-such-promotion]"),
        ("chess", "e4=Q", "The pawn does not promote on e4. [no-such-promotion]"),
        ("3-man-chess", "Nc3=R", "The knight does not promote on WHc3. [no-such-promotion]"),
    ] {
        assert_eq!(ask(&["explain", game, text]).out.trim_end(), says, "{game}: {text}");
    }
}

#[test]
fn only_pieces_that_slide_are_refused_a_full_circle() {
    for (game, text, says) in [
        ("3-man-chess", "e2-e2", "A move must end on another square: the pawn is already on WHe2. [no-such-movement]"),
        (
            "3-man-chess",
            "b1-b1",
            "A move must end on another square: the knight is already on WHb1. [no-such-movement]",
        ),
        ("chess", "d1-d1", "A move must end on another square: the queen is already on d1. [no-such-movement]"),
        (
            "3-man-chess",
            "WHa1-WHa1",
            "A move may not go all the way around the board and end where it started: the rook is already on WHa1. \
             [no-such-movement]",
        ),
    ] {
        assert_eq!(ask(&["explain", game, text]).out.trim_end(), says, "{game}: {text}");
    }
}
