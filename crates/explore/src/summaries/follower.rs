//! The way to an arm through the code around skipped calls, and how far a run has followed it.

use ir::{BlockId, FunctionId, Program};
use vm::{ArmOutcome, Events, Fork, ForkKind, Site};

/// A step on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WayStep {
    /// Control enters a block.
    Block(FunctionId, BlockId),
    /// Something is decided.
    Choice(Site, ForkKind, u64),
}

/// A way to an arm.
pub(crate) struct WayToArm {
    pub(crate) steps: Vec<WayStep>,
    /// The steps that are decisions, in order.
    pub(crate) decisions: Vec<usize>,
    /// It ends with an error of the program.
    pub(crate) ends_in_error: bool,
}

/// Collects the way of a run.
#[derive(Clone, Default)]
pub(crate) struct Recorder {
    steps: Vec<WayStep>,
    decisions: Vec<usize>,
}

impl Recorder {
    /// A fork at which an arm is taken.
    pub(crate) fn decided(&mut self, fork: &Fork, arm: usize) {
        let choice = fork.arms[arm].choice;
        self.decisions.push(self.steps.len());
        self.steps
            .push(WayStep::Choice(fork.site, fork.kind, choice));
    }

    /// Bytes that it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.steps.capacity() * std::mem::size_of::<WayStep>()
    }

    /// The way into an arm: of a branch or switch also the block that it leads to, as a run that decides it
    /// without inputs is told of no fork.
    pub(crate) fn into_arm(mut self, program: &dyn Program, fork: &Fork, arm: usize) -> WayToArm {
        self.decided(fork, arm);
        let choice = fork.arms[arm].choice;
        self.steps.extend(block_behind(program, fork, choice));
        WayToArm {
            steps: self.steps,
            decisions: self.decisions,
            ends_in_error: matches!(fork.arms[arm].outcome, ArmOutcome::Error(_)),
        }
    }
}

impl Events for Recorder {
    fn block(&mut self, function: FunctionId, block: BlockId) {
        self.steps.push(WayStep::Block(function, block));
    }
}

fn block_behind(program: &dyn Program, fork: &Fork, choice: u64) -> Option<WayStep> {
    let site = fork.site;
    let function = program.function(site.function).ok()?;
    let block = function.blocks.get(site.block.0 as usize)?;
    if site.instruction as usize != block.instructions.len() {
        return None;
    }
    let edges = block.terminator.kind.edges();
    let index = match fork.kind {
        ForkKind::Branch => 1u64.checked_sub(choice)?,
        ForkKind::Switch => choice,
        _ => return None,
    };
    let edge = edges.get(index as usize)?;
    Some(WayStep::Block(site.function, edge.target))
}

/// How far a run has followed a way.
pub(crate) struct Follower<'a> {
    way: &'a WayToArm,
    /// Steps behind it.
    pub(crate) at: usize,
    /// It is in a call that was entered, where it may do what it likes.
    pub(crate) inside: bool,
    /// It has left the way.
    pub(crate) lost: bool,
    /// It has come to the end.
    pub(crate) arrived: bool,
}

impl<'a> Follower<'a> {
    pub(crate) fn new(way: &'a WayToArm, at: usize, inside: bool) -> Follower<'a> {
        Follower {
            way,
            at,
            inside,
            lost: false,
            arrived: at >= way.steps.len(),
        }
    }

    /// True if it may go on.
    pub(crate) fn goes_on(&self) -> bool {
        !self.lost && !self.arrived
    }

    /// What a fork must decide, if the way says so.
    pub(crate) fn demanded(&self, fork: &Fork) -> Option<(usize, u64)> {
        for (index, step) in self.way.steps.iter().enumerate().skip(self.at) {
            match *step {
                WayStep::Choice(site, kind, choice)
                    if site == fork.site && kind == fork.kind && of_same_pointer(fork, choice) =>
                {
                    return Some((index, choice));
                }
                WayStep::Choice(..) => {}
                WayStep::Block(..) => return None,
            }
        }
        None
    }

    fn rest(&self) -> &[WayStep] {
        self.way.steps.get(self.at..).unwrap_or_default()
    }

    /// It made an error of the program, where that was a decision on the way.
    pub(crate) fn made_error(&mut self) {
        let last = !self
            .rest()
            .iter()
            .any(|step| matches!(step, WayStep::Block(..)));
        self.arrived = self.way.ends_in_error && last && !self.inside;
    }

    /// It decided what step `index` demands.
    pub(crate) fn pass(&mut self, index: usize) {
        self.at = index + 1;
        self.arrived = self.at == self.way.steps.len();
    }
}

/// True unless a fork decides about another pointer that a call leaves behind than a choice does.
fn of_same_pointer(fork: &Fork, choice: u64) -> bool {
    let place = ForkKind::place_of_pointer;
    fork.kind != ForkKind::LeftPointer
        || (fork.arms.iter()).any(|arm| place(arm.choice) == place(choice))
}

impl Events for Follower<'_> {
    fn block(&mut self, function: FunctionId, block: BlockId) {
        if self.inside || !self.goes_on() {
            return;
        }
        // What was a decision on the way was none for this run.
        while let Some(WayStep::Choice(..)) = self.way.steps.get(self.at) {
            self.at += 1;
        }
        match self.way.steps.get(self.at) {
            None if self.way.ends_in_error => self.lost = true,
            None => self.arrived = true,
            Some(&step) if step == WayStep::Block(function, block) => self.pass(self.at),
            Some(_) => self.lost = true,
        }
    }

    fn left_pointers(&mut self, at: Site, choices: &[u64]) {
        if !self.goes_on() {
            return;
        }
        let mut passed = None;
        for (index, step) in self.way.steps.iter().enumerate().skip(self.at) {
            match *step {
                WayStep::Choice(site, ForkKind::LeftPointer, choice) if site == at => {
                    let place = ForkKind::place_of_pointer(choice);
                    let mut of_place = choices.iter();
                    let is_said = of_place.any(|it| ForkKind::place_of_pointer(*it) == place);
                    if is_said && !choices.contains(&choice) {
                        self.lost = true;
                        return;
                    }
                    passed = Some(index);
                }
                WayStep::Choice(..) => {}
                WayStep::Block(..) => break,
            }
        }
        if let Some(index) = passed {
            self.pass(index);
        }
    }

    fn beneath(&mut self, inside: bool) {
        self.inside = inside;
        // The way may end with the return of a call.
        if !inside && let [WayStep::Choice(_, ForkKind::Returns, 1)] = self.rest() {
            self.arrived = true;
        }
    }
}
