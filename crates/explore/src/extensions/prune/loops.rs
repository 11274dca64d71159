//! Loops: a path that comes back to a place of the program need not be finished to be left out.
//!
//! The annotation of a fork asks for what is below it to be finished, and below the head of a loop that may go on
//! for ever nothing is. So a *region* is looked at: the part of the tree below a fork, up to where its paths come
//! to the place of another fork of the region, in a state that agrees in what matters there. What matters at each
//! fork of the region is first what its finished arms ask for, and grows by what the others ask for, until nothing
//! changes. If every way in the region is finished or comes back by then, nothing below it is new: by induction on
//! the length of a way that would show something new from a state that agrees with one of the forks. What changes
//! with each iteration, and is asked for by nothing, is dropped so.
//!
//! What is not visited yet in a region is visited before the strategy chooses again, as long as that is of use.

use super::annotations::implied;
use super::forks::{Below, KnownFork, Way};
use crate::extensions::{Arrived, Tools};
use crate::tree::NodeId;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use vm::{Annotation, Needs, Region as Sides, Trace};

/// Forks of a region at the most, and how deep it may be.
const MOST_FORKS: usize = 512;
pub(super) const MOST_DEPTH: usize = 128;
/// Rounds in which what matters grows, each time that a region is looked at.
const MOST_ROUNDS: usize = 8;
/// Nodes that are visited for the sake of a region before any way comes back.
const FIRST_VISITS: u32 = 16;

/// A way that comes back: its node, the number of its last fork's decision, and what matters there.
pub(super) struct Back {
    pub node: NodeId,
    pub decision: u32,
    pub needs: Needs,
}

/// What was found out about a region.
pub(super) enum Outcome {
    /// Nothing below it is new: the ways that come back.
    Closed(Vec<Back>),
    /// That cannot be told before these nodes are visited.
    Open(Vec<NodeId>),
    /// It cannot be told.
    Unknown,
}

/// Whether the sides of a branch may be left open.
pub(super) type MayTake<'a> = &'a dyn Fn(&Sides) -> bool;

/// The part of the tree below a fork.
pub(super) struct Region {
    pub root: Rc<KnownFork>,
    /// Nodes that may be visited for its sake.
    most_visits: u32,
    /// What matters at its forks, which are kept so that their places are not used again.
    needs: FxHashMap<*const KnownFork, (Rc<KnownFork>, Needs)>,
    traces: FxHashMap<(*const KnownFork, usize), Option<Rc<Trace>>>,
    /// Nodes that were visited for its sake.
    pub visits: u32,
    /// States compared to others.
    pub compared: u64,
    /// Nodes to visit before it is looked at again.
    pub open: Vec<NodeId>,
}

impl Region {
    /// Nothing is known of it yet.
    pub(super) fn new(root: &Rc<KnownFork>, most_visits: u32) -> Region {
        Region {
            root: root.clone(),
            most_visits,
            needs: FxHashMap::default(),
            traces: FxHashMap::default(),
            visits: 0,
            compared: 0,
            open: Vec::new(),
        }
    }

    /// Tries to show that nothing below it is new.
    pub(super) fn look(
        &mut self,
        ways: &FxHashMap<NodeId, Way>,
        may_take: MayTake<'_>,
        tools: &mut Tools<'_>,
    ) -> Outcome {
        for _ in 0..MOST_ROUNDS {
            let root = self.root.clone();
            let mut round = Round {
                region: self,
                ways,
                may_take,
                tools,
                heads: FxHashMap::default(),
                backs: Vec::new(),
                open: Vec::new(),
                forks: 0,
                grown: false,
            };
            let told = round.fork(&root, 0);
            let (grown, backs, open) = (round.grown, round.backs, round.open);
            let most = match backs.is_empty() {
                true => FIRST_VISITS,
                false => self.most_visits,
            };
            if told.is_none() || self.visits > most {
                return Outcome::Unknown;
            }
            if !open.is_empty() {
                return Outcome::Open(open);
            }
            if !grown {
                return Outcome::Closed(backs);
            }
        }
        Outcome::Unknown
    }
}

/// One round over the forks of a region.
struct Round<'a, 'c, 'd> {
    region: &'a mut Region,
    ways: &'a FxHashMap<NodeId, Way>,
    may_take: MayTake<'a>,
    tools: &'c mut Tools<'d>,
    /// Forks that were come to, by their place.
    heads: FxHashMap<u64, Vec<Rc<KnownFork>>>,
    backs: Vec<Back>,
    open: Vec<NodeId>,
    /// Forks looked at.
    forks: usize,
    /// More matters than in the round before.
    grown: bool,
}

impl Round<'_, '_, '_> {
    /// What matters at a fork. `None` if it cannot be told.
    fn fork(&mut self, fork: &Rc<KnownFork>, depth: usize) -> Option<Needs> {
        self.forks += 1;
        if self.forks > MOST_FORKS || depth > MOST_DEPTH {
            return None;
        }
        let heads = self.heads.entry(fork.point).or_default();
        heads.push(fork.clone());
        let mut behind = Needs::none();
        for (arm, node) in fork.open(self.ways) {
            let Some((decision, needs)) = self.next(node, depth)? else {
                continue;
            };
            let trace = self.trace(fork, arm)?;
            // Nothing was decided between.
            if decision != fork.decision + 1 || !matches!(trace.stop, vm::Stop::Fork(_)) {
                return None;
            }
            let may_take = self.may_take;
            behind.merge(&trace.before(needs, &mut |sides| may_take(sides))?);
        }
        let needs = fork.needs_with(&behind)?;
        let known = self.region.needs.entry(Rc::as_ptr(fork));
        let (_, known) = known.or_insert_with(|| (fork.clone(), Needs::none()));
        if !known.covers(&needs) {
            known.merge(&needs);
            self.grown = true;
        }
        Some(known.clone())
    }

    /// The number of the decision where the stretch behind an open arm ends, and what matters there: nothing is known
    /// if it was not visited.
    #[expect(clippy::option_option, reason = "not visited, and not to be told")]
    fn next(&mut self, node: NodeId, depth: usize) -> Option<Option<(u32, Needs)>> {
        match &self.ways.get(&node)?.below {
            Below::Fork(fork) => {
                let fork = fork.clone();
                let needs = match self.back(&fork, node)? {
                    Some(needs) => needs,
                    None => self.fork(&fork, depth + 1)?,
                };
                Some(Some((fork.decision, needs)))
            }
            Below::Subsumed(decision, needs) => Some(Some((*decision, (**needs).clone()))),
            Below::Unknown => {
                self.open.push(node);
                Some(None)
            }
            Below::End | Below::Infeasible(_) => None,
        }
    }

    /// What matters at a fork, if the state there agrees with another that was come to.
    #[expect(clippy::option_option, reason = "no agreement, and not to be told")]
    fn back(&mut self, fork: &Rc<KnownFork>, node: NodeId) -> Option<Option<Needs>> {
        let at = Arrived {
            node,
            fork: &fork.fork,
            state: &fork.state,
            path: &fork.path,
        };
        for head in self.heads.get(&fork.point).into_iter().flatten().rev() {
            self.region.compared += 1;
            let machine = &mut *self.tools.machine;
            let asked = match self.region.needs.get(&Rc::as_ptr(head)) {
                Some((_, needs)) => needs.clone(),
                None => head.needs_with(&Needs::none())?,
            };
            let annotation = Annotation::new(machine, &head.state, &head.fork, &asked)?;
            let likeness = annotation.likeness(machine, at.state);
            if let Some(needs) = likeness.and_then(|it| implied(it, &at, self.tools)) {
                self.backs.push(Back {
                    node,
                    decision: fork.decision,
                    needs: needs.clone(),
                });
                return Some(Some(needs));
            }
        }
        Some(None)
    }

    /// The stretch behind an arm.
    fn trace(&mut self, fork: &Rc<KnownFork>, arm: usize) -> Option<Rc<Trace>> {
        let known = self.region.traces.entry((Rc::as_ptr(fork), arm));
        let machine = &mut *self.tools.machine;
        known
            .or_insert_with(|| {
                let trace = machine.trace(fork.state.clone(), &fork.fork, arm).ok()?;
                Some(Rc::new(trace))
            })
            .clone()
    }
}
