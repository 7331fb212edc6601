//! Notation in both directions: printed text parses back to the same value, errors name their
//! place, and pictures are as a player sees them.
//!
//! Input: random play of the shipped games. The snapshots are in `tests/it/snapshots`.

use std::collections::HashSet;

use rand_core::SeedableRng;
use threefold::bot::{Bot, Style, bounded};
use threefold::catalog;
use threefold::game::{Game, record, replay};
use threefold::notation::moves::legal_texts;
use threefold::notation::picture::{board_text, picture};
use threefold::notation::position::{KEYS, parse_position, print, print_list, render};
use threefold::notation::sentence::explain;
use threefold::notation::{parse_move, print_move};
use threefold::rules::{Position, Variant};

use super::support::{is_slow, load};

fn variant(name: &str) -> Variant {
    load(name)
}

/// Snapshots use the names given here.
#[track_caller]
fn show(name: &str, text: &str) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

#[track_caller]
fn position(variant: &Variant, text: &str) -> Position {
    parse_position(variant, text).unwrap_or_else(|it| panic!("{}", render(text, &it)))
}

/// Plays a random game of every shipped variant and checks every position on the way.
fn on_the_way(plies: usize, mut look: impl FnMut(&Game)) {
    for shipped in catalog::games() {
        let variant = variant(&shipped.slug);
        let Some(mut game) = Game::new(&variant) else { continue };
        let mut bot = Bot::new(Style::Random, 0);
        for _ in 0..plies {
            look(&game);
            let Ok(Some(mv)) = bot.choose(game.position()) else { break };
            game.play(mv).unwrap_or_else(|it| panic!("{}: {it}", shipped.slug));
        }
        look(&game);
    }
}

#[test]
fn every_position_round_trips() {
    on_the_way(120, |game| {
        let position = game.position();
        for text in [print(position), print_list(position)] {
            let read = parse_position(position.variant(), &text).unwrap_or_else(|it| panic!("{}", render(&text, &it)));
            assert_eq!(print(&read), print(position), "{text}");
            assert_eq!(print_list(&read), print_list(position), "{text}");
        }
    });
}

#[test]
fn every_move_round_trips_with_unique_text() {
    on_the_way(60, |game| {
        let position = game.position();
        let moves = legal_texts(position);
        let texts: HashSet<&String> = moves.iter().map(|it| &it.1).collect();
        assert_eq!(texts.len(), moves.len(), "{moves:?}");
        // With a blocker, a position has hundreds of moves.
        for (mv, text) in moves.iter().step_by(moves.len() / 150 + 1) {
            assert_eq!(parse_move(position, text), Ok(*mv), "{text} in {}", print_list(position));
            let board = position.variant().board();
            if mv.dropped().is_some() || mv.is_pass() {
                continue;
            }
            let promotion = text.split_once('=').map_or(String::new(), |it| format!("={}", it.1));
            let plain = format!(
                "{}-{}{promotion}",
                board.name(mv.origin().or(mv.destination()).expect("a square")),
                board.name(mv.destination().expect("a destination"))
            );
            let read = parse_move(position, &plain).unwrap_or_else(|it| panic!("{plain}: {it}"));
            assert_eq!(
                (read.origin(), read.destination(), read.promotion()),
                (mv.origin(), mv.destination(), mv.promotion()),
                "{plain}"
            );
        }
    });
}

#[test]
fn every_record_can_be_replayed() {
    on_the_way(40, |game| {
        if game.played().len() < 40 && !game.is_game_over() {
            return;
        }
        let again = replay(game.variant(), &record(game)).unwrap_or_else(|it| panic!("{it}"));
        assert_eq!(print(again.position()), print(game.position()));
    });
}

#[test]
fn pictures_show_every_piece() {
    on_the_way(30, |game| {
        let position = game.position();
        let picture = board_text(position, game.last_move());
        let pieces = position.pieces().len();
        let book = position.variant().rulebook();
        let letters = |it: &&str| {
            let seat = book.seats().iter().find_map(|seat| it.strip_prefix(seat.letter()));
            seat.is_some_and(|it| book.kinds().iter().any(|kind| kind.letter() == it))
        };
        let words = picture.replace(['>', '<', '+', '*', '^', '#', '=', ':'], " ");
        assert_eq!(words.split_whitespace().filter(letters).count(), pieces, "{picture}");
        assert!(picture.lines().all(|it| it.chars().count() <= 100), "{picture}");
    });
}

#[test]
fn every_key_of_a_position_has_an_example_that_reads() {
    // Examples use chess, a board with a wall, and one that keeps captured pieces.
    for (key, _, example) in KEYS {
        let (slug, pieces) = match *key {
            "counters" => ("gallery/three-check", "w:Ke1 b:Ke8"),
            "allies" => ("mechanisms/alliances-on-96-squares", "w:Ke1 r:Ki12 b:Ka8"),
            "heirs" => ("mechanisms/heirs-move-twice", "w:Ke1 r:Ki12 out=b"),
            _ => ("chess", "w:Ke1,Ra1,Rh1,Pe4 b:Ke8,Ra8,Rh8"),
        };
        let turn = match *key {
            "turn" => "",
            "heirs" => "turn=w",
            _ => "turn=b",
        };
        let text = format!("{pieces} {turn} {example}");
        let errors = match parse_position(&variant(slug), &text) {
            Ok(_) => continue,
            Err(errors) => errors,
        };
        // Only some rulebooks change the order of play or freeze players.
        let absent = ["never changes the order of play", "no outcome of this rulebook freezes a player"];
        if *key == "blockers" && errors.to_string().contains("blockers") {
            continue;
        }
        if ["order", "frozen"].contains(key) && absent.iter().any(|it| errors.to_string().contains(it)) {
            continue;
        }
        let unfit = ["there is no barrier", "does not keep captured pieces", "has been eliminated and cannot"];
        let fits = errors.iter().all(|it| unfit.iter().any(|part| it.to_string().contains(part)));
        assert!(fits, "{}", render(&text, &errors));
    }
}

#[test]
fn pictures() {
    let start = |name: &str| picture(&variant(name).start().expect("it has a starting position"), None);
    show("picture-chess", &start("chess"));
    show("picture-ring", &start("3-man-chess"));
    show("picture-arms", &start("three-player-chess"));
    show("picture-holes", &start("osullivan"));
}

#[test]
fn a_picture_in_the_middle_of_a_game() {
    let variant = variant("3-man-chess");
    let text = "w:KWHd1,RWHa1,PWHe4 b:KBLd1,PBLa2 g:KGRd1,QGRe3 turn=w out=b open=moat.0,moat.2 score=w:0.5";
    let position = position(&variant, text);
    let mv = parse_move(&position, "WHa1-WHa4").expect("a move");
    let next = position.play(mv).expect("a legal move");
    show("picture-of-a-game", &picture(&next, Some(mv)));
}

#[test]
fn invalid_position_texts() {
    let chess = variant("chess");
    let ring = variant("3-man-chess");
    let mut shown = String::new();
    for (variant, text) in [
        (&chess, ""),
        (&chess, "w:Ke1 b:Ke8"),
        (&chess, "w:Ke1,e4,Xd4,Pe9,,Qe1[crossed] b:ke8 turn=q castling=w:e1 ep=e3:e4 halfmoves=many"),
        (&chess, "w:Ke1 w:Pe4 x:Ka1 b:Ke8 turn=w turn=b open=wall living=w color=red"),
        (&chess, "w:Pe4 b:Ke8,Ka8 turn=w"),
        (&chess, "w:Ke1 b:Ke8 turn=w captured=w:P score=w:1.3,b:0.5 over=mate:w"),
        (&chess, "threefold/2 chess 8 turn=w"),
        (&chess, "threefold/1 chess 8/8/8/8/8/8/8 turn=w"),
        (
            &chess,
            "threefold/1 chess 4,bK,3/8/8/8/8/8/7/4,wK,3 turn=w living=w,b castling=- ep=- open=- captured=- lost=-",
        ),
        (&chess, "w:Ke1 b:Ke8,Pe5 turn=w ep=e6"),
        (&chess, "w:Ke1,Pd3 b:Ke8,Pe5,Pe3 turn=w ep=e4:e5"),
        (&chess, "w:Ke1 b:Ke8 turn=w counters=w:checks:2"),
        (&chess, "w:Ke1 b:Ke8 TURN=w Halfmoves=1"),
        (&chess, "w:Ke1;b:Ke8;turn=w"),
        (&ring, "w:KWHd1,PWHe4[crost] g:KGRd1 b:KBLd1 turn=w open=moat.3"),
        (&ring, "w:KWHd1,Pe4 g:KGRd1 b:KBLd1 turn=w \u{7} \u{1F600}:Ka1"),
    ] {
        let errors = match parse_position(variant, text) {
            Ok(position) => panic!("it reads: {}", print(&position)),
            Err(errors) => errors,
        };
        assert!(errors.iter().all(|it| it.start <= it.end && it.end <= text.len()), "{errors:?}");
        shown.push_str(&format!("{text:?}\n{}\n", render(text, &errors)));
    }
    show("position-errors", &shown);
}

/// Boards of rows have no files, and a hole is no mistyped square.
#[test]
fn advice_on_squares_fits_the_names_of_the_board() {
    let hole = "[board.patch.field]\nside = 6\nshape = \"hexagon\"\nholes = [\"f6\"]\n";
    let holed = super::rulebook_fixtures::game(&super::rulebook_fixtures::child("mechanisms/hexagon", hole));
    let chess = variant("chess");
    for (variant, text, help) in [
        (&holed, "Kd1-f6", "the board has a hole there, between `f5` and `f7`"),
        (&holed, "Kd1-l6", "The rows are 1 to 11, and the places in a row a to k"),
        (&chess, "Ra1-a9", "The files are a to h, and the ranks 1 to 8"),
    ] {
        let start = variant.start().expect("it has a starting position");
        let error = parse_move(&start, text).expect_err("no such square");
        assert!(error.help.contains(help), "{text}: {}", error.help);
    }
}

#[test]
fn a_piece_that_promotes_only_by_capturing_says_what() {
    let captures = "[promotion]\nextends = \"promotion\"\ncaptures = { kind = [\"rook\", \"bishop\"] }\n";
    let game = super::rulebook_fixtures::chess_but(captures);
    let position = position(&game, "w:Ke1,Pb7 b:Ke7 turn=w");
    let mv = parse_move(&position, "b7-b8=Q").expect("a move");
    let sentence = "The pawn does not promote on b8. It promotes only by capturing a rook or bishop.";
    assert_eq!(explain(&position, mv).sentence, sentence);
}

#[test]
fn move_texts() {
    let mut shown = String::new();
    let chess = variant("chess").start().expect("it has a starting position");
    let ring = variant("3-man-chess").start().expect("it has a starting position");
    for (position, text) in [
        (&chess, "e2-e4"),
        (&chess, "e2e4"),
        (&chess, "e4"),
        (&chess, "Ng1-f3"),
        (&chess, "Nf3"),
        (&chess, "O-O"),
        (&chess, "0-0"),
        (&chess, "e1-g1"),
        (&chess, "Bg1-f3"),
        (&chess, "e2-e9"),
        (&chess, "e9-e4"),
        (&chess, "e2-"),
        (&chess, "e2e9"),
        (&chess, "e7-e8=X"),
        (&chess, "hello"),
        (&chess, ""),
        (&chess, "O-O-O-O"),
        (&chess, "\u{e9}2-\u{e9}4"),
        (&ring, "WHe4"),
        (&ring, "WHe2-WHe4"),
        (&ring, "whe2-whe4"),
        (&ring, "WHNf3"),
        (&ring, "WHRaxGRh1"),
        (&ring, "WHBa4"),
        (&ring, "BLNc3"),
        (&ring, "WHRa9"),
        (&ring, "GRe4"),
    ] {
        let result = match parse_move(position, text) {
            Ok(mv) => {
                let board = position.variant().board();
                let castling = if mv.castling().is_some() { ", castling" } else { "" };
                let says = match position.explain(mv) {
                    Ok(()) => format!("legal, {}", print_move(position, mv)),
                    Err(_) => "not legal".to_owned(),
                };
                format!(
                    "{} to {}{castling}: {says}\n",
                    board.name(mv.origin().or(mv.destination()).expect("a square")),
                    board.name(mv.destination().expect("a destination"))
                )
            }
            Err(error) => error.render(text),
        };
        shown.push_str(&format!("{text:?}: {result}"));
    }
    show("move-texts", &shown);
}

/// Damages texts at random: deletes, doubles, swaps and inserts characters.
fn damaged(text: &str, random: &mut rand_pcg::Pcg64) -> String {
    const ODD: &[char] =
        &['[', ']', ':', ';', ',', '/', '|', '=', '-', ' ', '0', '9', 'K', 'w', '\u{e9}', '\u{1F600}', '\0'];
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=bounded(random, 3) {
        let at = bounded(random, letters.len().max(1) as u64) as usize;
        match bounded(random, 4) {
            0 if at < letters.len() => drop(letters.remove(at)),
            1 if at < letters.len() => letters.insert(at, letters[at]),
            2 if at < letters.len() => letters.truncate(at),
            _ => letters.insert(at.min(letters.len()), ODD[bounded(random, ODD.len() as u64) as usize]),
        }
    }
    letters.into_iter().collect()
}

#[test]
fn damaged_texts_are_parsed_or_rejected_with_a_span() {
    let mut random = rand_pcg::Pcg64::seed_from_u64(11);
    let times = if is_slow() { 700 } else { 400 };
    for name in ["chess", "3-man-chess", "trichess", "osullivan", "mechanisms/hexagon", "mechanisms/triangles"] {
        let variant = variant(name);
        let mut game = Game::new(&variant).expect("it has a starting position");
        let mut bot = Bot::new(Style::Random, 3);
        for _ in 0..40 {
            let Ok(Some(mv)) = bot.choose(game.position()) else { break };
            game.play(mv).expect("a legal move");
        }
        let position = game.position();
        let texts = [print(position), print_list(position)];
        let moves = legal_texts(position);
        for turn in 0..times {
            let text = damaged(&texts[turn % 2], &mut random);
            match parse_position(&variant, &text) {
                Ok(read) => assert!(parse_position(&variant, &print(&read)).is_ok(), "{text:?}"),
                Err(errors) => {
                    assert!(!errors.is_empty() && !render(&text, &errors).is_empty(), "{text:?}");
                    for error in errors {
                        assert!(text.is_char_boundary(error.start) && text.is_char_boundary(error.end), "{text:?}");
                    }
                }
            }
            let text = damaged(&moves[turn % moves.len().max(1)].1, &mut random);
            match parse_move(position, &text) {
                Ok(mv) => assert!(!explain(position, mv).sentence.is_empty(), "{text:?}"),
                Err(error) => assert!(error.at <= text.len() && !error.render(&text).is_empty(), "{text:?}"),
            }
        }
    }
}

/// A king with a mark that it cannot have is a king. One mistake is one error.
#[test]
fn a_king_with_a_wrong_mark_is_a_king() {
    let chess = load("chess");
    for text in ["w:Ke1[north] b:Ke8 turn=w", "w:Ke1[south] b:Ke8 turn=w"] {
        let errors = parse_position(&chess, text).expect_err("kings of chess have no facing");
        assert_eq!(errors.len(), 1, "{errors}");
        assert!(errors.to_string().contains("the king on e1"), "{errors}");
    }
    let errors = parse_position(&chess, "w:Qe1[north] b:Ke8 turn=w").expect_err("two mistakes");
    assert_eq!(errors.len(), 2, "{errors}");
}
