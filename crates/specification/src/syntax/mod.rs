//! The language; docs/specifications.md has its grammar.

mod cursor;
mod declaration;
mod expression;
mod file;
mod formula;
mod token;

use crate::{SpecificationError, SpecificationFile};
use std::path::Path;

/// Reads the specifications in a file with this text.
///
/// # Errors
/// If it is not in the language.
pub fn parse(file: &Path, text: &str) -> Result<SpecificationFile, SpecificationError> {
    file::parse(text).map_err(|problem| problem.located(file, text))
}
