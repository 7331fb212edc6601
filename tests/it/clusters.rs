//! The lab on several machines: the scripts of `examples/lab` and `examples/ray`.
//!
//! Input: GNU parallel, and a Python with the packages of `examples/lab/requirements.txt` in
//! `target/python` or `THREEFOLD_PYTHON`. `.ci/run` installs both. A test whose tool is missing
//! says that it was skipped. In each test the system kills the first worker in the middle of its
//! part, and the report is that of a single run. Knows nothing about figures.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use super::support::{Folder, ask, is_slow, print_to_stderr, root};

/// Options of the lab that all tests play.
const LAB: &[&str] = &["chess", "--plies", "40", "--seed", "5"];
/// Number of games. A part has a quarter of them: more than the killed worker can write.
const GAMES: &str = "2400";
/// The words of a worker that goes on in a file.
const RESUMED: &str = "of 600 games are already in";

/// Returns the report of a single run as JSON.
fn single() -> String {
    let run = ask(&[&["lab"], LAB, &["--games", GAMES, "--format", "json"]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    run.out
}

/// Returns a command in the folder of the project, in which the first worker is killed.
fn command(program: &Path, folder: &Folder) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root()).stdin(Stdio::null()).env("FORMAT", "json");
    command.env("THREEFOLD", root().join("tests/it/killed-worker.sh"));
    command.env("PROGRAM", env!("CARGO_BIN_EXE_threefold")).env("KILLED", folder.path().join("killed"));
    command
}

/// Runs a command and returns its standard output and standard error.
#[track_caller]
fn texts(command: &mut Command) -> (String, String) {
    let Output { status, stdout, stderr } = command.output().expect("the command runs");
    let text = |it: Vec<u8>| String::from_utf8(it).expect("answers are UTF-8");
    let (out, err) = (text(stdout), text(stderr));
    assert!(status.success(), "{command:?} failed\n{out}\n{err}");
    (out, err)
}

/// Returns the Python of the tests if it has a package; otherwise says that a test was skipped.
fn python(package: &str) -> Option<PathBuf> {
    let default = root().join("target/python/bin/python");
    let python = std::env::var_os("THREEFOLD_PYTHON").map_or(default, PathBuf::from);
    let mut import = Command::new(&python);
    import.args(["-c", &format!("import {package}")]).stderr(Stdio::null());
    let is_there = import.status().is_ok_and(|it| it.success());
    if !is_there {
        print_to_stderr(&format!("SKIPPED: {package} was not tried: {} does not have it", python.display()));
    }
    is_there.then_some(python)
}

#[test]
fn parallel_repeats_the_part_of_a_killed_worker() {
    let version = Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|it| String::from_utf8_lossy(&it.stdout).starts_with("GNU parallel")) {
        return print_to_stderr("SKIPPED: GNU parallel was not tried: `apt-get install parallel` installs it");
    }
    let folder = Folder::new("parallel", &[]);
    let mut script = command(&root().join("examples/lab/parallel.sh"), &folder);
    script.arg(folder.path().join("shards")).args([GAMES, "4"]).args(LAB);
    let (out, err) = texts(script.env("HOME", folder.path()).env_remove("PARALLEL"));
    assert!(err.contains(RESUMED), "{err}");
    assert_eq!(out, single());
}

#[test]
fn tasks_of_slurm_add_up() {
    let folder = Folder::new("slurm", &[]);
    let shards = folder.path().join("shards");
    let script = root().join("examples/lab/slurm.sh");
    let checked = Command::new("bash").arg("-n").arg(&script).status();
    assert!(checked.expect("bash runs").success(), "the script has wrong syntax");
    let task = |number: &str| {
        let mut task = command(&script, &folder);
        task.env("SLURM_ARRAY_TASK_ID", number).arg(&shards).args([GAMES, "4"]).args(LAB);
        task
    };
    assert!(!task("0").output().expect("bash runs").status.success(), "the first task is killed");
    // Slurm puts it back into the queue.
    let mut said: Vec<String> = ["3", "0", "2", "1"].map(|it| texts(&mut task(it)).1).into();
    assert!(said[1].contains(RESUMED), "{said:?}");
    said.push(texts(&mut task("2")).1);
    assert!(said[4].contains("is already complete"), "{said:?}");
    let refused = task("4").output().expect("bash runs");
    assert_eq!(refused.status.code(), Some(2));
    let mut paths: Vec<_> = std::fs::read_dir(&shards).expect("shards").map(|it| it.expect("a shard").path()).collect();
    paths.sort();
    let paths: Vec<_> = paths.iter().map(|it| it.to_str().expect("UTF-8")).collect();
    let merged = ask(&[&["lab", "merge", "--format", "json"], &paths[..]].concat());
    assert_eq!(merged.out, single());
}

#[test]
fn ray_repeats_the_part_of_a_killed_worker() {
    if !is_slow() {
        return print_to_stderr("SKIPPED: Ray was not tried; THREEFOLD_SLOW=1 does that");
    }
    let Some(python) = python("ray") else { return };
    let folder = Folder::new("ray", &[]);
    let mut script = command(&python, &folder);
    script.arg("examples/ray/lab.py").arg(folder.path().join("shards")).args([GAMES, "4"]).args(LAB);
    // Ray writes its files there.
    script.env("HOME", folder.path()).env("RAY_TMPDIR", folder.path()).env_remove("RAY_ADDRESS");
    let (out, err) = texts(&mut script);
    assert!(err.contains(RESUMED) && err.contains("2400 of 2400 games"), "{err}");
    assert_eq!(out, single());
}

#[test]
fn duckdb_finds_the_figures_of_the_report() {
    let Some(python) = python("duckdb") else { return };
    let folder = Folder::new("duckdb", &[]);
    let shards = ["0..100", "100..250"].map(|range| {
        let shard = folder.path().join(format!("{range}.jsonl")).display().to_string();
        let run = ask(&["lab", "three-player-chess", "--plies", "400", "--range", range, "--out", &shard]);
        assert_eq!(run.code, 0, "{}", run.err);
        shard
    });
    let report = ask(&["lab", "merge", "--format", "json", &shards[0], &shards[1]]);
    let report: Value = serde_json::from_str(&report.out).expect("a report");
    let mut query = Command::new(python);
    query.current_dir(root()).args(["examples/lab/query.py", "--json"]).args(&shards);
    let found: Value = serde_json::from_str(&texts(&mut query).0).expect("answers");
    // The report has six significant digits.
    let number = |it: &Value| it.as_f64().map(|it| format!("{it:.5e}"));
    let seats = report["seats"].as_array().expect("seats");
    assert_eq!(found["seats"].as_array().map(Vec::len), Some(3));
    for (seat, row) in seats.iter().zip(found["seats"].as_array().expect("rows")) {
        assert_eq!(number(&row["points"]), number(&seat["points"]["mean"]));
        assert_eq!(row["wins"], seat["wins"]["count"]);
    }
    // Endings have names in the report, and numbers in the shards.
    let games = |rows: &Value, count: fn(&Value) -> &Value| {
        let mut all: Vec<u64> = rows.as_array().expect("endings").iter().filter_map(|it| count(it).as_u64()).collect();
        all.sort_unstable();
        all.retain(|it| *it > 0);
        all
    };
    assert_eq!(games(&found["endings"], |it| &it["games"]), games(&report["endings"], |it| &it["games"]["count"]));
    let length = &found["length"][0];
    assert_eq!(length["games"], report["games"]);
    for key in ["shortest", "lower_quartile", "median", "upper_quartile", "longest"] {
        assert_eq!(length[key], report["length"][key], "{key}");
    }
    assert_eq!(number(&length["mean"]), number(&report["length"]["mean"]["mean"]));
    assert_eq!(number(&length["branching"]), number(&report["branching"]["mean"]));
}
