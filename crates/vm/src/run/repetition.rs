//! Paths that never end, such as one around a list that is a circle: lazily initialised pointers make
//! many. A state that comes back without a decision in between comes back for ever.

use super::Run;
use crate::fault::{Outcome, limit};
use crate::memory::Memory;
use crate::state::Frame;
use crate::{Bound, Limit};

/// Instructions after a decision before a path is looked at.
const FIRST_LOOK: u64 = 4096;

/// Blocks that may lie between a state and its return.
const BLOCKS: u32 = 512;

/// When a path is looked at, and the state that may come back.
#[derive(Default)]
pub(crate) struct Repetition {
    /// Instructions of the path at the next look; none if it is not looked at.
    next: Option<u64>,
    /// Instructions until the look after this.
    pause: u64,
    seen: Option<Box<Seen>>,
}

struct Seen {
    frame: Frame,
    memory: Memory,
    inputs: u32,
    output: usize,
    bounds: Option<Bound>,
    /// Blocks that are still compared with it.
    blocks: u32,
}

impl Repetition {
    /// For a path that has executed so many instructions.
    pub(crate) fn new(looked_at: bool, instructions: u64) -> Repetition {
        Repetition {
            next: looked_at.then(|| instructions + FIRST_LOOK),
            pause: FIRST_LOOK,
            seen: None,
        }
    }

    /// Instructions up to which a path may run before it is looked at.
    pub(crate) fn limit(&self, limit: u64) -> u64 {
        self.next.map_or(limit, |next| next.min(limit))
    }
}

impl Run<'_> {
    /// Looks at a state at the end of a block; ends the path if it was there before.
    #[cold]
    pub(crate) fn look_for_repetition(&mut self) -> Outcome<()> {
        let here = self.state.instructions;
        let Some(mut seen) = self.repetition.seen.take() else {
            self.repetition.seen = Some(Box::new(Seen {
                frame: self.frame.clone(),
                memory: self.state.memory.clone(),
                inputs: self.state.inputs.len(),
                output: self.state.output.written(),
                bounds: self.state.bounds.iter_back().next().copied(),
                blocks: BLOCKS,
            }));
            // Objects are shared with the copy from here on: what is in the cache is not this path's own.
            self.cache.clear();
            self.repetition.next = Some(here + 1);
            return Ok(());
        };
        if self.is_as(&seen) {
            return limit(Limit::Endless);
        }
        seen.blocks -= 1;
        if seen.blocks > 0 {
            self.repetition.seen = Some(seen);
            self.repetition.next = Some(here + 1);
        } else {
            self.repetition.pause *= 4;
            self.repetition.next = Some(here + self.repetition.pause);
        }
        Ok(())
    }

    /// True if everything that the way on depends on is as it was then.
    fn is_as(&self, seen: &Seen) -> bool {
        let (frame, then) = (&self.frame, &seen.frame);
        let same_caller = match (&frame.caller, &then.caller) {
            (Some(caller), Some(before)) => std::sync::Arc::ptr_eq(caller, before),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        frame.serial == then.serial
            && frame.pc == then.pc
            && same_caller
            && frame.registers == then.registers
            && frame.objects == then.objects
            && frame.areas() == then.areas()
            && self.state.inputs.len() == seen.inputs
            && self.state.output.written() == seen.output
            && self.state.bounds.iter_back().next().copied() == seen.bounds
            && self.state.memory.is_as(&seen.memory)
    }
}
