//! Heap and stack objects.

use crate::code::AllocaSite;
use crate::fault::{Fault, Outcome, error};
use crate::memory::{
    HEAP_FILL, Maker, ObjectId, ObjectInfo, ObjectKind, ObjectSlot, address, split,
};
use crate::run::Run;
use crate::{Arm, ArmOutcome, Cell, ForkKind, InputOrigin, NeverWritten};
use ir::ErrorKind;
use std::sync::Arc;
use term::Term;

impl Run<'_> {
    /// A stack object of the innermost frame.
    #[inline(never)]
    pub(crate) fn alloca(&mut self, site: &AllocaSite, size: Cell, fill: u8) -> Outcome<Cell> {
        let size = self.allocation_size(size)?;
        let info = if site.info.size == size {
            Arc::clone(&site.info)
        } else {
            Arc::new(ObjectInfo {
                size,
                ..(*site.info).clone()
            })
        };
        let id = self.allocate(info, fill)?;
        if self.frame.code.user && ir::is_numbered_variable(&site.info.name) {
            self.state.made_objects.stack += 1;
            self.number(id, self.state.made_objects.stack);
        }
        self.frame.objects.push(id);
        Ok(Cell::concrete(address(id, 0)))
    }

    pub(super) fn stack_restore(&mut self, mark: Cell) -> Outcome<()> {
        let mark = self.pin(mark, 64)?;
        self.kill_objects(mark as usize);
        Ok(())
    }

    pub(super) fn malloc(&mut self, size: Cell) -> Outcome<Cell> {
        let size = self.allocation_size(size)?;
        let function = self.frame.chain().find(|frame| frame.code.user);
        let info = ObjectInfo {
            kind: ObjectKind::Heap(Maker::Malloc),
            name: String::new(),
            size,
            function: Some(function.unwrap_or(&self.frame).code.function),
            location: self.user_location(),
        };
        let id = self.allocate(Arc::new(info), HEAP_FILL)?;
        if self.is_called_to_allocate() {
            self.state.made_objects.heap += 1;
            self.number(id, self.state.made_objects.heap);
        }
        Ok(Cell::concrete(address(id, 0)))
    }

    /// True if the code under test called one of the functions that return memory never written.
    fn is_called_to_allocate(&self) -> bool {
        let mut frames = self.frame.chain().peekable();
        while let Some(frame) = frames.next() {
            if frames.peek().is_some_and(|caller| caller.code.user) {
                return ir::ALLOCATORS.contains(&frame.code.name.as_str());
            }
        }
        false
    }

    /// Notes the how many-th object of the code under test it is.
    fn number(&mut self, id: ObjectId, number: u32) {
        if self.machine.options.never_written == NeverWritten::Free {
            let (object, _) = self.object_and_pool(id);
            object.made = number;
            self.cache_new(id);
        }
    }

    pub(super) fn free(&mut self, pointer: Cell, by: Maker) -> Outcome<()> {
        let at = self.freed_place(pointer)?;
        if at == 0 {
            return Ok(());
        }
        let (id, offset) = split(at);
        if let Some(maker) = self.maker(id, offset)
            && maker != by
        {
            return self.not_for(by.end(), id, maker);
        }
        let what = self.describe_object(id);
        // What says that it is longer than it is would be believed from now on.
        self.expect_short(id)?;
        self.expect_one_pointer(id)?;
        match self.state.memory.slot(id) {
            ObjectSlot::Freed(_) => self.freed_before(id),
            ObjectSlot::Live(object) if self.is_allocated(object.info.kind) && offset == 0 => {
                self.remove(id);
                Ok(())
            }
            ObjectSlot::Live(_) | ObjectSlot::Dead(_) => {
                let message = match offset {
                    0 => format!("free of {what}"),
                    offset => format!("free of offset {} of {what}", offset as i64),
                };
                error(ErrorKind::InvalidFree, message)
            }
            ObjectSlot::Empty => {
                let message = format!("free of address {at:#x}, which is in no object");
                error(ErrorKind::InvalidFree, message)
            }
        }
    }

    /// An error if the object was freed.
    pub(super) fn not_freed(&mut self, pointer: Cell) -> Outcome<()> {
        let (id, _) = split(self.freed_place(pointer)?);
        match self.state.memory.slot(id) {
            ObjectSlot::Freed(_) => self.freed_before(id),
            ObjectSlot::Live(_) | ObjectSlot::Dead(_) | ObjectSlot::Empty => Ok(()),
        }
    }

    /// Leaves the path out if the object was freed.
    pub(super) fn unfreed(&mut self, pointer: Cell) -> Outcome<()> {
        let id = self.object_meant(pointer)?;
        match self.state.memory.slot(id) {
            ObjectSlot::Freed(_) => Err(Box::new(Fault::AssumeFailed)),
            ObjectSlot::Live(_) | ObjectSlot::Dead(_) | ObjectSlot::Empty => Ok(()),
        }
    }

    fn freed_before(&self, id: ObjectId) -> Outcome<()> {
        let what = self.describe_object(id);
        error(
            ErrorKind::DoubleFree,
            format!("free of {what}, which was freed before"),
        )
    }

    /// The address that is freed.
    pub(super) fn freed_place(&mut self, pointer: Cell) -> Outcome<u64> {
        let pointer = self.settled_cell(pointer)?;
        let pointer = self.settled_pointer(pointer, ArmOutcome::Continue, None)?;
        match pointer.as_term() {
            None => Ok(pointer.bits),
            Some(term) => self.freed_address(term),
        }
    }

    /// True if `free` takes objects of that kind. Those behind arguments of a function under test
    /// are as good as allocated by its caller.
    fn is_allocated(&self, kind: ObjectKind) -> bool {
        match kind {
            ObjectKind::Heap(_) => true,
            ObjectKind::Argument => !self.state.entry_is_main,
            ObjectKind::Global
            | ObjectKind::Constant
            | ObjectKind::External
            | ObjectKind::Stack
            | ObjectKind::Managed => false,
        }
    }

    /// The address a symbolic pointer is freed at: null, the beginning of one of the objects it may
    /// mean, or, which is an error, another one.
    fn freed_address(&mut self, term: Term) -> Outcome<u64> {
        if let Some(at) = self.machine.pool.constant_u64(term) {
            return Ok(at);
        }
        let mut candidates = self.candidates(term);
        let most = self.machine.options.max_candidates;
        let exact = candidates.exact && candidates.objects.len() <= most;
        candidates.objects.truncate(most);
        let mut addresses = vec![(u64::MAX, 0)];
        addresses.extend(
            candidates
                .objects
                .iter()
                .map(|&id| (u64::from(id.0), address(id, 0))),
        );
        let pool = &mut self.machine.pool;
        let mut none = pool.bool(true);
        let mut arms = Vec::with_capacity(addresses.len() + 1);
        for &(choice, at) in &addresses {
            let at = pool.bv(64, at);
            let condition = pool.eq(term, at);
            let other = pool.not(condition);
            none = pool.and(none, other);
            arms.push(Arm {
                choice,
                condition,
                outcome: ArmOutcome::Continue,
            });
        }
        let outcome = match exact {
            true => ArmOutcome::Error(ErrorKind::InvalidFree),
            false => ArmOutcome::Continue,
        };
        arms.push(Arm {
            choice: 0,
            condition: none,
            outcome,
        });
        let choice = self.decide(ForkKind::Pointer, arms, true)?;
        let known = addresses
            .iter()
            .find(|(other, _)| *other == choice && choice != 0);
        match known {
            Some(&(_, at)) => Ok(at),
            None if exact => {
                let machine = &mut *self.machine;
                Ok(machine.evaluator.u64(&machine.pool, term))
            }
            // Not all it may be is known: what it is under the model, and nothing else.
            None => self.pin(Cell::symbolic(term), 64),
        }
    }

    /// Whether the next allocation fails; the input that decides it is made with the decision.
    pub(super) fn malloc_fails(&mut self) -> Outcome<Cell> {
        if !self.machine.options.failing_malloc {
            return Ok(Cell::concrete(0));
        }
        let name = "malloc_fails";
        let term = self.machine.input(self.state.input_count, name, 8);
        let zero = self.machine.pool.bv(8, 0);
        let condition = self.machine.pool.ne(term, zero);
        let fails = self.decide_bool(ForkKind::MallocFails, condition, ArmOutcome::Continue)?;
        let origin = InputOrigin::MallocFails;
        self.machine
            .scalar_input(self.state, origin, name, "bool", 8);
        Ok(Cell::concrete(u64::from(fails)))
    }

    pub(super) fn object_size(&mut self, pointer: Cell) -> Outcome<Cell> {
        let id = self.object_meant(pointer)?;
        let size = self
            .state
            .memory
            .object(id)
            .map_or(0, |object| object.size());
        Ok(Cell::concrete(size))
    }

    pub(super) fn object_offset(&mut self, pointer: Cell) -> Outcome<Cell> {
        let pointer = self.settled_cell(pointer)?;
        let id = self.object_meant(pointer)?;
        let pointer = self.known_pointer(pointer);
        let base = address(id, 0);
        Ok(match pointer.as_term() {
            None => Cell::concrete(pointer.bits.wrapping_sub(base)),
            Some(term) => {
                let pool = &mut self.machine.pool;
                let base = pool.bv(64, base);
                let offset = pool.sub(term, base);
                Cell::from_term(pool, offset)
            }
        })
    }

    /// Whether the form of two pointers tells that they point into one object.
    pub(super) fn one_object(&mut self, a: Cell, b: Cell) -> Outcome<Cell> {
        let (a, b) = (self.object_told(a)?, self.object_told(b)?);
        Ok(Cell::concrete(u64::from(a.is_some() && a == b)))
    }

    /// The object a pointer means, alive or not, if there is no choice.
    fn object_told(&mut self, pointer: Cell) -> Outcome<Option<ObjectId>> {
        let pointer = self.settled_cell(pointer)?;
        let pointer = self.settled_pointer(pointer, ArmOutcome::Continue, None)?;
        Ok(match pointer.as_term() {
            None => Some(split(pointer.bits).0),
            Some(term) => self.single_object(term),
        })
    }

    /// The object a pointer means, alive or not. A pointer that may mean several is pinned.
    fn object_meant(&mut self, pointer: Cell) -> Outcome<ObjectId> {
        match self.object_told(pointer)? {
            Some(id) => Ok(id),
            None => Ok(split(self.pin(pointer, 64)?).0),
        }
    }
}
