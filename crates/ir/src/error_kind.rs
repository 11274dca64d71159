//! The kinds of errors a program can make, by the names users see and script against.

macro_rules! error_kinds {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)*) => {
        /// Kind of an error found in a program under test.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord,
            serde::Serialize, serde::Deserialize,
        )]
        pub enum ErrorKind { $($(#[$doc])* $variant,)* }

        impl ErrorKind {
            /// Every kind.
            pub const ALL: &[ErrorKind] = &[$(ErrorKind::$variant,)*];

            /// Name in output, tests and the textual form.
            pub fn name(self) -> &'static str {
                match self { $(ErrorKind::$variant => $name,)* }
            }

            /// The kind of that name.
            pub fn from_name(name: &str) -> Option<ErrorKind> {
                ErrorKind::ALL.iter().copied().find(|kind| kind.name() == name)
            }
        }
    };
}

error_kinds! {
    /// A load, store or library call touches bytes outside its object.
    OutOfBounds = "out-of-bounds",
    /// An access to a freed heap object or to a dead stack object.
    UseAfterFree = "use-after-free",
    /// `free` of a freed object.
    DoubleFree = "double-free",
    /// `free` of what `malloc` did not return.
    InvalidFree = "invalid-free",
    /// An access through a null pointer (or one near it).
    NullDereference = "null-dereference",
    /// An access through a pointer that names no object.
    InvalidPointer = "invalid-pointer",
    /// A store to a constant.
    WriteToConstant = "write-to-constant",
    /// Integer division or remainder by zero.
    DivisionByZero = "division-by-zero",
    /// A shift by a negative amount or by at least the width.
    BadShift = "bad-shift",
    /// Signed overflow, including the smallest integer divided by -1.
    SignedOverflow = "signed-overflow",
    /// Unsigned overflow (`--check unsigned-overflow`).
    UnsignedOverflow = "unsigned-overflow",
    /// Pointer arithmetic that leaves the address space (`--check pointer-overflow`).
    PointerOverflow = "pointer-overflow",
    /// A float outside the range of the integer it is converted to (`--check float-cast`).
    FloatCastOverflow = "float-cast-overflow",
    /// A variable-length array of no or negative size.
    VlaBound = "vla-bound",
    /// A failed `assert`.
    Assertion = "assertion",
    /// `abort` called.
    Abort = "abort",
    /// `reach_error`, `__VERIFIER_error` or `wf_reach` called.
    ReachError = "reach-error",
    /// `__builtin_unreachable`, or the end of a function that must return a value.
    Unreachable = "unreachable",
    /// `__builtin_trap`.
    Trap = "trap",
    /// The call stack exceeds its limit.
    StackExhausted = "stack-exhausted",
    /// Heap memory that nothing points to at the end (`--check leak`).
    MemoryLeak = "memory-leak",
    /// A branch, address or library call that depends on memory never written (`--check uninit`).
    UninitialisedRead = "uninitialised-read",
    /// A function called through a pointer of another type.
    BadCall = "bad-call",
    /// A C library function called against its contract (overlapping `memcpy`, `free` of a
    /// stream, …).
    LibraryMisuse = "library-misuse",
    /// An exception that nothing caught.
    UncaughtException = "uncaught-exception",
    /// A clause of a specification violated (`--spec`).
    SpecificationViolation = "specification-violation",
}
