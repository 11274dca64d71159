//! Branches whose sides come together again without a call, an error or a loop between: where nothing of
//! what they write matters behind, it does not matter which side a state takes.

use super::form::{Form, NONE, form};
use crate::code::{Code, Op, Slot};
use crate::instruction::{Instruction, Range};
use crate::memory::{ObjectId, ObjectKind};
use ir::FunctionId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Instructions on both sides at the most.
const MOST_OPS: usize = 96;

/// The code between a branch and where its sides come together.
#[derive(Clone, Debug)]
pub(super) struct Sides {
    /// The first instruction behind.
    pub join: u32,
    /// What there is to execute, on either side.
    pub ops: Vec<u32>,
}

/// What may be executed between a branch and where its sides come together, whichever is taken.
#[derive(Clone, Debug)]
pub struct Region {
    /// Its function.
    pub function: FunctionId,
    /// Registers and bytes that one of the sides may write.
    pub(super) registers: Vec<Slot>,
    pub(super) bytes: Vec<Range>,
    /// Registers with addresses that one of them reads or writes at, and their objects.
    pub(super) addresses: Vec<Slot>,
    pub(super) objects: Vec<ObjectId>,
}

/// The instructions that may come next; none if more than computing may happen here.
fn next(code: &Code, pc: u32) -> Option<Vec<u32>> {
    Some(match code.ops[pc as usize] {
        Op::Jump { target } => vec![target],
        op => match form(code, op) {
            Form::Jump | Form::Compute { .. } | Form::Access { index: NONE, .. } => vec![pc + 1],
            Form::Decide { .. } => sides_of(op)?.to_vec(),
            Form::Access { .. }
            | Form::Make { .. }
            | Form::Instance { .. }
            | Form::Reference { .. }
            | Form::OfClass { .. }
            | Form::Call { .. }
            | Form::Intrinsic { .. }
            | Form::Return { .. }
            | Form::End => return None,
        },
    })
}

/// Where a branch goes on.
pub(super) fn sides_of(op: Op) -> Option<[u32; 2]> {
    match op {
        Op::Branch {
            then, otherwise, ..
        }
        | Op::BranchEq {
            then, otherwise, ..
        }
        | Op::BranchUlt {
            then, otherwise, ..
        }
        | Op::BranchUle {
            then, otherwise, ..
        }
        | Op::BranchSlt {
            then, otherwise, ..
        }
        | Op::BranchSle {
            then, otherwise, ..
        } => Some([then, otherwise]),
        _ => None,
    }
}

/// Where the sides of a branch come together, if nothing but computing and plain accesses to memory is
/// between.
pub(super) fn sides(code: &Code, pc: u32) -> Option<Sides> {
    let arms = sides_of(code.ops[pc as usize])?;
    // Blocks are jumped to behind their marks.
    let begins_block = |at: &u32| {
        let mark = at.checked_sub(1).map(|mark| code.ops[mark as usize]);
        matches!(mark, Some(Op::Enter { .. }))
    };
    let from_other = reached(code, arms[1]);
    let in_order = reached(code, arms[0]);
    let both = in_order.iter().filter(|at| from_other.contains(at));
    for &join in both.filter(|at| begins_block(at)) {
        if let Some(ops) = between(code, arms, join) {
            return Some(Sides { join, ops });
        }
    }
    None
}

/// What is executed from there on, nearest first, as far as it is plain.
fn reached(code: &Code, from: u32) -> Vec<u32> {
    let (mut found, mut at) = (vec![from], 0);
    while at < found.len() && found.len() < MOST_OPS {
        for to in next(code, found[at]).into_iter().flatten() {
            if !found.contains(&to) {
                found.push(to);
            }
        }
        at += 1;
    }
    found
}

/// All that may be executed on the way from the arms to an instruction, if every way leads there.
fn between(code: &Code, arms: [u32; 2], join: u32) -> Option<Vec<u32>> {
    enum Visit {
        Enter(u32),
        Leave(u32),
    }
    let (mut open, mut done) = (FxHashSet::default(), Vec::new());
    let mut todo = vec![Visit::Enter(arms[0]), Visit::Enter(arms[1])];
    while let Some(step) = todo.pop() {
        match step {
            Visit::Enter(at) if at == join || done.contains(&at) => {}
            // A loop.
            Visit::Enter(at) if !open.insert(at) => return None,
            Visit::Enter(at) => {
                if open.len() + done.len() > MOST_OPS {
                    return None;
                }
                todo.push(Visit::Leave(at));
                todo.extend(next(code, at)?.into_iter().map(Visit::Enter));
            }
            Visit::Leave(at) => {
                open.remove(&at);
                done.push(at);
            }
        }
    }
    Some(done)
}

impl Region {
    /// Of a branch about to be executed. `None` if it cannot be told where one of the sides reads or
    /// writes, or whether it may.
    pub(super) fn new(at: &Instruction<'_>, code: &Code, sides: &Sides) -> Option<Region> {
        let mut region = Region {
            function: code.function,
            registers: Vec::new(),
            bytes: Vec::new(),
            addresses: Vec::new(),
            objects: Vec::new(),
        };
        let mut accesses = FxHashMap::default();
        for &pc in &sides.ops {
            let op = code.ops[pc as usize];
            match form(code, op) {
                Form::Compute { to, .. } => region.registers.push(to),
                Form::Access {
                    to,
                    base,
                    offset,
                    width,
                    ..
                } => {
                    if to != NONE {
                        region.registers.push(to);
                    }
                    accesses.insert(pc, (base, offset, u64::from(width.div_ceil(8)), to == NONE));
                }
                _ => {}
            }
        }
        for &(base, offset, size, writes) in accesses.values() {
            region.access(at, base, (offset, size), writes)?;
        }
        Some(region)
    }

    fn access(
        &mut self,
        at: &Instruction<'_>,
        base: Slot,
        (offset, size): (u64, u64),
        writes: bool,
    ) -> Option<()> {
        if self.registers.contains(&base) {
            return None;
        }
        let range = at.place(at.concrete(base)?.wrapping_add(offset), size)?;
        let object = at.state.memory.object(range.object)?;
        let may = match object.info.kind {
            ObjectKind::Global | ObjectKind::Stack | ObjectKind::Heap(_) | ObjectKind::Managed => {
                true
            }
            ObjectKind::Constant => !writes,
            ObjectKind::External | ObjectKind::Argument => false,
        };
        let within = range.offset.checked_add(size)? <= object.size();
        if !may || !within || object.text.is_some() || object.length.is_some() {
            return None;
        }
        if writes {
            self.bytes.push(range);
        }
        self.objects.push(range.object);
        if base < at.code.registers {
            self.addresses.push(base);
        }
        Some(())
    }
}
