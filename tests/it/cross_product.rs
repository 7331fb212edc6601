//! The cross product: every board of a list with the rules of every game of another.
//!
//! Input: two lists of shipped games. A board is everything up to the pieces and their setup, rules
//! are everything about check, captures, elimination, endings and points. Output: every combination
//! compiles, or its findings say which name or which number of players is missing; random games
//! of each agree with the slow reference after every ply. The fast run plays a short game of every
//! eleventh combination, the slow run one of each. `THREEFOLD_GAMES=20` plays twenty games of each,
//! of up to 200 plies; that takes an hour.

use crate::properties::{Pair, beginning, game};
use crate::support::{Dice, checked, is_slow};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use threefold::diagnostic::{Code, Severity};
use threefold::{Input, check};

/// Games whose boards differ in shape, in lines or in barriers, or whose pieces do.
const BOARDS: [&str; 26] = [
    "chess",
    "3-man-chess",
    "osullivan",
    "three-player-chess",
    "trichess",
    "mechanisms/cross-of-four",
    "mechanisms/cylinder",
    "mechanisms/drawbridge",
    "mechanisms/drops-on-96-squares",
    "mechanisms/hexagon",
    "mechanisms/hexagon-of-six",
    "mechanisms/hoppers-on-the-ring",
    "mechanisms/promotion-on-the-way",
    "mechanisms/palace",
    "mechanisms/portals",
    "mechanisms/sideways",
    "mechanisms/river",
    "mechanisms/triangle",
    "mechanisms/triangles",
    "gallery/glinski",
    "gallery/rosette",
    "gallery/shogi",
    "gallery/triad",
    "gallery/waider",
    "gallery/wellisch",
    "gallery/xiangqi",
];

/// Games whose rules of check, capture, elimination, ending or scoring differ.
const RULES: [&str; 28] = [
    "chess",
    "3-man-chess",
    "osullivan",
    "three-player-chess",
    "trichess",
    "mechanisms/alone-on-the-ring",
    "mechanisms/army-taken-over",
    "mechanisms/captured-army-attacks",
    "mechanisms/draw-odds",
    "mechanisms/hunt-in-a-circle",
    "mechanisms/immune-army",
    "mechanisms/kings-unguarded",
    "mechanisms/last-mover-on-the-ring",
    "mechanisms/legal-captures-on-the-ring",
    "mechanisms/lost-queen-eliminates",
    "mechanisms/mated-player-passes",
    "mechanisms/next-players-check",
    "mechanisms/points-for-captures",
    "mechanisms/removed-army",
    "mechanisms/royal-queens-on-the-ring",
    "gallery/antichess",
    "gallery/atomic",
    "gallery/extinction",
    "gallery/shatranj",
    "gallery/three-check",
    "gallery/three-kings",
    "gallery/wellisch",
    "gallery/yalta",
];

/// The headers of a game that are its rules; all others belong to its board and pieces.
const RULES_HEADERS: [&str; 15] = [
    "ban",
    "capture",
    "check",
    "claim",
    "conversion",
    "counter",
    "dead-position",
    "elimination",
    "explosion",
    "mate",
    "outcome",
    "score",
    "score-titles",
    "settle",
    "team",
];

/// Returns the effective text of a shipped game in two parts: its board and its rules.
fn parts(slug: &str) -> (String, String) {
    let effective = checked(slug).effective();
    let (mut board, mut rules) = (String::new(), String::new());
    let mut is_rules = None;
    // The sources of the other game are not in the file.
    for line in effective.lines().filter(|it| !it.trim_start().starts_with("source ")) {
        if let Some(header) = line.strip_prefix('[') {
            let end = header.find(['.', ']']).expect("a header ends");
            is_rules = Some(RULES_HEADERS.contains(&&header[..end]));
        }
        match is_rules {
            None => (),
            Some(true) => writeln!(rules, "{line}").expect("a string"),
            Some(false) => writeln!(board, "{line}").expect("a string"),
        }
    }
    (board, rules)
}

/// The result of one combination.
enum Verdict {
    /// The rules name something that the board does not have; the codes of the findings.
    Incompatible(Vec<(Code, String)>),
    Played(usize),
    Failed(String),
}

/// Plays random games of one combination.
fn verdict(name: &str, text: &str, seed: u64, games: usize, most: usize) -> Verdict {
    let checked = check(Input::Text(name, text.as_bytes()));
    if checked.diagnostics.has_errors() {
        let errors = checked.diagnostics.items.into_iter().filter(|it| it.severity == Severity::Error);
        return Verdict::Incompatible(errors.map(|it| (it.code, it.message)).collect());
    }
    let played = catch_unwind(AssertUnwindSafe(|| {
        let loaded = threefold::load_text(name, text).map_err(|it| it.to_string())?;
        let pair = Pair::new(&loaded.variant);
        let mut dice = Dice(seed);
        let mut plies = 0;
        for _ in 0..games {
            let Some(first) = (0..50).find_map(|_| beginning(&mut dice, &pair)) else { continue };
            game(&mut dice, &pair, first, |_, plies| plies == most, &mut plies)?;
        }
        Ok(plies)
    }));
    match played {
        Ok(Ok(plies)) => Verdict::Played(plies),
        Ok(Err(error)) => Verdict::Failed(error),
        Err(_) => Verdict::Failed("a panic: see above".to_owned()),
    }
}

#[test]
fn rules_of_one_game_work_on_the_board_of_another() {
    let games = std::env::var("THREEFOLD_GAMES").ok().map(|it| it.parse().expect("THREEFOLD_GAMES is a number"));
    let (games, most, step) = match games {
        Some(games) => (games, 200, 1),
        None if is_slow() => (1, 20, 1),
        None => (1, 12, 11),
    };
    let boards = BOARDS.map(|it| parts(it).0);
    let rules = RULES.map(|it| parts(it).1);
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let verdicts: Vec<(String, Verdict)> = std::thread::scope(|scope| {
        let work = || {
            let mut done = Vec::new();
            loop {
                let number = next.fetch_add(step, Ordering::Relaxed);
                if number >= BOARDS.len() * RULES.len() {
                    return done;
                }
                let (board, rule) = (number / RULES.len(), number % RULES.len());
                let name = format!("the board of {} with the rules of {}", BOARDS[board], RULES[rule]);
                let text = format!(
                    "name = \"Product\"\nabout = \"Two parts.\"\npart = \"game\"\n\n{}\n{}",
                    boards[board], rules[rule]
                );
                let verdict = verdict("product.toml", &text, number as u64, games, most);
                done.push((name, verdict));
            }
        };
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|it| it.join().expect("a verdict for each")).collect()
    });
    let (mut played, mut plies, mut failed) = (0, 0, Vec::new());
    let mut missing: BTreeMap<Code, Vec<String>> = BTreeMap::new();
    for (name, verdict) in verdicts {
        match verdict {
            Verdict::Played(count) => (played, plies) = (played + 1, plies + count),
            Verdict::Failed(error) => failed.push(format!("{name}: {error}")),
            Verdict::Incompatible(errors) => {
                for (code, message) in errors {
                    missing.entry(code).or_default().push(format!("{name}: {message}"));
                }
            }
        }
    }
    eprintln!("{played} combinations played, {plies} plies, {} failed", failed.len());
    assert!(failed.is_empty(), "\n{} combinations\n\n{}\n", failed.len(), failed.join("\n\n"));
    // Of all combinations, seven in ten fit together.
    let all = BOARDS.len() * RULES.len();
    assert!(played * 10 * step > all * 7, "{played} combinations of {} compile\n{missing:#?}", all / step);
    // The others miss a name, a player, a player's name or a pool, or name a victim whom a test for
    // two players cannot find.
    missing.retain(|code, _| {
        ![Code::BadLabel, Code::BadNumber, Code::Needs, Code::UnknownName, Code::UnknownWord].contains(code)
    });
    assert!(missing.is_empty(), "rules do not fit a board for another reason\n{missing:#?}");
}
