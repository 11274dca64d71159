//! Beginnings of ways that searches have come along once, for others that begin in the same way.

use super::answers::AnsweredCalls;
use super::follower::{WayStep, WayToArm};
use super::recent::Recent;
use rustc_hash::FxHasher;
use solver::PathCondition;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use vm::{SearchedCalls, State, Treated};

/// How many steps a beginning has, and two hashes of them.
pub(crate) type Key = (usize, u64, u64);

/// The beginning of a way, up to a call that is answered by a summary.
pub(crate) struct Prefix {
    pub(crate) state: State,
    pub(crate) path: PathCondition,
    pub(crate) calls: Rc<AnsweredCalls>,
    /// Steps of the way behind it.
    pub(crate) at: usize,
    /// The call.
    pub(crate) call: u32,
}

/// Those that were come along lately.
pub(crate) type Prefixes = Recent<Key, Prefix>;

impl Prefixes {
    /// Keeps one.
    pub(crate) fn keep_beginning(&mut self, keys: &[Key], prefix: Prefix) {
        if let Some(&key) = keys.get(prefix.at) {
            let bytes = prefix.state.approximate_bytes();
            self.keep(key, Rc::new(prefix), bytes);
        }
    }

    /// The longest beginning of a way on which those calls, and no others, were answered.
    pub(crate) fn longest(&self, keys: &[Key], calls: &SearchedCalls) -> Option<Rc<Prefix>> {
        let kept = keys.iter().rev().filter_map(|key| self.get(key));
        let mut fitting = kept.filter(|prefix| prefix.fits(calls));
        fitting.next().cloned()
    }
}

impl Prefix {
    fn fits(&self, calls: &SearchedCalls) -> bool {
        let treated = self.state.treated_calls();
        let answered = &self.calls.answered;
        let before = calls.summarised.range(..self.call);
        let mut before = before.filter(|call| {
            let treated = treated.get(**call as usize);
            !matches!(treated, Some(Treated::Single))
        });
        calls.summarised.contains(&self.call)
            && before.all(|call| answered.contains(call))
            && answered.iter().all(|call| calls.summarised.contains(call))
    }
}

/// The keys of all beginnings of a way, the shortest first.
pub(crate) fn keys(way: &WayToArm) -> Vec<Key> {
    let (mut one, mut other) = (FxHasher::default(), FxHasher::default());
    other.write_u64(0x9e37_79b9_7f4a_7c15);
    let mut keys = Vec::with_capacity(way.steps.len() + 1);
    keys.push((0, one.finish(), other.finish()));
    for (at, step) in way.steps.iter().enumerate() {
        step.hash(&mut one);
        (at, step).hash(&mut other);
        keys.push((at + 1, one.finish(), other.finish()));
    }
    keys
}

impl Hash for WayStep {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match *self {
            WayStep::Block(function, block) => (0, function.0, block.0).hash(state),
            WayStep::Choice(site, kind, choice) => {
                let place = (site.function.0, site.block.0, site.instruction);
                (1, place, kind as u32, choice).hash(state);
            }
        }
    }
}
