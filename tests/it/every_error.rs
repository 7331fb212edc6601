//! Independent errors in one rulebook: none hides another, and none causes a further one.
//!
//! Input: chess as one file, with one error or with two. Output: errors that two show, but not both of one; and errors that
//! follow from others.

use super::rulebook_fixtures::{child, errors, findings};

/// Errors in a file: a line of chess, and the line that replaces it. Each is one finding.
const ERRORS: &[(&str, &str)] = &[
    ("files = 8", "files = 0"),
    ("cells = \"square\"", "cels = \"square\""),
    ("form  = \"file-rank\"", "form  = \"file-rnk\""),
    ("mirror = \"ranks\"", "mirror = \"rank\""),
    ("symmetry = 1\nfaces    = \"north\"", "symmetry = 1\nfaces    = \"up\""),
    ("letter   = \"w\"", "letter   = \"ww\""),
    ("movement = \"Q\"", "movement = \"Y\""),
    ("movement = \"R\"", "movment = \"R\""),
    ("movement = \"N\"\nrole     = \"piece\"", "movement = \"N\"\nrole     = \"peice\""),
    ("pieces = [\"pawn\"]\nfrom", "pieces = [\"prawn\"]\nfrom"),
    ("zone = \"last-rank\"", "zone = \"lst-rank\""),
    ("\"bishop\", \"knight\"]\nforced", "\"bishop\", \"dragon\"]\nforced"),
    ("king   = [\"e1\"]", "king   = [\"z9\"]"),
    ("knight = [\"b1\", \"g1\"]", "dragon = [\"b1\", \"g1\"]"),
    ("rook = [\"h1\", \"f1\"]", "rook = [\"h1\", \"x1\"]"),
    ("unmoved = [\"king\", \"rook\"]", "unmoved = [\"king\", \"crow\"]"),
    ("own-king  = \"kept-safe\"", "own-king  = \"safe\""),
    ("turn-start = [\"checkmate\", \"stalemate\"", "turn-start = [\"chekmate\", \"stalemate\""),
    ("repeated = 3", "repeatd = 3"),
    ("clear   = \"between\"", "clear   = between"),
    ("[castling-rules]", "[castling-rule]"),
    ("value    = 9", "value    = 99999999999999999999999"),
    ("value    = 5", "value    = 5\nvalue = 6"),
];

/// Pairs of errors of which the first hides the second: what the second needs is unknown.
const HIDDEN: &[(&str, &str)] = &[
    // Without squares or their names, no square can be looked up.
    ("files = 0", "king   = [\"z9\"]"),
    ("files = 0", "rook = [\"h1\", \"x1\"]"),
    ("form  = \"file-rnk\"", "king   = [\"z9\"]"),
    ("form  = \"file-rnk\"", "rook = [\"h1\", \"x1\"]"),
];

/// Errors that leave some names unknown. After them, a name is an error only if it resembles a known one.
const VAGUE: &[&str] =
    &["clear   = between", "[castling-rule]", "value    = 99999999999999999999999", "value    = 5\nvalue = 6"];

/// Returns chess as one file, without comments.
fn chess() -> String {
    let text = threefold::check(threefold::Input::Name("chess")).effective();
    let line = |it: &str| it.split(" # ").next().unwrap_or_default().trim_end().to_owned();
    text.lines().filter(|it| !it.starts_with('#')).map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the first lines of the errors in a text.
fn messages(text: &str) -> Vec<String> {
    errors(text).lines().filter(|it| it.starts_with("error[")).map(str::to_owned).collect()
}

#[test]
fn no_error_hides_another_or_causes_one() {
    let chess = chess();
    let with = |text: &str, (old, new): (&str, &str)| text.replacen(old, new, 1);
    assert_eq!(messages(&chess), Vec::<String>::new());
    let mut wrong = Vec::new();
    for one in ERRORS {
        assert!(chess.contains(one.0), "{}", one.0);
        let own = messages(&with(&chess, *one));
        if own.len() != 1 {
            wrong.push(format!("`{}` alone: {own:?}", one.1));
        }
        for other in ERRORS.iter().filter(|it| it.0 != one.0) {
            let found = messages(&with(&with(&chess, *one), *other));
            let alone = messages(&with(&chess, *other));
            let is_hidden = HIDDEN.contains(&(one.1, other.1)) || HIDDEN.contains(&(other.1, one.1));
            let is_vague = |it: &str| VAGUE.contains(&it);
            let vague = is_vague(one.1) && other.1.contains("dragon") || is_vague(other.1) && one.1.contains("dragon");
            let missing = own.iter().chain(&alone).filter(|it| !found.contains(it)).count();
            let more = found.iter().filter(|it| !own.contains(it) && !alone.contains(it)).count();
            if missing > usize::from(is_hidden || vague) || more > 0 {
                wrong.push(format!("`{}` and `{}`: {found:?}", one.1, other.1));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn an_unknown_parent_hides_nothing_that_is_certain() {
    let found = errors(
        "name = \"X\"\nextends = [\"chss\"]\n[piece.rook]\nmovement = \"Y\"\nletter = \"RR\"\n\
         [promotion]\nextends = \"promotion\"\ninto = [\"queen\"]\n[zone.camp]\nof = \"bord\"\n",
    );
    for part in
        ["the catalog has no `chss`", "`Y` is not a known atom", "`RR` is not one letter", "`bord` is not a word"]
    {
        assert!(found.contains(part), "{part}\n{found}");
    }
    assert_eq!(found.matches("error[").count(), 4, "{found}");
}

#[test]
fn a_misspelled_header_is_read_as_the_one_that_it_resembles() {
    let found = errors(&child(
        "chess",
        "[peice.dragon]\nletter = \"D\"\nrole = \"peice\"\nmovement = \"Q\"\n\
         [peice.giant]\nletter = \"G\"\nrole = \"piece\"\nmovement = \"Y\"\n\
         [setup]\nextends = \"setup\"\ndragon = [\"a3\"]\ngiant = [\"b3\"]\n",
    ));
    for part in
        ["[peice] is not a header of the language", "did you mean `piece`?", "`peice` is not a word", "`Y` is not"]
    {
        assert!(found.contains(part), "{part}\n{found}");
    }
    // One finding shows both headers.
    assert!(found.contains("9 | [peice.giant]\n  | ------------- the same word"), "{found}");
    assert_eq!(found.matches("error[").count(), 3, "{found}");
}

#[test]
fn a_header_extends_only_itself() {
    let found = errors(&child("chess", "[promotion]\nextends = \"pawn\"\ninto = [\"queen\"]\n"));
    assert!(found.contains("[promotion] cannot extend \"pawn\""), "{found}");
    assert!(found.contains("write `extends = \"promotion\"`, or leave it out"), "{found}");
    assert_eq!(found.matches("error[").count(), 1, "{found}");
    // The advice is right.
    assert_eq!(errors(&child("chess", "[promotion]\nextends = \"promotion\"\ninto = [\"queen\"]\n")), "");
    let found = errors(&child("chess", "[outcome.bare]\nextends = \"checkmate\"\nthen = \"end\"\n"));
    assert!(found.contains("no parent has [outcome.bare]: leave `extends` out and write all keys"), "{found}");
    assert_eq!(found.matches("error[").count(), 1, "{found}");
    for list in ["[score]\nextends = \"checkmate\"\n", "[setup]\nextends = \"chess\"\n", "[board]\nextends = [\"x\"]\n"]
    {
        let found = errors(&child("chess", list));
        assert!(found.contains("cannot extend"), "{found}");
        assert_eq!(found.matches("error[").count(), 1, "{found}");
    }
    let source = errors(&child("chess", "[[source]]\nid = \"a\"\ntitle = \"A\"\nextends = \"fide\"\n"));
    assert!(source.contains("leave `extends` out; the keys here are"), "{source}");
    // A piece may extend another kind.
    assert_eq!(errors(&child("chess", "[piece.queen]\nextends = \"rook\"\nletter = \"Q\"\n")), "");
}

#[test]
fn a_ban_on_every_move_is_reported() {
    for ban in ["move = {}", "after = { living = 2 }", "before = { living = 2 }"] {
        let found = findings(&child("chess", &format!("[ban.all]\n{ban}\n")));
        let message =
            "warning[forbids-everything]: the ban `all` forbids every move of `white` in the starting position";
        assert!(found.contains(message), "{ban}\n{found}");
        assert!(found.contains("--> x.toml:5:6"), "{found}");
    }
    // Two bans together, and a ban that leaves one move.
    let both = "[ban.pawns]\nmove = { piece = { kind = [\"pawn\"] } }\n[ban.knights]\nmove = { piece = { kind = [\"knight\"] } }\n";
    let found = findings(&child("chess", both));
    assert!(found.contains("the bans `pawns` and `knights` forbid every move of `white`"), "{found}");
    let one = findings(&child("chess", "[ban.pawns]\nmove = { piece = { kind = [\"pawn\"] } }\n"));
    assert!(!one.contains("forbids-everything"), "{one}");
    let excepted = "[ban.all]\nmove = {}\n[ban.all.unless.pawns]\npiece = { kind = [\"pawn\"] }\n";
    assert!(!findings(&child("chess", excepted)).contains("forbids-everything"));
}

/// Slips of form: a text, and what its findings say.
const SLIPS: &[(&str, &[&str])] = &[
    // The keys under a broken header belong to no other header.
    ("name = \"X\"\nextends = [\"chess\"]\n[piece.pawn\nextends = \"pawn\"\n", &["a header is not closed"]),
    (
        "name = \"X\"\nextends = [\"chess\"]\n[ban.my ban]\nmove = {}\n[piece.pawn]\nmovment = \"W\"\nextends = \"pawn\"\n",
        &["a name in a header has no spaces", "did you mean `movement`?"],
    ),
    ("name = \"X\"\nextends = [\"chess\"]\n[piece.pawn]\nmovement = fmWfcF\n", &["write `\"fmWfcF\"`"]),
    ("name = \"X\"; extends = [\"chess\"]\n", &["a line holds one key and its value"]),
    ("name == \"X\"\n", &["a second `=`"]),
    ("// my game\nname = \"X\"\nextends = [\"chess\"]\n", &["this is not a comment"]),
    ("name: X\n", &["a key and its value are joined by a colon"]),
    ("name = \"X\"\rextends = [\"chess\"]\r", &["a line ends with a carriage return alone"]),
    // A key that occurs twice hides no unknown piece.
    (
        "name = \"X\"\nextends = [\"chess\"]\n[setup]\nextends = \"setup\"\nking = [\"e1\"]\nking = [\"d1\"]\ngiraffe = [\"a3\"]\n",
        &["`king` occurs twice", "no piece is called `giraffe`"],
    ),
];

#[test]
fn slips_of_form_have_their_own_messages() {
    for (text, parts) in SLIPS {
        let found = errors(text);
        assert_eq!(found.matches("error[").count(), parts.len(), "{text}\n{found}");
        for part in *parts {
            assert!(found.contains(part), "{part}\n{text}\n{found}");
        }
    }
}

#[test]
fn large_files_of_errors_are_checked_without_repeated_work() {
    let many = |one: &dyn Fn(usize) -> String| (0..20_000).map(one).collect::<String>();
    let files = [
        many(&|it| format!("[piece.p{it}]\nletter = \"a\"\n")),
        many(&|it| format!("[xiece.p{it}]\nletter = \"a\"\n")),
        format!("[setup]\npawn = [{}]\n", many(&|_| "\"a1-h8\", ".to_owned())),
        format!("[zone.all]\nof = \"seat\"\nsquares = [{}]\n", many(&|_| "\"a1-h8\", ".to_owned())),
        format!("[setup]\nking = e1\npawn = [{}]\n", many(&|_| "\"a1\", ".to_owned())),
        // Errors that hide others, follow from others, or are combined.
        many(&|it| format!("[outcome.p{it}]\nthen = \"foo\"\n")),
        many(&|it| format!("[outcome.p{it}]\nthem = \"end\"\n")),
        many(&|it| format!("[outcome.p{it}]\nthen = \"end\"\nbefore = \"p{}\"\n", it + 1)),
        many(&|it| format!("[claim.p{it}]\n")),
        many(&|it| format!("[promotion.p{it}]\nto = [\"a9\"]\n")),
        many(&|it| format!("[zone.p{it}]\nof = \"board\"\nsquares = [\"q9\"]\n")),
        many(&|it| format!("[zone.p{it}]\nextends = \"last-rank\"\n")),
        many(&|it| format!("[barrier.p{it}.closed]\nallows = [\"move\"]\n")),
        many(&|it| format!("[ban.p{it}]\nforbids = {{ kind = [\"k{it}\"] }}\n")),
        many(&|it| format!("[[source]]\nid = \"p{}\"\n", it / 2)),
        // Lines that are not TOML, and keys that occur twice.
        many(&|it| format!("k{it} = word\n")),
        many(&|it| format!("[zone.p{it}\nsquares = [\"a1\"]\n")),
        format!("[zone.p]\n{}", many(&|_| "of = \"board\"\n".to_owned())),
        format!("[zone.p]\nsquares = [{}]\n", many(&|it| format!("{it} "))),
        format!("[zone.p]\nsquares = {}{}\n", many(&|_| "[".to_owned()), many(&|_| "}".to_owned())),
        format!("[zone.p]\nsquares = [{}]\n", many(&|it| format!("{it}, "))),
    ];
    for headers in files {
        let found = errors(&child("chess", &headers));
        assert!((1..=102).contains(&found.matches("error[").count()), "{}", &headers[..40]);
    }
}

#[test]
fn large_lists_of_unknown_names_are_checked_without_repeated_work() {
    let many = |one: &dyn Fn(usize) -> String| (0..20_000).map(one).collect::<String>();
    let files = [
        format!("without = [{}]\n", many(&|it| format!("\"outcome.p{it}\", "))),
        format!("without = [{}]\n", many(&|_| "\"outcome.p\", ".to_owned())),
        many(&|it| format!("key-{it} = {it}\n")),
        format!("[board]\nextends = \"board\"\n{}", many(&|it| format!("key-{it} = {it}\n"))),
    ];
    for lines in files {
        let found = errors(&child("chess", &lines));
        assert!((1..=102).contains(&found.matches("error[").count()), "{}", &lines[..40]);
    }
}

/// Many lines can cause an error in an inherited header. Only some of them are tried.
#[test]
fn large_files_that_break_inherited_headers_are_checked_a_few_times() {
    let zones = (0..10_000).map(|it| format!("[line.p{it}]\nof = \"board\"\nfiles = [4, 5]\n"));
    let found =
        errors(&child("chess", &format!("[board.patch.board]\nfiles = 4\nranks = 4\n{}", zones.collect::<String>())));
    assert!(found.contains("error["), "{found}");
}

#[test]
fn a_range_that_leaves_the_board_is_no_zone() {
    let found = errors(&child("chess", "[line.river]\nof = \"board\"\nbetween = [\"a4-h4\", \"a9-h9\"]\n"));
    assert!(found.contains("there is no square `a9`"), "{found}");
    let found = errors(&child("chess", "[line.river]\nof = \"board\"\nbetween = [\"a4-h4\", \"last-rang\"]\n"));
    assert!(found.contains("no zone is called `last-rang`"), "{found}");
}

#[test]
fn a_ring_without_a_seam_is_told_how_it_closes() {
    let round = "without = [\"board.seam.round\", \"board.seam.center\"]\n";
    let found = errors(&child("3-man-chess", round));
    let advice = "`[board.seam.round]` with `side = { patch = \"ring\", edge = \"east\" }`";
    assert!(found.contains(advice), "{found}");
}
