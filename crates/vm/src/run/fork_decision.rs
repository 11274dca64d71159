//! Decisions: taking the one already made, seeing that there is none to make, or forking.

use super::Run;
use crate::fault::{Fault, Outcome};
use crate::{Arm, ArmOutcome, Cell, ForkKind};
use term::Term;

/// Decisions looked back at for one that settles a condition asked again.
const LOOK_BACK: usize = 48;

impl Run<'_> {
    /// Decides among disjoint arms and returns the choice. If that depends on inputs and has not
    /// been decided, the fault asks the caller of the machine.
    ///
    /// An instruction may decide several times; executed again after a fork it must ask for the
    /// same decisions in the same order, so nothing may have effects before the last one.
    pub(crate) fn decide(
        &mut self,
        kind: ForkKind,
        mut arms: Vec<Arm>,
        complete: bool,
    ) -> Outcome<u64> {
        if arms.iter().any(|arm| self.is_unsettled(arm.condition)) {
            let conditions: Vec<Term> = arms.iter().map(|arm| arm.condition).collect();
            self.note_dependence(&conditions)?;
            for arm in &mut arms {
                let machine = &mut *self.machine;
                arm.condition = machine
                    .never_written
                    .filled(&mut machine.pool, arm.condition);
            }
        }
        let pool = &self.machine.pool;
        arms.retain(|arm| pool.constant_bool(arm.condition) != Some(false));
        let sure = arms
            .iter()
            .find(|arm| pool.constant_bool(arm.condition) == Some(true));
        if let Some(arm) = sure {
            return Ok(arm.choice);
        }
        if let Some(&choice) = self.choices.get(self.next_choice) {
            self.next_choice += 1;
            return Ok(choice);
        }
        if let Some(choice) = self.decided_before(&arms) {
            self.choices.push(choice);
            self.next_choice += 1;
            return Ok(choice);
        }
        let machine = &mut *self.machine;
        let taken = arms
            .iter()
            .position(|arm| machine.evaluator.bool(&machine.pool, arm.condition));
        match taken {
            Some(taken) => Err(Box::new(Fault::Fork {
                kind,
                arms,
                taken,
                complete,
            })),
            None => Err(Box::new(Fault::Unsupported(
                "a decision none of whose arms holds under the model (the model does not satisfy \
                 the path)"
                    .to_owned(),
            ))),
        }
    }

    /// The choice that a recent decision of the path settles: the same check is often made again
    /// and again, such as that of one index.
    fn decided_before(&mut self, arms: &[Arm]) -> Option<u64> {
        let mut recent = self.state.path.recent().take(LOOK_BACK).enumerate();
        let settled = recent.find_map(|(back, decision)| {
            let mut arms = arms.iter();
            let arm = arms.find(|arm| arm.condition == decision.condition)?;
            Some((back, arm.choice))
        });
        drop(recent);
        let (back, choice) = settled?;
        self.note_settled_by(back);
        Some(choice)
    }

    /// The decision of the path so far back settles one that is asked for now.
    pub(super) fn note_settled_by(&mut self, back: usize) {
        let last = self.state.path.len().wrapping_sub(1);
        if let Some(settled_by) = &mut self.machine.settled_by {
            settled_by.push(last.wrapping_sub(back as u32));
        }
    }

    /// Decides whether a condition holds: choice 1 if it does, else 0.
    pub(crate) fn decide_bool(
        &mut self,
        kind: ForkKind,
        condition: Term,
        if_false: ArmOutcome,
    ) -> Outcome<bool> {
        if let Some(value) = self.machine.pool.constant_bool(condition) {
            return Ok(value);
        }
        // Taken before: most calls are by instructions that are executed again behind a fork.
        if let Some(&choice) = self.choices.get(self.next_choice)
            && !self.is_unsettled(condition)
        {
            self.next_choice += 1;
            return Ok(choice == 1);
        }
        let negated = self.machine.pool.not(condition);
        let arms = vec![
            Arm {
                choice: 1,
                condition,
                outcome: ArmOutcome::Continue,
            },
            Arm {
                choice: 0,
                condition: negated,
                outcome: if_false,
            },
        ];
        Ok(self.decide(kind, arms, true)? == 1)
    }

    /// The value of a cell of at most 64 bits, pinned to what it is under the model if it depends
    /// on inputs.
    pub(crate) fn pin(&mut self, cell: Cell, width: u32) -> Outcome<u64> {
        self.pin_as(ForkKind::Pin, cell, width)
    }

    /// As [`Self::pin`], for something of that kind.
    pub(crate) fn pin_as(&mut self, kind: ForkKind, cell: Cell, width: u32) -> Outcome<u64> {
        let Some(term) = cell.as_term() else {
            return Ok(cell.bits);
        };
        let term = self.settled(term)?;
        let machine = &mut *self.machine;
        if let Some(value) = machine.pool.constant_u64(term) {
            return Ok(value);
        }
        let value = machine.evaluator.u64(&machine.pool, term);
        let constant = machine.pool.bv(width, value);
        let condition = machine.pool.eq(term, constant);
        let arm = Arm {
            choice: value,
            condition,
            outcome: ArmOutcome::Continue,
        };
        self.decide(kind, vec![arm], false)?;
        Ok(value)
    }

    /// The value of a cell of at most 64 bits under the model, for what the path only reports:
    /// nothing behind it depends on the value, so nothing is left out.
    pub(crate) fn under_model(&mut self, cell: Cell) -> u64 {
        let machine = &mut *self.machine;
        cell.as_term()
            .map_or(cell.bits, |term| machine.evaluator.u64(&machine.pool, term))
    }
}
