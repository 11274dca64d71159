//! Parts of an explorer together.

use crate::error::BoxError;
use crate::exchange::{Frontier, InProcess, Observer, Progress};
use crate::executor::Start;
use crate::explorer::Explorer;
use crate::limits::Limits;
use crate::options::Options;
use crate::parts::Parts;
use crate::results::{KeptPath, RunTotals};
use crate::search::Code;
use crate::strategy::STRATEGIES;
use crate::tree::{KeyRange, NodeId};
use rustc_hash::FxHashMap;
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
    let mut alone = InProcess {
        observer: &mut Nobody,
        account: RunTotals::default(),
        keep_all: false,
    };
    explorer
        .work(Frontier::new(), KeyRange::first(), &mut alone)
        .expect("nobody refuses anything");
    explorer
}

#[test]
fn snapshots_of_what_comes_last_go_first() {
    let together = ["dfs,bfs", "coverage-new:2,random-path"];
    let names = STRATEGIES.iter().map(|known| known.name).chain(together);
    for name in names {
        let mut explorer = explorer(name, 40);
        let Parts {
            search,
            coverage,
            executor,
            ..
        } = explorer.parts();
        let code = Code::of(coverage, executor);
        let ranked = search.ranked(code);
        assert_eq!(ranked.len(), search.tree().pending(), "{name}");
        search.allow_memory(search.snapshot_bytes() / 3 * 2);
        search.drop_snapshots(code);
        // The order of the ranking is that of before: dropping a snapshot changes no rank.
        let kept: FxHashMap<NodeId, bool> = search.ranked(code).into_iter().collect();
        let kept: Vec<bool> = ranked.iter().map(|(node, _)| kept[node]).collect();
        assert!(kept.is_sorted(), "{name}: {kept:?}");
        let count = kept.iter().filter(|&&kept| kept).count();
        assert!(count > 0 && count < kept.len(), "{name}: {kept:?}");
    }
}

#[test]
fn a_ranking_is_the_order_of_visits_backwards_where_that_is_fixed() {
    for name in ["dfs", "bfs", "generational"] {
        let mut explorer = explorer(name, 40);
        let Parts {
            search,
            coverage,
            executor,
            ..
        } = explorer.parts();
        let code = Code::of(coverage, executor);
        let mut ranking = search.ranked(code);
        ranking.reverse();
        let mut visits = Vec::new();
        while let Some(node) = search.next(code) {
            search.visit(node);
            visits.push(node);
        }
        let ranked: Vec<NodeId> = ranking.into_iter().map(|(node, _)| node).collect();
        assert_eq!(visits, ranked, "{name}");
    }
}
