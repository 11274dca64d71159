//! Path conditions that know which of their constraints share inputs.

use crate::constant_bound::ConstantBound;
use crate::input_components::{InputComponents, Slot};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::sync::Arc;
use term::{Evaluator, InputId, Op, Pool, Term};

/// A persistent conjunction of constraints, partitioned into independent components: two constraints
/// are in one component iff a chain of shared inputs connects them. Cloning costs two reference
/// counts; adding a constraint of `k` inputs costs O(k log n), whatever was cloned before.
///
/// The partition is a union-find forest over inputs (union by size and no path compression, so
/// that its bounds are worst-case and hold for every version). A constraint remembers the latest
/// constraint of each component that it merged, hence a component is a tree of constraints below its
/// latest one, and slicing walks exactly the components that the goal touches.
///
/// A bound (`5 < n`) takes those that it implies (`4 < n`) out of its component if they are near the
/// top: they are still of the path, but no slice has them. A loop up to a free bound would cost
/// quadratic time otherwise.
///
/// A path is made of *decisions*: each [`PathCondition::and`] is one, numbered from 0, and every
/// constraint knows the one that it came with, so that a core of an unsatisfiable query can be told
/// as decisions ([`PathCondition::decisions_of`]).
///
/// The partition is most of what a path takes that shares its constraints with others. It can be
/// forgotten ([`PathCondition::forget_components`]) and found again from the constraints.
#[derive(Clone, Debug, Default)]
pub struct PathCondition {
    latest: Option<Arc<Entry>>,
    components: InputComponents<Arc<Entry>>,
    /// Number of inputs in the components.
    inputs: u32,
    /// Number of decisions.
    decisions: u32,
    contradiction: bool,
    /// The components are forgotten.
    forgotten: bool,
}

/// A decision of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Decision {
    /// How many were before it.
    pub number: u32,
    /// What the caller calls it ([`PathCondition::decide`]).
    pub tag: u32,
}

#[derive(Debug)]
struct Entry {
    constraint: Term,
    position: u32,
    decision: Decision,
    parent: Option<Arc<Entry>>,
    merged: SmallVec<[Arc<Entry>; 1]>,
}

/// Paths are long and their entries form chains: dropping them must not recurse.
impl Drop for Entry {
    fn drop(&mut self) {
        let mut pending: Vec<Arc<Entry>> = Vec::new();
        pending.extend(self.parent.take());
        pending.extend(self.merged.drain(..));
        while let Some(entry) = pending.pop() {
            if let Some(mut entry) = Arc::into_inner(entry) {
                pending.extend(entry.parent.take());
                pending.extend(entry.merged.drain(..));
            }
        }
    }
}

/// Entries that are looked at for bounds that a new one implies.
const LOOKED_AT: usize = 8;

/// A component without what the bound implies among the entries near its top.
fn without_implied(
    pool: &Pool,
    head: &Arc<Entry>,
    bound: &ConstantBound,
) -> SmallVec<[Arc<Entry>; 1]> {
    let mut left = LOOKED_AT;
    rest_of(pool, head, bound, &mut left).unwrap_or_else(|| SmallVec::from_iter([head.clone()]))
}

/// What an entry is replaced by, if anything below it is left out. The recursion goes no deeper
/// than the number of entries that are `left` to look at.
fn rest_of(
    pool: &Pool,
    entry: &Arc<Entry>,
    bound: &ConstantBound,
    left: &mut usize,
) -> Option<SmallVec<[Arc<Entry>; 1]>> {
    *left = left.checked_sub(1)?;
    let implied = ConstantBound::of(pool, entry.constraint).is_some_and(|old| bound.implies(&old));
    let mut changed = implied;
    let mut merged: SmallVec<[Arc<Entry>; 1]> = SmallVec::new();
    for below in &entry.merged {
        match rest_of(pool, below, bound, left) {
            Some(rest) => {
                changed = true;
                merged.extend(rest);
            }
            None => merged.push(below.clone()),
        }
    }
    if implied {
        return Some(merged);
    }
    changed.then(|| {
        // Only the path's own chain needs parents.
        let entry = Entry {
            constraint: entry.constraint,
            position: entry.position,
            decision: entry.decision,
            parent: None,
            merged,
        };
        SmallVec::from_iter([Arc::new(entry)])
    })
}

/// Notes the decision of an entry, if its constraint is one of those asked for.
fn note_in(first: &mut FxHashMap<Term, Option<Decision>>, entry: &Entry) {
    if let Some(first) = first.get_mut(&entry.constraint) {
        *first = Some(first.map_or(entry.decision, |first| first.min(entry.decision)));
    }
}

impl PathCondition {
    /// The empty conjunction.
    pub fn new() -> PathCondition {
        PathCondition::default()
    }

    /// This path with one more decision and its constraint. Conjunctions are split, `true` is ignored
    /// (the decision counts); a constraint without inputs is evaluated at once.
    pub fn and(&self, pool: &Pool, constraint: Term) -> PathCondition {
        self.decide(pool, constraint, 0)
    }

    /// As [`PathCondition::and`]; the tag is what [`PathCondition::decisions_of`] gives back.
    pub fn decide(&self, pool: &Pool, constraint: Term, tag: u32) -> PathCondition {
        let mut path = self.whole(pool);
        if pool.op(constraint) == Op::And {
            for conjunct in pool.conjuncts(constraint) {
                path.push(pool, conjunct, tag);
            }
        } else {
            path.push(pool, constraint, tag);
        }
        path.decisions += 1;
        path
    }

    fn push(&mut self, pool: &Pool, constraint: Term, tag: u32) {
        if pool.constant_bool(constraint) == Some(true) {
            return;
        }
        let inputs = pool.inputs_of(constraint);
        if inputs.is_empty() {
            if Evaluator::new().bool(pool, constraint) {
                return;
            }
            self.contradiction = true;
        }
        let roots = self.roots(&inputs);
        let bound = ConstantBound::of(pool, constraint);
        let mut merged: SmallVec<[Arc<Entry>; 1]> = SmallVec::new();
        for &root in &roots {
            if let Some(Slot::Root { head, .. }) = self.components.get(root) {
                match &bound {
                    Some(bound) => merged.extend(without_implied(pool, head, bound)),
                    None => merged.push(head.clone()),
                }
            }
        }
        let entry = Arc::new(Entry {
            constraint,
            position: self.len() as u32,
            decision: Decision {
                number: self.decisions,
                tag,
            },
            parent: self.latest.take(),
            merged,
        });
        self.join(&roots, &entry);
        self.latest = Some(entry);
    }

    /// Joins the components of these roots, of which the entry is the latest constraint from now on.
    fn join(&mut self, roots: &[InputId], entry: &Arc<Entry>) {
        let mut winner: Option<(InputId, u32)> = None;
        let mut total = 0;
        for &root in roots {
            let size = match self.components.get(root) {
                Some(Slot::Root { size, .. }) => *size,
                Some(Slot::Child(_)) | None => {
                    self.inputs += 1;
                    1
                }
            };
            total += size;
            if winner.is_none_or(|(_, best)| size > best) {
                winner = Some((root, size));
            }
        }
        if let Some((winner, _)) = winner {
            for &root in roots.iter().filter(|&&root| root != winner) {
                self.components.set(root, Slot::Child(winner));
            }
            let head = entry.clone();
            self.components
                .set(winner, Slot::Root { size: total, head });
        }
    }

    /// Forgets the partition: a path that waits long takes less memory then. Whatever needs it finds
    /// it again, in time of the length of the path.
    pub fn forget_components(&mut self) {
        self.components = InputComponents::default();
        self.inputs = 0;
        self.forgotten = true;
    }

    /// This path with its partition.
    pub fn whole(&self, pool: &Pool) -> PathCondition {
        if !self.forgotten {
            return self.clone();
        }
        let mut entries = Vec::with_capacity(self.len());
        let mut next = self.latest.as_ref();
        while let Some(entry) = next {
            entries.push(entry);
            next = entry.parent.as_ref();
        }
        let mut path = PathCondition {
            latest: self.latest.clone(),
            decisions: self.decisions,
            contradiction: self.contradiction,
            ..PathCondition::default()
        };
        for entry in entries.into_iter().rev() {
            let roots = path.roots(&pool.inputs_of(entry.constraint));
            path.join(&roots, entry);
        }
        path
    }

    /// The distinct components of these inputs, each by its root, ascending.
    fn roots(&self, inputs: &[InputId]) -> SmallVec<[InputId; 8]> {
        let mut roots: SmallVec<[InputId; 8]> = inputs
            .iter()
            .map(|&input| self.components.root(input))
            .collect();
        if roots.len() > 1 {
            roots.sort_unstable();
            roots.dedup();
        }
        roots
    }

    /// The latest constraints of the components of these inputs.
    fn heads(&self, inputs: &[InputId]) -> SmallVec<[&Arc<Entry>; 8]> {
        let mut heads = SmallVec::new();
        for root in self.roots(inputs) {
            if let Some(Slot::Root { head, .. }) = self.components.get(root) {
                heads.push(head);
            }
        }
        heads
    }

    /// Number of constraints, after splitting.
    pub fn len(&self) -> usize {
        self.latest
            .as_ref()
            .map_or(0, |entry| entry.position as usize + 1)
    }

    /// True if nothing has been added but `true`.
    pub fn is_empty(&self) -> bool {
        self.latest.is_none()
    }

    /// True if a constraint without inputs is false, so that nothing satisfies the path.
    pub fn is_false(&self) -> bool {
        self.contradiction
    }

    /// All constraints, in path order.
    pub fn constraints(&self) -> Vec<Term> {
        let mut constraints = Vec::with_capacity(self.len());
        let mut next = self.latest.as_ref();
        while let Some(entry) = next {
            constraints.push(entry.constraint);
            next = entry.parent.as_ref();
        }
        constraints.reverse();
        constraints
    }

    /// Number of decisions.
    pub fn decisions(&self) -> u32 {
        self.decisions
    }

    /// The decisions whose constraints a core has, ascending: of a constraint that several decisions
    /// brought, one of them. The goal, which is not of the path, is left out. Costs as much as the slices
    /// of the core's constraints, or the length of the path if one of them is in none.
    pub fn decisions_of(&self, pool: &Pool, core: &[Term], goal: Term) -> Vec<Decision> {
        if self.forgotten {
            return self.whole(pool).decisions_of(pool, core, goal);
        }
        let of_path = core.iter().filter(|&&t| t != goal);
        let mut first: FxHashMap<Term, Option<Decision>> = of_path.map(|&t| (t, None)).collect();
        let mut inputs: Vec<InputId> = Vec::new();
        for &constraint in first.keys() {
            inputs.extend(pool.inputs_of(constraint).iter());
        }
        let mut pending = self.heads(&inputs);
        while let Some(entry) = pending.pop() {
            note_in(&mut first, entry);
            pending.extend(entry.merged.iter());
        }
        if first.values().any(Option::is_none) {
            let mut next = self.latest.as_ref();
            while let Some(entry) = next {
                note_in(&mut first, entry);
                next = entry.parent.as_ref();
            }
        }
        let mut decisions: Vec<Decision> = first.into_values().flatten().collect();
        decisions.sort_unstable();
        decisions.dedup();
        decisions
    }

    /// The constraints that share inputs with `goal`, directly or through one another, in path
    /// order, without those that a later one implies. Costs what it returns (and a sort of it),
    /// not the length of the path.
    pub fn slice(&self, pool: &Pool, goal: Term) -> Vec<Term> {
        if self.forgotten {
            return self.whole(pool).slice(pool, goal);
        }
        let mut found: Vec<(u32, Term)> = Vec::new();
        let mut pending = self.heads(&pool.inputs_of(goal));
        while let Some(entry) = pending.pop() {
            found.push((entry.position, entry.constraint));
            pending.extend(entry.merged.iter());
        }
        found.sort_unstable();
        found
            .into_iter()
            .map(|(_, constraint)| constraint)
            .collect()
    }

    /// Number of inputs in constraints of the path that no chain of shared inputs connects with
    /// `goal`: a model for the goal need not change them (LCT section 4.5).
    pub fn inputs_beside(&self, pool: &Pool, goal: Term) -> u32 {
        if self.forgotten {
            return self.whole(pool).inputs_beside(pool, goal);
        }
        let roots = self.roots(&pool.inputs_of(goal));
        let sizes = roots.iter().map(|&root| match self.components.get(root) {
            Some(Slot::Root { size, .. }) => *size,
            Some(Slot::Child(_)) | None => 0,
        });
        self.inputs - sizes.sum::<u32>()
    }
}
