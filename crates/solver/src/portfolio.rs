//! The native back end within a budget, then Z3: beside it where a core is free, else alone.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use term::{FloatOp, Model, Op, Pool, Term};

use crate::bitblast::{NativeBackend, NativeOptions};
use crate::query_copy::QueryCopy;
use crate::statistics::Statistics;
use crate::{Answer, Backend, Limits, Unknown, Z3Backend};

/// Conflicts the native back end may spend on a question before Z3 is asked beside it.
const CONFLICTS_BEFORE_RACE: u64 = 10_000;
/// How often the stop signal of the run is passed on to a race.
const POLL: Duration = Duration::from_millis(2);

/// What the questions passed on had in them, and who answered them.
#[derive(Clone, Copy, Default)]
struct PassedOnCounters {
    passed_on: u64,
    with_arrays: u64,
    with_products: u64,
    with_divisions: u64,
    with_floats: u64,
    plain: u64,
    races: u64,
    races_won_by_native: u64,
    answered_by_z3: u64,
}

/// The native back end first, then Z3.
pub struct Portfolio {
    native: NativeBackend,
    second: Z3Backend,
    /// Whether a core is free to ask Z3 on while the native back end goes on.
    races: bool,
    counters: PassedOnCounters,
}

impl Portfolio {
    /// A portfolio without any encoding yet. With cores to spare, hard questions are put to both
    /// back ends at once.
    pub fn new(spare_cores: usize) -> Portfolio {
        Portfolio {
            native: NativeBackend::new(NativeOptions::default()),
            second: Z3Backend::new(),
            races: spare_cores > 0,
            counters: PassedOnCounters::default(),
        }
    }

    /// Counts what makes a question hard.
    fn count_shape(&mut self, pool: &Pool, constraints: &[Term]) {
        let [mut arrays, mut products, mut divisions, mut floats] = [false; 4];
        pool.visit_post_order(constraints, &mut |t| match pool.op(t) {
            // Comparisons of floats are small circuits.
            Op::Float { op, .. } => {
                floats |= !matches!(op, FloatOp::Eq | FloatOp::Lt | FloatOp::Le);
            }
            Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => divisions = true,
            Op::Mul => products = true,
            Op::Select | Op::Store | Op::ConstArray | Op::Table(_) => arrays = true,
            _ => {}
        });
        let counters = &mut self.counters;
        counters.passed_on += 1;
        counters.with_arrays += u64::from(arrays);
        counters.with_products += u64::from(products);
        counters.with_divisions += u64::from(divisions);
        counters.with_floats += u64::from(floats);
        counters.plain += u64::from(!(arrays || products || divisions || floats));
    }

    /// Both back ends at once, Z3 on a copy of the question; the first answer counts.
    fn race(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        hint: &Model,
        limits: &Limits,
    ) -> Answer {
        let mut copy = QueryCopy::new(pool, constraints, hint);
        let [stop_native, stop_z3] = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
        let over = AtomicBool::new(false);
        let limits_with = |stop: &Arc<AtomicBool>| Limits {
            time: limits.time,
            interrupt: stop.clone(),
        };
        let native = &mut self.native;
        let (first, second) = std::thread::scope(|scope| {
            let ask_z3 = || {
                let limits = limits_with(&stop_z3);
                let answer = copy.ask(&mut Z3Backend::new(), constraints, hint, &limits);
                if is_answer(&answer) {
                    stop_native.store(true, Ordering::Relaxed);
                }
                answer
            };
            let pass_on_interrupt = || {
                while !over.load(Ordering::Relaxed) {
                    if limits.interrupt.load(Ordering::Relaxed) {
                        stop_native.store(true, Ordering::Relaxed);
                        stop_z3.store(true, Ordering::Relaxed);
                    }
                    std::thread::sleep(POLL);
                }
            };
            let thread = |name: &str| std::thread::Builder::new().name(name.to_owned());
            let second = thread("z3-race").spawn_scoped(scope, ask_z3);
            let watch = thread("race-watch").spawn_scoped(scope, pass_on_interrupt);
            // Without the watch nobody would stop Z3 but its time limit.
            if watch.is_err() {
                stop_z3.store(true, Ordering::Relaxed);
            }
            let first = native.check(pool, constraints, hint, &limits_with(&stop_native));
            if is_answer(&first) {
                stop_z3.store(true, Ordering::Relaxed);
            }
            let second = second.map(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            over.store(true, Ordering::Relaxed);
            (first, second.ok())
        });
        self.counters.races += 1;
        if is_answer(&first) {
            self.counters.races_won_by_native += 1;
            return first;
        }
        match second {
            Some(answer) if is_answer(&answer) => {
                self.counters.answered_by_z3 += 1;
                answer
            }
            Some(_) | None if limits.interrupt.load(Ordering::Relaxed) => {
                Answer::Unknown(Unknown::Interrupted)
            }
            Some(_) | None => first,
        }
    }
}

fn is_answer(answer: &Answer) -> bool {
    !matches!(answer, Answer::Unknown(_))
}

impl Backend for Portfolio {
    fn name(&self) -> &'static str {
        "portfolio"
    }

    fn check(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        hint: &Model,
        limits: &Limits,
    ) -> Answer {
        let start = Instant::now();
        // Z3 seldom knows what the native back end does not: where they take turns, it has a quarter
        // of the time.
        let (share, conflicts) = if self.races {
            (limits.time / 2, CONFLICTS_BEFORE_RACE)
        } else {
            (limits.time / 4 * 3, u64::MAX)
        };
        let first = Limits {
            time: share,
            interrupt: limits.interrupt.clone(),
        };
        self.native.limit_conflicts(conflicts);
        let answer = self.native.check(pool, constraints, hint, &first);
        match answer {
            Answer::Sat(_) | Answer::Unsat(_) | Answer::Unknown(Unknown::Interrupted) => {
                return answer;
            }
            Answer::Unknown(_) => {}
        }
        self.count_shape(pool, constraints);
        let rest = Limits {
            time: limits.time.saturating_sub(start.elapsed()),
            interrupt: limits.interrupt.clone(),
        };
        if self.races {
            self.native.limit_conflicts(u64::MAX);
            return self.race(pool, constraints, hint, &rest);
        }
        let answer = self.second.check(pool, constraints, hint, &rest);
        self.counters.answered_by_z3 += u64::from(is_answer(&answer));
        answer
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let mut all = self.native.statistics();
        all.extend(self.second.statistics());
        all
    }

    fn count(&self, statistics: &mut Statistics) {
        let counters = &self.counters;
        statistics.passed_on = counters.passed_on;
        statistics.passed_on_with_arrays = counters.with_arrays;
        statistics.passed_on_with_products = counters.with_products;
        statistics.passed_on_with_divisions = counters.with_divisions;
        statistics.passed_on_with_floats = counters.with_floats;
        statistics.passed_on_plain = counters.plain;
        statistics.races = counters.races;
        statistics.races_won_by_native = counters.races_won_by_native;
        statistics.answered_by_z3 = counters.answered_by_z3;
    }
}

#[cfg(test)]
mod tests;
