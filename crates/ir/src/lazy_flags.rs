//! What is known of a reference that is an input from the start.

/// Flags of [`crate::JavaIntrinsic::LazyInput`] and its like; `wayfarer.Wayfarer` has them, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LazyFlags {
    /// It is not null.
    pub not_null: bool,
    /// No other input may refer to its object.
    pub unshared: bool,
    /// If it is an array, none of its elements is null.
    pub full: bool,
    /// From now on input objects are made by calls: [`crate::InputObjects::ByCalls`].
    pub by_calls: bool,
    /// From now on, errors that need an object in some state that calls may never bring about are told apart.
    pub told_apart: bool,
    /// Its class is the one that stands for a type variable, of several that could.
    pub of_type_argument: bool,
}

impl LazyFlags {
    /// As the intrinsic's argument has them.
    pub fn bits(self) -> u64 {
        let flags = [
            self.not_null,
            self.unshared,
            self.full,
            self.by_calls,
            self.told_apart,
            self.of_type_argument,
        ];
        let bits = flags.iter().enumerate();
        bits.map(|(bit, &flag)| u64::from(flag) << bit).sum()
    }

    /// What an argument means.
    pub fn of_bits(bits: u64) -> LazyFlags {
        LazyFlags {
            not_null: bits & 1 != 0,
            unshared: bits & 2 != 0,
            full: bits & 4 != 0,
            by_calls: bits & 8 != 0,
            told_apart: bits & 16 != 0,
            of_type_argument: bits & 32 != 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_mean_what_they_were_made_of() {
        for bits in 0..64 {
            assert_eq!(LazyFlags::of_bits(bits).bits(), bits);
        }
    }
}
