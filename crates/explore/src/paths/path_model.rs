//! Models that paths follow, and how each differs from the one before.

use super::decision_suffix::DecisionSuffix;
use crate::tree::RunKey;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use term::Model;

/// A model that paths follow. It knows the model it was derived from until a batch has told of it:
/// only the difference is told.
pub(crate) struct PathModel {
    pub(crate) model: Model,
    /// Number of the path that follows it; 0 if paths have no numbers, or it only leads to a fork
    /// that another path left.
    pub(crate) path: u64,
    /// The way to that fork.
    pub(crate) reached_by: Option<DecisionSuffix>,
    base: RefCell<Option<Rc<PathModel>>>,
    key: Cell<Option<RunKey>>,
}

impl PathModel {
    /// A model that all know by this name.
    pub(crate) fn known(model: Model, key: RunKey) -> PathModel {
        PathModel {
            model,
            path: 0,
            reached_by: None,
            base: RefCell::new(None),
            key: Cell::new(Some(key)),
        }
    }

    /// A model derived from another, which is remembered if the path has a number: then there may
    /// be somebody to be told.
    pub(crate) fn derived(model: Model, base: &Rc<PathModel>, path: u64) -> Rc<PathModel> {
        Rc::new(PathModel {
            model,
            path,
            reached_by: None,
            base: RefCell::new((path != 0).then(|| base.clone())),
            key: Cell::new(None),
        })
    }

    /// The decisions of a path that leaves the one that follows this model after so many; `wanted` if
    /// somebody is told of them.
    pub(crate) fn suffix(&self, depth: u32, wanted: bool) -> DecisionSuffix {
        DecisionSuffix {
            wanted,
            parent: self.path,
            depth,
            steps: Vec::new(),
        }
    }

    /// Its name, if a batch has told of it.
    pub(crate) fn key(&self) -> Option<RunKey> {
        self.key.get()
    }

    /// The model it was derived from, unless it was told of.
    pub(crate) fn base(&self) -> Option<Rc<PathModel>> {
        self.base.borrow().clone()
    }

    /// It is told of.
    pub(crate) fn set_told(&self, key: RunKey) {
        self.key.set(Some(key));
        self.base.borrow_mut().take();
    }
}

/// A run of runs can be longer than the host's stack is deep.
impl Drop for PathModel {
    fn drop(&mut self) {
        let mut base = self.base.get_mut().take();
        while let Some(run) = base {
            base = Rc::into_inner(run).and_then(|mut run| run.base.get_mut().take());
        }
    }
}

/// How a fork on an explored path is found again.
#[derive(Clone)]
pub(crate) struct ForkOrigin {
    /// The model that leads there.
    pub(crate) model: Rc<PathModel>,
    /// Hash of the decisions before it.
    pub(crate) hash: u64,
    /// Number of the decisions before it.
    pub(crate) depth: u32,
    /// Instructions on its path since something was covered for the first time.
    pub(crate) since_new: u64,
}

impl ForkOrigin {
    /// The decisions of a path that leaves here: behind a path told of, or from the start if the fork
    /// was reached from there.
    pub(crate) fn suffix(&self, wanted: bool) -> DecisionSuffix {
        match &self.model.reached_by {
            Some(suffix) => suffix.clone(),
            None => self.model.suffix(self.depth, wanted),
        }
    }
}
