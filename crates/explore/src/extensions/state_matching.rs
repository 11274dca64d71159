//! Sequences of calls that make inputs are not gone on with where one of as many calls or fewer has made the same.

use super::contract::{Arrived, Extension, Skip, Tools};
use crate::limits::LimitKind;
use crate::options::MatchStates;
use crate::results::Statistics;
use crate::tree::Closed;
use rustc_hash::FxHashMap;
use vm::{LiveRegisters, SequenceState};

/// States that are kept at the most.
const MOST_STATES: usize = 1 << 16;

/// States of one shape that one is compared with, at the most: so many of the first, which tend to be those of few
/// calls with the fewest requirements, and so many of the last.
const MOST_COMPARED: usize = 256;

/// The states that sequences have led to so far. Each worker knows its own.
pub struct StateMatching {
    how: MatchStates,
    live: LiveRegisters,
    /// By place and shape; of states that are told apart by these alone only the first.
    seen: FxHashMap<u64, Vec<SequenceState>>,
    kept: usize,
    matched: u64,
}

impl StateMatching {
    /// With no states.
    pub fn new(how: MatchStates) -> StateMatching {
        StateMatching {
            how,
            live: LiveRegisters::default(),
            seen: FxHashMap::default(),
            kept: 0,
            matched: 0,
        }
    }

    /// True if an earlier state leads to all that this one does.
    fn is_matched(&self, here: &SequenceState, at: &Arrived<'_>, tools: &mut Tools<'_>) -> bool {
        let seen = self.seen.get(&here.shape()).map_or(&[][..], Vec::as_slice);
        let (first, others) = seen.split_at(seen.len().min(MOST_COMPARED));
        let last = &others[others.len().saturating_sub(MOST_COMPARED)..];
        let seen = first.iter().chain(last);
        let seen = seen.filter(|earlier| earlier.path() != here.path());
        for earlier in seen.filter(|earlier| earlier.leads_as_far_as(here)) {
            if self.how == MatchStates::Shape {
                return true;
            }
            let Some(likeness) = earlier.likeness(tools.machine, here) else {
                continue;
            };
            let ask = self.how == MatchStates::Subsumption;
            if tools.implies_all(at, &likeness.conditions, ask) {
                return true;
            }
        }
        false
    }
}

impl Extension for StateMatching {
    fn name(&self) -> &'static str {
        "state-matching"
    }

    fn arrived(&mut self, at: &Arrived<'_>, tools: &mut Tools<'_>) -> Option<Skip> {
        let here = tools
            .machine
            .sequence_state(&mut self.live, at.state, at.fork)?;
        if self.is_matched(&here, at, tools) {
            self.matched += 1;
            return Some(match self.how {
                MatchStates::Shape => Skip {
                    closed: Closed::CutOff,
                    limit: Some(LimitKind::StateShapes),
                },
                MatchStates::Exact | MatchStates::Subsumption => Skip {
                    closed: Closed::Subsumed,
                    limit: None,
                },
            });
        }
        if self.kept < MOST_STATES {
            self.kept += 1;
            self.seen.entry(here.shape()).or_default().push(here);
        }
        None
    }

    fn count(&self, statistics: &mut Statistics) {
        statistics.state_matching.states += self.kept as u64;
        statistics.state_matching.matched += self.matched;
    }
}
