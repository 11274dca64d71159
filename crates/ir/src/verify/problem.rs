//! What can be wrong with a module, and where.

use crate::{
    BlockId, ClassId, FileId, FunctionId, GlobalId, Intrinsic, LiteralId, Reg, SelectorId,
    SourceTypeId, Type,
};
use std::fmt;

/// A rule that a module breaks.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{place}: {problem}")]
pub struct VerifyError {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
}

/// A place in a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A source type.
    SourceType(SourceTypeId),
    /// A global of that name.
    Global(String),
    /// A class of that name.
    Class(String),
    /// What the machine knows of a class: that role.
    Role(&'static str),
    /// A function of that name: its signature or registers.
    Function(String),
    /// Code.
    Code {
        /// Name of the function.
        function: String,
        /// Block.
        block: BlockId,
        /// Index of the instruction, `None` for the terminator.
        instruction: Option<usize>,
        /// Source position in words, if it is known.
        location: Option<String>,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::SourceType(id) => write!(f, "type !{}", id.0),
            Place::Global(name) => write!(f, "global `{name}`"),
            Place::Class(name) => write!(f, "class `{name}`"),
            Place::Role(role) => write!(f, "role {role}"),
            Place::Function(name) => write!(f, "function `{name}`"),
            Place::Code {
                function,
                block,
                instruction,
                location,
            } => {
                write!(f, "function `{function}`, block{}, ", block.0)?;
                match instruction {
                    Some(index) => write!(f, "instruction {index}")?,
                    None => f.write_str("terminator")?,
                }
                location
                    .as_ref()
                    .map_or(Ok(()), |location| write!(f, " ({location})"))
            }
        }
    }
}

/// A broken rule.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum Problem {
    /// Index beyond the registers.
    #[error("there is no register %{}", .0.0)]
    NoSuchRegister(Reg),
    /// Index beyond the blocks.
    #[error("there is no block{}", .0.0)]
    NoSuchBlock(BlockId),
    /// Index beyond the functions.
    #[error("there is no function #{}", .0.0)]
    NoSuchFunction(FunctionId),
    /// Index beyond the globals.
    #[error("there is no global #{}", .0.0)]
    NoSuchGlobal(GlobalId),
    /// Index beyond the files.
    #[error("there is no file {}", .0.0)]
    NoSuchFile(FileId),
    /// Index beyond the source types.
    #[error("there is no source type !{}", .0.0)]
    NoSuchSourceType(SourceTypeId),
    /// A source type that holds itself.
    #[error("the type contains itself")]
    InfiniteType,
    /// An integer type of no or too many bits.
    #[error("{0} is not a type: integers have 1 to {max} bits", max = Type::MAX_INT_WIDTH)]
    BadType(Type),
    /// An operand of another type.
    #[error("operand {index} is {found}, expected {expected}")]
    Operand {
        /// Position among the operands.
        index: usize,
        /// Type of the place.
        expected: Expected,
        /// Type of the register.
        found: Type,
    },
    /// A destination of another type.
    #[error("%{} is {found}, expected {expected}", .register.0)]
    Destination {
        /// The destination.
        register: Reg,
        /// What the instruction computes.
        expected: Expected,
        /// Its type.
        found: Type,
    },
    /// An operation on a type that it is not defined on.
    #[error("the operation takes {expected}, not {found}")]
    Domain {
        /// What it takes.
        expected: Expected,
        /// The type given.
        found: Type,
    },
    /// A constant with bits beyond its type, or of too many or few limbs.
    #[error("the constant does not fit {0}")]
    ConstantWidth(Type),
    /// An address in a place that is not 64 bits of integer or pointer.
    #[error("an address does not fit {0}")]
    AddressType(Type),
    /// Extension to fewer bits, or truncation to more.
    #[error("the conversion cannot go from {from} to {to}")]
    Conversion {
        /// From.
        from: Type,
        /// To.
        to: Type,
    },
    /// `bswap` of a broken byte.
    #[error("bytes of {0} cannot be swapped")]
    ByteSwap(Type),
    /// An alignment that is not a power of two.
    #[error("the alignment {0} is not a power of two")]
    Alignment(u64),
    /// Number of arguments.
    #[error("{found} arguments, expected {expected}{}", if *.or_more { " or more" } else { "" })]
    ArgumentCount {
        /// Number of parameters.
        expected: usize,
        /// True for variadic callees.
        or_more: bool,
        /// Number of arguments.
        found: usize,
    },
    /// Types and arguments are not as many.
    #[error("{types} types for {arguments} arguments")]
    ArgumentTypes {
        /// Number of types.
        types: usize,
        /// Number of arguments.
        arguments: usize,
    },
    /// An argument of another type than the parameter.
    #[error("argument {index} is {found}, the parameter is {expected}")]
    Argument {
        /// Position.
        index: usize,
        /// Type of the parameter.
        expected: Type,
        /// Type of the argument.
        found: Type,
    },
    /// More destinations than results.
    #[error("{found} destinations for {expected} results")]
    ResultCount {
        /// Number of results.
        expected: usize,
        /// Number of destinations.
        found: usize,
    },
    /// A destination for an intrinsic without a result.
    #[error("intrinsic {} has no result", .0.name())]
    NoResult(Intrinsic),
    /// A register written twice at once.
    #[error("%{} is written twice at once", .0.0)]
    WrittenTwice(Reg),
    /// Aggregates passed in memory: not ascending, not an argument that may be one, not a pointer.
    #[error("argument {0} cannot be an aggregate passed in memory")]
    ByValue(u32),
    /// Number of values returned.
    #[error("{found} values returned, expected {expected}")]
    ReturnCount {
        /// Number of results.
        expected: usize,
        /// Number of values.
        found: usize,
    },
    /// Two cases of one value.
    #[error("case {second} has the value of case {first}")]
    DuplicateCase {
        /// First of the two.
        first: usize,
        /// Second of the two.
        second: usize,
    },
    /// A case that is not a number.
    #[error("case {0} is not a number")]
    AddressCase(usize),
    /// An edge to the entry block.
    #[error("an edge leads to the entry block")]
    EdgeToEntry,
    /// A decision number used before in the function.
    #[error("decision {0} is another one's number already")]
    DuplicateDecision(u32),
    /// Two parameters in one register.
    #[error("two parameters share %{}", .0.0)]
    SharedParameter(Reg),
    /// A parameter passed in memory that is not a pointer.
    #[error("the parameter %{} is passed in memory but no pointer", .0.0)]
    ByValueParameter(Reg),
    /// Two functions visible under one name.
    #[error("another function of this name is visible too")]
    DuplicateFunction,
    /// Contents of a variable that is defined elsewhere.
    #[error("an external variable has contents")]
    ExternalContents,
    /// Contents not ascending, overlapping or beyond the end.
    #[error("the contents at offset {0} overlap others or the end, or are out of order")]
    Contents(u64),
    /// Index beyond the classes.
    #[error("there is no class #{}", .0.0)]
    NoSuchClass(ClassId),
    /// Index beyond the selectors.
    #[error("there is no selector #{}", .0.0)]
    NoSuchSelector(SelectorId),
    /// Index beyond the string constants.
    #[error("there is no literal #{}", .0.0)]
    NoSuchLiteral(LiteralId),
    /// `new` of an array class, or `newarray` of another one.
    #[error("class #{} cannot be instantiated by this instruction", .0.0)]
    ClassKind(ClassId),
    /// A type that fields and elements cannot have.
    #[error("fields and elements have 8, 16, 32 or 64 bits, not those of {0}")]
    SlotType(Type),
    /// A virtual call without a receiver.
    #[error("the first argument of a virtual call must be the receiver, a ptr")]
    Receiver,
    /// A function that throws but does not return a pointer last.
    #[error("the last result of a function that throws must be ptr, the exception")]
    Throws,
    /// Two classes of one name.
    #[error("another class has this name too")]
    DuplicateClass,
    /// A class that is among its superclasses, interfaces or elements.
    #[error("the class is its own superclass, interface or element")]
    CircularClass,
    /// A size that is less than that of the header.
    #[error("an object of {0} bytes has no room for its header")]
    ClassSize(u32),
    /// A field in the header, beyond the end, or not aligned.
    #[error("field `{0}` is in the header, beyond the end or not aligned to its size")]
    FieldOffset(String),
    /// A register read on a path that does not write it.
    #[error("%{} may be read before it is written", .0.0)]
    Unassigned(Reg),
}

/// What a type should have been.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    /// That type (`ptr` and `i64` stand for each other).
    Type(Type),
    /// Any type of that many bits.
    Bits(u32),
    /// An integer.
    Integer,
    /// An integer or pointer.
    IntegerOrPointer,
    /// A float.
    Float,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expected::Type(ty) => write!(f, "{ty}"),
            Expected::Bits(width) => write!(f, "{width} bits"),
            Expected::Integer => f.write_str("an integer"),
            Expected::IntegerOrPointer => f.write_str("an integer or pointer"),
            Expected::Float => f.write_str("a float"),
        }
    }
}

impl Expected {
    /// True if a type is what was expected.
    pub(super) fn accepts(self, found: Type) -> bool {
        let integral = |ty| matches!(ty, Type::Int(_) | Type::Ptr);
        match self {
            Expected::Type(ty) => {
                ty == found || (integral(ty) && integral(found) && ty.width() == found.width())
            }
            Expected::Bits(width) => width == found.width(),
            Expected::Integer => matches!(found, Type::Int(_)),
            Expected::IntegerOrPointer => integral(found),
            Expected::Float => matches!(found, Type::Float(_)),
        }
    }
}
