//! Paths under way and those that wait: what a path is run with, and what visits of pending nodes need.

mod active_path;
mod decision_suffix;
mod path_model;
mod pending;
mod pins;
mod snapshot;

pub(crate) use active_path::{ActivePath, PathOrigin, instructions_until, length};
pub(crate) use decision_suffix::DecisionSuffix;
pub(crate) use path_model::{ForkOrigin, PathModel};
pub(crate) use pending::{ForkPoint, OtherValues, Paused, Pending, PendingNodes, Position};
pub(crate) use pins::{Pins, Values};
pub(crate) use snapshot::{Snapshot, Snapshots};
