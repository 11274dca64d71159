//! Sizes that depend on inputs.

use super::Run;
use crate::fault::{Outcome, limit};
use crate::memory::symbolic::upper_bound;
use crate::{Arm, ArmOutcome, Cell, ForkKind, Limit};
use term::Term;

/// Sizes decided one by one where nothing tells from the form of a size that it is small.
const SMALL_SIZES: u64 = 16;

/// Symbolic sizes up to this are decided one by one; larger ones are pinned.
pub(crate) const SIZES_DECIDED: u64 = 64;

impl Run<'_> {
    /// A size to allocate. A symbolic one that is surely small is decided among all values; of others
    /// the small values are decided, too, and the rest becomes one of a few: what it is under the
    /// model, or the largest allowed.
    pub(crate) fn allocation_size(&mut self, size: Cell) -> Outcome<u64> {
        let size = self.settled_cell(size)?;
        let Some(term) = size.as_term() else {
            return Ok(size.bits);
        };
        if let Some(size) = self.machine.pool.constant_u64(term) {
            return Ok(size);
        }
        let most = self.machine.options.max_symbolic_size.min(u64::MAX - 1);
        let bound = upper_bound(&self.machine.pool, term, 8);
        if bound <= SIZES_DECIDED.min(most) {
            let arms = (0..=bound).map(|size| self.size_arm(term, size)).collect();
            return self.decide(ForkKind::Size, arms, true);
        }
        if let Some(size) = self.small_size(term, SMALL_SIZES.min(most))? {
            return Ok(size);
        }
        let machine = &mut *self.machine;
        let model = machine.evaluator.u64(&machine.pool, term);
        let mut sizes = vec![model, most];
        sizes.dedup();
        sizes.retain(|&size| size <= most);
        let mut arms: Vec<Arm> = sizes
            .iter()
            .map(|&size| self.size_arm(term, size))
            .collect();
        let pool = &mut self.machine.pool;
        let bound = pool.bv(64, most);
        let condition = pool.ult(bound, term);
        arms.push(Arm {
            choice: u64::MAX,
            condition,
            outcome: ArmOutcome::Continue,
        });
        match self.decide(ForkKind::Size, arms, false)? {
            u64::MAX => limit(Limit::SymbolicSize),
            size => Ok(size),
        }
    }

    /// A size up to `most`, found by halving the range, so that the values which the path rules out
    /// (a few bytes of a short string are copied) take few decisions; `None` if it is larger.
    fn small_size(&mut self, size: Term, most: u64) -> Outcome<Option<u64>> {
        let at_most = |run: &mut Self, bound: u64| {
            let pool = &mut run.machine.pool;
            let bound = pool.bv(64, bound);
            let condition = pool.ule(size, bound);
            run.decide_bool(ForkKind::Size, condition, ArmOutcome::Continue)
        };
        if !at_most(self, most)? {
            return Ok(None);
        }
        let (mut low, mut high) = (0, most);
        while low < high {
            let middle = low + (high - low) / 2;
            match at_most(self, middle)? {
                true => high = middle,
                false => low = middle + 1,
            }
        }
        Ok(Some(low))
    }

    pub(crate) fn size_arm(&mut self, term: Term, size: u64) -> Arm {
        let pool = &mut self.machine.pool;
        let value = pool.bv(64, size);
        let condition = pool.eq(term, value);
        Arm {
            choice: size,
            condition,
            outcome: ArmOutcome::Continue,
        }
    }
}
