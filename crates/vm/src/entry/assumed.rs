//! Calls of a function under test by functions that are made for that: for which assumptions are stated in its own language, or
//! that make its arguments first.

use crate::State;
use crate::run::Run;
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

impl Run<'_> {
    /// If the program is in a call that goes on making an argument of the function under test, the option under
    /// which there is none: who makes such calls is to know what the functions take.
    pub(crate) fn goes_on_making(&self) -> Option<String> {
        let made = self.machine.options.made_arguments.as_deref()?;
        let mut called = None;
        for frame in self.frame.chain() {
            if frame.code.name == made.by {
                break;
            }
            called = Some(&frame.code.name);
        }
        let called = called?;
        let going_on = made
            .going_on
            .iter()
            .find(|(function, _)| function == called);
        going_on.map(|(_, option)| option.clone())
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
