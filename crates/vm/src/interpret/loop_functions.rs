//! Loops that are taken as functions: an arm beside that on which they go on one traversal after the other.

use crate::code::Code;
use crate::fault::Outcome;
use crate::loop_function::{LoopTerms, NO_EXIT};
use crate::run::Run;
use crate::{Arm, ArmOutcome, Cell, ForkKind, Machine};
use std::sync::Arc;
use term::Term;

/// Name of the inputs that say that a loop is taken as a function. They are numbered downwards, apart from
/// those that programs ask for.
const CHOSEN: &str = "loop as a function";

impl Run<'_> {
    /// At a branch that depends on inputs: goes on behind the loop that it is in, if that is taken as a
    /// function. Gives the position there.
    pub(super) fn loop_as_function(
        &mut self,
        code: &Code,
        registers: &mut [Cell],
    ) -> Outcome<Option<u32>> {
        let pc = self.frame.pc;
        let made = self.frame.traversals().iter().find(|(at, _)| *at == pc);
        if !made.is_some_and(|&(_, count)| self.is_offered(count)) {
            return Ok(None);
        }
        let Some(terms) = self.machine.loop_at(code, pc as usize) else {
            return Ok(None);
        };
        let ordinal = u32::MAX - self.state.loops_offered;
        let chosen = self.machine.input(ordinal, CHOSEN, 1);
        let one = self.machine.pool.bv(1, 1);
        let chosen = self.machine.pool.eq(chosen, one);
        if !self.decide_bool(ForkKind::LoopFunction, chosen, ArmOutcome::Continue)? {
            return Ok(None);
        }
        self.state.loop_function_taken = true;
        let register = |register: ir::Reg| code.slots[register.0 as usize] as usize;
        let inputs: Vec<Term> = terms
            .function
            .inputs()
            .map(|(input, width)| self.term(registers[register(input)], width))
            .collect();
        let pool = &mut self.machine.pool;
        let exit = pool.opaque(terms.exit, &inputs);
        let none = (u64::from(NO_EXIT), u64::MAX, ArmOutcome::Discard);
        let ways = (0..terms.targets.len() as u64).map(|exit| (exit, exit, ArmOutcome::Continue));
        let arms = ways.chain([none]).map(|(value, choice, outcome)| {
            let value = pool.bv(32, value);
            Arm {
                choice,
                condition: pool.eq(exit, value),
                outcome,
            }
        });
        let arms = arms.collect();
        let exit = self.decide(ForkKind::LoopExit, arms, true)?;
        let pool = &mut self.machine.pool;
        for (&result, (output, _)) in terms.outputs.iter().zip(terms.function.outputs()) {
            let term = pool.opaque(result, &inputs);
            registers[register(output)] = Cell::from_term(pool, term);
        }
        self.state.loops_offered += 1;
        // Discarded arms are never gone along, so that there is such an exit.
        Ok(terms.targets.get(exit as usize).copied())
    }

    /// Counts a decision by inputs at a branch.
    pub(super) fn count_traversal(&mut self) {
        if self.machine.options.loop_traversals == 0 {
            return;
        }
        let pc = self.frame.pc;
        let mut traversals = self.frame.more().traversals.iter_mut();
        match traversals.find(|(at, _)| *at == pc) {
            Some((_, count)) => {
                let made = *count;
                *count += 1;
                self.state.loops_offered += u32::from(self.is_offered(made));
            }
            None => self.frame.more().traversals.push((pc, 1)),
        }
    }

    /// True if a loop may be taken as a function after so many decisions at a branch of it.
    fn is_offered(&self, made: u32) -> bool {
        match self.machine.options.loop_traversals {
            0 => false,
            first => made.is_multiple_of(first) && (made / first).is_power_of_two(),
        }
    }
}

impl Machine {
    /// The loop around a branch, if it can be taken as a function.
    fn loop_at(&mut self, code: &Code, pc: usize) -> Option<Arc<LoopTerms>> {
        let (key, known) = self.loops.find(code, pc);
        if let Some(known) = known {
            return known.clone();
        }
        let function = self.program.function(code.function).ok()?;
        let limit = self.options.loop_steps;
        let found = LoopTerms::new(&mut self.pool, code, (&function, key), limit).map(Arc::new);
        self.loops.keep(key, found.clone());
        found
    }
}
