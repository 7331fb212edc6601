//! Pictures a second on one core: SVG, and PNG of 512 pixels.
//!
//! `cargo bench --bench pictures` draws every shipped board in the middle of a game. It measures
//! CPU time of one thread and caches nothing between pictures. It fails if the rate is too low
//! for the page and its users.

use std::time::Duration;

use cpu_time::ThreadTime;
use threefold::draw::{Theme, View, png, svg};
use threefold::rules::Position;

/// Minimum number of SVG and of PNG pictures a second.
const NEEDED: (f64, f64) = (100.0, 15.0);

/// Plays forty moves, each the middle one of the legal moves.
fn middle_game(variant: &str) -> Position {
    let mut position =
        threefold::load(variant).expect("the catalog compiles").variant.start().expect("a starting position");
    for _ in 0..40 {
        let moves = position.legal_moves();
        let Some(mv) = moves.get(moves.len() / 2) else { break };
        position = position.play(*mv).expect("a legal move");
    }
    position
}

/// Returns how often a second an action can run.
fn a_second(mut work: impl FnMut()) -> f64 {
    let (begin, mut count) = (ThreadTime::now(), 0u32);
    while begin.elapsed() < Duration::from_millis(700) {
        work();
        count += 1;
    }
    f64::from(count) / begin.elapsed().as_secs_f64()
}

fn main() {
    // `cargo test --benches` also builds this and passes the argument.
    if std::env::args().any(|it| it == "--test") {
        return;
    }
    println!("{:<24} {:>8} {:>8} {:>8}", "", "SVG/s", "PNG/s", "kB");
    let mut slow = Vec::new();
    for name in ["chess", "3-man-chess", "trichess", "osullivan", "mechanisms/hexagon", "mechanisms/cross-of-four"] {
        let position = middle_game(name);
        let view = View { theme: Theme::Light, legend: true, seat: Some(position.turn()), ..View::default() };
        let text = svg(&position, &view);
        let drawn = a_second(|| drop(svg(&position, &view)));
        let pixels = a_second(|| drop(png(&text, 512).expect("a picture")));
        println!("{name:<24} {drawn:>8.0} {pixels:>8.1} {:>8.1}", text.len() as f64 / 1000.0);
        if drawn < NEEDED.0 || pixels < NEEDED.1 {
            slow.push(name);
        }
    }
    assert!(slow.is_empty(), "too slow: {slow:?}; at least {} SVG and {} PNG a second are needed", NEEDED.0, NEEDED.1);
}
