//! LLVM modules to `ir` modules.
//!
//! Values fall apart into scalars ([`layout`]); an instruction becomes operations on each of them.
//! A function is walked in reverse post-order, so that every value is known before its uses except
//! in phis, which become moves on edges ([`control`]). What has no representation becomes an
//! instruction that ends the path as unsupported when it is executed; translation itself does not
//! fail.

mod addresses;
mod arithmetic;
mod assembly;
mod atomic;
mod bytes_seen;
mod call;
mod cast;
mod compared_members;
mod constant;
mod control;
mod exceptions;
mod float_intrinsic;
mod function;
mod initialiser;
mod integer_intrinsic;
mod intrinsic;
mod layout;
mod member_places;
mod member_pointee;
mod memory;
mod module;
mod narrow;
mod numbers;
mod pointee;
mod vector;
mod vector_intrinsic;

pub use call::called_instead;
pub use module::{Settings, is_called_by_the_machine, is_program_global, translate};

/// Something without a representation in `ir`, in words for the user.
#[derive(Debug)]
pub struct Unsupported(pub String);

type Result<T> = std::result::Result<T, Unsupported>;
