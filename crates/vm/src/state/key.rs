//! Which execution of an instruction choices belong to.

/// Tells one execution of an instruction from all others on its path: in a call, an instruction is
/// executed once per entry of its block, which counts instructions. A return counts none: the caller
/// may go on at the position that the callee had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Key {
    /// Serial number of the call.
    pub call: u64,
    pub pc: u32,
    pub instructions: u64,
}
