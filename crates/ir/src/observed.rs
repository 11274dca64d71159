//! What [`crate::JavaIntrinsic::Observe`] tells of; values of primitive types have the letter of their
//! descriptor ([`crate::Primitive::letter`]).

/// The method under test returns nothing.
pub const NOTHING: char = 'V';

/// A reference: the result, or an argument after the call.
pub const REFERENCE: char = 'L';

/// The exception that left the method under test.
pub const THROWN: char = '!';
