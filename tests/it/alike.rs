//! Commands that do alike things do them alike: formats by extension, what is written where, and the words of a game at
//! the table.

use super::support::{ask, with_input};

#[test]
fn cases_come_before_readings() {
    let run = ask(&["matrix", "--against", "chess", "examples/cases"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("name the cases first"), "{}", run.err);
    let help = ask(&["matrix", "--help"]).out;
    assert!(help.contains("Usage: threefold matrix [OPTIONS] <CASES>... [--against <VARIANT>...]"), "{help}");
}

/// With `--differing`, the summary still says how much was compared.
#[test]
fn a_summary_counts_the_questions_that_are_left_out() {
    let case = "about = \"x\"\nvariant = \"chess\"\n[expect]\nlegal = [\"e2-e4\"]\n";
    let against = ["matrix", "-", "--differing", "--against", "chess", "gallery/atomic"];
    let run = with_input(&against, case.as_bytes(), false);
    let sentence = "Compared 2 readings on 1 question in 1 case. They agree on every question.";
    assert!(run.out.contains(sentence), "{}{}", run.out, run.err);
}
