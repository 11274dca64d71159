//! What a path assumes, what it knows of its values, and its end.

use crate::fault::{Fault, Outcome};
use crate::run::Run;
use crate::{ArmOutcome, Cell, ForkKind};

impl Run<'_> {
    pub(super) fn assume(&mut self, condition: Cell) -> Outcome<()> {
        let holds = match condition.as_term() {
            None => condition.bits != 0,
            Some(term) => {
                let pool = &mut self.machine.pool;
                let zero = pool.bv(64, 0);
                let condition = pool.ne(term, zero);
                self.decide_bool(ForkKind::Assume, condition, ArmOutcome::Discard)?
            }
        };
        if holds {
            Ok(())
        } else {
            Err(Box::new(Fault::AssumeFailed))
        }
    }

    pub(super) fn is_symbolic(&self, value: Cell) -> Cell {
        let symbolic = value
            .as_term()
            .is_some_and(|term| !self.machine.pool.is_constant(term));
        Cell::concrete(u64::from(symbolic))
    }

    pub(super) fn exit(&mut self, status: Cell) -> Outcome<()> {
        let status = self.settled_cell(status)?;
        let status = self.under_model(status);
        Err(Box::new(Fault::Exit(status as i32)))
    }
}
