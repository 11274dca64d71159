//! Forgetting: learnt clauses that did not prove useful, and clauses that are true for good.

use super::cdcl::Cdcl;
use super::clauses::{ClauseRef, NO_CLAUSE};

impl Cdcl {
    /// Deletes the less useful half of the learnt clauses; those of block distance 2 or less stay.
    pub(super) fn reduce(&mut self) {
        self.reductions += 1;
        self.next_reduction = self.statistics.conflicts + 2_000 + 300 * self.reductions;
        self.refresh_satisfied();
        let mut order: Vec<ClauseRef> = Vec::new();
        for &c in &self.learnt {
            if self.clauses.len(c) > 2 && self.clauses.distance(c) > 2 && !self.is_reason(c) {
                order.push(c);
            }
        }
        order.sort_by(|&a, &b| {
            let key = |c| (self.clauses.distance(c) > 6, -self.clauses.activity(c));
            let ((x, p), (y, q)) = (key(a), key(b));
            y.cmp(&x).then(q.total_cmp(&p)).then(a.cmp(&b))
        });
        for &c in &order[..order.len() / 2] {
            self.clauses.delete(c);
        }
        self.sweep();
    }

    fn is_reason(&self, c: ClauseRef) -> bool {
        // Binary clauses may have the implied literal in either place; they are never deleted.
        let l = self.clauses.literal(c, 0);
        self.value_of(l) == 1 && self.reason[l.variable() as usize] == c
    }

    /// Deletes clauses satisfied at level 0, if anything new was assigned there.
    fn refresh_satisfied(&mut self) {
        let units = self
            .level_starts
            .first()
            .copied()
            .unwrap_or(self.trail.len());
        if units == self.simplified_units {
            return;
        }
        self.simplified_units = units;
        for i in 0..units {
            // Nothing ever asks why a literal of level 0 holds.
            self.reason[self.trail[i].variable() as usize] = NO_CLAUSE;
        }
        let lists = [&self.problem, &self.learnt];
        let satisfied: Vec<ClauseRef> = lists
            .into_iter()
            .flatten()
            .copied()
            .filter(|&c| {
                self.clauses
                    .literals(c)
                    .any(|l| self.value_of(l) == 1 && self.level[l.variable() as usize] == 0)
            })
            .collect();
        for c in satisfied {
            self.clauses.delete(c);
        }
    }

    /// Removes deleted clauses from all lists and compacts the arena when a quarter is waste.
    fn sweep(&mut self) {
        let clauses = &self.clauses;
        self.learnt.retain(|&c| !clauses.is_deleted(c));
        self.problem.retain(|&c| !clauses.is_deleted(c));
        for list in &mut self.watches {
            list.retain(|w| !clauses.is_deleted(w.clause));
        }
        if self.clauses.wasted() * 4 < self.clauses.words() {
            return;
        }
        let moved = self.clauses.compact();
        let new_place = |c: ClauseRef| {
            let i = moved.binary_search_by_key(&c, |&(from, _)| from);
            moved[i.expect("live clauses have moved")].1
        };
        for c in self.learnt.iter_mut().chain(&mut self.problem) {
            *c = new_place(*c);
        }
        for w in self.watches.iter_mut().flatten() {
            w.clause = new_place(w.clause);
        }
        for l in &self.trail {
            let reason = &mut self.reason[l.variable() as usize];
            if *reason != NO_CLAUSE {
                *reason = new_place(*reason);
            }
        }
    }
}
