//! `setjmp` and `longjmp`.
//!
//! A `jmp_buf` holds the serial number of the call that filled it and the position in it.

use crate::Cell;
use crate::code::Op;
use crate::fault::{Outcome, error};
use crate::run::{Access, Run};
use ir::ErrorKind;
use std::sync::Arc;

/// Bytes of a `jmp_buf` that are used.
const BUFFER: u64 = 16;

impl Run<'_> {
    pub(super) fn set_jump(&mut self, buffer: Cell) -> Outcome<Cell> {
        let (id, offset) = self.resolve_fixed(buffer, BUFFER, Access::Write)?;
        let (serial, pc) = (self.frame.serial, u64::from(self.frame.pc));
        let (object, pool) = self.object_and_pool(id);
        object.write(pool, offset as usize, Cell::concrete(serial), 64);
        object.write(pool, offset as usize + 8, Cell::concrete(pc), 64);
        Ok(Cell::concrete(0))
    }

    /// Unwinds to the call that filled the buffer. The frame's registers, lent to the loop that
    /// executes it, go back into the frame.
    pub(super) fn long_jump(
        &mut self,
        buffer: Cell,
        value: Cell,
        registers: &mut Vec<Cell>,
    ) -> Outcome<()> {
        let (id, offset) = self.resolve_fixed(buffer, BUFFER, Access::Read)?;
        let object = self
            .state
            .memory
            .object(id)
            .expect("the object was resolved");
        let pool = &mut self.machine.pool;
        let serial = object.read(pool, offset as usize, 64);
        let pc = object.read(pool, offset as usize + 8, 64);
        let (serial, pc) = (self.pin(serial, 64)?, self.pin(pc, 64)? as usize);
        let target = self.frame.chain().find(|frame| frame.serial == serial);
        let result = target.and_then(|frame| match frame.code.ops.get(pc) {
            Some(Op::Intrinsic { index }) => Some(frame.code.intrinsics[*index as usize].result),
            _ => None,
        });
        let Some(result) = result else {
            let message = "longjmp to a call of setjmp whose function has returned, or that never \
                           was made";
            return error(ErrorKind::LibraryMisuse, message);
        };
        let value = self.jump_value(value);
        // Nothing below fails.
        self.frame.registers = std::mem::take(registers);
        while self.frame.serial != serial {
            self.kill_frame_objects();
            let caller = self
                .frame
                .caller
                .take()
                .expect("the target is among the callers");
            self.frame = Arc::try_unwrap(caller).unwrap_or_else(|shared| (*shared).clone());
        }
        if let Some(result) = result {
            self.frame.registers[result as usize] = value;
        }
        self.frame.pc = pc as u32 + 1;
        Ok(())
    }

    /// What `setjmp` returns: the value, or 1 instead of 0.
    fn jump_value(&mut self, value: Cell) -> Cell {
        let Some(term) = value.as_term() else {
            return Cell::concrete(value.bits.max(1));
        };
        let pool = &mut self.machine.pool;
        let (zero, one) = (pool.bv(32, 0), pool.bv(32, 1));
        let is_zero = pool.eq(term, zero);
        let value = pool.ite(is_zero, one, term);
        Cell::from_term(pool, value)
    }
}
