//! Going back from header to header of a function's loops.

use super::{Cut, Search};
use crate::code::Body;
use crate::condition::Condition;
use crate::invariants::{Definitions, Header, Loops, Slot, Transition, first, read_by};
use ir::{BlockId, FunctionId};
use term::Term;

/// Slots of a function, at most.
const SLOTS: usize = 24;
/// Rounds in which slots are found that others depend on.
const ROUNDS: usize = 4;

impl Search<'_> {
    /// All ways between the headers of a function's loops, if there are not too many.
    pub(crate) fn loops_of(&mut self, function: FunctionId) -> Option<Loops> {
        let body = self.enter_frame(function);
        let headers: Vec<BlockId> = body.loops.all().iter().map(|it| it.header).collect();
        let definitions = Definitions::of(&body);
        let mut slots = first(&body, &headers, &definitions);
        for round in 0..ROUNDS {
            slots.truncate(SLOTS);
            let cuts = self.ways(&body, function, &headers, (&slots, &definitions))?;
            let conditions: Vec<Condition> =
                cuts.iter().map(|(_, cut)| cut.condition.clone()).collect();
            let read = read_by(self.pool, self.variables, &conditions, &body);
            let more: Vec<Slot> = read.into_iter().filter(|it| !slots.contains(it)).collect();
            if more.is_empty() || round + 1 == ROUNDS || slots.len() >= SLOTS {
                return Some(self.assemble(&body, function, cuts, (&slots, &definitions)));
            }
            slots.extend(more);
        }
        None
    }

    /// Goes back from each header to the next ones.
    fn ways(
        &mut self,
        body: &Body,
        function: FunctionId,
        headers: &[BlockId],
        (slots, definitions): (&[Slot], &Definitions),
    ) -> Option<Vec<(BlockId, Cut)>> {
        let mut all = Vec::new();
        for &header in headers {
            let mut condition = Condition::always(function);
            let types = &body.function.registers;
            let there = slots
                .iter()
                .filter(|slot| definitions.reach(body, **slot, header));
            for slot in there {
                let value = slot.value(self.pool, self.variables, &mut condition, types);
                condition.outputs.push(value);
            }
            let cuts = self.back_to_cuts(condition, body, header)?;
            all.extend(cuts.into_iter().map(|cut| (header, cut)));
        }
        Some(all)
    }

    fn assemble(
        &mut self,
        body: &Body,
        function: FunctionId,
        cuts: Vec<(BlockId, Cut)>,
        (slots, definitions): (&[Slot], &Definitions),
    ) -> Loops {
        let mut scratch = Condition::always(function);
        let types = &body.function.registers;
        let slots: Vec<(Slot, Term)> = slots
            .iter()
            .map(|&slot| {
                let variable = slot.value(self.pool, self.variables, &mut scratch, types);
                (slot, variable)
            })
            .collect();
        let headers = body.loops.all().iter().map(|it| it.header);
        let headers = headers.map(|block| Header {
            block,
            slots: slots
                .iter()
                .filter(|(slot, _)| definitions.reach(body, *slot, block))
                .map(|(_, variable)| *variable)
                .collect(),
        });
        let transitions = cuts.into_iter().map(|(to, cut)| Transition {
            from: cut.from,
            to,
            guards: cut.condition.constraints.keys().copied().collect(),
            values: cut.condition.outputs,
        });
        Loops {
            headers: headers.collect(),
            transitions: transitions.collect(),
            slots,
        }
    }
}
