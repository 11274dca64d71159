//! Calls of a function under test for which assumptions are stated in its own language: who calls it is a
//! function made for that.

use crate::State;
use crate::state::Frame;

/// States the assumptions and calls the function under test: nobody is told of it.
pub const ASSUMED_CALL: &str = "wf_assumed_call";
/// True where the assumptions hold. An error in it says that they do not.
pub const ASSUMPTION: &str = "wf_assumption";

impl Frame {
    /// True where it is being found out whether the assumptions hold.
    pub(crate) fn is_in_assumption(&self) -> bool {
        self.chain().any(|frame| frame.code.name == ASSUMPTION)
    }

    /// True for the call that states assumptions.
    pub(crate) fn is_assumed_call(&self) -> bool {
        self.caller.is_none() && self.code.name == ASSUMED_CALL
    }
}

impl State {
    /// True for a state at whose start assumptions are stated: a path on which they fail is none of the
    /// function under test.
    pub fn states_assumptions(&self) -> bool {
        let frame = self.frame.as_ref().and_then(|frame| frame.chain().last());
        frame.is_some_and(Frame::is_assumed_call)
    }
}
