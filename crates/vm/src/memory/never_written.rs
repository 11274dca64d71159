//! The terms that stand for memory never written, and what depends on them.

use rustc_hash::FxHashMap;
use term::{InputId, InputMask, Op, Pool, Sort, Term};

/// The terms that stand for memory never written, of all paths of a machine.
#[derive(Default)]
pub(crate) struct NeverWrittenTerms {
    mask: InputMask,
    /// By number of the read and what the memory holds in fact.
    terms: FxHashMap<(u32, Term), Term>,
    /// Number of the read and what the memory holds, by the input that stands for it.
    meanings: FxHashMap<InputId, (u32, Term)>,
    /// Terms in which such a term occurs, with what the memory holds in fact in its place. What a term
    /// comes to does not change, and long ones are asked for again with each thing computed from them.
    filled: FxHashMap<Term, Term>,
    /// On which inputs the value of a term depends on memory never written.
    dependence: FxHashMap<Term, Term>,
}

impl NeverWrittenTerms {
    /// The term for that read of memory that holds `fill`.
    pub(crate) fn term(&mut self, pool: &mut Pool, read: u32, fill: Term) -> Term {
        if let Some(&term) = self.terms.get(&(read, fill)) {
            return term;
        }
        let width = pool.width(fill);
        let term = pool.input("memory never written", Sort::BitVec(width));
        if let Op::Input(input) = pool.op(term) {
            self.mask.insert(input);
            self.meanings.insert(input, (read, fill));
        }
        self.terms.insert((read, fill), term);
        term
    }

    /// True if such a term occurs in a term.
    #[inline]
    pub(crate) fn occur_in(&self, pool: &Pool, term: Term) -> bool {
        !self.terms.is_empty() && pool.has_input_in(term, &self.mask)
    }

    /// The reads whose terms occur in a term.
    pub(crate) fn reads_in(&self, pool: &Pool, term: Term) -> Vec<u32> {
        let inputs = pool.inputs_of(term);
        let reads = inputs.iter().filter_map(|input| self.meanings.get(input));
        reads.map(|(read, _)| *read).collect()
    }

    /// A term with what memory never written holds in fact.
    pub(crate) fn filled(&mut self, pool: &mut Pool, term: Term) -> Term {
        let mut todo = vec![term];
        while let Some(&next) = todo.last() {
            if self.filled.contains_key(&next) || !self.occur_in(pool, next) {
                todo.pop();
                continue;
            }
            let open = todo.len();
            let arguments = pool.arguments(next);
            let missing = |argument: &&Term| {
                !self.filled.contains_key(argument) && self.occur_in(pool, **argument)
            };
            todo.extend(arguments.iter().filter(missing));
            if todo.len() == open {
                todo.pop();
                let filled = self.filled_over_arguments(pool, next);
                self.filled.insert(next, filled);
            }
        }
        self.filled.get(&term).copied().unwrap_or(term)
    }

    /// The same for a term whose arguments are known with it.
    fn filled_over_arguments(&self, pool: &mut Pool, term: Term) -> Term {
        if let Op::Input(input) = pool.op(term) {
            let meaning = self.meanings.get(&input);
            return meaning.map_or(term, |(_, fill)| *fill);
        }
        let arguments = pool.arguments(term).iter();
        let fills: FxHashMap<Term, Term> = arguments
            .filter_map(|argument| Some((*argument, *self.filled.get(argument)?)))
            .collect();
        pool.substitute(term, &fills)
    }
}

/// On which inputs the value of a term depends on memory never written: a Bool without such terms.
pub(crate) struct Dependence<'a> {
    pub pool: &'a mut Pool,
    pub terms: &'a mut NeverWrittenTerms,
}

impl Dependence<'_> {
    pub(crate) fn of(&mut self, term: Term) -> Term {
        let mut todo = vec![term];
        while let Some(&next) = todo.last() {
            if self.known(next).is_some() {
                todo.pop();
                continue;
            }
            let open = todo.len();
            let arguments = self.pool.arguments(next).iter().copied();
            todo.extend(arguments.filter(|&argument| self.known(argument).is_none()));
            if todo.len() == open {
                todo.pop();
                let depends = self.combined(next);
                self.terms.dependence.insert(next, depends);
            }
        }
        self.known(term).expect("it was just found out")
    }

    /// What is known already: that of terms found out before, and of those without memory never written.
    fn known(&self, term: Term) -> Option<Term> {
        match self.terms.occur_in(self.pool, term) {
            true => self.terms.dependence.get(&term).copied(),
            false => Some(self.pool.bool(false)),
        }
    }

    /// That of a term whose arguments' is known.
    fn combined(&mut self, term: Term) -> Term {
        let arguments = self.pool.arguments(term).to_vec();
        let known = |&argument: &Term| self.known(argument).expect("arguments come first");
        let depends: Vec<Term> = arguments.iter().map(known).collect();
        match self.pool.op(term) {
            Op::Input(_) => self.pool.bool(true),
            Op::Ite => self.chosen(&arguments, &depends),
            Op::And => self.conjunction(&arguments, &depends, true),
            Op::Or => self.conjunction(&arguments, &depends, false),
            Op::Select => self.selected(&arguments, &depends),
            _ => {
                let mut any = self.pool.bool(false);
                for depends in depends {
                    any = self.pool.or(any, depends);
                }
                any
            }
        }
    }

    /// A conjunction does not depend on what is false whatever the other side is, a disjunction
    /// not on what is true: it does only where the other side has no say.
    fn conjunction(&mut self, arguments: &[Term], depends: &[Term], neutral: bool) -> Term {
        let mut any = self.pool.and(depends[0], depends[1]);
        for (one, other) in [(0, 1), (1, 0)] {
            let mut open = self.terms.filled(self.pool, arguments[other]);
            if !neutral {
                open = self.pool.not(open);
            }
            let alone = self.pool.and(depends[one], open);
            any = self.pool.or(any, alone);
        }
        any
    }

    /// What is chosen depends on the condition, and beside that only on the side that is taken.
    fn chosen(&mut self, arguments: &[Term], depends: &[Term]) -> Term {
        let condition = self.terms.filled(self.pool, arguments[0]);
        let taken = self.pool.ite(condition, depends[1], depends[2]);
        self.pool.or(depends[0], taken)
    }

    /// An element of an array depends on its index, and on what was stored there.
    fn selected(&mut self, arguments: &[Term], depends: &[Term]) -> Term {
        let index = self.terms.filled(self.pool, arguments[1]);
        let mut any = depends[1];
        let mut elsewhere = self.pool.bool(true);
        let mut array = arguments[0];
        while self.terms.occur_in(self.pool, array) {
            if self.pool.op(array) != Op::Store {
                return self.pool.or(any, elsewhere);
            }
            let [before, at, value] = self.pool.arguments(array) else {
                unreachable!("a store has three operands");
            };
            let (before, at, value) = (*before, *at, *value);
            let value_depends = self.of(value);
            let at_depends = self.of(at);
            let at = self.terms.filled(self.pool, at);
            let here = self.pool.eq(index, at);
            let there = self.pool.and(elsewhere, here);
            let stored = self.pool.and(there, value_depends);
            any = self.pool.or(any, stored);
            any = self.pool.or(any, at_depends);
            let not_here = self.pool.not(here);
            elsewhere = self.pool.and(elsewhere, not_here);
            array = before;
        }
        any
    }
}
