//! What pruning may cost. Telling what matters means to run stretches of paths again, and where nothing agrees
//! that is lost. So there is a budget of instructions; where it is used up without a state that agreed, the
//! search goes on for a while as if nothing could be left out, longer each time.
//!
//! All is counted in instructions, not in time: what is left out is the same on every machine.

/// Instructions that may be in vain before the first rest.
const BUDGET: u64 = 1 << 19;
/// The same behind a rest.
const SHORT_BUDGET: u64 = 1 << 16;
/// What an agreement makes good: below it lies part of the tree that is not run.
const GAIN: u64 = 1 << 18;
/// Instructions of the program for one that was in vain, which the first rest lasts; each rest lasts twice as long
/// as the one before, up to the bound.
const FIRST_REST: u64 = 32;
const LONGEST_REST: u64 = 1 << 12;
/// Besides what is run again: an annotation, and the comparison with one, are worth as many instructions.
const ANNOTATION: u64 = 256;
const COMPARISON: u64 = 64;
/// While a rest lasts, every so many-th state is compared.
const COMPARED: u64 = 16;

/// See the module's description.
pub(super) struct Patience {
    /// Instructions that were in vain so far, and the most that may be.
    in_vain: u64,
    budget: u64,
    /// Instructions that were run again.
    again: u64,
    /// Instructions of the program at which the rest is over.
    rests_until: Option<u64>,
    next_rest: u64,
    arrivals: u64,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            in_vain: 0,
            budget: BUDGET,
            again: 0,
            rests_until: None,
            next_rest: FIRST_REST,
            arrivals: 0,
        }
    }
}

impl Patience {
    /// Instructions were run again.
    pub(super) fn ran_again(&mut self, instructions: u64) {
        self.again += instructions;
        self.in_vain += instructions;
    }

    /// Instructions were run again to look at a loop, which has a budget of its own.
    pub(super) fn ran_for_loops(&mut self, instructions: u64) {
        self.again += instructions;
    }

    /// Instructions that were run again in all.
    pub(super) fn again(&self) -> u64 {
        self.again
    }

    /// An annotation was made.
    pub(super) fn made(&mut self) {
        self.in_vain += ANNOTATION;
    }

    /// A state was compared to others.
    pub(super) fn compared(&mut self, others: u64) {
        self.in_vain += others * COMPARISON;
    }

    /// An annotation was of use.
    pub(super) fn of_use(&mut self) {
        self.in_vain = self.in_vain.saturating_sub(GAIN);
        self.budget = BUDGET;
        self.next_rest = FIRST_REST;
        self.rests_until = None;
    }

    /// A path is at a fork, when so many instructions were executed, those that were run again included; true if
    /// a rest begins.
    pub(super) fn arrived(&mut self, executed: u64) -> bool {
        self.arrivals += 1;
        let own = executed.saturating_sub(self.again);
        if self.rests_until.is_some_and(|until| own >= until) {
            self.rests_until = None;
        }
        let begins = self.rests_until.is_none() && self.in_vain >= self.budget;
        if begins {
            self.rests_until = Some(own + self.in_vain * self.next_rest);
            self.next_rest = (2 * self.next_rest).min(LONGEST_REST);
            self.in_vain = 0;
            self.budget = SHORT_BUDGET;
        }
        begins
    }

    /// True if what matters is not asked.
    pub(super) fn rests(&self) -> bool {
        self.rests_until.is_some()
    }

    /// True if a state is to be compared to others.
    pub(super) fn compares(&self) -> bool {
        !self.rests() || self.arrivals.is_multiple_of(COMPARED)
    }
}
