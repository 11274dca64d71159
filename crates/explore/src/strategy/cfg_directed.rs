//! CFG-directed search as in CREST (Burnim and Sen, *Heuristics for scalable dynamic test
//! generation*, ASE 2008, §3.1): branches of one path are forced in the order of their distance
//! to uncovered code, and paths that get nearer are followed for a while.

use super::contract::{Candidate, EndedPath, Entry, Strategy, View};
use super::places::PlaceId;
use super::target_distances::{Goal, TargetDistances, UNREACHABLE};
use crate::tree::NodeId;
use rand::rngs::SmallRng;
use std::collections::VecDeque;

/// Paths run from one path before the search restarts elsewhere.
const TRIES: u32 = 30;
/// Paths run from each path that was followed because it got nearer.
const TRIES_BELOW: u32 = 5;
/// How often such a path is left for one that got nearer still.
const LEVELS: usize = 5;

/// The path being varied, and below it those that got nearer.
pub(super) struct CfgDirected {
    ways: TargetDistances,
    /// Place of each pending node, by its index.
    places: Vec<Option<PlaceId>>,
    levels: Vec<ForcedPath>,
    /// Nodes along the running path, from where it left its parent.
    running: Vec<Entry>,
    /// How the running path was chosen; `None` if by another strategy.
    chosen: Option<Chosen>,
}

/// How a node was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chosen {
    Restart,
    /// A branch of this distance was forced.
    Forced(u64),
}

/// A path whose branches are being forced.
struct ForcedPath {
    /// The nearest first.
    branches: VecDeque<(u64, Entry)>,
    tries: u32,
}

impl Default for CfgDirected {
    fn default() -> CfgDirected {
        CfgDirected {
            ways: TargetDistances::new(Goal::Uncovered),
            places: Vec::new(),
            levels: Vec::new(),
            running: Vec::new(),
            chosen: None,
        }
    }
}

impl CfgDirected {
    /// The branches nearer than a distance, the nearest first.
    fn level(&mut self, nodes: Vec<Entry>, below: u64, tries: u32) -> ForcedPath {
        let mut branches: Vec<(u64, Entry)> = nodes
            .into_iter()
            .filter_map(|entry| {
                // A node that it was not told of is another layer's.
                let place = self.places.get(entry.node.index()).copied().flatten()?;
                Some((self.ways.distance(place), entry))
            })
            .filter(|&(distance, _)| distance < below)
            .collect();
        branches.sort_by_key(|&(distance, _)| distance);
        ForcedPath {
            branches: branches.into(),
            tries,
        }
    }

    /// The pending nodes along the path to a leaf, from the root on.
    fn along(leaf: NodeId, view: &View<'_>) -> Vec<Entry> {
        let mut nodes = Vec::new();
        let mut below = leaf;
        while below != NodeId::ROOT {
            let above = view.tree.parent(below);
            let siblings = view.tree.children(above);
            let pending = siblings.filter(|&node| view.tree.is_pending(node));
            nodes.extend(pending.map(|node| view.entry(node)));
            below = above;
        }
        nodes.reverse();
        nodes
    }
}

impl Strategy for CfgDirected {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        let place = self.ways.place(candidate);
        let index = candidate.node.index();
        if self.places.len() <= index {
            self.places.resize(index + 1, None);
        }
        self.places[index] = Some(place);
        self.running.push(view.entry(candidate.node));
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        self.running.clear();
        while let Some(level) = self.levels.last_mut() {
            match level.branches.pop_front() {
                Some((distance, entry)) if level.tries > 0 => {
                    if view.is_current(entry) {
                        self.chosen = Some(Chosen::Forced(distance));
                        return Some(entry.node);
                    }
                }
                Some(_) | None => {
                    self.levels.pop();
                }
            }
        }
        self.chosen = Some(Chosen::Restart);
        view.any_node(random)
    }

    fn path_ended(&mut self, path: &EndedPath, view: &View<'_>) {
        self.ways.update(view);
        let running = std::mem::take(&mut self.running);
        let chosen = self.chosen.take();
        if path.new > 0 || chosen == Some(Chosen::Restart) {
            let nodes = CfgDirected::along(path.leaf, view);
            self.levels.clear();
            let level = self.level(nodes, UNREACHABLE, TRIES);
            self.levels.push(level);
            return;
        }
        let Some(Chosen::Forced(forced)) = chosen else {
            return;
        };
        if let Some(level) = self.levels.last_mut() {
            level.tries -= 1;
        }
        if self.levels.len() < LEVELS {
            let level = self.level(running, forced, TRIES_BELOW);
            self.levels.push(level);
        }
    }

    /// What is not being varied comes by chance: the deepest are the least likely.
    fn ranking(&self, view: &View<'_>) -> Vec<Entry> {
        let mut nodes: Vec<NodeId> = view.tree.pending_nodes().collect();
        nodes.sort_by_key(|&node| std::cmp::Reverse(view.tree.depth(node)));
        let varied = self
            .levels
            .iter()
            .flat_map(|level| level.branches.iter().rev());
        let varied: Vec<Entry> = varied.map(|&(_, entry)| entry).collect();
        let soon: rustc_hash::FxHashSet<NodeId> = varied.iter().map(|entry| entry.node).collect();
        let others = nodes.into_iter().filter(|node| !soon.contains(node));
        others.map(|node| view.entry(node)).chain(varied).collect()
    }

    /// Nothing piles up: a path's nodes are forgotten with it.
    fn forget_visited(&mut self, _view: &View<'_>) {}

    fn wants_callers(&self) -> bool {
        true
    }
}
