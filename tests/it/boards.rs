//! Boards of the shipped rulebooks and of small texts: degrees, moves on the empty board,
//! petals, names, symmetry. Input: files of `variants/`, small texts. Output: counts from independent
//! sources. It knows no rules.

use std::collections::{BTreeMap, BTreeSet};

use threefold::board::{Board, Heading, Path, Square, leap_paths, ray_paths};
use threefold::diagnostic::render;
use threefold::rulebook::{AtomShape, Rulebook};
use threefold::{Input, catalog, check};

use super::support::{Folder, checked};

fn rulebook(input: Input) -> Rulebook {
    let found = check(input);
    let rendered: Vec<String> = found.diagnostics.items.iter().map(|it| render(&found.sources, it)).collect();
    assert!(rendered.is_empty(), "{}", rendered.join("\n"));
    found.rulebook.expect("a game")
}

fn shipped(slug: &str) -> Rulebook {
    rulebook(Input::Name(slug))
}

#[test]
fn shipped_rulebooks_compile_without_findings() {
    for slug in ["chess", "3-man-chess", "3-man-chess-video", "osullivan", "three-player-chess", "trichess"] {
        shipped(slug);
    }
}

/// Returns how many squares have each number of links over edges (or over corners).
fn degrees(board: &Board, straight: bool) -> BTreeMap<usize, usize> {
    let mut found = BTreeMap::new();
    for square in board.squares() {
        let ends: BTreeSet<Square> = board
            .links(square)
            .iter()
            .filter(|it| board.is_straight(it.1.heading()) == straight)
            .map(|it| it.0)
            .collect();
        *found.entry(ends.len()).or_default() += 1;
    }
    found
}

/// Counts links over edges (or over corners), each pair of squares once.
fn edges(board: &Board, straight: bool) -> usize {
    degrees(board, straight).iter().map(|(degree, squares)| degree * squares).sum::<usize>() / 2
}

/// Returns the squares that a piece reaches on an empty board without barriers.
fn reach(rules: &Rulebook, kind: &str, from: Square) -> BTreeSet<Square> {
    let board = rules.board();
    let kind = &rules.kinds()[rules.kind(kind).expect("a kind").index()];
    let mut found = BTreeSet::new();
    for atom in kind.movement().atoms() {
        for start in atom.starts(board, Heading(0)) {
            match atom.shape() {
                AtomShape::Oblique(long, short) => {
                    for long_first in [true, false] {
                        let (long, short) = (long as usize, short as usize);
                        let paths = leap_paths(board, from, start.heading(), long, short, start.aside(), long_first);
                        found.extend(paths.iter().map(Path::end));
                    }
                }
                _ => {
                    for path in ray_paths(board, from, start.heading(), atom.range() as usize) {
                        found.extend(path.squares);
                    }
                }
            }
        }
    }
    found.remove(&from);
    found
}

/// Returns how many squares have each number of targets.
fn targets(rules: &Rulebook, kind: &str) -> BTreeMap<usize, usize> {
    let mut found = BTreeMap::new();
    for square in rules.board().squares() {
        *found.entry(reach(rules, kind, square).len()).or_default() += 1;
    }
    found
}

fn names(rules: &Rulebook, squares: BTreeSet<Square>) -> String {
    let mut names: Vec<&str> = squares.iter().map(|it| rules.board().name(*it)).collect();
    names.sort_unstable();
    names.join(" ")
}

fn at(rules: &Rulebook, name: &str) -> Square {
    rules.board().square(name).unwrap_or_else(|| panic!("no square {name}"))
}

/// Asserts that every link has a reverse with the inverse heading transformation, and that the
/// declared symmetry maps links to links.
fn holds_together(rules: &Rulebook) {
    let board = rules.board();
    let n = board.headings();
    let back = |heading: Heading| Heading((heading.0 + n / 2) % n);
    for square in board.squares() {
        for (to, link) in board.links(square) {
            let found = board.links(*to).iter().any(|(end, it)| {
                *end == square
                    && it.heading() == back(link.onward())
                    && it.onward() == back(link.heading())
                    && it.turn() == link.turn().inverse(n)
            });
            assert!(found, "{}: {} to {}", rules.name(), board.name(square), board.name(*to));
            if let Some(turn) = &board.symmetry() {
                let frame = turn.turn().inverse(n).then(link.turn(), n).then(turn.turn(), n);
                let found = board.links(turn.squares()[square.index()]).iter().any(|(end, it)| {
                    *end == turn.squares()[to.index()]
                        && it.heading() == turn.turn().apply(link.heading(), n)
                        && it.onward() == turn.turn().apply(link.onward(), n)
                        && it.turn() == frame
                });
                assert!(found, "{}: {} to {} is not turned", rules.name(), board.name(square), board.name(*to));
            }
        }
    }
}

#[test]
fn links_are_walked_back_and_turned() {
    for it in catalog::shipped() {
        let found = checked(&it.slug);
        let goes_one_way = found.definition.links.iter().any(|it| it.1.back.word() == "no");
        if let Some(rules) = found.rulebook.as_ref().filter(|_| !goes_one_way) {
            holds_together(rules);
        }
    }
}

#[test]
fn ring_counts() {
    let rules = shipped("3-man-chess");
    let board = rules.board();
    assert_eq!(board.len(), 144);
    assert_eq!(targets(&rules, "rook"), [(33, 144)].into());
    assert_eq!(targets(&rules, "bishop"), [(10, 24), (20, 120)].into());
    assert_eq!(targets(&rules, "queen"), [(43, 24), (51, 120)].into());
    assert_eq!(targets(&rules, "knight"), [(4, 24), (6, 24), (8, 96)].into());
    assert_eq!(targets(&rules, "king"), [(5, 24), (8, 120)].into());
    // Position (rank, file) of `rules/3-man-chess.md` is square 24 * rank + file.
    let square = |rank: u16, file: u16| Square(24 * rank + file);
    let knight = |rank, file| reach(&rules, "knight", square(rank, file));
    let set = |all: &[(u16, u16)]| -> BTreeSet<Square> { all.iter().map(|it| square(it.0, it.1)).collect() };
    assert_eq!(knight(5, 3), set(&[(4, 14), (4, 16), (5, 13), (5, 17), (4, 5), (4, 1), (3, 4), (3, 2)]));
    assert_eq!(knight(4, 3), set(&[(5, 14), (5, 16), (5, 5), (5, 1), (2, 4), (2, 2), (3, 5), (3, 1)]));
    assert_eq!([board.name(square(0, 4)), board.name(square(1, 16))], ["WHd1", "BLh2"]);
}

#[test]
fn ring_petals_return_to_their_start() {
    let rules = shipped("3-man-chess");
    for file in 0..24u16 {
        let [petal] = &ray_paths(rules.board(), Square(file), Heading(1), 0)[..] else { panic!("one ray") };
        let expected: Vec<Square> = (1..6)
            .map(|it| Square(24 * it + (file + it) % 24))
            .chain((1..6).rev().map(|it| Square(24 * it + (file + 24 - it) % 24)))
            .chain([Square(file)])
            .collect();
        assert_eq!(petal.squares, expected);
        assert!(petal.turn.mirrored);
        let [file_ray] = &ray_paths(rules.board(), Square(file), Heading(0), 0)[..] else { panic!("one ray") };
        assert_eq!((file_ray.squares.len(), file_ray.end()), (11, Square((file + 12) % 24)));
        assert_eq!(file_ray.onward, Heading(4));
    }
}

#[test]
fn ring_barriers_are_numbered_by_turns() {
    let rules = shipped("3-man-chess");
    let seats = |set: u8| -> String {
        rules.seats().iter().enumerate().filter(|it| set & (1 << it.0) != 0).map(|it| it.1.letter()).collect()
    };
    let found: Vec<(String, String, Option<u8>)> =
        rules.barrier_instances().iter().map(|it| (it.name().to_owned(), seats(it.owners()), it.state_bit())).collect();
    let expected = [
        ("moat.0", "wb", Some(0)),
        ("moat.1", "wg", Some(1)),
        ("moat.2", "gb", Some(2)),
        ("creek.0", "wb", None),
        ("creek.1", "wg", None),
        ("creek.2", "gb", None),
    ];
    let plain: Vec<_> = found.iter().map(|it| (it.0.as_str(), it.1.as_str(), it.2)).collect();
    assert_eq!(plain[..3], expected[..3]);
    assert_eq!(plain[3..].iter().map(|it| it.0).collect::<Vec<_>>(), ["creek.0", "creek.1", "creek.2"]);
    let over = |from: &str, to: &str| -> Vec<&str> {
        let links = rules.board().links(at(&rules, from)).iter();
        let found = links.filter(|it| rules.board().name(it.0) == to).flat_map(|it| it.1.barriers().iter());
        found.map(|it| rules.barrier_instances()[*it as usize].name()).collect()
    };
    assert_eq!(over("WHa1", "GRh1"), ["moat.1"]);
    assert_eq!(over("WHa2", "GRh1"), ["moat.1", "creek.1"]);
    assert_eq!(over("WHa1", "GRh2"), ["moat.1"]);
    assert_eq!(over("WHa2", "GRh3"), ["creek.1"]);
    assert_eq!(over("WHa3", "GRh2"), ["creek.1"]);
    assert_eq!(over("WHa4", "GRh3"), [""; 0]);
    assert_eq!(over("WHa3", "GRh4"), ["creek.1"]);
}

#[test]
fn ninety_six_squares_with_branches() {
    let rules = shipped("three-player-chess");
    let board = rules.board();
    assert_eq!(degrees(board, true), [(2, 6), (3, 36), (4, 54)].into());
    assert_eq!(edges(board, true), 168);
    assert_eq!(degrees(board, false), [(1, 6), (2, 36), (4, 48), (5, 6)].into());
    assert_eq!(edges(board, false), 150);
    assert_eq!(board.graph().edge_count(), 636);
    assert_eq!(targets(&rules, "rook"), [(14, 96)].into());
    assert_eq!(targets(&rules, "bishop"), [(7, 36), (9, 24), (11, 18), (13, 6), (15, 6), (17, 6)].into());
    let knights = [(2, 6), (3, 12), (4, 30), (6, 24), (8, 6), (9, 12), (10, 6)].into();
    assert_eq!(targets(&rules, "knight"), knights);
    assert_eq!(targets(&rules, "knight").iter().map(|it| it.0 * it.1).sum::<usize>(), 2 * 264);
    assert_eq!(names(&rules, reach(&rules, "knight", at(&rules, "d4"))), "b3 b5 c2 c6 e10 e2 f3 f9 i6 j5");
    assert_eq!(names(&rules, reach(&rules, "knight", at(&rules, "c4"))), "a3 a5 b2 b6 d2 d6 e3 e9 i5");
    assert_eq!(names(&rules, reach(&rules, "knight", at(&rules, "d3"))), "b2 b4 c1 c5 e1 e9 f2 f4 i5");
    let bishop = names(&rules, reach(&rules, "bishop", at(&rules, "a1")));
    assert_eq!(bishop, "b2 c3 d4 e9 f10 g11 h12 i5 j6 k7 l8");
}

#[test]
fn ninety_six_squares_with_an_obstacle() {
    let rules = shipped("trichess");
    let board = rules.board();
    assert_eq!(degrees(board, false), [(1, 6), (2, 36), (3, 6), (4, 48)].into());
    assert_eq!(edges(board, false), 144);
    assert_eq!(targets(&rules, "bishop"), [(3, 6), (5, 6), (7, 42), (9, 30), (11, 12)].into());
    assert_eq!(names(&rules, reach(&rules, "bishop", at(&rules, "a1"))), "b2 c3 d4");
    assert_eq!(names(&rules, reach(&rules, "rook", at(&rules, "d1"))), "a1 b1 c1 d2 d3 d4 d5 d6 d7 d8 e1 f1 g1 h1");
    assert_eq!(names(&rules, reach(&rules, "knight", at(&rules, "d4"))), "b3 b5 c2 c6 e10 e2 f3 f9 i6 j5");
}

#[test]
fn osullivan_has_sixty_squares_and_one_wall() {
    let rules = shipped("osullivan");
    let board = rules.board();
    assert_eq!(board.len(), 60);
    let pairs = |from: &str, to: &str| -> Vec<&str> {
        let links = board.links(at(&rules, from)).iter().filter(|it| board.name(it.0) == to);
        links.flat_map(|it| it.1.barriers().iter()).map(|it| rules.barrier_instances()[*it as usize].name()).collect()
    };
    let barred: usize = board.squares().flat_map(|it| board.links(it)).filter(|it| !it.1.barriers().is_empty()).count();
    assert_eq!((pairs("d1", "e1"), pairs("e1", "d1"), barred), (vec!["wall"], vec!["wall"], 2));
    let castling = &rules.castlings()[0];
    assert_eq!((castling.text(), castling.clear().len(), castling.safe().len()), ("O-O-O", 1, 2));
}

#[test]
fn a_single_castling_is_written_long() {
    let text = "name = \"One\"\nextends = [\"chess\"]\nwithout = [\"castling.king-side\"]\n";
    let rules = check(Input::Text("one.toml", text.as_bytes())).rulebook.expect("a game");
    assert!(rules.castlings().iter().all(|it| it.text() == "O-O-O"), "{:?}", rules.castlings());
    let text = text.replace("king-side", "queen-side");
    let rules = check(Input::Text("one.toml", text.as_bytes())).rulebook.expect("a game");
    assert!(rules.castlings().iter().all(|it| it.text() == "O-O-O"), "{:?}", rules.castlings());
}

/// The rook on h1 would protect the king on g1 from f1, so the position after castling is safe.
#[test]
fn a_king_that_stays_on_its_square_may_not_castle_out_of_check() {
    let rules = |safe: &str| {
        format!(
            "name = \"Back rank\"\nextends = [\"chess\"]\nwithout = [\"castling.queen-side\"]\n[setup]\nking = [\"g1\"]\nrook = \
             [\"h1\"]\npawn = [\"a2-h2\"]\n[castling.king-side]\nking = [\"g1\", \"g1\"]\nrook = [\"h1\", \"f1\"]\n\
             [castling-rules]\nsafe = [{safe}]\n"
        )
    };
    let (all, end) = (rules("\"start\", \"path\", \"end\""), rules("\"path\", \"end\""));
    let folder = Folder::new("castling-in-place", &[("all.toml", &all), ("end.toml", &end)]);
    for (file, attacker, says) in [
        ("all.toml", "a1", "The king may not castle while g1 is attacked by Black's rook on a1."),
        ("all.toml", "a3", "O-O-O is legal."),
        ("end.toml", "a1", "O-O-O is legal."),
    ] {
        let position = format!("w:Kg1,Rh1 b:Ke8,R{attacker} turn=w castling=w:h1");
        let run = folder.ask(&["explain", file, "O-O-O", "--position", &position]);
        assert!(run.out.contains(says), "{file} {attacker}: {} {}", run.out, run.err);
        let moves = folder.ask(&["moves", file, "--position", &position]).out;
        assert_eq!(moves.contains("O-O-O"), says.contains("is legal"), "{file} {attacker}: {moves}");
    }
}

#[test]
fn castlings_are_turned_for_each_seat() {
    let rules = shipped("3-man-chess");
    let name = |it: &Square| rules.board().name(*it);
    let found: Vec<String> = rules
        .castlings()
        .iter()
        .map(|it| {
            let clear: Vec<&str> = it.clear().iter().map(name).collect();
            let safe: Vec<&str> = it.safe().iter().map(name).collect();
            format!(
                "{} {} clear {} safe {}",
                rules.seats()[it.seat().index()].letter(),
                it.text(),
                clear.join(","),
                safe.join(",")
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            "w O-O clear WHc1,WHb1 safe WHd1,WHc1,WHb1",
            "w O-O-O clear WHg1,WHf1,WHe1 safe WHd1,WHf1,WHe1",
            "g O-O clear GRc1,GRb1 safe GRd1,GRc1,GRb1",
            "g O-O-O clear GRg1,GRf1,GRe1 safe GRd1,GRf1,GRe1",
            "b O-O clear BLc1,BLb1 safe BLd1,BLc1,BLb1",
            "b O-O-O clear BLg1,BLf1,BLe1 safe BLd1,BLf1,BLe1",
        ]
    );
}

/// Squares are drawn about one unit apart, none on top of another, with the first seat below.
#[test]
fn square_centers_are_apart() {
    for it in catalog::shipped() {
        let Some(rules) = &checked(&it.slug).rulebook else { continue };
        let board = rules.board();
        let place = |it: Square| (board.get(it).expect("a square").x(), board.get(it).expect("a square").y());
        for (a, b) in board.squares().flat_map(|a| board.squares().filter(move |b| *b > a).map(move |b| (a, b))) {
            let ((ax, ay), (bx, by)) = (place(a), place(b));
            let apart = (ax - bx).hypot(ay - by);
            assert!(apart > 0.3, "{}: {} and {} are {apart} apart", it.slug, board.name(a), board.name(b));
        }
    }
    let rules = shipped("three-player-chess");
    let info = |name: &str| rules.board().get(at(&rules, name)).expect("a square");
    assert!(info("a1").y() < info("d4").y() && info("d4").y() < 0.0);
    assert!(info("l12").x() > 0.0 && info("l12").y() > 0.0 && info("h12").x() > info("a1").x());
    assert!((info("e4").x() + info("d4").x()).abs() < 1e-4);
    // Neighbors across a border are drawn next to each other.
    let apart = |a: &str, b: &str| (info(a).x() - info(b).x()).hypot(info(a).y() - info(b).y());
    assert!(apart("h4", "h9") < 1.5 && apart("a4", "a5") < 1.5 && apart("e4", "e9") < 1.5);
    let ring = shipped("3-man-chess");
    let king = ring.board().get(at(&ring, "WHd1")).expect("a square");
    assert!(king.y() < -5.0 && king.x() < 0.5 && king.x() > -1.5);
}
