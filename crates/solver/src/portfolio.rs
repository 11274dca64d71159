//! Two back ends in a row: the native one within a budget, Z3 for what that does not answer.

use std::time::Instant;

use term::{FloatOp, Model, Op, Pool, Term};

use crate::bitblast::{NativeBackend, NativeOptions};
use crate::{Answer, Backend, Limits, Unknown, Z3Backend};

/// Conflicts the native back end may spend on a question before Z3 is asked.
const NATIVE_CONFLICTS: u64 = 60_000;

/// What about a question makes it hard, by the hardest operation in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Plain,
    Array,
    Multiplication,
    Division,
    Float,
}

/// Names of the counters of questions passed on, by [`Shape`].
const PASSED_ON: [&str; 5] = [
    "portfolio passed on: other",
    "portfolio passed on: arrays",
    "portfolio passed on: multiplication",
    "portfolio passed on: division",
    "portfolio passed on: floats",
];

/// The native back end first, then Z3.
pub struct Portfolio {
    native: NativeBackend,
    second: Z3Backend,
    passed_on: [u64; 5],
    answered_second: u64,
}

impl Default for Portfolio {
    fn default() -> Portfolio {
        Portfolio::new()
    }
}

impl Portfolio {
    /// A portfolio without any encoding yet.
    pub fn new() -> Portfolio {
        let options = NativeOptions {
            conflicts: NATIVE_CONFLICTS,
            ..NativeOptions::default()
        };
        Portfolio {
            native: NativeBackend::new(options),
            second: Z3Backend::new(),
            passed_on: [0; 5],
            answered_second: 0,
        }
    }
}

fn shape_of_operation(op: Op) -> Shape {
    match op {
        Op::Float {
            op: FloatOp::Eq | FloatOp::Lt | FloatOp::Le,
            ..
        } => Shape::Plain,
        Op::Float { .. } => Shape::Float,
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => Shape::Division,
        Op::Mul => Shape::Multiplication,
        Op::Select | Op::Store | Op::ConstArray | Op::Table(_) => Shape::Array,
        _ => Shape::Plain,
    }
}

fn shape(pool: &Pool, constraints: &[Term]) -> Shape {
    let mut hardest = Shape::Plain;
    pool.visit_post_order(constraints, &mut |t| {
        hardest = hardest.max(shape_of_operation(pool.op(t)));
    });
    hardest
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
        let first = Limits {
            time: limits.time / 2,
            interrupt: limits.interrupt.clone(),
        };
        let answer = self.native.check(pool, constraints, hint, &first);
        match answer {
            Answer::Sat(_) | Answer::Unsat(_) | Answer::Unknown(Unknown::Interrupted) => {
                return answer;
            }
            Answer::Unknown(_) => {}
        }
        self.passed_on[shape(pool, constraints) as usize] += 1;
        let rest = Limits {
            time: limits.time.saturating_sub(start.elapsed()),
            interrupt: limits.interrupt.clone(),
        };
        let answer = self.second.check(pool, constraints, hint, &rest);
        self.answered_second += u64::from(!matches!(answer, Answer::Unknown(_)));
        answer
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let mut all = self.native.statistics();
        all.extend(PASSED_ON.into_iter().zip(self.passed_on));
        all.push(("portfolio answered by Z3", self.answered_second));
        all.extend(self.second.statistics());
        all
    }
}
