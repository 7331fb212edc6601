//! Whole games: repetition, claims and consent, undo, and resignations that eliminate a player.

use threefold::game::{Act, Game, GameError};
use threefold::notation::position::{parse_position, print, render};
use threefold::notation::sentence::{ending_event, ending_sentence};

use super::support::load;

fn game(name: &str) -> Game {
    Game::new(&load(name)).expect("it has a starting position")
}

#[track_caller]
fn play(game: &mut Game, texts: &str) {
    for text in texts.split(';') {
        game.perform(text.trim()).unwrap_or_else(|it| panic!("{text}: {it}"));
    }
}

#[track_caller]
fn refused(game: &mut Game, text: &str) -> String {
    let before = (print(game.position()), game.played().len(), game.pending().cloned());
    let error = game.perform(text).map(|it| it.text().to_owned()).expect_err("it is refused");
    assert_eq!((print(game.position()), game.played().len(), game.pending().cloned()), before, "unchanged");
    error.to_string()
}

#[track_caller]
fn ended(game: &Game) -> (&str, String) {
    let ending = game.outcome().expect("it is over");
    (ending_event(game.variant().rulebook(), ending), ending_sentence(game.position(), ending))
}

const KNIGHTS: &str = "Ng1-f3; Ng8-f6; Nf3-g1; Nf6-g8";

#[test]
fn threefold_repetition_can_be_claimed() {
    let mut chess = game("chess");
    play(&mut chess, KNIGHTS);
    assert_eq!(chess.repeated(), 2);
    assert_eq!(refused(&mut chess, "w claims threefold"), "threefold repetition cannot be claimed in this position");
    play(&mut chess, KNIGHTS);
    assert_eq!(chess.repeated(), 3);
    assert!(chess.claims(chess.turn()).contains(&"threefold"));
    assert_eq!(
        refused(&mut chess, "b claims threefold"),
        "Black may claim threefold repetition only on their own turn; it is White's turn"
    );
    play(&mut chess, "w claims threefold");
    assert_eq!(ended(&chess).0, "threefold");
    chess.pop();
    assert!(!chess.is_game_over());
}

#[test]
fn fivefold_repetition_ends_the_game() {
    let mut chess = game("chess");
    for _ in 0..3 {
        play(&mut chess, KNIGHTS);
    }
    play(&mut chess, "Ng1-f3; Ng8-f6; Nf3-g1");
    assert!(!chess.is_game_over());
    play(&mut chess, "Nf6-g8");
    assert_eq!(ended(&chess).0, "fivefold");
    assert_eq!(
        refused(&mut chess, "e2-e4"),
        "The game is over. The position has occurred five times. The game is drawn. Points: White 1/2, Black 1/2."
    );
}

#[test]
fn a_draw_needs_every_player() {
    let mut ring = game("3-man-chess");
    play(&mut ring, "w claims draw; g accepts");
    assert_eq!(ring.pending().map(|it| it.waiting.len()), Some(1));
    assert!(refused(&mut ring, "g claims draw").starts_with("White offers a draw. Black has not answered yet"));
    assert_eq!(refused(&mut ring, "g accepts"), "Gray has nothing to answer");
    assert_eq!(refused(&mut ring, "g withdraws"), "this player has no offer to withdraw");
    play(&mut ring, "b declines; WHe4; b claims draw; b withdraws; g claims draw; w accepts; b accepts");
    assert_eq!(
        ended(&ring),
        ("draw", "The players agree on a draw. The game is drawn. Points: White 1/2, Gray 1/2, Black 1/2.".to_owned())
    );
}

/// The FIDE Laws (9.1.2) let a player reject an offer by making a move. An offer does not stop the game for anybody.
#[test]
fn an_offer_lasts_until_a_player_moves_in_place_of_an_answer() {
    let mut ring = game("3-man-chess");
    play(&mut ring, "b claims draw; w accepts; WHe4");
    assert_eq!(ring.pending().map(|it| it.waiting.len()), Some(1), "White moved after they had agreed");
    play(&mut ring, "GRe4");
    assert_eq!(ring.pending(), None, "Gray moved in place of an answer");
    assert_eq!(refused(&mut ring, "g accepts"), "no offer waits for an answer");

    let mut chess = game("chess");
    play(&mut chess, "w claims draw; e2-e4; b accepts");
    assert_eq!(ended(&chess).0, "draw");
}

#[test]
fn after_the_end_no_text_is_a_move() {
    let mut chess = game("chess");
    play(&mut chess, "w resigns");
    for text in ["e4", "e2-e4", "nonsense"] {
        assert!(refused(&mut chess, text).to_lowercase().starts_with("the game is over"), "{text}");
    }
    assert_eq!(refused(&mut game("chess"), "x claims draw"), "there is no player `x`");
}

#[test]
fn a_player_can_resign_while_an_offer_waits() {
    let mut chess = game("chess");
    play(&mut chess, "w claims draw");
    let black = chess.variant().rulebook().seat("black").expect("a seat");
    assert_eq!(chess.claims(black), ["resign"]);
    play(&mut chess, "b resigns");
    assert_eq!(ended(&chess).0, "resign");

    let mut trio = game("osullivan");
    play(&mut trio, "w claims draw; r resigns");
    assert!(!trio.is_game_over());
    assert_eq!(trio.pending().map(|it| it.waiting.len()), Some(1), "only Black has to answer");
    play(&mut trio, "b accepts");
    assert_eq!(ended(&trio).0, "draw");

    let mut trio = game("osullivan");
    play(&mut trio, "w claims draw; w resigns");
    assert_eq!(trio.pending(), None, "an eliminated player offers nothing");
}

/// `Every other remaining player must agree`: an eliminated player is not asked.
#[test]
fn an_offer_takes_effect_when_the_last_player_without_an_answer_is_eliminated() {
    let from = |position: &str| Game::from_position(parse_position(&load("osullivan"), position).expect("a position"));
    let mut mated = from("w:Kd8,Rg6,Rf5 r:Kh1 b:Ka1 turn=w");
    play(&mut mated, "w claims draw; b accepts; f5-h5");
    assert_eq!(ended(&mated).0, "draw");
    mated.undo();
    assert_eq!(mated.pending().map(|it| (it.waiting.len(), it.agreed.len())), Some((1, 1)));

    let mut mated = from("w:Kd8,Rg6,Rf5 r:Kh1 b:Ka1 turn=w");
    play(&mut mated, "w claims draw; f5-h5");
    assert!(!mated.is_game_over());
    assert_eq!(refused(&mut mated, "r accepts"), "Red has nothing to answer");
    play(&mut mated, "b accepts");
    assert_eq!(ended(&mated).0, "draw");

    let mut resigned = from("w:Kd8,Rg6,Rf5 r:Kh1 b:Ka1 turn=w");
    play(&mut resigned, "w claims draw; b accepts; r resigns");
    assert_eq!(ended(&resigned).0, "draw");
}

#[test]
fn a_resignation_names_a_winner_and_the_third_player_accepts() {
    let mut general = game("three-player-chess");
    assert_eq!(refused(&mut general, "w resigns"), "White may offer to resign only in another player's favor");
    assert_eq!(refused(&mut general, "w resigns for w"), "White may offer to resign, but not in their own favor");
    assert_eq!(refused(&mut general, "w resigns for x"), "there is no player `x`");
    play(&mut general, "r resigns for w");
    assert_eq!(refused(&mut general, "w accepts"), "White has nothing to answer");
    play(&mut general, "b refuses; e2-e4; b resigns for r; w accepts");
    assert_eq!(ended(&general).1, "Black resigns in Red's favor. Red wins. Points: Red 1, White 1/2, Black 0.");
}

#[test]
fn a_resignation_can_eliminate_a_player() {
    let mut game = game("osullivan");
    play(&mut game, "r resigns");
    assert!(!game.is_game_over());
    let red = game.variant().rulebook().seat("red").expect("a seat");
    assert!(!game.position().is_living(red));
    assert_eq!(refused(&mut game, "r resigns"), "Red has been eliminated");
    play(&mut game, "w resigns");
    assert_eq!(ended(&game).1, "Only Black still has a king. Black wins. Points: Black 1, White 0, Red 0.");
}

#[test]
fn claims_have_names() {
    let mut chess = game("chess");
    assert_eq!(refused(&mut chess, "w claims drow"), "there is no claim `drow`");
    assert_eq!(refused(&mut chess, "w claims draw for b"), "White may offer a draw, but not in another player's favor");
    assert_eq!(refused(&mut chess, "w sings"), "`sings` is not an action of a player");
    assert_eq!(refused(&mut chess, "w accepts draw"), "`accepts draw` is not an action of a player");
    let error = chess.perform("w accepts draw").expect_err("a name");
    assert!(error.with_help().ends_with("player: write `w accepts`."), "{}", error.with_help());
    let error = threefold::game::replay(&load("chess"), "x claims resign\n").expect_err("no such player");
    assert_eq!(error.to_string(), "line 1: there is no player `x`");
    assert_eq!(refused(&mut chess, "b:e7-e5"), "it is White's turn, not Black's");
    assert_eq!(refused(&mut chess, "w accepts"), "no offer waits for an answer");
}

#[test]
fn undo_can_be_redone() {
    let mut chess = game("chess");
    play(&mut chess, "e2-e4; e7-e5; w claims draw");
    let texts: Vec<String> = chess.played().iter().map(|it| it.text().to_owned()).collect();
    assert_eq!(texts, ["e2-e4", "e7-e5", "w claims draw"]);
    assert_eq!(chess.undo().map(|it| it.text().to_owned()).as_deref(), Some("w claims draw"));
    assert!(chess.pending().is_none());
    while chess.undo().is_some() {}
    assert_eq!(print(chess.position()), print(chess.start()));
    while chess.redo().is_some() {}
    assert!(chess.pending().is_some());
    assert!(matches!(chess.played()[2].act, Act::Claim { winner: None, .. }));
    // A new move discards the moves that were undone.
    chess.undo();
    chess.undo();
    play(&mut chess, "d7-d5");
    assert!(chess.redo().is_none());
}

#[test]
fn a_refused_move_has_a_reason_and_changes_nothing() {
    let mut chess = game("chess");
    let mv = threefold::notation::parse_move(chess.position(), "e1-e2").expect("a text");
    match chess.play(mv).map(|it| it.turn()) {
        Err(GameError::Illegal { code, sentence, .. }) => {
            assert_eq!((&*code, &*sentence), ("blocked", "Blocked by White's pawn on e2."));
        }
        other => panic!("{other:?}"),
    }
    assert!(chess.played().is_empty());
}

/// After the end of a game, the reason is the end, however many pieces fit the text.
#[test]
fn after_the_end_the_reason_is_the_end() {
    let mut chess = game("chess");
    play(&mut chess, "f3; e5; g4; b resigns");
    for text in ["d5", "e7-d5", "Nf6", "e4", "Ke7"] {
        let mv = threefold::notation::parse_move(chess.position(), text).expect(text);
        let sentence = threefold::notation::sentence::explain(chess.position(), mv).sentence;
        assert!(sentence.starts_with("The game is over. Black resigns. White wins."), "{text}: {sentence}");
    }
}

#[test]
fn a_game_from_a_position_is_settled_first() {
    let variant = load("3-man-chess");
    // White is already checkmated; the program settles this before the first move.
    let text = "w:KWHa1 g:KGRd1,QWHb2,RWHc2 b:KBLd1 turn=w";
    let position = parse_position(&variant, text).unwrap_or_else(|it| panic!("{}", render(text, &it)));
    let game = Game::from_position(position);
    let book = variant.rulebook();
    assert!(!game.position().is_living(book.seat("white").expect("a seat")));
    assert_eq!(book.seats()[game.turn().index()].name(), "gray");
}
