//! Commands for rulebook authors: `rules`, `explain-code` and `new`.
//!
//! Input: arguments and files in a temporary folder. This file tests the arguments and the error
//! messages; `english.rs` tests the texts.

use std::io::Cursor;

use std::path::Path;

use threefold::cli::{Io, run};
use threefold::codes::{self, Example};
use threefold::diagnostic::Code;

use super::readme::renewed;
use super::support::{checked, files_under, is_slow, root};

/// Returns the exit code, the output and the errors.
fn ask(args: &[&str], input: &str) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut input = Cursor::new(input.to_owned());
    let mut io = Io { input: &mut input, out: &mut out, err: &mut err, is_terminal: false };
    let code = run(["threefold"].iter().chain(args), &mut io);
    let text = |it: Vec<u8>| String::from_utf8(it).expect("answers are UTF-8");
    (code, text(out), text(err))
}

#[test]
fn rules_have_three_formats() {
    let (code, text, err) = ask(&["rules", "chess"], "");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(text.starts_with("Chess\n=====\n"), "{text}");
    assert!(text.lines().all(|it| it.chars().count() <= 90), "{text}");
    let (code, markdown, _) = ask(&["rules", "chess", "--format", "markdown"], "");
    assert!(code == 0 && markdown.starts_with("# Chess\n") && markdown.contains("```text\n8  bR bN"), "{markdown}");
    let (code, page, _) = ask(&["rules", "chess", "--format", "html"], "");
    assert!(code == 0 && page.starts_with("<!doctype html>") && page.contains("data-square=\"e2\" data-x="), "{page}");
    // The last sheet of a printed page is an empty board. A chapter has none. Chess needs no summary.
    let (_, sheet) = page.split_once("<div class=\"sheet\">").expect("an empty board");
    assert!(!page.contains("class=\"sheet summary\""), "{page}");
    assert!(sheet.matches("class=\"square t").count() == 64 && !sheet.contains("href=\"#tf-rook\""), "{sheet}");
    // A board with more squares follows in quarters at twice the size. They refer to it, so its squares are there once.
    assert!(!sheet.contains("Large board"), "{sheet}");
    let (_, ring, _) = ask(&["rules", "3-man-chess", "--format", "html"], "");
    let (_, sheets) = ring.split_once("<svg id=\"empty-board\"").expect("an empty board");
    // The squares of one color are one path.
    assert_eq!(sheets.matches("class=\"square t").count(), 2);
    let (board, pieces) = sheets.split_once("<h2>Paper pieces</h2>").expect("paper pieces");
    assert!(
        board.contains("The sheet after the board has paper pieces.")
            && board.matches("class=\"quarter\"").count() == 4
    );
    // Three armies of sixteen, with the diameter that the sheets before name.
    let (_, base) = board.split_once(" with a base of ").expect("the size of a piece");
    let base = base.split(' ').next().expect("a number");
    assert_eq!(pieces.matches(&format!("<svg style=\"width:{base}mm\" class=\"tf-auto\"")).count(), 48, "{pieces}");
    let (_, table) = ring.split_once("<div class=\"sheet summary\">").expect("a summary");
    for part in [
        "The last player in play wins. White moves first",
        "<li>Lines run around the ring",
        "<td>Moats</td><td>A piece may not cross a moat until it opens",
        "<td>Castling</td><td>In each player&#39;s section: king d1 to b1 with rook a1 to c1",
        "Then count two more files around the ring in the direction of the bishop, if necessary into the next section.",
        "Capturing a king",
        "1/2",
    ] {
        assert!(table.contains(part), "{part}: {table}");
    }
    assert_eq!(sheets.matches("<use href=\"#empty-board\"").count(), 4);
    let (_, chapter, _) = ask(&["rules", "chess", "--format", "html", "--chapter", "check"], "");
    assert!(chapter.contains("<h1>") && !chapter.contains("class=\"sheet\""), "{chapter}");
    let (code, input, _) = ask(&["rules", "-"], "name = \"Other\"\nextends = [\"chess\"]\n");
    assert!(code == 0 && input.starts_with("Other\n=====\n"), "{input}");
}

#[test]
fn one_chapter_of_the_rules() {
    for name in ["check", "CHECK", "pieces", "the pieces", "end", "castling"] {
        let (code, text, err) = ask(&["rules", "chess", "--chapter", name], "");
        assert_eq!((code, err.as_str()), (0, ""));
        let first = text.lines().next().unwrap_or("").to_lowercase();
        assert!(
            first.contains(name.to_lowercase().trim_start_matches("the ")) && text.matches("\n===").count() == 1,
            "{text}"
        );
    }
    // Chess has no moats, so it has no rule on them.
    for name in ["moats", "", "xyz"] {
        let (code, out, err) = ask(&["rules", "chess", "--chapter", name], "");
        assert!(code == 2 && out.is_empty() && err.contains("`the board`, `the pieces`"), "{err}");
    }
}

#[test]
fn rules_of_an_invalid_file() {
    let (code, out, err) = ask(&["rules", "ches"], "");
    assert!(code == 2 && out.is_empty() && err.contains("did you mean `chess`"), "{err}");
    let (code, out, err) = ask(&["rules", "-"], "name = \"x\"\n");
    assert!(code == 1 && out.is_empty() && err.contains("missing-header"), "{err}");
    let (code, _, err) = ask(&["rules", "parts/general"], "");
    assert!(code == 1 && err.contains("not-a-game"), "{err}");
    let (code, _, err) = ask(&["rules", "chess", "--format", "pdf"], "");
    assert!(code == 2 && err.contains("possible values"), "{err}");
}

#[test]
fn every_code_has_an_explanation_and_an_example() {
    for code in Code::ALL {
        let explanation = codes::explanation(code.word()).unwrap_or_else(|_| panic!("{code} has no explanation"));
        assert!(
            !explanation.about.is_empty() && explanation.text.split_whitespace().count() >= 15,
            "{code}: {}",
            explanation.text
        );
        let Example::Rulebook { finding, .. } = explanation.example else { panic!("{code}") };
        // `definitions.rs` compares the snapshots with the output of `check`.
        assert!(finding.lines().next().is_some_and(|it| it.contains(&format!("[{code}]: "))), "{code}: {finding}");
    }
    let known = |code: &str| Code::ALL.iter().any(|it| it.word() == code);
    let (findings, refusals): (Vec<_>, Vec<_>) = codes::all().into_iter().partition(|it| known(it));
    assert_eq!(findings.len(), Code::ALL.len(), "a code is explained twice");
    let mut once = refusals.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), refusals.len(), "{refusals:?}");
}

/// The example of a finding must produce the finding's code.
#[test]
fn the_examples_of_findings_give_their_codes() {
    for code in Code::ALL {
        let explanation = codes::explanation(code.word()).expect("an explanation");
        let Example::Rulebook { text: Some(text), .. } = explanation.example else { continue };
        let checked = threefold::check(threefold::Input::Text("-", text.as_bytes()));
        let mut found = checked.diagnostics.items;
        if let Err(error) = threefold::load_text("-", text) {
            found.extend(error.diagnostics.items);
        }
        // A relative path is searched beside the file; a text has no folder.
        let is_path = text.contains(".toml") && found.iter().any(|it| it.code == Code::UnknownParent);
        assert!(is_path || found.iter().any(|it| it.code == *code), "{code}:\n{text}");
    }
}

#[test]
fn every_refusal_has_an_explanation_and_a_command() {
    let path = root().join("src/codes/refusals.md");
    let page = std::fs::read_to_string(&path).expect("a page");
    let now = renewed(&page, Path::new("."));
    if std::env::var("THREEFOLD_RENEW").is_ok_and(|it| it == "1") {
        std::fs::write(&path, &now).expect("a writable file");
        return;
    }
    assert_eq!(now, page, "THREEFOLD_RENEW=1 cargo test --test it refusal renews {}", path.display());
    for code in codes::all().into_iter().filter(|it| Code::ALL.iter().all(|code| code.word() != *it)) {
        let Example::Command(command) = codes::explanation(code).expect("an explanation").example else {
            panic!("{code}")
        };
        let sign = match code {
            "ban" => "[ban.".to_owned(),
            // In a game, a claim is answered in words; its code appears in cases.
            "bad-claim" => "\nline 1: ".to_owned(),
            code => format!("[{code}]"),
        };
        assert!(command.contains(&sign), "{code}: {command}");
    }
}

/// Every code that a scenario expects of a refused move has an explanation.
#[test]
fn scenario_refusals_are_explained() {
    let mut seen = 0;
    for path in files_under(&root().join("tests/scenarios"), "toml") {
        let text = std::fs::read_to_string(&path).expect("a scenario");
        let Ok(case) = threefold::case::parse(&path.display().to_string(), &text) else { continue };
        for (_, code) in case.expect.illegal.iter().flatten() {
            assert!(codes::explanation(&code.value).is_ok(), "{}: {}", path.display(), code.value);
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

#[test]
fn codes_are_explained_on_request() {
    let (code, list, _) = ask(&["explain-code"], "");
    assert_eq!(code, 0);
    assert_eq!(list.lines().collect::<Vec<_>>(), codes::all());
    for name in ["never-meet", "[never-meet]", "Never-Meet"] {
        let (code, text, err) = ask(&["explain-code", name], "");
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(
            text.starts_with("never-meet\n\nTwo armies that can never capture")
                && text.contains("\n    warning[never-meet]"),
            "{text}"
        );
    }
    let (code, text, _) = ask(&["explain-code", "ban.shield"], "");
    assert!(code == 0 && text.starts_with("ban\n"), "{text}");
    let (code, out, err) = ask(&["explain-code", "never-mete"], "");
    assert!(code == 2 && out.is_empty() && err.contains("did you mean `never-meet`?"), "{err}");
    let (code, _, err) = ask(&["explain-code", &"\u{1b}x".repeat(5_000)], "");
    assert!(code == 2 && err.len() < 400 && !err.contains('\u{1b}'), "{err}");
    let (code, ..) = ask(&["explain-code", ""], "");
    assert_eq!(code, 2);
}

/// A temporary folder, deleted at the end of the test.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("threefold-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_new_file_has_the_rules_of_its_parent() {
    let folder = Folder::new("new");
    for game in threefold::catalog::games().step_by(if is_slow() { 2 } else { 3 }) {
        let path = folder.file(&format!("{}.toml", game.slug.replace('/', "-")));
        let (code, out, err) = ask(&["new", "Mine", "--from", &game.slug, "--output", &path], "");
        assert_eq!((code, out.as_str()), (0, ""), "{}", game.slug);
        assert!(err.contains(&path), "{err}");
        let new = threefold::check(threefold::Input::Name(&path));
        let parent = checked(&game.slug);
        assert!(new.diagnostics.items.is_empty(), "{}: {:?}", game.slug, new.diagnostics.items);
        assert_eq!(new.hash(), parent.hash(), "{}", game.slug);
        // The comments show exactly the settings of the parent.
        let text = std::fs::read_to_string(&path).expect("the file");
        let is_rule = |line: &str| line.starts_with("#[") || line.starts_with('#') && !line.starts_with("# ");
        let bare: Vec<_> = text.lines().map(|it| if is_rule(it) { &it[1..] } else { it }).collect();
        let whole = threefold::check(threefold::Input::Text("-", bare.join("\n").as_bytes()));
        assert!(whole.diagnostics.items.is_empty(), "{}: {:?}\n{text}", game.slug, whole.diagnostics.items);
        assert_eq!(whole.hash(), parent.hash(), "{}\n{text}", game.slug);
        assert!(bare.iter().filter(|it| it.starts_with('[')).count() >= 2, "{text}");
        // TOML has no line break in a table such as `when = { … }`.
        assert!(text.lines().all(|it| it.chars().count() <= 160 || it.starts_with("#when")), "{text}");
        assert_eq!(
            std::fs::read_dir(&folder.0)
                .expect("a folder")
                .flatten()
                .filter(|it| { it.file_name().to_string_lossy().ends_with(".part") })
                .count(),
            0
        );
    }
}

#[test]
fn a_new_file_as_printed() {
    let (code, text, _) = ask(&["new", "Guards", "--from", "3-man-chess", "--output", "-"], "");
    assert_eq!(code, 0);
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!("new-file", text);
    });
}

#[test]
fn a_new_file_never_replaces_another() {
    let folder = Folder::new("new-over");
    let path = folder.file("mine.toml");
    std::fs::write(&path, "mine").expect("a file");
    let (code, out, err) = ask(&["new", "mine", "--from", "chess", "--output", &path], "");
    assert!(code == 2 && out.is_empty() && err.contains("already exists"), "{err}");
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), "mine");
    let nowhere = folder.file("no/such/folder.toml");
    let (code, _, err) = ask(&["new", "mine", "--from", "chess", "--output", &nowhere], "");
    assert!(code == 2 && err.contains("cannot be written"), "{err}");
    for name in ["", "a/b", "../x", ".x", "\u{1b}"] {
        let (code, out, err) = ask(&["new", name, "--from", "chess"], "");
        assert!(code == 2 && out.is_empty() && err.starts_with("error: "), "{name}: {err}");
    }
    let bad = [("ches", 2, "did you mean `chess`"), ("-", 2, "standard input"), ("parts/general", 1, "not-a-game")];
    for (from, wanted, says) in bad {
        let (code, out, err) = ask(&["new", "x", "--from", from, "--output", "-"], "");
        assert!(code == wanted && out.is_empty() && err.contains(says), "{from}: {err}");
    }
    assert_eq!(std::fs::read_dir(&folder.0).expect("a folder").count(), 1, "nothing is left behind");
}

/// A file finds the file that it extends, in whatever folder it is.
#[test]
fn a_new_file_finds_its_parent() {
    let folder = Folder::new("new-parent");
    std::fs::create_dir_all(folder.0.join("sub")).expect("a folder");
    let (base, beside, below) = (folder.file("base.toml"), folder.file("beside.toml"), folder.file("sub/below.toml"));
    assert_eq!(ask(&["new", "Base", "--from", "chess", "--output", &base], "").0, 0);
    for path in [&beside, &below] {
        let (code, out, err) = ask(&["new", "Child \"of\" base", "--from", &base, "--output", path], "");
        assert_eq!((code, out.as_str()), (0, ""), "{err}");
        let (code, out, _) = ask(&["check", path], "");
        assert_eq!(code, 0, "{out}");
    }
    assert!(std::fs::read_to_string(&beside).expect("a file").contains("extends = [\"./base.toml\"]"));
    assert!(std::fs::read_to_string(&below).expect("a file").contains("extends = [\"../base.toml\"]"));
    let (code, _, err) = ask(&["new", "x", "--from", "chess", "--output", &folder.file("a b.toml")], "");
    assert!(code == 0 && err.ends_with("a b.toml\"\n"), "{err}");
}

/// A new file for three players offers the header of elimination, with its words.
#[test]
fn a_new_file_offers_elimination_if_it_is_missing() {
    let new = |parent: &str| ask(&["new", "Mine", "--from", parent, "--output", "-"], "").1;
    let text = new("trichess");
    let at = text.find("\n# [elimination]\n").expect("the header") + 1;
    let header: String = text[at..].lines().take(3).map(|it| format!("{}\n", &it[2..])).collect();
    for words in ["army = \"inert\"", "\"removed\"", "king = \"stays\""] {
        assert!(header.contains(words), "{words}\n{header}");
    }
    let outcome = "[outcome.lost]\nwhen = { king-captured = \"opponents\" }\nthen = \"eliminate\"\n";
    let whole = format!("{}{header}{outcome}", &text[..text.find("\n# The order").unwrap_or(0)]);
    let found = threefold::check(threefold::Input::Text("new.toml", whole.as_bytes()));
    assert!(found.diagnostics.items.iter().all(|it| it.code != threefold::diagnostic::Code::Needs), "{whole}");
    // If the parent has the header, it appears once; a game for two needs none.
    assert_eq!(new("3-man-chess").matches("[elimination]").count(), 1);
    assert!(!new("chess").contains("elimination]"));
}

/// Each commented header of a new file compiles without its `#`.
#[test]
fn every_header_of_a_new_file_compiles() {
    let folder = Folder::new("uncommented");
    for parent in ["chess", "3-man-chess", "osullivan", "three-player-chess", "trichess"] {
        let file = folder.file(&format!("{parent}.toml"));
        let (code, _, err) = ask(&["new", "Mine", "--from", parent, "--output", &file], "");
        assert_eq!(code, 0, "{err}");
        let text = std::fs::read_to_string(&file).expect("the new file");
        let lines: Vec<&str> = text.lines().collect();
        let heads: Vec<usize> = (0..lines.len()).filter(|it| lines[*it].starts_with("#[")).collect();
        for key in ["settled", "points"] {
            assert!(lines.iter().any(|it| it.starts_with(&format!("#{key} "))), "{parent} shows no `{key}`");
        }
        assert!(lines.iter().any(|it| it.starts_with("#[outcome.")), "{parent} shows no outcome");
        for head in heads {
            let bare = |(at, line): (usize, &&str)| match line.strip_prefix('#') {
                Some(rest) if at >= head && lines[head..at].iter().all(|it| it.starts_with('#')) => rest.to_owned(),
                _ => (*line).to_owned(),
            };
            let text: Vec<String> = lines.iter().enumerate().map(bare).collect();
            let text = text.join("\n") + "\n";
            let found = threefold::check(threefold::Input::Text("new.toml", text.as_bytes()));
            assert!(!found.diagnostics.has_errors(), "{parent} {}\n{text}\n{:?}", lines[head], found.diagnostics.items);
        }
    }
}
