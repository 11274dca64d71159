//! What a run does when memory is short: snapshots go first, those of the nodes that the strategy
//! will come to last; if there are none left to drop, the search goes depth first for a while,
//! which leaves fewer nodes pending with each path.

use crate::explorer::Explorer;
use crate::strategy::{RANKING_BYTES, Strategy, View};
use crate::tree::NodeId;

/// Forks between two looks at the memory in use.
const LOOK_EVERY: u32 = 256;
/// Snapshots dropped between two looks.
const DROPPED_AT_ONCE: usize = 256;

/// Whether memory is short, and what was done about it.
#[derive(Debug, Default)]
pub(crate) struct Shortage {
    /// Forks since the last look.
    forks: u32,
    /// Forks since snapshots were last dropped.
    forks_since_drop: usize,
    /// Dropping snapshots did not help.
    depth_first: bool,
    /// The node that a depth-first search would visit next.
    next: Option<NodeId>,
    /// Most bytes in use when looked at.
    pub(crate) peak_bytes: usize,
    /// Nodes chosen depth first instead of by the strategy.
    pub(crate) chosen_depth_first: u64,
}

impl Shortage {
    /// True if dropping snapshots did not help.
    pub(crate) fn goes_depth_first(&self) -> bool {
        self.depth_first
    }
}

impl Explorer {
    /// Looks at the memory in use now and then, and drops snapshots if it exceeds the budget.
    pub(crate) fn watch_memory(&mut self) {
        self.shortage.forks += 1;
        self.shortage.forks_since_drop += 1;
        let look = self.shortage.forks >= LOOK_EVERY;
        if !look && !self.snapshots.exceed_budget() {
            return;
        }
        self.shortage.forks = 0;
        let (used, budget) = ((self.options.memory_in_use)(), self.usable_memory());
        self.shortage.peak_bytes = self.shortage.peak_bytes.max(used);
        if used <= budget && !self.snapshots.exceed_budget() {
            if used < budget / 8 * 7 {
                self.shortage.depth_first = false;
            }
            return;
        }
        self.drop_snapshots();
        self.shortage.depth_first = (self.options.memory_in_use)() > budget;
    }

    /// What may be in use: the budget less what it takes to choose the snapshots to be dropped, and
    /// something for what is allocated between two looks, for tables while they grow, and for gaps
    /// that nothing fits into.
    fn usable_memory(&self) -> usize {
        let budget = self.options.limits.memory_bytes;
        let ranking = self.tree.pending() * RANKING_BYTES;
        budget.saturating_sub(budget / 10 + ranking)
    }

    /// Drops snapshots down to three quarters of the budget. All pending nodes are ranked for that:
    /// so it is done only after so many forks that it does not show.
    fn drop_snapshots(&mut self) {
        let dear = self.tree.pending() / 64 > self.shortage.forks_since_drop;
        if !self.snapshots.any() || dear {
            return;
        }
        self.shortage.forks_since_drop = 0;
        let view = View {
            tree: &self.tree,
            coverage: &self.coverage,
            program: &**self.machine.program(),
        };
        let enough = self.options.limits.memory_bytes / 4 * 3;
        let mut used = 0;
        for (number, entry) in self.strategy.ranking(&view).into_iter().enumerate() {
            if number % DROPPED_AT_ONCE == 0 {
                used = (self.options.memory_in_use)();
            }
            if used <= enough && !self.snapshots.exceed(enough) {
                return;
            }
            if let Some(pending) = self.pending.get(entry.node) {
                self.snapshots.drop_of(pending);
            }
        }
    }

    /// The node to visit next: the strategy's choice, unless memory is short.
    pub(crate) fn next_node(&mut self) -> Option<NodeId> {
        if self.shortage.depth_first
            && let Some(node) = self.shortage.next.take()
            && self.tree.is_pending(node)
        {
            self.shortage.chosen_depth_first += 1;
            self.shortage.next = self.tree.nearest_pending(node);
            return Some(node);
        }
        let view = View {
            tree: &self.tree,
            coverage: &self.coverage,
            program: &**self.machine.program(),
        };
        let node = self.strategy.next(&view, &mut self.random)?;
        self.shortage.next = match self.shortage.depth_first {
            true => self.tree.nearest_pending(node),
            false => None,
        };
        Some(node)
    }

    /// Notes where a depth-first search goes on after the path that ends at this leaf.
    pub(crate) fn note_leaf(&mut self, leaf: NodeId) {
        if self.shortage.depth_first {
            self.shortage.next = self.tree.nearest_pending(leaf);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::Account;
    use crate::explorer::{BoxError, Start};
    use crate::frontier::Frontier;
    use crate::journal::Alone;
    use crate::limits::{Limits, Options};
    use crate::observer::{KeptPath, Observer, Progress};
    use crate::snapshot::Pending;
    use crate::strategy::{Entry, STRATEGIES};
    use crate::task::KeyRange;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    struct Nobody;

    impl Observer for Nobody {
        fn path(&mut self, _path: &KeptPath) -> Result<(), BoxError> {
            Ok(())
        }

        fn progress(&mut self, _progress: &Progress) {}

        fn warning(&mut self, _text: &str) {}
    }

    /// One decision on each of ten inputs.
    fn program() -> ir::Module {
        let mut text = String::from(
            "global $name size 2 constant { 0: \"x\\x00\" }\n\
             global $int size 4 constant { 0: \"int\\x00\" }\n\
             function main() -> i32 {\nentry:\n  %p: ptr = alloca 4 align 4\n  jump b0\n",
        );
        for number in 0..10 {
            let next = number + 1;
            text += &format!(
                "b{number}:\n  intrinsic input(%p, 4, $name, $int)\n  %x{number}: i32 = load %p\n  \
                 %c{number}: i1 = icmp slt i32 %x{number}, 10\n  \
                 branch %c{number}, t{number}, b{next} decision {number}\n\
                 t{number}:\n  jump b{next}\n"
            );
        }
        text += "b10:\n  return 0\n}\n";
        ir::parse("decisions.wir", &text).unwrap_or_else(|error| panic!("{error}\n{text}"))
    }

    /// What is left of a run after so many paths in some order.
    fn explorer(strategy: &str, paths: u64) -> Explorer {
        let interrupt = Arc::new(AtomicBool::new(false));
        let machine = vm::Machine::new(Arc::new(program()), vm::Options::default());
        let solver = solver::Solver::new(solver::Options::default(), interrupt.clone());
        let options = Options {
            strategy: strategy.to_owned(),
            limits: Limits {
                paths: Some(paths),
                ..Limits::default()
            },
            ..Options::default()
        };
        let solver = solver.expect("there is a solver");
        let start = Start::Main(Vec::new());
        let mut explorer = Explorer::new(machine, solver, start, &[], options, interrupt)
            .expect("the program can be started");
        let mut alone = Alone {
            observer: &mut Nobody,
            account: Account::default(),
            keep_all: false,
        };
        explorer
            .work(Frontier::new(), KeyRange::first(), &mut alone)
            .expect("nobody refuses anything");
        explorer
    }

    fn ranking(explorer: &Explorer) -> Vec<Entry> {
        let view = View {
            tree: &explorer.tree,
            coverage: &explorer.coverage,
            program: &**explorer.machine.program(),
        };
        explorer.strategy.ranking(&view)
    }

    #[test]
    fn snapshots_of_what_comes_last_go_first() {
        let together = ["dfs,bfs", "coverage-new:2,random-path"];
        let names = STRATEGIES.iter().map(|known| known.name).chain(together);
        for name in names {
            let mut explorer = explorer(name, 40);
            let ranking = ranking(&explorer);
            assert_eq!(ranking.len(), explorer.tree.pending(), "{name}");
            explorer.options.limits.memory_bytes = explorer.snapshots.bytes() / 3 * 2;
            explorer.shortage.forks_since_drop = ranking.len();
            explorer.drop_snapshots();
            let kept = ranking
                .iter()
                .map(|entry| match explorer.pending.get(entry.node) {
                    Some(Pending::Arm { point, .. }) => point.snapshot.is_there(),
                    _ => panic!("{name}: every node was met here"),
                });
            let kept: Vec<bool> = kept.collect();
            assert!(kept.is_sorted(), "{name}: {kept:?}");
            let count = kept.iter().filter(|&&kept| kept).count();
            assert!(count > 0 && count < kept.len(), "{name}: {kept:?}");
        }
    }

    #[test]
    fn a_ranking_is_the_order_of_visits_backwards_where_that_is_fixed() {
        for name in ["dfs", "bfs", "generational"] {
            let mut explorer = explorer(name, 40);
            let mut ranking = ranking(&explorer);
            ranking.reverse();
            let mut visits = Vec::new();
            while let Some(node) = explorer.next_node() {
                explorer.tree.open(node);
                visits.push(node);
            }
            let ranked: Vec<NodeId> = ranking.iter().map(|entry| entry.node).collect();
            assert_eq!(visits, ranked, "{name}");
        }
    }
}
