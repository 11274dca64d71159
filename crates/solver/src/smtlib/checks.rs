//! The stack of assertions, and the questions about it.

use super::interpretation::Interpretation;
use super::scope::{Mark, Scope};
use crate::answer::{Answer, Unknown};
use crate::options::{Options, SolverError};
use crate::path::PathCondition;
use crate::solver::Solver;
use rustc_hash::FxHashSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use term::{Model, Pool, Term};

/// An assertion.
struct Assertion {
    term: Term,
    name: Option<Rc<str>>,
    /// As it was written, where a script wants to see that again.
    text: Option<String>,
}

/// What `pop` goes back to.
struct Level {
    assertions: usize,
    names: Mark,
}

/// The first assertions, known to hold together: a path that the next question goes on from.
#[derive(Clone, Default)]
struct Checked {
    assertions: usize,
    path: PathCondition,
    model: Model,
}

/// The last `check-sat`.
pub(crate) enum Outcome {
    /// None yet, or something was asserted since.
    None,
    /// Satisfiable by this model, under these assumptions and facts about them.
    Sat(Model, Vec<Term>),
    /// Unsatisfiable, with these assumptions as they were written.
    Unsat(Vec<(Term, String)>),
    Unknown(Unknown),
}

/// The assertions of a script and the solver that decides them.
pub(crate) struct Checks {
    pub(crate) solver: Solver,
    assertions: Vec<Assertion>,
    levels: Vec<Level>,
    /// Ever more of the assertions.
    checked: Vec<Checked>,
    pub(crate) last: Outcome,
}

impl Checks {
    pub(crate) fn new(options: &Options) -> Result<Checks, SolverError> {
        Ok(Checks {
            solver: Solver::new(options.clone(), Arc::new(AtomicBool::new(false)))?,
            assertions: Vec::new(),
            levels: Vec::new(),
            checked: Vec::new(),
            last: Outcome::None,
        })
    }

    /// Asserts a term and the facts that it needs.
    pub(crate) fn assert(
        &mut self,
        pool: &Pool,
        scope: &Scope,
        term: Term,
        name: Option<Rc<str>>,
        text: Option<String>,
    ) {
        self.last = Outcome::None;
        for fact in scope.facts_of(pool, term) {
            self.assertions.push(Assertion {
                term: fact,
                name: None,
                text: None,
            });
        }
        self.assertions.push(Assertion { term, name, text });
    }

    /// The assertions as they were written, of those that were to be kept.
    pub(crate) fn texts(&self) -> Vec<&str> {
        let texts = self.assertions.iter().map(|a| a.text.as_deref());
        texts.flatten().collect()
    }

    /// How many levels there are.
    pub(crate) fn levels(&self) -> u64 {
        self.levels.len() as u64
    }

    pub(crate) fn push(&mut self, scope: &Scope) {
        self.levels.push(Level {
            assertions: self.assertions.len(),
            names: scope.mark(),
        });
    }

    /// Takes a level back; false if there is none.
    pub(crate) fn pop(&mut self, scope: &mut Scope) -> bool {
        let Some(level) = self.levels.pop() else {
            return false;
        };
        self.last = Outcome::None;
        self.assertions.truncate(level.assertions);
        while let Some(checked) = self.checked.last()
            && checked.assertions > level.assertions
        {
            self.checked.pop();
        }
        scope.back(level.names);
        true
    }

    /// Number of levels.
    pub(crate) fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Takes back all assertions and levels.
    pub(crate) fn clear(&mut self, scope: &mut Scope) {
        if let Some(first) = self.levels.first() {
            scope.back(first.names);
        }
        self.assertions.clear();
        self.levels.clear();
        self.checked.clear();
        self.last = Outcome::None;
    }

    /// Whether the assertions hold together with the assumptions (terms and how they are written).
    pub(crate) fn check(
        &mut self,
        pool: &mut Pool,
        scope: &Scope,
        assumptions: Vec<(Term, String)>,
    ) -> &Outcome {
        let known = self.checked.last().cloned().unwrap_or_default();
        let mut assumed: Vec<Term> = Vec::new();
        for &(term, _) in &assumptions {
            assumed.extend(scope.facts_of(pool, term));
            assumed.push(term);
        }
        let mut rest: Vec<Term> = Vec::new();
        rest.extend(self.assertions[known.assertions..].iter().map(|a| a.term));
        rest.extend(&assumed);
        let goal = conjunction(pool, &rest);
        self.last = match self.solver.check(pool, &known.path, goal, &known.model) {
            Answer::Sat(model) => {
                self.note_checked(pool, known, &model);
                Outcome::Sat(model, assumed)
            }
            Answer::Unsat(_) => Outcome::Unsat(assumptions),
            Answer::Unknown(why) => Outcome::Unknown(why),
        };
        &self.last
    }

    /// What the last answer's model says of all terms; nothing if there is no model.
    pub(crate) fn interpretation(&self, pool: &Pool, scope: &Scope) -> Option<Interpretation> {
        let Outcome::Sat(model, assumed) = &self.last else {
            return None;
        };
        let asserted = self.assertions.iter().map(|assertion| &assertion.term);
        let mut fixed = FxHashSet::default();
        for &t in asserted.chain(assumed) {
            fixed.extend(pool.inputs_of(t).iter());
        }
        Some(Interpretation::new(pool, scope, model.clone(), &fixed))
    }

    /// Every level's assertions hold together: questions after a `pop` go on from there.
    fn note_checked(&mut self, pool: &Pool, known: Checked, model: &Model) {
        let mut ends: Vec<usize> = self.levels.iter().map(|level| level.assertions).collect();
        ends.push(self.assertions.len());
        let mut path = known.path;
        let mut from = known.assertions;
        for end in ends {
            if end <= from {
                continue;
            }
            for assertion in &self.assertions[from..end] {
                path = path.and(pool, assertion.term);
            }
            from = end;
            self.checked.push(Checked {
                assertions: end,
                path: path.clone(),
                model: model.clone(),
            });
        }
    }

    /// Which assertions and assumptions of the last question are unsatisfiable already: the names
    /// of the named assertions, and the assumptions as they were written.
    pub(crate) fn core(
        &mut self,
        pool: &mut Pool,
        scope: &Scope,
    ) -> Option<(Vec<Rc<str>>, Vec<String>)> {
        let Outcome::Unsat(assumptions) = &self.last else {
            return None;
        };
        let mut all: Vec<Term> = self.assertions.iter().map(|a| a.term).collect();
        for &(term, _) in assumptions {
            all.extend(scope.facts_of(pool, term));
            all.push(term);
        }
        // Asked again, piece by piece this time; without an answer all of them are a core, too.
        let core = self.solver.core(pool, &all).unwrap_or(all);
        let core: std::collections::HashSet<Term> = core.into_iter().collect();
        let named = self.assertions.iter().filter(|a| core.contains(&a.term));
        let names = named.filter_map(|a| a.name.clone()).collect();
        let assumed = assumptions.iter().filter(|(t, _)| core.contains(t));
        let assumed = assumed.map(|(_, text)| text.clone()).collect();
        Some((names, assumed))
    }
}

fn conjunction(pool: &mut Pool, terms: &[Term]) -> Term {
    let all = pool.bool(true);
    terms.iter().fold(all, |all, &t| pool.and(all, t))
}
