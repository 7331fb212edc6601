//! `watch`: one poll after another without a process or a clock, and once in real time.
//!
//! Input: files in a temporary folder. The program checks a changed file once it no longer changes,
//! which is on the second poll.

use std::io::{BufRead, Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use threefold::cli::{Io, run};
use threefold::watch::Watch;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("threefold-watch-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }
    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("a file");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const MINE: &str = "name = \"Mine\"\nextends = [\"chess\"]\n";

/// Returns the next poll, within a limit, that prints something.
fn next(watch: &mut Watch) -> Option<threefold::watch::WatchReport> {
    (0..3).find_map(|_| watch.poll())
}

#[test]
fn a_file_is_checked_again_when_it_no_longer_changes() {
    let folder = Folder::new("turns");
    folder.write("mine.toml", MINE);
    let mut watch = Watch::new(&folder.path("mine.toml"));
    let first = watch.poll().expect("the first look");
    assert_eq!(first.code, 0);
    assert!(
        first.text.contains("8  bR bN") && first.text.ends_with("mine.toml: no errors or warnings\n"),
        "{}",
        first.text
    );
    assert_eq!(watch.poll(), None);

    folder.write("mine.toml", &MINE.replace("name", "nam"));
    assert_eq!(watch.poll(), None, "it may still be being written");
    let wrong = watch.poll().expect("the second look");
    assert_eq!(wrong.code, 1);
    assert!(wrong.text.ends_with("mine.toml: 1 error\n"), "{}", wrong.text);
    assert!(wrong.text.contains("[unknown-key]") && !wrong.text.contains("8  bR"), "{}", wrong.text);
    assert_eq!(watch.poll(), None);
    folder.write("mine.toml", MINE);
    assert_eq!(next(&mut watch).map(|it| it.code), Some(0));
}

/// Many editors write another file and rename it to the old name.
#[test]
fn a_save_by_rename_is_seen() {
    let folder = Folder::new("rename");
    folder.write("mine.toml", MINE);
    let mut watch = Watch::new(&folder.path("mine.toml"));
    assert!(watch.poll().is_some());
    folder.write("mine.toml~", &MINE.replace("chess", "osullivan"));
    std::fs::rename(folder.0.join("mine.toml~"), folder.0.join("mine.toml")).expect("renamed");
    let report = next(&mut watch).expect("it was saved");
    assert!(report.text.contains("wR"), "{}", report.text);
    // Deleted and restored.
    std::fs::remove_file(folder.0.join("mine.toml")).expect("removed");
    assert_eq!(next(&mut watch).map(|it| it.code), Some(2));
    folder.write("mine.toml", MINE);
    assert_eq!(next(&mut watch).map(|it| it.code), Some(0));
}

#[test]
fn parents_and_cases_are_watched() {
    let folder = Folder::new("parents");
    folder.write("base.toml", MINE);
    folder.write("mine.toml", "name = \"Child\"\nextends = [\"./base.toml\"]\n");
    let mut watch = Watch::new(&folder.path("mine.toml"));
    assert_eq!(watch.poll().map(|it| it.code), Some(0));
    folder.write("base.toml", "name = \"Mine\"\n");
    assert_eq!(next(&mut watch).map(|it| it.code), Some(1));
    folder.write("base.toml", MINE);
    assert_eq!(next(&mut watch).map(|it| it.code), Some(0));

    let case = "about = \"White has twenty moves.\"\nvariant = \"./mine.toml\"\n[expect]\nmoves = 20\n";
    folder.write("first.case.toml", case);
    let report = next(&mut watch).expect("a case has come");
    assert!(report.code == 0 && report.text.contains("1 of 1 cases passed"), "{}", report.text);
    std::fs::create_dir(folder.0.join("cases")).expect("a folder");
    folder.write("cases/second.toml", &case.replace("./mine", "../mine").replace("20", "19"));
    let report = next(&mut watch).expect("another has come");
    assert!(report.code == 1 && report.text.contains("1 of 2 cases passed"), "{}", report.text);
    assert!(report.text.contains("moves: expected 19, got 20"), "{}", report.text);
    folder.write("cases/second.toml", "about = 3\n");
    let report = next(&mut watch).expect("it has changed");
    assert!(report.code == 1 && report.text.contains("second.toml:1:9"), "{}", report.text);
}

fn ask(args: &[&str], input: &mut (dyn BufRead + Send)) -> (u8, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut io = Io { input, out: &mut out, err: &mut err, is_terminal: false };
    let code = run(["threefold"].iter().chain(args), &mut io);
    let text = |it: Vec<u8>| String::from_utf8(it).expect("answers are UTF-8");
    (code, text(out), text(err))
}

#[test]
fn watching_ends_with_once_or_with_its_input() {
    let folder = Folder::new("once");
    folder.write("mine.toml", MINE);
    let path = folder.path("mine.toml");
    for args in [&["watch", &path, "--once"][..], &["watch", &path]] {
        let (code, out, err) = ask(args, &mut Cursor::new("typed\n"));
        assert_eq!((code, err.as_str()), (0, ""));
        assert!(out.contains("no errors or warnings"), "{out}");
    }
    folder.write("mine.toml", "name = 3\n");
    assert_eq!(ask(&["watch", &path, "--once"], &mut Cursor::new("")).0, 1);
    for (name, says) in [("chess", "comes with threefold"), ("-", "standard input"), ("no/such.toml", "no such file")] {
        let (code, out, err) = ask(&["watch", name], &mut Cursor::new(""));
        assert!(code == 2 && out.is_empty() && err.contains(says), "{name}: {err}");
    }
}

/// An input that stays open until a flag is set.
struct Open(Arc<Mutex<bool>>);

impl Read for Open {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        while !*self.0.lock().expect("no panic") {
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(0)
    }
}

/// The output so far, readable from another thread.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Shared {
    /// Waits until the command prints something; one minute is enough on any machine.
    fn wait_for(&self, part: &str) -> Duration {
        let start = Instant::now();
        while !String::from_utf8_lossy(&self.0.lock().expect("no panic")).contains(part) {
            assert!(start.elapsed() < Duration::from_secs(60), "`{part}` was never said");
            std::thread::sleep(Duration::from_millis(2));
        }
        start.elapsed()
    }
}

#[test]
fn in_real_time() {
    let folder = Folder::new("time");
    folder.write("mine.toml", MINE);
    let path = folder.path("mine.toml");
    let (end, shared) = (Arc::new(Mutex::new(false)), Shared::default());
    let (input, mut out) = (Open(end.clone()), shared.clone());
    let watching = std::thread::spawn(move || {
        let (mut input, mut err) = (std::io::BufReader::new(input), Vec::new());
        let mut io = Io { input: &mut input, out: &mut out, err: &mut err, is_terminal: false };
        run(["threefold", "watch", &path], &mut io)
    });
    shared.wait_for("no errors or warnings");
    save_by_rename(&folder.0, &MINE.replace("chess", "ches"));
    let took = shared.wait_for("[unknown-parent]");
    // Printed for information; the test asserts only that the output arrives.
    println!("seen after {took:?}");
    *end.lock().expect("no panic") = true;
    assert_eq!(watching.join().expect("an end"), 1);
}

fn save_by_rename(folder: &Path, text: &str) {
    std::fs::write(folder.join("draft"), text).expect("a file");
    std::fs::rename(folder.join("draft"), folder.join("mine.toml")).expect("renamed");
}
