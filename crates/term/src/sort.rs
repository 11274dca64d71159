//! The sorts of terms.

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
