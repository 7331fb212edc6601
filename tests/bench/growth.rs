//! How cost grows with the board, the pieces and the players.
//!
//! `cargo bench --bench growth` writes rulebooks for boards of 8 x 8 to 16 x 16 and for rings of
//! 2 to 6 players. It plays each at random with all rules, and prints a table and a plot: plies
//! a second, leaves a second and load time, beside squares, pieces and players. It prints
//! figures of this machine and asserts no time.

use std::time::Duration;

use threefold::rules::Variant;
use threefold::speed::{SpeedReport, loading, measure};

/// The rules, equal on every board.
const RULES: &str = r#"
[check]
attackers = "living-opponents"
own-king  = "kept-safe"
kings     = "never-captured"
pinned    = "attack"
judged    = "after-eliminations"

[elimination]
army = "inert"
king = "stays"

[settle]
turn-start = ["checkmate", "stalemate", "last", "quiet"]

[outcome.checkmate]
when = { stuck = { who = "mover", check = "in" } }
then = "eliminate"

[outcome.stalemate]
when = { stuck = { who = "mover", check = "out" } }
then = "eliminate"

[outcome.last]
when = { living = 1 }
then = "end"

[outcome.quiet]
when = { halfmove-rounds = 50 }
then = "end"

[counter.halfmoves]
resets = ["capture", "pawn-move"]
"#;

fn head(name: &str, seats: &[&str]) -> String {
    let order: Vec<String> = seats.iter().map(|it| format!("{it:?}")).collect();
    let mut text = format!(
        "name = \"{name}\"\nabout = \"Made to be measured.\"\npart = \"game\"\nextends = [\"parts/chess-pieces\"]\n\n\
         [turns]\norder = [{}]\nskipped = \"next-living\"\npassing = \"never\"\n",
        order.join(", ")
    );
    for (turns, seat) in seats.iter().enumerate() {
        let letter = &seat[..1];
        text += &format!("\n[seat.{seat}]\nletter = \"{letter}\"\nturns = {turns}\nfaces = \"north\"\n");
    }
    text
}

fn promotion(on: &str) -> String {
    format!(
        "\n[promotion]\npieces = [\"pawn\"]\non = {on}\nchoice = \"listed\"\n\
         into = [\"queen\", \"rook\", \"bishop\", \"knight\"]\nforced = \"yes\"\n"
    )
}

/// Returns a board of `size` x `size` with two full ranks of pieces on each side.
fn square(size: usize) -> String {
    let file = |at: usize| char::from(b'a' + at as u8);
    let last = file(size - 1);
    let center = size / 2;
    let mut setup = format!("\n[setup]\nking = [\"{}1\"]\nqueen = [\"{}1\"]\n", file(center), file(center - 1));
    for (place, kind) in ["rook", "knight", "bishop"].iter().enumerate() {
        let west = (0..center - 1).filter(|it| it % 3 == place);
        let east = (center + 1..size).filter(|it| (size - 1 - it) % 3 == place);
        let squares: Vec<String> = west.chain(east).map(|it| format!("\"{}1\"", file(it))).collect();
        setup += &format!("{kind} = [{}]\n", squares.join(", "));
    }
    head(&format!("{size} x {size}"), &["white", "black"])
        + &format!(
            "\n[board]\ncells = \"square\"\nseats = \"alike\"\n\n[board.patch.board]\nfiles = {size}\nranks = {size}\n\n\
             [board.symmetry]\nmirror = \"ranks\"\n\n\
             [board.names]\nform = \"file-rank\"\nfiles = \"a-{last}\"\nranks = \"1-{size}\"\n\n\
             [zone.second-rank]\nof = \"seat\"\nranks = \"2\"\n\n[zone.last-rank]\nof = \"seat\"\nranks = \"{size}\"\n"
        )
        + &promotion("{ zone = \"last-rank\", of = \"owner\" }")
        + &setup
        + &format!("pawn = [\"a2-{last}2\"]\n")
        + RULES
}

/// Returns a ring of eight files for each player, joined through its center.
fn ring(players: usize) -> String {
    let seats = &["white", "gray", "black", "amber", "mauve", "olive"][..players];
    let sections: Vec<String> = (1..=players).map(|it| format!("\"S{it}\"")).collect();
    head(&format!("Ring of {players}"), seats)
        + &format!(
            "\n[board]\ncells = \"square\"\nseats = \"alike\"\n\n[board.patch.ring]\nfiles = {files}\nranks = 6\n\n\
             [board.symmetry]\nfiles = 8\n\n\
             [board.seam.round]\nside = {{ patch = \"ring\", edge = \"east\" }}\n\
             onto = {{ patch = \"ring\", edge = \"west\" }}\n\n\
             [board.seam.center]\nside = {{ patch = \"ring\", edge = \"north\" }}\n\
             onto = {{ patch = \"ring\", edge = \"north\" }}\nstraight = {half}\ndiagonal = {}\n\n\
             [board.names]\nform = \"section-file-rank\"\nsections = [{}]\nfiles = \"a-h\"\nranks = \"1-6\"\n\n\
             [zone.second-rank]\nof = \"seat\"\nfiles = \"1-8\"\nranks = \"2\"\n\n[zone.rim]\nof = \"board\"\nranks = \"1\"\n",
            4 * players + 2,
            sections.join(", "),
            files = 8 * players,
            half = 4 * players,
        )
        + &promotion("{ zone = \"rim\" }")
        + "\n[setup]\nking = [\"S1d1\"]\nqueen = [\"S1e1\"]\nrook = [\"S1a1\", \"S1h1\"]\nbishop = [\"S1c1\", \"S1f1\"]\n\
           knight = [\"S1b1\", \"S1g1\"]\npawn = [\"S1a2-S1h2\"]\n"
        + RULES
}

fn load(text: &str) -> Variant {
    threefold::load_text("made.toml", text).unwrap_or_else(|it| panic!("{it}")).variant
}

fn main() {
    // `cargo test --benches` runs a short version without figures.
    let each = if std::env::args().any(|it| it == "--test") { 1 } else { 300 };
    let boards = (8..=16).step_by(2).map(square);
    let rows: Vec<(String, usize, usize, usize, SpeedReport, f64)> = boards
        .chain((2..=6).map(ring))
        .map(|text| {
            let variant = load(&text);
            let start = variant.start().expect("a starting position");
            let name = variant.rulebook().name().to_owned();
            let (squares, pieces) = (variant.board().len(), start.pieces().len());
            let figures = measure(&start, Duration::from_millis(each));
            (name, squares, pieces, variant.rulebook().seats().len(), figures, loading(|| Some(load(&text))))
        })
        .collect();
    println!("| board | squares | pieces | players | plies/s | leaves/s | load ms | position | tables |");
    println!("|---|---:|---:|---:|---:|---:|---:|---:|---:|");
    for (name, squares, pieces, players, it, load) in &rows {
        println!(
            "| {name} | {squares} | {pieces} | {players} | {:.2} M | {:.1} M | {:.1} | {} B | {:.2} MB |",
            it.plies / 1e6,
            it.counted / 1e6,
            load * 1e3,
            it.position_bytes,
            it.table_bytes as f64 / 1e6
        );
    }
    println!("\nPlies a second, each board beside the fastest:\n");
    let most = rows.iter().map(|it| it.4.plies).fold(1.0, f64::max);
    for (name, squares, _, _, it, _) in &rows {
        let length = (it.plies / most * 60.0).round() as usize;
        println!("{name:>10} {squares:>4} {} {:.2} M", "#".repeat(length.max(1)), it.plies / 1e6);
    }
}
