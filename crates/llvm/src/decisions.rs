//! What a native build of a program tells of its run, and is told.

use crate::reader::{Context, Module};
use crate::{LlvmError, assumptions};
use std::path::Path;

/// Changes to the bitcode of a native build.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Before each conditional branch and each switch, but for those of system headers of C++, it calls `void __wf_decision(uint32_t function,
    /// uint32_t decision, uint64_t value)`: the function's index in
    /// [`crate::Build::decision_functions`], the number of the decision in its function, and the way
    /// it goes: the condition of a branch; for a switch the index of the case, or the number of cases
    /// for the default.
    pub log_decisions: bool,
    /// Behind each local variable that is numbered ([`ir::is_numbered_variable`]) it calls
    /// `void wf_local(void *variable, uint64_t size)`.
    pub fill_variables: bool,
    /// It calls `void wf_assume(int)` with 0 where an assumption that the program states by a function
    /// of its own has failed.
    pub fail_assumptions: bool,
    /// It calls `void wf_reach(void)` where a label of this name stands.
    pub error_label: Option<String>,
}

/// Changes the user's bitcode for a native build.
///
/// # Errors
/// If the bitcode cannot be read or the output cannot be written.
pub fn instrument(bitcode: &Path, changes: &Changes, output: &Path) -> Result<(), LlvmError> {
    let context = Context::new();
    let mut module = Module::read(&context, bitcode)?;
    change(&mut module, changes);
    module.verify()?;
    module.write(output)
}

pub(crate) fn change(module: &mut Module<'_>, changes: &Changes) {
    if changes.log_decisions {
        module.log_decisions("__wf_decision");
    }
    if changes.fill_variables {
        module.tell_variables("wf_local");
    }
    if changes.fail_assumptions {
        module.fail_assumptions(assumptions::failures);
    }
    if let Some(label) = &changes.error_label {
        module.reach_labels(label);
    }
}
