//! Which pending node is visited next: one file a strategy, all listed here.

mod breadth_first;
mod coverage_new;
mod depth_first;
mod interleave;
mod random_node;
mod random_path;

use crate::coverage::{Coverage, Edge};
use crate::tree::{NodeId, Tree};
use rand::rngs::SmallRng;

/// What a strategy is told of a new pending node.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The node.
    pub node: NodeId,
    /// The edge of user code that visiting it would take, if the fork is a branch of user code.
    pub edge: Option<Edge>,
    /// Instructions on its path since one was last covered for the first time.
    pub since_new: u64,
}

/// A search order. Nodes may vanish without notice (visited by another strategy of an
/// interleaving): [`Strategy::next`] skips nodes that [`Tree::is_pending`] denies and entries whose
/// stamp is not current (slots are used again).
pub trait Strategy {
    /// A node is pending now.
    fn added(&mut self, candidate: &Candidate, stamp: Stamp);
    /// The node to visit next; `None` if none is pending.
    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId>;
    /// True if this strategy visits old nodes before new ones, so that the snapshots of new ones
    /// are the first to go when memory is short.
    fn oldest_first(&self) -> bool {
        false
    }
}

/// What a strategy may look at when it chooses.
pub struct View<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// Current stamp of each node, by its index.
    pub stamps: &'a [Stamp],
    /// What is covered by now.
    pub coverage: &'a Coverage,
}

/// Tells the nodes that used one slot of the tree apart: no two pending nodes of a run share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Stamp(pub u64);

/// A node as a strategy remembers it.
#[derive(Clone, Copy, Debug)]
struct Entry {
    node: NodeId,
    stamp: Stamp,
}

impl View<'_> {
    /// True if the node that an entry was made for still waits.
    fn is_current(&self, entry: Entry) -> bool {
        self.stamps.get(entry.node.index()) == Some(&entry.stamp)
            && self.tree.is_pending(entry.node)
    }
}

/// Every strategy: name, what it is good for, and how to make one.
pub const STRATEGIES: &[(&str, &str, fn() -> Box<dyn Strategy>)] = &[
    (
        "coverage-new",
        "takes branches not covered yet first, then nodes near to new coverage, some at random: \
         most coverage in little time",
        || Box::new(coverage_new::CoverageNew::default()),
    ),
    (
        "dfs",
        "depth first: least memory, for programs that can be explored whole",
        || Box::new(depth_first::DepthFirst::default()),
    ),
    (
        "bfs",
        "breadth first: shortest paths to bugs, much memory",
        || Box::new(breadth_first::BreadthFirst::default()),
    ),
    (
        "random-node",
        "every pending node alike: prefers where many are, deep in loops",
        || Box::new(random_node::RandomNode::default()),
    ),
    (
        "random-path",
        "a random walk down the tree: prefers nodes near the root, does not drown in loops",
        || Box::new(random_path::RandomPath),
    ),
];

/// Name of the strategy that runs unless told otherwise.
pub const DEFAULT: &str = "coverage-new";

/// Makes a strategy from its name; `a,b` takes turns between `a` and `b`.
///
/// # Errors
/// The name that is unknown.
pub fn parse(names: &str) -> Result<Box<dyn Strategy>, String> {
    let mut strategies = Vec::new();
    for name in names.split(',') {
        let known = STRATEGIES.iter().find(|(known, _, _)| *known == name);
        let (_, _, make) = known.ok_or_else(|| name.to_owned())?;
        strategies.push(make());
    }
    if strategies.len() == 1 {
        return Ok(strategies.remove(0));
    }
    Ok(Box::new(interleave::Interleave::new(strategies)))
}
