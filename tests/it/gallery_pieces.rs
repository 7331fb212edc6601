//! What the rules of the gallery say about pieces, moves and pictures: sentences that were missing, false or contradictory.
//!
//! Input: `variants/`. Output: a verdict. The expected sentences are written by hand.

use super::support::loaded;
use threefold::english::illustrated;

/// For each rulebook: phrases that its rules and captions must contain, and phrases that they must not.
const SAYS: &[(&str, &[&str], &[&str])] = &[
    (
        "gallery/three-man",
        &[
            "At the center, a diagonal line goes on to the other side.",
            "A diagonal line that runs into the center splits, but the light fork and the dark fork close parts of it. For \
             example, a bishop that comes from f3 through e4 may go on only to i5 and then j6.",
            "White's pawn goes e2, e3, e4, then e9, where it becomes an arrow pawn.",
            "White's arrow pawn moves from h11 to h12 and becomes a queen.",
            "White's arrow pawn moves from k11 to l11 and becomes a queen.",
            "White's arrow pawn on k7 can still capture it en passant by moving to l6.",
        ],
        &["splits in two", "Some diagonal lines split", "e9, e10, e11", "White's pawn on", ": dark fork"],
    ),
    (
        "gallery/sannin",
        &[
            "Forward is the direction from a3 to b5 for White, from c13 to e12 for Red and from k5 to i4 for Black. It runs \
             through a corner of each cell, so two straight steps (like a rook's) lead forward: from a3 to a4 or b4.",
            "The second letter of a piece names its kind: K king,",
        ],
        &["For pawns, forward"],
    ),
    (
        "gallery/duck",
        &["Duck (D): it belongs to no player. See the special rule “Ducks”."],
        &["it does not move", "A move without a possible placement"],
    ),
    (
        "gallery/xiangqi",
        &["So the two generals may not face each other on a file with only empty squares between them."],
        &["+ in check"],
    ),
    (
        "gallery/mad-threeparty",
        &[
            "A king or a starred king may not move or be dropped if the player has at most six queens, rooks, bishops and \
             knights on the board.",
            "A player drops pieces from their hand, which is their pool of pieces: they put one at a time on an empty square. A \
             player who can make such a drop must make one before any other move.",
            "A player attacks only the starred king of the next player and the king of the previous player. To the other \
             kings, that player's pieces are harmless: they give no check.",
            "you need the board and a king, a queen,",
            "A capture restarts the count of rounds.",
            "There are no pawns.",
        ],
        &["left in all", "may drop a piece", "pawn move"],
    ),
    ("gallery/triad", &["Knight (N): it moves by a leap of two straight steps and one to the side"], &[]),
    (
        "gallery/antichess",
        &["The king is an ordinary piece: it can be captured like any other, and it is never in check."],
        &[],
    ),
    (
        "gallery/janggi",
        &[
            "These diagonal steps are free: d1-e2, f1-e2,",
            "The gap between lines lies across all others.",
            "It may jump over any piece but a cannon.",
        ],
        &["all diagonal steps except", "guard may not move from a1"],
    ),
    (
        "gallery/seirawan",
        &[
            "When a king, a queen, a rook, a bishop or a knight leaves its square, a piece can enter from the hand on that square.",
        ],
        &["A piece that promotes with its move"],
    ),
    (
        "gallery/amazons",
        &["Straight step: a step across an edge of a square"],
        &["A move without a possible placement", "Forward is from"],
    ),
    (
        "gallery/ataxx",
        &[
            "those one straight or diagonal step away from that square",
            "only one straight or diagonal step from a piece",
        ],
        &[],
    ),
    (
        "gallery/tri-chess",
        &[
            "a hexagon with six triangles along each side, but some triangles are missing",
            "There are new pieces: cardinal and chancellor.",
            "There are no queens.",
        ],
        &["some squares are missing"],
    ),
];

#[test]
fn the_rules_say_what_their_pieces_do() {
    let mut wrong = String::new();
    for (name, wanted, unwanted) in SAYS {
        let loaded = loaded(name);
        let text = illustrated(&loaded.definition, &loaded.variant).text();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let lacks = wanted.iter().filter(|it| !text.contains(**it)).map(|it| format!("{name} lacks: {it}\n"));
        wrong.extend(lacks);
        wrong.extend(unwanted.iter().filter(|it| text.contains(**it)).map(|it| format!("{name} has: {it}\n")));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn pictures_show_the_duck_and_no_needless_check() {
    let pictures = |name: &str| {
        let loaded = loaded(name);
        illustrated(&loaded.definition, &loaded.variant).text()
    };
    let duck = pictures("gallery/duck");
    let lines: Vec<&str> = duck.lines().filter(|it| it.contains("!wP") || it.contains("!wR")).collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    let has_duck = |it: &&str| it.contains("5 ") && it.split_whitespace().any(|it| it == "D");
    assert_eq!(duck.lines().filter(has_duck).count(), 3, "{duck}");
}
