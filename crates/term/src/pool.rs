//! The arena of hash-consed terms.
#![allow(unused_variables)]

use crate::{Bits, FloatFormat, FloatOp, Op, RoundingMode};

/// Handle of a term in its [`Pool`]. Equal handles of one pool mean identical terms.
///
/// Non-zero, so that `Option<Term>` is four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub(crate) std::num::NonZeroU32);

impl Term {
    /// Dense index of the term, from 0 in order of creation: usable to index side tables.
    /// Operands have smaller indices than the terms built from them.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The handle as a number ≥ 1, for storage beside a tag.
    pub fn to_raw(self) -> u32 {
        self.0.get()
    }

    /// The inverse of [`Term::to_raw`]; `None` for 0.
    pub fn from_raw(raw: u32) -> Option<Term> {
        std::num::NonZeroU32::new(raw).map(Term)
    }
}

/// A free variable of a pool, numbered from 0 in order of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InputId(pub u32);

/// A constant table of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId(pub u32);

/// A registered host function of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpaqueId(pub u32);

/// Sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sort {
    /// Truth value.
    Bool,
    /// Bit-vector of a width ≥ 1.
    BitVec(u32),
    /// Array from bit-vectors to bit-vectors.
    Array {
        /// Width of the index.
        index: u32,
        /// Width of the element.
        element: u32,
    },
}

/// The arena: owns all terms, inputs, tables and opaque functions of one worker.
#[derive(Default)]
pub struct Pool {}

/// A host function behind [`Op::Opaque`]: operand values in order, to the result.
pub type OpaqueFunction = fn(&[Bits]) -> Bits;

impl Pool {
    /// An empty pool.
    pub fn new() -> Pool {
        todo!()
    }

    // ---- looking at terms ----

    /// Number of terms built so far.
    pub fn len(&self) -> usize {
        todo!()
    }
    /// Operator of a term.
    pub fn op(&self, t: Term) -> Op {
        todo!()
    }
    /// Operands of a term.
    pub fn arguments(&self, t: Term) -> &[Term] {
        todo!()
    }
    /// Sort of a term.
    pub fn sort(&self, t: Term) -> Sort {
        todo!()
    }
    /// Width of a bit-vector term in bits; panics (debug) on other sorts.
    pub fn width(&self, t: Term) -> u32 {
        todo!()
    }
    /// Value of a bit-vector constant, `None` for other terms.
    pub fn bits(&self, t: Term) -> Option<Bits> {
        todo!()
    }
    /// Value of a bit-vector constant of at most 64 bits: the cheap form of [`Pool::bits`].
    pub fn constant_u64(&self, t: Term) -> Option<u64> {
        todo!()
    }
    /// Value of a Bool constant.
    pub fn constant_bool(&self, t: Term) -> Option<bool> {
        todo!()
    }
    /// True for constants of any sort built without inputs: Bool or BitVec literals.
    pub fn is_constant(&self, t: Term) -> bool {
        todo!()
    }
    /// The inputs that occur in a term, ascending; computed once per term and shared.
    pub fn inputs_of(&self, t: Term) -> std::sync::Arc<[InputId]> {
        todo!()
    }
    /// Name of an input.
    pub fn input_name(&self, i: InputId) -> &str {
        todo!()
    }
    /// The term that stands for an input.
    pub fn input_term(&self, i: InputId) -> Term {
        todo!()
    }
    /// Number of inputs created.
    pub fn input_count(&self) -> usize {
        todo!()
    }
    /// Entries of a constant table.
    pub fn table(&self, t: TableId) -> &std::sync::Arc<[Bits]> {
        todo!()
    }
    /// Name of an opaque function.
    pub fn opaque_name(&self, f: OpaqueId) -> &str {
        todo!()
    }
    /// The host code of an opaque function.
    pub fn opaque_function(&self, f: OpaqueId) -> OpaqueFunction {
        todo!()
    }

    // ---- leaves ----

    /// A fresh input. Two inputs may bear the same name; the identity is the [`InputId`].
    pub fn input(&mut self, name: &str, sort: Sort) -> Term {
        todo!()
    }
    /// `true` or `false`.
    pub fn bool(&mut self, value: bool) -> Term {
        todo!()
    }
    /// A bit-vector constant; bits of `value` above `width` are dropped. `width` may exceed 64.
    pub fn bv(&mut self, width: u32, value: u64) -> Term {
        todo!()
    }
    /// A bit-vector constant of any width.
    pub fn constant(&mut self, value: &Bits) -> Term {
        todo!()
    }
    /// A constant table as an array term; entries behind the end are zero.
    pub fn table_array(
        &mut self,
        index_width: u32,
        element_width: u32,
        entries: std::sync::Arc<[Bits]>,
    ) -> Term {
        todo!()
    }
    /// Registers a host function; the same name and function give the same id.
    pub fn register_opaque(&mut self, name: &str, result: Sort, f: OpaqueFunction) -> OpaqueId {
        todo!()
    }
    /// An application of a registered host function; evaluated at once if all operands are
    /// constants.
    pub fn opaque(&mut self, f: OpaqueId, arguments: &[Term]) -> Term {
        todo!()
    }

    // ---- generic ----

    /// Builds (and rewrites) the term with operator `op` and these operands; `sort` is the sort of
    /// the result and matters only where the operands do not determine it (extensions, conversions
    /// to integers, constant arrays, opaque applications). This is what substitution and readers of
    /// foreign formats use; it goes through the same rewriting as the named constructors.
    pub fn build(&mut self, op: Op, arguments: &[Term], sort: Sort) -> Term {
        todo!()
    }
    /// Replaces terms by terms everywhere in `t`, without recursion; results are rewritten.
    pub fn substitute(&mut self, t: Term, map: &rustc_hash::FxHashMap<Term, Term>) -> Term {
        todo!()
    }
    /// Visits every distinct term below and including `roots`, operands first, without recursion.
    pub fn visit_post_order(&self, roots: &[Term], visit: &mut dyn FnMut(Term)) {
        todo!()
    }
    /// The conjuncts of a Bool term: nested `and`s flattened, in order, without recursion.
    pub fn conjuncts(&self, t: Term) -> Vec<Term> {
        todo!()
    }

    /// An SMT-LIB 2 script: declarations of every input, definitions of shared terms, one `assert`
    /// per constraint, `(check-sat)`. Floats are printed with the FloatingPoint theory.
    pub fn to_smtlib(&self, constraints: &[Term]) -> String {
        todo!()
    }
    /// One term as an SMT-LIB expression (without sharing), for messages; cut after `limit`
    /// characters.
    pub fn display(&self, t: Term, limit: usize) -> String {
        todo!()
    }
}

macro_rules! constructors {
    ($($(#[$doc:meta])* $name:ident($($arg:ident: $ty:ty),*);)*) => {
        impl Pool {
            $($(#[$doc])* pub fn $name(&mut self, $($arg: $ty),*) -> Term { todo!() })*
        }
    };
}

constructors! {
    /// Boolean not.
    not(a: Term);
    /// Boolean and.
    and(a: Term, b: Term);
    /// Boolean or.
    or(a: Term, b: Term);
    /// Boolean exclusive or.
    xor(a: Term, b: Term);
    /// Boolean implication.
    implies(a: Term, b: Term);
    /// If-then-else of any sort.
    ite(condition: Term, then: Term, otherwise: Term);
    /// Equality of any sort.
    eq(a: Term, b: Term);
    /// Disequality of any sort.
    ne(a: Term, b: Term);
    /// Bool to BitVec(1).
    bool_to_bv(a: Term);
    /// BitVec(1) to Bool.
    bv_to_bool(a: Term);
    /// Bitwise complement.
    bv_not(a: Term);
    /// Bitwise and.
    bv_and(a: Term, b: Term);
    /// Bitwise or.
    bv_or(a: Term, b: Term);
    /// Bitwise xor.
    bv_xor(a: Term, b: Term);
    /// Two's complement negation.
    neg(a: Term);
    /// Addition.
    add(a: Term, b: Term);
    /// Subtraction.
    sub(a: Term, b: Term);
    /// Multiplication.
    mul(a: Term, b: Term);
    /// Unsigned division.
    udiv(a: Term, b: Term);
    /// Unsigned remainder.
    urem(a: Term, b: Term);
    /// Signed division.
    sdiv(a: Term, b: Term);
    /// Signed remainder (sign of dividend).
    srem(a: Term, b: Term);
    /// Signed modulo (sign of divisor).
    smod(a: Term, b: Term);
    /// Shift left.
    shl(a: Term, b: Term);
    /// Logical shift right.
    lshr(a: Term, b: Term);
    /// Arithmetic shift right.
    ashr(a: Term, b: Term);
    /// Rotation to the left by a term (modulo the width).
    rotate_left(a: Term, by: Term);
    /// Rotation to the right by a term (modulo the width).
    rotate_right(a: Term, by: Term);
    /// Concatenation, `high` above `low`.
    concat(high: Term, low: Term);
    /// Bits `high..=low`.
    extract(a: Term, high: u32, low: u32);
    /// Zero extension to `width` bits in all (no change if it is that wide already).
    zero_extend(a: Term, width: u32);
    /// Sign extension to `width` bits in all.
    sign_extend(a: Term, width: u32);
    /// Number of one bits, in a term of the same width.
    count_ones(a: Term);
    /// Number of leading zeros, in a term of the same width (the width itself for 0).
    leading_zeros(a: Term);
    /// Number of trailing zeros, in a term of the same width (the width itself for 0).
    trailing_zeros(a: Term);
    /// Unsigned `<`.
    ult(a: Term, b: Term);
    /// Unsigned `<=`.
    ule(a: Term, b: Term);
    /// Signed `<`.
    slt(a: Term, b: Term);
    /// Signed `<=`.
    sle(a: Term, b: Term);
    /// Unsigned addition overflows.
    uadd_overflows(a: Term, b: Term);
    /// Signed addition overflows.
    sadd_overflows(a: Term, b: Term);
    /// Unsigned subtraction overflows (borrows).
    usub_overflows(a: Term, b: Term);
    /// Signed subtraction overflows.
    ssub_overflows(a: Term, b: Term);
    /// Unsigned multiplication overflows.
    umul_overflows(a: Term, b: Term);
    /// Signed multiplication overflows.
    smul_overflows(a: Term, b: Term);
    /// Array read.
    select(array: Term, index: Term);
    /// Array write.
    store(array: Term, index: Term, value: Term);
    /// The array that is `element` everywhere.
    const_array(index_width: u32, element: Term);
    /// A floating-point operation that yields a float or a Bool.
    float(op: FloatOp, format: FloatFormat, rounding: RoundingMode, arguments: &[Term]);
    /// A floating-point value to an integer of `width` bits (`op` is ToSigned or ToUnsigned).
    float_to_int(op: FloatOp, format: FloatFormat, rounding: RoundingMode, a: Term, width: u32);
}
