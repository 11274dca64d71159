//! What leaves an explorer: paths, counts and errors since the last batch.

use super::batch::Batch;
use crate::coverage::{CoveredPart, Part};
use crate::limits::LimitKind;
use crate::paths::{ActivePath, PathModel};
use crate::results::{
    BoundPlace, Ending, ErrorSite, KeptPath, LoggedPath, PathInterner, TotalsDelta,
};
use crate::tree::{Closed, RunKey};
use ir::Program;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use std::rc::Rc;
use term::Model;
use vm::Bound;

/// The batch that is being filled, and what was told of before.
pub(crate) struct Outbox {
    batch: Batch,
    /// Places of decisions and ends of paths that batches told of.
    interner: PathInterner,
    /// Sites of errors met.
    error_sites: FxHashSet<ErrorSite>,
    /// What paths left out and was told.
    bounds: BTreeSet<Bound>,
    /// Functions of which calls were skipped, as far as batches told of them.
    skipped_functions: BTreeSet<String>,
    /// A completed path came out otherwise in other surroundings: no more need be looked for.
    met_varying: bool,
    /// How many completed paths that are not kept were looked at in other surroundings.
    looks_elsewhere: u32,
    /// How many completed paths show nothing new.
    shows_nothing: u64,
    /// The model in which every input is zero.
    zero: Rc<PathModel>,
}

impl Outbox {
    /// Nothing is to be told.
    pub(crate) fn new() -> Outbox {
        Outbox {
            batch: Batch::default(),
            interner: PathInterner::default(),
            error_sites: FxHashSet::default(),
            bounds: BTreeSet::new(),
            skipped_functions: BTreeSet::new(),
            met_varying: false,
            looks_elsewhere: 0,
            shows_nothing: 0,
            zero: Rc::new(PathModel::known(Model::new(), RunKey::ZERO)),
        }
    }

    /// The batch, to be filled or sent.
    pub(crate) fn batch(&mut self) -> &mut Batch {
        &mut self.batch
    }

    /// What it adds to the account of the run.
    pub(crate) fn delta(&mut self) -> &mut TotalsDelta {
        &mut self.batch.delta
    }

    /// True if a path that may be worth a test waits to be told.
    pub(crate) fn has_kept(&self) -> bool {
        !self.batch.kept.is_empty()
    }

    /// A node ended, which had that share of the tree.
    pub(crate) fn closed(&mut self, how: Closed, share: f64) {
        self.batch.delta.count_closed(how, share);
    }

    /// A limit cut something off.
    pub(crate) fn limit(&mut self, limit: LimitKind) {
        self.batch.delta.count_limit(limit);
    }

    /// Something was executed for the first time, and no test tells of it.
    pub(crate) fn covered(&mut self, parts: impl IntoIterator<Item = CoveredPart>) {
        self.batch.delta.covered.extend(parts);
    }

    /// A visit of an arm that is not covered came to nothing.
    pub(crate) fn arm_closed(&mut self, function: String, part: Part, how: Closed) {
        let part = CoveredPart { function, part };
        *self.batch.delta.arms.entry((part, how)).or_default() += 1;
    }

    /// An error that skipped calls may lead to, if they do what they like, was not found to happen.
    pub(crate) fn unrealised_error(&mut self, site: ErrorSite, how: Closed) {
        let errors = &mut self.batch.delta.unrealised_errors;
        *errors.entry((site, how)).or_default() += 1;
    }

    /// Calls of these functions were skipped.
    pub(crate) fn skipped(&mut self, functions: BTreeSet<String>) {
        let new = functions.difference(&self.skipped_functions).cloned();
        self.batch.delta.skipped_functions.extend(new);
        self.skipped_functions = functions;
    }

    /// An error is known from before: no test need show it.
    pub(crate) fn know_error(&mut self, site: ErrorSite) {
        self.error_sites.insert(site);
    }

    /// True if an error at that site was met before.
    pub(crate) fn knows_error(&self, site: &ErrorSite) -> bool {
        self.error_sites.contains(site)
    }

    /// Number of errors met, each site once.
    pub(crate) fn error_count(&self) -> u64 {
        self.error_sites.len() as u64
    }

    /// A path left something out; its place is made if that is told of for the first time.
    pub(crate) fn bound(&mut self, bound: Bound, place: impl FnOnce() -> BoundPlace) {
        if self.bounds.insert(bound) {
            self.batch.delta.bounds.insert(place());
        }
    }

    /// True if a path left that out.
    pub(crate) fn knows_bound(&self, bound: Bound) -> bool {
        self.bounds.contains(&bound)
    }

    /// True if a completed path came out otherwise in other surroundings.
    pub(crate) fn met_varying(&self) -> bool {
        self.met_varying
    }

    /// One more completed path that is not kept is looked at in other surroundings; how many there are now.
    pub(crate) fn looks_elsewhere(&mut self) -> u32 {
        self.looks_elsewhere = self.looks_elsewhere.saturating_add(1);
        self.looks_elsewhere
    }

    /// One more completed path shows nothing new; how many there are now.
    pub(crate) fn shows_nothing(&mut self) -> u64 {
        self.shows_nothing += 1;
        self.shows_nothing
    }

    /// A completed path came out otherwise in other surroundings, or not.
    pub(crate) fn note_varying(&mut self, varies: bool) {
        self.met_varying |= varies;
    }

    /// A path may be worth a test.
    pub(crate) fn keep(&mut self, path: KeptPath) {
        self.batch.kept.push(path);
    }

    /// Adds a path to the log, if paths are told of.
    pub(crate) fn path(&mut self, path: &ActivePath, ending: Ending, program: &dyn Program) {
        if path.model.path == 0 {
            return;
        }
        let (log, interner) = (&mut self.batch.paths, &mut self.interner);
        let paused = ending.closed.is_none();
        let ending = interner.ending(ending, log);
        let steps = interner.steps(&path.suffix.steps, program, log);
        let ended = LoggedPath {
            number: path.model.path,
            parent: path.suffix.parent,
            depth: path.suffix.depth,
            hash: path.state.path_hash(),
            ending,
            steps: steps.into(),
        };
        match paused {
            true => log.push_paused(&ended),
            false => log.push(&ended),
        }
    }

    /// The model in which every input is zero.
    pub(crate) fn zero(&self) -> &Rc<PathModel> {
        &self.zero
    }
}
