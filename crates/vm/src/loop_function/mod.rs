//! Loops as functions of the registers that they read to those that they write (Dinges and Agha, ASE 2014,
//! section 3: a loop that takes too many traversals is treated as a call of an external method).
//!
//! A [`LoopFunction`] is computed, never reasoned about: to the solver its results are opaque
//! applications, for which heuristic search finds arguments. Loops that touch memory, call, or may fail in a
//! way that is no exit of theirs have no such function.

mod evaluate;
mod extract;
mod form;
mod progression;
mod terms;

#[cfg(test)]
mod tests;

pub(crate) use terms::{LoopFunctions, LoopTerms};

use ir::{BinaryOp, BlockId, CompareOp, FloatBinaryOp, FloatCompareOp, Reg, UnaryOp};
use std::sync::Mutex;

/// The exit of a loop that did not end within its steps.
pub(crate) const NO_EXIT: u32 = u32::MAX;

/// A loop from one of its branches on, until it is left.
pub(crate) struct LoopFunction {
    /// Where it begins: a block, and a step of it.
    start: (u32, usize),
    blocks: Vec<Block>,
    /// Registers of the loop.
    locals: Vec<Local>,
    /// Locals that are read before they are written, or left as they are: the arguments.
    inputs: Vec<u32>,
    /// Locals that matter afterwards: the results.
    outputs: Vec<u32>,
    /// Where control goes when it is left.
    exits: Vec<BlockId>,
    /// Steps of one evaluation at the most.
    limit: u64,
    /// The last evaluation: results are asked for one by one.
    last: Mutex<Option<(Vec<u64>, Left)>>,
}

/// How a loop was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Left {
    /// Number of the exit, or [`NO_EXIT`].
    pub exit: u32,
    /// Values of the outputs.
    pub values: Vec<u64>,
}

struct Local {
    register: Reg,
    width: u32,
}

struct Block {
    steps: Vec<LoopStep>,
    end: BlockEnd,
}

/// One instruction.
struct LoopStep {
    compute: Compute,
    /// Width of the first operand.
    from: u32,
    /// Width of the result.
    width: u32,
    to: u32,
    operands: [Argument; 3],
}

#[derive(Clone, Copy)]
enum Argument {
    Local(u32),
    Constant(u64),
}

#[derive(Clone, Copy)]
enum Compute {
    Copy,
    Binary(BinaryOp),
    Unary(UnaryOp),
    Compare(CompareOp),
    ZeroExtend,
    SignExtend,
    Truncate,
    Select,
    FloatBinary { op: FloatBinaryOp, double: bool },
    FloatCompare { op: FloatCompareOp, double: bool },
    SignedToDouble,
}

/// What comes behind the steps of a block.
enum BlockEnd {
    Jump(Way),
    Branch {
        condition: Argument,
        then: Way,
        otherwise: Way,
    },
    Switch {
        value: Argument,
        width: u32,
        cases: Vec<(u64, Way)>,
        default: Way,
    },
}

struct Way {
    /// At once.
    moves: Vec<(u32, Argument)>,
    to: To,
}

#[derive(Clone, Copy)]
enum To {
    Block(u32),
    Exit(u32),
}

impl LoopFunction {
    /// Its arguments, with their widths.
    pub(crate) fn inputs(&self) -> impl Iterator<Item = (Reg, u32)> {
        self.of(&self.inputs)
    }

    /// Its results, with their widths.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = (Reg, u32)> {
        self.of(&self.outputs)
    }

    /// Where control goes, by the number of the exit.
    pub(crate) fn exits(&self) -> &[BlockId] {
        &self.exits
    }

    fn of<'a>(&'a self, locals: &'a [u32]) -> impl Iterator<Item = (Reg, u32)> + 'a {
        locals.iter().map(|&local| {
            let local = &self.locals[local as usize];
            (local.register, local.width)
        })
    }
}
