//! Requirements for every finding: a place, and a help text that says how to fix it.
//!
//! Input: every invalid rulebook, and files that change one header or one entry of `without` in a
//! shipped one. Output: findings without help, findings without a place, and findings that blame a
//! parent which is valid by itself.

use super::rulebook_fixtures::{child, errors, findings};
use super::support::{Folder, root};
use threefold::definition::header::{HEADERS, HeaderNode};
use threefold::definition::{examples, synonyms};
use threefold::diagnostic::{Code, Diagnostics, Sources, Span, place, render};
use threefold::{Checked, Input, check, load_input};

/// Placeholders for names that the author chooses.
const PLACEHOLDERS: &[&str] = &["NAME", "TEXT", "SEAT", "KIND", "WHY", "PATCH", "SQUARE", "FILE", "..."];

/// Helps that name headers of the language by their patterns: a key or a header that is not in the language does
/// not show which name its author meant.
const PATTERNS: &[Code] = &[Code::UnknownHeader, Code::UnknownKey, Code::MisplacedKey];

/// Returns what is wrong with a help: no part in backquotes that can be pasted, or a placeholder in such a part.
fn fault_of_help(code: Code, help: &str) -> Option<String> {
    let spans: Vec<&str> = help.split('`').skip(1).step_by(2).collect();
    let is_pattern = |it: &str| PATTERNS.contains(&code) && it.starts_with('[') && it.ends_with(']');
    let placeholder = spans.iter().find(|it| PLACEHOLDERS.iter().any(|word| it.contains(word)) && !is_pattern(it));
    match placeholder {
        _ if spans.iter().all(|it| it.trim().is_empty()) => Some(format!("nothing can be pasted: {help}")),
        _ if help.matches('`').count() % 2 == 1 => Some(format!("a backquote is left open: {help}")),
        Some(span) => Some(format!("`{span}` has a placeholder: {help}")),
        None => None,
    }
}

#[test]
fn every_finding_has_help_and_a_place() {
    let mut paths: Vec<_> = std::fs::read_dir(root().join("src/codes/examples")).expect("a folder").flatten().collect();
    paths.sort_by_key(std::fs::DirEntry::file_name);
    let mut errors = Vec::new();
    for path in paths.iter().map(|it| it.path()).filter(|it| it.extension().is_some_and(|it| it == "toml")) {
        let name = path.to_string_lossy().into_owned();
        let (sources, found): (Sources, Diagnostics) = match load_input(Input::Name(&name)) {
            Ok(_) => {
                let checked = check(Input::Name(&name));
                (checked.sources, checked.diagnostics)
            }
            Err(error) => (error.sources, error.diagnostics),
        };
        for it in &found.items {
            if it.help.as_ref().is_none_or(String::is_empty) || (it.span.is_none() && !sources.files.is_empty()) {
                errors.push(render(&sources, it));
            }
            let error = it.help.as_ref().and_then(|help| fault_of_help(it.code, help));
            errors.extend(error.map(|error| format!("{name}: {} {}\n  {error}", it.code, it.message)));
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n\n"));
}

#[test]
fn a_replaced_settle_is_one_finding_whose_line_can_be_pasted() {
    let settle = "[settle]\nturn-start = [\"checkmate\", \"stalemate\"]\n";
    let found = findings(&child("chess", settle));
    assert_eq!(found.matches("warning[").count(), 1, "{found}");
    assert!(found.contains("--> x.toml:5:1"), "{found}");
    let at = found.find("without = [").expect("a line to paste");
    let line = &found[at..at + found[at..].find(']').expect("its end") + 1];
    let pasted = findings(&child("chess", &format!("{line}\n{settle}")));
    assert_eq!(pasted, "", "{line}");
}

#[test]
fn a_removed_outcome_leaves_inherited_lists() {
    let found = findings(&child("chess", "without = [\"outcome.fivefold\", \"claim.draw\"]\n"));
    assert_eq!(found, "");
    // In the file's own lists the name is a mistake.
    let own = "without = [\"outcome.fivefold\"]\n[settle]\nturn-start = [\"fivefold\", \"checkmate\", \"stalemate\"]\n";
    assert!(findings(&child("chess", own)).contains("no outcome is called `fivefold`"));
}

/// A help takes the names that the file declares, one of the file itself before an inherited one.
#[test]
fn examples_have_names_of_the_file() {
    let own = "[line.middle]\nof = \"board\"\nfiles = [4, 5]\n[barrier.wall]\n[barrier.wall.closed]\nallows = []\n";
    assert!(findings(&child("chess", own)).contains("add `line = \"middle\"`"), "{}", findings(&child("chess", own)));
    let inherited = "[barrier.wall]\n[barrier.wall.closed]\nallows = []\n";
    let found = findings(&child("3-man-chess", inherited));
    let lines = ["moat", "creek", "center"];
    assert!(lines.iter().any(|it| found.contains(&format!("add `line = \"{it}\"`"))), "{found}");
    let found = findings(&child(
        "chess",
        "[pool.lost]\nholds = \"own-pieces-captured\"\n[promotion]\nchoice = \"from-pool\"\n",
    ));
    assert!(found.contains("add `pieces = [\""), "{found}");
    let seat = findings(&child("chess", "[seat.gray]\nletter = \"g\"\n"));
    assert!(seat.contains("add `faces = \"north\"`"), "{seat}");
    let number = findings(&child("chess", "[zone.hill]\nof = \"board\"\nranks = 4\n"));
    assert!(number.contains("write it in quotes: `\"4\"`"), "{number}");
}

#[test]
fn a_missing_key_shows_a_line_and_its_words() {
    let found = findings(&child("chess", "[outcome.hill]\nwhen = { living = 2 }\n"));
    let line = "add `then = \"end\"` (what happens when the outcome occurs: `end`, `eliminate`, `pass`, `score`, `reverse`, `extra-turn`, `freeze`, `ally` or `end-alliances`)";
    assert!(found.contains(line), "{found}");
    let found = findings(&child("chess", "[outcome.hill]\nthen = \"end\"\n"));
    assert!(found.contains("add `when = { "), "{found}");
}

#[test]
fn missing_headers_are_counted() {
    for (without, help) in [
        ("\"check\"", "`without` leaves it out: remove \"check\" there"),
        ("\"check\", \"settle\"", "`without` leaves out what the game needs: remove \"check\" and \"settle\" there"),
    ] {
        let text = format!("name = \"x\"\nextends = [\"chess\"]\nwithout = [{without}]\n");
        let checked = threefold::check(threefold::Input::Text("x.toml", text.as_bytes()));
        let found = checked.diagnostics.items.iter().filter_map(|it| it.help.as_deref());
        assert!(found.into_iter().any(|it| it.starts_with(help)), "{:?}", checked.diagnostics.items);
    }
}

#[test]
fn concepts_written_as_headers_lead_to_the_header_that_expresses_them() {
    let help = |header: &str| {
        let text = format!("name = \"x\"\nextends = [\"chess\"]\n[{header}]\nsource = \"own\"\n");
        let found = threefold::check(Input::Text("x.toml", text.as_bytes())).diagnostics.items;
        let found = found.into_iter().find(|it| it.code == Code::UnknownHeader).expect("an unknown header");
        found.help.expect("advice")
    };
    for (word, header) in [
        ("moat", "[barrier.moat]"),
        ("creek", "[barrier.creek]"),
        ("wall", "[barrier.wall]"),
        ("walls", "[barrier.NAME]"),
        ("king", "[piece.king]"),
        ("players", "[seat.NAME]"),
        ("teams", "[team.NAME]"),
        ("white", "[seat.white]"),
        ("stalemate", "[outcome.stalemate]"),
        ("resignation", "[claim.resignation]"),
        ("start", "[setup]"),
        ("points", "[score]"),
        ("clock", "[counter.halfmoves]"),
        ("rules", "[ban.NAME]"),
        ("order", "[turns]"),
        ("references", "[[source]]"),
        ("board.moat", "[barrier.moat]"),
    ] {
        assert_eq!(help(word), format!("did you mean `{header}`?"), "{word}");
    }
    assert_eq!(help("peice.king"), "did you mean `piece`?");
    assert_eq!(help("mate.other"), "write the keys under `[mate]`: no longer header starts with it");
}

#[test]
fn words_for_headers_lead_to_headers_and_are_none() {
    let root = HeaderNode::root();
    let mut seen = Vec::new();
    for (header, words) in synonyms::headers() {
        let start = header.split('.').next();
        let is_header = match header.strip_suffix(".*") {
            Some(_) => HEADERS.iter().any(|it| it.is_named() && it.parts().next() == start),
            None => HEADERS.iter().any(|it| it.pattern == header),
        };
        assert!(is_header, "{header}");
        for word in words {
            assert!(root.child(word).is_none(), "`{word}` is a header");
            assert!(!seen.contains(&word), "`{word}` has two meanings");
            seen.push(word);
        }
    }
    assert!(seen.len() > 100, "{}", seen.len());
}

#[test]
fn examples_name_headers_of_the_language() {
    for (key, pattern, _) in examples::NAMED.iter().filter(|it| !it.1.is_empty()) {
        assert!(HEADERS.iter().any(|it| it.pattern == *pattern), "{key}: {pattern}");
    }
}

#[test]
fn other_words_for_a_key_lead_to_the_key() {
    for (header, word, key) in [
        ("piece.zebra", "moves = \"Z\"", "movement"),
        ("piece.zebra", "symbol = \"Z\"", "letter"),
        ("piece.zebra", "type = \"piece\"", "role"),
        ("piece.zebra", "name = \"zebra\"", "label"),
        ("promotion", "to = [\"queen\"]", "into"),
        ("board.patch.board", "width = 8", "files"),
    ] {
        let found = findings(&child("chess", &format!("[{header}]\n{word}\n")));
        assert!(found.contains(&format!("did you mean `{key}`?")), "{word}: {found}");
    }
    let found = findings(&child("chess", "[piece.N]\nmovement = \"NN\"\n"));
    assert!(found.contains("write `[piece.knight]`"), "{found}");
}

#[test]
fn thirds_and_bare_numbers_are_explained() {
    let thirds = "[score]\ncheckmate = { victim = 0, others = 0.3333 }\n";
    assert!(findings(&child("chess", thirds)).contains("write `\"1/3\"`"));
    let range = "[board.seam.x]\nedge = \"north\"\nfiles = 3\n";
    let found = findings(&child("chess", range));
    assert!(!found.contains("expected a number or a range, found a whole number"), "{found}");
}

#[test]
fn a_file_that_is_too_large_cannot_be_read() {
    let large = "#".repeat((1 << 20) + 1);
    assert!(check(Input::Text("large.toml", large.as_bytes())).is_unreadable());
    let many: String = (0..500).map(|it| format!("k{it} = 1\n")).collect();
    let found = check(Input::Text("many.toml", many.as_bytes()));
    assert!(found.diagnostics.items.iter().all(|it| it.span.is_some()));
}

/// Returns the places of a file's findings: code, file, line and column.
fn places(checked: &Checked) -> Vec<(Code, String, usize, usize)> {
    let all = checked.diagnostics.items.iter();
    all.filter_map(|it| Some((it.code, place(&checked.sources, it.span?))))
        .map(|(code, it)| (code, it.file, it.line, it.column))
        .collect()
}

/// A header or a `without` that no longer fits the inherited headers, with the line and column
/// of the cause and a text that the help must contain.
const MISFITS: &[(&str, &str, &[(Code, usize, usize)], &str)] = &[
    (
        "chess",
        "[board]\ncells = \"square\"\nseats = \"differ\"\n",
        &[(Code::NoEffect, 5, 1), (Code::BadNumber, 5, 1)],
        "without = [\"board.symmetry\"]",
    ),
    ("chess", "without = [\"double-step\"]\n", &[(Code::Needs, 5, 12)], "without = [\"double-step\", \"en-passant\"]"),
    ("chess", "without = [\"zone.last-rank\"]\n", &[(Code::UnknownName, 5, 12)], "[promotion]\npieces = [\"pawn\"]"),
    // One finding for each inherited header that names the knight.
    ("chess", "without = [\"claim\", \"piece.knight\"]\n", &[(Code::UnknownName, 5, 21); 3], "[promotion]"),
    // The squares of an inherited starting position and an inherited castling: one king is
    // missing.
    (
        "chess",
        "[board.patch.board]\nfiles = 6\nranks = 8\n[board.names]\nform = \"file-rank\"\nfiles = \"a-f\"\nranks = \"1-8\"\n",
        &[(Code::UnknownSquare, 5, 1); 5],
        "[setup]\nking = [\"e1\"]",
    ),
    (
        "chess",
        "[setup]\nking = [\"f1\"]\nrook = [\"a1\", \"h1\"]\npawn = [\"a2-h2\"]\n",
        &[(Code::BadCastling, 5, 1); 2],
        "without = [\"castling.king-side\"]",
    ),
    // Barriers and their openings.
    (
        "3-man-chess",
        "without = [\"line.moat\", \"zone.first-rank\"]\n",
        &[(Code::UnknownName, 5, 12), (Code::UnknownName, 5, 25), (Code::UnknownName, 5, 25)],
        "without = [\"line.moat\", \"zone.first-rank\", \"barrier.moat\"]",
    ),
    // Points for an outcome that a header of the file replaces.
    ("osullivan", "without = [\"elimination\"]\n", &[(Code::Needs, 5, 12)], "[elimination]"),
];

#[test]
fn a_finding_about_an_inherited_value_is_at_the_line_that_causes_it() {
    let mut errors = Vec::new();
    for (parent, text, expected, help) in MISFITS {
        let checked = check(Input::Text("x.toml", child(parent, text).as_bytes()));
        let mut found = places(&checked);
        found.sort();
        let mut expected: Vec<_> =
            expected.iter().map(|(code, line, column)| (*code, "x.toml".to_owned(), *line, *column)).collect();
        expected.sort();
        let all = findings(&child(parent, text)).replace("\n           ", "\n");
        if found != expected || !all.contains(help) {
            errors.push(format!("{text}\nexpected {expected:?}\nand {help:?}\n{all}"));
        }
    }
    assert!(errors.is_empty(), "{}", errors.join("\n\n"));
}

#[test]
fn the_inherited_line_is_the_second_place() {
    let checked = check(Input::Text("x.toml", child("chess", "without = [\"double-step\"]\n").as_bytes()));
    let second = &checked.diagnostics.items[0].also[0];
    assert_eq!(place(&checked.sources, second.0).file, "catalog:parts/chess-pieces.toml");
    assert!(findings(&child("chess", "without = [\"double-step\"]\n")).contains("49 | [en-passant]"));
}

#[test]
fn findings_blame_the_checked_file_unless_its_parent_has_them() {
    let mut errors = Vec::new();
    let folder = std::fs::read_dir(root().join("src/codes/examples")).expect("a folder");
    let mut with_parents = 0;
    for path in folder.flatten().map(|it| it.path()).filter(|it| it.extension().is_some_and(|it| it == "toml")) {
        let Some(name) = path.to_str().filter(|it| path.is_file() && !it.is_empty()) else { continue };
        let checked = check(Input::Name(name));
        with_parents += usize::from(checked.sources.files.len() > 1);
        let Some(own) = checked.sources.files.first().map(|it| it.name.clone()) else { continue };
        // The finding shows a cycle where it closes, which depends on the first file.
        let elsewhere = places(&checked).into_iter().filter(|it| it.1 != own && it.0 != Code::ExtendsCycle);
        for found in elsewhere {
            let parent = found.1.trim_start_matches("catalog:").trim_end_matches(".toml").to_owned();
            let is_shipped = found.1.starts_with("catalog:");
            let alone = check(Input::Name(if is_shipped { &parent } else { &found.1 }));
            if !places(&alone).contains(&found) {
                errors.push(format!("{name}: {found:?}"));
            }
        }
    }
    assert!(with_parents > 50, "{with_parents}");
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn a_finding_of_the_parent_stays_in_the_parent() {
    let folder = std::env::temp_dir().join(format!("threefold-blame-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let parent = folder.join("parent.toml");
    std::fs::write(&parent, child("chess", "without = [\"double-step\"]\n")).expect("a file");
    let parent = parent.to_str().expect("a plain path");
    let alone = check(Input::Name(parent));
    let heir = check(Input::Text("x.toml", child(parent, "").as_bytes()));
    std::fs::remove_dir_all(&folder).expect("the folder");
    assert_eq!(places(&alone), [(Code::Needs, parent.to_owned(), 5, 12)]);
    let found = places(&heir);
    assert!(
        matches!(&found[..], [(Code::Needs, file, 49, _)] if file == "catalog:parts/chess-pieces.toml"),
        "{found:?}"
    );
}

#[test]
fn findings_that_move_to_one_line_are_kept_apart() {
    let barrier =
        |name: &str| format!("[barrier.{name}]\nline = \"l\"\n[barrier.{name}.closed]\nallows = [\"move\"]\n");
    let line = "[line.l]\nof = \"board\"\npatch = \"board\"\nfiles = [4, 5]\n";
    let parent = child("chess", &format!("{line}{}{}", barrier("one"), barrier("two")));
    let own = child("parent.toml", "without = [\"line.l\"]\n");
    let folder = Folder::new("findings-apart", &[("parent.toml", &parent), ("own.toml", &own)]);
    let name = folder.path().join("own.toml").display().to_string();
    let checked = check(Input::Name(&name));
    let found: Vec<String> = checked.diagnostics.items.iter().map(|it| render(&checked.sources, it)).collect();
    let moved: Vec<&String> = found.iter().filter(|it| it.contains("own.toml:5:")).collect();
    assert_eq!(moved.len(), 2, "one for each barrier: {}", found.join("\n\n"));
    // Two equal findings at one place are reported once.
    let mut all = Diagnostics::default();
    let span = |start| Span { file: 0, start, end: start + 1 };
    for at in [10, 20, 10] {
        all.error(Code::UnknownName, span(0), "there is no zone `home`").also(span(at), "here");
    }
    all.sort();
    let places: Vec<u32> = all.items.iter().map(|it| it.also[0].0.start).collect();
    assert_eq!(places, [10, 20]);
}

#[test]
fn limits_of_drops_and_castling_after_drops_are_checked() {
    let castling = "[castling-rules]\nextends = \"castling-rules\"\ndropped = [\"king\", \"rook\"]\n";
    let found = findings(&child("gallery/crazyhouse", castling));
    assert!(found.contains("not all of these pieces can be dropped"), "{found}");
    let rooks = castling.replace("\"king\", ", "");
    assert_eq!(findings(&child("gallery/crazyhouse", &rooks)), "");
    let into = "[drop.pawn]\npieces = [\"pawn\"]\npool = \"hand\"\nmost-on-color = 1\ninto = [\"knight\"]\n";
    let found = findings(&child("gallery/crazyhouse", into));
    assert!(found.contains("`most-on-color` does not go together with `into`"), "{found}");
    // On a cylinder of an odd number of files, a bishop comes to every square.
    let cylinder = |files: &str, count: usize| {
        format!(
            "setup = \"none\"\nwithout = [\"castling\", \"castling-rules\"]\n[board.patch.board]\nfiles = {count}\nranks = 8\n\
             [board.names]\nform = \"file-rank\"\nfiles = \"{files}\"\nranks = \"1-8\"\n[board.seam.round]\n\
             side = {{ patch = \"board\", edge = \"east\" }}\nonto = {{ patch = \"board\", edge = \"west\" }}\n\
             [pool.hand]\nholds = \"others-pieces-captured\"\n[drop]\npieces = [\"bishop\"]\npool = \"hand\"\n\
             most-on-color = 1\n"
        )
    };
    assert!(findings(&child("chess", &cylinder("a-g", 7))).contains("they have one color"));
    assert!(!findings(&child("chess", &cylinder("a-h", 8))).contains("they have one color"));
}

#[test]
fn errors_in_a_starting_position_name_their_cause() {
    let pawns = "[seat.black]\nextends = \"black\"\nroyal = \"none\"\n[setup.black]\npawn = [\"a5-h8\"]\n";
    for (headers, expected) in [
        // A pawn does not castle, neither as the king nor as the rook.
        (pawns, "a pawn of `black` starts on `e8`, not a king"),
        (pawns, "a pawn of `black` starts on `h8`, not a rook"),
        (pawns, "the players whose pieces start there: `seats = [\"white\"]`"),
        ("[castling.king-side]\nking = [\"e1\", \"e1\"]\nrook = [\"h1\", \"h1\"]\n", "neither king nor rook moves"),
        ("[setup.white]\nfen = \"8/8\"\n", "write `fen` under `[setup]`"),
        ("[[setup]]\nking = [\"e1\"]\n", "write this header in single brackets"),
        ("[board.symmetry]\nrotate = \"clockwise-90\"\n", "a piece of `white` and a piece of `black` start on `a1`"),
        ("[board.symmetry]\nrotate = \"clockwise-90\"\n", "check `[board.symmetry]`, or write other squares"),
        ("[zone.hill]\nof = \"board\"\nsquares = []\n", "name its squares"),
        ("[line.wall]\nof = \"board\"\nbetween = [\"a4-h4\", \"a6-h6\"]\n", "squares that are next to each other"),
    ] {
        let found = errors(&child("chess", headers)).replace("\n           ", " ");
        assert!(found.contains(expected), "{headers}\nlacks {expected:?}:\n{found}");
    }
}

#[test]
fn a_zone_without_squares_of_its_own_is_noticed() {
    let found = findings(&child("chess", "[zone.last-rank]\nof = \"seat\"\n"));
    assert!(found.contains("warning[no-effect]: the zone `last-rank` contains every square"), "{found}");
    assert!(found.contains(":5:7"), "{found}");
}
