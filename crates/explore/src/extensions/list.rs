//! The extensions of a run, told one after the other. With none of them, each moment costs the look at
//! an empty list.

use super::contract::{Arrived, Extension, Forked, InfeasibleArm, Skip, Tools};
use crate::coverage::CoveredPart;
use crate::limits::LimitKind;
use crate::results::{Decided, Facts, Statistics};
use crate::tree::{Closed, Found, NodeId};
use ir::Program;
use rustc_hash::FxHashMap;
use solver::PathCondition;
use term::{Model, Pool, Term};
use vm::{Fork, Machine, State};

/// Extensions, and what decisions on path conditions mean to them.
#[derive(Default)]
pub(crate) struct Extensions {
    list: Vec<Box<dyn Extension>>,
    tags: FxHashMap<Decided, u32>,
    decided: Vec<Decided>,
}

impl Extensions {
    /// One more.
    pub(crate) fn add(&mut self, extension: Box<dyn Extension>) {
        self.list.push(extension);
    }

    /// True if there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// A path condition with the decision for an arm.
    pub(crate) fn decide(
        &mut self,
        pool: &Pool,
        path: &PathCondition,
        fork: &Fork,
        arm: usize,
    ) -> PathCondition {
        let condition = fork.arms[arm].condition;
        if self.list.is_empty() {
            return path.and(pool, condition);
        }
        let decided = Decided::of(fork, arm);
        let next = self.decided.len() as u32;
        let tag = *self.tags.entry(decided).or_insert(next);
        if tag == next {
            self.decided.push(decided);
        }
        path.decide(pool, condition, tag)
    }

    /// See [`Extension::materialised`].
    pub(crate) fn materialised(&mut self, node: NodeId, way: &[Decided], state: &State) {
        for extension in &mut self.list {
            extension.materialised(node, way, state);
        }
    }

    /// See [`Extension::covered`].
    pub(crate) fn covered(&mut self, parts: &[CoveredPart]) {
        for extension in &mut self.list {
            extension.covered(parts);
        }
    }

    /// See [`Extension::cut_off`].
    pub(crate) fn cut_off(&self) -> Vec<(LimitKind, u64)> {
        let extensions = self.list.iter();
        extensions.filter_map(|it| it.cut_off()).collect()
    }

    /// See [`Extension::widen`].
    pub(crate) fn widen(&self, fork: &mut Fork, state: &State) {
        for extension in &self.list {
            extension.widen(fork, state);
        }
    }

    /// See [`Extension::arrived`].
    pub(crate) fn arrived(&mut self, at: &Arrived<'_>, mut tools: Tools<'_>) -> Option<Skip> {
        let mut extensions = self.list.iter_mut();
        extensions.find_map(|extension| extension.arrived(at, &mut tools))
    }

    /// See [`Extension::aims`].
    pub(crate) fn aims(&mut self, at: &Arrived<'_>, tools: &mut Tools<'_>) -> Vec<(usize, Model)> {
        let extensions = self.list.iter_mut();
        extensions
            .flat_map(|extension| extension.aims(at, tools))
            .collect()
    }

    /// See [`Extension::wants_alone`].
    pub(crate) fn want_alone(&self) -> bool {
        self.list.iter().any(|extension| extension.wants_alone())
    }

    /// See [`Extension::wants`].
    pub(crate) fn wants(
        &mut self,
        mut tools: Tools<'_>,
        is_pending: &dyn Fn(NodeId) -> bool,
    ) -> Option<NodeId> {
        let mut extensions = self.list.iter_mut();
        extensions.find_map(|extension| extension.wants(&mut tools, is_pending))
    }

    /// See [`Extension::forked`].
    pub(crate) fn forked(&mut self, fork: &Forked<'_>) {
        for extension in &mut self.list {
            extension.forked(fork);
        }
    }

    /// See [`Extension::may_skip`].
    pub(crate) fn may_skip(&mut self, node: NodeId) -> Option<Skip> {
        let mut extensions = self.list.iter_mut();
        extensions.find_map(|extension| extension.may_skip(node))
    }

    /// See [`Extension::is_met_elsewhere`].
    pub(crate) fn is_met_elsewhere(&self, node: NodeId) -> bool {
        let mut extensions = self.list.iter();
        extensions.any(|extension| extension.is_met_elsewhere(node))
    }

    /// See [`Extension::infeasible`]. The core is that of the query for the arm on this path.
    pub(crate) fn infeasible(
        &mut self,
        node: NodeId,
        (fork, arm): (&Fork, usize),
        (pool, path, core): (&Pool, &PathCondition, &[Term]),
        program: &dyn Program,
    ) {
        if self.list.is_empty() {
            return;
        }
        let goal = fork.arms[arm].condition;
        let decisions = path.decisions_of(pool, core, goal).into_iter();
        let core: Vec<(u32, Decided)> = decisions
            .map(|decision| (decision.number, self.decided[decision.tag as usize]))
            .collect();
        let arm = InfeasibleArm {
            node,
            arm: Decided::of(fork, arm),
            core: &core,
        };
        for extension in &mut self.list {
            extension.infeasible(&arm, program);
        }
    }

    /// See [`Extension::path_ended`].
    pub(crate) fn path_ended(&mut self, node: NodeId, how: Closed) {
        for extension in &mut self.list {
            extension.path_ended(node, how);
        }
    }

    /// See [`Extension::subtree_closed`].
    pub(crate) fn subtree_closed(&mut self, node: NodeId, found: Found, machine: &mut Machine) {
        for extension in &mut self.list {
            extension.subtree_closed(node, found, machine);
        }
    }

    /// Adds what all of them learned.
    pub(crate) fn take_facts(&mut self, facts: &mut Facts) {
        for extension in &mut self.list {
            for (fact, count) in extension.take_facts() {
                let name = extension.name().to_owned();
                *facts.entry((name, fact)).or_default() += count;
            }
        }
    }

    /// See [`Extension::count`].
    pub(crate) fn count(&self, statistics: &mut Statistics) {
        for extension in &self.list {
            extension.count(statistics);
        }
    }

    /// See [`Extension::learn`].
    pub(crate) fn learn(&mut self, facts: &Facts) {
        for ((name, fact), &count) in facts {
            for extension in &mut self.list {
                if extension.name() == name {
                    extension.learn(fact, count);
                }
            }
        }
    }
}
