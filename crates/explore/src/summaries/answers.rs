//! Which paths through a summarised call agree with what the rest of the way asks of it.

use super::merge::{after, together};
use super::summary::{Context, Summary};
use crate::executor::Executor;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use term::Term;
use vm::{AskedCall, State, call_of_input};

/// What the way to an arm asks of what calls do, by call.
pub(crate) struct Demands {
    conditions: Vec<Demand>,
}

/// What a decision on the way asks.
struct Demand {
    condition: Term,
    /// The number of its step.
    step: usize,
    /// The calls that it depends on.
    calls: Vec<u32>,
}

impl Demands {
    /// Those of the conditions of a path through the code around calls, with the numbers of their steps.
    pub(crate) fn new(executor: &mut Executor, conditions: &[(Term, usize)]) -> Demands {
        let machine = executor.machine();
        let mut demands = Demands {
            conditions: Vec::new(),
        };
        for &(condition, step) in conditions {
            let inputs = machine.pool.inputs_of(condition);
            let calls = inputs.iter().filter_map(|&input| {
                let (ordinal, _) = machine.input_key(input)?;
                call_of_input(ordinal)
            });
            let mut calls: Vec<u32> = calls.collect();
            calls.sort_unstable();
            calls.dedup();
            if !calls.is_empty() {
                demands.conditions.push(Demand {
                    condition,
                    step,
                    calls,
                });
            }
        }
        demands
    }

    /// So many steps of the way are enough for what is asked of a call.
    pub(crate) fn steps_of(&self, call: u32) -> usize {
        let steps = self.of(call).map(|demand| demand.step + 1);
        steps.max().unwrap_or(0)
    }

    fn of(&self, call: u32) -> impl Iterator<Item = &Demand> {
        let conditions = self.conditions.iter();
        conditions.filter(move |demand| demand.calls.contains(&call))
    }
}

/// The calls on a run that were answered by summaries.
#[derive(Clone, Default)]
pub(crate) struct AnsweredCalls {
    /// Summaries of which several alternatives are taken.
    pub(crate) context: Context,
    /// What stands for the inputs by which the way knows what the calls did.
    known: FxHashMap<Term, Term>,
    pub(crate) answered: Vec<u32>,
    /// Steps of the way that were looked at for what they ask.
    pub(crate) steps: usize,
}

/// A way on from a call.
pub(crate) struct Answer {
    pub(crate) condition: Term,
    pub(crate) values: Vec<(u32, Term)>,
    /// With this call.
    pub(crate) calls: AnsweredCalls,
}

impl AnsweredCalls {
    /// The ways on from a call that agree with what is asked. `None` if the summary does not tell.
    pub(crate) fn answers(
        &self,
        executor: &mut Executor,
        state: &State,
        asked: &AskedCall,
        summary: &Rc<Summary>,
        demands: &Demands,
    ) -> Option<Vec<Answer>> {
        let inputs = executor.machine().inputs_of_call(asked);
        let demanded = |(_, input): &(u32, &Term)| {
            let mut of_call = demands.of(asked.call);
            of_call.any(|demand| occurs(executor, **input, demand.condition))
        };
        let demanded: Vec<u32> = (0..)
            .zip(&inputs)
            .filter(demanded)
            .map(|(place, _)| place)
            .collect();
        let mut after = after(executor, state, asked, summary, demanded)?;
        let may_be = |row: &[Term], executor: &mut Executor| {
            let known = self.with(&inputs, &after.places, row);
            let pool = executor.pool_mut();
            let mut of_call = demands.of(asked.call);
            of_call.all(|demand| {
                let asked = pool.substitute(demand.condition, &known);
                pool.constant_bool(asked) != Some(false)
            })
        };
        let left = after.rows.iter().filter(|(_, row)| may_be(row, executor));
        let left: Vec<(usize, Vec<Term>)> = left.cloned().collect();
        after.rows = left;
        let ways = together(executor.pool_mut(), summary, &after);
        let answers = ways.into_iter().map(|way| {
            let values: Vec<Term> = way.values.iter().map(|(_, value)| *value).collect();
            let mut calls = self.clone();
            calls.known = self.with(&inputs, &after.places, &values);
            calls.answered.push(asked.call);
            calls.steps = calls.steps.max(demands.steps_of(asked.call));
            if way.alternatives.len() > 1 {
                calls.context.push(Rc::clone(summary));
            }
            Answer {
                condition: calls.asked(executor, asked.call, demands, way.condition),
                values: way.values,
                calls,
            }
        });
        Some(answers.collect())
    }

    /// What is known if a call leaves this.
    fn with(&self, inputs: &[Term], places: &[u32], values: &[Term]) -> FxHashMap<Term, Term> {
        let mut known = self.known.clone();
        let of_call = places.iter().zip(values);
        known.extend(of_call.map(|(&place, &value)| (inputs[place as usize], value)));
        known
    }

    /// A condition with what is asked of this call and those before.
    fn asked(
        &self,
        executor: &mut Executor,
        call: u32,
        demands: &Demands,
        mut condition: Term,
    ) -> Term {
        let pool = executor.pool_mut();
        for demand in demands.of(call) {
            if demand.calls.iter().all(|call| self.answered.contains(call)) {
                let asked = pool.substitute(demand.condition, &self.known);
                condition = pool.and(condition, asked);
            }
        }
        condition
    }
}

fn occurs(executor: &Executor, input: Term, condition: Term) -> bool {
    let pool = executor.pool();
    match pool.op(input) {
        term::Op::Input(input) => pool.inputs_of(condition).contains(&input),
        _ => false,
    }
}
