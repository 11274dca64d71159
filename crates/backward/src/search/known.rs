//! Where states end because of what is known: what was refuted, met before, or is refuted by the solver now; and what the
//! tree of conditions is told of that.

use super::{Search, State, conjunction};
use crate::condition::Condition;
use crate::origins::Origins;
use crate::refuted::ROOT;
use crate::visited::point;
use rustc_hash::FxHashSet;
use term::Term;

impl Search<'_> {
    /// Leaves a state to be followed back.
    pub(super) fn push(&mut self, state: State) {
        if let Some(tree) = &mut self.tree {
            tree.hold(state.parent);
        }
        self.pending.push(state);
    }

    /// A state, or what is behind a node, came to its end.
    pub(super) fn end(&mut self, parent: usize, needed: Origins, rests_on: Option<usize>) {
        if let Some(tree) = &mut self.tree {
            tree.end(parent, needed, rests_on);
        }
    }

    /// A way back from a node was refuted at once.
    pub(super) fn need(&mut self, parent: usize, needed: Origins) {
        if let Some(tree) = &mut self.tree {
            tree.need(parent, needed);
        }
    }

    /// True if a condition was refuted by what earlier ones were refuted by.
    pub(super) fn is_refuted_already(&mut self, state: &State) -> bool {
        let Some(tree) = &mut self.tree else {
            return false;
        };
        let at = point(state.block, &state.condition);
        let Some((needed, rests_on)) = tree.refutes(&at, &state.condition) else {
            return false;
        };
        tree.end(state.parent, needed, rests_on);
        true
    }

    /// True if a condition asks for more than one met before.
    pub(super) fn is_covered(&mut self, state: &State) -> bool {
        let (block, condition) = (state.block, &state.condition);
        let Some(met) = self.visited.covering(block, condition).cloned() else {
            return false;
        };
        if let Some(tree) = &mut self.tree {
            let rests_on = met.node.and_then(|node| tree.open_below(node));
            let needed = condition.origins_of(&met.constraints);
            tree.end(state.parent, needed, rests_on);
        }
        true
    }

    /// The search goes on from a state: it becomes a node.
    pub(super) fn open(&mut self, state: &mut State) {
        let (block, condition) = (state.block, &mut state.condition);
        let at = point(block, condition);
        let node = self
            .tree
            .as_mut()
            .map(|tree| tree.open(state.parent, at, condition));
        self.visited.meet(block, condition, node);
        state.parent = node.unwrap_or(ROOT);
    }

    /// What the conjuncts come from that nothing satisfies, as far as the solver can tell.
    pub(super) fn refuted_by(&mut self, condition: &Condition) -> Option<Origins> {
        if condition.is_false {
            return Some(condition.false_from);
        }
        let goal = conjunction(self.pool, condition.constraints.keys().copied());
        self.core(goal, condition, (&[], &[]))
            .map(|(needed, _)| needed)
    }

    /// What the conjuncts of a condition come from that conflict in a goal, which nothing satisfies, as far as
    /// the solver can tell; and whether they do so with nothing but what always holds. The goal is the condition
    /// with what always holds and `others`. Terms that were rewritten as they were joined (of `a` and `!a || b`, `b`
    /// is left) say nothing of where they come from: then all of the condition counts.
    pub(super) fn core(
        &mut self,
        goal: Term,
        condition: &Condition,
        (always, others): (&[Term], &[Term]),
    ) -> Option<(Origins, bool)> {
        let constraints = &condition.constraints;
        let origins = constraints.values();
        let whole = (origins.fold(Origins::NONE, |all, &one| all.and(one)), false);
        if let Some(holds) = self.pool.constant_bool(goal) {
            return (!holds).then_some(whole);
        }
        self.statistics.queries += 1;
        let core = self.solver.refute(self.pool, goal)?;
        let conjuncts_of = |terms: &[Term]| -> FxHashSet<Term> {
            let conjuncts = terms.iter().flat_map(|&term| self.pool.conjuncts(term));
            let says_something = |term: &Term| self.pool.constant_bool(*term) != Some(true);
            conjuncts.filter(says_something).collect()
        };
        let (goal, always) = (conjuncts_of(&[goal]), conjuncts_of(always));
        let mut joined = conjuncts_of(others);
        joined.extend(constraints.keys().chain(&always));
        if core.is_empty() || goal != joined || !core.iter().all(|term| goal.contains(term)) {
            return Some(whole);
        }
        let is_known = |term: &Term| constraints.contains_key(term) || always.contains(term);
        Some((condition.origins_of(&core), core.iter().all(is_known)))
    }
}
