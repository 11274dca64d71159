//! Headers of loops: where conditions end because of what was there before, or of an invariant, and the ways
//! between headers that invariants are made of.

use super::{Cut, Limits, Outcome, Precision, Search, State, conjunction};
use crate::code::Body;
use crate::condition::Condition;
use crate::invariants::{Invariants, infer};
use crate::refuted::ROOT;
use crate::visited::point;
use ir::{BlockId, FunctionId};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use term::Term;

/// Conditions that one is compared with by the solver.
const COMPARED: usize = 8;
/// Bounds for the ways between the headers of a function.
const SEGMENTS_TO_CUTS: u64 = 3_000;
const CALLS_TO_CUTS: usize = 3;

impl Search<'_> {
    /// True if nothing is to be looked for behind a loop's header: what is searched for ends there, an
    /// invariant refutes the condition, or it asks for more than those that were there before.
    pub(super) fn ends_at_header(&mut self, state: &State) -> bool {
        let condition = &state.condition;
        if let Some(cuts) = self.cuts.as_mut().filter(|_| condition.calls.is_empty()) {
            let from = Some(state.block);
            let condition = condition.clone();
            cuts.push(Cut { from, condition });
            return true;
        }
        if !self.precision.learns {
            return false;
        }
        let known = self.invariants_of(condition.function);
        let holds = self.instance(&known, known.at(state.block), condition);
        let earlier = self.earlier(state);
        if holds.is_empty() && earlier.is_empty() {
            return false;
        }
        let others = earlier.iter().map(|(constraints, _)| {
            let met = conjunction(self.pool, constraints.iter().copied());
            self.pool.not(met)
        });
        let others: Vec<Term> = others.collect();
        let all = holds.iter().chain(&others).copied();
        let all = all.chain(condition.constraints.keys().copied());
        let goal = conjunction(self.pool, all);
        let Some((needed, alone)) = self.core(goal, condition, (&holds, &others)) else {
            return false;
        };
        if let Some(tree) = &mut self.tree {
            let nodes = earlier.iter().filter_map(|(_, node)| *node);
            let rests_on = match alone {
                true => None,
                false => nodes.filter_map(|node| tree.open_below(node)).min(),
            };
            tree.end(state.parent, needed, rests_on);
        }
        true
    }

    /// Conditions at the same header that the search goes on from, or that are refuted, with their nodes.
    fn earlier(&self, state: &State) -> Vec<(Rc<[Term]>, Option<usize>)> {
        let condition = &state.condition;
        let at = point(state.block, condition);
        let refuted = self.tree.iter().flat_map(|tree| tree.last(&at, COMPARED));
        let met = self.visited.last(state.block, condition, COMPARED);
        let met = met.map(|met| (met.constraints.clone(), met.node));
        let mut earlier: Vec<(Rc<[Term]>, Option<usize>)> = refuted.collect();
        for (constraints, node) in met {
            let says_less = |(known, _): &(Rc<[Term]>, Option<usize>)| {
                known.iter().all(|it| constraints.contains(it))
            };
            if !earlier.iter().any(says_less) {
                earlier.push((constraints, node));
            }
        }
        earlier.truncate(COMPARED);
        earlier
    }

    /// What holds at headers of a function's loops.
    fn invariants_of(&mut self, function: FunctionId) -> Rc<Invariants> {
        if let Some(known) = self.invariants.get(&function) {
            return known.clone();
        }
        let found = match self.loops_of(function) {
            Some(loops) => {
                let (until, queries) = (self.limits.until, &mut self.statistics.queries);
                infer(self.pool, self.solver, &loops, until, queries)
            }
            None => Invariants::default(),
        };
        let found = Rc::new(found);
        self.invariants.insert(function, found.clone());
        found
    }

    /// What an invariant says of the innermost frame of a condition.
    fn instance(&mut self, known: &Invariants, terms: &[Term], condition: &Condition) -> Vec<Term> {
        if terms.is_empty() || condition.depth() == 0 {
            return terms.to_vec();
        }
        let body = self.enter_frame(condition.function);
        let mut frame = Condition::always(condition.function);
        frame.calls.clone_from(&condition.calls);
        let mut here = FxHashMap::default();
        for (slot, variable) in known.slots() {
            let types = &body.function.registers;
            let value = slot.value(self.pool, self.variables, &mut frame, types);
            here.insert(*variable, value);
        }
        let terms = terms.iter();
        terms
            .map(|&term| self.pool.substitute(term, &here))
            .collect()
    }

    /// Goes back from a header to the next headers of its function, or to its entry; nothing if there
    /// are too many ways.
    pub(crate) fn back_to_cuts(
        &mut self,
        condition: Condition,
        body: &Body,
        header: BlockId,
    ) -> Option<Vec<Cut>> {
        let precision = Precision {
            calls: CALLS_TO_CUTS,
            loops: 0,
            learns: false,
        };
        let limits = Limits {
            segments: self.statistics.segments + SEGMENTS_TO_CUTS,
            until: self.limits.until,
        };
        let precision = std::mem::replace(&mut self.precision, precision);
        let limits = std::mem::replace(&mut self.limits, limits);
        let pending = std::mem::take(&mut self.pending);
        let visited = std::mem::take(&mut self.visited);
        let tree = self.tree.take();
        self.cuts = Some(Vec::new());
        let state = State {
            block: header,
            instruction: 0,
            condition,
            traversals: Vec::new(),
            parent: ROOT,
        };
        for &from in body.cfg.predecessors(header) {
            self.along_edges(&state, body, from);
        }
        let outcome = self.run();
        (self.precision, self.limits) = (precision, limits);
        (self.pending, self.visited, self.tree) = (pending, visited, tree);
        let cuts = self.cuts.take();
        cuts.filter(|_| outcome == Outcome::Refuted)
    }
}
