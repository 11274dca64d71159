//! A state under way, and what instructions and intrinsics are made of: decisions, memory, pointers,
//! references, objects, strings.

mod bytes_seen;
mod c_strings;
mod fixed_places;
mod flat_addresses;
mod fork_decision;
mod found_lengths;
mod found_strings;
mod found_terminators;
mod frames;
mod input_objects;
mod input_pointers;
mod interchangeable_references;
mod lazy;
mod made_of;
mod memory;
mod never_written;
mod objects;
mod passed_arguments;
mod pointer_bytes;
mod pointer_resolution;
mod references;
mod repetition;
mod report;
mod sizes;
mod static_objects;
mod strings;
mod text;

pub(crate) use lazy::exists_untouched;
pub(crate) use pointer_resolution::{Access, PointerTarget};
pub(crate) use repetition::Repetition;
pub(crate) use sizes::SIZES_DECIDED;

use crate::memory::Cache;
use crate::state::{Frame, Key};
use crate::{Cell, Machine, State};
use std::sync::Arc;

/// A state while it runs. What instructions and intrinsics are made of are methods of it.
pub(crate) struct Run<'a> {
    pub machine: &'a mut Machine,
    pub state: &'a mut State,
    /// The innermost call.
    pub frame: Frame,
    pub cache: Cache,
    /// Identifies the execution of an instruction to which `choices` belong.
    pub key: Key,
    /// Choices made in that execution; see [`Run::decide`].
    pub choices: Vec<u64>,
    pub next_choice: usize,
    /// Inputs of objects made by an access, of which nobody was told yet.
    pub unannounced: Vec<crate::InputRecord>,
    pub repetition: Repetition,
    /// What excludes the inputs for which the instruction at hand makes an error.
    pub assumption: Option<(ir::ErrorKind, String)>,
}

impl Run<'_> {
    /// Notes which instruction is about to be executed by slow parts.
    #[inline]
    pub(crate) fn begin(&mut self, pc: usize, instructions: u64) {
        self.state.instructions = instructions;
        self.frame.pc = pc as u32;
        let key = Key {
            call: self.frame.serial,
            pc: pc as u32,
            instructions,
        };
        if key != self.key {
            self.key = key;
            self.choices.clear();
        }
        self.next_choice = 0;
        self.assumption = None;
    }

    /// Puts the state together again.
    pub(crate) fn suspend(&mut self) {
        let code = Arc::clone(&self.frame.code);
        let empty = Frame::placeholder(code);
        let frame = std::mem::replace(&mut self.frame, empty);
        self.state.frame = Some(Arc::new(frame));
        self.state.resume = std::mem::take(&mut self.choices);
        self.state.resume_key = self.key;
    }

    /// A cell as a term.
    pub(crate) fn term(&mut self, cell: Cell, width: u32) -> term::Term {
        cell.to_term(&mut self.machine.pool, width)
    }
}
