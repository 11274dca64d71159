//! Learning from conflicts.

use super::Literal;
use super::cdcl::Cdcl;
use super::clauses::{ClauseRef, NO_CLAUSE};

impl Cdcl {
    /// Derives the first-unique-implication-point clause of a conflict into `self.candidate`, its
    /// asserting literal first and one of the highest other level second. Returns the level to go
    /// back to and the clause's literal block distance.
    pub(super) fn analyze(&mut self, conflict: ClauseRef) -> (u32, u32) {
        self.candidate.clear();
        self.candidate.push(Literal(0));
        let mut open = 0usize;
        let mut at = self.trail.len();
        let mut clause = conflict;
        let mut resolved: Option<Literal> = None;
        loop {
            self.absorb(clause, resolved, &mut open);
            loop {
                at -= 1;
                if self.seen[self.trail[at].variable() as usize] {
                    break;
                }
            }
            let l = self.trail[at];
            open -= 1;
            if open == 0 {
                self.candidate[0] = !l;
                break;
            }
            clause = self.reason[l.variable() as usize];
            resolved = Some(l);
        }
        self.minimize();
        for v in self.to_clear.drain(..) {
            self.seen[v as usize] = false;
        }
        (self.order_by_level(), self.block_distance())
    }

    /// Takes the literals of a clause into the resolvent: those of the current level are counted
    /// in `open`, the others go to the candidate clause.
    fn absorb(&mut self, clause: ClauseRef, resolved: Option<Literal>, open: &mut usize) {
        debug_assert_ne!(clause, NO_CLAUSE);
        if self.clauses.is_learnt(clause) {
            self.bump_clause(clause);
        }
        for i in 0..self.clauses.len(clause) {
            let l = self.clauses.literal(clause, i);
            let v = l.variable();
            let level = self.level[v as usize];
            if Some(l) == resolved || self.seen[v as usize] || level == 0 {
                continue;
            }
            self.seen[v as usize] = true;
            self.to_clear.push(v);
            self.bump_variable(v);
            if level == self.decision_level() {
                *open += 1;
            } else {
                self.candidate.push(l);
            }
        }
    }

    /// Drops literals implied by the others (recursive minimisation, without recursion).
    fn minimize(&mut self) {
        let mut clause = std::mem::take(&mut self.candidate);
        let mut kept = 1;
        for i in 1..clause.len() {
            let l = clause[i];
            if self.reason[l.variable() as usize] == NO_CLAUSE || !self.is_implied(l) {
                clause[kept] = l;
                kept += 1;
            }
        }
        clause.truncate(kept);
        self.candidate = clause;
    }

    /// True if every way back from `l` ends in literals already seen or of level 0.
    fn is_implied(&mut self, l: Literal) -> bool {
        let cleared_before = self.to_clear.len();
        self.stack.clear();
        self.stack.push(l);
        while let Some(l) = self.stack.pop() {
            let clause = self.reason[l.variable() as usize];
            for i in 0..self.clauses.len(clause) {
                let v = self.clauses.literal(clause, i).variable();
                if v == l.variable() || self.seen[v as usize] || self.level[v as usize] == 0 {
                    continue;
                }
                if self.reason[v as usize] == NO_CLAUSE {
                    for v in self.to_clear.drain(cleared_before..) {
                        self.seen[v as usize] = false;
                    }
                    return false;
                }
                self.seen[v as usize] = true;
                self.to_clear.push(v);
                self.stack.push(self.clauses.literal(clause, i));
            }
        }
        true
    }

    /// Moves a literal of the highest level below the asserting one to the second place; that
    /// level, or 0 for a unit.
    fn order_by_level(&mut self) -> u32 {
        if self.candidate.len() == 1 {
            return 0;
        }
        let level = |l: &Literal| self.level[l.variable() as usize];
        let highest = (1..self.candidate.len())
            .max_by_key(|&i| level(&self.candidate[i]))
            .expect("the clause has a second literal");
        self.candidate.swap(1, highest);
        level(&self.candidate[1])
    }

    fn block_distance(&mut self) -> u32 {
        self.stamp += 1;
        let mut distance = 0;
        for l in &self.candidate {
            let level = self.level[l.variable() as usize] as usize;
            if level < self.stamps.len() && self.stamps[level] != self.stamp {
                self.stamps[level] = self.stamp;
                distance += 1;
            }
        }
        distance
    }

    fn bump_variable(&mut self, v: u32) {
        self.activity[v as usize] += self.increment;
        if self.activity[v as usize] > 1e100 {
            for a in &mut self.activity {
                *a *= 1e-100;
            }
            self.increment *= 1e-100;
        }
        self.heap.raised(v, &self.activity);
    }

    pub(super) fn bump_clause(&mut self, c: ClauseRef) {
        let activity = self.clauses.activity(c) + self.clause_increment;
        self.clauses.set_activity(c, activity);
        if activity > 1e20 {
            for &l in &self.learnt {
                self.clauses
                    .set_activity(l, self.clauses.activity(l) * 1e-20);
            }
            self.clause_increment *= 1e-20;
        }
    }

    /// Collects into `self.failed` the assumptions that make the assumption `l` false.
    pub(super) fn explain_failure(&mut self, l: Literal) {
        self.failed.clear();
        self.failed.push(l);
        if self.level[l.variable() as usize] == 0 {
            return;
        }
        self.seen[l.variable() as usize] = true;
        for i in (self.level_starts[0]..self.trail.len()).rev() {
            let assigned = self.trail[i];
            let v = assigned.variable() as usize;
            if !self.seen[v] {
                continue;
            }
            self.seen[v] = false;
            let reason = self.reason[v];
            if reason == NO_CLAUSE {
                // Below the level of the last assumption every decision is an assumption.
                self.failed.push(assigned);
                continue;
            }
            for i in 0..self.clauses.len(reason) {
                let other = self.clauses.literal(reason, i).variable() as usize;
                if other != v && self.level[other] > 0 {
                    self.seen[other] = true;
                }
            }
        }
        self.seen[l.variable() as usize] = false;
    }
}
