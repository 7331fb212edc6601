//! Squares as a list that a person reads: `a2 to h2`, `WHa1 and WHh1`.
//!
//! Input: squares of a board. Output: their names, blocks of files and ranks as from corner to
//! corner.

use crate::board::{Board, Square};
use crate::notation::name::joined;
use crate::sorting::{CompactSort, SortedMap};

/// Squares next to each other on a rank.
type RankRun = (u16, i16, i16);

/// Number of squares up to which a block is a list of squares.
const SMALL_BLOCK: usize = 4;

/// Several squares in words, blocks as ranges.
pub(super) fn squares_text(board: &Board, squares: &[Square]) -> String {
    if squares.is_empty() {
        return "no square".to_owned();
    }
    // Runs along ranks, then runs of the same files on ranks that follow each other.
    let mut ranks: SortedMap<(u16, i16), Vec<(i16, Square)>> = SortedMap::default();
    for square in squares {
        let info = board.info(*square);
        ranks.get_or_insert_with((info.patch, info.rank), Vec::new).push((info.file, *square));
    }
    let mut blocks: Vec<(RankRun, i16, Square, Square)> = Vec::new();
    for ((patch, rank), mut files) in ranks {
        files.compact_sort_by(Ord::cmp);
        let mut runs: Vec<(i16, i16, Square, Square)> = Vec::new();
        for (file, square) in files {
            match runs.last_mut() {
                // The names go on as the alphabet and the numbers do.
                Some(run) if run.1 + 1 == file && is_next(board.name(run.3), board.name(square)) => {
                    (run.1, run.3) = (file, square);
                }
                _ => runs.push((file, file, square, square)),
            }
        }
        for (first, last, from, to) in runs {
            let run = (patch, first, last);
            match blocks.iter_mut().find(|it| it.0 == run && it.1 + 1 == rank) {
                Some(block) => (block.1, block.3) = (rank, to),
                None => blocks.push((run, rank, from, to)),
            }
        }
    }
    blocks.compact_sort_by_key(|it| it.2);
    let is_block = |from: Square, to: Square| {
        let (one, other) = (board.info(from), board.info(to));
        one.rank != other.rank && one.file != other.file
    };
    let inside = |(patch, first, last): RankRun, from: Square, to: Square| -> Vec<Square> {
        let ranks = board.info(from).rank..=board.info(to).rank;
        let is_inside = |it: &Square| {
            let info = board.info(*it);
            info.patch == patch && (first..=last).contains(&info.file) && ranks.contains(&info.rank)
        };
        squares.iter().copied().filter(is_inside).collect()
    };
    let names: Vec<String> = blocks
        .iter()
        .flat_map(|it| match (it.2 == it.3, is_next(board.name(it.2), board.name(it.3))) {
            (true, _) => vec![board.name(it.2).to_owned()],
            (false, true) => vec![board.name(it.2).to_owned(), board.name(it.3).to_owned()],
            // The ends of a small block do not say which squares are between them.
            (false, false) if is_block(it.2, it.3) && inside(it.0, it.2, it.3).len() <= SMALL_BLOCK => {
                inside(it.0, it.2, it.3).into_iter().map(|it| board.name(it).to_owned()).collect()
            }
            (false, false) => {
                let (from, to) = (board.name(it.2), board.name(it.3));
                // A row of squares goes with the order of the names.
                let is_row = board.info(it.2).rank == board.info(it.3).rank;
                let (from, to) = if is_row && from.len() == to.len() && to < from { (to, from) } else { (from, to) };
                vec![format!("{from} to {to}")]
            }
        })
        .collect();
    joined(&names, "and")
}

/// A row of squares by its ends, or in parts if its names do not follow the alphabet.
pub(super) fn row(board: &Board, squares: &[Square]) -> String {
    let mut runs: Vec<(Square, Square)> = Vec::new();
    for it in squares {
        match runs.last_mut() {
            Some(run) if is_next(board.name(run.1), board.name(*it)) => run.1 = *it,
            _ => runs.push((*it, *it)),
        }
    }
    let one = |it: &(Square, Square)| match it.0 == it.1 {
        true => board.name(it.0).to_owned(),
        false => format!("{} to {}", board.name(it.0), board.name(it.1)),
    };
    joined(&runs.iter().map(one).collect::<Vec<_>>(), "and")
}

/// Ranges of squares as they are written in a file, in words: `a7 and a8` for `a7-a8`, and `a1 to c1` for `a1-c1`. A list with
/// more than `most` ranges is easier to read with short ones.
pub(super) fn ranges(written: Vec<&str>, most: usize) -> String {
    if written.len() > most {
        return joined(&written, "and");
    }
    let in_words = |it: &&str| match it.split_once('-') {
        Some((first, last)) if is_next(first, last) => vec![first.to_owned(), last.to_owned()],
        _ => vec![it.replace('-', " to ")],
    };
    joined(&written.iter().flat_map(in_words).collect::<Vec<_>>(), "and")
}

/// Reports whether two names differ by one letter of the alphabet or by one in their number.
fn is_next(one: &str, other: &str) -> bool {
    let split = |it: &str| {
        let letters = it.trim_end_matches(|it: char| it.is_ascii_digit()).to_owned();
        let number: i64 = it[letters.len()..].parse().unwrap_or(0);
        (letters, number)
    };
    let ((one, first), (other, second)) = (split(one), split(other));
    if one == other {
        return (first - second).abs() == 1;
    }
    let ends = |it: &str| it.chars().next_back().map(|last| (it[..it.len() - last.len_utf8()].to_owned(), last));
    let next = |(a, x): (String, char), (b, y): (String, char)| a == b && (x as i64 - y as i64).abs() == 1;
    first == second && ends(&one).zip(ends(&other)).is_some_and(|(one, other)| next(one, other))
}
