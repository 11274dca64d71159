//! A random walk down the tree from the root (KLEE's random path selection).

use super::{Candidate, Stamp, Strategy, View};
use crate::tree::NodeId;
use rand::rngs::SmallRng;

pub(super) struct RandomPath;

impl Strategy for RandomPath {
    fn added(&mut self, _candidate: &Candidate, _stamp: Stamp) {}

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        view.tree.random_descent(random)
    }
}
