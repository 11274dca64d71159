//! Arguments of opaque functions that paths have pinned to the values at hand, and what is known of
//! the values that were not tried ([`crate::steps::other_values`]).

use crate::tree::{NodeId, Stamp};
use solver::PathCondition;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use term::{Evaluator, Model, Pool, Term};

/// Proposals kept for one argument.
const MOST_WANTED: usize = 16;

/// The values tried of one argument of one call, and a pending node for those that were not.
pub(crate) struct Values {
    node: NodeId,
    stamp: Stamp,
    /// What each of them says.
    tried: RefCell<Vec<Term>>,
    /// Models with others that may lead where those tried do not.
    wanted: RefCell<VecDeque<Model>>,
}

impl Values {
    /// One value is tried, a node stands for the others.
    pub(crate) fn new((node, stamp): (NodeId, Stamp), tried: Term) -> Values {
        Values {
            node,
            stamp,
            tried: RefCell::new(vec![tried]),
            wanted: RefCell::new(VecDeque::new()),
        }
    }

    /// The node that stands for the values not tried, with its stamp.
    pub(crate) fn node(&self) -> (NodeId, Stamp) {
        (self.node, self.stamp)
    }

    /// True for all values but those tried.
    pub(crate) fn untried(&self, pool: &mut Pool) -> Term {
        let mut untried = pool.bool(true);
        for &tried in self.tried.borrow().iter() {
            let other = pool.not(tried);
            untried = pool.and(untried, other);
        }
        untried
    }

    /// One more value is tried; how many are.
    pub(crate) fn add_tried(&self, value: Term) -> usize {
        let mut tried = self.tried.borrow_mut();
        tried.push(value);
        tried.len()
    }

    /// Notes a model, the evaluator's, that asks for another value, unless that was tried or enough
    /// are noted. True if it is the first that waits.
    pub(crate) fn propose(&self, pool: &Pool, evaluator: &mut Evaluator, model: &Model) -> bool {
        let mut wanted = self.wanted.borrow_mut();
        let tried = self.tried.borrow();
        let known = |&tried: &Term| evaluator.bool(pool, tried);
        if wanted.len() >= MOST_WANTED || tried.iter().any(known) {
            return false;
        }
        wanted.push_back(model.clone());
        wanted.len() == 1
    }

    /// A model that was noted and asks for a value that is still untried.
    pub(crate) fn take_wanted(&self, pool: &Pool, untried: Term) -> Option<Model> {
        let mut evaluator = Evaluator::new();
        while let Some(model) = self.wanted.borrow_mut().pop_front() {
            evaluator.set_model(model.clone());
            if evaluator.bool(pool, untried) {
                return Some(model);
            }
        }
        None
    }

    /// True if a model is noted.
    pub(crate) fn are_wanted(&self) -> bool {
        !self.wanted.borrow().is_empty()
    }
}

/// An argument that a path has pinned.
struct Pin {
    values: Rc<Values>,
    condition: Term,
    above: Option<Rc<Pin>>,
}

/// A run of pins can be longer than the host's stack is deep.
impl Drop for Pin {
    fn drop(&mut self) {
        let mut above = self.above.take();
        while let Some(pin) = above {
            above = Rc::into_inner(pin).and_then(|mut pin| pin.above.take());
        }
    }
}

/// What a path has pinned of the arguments of opaque functions.
#[derive(Clone, Default)]
pub(crate) struct Pins(Option<Box<Pinned>>);

#[derive(Clone)]
struct Pinned {
    /// The path condition without the pins.
    path: PathCondition,
    last: Rc<Pin>,
}

impl Pins {
    /// After one more decision that is no pin.
    pub(crate) fn and(&self, pool: &Pool, condition: Term) -> Pins {
        let pinned = self.0.as_ref().map(|pinned| Pinned {
            path: pinned.path.and(pool, condition),
            last: pinned.last.clone(),
        });
        Pins(pinned.map(Box::new))
    }

    /// After one more pin. `before` is the path condition up to it.
    pub(crate) fn then(
        &self,
        before: &PathCondition,
        values: &Rc<Values>,
        condition: Term,
    ) -> Pins {
        let pinned = self.0.as_deref();
        Pins(Some(Box::new(Pinned {
            path: pinned.map_or(before, |pinned| &pinned.path).clone(),
            last: Rc::new(Pin {
                values: values.clone(),
                condition,
                above: pinned.map(|pinned| pinned.last.clone()),
            }),
        })))
    }

    /// True if there are any.
    pub(crate) fn any(&self) -> bool {
        self.0.is_some()
    }

    /// The path condition without the pins, if there are any.
    pub(crate) fn path_without(&self) -> Option<&PathCondition> {
        self.0.as_deref().map(|pinned| &pinned.path)
    }

    /// The outermost argument whose pin does not hold under the evaluator's model.
    pub(crate) fn outermost_broken(
        &self,
        pool: &Pool,
        evaluator: &mut Evaluator,
    ) -> Option<Rc<Values>> {
        let mut outermost = None;
        let mut next = self.0.as_deref().map(|pinned| &pinned.last);
        while let Some(pin) = next {
            if !evaluator.bool(pool, pin.condition) {
                outermost = Some(pin.values.clone());
            }
            next = pin.above.as_ref();
        }
        outermost
    }
}
