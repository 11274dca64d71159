//! Which pending node is visited next: one file a strategy, all listed in `known.rs`.
//!
//! A strategy sees millions of nodes: what it does at each must not depend on how many wait. So
//! nodes that others have visited meanwhile are not looked for but skipped when they turn up, and
//! ranks that change are corrected when a node is about to be chosen ([`groups::Groups`]).

mod branch_distance;
mod breadth_first;
mod cfg_directed;
mod contract;
mod coverage_new;
mod depth_first;
mod fewest_visits;
mod generational;
mod groups;
mod known;
mod nearest_uncovered;
mod new_data;
mod patience;
mod priority;
mod random_node;
mod random_path;
mod refusals;
mod subpath;
mod turns;
mod ways;

pub use known::{DEFAULT, Known, STRATEGIES, UnknownStrategy, parse};
pub(crate) use turns::RANKING_BYTES;
pub use turns::Turns;

pub use contract::{Arm, CALLERS, Candidate, EndedPath, Entry, Recent, Strategy, View};
