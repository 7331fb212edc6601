//! Architecture checks: which module may use which, a header in every file, a maximum file
//! length, and no rules by the name of a game. Reads the sources as text.

use super::support::{files_under, root};
use std::path::Path;

/// Each module of `src` and `src/engine` with the modules that it may use, which are all before it. `lib`, `main` and
/// `cli` may use all.
const ALLOWED_USES: &[(&str, &[&str])] = &[
    ("sealed", &[]),
    ("sorting", &[]),
    ("archive", &[]),
    ("threads", &[]),
    ("parallel", &[]),
    ("docs", &[]),
    ("policy", &[]),
    ("diagnostic", &[]),
    ("definition", &["policy", "diagnostic"]),
    ("board", &["policy"]),
    ("rulebook", &["policy", "board"]),
    ("compile", &["policy", "diagnostic", "definition", "board", "rulebook"]),
    ("rules", &["policy", "board", "rulebook"]),
    ("search", &["parallel", "policy", "board", "rulebook", "rules"]),
    ("notation", &["policy", "diagnostic", "board", "rulebook", "rules"]),
    ("json", &["diagnostic", "board", "rulebook", "rules", "notation"]),
    ("codes", &["diagnostic"]),
    ("catalog", &["policy", "definition"]),
    ("weights", &["diagnostic", "rulebook", "rules", "search"]),
    ("lint", &["policy", "diagnostic", "definition", "board", "rulebook", "rules", "notation"]),
    ("load", &["policy", "diagnostic", "definition", "rulebook", "compile", "rules", "catalog", "weights", "lint"]),
    ("game", &["policy", "board", "rulebook", "rules", "notation"]),
    ("record", &["policy", "diagnostic", "rulebook", "rules", "notation", "game"]),
    ("analysis", &["rulebook", "rules", "search", "notation", "json", "game"]),
    ("bot", &["diagnostic", "rules", "search", "notation", "weights", "load", "game"]),
    ("arena", &["parallel", "rulebook", "rules", "search", "game", "bot"]),
    ("tune", &["parallel", "rules", "search", "bot"]),
    ("draw", &["policy", "board", "rulebook", "rules", "notation", "game"]),
    ("document", &["board", "rulebook", "rules", "notation", "game", "draw"]),
    ("english", &["policy", "diagnostic", "definition", "board", "rulebook", "rules", "notation", "document"]),
    ("case", &["policy", "diagnostic", "board", "rulebook", "rules", "notation", "codes", "game"]),
    ("verify", &["parallel", "diagnostic", "definition", "rules", "catalog", "load", "case"]),
    ("matrix", &["parallel", "diagnostic", "board", "rules", "notation", "game", "document", "case"]),
    (
        "compare",
        &[
            "parallel",
            "policy",
            "diagnostic",
            "definition",
            "board",
            "rulebook",
            "rules",
            "notation",
            "catalog",
            "load",
            "game",
            "bot",
            "document",
            "case",
            "verify",
        ],
    ),
    ("watch", &["diagnostic", "definition", "rules", "notation", "load", "case"]),
    (
        "lab",
        &[
            "parallel",
            "policy",
            "diagnostic",
            "board",
            "rulebook",
            "rules",
            "search",
            "notation",
            "game",
            "bot",
            "arena",
            "draw",
            "document",
        ],
    ),
    ("import", &["diagnostic"]),
    ("format", &["definition"]),
    ("speed", &["rules", "search", "bot"]),
    ("http", &[]),
    (
        "protocol",
        &[
            "diagnostic",
            "rulebook",
            "rules",
            "search",
            "notation",
            "json",
            "catalog",
            "load",
            "game",
            "analysis",
            "bot",
            "draw",
        ],
    ),
    ("lsp", &["diagnostic", "definition", "rules", "json", "catalog", "load", "english", "case", "protocol"]),
    (
        "serve",
        &[
            "policy",
            "diagnostic",
            "definition",
            "board",
            "rulebook",
            "rules",
            "search",
            "notation",
            "json",
            "catalog",
            "load",
            "game",
            "record",
            "analysis",
            "bot",
            "draw",
            "document",
            "english",
            "case",
            "compare",
            "watch",
            "lab",
            "http",
        ],
    ),
];

/// Modules that every module may use, because they know nothing.
const EVERYWHERE: &[&str] = &["archive", "sorting", "threads"];

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
    &["perft", "playout", "setup_converter", "setup_limits", "single"],
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

/// Returns the name of the module that a file belongs to.
fn module_of(file: &str) -> &str {
    file.strip_prefix("engine/").unwrap_or(file).split(['/', '.']).next().unwrap_or_default()
}

/// Returns the other modules that a file uses, each with the number of the line.
fn uses<'t>(file: &str, text: &'t str) -> Vec<(usize, &'t str)> {
    let is_module_root = !file.strip_prefix("engine/").unwrap_or(file).contains('/');
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = code_of(line);
        let mut paths: Vec<&str> = code.split("crate::").skip(1).collect();
        if is_module_root {
            // At the top of a module file, `super` is the crate; inside `mod` blocks it is
            // the module.
            paths.extend(code.strip_prefix("use super::"));
        }
        let names = paths.iter().map(|it| it.split(|it: char| !it.is_alphanumeric() && it != '_').next());
        found.extend(names.flatten().map(|it| (number + 1, it)));
    }
    found.retain(|it| !it.1.is_empty() && it.1 != module_of(file));
    found
}

#[test]
fn modules_use_only_allowed_modules() {
    let mut errors = Vec::new();
    for (name, text) in sources() {
        let module = module_of(&name);
        if matches!(module, "lib" | "main" | "cli") {
            continue;
        }
        let Some((_, allowed)) = ALLOWED_USES.iter().find(|it| it.0 == module) else {
            errors.push(format!("src/{name}: the module `{module}` is not in the table of tests/it/tidy.rs"));
            continue;
        };
        for (line, used) in uses(&name, &text) {
            if !EVERYWHERE.contains(&used) && !allowed.contains(&used) {
                errors.push(format!("src/{name}:{line}: `{module}` may not use `{used}`"));
            }
        }
    }
    fail_on(errors);
}

/// The order of the list shows that no modules use each other, directly or by way of others.
#[test]
fn allowed_uses_have_no_cycle() {
    let place = |module: &str| ALLOWED_USES.iter().position(|it| it.0 == module);
    let mut errors = Vec::new();
    for (at, (module, allowed)) in ALLOWED_USES.iter().enumerate() {
        let later = allowed.iter().filter(|it| place(it).is_none_or(|it| it >= at));
        errors.extend(later.map(|it| format!("`{module}` may use `{it}`, which is not before it in the list")));
    }
    fail_on(errors);
}

/// Returns the modules that a text names in backticks, in order.
fn modules_in(text: &str) -> Vec<&str> {
    let is_module = |it: &&str| *it == "cli" || ALLOWED_USES.iter().any(|module| module.0 == *it);
    text.split('`').skip(1).step_by(2).filter(is_module).collect()
}

#[test]
fn tables_for_contributors_list_modules_before_those_that_use_them() {
    let read = |name: &str| std::fs::read_to_string(root().join(name)).expect("a page for contributors");
    let (overview, page) = (read("src/lib.rs"), read("src/docs/organization.md"));
    // The first column of one table names modules, and the second one of the other.
    let overview = overview.split("//! # ").find(|it| it.starts_with("Architecture")).expect("the chapter");
    let overview: Vec<_> = overview.lines().filter_map(|it| it.strip_prefix("//! | ")?.split('|').next()).collect();
    let page: Vec<_> = page.lines().filter_map(|it| it.strip_prefix("| ")?.split('|').nth(1)).collect();
    let mut errors = Vec::new();
    for (file, table) in [("lib.rs", overview.join("\n")), ("docs/organization.md", page.join("\n"))] {
        let listed = modules_in(&table);
        for (module, _) in ALLOWED_USES {
            if listed.iter().filter(|it| *it == module).count() != 1 {
                errors.push(format!("src/{file}: the table does not list `{module}` once"));
            }
        }
        let place = |module: &str| listed.iter().position(|it| *it == module);
        for (name, text) in sources() {
            let module = module_of(&name);
            for (_, used) in uses(&name, &text) {
                if place(used) > place(module) && place(module).is_some() {
                    errors.push(format!("src/{file}: `{module}` uses `{used}`, which is after it in the table"));
                }
            }
        }
    }
    errors.dedup();
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
