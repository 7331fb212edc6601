//! `threefold schema`: the schemas of rulebooks and cases, tried by the linters that editors use.
//!
//! Input: Taplo and Tombi from `tests/it/protocols/requirements.txt`, all shipped rulebooks, all cases,
//! and files with one mistake. Output: no error for the first two, and an error for each mistake. A test
//! whose linter is missing says that it was skipped.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::python::programs;
use crate::support::{Folder, ask, files_under, root};

/// The linters, each with its arguments.
const LINTERS: &[(&str, &[&str])] = &[("taplo", &["lint"]), ("tombi", &["lint", "--offline", "--quiet"])];

/// Returns whether a linter accepts some files, and what it says.
fn lint(program: &Path, args: &[&str], files: &[PathBuf]) -> (bool, String) {
    let run = Command::new(program).args(args).args(files).output().expect("the linter runs");
    (run.status.success(), format!("{}{}", String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr)))
}

/// Files with a mistake in their form, each with the name of the schema.
const MISTAKES: &[(&str, &str)] = &[
    ("rulebook", "name = \"x\"\nextends = [\"chess\"]\n[bord]\nfiles = 8\n"),
    ("rulebook", "name = \"x\"\nextends = [\"chess\"]\n[board]\nsize = 8\n"),
    ("rulebook", "name = \"x\"\nextends = [\"chess\"]\n[board]\ncells = \"sqare\"\nseats = \"alike\"\n"),
    ("rulebook", "name = 3\nextends = [\"chess\"]\n"),
    ("rulebook", "extends = [\"chess\"]\n"),
    ("case", "about = \"x\"\nposision = \"w:Ke1\"\n"),
    ("case", "variant = \"chess\"\n"),
    ("case", "about = \"x\"\n[expect]\nmoves = \"many\"\n"),
    ("case", "about = \"x\"\n[expect]\nleagl = []\n"),
];

#[test]
fn linters_accept_shipped_files_and_find_mistakes() {
    let mut cases = files_under(&root().join("tests/scenarios"), "toml");
    cases.extend(files_under(&root().join("examples/cases"), "toml"));
    let schemas = ["rulebook", "case"].map(|it| (format!("{it}.json"), ask(&["schema", it]).out));
    let folder = Folder::new("schemas", &schemas.each_ref().map(|it| (it.0.as_str(), it.1.as_str())));
    let copy = |schema: &str, name: String, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("#:schema ./{schema}.json\n{text}")).expect("a file");
        path
    };
    let read = |it: &PathBuf| std::fs::read_to_string(it).expect("a file");
    // A folder of cases can have rulebooks of its own.
    cases.retain(|it| !read(it).lines().any(|line| line.starts_with("#:schema ") || line.starts_with("name ")));
    let cases: Vec<PathBuf> =
        cases.iter().enumerate().map(|(number, it)| copy("case", format!("case-{number}.toml"), &read(it))).collect();
    assert!(cases.len() > 100, "there are cases");
    // Only files with the comment for editors are rulebooks; the others are weights.
    let shipped = files_under(&root().join("variants"), "toml").into_iter();
    let shipped: Vec<PathBuf> = shipped.filter(|it| read(it).starts_with("#:schema ")).collect();
    let mistakes: Vec<(PathBuf, &str)> = MISTAKES
        .iter()
        .enumerate()
        .map(|(number, (schema, text))| (copy(schema, format!("mistake-{number}.toml"), text), *text))
        .collect();
    for (name, args) in LINTERS {
        let Some(program) = programs(name) else { continue };
        for files in [&shipped, &cases] {
            let (is_accepted, output) = lint(&program, args, files);
            assert!(is_accepted, "{name}: {output}");
        }
        for (path, text) in &mistakes {
            assert!(!lint(&program, args, std::slice::from_ref(path)).0, "{name} accepts\n{text}");
        }
    }
}

/// The fields that the parser of cases reads are those of its schema.
#[test]
fn the_schema_of_cases_has_the_keys_of_the_parser() {
    let schema: Value = serde_json::from_str(&ask(&["schema", "case"]).out).expect("JSON");
    let keys = |value: &Value| -> Vec<String> {
        value["properties"].as_object().expect("properties").keys().cloned().collect()
    };
    let expect = &schema["definitions"]["expect"];
    for (place, known) in
        [("", keys(&schema)), ("[expect]\n", keys(expect)), ("[expect.end]\n", keys(&expect["properties"]["end"]))]
    {
        let error =
            threefold::case::parse("case.toml", &format!("about = \"x\"\nvariant = \"chess\"\n{place}nonsense = 1\n"));
        let error = error.expect_err("an unknown key").to_string();
        for key in &known {
            assert!(error.contains(&format!("`{key}`")), "{place}{key}: {error}");
        }
        let named = error.split('`').skip(1).step_by(2).filter(|it| *it != "nonsense" && !it.contains(' '));
        for key in named {
            assert!(known.iter().any(|it| it == key), "{place}: the schema lacks `{key}`: {error}");
        }
    }
}
