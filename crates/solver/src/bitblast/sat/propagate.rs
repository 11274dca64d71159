//! Unit propagation with two watched literals.

use super::Literal;
use super::cdcl::{Cdcl, UNASSIGNED, Watch};
use super::clauses::ClauseRef;

impl Cdcl {
    /// Propagates everything on the trail; a clause that became false if there is one.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        while self.head < self.trail.len() {
            let l = self.trail[self.head];
            self.head += 1;
            self.statistics.propagations += 1;
            let mut list = std::mem::take(&mut self.watches[l.index()]);
            let conflict = self.visit_watches(!l, &mut list);
            // Clauses that move their watch go to lists of other literals, never to this one.
            self.watches[l.index()] = list;
            if conflict.is_some() {
                self.head = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Looks at the clauses that watch `falsified`; keeps those in `list` that go on doing so.
    fn visit_watches(&mut self, falsified: Literal, list: &mut Vec<Watch>) -> Option<ClauseRef> {
        let mut kept = 0;
        let mut conflict = None;
        let mut next = 0;
        while next < list.len() {
            let watch = list[next];
            next += 1;
            let blocked = self.value_of(watch.blocker);
            if blocked == 1 {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            if watch.binary {
                list[kept] = watch;
                kept += 1;
                if blocked == UNASSIGNED {
                    self.imply(watch.blocker, watch.clause);
                    continue;
                }
                conflict = Some(watch.clause);
                break;
            }
            let Some(first) = self.move_watch(falsified, watch) else {
                continue;
            };
            list[kept] = Watch {
                blocker: first,
                ..watch
            };
            kept += 1;
            match self.value_of(first) {
                1 => {}
                UNASSIGNED => self.imply(first, watch.clause),
                _ => {
                    conflict = Some(watch.clause);
                    break;
                }
            }
        }
        if kept != next {
            list.copy_within(next.., kept);
            list.truncate(kept + list.len() - next);
        }
        conflict
    }

    /// Assigns an implied literal, unless nobody asks for it. Above the assumptions, variables
    /// that are not relevant stay open: circuits of earlier questions over the same inputs would
    /// cost far more than the present one. No clause is lost by that: both its watches are open
    /// again once the levels above the assumptions are taken back, and that happens before any
    /// other variable becomes relevant.
    fn imply(&mut self, l: Literal, clause: ClauseRef) {
        let wanted = self.relevant[l.variable() as usize]
            || self.decision_level() as usize <= self.assumptions.len();
        if wanted {
            self.assign(l, clause);
        }
    }

    /// Finds another literal to watch. `None` if the clause is now watched by it; otherwise the
    /// other watched literal, on which everything depends.
    fn move_watch(&mut self, falsified: Literal, watch: Watch) -> Option<Literal> {
        let literals = self.clauses.literals_mut(watch.clause);
        if literals[0] == falsified.0 {
            literals.swap(0, 1);
        }
        let first = Literal(literals[0]);
        if self.values[first.index()] == 1 {
            return Some(first);
        }
        for i in 2..literals.len() {
            let l = Literal(literals[i]);
            if self.values[l.index()] != 0 {
                literals.swap(1, i);
                self.watches[(!l).index()].push(Watch {
                    blocker: first,
                    ..watch
                });
                return None;
            }
        }
        Some(first)
    }
}
