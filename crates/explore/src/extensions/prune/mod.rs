//! Leaves out what cannot show anything new: a path that comes to a place of the program in a state
//! that agrees with an earlier one there in all that matters ends there, once everything below the
//! earlier one is explored. Interpolation for concolic testing (Jaffar, Murali and Navas, ESEC/FSE
//! 2013), in any search order.
//!
//! When all below a fork is finished, what matters there follows from what matters at the forks right
//! below, back over what is executed between ([`vm::Trace`]). An *annotation* is that with the values
//! it has there. It says nothing, and is not made, unless all below is known: nothing cut off, pinned,
//! undecided, unsupported, or given to another worker.
//!
//! Below the head of a loop that may go on for ever nothing is finished: see [`loops`].
//!
//! A path that agrees goes the same ways as those below the annotation, as far as it goes: so no error
//! site and no code is missed. What the path below requires of inputs must hold for it as far as an arm
//! below is infeasible for that reason; a decision whose arms were all explored, and on which no such
//! reason rests, may come out in any way.

mod annotations;
mod counts;
mod forks;
mod loops;
mod patience;
mod sessions;

use super::contract::{Arrived, Extension, Forked, InfeasibleArm, Skip, Tools};
use crate::options::PruneFor;
use crate::results::{Decided, PruneStatistics, Statistics};
use crate::tree::{Closed, Found, NodeId};
use annotations::Annotations;
use counts::Counts;
pub use counts::PruneFact;
use forks::{Below, KnownFork, Way};
use ir::Program;
use loops::{Back, Outcome, Region};
use patience::Patience;
use rustc_hash::FxHashMap;
use sessions::Sessions;
use solver::PathCondition;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use vm::{Machine, Needs, State, Stop, Trace};

/// Nodes that are followed at a time: what is below others is not annotated.
const MOST_NODES: usize = 1 << 18;

/// See the module's description.
pub struct Prune {
    program: Arc<dyn Program>,
    keeps: PruneFor,
    ways: FxHashMap<NodeId, Way>,
    annotations: Annotations,
    counts: Counts,
    patience: Patience,
    sessions: Sessions,
    /// Where the path stands that has just arrived: the node, the place, and the path without its partition.
    arrived: Option<(NodeId, u64, PathCondition)>,
    /// Time that it took.
    time: Duration,
}

impl Prune {
    /// Its name in the store.
    pub const NAME: &str = "prune";

    /// With no annotations.
    pub fn new(program: Arc<dyn Program>, keeps: PruneFor) -> Prune {
        Prune {
            counts: Counts::new(program.clone()),
            program,
            keeps,
            ways: FxHashMap::default(),
            annotations: Annotations::default(),
            patience: Patience::default(),
            sessions: Sessions::default(),
            arrived: None,
            time: Duration::ZERO,
        }
    }

    /// True if nothing is lost where a state takes the other side of a branch, which does nothing that
    /// matters: the code of that side is not covered.
    fn may_take(&self, sides: &vm::Region) -> bool {
        match self.keeps {
            PruneFor::Errors => true,
            // The coverage of libraries is nobody's.
            PruneFor::Coverage => {
                let function = self.program.function(sides.function);
                function.is_ok_and(|function| !function.user)
            }
        }
    }

    /// A node that is left out.
    fn skip(&self) -> Skip {
        Skip {
            closed: match self.keeps {
                PruneFor::Coverage => Closed::Subsumed,
                PruneFor::Errors => Closed::SubsumedForErrors,
            },
            limit: None,
        }
    }

    /// What matters of a state at a fork below which nothing is new.
    fn agrees(&mut self, (at, point): (&Arrived<'_>, u64), tools: &mut Tools<'_>) -> Option<Needs> {
        let found = self.annotations.find((at, point), tools, &mut self.counts);
        self.patience.compared(found.compared);
        if found.needs.is_some() || self.patience.rests() {
            return found.needs;
        }
        if self.sessions.begin(at.node, point, &self.ways) {
            self.counts.add("loops looked at");
        }
        None
    }

    /// Looks at a region.
    fn look(&mut self, region: &mut Region, tools: &mut Tools<'_>) -> Outcome {
        let executed = tools.machine.statistics().instructions;
        let compared = region.compared;
        let may_take = |sides: &vm::Region| self.may_take(sides);
        let outcome = region.look(&self.ways, &may_take, tools);
        let again = tools.machine.statistics().instructions - executed;
        self.patience.ran_for_loops(again);
        self.sessions.spend(again, region.compared - compared);
        outcome
    }

    /// The node to visit next for the sake of a region, which is looked at when there is none left.
    fn next_in(
        &mut self,
        region: &mut Region,
        tools: &mut Tools<'_>,
        is_pending: &dyn Fn(NodeId) -> bool,
    ) -> Option<NodeId> {
        if self.patience.rests() || !self.sessions.visit() {
            return None;
        }
        if region.open.is_empty() {
            match self.look(region, tools) {
                Outcome::Open(nodes) => region.open = nodes,
                Outcome::Closed(backs) => {
                    self.settle(backs);
                    return None;
                }
                Outcome::Unknown => return None,
            }
        }
        let open = std::mem::take(&mut region.open).into_iter();
        region.open = open.filter(|&node| is_pending(node)).collect();
        let node = region.open.pop()?;
        region.visits += 1;
        Some(node)
    }

    /// Ways that come back show nothing new.
    fn settle(&mut self, backs: Vec<Back>) {
        self.counts.add("loops closed");
        self.patience.of_use();
        self.sessions.closed();
        for back in backs {
            self.settle_below(back.node);
            let below = Below::Subsumed(back.decision, Box::new(back.needs));
            self.below(back.node, below);
        }
    }

    /// Nothing new is below a node: what waits there is left out.
    fn settle_below(&mut self, node: NodeId) {
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            let Some(way) = self.ways.get_mut(&node) else {
                continue;
            };
            way.is_settled = true;
            if let Below::Fork(fork) = &way.below {
                let fork = fork.clone();
                let open = fork.open(&self.ways).into_iter();
                nodes.extend(open.map(|(_, node)| node));
            }
        }
    }

    /// Notes what is below a node.
    fn below(&mut self, node: NodeId, below: Below) {
        self.ways.entry(node).or_default().below = below;
    }

    /// What matters at a fork, given what matters where the stretch behind one of its arms ends.
    fn before(
        &mut self,
        needs: Needs,
        (fork, arm): (&KnownFork, usize),
        below: &Below,
        machine: &mut Machine,
    ) -> Result<Needs, &'static str> {
        let executed = machine.statistics().instructions;
        let trace = machine.trace(fork.state.clone(), &fork.fork, arm);
        self.patience
            .ran_again(machine.statistics().instructions - executed);
        let trace = trace?;
        if !ends_there(fork, &trace, below) {
            return Err("something decided between two forks");
        }
        let before = trace.before(needs, &mut |region| self.may_take(region));
        before.ok_or("more matters than is followed")
    }

    /// What matters of the state behind the fork above a node, and at the fork or the end below it.
    fn at_end_of(&mut self, way: &Way, found: Found, machine: &mut Machine) -> Option<Needs> {
        if found.has_left_out() {
            self.counts.unavailable("something below was left out");
            return None;
        }
        match &way.below {
            Below::Fork(fork) => {
                if let Some(why) = fork.cannot_tell() {
                    self.counts.unavailable(why);
                }
                let needs = fork.needs()?;
                if !self.patience.rests() {
                    self.annotations
                        .add(machine, fork, &needs, &mut self.counts);
                    self.patience.made();
                }
                Some(needs)
            }
            Below::Subsumed(_, needs) => Some((**needs).clone()),
            Below::End => Some(Needs::none()),
            Below::Unknown | Below::Infeasible(_) => None,
        }
    }

    /// All below a node is finished: what matters at the fork above it, as far as this arm tells.
    fn closed(&mut self, way: &Way, found: Found, machine: &mut Machine) {
        let needs = self.at_end_of(way, found, machine);
        let Some((fork, arm)) = &way.above else {
            return;
        };
        if let Below::Infeasible(because) = &way.below {
            return fork.infeasible(because);
        }
        let needs = needs.filter(|_| fork.is_known() && !self.patience.rests());
        let needs = needs.and_then(|needs| {
            let before = self.before(needs, (fork, *arm), &way.below, machine);
            before.map_err(|why| self.counts.unavailable(why)).ok()
        });
        fork.explored(needs);
    }
}

/// True if a stretch behind a fork ends where the path did: nothing was decided between.
fn ends_there(above: &KnownFork, trace: &Trace, below: &Below) -> bool {
    match (&trace.stop, below) {
        (Stop::Fork(_), Below::Fork(fork)) => fork.decision == above.decision + 1,
        (Stop::Fork(_), Below::Subsumed(decision, _)) => *decision == above.decision + 1,
        (Stop::End(_), Below::End) => true,
        _ => false,
    }
}

impl Extension for Prune {
    fn name(&self) -> &'static str {
        Prune::NAME
    }

    fn materialised(&mut self, node: NodeId, _way: &[Decided], _state: &State) {
        self.ways.insert(node, Way::default());
    }

    fn arrived(&mut self, at: &Arrived<'_>, tools: &mut Tools<'_>) -> Option<Skip> {
        let executed = tools.machine.statistics().instructions;
        if self.patience.arrived(executed) {
            self.counts.add("rests, as nothing agreed for long");
        }
        let settled = self.ways.get(&at.node).is_some_and(|way| way.is_settled);
        if settled {
            return Some(self.skip());
        }
        self.arrived = None;
        if !self.patience.compares() {
            return None;
        }
        let begun = Instant::now();
        let point = vm::point(at.state);
        let needs = self.agrees((at, point), tools);
        self.time += begun.elapsed();
        let Some(needs) = needs else {
            let mut path = at.path.clone();
            path.forget_components();
            self.arrived = Some((at.node, point, path));
            return None;
        };
        self.patience.of_use();
        self.below(at.node, Below::Subsumed(at.state.depth(), Box::new(needs)));
        Some(self.skip())
    }

    fn wants_alone(&self) -> bool {
        self.sessions.region.is_some()
    }

    fn wants(
        &mut self,
        tools: &mut Tools<'_>,
        is_pending: &dyn Fn(NodeId) -> bool,
    ) -> Option<NodeId> {
        let mut region = self.sessions.region.take()?;
        let begun = Instant::now();
        let wanted = self.next_in(&mut region, tools, is_pending);
        match wanted {
            Some(_) => self.sessions.region = Some(region),
            None => self.sessions.failed(region.root.point),
        }
        self.time += begun.elapsed();
        wanted
    }

    fn may_skip(&mut self, node: NodeId) -> Option<Skip> {
        let settled = self.ways.get(&node).is_some_and(|way| way.is_settled);
        settled.then(|| self.skip())
    }

    fn forked(&mut self, fork: &Forked<'_>) {
        self.sessions.forked();
        let too_many = self.ways.len() >= MOST_NODES;
        if too_many {
            self.counts
                .add("forks not followed, as there are too many nodes");
        }
        let arrived = self.arrived.take();
        let arrived = arrived.filter(|(node, ..)| *node == fork.above);
        let followed = !fork.arms.is_empty() && !too_many && !self.patience.rests();
        let Some((_, point, path)) = arrived.filter(|_| followed) else {
            // What comes behind is not reached by one stretch.
            self.below(fork.above, Below::Unknown);
            return;
        };
        let known = Rc::new(KnownFork::new(fork, point, path));
        for &(arm, node) in fork.arms {
            let above = Some((known.clone(), arm));
            let way = Way {
                above,
                ..Way::default()
            };
            self.ways.insert(node, way);
        }
        self.below(fork.above, Below::Fork(known));
    }

    fn infeasible(&mut self, arm: &InfeasibleArm<'_>, _program: &dyn Program) {
        let because = arm.core.iter().map(|(number, _)| *number).collect();
        self.below(arm.node, Below::Infeasible(because));
    }

    fn path_ended(&mut self, node: NodeId, how: Closed) {
        match how {
            Closed::Completed | Closed::AssumeFailed => self.below(node, Below::End),
            Closed::Subsumed | Closed::SubsumedForErrors => {}
            Closed::Infeasible
            | Closed::Diverged
            | Closed::Unsupported
            | Closed::CutOff
            | Closed::Unknown
            | Closed::Failed
            | Closed::BesideTargets => self.below(node, Below::Unknown),
        }
    }

    fn subtree_closed(&mut self, node: NodeId, found: Found, machine: &mut Machine) {
        let begun = Instant::now();
        if let Some(way) = self.ways.remove(&node) {
            self.closed(&way, found, machine);
        }
        self.time += begun.elapsed();
    }

    fn take_facts(&mut self) -> Vec<(Vec<u8>, u64)> {
        self.counts.take(self.time)
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.prune.add(&PruneStatistics {
            time: self.time,
            instructions: self.patience.again(),
        });
    }
}
