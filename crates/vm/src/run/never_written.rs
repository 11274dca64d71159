//! Memory that was never written.
//!
//! Unless its cells are inputs ([`NeverWritten::Free`]), what is read of it is a term of its own, and
//! what is computed from it a term that contains it: a value that only passes through, padding that
//! is copied, bits that are masked away depend on nothing. Where something is decided, written out
//! or returned, [`Run::settled`] sees whether it still depends on such a term and puts the fill byte
//! in its place. What the rules of [`Dependence`] say is what MemorySanitizer (Stepanov and
//! Serebryany, CGO 2015) computes beside each value, found afterwards from the term instead.

use super::Run;
use crate::fault::{Outcome, error};
use crate::memory::never_written::Dependence;
use crate::memory::unwritten_offsets::{AlikeBytes, unwritten_bytes};
use crate::memory::{ObjectId, ObjectKind};
use crate::options::NeverWritten;
use crate::state::ReadNeverWritten;
use crate::{ArmOutcome, Bound, Cell, ForkKind, InputOrigin, MadeObject};
use ir::ErrorKind;
use std::sync::Arc;
use term::{Pool, Term};

/// Reads of memory never written that are told apart on a path; later ones share their terms.
const READS_TOLD_APART: u32 = 1024;

/// Objects of up to this many bytes get a term for each cell never written when they are written at
/// a symbolic offset.
const CELLS_COMPLETED: usize = 256;

impl Run<'_> {
    /// A term that depends on memory never written no more. Where it did, that is noted, or an
    /// error.
    pub(crate) fn settled(&mut self, term: Term) -> Outcome<Term> {
        if !self.is_unsettled(term) {
            return Ok(term);
        }
        self.note_dependence(&[term])?;
        let machine = &mut *self.machine;
        Ok(machine.never_written.filled(&mut machine.pool, term))
    }

    /// As [`Self::settled`], for a cell.
    pub(crate) fn settled_cell(&mut self, cell: Cell) -> Outcome<Cell> {
        let Some(term) = cell.as_term() else {
            return Ok(cell);
        };
        let term = self.settled(term)?;
        Ok(Cell::from_term(&self.machine.pool, term))
    }

    /// True if a term that stands for memory never written occurs in a term.
    #[inline]
    pub(crate) fn is_unsettled(&self, term: Term) -> bool {
        let machine = &*self.machine;
        machine.never_written.occur_in(&machine.pool, term)
    }

    /// Notes, or reports, that something depends on memory never written, on the paths where one of
    /// these terms does.
    pub(crate) fn note_dependence(&mut self, terms: &[Term]) -> Outcome<()> {
        let machine = &mut *self.machine;
        let mut dependence = Dependence {
            pool: &mut machine.pool,
            terms: &mut machine.never_written,
        };
        let mut independent = dependence.pool.bool(true);
        for &term in terms {
            let depends = dependence.of(term);
            let not = dependence.pool.not(depends);
            independent = dependence.pool.and(independent, not);
        }
        let reported = self.machine.options.never_written == NeverWritten::Reported;
        let outcome = match reported {
            true => ArmOutcome::Error(ErrorKind::UninitialisedRead),
            false => ArmOutcome::Continue,
        };
        if self.decide_bool(ForkKind::NeverWritten, independent, outcome)? {
            return Ok(());
        }
        if reported {
            return error(ErrorKind::UninitialisedRead, self.message_of(terms));
        }
        let site = self.site();
        self.state.note_bound(Bound::NeverWritten(site));
        Ok(())
    }

    /// What was read that terms depend on.
    fn message_of(&self, terms: &[Term]) -> String {
        let machine = &*self.machine;
        let reads = terms.iter().filter_map(|&term| {
            let reads = machine.never_written.reads_in(&machine.pool, term);
            reads.into_iter().min()
        });
        let first = reads.min().unwrap_or(u32::MAX);
        let known = self.state.never_written.to_vec();
        let Some(read) = known.get(first as usize) else {
            return "use of memory never written".to_owned();
        };
        let object = self.describe_info(&read.object);
        let size = read.size;
        let what = match read.offset {
            Some(offset) => format!("read of {size} bytes at offset {offset} of {object}"),
            None => {
                format!("read of {size} bytes at an offset that depends on inputs, of {object}")
            }
        };
        let here = self.user_location();
        if (read.location.file, read.location.line) == (here.file, here.line) {
            return format!("{what}, of memory never written");
        }
        let place = self.describe(read.location);
        format!("use of the {what}, of memory never written, at {place}")
    }

    /// The value of `width` bits at an offset of an object, some of which was never written.
    pub(crate) fn read_never_written(&mut self, id: ObjectId, offset: usize, width: u32) -> Cell {
        let size = width.div_ceil(8) as usize;
        if self.machine.options.never_written == NeverWritten::Free {
            self.make_free(id, offset, size);
            return self.read_object(id, offset, width);
        }
        let read = self.note_read(id, Some(offset), size);
        let machine = &mut *self.machine;
        let object = self.state.memory.object(id);
        let object = object.expect("the object was resolved and is alive");
        let stretches = match &object.written {
            Some(written) => written.stretches(offset, size),
            None => vec![(offset + size, true)],
        };
        let (mut start, mut whole): (usize, Option<Term>) = (offset, None);
        for (end, written) in stretches {
            let bits = (end - start) as u32 * 8;
            let held = object.read(&mut machine.pool, start, bits);
            let held = held.to_term(&mut machine.pool, bits);
            let piece = match written {
                true => held,
                false => machine.never_written.term(&mut machine.pool, read, held),
            };
            whole = Some(match whole {
                Some(low) => machine.pool.concat(piece, low),
                None => piece,
            });
            start = end;
        }
        let whole = whole.expect("a load has at least one byte");
        let value = machine.pool.extract(whole, width - 1, 0);
        Cell::from_term(&machine.pool, value)
    }

    /// The value of `width` bits at an offset of an object.
    pub(crate) fn read_object(&mut self, id: ObjectId, offset: usize, width: u32) -> Cell {
        let object = self.state.memory.object(id);
        let object = object.expect("the object was resolved and is alive");
        match object.is_written(offset, width.div_ceil(8) as usize) {
            true => object.read(&mut self.machine.pool, offset, width),
            false => self.read_never_written(id, offset, width),
        }
    }

    /// Remembers what is read of memory never written; its number on the path.
    fn note_read(&mut self, id: ObjectId, offset: Option<usize>, size: usize) -> u32 {
        let state = &mut *self.state;
        let read = state.reads_never_written;
        state.reads_never_written = read.wrapping_add(1);
        if read >= READS_TOLD_APART {
            return READS_TOLD_APART + read % READS_TOLD_APART;
        }
        let location = self.user_location();
        let object = self.state.memory.object(id);
        if let Some(object) = object {
            let read = ReadNeverWritten {
                object: Arc::clone(&object.info),
                offset: offset.map(|offset| offset as u64),
                size: size as u64,
                location,
            };
            self.state.never_written.push(read);
        }
        read
    }

    /// The value of `size` bytes at an offset known to be in bounds of an object.
    pub(crate) fn read_within(&mut self, id: ObjectId, offset: Term, size: usize) -> Term {
        self.cache.forget(id);
        let free = self.machine.options.never_written == NeverWritten::Free;
        let object = self.state.memory.object(id);
        let object = object.expect("the object was resolved and is alive");
        if free && object.written.is_some() {
            let all = object.bytes.len();
            self.make_free(id, 0, all);
        }
        let object = self.state.memory.object(id);
        let object = object.expect("the object was resolved and is alive");
        let value = object.read_at(&mut self.machine.pool, offset, size);
        let pool = &mut self.machine.pool;
        let Some(bytes) = unwritten_bytes(object, pool, offset, size) else {
            return value;
        };
        let is_written = |bytes: &AlikeBytes| pool.constant_bool(bytes.unwritten) == Some(false);
        if free || bytes.iter().all(is_written) {
            return value;
        }
        let read = self.note_read(id, None, size);
        let machine = &mut *self.machine;
        let fill = machine.pool.bv(8, 0);
        let flag = machine.never_written.term(&mut machine.pool, read, fill);
        let flag = machine.pool.eq(flag, fill);
        with_unwritten(&mut machine.pool, value, &bytes, flag)
    }

    /// Lets all cells of an object count as written that is about to be written at a symbolic
    /// offset: those that are not hold terms that tell.
    pub(crate) fn complete(&mut self, id: ObjectId) {
        let object = self.state.memory.object(id);
        let object = object.expect("the object was resolved and is alive");
        let Some(written) = &object.written else {
            return;
        };
        let size = object.bytes.len();
        if self.machine.options.never_written == NeverWritten::Free {
            self.make_free(id, 0, size);
        } else if size <= CELLS_COMPLETED {
            let mut start = 0;
            let mut cells = Vec::new();
            for (end, written) in written.stretches(0, size) {
                cells.extend((start..end).step_by(8).filter(|_| !written).map(|at| {
                    let size = (end - at).min(8);
                    (at, size as u32 * 8)
                }));
                start = end;
            }
            for (at, width) in cells {
                let value = self.read_never_written(id, at, width);
                let (object, pool) = self.object_and_pool(id);
                object.flatten(pool);
                object.write(pool, at, value, width);
            }
        } else if self.machine.options.never_written == NeverWritten::Filled {
            // Which cells are written is known no more.
            let site = self.site();
            self.state.note_bound(Bound::NeverWritten(site));
        }
        let (object, _) = self.object_and_pool(id);
        object.written = None;
    }

    /// Makes cells never written inputs.
    pub(crate) fn make_free(&mut self, id: ObjectId, offset: usize, size: usize) {
        let object = self.state.memory.object(id);
        let object = object.expect("the object was resolved and is alive");
        let Some(written) = &object.written else {
            return;
        };
        let made = match object.info.kind {
            ObjectKind::Stack => MadeObject::Stack(object.made),
            _ => MadeObject::Heap(object.made),
        };
        let name = match object.info.name.as_str() {
            "" => "memory".to_owned(),
            name => name.to_owned(),
        };
        let most = self.machine.options.max_symbolic_size as usize;
        let (mut start, mut left) = (offset, most);
        for (end, written) in written.stretches(offset, size) {
            let at = std::mem::replace(&mut start, end);
            if written {
                continue;
            }
            let count = (end - at).min(left);
            left -= count;
            if count < end - at {
                let site = self.site();
                self.state.note_bound(Bound::NeverWritten(site));
            }
            if count == 0 {
                continue;
            }
            let origin = InputOrigin::NeverWritten(made, at as u32);
            let machine = &mut *self.machine;
            let record = match scalar_type(count) {
                Some(ty) => machine.scalar_input(self.state, origin, &name, ty, count as u32 * 8),
                None => machine.bytes_input(self.state, origin, &name, count as u64),
            };
            let (object, pool) = self.object_and_pool(id);
            object.flatten(pool);
            let width = (count / record.terms.len() * 8) as u32;
            for (number, &term) in record.terms.iter().enumerate() {
                let at = at + number * width as usize / 8;
                object.write(pool, at, Cell::symbolic(term), width);
            }
        }
    }
}

/// The type of an input of so many bytes that is a number.
fn scalar_type(size: usize) -> Option<&'static str> {
    match size {
        1 => Some("unsigned char"),
        2 => Some("unsigned short"),
        4 => Some("unsigned int"),
        8 => Some("unsigned long"),
        _ => None,
    }
}

/// A value that was read, whose bytes are others where they were never written, and `flag` does not hold.
fn with_unwritten(pool: &mut Pool, value: Term, bytes: &[AlikeBytes], flag: Term) -> Term {
    let mut whole: Option<Term> = None;
    for AlikeBytes { bytes, unwritten } in bytes {
        let (low, high) = (bytes.start as u32 * 8, bytes.end as u32 * 8 - 1);
        let piece = pool.extract(value, high, low);
        // Which value it may have instead does not matter, but that it may be another.
        let other = pool.bv_not(piece);
        let either = pool.ite(flag, piece, other);
        let piece = pool.ite(*unwritten, either, piece);
        whole = Some(match whole {
            Some(low) => pool.concat(piece, low),
            None => piece,
        });
    }
    whole.unwrap_or(value)
}
