//! One mistake is one finding, and its place is that of the mistake.
//!
//! Input: shipped rulebooks with one line replaced. Output: the only error: its code, its line and its words.

use threefold::catalog;

use super::books::errors;

/// The rulebook, a line of it, what replaces the line, and the code and some words of the only error.
const MISTAKES: &[(&str, &str, &str, &str, &str)] = &[
    // Lists and tables that are not closed.
    (
        "chess",
        "extends = [\"parts/chess-pieces\"]",
        "extends = [\"parts/chess-pieces\"",
        "bad-toml",
        "this list is not closed",
    ),
    ("chess", "king   = [\"e1\"]", "king   = [\"e1\"", "bad-toml", "this list is not closed"),
    ("trichess", "extends = [", "extends = [[", "bad-toml", "this list is not closed"),
    ("chess", "king   = [\"e1\"]", "king   = [\"e1\"}", "bad-toml", "a brace cannot close a list"),
    ("3-man-chess", "on     = { zone", "on     = [{ zone", "bad-toml", "this list is not closed"),
    // A value that is not TOML.
    ("chess", "seats = \"alike\"", "seats = none", "bad-toml", "write `\"none\"`"),
    ("chess", "seats = \"alike\"", "seats = alike = 1", "bad-toml", "write a table in braces: `{ alike = 1 }`"),
    ("chess", "at    = \"https:", "at    = \"C:\\chess", "bad-toml", "`\\\\` for one backslash"),
    ("chess", "[castling.king-side]", "[castling.king:side]", "bad-toml", "this sign cannot be part of a header"),
    ("chess", "files = 8", "files\u{a0}= 8", "bad-toml", "this is a space of a special kind"),
    // A broken line hides no header after it.
    ("3-man-chess", "source = \"rulebook\"", "source \"rulebook\"", "bad-toml", "a key has no value"),
    ("chess", "ranks = \"8\"", "ranks = 8\"", "bad-toml", "a text has no opening quote"),
    // Names of the catalog, of headers and of pieces.
    ("chess", "parts/chess-pieces", "parts/chess-peices", "unknown-parent", "did you mean"),
    ("chess", "[zone.last-rank]", "[zones.last-rank]", "unknown-header", "did you mean `[zone.last-rank]`?"),
    ("chess", "# Players", "[role]", "unknown-header", "`role` is a key: write it below `[piece.KIND]`"),
    ("chess", "pawn   = [\"a2-h2\"]", "about = \"A game.\"", "misplaced-key", "move this line above"),
    // A misspelled part of a longer header, below a header that has keys of its own.
    ("3-man-chess", "[barrier.moat.closed]", "[barrier.moat.closde]", "unknown-header", "did you mean `closed`?"),
    // What a header lacks is the value of its misspelled key.
    ("chess", "extends = [\"parts", "extend = [\"parts", "unknown-key", "did you mean `extends`?"),
    ("chess", "files = 8", "file = 8", "unknown-key", "did you mean `files`?"),
    ("chess", "form  = ", "for   = ", "unknown-key", "did you mean `form`?"),
    ("chess", "letter   = \"b\"", "lettr    = \"b\"", "unknown-key", "did you mean `letter`?"),
    ("3-man-chess", "faces    = ", "fces     = ", "unknown-key", "did you mean `faces`?"),
    ("3-man-chess", "choice = \"listed\"\ninto", "choice = \"listed\"\nint ", "unknown-key", "did you mean `into`?"),
    ("3-man-chess", "on     = { zone", "onn    = { zone", "unknown-key", "did you mean `on`?"),
];

#[test]
fn one_mistake_is_one_finding() {
    for (slug, line, wrong, code, words) in MISTAKES {
        let text = catalog::find(slug).expect("a shipped rulebook").text;
        let at = text.find(line).unwrap_or_else(|| panic!("{slug} has no line `{line}`"));
        let found = errors(&text.replacen(line, wrong, 1));
        assert_eq!(found.matches("error[").count(), 1, "{slug}: {wrong}\n{found}");
        assert!(found.contains(&format!("error[{code}]")) && found.contains(words), "{slug}: {wrong}\n{found}");
        // The mistake is on the last line of what was replaced.
        let row = text[..at].matches('\n').count() + line.matches('\n').count() + 1;
        assert!(found.contains(&format!("x.toml:{row}:")), "{slug}: line {row}\n{found}");
    }
}

#[test]
fn mistakes_that_had_no_error() {
    use super::books::{child, fails};
    let castling = "[castling.king-side]\nextends = \"king-side\"\ntext = \"e2-e4\"\n";
    fails("chess", castling, "bad-castling", "could be the text of a move to `e");
    fails(
        "3-man-chess",
        "[elimination]\nextends = \"elimination\"\nsource = \"nonesuch\"\n",
        "unknown-name",
        "`nonesuch`",
    );
    fails("chess", "[piece.knigt]\nvalue = 3\n", "missing-key", "did you mean `[piece.knight]`?");
    let empty = errors(&child("chess", "[check]\nextends = \"check\"\nsource = \"\"\n"));
    assert!(empty.contains("error[bad-name]: a name is missing"), "{empty}");
    let kings = errors(&child("3-man-chess", "[setup]\nqueen = [\"WHe1\"]\n"));
    assert_eq!(kings.matches("error[bad-kings]").count(), 1, "{kings}");
}
