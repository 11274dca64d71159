//! What an extension is told and asked.

use crate::coverage::CoveredPart;
use crate::feasibility::{Feasibility, Feasible};
use crate::limits::LimitKind;
use crate::results::{Decided, Statistics};
use crate::tree::{Closed, Found, NodeId};
use ir::Program;
use rustc_hash::FxHashSet;
use solver::PathCondition;
use term::{InputId, Model, Op, Term};
use vm::{Fork, Instance, Machine, State};

/// A technique that goes along with an exploration: it watches the tree grow and shrink, and may leave
/// out parts of it. Nodes are those of the tree of this explorer; a [`NodeId`] may be used again for
/// another node once [`Extension::subtree_closed`] was told of it.
///
/// All moments have a default that does nothing. What an extension learns and others need is told as
/// *facts*: byte strings with a count each, whose meaning is its own. They go where the account of the
/// run goes: into the store, where counts of the same fact are added, and to all other workers.
pub trait Extension {
    /// Its name in the store.
    fn name(&self) -> &'static str;

    /// A node that others met (another worker, an earlier session) was reached by running from the
    /// start; these decisions lead to it, the last one from this state. No [`Extension::forked`] has told
    /// of it.
    fn materialised(&mut self, _node: NodeId, _way: &[Decided], _state: &State) {}

    /// What it will not do, and how often: asked when the start of the program is visited.
    fn cut_off(&self) -> Option<(LimitKind, u64)> {
        None
    }

    /// A path stands at a fork that may not cover all inputs: further arms of it. They depend on nothing but
    /// the decisions before, so that whoever reaches the fork adds the same.
    fn widen(&self, _fork: &mut Fork, _state: &State) {}

    /// A path that runs stands at a fork whose arms are no nodes yet. With an answer, the lowest node of
    /// the path is closed as that, with all that would be below it.
    fn arrived(&mut self, _at: &Arrived<'_>, _tools: &mut Tools<'_>) -> Option<Skip> {
        None
    }

    /// A path stands at a fork whose arms are no nodes yet: models that satisfy its path condition and the
    /// conditions of arms, which are given by their indices. These arms are visited next, with those models.
    fn aims(&mut self, _at: &Arrived<'_>, _tools: &mut Tools<'_>) -> Vec<(usize, Model)> {
        Vec::new()
    }

    /// True if a path that has forked is to wait, because something else is to be visited first.
    fn wants_alone(&self) -> bool {
        false
    }

    /// The strategy is about to choose: a node that is visited first, of those that are pending.
    fn wants(
        &mut self,
        _tools: &mut Tools<'_>,
        _is_pending: &dyn Fn(NodeId) -> bool,
    ) -> Option<NodeId> {
        None
    }

    /// A path forked.
    fn forked(&mut self, _fork: &Forked<'_>) {}

    /// Parts of user code were executed for the first time, here or by others.
    fn covered(&mut self, _parts: &[CoveredPart]) {}

    /// A node is about to be visited, or a path that runs has just gone into it. With an answer, the
    /// node is closed as that, with all that would be below it.
    fn may_skip(&mut self, _node: NodeId) -> Option<Skip> {
        None
    }

    /// True if whatever is met from a node is met from another one as well: nothing that ends there is left out.
    fn is_met_elsewhere(&self, _node: NodeId) -> bool {
        false
    }

    /// No input takes an arm; its node is closed next.
    fn infeasible(&mut self, _arm: &InfeasibleArm<'_>, _program: &dyn Program) {}

    /// A path ended at this node, which is closed next. Paths that wait for others have not ended.
    fn path_ended(&mut self, _node: NodeId, _how: Closed) {}

    /// All below a node is finished, and the node with it; children come before their parents.
    fn subtree_closed(&mut self, _node: NodeId, _found: Found, _machine: &mut Machine) {}

    /// What it learned since this was last asked: facts with their counts.
    fn take_facts(&mut self) -> Vec<(Vec<u8>, u64)> {
        Vec::new()
    }

    /// Adds its counters.
    fn count(&self, _statistics: &mut Statistics) {}

    /// What another worker learned, or an earlier session of the run.
    fn learn(&mut self, _fact: &[u8], _count: u64) {}
}

/// What an extension may use to find out more.
pub struct Tools<'a> {
    /// Runs the program.
    pub machine: &'a mut Machine,
    pub(crate) feasibility: &'a mut Feasibility,
}

impl Tools<'_> {
    /// The decisions of a path, by number, because of which a condition holds. `None` if it need not
    /// hold, or if the solver, which is given little time, does not know.
    pub fn implied_by(&mut self, at: &Arrived<'_>, condition: Term) -> Option<Vec<u32>> {
        let pool = &mut self.machine.pool;
        let goal = pool.not(condition);
        let model = at.state.model();
        let path = at.path.whole(pool);
        match self.feasibility.ask_soon(pool, &path, goal, model) {
            Feasible::No(core) => {
                let decisions = path.decisions_of(pool, &core, goal).into_iter();
                Some(decisions.map(|decision| decision.number).collect())
            }
            Feasible::Yes(_) | Feasible::Unknown { .. } | Feasible::Interrupted => None,
        }
    }

    /// True if a path implies all these conditions: has required them, or (if that is asked for) the solver says so.
    pub fn implies_all(&mut self, at: &Arrived<'_>, conditions: &[Term], ask: bool) -> bool {
        let path: FxHashSet<Term> = at.state.conditions().into_iter().collect();
        let is_open = |&condition: &Term| {
            self.machine.pool.constant_bool(condition) != Some(true) && !path.contains(&condition)
        };
        let open: Vec<Term> = conditions.iter().copied().filter(is_open).collect();
        let mut open = open.into_iter();
        open.all(|condition| ask && self.implied_by(at, condition).is_some())
    }

    /// A model of a path and the condition of an arm that satisfies an instance of a precondition, too, if the
    /// solver finds one in little time.
    pub(super) fn model(
        &mut self,
        at: &Arrived<'_>,
        arm: Term,
        instance: &Instance,
    ) -> Option<Model> {
        let pool = &mut self.machine.pool;
        let goal = pool.and(arm, instance.condition);
        let model = at.state.model();
        let Feasible::Yes(model) = self.feasibility.ask_soon(pool, at.path, goal, model) else {
            return None;
        };
        // What stands for what is free there is no input of the program.
        let free: Vec<InputId> = instance
            .free
            .iter()
            .filter_map(|&term| match pool.op(term) {
                Op::Input(input) => Some(input),
                _ => None,
            })
            .collect();
        let mut own = Model::new();
        for (input, value) in model.iter().filter(|(input, _)| !free.contains(input)) {
            own.set(input, value);
        }
        Some(own)
    }
}

/// A path that stands at a fork.
pub struct Arrived<'a> {
    /// The lowest node of the path.
    pub node: NodeId,
    /// What is to be decided.
    pub fork: &'a Fork,
    /// The state there.
    pub state: &'a State,
    pub(crate) path: &'a PathCondition,
}

/// A fork on a path that runs.
pub struct Forked<'a> {
    /// The lowest node of the path before the fork.
    pub above: NodeId,
    /// What is decided.
    pub fork: &'a Fork,
    /// The state there.
    pub state: &'a State,
    /// Number of the decision on the path, from 0.
    pub decision: u32,
    /// The nodes of the arms that lead on, by index of the arm. None for a fork of a single arm (an
    /// assumption, a pinned value): `above` stays the lowest node then.
    pub arms: &'a [(usize, NodeId)],
}

/// An arm that no input takes.
pub struct InfeasibleArm<'a> {
    /// Its node.
    pub node: NodeId,
    /// The decision that cannot be made.
    pub arm: Decided,
    /// Decisions of the path with which it is in conflict, in their order: with their numbers on the
    /// path, from 0. Empty if the arm's condition is unsatisfiable by itself.
    pub core: &'a [(u32, Decided)],
}

/// A node is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skip {
    /// As what it is counted.
    pub closed: Closed,
    /// The limit that is the reason, if one is.
    pub limit: Option<LimitKind>,
}
