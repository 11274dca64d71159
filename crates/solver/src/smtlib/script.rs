//! The commands of a script.

use super::checks::{Checks, Outcome};
use super::expression::{check_body, convert, convert_bool, given_name, new_name, symbol};
use super::interpretation::Interpretation;
use super::scope::{Body, Function, Meaning, Scope};
use super::settings::Settings;
use super::sexpr::{Arena, Reader, Sexp};
use super::sort::{Scalar, SmtSort, Typed};
use super::table;
use super::value::{quoted, string_text, value_text};
use crate::answer::Unknown;
use crate::options::{Options, SolverError};
use std::fmt::Write as _;
use std::io::{BufRead, Write};
use std::rc::Rc;
use term::Pool;

/// Levels that `push` may make.
const MOST_LEVELS: u64 = 1 << 16;

/// How the `check-sat` commands of a script were answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Answers "sat".
    pub sat: u64,
    /// Answers "unsat".
    pub unsat: u64,
    /// Answers "unknown".
    pub unknown: u64,
    /// Answers that differ from the script's own `(set-info :status …)`.
    pub unexpected: u64,
    /// Counters of the solver's stages and of its back end.
    pub counters: Vec<(&'static str, u64)>,
}

/// A script being run.
struct Run<'o> {
    arena: Arena,
    pool: Pool,
    scope: Scope,
    checks: Checks,
    /// The `:status` of the next `check-sat`.
    status: Option<String>,
    settings: Settings,
    summary: Summary,
    out: &'o mut dyn Write,
}

/// What a command leaves to be done.
enum Then {
    /// Nothing has been answered.
    Succeed,
    Answered,
    Exit,
}

/// Runs a script, command by command, writing its answers to `out` as a solver does. Errors name
/// line and column.
pub fn run_script(
    input: &mut dyn BufRead,
    options: &Options,
    out: &mut dyn Write,
) -> Result<Summary, SolverError> {
    let mut run = Run {
        arena: Arena::default(),
        pool: Pool::new(),
        scope: Scope::default(),
        checks: Checks::new(options)?,
        status: None,
        settings: Settings::default(),
        summary: Summary::default(),
        out,
    };
    let mut reader = Reader::new(input);
    loop {
        let mark = run.arena.mark();
        let Some(command) = reader.next(&mut run.arena)? else {
            break;
        };
        let (then, keep) = run.command(command)?;
        // A function's body is read again where it is applied.
        if !keep {
            run.arena.release(mark);
        }
        match then {
            Then::Exit => break,
            Then::Succeed if run.settings.is_on(":print-success") => writeln!(run.out, "success")?,
            Then::Succeed | Then::Answered => {}
        }
        run.out.flush()?;
    }
    let solver = &mut run.checks.solver;
    run.summary.counters = solver.statistics().rows();
    run.summary.counters.extend(solver.backend_statistics());
    match solver.take_disagreement() {
        Some(disagreement) => Err(disagreement),
        None => Ok(run.summary),
    }
}

impl Run<'_> {
    /// Runs one command; says, too, whether its text is still needed.
    fn command(&mut self, at: Sexp) -> Result<(Then, bool), SolverError> {
        let list = self.arena.list(at).unwrap_or_default().to_vec();
        let name = list.first().and_then(|&name| self.arena.atom(name));
        let name = name
            .ok_or_else(|| self.arena.error(at, "a command is expected"))?
            .to_owned();
        if let ("define-fun", &[name, parameters, sort, body]) = (&*name, &list[1..])
            && !self.list(parameters)?.is_empty()
        {
            self.define_function(name, parameters, sort, body)?;
            return Ok((Then::Succeed, true));
        }
        let then = match (&*name, &list[1..]) {
            ("exit", []) => Then::Exit,
            (_, rest) if self.names_command(&name, rest)? => Then::Succeed,
            (_, rest) if self.stack_command(at, &name, rest)? => Then::Succeed,
            (_, rest) if self.question(at, &name, rest)? => Then::Answered,
            _ => {
                let message = format!("({name} …) is not supported");
                return Err(self.arena.error(at, message));
            }
        };
        Ok((then, false))
    }

    /// Commands that say what names stand for, and options.
    fn names_command(&mut self, name: &str, rest: &[Sexp]) -> Result<bool, SolverError> {
        match (name, rest) {
            ("set-logic", _) => {}
            ("set-info", rest) => self.set_info(rest),
            ("set-option", rest) => self.set_option(rest)?,
            ("declare-const", &[name, sort]) => {
                let sort = self.scope.sort(&self.arena, sort)?;
                let name = self.new_name(name)?;
                self.scope.declare(&mut self.pool, &name, Vec::new(), sort);
            }
            ("declare-fun", &[name, parameters, sort]) => {
                let parameters = self.list(parameters)?;
                let sorts = parameters.iter().map(|&p| self.scope.sort(&self.arena, p));
                let sorts = sorts.collect::<Result<_, _>>()?;
                let sort = self.scope.sort(&self.arena, sort)?;
                let name = self.new_name(name)?;
                self.scope.declare(&mut self.pool, &name, sorts, sort);
            }
            ("define-fun", &[name, _, sort, body]) | ("define-const", &[name, sort, body]) => {
                let sort = self.scope.sort(&self.arena, sort)?;
                let mut value = self.value(body)?;
                if value.sort != sort {
                    return Err(self.arena.error(body, "the body is of another sort"));
                }
                if let Some(table) = table::of_writes(&mut self.pool, value.term) {
                    value.term = table;
                }
                let name = self.new_name(name)?;
                self.scope.bind(&name, Meaning::Constant(value));
            }
            ("define-sort", &[name, parameters, sort]) => {
                if !self.list(parameters)?.is_empty() {
                    let message = "sorts with parameters are not supported";
                    return Err(self.arena.error(parameters, message));
                }
                let sort = self.scope.sort(&self.arena, sort)?;
                let text = symbol(&self.arena, name)?.to_owned();
                if self.scope.sort(&self.arena, name).is_ok() {
                    return Err(self.arena.error(name, format!("{text} is a sort already")));
                }
                self.scope.bind_sort(&text, sort);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Commands that change what is asserted.
    fn stack_command(&mut self, at: Sexp, name: &str, rest: &[Sexp]) -> Result<bool, SolverError> {
        match (name, rest) {
            ("assert", &[expression]) => {
                let arena = &self.arena;
                let t = convert_bool(arena, &mut self.pool, &mut self.scope, expression)?;
                let name = given_name(arena, expression).map(Rc::from);
                let keep = self.settings.keeps_assertions();
                let text = keep.then(|| arena.source(expression).to_owned());
                self.checks.assert(&self.pool, &self.scope, t, name, text);
            }
            ("push", rest) => {
                let count = self.count(at, rest)?;
                if u64::from(count) > MOST_LEVELS.saturating_sub(self.checks.levels()) {
                    let message = format!("there are {MOST_LEVELS} levels at most");
                    return Err(self.arena.error(at, message));
                }
                for _ in 0..count {
                    self.checks.push(&self.scope);
                }
            }
            ("pop", rest) => {
                for _ in 0..self.count(at, rest)? {
                    if !self.checks.pop(&mut self.scope) {
                        return Err(self.arena.error(at, "pop without push"));
                    }
                }
            }
            ("reset-assertions", []) => {
                self.checks.clear(&mut self.scope);
                self.scope.back(Default::default());
            }
            ("reset", []) => {
                self.checks.clear(&mut self.scope);
                self.scope = Scope::default();
                self.settings = Settings::default();
                self.status = None;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Commands that have an answer.
    fn question(&mut self, at: Sexp, name: &str, rest: &[Sexp]) -> Result<bool, SolverError> {
        match (name, rest) {
            ("check-sat", []) => self.check(&[])?,
            ("check-sat-assuming", &[assumptions]) => {
                let literals = self.list(assumptions)?;
                self.check(&literals)?;
            }
            ("get-model", []) => self.get_model(at)?,
            ("get-value", &[expressions]) => self.get_value(at, expressions)?,
            ("get-unsat-core" | "get-unsat-assumptions", []) => {
                let Some((names, assumed)) = self.checks.core(&mut self.pool, &self.scope) else {
                    let message = "the last answer is not unsat";
                    return Err(self.arena.error(at, message));
                };
                let core: Vec<String> = match name {
                    "get-unsat-core" => names.iter().map(|name| quoted(name)).collect(),
                    _ => assumed,
                };
                writeln!(self.out, "({})", core.join(" "))?;
            }
            ("get-info", &[key]) => self.get_info(at, key)?,
            ("get-option", &[key]) => self.get_option(key)?,
            ("get-assertions", []) => self.get_assertions(at)?,
            ("get-assignment", []) => self.get_assignment(at)?,
            ("echo", &[text]) => {
                let text = self.arena.string(text);
                let text = text.ok_or_else(|| self.arena.error(at, "a string is expected"))?;
                writeln!(self.out, "{}", string_text(&text))?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set_info(&mut self, rest: &[Sexp]) {
        if let &[key, value] = rest
            && self.arena.atom(key) == Some(":status")
        {
            let status = self.arena.atom(value).filter(|status| *status != "unknown");
            self.status = status.map(str::to_owned);
        }
    }

    /// Options; those that nothing here looks at are remembered for `get-option`.
    fn set_option(&mut self, rest: &[Sexp]) -> Result<(), SolverError> {
        let &[key, value] = rest else {
            return Ok(());
        };
        let name = self.name(key)?;
        if !self.settings.set(&name, self.arena.source(value)) {
            return Err(self.arena.error(value, "true or false is expected"));
        }
        self.scope.global = self.settings.is_on(":global-declarations");
        Ok(())
    }

    fn get_option(&mut self, key: Sexp) -> Result<(), SolverError> {
        let name = self.name(key)?;
        let value = self.settings.get(&name).unwrap_or("unsupported");
        writeln!(self.out, "{value}")?;
        Ok(())
    }

    /// The assertions as they were written.
    fn get_assertions(&mut self, at: Sexp) -> Result<(), SolverError> {
        if !self.settings.keeps_assertions() {
            let message = "get-assertions needs (set-option :produce-assertions true) before them";
            return Err(self.arena.error(at, message));
        }
        writeln!(self.out, "({})", self.checks.texts().join("\n "))?;
        Ok(())
    }

    /// The values of the named formulas.
    fn get_assignment(&mut self, at: Sexp) -> Result<(), SolverError> {
        if !self.settings.is_on(":produce-assignments") {
            let message = "get-assignment needs (set-option :produce-assignments true)";
            return Err(self.arena.error(at, message));
        }
        let mut interpretation = self.interpretation(at)?;
        let mut pairs = Vec::new();
        for (name, value) in &self.scope.named {
            if value.sort == SmtSort::Scalar(Scalar::Bool) {
                let truth = interpretation.bool(&self.pool, value.term);
                pairs.push(format!("({} {truth})", quoted(name)));
            }
        }
        writeln!(self.out, "({})", pairs.join(" "))?;
        Ok(())
    }

    fn get_info(&mut self, at: Sexp, key: Sexp) -> Result<(), SolverError> {
        let value = match self.arena.atom(key).unwrap_or_default() {
            ":name" => "\"Wayfarer\"".to_owned(),
            ":version" => format!("\"{}\"", env!("CARGO_PKG_VERSION")),
            ":authors" => "\"the Wayfarer authors\"".to_owned(),
            ":error-behavior" => "immediate-exit".to_owned(),
            ":assertion-stack-levels" => self.checks.depth().to_string(),
            ":reason-unknown" => match self.checks.last {
                Outcome::Unknown(Unknown::TimeOut) => "timeout".to_owned(),
                Outcome::Unknown(Unknown::ResourceLimit) => "resourceout".to_owned(),
                Outcome::Unknown(Unknown::Interrupted) => "interrupted".to_owned(),
                Outcome::Unknown(Unknown::Incomplete) => "incomplete".to_owned(),
                Outcome::None | Outcome::Sat(..) | Outcome::Unsat(_) => {
                    let message = "the last answer is not unknown";
                    return Err(self.arena.error(at, message));
                }
            },
            _ => {
                writeln!(self.out, "unsupported")?;
                return Ok(());
            }
        };
        writeln!(self.out, "({} {value})", self.arena.source(key))?;
        Ok(())
    }

    fn name(&self, at: Sexp) -> Result<String, SolverError> {
        let name = self.arena.atom(at).map(str::to_owned);
        name.ok_or_else(|| self.arena.error(at, "a name is expected"))
    }

    /// A name that stands for nothing yet.
    fn new_name(&mut self, at: Sexp) -> Result<String, SolverError> {
        new_name(&self.arena, &mut self.pool, &self.scope, at).map(str::to_owned)
    }

    fn list(&self, at: Sexp) -> Result<Vec<Sexp>, SolverError> {
        let list = self.arena.list(at).map(<[Sexp]>::to_vec);
        list.ok_or_else(|| self.arena.error(at, "a list is expected"))
    }

    fn count(&self, at: Sexp, rest: &[Sexp]) -> Result<u32, SolverError> {
        let number = match rest {
            [] => return Ok(1),
            &[number] => self.arena.atom(number),
            _ => None,
        };
        let number = number.and_then(|number| number.parse().ok());
        number.ok_or_else(|| self.arena.error(at, "one number is expected"))
    }

    fn value(&mut self, expression: Sexp) -> Result<Typed, SolverError> {
        convert(&self.arena, &mut self.pool, &mut self.scope, expression)
    }

    fn define_function(
        &mut self,
        name: Sexp,
        parameters: Sexp,
        result: Sexp,
        expression: Sexp,
    ) -> Result<(), SolverError> {
        let (mut names, mut sorts) = (Vec::new(), Vec::new());
        for parameter in self.list(parameters)? {
            let Some(&[name, sort]) = self.arena.list(parameter) else {
                let message = "a parameter is a name and a sort";
                return Err(self.arena.error(parameter, message));
            };
            symbol(&self.arena, name)?;
            names.push(name);
            sorts.push(self.scope.sort(&self.arena, sort)?);
        }
        let name = self.new_name(name)?;
        let function = Function {
            name: name.as_str().into(),
            parameters: sorts,
            result: self.scope.sort(&self.arena, result)?,
            body: Some(Body {
                parameters: names,
                expression,
            }),
        };
        check_body(&self.arena, &mut self.pool, &mut self.scope, &function)?;
        self.scope.bind(&name, Meaning::Function(function.into()));
        Ok(())
    }

    fn check(&mut self, literals: &[Sexp]) -> Result<(), SolverError> {
        let mut assumptions = Vec::new();
        for &literal in literals {
            let arena = &self.arena;
            let t = convert_bool(arena, &mut self.pool, &mut self.scope, literal)?;
            assumptions.push((t, arena.source(literal).to_owned()));
        }
        let outcome = self.checks.check(&mut self.pool, &self.scope, assumptions);
        let (text, counter) = match outcome {
            Outcome::Sat(..) => ("sat", &mut self.summary.sat),
            Outcome::Unsat(_) => ("unsat", &mut self.summary.unsat),
            Outcome::Unknown(_) | Outcome::None => ("unknown", &mut self.summary.unknown),
        };
        *counter += 1;
        // A status is about the next check only.
        let status = self.status.take();
        if text != "unknown" && status.is_some_and(|status| status != text) {
            self.summary.unexpected += 1;
        }
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    /// The model of the last answer.
    fn interpretation(&self, at: Sexp) -> Result<Interpretation, SolverError> {
        let found = self.checks.interpretation(&self.pool, &self.scope);
        found.ok_or_else(|| self.arena.error(at, "there is no model"))
    }

    fn get_value(&mut self, at: Sexp, expressions: Sexp) -> Result<(), SolverError> {
        let expressions = self.list(expressions)?;
        if expressions.is_empty() {
            return Err(self.arena.error(at, "get-value needs an expression"));
        }
        let values = expressions.iter().map(|&expression| self.value(expression));
        let values = values.collect::<Result<Vec<Typed>, _>>()?;
        // Only now: the expressions may apply functions.
        let mut interpretation = self.interpretation(at)?;
        let mut text = String::from("(");
        for (expression, value) in expressions.into_iter().zip(values) {
            let shown = self.arena.source(expression);
            let separator = if text.len() > 1 { "\n " } else { "" };
            let of = interpretation.value(&self.pool, value.term);
            let of = value_text(&of, value.sort);
            let _ = write!(text, "{separator}({shown} {of})");
        }
        writeln!(self.out, "{text})")?;
        Ok(())
    }

    fn get_model(&mut self, at: Sexp) -> Result<(), SolverError> {
        let mut interpretation = self.interpretation(at)?;
        writeln!(self.out, "(")?;
        for (name, constant) in &self.scope.declared {
            let sort = constant.sort;
            let value = value_text(&interpretation.value(&self.pool, constant.term), sort);
            let name = quoted(name);
            writeln!(self.out, "  (define-fun {name} () {sort} {value})")?;
        }
        for function in &self.scope.functions {
            writeln!(self.out, "  {}", interpretation.definition(function))?;
        }
        writeln!(self.out, ")")?;
        Ok(())
    }
}
