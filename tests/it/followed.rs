//! Advice that leads to the rule that its author means, and not only to a file without findings.
//!
//! Input: small rulebooks with the mistakes of designers. Output: their findings, and the rulebook after the advice is
//! followed.

use super::books::{child, errors, findings};

/// Asserts that chess with these headers has one finding, and that it contains these words.
#[track_caller]
fn advises(body: &str, words: &[&str]) -> String {
    let found = findings(&child("chess", body));
    assert_eq!(found.matches("x.toml:").count(), 1, "{found}");
    for words in words {
        assert!(found.contains(words), "{words}\n{found}");
    }
    found
}

#[track_caller]
fn is_clean(body: &str) {
    assert_eq!(findings(&child("chess", body)), "", "{body}");
}

const PAWNS: &str = "[ban.a]\nmove = { piece = { kind = [\"pawn\"] } }\n";

#[test]
fn a_test_in_place_of_an_exception_gets_a_name() {
    let line = "write `[ban.a.unless.exception]`, and below it the line `move = { captures = {} }`";
    for unless in [
        "unless = { captures = {} }\n",
        "unless = { move = { captures = {} } }\n",
        "[ban.a.unless]\nmove = { captures = {} }\n",
        "[ban.a.unless]\ncaptures = {}\n",
        "[ban.a.unless.captures]\n",
    ] {
        let found = advises(&format!("{PAWNS}{unless}"), &[line]);
        assert!(!found.contains("living"), "{found}");
    }
    is_clean(&format!("{PAWNS}[ban.a.unless.exception]\nmove = {{ captures = {{}} }}\n"));
    advises(
        &format!("{PAWNS}unless = {{ captures = {{ kind = [\"queen\"] }} }}\n"),
        &["the line `move = { captures = { kind = [\"queen\"] } }`"],
    );
    advises(
        &format!("{PAWNS}unless = {{ attack = {{ by = \"opponents\", on = \"mover\" }} }}\n"),
        &["the line `before = { attack = { by = \"opponents\", on = \"mover\" } }`"],
    );
    // A test can be the name of an exception.
    is_clean(&format!("{PAWNS}[ban.a.unless.captures]\nmove = {{ captures = {{}} }}\n"));
    // The example is no test that always holds.
    advises(&format!("{PAWNS}[ban.a.unless.x]\n"), &["for example `move = { captures = {} }`"]);
}
