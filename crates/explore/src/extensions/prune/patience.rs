//! When not to look for what can be left out: where nothing agreed for long, the search goes on for a while as if
//! nothing could.

/// Annotations without one that was of use until the first rest.
const PATIENCE: u32 = 4096;
/// The same behind a rest.
const SHORT_PATIENCE: u32 = 256;
/// Forks that the first rest lasts; each is twice as long as the one before, up to the bound.
const FIRST_REST: u64 = 1 << 16;
const LONGEST_REST: u64 = 1 << 24;
/// While it lasts, every so many-th state is compared.
const COMPARED: u64 = 16;

/// See the module's description.
pub(super) struct Patience {
    left: u32,
    /// Forks until the rest is over.
    resting: u64,
    next_rest: u64,
    arrivals: u64,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            left: PATIENCE,
            resting: 0,
            next_rest: FIRST_REST,
            arrivals: 0,
        }
    }
}

impl Patience {
    /// An annotation was made; true if a rest begins.
    pub(super) fn made(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        let begins = self.left == 0 && self.resting == 0;
        if begins {
            self.resting = self.next_rest;
            self.next_rest = (2 * self.next_rest).min(LONGEST_REST);
            self.left = SHORT_PATIENCE;
        }
        begins
    }

    /// An annotation was of use.
    pub(super) fn of_use(&mut self) {
        *self = Patience::default();
    }

    /// A path forks.
    pub(super) fn forked(&mut self) {
        self.resting = self.resting.saturating_sub(1);
    }

    /// True if what matters is not asked.
    pub(super) fn rests(&self) -> bool {
        self.resting > 0
    }

    /// True if a state is to be compared to others.
    pub(super) fn compares(&mut self) -> bool {
        self.arrivals += 1;
        !self.rests() || self.arrivals.is_multiple_of(COMPARED)
    }
}
