//! Float operations as bit-vector terms, for back ends without a float theory.

use term::{Op, Pool, Term};

/// An equal term without a float operation at its root, or nothing if there is none.
pub(crate) fn float(pool: &mut Pool, t: Term) -> Option<Term> {
    let lowered = term::float::lower(pool, t);
    let changed = !matches!(pool.op(lowered), Op::Float { .. });
    changed.then_some(lowered)
}
