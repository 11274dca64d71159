//! Heap and stack objects.

use super::bytes::SIZES_DECIDED;
use crate::code::AllocaSite;
use crate::fault::{Outcome, error, limit};
use crate::interpret::Run;
use crate::memory::symbolic::upper_bound;
use crate::memory::{HEAP_FILL, ObjectId, ObjectInfo, ObjectKind, ObjectSlot, address, split};
use crate::{Arm, ArmOutcome, Cell, ForkKind, InputOrigin, Limit, NeverWritten};
use ir::ErrorKind;
use std::sync::Arc;
use term::Term;

/// Sizes decided one by one where nothing tells from the form of a size that it is small.
const SMALL_SIZES: u64 = 16;

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
            kind: ObjectKind::Heap,
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

    /// A size to allocate. A symbolic one that is surely small is decided among all values; of others
    /// the small values are decided, too, and the rest becomes one of a few: what it is under the
    /// model, or the largest allowed.
    pub(crate) fn allocation_size(&mut self, size: Cell) -> Outcome<u64> {
        let size = self.settled_cell(size)?;
        let Some(term) = size.as_term() else {
            return Ok(size.bits);
        };
        if let Some(size) = self.machine.pool.constant_u64(term) {
            return Ok(size);
        }
        let most = self.machine.options.max_symbolic_size.min(u64::MAX - 1);
        let bound = upper_bound(&self.machine.pool, term, 8);
        if bound <= SIZES_DECIDED.min(most) {
            let arms = (0..=bound).map(|size| self.size_arm(term, size)).collect();
            return self.decide(ForkKind::Size, arms, true);
        }
        if let Some(size) = self.small_size(term, SMALL_SIZES.min(most))? {
            return Ok(size);
        }
        let machine = &mut *self.machine;
        let model = machine.evaluator.u64(&machine.pool, term);
        let mut sizes = vec![model, most];
        sizes.dedup();
        sizes.retain(|&size| size <= most);
        let mut arms: Vec<Arm> = sizes
            .iter()
            .map(|&size| self.size_arm(term, size))
            .collect();
        let pool = &mut self.machine.pool;
        let bound = pool.bv(64, most);
        let condition = pool.ult(bound, term);
        arms.push(Arm {
            choice: u64::MAX,
            condition,
            outcome: ArmOutcome::Continue,
        });
        match self.decide(ForkKind::Size, arms, false)? {
            u64::MAX => limit(Limit::SymbolicSize),
            size => Ok(size),
        }
    }

    /// A size up to `most`, found by halving the range, so that the values which the path rules out
    /// (a few bytes of a short string are copied) take few decisions; `None` if it is larger.
    fn small_size(&mut self, size: Term, most: u64) -> Outcome<Option<u64>> {
        let at_most = |run: &mut Self, bound: u64| {
            let pool = &mut run.machine.pool;
            let bound = pool.bv(64, bound);
            let condition = pool.ule(size, bound);
            run.decide_bool(ForkKind::Size, condition, ArmOutcome::Continue)
        };
        if !at_most(self, most)? {
            return Ok(None);
        }
        let (mut low, mut high) = (0, most);
        while low < high {
            let middle = low + (high - low) / 2;
            match at_most(self, middle)? {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        Ok(Some(low))
    }

    pub(in crate::intrinsics) fn size_arm(&mut self, term: Term, size: u64) -> Arm {
        let pool = &mut self.machine.pool;
        let value = pool.bv(64, size);
        let condition = pool.eq(term, value);
        Arm {
            choice: size,
            condition,
            outcome: ArmOutcome::Continue,
        }
    }

    pub(super) fn free(&mut self, pointer: Cell) -> Outcome<()> {
        let pointer = self.settled_cell(pointer)?;
        let pointer = self.settled_pointer(pointer, ArmOutcome::Continue)?;
        let at = match pointer.as_term() {
            None => pointer.bits,
            Some(term) => self.freed_address(term)?,
        };
        if at == 0 {
            return Ok(());
        }
        let (id, offset) = split(at);
        let what = self.describe_object(id);
        match self.state.memory.slot(id) {
            ObjectSlot::Freed(_) => error(
                ErrorKind::DoubleFree,
                format!("free of {what}, which was freed before"),
            ),
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

    /// True if `free` takes objects of that kind. Those behind arguments of a function under test
    /// are as good as allocated by its caller.
    fn is_allocated(&self, kind: ObjectKind) -> bool {
        match kind {
            ObjectKind::Heap => true,
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

    /// The object a pointer means, alive or not. A pointer that may mean several is pinned.
    fn object_meant(&mut self, pointer: Cell) -> Outcome<ObjectId> {
        let pointer = self.settled_cell(pointer)?;
        let pointer = self.settled_pointer(pointer, ArmOutcome::Continue)?;
        if let Some(term) = pointer.as_term()
            && let Some(id) = self.single_object(term)
        {
            return Ok(id);
        }
        Ok(split(self.pin(pointer, 64)?).0)
    }
}
