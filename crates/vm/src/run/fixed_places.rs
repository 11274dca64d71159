//! Accesses at places that the code fixes: an element whose number is a constant outside of all loops, or one that no
//! input makes larger than a constant (`table[c & 63]`). Nothing tells how long the array behind a pointer is then; who
//! calls the function knows that it has so many elements.

use super::Run;
use crate::Cell;
use crate::memory::{ObjectId, address, split};
use ir::InstructionKind;
use ir::analysis::{Cfg, Dominators, Loops};
use rustc_hash::FxHashSet;

/// Bytes up to which an array is taken to be there.
const MOST_BYTES: u64 = 1 << 16;

impl Run<'_> {
    /// How many bytes an input array needs for all that the access at hand, which is behind its end, may lead to; `None` if
    /// inputs decide where that is.
    pub(super) fn fixed_extent(&mut self, id: ObjectId, at: Cell, size: u64) -> Option<u64> {
        if !self.is_plain_access() {
            return None;
        }
        match at.as_term() {
            None if self.is_in_loop() => None,
            None => split(at.bits)
                .1
                .checked_add(size)
                .filter(|&end| end <= MOST_BYTES),
            Some(at) => {
                let pool = &mut self.machine.pool;
                let base = pool.bv(64, address(id, 0));
                let offset = pool.sub(at, base);
                // Where that is so whatever the inputs are, it is told without asking a solver.
                let bits = (0..=MOST_BYTES.ilog2()).find(|&bits| {
                    let bound = pool.bv(64, 1 << bits);
                    let below = pool.ult(offset, bound);
                    pool.constant_bool(below) == Some(true)
                })?;
                Some((1 << bits) + size - 1)
            }
        }
    }

    /// True if the instruction at hand, one of the program's code, loads or stores a value: how much a call accesses may
    /// depend on its arguments.
    fn is_plain_access(&self) -> bool {
        let site = self.site();
        let Ok(function) = self.machine.program.function(site.function) else {
            return false;
        };
        let block = function.blocks.get(site.block.0 as usize);
        let instruction = block.and_then(|it| it.instructions.get(site.instruction as usize));
        let accesses = instruction.is_some_and(|it| {
            matches!(
                it.kind,
                InstructionKind::Load { .. } | InstructionKind::Store { .. }
            )
        });
        function.user && accesses
    }

    /// True if the path may come here several times: inside a loop, in a function that called itself, or where a
    /// caller stands in a loop.
    fn is_in_loop(&self) -> bool {
        let mut functions = FxHashSet::default();
        self.frame.chain().any(|frame| {
            let place = frame.code.places[frame.pc as usize];
            let Ok(function) = self.machine.program.function(frame.code.function) else {
                return true;
            };
            let graph = Cfg::new(&function);
            let loops = Loops::new(&graph, &Dominators::new(&graph));
            !functions.insert(frame.code.function)
                || !loops.irreducible_edges().is_empty()
                || loops.innermost(place.block).is_some()
        })
    }
}
