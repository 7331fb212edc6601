//! Draws positions as SVG files: the legal moves of a knight, and a board as another player sees
//! it. Run it with `cargo run --release --example draw_a_position`; it writes to the folder that
//! you name, or to the current one.

use std::path::PathBuf;

use threefold::draw::{Theme, View, svg};
use threefold::parse_position;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_default());

    let variant = threefold::load("3-man-chess")?.variant;
    let start = variant.start().ok_or("no starting position")?;
    let knight = start.variant().board().square("WHb1").ok_or("no such square")?;
    let view = View {
        selected: Some(knight),
        targets: start.legal_moves_from(knight),
        legend: true,
        lines: true,
        ..View::default()
    };
    std::fs::write(folder.join("knight.svg"), svg(&start, &view))?;

    // The second player sits at the bottom of this picture.
    let variant = threefold::load("trichess")?.variant;
    let position = parse_position(&variant, "w:Kd8,Rd1 r:Kh12 b:Ka4 turn=w")?;
    let seat = variant.rulebook().seat_ids().nth(1);
    std::fs::write(folder.join("rooks.svg"), svg(&position, &View { seat, theme: Theme::Dark, ..View::default() }))?;
    println!("wrote knight.svg and rooks.svg");
    Ok(())
}
