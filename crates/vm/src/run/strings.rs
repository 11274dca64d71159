//! String objects of the program under test, as the machine reads and makes them.

use super::Run;
use crate::Cell;
use crate::fault::{Outcome, unsupported};
use crate::memory::address;
use ir::{HEADER_SIZE, LiteralId, StringLayout};
use std::sync::Arc;

impl Run<'_> {
    pub(crate) fn string_layout(&self) -> Outcome<StringLayout> {
        match self.machine.objects().well_known().string {
            Some(layout) => Ok(layout),
            None => unsupported("strings, for which the program has no class"),
        }
    }

    /// Contents of a string object; what of it depends on inputs is pinned.
    pub(crate) fn string_contents(&mut self, string: Cell) -> Outcome<Vec<u16>> {
        let layout = self.string_layout()?;
        let value = self.get_field(string, layout.value, 64)?;
        let value = Cell::concrete(self.pin(value, 64)?);
        let coder = self.get_field(string, layout.coder, 8)?;
        let wide = self.pin(coder, 8)? != 0;
        let length = self.get_field(value, 4, 32)?;
        let length = self.pin(length, 32)?;
        let mut units = Vec::with_capacity(length as usize);
        let width = if wide { 16 } else { 8 };
        for at in 0..length / (u64::from(width) / 8) {
            let offset = HEADER_SIZE + at * u64::from(width) / 8;
            let unit = self.load(Cell::concrete(value.bits + offset), width)?;
            units.push(self.pin(unit, width)? as u16);
        }
        Ok(units)
    }

    /// Contents of a string object as they are under the model; for what is only reported.
    pub(crate) fn string_under_model(&mut self, string: Cell) -> Outcome<Vec<u16>> {
        let layout = self.string_layout()?;
        let string = Cell::concrete(self.under_model(string));
        let value = self.get_field(string, layout.value, 64)?;
        let value = self.under_model(value);
        let coder = self.get_field(string, layout.coder, 8)?;
        let wide = self.under_model(coder) != 0;
        let length = self.get_field(Cell::concrete(value), 4, 32)?;
        let length = self.under_model(length);
        let width = if wide { 16 } else { 8 };
        let mut units = Vec::with_capacity(length as usize);
        for at in 0..length / (u64::from(width) / 8) {
            let offset = HEADER_SIZE + at * u64::from(width) / 8;
            let unit = self.load(Cell::concrete(value + offset), width)?;
            units.push(self.under_model(unit) as u16);
        }
        Ok(units)
    }

    /// The same as UTF-8, for messages and names; surrogates without partner are replaced.
    pub(crate) fn string_text(&mut self, string: Cell) -> Outcome<String> {
        let units = self.string_contents(string)?;
        Ok(String::from_utf16_lossy(&units))
    }

    /// A new string object; its address.
    pub(crate) fn new_string(&mut self, units: &[u16]) -> Outcome<u64> {
        let layout = self.string_layout()?;
        let wide = units.iter().any(|unit| *unit > 0xff);
        let bytes: Vec<u8> = if wide {
            units.iter().flat_map(|unit| unit.to_le_bytes()).collect()
        } else {
            units.iter().map(|unit| *unit as u8).collect()
        };
        let value = self.new_array(layout.bytes, bytes.len() as u32)?;
        if !bytes.is_empty() {
            let (object, _) = self.object_and_pool(value);
            object.write_bytes(HEADER_SIZE as usize, &bytes);
        }
        let string = self.new_object(layout.class)?;
        let (object, _) = self.object_and_pool(string);
        let value = address(value, 0).to_le_bytes();
        object.write_bytes(layout.value as usize, &value);
        object.write_bytes(layout.coder as usize, &[u8::from(wide)]);
        Ok(address(string, 0))
    }

    /// A new string object of ordinary text.
    pub(crate) fn new_text(&mut self, text: &str) -> Outcome<Cell> {
        let units: Vec<u16> = text.encode_utf16().collect();
        self.new_string(&units).map(Cell::concrete)
    }

    /// The one string object of these contents; `existing` becomes it if there is none yet.
    pub(crate) fn interned(&mut self, units: &[u16], existing: Option<u64>) -> Outcome<u64> {
        if let Some(known) = self.state.classes.interned(units) {
            return Ok(known);
        }
        let made = match existing {
            Some(address) => address,
            None => self.new_string(units)?,
        };
        self.state.classes.intern(Arc::from(units), made);
        Ok(made)
    }

    /// The string object of a literal.
    #[cold]
    #[inline(never)]
    pub(crate) fn make_literal(&mut self, literal: LiteralId) -> Outcome<u64> {
        let units = self.machine.objects().literal(literal);
        let made = self.interned(&units, None)?;
        self.state.classes.set_literal(literal, made);
        Ok(made)
    }
}
