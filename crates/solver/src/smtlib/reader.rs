//! Expressions of a script as terms: an explicit stack of steps, so that nesting costs memory and
//! nothing else.

use super::operators;
use super::sexpr::{Arena, Sexp};
use crate::options::SolverError;
use rustc_hash::FxHashMap;
use term::{Pool, Sort, Term};

/// A function with parameters.
#[derive(Clone)]
struct Function<'a> {
    parameters: Vec<(&'a str, Sort)>,
    result: Sort,
    /// `None` for a declared (uninterpreted) function.
    body: Option<Sexp>,
}

/// An application of an uninterpreted function: a free input, tied to the other applications of
/// the function by congruence.
#[derive(Clone)]
pub(crate) struct Application<'a> {
    pub(crate) function: &'a str,
    pub(crate) arguments: Vec<Term>,
    pub(crate) value: Term,
}

/// What names mean at a point of a script.
#[derive(Clone, Default)]
pub(crate) struct Scope<'a> {
    constants: FxHashMap<&'a str, Term>,
    functions: FxHashMap<&'a str, Function<'a>>,
    sorts: FxHashMap<&'a str, Sort>,
    /// Declared constants, in order, for models.
    pub(crate) declared: Vec<(&'a str, Term)>,
    pub(crate) applications: Vec<Application<'a>>,
}

/// A step of the conversion.
enum Step<'a> {
    Eval(Sexp),
    /// Apply the head of a list to as many values as it has operands.
    Apply(Sexp),
    /// Bind the names of a `let` to as many values, then evaluate its body.
    Bind(Sexp),
    Unbind(Vec<&'a str>),
    /// A function's body has been evaluated.
    Return(Vec<&'a str>),
}

/// One conversion.
struct Conversion<'s, 'a> {
    arena: &'s Arena<'a>,
    pool: &'s mut Pool,
    scope: &'s mut Scope<'a>,
    steps: Vec<Step<'a>>,
    values: Vec<Term>,
    /// Values of bound names, each with the call it belongs to: a body does not see its caller's.
    bound: FxHashMap<&'a str, Vec<(u32, Term)>>,
    calls: u32,
    /// Constraints that say that equal operands give equal results.
    congruence: Vec<Term>,
}

/// Nested calls of defined functions; more means that a definition is recursive.
const CALLS_LIMIT: u32 = 10_000;

impl<'a> Scope<'a> {
    /// A sort, as `Bool`, `(_ BitVec 8)` or `(Array (_ BitVec 32) (_ BitVec 8))`.
    pub(crate) fn sort(&self, arena: &Arena<'a>, at: Sexp) -> Result<Sort, SolverError> {
        if let Some(name) = arena.atom(at) {
            return match (name, self.sorts.get(name)) {
                ("Bool", _) => Ok(Sort::Bool),
                (_, Some(&sort)) => Ok(sort),
                (_, None) => Err(arena.error(at, format!("sort {name} is not supported"))),
            };
        }
        let list = arena.list(at).unwrap_or_default();
        let head = list
            .first()
            .and_then(|&head| arena.atom(head))
            .unwrap_or_default();
        match (head, list) {
            ("_", &[_, name, width]) if arena.atom(name) == Some("BitVec") => {
                let width = arena.atom(width).and_then(|width| width.parse().ok());
                let fits = |width: &u32| (1..=operators::WIDTH_LIMIT).contains(width);
                width
                    .filter(fits)
                    .map(Sort::BitVec)
                    .ok_or_else(|| arena.error(at, "a bit-vector of that width is not supported"))
            }
            // An array's own parts are bit-vectors, so this goes one level deep.
            ("Array", &[_, index, element]) if !is_array(arena, index, element) => {
                match (self.sort(arena, index)?, self.sort(arena, element)?) {
                    (Sort::BitVec(index), Sort::BitVec(element)) => {
                        Ok(Sort::Array { index, element })
                    }
                    _ => Err(arena.error(at, "arrays are from bit-vectors to bit-vectors")),
                }
            }
            _ => Err(arena.error(at, "this sort is not supported")),
        }
    }

    /// Defines a name for a sort.
    pub(crate) fn define_sort(&mut self, name: &'a str, sort: Sort) {
        self.sorts.insert(name, sort);
    }

    /// Declares a constant or a function.
    pub(crate) fn declare(
        &mut self,
        arena: &Arena<'a>,
        pool: &mut Pool,
        name: &'a str,
        parameters: &[Sexp],
        result: Sort,
    ) -> Result<(), SolverError> {
        if parameters.is_empty() {
            let input = pool.input(name, result);
            self.constants.insert(name, input);
            self.declared.push((name, input));
            return Ok(());
        }
        let mut sorts = Vec::new();
        for &parameter in parameters {
            sorts.push(("", self.sort(arena, parameter)?));
        }
        self.functions.insert(
            name,
            Function {
                parameters: sorts,
                result,
                body: None,
            },
        );
        Ok(())
    }

    /// Defines a function, or a constant if it has no parameters.
    pub(crate) fn define(
        &mut self,
        arena: &Arena<'a>,
        pool: &mut Pool,
        name: Sexp,
        parameters: &[Sexp],
        result: Sort,
        body: Sexp,
    ) -> Result<Vec<Term>, SolverError> {
        let Some(text) = arena.atom(name) else {
            return Err(arena.error(name, "a name is expected"));
        };
        if parameters.is_empty() {
            let (value, facts) = self.term(arena, pool, body)?;
            if pool.sort(value) != result {
                return Err(arena.error(body, "the body is of another sort"));
            }
            self.constants.insert(text, value);
            return Ok(facts);
        }
        let mut named = Vec::new();
        for &parameter in parameters {
            let Some(&[name, sort]) = arena.list(parameter) else {
                return Err(arena.error(parameter, "a parameter is a name and a sort"));
            };
            let name = arena.atom(name);
            let name = name.ok_or_else(|| arena.error(parameter, "a name is expected"))?;
            named.push((name, self.sort(arena, sort)?));
        }
        self.functions.insert(
            text,
            Function {
                parameters: named,
                result,
                body: Some(body),
            },
        );
        Ok(Vec::new())
    }

    /// The term of an expression, with the facts about uninterpreted functions that it needs.
    pub(crate) fn term(
        &mut self,
        arena: &Arena<'a>,
        pool: &mut Pool,
        expression: Sexp,
    ) -> Result<(Term, Vec<Term>), SolverError> {
        let mut conversion = Conversion {
            arena,
            pool,
            scope: self,
            steps: vec![Step::Eval(expression)],
            values: Vec::new(),
            bound: FxHashMap::default(),
            calls: 0,
            congruence: Vec::new(),
        };
        while let Some(step) = conversion.steps.pop() {
            conversion.step(step)?;
        }
        let value = conversion
            .values
            .pop()
            .expect("every expression leaves one value");
        Ok((value, conversion.congruence))
    }

    /// The Bool term of an expression.
    pub(crate) fn bool(
        &mut self,
        arena: &Arena<'a>,
        pool: &mut Pool,
        expression: Sexp,
    ) -> Result<(Term, Vec<Term>), SolverError> {
        let (term, facts) = self.term(arena, pool, expression)?;
        match pool.sort(term) {
            Sort::Bool => Ok((term, facts)),
            Sort::BitVec(_) | Sort::Array { .. } => {
                Err(arena.error(expression, "an expression of sort Bool is expected"))
            }
        }
    }
}

fn is_array(arena: &Arena<'_>, index: Sexp, element: Sexp) -> bool {
    let head = |at| arena.list(at).and_then(|list| list.first().copied());
    [index, element]
        .into_iter()
        .filter_map(head)
        .any(|head| arena.atom(head) == Some("Array"))
}

impl<'a> Conversion<'_, 'a> {
    fn step(&mut self, step: Step<'a>) -> Result<(), SolverError> {
        match step {
            Step::Eval(expression) => self.eval(expression),
            Step::Apply(expression) => self.apply(expression),
            Step::Bind(expression) => self.bind(expression),
            Step::Unbind(names) => {
                self.unbind(&names);
                Ok(())
            }
            Step::Return(names) => {
                self.unbind(&names);
                self.calls -= 1;
                Ok(())
            }
        }
    }

    fn unbind(&mut self, names: &[&'a str]) {
        for name in names {
            if let Some(values) = self.bound.get_mut(name) {
                values.pop();
            }
        }
    }

    fn eval(&mut self, at: Sexp) -> Result<(), SolverError> {
        if let Some(name) = self.arena.atom(at) {
            let value = self.symbol(name);
            let value =
                value.ok_or_else(|| self.arena.error(at, format!("{name} is not declared")))?;
            self.values.push(value);
            return Ok(());
        }
        let list = self.arena.list(at).unwrap_or_default();
        let Some(&head) = list.first() else {
            return Err(self.arena.error(at, "an expression is expected"));
        };
        match (self.arena.atom(head), list) {
            (Some("let"), &[_, bindings, _]) => {
                self.steps.push(Step::Bind(at));
                for &binding in self.arena.list(bindings).unwrap_or_default().iter().rev() {
                    let Some(&[_, value]) = self.arena.list(binding) else {
                        return Err(self.arena.error(binding, "a binding is a name and a value"));
                    };
                    self.steps.push(Step::Eval(value));
                }
            }
            (Some("!"), &[_, annotated, ..]) => self.steps.push(Step::Eval(annotated)),
            (Some("_"), &[_, name, width]) => {
                let name = self.arena.atom(name).unwrap_or_default();
                let width = self.arena.atom(width).and_then(|width| width.parse().ok());
                let width = width.filter(|w| (1..=operators::WIDTH_LIMIT).contains(w));
                let value =
                    width.and_then(|width| operators::indexed_literal(self.pool, name, width));
                let value = value
                    .ok_or_else(|| self.arena.error(at, format!("(_ {name} …) is no literal")))?;
                self.values.push(value);
            }
            (Some("let" | "!" | "_"), _) => {
                return Err(self.arena.error(at, "malformed expression"));
            }
            _ => {
                self.steps.push(Step::Apply(at));
                self.steps
                    .extend(list[1..].iter().rev().map(|&operand| Step::Eval(operand)));
            }
        }
        Ok(())
    }

    fn symbol(&mut self, name: &'a str) -> Option<Term> {
        if let Some(&(call, value)) = self.bound.get(name).and_then(|values| values.last())
            && call == self.calls
        {
            return Some(value);
        }
        if let Some(&value) = self.scope.constants.get(name) {
            return Some(value);
        }
        operators::literal(self.pool, name)
    }

    fn bind(&mut self, at: Sexp) -> Result<(), SolverError> {
        let list = self.arena.list(at).unwrap_or_default();
        let bindings = self.arena.list(list[1]).unwrap_or_default();
        let values = self.values.split_off(self.values.len() - bindings.len());
        let mut names = Vec::with_capacity(values.len());
        for (&binding, value) in bindings.iter().zip(values) {
            let name = self
                .arena
                .list(binding)
                .and_then(|pair| self.arena.atom(pair[0]));
            let name = name.ok_or_else(|| self.arena.error(binding, "a name is expected"))?;
            self.bound
                .entry(name)
                .or_default()
                .push((self.calls, value));
            names.push(name);
        }
        self.steps.push(Step::Unbind(names));
        self.steps.push(Step::Eval(list[2]));
        Ok(())
    }

    fn apply(&mut self, at: Sexp) -> Result<(), SolverError> {
        let list = self.arena.list(at).unwrap_or_default();
        let operands = self.values.split_off(self.values.len() - (list.len() - 1));
        if operands.is_empty() {
            return Err(self.arena.error(at, "an application needs operands"));
        }
        if let Some(name) = self.arena.atom(list[0]) {
            if let Some(function) = self.scope.functions.get(name).cloned() {
                return self.call(at, name, function, operands);
            }
            let applied = operators::apply(self.pool, name, &operands);
            return self.push(at, name, applied);
        }
        let head = self.arena.list(list[0]).unwrap_or_default();
        match head.first().and_then(|&word| self.arena.atom(word)) {
            Some("_") if head.len() >= 2 => {
                let name = self.arena.atom(head[1]).unwrap_or_default();
                let mut indices = Vec::new();
                for &index in &head[2..] {
                    let number = self.arena.atom(index).and_then(|index| index.parse().ok());
                    let number =
                        number.ok_or_else(|| self.arena.error(index, "an index is a number"))?;
                    indices.push(number);
                }
                let applied = operators::apply_indexed(self.pool, name, &indices, &operands);
                self.push(at, name, applied)
            }
            Some("as") if head.len() == 3 && self.arena.atom(head[1]) == Some("const") => {
                let sort = self.scope.sort(self.arena, head[2])?;
                let (Sort::Array { index, element }, &[value]) = (sort, &operands[..]) else {
                    return Err(self.arena.error(at, "a constant array has one element"));
                };
                if self.pool.sort(value) != Sort::BitVec(element) {
                    return Err(self.arena.error(at, "the element is of another sort"));
                }
                let array = self.pool.const_array(index, value);
                self.values.push(array);
                Ok(())
            }
            _ => Err(self.arena.error(at, "this function is not supported")),
        }
    }

    fn push(
        &mut self,
        at: Sexp,
        name: &str,
        applied: operators::Applied,
    ) -> Result<(), SolverError> {
        let term = applied.map_err(|message| self.arena.error(at, format!("{name}: {message}")))?;
        self.values.push(term);
        Ok(())
    }

    fn call(
        &mut self,
        at: Sexp,
        name: &'a str,
        function: Function<'a>,
        operands: Vec<Term>,
    ) -> Result<(), SolverError> {
        let sorts = function.parameters.iter().map(|&(_, sort)| sort);
        if !operands.iter().map(|&t| self.pool.sort(t)).eq(sorts) {
            return Err(self
                .arena
                .error(at, format!("{name}: operands of other sorts")));
        }
        let Some(body) = function.body else {
            let value = self.uninterpreted(name, operands, function.result);
            self.values.push(value);
            return Ok(());
        };
        if self.calls >= CALLS_LIMIT {
            return Err(self.arena.error(at, format!("{name} is defined by itself")));
        }
        self.calls += 1;
        let names: Vec<&str> = function.parameters.iter().map(|&(name, _)| name).collect();
        for (&name, value) in names.iter().zip(operands) {
            self.bound
                .entry(name)
                .or_default()
                .push((self.calls, value));
        }
        self.steps.push(Step::Return(names));
        self.steps.push(Step::Eval(body));
        Ok(())
    }

    fn uninterpreted(&mut self, name: &'a str, arguments: Vec<Term>, sort: Sort) -> Term {
        let applications = &self.scope.applications;
        let mut others = applications.iter().filter(|other| other.function == name);
        if let Some(known) = others.find(|other| other.arguments == arguments) {
            return known.value;
        }
        let value = self.pool.input(name, sort);
        for other in applications.iter().filter(|other| other.function == name) {
            let mut same = self.pool.bool(true);
            for (&a, &b) in arguments.iter().zip(&other.arguments) {
                let equal = self.pool.eq(a, b);
                same = self.pool.and(same, equal);
            }
            let equal = self.pool.eq(value, other.value);
            self.congruence.push(self.pool.implies(same, equal));
        }
        self.scope.applications.push(Application {
            function: name,
            arguments,
            value,
        });
        value
    }
}
