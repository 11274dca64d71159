//! The commands of a script.

use super::reader::Scope;
use super::sexpr::{Arena, Sexp};
use crate::answer::Answer;
use crate::options::{Options, SolverError};
use crate::path::PathCondition;
use crate::solver::Solver;
use std::fmt::Write as _;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use term::{Bits, Evaluator, Model, Pool, Sort, Term, Value};

/// How the `check-sat` commands of a script were answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Answers "sat".
    pub sat: u64,
    /// Answers "unsat".
    pub unsat: u64,
    /// Answers "unknown".
    pub unknown: u64,
    /// Answers that differ from the script's own `(set-info :status …)`.
    pub unexpected: u64,
}

/// What `pop` goes back to.
#[derive(Clone, Default)]
struct Level<'a> {
    scope: Scope<'a>,
    assertions: Vec<Term>,
}

/// A script being run.
struct Run<'t, 'o> {
    arena: Arena<'t>,
    pool: Pool,
    solver: Solver,
    level: Level<'t>,
    saved: Vec<Level<'t>>,
    /// Model of the last `check-sat`, if that was satisfiable.
    model: Option<Model>,
    status: Option<&'t str>,
    summary: Summary,
    out: &'o mut dyn Write,
}

/// Runs a script, writing its answers to `out` as a solver does. Errors name the line.
pub fn run_script(
    text: &str,
    options: &Options,
    out: &mut dyn Write,
) -> Result<Summary, SolverError> {
    let mut run = Run {
        arena: Arena::read(text)?,
        pool: Pool::new(),
        solver: Solver::new(options.clone(), Arc::new(AtomicBool::new(false)))?,
        level: Level::default(),
        saved: Vec::new(),
        model: None,
        status: None,
        summary: Summary::default(),
        out,
    };
    for command in run.arena.top.clone() {
        if !run.command(command)? {
            break;
        }
    }
    match run.solver.take_disagreement() {
        Some(disagreement) => Err(disagreement),
        None => Ok(run.summary),
    }
}

impl<'t> Run<'t, '_> {
    /// Runs one command; false after `exit`.
    fn command(&mut self, at: Sexp) -> Result<bool, SolverError> {
        let list = self.arena.list(at).unwrap_or_default().to_vec();
        let name = list.first().and_then(|&name| self.arena.atom(name));
        let name = name.ok_or_else(|| self.arena.error(at, "a command is expected"))?;
        match (name, &list[1..]) {
            ("set-logic" | "set-option", _) => {}
            ("set-info", rest) => self.set_info(rest),
            ("declare-const", &[name, sort]) => self.declare(name, &[], sort)?,
            ("declare-fun", &[name, parameters, sort]) => {
                let parameters = self.parameters(parameters)?;
                self.declare(name, &parameters, sort)?;
            }
            ("define-fun", &[name, parameters, sort, body]) => {
                let parameters = self.parameters(parameters)?;
                self.define(name, &parameters, sort, body)?;
            }
            ("define-const", &[name, sort, body]) => self.define(name, &[], sort, body)?,
            ("define-sort", &[name, parameters, sort]) => {
                if !self.parameters(parameters)?.is_empty() {
                    return Err(self
                        .arena
                        .error(at, "sorts with parameters are not supported"));
                }
                let sort = self.level.scope.sort(&self.arena, sort)?;
                let name = self.name(name)?;
                self.level.scope.define_sort(name, sort);
            }
            ("assert", &[expression]) => {
                let t = self.constraint(expression)?;
                self.level.assertions.push(t);
            }
            ("push", rest) => {
                for _ in 0..self.count(at, rest)? {
                    self.saved.push(self.level.clone());
                }
            }
            ("pop", rest) => {
                for _ in 0..self.count(at, rest)? {
                    let level = self.saved.pop();
                    self.level = level.ok_or_else(|| self.arena.error(at, "pop without push"))?;
                }
            }
            ("reset-assertions", []) | ("reset", []) => {
                self.level = Level::default();
                self.saved.clear();
            }
            ("check-sat", []) => self.check(&[])?,
            ("check-sat-assuming", &[assumptions]) => {
                let literals = self.parameters(assumptions)?;
                let mut terms = Vec::new();
                for literal in literals {
                    terms.push(self.constraint(literal)?);
                }
                self.check(&terms)?;
            }
            ("get-model", []) => self.get_model(at)?,
            ("get-value", &[expressions]) => self.get_value(at, expressions)?,
            ("echo", &[text]) => {
                let text = self.arena.text(text).unwrap_or_default();
                writeln!(self.out, "{}", text.replace("\"\"", "\""))?;
            }
            ("exit", []) => return Ok(false),
            _ => return Err(self.arena.error(at, format!("({name} …) is not supported"))),
        }
        Ok(true)
    }

    fn set_info(&mut self, rest: &[Sexp]) {
        if let &[key, value] = rest
            && self.arena.atom(key) == Some(":status")
        {
            self.status = self.arena.atom(value).filter(|status| *status != "unknown");
        }
    }

    fn name(&self, at: Sexp) -> Result<&'t str, SolverError> {
        self.arena
            .atom(at)
            .ok_or_else(|| self.arena.error(at, "a name is expected"))
    }

    fn parameters(&self, at: Sexp) -> Result<Vec<Sexp>, SolverError> {
        let list = self.arena.list(at);
        Ok(list
            .ok_or_else(|| self.arena.error(at, "a list is expected"))?
            .to_vec())
    }

    fn count(&self, at: Sexp, rest: &[Sexp]) -> Result<u32, SolverError> {
        match rest {
            [] => Ok(1),
            &[number] => {
                let number = self
                    .arena
                    .atom(number)
                    .and_then(|number| number.parse().ok());
                number.ok_or_else(|| self.arena.error(at, "a number is expected"))
            }
            _ => Err(self.arena.error(at, "one number is expected")),
        }
    }

    fn declare(&mut self, name: Sexp, parameters: &[Sexp], sort: Sexp) -> Result<(), SolverError> {
        let name = self.name(name)?;
        let sort = self.level.scope.sort(&self.arena, sort)?;
        self.level
            .scope
            .declare(&self.arena, &mut self.pool, name, parameters, sort)
    }

    fn define(
        &mut self,
        name: Sexp,
        parameters: &[Sexp],
        sort: Sexp,
        body: Sexp,
    ) -> Result<(), SolverError> {
        let sort = self.level.scope.sort(&self.arena, sort)?;
        let scope = &mut self.level.scope;
        let facts = scope.define(&self.arena, &mut self.pool, name, parameters, sort, body)?;
        self.level.assertions.extend(facts);
        Ok(())
    }

    fn constraint(&mut self, expression: Sexp) -> Result<Term, SolverError> {
        let scope = &mut self.level.scope;
        let (t, facts) = scope.bool(&self.arena, &mut self.pool, expression)?;
        self.level.assertions.extend(facts);
        Ok(t)
    }

    fn check(&mut self, assumptions: &[Term]) -> Result<(), SolverError> {
        let mut goal = self.pool.bool(true);
        for &t in self.level.assertions.iter().chain(assumptions) {
            goal = self.pool.and(goal, t);
        }
        let path = PathCondition::new();
        let answer = self
            .solver
            .check(&mut self.pool, &path, goal, &Model::new());
        self.model = None;
        let text = match answer {
            Answer::Sat(model) => {
                self.summary.sat += 1;
                self.model = Some(model);
                "sat"
            }
            Answer::Unsat(_) => {
                self.summary.unsat += 1;
                "unsat"
            }
            Answer::Unknown(_) => {
                self.summary.unknown += 1;
                "unknown"
            }
        };
        if self
            .status
            .is_some_and(|status| status != text && text != "unknown")
        {
            self.summary.unexpected += 1;
        }
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    fn evaluator(&self, at: Sexp) -> Result<Evaluator, SolverError> {
        let model = self.model.clone();
        let model = model.ok_or_else(|| self.arena.error(at, "there is no model"))?;
        let mut evaluator = Evaluator::new();
        evaluator.set_model(model);
        Ok(evaluator)
    }

    fn get_value(&mut self, at: Sexp, expressions: Sexp) -> Result<(), SolverError> {
        let mut evaluator = self.evaluator(at)?;
        let mut text = String::from("(");
        for expression in self.parameters(expressions)? {
            let scope = &mut self.level.scope;
            let (t, _) = scope.term(&self.arena, &mut self.pool, expression)?;
            let value = evaluator.value(&self.pool, t);
            let shown = self.arena.source(expression);
            let separator = if text.len() > 1 { "\n " } else { "" };
            let value = value_text(&value, self.pool.sort(t));
            let _ = write!(text, "{separator}({shown} {value})");
        }
        writeln!(self.out, "{text})")?;
        Ok(())
    }

    fn get_model(&mut self, at: Sexp) -> Result<(), SolverError> {
        let mut evaluator = self.evaluator(at)?;
        writeln!(self.out, "(")?;
        for &(name, t) in &self.level.scope.declared {
            let sort = self.pool.sort(t);
            let value = value_text(&evaluator.value(&self.pool, t), sort);
            let (name, sort) = (quoted(name), sort_text(sort));
            writeln!(self.out, "  (define-fun {name} () {sort} {value})")?;
        }
        self.function_models(&mut evaluator)?;
        writeln!(self.out, ")")?;
        Ok(())
    }

    /// Uninterpreted functions, as choices over the points that the script applies them to.
    fn function_models(&mut self, evaluator: &mut Evaluator) -> Result<(), SolverError> {
        let applications = &self.level.scope.applications;
        let mut written: Vec<&str> = Vec::new();
        for first in applications {
            if written.contains(&first.function) {
                continue;
            }
            written.push(first.function);
            let sort = self.pool.sort(first.value);
            let mut body = value_text(&Value::zero(sort), sort);
            for application in applications.iter().filter(|a| a.function == first.function) {
                let mut condition = String::from("(and true");
                for (i, &t) in application.arguments.iter().enumerate() {
                    let value = value_text(&evaluator.value(&self.pool, t), self.pool.sort(t));
                    let _ = write!(condition, " (= x!{i} {value})");
                }
                let value = value_text(&evaluator.value(&self.pool, application.value), sort);
                body = format!("(ite {condition}) {value} {body})");
            }
            let parameters: Vec<String> = first
                .arguments
                .iter()
                .enumerate()
                .map(|(i, &t)| format!("(x!{i} {})", sort_text(self.pool.sort(t))))
                .collect();
            let (name, parameters) = (quoted(first.function), parameters.join(" "));
            writeln!(
                self.out,
                "  (define-fun {name} ({parameters}) {} {body})",
                sort_text(sort)
            )?;
        }
        Ok(())
    }
}

/// A symbol, between bars if it needs them.
fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let simple = !name.is_empty()
        && name.chars().all(plain)
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if simple {
        name.to_owned()
    } else {
        format!("|{name}|")
    }
}

fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Array { index, element } => {
            format!("(Array (_ BitVec {index}) (_ BitVec {element}))")
        }
    }
}

fn bits_text(bits: &Bits) -> String {
    let width = bits.width();
    if !width.is_multiple_of(4) {
        let digits = (0..width)
            .rev()
            .map(|i| if bits.bit(i) { '1' } else { '0' });
        return format!("#b{}", digits.collect::<String>());
    }
    let mut text = String::from("#x");
    for digit in (0..width / 4).rev() {
        let nibble = bits.extract(digit * 4 + 3, digit * 4).low_u64();
        let _ = write!(text, "{nibble:x}");
    }
    text
}

fn value_text(value: &Value, sort: Sort) -> String {
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Bits(bits) => bits_text(bits),
        Value::Array(array) => {
            let default = bits_text(&array.default);
            let mut text = format!("((as const {}) {default})", sort_text(sort));
            for (index, element) in &array.entries {
                text = format!("(store {text} {} {})", bits_text(index), bits_text(element));
            }
            text
        }
    }
}
