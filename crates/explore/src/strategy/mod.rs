//! Which pending node is visited next: one file a strategy, all listed in `registry.rs`.
//!
//! A strategy sees millions of nodes: what it does at each must not depend on how many wait. So
//! nodes that others have visited meanwhile are not looked for but skipped when they turn up, and
//! ranks that change are corrected when a node is about to be chosen ([`ranked_buckets::RankedBuckets`]).

mod branch_distance;
mod breadth_first;
mod call_choice;
mod cfg_directed;
mod contract;
mod coverage_new;
mod depth_first;
mod fewest_visits;
mod generational;
mod interleaved;
mod known_graph;
mod layers;
mod moment_distances;
mod monitor_transitions;
mod nearest_uncovered;
mod new_data;
mod patience;
mod places;
mod priority;
mod random_node;
mod random_path;
mod ranked_buckets;
mod refusals;
mod registry;
mod specification_guided;
mod subpath;
mod target_distances;

pub use interleaved::Interleaved;
pub(crate) use interleaved::RANKING_BYTES;
pub use known_graph::KnownGraph;
pub(crate) use layers::Layers;
pub use registry::{
    Choice, DEFAULT, STRATEGIES, StrategyDescription, UnknownStrategy, parse, unspecified,
};

pub use contract::{
    Arm, BranchWindow, CALLERS, Candidate, EndedPath, Entry, SequencePosition, Strategy, View,
};
