//! The solver's state and its search loop.

use super::clauses::{ClauseRef, Clauses, NO_CLAUSE};
use super::heap::ActivityHeap;
use super::{Literal, SatLimits, SatSolver, SatStatistics, Variable, Verdict};

/// A clause seen from one of the two literals it is watched by.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub(super) clause: ClauseRef,
    /// Another literal of the clause: if it is true, the clause needs no look. Of a binary clause
    /// it is the other literal.
    pub(super) blocker: Literal,
    pub(super) binary: bool,
}

pub(super) const UNASSIGNED: u8 = 2;

/// The solver; see the module for what sets it apart.
pub struct Cdcl {
    pub(super) clauses: Clauses,
    pub(super) problem: Vec<ClauseRef>,
    pub(super) learnt: Vec<ClauseRef>,
    /// Watches by literal: the clauses to look at when that literal becomes *true* (they watch
    /// its negation).
    pub(super) watches: Vec<Vec<Watch>>,

    /// Value by literal: 1 true, 0 false, 2 unassigned.
    pub(super) values: Vec<u8>,
    pub(super) level: Vec<u32>,
    pub(super) reason: Vec<ClauseRef>,
    pub(super) trail: Vec<Literal>,
    pub(super) level_starts: Vec<usize>,
    pub(super) head: usize,
    /// False once the clauses are contradictory without any assumption.
    pub(super) consistent: bool,

    pub(super) activity: Vec<f64>,
    pub(super) increment: f64,
    pub(super) clause_increment: f32,
    pub(super) heap: ActivityHeap,
    pub(super) phase: Vec<bool>,
    pub(super) relevant: Vec<bool>,

    pub(super) assumptions: Vec<Literal>,
    pub(super) failed: Vec<Literal>,
    /// Values in the last satisfiable answer, and the literals that make them up.
    pub(super) model: Vec<u8>,
    pub(super) model_trail: Vec<Literal>,

    pub(super) seen: Vec<bool>,
    pub(super) to_clear: Vec<Variable>,
    pub(super) stack: Vec<Literal>,
    pub(super) stamps: Vec<u32>,
    pub(super) stamp: u32,
    pub(super) candidate: Vec<Literal>,

    pub(super) fast_distance: f64,
    pub(super) slow_distance: f64,
    pub(super) next_reduction: u64,
    pub(super) reductions: u64,
    pub(super) simplified_units: usize,
    pub(super) statistics: SatStatistics,
}

impl Default for Cdcl {
    fn default() -> Cdcl {
        Cdcl::new()
    }
}

impl Cdcl {
    /// A solver without clauses.
    pub fn new() -> Cdcl {
        Cdcl {
            clauses: Clauses::default(),
            problem: Vec::new(),
            learnt: Vec::new(),
            watches: Vec::new(),
            values: Vec::new(),
            level: Vec::new(),
            reason: Vec::new(),
            trail: Vec::new(),
            level_starts: Vec::new(),
            head: 0,
            consistent: true,
            activity: Vec::new(),
            increment: 1.0,
            clause_increment: 1.0,
            heap: ActivityHeap::default(),
            phase: Vec::new(),
            relevant: Vec::new(),
            assumptions: Vec::new(),
            failed: Vec::new(),
            model: Vec::new(),
            model_trail: Vec::new(),
            seen: Vec::new(),
            to_clear: Vec::new(),
            stack: Vec::new(),
            stamps: vec![0],
            stamp: 0,
            candidate: Vec::new(),
            fast_distance: 0.0,
            slow_distance: 0.0,
            next_reduction: 2_000,
            reductions: 0,
            simplified_units: 0,
            statistics: SatStatistics::default(),
        }
    }

    pub(super) fn value_of(&self, l: Literal) -> u8 {
        self.values[l.index()]
    }

    pub(super) fn decision_level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    pub(super) fn assign(&mut self, l: Literal, reason: ClauseRef) {
        debug_assert_eq!(self.value_of(l), UNASSIGNED);
        let v = l.variable() as usize;
        self.values[l.index()] = 1;
        self.values[(!l).index()] = 0;
        self.level[v] = self.decision_level();
        self.reason[v] = reason;
        self.trail.push(l);
    }

    fn open_level(&mut self) {
        self.level_starts.push(self.trail.len());
    }

    /// Takes back everything above `level`.
    pub(super) fn backtrack(&mut self, level: u32) {
        if self.decision_level() <= level {
            return;
        }
        let start = self.level_starts[level as usize];
        for i in (start..self.trail.len()).rev() {
            let l = self.trail[i];
            let v = l.variable();
            self.values[l.index()] = UNASSIGNED;
            self.values[(!l).index()] = UNASSIGNED;
            self.phase[v as usize] = !l.is_negated();
            self.reason[v as usize] = NO_CLAUSE;
            if self.relevant[v as usize] {
                self.heap.insert(v, &self.activity);
            }
        }
        self.trail.truncate(start);
        self.level_starts.truncate(level as usize);
        self.head = self.head.min(start);
    }

    /// Puts a clause of at least two literals under watch of its first two.
    pub(super) fn watch(&mut self, c: ClauseRef) {
        let (a, b) = (self.clauses.literal(c, 0), self.clauses.literal(c, 1));
        let binary = self.clauses.len(c) == 2;
        self.watches[(!a).index()].push(Watch {
            clause: c,
            blocker: b,
            binary,
        });
        self.watches[(!b).index()].push(Watch {
            clause: c,
            blocker: a,
            binary,
        });
    }

    /// Order in which literals are preferred as watches: true from the lowest level up, open,
    /// then false from the highest level down.
    fn watch_rank(&self, l: Literal) -> (u8, u32) {
        match self.value_of(l) {
            1 => (2, u32::MAX - self.level[l.variable() as usize]),
            UNASSIGNED => (1, 0),
            _ => (0, self.level[l.variable() as usize]),
        }
    }

    /// Moves the two best watches of a clause to its front.
    fn order_watches(&self, literals: &mut [Literal]) {
        for slot in 0..2 {
            let best = (slot..literals.len())
                .max_by_key(|&i| self.watch_rank(literals[i]))
                .expect("clauses under watch have two literals");
            literals.swap(slot, best);
        }
    }

    fn add_unit(&mut self, l: Literal) {
        if self.value_of(l) == 1 && self.level[l.variable() as usize] == 0 {
            return;
        }
        self.backtrack(0);
        match self.value_of(l) {
            UNASSIGNED => self.assign(l, NO_CLAUSE),
            1 => {}
            _ => self.consistent = false,
        }
    }

    /// Adds a clause while assumptions may be on the trail. A clause that is false or has one
    /// literal left must be noticed at the level where that became so, or a later backtrack
    /// would lose it: the trail is cut back to there.
    fn add_under_trail(&mut self, literals: &[Literal]) {
        let mut clause = std::mem::take(&mut self.candidate);
        clause.clear();
        clause.extend_from_slice(literals);
        self.order_watches(&mut clause);
        if self.value_of(clause[0]) == 0 {
            let highest = self.level[clause[0].variable() as usize];
            if highest == 0 {
                self.consistent = false;
            } else {
                self.backtrack(highest - 1);
                self.order_watches(&mut clause);
            }
        }
        let c = self.clauses.add(&clause, false, 0);
        self.problem.push(c);
        self.watch(c);
        if self.consistent && self.value_of(clause[1]) == 0 {
            let implied_at = self.level[clause[1].variable() as usize];
            let satisfied_later = self.value_of(clause[0]) == 1
                && self.level[clause[0].variable() as usize] > implied_at;
            if self.value_of(clause[0]) == UNASSIGNED || satisfied_later {
                self.backtrack(implied_at);
                self.assign(clause[0], c);
            }
        }
        self.candidate = clause;
    }

    fn next_decision(&mut self) -> Option<Literal> {
        while let Some(v) = self.heap.pop(&self.activity) {
            if self.relevant[v as usize] && self.values[(v << 1) as usize] == UNASSIGNED {
                return Some(Literal::new(v, !self.phase[v as usize]));
            }
        }
        None
    }

    /// Opens the levels of the assumptions that are not on the trail yet. `Err` if one is false.
    fn next_assumption(&mut self) -> Result<Option<Literal>, Literal> {
        while (self.decision_level() as usize) < self.assumptions.len() {
            let l = self.assumptions[self.decision_level() as usize];
            match self.value_of(l) {
                1 => self.open_level(),
                UNASSIGNED => return Ok(Some(l)),
                _ => return Err(l),
            }
        }
        Ok(None)
    }

    fn handle_conflict(&mut self, conflict: ClauseRef) {
        self.statistics.conflicts += 1;
        let (back, distance) = self.analyze(conflict);
        self.backtrack(back);
        let literals = std::mem::take(&mut self.candidate);
        if literals.len() == 1 {
            self.assign(literals[0], NO_CLAUSE);
        } else {
            let c = self.clauses.add(&literals, true, distance);
            self.learnt.push(c);
            self.bump_clause(c);
            self.watch(c);
            self.assign(literals[0], c);
        }
        self.candidate = literals;
        self.increment /= 0.95;
        self.clause_increment /= 0.999;
        if self.slow_distance == 0.0 {
            self.fast_distance = distance as f64;
            self.slow_distance = distance as f64;
        }
        self.fast_distance += (distance as f64 - self.fast_distance) / 32.0;
        self.slow_distance += (distance as f64 - self.slow_distance) / 4096.0;
    }

    fn search(&mut self, limits: &SatLimits<'_>) -> Verdict {
        let first_conflict = self.statistics.conflicts;
        let mut since_restart = 0u32;
        let mut decisions = 0u32;
        loop {
            if let Some(conflict) = self.propagate() {
                if self.decision_level() == 0 {
                    self.consistent = false;
                    return Verdict::Unsatisfiable;
                }
                self.handle_conflict(conflict);
                since_restart += 1;
                let spent = self.statistics.conflicts - first_conflict;
                if spent >= limits.conflicts || (spent & 63 == 0 && (limits.stop)()) {
                    return Verdict::Stopped;
                }
                continue;
            }
            let base = self.assumptions.len() as u32;
            if since_restart >= 50 && self.fast_distance > 1.15 * self.slow_distance {
                since_restart = 0;
                self.statistics.restarts += 1;
                self.backtrack(base);
            }
            if self.statistics.conflicts >= self.next_reduction {
                self.reduce();
            }
            let decision = match self.next_assumption() {
                Err(l) => {
                    self.explain_failure(l);
                    return Verdict::Unsatisfiable;
                }
                Ok(Some(l)) => l,
                Ok(None) => match self.next_decision() {
                    Some(l) => l,
                    None => return Verdict::Satisfiable,
                },
            };
            self.statistics.decisions += 1;
            decisions += 1;
            if decisions & 1023 == 0 && (limits.stop)() {
                // The variable left the heap; it must be found again by the next question.
                self.heap.insert(decision.variable(), &self.activity);
                return Verdict::Stopped;
            }
            self.open_level();
            self.assign(decision, NO_CLAUSE);
        }
    }

    /// Copies the trail: the work is that of the question's circuit, not of the instance.
    fn remember_model(&mut self) {
        self.model.resize(self.level.len(), UNASSIGNED);
        for l in self.model_trail.drain(..) {
            self.model[l.variable() as usize] = UNASSIGNED;
        }
        self.model_trail.extend_from_slice(&self.trail);
        for l in &self.model_trail {
            self.model[l.variable() as usize] = !l.is_negated() as u8;
        }
    }

    /// Cuts the trail back to the assumptions that the next question shares with the last one.
    fn keep_shared_prefix(&mut self, assumptions: &[Literal]) {
        let shared = self
            .assumptions
            .iter()
            .zip(assumptions)
            .take_while(|(a, b)| a == b)
            .count();
        self.backtrack(shared as u32);
        self.assumptions.clear();
        self.assumptions.extend_from_slice(assumptions);
    }
}

impl SatSolver for Cdcl {
    fn new_variable(&mut self) -> Variable {
        let v = self.level.len() as Variable;
        self.watches.extend([Vec::new(), Vec::new()]);
        self.values.extend([UNASSIGNED; 2]);
        self.level.push(0);
        self.reason.push(NO_CLAUSE);
        self.activity.push(0.0);
        self.heap.grow();
        self.phase.push(false);
        self.relevant.push(false);
        self.seen.push(false);
        self.stamps.push(0);
        self.statistics.variables += 1;
        v
    }

    fn add_clause(&mut self, literals: &[Literal]) {
        self.statistics.clauses += 1;
        match literals {
            [] => self.consistent = false,
            [l] => self.add_unit(*l),
            _ => self.add_under_trail(literals),
        }
    }

    fn set_phase(&mut self, variable: Variable, value: bool) {
        self.phase[variable as usize] = value;
    }

    fn set_relevant(&mut self, variable: Variable, relevant: bool) {
        self.relevant[variable as usize] = relevant;
        if relevant && self.values[(variable << 1) as usize] == UNASSIGNED {
            self.heap.insert(variable, &self.activity);
        }
    }

    fn solve(&mut self, assumptions: &[Literal], limits: &SatLimits<'_>) -> Verdict {
        self.failed.clear();
        self.keep_shared_prefix(assumptions);
        if !self.consistent {
            return Verdict::Unsatisfiable;
        }
        let verdict = self.search(limits);
        if verdict == Verdict::Satisfiable {
            self.remember_model();
        }
        // Decisions beyond the assumptions would only be in the way of clauses to come.
        self.backtrack(self.assumptions.len() as u32);
        verdict
    }

    fn value(&self, variable: Variable) -> Option<bool> {
        match self.model.get(variable as usize) {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        }
    }

    fn failed(&self) -> &[Literal] {
        &self.failed
    }

    fn memory(&self) -> usize {
        let clauses = self.problem.len() + self.learnt.len();
        4 * self.clauses.words() + 28 * clauses + 96 * self.level.len()
    }

    fn statistics(&self) -> SatStatistics {
        SatStatistics {
            learnt: self.learnt.len() as u64,
            ..self.statistics
        }
    }
}
