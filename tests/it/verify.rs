//! `threefold verify`: cases that hold, fail or cannot run, in each format; what the command
//! writes back, and what it never changes.

use serde_json::Value;

use super::support::{Folder, ask, root, show, with_input};

const HOLDS: &str = r#"about   = "A knight leaps."
variant = "chess"

[expect]
legal   = ["Nb1-c3"]
illegal = { "b1-b3" = "no-such-movement" }
"#;

/// A case with wrong expectations of every kind and with awkward texts.
const FAILS: &str = r#"about    = "A rook <crosses> & \"checks\", 100%: no more."
source   = "a ruling, of a kind"
variant  = "3-man-chess"
position = "w:KWHd1,RWHa1 g:KGRd2,NGRf1,RGRa1 b:KBLd2 turn=w open=moat.1"

[expect]
legal   = ["WHa1-GRh1"]
illegal = { "WHa1-GRf1" = "barrier-capture" }
targets = { WHd1 = ["WHd2", "WHc1", "WHe2"] }
open    = []
end     = { mating-player = "w", winners = [] }

[differs."readings/3-man-chess-moat-d"]
legal   = ["WHa1-GRh1", "WHa1-GRf1"]
illegal = {}
"#;

fn folder(name: &str) -> Folder {
    Folder::new(
        name,
        &[
            ("a-holds.toml", HOLDS),
            ("b-fails.toml", FAILS),
            ("c-no-variant.toml", "about = \"x\"\nvariant = \"nonsense\"\n[expect]\nmoves = 1\n"),
            ("d-no-square.toml", "about = \"x\"\nvariant = \"chess\"\n[expect]\ntargets = { e9 = [] }\n"),
            ("e-no-toml.toml", "about = \"x\n"),
            ("f-no-expectation.toml", "about = \"x\"\nvariant = \"chess\"\n"),
            ("neither.toml", "nothing = 1\n"),
            ("rulebook.toml", "name = \"mine\"\nextends = [\"chess\"]\n"),
        ],
    )
}

/// A text that several pieces fit has the reason that forbids them all.
#[test]
fn the_reason_of_an_ambiguous_move_is_that_of_its_pieces() {
    let case =
        "about = \"x\"\nvariant = \"chess\"\n[expect]\nillegal = { Nd2 = \"blocked\", e5 = \"no-such-movement\" }\n";
    let run = with_input(&["verify", "-"], case.as_bytes(), false);
    assert_eq!((run.code, run.out.as_str()), (0, "1 case: 1 holds.\n"), "{}", run.err);
    let wrong = with_input(&["verify", "-"], case.replace("blocked", "own-king").as_bytes(), false);
    assert!(wrong.code == 1 && wrong.out.contains("no white knight can move to d2"), "{}", wrong.out);
}

/// All wrong keys and values of a case are reported at once, in every format.
#[test]
fn all_errors_of_a_case_are_reported() {
    let form =
        "positon = \"x\"\nabout = 5\nvariant = \"chess\"\n[expect]\nlegl = []\nmoves = -1\nend = { winer = [] }\n";
    let names = "about = \"x\"\nvariant = \"chess\"\n[expect]\nturn = \"green\"\nopen = [\"moat.1\"]\nout = [\"w\", \"x\"]\n\
                 illegal = { \"e4\" = \"nonsense\" }\n[differs.trichess]\nturn = \"w\"\n";
    for (text, places) in [
        (
            form,
            &[
                "1:1: there is no key `positon`",
                "2:9: expected a text",
                "5:1: there is no key `legl`",
                "6:9: expected",
                "7:9: there is no key `winer`",
            ][..],
        ),
        (
            names,
            &[
                "4:8: no player is called `green`",
                "5:9: no barrier",
                "6:13: no player is called `x`",
                "7:20: no refusal has the code",
            ],
        ),
        ("play = [1]\nvariant = \"chess\"\n", &["1:9: expected a text", "the case has no `about`"]),
    ] {
        let folder = Folder::new("verify-all-errors", &[("case.toml", text)]);
        let human = folder.ask(&["verify", "case.toml"]);
        assert_eq!(human.code, 1, "{}", human.err);
        for place in places {
            assert!(human.out.contains(place), "{place}: {}", human.out);
        }
        let at: Vec<usize> = places.iter().filter_map(|it| human.out.find(it)).collect();
        assert!(at.is_sorted() || text.starts_with("play"), "they are in the order of the file: {}", human.out);
        let json = folder.ask(&["verify", "case.toml", "--format", "json"]);
        let json: Value = serde_json::from_str(&json.out).expect("JSON");
        let whole = &json["cases"][0];
        let error = if whole["error"].is_null() { &whole["variants"][0]["error"] } else { &whole["error"] };
        assert_eq!(error["more"].as_array().map(Vec::len), Some(places.len() - 1), "{error}");
        let github = folder.ask(&["verify", "case.toml", "--format", "github"]).out;
        assert!(github.matches("::error ").count() >= places.len(), "{github}");
        for format in ["junit", "html"] {
            let out = folder.ask(&["verify", "case.toml", "--format", format]).out;
            assert!(out.matches("case.toml:").count() >= places.len(), "{format}: {out}");
        }
    }
    let toml = with_input(&["verify", "-"], b"about = \"x\nmoves = 1\n", false);
    assert_eq!(toml.out.matches("-:").count(), 1, "a text that is not TOML has one error: {}", toml.out);
}

#[test]
fn results_in_each_format() {
    let folder = folder("verify");
    for format in ["human", "json", "junit", "github"] {
        let run = folder.ask(&["verify", ".", "--format", format]);
        assert_eq!(run.code, 1, "{}", run.err);
        show(&format!("verify-{format}"), &run.transcript());
    }
}

#[test]
fn expected_and_actual_results_are_shown() {
    let folder = folder("verify-json");
    let run = folder.ask(&["verify", ".", "nothing.toml", "--format", "json"]);
    assert_eq!(run.code, 2);
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    let summary = &json["summary"];
    let counts = ["cases", "hold", "fail", "cannot-be-run"].map(|it| summary[it].as_u64());
    assert_eq!(counts, [Some(6), Some(1), Some(1), Some(4)]);
    let files: Vec<&str> =
        json["cases"].as_array().expect("cases").iter().filter_map(|it| it["file"].as_str()).collect();
    assert!(files.windows(2).all(|it| it[0] < it[1]), "{files:?}");
    assert!(json["unreadable"][0]["file"].as_str().is_some_and(|it| it.ends_with("nothing.toml")));
    assert!(json["skipped"][0].as_str().is_some_and(|it| it.ends_with("neither.toml")));
    let results = &json["cases"][1]["variants"];
    let check = &results[0]["checks"][0];
    assert_eq!((&check["kind"], &check["of"]), (&"verdict".into(), &"WHa1-GRh1".into()));
    assert_eq!((&check["expected"], &check["observed"]), (&"legal".into(), &"barrier-check".into()));
    assert_eq!((check["line"].as_u64(), check["column"].as_u64()), (Some(7), Some(12)));
    assert!(check["sentence"].as_str().is_some_and(|it| it.contains("the moat between White and Gray")), "{check}");
    // Under the other variant the move is legal: that variant's `differs` applies.
    assert_eq!(results[1]["checks"][0]["holds"], true);
    let holds = |result: usize| -> Vec<bool> {
        let checks = results[result]["checks"].as_array().expect("checks");
        checks.iter().filter_map(|it| it["holds"].as_bool()).collect()
    };
    // The keys legal, illegal, targets, open, mating_player and winners.
    assert_eq!(holds(0), [false, true, false, false, false, true]);
    assert_eq!(holds(1), [true, true, false, false, false, true]);
    let squares = results[0]["checks"][2]["squares"].as_array().expect("squares");
    // The square that only the case lists, and the one that only the rules give.
    assert_eq!(squares, &["WHd1", "WHe2", "WHc2"].map(Value::from), "{squares:?}");
}

#[test]
fn a_game_that_is_over_explains_why_no_move_is_left() {
    let case = "about = \"x\"\nvariant = \"chess\"\nposition = \"w:Kg1,Ra1 b:Kg8,Pf7,Pg7,Ph7 turn=w\"\nplay = [\"Ra8\"]\n\
                [expect]\nmoves = 1\ntargets = { g8 = [\"h8\"] }\n";
    let run = with_input(&["verify", "-"], case.as_bytes(), false);
    let reason = "\n    reason:   Black is checkmated.";
    assert_eq!((run.code, run.out.matches(reason).count()), (1, 2), "{}", run.out);
}

#[test]
fn the_board_is_drawn_where_they_differ() {
    let run = folder("verify-board").ask(&["verify", "b-fails.toml"]);
    assert_eq!(run.out.matches("! see the text").count(), 2, "{}", run.out);
    assert!(run.out.contains("expected: legal\n    actual:   barrier-check\n"), "{}", run.out);
    assert!(run.out.contains("!wR"), "{}", run.out);
    let quiet = folder("verify-quiet").ask(&["verify", "a-holds.toml"]);
    assert_eq!((quiet.code, quiet.out.as_str()), (0, "1 case: 1 holds.\n"));
    let verbose = folder("verify-verbose").ask(&["verify", "a-holds.toml", "-v"]);
    assert!(verbose.out.contains("HOLDS") && verbose.out.contains("Nb1-c3 is legal"), "{}", verbose.out);
}

#[test]
fn one_of_each_error() {
    let expecting = |text: &str| format!("about = \"x\"\nvariant = \"chess\"\n{text}\n");
    for (text, part) in [
        (expecting(""), "expects nothing"),
        (expecting("[expect]\nlegal = []"), "expects nothing"),
        (
            expecting("[expect]\nmoves = 20\n[differs.trichess]\nmoves = 20\nillegle = {}"),
            "there is no key `illegle` here",
        ),
        (expecting("[expect]\nlegals = []"), "case.toml:4:1: there is no key `legals` here: did you mean `legal`?"),
        (expecting("[expect]\nmoves = -1"), "case.toml:4:9"),
        (expecting("[expect]\nend = { winer = [] }"), "there is no key `winer` here"),
        (
            expecting("[expect]\nturn = \"x\""),
            "case.toml:4:8: no player is called `x`: the players are `w` (White) and `b` (Black)",
        ),
        (expecting("[expect]\nend = { victim = \"x\" }"), "case.toml:4:18: no player is called `x`"),
        (expecting("[expect]\nopen = [\"moat.1\"]"), "case.toml:4:9: no barrier is called `moat.1`: there is none"),
        (expecting("[expect]\ntargets = { e1 = [\"e9\"] }"), "case.toml:4:19: no square is called `e9`"),
        (expecting("[expect]\nperft = { x = 1 }"), "the depth must be a whole number"),
        (expecting("[expect]\nperft = { 40 = 1 }"), "too large for a case"),
        (expecting("[expect]\nperft = { 4000000000 = 1 }"), "too large for a case"),
        (
            expecting("position = \"w:Ke1 turn=w\"\n[expect]\nmoves = 1"),
            "case.toml:3:12: the position cannot be set up",
        ),
        (
            expecting("play = [\"e2-e5\"]\n[expect]\nmoves = 1"),
            "case.toml:3:9: `e2-e5` cannot be played (no-such-movement)",
        ),
        (expecting("show = [\"stars\"]\n[expect]\nmoves = 20"), "`show` has no `stars`"),
        ("about = \"x\"\nvariant = \"broken.toml\"\n[expect]\nmoves = 1\n".to_owned(), "error[unknown-key]"),
        ("about = \"x\"\nvariant = \"gone.toml\"\n[expect]\nmoves = 1\n".to_owned(), "there is no such file"),
        ("about = \"x\"\n[expect]\nmoves = 1\n".to_owned(), "names no `variant`"),
        ("name = \"x\"\nextends = [\"chess\"]\n".to_owned(), "a rulebook, not a case"),
        ("variant = 3\n".to_owned(), "case.toml:1:11"),
        ("about = \" \"\nvariant = \"chess\"\n".to_owned(), "case.toml:1:9: `about` is empty"),
        (expecting("[expect]\nstatus = \"checkmat\""), "case.toml:4:10: no game of this variant ends by `checkmat`"),
        (
            "about = \"x\"\nvariants = [\"chess\", \"./own.toml\"]\n[expect]\nstatus = \"chckmate\"\n".to_owned(),
            "case.toml:4:10: no game of this variant ends by `chckmate`: did you mean `checkmate`?",
        ),
        (
            "about = \"x\"\nvariant = \"./own.toml\"\n[expect]\nstatus = \"bar\"\n".to_owned(),
            "case.toml:4:10: no game of this variant ends by `bar`: did you mean `bare`?",
        ),
    ] {
        let broken = "name = \"x\"\nextends = [\"chess\"]\ncolor = 1\n";
        let own = "name = \"x\"\nextends = [\"chess\"]\n[outcome.bare]\nwhen = { count = { of = \"mover\", at-most = 1 } }\n\
                   then = \"end\"\npoints = { all = 0.5 }\nsettled = \"after-move\"\n";
        let files = [("case.toml", &*text), ("broken.toml", broken), ("own.toml", own)];
        let folder = Folder::new("verify-wrong", &files);
        let run = folder.ask(&["verify", "case.toml"]);
        assert_eq!(run.code, 1, "{text}\n{}{}", run.out, run.err);
        assert!(run.out.contains(part), "{text}\n{}", run.out);
        assert!(run.out.ends_with("1 case: 1 cannot be run.\n"), "{text}\n{}", run.out);
    }
}

#[test]
fn unreadable_cases_exit_with_2_and_the_rest_runs() {
    let folder = folder("verify-unreadable");
    std::fs::write(folder.path().join("latin.toml"), b"about = \"\xe9\"\n").expect("a file");
    std::fs::create_dir(folder.path().join("empty")).expect("a folder");
    for (args, part) in [
        (&["verify", "a-holds.toml", "nothing.toml"][..], "there is no such file"),
        (&["verify", "a-holds.toml", "latin.toml"], "line 1 is not UTF-8"),
        (&["verify", "a-holds.toml", "empty"], "this folder contains no case"),
    ] {
        let run = folder.ask(args);
        assert_eq!((run.code, run.out.as_str()), (2, "1 case: 1 holds.\n"), "{}", run.err);
        assert!(run.err.contains(part), "{}", run.err);
    }
    assert_eq!(folder.ask(&["verify", "empty"]).out, "No case was run.\n");
    // A file counts once, whatever its names.
    let run = folder.ask(&["verify", "a-holds.toml", "./a-holds.toml", "a-holds.toml"]);
    assert_eq!((run.code, run.out.as_str()), (0, "1 case: 1 holds.\n"), "{}", run.err);
    for args in [
        &["verify"][..],
        &["verify", "-", "--update"],
        &["verify", "x", "--jobs", "0"],
        &["verify", "x", "--format", "xml"],
    ] {
        assert_eq!(ask(args).code, 2, "{args:?}");
    }
}

#[test]
fn a_case_from_standard_input() {
    let run = with_input(&["verify", "-"], HOLDS.as_bytes(), false);
    assert_eq!((run.code, run.out.as_str()), (0, "1 case: 1 holds.\n"), "{}", run.err);
    let run = with_input(&["verify", "-"], b"\xff", false);
    assert_eq!(run.code, 2);
}

#[test]
fn results_keep_the_input_order() {
    let files: Vec<(String, String)> =
        (0..40).map(|it| (format!("case-{it:02}.toml"), format!("{HOLDS}moves = {}\n", 100 + it))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|it| (it.0.as_str(), it.1.as_str())).collect();
    let folder = Folder::new("verify-order", &files);
    let one = folder.ask(&["verify", ".", "--jobs", "1"]);
    let many = folder.ask(&["verify", ".", "--jobs", "7"]);
    assert_eq!((one.code, one.out.as_str()), (1, many.out.as_str()));
    let lines: Vec<&str> = many.out.lines().filter(|it| it.contains("expected:")).collect();
    assert_eq!(lines.len(), 40);
    assert!(lines.iter().enumerate().all(|(at, it)| it.ends_with(&format!(" {}", 100 + at))), "{lines:?}");
}

#[test]
fn a_panic_does_not_affect_other_work() {
    let answers = threefold::parallel::parallel_map(&[1, 2, 3], 2, |it| match it {
        2 => panic!("two is one too many"),
        it => it * 10,
    });
    assert_eq!(answers, [Ok(10), Err("two is one too many".to_owned()), Ok(30)]);
    assert_eq!(threefold::parallel::parallel_map(&[] as &[u8], 4, |it| *it), []);
}

#[test]
fn update_writes_only_the_observed_block() {
    let folder = folder("verify-update");
    let path = folder.path().join("b-fails.toml");
    assert_eq!(folder.ask(&["verify", ".", "--update"]).code, 1);
    let once = std::fs::read_to_string(&path).expect("a file");
    let block = once.strip_prefix(FAILS).expect("the file keeps its content");
    show("verify-observed", block);
    // A second update changes nothing, and files that are not cases stay as they are.
    assert_eq!(folder.ask(&["verify", ".", "--update"]).code, 1);
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), once);
    assert_eq!(std::fs::read_to_string(folder.path().join("e-no-toml.toml")).expect("a file"), "about = \"x\n");
    let nothing = std::fs::read_to_string(folder.path().join("f-no-expectation.toml")).expect("a file");
    assert!(nothing.contains("moves = 20\nturn = \"w\"\n") && !nothing.contains("[expect]"), "{nothing}");
    assert_eq!(std::fs::read_dir(folder.path()).map(Iterator::count).ok(), Some(8), "a file was left behind");
}

#[test]
fn a_stale_block_is_reported_and_proves_nothing() {
    let stale = format!("{HOLDS}\n[observed.\"chess\"]\nlegal = [\"Ke1-e8\"]\n");
    let folder = Folder::new("verify-stale", &[("case.toml", &*stale)]);
    let run = folder.ask(&["verify", "case.toml"]);
    assert_eq!(run.code, 0);
    assert!(run.err.contains("is out of date"), "{}", run.err);
    assert_eq!(folder.ask(&["verify", "case.toml", "--update"]).err, "");
    let run = folder.ask(&["verify", "case.toml", "--format", "json"]);
    assert!(run.out.contains("\"observed\": \"current\""), "{}", run.out);
}

#[test]
fn blocks_in_odd_places_are_removed_whole_or_not_at_all() {
    let crlf = HOLDS.replace('\n', "\r\n");
    // The line above the block as version 0.1.0 wrote it.
    let old_mark = "# What came of it when it was last run, by `threefold verify --update`. It proves nothing.\n";
    let old_block = format!("{old_mark}[observed.\"chess\"]\nmoves = 3\n# mine\n\n[expect]");
    let middle = HOLDS.replace("[expect]", &old_block);
    let string = HOLDS.replace("A knight leaps.", "\"\"A knight\n[observed]\nleaps.\"\"");
    let inline = format!("observed = {{ x = 1 }}\n{HOLDS}");
    let files = [("crlf.toml", &*crlf), ("middle.toml", &middle), ("string.toml", &string), ("inline.toml", &inline)];
    let folder = Folder::new("verify-odd", &files);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    assert_eq!(folder.ask(&["verify", "crlf.toml", "middle.toml", "--update"]).code, 0);
    assert!(read("crlf.toml").starts_with(&crlf) && !read("crlf.toml").replace("\r\n", "").contains('\n'));
    let renewed = read("middle.toml");
    assert!(renewed.contains("# mine\n\n[expect]") && !renewed.contains("moves = 3"), "{renewed}");
    assert_eq!(renewed.matches("[observed").count(), 1);
    assert!(!renewed.contains("What came of it"), "{renewed}");
    // If the block cannot be separated from the rest, the file stays as it was.
    for (name, was) in [("string.toml", &string), ("inline.toml", &inline)] {
        let run = folder.ask(&["verify", name, "--update"]);
        assert_eq!((run.code, &read(name)), (2, was), "{}", run.err);
        assert!(run.err.contains("was not changed"), "{}", run.err);
        assert_eq!(run.err.contains("a text in it has the line `[observed]`"), name == "string.toml", "{}", run.err);
    }
}

#[test]
fn the_readme_of_cases_lists_every_key() {
    let page = std::fs::read_to_string(root().join("examples/cases/README.md")).expect("a page");
    let text = page.split("```toml\n").nth(1).and_then(|it| it.split("```").next()).expect("a case");
    let case = threefold::case::parse("page", text).expect("a case");
    let it = &case.expect;
    assert!(case.source.is_some() && case.position.is_some() && !case.play.is_empty() && case.show.len() == 3);
    assert!(it.legal.is_some() && it.illegal.is_some() && it.targets.is_some() && it.moves.is_some());
    assert!(it.turn.is_some() && it.check.is_some() && it.out.is_some() && it.open.is_some());
    assert!(it.scores.is_some() && it.status.is_some() && it.perft.is_some());
    let end = it.end.as_ref().expect("an end");
    assert!(end.mover.is_some() && end.victim.is_some() && end.mating_player.is_some() && end.winners.is_some());
    let another = "name = \"another\"\nextends = [\"chess\"]\n";
    let folder = Folder::new("verify-page", &[("case.toml", text), ("another.toml", another)]);
    let run = folder.ask(&["verify", "case.toml"]);
    assert_eq!((run.code, run.out.as_str()), (0, "1 case: 1 holds.\n"));
}

#[test]
fn the_example_cases_hold() {
    let cases = root().join("examples/cases").display().to_string();
    let run = ask(&["verify", &cases]);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    assert!(run.out.ends_with("6 cases: 6 hold.\n"), "{}", run.out);
}

#[test]
fn a_malformed_case_gets_a_suggestion() {
    let head = "about = \"x\"\nvariant = \"chess\"\n";
    for (text, place, message, under) in [
        (
            "[expect]\nlegl = []\n",
            "4:1",
            "there is no key `legl` here: did you mean `legal`? the keys are `legal`, ",
            "^^^^",
        ),
        (
            "[expect]\nlegal = \"e2-e4\"\n",
            "4:9",
            "expected a list, found a text: write it in brackets: [\"e2-e4\"]",
            "^^^^^^^",
        ),
        ("[expect]\nlegal = [3]\n", "4:10", "expected a text, found a whole number: write it in quotes", "^"),
        ("[expect\n", "3:8", "a header is not closed: end the header on its line with a `]`", "^"),
        (
            "[expect]\nmoves = -1\n",
            "4:9",
            "expected a whole number from 0, found a negative number: write digits alone",
            "^^",
        ),
        (
            "[expect]\nmoves = 99999999999999999999\n",
            "4:9",
            "expected a whole number up to 18446744073709551615, found a larger one: write fewer digits",
            "^^^^^^^^^^^^^^^^^^^^",
        ),
        ("[expect]\nscores = { w = true }\n", "4:16", "expected a number of points, such as 1, 0.5 or", "^^^^"),
        ("[expect]\nscores = { w = nan }\n", "4:16", "", "^^^"),
        (
            "[expect]\ntargets = { e4 = [] }\n",
            "4:13",
            "there is no piece on `e4`: to expect that, write `pieces = { e4 = \"-\" }`",
            "^^",
        ),
        ("[expect]\npieces = { e2 = \"wp\" }\n", "4:17", "`wp` is not a piece: write `wP`, since case matters", "^^^^"),
        (
            "[expect]\nillegal = { \"e2-e5\" = \"no-such-movment\" }\n",
            "4:23",
            "no refusal has the code `no-such-movment`: did you mean `no-such-movement`?",
            "^^^^^^^^^^^^^^^^^",
        ),
        (
            "[expect]\nillegal = { \"e2-e4\" = \"legal\" }\n",
            "4:23",
            "`legal` is no reason why `e2-e4` is illegal: name the move under `legal` instead",
            "^^^^^^^",
        ),
    ] {
        let run = with_input(&["verify", "-"], format!("{head}{text}").as_bytes(), false);
        let (code, out) = (run.code, run.out);
        assert_eq!(code, 1, "{out}");
        assert!(out.contains(&format!("-:{place}: {message}")), "{text}\n{out}");
        assert!(out.lines().any(|it| it.trim_start_matches([' ', '|']) == under), "{text}\n{out}");
    }
    let run = with_input(&["verify", "-"], b"variant = \"chess\"\n[expect]\nmoves = 20\n", false);
    assert!(run.code == 1 && run.out.contains("the case has no `about`: write `about = \"...\"`"), "{}", run.out);
}
