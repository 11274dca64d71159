//! A model of a script's assertions, uninterpreted functions included.

use super::scope::{Application, Function, Scope};
use super::value::{quoted, value_text};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;
use std::rc::Rc;
use term::{Evaluator, InputId, Model, Pool, Term, Value};

/// A point at which a function's value is given, and that value.
struct FunctionPoint {
    arguments: Vec<Value>,
    value: Value,
}

/// Values of terms under a model. A function has the values that the assertions give it at the points
/// to which they apply it, and zero elsewhere.
pub(crate) struct Interpretation {
    evaluator: Evaluator,
    points: FxHashMap<*const Function, Vec<FunctionPoint>>,
}

impl Interpretation {
    /// The model, extended to all applications that there are by now. Those whose values the model
    /// gives are the ones that occur in what it is a model of: `fixed` are the inputs of that.
    pub(crate) fn new(
        pool: &Pool,
        scope: &Scope,
        model: Model,
        fixed: &FxHashSet<InputId>,
    ) -> Interpretation {
        let mut evaluator = Evaluator::new();
        evaluator.set_model(model);
        let mut interpretation = Interpretation {
            evaluator,
            points: FxHashMap::default(),
        };
        let is_fixed = |application: &&Application| {
            let input = pool.as_input(application.value);
            input.is_some_and(|input| fixed.contains(&input))
        };
        let applications = scope.applications.iter();
        for application in applications.clone().filter(is_fixed) {
            interpretation.add_point(pool, application);
        }
        // An application's arguments are made before it, so that they are extended before it, too.
        for application in applications.filter(|application| !is_fixed(application)) {
            interpretation.extend(pool, application);
        }
        interpretation
    }

    /// The value of a term.
    pub(crate) fn value(&mut self, pool: &Pool, t: Term) -> Value {
        self.evaluator.value(pool, t)
    }

    /// The value of a Bool term.
    pub(crate) fn bool(&mut self, pool: &Pool, t: Term) -> bool {
        self.evaluator.bool(pool, t)
    }

    /// The definition of a function in the script's language: a choice over its points.
    pub(crate) fn definition(&self, function: &Rc<Function>) -> String {
        let zero = Value::zero(function.result.term_sort());
        let mut body = value_text(&zero, function.result);
        for point in self.points.get(&Rc::as_ptr(function)).into_iter().flatten() {
            let mut condition = String::new();
            let arguments = point.arguments.iter().zip(&function.parameters);
            for (i, (value, &sort)) in arguments.enumerate() {
                let _ = write!(condition, " (= x!{i} {})", value_text(value, sort));
            }
            if point.arguments.len() > 1 {
                condition = format!(" (and{condition})");
            }
            let value = value_text(&point.value, function.result);
            body = format!("(ite{condition} {value} {body})");
        }
        let parameters = function.parameters.iter().enumerate();
        let parameters = parameters.map(|(i, sort)| format!("(x!{i} {sort})"));
        let parameters = parameters.collect::<Vec<_>>().join(" ");
        let (name, result) = (quoted(&function.name), function.result);
        format!("(define-fun {name} ({parameters}) {result} {body})")
    }

    fn arguments(&mut self, pool: &Pool, application: &Application) -> Vec<Value> {
        let arguments = application.arguments.iter();
        arguments.map(|&t| self.evaluator.value(pool, t)).collect()
    }

    fn at(&self, function: &Rc<Function>, arguments: &[Value]) -> Option<&Value> {
        let points = self.points.get(&Rc::as_ptr(function))?;
        let point = points.iter().find(|point| point.arguments == arguments)?;
        Some(&point.value)
    }

    fn add_point(&mut self, pool: &Pool, application: &Application) {
        let arguments = self.arguments(pool, application);
        let value = self.evaluator.value(pool, application.value);
        let function = &application.function;
        if let Some(known) = self.at(function, &arguments) {
            debug_assert_eq!(*known, value, "{} is a function", function.name);
            return;
        }
        let points = self.points.entry(Rc::as_ptr(function)).or_default();
        points.push(FunctionPoint { arguments, value });
    }

    /// Gives an application that the model says nothing of the function's value.
    fn extend(&mut self, pool: &Pool, application: &Application) {
        let arguments = self.arguments(pool, application);
        let function = &application.function;
        let zero = || Value::zero(function.result.term_sort());
        let value = self.at(function, &arguments).cloned();
        let value = value.unwrap_or_else(zero);
        let Some(input) = pool.as_input(application.value) else {
            return;
        };
        let mut model = self.evaluator.model().clone();
        if model.get(pool, input) != value {
            model.set(input, value);
            self.evaluator.set_model(model);
        }
    }
}
