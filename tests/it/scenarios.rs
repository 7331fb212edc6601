//! Cases: runs every file under `tests/scenarios/`, asserts its expectations, and compares its
//! output with the snapshot beside it.

use super::support::{files_under, root};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use threefold::case::parse;
use threefold::verify::{CaseFile, CaseResult, FoundFiles, VariantCache, Verified, find, verify, verify_all};

/// Returns every case under a folder of the project, as `threefold verify` finds them.
fn found(folder: &str) -> FoundFiles {
    let folder = root().join(folder).to_string_lossy().into_owned();
    find(&[folder], &mut || Err("nothing is at the input".to_owned()))
}

/// Returns the result of a case in the form of the snapshots.
fn snapshot_text(about: &str, results: &[CaseResult]) -> String {
    let mut out = format!("{about}\n");
    for result in results {
        let report = result.result.as_ref().expect("it holds");
        out.push_str(&format!("\n{}\n\n{}\n", report.variant, report.shown.trim_end()));
        for check in &report.checks {
            let label = check.ask.label(report.game.variant().rulebook());
            out.push_str(&format!("- {}\n", check.ask.statement(&label, &check.observed.value.text())));
        }
    }
    out
}

/// Returns what is wrong with a case; empty if it holds.
fn errors(verified: &Verified) -> Vec<String> {
    let mut wrong: Vec<String> = verified.error.iter().map(ToString::to_string).collect();
    for result in &verified.results {
        match &result.result {
            Err(error) => wrong.push(error.to_string()),
            Ok(report) => wrong.extend(report.checks.iter().filter(|it| !it.holds()).map(|it| {
                let (expected, observed) = (it.expected.text(), it.observed.value.text());
                let label = it.ask.label(report.game.variant().rulebook());
                format!("{}: {label}: {observed}, not {expected}", report.variant)
            })),
        }
    }
    wrong
}

/// Compares the output of a case with its snapshot.
fn is_as_kept(file: &Path, verified: &Verified) -> bool {
    let about = verified.case.as_ref().map_or("", |it| it.about.as_str());
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(file.parent().expect("a folder"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let stem = file.file_stem().expect("a stem").to_string_lossy().into_owned();
    let kept = catch_unwind(AssertUnwindSafe(|| {
        settings.bind(|| insta::assert_snapshot!(stem, snapshot_text(about, &verified.results)));
    }));
    kept.is_ok()
}

#[test]
fn every_case_holds() {
    let found = found("tests/scenarios");
    assert!(found.cases.len() > 350, "{} cases", found.cases.len());
    assert_eq!((found.skipped, found.unreadable), (Vec::new(), Vec::new()));
    let verified = verify_all(&found.cases, &VariantCache::new(), 2);
    let mut wrong = Vec::new();
    for (file, verified) in found.cases.iter().zip(&verified) {
        let mut own = errors(verified);
        if own.is_empty() && !is_as_kept(file.path.as_deref().expect("a path"), verified) {
            own.push("what a person would see has changed (or was never accepted)".to_owned());
        }
        if !own.is_empty() {
            wrong.push(format!("{}\n  {}", file.name, own.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "\n{} cases fail\n\n{}\n", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn every_snapshot_has_its_case() {
    for snapshot in files_under(&root().join("tests/scenarios"), "snap") {
        let case = snapshot.with_extension("toml");
        assert!(case.exists(), "{} has no case beside it", snapshot.display());
    }
}

/// Paste a case here to debug it.
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
    let verified =
        verify(&CaseFile { name: "smoke".to_owned(), path: None, text: text.to_owned() }, &VariantCache::new());
    assert!(verified.holds(), "{:#?}", errors(&verified));
}

#[test]
fn invalid_cases_are_reported_with_a_location() {
    let cases = [
        ("about = \"x\"\nvariant = \"chess\"\n", "expects nothing"),
        ("about = \"x\"\nvariant = \"chess\"\n[expect]\n", "expects nothing"),
        ("about = \"x\"\nvariant = \"chess\"\n[expect]\nlegal = []\n", "expects nothing"),
        ("about = \"x\"\nvariant = \"chess\"\n[expect]\nmoves = 1\n[observed]\nmoves = 1\n[obsrved]\n", "`obsrved`"),
        ("about = \"x\"\n[expect]\nmoves = 1\n", "names no `variant`"),
        ("about = \"x\"\nvariant = \"chess\"\n[expect]\nlegals = []\n", "there is no key `legals`"),
        ("about = \"\"\nvariant = \"chess\"\n[expect]\nmoves = 1\n", "`about` is empty"),
        ("about = \"x\"\nvariant = \"chess\"\n[expect]\nmoves = \"1\"\n", "case:4:"),
    ];
    for (text, part) in cases {
        let error = parse("case", text).expect_err(text).to_string();
        assert!(error.contains(part), "{error}");
    }
}
