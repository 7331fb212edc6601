//! Exhaustive breadth-first search: all lines up to a depth, from every starting point.
//!
//! Input: starting points and a budget. Output: for each aspect the first line that shows it. This line is proven
//! shortest, because every shallower layer was searched completely. A layer that exceeds the budget is not started.
//! Each position is examined only once. Does not know random games.

use std::collections::HashSet;

use super::look::{Aspect, PairView, differing_reasons, look};
use super::pair::{NameMatch, Pair};
use super::search::{Candidate, Deadline, Effort, FoundDifference, Proof};
use super::start::{Origin, SearchStart};
use super::{CompareError, Options};
use crate::parallel::parallel_map;
use crate::rules::Move;

/// Number of positions in a layer in which refusal reasons are compared, which tests every square.
const REASONS: usize = 48;
/// Number of nodes between two checks of the clock.
const CHUNK: usize = 256;
/// Maximum number of positions in all layers of the frontier.
const WIDEST: usize = 300_000;

/// A position and the line that leads to it.
struct Node {
    start: usize,
    line: Vec<Move>,
    pair: Pair,
    look: PairView,
}

/// A child of a node: the move, the key, the position and its view.
type Child = (Move, u128, Pair, PairView);

/// The aspects found so far, and whether from the starting position.
type FoundAspects = Vec<(Aspect, bool)>;

/// The state of the search from one starting point.
#[derive(Default)]
struct Branch {
    seen: HashSet<u128>,
    layer: Vec<Node>,
    depth: u32,
    is_done: bool,
}

/// Searches all lines as deeply as the options and the budget allow.
pub(super) fn exhaust(
    starts: &[SearchStart],
    names: &NameMatch,
    options: &Options,
    clock: Deadline,
    effort: &mut Effort,
) -> Result<Vec<FoundDifference>, CompareError> {
    let budget = options.positions.div_ceil(2);
    // With deep repetition rules, the positions before also belong to the key.
    let is_whole = names.repeats.is_some_and(|it| options.depth >= 2 * u32::from(it.saturating_sub(1)));
    let mut found = Vec::new();
    let mut known = FoundAspects::new();
    let mut branches: Vec<Branch> = Vec::new();
    for (number, start) in starts.iter().enumerate() {
        let look = look(&start.pair, names);
        let node = Node { start: number, line: Vec::new(), pair: start.pair.clone(), look };
        record_aspects(&node, starts, &mut known, &mut found);
        let seen = HashSet::from([node.pair.key(is_whole)]);
        branches.push(Branch { seen, layer: vec![node], ..Branch::default() });
        effort.positions += 1;
    }
    reasons(&branches, starts, names, options, effort, &mut known, &mut found)?;
    for depth in 1..=options.depth {
        let mut count = 0;
        for (number, branch) in branches.iter_mut().enumerate() {
            let next: u64 = branch.layer.iter().map(|it| it.look.common.len() as u64).sum();
            let is_over = effort.positions.saturating_add(next) > budget;
            if branch.is_done || is_over || clock.is_up() {
                branch.is_done = true;
                branch.layer.clear();
                continue;
            }
            let layer = std::mem::take(&mut branch.layer);
            let is_last = depth == options.depth;
            for chunk in layer.chunks(CHUNK) {
                if clock.is_up() {
                    branch.is_done = true;
                    break;
                }
                let children = parallel_map(chunk, options.jobs, |it| children(it, names, is_whole));
                for (node, children) in chunk.iter().zip(children) {
                    for (mv, key, pair, look) in children.map_err(broken)? {
                        if !branch.seen.insert(key) {
                            continue;
                        }
                        effort.positions += 1;
                        let mut line = node.line.clone();
                        line.push(mv);
                        let child = Node { start: number, line, pair, look };
                        record_aspects(&child, starts, &mut known, &mut found);
                        if !is_last && !child.look.common.is_empty() {
                            count += 1;
                            if count <= WIDEST {
                                branch.layer.push(child);
                            }
                        }
                    }
                }
            }
            if !branch.is_done {
                branch.depth = depth;
            }
            // If part of a layer was dropped, the search ends with this layer.
            branch.is_done |= count > WIDEST;
            if branch.is_done {
                branch.layer.clear();
            }
        }
        reasons(&branches, starts, names, options, effort, &mut known, &mut found)?;
    }
    for (branch, start) in branches.iter().zip(starts) {
        match start.origin {
            Origin::Setup => effort.depth = Some(branch.depth),
            Origin::Given => effort.given.push(branch.depth),
            Origin::Shipped | Origin::Made => *effort.shipped.entry(branch.depth).or_default() += 1,
        }
    }
    Ok(found)
}

fn children(node: &Node, names: &NameMatch, is_whole: bool) -> Vec<Child> {
    let child = |mv: &Move| {
        let pair = node.pair.play(names, *mv)?;
        let look = look(&pair, names);
        Some((*mv, pair.key(is_whole), pair, look))
    };
    node.look.common.iter().filter_map(child).collect()
}

/// Keeps the first line for each aspect, and the first one from the starting position.
fn record_aspects(node: &Node, starts: &[SearchStart], known: &mut FoundAspects, found: &mut Vec<FoundDifference>) {
    for aspect in &node.look.differing {
        keep(node, *aspect, Proof::Shortest, starts, known, found);
    }
}

fn keep(
    node: &Node,
    aspect: Aspect,
    proof: Proof,
    starts: &[SearchStart],
    known: &mut FoundAspects,
    found: &mut Vec<FoundDifference>,
) {
    let is_setup = starts[node.start].origin == Origin::Setup;
    if known.contains(&(aspect, is_setup)) {
        return;
    }
    known.push((aspect, is_setup));
    let candidate = Candidate { aspect, start: node.start, line: node.line.clone(), proof };
    found.push(FoundDifference { candidate, made: None });
}

/// Compares refusal reasons in the first positions of the layers.
fn reasons(
    branches: &[Branch],
    starts: &[SearchStart],
    names: &NameMatch,
    options: &Options,
    effort: &mut Effort,
    known: &mut FoundAspects,
    found: &mut Vec<FoundDifference>,
) -> Result<(), CompareError> {
    if known.contains(&(Aspect::Reason, false)) {
        return Ok(());
    }
    let nodes: Vec<&Node> = branches.iter().flat_map(|it| it.layer.iter().take(REASONS)).take(2 * REASONS).collect();
    let differ = parallel_map(&nodes, options.jobs, |it| !differing_reasons(&it.pair, names, 1).is_empty());
    for (node, differs) in nodes.into_iter().zip(differ) {
        effort.reasons += 1;
        if differs.map_err(broken)? {
            let proof = if node.line.is_empty() { Proof::Shortest } else { Proof::ShortestSeen };
            keep(node, Aspect::Reason, proof, starts, known, found);
        }
    }
    Ok(())
}

/// Returns the error for a panic of the interpreter.
pub(super) fn broken(message: String) -> CompareError {
    CompareError::Bug { message }
}
