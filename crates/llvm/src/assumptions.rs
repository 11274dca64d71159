//! Functions by which a program states an assumption, `void assume(int c) { if (!c) abort(); }`, or an
//! error.
//!
//! Programs for verifiers bring their own, under names like `assume_abort_if_not`: a path that ends
//! in one is of no interest, and no error. They are told by name and by form, since a function that
//! is called `assume_role` may well abort by mistake.

use crate::reader::{Block, Value};
use llvm_sys::LLVMOpcode;
use rustc_hash::FxHashSet;

/// What ends the program where an assumption does not hold.
const ENDS: &[&str] = &["abort", "exit", "_exit", "_Exit", "quick_exit"];

/// The instructions of a function right before which an assumption has failed; none if the function
/// does anything but state one.
pub fn failures(function: Value<'_>) -> Vec<Value<'_>> {
    let named = function.name().to_ascii_lowercase().contains("assum");
    if !named || function.parameters().is_empty() {
        return Vec::new();
    }
    let blocks = function.blocks();
    let mut failures = Vec::new();
    for instruction in blocks.iter().flat_map(|block| block.instructions()) {
        match effect(instruction) {
            Effect::None => {}
            Effect::Ends => failures.push(instruction),
            Effect::Other => return Vec::new(),
        }
    }
    let returning = blocks_that_return(&blocks);
    if returning.is_empty() {
        return Vec::new();
    }
    // A loop without end, the way of programs that know no `abort`.
    let endless = blocks
        .iter()
        .filter(|block| !returning.contains(block) && !block.instructions().any(ends));
    failures.extend(endless.filter_map(|block| block.terminator()));
    failures
}

/// The calls that end the program in a program's own `reach_error`, which is the error that its name
/// says and no mere abort.
pub fn reached_errors(function: Value<'_>) -> Vec<Value<'_>> {
    if function.name() != "reach_error" {
        return Vec::new();
    }
    let blocks = function.blocks().into_iter();
    let instructions = blocks.flat_map(|block| block.instructions().collect::<Vec<_>>());
    instructions.filter(|it| ends(*it)).collect()
}

/// What an instruction does to the world.
enum Effect {
    None,
    Ends,
    Other,
}

fn effect(instruction: Value<'_>) -> Effect {
    if ends(instruction) {
        return Effect::Ends;
    }
    match instruction.opcode() {
        LLVMOpcode::LLVMStore if instruction.operand(1).is_local_variable() => Effect::None,
        // Coverage and sanitizers look on.
        LLVMOpcode::LLVMCall if instruction.callee().name().starts_with("llvm.") => Effect::None,
        LLVMOpcode::LLVMCall if instruction.callee().name().starts_with("__ubsan_") => Effect::None,
        LLVMOpcode::LLVMCall if instruction.callee().name().starts_with("__asan_") => Effect::None,
        LLVMOpcode::LLVMStore
        | LLVMOpcode::LLVMCall
        | LLVMOpcode::LLVMInvoke
        | LLVMOpcode::LLVMCallBr
        | LLVMOpcode::LLVMAtomicRMW
        | LLVMOpcode::LLVMAtomicCmpXchg
        | LLVMOpcode::LLVMIndirectBr => Effect::Other,
        _ => Effect::None,
    }
}

fn ends(instruction: Value<'_>) -> bool {
    instruction.is_call() && ENDS.contains(&instruction.callee().name().as_str())
}

/// The blocks from which the function returns, on some way at least.
fn blocks_that_return<'m>(blocks: &[Block<'m>]) -> FxHashSet<Block<'m>> {
    let mut returning: FxHashSet<Block<'m>> = FxHashSet::default();
    loop {
        let before = returning.len();
        for &block in blocks {
            let Some(terminator) = block.terminator() else {
                continue;
            };
            let returns = terminator.opcode() == LLVMOpcode::LLVMRet;
            // Behind a call that ends the program nothing returns, whatever stands there.
            let goes_on = !block.instructions().any(ends);
            let leads = || {
                terminator
                    .successors()
                    .iter()
                    .any(|next| returning.contains(next))
            };
            if goes_on && (returns || leads()) {
                returning.insert(block);
            }
        }
        if returning.len() == before {
            return returning;
        }
    }
}
