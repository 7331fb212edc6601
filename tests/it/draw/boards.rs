//! Rulebook texts of boards that no shipped game has.

use std::fmt::Write;

/// The headers that every rulebook needs besides a board. It places no pieces.
const REST: &str = "
[piece.king]
letter   = \"K\"
movement = \"K\"
role     = \"royal\"

[check]
attackers = \"living-opponents\"
own-king  = \"kept-safe\"
kings     = \"never-captured\"

[settle]
turn-start = [\"checkmate\"]

[outcome.checkmate]
when = { stuck = { who = \"mover\", check = \"in\" } }
then = \"end\"

[score]
checkmate = { victim = 0, others = 1 }
";

/// Returns a board with seats that are one symmetry step apart if they are alike.
fn board(name: &str, seats: usize, alike: bool, rest: &str) -> String {
    let names: Vec<String> = (0..seats).map(|it| format!("\"p{it}\"")).collect();
    let mut out = format!(
        "name = \"{name}\"\nabout = \"For drawing.\"\npart = \"game\"\nsetup = \"none\"\n[turns]\norder = [{}]\n[board]\n\
         cells = \"square\"\nseats = \"{}\"\n",
        names.join(", "),
        if alike { "alike" } else { "differ" }
    );
    for it in 0..seats {
        let turns = if alike { format!("symmetry = {it}\n") } else { String::new() };
        let letter = char::from(b's' + it as u8);
        let _ = write!(out, "[seat.p{it}]\nletter = \"{letter}\"\n{turns}faces = \"north\"\n");
    }
    out + rest + REST
}

/// Returns a board of half boards around a center.
pub fn arms(count: usize, files: usize, ranks: usize) -> String {
    let names: Vec<String> = (0..count).map(|it| format!("\"q{it}\"")).collect();
    let mut rest = format!(
        "[board.symmetry]\npatches = [{}]\n[board.seam.border]\nside = {{ patch = \"q0\", edge = \"north\", span = \
         \"{}-{files}\" }}\nonto = {{ patch = \"q1\", edge = \"north\", span = \"{}-1\" }}\n[board.names]\nform = \
         \"file-rank\"\n",
        names.join(", "),
        files / 2 + 1,
        files / 2
    );
    for it in 0..count {
        let last = char::from(b'a' + files as u8 - 1);
        let (from, to) = (it * ranks + 1, (it + 1) * ranks);
        let _ = write!(
            rest,
            "[board.patch.q{it}]\nfiles = {files}\nranks = {ranks}\n[board.names.q{it}]\nfiles = \"a-{last}\"\nranks = \
             \"{from}-{to}\"\n"
        );
    }
    board(&format!("{count} arms"), count, true, &rest)
}

/// Returns a ring board.
pub fn ring(files: usize, ranks: usize) -> String {
    let sections: Vec<String> = (0..files / 8).map(|it| format!("\"S{it}\"")).collect();
    let rest = format!(
        "[board.symmetry]\nfiles = 8\n[board.patch.ring]\nfiles = {files}\nranks = {ranks}\nshape = \"annulus\"\n\
         [board.seam.round]\nside = {{ patch = \"ring\", edge = \"east\" }}\nonto = {{ patch = \"ring\", edge = \"west\" \
         }}\n[board.names]\nform = \"section-file-rank\"\nsections = [{}]\nfiles = \"a-h\"\nranks = \"1-{ranks}\"\n",
        sections.join(", ")
    );
    board("A ring", files / 8, true, &rest)
}

/// Returns a graph board: explicit links join its squares, and the first link has a barrier.
pub fn graph(count: u8, links: &[(u8, u8)]) -> String {
    let name = |it: u8| char::from(b'a' + it);
    let mut rest = String::from("[board.names]\nform = \"file-rank\"\n");
    for it in 0..count {
        let _ = write!(
            rest,
            "[board.patch.p{it}]\nfiles = 1\nranks = 1\n[board.names.p{it}]\nfiles = [\"{}\"]\nranks = [\"1\"]\n",
            name(it)
        );
    }
    for (index, (from, to)) in links.iter().enumerate() {
        let _ = write!(
            rest,
            "[board.link.l{index}]\nfrom = \"{}1\"\nheading = \"north\"\nto = \"{}1\"\n",
            name(*from),
            name(*to)
        );
    }
    rest.push_str("[line.wall]\nof = \"board\"\nlinks = [\"l0\"]\n[barrier.wall]\nline = \"wall\"\n");
    rest.push_str("[barrier.wall.closed]\nallows = []\n");
    board("A graph", 2, false, &rest)
}

/// Returns the Petersen graph, which is not planar.
pub fn petersen() -> String {
    let links: Vec<(u8, u8)> =
        (0..5).flat_map(|it| [(it, (it + 1) % 5), (it, it + 5), (it + 5, (it + 2) % 5 + 5)]).collect();
    graph(10, &links)
}

/// Returns chess with some squares drawn in other places.
pub const PLACES: &str = "name = \"Moved squares\"\nabout = \"For drawing.\"\npart = \"game\"\nextends = [\"chess\"]\n\
[board.places]\na1 = [-2.0, -1.0]\nh8 = [9.0, 8.5]\n";
