//! The board: squares and directed links between them, stored as one petgraph graph.
//!
//! Input: squares and links that `compile` derives from patches and seams. Output: a [`Board`] to walk
//! by its links. Rays, ranks, files, knight paths and "forward" all follow from links. Only
//! [`patch_layout`] computes with coordinates, for drawing. Knows no pieces, players or text files.
//!
//! ```
//! let chess = threefold::load("chess")?.variant;
//! let board = chess.board();
//! let corner = board.square("a1").expect("a square of the board");
//! let next: Vec<&str> = board.links(corner).iter().map(|it| board.name(it.0)).collect();
//! assert_eq!(next, ["a2", "b2", "b1"]);
//! # Ok::<(), threefold::LoadError>(())
//! ```
//!
//! The parts of a board, and paths over its links:
//!
//! ```
//! use threefold::board::{Board, Heading, HeadingSymmetry, Link, PatchInfo, Square, SquareInfo, Symmetry};
//! use threefold::board::{MAX_PATHS, Path, heading_names, leap_paths, ray_paths};
//!
//! let ring = threefold::load("3-man-chess")?.variant;
//! let board: &Board = ring.board();
//! let square: Square = board.square("WHa1").expect("a square of the board");
//! let info: &SquareInfo = board.get(square).expect("the square exists");
//! let patch: &PatchInfo = &board.patches()[usize::from(info.patch())];
//! assert_eq!((info.name(), patch.files(), patch.ranks()), ("WHa1", 24, 6));
//! let (_, link): &(Square, Link) = &board.links(square)[0];
//! let heading: Heading = link.heading();
//! assert_eq!(heading_names(board.headings())[usize::from(heading.0)], "north");
//! // The symmetry takes the first seat to the next one. On a ring, headings stay as they are.
//! let symmetry: &Symmetry = board.symmetry().expect("the seats are alike");
//! assert_eq!(board.name(symmetry.squares()[square.index()]), "GRa1");
//! assert_eq!(symmetry.turn(), HeadingSymmetry::default());
//! // A file leads through the center to the opposite rim.
//! let rays: Vec<Path> = ray_paths(board, square, heading, 0);
//! assert_eq!((rays.len(), rays[0].squares.len()), (1, 11));
//! let knight = leap_paths(board, square, heading, 2, 1, 2, true);
//! assert!(knight.len() <= MAX_PATHS && board.name(knight[0].end()) == "GRh3");
//! # Ok::<(), threefold::LoadError>(())
//! ```

mod colors;
#[doc(hidden)]
pub mod patch_layout;
mod paths;

pub use paths::{MAX_PATHS, Path, leap_paths, ray_paths};
#[doc(hidden)]
pub use paths::{lame_legs, leaps_within, legs, only_leap, only_ray, rays_within};

use std::ops::Range;

use crate::policy::Cells;
use crate::sorting::CompactSort;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

/// A square: an index into the graph, at most 511. [`name`](Square::name) returns its name on a board.
///
/// [`board`](crate::board) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Square(pub u16);

impl Square {
    /// Returns the square as an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
    /// Returns the name on a board; `?` for a square of another board.
    ///
    /// ```
    /// let chess = threefold::load("chess")?.variant;
    /// let square = chess.square("e4").expect("a square");
    /// assert_eq!(square.name(chess.board()), "e4");
    /// # Ok::<(), threefold::LoadError>(())
    /// ```
    pub fn name(self, board: &Board) -> &str {
        board.name(self)
    }
    fn node(self) -> NodeIndex {
        NodeIndex::new(self.index())
    }
}

/// The direction of a link, counted clockwise from north.
///
/// Boards of squares have 8 (0 is north, 2 is east). Boards of hexagons and triangles have 12
/// (0 is north, which is diagonal; 3 is east, which is straight).
///
/// [`board`](crate::board) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Heading(pub u8);

sealed! {
/// The name, origin and drawing position of a square.
///
/// [`board`](crate::board) has an example.
#[derive(Clone, Debug)]
pub struct SquareInfo {
    /// Name in the notation of its own game.
    name: String => &str,
    /// Index into [`Board::patches`].
    patch: u16,
    /// File in its patch, from 0.
    file: i16,
    /// Rank in its patch, from 0.
    rank: i16,
    /// Drawing position to the right, in squares.
    x: f32,
    /// Drawing position upward, in squares.
    y: f32,
}
}

sealed! {
/// A directed link between two squares.
///
/// [`board`](crate::board) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The heading by which a piece leaves.
    heading: Heading,
    /// The heading by which it continues after the link.
    onward: Heading,
    /// The change of facing across the link: a facing `f` becomes `turn.apply(f)`.
    turn: HeadingSymmetry,
    /// Lines that this link crosses: indices into the rulebook's line instances, ascending.
    lines: Vec<u16> => &[u16],
    /// Barriers on this link: indices into the rulebook's barrier instances, ascending.
    barriers: Vec<u16> => &[u16],
}
}

/// How headings change across a link: an optional reflection (`h` becomes `-h`), then a clockwise
/// rotation.
///
/// [`board`](crate::board) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct HeadingSymmetry {
    /// Whether to exchange east and west before the rotation.
    pub mirrored: bool,
    /// Clockwise rotation, in headings.
    pub steps: u8,
}

impl HeadingSymmetry {
    /// Applies the change to a heading. `n` is the number of headings of the board.
    pub fn apply(self, heading: Heading, n: u8) -> Heading {
        let (n, heading, steps) = (u16::from(n.max(1)), u16::from(heading.0), u16::from(self.steps));
        let h = if self.mirrored { n - heading % n } else { heading };
        Heading(((h + steps) % n) as u8)
    }
    /// Returns the composition: first `self`, then `next`.
    pub fn then(self, next: HeadingSymmetry, n: u8) -> HeadingSymmetry {
        if next == HeadingSymmetry::default() {
            return self;
        }
        let n = n.max(1);
        let (own, more) = (self.steps % n, next.steps % n);
        let steps = if next.mirrored { (n - own) % n } else { own };
        HeadingSymmetry {
            mirrored: self.mirrored != next.mirrored,
            steps: ((u16::from(steps) + u16::from(more)) % u16::from(n)) as u8,
        }
    }
    /// Returns the change that undoes this one.
    pub fn inverse(self, n: u8) -> HeadingSymmetry {
        let n = n.max(1);
        if self.mirrored { self } else { HeadingSymmetry { mirrored: false, steps: (n - self.steps % n) % n } }
    }
}

sealed! {
/// A patch of squares as written in the file. Used only for names and drawing.
///
/// [`board`](crate::board) has an example.
#[derive(Clone, Debug)]
pub struct PatchInfo {
    /// Name in the file.
    name: String => &str,
    /// Number of files.
    files: u16,
    /// Number of ranks.
    ranks: u16,
    /// Shape in which it is drawn.
    shape: crate::policy::PatchShape,
    /// Layout of its points in the drawing.
    layout: patch_layout::PatchLayout => &patch_layout::PatchLayout,
}
}

sealed! {
/// A symmetry of the board, which maps each seat's view to the next seat's.
///
/// [`board`](crate::board) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// The image of each square.
    squares: Vec<Square> => &[Square],
    /// The change of every heading, relative to its square.
    turn: HeadingSymmetry,
}
}

/// A board: squares, links, headings and an optional symmetry.
///
/// [`board`](crate::board) has an example.
#[derive(Clone, Debug)]
pub struct Board {
    /// Squares as nodes and links as edges. Node index = square index; nothing is ever removed.
    #[doc(hidden)]
    pub graph: DiGraph<SquareInfo, Link, u32>,
    /// Number of headings: 8 or 12.
    #[doc(hidden)]
    pub headings: u8,
    /// The shape of the cells.
    cells: Cells,
    /// The patches, in file order.
    #[doc(hidden)]
    pub patches: Vec<PatchInfo>,
    /// The symmetry between seats. Applied `Seat::turns` times, it maps the first seat's board to
    /// that seat's.
    #[doc(hidden)]
    pub symmetry: Option<Symmetry>,
    /// Outgoing links of each square, ordered by heading, then target. Petgraph's order never
    /// reaches output.
    ordered: Vec<Vec<(Square, Link)>>,
    /// Start of the links in `ordered`, by square, then heading. Each range ends where the next
    /// one starts.
    begins: Vec<u16>,
    /// The board extended by the holes that a leap may pass over, if there are any.
    plane: Option<Box<Board>>,
}

impl Board {
    /// Builds a board from a graph, and sorts links by (heading, target square, onward).
    #[doc(hidden)]
    pub fn new(
        graph: DiGraph<SquareInfo, Link, u32>,
        cells: Cells,
        patches: Vec<PatchInfo>,
        symmetry: Option<Symmetry>,
    ) -> Self {
        let headings = cells.headings();
        let ordered: Vec<Vec<(Square, Link)>> = graph
            .node_indices()
            .map(|node| {
                let mut links: Vec<_> =
                    graph.edges(node).map(|it| (Square(it.target().index() as u16), it.weight().clone())).collect();
                links.compact_sort_by_key(|(to, link)| (link.heading, *to, link.onward));
                links
            })
            .collect();
        let begin = |links: &Vec<(Square, Link)>, heading| links.partition_point(|it| it.1.heading.0 < heading) as u16;
        let begins = ordered.iter().flat_map(|links| (0..=headings).map(move |it| begin(links, it))).collect();
        Self { graph, headings, cells, patches, symmetry, ordered, begins, plane: None }
    }

    /// Adds holes that a leap may pass over. In `links`, nodes from [`Board::len`] on are holes.
    #[doc(hidden)]
    pub fn with_holes(mut self, links: Vec<(usize, usize, Link)>) -> Self {
        let Some(last) = links.iter().map(|it| it.0.max(it.1)).max() else { return self };
        let mut graph = self.graph.clone();
        let hole = SquareInfo { name: String::new(), patch: 0, file: 0, rank: 0, x: 0.0, y: 0.0 };
        while graph.node_count() <= last {
            graph.add_node(hole.clone());
        }
        for (from, to, link) in links {
            graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), link);
        }
        self.plane = Some(Box::new(Board::new(graph, self.cells, Vec::new(), None)));
        self
    }

    /// Returns the board that a leap walks, extended by the holes that it may pass over.
    ///
    /// Squares from [`Board::len`] of `self` on are holes; no leap ends on them. Lame leaps walk
    /// `self`.
    pub fn plane(&self) -> &Board {
        self.plane.as_deref().unwrap_or(self)
    }

    /// Returns the graph of squares and links. The index of a node is the index of its square.
    pub fn graph(&self) -> &DiGraph<SquareInfo, Link, u32> {
        &self.graph
    }

    /// Returns the number of headings: 8 on a board of squares, 12 on a board of hexagons or
    /// triangles.
    pub fn headings(&self) -> u8 {
        self.headings
    }

    /// Returns the shape of the cells.
    pub fn cells(&self) -> Cells {
        self.cells
    }

    /// Returns the patches, in file order.
    pub fn patches(&self) -> &[PatchInfo] {
        &self.patches
    }

    /// Returns the symmetry that maps one seat to the next, if the seats are alike.
    pub fn symmetry(&self) -> Option<&Symmetry> {
        self.symmetry.as_ref()
    }

    /// Returns the number of squares.
    pub fn len(&self) -> usize {
        self.graph.node_count()
    }

    /// Reports whether the board has no squares. A compiled board always has some.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns all squares, in order of their indices.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.len() as u16).map(Square)
    }

    /// Returns the name and position of a square; `None` for a square of another board.
    pub fn get(&self, square: Square) -> Option<&SquareInfo> {
        self.graph.node_weight(square.node())
    }

    /// Returns the name and position of a square of this board.
    #[doc(hidden)]
    pub fn info(&self, square: Square) -> &SquareInfo {
        &self.graph[square.node()]
    }

    /// Returns the name of a square; `?` for a square of another board.
    pub fn name(&self, square: Square) -> &str {
        self.get(square).map_or("?", |it| &it.name)
    }

    /// Returns the square with a name. Case is ignored if no exact match exists and the result is
    /// unique.
    pub fn square(&self, name: &str) -> Option<Square> {
        if let Some(found) = self.squares().find(|it| self.name(*it) == name) {
            return Some(found);
        }
        let mut near = self.squares().filter(|it| self.name(*it).eq_ignore_ascii_case(name));
        match (near.next(), near.next()) {
            (Some(found), None) => Some(found),
            _ => None,
        }
    }

    /// Returns the links out of a square by heading, then target; none for a square of another
    /// board.
    pub fn links(&self, square: Square) -> &[(Square, Link)] {
        self.ordered.get(square.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns the links out of a square in one heading: none, one or several.
    pub fn steps(&self, square: Square, heading: Heading) -> impl Iterator<Item = &(Square, Link)> {
        self.links(square)[self.branches(square, heading)].iter()
    }

    /// Returns the indices of the links out of a square in one heading.
    #[doc(hidden)]
    pub fn branches(&self, square: Square, heading: Heading) -> Range<usize> {
        if heading.0 >= self.headings || square.index() >= self.ordered.len() {
            return 0..0;
        }
        let at = square.index() * (self.headings as usize + 1) + heading.0 as usize;
        self.begins[at] as usize..self.begins[at + 1] as usize
    }

    /// Returns the length in steps of the circle that starts with a heading from a square.
    ///
    /// Returns `None` if the line ends, forks, or does not return to the square by the same
    /// heading.
    pub fn circle(&self, from: Square, heading: Heading) -> Option<usize> {
        let (mut at, mut by) = (from, heading);
        for step in 1..=self.len() * 2 {
            let mut links = self.steps(at, by);
            let (to, link) = links.next()?;
            if links.next().is_some() {
                return None;
            }
            (at, by) = (*to, link.onward);
            if at == from {
                return (by == heading).then_some(step);
            }
        }
        None
    }

    /// Reports whether every step of a heading crosses an edge (straight) and not a corner; `false`
    /// if it is of another board.
    pub fn is_straight(&self, heading: Heading) -> bool {
        heading.0 < self.headings && heading.0.is_multiple_of(2) == (self.headings == 8)
    }

    /// Returns the name of a heading; `?` for one of another board.
    pub fn heading_name(&self, heading: Heading) -> &'static str {
        heading_names(self.headings).get(usize::from(heading.0)).copied().unwrap_or("?")
    }

    /// Returns the heading with a name.
    pub fn heading(&self, name: &str) -> Option<Heading> {
        heading_names(self.headings).iter().position(|it| *it == name).map(|it| Heading(it as u8))
    }
}

/// Returns the names of the headings of a board with `n` of them, clockwise from north.
///
/// [`board`](crate::board) has an example.
pub fn heading_names(n: u8) -> &'static [&'static str] {
    if n == 8 {
        &["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"]
    } else {
        &[
            "north",
            "north-north-east",
            "east-north-east",
            "east",
            "east-south-east",
            "south-south-east",
            "south",
            "south-south-west",
            "west-south-west",
            "west",
            "west-north-west",
            "north-north-west",
        ]
    }
}
