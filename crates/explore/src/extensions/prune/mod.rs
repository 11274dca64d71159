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
//! A path that agrees goes the same ways as those below the annotation, as far as it goes: so no error
//! site and no code is missed. What the path below requires of inputs must hold for it as far as an arm
//! below is infeasible for that reason; a decision whose arms were all explored, and on which no such
//! reason rests, may come out in any way.

mod annotations;
mod counts;
mod forks;
mod patience;

use super::contract::{Arrived, Extension, Forked, InfeasibleArm, Skip, Tools};
use crate::limits::PruneFor;
use crate::node::{Closed, Found, NodeId};
use crate::path_interner::Decided;
use crate::statistics::{PruneStatistics, Statistics};
use annotations::Annotations;
use counts::Counts;
pub use counts::PruneFact;
use forks::{Below, KnownFork, Way};
use ir::Program;
use patience::Patience;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use vm::{Machine, Needs, Region, State, Stop, Trace};

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
            time: Duration::ZERO,
        }
    }

    /// True if nothing is lost where a state takes the other side of a branch, which does nothing that
    /// matters: the code of that side is not covered.
    fn may_take(&self, region: &Region) -> bool {
        match self.keeps {
            PruneFor::Errors => true,
            // The coverage of libraries is nobody's.
            PruneFor::Coverage => {
                let function = self.program.function(region.function);
                function.is_ok_and(|function| !function.user)
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
        if !self.patience.compares() {
            return None;
        }
        let begun = Instant::now();
        let found = self.annotations.find(at, tools, &mut self.counts);
        self.time += begun.elapsed();
        self.patience.compared(found.compared);
        let needs = found.needs?;
        self.patience.of_use();
        self.below(at.node, Below::Subsumed(at.state.depth(), Box::new(needs)));
        Some(Skip {
            closed: match self.keeps {
                PruneFor::Coverage => Closed::Subsumed,
                PruneFor::Errors => Closed::SubsumedForErrors,
            },
            limit: None,
        })
    }

    fn forked(&mut self, fork: &Forked<'_>) {
        let too_many = self.ways.len() >= MOST_NODES;
        if too_many {
            self.counts
                .add("forks not followed, as there are too many nodes");
        }
        if fork.arms.is_empty() || too_many || self.patience.rests() {
            // What comes behind is not reached by one stretch.
            self.below(fork.above, Below::Unknown);
            return;
        }
        let known = Rc::new(KnownFork::new(fork));
        for &(arm, node) in fork.arms {
            let above = Some((known.clone(), arm));
            let below = Below::Unknown;
            self.ways.insert(node, Way { above, below });
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
