//! Errors in cases: everything that is wrong is reported at once.
//!
//! Input: cases with several errors. Output: the places and words of all of them.

use super::support::{Folder, Run};

fn verified(name: &str, text: &str) -> Run {
    Folder::new(name, &[("case.toml", text)]).ask(&["verify", "case.toml"])
}

#[test]
fn wrong_values_hide_no_wrong_names() {
    let text = "about = \"x\"\nvariant = \"chess\"\nshow = [\"boards\", \"moves z9\"]\n[expect]\nmoves = -1\n\
                perft = { 1 = 20, x = 1 }\nlegal = [\"zz\"]\nillegal = { \"e2-e4\" = \"legal\" }\n";
    let run = verified("case-values-and-names", text);
    assert_eq!(run.code, 1, "{}", run.err);
    for part in [
        "3:9: `show` has no `boards`",
        "3:19: no square is called `z9`",
        "5:9: expected a whole number from 0",
        "6:19: the depth must be a whole number",
        "7:10: `zz` is neither a move nor a claim",
        "8:23: `legal` is no reason",
    ] {
        assert!(run.out.contains(part), "{part}\n{}", run.out);
    }
}

/// The questions of a case depend on its moves, and the names of its variants do not.
#[test]
fn a_case_with_wrong_moves_names_unknown_variants() {
    let text = "about = \"x\"\nvariants = [\"chess\", \"../nope.toml\"]\nplay = \"e4\"\n[expect]\nlegal = [\"b:e7-e5\"]\n\
                [differs.chesss]\nturn = \"b\"\n";
    let run = verified("case-moves-and-variants", text);
    assert!(run.code == 1 && run.out.contains("3:8: expected a list, found a text"), "{}", run.out);
    assert!(run.out.contains("nope.toml") && run.out.contains("`chesss`"), "{}", run.out);
    assert!(!run.out.contains("e7-e5"), "{}", run.out);
}

/// A misspelled key is not missing, too.
#[test]
fn a_misspelled_key_is_one_error() {
    for (key, text) in [
        ("abot", "abot = \"x\"\nvariant = \"chess\"\n[expect]\nmoves = 20\n"),
        ("variannt", "about = \"x\"\nvariannt = \"chess\"\n[expect]\nmoves = 20\n"),
    ] {
        let run = verified("case-misspelled", text);
        assert!(run.code == 1 && run.out.contains(&format!("there is no key `{key}` here")), "{}", run.out);
        assert_eq!(run.out.matches("case.toml:").count(), 1, "{}", run.out);
    }
}

#[test]
fn a_case_runs_once_for_each_variant() {
    let expect = "[expect]\nmoves = 20\n";
    for (text, place) in [
        (format!("about = \"x\"\nvariant = \"chess\"\nvariants = [\"chess\"]\n{expect}"), "3:13"),
        (format!("about = \"x\"\nvariants = [\"chess\", \"chess\"]\n{expect}"), "2:22"),
    ] {
        let run = verified("case-twice", &text);
        let message = format!("{place}: `chess` is named twice: a case is run once for each variant");
        assert!(run.code == 1 && run.out.contains(&message), "{}", run.out);
    }
}

#[test]
fn points_that_no_game_gives_are_wrong() {
    let case =
        |points: &str| format!("about = \"x\"\nvariant = \"chess\"\n[expect]\nscores = {{ white = {points} }}\n");
    for points in ["0.3", "0.3333", "\"1/5\"", "nan", "inf"] {
        let run = verified("case-points", &case(points));
        let message = "points are whole numbers, halves, thirds or quarters";
        assert!(run.code == 1 && run.out.contains(message), "{points}: {}", run.out);
    }
    for points in ["0", "0.0", "0e3", "\"0\""] {
        assert_eq!(verified("case-points", &case(points)).code, 0, "{points}");
    }
}
