//! Inputs in memory.

use crate::fault::Outcome;
use crate::run::{Access, PointerTarget, Run};
use crate::{Cell, InputOrigin};

impl Run<'_> {
    pub(super) fn make_input(&mut self, at: Cell, size: Cell, name: Cell, ty: Cell) -> Outcome<()> {
        let size = self.pin(size, 64)?;
        let (name, ty) = (self.c_string(name)?, self.c_string(ty)?);
        let origin = InputOrigin::Program;
        if size == 0 {
            self.machine.bytes_input(self.state, origin, &name, 0);
            return Ok(());
        }
        if size > self.machine.options.max_object_bytes {
            return crate::fault::limit(crate::Limit::ObjectBytes);
        }
        let (id, offset) = self.resolve_fixed(at, size, Access::Write)?;
        // Nothing below forks: the input is made once.
        let machine = &mut *self.machine;
        let record = match ty.as_str() {
            "bytes" => machine.bytes_input(self.state, origin, &name, size),
            ty => machine.scalar_input(self.state, origin, &name, ty, size as u32 * 8),
        };
        let (object, pool) = self.object_and_pool(id);
        let width = (size / record.terms.len() as u64 * 8) as u32;
        for (number, &term) in record.terms.iter().enumerate() {
            let at = offset as usize + number * width as usize / 8;
            object.write(pool, at, Cell::symbolic(term), width);
        }
        Ok(())
    }

    /// Resolves a range of bytes whose place must be one number: a symbolic offset is pinned.
    pub(in crate::intrinsics) fn resolve_fixed(
        &mut self,
        at: Cell,
        size: u64,
        access: Access,
    ) -> Outcome<(crate::memory::ObjectId, u64)> {
        match self.resolve(at, size, access)? {
            PointerTarget::At(id, offset) => Ok((id, offset)),
            PointerTarget::Within(id, offset) => {
                let offset = self.pin(Cell::symbolic(offset), 64)?;
                Ok((id, offset))
            }
        }
    }
}
