//! Weights of the evaluation: files, inheritance and tuning.
//!
//! Input: small texts, `variants/weights/`. Output: a verdict.

use threefold::search::Evaluator;
use threefold::tune::{TuneMethod, TuneOptions, TuneReport, tune};
use threefold::weights::WeightFile;

use super::support::{Folder, ask, files_under, load, root};

/// Returns the findings of a text, for chess.
fn findings(text: &str) -> String {
    let file = match WeightFile::parse("own.toml", text) {
        Ok(it) => it,
        Err(error) => return error.to_string(),
    };
    file.weights(&load("chess")).expect_err("the text has a mistake").to_string()
}

#[test]
fn mistakes_are_found_with_their_places() {
    for (text, place, message) in [
        ("tempo = 1\ntempos = 2\n", "own.toml:2:1", "did you mean `tempo`?"),
        ("[piece.night]\nvalue = 300\n", "own.toml:1:8", "did you mean `knight`?"),
        ("[piece.pawn]\nworth = 300\n", "own.toml:2:1", "the weights here are `value`, `late-value`"),
        ("spread = inf\n", "own.toml:1:10", "`spread` is from 1 to 100000"),
        ("tempo = nan\n", "own.toml:1:9", "`tempo` is from -1000 to 1000"),
        ("[piece.pawn]\nvalue = -5\n", "own.toml:2:9", "`value` is from 0 to 9000"),
        ("[piece.pawn]\nvalue = 1e300\n", "own.toml:2:9", "`value` is from 0 to 9000"),
        ("tempo = \"fast\"\n", "own.toml:1:9", "expected a number"),
        ("rules = 3\n", "own.toml:1:9", "expected the hash of the rules"),
        ("piece = 3\n", "own.toml:1:1", "there is no weight `piece` here"),
        ("[piece]\npawn = 3\n", "own.toml:2:1", "expected the weights of a piece"),
        ("tempo = \n", "own.toml:1:", "a value is missing"),
    ] {
        let found = findings(text);
        assert!(found.contains(place) && found.contains(message) && found.contains('^'), "{text}\n{found}");
    }
    assert_eq!(findings("tempos = 1\npol = 2\n").matches("own.toml:").count(), 2, "every mistake is found at once");
}

#[test]
fn weights_are_the_same_after_printing_and_parsing() {
    for name in ["chess", "3-man-chess"] {
        let variant = load(name);
        let weights = Evaluator::derived(&variant).weights().clone();
        let text = weights.to_toml(variant.rulebook(), "one\ntwo");
        assert!(text.starts_with("# one\n# two\nrules = "), "{text}");
        let again = WeightFile::parse("again.toml", &text).and_then(|it| it.weights(&variant));
        assert_eq!(again.unwrap_or_else(|it| panic!("{it}")), weights, "{name}");
    }
}

#[test]
fn shipped_weights_are_those_of_their_rulebook() {
    let folder = root().join("variants/weights");
    for path in files_under(&folder, "toml") {
        let slug = path.strip_prefix(&folder).expect("in the folder").with_extension("");
        let variant = load(slug.to_str().expect("a readable name"));
        let text = std::fs::read_to_string(&path).expect("a file");
        let file = WeightFile::parse(&path.display().to_string(), &text).unwrap_or_else(|it| panic!("{it}"));
        let weights = file.weights(&variant).unwrap_or_else(|it| panic!("{it}"));
        assert_eq!(weights.note(&variant), None, "{}: tune it again, its rules have changed", slug.display());
        assert_eq!(Evaluator::new(&variant).weights(), &weights, "{}", slug.display());
    }
}

#[test]
fn a_rulebook_without_weights_uses_those_of_its_nearest_parent() {
    let parent = load("chess");
    let text = "name = \"Own\"\nextends = [\"chess\"]\n\
        [piece.herald]\nlabel = \"herald\"\nletter = \"H\"\nmovement = \"NB\"\nrole = \"piece\"\n";
    let child = threefold::load_text("own.toml", text).unwrap_or_else(|it| panic!("{it}")).variant;
    assert_eq!(child.rulebook().family(), ["chess", "parts/chess-pieces"]);
    let (new, derived) = (Evaluator::new(&child), Evaluator::derived(&child));
    let (own, shipped) = (new.weights(), Evaluator::new(&parent));
    let kind = |name: &str| child.rulebook().kinds().iter().position(|it| it.name() == name).expect("a piece");
    assert_eq!(own.full.pieces[kind("queen")], shipped.weights().full.pieces[kind("queen")]);
    assert_eq!(own.tempo, shipped.weights().tempo);
    assert_eq!(own.full.pieces[kind("herald")], derived.weights().full.pieces[kind("herald")]);
    let note = own.note(&child).expect("the weights were made for other rules");
    assert!(note.contains(&parent.hash()[..8]), "{note}");
}

#[test]
fn the_command_says_that_weights_were_made_for_other_rules() {
    let folder = Folder::new("other-weights", &[("other.toml", "rules = \"0123456789abcdef\"\ntempo = 20\n")]);
    std::fs::write(folder.path().join("game.txt"), record()).expect("a record");
    let path = folder.path().join("other.toml").display().to_string();
    let bot = format!("brs:10,weights={path}");
    let game = folder.path().join("game.txt").display().to_string();
    for args in [
        &["match", "chess", &bot, "random", "--games", "2", "--plies", "6"][..],
        &["play", "chess", "--seat", &format!("white={bot}")],
        &["analyze", &game, "--budget", "10", "--weights", &path],
    ] {
        let run = ask(args);
        let note = "The weights were made for other rules, with the hash 01234567. They are still used.";
        assert!(run.code == 0 && run.err.contains(note), "{args:?}: {}", run.err);
    }
    // Weights of the same rules need no note.
    let run = ask(&["analyze", &game, "--budget", "10", "--weights", "derived"]);
    assert_eq!((run.code, run.err.contains("weights")), (0, false), "{}", run.err);
}

/// Returns the record of a short game.
fn record() -> String {
    let mut game = threefold::Game::new(&load("chess")).expect("a start");
    for mv in ["e4", "e5"] {
        game.perform(mv).expect("a legal move");
    }
    threefold::game::record(&game)
}

#[test]
fn tuning_is_the_same_for_any_number_of_threads() {
    let variant = load("three-player-chess");
    let run = |method, threads| tune(&variant, &TuneOptions { method, games: 12, seed: 3, nodes: 25, threads }, &|| ());
    for method in [TuneMethod::Texel, TuneMethod::Spsa] {
        let (one, two) = (run(method, 1).expect("a start"), run(method, 2).expect("a start"));
        assert_eq!(one.weights, two.weights);
        match one.report {
            TuneReport::Texel { positions, loss_before, loss_after } => {
                assert!(positions > 20 && loss_after < loss_before, "{one:?}");
            }
            TuneReport::Spsa { distance } => assert!(distance > 0.0 && distance < 1.0, "{one:?}"),
            _ => panic!("an unknown report: {one:?}"),
        }
    }
}
