//! Regions of a `variants.ini`: lists of squares such as `*8 d4`.
//!
//! Contains [`SquareList`]. Input: the text of a value, and the size of the board. Output: squares, and the keys of a
//! zone. Does not know what a region is for.

use std::collections::BTreeSet;

use crate::sorting::CompactSort;

/// Squares, each as file and rank counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SquareList(pub(super) BTreeSet<(u8, u8)>);

impl SquareList {
    /// Reads `*8 d4 a*`; squares outside of the board are left out. Returns the first word that is no square if there
    /// is one.
    pub(super) fn parse(text: &str, files: u8, ranks: u8) -> Result<Self, String> {
        let mut all = BTreeSet::new();
        for word in text.split_whitespace().filter(|it| *it != "-") {
            let (file, rank) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            let some_files: Vec<u8> = match file.as_bytes() {
                b"*" => (1..=files).collect(),
                [letter @ b'a'..=b'z'] => vec![letter - b'a' + 1],
                _ => return Err(word.to_owned()),
            };
            let some_ranks: Vec<u8> = match rank {
                "*" => (1..=ranks).collect(),
                _ => vec![rank.parse().map_err(|_| word.to_owned())?],
            };
            let squares = some_files.iter().flat_map(|file| some_ranks.iter().map(|rank| (*file, *rank)));
            all.extend(squares.filter(|it| it.0 <= files && it.1 <= ranks && it.1 > 0));
        }
        Ok(Self(all))
    }

    /// Returns the squares of one rank.
    pub(super) fn rank(rank: u8, files: u8) -> Self {
        Self((1..=files).map(|file| (file, rank)).collect())
    }

    /// Returns all squares of the board that are not in the region.
    pub(super) fn complement(&self, files: u8, ranks: u8) -> Self {
        let all = (1..=files).flat_map(|file| (1..=ranks).map(move |rank| (file, rank)));
        Self(all.filter(|it| !self.0.contains(it)).collect())
    }

    /// Returns the keys of a zone: `ranks` if the region consists of whole neighboring ranks, otherwise `squares`.
    pub(super) fn keys(&self, files: u8) -> String {
        let mut ranks: Vec<u8> = self.0.iter().map(|it| it.1).collect();
        ranks.compact_sort_by(Ord::cmp);
        ranks.dedup();
        let is_whole = self.0.len() == ranks.len() * usize::from(files);
        if let (true, Some(first), Some(last)) = (is_whole, ranks.first(), ranks.last())
            && usize::from(last - first) + 1 == ranks.len()
        {
            return match first == last {
                true => format!("ranks = \"{first}\"\n"),
                false => format!("ranks = \"{first}-{last}\"\n"),
            };
        }
        let names = self.0.iter().map(|it| format!("\"{}\"", square(*it)));
        format!("squares = [{}]\n", names.collect::<Vec<_>>().join(", "))
    }
}

/// Returns the name of a square.
pub(super) fn square((file, rank): (u8, u8)) -> String {
    format!("{}{rank}", char::from(b'a' + file - 1))
}
