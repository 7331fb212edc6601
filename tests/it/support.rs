//! What several tests share: where the project lies, which files a folder holds, how
//! much may be spent, and a small seeded generator. Knows no rule.

use std::path::{Path, PathBuf};

/// The folder that holds `Cargo.toml`.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Whether `THREEFOLD_SLOW=1` asks for everything.
pub fn is_slow() -> bool {
    std::env::var("THREEFOLD_SLOW").is_ok_and(|it| it == "1")
}

/// All files under a folder whose names end in `.extension`, in order of path.
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

/// Loads a variant; says everything that is wrong with it if it cannot.
pub fn load(name: &str) -> threefold::rules::Variant {
    match threefold::load(name) {
        Ok(loaded) => loaded.variant,
        Err(error) => panic!("{name}\n{error}"),
    }
}

/// A position of chess in Forsyth-Edwards notation, as the list form has it.
pub fn fen(text: &str) -> String {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (mut white, mut black) = (Vec::new(), Vec::new());
    for (row, rank) in fields[0].split('/').enumerate() {
        let mut file = 0u8;
        for letter in rank.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as u8;
                continue;
            }
            let man = format!("{}{}{}", letter.to_ascii_uppercase(), (b'a' + file) as char, 8 - row);
            if letter.is_uppercase() {
                white.push(man)
            } else {
                black.push(man)
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
    if quiet > 0 { format!("{out} quiet={quiet}") } else { out }
}

/// A small seeded generator (splitmix64): the same numbers on every machine.
pub struct Dice(pub u64);

impl Dice {
    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.roll() % n as u64) as usize
    }
    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
    /// One of these; `None` where there are none.
    pub fn pick<T: Clone>(&mut self, all: &[T]) -> Option<T> {
        if all.is_empty() { None } else { Some(all[self.below(all.len())].clone()) }
    }
    /// In another order.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            let other = self.below(at + 1);
            all.swap(at, other);
        }
    }
}
