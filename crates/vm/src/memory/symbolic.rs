//! Reading and writing an object at a symbolic offset.
//!
//! Contents are seen as an array of words as wide as the offset's known alignment allows, so that
//! `table[i]` is one array read and not one a byte. Indices have no more bits than the object has
//! words: the caller has put the bounds check on the path before.

use super::access::Pieces;
use super::object::{Object, WordArray};
use crate::Cell;
use semantics::memory;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use term::{Bits, Op, Pool, Term};

/// Objects of up to this many words are updated word by word, each an if-then-else: that keeps
/// later reads at concrete offsets free of arrays.
const WORDS_UPDATED: usize = 32;

/// Objects of up to this many words that are not all constant are read by a chain of
/// if-then-else.
const WORDS_CHOSEN: usize = 16;

impl Object {
    /// Bits of an index of words.
    pub(crate) fn index_width(&self, log: u32) -> u32 {
        let words = (self.bytes.len() >> log).max(2) as u64;
        64 - (words - 1).leading_zeros()
    }

    /// The value of `size` bytes at an offset known to be in bounds.
    pub(crate) fn read_at(&self, pool: &mut Pool, offset: Term, size: usize) -> Term {
        let log = self.word_log(pool, offset, size);
        let index = self.word_index(pool, offset, log);
        let piece = |pool: &mut Pool, piece: usize| {
            let index = self.piece_index(pool, index, piece);
            self.read_word(pool, log, index)
        };
        let pieces: Pieces = (0..size >> log).map(|at| piece(pool, at)).collect();
        memory::joined(pool, pieces).expect("a load has at least one byte")
    }

    /// The element of a managed array at an index of 32 bits known to be in bounds; elements have
    /// `1 << log` bytes.
    pub(crate) fn read_element(&self, pool: &mut Pool, log: u32, index: Term) -> Term {
        let index = self.element_word(pool, log, index);
        self.read_word(pool, log, index)
    }

    /// Writes the element of a managed array at an index of 32 bits known to be in bounds.
    pub(crate) fn write_element(&mut self, pool: &mut Pool, log: u32, index: Term, value: Term) {
        if self.bytes.len() >> log <= WORDS_UPDATED {
            self.flatten(pool);
        }
        let index = self.element_word(pool, log, index);
        self.write_word(pool, log, index, value);
    }

    fn element_word(&self, pool: &mut Pool, log: u32, index: Term) -> Term {
        let width = self.index_width(log);
        let index = if width < 32 {
            pool.extract(index, width - 1, 0)
        } else {
            pool.zero_extend(index, width)
        };
        let header = pool.bv(width, self.header() as u64 >> log);
        pool.add(index, header)
    }

    fn read_word(&self, pool: &mut Pool, log: u32, index: Term) -> Term {
        let count = self.bytes.len() >> log;
        let arrays = self.words.is_some() || self.symbolic.is_none();
        if arrays || count > WORDS_CHOSEN {
            let view = self.view(pool, log);
            return pool.select(view, index);
        }
        let first = self.header() >> log;
        let words: Vec<Term> = (first..count)
            .map(|word| self.word(pool, log, word))
            .collect();
        memory::chosen(pool, &words, first as u64, index)
    }

    /// Writes `size` bytes at an offset known to be in bounds, of an object whose bytes are all
    /// written.
    pub(crate) fn write_at(&mut self, pool: &mut Pool, offset: Term, size: usize, value: Term) {
        debug_assert!(self.written.is_none());
        let log = self.word_log(pool, offset, size);
        let index = self.word_index(pool, offset, log);
        let word_size = 1u32 << log;
        if self.bytes.len() >> log <= WORDS_UPDATED {
            self.flatten(pool);
        }
        for piece in 0..size >> log {
            let index = self.piece_index(pool, index, piece);
            let value = memory::bytes(pool, value, piece as u32 * word_size, word_size);
            self.write_word(pool, log, index, value);
        }
    }

    fn write_word(&mut self, pool: &mut Pool, log: u32, index: Term, value: Term) {
        let count = self.bytes.len() >> log;
        if count > WORDS_UPDATED {
            if self.words.is_some_and(|words| words.log != log) {
                self.flatten(pool);
            }
            let array = self.view(pool, log);
            let array = pool.store(array, index, value);
            self.forget_views();
            self.symbolic = None;
            self.words = Some(WordArray { log, array });
            return;
        }
        for word in self.header() >> log..count {
            let old = self.word(pool, log, word);
            let new = memory::word_behind_write(pool, (word as u64, old), (index, value));
            if new != old {
                let cell = Cell::from_term(pool, new);
                self.write(pool, word << log, cell, 8 << log);
            }
        }
    }

    /// A word of the contents as a term.
    fn word(&self, pool: &mut Pool, log: u32, word: usize) -> Term {
        let width = 8 << log;
        let cell = self.read(pool, word << log, width);
        cell.to_term(pool, width)
    }

    /// The contents as an array of words; built once per version of the contents.
    fn view(&self, pool: &mut Pool, log: u32) -> Term {
        if let Some(words) = self.words
            && words.log == log
        {
            return words.array;
        }
        let known = &self.views.0[log as usize];
        if let Some(term) = Term::from_raw(known.load(Ordering::Relaxed)) {
            return term;
        }
        let width = 8u32 << log;
        let mut entries = Vec::with_capacity(self.bytes.len() >> log);
        let mut symbolic = Vec::new();
        for word in 0..self.bytes.len() >> log {
            let cell = self.read(pool, word << log, width);
            entries.push(Bits::new(width, cell.bits));
            if let Some(term) = cell.as_term() {
                symbolic.push((word, term));
            }
        }
        let index_width = self.index_width(log);
        let mut array = pool.table_array(index_width, width, Arc::from(entries));
        for (word, term) in symbolic {
            let index = pool.bv(index_width, word as u64);
            array = pool.store(array, index, term);
        }
        known.store(array.to_raw(), Ordering::Relaxed);
        array
    }

    /// Log of the width of the words to access: the largest that alignment and sizes allow.
    fn word_log(&self, pool: &Pool, offset: Term, size: usize) -> u32 {
        let sizes = (size | self.bytes.len()).trailing_zeros().min(3);
        trailing_zeros(pool, offset, 8).min(sizes)
    }

    fn word_index(&self, pool: &mut Pool, offset: Term, log: u32) -> Term {
        pool.extract(offset, log + self.index_width(log) - 1, log)
    }

    fn piece_index(&self, pool: &mut Pool, index: Term, piece: usize) -> Term {
        if piece == 0 {
            return index;
        }
        let piece = pool.bv(pool.width(index), piece as u64);
        pool.add(index, piece)
    }
}

/// A number of low bits of a term that are surely zero. Looks `depth` levels down.
pub(crate) fn trailing_zeros(pool: &Pool, term: Term, depth: u32) -> u32 {
    let width = pool.width(term);
    if let Some(bits) = pool.bits(term) {
        return (0..width).find(|&i| bits.bit(i)).unwrap_or(width);
    }
    if depth == 0 {
        return 0;
    }
    let arguments = pool.arguments(term);
    let of = |i: usize| trailing_zeros(pool, arguments[i], depth - 1);
    let zeros = match pool.op(term) {
        Op::Mul => of(0) + of(1),
        Op::Add | Op::BvOr | Op::BvXor => of(0).min(of(1)),
        Op::BvAnd => of(0).max(of(1)),
        Op::Neg | Op::ZeroExtend | Op::SignExtend => of(0),
        Op::Ite => of(1).min(of(2)),
        Op::Shl => match pool.constant_u64(arguments[1]) {
            Some(by) => of(0).saturating_add(by.min(u64::from(width)) as u32),
            None => of(0),
        },
        Op::Concat => {
            let low = pool.width(arguments[1]);
            match of(1) {
                zeros if zeros >= low => low + of(0),
                zeros => zeros,
            }
        }
        Op::Extract { low, .. } => of(0).saturating_sub(low),
        _ => 0,
    };
    zeros.min(width)
}

/// A number that the value of a bit-vector term of at most 64 bits surely does not exceed. Looks
/// `depth` levels down. Saves the question whether an index that was masked is in bounds.
pub(crate) fn upper_bound(pool: &Pool, term: Term, depth: u32) -> u64 {
    let width = pool.width(term);
    if width > 64 {
        return u64::MAX;
    }
    let top = u64::MAX >> (64 - width);
    if let Some(value) = pool.constant_u64(term) {
        return value;
    }
    if depth == 0 {
        return top;
    }
    let arguments = pool.arguments(term);
    let of = |i: usize| upper_bound(pool, arguments[i], depth - 1);
    let constant = |i: usize| pool.constant_u64(arguments[i]);
    // Beyond `top` a result may have wrapped around.
    let exact = |bound: Option<u64>| bound.filter(|&bound| bound <= top).unwrap_or(top);
    let bound = match pool.op(term) {
        Op::ZeroExtend => of(0),
        Op::SignExtend => {
            let from = pool.width(arguments[0]);
            match of(0) {
                bound if bound >> (from - 1) == 0 => bound,
                _ => top,
            }
        }
        Op::BvAnd => of(0).min(of(1)),
        Op::BvOr | Op::BvXor => u64::MAX
            .checked_shr((of(0) | of(1)).leading_zeros())
            .unwrap_or(0),
        Op::Add => exact(of(0).checked_add(of(1))),
        Op::Mul => exact(of(0).checked_mul(of(1))),
        Op::Shl => match constant(1) {
            Some(by) if by < 64 => exact(of(0).checked_mul(1 << by)),
            _ => top,
        },
        Op::Lshr => match constant(1) {
            Some(by) => of(0).checked_shr(by.min(64) as u32).unwrap_or(0),
            None => of(0),
        },
        Op::Udiv => match constant(1) {
            Some(by) if by > 0 => of(0) / by,
            _ => top,
        },
        Op::Urem => match constant(1) {
            Some(by) if by > 0 => of(0).min(by - 1),
            _ => of(0),
        },
        Op::Ite => of(1).max(of(2)),
        Op::Concat => {
            let low = pool.width(arguments[1]);
            of(0).checked_shl(low).unwrap_or(0) | of(1)
        }
        Op::Extract { low, .. } => of(0).checked_shr(low).unwrap_or(0),
        _ => top,
    };
    bound.min(top)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use term::{Evaluator, Model, Sort, Value};

    /// A term of random operations over two inputs of a byte, brought to 32 bits.
    fn build(pool: &mut Pool, x: Term, y: Term, steps: &[(u8, u32)]) -> Term {
        let mut term = pool.zero_extend(x, 32);
        for &(step, number) in steps {
            let constant = pool.bv(32, u64::from(number));
            let other = pool.zero_extend(y, 32);
            term = match step % 13 {
                0 => pool.add(term, constant),
                1 => pool.mul(term, constant),
                2 => pool.bv_and(term, constant),
                3 => pool.bv_or(term, other),
                4 => pool.bv_xor(term, constant),
                5 => {
                    let by = pool.bv(32, u64::from(number % 33));
                    pool.shl(term, by)
                }
                6 => {
                    let by = pool.bv(32, u64::from(number % 33));
                    pool.lshr(term, by)
                }
                7 => pool.urem(term, constant),
                8 => pool.udiv(term, constant),
                9 => {
                    let low = pool.extract(term, 15, 0);
                    pool.sign_extend(low, 32)
                }
                10 => {
                    let (high, low) = (pool.extract(term, 15, 0), pool.bv(16, 0));
                    pool.concat(high, low)
                }
                11 => {
                    let less = pool.ult(term, constant);
                    pool.ite(less, term, other)
                }
                _ => pool.extract(term, 27, 4).max(term),
            };
            if pool.width(term) != 32 {
                term = pool.zero_extend(term, 32);
            }
        }
        term
    }

    proptest! {
        #[test]
        fn bounds_and_zeros_hold_for_every_value(
            a in any::<u8>(),
            b in any::<u8>(),
            steps in proptest::collection::vec(
                (any::<u8>(), prop_oneof![0u32..20, any::<u32>()]), 1..6
            ),
        ) {
            let (mut pool, mut model) = (Pool::new(), Model::new());
            let mut input = |value: u8| {
                let term = pool.input("x", Sort::BitVec(8));
                if let Op::Input(id) = pool.op(term) {
                    model.set(id, Value::Bits(Bits::new(8, u64::from(value))));
                }
                term
            };
            let (x, y) = (input(a), input(b));
            let term = build(&mut pool, x, y, &steps);
            let mut evaluator = Evaluator::new();
            evaluator.set_model(model);
            let value = evaluator.u64(&pool, term);
            prop_assert!(value <= upper_bound(&pool, term, 8));
            let zeros = trailing_zeros(&pool, term, 8);
            prop_assert!(value & ((1u64 << zeros) - 1) == 0);
        }
    }
}
