//! What is wrong with bytes that should be a class file.

/// Why bytes are no class file, or a constant of one is not what it should be.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum FormatError {
    /// Another first number.
    #[error("it does not start with 0xCAFEBABE")]
    Magic,
    /// It ends before what it says that it contains.
    #[error("it is truncated: {wanted} more bytes are said to be at byte {at}")]
    Truncated {
        /// Where they should be.
        at: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// It goes on behind its last attribute.
    #[error("there is more behind its end, at byte {at}")]
    Trailing {
        /// Its end.
        at: usize,
    },
    /// A constant of no kind there is.
    #[error("constant {index} has the unknown tag {tag}")]
    UnknownTag {
        /// Its number.
        index: u16,
        /// What it says that it is.
        tag: u8,
    },
    /// A number that no constant has.
    #[error("there is no constant {index}")]
    NoConstant {
        /// The number.
        index: u16,
    },
    /// A constant of another kind than its use needs.
    #[error("constant {index} has tag {tag}, it is no {wanted}")]
    ConstantKind {
        /// Its number.
        index: u16,
        /// What it is.
        tag: u8,
        /// What it should be.
        wanted: &'static str,
    },
    /// An annotation with a value of no kind there is, or with too many in each other.
    #[error("an annotation has no value at byte {at}")]
    Annotation {
        /// Where it should be.
        at: usize,
    },
    /// A string in an encoding that is not that of class files.
    #[error("a string is not modified UTF-8")]
    Encoding,
}
