//! Lines that the helps of errors suggest: pasted as they are, they remove the error.
//!
//! Input: small rulebooks with one error, and invalid rulebooks. Output: their errors after the suggested line is in the file.

use super::rulebook_fixtures::{child, errors, findings};
use super::support::root;
use threefold::diagnostic::{Code, Diagnostic};
use threefold::{Input, check};

/// Where the line of a help goes.
enum Paste {
    /// In place of this line.
    Over(&'static str),
    /// After this line.
    After(&'static str),
    /// At the end of the file, with all further lines that the help shows.
    AtEnd,
}

/// A board of one patch with two players, whose pieces stand on it.
const DUEL: &str = "name = \"Duel\"\n[turns]\norder = [\"white\", \"black\"]\n\
    [seat.white]\nletter = \"w\"\nsymmetry = 0\nfaces = \"north\"\n\
    [seat.black]\nletter = \"b\"\nsymmetry = 1\nfaces = \"south\"\n\
    [board]\ncells = \"square\"\nseats = \"alike\"\n[board.symmetry]\nmirror = \"ranks\"\n\
    [board.patch.field]\nfiles = 5\nranks = 6\n\
    [board.names]\nform = \"file-rank\"\nfiles = \"a-e\"\nranks = \"1-6\"\n\
    [piece.king]\nletter = \"K\"\nmovement = \"K\"\nrole = \"royal\"\n\
    [piece.rook]\nletter = \"R\"\nmovement = \"R\"\nrole = \"piece\"\n\
    [setup]\nking = [\"c1\"]\nrook = [\"a1\", \"b1\"]\n\
    [check]\nattackers = \"living-opponents\"\nown-king = \"kept-safe\"\nkings = \"never-captured\"\n\
    [settle]\nturn-start = [\"stuck\"]\n\
    [outcome.stuck]\nwhen = { stuck = { who = \"mover\", check = \"either\" } }\nthen = \"end\"\n\
    [score]\nstuck = { mover = 0, others = 1 }\n";

/// Returns the game of two players without some of its lines, and with others in their place.
fn duel(old: &str, new: &str) -> String {
    assert!(DUEL.contains(old), "{old}");
    DUEL.replacen(old, new, 1)
}

/// Returns the lines and the headers that the help of the first error shows, as a file has them.
fn shown(found: &str) -> Vec<&str> {
    let help = found.split("= help: ").nth(1).expect("a help").split("to change the inherited").next().expect("a text");
    let help = help.split("\n\n").next().expect("one finding");
    let is_line = |it: &&str| it.contains(" = ") || it.starts_with('[') && it.ends_with(']');
    help.split('`').skip(1).step_by(2).filter(is_line).collect()
}

/// Returns a file with the suggested lines in it.
fn pasted(text: &str, lines: &[&str], paste: &Paste) -> String {
    let line = lines.iter().find(|it| it.contains(" = ")).expect("a line");
    match paste {
        Paste::Over(old) => text.replacen(old, line, 1),
        Paste::After(old) => text.replacen(old, &format!("{old}\n{line}"), 1),
        Paste::AtEnd => format!("{text}\n{}\n", lines.join("\n")),
    }
}

#[test]
fn suggested_lines_remove_their_errors() {
    use Paste::{After, AtEnd, Over};
    let ring = |names: &str| child("3-man-chess", &format!("[board.names]\n{names}"));
    let sections = "form = \"section-file-rank\"\nfiles = \"h-a\"\nranks = \"1-6\"";
    let patches = "patches = [\"field\"]";
    let two = "[board.patch.other]\nfiles = 8\nranks = 8\n";
    let rows = "form = \"row-place\"\nfiles = \"1-4\"\nranks = \"a-f\"";
    let pieces = "[setup]\nqueen = [\"d1\"]\nrook = [\"a1\", \"h1\"]\npawn = [\"a2-h2\", \"e1\"]";
    let third = "[seat.gray]\nletter = \"g\"\nsymmetry = 1\nfaces = \"south\"\n[board]";
    let mistakes = [
        (duel("[board]", third), Over("order = [\"white\", \"black\"]")),
        // A symmetry of patches on a board of one patch.
        (duel("mirror = \"ranks\"", patches), Over(patches)),
        (child("3-man-chess", "[board.symmetry]\npatches = [\"ring\"]\n"), Over("patches = [\"ring\"]")),
        (child("mechanisms/triangle", "[board.symmetry]\npatches = [\"field\"]\n"), Over("patches = [\"field\"]")),
        // Sections and labels.
        (ring(sections), After("ranks = \"1-6\"")),
        (ring(&format!("{sections}\nsections = [\"WH\", \"GR\"]")), Over("sections = [\"WH\", \"GR\"]")),
        (duel("form = \"file-rank\"", "form = \"section-file-rank\""), Over("form = \"section-file-rank\"")),
        (child("3-man-chess", "[board.patch.ring]\nfiles = 32\nranks = 6\nshape = \"annulus\"\n"), AtEnd),
        (duel("files = 5", "files = 60"), Over("files = \"a-e\"")),
        (duel("files = \"a-e\"", "files = \"a-c\""), Over("files = \"a-c\"")),
        (child("chess", two), AtEnd),
        (duel("form = \"file-rank\"\nfiles = \"a-e\"\nranks = \"1-6\"", rows), Over("files = \"1-4\"")),
        // A king on a square that is free.
        (child("chess", pieces), After("[setup]")),
        (duel("king = [\"c1\"]\n", ""), After("[setup]")),
        (duel("king = [\"c1\"]\nrook = [\"a1\", \"b1\"]", "rook = [\"a1-e1\", \"a2\", \"c2-e2\"]"), After("[setup]")),
        // Headers that are missing.
        (
            duel(
                "[check]\nattackers = \"living-opponents\"\nown-king = \"kept-safe\"\nkings = \"never-captured\"\n",
                "",
            ),
            AtEnd,
        ),
        (duel("[settle]\nturn-start = [\"stuck\"]\n", ""), After("[outcome.stuck]")),
        (duel("[turns]\norder = [\"white\", \"black\"]\n", ""), AtEnd),
        (duel("[board.names]\nform = \"file-rank\"\nfiles = \"a-e\"\nranks = \"1-6\"\n", ""), AtEnd),
        // A cut for one seat alone.
        (
            duel("[check]", "[line.bank]\nof = \"board\"\nranks = \"1\"\n[board.cut.bank]\nline = \"bank\"\n[check]"),
            Over("of = \"board\""),
        ),
    ];
    for (text, paste) in &mistakes {
        let found = errors(text);
        assert!(found.contains("error["), "{text}");
        let after = errors(&pasted(text, &shown(&found), paste));
        let first = found.lines().next().expect("a message");
        assert!(!after.contains(first) && !after.contains("bad-toml"), "{text}\n{found}\n\nafter it:\n{after}");
    }
}

/// The text of an inherited header names no outcome that the file leaves out.
#[test]
fn an_inherited_header_is_shown_without_what_the_file_leaves_out() {
    let found = findings(&child("chess", "without = [\"outcome.stalemate\"]\n"));
    assert!(found.contains("turn-start = [\"checkmate\", \"fivefold\""), "{found}");
    assert!(!found.contains("\"stalemate\""), "{found}");
}

/// What `without` leaves out is put back there, whatever else the file extends.
#[test]
fn a_header_that_is_left_out_is_put_back() {
    for (without, headers) in [("\"check\", \"settle\"", "\"check\" and \"settle\""), ("\"board\"", "\"board\"")] {
        let found = errors(&child("chess", &format!("without = [{without}]\n")));
        assert!(found.contains(&format!("remove {headers} there")) && !found.contains("or extend a file"), "{found}");
    }
    let found = errors(&child("chess", "without = [\"board.symmetry\"]\n"));
    assert!(found.contains("help: remove \"board.symmetry\" from `without`; or "), "{found}");
    // A game without a starting position has no wrong castling.
    let found = errors(&child("chess", "without = [\"setup\"]\n"));
    assert_eq!(found.matches("error[").count(), 1, "{found}");
}

/// Words of everyday language lead to the words of rulebooks.
#[test]
fn everyday_words_lead_to_words_of_the_language() {
    for (body, word) in [
        ("[piece.king]\nextends = \"king\"\nrole = \"king\"\n", "royal"),
        ("[check]\nextends = \"check\"\nkings = \"no\"\n", "never-captured"),
        ("[zone.hill]\nof = \"player\"\nsquares = [\"d4\"]\n", "seat"),
        ("[pool.hand]\nholds = \"nothing-captured\"\n[drop]\npieces = [\"rook\"]\nfrom = \"hand\"\n", "pool"),
        ("[outcome.mate]\nwhen = { checkmate = \"mover\" }\nthen = \"end\"\nsettled = \"turn-start\"\n", "stuck"),
    ] {
        let found = errors(&child("chess", body));
        assert!(found.contains(&format!("did you mean `{word}`?")), "{found}");
        assert_eq!(found.matches("error[").count(), 1, "{found}");
    }
    let found = errors(&child("3-man-chess", "[barrier.moat]\nextends = \"moat\"\nclosed = []\n"));
    assert!(found.contains("the headers are `[barrier.moat.closed]`"), "{found}");
}

/// The lines that add missing keys to a header add them.
#[test]
fn a_suggested_key_is_no_longer_missing() {
    let folder = std::fs::read_dir(root().join("src/codes/examples")).expect("a folder");
    let (mut wrong, mut count) = (Vec::new(), 0);
    for path in folder.flatten().map(|it| it.path()).filter(|it| it.extension().is_some_and(|it| it == "toml")) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let name = path.to_string_lossy();
        let found = |text: &str| check(Input::Text(&name, text.as_bytes())).diagnostics.items;
        for it in found(&text).into_iter().filter(|it| it.code == Code::MissingKey) {
            let (Some(span), Some(help)) = (it.span.filter(|it| it.file == 0), it.help) else { continue };
            let start = text[..span.start as usize].rfind('\n').map_or(0, |it| it + 1);
            let end = text[start..].find('\n').map_or(text.len(), |it| start + it);
            let suggested = help.split('`').skip(1).step_by(2).filter(|it| it.contains(" = "));
            let lines: Vec<&str> = suggested.filter(|it| !it.starts_with("extends")).collect();
            if lines.is_empty() || !text[start..end].starts_with('[') {
                continue;
            }
            // Of several missing keys, each one has a line.
            assert!(it.message.matches('`').count() / 2 <= lines.len(), "{name}: {}: {help}", it.message);
            count += lines.len();
            let line = lines.join("\n");
            let pasted = format!("{}\n{line}{}", &text[..end], &text[end..]);
            let is_left = |new: &Diagnostic| {
                let same = (new.code, &new.message) == (it.code, &it.message)
                    && new.span.is_some_and(|it| it.start == span.start);
                same || new.code == Code::BadToml
            };
            if let Some(left) = found(&pasted).iter().find(|it| is_left(it)) {
                wrong.push(format!("{name}: `{line}` after `{}`: {}", &text[start..end], left.message));
            }
        }
    }
    assert!(count > 10 && wrong.is_empty(), "{count} lines\n{}", wrong.join("\n"));
}
