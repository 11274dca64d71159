//! What an instruction decides of inputs that are references, pointers and objects, which it may make.

use super::class_cell::ClassCell;
use super::needs::{Mode, Needs};
use super::step::{Effect, Told};
use crate::instruction::Instruction;
use crate::memory::{ObjectId, split};
use crate::{Cell, State};
use ir::ClassId;

/// Inputs that an instruction made: what they hold are fresh inputs.
#[derive(Clone, Debug, Default)]
pub(super) struct MadeInputs {
    /// Objects that were there, without contents.
    pub filled: Vec<ObjectId>,
    /// Objects that were not there before.
    pub made: Vec<ObjectId>,
    /// Classes of the objects, which are initialised.
    pub classes: Vec<ClassId>,
}

/// Notes from one instruction to the next how the inputs change.
pub(super) struct InputsWatch {
    /// How often something was decided or made, how many references and objects there are, and how many objects
    /// in memory.
    changes: u32,
    references: usize,
    objects: usize,
    /// How many references lead to objects that are no inputs: constants of enumerations.
    constants: usize,
    memory: u32,
    /// Registers before an instruction whose effect is told once it has decided where a pointer leads.
    waiting: Option<Vec<Cell>>,
}

impl InputsWatch {
    pub(super) fn new(state: &State) -> InputsWatch {
        InputsWatch {
            changes: state.heap.changes(),
            references: state.heap.references(),
            objects: state.heap.objects().len(),
            constants: state.heap.constants(),
            memory: state.memory.len(),
            waiting: None,
        }
    }

    /// The effect of an instruction is told once it has decided where a pointer leads.
    pub(super) fn wait_for(&mut self, at: &Instruction<'_>) {
        self.waiting = Some(at.registers.to_vec());
    }

    /// The registers before the last instruction, if its effect is to be told now.
    pub(super) fn unknown_before(&mut self) -> Option<Vec<Cell>> {
        self.waiting.take()
    }

    /// What the instruction made that has led to a state, by its effect; by what it has decided so far, if it is to decide more.
    pub(super) fn made(
        &mut self,
        state: &State,
        effect: Option<&Effect>,
    ) -> Told<Option<MadeInputs>> {
        let memory = std::mem::replace(&mut self.memory, state.memory.len());
        let heap = &state.heap;
        let (changes, references) = (heap.changes(), heap.references());
        if (self.changes, self.references) == (changes, references) {
            return Ok(None);
        }
        let expected = matches!(
            effect,
            None | Some(Effect::Access { .. } | Effect::Intrinsic(_) | Effect::Input { .. })
        );
        if !expected {
            return Err("an input that is decided by the way");
        }
        let new = heap.objects().get(self.objects..).unwrap_or_default();
        if new.is_empty() && references != self.references {
            return Err("an input pointer that is found in free bytes");
        }
        if self.constants != heap.constants() {
            // Which there are follows from how far a class is initialised, and what it holds.
            return Err("an input that is a constant of an enumeration");
        }
        let objects = new.iter().map(|object| split(object.at).0);
        let mut made = MadeInputs {
            classes: new.iter().filter_map(|object| object.class).collect(),
            filled: objects.filter(|object| object.0 < memory).collect(),
            made: Vec::new(),
        };
        made.made.extend((memory..state.memory.len()).map(ObjectId));
        self.changes = changes;
        self.references = references;
        self.objects = heap.objects().len();
        Ok(Some(made))
    }
}

impl Needs {
    /// What matters before inputs are made.
    pub(super) fn before_inputs(&mut self, made: &MadeInputs) {
        for &object in &made.filled {
            self.forget(object);
            self.objects.insert(object);
        }
        for &object in &made.made {
            self.forget(object);
            // Its number follows from how many there are; what it holds, from what was decided.
            self.unknown |= !self.made(object, None);
        }
        for &class in &made.classes {
            self.class(&ClassCell::State(class), Mode::Exact);
        }
    }
}
