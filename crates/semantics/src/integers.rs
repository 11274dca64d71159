//! Integer operations: on concrete values of at most 64 bits, and as terms.

use ir::{BinaryOp, CompareOp, UnaryOp};
use term::{Pool, Term};

/// Sign-extends a value of 64 − `shift` bits.
#[inline(always)]
pub fn signed(value: u64, shift: u8) -> i64 {
    ((value << shift) as i64) >> shift
}

/// Cuts a value to 64 − `shift` bits.
#[inline(always)]
pub fn cut(value: u64, shift: u8) -> u64 {
    (value << shift) >> shift
}

/// A binary operation on values of 64 − `shift` bits, with SMT-LIB semantics where C has none.
#[inline]
pub fn binary(op: BinaryOp, shift: u8, a: u64, b: u64) -> u64 {
    let width = 64 - u64::from(shift);
    let (sa, sb) = (signed(a, shift), signed(b, shift));
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::Udiv => a.checked_div(b).unwrap_or(u64::MAX),
        BinaryOp::Sdiv if b == 0 => {
            if sa < 0 {
                1
            } else {
                u64::MAX
            }
        }
        BinaryOp::Sdiv => sa.wrapping_div(sb) as u64,
        BinaryOp::Urem => a.checked_rem(b).unwrap_or(a),
        BinaryOp::Srem if b == 0 => a,
        BinaryOp::Srem => sa.wrapping_rem(sb) as u64,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Shl if b >= width => 0,
        BinaryOp::Shl => a << b,
        BinaryOp::Lshr if b >= width => 0,
        BinaryOp::Lshr => a >> b,
        BinaryOp::Ashr => (sa >> b.min(63)) as u64,
        BinaryOp::RotateLeft => rotate(a, b % width, width),
        BinaryOp::RotateRight => rotate(a, (width - b % width) % width, width),
    };
    cut(value, shift)
}

fn rotate(a: u64, by: u64, width: u64) -> u64 {
    if by == 0 {
        a
    } else {
        (a << by) | (a >> (width - by))
    }
}

/// An operation on one value of 64 − `shift` bits.
#[inline]
pub fn unary(op: UnaryOp, shift: u8, a: u64) -> u64 {
    let value = match op {
        UnaryOp::Not => !a,
        UnaryOp::Negate => a.wrapping_neg(),
        UnaryOp::CountOnes => u64::from(a.count_ones()),
        UnaryOp::LeadingZeros => u64::from(a.leading_zeros()) - u64::from(shift),
        UnaryOp::TrailingZeros => u64::from(a.trailing_zeros()).min(64 - u64::from(shift)),
        UnaryOp::ByteSwap => a.swap_bytes() >> shift,
        UnaryOp::BitReverse => a.reverse_bits() >> shift,
    };
    cut(value, shift)
}

/// A comparison of values of 64 − `shift` bits.
#[inline]
pub fn compare(op: CompareOp, shift: u8, a: u64, b: u64) -> bool {
    let (sa, sb) = (signed(a, shift), signed(b, shift));
    let fits = |value: Option<i64>| value.is_some_and(|v| signed(v as u64, shift) == v);
    let ufits = |value: Option<u64>| value.is_some_and(|v| cut(v, shift) == v);
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Ugt => a > b,
        CompareOp::Uge => a >= b,
        CompareOp::Slt => sa < sb,
        CompareOp::Sle => sa <= sb,
        CompareOp::Sgt => sa > sb,
        CompareOp::Sge => sa >= sb,
        CompareOp::UaddOverflows => !ufits(a.checked_add(b)),
        CompareOp::SaddOverflows => !fits(sa.checked_add(sb)),
        CompareOp::UsubOverflows => a < b,
        CompareOp::SsubOverflows => !fits(sa.checked_sub(sb)),
        CompareOp::UmulOverflows => !ufits(a.checked_mul(b)),
        CompareOp::SmulOverflows => !fits(sa.checked_mul(sb)),
    }
}

/// The term of a binary operation.
pub fn binary_term(pool: &mut Pool, op: BinaryOp, a: Term, b: Term) -> Term {
    match op {
        BinaryOp::Add => pool.add(a, b),
        BinaryOp::Sub => pool.sub(a, b),
        BinaryOp::Mul => pool.mul(a, b),
        BinaryOp::Udiv => pool.udiv(a, b),
        BinaryOp::Sdiv => pool.sdiv(a, b),
        BinaryOp::Urem => pool.urem(a, b),
        BinaryOp::Srem => pool.srem(a, b),
        BinaryOp::And => pool.bv_and(a, b),
        BinaryOp::Or => pool.bv_or(a, b),
        BinaryOp::Xor => pool.bv_xor(a, b),
        BinaryOp::Shl => pool.shl(a, b),
        BinaryOp::Lshr => pool.lshr(a, b),
        BinaryOp::Ashr => pool.ashr(a, b),
        BinaryOp::RotateLeft => pool.rotate_left(a, b),
        BinaryOp::RotateRight => pool.rotate_right(a, b),
    }
}

/// The term of an operation on one operand.
pub fn unary_term(pool: &mut Pool, op: UnaryOp, a: Term) -> Term {
    match op {
        UnaryOp::Not => pool.bv_not(a),
        UnaryOp::Negate => pool.neg(a),
        UnaryOp::CountOnes => pool.count_ones(a),
        UnaryOp::LeadingZeros => pool.leading_zeros(a),
        UnaryOp::TrailingZeros => pool.trailing_zeros(a),
        UnaryOp::ByteSwap => reversed(pool, a, 8),
        UnaryOp::BitReverse => reversed(pool, a, 1),
    }
}

/// The pieces of `size` bits of a term in the opposite order.
fn reversed(pool: &mut Pool, a: Term, size: u32) -> Term {
    let width = pool.width(a);
    let mut whole = pool.extract(a, size - 1, 0);
    for low in (size..width).step_by(size as usize) {
        let piece = pool.extract(a, low + size - 1, low);
        whole = pool.concat(whole, piece);
    }
    whole
}

/// The Bool term of a comparison.
pub fn compare_term(pool: &mut Pool, op: CompareOp, a: Term, b: Term) -> Term {
    match op {
        CompareOp::Eq => pool.eq(a, b),
        CompareOp::Ne => pool.ne(a, b),
        CompareOp::Ult => pool.ult(a, b),
        CompareOp::Ule => pool.ule(a, b),
        CompareOp::Ugt => pool.ult(b, a),
        CompareOp::Uge => pool.ule(b, a),
        CompareOp::Slt => pool.slt(a, b),
        CompareOp::Sle => pool.sle(a, b),
        CompareOp::Sgt => pool.slt(b, a),
        CompareOp::Sge => pool.sle(b, a),
        CompareOp::UaddOverflows => pool.uadd_overflows(a, b),
        CompareOp::SaddOverflows => pool.sadd_overflows(a, b),
        CompareOp::UsubOverflows => pool.usub_overflows(a, b),
        CompareOp::SsubOverflows => pool.ssub_overflows(a, b),
        CompareOp::UmulOverflows => pool.umul_overflows(a, b),
        CompareOp::SmulOverflows => pool.smul_overflows(a, b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use term::{Evaluator, Model, Op, Sort, Value};

    const BINARY: &[BinaryOp] = &[
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Udiv,
        BinaryOp::Sdiv,
        BinaryOp::Urem,
        BinaryOp::Srem,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Xor,
        BinaryOp::Shl,
        BinaryOp::Lshr,
        BinaryOp::Ashr,
        BinaryOp::RotateLeft,
        BinaryOp::RotateRight,
    ];
    const UNARY: &[UnaryOp] = &[
        UnaryOp::Not,
        UnaryOp::Negate,
        UnaryOp::CountOnes,
        UnaryOp::LeadingZeros,
        UnaryOp::TrailingZeros,
    ];
    const COMPARE: &[CompareOp] = &[
        CompareOp::Eq,
        CompareOp::Ne,
        CompareOp::Ult,
        CompareOp::Ule,
        CompareOp::Ugt,
        CompareOp::Uge,
        CompareOp::Slt,
        CompareOp::Sle,
        CompareOp::Sgt,
        CompareOp::Sge,
        CompareOp::UaddOverflows,
        CompareOp::SaddOverflows,
        CompareOp::UsubOverflows,
        CompareOp::SsubOverflows,
        CompareOp::UmulOverflows,
        CompareOp::SmulOverflows,
    ];

    /// Values with many zeros and ones at the ends, where operations differ.
    fn value() -> impl Strategy<Value = u64> {
        prop_oneof![
            any::<u64>(),
            (0u64..70),
            (0u64..70).prop_map(u64::wrapping_neg),
            (0u32..64).prop_map(|shift| 1 << shift),
            (0u32..64).prop_map(|shift| (1 << shift) - 1),
        ]
    }

    /// A pool with an input of that width that has that value.
    fn input(pool: &mut Pool, model: &mut Model, width: u32, value: u64) -> Term {
        let term = pool.input("x", Sort::BitVec(width));
        if let Op::Input(id) = pool.op(term) {
            model.set(id, Value::Bits(term::Bits::new(width, value)));
        }
        term
    }

    proptest! {
        #[test]
        fn concrete_operations_are_what_their_terms_evaluate_to(
            width in prop_oneof![1u32..=64, Just(8), Just(16), Just(32), Just(64)],
            a in value(),
            b in value(),
        ) {
            let shift = 64 - width as u8;
            let (a, b) = (cut(a, shift), cut(b, shift));
            let (mut pool, mut model) = (Pool::new(), Model::new());
            let x = input(&mut pool, &mut model, width, a);
            let y = input(&mut pool, &mut model, width, b);
            let mut evaluator = Evaluator::new();
            evaluator.set_model(model);
            for &op in BINARY {
                let term = binary_term(&mut pool, op, x, y);
                prop_assert_eq!(binary(op, shift, a, b), evaluator.u64(&pool, term), "{:?}", op);
            }
            for &op in UNARY {
                let term = unary_term(&mut pool, op, x);
                prop_assert_eq!(unary(op, shift, a), evaluator.u64(&pool, term), "{:?}", op);
            }
            if width % 8 == 0 {
                for op in [UnaryOp::ByteSwap, UnaryOp::BitReverse] {
                    let term = unary_term(&mut pool, op, x);
                    prop_assert_eq!(unary(op, shift, a), evaluator.u64(&pool, term), "{:?}", op);
                }
            }
            for &op in COMPARE {
                let term = compare_term(&mut pool, op, x, y);
                prop_assert_eq!(compare(op, shift, a, b), evaluator.bool(&pool, term), "{:?}", op);
            }
        }
    }
}
