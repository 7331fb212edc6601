//! Sentences on rulebooks that designers write: rare combinations must not say what the rules do not do.
//!
//! Input: rulebooks with a few headers of their own. Output: a verdict. The expected sentences are written by hand.

use super::rulebook_fixtures::{at, child, findings, game};
use super::support::loaded;
use threefold::english::{illustrated, rulebook};
use threefold::notation::parse_move;
use threefold::notation::sentence::{claim_action, claim_sentence, explain};
use threefold::rulebook::{ClaimId, SeatId};

/// Returns the rules of a game in one line, with pictures.
#[track_caller]
fn rules(parent: &str, headers: &str) -> String {
    let loaded = threefold::load_text("x.toml", &child(parent, headers)).unwrap_or_else(|it| panic!("{headers}\n{it}"));
    let text = illustrated(&loaded.definition, &loaded.variant).markdown();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Asserts that the rules of a game contain a text and lack another one.
#[track_caller]
fn says(parent: &str, headers: &str, wanted: &str, unwanted: &str) {
    let text = rules(parent, headers);
    assert!(text.contains(wanted), "{headers} lacks: {wanted}\n{text}");
    assert!(unwanted.is_empty() || !text.contains(unwanted), "{headers} has: {unwanted}\n{text}");
}

/// What counts as a chase is said once, for every choice of words. A new attack is one that was no chase before.
#[test]
fn perpetual_chases_say_what_counts() {
    let chase = |keys: &str| {
        format!(
            "without = [\"outcome.threefold\", \"outcome.fivefold\"]\n[outcome.chase]\nwhen = {{ repeated = 3, perpetual-chase = {{ \
             by = \"living\"{keys} }} }}\nthen = \"end\"\nsettled = \"turn-start\"\npoints = {{ all = \"1/2\" }}"
        )
    };
    let rook = ", kind = [\"rook\"], chased = { kind = [\"bishop\"] }, protected = \"chased\", attack = \"new\"";
    for (keys, wanted) in [
        (
            "",
            "a player has attacked the same piece of an opponent with each of their moves since the first time (any piece; \
             not a royal piece; not protected, and unable to capture the attacking piece; even a pinned piece can chase, \
             protect or capture)",
        ),
        (
            rook,
            "(a bishop; attacked by a rook; protected or not, and unable to capture the attacking piece; not attacked in this \
             way by the same piece before the move; even a pinned piece can chase, protect or capture)",
        ),
        (
            ", how-many = 2, kind = [\"rook\", \"queen\"], chased = { kind = [\"rook\", \"queen\"] }, captures = \"by-legal-move\"",
            "at least two of all players have attacked the same piece of an opponent with each of their moves \
             since the first time (a rook or a queen; attacked by a piece of these kinds; not protected, and unable to \
             capture the attacking piece; only legal captures count)",
        ),
    ] {
        says("chess", &chase(keys), wanted, "");
    }
}

#[test]
fn only_drops_of_converting_pieces_convert() {
    let drops = |by: &str| {
        format!(
            "[pool.hand]\nholds = \"others-pieces-captured\"\n[drop]\npieces = [\"knight\"]\npool = \"hand\"\n\
             [conversion]\nby = [\"{by}\"]\nimmune = [\"king\"]"
        )
    };
    let promoted = "[drop.pawn]\npieces = [\"pawn\"]\npool = \"hand\"\ninto = [\"queen\", \"rook\"]\n";
    says("chess", &drops("knight"), "A drop converts, too.", "");
    says("chess", &drops("queen"), "converts pieces of the opponent", "A drop converts, too.");
    says("chess", &format!("{}\n{promoted}", drops("queen")), "A drop converts, too.", "");
}

/// A claim without a named partner ends all alliances of the player.
#[test]
fn several_alliances_end_together() {
    let claims = |allies: &str| {
        format!(
            "[alliance]\nallies = \"{allies}\"\n[claim.ally]\nnames = \"partner\"\nconsent = \"nobody\"\nthen = \"ally\"\n\
             [claim.leave]\nconsent = \"nobody\"\nthen = \"end-alliance\""
        )
    };
    let (all, one) = ("A player may end all their alliances.", "A player may end an alliance.");
    says("three-player-chess", &claims("any"), all, one);
    says("three-player-chess", &claims("any"), "All alliances of that player end.", "The alliance ends.");
    says("three-player-chess", &claims("one"), one, all);
    let variant = game(&child("three-player-chess", &claims("any")));
    let book = variant.rulebook();
    let leave = book.claims().iter().position(|it| it.name() == "leave").expect("a claim");
    let (leave, white) = (ClaimId(leave as u8), SeatId(0));
    assert_eq!(claim_sentence(book, white, leave, None), "White ends all their alliances.");
    assert_eq!(claim_action(book, leave, None), "End all your alliances");
}

#[test]
fn a_claim_that_reverses_the_order_says_so() {
    let variant = game(&child("mechanisms/order-by-vote", ""));
    let book = variant.rulebook();
    let reverse = book.claims().iter().position(|it| it.name() == "reverse-order").expect("a claim");
    let reverse = ClaimId(reverse as u8);
    assert_eq!(claim_action(book, reverse, None), "Propose to reverse the order of play");
    assert!(claim_sentence(book, SeatId(0), reverse, None).ends_with(" proposes to reverse the order of play."));
    let claim = "[claim.rev]\nconsent = \"nobody\"\nthen = \"reverse\"";
    says("three-player-chess", claim, "A player may reverse the order of play.", ": rev.");
}

/// Each king that the move would attack belongs to the reason.
#[test]
fn a_ban_on_several_checks_names_every_king() {
    let ban = "[ban.b1]\nafter = { attack = { by = \"mover\", on = \"opponents\", how-many = \"every\" } }";
    let variant = game(&child("three-player-chess", ban));
    let position = at(&variant, "w:Ke1,Rd1,Bd2 r:Ki12 b:Kd7 turn=w");
    let mv = parse_move(&position, "d2-g9").expect("a move");
    let explanation = explain(&position, mv);
    let why = "Red's king on i12 would be in check from White's bishop on g9, and Black's king on d7 would be in check \
               from White's rook on d1.";
    assert_eq!(explanation.sentence, format!("The rule “b1” forbids this move: {why}"));
    assert_eq!((explanation.at.len(), explanation.by.len()), (2, 2));
    let says_you = "you may not make a move after which you attack the kings of both opponents.";
    says("three-player-chess", ban, says_you, "after which the player attacks");
}

#[test]
fn a_castling_with_another_piece_names_it() {
    let (one, both) = (
        "[castling.king-side]\nextends = \"king-side\"\nrook = [\"g1\", \"f1\"]",
        "without = [\"castling.queen-side\"]\n",
    );
    says("chess", one, "White's king is on e1 and the knight on g1.", "the rook on g1");
    says("chess", one, "neither the king nor the other piece may have moved.", "nor the rook");
    says("chess", one, "the king and another piece move together.", "the king and a rook");
    says("chess", &format!("{both}{one}"), "neither the king nor the knight may have moved.", "nor the rook");
    says("chess", "", "neither the king nor the rook may have moved.", "other piece may have moved");
    let found = findings(&child("chess", one));
    assert!(found.contains("in `[castling.king-side]` the king castles with a knight on `g1`"), "{found}");
    assert!(found.contains("write the square of a rook first in `rook`: `h1`"), "{found}");
    assert_eq!(findings(&child("chess", &format!("{both}{one}"))), "", "one kind alone may be meant");
    assert!(!findings(&child("gallery/perfect", "")).contains("bad-castling"), "its starting position is meant so");
}

#[test]
fn a_chapter_has_all_rules_of_its_name() {
    let loaded = loaded("gallery/chigorin");
    let chapter = rulebook(&loaded.definition, &loaded.variant).chapter("promotion").expect("a chapter").markdown();
    assert!(chapter.contains("a chancellor") && chapter.contains("a queen"), "{chapter}");
}

/// A zone whose name says its squares needs neither a definition nor an article.
#[test]
fn a_rank_is_not_defined_as_itself() {
    let text = rules("gallery/chigorin", "");
    assert!(text.contains("A pawn that reaches rank 8 promotes."), "{text}");
    assert!(!text.contains("rank 8 is rank 8"), "{text}");
}

#[test]
fn short_tests_make_short_sentences() {
    let reverse = "then = \"reverse\"\nsettled = \"after-move\"";
    says(
        "three-player-chess",
        &format!("[outcome.m]\nwhen = {{ moved = {{}} }}\n{reverse}"),
        "A piece has moved.",
        "is a piece",
    );
    says(
        "chess",
        "[ban.x]\nbefore = { captured = { kind = [\"queen\"] } }",
        "A player may not make a move that captures a queen.",
        "captured a queen",
    );
    says(
        "chess",
        "[ban.x]\nmove = { piece = { kind = [\"king\"] } }\nafter = { captured = { kind = [\"queen\"] } }",
        "A king may not move; this applies if the move captures a queen.",
        "captured a queen",
    );
    says(
        "chess",
        "[ban.b]\nmove = { to = { zone = \"last-rank\", of = \"mover\" } }",
        "A piece may not end its move on its owner's last rank.",
        "of the player.",
    );
    says(
        "gallery/duck",
        "[blocker]\nextends = \"blocker\"\nplacing = \"one-more\"\nstart = [\"d4\", \"e5\"]",
        "At the start, there are ducks on d4 and e5.",
        "d4, e5",
    );
    says(
        "chess",
        "[outcome.ex]\nwhen = { captured = { kind = [\"knight\"] } }\nthen = \"extra-turn\"\nfor = \"previous\"\n\
         settled = \"after-move\"",
        "Now the player who moves before the capturing player gets an extra turn",
        "before them",
    );
}

/// A ban keeps moves from being made, so a move that does not end the game needs no reminder.
#[test]
fn only_endings_remind_of_bans() {
    let fork = |then: &str| {
        format!(
            "[ban.no-pawn-takes]\nmove = {{ captures = {{ kind = [\"pawn\"] }} }}\n[outcome.fork]\nwhen = {{ attack = {{ by = \"mover\", \
             on = \"opponents\", how-many = 2 }} }}\nthen = \"{then}\"\nsettled = \"after-move\"\n"
        )
    };
    let reminder = "The move must be legal, so the special rule “No pawn takes” must allow it.";
    says("3-man-chess", &fork("reverse"), "The order of play is reversed", reminder);
    says("3-man-chess", &format!("{}points = {{ mover = 1 }}", fork("end")), reminder, "");
}

/// A promotion that always comes too late is reported, and no picture shows it.
#[test]
fn a_promotion_that_comes_too_late_has_no_picture() {
    let late = "[promotion.white]\npieces = [\"pawn\"]\non = { zone = \"last-rank\", of = \"white\" }\nchoice = \"listed\"\n\
                into = [\"knight\"]\nforced = \"yes\"";
    let found = findings(&child("chess", late));
    assert!(found.contains("unreached-promotion") && found.contains("`[promotion.white]` never applies"), "{found}");
    let text = rules("chess", late);
    assert!(text.contains("becomes a queen.") && !text.contains("to a8 and becomes a knight"), "{text}");
    // Of another player's last rank, the first promotion says nothing.
    let early = late
        .replace("on = { zone = \"last-rank\", of = \"white\" }", "on = { zone = \"second-rank\", of = \"black\" }");
    assert!(!findings(&child("chess", &early)).contains("never applies"));
}

/// A zone that only an ending names is located, once.
#[test]
fn places_of_endings_are_named() {
    let hill = rules("mechanisms/king-of-the-hill", "");
    assert_eq!(hill.matches("The hill is d4, e4, d5 and e5.").count(), 1, "{hill}");
    says(
        "chess",
        "[zone.camp]\nof = \"seat\"\nsquares = [\"c7\", \"d6\"]\n[outcome.camp]\nwhen = { king-in = { zone = \"camp\", of = \"others\" } }\n\
         then = \"end\"\nsettled = \"after-move\"\npoints = { mover = 1, others = 0 }",
        "White's camp is d6 and c7 and Black's c2 and d3.",
        "",
    );
}

/// A claim that needs nobody's consent is a resignation only if the player leaves the game.
#[test]
fn claims_without_consent_are_not_always_resignations() {
    let stop =
        "[claim.stop]\nconsent = \"nobody\"\nthen = \"end\"\npoints = { all = \"1/2\" }\nlabel = \"stopping the game\"";
    says("chess", stop, "A player may claim “stopping the game”.", "");
    let resign = "[claim.resign]\nconsent = \"majority\"\nthen = \"eliminate\"\ntiming = \"own-turn\"";
    says("mechanisms/cross-of-four", resign, "A player may offer to resign.", "offer a resign");
}

/// An outcome that is tested at two moments is about two players.
#[test]
fn outcomes_at_both_moments_name_no_single_player() {
    says(
        "chess",
        "[outcome.x]\nwhen = { count = { of = \"mover\", kind = [\"queen\"], at-most = 0 } }\nthen = \"end\"\n\
         points = { mover = 0, others = 1 }\nsettled = [\"after-move\", \"turn-start\"]",
        "The player whose turn ends or begins has no queen",
        "The player who has just moved has no queen",
    );
}

/// Points of a player who is named in the test go to that player by name.
#[test]
fn a_counted_player_has_a_name() {
    let text = rules("gallery/racing-kings", "");
    assert!(text.contains("1 point for White, 0 for the other player."), "{text}");
}

/// Partners of one team may capture each other, those of the other team may not.
#[test]
fn partners_are_spared_where_their_team_says_so() {
    says(
        "mechanisms/hexagon-of-six",
        "[team.odd]\nseats = [\"white\", \"black\", \"blue\"]\ncaptures = \"allowed\"\nloss = \"alone\"\n\
         [team.even]\nseats = [\"red\", \"green\", \"yellow\"]",
        "or of a partner that it may not capture.",
        "or of a partner.",
    );
}

/// A barrier that binds one player says so where it is first mentioned.
#[test]
fn a_barrier_for_one_player_names_this_player() {
    let moat = "[barrier.moat]\nextends = \"moat\"\nbinds = [\"gray\"]";
    let text = rules("3-man-chess", moat);
    let (first, _) = text.split_once("## The board").expect("the chapter on the board");
    assert!(first.contains("A piece of Gray may not cross a moat until it opens"), "{first}");
}

/// Pieces that a player has captured are not pieces that the player has lost.
#[test]
fn a_prize_is_a_captured_piece() {
    let prize = "[pool.prize]\nholds = \"others-pieces-captured\"\n[promotion]\npieces = [\"pawn\"]\n\
                 on = { zone = \"last-rank\", of = \"owner\" }\nchoice = \"from-pool\"\npool = \"prize\"\nforced = \"yes\"";
    says("chess", prize, "White has captured a rook", "White has lost");
}

/// A castling may go an unusual way, cross a barrier, or be stopped by the attacks of one opponent only.
#[test]
fn castling_says_what_differs_from_chess() {
    let round = "without = [\"castling.queen-side\"]\n[board.seam.round]\nside = { patch = \"board\", edge = \"east\" }\nonto = { patch = \
                 \"board\", edge = \"west\" }\n[castling.king-side]\nking = [\"e1\", \"g1\"]\nrook = [\"h1\", \"b1\"]";
    let wanted = "- White: king e1 to g1 with rook h1 to b1 (O-O-O) if a1, b1, f1 and g1 are empty.";
    says("chess", round, wanted, "Castling works as in chess");
    let wall = "[line.w]\nof = \"board\"\nbetween = [\"f1\", \"g1\"]\n[barrier.wall]\nline = \"w\"\n[barrier.wall.closed]\nallows = []";
    says("chess", wall, "move together. Castling may cross the wall. -", "");
    says(
        "mechanisms/next-players-check",
        "",
        "or end on a square that the next player attacks.",
        "any opponent attacks.",
    );
}

/// A pass is no way out of a stalemate, and places no blocker.
#[test]
fn passing_says_what_it_does_not_do() {
    let passing = "[turns]\norder = [\"white\", \"black\"]\npassing = \"allowed\"";
    let wanted = "A pass does not count as a legal move: it does not prevent checkmate or stalemate.";
    says("chess", passing, wanted, "A pass places");
    says("gallery/duck", passing, "A pass places no duck.", "");
}

/// The player who takes over an army may have done something else than give checkmate.
#[test]
fn heirs_are_named_by_what_they_do() {
    let army = "[elimination]\narmy = \"taken-over\"\nking = \"removed\"\n";
    let bare = "[outcome.bare]\nwhen = { count = { of = \"opponents\", at-most = 1 } }\nthen = \"eliminate\"\nmating-player = \
                \"mover\"\nsettled = \"after-move\"";
    let text = rules("3-man-chess", &format!("{army}{bare}"));
    let wanted = "the player who made the last move takes over their pieces.";
    assert!(text.contains(wanted) && !text.contains("gave checkmate or captured"), "{text}");
}

/// In a game for two, the order of play says who moves twice. An extra turn does not prevent a capture en passant.
#[test]
fn two_players_read_who_moves_twice() {
    let twice = "[outcome.second-move]\nwhen = { moved = { owner = \"white\" } }\nthen = \"extra-turn\"\nsettled = \"after-move\"";
    let wanted = "White moves first, then Black. A player may not pass. Second move: White has moved a piece. The player who moved gets \
                  an extra turn, and then the usual order goes on.";
    says("chess", twice, wanted, "The piece that moved is a piece of White");
    let wanted = "The opponent may do this until the pawn's owner moves again. The pawn must still be in place, and the square that it \
                  passed must be empty. An extra turn right after the double step does not end this.";
    says("chess", twice, wanted, "Each opponent may do this");
}

/// Captured pieces that change sides need pieces in the color of the player who captured them.
#[test]
fn captured_pieces_that_change_sides_need_spare_pieces() {
    let wanted =
        "You also need a knight for each player and spare pieces in each color, because captured pieces change sides.";
    says("mechanisms/drops-on-96-squares", "", wanted, "");
    says("trichess", "", "a different color for each player.", "spare pieces");
}

/// Knights may be free of a barrier that stops all other pieces.
#[test]
fn barriers_that_leaps_cross_say_so_everywhere() {
    let jump = "[barrier.moat]\nextends = \"moat\"\nleaps = \"exempt\"";
    let text = rules("3-man-chess", jump);
    for wanted in [
        "Only knights may cross a moat until it opens.",
        "may check the king of a remaining opponent. Knights are free: they jump over it.",
        "Then White may cross a moat only with a move that ends this check. Or White may capture the king instead",
        "Only knights attack a king across a moat, whether it is open or closed.",
    ] {
        assert!(text.contains(wanted), "{wanted}\n{text}");
    }
    assert!(!text.contains("nothing may cross") && !text.contains("No piece attacks a king across"), "{text}");
}

/// Roles of points are named without those that others have, and examples fit the conditions.
#[test]
fn points_name_the_players_who_are_left() {
    let hill = |points: &str, when: &str| {
        format!(
            "[zone.x]\nof = \"board\"\nranks = \"4\"\n[outcome.hill]\nwhen = {{ king-in = {{ zone = \"x\" }}{when} }}\nthen = \"end\"\npoints = {{ {points} }}\nsettled = \"after-move\""
        )
    };
    let thirds = hill("mover = 1, previous = 0.5, others = 0", "");
    says("three-player-chess", &thirds, "0 for the third player.", "for both other players. Checkmate");
    let late = hill("next = 1, others = -1", ", living = 2");
    says("3-man-chess", &late, "-1 for every other player.", "If White was eliminated before: White");
}

/// A ban on attacks names the kings of the player who reads it, and has no example that ignores a condition.
#[test]
fn bans_on_attacks_speak_to_the_reader() {
    let ban = "[ban.truce]\nbefore = { attack = { by = \"next\", on = \"mover\" } }\nafter = { attack = { by = \"mover\", on = \"next\" } }";
    let wanted = "You may not make a move after which you attack the king of the next player if the next player attacks your king.";
    says("three-player-chess", ban, wanted, "White may not be attacking Black's king");
    let shield = "[ban.shield]\nafter = { attack = { by = \"opponents\", on = \"partners\" } }";
    says("gallery/four-player-teams", shield, "attacks the king of that player's partner", "their partner's king");
}
