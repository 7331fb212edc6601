//! Perft: every line of `tests/perft/`, for each of the games, to a depth that the node budget
//! allows. The last word of a line is the origin of its counts: `published` by others, `agreed`
//! on by independent engines, or our `own`, confirmed by the slow reference.

use super::support::{fen, files_under, is_slow, load, root};
use std::rc::Rc;
use threefold::notation::position::parse_setup;
use threefold::rules::{Position, Variant};
use threefold_oracle::{Geometry, State};

/// A line of a perft file.
struct Line {
    place: String,
    variant: String,
    position: String,
    counts: Vec<(u32, u64)>,
}

/// Parses `id | variant | position | depth nodes, depth nodes | origin`.
fn lines() -> Vec<Line> {
    let mut lines = Vec::new();
    for path in files_under(&root().join("tests/perft"), "perft") {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let file = path.file_name().expect("a file").to_string_lossy().into_owned();
        for line in text.lines().filter(|it| !it.starts_with('#') && !it.trim().is_empty()) {
            let parts: Vec<&str> = line.split('|').map(str::trim).collect();
            let [id, variant, position, counts, origin] = parts[..] else { panic!("{file}: five parts: {line}") };
            assert!(matches!(origin, "published" | "agreed" | "own"), "{file}: {id}: origin {origin}");
            let counts = counts.split(',').map(|it| {
                let mut words = it.split_whitespace().map(|it| it.parse::<u64>().expect("a number"));
                (words.next().expect("a depth") as u32, words.next().expect("a count"))
            });
            lines.push(Line {
                place: format!("{file}: {id}"),
                variant: variant.to_owned(),
                position: position.to_owned(),
                counts: counts.collect(),
            });
        }
    }
    assert!(!lines.is_empty(), "no perft files");
    lines
}

fn position(line: &Line, variant: &Variant) -> Position {
    match line.position.as_str() {
        "start" => variant.start().expect("a starting position"),
        text => {
            let text = if text.contains('/') && !text.contains('[') { fen(text) } else { text.to_owned() };
            threefold::notation::parse_position(variant, &text).unwrap_or_else(|it| panic!("{}: {it:?}", line.place))
        }
    }
}

/// Counts with the slow reference, which never uses the engine.
fn state(line: &Line, variant: &Variant) -> State {
    let book = Rc::new(variant.rulebook().clone());
    let ways = Rc::new(Geometry::new(&book));
    let mut state = match line.position.as_str() {
        "start" => State::start(&book, &ways).expect("a starting position"),
        text => {
            let text = if text.contains('/') && !text.contains('[') { fen(text) } else { text.to_owned() };
            State::new(&book, &ways, &parse_setup(variant, &text).unwrap_or_else(|it| panic!("{}: {it:?}", line.place)))
        }
    };
    state.settle(1);
    state
}

fn compare(budget: u64, count: impl Fn(&Line, &Variant, u32) -> u64) {
    let mut errors = Vec::new();
    for line in lines() {
        let variant = load(&line.variant);
        let mut spent = 0;
        for (depth, expected) in &line.counts {
            spent += expected;
            if spent > budget {
                break;
            }
            let found = count(&line, &variant, *depth);
            if found != *expected {
                errors.push(format!("{} ({}), depth {depth}: {found}, not {expected}", line.place, line.variant));
                break;
            }
        }
    }
    assert!(errors.is_empty(), "\n{}\n", errors.join("\n"));
}

#[test]
fn the_engine_matches_the_expected_counts() {
    let budget = if is_slow() { 40_000_000 } else { 1_000_000 };
    compare(budget, |line, variant, depth| position(line, variant).perft(depth));
}

#[test]
fn the_reference_matches_the_expected_counts() {
    let budget = if is_slow() { 20_000 } else { 4_500 };
    compare(budget, |line, variant, depth| state(line, variant).perft(depth));
}

/// Returns the lines of a file of `tests/perft/` without comments.
fn facts(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("tests/perft").join(name)).expect("a readable file");
    let lines = text.lines().filter(|it| !it.starts_with('#') && !it.trim().is_empty());
    lines.map(str::to_owned).collect()
}

/// Every game in the main folder and in the gallery has counts.
#[test]
fn every_game_has_counts() {
    let lines = lines();
    let is_counted = |slug: &str| !slug.contains('/') || slug.starts_with("gallery/");
    let in_front = threefold::catalog::games().filter(|it| is_counted(&it.slug));
    let bare = |slug: &str| !lines.iter().any(|it| it.variant == slug);
    let bare: Vec<_> = in_front.filter(|it| bare(&it.slug)).map(|it| it.slug.clone()).collect();
    assert!(bare.is_empty(), "no counts for {bare:?}");
}

#[test]
fn chess_counts_match_published_counts() {
    let chess = load("chess");
    let budget = if is_slow() { 1_000_000 } else { 30_000 };
    for line in facts("chess.epd") {
        let mut parts = line.split(';');
        let board = parts.next().expect("a position").trim();
        let list = fen(board);
        let position =
            threefold::notation::parse_position(&chess, &list).unwrap_or_else(|it| panic!("{board}: {it:?}"));
        let mut spent = 0;
        for count in parts {
            let (depth, nodes) = count.trim().trim_start_matches('D').split_once(' ').expect("D1 20");
            let (depth, nodes): (u32, u64) = (depth.parse().expect("a depth"), nodes.trim().parse().expect("a count"));
            spent += nodes;
            if spent > budget {
                break;
            }
            assert_eq!(position.perft(depth), nodes, "{board}, depth {depth}");
        }
    }
}

/// Returns the square of a number in `96-squares.moves`: player, and rank and file as that
/// player sees them.
fn square_of(number: usize) -> String {
    let (player, rank, file) = (number / 32, number % 32 / 8, number % 8);
    // The players sit clockwise; on our board the second of them is Black, the third Red.
    let files = ["abcdefgh", "lkjidcba", "hgfeijkl"][player];
    let first = [1i32, 8, 12][player];
    let step = [1, -1, -1][player];
    format!("{}{}", &files[file..=file], first + step * rank as i32)
}

#[test]
fn the_96_squares_match_independent_move_lists() {
    // Those players move clockwise; only the order of play differs.
    let game = load("three-player-chess");
    let seats = ["w", "b", "r"];
    for line in facts("96-squares.moves") {
        let parts: Vec<&str> = line.split('|').collect();
        let turn: usize = parts[0].trim().parse().expect("a player");
        let mut pieces = [Vec::new(), Vec::new(), Vec::new()];
        let (mut number, mut empty) = (0, 0);
        for letter in parts[1].chars() {
            if let Some(digit) = letter.to_digit(10) {
                empty = 10 * empty + digit as usize;
                continue;
            }
            number += std::mem::take(&mut empty);
            let which = letter as usize - 'A' as usize;
            let kind = ["P", "N", "B", "R", "Q", "K"][which % 6];
            pieces[which / 6].push(format!("{kind}{}", square_of(number)));
            number += 1;
        }
        let sides = (0..3).map(|it| format!("{}:{}", seats[it], pieces[it].join(",")));
        let list = format!("{} turn={}", sides.collect::<Vec<_>>().join(" "), seats[turn]);
        let read = threefold::notation::parse_unsettled(&game, &list);
        let position = read.unwrap_or_else(|it| panic!("{list}: {it:?}")).into_position();
        let board = game.board();
        let name = |it: &str| board.square(&square_of(it.parse().expect("a number"))).expect("a square");
        let mut expected = Vec::new();
        for group in parts[2].split_whitespace() {
            let (from, ends) = group.split_once(':').expect("from:to,to");
            expected.extend(ends.split(',').map(|to| (name(from), name(to))));
        }
        let mut found: Vec<_> = position
            .legal_moves()
            .iter()
            .map(|it| {
                let to = it.destination().expect("a destination");
                (it.origin().unwrap_or(to), to)
            })
            .collect();
        expected.sort();
        found.sort();
        found.dedup();
        assert_eq!(found, expected, "{list}");
    }
}

/// Threads, a transposition table and playing every leaf give the same count.
#[test]
fn all_perft_modes_give_the_same_count() {
    use threefold::rules::PerftOptions;
    let plain = PerftOptions::default();
    let ways = [
        plain.with_played_leaves(),
        plain.with_threads(3),
        plain.with_table_bytes(100_000),
        plain.with_played_leaves().with_threads(2).with_table_bytes(10_000),
    ];
    // One more ply costs most of these games thirty times as much.
    let deeper = u32::from(is_slow());
    for (slug, depth) in [
        ("chess", 3 + deeper),
        ("3-man-chess", 3),
        ("three-player-chess", 3),
        ("trichess", 3),
        ("osullivan", 3 + deeper),
    ] {
        let start = load(slug).start().expect("a starting position");
        let count = start.perft(depth);
        for way in &ways {
            assert_eq!(start.perft_by(depth, way), count, "{slug} by {way:?}");
        }
    }
    // Kings are captured, pieces are liberated and barriers open on the way: the keys of the
    // table must distinguish all these states.
    for line in lines().iter().filter(|it| it.position != "start") {
        let (position, depth) = (position(line, &load(&line.variant)), line.counts[0].0.max(3));
        let count = position.perft(depth);
        assert_eq!(position.perft_by(depth, &ways[2]), count, "{}", line.place);
    }
}

/// A capture that makes checkmate impossible has the same count in `perft` and in `divide`.
#[test]
fn counts_by_first_move_add_up() {
    let position = ["perft", "chess", "--depth", "2", "--position", "w:Kc6 b:Pc5,Ng2,Kc1 turn=w"];
    for more in [&[][..], &["--divide"], &["--threads", "2"], &["--hash", "1"], &["--play-leaves"]] {
        let run = super::support::ask(&[&position, more].concat());
        assert_eq!((run.code, run.out.lines().last()), (0, Some("79")), "{more:?}: {}", run.err);
    }
}
