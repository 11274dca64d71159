//! Constants as operands, and what is known of them.

use crate::{BinaryOp, Constant, Operand, Type};

/// Constant of a type from its low 64 bits; the bits above are zero.
pub fn constant(ty: Type, value: u64) -> Operand {
    wide_constant(ty.width(), |limb| if limb == 0 { value } else { 0 })
}

/// Constant with all bits set.
pub fn all_ones(ty: Type) -> Operand {
    wide_constant(ty.width(), |_| u64::MAX)
}

/// Smallest signed integer.
pub fn signed_min(ty: Type) -> Operand {
    let top = ty.width() - 1;
    wide_constant(ty.width(), |limb| {
        if limb == top / 64 { 1 << (top % 64) } else { 0 }
    })
}

/// Largest signed integer.
pub fn signed_max(ty: Type) -> Operand {
    let top = ty.width() - 1;
    wide_constant(ty.width(), |limb| {
        if limb == top / 64 {
            (1 << (top % 64)) - 1
        } else {
            u64::MAX
        }
    })
}

/// Constant of a width, limb by limb; excess bits are cleared.
pub fn wide_constant(width: u32, limb: impl Fn(u32) -> u64) -> Operand {
    let count = width.div_ceil(64);
    let mask = if width.is_multiple_of(64) {
        u64::MAX
    } else {
        (1 << (width % 64)) - 1
    };
    let limbs: Vec<u64> = (0..count)
        .map(|i| {
            if i + 1 == count {
                limb(i) & mask
            } else {
                limb(i)
            }
        })
        .collect();
    Operand::Constant(match limbs.as_slice() {
        [single] => Constant::Bits(*single),
        _ => Constant::Wide(limbs.into()),
    })
}

/// Bits of a small constant.
pub fn known(operand: &Operand) -> Option<u64> {
    match operand {
        Operand::Constant(Constant::Bits(bits)) => Some(*bits),
        _ => None,
    }
}

/// Folds what address computation makes: sums and products of constants of at most 64 bits, and
/// neutral elements.
pub(super) fn fold(op: BinaryOp, ty: Type, left: &Operand, right: &Operand) -> Option<Operand> {
    let width = ty.width();
    if width > 64 {
        return None;
    }
    let mask = u64::MAX >> (64 - width);
    match (op, left, known(left), known(right)) {
        (BinaryOp::Add, _, Some(a), Some(b)) => Some(Operand::bits(a.wrapping_add(b) & mask)),
        (BinaryOp::Mul, _, Some(a), Some(b)) => Some(Operand::bits(a.wrapping_mul(b) & mask)),
        (BinaryOp::Add | BinaryOp::Or | BinaryOp::Shl | BinaryOp::Lshr, _, None, Some(0)) => {
            Some(left.clone())
        }
        (BinaryOp::Add | BinaryOp::Or, _, Some(0), None) => Some(right.clone()),
        (BinaryOp::Mul, _, None, Some(1)) => Some(left.clone()),
        (BinaryOp::Add, Operand::Constant(Constant::Global(id, offset)), None, Some(b))
            if width == 64 =>
        {
            Some(Constant::Global(*id, offset.wrapping_add(b as i64)).into())
        }
        _ => None,
    }
}
