//! The instructions of a method, decoded: constants are resolved to names, jumps to indices. What
//! the front end makes itself (lambdas, records, …) is written in them, too.

mod decode;

pub use decode::{DecodeError, DecodeErrorKind, decode};

use crate::class_file::{DynamicRef, HandleRef, MemberRef};
use crate::descriptor::Kind;
use crate::symbol::Symbol;
use ir::{BinaryOp, FunctionId, Intrinsic, LiteralId, Primitive};

/// Code of a method.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// Slots of local variables.
    pub max_locals: u16,
    /// Instructions in order.
    pub ops: Vec<Op>,
    /// Place of each instruction in the class file's code, in bytes.
    pub offsets: Vec<u32>,
    /// Handlers in order.
    pub handlers: Vec<Handler>,
}

/// A handler of exceptions; places are indices of instructions.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    /// First instruction it protects.
    pub start: u32,
    /// Instruction behind those it protects.
    pub end: u32,
    /// Where it starts.
    pub handler: u32,
    /// The class it catches; `None` for all.
    pub class: Option<Symbol>,
}

/// A condition on an integer (against zero or another one).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Condition {
    Eq,
    Ne,
    Lt,
    Ge,
    Gt,
    Le,
}

/// How a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Invoke {
    Virtual,
    Special,
    Static,
    Interface,
}

/// Binary operators of floating kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// An instruction. Its operands are on the stack as the JVM has it.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// Nothing.
    Nop,
    /// A null reference.
    Null,
    /// A number: kind and bit pattern.
    Number(Kind, u64),
    /// A string constant.
    Literal(LiteralId),
    /// A class constant.
    ClassConstant(Symbol),
    /// A method handle constant.
    HandleConstant(HandleRef),
    /// A method type constant.
    MethodTypeConstant(Symbol),
    /// A dynamically computed constant.
    DynamicConstant(DynamicRef),
    /// Reads a local variable.
    Load(Kind, u16),
    /// Writes a local variable.
    Store(Kind, u16),
    /// Adds to an `int` variable.
    Increment(u16, i32),
    /// Reads an element; `None` for references; `Byte` also for `boolean`.
    ArrayLoad(Option<Primitive>),
    /// Writes an element.
    ArrayStore(Option<Primitive>),
    /// Drops a value of one slot.
    Pop,
    /// Drops two slots.
    Pop2,
    /// Copies the top slot below the one `skip` slots under it: `dup`, `dup_x1`, `dup_x2`.
    Dup {
        /// 0, 1 or 2.
        skip: u8,
    },
    /// The same for the two top slots: `dup2`, `dup2_x1`, `dup2_x2`.
    Dup2 {
        /// 0, 1 or 2.
        skip: u8,
    },
    /// Exchanges the two top values.
    Swap,
    /// Integer arithmetic other than division; a shift's amount is an `int`.
    Binary(BinaryOp, Kind),
    /// Integer division or remainder.
    Divide {
        /// `int` or `long`.
        kind: Kind,
        /// True for the remainder.
        remainder: bool,
    },
    /// Floating arithmetic.
    FloatBinary(FloatOp, Kind),
    /// Arithmetic negation.
    Negate(Kind),
    /// Conversion between kinds.
    Convert(Kind, Kind),
    /// An `int` narrowed to `byte`, `char` or `short`.
    Narrow(Primitive),
    /// Bits of a value as a `long`.
    ToBits(Kind),
    /// The value that has the low bits of a `long`.
    FromBits(Kind),
    /// `lcmp`.
    CompareLong,
    /// `fcmpl`, `dcmpg`, …: with the result for unordered operands.
    CompareFloat(Kind, i32),
    /// Jumps if an `int` compares so with 0.
    If(Condition, u32),
    /// Jumps if two `int`s compare so.
    IfCompare(Condition, u32),
    /// Jumps if two references are the same (`true`) or not.
    IfSame(bool, u32),
    /// Jumps if a reference is null (`true`) or not.
    IfNull(bool, u32),
    /// Jumps.
    Goto(u32),
    /// Calls a subroutine.
    Jsr(u32),
    /// Returns from a subroutine.
    Ret(u16),
    /// `tableswitch` and `lookupswitch`: cases, default.
    Switch(Box<[(i32, u32)]>, u32),
    /// Returns.
    Return(Option<Kind>),
    /// Reads a static field.
    GetStatic(MemberRef),
    /// Writes a static field.
    PutStatic(MemberRef),
    /// Reads a field.
    GetField(MemberRef),
    /// Writes a field.
    PutField(MemberRef),
    /// Calls a method.
    Invoke(Invoke, MemberRef),
    /// A dynamically computed call site.
    InvokeDynamic(DynamicRef),
    /// Calls a function of the front end's own with values of these kinds.
    CallFunction(FunctionId),
    /// An operation of the machine.
    Intrinsic(Intrinsic),
    /// A new instance.
    New(Symbol),
    /// A new array of that array class.
    NewArray(Symbol),
    /// A new array of arrays of that class, with so many dimensions given.
    NewMultiArray(Symbol, u8),
    /// Length of an array.
    ArrayLength,
    /// Throws.
    Throw,
    /// Checks a cast.
    CheckCast(Symbol),
    /// Tests for a class.
    InstanceOf(Symbol),
    /// Enters or leaves a monitor.
    Monitor,
    /// What cannot be executed, in words.
    Unsupported(Box<str>),
}
