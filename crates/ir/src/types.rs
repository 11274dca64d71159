//! Types of registers, and types of the source language as debug information gives them.

use serde::{Deserialize, Serialize};

/// Type of a register or constant: always a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// Bit-vector of a width ≥ 1; `i1` is the type of conditions.
    Int(u32),
    /// Floating-point bit pattern.
    Float(FloatFormat),
    /// C pointer, 64 bits.
    Ptr,
}

impl Type {
    /// Widest integer there is: what a front end meets beyond is unsupported.
    pub const MAX_INT_WIDTH: u32 = 1 << 16;

    /// Width of the register in bits.
    pub fn width(self) -> u32 {
        match self {
            Type::Int(w) => w,
            Type::Float(f) => f.width(),
            Type::Ptr => 64,
        }
    }

    /// Bytes that a load or store of this type touches (x87 stores 10 bytes; integers of odd
    /// widths the bytes that hold them).
    pub fn store_size(self) -> u64 {
        u64::from(self.width()).div_ceil(8)
    }
}

/// Floating-point formats of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FloatFormat {
    /// binary16
    Half,
    /// binary32
    Single,
    /// binary64
    Double,
    /// x87 double extended, 80 bits
    X87,
    /// binary128
    Quad,
}

impl FloatFormat {
    /// Width of the bit pattern in bits.
    pub fn width(self) -> u32 {
        match self {
            FloatFormat::Half => 16,
            FloatFormat::Single => 32,
            FloatFormat::Double => 64,
            FloatFormat::X87 => 80,
            FloatFormat::Quad => 128,
        }
    }
}

/// Rounding direction of an instruction that rounds to an integral value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rounding {
    /// To nearest, ties to even (`rint`, `nearbyint`, `roundeven`).
    NearestEven,
    /// To nearest, ties away from zero (`round`).
    NearestAway,
    /// Up (`ceil`).
    TowardPositive,
    /// Down (`floor`).
    TowardNegative,
    /// `trunc`.
    TowardZero,
}

/// Index of a source type in [`crate::Module::source_types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SourceTypeId(pub u32);

/// A type of the source language. Sizes and offsets are in bytes unless said otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum SourceType {
    /// `void`, or a type debug information does not describe.
    Void,
    /// An integer, character or boolean type.
    Int {
        /// Name in the source (`unsigned int`, `char`, `_Bool`).
        name: String,
        /// Width in bits.
        width: u32,
        /// Two's complement if true.
        signed: bool,
    },
    /// A floating type.
    Float {
        /// Name in the source.
        name: String,
        /// Its format.
        format: FloatFormat,
        /// Size in memory (16 for `long double`).
        size: u64,
    },
    /// A pointer.
    Pointer {
        /// Pointed-to type.
        target: SourceTypeId,
    },
    /// An array.
    Array {
        /// Element type.
        element: SourceTypeId,
        /// Number of elements; 0 if unknown (flexible array member).
        count: u64,
    },
    /// A structure or union; members of a union all have offset 0.
    Record {
        /// Tag, if any.
        name: Option<String>,
        /// True for unions.
        union: bool,
        /// True for a class of C++ that keeps its objects in order itself: it has constructors, members that
        /// others do not see, or virtual functions. Not every contents is an object of it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        encapsulated: bool,
        /// Size; 0 for an incomplete type.
        size: u64,
        /// Members in order of declaration.
        members: Vec<SourceMember>,
    },
    /// An enumeration.
    Enum {
        /// Tag, if any.
        name: Option<String>,
        /// Width in bits.
        width: u32,
        /// Two's complement if true.
        signed: bool,
        /// Enumerators and their values.
        values: Vec<(String, i64)>,
    },
    /// A `typedef`.
    Typedef {
        /// Its name.
        name: String,
        /// What it stands for.
        target: SourceTypeId,
    },
    /// `const`, `volatile`, `restrict`, `_Atomic`.
    Qualified {
        /// The qualifier as written in C.
        qualifier: String,
        /// What it qualifies.
        target: SourceTypeId,
    },
    /// A function type.
    Function {
        /// Result; `Void` if none.
        result: SourceTypeId,
        /// Parameters in order.
        parameters: Vec<SourceTypeId>,
        /// True if `...` follows.
        variadic: bool,
    },
}

impl SourceType {
    /// True for the type of truth values, of which a byte holds one bit.
    pub fn is_bool(&self) -> bool {
        matches!(self, SourceType::Int { name, .. } if matches!(name.as_str(), "_Bool" | "bool"))
    }

    /// True for types of text and raw memory.
    pub fn is_byte(&self) -> bool {
        matches!(self, SourceType::Int { width: 8, .. }) && !self.is_bool()
    }
}

/// A member of a structure or union.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SourceMember {
    /// Name; empty for anonymous members.
    pub name: String,
    /// Its type.
    pub ty: SourceTypeId,
    /// Offset from the start of the record in bits.
    pub bit_offset: u64,
    /// Width in bits of a bit-field, `None` for ordinary members.
    pub bit_width: Option<u32>,
}
