//! A model along the order of the terms.

use super::Bounds;
use super::range::modulus;
use crate::wanted::Wanted;
use rustc_hash::FxHashMap;
use term::{Bits, Evaluator, Op, Pool, Term};

/// Values for terms that respect every range and every comparison between terms, each as near to
/// its value under the evaluator's model as its predecessors allow. `None` where that fails.
///
/// Lower bounds have been propagated forwards and upper bounds backwards, so taking the nodes in
/// topological order and clamping never gets stuck, save for disequalities.
pub(crate) fn propose(
    pool: &Pool,
    evaluator: &mut Evaluator,
    bounds: &Bounds,
) -> Option<Vec<(Term, Wanted)>> {
    let facts = &bounds.facts;
    let count = bounds.component.len();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&node| (bounds.component[node], node));
    let mut chosen: FxHashMap<usize, i128> = FxHashMap::default();
    let mut values: FxHashMap<Term, Bits> = FxHashMap::default();
    let mut wanted = Vec::new();
    for members in order.chunk_by(|&a, &b| bounds.component[a] == bounds.component[b]) {
        let component = bounds.component[members[0]];
        let (mut low, mut high) = (i128::MIN, i128::MAX);
        for &node in members {
            low = low.max(facts.nodes[node].low.value);
            high = high.min(facts.nodes[node].high.value);
            for &edge in bounds.graph.incoming(node) {
                let edge = facts.edges[edge];
                if let Some(before) = chosen.get(&bounds.component[edge.from]) {
                    low = low.max(before + i128::from(edge.strict));
                }
            }
        }
        let current = current(pool, evaluator, bounds, members, &values);
        let mut avoid: Vec<i128> = Vec::new();
        for &node in members {
            avoid.extend(facts.nodes[node].excluded.iter().map(|&(value, _)| value));
            for &(a, b, _) in facts
                .different
                .iter()
                .filter(|&&(a, b, _)| a == node || b == node)
            {
                let other = if a == node { b } else { a };
                avoid.extend(chosen.get(&bounds.component[other]));
            }
        }
        let value = place(current, low, high, &avoid)?;
        chosen.insert(component, value);
        for &node in members {
            let t = facts.nodes[node].term;
            let width = pool.width(t);
            let bits = Bits::from_u128(width, value.rem_euclid(modulus(width)) as u128);
            let assignable = matches!(
                pool.op(t),
                Op::Input(_) | Op::Concat | Op::Extract { .. } | Op::Select
            );
            if assignable && values.insert(t, bits.clone()).is_none() {
                wanted.push((t, Wanted::Bits(bits)));
            }
        }
    }
    Some(wanted)
}

/// The value that a component has now, or has been given by the other reading of a member.
fn current(
    pool: &Pool,
    evaluator: &mut Evaluator,
    bounds: &Bounds,
    members: &[usize],
    values: &FxHashMap<Term, Bits>,
) -> i128 {
    let given = members
        .iter()
        .find(|&&node| values.contains_key(&bounds.facts.nodes[node].term));
    let node = &bounds.facts.nodes[*given.unwrap_or(&members[0])];
    let bits = match values.get(&node.term) {
        Some(bits) => bits.clone(),
        None => evaluator.bits(pool, node.term),
    };
    let value = i128::from(bits.low_u64());
    let size = modulus(pool.width(node.term));
    if node.signed && value >= size / 2 {
        value - size
    } else {
        value
    }
}

/// The value nearest to `wish` in `low..=high` that is not to be avoided.
fn place(wish: i128, low: i128, high: i128, avoid: &[i128]) -> Option<i128> {
    if low > high {
        return None;
    }
    let wish = wish.clamp(low, high);
    let free = |value: &i128| !avoid.contains(value);
    let span = avoid.len() as i128;
    let up = (wish..=high.min(wish + span)).find(free);
    up.or_else(|| (low.max(wish - span)..=wish).rev().find(free))
}
