//! Forks whose arms are being explored.

use crate::extensions::Forked;
use crate::tree::NodeId;
use rustc_hash::FxHashMap;
use solver::PathCondition;
use std::cell::RefCell;
use std::rc::Rc;
use vm::{Fork, Needs, State};

/// What there is between a fork and what comes behind one of its arms.
#[derive(Default)]
pub(super) struct Way {
    /// The fork and the number of the arm; none for what was reached from elsewhere.
    pub above: Option<(Rc<KnownFork>, usize)>,
    pub below: Below,
    /// It is known that nothing below is new.
    pub is_settled: bool,
}

/// What a way leads to.
#[derive(Default)]
pub(super) enum Below {
    /// Nothing that is known.
    #[default]
    Unknown,
    /// Another fork.
    Fork(Rc<KnownFork>),
    /// Another fork, with the number of its decision, where this matters and below which nothing is new.
    Subsumed(u32, Box<Needs>),
    /// The end of a path.
    End,
    /// No input goes along it, because of these decisions.
    Infeasible(Vec<u32>),
}

/// A fork of a path.
pub(super) struct KnownFork {
    pub fork: Fork,
    /// The state there.
    pub state: State,
    /// Where that is ([`vm::point`]).
    pub point: u64,
    /// The path to it, without its partition.
    pub path: PathCondition,
    /// Number of the decision.
    pub decision: u32,
    /// The lowest node of the path before it, and those of its arms.
    pub above: NodeId,
    arms: Vec<(usize, NodeId)>,
    collected: RefCell<Collected>,
}

/// What is known of arms that are finished.
#[derive(Default)]
struct Collected {
    arms: usize,
    needs: Needs,
    unknown: bool,
    /// Some arm is infeasible.
    infeasible: bool,
}

impl KnownFork {
    pub(super) fn new(fork: &Forked<'_>, point: u64, path: PathCondition) -> KnownFork {
        KnownFork {
            point,
            path,
            above: fork.above,
            fork: fork.fork.clone(),
            state: fork.state.clone(),
            decision: fork.decision,
            arms: fork.arms.to_vec(),
            collected: RefCell::default(),
        }
    }

    /// False if what matters here cannot be known any more.
    pub(super) fn is_known(&self) -> bool {
        !self.collected.borrow().unknown
    }

    /// No input goes along an arm, because of these decisions.
    pub(super) fn infeasible(&self, because: &[u32]) {
        let mut collected = self.collected.borrow_mut();
        collected.arms += 1;
        collected.infeasible = true;
        for &decision in because {
            collected.needs.add_decision(decision);
        }
    }

    /// What is behind an arm is explored, and this matters for it.
    pub(super) fn explored(&self, needs: Option<Needs>) {
        let mut collected = self.collected.borrow_mut();
        collected.arms += 1;
        match needs {
            Some(needs) => collected.needs.merge(&needs),
            None => {
                collected.unknown = true;
                collected.needs = Needs::none();
            }
        }
    }

    /// Why it cannot be told what matters here, though all below is known.
    pub(super) fn cannot_tell(&self) -> Option<&'static str> {
        let collected = self.collected.borrow();
        let known = !collected.unknown && collected.arms == self.arms.len();
        (known && !vm::tells_all(&self.fork)).then(|| self.fork.kind.name())
    }

    /// What matters here, once all arms are finished.
    pub(super) fn needs(&self) -> Option<Needs> {
        let mut collected = self.collected.borrow_mut();
        if collected.arms != self.arms.len() {
            return None;
        }
        let needs = std::mem::take(&mut collected.needs);
        self.decided(&collected, needs)
    }

    /// What matters here, if this matters of the arms that are not finished.
    pub(super) fn needs_with(&self, open: &Needs) -> Option<Needs> {
        let collected = self.collected.borrow();
        let mut needs = collected.needs.clone();
        needs.merge(open);
        self.decided(&collected, needs)
    }

    /// What matters before the decision, given what matters behind it.
    fn decided(&self, collected: &Collected, mut needs: Needs) -> Option<Needs> {
        if collected.unknown || !vm::tells_all(&self.fork) {
            return None;
        }
        let because = needs.remove_decision(self.decision);
        if because || collected.infeasible || !vm::has_every_arm(&self.state, &self.fork) {
            needs.decide(&self.state)?;
        }
        Some(needs)
    }

    /// Its arms that are not finished, and their nodes.
    pub(super) fn open(&self, ways: &FxHashMap<NodeId, Way>) -> Vec<(usize, NodeId)> {
        // A node may be another's by now.
        let is_open = |&&(arm, node): &&(usize, NodeId)| {
            let above = ways.get(&node).and_then(|way| way.above.as_ref());
            above.is_some_and(|(fork, of)| std::ptr::eq(&**fork, self) && *of == arm)
        };
        self.arms.iter().filter(is_open).copied().collect()
    }
}
