//! The Python package of `examples/python`: its wheel is built, installed and tested.
//!
//! Input: a Python with the packages of `examples/python/requirements.txt`, in `target/python` or
//! `THREEFOLD_PYTHON`; `.ci/run` installs it. Output: the verdict of the tests in
//! `examples/python/tests`. The test is slow, and says so if it was skipped. Knows nothing about the
//! package.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::support::{is_slow, print_to_stderr, root};

/// Returns the Python of the tests if it can build wheels and run tests.
fn python() -> Option<PathBuf> {
    let default = root().join("target/python/bin/python");
    let python = std::env::var_os("THREEFOLD_PYTHON").map_or(default, PathBuf::from);
    let mut import = Command::new(&python);
    import.args(["-c", "import maturin, numpy, pytest"]).stderr(Stdio::null());
    let is_there = import.status().is_ok_and(|it| it.success());
    if !is_there {
        let advice = "`pip install -r examples/python/requirements.txt` installs its packages";
        print_to_stderr(&format!(
            "SKIPPED: the Python package was not tried: {} lacks them; {advice}",
            python.display()
        ));
    }
    is_there.then_some(python)
}

/// Runs a command in the folder of the project. Fails with what it printed.
#[track_caller]
fn run(command: &mut Command) -> String {
    command.current_dir(root()).stdin(Stdio::null());
    let output = command.output().expect("the command runs");
    let text = |it: Vec<u8>| String::from_utf8_lossy(&it).into_owned();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(output.status.success(), "{command:?} failed\n{out}\n{err}");
    out
}

#[test]
fn the_wheel_passes_its_tests() {
    if !is_slow() {
        return print_to_stderr("SKIPPED: the Python package was not tried; THREEFOLD_SLOW=1 does that");
    }
    let Some(python) = python() else { return };
    let wheels = root().join("target/wheel/wheels");
    let _ = std::fs::remove_dir_all(&wheels);
    let mut build = Command::new(&python);
    build.args(["-m", "maturin", "build", "--locked", "--manifest-path", "examples/python/Cargo.toml"]);
    // Without the optimizations of a release, the wheel is built faster, and overflows are tested, too.
    // The profile of these tests must not change that of the wheel.
    build.arg("--out").arg(&wheels).env("CARGO_TARGET_DIR", root().join("target/wheel")).env_remove("RUSTFLAGS");
    run(&mut build);
    let wheel = std::fs::read_dir(&wheels).expect("a folder").next().expect("one wheel").expect("a file").path();
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "-q", "--no-deps", "--force-reinstall", "--no-index"]).arg(wheel);
    run(&mut install);
    let mut test = Command::new(&python);
    // The tests must find the wheel, and not the sources beside them.
    test.args(["-m", "pytest", "examples/python/tests", "-c", "examples/python/pyproject.toml"])
        .env_remove("PYTHONPATH");
    let verdict = run(&mut test);
    assert!(verdict.contains(" passed"), "{verdict}");
}
