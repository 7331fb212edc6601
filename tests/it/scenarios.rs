//! Cases: every file under `tests/scenarios/` is run, its expectations are asserted, and
//! what a person would see of it is kept beside it.

use super::support::{files_under, load, root};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use threefold::case::{CaseReport, parse, run};
use threefold::rules::Variant;

/// A slug, or a path that starts at the file's own folder.
fn variant(name: &str, file: &Path) -> Variant {
    let is_path = name.ends_with(".toml") || name.starts_with('.') || name.contains("/.");
    let folder = file.parent().expect("a folder");
    if is_path { load(&folder.join(name).to_string_lossy()) } else { load(name) }
}

fn reports(file: &Path) -> Result<(String, Vec<CaseReport>), String> {
    let text = std::fs::read_to_string(file).map_err(|it| it.to_string())?;
    let name = file.strip_prefix(root()).unwrap_or(file).to_string_lossy().into_owned();
    let case = parse(&name, &text).map_err(|it| it.to_string())?;
    let reports = run(&case, &mut |it| Ok(variant(it, file))).map_err(|it| it.to_string())?;
    Ok((case.about, reports))
}

/// What came of a case, as it is kept.
fn told(about: &str, reports: &[CaseReport]) -> String {
    let mut out = format!("{about}\n");
    for report in reports {
        out.push_str(&format!("\n{}\n\n{}\n", report.variant, report.shown.trim_end()));
        for check in &report.checks {
            out.push_str(&format!("- {} {}\n", check.what, check.observed));
        }
    }
    out
}

/// What is wrong with a case; `None` where everything holds.
fn fault(file: &Path) -> Option<String> {
    let (about, reports) = match reports(file) {
        Ok(found) => found,
        Err(error) => return Some(error),
    };
    let mut wrong = Vec::new();
    for report in &reports {
        for it in report.checks.iter().filter(|it| !it.holds()) {
            wrong.push(format!("  {}: {} {}, not {}", report.variant, it.what, it.observed, it.expected));
        }
    }
    if !wrong.is_empty() {
        return Some(format!("{about}\n{}", wrong.join("\n")));
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(file.parent().expect("a folder"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let stem = file.file_stem().expect("a stem").to_string_lossy().into_owned();
    let kept = catch_unwind(AssertUnwindSafe(|| {
        settings.bind(|| insta::assert_snapshot!(stem, told(&about, &reports)));
    }));
    kept.err().map(|_| "what a person would see has changed (or was never accepted)".to_owned())
}

#[test]
fn every_case_holds() {
    let files = files_under(&root().join("tests/scenarios"), "toml");
    // Rulebooks that cases name by path lie beside them.
    let is_case = |it: &&std::path::PathBuf| !it.components().any(|part| part.as_os_str() == "variants");
    let mut faults = Vec::new();
    for file in files.iter().filter(is_case) {
        let found = catch_unwind(AssertUnwindSafe(|| fault(file)));
        let found = found.unwrap_or_else(|_| Some("the case panicked: see above".to_owned()));
        faults.extend(found.map(|it| format!("{}\n{it}", file.strip_prefix(root()).unwrap_or(file).display())));
    }
    assert!(faults.is_empty(), "\n{} cases fail\n\n{}\n", faults.len(), faults.join("\n\n"));
}

#[test]
fn every_snapshot_has_its_case() {
    for snapshot in files_under(&root().join("tests/scenarios"), "snap") {
        let case = snapshot.with_extension("toml");
        assert!(case.exists(), "{} has no case beside it", snapshot.display());
    }
}

/// A place to paste a case into, for the debugger.
#[test]
fn smoke() {
    let text = r#"
        about    = "A knight leaps."
        variant  = "chess"
        show     = ["board", "explain b1-b3"]
        [expect]
        legal    = ["Nb1-c3"]
        illegal  = { "b1-b3" = "no-such-movement" }
        moves    = 20
        status   = "goes-on"
    "#;
    let case = parse("smoke", text).expect("a case");
    let reports = run(&case, &mut |it| Ok(load(it))).expect("a report");
    assert!(reports.iter().all(CaseReport::holds), "{reports:#?}");
}

#[test]
fn a_case_that_is_wrong_says_where() {
    let cases = [
        ("about = \"x\"\nvariant = \"chess\"\n", "expects nothing"),
        ("about = \"x\"\nvariant = \"chess\"\n[expect]\n", "expects nothing"),
        ("about = \"x\"\n[expect]\nmoves = 1\n", "names no `variant`"),
        ("about = \"x\"\nvariant = \"chess\"\n[expect]\nlegals = []\n", "unknown field `legals`"),
        ("about = \"\"\nvariant = \"chess\"\n[expect]\nmoves = 1\n", "`about` says nothing"),
        ("about = \"x\"\nvariant = \"chess\"\n[expect]\nmoves = \"1\"\n", "case:4:"),
    ];
    for (text, part) in cases {
        let error = parse("case", text).expect_err(text).to_string();
        assert!(error.contains(part), "{error}");
    }
}
