//! What names mean at a point of a script.

use super::sexpr::{Arena, Sexp};
use super::sort::{ROUNDING_MODES, ROUNDING_WIDTH, Scalar, SmtSort, SortNames, Typed};
use crate::options::SolverError;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{InputId, Pool, Term};

/// A function with parameters.
pub(crate) struct Function {
    pub(crate) name: Rc<str>,
    pub(crate) parameters: Vec<SmtSort>,
    pub(crate) result: SmtSort,
    pub(crate) body: Option<Body>,
}

/// What a defined function says; expressions in the arena that are never released.
pub(crate) struct Body {
    pub(crate) parameters: Vec<Sexp>,
    pub(crate) expression: Sexp,
}

/// What a name stands for.
#[derive(Clone)]
pub(crate) enum Meaning {
    Constant(Typed),
    Function(Rc<Function>),
}

/// An application of an uninterpreted function: a free input, tied to the other applications of
/// the function by congruence.
pub(crate) struct Application {
    pub(crate) function: Rc<Function>,
    pub(crate) arguments: Vec<Term>,
    pub(crate) value: Term,
}

enum Undo {
    Name(Rc<str>),
    Sort(Rc<str>),
}

/// What [`Scope::back`] goes back to.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mark {
    trail: usize,
    declared: usize,
    functions: usize,
    named: usize,
}

/// Names, and the facts that the terms behind them come with.
#[derive(Default)]
pub(crate) struct Scope {
    names: FxHashMap<Rc<str>, Meaning>,
    pub(crate) sorts: SortNames,
    /// Declared constants, in order, for models.
    pub(crate) declared: Vec<(Rc<str>, Typed)>,
    /// Uninterpreted functions, in order, for models.
    pub(crate) functions: Vec<Rc<Function>>,
    /// Expressions with a `:named` annotation, in order.
    pub(crate) named: Vec<(Rc<str>, Typed)>,
    pub(crate) applications: Vec<Application>,
    /// What is true by what an input stands for; it matters only where the input occurs.
    facts: FxHashMap<InputId, Vec<Term>>,
    trail: Vec<Undo>,
    /// `(set-option :global-declarations true)`.
    pub(crate) global: bool,
}

impl Scope {
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            trail: self.trail.len(),
            declared: self.declared.len(),
            functions: self.functions.len(),
            named: self.named.len(),
        }
    }

    /// Takes back what was named since the mark, unless names are global.
    pub(crate) fn back(&mut self, mark: Mark) {
        if self.global {
            return;
        }
        self.declared.truncate(mark.declared);
        self.functions.truncate(mark.functions);
        self.named.truncate(mark.named);
        for undo in self.trail.drain(mark.trail..).rev() {
            match undo {
                Undo::Name(name) => drop(self.names.remove(&name)),
                Undo::Sort(name) => drop(self.sorts.remove(&name)),
            }
        }
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Meaning> {
        self.names.get(name)
    }

    /// Gives a name that stands for nothing yet to what it stands for from now on. Declarations do not
    /// shadow one another, on whatever levels of the stack they are (SMT-LIB 2.6, 4.2.3).
    pub(crate) fn bind(&mut self, name: &str, meaning: Meaning) -> Rc<str> {
        let name: Rc<str> = name.into();
        let old = self.names.insert(name.clone(), meaning);
        debug_assert!(old.is_none(), "{name} is declared already");
        if !self.global {
            self.trail.push(Undo::Name(name.clone()));
        }
        name
    }

    /// Names an expression that stands inside of another.
    pub(crate) fn name(&mut self, name: &str, value: Typed) {
        let name = self.bind(name, Meaning::Constant(value));
        self.named.push((name, value));
    }

    /// Gives a name to a sort.
    pub(crate) fn bind_sort(&mut self, name: &str, sort: SmtSort) {
        let name: Rc<str> = name.into();
        let old = self.sorts.insert(name.clone(), sort);
        debug_assert!(old.is_none(), "{name} is a sort already");
        if !self.global {
            self.trail.push(Undo::Sort(name));
        }
    }

    /// Declares a constant or an uninterpreted function.
    pub(crate) fn declare(
        &mut self,
        pool: &mut Pool,
        name: &str,
        parameters: Vec<SmtSort>,
        result: SmtSort,
    ) {
        if !parameters.is_empty() {
            let function = Rc::new(Function {
                name: name.into(),
                parameters,
                result,
                body: None,
            });
            self.functions.push(function.clone());
            self.bind(name, Meaning::Function(function));
            return;
        }
        let constant = self.fresh(pool, name, result);
        let name = self.bind(name, Meaning::Constant(constant));
        self.declared.push((name, constant));
    }

    /// A new input of a sort.
    pub(crate) fn fresh(&mut self, pool: &mut Pool, name: &str, sort: SmtSort) -> Typed {
        let term = pool.input(name, sort.term_sort());
        if sort == SmtSort::Scalar(Scalar::RoundingMode) {
            let last = pool.bv(ROUNDING_WIDTH, ROUNDING_MODES.len() as u64 - 1);
            let valid = pool.ule(term, last);
            self.fact(pool, term, valid);
        }
        Typed { term, sort }
    }

    /// Notes what is true of an input.
    pub(crate) fn fact(&mut self, pool: &Pool, input: Term, fact: Term) {
        let input = pool.as_input(input).expect("facts are about inputs");
        self.facts.entry(input).or_default().push(fact);
    }

    /// The facts about the inputs of a term, and about the inputs of those facts.
    pub(crate) fn facts_of(&self, pool: &Pool, t: Term) -> Vec<Term> {
        let mut found = Vec::new();
        if self.facts.is_empty() {
            return found;
        }
        let mut seen: FxHashSet<InputId> = FxHashSet::default();
        let mut pending: Vec<InputId> = pool.inputs_of(t).to_vec();
        while let Some(input) = pending.pop() {
            if seen.insert(input) {
                for &fact in self.facts.get(&input).into_iter().flatten() {
                    found.push(fact);
                    pending.extend(pool.inputs_of(fact).iter());
                }
            }
        }
        found
    }

    /// A sort as it is written.
    pub(crate) fn sort(&self, arena: &Arena, at: Sexp) -> Result<SmtSort, SolverError> {
        SmtSort::read(arena, &self.sorts, at)
    }
}
