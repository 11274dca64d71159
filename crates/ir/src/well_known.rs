//! Classes that the machine itself works with.

use crate::{ClassId, FunctionId};

/// Layout of the class of strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StringLayout {
    /// The class.
    pub class: ClassId,
    /// Class of the array that holds the contents, the array of bytes.
    pub bytes: ClassId,
    /// Offset of the reference to the contents.
    pub value: u32,
    /// Offset of the byte that says how the contents are encoded: 0 for Latin-1, 1 for UTF-16.
    pub coder: u32,
}

/// Layout of the class whose objects stand for classes, their *mirrors*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MirrorLayout {
    /// The class.
    pub class: ClassId,
    /// Offset of the 4 bytes that hold the id of the class an object stands for.
    pub id: u32,
}

/// Layout of the class that all exceptions are objects of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThrowableLayout {
    /// The class.
    pub class: ClassId,
    /// Offset of the reference to the backtrace.
    pub backtrace: u32,
}

/// What the machine itself must know of a program's classes, filled by the front end. What needs a
/// missing part is *unsupported*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WellKnown {
    /// The class that all others extend.
    pub object: Option<ClassId>,
    /// The class of strings.
    pub string: Option<StringLayout>,
    /// The class of objects that stand for classes.
    pub mirror: Option<MirrorLayout>,
    /// The class of exceptions.
    pub throwable: Option<ThrowableLayout>,
    /// The class of arrays of 32-bit integers.
    pub ints: Option<ClassId>,
    /// The function called instead of one for whose frame there is no room; its only result is the
    /// exception.
    pub stack_overflow: Option<FunctionId>,
}

impl WellKnown {
    /// Nothing.
    pub const NONE: WellKnown = WellKnown {
        object: None,
        string: None,
        mirror: None,
        throwable: None,
        ints: None,
        stack_overflow: None,
    };
}
