//! Betza notation, parsed and evaluated. Input: texts. Output: the target squares of a piece that
//! faces north on d4 of an empty board of eight by eight squares, or of hexagons.

use std::collections::BTreeSet;

use threefold::board::{Board, Heading, MAX_PATHS, Square, leap_paths, ray_paths};
use threefold::compile::betza::parse;
use threefold::rulebook::{AtomShape, Joint, Movement, bent_paths};
use threefold::{Input, check};

fn chess() -> Board {
    check(Input::Name("chess")).rulebook.expect("a game").board().clone()
}

fn squares(board: &Board, movement: &Movement, from: &str) -> String {
    let from = board.square(from).expect("a square");
    let mut found: BTreeSet<Square> = BTreeSet::new();
    for atom in movement.atoms() {
        for start in atom.starts(board, Heading(0)) {
            match atom.shape() {
                AtomShape::Oblique(long, short) => {
                    for first in [true, false] {
                        let (long, short) = (long as usize, short as usize);
                        let paths = leap_paths(board, from, start.heading(), long, short, start.aside(), first);
                        found.extend(paths.iter().map(|it| it.end()));
                    }
                }
                AtomShape::Zigzag(_) | AtomShape::Bent => {
                    let paths = bent_paths(board, atom, start, from, MAX_PATHS).all;
                    let stops = paths.iter().flat_map(|it| it.path.squares.iter().zip(&it.joints));
                    found.extend(stops.filter(|it| *it.1 == Joint::Stop).map(|it| *it.0));
                }
                AtomShape::Straight(step) | AtomShape::Diagonal(step) => {
                    let limit = step as usize * atom.range() as usize;
                    for path in ray_paths(board, from, start.heading(), limit) {
                        found.extend(path.squares.iter().skip(step as usize - 1).step_by(step as usize));
                    }
                }
            }
        }
    }
    let mut names: Vec<&str> = found.iter().map(|it| board.name(*it)).collect();
    names.sort_unstable();
    names.join(" ")
}

#[track_caller]
fn goes(text: &str, expected: &str) {
    assert_eq!(squares(&chess(), &parse(text, false).expect("a movement"), "d4"), expected, "{text}");
}

#[test]
fn atoms_reach_their_squares() {
    goes("W", "c4 d3 d5 e4");
    goes("F", "c3 c5 e3 e5");
    goes("D", "b4 d2 d6 f4");
    goes("A", "b2 b6 f2 f6");
    goes("N", "b3 b5 c2 c6 e2 e6 f3 f5");
    goes("(2,1)", "b3 b5 c2 c6 e2 e6 f3 f5");
    goes("(1,2)", "b3 b5 c2 c6 e2 e6 f3 f5");
    goes("C", "a3 a5 c1 c7 e1 e7 g3 g5");
    goes("Z", "a2 a6 b1 b7 f1 f7 g2 g6");
    goes("H", "a4 d1 d7 g4");
    goes("G", "a1 a7 g1 g7");
    goes("K", "c3 c4 c5 d3 d5 e3 e4 e5");
    goes("(0,2)", "b4 d2 d6 f4");
}

#[test]
fn riders_repeat() {
    goes("R", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4");
    goes("WW", "a4 b4 c4 d1 d2 d3 d5 d6 d7 d8 e4 f4 g4 h4");
    goes("R2", "b4 c4 d2 d3 d5 d6 e4 f4");
    goes("W2", "b4 c4 d2 d3 d5 d6 e4 f4");
    goes("DD", "b4 d2 d6 d8 f4 h4");
    goes("B", "a1 a7 b2 b6 c3 c5 e3 e5 f2 f6 g1 g7 h8");
    let ranges: Vec<u8> = parse("NN(2,1)3Q", false).unwrap().atoms().iter().map(|it| it.range()).collect();
    assert_eq!(ranges, [0, 3, 0, 0]);
}

#[test]
fn paths_bend() {
    // Crooked bishop and rook: after e5 come f4, g5 and h4, or d6, e7 and d8.
    goes("zB", "a3 a5 b4 c1 c3 c5 c7 d2 d6 d8 e1 e3 e5 e7 f4 g3 g5 h4");
    goes("zR2", "c3 c4 c5 d3 d5 e3 e4 e5");
    goes("fzW3", "c5 c6 d5 e5 e6");
    // One diagonal step, and then like a rook away from d4.
    goes("[fF?fR]", "a5 b5 c5 c6 c7 c8 e5 e6 e7 e8 f5 g5 h5");
    goes("[fF-fR]", "a5 b5 c6 c7 c8 e6 e7 e8 f5 g5 h5");
    goes("[fW?fF]", "c6 d5 e6");
    goes("[fW?frF]", "d5 e6");
    // A knight that goes two steps on first reaches the squares of a knight.
    goes("[D+sW]", "b3 b5 c2 c6 e2 e6 f3 f5");
    goes("[fD+sW]", "c6 e6");
    goes("[fR2?sR2]", "b5 b6 c5 c6 d5 d6 e5 e6 f5 f6");
    goes("[fW-sW-fW]", "b5 f5");
    goes("[fW+bW]", "");
    goes("[fW?K]", "c4 c5 c6 d5 d6 e4 e5 e6");
}

#[test]
fn directions_are_seen_from_the_facing() {
    goes("fW", "d5");
    goes("vW", "d3 d5");
    goes("sW", "c4 e4");
    goes("flW", "c4 d5");
    goes("fF", "c5 e5");
    goes("bF", "c3 e3");
    goes("flF", "c5");
    goes("frblF", "c3 e5");
    goes("rF", "e3 e5");
    goes("fN", "b5 c6 e6 f5");
    goes("ffN", "c6 e6");
    goes("fsN", "b5 f5");
    goes("bsN", "b3 f3");
    goes("frN", "e6 f5");
    goes("rrN", "f3 f5");
    goes("rN", "e2 e6 f3 f5");
    goes("vN", "c2 c6 e2 e6");
    goes("sN", "b3 b5 f3 f5");
    goes("fmWfcFifmnD", "c5 d5 d6 e5");
}

#[test]
fn hexes_have_two_edges_forward() {
    let board = check(Input::Name("mechanisms/hexagon")).rulebook.expect("a game").board().clone();
    let goes = |text: &str| squares(&board, &parse(text, true).expect("a movement"), "f6");
    assert_eq!(goes("W").split(' ').count(), 6);
    assert_eq!(goes("fW").split(' ').count(), 2);
    assert_eq!(goes("frW").split(' ').count(), 1);
    assert_eq!(goes("fF").split(' ').count(), 1);
    assert_eq!(goes("rW"), "g6");
    assert_eq!(goes("N").split(' ').count(), 12);
    assert_eq!(goes("fN").split(' ').count(), 6);
    assert_eq!(goes("K").split(' ').count(), 12);
}

#[test]
fn modes_and_marks_belong_to_their_atom() {
    let movement = parse("fmWfcFifmnDeF", false).unwrap();
    let modes: Vec<_> = movement
        .atoms()
        .iter()
        .map(|it| (it.quiet(), it.capture(), it.en_passant(), it.initial(), it.lame(), it.column()))
        .collect();
    assert_eq!(
        modes,
        [
            (true, false, false, false, false, 0),
            (false, true, false, false, false, 3),
            (true, false, false, true, true, 6),
            (false, false, true, false, false, 11),
        ]
    );
}

#[test]
fn movement_errors_have_a_column() {
    for (text, start, end) in [
        ("WX", 1, 2),
        ("fm", 0, 2),
        ("mmW", 1, 2),
        ("ffW", 0, 2),
        ("RR", 0, 2),
        ("Q0", 1, 2),
        ("W100", 1, 4),
        ("N(3,", 1, 4),
        ("(0,0)", 0, 5),
        ("(a,1)", 0, 5),
        ("3W", 0, 1),
        ("Wé", 1, 3),
        ("gW", 0, 2),
        ("pgR", 0, 3),
        ("jW", 0, 1),
        ("zF", 0, 2),
        ("zN", 0, 2),
        ("zpR", 0, 3),
        ("[F]", 0, 3),
        ("[F?fR", 0, 5),
        ("[F", 0, 2),
        ("[F?]", 3, 4),
        ("[F*W]", 2, 3),
        ("[mF?W]", 1, 2),
        ("f[F?W]", 0, 1),
        ("n[F?W]", 0, 2),
        ("[N?W]", 1, 2),
        ("[F?W]3", 5, 6),
        ("[W?W?W?W?W]", 0, 9),
        ("[K?K?K?K?W]", 0, 9),
    ] {
        let error = parse(text, false).expect_err(text);
        assert_eq!((error.start, error.end), (start, end), "{text}: {}", error.message);
    }
}

#[test]
fn a_doubled_atom_has_no_number() {
    let text = "name = \"B\"\nextends = [\"chess\"]\n[piece.knight]\nextends = \"knight\"\nmovement = \"NN3\"\n";
    let found = super::rulebook_fixtures::errors(text);
    assert!(found.contains("a doubled atom has no number: write `N3`, or `NN` without a limit"), "{found}");
    // A number of several digits is none.
    assert!(!super::rulebook_fixtures::errors(&text.replace("NN3", "N333")).contains("doubled atom has"));
}
