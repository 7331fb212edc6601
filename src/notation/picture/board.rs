//! Arranges blocks of squares: one block, an unrolled ring, or three arms, with joins and a legend below.
//!
//! Input: the marks of a position. Output: lines. Does not know how a block is drawn.

use super::rows::{Grid, lines};
use super::{BoardMarks, Marks, TextLayout, layout, wrapped};
use crate::board::{Board, Square};
use crate::notation::NameParts;
use crate::rulebook::SeatId;
use crate::rules::{Move, Position};

/// Draws the board alone, with a legend.
///
/// [`notation`](crate::notation) has an example.
pub fn board_text(position: &Position, last: Option<Move>) -> String {
    board_text_at(position, last, &[])
}

/// Draws the board alone, with a sign on the marked squares.
///
/// [`notation`](crate::notation) has an example.
pub fn board_text_at(position: &Position, last: Option<Move>, at: &[Square]) -> String {
    board_text_with(position, &BoardMarks { last, at: at.to_vec(), ..BoardMarks::default() })
}

/// Draws the board alone, with these marks, from the side of their seat.
pub(super) fn board_text_with(position: &Position, marks: &BoardMarks) -> String {
    let seat = marks.seat;
    let marks = Marks::new(position, marks);
    let (drawn, grids) = match layout(position) {
        TextLayout::Hexes => (super::hexes::lines(&marks), Vec::new()),
        TextLayout::Blocks => blocks(&marks, seat),
        TextLayout::Ring => {
            let grid = ring(position, seat);
            (lines(&marks, &grid, false, true), vec![grid])
        }
        TextLayout::Arms => arms(&marks, seat),
    };
    let mut out: String = drawn.iter().flat_map(|it| [it.as_str(), "\n"]).collect();
    // The names of blocks and the list of joined squares have colons, too.
    let is_name =
        |it: &str| position.variant().board().patches.iter().any(|patch| it.trim() == format!("{}:", patch.name));
    let squares: String = drawn.iter().filter(|it| !is_name(it)).map(String::as_str).collect();
    let joins = joins(position, &grids);
    if !joins.is_empty() {
        out.push_str(&wrapped(&format!("Joined: {joins}."), "", "  ", super::WIDTH));
    }
    let legend = marks.legend(&out, &barriers(position, &squares));
    if !legend.is_empty() {
        out.push_str(&format!("{legend}\n"));
    }
    out
}

/// Arranges a patch as a grid, with the last rank on top.
fn grid(board: &Board, patch: u16) -> Grid {
    let own: Vec<Square> = board.squares().filter(|it| board.info(*it).patch == patch).collect();
    let files = own.iter().map(|it| board.info(*it).file).max().map_or(0, |it| it as usize + 1);
    let ranks = own.iter().map(|it| board.info(*it).rank).max().map_or(0, |it| it as usize + 1);
    let mut rows = vec![vec![None; files]; ranks];
    for square in own {
        let info = board.info(square);
        if let (Ok(file), Ok(rank)) = (usize::try_from(info.file), usize::try_from(info.rank)) {
            rows[ranks - 1 - rank][file] = Some(square);
        }
    }
    Grid { rows, is_round: false }
}

fn blocks(marks: &Marks, seat: Option<SeatId>) -> (Vec<String>, Vec<Grid>) {
    let board = marks.position.variant().board();
    let mut grids: Vec<Grid> = (0..board.patches.len() as u16).map(|it| grid(board, it)).collect();
    // Headings are numbered clockwise, eight of them.
    let turned = seat.and_then(|it| marks.position.variant().rulebook().seats.get(it.index()));
    if let ([grid], Some(seat)) = (&mut grids[..], turned) {
        (0..seat.faces.0 / 2).for_each(|_| grid.turn());
    }
    let mut out = Vec::new();
    for (index, grid) in grids.iter().enumerate() {
        if grids.len() > 1 {
            out.push(format!("{}{}:", if index > 0 { "\n" } else { "" }, board.patches[index].name));
        }
        out.extend(lines(marks, grid, false, false));
    }
    (out, grids)
}

/// Returns the square of the first piece of a seat in the starting position.
fn home(position: &Position, seat: Option<SeatId>) -> Option<Square> {
    let seat = seat?;
    position.variant().rulebook().setup.iter().flatten().find(|it| it.0 == seat).map(|it| it.2)
}

/// Arranges a ring, cut between two sections, as seen from a player at the rim. Their section comes first.
fn ring(position: &Position, seat: Option<SeatId>) -> Grid {
    let (board, book) = (position.variant().board(), position.variant().rulebook());
    let mut grid = grid(board, 0);
    // Seen from the rim, clockwise is to the left.
    let place = |it: Square| (board.info(it).x, board.info(it).y);
    let rim = grid.rows.last().cloned().unwrap_or_default();
    let turn: f32 = rim
        .windows(2)
        .filter_map(|it| Some((place(it[0]?), place(it[1]?))))
        .map(|((ax, ay), (bx, by))| ax * by - ay * bx)
        .sum();
    if turn < 0.0 {
        grid.rows.iter_mut().for_each(|row| row.reverse());
    }
    // Without a seat, the row starts with the section of the first file.
    let section = |it: &Option<Square>| it.map(|it| NameParts::of(book, it).section);
    let rim = grid.rows.last().cloned().unwrap_or_default();
    let first_file = rim.iter().find(|it| it.is_some_and(|it| board.info(it).file == 0)).copied().flatten();
    let home = section(&home(position, seat).or(first_file));
    let count = rim.len();
    let starts = |at: &usize| section(&rim[*at]) == home && section(&rim[(*at + count - 1) % count]) != home;
    let first = (0..count).find(starts).unwrap_or(0);
    grid.rows.iter_mut().for_each(|row| row.rotate_left(first));
    grid.is_round = true;
    grid
}

/// Arranges three patches: that of the seat below, the one before it at the upper left, the one after it at the upper
/// right, both upside down.
fn arms(marks: &Marks, seat: Option<SeatId>) -> (Vec<String>, Vec<Grid>) {
    const BETWEEN: usize = 5;
    let board = marks.position.variant().board();
    let first = home(marks.position, seat).map_or(0, |it| board.info(it).patch);
    let grids: Vec<Grid> = (0..3)
        .map(|at| {
            let mut grid = grid(board, (first + at) % 3);
            if at > 0 {
                (0..2).for_each(|_| grid.turn());
            }
            grid
        })
        .collect();
    let (below, left, right) = (
        lines(marks, &grids[0], false, false),
        lines(marks, &grids[2], true, false),
        lines(marks, &grids[1], true, false),
    );
    let width = left.iter().map(|it| it.chars().count()).max().unwrap_or(0);
    let mut out: Vec<String> = (0..left.len().max(right.len()))
        .map(|it| {
            let (left, right) = (left.get(it).map_or("", String::as_str), right.get(it).map_or("", String::as_str));
            format!("{left:<width$}{}{right}", " ".repeat(BETWEEN)).trim_end().to_owned()
        })
        .collect();
    out.push(String::new());
    let indent = " ".repeat((width + BETWEEN) / 2);
    out.extend(below.iter().map(|it| format!("{indent}{it}").trim_end().to_owned()));
    (out, grids)
}

/// Lists the straight links between squares that are not adjacent in the drawing.
fn joins(position: &Position, grids: &[Grid]) -> String {
    const SHOWN: usize = 24;
    let board = position.variant().board();
    let mut pairs = Vec::new();
    for from in board.squares() {
        for (to, link) in board.links(from) {
            let pair = (from.min(*to), from.max(*to));
            let apart = !grids.is_empty() && !grids.iter().any(|it| it.touches(pair.0, pair.1));
            if board.is_straight(link.heading) && apart && !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    let shown: Vec<String> =
        pairs.iter().take(SHOWN).map(|(a, b)| format!("{}-{}", board.name(*a), board.name(*b))).collect();
    let more = if pairs.len() > SHOWN { format!(" and {} more", pairs.len() - SHOWN) } else { String::new() };
    shown.join(", ") + &more
}

/// Returns the signs of barriers in a picture, with the barriers' names.
fn barriers(position: &Position, drawn: &str) -> Vec<(char, String)> {
    let (board, book) = (position.variant().board(), position.variant().rulebook());
    let open = position.barriers();
    let mut signs: Vec<(char, Vec<&str>)> = vec![('#', Vec::new()), ('=', Vec::new()), (':', Vec::new())];
    for square in board.squares() {
        for (_, link) in board.links(square) {
            for barrier in link.barriers.iter().map(|it| usize::from(*it)) {
                let sign = match (board.is_straight(link.heading), open.get(barrier).copied().unwrap_or(false)) {
                    (true, false) => 0,
                    (true, true) => 1,
                    (false, _) => 2,
                };
                let name = book.barriers[book.barrier_instances[barrier].barrier].label.as_str();
                if !signs[sign].1.contains(&name) {
                    signs[sign].1.push(name);
                }
            }
        }
    }
    // A barrier that blocks straight steps is listed with the sign of those.
    let straight: Vec<&str> = signs[0].1.iter().chain(&signs[1].1).copied().collect();
    signs[2].1.retain(|it| !straight.contains(it));
    let state = |sign: char| if sign == '=' { " (open)" } else { "" };
    let shown = signs.iter().filter(|(sign, names)| drawn.contains(*sign) && !names.is_empty());
    shown.map(|(sign, names)| (*sign, format!("{}{}", names.join(", "), state(*sign)))).collect()
}
