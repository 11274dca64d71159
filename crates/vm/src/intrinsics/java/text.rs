//! Input and output through byte arrays, and messages given as string objects.

use crate::Cell;
use crate::fault::{Outcome, error, unsupported};
use crate::memory::address;
use crate::run::Run;
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

    pub(super) fn output_text(&mut self, descriptor: Cell, string: Cell) -> Outcome<()> {
        let units = self.string_under_model(string)?;
        let descriptor = self.under_model(descriptor) as i32;
        self.write_out(descriptor, &utf8(&units), &[]);
        Ok(())
    }

    pub(super) fn output_value(&mut self, descriptor: Cell, kind: Cell, bits: Cell) -> Outcome<()> {
        let bits = self.under_model(bits);
        let text = match self.under_model(kind) as u8 {
            b'Z' => (bits != 0).to_string().into_bytes(),
            b'C' => utf8(&[bits as u16]),
            _ => (bits as i64).to_string().into_bytes(),
        };
        let descriptor = self.under_model(descriptor) as i32;
        self.write_out(descriptor, &text, &[]);
        Ok(())
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

    pub(super) fn input_bytes(&mut self, what: Cell, index: Cell) -> Outcome<Cell> {
        let what = self.pin(what, 32)?;
        let index = self.pin(index, 32)? as u32;
        let bytes = match what {
            0 => self.environment_bytes(index),
            _ => self.stdin_bytes(),
        };
        let Some(bytes) = bytes else {
            return Ok(Cell::ZERO);
        };
        let class = self.string_layout()?.bytes;
        let array = self.new_array(class, bytes.len() as u32)?;
        let (object, pool) = self.object_and_pool(array);
        for (at, &byte) in bytes.iter().enumerate() {
            object.write(pool, HEADER_SIZE as usize + at, byte, 8);
        }
        Ok(Cell::concrete(address(array, 0)))
    }

    pub(super) fn error_text(&mut self, kind: Cell, message: Cell) -> Outcome<()> {
        let (name, message) = (self.string_text(kind)?, self.string_text(message)?);
        match ErrorKind::from_name(&name) {
            Some(kind) => error(kind, message),
            None => unsupported(format!("an error of the unknown kind `{name}`: {message}")),
        }
    }
}

/// UTF-8 as Java encodes it: a surrogate without partner becomes a question mark.
fn utf8(units: &[u16]) -> Vec<u8> {
    let characters = char::decode_utf16(units.iter().copied());
    let text: String = characters.map(|it| it.unwrap_or('?')).collect();
    text.into_bytes()
}
