//! Squares and the links between them: one petgraph graph.
//!
//! In: squares and links, from the atlas of patches and seams that `compile` unrolls.
//! Out: [`Board`], to be walked by its links. Rays, ranks, files, knight paths and
//! "forward" all follow from links; arithmetic on coordinates is done in [`plan`] alone,
//! for drawing. Refuses to know men, players and files of text.

mod paths;
pub mod plan;

pub use paths::{MOST_PATHS, Path, leap_paths, ray_paths};
pub(crate) use paths::{leaps_within, legs, only_leap, only_ray, rays_within};

use std::ops::Range;

use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

/// A square: an index into the graph, at most 511.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u16);

impl Square {
    /// As an index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
    fn node(self) -> NodeIndex {
        NodeIndex::new(self.index())
    }
}

/// The label of a link: a direction, counted clockwise from north. Squares have 8
/// (0 north, 2 east), hexes 12 (0 north, which is a corner; 3 east).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Heading(pub u8);

sealed! {
/// What a square is: its name, where it came from, where it is drawn.
#[derive(Clone, Debug)]
pub struct SquareInfo {
    /// In the notation of its own game.
    name: String => &str,
    /// Index into [`Board::patches`].
    patch: u16,
    /// File in its patch, from 0.
    file: i16,
    /// Rank in its patch, from 0.
    rank: i16,
    /// Drawing position, x to the right. One unit is about one square.
    x: f32,
    /// Drawing position, y upwards.
    y: f32,
}
}

sealed! {
/// One directed link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The heading by which a piece leaves.
    heading: Heading,
    /// The heading with which it goes on.
    onward: Heading,
    /// How a frame of headings is carried over: a facing `f` becomes `turn.apply(f)`.
    turn: FrameTurn,
    /// Lines that this link belongs to: indices into the rulebook's line instances, ascending.
    lines: Vec<u16> => &[u16],
    /// Barriers on it: indices into the rulebook's barrier instances, ascending.
    barriers: Vec<u16> => &[u16],
}
}

/// How headings turn over a link: rotated clockwise, after a reflection (`h` becomes `-h`)
/// where the sense of rotation is reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct FrameTurn {
    /// Whether east and west change places, before the rotation.
    pub mirrored: bool,
    /// Steps of rotation, clockwise.
    pub steps: u8,
}

impl FrameTurn {
    /// Carries a heading over; `n` is the number of headings of the board.
    pub fn apply(self, heading: Heading, n: u8) -> Heading {
        let (n, heading, steps) = (u16::from(n.max(1)), u16::from(heading.0), u16::from(self.steps));
        let h = if self.mirrored { n - heading % n } else { heading };
        Heading(((h + steps) % n) as u8)
    }
    /// First `self`, then `next`.
    pub fn then(self, next: FrameTurn, n: u8) -> FrameTurn {
        if next == FrameTurn::default() {
            return self;
        }
        let n = n.max(1);
        let (own, more) = (self.steps % n, next.steps % n);
        let steps = if next.mirrored { (n - own) % n } else { own };
        FrameTurn {
            mirrored: self.mirrored != next.mirrored,
            steps: ((u16::from(steps) + u16::from(more)) % u16::from(n)) as u8,
        }
    }
    /// The turn that undoes this one.
    pub fn inverse(self, n: u8) -> FrameTurn {
        let n = n.max(1);
        if self.mirrored { self } else { FrameTurn { mirrored: false, steps: (n - self.steps % n) % n } }
    }
}

sealed! {
/// A block of squares, as the file said it: for names and drawing only.
#[derive(Clone, Debug)]
pub struct PatchInfo {
    /// Its name in the file.
    name: String => &str,
    /// Files.
    files: u16,
    /// Ranks.
    ranks: u16,
    /// How it is drawn.
    shape: crate::definition::Shape,
    /// Where its points lie in the drawing.
    plan: plan::Plan => &plan::Plan,
}
}

sealed! {
/// A map of the board onto itself, one turn from a seat to the next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Where each square goes.
    squares: Vec<Square> => &[Square],
    /// Where each heading goes, in the frame of each square: the turn of the frame.
    turn: FrameTurn,
}
}

/// Squares and links.
#[derive(Clone, Debug)]
pub struct Board {
    /// Node index = square index; built once, nothing is ever removed.
    pub(crate) graph: DiGraph<SquareInfo, Link, u32>,
    /// How many headings: 8 or 12.
    pub(crate) headings: u8,
    /// The patches.
    pub(crate) patches: Vec<PatchInfo>,
    /// One turn, where seats are alike. Applied `Seat::turns` times it carries the first seat's board to that seat's.
    pub(crate) symmetry: Option<Symmetry>,
    /// Outgoing links of each square in order of heading, then target: petgraph's own order never reaches output.
    ordered: Vec<Vec<(Square, Link)>>,
    /// By square, then heading: where its links begin in `ordered`; they end where those of the next begin.
    begins: Vec<u16>,
    /// The same with the holes that a leap may pass over, where there are any.
    plane: Option<Box<Board>>,
}

impl Board {
    /// Freezes a graph. Links are put in order of (heading, target square, onward).
    pub(crate) fn new(
        graph: DiGraph<SquareInfo, Link, u32>,
        headings: u8,
        patches: Vec<PatchInfo>,
        symmetry: Option<Symmetry>,
    ) -> Self {
        let ordered: Vec<Vec<(Square, Link)>> = graph
            .node_indices()
            .map(|node| {
                let mut links: Vec<_> =
                    graph.edges(node).map(|it| (Square(it.target().index() as u16), it.weight().clone())).collect();
                links.sort_by_key(|(to, link)| (link.heading, *to, link.onward));
                links
            })
            .collect();
        let begin = |links: &Vec<(Square, Link)>, heading| links.partition_point(|it| it.1.heading.0 < heading) as u16;
        let begins = ordered.iter().flat_map(|links| (0..=headings).map(move |it| begin(links, it))).collect();
        Self { graph, headings, patches, symmetry, ordered, begins, plane: None }
    }

    /// Adds the holes that a leap may pass over: links between nodes, of which those from
    /// [`Board::len`] on are holes.
    pub(crate) fn with_holes(mut self, links: Vec<(usize, usize, Link)>) -> Self {
        let Some(last) = links.iter().map(|it| it.0.max(it.1)).max() else { return self };
        let mut graph = self.graph.clone();
        let hole = SquareInfo { name: String::new(), patch: 0, file: 0, rank: 0, x: 0.0, y: 0.0 };
        while graph.node_count() <= last {
            graph.add_node(hole.clone());
        }
        for (from, to, link) in links {
            graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), link);
        }
        self.plane = Some(Box::new(Board::new(graph, self.headings, Vec::new(), None)));
        self
    }

    /// The links that a leap walks: those between squares, and those from and to the holes
    /// that a leap may pass over. Squares from [`Board::len`] of this board on are holes: a
    /// leap ends on none of them. A lame leap walks the board itself.
    pub fn plane(&self) -> &Board {
        self.plane.as_deref().unwrap_or(self)
    }

    /// The graph of squares and links. A node's index is the number of its square.
    pub fn graph(&self) -> &DiGraph<SquareInfo, Link, u32> {
        &self.graph
    }

    /// The number of headings: 8 on a board of squares, 12 on a board of hexes.
    pub fn headings(&self) -> u8 {
        self.headings
    }

    /// The patches, in file order.
    pub fn patches(&self) -> &[PatchInfo] {
        &self.patches
    }

    /// The map of the board onto itself that leads from one seat to the next, where seats are alike.
    pub fn symmetry(&self) -> Option<&Symmetry> {
        self.symmetry.as_ref()
    }

    /// How many squares.
    pub fn len(&self) -> usize {
        self.graph.node_count()
    }

    /// Whether there are none. A compiled board has some.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All squares, in order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.len() as u16).map(Square)
    }

    /// Returns what a square is; `None` for a square of another board.
    pub fn get(&self, square: Square) -> Option<&SquareInfo> {
        self.graph.node_weight(square.node())
    }

    /// What a square of this board is.
    pub(crate) fn info(&self, square: Square) -> &SquareInfo {
        &self.graph[square.node()]
    }

    /// The name of a square; `?` for a square of another board.
    pub fn name(&self, square: Square) -> &str {
        self.get(square).map_or("?", |it| &it.name)
    }

    /// The square of that name; exact, then ignoring case where that is unambiguous.
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

    /// The links out of a square, in order of heading, then target; none for a square of another board.
    pub fn links(&self, square: Square) -> &[(Square, Link)] {
        self.ordered.get(square.index()).map_or(&[], Vec::as_slice)
    }

    /// The links out of a square by one heading: none, one, or several.
    pub fn steps(&self, square: Square, heading: Heading) -> impl Iterator<Item = &(Square, Link)> {
        self.links(square)[self.branches(square, heading)].iter()
    }

    /// The indices of the links out of a square by one heading.
    pub(crate) fn branches(&self, square: Square, heading: Heading) -> Range<usize> {
        if heading.0 >= self.headings || square.index() >= self.ordered.len() {
            return 0..0;
        }
        let at = square.index() * (self.headings as usize + 1) + heading.0 as usize;
        self.begins[at] as usize..self.begins[at + 1] as usize
    }

    /// Number of steps after which a line that leaves a square by a heading comes back to it by
    /// the same heading. Returns `None` if it ends, forks, or never comes back.
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

    /// Whether a heading goes over an edge (straight) rather than over a corner; false for one of another board.
    pub fn is_straight(&self, heading: Heading) -> bool {
        heading.0 < self.headings && heading.0.is_multiple_of(2) == (self.headings == 8)
    }

    /// The name of a heading; `?` for one of another board.
    pub fn heading_name(&self, heading: Heading) -> &'static str {
        heading_names(self.headings).get(usize::from(heading.0)).copied().unwrap_or("?")
    }

    /// The heading of that name.
    pub fn heading(&self, name: &str) -> Option<Heading> {
        heading_names(self.headings).iter().position(|it| *it == name).map(|it| Heading(it as u8))
    }
}

/// The names of the headings of a board with `n` of them, clockwise from north.
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
