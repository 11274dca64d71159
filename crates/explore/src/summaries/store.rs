//! The summaries that were made, and what searches along them need again.

use super::follower::Recorder;
use super::prefixes::Prefixes;
use super::recent::Recent;
use super::summary::{Alternative, Context, Summary};
use crate::executor::Executor;
use ir::FunctionId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;
use term::Term;
use vm::{AskedCall, ReadCells, State};

/// Summaries of a function that come to nothing, before no other is tried while none did otherwise.
const PATIENCE: u32 = 8;

/// Bytes that beginnings of ways may take.
const PREFIX_BYTES: usize = 64 << 20;
/// Bytes that paths up to forks may take.
const MEETING_BYTES: usize = 32 << 20;

/// A path up to a fork.
pub(crate) struct Meeting {
    pub(crate) recorder: Recorder,
    pub(crate) state: State,
}

/// The summaries that were made.
pub(crate) struct Summaries {
    by_function: FxHashMap<FunctionId, Vec<Rc<Summary>>>,
    count: u32,
    /// By function: how many came to something, and how many did not.
    outcomes: FxHashMap<FunctionId, (u32, u32)>,
    /// Arms that were decided by summaries only, and by searches before them.
    pub(crate) decided: (u32, u32),
    /// Functions calls of which have depended on what other calls did before them.
    pub(crate) chained: FxHashSet<FunctionId>,
    pub(crate) prefixes: Prefixes,
    /// Paths up to forks, by hash and number of the decisions before: other arms of these forks are often
    /// next.
    pub(crate) meetings: Recent<(u64, u32), Meeting>,
}

impl Default for Summaries {
    fn default() -> Summaries {
        Summaries {
            by_function: FxHashMap::default(),
            count: 0,
            outcomes: FxHashMap::default(),
            decided: (0, 0),
            chained: FxHashSet::default(),
            prefixes: Recent::new(PREFIX_BYTES),
            meetings: Recent::new(MEETING_BYTES),
        }
    }
}

impl Summaries {
    /// The summary of a call at which a state stands.
    pub(crate) fn find(
        &self,
        executor: &mut Executor,
        state: &State,
        asked: &AskedCall,
        context: &Context,
    ) -> Option<Rc<Summary>> {
        let known = self.by_function.get(&asked.function)?;
        let machine = executor.machine();
        let found = known.iter().find(|summary| {
            summary.asked.is_like(asked)
                && summary.reads.agree(machine, state)
                && summary.relies_on.iter().all(|on| has(context, *on))
        });
        found.cloned()
    }

    /// Keeps one. `None` if there are too many.
    pub(crate) fn add(
        &mut self,
        executor: &mut Executor,
        asked: &Arc<AskedCall>,
        reads: ReadCells,
        paths: Option<(Vec<Alternative>, bool)>,
        context: &Context,
    ) -> Option<Rc<Summary>> {
        let selector = executor.machine().selector(self.count)?;
        self.count += 1;
        let outcomes = self.outcomes.entry(asked.function).or_default();
        match paths {
            Some(_) => outcomes.0 += 1,
            None => outcomes.1 += 1,
        }
        let partial = context.iter().filter(|summary| !summary.total);
        let complete = paths.is_some();
        let (alternatives, total) = paths.unwrap_or_default();
        let summary = Rc::new(Summary {
            asked: Arc::clone(asked),
            reads,
            alternatives,
            selector,
            definition: std::cell::Cell::default(),
            complete,
            total,
            relies_on: partial.map(|summary| summary.selector).collect(),
        });
        let of_function = self.by_function.entry(asked.function).or_default();
        of_function.push(Rc::clone(&summary));
        Some(summary)
    }

    /// True if summaries of a function have come to nothing too often.
    pub(crate) fn is_hopeless(&self, function: FunctionId) -> bool {
        let (good, bad) = self.outcomes.get(&function).copied().unwrap_or_default();
        good == 0 && bad >= PATIENCE
    }

    /// True if searches before summaries have hardly decided anything.
    pub(crate) fn come_first(&self) -> bool {
        let (by_summaries, by_searches) = self.decided;
        by_summaries > 4 && by_summaries > by_searches
    }
}

fn has(context: &Context, selector: Term) -> bool {
    context.iter().any(|summary| summary.selector == selector)
}
