//! Techniques that go along with an exploration, and what they are told: see [`Extension`]. To add one,
//! write its file here and have [`wanted`] make it.

mod contract;
mod infeasible;
mod list;
mod loop_bound;

pub use contract::{Extension, Forked, InfeasibleArm, Skip};
pub use infeasible::{Conflict, DecidedAt, InfeasibleStatistics};
pub(crate) use list::Extensions;
pub use loop_bound::LoopBound;

use crate::limits::Options;

/// The extensions that options ask for.
pub(crate) fn wanted(options: &Options) -> Vec<Box<dyn Extension>> {
    let mut wanted: Vec<Box<dyn Extension>> = Vec::new();
    if let Some(most) = options.limits.loop_bound {
        wanted.push(Box::new(LoopBound::new(most)));
    }
    if options.explain_infeasible {
        wanted.push(Box::new(InfeasibleStatistics::default()));
    }
    wanted
}
