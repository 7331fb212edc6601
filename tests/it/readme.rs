//! The README is correct: each command in it prints the output shown below it.
//!
//! In: `README.md`. The test saves its rulebook and its case under the names that the commands
//! use. With `THREEFOLD_RENEW=1` it rewrites the outputs instead.

use std::io::Cursor;
use std::path::Path;

use threefold::cli::{Io, run};

use super::support::root;

/// Returns what the command in a `$` line prints to both streams.
fn answer(line: &str, folder: &Path) -> String {
    // `echo "..." | threefold ...` provides the input.
    let (line, input) = match line.strip_prefix("echo \"").and_then(|it| it.split_once("\" | ")) {
        Some((input, line)) => (line, format!("{input}\n")),
        None => (line, String::new()),
    };
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
    text.replace(&format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR), "")
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
