//! Conditions that backward searches found, asked of a state.

use crate::code::Addresses;
use crate::machine::Machine;
use crate::memory::object::LENGTH_OFFSET;
use crate::memory::{ObjectKind, split};
use crate::state::{Frame, State};
use ir::analysis::CodePoint;
use ir::{ClassId, HEADER_SIZE};
use rustc_hash::FxHashMap;
use semantics::precondition::{self, Precondition, Preconditions, Space};
use term::{Op, Pool, Term};

/// What a condition says of a state, and the inputs that stand for what it leaves free.
pub struct Instance {
    /// The condition in terms of the inputs of the path.
    pub condition: Term,
    /// Inputs of no program, which may have any value.
    pub free: Vec<Term>,
}

impl Machine {
    /// What a precondition at an edge says of a state that stands before that edge. `None` if other calls
    /// are under way, or it asks for memory whose address depends on inputs, or which holds nothing.
    pub fn instance(
        &mut self,
        state: &State,
        all: &Preconditions,
        condition: &Precondition,
    ) -> Option<Instance> {
        let depth = condition.callers.len();
        let frames = state.frame.iter().flat_map(|frame| frame.chain());
        let frames: Vec<&Frame> = frames.take(depth + 1).collect();
        let callers = condition.callers.iter();
        let stands =
            frames.len() > depth && callers.zip(&frames[1..]).all(|(at, it)| calls(it, at));
        if !stands || frames.iter().any(|frame| frame.inserted) {
            return None;
        }
        let mut known = FxHashMap::default();
        for &(frame, register, variable) in &condition.registers {
            let frame = frames.get(frame)?;
            let slot = *frame.code.slots.get(register.0 as usize)?;
            let cell = frame.registers.get(slot as usize)?;
            let width = all.pool.width(variable);
            known.insert(variable, cell.to_term(&mut self.pool, width));
        }
        let mut free = Vec::new();
        for cell in &condition.cells {
            let address = self.import(all, cell.address, &mut known, &mut free)?;
            let value = self.value_of(state, cell, address)?;
            known.insert(cell.variable, value);
        }
        let mut all_of_it = self.pool.bool(true);
        for &constraint in &condition.constraints {
            let conjunct = self.import(all, constraint, &mut known, &mut free)?;
            all_of_it = self.pool.and(all_of_it, conjunct);
        }
        Some(Instance {
            condition: all_of_it,
            free,
        })
    }

    /// What a cell at an address holds.
    fn value_of(
        &mut self,
        state: &State,
        cell: &precondition::Cell,
        address: Term,
    ) -> Option<Term> {
        let width = cell.width;
        let place = match cell.space {
            Space::State(class) => {
                let held = state.classes.get(class).state.number();
                return Some(self.pool.bv(width, held));
            }
            Space::Static { class, offset, .. } => {
                let statics = state.classes.get(class).statics;
                (statics != 0).then(|| statics.wrapping_add(u64::from(offset)))?
            }
            Space::Memory => self.pool.constant_u64(address)?,
            Space::Field { offset, .. } => self.object_at(state, address)? + u64::from(offset),
            Space::Length => self.object_at(state, address)? + LENGTH_OFFSET as u64,
            Space::Class => self.object_at(state, address)?,
            Space::Instance(of) => {
                let class = self.object_at(state, address)?;
                let class = self.read_at(state, class, 32)?;
                let class = ClassId(self.pool.constant_u64(class)? as u32);
                let is = self.is_subclass(class, of);
                return Some(self.pool.bv(width, u64::from(is)));
            }
            Space::Element { .. } => {
                let array = self.pool.extract(address, 95, 32);
                let index = self.pool.extract(address, 31, 0);
                let index = self.pool.constant_u64(index)?;
                let log = (width / 8).trailing_zeros();
                let array = self.object_at(state, array)?;
                let place = array.checked_add(HEADER_SIZE + (index << log))?;
                // Behind its end another object may be.
                (split(place).0 == split(array).0).then_some(place)?
            }
        };
        self.read_at(state, place, width)
    }

    /// Where an object is, which is known.
    fn object_at(&self, state: &State, reference: Term) -> Option<u64> {
        let at = self.pool.constant_u64(reference)?;
        let (id, offset) = split(at);
        let object = state.memory.object(id)?;
        (offset == 0 && object.info.kind == ObjectKind::Managed).then_some(at)
    }

    fn read_at(&mut self, state: &State, place: u64, width: u32) -> Option<Term> {
        let (object, offset) = split(place);
        let object = state.memory.object(object)?;
        let size = u64::from(width.div_ceil(8));
        let end = offset.checked_add(size)?;
        let offset = offset as usize;
        if !width.is_multiple_of(8)
            || end > object.size()
            || !object.is_written(offset, size as usize)
        {
            return None;
        }
        let cell = object.read(&mut self.pool, offset, width);
        Some(cell.to_term(&mut self.pool, width))
    }

    fn import(
        &mut self,
        all: &Preconditions,
        term: Term,
        known: &mut FxHashMap<Term, Term>,
        free: &mut Vec<Term>,
    ) -> Option<Term> {
        let layout = self.layout();
        let mut stands_for = |pool: &mut Pool, input: Term| {
            if let Some(&global) = all.globals.get(&input) {
                return Some(pool.bv(64, layout.global(global)));
            }
            if let Some(&function) = all.functions.get(&input) {
                return Some(pool.bv(64, layout.function(function)));
            }
            let Op::Input(id) = all.pool.op(input) else {
                return None;
            };
            let name = format!("~{}", all.pool.input_name(id));
            let stands = pool.input(&name, all.pool.sort(input));
            free.push(stands);
            Some(stands)
        };
        self.pool.import(&all.pool, term, known, &mut stands_for)
    }
}

/// True if a frame stands at that call.
fn calls(frame: &Frame, at: &CodePoint) -> bool {
    let place = frame.code.places[frame.position(false)];
    frame.code.function == at.function
        && (place.block, place.instruction) == (at.block, at.instruction)
}
