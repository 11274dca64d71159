//! Greedy confirmation (Jaffar, Murali and Navas, ESEC/FSE 2013): what matters at a fork is known once all
//! below it is finished, and orders other than depth first come to that late. So when a path that the
//! strategy chose has ended, a *round* begins: the arms that it left are visited from the lowest one on,
//! and so are those that this leaves, as long as there is something to be gained. At each place of the
//! program as many forks deep one arm at a time may have something left below it, and a round has no more
//! visits than its path has forks.

use crate::paths::Pending;
use crate::tree::{NodeId, Stamp, Tree};
use rustc_hash::FxHashMap;
use vm::Site;

/// Rounds that are left out at the most, where those before were of no use.
const LONGEST_REST: u32 = 1024;
/// Visits without a path that agreed with an annotation until a round is over.
const PATIENCE: u32 = 16;
/// The same over all rounds, before they get rarer; and the choices of the strategy for each one behind that.
const ALLOWANCE: u32 = 64;
const CHOICES: u32 = 16;

/// See the module's description.
pub(crate) struct Confirmation {
    /// Visits of the round that are left; `None` before the path ends that begins it.
    left: Option<u32>,
    /// The pending node that hangs nearest above where the last path ended.
    next: Option<(NodeId, Stamp)>,
    /// The last node that was visited in this round at a place so many forks deep, with the choice that leads
    /// to it.
    visited: FxHashMap<(Site, u32, u64), (NodeId, Stamp)>,
    /// Visits since one was of use, in this round.
    in_vain: u32,
    /// How many more may be in vain, and how often the strategy has chosen.
    allowance: u32,
    choices: u32,
    /// A path of the round was left out: it agreed with an annotation.
    is_of_use: bool,
    /// Rounds to leave out, and how many the next rest has.
    rest: u32,
    next_rest: u32,
}

impl Default for Confirmation {
    fn default() -> Confirmation {
        Confirmation {
            left: None,
            next: None,
            visited: FxHashMap::default(),
            in_vain: 0,
            allowance: ALLOWANCE,
            choices: 0,
            is_of_use: false,
            rest: 0,
            next_rest: 0,
        }
    }
}

impl Confirmation {
    /// The strategy chooses: another round.
    pub(crate) fn begin(&mut self) {
        if self.is_of_use {
            self.next_rest = 0;
        } else if !self.visited.is_empty() {
            self.next_rest = (2 * self.next_rest + 1).min(LONGEST_REST);
            self.rest = self.next_rest;
        } else {
            self.rest = self.rest.saturating_sub(1);
        }
        self.choices = self.choices.wrapping_add(1);
        if self.choices.is_multiple_of(CHOICES) {
            self.allowance = (self.allowance + 1).min(ALLOWANCE);
        }
        self.left = None;
        self.next = None;
        self.is_of_use = false;
        self.in_vain = 0;
        self.visited.clear();
    }

    /// A path has ended at a leaf that is about to be closed, or waits there.
    pub(crate) fn path_ended(&mut self, leaf: NodeId, tree: &Tree) {
        if self.left.is_none() && self.rest == 0 {
            self.left = Some(tree.depth(leaf));
        }
        self.next = match tree.is_pending(leaf) {
            true => None,
            false => nearest_above(leaf, tree),
        };
    }

    /// A path was left out.
    pub(crate) fn subsumed(&mut self) {
        self.is_of_use = true;
        self.in_vain = 0;
        self.allowance = ALLOWANCE;
    }

    /// The node that the round goes on with. `pending` is asked for what a node needs.
    pub(crate) fn next<'a>(
        &mut self,
        tree: &Tree,
        pending: impl Fn(NodeId) -> Option<&'a Pending>,
    ) -> Option<NodeId> {
        let left = self
            .left
            .filter(|&left| left > 0 && self.in_vain < PATIENCE && self.allowance > 0)?;
        let (node, stamp) = self.next.take()?;
        if tree.stamp(node) != stamp || !tree.is_pending(node) {
            return None;
        }
        let Some(Pending::Arm { point, arm }) = pending(node) else {
            return None;
        };
        let fork = &point.fork;
        let choice = fork.arms[*arm as usize].choice;
        let place = (fork.site, tree.depth(node), choice);
        let is_finished =
            |(node, stamp): &(NodeId, Stamp)| tree.stamp(*node) != *stamp || !tree.is_live(*node);
        if !self.visited.get(&place).is_none_or(is_finished) {
            return None;
        }
        self.left = Some(left - 1);
        self.in_vain += 1;
        self.allowance -= 1;
        self.visited.insert(place, (node, stamp));
        // In case that nothing runs there.
        self.next = nearest_above(node, tree);
        Some(node)
    }
}

fn nearest_above(node: NodeId, tree: &Tree) -> Option<(NodeId, Stamp)> {
    let nearest = tree.nearest_pending(node)?;
    Some((nearest, tree.stamp(nearest)))
}
