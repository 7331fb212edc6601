//! C. S. Graves' notation for boards with sections: his moves, and pieces with their players and sections.
//!
//! Input: his own examples and those of the rulebook of 3 Man Chess, and random games. The meaning of each text is written
//! by hand.

use threefold::game::Game;
use threefold::notation::moves::parse_exact;
use threefold::notation::position::{parse_position, print, print_by_section, print_list, render};
use threefold::notation::{MoveTextErrorKind, legal_texts, parse_move, print_move};
use threefold::rules::Position;

use super::rulebook_fixtures::at;
use super::support::{Dice, ask, load};

/// Returns the origin and the destination of a text.
fn ends(position: &Position, text: &str) -> String {
    let mv = parse_move(position, text).unwrap_or_else(|it| panic!("{text}: {it}: {}", it.help));
    let name = |it| position.variant().board().name(it);
    let promotion = mv.promotion().map_or("", |it| position.variant().rulebook().kinds()[it.index()].letter());
    format!("{}-{}{promotion}", mv.origin().map_or("", name), mv.destination().map_or("", name))
}

/// His page and the rulebook: "WHe4 (pawn to e4 in the White zone), BLBa2 (bishop to a2 in the Black zone), GRRcxBLf3
/// (rook on the c file of the Gray zone takes f3 in the Black zone)"; "WHBpd5 is the black pawn [...] who will be
/// captured by WHWpe4 on white's next move".
#[test]
fn his_examples_mean_what_he_says() {
    let ring = load("3-man-chess");
    let start = ring.start().expect("a starting position");
    assert_eq!(ends(&start, "WHe4"), "WHe2-WHe4");
    let bishop = at(&ring, "WHWkd1 GRGkd1 BLBkd1 BLWbb3 turn=w");
    assert_eq!(ends(&bishop, "BLBa2"), "BLb3-BLa2");
    let rook = at(&ring, "WHWkd1 GRGkd1 BLBkd1 GRWrc3 BLBnf3 turn=w");
    assert_eq!(ends(&rook, "GRRcxBLf3"), "GRc3-BLf3");
    let pawns = at(&ring, "WHWkd1 GRGkd1 BLBkd1 WHWpe4, WHBpd5[crossed] turn=w");
    assert_eq!(pawns, at(&ring, "w:KWHd1,PWHe4 g:KGRd1 b:KBLd1,PWHd5[crossed] turn=w"));
    for text in ["WHWpe4xWHBpd5", "WHWpe4:WHBpd5", "WHWpd5", "WHexWHd5", "whwpe4xwhd5", "WHe4xWHd5"] {
        let mv = parse_move(&pawns, text);
        // Sections in lower case belong to squares, not to pieces with their players.
        assert!(mv.is_ok() || text.starts_with("whw"), "{text}");
        if mv.is_ok() {
            assert_eq!(ends(&pawns, text), "WHe4-WHd5", "{text}");
        }
    }
    assert_eq!(parse_exact(&pawns, "WHWpe4xWHBpd5"), parse_move(&pawns, "WHe4xWHd5"));
    assert_eq!(ends(&pawns, "WHWpe4-WHWpe5"), "WHe4-WHe5");
    let promotion = at(&ring, "WHWkd1 GRGkd1 BLBkd1 GRWph2[crossed] turn=w");
    assert_eq!(ends(&promotion, "GRWph2-GRWqh1"), "GRh2-GRh1Q");
    assert_eq!(ends(&promotion, "GRWph1=N"), "GRh2-GRh1N");
}

#[test]
fn the_start_names_every_piece() {
    let ring = load("3-man-chess");
    let start = ring.start().expect("a starting position");
    let line = print_by_section(&start).expect("it has sections");
    let pieces = ["WHWkd1 WHWqe1 WHWra1 WHWrh1", "GRGkd1 GRGqe1", "BLBna1", "WHWpa2", "BLBph2"];
    for piece in pieces.join(" ").replace("BLBna1", "BLBra1").split(' ') {
        assert!(line.split(' ').any(|it| it == piece), "{piece}: {line}");
    }
    assert_eq!(line.split(' ').filter(|it| !it.contains('=')).count(), 48);
    assert_eq!(at(&ring, &line), start);
    let run = ask(&["show", "3-man-chess", "--format", "sections"]);
    assert_eq!(run.out.trim(), line, "{}", run.err);
    assert!(ask(&["show", "chess", "--format", "sections"]).err.contains("have no sections"));
    let error = print_by_section(&load("chess").start().expect("a start")).expect_err("no sections");
    assert!(error.to_string().contains("have no sections"), "{error}");
}

/// Positions and moves of random games read back, also the moves of pieces with their players.
#[test]
fn random_games_read_back() {
    for slug in ["3-man-chess", "3-man-chess-video"] {
        let variant = load(slug);
        let mut dice = Dice(29);
        for _ in 0..2 {
            let mut game = Game::new(&variant).expect("a starting position");
            while !game.is_game_over() && game.played().len() < 60 {
                let position = game.position();
                let line = print_by_section(position).unwrap_or_else(|it| panic!("{it}"));
                assert_eq!(print(&at(&variant, &line)), print(position), "{line}");
                assert_eq!(at(&variant, &print_list(position)), at(&variant, &line));
                for (mv, text) in legal_texts(position) {
                    assert_eq!(parse_move(position, &text), Ok(mv), "{text}");
                    let Some(placed) = placed_text(position, mv) else { continue };
                    assert_eq!(parse_move(position, &placed), Ok(mv), "{placed} for {text}");
                }
                let moves = game.legal_moves();
                game.play(moves[dice.below(moves.len())]).expect("a legal move");
            }
        }
    }
}

/// Returns a move as two pieces with their players; `None` for castling.
fn placed_text(position: &Position, mv: threefold::Move) -> Option<String> {
    let book = position.variant().rulebook();
    let piece = |seat: threefold::SeatId, kind: threefold::KindId, square| {
        let (section, place) = book.board().name(square).split_at(2);
        let (seat, kind) = (book.seats()[seat.index()].letter(), book.kinds()[kind.index()].letter());
        format!("{section}{}{}{place}", seat.to_uppercase(), kind.to_lowercase())
    };
    if mv.is_castling() {
        return None;
    }
    let (from, to) = (mv.origin()?, mv.destination()?);
    let moved = position.piece_at(from)?;
    let arrived = mv.promotion().unwrap_or(moved.kind);
    let (sign, last) = match position.piece_at(to) {
        Some(victim) => ("x", piece(victim.seat, victim.kind, to)),
        None => ("-", piece(moved.seat, arrived, to)),
    };
    let promotion = mv.promotion().filter(|_| sign == "x");
    let promotion = promotion.map_or_else(String::new, |it| format!("={}", book.kinds()[it.index()].letter()));
    Some(format!("{}{sign}{last}{promotion}", piece(moved.seat, moved.kind, from)))
}

#[test]
fn ambiguous_texts_list_legal_moves() {
    let ring = load("3-man-chess");
    // Two rooks on the c file of Gray's section reach BLf3.
    let rooks = at(&ring, "WHWkd1 GRGkd1 BLBkd1 GRWrc3 GRWrc6 BLWrf6 BLBnf3 turn=w");
    for text in ["RxBLf3", "WHWrf3", "BLWrf3"] {
        let Err(error) = parse_move(&rooks, text) else { continue };
        let MoveTextErrorKind::Ambiguous { candidates, .. } = &error.kind else { continue };
        assert!(candidates.len() > 1 && candidates.iter().all(|it| rooks.is_legal(*it)), "{text}: {error}");
        for mv in candidates {
            assert_eq!(parse_move(&rooks, &print_move(&rooks, *mv)), Ok(*mv));
        }
    }
    let error = parse_move(&rooks, "BLWrf3").expect_err("two rooks can capture on BLf3");
    assert_eq!(error.to_string(), "`BLWrf3` can mean several moves");
    assert_eq!(error.help, "write `GRc3-BLf3` or `BLf6-BLf3`");
    // A black bishop on WHe4, or the bishop of the b file of White's section to BLe4.
    let bishops = at(&ring, "WHWkd1 GRGkd1 BLBkd1 WHBbb1 WHBbd5 BLBbd3 turn=b");
    let meanings = ["WHb1-BLe4", "WHd5-WHe4"].map(|it| bishops.is_legal(parse_move(&bishops, it).expect("a move")));
    let found = parse_move(&bishops, "WHBbe4");
    assert_eq!(meanings == [true, true], found.is_err(), "{meanings:?} {found:?}");
}

#[test]
fn errors_name_the_wrong_part() {
    let ring = load("3-man-chess");
    for (word, at, message, help) in [
        ("WHXpe4", 2, "there is no player `X`", "the players are W, G and B"),
        ("WHWxe4", 3, "`x`", "the pieces are k, q, r, b, n and p"),
        ("WHWpe9", 4, "there is no square `WHe9`", "as in `WHWpe4`"),
        ("WHWp", 4, "", "write section, player, piece and square"),
        ("whWpe4", 0, "`whWpe4`", "the sections are WH, GR and BL, and case matters"),
        ("WHWpe4,WHWpe4", 7, "WHe4", ""),
        ("WHWpe4[lost]", 7, "`lost`", "the marks are crossed, moved"),
    ] {
        let text = format!("WHWkd1 GRGkd1 BLBkd1 {word} turn=w");
        let errors = parse_position(&ring, &text).expect_err(word);
        assert_eq!(errors[0].start, 21 + at, "{}", render(&text, &errors));
        assert!(errors[0].to_string().contains(message), "{word}: {errors}");
        assert!(errors[0].help.contains(help), "{word}: {errors}");
    }
    let position = at(&ring, "WHWkd1 GRGkd1 BLBkd1 WHWpe4 WHBpd5[crossed] turn=w");
    for (text, at, message) in [
        ("WHBpd5", 0, "it is White's turn, not Black's"),
        ("WHWqe4xWHBpd5", 0, "the piece on WHe4 is a white pawn"),
        ("WHWpe4xWHGpd5", 7, "the piece on WHd5 is a black pawn"),
        ("WHWpe4xWHBqd5", 7, "the piece on WHd5 is a black pawn"),
    ] {
        let error = parse_move(&position, text).expect_err(text);
        assert_eq!((error.to_string().as_str(), error.at), (message, at), "{text}");
    }
}
