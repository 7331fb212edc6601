//! The README is correct: each command in it prints the output shown below it.
//!
//! Input: `README.md`. The test saves its rulebook and its case under the names that the commands
//! use. With `THREEFOLD_RENEW=1` it rewrites the outputs instead.

use std::io::Cursor;
use std::path::Path;

use threefold::cli::{Io, run};

use super::support::root;

/// Returns what the command in a `$` line prints to both streams.
fn answer(line: &str, folder: &Path) -> String {
    // `echo "..." | threefold ...` provides the input.
    // `printf '...' | threefold ...` provides several lines of it.
    let (line, input) = match line.strip_prefix("echo \"").and_then(|it| it.split_once("\" | ")) {
        Some((input, line)) => (line, format!("{input}\n")),
        None => match line.strip_prefix("printf '").and_then(|it| it.split_once("' | ")) {
            Some((input, line)) => (line, input.replace("\\n", "\n")),
            None => (line, String::new()),
        },
    };
    // `| grep WORD` keeps lines with a word, and `grep -c` counts them.
    let (line, filter) = line.split_once(" | grep ").unwrap_or((line, ""));
    let mut args: Vec<String> = Vec::new();
    for (at, quoted) in line.split('"').enumerate() {
        match at % 2 {
            1 => args.push(quoted.to_owned()),
            _ => args.extend(quoted.split_whitespace().map(str::to_owned)),
        }
    }
    // Commands read the project's own files, and write into the temporary folder.
    let place = |it: String| match () {
        () if it.starts_with("examples/") => root().join(it).display().to_string(),
        () if it.ends_with(".toml") || it.ends_with(".svg") => folder.join(it).display().to_string(),
        () => it,
    };
    let args = args.into_iter().filter(|it| it != "threefold").map(place);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut io = Io { input: &mut Cursor::new(input), out: &mut out, err: &mut err, is_terminal: false };
    run(std::iter::once("threefold".to_owned()).chain(args), &mut io);
    out.extend(err);
    let text = String::from_utf8(out).expect("answers are UTF-8");
    let text = filtered(&text, filter);
    text.replace(&format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR), "")
}

/// Returns the output of `grep` with these words; the text itself without any.
fn filtered(text: &str, words: &str) -> String {
    let (is_count, word) = words.strip_prefix("-c ").map_or((false, words), |it| (true, it));
    let word = word.trim_matches('"');
    let has = |line: &&str| word.strip_prefix('^').map_or(line.contains(word), |it| line.starts_with(it));
    match is_count {
        true => text.lines().filter(has).count().to_string(),
        false => text.lines().filter(has).map(|it| format!("{it}\n")).collect(),
    }
}

/// Returns the page with the current output of its commands.
pub fn renewed(page: &str, folder: &Path) -> String {
    let mut out = String::new();
    let mut parts = page.split("```console\n");
    out.push_str(parts.next().unwrap_or(""));
    for part in parts {
        let (block, rest) = part.split_once("```").expect("the block ends");
        out.push_str("```console\n");
        let outputs: Vec<String> = block
            .lines()
            .filter_map(|it| it.strip_prefix("$ "))
            .map(|it| format!("$ {it}\n{}", answer(it, folder).trim_end()))
            .collect();
        out.push_str(&outputs.join("\n\n"));
        out.push_str("\n```");
        out.push_str(rest);
    }
    out
}

#[test]
fn readme_commands_print_the_output_shown() {
    let path = root().join("README.md");
    let page = std::fs::read_to_string(&path).expect("a README");
    let folder = std::env::temp_dir().join(format!("threefold-readme-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let toml = |number: usize| page.split("```toml\n").nth(number).and_then(|it| it.split("```").next());
    let (rulebook, ruling) = (toml(1).expect("a rulebook"), toml(2).expect("a ruling"));
    std::fs::write(folder.join("ruling.toml"), ruling).expect("a file");
    std::fs::write(folder.join("doubt.toml"), ruling.replace("barrier-capture", "barrier-move")).expect("a file");
    std::fs::write(folder.join("guards.toml"), rulebook).expect("a file");
    std::fs::write(folder.join("slip.toml"), rulebook.replace("movement", "movment")).expect("a file");
    let now = renewed(&page, &folder);
    let drawn = std::fs::read_to_string(folder.join("ring.svg")).expect("the picture that the README opens with");
    std::fs::remove_dir_all(&folder).expect("an end");
    let picture = root().join("examples/ring.svg");
    if std::env::var("THREEFOLD_RENEW").is_ok_and(|it| it == "1") {
        std::fs::write(&picture, &drawn).expect("a writable file");
    }
    let kept = std::fs::read_to_string(&picture).expect("a picture");
    assert!(kept == drawn, "examples/ring.svg is not what the README's command draws; THREEFOLD_RENEW=1 renews it");
    if std::env::var("THREEFOLD_RENEW").is_ok_and(|it| it == "1") {
        std::fs::write(&path, &now).expect("a writable file");
        return;
    }
    for (number, (is, was)) in now.lines().zip(page.lines()).enumerate() {
        assert_eq!(is, was, "README.md:{}; THREEFOLD_RENEW=1 cargo test --test it readme renews it", number + 1);
    }
    assert_eq!(now, page);
}

/// The page about protocols shows the output of its commands, too.
#[cfg(feature = "tools")]
#[test]
fn commands_of_the_protocols_print_the_output_shown() {
    let path = root().join("src/docs/protocols.md");
    let page = std::fs::read_to_string(&path).expect("a page");
    let now = renewed(&page, &std::env::temp_dir());
    if std::env::var("THREEFOLD_RENEW").is_ok_and(|it| it == "1") {
        std::fs::write(&path, &now).expect("a writable file");
    }
    let page = std::fs::read_to_string(&path).expect("a page");
    assert_eq!(now, page, "THREEFOLD_RENEW=1 cargo test --test it readme renews the page");
}

/// Pages for contributors and users, whose paths and commits exist.
const PAGES: &[&str] = &[
    "README.md",
    ".github/CONTRIBUTING.md",
    "src/docs/bots.md",
    "src/docs/features.md",
    "src/docs/how_to.md",
    "src/docs/organization.md",
    "src/docs/protocols.md",
];

/// Returns the parts of a text between backquotes, and the targets of its links.
fn quoted_and_linked(text: &str) -> Vec<&str> {
    let quoted = text.split('`').skip(1).step_by(2);
    let linked = text.split("](").skip(1).filter_map(|it| it.split([')', '#']).next());
    quoted.chain(linked).collect()
}

#[test]
fn every_path_in_the_pages_exists() {
    const FOLDERS: &[&str] = &["src/", "tests/", "variants/", "examples/", ".ci/", ".github/", "../"];
    let mut missing = Vec::new();
    for page in PAGES {
        let path = root().join(page);
        let text = std::fs::read_to_string(&path).expect("a page");
        // A paragraph about an old commit uses the names of that time.
        for paragraph in text.split("\n\n").filter(|it| !it.starts_with("In this commit")) {
            for name in quoted_and_linked(paragraph) {
                let is_path = FOLDERS.iter().any(|it| name.starts_with(it)) && !name.contains([' ', '*', '<']);
                let beside = path.parent().is_some_and(|it| it.join(name).exists());
                if is_path && !name.contains("NAME") && !root().join(name).exists() && !beside {
                    missing.push(format!("{page}: {name}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_commit_in_the_pages_exists() {
    let git = |args: &[&str]| {
        let done = std::process::Command::new("git").arg("-C").arg(root()).args(args).output().ok()?;
        done.status.success().then(|| String::from_utf8_lossy(&done.stdout).trim().to_owned())
    };
    if git(&["rev-parse", "--is-shallow-repository"]).as_deref() != Some("false") {
        eprintln!("skipped: there is no complete history here");
        return;
    }
    let (mut found, mut missing) = (0, Vec::new());
    for page in PAGES {
        let text = std::fs::read_to_string(root().join(page)).expect("a page");
        let is_hash = |it: &&str| it.len() == 8 && it.bytes().all(|it| matches!(it, b'0'..=b'9' | b'a'..=b'f'));
        for hash in quoted_and_linked(&text).into_iter().filter(is_hash) {
            let in_history = git(&["merge-base", "--is-ancestor", hash, "HEAD"]).is_some();
            let Some(subject) = git(&["log", "-1", "--format=%s", hash]).filter(|_| in_history) else {
                missing.push(format!("{page}: {hash}"));
                continue;
            };
            found += 1;
            let quoted =
                text.split(hash).nth(1).and_then(|it| it.trim_start_matches('`').trim_start().strip_prefix('"'));
            let quoted = quoted.and_then(|it| it.split('"').next());
            let quoted = quoted.map(|it| it.split_whitespace().collect::<Vec<_>>().join(" "));
            assert!(quoted.is_none_or(|it| it == subject), "{page}: {hash} is `{subject}`");
        }
    }
    assert!(found + missing.len() > 0, "the recipes name commits");
    // A copy of the sources in another repository has none of these commits.
    assert!(found == 0 || missing.is_empty(), "not in the history: {}", missing.join(", "));
}
