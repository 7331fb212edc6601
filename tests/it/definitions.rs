//! Rulebook files: the shipped ones have no findings, and each kind of error has a snapshot of
//! its message.
//!
//! Input: `variants/` and `tests/definitions/`. Every `invalid/TOPIC-CODE.toml` has a snapshot of
//! its findings beside it. The file name ends in the code of the finding.

use std::path::Path;

use rand_core::Rng;

use super::support::{checked, files_under, is_slow, root};
use threefold::diagnostic::{Code, Diagnostics, Sources, render};
use threefold::{Input, catalog, check, load_input};

#[test]
fn shipped_rulebooks_have_no_findings() {
    for it in catalog::shipped() {
        let checked = checked(&it.slug);
        let text: Vec<_> = checked.diagnostics.items.iter().map(|it| render(&checked.sources, it)).collect();
        assert!(text.is_empty(), "{}:\n{}", it.slug, text.join("\n"));
    }
}

#[test]
fn everything_in_the_folder_is_shipped() {
    let folder = root().join("variants");
    let mut files: Vec<_> = files_under(&folder, "toml")
        .iter()
        .filter(|it| !it.starts_with(folder.join("weights")))
        .map(|it| it.strip_prefix(&folder).expect("in the folder").with_extension("").to_string_lossy().into_owned())
        .collect();
    let mut shipped: Vec<_> = catalog::shipped().iter().map(|it| it.slug.clone()).collect();
    files.sort();
    shipped.sort();
    assert_eq!(files, shipped);
}

/// Returns the findings as one text.
fn findings(checked: &threefold::Checked) -> String {
    checked.diagnostics.items.iter().map(|it| render(&checked.sources, it)).collect::<Vec<_>>().join("\n\n")
}

#[test]
fn the_effective_rulebook_is_the_same_rulebook() {
    for it in catalog::shipped() {
        let whole = checked(&it.slug);
        let text = whole.effective();
        let again = check(Input::Text("again.toml", text.as_bytes()));
        assert_eq!(findings(&again), "", "{}:\n{text}", it.slug);
        assert_eq!(whole.hash(), again.hash(), "{}", it.slug);
        let top = text.lines().take_while(|it| !it.starts_with('['));
        assert!(top.clone().any(|it| it.starts_with("name")) && !top.clone().any(|it| it.starts_with("extends")));
    }
}

/// Returns the hash of a text, which must have no findings.
#[track_caller]
fn hash(text: &str) -> String {
    let checked = check(Input::Text("x.toml", text.as_bytes()));
    assert_eq!(findings(&checked), "", "{text}");
    checked.hash()
}

const SHORT: &str = r#"name = "x"
part = "rules"
[settle]
turn-start = ["a", "b"]
[outcome.b]
when = { living = 1 }
then = "end"
[outcome.a]
when = { attack = { by = "mover", on = "opponents" } }
then = "end"
[score]
a = { mover = 1, victim = 0 }
[ban.first]
before = { living = 2 }
[ban.second]
before = { living = 3 }
[board.patch.p]
files = 8
ranks = 8
"#;

#[test]
fn the_hash_depends_only_on_rules() {
    let same = [
        ("name = \"x\"", "name = \"y\"\nabout = \"z\" # why"),
        ("[settle]", "[[source]]\nid = \"s\"\ntitle = \"t\"\n[settle]"),
        ("then = \"end\"", "then = \"end\"\nsource = \"s\""),
        ("turn-start = [\"a\", \"b\"]", "on-claim = []\nturn-start = [\n'a',\n'b'] # c"),
        ("on = \"opponents\" }", "how-many = \"some\", by-at-least = 1, on = \"opponents\" }"),
        (
            "when = { attack = { by = \"mover\", on = \"opponents\" } }\nthen = \"end\"",
            "then = \"end\"\n[outcome.a.when.attack]\nby = \"mover\"\non = \"opponents\"",
        ),
        ("mover = 1,", "mover = 1.0,"),
        ("ranks = 8", "shape = \"annulus\"\nranks = 8"),
        ("ranks = 8", "ranks = 8\n[board.places]\na1 = [0, 0.5]\n[score-titles]\ntitles = [\"lord\"]"),
    ];
    for (from, to) in same {
        let text = SHORT.replace(from, to);
        assert_ne!(text, SHORT, "{from}");
        assert_eq!(hash(&text), hash(SHORT), "{text}");
    }
    let other = [
        ("[\"a\", \"b\"]", "[\"b\", \"a\"]"),
        ("mover = 1,", "mover = 0.5,"),
        ("by = \"mover\"", "by = \"next\""),
        ("files = 8", "files = 9"),
        ("name = \"x\"", "name = \"x\"\nsetup = \"none\""),
        ("living = 2", "living = 4"),
    ];
    for (from, to) in other {
        let text = SHORT.replace(from, to);
        assert_ne!(text, SHORT, "{from}");
        assert_ne!(hash(&text), hash(SHORT), "{text}");
    }
}

#[test]
fn header_order_matters_only_for_ordered_headers() {
    let (top, rest) = SHORT.split_at(SHORT.find("[settle]").expect("a header"));
    let mut blocks: Vec<_> = rest.split("\n[").map(|it| it.trim_start_matches('[').trim_end()).collect();
    let text = |blocks: &[&str]| format!("{top}[{}\n", blocks.join("\n["));
    assert_eq!(hash(&text(&blocks)), hash(SHORT));
    let bans: Vec<_> = (0..blocks.len()).filter(|it| blocks[*it].starts_with("ban.")).collect();
    // From here the order is reversed; the test then restores the order of the bans.
    blocks.reverse();
    let last = blocks.len() - 1;
    assert_ne!(hash(&text(&blocks)), hash(SHORT));
    blocks.swap(last - bans[0], last - bans[1]);
    assert_eq!(hash(&text(&blocks)), hash(SHORT));
}

const INVALID: &str = "src/codes/examples";

/// Returns the output for a file. If there are many findings, only the first and the last.
fn shown(input: Input<'_>) -> String {
    let (sources, diagnostics): (Sources, Diagnostics) = match load_input(input) {
        // Only `check` reports warnings.
        Ok(_) => {
            let checked = check(input);
            (checked.sources, checked.diagnostics)
        }
        Err(error) => (error.sources, error.diagnostics),
    };
    let mut all: Vec<_> = diagnostics.items.iter().map(|it| render(&sources, it)).collect();
    if all.len() > 20 {
        all.splice(1..all.len() - 1, [format!("... {} more ...", all.len() - 2)]);
    }
    all.join("\n\n")
}

/// Compares the findings with the snapshot beside the file; the file name ends in one of their
/// codes.
#[track_caller]
fn snapshot(stem: &str, text: &str) {
    let is_shown = |it: &&Code| stem.ends_with(&format!("-{it}")) && text.contains(&format!("[{it}]"));
    assert!(Code::ALL.iter().any(|it| is_shown(&it)), "{stem} ends in no code that it shows:\n{text}");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join(INVALID));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(stem, text));
}

#[test]
fn every_invalid_file_has_a_snapshot() {
    let mut paths: Vec<_> = std::fs::read_dir(root().join(INVALID)).expect("a folder").flatten().collect();
    paths.sort_by_key(std::fs::DirEntry::file_name);
    // Directories, too: one of them has the name of a rulebook.
    for path in paths.iter().map(|it| it.path()).filter(|it| it.extension().is_some_and(|it| it == "toml")) {
        let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
        snapshot(&stem, &shown(Input::Name(&format!("{INVALID}/{stem}.toml"))));
    }
}

/// Writes a number of files into a temporary folder, runs a test on the first, and deletes the
/// folder.
fn with_files(name: &str, files: &[(String, String)], test: impl FnOnce(&Path)) {
    let folder = std::env::temp_dir().join(format!("threefold-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.join(name), text).expect("a file");
    }
    test(&folder);
    std::fs::remove_dir_all(&folder).expect("the folder");
}

/// Generates files that are too large to keep.
#[test]
fn excessive_input_is_reported() {
    let large = "#".repeat((1 << 20) + 1);
    snapshot("file-too-large", &shown(Input::Text("large.toml", large.as_bytes())));

    let keys: String = (0..50_000).map(|it| format!("k{it} = 1\n")).collect();
    snapshot("keys-too-many-findings", &shown(Input::Text("keys.toml", keys.as_bytes())));

    let row = |it| (format!("{it}.toml"), format!("name = \"{it}\"\nextends = [\"./{}.toml\"]\n", it + 1));
    with_files("levels", &(1..=17).map(row).collect::<Vec<_>>(), |folder| {
        let text = shown(Input::Name(&folder.join("1.toml").to_string_lossy()));
        snapshot("extends-extends-too-deep", &text.replace(&*folder.to_string_lossy(), "folder"));
    });

    let mut files: Vec<_> = (1..300).map(|it| (format!("{it}.toml"), format!("name = \"{it}\"\n"))).collect();
    let names: Vec<_> = files.iter().map(|it| format!("\"./{}\"", it.0)).collect();
    files.push(("all.toml".to_owned(), format!("name = \"all\"\nextends = [\n{}\n]\n", names.join(",\n"))));
    with_files("many", &files, |folder| {
        let text = shown(Input::Name(&folder.join("all.toml").to_string_lossy()));
        snapshot("extends-too-many-files", &text.replace(&*folder.to_string_lossy(), "folder"));
    });
}

#[test]
fn every_code_has_an_invalid_file() {
    let folder = root().join(INVALID);
    let shown: String =
        files_under(&folder, "snap").iter().map(|it| std::fs::read_to_string(it).expect("a snapshot")).collect();
    let missing: Vec<_> = Code::ALL.iter().filter(|it| !shown.contains(&format!("[{it}]"))).collect();
    assert!(missing.is_empty(), "no file in {INVALID} shows {missing:?}");
}

/// Rulebooks with random errors get findings, and never crash the program.
#[test]
fn damaged_rulebooks_never_panic() {
    let mut random = rand_pcg::Pcg32::new(7, 7);
    let mut below = |bound: usize| random.next_u32() as usize % bound;
    let texts: Vec<_> = catalog::games().map(|it| checked(&it.slug).effective()).collect();
    let words: Vec<_> = texts.iter().flat_map(|it| it.split_whitespace()).collect();
    for round in 0..if is_slow() { 1_200 } else { 1_000 } {
        let mut lines: Vec<_> = texts[round % texts.len()].lines().map(str::to_owned).collect();
        for _ in 0..=below(3) {
            let (at, other) = (below(lines.len()), below(lines.len()));
            match below(6) {
                0 => drop(lines.remove(at)),
                1 => lines.swap(at, other),
                2 => lines.truncate(at + 1),
                3 => lines[at] = lines[other].clone(),
                // Replaces one word by another from the same line or from any line.
                kind => {
                    let parts: Vec<_> = lines[at].split(' ').collect();
                    let old = parts[below(parts.len())].to_owned();
                    let new = if kind == 4 { words[below(words.len())] } else { "999999999" };
                    lines[at] = lines[at].replacen(&old, new, 1);
                }
            }
            if lines.is_empty() {
                break;
            }
        }
        let text = lines.join("\n");
        let done = std::panic::catch_unwind(|| check(Input::Text("damaged.toml", text.as_bytes())));
        let checked = done.unwrap_or_else(|_| panic!("round {round}:\n{text}"));
        assert_eq!(checked.rulebook.is_none(), checked.diagnostics.has_errors() || !is_game(&checked), "{text}");
        findings(&checked);
    }
}

fn is_game(checked: &threefold::Checked) -> bool {
    checked.definition.top.as_ref().is_some_and(|it| it.part.value == threefold::policy::Part::Game)
}

#[test]
fn deep_nesting_does_not_overflow_the_stack() {
    let lists = format!("name = \"x\"\n[check]\na = {}{}", "[".repeat(70_000), "]".repeat(70_000));
    let key = vec!["k"; 79].join(".");
    let tables = (0..79).fold(format!("{key} = 1"), |inner, _| format!("{key} = {{ {inner} }}"));
    for text in [lists, format!("name = \"x\"\n[check]\n{tables}"), format!("name = \"x\"\n{tables}")] {
        assert!(check(Input::Text("deep.toml", text.as_bytes())).diagnostics.has_errors());
    }
}

#[test]
fn suggestions_point_at_the_place() {
    let report = |text: &str| findings(&check(Input::Text("x.toml", text.as_bytes())));
    let head = "name = \"X\"\nextends = [\"chess\"]\n";
    for (text, expected) in [
        ("[[outcome.foo]]\nthen = \"end\"\n", "write one pair of brackets: `[outcome.foo]`"),
        ("[[outcome]]\nthen = \"end\"\n", "with a name of its own for each: `[outcome.first]`"),
        (&format!("[{}]\n", ["a"; 5000].join(".")), "--> x.toml:3:1"),
        ("about = \"a\u{0}b\"\n", "this character cannot be part of a text"),
    ] {
        let found = report(&format!("{head}{text}"));
        assert!(found.contains(expected), "{expected}\n{found}");
    }
    assert!(report("\u{feff}").contains("[empty-file]"), "a mark of the order of bytes alone is nothing");
    for path in [".", "./"] {
        let found = findings(&check(Input::Name(path)));
        assert!(found.contains("`.` cannot be read: it is a directory"), "{found}");
    }
}

/// The shipped rulebooks are the examples that authors copy.
#[cfg(feature = "tools")]
#[test]
fn shipped_rulebooks_have_their_usual_form() {
    let mut files = super::support::files_under(&super::support::root().join("variants"), "toml");
    files.retain(|it| !it.components().any(|part| part.as_os_str() == "weights"));
    let mut args = vec!["fmt", "--check"];
    args.extend(files.iter().map(|it| it.to_str().expect("a name in UTF-8")));
    let run = super::support::ask(&args);
    assert_eq!(run.code, 0, "`threefold fmt` changes these files\n{}{}", run.out, run.err);
}
