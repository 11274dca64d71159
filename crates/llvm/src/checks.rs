//! What else is checked.

/// Errors that are looked for only when asked, by the names of `--check`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checks {
    /// Signed overflow of addition, subtraction, multiplication.
    pub overflow: bool,
    /// The same for unsigned arithmetic, as far as bitcode can tell it.
    pub unsigned_overflow: bool,
    /// Pointer arithmetic that wraps or starts from null.
    pub pointer_overflow: bool,
    /// Floats outside the range of the integer type they are converted to.
    pub float_cast: bool,
    /// Variable-length arrays of no or negative size.
    pub vla_bound: bool,
    /// Reads of memory never written: all local variables then stay in memory.
    pub uninit: bool,
}
