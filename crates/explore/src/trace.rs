//! The decisions of user code along a path: what a native run is compared with.

use ir::FunctionId;
use vm::Events;

/// One decision: function, number of the decision in it, value.
pub type TraceStep = (u32, u32, u64);

/// The decisions of a path. Functions bear the numbers that the listener's map gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Trace {
    /// All steps, in order.
    pub steps: Vec<TraceStep>,
    /// True if there were more than [`Trace::LIMIT`]; the steps are then the first of them.
    pub cut: bool,
}

impl Trace {
    /// Steps kept at the most (16 bytes each).
    pub const LIMIT: usize = 1 << 22;
}

/// Collects a trace while a path runs again.
pub(crate) struct TraceEvents<'a> {
    pub(crate) trace: Trace,
    /// Number of each function in traces, by its id.
    pub(crate) numbers: &'a [Option<u32>],
}

impl Events for TraceEvents<'_> {
    #[inline]
    fn branch(&mut self, function: FunctionId, decision: u32, value: u32) {
        let Some(&Some(number)) = self.numbers.get(function.0 as usize) else {
            return;
        };
        if self.trace.steps.len() < Trace::LIMIT {
            self.trace.steps.push((number, decision, u64::from(value)));
        } else {
            self.trace.cut = true;
        }
    }
}
