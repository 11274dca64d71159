//! Inputs that a user has (the corpus of a fuzzer): the path of each is run before others, so that its open
//! arms are explored. Where a path that runs comes by a fork that a seed leaves by another arm, that arm
//! is visited next, with the seed for a model; so seeds with a beginning in common share it in the tree.
//!
//! A fork that does not try all values (an allocation size, a pinned value) gets an arm for that of each
//! seed. Whoever reaches the fork adds the same arms: choices identify paths in all processes.

use super::contract::{Arrived, Extension, Tools};
use crate::executor::{Executor, SLICE};
use crate::limits::LimitKind;
use crate::options::Options;
use crate::seed::{Filling, Seed};
use rustc_hash::FxHashMap;
use term::Model;
use vm::{Arm, Fork, ForkKind, NoEvents, State, Stop};

/// Decisions of a seed's path at the most.
const DECISIONS: usize = 1 << 20;

/// A decision of a seed's path.
struct SeedDecision {
    /// `vm::State::path_hash` before it.
    hash: u64,
    choice: u64,
}

/// The path of a seed.
struct SeedPath {
    model: Model,
    steps: Vec<SeedDecision>,
}

/// Arms by the depth and the hash of their fork.
type MoreArms = FxHashMap<(usize, u64), Vec<Arm>>;

/// Has the paths of seeds run first.
#[derive(Default)]
pub struct Seeds {
    /// The ways that no path was sent yet.
    open: Vec<SeedPath>,
    more_arms: MoreArms,
    /// Seeds whose paths are not known, because they are too long or the run is interrupted.
    given_up: u64,
}

impl Seeds {
    /// Runs each seed once, to know its decisions. `None` if there are no seeds.
    pub(crate) fn new(executor: &mut Executor, options: &Options) -> Option<Seeds> {
        let mut made = Seeds::default();
        let instructions = options.limits.path_instructions.unwrap_or(u64::MAX);
        for seed in options.seeds.iter() {
            match way(executor, seed, instructions, &mut made.more_arms) {
                Some(way) => made.open.push(way),
                None => made.given_up += 1,
            }
        }
        (!options.seeds.is_empty()).then_some(made)
    }
}

/// Runs the program with a seed: its decisions, and the model that leads along them. Inputs have values once the path has
/// asked for them: it goes back then to the decision before, as it may have gone on with other values, and to that before it, as
/// decisions about references come before the inputs that stand for them.
fn way(
    executor: &mut Executor,
    seed: &Seed,
    instructions: u64,
    more_arms: &mut MoreArms,
) -> Option<SeedPath> {
    let mut filling = Filling::new(seed);
    let mut model = Model::new();
    let mut before = executor.start().clone();
    filling.fill(executor.pool(), &before, &mut model);
    before.set_model(model.clone());
    let mut earlier: Option<State> = None;
    let mut steps = Vec::new();
    let mut partial: Vec<(usize, u64, Arm)> = Vec::new();
    // What was run in vain.
    let mut repeated = 0;
    loop {
        let mut state = before.clone();
        let stop = run_on(executor, &mut state, instructions);
        let run = state.instructions() + repeated;
        if run > instructions || steps.len() > DECISIONS || executor.is_interrupted() {
            return None;
        }
        let is_asked = state.input_records() > before.input_records();
        if is_asked && filling.fill(executor.pool(), &state, &mut model) {
            if let Some(earlier) = earlier.take() {
                before = earlier;
                steps.pop();
                partial.retain(|(depth, ..)| *depth < steps.len());
            }
            repeated += state.instructions() - before.instructions();
            filling.go_back(before.input_records());
            before.set_model(model.clone());
            continue;
        }
        match stop {
            Stop::Fork(fork) => {
                let (hash, arm) = (state.path_hash(), &fork.arms[fork.taken]);
                if gets_more_arms(&fork) {
                    partial.push((steps.len(), hash, arm.clone()));
                }
                steps.push(SeedDecision {
                    hash,
                    choice: arm.choice,
                });
                executor.take(&mut state, &fork, fork.taken);
                earlier = Some(std::mem::replace(&mut before, state));
            }
            Stop::End(_) => {
                for (depth, hash, arm) in partial {
                    let arms = more_arms.entry((depth, hash)).or_default();
                    if arms.iter().all(|other| other.choice != arm.choice) {
                        arms.push(arm);
                    }
                }
                return Some(SeedPath { model, steps });
            }
            Stop::Budget => return None,
        }
    }
}

/// Runs a path to its next fork, or until it has so many instructions.
fn run_on(executor: &mut Executor, state: &mut State, instructions: u64) -> Stop {
    loop {
        let stop = executor.run(state, SLICE, &mut NoEvents);
        let goes_on = state.instructions() <= instructions && !executor.is_interrupted();
        if !matches!(stop, Stop::Budget) || !goes_on {
            return stop;
        }
    }
}

/// True for a fork that values of seeds are added to. Calls of opaque functions try other values by
/// themselves.
fn gets_more_arms(fork: &Fork) -> bool {
    !fork.complete && fork.kind != ForkKind::Opaque
}

impl Extension for Seeds {
    fn name(&self) -> &'static str {
        "seeds"
    }

    fn cut_off(&self) -> Option<(LimitKind, u64)> {
        (self.given_up > 0).then_some((LimitKind::Seeds, self.given_up))
    }

    fn widen(&self, fork: &mut Fork, state: &State) {
        if !gets_more_arms(fork) {
            return;
        }
        let at = (state.depth() as usize, state.path_hash());
        for arm in self.more_arms.get(&at).into_iter().flatten() {
            if fork.arm_of(arm.choice).is_none() {
                fork.arms.push(arm.clone());
            }
        }
    }

    fn aims(&mut self, at: &Arrived<'_>, _tools: &mut Tools<'_>) -> Vec<(usize, Model)> {
        let (depth, hash) = (at.state.depth() as usize, at.state.path_hash());
        let mut aims: Vec<(usize, Model)> = Vec::new();
        self.open.retain(|way| {
            let here = way.steps.get(depth).filter(|step| step.hash == hash);
            let arm = here.and_then(|step| at.fork.arm_of(step.choice));
            let Some(arm) = arm.filter(|&arm| arm != at.fork.taken) else {
                return true;
            };
            // Others that go the same way leave it below.
            let taken = aims.iter().any(|(other, _)| *other == arm);
            if !taken {
                aims.push((arm, way.model.clone()));
            }
            taken
        });
        aims
    }
}
