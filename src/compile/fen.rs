//! Starting positions in FEN: the first field of a FEN, the placement of the pieces,
//! and the pools in brackets.
//!
//! Input: the text of `fen` in `[setup]`. Output: the pieces of both players, or diagnostics. It fits
//! two players on one rectangle without holes. Uppercase letters are pieces of the first player in turn
//! order, and the letters are those of the kinds. Does not know positions during a game.

use super::atlas::Cell;
use super::board::Ground;
use super::scope::Scope;
use super::setup::Placed;
use crate::definition::value::Text;
use crate::diagnostic::{Code, Diagnostics, Spanned};
use crate::policy::PatchShape;
use crate::rulebook::{Kind, KindId, SeatId};

/// Splits off the fields after the first one: the player to move, the castling rights and so on.
fn first_field(fen: &str) -> (&str, &str) {
    fen.trim().split_once(char::is_whitespace).unwrap_or((fen.trim(), ""))
}

/// Splits off the pieces in the pools, in brackets after the placement.
fn split_pools(fen: &str) -> (&str, Option<&str>) {
    let (placement, _) = first_field(fen);
    let pools = placement.strip_suffix(']').and_then(|it| it.split_once('['));
    pools.map_or((placement, None), |(board, pools)| (board, Some(pools)))
}

/// Returns the contents of the pools in the brackets, by seat, then kind; empty if the FEN has none.
pub(super) fn pools(scope: &Scope, kinds: &[Kind], sink: &mut Diagnostics) -> Vec<Vec<u8>> {
    let Some(text) = &scope.definition.setup_fen else { return Vec::new() };
    let Some(letters) = split_pools(&text.value).1.filter(|it| !it.is_empty() && *it != "-") else {
        return Vec::new();
    };
    if scope.definition.pools.is_empty() && scope.strict {
        sink.error(Code::BadFen, text.span, "the FEN has pieces in brackets, but the rulebook has no pool")
            .help("add a header `[pool.hand]` with `holds = \"nothing-captured\"`, or leave the brackets out");
    }
    let mut pools = vec![vec![0u8; kinds.len()]; 2];
    for letter in letters.chars() {
        let kind = kinds.iter().position(|it| it.letter.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4])));
        match kind {
            Some(kind) => {
                let count = &mut pools[usize::from(letter.is_lowercase())][kind];
                *count = count.saturating_add(1);
            }
            None if scope.strict => {
                sink.error(Code::BadFen, text.span, format!("no piece has the letter `{letter}`"))
                    .help("write only letters of pieces between the brackets");
            }
            None => {}
        }
    }
    pools
}

/// Returns the pieces of both players.
pub(super) fn placement(
    scope: &Scope,
    ground: &Ground,
    kinds: &[Kind],
    text: &Spanned<Text>,
    sink: &mut Diagnostics,
) -> Vec<Placed> {
    let atlas = &ground.atlas;
    let patch = &atlas.patches[0];
    let size = usize::from(patch.files.unsigned_abs()) * usize::from(patch.ranks.unsigned_abs());
    let is_plain = patch.shape == PatchShape::Rectangle && atlas.headings == 8 && atlas.cells.len() == size;
    if scope.seats.len() != 2 || atlas.patches.len() != 1 || !is_plain {
        sink.error(Code::BadFen, text.span, "a FEN fits only two players on one rectangle of squares without holes")
            .help("write lists of squares instead, like `king = [\"e1\"]`");
        return Vec::new();
    }
    let (board, _) = split_pools(&text.value);
    let rows: Vec<&str> = board.split('/').collect();
    let (_, rest) = first_field(&text.value);
    if !rest.is_empty() {
        sink.error(Code::BadFen, text.span, "a starting position is only the first field of a FEN")
            .help(format!("leave out `{}`", rest.trim_start()));
    }
    if rows.len() != usize::from(patch.ranks.unsigned_abs()) {
        let message = format!("the FEN has {} ranks, and the board has {}", rows.len(), patch.ranks);
        sink.error(Code::BadFen, text.span, message)
            .help("write one part for each rank, the highest first, like `8/8` for two ranks");
        return Vec::new();
    }
    let mut pieces = Vec::new();
    for (row, rank) in rows.iter().zip((0..patch.ranks).rev()) {
        let mut file = 0;
        let mut letters = row.chars().peekable();
        while let Some(letter) = letters.next() {
            if let Some(digit) = letter.to_digit(10) {
                let mut run = digit;
                while let Some(next) = letters.peek().and_then(|it| it.to_digit(10)) {
                    run = (run * 10 + next).min(1000);
                    letters.next();
                }
                file += run as i16;
                continue;
            }
            let Some(kind) =
                kinds.iter().position(|it| it.letter.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4])))
            else {
                let known: Vec<String> = kinds.iter().map(|it| format!("`{}` ({})", it.letter, it.label)).collect();
                if scope.strict {
                    sink.error(Code::BadFen, text.span, format!("no piece has the letter `{letter}`"))
                        .help(format!("the letters are {}", known.join(", ")));
                }
                return Vec::new();
            };
            let seat = SeatId(u8::from(letter.is_lowercase()));
            let square = (file < patch.files).then(|| atlas.square(Cell { patch: 0, rank, file })).flatten();
            pieces.extend(square.map(|it| (seat, KindId(kind as u8), it, text.span)));
            file += 1;
        }
        if file != patch.files {
            let message = format!("`{row}` gives {file} squares, but this rank has {}", patch.files);
            sink.error(Code::BadFen, text.span, message).help(format!(
                "a letter is one square, and a number counts empty ones: an empty rank is `{}`",
                patch.files
            ));
            return Vec::new();
        }
    }
    pieces
}
