//! Which conjuncts of an earlier condition the conjuncts of a later one come from.

/// A set of conjuncts by their numbers, of which 64 apart are not told apart: it may have more than it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origins(u64);

impl Origins {
    pub(crate) const NONE: Origins = Origins(0);

    /// The conjunct of that number.
    pub(crate) fn of(number: usize) -> Origins {
        Origins(1 << (number % 64))
    }

    pub(crate) fn has(self, number: usize) -> bool {
        self.0 >> (number % 64) & 1 == 1
    }

    /// Both together.
    pub(crate) fn and(self, other: Origins) -> Origins {
        Origins(self.0 | other.0)
    }

    /// The one of two that has fewer.
    pub(crate) fn fewer(self, other: Origins) -> Origins {
        match other.0.count_ones() < self.0.count_ones() {
            true => other,
            false => self,
        }
    }
}
