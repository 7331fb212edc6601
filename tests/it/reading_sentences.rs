//! Sentences on rules that a reading changes: each must say what its rulebook does.
//!
//! Input: `variants/`. Output: a verdict. The expected sentences are written by hand.

use super::rulebook_fixtures::child;
use super::support::loaded;
use threefold::english::{illustrated, rulebook};
use threefold::parse_position;

/// For each rulebook: sentences that its rules must contain, and phrases that they must not.
const SAYS: &[(&str, &[&str], &[&str])] = &[
    (
        "readings/osullivan-pair-lapses",
        &[
            "(c) the captured pawn is one whose owner is eliminated.",
            "Case (b): for example, once Red's center pawn has captured from e2 to d3, it may capture the other on any square",
        ],
        &["Case (c)"],
    ),
    (
        "readings/osullivan-freed-nobody",
        &[
            "A center pawn may not capture the other one, except if the captured pawn is on ranks 5 to 7.",
            "Pawns move forward: from b7 to b6 for White,",
        ],
        &["is freed", "two exceptions", "Case (", "already captured", "anywhere"],
    ),
    (
        "readings/osullivan-freed-both",
        &[
            "(b) one of them has already captured a piece across the line between files d and e.",
            "once Red's center pawn has captured from e2 to d3, either may capture the other on any square (never en passant).",
            "and markers for center pawns.",
            "The center pawns that are of a kind that has already captured a piece across the line between files d and e must be the same, too.",
        ],
        &["is freed"],
    ),
    (
        "mechanisms/creeks-for-good",
        &[
            "A pawn may not capture across a creek",
            "A pawn keeps moving straight ahead across the center, and then toward the rim. For example, White's pawn goes",
        ],
        &["is crossed", "This does not apply"],
    ),
    (
        "mechanisms/creeks-dry-up",
        &["Creeks no longer stop pawns once any pawn has crossed the center."],
        &["is crossed", "This does not apply"],
    ),
    (
        "readings/trichess-pawn-restarts",
        &["If only pawns are available, you must choose a pawn. - If no"],
        &["It can never move again"],
    ),
    ("readings/trichess-freed-at-home", &["you must choose a pawn. - If no"], &["It can never move again"]),
    (
        "readings/trichess-late-liberation",
        &["you must choose a pawn. It cannot move and gives no check, but it may be exchanged later."],
        &["It can never move again"],
    ),
    (
        "readings/trichess-compared-after",
        &[
            "in its owner's territory (the owner's block) if that player has then lost material worth at least 3 more than",
            "Losses are compared after the capture, so the captured piece counts, too.",
            "For example, suppose that White has lost 0. White may not capture a piece of Red on ranks 9 to 12 if Red has \
             then lost 3, unless the exception applies. If White has lost 1, White may.",
        ],
        &["If Red has lost 3 and White has lost 1", "before the capture"],
    ),
    (
        "readings/trichess-land-protected",
        &["if Red has lost 3 and White has lost 0, White may not capture Black's pieces on ranks 9 to 12"],
        &[],
    ),
    (
        "readings/3-man-chess-captured-army-attacks",
        &[
            "It may move only along the line of this attack. If another opponent also gives check, the move must end that check, too. - A pinned piece",
        ],
        &["There is one exception for a pinned piece: it may capture the king"],
    ),
    (
        "readings/3-man-chess-rulebook",
        &[
            "A player is eliminated if their king is captured, or if they have no legal move on their turn.",
            "If a player is eliminated, the others play on.",
            "A player is checkmated if, when their turn begins, they have no legal move, in check or not.",
            "A checked player does not always move next",
        ],
        &["stalemate with"],
    ),
    (
        "readings/3-man-chess-kings-hunted",
        &[
            "A player is eliminated if their king is captured, or if they are stalemated while all three players are in play.",
        ],
        &["they are checkmated"],
    ),
    (
        "readings/3-man-chess-pawns-cross",
        &["The rule on moats does not apply if the piece is a pawn."],
        &["This does not apply"],
    ),
    (
        "readings/trichess-credit-last-mover",
        &[
            "Checkmate by one opponent the attacks of only one 3 points for the player who",
            "The player who moved last counts as giving checkmate.",
        ],
        &[],
    ),
    (
        "3-man-chess",
        &[
            "A rook or queen can attack a king along several lines at once: both ways around the ring, and across the center. A bishop or queen can \
             attack it along two diagonals at once (see “Rules in detail”). A piece in between blocks only one of these lines.",
        ],
        &[],
    ),
    (
        "gallery/grand",
        &[
            "If no captured piece is available, the pawn stays a pawn. It may promote on a later move.",
            "If no captured piece is available, the pawn may not move there. It still gives check.",
        ],
        &[],
    ),
    ("gallery/opulent", &["the pawn stays a pawn. It may promote on a later move."], &[]),
    // Only an agreement that ends the game ends a game without progress.
    ("mechanisms/order-by-vote", &["- The players can agree to reverse the order of play."], &["only by agreement"]),
    (
        "3-man-chess",
        &["you need the board, sixteen chess pieces in a different color for each player, and markers for open moats"],
        &[],
    ),
    // The main differences from chess.
    (
        "mechanisms/explosions-on-the-ring",
        &[
            "- Every capture is an explosion. See the special rule “Explosions”. - ",
            "It destroys the captured piece, the capturing piece and the pieces of all players one straight step away from the square \
             where the capturing piece arrives.",
        ],
        &["Destroyed pieces"],
    ),
    ("mechanisms/forced-capture-on-the-ring", &["- A player who can capture must capture. - "], &[]),
    (
        "mechanisms/drops-on-96-squares",
        &[
            "- In place of a move, a player may drop a piece from their hand on an empty square. See the special rule “Drops”. - ",
            "A captured piece changes sides: it goes to the player who captured it.",
            "At the start, each player holds a knight.",
            "in a different color for each player. You also need a knight for each player and spare pieces",
        ],
        &[],
    ),
    (
        "mechanisms/duck-on-96-squares",
        &[
            "- Each move ends with the placement of a duck, which belongs to no player. - ",
            "you need the board and sixteen chess pieces in a different color for each player. You also need a duck.",
        ],
        &["There is a new piece"],
    ),
    (
        "mechanisms/walls-on-the-ring",
        &[
            "- Each move ends with the placement of a wall, which belongs to no player. - ",
            "and markers for walls, open moats and pawns that have crossed the center.",
        ],
        &["There is a new piece"],
    ),
    (
        "mechanisms/gating-on-the-ring",
        &[
            "There is a new piece: the hawk.",
            "a piece can enter from the hand on that square. - A pawn keeps moving",
            "that have crossed the center. You also need two hawks for each player.",
        ],
        &[],
    ),
    (
        "mechanisms/alliances-on-the-ring",
        &[
            "- Players can become allies during the game. Allies are partners. Partners may not capture each other's pieces. If one \
           of them is eliminated, so are the others. - ",
        ],
        &[],
    ),
    (
        "mechanisms/frozen-army",
        &[
            "- A checkmated player is frozen, as if eliminated. They return as soon as they are not checkmated anymore. - ",
        ],
        &["- A player can be eliminated"],
    ),
    ("mechanisms/turns-reverse", &["- The order of play is reversed if a move captured a queen. - "], &[]),
];

/// Rules that no shipped game has: the text of the rulebook, and a sentence.
#[test]
fn destroyed_pieces_and_a_lead_of_one_point() {
    let said = |text: &str, sentence: &str| {
        let loaded = threefold::load_text("x.toml", text).unwrap_or_else(|it| panic!("{it}"));
        let text = rulebook(&loaded.definition, &loaded.variant).text();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(sentence), "{sentence}\n{text}");
    };
    said(
        "name = \"X\"\nabout = \"x\"\nextends = [\"gallery/crazyhouse\", \"gallery/atomic\"]\n",
        "Destroyed pieces of other players go to the player who captured, like the captured piece. Destroyed pieces of that \
         player leave the game.",
    );
    let lead = threefold::catalog::find("mechanisms/claim-by-a-lead").expect("a shipped rulebook").text;
    said(&lead.replace("at-least = 21", "at-least = 1"), " by at least 1 point");
}

/// Two blocks that a bridge of two files or a tunnel joins.
const BLOCKS: &str = r#"
name = "Blocks"
about = "Two blocks."
part = "game"
turns = { order = ["white", "black"] }
board.seats = "differ"
board.names = { form = "file-rank", near = { files = "a-d", ranks = "1-3" }, far = { files = "a-d", ranks = "4-6" } }
board.patch.near = { files = 4, ranks = 3 }
board.patch.far = { files = 4, ranks = 3 }
seat.white = { letter = "w", faces = "north" }
seat.black = { letter = "b", faces = "south" }
piece.king = { letter = "K", movement = "K", role = "royal" }
setup.white = { king = ["a1"] }
setup.black = { king = ["d6"] }
check = { attackers = "living-opponents", own-king = "kept-safe", kings = "never-captured" }
settle.turn-start = ["mate", "stale"]
outcome.mate = { when = { stuck = { who = "mover", check = "in" } }, then = "end" }
outcome.stale = { when = { stuck = { who = "mover", check = "out" } }, then = "end" }
score = { mate = { opponents = 1 }, stale = { all = 0.5 } }
"#;

#[test]
fn blocks_join_only_where_the_rulebook_joins_them() {
    let seam = |span: &str| {
        format!(
            "board.seam.bridge = {{ side = {{ patch = \"near\", edge = \"north\"{span} }}, onto = {{ patch = \"far\", \
             edge = \"south\"{span} }} }}\n"
        )
    };
    let tunnel = "board.link.tunnel = { from = \"b3\", heading = \"north\", to = \"c4\" }\n";
    let files = "Each file runs through two blocks";
    for (join, wanted, unwanted) in [
        (seam(""), vec![files, "rank 3 meets rank 4 on files a to d"], vec![]),
        (seam(", span = \"2-3\""), vec!["rank 3 meets rank 4 on files b to c"], vec![files]),
        (seam(", span = \"2\""), vec!["The blocks join along their edges: b3 touches b4."], vec![files]),
        (tunnel.to_owned(), vec!["a step north from b3 leads to c4"], vec![files, "The blocks join"]),
    ] {
        let loaded = threefold::load_text("x.toml", &format!("{BLOCKS}{join}")).unwrap_or_else(|it| panic!("{it}"));
        let text = rulebook(&loaded.definition, &loaded.variant).text();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(wanted.iter().all(|it| text.contains(it)), "{join} lacks {wanted:?}\n{text}");
        assert!(!unwanted.iter().any(|it| text.contains(it)), "{join} has {unwanted:?}\n{text}");
    }
}

#[test]
fn a_reading_says_what_it_changes() {
    for (slug, wanted, unwanted) in SAYS {
        let loaded = loaded(slug);
        let text = rulebook(&loaded.definition, &loaded.variant).text();
        // Table borders and line breaks are layout.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for it in *wanted {
            assert!(text.contains(it), "{slug} lacks: {it}\n{text}");
        }
        for it in *unwanted {
            assert!(!text.contains(it), "{slug} has: {it}\n{text}");
        }
    }
}

/// What an open barrier allows, in each combination of moves, captures and checks that a reading has.
#[test]
fn an_open_barrier_says_what_may_cross_it() {
    let text = |slug: &str| {
        let text = rulebook(&loaded(slug).definition, &loaded(slug).variant).text();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let no_king = "No piece attacks a king across a moat, whether it is open or closed.";
    let capture = text("readings/3-man-chess-moat-d");
    assert!(capture.contains("A piece may cross an open moat and capture across it."), "{capture}");
    assert!(capture.contains(no_king), "{capture}");
    let moved = text("readings/3-man-chess-moved-piece");
    let sentence = "A piece may cross an open moat, but not to capture. Such a move may not give check with the piece that crosses.";
    assert!(moved.contains(sentence), "{moved}");
    let hunted = text("readings/3-man-chess-kings-hunted");
    assert!(hunted.contains("A piece may cross an open moat, but not to capture."), "{hunted}");
    assert!(!hunted.contains("attacks a king across a moat"), "{hunted}");
    // Only checks may cross the closed wall, and everything the open one, which needs no sentence.
    let wall = text("mechanisms/drawbridge");
    assert!(wall.contains("A piece may cross an open wall and capture across it."), "{wall}");
    assert!(!wall.contains("attacks a king across") && !wall.contains("attack kings across"), "{wall}");
    // Without a list of stopped moves, the details have nothing to refer to.
    let moves = text("readings/3-man-chess-moat-b");
    assert!(!moves.contains("The same paths count") && !moves.contains("listed above"), "{moves}");
    // A move across a moat that only stops captures is not forbidden.
    let bridged = text("mechanisms/bridged-from-the-start");
    assert!(bridged.contains("WHh1 to BLb2 crosses a moat. WHh2 to BLb3"), "{bridged}");
}

/// The caption names what the moat forbids to the move of the picture, and nothing else.
#[test]
fn a_caption_about_an_open_barrier_says_what_is_forbidden() {
    let text = |slug: &str| {
        let text = illustrated(&loaded(slug).definition, &loaded(slug).variant).text();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for slug in ["3-man-chess", "readings/3-man-chess-kings-hunted"] {
        let text = text(slug);
        assert!(text.contains(" is open, but no piece may capture across it."), "{text}");
    }
}

/// Rules that no shipped game has: the parent, the headers, a sentence, and a phrase that would be false.
#[test]
fn sentences_of_rare_rules_are_true() {
    let veteran = |set: &str| {
        format!(
            "[tag.veteran]\npieces = [\"knight\"]\nset = {set}\n[ban.rest]\nmove = {{ piece = {{ tag = \"veteran\" }} }}\n"
        )
    };
    for (parent, headers, wanted, unwanted) in [
        (
            "chess",
            veteran("{ captures = {} }"),
            "A knight that has already captured a piece may not move.",
            "A piece that has already captured",
        ),
        (
            "chess",
            veteran("{ piece = { at = { zone = \"second-rank\", of = \"owner\" } } }"),
            "A knight that is veteran may not move.",
            "is one that moves",
        ),
        (
            "chess",
            "[pool.hand]\nholds = \"others-pieces-captured\"\n[drop]\npieces = [\"rook\"]\npool = \"hand\"\ninto = [\"queen\"]\n\
             most-on-file = 2\n"
                .to_owned(),
            "a player may have at most two queens on the file.",
            "two rooks on the file",
        ),
        (
            "chess",
            "[turns]\norder = [\"white\", \"black\"]\npassing = \"allowed\"\n[counter.calm]\nwhen = { passed = \"no\" }\n[outcome.calm]\nwhen = { counter = { name = \
             \"calm\", of = \"living\", at-least = 9 } }\nthen = \"end\"\npoints = { victim = 1, others = 0 }\nsettled = \"after-move\"\n"
                .to_owned(),
            "A turn of the player counts if the player does not pass. ",
            "does not pass after it",
        ),
        (
            "chess",
            "[outcome.lead]\nwhen = { points = { of = \"living\", at-least = 2 } }\nthen = \"end\"\npoints = { victim = 1, others = 0 }\n\
             settled = \"after-move\"\n"
                .to_owned(),
            "if a player has at least 2 points (lead): that player scores 1 point",
            "(lead): the opponent scores",
        ),
        (
            "osullivan",
            "[outcome.checkmate]\nextends = \"checkmate\"\npoints = { others = 1 }\n".to_owned(),
            "The player with the most points wins. Players with equal points tie.",
            "The last player in play wins",
        ),
        (
            "mechanisms/order-by-vote",
            String::new(),
            "is a vote against it. The offer is declined as soon as a majority is out of reach.",
            "Saying no declines the offer",
        ),
    ] {
        let loaded = threefold::load_text("x.toml", &child(parent, &headers)).unwrap_or_else(|it| panic!("{headers}\n{it}"));
        let text = rulebook(&loaded.definition, &loaded.variant).markdown();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(wanted), "{parent} lacks: {wanted}\n{text}");
        assert!(!text.contains(unwanted), "{parent} has: {unwanted}\n{text}");
    }
}

/// A caption names the pieces that attack the squares around a king only if they alone do. In Trichess it matters which
/// opponents give a checkmate, and other pictures show that.
#[test]
fn pictures_of_a_checkmate_name_the_pieces_that_give_it() {
    let text = |slug: &str| {
        let text = illustrated(&loaded(slug).definition, &loaded(slug).variant).text();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for slug in ["3-man-chess", "osullivan", "gallery/triad"] {
        assert_eq!(text(slug).matches("Checkmate by two opponents. It is White's turn.").count(), 1, "{slug}");
    }
    let trichess = text("trichess");
    assert!(!trichess.contains("Checkmate by two opponents"));
    // Another player has moved since the double step that is captured.
    assert!(trichess.contains("> earlier move < from here"), "{trichess}");
    // Here the third player's queen guards some of the squares.
    let osullivan = text("osullivan");
    assert!(osullivan.contains("has no way out: the marked squares are attacked. But Black moves"), "{osullivan}");
    assert!(
        text("3-man-chess")
            .contains("are attacked by this rook or by the rook on WHf2. Square WHc1 is attacked through the king.")
    );
}

/// The protection of another player's land never concerns a capture en passant, so only the owner's rule mentions it.
#[test]
fn only_the_owners_land_protects_a_pawn_from_en_passant() {
    let loaded = loaded("readings/trichess-land-protected");
    let text = rulebook(&loaded.definition, &loaded.variant).text();
    assert_eq!(
        text.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .matches("it also forbids capturing it en passant")
            .count(),
        1
    );
}

/// What the sentences promise, in positions.
#[test]
fn the_sentences_on_readings_are_true() {
    let is_legal = |slug: &str, position: &str, mv: &str| {
        let variant = &loaded(slug).variant;
        let position = parse_position(variant, position).unwrap_or_else(|it| panic!("{slug}: {it}"));
        let mv = threefold::notation::moves::parse_move(&position, mv).unwrap_or_else(|it| panic!("{slug}: {it:?}"));
        position.is_legal(mv)
    };
    let pinned = "w:KWHd1,RWHd2 g:RWHd5,KGRd2,RGRf1 b:KBLd1 turn=w";
    assert!(is_legal("3-man-chess", pinned, "WHd2-GRd2"), "an army without its king pins nothing");
    assert!(!is_legal("readings/3-man-chess-captured-army-attacks", pinned, "WHd2-GRd2"));
    let after = |lost: &str| format!("w:Ka1,Rh4 r:Kj12,Ph9 b:Kb6 turn=w captured=r:{lost};w:P");
    assert!(!is_legal("readings/trichess-compared-after", &after("N"), "h4-h9"));
    assert!(is_legal("trichess", &after("N"), "h4-h9"));
}
