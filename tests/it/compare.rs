//! `threefold compare`: differences between two rulebooks, in their files and in play.
//!
//! The expectations of each pair - kinds of difference and number of moves - were worked out by
//! hand from the two readings. The tests read the command's JSON output.

use serde_json::Value;

use super::support::{Folder, Run, ask, files_under, load, root, show};
use threefold::catalog;
use threefold::notation::{parse_position, position};

/// Small budgets that do not depend on the machine.
const SMALL: &[&str] = &["--depth", "1", "--games", "16", "--plies", "40", "--positions", "20000"];

fn compared(args: &[&str]) -> Value {
    let run = ask(&[&["compare"], args, &["--format", "json"]].concat());
    assert_eq!(run.code, 0, "{args:?}\n{}", run.err);
    serde_json::from_str(&run.out).expect("JSON")
}

/// Returns the difference of a kind, if there is one.
fn kind<'a>(report: &'a Value, kind: &str) -> Option<&'a Value> {
    report["play"]["differences"].as_array().expect("differences").iter().find(|it| it["kind"] == kind)
}

/// Returns each rulebook's answer to a question; `None` if the report does not contain it.
fn answers(difference: &Value, of: &str) -> Option<(Value, Value)> {
    let mut questions = difference["questions"].as_array().expect("questions").iter();
    let found =
        questions.find(|it| it["kind"] == of || it["question"].as_str().is_some_and(|it| it.starts_with(of)))?;
    Some((found["a"]["observed"].clone(), found["b"]["observed"].clone()))
}

#[test]
fn readings_of_disputed_rules_differ_as_expected() {
    // Two readings, the kind of difference, the number of moves, the question and both answers.
    let pairs = [
        // A rook beside a closed moat: under B the moat does not stop a quiet move.
        ("3-man-chess", "readings/3-man-chess-moat-b", "legal", 0, "WHa1-GRg1", ["barrier-move", "legal"]),
        // Across a bridged moat: a capture, and a check.
        ("3-man-chess", "readings/3-man-chess-moat-d", "legal", 0, "WHa1-GRf1", ["barrier-capture", "legal"]),
        // A double step two plies ago.
        (
            "3-man-chess",
            "readings/3-man-chess-en-passant-by-each",
            "legal",
            0,
            "GRe4-GRd3",
            ["nothing-to-capture", "legal"],
        ),
        // A diagonal to the far side of the center.
        ("trichess", "readings/trichess-center-branch", "legal", 0, "a1-h12", ["no-such-movement", "legal"]),
        (
            "readings/three-player-chess-center-none",
            "three-player-chess",
            "legal",
            0,
            "a1-h12",
            ["no-such-movement", "legal"],
        ),
        // One of two players cannot move.
        ("3-man-chess", "readings/3-man-chess-stalemate-loses", "end", 1, "status", ["stalemate-of-two", "last-king"]),
    ];
    for (a, b, of, plies, question, expected) in pairs {
        let report = compared(&[&[a, b], SMALL].concat());
        let found = kind(&report, of).unwrap_or_else(|| panic!("{a} against {b}: no `{of}` in {report:#}"));
        assert_eq!(found["plies"], plies, "{a} against {b}");
        assert_eq!(found["proof"], "shortest", "{a} against {b}");
        let (one, other) = answers(found, question).unwrap_or_else(|| panic!("{a} against {b}: {found:#}"));
        assert_eq!([one.as_str(), other.as_str()], expected.map(Some), "{a} against {b}");
    }
}

#[test]
fn a_first_rank_without_own_pieces_or_without_any() {
    let report = compared(&[&["3-man-chess", "readings/3-man-chess-first-rank-empty"], SMALL].concat());
    let found = kind(&report, "barriers").expect("a moat is bridged under one of them");
    assert_eq!((&found["plies"], &found["proof"]), (&1.into(), &"shortest".into()));
    let (own, any) = answers(found, "open").expect("asked which are open");
    let count = |it: &Value| it.as_array().map(Vec::len);
    // A rank without any pieces contains none of its owner's either.
    assert!(count(&own) > count(&any), "{own} {any}");
}

#[test]
fn two_plies_from_the_starting_position_distinguish_b_from_a() {
    let args = ["3-man-chess", "readings/3-man-chess-moat-b", "--no-shipped", "--depth", "2", "--games", "0"];
    let report = compared(&args);
    let found = kind(&report, "legal").expect("a move over a closed moat");
    // White's a-pawn moves. Under B, Gray's knight leaps to its square; before that, no
    // difference exists.
    assert_eq!((&found["from"], &found["plies"], &found["proof"]), (&"setup".into(), &1.into(), &"shortest".into()));
    assert_eq!(found["play"][0], "WHa2-WHa3");
    let (one, other) = answers(found, "GRg1-WHa2").expect("the knight's leap");
    assert_eq!((one.as_str(), other.as_str()), (Some("barrier-move"), Some("legal")));
    assert_eq!(report["play"]["effort"]["depth"], 2);
}

#[test]
fn claims_are_compared_as_well() {
    let report = compared(&["three-player-chess", "readings/three-player-chess-resign-own-turn", "--depth", "0"]);
    let found = kind(&report, "claims").expect("who is not to move may resign under one only");
    let (one, other) = answers(found, "r claims").expect("Red, who is not to move");
    assert_eq!((found["plies"].as_u64(), one.as_str(), other.as_str()), (Some(0), Some("legal"), Some("bad-claim")));
}

/// Readings that equal their game within one ply of the starting position and of the shipped
/// positions; `variants/README.md` shows a position in which they differ.
const FURTHER: &[&str] = &[
    "readings/3-man-chess-clocks",
    "readings/osullivan-en-passant-against-eliminated",
    "readings/osullivan-every-path",
    "readings/osullivan-freed-nobody",
    "readings/osullivan-next-ply",
    "readings/three-player-chess-castling-free",
    "readings/three-player-chess-draws-claimed",
];

#[test]
fn shipped_positions_distinguish_readings_from_their_games() {
    let mut wrong = Vec::new();
    for game in ["3-man-chess", "osullivan", "three-player-chess", "trichess"] {
        for reading in catalog::readings(game).into_iter().filter(|it| it.slug.starts_with("readings/")) {
            let report = compared(&[game, &reading.slug, "--depth", "1", "--games", "0", "--positions", "6000"]);
            let differs = report["play"]["differences"].as_array().is_some_and(|it| !it.is_empty());
            if differs == FURTHER.contains(&reading.slug.as_str()) {
                wrong.push(reading.slug.clone());
            }
        }
    }
    assert!(wrong.is_empty(), "not as it is said: {wrong:?}");
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let report = |jobs: &str, seed: &str| {
        let pair = ["osullivan", "readings/osullivan-mate-at-once", "--jobs", jobs, "--seed", seed];
        compared(&[&pair[..], SMALL].concat())
    };
    let (one, other) = (report("1", "5"), report("3", "5"));
    assert_eq!(one, other);
    assert_eq!(one["play"]["effort"]["seed"], 5);
    assert_ne!(report("2", "6")["play"]["effort"], one["play"]["effort"]);
}

#[test]
fn differences_from_random_games_are_minimized() {
    let clocks = ["3-man-chess", "readings/3-man-chess-clocks", "--depth", "0", "--games", "64", "--plies", "60"];
    let report = compared(&clocks);
    let found = kind(&report, "end").expect("a position that occurs three times");
    let (one, other) = answers(found, "status").expect("the status");
    assert_eq!((one.as_str(), other.as_str()), (Some("goes-on"), Some("threefold")));
    assert_eq!(found["proof"], "made-minimal");
    // Three kings move back and forth twice: no shorter line repeats a position three times, and
    // delta debugging (ddmin) removes everything that the line does not need.
    let plies = found["plies"].as_u64().expect("a count");
    assert!((8..=12).contains(&plies), "{plies} plies");
}

#[test]
fn the_report_states_how_the_search_ended() {
    // No position distinguishes this reading from its parent.
    let pair = ["osullivan", "readings/osullivan-every-path"];
    let run = ask(&[&["compare"], &pair[..], &["--depth", "2", "--games", "8", "--plies", "30"]].concat());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let end: String = run.out.lines().rev().take_while(|it| !it.is_empty()).collect::<Vec<_>>().join(" ");
    for part in [
        "No difference in play was found. Searched ",
        " positions: all lines to depth 2 from the starting position",
        "8 random games",
    ] {
        assert!(run.out.replace("\n  ", " ").contains(part), "{part}: {end}");
    }
    for word in ["equivalent", "identical", "the same game"] {
        assert!(!run.out.contains(word), "{word}");
    }
    let report = compared(&[&pair[..], &["--depth", "2", "--games", "8", "--plies", "30"]].concat());
    assert_eq!(report["play"]["differences"].as_array().map(Vec::len), Some(0));
    let effort = &report["play"]["effort"];
    assert_eq!((&effort["depth"], &effort["games"], &effort["timed"]), (&2.into(), &8.into(), &false.into()));
}

#[test]
fn the_keys_that_differ_have_their_places() {
    let report = compared(&["3-man-chess", "readings/3-man-chess-stalemate-loses", "--rules-only"]);
    let rules: Vec<&Value> =
        report["rules"].as_array().expect("rules").iter().filter(|it| it["prose"] == false).collect();
    let keys: Vec<(&str, &str)> =
        rules.iter().filter_map(|it| Some((it["header"].as_str()?, it["key"].as_str()?))).collect();
    assert_eq!(keys, [("outcome.stalemate-of-two", "then"), ("score", "stalemate-of-two")]);
    assert_eq!(rules[0]["a"]["value"], "\"end\"");
    assert_eq!(rules[0]["b"]["value"], "\"eliminate\"");
    for side in ["a", "b"] {
        let (file, line) = (rules[0][side]["file"].as_str(), rules[0][side]["line"].as_u64());
        let path = file.expect("a file").trim_start_matches("catalog:").to_owned();
        let text = std::fs::read_to_string(root().join("variants").join(path)).expect("it is shipped");
        let line = text.lines().nth(line.expect("a line") as usize - 1).expect("it is there");
        assert!(line.starts_with("then"), "{line}");
    }
    assert_eq!(rules[1]["b"], Value::Null);
    assert_eq!(report["play"], Value::Null);
}

#[test]
fn an_explicit_default_is_no_difference() {
    let file = |name: &str, keys: &str| {
        let check = "[check]\nattackers = \"living-opponents\"\nown-king = \"kept-safe\"\nkings = \"never-captured\"\n";
        format!("name = \"{name}\"\nabout = \"x\"\npart = \"game\"\nextends = [\"chess\"]\n{check}{keys}")
    };
    let (bare, spoken) = (file("Bare", ""), file("Spoken", "pinned = \"attack\"\n"));
    let other = file("Other", "pinned = \"do-not-attack\"\n");
    let files = [("bare.toml", bare.as_str()), ("spoken.toml", &spoken), ("other.toml", &other)];
    let folder = Folder::new("compare-default", &files);
    let mut text = String::new();
    for other in ["spoken.toml", "other.toml"] {
        let run = folder.ask(&["compare", "bare.toml", other, "--rules-only"]);
        assert_eq!(run.code, 0, "{}", run.err);
        text.push_str(&run.transcript());
    }
    assert_eq!(text.matches("Nothing that affects play or notation differs.").count(), 1, "{text}");
    show("compare-default", &text);
}

#[test]
fn a_report_in_each_format() {
    let place = "w:KWHd1,RWHa1 g:KGRd2,NGRf1,RGRa1 b:KBLd2 turn=w open=moat.1";
    for format in ["text", "markdown", "json"] {
        let args = ["compare", "3-man-chess", "readings/3-man-chess-moat-d", "--no-shipped", "--position", place];
        let run = ask(&[&args[..], &["--depth", "1", "--games", "4", "--plies", "10", "--format", format]].concat());
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{format}");
        show(&format!("compare-{format}"), &run.transcript());
    }
}

#[test]
fn cases_that_are_written_hold() {
    let mine = "name = \"Mine\"\nabout = \"x\"\npart = \"game\"\nextends = [\"readings/3-man-chess-moat-d\"]\n";
    let folder = Folder::new("compare-cases", &[("mine.toml", mine)]);
    let out = folder.path().join("kept/new").display().to_string();
    let write =
        |a: &str, b: &str| -> Run { folder.ask(&[&["compare", a, b, "--write-cases", out.as_str()], SMALL].concat()) };
    let run = write("3-man-chess", "mine.toml");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("Wrote `"), "{}", run.err);
    assert_eq!(write("trichess", "readings/trichess-center-branch").code, 0);
    assert_eq!(write("osullivan", "readings/osullivan-stalemate-eliminates").code, 0);
    let kept = files_under(&folder.path().join("kept"), "toml");
    assert!(kept.len() > 6, "{kept:?}");
    let verified = folder.ask(&["verify", "kept"]);
    assert_eq!(verified.code, 0, "{}", verified.out);
    let text = std::fs::read_to_string(&kept[0]).expect("a case");
    assert!(text.contains("A person must confirm them"), "{text}");
    // Existing files are never overwritten: an equal file stays, another one gets a number.
    let again = write("3-man-chess", "mine.toml");
    assert!(again.err.contains("already exists, with the same case") && !again.err.contains("Wrote"), "{}", again.err);
    std::fs::write(&kept[0], "# mine\n").expect("a file");
    for pair in [["3-man-chess", "mine.toml"], ["osullivan", "readings/osullivan-stalemate-eliminates"]] {
        write(pair[0], pair[1]);
    }
    assert_eq!(std::fs::read_to_string(&kept[0]).expect("a file"), "# mine\n");
    assert_eq!(files_under(&folder.path().join("kept"), "toml").len(), kept.len() + 1);
}

#[test]
fn incompatible_boards_are_compared_in_words_only() {
    for (b, part) in [("chess", "the players differ"), ("osullivan", "the boards have different squares")] {
        let run = ask(&["compare", "trichess", b]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.out.contains(&format!("Play was not compared: {part}")), "{}", run.out);
    }
}

#[test]
fn incomparable_rulebooks_are_refused() {
    let broken: &[u8] = b"name = \"x\"\n[board]\ncells = \"triangle\"\n";
    for (args, input, code, part) in [
        (&["compare", "chess"][..], &b""[..], 2, "required"),
        (&["compare", "chess", "no-such"], b"", 2, "no-such"),
        (&["compare", "chess", "-"], broken, 1, "error"),
        (&["compare", "-", "-"], b"", 2, "only once"),
        (&["compare", "chess", "-", "--write-cases", "x"], b"", 2, "give file names"),
        (&["compare", "chess", "chess", "--position", "w:Kz9 turn=w"], b"", 1, "z9"),
        (&["compare", "chess", "chess", "--seconds=-1"], b"", 2, "seconds"),
        (&["compare", "chess", "chess", "--seconds", "nan"], b"", 2, "seconds"),
        (&["compare", "chess", "chess", "--depth", "99"], b"", 2, "depth"),
        (&["compare", "chess", "chess", "--rules-only", "--seed", "3"], b"", 2, "cannot be used with"),
    ] {
        let run = super::support::with_input(args, input, false);
        assert_eq!(run.code, code, "{args:?}\n{}{}", run.out, run.err);
        assert!(run.err.contains(part), "{args:?}: {}", run.err);
    }
    let timed = compared(&["chess", "chess", "--seconds", "0"]);
    assert_eq!(timed["play"]["effort"]["timed"], true);
    // A limit that is not reached changes nothing.
    let whole = compared(&["chess", "chess", "--depth", "1", "--games", "0", "--seconds", "500"]);
    assert_eq!(whole["play"]["effort"]["timed"], false);
}

#[test]
fn a_position_of_one_rulebook_starts_a_search_in_both() {
    let rules = "name = \"d\"\nabout = \"x\"\npart = \"game\"\nextends = [\"trichess\"]\n\n[counter.halfmoves]\nresets = [\"capture\"]\n";
    let folder = Folder::new("compare-start", &[("d.toml", rules)]);
    let draft = folder.path().join("d.toml").display().to_string();
    let start = load("trichess").start().expect("a starting position");
    let late = position::print(&start).replace("halfmoves=0", "halfmoves=148");
    for (a, b) in [("trichess", draft.as_str()), (draft.as_str(), "trichess")] {
        let args = [&[a, b, "--no-shipped", "--position", &late], SMALL].concat();
        let report = compared(&args);
        let found = report["play"]["differences"].as_array().expect("differences");
        assert!(!found.is_empty(), "{a} and {b}");
    }
}

#[test]
fn every_shipped_position_is_valid_somewhere() {
    let games: Vec<_> = catalog::games().filter(|it| !it.slug.contains('/')).map(|it| load(&it.slug)).collect();
    let nowhere = |text: &&&str| games.iter().all(|it| parse_position(it, text).is_err());
    let lost: Vec<_> = catalog::positions().iter().filter(nowhere).collect();
    assert!(lost.is_empty() && catalog::positions().len() > 40, "{lost:#?}");
}
