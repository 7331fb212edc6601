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
