//! One mistake is one finding, and its place is that of the mistake.
//!
//! Input: shipped rulebooks with one line replaced. Output: the only error: its code, its line and its words.

use threefold::catalog;

use super::rulebook_fixtures::{child, errors, findings};

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
    ("chess", "files = 8", "files: 8", "bad-toml", "a key and its value are joined by a colon"),
    ("chess", "mirror = \"ranks\"", "mirror: [\"ranks\"]", "bad-toml", "a key and its value are joined by a colon"),
    ("chess", "rook   = [\"a1\", \"h1\"]", "rook   = [\"a1\",, \"h1\"]", "bad-toml", "remove one comma"),
    // A header that occurs twice is one mistake, whatever its keys are.
    ("chess", "# The board", "[turns]\norder = [\"white\", \"black\"]\n", "bad-toml", "combine both under one"),
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

/// Lists that the parser cannot read are too deep, as those are that no key accepts.
#[test]
fn lists_that_are_nested_too_deep_have_one_code() {
    for depth in [20, 5_000] {
        let king = format!("[setup]\nking = {}\"e1\"{}\n", "[".repeat(depth), "]".repeat(depth));
        let found = errors(&child("chess", &king));
        assert_eq!((found.matches("error[").count(), found.matches("error[too-deep]").count()), (1, 1), "{found:.300}");
    }
}

#[test]
fn mistakes_that_had_no_error() {
    use super::rulebook_fixtures::fails;
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

/// A game of three players with zones of their own, in which `order` and `seats` are the author's.
fn three(order: &str, seat: &str, zone: &str) -> String {
    let seats = ["white", "black"].map(|it| format!("[seat.{it}]\nletter = \"{}\"\nfaces = \"north\"\n", &it[..1]));
    let zones = ["white", "black", "teal"].map(|it| format!("[zone.camp.{it}]\nfiles = \"5\"\n"));
    format!(
        "name = \"T\"\nextends = [\"parts/chess-pieces\"]\nwithout = [\"double-step\", \"en-passant\", \"promotion\"]\n[turns]\norder = [{order}]\n\
         {}{seat}\nletter = \"t\"\nfaces = \"south\"\n[board]\ncells = \"square\"\nseats = \"differ\"\n\
         [board.patch.main]\nfiles = 8\nranks = 8\n[board.names]\nform = \"file-rank\"\nfiles = \"a-h\"\nranks = \"1-8\"\n\
         [zone.camp]\nof = \"seat\"\n{}\n[setup.white]\nking = [\"a1\"]\n[setup.black]\nking = [\"h1\"]\n\
         [setup.teal]\nking = [\"e8\"]\n[check]\nattackers = \"living-opponents\"\nown-king = \"kept-safe\"\n\
         kings = \"never-captured\"\n[outcome.stuck]\nwhen = {{ stuck = {{ who = \"mover\", check = \"either\" }} }}\n\
         then = \"end\"\nsettled = \"turn-start\"\npoints = {{ mover = 0, others = 1 }}\n",
        seats.concat(),
        zones.concat().replace("[zone.camp.teal]\nfiles = \"5\"", zone),
    )
}

#[test]
fn a_missing_seat_is_one_finding() {
    let order = "\"white\", \"black\", \"teal\"";
    let (seat, zone) = ("[seat.teal]", "[zone.camp.teal]\nfiles = \"5\"");
    assert_eq!(errors(&three(order, seat, zone)), "");
    let files = [
        // The name of the header is misspelled, and so the other places have a name that is unknown.
        (three(order, "[seat.tael]", zone), "did you mean `tael`?"),
        // The name in the order is misspelled: the others are right.
        (three("\"white\", \"black\", \"tael\"", seat, zone), "did you mean `teal`?"),
        // The word of the header is misspelled.
        (three(order, "[seet.teal]", zone), "did you mean `seat`?"),
        // The zone cannot be read, but it is not missing.
        (three(order, seat, "[zone.camp.teal]\nfiles = 5"), "write it in quotes: `\"5\"`"),
    ];
    for (text, help) in files {
        let found = errors(&text);
        assert_eq!(found.matches("error[").count(), 1, "{found}");
        assert!(found.contains(help), "{found}");
    }
    // The one finding shows every place of the name.
    let found = errors(&three(order, "[seat.tael]", zone));
    assert_eq!(found.matches("the same name").count(), 2, "{found}");
}

#[test]
fn one_header_that_several_lines_need_is_one_finding() {
    let eliminates = |name: &str| {
        format!(
            "[outcome.{name}]\nwhen = {{ captured = {{ kind = [\"{name}\"] }} }}\nthen = \"eliminate\"\nsettled = \"after-move\"\n"
        )
    };
    let body = format!("{}{}", eliminates("queen"), eliminates("rook"));
    let found = errors(&child("three-player-chess", &body));
    assert_eq!(found.matches("error[").count(), 1, "{found}");
    let lines = "`[elimination]` with the lines `army = \"inert\"` and `king = \"stays\"`";
    assert!(found.contains(lines), "{found}");
    let followed = format!("{body}[elimination]\narmy = \"inert\"\nking = \"stays\"\n");
    assert_eq!(errors(&child("three-player-chess", &followed)), "");
    // A list of squares belongs to all players of a symmetric board.
    let none = |it: &str| format!("[seat.{it}]\nextends = \"{it}\"\nroyal = \"none\"\n");
    let kingless = ["white", "gray", "black"].map(none).concat();
    let found = errors(&child("3-man-chess", &format!("{kingless}[setup]\nextends = \"setup\"\n")));
    assert_eq!(found.matches("error[bad-kings]").count(), 1, "{found}");
    // After an unknown patch, the symmetry is not said to lack one.
    let patches = "[board.symmetry]\npatches = [\"wite\", \"red\", \"black\"]\n";
    let patches = errors(&child("three-player-chess", patches));
    assert_eq!(patches.matches("error[").count(), 1, "{patches}");
}

#[test]
fn a_zone_whose_owner_is_unknown_is_one_finding() {
    let hill = "[zone.hill]\nsquares = [\"d4\"]\n[outcome.hill]\nwhen = { king-in = { zone = \"hill\" } }\nthen = \"end\"\n\
        settled = \"after-move\"\npoints = { mover = 1, others = 0 }\n";
    for place in ["zone = \"hill\"", "zone = \"hill\", of = \"owner\""] {
        let found = errors(&child("chess", &hill.replace("zone = \"hill\"", place)));
        assert_eq!(found.matches("error[").count(), 1, "{found}");
        assert!(found.contains("[zone.hill] needs the key `of`"), "{found}");
    }
}

/// The lines of `[score]` that a file leaves out are missed there, whatever other headers it replaces.
#[test]
fn missing_points_are_missed_in_the_table_of_points() {
    let body = "[settle]\nturn-start = [\"stalemate\"]\n[score]\nstalemate = { mover = 1, others = 0 }\n";
    let found = findings(&child("three-player-chess", body));
    let points = found.split("\n\n").find(|it| it.contains("no-points")).expect("a warning");
    assert!(points.contains("nobody gets points for them: `draw`, `resign-for`"), "{points}");
    assert!(points.contains("--> x.toml:7:1") && points.contains("add `extends = \"score\"`"), "{points}");
}
