//! The analyses of a function against their definitions, taken literally, on random graphs.

mod generator;

use generator::{Random, graphs};
use ir::analysis::{
    CallGraph, Cfg, ControlDependence, Dominators, Loops, PostDominators, functions_of,
};
use ir::{BlockId, Function, FunctionId};
use proptest::prelude::*;

/// Blocks reachable from `start` without going through `without`.
fn reach(cfg: &Cfg, start: BlockId, without: Option<BlockId>) -> Vec<bool> {
    let mut seen = vec![false; cfg.block_count()];
    let mut work = vec![start];
    while let Some(block) = work.pop() {
        if Some(block) != without && !std::mem::replace(&mut seen[block.0 as usize], true) {
            work.extend(cfg.successors(block));
        }
    }
    seen
}

fn ends(cfg: &Cfg, block: BlockId) -> bool {
    cfg.successors(block).is_empty()
}

/// True if no path from `before` to an end avoids `after`.
fn post_dominates(cfg: &Cfg, after: BlockId, before: BlockId) -> bool {
    let reached = reach(cfg, before, Some(after));
    blocks(cfg).all(|block| !(reached[block.0 as usize] && ends(cfg, block)))
}

fn blocks(cfg: &Cfg) -> impl Iterator<Item = BlockId> + use<> {
    (0..cfg.block_count() as u32).map(BlockId)
}

fn graph(seed: u64) -> (Function, Cfg) {
    let function = graphs::control_flow(&mut Random::new(seed), 10);
    let cfg = Cfg::new(&function);
    (function, cfg)
}

/// True if every reachable block can end the function, so that post-dominance is what it is.
fn always_ends(cfg: &Cfg) -> bool {
    cfg.reverse_post_order().iter().all(|block| {
        let reached = reach(cfg, *block, None);
        blocks(cfg).any(|end| reached[end.0 as usize] && ends(cfg, end))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn order_and_reachability(seed: u64) {
        let (_, cfg) = graph(seed);
        let reached = reach(&cfg, BlockId(0), None);
        for block in blocks(&cfg) {
            prop_assert_eq!(cfg.is_reachable(block), reached[block.0 as usize]);
            for successor in cfg.successors(block) {
                prop_assert!(cfg.predecessors(*successor).contains(&block));
            }
        }
        prop_assert_eq!(cfg.reverse_post_order()[0], BlockId(0));
    }

    #[test]
    fn dominators(seed: u64) {
        let (function, cfg) = graph(seed);
        let dominators = Dominators::new(&cfg);
        let reached = reach(&cfg, BlockId(0), None);
        for above in blocks(&cfg) {
            let avoiding = reach(&cfg, BlockId(0), Some(above));
            for below in blocks(&cfg) {
                let both = reached[above.0 as usize] && reached[below.0 as usize];
                let expected = both && !avoiding[below.0 as usize];
                prop_assert_eq!(
                    dominators.dominates(above, below), expected,
                    "block{} over block{} in {:?}", above.0, below.0, function
                );
            }
            if let Some(parent) = dominators.immediate(above) {
                prop_assert!(parent != above && dominators.dominates(parent, above));
                for other in blocks(&cfg).filter(|other| *other != above) {
                    let dominates = dominators.dominates(other, above);
                    prop_assert!(!dominates || dominators.dominates(other, parent));
                }
            }
        }
    }

    #[test]
    fn post_dominators_and_control_dependence(seed: u64) {
        let (function, cfg) = graph(seed);
        let found = PostDominators::new(&cfg);
        let controls = ControlDependence::new(&cfg, &found);
        if !always_ends(&cfg) {
            return Ok(());
        }
        for after in blocks(&cfg).filter(|block| cfg.is_reachable(*block)) {
            for before in blocks(&cfg).filter(|block| cfg.is_reachable(*block)) {
                prop_assert_eq!(
                    found.post_dominates(after, before), post_dominates(&cfg, after, before),
                    "block{} after block{} in {:?}", after.0, before.0, function
                );
            }
            let mut expected = Vec::new();
            for branch in blocks(&cfg).filter(|block| cfg.is_reachable(*block)) {
                for towards in cfg.successors(branch) {
                    let bound = post_dominates(&cfg, after, *towards);
                    let free = after == branch || !post_dominates(&cfg, after, branch);
                    if bound && free && cfg.successors(branch).len() > 1 {
                        expected.push((branch, *towards));
                    }
                }
            }
            expected.sort_unstable();
            let found: Vec<_> = controls.of(after).iter().map(|c| (c.branch, c.towards)).collect();
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn loops(seed: u64) {
        let (function, cfg) = graph(seed);
        let dominators = Dominators::new(&cfg);
        let loops = Loops::new(&cfg, &dominators);
        for header in blocks(&cfg) {
            let latches: Vec<BlockId> = cfg.predecessors(header).iter().copied()
                .filter(|source| dominators.dominates(header, *source)).collect();
            let found = loops.all().iter().find(|l| l.header == header);
            prop_assert_eq!(found.is_some(), !latches.is_empty());
            let Some(found) = found else { continue };
            prop_assert_eq!(&found.latches, &latches);
            // The body: what reaches a latch without going through the header.
            let body: Vec<BlockId> = blocks(&cfg).filter(|block| {
                let reached = reach(&cfg, *block, Some(header));
                *block == header
                    || cfg.is_reachable(*block) && latches.iter().any(|l| reached[l.0 as usize])
            }).collect();
            prop_assert_eq!(&found.blocks, &body, "of block{} in {:?}", header.0, function);
        }
        for (index, each) in loops.all().iter().enumerate() {
            let around = |other: &&ir::analysis::Loop| {
                other.header != each.header && other.blocks.contains(&each.header)
            };
            let smallest = loops.all().iter().filter(around).min_by_key(|l| l.blocks.len());
            prop_assert_eq!(
                each.parent.map(|id| loops.get(id).header),
                smallest.map(|l| l.header),
                "loop {} of {:?}", index, function
            );
            prop_assert_eq!(each.depth as usize, 1 + loops.all().iter().filter(around).count());
        }
        for block in blocks(&cfg) {
            let around = loops.all().iter().filter(|l| l.blocks.contains(&block));
            let smallest = around.min_by_key(|l| l.blocks.len());
            prop_assert_eq!(
                loops.innermost(block).map(|id| loops.get(id).header), smallest.map(|l| l.header)
            );
        }
    }

    #[test]
    fn components(seed: u64) {
        let module = graphs::calls(&mut Random::new(seed));
        let functions = functions_of(&module);
        let calls = CallGraph::new(&module, &functions);
        let all = || (0..functions.len() as u32).map(FunctionId);
        let after = |start: FunctionId| {
            let callees: Vec<FunctionId> = calls.callees(start).collect();
            calls.reachable(&callees)
        };
        for a in all() {
            prop_assert_eq!(calls.is_recursive(a), after(a).contains(&a));
            for b in all() {
                let together = a == b || after(a).contains(&b) && after(b).contains(&a);
                prop_assert_eq!(calls.components().of(a.0) == calls.components().of(b.0), together);
                if after(a).contains(&b) {
                    prop_assert!(calls.components().of(b.0) <= calls.components().of(a.0));
                }
                prop_assert_eq!(
                    calls.callees(a).any(|id| id == b), calls.callers(b).any(|id| id == a)
                );
            }
        }
    }
}
