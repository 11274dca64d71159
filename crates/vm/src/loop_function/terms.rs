//! Loops as opaque functions of a pool.

use super::{Left, LoopFunction};
use crate::code::{Code, Op};
use ir::{BlockId, Function, FunctionId};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Bits, OpaqueId, Pool, Sort};

/// A loop as opaque functions.
pub(crate) struct LoopTerms {
    pub function: Arc<LoopFunction>,
    /// Gives the number of the exit.
    pub exit: OpaqueId,
    /// Give the results.
    pub outputs: Vec<OpaqueId>,
    /// Positions of the blocks that the exits lead to.
    pub targets: Vec<u32>,
}

/// Loops by function and block at whose end they are taken up, and whether its last comparison is part of
/// that; none where a loop cannot be taken as a function.
#[derive(Default)]
pub(crate) struct LoopFunctions(FxHashMap<LoopKey, Option<Arc<LoopTerms>>>);

type LoopKey = (FunctionId, BlockId, bool);

impl LoopFunctions {
    /// The loop around a branch, if it is known, and as what it is to be kept.
    pub(crate) fn find(
        &self,
        code: &Code,
        pc: usize,
    ) -> (LoopKey, Option<&Option<Arc<LoopTerms>>>) {
        // Otherwise the condition is in a register.
        let compares = !matches!(code.ops[pc], Op::Branch { .. } | Op::Switch { .. });
        let key = (code.function, code.places[pc].block, compares);
        (key, self.0.get(&key))
    }

    pub(crate) fn keep(&mut self, key: LoopKey, found: Option<Arc<LoopTerms>>) {
        self.0.insert(key, found);
    }
}

impl LoopTerms {
    /// The loop that is taken up at the end of a block.
    pub(crate) fn new(
        pool: &mut Pool,
        code: &Code,
        (function, (_, block, compares)): (&Function, LoopKey),
        limit: u64,
    ) -> Option<LoopTerms> {
        let instructions = function.blocks.get(block.0 as usize)?.instructions.len();
        let first = instructions.checked_sub(usize::from(compares))?;
        let function = LoopFunction::extract(function, (block, first), limit)?;
        let targets = function.exits().iter().map(|exit| {
            let mark = |op: &Op| matches!(op, Op::Enter { block, .. } if *block == exit.0);
            Some(code.ops.iter().position(mark)? as u32 + 1)
        });
        let targets: Option<Vec<u32>> = targets.collect();
        let targets = targets?;
        let function = Arc::new(function);
        let name = format!("loop of {} at {}", code.name, block.0);
        let mut opaque = |width: u32, number: usize, of: fn(&Left, usize) -> u64| {
            let function = Arc::clone(&function);
            let compute = move |inputs: &[Bits]| {
                let inputs: Vec<u64> = inputs.iter().map(Bits::low_u64).collect();
                Bits::new(width, of(&function.evaluate(&inputs), number))
            };
            pool.register_opaque(&name, Sort::BitVec(width), Arc::new(compute))
        };
        let exit = opaque(32, 0, |left, _| u64::from(left.exit));
        let outputs = function.outputs().enumerate();
        let outputs = outputs
            .map(|(number, (_, width))| opaque(width, number, |left, number| left.values[number]))
            .collect();
        Some(LoopTerms {
            function,
            exit,
            outputs,
            targets,
        })
    }
}
