//! What can be told of a program without running it. All on dense indices, iterative and
//! deterministic.
//!
//! Within a function: [`Cfg`], [`Dominators`], [`PostDominators`], [`Loops`],
//! [`ControlDependence`], [`DecisionSlices`]. Between functions: [`CallGraph`] with [`Components`] (recursion), and
//! [`Distances`] to targets over the [`DistanceGraph`], and [`Effects`]: what calls may read, write and do.

mod call_graph;
mod cfg;
mod components;
mod control_dependence;
mod decision_reads;
mod distance;
mod distance_graph;
mod dominators;
mod effects;
mod loops;
mod return_distance;

pub use call_graph::{CallGraph, CallSite, fits_call, functions_of, user_refers_to};
pub use cfg::Cfg;
pub use components::Components;
pub use control_dependence::{Control, ControlDependence};
pub use decision_reads::{DecisionReads, DecisionSlices};
pub use distance::{DistanceStatistics, Distances};
pub use distance_graph::{CodePoint, DistanceGraph, Target, is_unsupported, never_goes_on};
pub use dominators::{Dominators, PostDominators};
pub use effects::{
    Cells, Effects, FunctionEffects, LeftPointers, Part, PlainEffects, PlainWorld, PointerSource,
    PointerSources, World, WrittenObjects, left_pointers, plain_effects,
};
pub use loops::{Loop, LoopId, Loops};
