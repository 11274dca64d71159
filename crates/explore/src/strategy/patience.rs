//! When to leave the choice to others: as long as they get on.

use super::contract::EndedPath;

/// Paths in a row that cover nothing new before others are thought not to get on.
const PATIENCE: u32 = 16;

/// Part of a slice that paths run while nobody gets on: many short steps, each from where it seems
/// best, lead further than a few long ones that mostly repeat themselves.
const PART: u64 = 16;

/// Counts paths since one covered something new.
#[derive(Default)]
pub(super) struct PathsWithoutNews {
    vain: u32,
}

impl PathsWithoutNews {
    pub(super) fn path_ended(&mut self, path: &EndedPath) {
        self.vain = match path.new {
            0 => self.vain.saturating_add(1),
            _ => 0,
        };
    }

    /// Others do not get on.
    pub(super) fn is_over(&self) -> bool {
        self.vain >= PATIENCE
    }

    /// See [`super::contract::Strategy::pause_at`].
    pub(super) fn pause_at(&self, length: u64, slice: u64) -> u64 {
        let part = match self.is_over() {
            true => (slice / PART).max(1),
            false => slice,
        };
        length.saturating_add(part)
    }
}
