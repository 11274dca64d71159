//! Output, and what a program run for its effects does to the real world.

use crate::Cell;
use crate::fault::{Outcome, unsupported};
use crate::run::{Access, Run};
use std::io::{Read, Write};
use term::Term;

/// A result of -1.
const FAILED: Cell = Cell {
    bits: u64::MAX,
    term: 0,
};

/// Bytes, 0 where they are symbolic; and which are, with their terms.
type HostBytes = (Vec<u8>, Vec<(u32, Term)>);

impl Run<'_> {
    /// Whether something that the host gives a C program is an input.
    pub(super) fn is_free(&mut self, what: Cell) -> Outcome<Cell> {
        let free = self.machine.options.free_host;
        let is_free = match self.pin(what, 32)? {
            0 => free.clock,
            1 => free.process,
            2 => free.user,
            other => return unsupported(format!("part {other} of the host")),
        };
        Ok(Cell::concrete(u64::from(is_free)))
    }

    /// The bytes of a range, and which of them are symbolic.
    pub(super) fn bytes_of(&mut self, at: Cell, size: u64) -> Outcome<HostBytes> {
        if size == 0 {
            return Ok((Vec::new(), Vec::new()));
        }
        let (id, offset) = self.resolve_fixed(at, size, Access::Read)?;
        let object = self
            .state
            .memory
            .object(id)
            .expect("the object was resolved");
        let (start, end) = (offset as usize, (offset + size) as usize);
        if object.is_concrete(start, size as usize) && object.is_written(start, size as usize) {
            return Ok((object.bytes[start..end].to_vec(), Vec::new()));
        }
        let mut bytes = Vec::with_capacity(size as usize);
        let mut symbolic = Vec::new();
        for at in start..end {
            let cell = self.read_object(id, at, 8);
            let cell = self.settled_cell(cell)?;
            bytes.push(cell.bits as u8);
            if let Some(term) = cell.as_term() {
                symbolic.push(((at - start) as u32, term));
            }
        }
        Ok((bytes, symbolic))
    }

    pub(in crate::intrinsics) fn output(
        &mut self,
        descriptor: Cell,
        data: Cell,
        size: Cell,
    ) -> Outcome<()> {
        let descriptor = self.pin(descriptor, 32)? as i32;
        let size = self.pin(size, 64)?;
        let (bytes, symbolic) = self.bytes_of(data, size)?;
        self.write_out(descriptor, &bytes, &symbolic);
        Ok(())
    }

    pub(in crate::intrinsics) fn host_read(&mut self, buffer: Cell, size: Cell) -> Outcome<Cell> {
        let has_file = self
            .machine
            .options
            .files
            .iter()
            .any(|file| file.name == "-");
        if !self.machine.options.host || has_file {
            return Ok(FAILED);
        }
        let size = self.pin(size, 64)?;
        if size == 0 {
            return Ok(Cell::concrete(0));
        }
        let (id, offset) = self.resolve_fixed(buffer, size, Access::Write)?;
        if let Err(failure) = std::io::stdout().flush() {
            tracing::debug!(target: "vm", %failure, "output is lost");
        }
        let mut bytes = vec![0; size as usize];
        let Ok(count) = std::io::stdin().read(&mut bytes) else {
            return Ok(FAILED);
        };
        let (object, pool) = self.object_and_pool(id);
        object.flatten(pool);
        object.write_bytes(offset as usize, &bytes[..count]);
        Ok(Cell::concrete(count as u64))
    }

    pub(super) fn host_file(&mut self, path: Cell, buffer: Cell, size: Cell) -> Outcome<Cell> {
        if !self.machine.options.host {
            return Ok(FAILED);
        }
        let path = self.c_string(path)?;
        let size = self.pin(size, 64)?;
        // A device may have no end.
        if size == 0
            && let Ok(metadata) = std::fs::metadata(&path)
            && !metadata.is_dir()
        {
            return Ok(Cell::concrete(metadata.len()));
        }
        let Ok(bytes) = std::fs::read(&path) else {
            return Ok(FAILED);
        };
        let count = bytes.len().min(size as usize);
        if count > 0 {
            let (id, offset) = self.resolve_fixed(buffer, count as u64, Access::Write)?;
            let (object, pool) = self.object_and_pool(id);
            object.flatten(pool);
            object.write_bytes(offset as usize, &bytes[..count]);
        }
        Ok(Cell::concrete(bytes.len() as u64))
    }

    pub(super) fn host_file_write(&mut self, path: Cell, data: Cell, size: Cell) -> Outcome<Cell> {
        if !self.machine.options.host {
            return Ok(Cell::concrete(0));
        }
        let path = self.c_string(path)?;
        let size = self.pin(size, 64)?;
        let (bytes, symbolic) = self.bytes_of(data, size)?;
        if !symbolic.is_empty() {
            return unsupported("writing symbolic bytes to a real file");
        }
        Ok(match std::fs::write(&path, bytes) {
            Ok(()) => Cell::concrete(0),
            Err(_) => Cell::concrete(u64::from(u32::MAX)),
        })
    }
}
