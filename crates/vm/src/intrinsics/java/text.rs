//! Input and output through byte arrays, and messages given as string objects.

use crate::Cell;
use crate::fault::{Outcome, error, unsupported};
use crate::interpret::Run;
use ir::{ErrorKind, HEADER_SIZE};

impl Run<'_> {
    /// Address of an element of a `byte[]`.
    fn byte_at(&mut self, array: Cell, from: Cell) -> Outcome<Cell> {
        let (array, from) = (self.pin(array, 64)?, self.pin(from, 32)?);
        Ok(Cell::concrete(array.wrapping_add(HEADER_SIZE + from)))
    }

    pub(super) fn output_array(
        &mut self,
        descriptor: Cell,
        array: Cell,
        from: Cell,
        length: Cell,
    ) -> Outcome<()> {
        let data = self.byte_at(array, from)?;
        let size = Cell::concrete(self.pin(length, 32)?);
        self.output(descriptor, data, size)
    }

    pub(super) fn host_read_array(
        &mut self,
        array: Cell,
        from: Cell,
        length: Cell,
    ) -> Outcome<Cell> {
        let buffer = self.byte_at(array, from)?;
        let size = self.pin(length, 32)?;
        let count = self.host_read(buffer, Cell::concrete(size))?;
        // At the end `read` returns 0 bytes, and -1 where there is nothing to read from.
        Ok(match count.bits {
            0 if size > 0 => Cell::concrete(u64::from(u32::MAX)),
            count => Cell::concrete(u64::from(count as u32)),
        })
    }

    pub(super) fn error_text(&mut self, kind: Cell, message: Cell) -> Outcome<()> {
        let (name, message) = (self.string_text(kind)?, self.string_text(message)?);
        match ErrorKind::from_name(&name) {
            Some(kind) => error(kind, message),
            None => unsupported(format!("an error of the unknown kind `{name}`: {message}")),
        }
    }
}
