//! Reuse of a Monte Carlo tree: the part below the moves made since becomes the new tree.
//!
//! Contains [`KeptTree`], the tree of a finished search, and its way into the next one.
//!
//! Input: the tree of an earlier search of the same player. Output: nodes and branches. Does not
//! know how a simulation works.

use super::monte_carlo::{Branch, KeptNode, MonteCarlo, NONE};
use super::score::from_root;

/// The tree of a finished search.
#[derive(Debug)]
pub struct KeptTree<const W: usize, const T: usize, const N: usize> {
    kept: Vec<KeptNode<W, T, N>>,
    branches: Vec<Branch>,
    /// Number of earlier positions at its root.
    history: usize,
}

impl<const W: usize, const T: usize, const N: usize> MonteCarlo<'_, W, T, N> {
    /// Takes the tree out of a finished search.
    pub fn take_tree(&mut self) -> KeptTree<W, T, N> {
        let history = self.vectors.tree.history();
        KeptTree { kept: std::mem::take(&mut self.kept), branches: std::mem::take(&mut self.branches), history }
    }

    /// Continues with the part of an earlier tree that starts at the root of this search, if there
    /// is one.
    pub fn reuse(&mut self, old: KeptTree<W, T, N>) {
        let root = self.vectors.tree.nodes[0].state;
        // One round of moves is usual; more passes if a search was left out.
        let most = 2 * self.vectors.tree.engine.book.seats().len();
        let mut open = vec![(0u32, 0usize)];
        let mut found = None;
        let mut at = 0;
        while at < open.len() && found.is_none() {
            let (index, depth) = open[at];
            at += 1;
            let Some(node) = old.kept.get(index as usize) else { continue };
            if depth > 0 && node.node.state == root {
                found = Some((index, depth));
            } else if depth < most {
                let branches = &old.branches[node.first as usize..(node.first + node.count) as usize];
                open.extend(branches.iter().filter(|it| it.child != NONE).map(|it| (it.child, depth + 1)));
            }
        }
        if let Some((index, depth)) = found {
            self.copy_from(&old, index, depth);
            self.make_room();
            // All moves of a root are equal at first.
            let root = &self.kept[0];
            let own = root.first as usize..(root.first + root.count) as usize;
            self.branches[own].iter_mut().for_each(|it| it.prior = 1.0 / root.count as f32);
            // The root knows the earlier positions of the game.
            self.kept[0].node = self.vectors.tree.nodes[0];
        }
    }

    /// Copies a node of an earlier tree and everything below it.
    fn copy_from(&mut self, old: &KeptTree<W, T, N>, root: u32, depth: usize) {
        // A path starts with the earlier positions, so places in it shift by the difference.
        let shift = self.vectors.tree.history() as i64 - (old.history + depth) as i64;
        let mut order = vec![root];
        let mut at = 0;
        while at < order.len() {
            let mut node = old.kept[order[at] as usize].clone();
            let branches = &old.branches[node.first as usize..(node.first + node.count) as usize];
            node.first = self.branches.len() as u32;
            node.node.since = (i64::from(node.node.since) + shift).max(0) as u32;
            for value in node.proven.iter_mut().flatten() {
                *value = from_root(*value, depth);
            }
            for branch in branches {
                let mut branch = *branch;
                if branch.child != NONE {
                    order.push(branch.child);
                    branch.child = order.len() as u32 - 1;
                }
                self.branches.push(branch);
            }
            self.kept.push(node);
            at += 1;
        }
    }
}
