//! How a term is stored: 24 bytes, operands and small constants included.

use std::num::NonZeroU32;

use crate::{FloatFormat, FloatOp, Op, RoundingMode, Term};

/// Largest number of operands stored in the node itself.
pub(crate) const INLINE_OPERANDS: usize = 3;

/// [`Node::arity`] of a node whose operands are a list of [`crate::pool::Pool`].
pub(crate) const LONG: u8 = u8::MAX;

/// Sort in one word: 0 is Bool, a small number the width of a bit-vector, the topmost bit marks an
/// index into the pool's array sorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PackedSort(pub u32);

impl PackedSort {
    pub(crate) const BOOL: PackedSort = PackedSort(0);
    pub(crate) const ARRAY: u32 = 1 << 31;

    /// Width of a bit-vector, `None` for other sorts.
    pub(crate) fn width(self) -> Option<u32> {
        (self.0 != 0 && self.0 & PackedSort::ARRAY == 0).then_some(self.0)
    }
}

/// One term. All fields are a function of operator, operands and sort, so that comparing nodes
/// compares terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub kind: Kind,
    /// Number of operands, or [`LONG`].
    pub arity: u8,
    /// Bits known to be zero at the top (bit-vectors; at most 255 are counted).
    pub leading: u8,
    /// Bits known to be zero at the bottom (bit-vectors; at most 255 are counted).
    pub trailing: u8,
    pub sort: PackedSort,
    /// What the operator carries besides operands: an index, the low bit of an extraction, …
    pub payload: u32,
    /// Operands, filled up with [`FILLER`].
    pub operands: [Term; INLINE_OPERANDS],
}

/// Stands in operand places that are not used.
pub(crate) const FILLER: Term = Term(NonZeroU32::MIN);

const _: () = assert!(size_of::<Node>() == 24);

impl Node {
    pub(crate) fn new(kind: Kind, sort: PackedSort, payload: u32, operands: &[Term]) -> Node {
        let mut inline = [FILLER; INLINE_OPERANDS];
        inline[..operands.len()].copy_from_slice(operands);
        let arity = operands.len() as u8;
        Node {
            kind,
            arity,
            leading: 0,
            trailing: 0,
            sort,
            payload,
            operands: inline,
        }
    }

    /// A bit-vector constant of at most 64 bits. The value lives in the payload (low half) and in
    /// the operand places, whose handles cannot be zero and so hold 16 bits each, plus one.
    pub(crate) fn word(width: u32, value: u64) -> Node {
        let mut node = Node::new(Kind::WordConst, PackedSort(width), value as u32, &[]);
        let place = |shift: u32| {
            let half = (value >> shift) as u32 & 0xffff;
            Term(NonZeroU32::MIN.saturating_add(half))
        };
        node.operands[0] = place(32);
        node.operands[1] = place(48);
        node
    }

    /// The inverse of [`Node::word`].
    pub(crate) fn word_value(&self) -> u64 {
        debug_assert_eq!(self.kind, Kind::WordConst);
        let half = |place: Term| u64::from(place.0.get() - 1);
        u64::from(self.payload) | half(self.operands[0]) << 32 | half(self.operands[1]) << 48
    }

    /// Width of a bit-vector; the caller knows that it is one.
    pub(crate) fn width(&self) -> u32 {
        debug_assert!(self.sort.width().is_some(), "a bit-vector term");
        self.sort.0
    }

    /// Folded multiplication over the node's words.
    pub(crate) fn hash(&self) -> u64 {
        let operand = |i: usize| u64::from(self.operands[i].0.get());
        let head = (self.kind as u64) << 32 | u64::from(self.sort.0) | (self.arity as u64) << 40;
        let mut state = fold(head ^ 0x9e37_79b9_7f4a_7c15, operand(0) << 32 | operand(1));
        state = fold(
            state ^ 0xe703_7ed1_a0b4_28db,
            operand(2) << 32 | u64::from(self.payload),
        );
        state
    }
}

/// High and low half of the product, mixed.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b ^ 0xa076_1d64_78bd_642f);
    (product >> 64) as u64 ^ product as u64
}

/// A floating-point operator, interned by the pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct FloatOperator {
    pub op: FloatOp,
    pub format: FloatFormat,
    pub rounding: RoundingMode,
}

macro_rules! kinds {
    ($($plain:ident),* $(,)?) => {
        /// The operator without what it carries.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(crate) enum Kind {
            BoolConst,
            WordConst,
            WideConst,
            Input,
            Extract,
            Table,
            Float,
            Opaque,
            $($plain),*
        }

        impl Kind {
            /// The operator of a kind that carries nothing.
            pub(crate) fn plain_op(self) -> Option<Op> {
                match self {
                    $(Kind::$plain => Some(Op::$plain),)*
                    Kind::BoolConst | Kind::WordConst | Kind::WideConst | Kind::Input
                    | Kind::Extract | Kind::Table | Kind::Float | Kind::Opaque => None,
                }
            }
        }
    };
}

kinds!(
    Not, And, Or, Ite, Eq, BvNot, BvAnd, BvOr, BvXor, Neg, Add, Mul, Udiv, Urem, Sdiv, Srem, Shl,
    Lshr, Ashr, Concat, ZeroExtend, SignExtend, Ult, Ule, Slt, Sle, Select, Store, ConstArray,
);
