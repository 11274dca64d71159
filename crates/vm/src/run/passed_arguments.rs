//! Arguments behind those that a function declares, of which a function under test is passed none.

use super::Run;
use crate::PASSED;
use crate::memory::ObjectId;
use ir::ErrorKind;

impl Run<'_> {
    /// An access outside of an object follows, which may be what the function under test takes for its arguments.
    pub(super) fn expect_passed(&mut self, id: ObjectId) {
        let frames = self.frame.chain();
        let under_test = frames.filter(|frame| !frame.is_assumed_call()).last();
        let takes_it = under_test.is_some_and(|frame| frame.areas().contains(&id));
        if takes_it && !self.state.entry_is_main {
            self.assumption = Some((ErrorKind::OutOfBounds, PASSED.to_owned()));
        }
    }
}
