//! The language; docs/specifications.md has its grammar.

mod cursor;
mod declaration;
mod expression;
mod file;
mod formula;
mod header;
mod token;

use crate::error::Problem;
use crate::{SpecificationError, SpecificationFile};
use std::path::Path;

/// Endings of headers of C.
const HEADERS: [&str; 4] = ["h", "hh", "hpp", "hxx"];

/// Reads the specifications in a file with this text; in a header of C they stand in comments (`/*@wayfarer … */`).
///
/// # Errors
/// If it is not in the language, or a header has none.
pub fn parse(file: &Path, text: &str) -> Result<SpecificationFile, SpecificationError> {
    let ending = file.extension().and_then(|ending| ending.to_str());
    let located = |problem: Problem| problem.located(file, text);
    if !ending.is_some_and(|ending| HEADERS.contains(&ending)) {
        return file::parse(text, Vec::new()).map_err(located);
    }
    let header = header::read(text);
    let mut parsed = file::parse(&header.text, header.functions).map_err(located)?;
    if parsed.specifications.is_empty() {
        let message =
            "this header has no comment with a specification: /*@wayfarer specification … */";
        return Err(located(Problem::new(0, message)));
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    parsed.directives.push((1, format!("#include \"{name}\"")));
    Ok(parsed)
}
