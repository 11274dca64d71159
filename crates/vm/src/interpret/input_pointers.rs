//! Deciding what input pointers of C programs lead to, and making their objects; see
//! [`crate::state::InputPointer`].

use super::Run;
use crate::fault::{Fault, Outcome};
use crate::memory::{ObjectId, address};
use crate::state::{InitialContents, InputObject, LazyId, LazyReference, Referent};
use crate::{Arm, ArmOutcome, Bound, Cell, ForkKind};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Op, Term};

/// The choice that stands for null.
const NULL: u64 = u64::MAX;

impl Run<'_> {
    /// An address with its input pointer, if it is computed from one, replaced by where that leads, which
    /// is decided now unless it has been; `null` is what it comes to if that is null.
    ///
    /// An instruction does this before it asks for any other decision: what is decided here is
    /// remembered, and not asked for again when the instruction is executed again.
    pub(crate) fn settled_pointer(&mut self, at: Cell, null: ArmOutcome) -> Outcome<Cell> {
        let Some((value, id)) = self.input_pointer_in(at) else {
            return Ok(at);
        };
        let reference = self.state.heap.get(id).cloned();
        if let Some(reference) = reference
            && reference.referent == Referent::Open
        {
            self.decide_pointer(id, &reference, null)?;
        }
        Ok(self.with_known_pointer(at, value, id))
    }

    /// An address with its input pointer, if it is computed from one of which it was decided where it
    /// leads, replaced by that.
    pub(crate) fn known_pointer(&mut self, at: Cell) -> Cell {
        match self.input_pointer_in(at) {
            Some((value, id)) => self.with_known_pointer(at, value, id),
            None => at,
        }
    }

    fn with_known_pointer(&mut self, at: Cell, value: Term, id: LazyId) -> Cell {
        let leads_to = match self.state.heap.get(id).map(|reference| reference.referent) {
            Some(Referent::Null) => 0,
            Some(Referent::Object(object)) => object,
            _ => return at,
        };
        let Some(term) = at.as_term() else { return at };
        let pool = &mut self.machine.pool;
        let known = pool.bv(64, leads_to);
        let mut map = FxHashMap::default();
        map.insert(value, known);
        let term = pool.substitute(term, &map);
        Cell::from_term(pool, term)
    }

    /// The input pointer that an address is computed from by adding offsets, with its value.
    fn input_pointer_in(&self, at: Cell) -> Option<(Term, LazyId)> {
        if !self.state.heap.has_pointers() {
            return None;
        }
        let pool = &self.machine.pool;
        let mut todo = vec![at.as_term()?];
        while let Some(term) = todo.pop() {
            if let Some(id) = self.state.heap.pointer_of(term) {
                return Some((term, id));
            }
            if pool.op(term) == Op::Add {
                todo.extend(pool.arguments(term));
            }
        }
        None
    }

    /// Decides whether a pointer is null, or to which object it leads.
    fn decide_pointer(
        &mut self,
        id: LazyId,
        reference: &LazyReference,
        null: ArmOutcome,
    ) -> Outcome<()> {
        let Some(pointer) = reference.pointer() else {
            return Ok(());
        };
        let mut objects: Vec<ObjectId> = pointer.own.into_iter().collect();
        for &alias in pointer.aliases.iter() {
            if let Some(other) = self.state.heap.get(alias)
                && let Some(own) = other.pointer().and_then(|pointer| pointer.own)
                && matches!(other.referent, Referent::Open)
                    | (other.referent == Referent::Object(address(own, 0)))
            {
                objects.push(own);
            }
        }
        let pool = &mut self.machine.pool;
        let zero = pool.bv(64, 0);
        let condition = pool.eq(pointer.value, zero);
        let mut arms = vec![Arm {
            choice: NULL,
            condition,
            outcome: null,
        }];
        for &object in &objects {
            let at = pool.bv(64, address(object, 0));
            arms.push(Arm {
                choice: u64::from(object.0),
                condition: pool.eq(pointer.value, at),
                outcome: ArmOutcome::Continue,
            });
        }
        let referent = match self.decide(ForkKind::Initialise, arms, true)? {
            NULL => Referent::Null,
            object => Referent::Object(address(ObjectId(object as u32), 0)),
        };
        self.commit(id, referent);
        Ok(())
    }

    /// Gives the object of an input pointer, which is accessed for the first time, its contents.
    #[cold]
    pub(super) fn make_input_object(&mut self, id: ObjectId) -> Outcome<()> {
        let heap = &self.state.heap;
        let owner = heap
            .pointers()
            .find(|(_, _, pointer)| pointer.own == Some(id));
        let Some((_, reference, _)) = owner else {
            return Ok(());
        };
        let reference = reference.clone();
        let (Some(pointer), Some(own)) = (
            reference.pointer().cloned(),
            self.state.memory.object(id).cloned(),
        ) else {
            return Ok(());
        };
        if heap.objects().len() >= self.machine.options.heap_objects as usize {
            self.state.note_bound(Bound::HeapObjects);
            return Err(Box::new(Fault::AssumeFailed));
        }
        let before = self.state.inputs.len();
        let object = self
            .machine
            .input_object(self.state, &reference, &pointer, &own);
        let made = (self.state.inputs.len() - before) as usize;
        let records = self.state.inputs.iter_back().take(made).cloned();
        let first = self.unannounced.len();
        self.unannounced.extend(records);
        self.unannounced[first..].reverse();
        self.state.heap.add_object(InputObject {
            at: address(id, 0),
            class: None,
            shared: true,
            generic: None,
            initial: InitialContents::Memory(Arc::new(object.clone())),
        });
        let (slot, _) = self.object_and_pool(id);
        *slot = object;
        Ok(())
    }
}
