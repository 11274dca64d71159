//! Intervals of integers.

/// A non-empty interval of integers.
pub(crate) type Interval = (i128, i128);
