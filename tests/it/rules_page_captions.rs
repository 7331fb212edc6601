//! Sentences and captions of the rules page that only some rulebooks need: teams, cells, promotions that meet, tags.
//!
//! Input: rulebooks that change a shipped game. Output: sentences that are missing or wrong. The sentences are written by hand.

use threefold::english::{html, illustrated, rulebook};
use threefold::{load, load_text};

use super::rulebook_fixtures::child;

/// Returns the rules as one line.
fn rules(text: &str) -> String {
    let loaded = load_text("x.toml", text).unwrap_or_else(|it| panic!("{it}"));
    let rules = rulebook(&loaded.definition, &loaded.variant).text();
    rules.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the rules with each row of a table on one line.
fn table(text: &str) -> String {
    let loaded = load_text("x.toml", text).unwrap_or_else(|it| panic!("{it}"));
    rulebook(&loaded.definition, &loaded.variant).markdown()
}

/// Returns the page with captions, without pictures.
fn page(text: &str) -> String {
    let loaded = load_text("x.toml", text).unwrap_or_else(|it| panic!("{it}"));
    html(&illustrated(&loaded.definition, &loaded.variant), |_| String::new())
}

/// Returns the rules with the captions of all pictures as one line.
fn illustrations(text: &str) -> String {
    let loaded = load_text("x.toml", text).unwrap_or_else(|it| panic!("{it}"));
    let rules = illustrated(&loaded.definition, &loaded.variant).text();
    rules.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Asserts that the rules have some phrases and lack others.
#[track_caller]
fn says(text: &str, wanted: &[&str], unwanted: &[&str]) {
    for it in wanted {
        assert!(text.contains(it), "lacks: {it}\n{text}");
    }
    for it in unwanted {
        assert!(!text.contains(it), "has: {it}\n{text}");
    }
}

const MATE: &str = "without = [\"outcome.last-team\", \"outcome.king-captured\"]\n[check]\nextends = \"check\"\n\
    kings = \"never-captured\"\n[settle]\nturn-start = [\"checkmate\", \"stalemate\"]\n[outcome.checkmate]\n\
    when = { stuck = { who = \"mover\", check = \"in\" } }\nthen = \"end\"\n\
    points = { victim = 0, partners = 0, opponents = 1 }\n[score]\nstalemate = { all = 0.5 }\n";

#[test]
fn the_introduction_says_how_a_team_wins() {
    let text = rules(&child("four-player-teams", MATE));
    let goal = "Checkmate a king of the other team to win with your partner. The first checkmate ends the game";
    assert!(text.contains(goal), "{text}");
    let alone = "[team.red-and-yellow]\nseats = [\"red\", \"yellow\"]\nloss = \"alone\"\n[team.blue-and-green]\n\
        seats = [\"blue\", \"green\"]\nloss = \"alone\"\n[outcome.last-team]\nextends = \"last-team\"\nwhen = { living = 1 }\n";
    let text = rules(&child("four-player-teams", alone));
    assert!(text.contains("Checkmate or capture the kings of the other team: the last player in play wins"), "{text}");
    // A draw for all decides nothing.
    let drawn = MATE.replace("victim = 0, partners = 0, opponents = 1", "all = 0.5");
    assert!(!rules(&child("four-player-teams", &drawn)).contains("to win with your partner"));
}

#[test]
fn cells_of_other_shapes_are_called_squares_once() {
    let sentence = "These rules call each cell a square.";
    for (slug, count) in [("chess", 0), ("3-man-chess", 0), ("glinski", 1), ("triangles", 1)] {
        let loaded = load(slug).unwrap_or_else(|it| panic!("{it}"));
        let text = rulebook(&loaded.definition, &loaded.variant).text();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(text.matches(sentence).count(), count, "{slug}\n{text}");
    }
}

#[test]
fn the_first_of_two_promotions_applies() {
    let sentence = "If several promotion rules fit a move, only the first of them applies.";
    let knight = |zone: &str| {
        child(
            "chess",
            &format!(
                "[zone.seventh]\nof = \"seat\"\nranks = \"7\"\n[promotion.knight]\npieces = [\"pawn\"]\n\
                 on = {{ zone = \"{zone}\", of = \"owner\" }}\nchoice = \"listed\"\ninto = [\"knight\"]\nforced = \"no\"\n"
            ),
        )
    };
    let text = rules(&knight("last-rank"));
    let (first, second) = (text.find("A pawn that reaches"), text.find("may promote"));
    assert!(first.is_some() && first < second, "{text}");
    assert_eq!(text.matches(sentence).count(), 1, "{text}");
    // Rules for other squares never meet.
    assert!(!rules(&knight("seventh")).contains(sentence));
    let position = threefold::parse_position(
        &load_text("x.toml", &knight("last-rank")).unwrap_or_else(|it| panic!("{it}")).variant,
        "w:Ke1,Pd7 b:Ka8 turn=w",
    );
    let position = position.unwrap_or_else(|it| panic!("{it}"));
    let typed = threefold::parse_move(&position, "d7-d8=Q").unwrap_or_else(|it| panic!("{it}"));
    assert!(position.is_legal(typed), "the rule of chess comes first");
}

#[test]
fn a_caption_explains_a_tag_only_if_the_piece_can_get_it() {
    let pawns = page(&child("3-man-chess", ""));
    assert!(pawns.contains("because the pawn has not crossed the center."), "{pawns}");
    // Only pawns get the tag, but the creek now stops rooks, too.
    let rooks = page(&child("3-man-chess", "[barrier.creek]\nextends = \"creek\"\npieces = [\"rook\"]\n"));
    assert!(!rooks.contains("has not crossed the center"), "{rooks}");
    let kind = page(&child("3-man-chess", "[tag.crossed]\nextends = \"crossed\"\non = \"same-kind\"\n"));
    assert!(!kind.contains("because the pawn has not crossed the center."), "{kind}");
    assert!(kind.contains("because no pawn has crossed the center."), "{kind}");
}

/// A wall across a chessboard that opens when a first rank is empty.
const WALL: &str = "[zone.first-rank]\nof = \"seat\"\nranks = \"1\"\n[zone.half]\nof = \"seat\"\nranks = \"1-4\"\n\
    [line.wall]\nof = \"board\"\nbetween = [\"a4-h4\", \"a5-h5\"]\n[barrier.wall]\nline = \"wall\"\nleaps = \"any-path\"\n\
    owners = \"half\"\n[barrier.wall.open]\nallows = [\"move\", \"capture\", \"give-check\", \"attack\"]\n\
    [barrier.wall.opens.vacated]\nevent = \"zone-vacated\"\nzone = \"first-rank\"\n";

#[test]
fn a_barrier_that_pieces_may_cross_says_whether_they_give_check() {
    let wall = |allows: &str| {
        let headers = format!("{WALL}of = \"own-pieces\"\n[barrier.wall.closed]\nallows = [{allows}]\n");
        rules(&child("chess", &headers))
    };
    let no_check = "No piece gives check across it.";
    says(&wall("\"move\", \"capture\""), &[no_check], &[]);
    says(&wall("\"move\", \"capture\", \"attack\""), &[], &[no_check]);
    says(&wall("\"move\", \"attack\""), &["Pieces can still give check across it."], &[no_check]);
    says(&wall("\"attack\""), &["A piece may not cross the closed wall, but it still gives check across it."], &[]);
    let leaps = "Knights count as crossing the closed wall even if only one of their paths does so.";
    says(&wall("\"move\""), &[leaps], &[]);
}

/// The open wall lets checks through, or stops them, differently from the closed one.
#[test]
fn a_barrier_that_opens_says_whether_pieces_give_check_across_it() {
    let wall = |closed: &str, open: &str| {
        let opens = WALL.replace("\"move\", \"capture\", \"give-check\", \"attack\"", open);
        rules(&child("chess", &format!("{opens}of = \"own-pieces\"\n[barrier.wall.closed]\nallows = [{closed}]\n")))
    };
    let (never, only_closed) = (
        "No piece attacks a king across the wall, whether it is open or closed.",
        "No piece attacks a king across the open wall.",
    );
    let (only_open, both) =
        ("Pieces attack kings across the open wall.", "Pieces attack kings across the open wall, too.");
    for (closed, open, says_so) in [
        ("", "\"move\"", Some(never)),
        ("\"attack\"", "\"move\"", Some(only_closed)),
        ("", "\"move\", \"attack\"", Some(only_open)),
        ("\"attack\"", "\"move\", \"attack\"", Some(both)),
        ("\"attack\"", "\"move\", \"capture\", \"attack\"", None),
    ] {
        let text = wall(closed, open);
        for it in [never, only_closed, only_open, both] {
            assert_eq!(text.contains(it), says_so == Some(it), "{closed} / {open}: {it}\n{text}");
        }
    }
}

/// The letters of files that touch are neighbors on one block of the board of 96 squares, but not on all.
#[test]
fn a_capture_en_passant_names_neighboring_files() {
    let text = |slug: &str| illustrations(&child(slug, ""));
    says(
        &text("trichess"),
        &["captures it en passant by moving to i6. Files d and i are next to each other here."],
        &[],
    );
    says(&text("chess"), &["en passant by moving to"], &["next to each other"]);
    says(&text("berolina"), &["en passant"], &["next to each other"]);
}

#[test]
fn the_pieces_of_all_players_can_keep_a_barrier_closed() {
    let headers = format!("{WALL}of = \"all-pieces\"\n[barrier.wall.closed]\nallows = []\n");
    let text = rules(&child("chess", &headers));
    says(&text, &["opens as soon as there are no pieces on the first rank of"], &["has no pieces on their"]);
    let drawbridge = illustrations(&child("drawbridge", ""));
    says(&drawbridge, &["as soon as there are no pieces on its owner's first rank"], &["has no pieces on their"]);
    // The first rank is empty while the wall is open.
    let open = "This wall opened earlier in the game. White's rook may move from d2 to e2.";
    says(&drawbridge, &[open], &["White's rook may move from d1 to e1"]);
}

#[test]
fn a_first_move_of_three_squares_gives_no_right_to_capture_en_passant() {
    let pawn = "[piece.pawn]\nextends = \"pawn\"\nmovement = \"fmWfcFifmnW3\"\n";
    let text = illustrations(&child("chess", pawn));
    says(&text, &["has just moved from a7 to a5"], &["from a7 to a4"]);
}

#[test]
fn a_double_step_goes_where_the_pawns_go() {
    let pawn = "[piece.pawn]\nextends = \"pawn\"\nmovement = \"fmFfcW\"\n";
    let ahead = "may move two squares straight ahead";
    let diagonal = "may move two squares diagonally forward on one line if both are empty";
    says(&rules(&child("chess", pawn)), &[diagonal], &[ahead]);
    says(&rules(&child("3-man-chess", pawn)), &[diagonal], &[ahead, "moving straight ahead"]);
    says(&rules(&child("chess", "")), &[ahead], &[diagonal]);
}

#[test]
fn pawns_with_longer_first_moves_do_not_move_one_square_at_a_time() {
    let starts = "[zone.pawn-start.white]\nsquares = [\"b1\"]\n[zone.pawn-start.black]\nsquares = [\"b7\"]\n";
    let single = "All other pawns move one square at a time.";
    says(&rules(&child("glinski", starts)), &["From these squares, a pawn may move two squares", single], &[]);
    let pawn = "[piece.pawn]\nextends = \"pawn\"\nmovement = \"fmWfcFifmnW3\"\n";
    says(&rules(&child("glinski", &format!("{starts}{pawn}"))), &[], &[single]);
}

#[test]
fn equal_points_at_the_end_are_no_draw_after_other_points() {
    let prize = "[outcome.prize]\nwhen = { captured = { kind = [\"queen\"] } }\nthen = \"score\"\n\
        points = { mover = 9 }\nsettled = \"after-move\"\n";
    says(&rules(&child("chess", prize)), &["The player with the most points wins."], &["in a draw"]);
    says(&rules(&child("chess", "")), &["The game ends in a draw."], &[]);
}

#[test]
fn a_picture_of_a_barrier_shows_this_barrier() {
    let two = "[line.wall]\nof = \"board\"\nbetween = [\"a4-h4\", \"a5-h5\"]\n[barrier.wall]\nline = \"wall\"\n\
        pieces = [\"rook\"]\n[barrier.wall.closed]\nallows = []\n[barrier.hedge]\nline = \"wall\"\npieces = [\"pawn\"]\n\
        [barrier.hedge.closed]\nallows = [\"move\"]\n";
    let text = illustrations(&child("chess", two));
    let hedge = text.split("2. Hedge.").nth(1).and_then(|it| it.split("Special moves of chess").next());
    says(hedge.unwrap_or_default(), &["The hedge blocks the step"], &["The wall blocks", "White's rook on"]);
}

/// White has the army of chess, and Black, who moves first, has only pawns.
const PAWNS: &str = "[turns]\norder = [\"black\", \"white\"]\n[seat.black]\nextends = \"black\"\nroyal = \"none\"\n\
    [setup.black]\npawn = [\"a5-h8\"]\n[castling.king-side]\nextends = \"king-side\"\nseats = [\"white\"]\n\
    [castling.queen-side]\nextends = \"queen-side\"\nseats = [\"white\"]\n";

#[test]
fn a_player_without_a_king_is_not_checkmated() {
    let wanted = ["Black wins by checkmating White's king.", "but the armies differ.", "corresponds to a4 for White."];
    says(
        &rules(&child("chess", PAWNS)),
        &wanted,
        &["Checkmate the opposing king", "hold for the others", "Black may not castle"],
    );
}

#[test]
fn a_ban_speaks_to_the_player_who_captures() {
    let last = "[ban.five]\nmove = { captures = { at = { zone = \"last-rank\", of = \"mover\" } } }\n\
        [ban.six]\nmove = { piece = { kind = [\"king\"] }, captures = {} }\n\
        after = { attack = { by = \"mover\", on = \"opponents\" } }\n";
    let wanted =
        ["You may not capture a piece on your last rank.", "after the move, you attack the king of the opponent."];
    says(&rules(&child("chess", last)), &wanted, &["you have"]);
    let many = "[ban.third]\nafter = { count = { of = \"mover\", kind = [\"queen\"], at-least = 3 } }\n";
    let wanted = "A player may not make a move after which they have more than two queens.";
    says(&rules(&child("chess", many)), &[wanted], &["at least three"]);
}

#[test]
fn an_outcome_that_is_always_due_says_when_it_happens() {
    let twice = "[outcome.second]\nwhen = { living = 2 }\nthen = \"extra-turn\"\nsettled = \"after-move\"\n";
    let loaded = load_text("x.toml", &child("chess", twice)).unwrap_or_else(|it| panic!("{it}"));
    let text = rulebook(&loaded.definition, &loaded.variant).markdown();
    says(&text, &["| Second | This happens after each move. |"], &["| . "]);
}

#[test]
fn articles_and_verbs_follow_the_sound_and_the_number() {
    let queen = "[piece.one-point-queen]\nextends = \"queen\"\nletter = \"O\"\n[promotion]\nextends = \"promotion\"\n\
        into = [\"one-point-queen\"]\n";
    says(&rules(&child("chess", queen)), &["It becomes a one point queen"], &["an one"]);
    let drop = "[piece.archbishop]\nletter = \"A\"\nmovement = \"BN\"\nrole = \"piece\"\n[pool.hand]\n\
        holds = \"others-pieces-captured\"\n[drop]\npieces = [\"archbishop\"]\npool = \"hand\"\n";
    says(&rules(&child("chess", drop)), &["An archbishop may be dropped"], &["A archbishop may"]);
    let pawns = "[line.wall]\nof = \"board\"\nbetween = [\"a4-c4\", \"a5-c5\"]\n[barrier.pawns]\nline = \"wall\"\n\
        pieces = [\"pawn\"]\n[barrier.pawns.closed]\nallows = [\"move\"]\n";
    says(&rules(&child("chess", pawns)), &["The pawns lie "], &["The pawns lies", "a pawns"]);
    let two = rules(&child("four-player-teams", ""));
    says(&two, &["If one of them is eliminated, so is the other."], &["so are the others"]);
}

#[test]
fn points_and_players_have_short_names() {
    let bare = "[outcome.bare]\nwhen = { count = { of = \"next\", at-most = 1 } }\nthen = \"end\"\n\
        points = { mover = 1, next = 0 }\nsettled = \"after-move\"\n[outcome.some]\n\
        when = { count = { of = \"living\", at-most = 1, how-many = \"some\" } }\nthen = \"end\"\npoints = { all = 0.5 }\n\
        settled = \"after-move\"\n";
    let wanted = [
        "0 for the next player.",
        "A player has only the king left.",
        "A player also loses if they have only the king left.",
    ];
    let loaded = load_text("x.toml", &child("chess", bare)).unwrap_or_else(|it| panic!("{it}"));
    let text = rulebook(&loaded.definition, &loaded.variant).markdown();
    says(&text, &wanted, &["moves after the player", "ny remaining player"]);
    says(&text, &["The game is a draw if a player has only the king left."], &[]);
    let lost = "[outcome.none]\nwhen = { count = { of = \"living\", at-most = 1, how-many = \"some\" } }\nthen = \"end\"\n\
        points = { victim = 1, others = 0 }\nsettled = \"after-move\"\n";
    let wanted = "A player also wins if they have only the king left.";
    says(&rules(&child("chess", lost)), &[wanted], &[]);
    let behind =
        "[ban.six]\nafter = { material = { of = \"mover\", than = \"next\", count = \"on-board\", behind-by = 3 } }\n";
    says(&rules(&child("chess", behind)), &["is at least three points of material behind the next player"], &[]);
}

#[test]
fn only_the_king_and_the_rook_enter_a_piece_with_castling() {
    let gating = |by: &str| {
        let headers = format!(
            "[piece.hawk]\nletter = \"H\"\nmovement = \"BN\"\nrole = \"piece\"\n[pool.reserve]\n\
             holds = \"nothing-captured\"\nstart = [\"hawk\"]\n[gating]\npieces = [\"hawk\"]\npool = \"reserve\"\n\
             by = {{ kind = [\"{by}\"] }}\n"
        );
        rules(&child("chess", &headers))
    };
    says(&gating("bishop"), &[], &["With castling"]);
    says(&gating("rook"), &["With castling, a piece can enter on the square of the rook."], &[]);
}

#[test]
fn what_several_bans_forbid_is_said_once_for_all() {
    let bans = "[ban.one]\nmove = { piece = { kind = [\"king\"] }, captures = {} }\n\
        [ban.two]\nmove = { piece = { kind = [\"rook\"] }, captures = {} }\n";
    let text = rules(&child("chess", bans));
    let check = text.find("Check -----").unwrap_or_default();
    says(&text[check..], &["the special rule “One” or “Two” forbids"], &[]);
    says(&text[..check], &["Two. A rook may not capture a piece."], &["“One” or “Two”"]);
}

#[test]
fn a_tag_of_a_capture_is_told_as_the_capture() {
    let hero = "[tag.hero]\npieces = [\"knight\"]\nset = { captures = { kind = [\"queen\"] } }\n\
        [ban.hero-safe]\nmove = { captures = { tag = \"hero\" } }\n";
    says(&rules(&child("chess", hero)), &["A piece may not capture a knight that has already captured a queen."], &[]);
    let dark = "[zone.dark]\nof = \"board\"\nsquares = [\"a1\", \"c1\"]\nlabel = \"dark squares\"\n\
        [ban.leave]\nmove = { piece = { at = { zone = \"dark\" } } }\n";
    says(&rules(&child("chess", dark)), &["A piece on the dark squares may not move."], &["in the dark"]);
}

/// Partners who spare each other never capture each other, and an example shows two players who are partners.
#[test]
fn examples_of_captures_among_partners_are_possible() {
    let rule = "[outcome.betrayal]\nwhen = { captured = { owner = \"partners\" } }\nthen = \"end\"\n\
        points = { mover = 0, others = 1 }\nsettled = \"after-move\"\n";
    let team = |captures: &str| {
        let team = format!("[team.pair]\nseats = [\"gray\", \"black\"]\nloss = \"alone\"\ncaptures = \"{captures}\"\n");
        table(&child("3-man-chess", &format!("{team}{rule}")))
    };
    says(
        &team("allowed"),
        &["For example, if Gray does this to Black: White 1, Black 1, Gray 0."],
        &["White does this"],
    );
    says(&team("forbidden"), &["The move captured a piece of any partner."], &["does this to"]);
    let allies = |captures: &str| {
        let alliance = format!("[alliance]\nextends = \"alliance\"\ncaptures = \"{captures}\"\n");
        child("mechanisms/alliances-on-96-squares", &format!("{alliance}{rule}"))
    };
    says(&table(&allies("allowed")), &["For example, if White does this to Red"], &[]);
    says(&table(&allies("forbidden")), &[], &["does this to"]);
    let found = super::rulebook_fixtures::findings(&allies("forbidden"));
    assert!(
        found.contains("`betrayal` can never occur: `captures = \"forbidden\"` means that partners never"),
        "{found}"
    );
    let ban = "[ban.traitor]\nmove = { captures = { owner = \"partners\" } }\n";
    let found = super::rulebook_fixtures::findings(&child("mechanisms/alliances-on-96-squares", ban));
    assert!(found.contains("the ban `traitor` can never forbid a move: `captures = \"forbidden\"`"), "{found}");
}

/// A partner is no opponent, but a player who resigns can name one.
#[test]
fn a_player_who_resigns_can_name_a_partner() {
    let claim = "[claim.concede]\nnames = \"winner\"\nconsent = \"third\"\nthen = \"end\"\npoints = { winner = 1 }\n";
    let opponents = ["name one opponent as the winner", "the opponent who is not named"];
    let players = ["name another player as the winner", "the player who is not named"];
    says(&table(&child("3-man-chess", claim)), &opponents, &players);
    says(&table(&child("mechanisms/alliances-on-96-squares", claim)), &players, &opponents);
}

/// Rules that nothing in the game can bring about are not printed.
#[test]
fn a_game_without_kings_has_no_rule_on_their_capture() {
    let kingless = "[piece.king]\nextends = \"king\"\nrole = \"piece\"\n\
        [check]\nattackers = \"living-opponents\"\nown-king = \"may-be-left\"\nkings = \"may-be-captured\"\n\
        [elimination]\narmy = \"taken-over\"\nking = \"stays\"\n\
        [settle]\nturn-start = [\"stuck\"]\nafter-move = [\"bare\"]\n\
        [outcome.stuck]\nwhen = { stuck = { who = \"mover\", check = \"either\" } }\nthen = \"eliminate\"\n\
        [outcome.bare]\nwhen = { count = { of = \"opponents\", kind = [\"king\"], at-most = 0 } }\nthen = \"eliminate\"\n";
    let text = rules(&child("three-player-chess", kingless));
    let unwanted = ["Capturing a king", "takes over", "Two positions are the same", "restarts the count of rounds"];
    let wanted = ["The chapter “The end” says when else a player is eliminated.", "There is no check."];
    says(&text, &wanted, &unwanted);
    says(&text, &[], &["Pins.", "is in check while"]);
}

/// Partners with fewer points than the winner do not win with them.
#[test]
fn a_team_whose_players_score_alone_does_not_win_together() {
    let team = "[team.bank]\nseats = [\"white\", \"red\"]\nloss = \"alone\"\n";
    says(&rules(&child("three-player-chess", team)), &["Checkmate"], &["with your partner"]);
}

#[test]
fn the_parts_of_a_barrier_that_opens_have_their_own_pictures() {
    let game = load("3-man-chess").expect("a shipped game");
    let page = illustrated(&game.definition, &game.variant).text();
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut rest = page.as_str();
    for next in [
        "1. Moats.",
        "A piece may not cross a closed moat.",
        "Closed: White's rook",
        "When a moat opens",
        "Both moats beside a player open",
        "Open: Black's king",
        "Across an open moat",
        "A piece may cross an open moat",
        "may not capture Gray's queen on BLa1",
        "2. Creeks.",
    ] {
        let at = rest.find(next).unwrap_or_else(|| panic!("{next}"));
        rest = &rest[at..];
    }
}
