//! Boards of triangles: what the language reference says of headings, movements and outlines. In:
//! rulebooks of a few lines. Output: neighbors, targets and findings, worked out by hand.

use super::rulebook_fixtures::{at, findings, game};
use threefold::board::{Board, Heading, Square};
use threefold::definition::reference;

/// Returns the language reference on one line.
fn page() -> String {
    reference::reference(&[]).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the middle of a square in the drawing.
fn middle(board: &Board, square: Square) -> (f64, f64) {
    let info = board.get(square).expect("a square");
    (info.x().into(), info.y().into())
}

#[test]
fn triangles_have_one_neighbor_in_each_of_twelve_headings() {
    assert!(page().contains("A step back always leads to the triangle from which it came"));
    let variant = threefold::load("mechanisms/triangles").expect("it is shipped").variant;
    let board = variant.board();
    assert_eq!((board.len(), board.headings()), (150, 12));
    let close = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1) < 1e-4;
    // The lengths of an edge and of half of it.
    let edge = 4.0 / 3f64.sqrt();
    let half = edge.sqrt() / 2.0;
    let mut full = 0;
    for from in board.squares() {
        full += usize::from(board.links(from).len() == 12);
        for (to, link) in board.links(from) {
            let (a, b) = (middle(board, from), middle(board, *to));
            let way = (b.0 - a.0, b.1 - a.1);
            let angle = f64::from(link.heading().0) * std::f64::consts::PI / 6.0;
            let (sin, cos) = angle.sin_cos();
            let (along, aside) = (way.0 * sin + way.1 * cos, way.0 * cos - way.1 * sin);
            if board.is_straight(link.heading()) {
                // Half an edge ahead, on the same row: the middles of its triangles zigzag.
                assert!((along - half).abs() < 1e-4 && aside.abs() < half, "{} {along} {aside}", board.name(from));
            } else {
                assert!(along > 0.0 && aside.abs() < 1e-4, "{} {along} {aside}", board.name(from));
            }
            let back = Heading((link.heading().0 + 6) % 12);
            assert_eq!(board.steps(*to, back).map(|it| it.0).collect::<Vec<_>>(), [from]);
            // Two steps in one heading are a vector that does not depend on the triangle.
            for (end, _) in board.steps(*to, link.onward()) {
                let length = if board.is_straight(link.heading()) { 2.0 * half } else { 2.0 * half * 3f64.sqrt() };
                assert!(close(middle(board, *end), (a.0 + length * sin, a.1 + length * cos)), "{}", board.name(from));
            }
        }
    }
    assert!(full > 50, "{full}");
}

#[test]
fn pieces_on_triangles_move_as_the_reference_says() {
    assert!(page().contains("Facing `north`, `fF` is one triangle and `fW` one or two"));
    let ends = |movement: &str, faces: &str, square: &str| {
        let text = format!(
            "name = \"Triangles\"\n[turns]\norder = [\"white\", \"black\"]\n[seat.white]\nletter = \"w\"\nfaces = \"{faces}\"\n\
             [seat.black]\nletter = \"b\"\nfaces = \"south\"\n[board]\ncells = \"triangle\"\nseats = \"differ\"\n\
             [board.patch.board]\nshape = \"hexagon\"\nside = 5\n[board.names]\nform = \"file-rank\"\nfiles = \"a-s\"\n\
             ranks = \"1-10\"\n[piece.king]\nletter = \"K\"\nmovement = \"K\"\nrole = \"royal\"\n[piece.scout]\nletter = \"S\"\n\
             movement = \"{movement}\"\nrole = \"piece\"\n[setup.white]\nking = [\"e1\"]\nscout = [\"{square}\"]\n\
             [setup.black]\nking = [\"e10\"]\n[check]\nattackers = \"living-opponents\"\nown-king = \"kept-safe\"\n\
             kings = \"never-captured\"\n[settle]\nturn-start = [\"stuck\"]\n[outcome.stuck]\nwhen = {{ stuck = {{ who = \"mover\", check = \"out\" }} }}\n\
             then = \"end\"\n[score]\nstuck = {{ all = 0.5 }}\n"
        );
        let variant = game(&text);
        let from = variant.board().square(square).expect("a square");
        let position = self::at(&variant, &format!("w:Ke1,S{square} b:Ke10 turn=w"));
        let own = position.legal_moves();
        let own = own.iter().filter(|it| it.origin() == Some(from));
        let mut found: Vec<&str> =
            own.map(|it| variant.board().name(it.destination().expect("a destination"))).collect();
        found.sort_unstable();
        found.dedup();
        found.join(" ")
    };
    // j5 points up, and j6 points down.
    assert_eq!(ends("W", "north", "j5"), "i5 j4 k5");
    assert_eq!(ends("W", "north", "j6"), "i6 j7 k6");
    assert_eq!(ends("F", "north", "j5"), "h4 i5 j4 j6 k5 l4");
    assert_eq!(ends("F", "north", "j6"), "h7 i6 j5 j7 k6 l7");
    assert_eq!(ends("fF", "north", "j5"), "j6");
    assert_eq!(ends("fW", "north", "j5"), "i5 k5");
    assert_eq!(ends("fW", "north", "j6"), "j7");
    assert_eq!(ends("fD", "north", "j5"), "i6 k6");
    assert_eq!(ends("fD", "north", "j6"), "i7 k7");
    assert_eq!(ends("D", "north", "j5"), "h5 i4 i6 k4 k6 l5");
    assert_eq!(ends("A", "north", "j5"), "g4 g6 j3 j7 m4 m6");
    assert_eq!(ends("N", "north", "j5"), "f4 g3 g5 h6 i3 i7 k3 k7 l6 m3 m5 n4");
    assert_eq!(ends("ffN", "north", "j5"), "i7 k7");
    assert_eq!(ends("fW", "east", "j5"), "k5");
    assert_eq!(ends("fF", "east", "j5"), "k5 l4");
}

/// Returns the findings on a board of triangles.
fn board_findings(patch: &str, symmetry: &str) -> String {
    findings(&format!(
        "name = \"Triangles\"\nextends = [\"mechanisms/triangle\"]\n[board.patch.field]\n{patch}\n[board.symmetry]\n{symmetry}\n"
    ))
}

#[test]
fn findings_say_which_outlines_and_symmetries_fit() {
    let missing = board_findings("shape = \"triangle\"", "mirror = \"files\"");
    assert!(missing.contains("[board.patch.field] needs the key `side`"), "{missing}");
    let files = board_findings("shape = \"hexagon\"\nside = 4\nfiles = 15", "mirror = \"files\"");
    assert!(files.contains("a hexagon has no `files`") && files.contains("x.toml:6:9"), "{files}");
    let ring = board_findings("shape = \"annulus\"\nfiles = 9\nranks = 4", "mirror = \"files\"");
    assert!(ring.contains("a ring consists of squares, not of triangles") && ring.contains("x.toml:4:9"), "{ring}");
    let large = board_findings("shape = \"hexagon\"\nside = 40", "mirror = \"files\"");
    assert!(large.contains("159 x 80 cells") && large.contains("for example `side = 5`"), "{large}");
    let upside_down = board_findings("shape = \"triangle\"\nside = 9", "mirror = \"ranks\"");
    assert!(upside_down.contains("does not take the triangles of `field` onto triangles"), "{upside_down}");
    assert!(upside_down.contains("a triangle has `rotate = \"clockwise-120\"`"), "{upside_down}");
    let sixth = board_findings("shape = \"triangle\"\nside = 9", "rotate = \"clockwise-60\"");
    assert!(sixth.contains("`clockwise-60` is a rotation of hexagons"), "{sixth}");
    let even = board_findings(
        "files = 8\nranks = 4\n[board.names]\nform = \"file-rank\"\nfiles = \"a-h\"\nranks = \"1-4\"",
        "mirror = \"files\"",
    );
    assert!(even.contains("`mirror = \"files\"` if `files` is odd"), "{even}");
    let squares =
        findings("name = \"Squares\"\nextends = [\"chess\"]\n[board.patch.board]\nshape = \"triangle\"\nside = 8\n");
    assert!(squares.contains("a triangle consists of triangles") && squares.contains("x.toml:4:9"), "{squares}");
    let seam = findings(
        "name = \"Seam\"\nextends = [\"mechanisms/triangle\"]\n[board.seam.round]\nside = { patch = \"field\", edge = \"east\" }\n\
         onto = { patch = \"field\", edge = \"west\" }\n",
    );
    assert!(seam.contains("it cannot join triangles"), "{seam}");
}

#[test]
fn outlines_can_be_rotated() {
    let book = |shape: &str, side: usize, rotate: &str| {
        let (files, ranks) = if shape == "hexagon" { (4 * side - 1, 2 * side) } else { (2 * side - 1, side) };
        let labels = |count: usize| (1..=count).map(|it| format!("\"{it}\"")).collect::<Vec<_>>().join(", ");
        let letters = (0..files).map(|it| format!("\"{}\"", (b'a' + it as u8) as char)).collect::<Vec<_>>().join(", ");
        game(&format!(
            "name = \"Outline\"\nextends = [\"chess\"]\nsetup = \"none\"\n\
             without = [\"board\", \"zone\", \"setup\", \"castling\", \"castling-rules\", \"double-step\", \"en-passant\", \"promotion\"]\n\
             [board]\ncells = \"triangle\"\nseats = \"alike\"\n[board.patch.field]\nshape = \"{shape}\"\nside = {side}\n\
             [board.symmetry]\nrotate = \"{rotate}\"\n\
             [board.names]\nform = \"file-rank\"\nfiles = [{letters}]\nranks = [{}]\n",
            labels(ranks)
        ))
    };
    for (shape, side, rotate, degrees, count) in [
        ("hexagon", 2, "clockwise-60", 60.0, 24),
        ("hexagon", 3, "clockwise-120", 120.0, 54),
        ("hexagon", 4, "half", 180.0, 96),
        ("triangle", 4, "clockwise-120", 120.0, 16),
        ("triangle", 5, "clockwise-120", 120.0, 25),
    ] {
        let variant = book(shape, side, rotate);
        let board = variant.board();
        assert_eq!(board.len(), count, "{shape} {side}");
        let all: Vec<(f64, f64)> = board.squares().map(|it| middle(board, it)).collect();
        let center = all.iter().fold((0.0, 0.0), |sum, it| (sum.0 + it.0 / count as f64, sum.1 + it.1 / count as f64));
        let (sin, cos) = f64::to_radians(-degrees).sin_cos();
        let images = board.symmetry().expect("a symmetry").squares();
        for (at, image) in all.iter().zip(images) {
            let (x, y) = (at.0 - center.0, at.1 - center.1);
            let (there, turned) = (middle(board, *image), (x * cos - y * sin, x * sin + y * cos));
            let off = (there.0 - center.0 - turned.0).hypot(there.1 - center.1 - turned.1);
            assert!(off < 1e-3, "{shape} {side} {rotate}: {}", board.name(*image));
        }
    }
}
