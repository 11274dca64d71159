//! What the machine tells its caller while it runs.

use crate::instruction::Instruction;
use crate::{InputRecord, MonitorStep, Site};
use ir::{BlockId, FunctionId};

/// Listener to a run. The machine is compiled for each listener, so events that are not listened
/// to cost nothing.
#[allow(unused_variables)]
pub trait Events {
    /// False if [`Events::block`] and [`Events::branch`] need not be called.
    const TRACE: bool = true;

    /// True if [`Events::step`] is to be called.
    const STEPS: bool = false;

    /// True if [`Events::monitored`] is to be called.
    const MONITORS: bool = false;

    /// An instruction is about to be executed; one that forks is executed again behind the fork.
    #[inline(always)]
    fn step(&mut self, instruction: &Instruction<'_>) {}
    /// Control enters a block (also the entry block of a called function).
    #[inline(always)]
    fn block(&mut self, function: FunctionId, block: BlockId) {}
    /// A branch or switch of the source was decided, concrete ones included: `value` is 1 or 0 for
    /// a branch, the index of the case for a switch (the number of cases for the default).
    #[inline(always)]
    fn branch(&mut self, function: FunctionId, decision: u32, value: u32) {}
    /// True if [`Events::missed`] is to be called.
    #[inline(always)]
    fn wants_missed(&self) -> bool {
        false
    }
    /// Numbers that are no inputs decided a branch or switch of the source otherwise than for this
    /// `value`; one of them would have had to differ from what it was by `distance`.
    #[inline(always)]
    fn missed(
        &mut self,
        function: FunctionId,
        decision: u32,
        value: u32,
        distance: impl FnOnce() -> u64,
    ) {
    }
    /// A function with a body is called.
    #[inline(always)]
    fn call(&mut self, function: FunctionId) {}
    /// A function with a body returns.
    #[inline(always)]
    fn returned(&mut self, function: FunctionId) {}
    /// A call that others would skip begins, or has ended ([`crate::SearchedCalls::entered`]).
    #[inline(always)]
    fn beneath(&mut self, inside: bool) {}
    /// A call that others would skip, made there, is about to end, and leaves pointers behind: with these choices at
    /// [`crate::ForkKind::LeftPointer`], each of which may be for a place that has several, and any for one that has none.
    #[inline(always)]
    fn left_pointers(&mut self, site: Site, choices: &[u64]) {}
    /// Sequences of calls begin to make inputs ([`ir::CallSequences`]), or have made them.
    #[inline(always)]
    fn making_inputs(&mut self, inside: bool) {}
    /// A loop is passed as a function: its blocks and branches are not told of.
    #[inline(always)]
    fn loop_passed(&mut self) {}
    /// An input was created.
    #[inline(always)]
    fn input(&mut self, record: &InputRecord) {}
    /// A function without body was stubbed.
    #[inline(always)]
    fn stubbed(&mut self, function: FunctionId, site: Site) {}
    /// Monitors of a specification are told of a moment.
    #[inline(always)]
    fn monitored(&mut self, step: &MonitorStep) {}
    /// A library model has a warning for the user.
    #[inline(always)]
    fn warning(&mut self, text: &str) {}
}

/// Listens to nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEvents;

impl Events for NoEvents {
    const TRACE: bool = false;
}
