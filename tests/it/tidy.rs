//! Architecture checks: which module may use which, a header in every file, a maximum file
//! length, and no rules by the name of a game. Reads the sources as text.

use super::support::{files_under, root};
use std::path::Path;

/// Each module of `src` and `src/engine` with the modules that it may use. `lib`, `main` and `cli` may use all.
const ROOMS: &[(&str, &[&str])] = &[
    ("sealed", &[]),
    ("docs", &[]),
    ("diagnostic", &[]),
    ("policy", &[]),
    ("http", &[]),
    ("parallel", &[]),
    ("sorting", &[]),
    ("archive", &[]),
    ("definition", &["policy", "diagnostic"]),
    ("board", &["policy"]),
    ("rulebook", &["board", "policy"]),
    ("compile", &["policy", "definition", "board", "rulebook", "diagnostic"]),
    ("rules", &["rulebook", "board", "policy"]),
    ("notation", &["rules", "rulebook", "board", "policy", "diagnostic"]),
    ("catalog", &["policy", "definition", "compile", "rules", "rulebook", "diagnostic"]),
    ("lint", &["notation", "rules", "rulebook", "board", "policy", "definition", "diagnostic"]),
    ("load", &["weights", "policy", "definition", "compile", "lint", "rules", "rulebook", "diagnostic", "catalog"]),
    ("import", &["diagnostic"]),
    ("game", &["notation", "rules", "rulebook", "policy", "board"]),
    ("record", &["game", "notation", "rules", "rulebook", "policy", "diagnostic"]),
    ("case", &["codes", "notation", "game", "rules", "load", "catalog", "rulebook", "board", "policy", "diagnostic"]),
    ("verify", &["parallel", "case", "load", "catalog", "rules", "definition", "diagnostic"]),
    ("matrix", &["parallel", "document", "case", "game", "notation", "rules", "board", "diagnostic"]),
    ("draw", &["game", "notation", "rules", "rulebook", "board", "policy"]),
    ("document", &["draw", "game", "notation", "rules", "rulebook", "board"]),
    ("codes", &["diagnostic"]),
    ("json", &["notation", "rules", "rulebook", "board", "diagnostic"]),
    ("analysis", &["search", "game", "json", "notation", "rules", "rulebook", "board"]),
    (
        "serve",
        &[
            "http",
            "compare",
            "document",
            "draw",
            "english",
            "json",
            "watch",
            "analysis",
            "lab",
            "bot",
            "search",
            "case",
            "record",
            "game",
            "notation",
            "rules",
            "load",
            "catalog",
            "rulebook",
            "board",
            "policy",
            "definition",
            "diagnostic",
        ],
    ),
    ("watch", &["case", "notation", "rules", "load", "definition", "diagnostic"]),
    ("english", &["document", "notation", "rules", "rulebook", "board", "policy", "definition", "diagnostic"]),
    ("search", &["parallel", "rules", "rulebook", "board", "policy"]),
    ("weights", &["diagnostic", "search", "rules", "rulebook"]),
    ("tune", &["parallel", "search", "bot", "rules"]),
    ("bot", &["load", "weights", "search", "game", "notation", "diagnostic", "rules", "rulebook", "board", "policy"]),
    ("arena", &["parallel", "bot", "search", "game", "rules", "rulebook", "policy"]),
    (
        "protocol",
        &[
            "analysis",
            "draw",
            "json",
            "bot",
            "search",
            "game",
            "notation",
            "rules",
            "load",
            "catalog",
            "rulebook",
            "diagnostic",
        ],
    ),
    ("format", &["definition"]),
    (
        "lsp",
        &["protocol", "case", "english", "json", "load", "catalog", "rules", "rulebook", "definition", "diagnostic"],
    ),
    ("speed", &["search", "bot", "rules"]),
    (
        "lab",
        &[
            "parallel",
            "document",
            "draw",
            "arena",
            "bot",
            "search",
            "game",
            "notation",
            "rules",
            "rulebook",
            "board",
            "policy",
            "diagnostic",
        ],
    ),
    (
        "compare",
        &[
            "parallel",
            "document",
            "verify",
            "case",
            "game",
            "bot",
            "notation",
            "rules",
            "load",
            "catalog",
            "rulebook",
            "board",
            "policy",
            "definition",
            "diagnostic",
        ],
    ),
];

/// Modules that every module may use, because they know nothing.
const EVERYWHERE: &[&str] = &["archive", "sorting"];

/// The files and folders of `src/engine/rules` in the order of the data flow. Each row may use the rows
/// before it; modules of the same row may use each other.
const RULES: &[&[&str]] = &[
    &["unchecked", "cpu", "square_set", "routes", "setup", "refusal"],
    &["sliders", "state"],
    &["riders", "engine_move", "moves"],
    &["types", "tables"],
    &["precondition"],
    &["plan"],
    &["engine", "relations"],
    &["judging"],
    &["facts"],
    &["apply"],
    &["attack"],
    &["movegen"],
    &["judge"],
    &["settle"],
    &["perft", "playout", "setup_converter", "single"],
    &["any", "variant", "position", "setup_builder", "lift", "reach", "inside", "action_space", "planes"],
];

/// Maximum number of lines of a source file.
const LINES: usize = 450;

/// Names of games. No game has code of its own, so its name may appear in comments only.
const GAMES: &[&str] = &["moat", "creek", "trichess", "sullivan", "liberation"];

fn sources() -> Vec<(String, String)> {
    let src = root().join("src");
    let files = files_under(&src, "rs");
    assert!(!files.is_empty(), "no sources under {}", src.display());
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_else(|it| panic!("{}: {it}", path.display()));
    let name = |path: &Path| path.strip_prefix(&src).expect("under src").to_string_lossy().replace('\\', "/");
    files.iter().map(|it| (name(it), read(it))).collect()
}

/// Returns a line without its comment. Quotes are tracked, so `"//"` is code.
fn code_of(line: &str) -> &str {
    let (mut quoted, mut escaped) = (false, false);
    let bytes = line.as_bytes();
    for at in 0..bytes.len() {
        match bytes[at] {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' if !(at > 0 && bytes[at - 1] == b'\'') => quoted = !quoted,
            b'/' if !quoted && bytes.get(at + 1) == Some(&b'/') => return &line[..at],
            _ => {}
        }
    }
    line
}

fn fail_on(errors: Vec<String>) {
    assert!(errors.is_empty(), "\n{}\n", errors.join("\n"));
}

#[test]
fn modules_use_only_allowed_modules() {
    let mut errors = Vec::new();
    for (name, text) in sources() {
        let inside = name.strip_prefix("engine/").unwrap_or(&name);
        let room = inside.split(['/', '.']).next().unwrap_or_default();
        if matches!(room, "lib" | "main" | "cli") {
            continue;
        }
        let Some((_, allowed)) = ROOMS.iter().find(|it| it.0 == room) else {
            errors.push(format!("src/{name}: the room `{room}` is not in the table of tests/it/tidy.rs"));
            continue;
        };
        let is_door = !inside.contains('/');
        for (number, line) in text.lines().enumerate() {
            let code = code_of(line);
            let mut paths: Vec<&str> = code.split("crate::").skip(1).collect();
            if is_door {
                // At the top of a module file, `super` is the crate; inside `mod` blocks it is
                // the module.
                paths.extend(code.strip_prefix("use super::"));
            }
            for path in paths {
                let used: String = path.chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect();
                let is_allowed = used == room
                    || EVERYWHERE.contains(&used.as_str())
                    || allowed.iter().any(|it| match it.split_once("::") {
                        None => *it == used,
                        Some(_) => path.starts_with(it),
                    });
                if !is_allowed && !used.is_empty() {
                    errors.push(format!("src/{name}:{}: `{room}` may not use `{used}`", number + 1));
                }
            }
        }
    }
    fail_on(errors);
}

#[test]
fn the_parts_of_the_engine_follow_the_data_flow() {
    let mut errors = Vec::new();
    for (name, text) in sources() {
        let Some(inner) = name.strip_prefix("engine/rules/") else { continue };
        let part = inner.split(['/', '.']).next().unwrap_or_default();
        let Some(row) = RULES.iter().position(|it| it.contains(&part)) else {
            errors.push(format!("src/{name}: `{part}` is not in the table of tests/it/tidy.rs"));
            continue;
        };
        // `super` is `rules` in a file of `rules`, and `super::super` is in a file of a folder.
        let above = if inner.contains('/') { "super::super::" } else { "super::" };
        for (number, line) in text.lines().enumerate() {
            let code = code_of(line);
            for path in code.split("crate::rules::").skip(1).chain(code.split(above).skip(1)) {
                let used: String = path.chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect();
                let is_last = row + 1 == RULES.len();
                if !is_last && !RULES[..=row].iter().any(|it| it.contains(&used.as_str())) {
                    errors.push(format!("src/{name}:{}: `{part}` may not use `{used}`", number + 1));
                }
            }
        }
    }
    fail_on(errors);
}

#[test]
fn every_file_has_a_module_doc() {
    let bare = sources().into_iter().filter(|(_, text)| !text.starts_with("//!"));
    fail_on(bare.map(|(name, _)| format!("src/{name} does not begin with `//!`")).collect());
}

#[test]
fn no_source_reads_a_test_folder() {
    let mut errors = Vec::new();
    for (name, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            if code_of(line).contains("include") && line.contains("tests/") {
                errors.push(format!("src/{name}:{}: a file of `tests` is embedded", number + 1));
            }
        }
    }
    fail_on(errors);
}

/// Marks of unfinished work, and of debugging code.
// Split, so that a search of the project does not find them here.
const UNFINISHED: &[&str] =
    &[concat!("to", "do!"), concat!("unimple", "mented!"), concat!("FIX", "ME"), concat!("db", "g!")];

#[test]
fn no_code_is_unfinished() {
    let mut errors = Vec::new();
    for (name, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            for word in UNFINISHED.iter().filter(|it| line.contains(**it)) {
                errors.push(format!("src/{name}:{}: `{word}`", number + 1));
            }
        }
    }
    fail_on(errors);
}

/// The library is not built with its own tests: they would never run.
#[test]
fn no_source_contains_tests() {
    let tested = sources().into_iter().filter(|it| it.1.contains(concat!("#[cfg(", "test)]")));
    fail_on(
        tested.map(|(name, _)| format!("src/{name} contains tests that never run: write them in `tests/it`")).collect(),
    );
}

#[test]
fn no_file_is_too_long() {
    let tests = files_under(&root().join("tests"), "rs").into_iter();
    let tests = tests.map(|it| (format!("{}", it.display()), std::fs::read_to_string(&it).expect("a readable file")));
    let long = sources().into_iter().chain(tests).map(|(name, text)| (name, text.lines().count()));
    let long = long.filter(|(_, lines)| *lines > LINES);
    fail_on(long.map(|(name, lines)| format!("{name} has {lines} lines; {LINES} are allowed")).collect());
}

#[test]
fn no_game_has_code_of_its_own() {
    let mut errors = Vec::new();
    for (name, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            let code = code_of(line).to_lowercase();
            for game in GAMES.iter().filter(|it| code.contains(**it)) {
                errors.push(format!("src/{name}:{}: `{game}` outside a comment", number + 1));
            }
        }
    }
    fail_on(errors);
}

/// A public generic function is compiled in each crate that calls it. One that chooses an engine would be compiled
/// there for every size, with the rest of the engine.
#[test]
fn generic_functions_choose_no_engine() {
    let mut errors = Vec::new();
    for (name, text) in sources().into_iter().filter(|it| it.0.starts_with("engine/")) {
        for (at, _) in text.match_indices("pub fn ") {
            let body = &text[at..at + text[at..].find("\n    }\n").unwrap_or(text.len() - at)];
            let signature = body.split('{').next().unwrap_or_default();
            let has_type = signature.split('(').next().is_some_and(|it| it.contains('<') && !it.contains("<const"));
            if (has_type || signature.contains("impl ")) && body.contains("with_state!") {
                let line = text[..at].lines().count();
                errors.push(format!(
                    "src/{name}:{line}: a generic function chooses an engine: move that into a private one"
                ));
            }
        }
    }
    fail_on(errors);
}
