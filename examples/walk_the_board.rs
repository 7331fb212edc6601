//! Walks a board: it is a petgraph graph of squares and links, open to every algorithm
//! of petgraph. Run with `cargo run --release --example walk_the_board`.

use petgraph::algo::dijkstra;
use petgraph::graph::NodeIndex;
use threefold::board::{Heading, ray_paths};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let variant = threefold::load("3-man-chess")?.variant;
    let board = variant.board();
    println!("{} squares, {} links", board.graph().node_count(), board.graph().edge_count());

    // The links out of one square, with the heading and what lies across them.
    let home = board.square("WHa1").ok_or("it is a square")?;
    for (to, link) in board.links(home) {
        let barriers = link.barriers().iter().map(|it| variant.rulebook().barrier_instances()[usize::from(*it)].name());
        let barriers: Vec<&str> = barriers.collect();
        println!("  {:<10} {} {barriers:?}", board.heading_name(link.heading()), board.name(*to));
    }

    // A line north from the rim runs through the centre and out on the other side.
    for path in ray_paths(board, home, Heading(0), 0) {
        let names: Vec<&str> = path.squares.iter().map(|it| board.name(*it)).collect();
        println!("north from WHa1: {}", names.join(" "));
    }

    // How far a king would have to walk, if nothing stood in his way.
    let steps = dijkstra(board.graph(), NodeIndex::new(home.index()), None, |_| 1);
    let farthest = steps.values().copied().max().unwrap_or(0);
    let mut there: Vec<&str> =
        steps.iter().filter(|it| *it.1 == farthest).map(|it| board.graph()[*it.0].name()).collect();
    there.sort_unstable();
    println!("{farthest} steps at most, to {}", there.join(" "));
    Ok(())
}
