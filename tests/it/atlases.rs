//! Every kind of board: a cylinder, a torus, a Moebius strip, a cross of patches, hexagons,
//! forks, points, added and cut links. Input: small texts. Output: targets of steps, heading
//! transformations, and the places of squares in the drawing.

use std::collections::BTreeSet;

use super::rulebook_fixtures::errors;
use threefold::board::{Heading, Square, ray_paths};
use threefold::rulebook::Rulebook;
use threefold::{Input, check};

const GAME: &str = r#"
name  = "A board"
setup = "none"

[turns]
order = ["one", "two"]

[piece.king]
letter = "K"
movement = "K"
role = "royal"

[check]
attackers = "living-opponents"
own-king = "kept-safe"
kings = "never-captured"

[settle]
turn-start = ["mate"]

[outcome.mate]
when = { stuck = { who = "mover", check = "in" } }
then = "end"

[score]
mate = { victim = 0, others = 1 }
"#;

const DIFFER: &str = r#"
[seat.one]
letter = "o"
faces = "north"

[seat.two]
letter = "t"
faces = "north"

[board]
seats = "differ"
"#;

const ALIKE: &str = r#"
[seat.one]
letter = "o"
faces = "north"

[seat.two]
letter = "t"
symmetry = 1
faces = "north"

[board]
seats = "alike"
"#;

#[track_caller]
fn board(seats: &str, text: &str) -> Rulebook {
    let text = format!("{GAME}{seats}{text}");
    assert_eq!(errors(&text), "");
    check(Input::Text("board.toml", text.as_bytes())).rulebook.expect("a game")
}

/// Returns the targets of a step, each with the onward heading and whether headings are
/// mirrored.
fn steps(rules: &Rulebook, from: &str, heading: &str) -> Vec<String> {
    let board = rules.board();
    let (from, heading) = (board.square(from).expect("a square"), board.heading(heading).expect("a heading"));
    board
        .steps(from, heading)
        .map(|(to, link)| {
            let mirrored = if link.turn().mirrored { " mirrored" } else { "" };
            format!("{} {}{mirrored}", board.name(*to), board.heading_name(link.onward()))
        })
        .collect()
}

fn degree(rules: &Rulebook, square: &str) -> usize {
    let square = rules.board().square(square).expect("a square");
    rules.board().links(square).iter().map(|it| it.0).collect::<BTreeSet<Square>>().len()
}

/// Returns the squares of the only ray in a heading.
fn ray(rules: &Rulebook, from: &str, heading: &str) -> String {
    let board = rules.board();
    let rays = ray_paths(board, board.square(from).expect("a square"), board.heading(heading).expect("a heading"), 0);
    let names = |it: &Vec<Square>| it.iter().map(|it| board.name(*it)).collect::<Vec<_>>().join(" ");
    rays.iter().map(|it| names(&it.squares)).collect::<Vec<_>>().join(" | ")
}

const EIGHT: &str = r#"
[board.patch.b]
files = 8
ranks = 8
[board.names]
form = "file-rank"
files = "a-h"
ranks = "1-8"
"#;

#[test]
fn a_cylinder_closes_east_and_west() {
    let rules = board(
        DIFFER,
        &format!(
            "{EIGHT}[board.seam.round]\nside = {{ patch = \"b\", edge = \"east\" }}\nonto = {{ patch = \"b\", edge = \"west\" }}\n"
        ),
    );
    assert_eq!(steps(&rules, "h4", "east"), ["a4 east"]);
    assert_eq!(steps(&rules, "h4", "north-east"), ["a5 north-east"]);
    assert_eq!(steps(&rules, "a1", "south-west"), [""; 0]);
    assert_eq!(steps(&rules, "a1", "north-west"), ["h2 north-west"]);
    assert_eq!((degree(&rules, "a1"), degree(&rules, "h5")), (5, 8));
    assert_eq!(ray(&rules, "a1", "east"), "b1 c1 d1 e1 f1 g1 h1 a1");
}

#[test]
fn a_torus_has_eight_neighbors_everywhere() {
    let rules = board(
        DIFFER,
        &format!(
            "{EIGHT}[board.seam.round]\nside = {{ patch = \"b\", edge = \"east\" }}\nonto = {{ patch = \"b\", edge = \"west\" }}\n\
             [board.seam.over]\nside = {{ patch = \"b\", edge = \"north\" }}\nonto = {{ patch = \"b\", edge = \"south\" }}\n"
        ),
    );
    for square in rules.board().squares() {
        assert_eq!(rules.board().links(square).len(), 8);
    }
    assert_eq!(steps(&rules, "h8", "north-east"), ["a1 north-east"]);
    assert_eq!(ray(&rules, "a1", "north-east"), "b2 c3 d4 e5 f6 g7 h8 a1");
}

#[test]
fn a_shifted_seam_is_a_helix() {
    let rules = board(
        DIFFER,
        &format!(
            "{EIGHT}[board.seam.round]\nside = {{ patch = \"b\", edge = \"east\" }}\nonto = {{ patch = \"b\", edge = \"west\" }}\nstraight = 1\n"
        ),
    );
    assert_eq!(steps(&rules, "h1", "east"), ["a2 east"]);
    assert_eq!(steps(&rules, "h8", "east"), [""; 0]);
    assert_eq!(steps(&rules, "h1", "north-east"), ["a3 north-east"]);
    assert_eq!(steps(&rules, "h1", "south-east"), ["a1 south-east"]);
}

#[test]
fn a_twisted_strip_mirrors_the_frame() {
    let rules = board(
        DIFFER,
        &format!(
            "{EIGHT}[board.seam.twist]\nside = {{ patch = \"b\", edge = \"east\", span = \"1-8\" }}\nonto = {{ patch = \"b\", edge = \"west\", span = \"8-1\" }}\n"
        ),
    );
    assert_eq!(steps(&rules, "h1", "east"), ["a8 east mirrored"]);
    assert_eq!(steps(&rules, "h1", "north-east"), ["a7 south-east mirrored"]);
    assert_eq!(steps(&rules, "a8", "west"), ["h1 west mirrored"]);
    assert_eq!(ray(&rules, "c2", "east").split(' ').count(), 16);
}

#[test]
fn joined_edges_can_turn_a_corner() {
    // East of one patch meets north of the other, so travel turns south.
    let rules = board(
        DIFFER,
        r#"
[board.patch.a]
files = 2
ranks = 2
[board.patch.b]
files = 2
ranks = 2
[board.seam.bend]
side = { patch = "a", edge = "east" }
onto = { patch = "b", edge = "north" }
[board.names]
form = "file-rank"
[board.names.a]
files = "a-b"
ranks = "1-2"
[board.names.b]
files = "c-d"
ranks = "1-2"
"#,
    );
    assert_eq!(steps(&rules, "b1", "east"), ["c2 south"]);
    assert_eq!(steps(&rules, "b2", "east"), ["d2 south"]);
    assert_eq!(steps(&rules, "b1", "north-east"), ["d2 south-east"]);
    assert_eq!(steps(&rules, "d2", "north"), ["b2 west"]);
    assert_eq!(ray(&rules, "a1", "east"), "b1 c2 c1");
}

const CROSS: &str = r#"
[board.patch.middle]
files = 3
ranks = 3
[board.patch.south]
files = 3
ranks = 2
[board.patch.west]
files = 3
ranks = 2
[board.patch.north]
files = 3
ranks = 2
[board.patch.east]
files = 3
ranks = 2
[board.seam.south]
side = { patch = "south", edge = "north" }
onto = { patch = "middle", edge = "south" }
[board.seam.west]
side = { patch = "west", edge = "north" }
onto = { patch = "middle", edge = "west", span = "3-1" }
[board.seam.north]
side = { patch = "north", edge = "north" }
onto = { patch = "middle", edge = "north", span = "3-1" }
[board.seam.east]
side = { patch = "east", edge = "north" }
onto = { patch = "middle", edge = "east" }
[board.names]
form = "file-rank"
files = "a-c"
[board.names.middle]
ranks = ["m1", "m2", "m3"]
[board.names.south]
ranks = ["s1", "s2"]
[board.names.west]
ranks = ["w1", "w2"]
[board.names.north]
ranks = ["n1", "n2"]
[board.names.east]
ranks = ["e1", "e2"]
"#;

#[test]
fn a_cross_of_five_patches_is_a_cross() {
    let rules = board(DIFFER, CROSS);
    assert_eq!(steps(&rules, "as2", "north"), ["am1 north"]);
    assert_eq!(steps(&rules, "am1", "west"), ["cw2 south"]);
    assert_eq!(steps(&rules, "am3", "west"), ["aw2 south"]);
    assert_eq!(ray(&rules, "bs1", "north"), "bs2 bm1 bm2 bm3 bn2 bn1");
    assert_eq!(ray(&rules, "be1", "north"), "be2 cm2 bm2 am2 bw2 bw1");
    // Past the inner corner, from one arm to the next.
    assert_eq!(steps(&rules, "as2", "north-west"), ["cw2 south-west"]);
    assert_eq!(steps(&rules, "as1", "north-west"), [""; 0]);
    assert_eq!(degree(&rules, "am1"), 7);
    // The drawing has the same shape: the arms surround the middle.
    let place = |name: &str| {
        let info = rules.board().get(rules.board().square(name).expect("a square")).expect("a square");
        (info.x(), info.y())
    };
    let (x, y) = place("am1");
    assert_eq!(place("as2"), (x, y - 1.0));
    assert_eq!(place("cw2"), (x - 1.0, y));
    assert_eq!(place("bn1"), (x + 1.0, y + 4.0));
    assert_eq!(place("ae1"), (x + 4.0, y));
    let places: BTreeSet<String> =
        rules.board().squares().map(|it| format!("{:?}", place(rules.board().name(it)))).collect();
    assert_eq!(places.len(), 33);
}

const HEXAGON: &str = r#"
[board.patch.field]
shape = "hexagon"
side = 6
[board.names]
form = "row-place"
files = "a-k"
ranks = "1-11"
"#;

#[test]
fn hexes_have_twelve_headings() {
    let alike = ALIKE.replace("[board]", "[board]\ncells = \"hex\"");
    let rules = board(
        &alike,
        &format!("{HEXAGON}[board.symmetry]\nrotate = \"half\"\n[zone.first]\nof = \"seat\"\nranks = \"1\"\n"),
    );
    assert_eq!(rules.board().len(), 91);
    let bottom: Vec<&str> = rules.zones()[0].squares()[0].iter().map(|it| rules.board().name(*it)).collect();
    assert_eq!(bottom, ["a1", "b1", "c1", "d1", "e1", "f1"]);
    let top: Vec<&str> = rules.zones()[0].squares()[1].iter().map(|it| rules.board().name(*it)).collect();
    assert_eq!(top, ["a11", "b11", "c11", "d11", "e11", "f11"]);
    // In the lower half each row starts further left, so a place counts one more.
    assert_eq!(steps(&rules, "c1", "north-north-east"), ["d2 north-north-east"]);
    assert_eq!(steps(&rules, "c1", "north-north-west"), ["c2 north-north-west"]);
    assert_eq!(steps(&rules, "c1", "north"), ["d3 north"]);
    assert_eq!(steps(&rules, "c7", "north-north-east"), ["c8 north-north-east"]);
    assert_eq!(ray(&rules, "f6", "east"), "g6 h6 i6 j6 k6");
    assert_eq!((degree(&rules, "f6"), degree(&rules, "a1"), degree(&rules, "a6")), (12, 5, 5));
    let (a1, f11) = (rules.board().get(Square(0)).expect("a square"), rules.board().get(Square(90)).expect("a square"));
    assert!((f11.x() - a1.x() - 5.0).abs() < 1e-4 && (f11.y() - a1.y() - 8.660_254).abs() < 1e-4);
    let sixty = board(&alike, &format!("{HEXAGON}[board.symmetry]\nrotate = \"clockwise-60\"\n"));
    let turned = sixty.board().symmetry().as_ref().expect("a symmetry").squares()[0];
    assert_eq!(sixty.board().name(turned), "a6");
}

#[test]
fn rows_may_be_letters_and_places_numbers() {
    let hexagon = HEXAGON.replace("files = \"a-k\"\nranks = \"1-11\"", "ranks = \"a-k\"\nfiles = \"1-11\"");
    let rules = board(&DIFFER.replace("[board]", "[board]\ncells = \"hex\""), &hexagon);
    assert_eq!(steps(&rules, "a3", "north-north-east"), ["b4 north-north-east"]);
}

const HALVES: &str = r#"
[board.patch.p]
files = 4
ranks = 2
[board.patch.q]
files = 4
ranks = 2
[board.patch.r]
files = 4
ranks = 2
[board.symmetry]
patches = ["p", "q", "r"]
[board.names]
form = "file-rank"
files = "a-d"
[board.names.p]
ranks = ["p1", "p2"]
[board.names.q]
ranks = ["q1", "q2"]
[board.names.r]
ranks = ["r1", "r2"]
[board.seam.joined]
side = { patch = "p", edge = "north" }
onto = { patch = "q", edge = "north", span = "4-1" }
"#;

#[test]
fn edges_joined_twice_fork_as_declared() {
    let text = format!("{GAME}{ALIKE}{HALVES}");
    assert!(errors(&text).contains("forked-edge"), "{}", errors(&text));
    let rules = board(ALIKE, &format!("{HALVES}forks = \"yes\"\n"));
    assert_eq!(steps(&rules, "ap2", "north"), ["dq2 south", "dr2 south"]);
    assert_eq!(ray(&rules, "ap1", "north"), "ap2 dq2 dq1 | ap2 dr2 dr1");
    assert_eq!(steps(&rules, "bp2", "north-east"), ["bq2 south-west", "br2 south-west"]);
}

fn center(travel: &str) -> Rulebook {
    let found = check(Input::Text(
        "across.toml",
        format!(
            "name = \"Across\"\nextends = [\"three-player-chess\"]\n[board.point.center.travel]\ndiagonal = \"{travel}\"\n"
        )
        .as_bytes(),
    ));
    assert!(found.diagnostics.items.is_empty(), "{:?}", found.diagnostics.items);
    found.rulebook.expect("a game")
}

#[test]
fn a_point_can_connect_opposite_squares() {
    let rules = center("opposite");
    assert_eq!(steps(&rules, "d4", "north-east"), ["i9 south-east"]);
    assert_eq!(steps(&rules, "e4", "north-west"), ["i5 south-west"]);
    let link = rules.board().steps(rules.board().square("d4").unwrap(), Heading(1)).next().unwrap();
    assert_eq!(link.1.turn().apply(Heading(0), 8), Heading(4), "the piece continues toward the rim");
    let edges =
        rules.board().squares().flat_map(|it| rules.board().links(it).iter()).filter(|it| it.1.heading().0 % 2 == 1);
    assert_eq!(edges.count(), 2 * 147);
    let rules = center("both-ways");
    assert_eq!(steps(&rules, "d4", "north-east"), ["e9 south-west", "i5 south-west"]);
    assert_eq!(steps(&center("none"), "d4", "north-east"), [""; 0]);
}

#[test]
fn links_may_be_added_and_cut() {
    let rules = board(
        ALIKE,
        &format!(
            "{EIGHT}[board.symmetry]\nmirror = \"ranks\"\n[board.link.tunnel]\nfrom = \"a1\"\nheading = \"west\"\nto = \"h1\"\n\
             [board.link.slope]\nfrom = \"b1\"\nheading = \"south\"\nto = \"g2\"\nonward = \"west\"\nback = \"no\"\n\
             [line.middle]\nof = \"board\"\nfiles = [4, 5]\nranks = \"4-5\"\nends = \"both\"\nsteps = [\"straight\"]\n\
             [board.cut.middle]\nline = \"middle\"\n[line.tunnels]\nof = \"seat\"\nlinks = [\"tunnel\"]\n"
        ),
    );
    assert_eq!(steps(&rules, "a1", "west"), ["h1 west"]);
    assert_eq!(steps(&rules, "h1", "east"), ["a1 east"]);
    assert_eq!(steps(&rules, "a8", "west"), ["h8 west"]);
    assert_eq!(steps(&rules, "b1", "south"), ["g2 west"]);
    assert_eq!(steps(&rules, "b8", "north"), ["g7 west"]);
    assert_eq!(steps(&rules, "g2", "east"), ["h2 east"]);
    assert_eq!(steps(&rules, "d4", "east"), [""; 0]);
    assert_eq!(steps(&rules, "d4", "north-east"), ["e5 north-east"]);
    assert_eq!(steps(&rules, "d3", "east"), ["e3 east"]);
    assert_eq!(rules.lines()[1].instances().len(), 2);
}

#[test]
fn holes_do_not_affect_diagonals() {
    let rules = board(DIFFER, &EIGHT.replace("[board.names]", "holes = [\"d4\", \"a7-a8\"]\n[board.names]"));
    assert_eq!(rules.board().len(), 61);
    assert_eq!(steps(&rules, "c4", "north-east"), ["d5 north-east"]);
    assert_eq!(steps(&rules, "c4", "east"), [""; 0]);
}
