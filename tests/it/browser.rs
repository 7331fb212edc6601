//! End-to-end tests in a real browser: `tests/browser/run.mjs` drives the page of this program,
//! and its result is the result of the test.
//!
//! Input: Node 20, the packages of `tests/browser/package-lock.json`, and Chromium. The test
//! installs nothing: it names missing parts and the command that installs each. It runs with
//! `THREEFOLD_BROWSER=1`; otherwise it reports that it was skipped. It knows nothing about the
//! page.

use std::path::Path;
use std::process::{Command, Stdio};

use super::support::{print_to_stderr, root};

/// Default paths of Chromium, besides `THREEFOLD_CHROMIUM`.
const BROWSERS: &[&str] = &["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

#[test]
fn the_page_passes_its_browser_tests() {
    if std::env::var("THREEFOLD_BROWSER").map_or(true, |it| it != "1") {
        return print_to_stderr("SKIPPED: the page was not tried in a browser; THREEFOLD_BROWSER=1 does that");
    }
    let folder = root().join("target/browser");
    let modules = folder.join("node_modules");
    let missing = missing(&modules);
    assert!(missing.is_empty(), "the page cannot be tried in a browser:\n{}", missing.join("\n"));
    let work = folder.join("work");
    let _ = std::fs::remove_dir_all(&work);
    std::fs::create_dir_all(&work).unwrap_or_else(|it| panic!("{}: {it}", work.display()));
    let mut trials = Command::new("node");
    trials.arg(root().join("tests/browser/run.mjs")).arg(env!("CARGO_BIN_EXE_threefold")).arg(&work);
    trials.env("THREEFOLD_BROWSER_MODULES", &modules);
    assert!(runs(&mut trials), "trials of the page failed; see the output above");
}

/// Reports whether a command ran successfully. Its output is discarded.
fn runs(command: &mut Command) -> bool {
    command.stdin(Stdio::null()).status().is_ok_and(|it| it.success())
}

/// Returns what is missing for the trials, each part with a command that installs it.
fn missing(modules: &Path) -> Vec<String> {
    let mut missing = Vec::new();
    let is_node = Command::new("node").arg("--version").stdout(Stdio::null()).status().is_ok_and(|it| it.success());
    if !is_node {
        missing.push("- Node 20 or later: `apt-get install nodejs npm`, or https://nodejs.org".to_owned());
    }
    let from = root().join("tests/browser");
    let installed = modules.with_file_name("package-lock.json");
    let read = |path: &Path| std::fs::read(path).ok();
    if !modules.is_dir() || read(&installed).is_none() || read(&installed) != read(&from.join("package-lock.json")) {
        let folder = modules.parent().unwrap_or(modules).display();
        missing.push(format!(
            "- the packages of the trials: `mkdir -p {folder} && cp {}/package*.json {folder}/ && npm ci \
             --ignore-scripts --prefix {folder}`",
            from.display()
        ));
    }
    let named = std::env::var("THREEFOLD_CHROMIUM").into_iter().any(|it| Path::new(&it).exists());
    if !named && !BROWSERS.iter().any(|it| Path::new(it).exists()) {
        missing.push(
            "- Chromium: `apt-get install chromium`, or name the program in the variable THREEFOLD_CHROMIUM".to_owned(),
        );
    }
    missing
}

#[test]
fn missing_tools_are_named_with_their_install_command() {
    let nowhere = root().join("target/no-such-folder/node_modules");
    let message = missing(&nowhere).join("\n");
    assert!(message.contains("npm ci"), "{message}");
    assert!(message.lines().all(|it| it.starts_with("- ")), "{message}");
}
