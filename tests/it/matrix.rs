//! `threefold matrix`: cases under several readings, in each format. The shipped pages must
//! equal the output of the command.
//!
//! Input: `examples/matrices/*.md`, each with its command in a comment. With `THREEFOLD_RENEW=1`
//! the test rewrites everything below the comment.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use serde_json::Value;
use threefold::catalog;

use super::support::{Folder, Run, ask, files_under, root, show};

const RENEW: &str = "THREEFOLD_RENEW=1 cargo test --test it matrix";

const RULING: &str = r#"
about    = "Bridged, a moat | lets <b>quiet</b> moves through & `checks` not."
source   = "a *ruling*"
variant  = "3-man-chess"
position = "w:KWHd1,RWHa1 g:KGRd2,NGRf1,RGRa1 b:KBLd2 turn=w open=moat.1"

[expect]
legal   = ["WHa1-GRg1"]
illegal = { "WHa1-GRf1" = "barrier-capture" }
turn    = "w"
"#;

fn matrix(folder: &Folder, format: &str) -> Run {
    folder.ask(&[
        "matrix",
        "ruling.toml",
        "--against",
        "3-man-chess",
        "readings/3-man-chess-moat-d",
        "--format",
        format,
    ])
}

#[test]
fn a_table_in_each_format() {
    let folder = Folder::new("matrix", &[("ruling.toml", RULING)]);
    for format in ["text", "markdown", "html", "json"] {
        let run = matrix(&folder, format);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{format}");
        show(&format!("matrix-{format}"), &without_pictures(&run.transcript()));
    }
}

/// Removes pictures, which other tests check.
fn without_pictures(page: &str) -> String {
    let mut parts = page.split("<svg");
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |out, part| out + "<svg>" + part.split_once("</svg>").map_or(part, |it| it.1))
}

#[test]
fn rows_on_which_readings_differ_are_marked() {
    let folder = Folder::new("matrix-marks", &[("ruling.toml", RULING)]);
    let text = matrix(&folder, "text").out;
    let marked: Vec<&str> = text.lines().filter(|it| it.contains('≠')).collect();
    assert!(matches!(marked.as_slice(), [only] if only.contains("WHa1-GRf1")), "{text}");
    let json: Value = serde_json::from_str(&matrix(&folder, "json").out).expect("JSON");
    let rows = json["tables"][0]["cases"][0]["questions"].as_array().expect("questions");
    let differ: Vec<bool> = rows.iter().filter_map(|it| it["differs"].as_bool()).collect();
    assert_eq!(differ, [false, true, false]);
    let answers: Vec<&Value> = rows[1]["answers"].as_array().expect("answers").iter().collect();
    assert_eq!((&answers[0]["observed"], &answers[1]["observed"]), (&"barrier-capture".into(), &"legal".into()));
    assert_eq!(json["tables"][0]["readings"][1]["parent"], 1);
    assert_eq!(json["tables"][0]["summary"]["differ"], 1);
}

#[test]
fn text_from_a_file_is_escaped() {
    let folder = Folder::new("matrix-escaped", &[("ruling.toml", RULING)]);
    let html = matrix(&folder, "html").out;
    assert!(html.contains("&lt;b&gt;quiet&lt;/b&gt; moves through &amp; `checks`"), "{html}");
    assert!(!html.contains("<b>") && !html.contains("<script") && !html.contains("http"), "{html}");
    let markdown = matrix(&folder, "markdown").out;
    assert!(markdown.contains("a moat \\| lets &lt;b>quiet"), "{markdown}");
    assert!(markdown.contains("a \\*ruling\\*"), "{markdown}");
}

#[test]
fn unanswerable_questions_are_reported() {
    let ring = "about = \"x\"\nvariant = \"3-man-chess\"\nplay = [\"WHa1-GRg1\"]\n\
        position = \"w:KWHd1,RWHa1 g:KGRd2,RGRa1 b:KBLd2 turn=w\"\n[expect]\nturn = \"b\"\n";
    let folder = Folder::new("matrix-nowhere", &[("ring.toml", ring)]);
    let against = ["3-man-chess", "readings/3-man-chess-moat-b", "chess"];
    let run = folder.ask(&[&["matrix", "ring.toml", "--format", "json", "--against"], &against[..]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    let rows = &json["tables"][0]["cases"][0]["questions"];
    let obstacles = |row: usize| -> Vec<&str> {
        let answers = rows[row]["answers"].as_array().expect("answers");
        answers.iter().map(|it| it["obstacle"].as_str().unwrap_or("-")).collect()
    };
    // The closed moat stops the rook before the question; ordinary chess has no such squares.
    assert_eq!(obstacles(0), ["not-reached", "-", "not-here"]);
    assert_eq!(rows[0]["differs"], true);
    let why = rows[0]["answers"][0]["sentence"].as_str().expect("a reason");
    assert!(why.contains("barrier-move"), "{why}");
    let text = folder.ask(&[&["matrix", "ring.toml", "--against"], &against[..]].concat()).out;
    assert_eq!(text.matches("not applicable in 3: the position cannot be set up: ").count(), 1, "{text}");
    assert_eq!(text.matches("not reached in 1: `WHa1-GRg1` cannot be played (barrier-move)").count(), 1, "{text}");
}

#[test]
fn against_is_every_reading_of_the_game() {
    let chess = "about = \"x\"\nvariant = \"readings/trichess-king-free\"\n[expect]\nmoves = 20\n";
    let own = "name = \"mine\"\nextends = [\"trichess\"]\n";
    let files = [
        ("case.toml", chess),
        ("mine.toml", own),
        ("own.toml", &chess.replace("readings/trichess-king-free", "mine.toml")),
    ];
    let folder = Folder::new("matrix-readings", &files);
    let run = folder.ask(&["matrix", ".", "--format", "json"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(json["tables"].as_array().map(Vec::len), Some(1));
    let names: Vec<&str> = json["tables"][0]["readings"]
        .as_array()
        .expect("readings")
        .iter()
        .filter_map(|it| it["variant"].as_str())
        .collect();
    let readings = catalog::games().filter(|it| it.slug.starts_with("readings/trichess-")).count();
    assert_eq!((names[0], names.len()), ("trichess", readings + 2));
    assert!(names.last().is_some_and(|it| it.ends_with("mine.toml")), "{names:?}");
}

#[test]
fn families_contain_every_reading_and_nothing_else() {
    let games = ["3-man-chess", "osullivan", "three-player-chess", "trichess"];
    let families: Vec<&str> = games.iter().flat_map(|it| catalog::readings(it)).map(|it| it.slug.as_str()).collect();
    let unique: BTreeSet<&&str> = families.iter().collect();
    assert_eq!(unique.len(), families.len());
    for it in catalog::games().filter(|it| it.slug.starts_with("readings/")) {
        assert!(families.contains(&it.slug.as_str()), "{} is a reading of no game", it.slug);
    }
    assert!(families.contains(&"3-man-chess-video"));
    assert!(!families.iter().any(|it| it.starts_with("mixtures/") || it.starts_with("mechanisms/")));
}

#[test]
fn invalid_questions_are_refused() {
    let files = [
        ("none.toml", "about = \"x\"\nvariant = \"chess\"\n"),
        ("case.toml", "about = \"x\"\nvariant = \"chess\"\n[expect]\nmoves = 20\n"),
    ];
    let folder = Folder::new("matrix-wrong", &files);
    for (args, code, part) in [
        (&["matrix"][..], 2, "required"),
        (&["matrix", "nothing.toml"], 2, "there is no such file"),
        (&["matrix", "none.toml"], 1, "contains no questions"),
        (&["matrix", "case.toml", "--against", "nonsense"], 2, "the catalog has no `nonsense`"),
        (&["matrix", "case.toml", "--game", "nonsense"], 2, "there is no game `nonsense`"),
        (&["matrix", "case.toml", "--game", "trichess"], 2, "there are no cases to compare"),
        (&["matrix", "-", "--against", "-"], 2, "only once"),
    ] {
        let run = folder.ask(args);
        assert_eq!(run.code, code, "{args:?}\n{}{}", run.out, run.err);
        assert!(run.err.contains(part), "{args:?}: {}", run.err);
    }
}

/// Returns the page: the text above its command, the command, and its current output.
fn renewed(page: &str) -> (String, String) {
    let (head, _) = page.split_once(" -->\n").expect("a comment with the command");
    let (_, command) = head.split_once("<!-- threefold ").expect("the command");
    let args: Vec<String> = command
        .split(' ')
        .map(|it| match it {
            "tests/scenarios" => root().join(it).display().to_string(),
            it => it.to_owned(),
        })
        .collect();
    let run = ask(&args.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{command}");
    let here = format!("{}{}", root().display(), std::path::MAIN_SEPARATOR);
    (format!("{head} -->\n\n{}", run.out.replace(&here, "")), command.to_owned())
}

#[test]
fn the_shipped_pages_are_current() {
    let pages = files_under(&root().join("examples/matrices"), "md");
    assert_eq!(pages.len(), 3);
    for path in pages {
        let page = std::fs::read_to_string(&path).expect("a page");
        let (now, _) = renewed(&page);
        if std::env::var("THREEFOLD_RENEW").is_ok_and(|it| it == "1") {
            std::fs::write(&path, &now).expect("a writable file");
        } else {
            assert!(now == page, "{} is not current; renew it with\n  {RENEW}", path.display());
        }
    }
}

/// No position distinguishes this reading from its parent; its file gives the reason.
const NO_DIFFERENCE: &str = "readings/osullivan-every-path";

/// In each shipped page, each reading of a game has a row in which it differs from the reading
/// that it extends.
#[test]
fn every_reading_shows_where_it_differs() {
    let scenarios = root().join("tests/scenarios").display().to_string();
    let mut commands: Vec<Vec<String>> = Vec::new();
    for game in ["3-man-chess", "osullivan", "three-player-chess", "trichess"] {
        commands.push(["matrix", &scenarios, "--game", game].map(str::to_owned).to_vec());
    }
    for path in files_under(&root().join("examples/matrices"), "md") {
        let page = std::fs::read_to_string(&path).expect("a page");
        let command =
            page.split("<!-- threefold ").nth(1).and_then(|it| it.split(" --differing").next()).expect("a command");
        commands.push(command.replace("tests/scenarios", &scenarios).split(' ').map(str::to_owned).collect());
    }
    let mut missing = Vec::new();
    for command in commands {
        let mut args: Vec<&str> = command.iter().map(String::as_str).collect();
        args.extend(["--differing", "--format", "json"]);
        let json: Value = serde_json::from_str(&ask(&args).out).expect("JSON");
        let table = &json["tables"][0];
        let cases = table["cases"].as_array().expect("cases").iter();
        let rows: Vec<&Value> = cases.flat_map(|it| it["questions"].as_array().into_iter().flatten()).collect();
        for reading in table["readings"].as_array().expect("readings") {
            let Some(parent) = reading["parent"].as_u64() else { continue };
            let number = reading["number"].as_u64().expect("a number");
            let answer = |row: &Value, number: u64| {
                let it = &row["answers"][number as usize - 1];
                (it["observed"].clone(), it["obstacle"].clone())
            };
            let differs = rows.iter().any(|it| answer(it, number) != answer(it, parent));
            if differs == (reading["variant"] == NO_DIFFERENCE) {
                missing.push(format!("{}: not as it is said, in {}", reading["variant"], command.join(" ")));
            }
        }
    }
    assert!(missing.is_empty(), "\n{}\n", missing.join("\n"));
}

/// One reading has no such tag: the summary says that it could not answer.
#[test]
fn a_reading_that_cannot_answer_is_named() {
    let case = "about = \"A freed pawn\"\nvariant = \"osullivan\"\n\
                position = \"w:Kd8 b:Ka1,Cc4 r:Kh1,Cd3[freed] turn=r\"\n[expect]\nlegal = [\"d3-c4\"]\n";
    let folder = Folder::new("matrix-unasked", &[("freed.toml", case)]);
    let against = ["osullivan", "readings/osullivan-freed-nobody"];
    let run = folder.ask(&[&["matrix", "freed.toml", "--against"], &against[..]].concat());
    assert!(!run.out.contains("They agree on every question"), "{}", run.out);
    assert!(run.out.contains("osullivan-freed-nobody cannot answer 1 question"), "{}", run.out);
}

#[test]
fn a_question_ends_a_reason_without_a_period() {
    let case = "about = \"x\"\nvariant = \"chess\"\n[expect]\npieces = { e9 = \"-\" }\n";
    let run = Folder::new("matrix-question", &[("square.toml", case)]).ask(&["matrix", "square.toml"]);
    assert!(run.out.trim_end().ends_with("no square is called `e9`: did you mean `e8`?"), "{}", run.out);
}

/// A count beyond the limit of a case: every reading refuses it, and the summary gives the reason once.
#[test]
fn a_count_that_is_too_large_is_refused_once_for_all_readings() {
    let case = "about = \"Counts\"\nvariant = \"chess\"\n[expect]\nperft = { 1 = 20, 9 = 1 }\n";
    let mine = "name = \"mine\"\nextends = [\"chess\"]\n";
    let folder = Folder::new("matrix-too-much", &[("count.toml", case), ("mine.toml", mine), ("other.toml", mine)]);
    let args = ["matrix", "count.toml", "--against", "chess", "mine.toml", "other.toml"];
    let run = folder.ask(&[&args[..], &["--format", "json"]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    let rows = json["tables"][0]["cases"][0]["questions"].as_array().expect("questions");
    let answers: Vec<Vec<&Value>> =
        rows.iter().map(|it| it["answers"].as_array().expect("answers").iter().collect()).collect();
    assert_eq!(answers.len(), 2);
    for (small, large) in answers[0].iter().zip(&answers[1]) {
        assert_eq!((&small["observed"], &small["obstacle"]), (&20.into(), &Value::Null));
        assert_eq!((&large["observed"], &large["obstacle"]), (&Value::Null, &"not-here".into()));
        assert!(
            large["sentence"].as_str().is_some_and(|it| it.starts_with("perft 9 is too large for a case")),
            "{large}"
        );
    }
    assert_eq!(json["tables"][0]["summary"]["differ"], 0);
    let text = folder.ask(&args).out;
    let sentence = "chess, mine.toml and other.toml cannot answer 1 question: perft 9 is too large for a case";
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(words.matches("cannot answer").count(), 1, "{text}");
    assert!(words.contains(sentence), "{text}");
}

/// A command on a terminal, which `script` of util-linux provides.
#[cfg(target_os = "linux")]
#[test]
fn progress_is_shown_on_a_terminal() {
    let case = "about = \"Counts\"\nvariant = \"chess\"\n[expect]\nperft = { 5 = 4865609 }\n";
    let mut count = 8;
    // Work of less than a second shows nothing, so a fast or a busy machine may need more cases.
    let shown = loop {
        let names: Vec<String> = (0..count).map(|it| format!("case-{it}.toml")).collect();
        let files: Vec<(&str, &str)> = names.iter().map(|it| (it.as_str(), case)).collect();
        let folder = Folder::new("matrix-progress", &files);
        let program = env!("CARGO_BIN_EXE_threefold");
        let command = format!("'{program}' matrix '{}' --against chess --jobs 1", folder.path().display());
        let script = Command::new("script").args(["-qec", &command, "/dev/null"]).stdin(Stdio::null()).output();
        let run = script.expect("`script` of util-linux is installed");
        let shown = String::from_utf8_lossy(&run.stdout).into_owned();
        assert!(run.status.success(), "{shown}");
        if shown.contains(&format!(" of {count} cases")) {
            break shown;
        }
        assert!(count < 1000, "no progress for {count} cases: {shown}");
        count *= 2;
    };
    let cleared = shown.find("\r\u{1b}[K").expect("the line makes room for the answer");
    assert!(cleared < shown.find("perft to depth 5").expect("the answer"), "{shown}");
}
