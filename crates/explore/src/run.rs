//! Models that paths follow, and how each differs from the one before.

use crate::task::RunKey;
use crate::trail::Trail;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use term::Model;

/// A model that paths follow. It knows the model it was derived from until a batch has told of it:
/// only the difference is told.
pub(crate) struct Run {
    pub(crate) model: Model,
    /// Number of the path that follows it; 0 if paths have no numbers, or it only leads to a fork
    /// that another path left.
    pub(crate) path: u64,
    /// The way to that fork.
    pub(crate) reached_by: Option<Trail>,
    base: RefCell<Option<Rc<Run>>>,
    key: Cell<Option<RunKey>>,
}

impl Run {
    /// A model that all know by this name.
    pub(crate) fn known(model: Model, key: RunKey) -> Run {
        Run {
            model,
            path: 0,
            reached_by: None,
            base: RefCell::new(None),
            key: Cell::new(Some(key)),
        }
    }

    /// A model derived from another, which is remembered if the path has a number: then there may
    /// be somebody to be told.
    pub(crate) fn derived(model: Model, base: &Rc<Run>, path: u64) -> Rc<Run> {
        Rc::new(Run {
            model,
            path,
            reached_by: None,
            base: RefCell::new((path != 0).then(|| base.clone())),
            key: Cell::new(None),
        })
    }

    /// Its name, if a batch has told of it.
    pub(crate) fn key(&self) -> Option<RunKey> {
        self.key.get()
    }

    /// The model it was derived from, unless it was told of.
    pub(crate) fn base(&self) -> Option<Rc<Run>> {
        self.base.borrow().clone()
    }

    /// It is told of.
    pub(crate) fn set_told(&self, key: RunKey) {
        self.key.set(Some(key));
        self.base.borrow_mut().take();
    }
}

/// A run of runs can be longer than the host's stack is deep.
impl Drop for Run {
    fn drop(&mut self) {
        let mut base = self.base.get_mut().take();
        while let Some(run) = base {
            base = Rc::into_inner(run).and_then(|mut run| run.base.get_mut().take());
        }
    }
}
