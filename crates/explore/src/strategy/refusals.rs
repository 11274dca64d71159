//! Arms that no input took when they were visited, again and again: they are asked for ever more
//! seldom, because each question costs a query.

use super::contract::Arm;
use rand::{Rng, rngs::SmallRng};
use rustc_hash::FxHashMap;

/// Refusals in a row that make the next question once more as seldom.
const STEP: u32 = 4;

/// An arm is asked for every so many times at least.
const MOST: u32 = 16;

/// Counts refusals in a row, by arm.
#[derive(Default)]
pub(super) struct Refusals {
    in_a_row: FxHashMap<u64, u32>,
}

impl Refusals {
    pub(super) fn refused(&mut self, arm: &Arm) {
        let count = self.in_a_row.entry(arm.code()).or_default();
        *count = (STEP * MOST).min(*count + 1);
    }

    pub(super) fn arm_taken(&mut self, arm: &Arm) {
        if !self.in_a_row.is_empty() {
            self.in_a_row.remove(&arm.code());
        }
    }

    /// Whether an arm with that code is to be visited now: the more seldom, the more often it was
    /// refused.
    pub(super) fn let_pass(&self, code: u64, random: &mut SmallRng) -> bool {
        let count = self.in_a_row.get(&code).copied().unwrap_or(0);
        random.random_range(0..=count / STEP) == 0
    }
}
