//! The page in a real browser: `tests/browser/run.mjs` plays on it against the program
//! itself, and its verdict is the verdict.
//!
//! In: Node, npm and a Chromium; the packages that are named in `tests/browser`, and the
//! browser where it is missing, are installed. Runs with `THREEFOLD_BROWSER=1`, and else
//! says that it did not. Knows nothing of the page.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::support::root;

/// Where Chromium is looked for, besides `THREEFOLD_CHROMIUM`.
const BROWSERS: &[&str] = &["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

#[test]
fn the_page_holds_in_a_real_browser() {
    if std::env::var("THREEFOLD_BROWSER").map_or(true, |it| it != "1") {
        return aloud("SKIPPED: the page was not tried in a browser; THREEFOLD_BROWSER=1 does that");
    }
    let folder = root().join("target/browser");
    let modules = install_packages(&folder);
    install_browser();
    let work = folder.join("work");
    let _ = std::fs::remove_dir_all(&work);
    std::fs::create_dir_all(&work).unwrap_or_else(|it| panic!("{}: {it}", work.display()));
    let mut trials = Command::new("node");
    trials.arg(root().join("tests/browser/run.mjs")).arg(env!("CARGO_BIN_EXE_threefold")).arg(&work);
    trials.env("THREEFOLD_BROWSER_MODULES", &modules);
    assert!(runs(&mut trials), "the page does not hold: what failed is told above");
}

/// Past the test runner, which keeps to itself what passing tests say.
fn aloud(words: &str) {
    let _ = writeln!(std::io::stderr(), "{words}");
}

/// Whether a command could be run, and was content. What it says is heard.
fn runs(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).status().is_ok_and(|it| it.success())
}

/// The packages that the lock names, in a folder of their own; the answer is where they lie.
fn install_packages(folder: &Path) -> PathBuf {
    let modules = folder.join("node_modules");
    let from = root().join("tests/browser");
    let is_the_same = |name: &str| {
        let read = |folder: &Path| std::fs::read(folder.join(name)).ok();
        read(folder).is_some_and(|it| Some(it) == read(&from))
    };
    if modules.is_dir() && is_the_same("package-lock.json") && is_the_same("package.json") {
        return modules;
    }
    std::fs::create_dir_all(folder).unwrap_or_else(|it| panic!("{}: {it}", folder.display()));
    for name in ["package.json", "package-lock.json"] {
        std::fs::copy(from.join(name), folder.join(name)).unwrap_or_else(|it| panic!("{name}: {it}"));
    }
    let arguments = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
    let installed = (0..2).any(|_| runs(Command::new("npm").args(arguments).current_dir(folder)));
    if !installed {
        // Half of it must not be taken for the whole next time.
        let _ = std::fs::remove_file(folder.join("package-lock.json"));
        panic!(
            "npm could not install what tests/browser/package.json names: see that Node 20, npm and a network are there"
        );
    }
    modules
}

/// Sees to it that there is a browser.
fn install_browser() {
    let is_there = || {
        let named = std::env::var("THREEFOLD_CHROMIUM").into_iter().any(|it| Path::new(&it).exists());
        named || BROWSERS.iter().any(|it| Path::new(it).exists())
    };
    if is_there() {
        return;
    }
    let apt =
        |arguments: &[&str]| runs(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"));
    let _ = apt(&["update"]) && apt(&["install", "-y", "--no-install-recommends", "chromium"]);
    assert!(
        is_there(),
        "there is no Chromium, and apt-get could not install one: install it, or name it in THREEFOLD_CHROMIUM"
    );
}
