//! What single techniques of the search contribute: nodes to a fixed depth, with and without each.
//!
//! `THREEFOLD_SLOW=1` searches more positions. With `--nocapture`, the test prints the table from which
//! the documentation has its figures. A few positions are no proof, so only the slow test judges.

use threefold::rules::{Position, Variant};
use threefold::search::{Algorithm, Evaluator, Limits, SearchOptions, Technique, search};

use super::support::{Dice, is_slow, load};

/// Returns a position after a number of random moves.
fn after(variant: &Variant, seed: u64, plies: u32) -> Position {
    let mut position = variant.start().expect("the game has a starting position");
    let mut dice = Dice(seed);
    position.play_out(plies, &mut |count| dice.roll() % count);
    position
}

/// Returns the nodes of searches of some positions of a game to a depth.
fn nodes(name: &str, algorithm: Algorithm, depth: u32, without: &[Technique]) -> u64 {
    let variant = load(name);
    let evaluator = Evaluator::new(&variant);
    let positions = (1..=if is_slow() { 3 } else { 1 }).map(|seed| after(&variant, seed, 6 + 5 * seed as u32));
    let nodes = positions.filter(|it| it.ending().is_none()).map(|position| {
        let options =
            SearchOptions { without: without.to_vec(), ..SearchOptions::new(algorithm, Limits::depth(depth)) };
        search(&position, &evaluator, &options).nodes
    });
    nodes.sum()
}

#[test]
fn each_technique_saves_nodes() {
    use Technique::{Aspiration, Countermoves, Exchange, History, Killers, Pruning};
    let scalar = [Aspiration, Killers, History, Countermoves, Exchange];
    let games = ["chess", "three-player-chess", "3-man-chess", "osullivan"];
    let searches = games.map(|it| (it, if it == "chess" { 5 } else { 3 }));
    let mut table = String::new();
    for (algorithm, techniques) in
        [(Algorithm::BestReply, &scalar[..]), (Algorithm::MaxN, &[Pruning, Killers, Exchange])]
    {
        let depth = |it: u32| if algorithm == Algorithm::MaxN { it - 1 } else { it };
        let count =
            |without: &[Technique]| searches.map(|(name, it)| nodes(name, algorithm, depth(it).max(2), without));
        let with = count(&[]);
        for technique in techniques {
            let without = count(&[*technique]);
            let ratios: Vec<String> = with
                .iter()
                .zip(without)
                .map(|(with, without)| format!("{:.2}", without as f64 / *with as f64))
                .collect();
            let total = |it: [u64; 4]| it.iter().map(|it| (*it as f64).ln()).sum::<f64>();
            let mean = ((total(without) - total(with)) / 4.0).exp();
            let row = format!("{} {}: {} mean {mean:.3}\n", algorithm.name(), technique.name(), ratios.join(" "));
            table.push_str(&row);
            assert!(!is_slow() || mean > 0.99, "{row}");
        }
    }
    eprintln!("{table}");
}
