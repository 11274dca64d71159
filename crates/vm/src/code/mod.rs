//! Functions decoded for execution: flat code over numbered slots.
//!
//! A frame's slots are the function's registers (those that live within one block share slots),
//! then its constants, written once when the function is called; so every operand is a slot.

mod decode;
mod edges;
mod slots;

pub(crate) use decode::{Addresses, decode};

use crate::Cell;
use crate::call_policy::Treatment;
use crate::memory::ObjectInfo;
use ir::{
    BinaryOp, BlockId, CastOp, ClassId, CompareOp, ErrorKind, FloatBinaryOp, FloatCompareOp,
    FloatFormat, FloatUnaryOp, FunctionId, Intrinsic, LiteralId, Location, SelectorId, Type,
    UnaryOp,
};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A slot of a frame.
pub(crate) type Slot = u32;

/// A decoded instruction. Operations on at most 64 bits carry `shift`, which is 64 minus the width.
/// What is rare or large stands in tables of the [`Code`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// Stands before the first instruction of a block and is never executed: whoever jumps to the
    /// block reads it.
    Enter {
        block: u32,
        cost: u32,
    },
    Copy {
        to: Slot,
        from: Slot,
    },
    Add {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Sub {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Mul {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    And {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Or {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Xor {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Shl {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Lshr {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Ashr {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    /// Any other operation on at most 64 bits.
    Binary {
        op: BinaryOp,
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Unary {
        op: UnaryOp,
        shift: u8,
        to: Slot,
        a: Slot,
    },
    Eq {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Ne {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Ult {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Ule {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Slt {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Sle {
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    /// Overflow predicates on at most 64 bits.
    Overflows {
        op: CompareOp,
        shift: u8,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    ZeroExtend {
        from: u8,
        width: u8,
        to: Slot,
        a: Slot,
    },
    SignExtend {
        from: u8,
        width: u8,
        to: Slot,
        a: Slot,
    },
    Truncate {
        shift: u8,
        to: Slot,
        a: Slot,
    },
    Select {
        shift: u8,
        to: Slot,
        condition: Slot,
        a: Slot,
        b: Slot,
    },
    FloatBinary {
        op: FloatBinaryOp,
        double: bool,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    FloatCompare {
        op: FloatCompareOp,
        double: bool,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Load8 {
        to: Slot,
        address: Slot,
    },
    Load16 {
        to: Slot,
        address: Slot,
    },
    Load32 {
        to: Slot,
        address: Slot,
    },
    Load64 {
        to: Slot,
        address: Slot,
    },
    /// Bytes of one aligned word are looked at as a number.
    BytesSeen {
        address: Slot,
    },
    Store8 {
        value: Slot,
        address: Slot,
    },
    Store16 {
        value: Slot,
        address: Slot,
    },
    Store32 {
        value: Slot,
        address: Slot,
    },
    Store64 {
        value: Slot,
        address: Slot,
    },
    /// Field of an object at an offset.
    GetField8 {
        to: Slot,
        object: Slot,
        offset: u32,
    },
    GetField16 {
        to: Slot,
        object: Slot,
        offset: u32,
    },
    GetField32 {
        to: Slot,
        object: Slot,
        offset: u32,
    },
    GetField64 {
        to: Slot,
        object: Slot,
        offset: u32,
    },
    PutField8 {
        value: Slot,
        object: Slot,
        offset: u32,
    },
    PutField16 {
        value: Slot,
        object: Slot,
        offset: u32,
    },
    PutField32 {
        value: Slot,
        object: Slot,
        offset: u32,
    },
    PutField64 {
        value: Slot,
        object: Slot,
        offset: u32,
    },
    ArrayLoad8 {
        to: Slot,
        array: Slot,
        index: Slot,
    },
    ArrayLoad16 {
        to: Slot,
        array: Slot,
        index: Slot,
    },
    ArrayLoad32 {
        to: Slot,
        array: Slot,
        index: Slot,
    },
    ArrayLoad64 {
        to: Slot,
        array: Slot,
        index: Slot,
    },
    ArrayStore8 {
        value: Slot,
        array: Slot,
        index: Slot,
    },
    ArrayStore16 {
        value: Slot,
        array: Slot,
        index: Slot,
    },
    ArrayStore32 {
        value: Slot,
        array: Slot,
        index: Slot,
    },
    ArrayStore64 {
        value: Slot,
        array: Slot,
        index: Slot,
    },
    New {
        to: Slot,
        class: ClassId,
    },
    NewArray {
        to: Slot,
        class: ClassId,
        length: Slot,
    },
    /// The check is in [`Code::checks`].
    IsInstance {
        to: Slot,
        object: Slot,
        index: u32,
    },
    Resolve {
        to: Slot,
        value: Slot,
    },
    IsNull {
        to: Slot,
        value: Slot,
    },
    Statics {
        to: Slot,
        class: ClassId,
    },
    ClassObject {
        to: Slot,
        class: ClassId,
    },
    StringLiteral {
        to: Slot,
        literal: LiteralId,
    },
    /// Loads and stores of other widths.
    Load {
        width: u32,
        to: Slot,
        address: Slot,
    },
    Store {
        width: u32,
        value: Slot,
        address: Slot,
    },
    /// Anything else without control flow: an index into [`Code::general`].
    General {
        index: u32,
    },
    Alloca {
        index: u32,
    },
    Call {
        index: u32,
    },
    Intrinsic {
        index: u32,
    },
    Jump {
        target: u32,
    },
    /// On an `i1`.
    Branch {
        condition: Slot,
        then: u32,
        otherwise: u32,
    },
    BranchEq {
        shift: u8,
        a: Slot,
        b: Slot,
        then: u32,
        otherwise: u32,
    },
    BranchUlt {
        shift: u8,
        a: Slot,
        b: Slot,
        then: u32,
        otherwise: u32,
    },
    BranchUle {
        shift: u8,
        a: Slot,
        b: Slot,
        then: u32,
        otherwise: u32,
    },
    BranchSlt {
        shift: u8,
        a: Slot,
        b: Slot,
        then: u32,
        otherwise: u32,
    },
    BranchSle {
        shift: u8,
        a: Slot,
        b: Slot,
        then: u32,
        otherwise: u32,
    },
    Switch {
        value: Slot,
        index: u32,
    },
    /// Results are in [`Code::returns`].
    Return {
        index: u32,
    },
    Error {
        index: u32,
    },
    Unsupported {
        index: u32,
    },
}

impl Op {
    /// Bit of the shift of a [`Op::BranchEq`] that stands for a branch on `!=`: the value of the
    /// decision is 1 where the operands differ.
    pub(crate) const NEGATED: u8 = 0x80;
}

/// Operations without a compact form; operands of more than 64 bits are possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum General {
    Binary {
        op: BinaryOp,
        width: u32,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Unary {
        op: UnaryOp,
        width: u32,
        to: Slot,
        a: Slot,
    },
    Compare {
        op: CompareOp,
        width: u32,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    FloatBinary {
        op: FloatBinaryOp,
        format: FloatFormat,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    FloatUnary {
        op: FloatUnaryOp,
        format: FloatFormat,
        to: Slot,
        a: Slot,
    },
    FloatFma {
        format: FloatFormat,
        to: Slot,
        a: Slot,
        b: Slot,
        c: Slot,
    },
    FloatCompare {
        op: FloatCompareOp,
        format: FloatFormat,
        to: Slot,
        a: Slot,
        b: Slot,
    },
    Cast {
        op: CastOp,
        from: Type,
        into: Type,
        to: Slot,
        a: Slot,
    },
    Select {
        width: u32,
        to: Slot,
        condition: Slot,
        a: Slot,
        b: Slot,
    },
}

/// A place that allocates a stack object.
#[derive(Clone, Debug)]
pub(crate) struct AllocaSite {
    pub to: Slot,
    pub size: Slot,
    /// Shared by the objects it makes as long as the size is the one named there.
    pub info: Arc<ObjectInfo>,
}

/// Whom a call calls.
#[derive(Debug)]
pub(crate) enum Callee {
    Direct(FunctionId),
    Indirect(Slot),
    /// With the method of the class of the last receiver; see [`crate::interpret`].
    Virtual(SelectorId, AtomicU64),
}

/// A test for a class with the answer for the class of the last object.
#[derive(Debug)]
pub(crate) struct TypeCheck {
    pub class: ClassId,
    pub cache: AtomicU64,
}

/// A place that calls.
#[derive(Debug)]
pub(crate) struct CallSite {
    pub callee: Callee,
    pub arguments: Box<[Slot]>,
    pub types: Box<[Type]>,
    /// Variadic aggregates passed in memory: index of the argument and size.
    pub by_value: Box<[(u32, u64)]>,
    pub results: Box<[Slot]>,
    /// Widths of the results, as the caller takes them.
    pub widths: Box<[u32]>,
}

/// A place that uses an intrinsic.
#[derive(Clone, Debug)]
pub(crate) struct IntrinsicSite {
    pub intrinsic: Intrinsic,
    pub arguments: Box<[Slot]>,
    pub result: Option<Slot>,
}

/// A switch.
#[derive(Clone, Debug)]
pub(crate) struct SwitchTable {
    pub width: u32,
    /// Value, target and number of each case, in order of the source.
    pub cases: Vec<(CaseValue, u32)>,
    /// Cases of at most 64 bits sorted by value: value and index into `cases`.
    pub sorted: Vec<(u64, u32)>,
    pub default: u32,
}

/// A value a switch compares with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CaseValue {
    Small(u64),
    Wide(term::Bits),
}

/// Where an instruction comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InstructionOrigin {
    pub block: BlockId,
    pub instruction: u32,
    pub location: Location,
    /// Number of the decision; `u32::MAX` for none.
    pub decision: u32,
}

/// A function ready to run.
#[derive(Debug)]
pub(crate) struct Code {
    pub function: FunctionId,
    pub name: String,
    pub user: bool,
    /// Where the function is defined.
    pub location: Location,
    pub ops: Vec<Op>,
    /// Beside each op.
    pub places: Vec<InstructionOrigin>,
    /// Slots of the function's registers.
    pub slots: Box<[Slot]>,
    /// Slots before the constants.
    pub registers: u32,
    pub constants: Vec<Cell>,
    pub parameters: Vec<Slot>,
    pub parameter_types: Vec<Type>,
    /// Parameters that are aggregates passed in memory.
    pub by_value: Vec<u32>,
    pub variadic: bool,
    /// True if the last result is an exception.
    pub throws: bool,
    /// How calls of it are treated.
    pub treatment: Treatment,
    pub general: Vec<General>,
    pub allocas: Vec<AllocaSite>,
    pub calls: Vec<CallSite>,
    pub checks: Vec<TypeCheck>,
    pub intrinsics: Vec<IntrinsicSite>,
    pub switches: Vec<SwitchTable>,
    pub returns: Vec<Box<[Slot]>>,
    pub errors: Vec<(ErrorKind, String)>,
    pub unsupported: Vec<String>,
}

impl SwitchTable {
    /// Number of the case that a value of at most 64 bits matches; the number of cases for the
    /// default.
    #[inline]
    pub(crate) fn find(&self, value: u64) -> usize {
        match self.sorted.binary_search_by_key(&value, |&(case, _)| case) {
            Ok(index) => self.sorted[index].1 as usize,
            Err(_) => self.cases.len(),
        }
    }

    /// Where a case goes.
    #[inline]
    pub(crate) fn target(&self, case: usize) -> u32 {
        self.cases
            .get(case)
            .map_or(self.default, |&(_, target)| target)
    }
}

impl Code {
    /// Slots of a frame.
    pub(crate) fn frame_size(&self) -> usize {
        self.registers as usize + self.constants.len()
    }
}
