//! Findings about rulebooks that contradict themselves or contain rules without effect.
//!
//! Input: small rulebooks with one contradiction, and relatives of them that mean something. Output: their findings.

use super::rulebook_fixtures::{child, errors, findings};

/// The teams of a game with four players, each with these keys.
fn teams(keys: &str) -> String {
    format!(
        "[team]\nred-and-yellow = {{ seats = [\"red\", \"yellow\"]{keys} }}\n\
         blue-and-green = {{ seats = [\"blue\", \"green\"]{keys} }}\n"
    )
}

/// Asserts that a rulebook has one finding, with this code and these words.
#[track_caller]
fn warns(parent: &str, body: &str, code: &str, words: &str) -> String {
    let text = findings(&child(parent, body));
    assert_eq!(text.matches("warning[").count(), 1, "{text}");
    assert!(text.contains(&format!("warning[{code}]")) && text.contains(words) && !text.contains("error["), "{text}");
    text
}

/// Asserts that a rulebook has no findings.
#[track_caller]
fn silent(parent: &str, body: &str) {
    assert_eq!(findings(&child(parent, body)), "", "{body}");
}

const TEAMS: &str = "gallery/four-player-teams";

#[test]
fn a_king_that_a_partner_can_capture_needs_an_outcome() {
    let game = |keys: &str, who: &str| {
        format!(
            "{}[outcome.king-captured]\nwhen = {{ king-captured = \"{who}\" }}\nthen = \"eliminate\"\n",
            teams(keys)
        )
    };
    let allowed = ", captures = \"allowed\"";
    let text = warns(TEAMS, &game(allowed, "opponents"), "needs", "capture the king of a partner");
    assert!(text.contains("write `king-captured = \"others\"` in `when` of `[outcome.king-captured]`"), "{text}");
    silent(TEAMS, &game(allowed, "others"));
    silent(TEAMS, &game("", "opponents"));
    // An outcome about the kings of opponents says nothing about those of partners.
    let count = "[outcome.alone]\nwhen = { count = { of = \"opponents\", kind = [\"king\"], at-most = 0, how-many = \"every\" } }\n\
                 then = \"end\"\npoints = { mover = 1 }\nsettled = \"after-move\"\n";
    warns(TEAMS, &format!("{}{count}", game(allowed, "opponents")), "needs", "capture the king of a partner");
    // An explosion reaches the pieces of partners, even if they may not be captured.
    let explosion = format!("{}[explosion]\n", game("", "opponents"));
    warns(TEAMS, &explosion, "needs", "destroy the king of a partner");
    silent(TEAMS, &format!("{explosion}immune = [\"king\"]\n"));
    // Allies are partners, too.
    let (ring, allies) = ("mechanisms/alliances-on-the-ring", "[alliance]\nextends = \"alliance\"\n");
    warns(ring, &format!("{allies}captures = \"allowed\"\n"), "needs", "capture the king of an ally");
    silent(ring, allies);
    // A ban protects the kings of partners.
    let ban = "[ban.partner]\nmove = { captures = { kind = [\"king\"], owner = \"partners\" } }\n";
    silent(TEAMS, &format!("{}{ban}", game(allowed, "opponents")));
}

#[test]
fn nobody_passes_after_stalemate() {
    let turns = "[turns]\norder = [\"white\", \"black\"]\npassing = \"when-stuck\"\n";
    let text = warns("chess", turns, "no-effect", "the outcome `stalemate` comes first");
    assert!(text.contains("`without = [\"outcome.stalemate\"]`"), "{text}");
    let still = "[outcome.stalemate]\nextends = \"stalemate\"\nwhen = { stuck = { who = \"mover\", check = \"out\" }, living = 1 }\n";
    assert!(!findings(&child("chess", &format!("{turns}{still}"))).contains("comes first"));
}

#[test]
fn kings_are_not_kept_safe_from_nobody() {
    let game = |own_king: &str, safe: &str| {
        format!(
            "without = [\"outcome.checkmate\"]\n[check]\nattackers = \"nobody\"\nown-king = \"{own_king}\"\n\
             kings = \"never-captured\"\n[castling-rules]\nsafe = {safe}\n\
             [outcome.stalemate]\nwhen = {{ stuck = {{ who = \"mover\", check = \"either\" }} }}\nthen = \"end\"\n"
        )
    };
    warns("chess", &game("kept-safe", "[]"), "no-effect", "kept safe from nobody");
    warns("chess", &game("may-be-left", "[\"start\"]"), "no-effect", "castling needs safe squares");
    silent("chess", &game("may-be-left", "[]"));
    let drop = "[pool.hand]\nholds = \"others-pieces-captured\"\n[drop]\npieces = [\"pawn\"]\npool = \"hand\"\n";
    let drop = format!("{}{drop}", game("may-be-left", "[]"));
    silent("chess", &drop);
    warns("chess", &format!("{drop}mate = \"forbidden\"\n"), "no-effect", "no drop ever gives checkmate");
    // An explosion may still not destroy the player's own king.
    let explosion = "[explosion]\n[outcome.boom]\nwhen = { king-captured = \"opponents\" }\nthen = \"end\"\n\
        points = { victim = 0, others = 1 }\nsettled = \"after-move\"\n";
    silent("chess", &format!("{}{explosion}", game("kept-safe", "[]")));
}

#[test]
fn checkmate_needs_a_king_and_attackers() {
    let king = "[piece.king]\nextends = \"king\"\nrole = \"piece\"\n";
    let text =
        warns("chess", king, "cannot-fire", "the outcome `checkmate` can never occur: no piece has `role = \"royal\"`");
    assert!(text.contains("without = [\"outcome.checkmate\"]"), "{text}");
    silent("chess", &format!("without = [\"outcome.checkmate\"]\n{king}"));
    let ban = "[ban.check]\nafter = { attack = { by = \"mover\", on = \"opponents\" } }\n";
    silent("chess", ban);
    let text = findings(&child("chess", &format!("without = [\"outcome.checkmate\"]\n{king}{ban}")));
    assert!(text.contains("the ban `check` can never forbid a move"), "{text}");
    let hill = "[zone.hill]\nof = \"board\"\nsquares = [\"d4\"]\n[outcome.hill]\nwhen = { king-in = { zone = \"hill\" } }\n\
        then = \"end\"\npoints = { mover = 1, others = 0 }\nsettled = \"after-move\"\n";
    silent("chess", hill);
    let text = findings(&child("chess", &format!("without = [\"outcome.checkmate\"]\n{king}{hill}")));
    assert!(text.contains("the outcome `hill` can never occur: no piece has"), "{text}");
    // Nobody gives check, but the test of checkmate is inherited.
    let nobody = "[check]\nattackers = \"nobody\"\nown-king = \"may-be-left\"\nkings = \"never-captured\"\n\
        [castling-rules]\nsafe = []\n";
    warns("chess", nobody, "cannot-fire", "no player is ever in check");
}

#[test]
fn a_pool_is_filled_and_used() {
    let pool = |keys: &str| format!("[pool.hand]\n{keys}\n");
    let drop = "[drop]\npieces = [\"knight\"]\npool = \"hand\"\n";
    let (captured, nothing) = ("holds = \"others-pieces-captured\"", "holds = \"nothing-captured\"");
    let text = warns("chess", &pool(captured), "no-effect", "nothing takes a piece from the pool `hand`");
    assert!(text.contains("`pieces = [\"queen\"]` and `pool = \"hand\"`"), "{text}");
    silent("chess", &format!("{}[drop]\npieces = [\"queen\"]\npool = \"hand\"\n", pool(captured)));
    silent("chess", &format!("{}{drop}", pool(captured)));
    let text = warns("chess", &format!("{}{drop}", pool(nothing)), "no-effect", "no piece ever joins the pool `hand`");
    assert!(text.contains("add `start = [\"knight\"]`"), "{text}");
    silent("chess", &format!("{}{drop}", pool(&format!("{nothing}\nstart = [\"knight\"]"))));
    // A captured king never changes sides.
    let kings = pool(&format!("{captured}\npieces = [\"king\"]"));
    warns(
        "chess",
        &format!("{kings}[drop]\npieces = [\"king\"]\npool = \"hand\"\n"),
        "no-effect",
        "no piece ever joins",
    );
    // A test compares what the players have lost.
    let ban = "[ban.weaker]\nmove = { captures = {} }\n\
        before = { material = { of = \"victim\", than = \"mover\", count = \"pool\", behind-by = 3 } }\n";
    silent("chess", &format!("{}{ban}", pool("holds = \"own-pieces-captured\"")));
}

#[test]
fn captured_as_needs_a_pool() {
    let queen = "[piece.queen]\nextends = \"queen\"\ncaptured-as = \"pawn\"\n";
    warns("chess", queen, "no-effect", "a captured queen joins no pool");
    silent("gallery/crazyhouse", queen);
    let king = "[piece.king]\nextends = \"king\"\ncaptured-as = \"pawn\"\n";
    warns("gallery/crazyhouse", king, "no-effect", "a king is never captured");
    // A library of pieces serves games without pools, too.
    silent("gallery/sho-shogi", "");
}

#[test]
fn a_tag_is_tested() {
    let tag = "[tag.bold]\npieces = [\"pawn\"]\nset = { captures = {} }\n";
    let text = warns("chess", tag, "no-effect", "no rule tests the tag `bold`");
    let line = text.split('`').find(|it| it.starts_with("move = ")).expect("a line to paste");
    silent("chess", &format!("{tag}[ban.bold]\n{}\n", line.replace("\n           ", " ")));
    silent("chess", &format!("{tag}on = \"nobody\"\n"));
    // A tag that only sets itself has no effect either.
    let own = "[tag.bold]\npieces = [\"pawn\"]\nset = { piece = { tag = \"bold\" }, captures = {} }\n";
    warns("chess", own, "no-effect", "no rule tests the tag `bold`");
    // Another tag builds on it.
    let second = "[tag.bolder]\npieces = [\"pawn\"]\nset = { piece = { tag = \"bold\" }, captures = {} }\n\
        [ban.bolder]\nmove = { piece = { tag = \"bolder\" }, captures = {} }\n";
    silent("chess", &format!("{tag}{second}"));
}

#[test]
fn a_pawn_that_promotes_becomes_another_piece() {
    let into = |kinds: &str| format!("[promotion]\nextends = \"promotion\"\ninto = [{kinds}]\n");
    let text = warns("chess", &into("\"pawn\""), "no-effect", "a pawn that promotes stays a pawn");
    assert!(text.contains("`into = [\"queen\"]`") && text.contains("--> x.toml:7:8"), "{text}");
    silent("chess", &into("\"queen\""));
    silent("chess", &into("\"pawn\", \"queen\""));
    // The first promotion that fits decides, so this one keeps pawns on the a-file from the other.
    let first = "[zone.corner]\nof = \"seat\"\nsquares = [\"a8\"]\n[promotion.first]\npieces = [\"pawn\"]\n\
        on = { zone = \"corner\", of = \"owner\" }\nchoice = \"listed\"\ninto = [\"pawn\"]\nforced = \"yes\"\n";
    let second = "[promotion.second]\npieces = [\"pawn\"]\non = { zone = \"last-rank\", of = \"owner\" }\nchoice = \"listed\"\n\
        into = [\"queen\"]\nforced = \"yes\"\n";
    silent("chess", &format!("without = [\"promotion\"]\n{first}{second}"));
}

#[test]
fn a_counter_counts_and_is_tested() {
    let counter = |when: &str| format!("[counter.prey]\nwhen = {{ {when} }}\n");
    let outcome = |least: u8| {
        format!(
            "[outcome.hunt]\nwhen = {{ counter = {{ name = \"prey\", of = \"mover\", at-least = {least} }} }}\n\
             then = \"end\"\npoints = {{ mover = 1, others = 0 }}\nsettled = \"after-move\"\n"
        )
    };
    warns("chess", &counter("captured = {}"), "no-effect", "no outcome tests the counter `prey`");
    silent("chess", &format!("{}{}", counter("captured = {}"), outcome(3)));
    let kings = format!("{}{}", counter("king-captured = \"opponents\""), outcome(1));
    warns("chess", &kings, "cannot-fire", "the counter `prey` never counts a move");
    let reset = format!("{}while = {{ king-captured = \"opponents\" }}\n{}", counter("captured = {}"), outcome(1));
    warns("chess", &reset, "cannot-fire", "the counter `prey` never counts a move");
    // Fifteen pieces can be captured, and the king stays.
    silent("chess", &format!("{}{}", counter("captured = {}"), outcome(15)));
    let text =
        warns("chess", &format!("{}{}", counter("captured = {}"), outcome(16)), "cannot-fire", "at most 15 captures");
    assert!(text.contains("`at-least = 15`"), "{text}");
    // Captured pieces come back.
    silent("gallery/crazyhouse", &format!("{}{}", counter("captured = {}"), outcome(16)));
    silent("three-player-chess", &format!("{}{}", counter("captured = {}"), outcome(16)));
}

/// The counter starts higher for a lower limit, so an outcome tests the highest one.
#[test]
fn an_outcome_tests_the_highest_limit() {
    let game = |least: u8| {
        format!(
            "[counter.bare]\nwhen = {{ count = {{ of = \"mover\", at-most = 1 }} }}\n\
             limits = [{{ moves = 8, if = {{ living = 2 }} }}, {{ moves = 16 }}]\n\
             [outcome.bare]\nwhen = {{ counter = {{ name = \"bare\", of = \"mover\", at-least = {least} }} }}\n\
             then = \"end\"\npoints = {{ all = 0.5 }}\nsettled = \"after-move\"\n"
        )
    };
    silent("chess", &game(16));
    // The game ends after the limit.
    silent("chess", &game(17));
    let text = warns("chess", &game(8), "bad-number", "the counter `bare` reaches 8 before its highest limit, 16");
    assert!(text.contains("write `at-least = 16`"), "{text}");
}

#[test]
fn promotion_squares_are_those_of_the_promotion() {
    let game = |forced: &str, squares: &str| {
        format!(
            "[promotion]\npieces = [\"pawn\"]\non = {{ zone = \"last-rank\", of = \"owner\" }}\nchoice = \"by-square\"\n\
             forced = \"{forced}\"\n[promotion-squares]\n{squares}\n"
        )
    };
    silent("chess", &game("yes", "rook = [\"a8-h8\"]"));
    let text = warns(
        "chess",
        &game("yes", "rook = [\"a8-h8\", \"e4\"]"),
        "unreached-promotion",
        "no piece ever promotes on `e4`",
    );
    assert!(text.contains("leave `e4` out") && text.contains("--> x.toml:11:18"), "{text}");
    warns("chess", &game("yes", "rook = [\"a8-h8\", \"a3-h3\"]"), "unreached-promotion", "on `a3` and on 7 others");
    let text =
        warns("chess", &game("yes", "rook = [\"a8-g8\"]"), "needs", "must promote on `h8`, but no kind is listed");
    assert!(text.contains("add `\"h8\"` to one of these lists"), "{text}");
    silent("chess", &game("no", "rook = [\"a8-g8\"]"));
    // All squares of the rim, where the pawns of all players promote.
    silent("mechanisms/promotion-by-square-on-the-ring", "");
}

/// The outcome for the team that loses together is there, so only the one for a last player is missing.
#[test]
fn partners_of_one_team_who_lose_alone_need_another_outcome() {
    let alone = "red-and-yellow = { seats = [\"red\", \"yellow\"], loss = \"alone\"";
    let one = teams("").replace("red-and-yellow = { seats = [\"red\", \"yellow\"]", alone);
    let text = findings(&child(TEAMS, &format!("without = [\"outcome.stalemate\"]\n{one}")));
    assert!(text.contains("warning[no-end]") && text.contains("`when = { living = 1 }`"), "{text}");
    assert!(text.contains("add `[outcome.last-player]`") && !text.contains("living = 2"), "{text}");
}

#[test]
fn partners_who_remain_do_not_wait_for_each_other() {
    let last = "without = [\"outcome.last-team\"]\n";
    let outcome = "[outcome.last-player]\nwhen = { living = 1 }\nthen = \"end\"\npoints = { living = 1, eliminated = 0 }\n\
        settled = [\"after-move\", \"turn-start\"]\n";
    let game = |keys: &str| format!("{last}{}{outcome}", teams(keys));
    let text = warns(TEAMS, &game(", loss = \"alone\""), "no-end", "`last-player` waits until one of them is left");
    assert!(text.contains("write `loss = \"together\"`"), "{text}");
    let fight = ", loss = \"alone\", checks = \"counted\", captures = \"allowed\"";
    assert!(!findings(&child(TEAMS, &game(fight))).contains("no-end"));
    let pair = "[outcome.pair]\nwhen = { living = 2 }\nthen = \"end\"\npoints = { living = 1, eliminated = 0 }\n\
        settled = [\"after-move\", \"turn-start\"]\n";
    silent(TEAMS, &format!("{}{pair}", game(", loss = \"alone\"")));
    assert_eq!(errors(&child(TEAMS, &game(""))), "");
}

#[test]
fn exceptions_that_always_hold_are_found() {
    let ban = |tests: &str| {
        format!("[ban.trade]\nmove = {{ captures = {{ kind = [\"queen\"] }} }}\n[ban.trade.unless.any]\n{tests}\n")
    };
    let text = warns("chess", &ban("piece = {}"), "no-effect", "the exception `any` of the ban `trade` always holds");
    assert!(text.contains("forbids no move of a piece") && text.contains("--> x.toml:7:"), "{text}");
    warns("chess", &ban("move = { piece = {} }\nbefore = {}"), "no-effect", "always holds");
    silent("chess", &ban("piece = { kind = [\"queen\"] }"));
    silent("chess", &ban("piece = {}\nafter = { king-in = { zone = \"last-rank\", of = \"opponents\" } }"));
    let outcome = "[outcome.bare]\nwhen = { count = { of = \"mover\", at-most = 1 } }\nthen = \"end\"\n\
                   points = { all = 0.5 }\nsettled = \"after-move\"\n[outcome.bare.unless.any]\nafter = {}\n";
    warns("chess", outcome, "no-effect", "the exception `any` of the outcome `bare` always holds, so the outcome");
    let step = "[double-step]\nextends = \"double-step\"\n[double-step.unless.any]\npiece = {}\n";
    warns("chess", step, "no-effect", "the exception `any` of the double step always holds, so no piece makes one");
    let moat = "[barrier.moat]\nextends = \"moat\"\n[barrier.moat.unless.any]\npiece = {}\n";
    warns("3-man-chess", moat, "no-effect", "the exception `any` of the barrier `moat` always holds");
    let never = moat.replace("{}", "{ kind = [\"rook\"], tag = \"crossed\" }");
    warns("3-man-chess", &never, "cannot-fire", "the exception `any` of the barrier `moat` can never hold");
}

#[test]
fn kings_that_are_never_captured_need_no_ban() {
    let ban = |tests: &str| format!("[ban.kings]\nmove = {{ captures = {{ {tests} }} }}\n");
    let words = "the ban `kings` can never forbid a move: `kings = \"never-captured\"` means";
    warns("chess", &ban("kind = [\"king\"]"), "cannot-fire", words);
    silent("chess", &ban("kind = [\"king\", \"queen\"]"));
    // The king of an eliminated player is a piece like others.
    let stays = "[elimination]\nextends = \"elimination\"\nking = \"stays\"\n";
    silent("osullivan", &format!("{stays}{}", ban("kind = [\"king\"]")));
    warns("osullivan", &format!("{stays}{}", ban("kind = [\"king\"], state = \"living\"")), "cannot-fire", words);
    warns("osullivan", &ban("kind = [\"king\"]"), "cannot-fire", words);
}

#[test]
fn help_offers_only_players_that_the_game_can_have() {
    let outcome = |who: &str| {
        format!(
            "[outcome.bare]\nwhen = {{ count = {{ of = \"{who}\", at-most = 1 }} }}\nthen = \"end\"\n\
             points = {{ all = 0.5 }}\nsettled = \"after-move\"\n"
        )
    };
    for who in ["mating-player", "partnrs", "nobody"] {
        let text = findings(&child("chess", &outcome(who)));
        assert!(text.contains("the players available here are") && !text.contains("`partners`"), "{text}");
        let text = findings(&child(TEAMS, &outcome(who)));
        assert!(text.contains("the players available here are") && text.contains("`partners`"), "{text}");
    }
}

/// With two players, draws and stalemates of the last player would come much too late.
#[test]
fn a_game_needs_an_end_for_its_last_player() {
    let out = "[elimination]\narmy = \"inert\"\nking = \"stays\"\n[outcome.checkmate]\n\
               when = { stuck = { who = \"mover\", check = \"in\" } }\nthen = \"eliminate\"\n";
    warns(
        "chess",
        out,
        "no-end",
        "`checkmate` eliminates a player, but no outcome ends the game when one player is left",
    );
    let last = "[outcome.last-player]\nwhen = { living = 1 }\nthen = \"end\"\nsettled = [\"after-move\", \"turn-start\"]\n\
                points = { living = 1, eliminated = 0 }\n";
    silent("chess", &format!("{out}{last}"));
}

#[test]
fn drops_and_tests_that_exclude_each_other_say_why() {
    let pool = "[pool.hand]\nholds = \"others-pieces-captured\"\n";
    let drops = "[drop.pawn]\npieces = [\"pawn\"]\npool = \"hand\"\ninto = [\"knight\"]\n[drop.knight]\npieces = [\"knight\"]\n\
                 pool = \"hand\"\n";
    let found = findings(&child("chess", &format!("{pool}{drops}")));
    assert!(found.contains("another `[drop]` header puts a `knight` on the board, too"), "{found}");
    let tag = "[tag.runner]\npieces = [\"rook\"]\nset = { piece = { kind = [\"knight\"] } }\n";
    let found = findings(&child("chess", tag));
    assert!(found.contains("the tag `runner` can never be gained: no piece in `pieces` makes such a move"), "{found}");
    for moment in ["after-move", "turn-start"] {
        let both = format!(
            "[outcome.two]\nwhen = {{ repeated = 2, passed = \"yes\" }}\nthen = \"end\"\npoints = {{ all = 0.5 }}\nsettled = \"{moment}\"\n"
        );
        let found = findings(&child("chess", &both));
        assert!(found.contains("`passed` only after a move: leave out one of them"), "{moment}: {found}");
    }
}

/// Without a legal move, the player to move is the victim.
#[test]
fn one_player_cannot_get_two_numbers_of_points() {
    let score = |roles: &str, rest: &str| {
        let lines = format!("[score]\nextends = \"score\"\ncheckmate = {{ {roles} }}\n{rest}");
        findings(&child("3-man-chess", &lines))
    };
    let twice = score("mover = 2, victim = 0", "");
    assert!(
        twice.contains("`mover` and `victim` are the same player here: the one whom the test of `checkmate` finds"),
        "{twice}"
    );
    assert!(twice.contains("--> x.toml:7:15"), "{twice}");
    // The advice can be followed.
    let mating = "[outcome.checkmate]\nextends = \"checkmate\"\nmating-player = \"last-mover\"\n";
    let followed = score("mating-player = 2, victim = 0", mating);
    assert_eq!(followed, "");
    assert_eq!(score("previous = 2, victim = 0", ""), "");
    let counter = "[counter.checks]\nwhen = { attack = { by = \"mover\", on = \"opponents\" } }\n[outcome.five]\n\
        when = { counter = { name = \"checks\", of = \"mover\", at-least = 5 } }\nthen = \"end\"\nsettled = \"after-move\"\n";
    let five = |points: &str| findings(&child("chess", &format!("{counter}points = {{ {points} }}\n")));
    assert!(five("mover = 1, victim = 0").contains("the one whom the test of `five` finds"));
    assert_eq!(five("mover = 1, others = 0"), "");
}
