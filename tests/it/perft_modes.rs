//! Every way of counting gives the same number: plain, by first move (divide), on threads, with
//! a transposition table, with every leaf played.
//!
//! Input: starting positions of all shipped games, the positions that ship with them, and positions
//! some random moves later, settled or not. Output: one count.

use rand_core::{Rng, SeedableRng};
use rand_pcg::Pcg32;

use super::support::{files_under, is_slow, load, root};
use threefold::catalog;
use threefold::rules::{PerftOptions, Position, UnsettledPosition};

/// Returns the maximum number of leaves to count for one position.
fn most_leaves() -> u64 {
    if is_slow() { 2_000 } else { 1_500 }
}

/// Returns the sum over the first moves, as `perft --divide` lists them.
fn divided(position: &Position, depth: u32, options: &PerftOptions) -> u64 {
    let root = position.perft_root();
    let next = |mv| root.play_unsettled(mv).expect("a legal move").as_position().perft_by(depth - 1, options);
    root.legal_moves().into_iter().map(next).sum()
}

/// Counts a position in every way, as deep as the budget allows. Threads share work from depth 3
/// on.
fn compare(what: &str, position: &Position) {
    let plain = PerftOptions::default();
    let ways = [
        ("threaded", plain.with_threads(3)),
        ("hashed", plain.with_table_bytes(1 << 16)),
        ("leaves played", plain.with_played_leaves()),
        ("all of it", plain.with_played_leaves().with_threads(2).with_table_bytes(1 << 16)),
    ];
    for depth in 1..=3 {
        let expected = position.perft_by(depth, &plain);
        assert_eq!(divided(position, depth, &plain), expected, "{what}: divided, depth {depth}");
        for (way, options) in &ways {
            assert_eq!(position.perft_by(depth, options), expected, "{what}: {way}, depth {depth}");
            assert_eq!(divided(position, depth, options), expected, "{what}: divided, {way}, depth {depth}");
        }
        if expected.saturating_mul(30) > most_leaves() * if depth == 2 { 10 } else { 1 } {
            break;
        }
    }
}

/// Plays random moves from a position; compares each before and after its turn is settled.
fn walk(slug: &str, start: &Position, random: &mut Pcg32) {
    let mut position = start.clone();
    for ply in 0..6 {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.next_u32() as usize % moves.len()];
        let next = position.play_unsettled(mv).expect("a legal move");
        if ply % 3 == 2 {
            compare(&format!("{slug}, {ply} moves on, not settled"), next.as_position());
        }
        position = next.settle();
    }
    compare(&format!("{slug}, some moves on"), &position);
}

#[test]
fn every_mode_gives_the_same_count() {
    let mut random = Pcg32::seed_from_u64(11);
    for game in catalog::games() {
        let variant = load(&game.slug);
        if let Some(start) = variant.start() {
            compare(&game.slug, &start);
            walk(&game.slug, &start, &mut random);
        }
    }
}

/// Outcomes that apply at the start of the first turn: a player without a move, a king that is
/// already captured.
#[test]
fn the_root_position_is_settled_before_counting() {
    for (slug, text) in [
        ("chess", "w:Ka1 b:Kc2,Qb3 turn=w"),
        ("chess", "w:Kh1,Ra8 b:Kh8,Pg7,Ph7 turn=b"),
        ("chess", "w:Kc6 b:Pc5,Ng2,Kc1 turn=w"),
        ("3-man-chess", "w:KWHd1 g:KGRd2,QWHd2,QWHd3 b:KBLd2 turn=w"),
    ] {
        let variant = load(slug);
        let position = threefold::notation::parse_unsettled(&variant, text).map(UnsettledPosition::into_position);
        compare(&format!("{slug}: {text}"), &position.unwrap_or_else(|it| panic!("{slug}: {text}: {it:?}")));
    }
}

#[test]
fn shipped_positions_have_equal_counts() {
    let mut count = 0;
    for path in files_under(&root().join("tests/perft"), "perft") {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        for line in text.lines().filter(|it| !it.starts_with('#') && it.contains('|')) {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            if parts[2] == "start" || parts[2].contains('/') {
                continue;
            }
            let variant = load(parts[1]);
            let position =
                threefold::notation::parse_unsettled(&variant, parts[2]).map(UnsettledPosition::into_position);
            compare(parts[0], &position.unwrap_or_else(|it| panic!("{}: {it:?}", parts[0])));
            count += 1;
        }
    }
    assert!(count > 10, "{count} positions");
}
