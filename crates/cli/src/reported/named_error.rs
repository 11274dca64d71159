//! What analysers say is wrong, as far as the machine looks for it.

use ir::ErrorKind;
use std::sync::Arc;
use suite::Check;

/// The kind of an error that there is no kind for.
const NATIVE: &str = "native-error";

/// An error that a rule names.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    UnsignedOverflow,
    PointerOverflow,
    Abort,
    ReachError,
    Trap,
    BadCall,
    Uncaught,
    Violation,
    /// What only a native run shows, and there is no kind for.
    Native,
    /// An exception of Java that is none of these: its class.
    Exception(Arc<str>),
}

impl NamedError {
    /// All of them but exceptions by their class.
    const ALL: [NamedError; 30] = [
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
        NamedError::UnsignedOverflow,
        NamedError::PointerOverflow,
        NamedError::Abort,
        NamedError::ReachError,
        NamedError::Trap,
        NamedError::BadCall,
        NamedError::Uncaught,
        NamedError::Violation,
        NamedError::Native,
    ];

    /// The one that a rule of Wayfarer's own logs names: a kind of error, or the class of an exception.
    pub fn of_own_rule(rule: &str) -> Option<NamedError> {
        let own = ErrorKind::UncaughtException.name();
        let exception = rule.strip_prefix(own).and_then(|it| it.strip_prefix('/'));
        let known = NamedError::ALL.into_iter().find(|error| match exception {
            Some(class) => error.exceptions().contains(&class),
            None => error.is_of_kind(rule),
        });
        known.or_else(|| exception.map(|class| NamedError::Exception(class.into())))
    }

    /// True if findings of a kind show it.
    fn is_of_kind(&self, kind: &str) -> bool {
        *self == NamedError::Native && kind == NATIVE
            || self.kinds().iter().any(|known| known.name() == kind)
    }

    /// The kinds of errors of C that show it.
    pub fn kinds(&self) -> &'static [ErrorKind] {
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
            NamedError::UnsignedOverflow => &[ErrorKind::UnsignedOverflow],
            NamedError::PointerOverflow => &[ErrorKind::PointerOverflow],
            NamedError::Abort => &[ErrorKind::Abort],
            NamedError::ReachError => &[ErrorKind::ReachError],
            NamedError::Trap => &[ErrorKind::Trap],
            NamedError::BadCall => &[ErrorKind::BadCall],
            NamedError::Uncaught => &[ErrorKind::UncaughtException],
            NamedError::Violation => &[ErrorKind::SpecificationViolation],
            NamedError::ClassCast
            | NamedError::NumberFormat
            | NamedError::NoSuchElement
            | NamedError::ArrayStore
            | NamedError::Native
            | NamedError::Exception(_) => &[],
        }
    }

    /// The exceptions of Java that show it.
    pub fn exceptions(&self) -> &'static [&'static str] {
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
            | NamedError::LibraryMisuse
            | NamedError::UnsignedOverflow
            | NamedError::PointerOverflow
            | NamedError::Abort
            | NamedError::ReachError
            | NamedError::Trap
            | NamedError::BadCall
            | NamedError::Uncaught
            | NamedError::Violation
            | NamedError::Native
            | NamedError::Exception(_) => &[],
        }
    }

    /// What of it an exploration does not notice that sees everything: then its end without such an error refutes nothing.
    pub fn unnoticed(&self) -> Option<&'static str> {
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
            NamedError::Violation => {
                Some("only the specifications that are given (--spec) are watched")
            }
            NamedError::Native => Some("only native runs show it"),
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
            | NamedError::ArrayStore
            | NamedError::UnsignedOverflow
            | NamedError::PointerOverflow
            | NamedError::Abort
            | NamedError::ReachError
            | NamedError::Trap
            | NamedError::BadCall
            | NamedError::Uncaught
            | NamedError::Exception(_) => None,
        }
    }

    /// The check without which errors of C like this are not looked for.
    pub fn check(&self) -> Option<Check> {
        match self {
            NamedError::SignedOverflow => Some(Check::Overflow),
            NamedError::ArraySize => Some(Check::VlaBound),
            NamedError::Leak => Some(Check::Leak),
            NamedError::Uninitialised => Some(Check::Uninit),
            NamedError::FloatCast => Some(Check::FloatCast),
            NamedError::UnsignedOverflow => Some(Check::UnsignedOverflow),
            NamedError::PointerOverflow => Some(Check::PointerOverflow),
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
            | NamedError::ArrayStore
            | NamedError::Abort
            | NamedError::ReachError
            | NamedError::Trap
            | NamedError::BadCall
            | NamedError::Uncaught
            | NamedError::Violation
            | NamedError::Native
            | NamedError::Exception(_) => None,
        }
    }

    /// True if it happens when a run ends, and is told where what is lost came from.
    pub fn is_told_at_the_end(&self) -> bool {
        *self == NamedError::Leak
    }

    /// True if a finding shows it: of this kind, and of this class if it is an exception.
    pub fn is_shown_by(&self, kind: &str, exception: Option<&str>) -> bool {
        let is_shown = |class: &str| match self {
            NamedError::Exception(own) => **own == *class,
            other => other.exceptions().contains(&class),
        };
        exception.is_some_and(is_shown) || self.is_of_kind(kind)
    }
}

/// What a rule looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleError {
    pub condition: NamedError,
    /// The rule means more than the errors that are looked for: why.
    pub means_more: Option<&'static str>,
}

impl RuleError {
    /// Why an exhaustive exploration without such an error refutes nothing, if it does not.
    pub fn unnoticed(&self) -> Option<&'static str> {
        self.means_more.or(self.condition.unnoticed())
    }
}
