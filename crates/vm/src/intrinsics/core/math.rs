//! Mathematical functions.

use crate::Cell;
use crate::fault::{Outcome, unsupported};
use crate::run::Run;
use semantics::math;
use std::sync::Arc;
use term::{Bits, Sort};

impl Run<'_> {
    /// A mathematical function: computed if the arguments are known, else an opaque term.
    pub(super) fn math(&mut self, function: Cell, arguments: &[Cell]) -> Outcome<Cell> {
        let number = self.pin(function, 32)? as u32;
        let arity = arguments.len() as u32;
        let Some(found) = math::find(number, arity) else {
            return unsupported(format!(
                "mathematical function {number} of {arity} arguments"
            ));
        };
        if arguments
            .iter()
            .all(|argument| argument.as_term().is_none())
        {
            let bits: Vec<Bits> = arguments
                .iter()
                .map(|argument| Bits::new(64, argument.bits))
                .collect();
            return Ok(Cell::concrete((found.compute)(&bits).low_u64()));
        }
        let pool = &mut self.machine.pool;
        let opaque = *self.machine.math.entry((number, arity)).or_insert_with(|| {
            pool.register_opaque(found.name, Sort::BitVec(64), Arc::new(found.compute))
        });
        let terms: Vec<_> = arguments
            .iter()
            .map(|argument| self.term(*argument, 64))
            .collect();
        let term = self.machine.pool.opaque(opaque, &terms);
        Ok(Cell::from_term(&self.machine.pool, term))
    }
}
