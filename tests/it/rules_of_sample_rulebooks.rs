//! Rules of rulebooks that designers wrote: each one states what its words mean.
//!
//! Input: the texts of rulebooks. Output: a verdict. The required sentences are written by hand.

use threefold::english::rulebook;

/// Rulebooks that designers wrote: what their rules must say, and what they must not say.
const DRAFTS: &[(&str, &[&str], &[&str])] = &[
    (
        "extends = [\"3-man-chess\"]\n[piece.duck]\nletter = \"U\"\nmovement = \"NW\"\nrole = \"piece\"\n\
         [blocker]\npiece = \"duck\"\nplacing = \"same-one\"\nreach = \"by-movement\"\n",
        &[
            "Each move ends with the placement of a duck, which belongs to no player.",
            "Knights may not jump over a closed moat",
        ],
        &["nights and ducks"],
    ),
    (
        "extends = [\"mechanisms/hexagon\"]\n\
         without = [\"outcome.exposed-king\", \"outcome.checkmate\", \"outcome.stalemate\", \"outcome.dead-position\", \
         \"claim.resign-for\"]\n[piece.king]\nletter = \"K\"\nmovement = \"K\"\nrole = \"piece\"\n\
         [check]\nattackers = \"nobody\"\nown-king = \"may-be-left\"\nkings = \"never-captured\"\n\
         [outcome.bare]\nwhen = { count = { of = \"living\", at-most = 0 } }\nthen = \"end\"\nsettled = \"after-move\"\n\
         points = { victim = 1, others = 0 }\n",
        &["The game ends if a player has no piece left"],
        &["A king is never captured", "The game also ends"],
    ),
    (
        "extends = [\"trichess\"]\n[explosion]\nsteps = [\"straight\"]\n[check]\nextends = \"check\"\n\
         kings = \"may-be-captured\"\n[elimination]\narmy = \"inert\"\nking = \"stays\"\n[outcome.king-blown]\n\
         when = { king-captured = \"opponents\" }\nthen = \"end\"\nsettled = \"after-move\"\n\
         points = { mover = \"2 1/3\", others = \"1/3\", victim = 0 }\n",
        &["1/3 for the third player, 0 for the owner of that king"],
        &["1/3 for both other players"],
    ),
    (
        "extends = [\"trichess\"]\n[piece.knight]\nletter = \"N\"\nmovement = \"nN\"\nrole = \"piece\"\n",
        &["A knight on e4 reaches eight squares"],
        &["e4-e9-e10-f10", "can still jump across"],
    ),
    (
        "extends = [\"trichess\"]\n[counter.visits]\nwhen = { moved = { kind = [\"king\"] } }\nstarts = \"pieces-on-board\"\n\
         [outcome.visited]\nwhen = { counter = { name = \"visits\", of = \"mover\", at-least = 20 } }\nthen = \"end\"\n\
         settled = [\"after-move\", \"on-claim\"]\npoints = { mover = 1.5, others = 0.25 }\n",
        &["The game ends."],
        &["The game ends if the player to move asks for it"],
    ),
    (
        "extends = [\"trichess\"]\n[ban.first]\n\
         move = { to = { zone = \"territory\", of = \"previous\" }, piece = { kind = [\"bishop\"] } }\n",
        &["A bishop may not end its move in the territory of the previous player."],
        &["the player after that. After", "territory of the player after that"],
    ),
    (
        "extends = [\"trichess\"]\n[piece.fence]\nletter = \"F\"\nmovement = \"none\"\nrole = \"piece\"\n\
         [blocker]\npiece = \"fence\"\nplacing = \"one-more\"\non = { zone = \"territory\", of = \"owner\" }\n",
        &["It may be placed only in your territory, where the square is empty after the move."],
        &["placed only in its owner's", "Every square"],
    ),
    // The rules about kings name the pieces that they are about.
    (
        "extends = [\"gallery/coregal\"]\n",
        &["The royal pieces are the king and the queen. What these rules say about kings is true of all of them."],
        &[],
    ),
    (
        "extends = [\"gallery/sittuyin\"]\n",
        &["It may not become a general if the player already has one."],
        &["It is not possible if the player already has a general"],
    ),
    // What never happens, what happens after every pass, and where no step leads.
    (
        "extends = [\"chess\"]\n[turns]\nextends = \"turns\"\npassing = \"when-stuck\"\n",
        &["This never happens, because another rule comes first: stalemate."],
        &[],
    ),
    (
        "extends = [\"gallery/breakthrough\"]\nwithout = [\"outcome.blocked\"]\n[outcome.stuck]\n\
         when = { stuck = { who = \"mover\", check = \"either\" } }\nthen = \"pass\"\nsettled = \"turn-start\"\n",
        &["if every player would pass in a row, the game ends"],
        &[],
    ),
    (
        "extends = [\"chess\"]\n[line.fence]\nof = \"board\"\nbetween = [\"a4-c4\", \"a5-c5\"]\n[board.cut.fence]\nline = \"fence\"\n",
        &["No step leads from a4-c4 to a5-c5 or back."],
        &[],
    ),
    // What a file is where the squares have none in their names.
    (
        "extends = [\"gallery/sannin\"]\n[drop.pawn]\nextends = \"pawn\"\nmost-on-file = 1\n",
        &["a player may have at most one pawn on the file. White's files are lines such as"],
        &[],
    ),
    // A counter that counts every move, with one limit that changes something.
    (
        "extends = [\"chess\"]\n[counter.quiet]\nwhen = { moved = {} }\n\
         limits = [{ moves = 40, if = { count = { of = \"opponents\", kind = [\"rook\"], at-least = 1 } } }, { moves = 60 }]\n\
         [outcome.slow]\nwhen = { counter = { name = \"quiet\", of = \"mover\", at-least = 60 } }\nthen = \"end\"\n\
         points = { all = 0.5 }\nsettled = \"turn-start\"\n",
        &["Every move of the player counts.", "- 40 if the opponent has at least one rook"],
        &["is a piece after it", "The first of these that is true applies"],
    ),
    // A first move, a reversal, pieces that capture without moving, and pawns of hexes change what chess players know.
    (
        "extends = [\"gallery/cambodian\"]\n",
        &["the player to move, kings or mets that have not moved and counters."],
        &["the player to move and counters"],
    ),
    (
        "extends = [\"mechanisms/turns-reverse\"]\n",
        &["Another player may move before the player in check can answer."],
        &["moves before White can answer", "White answers at once"],
    ),
    (
        "extends = [\"mechanisms/hexagon-of-six\"]\n",
        &[
            "Pawn (P): it moves by one straight step (like a rook's) forward, without capturing; or by one diagonal step (like a bishop's) forward",
        ],
        &["The pieces move as in chess"],
    ),
    (
        "extends = [\"chess\"]\n[capture]\nwithout-moving = [\"rook\"]\n[explosion]\nimmune = [\"king\", \"rook\"]\n\
         unharmed = [\"king\", \"rook\"]\n",
        &["Kings survive when they capture.", "rooks survive next to an explosion."],
        &["rooks survive when they capture"],
    ),
    (
        "extends = [\"trichess\"]\n[outcome.zed]\n\
         when = { count = { of = \"previous\", kind = [\"queen\"], at-most = 0 }, living = 3 }\nthen = \"end\"\n\
         settled = \"after-move\"\npoints = { victim = 1, third = 2, mover = 3 }\n",
        &["if White does this to Black: White 3, Red 2, Black 1."],
        &["if White does this to Red: White 3, Black 2, Red 1."],
    ),
    (
        "extends = [\"three-player-chess\"]\n[outcome.exposed-king]\nextends = \"exposed-king\"\nthen = \"eliminate\"\n\
         [elimination]\narmy = \"inert\"\nking = \"stays\"\n",
        &["already attacks an opponent's king (exposed king), that player is eliminated."],
        &["you win", "(exposed king), the game ends"],
    ),
];

#[test]
fn the_rules_of_drafts_are_true() {
    for (text, wanted, unwanted) in DRAFTS {
        let text = format!("name = \"Draft\"\n{text}");
        let loaded = threefold::load_text("draft.toml", &text).unwrap_or_else(|it| panic!("{it}"));
        let rules = rulebook(&loaded.definition, &loaded.variant).text();
        let rules = rules.split_whitespace().collect::<Vec<_>>().join(" ");
        for it in *wanted {
            assert!(rules.contains(it), "lacks: {it}\n{text}\n{rules}");
        }
        for it in *unwanted {
            assert!(!rules.contains(it), "has: {it}\n{text}\n{rules}");
        }
    }
}
