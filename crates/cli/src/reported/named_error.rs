//! What analysers say is wrong, as far as the machine looks for it.

use ir::ErrorKind;
use suite::Check;

/// An error that a rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedError {
    NullDereference,
    OutOfBounds,
    UseAfterFree,
    DoubleFree,
    InvalidFree,
    Leak,
    DivisionByZero,
    SignedOverflow,
    BadShift,
    Uninitialised,
    FloatCast,
    ArraySize,
    ConstantWritten,
    Recursion,
    Assertion,
    NoValueReturned,
    LibraryMisuse,
    ClassCast,
    NumberFormat,
    NoSuchElement,
    ArrayStore,
}

impl NamedError {
    /// All of them.
    const ALL: [NamedError; 21] = [
        NamedError::NullDereference,
        NamedError::OutOfBounds,
        NamedError::UseAfterFree,
        NamedError::DoubleFree,
        NamedError::InvalidFree,
        NamedError::Leak,
        NamedError::DivisionByZero,
        NamedError::SignedOverflow,
        NamedError::BadShift,
        NamedError::Uninitialised,
        NamedError::FloatCast,
        NamedError::ArraySize,
        NamedError::ConstantWritten,
        NamedError::Recursion,
        NamedError::Assertion,
        NamedError::NoValueReturned,
        NamedError::LibraryMisuse,
        NamedError::ClassCast,
        NamedError::NumberFormat,
        NamedError::NoSuchElement,
        NamedError::ArrayStore,
    ];

    /// The one that a rule of Wayfarer's own logs names: a kind of error, or the class of an exception.
    pub fn of_own_rule(rule: &str) -> Option<NamedError> {
        let own = ErrorKind::UncaughtException.name();
        let exception = rule.strip_prefix(own).and_then(|it| it.strip_prefix('/'));
        NamedError::ALL.into_iter().find(|error| match exception {
            Some(class) => error.exceptions().contains(&class),
            None => error.kinds().iter().any(|kind| kind.name() == rule),
        })
    }

    /// The kinds of errors of C that show it.
    pub fn kinds(self) -> &'static [ErrorKind] {
        match self {
            NamedError::NullDereference => &[ErrorKind::NullDereference],
            NamedError::OutOfBounds => &[ErrorKind::OutOfBounds, ErrorKind::InvalidPointer],
            NamedError::UseAfterFree => &[ErrorKind::UseAfterFree],
            NamedError::DoubleFree => &[ErrorKind::DoubleFree],
            NamedError::InvalidFree => &[ErrorKind::InvalidFree],
            NamedError::Leak => &[ErrorKind::MemoryLeak],
            NamedError::DivisionByZero => &[ErrorKind::DivisionByZero],
            NamedError::SignedOverflow => &[ErrorKind::SignedOverflow],
            NamedError::BadShift => &[ErrorKind::BadShift],
            NamedError::Uninitialised => &[ErrorKind::UninitialisedRead],
            NamedError::FloatCast => &[ErrorKind::FloatCastOverflow],
            NamedError::ArraySize => &[ErrorKind::VlaBound],
            NamedError::ConstantWritten => &[ErrorKind::WriteToConstant],
            NamedError::Recursion => &[ErrorKind::StackExhausted],
            NamedError::Assertion => &[ErrorKind::Assertion],
            NamedError::NoValueReturned => &[ErrorKind::Unreachable],
            NamedError::LibraryMisuse => &[ErrorKind::LibraryMisuse],
            NamedError::ClassCast
            | NamedError::NumberFormat
            | NamedError::NoSuchElement
            | NamedError::ArrayStore => &[],
        }
    }

    /// The exceptions of Java that show it.
    pub fn exceptions(self) -> &'static [&'static str] {
        match self {
            NamedError::NullDereference => &["java.lang.NullPointerException"],
            NamedError::OutOfBounds => &[
                "java.lang.IndexOutOfBoundsException",
                "java.lang.ArrayIndexOutOfBoundsException",
                "java.lang.StringIndexOutOfBoundsException",
            ],
            NamedError::DivisionByZero => &["java.lang.ArithmeticException"],
            NamedError::ArraySize => &["java.lang.NegativeArraySizeException"],
            NamedError::Recursion => &["java.lang.StackOverflowError"],
            NamedError::Assertion => &["java.lang.AssertionError"],
            NamedError::ClassCast => &["java.lang.ClassCastException"],
            NamedError::NumberFormat => &["java.lang.NumberFormatException"],
            NamedError::NoSuchElement => &["java.util.NoSuchElementException"],
            NamedError::ArrayStore => &["java.lang.ArrayStoreException"],
            NamedError::UseAfterFree
            | NamedError::DoubleFree
            | NamedError::InvalidFree
            | NamedError::Leak
            | NamedError::SignedOverflow
            | NamedError::BadShift
            | NamedError::Uninitialised
            | NamedError::FloatCast
            | NamedError::ConstantWritten
            | NamedError::NoValueReturned
            | NamedError::LibraryMisuse => &[],
        }
    }

    /// What of it an exploration does not notice that sees everything: then its end without such an error refutes nothing.
    pub fn unnoticed(self) -> Option<&'static str> {
        match self {
            NamedError::OutOfBounds => Some(
                "accesses are checked against whole objects: one that leaves a member or an inner array \
                 and stays in the object is no error there",
            ),
            NamedError::Uninitialised => Some(
                "reads of memory that was never written are errors only where something depends on them",
            ),
            NamedError::Leak => Some(
                "memory counts as lost only if nothing points to it when the program or the call ends",
            ),
            NamedError::LibraryMisuse => Some("not all contracts of the C library are checked"),
            NamedError::Recursion => {
                Some("how deep a stack may become differs from machine to machine")
            }
            NamedError::NullDereference
            | NamedError::UseAfterFree
            | NamedError::DoubleFree
            | NamedError::InvalidFree
            | NamedError::DivisionByZero
            | NamedError::SignedOverflow
            | NamedError::BadShift
            | NamedError::FloatCast
            | NamedError::ArraySize
            | NamedError::ConstantWritten
            | NamedError::Assertion
            | NamedError::NoValueReturned
            | NamedError::ClassCast
            | NamedError::NumberFormat
            | NamedError::NoSuchElement
            | NamedError::ArrayStore => None,
        }
    }

    /// The check without which errors of C like this are not looked for.
    pub fn check(self) -> Option<Check> {
        match self {
            NamedError::SignedOverflow => Some(Check::Overflow),
            NamedError::ArraySize => Some(Check::VlaBound),
            NamedError::Leak => Some(Check::Leak),
            NamedError::Uninitialised => Some(Check::Uninit),
            NamedError::FloatCast => Some(Check::FloatCast),
            NamedError::NullDereference
            | NamedError::OutOfBounds
            | NamedError::UseAfterFree
            | NamedError::DoubleFree
            | NamedError::InvalidFree
            | NamedError::DivisionByZero
            | NamedError::BadShift
            | NamedError::ConstantWritten
            | NamedError::Recursion
            | NamedError::Assertion
            | NamedError::NoValueReturned
            | NamedError::LibraryMisuse
            | NamedError::ClassCast
            | NamedError::NumberFormat
            | NamedError::NoSuchElement
            | NamedError::ArrayStore => None,
        }
    }

    /// True if it happens when a run ends, and is told where what is lost came from.
    pub fn is_told_at_the_end(self) -> bool {
        self == NamedError::Leak
    }

    /// True if a finding shows it: of this kind, and of this class if it is an exception.
    pub fn is_shown_by(self, kind: &str, exception: Option<&str>) -> bool {
        match exception {
            Some(exception) => self.exceptions().contains(&exception),
            None => self.kinds().iter().any(|known| known.name() == kind),
        }
    }
}

/// What a rule looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleError {
    pub condition: NamedError,
    /// The rule means more than the errors that are looked for: why.
    pub means_more: Option<&'static str>,
}

impl RuleError {
    /// Why an exhaustive exploration without such an error refutes nothing, if it does not.
    pub fn unnoticed(self) -> Option<&'static str> {
        self.means_more.or(self.condition.unnoticed())
    }
}
