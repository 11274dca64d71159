//! Counters of lazy expansion.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What lazy expansion did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LazyStatistics {
    /// Arms that can be taken if calls may do what they like.
    pub abstract_arms: u64,
    /// Of these, shown to be taken.
    pub realised: u64,
    /// Of these, shown not to be taken by any input.
    pub refuted: u64,
    /// Of these, neither: the search was cut off.
    pub open: u64,
    /// Stretches of paths that searches ran.
    pub steps: u64,
    /// Runs from the start.
    pub runs: u64,
    /// Of both, those for arms that were realised.
    pub iterations: u64,
    /// Times that a call of a function was expanded, by its name.
    pub expansions: BTreeMap<String, u64>,
    /// Summaries made of calls.
    pub summaries: u64,
    /// Paths in these.
    pub summary_paths: u64,
    /// Calls that were deeper were skipped.
    pub call_depth: Option<u32>,
    /// Names of the functions of which calls were skipped: they are taken as tested.
    pub taken_as_tested: BTreeSet<String>,
}

impl LazyStatistics {
    /// Adds those of another explorer.
    pub fn add(&mut self, other: &LazyStatistics) {
        self.abstract_arms += other.abstract_arms;
        self.realised += other.realised;
        self.refuted += other.refuted;
        self.open += other.open;
        self.steps += other.steps;
        self.runs += other.runs;
        self.iterations += other.iterations;
        self.summaries += other.summaries;
        self.summary_paths += other.summary_paths;
        self.call_depth = self.call_depth.max(other.call_depth);
        for (name, count) in &other.expansions {
            *self.expansions.entry(name.clone()).or_default() += count;
        }
        self.taken_as_tested
            .extend(other.taken_as_tested.iter().cloned());
    }
}
