//! Expressions of a script as terms: an explicit stack of steps, so that nesting costs memory and
//! nothing else.

use super::operators::{self, floats};
use super::real::Real;
use super::scope::{Application, Function, Meaning, Scope};
use super::sexpr::{Arena, Sexp};
use super::sort::{Scalar, SmtSort, Typed};
use crate::options::SolverError;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{Pool, Term};

/// A step of the conversion.
enum Step<'a> {
    Eval(Sexp),
    /// Apply the head of a list to as many values.
    Apply(Sexp, usize),
    /// Bind the names of a `let` to as many values, then evaluate its body.
    Bind(Sexp),
    Unbind(Vec<&'a str>),
    /// A function's body has been evaluated.
    Return(Vec<&'a str>),
    /// Give the last value the name of an annotation.
    Name(Sexp),
}

/// One conversion.
struct Conversion<'s, 'a> {
    arena: &'a Arena,
    pool: &'s mut Pool,
    scope: &'s mut Scope,
    steps: Vec<Step<'a>>,
    values: Vec<Typed>,
    /// Values of bound names, each with the call it belongs to: a body does not see its caller's.
    bound: FxHashMap<&'a str, Vec<(u32, Typed)>>,
    calls: u32,
    /// It is a function's body, with values of its own for each call.
    is_open: bool,
}

/// Nested calls of defined functions; more means that a definition is recursive.
const CALLS_LIMIT: u32 = 10_000;

/// The value of an expression.
pub(crate) fn convert(
    arena: &Arena,
    pool: &mut Pool,
    scope: &mut Scope,
    expression: Sexp,
) -> Result<Typed, SolverError> {
    Conversion::new(arena, pool, scope).run(expression)
}

/// Finds errors in a function's body before it is ever called.
pub(crate) fn check_body(
    arena: &Arena,
    pool: &mut Pool,
    scope: &mut Scope,
    function: &Function,
) -> Result<(), SolverError> {
    let body = function.body.as_ref().expect("the function is defined");
    let applications = scope.applications.len();
    let mut conversion = Conversion::new(arena, pool, scope);
    conversion.is_open = true;
    for (&parameter, &sort) in body.parameters.iter().zip(&function.parameters) {
        let name = arena.atom(parameter).unwrap_or_default();
        let any = conversion.scope.fresh(conversion.pool, name, sort);
        let values = conversion.bound.entry(name).or_default();
        if !values.is_empty() {
            return Err(arena.error(parameter, format!("a second parameter {name}")));
        }
        values.push((0, any));
    }
    let value = conversion.run(body.expression)?;
    // What was applied to parameters stands for nothing.
    scope.applications.truncate(applications);
    match value.sort == function.result {
        true => Ok(()),
        false => Err(arena.error(body.expression, "the body is of another sort")),
    }
}

/// The Bool term of an expression.
pub(crate) fn convert_bool(
    arena: &Arena,
    pool: &mut Pool,
    scope: &mut Scope,
    expression: Sexp,
) -> Result<Term, SolverError> {
    let value = convert(arena, pool, scope, expression)?;
    match value.sort == SmtSort::BOOL {
        true => Ok(value.term),
        false => Err(arena.error(expression, "an expression of sort Bool is expected")),
    }
}

/// The name that `(! expression :named name)` gives.
pub(crate) fn given_name(arena: &Arena, at: Sexp) -> Option<&str> {
    arena.atom(named(arena, at)?)
}

/// What stands behind `:named` in `(! expression :named name)`, or `:named` itself if nothing does.
fn named(arena: &Arena, at: Sexp) -> Option<Sexp> {
    let list = arena.list(at)?;
    let (&head, rest) = list.split_first()?;
    if arena.atom(head) != Some("!") {
        return None;
    }
    let attributes = rest.get(1..)?;
    let key = attributes
        .iter()
        .position(|&attribute| arena.atom(attribute) == Some(":named"))?;
    Some(*attributes.get(key + 1).unwrap_or(&attributes[key]))
}

/// Words that are no symbols (SMT-LIB 2.6, 3.1).
const RESERVED: [&str; 11] = [
    "BINARY",
    "DECIMAL",
    "HEXADECIMAL",
    "NUMERAL",
    "STRING",
    "_",
    "!",
    "as",
    "exists",
    "forall",
    "let",
];

/// A symbol that stands for nothing yet, to be given a meaning.
pub(crate) fn new_name<'a>(
    arena: &'a Arena,
    pool: &mut Pool,
    scope: &Scope,
    at: Sexp,
) -> Result<&'a str, SolverError> {
    let name = symbol(arena, at)?;
    if scope.get(name).is_some() {
        return Err(arena.error(at, format!("{name} is declared already")));
    }
    if operators::symbol(pool, name).is_some() {
        return Err(arena.error(at, format!("{name} has a meaning of its own")));
    }
    Ok(name)
}

/// A symbol.
pub(crate) fn symbol(arena: &Arena, at: Sexp) -> Result<&str, SolverError> {
    let name = arena.atom(at).filter(|name| {
        let is_quoted = arena.source(at).starts_with('|');
        let starts_otherwise = |c: char| c.is_ascii_digit() || c == ':' || c == '#';
        is_quoted || !(name.starts_with(starts_otherwise) || RESERVED.contains(name))
    });
    name.ok_or_else(|| arena.error(at, "a name is expected"))
}

impl<'s, 'a> Conversion<'s, 'a> {
    fn new(arena: &'a Arena, pool: &'s mut Pool, scope: &'s mut Scope) -> Conversion<'s, 'a> {
        Conversion {
            arena,
            pool,
            scope,
            steps: Vec::new(),
            values: Vec::new(),
            bound: FxHashMap::default(),
            calls: 0,
            is_open: false,
        }
    }

    fn run(mut self, expression: Sexp) -> Result<Typed, SolverError> {
        self.steps.push(Step::Eval(expression));
        while let Some(step) = self.steps.pop() {
            self.step(step)?;
        }
        let value = self.values.pop();
        Ok(value.expect("every expression leaves one value"))
    }

    fn step(&mut self, step: Step<'a>) -> Result<(), SolverError> {
        match step {
            Step::Eval(expression) => self.eval(expression),
            Step::Apply(expression, operands) => self.apply(expression, operands),
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
            Step::Name(at) => self.give_name(at),
        }
    }

    fn give_name(&mut self, at: Sexp) -> Result<(), SolverError> {
        if self.is_open {
            let message = "an expression with parameters of a function can have no name";
            return Err(self.arena.error(at, message));
        }
        let name = new_name(self.arena, self.pool, self.scope, at)?;
        let &value = self.values.last().expect("the annotated expression's");
        self.scope.name(name, value);
        Ok(())
    }

    fn unbind(&mut self, names: &[&'a str]) {
        for name in names {
            if let Some(values) = self.bound.get_mut(name) {
                values.pop();
            }
        }
    }

    fn eval(&mut self, at: Sexp) -> Result<(), SolverError> {
        let arena = self.arena;
        if let Some(name) = arena.atom(at) {
            let value = self.symbol(name);
            let value = value.ok_or_else(|| arena.error(at, format!("{name} is not declared")))?;
            self.values.push(value);
            return Ok(());
        }
        let list = arena.list(at).unwrap_or_default();
        let Some(&head) = list.first() else {
            return Err(arena.error(at, "an expression is expected"));
        };
        match (arena.atom(head), list) {
            (Some("let"), &[_, bindings, _]) => {
                self.steps.push(Step::Bind(at));
                for &binding in arena.list(bindings).unwrap_or_default().iter().rev() {
                    let Some(&[_, value]) = arena.list(binding) else {
                        return Err(arena.error(binding, "a binding is a name and a value"));
                    };
                    self.steps.push(Step::Eval(value));
                }
            }
            (Some("!"), &[_, annotated, ..]) => {
                self.steps.extend(named(arena, at).map(Step::Name));
                self.steps.push(Step::Eval(annotated));
            }
            (Some("_"), &[_, name, ref indices @ ..]) => {
                let indices = self.indices(indices)?;
                let name = arena.atom(name).unwrap_or_default();
                let value = operators::indexed_symbol(self.pool, name, &indices);
                let message = || arena.error(at, format!("(_ {name} …) is no literal"));
                self.values.push(value.ok_or_else(message)?);
            }
            (Some("forall" | "exists"), _) => {
                return Err(arena.error(at, "quantifiers are not supported"));
            }
            (Some("let" | "!" | "_"), _) => {
                return Err(arena.error(at, "malformed expression"));
            }
            _ => {
                let mut operands = &list[1..];
                // A conversion of a real literal has no term for its last operand.
                if let (&[mode, _], Some(_)) = (operands, self.real_conversion(at)) {
                    self.steps.push(Step::Apply(at, 1));
                    self.steps.push(Step::Eval(mode));
                    return Ok(());
                }
                self.steps.push(Step::Apply(at, operands.len()));
                while let Some((&last, before)) = operands.split_last() {
                    self.steps.push(Step::Eval(last));
                    operands = before;
                }
            }
        }
        Ok(())
    }

    /// The number of `((_ to_fp e s) mode number)`.
    fn real_conversion(&self, at: Sexp) -> Option<Real> {
        let &[head, _, number] = self.arena.list(at)? else {
            return None;
        };
        let head = self.arena.list(head)?;
        let name = self.arena.atom(*head.get(1)?);
        (name == Some("to_fp")).then(|| Real::read(self.arena, number))?
    }

    fn indices(&self, indices: &[Sexp]) -> Result<Vec<u32>, SolverError> {
        let number = |&index: &Sexp| {
            let number = self.arena.atom(index).and_then(|text| text.parse().ok());
            number.ok_or_else(|| self.arena.error(index, "an index is a number"))
        };
        indices.iter().map(number).collect()
    }

    fn symbol(&mut self, name: &'a str) -> Option<Typed> {
        if let Some(&(call, value)) = self.bound.get(name).and_then(|values| values.last())
            && call == self.calls
        {
            return Some(value);
        }
        if let Some(Meaning::Constant(value)) = self.scope.get(name) {
            return Some(*value);
        }
        operators::symbol(self.pool, name)
    }

    fn bind(&mut self, at: Sexp) -> Result<(), SolverError> {
        let arena = self.arena;
        let list = arena.list(at).unwrap_or_default();
        let bindings = arena.list(list[1]).unwrap_or_default();
        let values = self.values.split_off(self.values.len() - bindings.len());
        let mut names = Vec::with_capacity(values.len());
        let mut seen = FxHashSet::default();
        for (&binding, value) in bindings.iter().zip(values) {
            let pair = arena.list(binding).unwrap_or_default();
            let name = symbol(arena, *pair.first().unwrap_or(&binding))?;
            if !seen.insert(name) {
                return Err(arena.error(binding, format!("{name} is bound twice")));
            }
            let values = self.bound.entry(name).or_default();
            values.push((self.calls, value));
            names.push(name);
        }
        self.steps.push(Step::Unbind(names));
        self.steps.push(Step::Eval(list[2]));
        Ok(())
    }

    fn apply(&mut self, at: Sexp, operands: usize) -> Result<(), SolverError> {
        let arena = self.arena;
        let list = arena.list(at).unwrap_or_default();
        let operands = self.values.split_off(self.values.len() - operands);
        if operands.is_empty() {
            return Err(arena.error(at, "an application needs operands"));
        }
        if let Some(name) = arena.atom(list[0]) {
            if let Some(Meaning::Function(function)) = self.scope.get(name) {
                let function = function.clone();
                return self.call(at, function, operands);
            }
            if let ("=" | "distinct", SmtSort::Array(..)) = (name, operands[0].sort) {
                for (i, &a) in operands.iter().enumerate() {
                    for &b in &operands[i + 1..] {
                        self.tell_apart(a, b);
                    }
                }
            }
            let applied = operators::apply(self.pool, name, &operands);
            return self.push(at, name, applied);
        }
        let head = arena.list(list[0]).unwrap_or_default();
        let word = head.first().and_then(|&word| arena.atom(word));
        match (word, head) {
            (Some("_"), &[_, name, ref indices @ ..]) => {
                let name = arena.atom(name).unwrap_or_default();
                let indices = self.indices(indices)?;
                let applied = match self.real_conversion(at) {
                    Some(real) => self.round(&real, &indices, operands[0]),
                    None => operators::apply_indexed(self.pool, name, &indices, &operands),
                };
                self.push(at, name, applied)
            }
            (Some("as"), &[_, name, sort]) if arena.atom(name) == Some("const") => {
                let sort = self.scope.sort(arena, sort)?;
                let applied = operators::constant_array(self.pool, sort, &operands);
                self.push(at, "as const", applied)
            }
            _ => Err(arena.error(at, "this function is not supported")),
        }
    }

    fn round(&mut self, real: &Real, indices: &[u32], mode: Typed) -> operators::Applied {
        let format = floats::target(indices)?;
        if mode.sort != SmtSort::Scalar(Scalar::RoundingMode) {
            return Err(operators::wrong("the first operand", "no rounding mode"));
        }
        let rounded = &|pool: &mut Pool, mode| pool.constant(&real.round(format, mode));
        Ok(Typed {
            term: floats::rounded(self.pool, mode.term, rounded),
            sort: SmtSort::float(format),
        })
    }

    fn push(
        &mut self,
        at: Sexp,
        name: &str,
        applied: operators::Applied,
    ) -> Result<(), SolverError> {
        let value = applied.map_err(|error| self.arena.error(at, format!("{name}: {error}")))?;
        self.values.push(value);
        Ok(())
    }

    fn call(
        &mut self,
        at: Sexp,
        function: Rc<Function>,
        operands: Vec<Typed>,
    ) -> Result<(), SolverError> {
        let (arena, name) = (self.arena, &function.name);
        if !operands
            .iter()
            .map(|t| t.sort)
            .eq(function.parameters.iter().copied())
        {
            return Err(arena.error(at, format!("{name}: operands of other sorts")));
        }
        let Some(body) = &function.body else {
            let value = self.uninterpreted(&function, &operands);
            self.values.push(value);
            return Ok(());
        };
        if self.calls >= CALLS_LIMIT {
            return Err(arena.error(at, format!("{name} is defined by itself")));
        }
        self.calls += 1;
        let mut names = Vec::with_capacity(operands.len());
        for (&parameter, value) in body.parameters.iter().zip(operands) {
            let name = arena.atom(parameter).unwrap_or_default();
            let values = self.bound.entry(name).or_default();
            values.push((self.calls, value));
            names.push(name);
        }
        self.steps.push(Step::Return(names));
        self.steps.push(Step::Eval(body.expression));
        Ok(())
    }

    fn uninterpreted(&mut self, function: &Rc<Function>, operands: &[Typed]) -> Typed {
        // Arguments that SMT-LIB does not tell apart must be one.
        let arguments: Vec<Term> = operands
            .iter()
            .map(|t| match t.sort {
                SmtSort::Scalar(Scalar::Float(format)) => {
                    floats::canonical(self.pool, format, t.term)
                }
                SmtSort::Scalar(_) | SmtSort::Array(..) => t.term,
            })
            .collect();
        let sort = function.result;
        let same_function = |other: &&Application| Rc::ptr_eq(&other.function, function);
        let others: Vec<(Vec<Term>, Term)> = self
            .scope
            .applications
            .iter()
            .filter(same_function)
            .map(|other| (other.arguments.clone(), other.value))
            .collect();
        if let Some(&(_, term)) = others.iter().find(|(known, _)| *known == arguments) {
            return Typed { term, sort };
        }
        let value = self.scope.fresh(self.pool, &function.name, sort);
        for (known, other) in others {
            let mut same = self.pool.bool(true);
            for (i, (&a, &b)) in arguments.iter().zip(&known).enumerate() {
                let equal = operators::equal(self.pool, operands[i].sort, a, b);
                same = self.pool.and(same, equal);
            }
            let equal = operators::equal(self.pool, sort, value.term, other);
            let congruent = self.pool.implies(same, equal);
            self.scope.fact(self.pool, value.term, congruent);
        }
        self.scope.applications.push(Application {
            function: function.clone(),
            arguments,
            value: value.term,
        });
        value
    }

    /// SMT-LIB does not tell arrays apart that differ in the patterns of NaNs only. Nothing but
    /// free arrays can hold other patterns than the canonical one, or anything at an index of
    /// another: where two terms are not the same array, a fresh index names a place where they
    /// differ in more than that.
    fn tell_apart(&mut self, a: Typed, b: Typed) {
        let SmtSort::Array(index, element) = a.sort else {
            return;
        };
        let float = |scalar| matches!(scalar, Scalar::Float(_));
        if a.sort != b.sort || !(float(index) || float(element)) {
            return;
        }
        let place = self.pool.input("place", term::Sort::BitVec(index.width()));
        let place = match index {
            Scalar::Float(format) => floats::canonical(self.pool, format, place),
            Scalar::Bool | Scalar::BitVec(_) | Scalar::RoundingMode => place,
        };
        let mut at_place = |array: Typed| {
            let held = self.pool.select(array.term, place);
            operators::from_bits(self.pool, element, held)
        };
        let (left, right) = (at_place(a), at_place(b));
        let equal_there = operators::equal(self.pool, SmtSort::Scalar(element), left, right);
        let differ_there = self.pool.not(equal_there);
        let same = self.pool.eq(a.term, b.term);
        let either = self.pool.or(same, differ_there);
        for input in self.pool.inputs_of(same).to_vec() {
            let input = self.pool.input_term(input);
            self.scope.fact(self.pool, input, either);
        }
    }
}
