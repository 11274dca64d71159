//! Instructions and terminators.

use crate::{
    BlockId, ClassId, ErrorKind, FloatFormat, FunctionId, Intrinsic, LiteralId, Location, Operand,
    Reg, Rounding, SelectorId, Type,
};

/// An instruction with its place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// What it does.
    pub kind: InstructionKind,
    /// Where it comes from.
    pub location: Location,
}

/// What an instruction does. Operand widths are those of `ty` or of the destination register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InstructionKind {
    /// `to = value`; also every bit cast between types of one width.
    Copy {
        /// Destination.
        to: Reg,
        /// Source.
        value: Operand,
    },
    /// Integer arithmetic. Divisions by zero and shifts by the width or more do not get here: the
    /// front end branched to an error before.
    Binary {
        /// Operation.
        op: BinaryOp,
        /// Destination; operands have its width.
        to: Reg,
        /// Left operand.
        left: Operand,
        /// Right operand.
        right: Operand,
    },
    /// Integer operation on one operand.
    Unary {
        /// Operation.
        op: UnaryOp,
        /// Destination; the operand has its width.
        to: Reg,
        /// Operand.
        value: Operand,
    },
    /// Integer or pointer comparison; `to` is an `i1`.
    Compare {
        /// Predicate.
        op: CompareOp,
        /// Type of the operands.
        ty: Type,
        /// Destination.
        to: Reg,
        /// Left operand.
        left: Operand,
        /// Right operand.
        right: Operand,
    },
    /// Floating-point arithmetic in the current rounding mode (to nearest).
    FloatBinary {
        /// Operation.
        op: FloatBinaryOp,
        /// Format of operands and result.
        format: FloatFormat,
        /// Destination.
        to: Reg,
        /// Left operand.
        left: Operand,
        /// Right operand.
        right: Operand,
    },
    /// Floating-point operation on one operand.
    FloatUnary {
        /// Operation.
        op: FloatUnaryOp,
        /// Format of operand and result.
        format: FloatFormat,
        /// Destination.
        to: Reg,
        /// Operand.
        value: Operand,
    },
    /// `to = a × b + c` rounded once.
    FloatFma {
        /// Format.
        format: FloatFormat,
        /// Destination.
        to: Reg,
        /// Factor.
        a: Operand,
        /// Factor.
        b: Operand,
        /// Summand.
        c: Operand,
    },
    /// Floating-point comparison; `to` is an `i1`.
    FloatCompare {
        /// Predicate.
        op: FloatCompareOp,
        /// Format of the operands.
        format: FloatFormat,
        /// Destination.
        to: Reg,
        /// Left operand.
        left: Operand,
        /// Right operand.
        right: Operand,
    },
    /// Conversion from `from` to the type of `to`.
    Cast {
        /// Operation.
        op: CastOp,
        /// Type of the operand.
        from: Type,
        /// Destination.
        to: Reg,
        /// Operand.
        value: Operand,
    },
    /// `to = condition ? then : otherwise`, without a branch.
    Select {
        /// Destination.
        to: Reg,
        /// An `i1`.
        condition: Operand,
        /// Value if 1.
        then: Operand,
        /// Value if 0.
        otherwise: Operand,
    },
    /// Reads memory, little endian, [`Type::store_size`] bytes.
    Load {
        /// Destination; its type says how many bytes.
        to: Reg,
        /// Address.
        address: Operand,
    },
    /// Writes memory, little endian.
    Store {
        /// Type of the value.
        ty: Type,
        /// Value.
        value: Operand,
        /// Address.
        address: Operand,
    },
    /// A fresh stack object, dead when the function returns.
    Alloca {
        /// Destination, a `ptr`.
        to: Reg,
        /// Size in bytes, an `i64`.
        size: Operand,
        /// Alignment in bytes, a power of two.
        align: u64,
        /// Name of the variable in the source, or empty.
        name: String,
    },
    /// A call of a known function. Results beyond `results.len()` are dropped; an empty list
    /// ignores them all.
    Call {
        /// Destinations, one per result of the callee.
        results: Vec<Reg>,
        /// Callee.
        function: FunctionId,
        /// Arguments: those of the parameters, then the variadic ones.
        arguments: Vec<Operand>,
        /// Types of the arguments (the verifier checks them; variadic ones need them).
        types: Vec<Type>,
        /// For variadic aggregates passed in memory: `(index of the argument, size in bytes)`; the
        /// argument is a pointer whose bytes are passed.
        by_value: Vec<(u32, u64)>,
    },
    /// A call through a pointer.
    CallIndirect {
        /// Destinations.
        results: Vec<Reg>,
        /// Address of the callee.
        callee: Operand,
        /// Arguments.
        arguments: Vec<Operand>,
        /// Types of the arguments.
        types: Vec<Type>,
        /// As in [`InstructionKind::Call`].
        by_value: Vec<(u32, u64)>,
    },
    /// An operation of the machine itself.
    CallIntrinsic {
        /// Destination if it has a result.
        result: Option<Reg>,
        /// Which.
        intrinsic: Intrinsic,
        /// Arguments.
        arguments: Vec<Operand>,
    },
    /// A zeroed instance of a class, uninitialised as its source language sees it.
    New {
        /// Destination, a reference.
        to: Reg,
        /// Its class, not an array class.
        class: ClassId,
    },
    /// A zeroed array.
    NewArray {
        /// Destination, a reference.
        to: Reg,
        /// An array class.
        class: ClassId,
        /// Number of elements, an `i32`; the front end branched to an error before if negative.
        length: Operand,
    },
    /// Reads a field of an object or of the statics of a class; as many bytes as `to` has.
    GetField {
        /// Destination.
        to: Reg,
        /// A resolved reference, not null.
        object: Operand,
        /// The class that declares the field.
        class: ClassId,
        /// Offset in bytes.
        offset: u32,
    },
    /// Writes a field.
    PutField {
        /// Type of the value.
        ty: Type,
        /// A resolved reference, not null.
        object: Operand,
        /// The class that declares the field.
        class: ClassId,
        /// Offset in bytes.
        offset: u32,
        /// Value.
        value: Operand,
    },
    /// Reads an element; elements have the size of `to`.
    ArrayLoad {
        /// Destination.
        to: Reg,
        /// A resolved reference to an array, not null.
        array: Operand,
        /// Index, an `i32`; the front end branched to an error before if out of bounds.
        index: Operand,
    },
    /// Writes an element.
    ArrayStore {
        /// Type of the value; elements have its size.
        ty: Type,
        /// A resolved reference to an array, not null.
        array: Operand,
        /// As in [`InstructionKind::ArrayLoad`].
        index: Operand,
        /// Value.
        value: Operand,
    },
    /// Number of elements of an array.
    ArrayLength {
        /// Destination, an `i32`.
        to: Reg,
        /// A resolved reference to an array, not null.
        array: Operand,
    },
    /// Id of the class of an object ([`ClassId`]).
    ClassOf {
        /// Destination, an `i32`.
        to: Reg,
        /// A resolved reference, not null.
        object: Operand,
    },
    /// Whether an object belongs to a class or one of its subclasses.
    IsInstance {
        /// Destination, an `i1`.
        to: Reg,
        /// A resolved reference, not null.
        object: Operand,
        /// The class.
        class: ClassId,
    },
    /// Makes a reference say which object it is: a lazy input becomes null or an object, a
    /// reference that depends on inputs becomes one of those it may be, each on a path of its own.
    /// What is resolved stays as it is.
    Resolve {
        /// Destination, a `ptr`.
        to: Reg,
        /// A reference.
        value: Operand,
    },
    /// Whether a reference is null, without choosing an object for a lazy input.
    IsNull {
        /// Destination, an `i1`.
        to: Reg,
        /// A reference.
        value: Operand,
    },
    /// A call of the method that the class of the first argument has for a selector.
    CallVirtual {
        /// Destinations.
        results: Vec<Reg>,
        /// Which method.
        selector: SelectorId,
        /// Arguments; the first is the receiver, a resolved reference, not null.
        arguments: Vec<Operand>,
        /// Types of the arguments.
        types: Vec<Type>,
    },
    /// The object that holds the static fields of a class; null until its initialisation began.
    Statics {
        /// Destination, a `ptr`.
        to: Reg,
        /// The class.
        class: ClassId,
    },
    /// The object that stands for a class at run time.
    ClassObject {
        /// Destination, a reference.
        to: Reg,
        /// The class.
        class: ClassId,
    },
    /// The string object of a constant; one object for equal strings.
    StringLiteral {
        /// Destination, a reference.
        to: Reg,
        /// The string.
        literal: LiteralId,
    },
    /// Something the front end does not support: executing it ends the path as *unsupported*.
    Unsupported {
        /// What it is, for the user.
        what: String,
    },
}

/// Integer arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Udiv,
    Sdiv,
    Urem,
    Srem,
    And,
    Or,
    Xor,
    Shl,
    Lshr,
    Ashr,
    RotateLeft,
    RotateRight,
}

/// Integer operations on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum UnaryOp {
    Not,
    Negate,
    CountOnes,
    /// The width for 0.
    LeadingZeros,
    /// The width for 0.
    TrailingZeros,
    ByteSwap,
    BitReverse,
}

/// Integer and pointer comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum CompareOp {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
    /// Unsigned addition overflows.
    UaddOverflows,
    /// Signed addition overflows.
    SaddOverflows,
    /// Unsigned subtraction borrows.
    UsubOverflows,
    /// Signed subtraction overflows.
    SsubOverflows,
    /// Unsigned multiplication overflows.
    UmulOverflows,
    /// Signed multiplication overflows.
    SmulOverflows,
}

/// Floating-point arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FloatBinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    /// C `fmod`.
    Fmod,
    /// C `remainder`.
    Remainder,
    /// C `fmin`.
    Min,
    /// C `fmax`.
    Max,
    CopySign,
}

/// Floating-point operations on one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FloatUnaryOp {
    Negate,
    Absolute,
    Sqrt,
    Round(Rounding),
}

/// Floating-point comparison: `O…` is false and `U…` true when an operand is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum FloatCompareOp {
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
}

/// Conversions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum CastOp {
    ZeroExtend,
    SignExtend,
    Truncate,
    /// Towards zero; out of range as x86 has it.
    FloatToSigned,
    /// Towards zero.
    FloatToUnsigned,
    SignedToFloat,
    UnsignedToFloat,
    /// Between float formats, to nearest.
    FloatToFloat,
}

/// The end of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terminator {
    /// Where control goes.
    pub kind: TerminatorKind,
    /// Where it comes from.
    pub location: Location,
}

/// Where control goes at the end of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TerminatorKind {
    /// Always there.
    Jump(Edge),
    /// Two ways by an `i1`.
    Branch {
        /// Condition.
        condition: Operand,
        /// Way if 1.
        then: Edge,
        /// Way if 0.
        otherwise: Edge,
        /// For a branch of the source program: its number among the decisions (conditional
        /// branches and switches, in order of the bitcode) of its function, by which native
        /// replay and machine agree on what was decided. `None` for checks a front end added.
        decision: Option<u32>,
    },
    /// Many ways by an integer.
    Switch {
        /// Value.
        value: Operand,
        /// Type of the value.
        ty: Type,
        /// Cases (values distinct) in order.
        cases: Vec<(crate::Constant, Edge)>,
        /// Way if no case matches.
        default: Edge,
        /// As in [`TerminatorKind::Branch`].
        decision: Option<u32>,
    },
    /// Leaves the function with its results.
    Return(Vec<Operand>),
    /// The program made this error.
    Error {
        /// Kind.
        kind: ErrorKind,
        /// More about it, or empty.
        message: String,
    },
}

/// A way to a block: the moves happen at once (all read before any is written), then control goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Target.
    pub target: BlockId,
    /// Parallel moves.
    pub moves: Vec<(Reg, Operand)>,
}
