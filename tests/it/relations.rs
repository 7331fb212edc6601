//! Alliances, votes and inherited turns: the text of positions, claims, findings, sentences, and random games with
//! claims that agree with the slow reference.

use super::properties::{Pair, differences};
use super::rulebook_fixtures::{at, child, errors, findings, game};
use super::support::{Dice, load};
use threefold::game::{Game, record, replay};
use threefold::notation::parse_move;
use threefold::notation::position::{parse_position, print};
use threefold::notation::sentence::status_sentence;
use threefold::rulebook::SeatId;

const BOARD: &str = "mechanisms/alliances-on-96-squares";
const START: &str = "w:Ke1,Ra1 r:Ki12,Pa3 b:Ka8 turn=w";

#[track_caller]
fn play(game: &mut Game, texts: &str) {
    for text in texts.split(';') {
        game.perform(text.trim()).unwrap_or_else(|it| panic!("{text}: {it}"));
    }
}

#[track_caller]
fn refused(game: &mut Game, text: &str) -> String {
    game.perform(text).map(|it| it.text().to_owned()).expect_err("it is refused").to_string()
}

/// An heir plays the turns of an eliminated player, too.
#[test]
fn the_next_player_can_be_an_heir() {
    let heirs = load("mechanisms/heirs-move-twice");
    let next = |rest: &str| at(&heirs, &format!("w:Ke1,Rk12 r:Kh12 b:Ka8 turn={rest}")).next_player();
    let [white, red, black] = [0, 1, 2].map(SeatId);
    assert_eq!([next("w"), next("r"), next("b")], [Some(red), Some(black), Some(white)]);
    assert_eq!(next("w out=r heirs=r:w"), Some(white), "White plays Red's turn");
    assert_eq!(next("w out=r heirs=r:w order=for-r"), Some(black));
    assert_eq!(next("w out=r"), Some(black));
}

/// The king of a partner can be captured if the rules allow it, and an outcome can test that.
#[test]
fn a_partners_king_can_be_captured() {
    let betrayal = "[outcome.betrayal]\nwhen = { king-captured = \"partners\" }\nthen = \"eliminate\"\nsettled = \"after-move\"\n\
                    before = \"FIRST\"\npoints = {}\n";
    let check = "[check]\nextends = \"check\"\nkings = \"may-be-captured\"\nown-king = \"may-be-left\"\n";
    for (parent, first, more, text, capture, victim) in [
        (BOARD, "two-players-left", check, "w:Ke1,Ri9 r:Ki12 b:Ka8 turn=w allies=w+r", "i9xi12", 1),
        (
            "mechanisms/alliances-on-the-ring",
            "king-captured",
            "",
            "w:KWHd1,RBLd3 g:KGRd1 b:KBLd1 turn=w allies=w+b",
            "BLd3xBLd1",
            2,
        ),
    ] {
        let headers = betrayal.replace("FIRST", first)
            + more
            + "[alliance]\nextends = \"alliance\"\ncaptures = \"allowed\"\nloss = \"alone\"\n";
        let variant = game(&child(parent, &headers));
        let mut game = Game::from_position(at(&variant, text));
        play(&mut game, capture);
        assert!(!game.position().is_living(SeatId(victim)), "{parent}: {}", print(game.position()));
        assert!(game.position().is_living(SeatId(0)), "{parent}");
    }
}

/// Alliances and heirs are part of a position and of its text.
#[test]
fn relations_belong_to_the_position() {
    let variant = load(BOARD);
    let allied = at(&variant, &format!("{START} allies=w+r"));
    assert_ne!(allied, at(&variant, START));
    assert_ne!(allied.repetition_key(), at(&variant, START).repetition_key());
    assert!(print(&allied).ends_with(" allies=w+r"), "{}", print(&allied));
    assert_eq!(at(&variant, &print(&allied)), allied);
    let heirs = load("mechanisms/heirs-move-twice");
    let text = "w:Ke1,Rk12 r:Kh12 b:Ka8 turn=w out=r heirs=r:w";
    let (own, inherited) = (at(&heirs, text), at(&heirs, &format!("{text} order=for-r")));
    assert_ne!(own.repetition_key(), inherited.repetition_key());
    assert_eq!(at(&heirs, &print(&inherited)), inherited);
    assert_eq!(status_sentence(&inherited), "White is to move. This turn is inherited from Red.");
    let chess = load("chess");
    for (field, advice) in [
        ("allies=w+b", "this rulebook has no alliances"),
        ("heirs=w:b", "no turns are inherited in this rulebook"),
        ("order=for-w", "never changes the order of play"),
    ] {
        let error = parse_position(&chess, &format!("w:Ke1 b:Ke8 turn=w {field}")).expect_err("no such relation");
        assert!(error.to_string().contains(advice), "{error}");
    }
    for field in ["allies=w", "allies=w+w"] {
        let error = parse_position(&variant, &format!("{START} {field}")).expect_err("not allies");
        assert!(error.to_string().contains("are not allies here"), "{error}");
    }
}

#[test]
fn an_alliance_is_offered_made_and_ended() {
    let variant = load(BOARD);
    let [white, red] = [SeatId(0), SeatId(1)];
    let mut game = Game::from_position(at(&variant, START));
    let labels = |game: &Game, seat| game.offers(seat).into_iter().map(|it| it.label).collect::<Vec<_>>();
    assert!(labels(&game, white).contains(&"Offer Red an alliance".to_owned()), "{:?}", labels(&game, white));
    assert!(!game.claims(white).contains(&"end-of-alliance"), "White has no ally");
    let no_partner = "White may offer an alliance, but only with another player who is still in the game";
    for text in ["w claims alliance", "w claims alliance with w"] {
        assert_eq!(refused(&mut game, text), no_partner);
    }
    play(&mut game, "w claims alliance with r");
    assert_eq!(game.act_sentence(0), "White offers Red an alliance.");
    assert_eq!(game.pending_sentence().as_deref(), Some("White offers Red an alliance. Red has not answered yet."));
    play(&mut game, "r accepts");
    assert_eq!(game.act_sentence(1), "Red accepts the alliance.");
    assert_eq!(game.position().allies(white), red.bit());
    let nothing = "White may offer an alliance, but now that would change nothing";
    assert_eq!(refused(&mut game, "w claims alliance with r"), nothing);
    assert!(labels(&game, white).contains(&"End the alliance with Red".to_owned()), "{:?}", labels(&game, white));
    assert!(!labels(&game, red).contains(&"End the alliance with White".to_owned()), "it is not Red's turn");
    play(&mut game, "a1-a2; r claims alliance with b; b refuses; i12-j12; a8-b8; w claims end-of-alliance with r");
    assert_eq!(game.position().allies(white), 0);
    let again = replay(&variant, &record(&game)).expect("a record");
    assert_eq!((again.position(), again.played().len()), (game.position(), game.played().len()));
    // A resignation is not an alliance that ends.
    play(&mut game, "b resigns");
    assert!(!game.position().is_living(SeatId(2)));
}

/// A majority is more than half of the others. It is out of reach, or reached, before everybody has answered.
#[test]
fn a_majority_decides() {
    let variant = load("mechanisms/order-by-vote");
    let mut game = Game::from_position(at(&variant, "r:Kh1,Rg7 b:Ka8 y:Kg14 g:Kn7 turn=r"));
    play(&mut game, "r claims reverse-order; b refuses");
    assert!(game.pending().is_some(), "the other two are a majority");
    play(&mut game, "y accepts");
    assert_eq!(game.pending().map(|it| (it.needed, it.waiting.len())), Some((1, 1)));
    game.undo();
    play(&mut game, "g refuses");
    assert!(game.pending().is_none());
    play(&mut game, "r claims reverse-order; h1-h2");
    assert!(game.pending().is_some(), "Red's own move answers nothing");
    play(&mut game, "b accepts; g accepts");
    assert!(game.position().setup().reversed && game.pending().is_none());
    // The mover's move refuses a vote, which then fails only if too few are left.
    play(&mut game, "y claims reverse-order; a8-b8");
    assert_eq!(game.pending().map(|it| it.waiting.len()), Some(2));
}

/// Moves and claims of random games lead to positions in which engine and reference agree.
#[test]
fn random_games_with_claims_agree_with_the_reference() {
    let slugs = [BOARD, "mechanisms/alliances-on-the-ring", "mechanisms/order-by-vote", "gallery/sannin"];
    let mut claims = 0;
    for (seed, slug) in (1..).zip(slugs) {
        let variant = load(slug);
        let (pair, mut dice) = (Pair::new(&variant), Dice(seed));
        let mut game = Game::new(&variant).expect("a start");
        for _ in 0..60 {
            let seat = SeatId(dice.below(variant.rulebook().seats().len()) as u8);
            let offers: Vec<String> = game.offers(seat).into_iter().map(|it| it.text).collect();
            let offers: Vec<String> =
                offers.into_iter().filter(|it| !it.contains("draw") && !it.contains("resign")).collect();
            match (game.pending().cloned(), dice.pick(&offers)) {
                (Some(pending), _) => {
                    let seat = dice.pick(&pending.waiting).expect("a player to answer");
                    game.answer(seat, !dice.one_in(3)).expect("an answer");
                }
                (None, Some(offer)) if dice.one_in(3) => {
                    game.perform(&offer).unwrap_or_else(|it| panic!("{slug}: {offer}: {it}"));
                    claims += 1;
                }
                _ => {
                    let Some(mv) = dice.pick(game.legal_moves()) else { break };
                    game.play(mv).expect("a legal move");
                }
            }
            let apart = differences(game.position(), &pair.state(&game.position().setup()));
            assert!(apart.is_empty(), "{slug} {seed}\n{}\n{}", print(game.position()), apart.join("\n"));
        }
    }
    assert!(claims > 20, "{claims} claims");
}

#[test]
fn findings_name_what_an_alliance_needs() {
    let child = |parent: &str, rest: &str| findings(&format!("name = \"F\"\nextends = [\"{parent}\"]\n{rest}"));
    let claim = |keys: &str| child("three-player-chess", &format!("[claim.pact]\nconsent = \"nobody\"\n{keys}\n"));
    let unsaid = claim("names = \"partner\"\nthen = \"ally\"");
    assert!(unsaid.contains("does not say what an alliance means"), "{unsaid}");
    let nobody = claim("then = \"ally\"\n[alliance]");
    assert!(nobody.contains("the claim does not say who becomes an ally"), "{nobody}");
    let winner = claim("names = \"winner\"\nthen = \"reverse\"");
    assert!(winner.contains("the claim names a winner, but does not end the game"), "{winner}");
    let partner = claim("names = \"partner\"\nthen = \"end\"");
    assert!(partner.contains("the claim names a partner, but makes and ends no alliance"), "{partner}");
    let asks = child("three-player-chess", "[claim.x]\nconsent = \"named\"\nthen = \"end\"\npoints = { all = 0.5 }\n");
    assert!(asks.contains("the claim names no player who could agree"), "{asks}");
    let idle = child("three-player-chess", "[alliance]\n");
    assert!(idle.contains("no outcome and no claim makes an alliance"), "{idle}");
    let two = child("chess", "[alliance]\n[claim.pact]\nnames = \"partner\"\nconsent = \"named\"\nthen = \"ally\"\n");
    assert!(two.contains("two players cannot ally"), "{two}");
    let outcome = "[alliance]\n[outcome.pact]\nwhen = { captured = {} }\n";
    let who = child("three-player-chess", &format!("{outcome}then = \"ally\"\nsettled = \"after-move\"\n"));
    assert!(who.contains("the outcome `pact` does not say who becomes an ally"), "{who}");
    let late = format!("{outcome}then = \"ally\"\nallies = [\"next\", \"previous\"]\nsettled = \"turn-start\"\n");
    let late = child("three-player-chess", &late.replace("captured = {}", "living = 3"));
    assert!(late.contains("alliances begin and end only after a move"), "{late}");
    let idle = format!("{outcome}then = \"reverse\"\nallies = [\"next\"]\nsettled = \"after-move\"\n");
    let idle = child("three-player-chess", &idle);
    assert!(idle.contains("`allies` names the players who become allies, but none do"), "{idle}");
    let heir = child("osullivan", "[elimination]\narmy = \"inert\"\nking = \"removed\"\nturn = \"new-owner\"\n");
    assert!(heir.contains("no player takes over the army, so none gets the turns"), "{heir}");
    let frozen = "[alliance]\n[claim.pact]\nnames = \"partner\"\nconsent = \"named\"\nthen = \"ally\"\n";
    let frozen = child("mechanisms/frozen-army", frozen);
    assert!(frozen.contains("the allies of a frozen player would be eliminated for good"), "{frozen}");
}

/// Allies who lose together can be the last players, so such a rulebook needs an ending without players.
#[test]
fn a_game_without_players_needs_an_ending() {
    let child =
        |rest: &str| findings(&format!("name = \"F\"\nextends = [\"mechanisms/alliances-on-the-ring\"]\n{rest}"));
    let open = "no outcome ends the game when no player is left";
    assert_eq!(child(""), "");
    let without = child("without = [\"outcome.no-king\"]\n");
    assert!(without.contains(open), "{without}");
    let alone = child("without = [\"outcome.no-king\"]\n[alliance]\nloss = \"alone\"\n");
    assert!(!alone.contains(open), "{alone}");
    // It does not replace the ending with one player.
    let last = child("without = [\"outcome.last-king\"]\n");
    assert!(last.contains("no outcome ends the game when one player is left"), "{last}");
    let pass = child("[outcome.nobody]\nwhen = { living = 0 }\nthen = \"pass\"\nsettled = \"turn-start\"\n");
    assert!(pass.contains("`pass` concerns a player, but none is left"), "{pass}");
    let number = child("[outcome.fewer]\nwhen = { living = -1 }\nthen = \"end\"\nsettled = \"turn-start\"\n");
    assert!(number.contains("0 to 3"), "{number}");
}

/// A finished position without players can be set up; an unfinished one cannot.
#[test]
fn positions_without_players_are_finished() {
    let variant = load("mechanisms/alliances-on-the-ring");
    let text = "g:KGRd4,RBLh2,RBLg6 b:KBLd1 turn=g out=w allies=g+b";
    let end = at(&variant, text);
    let end = end.play(parse_move(&end, "BLg6-BLg1").expect("a move")).expect("a legal move");
    assert!(end.ending().is_some() && [0, 1, 2].iter().all(|it| !end.is_living(SeatId(*it))));
    let printed = print(&end);
    assert_eq!(print(&at(&variant, &printed)), printed);
    let unfinished = parse_position(&variant, "g:KGRd4 b:KBLd1 turn=g out=w,g,b").expect_err("nobody is left");
    assert!(
        unfinished.to_string().contains("all players have been eliminated, but the game is not over"),
        "{unfinished}"
    );
}

/// If a player may have several allies, an alliance between three makes each an ally of each other one.
#[test]
fn several_allies() {
    let text = "name = \"S\"\nextends = [\"mechanisms/alliances-on-the-ring\"]\n[alliance]\nallies = \"any\"\n";
    let text = format!(
        "{text}[outcome.both-kings-attacked]\nwhen = {{ captured = {{}} }}\nallies = [\"living\"]\nthen = \"ally\"\nsettled = \"after-move\"\n"
    );
    assert_eq!(errors(&text), "");
    let variant = game(&text);
    let mut game = Game::from_position(at(&variant, "w:KWHd1,RWHa3 g:KGRd4,PWHa4 b:KBLd4 turn=w"));
    play(&mut game, "WHa3-WHa4");
    let allies = [0, 1, 2].map(|it| game.position().allies(SeatId(it)));
    assert_eq!(allies, [0b110, 0b101, 0b011]);
    assert_eq!(game.position().allies(SeatId(7)), 0, "a player of another variant");
}

/// Four seats around a square board. A player may have one soldier on each of their files.
const AROUND: &str = r#"
name = "Soldiers from four sides"
part = "game"
extends = ["parts/armies-taken-over"]
without = ["promotion"]

[turns]
order = ["south", "west", "north", "east"]
[seat.south]
letter = "s"
symmetry = 0
faces = "north"
[seat.west]
letter = "w"
symmetry = 1
faces = "north"
[seat.north]
letter = "n"
symmetry = 2
faces = "north"
[seat.east]
letter = "e"
symmetry = 3
faces = "north"

[board]
seats = "alike"
[board.patch.board]
files = 7
ranks = 7
[board.symmetry]
rotate = "clockwise-90"
[board.names]
form = "file-rank"
files = "a-g"
ranks = "1-7"

[piece.king]
letter = "K"
movement = "K"
role = "royal"
[piece.soldier]
letter = "S"
movement = "fW"
role = "piece"
value = 1
[pool.hand]
holds = "others-pieces-captured"
pieces = ["soldier"]
[drop]
pieces = ["soldier"]
pool = "hand"
most-on-file = 1
[setup]
king = ["d1"]
"#;

#[test]
fn the_files_of_a_player_are_those_of_their_side() {
    let loaded = threefold::load_text("around.toml", AROUND).unwrap_or_else(|it| panic!("{it}"));
    let variant = loaded.variant;
    let drops = |turn: &str, own: &str| {
        let text = format!(
            "s:Kd1{} w:Ka4 n:Kd7 e:Kg4{} turn={turn} captured={turn}:S",
            if turn == "s" { own } else { "" },
            if turn == "e" { own } else { "" }
        );
        let position = parse_position(&variant, &text).unwrap_or_else(|it| panic!("{text}: {it:?}"));
        let board = variant.rulebook().board();
        let ends = position.legal_moves().into_iter().filter(|it| it.dropped().is_some());
        ends.map(|it| board.name(it.destination().expect("a destination")).to_owned()).collect::<Vec<_>>()
    };
    let south = drops("s", ",Sc3");
    assert!(!south.contains(&"c6".to_owned()) && south.contains(&"f3".to_owned()), "{south:?}");
    let east = drops("e", ",Se3");
    assert!(!east.contains(&"b3".to_owned()) && east.contains(&"e6".to_owned()), "{east:?}");
}
