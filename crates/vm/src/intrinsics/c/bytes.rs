//! Copying, filling and comparing stretches of bytes.

use crate::fault::{Outcome, error};
use crate::memory::{Object, ObjectId, split};
use crate::run::{Access, PointerTarget, Run, SIZES_DECIDED};
use crate::{Arm, ArmOutcome, Cell, ForkKind, NeverWritten};
use ir::ErrorKind;

impl Run<'_> {
    /// The size of a range that begins at each of these addresses. A symbolic one is decided among
    /// all that fit, if these are not too many.
    fn range_size(&mut self, size: Cell, starts: &[Cell]) -> Outcome<u64> {
        let size = self.settled_cell(size)?;
        let Some(term) = size.as_term() else {
            return Ok(size.bits);
        };
        if let Some(size) = self.machine.pool.constant_u64(term) {
            return Ok(size);
        }
        let mut room = u64::MAX;
        for start in starts {
            if start.as_term().is_none() {
                let (id, offset) = split(start.bits);
                let object = self.state.memory.object(id);
                room = room.min(object.map_or(0, |object| object.size().saturating_sub(offset)));
            }
        }
        if room > SIZES_DECIDED {
            return self.pin(size, 64);
        }
        let mut arms: Vec<Arm> = (0..=room).map(|size| self.size_arm(term, size)).collect();
        let pool = &mut self.machine.pool;
        let most = pool.bv(64, room);
        let condition = pool.ult(most, term);
        let outcome = ArmOutcome::Error(ErrorKind::OutOfBounds);
        arms.push(Arm {
            choice: u64::MAX,
            condition,
            outcome,
        });
        match self.decide(ForkKind::Size, arms, true)? {
            // Which of the sizes that do not fit does not matter: the first byte that is too many
            // is the error.
            u64::MAX => {
                self.expect_short_ranges(starts)?;
                Ok(room + 1)
            }
            size => Ok(size),
        }
    }

    /// A range follows that is longer than some of what begins at these addresses: the path is none if an input array there
    /// were as long, and no object is.
    fn expect_short_ranges(&mut self, starts: &[Cell]) -> Outcome<()> {
        for start in starts.iter().filter(|it| it.as_term().is_none()) {
            let (id, _) = split(start.bits);
            if self.state.memory.object(id).is_some_and(|it| it.unmade) {
                self.make_input_object(id)?;
            }
            self.expect_short(id)?;
        }
        Ok(())
    }

    /// The beginning of a range that may be empty: decided before its size is.
    fn range_start(&mut self, at: Cell) -> Outcome<Cell> {
        self.settled_pointer(at, ArmOutcome::Continue, None)
    }

    pub(in crate::intrinsics) fn copy_bytes(
        &mut self,
        to: Cell,
        from: Cell,
        size: Cell,
        distinct: bool,
    ) -> Outcome<()> {
        let (to, from) = match size == Cell::ZERO {
            true => return Ok(()),
            false => (self.range_start(to)?, self.range_start(from)?),
        };
        let size = self.range_size(size, &[to, from])?;
        if size == 0 {
            return Ok(());
        }
        let source = self.resolve(from, size, Access::Read)?;
        let target = self.resolve(to, size, Access::Write)?;
        if distinct {
            self.expect_apart(&source, &target, size)?;
        }
        let (PointerTarget::At(source, from), PointerTarget::At(target, to)) = (source, target)
        else {
            return self.copy_symbolic(source, target, size as usize);
        };
        self.copy_range(
            (source, from as usize),
            (target, to as usize),
            size as usize,
        );
        Ok(())
    }

    /// Two ranges of that size are the same or do not overlap.
    fn expect_apart(
        &mut self,
        source: &PointerTarget,
        target: &PointerTarget,
        size: u64,
    ) -> Outcome<()> {
        let place = |place: &PointerTarget| match *place {
            PointerTarget::At(id, offset) => (id, Cell::concrete(offset)),
            PointerTarget::Within(id, offset) => (id, Cell::symbolic(offset)),
        };
        let ((id, from), (other, to)) = (place(source), place(target));
        if id != other {
            return Ok(());
        }
        let known = from.as_term().or(to.as_term()).is_none();
        let apart = match known {
            true => from.bits == to.bits || from.bits.abs_diff(to.bits) >= size,
            false => {
                let pool = &mut self.machine.pool;
                let (from, to) = (from.to_term(pool, 64), to.to_term(pool, 64));
                let (ahead, behind) = (pool.sub(to, from), pool.sub(from, to));
                let size = pool.bv(64, size);
                let (ahead, behind) = (pool.ule(size, ahead), pool.ule(size, behind));
                let (clear, same) = (pool.and(ahead, behind), pool.eq(from, to));
                let apart = pool.or(clear, same);
                let error = ArmOutcome::Error(ErrorKind::LibraryMisuse);
                self.decide_bool(ForkKind::Library, apart, error)?
            }
        };
        if apart {
            return Ok(());
        }
        let offsets = match known {
            true => format!(", from offset {} to offset {}", from.bits, to.bits),
            false => String::new(),
        };
        let object = self.describe_object(id);
        let message =
            format!("memcpy of {size} bytes between overlapping ranges{offsets} of {object}");
        error(ErrorKind::LibraryMisuse, message)
    }

    /// Moves what a heap object has into the one that takes its place: also what lies behind the end of the string or the array that
    /// it is taken for.
    pub(in crate::intrinsics) fn move_object(
        &mut self,
        to: Cell,
        from: Cell,
        size: Cell,
    ) -> Outcome<()> {
        let (to, from) = (self.range_start(to)?, self.range_start(from)?);
        let size = self.range_size(size, &[to, from])?;
        let (from_object, _) = split(from.bits);
        let is_unmade = |object: &Object| object.unmade;
        if self.state.memory.object(from_object).is_some_and(is_unmade) {
            self.make_input_object(from_object)?;
        }
        let ends = |at: Cell| {
            let (id, offset) = split(at.bits);
            let object = self.state.memory.object(id)?;
            let fits = at.as_term().is_none() && offset.checked_add(size)? <= object.size();
            fits.then_some((id, offset as usize))
        };
        match (ends(from), ends(to)) {
            (Some(source), Some(target)) if size > 0 => {
                self.copy_range(source, target, size as usize);
                Ok(())
            }
            _ => self.copy_bytes(to, from, Cell::concrete(size), true),
        }
    }

    /// Copies bytes between objects that are alive, within them.
    fn copy_range(
        &mut self,
        (source, from): (ObjectId, usize),
        (target, to): (ObjectId, usize),
        size: usize,
    ) {
        let object = self
            .state
            .memory
            .object(source)
            .expect("the object was resolved");
        if object.is_partly_plain() && size <= 64 && object.is_written(from, size) {
            // The usual structure assignment.
            let mut bytes = [0; 64];
            bytes[..size].copy_from_slice(&object.bytes[from..from + size]);
            let (object, pool) = self.object_and_pool(target);
            object.flatten(pool);
            object.write_bytes(to, &bytes[..size]);
            return;
        }
        if self.machine.options.never_written == NeverWritten::Free {
            self.make_free(source, from, size);
        }
        let object = self
            .state
            .memory
            .object(source)
            .expect("the object was resolved");
        let contents = if object.words.is_some() {
            let (object, pool) = self.object_and_pool(source);
            object.flatten(pool);
            object.copy_out(from, size)
        } else {
            object.copy_out(from, size)
        };
        let (object, pool) = self.object_and_pool(target);
        object.flatten(pool);
        object.paste(to, &contents);
    }

    /// A copy from or to a symbolic offset. All is read before anything is written.
    fn copy_symbolic(
        &mut self,
        source: PointerTarget,
        target: PointerTarget,
        size: usize,
    ) -> Outcome<()> {
        let width = size as u32 * 8;
        let value = match source {
            PointerTarget::At(id, offset) => self
                .read_object(id, offset as usize, width)
                .to_term(&mut self.machine.pool, width),
            PointerTarget::Within(id, offset) => self.read_within(id, offset, size),
        };
        match target {
            PointerTarget::At(id, offset) => {
                let (object, pool) = self.object_and_pool(id);
                let value = Cell::from_term(pool, value);
                object.write(pool, offset as usize, value, width);
            }
            PointerTarget::Within(id, offset) => {
                self.complete(id);
                let (object, pool) = self.object_and_pool(id);
                object.write_at(pool, offset, size, value);
            }
        }
        Ok(())
    }

    pub(super) fn fill_bytes(&mut self, to: Cell, byte: Cell, size: Cell) -> Outcome<()> {
        let to = match size == Cell::ZERO {
            true => return Ok(()),
            false => self.range_start(to)?,
        };
        let size = self.range_size(size, &[to])?;
        if size == 0 {
            return Ok(());
        }
        let byte = match byte.as_term() {
            None => Cell::concrete(byte.bits & 0xff),
            Some(term) => {
                let pool = &mut self.machine.pool;
                let low = pool.extract(term, 7, 0);
                Cell::from_term(pool, low)
            }
        };
        match self.resolve(to, size, Access::Write)? {
            PointerTarget::At(id, offset) => {
                let (object, pool) = self.object_and_pool(id);
                object.flatten(pool);
                if byte.as_term().is_none() {
                    object.fill(offset as usize, size as usize, byte.bits as u8);
                    return Ok(());
                }
                for at in offset..offset + size {
                    object.write(pool, at as usize, byte, 8);
                }
            }
            PointerTarget::Within(id, offset) => {
                self.complete(id);
                let (object, pool) = self.object_and_pool(id);
                for at in 0..size {
                    let plus = pool.bv(64, at);
                    let at = pool.add(offset, plus);
                    let value = byte.to_term(pool, 8);
                    object.write_at(pool, at, 1, value);
                }
            }
        }
        Ok(())
    }

    /// Length of a string, or -1 where that is for the caller to find out byte by byte.
    pub(super) fn string_length(&mut self, at: Cell) -> Outcome<Cell> {
        let unknown = Cell::concrete(u64::MAX);
        let at =
            self.settled_pointer(at, ArmOutcome::Error(ErrorKind::NullDereference), Some(1))?;
        if at.as_term().is_some() {
            return Ok(unknown);
        }
        let PointerTarget::At(id, offset) = self.resolve(at, 1, Access::Read)? else {
            return Ok(unknown);
        };
        let object = self
            .state
            .memory
            .object(id)
            .expect("the object was resolved");
        if object.words.is_some() {
            return Ok(unknown);
        }
        let start = offset as usize;
        for (at, byte) in object.bytes[start..].iter().enumerate() {
            let symbolic = object
                .symbolic
                .as_ref()
                .is_some_and(|bytes| bytes[start + at].term.is_some());
            if symbolic || !object.is_written(start + at, 1) {
                return Ok(unknown);
            }
            if *byte == 0 {
                return Ok(Cell::concrete(at as u64));
            }
        }
        // No end within the object: the byte behind it is the error.
        let end = Cell::concrete(crate::memory::address(id, object.size()));
        self.resolve(end, 1, Access::Read).map(|_| unknown)
    }

    /// The order of two ranges, or 2 where that is for the caller to find out byte by byte.
    pub(super) fn compare_bytes(&mut self, a: Cell, b: Cell, size: Cell) -> Outcome<Cell> {
        let unknown = Cell::concrete(2);
        let (a, b) = (self.known_pointer(a), self.known_pointer(b));
        if a.as_term().or(b.as_term()).or(size.as_term()).is_some() {
            return Ok(unknown);
        }
        let size = size.bits;
        if size == 0 {
            return Ok(Cell::concrete(0));
        }
        let a = self.resolve(a, size, Access::Read)?;
        let b = self.resolve(b, size, Access::Read)?;
        let (PointerTarget::At(a, from_a), PointerTarget::At(b, from_b)) = (a, b) else {
            return Ok(unknown);
        };
        let (from_a, from_b, size) = (from_a as usize, from_b as usize, size as usize);
        let memory = &self.state.memory;
        let a = memory.object(a).expect("the object was resolved");
        let b = memory.object(b).expect("the object was resolved");
        let known = |object: &crate::memory::Object, from| {
            object.is_concrete(from, size) && object.is_written(from, size)
        };
        if !known(a, from_a) || !known(b, from_b) {
            return Ok(unknown);
        }
        let order = a.bytes[from_a..from_a + size].cmp(&b.bytes[from_b..from_b + size]);
        Ok(Cell::concrete(u64::from(order as i32 as u32)))
    }
}
