//! Candidate assignments that give a term a wanted value.

use super::inverse;
use super::task::Task;
use crate::wanted::Wanted;
use smallvec::SmallVec;
use std::sync::Arc;
use term::{ArrayValue, Evaluator, InputId, Op, Pool, Term, Value};

/// New values for some inputs.
pub(crate) type Updates = Vec<(InputId, Value)>;

/// A partial candidate.
#[derive(Clone)]
struct Branch {
    tasks: SmallVec<[Task; 4]>,
    updates: Updates,
}

/// Expansions in one inversion.
const STEPS: usize = 400;

/// Up to `limit` assignments under which each of `wanted` probably has its value, the likeliest
/// first. Values of all other terms are taken from the evaluator's model.
pub(crate) fn candidates(
    pool: &Pool,
    evaluator: &mut Evaluator,
    wanted: &[Task],
    limit: usize,
) -> Vec<Updates> {
    let mut found: Vec<Updates> = Vec::new();
    let tasks = wanted.iter().rev().cloned().collect();
    let mut branches = vec![Branch {
        tasks,
        updates: Updates::new(),
    }];
    let mut steps = 0;
    while let Some(mut branch) = branches.pop() {
        steps += 1;
        if steps > STEPS {
            break;
        }
        let Some((t, value)) = branch.tasks.pop() else {
            if !branch.updates.is_empty() && !found.contains(&branch.updates) {
                found.push(branch.updates);
                if found.len() >= limit {
                    break;
                }
            }
            continue;
        };
        if let Some(update) = leaf(pool, evaluator, &branch.updates, t, &value) {
            if set(&mut branch.updates, update) {
                branches.push(branch);
            }
            continue;
        }
        let alternatives = match &value {
            Wanted::Bool(value) => inverse::bool(pool, evaluator, t, *value),
            Wanted::Bits(value) => inverse::bits(pool, evaluator, t, value),
        };
        for alternative in alternatives.into_iter().rev() {
            let mut next = branch.clone();
            next.tasks.extend(alternative);
            branches.push(next);
        }
    }
    found
}

/// Adds an update; false if the input already has another new value. Arrays may be updated again.
fn set(updates: &mut Updates, (input, value): (InputId, Value)) -> bool {
    match updates.iter_mut().find(|(known, _)| *known == input) {
        Some((_, known @ Value::Array(_))) => *known = value,
        Some((_, known)) => return *known == value,
        None => updates.push((input, value)),
    }
    true
}

/// The update that gives an input, or an element of an input array, its value.
fn leaf(
    pool: &Pool,
    evaluator: &mut Evaluator,
    updates: &Updates,
    t: Term,
    value: &Wanted,
) -> Option<(InputId, Value)> {
    match (pool.op(t), value) {
        (Op::Input(input), Wanted::Bool(value)) => Some((input, Value::Bool(*value))),
        (Op::Input(input), Wanted::Bits(value)) => Some((input, Value::Bits(value.clone()))),
        (Op::Select, Wanted::Bits(value)) => {
            let (array, index) = (pool.arguments(t)[0], pool.arguments(t)[1]);
            let Op::Input(input) = pool.op(array) else {
                return None;
            };
            let index = evaluator.bits(pool, index);
            let changed = updates.iter().find(|(known, _)| *known == input);
            let current = match changed {
                Some((_, Value::Array(array))) => array.clone(),
                Some(_) | None => match evaluator.value(pool, array) {
                    Value::Array(array) => array,
                    Value::Bool(_) | Value::Bits(_) => return None,
                },
            };
            let mut entries = current.entries.clone();
            entries.insert(index, value.clone());
            let array = ArrayValue::new(current.default.clone(), entries);
            Some((input, Value::Array(Arc::new(array))))
        }
        _ => None,
    }
}
