//! Links while the board is being made: first between cells, then between squares.
//!
//! [`Web`] holds steps between cells, holes among them, so that a hole never changes how
//! the lines around it run; [`Links`] holds what is left between squares, with what each
//! link came from. Refuses to know why a link is there.

use std::collections::BTreeMap;

use petgraph::graph::DiGraph;

use super::atlas::{Atlas, Cell};
use super::turn::Turning;
use crate::board::{FrameTurn, Heading, Link, Square, SquareInfo};

/// A header that a link came from: its index, and whether it made the link itself or by
/// being turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Mark {
    /// Index of the header.
    pub header: u16,
    /// Whether the link is as written, not turned.
    pub own: bool,
}

/// A step from a cell.
#[derive(Clone, Debug)]
pub(super) struct Step {
    /// Where it leads.
    pub to: Cell,
    /// The heading with which it goes on.
    pub onward: Heading,
    /// How it carries a frame.
    pub turn: FrameTurn,
    /// Seams that it goes over.
    pub seams: Vec<Mark>,
    /// Headers that added it.
    pub extras: Vec<Mark>,
    /// Whether it is one of a patch by itself.
    pub inside: bool,
}

impl Step {
    /// A step inside a patch.
    pub fn inside(to: Cell, onward: Heading) -> Self {
        Self { to, onward, turn: FrameTurn::default(), seams: Vec::new(), extras: Vec::new(), inside: true }
    }
}

/// Steps between cells, by cell and heading.
#[derive(Clone, Debug, Default)]
pub(super) struct Web {
    steps: BTreeMap<(Cell, Heading), Vec<Step>>,
}

impl Web {
    /// All steps that the patches have by themselves.
    pub fn new(atlas: &Atlas) -> Self {
        let mut web = Self::default();
        for cell in atlas.all_cells() {
            for heading in (0..atlas.headings).map(Heading) {
                if let Some(to) = atlas.step(cell, heading) {
                    web.add(cell, heading, Step::inside(to, heading));
                }
            }
        }
        web
    }

    /// Adds a step. One that is there already only takes the marks over; marks of turned
    /// headers do not stick to what a patch has by itself. Steps onto the same cell are dropped.
    pub fn add(&mut self, from: Cell, heading: Heading, step: Step) {
        if step.to == from {
            return;
        }
        let steps = self.steps.entry((from, heading)).or_default();
        let Some(old) = steps.iter_mut().find(|it| (it.to, it.onward) == (step.to, step.onward)) else {
            steps.push(step);
            return;
        };
        let kept = |mark: &&Mark| mark.own || !old.inside;
        let seams: Vec<Mark> = step.seams.iter().filter(kept).copied().collect();
        let extras: Vec<Mark> = step.extras.iter().filter(kept).copied().collect();
        merge(&mut old.seams, seams);
        merge(&mut old.extras, extras);
    }

    /// Adds a step, its way back if wanted, and what both become by every turn of the board.
    pub fn add_turned(
        &mut self,
        atlas: &Atlas,
        turning: Option<&Turning>,
        from: Cell,
        heading: Heading,
        step: &Step,
        back: bool,
    ) {
        let n = atlas.headings;
        let (mut from, mut heading, mut step) = (from, heading, step.clone());
        let order = turning.map_or(1, |it| it.order);
        for _ in 0..order {
            self.add(from, heading, step.clone());
            if back {
                let way_back =
                    Step { to: from, onward: opposite(heading, n), turn: step.turn.inverse(n), ..step.clone() };
                self.add(step.to, opposite(step.onward, n), way_back);
            }
            let Some(turning) = turning else { break };
            from = turning.cell(atlas, from);
            heading = turning.frame.apply(heading, n);
            step.to = turning.cell(atlas, step.to);
            step.onward = turning.frame.apply(step.onward, n);
            step.turn = turning.conjugate(n, step.turn);
            for mark in step.seams.iter_mut().chain(&mut step.extras) {
                mark.own = false;
            }
        }
    }

    /// The steps from a cell by a heading.
    pub fn steps(&self, from: Cell, heading: Heading) -> &[Step] {
        self.steps.get(&(from, heading)).map_or(&[], Vec::as_slice)
    }

    /// Takes all steps from a cell by a heading away.
    pub fn clear(&mut self, from: Cell, heading: Heading) {
        self.steps.remove(&(from, heading));
    }

    /// All steps, by cell and heading.
    pub fn all(&self) -> impl Iterator<Item = (Cell, Heading, &Step)> {
        self.steps.iter().flat_map(|((cell, heading), steps)| steps.iter().map(|it| (*cell, *heading, it)))
    }
}

fn merge(into: &mut Vec<Mark>, marks: Vec<Mark>) {
    for mark in marks {
        match into.iter_mut().find(|it| it.header == mark.header) {
            Some(old) => old.own |= mark.own,
            None => into.push(mark),
        }
    }
}

/// The heading back.
pub(super) fn opposite(heading: Heading, n: u8) -> Heading {
    Heading((heading.0 + n / 2) % n)
}

/// A link between squares.
#[derive(Clone, Debug)]
pub(super) struct DraftLink {
    /// Where it starts.
    pub from: Square,
    /// Where it leads.
    pub to: Square,
    /// The heading by which it leaves.
    pub heading: Heading,
    /// The heading with which it goes on.
    pub onward: Heading,
    /// How it carries a frame.
    pub turn: FrameTurn,
    /// Seams that it goes over.
    pub seams: Vec<Mark>,
    /// Headers that added it.
    pub extras: Vec<Mark>,
    /// Line instances, ascending.
    pub lines: Vec<u16>,
    /// Barrier instances, ascending.
    pub barriers: Vec<u16>,
}

/// All links between squares.
pub(super) struct Links {
    /// In order of square and heading.
    pub all: Vec<DraftLink>,
    index: BTreeMap<(Square, Heading, Square, Heading), usize>,
}

impl Links {
    /// What is left of a web between squares.
    pub fn new(atlas: &Atlas, web: &Web) -> Self {
        let mut all = Vec::new();
        for (cell, heading, step) in web.all() {
            if let (Some(from), Some(to)) = (atlas.square(cell), atlas.square(step.to)) {
                all.push(DraftLink {
                    from,
                    to,
                    heading,
                    onward: step.onward,
                    turn: step.turn,
                    seams: step.seams.clone(),
                    extras: step.extras.clone(),
                    lines: Vec::new(),
                    barriers: Vec::new(),
                });
            }
        }
        let mut links = Self { all, index: BTreeMap::new() };
        links.reindex();
        links
    }

    /// The link of that description.
    pub fn find(&self, from: Square, heading: Heading, to: Square, onward: Heading) -> Option<usize> {
        self.index.get(&(from, heading, to, onward)).copied()
    }

    /// Takes links away.
    pub fn remove(&mut self, gone: &[usize]) {
        let mut index = 0;
        self.all.retain(|_| {
            index += 1;
            !gone.contains(&(index - 1))
        });
        self.reindex();
    }

    fn reindex(&mut self) {
        let key = |it: &DraftLink| (it.from, it.heading, it.to, it.onward);
        self.index = self.all.iter().enumerate().map(|(index, it)| (key(it), index)).collect();
    }

    /// The graph of squares and links.
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
