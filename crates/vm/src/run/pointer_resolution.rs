//! What a pointer points to.

use super::Run;
use crate::fault::{Fault, Outcome, unsupported};
use crate::memory::address::NULL_WINDOW;
use crate::memory::pointees::{Candidates, candidates, single_object};
use crate::memory::symbolic::upper_bound;
use crate::memory::{Object, ObjectId, ObjectInfo, ObjectKind, ObjectSlot, address, split};
use crate::state::Stage;
use crate::{Arm, ArmOutcome, Bound, Cell, ForkKind};
use ir::ErrorKind;
use term::{Pool, Term};

/// What an address is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    Write,
}

impl Access {
    pub(crate) fn verb(self) -> &'static str {
        match self {
            Access::Read => "read",
            Access::Write => "write",
        }
    }
}

/// A range of bytes within an object that is alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointerTarget {
    At(ObjectId, u64),
    /// At a symbolic offset, in bounds by the path condition.
    Within(ObjectId, Term),
}

impl Run<'_> {
    /// Finds the object of an access of `size` bytes (at least one) and checks the access; forks
    /// where that depends on inputs.
    pub(crate) fn resolve(
        &mut self,
        at: Cell,
        size: u64,
        access: Access,
    ) -> Outcome<PointerTarget> {
        match at.as_term() {
            None => self.resolve_concrete(at.bits, size, access),
            Some(term) => match self.machine.pool.constant_u64(term) {
                Some(bits) => self.resolve_concrete(bits, size, access),
                None if self.is_unsettled(term) => {
                    let at = self.settled_cell(at)?;
                    self.resolve(at, size, access)
                }
                None => {
                    let null = ArmOutcome::Error(ErrorKind::NullDereference);
                    let settled = self.settled_pointer(at, null, Some(size))?;
                    match settled.as_term() {
                        None => self.resolve_concrete(settled.bits, size, access),
                        Some(term) => self.resolve_symbolic(term, size, access),
                    }
                }
            },
        }
    }

    pub(crate) fn resolve_concrete(
        &mut self,
        at: u64,
        size: u64,
        access: Access,
    ) -> Outcome<PointerTarget> {
        let (id, offset) = split(at);
        let initialising = self.state.stage == Stage::Initialising;
        let mut found = self.state.memory.object(id);
        if found.is_some_and(|object| object.unmade) {
            self.make_input_object(id)?;
            found = self.state.memory.object(id);
        }
        if let Some(object) = found
            && offset <= object.size()
            && object.size() - offset >= size
        {
            match object.info.kind {
                ObjectKind::Constant if access == Access::Write && !initialising => {}
                ObjectKind::External => {
                    return unsupported(format!(
                        "access to the variable `{}`, which is defined nowhere",
                        object.info.name
                    ));
                }
                ObjectKind::Global
                | ObjectKind::Constant
                | ObjectKind::Stack
                | ObjectKind::Heap(_)
                | ObjectKind::Argument
                | ObjectKind::Managed => {
                    if let Some(text) = object.text.clone() {
                        self.check_text_end(id, &text, offset, size, access)?;
                    }
                    self.check_extent(id, offset, size, access)?;
                    return Ok(PointerTarget::At(id, offset));
                }
            }
        }
        self.expect_short(id)?;
        self.expect_room(id, Cell::concrete(at), size, access);
        self.expect_terminated(id, split(at).1, size, access);
        self.expect_passed(id);
        self.expect_one_pointer(id)?;
        Err(self.access_error(at, size, access))
    }

    /// An error of which the object may be a variable with the one pointer that was made for an argument: what callers
    /// pass may be an array, or memory of its own, which is left out.
    pub(crate) fn expect_one_pointer(&mut self, id: ObjectId) -> Outcome<()> {
        if !self.has_one_pointer(id) {
            return Ok(());
        }
        self.state.note_bound(Bound::PointerArguments);
        Err(Box::new(Fault::AssumeFailed))
    }

    /// True for a variable with the one pointer that was made for an argument.
    fn has_one_pointer(&self, id: ObjectId) -> bool {
        let Some(made) = &self.machine.options.made_arguments else {
            return false;
        };
        self.state.memory.object(id).is_some_and(|object| {
            let info = &object.info;
            let program = &self.machine.program;
            let by = || info.function.and_then(|id| program.loaded_function(id));
            made.holders.contains(&info.name) && by().is_some_and(|by| by.name == made.by)
        })
    }

    /// The error of an access that is not allowed.
    fn access_error(&self, at: u64, size: u64, access: Access) -> Box<Fault> {
        let verb = access.verb();
        let (id, offset) = split(at);
        if at < NULL_WINDOW {
            let near = if at == 0 {
                "the null pointer"
            } else {
                "a null pointer plus an offset"
            };
            let message = format!("{verb} of {size} bytes through {near}");
            return Box::new(Fault::Error(ErrorKind::NullDereference, message));
        }
        let what = self.access_message(verb, size, id, offset);
        let (kind, message) = match self.state.memory.slot(id) {
            ObjectSlot::Live(object)
                if offset <= object.size() && object.size() - offset >= size =>
            {
                (
                    ErrorKind::WriteToConstant,
                    format!("{what}, which is constant"),
                )
            }
            ObjectSlot::Live(_) => (ErrorKind::OutOfBounds, what),
            ObjectSlot::Freed(_) => (ErrorKind::UseAfterFree, format!("{what}, which was freed")),
            ObjectSlot::Dead(_) => (
                ErrorKind::UseAfterFree,
                format!("{what}, whose function has returned"),
            ),
            ObjectSlot::Empty => match self.machine.function_at(at) {
                Some(function) => (
                    ErrorKind::InvalidPointer,
                    format!("{verb} of {size} bytes at function `{function}`"),
                ),
                None => (
                    ErrorKind::InvalidPointer,
                    format!("{verb} of {size} bytes at address {at:#x}, which is in no object"),
                ),
            },
        };
        Box::new(Fault::Error(kind, message))
    }

    /// `read of 4 bytes at offset 40 of object `table` (40 bytes, …)`.
    pub(crate) fn access_message(
        &self,
        verb: &str,
        size: u64,
        id: ObjectId,
        offset: u64,
    ) -> String {
        let object = self.describe_object(id);
        format!(
            "{verb} of {size} bytes at offset {} of {object}",
            offset as i64
        )
    }

    /// An object for a message.
    pub(crate) fn describe_object(&self, id: ObjectId) -> String {
        let info = match self.state.memory.slot(id) {
            // How long it is says another input.
            ObjectSlot::Live(object) if object.extent.is_some() => {
                let ObjectInfo { name, size, .. } = &*object.info;
                return format!("`{name}` (at most {size} bytes)");
            }
            ObjectSlot::Live(object) => &object.info,
            ObjectSlot::Freed(Some(info)) | ObjectSlot::Dead(Some(info)) => info,
            ObjectSlot::Freed(None) => return "a heap object".to_owned(),
            ObjectSlot::Dead(None) => return "a local variable".to_owned(),
            ObjectSlot::Empty => return "no object".to_owned(),
        };
        self.describe_info(info)
    }

    /// As [`Self::describe_object`].
    pub(crate) fn describe_info(&self, info: &ObjectInfo) -> String {
        let size = info.size;
        let place = self.describe(info.location);
        match info.kind {
            ObjectKind::Heap(_) => format!("a heap object of {size} bytes allocated at {place}"),
            ObjectKind::Stack if info.name.is_empty() => {
                format!("a local object of {size} bytes made at {place}")
            }
            ObjectKind::Stack => format!("local variable `{}` ({size} bytes)", info.name),
            ObjectKind::Global | ObjectKind::Constant | ObjectKind::External
                if info.name.is_empty() =>
            {
                format!("a constant of {size} bytes")
            }
            ObjectKind::Global | ObjectKind::Constant | ObjectKind::External => {
                format!("global variable `{}` ({size} bytes)", info.name)
            }
            ObjectKind::Argument => format!("`{}` ({size} bytes)", info.name),
            ObjectKind::Managed => format!("an object of class {}", info.name),
        }
    }

    fn resolve_symbolic(&mut self, at: Term, size: u64, access: Access) -> Outcome<PointerTarget> {
        let candidates = self.candidates(at);
        for &id in &candidates.objects {
            // Where a string ends is known once it is made.
            if self.state.memory.object(id).is_some_and(|it| it.unmade) {
                self.make_input_object(id)?;
            }
        }
        let machine = &mut *self.machine;
        let model = machine.evaluator.u64(&machine.pool, at);
        if let [id] = candidates.objects[..]
            && candidates.exact
        {
            return self.resolve_within(id, at, size, access, model);
        }
        // In which of the candidates, and there in bounds? What is asked must not depend on the
        // model, so that a path followed again under another one is asked the same.
        let most = self.machine.options.max_candidates;
        let exact = candidates.exact && candidates.objects.len() <= most;
        let mut arms = Vec::with_capacity(candidates.objects.len() + 1);
        let mut none = self.machine.pool.bool(true);
        for &id in candidates.objects.iter().take(most) {
            let condition = self.bounds_condition(at, id, size);
            let pool = &mut self.machine.pool;
            let outside = pool.not(condition);
            none = pool.and(none, outside);
            let outcome = ArmOutcome::Continue;
            arms.push(Arm {
                choice: u64::from(id.0),
                condition,
                outcome,
            });
        }
        let outcome = match exact {
            true => ArmOutcome::Error(ErrorKind::InvalidPointer),
            false => ArmOutcome::Continue,
        };
        arms.push(Arm {
            choice: 0,
            condition: none,
            outcome,
        });
        match self.decide(ForkKind::Pointer, arms, true)? {
            0 => {
                for &id in candidates.objects.iter().take(most) {
                    self.expect_short(id)?;
                }
                self.resolve_unforeseen(at, size, access, exact)
            }
            choice => self.place_in(ObjectId(choice as u32), at, size, access),
        }
    }

    /// An access to none of the objects that the pointer's form suggests: an error, or, if the form
    /// does not tell all, what it is under the model and nothing else.
    fn resolve_unforeseen(
        &mut self,
        at: Term,
        size: u64,
        access: Access,
        exact: bool,
    ) -> Outcome<PointerTarget> {
        let machine = &mut *self.machine;
        let model = machine.evaluator.u64(&machine.pool, at);
        let (id, offset) = split(model);
        let object_size = self.state.memory.object(id).map_or(0, Object::size);
        let outcome = ArmOutcome::Continue;
        if size <= object_size && offset <= object_size - size {
            let condition = self.bounds_condition(at, id, size);
            let machine = &mut *self.machine;
            if !machine.evaluator.bool(&machine.pool, condition) {
                // Within the object, and behind the end of the text or the array that it is taken for.
                self.pin(Cell::symbolic(at), 64)?;
                return self.resolve_concrete(model, size, access);
            }
            let arm = Arm {
                choice: u64::from(id.0),
                condition,
                outcome,
            };
            self.decide(ForkKind::Pointer, vec![arm], false)?;
            return self.place_in(id, at, size, access);
        }
        if !exact {
            self.pin(Cell::symbolic(at), 64)?;
            self.expect_short(id)?;
        }
        self.expect_room(id, Cell::symbolic(at), size, access);
        Err(self.access_error(model, size, access))
    }

    /// An access whose object is known: in bounds or an error.
    fn resolve_within(
        &mut self,
        id: ObjectId,
        at: Term,
        size: u64,
        access: Access,
        model: u64,
    ) -> Outcome<PointerTarget> {
        if self.state.memory.object(id).is_none() {
            // The object is dead whatever the offset.
            return Err(self.access_error(address(id, 0), size, access));
        }
        self.expect_short(id)?;
        let condition = self.bounds_condition(at, id, size);
        if self.has_one_pointer(id) {
            if self.decide_bool(ForkKind::Assume, condition, ArmOutcome::Discard)? {
                return self.place_in(id, at, size, access);
            }
            self.state.note_bound(Bound::PointerArguments);
            return Err(Box::new(Fault::AssumeFailed));
        }
        let error = ArmOutcome::Error(ErrorKind::OutOfBounds);
        if self.decide_bool(ForkKind::Bounds, condition, error)? {
            return self.place_in(id, at, size, access);
        }
        let (model_id, offset) = split(model);
        let found = self
            .state
            .memory
            .object(model_id)
            .is_some_and(|object| offset <= object.size() && object.size() - offset >= size);
        let fault = if model_id == id || found {
            let offset = model.wrapping_sub(address(id, 0));
            let what = self.access_message(access.verb(), size, id, offset);
            Box::new(Fault::Error(ErrorKind::OutOfBounds, what))
        } else {
            self.access_error(model, size, access)
        };
        if let Fault::Error(kind, _) = *fault {
            let assumption = self.room_assumption(id, Cell::symbolic(at), size, access);
            self.assumption = assumption.map(|assumption| (kind, assumption));
        }
        Err(fault)
    }

    /// The place of an address known to be in bounds of an object.
    fn place_in(
        &mut self,
        id: ObjectId,
        at: Term,
        size: u64,
        access: Access,
    ) -> Outcome<PointerTarget> {
        // What else may be wrong with the object does not depend on the offset.
        self.resolve_concrete(address(id, 0), size.min(1), access)?;
        let pool = &mut self.machine.pool;
        let base = pool.bv(64, address(id, 0));
        let offset = pool.sub(at, base);
        Ok(match pool.constant_u64(offset) {
            Some(offset) => PointerTarget::At(id, offset),
            None => PointerTarget::Within(id, offset),
        })
    }

    /// The only object a pointer term may point into, as far as its form tells.
    pub(crate) fn single_object(&self, at: Term) -> Option<ObjectId> {
        single_object(&self.machine.pool, &self.state.memory, at)
    }

    /// Objects that a pointer term may point into as far as its form tells, ascending.
    pub(crate) fn candidates(&self, at: Term) -> Candidates {
        candidates(&self.machine.pool, &self.state.memory, at)
    }
}

/// The condition that an access lies within an object.
pub(crate) fn in_bounds(
    pool: &mut Pool,
    at: Term,
    id: ObjectId,
    object_size: u64,
    size: u64,
) -> Term {
    if size > object_size {
        return pool.bool(false);
    }
    let base = pool.bv(64, address(id, 0));
    let offset = pool.sub(at, base);
    if upper_bound(pool, offset, 8) <= object_size - size {
        return pool.bool(true);
    }
    let last = pool.bv(64, object_size - size);
    pool.ule(offset, last)
}
