//! What was executed, by names that every process understands.

use serde::{Deserialize, Serialize};

/// A part of the user's code, by names that every process understands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CoveredPart {
    /// Function.
    pub function: String,
    /// Part of it.
    pub part: Part,
}

/// A part of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Part {
    /// A block, by its number.
    Block(u32),
    /// An arm of a decision: its block, index among the edges out of that.
    Arm(u32, u32),
}
