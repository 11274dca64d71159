//! What a strategy is told and asked.

use super::known_graph::KnownGraph;
use crate::coverage::{Coverage, Edge, Miss};
use crate::tree::{NodeId, Stamp, Tree};
use ir::analysis::CodePoint;
use ir::{FunctionId, Program};
use rand::rngs::SmallRng;
use specification::MonitorTables;
use std::sync::Arc;
use vm::{ArmOutcome, Fork, ForkKind, OccupiedStates, Site, State};

/// Decisions in a subpath ([`super::subpath`]). The paper compares 1, 2, 4 and 8 and finds no best one; longer
/// ones make nearly every node unlike every other, shorter ones are what fewest-visits goes by.
pub(super) const RECENT: usize = 4;

/// Calls of a stack that strategies are told of, innermost first: what lies further out hardly
/// changes an order, and deep recursion would make every fork dear.
pub const CALLERS: usize = 64;

/// An arm of a fork: by what strategies tell nodes apart.
#[derive(Clone, Copy, Debug)]
pub struct Arm {
    /// What is decided.
    pub kind: ForkKind,
    /// Where.
    pub site: Site,
    /// Choice that stands for the arm.
    pub choice: u64,
    /// What it leads to.
    pub outcome: ArmOutcome,
    /// The edge of user code that it takes, if the fork is a branch or switch of user code.
    pub edge: Option<Edge>,
    /// Digest of the program's data at the fork; `None` unless [`Strategy::wants_data`], and as long as
    /// all paths were short.
    pub data: Option<u64>,
    /// [`OccupiedStates::digest`] of the monitors of specifications at the fork; 0 unless they are followed.
    pub monitors: u64,
}

impl Arm {
    /// An arm of a fork.
    pub(crate) fn of(
        fork: &Fork,
        arm: usize,
        (data, monitors): (Option<u64>, &OccupiedStates),
        coverage: &Coverage,
    ) -> Arm {
        let choice = fork.arms[arm].choice;
        let edge = match (fork.kind, fork.site.decision) {
            (ForkKind::Branch | ForkKind::Switch, Some(decision)) => {
                coverage.edge(fork.site.function, decision, choice as u32)
            }
            _ => None,
        };
        Arm {
            kind: fork.kind,
            site: fork.site,
            choice,
            outcome: fork.arms[arm].outcome,
            edge,
            data,
            monitors: monitors.digest(),
        }
    }

    /// A number for the arm, wherever in the tree: its site and choice.
    pub(super) fn code(&self) -> u64 {
        let site = &self.site;
        let place = u64::from(site.function.0) << 32 | u64::from(site.block.0);
        let arm = mix(u64::from(site.instruction)) ^ self.choice;
        mix(mix(place) ^ mix(arm))
    }
}

/// The finaliser of splitmix64.
pub(super) fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// The arms that a path took last: what [`super::subpath`] goes by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BranchWindow(pub(super) [u32; RECENT]);

impl BranchWindow {
    /// These and one more.
    pub fn then(mut self, arm: &Arm) -> BranchWindow {
        self.0.rotate_left(1);
        self.0[RECENT - 1] = arm.code() as u32;
        self
    }
}

/// How far the sequences of calls are on a path that make its inputs ([`ir::CallSequences`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SequencePosition {
    /// [`State::sequence_calls`].
    pub calls: u32,
    /// [`State::makes_inputs`].
    pub making: bool,
    /// [`State::made_calls`].
    pub made: Arc<Vec<(FunctionId, u32)>>,
}

impl SequencePosition {
    /// That of a state.
    pub fn of(state: &State) -> SequencePosition {
        SequencePosition {
            calls: state.sequence_calls(),
            making: state.makes_inputs(),
            made: Arc::clone(state.made_calls()),
        }
    }
}

/// What a strategy is told of a new pending node.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<'a> {
    /// The node.
    pub node: NodeId,
    /// The arm that leads to it.
    pub arm: Arm,
    /// Instructions on its path since one was last covered for the first time.
    pub since_new: u64,
    /// The last arms of its path, the one that leads to it included.
    pub recent: BranchWindow,
    /// Where the callers of the arm's function go on, innermost first, [`CALLERS`] at most; empty
    /// unless [`Strategy::wants_callers`].
    pub callers: &'a [CodePoint],
    /// Arms that its path missed, the latest last; empty unless [`Strategy::wants_misses`].
    pub misses: &'a [Miss],
    /// It is a path that has had its slice and waits for others.
    pub paused: bool,
    /// The sequences of calls on its path.
    pub sequences: &'a SequencePosition,
    /// The states of the monitors of specifications there; none unless they are followed.
    pub monitors: &'a OccupiedStates,
}

/// A path that has come to its end, or waits for others.
#[derive(Clone, Copy, Debug)]
pub struct EndedPath {
    /// The node it ended at, still open, or pending if it waits.
    pub leaf: NodeId,
    /// Blocks and arms of user code that it was the first to execute.
    pub new: u64,
}

/// A search order. Nodes may vanish without notice (visited by another strategy, or by another
/// worker): what [`Strategy::next`] and [`Strategy::ranking`] return is checked by [`super::Interleaved`].
pub trait Strategy {
    /// A node is pending now.
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>);

    /// The length at which a path of that length, which goes on now, is to wait for others: when it
    /// has gone on by a slice, or less.
    fn pause_at(&self, length: u64, slice: u64) -> u64 {
        length.saturating_add(slice)
    }

    /// The node to visit next; it forgets it. `None` if it knows none that is pending.
    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId>;

    /// A node that it would not choose, if it knows one that is pending: asked for when no strategy
    /// chooses one.
    fn last_resort(&mut self, _view: &View<'_>, _random: &mut SmallRng) -> Option<NodeId> {
        None
    }

    /// A path goes along an arm, be it the running one or one that begins at a pending node.
    fn arm_taken(&mut self, _arm: &Arm, _recent: BranchWindow) {}

    /// No input was found that takes an arm which was visited, at least not soon.
    fn refused(&mut self, _arm: &Arm) {}

    /// A path has ended or waits; the nodes added since the last one did lie along it.
    fn path_ended(&mut self, _path: &EndedPath, _view: &View<'_>) {}

    /// The nodes it knows, those that it will come to last first; where that is anybody's guess,
    /// in any order. Their snapshots are the first to go when memory is short.
    fn ranking(&self, view: &View<'_>) -> Vec<Entry>;

    /// Forgets all nodes that are not pending any more.
    fn forget_visited(&mut self, view: &View<'_>);

    /// True if it goes by [`Arm::data`].
    fn wants_data(&self) -> bool {
        false
    }

    /// True if it goes by [`Candidate::misses`] of the path that is about to run.
    fn wants_misses(&self) -> bool {
        false
    }

    /// True if it goes by [`Candidate::callers`].
    fn wants_callers(&self) -> bool {
        false
    }
}

/// What a strategy may look at.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The tree.
    pub tree: &'a Tree,
    /// What is covered by now.
    pub coverage: &'a Coverage,
    /// The program, which may grow during the run.
    pub program: &'a dyn Program,
    /// Its graph, if somebody has made one.
    pub graph: &'a KnownGraph,
    /// What the monitors of specifications do, if their states are followed.
    pub monitors: Option<&'a MonitorTables>,
    /// Strategies choose among a part of the nodes: those that they were told of.
    pub in_layers: bool,
}

/// A node as a strategy remembers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The node.
    pub node: NodeId,
    pub(super) stamp: Stamp,
}

impl View<'_> {
    /// Some pending node, for strategies that cannot tell; `None` if these choose among a part of the nodes.
    pub(super) fn any_node(&self, random: &mut SmallRng) -> Option<NodeId> {
        match self.in_layers {
            true => None,
            false => self.tree.random_descent(random),
        }
    }

    /// The node, to be remembered.
    pub(super) fn entry(&self, node: NodeId) -> Entry {
        Entry {
            node,
            stamp: self.tree.stamp(node),
        }
    }

    /// True if the node that an entry was made for still waits.
    pub fn is_current(&self, entry: Entry) -> bool {
        self.tree.stamp(entry.node) == entry.stamp && self.tree.is_pending(entry.node)
    }
}
