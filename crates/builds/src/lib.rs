//! How the programs of a build were compiled: written down by what stands in for the compiler, and read
//! back from what the build made.
//!
//! Each object has a section with a record for every source in it. Linkers put sections of one name behind
//! each other, and archives keep objects whole: what ends up in a program says of itself what it was made
//! of, whatever tools the build is written for.

mod database;
mod error;
mod flags;
mod invocation;
mod libraries;
mod read;
mod record;
mod stand_in;

pub use database::read_database;
pub use error::BuildError;
pub use flags::{Flags, of_unit};
pub use invocation::Language;
pub use read::{Built, is_built, read};
pub use record::Unit;
pub use stand_in::{Tool, run};
