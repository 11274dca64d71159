//! Floating-point operations.

use crate::node::{FloatOperator, Kind};
use crate::{
    Bits, FloatFormat, FloatOp, Pool, RoundingMode, Sort, Term, constant_evaluation, float,
};

impl Pool {
    /// A floating-point operation that yields a float or a Bool.
    pub fn float(
        &mut self,
        op: FloatOp,
        format: FloatFormat,
        rounding: RoundingMode,
        arguments: &[Term],
    ) -> Term {
        let sort = match op {
            FloatOp::Eq | FloatOp::Lt | FloatOp::Le => Sort::Bool,
            _ => Sort::BitVec(format.width()),
        };
        self.build_float(op, format, rounding, arguments, sort)
    }

    /// A floating-point value to an integer of `width` bits (`op` is ToSigned or ToUnsigned).
    pub fn float_to_int(
        &mut self,
        op: FloatOp,
        format: FloatFormat,
        rounding: RoundingMode,
        a: Term,
        width: u32,
    ) -> Term {
        debug_assert!(matches!(op, FloatOp::ToSigned | FloatOp::ToUnsigned));
        self.build_float(op, format, rounding, &[a], Sort::BitVec(width))
    }

    /// A floating-point operation with a result of this sort; folded on constants.
    pub(super) fn build_float(
        &mut self,
        op: FloatOp,
        format: FloatFormat,
        rounding: RoundingMode,
        arguments: &[Term],
        sort: Sort,
    ) -> Term {
        let values: Option<Vec<Bits>> = arguments.iter().map(|&a| self.bits(a)).collect();
        if let Some(values) = values {
            let value = constant_evaluation::float((op, format, rounding), &values, sort);
            return self.scalar(&value);
        }
        if let Some(simpler) = float::simplify(self, op, format, rounding, arguments, sort) {
            return simpler;
        }
        let index = self.float_index(&FloatOperator {
            op,
            format,
            rounding,
        });
        let sort = self.packed_sort(sort);
        self.make_long(Kind::Float, sort, index, arguments)
    }
}
