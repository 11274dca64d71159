//! What memory holds, as terms: how values lie in bytes (little endian, whole bytes), and what a read
//! finds behind a write.

use std::ops::Range;
use term::{Pool, Term};

/// The bytes that a value takes in memory, as one term: bits that fill up the last byte are zero.
pub fn to_bytes(pool: &mut Pool, value: Term) -> Term {
    let width = pool.width(value).next_multiple_of(8);
    pool.zero_extend(value, width)
}

/// The value of `width` bits that lies in bytes.
pub fn from_bytes(pool: &mut Pool, bytes: Term, width: u32) -> Term {
    match pool.width(bytes) == width {
        true => bytes,
        false => pool.extract(bytes, width - 1, 0),
    }
}

/// `count` bytes of a term from the byte `first` on.
pub fn bytes(pool: &mut Pool, term: Term, first: u32, count: u32) -> Term {
    match first == 0 && pool.width(term) == count * 8 {
        true => term,
        false => pool.extract(term, (first + count) * 8 - 1, first * 8),
    }
}

/// What lies one behind the other in memory, the lowest address first, as one term; `None` if that is
/// nothing.
pub fn joined(pool: &mut Pool, pieces: impl IntoIterator<Item = Term>) -> Option<Term> {
    let pieces = pieces.into_iter();
    pieces.reduce(|low, high| pool.concat(high, low))
}

/// What a read of whole bytes of `width` bits finds behind a write of whole bytes. The read begins
/// `distance` bytes behind the write, modulo 2^64; neither goes around the end of the address space.
/// `before` makes what the read would have found before the write; it is not asked if all of that is
/// written.
pub fn read_behind_write(
    pool: &mut Pool,
    (distance, width): (u64, u32),
    written: Term,
    before: impl FnOnce(&mut Pool) -> Term,
) -> Term {
    let met = met((distance, width / 8), u64::from(pool.width(written) / 8));
    let first_written = distance.wrapping_add(u64::from(met.start)) as u32;
    if met == (0..width / 8) {
        return bytes(pool, written, first_written, width / 8);
    }
    let before = before(pool);
    if met.is_empty() {
        return before;
    }
    let part = bytes(pool, written, first_written, met.end - met.start);
    with_part(pool, before, met.start, part)
}

/// Which bytes of a read of `size` bytes a write of `written` bytes meets; the read begins `distance` bytes
/// behind the write, as in [`read_behind_write`].
pub fn met((distance, size): (u64, u32), written: u64) -> Range<u32> {
    // Accesses are far shorter than the address space: a distance is the shorter way around it.
    let distance = i128::from(distance.cast_signed());
    let first = (-distance).clamp(0, i128::from(size));
    let last = (i128::from(written) - distance).clamp(first, i128::from(size));
    first as u32..last as u32
}

/// A term of whole bytes with other bytes from the byte `first` on.
pub fn with_part(pool: &mut Pool, whole: Term, first: u32, part: Term) -> Term {
    let size = pool.width(whole) / 8;
    let behind = first + pool.width(part) / 8;
    let mut pieces = Vec::new();
    if first > 0 {
        pieces.push(bytes(pool, whole, 0, first));
    }
    pieces.push(part);
    if behind < size {
        pieces.push(bytes(pool, whole, behind, size - behind));
    }
    joined(pool, pieces).unwrap_or(whole)
}

/// The word at an index among words that are numbered from `first` on, of which it is one: a chain of
/// if-then-else.
///
/// # Panics
/// If there is no word.
pub fn chosen(pool: &mut Pool, words: &[Term], first: u64, index: Term) -> Term {
    let (&last, others) = words.split_last().expect("there is a word to choose");
    let mut value = last;
    for (number, &word) in others.iter().enumerate().rev() {
        let here = is_at(pool, index, first + number as u64);
        value = pool.ite(here, word, value);
    }
    value
}

/// What the word of that number is behind a write of a word at an index.
pub fn word_behind_write(
    pool: &mut Pool,
    (number, before): (u64, Term),
    (index, written): (Term, Term),
) -> Term {
    let here = is_at(pool, index, number);
    pool.ite(here, written, before)
}

fn is_at(pool: &mut Pool, index: Term, number: u64) -> Term {
    let number = pool.bv(pool.width(index), number);
    pool.eq(index, number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use term::Bits;

    fn bytes_of(pool: &Pool, term: Term) -> Vec<u8> {
        pool.bits(term).expect("a constant").to_le_bytes()
    }

    proptest! {
        /// Against an array of bytes.
        #[test]
        fn a_read_behind_a_write_finds_what_an_array_of_bytes_holds(
            memory in prop::array::uniform32(any::<u8>()),
            written in prop::collection::vec(any::<u8>(), 1..=8),
            at in 8_usize..16,
            from in 0_usize..24,
            read in 1_usize..=8,
        ) {
            let mut pool = Pool::new();
            let value = pool.constant(&Bits::from_le_bytes(written.len() as u32 * 8, &written));
            let distance = (from as u64).wrapping_sub(at as u64);
            let width = read as u32 * 8;
            let found = read_behind_write(&mut pool, (distance, width), value, |pool| {
                pool.constant(&Bits::from_le_bytes(width, &memory[from..from + read]))
            });
            let mut behind = memory;
            behind[at..at + written.len()].copy_from_slice(&written);
            prop_assert_eq!(bytes_of(&pool, found), &behind[from..from + read]);
        }
    }
}
