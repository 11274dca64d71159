//! Decisions of a program as its native build logs them.

use crate::LlvmError;
use crate::reader::{Context, Module};
use std::path::Path;

/// Rewrites the user's bitcode so that before each conditional branch and each switch it calls
/// `void __wf_decision(uint32_t function, uint32_t decision, uint64_t value)`: the function's index
/// in [`crate::Build::decision_functions`], the number of the decision in its function, and the way
/// it goes: the condition of a branch; for a switch the index of the case, or the number of cases
/// for the default.
///
/// # Errors
/// If the bitcode cannot be read or the output cannot be written.
pub fn instrument_decisions(bitcode: &Path, output: &Path) -> Result<(), LlvmError> {
    let context = Context::new();
    let mut module = Module::read(&context, bitcode)?;
    module.log_decisions("__wf_decision");
    if let Err(message) = module.verify() {
        return Err(LlvmError::Passes { message });
    }
    module.write(output)
}
