//! Paths that wait for others: each runs for a slice at a time, so that one that never ends starves
//! nobody. A path that waits is a pending node like any other: the lowest node of the path, which
//! others reach by its decisions, and which is gone on with here from a snapshot.

use crate::account::CoveredPart;
use crate::explorer::{BoxError, Entered, Explorer, Running, SLICE};
use crate::journal::Journal;
use crate::observer::PathEnd;
use crate::opaque::Pins;
use crate::path_log::Ending;
use crate::run::Run;
use crate::snapshot::{Above, Pending, Snapshot};
use crate::strategy::{self, Arm, Candidate, Recent, Strategy, View};
use crate::trail::Trail;
use crate::tree::{Closed, NodeId};
use crate::visit::NotReached;
use solver::PathCondition;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use vm::{ArmOutcome, ForkKind, State, Stop};

/// Instructions that count as much as a decision where the length of paths is measured: what a
/// fork and its arms cost, roughly.
const INSTRUCTIONS_OF_A_FORK: u64 = 10_000;

/// How many times as long slices are while memory is short.
const SHORTAGE_FACTOR: u64 = 16;

/// How far a path has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    instructions: u64,
    depth: u32,
    hash: u64,
}

impl Position {
    fn of(state: &State) -> Position {
        Position {
            instructions: state.instructions(),
            depth: state.depth(),
            hash: state.path_hash(),
        }
    }
}

/// A path that waits.
pub(crate) struct Paused {
    pub(crate) snapshot: Snapshot,
    /// Path condition; without its groups when memory is short.
    pub(crate) path: RefCell<PathCondition>,
    pub(crate) pins: Pins,
    /// The fork above its node, for those who reach the node otherwise.
    pub(crate) above: Above,
    run: Rc<Run>,
    recent: Recent,
    at: Position,
    new_at: u64,
    /// What it covered for the first time and nobody was told of.
    pub(crate) covers: RefCell<Vec<CoveredPart>>,
}

/// Length of a path, in slices' units.
pub(crate) fn length(state: &State) -> u64 {
    u64::from(state.depth()) + state.instructions() / INSTRUCTIONS_OF_A_FORK
}

/// Instructions that a path may execute until it has that length, if it does not fork.
pub(crate) fn instructions_until(state: &State, length: u64) -> u64 {
    let end = length.saturating_sub(u64::from(state.depth()));
    let end = end.saturating_mul(INSTRUCTIONS_OF_A_FORK);
    end.saturating_sub(state.instructions()).max(1)
}

impl Explorer {
    /// Where a path that runs, or covers something new, is to wait.
    pub(crate) fn pause_at(&self, state: &State) -> u64 {
        let Some(slice) = self.options.limits.slice else {
            return u64::MAX;
        };
        // Where memory is short, paths that come to their end are what helps.
        let slice = match self.shortage.goes_depth_first() {
            true => slice.saturating_mul(SHORTAGE_FACTOR),
            false => slice,
        };
        self.strategy.pause_at(length(state), slice)
    }

    /// A path waits: its node is pending again.
    pub(crate) fn pause(
        &mut self,
        mut at: Running,
        journal: &mut dyn Journal,
    ) -> Result<(), BoxError> {
        self.pauses += 1;
        let ending = Ending {
            closed: None,
            end: PathEnd::Stopped,
            place: crate::Place::default(),
        };
        self.tell_path(&mut at, ending);
        let Entered { node, above } = at.entered.clone();
        let arm = at.last.unwrap_or_else(|| self.goes_on_at(&at.state));
        let arm = Arm {
            data: self.data(&at.state),
            ..arm
        };
        let callers = match self.strategy.wants_callers() {
            true => at.state.callers(strategy::CALLERS),
            false => Vec::new(),
        };
        self.tree.put_back(node);
        let candidate = Candidate {
            node,
            arm,
            since_new: at.state.instructions().saturating_sub(at.new_at),
            recent: at.recent,
            callers: &callers,
            paused: true,
        };
        let view = View {
            tree: &self.tree,
            coverage: &self.coverage,
            program: &**self.machine.program(),
        };
        self.strategy.added(&candidate, &view);
        self.tell_ended(&at);
        let bytes = at.state.approximate_bytes();
        let paused = Paused {
            at: Position::of(&at.state),
            snapshot: self.snapshots.keep(at.state, bytes),
            path: RefCell::new(at.path),
            pins: at.pins,
            above,
            run: at.run,
            recent: at.recent,
            new_at: at.new_at,
            covers: RefCell::new(at.covers),
        };
        self.pending.insert(node, Pending::Paused(Rc::new(paused)));
        self.watch_memory();
        self.peak_pending = self.peak_pending.max(self.tree.pending());
        self.tell_if_due(None, journal)
    }

    /// What strategies are told of a path that waits between two forks.
    fn goes_on_at(&self, state: &State) -> Arm {
        let site = self.machine.site(state);
        Arm {
            kind: ForkKind::Library,
            site: site.expect("a path that waits has not ended"),
            choice: 0,
            outcome: ArmOutcome::Continue,
            edge: None,
            data: None,
        }
    }

    /// A path that waited goes on.
    pub(crate) fn resume(&mut self, node: NodeId, paused: Rc<Paused>) -> Option<Running> {
        self.tree.open(node);
        let state = match self.snapshots.take(&paused.snapshot) {
            Some(state) => state,
            None => match self.replay_paused(node, &paused) {
                Ok(state) => state,
                Err(NotReached::Interrupted) => {
                    self.put_back(node, Pending::Paused(paused));
                    return None;
                }
                Err(NotReached::Diverged | NotReached::OtherValues) => {
                    self.batch.tally.covered.extend(paused.covers.take());
                    self.close(node, Closed::Diverged);
                    return None;
                }
            },
        };
        // What it decides from here on is told as another path's that left it here.
        let number = self.path_number();
        let wanted = number != 0;
        let run = match wanted {
            true => Run::derived(paused.run.model.clone(), &paused.run, number),
            false => paused.run.clone(),
        };
        let path = paused.path.borrow().whole(&self.machine.pool);
        Some(Running {
            entered: Entered {
                node,
                above: paused.above.clone(),
            },
            path,
            pins: paused.pins.clone(),
            trail: Trail::going_on(&paused.run, paused.at.depth, wanted),
            run,
            new_at: paused.new_at,
            covers: paused.covers.take(),
            recent: paused.recent,
            new_before: self.coverage.new,
            pause_at: self.pause_at(&state),
            last: None,
            state,
        })
    }

    /// The state of a path that waits, run again because memory was short.
    fn replay_paused(&mut self, node: NodeId, paused: &Paused) -> Result<State, NotReached> {
        self.replays += 1;
        let end = paused.at;
        let mut state = self.nearest_snapshot(node);
        state.set_model(paused.run.model.clone());
        loop {
            let left = end.instructions.saturating_sub(state.instructions());
            if state.depth() == end.depth && left == 0 {
                return match state.path_hash() == end.hash {
                    true => Ok(state),
                    false => Err(NotReached::Diverged),
                };
            }
            // It may stand at the last of its forks already, and execute nothing more on the way.
            let budget = left.clamp(1, SLICE);
            match self.machine.run(&mut state, budget, &mut vm::NoEvents) {
                Stop::Fork(fork) if state.depth() < end.depth => {
                    let taken = fork.taken;
                    self.machine.take(&mut state, &fork, taken);
                }
                Stop::Budget if self.interrupt.load(Ordering::Relaxed) => {
                    return Err(NotReached::Interrupted);
                }
                Stop::Budget if left > 0 => {}
                Stop::Budget | Stop::Fork(_) | Stop::End(_) => return Err(NotReached::Diverged),
            }
        }
    }

    /// At the end of the run, paths that wait become tests as far as they came, if they covered
    /// something new.
    pub(crate) fn keep_paused(&mut self) -> Result<(), BoxError> {
        let nodes: Vec<NodeId> = self.tree.pending_nodes().collect();
        for node in nodes {
            let Some(Pending::Paused(paused)) = self.pending.get(node) else {
                continue;
            };
            let paused = paused.clone();
            if paused.covers.borrow().is_empty() {
                continue;
            }
            let state = match paused.snapshot.cloned() {
                Some(state) => Ok(state),
                None => self.replay_paused(node, &paused),
            };
            let covers = paused.covers.take();
            match state {
                Ok(state) => self.keep_part(&state, covers)?,
                Err(_) => self.batch.tally.covered.extend(covers),
            }
        }
        Ok(())
    }
}
