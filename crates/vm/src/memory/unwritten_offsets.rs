//! At which symbolic offsets an access reaches memory never written, byte by byte.

use super::Object;
use super::symbolic::trailing_zeros;
use std::ops::Range;
use std::sync::Arc;
use term::{Bits, Pool, Term};

/// Ranges of offsets that an offset is compared with; more are looked up in a table.
const RANGES_COMPARED: usize = 32;

/// Stretches never written, times the bytes of an access, up to which its bytes are told apart.
const BYTES_TOLD_APART: usize = 1 << 14;

/// Levels of a term that are looked through for what divides an offset.
const DEPTH: u32 = 8;

/// Bytes of an access that are alike.
pub(crate) struct AlikeBytes {
    /// Which they are, counted from where the access begins.
    pub bytes: Range<usize>,
    /// Whether one of them was never written.
    pub unwritten: Term,
}

/// Offsets in ranges: the first and the last of each.
type Offsets = Vec<(usize, usize)>;

/// An access of `size` bytes at an offset known to be in bounds of an object.
struct SymbolicAccess {
    offset: Term,
    size: usize,
    /// What the offset is a multiple of.
    step: usize,
    /// The last offset that is in bounds.
    last: usize,
}

/// The bytes of an access of `size` bytes at an offset known to be in bounds; `None` if all of the object was written.
pub(crate) fn unwritten_bytes(
    object: &Object,
    pool: &mut Pool,
    offset: Term,
    size: usize,
) -> Option<Vec<AlikeBytes>> {
    let written = object.written.as_ref()?;
    let room = object.bytes.len().saturating_sub(size);
    let step = 1 << trailing_zeros(pool, offset, DEPTH).min(30);
    let access = SymbolicAccess {
        offset,
        size,
        step,
        last: room - room % step,
    };
    let mut start = 0;
    let mut unwritten = Vec::new();
    for (end, is_written) in written.stretches(0, object.bytes.len()) {
        if !is_written {
            unwritten.push(start..end);
        }
        start = end;
    }
    let groups = access.groups(&unwritten).into_iter();
    let groups = groups.map(|(bytes, offsets)| AlikeBytes {
        bytes,
        unwritten: access.is_in(pool, &offsets),
    });
    Some(groups.collect())
}

impl SymbolicAccess {
    /// The bytes of the access with the offsets at which they are in one of these stretches.
    fn groups(&self, unwritten: &[Range<usize>]) -> Vec<(Range<usize>, Offsets)> {
        if unwritten.len() * self.size > BYTES_TOLD_APART {
            let whole = 0..self.size;
            return vec![(whole.clone(), self.offsets(&whole, unwritten))];
        }
        let mut groups: Vec<(Range<usize>, Offsets)> = Vec::new();
        for byte in 0..self.size {
            let offsets = self.offsets(&(byte..byte + 1), unwritten);
            match groups.last_mut() {
                Some((bytes, same)) if *same == offsets => bytes.end = byte + 1,
                _ => groups.push((byte..byte + 1, offsets)),
            }
        }
        groups
    }

    /// The offsets at which one of some bytes of the access is in one of these stretches.
    fn offsets(&self, bytes: &Range<usize>, unwritten: &[Range<usize>]) -> Offsets {
        let mut offsets: Offsets = Vec::new();
        for stretch in unwritten.iter().filter(|it| it.end > bytes.start) {
            let first = (stretch.start + 1).saturating_sub(bytes.end);
            let first = first.next_multiple_of(self.step);
            let last = (stretch.end - 1 - bytes.start).min(self.last);
            let last = last - last % self.step;
            match offsets.last_mut() {
                _ if first > last => {}
                Some((_, end)) if first <= *end + self.step => *end = last,
                _ => offsets.push((first, last)),
            }
        }
        offsets
    }

    /// Whether the access begins in one of these ranges.
    fn is_in(&self, pool: &mut Pool, ranges: &[(usize, usize)]) -> Term {
        if ranges.len() > RANGES_COMPARED {
            return self.is_in_table(pool, ranges);
        }
        let width = pool.width(self.offset);
        let mut any = pool.bool(false);
        for &(first, last) in ranges {
            let mut inside = pool.bool(true);
            if first > 0 {
                let first = pool.bv(width, first as u64);
                inside = pool.ule(first, self.offset);
            }
            if last < self.last {
                let last = pool.bv(width, last as u64);
                let below = pool.ule(self.offset, last);
                inside = pool.and(inside, below);
            }
            any = pool.or(any, inside);
        }
        any
    }

    /// The same of many ranges.
    fn is_in_table(&self, pool: &mut Pool, ranges: &[(usize, usize)]) -> Term {
        let log = self.step.trailing_zeros();
        let mut entries = vec![Bits::new(8, 0); (self.last / self.step + 1).next_power_of_two()];
        for &(first, last) in ranges {
            entries[first / self.step..=last / self.step].fill(Bits::new(8, 1));
        }
        let index_width = entries.len().trailing_zeros();
        let entries: Arc<[Bits]> = entries.into();
        let table = pool.table_array(index_width, 8, entries);
        let index = pool.extract(self.offset, log + index_width - 1, log);
        let entry = pool.select(table, index);
        let zero = pool.bv(8, 0);
        pool.ne(entry, zero)
    }
}
