//! Writes rulebooks in code: the same endgame on boards of several sizes, and a rulebook with a
//! mistake. Run it with `cargo run --release --example write_a_rulebook`.

use threefold::{Variant, load_text};

/// Returns a rulebook with two kings and pawns that race on a board with `files` files and ranks.
fn pawn_race(files: usize) -> String {
    let last = char::from(b'a' + files as u8 - 1);
    let empty = format!("{files}/").repeat(files - 4);
    let (kings, pawns) = (format!("k{}", files - 1), "p".repeat(files));
    format!(
        r#"name    = "Pawn race, {files} files"
extends = ["chess"]
without = ["castling", "castling-rules", "double-step", "en-passant"]

[board.patch.board]
files = {files}
ranks = {files}

[board.names]
form  = "file-rank"
files = "a-{last}"
ranks = "1-{files}"

[zone.last-rank]
of    = "seat"
ranks = "{files}"

[setup]
fen = "{kings}/{pawns}/{empty}{}/{}"
"#,
        pawns.to_uppercase(),
        kings.to_uppercase(),
    )
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for files in 5..=10 {
        let variant: Variant = load_text("pawn-race.toml", &pawn_race(files))?.variant;
        let start = variant.start().ok_or("no starting position")?;
        println!("{}: {} positions after 4 moves", variant.rulebook().name(), start.perft(4));
    }

    // A mistake is a finding with a place, an explanation and advice.
    let wrong = pawn_race(8).replace("ranks = 8", "rows = 8");
    if let Err(findings) = load_text("pawn-race.toml", &wrong) {
        println!("\n{findings}");
    }
    Ok(())
}
