//! Walks a board. A board is a petgraph graph of squares and links, so every petgraph algorithm
//! works on it. Run it with `cargo run --release --example walk_the_board`.

use petgraph::algo::dijkstra;
use petgraph::graph::NodeIndex;
use threefold::board::{Heading, ray_paths};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let variant = threefold::load("3-man-chess")?.variant;
    let board = variant.board();
    println!("{} squares, {} links", board.graph().node_count(), board.graph().edge_count());

    // The links of one square, with their headings and barriers.
    let home = board.square("WHa1").ok_or("no such square")?;
    for (to, link) in board.links(home) {
        let barriers = link.barriers().iter().map(|it| variant.rulebook().barrier_instances()[usize::from(*it)].name());
        let barriers: Vec<&str> = barriers.collect();
        println!("  {:<10} {} {barriers:?}", board.heading_name(link.heading()), board.name(*to));
    }

    // A line north from the rim continues through the center to the opposite side.
    for path in ray_paths(board, home, Heading(0), 0) {
        let names: Vec<&str> = path.squares.iter().map(|it| board.name(*it)).collect();
        println!("north from WHa1: {}", names.join(" "));
    }

    // The distance in king moves on an empty board: Dijkstra's algorithm with unit weights.
    let steps = dijkstra(board.graph(), NodeIndex::new(home.index()), None, |_| 1);
    let farthest = steps.values().copied().max().unwrap_or(0);
    let mut there: Vec<&str> =
        steps.iter().filter(|it| *it.1 == farthest).map(|it| board.graph()[*it.0].name()).collect();
    there.sort_unstable();
    println!("at most {farthest} steps, to {}", there.join(" "));
    Ok(())
}
