//! Aims at targets: where a path comes by an edge at which a backward search knows under which condition a
//! target is reached, the solver is asked for inputs that lead here and satisfy it (Dinges and Agha, ASE
//! 2014: the backward search gives the goal, the forward search the values that it has at hand). What is
//! aimed at is visited first; nothing is left out, and whoever misses is explored as any other path.

use super::contract::{Arrived, Extension, Tools};
use crate::coverage::{CoveredPart, OpenTargets, Part, Targets};
use ir::Program;
use ir::analysis::Target;
use rustc_hash::FxHashMap;
use semantics::precondition::{Precondition, Preconditions};
use std::rc::Rc;
use std::sync::Arc;
use term::{Evaluator, Model};
use vm::{ArmOutcome, Fork, ForkKind, Instance};

/// How often the solver is asked about one condition: one that leads nowhere is given up.
const ASKED: u32 = 256;

/// Aims at the targets of a run.
pub struct Aim {
    program: Arc<dyn Program>,
    preconditions: Rc<Preconditions>,
    targets: OpenTargets,
    /// How often the solver was asked about a condition, by edge and number.
    asked: FxHashMap<(Target, usize), u32>,
}

impl Aim {
    /// With what is known of a program.
    pub fn new(
        program: Arc<dyn Program>,
        preconditions: Rc<Preconditions>,
        targets: Arc<Targets>,
    ) -> Aim {
        Aim {
            program,
            preconditions,
            targets: OpenTargets::new(targets),
            asked: FxHashMap::default(),
        }
    }

    fn is_open(&self, precondition: &Precondition) -> bool {
        precondition.targets.iter().any(|target| {
            let (function, part) = match *target {
                Target::Block(function, block) => (function, Part::Block(block.0)),
                Target::Edge(function, block, edge) => (function, Part::Arm(block.0, edge)),
            };
            let function = self.program.function(function);
            function.is_ok_and(|function| self.targets.has(&function.name, part))
        })
    }

    /// What the conditions at an edge say of a state, with their numbers.
    fn instances(
        &self,
        edge: Target,
        at: &Arrived<'_>,
        tools: &mut Tools<'_>,
    ) -> Vec<(usize, Instance)> {
        let all = &self.preconditions;
        let mut found = Vec::new();
        for (number, precondition) in all.at.get(&edge).into_iter().flatten().enumerate() {
            let given_up = self.asked.get(&(edge, number));
            if given_up.is_some_and(|&asked| asked >= ASKED) || !self.is_open(precondition) {
                continue;
            }
            let instance = tools.machine.instance(at.state, all, precondition);
            let possible =
                |it: &Instance| tools.machine.pool.constant_bool(it.condition) != Some(false);
            found.extend(instance.filter(possible).map(|it| (number, it)));
        }
        found
    }

    /// A model of an arm and one of these conditions.
    fn model(
        &mut self,
        (edge, instances): (Target, &[(usize, Instance)]),
        (at, arm): (&Arrived<'_>, usize),
        tools: &mut Tools<'_>,
    ) -> Option<Model> {
        instances.iter().find_map(|(number, instance)| {
            *self.asked.entry((edge, *number)).or_default() += 1;
            tools.model(at, at.fork.arms[arm].condition, instance)
        })
    }
}

impl Extension for Aim {
    fn name(&self) -> &'static str {
        "aim"
    }

    fn covered(&mut self, parts: &[CoveredPart]) {
        for covered in parts {
            self.targets.reach(&covered.function, covered.part);
        }
    }

    fn aims(&mut self, at: &Arrived<'_>, tools: &mut Tools<'_>) -> Vec<(usize, Model)> {
        let mut aims = Vec::new();
        // The arm that is taken comes first: if it leads there as it is, there is nothing to do.
        let taken = at.fork.taken;
        let others = (0..at.fork.arms.len()).filter(|&arm| arm != taken);
        for arm in std::iter::once(taken).chain(others) {
            let Some(edge) = edge(at.fork, arm) else {
                continue;
            };
            if at.fork.arms[arm].outcome == ArmOutcome::Discard
                || !self.preconditions.at.contains_key(&edge)
            {
                continue;
            }
            let instances = self.instances(edge, at, tools);
            if arm == taken && leads_there(&instances, at, tools) {
                return Vec::new();
            }
            let model = self.model((edge, &instances), (at, arm), tools);
            aims.extend(model.map(|model| (arm, model)));
        }
        aims
    }
}

/// The edge that an arm takes.
fn edge(fork: &Fork, arm: usize) -> Option<Target> {
    let (function, block) = (fork.site.function, fork.site.block);
    let choice = fork.arms[arm].choice;
    match fork.kind {
        // `then` comes first among the edges.
        ForkKind::Branch => Some(Target::Edge(function, block, 1 - choice.min(1) as u32)),
        ForkKind::Switch => Some(Target::Edge(function, block, choice as u32)),
        _ => None,
    }
}

/// True if one of the conditions holds under the model of the path.
fn leads_there(instances: &[(usize, Instance)], at: &Arrived<'_>, tools: &Tools<'_>) -> bool {
    if instances.is_empty() {
        return false;
    }
    let mut evaluator = Evaluator::new();
    evaluator.set_model(at.state.model().clone());
    let pool = &tools.machine.pool;
    let mut instances = instances.iter();
    instances.any(|(_, instance)| evaluator.bool(pool, instance.condition))
}
