//! A clock that is read all the time.

use nix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// A moment, as the kernel noted it at its last tick: up to some milliseconds ago. To read it takes a fifth of
/// what the exact time takes, and sums of what many short pieces of work took come out right: as often as the
/// clock ticks in one of them a whole tick is counted.
#[derive(Clone, Copy, Debug)]
pub struct CoarseInstant(Duration);

impl CoarseInstant {
    /// The last tick.
    pub fn now() -> CoarseInstant {
        let time = clock_gettime(ClockId::CLOCK_MONOTONIC_COARSE);
        CoarseInstant(time.map(Duration::from).unwrap_or_default())
    }

    /// The time from then to the last tick.
    pub fn elapsed(self) -> Duration {
        CoarseInstant::now().0.saturating_sub(self.0)
    }
}
