//! Shared helpers: the project folder, its files, budgets, a run of the command, and a small
//! seeded random generator. They know no rules.

use std::collections::BTreeMap;
use std::io::{Cursor, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use threefold::cli::{Io, run};
use threefold::{Checked, Loaded};

/// Returns the folder that contains `Cargo.toml`.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Reports whether `THREEFOLD_SLOW=1` requests all tests.
pub fn is_slow() -> bool {
    std::env::var("THREEFOLD_SLOW").is_ok_and(|it| it == "1")
}

/// Prints past the test runner, which hides the output of passing tests.
pub fn print_to_stderr(words: &str) {
    let _ = writeln!(std::io::stderr(), "{words}");
}

/// Returns the seeds of a random test: those of `THREEFOLD_SEED` (`7`, `3000-3999`), otherwise fixed ones, so that a run
/// fails only for what has changed. With `THREEFOLD_SEED=new`, they are new ones, which are printed.
pub fn seeds(fast: u64, slow: u64) -> Vec<u64> {
    let count = if is_slow() { slow } else { fast };
    match std::env::var("THREEFOLD_SEED").as_deref() {
        Err(_) => (0..count).collect(),
        Ok("new") => {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("a clock after 1970");
            let first = 1_000_000 + now.as_nanos() as u64 % 1_000_000_000_000;
            eprintln!("new seeds: THREEFOLD_SEED={first}-{}", first + count - 1);
            (first..first + count).collect()
        }
        Ok(text) => {
            let (first, last) = text.split_once('-').unwrap_or((text, text));
            let number = |it: &str| it.parse::<u64>().expect("THREEFOLD_SEED is `new`, a number, or two: 3000-3999");
            (number(first)..=number(last)).collect()
        }
    }
}

/// Returns all files under a folder whose names end in `.extension`, sorted by path.
pub fn files_under(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(at) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&at) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|it| it == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Loads a variant; fails with all findings if it has errors.
pub fn load(name: &str) -> threefold::rules::Variant {
    match threefold::catalog::find(name) {
        Some(_) => loaded(name).variant.clone(),
        None => threefold::load(name).unwrap_or_else(|error| panic!("{name}\n{error}")).variant,
    }
}

/// Returns what is found in a shipped file, which is checked once for all tests.
pub fn checked(name: &str) -> &'static Checked {
    static KEPT: Kept<Checked> = Mutex::new(BTreeMap::new());
    once(&KEPT, name, || threefold::check(threefold::Input::Name(name)))
}

/// What was made once, by name.
type Kept<T> = Mutex<BTreeMap<String, &'static OnceLock<T>>>;

/// Returns what was made for a name, and makes it first if need be. Others wait only for the same name.
fn once<T>(kept: &Kept<T>, name: &str, make: impl FnOnce() -> T) -> &'static T {
    let place: &'static OnceLock<T> = {
        let mut kept = kept.lock().expect("no test fails while it holds the lock");
        kept.entry(name.to_owned()).or_insert_with(|| Box::leak(Box::new(OnceLock::new())))
    };
    place.get_or_init(make)
}

/// Returns a shipped game, which is loaded once for all tests. Many tests look at every game, and loading
/// these takes longer than most of what they look at.
pub fn loaded(name: &str) -> &'static Loaded {
    static KEPT: Kept<Loaded> = Mutex::new(BTreeMap::new());
    once(&KEPT, name, || threefold::load(name).unwrap_or_else(|error| panic!("{name}\n{error}")))
}

/// Converts a chess position from FEN to the list form.
pub fn fen(text: &str) -> String {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (mut white, mut black) = (Vec::new(), Vec::new());
    let ranks = fields[0].split('/').count();
    for (row, rank) in fields[0].split('/').enumerate() {
        let mut file = 0u8;
        for letter in rank.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as u8;
                continue;
            }
            let piece = format!("{}{}{}", letter.to_ascii_uppercase(), (b'a' + file) as char, ranks - row);
            if letter.is_uppercase() {
                white.push(piece)
            } else {
                black.push(piece)
            }
            file += 1;
        }
    }
    let mut out = format!("w:{} b:{} turn={}", white.join(","), black.join(","), fields[1]);
    let rights = |letters: [(char, &str); 2]| {
        let held = letters.into_iter().filter(|it| fields[2].contains(it.0));
        held.map(|it| it.1.to_owned()).collect::<Vec<_>>().join(",")
    };
    let sides = [("w", rights([('K', "h1"), ('Q', "a1")])), ("b", rights([('k', "h8"), ('q', "a8")]))];
    let sides: Vec<String> =
        sides.into_iter().filter(|it| !it.1.is_empty()).map(|it| format!("{}:{}", it.0, it.1)).collect();
    if !sides.is_empty() {
        out.push_str(&format!(" castling={}", sides.join(";")));
    }
    if let Some(file) = fields[3].strip_suffix(['3', '6']) {
        let (rank, owner) = if fields[1] == "w" { (5, "b") } else { (4, "w") };
        out.push_str(&format!(" ep={}:{file}{rank}:{owner}", fields[3]));
    }
    let quiet = fields.get(4).and_then(|it| it.parse::<u32>().ok()).unwrap_or(0);
    if quiet > 0 { format!("{out} halfmoves={quiet}") } else { out }
}

/// A small seeded random generator (SplitMix64): the same numbers on every machine.
pub struct Dice(pub u64);

impl Dice {
    /// Returns the next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// Returns a number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.roll() % n as u64) as usize
    }
    /// Returns true with a probability of one in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
    /// Returns a random item; `None` if there are none.
    pub fn pick<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        if all.is_empty() { None } else { Some(all[self.below(all.len())].clone()) }
    }
    /// Shuffles the items.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            let other = self.below(at + 1);
            all.swap(at, other);
        }
    }
}

/// The result of a run of the command.
pub struct Run {
    pub code: u8,
    pub out: String,
    pub err: String,
}

impl Run {
    /// Returns both streams and the exit code as one text, without hashes and times, which
    /// change.
    pub fn transcript(&self) -> String {
        let mut text = String::new();
        for (name, stream) in [("out", &self.out), ("err", &self.err)] {
            for line in stream.lines() {
                let is_hash = |it: &str| it.len() == 64 && it.bytes().all(|it| it.is_ascii_hexdigit());
                let words: Vec<&str> = line.split('"').flat_map(|it| it.split(' ')).collect();
                let mut line = line.to_owned();
                if let Some(hash) = words.iter().find(|it| is_hash(it)) {
                    line = line.replace(hash, "HASH");
                }
                if let Some((key, _)) = line.split_once("\"seconds\": ") {
                    line = format!("{key}\"seconds\": TIME");
                }
                text.push_str(format!("{name}: {line}").trim_end());
                text.push('\n');
            }
        }
        format!("{text}code: {}\n", self.code)
    }
}

/// Runs the command with an input.
pub fn with_input(args: &[&str], input: &[u8], is_terminal: bool) -> Run {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut input = Cursor::new(input);
    let mut io = Io { input: &mut input, out: &mut out, err: &mut err, is_terminal };
    let code = run(["threefold"].iter().chain(args), &mut io);
    let text = |it: Vec<u8>| String::from_utf8(it).expect("answers are UTF-8");
    Run { code, out: text(out), err: text(err) }
}

/// Runs the command with an empty input.
pub fn ask(args: &[&str]) -> Run {
    with_input(args, b"", false)
}

/// Compares a text with the snapshot of this name.
#[track_caller]
pub fn show(name: &str, text: &str) {
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

/// A temporary folder of files for one test, deleted at its end.
pub struct Folder(PathBuf);

impl Folder {
    /// Creates the folder and writes the files; deletes an older folder of this name.
    pub fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let folder = std::env::temp_dir().join(format!("threefold-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        for (name, text) in files {
            std::fs::write(folder.join(name), text).expect("a file");
        }
        Self(folder)
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Runs the command as if inside the folder: arguments name files relative to it.
    pub fn ask(&self, args: &[&str]) -> Run {
        let is_file = |it: &str| [".toml", ".pgn"].iter().any(|end| it.ends_with(end));
        let place = |it: &&str| match *it == "." || is_file(it) || self.0.join(it).is_dir() {
            true => self.0.join(it).display().to_string(),
            false => (*it).to_owned(),
        };
        let args: Vec<String> = args.iter().map(place).collect();
        let run = ask(&args.iter().map(String::as_str).collect::<Vec<_>>());
        let here = format!("{}{MAIN_SEPARATOR}", self.0.display());
        let bare = |it: String| it.replace(&format!("{here}.{MAIN_SEPARATOR}"), "").replace(&here, "");
        Run { code: run.code, out: bare(run.out), err: bare(run.err) }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
