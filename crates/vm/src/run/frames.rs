//! Frames: calls that begin, and memory whose life ends with them.

use super::Run;
use crate::Events;
use crate::fault::Outcome;
use crate::state::Frame;
use std::sync::Arc;

impl Run<'_> {
    /// Makes a frame the innermost one.
    pub(crate) fn push<E: Events>(&mut self, mut frame: Frame, events: &mut E) -> Outcome<()> {
        self.state.serials += 1;
        frame.serial = self.state.serials;
        frame.depth = self.frame.depth + 1;
        if let crate::code::Op::Enter { block, cost } = frame.code.ops[0] {
            self.state.instructions += u64::from(cost);
            if E::TRACE {
                events.block(frame.code.function, ir::BlockId(block));
            }
        }
        // The caller goes on behind the call.
        self.frame.pc += 1;
        let caller = std::mem::replace(&mut self.frame, frame);
        self.frame.caller = Some(Arc::new(caller));
        Ok(())
    }

    /// Ends the life of the frame's stack objects from the `first` on.
    pub(crate) fn kill_objects(&mut self, first: usize) {
        while self.frame.objects.len() > first {
            if let Some(id) = self.frame.objects.pop() {
                self.remove(id);
            }
        }
    }

    /// Ends the life of all memory of the innermost call.
    pub(crate) fn kill_frame_objects(&mut self) {
        self.kill_objects(0);
        while let Some(&id) = self.frame.areas().last() {
            self.frame.more().areas.pop();
            self.remove(id);
        }
    }
}
