//! What decides whether a decision is reached and how it goes: a backward slice within its function.

use super::{Cfg, ControlDependence, PostDominators};
use crate::{
    BlockId, Function, FunctionId, InstructionKind, ObjectCells, Operand, Reg, SelectorId,
    TerminatorKind,
};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a decision depends on that was there before its function was called, as far as its own code tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionReads {
    /// Cells that the function itself reads.
    pub cells: ObjectCells,
    /// Functions whose results count.
    pub calls: BTreeSet<FunctionId>,
    /// The same for virtual calls.
    pub virtual_calls: BTreeSet<SelectorId>,
}

/// The slices of a function: backward over registers and control dependences, without regard to the order of
/// assignments.
pub struct DecisionSlices {
    function: Arc<Function>,
    controls: ControlDependence,
}

impl DecisionSlices {
    /// Of a function.
    pub fn new(function: Arc<Function>) -> DecisionSlices {
        let cfg = Cfg::new(&function);
        DecisionSlices {
            controls: ControlDependence::new(&cfg, &PostDominators::new(&cfg)),
            function,
        }
    }

    /// What the decision at the end of a block depends on.
    pub fn of(&self, decision: BlockId) -> DecisionReads {
        let mut slice = Slice {
            slices: self,
            registers: FxHashSet::default(),
            blocks: FxHashSet::default(),
            open: Vec::new(),
            reads: DecisionReads::default(),
        };
        slice.decide(decision);
        loop {
            while let Some(block) = slice.open.pop() {
                for control in self.controls.of(block) {
                    // That no check of the language failed and no call ended in an exception goes without saying.
                    if slice.terminator(control.branch).decision().is_some() {
                        slice.decide(control.branch);
                    }
                }
            }
            if !slice.add_definitions() {
                return slice.reads;
            }
        }
    }
}

struct Slice<'a> {
    slices: &'a DecisionSlices,
    registers: FxHashSet<Reg>,
    /// Blocks that matter, and those whose controls are still to be looked at.
    blocks: FxHashSet<BlockId>,
    open: Vec<BlockId>,
    reads: DecisionReads,
}

impl<'a> Slice<'a> {
    /// What the end of a block decides matters.
    fn decide(&mut self, block: BlockId) {
        self.enter(block);
        let operands = self.terminator(block).operands();
        for operand in operands {
            self.want(operand);
        }
    }

    fn terminator(&self, block: BlockId) -> &'a TerminatorKind {
        &self.slices.function.blocks[block.0 as usize]
            .terminator
            .kind
    }

    fn enter(&mut self, block: BlockId) {
        if self.blocks.insert(block) {
            self.open.push(block);
        }
    }

    /// True if what an operand is was not known to matter.
    fn want(&mut self, operand: &Operand) -> bool {
        match operand {
            Operand::Register(register) => self.registers.insert(*register),
            _ => false,
        }
    }

    /// Adds what defines registers that matter; true if there was something new.
    fn add_definitions(&mut self) -> bool {
        let mut is_new = false;
        let function = &self.slices.function;
        // Backward, as the slice grows: what one assignment after the other makes is found at once.
        for (index, block) in function.blocks.iter().enumerate().rev() {
            let here = BlockId(index as u32);
            for instruction in block.instructions.iter().rev() {
                let kind = &instruction.kind;
                let stores = match kind {
                    InstructionKind::PutField { class, offset, .. } => {
                        self.reads.cells.fields.contains(&(*class, *offset))
                    }
                    InstructionKind::ArrayStore { .. } => self.reads.cells.elements,
                    _ => false,
                };
                let results = kind.destinations();
                if stores || results.iter().any(|to| self.registers.contains(to)) {
                    self.enter(here);
                    for operand in kind.operands() {
                        is_new |= self.want(operand);
                    }
                    is_new |= self.reads.read(kind);
                }
            }
            for edge in block.terminator.kind.edges() {
                for (to, value) in &edge.moves {
                    if self.registers.contains(to) {
                        self.enter(here);
                        is_new |= self.want(value);
                    }
                }
            }
        }
        is_new || !self.open.is_empty()
    }
}

impl DecisionReads {
    /// Adds what an instruction reads of objects; true if that is new.
    fn read(&mut self, kind: &InstructionKind) -> bool {
        match kind {
            InstructionKind::GetField { class, offset, .. } => {
                self.cells.fields.insert((*class, *offset))
            }
            InstructionKind::ArrayLoad { .. } => !std::mem::replace(&mut self.cells.elements, true),
            InstructionKind::Call { function, .. } => self.calls.insert(*function),
            InstructionKind::CallVirtual { selector, .. } => self.virtual_calls.insert(*selector),
            _ => false,
        }
    }
}
