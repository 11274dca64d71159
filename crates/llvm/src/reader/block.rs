//! Basic blocks.

use super::{Module, Value};
use llvm_sys::core::{
    LLVMGetBasicBlockName, LLVMGetBasicBlockTerminator, LLVMGetFirstInstruction,
    LLVMGetNextInstruction,
};
use llvm_sys::prelude::LLVMBasicBlockRef;
use std::marker::PhantomData;

/// A basic block of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Block<'m> {
    raw: LLVMBasicBlockRef,
    module: PhantomData<&'m Module<'m>>,
}

impl<'m> Block<'m> {
    pub(super) fn new(raw: LLVMBasicBlockRef) -> Block<'m> {
        debug_assert!(!raw.is_null());
        Block {
            raw,
            module: PhantomData,
        }
    }

    /// Instructions in order, the terminator last.
    pub fn instructions(self) -> impl Iterator<Item = Value<'m>> {
        // SAFETY: the block is alive; LLVM returns null after the last instruction.
        let first = unsafe { LLVMGetFirstInstruction(self.raw) };
        std::iter::successors(Value::optional(first), |instruction| {
            Value::optional(unsafe { LLVMGetNextInstruction(instruction.raw()) })
        })
    }

    /// Its name, or empty.
    pub fn name(self) -> String {
        // SAFETY: the block is alive; LLVM's text ends with a zero.
        super::text(unsafe { LLVMGetBasicBlockName(self.raw) })
    }

    /// The last instruction. Verified modules have one in every block.
    pub fn terminator(self) -> Option<Value<'m>> {
        // SAFETY: the block is alive.
        Value::optional(unsafe { LLVMGetBasicBlockTerminator(self.raw) })
    }
}
