//! Local variables that may be read before they are written.
//!
//! A variable in a register has no state "never written": LLVM puts any value there, a different one
//! for each use if it likes. These variables stay in memory, where the machine tracks what was
//! written; the others go to registers, which is faster.

use crate::reader::{Block, Value};
use llvm_sys::LLVMOpcode;
use rustc_hash::FxHashMap;

/// The variables of a function that mem2reg would promote and that may be read before they are
/// written, as far as the flow of control tells.
pub fn maybe_uninitialised(function: Value<'_>) -> Vec<Value<'_>> {
    let blocks = function.blocks();
    let Some(&entry) = blocks.first() else {
        return Vec::new();
    };
    let variables: Vec<Value<'_>> = entry
        .instructions()
        .filter(|instruction| is_promotable(*instruction))
        .collect();
    if variables.is_empty() {
        return Vec::new();
    }
    let number: FxHashMap<Value<'_>, usize> = variables
        .iter()
        .enumerate()
        .map(|(number, &variable)| (variable, number))
        .collect();
    let flow = Flow {
        number,
        words: variables.len().div_ceil(64),
    };
    let mut suspects = vec![0; flow.words];
    let at_entry = flow.written_at_entry(&blocks);
    for block in blocks {
        // Blocks without an entry are never reached.
        if let Some(mut written) = at_entry.get(&block).cloned() {
            flow.follow(block, &mut written, &mut suspects);
        }
    }
    let suspect = |number: usize| suspects[number / 64] >> (number % 64) & 1 == 1;
    let numbered = variables.into_iter().enumerate();
    numbered
        .filter(|(number, _)| suspect(*number))
        .map(|(_, variable)| variable)
        .collect()
}

/// True for an `alloca` of which nothing but loads and stores knows the address.
fn is_promotable(instruction: Value<'_>) -> bool {
    instruction.opcode() == LLVMOpcode::LLVMAlloca
        && instruction.users().all(|user| match user.opcode() {
            LLVMOpcode::LLVMLoad => true,
            LLVMOpcode::LLVMStore => user.operand(0) != instruction,
            _ => false,
        })
}

/// Bit sets of variables, by number.
struct Flow<'m> {
    number: FxHashMap<Value<'m>, usize>,
    words: usize,
}

impl<'m> Flow<'m> {
    /// The variables that are written on every way to a block, for the blocks that are reached.
    fn written_at_entry(&self, blocks: &[Block<'m>]) -> FxHashMap<Block<'m>, Vec<u64>> {
        let mut at_entry = FxHashMap::default();
        at_entry.insert(blocks[0], vec![0; self.words]);
        let mut todo = vec![blocks[0]];
        while let Some(block) = todo.pop() {
            let mut written: Vec<u64> = at_entry[&block].clone();
            self.follow(block, &mut written, &mut vec![0; self.words]);
            let successors = block.terminator().map(Value::successors);
            for next in successors.unwrap_or_default() {
                let Some(known) = at_entry.get_mut(&next) else {
                    at_entry.insert(next, written.clone());
                    todo.push(next);
                    continue;
                };
                let mut changed = false;
                for (known, written) in known.iter_mut().zip(&written) {
                    changed |= *known & !written != 0;
                    *known &= written;
                }
                if changed {
                    todo.push(next);
                }
            }
        }
        at_entry
    }

    /// Follows a block: what it writes is added to `written`, what it reads before that to `early`.
    fn follow(&self, block: Block<'m>, written: &mut [u64], early: &mut [u64]) {
        for instruction in block.instructions() {
            let pointer = match instruction.opcode() {
                LLVMOpcode::LLVMLoad => instruction.operand(0),
                LLVMOpcode::LLVMStore => instruction.operand(1),
                _ => continue,
            };
            let Some(&number) = self.number.get(&pointer) else {
                continue;
            };
            let (word, bit) = (number / 64, 1u64 << (number % 64));
            if instruction.opcode() == LLVMOpcode::LLVMStore {
                written[word] |= bit;
            } else if written[word] & bit == 0 {
                early[word] |= bit;
            }
        }
    }
}
