//! Measurements without a yardstick: a second thread, loading, memory.
//!
//! Input: the shipped variants. Output: lines of text: required values and targets.

use threefold::catalog;
use threefold::rules::Position;
use threefold::speed::{loading, two_threads, two_threads_playing};

/// Measures everything and prints it.
pub fn print() {
    println!("\n{:<36} {:>10} {:>6} {:>6}", "", "own", "must", "aim");
    let start = |name: &str| threefold::load(name).ok().and_then(|it| it.variant.start()).expect("a shipped game");
    for (name, depth, games) in
        [("chess", 6, 2_000), ("three-player-chess", 6, 1_000), ("3-man-chess", 5, 500), ("trichess", 5, 500)]
    {
        let start = start(name);
        let line =
            |what: &str, gain: f64| println!("{:<36} {gain:>10.2} {:>6} {:>6}", format!("{name}/{what}"), 1.8, 1.95);
        line("two-threads", two_threads(&start, depth));
        line("two-threads-games", two_threads_playing(&start, games));
    }
    let mut loads: Vec<(f64, &str)> = Vec::new();
    let (mut position, mut tables) = ((0, ""), (0, ""));
    for shipped in catalog::games() {
        let slug = shipped.slug.as_str();
        let load = || threefold::load(slug).ok().map(|it| it.variant);
        loads.push((loading(load) * 1e3, slug));
        let variant = load().expect("the catalog compiles");
        position = position.max((variant.start().as_ref().map_or(0, Position::bytes), slug));
        tables = tables.max((variant.table_bytes(), slug));
    }
    loads.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (ms, slug) in loads.iter().take(3) {
        println!("{:<36} {ms:>7.1} ms {:>6} {:>6}", format!("{slug}/load"), 10, 2);
    }
    println!("{:<36} {:>8} B {:>6} {:>6}", format!("{}/position", position.1), position.0, 512, 256);
    println!("{:<36} {:>7.2} MB {:>6} {:>6}", format!("{}/tables", tables.1), tables.0 as f64 / 1e6, 8, 2);
}
