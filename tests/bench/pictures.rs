//! How many pictures a second one core draws: SVG, and PNG of 512 pixels.
//!
//! `cargo bench --bench pictures` measures every shipped board in the middle of a game, in
//! CPU time of one thread, with everything worked out anew for each picture, and fails
//! where there are fewer than the page and its users need.

use std::time::Duration;

use cpu_time::ThreadTime;
use threefold::draw::{Theme, View, png, svg};
use threefold::rules::Position;

/// At least so many SVG a second, and PNG.
const NEEDED: (f64, f64) = (100.0, 15.0);

/// After forty moves, each the middle one of those that are legal.
fn middle_game(variant: &str) -> Position {
    let mut position = threefold::load(variant).expect("the catalogue compiles").variant.start().expect("an array");
    for _ in 0..40 {
        let moves = position.legal_moves();
        let Some(mv) = moves.get(moves.len() / 2) else { break };
        position = position.play(*mv).expect("a legal move");
    }
    position
}

/// How often a second something can be done.
fn a_second(mut work: impl FnMut()) -> f64 {
    let (begin, mut count) = (ThreadTime::now(), 0u32);
    while begin.elapsed() < Duration::from_millis(700) {
        work();
        count += 1;
    }
    f64::from(count) / begin.elapsed().as_secs_f64()
}

fn main() {
    // Built by `cargo test --benches`, too, which passes this.
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
