//! Sentences for players: they contain no identifiers of the file, and each shipped game states
//! what its players must know.
//!
//! Input: `variants/`. Output: a verdict. The required sentences are written by hand.

use super::support::loaded;
use threefold::catalog;
use threefold::english::rulebook;
use threefold::game::Game;
use threefold::notation::sentence::{barrier_sentence, ending_sentence};
use threefold::rulebook::{ClaimId, OutcomeId, Rulebook};
use threefold::rules::{Ending, EndingCause};

/// Returns the names in the file that are not English words: those with a hyphen or a dot.
fn identifiers(book: &Rulebook) -> Vec<String> {
    let outcomes = book.outcomes().iter().map(|it| (it.name().to_owned(), it.label().to_owned()));
    let claims = book.claims().iter().map(|it| (it.name().to_owned(), it.label().to_owned()));
    let bans = book.bans().iter().map(|it| (it.name().to_owned(), it.label().to_owned()));
    let barriers = book.barrier_instances().iter().map(|it| (it.name().to_owned(), it.label().to_owned()));
    let all = outcomes.chain(claims).chain(bans).chain(barriers);
    all.filter(|it| it.0.contains(['-', '.']) && !it.1.contains(&it.0)).map(|it| it.0).collect()
}

#[track_caller]
fn reads_well(slug: &str, sentence: &str, identifiers: &[String]) {
    assert!(!sentence.trim().is_empty(), "{slug}");
    assert!(!sentence.contains(['`', '{', '}']), "{slug}: {sentence}");
    for name in identifiers {
        assert!(!sentence.contains(name.as_str()), "{slug}: `{name}` in: {sentence}");
    }
    let words: Vec<String> = sentence
        .split_whitespace()
        .map(|it| it.trim_matches(|it: char| !it.is_alphanumeric()).to_lowercase())
        .collect();
    let twice = words.windows(2).find(|it| it[0] == it[1] && !it[0].is_empty() && it[0].parse::<f64>().is_err());
    assert!(twice.is_none(), "{slug}: {twice:?} in: {sentence}");
}

#[test]
fn no_identifier_reaches_a_sentence() {
    let mut seen = 0;
    for shipped in catalog::games() {
        let slug = shipped.slug.as_str();
        let loaded = loaded(slug);
        let book = loaded.variant.rulebook();
        let names = identifiers(book);
        for instance in book.barrier_instances() {
            for open in [false, true] {
                reads_well(slug, &barrier_sentence(instance, open), &names);
            }
        }
        let Some(start) = Game::new(&loaded.variant) else { continue };
        let seats: Vec<_> = book.seat_ids().collect();
        let outcomes = (0..book.outcomes().len()).map(|it| EndingCause::Outcome(OutcomeId(it as u8)));
        let claims = (0..book.claims().len()).map(|it| EndingCause::Claim(ClaimId(it as u8)));
        for cause in outcomes.chain(claims) {
            let named = matches!(cause, EndingCause::Claim(it) if book.claims()[usize::from(it.0)].names_winner());
            for mating_player in [None, Some(seats[1])].into_iter().filter(|it| !named || it.is_some()) {
                let ending = Ending { cause, mover: seats[0], victim: Some(seats[0]), mating_player };
                reads_well(slug, &ending_sentence(start.position(), ending), &names);
                seen += 1;
            }
        }
        for seat in &seats {
            for offer in start.offers(*seat) {
                reads_well(slug, &offer.label, &names);
                reads_well(slug, &offer.sentence, &names);
                let mut game = start.clone();
                game.perform(&offer.text).unwrap_or_else(|it| panic!("{slug}: {}: {it}", offer.text));
                assert_eq!(game.act_sentence(0), offer.sentence, "{slug}");
                if let Some(pending) = game.pending_sentence() {
                    reads_well(slug, &pending, &names);
                    assert!(pending.starts_with(&offer.sentence), "{slug}: {pending}");
                    let who = game.pending().map(|it| it.waiting.clone()).unwrap_or_default();
                    for seat in who {
                        // A majority may be complete before all have answered.
                        if game.pending().is_none() {
                            break;
                        }
                        game.answer(seat, true).unwrap_or_else(|it| panic!("{slug}: {it}"));
                        reads_well(slug, &game.act_sentence(game.played().len() - 1), &names);
                    }
                }
                if let Some(ending) = game.outcome() {
                    reads_well(slug, &ending_sentence(game.position(), ending), &names);
                }
                seen += 1;
            }
        }
    }
    assert!(seen > 500, "{seen}");
}

/// For each game: sentences that its rules must contain, and phrases that they must not.
const RULES: &[(&str, &[&str], &[&str])] = &[
    (
        "gallery/makruk",
        &[
            "It counts only while no player has a pawn left.",
            "A pawn that reaches its owner's promotion ranks promotes.",
        ],
        &["every player has no", "promotion rank is"],
    ),
    (
        "gallery/glinski",
        &[
            "But there are six straight directions, across the edges of a cell, for rooks, queens and kings; and six diagonal ones, across its corners, for bishops, queens and kings.",
        ],
        &[],
    ),
    (
        "gallery/spartan",
        &["A player's last king is never captured. Before that, a king may be captured like any other piece."],
        &["A king is never captured."],
    ),
    (
        "3-man-chess",
        &[
            "A piece may cross an open moat, but not to capture. - After such a move, none of your pieces may check the king of a remaining opponent. - One of your pieces may give check even before your move, because another player moved. For example, Black has just moved a piece away, and now a piece of White attacks Gray's king. Then White may cross a moat only with a move that ends this check. Or White may capture the king instead: see “Capturing a king”.",
            "No piece attacks a king across a moat, whether it is open or closed.",
            "A piece may not cross a closed moat. Diagonal steps",
            "A bishop that starts on WHd6 may go either way: to BLf6 or GRb6.",
            "It may move only along the line of this attack. If another opponent also gives check, the move must end that check, too. - There is one exception for a pinned piece: it may capture the king of the player who pins it, because an army without its king gives no check. - A pinned piece still gives check and guards squares. For example, Black pins a piece of \
             White that attacks Gray's king. Gray must answer the check, although the pinned piece may not capture Gray's king.",
            "White moves first, then Gray, then Black: clockwise around the board.",
            "There are three moats: borders on rank 1 between files WHh and BLa, between files WHa and GRh and between files \
             GRa and BLh.",
            "There are three creeks between the same files as the moats, on ranks 2 and 3.",
            "All other pieces may cross creeks and capture across them.",
            "If two opponents check you, one move must end both checks.",
            "Black may end this check, for example by capturing the checking piece, but does not have to. If Black checks White, White answers at once.",
            "A knight move from one section to another crosses a moat if it starts or ends on rank 1, whatever path it takes. For example, WHh1 to BLb2 crosses a moat, so a closed moat stops it. WHh2 to BLb3 crosses none, so it is allowed.",
            "A pawn that reaches the rim promotes. This may be in any section.",
            "From WH: rook BLe BLf BLg BLh GRa GRb GRc GRd From WH: bishop, clockwise BLc BLd",
            "When a player is eliminated, their pieces stay on the board as obstacles. They cannot move, give check or \
             protect other pieces, but they can be captured.",
            "An eliminated player's turn is skipped.",
            "Going all the way around to the same square is not a move.",
            "Sometimes a rook, bishop or queen can reach a square along several lines, such as both ways around the ring. If a moat blocks one line, the piece may take another one.",
            "In each player's section: king d1 to b1 with rook a1 to c1 (O-O)",
            "A player is eliminated if they are checkmated or their king is captured, or if they are stalemated while all three players are in play. The last player in play wins. White moves first",
            "Neither the king nor the rook may have moved. All squares between the king and the rook must be empty.",
            "The king may not castle out of check. It may not pass through or end on a square that any opponent attacks.",
            "A piece may not cross a moat until it opens; even then, it may not capture across it, and after the move none of your pieces may check an opponent. See the special rule “Moats”. - A pawn may not capture across a creek until it has crossed the center. See the special rule “Creeks”. -",
            "keeps its direction around the ring, clockwise (toward file a of a section) or counterclockwise (toward file h).",
            "To see where it comes out, take the last square before it crosses, and find where a rook would come out from there. Then count two more files around the ring in the direction of the bishop, if necessary into the next section.",
            "While it is closed, the moat between White and Black stops these knight moves, in both directions: WHh1-BLa3, \
             WHh1-BLb2, WHg1-BLa2, BLb1-WHh2, BLa1-WHh3 and BLa1-WHg2.",
            "At the start of the game all moats are closed. A piece may not cross",
            "Both moats beside a player open when that player is eliminated. They also open as soon as that player has no piece of their own left on rank 1 of their section. The king counts as a piece here. An opponent can cause this by capturing the \
             last piece there.",
            "The move that opens a moat may not also cross it. For example, while the moat is closed, White's last piece on rank 1 may not move from WHh1 to BLa1. From the next move on, every player may cross it.",
            "A pawn that has not crossed the center may not capture across a creek, and does not give check across it.",
            "A king is in check while a piece of any remaining opponent attacks it. A player may not put or leave their own king in check. An attack by any opponent counts, no matter who moves next. - If two opponents check you, one move must end both checks. If no move does, you are checkmated, even if you could end either check alone. - If Gray checks White, Black moves before White can answer. Black may end this check, for example by capturing the checking piece, but does not have to. If Black checks White, White answers at once.",
            "For example, a rook on WHd6 comes out on BLh6. So a bishop that reaches WHd6 clockwise comes out on BLf6, and one that reaches it counterclockwise comes out on GRb6. - Examples: clockwise WHe5, WHd6, then BLf6, BLe5; or counterclockwise WHc5, WHd6, then GRb6, GRc5.",
            "Only a pawn that has crossed the center can do this: any other pawn would have to cross a creek to capture en passant, as from WHh2 to BLa3. A capture en passant must be made \
             on the very next move.",
            "If a player is eliminated, the others play on.",
            "A pawn that has crossed the center may capture across creeks, so mark such pawns when they cross, for example with a coin. Such a pawn now moves toward the rim. It still may not capture across a moat: from GRa2 it may not capture on BLh1.",
            "The moats beside that player open.",
        ],
        &["files 24 and 1", "may resign", "Forbidden moves"],
    ),
    (
        "trichess",
        &[
            "A king is never captured.",
            "may not put or leave their own king in check",
            "White moves first, then Red, then Black: counterclockwise around the board.",
            "the file stays the same: rank 4 meets rank 5 on files a to d,",
            "You may not make a move after which the next player attacks the previous player's king. For example, White may not make a move after which Red attacks Black's king: Red would move next, before Black could answer this check. So White may not open a line from a piece of Red to Black's king.",
            "Only attacks by the next player matter. You yourself may check either opponent. White may also open a line from a piece of Black to Red's king:",
            "The first checkmate ends the game for all three players. Usually",
            "A knight may take two straight steps (like a rook), then one to the left or right; or one straight step, then two to the left or right. Across the edges of the blocks, the two ways can lead to different squares.",
            "A knight on e4 reaches ten squares, six of them across the edge of its block: f10, i10, g9, j9, d6 and c5. Two steps, then one to the side: e4-e9-e10-f10, e4-e9-e10-i10, e4-f4-g4-g9 and e4-d4-c4-c5. One step, then two to the side: e4-e9-i9-j9 and e4-d4-d5-d6.",
            "A checked player does not always move next: if Red checks White, Black moves before White can answer.",
            "After a capture on i10, it goes on to i11.",
            "A rank stays in its block: rank 4 runs from a4 to h4.",
            "Every checkmate ends the game. The points depend on whose attacks are enough for the checkmate. For example, suppose that White is checkmated. Answer two questions:",
            "The answers decide the kind of checkmate: Kind Which attacks are enough Points Double checkmate each opponent's attacks alone",
            "if Red has lost 3 and White has lost 0, White may not capture Red's pieces on ranks 9 to 12, unless the exception applies.",
            "- Shield: you may not make a move after which the next player attacks the previous player's king (White may not make a move after which Red attacks Black's king). -",
            "you may not capture a piece in its owner's territory (the owner's block of the board) if",
            "Pieces whose attacks do not count are only obstacles: they block squares and can be captured, but they give no check, guard nothing and pin nothing.",
            "Titles: after a game, each player has a title for their points: 0 serf, 1 vassal, 2 knight or 3 lord. Titles have no effect on play.",
            "In its owner's block, a pawn moves away from its owner's first rank. In any other block, it moves toward the first rank of that block.",
            "than you have lost. The ban does not apply if, after the capture, you attack that player's king with any of your pieces. - White's territory",
            "White's first rank is rank 1, Red's rank 12 and Black's rank 8. - The new piece appears on the promotion square.",
            "A king does not shield the squares behind it from an attack along a line: the attack goes through the king.",
            "Block Files, from that player's left to right Ranks, from that player's first White's a b c d e f g h 1 to 4 Red's h g f e i j k l 12 to 9 Black's l k j i d c b a 8 to 5",
            "A pawn that stays a pawn can never move again, even if its owner loses another piece later.",
            "Its other diagonal would cross the center, so it has only this one capture.",
            "So where this rule forbids its capture, it also forbids capturing it en passant.",
            "The player with the most points wins. Players with equal points tie.",
            "Would White still be checkmated, that is, in check and without a legal move? If so, Red's attacks are enough alone.",
            "Likewise, Red may not make a move after which Black attacks White's king, and Black may not make one after which White attacks Red's king.",
            "Now count only the attacks of Black. Would White still be checkmated? If so, Black's attacks are enough alone.",
            "A move that the special rule “Non-aggression” or “Shield” forbids in the game stays forbidden. “Shield” is judged as in the game, with the attacks of all players. For example, White may not answer with a move after which Red attacks Black's king, not even in the question about Black. The answers decide the kind of checkmate:",
            "promotes if its owner has a captured piece that is not a pawn: they choose such a piece and exchange the pawn for it. Otherwise it stays a pawn and never moves again. A player's captured pieces lie in front of that player.",
            "It attacks nothing, so it gives no check and guards no square.",
            "file e runs through White's and Red's blocks.",
            "Allied mate only the attacks of both 2 points each for the",
            "In the ending “allied mate”, no opponent's attacks are enough alone, so the checkmated player scores, too. The player who moved just before the checkmate scores less: that player caused it or did not prevent it.",
            "a player who has just moved attacks both other kings (checkfate): that player scores 3 points",
            "you attack that player's king with any of your pieces",
            "on their next turn. The pawn must still be in place, and the square that it passed must be empty.",
        ],
        &[
            "eliminated player",
            "three players are still in play",
            "captures a king",
            "may resign",
            "the victim attacks",
            "also holds for a capture en passant: the square",
        ],
    ),
    (
        "osullivan",
        &[
            "which moves like a pawn. These center pawns may not capture each other, with two exceptions.",
            "There are two center pawns: Red's starts on e2 and Black's on d2. A center pawn may not capture the other one, except in two cases: (a) the captured pawn is on ranks 5 to 7; (b) the capturing pawn has already captured a piece across the line between files d and e. - Case (a): for example, Red's center pawn may capture from e4 to d5, but not from e3 to d4.",
            "Case (b): for example, once Red's center pawn has captured from e2 to d3, it may capture the other on any square (never en passant). Mark a center pawn as soon as it captures across this line, for example with a coin.",
            "The square c8 must be empty. The king may not castle out of check. The king may not end on a square that any opponent attacks.",
            "Your move may open an attack by one opponent on another opponent's king. That king is then in check, although the attacking player did not move.",
            "Only knights may cross the wall between d1 and e1.",
            "Red can make a double step only from e2 and Black only from d2.",
            "These squares are missing: a7, a8, h7 and h8. Knights may jump over them.",
            "Red's and Black's center pawns can never capture each other en passant.",
            "Pawns move forward: from b7 to b6 for White,",
            "On a6 and h6, no square is ahead of Red's and Black's pawns. They do not promote there. They can only capture: from a6 on b7, from h6 on g7.",
            "rank 7 for White, e2 for Red and d2 for Black.",
            "That player is eliminated.",
        ],
        &["while its army attacks", "three players are still in play", "capturing center pawn is on ranks"],
    ),
    (
        "three-player-chess",
        &[
            "Saying no declines the offer, and so does making a move before answering it. The player who made the offer may move while the others still consider it: the offer stays open until",
            "So if Red and Black both attack White's king, Red gives checkmate.",
            "White moves before Red can answer. So the game ends at once: White 1, Black 1/2, Red 0.",
            "For example, a bishop that comes from f3 through e4 may go on to i9 and then j10, or to d5 and then c6, but not to i5 straight across. A bishop that comes from d3 goes on only to f9, because its line does not run into the center. A piece on e9, i5 or d4 does not block this bishop.",
            "already attacks the next player's king (exposed king), you win.",
            "From e3, one square farther back, a knight reaches three squares across the edges of the blocks: f9 (e3-e4-e9-f9), i9 (e3-e4-e9-i9) and d5 (e3-d3-d4-d5).",
            "capture on f9, i9 or d5: at the center, its diagonal splits.",
            "So the letters of a block do not always follow the alphabet: Red's files are h g f e i j k l.",
            "The first checkmate ends the game for all three players",
            "If your turn begins and one of your pieces already attacks the next player's king, this king is exposed. Then you win at once, even if you are in check and have no legal move. This happens if the previous player moves away a piece that blocked yours.",
        ],
        &["is eliminated if", "eliminated player", "while its army attacks", "Forbidden moves"],
    ),
    (
        "shogi",
        &[
            "that enters, leaves or moves inside its owner's promotion ranks may promote.",
            "A pawn becomes a tokin; a lance becomes a promoted lance; ",
            "must promote where it could never move again.",
            "at most one pawn on the file",
        ],
        &["eliminat", "barriers", "next turn"],
    ),
    (
        "points-on-the-cross",
        &[
            "The player with the most points wins. Players with equal points tie.",
            "A player is eliminated if they are checkmated or their king is captured, or if they are stalemated. The game ends when only one player is still in play.",
        ],
        &["scores 0 points"],
    ),
    ("race-to-ten-points", &["The player with the most points wins.", "a player has at least 10 points"], &["to win."]),
    (
        "yalta",
        &[
            "After a resignation, nobody takes over the pieces: they stay as obstacles, and can be captured.",
            "all of these match: the pieces and their squares, their directions, the player to move,",
        ],
        &["nobody takes them over"],
    ),
    ("atomic", &["Checkmate the opposing king, or destroy it in an explosion, to win."], &[]),
    ("crazyhouse", &["A pawn may be dropped only on ranks 2 to 7."], &["pawn drops"]),
    ("seirawan", &["A hawk or an elephant can enter."], &["dropped"]),
    ("kyoto-shogi", &["promotes with every move."], &["everywhere"]),
    ("pocket-knight", &["Captured pieces leave the game."], &["are kept"]),
    ("tori-shogi", &["at most two swallows on the file", "ranks 6 and 7 and Gote's ranks 1 and 2"], &["may promote"]),
    (
        "xiangqi",
        &[
            "It counts as a king: it can be checked and checkmated.",
            "or by five to nine straight steps forward on one line, if the squares between are empty, only to capture",
            "outside its owner's palace",
            "on its owner's fourth rank may not move to another square there.",
        ],
        &["abroad", "owner's outside"],
    ),
    (
        "chess",
        &[
            "At the request of the player to move, see whether one of these endings has happened: threefold repetition, \
             the fifty-move rule. If several have, only the first one in this list counts.",
            "Promotion is mandatory.",
        ],
        &["eliminat", "barriers", "Forbidden moves", "captures a king", "next turn"],
    ),
];

/// For each game: rows of the table of endings.
const ENDINGS: &[(&str, &str)] = &[
    (
        "trichess",
        "| Double checkmate | each opponent's attacks alone | 2 points for each opponent, 0 for the checkmated player. |",
    ),
    (
        "trichess",
        "| Allied mate | only the attacks of both opponents together | 2 points each for the checkmated player and the \
         next player, 1 for the previous player. If White is checkmated: White 2, Red 2, Black 1.",
    ),
    (
        "3-man-chess",
        "| Checkmate | The player to move has no legal move and is in check. | That player is eliminated. |",
    ),
    (
        "3-man-chess",
        "| Stalemate with two players in play | The player to move has no legal move and is not in check while two \
         players are still in play. | The game ends in a draw. |",
    ),
    (
        "3-man-chess",
        "\nPoints of every draw: 1/2 point for each player still in play, 0 for every eliminated player. For example, if White was eliminated \
         before: Gray 1/2, Black 1/2, White 0; if three players are still in play: White 1/2, Gray 1/2, Black 1/2.\n",
    ),
    ("3-man-chess", "| Last player | Only one player is still in play. | The game ends. 1 point for the last player,"),
    ("trichess", "For example, if Red checkmates White: Red 3, Black 1, White 0. |"),
    (
        "trichess",
        "If White is checkmated: White 2, Red 2, Black 1. If Red is checkmated: Red 2, Black 2, White 1. If Black is \
         checkmated: White 2, Black 2, Red 1. |",
    ),
    (
        "trichess",
        "| Draw by agreement | A player may offer a draw. This is possible at any time, and it does not use a turn. Both other players \
         must agree. | The game ends in a draw. 1 point for every player. |",
    ),
    ("3-man-chess", "\nPoints of every draw: 1/2 point for each player still in play, 0 for every eliminated player."),
    (
        "trichess",
        "attacks the kings of both opponents, with one or several pieces. The moved piece need not be one of them, and it does not matter whether an opponent could answer. The move must be legal, so the special \
         rules “Non-aggression” and “Shield” must allow it. |",
    ),
    ("three-player-chess", "For example, if White resigns in Red's favor: Red 1, Black 1/2, White 0. |"),
    (
        "three-player-chess",
        "| Resignation | A player may offer to resign and name one opponent as the winner. This is possible at any time, and it \
         does not use a turn. Only the opponent who is not named must agree.",
    ),
    (
        "points-on-the-cross",
        "| Checkmate | The player to move has no legal move and is in check. | That player is eliminated. 20 points for the \
         player who moves before the checkmated player. |",
    ),
    (
        "osullivan",
        "| Resignation | A player may resign. This is possible at any time, and it does not use a turn. | That player is eliminated. |",
    ),
    (
        "chess",
        "| Resignation | A player may resign. This is possible at any time, and it does not use a turn. | The game ends. 1 point for the other player,",
    ),
];

#[test]
fn points_are_beside_their_endings() {
    for (slug, row) in ENDINGS {
        let loaded = loaded(slug);
        let text = rulebook(&loaded.definition, &loaded.variant).markdown();
        assert!(text.contains(row), "{slug} lacks: {row}\n{text}");
    }
}

#[test]
fn the_rules_say_what_applies_and_nothing_else() {
    for (slug, wanted, unwanted) in RULES {
        let loaded = loaded(slug);
        let text = rulebook(&loaded.definition, &loaded.variant).text();
        // Hyphens at line ends and line breaks are layout.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for it in *wanted {
            assert!(text.contains(it), "{slug} lacks: {it}\n{text}");
        }
        for it in unwanted.iter().chain(&["`", " whoever", " his ", "the mover has", "for for"]) {
            assert!(!text.contains(it), "{slug} has: {it}\n{text}");
        }
    }
}

/// Designers give pieces any names.
#[test]
fn labels_have_irregular_plurals() {
    let plurals = [
        ("wolf", "wolves"),
        ("old ox", "old oxen"),
        ("fox", "foxes"),
        ("horseman", "horsemen"),
        ("human", "humans"),
        ("lady", "ladies"),
        ("man at arms", "men at arms"),
        ("lady-in-waiting", "ladies-in-waiting"),
    ];
    for (one, many) in plurals {
        let text = format!(
            "name = \"Named\"\nextends = [\"chess\"]\n[piece.knight]\nextends = \"knight\"\nlabel = \"{one}\"\n"
        );
        let loaded = threefold::load_text("named.toml", &text).unwrap_or_else(|it| panic!("{it}"));
        let text = rulebook(&loaded.definition, &loaded.variant).text();
        assert!(text.contains(&format!("{many} ")), "{many}: {text}");
    }
}

/// The sentences add the article themselves: "The moat opens", "a moat".
#[test]
fn labels_may_start_with_an_article() {
    let rules = |label: &str| {
        let text = format!(
            "name = \"Named\"\nextends = [\"3-man-chess\"]\n[barrier.moat]\nextends = \"moat\"\nlabel = \"{label}\"\n\
             [piece.king]\nextends = \"king\"\nlabel = \"{}\"\n",
            label.replace("moat", "emperor")
        );
        let loaded = threefold::load_text("named.toml", &text).unwrap_or_else(|it| panic!("{it}"));
        rulebook(&loaded.definition, &loaded.variant).text()
    };
    let text = rules("moat");
    assert!(text.contains("the emperor") && text.contains("The moat"), "{text}");
    for label in ["the moat", "The moat", " THE  moat."] {
        // The settings at the end show the labels as written.
        let (own, other) = (rules(label), rules("moat"));
        assert!(!own.to_lowercase().contains("the the "), "{own}");
        assert_eq!(own.lines().count(), other.lines().count());
    }
}
