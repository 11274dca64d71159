//! Strings of C that operations of the machine are given.

use super::{Access, Run};
use crate::Cell;
use crate::fault::Outcome;

impl Run<'_> {
    /// A C string that an intrinsic is given; what of it depends on inputs is pinned.
    pub(crate) fn c_string(&mut self, at: Cell) -> Outcome<String> {
        let bytes = self.c_bytes(at)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The bytes of a string without its zero.
    pub(crate) fn c_bytes(&mut self, at: Cell) -> Outcome<Vec<u8>> {
        let mut bytes = Vec::new();
        loop {
            let next = match at.as_term() {
                None => Cell::concrete(at.bits.wrapping_add(bytes.len() as u64)),
                Some(_) => Cell::concrete(self.pin(at, 64)?.wrapping_add(bytes.len() as u64)),
            };
            self.resolve(next, 1, Access::Read)?;
            let byte = self.load(next, 8)?;
            let byte = self.pin(byte, 8)? as u8;
            if byte == 0 {
                return Ok(bytes);
            }
            bytes.push(byte);
        }
    }
}
