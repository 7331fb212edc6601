//! Sentences on goals, endings and counters: each must say what its rulebook does.
//!
//! Input: `variants/`. Output: a verdict. The expected sentences are written by hand.

use super::support::loaded;
use threefold::english::rulebook;

/// For each rulebook: sentences that its rules must contain, and phrases that they must not.
const SAYS: &[(&str, &[&str], &[&str])] = &[
    (
        "gallery/duck",
        &["Capture the opposing king to win. A player also wins if they have no legal move on their turn."],
        &["in a draw when a king is captured"],
    ),
    ("gallery/nocheck-atomic", &["Capture the opposing king to win."], &["in a draw when a king is captured"]),
    (
        "gallery/shatar",
        &[
            "Checkmate the opposing king to win. Some checkmates do not win: the chapter “The end” says which. The game is a \
             draw if a player has only the king left.",
        ],
        &["in a draw when a player is checkmated"],
    ),
    ("gallery/three-way", &["the player who captures it scores 1 point"], &["the player who gives checkmate scores"]),
    ("mechanisms/kings-unguarded", &["the player who captures it scores 1 point"], &["gives checkmate scores"]),
    (
        "gallery/jeson-mor",
        &["A player wins if they have a knight in the center when their turn begins."],
        &["if a player has at least one"],
    ),
    ("mechanisms/kings-return", &["The game ends if a player has at least 3 points (third king)."], &["0 points."]),
    ("mechanisms/race-to-ten-points", &["(ten points): that player scores 20 more points."], &["scores 20 points"]),
    (
        "gallery/atomic",
        &[
            "The player to move has only the king left. This does not apply if the opponent of the player to move has at \
             least one pawn or queen or if the opponent of the player to move has at least three pieces.",
            "the seventy-five-move rule, insufficient material. If several have, only the first one in this list counts.\n",
        ],
        &["no draw for insufficient material", "“The end” says when", "after the move an opponent"],
    ),
    ("gallery/waider", &["A player is frozen while they have no legal move. The last player in play wins."], &[]),
    (
        "mechanisms/frozen-army",
        &["A player is frozen while they are checkmated."],
        &["is eliminated if they are checkmated"],
    ),
    (
        "gallery/janggi",
        &[
            "The player passes and the next player passed on their last turn. This does not apply if Black is at least two \
             points of material behind White.",
            "This happens only if the ending “White not two points ahead” does not apply.",
            "Material is the total value of a player's pieces: chariot 13, soldier 2,",
        ],
        &["count of at least one for"],
    ),
    (
        "gallery/makruk",
        &[
            "The game is a draw if a player has passed the limit of “moves with a bare king”.",
            "Any other move of that player sets it back to zero.",
            "- 8 if the opponent has at least two rooks\n",
            "- 64 otherwise\n",
        ],
        &["higher if", "at any other time"],
    ),
    ("gallery/three-check", &["A player also wins if they have reached a count of three for “checks given”."], &[]),
    ("gallery/sannin", &["and no draw by agreement", "This does not apply if the player has an ally."], &[]),
    ("gallery/tri-chess", &["See whether this event has happened: last player."], &["last player. If several have"]),
    (
        "gallery/ataxx",
        &[
            "A player loses if they have no stone left. If neither player can move, the player with more stones wins.",
            "the next player has fewer stones than the player to move.",
        ],
        &["of material behind"],
    ),
    (
        "gallery/horde",
        &[
            "White wins by checkmating Black's king. A player also loses if they have no piece left.",
            "The opponent of the player who has just moved has no piece left.",
            "the offer stays open until the other player answers",
        ],
        &["an opponent has no piece", "1/2 point for every player"],
    ),
    ("gallery/kinglet", &["A player loses if they have no pawn left."], &["the other player scores 1 point and that"]),
    ("gallery/courier", &["A player also loses if they have only the king left after their move."], &[]),
    ("gallery/amazons", &["A player loses if they have no legal move on their turn."], &[]),
    ("gallery/flipello", &["If neither player can move, the player with more discs wins."], &[]),
    ("mechanisms/king-of-the-hill", &["A player also wins if their king is on the hill."], &[]),
];

/// The rules state the goal, the endings and the counters as the rulebook has them.
#[test]
fn sentences_on_endings_are_true() {
    for (slug, wanted, unwanted) in SAYS {
        let loaded = loaded(slug);
        let text = rulebook(&loaded.definition, &loaded.variant).markdown();
        for it in *wanted {
            assert!(text.contains(it), "{slug} lacks: {it}\n{text}");
        }
        for it in *unwanted {
            assert!(!text.contains(it), "{slug} has: {it}\n{text}");
        }
    }
}
