//! What monitors of a specification are told.

use ir::{FunctionId, Location};

/// Monitors of a specification are told of a moment ([`ir::CoreIntrinsic::MonitorStep`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonitorStep {
    /// The number of the moment, or one of those below.
    pub moment: u32,
    /// The address of what remembers the states of these monitors.
    pub object: u64,
    /// The events that happen of those that have a condition.
    pub happened: u64,
    /// The function of the program in which this is, and where.
    pub function: FunctionId,
    /// See `function`.
    pub location: Location,
}

impl MonitorStep {
    /// Monitors begin anew.
    pub const BEGIN: u32 = u32::MAX;
    /// The next [`MonitorStep::TO`] begins as this one stands; as nothing, and for good, if there is no such one.
    pub const FROM: u32 = u32::MAX - 1;
    /// See [`MonitorStep::FROM`].
    pub const TO: u32 = u32::MAX - 2;
}
