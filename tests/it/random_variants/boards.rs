//! Boards for random rulebooks: open, with holes, folded, joined, hexagonal, triangular.

use crate::support::Dice;

/// A board with its seats.
pub struct RandomBoard {
    pub text: String,
    /// Seats in order of play, each with its symmetry count.
    pub seats: Vec<&'static str>,
    pub alike: bool,
    /// Square names by rank of the first patch.
    pub rows: Vec<Vec<String>>,
    /// For seats that differ, the range of squares where each seat's pieces start.
    pub homes: Vec<String>,
    pub files: usize,
    pub first_patch: &'static str,
    /// A seam that lines may name.
    pub seam: Option<&'static str>,
}

const NAMES: [&str; 8] = ["ash", "birch", "cedar", "dogwood", "elm", "fir", "gorse", "hazel"];
const LETTERS: [&str; 8] = ["v", "x", "y", "z", "e", "f", "w", "u"];

fn seats(order: &[usize], turns: &[usize], faces: &[&str]) -> String {
    let mut out = String::new();
    let names: Vec<String> = order.iter().map(|it| format!("\"{}\"", NAMES[*it])).collect();
    out.push_str(&format!("[turns]\norder = [{}]\n\n", names.join(", ")));
    for seat in 0..order.len() {
        let turned = if turns.is_empty() { String::new() } else { format!("symmetry = {}\n", turns[seat]) };
        let letter = LETTERS[seat];
        out.push_str(&format!(
            "[seat.{}]\nletter = \"{letter}\"\n{turned}faces = \"{}\"\n\n",
            NAMES[seat], faces[seat]
        ));
    }
    out
}

fn file_names(from: usize, count: usize) -> String {
    let letter = |it: usize| (b'a' + it as u8) as char;
    format!("{}-{}", letter(from), letter(from + count - 1))
}

fn rows(files: usize, ranks: usize) -> Vec<Vec<String>> {
    let name = |file: usize, rank: usize| format!("{}{}", (b'a' + file as u8) as char, rank + 1);
    (0..ranks).map(|rank| (0..files).map(|file| name(file, rank)).collect()).collect()
}

/// Returns one patch of squares for two to four seats.
fn patch(files: usize, ranks: usize, extra: &str) -> String {
    format!(
        "[board.patch.field]\nfiles = {files}\nranks = {ranks}\n{extra}\n[board.names]\nform = \"file-rank\"\n\
         files = \"{}\"\nranks = \"1-{ranks}\"\n\n",
        file_names(0, files)
    )
}

/// Returns the holes of a patch, which leaps may pass over or not.
fn holes(dice: &mut Dice, squares: &[&str]) -> String {
    let over = match dice.below(3) {
        0 => "",
        1 => "leap-over-holes = \"yes\"\n",
        _ => "leap-over-holes = \"no\"\n",
    };
    format!("holes = {}\n{over}", super::policies::list(squares))
}

/// Returns a random board, sometimes with added or removed links.
pub fn board(dice: &mut Dice) -> RandomBoard {
    let mut board = shape(dice);
    if dice.one_in(5) {
        board.text.push_str(&links(dice, &board));
    }
    board
}

/// Adds a tunnel between two squares of the first seat, and a cliff between two files.
fn links(dice: &mut Dice, board: &RandomBoard) -> String {
    let hex = board.text.contains("\"hex\"") || board.text.contains("\"triangle\"");
    let headings: &[&str] = match hex {
        true => &["north", "north-east", "south-south-west"],
        false => &["north", "east", "south-west", "north-west"],
    };
    let mut square = || {
        let row = dice.below(board.rows.len());
        board.rows[row][dice.below(board.rows[row].len())].clone()
    };
    let (from, to) = (square(), square());
    let heading = dice.pick(headings).expect("one");
    // Headings rotate by whole corners.
    let straight = |it: &str| if hex { it != "north-east" } else { !it.contains('-') };
    let like: Vec<&str> = headings.iter().copied().filter(|it| straight(it) == straight(heading)).collect();
    let back = dice.pick(&["yes", "no"]).expect("one");
    let onward =
        if dice.one_in(2) { format!("onward = \"{}\"\n", dice.pick(&like).expect("one")) } else { String::new() };
    let mut out = format!(
        "[board.link.tunnel]\nfrom = \"{from}\"\nheading = \"{heading}\"\nto = \"{to}\"\n{onward}back = \"{back}\"\n\n"
    );
    if dice.one_in(2) {
        let of = if board.alike { "seat" } else { "board" };
        let file = 1 + dice.below(board.rows[0].len() - 1);
        out.push_str(&format!(
            "[line.cliff]\nof = \"{of}\"\npatch = \"{}\"\nfiles = [{file}, {}]\nranks = \"2\"\n\n[board.cut.cliff]\nline = \"cliff\"\n\n",
            board.first_patch,
            file + 1
        ));
    }
    out
}

fn shape(dice: &mut Dice) -> RandomBoard {
    match dice.below(10) {
        0 | 1 => plain(dice),
        2 => alike_two(dice),
        3 => closed(dice),
        4 | 5 => ring(dice),
        6 => joined(dice),
        7 => hexes(dice),
        8 => triangles(dice),
        _ => cross(dice),
    }
}

/// Returns a rectangle with two or three seats that differ, perhaps with holes.
fn plain(dice: &mut Dice) -> RandomBoard {
    let (files, ranks) = (4 + dice.below(3), 4 + dice.below(3));
    let count = 2 + dice.below(2);
    let order: Vec<usize> = if dice.one_in(2) { (0..count).collect() } else { (0..count).rev().collect() };
    let all = ["north", "south", "east"];
    let holes = match dice.below(6) {
        0 | 1 => holes(dice, &["a1"]),
        2 => holes(dice, &["c3"]),
        3 => holes(dice, &["a1", "c3"]),
        _ => String::new(),
    };
    let text =
        format!("{}[board]\nseats = \"differ\"\n\n{}", seats(&order, &[], &all[..count]), patch(files, ranks, &holes));
    let mut rows = rows(files, ranks);
    rows[2].retain(|it| !holes.contains("c3") || it != "c3");
    let homes = homes(&rows, count);
    RandomBoard {
        text,
        seats: NAMES[..count].to_vec(),
        alike: false,
        rows,
        homes,
        files,
        first_patch: "field",
        seam: None,
    }
}

fn homes(rows: &[Vec<String>], count: usize) -> Vec<String> {
    let (first, last) = (&rows[0], &rows[rows.len() - 1]);
    let range = |row: &Vec<String>| format!("{}-{}", row[1], row[row.len() - 1]);
    let column = format!("{}-{}", rows[1][0], rows[rows.len() - 2][0]);
    vec![range(first), range(last), column][..count].to_vec()
}

/// Returns a rectangle for two alike seats: mirrored, or rotated by a half turn.
fn alike_two(dice: &mut Dice) -> RandomBoard {
    let (files, ranks) = (4 + dice.below(3), 4 + dice.below(3));
    let turn = dice.pick(&["mirror = \"ranks\"", "rotate = \"half\""]).expect("one");
    let text = format!(
        "{}[board]\nseats = \"alike\"\n\n[board.symmetry]\n{turn}\n\n{}",
        seats(&[0, 1], &[0, 1], &["north", "north"]),
        patch(files, ranks, "")
    );
    let rows = rows(files, ranks);
    RandomBoard {
        text,
        seats: NAMES[..2].to_vec(),
        alike: true,
        rows,
        homes: Vec::new(),
        files,
        first_patch: "field",
        seam: None,
    }
}

/// Returns a cylinder, a torus or a Moebius strip; the seats differ.
fn closed(dice: &mut Dice) -> RandomBoard {
    let (files, ranks) = (4 + dice.below(3), 4 + dice.below(2));
    let holes = if dice.one_in(3) { holes(dice, &["c3"]) } else { String::new() };
    let reverse = if dice.one_in(2) { format!(", span = \"{ranks}-1\"") } else { String::new() };
    let mut extra = format!(
        "{holes}\n[board.seam.round]\nside = {{ patch = \"field\", edge = \"east\" }}\n\
         onto = {{ patch = \"field\", edge = \"west\"{reverse} }}\n"
    );
    if reverse.is_empty() && dice.one_in(3) {
        extra.push_str(
            "\n[board.seam.over]\nside = { patch = \"field\", edge = \"north\" }\n\
             onto = { patch = \"field\", edge = \"south\" }\n",
        );
    }
    let text = format!(
        "{}[board]\nseats = \"differ\"\n\n{}",
        seats(&[0, 1], &[], &["north", "south"]),
        patch(files, ranks, &extra)
    );
    let mut rows = rows(files, ranks);
    rows[2].retain(|it| holes.is_empty() || it != "c3");
    let homes = homes(&rows, 2);
    RandomBoard {
        text,
        seats: NAMES[..2].to_vec(),
        alike: false,
        rows,
        homes,
        files,
        first_patch: "field",
        seam: Some("round"),
    }
}

/// Returns a ring whose inner edge is joined to itself, for two to four alike seats.
fn ring(dice: &mut Dice) -> RandomBoard {
    let count = if dice.one_in(6) { 5 + dice.below(4) } else { 2 + dice.below(3) };
    let width = match count {
        4 => 2 + 2 * dice.below(2),
        7.. => 2,
        _ => 4,
    };
    let (files, ranks) = (width * count, 3 + dice.below(2));
    let half = files / 2;
    let diagonal = dice.pick(&[format!("diagonal = {half}\n"), format!("diagonal = {}\n", half + 2), String::new()]);
    let order: Vec<usize> = if dice.one_in(2) { (0..count).collect() } else { (0..count).rev().collect() };
    let turns: Vec<usize> = (0..count).collect();
    let extra = format!(
        "shape = \"annulus\"\n\n[board.seam.round]\nside = {{ patch = \"field\", edge = \"east\" }}\n\
         onto = {{ patch = \"field\", edge = \"west\" }}\n\n[board.seam.center]\n\
         side = {{ patch = \"field\", edge = \"north\" }}\nonto = {{ patch = \"field\", edge = \"north\" }}\n\
         straight = {half}\n{}",
        diagonal.expect("one")
    );
    let text = format!(
        "{}[board]\nseats = \"alike\"\n\n[board.symmetry]\nfiles = {width}\n\n{}",
        seats(&order, &turns, &["north"; 8][..count]),
        patch(files, ranks, &extra)
    );
    let mut rows = rows(files, ranks);
    for row in &mut rows {
        row.truncate(width);
    }
    RandomBoard {
        text,
        seats: NAMES[..count].to_vec(),
        alike: true,
        rows,
        homes: Vec::new(),
        files,
        first_patch: "field",
        seam: Some("center"),
    }
}

/// Returns three patches around a point, as on the 96 squares.
fn joined(dice: &mut Dice) -> RandomBoard {
    let ranks = 2 + dice.below(2);
    let travel = dice.pick(&["both-ways", "none", "opposite"]).expect("one");
    let order = if dice.one_in(2) { [0, 1, 2] } else { [0, 2, 1] };
    let mut text = seats(&order, &[0, 1, 2], &["north"; 3]);
    text.push_str("[board]\nseats = \"alike\"\n\n");
    for patch in ["low", "right", "left"] {
        text.push_str(&format!("[board.patch.{patch}]\nfiles = 4\nranks = {ranks}\n\n"));
    }
    text.push_str("[board.symmetry]\npatches = [\"low\", \"right\", \"left\"]\n\n");
    text.push_str(
        "[board.seam.border]\nside = { patch = \"low\", edge = \"north\", span = \"3-4\" }\n\
         onto = { patch = \"right\", edge = \"north\", span = \"2-1\" }\n\n",
    );
    text.push_str(&format!(
        "[board.point.center]\nsquares = [\"b{ranks}\", \"c{ranks}\", \"f{ranks}\", \"g{ranks}\", \"k{ranks}\", \"l{ranks}\"]\n\n\
         [board.point.center.travel]\ndiagonal = \"{travel}\"\n\n[board.names]\nform = \"file-rank\"\n\n"
    ));
    for (index, patch) in ["low", "right", "left"].iter().enumerate() {
        // The patches use the files a-d, e-h and j-m; the letter i is skipped.
        let names = ["a-d", "e-h", "j-m"][index];
        text.push_str(&format!("[board.names.{patch}]\nfiles = \"{names}\"\nranks = \"1-{ranks}\"\n\n"));
    }
    let rows = rows(4, ranks);
    RandomBoard {
        text,
        seats: NAMES[..3].to_vec(),
        alike: true,
        rows,
        homes: Vec::new(),
        files: 4,
        first_patch: "low",
        seam: Some("border"),
    }
}

/// Returns a hexagon of hexagons for three players.
fn hexes(dice: &mut Dice) -> RandomBoard {
    let side = 3 + dice.below(2);
    let across = 2 * side - 1;
    let faces = dice.pick(&["north", "north-north-east"]).expect("one");
    let text = format!(
        "{}[board]\ncells = \"hex\"\nseats = \"alike\"\n\n[board.patch.field]\nshape = \"hexagon\"\nside = {side}\n\n\
         [board.symmetry]\nrotate = \"clockwise-120\"\n\n[board.names]\nform = \"row-place\"\nfiles = \"{}\"\nranks = \"1-{across}\"\n\n",
        seats(&[0, 1, 2], &[0, 1, 2], &[faces; 3]),
        file_names(0, across),
    );
    let name = |row: usize, place: usize| format!("{}{}", (b'a' + row as u8) as char, place + 1);
    let rows = (0..side).map(|row| (0..side + row).map(|place| name(row, place)).collect()).collect();
    RandomBoard {
        text,
        seats: NAMES[..3].to_vec(),
        alike: true,
        rows,
        homes: Vec::new(),
        files: across,
        first_patch: "field",
        seam: None,
    }
}

/// Returns a hexagon or a large triangle of triangles for two or three players.
fn triangles(dice: &mut Dice) -> RandomBoard {
    let is_large = dice.one_in(3);
    let (shape, side) = if is_large { ("triangle", 6 + dice.below(2)) } else { ("hexagon", 3) };
    let (files, ranks) = if is_large { (2 * side - 1, side) } else { (4 * side - 1, 2 * side) };
    let (symmetry, count) = match dice.below(6) {
        0 if !is_large => ("rotate = \"half\"", 2),
        1 if !is_large => ("mirror = \"ranks\"", 2),
        _ => ("rotate = \"clockwise-120\"", 3),
    };
    let faces = dice.pick(&["north", "north-north-east"]).expect("one");
    let text = format!(
        "{}[board]\ncells = \"triangle\"\nseats = \"alike\"\n\n[board.patch.field]\nshape = \"{shape}\"\nside = {side}\n\n\
         [board.symmetry]\n{symmetry}\n\n[board.names]\nform = \"row-place\"\nfiles = \"{}\"\nranks = \"1-{ranks}\"\n\n",
        seats(&[0, 1, 2][..count], &[0, 1, 2][..count], &[faces; 3][..count]),
        file_names(0, files),
    );
    // The rows of a large triangle without the corner that the next player's rows share.
    let width = |row: usize| if is_large { files - 2 * row - 4 } else { 2 * (side + row) + 1 };
    let name = |place: usize, row: usize| format!("{}{}", (b'a' + place as u8) as char, row + 1);
    let rows = (0..3).map(|row| (0..width(row)).map(|place| name(place, row)).collect()).collect();
    RandomBoard {
        text,
        seats: NAMES[..count].to_vec(),
        alike: true,
        rows,
        homes: Vec::new(),
        files,
        first_patch: "field",
        seam: None,
    }
}

/// Returns a cross for four alike seats.
fn cross(dice: &mut Dice) -> RandomBoard {
    let size = 6;
    let order = if dice.one_in(2) { [0, 1, 2, 3] } else { [3, 2, 1, 0] };
    let holes = holes(dice, &["a1", "f1", "a6", "f6"]);
    let text = format!(
        "{}[board]\nseats = \"alike\"\n\n[board.symmetry]\nrotate = \"clockwise-90\"\n\n{}",
        seats(&order, &[0, 1, 2, 3], &["north"; 4]),
        patch(size, size, &holes)
    );
    let mut rows = rows(size, size);
    rows[0].retain(|it| it != "a1" && it != "f1");
    RandomBoard {
        text,
        seats: NAMES[..4].to_vec(),
        alike: true,
        rows,
        homes: Vec::new(),
        files: size,
        first_patch: "field",
        seam: None,
    }
}
