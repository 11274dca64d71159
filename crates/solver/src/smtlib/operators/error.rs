//! Why a function of a theory cannot be applied.

/// What is wrong with an application.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum Misapplied {
    #[error("is not known")]
    Unknown,
    #[error("{0} operands")]
    Count(usize),
    #[error("operands of different sorts")]
    Differ,
    #[error("{which} is {wanted}")]
    Sort {
        which: &'static str,
        wanted: &'static str,
    },
    #[error("index or element of another sort than the array's")]
    OfArray,
    #[error("a constant array has one element")]
    Elements,
    #[error("indices {indices:?} on {width} bits")]
    Indices { indices: Vec<u32>, width: u32 },
    #[error("one index is expected")]
    OneIndex,
    #[error("a bit-vector of {0} bits is not supported")]
    Width(u32),
    #[error("floats have the formats of 16, 32, 64 or 128 bits")]
    Format,
    #[error("the parts make no format of 16, 32, 64 or 128 bits")]
    Parts,
    #[error("nothing of the operand's sort can be converted")]
    Conversion,
}

/// An operand that is not of the sort that its place needs.
pub(crate) fn wrong(which: &'static str, wanted: &'static str) -> Misapplied {
    Misapplied::Sort { which, wanted }
}
