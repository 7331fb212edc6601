//! Links during construction of the board: first between cells, then between squares.
//!
//! Input: an [`Atlas`], and steps added by seams, points and links. Output: [`StepMap`] stores steps
//! between cells, including holes, so that a hole never changes the lines around it. [`Links`] stores
//! the steps that remain between squares, with the headers that each came from. Does not know why a
//! link exists.

use petgraph::graph::DiGraph;

use super::atlas::{Atlas, Cell};
use super::symmetry::Turning;
use crate::board::{Heading, HeadingSymmetry, Link, Square, SquareInfo};

/// A header that a link came from, and whether the link is as written or an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LinkOrigin {
    /// Index of the header.
    pub header: u16,
    /// Whether the link is as written. `false` for its images under the symmetry.
    pub own: bool,
}

/// A step that leaves a cell.
#[derive(Clone, Debug)]
pub(super) struct CellStep {
    /// Destination of the step.
    pub to: Cell,
    /// Heading after the step.
    pub onward: Heading,
    /// Transformation of headings along the step.
    pub turn: HeadingSymmetry,
    /// Seams that the step crosses.
    pub seams: Vec<LinkOrigin>,
    /// `[board.link]` headers that added the step.
    pub extras: Vec<LinkOrigin>,
    /// Whether the step exists within a patch without any seam.
    pub inside: bool,
}

impl CellStep {
    /// Returns a step within a patch.
    pub fn inside(to: Cell, onward: Heading) -> Self {
        Self { to, onward, turn: HeadingSymmetry::default(), seams: Vec::new(), extras: Vec::new(), inside: true }
    }
}

/// Steps between cells, by cell and heading.
pub(super) struct StepMap<'a> {
    atlas: &'a Atlas,
    /// Steps by cell number, then heading.
    steps: Vec<Vec<CellStep>>,
}

impl<'a> StepMap<'a> {
    /// Returns the steps within all patches.
    pub fn new(atlas: &'a Atlas) -> Self {
        let mut web = Self { atlas, steps: vec![Vec::new(); atlas.numbers() * atlas.headings as usize] };
        for cell in atlas.all_cells() {
            for heading in (0..atlas.headings).map(Heading) {
                if let Some(to) = atlas.step(cell, heading) {
                    web.add(cell, heading, CellStep::inside(to, heading));
                }
            }
        }
        web
    }

    /// Adds a step. An existing step only receives the origins, but those of images are not added to steps within a
    /// patch. Steps from a cell to itself are ignored.
    pub fn add(&mut self, from: Cell, heading: Heading, step: CellStep) {
        if step.to == from {
            return;
        }
        // The image of a cell may not exist. The symmetry check reports that later.
        let Some(place) = self.place(from, heading) else { return };
        let steps = &mut self.steps[place];
        let Some(old) = steps.iter_mut().find(|it| (it.to, it.onward) == (step.to, step.onward)) else {
            steps.push(step);
            return;
        };
        let kept = |it: &&LinkOrigin| it.own || !old.inside;
        let seams: Vec<LinkOrigin> = step.seams.iter().filter(kept).copied().collect();
        let extras: Vec<LinkOrigin> = step.extras.iter().filter(kept).copied().collect();
        merge(&mut old.seams, seams);
        merge(&mut old.extras, extras);
    }

    /// Adds a step, its reverse if `back`, and the images of both under the symmetry.
    pub fn add_turned(
        &mut self,
        atlas: &Atlas,
        turning: Option<&Turning>,
        from: Cell,
        heading: Heading,
        step: &CellStep,
        back: bool,
    ) {
        let n = atlas.headings;
        let (mut from, mut heading, mut step) = (from, heading, step.clone());
        let order = turning.map_or(1, |it| it.order);
        for _ in 0..order {
            self.add(from, heading, step.clone());
            if back {
                let way_back =
                    CellStep { to: from, onward: opposite(heading, n), turn: step.turn.inverse(n), ..step.clone() };
                self.add(step.to, opposite(step.onward, n), way_back);
            }
            let Some(turning) = turning else { break };
            from = turning.cell(atlas, from);
            heading = turning.frame.apply(heading, n);
            step.to = turning.cell(atlas, step.to);
            step.onward = turning.frame.apply(step.onward, n);
            step.turn = turning.conjugate(n, step.turn);
            for origin in step.seams.iter_mut().chain(&mut step.extras) {
                origin.own = false;
            }
        }
    }

    fn place(&self, from: Cell, heading: Heading) -> Option<usize> {
        Some(self.atlas.number(from)? * self.atlas.headings as usize + heading.0 as usize)
    }

    /// Returns the steps from a cell with a heading.
    pub fn steps(&self, from: Cell, heading: Heading) -> &[CellStep] {
        self.place(from, heading).map_or(&[], |it| &self.steps[it])
    }

    /// Removes all steps from a cell with a heading.
    pub fn clear(&mut self, from: Cell, heading: Heading) {
        if let Some(place) = self.place(from, heading) {
            self.steps[place].clear();
        }
    }

    /// Returns the steps from and to holes that a leap can pass over. Nodes below the number of squares are
    /// squares; the others are holes, in order.
    pub fn over_holes(&self) -> Vec<(usize, usize, Link)> {
        let (squares, holes) = (&self.atlas.cells, &self.atlas.passable);
        let hole = |cell: &Cell| holes.binary_search(cell).ok().map(|it| squares.len() + it);
        let node = |cell: &Cell| self.atlas.square(*cell).map(Square::index).or_else(|| hole(cell));
        let mut found = Vec::new();
        let cells = squares.iter().chain(holes).enumerate().filter(|_| !holes.is_empty());
        for (from, cell) in cells {
            for heading in (0..self.atlas.headings).map(Heading) {
                for step in self.steps(*cell, heading) {
                    let Some(to) = node(&step.to).filter(|to| from.max(*to) >= squares.len()) else { continue };
                    let (onward, turn) = (step.onward, step.turn);
                    found.push((from, to, Link { heading, onward, turn, lines: Vec::new(), barriers: Vec::new() }));
                }
            }
        }
        found
    }

    /// Iterates over the steps between squares, by square and heading.
    fn between_squares(&self) -> impl Iterator<Item = (Square, Heading, Square, &CellStep)> {
        let by_heading = |(from, cell)| (0..self.atlas.headings).map(move |it| (from, cell, Heading(it)));
        let squares = self.atlas.cells.iter().enumerate().map(|(index, cell)| (Square(index as u16), *cell));
        let steps = squares
            .flat_map(by_heading)
            .flat_map(|(from, cell, heading)| self.steps(cell, heading).iter().map(move |it| (from, heading, it)));
        steps.filter_map(|(from, heading, it)| Some((from, heading, self.atlas.square(it.to)?, it)))
    }
}

fn merge(into: &mut Vec<LinkOrigin>, origins: Vec<LinkOrigin>) {
    for origin in origins {
        match into.iter_mut().find(|it| it.header == origin.header) {
            Some(old) => old.own |= origin.own,
            None => into.push(origin),
        }
    }
}

/// Returns the opposite heading.
pub(super) fn opposite(heading: Heading, n: u8) -> Heading {
    Heading((heading.0 + n / 2) % n)
}

/// A link between squares.
#[derive(Clone, Debug)]
pub(super) struct DraftLink {
    /// Start square of the link.
    pub from: Square,
    /// Destination square of the link.
    pub to: Square,
    /// Heading in which the link leaves its square.
    pub heading: Heading,
    /// Heading after the step.
    pub onward: Heading,
    /// Transformation of headings along the link.
    pub turn: HeadingSymmetry,
    /// Seams that the link crosses.
    pub seams: Vec<LinkOrigin>,
    /// `[board.link]` headers that added the link.
    pub extras: Vec<LinkOrigin>,
    /// Line instances, ascending.
    pub lines: Vec<u16>,
    /// Barrier instances, ascending.
    pub barriers: Vec<u16>,
}

/// All links between squares.
pub(super) struct Links {
    /// Links in order of square and heading.
    pub all: Vec<DraftLink>,
    /// The links that were cut, with the index of their `[board.cut]`.
    cut: Vec<(DraftLink, usize)>,
    headings: usize,
    /// Index of the first link of each square and heading, with the total as a last entry.
    begins: Vec<usize>,
}

impl Links {
    /// Returns the links between squares that remain of a web.
    pub fn new(web: &StepMap<'_>) -> Self {
        let link = |(from, heading, to, step): (Square, Heading, Square, &CellStep)| DraftLink {
            from,
            to,
            heading,
            onward: step.onward,
            turn: step.turn,
            seams: step.seams.clone(),
            extras: step.extras.clone(),
            lines: Vec::new(),
            barriers: Vec::new(),
        };
        let headings = web.atlas.headings as usize;
        let begins = vec![0; web.atlas.cells.len() * headings + 1];
        let all = web.between_squares().map(link).collect();
        let mut links = Self { all, cut: Vec::new(), headings, begins };
        links.reindex();
        links
    }

    fn place(&self, from: Square, heading: Heading) -> usize {
        from.index() * self.headings + heading.0 as usize
    }

    /// Returns the index of the link with these properties.
    pub fn find(&self, from: Square, heading: Heading, to: Square, onward: Heading) -> Option<usize> {
        let place = self.place(from, heading);
        let mut own = self.begins[place]..self.begins[place + 1];
        own.find(|it| (self.all[*it].to, self.all[*it].onward) == (to, onward))
    }

    /// Returns the index of the `[board.cut]` that removed the link with these properties.
    pub fn cut_at(&self, from: Square, heading: Heading, to: Square, onward: Heading) -> Option<usize> {
        let fits = |it: &DraftLink| (it.from, it.heading, it.to, it.onward) == (from, heading, to, onward);
        self.cut.iter().find(|it| fits(&it.0)).map(|it| it.1)
    }

    /// Removes links by index. Each comes with the index of its `[board.cut]`.
    pub fn remove(&mut self, removed: &[(usize, usize)]) {
        for (index, link) in std::mem::take(&mut self.all).into_iter().enumerate() {
            match removed.iter().find(|it| it.0 == index) {
                Some((_, cut)) => self.cut.push((link, *cut)),
                None => self.all.push(link),
            }
        }
        self.reindex();
    }

    fn reindex(&mut self) {
        self.begins.fill(0);
        for index in 0..self.all.len() {
            let place = self.place(self.all[index].from, self.all[index].heading);
            self.begins[place + 1] += 1;
        }
        for place in 1..self.begins.len() {
            self.begins[place] += self.begins[place - 1];
        }
    }

    /// Converts the links into a graph of squares.
    pub fn graph(self, squares: Vec<SquareInfo>) -> DiGraph<SquareInfo, Link, u32> {
        let mut graph = DiGraph::with_capacity(squares.len(), self.all.len());
        let nodes: Vec<_> = squares.into_iter().map(|it| graph.add_node(it)).collect();
        for it in self.all {
            let link =
                Link { heading: it.heading, onward: it.onward, turn: it.turn, lines: it.lines, barriers: it.barriers };
            graph.add_edge(nodes[it.from.index()], nodes[it.to.index()], link);
        }
        graph
    }
}
