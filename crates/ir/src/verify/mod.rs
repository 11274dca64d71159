//! Checks once, at the border, what everything else relies on.
//!
//! [`verify`] checks structure and types; [`verify_definite_assignment`] that no register is read
//! before it is written, which the machine does not need but a front end should guarantee.

mod assignment;
mod edges;
mod function;
mod instruction;
mod items;
mod objects;
mod problem;

pub use assignment::verify_definite_assignment;
pub use problem::{Expected, Place, Problem, VerifyError};

use crate::{Module, Program, SourceTypeId};

/// Checks every rule of a module.
///
/// # Errors
/// Every violation found, in order of the module.
pub fn verify(module: &Module) -> Result<(), Vec<VerifyError>> {
    let mut errors = Errors {
        module,
        all: Vec::new(),
    };
    items::check(&mut errors);
    objects::check_classes(&mut errors);
    for index in 0..module.functions.len() {
        function::check(&mut errors, index);
    }
    if errors.all.is_empty() {
        Ok(())
    } else {
        Err(errors.all)
    }
}

/// What was found so far.
struct Errors<'a> {
    module: &'a Module,
    all: Vec<VerifyError>,
}

impl Errors<'_> {
    fn report(&mut self, place: Place, problem: Problem) {
        self.all.push(VerifyError { place, problem });
    }

    /// Reports a source type that does not exist.
    fn check_source_type(&mut self, place: impl Fn() -> Place, id: Option<SourceTypeId>) {
        if let Some(id) = id
            && id.0 as usize >= self.module.source_types.len()
        {
            self.report(place(), Problem::NoSuchSourceType(id));
        }
    }
}

/// Place of an instruction, for errors.
fn instruction_place(
    module: &Module,
    function: &crate::Function,
    block: usize,
    instruction: Option<usize>,
    location: crate::Location,
) -> Place {
    let known = location
        .file
        .is_some_and(|file| (file.0 as usize) < module.files.len());
    Place::Code {
        function: function.name.clone(),
        block: crate::BlockId(block as u32),
        instruction,
        location: known.then(|| module.describe_location(location)),
    }
}
