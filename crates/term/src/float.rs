//! IEEE 754 on bit patterns: exact evaluation, bit-level operations, and the lowering of float
//! operations to bit-vector terms.
//!
//! Three ways to the same answers, which the tests hold against each other, against the host and
//! against the C compiler's runtime: [`single`] and [`double`] by the host's arithmetic,
//! [`evaluate`] for every format and rounding mode (software on 128-bit significands where the host
//! has no answer), and [`lower`] as a circuit. Module `simplify` holds the rewriting that
//! [`crate::Pool::float`] does while it builds.

mod bit_operations;
mod evaluate;
mod format;
mod host;
mod lower;
mod simplify;
mod soft;
#[cfg(test)]
mod tests;

pub use bit_operations::{
    absolute, copy_sign, is_finite, is_infinite, is_nan, is_negative, is_normal, is_subnormal,
    is_zero, negate,
};
pub use evaluate::{evaluate, evaluate_u64, evaluate_u128};
pub use host::{double, double_to_single, single, single_to_double};
pub use lower::lower;
pub(crate) use simplify::simplify;
