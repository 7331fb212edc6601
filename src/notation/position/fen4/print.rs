//! Prints positions in FEN4.
//!
//! Input: a [`Position`]. Output: one line of text, or the reason why there is none. Does not know how a text is parsed.

use super::super::fen::{FenObstacle, NoFen, confirmed, has_unusual_order};
use super::super::pieces::marks;
use super::{castlings, obstacle, square_at};
use crate::notation::seat_title;
use crate::policy::Points;
use crate::rules::{Position, Setup, Variant};

/// Prints the FEN4 of a position. It reads back as the same position unless the game is over.
///
/// ```
/// use threefold::notation::position::print_fen4;
///
/// let cross = threefold::load("cross-of-four")?.variant;
/// let fen = print_fen4(&cross.start().expect("a starting position"))?;
/// assert!(fen.starts_with("R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-x,x,x,yR,yN,yB,"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if the rulebook or the position has something that FEN4 cannot express, such as the
/// result of a game that the pieces do not show.
pub fn print_fen4(position: &Position) -> Result<String, NoFen> {
    let (variant, setup) = (position.variant(), position.setup());
    let book = variant.rulebook();
    if let Some(reason) = obstacle(book).or_else(|| unwritable(variant, &setup)) {
        return Err(NoFen(reason));
    }
    let flags = |test: &dyn Fn(crate::rulebook::SeatId) -> bool| {
        let flags: Vec<&str> = book.seat_ids().map(|it| if test(it) { "1" } else { "0" }).collect();
        flags.join(",")
    };
    let points: Vec<String> = setup.scores.iter().map(|it| (it.0 / Points::UNIT).to_string()).collect();
    let parts = [
        book.seats[setup.turn.index()].letter.to_ascii_uppercase(),
        flags(&|it| setup.out & it.bit() != 0),
        flags(&|it| setup.castling & castlings(book, it)[0] != 0),
        flags(&|it| setup.castling & castlings(book, it)[1] != 0),
        points.join(","),
        setup.quiet.to_string(),
    ];
    let options = en_passant(variant, &setup);
    confirmed(format!("{}-{options}{}", parts.join("-"), placement(variant, &setup)), position)
}

/// Returns what FEN4 cannot express in a position.
fn unwritable(variant: &Variant, setup: &Setup) -> Option<FenObstacle> {
    let book = variant.rulebook();
    let marked = setup.pieces.iter().find_map(|(square, piece)| {
        let mark = marks(variant, *square, piece).first()?.clone();
        let (piece, square) = (book.kinds[piece.kind.index()].label.clone(), book.board.name(*square).to_owned());
        Some(FenObstacle::MarkedPiece { piece, square, mark })
    });
    let split = book.seat_ids().find(|it| {
        let sides = castlings(book, *it);
        sides.iter().any(|side| setup.castling & side != 0 && setup.castling & side != *side)
    });
    let fraction = setup.over.is_none() && setup.scores.iter().any(|it| it.0 % Points::UNIT != 0 || it.0 < 0);
    let pool = setup.pool.iter().flatten().any(|it| *it > 0);
    let several = book.seat_ids().any(|it| setup.en_passant.iter().filter(|right| right.owner == it).count() > 1);
    marked
        .or_else(|| split.map(|it| FenObstacle::PartOfCastlings { square: seat_title(book, it) }))
        .or(fraction.then_some(FenObstacle::Points))
        .or(pool.then_some(FenObstacle::Pool))
        .or(has_unusual_order(setup).then_some(FenObstacle::Order))
        .or(several.then_some(FenObstacle::SeveralEnPassant))
}

/// Prints the option for en passant, with the hyphen after it; nothing if there is no such right.
fn en_passant(variant: &Variant, setup: &Setup) -> String {
    if setup.en_passant.is_empty() {
        return String::new();
    }
    let book = variant.rulebook();
    let name = |it| book.board.name(it);
    let right = |seat| {
        let right = setup.en_passant.iter().find(|it| it.owner == seat);
        right.map_or_else(|| "''".to_owned(), |it| format!("'{}:{}'", name(it.target), name(it.victim)))
    };
    let rights: Vec<String> = book.seat_ids().map(right).collect();
    format!("{{'enPassant':({})}}-", rights.join(","))
}

fn placement(variant: &Variant, setup: &Setup) -> String {
    let book = variant.rulebook();
    let (files, ranks) = book.board.patches().first().map_or((0, 0), |it| (it.files.into(), it.ranks.into()));
    let rank = |rank: usize| {
        let (mut items, mut run) = (Vec::new(), 0);
        for file in 0..files {
            let square = square_at(book, file, rank);
            let piece = square.and_then(|at| setup.pieces.iter().find(|it| it.0 == at));
            let item = match (square, piece) {
                (Some(_), None) => {
                    run += 1;
                    continue;
                }
                (None, _) => "x".to_owned(),
                (_, Some((_, piece))) => {
                    let dead = if setup.out & piece.seat.bit() != 0 { "d" } else { "" };
                    let (seat, kind) = (&book.seats[piece.seat.index()].letter, &book.kinds[piece.kind.index()].letter);
                    format!("{dead}{seat}{kind}")
                }
            };
            items.extend((run > 0).then(|| run.to_string()));
            run = 0;
            items.push(item);
        }
        items.extend((run > 0).then(|| run.to_string()));
        items.join(",")
    };
    let ranks: Vec<String> = (0..ranks).rev().map(rank).collect();
    ranks.join("/")
}
