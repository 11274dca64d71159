//! States that go on alike: they stand at the same place, and all that is there for the way on is the same.

use super::form::{Form, NONE, form};
use super::region::sides_of;
use crate::State;
use crate::code::{Code, Op, Slot};
use crate::state::Frame;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A set of slots of a frame.
#[derive(Clone, PartialEq, Eq)]
struct SlotSet(Vec<u64>);

impl SlotSet {
    fn none(code: &Code) -> SlotSet {
        SlotSet(vec![0; (code.registers as usize).div_ceil(64)])
    }

    fn add(&mut self, slot: Slot) {
        // Constants behind the registers are the same everywhere.
        if let Some(word) = self.0.get_mut(slot as usize / 64) {
            *word |= 1 << (slot % 64);
        }
    }

    fn remove(&mut self, slot: Slot) {
        if let Some(word) = self.0.get_mut(slot as usize / 64) {
            *word &= !(1 << (slot % 64));
        }
    }

    fn has(&self, slot: usize) -> bool {
        self.0
            .get(slot / 64)
            .is_some_and(|word| word >> (slot % 64) & 1 == 1)
    }

    /// True if something was added.
    fn extend(&mut self, other: &SlotSet) -> bool {
        let mut changed = false;
        for (word, other) in self.0.iter_mut().zip(&other.0) {
            changed |= *other & !*word != 0;
            *word |= other;
        }
        changed
    }
}

/// Which registers are live where.
#[derive(Default)]
pub struct LiveRegisters {
    /// By address of the code, which is kept: before each op.
    known: FxHashMap<usize, (Arc<Code>, Vec<SlotSet>)>,
}

impl LiveRegisters {
    /// True if two states of a run, which stand at the same fork or call, go on alike whatever their paths
    /// and models are. States that do may be taken for different ones.
    pub fn go_on_alike(&mut self, one: &State, other: &State) -> bool {
        let same = one.resume == other.resume
            && one.stage == other.stage
            && one.overflow == other.overflow
            && one.input_count == other.input_count
            && one.reads_never_written == other.reads_never_written
            && one.bounds.len() == other.bounds.len()
            && one.texts.lengths == other.texts.lengths
            && one.output.written() == other.output.written()
            && one.heap.is_empty()
            && other.heap.is_empty();
        same && self.frames(one.frame.as_ref(), other.frame.as_ref())
            && one.memory.lives_as(&other.memory)
    }

    fn frames(&mut self, one: Option<&Arc<Frame>>, other: Option<&Arc<Frame>>) -> bool {
        let (mut one, mut other) = (one, other);
        let mut innermost = true;
        loop {
            match (one, other) {
                (None, None) => return true,
                (Some(a), Some(b)) if Arc::ptr_eq(a, b) => return true,
                (Some(a), Some(b)) if self.frame(a, b, innermost) => {
                    (one, other) = (a.caller.as_ref(), b.caller.as_ref());
                }
                _ => return false,
            }
            innermost = false;
        }
    }

    fn frame(&mut self, one: &Frame, other: &Frame, innermost: bool) -> bool {
        let same = Arc::ptr_eq(&one.code, &other.code)
            && one.pc == other.pc
            && one.objects == other.objects
            && one.areas() == other.areas()
            && one.variadic().is_empty()
            && other.variadic().is_empty()
            && one.inserted == other.inserted;
        if !same {
            return false;
        }
        let live = self.live(&one.code);
        let Some(live) = live.get(one.pc as usize) else {
            return false;
        };
        let result = match innermost {
            true => None,
            false => call_results(&one.code, one.position(false)),
        };
        let results = result.unwrap_or_default();
        let mut registers = one.registers.iter().zip(&other.registers).enumerate();
        registers
            .all(|(slot, (a, b))| a == b || !live.has(slot) || results.contains(&(slot as Slot)))
    }

    /// The registers of a frame that are read before they are written, but for what the call that it is in returns.
    pub(super) fn of_frame(&mut self, frame: &Frame, innermost: bool) -> Option<Vec<Slot>> {
        let live = self.live(&frame.code).get(frame.pc as usize)?;
        let results = match innermost {
            true => None,
            false => call_results(&frame.code, frame.position(false)),
        };
        let results = results.unwrap_or_default();
        let slots = 0..frame.code.registers;
        let needed = slots.filter(|&slot| live.has(slot as usize) && !results.contains(&slot));
        Some(needed.collect())
    }

    fn live(&mut self, code: &Arc<Code>) -> &[SlotSet] {
        let key = Arc::as_ptr(code) as usize;
        let known = self.known.entry(key);
        &known
            .or_insert_with(|| (Arc::clone(code), live_before(code)))
            .1
    }
}

/// The registers that the call at an op of a caller writes when it returns.
fn call_results(code: &Code, at: usize) -> Option<&[Slot]> {
    match code.ops.get(at)? {
        Op::Call { index } => Some(&code.calls[*index as usize].results),
        _ => None,
    }
}

/// The registers that are read before they are written, from each op on.
fn live_before(code: &Code) -> Vec<SlotSet> {
    let mut live = vec![SlotSet::none(code); code.ops.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for at in (0..code.ops.len()).rev() {
            let mut here = SlotSet::none(code);
            for next in next(code, at) {
                if let Some(next) = live.get(next) {
                    here.extend(next);
                }
            }
            step_back(code, code.ops[at], &mut here);
            changed |= live[at].extend(&here);
        }
    }
    live
}

/// The ops that may come next.
fn next(code: &Code, at: usize) -> Vec<usize> {
    match code.ops[at] {
        Op::Jump { target } => vec![target as usize],
        Op::Switch { index, .. } => {
            let table = &code.switches[index as usize];
            let targets = (0..=table.cases.len()).map(|case| table.target(case) as usize);
            targets.collect()
        }
        Op::Return { .. } | Op::Error { .. } | Op::Unsupported { .. } => Vec::new(),
        op => match sides_of(op) {
            Some(sides) => sides.map(|to| to as usize).to_vec(),
            None => vec![at + 1],
        },
    }
}

/// What is live before an op, given what is behind it.
fn step_back(code: &Code, op: Op, live: &mut SlotSet) {
    let (writes, reads): (Vec<Slot>, Vec<Slot>) = match form(code, op) {
        Form::Jump | Form::End => (Vec::new(), Vec::new()),
        Form::Compute { to, operands, .. } => (vec![to], operands.to_vec()),
        Form::Decide { operands, .. } => (Vec::new(), operands.to_vec()),
        Form::Access {
            to,
            value,
            base,
            index,
            ..
        } => (vec![to], vec![value, base, index]),
        Form::Make { to, size, .. } => (vec![to], vec![size]),
        Form::Instance { to, object } => (vec![to], vec![object]),
        Form::Reference { to, value, .. } => (vec![to], vec![value]),
        Form::OfClass { to } => (vec![to], Vec::new()),
        Form::Call { index } => {
            let site = &code.calls[index as usize];
            let mut reads = site.arguments.to_vec();
            if let crate::code::Callee::Indirect(slot) = site.callee {
                reads.push(slot);
            }
            (site.results.to_vec(), reads)
        }
        Form::Intrinsic { index } => {
            let site = &code.intrinsics[index as usize];
            (site.result.into_iter().collect(), site.arguments.to_vec())
        }
        Form::Return { index } => (Vec::new(), code.returns[index as usize].to_vec()),
    };
    for slot in writes.into_iter().filter(|slot| *slot != NONE) {
        live.remove(slot);
    }
    for slot in reads.into_iter().filter(|slot| *slot != NONE) {
        live.add(slot);
    }
}
