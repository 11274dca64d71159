//! The words of the textual form for operations, one table each, read both ways.

use crate::{
    BinaryOp, CastOp, CompareOp, FloatBinaryOp, FloatCompareOp, FloatFormat, FloatUnaryOp,
    Rounding, Type, UnaryOp,
};

/// A thing with a word in the textual form.
pub(super) trait Mnemonic: Sized {
    /// What a parser error calls such a word.
    const WHAT: &'static str;
    /// The word.
    fn word(self) -> &'static str;
    /// What the word means.
    fn from_word(word: &str) -> Option<Self>;
}

macro_rules! mnemonics {
    ($ty:ty, $what:literal: $( ($($variant:tt)+) = $word:literal, )+) => {
        impl Mnemonic for $ty {
            const WHAT: &'static str = $what;

            fn word(self) -> &'static str {
                match self { $( $($variant)+ => $word, )+ }
            }

            fn from_word(word: &str) -> Option<Self> {
                match word {
                    $( $word => Some($($variant)+), )+
                    _ => None,
                }
            }
        }
    };
}

mnemonics! { BinaryOp, "a binary operation":
    (BinaryOp::Add) = "add",
    (BinaryOp::Sub) = "sub",
    (BinaryOp::Mul) = "mul",
    (BinaryOp::Udiv) = "udiv",
    (BinaryOp::Sdiv) = "sdiv",
    (BinaryOp::Urem) = "urem",
    (BinaryOp::Srem) = "srem",
    (BinaryOp::And) = "and",
    (BinaryOp::Or) = "or",
    (BinaryOp::Xor) = "xor",
    (BinaryOp::Shl) = "shl",
    (BinaryOp::Lshr) = "lshr",
    (BinaryOp::Ashr) = "ashr",
    (BinaryOp::RotateLeft) = "rotl",
    (BinaryOp::RotateRight) = "rotr",
}

mnemonics! { UnaryOp, "a unary operation":
    (UnaryOp::Not) = "not",
    (UnaryOp::Negate) = "neg",
    (UnaryOp::CountOnes) = "popcount",
    (UnaryOp::LeadingZeros) = "clz",
    (UnaryOp::TrailingZeros) = "ctz",
    (UnaryOp::ByteSwap) = "bswap",
    (UnaryOp::BitReverse) = "bitreverse",
}

mnemonics! { CompareOp, "an integer predicate (eq, ne, ult, slt, saddo, ...)":
    (CompareOp::Eq) = "eq",
    (CompareOp::Ne) = "ne",
    (CompareOp::Ult) = "ult",
    (CompareOp::Ule) = "ule",
    (CompareOp::Ugt) = "ugt",
    (CompareOp::Uge) = "uge",
    (CompareOp::Slt) = "slt",
    (CompareOp::Sle) = "sle",
    (CompareOp::Sgt) = "sgt",
    (CompareOp::Sge) = "sge",
    (CompareOp::UaddOverflows) = "uaddo",
    (CompareOp::SaddOverflows) = "saddo",
    (CompareOp::UsubOverflows) = "usubo",
    (CompareOp::SsubOverflows) = "ssubo",
    (CompareOp::UmulOverflows) = "umulo",
    (CompareOp::SmulOverflows) = "smulo",
}

mnemonics! { FloatBinaryOp, "a floating-point operation":
    (FloatBinaryOp::Add) = "fadd",
    (FloatBinaryOp::Sub) = "fsub",
    (FloatBinaryOp::Mul) = "fmul",
    (FloatBinaryOp::Div) = "fdiv",
    (FloatBinaryOp::Fmod) = "fmod",
    (FloatBinaryOp::Remainder) = "fremainder",
    (FloatBinaryOp::Min) = "fmin",
    (FloatBinaryOp::Max) = "fmax",
    (FloatBinaryOp::CopySign) = "fcopysign",
}

mnemonics! { FloatUnaryOp, "a floating-point operation":
    (FloatUnaryOp::Negate) = "fneg",
    (FloatUnaryOp::Absolute) = "fabs",
    (FloatUnaryOp::Sqrt) = "fsqrt",
    (FloatUnaryOp::Round(Rounding::NearestEven)) = "frint",
    (FloatUnaryOp::Round(Rounding::NearestAway)) = "fround",
    (FloatUnaryOp::Round(Rounding::TowardPositive)) = "fceil",
    (FloatUnaryOp::Round(Rounding::TowardNegative)) = "ffloor",
    (FloatUnaryOp::Round(Rounding::TowardZero)) = "ftrunc",
}

mnemonics! { FloatCompareOp, "a floating-point predicate (oeq, olt, uno, ...)":
    (FloatCompareOp::Oeq) = "oeq",
    (FloatCompareOp::Ogt) = "ogt",
    (FloatCompareOp::Oge) = "oge",
    (FloatCompareOp::Olt) = "olt",
    (FloatCompareOp::Ole) = "ole",
    (FloatCompareOp::One) = "one",
    (FloatCompareOp::Ord) = "ord",
    (FloatCompareOp::Uno) = "uno",
    (FloatCompareOp::Ueq) = "ueq",
    (FloatCompareOp::Ugt) = "ugt",
    (FloatCompareOp::Uge) = "uge",
    (FloatCompareOp::Ult) = "ult",
    (FloatCompareOp::Ule) = "ule",
    (FloatCompareOp::Une) = "une",
}

mnemonics! { CastOp, "a conversion":
    (CastOp::ZeroExtend) = "zext",
    (CastOp::SignExtend) = "sext",
    (CastOp::Truncate) = "trunc",
    (CastOp::FloatToSigned) = "fptosi",
    (CastOp::FloatToUnsigned) = "fptoui",
    (CastOp::SignedToFloat) = "sitofp",
    (CastOp::UnsignedToFloat) = "uitofp",
    (CastOp::FloatToFloat) = "fpcast",
}

mnemonics! { FloatFormat, "a floating-point type (f16, f32, f64, f80, f128)":
    (FloatFormat::Half) = "f16",
    (FloatFormat::Single) = "f32",
    (FloatFormat::Double) = "f64",
    (FloatFormat::X87) = "f80",
    (FloatFormat::Quad) = "f128",
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Type::Int(width) => write!(f, "i{width}"),
            Type::Float(format) => f.write_str(format.word()),
            Type::Ptr => f.write_str("ptr"),
        }
    }
}

/// The type of that name.
pub(super) fn type_from_word(word: &str) -> Option<Type> {
    if word == "ptr" {
        return Some(Type::Ptr);
    }
    if let Some(format) = FloatFormat::from_word(word) {
        return Some(Type::Float(format));
    }
    let width = word.strip_prefix('i')?;
    if width.starts_with(['0', '+']) {
        return None;
    }
    width
        .parse()
        .ok()
        .filter(|width| (1..=Type::MAX_INT_WIDTH).contains(width))
        .map(Type::Int)
}
