//! Records: the syntax of PGN, the replay by the rules, and the agreement with python-chess.
//!
//! Input: records written by hand, mutated records, random games of all shipped variants, games of python-chess. Output: a
//! verdict. The expected texts are written by hand.

mod command;
mod elsewhere;
mod own_rulebooks;
mod peers;
mod signs;
mod syntax;

use super::support::{Dice, load};
use threefold::catalog;
use threefold::game::Game;
use threefold::record::{
    RECORD_TAGS, Record, RecordStyle, convert_record, replay_record, result_text, rulebook_tag, rulebook_text,
};
use threefold::rules::Variant;

/// Plays a game by its actions.
fn game(variant: &Variant, actions: &[&str]) -> Game {
    let mut game = Game::new(variant).expect("a starting position");
    for action in actions {
        game.perform(action).unwrap_or_else(|it| panic!("{action}: {it}"));
    }
    game
}

/// Returns the movetext and the result of a record, in one line.
fn moves(record: &Record) -> String {
    let text = record.to_string();
    let body = text.split_once("\n\n").map_or(text.as_str(), |it| it.1);
    body.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn chess_is_written_in_short_algebraic_notation() {
    let chess = load("chess");
    let played = game(&chess, &["e2-e4", "d7-d5", "e4xd5", "g8-f6", "f1-b5", "c7-c6", "d5xc6", "d8xd2"]);
    let text = moves(&Record::from_game(&played));
    assert_eq!(text, "1. e4 d5 2. exd5 Nf6 3. Bb5+ c6 4. dxc6 Qxd2+ *");
    let mate = game(&chess, &["f3", "e5", "g4", "Qh4"]);
    let record = Record::from_game(&mate);
    assert_eq!(moves(&record), "1. f3 e5 2. g4 Qh4# 0-1");
    for (tag, value) in [("White", "?"), ("Result", "0-1"), ("Variant", "chess"), ("Ending", "checkmate")] {
        assert_eq!(record.tag(tag), Some(value), "{tag}");
    }
    assert_eq!((record.tag("FEN"), record.tag("Rules")), (None, Some(chess.hash())));
}

#[test]
fn short_algebraic_notation_names_as_much_of_the_origin_as_it_needs() {
    let chess = load("chess");
    for (position, mv, text) in [
        ("w:Kg1,Ra1,Rf1 b:Kh8 turn=w", "a1-d1", "Rad1"),
        ("w:Kg2,Ra1,Ra5 b:Kh8 turn=w", "a1-a3", "R1a3"),
        ("w:Ka2,Qe4,Qh4,Qh1 b:Kc8 turn=w", "h4-e1", "Qh4e1"),
        ("w:Kg1,Bb8,Bd8,Bb4,Ph2 b:Ka6 turn=w", "d8-a5", "Bda5"),
        ("w:Ke1,Pe7 b:Kg7 turn=w", "e7-e8=N", "e8=N+"),
        ("w:Ke1,Pe7 b:Kh1,Rd8 turn=w", "e7-d8=Q", "exd8=Q"),
        ("w:Ke1,Pe5,Pc5 b:Kh1,Pd5 ep=d6:d5:b turn=w", "e5-d6", "exd6"),
        ("w:Ke1,Rh1 b:Kf8,Pe7,Pg7 castling=w:h1 turn=w", "O-O", "O-O+"),
        // A pawn that advances has no file in its text.
        ("w:Ke1,Pe5,Pd5 b:Kh1,Pf7,Pd7 turn=w", "e5-e6", "e6"),
    ] {
        let at = threefold::parse_position(&chess, position).unwrap_or_else(|it| panic!("{it}"));
        let mv = threefold::parse_move(&at, mv).unwrap_or_else(|it| panic!("{it}"));
        assert_eq!(threefold::notation::print_san(&at, mv), text, "{position}");
        assert_eq!(threefold::parse_move(&at, text), Ok(mv), "{position}");
    }
}

#[test]
fn a_game_of_three_players_names_the_player_of_each_move() {
    let ring = load("3-man-chess");
    let actions = ["e4", "e4", "e4", "Nf3", "g claims draw", "b accepts", "w refuses", "d4"];
    let record = Record::from_game(&game(&ring, &actions));
    let expected = "1. w:WHe4 g:GRe4 b:BLe4 2. w:WHNf3 {[%act g claims draw]} {[%act b accepts]} {[%act w refuses]} \
                    g:GRd4 *";
    assert_eq!(moves(&record), expected);
    let again = Record::parse(&record.to_string()).unwrap_or_else(|it| panic!("{it}"));
    let replayed = replay_record(&ring, &again).unwrap_or_else(|it| panic!("{it}"));
    assert_eq!(replayed.played().len(), actions.len());
    assert_eq!(again.tags.iter().map(|it| it.name.as_str()).collect::<Vec<_>>()[4..7], ["White", "Gray", "Black"]);
    let drawn = game(&ring, &["w claims draw", "g accepts", "b accepts"]);
    let record = Record::from_game(&drawn);
    assert_eq!((record.result.as_str(), record.tag("Ending")), ("1/2,1/2,1/2", Some("draw")));
    assert_eq!(moves(&record), "{[%act w claims draw]} {[%act g accepts]} {[%act b accepts]} 1/2,1/2,1/2");
}

#[test]
fn an_elimination_is_written_and_checked() {
    let ring = load("3-man-chess");
    let start = threefold::parse_position(&ring, "w:KWHd1,RGRd3 g:KGRd1 b:KBLd1 turn=w").expect("a position");
    let mut played = Game::from_position(start);
    for mv in ["GRd3-GRd1", "BLd1-BLd2"] {
        played.perform(mv).unwrap_or_else(|it| panic!("{mv}: {it}"));
    }
    let record = Record::from_game(&played);
    assert_eq!(moves(&record), "1. w:GRRdxGRd1 {[%out g]} b:BLKd2 *");
    assert_eq!(record.tag("SetUp"), Some("1"));
    assert_eq!(replay_record(&ring, &record).expect("it replays").position(), played.position());
    let wrong = record.to_string().replace("[%out g]", "[%out b]");
    let error = replay_record(&ring, &Record::parse(&wrong).expect("the text is right")).expect_err("Black is there");
    assert_eq!(error.code(), "contradiction");
    assert!(error.to_string().contains("says that Black is eliminated"), "{error}");
}

#[test]
fn variations_are_played_and_keep_their_numbers() {
    let chess = load("chess");
    let text = "1. e2-e4 $1 {a} e7e5 (1... c5 2. Nf3 (2. nc3 {x}) d6) 2. Nf3 (2. f4 exf4) *";
    let (_, record) = convert_record(&chess, &Record::parse(text).expect("it parses"), RecordStyle::Short)
        .unwrap_or_else(|it| panic!("{it}"));
    let expected = "1. e4 $1 {a} 1... e5 (1... c5 2. Nf3 (2. Nc3 {x}) 2... d6) 2. Nf3 (2. f4 exf4) *";
    assert_eq!(moves(&record), expected);
    let wrong = text.replace("exf4", "exd4");
    let error = replay_record(&chess, &Record::parse(&wrong).expect("it parses")).expect_err("no such capture");
    assert_eq!((error.text.as_deref(), error.line, error.column), (Some("exd4"), 1, 69));
}

#[test]
fn an_error_says_that_the_rules_changed() {
    let chess = load("chess");
    let record = Record::parse("[Rules \"0123\"]\n\n1. e4 e5 2. Ke3 *").expect("it parses");
    let error = replay_record(&chess, &record).expect_err("no king moves so far");
    assert_eq!((error.ply, error.code(), error.other_rules.as_deref()), (2, "no-such-movement", Some("0123")));
    let won = Record::parse("1. f3 e5 2. g4 Qh4# 1-0").expect("it parses");
    let error = replay_record(&chess, &won).expect_err("Black wins");
    assert_eq!(error.to_string(), "the record says the result is `1-0`, but by the rules it is `0-1`");
    let flagged = Record::parse("[Termination \"time forfeit\"]\n\n1. f3 e5 2. g4 Qh4# 1-0").expect("it parses");
    assert!(replay_record(&chess, &flagged).is_ok());
    assert!(replay_record(&chess, &Record::parse("1. e4 1-0").expect("it parses")).is_ok(), "Black resigned");
}

/// Every record of a random game replays, in both styles, and is printed as it was.
#[test]
fn random_games_of_all_variants_replay() {
    for (seed, shipped) in catalog::games().enumerate() {
        let variant = load(&shipped.slug);
        let Some(mut played) = Game::new(&variant) else { continue };
        let mut dice = Dice(seed as u64 + 1);
        for _ in 0..30 {
            let moves = played.legal_moves();
            if moves.is_empty() || played.is_game_over() {
                break;
            }
            played.play(moves[dice.below(moves.len())]).expect("a legal move");
        }
        for style in [RecordStyle::usual(variant.rulebook()), RecordStyle::Players] {
            let text = Record::from_game_in(&played, style).to_string();
            let record = Record::parse(&text).unwrap_or_else(|it| panic!("{}: {it}\n{text}", shipped.slug));
            assert_eq!(record.to_string(), text, "{}", shipped.slug);
            let (again, converted) = convert_record(&variant, &record, style)
                .unwrap_or_else(|it| panic!("{}: {it} {}\n{text}", shipped.slug, it.ply));
            assert_eq!(again.position(), played.position(), "{}", shipped.slug);
            assert_eq!(converted.to_string(), text, "{}", shipped.slug);
            assert_eq!(record.result, result_text(played.position()));
        }
    }
}

/// The tag `Variant` has the file name only.
#[test]
fn the_file_name_of_a_game_is_enough_to_find_it() {
    for shipped in catalog::games() {
        let name = shipped.slug.rsplit('/').next().unwrap_or_default();
        assert_eq!(catalog::find(name).map(|it| it.slug.as_str()), Some(shipped.slug.as_str()));
    }
}

#[test]
fn a_rulebook_survives_as_the_value_of_a_tag() {
    let text = "name = \"C:\\new\"\n\n[piece.king]\nletter = 'K\\n'\n";
    let mut record = Record::parse("*").expect("it parses");
    record.set_tag("Rulebook", rulebook_tag(text));
    let again = Record::parse(&record.to_string()).expect("it parses");
    assert_eq!(rulebook_text(again.tag("Rulebook").expect("the tag")), text);
}

/// The page about records lists every tag, and each of its records replays.
#[test]
fn the_page_about_records_is_right() {
    let page = std::fs::read_to_string("src/docs/records.md").expect("the page");
    for (name, meaning, example) in RECORD_TAGS {
        let line = format!("| `{name}` | {meaning} | `{example}` |");
        assert!(page.contains(&line), "src/docs/records.md lacks this line:\n{line}");
    }
    let mut blocks = page.split("```pgn\n").skip(1).filter_map(|it| it.split_once("```")).peekable();
    assert!(blocks.peek().is_some(), "the page has records");
    for (text, _) in blocks {
        let record = Record::parse(text).unwrap_or_else(|it| panic!("{it}"));
        assert_eq!(record.to_string(), text);
        let variant = load(record.tag("Variant").unwrap_or("chess"));
        replay_record(&variant, &record).unwrap_or_else(|it| panic!("{it}\n{text}"));
    }
}
