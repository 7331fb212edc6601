//! Where a set of steps lies on the board: between two files or two ranks, or step by step.
//!
//! Contains: [`Steps`] and [`Location`]. Input: the links of a board. Output: phrases with files, ranks and
//! squares. Does not know: what the steps are for.

use crate::board::{Link, Square};
use crate::notation::name::{NameParts, joined};
use crate::rulebook::Rulebook;
use crate::sorting::CompactSort;

/// Maximum number of steps that are listed one by one.
const LISTED: usize = 24;
/// Number of examples if there are more steps.
const EXAMPLES: usize = 3;

/// A set of steps with their direction.
pub(super) struct Steps<'a> {
    book: &'a Rulebook,
    /// Start, target, and whether the step is straight.
    all: Vec<(Square, Square, bool)>,
}

/// A place between two rows of squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Location {
    /// The two rows: `files WHh and BLa`.
    pub between: String,
    /// The part of these rows, unless it is all of them: `rank 1`.
    pub on: Option<String>,
}

impl<'a> Steps<'a> {
    /// Returns the steps whose links pass a test.
    pub fn of(book: &'a Rulebook, is_one: impl Fn(&Link) -> bool) -> Self {
        let board = &book.board;
        let mut all = Vec::new();
        for from in board.squares() {
            let own = board.links(from).iter().filter(|it| is_one(&it.1));
            all.extend(own.map(|(to, link)| (from, *to, board.is_straight(link.heading))));
        }
        Self { book, all }
    }

    /// Reports whether every step is diagonal.
    pub fn are_diagonal(&self) -> bool {
        self.all.iter().all(|it| !it.2)
    }

    /// Reports whether there are too many steps to list them.
    pub fn are_many(&self) -> bool {
        self.all.len() > 2 * LISTED
    }

    /// Returns the place of the steps; `None` if it is not the border between two files or ranks.
    pub fn location(&self) -> Option<Location> {
        let name = |it: Square| self.book.board.name(it);
        let (first, second, _) = *self.all.first()?;
        if self.all.iter().all(|it| (it.0, it.1) == (first, second) || (it.0, it.1) == (second, first)) {
            return Some(Location { between: format!("{} and {}", name(first), name(second)), on: None });
        }
        let (column, rank) = (|it| self.column(it), |it| NameParts::of(self.book, it).rank.to_owned());
        self.border("files", &column, "rank", &rank).or_else(|| self.border("ranks", &rank, "file", &column))
    }

    /// The border between two rows, which `row` names, and the part of it, which `across` names.
    fn border(
        &self,
        rows: &str,
        row: &dyn Fn(Square) -> String,
        part: &str,
        across: &dyn Fn(Square) -> String,
    ) -> Option<Location> {
        let board = &self.book.board;
        let (first, second, _) = self.all.first()?;
        let ends = [row(*first), row(*second)];
        let crosses = |it: &(Square, Square, bool)| {
            let own = [row(it.0), row(it.1)];
            own == ends || (own[0] == ends[1] && own[1] == ends[0])
        };
        if ends[0] == ends[1] || ends[0].is_empty() || !self.all.iter().all(crosses) {
            return None;
        }
        // Straight steps show where the border is; diagonal ones reach one row further.
        let straight = self.all.iter().any(|it| it.2);
        let used: Vec<String> = self.all.iter().filter(|it| it.2 || !straight).map(|it| across(it.0)).collect();
        let mut along: Vec<String> = Vec::new();
        let mut squares: Vec<Square> = board.squares().filter(|it| ends.contains(&row(*it))).collect();
        squares.compact_sort_by_key(|it| (board.info(*it).rank, board.info(*it).file));
        for it in squares.iter().map(|it| across(*it)) {
            if !along.contains(&it) {
                along.push(it);
            }
        }
        let own: Vec<usize> = (0..along.len()).filter(|it| used.contains(&along[*it])).collect();
        let on = match own.as_slice() {
            all if all.len() == along.len() => None,
            [only] => Some(format!("{part} {}", along[*only])),
            [one, two] if one + 1 == *two => Some(format!("{part}s {} and {}", along[*one], along[*two])),
            [one, .., last] if last - one + 1 == own.len() => {
                Some(format!("{part}s {} to {}", along[*one], along[*last]))
            }
            _ => return None,
        };
        Some(Location { between: format!("{rows} {} and {}", ends[0], ends[1]), on })
    }

    fn column(&self, it: Square) -> String {
        let parts = NameParts::of(self.book, it);
        format!("{}{}", parts.section, parts.file)
    }

    /// Returns every step by its squares: `WHh1-BLa1`. If some steps have only one direction: `WHh2 to BLa1 or BLa3`.
    pub fn listed(&self) -> String {
        let name = |it: Square| self.book.board.name(it);
        let is_there = |from: Square, to: Square| self.all.iter().any(|it| (it.0, it.1) == (from, to));
        let both = self.all.iter().filter(|it| is_there(it.1, it.0));
        // Each pair once, in the order of its first square.
        let mut seen: Vec<(Square, Square)> = Vec::new();
        for it in both {
            if !seen.contains(&(it.1, it.0)) && !seen.contains(&(it.0, it.1)) {
                seen.push((it.0, it.1));
            }
        }
        let mut names: Vec<String> = seen.iter().map(|it| format!("{}-{}", name(it.0), name(it.1))).collect();
        let one_way = self.all.iter().filter(|it| !is_there(it.1, it.0));
        let one_way: Vec<String> = one_way.map(|it| format!("{} to {}", name(it.0), name(it.1))).collect();
        if names.len() + one_way.len() > LISTED {
            if let Some(left) = self.left_out() {
                let left: Vec<String> = left.iter().map(|it| format!("{}-{}", name(it.0), name(it.1))).collect();
                return format!("all diagonal steps except {}", joined(&left, "and"));
            }
            let count = names.len() + one_way.len();
            names.extend(one_way);
            return format!("{count} steps, such as {}", joined(&names[..EXAMPLES], "and"));
        }
        if one_way.is_empty() { names.join(", ") } else { self.by_start() }
    }

    /// Lists the diagonal steps that are not among these, if these are many and the rest is short: `d1-e2 and f1-e2`.
    pub fn free_diagonals(&self) -> Option<String> {
        let left = self.left_out().filter(|_| self.are_many())?;
        let name = |it: Square| self.book.board.name(it);
        let left: Vec<String> = left.iter().map(|it| format!("{}-{}", name(it.0), name(it.1))).collect();
        Some(joined(&left, "and"))
    }

    /// Returns the diagonal steps of the board that are not among these, if these are all others and the rest is short.
    fn left_out(&self) -> Option<Vec<(Square, Square)>> {
        let board = &self.book.board;
        let is_other = |from: Square, to: Square| !self.all.iter().any(|it| (it.0, it.1) == (from, to));
        let others = |from: Square| {
            let diagonal = board.links(from).iter().filter(|it| !board.is_straight(it.1.heading));
            diagonal.map(move |it| (from, it.0)).filter(|it| it.0 < it.1 && is_other(it.0, it.1)).collect::<Vec<_>>()
        };
        let left: Vec<(Square, Square)> = board.squares().flat_map(others).collect();
        (self.are_diagonal() && (1..=LISTED).contains(&left.len())).then_some(left)
    }

    /// Returns every step, those with the same start together: `WHh2 to BLa1 or BLa3`.
    fn by_start(&self) -> String {
        let mut starts: Vec<(Square, Vec<&str>)> = Vec::new();
        for (from, to, _) in &self.all {
            let to = self.book.board.name(*to);
            match starts.iter_mut().find(|it| it.0 == *from) {
                Some(it) => it.1.push(to),
                None => starts.push((*from, vec![to])),
            }
        }
        let one = |it: &(Square, Vec<&str>)| format!("{} to {}", self.book.board.name(it.0), joined(&it.1, "or"));
        starts.iter().map(one).collect::<Vec<_>>().join("; ")
    }
}
