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

/// A strategy by its name.
pub struct Known {
    /// Name in options.
    pub name: &'static str,
    /// What it is good for.
    pub purpose: &'static str,
    make: fn() -> Box<dyn Strategy>,
}

/// Every strategy.
pub const STRATEGIES: &[Known] = &[
    Known {
        name: "coverage-new",
        purpose: "takes branches not covered yet first, then nodes near to new coverage, some at \
                  random: most coverage in little time",
        make: || Box::new(coverage_new::CoverageNew::default()),
    },
    Known {
        name: "dfs",
        purpose: "depth first: least memory, for programs that can be explored whole",
        make: || Box::new(depth_first::DepthFirst::default()),
    },
    Known {
        name: "bfs",
        purpose: "breadth first: shortest paths to bugs, much memory",
        make: || Box::new(breadth_first::BreadthFirst::default()),
    },
    Known {
        name: "random-node",
        purpose: "every pending node alike: prefers where many are, deep in loops",
        make: || Box::new(random_node::RandomNode::default()),
    },
    Known {
        name: "random-path",
        purpose: "a random walk down the tree: prefers nodes near the root, does not drown in loops",
        make: || Box::new(random_path::RandomPath),
    },
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
        let known = STRATEGIES.iter().find(|known| known.name == name);
        let known = known.ok_or_else(|| name.to_owned())?;
        strategies.push((known.make)());
    }
    if strategies.len() == 1 {
        return Ok(strategies.remove(0));
    }
    Ok(Box::new(interleave::Interleave::new(strategies)))
}
