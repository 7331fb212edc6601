//! Positions in X-FEN, the notation of chess programs: `PLACEMENT SIDE CASTLING EP HALFMOVES NUMBER`.
//!
//! Input: the words of a text, or a [`Position`]. Output: a [`Setup`] with the places of its parts, or one line of
//! text. Does not know files, terminals and rules.
//!
//! X-FEN fits rulebooks for two players on one rectangle of squares without holes. Each square is named by a letter
//! and a number, and each kind of piece by one letter. The pools from which pieces
//! are dropped follow the placement in brackets: `[Pn]`. Where SFEN fits, promoted pieces are `+P`, as in SFEN;
//! elsewhere, a promoted queen that turns back into a pawn is `Q~`. X-FEN cannot express tags, other pools, barriers that open, and the
//! total of captured pieces; [`obstacle`] names the first of these. `w` and uppercase letters mean the first player in
//! turn order.
//!
//! X-FEN does not record which pieces have moved. If a rule depends on that, a piece counts as unmoved on a square of
//! the starting position of its kind and player, and as moved elsewhere, as in the list form. The en passant square is
//! the square that was passed. A position does not know the number of the move, so 1 is printed.

mod form;
mod gating;
mod obstacle;
mod read;
mod sfen;

use form::FenForm;
pub use obstacle::{FenObstacle, NoFen};
pub(super) use obstacle::{confirmed, has_unusual_order};
pub(super) use sfen::is_sfen;
pub use sfen::print_sfen;
pub(crate) use sfen::{is_promoted_form, usual_letters};

use super::fields::usual_age;
use super::pieces::{layout, marks};
use super::scan::TextSlice;
use crate::board::{Heading, Square};
use crate::notation::name::NameParts;
use crate::notation::seat_title;
use crate::policy::{NameForm, PatchShape, Who};
use crate::rulebook::{AtomShape, KindId, PlaceTest, Player, Rulebook, SeatId};
use crate::rules::{Piece, Position, Setup, Variant};
use crate::sorting::CompactSort;

/// Returns the reason why a board does not fit chess programs; `None` for two players on one rectangle whose squares
/// have plain names.
pub(crate) fn board_obstacle(book: &Rulebook) -> Option<FenObstacle> {
    if book.seats.len() != 2 {
        return Some(FenObstacle::Players { players: book.seats.len() });
    }
    let board = &book.board;
    let layout = layout(book);
    let is_full = |patch: &crate::board::PatchInfo| {
        patch.shape == PatchShape::Rectangle
            && layout[0].len() == usize::from(patch.ranks)
            && layout[0].iter().all(|it| it.len() == usize::from(patch.files))
    };
    if board.headings != 8 || board.patches.len() != 1 || !is_full(&board.patches[0]) {
        return Some(FenObstacle::Board);
    }
    let is_plain = |square: Square| {
        let parts = NameParts::of(book, square);
        parts.section.is_empty()
            && !parts.rank.is_empty()
            && parts.file.len() == 1
            && parts.file.bytes().all(|it| it.is_ascii_lowercase())
    };
    let has_plain_names = book.name_form == NameForm::FileRank && board.squares().all(is_plain);
    (!has_plain_names).then_some(FenObstacle::SquareNames)
}

/// Returns the reason why positions of a rulebook cannot be written in X-FEN; `None` if they can.
pub(super) fn obstacle(book: &Rulebook) -> Option<FenObstacle> {
    if let Some(obstacle) = board_obstacle(book) {
        return Some(obstacle);
    }
    let board = &book.board;
    for (index, kind) in book.kinds.iter().enumerate() {
        if kind.letter.len() != 1 || !kind.letter.bytes().all(|it| it.is_ascii_alphabetic()) {
            return Some(FenObstacle::Letter { piece: kind.label.clone(), letter: kind.letter.clone() });
        }
        if let Some(other) = book.kinds[..index].iter().find(|it| it.letter.eq_ignore_ascii_case(&kind.letter)) {
            return Some(FenObstacle::EqualLetters { pieces: [other.label.clone(), kind.label.clone()] });
        }
    }
    let across = |it: &crate::rulebook::Castling| {
        let (king, rook) = (board.info(it.king.0), board.info(it.rook.0));
        king.rank != rook.rank || king.file == rook.file
    };
    let [tag, barrier, castling] = [
        book.tags.first().map(|it| FenObstacle::Mark { mark: it.name.clone() }),
        book.barrier_instances
            .iter()
            .find(|it| it.state_bit.is_some())
            .map(|it| FenObstacle::Barrier { barrier: it.name.clone() }),
        book.castlings.iter().find(|it| across(it)).map(|it| FenObstacle::Castling { castling: it.name.clone() }),
    ];
    let gates = book.seat_ids().find_map(|it| gating::shared_file(book, it));
    let pool = (book.has_pool && !book.has_hand()).then_some(FenObstacle::Pool);
    let losses = book.counts_gross_losses().then_some(FenObstacle::Losses);
    tag.or(pool).or(barrier).or(losses).or(castling).or(gates)
}

/// Returns a counter that has counted a move, which a FEN does not record.
fn counted(book: &Rulebook, setup: &Setup) -> Option<FenObstacle> {
    let counts = |index: &usize| setup.counters.iter().any(|it| it.get(*index).is_some_and(|it| *it != 0));
    let index = (0..book.counters.len()).find(counts)?;
    Some(FenObstacle::Counter { counter: book.counters[index].name.clone() })
}

/// Prints the X-FEN of a position. It reads back as the same position unless the game is over, because X-FEN does not
/// record how a game ended.
///
/// [`notation`](crate::notation) has an example.
///
/// # Errors
/// Fails if the rulebook or the position has something that X-FEN cannot express, such as the result of a game that the
/// pieces do not show.
pub fn print_fen(position: &Position) -> Result<String, NoFen> {
    let (variant, setup) = (position.variant(), position.setup());
    let book = variant.rulebook();
    let form = FenForm::of(variant);
    if let Some(reason) = &form.obstacle {
        return Err(NoFen(reason.clone()));
    }
    if let Some(seat) = book.seat_ids().find(|it| setup.out & it.bit() != 0) {
        return Err(FenObstacle::Eliminated { player: seat_title(book, seat) }.into());
    }
    if setup.over.is_none() && setup.scores.iter().any(|it| it.0 != 0) {
        return Err(FenObstacle::Points.into());
    }
    if has_unusual_order(&setup) {
        return Err(FenObstacle::Order.into());
    }
    if let Some(reason) = counted(book, &setup) {
        return Err(reason.into());
    }
    let mut ranks = Vec::new();
    for squares in &form.ranks {
        ranks.push(rank(variant, &setup, squares, &form)?);
    }
    let side = if setup.turn.0 == 0 { "w" } else { "b" };
    let (castling, passed) = (castling(book, &setup)?, passed_square(variant, &setup)?);
    let line = format!("{}{} {side} {castling} {passed} {} 1", ranks.join("/"), pools(book, &setup), setup.quiet);
    confirmed(line, position)
}

/// Prints the pools in brackets, `[Pn]`; nothing if no piece is ever dropped.
fn pools(book: &Rulebook, setup: &Setup) -> String {
    if !book.has_hand() {
        return String::new();
    }
    let mut out = String::new();
    for (seat, pool) in setup.pool.iter().enumerate() {
        for (count, kind) in pool.iter().zip(&book.kinds) {
            let letter = if seat == 0 { kind.letter.to_ascii_uppercase() } else { kind.letter.to_ascii_lowercase() };
            out.push_str(&letter.repeat(usize::from(*count)));
        }
    }
    format!("[{out}]")
}

fn rank(variant: &Variant, setup: &Setup, squares: &[Square], form: &FenForm) -> Result<String, NoFen> {
    let book = variant.rulebook();
    let (mut out, mut run) = (String::new(), 0);
    for square in squares {
        let Some((_, piece)) = setup.pieces.iter().find(|it| it.0 == *square) else {
            match setup.blockers.contains(square) {
                true if run > 0 => out.push_str(&format!("{}*", std::mem::take(&mut run))),
                true => out.push('*'),
                false => run += 1,
            }
            continue;
        };
        let kind = &book.kinds[piece.kind.index()];
        // The letters of castling rights tell which of these pieces have moved.
        let is_said = |it: &&String| *it == "moved" && gating::is_home(book, *square, piece);
        if let Some(mark) = marks(variant, *square, piece).iter().find(|it| !is_said(it)) {
            let (piece, square) = (kind.label.clone(), book.board.name(*square).to_owned());
            return Err(FenObstacle::MarkedPiece { piece, square, mark: mark.clone() }.into());
        }
        if run > 0 {
            out.push_str(&run.to_string());
        }
        run = 0;
        let usual = form.letters.get(piece.kind.index()).unwrap_or(&kind.letter);
        out.push_str(&match form.promoted[piece.kind.index()] {
            true => sfen::letter(book, piece.seat, piece.kind),
            false if piece.seat.0 == 0 => usual.to_ascii_uppercase(),
            false => usual.to_ascii_lowercase(),
        });
        if *usual != kind.letter {
            out.push('~');
        }
    }
    if run > 0 {
        out.push_str(&run.to_string());
    }
    Ok(out)
}

/// Prints the castling rights: `K` and `Q` for the outermost rooks, letters of files for others.
fn castling(book: &Rulebook, setup: &Setup) -> Result<String, NoFen> {
    let mut out = String::new();
    for seat in book.seat_ids() {
        let mut letters: Vec<(bool, char)> = Vec::new();
        for (rook, bits) in rooks(book, seat) {
            if setup.castling & bits == 0 {
                continue;
            }
            if setup.castling & bits != bits {
                return Err(FenObstacle::PartOfCastlings { square: book.board.name(rook).to_owned() }.into());
            }
            let is_right = is_right(book, seat, rook);
            let file = file_letter(book, rook);
            let letter = match is_outermost(book, setup, seat, rook) {
                true if is_right => 'k',
                true => 'q',
                false if matches!(file, 'k' | 'q') || book.gating.is_some() => {
                    return Err(FenObstacle::SideFile { file }.into());
                }
                false => file,
            };
            letters.push((!is_right, letter));
        }
        letters.extend(gating::letters(book, setup, seat)?);
        letters.compact_sort_by_key(|it| (it.0, !matches!(it.1, 'k' | 'q'), it.1));
        let case = |it: char| if seat.0 == 0 { it.to_ascii_uppercase() } else { it };
        out.extend(letters.into_iter().map(|it| case(it.1)));
    }
    Ok(if out.is_empty() { "-".to_owned() } else { out })
}

/// Returns the square of the one en passant right that X-FEN can express, or `-`.
fn passed_square(variant: &Variant, setup: &Setup) -> Result<String, NoFen> {
    let book = variant.rulebook();
    let [right] = setup.en_passant[..] else {
        return match setup.en_passant.len() {
            0 => Ok("-".to_owned()),
            _ => Err(FenObstacle::SeveralEnPassant.into()),
        };
    };
    let name = book.board.name(right.target);
    let age = usual_age(book.seats.len() as u8, right.owner, setup.turn, setup.out);
    let victims = victims(variant, &setup.pieces, right.owner, right.target);
    if right.owner == setup.turn || right.age != age || victims != [right.victim] {
        return Err(FenObstacle::EnPassant { square: name.to_owned() }.into());
    }
    Ok(name.to_owned())
}

/// Returns the rooks that a player castles with, each with its castlings.
fn rooks(book: &Rulebook, seat: SeatId) -> Vec<(Square, u64)> {
    let mut rooks: Vec<(Square, u64)> = Vec::new();
    for (index, castling) in book.castlings.iter().enumerate().filter(|it| it.1.seat == seat) {
        match rooks.iter_mut().find(|it| it.0 == castling.rook.0) {
            Some(rook) => rook.1 |= 1 << index,
            None => rooks.push((castling.rook.0, 1 << index)),
        }
    }
    rooks
}

/// Reports whether a castling rook is on a later file than its king.
fn is_right(book: &Rulebook, seat: SeatId, rook: Square) -> bool {
    let file = |square| book.board.info(square).file;
    book.castlings.iter().any(|it| it.seat == seat && it.rook.0 == rook && file(rook) > file(it.king.0))
}

/// Reports whether a rook is the outermost piece of its kind and player, seen from its king.
fn is_outermost(book: &Rulebook, setup: &Setup, seat: SeatId, rook: Square) -> bool {
    outer(book, setup, seat, rook).is_none()
}

/// Returns the rook beyond the rook on a square, seen from its king.
fn outer(book: &Rulebook, setup: &Setup, seat: SeatId, rook: Square) -> Option<Square> {
    let kind = setup.pieces.iter().find(|it| it.0 == rook && it.1.seat == seat)?.1.kind;
    let (here, right) = (book.board.info(rook), is_right(book, seat, rook));
    let beyond = |square: Square| {
        let there = book.board.info(square);
        there.rank == here.rank && if right { there.file > here.file } else { there.file < here.file }
    };
    let others = setup.pieces.iter().filter(|it| it.1.seat == seat && it.1.kind == kind && beyond(it.0));
    others.map(|it| it.0).max_by_key(|it| (book.board.info(*it).file - here.file).abs())
}

fn file_letter(book: &Rulebook, square: Square) -> char {
    book.board.name(square).chars().next().unwrap_or('-')
}

/// Returns the squares of pieces that may have made a double step over `target`.
fn victims(variant: &Variant, pieces: &[(Square, Piece)], owner: SeatId, target: Square) -> Vec<Square> {
    let book = variant.rulebook();
    let board = &book.board;
    let piece_on = |square: Square| pieces.iter().find(|it| it.0 == square).map(|it| it.1);
    let mut found = Vec::new();
    if piece_on(target).is_some() {
        return found;
    }
    for start in board.squares().filter(|it| piece_on(*it).is_none()) {
        for (_, first) in board.links(start).iter().filter(|it| it.0 == target) {
            for (end, _) in board.steps(target, first.onward) {
                let Some(piece) = piece_on(*end).filter(|it| it.seat == owner) else { continue };
                if steps_doubly(variant, &piece, start, first.heading) && !found.contains(end) {
                    found.push(*end);
                }
            }
        }
    }
    found
}

/// Reports whether a piece can make its double step from a square in a heading, on an empty board.
fn steps_doubly(variant: &Variant, piece: &Piece, start: Square, heading: Heading) -> bool {
    let book = variant.rulebook();
    let KindId(kind) = piece.kind;
    if !book.has_double_step(piece.kind) {
        return false;
    }
    let unmoved = Piece { moved: false, facing: None, ..*piece };
    let facing = Position::default_facing(variant, start, &unmoved).unwrap_or(Heading(0));
    let by_header = book.double_step.as_ref().filter(|it| it.pieces >> kind & 1 != 0);
    let is_from = by_header.is_none_or(|it| match &it.from {
        PlaceTest::Zone { zone, of: None | Some(Player::Role(Who::Owner)) } => {
            book.zones[*zone].squares[piece.seat.index()].contains(&start)
        }
        _ => true,
    });
    let single = |shape: AtomShape| matches!(shape, AtomShape::Straight(1) | AtomShape::Diagonal(1));
    let atoms = book.kinds[usize::from(kind)].movement.atoms.iter();
    let mut fitting = atoms.filter(|it| match by_header {
        Some(_) => it.quiet && single(it.shape),
        None => it.is_double_step(),
    });
    is_from && fitting.any(|it| it.starts(&book.board, facing).iter().any(|it| it.heading == heading))
}

/// Reports whether a text is X-FEN: its first word has ranks, but neither a seat nor a key.
pub(super) fn is_fen(book: &Rulebook, words: &[TextSlice]) -> bool {
    let is_single_rank = || words.len() > 1 && layout(book).first().is_some_and(|it| it.len() == 1);
    words.first().is_some_and(|it| !it.text.contains([':', '=']) && (it.text.contains('/') || is_single_rank()))
}
