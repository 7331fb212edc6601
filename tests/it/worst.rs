//! Worst-case rulebooks: each reaches many limits at once.
//!
//! Input: `tests/definitions/worst`, and the shipped games. Output: each is refused with one finding
//! about its cost, or compiles within the step budget. The test counts steps instead of time.

use super::support::{self, files_under, root};
use threefold::diagnostic::{Code, Severity};
use threefold::rulebook::MAX_STEPS;
use threefold::{Input, catalog, check, load};

/// Rulebooks that are too expensive for any machine.
const REFUSED: &[&str] = &[
    "directed-queens",
    "long-leaps-over-lines",
    "thirty-two-atoms",
    "torus-nightrider",
    "torus-rider-of-five",
    "torus-twenty-riders",
];

/// Rulebooks that are large but valid.
const READY: &[&str] = &["flat-twenty-riders", "forks", "six-players-twenty-riders"];

#[test]
fn worst_case_rulebooks_are_refused_or_stay_within_the_step_budget() {
    let files = files_under(&root().join("tests/definitions/worst"), "toml");
    assert!(files.len() >= REFUSED.len() + READY.len(), "{} files", files.len());
    for path in files {
        let stem = path.file_stem().expect("a file").to_string_lossy().into_owned();
        let name = path.to_str().expect("a name");
        let checked = check(Input::Name(name));
        let errors: Vec<_> = checked.diagnostics.items.iter().filter(|it| it.severity == Severity::Error).collect();
        let loaded = load(name);
        match &errors[..] {
            [] => {
                assert!(!REFUSED.contains(&stem.as_str()), "{stem} is not refused");
                let variant = loaded.unwrap_or_else(|it| panic!("{stem}: {it}")).variant;
                let (followed, steps) = (variant.rulebook().steps(), variant.steps());
                assert!(followed <= MAX_STEPS && steps <= MAX_STEPS, "{stem}: {followed} and {steps} steps");
                assert!(followed > 0 && steps > 0, "{stem}: nothing was counted");
            }
            [error] => {
                assert!(!READY.contains(&stem.as_str()), "{stem}: {}", error.message);
                assert_eq!(error.code, Code::TooMany, "{stem}: {}", error.message);
                assert!(error.message.contains(&format!("more than {MAX_STEPS}")), "{stem}: {}", error.message);
                assert!(error.span.is_some_and(|it| it.file == 0), "{stem}: the finding is not in the author's file");
                assert!(error.help.is_some(), "{stem}: nothing is said about what to do");
                assert!(loaded.is_err(), "{stem} is refused by `check`, and loads");
            }
            _ => panic!("{stem}: {:?}", errors.iter().map(|it| &it.message).collect::<Vec<_>>()),
        }
    }
}

#[test]
fn shipped_games_take_a_sixth_of_the_step_budget_at_most() {
    for game in catalog::games() {
        let variant = support::load(&game.slug);
        let (followed, steps) = (variant.rulebook().steps(), variant.steps());
        let most = MAX_STEPS / 6;
        assert!(followed <= most && steps <= most, "{}: {followed} and {steps} steps", game.slug);
    }
}
