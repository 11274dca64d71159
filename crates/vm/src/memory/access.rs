//! Reading and writing an object at a concrete offset. Bounds are the caller's business.

use super::object::{ByteTerm, LENGTH_OFFSET, Object, WordArray};
use crate::Cell;
use semantics::memory;
use smallvec::SmallVec;
use term::{Bits, Pool, Term};

/// Objects up to this size are looked through after a concrete write, to forget symbolic bytes
/// when none is left.
const SMALL: usize = 64;

/// What a load is joined from: at most its bytes, mostly eight.
pub(super) type Pieces = SmallVec<[Term; 8]>;

impl Object {
    /// The value of `width` bits at an offset, little endian.
    pub(crate) fn read(&self, pool: &mut Pool, offset: usize, width: u32) -> Cell {
        let size = width.div_ceil(8) as usize;
        if let Some(length) = self.length
            && offset == LENGTH_OFFSET
            && width == 32
        {
            return Cell::symbolic(length);
        }
        if self.is_concrete(offset, size) {
            return concrete_cell(pool, &self.bytes[offset..offset + size], width);
        }
        let term = match &self.words {
            Some(words) => self.read_words(pool, *words, offset, size),
            None => self.read_symbolic_bytes(pool, offset, size),
        };
        let value = memory::from_bytes(pool, term, width);
        Cell::from_term(pool, value)
    }

    /// Concatenates runs of bytes that come from one term, so that a value stored and loaded whole
    /// is the very term again.
    fn read_symbolic_bytes(&self, pool: &mut Pool, offset: usize, size: usize) -> Term {
        let empty = [];
        let symbolic = self.symbolic.as_deref().unwrap_or(&empty);
        let mut pieces = Pieces::new();
        let mut at = offset;
        while at < offset + size {
            let start = at;
            let ByteTerm { term, index } = symbolic[at];
            at += 1;
            while at < offset + size && symbolic[at].term == term {
                if term.is_some() && symbolic[at].index != index + (at - start) as u32 {
                    break;
                }
                at += 1;
            }
            let count = (at - start) as u32;
            pieces.push(match term {
                Some(term) => memory::bytes(pool, term, index, count),
                None => pool.constant(&Bits::from_le_bytes(count * 8, &self.bytes[start..at])),
            });
        }
        memory::joined(pool, pieces).expect("a load has at least one byte")
    }

    fn read_words(&self, pool: &mut Pool, words: WordArray, offset: usize, size: usize) -> Term {
        let word_size = 1usize << words.log;
        let first = offset >> words.log;
        let last = (offset + size - 1) >> words.log;
        let word = |pool: &mut Pool, word: usize| {
            let index = pool.bv(self.index_width(words.log), word as u64);
            pool.select(words.array, index)
        };
        let pieces: Pieces = (first..=last).map(|number| word(pool, number)).collect();
        let whole = memory::joined(pool, pieces).expect("a load has at least one byte");
        let start = (offset - first * word_size) as u32;
        memory::bytes(pool, whole, start, size as u32)
    }

    /// Writes a value of `width` bits at an offset, little endian; the bits that fill up the last
    /// byte are zero.
    pub(crate) fn write(&mut self, pool: &mut Pool, offset: usize, value: Cell, width: u32) {
        self.forget_views();
        let size = width.div_ceil(8) as usize;
        self.mark_written(offset, size);
        let constant = match value.as_term() {
            None => Some(Bits::new(width, value.bits)),
            Some(term) => pool.bits(term),
        };
        if let Some(words) = self.words {
            if size == 1 << words.log && offset.is_multiple_of(size) {
                let value = value.to_term(pool, width);
                let value = pool.zero_extend(value, size as u32 * 8);
                let index = pool.bv(self.index_width(words.log), (offset >> words.log) as u64);
                let array = pool.store(words.array, index, value);
                self.words = Some(WordArray {
                    log: words.log,
                    array,
                });
                return;
            }
            self.flatten(pool);
        }
        match (constant, value.as_term()) {
            (Some(bits), _) => {
                let bytes = bits.to_le_bytes();
                self.write_bytes(offset, &bytes);
            }
            (None, Some(term)) => {
                let term = pool.zero_extend(term, size as u32 * 8);
                let symbolic = self.symbolic_mut();
                for index in 0..size {
                    let byte = ByteTerm {
                        term: Some(term),
                        index: index as u32,
                    };
                    symbolic[offset + index] = byte;
                }
            }
            (None, None) => unreachable!("a value without a term is constant"),
        }
    }

    /// Writes concrete bytes; the object must have no word array.
    pub(crate) fn write_bytes(&mut self, offset: usize, bytes: &[u8]) {
        debug_assert!(self.words.is_none());
        self.forget_views();
        self.mark_written(offset, bytes.len());
        self.bytes[offset..offset + bytes.len()].copy_from_slice(bytes);
        self.clear_symbolic(offset, bytes.len());
    }

    /// Notes that a range holds what `bytes` says.
    fn clear_symbolic(&mut self, offset: usize, size: usize) {
        if let Some(symbolic) = &mut self.symbolic {
            symbolic[offset..offset + size].fill(ByteTerm::default());
            let all = size == symbolic.len();
            if all || (symbolic.len() <= SMALL && symbolic.iter().all(|byte| byte.term.is_none())) {
                self.symbolic = None;
            }
        }
    }

    /// Turns contents held as an array of words back into bytes.
    pub(crate) fn flatten(&mut self, pool: &mut Pool) {
        let Some(words) = self.words.take() else {
            return;
        };
        let word_size = 1usize << words.log;
        for word in self.header() / word_size..self.bytes.len() / word_size {
            let index = pool.bv(self.index_width(words.log), word as u64);
            let term = pool.select(words.array, index);
            let value = Cell::from_term(pool, term);
            self.write(pool, word * word_size, value, word_size as u32 * 8);
        }
    }

    /// Fills a range with a byte; the object must have no word array.
    pub(crate) fn fill(&mut self, offset: usize, size: usize, byte: u8) {
        debug_assert!(self.words.is_none());
        self.forget_views();
        self.mark_written(offset, size);
        self.bytes[offset..offset + size].fill(byte);
        self.clear_symbolic(offset, size);
    }

    /// Copies contents out, for [`Object::paste`]; the object must have no word array.
    pub(crate) fn copy_out(&self, offset: usize, size: usize) -> ByteRun {
        debug_assert!(self.words.is_none());
        let symbolic = self
            .symbolic
            .as_ref()
            .map(|symbolic| symbolic[offset..offset + size].to_vec())
            .filter(|bytes| bytes.iter().any(|byte| byte.term.is_some()));
        let partly = self
            .written
            .as_ref()
            .filter(|written| !written.has_all(offset, size));
        let written = partly.map(|written| written.stretches(offset, size));
        ByteRun {
            offset,
            bytes: self.bytes[offset..offset + size].to_vec(),
            symbolic,
            written,
        }
    }

    /// Writes contents copied from elsewhere, symbolic bytes and bytes never written included; the
    /// object must have no word array.
    pub(crate) fn paste(&mut self, offset: usize, contents: &ByteRun) {
        debug_assert!(self.words.is_none());
        self.forget_views();
        let size = contents.bytes.len();
        self.bytes[offset..offset + size].copy_from_slice(&contents.bytes);
        match &contents.symbolic {
            Some(bytes) => self.symbolic_mut()[offset..offset + size].copy_from_slice(bytes),
            None => self.clear_symbolic(offset, size),
        }
        let Some(stretches) = &contents.written else {
            self.mark_written(offset, size);
            return;
        };
        let mut start = 0;
        let from = contents.offset;
        for &(end, written) in stretches {
            let (at, count) = (offset + start, end - from - start);
            match written {
                true => self.mark_written(at, count),
                false => self.forget_written(at, count),
            }
            start = end - from;
        }
    }
}

/// A stretch of contents on its way from one object to another.
pub(crate) struct ByteRun {
    /// Where it stood.
    offset: usize,
    bytes: Vec<u8>,
    symbolic: Option<Vec<ByteTerm>>,
    /// Ends of its parts, counted as `offset` is, and whether they were written; absent if all was.
    written: Option<Vec<(usize, bool)>>,
}

/// Little-endian bytes as a value of at least that many bits; bits above `width` are dropped.
pub(crate) fn concrete_cell(pool: &mut Pool, bytes: &[u8], width: u32) -> Cell {
    if width <= 64 {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        return Cell::concrete(u64::from_le_bytes(word) & (u64::MAX >> (64 - width)));
    }
    Cell::symbolic(pool.constant(&Bits::from_le_bytes(width, bytes)))
}
