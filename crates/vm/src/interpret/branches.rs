//! Branches and switches on symbolic values.

use crate::code::{CaseValue, SwitchTable};
use crate::fault::Outcome;
use crate::run::Run;
use crate::{Arm, ArmOutcome, Cell, ForkKind};
use ir::CompareOp;

impl Run<'_> {
    /// Whether a symbolic comparison that ends a block holds.
    #[cold]
    #[inline(never)]
    pub(super) fn symbolic_branch(
        &mut self,
        op: CompareOp,
        width: u32,
        a: Cell,
        b: Cell,
        negated: bool,
    ) -> Outcome<bool> {
        let condition = self.symbolic_condition(op, width, a, b)?;
        if negated {
            let condition = self.machine.pool.not(condition);
            let holds = self.decide_bool(ForkKind::Branch, condition, ArmOutcome::Continue)?;
            return Ok(!holds);
        }
        self.decide_bool(ForkKind::Branch, condition, ArmOutcome::Continue)
    }

    /// The case a symbolic value matches; the number of cases for the default.
    #[cold]
    #[inline(never)]
    pub(super) fn symbolic_switch(&mut self, table: &SwitchTable, value: Cell) -> Outcome<usize> {
        let value = self.term(value, table.width);
        let pool = &mut self.machine.pool;
        let mut default = pool.bool(true);
        let mut arms = Vec::with_capacity(table.cases.len() + 1);
        for (number, (case, _)) in table.cases.iter().enumerate() {
            let case = match case {
                CaseValue::Small(bits) => pool.bv(table.width, *bits),
                CaseValue::Wide(bits) => pool.constant(bits),
            };
            let condition = pool.eq(value, case);
            let other = pool.not(condition);
            default = pool.and(default, other);
            let outcome = ArmOutcome::Continue;
            arms.push(Arm {
                choice: number as u64,
                condition,
                outcome,
            });
        }
        let choice = table.cases.len() as u64;
        arms.push(Arm {
            choice,
            condition: default,
            outcome: ArmOutcome::Continue,
        });
        Ok(self.decide(ForkKind::Switch, arms, true)? as usize)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn symbolic_condition_branch(&mut self, condition: Cell) -> Outcome<bool> {
        let condition = self.condition(condition);
        self.decide_bool(ForkKind::Branch, condition, ArmOutcome::Continue)
    }
}
