//! The pieces that differ from those of chess, for the list of differences.
//!
//! Contains: [`RulesWriter::piece_differences`]. Input: the kinds of pieces. Output: short sentences. Does not know: how the
//! pieces move ([`super::kinds`]).

use super::super::RulesWriter;
use super::super::phrases::plural;
use super::kinds::CHESS;
use crate::notation::name::joined;
use crate::policy::Cells;
use crate::rulebook::Kind;

/// Minimum number of kinds of chess in a game whose missing kinds are named.
const MOST_OF_CHESS: usize = 4;

impl RulesWriter<'_> {
    /// Names the kinds that chess does not have, those that move differently, and those that are missing.
    pub(super) fn piece_differences(&self) -> Vec<String> {
        let book = self.book;
        let others: Vec<&Kind> = book.kinds.iter().filter(|it| !self.is_as_in_chess(it)).collect();
        let is_of_chess = |it: &&Kind| CHESS.iter().any(|known| known.0 == it.label);
        let of_chess = book.kinds.iter().filter(is_of_chess).count();
        let is_triangle = book.board.cells() == Cells::Triangle && of_chess >= MOST_OF_CHESS;
        if others.len() == book.kinds.len() && !is_triangle {
            return Vec::new();
        }
        // A blocker comes with its rule.
        let is_piece =
            |it: &&&Kind| book.blocker.as_ref().is_none_or(|blocker| book.kinds[blocker.kind.index()].name != it.name);
        let (changed, new): (Vec<&Kind>, Vec<&Kind>) =
            others.iter().filter(is_piece).partition(|it: &&&Kind| is_of_chess(it));
        let names = |all: &[&Kind]| joined(&all.iter().map(|it| it.label.as_str()).collect::<Vec<_>>(), "and");
        let mut items = Vec::new();
        items.extend(match new.as_slice() {
            [] => None,
            [only] => {
                Some(self.restricted_pawn(only).unwrap_or_else(|| format!("There is a new piece: the {}.", only.label)))
            }
            several => Some(format!("There are new pieces: {}.", names(several))),
        });
        items.extend(match changed.as_slice() {
            [] => None,
            _ if is_triangle => {
                Some("All pieces move differently than in chess, because the cells are triangles.".to_owned())
            }
            [only] => Some(format!("This piece moves differently than in chess: {}.", only.label)),
            several => Some(format!("These pieces move differently than in chess: {}.", names(several))),
        });
        let missing = CHESS.iter().filter(|known| book.kinds.iter().all(|it| it.label != known.0));
        let missing: Vec<String> = missing.map(|it| plural(it.0)).collect();
        if of_chess >= MOST_OF_CHESS && !missing.is_empty() {
            items.push(format!("There are no {}.", joined(&missing, "and no")));
        }
        items
    }
}
