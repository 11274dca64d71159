//! How large the circuits are that Z3 would make of a question. While it makes them it looks neither
//! at the clock nor at what they take, so that a question is better not put to it at all.

use std::time::Duration;
use term::{FloatFormat, FloatOp, Op, Pool, Sort, Term};

/// Gates that Z3 makes in a second on a slow machine, about.
const GATES_A_SECOND: f64 = 500_000.0;
/// Most gates: with its clauses one takes about a KiB.
const MOST_GATES: u64 = 2_000_000;

/// True if Z3 can make the circuits of these constraints in that time, and in a GiB or two.
pub(super) fn is_affordable(pool: &Pool, constraints: &[Term], time: Duration) -> bool {
    let in_time = (time.as_secs_f64() * GATES_A_SECOND) as u64;
    // What takes no more than this is done before anybody looks at the clock.
    let most = in_time.clamp(MOST_GATES / 16, MOST_GATES);
    let mut gates = 0_u64;
    pool.visit_post_order(constraints, &mut |t| {
        gates = gates.saturating_add(gates_of(pool, t))
    });
    gates <= most
}

/// Gates of an operation whose circuit is larger than its operands, about.
fn gates_of(pool: &Pool, t: Term) -> u64 {
    let width = match pool.sort(t) {
        Sort::BitVec(width) => u64::from(width),
        Sort::Bool | Sort::Array { .. } => 0,
    };
    match pool.op(t) {
        Op::Mul => {
            let arguments = pool.arguments(t);
            let ones = |t: &Term| Some(u64::from(pool.bits(*t)?.count_ones()));
            let factor = arguments.iter().find_map(ones).unwrap_or(width);
            2 * width * factor
        }
        Op::Udiv | Op::Urem => 3 * width * width,
        // One of unsigned numbers for each pair of signs.
        Op::Sdiv | Op::Srem => 12 * width * width,
        Op::Shl | Op::Lshr | Op::Ashr => width * u64::from(width.max(2).ilog2() + 1),
        Op::Float { op, format, .. } => gates_of_float(op, format),
        _ => 0,
    }
}

/// Of what is made of a float operation: it comes to Z3 as operations on bit-vectors.
fn gates_of_float(op: FloatOp, format: FloatFormat) -> u64 {
    let precision = u64::from(format.precision());
    match op {
        FloatOp::Mul | FloatOp::Fma => 4 * precision * precision,
        FloatOp::Div | FloatOp::Sqrt => 12 * precision * precision,
        _ => 64 * precision,
    }
}
