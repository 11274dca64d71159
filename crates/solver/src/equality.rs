//! What the equalities of a path say about a goal.
//!
//! An input that the path fixes to a constant connects nothing: constraints that share only fixed
//! inputs with the goal are left out of the query. And a goal that is false once everything the
//! path equates with constants is substituted needs no further stage.

use crate::query::Query;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use term::{Bits, InputId, Op, Pool, Term};

/// Terms in a goal's cone above which substitution is left to the back end.
const CONE_LIMIT: usize = 4_000;

/// Terms in most cones: a set that has to grow costs more than the walk.
const USUAL_CONE: usize = 56;

/// The negation of a conjunct of the goal among the path's constraints, with that conjunct.
pub(crate) fn literal_contradiction(pool: &mut Pool, query: &Query) -> Option<Vec<Term>> {
    let single = query.goals().len() == 1;
    let set: FxHashSet<Term> = if single {
        FxHashSet::default()
    } else {
        query.set.iter().copied().collect()
    };
    for &goal in query.goals() {
        let negation = pool.not(goal);
        if if single {
            query.path().contains(&negation)
        } else {
            set.contains(&negation)
        } {
            return Some(vec![negation, goal]);
        }
    }
    None
}

/// Which inputs a set of constraints fixes to constants, and the constraint that does.
fn fixed_inputs(pool: &Pool, constraints: &[Term]) -> FxHashMap<InputId, usize> {
    let mut fixed = FxHashMap::default();
    for (i, &constraint) in constraints.iter().enumerate() {
        match pool.op(constraint) {
            Op::Input(input) => {
                fixed.entry(input).or_insert(i);
            }
            Op::Not => {
                if let Op::Input(input) = pool.op(pool.arguments(constraint)[0]) {
                    fixed.entry(input).or_insert(i);
                }
            }
            Op::Eq => {
                let Some((term, _)) = equated(pool, constraint) else {
                    continue;
                };
                // A concatenation of whole inputs fixes all of them.
                let mut parts = vec![term];
                while let Some(part) = parts.pop() {
                    match pool.op(part) {
                        Op::Input(input) => {
                            fixed.entry(input).or_insert(i);
                        }
                        Op::Concat | Op::ZeroExtend | Op::SignExtend | Op::BvNot | Op::Neg => {
                            parts.extend(pool.arguments(part));
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    fixed
}

/// `(t, c)` of a constraint `t == c` with a bit-vector constant `c`.
fn equated(pool: &Pool, constraint: Term) -> Option<(Term, Bits)> {
    let arguments = pool.arguments(constraint);
    match (pool.bits(arguments[0]), pool.bits(arguments[1])) {
        (None, Some(constant)) => Some((arguments[0], constant)),
        (Some(constant), None) => Some((arguments[1], constant)),
        (None, None) | (Some(_), Some(_)) => None,
    }
}

/// Leaves out the constraints that are connected to the goal by fixed inputs only. The hint must
/// satisfy the path, and so gives fixed inputs their values: what is left out stays satisfied when
/// inputs of the rest change.
pub(crate) fn cut(pool: &Pool, slice: Vec<Term>, goal: Term) -> Vec<Term> {
    let fixed = fixed_inputs(pool, &slice);
    if fixed.is_empty() {
        return slice;
    }
    let mut users: FxHashMap<InputId, Vec<usize>> = FxHashMap::default();
    for (i, &constraint) in slice.iter().enumerate() {
        for &input in pool.inputs_of(constraint).iter() {
            if !fixed.contains_key(&input) {
                users.entry(input).or_default().push(i);
            }
        }
    }
    let mut kept = vec![false; slice.len()];
    let mut seen: FxHashSet<InputId> = FxHashSet::default();
    let mut pending = vec![goal];
    while let Some(t) = pending.pop() {
        for &input in pool.inputs_of(t).iter() {
            if !seen.insert(input) {
                continue;
            }
            let next = match fixed.get(&input) {
                Some(fixing) => std::slice::from_ref(fixing),
                None => users.get(&input).map_or(&[][..], Vec::as_slice),
            };
            for &i in next {
                if !std::mem::replace(&mut kept[i], true) {
                    pending.push(slice[i]);
                }
            }
        }
    }
    slice
        .into_iter()
        .zip(kept)
        .filter_map(|(t, kept)| kept.then_some(t))
        .collect()
}

/// Substitutes in the goal what the path equates with constants. Returns a core if that makes the
/// goal false; remembers the simplified goal otherwise.
pub(crate) fn substitute(pool: &mut Pool, query: &mut Query) -> Option<Vec<Term>> {
    if query.path == 0 {
        return None;
    }
    let cone = cone(pool, query.goal)?;
    let mut known: FxHashMap<Term, Term> = FxHashMap::default();
    let mut sources: Vec<Term> = Vec::new();
    for i in 0..query.path {
        let constraint = query.set[i];
        let (t, value) = said_by(pool, constraint);
        if !cone.contains(&t) {
            continue;
        }
        let value = match value {
            TermFact::Bits(bits) => pool.constant(&bits),
            TermFact::Bool(truth) => pool.bool(truth),
        };
        if known.insert(t, value).is_none() {
            sources.push(constraint);
        }
    }
    if known.is_empty() {
        return None;
    }
    let simplified = pool.substitute(query.goal, &known);
    if pool.constant_bool(simplified) == Some(false) {
        sources.extend(query.goals());
        return Some(sources);
    }
    if simplified != query.goal && pool.constant_bool(simplified).is_none() {
        query.simplified = Some(simplified);
    }
    None
}

/// What a constraint says of a term.
enum TermFact {
    Bits(Bits),
    Bool(bool),
}

/// The term that a constraint equates with a constant: a side of an equality, a negated term, or
/// the constraint itself.
fn said_by(pool: &Pool, constraint: Term) -> (Term, TermFact) {
    match pool.op(constraint) {
        Op::Eq => match equated(pool, constraint) {
            Some((t, value)) => (t, TermFact::Bits(value)),
            None => (constraint, TermFact::Bool(true)),
        },
        Op::Not => (pool.arguments(constraint)[0], TermFact::Bool(false)),
        _ => (constraint, TermFact::Bool(true)),
    }
}

/// The terms below a goal, unless there are too many.
fn cone(pool: &Pool, goal: Term) -> Option<FxHashSet<Term>> {
    let mut cone = FxHashSet::with_capacity_and_hasher(USUAL_CONE, FxBuildHasher);
    let mut pending = vec![goal];
    while let Some(t) = pending.pop() {
        if cone.insert(t) {
            if cone.len() > CONE_LIMIT {
                return None;
            }
            pending.extend(pool.arguments(t));
        }
    }
    Some(cone)
}
