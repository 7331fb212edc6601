//! The search against a slow reference, and its promises: determinism, limits, mates in one.
//!
//! The reference is plain full-width minimax and max^n on public positions, with the same values
//! of the last positions and without any pruning.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use threefold::rules::{Position, Variant};
use threefold::search::{Algorithm, Budget, Clock, Evaluator, Limits, SearchMemory, SearchOptions, Weights, search};

use super::support::load;
use threefold::{parse_move, parse_position};

/// The six games and two mixtures: every combination of boards, check rules and scores.
const GAMES: [&str; 6] = ["chess", "trichess", "osullivan", "three-player-chess", "3-man-chess", "3-man-chess-video"];

/// Returns a position of a random game after a number of plies, unless the game ends before.
fn after(variant: &Variant, seed: u64, plies: u32) -> (Position, u32) {
    let mut position = variant.start().expect("the game has a starting position");
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let played = position.play_out(plies, &mut |count| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % count
    });
    (position, played)
}

fn options(algorithm: Algorithm, limits: Limits) -> SearchOptions {
    let new = SearchOptions::new(algorithm, limits);
    SearchOptions { table_bytes: 0, quiescence: false, selective: false, ..new }
}

/// Returns the paranoid value of a position for the player to move at `root`.
fn minimax(evaluator: &Evaluator, root: &Position, position: &Position, depth: u32, ply: usize) -> i32 {
    let seat = root.turn();
    let moves = position.legal_moves();
    if depth == 0 || moves.is_empty() || position.ending().is_some() || !position.is_living(seat) {
        return evaluator.values(position, root, ply)[seat.index()];
    }
    let values = moves.iter().map(|mv| {
        let next = position.play_unchecked(*mv).expect("a legal move");
        minimax(evaluator, root, &next, depth - 1, ply + 1)
    });
    if position.turn() == seat { values.max() } else { values.min() }.expect("there is a move")
}

/// Returns the max^n values of a position; ties go to the vector that is worse for the next players.
fn max_n(evaluator: &Evaluator, root: &Position, position: &Position, depth: u32, ply: usize) -> Vec<i32> {
    let moves = position.legal_moves();
    if depth == 0 || moves.is_empty() || position.ending().is_some() {
        return evaluator.values(position, root, ply);
    }
    let seat = position.turn().index();
    let vectors = moves.iter().map(|mv| {
        let next = position.play_unchecked(*mv).expect("a legal move");
        max_n(evaluator, root, &next, depth - 1, ply + 1)
    });
    let rank = |it: &Vec<i32>| {
        let mut rank: Vec<i32> = (0..it.len()).map(|step| -it[(seat + step) % it.len()]).collect();
        rank[0] = -rank[0];
        rank
    };
    vectors.max_by_key(rank).expect("there is a move")
}

#[test]
fn pruning_does_not_change_the_value() {
    for name in ["chess", "three-player-chess", "3-man-chess", "trichess", "osullivan"] {
        let variant = load(name);
        let evaluator = Evaluator::new(&variant);
        for (seed, plies) in [(1, 0), (2, 12), (3, 25), (4, 40), (5, 60)] {
            let (position, _) = after(&variant, seed, plies);
            if position.ending().is_some() {
                continue;
            }
            let depth = if name == "chess" { 3 } else { 2 };
            for depth in 1..=depth {
                let limits = Limits::depth(depth);
                let context = format!("{name}, seed {seed}, {plies} plies, depth {depth}");
                let expected = minimax(&evaluator, &position, &position, depth, 0);
                let found = search(&position, &evaluator, &options(Algorithm::Paranoid, limits));
                assert_eq!(found.lines[0].value, expected, "paranoid, {context}");
                let expected = max_n(&evaluator, &position, &position, depth, 0)[position.turn().index()];
                let found = search(&position, &evaluator, &options(Algorithm::MaxN, limits));
                assert_eq!(found.lines[0].value, expected, "max^n, {context}");
                // Up to two plies, no opponent's reply is left out.
                if depth <= 2 {
                    let paranoid = search(&position, &evaluator, &options(Algorithm::Paranoid, limits));
                    let brs = search(&position, &evaluator, &options(Algorithm::BestReply, limits));
                    assert_eq!(brs.lines[0].value, paranoid.lines[0].value, "best reply, {context}");
                }
            }
        }
    }
}

#[test]
fn three_players_deep_enough_for_every_seat() {
    for name in ["three-player-chess", "3-man-chess"] {
        let variant = load(name);
        let evaluator = Evaluator::new(&variant);
        // Late in a random game there are few pieces, so the reference is fast enough.
        let (position, _) = after(&variant, 11, 260);
        let limits = Limits::depth(3);
        if position.ending().is_some() {
            continue;
        }
        let expected = minimax(&evaluator, &position, &position, 3, 0);
        let found = search(&position, &evaluator, &options(Algorithm::Paranoid, limits));
        assert_eq!(found.lines[0].value, expected, "paranoid, {name}");
        let best_reply = search(&position, &evaluator, &options(Algorithm::BestReply, limits));
        assert!(best_reply.lines[0].value >= expected, "fewer replies cannot be worse: {name}");
        let expected = max_n(&evaluator, &position, &position, 3, 0)[position.turn().index()];
        let found = search(&position, &evaluator, &options(Algorithm::MaxN, limits));
        assert_eq!(found.lines[0].value, expected, "max^n, {name}");
    }
}

#[test]
fn searches_are_deterministic_and_keep_their_limits() {
    for name in GAMES {
        let variant = load(name);
        let evaluator = Evaluator::new(&variant);
        let (position, _) = after(&variant, 21, 30);
        for algorithm in Algorithm::ALL {
            for nodes in [1, 40, 3_000] {
                let options = SearchOptions { seed: 5, ..SearchOptions::new(algorithm, Limits::nodes(nodes)) };
                let found = search(&position, &evaluator, &options);
                let again = search(&position, &evaluator, &options);
                let context = format!("{name}, {algorithm:?}, {nodes} nodes");
                assert_eq!((&found.lines, found.nodes), (&again.lines, again.nodes), "{context}");
                assert!(found.nodes <= nodes, "{context}: {} nodes", found.nodes);
                let best = found.best().expect("there is a legal move");
                assert!(position.is_legal(best), "{context}");
                let mut at = position.clone();
                for mv in &found.lines[0].moves {
                    at = at.play(*mv).unwrap_or_else(|it| panic!("{context}: the line has an illegal move: {it:?}"));
                }
            }
        }
    }
}

#[test]
fn mates_in_one_are_found() {
    for name in GAMES {
        let variant = load(name);
        let evaluator = Evaluator::new(&variant);
        let mut found = 0;
        for seed in 0..600 {
            let (end, plies) = after(&variant, seed, 1_000);
            if found == 4 || end.ending().is_none() || plies == 0 {
                continue;
            }
            // The move before the end was made by the player to move one ply earlier.
            let (before, _) = after(&variant, seed, plies - 1);
            let seat = before.turn().index();
            let scores: Vec<i32> = end.scores().iter().map(|it| it.0).collect();
            if before.ending().is_some() || (0..scores.len()).any(|it| it != seat && scores[it] >= scores[seat]) {
                continue;
            }
            found += 1;
            for algorithm in Algorithm::ALL {
                let options = SearchOptions::new(algorithm, Limits::nodes(20_000));
                let result = search(&before, &evaluator, &options);
                let played = before.play(result.best().expect("a move")).expect("a legal move");
                let context = format!("{name}, seed {seed}, {algorithm:?}");
                assert!(played.ending().is_some(), "{context}: the game goes on");
                assert!(played.scores()[seat].0 >= scores[seat], "{context}: fewer points");
                assert_eq!(result.lines[0].plies_to_end, Some(1), "{context}");
            }
        }
        assert!(found > 0, "{name}: no random game ends with a win");
    }
}

#[test]
fn every_rulebook_can_be_searched() {
    for shipped in threefold::catalog::games() {
        let variant = load(&shipped.slug);
        let evaluator = Evaluator::new(&variant);
        let Some(start) = variant.start() else { continue };
        for algorithm in Algorithm::ALL {
            let found = search(&start, &evaluator, &SearchOptions::new(algorithm, Limits::nodes(150)));
            let best = found.best().expect("the start has legal moves");
            assert!(start.is_legal(best), "{}, {algorithm:?}", shipped.slug);
            let points = &found.lines[0].points;
            assert!(points.iter().all(|it| it.abs() < 100.0), "{}, {algorithm:?}: {points:?}", shipped.slug);
        }
    }
}

#[test]
fn equal_seats_have_equal_values() {
    for name in ["trichess", "osullivan", "three-player-chess", "3-man-chess"] {
        let variant = load(name);
        let start = variant.start().expect("a starting position");
        let values = Evaluator::new(&variant).values(&start, &start, 0);
        // The player to move has a bonus; rounding may differ between the others.
        let difference = (values[1] - values[2]).abs();
        assert!(values[0] > values[1] && difference <= values[0] / 500, "{name}: {values:?}");
    }
}

#[test]
fn several_lines_are_different_and_sorted() {
    for name in ["chess", "3-man-chess"] {
        let variant = load(name);
        let evaluator = Evaluator::new(&variant);
        let (position, _) = after(&variant, 8, 20);
        for algorithm in Algorithm::ALL {
            let options = SearchOptions { lines: 3, ..SearchOptions::new(algorithm, Limits::nodes(6_000)) };
            let found = search(&position, &evaluator, &options);
            let first: Vec<_> = found.lines.iter().map(|it| it.moves[0]).collect();
            assert_eq!(first.len(), 3, "{name}, {algorithm:?}");
            assert!(first[0] != first[1] && first[1] != first[2] && first[0] != first[2], "{name}, {algorithm:?}");
            for line in &found.lines {
                assert_eq!(line.points.len(), variant.rulebook().seats().len());
            }
            if algorithm != Algorithm::MonteCarlo {
                assert!(found.lines.is_sorted_by(|a, b| a.value >= b.value), "{name}, {algorithm:?}");
            }
        }
    }
}

#[test]
fn a_stop_flag_ends_the_search() {
    let variant = load("chess");
    let start = variant.start().expect("a starting position");
    let evaluator = Evaluator::new(&variant);
    for algorithm in Algorithm::ALL {
        let stop = Arc::new(AtomicBool::new(false));
        let options = SearchOptions { stop: Some(stop.clone()), ..SearchOptions::new(algorithm, Limits::default()) };
        std::thread::scope(|scope| {
            let running = scope.spawn(|| search(&start, &evaluator, &options));
            std::thread::sleep(Duration::from_millis(60));
            stop.store(true, Ordering::Relaxed);
            let begin = Instant::now();
            let found = running.join().expect("the search does not panic");
            assert!(found.best().is_some());
            // Far more than the promised time, because other tests run beside this one.
            assert!(begin.elapsed() < Duration::from_secs(2), "{algorithm:?}");
        });
    }
}

#[test]
fn a_set_flag_and_a_passed_time_end_the_search_after_a_few_nodes() {
    // On the largest boards, so many nodes take far less than 20 ms in an optimized build.
    const MOST: u64 = 256;
    for name in ["chess", "hexagon", "3-man-chess", "general-rules-on-the-ring"] {
        let variant = load(name);
        let evaluator = Evaluator::new(&variant);
        let start = variant.start().expect("a starting position");
        for algorithm in Algorithm::ALL {
            let stop = Some(Arc::new(AtomicBool::new(true)));
            let stopped = SearchOptions { stop, ..SearchOptions::new(algorithm, Limits::default()) };
            let late = SearchOptions::new(algorithm, Limits::time(Duration::ZERO));
            for options in [stopped, late] {
                let found = search(&start, &evaluator, &options);
                assert!(found.nodes <= MOST, "{name}, {algorithm:?}: {} nodes", found.nodes);
                assert!(found.best().is_some(), "{name}, {algorithm:?}");
            }
        }
    }
}

#[test]
fn a_clock_is_shared_among_the_remaining_moves() {
    let seconds = Duration::from_secs;
    let times = |left, increment| Clock { left, increment, moves: None }.times();
    for (left, increment) in [(60, 0), (60, 2), (3, 0), (1, 10), (0, 1)] {
        let (soft, hard) = times(seconds(left), seconds(increment));
        assert!(soft <= hard && hard <= seconds(left) * 4 / 5, "{left} + {increment}: {soft:?}, {hard:?}");
    }
    assert!(times(seconds(60), seconds(2)).0 > times(seconds(60), seconds(0)).0, "an increment gives time");
    // On a clock that only the moves move, no number of moves uses up the time.
    let (mut left, increment) = (seconds(60), Duration::from_millis(100));
    for _ in 0..200 {
        left = left - times(left, increment).1 + increment;
    }
    assert!(left > increment / 2, "{left:?}");
    let chess = load("chess");
    let evaluator = Evaluator::new(&chess);
    let nodes = |text: &str, left, increment| {
        let position = threefold::parse_position(&chess, text).expect(text);
        let limits =
            Limits { clock: Some(Clock { left, increment, moves: None }), depth: Some(4), ..Limits::default() };
        search(&position, &evaluator, &SearchOptions::new(Algorithm::default(), limits)).nodes
    };
    let many = "w:Kg1,Rd1,Pf2,Pg2,Ph2 b:Kg8,Re8,Pf7,Pg7,Ph7 turn=w";
    assert!(nodes(many, seconds(0), seconds(0)) <= 256, "without time, the first move counts");
    let unlimited = nodes(many, seconds(1_000_000), seconds(0));
    assert!(unlimited > 256, "{unlimited}");
    // The only legal move needs no thought.
    assert!(nodes("w:Ka1,Pa2 b:Kh8,Qb3 turn=w", seconds(1_000_000), seconds(0)) <= 256);
}

#[test]
fn a_memory_continues_the_tree_and_the_table_of_the_last_search() {
    for name in ["chess", "3-man-chess"] {
        let variant = load(name);
        let evaluator = Evaluator::new(&variant);
        for algorithm in [Algorithm::MonteCarlo, Algorithm::AlphaBeta] {
            let play = |memory: Option<SearchMemory>| {
                let mut position = variant.start().expect("a starting position");
                let options = |nodes| SearchOptions {
                    memory: memory.clone(),
                    ..SearchOptions::new(algorithm, Limits::nodes(nodes))
                };
                let found = search(&position, &evaluator, &options(4_000));
                let round = position.scores().len();
                for mv in &found.lines[0].moves[..round] {
                    position = position.play(*mv).expect("a legal line");
                }
                let again = search(&position, &evaluator, &options(60));
                assert!(again.nodes <= 60, "{name}, {algorithm:?}");
                again.lines
            };
            let lines = play(Some(SearchMemory::default()));
            assert_eq!(lines, play(Some(SearchMemory::default())), "{name}, {algorithm:?}: the same in every run");
            if algorithm == Algorithm::MonteCarlo {
                assert_ne!(lines, play(None), "{name}: the tree of the last search counts");
            }
        }
    }
}

#[test]
fn several_threads_find_what_one_finds() {
    let variant = load("chess");
    let evaluator = Evaluator::new(&variant);
    let (position, _) = after(&variant, 21, 30);
    for algorithm in [Algorithm::AlphaBeta, Algorithm::MonteCarlo] {
        let options = SearchOptions { threads: 3, ..SearchOptions::new(algorithm, Limits::nodes(9_001)) };
        let found = search(&position, &evaluator, &options);
        assert!(position.is_legal(found.best().expect("a move")), "{algorithm:?}");
        assert!(found.nodes <= 9_001, "{algorithm:?}");
        if algorithm == Algorithm::MonteCarlo {
            let again = search(&position, &evaluator, &options);
            assert_eq!((found.lines, found.nodes), (again.lines, again.nodes), "trees do not share anything");
        }
    }
}

#[test]
fn a_finished_game_has_no_best_move() {
    for name in GAMES {
        let variant = load(name);
        let evaluator = Evaluator::new(&variant);
        let mut seeds = 0..200;
        let end = seeds.find_map(|seed| Some(after(&variant, seed, 1_000).0).filter(|it| it.ending().is_some()));
        let end = end.expect("some random game ends");
        for algorithm in Algorithm::ALL {
            let found = search(&end, &evaluator, &SearchOptions::new(algorithm, Limits::nodes(100)));
            assert_eq!((found.best(), found.nodes), (None, 0), "{name}, {algorithm:?}");
        }
    }
}

#[test]
fn derived_weights_rank_the_pieces() {
    let variant = load("chess");
    let evaluator = Evaluator::derived(&variant);
    let weights: &Weights = evaluator.weights();
    let value = |letter: &str| {
        let kind = variant.rulebook().kind(letter).expect("a piece of chess");
        weights.full.pieces[kind.index()]
    };
    let order = ["P", "N", "B", "R", "Q"].map(value);
    assert!(order.is_sorted(), "{order:?}");
    assert!((80.0..130.0).contains(&order[0]) && order[4] > 700.0, "{order:?}");
    assert_eq!(value("K"), 0.0);
    assert_eq!(weights.rules, variant.hash());
    // The pieces are worth the same after a change of the weights that affects no piece.
    let tuned = Weights { tempo: 20.0, ..weights.clone() };
    assert_eq!(Evaluator::with_weights(&variant, tuned).weights().full, weights.full);
}

#[test]
fn budgets_are_read_and_printed() {
    for text in ["2000", "2s", "150ms"] {
        assert_eq!(Budget::parse(text).expect("a budget").to_string(), text);
    }
    assert_eq!(Budget::parse("20k"), Some(Budget::Nodes(20_000)));
    for text in ["", "0", "s", "-1", "2 s", "1e9", "2h", "99999999999999999999"] {
        assert_eq!(Budget::parse(text), None, "{text}");
    }
}

/// An army that is taken over counts for its new owner, so the search prefers the larger one.
#[test]
fn taking_over_a_larger_army_is_better() {
    let variant = load("gallery/zubrin");
    let evaluator = Evaluator::new(&variant);
    let king_of = |at: &str, text: &str| {
        let position = parse_position(&variant, text).expect("a position");
        let mv = parse_move(&position, at).expect("a legal move");
        (position.play(mv).expect("a legal move"), mv, position)
    };
    let value = |at: &str, text: &str| {
        let (after, ..) = king_of(at, text);
        evaluator.values(&after, &after, 0)[0]
    };
    let (bare, army) = ("w:Ke1,Rl12 r:Kh12 b:Kb8,Qd8 turn=w", "w:Ke1,Rl12 r:Kh12,Qe10,Rg10 b:Kb8,Qd8 turn=w");
    assert!(value("l12-h12", army) > value("l12-h12", bare));
    // The rook attacks both kings; one of the players has the larger army.
    for (best, text) in [
        ("l12-h12", "w:Ke1,Rl12 r:Kh12,Qe10,Rg10 b:Kl8,Pb7 turn=w"),
        ("l12-l8", "w:Ke1,Rl12 r:Kh12,Pg11 b:Kl8,Qd7,Rc7 turn=w"),
    ] {
        let (_, mv, position) = king_of(best, text);
        let found = search(&position, &evaluator, &SearchOptions::new(Algorithm::MaxN, Limits::depth(3)));
        assert_eq!(found.lines[0].moves.first(), Some(&mv), "{text}");
    }
}

/// A tree with few positions is searched very deeply within its nodes, so margins that grow with the depth must not overflow.
#[test]
fn a_small_tree_is_searched_to_a_great_depth() {
    let variant = load("chess");
    let position = parse_position(&variant, "k7/P7/K7/8/8/8/8/8 w - - 0 1").expect("a position");
    let evaluator = Evaluator::new(&variant);
    for algorithm in [Algorithm::BestReply, Algorithm::Paranoid, Algorithm::AlphaBeta] {
        let found = search(&position, &evaluator, &options(algorithm, Limits::nodes(20_000)));
        assert!(found.depth > 20 && !found.lines.is_empty(), "{algorithm:?}: {}", found.depth);
    }
}
