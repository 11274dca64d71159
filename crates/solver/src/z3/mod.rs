//! Z3 in process.
//!
//! One context, in which every term is translated once. Queries go to one of two incremental
//! solvers: Z3's SAT-based solver for bit-vectors, its SMT core when arrays occur. Both keep a
//! stack of constraints and change only what differs from the query before, so that the queries
//! along a path share their work. What the incremental solver does not answer in its part of the
//! time is asked once more from scratch, with Z3's preprocessing.

mod context;
mod size;
mod translate;
mod values;
mod watch;

use crate::answer::{Answer, Backend, Limits, Unknown};
use context::{Context, Failure};
use rustc_hash::FxHashSet;
use std::ffi::CStr;
use std::time::Instant;
use term::{Model, Pool, Term};
use translate::{Translated, Translator};
use watch::{Stop, Watchdog};
use z3_sys::*;

/// Trees after which the context is replaced.
const KEPT_LIMIT: usize = 4_000_000;
/// Checks after which an incremental solver is replaced: popped levels leave garbage behind.
const CHECKS_LIMIT: u32 = 20_000;
/// Height from which a query runs on a thread with a big stack, as parts of Z3 recurse.
const DEPTH_OF_A_THREAD: u32 = 1_000;
/// Stack of that thread; only what is touched of it takes memory.
const STACK: usize = 1 << 30;

/// The back end.
pub struct Z3Backend {
    state: Option<Z3State>,
    watch: Watchdog,
    statistics: Counters,
}

#[derive(Default)]
struct Counters {
    incremental: u64,
    from_scratch: u64,
    kept_levels: u64,
    new_levels: u64,
    contexts: u64,
    errors: u64,
    /// Questions not asked, as their circuits would be too large.
    too_large: u64,
}

/// Everything that belongs to one context.
struct Z3State {
    bits: Incremental,
    general: Incremental,
    translator: Translator,
    context: Context,
}

/// Which of Z3's solvers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SolverKind {
    Bits,
    General,
    Scratch,
}

/// A solver with a stack of constraints, each on a level of its own.
#[derive(Default)]
struct Incremental {
    solver: Option<Z3_solver>,
    stack: Vec<Term>,
    checks: u32,
}

/// What Z3 said.
enum Z3Verdict {
    Sat(Model),
    Unsat(Vec<Term>),
    Undecided(String),
}

impl Default for Z3Backend {
    fn default() -> Self {
        Z3Backend::new()
    }
}

impl Z3Backend {
    /// A back end; Z3 is set up when the first query comes.
    pub fn new() -> Z3Backend {
        Z3Backend {
            state: None,
            watch: Watchdog::new(),
            statistics: Counters::default(),
        }
    }

    /// Decides one query in a fresh context, sharing nothing with other queries: the second
    /// opinion of `--check-solver`.
    pub fn check_once(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        hint: &Model,
        limits: &Limits,
    ) -> Answer {
        self.state = None;
        let answer = self.decide(
            pool,
            constraints,
            hint,
            limits,
            &[(SolverKind::Scratch, 1.0)],
        );
        self.state = None;
        answer
    }

    fn decide(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        hint: &Model,
        limits: &Limits,
        attempts: &[(SolverKind, f64)],
    ) -> Answer {
        let start = Instant::now();
        for (i, &(kind, share)) in attempts.iter().enumerate() {
            let left = limits.time.saturating_sub(start.elapsed());
            if left.is_zero() {
                return Answer::Unknown(Unknown::TimeOut);
            }
            if !size::is_affordable(pool, constraints, left) {
                self.statistics.too_large += 1;
                return Answer::Unknown(Unknown::ResourceLimit);
            }
            let deadline = Instant::now() + left.mul_f64(share);
            let result = self.attempt(pool, constraints, hint, limits, kind, deadline);
            let last = i + 1 == attempts.len();
            match result {
                Ok(Z3Verdict::Sat(model)) => return Answer::Sat(model),
                Ok(Z3Verdict::Unsat(core)) => return Answer::Unsat(core),
                Ok(Z3Verdict::Undecided(why)) => {
                    tracing::debug!(why, "Z3 gives up");
                    if last {
                        return Answer::Unknown(Unknown::Incomplete);
                    }
                }
                Err(Failure::Unknown(Unknown::TimeOut)) if !last => {}
                Err(Failure::Unknown(why)) => return Answer::Unknown(why),
                Err(Failure::Error(message)) => {
                    tracing::error!(message, "Z3 reports an error");
                    self.statistics.errors += 1;
                    self.state = None;
                    if last {
                        return Answer::Unknown(Unknown::Incomplete);
                    }
                }
            }
        }
        Answer::Unknown(Unknown::TimeOut)
    }

    /// One run of one of the solvers.
    fn attempt(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        hint: &Model,
        limits: &Limits,
        kind: SolverKind,
        deadline: Instant,
    ) -> Result<Z3Verdict, Failure> {
        if self
            .state
            .as_ref()
            .is_some_and(|state| state.context.kept() > KEPT_LIMIT)
        {
            self.state = None;
        }
        if self.state.is_none() {
            self.state = Some(Z3State::new()?);
            self.statistics.contexts += 1;
        }
        let state = self.state.as_mut().expect("made above");
        self.watch
            .begin(state.context.raw(), deadline, &limits.interrupt);
        let result = state.run(pool, constraints, hint, kind, &mut self.statistics);
        let stopped = self.watch.end();
        if let Some(stop) = stopped {
            // The interruption may have hit any call: nothing of this context is trusted further.
            self.state = None;
            return Err(Failure::Unknown(match stop {
                Stop::TimeOut => Unknown::TimeOut,
                Stop::Interrupted => Unknown::Interrupted,
            }));
        }
        // What has no translation leaves everything as it was; other failures may not.
        if !matches!(result, Ok(_) | Err(Failure::Unknown(Unknown::Incomplete))) {
            self.state = None;
        }
        result
    }
}

impl Backend for Z3Backend {
    fn name(&self) -> &'static str {
        "z3"
    }

    fn check(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        hint: &Model,
        limits: &Limits,
    ) -> Answer {
        let attempts = [(SolverKind::Bits, 0.6), (SolverKind::Scratch, 1.0)];
        self.decide(pool, constraints, hint, limits, &attempts)
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let counters = &self.statistics;
        vec![
            ("incremental", counters.incremental),
            ("from_scratch", counters.from_scratch),
            ("kept_levels", counters.kept_levels),
            ("new_levels", counters.new_levels),
            ("contexts", counters.contexts),
            ("errors", counters.errors),
            ("too_large", counters.too_large),
        ]
    }
}

impl Drop for Z3State {
    fn drop(&mut self) {
        self.bits.release(&self.context);
        self.general.release(&self.context);
    }
}

impl Z3State {
    fn new() -> Result<Z3State, Failure> {
        Ok(Z3State {
            bits: Incremental::default(),
            general: Incremental::default(),
            translator: Translator::default(),
            context: Context::new()?,
        })
    }

    /// Translates and checks, on a big stack if the terms are deep.
    fn run(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        hint: &Model,
        kind: SolverKind,
        statistics: &mut Counters,
    ) -> Result<Z3Verdict, Failure> {
        let mut seen = FxHashSet::default();
        let mut query: Vec<(Term, Translated)> = Vec::with_capacity(constraints.len());
        for &constraint in constraints {
            if seen.insert(constraint) {
                let translated = self
                    .translator
                    .translate(&mut self.context, pool, constraint)?;
                query.push((constraint, translated));
            }
        }
        let depth = query.iter().map(|(_, t)| t.depth).max().unwrap_or(0);
        let kind = match kind {
            SolverKind::Bits if query.iter().any(|(_, t)| t.arrays) => SolverKind::General,
            kind => kind,
        };
        if depth <= DEPTH_OF_A_THREAD {
            return self.check(pool, &query, hint, kind, statistics);
        }
        let mut call = OnOtherThread(|| self.check(pool, &query, hint, kind, statistics));
        std::thread::scope(|scope| {
            std::thread::Builder::new()
                .name("z3-deep".to_owned())
                .stack_size(STACK)
                .spawn_scoped(scope, move || OnOtherThread(call.run()))
                .map_err(|_| Failure::Unknown(Unknown::ResourceLimit))?
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                .0
        })
    }

    fn check(
        &mut self,
        pool: &Pool,
        query: &[(Term, Translated)],
        hint: &Model,
        kind: SolverKind,
        statistics: &mut Counters,
    ) -> Result<Z3Verdict, Failure> {
        let mut scratch = Incremental::default();
        let solver = match kind {
            SolverKind::Bits => &mut self.bits,
            SolverKind::General => &mut self.general,
            SolverKind::Scratch => &mut scratch,
        };
        match kind {
            SolverKind::Bits | SolverKind::General => statistics.incremental += 1,
            SolverKind::Scratch => statistics.from_scratch += 1,
        }
        let (context, translator) = (&mut self.context, &mut self.translator);
        let result = solver.prepare(context, kind).and_then(|raw| {
            solver.assert(context, translator, raw, query, kind, statistics)?;
            solver.decide(context, translator, pool, raw, query, hint)
        });
        scratch.release(&self.context);
        result
    }
}

/// A closure, or its result, that another thread runs while this one waits for it.
struct OnOtherThread<T>(T);

impl<R, F: FnMut() -> R> OnOtherThread<F> {
    fn run(&mut self) -> R {
        (self.0)()
    }
}

// SAFETY: used in `Z3State::run` only, whose thread does nothing but wait until the other has ended;
// a Z3 context may be used from any thread, by one at a time, and so may the term pool.
unsafe impl<T> Send for OnOtherThread<T> {}

impl Incremental {
    /// The solver, made anew when there is none or it has aged.
    fn prepare(&mut self, context: &mut Context, kind: SolverKind) -> Result<Z3_solver, Failure> {
        if self.checks >= CHECKS_LIMIT {
            self.release(context);
        }
        self.checks += 1;
        if let Some(solver) = self.solver {
            return Ok(solver);
        }
        let c = context.raw();
        // SAFETY: the solver is referenced before any other call.
        let solver = unsafe {
            let solver = match kind {
                SolverKind::Bits => {
                    let logic = Z3_mk_string_symbol(c, c"QF_BV".as_ptr());
                    Z3_mk_solver_for_logic(c, logic.ok_or_else(|| context.error())?)
                }
                SolverKind::General => Z3_mk_simple_solver(c),
                SolverKind::Scratch => Z3_mk_solver(c),
            };
            let solver = solver.ok_or_else(|| context.error())?;
            Z3_solver_inc_ref(c, solver);
            solver
        };
        self.solver = Some(solver);
        Ok(solver)
    }

    fn release(&mut self, context: &Context) {
        if let Some(solver) = self.solver.take() {
            // SAFETY: referenced in `prepare`, once.
            unsafe { Z3_solver_dec_ref(context.raw(), solver) };
        }
        *self = Incremental::default();
    }

    /// Makes the stack hold exactly the query, keeping the common prefix.
    fn assert(
        &mut self,
        context: &mut Context,
        translator: &mut Translator,
        solver: Z3_solver,
        query: &[(Term, Translated)],
        kind: SolverKind,
        statistics: &mut Counters,
    ) -> Result<(), Failure> {
        let same = self
            .stack
            .iter()
            .zip(query)
            .take_while(|(a, (b, _))| *a == b)
            .count();
        let extra = self.stack.len() - same;
        let c = context.raw();
        if extra > 0 {
            // SAFETY: that many levels were pushed.
            unsafe { Z3_solver_pop(c, solver, extra as u32) };
            self.stack.truncate(same);
        }
        statistics.kept_levels += same as u64;
        statistics.new_levels += (query.len() - same) as u64;
        for &(constraint, translated) in &query[same..] {
            let literal = translator.literal(context, constraint)?;
            // SAFETY: operands are kept trees of this context. A solver that never pushes skips
            // its incremental mode and uses Z3's preprocessing.
            unsafe {
                if kind != SolverKind::Scratch {
                    Z3_solver_push(c, solver);
                }
                Z3_solver_assert_and_track(c, solver, translated.ast, literal);
            }
            context.succeeded()?;
            self.stack.push(constraint);
        }
        Ok(())
    }

    fn decide(
        &self,
        context: &Context,
        translator: &Translator,
        pool: &Pool,
        solver: Z3_solver,
        query: &[(Term, Translated)],
        hint: &Model,
    ) -> Result<Z3Verdict, Failure> {
        let c = context.raw();
        // SAFETY: the solver is alive; results are referenced before they are read.
        unsafe {
            match Z3_solver_check(c, solver) {
                Z3_L_TRUE => {
                    let model = Z3_solver_get_model(c, solver).ok_or_else(|| context.error())?;
                    Z3_model_inc_ref(c, model);
                    let result = read_model(context, translator, pool, model, query, hint);
                    Z3_model_dec_ref(c, model);
                    result.map(Z3Verdict::Sat)
                }
                Z3_L_FALSE => {
                    let core =
                        Z3_solver_get_unsat_core(c, solver).ok_or_else(|| context.error())?;
                    Z3_ast_vector_inc_ref(c, core);
                    let size = Z3_ast_vector_size(c, core);
                    let literals: Vec<Option<Z3_ast>> =
                        (0..size).map(|i| Z3_ast_vector_get(c, core, i)).collect();
                    Z3_ast_vector_dec_ref(c, core);
                    core_terms(translator, &literals, query).map(Z3Verdict::Unsat)
                }
                _ => {
                    let reason = Z3_solver_get_reason_unknown(c, solver);
                    let reason = if reason.is_null() {
                        String::new()
                    } else {
                        CStr::from_ptr(reason).to_string_lossy().into_owned()
                    };
                    Ok(Z3Verdict::Undecided(reason))
                }
            }
        }
    }
}

/// The constraints that the literals of a core stand for, in the order of the query.
fn core_terms(
    translator: &Translator,
    literals: &[Option<Z3_ast>],
    query: &[(Term, Translated)],
) -> Result<Vec<Term>, Failure> {
    let mut used = FxHashSet::default();
    for literal in literals {
        let constraint = literal.and_then(|literal| translator.tracked(literal));
        let constraint =
            constraint.ok_or_else(|| Failure::Error("a core of unknown literals".to_owned()))?;
        used.insert(constraint);
    }
    Ok(query
        .iter()
        .map(|&(t, _)| t)
        .filter(|t| used.contains(t))
        .collect())
}

/// The hint, with the inputs of the query changed to what Z3's model says of them.
fn read_model(
    context: &Context,
    translator: &Translator,
    pool: &Pool,
    model: Z3_model,
    query: &[(Term, Translated)],
    hint: &Model,
) -> Result<Model, Failure> {
    let mut found = hint.clone();
    let mut seen = FxHashSet::default();
    for &(constraint, _) in query {
        for &input in pool
            .inputs_of(constraint)
            .iter()
            .filter(|&&input| seen.insert(input))
        {
            let Some(ast) = translator.input(input) else {
                continue;
            };
            let sort = pool.sort(pool.input_term(input));
            if let Some(value) = values::value(context, model, ast, sort)? {
                found.set(input, value);
            }
        }
    }
    Ok(found)
}
