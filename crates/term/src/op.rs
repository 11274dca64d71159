//! The operations a term can be built from.

use crate::handle::{InputId, OpaqueId, TableId};

/// The operator at the root of a term; its operands are [`crate::Pool::arguments`].
///
/// Everything of SMT-LIB's QF_ABV that is missing here (`bvnand`, `bvcomp`, `bvsmod`, `repeat`,
/// `rotate_left`, overflow predicates, …) is a constructor of [`crate::Pool`] that builds it from
/// these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// `true` or `false`.
    BoolConst(bool),
    /// A bit-vector constant; its value is [`crate::Pool::bits`].
    BitsConst,
    /// A free variable.
    Input(InputId),
    /// Boolean negation.
    Not,
    /// Boolean conjunction of two operands.
    And,
    /// Boolean disjunction of two operands.
    Or,
    /// `ite(condition, then, else)` of any sort.
    Ite,
    /// Equality of two terms of one sort (Bool, BitVec or Array).
    Eq,
    /// Bitwise complement.
    BvNot,
    /// Bitwise and.
    BvAnd,
    /// Bitwise or.
    BvOr,
    /// Bitwise exclusive or.
    BvXor,
    /// Two's complement negation.
    Neg,
    /// Addition modulo 2^w.
    Add,
    /// Multiplication modulo 2^w.
    Mul,
    /// Unsigned division; by zero it is all ones (SMT-LIB).
    Udiv,
    /// Unsigned remainder; by zero it is the dividend (SMT-LIB).
    Urem,
    /// Signed division, truncating (SMT-LIB semantics by zero).
    Sdiv,
    /// Signed remainder, sign of the dividend (SMT-LIB semantics by zero).
    Srem,
    /// Shift left; amounts ≥ w give 0.
    Shl,
    /// Logical shift right; amounts ≥ w give 0.
    Lshr,
    /// Arithmetic shift right; amounts ≥ w give the sign everywhere.
    Ashr,
    /// `concat(high, low)`.
    Concat,
    /// Bits `high..=low` of the operand.
    Extract {
        /// Topmost bit taken.
        high: u32,
        /// Lowest bit taken.
        low: u32,
    },
    /// Zero extension to the term's own width.
    ZeroExtend,
    /// Sign extension to the term's own width.
    SignExtend,
    /// Unsigned less-than.
    Ult,
    /// Unsigned less-or-equal.
    Ule,
    /// Signed less-than.
    Slt,
    /// Signed less-or-equal.
    Sle,
    /// `select(array, index)`.
    Select,
    /// `store(array, index, value)`.
    Store,
    /// The array that holds its operand at every index.
    ConstArray,
    /// An array of constants: the table's entries from index 0, zero behind them.
    Table(TableId),
    /// An IEEE 754 operation on bit patterns of `format`, rounding by `rounding` where it rounds.
    Float {
        /// Which operation.
        op: FloatOp,
        /// Format of the operands, or of the result where the operands are integers.
        format: FloatFormat,
        /// Rounding mode; [`RoundingMode::NearestEven`] for operations that do not round.
        rounding: RoundingMode,
    },
    /// A function that the host computes and the solver does not understand.
    Opaque(OpaqueId),
}

/// Floating-point formats, as bit patterns in bit-vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatFormat {
    /// IEEE binary16, 16 bits.
    Half,
    /// IEEE binary32, 32 bits.
    Single,
    /// IEEE binary64, 64 bits.
    Double,
    /// x87 double extended, 80 bits with an explicit integer bit.
    X87,
    /// IEEE binary128, 128 bits.
    Quad,
}

impl FloatFormat {
    /// Width of the bit pattern in bits.
    pub const fn width(self) -> u32 {
        match self {
            FloatFormat::Half => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::X87 => 80,
            FloatFormat::Quad => 128,
        }
    }
}

/// Floating-point operations. Operands and result are bit-vectors of the format's width unless
/// said otherwise. Negation, absolute value, copysign and classification are bit operations and
/// have constructors in [`crate::float`].
///
/// NaN results follow the x86 SSE rule: the first NaN operand made quiet, else the default NaN
/// (sign bit set, quiet bit set, rest zero; for fma the order is a, b, c). `Min`/`Max` are C's
/// fmin/fmax: a NaN operand yields the other operand; `fmin(-0,+0)` is -0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FloatOp {
    /// a + b
    Add,
    /// a − b
    Sub,
    /// a × b
    Mul,
    /// a ÷ b
    Div,
    /// IEEE remainder (C `remainder`).
    Rem,
    /// C `fmod` (truncating remainder, LLVM `frem`).
    Fmod,
    /// a × b + c, rounded once.
    Fma,
    /// Square root.
    Sqrt,
    /// Round to an integral value in the term's rounding mode.
    RoundToIntegral,
    /// C `fmin`.
    Min,
    /// C `fmax`.
    Max,
    /// Ordered equality; result Bool. False on NaN; +0 equals -0.
    Eq,
    /// Ordered less-than; result Bool.
    Lt,
    /// Ordered less-or-equal; result Bool.
    Le,
    /// Value to signed integer of the term's own width; out of range or NaN gives 100…0 (the
    /// x86 "integer indefinite") for every width.
    ToSigned,
    /// Value to unsigned integer of the term's own width; out of range (after rounding) or NaN
    /// gives all ones.
    ToUnsigned,
    /// Signed integer operand (any width) to `format`.
    FromSigned,
    /// Unsigned integer operand (any width) to `format`.
    FromUnsigned,
    /// From the operand's format (`from`) to `format`.
    Convert {
        /// Format of the operand.
        from: FloatFormat,
    },
}

/// IEEE 754 rounding modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RoundingMode {
    /// To nearest, ties to even.
    NearestEven,
    /// To nearest, ties away from zero.
    NearestAway,
    /// Towards +∞.
    TowardPositive,
    /// Towards −∞.
    TowardNegative,
    /// Towards zero.
    TowardZero,
}
