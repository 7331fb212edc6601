//! Speed against a hand-written chess engine, measured in one run.
//!
//! `cargo bench` measures every row beside its yardstick, sample by sample, in CPU time of one
//! thread. It asserts the counts and prints the ratios. A filter (`cargo bench -- chess`)
//! selects rows. The yardstick is `cozy-chess` without its `pext` feature. *list* counts the
//! moves of the last ply from a move list (bulk counting), *leaf* plays every leaf, and *games*
//! plays random games with the same end conditions. To use PEXT, build both sides for BMI2 in a
//! separate folder:
//!
//! ```sh
//! RUSTFLAGS="-C target-feature=+bmi2" cargo bench --bench speed --target-dir target/pext \
//!     --features cozy-chess/pext
//! ```
//!
//! The rows `calls` and `game` compare public calls with playouts inside the engine ([`calls`]).
//! Then follow measurements without a yardstick: threads, loading, memory ([`beside`]).

mod beside;
mod calls;
mod yardstick;

use std::cell::RefCell;
use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use criterion::Criterion;
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use threefold::bot::bounded;
use threefold::notation::parse_position;
use threefold::rules::{PerftOptions, Position};

const KIWIPETE: &str = "w:Pd5,Ne5,Pe4,Nc3,Qf3,Pa2,Pb2,Pc2,Bd2,Be2,Pf2,Pg2,Ph2,Ra1,Ke1,Rh1 \
b:Ra8,Ke8,Rh8,Pa7,Pc7,Pd7,Qe7,Pf7,Bg7,Ba6,Nb6,Pe6,Nf6,Pg6,Pb4,Ph3 turn=w castling=w:a1,h1;b:a8,h8";
/// Maximum length of a random game in plies, for games without an end.
const LONGEST: u32 = 2_000;
const GAMES: u64 = 200;

/// A comparison: what is measured, its yardstick, and the required ratio.
struct Row {
    name: &'static str,
    /// Number of leaves or plies, and the CPU time they took.
    own: Box<dyn Fn() -> (u64, Duration)>,
    yardstick: Box<dyn Fn() -> (u64, Duration)>,
    must: f64,
    aim: f64,
}

fn timed(work: impl FnOnce() -> u64) -> (u64, Duration) {
    let begin = ThreadTime::now();
    let count = work();
    (count, begin.elapsed())
}

fn start(variant: &str) -> Position {
    threefold::load(variant).expect("the catalog compiles").variant.start().expect("a starting position")
}

fn kiwipete() -> Position {
    let variant = threefold::load("chess").expect("the catalog compiles").variant;
    parse_position(&variant, KIWIPETE).expect("a position")
}

fn counted(position: &Position, depth: u32, play_leaves: bool, nodes: u64) -> (u64, Duration) {
    let plain = PerftOptions::default();
    let options = if play_leaves { plain.with_played_leaves() } else { plain };
    let (found, time) = timed(|| position.perft_by(black_box(depth), &options));
    assert_eq!(found, nodes, "the count of {}", position.variant().slug());
    (found, time)
}

fn games(start: &Position) -> (u64, Duration) {
    let mut random = Pcg64::seed_from_u64(1);
    timed(|| {
        let mut plies = 0;
        for _ in 0..GAMES {
            let mut position = start.clone();
            plies += u64::from(position.play_out(LONGEST, &mut |count| bounded(&mut random, count)));
        }
        plies
    })
}

fn rows() -> Vec<Row> {
    let perft = |name, position: Position, depth, play_leaves, nodes, yard: fn() -> u64, must, aim| Row {
        name,
        own: Box::new(move || counted(&position, depth, play_leaves, nodes)),
        yardstick: Box::new(move || timed(yard)),
        must,
        aim,
    };
    let random = |name, position: Position, must, aim| Row {
        name,
        own: Box::new(move || games(&position)),
        yardstick: Box::new(|| timed(|| yardstick::games(GAMES))),
        must,
        aim,
    };
    let against_chess = |name, position: Position| {
        let chess = start("chess");
        Row {
            name,
            own: Box::new(move || games(&position)),
            yardstick: Box::new(move || games(&chess)),
            must: 0.5,
            aim: 0.9,
        }
    };
    let calls = |name, variant, run: fn(&Position) -> (u64, Duration), must, plies: (u64, u64)| {
        let (own, yard) = (start(variant), start(variant));
        calls::check(&own, plies.0, plies.1);
        let (own, yardstick) = (Box::new(move || run(&own)), Box::new(move || calls::inside(&yard)));
        Row { name, own, yardstick, must, aim: 2.0 * must }
    };
    vec![
        perft("chess/bulk", start("chess"), 6, false, 119_060_324, yardstick::list_start, 0.6, 1.2),
        perft("chess/kiwipete-bulk", kiwipete(), 5, false, 193_690_690, yardstick::list_kiwipete, 0.6, 1.2),
        perft("chess/leaf", start("chess"), 5, true, 4_865_609, yardstick::leaf_start, 0.6, 1.0),
        perft(
            "three-player-chess/bulk",
            start("three-player-chess"),
            6,
            false,
            87_878_153,
            yardstick::list_start,
            0.5,
            0.9,
        ),
        perft("trichess/bulk", start("trichess"), 5, false, 3_952_664, yardstick::list_start, 0.15, 0.5),
        perft("3-man-chess/bulk", start("3-man-chess"), 5, false, 5_294_048, yardstick::list_start, 0.2, 0.6),
        perft("osullivan/bulk", start("osullivan"), 6, false, 11_269_787, yardstick::list_start, 0.4, 0.8),
        random("chess/games", start("chess"), 0.3, 0.8),
        against_chess("three-player-chess/games-to-chess", start("three-player-chess")),
        against_chess("3-man-chess/games-to-chess", start("3-man-chess")),
        calls("chess/calls", "chess", calls::positions, 0.5, (9_825, 9_921)),
        calls("chess/game", "chess", calls::games, 0.35, (9_825, 9_921)),
        calls("three-player-chess/calls", "three-player-chess", calls::positions, 0.5, (9_762, 9_874)),
        calls("three-player-chess/game", "three-player-chess", calls::games, 0.35, (9_762, 9_874)),
        calls("3-man-chess/calls", "3-man-chess", calls::positions, 0.5, (10_000, 10_000)),
        calls("3-man-chess/game", "3-man-chess", calls::games, 0.35, (10_000, 10_000)),
        calls("trichess/calls", "trichess", calls::positions, 0.5, (9_995, 9_942)),
        calls("trichess/game", "trichess", calls::games, 0.35, (9_995, 9_942)),
        calls("osullivan/calls", "osullivan", calls::positions, 0.5, (9_987, 9_936)),
        calls("osullivan/game", "osullivan", calls::games, 0.35, (9_987, 9_936)),
    ]
}

fn main() {
    let table = RefCell::new(Vec::new());
    let mut criterion = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(1))
        .measurement_time(Duration::from_millis(1))
        .configure_from_args();
    for row in rows() {
        let samples = RefCell::new(Vec::new());
        criterion.bench_function(row.name, |bencher| {
            bencher.iter_custom(|times| {
                let mut total = Duration::ZERO;
                for _ in 0..times {
                    let (yard, own) = ((row.yardstick)(), (row.own)());
                    total += own.1;
                    samples.borrow_mut().push((rate(own), rate(yard)));
                }
                total
            });
        });
        if !samples.borrow().is_empty() {
            table.borrow_mut().push((row.name, samples.into_inner(), row.must, row.aim));
        }
    }
    criterion.final_summary();
    if table.borrow().len() > 1 {
        beside::print();
    }
    println!("{:<36} {:>10} {:>10} {:>7} {:>6} {:>6}", "", "own M/s", "yard M/s", "ratio", "must", "aim");
    for (name, samples, must, aim) in table.into_inner() {
        let own = median(samples.iter().map(|it| it.0).collect());
        let yard = median(samples.iter().map(|it| it.1).collect());
        let ratio = median(samples.iter().map(|it| it.0 / it.1).collect());
        println!("{name:<36} {own:>10.2} {yard:>10.2} {ratio:>7.2} {must:>6} {aim:>6}");
    }
}

/// Returns millions a second.
fn rate((count, time): (u64, Duration)) -> f64 {
    count as f64 / time.as_secs_f64() / 1e6
}

fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    of[of.len() / 2]
}
