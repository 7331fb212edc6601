//! Lines between two squares of a position.
//!
//! Contains: [`connecting_line`], [`line_through`] and [`other_lines`]. Input: a scene and two squares. Output: the squares of each
//! line, with both ends. Does not know: which moves are legal, and how a line is drawn (`marks`).

use super::Scene;
use crate::board::{Heading, Path, Square, ray_paths};
use crate::rulebook::{Atom, AtomShape};

/// Returns the clear line between two squares or, if there is none, the shortest line through pieces.
pub(super) fn line_through(scene: &Scene, from: Square, to: Square) -> Vec<Square> {
    let clear = connecting_line(scene, from, to);
    if clear.len() > 2 {
        return clear;
    }
    let board = scene.variant.board();
    let rays = (0..board.headings).flat_map(|it| ray_paths(board, from, Heading(it), 0));
    let through = rays.filter_map(|ray| {
        let end = ray.squares.iter().position(|it| *it == to)?;
        Some([&[from], &ray.squares[..=end]].concat())
    });
    through.min_by_key(Vec::len).unwrap_or(clear)
}

/// Returns the shortest clear line between two squares, including both. Returns only the two
/// squares if there is none.
pub(super) fn connecting_line(scene: &Scene, from: Square, to: Square) -> Vec<Square> {
    let board = scene.variant.board();
    let headings = (0..board.headings).map(Heading);
    let rays = headings.flat_map(|it| ray_paths(board, from, it, 0));
    let clear = rays.filter_map(|ray| {
        let end = ray.squares.iter().position(|it| *it == to)?;
        let empty = ray.squares[..end].iter().all(|it| scene.is_empty(*it));
        empty.then(|| ray.squares[..=end].to_vec())
    });
    let mut line = vec![from];
    line.extend(clear.min_by_key(Vec::len).unwrap_or_else(|| vec![to]));
    line
}

/// Returns the further lines on which a checking piece attacks a king besides the shortest one, such as the other way around a
/// ring. The piece must move any number of steps on them. Skips lines that a barrier crosses.
pub(super) fn other_lines(scene: &Scene, from: Square, king: Square) -> Vec<Vec<Square>> {
    let board = scene.variant.board();
    let kinds = &scene.variant.rulebook().kinds;
    let Some(piece) = scene.pieces.iter().find(|it| it.0 == from) else { return Vec::new() };
    let atoms = &kinds[piece.1.kind.index()].movement.atoms;
    let rides = |heading: Heading| {
        let shape = if board.is_straight(heading) { AtomShape::Straight(1) } else { AtomShape::Diagonal(1) };
        let is_free = |it: &&Atom| it.range == 0 && it.capture && it.hop.is_none() && it.directions.is_none();
        atoms.iter().filter(is_free).any(|it| it.shape == shape)
    };
    let has_barrier = |ray: &Path, end: usize| {
        let mut before = [from].into_iter().chain(ray.squares.iter().copied()).zip(&ray.links).take(end + 1);
        before.any(|(at, link)| !board.links(at)[usize::from(*link)].1.barriers.is_empty())
    };
    let shortest = connecting_line(scene, from, king);
    let rays = (0..board.headings).map(Heading).filter(|it| rides(*it)).flat_map(|it| ray_paths(board, from, it, 0));
    let mut all: Vec<Vec<Square>> = Vec::new();
    for ray in rays {
        let Some(end) = ray.squares.iter().position(|it| *it == king) else { continue };
        let is_clear = ray.squares[..end].iter().all(|it| scene.is_empty(*it)) && !has_barrier(&ray, end);
        let line = [&[from], &ray.squares[..=end]].concat();
        if is_clear && line != shortest && !all.contains(&line) {
            all.push(line);
        }
    }
    all
}
