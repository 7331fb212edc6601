//! Import from the formats of other programs.
//!
//! Input: `tests/import/variants.ini`, and the move counts that Fairy-Stockfish gives for it. Output: the same counts,
//! findings with their places, and no panic for any text.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg64;
use threefold::diagnostic::{Code, Diagnostic, place};
use threefold::import::{ImportError, Imported, fairy, sections};
use threefold::{Game, Input, check, load_text, parse_move, parse_position};

use crate::support::show;

const FILE: &str = include_str!("../import/variants.ini");
/// Each section with the counts from depth 1 on; `tests/import/counts.py` prints them.
const COUNTS: &str = include_str!("../import/counts.txt");

#[track_caller]
fn imported(text: &str, section: &str) -> Imported {
    fairy("variants.ini", text, section).unwrap_or_else(|it| panic!("{section}: {it}"))
}

/// Returns the code, the line and the message of the only finding.
#[track_caller]
fn only(text: &str) -> (Code, usize, String) {
    let (diagnostics, sources) = match fairy("variants.ini", text, "x") {
        Ok(imported) => (imported.diagnostics, imported.sources),
        Err(ImportError::Findings { diagnostics, sources }) => (diagnostics, sources),
        Err(error) => panic!("{error}"),
    };
    let [Diagnostic { code, message, span: Some(span), help, .. }] = diagnostics.items.as_slice() else {
        panic!("{diagnostics:?}")
    };
    assert!(help.is_some(), "{message}");
    (*code, place(&sources, *span).line, message.clone())
}

#[test]
fn every_section_has_the_counts_of_fairy_stockfish() {
    let mut lines = COUNTS.lines();
    for section in sections(FILE) {
        let mut words = lines.next().expect("a line for each section").split(' ');
        assert_eq!(words.next(), Some(section.as_str()));
        let counts: Vec<u64> = words.map(|it| it.parse().expect("a number")).collect();
        assert!(counts.len() > 1, "{section}");
        let imported = imported(FILE, &section);
        let variant =
            load_text("imported.toml", &imported.rulebook).unwrap_or_else(|it| panic!("{section}: {it}")).variant;
        let start = variant.start().expect("a starting position");
        let ours: Vec<u64> = (1..=counts.len() as u32).map(|it| start.perft(it)).collect();
        assert_eq!(ours, counts, "{section}\n{}", imported.rulebook);
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn a_rulebook_is_short_and_names_its_rules() {
    show("import-king-race", &imported(FILE, "king-race").rulebook);
    show("import-small-shogi", &imported(FILE, "small-shogi").rulebook);
}

#[test]
fn pawns_may_promote_in_two_ways() {
    let text = imported("[x:chess]\npromotedPieceType = p:q\n", "x").rulebook;
    assert!(text.contains("[promotion.pawn]") && load_text("x.toml", &text).is_ok(), "{text}");
}

#[test]
fn keys_without_a_counterpart_are_findings_with_their_places() {
    let finding = only("[x:chess]\n# four in a row\nconnectN = 4\n");
    assert_eq!(finding, (Code::UnknownKey, 3, "`connectN = 4` has no counterpart and is left out".to_owned()));
    let (code, line, message) = only("[x:chess]\n\nflagPiece = k\nflagRegion = d4 z\n");
    assert_eq!((code, line), (Code::UnknownKey, 4), "{message}");
    assert!(message.contains("`z`"), "{message}");
    let (code, line, _) = only("[x:chess]\ndoubleStep = false\nno key\n");
    assert_eq!((code, line), (Code::UnknownKey, 3));
    // Values that would have no effect.
    for line in [
        "castlingKingsideFile = 99",
        "castlingRank = 3",
        "castlingRank = 99",
        "castlingRookPieces = q",
        "customPiece1 = z:Qy9",
        "customPiece99 = z:W",
        "pawnTypes = zz",
        "flagPiece = x",
        "flagRegionWhite = *99",
        "maxFile = 8\nmaxFile = 8",
    ] {
        let Imported { diagnostics, sources, .. } = imported(&format!("[x:chess]\n{line}\n"), "x");
        let first = diagnostics.items.first().unwrap_or_else(|| panic!("{line}"));
        assert_eq!(first.span.map(|it| place(&sources, it).line), Some(2), "{line}: {}", first.message);
    }
    // Keys for which there is something to write by hand.
    for (line, advice) in [
        ("gating = true", "seirawanGating"),
        ("freeDrops = true", "startFen"),
        ("flyingGeneral = true", "mobilityRegionWhiteKing"),
    ] {
        let Imported { diagnostics, .. } = imported(&format!("[x:chess]\n{line}\n"), "x");
        let finding = diagnostics.items.first().expect(line);
        let key = line.split(' ').next().unwrap_or(line);
        assert!(finding.message.contains(key) && finding.message.contains("left out"), "{}", finding.message);
        assert!(finding.help.as_ref().is_some_and(|it| it.contains(advice)), "{line}: {:?}", finding.help);
    }
    // Keys that are imported, with their counts in `tests/import/counts.txt` or by their outcomes.
    let known = "[x:chess]\nnMoveRule = 30\nnFoldRule = 4\nflagPiece = k\nflagRegion = d4 e4\n";
    let Imported { diagnostics, rulebook, .. } = imported(known, "x");
    assert!(diagnostics.items.is_empty(), "{diagnostics:?}");
    for text in ["halfmove-rounds = 30", "repeated = 4", "[outcome.flag]"] {
        assert!(rulebook.contains(text), "{rulebook}");
    }
    // A key that switches a rule off lacks nothing, nor do keys about pictures.
    let off = "[x:chess]\nconnectN = -\ncambodianMoves = false\npieceToCharTable = PNBRQ\n";
    assert!(imported(off, "x").diagnostics.items.is_empty());
}

/// A value that a key does not take is a finding, and the key keeps its usual value.
#[test]
fn values_that_a_key_does_not_take_are_findings() {
    let usual = imported("[x:chess]\n", "x").rulebook;
    for (line, expected) in [
        ("castling = yes", "write `true` or `false` after `castling =`"),
        ("castling = 1", "write `true` or `false` after `castling =`"),
        ("doubleStep = yes", "write `true` or `false` after `doubleStep =`"),
        ("checking = maybe", "write `true` or `false` after `checking =`"),
        ("stalemateValue = foo", "write `win`, `loss`, `draw` or `none` after `stalemateValue =`"),
        ("nMoveRule = abc", "write a whole number after `nMoveRule =`"),
        ("castlingKingsideFile = ?", "write a file, such as `g`, after `castlingKingsideFile =`"),
        (
            "promotionPieceTypes = xyz",
            "write letters of pieces (`pnbrqk`), or `-` for none, after `promotionPieceTypes =`",
        ),
    ] {
        let text = format!("[x:chess]\n# a comment\n  {line}\n");
        let (key, value) = line.split_once(" = ").expect("a key");
        let finding = (Code::UnknownKey, 3, format!("`{key}` does not take `{value}`, which is left out"));
        assert_eq!(only(&text), finding);
        let Imported { diagnostics, rulebook, sources, .. } = imported(&text, "x");
        let span = diagnostics.items[0].span.expect("a place");
        assert_eq!((place(&sources, span).column, diagnostics.items[0].help.as_deref()), (3, Some(expected)));
        assert_eq!(rulebook, usual, "{line}");
    }
    // Case matters in keys.
    let finding = only("[x:chess]\nCastling = false\n");
    assert_eq!(finding, (Code::UnknownKey, 2, "there is no key `Castling`, so it is left out".to_owned()));
    // The last of two sections counts.
    let finding = only("[x:chess]\n\n[x:chess]\ncastling = false\n");
    assert_eq!(finding, (Code::UnknownKey, 1, "the section `x` occurs again, so this one does not count".to_owned()));
}

#[test]
fn perpetual_check_loses_in_an_imported_rulebook() {
    for (section, is_over) in [("[x:chess]\nperpetualCheckIllegal = true\n", true), ("[x:chess]\n", false)] {
        let text = imported(section, "x").rulebook;
        let variant = load_text("imported.toml", &text).unwrap_or_else(|it| panic!("{it}")).variant;
        let start = parse_position(&variant, "6k1/6p1/7p/8/4Q3/8/8/1K6 w - - 0 1").expect("a position");
        let mut game = Game::from_position(start);
        for text in ["Qe8", "Kh7", "Qe4", "Kg8", "Qe8", "Kh7", "Qe4", "Kg8"] {
            let mv = parse_move(game.position(), text).expect("a move");
            game.play(mv).unwrap_or_else(|it| panic!("{it}"));
        }
        let points: Vec<String> = game.position().scores().iter().map(ToString::to_string).collect();
        let expected = if is_over { ["0", "1"] } else { ["0", "0"] };
        assert_eq!((points, game.is_game_over()), (expected.map(str::to_owned).to_vec(), is_over), "{text}");
    }
}

#[test]
fn perpetual_chase_loses_in_an_imported_rulebook() {
    let Imported { rulebook, diagnostics, .. } = imported("[x:xiangqi]\n", "x");
    assert!(diagnostics.items.iter().any(|it| it.message.contains("perpetual chase")), "{diagnostics:?}");
    let variant = load_text("imported.toml", &rulebook).unwrap_or_else(|it| panic!("{it}")).variant;
    let start = parse_position(&variant, "5k3/9/2n6/9/9/3R5/9/9/9/4K4 w - - 0 1").expect("a position");
    let mut game = Game::from_position(start);
    for text in ["Rc5", "Nd6", "Rd5", "Nc8", "Rc5", "Nd6", "Rd5", "Nc8"] {
        let mv = parse_move(game.position(), text).expect("a move");
        game.play(mv).unwrap_or_else(|it| panic!("{it}"));
    }
    let points: Vec<String> = game.position().scores().iter().map(ToString::to_string).collect();
    assert_eq!((points, game.is_game_over()), (["0", "1"].map(str::to_owned).to_vec(), true), "{rulebook}");
}

#[test]
fn what_cannot_be_imported_is_an_error_with_advice() {
    let (code, line, message) = only("# nothing\n[x:ches]\n");
    assert_eq!((code, line), (Code::UnknownParent, 2), "{message}");
    let (code, line, _) = only("[x:y]\n[y:chess]\n");
    assert_eq!((code, line), (Code::ExtendsCycle, 1));
    let (code, line, message) = only("[x:chess]\nmaxFile = 40\n");
    assert_eq!((code, line), (Code::BadNumber, 2), "{message}");
    let (code, line, message) = only("[x:chess]\nstartFen = rnbqkbnr/8/8 w\n");
    assert_eq!((code, line), (Code::BadFen, 2), "{message}");
    assert!(message.contains("3 ranks"), "{message}");
    let (code, line, message) = only("[x:chess]\nqueen = qq\n");
    assert_eq!((code, line), (Code::BadLetter, 2), "{message}");
    let error = fairy("variants.ini", FILE, "king-rice").expect_err("no such section");
    assert_eq!(error, ImportError::NoSection { nearest: Some("king-race".to_owned()) });
}

/// Every changed or cut text is imported or refused, and what is imported can be checked.
#[test]
fn no_text_causes_a_panic() {
    let mut random = Pcg64::seed_from_u64(16);
    let mut refused = 0;
    for _ in 0..150 {
        let mut text: Vec<char> = FILE.chars().collect();
        for _ in 0..12 {
            let at = random.next_u64() as usize % text.len();
            match random.next_u64() % 4 {
                0 => text[at] = char::from(32 + (random.next_u64() % 95) as u8),
                1 => drop(text.remove(at)),
                2 => text.insert(at, ['9', '*', '[', '/', 'k', 'é'][random.next_u64() as usize % 6]),
                _ => text[at] = '\n',
            }
        }
        let text: String = text.into_iter().collect();
        let names = sections(&text);
        let name = &names[random.next_u64() as usize % names.len()];
        match fairy("variants.ini", &text, name) {
            Ok(imported) => drop(check(Input::Text("x.toml", imported.rulebook.as_bytes()))),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 0, "no change made a section unreadable");
}
