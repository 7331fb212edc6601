//! A hand-written chess engine as the yardstick.
//!
//! Input: the position and the depth or the number of games. Output: counts, and plies of random games
//! that end under the same conditions as in the variant `chess`: checkmate, stalemate, fivefold
//! repetition, seventy-five moves without a capture or pawn move, bare kings with at most one
//! minor piece, or bishops of one color.

use cozy_chess::{BitBoard, Board, Move, Piece};
use rand_core::SeedableRng;
use rand_pcg::Pcg64;
use threefold::bot::bounded;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Counts from the starting position to depth 6, with bulk counting of the last ply.
pub fn list_start() -> u64 {
    list(&Board::default(), 6, &mut Vec::new())
}

/// Counts Kiwipete to depth 5, with bulk counting of the last ply.
pub fn list_kiwipete() -> u64 {
    list(&KIWIPETE.parse().expect("a position"), 5, &mut Vec::new())
}

/// Counts from the starting position to depth 5 and plays every leaf.
pub fn leaf_start() -> u64 {
    leaf(&Board::default(), 5)
}

fn list(board: &Board, depth: u32, moves: &mut Vec<Move>) -> u64 {
    if depth == 1 {
        moves.clear();
        board.generate_moves(|it| {
            moves.extend(it);
            false
        });
        return moves.len() as u64;
    }
    let mut nodes = 0;
    board.generate_moves(|it| {
        for mv in it {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += list(&next, depth - 1, moves);
        }
        false
    });
    nodes
}

fn leaf(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|it| {
        for mv in it {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += leaf(&next, depth - 1);
        }
        false
    });
    nodes
}

/// Returns the plies of a number of random games.
pub fn games(count: u64) -> u64 {
    let mut random = Pcg64::seed_from_u64(1);
    let (mut moves, mut stood) = (Vec::new(), Vec::new());
    (0..count).map(|_| game(&mut random, &mut moves, &mut stood)).sum()
}

fn game(random: &mut Pcg64, moves: &mut Vec<Move>, stood: &mut Vec<u64>) -> u64 {
    let mut board = Board::default();
    let (mut plies, mut quiet) = (0, 0);
    stood.clear();
    loop {
        let key = board.hash();
        let times = 1 + stood.iter().filter(|it| **it == key).count();
        stood.push(key);
        moves.clear();
        board.generate_moves(|it| {
            moves.extend(it);
            false
        });
        if moves.is_empty() || times >= 5 || quiet >= 150 || is_dead(&board) {
            return plies;
        }
        let mv = moves[bounded(random, moves.len() as u64) as usize];
        let takes = board.occupied().has(mv.to);
        quiet = if takes || board.piece_on(mv.from) == Some(Piece::Pawn) { 0 } else { quiet + 1 };
        if takes {
            stood.clear();
        }
        board.play_unchecked(mv);
        plies += 1;
    }
}

fn is_dead(board: &Board) -> bool {
    let pieces = board.occupied() ^ board.pieces(Piece::King);
    let bishops = board.pieces(Piece::Bishop);
    let minor = bishops | board.pieces(Piece::Knight);
    let dark = BitBoard(0xAA55_AA55_AA55_AA55);
    (pieces & !minor).is_empty() && pieces.len() <= 1
        || (pieces & !bishops).is_empty() && ((pieces & dark).is_empty() || (pieces & !dark).is_empty())
}
