//! States that loops come to: each way is taken from states at its beginning with a few values for what is
//! free on it.

use super::{all, transitions::Loops, transitions::Transition};
use ir::BlockId;
use rustc_hash::FxHashMap;
use solver::{Answer, PathCondition, Solver};
use term::{Bits, Evaluator, InputId, Model, Pool, Sort, Term, Value};

/// The values of a header's slots in a state.
pub(crate) type Sample = Vec<u64>;

/// States of one header.
const SAMPLES: usize = 200;
/// Attempts to go on from a state along a way.
const ATTEMPTS: usize = 8;
/// Steps in all.
const STEPS: usize = 4_000;
/// Models asked for of each way from the entry.
const FIRST: usize = 3;

/// States by header. Not every one of them need be possible where things were forgotten on a way; what
/// they refute is only not proved.
pub(crate) fn sample(
    pool: &mut Pool,
    solver: &mut Solver,
    loops: &Loops,
    queries: &mut u64,
) -> FxHashMap<BlockId, Vec<Sample>> {
    let mut sampler = Sampler {
        found: FxHashMap::default(),
        pending: Vec::new(),
        evaluator: Evaluator::new(),
        random: 0x9e37_79b9_7f4a_7c15,
        constants: constants(pool, loops),
    };
    for way in loops.transitions.iter().filter(|way| way.from.is_none()) {
        sampler.begin(pool, solver, way, queries);
    }
    for _ in 0..STEPS {
        let Some((block, state)) = sampler.next() else {
            break;
        };
        let Some(header) = loops.headers.iter().find(|it| it.block == block) else {
            continue;
        };
        for way in loops
            .transitions
            .iter()
            .filter(|way| way.from == Some(block))
        {
            sampler.follow(pool, &header.slots, &state, way);
        }
    }
    sampler.found
}

struct Sampler {
    found: FxHashMap<BlockId, Vec<Sample>>,
    pending: Vec<(BlockId, Sample)>,
    evaluator: Evaluator,
    random: u64,
    /// Numbers of the program.
    constants: Vec<u64>,
}

impl Sampler {
    /// States after a way from the entry.
    fn begin(&mut self, pool: &mut Pool, solver: &mut Solver, way: &Transition, queries: &mut u64) {
        let mut goal = all(pool, &way.guards);
        for _ in 0..FIRST {
            let model = match pool.constant_bool(goal) {
                Some(false) => return,
                Some(true) => Model::new(),
                None => {
                    *queries += 1;
                    let (nothing, hint) = (PathCondition::new(), Model::new());
                    match solver.check(pool, &nothing, goal, &hint) {
                        Answer::Sat(model) => model,
                        Answer::Unsat(_) | Answer::Unknown(_) => return,
                    }
                }
            };
            self.evaluator.set_model(model);
            let state = self.arrive(pool, way);
            // Another one.
            for (&value, &now) in way.values.iter().zip(&state) {
                let now = pool.bv(pool.width(value), now);
                let differs = pool.ne(value, now);
                if pool.constant_bool(differs).is_none() {
                    goal = pool.and(goal, differs);
                    break;
                }
            }
        }
        for _ in 0..ATTEMPTS * 4 {
            self.attempt(pool, &[], &[], way);
        }
    }

    /// A state to go on from: the newest or any.
    fn next(&mut self) -> Option<(BlockId, Sample)> {
        let count = self.pending.len();
        if count == 0 {
            return None;
        }
        let at = match self.number() % 2 {
            0 => count - 1,
            _ => self.number() as usize % count,
        };
        Some(self.pending.swap_remove(at))
    }

    /// Takes a way from a state, if that is possible.
    fn follow(&mut self, pool: &Pool, slots: &[Term], state: &Sample, way: &Transition) {
        for _ in 0..ATTEMPTS {
            if self.attempt(pool, slots, state, way) && way.is_determined(pool, slots) {
                return;
            }
        }
    }

    /// Takes a way with random values for what is free on it.
    fn attempt(&mut self, pool: &Pool, slots: &[Term], state: &[u64], way: &Transition) -> bool {
        let mut model = Model::new();
        for input in way.inputs(pool) {
            let sort = pool.sort(pool.input_term(input));
            let value = match sort {
                Sort::BitVec(width) if width <= 64 => {
                    let value = self.number();
                    Value::Bits(Bits::new(width, self.pick(value)))
                }
                Sort::Bool => Value::Bool(self.number().is_multiple_of(2)),
                Sort::BitVec(_) | Sort::Array { .. } => continue,
            };
            model.set(input, value);
        }
        for (&slot, &value) in slots.iter().zip(state) {
            if let Some(input) = pool.as_input(slot) {
                model.set(input, Value::Bits(Bits::new(pool.width(slot), value)));
            }
        }
        self.evaluator.set_model(model);
        let taken = way
            .guards
            .iter()
            .all(|&guard| self.evaluator.bool(pool, guard));
        if taken {
            self.arrive(pool, way);
        }
        taken
    }

    /// Notes the state at the end of a way under the model.
    fn arrive(&mut self, pool: &Pool, way: &Transition) -> Sample {
        let values = way.values.iter();
        let state: Sample = values.map(|&it| self.evaluator.u64(pool, it)).collect();
        let known = self.found.entry(way.to).or_default();
        if known.len() < SAMPLES && !known.contains(&state) {
            known.push(state.clone());
            self.pending.push((way.to, state.clone()));
        }
        state
    }

    /// One of the usual numbers, of the program's, or any.
    fn pick(&mut self, value: u64) -> u64 {
        let near = (value >> 8) % 3;
        match value % 8 {
            0 => 0,
            1 => 1,
            2 | 3 => (value >> 8) % 16,
            4 | 5 if !self.constants.is_empty() => {
                let at = (value >> 16) as usize % self.constants.len();
                self.constants[at].wrapping_add(near).wrapping_sub(1)
            }
            6 => (value >> 32) | 1,
            _ => self.number(),
        }
    }

    /// A random number (xorshift), the same in every run.
    fn number(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }
}

impl Transition {
    fn inputs(&self, pool: &Pool) -> Vec<InputId> {
        let terms = self.guards.iter().chain(&self.values);
        let mut inputs: Vec<InputId> = terms
            .flat_map(|&term| pool.inputs_of(term).to_vec())
            .collect();
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }

    /// True if nothing is free on it but these variables.
    fn is_determined(&self, pool: &Pool, slots: &[Term]) -> bool {
        let inputs = self.inputs(pool).into_iter();
        let mut inputs = inputs.map(|input| pool.input_term(input));
        inputs.all(|input| slots.contains(&input))
    }
}

/// Numbers that the ways between headers have in them.
pub(crate) fn constants(pool: &Pool, loops: &Loops) -> Vec<u64> {
    let terms = loops.transitions.iter();
    let terms: Vec<Term> = terms
        .flat_map(|way| way.guards.iter().chain(&way.values).copied())
        .collect();
    let mut constants = Vec::new();
    pool.visit_post_order(&terms, &mut |term| {
        let small = matches!(pool.sort(term), Sort::BitVec(width) if width <= 64);
        if small && let Some(value) = pool.constant_u64(term) {
            constants.push(value);
        }
    });
    constants.sort_unstable();
    constants.dedup();
    constants
}
