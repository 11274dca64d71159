//! Which bytes of an object have been written.

use smallvec::SmallVec;

/// Bytes that the last look at the bits may read behind the bit it wants.
const PADDING: usize = 1;

/// Which bytes of an object have been written, while some have not.
///
/// Bit `i % 8` of `bits[i / 8]` stands for byte `i`. There is one byte more than the object needs, so
/// that the bits of a word are read by one load of 16 bits wherever it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// Bytes not written yet; never 0.
    missing: u64,
    bits: SmallVec<[u8; 16]>,
}

/// Where the parts of a [`Written`] are, for the fast path.
#[derive(Clone, Copy)]
pub(crate) struct WrittenAt {
    /// Null where nothing may be marked.
    missing: *mut u64,
    bits: *mut u8,
}

impl WrittenAt {
    pub(crate) const NONE: WrittenAt = WrittenAt {
        missing: std::ptr::null_mut(),
        bits: std::ptr::null_mut(),
    };
}

impl Written {
    /// None of so many bytes, at least one.
    pub(crate) fn none_of(size: usize) -> Written {
        Written {
            missing: size as u64,
            bits: SmallVec::from_elem(0, size.div_ceil(8) + PADDING),
        }
    }

    /// All of so many bytes; something must be unmarked at once.
    pub(crate) fn all_of(size: usize) -> Written {
        Written {
            missing: 0,
            bits: SmallVec::from_elem(u8::MAX, size.div_ceil(8) + PADDING),
        }
    }

    /// Notes that the bytes of a range, at least one, are as if never written.
    pub(crate) fn unmark(&mut self, offset: usize, size: usize) {
        for byte in offset..offset + size {
            self.missing += u64::from(self.has(byte));
            self.bits[byte / 8] &= !(1 << (byte % 8));
        }
    }

    /// The stretches of a range that are alike: where each ends, and whether it is written.
    pub(crate) fn stretches(&self, offset: usize, size: usize) -> Vec<(usize, bool)> {
        let mut stretches: Vec<(usize, bool)> = Vec::new();
        for byte in offset..offset + size {
            let written = self.has(byte);
            match stretches.last_mut() {
                Some((end, last)) if *last == written => *end = byte + 1,
                _ => stretches.push((byte + 1, written)),
            }
        }
        stretches
    }

    pub(crate) fn at(&mut self) -> WrittenAt {
        WrittenAt {
            missing: &raw mut self.missing,
            bits: self.bits.as_mut_ptr(),
        }
    }

    /// As [`Written::at`], where nothing may be marked.
    pub(crate) fn at_for_reading(&self) -> WrittenAt {
        WrittenAt {
            missing: std::ptr::null_mut(),
            bits: self.bits.as_ptr().cast_mut(),
        }
    }

    #[inline]
    pub(crate) fn has(&self, byte: usize) -> bool {
        self.bits[byte / 8] >> (byte % 8) & 1 == 1
    }

    /// True if all bytes of a range were written.
    pub(crate) fn has_all(&self, offset: usize, size: usize) -> bool {
        if size <= 8 {
            let word = u16::from_le_bytes([self.bits[offset / 8], self.bits[offset / 8 + 1]]);
            let mask = mask(size);
            return word >> (offset % 8) & mask == mask;
        }
        (offset..offset + size).all(|byte| self.has(byte))
    }

    /// Notes that a range is written; true if nothing is missing any more.
    #[must_use]
    pub(crate) fn mark(&mut self, offset: usize, size: usize) -> bool {
        let (mut at, end) = (offset, offset + size);
        while at < end {
            let count = (8 - at % 8).min(end - at);
            let mask = (mask(count) << (at % 8)) as u8;
            let new = mask & !self.bits[at / 8];
            self.missing -= u64::from(new.count_ones());
            self.bits[at / 8] |= mask;
            at += count;
        }
        self.missing == 0
    }

    /// Bytes of host memory beside the object's own.
    pub(crate) fn host_bytes(&self) -> usize {
        match self.bits.spilled() {
            true => self.bits.capacity(),
            false => 0,
        }
    }
}

/// The bits of so many bytes, at most eight.
pub(crate) fn mask(count: usize) -> u16 {
    (1 << count) - 1
}

impl WrittenAt {
    /// True if the bytes of a word at an offset were written.
    ///
    /// # Safety
    /// The object must be alive and the word within it.
    #[inline(always)]
    pub(crate) unsafe fn has(self, offset: u64, log: usize) -> bool {
        let mask = mask(1 << log);
        // SAFETY: the bits end one byte behind those of the object's last byte.
        let word = unsafe {
            self.bits
                .add(offset as usize / 8)
                .cast::<u16>()
                .read_unaligned()
        };
        u16::from_le(word) >> (offset % 8) & mask == mask
    }

    /// Notes that the bytes of a word at an offset are written; does nothing and is false if that is
    /// not allowed here, or if nothing would be missing then.
    ///
    /// # Safety
    /// The object must be alive, not shared, and the word within it.
    #[inline(always)]
    pub(crate) unsafe fn mark(self, offset: u64, log: usize) -> bool {
        if self.missing.is_null() {
            return false;
        }
        let mask = mask(1 << log) << (offset % 8);
        // SAFETY: as in `has`.
        unsafe {
            let at = self.bits.add(offset as usize / 8).cast::<u16>();
            let old = u16::from_le(at.read_unaligned());
            let missing = *self.missing - u64::from((mask & !old).count_ones());
            if missing == 0 {
                return false;
            }
            *self.missing = missing;
            at.write_unaligned((old | mask).to_le());
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_marked_is_written_and_nothing_else(
            size in 1usize..300,
            ranges in proptest::collection::vec((0usize..300, 0usize..40, any::<bool>()), 1..20),
        ) {
            let mut written = Written::none_of(size);
            let mut expected = vec![false; size];
            for (offset, count, fast) in ranges {
                let count = if fast { 1 << (count % 4) } else { count };
                if offset + count > size {
                    continue;
                }
                expected[offset..offset + count].fill(true);
                let all = expected.iter().all(|&byte| byte);
                let at = written.at();
                // SAFETY: `written` is alive and the range within its size.
                let full = match fast {
                    true => unsafe { !at.mark(offset as u64, count.trailing_zeros() as usize) },
                    false => written.mark(offset, count),
                };
                prop_assert_eq!(full, all);
                if all {
                    break;
                }
                prop_assert!(written.has_all(offset, count));
                for (byte, &is) in expected.iter().enumerate() {
                    prop_assert_eq!(written.has(byte), is);
                }
                for log in 0..4 {
                    for offset in 0..(size + 1).saturating_sub(1 << log) {
                        let is = expected[offset..offset + (1 << log)].iter().all(|&byte| byte);
                        prop_assert_eq!(written.has_all(offset, 1 << log), is);
                        // SAFETY: as above.
                        prop_assert_eq!(unsafe { written.at().has(offset as u64, log) }, is);
                    }
                }
            }
        }
    }
}
