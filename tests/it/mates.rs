//! Forced wins in one and two moves: the default search finds all of them.
//!
//! `tests/mates.txt` has 200 positions of sixteen rulebooks. The player to move is the attacker.
//! A position is a *win in k* if some first move wins against every play of all the others. To
//! win means that the game is over before the attacker would make move k + 1. The attacker then
//! has more points than every other player. With two players this is the usual mate in k; a stalemate
//! or another ending counts if the rulebook gives it the points. `forced` is the exhaustive
//! search that decides it. Each line names the rulebook, k, the position, and all first moves that
//! win the most points.
//!
//! `THREEFOLD_RENEW=1` generates the file again, from games between a searching player and
//! careless ones.

use threefold::notation::position::print;
use threefold::notation::{parse_move, parse_position, print_move};
use threefold::rulebook::SeatId;
use threefold::rules::{Move, Position, Variant};
use threefold::search::{Algorithm, Evaluator, Limits, SearchOptions, search};

use super::support::{Dice, is_slow, load, root};

/// The six games, then ten other rulebooks, each with its number of positions.
const RULEBOOKS: [(&str, usize); 16] = [
    ("chess", 15),
    ("trichess", 15),
    ("osullivan", 15),
    ("three-player-chess", 15),
    ("3-man-chess", 15),
    ("3-man-chess-video", 15),
    ("hexagon", 11),
    ("immune-army", 11),
    ("cylinder", 11),
    ("pawn-race", 11),
    ("berolina", 11),
    ("king-of-the-hill", 11),
    ("river", 11),
    ("removed-army", 11),
    ("general-rules-on-the-ring", 11),
    ("osullivan-elimination-on-96-squares", 11),
];
/// Maximum number of nodes of a search.
const NODES: u64 = 300_000;

/// Reports whether a seat has more points than every other.
fn is_ahead(position: &Position, seat: usize) -> bool {
    let scores = position.scores();
    (0..scores.len()).all(|it| it == seat || scores[it] < scores[seat])
}

/// Returns the points that a player gets for certain within a number of own moves, if the game
/// then ends with more points for them than for any other.
fn forced(position: &Position, seat: SeatId, own_moves: u32) -> Option<i32> {
    if position.ending().is_some() {
        let scores = position.scores();
        return is_ahead(position, seat.index()).then_some(scores[seat.index()].0);
    }
    let is_own = position.turn() == seat;
    if is_own && own_moves == 0 || !position.is_living(seat) {
        return None;
    }
    let moves = position.legal_moves();
    let values = moves.iter().map(|mv| {
        let next = position.play_unchecked(*mv).expect("a legal move");
        forced(&next, seat, own_moves - u32::from(is_own))
    });
    if is_own {
        values.flatten().max()
    } else {
        // The first play that escapes decides.
        values.collect::<Option<Vec<i32>>>().and_then(|it| it.into_iter().min())
    }
}

/// Returns the first moves that win the most points within `own_moves` moves.
fn winning_moves(position: &Position, own_moves: u32) -> (Option<i32>, Vec<Move>) {
    let seat = position.turn();
    let (mut best, mut found) = (None, Vec::new());
    for mv in position.legal_moves() {
        let next = position.play_unchecked(mv).expect("a legal move");
        let value = forced(&next, seat, own_moves - 1);
        if value > best {
            best = value;
            found.clear();
        }
        if value.is_some() && value == best {
            found.push(mv);
        }
    }
    (best, found)
}

/// A line of the file.
struct Puzzle {
    rulebook: String,
    own_moves: u32,
    position: String,
    solutions: Vec<String>,
}

fn puzzles() -> Vec<Puzzle> {
    let text = std::fs::read_to_string(root().join("tests/mates.txt")).expect("tests/mates.txt exists");
    let lines = text.lines().filter(|it| !it.starts_with('#'));
    let puzzle = |line: &str| {
        let [rulebook, own_moves, position, solutions] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("a line has four fields: {line}");
        };
        Puzzle {
            rulebook: rulebook.to_owned(),
            own_moves: own_moves.parse().expect("a number of moves"),
            position: position.to_owned(),
            solutions: solutions.split(' ').map(str::to_owned).collect(),
        }
    };
    lines.map(puzzle).collect()
}

/// Returns the positions of a game between a searching player and careless ones.
fn game(start: &Position, evaluator: &Evaluator, seed: u64) -> Vec<Position> {
    let mut dice = Dice(seed);
    let mut positions = vec![start.clone()];
    let strong = seed as usize % start.scores().len();
    while positions.len() < 400 {
        let position = &positions[positions.len() - 1];
        let moves = position.legal_moves();
        if position.ending().is_some() || moves.is_empty() {
            break;
        }
        let is_strong = position.turn().index() == strong;
        let mv = if is_strong || dice.one_in(2) {
            let nodes = if is_strong { 1_000 } else { 60 };
            let options =
                SearchOptions { seed: dice.roll(), ..SearchOptions::new(Algorithm::BestReply, Limits::nodes(nodes)) };
            search(position, evaluator, &options).best().expect("there is a move")
        } else {
            dice.pick(&moves).expect("there is a move")
        };
        let next = position.play_unchecked(mv).expect("a legal move");
        positions.push(next);
    }
    positions
}

/// Generates the lines of a rulebook.
pub fn generate(slug: &str, wanted: usize) -> Vec<String> {
    let variant = load(slug);
    let start = variant.start().expect("a starting position");
    let evaluator = Evaluator::new(&variant);
    let quotas = [0, wanted / 3, wanted - wanted / 3];
    let mut lines = [Vec::new(), Vec::new(), Vec::new()];
    let mut most_points = i32::MIN;
    for seed in 0..4_000 {
        let positions = game(&start, &evaluator, seed);
        let Some(end) = positions.last().filter(|it| it.ending().is_some()) else { continue };
        let Some(winner) = (0..end.scores().len()).find(|it| is_ahead(end, *it)) else { continue };
        let turns = positions.iter().rev().filter(|it| it.turn().index() == winner && it.ending().is_none());
        for (own_moves, position) in (1u32..=2).zip(turns) {
            let kind = own_moves as usize;
            if lines[kind].len() >= quotas[kind] || own_moves == 2 && winning_moves(position, 1).0.is_some() {
                continue;
            }
            let (points, moves) = winning_moves(position, own_moves);
            let Some(points) = points.filter(|it| *it >= most_points && moves.len() <= 3) else { continue };
            if points > most_points {
                most_points = points;
                lines = [Vec::new(), Vec::new(), Vec::new()];
            }
            let texts: Vec<String> = moves.iter().map(|it| print_move(position, *it)).collect();
            lines[kind].push(format!("{slug} | {own_moves} | {} | {}", print(position), texts.join(" ")));
        }
        if (1..=2).all(|it| lines[it].len() == quotas[it]) {
            break;
        }
    }
    lines.concat()
}

/// Reports whether the default search finds a solution, and its number of nodes.
fn solve(puzzle: &Puzzle, variant: &Variant, evaluator: &Evaluator) -> (bool, u64) {
    let position = parse_position(variant, &puzzle.position).expect("a legal position");
    let solution = |it: &String| parse_move(&position, it).expect("a legal move");
    let solutions: Vec<Move> = puzzle.solutions.iter().map(solution).collect();
    let found = search(&position, evaluator, &SearchOptions::new(Algorithm::default(), Limits::nodes(NODES)));
    (found.best().is_some_and(|it| solutions.contains(&it)), found.nodes)
}

#[test]
fn wins_in_one_and_two_moves_are_found() {
    if std::env::var("THREEFOLD_RENEW").is_ok_and(|it| it == "1") {
        let lines: Vec<String> = RULEBOOKS.iter().flat_map(|(slug, wanted)| generate(slug, *wanted)).collect();
        let head = "# rulebook | own moves | position | first moves that win; see tests/it/mates.rs\n";
        std::fs::write(root().join("tests/mates.txt"), format!("{head}{}\n", lines.join("\n")))
            .expect("a writable file");
    }
    let puzzles = puzzles();
    assert_eq!(puzzles.len(), 200);
    // The fast run has fewer positions of each rulebook.
    let share = if is_slow() { 1 } else { 4 };
    for (slug, count) in RULEBOOKS {
        let own: Vec<&Puzzle> = puzzles.iter().filter(|it| it.rulebook == slug).collect();
        assert_eq!(own.len(), count, "{slug}");
        let variant = load(slug);
        let evaluator = Evaluator::new(&variant);
        for puzzle in own.iter().rev().step_by(share) {
            let (is_solved, nodes) = solve(puzzle, &variant, &evaluator);
            assert!(is_solved, "{slug}: {} after {nodes} nodes", puzzle.position);
        }
    }
}

#[test]
fn the_solutions_are_those_of_an_exhaustive_search() {
    let puzzles = puzzles();
    for (slug, _) in RULEBOOKS {
        let variant = load(slug);
        for puzzle in puzzles.iter().filter(|it| it.rulebook == slug && (is_slow() || it.own_moves == 1)) {
            let position = parse_position(&variant, &puzzle.position).expect("a legal position");
            let (_, moves) = winning_moves(&position, puzzle.own_moves);
            let texts: Vec<String> = moves.iter().map(|it| print_move(&position, *it)).collect();
            assert_eq!(texts, puzzle.solutions, "{slug}: {}", puzzle.position);
        }
    }
}
